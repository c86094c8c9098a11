"""A quick player of Heart of Five, for playouts: low cards first, groups whole, strength for when it counts."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from .bits import lowest, shifted
from .climbing_melds import (
    ACE,
    BASICS,
    EACH,
    FLUSHES,
    FOUR,
    FULL,
    JOKERS,
    LARGE,
    MIXED,
    NOTHING,
    PASS,
    RUNS,
    SISTERS,
    STAR_PAIR,
    STAR_SINGLE,
    TWO,
    WEAK_JOKER,
    at_least,
)

if TYPE_CHECKING:
    from mypy_extensions import i64

    from .climbing import State
    from .climbing_melds import Hand

CLOSE: Final = 4
"""With so few cards a rival may soon be out."""
HIGH: Final = 15 << 4 * ACE | 15 << 4 * TWO
"""The ranks that are kept for later."""


def quick_move(state: State, seed: i64) -> i64:
    if state.last == NOTHING:
        return lead(state, state.look())
    return follow(state, state.look(), seed)


# -- Leading ---------------------------------------------------------------------------------------------------------


def lead(state: State, hand: Hand) -> i64:
    """Long melds of low cards; else the lowest rank, all of it."""
    pages = hand.filled() & ~3
    held = state.held(state.turn)
    if pages:
        move = long_meld(hand, pages, held)
        if move >= 0:
            return move
    ranks = hand.basics & EACH
    bombs = hand.basics >> 3 & EACH
    if ranks & ~bombs:
        ranks &= ~bombs
    if ranks == 0:  # only Jokers and the star
        return lowest(hand.basics & (JOKERS | shifted(1, STAR_SINGLE)))
    rank = lowest(ranks) >> 2
    if hand.plain >> 4 * rank & FOUR == 1 and least_of_rivals(state) == 1:
        return against_one(hand, ranks)
    return group(hand, rank)


def long_meld(hand: Hand, pages: i64, held: i64) -> i64:
    """A run, sisters or a full house: the one that goes out, else the longest run or sisters, else the lowest house."""
    best: i64 = -1
    most: i64 = 0
    while pages:
        page = lowest(pages)
        pages &= pages - 1
        if page >= FULL:
            if most and held > 5:
                break
            size_of: i64 = 5
        elif page >= SISTERS:
            size_of = 2 * (page - SISTERS + 2)
        else:
            size_of = page - RUNS + 5
        if size_of <= most:
            continue
        melds = hand.melds(page)
        if page < SISTERS:
            melds &= melds if size_of == held else MIXED
        elif page >= FULL and size_of < held:
            melds &= ~HIGH
            if page - FULL >= ACE:
                melds = 0
        if melds:
            best = page << 6 | lowest(melds)
            most = size_of
    return best


def group(hand: Hand, rank: i64) -> i64:
    """All cards of a rank that are no bomb: a single, a pair or a triple."""
    count = hand.plain >> 4 * rank & FOUR
    return 4 * rank + (count - 1 if count < 4 else 2)


def against_one(hand: Hand, ranks: i64) -> i64:
    """A rival has one card left: lead what is no single, or else the highest single."""
    groups = ranks & (hand.pairs | hand.triples)
    if groups:
        return group(hand, lowest(groups) >> 2)
    singles = hand.basics & (EACH | JOKERS | shifted(1, STAR_SINGLE))
    while singles & singles - 1:
        singles &= singles - 1
    return lowest(singles)


# -- Following -------------------------------------------------------------------------------------------------------


def follow(state: State, hand: Hand, seed: i64) -> i64:
    """The weakest meld that will do, if it breaks nothing; strength only where it counts; else pass."""
    page, bit = state.last >> 6, state.last & 63
    held = state.held(state.turn)
    rivals = least_of_rivals(state)
    pressed = rivals <= CLOSE or held <= 6
    if page == BASICS:
        moves = state.legal(BASICS) & ~shifted(1, PASS)
        if moves == 0 and hand.flushes == 0 and hand.twins == 0:
            return PASS
        kind: i64 = bit & 3 if bit < WEAK_JOKER else 0
        if bit >= STAR_PAIR:
            kind = bit - STAR_PAIR + 1
        if kind < 3:
            same = moves >> kind & EACH
            whole = same & ~(at_least(hand.plain, kind + 2))
            low = whole & ~HIGH
            if low:
                return lowest(low) + kind
            if pressed or seed >> 8 & 3 == 0:
                if whole:
                    return lowest(whole) + kind
                if kind == 0 and moves & (JOKERS | shifted(1, STAR_SINGLE)):
                    return lowest(moves & (JOKERS | shifted(1, STAR_SINGLE)))
                broken = same & ~(at_least(hand.plain, 4))
                if broken:
                    return lowest(broken) + kind
                if moves & shifted(1, STAR_PAIR - 1 + kind) and kind:
                    return STAR_PAIR - 1 + kind
    elif page != LARGE and not (page < SISTERS and bit & 2):
        move = weakest(state, page)
        if move >= 0 and (pressed or seed >> 8 & 3):
            return move
    if rivals <= CLOSE or held <= 8:
        move = bomb(state, hand)
        if move >= 0:
            return move
    return PASS


def weakest(state: State, page: i64) -> i64:
    """The weakest meld of the same kind that beats the last, bombs aside."""
    pages = state.filled() & ~3
    while pages:
        at = lowest(pages)
        pages &= pages - 1
        melds = state.legal(at)
        if RUNS <= at < SISTERS:
            melds &= MIXED
        if melds and (at == page or page >= FULL):
            return at << 6 | lowest(melds)
    return -1


def bomb(state: State, hand: Hand) -> i64:
    """The weakest bomb that will do."""
    fours = state.legal(BASICS) & (EACH << 3 | shifted(1, STAR_PAIR + 2))
    if fours:
        return lowest(fours)
    pages = hand.bombs_filled()
    while pages:
        at = lowest(pages)
        pages &= pages - 1
        melds = state.legal(at)
        if at >= RUNS:
            melds &= FLUSHES
        if melds:
            return at << 6 | lowest(melds)
    return -1


def least_of_rivals(state: State) -> i64:
    """The fewest cards that somebody else still holds."""
    least: i64 = 99
    for seat in range(state.seats):
        if seat != state.turn and not state.gone >> seat & 1:
            count = state.held(seat)
            if count < least:
                least = count
    return least
