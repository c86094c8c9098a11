"""The two dialects of Colyseus rooms: the messages of `wire` in frames, and those that a game's own clients know."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any, Final, Literal, Protocol

import msgspec

from houserules.core import JSON, Event, Move, Seat, Viewer, to_json
from houserules.errors import WireError
from houserules.games import FAMILIES
from houserules.server.telling import Dialect, Update, view_told
from houserules.table import Table
from houserules.wire import (
    AnySaid,
    AnyTold,
    SayMove,
    SayRematch,
    TellError,
    TellPresence,
    TellStale,
    TellView,
    said_of,
)

from .frames import write_data

MOST_KEPT: Final = 4096
"""Frames of events, each some hundred bytes."""

STALE: Final = "something else happened before your message came: look at the table, and say it again"


class OwnMessage(Protocol):
    """Of a game's own clients."""

    @property
    def type(self) -> str: ...

    @property
    def payload(self) -> Mapping[str, JSON]: ...


class OwnMessages(Protocol):
    """What a family offers whose games have clients of their own. A view is of the game's type, and for one seat."""

    ROOM: str
    """The name of the room that those clients ask for."""

    def opening(self, view: Any) -> Sequence[OwnMessage]:
        """After the deal."""

    def written(self, event: Event) -> OwnMessage | None:
        """What happened; None if clients learn it by the next sync. Who may see an event sees the same of it."""

    def hides(self, view: Any) -> bool:
        """Is this view of everybody too little for `sync`?"""

    def sync(self, view: Any, seat: Seat) -> OwnMessage:
        """How things stand for a player, after what happened."""

    def resumed(self, view: Any) -> Sequence[OwnMessage]:
        """For a player who comes back."""

    def given_up(self, view: Any) -> Sequence[OwnMessage]:
        """The match ended because somebody gave up, which no event tells."""

    def read_message(self, type: str, payload: object) -> Move | Literal["again"]:  # noqa: A002 - as clients call it
        """A message of a client; "again" asks for the next match. It raises WireError for what it cannot read."""


@lru_cache(maxsize=64)
def own_messages(family: str) -> OwnMessages | None:
    """Of a family of games."""
    found: OwnMessages | None = FAMILIES[family].own_messages()
    return found


class Aliases:
    """Other names for types of messages, in both directions."""

    def __init__(self, pairs: Iterable[str]) -> None:
        """Each is THEIRS=OURS."""
        names = [pair.partition("=") for pair in pairs]
        self._ours = {theirs: ours for theirs, _, ours in names}
        self._theirs = {ours: theirs for theirs, _, ours in names}

    def ours(self, type_: str | int) -> str:
        return self._ours.get(str(type_), str(type_))

    def theirs(self, type_: str) -> str:
        return self._theirs.get(type_, type_)


class FrameDialect(Dialect, Protocol):
    """A dialect that is read as well."""

    def read(self, type_: str | int, payload: object, seq: int) -> AnySaid:
        """What a client says who was told of step `seq` last, or WireError."""
        ...


class WireDialect:
    """The messages of `wire`: the type of a message is its tag, and its payload the rest."""

    def __init__(self, aliases: Aliases) -> None:
        self._aliases = aliases

    def whole(self, table: Table, viewer: Viewer) -> list[bytes]:
        return [self._frame(view_told(table, viewer, notes=False))]

    def update(self, update: Update, viewer: Viewer) -> list[bytes]:
        view = view_told(update.table, viewer, notes=False)
        return [self._frame(message) for message in (*update.steps(viewer), view, *update.after_json())]

    def write(self, message: AnyTold) -> list[bytes]:
        return [self._frame(to_json(message))]

    def _frame(self, message: bytes) -> bytes:
        document = msgspec.json.decode(message)
        return write_data(self._aliases.theirs(document.pop("type")), document)

    def read(self, type_: str | int, payload: object, seq: int) -> AnySaid:
        """A move that names no view answers the last one that was sent."""
        fields = _fields(payload)
        tag = self._aliases.ours(type_)
        usual = {"seq": seq} if tag == SayMove.__struct_config__.tag else {}
        return said_of({**usual, **fields, "type": tag})


class OwnDialect:
    """The messages of a game's own clients."""

    def __init__(self, own: OwnMessages, aliases: Aliases) -> None:
        self._own = own
        self._aliases = aliases
        self._known = lru_cache(maxsize=MOST_KEPT)(self._written)
        """What happens to one player happens to the other, and most of it has happened before."""

    def whole(self, table: Table, viewer: Viewer) -> list[bytes]:
        if not table.is_dealt:
            return []
        view = table.view(viewer)
        return self._frames([*self._own.resumed(view), *self._end(table, view)])

    def update(self, update: Update, viewer: Viewer) -> list[bytes]:
        table = update.table
        if update.is_of_a_deal and table.seq == table.began:
            return self._frames(self._own.opening(table.view(viewer)))
        if update.is_of_a_deal or not table.is_dealt:
            return self.whole(table, viewer)
        assert viewer is not None
        view = table.view(None)  # made once for all
        if self._own.hides(view):
            view = table.view(viewer)
        happened = [frame for event in update.events(viewer) if (frame := self._event(event)) is not None]
        return [*happened, *self._frames([self._own.sync(view, viewer), *self._end(table, view)])]

    def _end(self, table: Table, view: object) -> Sequence[OwnMessage]:
        is_given_up = table.seating.forfeited and table.is_over and table.match.outcome is None
        return self._own.given_up(view) if is_given_up else ()

    def write(self, message: AnyTold) -> list[bytes]:
        match message:
            case TellView(view=view) if view is not None:
                return self._frames(self._own.resumed(view))
            case TellError(code, text):
                return [self._data("error", {"code": code, "message": text})]
            case TellStale():
                return [self._data("error", {"code": "stale", "message": STALE})]
            case TellPresence():
                document = msgspec.json.decode(to_json(message))
                return [self._data(document.pop("type"), document)]
        return []

    def _event(self, event: Event) -> bytes | None:
        try:
            return self._known(event)
        except TypeError:  # it holds a dict, so it has no hash
            return self._written(event)

    def _written(self, event: Event) -> bytes | None:
        message = self._own.written(event)
        return None if message is None else self._data(message.type, message.payload)

    def _frames(self, messages: Iterable[OwnMessage]) -> list[bytes]:
        return [self._data(message.type, message.payload) for message in messages]

    def _data(self, type_: str, payload: object) -> bytes:
        return write_data(self._aliases.theirs(type_), payload)

    def read(self, type_: str | int, payload: object, seq: int) -> AnySaid:
        if isinstance(payload, dict) and isinstance(action := payload.get("action"), str):
            payload = {**payload, "action": self._aliases.ours(action)}  # an envelope repeats the type
        said = self._own.read_message(self._aliases.ours(type_), payload)
        return SayRematch() if said == "again" else SayMove(seq, str(said))


def _fields(payload: object) -> Mapping[str, object]:
    """An empty table of Lua may come as a list."""
    if payload is None or payload == []:
        return {}
    if not isinstance(payload, dict) or not all(isinstance(name, str) for name in payload):
        raise WireError("bad-message", "the payload of a message is a map of its fields, each with its name")
    return payload


class Dialects:
    """All that a server speaks, made once: connections with the same dialect share what is written."""

    def __init__(self, aliases: Sequence[str]) -> None:
        self._aliases = Aliases(aliases)
        self.wire: FrameDialect = WireDialect(self._aliases)
        self._own: dict[str, OwnDialect] = {}

    def of(self, family: str) -> FrameDialect:
        """The one for games of this family."""
        own = own_messages(family)
        if own is None:
            return self.wire
        if family not in self._own:
            self._own[family] = OwnDialect(own, self._aliases)
        return self._own[family]
