"""A player of Heart of Five with a plan: few plays left, cards that nobody beats, bombs and the star in their time.

It looks at its own hand and at which cards the others must hold together, never at which seat holds which card.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from .bits import lowest, packed, size
from .climbing_fewest import fewest_plays
from .climbing_melds import ACE, BASICS, FOUR, FULL, LARGE, NOTHING, PASS, SISTERS, STAR_FOUR, STAR_SINGLE, WEAK_JOKER

if TYPE_CHECKING:
    from mypy_extensions import i64

    from .climbing import ClimbingPosition

# What is weighed, in hundredths of a play. Found by self-play against a simpler player and against random ones.
PLAY: Final = 0  # each play that is still to be made
CONTROL: Final = 1  # each single card that nobody can beat any more
STRENGTH: Final = 2  # each rank of a meld that is laid: low ones first
PRESSED: Final = 3  # to pass while a rival has one or two cards
LENGTH: Final = 4  # each card of a lead
SINGLE: Final = 5  # to lead a single card while a rival has one
HIGH_SINGLE: Final = 6  # ... less for each of its ranks
TEMPO: Final = 7  # to play rather than pass
LOW_TEMPO: Final = 8  # ... and more so with cards below the ace
BOMB: Final = 9  # to spend a bomb early
WEIGHTS: Final = packed([100, 55, 1, 213, 2, 166, 0, 31, 63, 80])

CLOSE: Final = 4
FEW: Final = 6
NEVER: Final = -1 << 40
LOWEST_CONTROL: Final = 8  # the Jack: below it no single is worth counting on


def planned_move(state: ClimbingPosition) -> i64:
    """The move that leaves the best hand."""
    pages = state.nonempty_pages()
    move = only_move(state, pages)
    if move < 0:
        move = best_move(state, pages, unseen_by(state), least_of_rivals(state), -1)
    return move


def is_planned(state: ClimbingPosition, move: i64, unseen: i64, rivals: i64) -> bool:
    """Is a legal move the planned one, with `unseen` in other hands, the smallest of which has `rivals` cards?"""
    pages = state.nonempty_pages()
    return only_move(state, pages) >= 0 or best_move(state, pages, unseen, rivals, move) == move


def only_move(state: ClimbingPosition, pages: i64) -> i64:
    """The only legal move; -1 if there are several."""
    if pages == 1:
        melds = state.legal(BASICS)
        if melds & melds - 1 == 0:
            return lowest(melds)
    return -1


def best_move(state: ClimbingPosition, pages: i64, unseen: i64, rivals: i64, claimed: i64) -> i64:
    """The move on these pages that leaves the best hand, of equal ones the first. If a move is claimed to be the best
    (otherwise -1), any move that is better will do as the answer."""
    hand = state.look()
    fewest = fewest_plays(hand.cards, hand.twins)
    best = claimed
    most: i64 = NEVER
    if claimed >= 0:
        most = weighed(state, claimed, unseen, rivals, fewest, NEVER)
    while pages:
        page = lowest(pages)
        pages &= pages - 1
        melds = state.legal(page)
        while melds:
            move = page << 6 | lowest(melds)
            melds &= melds - 1
            if move == claimed:
                continue
            enough = most
            if move < best:
                enough -= 1
            value = weighed(state, move, unseen, rivals, fewest, enough)
            if value > enough:
                if claimed >= 0:
                    return move
                most = value
                best = move
    return best


def worth(state: ClimbingPosition, move: i64) -> i64:
    """What a legal move is worth to the seat that acts."""
    hand = state.look()
    fewest = fewest_plays(hand.cards, hand.twins)
    return weighed(state, move, unseen_by(state), least_of_rivals(state), fewest, NEVER)


def weighed(state: ClimbingPosition, move: i64, unseen: i64, rivals: i64, fewest: i64, most: i64) -> i64:
    """What a legal move is worth, with the `unseen` cards in other hands, the smallest of which has `rivals` cards. The
    hand goes in `fewest` plays, so after it in one less at best: the value of that, if it is not above `most`."""
    hand = state.look()
    if move == PASS:
        value = WEIGHTS[CONTROL] * control(hand.cards, unseen, state.terms.star) - WEIGHTS[PLAY] * fewest
        if rivals <= 2:
            value -= WEIGHTS[PRESSED]
        return value
    hand.pick(move)
    cards = (hand.cards & ~hand.once) | (hand.once & hand.twins & ~hand.twice)
    if cards == 0:
        return 1 << 40
    count = size(hand.once) + size(hand.twice)
    strength = strength_of(move, state.terms.star_rank)
    value = WEIGHTS[CONTROL] * control(cards, unseen, state.terms.star) - WEIGHTS[STRENGTH] * strength
    if state.last != NOTHING:
        value += WEIGHTS[TEMPO]
        if strength < ACE:
            value += WEIGHTS[LOW_TEMPO]
    else:
        value += WEIGHTS[LENGTH] * count
        if rivals == 1 and count == 1:
            value += WEIGHTS[HIGH_SINGLE] * strength - WEIGHTS[SINGLE]
    if is_bomb(move) and rivals > CLOSE and state.held(state.turn) - count > FEW:
        value -= WEIGHTS[BOMB]
    if value - WEIGHTS[PLAY] * (fewest - 1) <= most:
        return value - WEIGHTS[PLAY] * (fewest - 1)
    return value - WEIGHTS[PLAY] * fewest_plays(cards, hand.twins & ~hand.once)


def unseen_by(state: ClimbingPosition) -> i64:
    """What the others hold together."""
    cards: i64 = 0
    for seat in range(state.seats):
        if seat != state.turn:
            held, _ = state.cards_of(seat)
            cards |= held
    return cards


def least_of_rivals(state: ClimbingPosition) -> i64:
    """The fewest cards that another seat still holds."""
    least: i64 = 99
    for seat in range(state.seats):
        if seat != state.turn and not state.gone >> seat & 1:
            count = state.held(seat)
            if count < least:
                least = count
    return least


def control(cards: i64, unseen: i64, star: i64) -> i64:
    """How many singles of a hand nobody can beat; equal singles in other hands do not beat them."""
    if unseen & star:
        return 0
    sure: i64 = 0
    if cards & star:
        sure = 1
    for joker in range(WEAK_JOKER + 1, WEAK_JOKER - 1, -1):
        if unseen >> joker & 1:
            return sure
        sure += cards >> joker & 1
    mine = cards & ~star
    for rank in range(12, LOWEST_CONTROL - 1, -1):
        four = mine >> 4 * rank & FOUR
        if unseen >> 4 * rank & FOUR:
            return sure + 1 if four else sure
        sure += size(four)
    return sure


def strength_of(move: i64, star_rank: i64) -> i64:
    """How high a meld stands among its kind."""
    page, bit = move >> 6, move & 63
    if page >= FULL:
        return page - FULL
    if page > 0 or bit < WEAK_JOKER:
        return bit >> 2
    return bit - WEAK_JOKER + 13 if bit <= STAR_SINGLE else star_rank


def is_bomb(move: i64) -> bool:
    page, bit = move >> 6, move & 63
    if page == 0:
        return bit == STAR_FOUR or (bit < WEAK_JOKER and bit & 3 == 3)
    return page == LARGE or (page < SISTERS and bit & 2 != 0)
