"""A table of Heart of Five from what one seat sees of it: its own hand and what was played; the rest at random."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .bits import shifted, shuffle, zeros
from .climbing import ClimbingPosition, bare
from .climbing_melds import CARDS

if TYPE_CHECKING:
    from mypy_extensions import i64

    from .climbing_melds import Terms


def imagined(
    terms: Terms,
    decks: i64,
    viewer: i64,
    own: list[int],
    hands: list[int],
    played: list[int],
    order: bytes,
    seed: i64,
) -> ClimbingPosition:
    """A table with the viewer's own hand (-1: a spectator has none); `hands` says how many cards each seat has.

    Cards come in as their numbers; `order` is the order in which unseen ones are counted out before the shuffle."""
    state = bare(terms, len(hands), decks)
    left = zeros(CARDS)
    for number in range(CARDS):
        left[number] = decks
    for card in played:
        left[card] -= 1
    for card in own:
        left[card] -= 1
        state.give(viewer, card)
    unseen = zeros(CARDS * decks)
    count: i64 = 0
    for card in order:
        for _ in range(left[card]):
            unseen[count] = card
            count += 1
    wanted = sum(hands) - len(own)
    if count > wanted:
        # A position from outside may not place every card: then nobody knows which ones are missing.
        unseen = unseen[:count]
        shuffle(unseen, seed)
    count = 0
    for seat in range(len(hands)):
        if seat != viewer:
            for _ in range(hands[seat]):
                state.give(seat, unseen[count])
                count += 1
    state.deal_unseen(viewer, seed)
    return state


def turns_said(cards: list[int], turns: tuple[tuple[int, int], ...]) -> list[tuple[int, int, int]]:
    """The turns of a round, from how many cards each seat laid: each with its cards, and those of them laid twice.

    None if the turns do not tell of all cards: the round began before anybody took notes."""
    said: list[tuple[int, int, int]] = []
    at = 0
    for seat, count in turns:
        once: i64 = 0
        twice: i64 = 0
        for place in range(at, at + count):
            bit = shifted(1, cards[place])
            twice |= once & bit
            once |= bit
        at += count
        said.append((seat, once, twice))
    return said if at == len(cards) else []
