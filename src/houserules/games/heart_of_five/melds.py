"""Melds as players speak of them: from cards to a meld and back, and what each is called."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from enum import StrEnum
from functools import cache, lru_cache
from typing import Final

from houserules.cards import PACK, Card, Rank
from houserules.kernel import climbing_melds as kernel
from houserules.kernel.bits import indices
from houserules.kernel.position import PAGE

from .config import ORDER, Config

NONE: Final = kernel.NOTHING


class Kind(StrEnum):
    SINGLE = "single"
    PAIR = "pair"
    TRIPLE = "triple"
    FULL_HOUSE = "full house"
    SISTERS = "sisters"
    RUN = "run"
    FOUR = "four of a kind"
    STRAIGHT_FLUSH = "straight flush"

    @property
    def thing(self) -> str:
        """What players call it: a higher card, your full house."""
        return "card" if self is Kind.SINGLE else "three of a kind" if self is Kind.TRIPLE else str(self)

    @property
    def one(self) -> str:
        """The same where it was played: played a card, played sisters."""
        is_several = self in (Kind.SISTERS, Kind.TRIPLE, Kind.FOUR)
        return self.thing if is_several else f"a {self.thing}"

    @property
    def is_bomb(self) -> bool:
        return self in (Kind.FOUR, Kind.STRAIGHT_FLUSH)


KINDS: Final = tuple(Kind)
COUNTS: Final = ("four", "five", "six", "seven", "eight")


class Pack:
    """The cards of a table and their numbers in the kernel, which follow the order of single cards."""

    def __init__(self, config: Config) -> None:
        suited = [Card.read(rank.letter + suit) for rank in ORDER for suit in "CDHS"]
        self.cards: Final = (*suited, config.weak_joker, config.strong_joker)
        self.number: Final = {card: number for number, card in enumerate(self.cards)}
        self.by_kind: Final = bytes([self.number[card] for card in PACK])
        """The number of each kind of card."""
        self.star: Final = config.star
        self.star_bit: Final = 1 << self.number[config.star]
        self.star_rank: Final = self.number[config.star] >> 2
        # Every turn looks at the same hands, and cards are values, so sorted hands are cached.
        self.sorted_hand: Final = lru_cache(4096)(self._sorted_hand)

    def strength(self, card: Card) -> int:
        """As a single card; suits do not matter."""
        if card is self.star:
            return kernel.CARDS
        number = self.number[card]
        return number if card.suit is None else number >> 2

    def of_masks(self, once: int, twice: int) -> tuple[Card, ...]:
        """The cards of a set; a card that is held twice stands next to its equal."""
        cards = self.cards
        if not twice:
            return tuple([cards[number] for number in indices(once)])
        return tuple([cards[number] for number in sorted(indices(once) + indices(twice))])

    def numbers(self, cards: Iterable[Card]) -> list[int]:
        by_kind = self.by_kind
        return [by_kind[card.kind] for card in cards]

    def _sorted_hand(self, once: int, twice: int) -> tuple[Card, ...]:
        """A hand from its weakest card to its strongest."""
        return by_rank(self, self.of_masks(once, twice))

    def masks(self, cards: Iterable[Card]) -> tuple[int, int]:
        once = twice = 0
        for number in self.numbers(cards):
            bit = 1 << number
            twice |= once & bit
            once |= bit
        return once, twice

    # -- From cards to a meld ------------------------------------------------------------------------------------------

    def meld(self, cards: tuple[Card, ...]) -> int:
        """The kernel's number of the meld that these cards make, or NONE. No cards make two different melds."""
        once, twice = self.masks(cards)
        if once.bit_count() + twice.bit_count() < len(cards):
            return NONE  # more equal cards than there are decks
        return kernel.meld_of(once, twice, self.star_bit, self.star_rank)

    def why_none(self, cards: tuple[Card, ...]) -> str:
        """Why some cards make no meld."""
        if any(card.suit is None for card in cards):
            return "a Joker is played alone"
        counts = Counter(card.rank for card in cards)
        if set(counts.values()) == {1}:
            if len(cards) < kernel.SHORTEST:
                return "these are of different ranks, and a run has five cards or more"
            return "a run has no gaps and does not go round the corner (A 2 3 … K A)"
        if set(counts.values()) in ({2}, {3}):
            return "sisters are neighbours, from 3 up to A and 2"
        if len(counts) >= kernel.SHORTEST:
            return "a run has one card of each rank, and sisters are all pairs or all triples"
        return "a full house is three of one rank and two of another, sisters are all pairs or all triples"


# -- From a meld to words --------------------------------------------------------------------------------------------


@cache
def kind_of(meld: int) -> Kind:
    page, bit = divmod(meld, PAGE)
    if page == kernel.BASICS:
        if bit < kernel.WEAK_JOKER:
            return (Kind.SINGLE, Kind.PAIR, Kind.TRIPLE, Kind.FOUR)[bit & 3]
        return {kernel.STAR_PAIR: Kind.PAIR, kernel.STAR_TRIPLE: Kind.TRIPLE, kernel.STAR_FOUR: Kind.FOUR}.get(
            bit, Kind.SINGLE
        )
    if page == kernel.LARGE:
        return Kind.FOUR
    if page >= kernel.FULL:
        return Kind.FULL_HOUSE
    if page >= kernel.SISTERS:
        return Kind.SISTERS
    return Kind.STRAIGHT_FLUSH if bit & 2 else Kind.RUN


def size_of(meld: int) -> int:
    """What must be equal, beside the kind, for one meld to beat another: how long it is, and how wide."""
    page, bit = divmod(meld, PAGE)
    return page * 4 + (bit & 2) if kernel.RUNS <= page < kernel.FULL else 0


@cache
def can_be_surpassed(meld: int, star_rank: int) -> bool:
    """Does the pack have a stronger meld of the same kind and size? A bomb is beaten by any stronger bomb."""
    page, bit = divmod(meld, PAGE)
    kind = kind_of(meld)
    if kind is Kind.FOUR:
        return True
    if page == kernel.BASICS:
        return kernel.beating_basics(meld, star_rank) & ~(kernel.FOURS | 1 << kernel.PASS) != 0
    if page >= kernel.FULL:
        return page - kernel.FULL < kernel.RANKS - 1
    if page >= kernel.SISTERS:
        return (bit >> 2) + page - kernel.SISTERS + 2 < kernel.RANKS
    length = page - kernel.RUNS + kernel.SHORTEST
    return (bit >> 2) + length < kernel.PLACES or (kind is Kind.STRAIGHT_FLUSH and length < kernel.RANKS)


@cache
def in_order(meld: int, star_rank: int) -> tuple[int, ...]:
    """To sort melds for a list: by kind, by size, from weak to strong, without the star before with it."""
    page, bit = divmod(meld, PAGE)
    kind = KINDS.index(kind_of(meld))
    if page == kernel.BASICS:
        if bit > kernel.PASS:
            return (kind, 0, star_rank, 1)
        return (kind, 0, bit if bit >= kernel.WEAK_JOKER else bit >> 2, 0)
    if page == kernel.LARGE:
        return (kind, 1 + (bit & 3), bit >> 2 if bit < 52 else star_rank, bit >= 52)
    if page >= kernel.FULL:
        return (kind, 0, page * PAGE + (bit >> 2), bit & 3)
    return (kind, page * 4 + (bit & 2), bit >> 2, bit & 1)


def named(cards: tuple[Card, ...], kind: Kind) -> str:
    """A meld in words: `a pair of 7s`, `a run of 6 cards up to the Queen`."""
    if kind is Kind.SINGLE:
        return f"the single card {cards[0]}"
    first = cards[0].rank
    match kind:
        case Kind.PAIR:
            return f"a pair of {first}s"
        case Kind.TRIPLE:
            return f"three {first}s"
        case Kind.FOUR:
            return f"{COUNTS[len(cards) - 4]} {first}s"
        case Kind.FULL_HOUSE:
            triple, pair = (rank for rank, _ in Counter(card.rank for card in cards).most_common())
            return f"a full house of {triple}s over {pair}s"
        case Kind.SISTERS:
            width = "pairs" if len({card.rank for card in cards}) * 2 == len(cards) else "triples"
            return f"sisters, {len(cards) // (2 if width == 'pairs' else 3)} {width} up to {_top(cards)}s"
        case Kind.RUN:
            return f"a run of {len(cards)} cards up to the {run_top(cards)}"
    return f"a straight flush of {len(cards)} cards up to the {run_top(cards)}"


def _top(cards: tuple[Card, ...]) -> Rank:
    return max((card.rank for card in cards), key=ORDER.index)


def run_top(cards: tuple[Card, ...]) -> Rank:
    """The highest card of a run, whichever way the ace goes."""
    ranks = {card.rank for card in cards}
    if Rank.ACE in ranks and Rank.KING not in ranks:
        return max(ranks - {Rank.ACE})
    return max(ranks)


def sorted_meld(pack: Pack, cards: tuple[Card, ...], meld: int) -> tuple[Card, ...]:
    """The cards in the order in which they are laid: the triple of a full house first, a run from its lowest place."""
    by_number = sorted(cards, key=pack.number.__getitem__)
    page, bit = divmod(meld, PAGE)
    if page >= kernel.FULL:
        triple = page - kernel.FULL
        by_number.sort(key=lambda card: pack.number[card] >> 2 != triple)
    elif kernel.RUNS <= page < kernel.SISTERS:
        places = {kernel.rank_at((bit >> 2) + at): at for at in range(len(cards))}
        by_number.sort(key=lambda card: places[pack.number[card] >> 2])
    return tuple(by_number)


def by_rank(pack: Pack, cards: Iterable[Card]) -> tuple[Card, ...]:
    """A hand from its weakest card to its strongest."""
    return tuple(sorted(cards, key=lambda card: (pack.strength(card), pack.number[card])))


def by_suit(pack: Pack, cards: Iterable[Card], config: Config) -> tuple[Card, ...]:
    """A hand suit by suit, each from its weakest card to its strongest; the Jokers last."""
    place = {suit: at for at, suit in enumerate(config.suits)}
    return tuple(
        sorted(cards, key=lambda card: (len(place) if card.suit is None else place[card.suit], pack.strength(card)))
    )
