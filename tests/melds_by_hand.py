"""The melds of Heart of Five as one would check them at a table: card by card, on texts such as 5H, and slowly.

It is written from the rules alone and shares nothing with the package, so that the two can be compared. The last card
of an order of singles is the star, which is the strongest single and an ordinary card in every meld of several.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import NamedTuple

Cards = tuple[str, ...]
Order = tuple[str, ...]

SUITS = "CDHS"
RANKS = "3456789TJQKA2"
"""From weak to strong, for all melds but runs."""
RUN = "A23456789TJQKA"
SINGLES: Order = (*RANKS, "jj", "JJ", "5H")
DECK: Cards = (*(rank + suit for rank in RANKS for suit in SUITS), "jj", "JJ")

SINGLE = "single"
PAIR = "pair"
TRIPLE = "triple"
FULL_HOUSE = "full house"
SISTERS = "sisters"
STRAIGHT = "run"
FOUR = "four of a kind"
FLUSH = "straight flush"


class Shape(NamedTuple):
    """What a meld is, whatever the suits: two melds of one shape differ in nothing that matters."""

    kind: str
    size: int
    """How many cards."""
    ranks: Cards
    """Each once: from the lowest to the highest, for a full house the triple and then the pair."""
    strength: int
    star: bool
    """A meld of several cards with the star in it."""


def shape(cards: Sequence[str], order: Order = SINGLES) -> Shape | None:
    """The meld that these cards make, or None."""
    size, star = len(cards), order[-1] in cards
    if size == 0:
        return None
    if size == 1:
        card = cards[0]
        name = card if card in order else card[0]
        return Shape(SINGLE, 1, (name,), order.index(name), False)
    if "jj" in cards or "JJ" in cards:
        return None
    count: dict[str, int] = {}
    for card in cards:
        count[card[0]] = count.get(card[0], 0) + 1
    if len(count) == 1:
        (rank,) = count
        return Shape(PAIR if size == 2 else TRIPLE if size == 3 else FOUR, size, (rank,), RANKS.index(rank), star)
    many = set(count.values())
    if size == 5 and many == {2, 3}:
        triple, pair = sorted(count, key=lambda rank: -count[rank])
        return Shape(FULL_HOUSE, 5, (triple, pair), RANKS.index(triple), star)
    if many in ({2}, {3}):
        ranks = tuple(sorted(count, key=RANKS.index))
        if "".join(ranks) in RANKS:
            return Shape(SISTERS, size, ranks, RANKS.index(ranks[-1]), star)
    if size >= 5 and many == {1}:
        # From the top, so that all thirteen are ace high.
        for low in range(len(RUN) - size, -1, -1):
            if set(RUN[low : low + size]) == set(count):
                kind = FLUSH if len({card[1] for card in cards}) == 1 else STRAIGHT
                return Shape(kind, size, tuple(RUN[low : low + size]), low + size - 1, star)
    return None


def beats(new: Shape, last: Shape) -> bool:
    """May the first be played on the second?"""
    if new.kind == FLUSH:
        return last.kind != FLUSH or (new.size, new.strength) > (last.size, last.strength)
    if new.kind == FOUR:
        if last.kind == FLUSH:
            return False
        return last.kind != FOUR or (new.size, new.strength) > (last.size, last.strength)
    alike = (new.kind, new.size, len(new.ranks)) == (last.kind, last.size, len(last.ranks))
    return alike and new.strength > last.strength


# -- All melds of a hand ---------------------------------------------------------------------------------------------


def choices(hand: Sequence[str], order: Order = SINGLES) -> dict[Shape, set[Cards]]:
    """Every meld in a hand with every choice of its cards: all subsets are tried, so a hand of twelve is enough."""
    found: dict[Shape, set[Cards]] = {}
    hand = sorted(hand)
    for size in range(1, len(hand) + 1):
        for cards in combinations(hand, size):
            meld = shape(cards, order)
            if meld is not None:
                found.setdefault(meld, set()).add(cards)
    return found


def in_straight_flushes(melds: dict[Shape, set[Cards]]) -> set[str]:
    """The cards that stand in some straight flush of the hand."""
    return {card for meld, found in melds.items() if meld.kind == FLUSH for cards in found for card in cards}


def counted(hand: Sequence[str], order: Order = SINGLES) -> set[Shape]:
    """The same shapes for a hand of any size: each shape there could be is looked for in the hand."""
    return set(_found(hand, order))


def _found(hand: Sequence[str], order: Order) -> Iterator[Shape]:
    star = order[-1]
    for card in set(hand):
        yield Shape(SINGLE, 1, (name := card if card in order else card[0],), order.index(name), False)
    suited = [card for card in hand if card not in ("jj", "JJ")]
    held = {rank: sum(card[0] == rank for card in suited) for rank in RANKS}
    plain = {rank: sum(card[0] == rank and card != star for card in suited) for rank in RANKS}

    def ways(ranks: Sequence[str], counts: Sequence[int]) -> Iterator[bool]:
        """Without the star, and with it: is there enough of each rank?"""
        if all(plain[rank] >= count for rank, count in zip(ranks, counts, strict=True)):
            yield False
        enough = all(held[rank] >= count for rank, count in zip(ranks, counts, strict=True))
        if star in suited and star[0] in ranks and enough:
            yield True

    for at, rank in enumerate(RANKS):
        for size in range(2, 9):
            kind = PAIR if size == 2 else TRIPLE if size == 3 else FOUR
            yield from (Shape(kind, size, (rank,), at, with_star) for with_star in ways(rank, [size]))
        for other in RANKS:
            if other != rank:
                for with_star in ways((rank, other), (3, 2)):
                    yield Shape(FULL_HOUSE, 5, (rank, other), at, with_star)
        for top in range(at + 1, len(RANKS)):
            ranks = tuple(RANKS[at : top + 1])
            for width in (2, 3):
                for with_star in ways(ranks, [width] * len(ranks)):
                    yield Shape(SISTERS, width * len(ranks), ranks, top, with_star)
    for low in range(len(RUN)):
        for size in range(5, 14):
            ranks = tuple(RUN[low : low + size])
            if len(ranks) < size or (low, size) == (0, 13):
                continue
            for with_star in (False, True):
                yield from _runs(suited, ranks, low + size - 1, star, with_star)


def _runs(hand: Sequence[str], ranks: Cards, strength: int, star: str, with_star: bool) -> Iterator[Shape]:
    """The run of these ranks and the straight flush of them, with the star or without."""
    if with_star and (star not in hand or star[0] not in ranks):
        return
    suits = []
    for rank in ranks:
        own = {card[1] for card in hand if card[0] == rank and card != star}
        suits.append({star[1]} if with_star and rank == star[0] else own)
    if not all(suits):
        return
    if any(all(suit in own for own in suits) for suit in SUITS):
        yield Shape(FLUSH, len(ranks), ranks, strength, with_star)
    if len(set().union(*suits)) > 1:
        yield Shape(STRAIGHT, len(ranks), ranks, strength, with_star)
