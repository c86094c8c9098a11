"""A state of Heart of Five: the kernel's hands and counters, and what only people ask for."""

from __future__ import annotations

from typing import Literal

import msgspec

from houserules.cards import Card
from houserules.core import Seat
from houserules.kernel import climbing as kernel

from .melds import Kind, Pack


class Action(msgspec.Struct, frozen=True, gc=False):
    """What a seat did last."""

    did: Literal["led", "played", "passed"]
    kind: Kind | None
    """Of the meld; None for a pass."""


class TrickTurn(msgspec.Struct, frozen=True, gc=False):
    """A turn of a trick: a meld, or a pass without cards."""

    seat: Seat
    cards: tuple[Card, ...]
    meld: Kind | None


class State(msgspec.Struct, frozen=True, gc=False):
    """Everything at one moment."""

    kernel: kernel.ClimbingPosition
    played: tuple[Card, ...]
    """In this round, in order."""
    last: tuple[Card, ...]
    """The meld to beat: the last of `played`; empty for a free lead."""
    actions: tuple[Action | None, ...]
    """What each seat did last in this round."""
    seed: str | None
    """For the deals of later rounds."""
    turns: tuple[tuple[int, int], ...] = ()
    """The turns of this round, or those since its position: who laid how many of `played`; 0 is a pass."""
    trick: tuple[TrickTurn, ...] = ()
    """The current trick from its lead on; empty for a free lead. After a position it begins with the last meld."""


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
