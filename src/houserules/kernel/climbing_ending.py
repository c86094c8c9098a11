"""The words of an ending of Heart of Five between two: a hand, and the meld to beat, each in a few numbers.

E1 A hand       what counts of it: how many cards of each rank, and the very cards only in straight flushes
E2 Last melds   kind and strength in one number
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from .climbing_melds import (
    BASICS,
    FULL,
    LARGE,
    NOTHING,
    PASS,
    RANKS,
    RUNS,
    SHORTEST,
    SISTERS,
    STAR_SINGLE,
    WEAK_JOKER,
    counts_of,
    in_a_row,
    in_run_order,
    in_single_order,
)

if TYPE_CHECKING:
    from mypy_extensions import i64

# -- E1 A hand -------------------------------------------------------------------------------------------------------
# A hand is three words. The first holds the counts of the ranks without the star, then those of the Jokers and of the
# star. The second and third hold the cards that stand in a straight flush, and those of them that it holds twice. The
# suits of all other cards never matter again.

WEAK: Final = 52
STRONG: Final = 54
STARS: Final = 56


def tally(cards: i64, twins: i64, star: i64) -> i64:
    """The first word of a hand."""
    both = counts_of(cards & ~star) + counts_of(twins & ~star)
    weak = (cards >> 52 & 1) + (twins >> 52 & 1)
    strong = (cards >> 53 & 1) + (twins >> 53 & 1)
    stars: i64 = (1 if cards & star else 0) + (1 if twins & star else 0)
    return both | weak << WEAK | strong << STRONG | stars << STARS


def flush_cards(cards: i64) -> i64:
    """Those that stand in a straight flush."""
    rows = in_a_row(in_run_order(cards), SHORTEST)
    if rows == 0:
        return 0
    return in_single_order(rows | rows << 4 | rows << 8 | rows << 12 | rows << 16)


# -- E2 Last melds ---------------------------------------------------------------------------------------------------
# kind << 8 | strength: within a kind the stronger beats the weaker.

SINGLE: Final = 0  # strength: rank, Jokers 13 and 14, star 15
PAIR: Final = 1  # strength: rank
TRIPLE: Final = 2
HOUSE: Final = 3  # strength: rank of the triple
SISTER_PAIRS: Final = 4  # and one more for each rank beyond the second; strength: lowest rank
SISTER_TRIPLES: Final = 16
RUN: Final = 28  # and one more for each card beyond the fifth; strength: lowest place
ALIKE: Final = 37  # four and more of a kind; strength: 16 * count + rank
STRAIGHT: Final = 38  # of one suit; strength: 16 * length + lowest place
LEAD: Final = 39
FREE: Final = LEAD << 8
BOMBS_ONLY: Final = ALIKE << 8
"""Weaker than every bomb: stands for any meld that the player to act can only bomb."""

STAR_STRENGTH: Final = 15


def last_of(meld: i64, star_rank: i64) -> i64:
    """Kind and strength of a meld number."""
    if meld == NOTHING:
        return FREE
    page, bit = meld >> 6, meld & 63
    rank = bit >> 2
    if page == BASICS:
        if WEAK_JOKER <= bit <= STAR_SINGLE:
            return SINGLE << 8 | bit - WEAK_JOKER + RANKS
        kind = bit & 3
        if bit > PASS:
            rank, kind = star_rank, bit - PASS
        return ALIKE << 8 | 64 | rank if kind == 3 else kind << 8 | rank
    if page == LARGE:
        return ALIKE << 8 | 16 * ((bit & 3) + 5) | (rank if rank < RANKS else star_rank)
    if page >= FULL:
        return HOUSE << 8 | page - FULL
    if page >= SISTERS:
        return (SISTER_TRIPLES if bit & 2 else SISTER_PAIRS) + page - SISTERS << 8 | rank
    if bit & 2:
        return STRAIGHT << 8 | 16 * (page - RUNS + SHORTEST) | rank
    return RUN + page - RUNS << 8 | rank
