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
    FOURS,
    FULL,
    JOKERS,
    LARGE,
    MIXED,
    NOTHING,
    PASS,
    RUNS,
    SHORTEST,
    SISTERS,
    STAR_PAIR,
    STAR_SINGLE,
    TWO,
    WEAK_JOKER,
    at_least,
    in_run_order,
)

if TYPE_CHECKING:
    from mypy_extensions import i64

    from .climbing import State
    from .climbing_melds import Hand

CLOSE: Final = 4
"""With so few cards a rival may soon be out."""
FEW: Final = 6
"""With so few cards of its own a seat holds nothing back."""
HIGH: Final = 15 << 4 * ACE | 15 << 4 * TWO
"""The ranks that no full house is worth."""
STRONGEST: Final = JOKERS | 1 << STAR_SINGLE


def quick_move(state: State) -> i64:
    return lead(state, state.look()) if state.last == NOTHING else follow(state, state.look())


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
        return lowest(hand.basics & STRONGEST)
    rank = lowest(ranks) >> 2
    if hand.plain >> 4 * rank & FOUR == 1 and least_of_rivals(state) == 1:
        return against_one(hand, ranks)
    return group(hand, rank)


def long_meld(hand: Hand, pages: i64, held: i64) -> i64:
    """The run, sisters or full house that saves most plays; -1 if none saves any."""
    best: i64 = -1
    most: i64 = 0
    alone = at_least(hand.plain, 1) & ~hand.pairs
    twos = hand.pairs & ~hand.triples
    places = in_run_order(alone)
    while pages:
        page = lowest(pages)
        pages &= pages - 1
        if page < SISTERS:
            length = page - RUNS + SHORTEST
            melds = hand.melds(page)
            if length < held:
                melds &= MIXED
            while melds:
                bit = lowest(melds)
                melds &= melds - 1
                saves = how_many(places >> (bit & ~3) & shifted(1, 4 * length) - 1) - 1
                if length == held:
                    return page << 6 | bit
                if saves > most:
                    most = saves
                    best = page << 6 | bit
        elif page < FULL:
            count = page - SISTERS + 2
            melds = hand.melds(page)
            while melds:
                bit = lowest(melds)
                melds &= melds - 1
                whole = twos if bit & 2 == 0 else hand.triples
                saves = how_many(whole >> (bit & ~3) & shifted(1, 4 * count) - 1) - 1
                if held == count * (3 if bit & 2 else 2):
                    return page << 6 | bit
                if saves > most:
                    most = saves
                    best = page << 6 | bit
        elif most == 0 or held == 5:
            melds = hand.melds(page)
            if held > 5:
                melds = melds & twos & ~HIGH if page - FULL < ACE else 0
            if melds:
                most = 1
                best = page << 6 | lowest(melds)
    return best


def how_many(ranks: i64) -> i64:
    """The size of a set of ranks, or of places: one multiplication adds them up in the highest place."""
    return ranks * (EACH | EACH << 4) >> 52 & FOUR


def group(hand: Hand, rank: i64) -> i64:
    """All cards of a rank that are no bomb: a single, a pair or a triple."""
    count = hand.plain >> 4 * rank & FOUR
    return 4 * rank + (count - 1 if count < 4 else 2)


def against_one(hand: Hand, ranks: i64) -> i64:
    """A rival has one card left: lead what is no single, or else the highest single."""
    groups = ranks & (hand.pairs | hand.triples)
    if groups:
        return group(hand, lowest(groups) >> 2)
    singles = hand.basics & (EACH | STRONGEST)
    while singles & singles - 1:
        singles &= singles - 1
    return lowest(singles)


# -- Following -------------------------------------------------------------------------------------------------------


def follow(state: State, hand: Hand) -> i64:
    """The weakest meld that will do: whole groups before broken ones, the strongest singles only where it counts."""
    page, bit = state.last >> 6, state.last & 63
    held = state.held(state.turn)
    rivals = least_of_rivals(state)
    pressed = rivals <= CLOSE or held <= FEW or state.must_pass() == 1
    if page == BASICS:
        moves = state.legal(BASICS) & ~shifted(1, PASS)
        if moves == 0 and hand.flushes == 0 and hand.twins == 0:
            return PASS
        kind: i64 = bit & 3 if bit < WEAK_JOKER else 0
        if bit >= STAR_PAIR:
            kind = bit - STAR_PAIR + 1
        if kind < 3:
            same = moves >> kind & EACH
            whole = same & ~at_least(hand.plain, kind + 2)
            if whole:
                return lowest(whole) + kind
            if kind == 0 and pressed and moves & STRONGEST:
                return lowest(moves & STRONGEST)
            broken = same & ~at_least(hand.plain, 4)
            if broken:
                return lowest(broken) + kind
            if kind and moves & shifted(1, STAR_PAIR - 1 + kind):
                return STAR_PAIR - 1 + kind
    elif page != LARGE and not (page < SISTERS and bit & 2):
        move = weakest(state, page)
        if move >= 0:
            return move
    if rivals <= CLOSE or held <= 2 * CLOSE:
        return bomb(state, hand)
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
    """The weakest bomb that will do, or a pass."""
    fours = state.legal(BASICS) & FOURS
    if fours:
        return lowest(fours)
    pages = hand.bombs_filled()
    while pages:
        page = lowest(pages)
        pages &= pages - 1
        melds = state.legal(page)
        if page >= RUNS:
            melds &= FLUSHES
        if melds:
            return page << 6 | lowest(melds)
    return PASS


def least_of_rivals(state: State) -> i64:
    """The fewest cards that somebody else still holds."""
    least: i64 = 99
    for seat in range(state.seats):
        if seat != state.turn and not state.gone >> seat & 1:
            count = state.held(seat)
            if count < least:
                least = count
    return least
