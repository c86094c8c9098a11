"""What a viewer may know of a match of the family, built up card by card."""

from __future__ import annotations

from typing import Literal

import msgspec

from houserules.cards import Card, Suit
from houserules.core import Move, Outcome, Seat, Viewer
from houserules.core import View as CoreView
from houserules.kernel import shedding as kernel

from .state import State, hand_of, known_of, named, seats_out, up_of
from .tables import Asking


class SeatView(msgspec.Struct, frozen=True):
    """One seat as a viewer sees it."""

    hand: tuple[Card, ...] | int
    """One's own cards; of others, how many."""
    known: tuple[Card, ...]
    """What everybody knows of the hand."""
    up: tuple[Card, ...]
    blind: int


class View(CoreView, frozen=True, kw_only=True):
    phase: Literal["setup", "mainPlay", "endGame"]
    seats: tuple[SeatView, ...]
    pile: tuple[Card, ...]
    """From bottom to top."""
    asks: str
    """What the pile asks of the next card, in words."""
    suit: Suit | None
    """The suit that the pile asks for, if it asks for one."""
    burned: tuple[Card, ...]
    stock: int
    direction: Literal[1, -1]
    ready: tuple[Seat, ...]
    out: tuple[Seat, ...]
    """In the order in which they went out."""
    pending: Literal["target", "call"] | None
    """What the seat that acts has to name before anything else."""
    plays: int


def view_of(
    game: str,
    state: State,
    viewer: Viewer,
    to_act: tuple[Seat, ...],
    legal: tuple[Move, ...],
    outcome: Outcome | None,
    asking: Asking,
) -> View:
    core = state.kernel
    return View(
        game=game,
        seat=viewer,
        to_act=to_act,
        legal=legal,
        outcome=outcome,
        phase=phase_of(core),
        seats=tuple([seat_view(core, seat, viewer) for seat in range(core.seats)]),
        pile=named(state.pile, core.decks),
        asks=asking.words,
        suit=asking.demand if isinstance(asking.demand, Suit) else None,
        burned=named(state.burned, core.decks),
        stock=len(core.stock) - core.drawn,
        direction=1 if core.step > 0 else -1,
        ready=ready_of(core),
        out=seats_out(core),
        pending=pending_of(core),
        plays=core.plays,
    )


def seat_view(core: kernel.State, seat: Seat, viewer: Viewer) -> SeatView:
    decks = core.decks
    return SeatView(
        hand=named(hand_of(core, seat), decks) if seat == viewer else core.held(0, seat),
        known=named(known_of(core, seat), decks),
        up=named(up_of(core, seat), decks),
        blind=core.blinds(seat),
    )


def phase_of(core: kernel.State) -> Literal["setup", "mainPlay", "endGame"]:
    if core.stage == kernel.SETUP:
        return "setup"
    return "mainPlay" if core.drawn < len(core.stock) else "endGame"


def pending_of(core: kernel.State) -> Literal["target", "call"] | None:
    if core.stage == kernel.NAME_SEAT:
        return "target"
    return "call" if core.stage == kernel.NAME_SUIT else None


def ready_of(core: kernel.State) -> tuple[Seat, ...]:
    """In the setup, who is ready."""
    if core.stage != kernel.SETUP:
        return ()
    return tuple([seat for seat in range(core.seats) if core.ready >> seat & 1])
