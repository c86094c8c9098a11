"""What a viewer may know of a match of the family, built up card by card."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import ClassVar, Final, Literal

import msgspec

from houserules.cards import PACK, SUITS, Card, Rank, Suit
from houserules.core import NO_MOVES, Legal, Move, Outcome, Seat, Viewer
from houserules.core import View as CoreView
from houserules.kernel import shedding as kernel
from houserules.kernel.tables import CALL, WAY

from .house import NAME_OF, Low, Parity
from .state import ZONES, Masks, State, named_row, seats_out
from .tables import Asking

Pending = Literal["target", "call", "choose"]
PENDING: Final[dict[int, Pending]] = {
    kernel.NAME_SEAT: "target",
    kernel.NAME_SUIT: "call",
    kernel.NAME_WAY: "choose",
    kernel.NAME_RANK: "choose",
}

WAYS: Final = ("high", "low")


class SeatView(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """One seat as a viewer sees it."""

    hand: tuple[Card, ...] | int
    """One's own cards; of others, how many."""
    up: tuple[Card, ...]
    blind: int
    known: tuple[Card, ...] = ()
    """A note: what everybody knows of the hand, because it was taken from the pile or lay face up."""
    lacks: tuple[Card, ...] = ()
    """A note: what everybody can conclude. The seat had to take the pile, so it held none of these."""
    lacking: int = 0
    """A note: of so many cards in the hand this is still known. They are not `known`, and none of `lacks`."""


class View(CoreView, frozen=True, kw_only=True, tag="shedding", omit_defaults=True):
    phase: Literal["setup", "mainPlay", "endGame"]
    seats: tuple[SeatView, ...]
    pile: tuple[Card, ...]
    """From bottom to top."""
    asks: str
    """What the pile asks of the next card, in words."""
    value: int | None
    """The value that the next card must match or beat, if that is what the pile asks for."""
    even: Literal[0, 1, -1]
    """1 if the pile asks for an even card, -1 for an odd one."""
    lowerthan: Literal[1, -1]
    """-1 if the pile asks for a card up to some value."""
    suit: str
    """The suit that the pile asks for; empty if it asks for none."""
    burned: tuple[Card, ...]
    stock: int
    direction: Literal[1, -1]
    ready: tuple[Seat, ...]
    out: tuple[Seat, ...]
    """In the order in which they went out."""
    pending: Pending | None
    """What the seat that acts has to name before anything else."""
    plays: int
    called: str | None = None
    """A note: what was named for a card that still shows, as a position writes it. `asks` says the same to people."""
    pending_zone: Literal["hand", "up", "blind"] | None = None
    """A note: where the card lay for which something has to be named."""

    counters: ClassVar[Mapping[str, object]] = {"plays": 0}

    def without_notes(self) -> View:
        seats = tuple([SeatView(seat.hand, seat.up, seat.blind) for seat in self.seats])
        return msgspec.structs.replace(self, seats=seats, called=None, pending_zone=None)


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
        legal=Legal(legal) if legal else NO_MOVES,
        outcome=outcome,
        phase=phase_of(core),
        seats=tuple([seat_view(core, seat, viewer) for seat in range(core.seats)]),
        pile=state.pile,
        asks=asking.words,
        value=None if asking.ask.value is None or (asking.demand and not asking.ask.add) else int(asking.ask.value),
        even=0 if not isinstance(asking.demand, Parity) else 1 if asking.demand.even else -1,
        lowerthan=-1 if isinstance(asking.demand, Low) else 1,
        suit=str(asking.demand) if isinstance(asking.demand, Suit) else "",
        burned=state.burned,
        stock=len(core.stock) - core.drawn,
        direction=1 if core.step > 0 else -1,
        ready=ready_of(core),
        out=seats_out(core),
        pending=pending_of(core),
        plays=core.plays,
        called=called_of(core),
        pending_zone=ZONES[core.zone] if core.stage in PENDING else None,
    )


def seat_view(core: kernel.SheddingPosition, seat: Seat, viewer: Viewer) -> SeatView:
    hand = core.masks(0, seat) if seat == viewer else core.held(0, seat)
    lacking = core.cards[core.lacking_count_at + seat]
    lacks = core.cards[core.lacks_at + seat] if lacking else 0
    return _seat_view(
        hand, core.masks(core.known_at, seat), lacks, lacking, core.masks(core.up_at, seat), core.blinds(seat)
    )


@lru_cache(maxsize=8192)
def _seat_view(hand: Masks | int, known: Masks, lacks: int, lacking: int, up: Masks, blind: int) -> SeatView:
    """From one move to the next most seats look the same, and a view is a value: it is kept."""
    return SeatView(
        hand if isinstance(hand, int) else named_row(hand),
        named_row(up),
        blind,
        named_row(known),
        tuple([card for card in PACK[:53] if lacks >> card.kind & 1]),
        lacking,
    )


def phase_of(core: kernel.SheddingPosition) -> Literal["setup", "mainPlay", "endGame"]:
    if core.stage == kernel.SETUP:
        return "setup"
    return "mainPlay" if core.drawn < len(core.stock) else "endGame"


def pending_of(core: kernel.SheddingPosition) -> Pending | None:
    return PENDING.get(core.stage)


def called_of(core: kernel.SheddingPosition) -> str | None:
    """What was named for a card that still shows: a suit, a way or a rank."""
    if core.named < 0:
        return None
    if core.named_by & CALL:
        return str(SUITS[core.named])
    return WAYS[core.named] if core.named_by & WAY else NAME_OF[Rank(core.named + 2)]


def ready_of(core: kernel.SheddingPosition) -> tuple[Seat, ...]:
    """In the setup, who is ready."""
    if core.stage != kernel.SETUP:
        return ()
    return tuple([seat for seat in range(core.seats) if core.ready >> seat & 1])
