"""What the server tells a client: one JSON object a message, tagged by its `type`.

The message `events` is a `Seen` of the table: a step as the viewer may see it, in data and in words.
"""

from __future__ import annotations

from functools import lru_cache, reduce
from operator import or_
from typing import Any, Final, NamedTuple

import msgspec

from houserules.bots import Because
from houserules.core import (
    DealPlan,
    Event,
    Explanation,
    Move,
    Outcome,
    Seat,
    Tribute,
    Turn,
    View,
    from_json,
    in_plain_words,
    not_json,
    to_json,
)
from houserules.errors import WireError
from houserules.games import FAMILIES
from houserules.match import Proof
from houserules.table import AnyDeed, Seen, ShownAt, Standing


class Told(msgspec.Struct, frozen=True, gc=False, tag_field="type", omit_defaults=True):
    """A message of the server. Fields that a client does not know must be ignored: later versions add some."""


class TellView(Told, frozen=True, tag="view"):
    """Where the table stands. A client that has this is whole."""

    seq: int
    """The number of the last step. A client puts aside what has a lower one than it has seen."""
    view: View | None
    """As far as this viewer may know; None before the deal."""
    match: int = 0
    """Which match of this table it is, counted from 1."""
    shown: ShownAt | None = None
    """When this viewer was last shown cards for a moment, as `known` of H3ROES C4RDS has them."""


class TellDone(Told, frozen=True, tag="done"):
    """What was asked for stands, now or already before."""

    of: int | None
    seq: int


class TellStale(Told, frozen=True, tag="stale"):
    """The move was not made: something else happened after the view that it answered."""

    of: int | None
    seq: int


class TellError(Told, frozen=True, tag="error"):
    """Nothing has changed."""

    code: str
    message: str
    """What is wrong, and what would be right."""
    of: int | None = None


class Away(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """A person who lost the connection."""

    since: int
    """Milliseconds of the server's clock."""
    at: int | None = None
    """When a bot takes over; None: nobody waits for this person, so nothing happens."""


class Chair(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """Who sits on a chair."""

    name: str
    bot: bool = False
    level: str | None = None
    personality: str | None = None
    open: bool = False
    """Nobody has sat down here yet: the cards are dealt when somebody does, or when the host starts."""
    forfeited: bool = False
    """Somebody gave up here in this match: a bot plays to the end."""
    keeps: str | None = None
    """The name of the person for whom a bot plays until they come back."""
    ready: bool = False
    here: bool = False
    """A person whose connection stands."""
    away: Away | None = None
    host: bool = False
    """Whoever has sat here longest, of those who are not away for too long."""
    muted: bool = False
    id: str | None = None
    """The public id of a player with a key."""


class TellPresence(Told, frozen=True, tag="presence"):
    """Who is here, and what is allowed at this table."""

    seq: int
    chairs: tuple[Chair, ...]
    you: Seat | None
    """The seat of the reader; None for a spectator."""
    watching: int = 0
    waiting: tuple[str, ...] = ()
    """Names of those who wait for a seat."""
    paused: bool = False
    dealt: bool = False
    undo: Seat | None = None
    """Who asks to take a move back, if somebody does."""
    allows: tuple[str, ...] = ()
    """What may be asked for: hint, undo, chat."""
    name: str = ""
    public: bool = False
    commitment: str = ""
    """To the secret of the match that is dealt next, or in play."""


class TellChat(Told, frozen=True, tag="chat"):
    at: int
    seat: Seat | None
    """None: a spectator."""
    name: str
    text: str
    line: str | None = None
    """The code of a canned line."""


class SeatClock(msgspec.Struct, frozen=True, gc=False):
    left: int
    """Milliseconds."""
    runs: bool


class TellClock(Told, frozen=True, tag="clock"):
    """The clocks at the moment `at` of the server."""

    seq: int
    at: int
    seats: tuple[SeatClock, ...]


class TellOver(Told, frozen=True, tag="over"):
    """The match is over, and everything may be known."""

    seq: int
    match: int
    outcome: Outcome
    seed: str
    proof: Proof
    record: str
    """Where the record is: save it, and `houserules verify FILE` checks seed, deal, moves and outcome."""
    commitment: str
    """To the secret of the next match: shown before anyone adds a salt to it."""
    evening: tuple[Standing, ...] = ()
    """How everybody stands, the best first; from the second match on, or if the house says how matches are counted."""
    evening_over: bool = False
    """Has somebody the whole word, or enough points? The next match begins a new evening."""
    begins: Seat | None = None
    """Who begins the next match, if this one decides that and nobody leaves."""
    tribute: Tribute | None = None
    """Who gives cards of the next deal to whom, if this match decides that and nobody leaves."""


class TellHint(Told, frozen=True, tag="hint"):
    of: int | None
    move: str
    reason: str
    chance: float | None = None
    because: tuple[Because, ...] = ()
    """The facts that the reason is made of."""


class TellWhy(Told, frozen=True, tag="why"):
    of: int | None
    seq: int
    seat: Seat
    reason: str | None
    """None: only its hidden cards explain it."""
    because: tuple[Because, ...] = ()
    """As in a hint."""


class TellExplain(Told, frozen=True, tag="explain"):
    of: int | None
    explanation: Explanation


class TellHistory(Told, frozen=True, tag="history"):
    """What happened in this match, each step as the message `events` has it."""

    of: int | None
    seq: int
    """The last step that is in it."""
    steps: tuple[Seen, ...]
    cut: bool = False
    """Earlier steps were left out, because there are too many."""


class TellSeat(Told, frozen=True, tag="seat"):
    """A spectator who waited has a seat now: connect again with this token."""

    seat: Seat
    token: str


class TellGone(Told, frozen=True, tag="gone"):
    """The last message on this connection; a code and a sentence say why it ends."""

    code: str
    message: str


class TellPong(Told, frozen=True, tag="pong"):
    of: int | None
    at: int


AnyTold = (
    TellView
    | Seen
    | TellDone
    | TellStale
    | TellError
    | TellPresence
    | TellChat
    | TellClock
    | TellOver
    | TellHint
    | TellWhy
    | TellExplain
    | TellHistory
    | TellSeat
    | TellGone
    | TellPong
)


# -- Reading, for clients in Python -----------------------------------------------------------------------------------


class _Type(msgspec.Struct, gc=False):
    type: str = ""


class _ViewOfAnyGame(msgspec.Struct, gc=False):
    seq: int
    view: msgspec.Raw
    match: int = 0
    shown: ShownAt | None = None


class _HistoryOfAnyGame(msgspec.Struct, gc=False):
    of: int | None
    seq: int
    steps: list[msgspec.Raw]
    cut: bool = False


class _Family(msgspec.Struct, gc=False):
    family: str


_PLAIN: Final[dict[str, type[Any]]] = {
    str(kind.__struct_config__.tag): kind
    for kind in (
        TellDone,
        TellStale,
        TellError,
        TellPresence,
        TellChat,
        TellClock,
        TellOver,
        TellHint,
        TellWhy,
        TellExplain,
        TellSeat,
        TellGone,
        TellPong,
    )
}


def read_told(data: bytes | str) -> AnyTold | None:
    """A message of the server; None for a kind that this version does not know."""
    try:
        kind = msgspec.json.decode(data, type=_Type).type
        if kind == "view":
            return _read_view(data)
        if kind == "events":
            return _read_seen(data)
        if kind == "history":
            outer = msgspec.json.decode(data, type=_HistoryOfAnyGame)
            steps = tuple([_read_seen(bytes(step)) for step in outer.steps])
            return TellHistory(outer.of, outer.seq, steps, outer.cut)
        if kind not in _PLAIN:
            return None
        message: AnyTold = from_json(data, _PLAIN[kind])
        return message
    except msgspec.ValidationError as problem:
        raise WireError("bad-message", f"this message cannot be read: {in_plain_words(problem)}") from problem
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as problem:
        raise WireError("bad-message", f"this message is not JSON: {not_json(problem)}") from problem


def _read_view(data: bytes | str) -> TellView:
    outer = msgspec.json.decode(data, type=_ViewOfAnyGame)
    raw = bytes(outer.view)
    if raw == b"null":
        return TellView(outer.seq, None, outer.match)
    family = FAMILIES.get(msgspec.json.decode(raw, type=_Family).family)
    if family is None:
        raise WireError("unknown-game", "the view is of a game that this program does not know: update it")
    return TellView(outer.seq, from_json(raw, family.view()), outer.match, outer.shown)


class _SeenOfAnyGame(msgspec.Struct, gc=False):
    seq: int
    at: int
    turn: Turn
    words: tuple[str, ...]
    events: msgspec.Raw = msgspec.Raw(b"[]")
    seat: Seat | None = None
    move: msgspec.Raw = msgspec.Raw(b"null")
    deed: AnyDeed | None = None
    deal: DealPlan | None = None
    family: str = ""


def _read_seen(data: bytes | str) -> Seen:
    outer = msgspec.json.decode(data, type=_SeenOfAnyGame)
    if outer.family not in FAMILIES:
        raise WireError("unknown-game", "these events are of a game that this program does not know: update it")
    kinds = kinds_of(outer.family)
    events: tuple[Event, ...] = from_json(bytes(outer.events), kinds.events)
    move: Move | None = from_json(bytes(outer.move), kinds.move)
    return Seen(
        *(outer.seq, outer.at, outer.seat, move, outer.deed, events, outer.words, outer.turn, outer.deal),
        family=outer.family,
    )


class Kinds(NamedTuple):
    """What moves, events and views of a family are read as: types that are known only when the program runs."""

    events: Any
    move: Any
    view: Any


@lru_cache(maxsize=64)
def kinds_of(name: str) -> Kinds:
    """Of a family that is registered."""
    family = FAMILIES[name]
    event: Any = reduce(or_, family.events())
    move: Any = reduce(or_, family.moves())
    return Kinds(tuple[event, ...], move | None, family.view())


def write(message: AnyTold) -> bytes:
    """Any message of the server, as JSON."""
    return to_json(message)
