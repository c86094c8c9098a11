"""What is worth counting in a match of the Shithead family: it follows from what everybody saw."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from houserules.core import Event, Seat

from .events import Burned, Failed, Played, Took


class Statistics(msgspec.Struct):
    """Of one seat."""

    plays: int = 0
    cards_played: int = 0
    pickups: int = 0
    cards_picked_up: int = 0
    burns: int = 0
    """Piles that burned under its cards."""
    longest_turn: int = 0
    """The most plays in a row, with nobody else playing or taking in between."""


def statistics_of(seats: int, events: Iterable[Event]) -> tuple[Statistics, ...]:
    of = tuple(Statistics() for _ in range(seats))
    last: Seat | None = None
    in_a_row = 0
    for event in events:
        match event:
            case Played(seat, _, cards):
                in_a_row = in_a_row + 1 if seat == last else 1
                last = seat
                of[seat].plays += 1
                of[seat].cards_played += len(cards)
                of[seat].longest_turn = max(of[seat].longest_turn, in_a_row)
            case Took(seat, cards):
                last = None
                of[seat].pickups += 1
                of[seat].cards_picked_up += len(cards)
            case Failed():
                last = None
            case Burned(_, "power" | "alike") if last is not None:
                of[last].burns += 1
    return of
