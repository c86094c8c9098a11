"""What views are made of, as a few numbers: whatever looks the same has the same numbers, and its view can be kept."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .bits import lowest, shifted
from .shedding_layout import HAND, PLAY, SETUP
from .shedding_picking import TAKE, TRY
from .tables import FOUR, JOKERS

if TYPE_CHECKING:
    from mypy_extensions import i64

    from .shedding import SheddingPosition
    from .shedding_layout import Layout


def moment_seen(state: Layout) -> tuple[int, int, int, int, int]:
    """Who has to act and why (see `waits_for`), the cards left in the stock, the seats that are out, what was
    named for the card that still shows (-1: nothing), and how many plays there were."""
    turn = state.turn
    waiting: i64 = state.stage
    if state.stage == SETUP:
        waiting |= state.ready << 8
    else:
        waiting |= turn << 8
        if state.stage != PLAY:
            waiting |= state.zone << 5
    if state.over:
        waiting |= 16
    named: i64 = -1
    if state.named >= 0:
        named = state.named_by << 4 | state.named
    return waiting, len(state.stock) - state.drawn, state.order, named, state.plays


def rows_seen(state: Layout) -> list[tuple[int, ...]]:
    """For each seat what everybody sees of it: how many cards it holds, what is known of them, what lies before it.

    The count of the hand, how many of its cards are known to be none of some kinds, these kinds, the count of the blind
    cards; then for each deck a mask of the known hand cards, and for each deck one of the face-up cards."""
    rows: list[tuple[int, ...]] = []
    for seat in range(state.seats):
        lacking = state.cards[state.lacking_count_at + seat]
        lacks: i64 = 0
        if lacking:
            lacks = state.cards[state.lacks_at + seat]
        row: list[int] = [state.held(0, seat), lacking, lacks, state.blinds(seat)]
        for plane in range(state.decks):
            row.append(state.cards[state.known_at + plane * state.seats + seat])
        for plane in range(state.decks):
            row.append(state.cards[state.up_at + plane * state.seats + seat])
        rows.append(tuple(row))
    return rows


def sets_seen(state: SheddingPosition) -> tuple[list[int], bool, bool, int, int]:
    """A turn with sets of one rank from one deck: for each rank that may be played the number rank * 256 + the suits
    held * 16 + the counts to be played; whether nothing need be laid; whether a card of the stock may be tried; masks
    of the cards in the zone in play that may not be played, and of the face-up cards whose turn has not come."""
    cards = state.cards[state.up_at * state.zone + state.turn]
    page = state.legal(0)
    plays = page & (shifted(1, 56) - 1)
    take = page >> TAKE & 1 == 1
    tries = page >> TRY & 1 == 1
    rest = cards
    fit = cards & state.fits
    found: list[int] = []
    while plays:
        shift = lowest(plays) & ~3
        found.append(shift << 6 | (fit >> shift & FOUR) << 4 | (plays >> shift & FOUR))
        plays &= ~shifted(FOUR, shift)
        rest &= ~(fit & shifted(FOUR, shift))
    up: i64 = 0
    if state.zone == HAND:
        up = state.cards[state.up_at + state.turn]
        if cards & JOKERS:
            up &= ~JOKERS  # a Joker in the hand is the one that is meant
    return found, take, tries, rest, up
