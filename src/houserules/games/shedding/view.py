"""What a viewer may know of a match of the family, built up card by card."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import ClassVar, Final, Literal

import msgspec
from msgspec.structs import replace

from houserules.cards import SUITS, Card, Rank
from houserules.core import NO_MOVES, Outcome, Rules, Seat, Viewer
from houserules.core import View as CoreView
from houserules.kernel import shedding as kernel
from houserules.kernel.shedding_seen import moment_seen, rows_seen
from houserules.kernel.tables import CALL, WAY

from .asks import UNASKED, AskView, PileAsks, words_locked
from .choices import NOTHING, WAYS, Can, Why, choices_of
from .house import NAME_OF
from .marks import Marks, marks_of
from .state import ZONES, Masks, Spots, State, kept_row_cards, peeked_of, seats_of, sizes_of

Pending = Literal["target", "call", "choose", "next", "swap", "card", "up", "add", "jump"]
Zone = Literal["hand", "up", "blind"]
PENDING: Final[dict[int, Pending]] = {
    kernel.NAME_SEAT: "target",
    kernel.NAME_SUIT: "call",
    kernel.NAME_WAY: "choose",
    kernel.NAME_RANK: "choose",
    kernel.NAME_NEXT: "next",
    kernel.NAME_SWAP: "swap",
    kernel.NAME_CARD: "card",
    kernel.NAME_UP: "up",
    kernel.ADD: "add",
    kernel.JUMP: "jump",
}


ONE_JOKER: Final = (1 << 53) - 1
"""The kinds of a pack in which the Jokers are one."""


class SeatView(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """One seat as a viewer sees it."""

    hand: tuple[Card, ...] | int
    """Your own cards; for other seats, how many."""
    up: tuple[Card, ...]
    blind: int
    known: tuple[Card, ...] = ()
    """A note: what everybody knows of the hand, because it was taken from the pile or lay face up."""
    lacks: tuple[Card, ...] = ()
    """A note: what everybody can conclude. The seat had to take the pile, so it held none of these."""
    lacking: int = 0
    """A note: for how many cards in the hand `lacks` still holds. None of them is `known` or in `lacks`."""
    peeked: tuple[Card | None, ...] = ()
    """Your own blind cards, the first first, if you have looked at any of them; None for each other one."""


class View(CoreView, frozen=True, kw_only=True, tag="shedding", omit_defaults=True):
    phase: Literal["setup", "mainPlay", "endGame"]
    seats: tuple[SeatView, ...]
    spots: Spots
    """For each seat the places on the table before it. A card that leaves its place leaves it empty: no card moves."""
    pile: tuple[Card, ...]
    """From bottom to top."""
    asks: str
    """What the pile asks of the next card, in words."""
    ask: AskView | None
    """The same as data; None while something has to be named."""
    value: int | None
    """The value that the next card must match or beat, if that is what the pile asks for."""
    even: Literal[0, 1, -1]
    """1 if the pile asks for an even card, -1 for an odd one."""
    lowerthan: Literal[1, -1]
    """-1 if the pile asks for a card up to some value."""
    suit: str
    """The suit that the pile asks for; empty if it asks for none."""
    burned: tuple[Card, ...] | int
    """The cards that left the game; in a slim view only how many."""
    stock: int
    direction: Literal[1, -1]
    ready: tuple[Seat, ...]
    out: tuple[Seat, ...]
    """In the order in which they went out."""
    pending: Pending | None
    """What the seat that acts has to name before anything else."""
    plays: int
    limit: int
    """The match ends after this many plays."""
    at_once: int = 1
    """The pile asks for at least this number of cards in one play, unless they go on anything."""
    can: Can = NOTHING
    """What the viewer may do now, as data."""
    why: dict[Card, Why] = msgspec.field(default_factory=dict)
    """For each of the viewer's cards that it cannot play now, the code with which it would be refused."""
    called: str | None = None
    """A note: what was named for a card that still shows, as a position writes it. `asks` says the same to people."""
    pending_zone: Literal["hand", "up", "blind"] | None = None
    """A note: where the card lay for which something has to be named."""
    laid: tuple[int, ...] = ()
    """A note: how many cards each play of the pile had, from the bottom, in a house where that matters."""
    marks: Marks | None = None
    """What else the table keeps in mind; None if that is nothing."""
    ask_beneath: int | None = None
    """A note: while something has to be named, the number of what the pile asks for until then."""

    counters: ClassVar[Mapping[str, object]] = {"plays": 0}
    choices: ClassVar[Mapping[str, object]] = {"can": NOTHING, "why": {}}
    by_seat: ClassVar[str | None] = "seats"

    @property
    def is_aside(self) -> bool:
        return self.pending in ("add", "jump")

    @property
    def burned_count(self) -> int:
        return self.burned if isinstance(self.burned, int) else len(self.burned)

    def without_notes(self) -> View:
        seats = tuple([SeatView(seat.hand, seat.up, seat.blind, peeked=seat.peeked) for seat in self.seats])
        return replace(self, seats=seats, called=None, pending_zone=None, ask_beneath=None, laid=())

    def slim(self) -> View:
        return replace(self.without_notes(), burned=self.burned_count)


MOST_FRAMES: Final = 8192
FrameKey = tuple[int, int, int, Card | None, int, int]
"""What the pile asks for, whom the match waits for (both as numbers of the kernel), how many play, which card makes the
pile ask for that, who laid it, and the suits to which the pile is locked."""


class ViewMaker:
    """How the matches of one house look. What comes up again and again is kept: a view is a value."""

    def __init__(self, pile_asks: PileAsks, limit: int) -> None:
        self.pile_asks = pile_asks
        self.limit = limit
        self.frames: dict[FrameKey, View] = {}
        self.last: tuple[State, View] | None = None
        self.last_slim: tuple[State, View] | None = None

    def view(self, rules: Rules, state: State, viewer: Viewer, outcome: Outcome | None) -> View:
        """The view of a seat is what everybody sees, and its own hand and moves."""
        last = self.last
        if last is not None and last[0] is state:
            public = last[1]
        else:
            public = self.public_view(rules, state, outcome)
            self.last = state, public  # most often all seats look at a state, one after the other
        return public if viewer is None else self.own_view(public, state, viewer)

    def slim_view(self, rules: Rules, state: State, viewer: Viewer, outcome: Outcome | None) -> View:
        """The same for the wire: what everybody sees is made slim once for all seats."""
        last = self.last_slim
        if last is not None and last[0] is state:
            public = last[1]
        else:
            public = self.slim_public_view(rules, state, outcome)
            self.last_slim = state, public
        return public if viewer is None else self.own_view(public, state, viewer)

    def own_view(self, public: View, state: State, viewer: Seat) -> View:
        """What everybody sees, and what only this seat does."""
        seen = public.seats[viewer]
        hand = kept_row_cards(state.kernel.masks(0, viewer))
        peeked = peeked_of(state.kernel, viewer) if state.kernel.tables.peeks else ()
        own = SeatView(hand, seen.up, seen.blind, seen.known, seen.lacks, seen.lacking, peeked)
        seats = (*public.seats[:viewer], own, *public.seats[viewer + 1 :])
        if viewer not in public.to_act:
            return replace(public, seat=viewer, seats=seats)
        legal, can, why = choices_of(state.kernel, viewer)
        return replace(public, seat=viewer, seats=seats, legal=legal, can=can, why=why)

    def public_view(self, rules: Rules, state: State, outcome: Outcome | None) -> View:
        """What everybody sees, and a spectator sees nothing else."""
        core = state.kernel
        seats = tuple([_seat_view(row) for row in rows_seen(core)])
        view = self._seen(rules, state, outcome, seats, state.burned, called_of(core))
        return replace(view, laid=sizes_of(state.starts)) if state.starts else view

    def slim_public_view(self, rules: Rules, state: State, outcome: Outcome | None) -> View:
        """The same as `public_view` made slim, but the notes are not made first."""
        core = state.kernel
        up_at = 4 + core.decks
        seats = tuple([_slim_seat_view(row[0], row[3], row[up_at:]) for row in rows_seen(core)])
        view = self._seen(rules, state, outcome, seats, len(state.burned), None)
        return view if view.pending is None else replace(view, pending_zone=None, ask_beneath=None)

    def _seen(
        self,
        rules: Rules,
        state: State,
        outcome: Outcome | None,
        seats: tuple[SeatView, ...],
        burned: tuple[Card, ...] | int,
        called: str | None,
    ) -> View:
        core = state.kernel
        pile = state.pile
        waiting, stock, order, _, plays = moment_seen(core)
        locked = core.locked() if core.tables.locks else 0
        key = core.ask, waiting, core.seats, *self.pile_asks.maker(pile, state.laid_by), locked
        frame = self.frames.get(key) or self.frame(rules, key)
        if core.tables.as_many and core.together > 1 and frame.pending is None:
            frame = replace(frame, at_once=core.together, asks=f"{frame.asks}, at least {core.together} cards at once")
        return replace(
            frame,
            outcome=outcome,
            phase=phase_of(core),
            seats=seats,
            spots=state.spots,
            pile=pile,
            burned=burned,
            stock=stock,
            direction=1 if core.step > 0 else -1,
            out=seats_of(order),
            plays=plays,
            called=called,
            marks=marks_of(core, state.laid_by),
        )

    def frame(self, rules: Rules, key: FrameKey) -> View:
        """A view with no cards on the table: of what is asked for, and whom the match waits for."""
        ask, waiting, seats, maker, by, locked = key
        to_act, ready, pending, pending_zone = waits_for(waiting, seats)
        asking = self.pile_asks.asks[ask] if pending is None else UNASKED
        if len(self.frames) >= MOST_FRAMES:
            self.frames.clear()
        self.frames[key] = view = View(
            game=rules.id,
            seat=None,
            to_act=to_act,
            legal=NO_MOVES,
            outcome=None,
            rules=rules,
            phase="setup",
            seats=(),
            spots=(),
            pile=(),
            asks=words_locked(asking.words, locked) if locked and pending is None else asking.words,
            ask=None if pending is not None else self.pile_asks.shown(ask, maker, by, locked),
            value=asking.value,
            even=asking.even,
            lowerthan=asking.lowerthan,
            suit=asking.suit,
            burned=(),
            stock=0,
            direction=1,
            ready=ready,
            out=(),
            pending=pending,
            plays=0,
            limit=self.limit,
            pending_zone=pending_zone,
            ask_beneath=None if pending is None else ask,
        )
        return view


@lru_cache(maxsize=8192)
def _seat_view(row: tuple[int, ...]) -> SeatView:
    """A seat as everybody sees it, from the kernel's numbers. From one move to the next most seats look the same."""
    hand, lacking, lacks, blind = row[:4]
    decks = len(row) // 2 - 2
    known, up = kept_row_cards(row[4 : 4 + decks]), kept_row_cards(row[4 + decks :])
    return SeatView(hand, up, blind, known, kept_row_cards((lacks & ONE_JOKER,)) if lacking else (), lacking)


@lru_cache(maxsize=8192)
def _slim_seat_view(hand: int, blind: int, up: Masks) -> SeatView:
    return SeatView(hand, kept_row_cards(up), blind)


def phase_of(core: kernel.SheddingPosition) -> Literal["setup", "mainPlay", "endGame"]:
    if core.stage == kernel.SETUP:
        return "setup"
    return "mainPlay" if core.drawn < len(core.stock) else "endGame"


@lru_cache(maxsize=8192)
def waits_for(waiting: int, seats: int) -> tuple[tuple[Seat, ...], tuple[Seat, ...], Pending | None, Zone | None]:
    """From the kernel's number: the seats that may act, in the setup those that are ready, what has to be named, and
    where the card lay for which it has to be."""
    stage, over, zone, rest = waiting & 15, waiting & 16, waiting >> 5 & 7, waiting >> 8
    if stage == kernel.SETUP:
        ready = tuple([seat for seat in range(seats) if rest >> seat & 1])
        return tuple([seat for seat in range(seats) if not rest >> seat & 1]), ready, None, None
    pending = PENDING.get(stage)
    return () if over else (rest,), (), pending, None if pending is None else ZONES[zone]


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
