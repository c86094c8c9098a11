"""What a seat may lay in Heart of Five, as data: melds by name, what the trick asks for, why cards do not fit."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import cache
from typing import Final, Literal

import msgspec

from houserules.cards import Card
from houserules.kernel import climbing_melds as kernel
from houserules.kernel.bits import indices
from houserules.kernel.climbing_hand import Hand
from houserules.kernel.position import PAGE

from .config import LETTERS
from .melds import Kind, Pack, can_be_surpassed, kind_of, size_of

JOKER: Final = 13
"""As a place in the order of ranks, beside 3 to 2."""
RANK_LETTERS: Final = (*LETTERS, "*")


class Meld(msgspec.Struct, frozen=True, gc=False):
    """A meld by name, whatever its suits."""

    kind: Kind
    of: tuple[str, ...]
    """Its ranks, each once, in the order in which they are laid: a full house begins with its triple, a run with its
    lowest card. `*` is a Joker."""
    length: int
    """In cards."""
    bomb: bool


class PlayOption(msgspec.Struct, frozen=True, gc=False):
    cards: tuple[Card, ...]
    """One choice of suits. Any other choice that makes the same meld is legal too."""
    meld: Meld


class Can(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """What a seat may do; empty if it may not act."""

    play: tuple[PlayOption, ...] = ()
    pass_: bool = msgspec.field(default=False, name="pass")


class Ask(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """What the trick asks for; empty where any meld may be led."""

    above: Meld | None = None
    """What is to be beaten."""
    kind: Kind | None = None
    """A stronger meld of this kind will do ..."""
    length: int | None = None
    """... if it has this many cards; a straight flush may be longer."""
    bomb: Literal["any", "stronger"] | None = None
    """A bomb will do: any, or only a stronger one."""
    nothing: bool = False
    """Nothing beats it."""


NOTHING_TO_DO: Final = Can()
ANYTHING: Final = Ask()


# -- Melds by name ---------------------------------------------------------------------------------------------------


@cache
def described(meld: int, star_rank: int) -> Meld:
    """A meld of the kernel."""
    kind = kind_of(meld)
    ranks = ranks_of(meld, star_rank)
    return Meld(kind, tuple([RANK_LETTERS[rank] for rank in ranks]), _length(meld, len(ranks)), kind.is_bomb)


@cache
def ranks_of(meld: int, star_rank: int) -> tuple[int, ...]:
    """The ranks of a meld, by their places in the order of single cards."""
    page, bit = divmod(meld, PAGE)
    if page == kernel.BASICS and bit >= kernel.WEAK_JOKER:
        return (JOKER if bit < kernel.CARDS else star_rank,)
    if page in (kernel.BASICS, kernel.LARGE):
        return (bit >> 2 if bit < kernel.WEAK_JOKER else star_rank,)
    if page >= kernel.FULL:
        return page - kernel.FULL, bit >> 2
    if page >= kernel.SISTERS:
        return tuple(range(bit >> 2, (bit >> 2) + page - kernel.SISTERS + 2))
    return tuple([kernel.rank_at((bit >> 2) + at) for at in range(page - kernel.RUNS + kernel.SHORTEST)])


def _length(meld: int, ranks: int) -> int:
    page, bit = divmod(meld, PAGE)
    match kind_of(meld):
        case Kind.SINGLE:
            return 1
        case Kind.PAIR:
            return 2
        case Kind.TRIPLE:
            return 3
        case Kind.FOUR:
            return 5 + (bit & 3) if page == kernel.LARGE else 4
        case Kind.FULL_HOUSE:
            return 5
        case Kind.SISTERS:
            return ranks * (3 if bit & 2 else 2)
    return ranks


# -- What is asked ---------------------------------------------------------------------------------------------------


@cache
def ask_of(last: int, star_rank: int) -> Ask:
    """What may be laid on the last meld; perhaps nothing of the same kind is stronger."""
    if last == kernel.NOTHING:
        return ANYTHING
    above = described(last, star_rank)
    if not can_be_surpassed(last, star_rank):
        return Ask(above, nothing=True) if above.bomb else Ask(above, bomb="any")
    match above.kind:
        case Kind.STRAIGHT_FLUSH:
            return Ask(above, above.kind, bomb="stronger")
        case Kind.FOUR:
            return Ask(above, bomb="stronger")
    return Ask(above, above.kind, above.length, "any")


# -- Why a card cannot be played -------------------------------------------------------------------------------------

STAR: Final = 1 << JOKER + 1
WIDTHS: Final = {Kind.SINGLE: 1, Kind.PAIR: 2, Kind.TRIPLE: 3}


def useless_cards(pack: Pack, hand: Hand, held: tuple[Card, ...], last: int, melds: Sequence[int]) -> dict[Card, str]:
    """The cards of a hand that are in none of its legal melds, each with the code that a refusal would have."""
    useful = _cards_in(pack, held, melds)
    useless = [card for card in held if card not in useful]
    if not useless:
        return {}
    width = WIDTHS.get(kind_of(last))
    weak = _cards_in(pack, held, _alike(hand, last)) if width is None else _of_width(held, width)
    return {card: "too-weak" if card in weak else "wrong-meld" for card in useless}


def _of_width(held: tuple[Card, ...], width: int) -> set[Card]:
    """The cards that stand in a single, a pair or a triple."""
    if width == 1:
        return set(held)
    counts = Counter([card.rank for card in held if card.suit is not None])
    return {card for card in held if counts[card.rank] >= width}


def _alike(hand: Hand, last: int) -> list[int]:
    """The melds in a hand that are of the kind and size of the last one, whatever their strength; on a bomb, all bombs.

    A refusal calls them too weak."""
    page, kind, size = last // PAGE, kind_of(last), size_of(last)
    pages: Sequence[int] = range(kernel.FULL, kernel.PAGES) if page >= kernel.FULL else (page,)
    if kind.is_bomb:
        pages = range(kernel.BASICS, kernel.SISTERS)
    melds = [page * PAGE + bit for page in pages for bit in indices(hand.melds(page))]
    if kind.is_bomb:
        return [meld for meld in melds if kind_of(meld).is_bomb]
    return [meld for meld in melds if kind_of(meld) == kind and size_of(meld) == size]


def _cards_in(pack: Pack, held: tuple[Card, ...], melds: Sequence[int]) -> set[Card]:
    """The cards that stand in some choice of suits for one of these melds."""
    uses = 0
    found: set[Card] = set()
    for meld in melds:
        if kind_of(meld) is Kind.STRAIGHT_FLUSH:
            found |= _of_one_suit(pack, held, ranks_of(meld, pack.star_rank))
        elif kernel.WEAK_JOKER <= meld < kernel.CARDS:
            found.add(pack.cards[meld])
        else:
            uses |= _uses(meld, pack.star_rank)
    if uses & STAR:
        found.add(pack.star)
    by_kind = pack.by_kind
    suited = [card for card in held if card.suit is not None and card is not pack.star]
    found.update([card for card in suited if uses >> (by_kind[card.kind] >> 2) & 1])
    return found


@cache
def _uses(meld: int, star_rank: int) -> int:
    """The ranks of a meld as bits, and STAR if it has the star."""
    if meld == kernel.STAR_SINGLE:
        return STAR
    page, bit = divmod(meld, PAGE)
    ranks = sum(1 << rank for rank in ranks_of(meld, star_rank))
    if page == kernel.BASICS:
        return ranks | STAR if bit in (kernel.STAR_PAIR, kernel.STAR_TRIPLE, kernel.STAR_FOUR) else ranks
    if page == kernel.LARGE:
        return ranks | STAR if bit >= kernel.WEAK_JOKER else ranks
    return ranks | STAR if bit & (3 if page >= kernel.FULL else 1) else ranks


def _of_one_suit(pack: Pack, held: tuple[Card, ...], ranks: tuple[int, ...]) -> set[Card]:
    rows = [{pack.cards[4 * rank + suit] for rank in ranks} for suit in range(4)]
    return {card for row in rows if row.issubset(held) for card in row}
