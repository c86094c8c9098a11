"""A state of Heart of Five: the kernel's hands and counters, and what only people ask for."""

from __future__ import annotations

import msgspec

from houserules.cards import Card
from houserules.kernel import climbing as kernel

from .melds import Pack


class State(msgspec.Struct, frozen=True, gc=False):
    """Everything at one moment."""

    kernel: kernel.ClimbingPosition
    played: tuple[Card, ...]
    """In this round, in order."""
    last: tuple[Card, ...]
    """The meld to beat: the last of `played`; empty for a free lead."""
    actions: tuple[str | None, ...]
    """What each seat did last in this round, in words."""
    seed: str | None
    """For the deals of later rounds."""
    turns: tuple[tuple[int, int], ...] = ()
    """Of this round, or since the position from which it goes on: who laid how many of `played`; 0 is a pass."""


def hand_of(pack: Pack, core: kernel.ClimbingPosition, seat: int) -> tuple[Card, ...]:
    return pack.of_masks(*core.cards_of(seat))


def seats_out(core: kernel.ClimbingPosition) -> tuple[int, ...]:
    """In the order in which they went."""
    order, seats = core.order, []
    while order:
        seats.append((order & 15) - 1)
        order >>= 4
    return tuple(reversed(seats))


def wins_of(core: kernel.ClimbingPosition) -> tuple[int, ...]:
    return tuple([core.won(seat) for seat in range(core.seats)])


def losses_of(core: kernel.ClimbingPosition) -> tuple[int, ...]:
    return tuple([core.lost(seat) for seat in range(core.seats)])
