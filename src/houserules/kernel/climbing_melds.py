"""Melds of Heart of Five: which cards make one, and which ones beat the last. What a hand can make: climbing_hand.

M1 Cards     a card is a place in the single order: four suits of 3, of 4, ... of A, of 2, then the two Jokers
M2 Numbers   a meld is a number: a bit on a page, so that a page of melds is one word
M3 Ranks     sets of ranks, and how many cards of each
M4 The meld  the number of the meld that some cards make
M5 Beating   what the last meld leaves open
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from .bits import lowest, shifted

if TYPE_CHECKING:
    from mypy_extensions import i64

# -- M1 Cards --------------------------------------------------------------------------------------------------------

RANKS: Final = 13
ACE: Final = 11
TWO: Final = 12
WEAK_JOKER: Final = 52
CARDS: Final = 54

FOUR: Final = 15  # the four suits of a rank
SUITED: Final = (1 << 52) - 1
JOKERS: Final = 3 << 52
EACH: Final = 0x1111111111111  # a set of ranks has the lowest bit of each rank's four: here all thirteen
PLACES: Final = 14  # of a run: A 2 3 ... K A

# -- M2 Numbers ------------------------------------------------------------------------------------------------------
# The star is the card that beats every single: the five of hearts, unless a table has another.

BASICS: Final = 0  # page: 4 * rank + 0 single, 1 pair, 2 triple, 3 four; then the Jokers in their places, and:
STAR_SINGLE: Final = 54
PASS: Final = 55
STAR_PAIR: Final = 56
STAR_TRIPLE: Final = 57
STAR_FOUR: Final = 58
LARGE: Final = 1  # page: fives to eights of a kind, two decks only: 4 * rank + count - 5; with the star 52 + count - 5
RUNS: Final = 2  # pages by length, from five: 4 * lowest place + 0 run, 1 run with star, 2 straight flush, 3 with star
SISTERS: Final = 11  # pages by ranks, from two: 4 * lowest rank + 0 pairs, 1 pairs with star, 2 triples, 3 with star
FULL: Final = 23  # pages by the rank of the triple: 4 * rank of the pair + 0, 1 star in the pair, 2 star in the triple
PAGES: Final = 36
ALL_PAGES: Final = (1 << 36) - 1

SHORTEST: Final = 5  # run
MIXED: Final = EACH * 3  # the runs of a page that are not bombs
FLUSHES: Final = EACH * 12
FOURS: Final = EACH << 3 | 1 << STAR_FOUR
NOTHING: Final = -1
"""There is no meld to beat: the lead is free."""


class Terms:
    """What a table has agreed on: the star, who leads first, and when a match ends."""

    __slots__ = ("rounds", "seconds", "star", "star_rank", "starter", "wins")

    def __init__(self, star: i64, starter: i64, wins: i64, rounds: i64, seconds: i64) -> None:
        self.star: i64 = shifted(1, star)
        """The strongest single, as a bit."""
        self.star_rank: i64 = star >> 2
        self.starter: i64 = starter
        """The seat that is dealt this card leads the first round."""
        self.wins: i64 = wins
        """Rounds that win the match: it ends with the round in which someone reaches them ..."""
        self.rounds: i64 = rounds
        """... or after this many rounds (0: no limit) ..."""
        self.seconds: i64 = seconds
        """... or with the round that ends after this many seconds; 0: no limit."""


# -- M3 Ranks ----------------------------------------------------------------------------------------------------------


def counts_of(cards: i64) -> i64:
    """For each rank four bits with the number of its cards."""
    pairs = (cards & SUITED) - (cards >> 1 & 0x5555555555555)
    return (pairs & 0x3333333333333) + (pairs >> 2 & 0x3333333333333)


def at_least(counts: i64, count: i64) -> i64:
    """The ranks with at least `count` cards, as a set; counts go up to 8."""
    return counts + (8 - count) * EACH >> 3 & EACH


def in_run_order(cards: i64) -> i64:
    """The same cards, or the same set of ranks, by places of a run: A 2 3 ... K A, so that the ace stands twice."""
    return (cards >> 44 & 0xFF) | (cards & 0xFFFFFFFFFFF) << 8 | (cards >> 44 & FOUR) << 52


def in_single_order(places: i64) -> i64:
    return (places >> 8 & 0xFFFFFFFFFFF) | (places & 0xFF) << 44 | (places >> 52 & FOUR) << 44


def rank_at(place: i64) -> i64:
    """The rank that stands at a place of a run."""
    return place - 2 if 2 <= place < 13 else TWO if place == 1 else ACE


def in_a_row(ranks: i64, count: i64) -> i64:
    """Where rows of `count` neighbours begin."""
    rows = ranks
    for _ in range(1, count):
        ranks >>= 4
        rows &= ranks
    return rows


def how_many(ranks: i64) -> i64:
    """The size of a set of ranks: one multiplication adds them up in the highest place."""
    return ranks * EACH >> 48 & FOUR


def of_one_suit(cards: i64) -> bool:
    """Are these cards, one of each rank, all of the same suit?"""
    ranks = at_least(counts_of(cards), 1)
    return cards == ranks or cards == ranks << 1 or cards == ranks << 2 or cards == ranks << 3


# -- M4 The meld -------------------------------------------------------------------------------------------------------


def meld_of(cards: i64, twins: i64, star: i64, star_rank: i64) -> i64:
    """The number of the meld that all these cards make together; NOTHING if they make no meld."""
    if cards & JOKERS:
        return lowest(cards) if cards & cards - 1 == 0 and twins == 0 else NOTHING
    counts = counts_of(cards) + counts_of(twins)
    ranks = at_least(counts, 1)
    if ranks == 0:
        return NOTHING
    rank = lowest(ranks) >> 2
    count = counts >> 4 * rank & FOUR
    length = how_many(ranks)
    with_star: i64 = 1 if cards & star else 0
    if length == 1:
        if count == 1:
            return STAR_SINGLE if with_star else 4 * rank
        if count <= 4:
            return STAR_FOUR - 4 + count if with_star else 4 * rank + count - 1
        return LARGE << 6 | count - 5 + (52 if with_star else 4 * rank)
    if counts == ranks:
        return run_of(cards, ranks, length, with_star)
    row = EACH & shifted(1, 4 * length) - 1
    if counts == ranks * count and 2 <= count <= 3 and ranks == shifted(row, 4 * rank):
        return SISTERS + length - 2 << 6 | 4 * rank + 2 * (count - 2) + with_star
    triples = at_least(counts, 3)
    if length == 2 and how_many(triples) == 1 and counts == 2 * ranks + triples:
        triple = lowest(triples) >> 2
        pair = lowest(ranks ^ triples) >> 2
        where: i64 = (2 if triple == star_rank else 1) if with_star else 0
        return FULL + triple << 6 | 4 * pair + where
    return NOTHING


def run_of(cards: i64, ranks: i64, length: i64, with_star: i64) -> i64:
    """The number of a run of these cards, one of each rank; NOTHING if they are not a run."""
    place = RANKS + 1 - length if length >= SHORTEST else -1
    row = EACH & shifted(1, 4 * length) - 1
    while place >= 0:
        if in_single_order(shifted(row, 4 * place)) == ranks:
            flush: i64 = 2 if of_one_suit(cards) else 0
            return RUNS + length - SHORTEST << 6 | 4 * place + flush + with_star
        place -= 1
    return NOTHING


# -- M5 Beating ------------------------------------------------------------------------------------------------------


def above(rank: i64) -> i64:
    """All of the ranks, or of the places of a run, above one."""
    return -shifted(1, 4 * rank + 4) & (1 << 4 * PLACES) - 1


def beating_basics(last: i64, star_rank: i64) -> i64:
    """What may follow on the first page."""
    page, bit = last >> 6, last & 63
    if last == NOTHING:
        return ~shifted(1, PASS)
    pass_on = shifted(1, PASS)
    if page == LARGE or (RUNS <= page < SISTERS and bit & 2):
        return pass_on
    if page != BASICS:
        return pass_on | FOURS
    if WEAK_JOKER <= bit <= STAR_SINGLE:
        return pass_on | FOURS | (shifted(1, STAR_SINGLE + 1) - shifted(1, bit + 1))
    rank, kind = bit >> 2, bit & 3
    if bit > PASS:
        rank, kind = star_rank, bit - STAR_PAIR + 1
    stronger = (above(rank) & EACH) << kind
    if kind == 0:
        return pass_on | FOURS | stronger | JOKERS | shifted(1, STAR_SINGLE)
    if star_rank > rank:
        stronger |= shifted(1, STAR_PAIR - 1 + kind)
    return pass_on | stronger | (FOURS if kind < 3 else 0)


def beating(last: i64, page: i64, star_rank: i64) -> i64:
    """What may follow on one of the other pages."""
    if last == NOTHING:
        return -1
    last_page, bit = last >> 6, last & 63
    bombed = RUNS <= last_page < SISTERS and bit & 2 != 0
    if page >= FULL:
        return -1 if FULL <= last_page < page else 0
    if page >= SISTERS:
        return above(bit >> 2) & MIXED << (bit & 2) if page == last_page else 0
    if page >= RUNS:
        if bombed:
            return FLUSHES if page > last_page else FLUSHES & above(bit >> 2) if page == last_page else 0
        return FLUSHES | (MIXED & above(bit >> 2) if page == last_page else 0)
    if bombed:
        return 0
    if last_page != LARGE:
        return -1
    rank, more = (bit >> 2, bit & 3) if bit < 52 else (star_rank, bit - 52)
    stronger = (above(rank) & EACH) << more
    if star_rank > rank:
        stronger |= shifted(1, 52 + more)
    for larger in range(more + 1, 4):
        stronger |= EACH << larger | shifted(1, 52 + larger)
    return stronger
