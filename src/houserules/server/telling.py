"""What a table is told as: messages for each viewer, from the table alone, in the dialect of each connection."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Protocol

from houserules.core import Event, Viewer, to_json
from houserules.table import Seen, Table
from houserules.wire import AnyTold, SeatClock, TellClock, TellOver, TellView


class Dialect(Protocol):
    """How messages are written for a connection. Connections with the same dialect and the same view share them."""

    def whole(self, table: Table, viewer: Viewer) -> Sequence[bytes]:
        """What makes a viewer whole who knows nothing."""
        ...

    def update(self, update: Update, viewer: Viewer) -> Sequence[bytes]:
        """What happened, and where the table stands after it."""
        ...

    def write(self, message: AnyTold) -> Sequence[bytes]:
        """Any other message; nothing, if this dialect has no word for it."""
        ...


class Update:
    """What happened at a table after a step. Everything is made once, however many are told."""

    __slots__ = ("_after", "_events", "_json", "_seen", "_since", "_viewers", "after", "table")

    def __init__(self, table: Table, viewers: set[Viewer], since: int, after: Sequence[AnyTold]) -> None:
        self.table = table
        self.after = after
        """What everybody is told after the view."""
        self._viewers = viewers
        self._since = since
        self._events: list[Event] | None = None
        self._seen: dict[Viewer, Sequence[Seen]] | None = None
        self._json: dict[int, bytes] = {}
        """Of steps, by their identity: viewers who see the same share one object."""
        self._after: list[bytes] | None = None

    @property
    def is_of_a_deal(self) -> bool:
        """Are cards dealt in it?"""
        return self.table.is_dealt and self._since < self.table.began

    def seen(self, viewer: Viewer) -> Sequence[Seen]:
        if self._seen is None:
            self._seen = steps_seen(self.table, self._viewers, self._since)
        return self._seen[viewer]

    def events(self, viewer: Viewer) -> list[Event]:
        """The events alone, for a dialect that has its own words for them."""
        if self._events is None:
            steps = self.table.retrace(max(self._since, self.table.began))
            self._events = [event for step, _ in steps for event in step.events]
        return [event.seen_by(viewer) for event in self._events]

    def steps(self, viewer: Viewer) -> list[bytes]:
        """What is seen, as JSON."""
        messages = []
        for step in self.seen(viewer):
            message = self._json.get(id(step))
            if message is None:
                message = self._json[id(step)] = to_json(step)
            messages.append(message)
        return messages

    def after_json(self) -> list[bytes]:
        if self._after is None:
            self._after = [to_json(message) for message in self.after]
        return self._after


class JsonDialect:
    """The messages of `wire`, as JSON."""

    def __init__(self, *, notes: bool) -> None:
        self._notes = notes
        """Do views have the notes that bots need?"""

    def whole(self, table: Table, viewer: Viewer) -> list[bytes]:
        return [view_told(table, viewer, self._notes)]

    def update(self, update: Update, viewer: Viewer) -> list[bytes]:
        return [*update.steps(viewer), view_told(update.table, viewer, self._notes), *update.after_json()]

    def write(self, message: AnyTold) -> list[bytes]:
        return [to_json(message)]


JSON: Final = JsonDialect(notes=False)
JSON_WITH_NOTES: Final = JsonDialect(notes=True)


def steps_seen(table: Table, viewers: set[Viewer], since: int) -> dict[Viewer, Sequence[Seen]]:
    """For each viewer all steps after this one. Those who see the same of the last step share one object."""
    told = table.last_told(viewers) if since == table.seq - 1 else {}
    if not told:
        return {viewer: table.since(viewer, since) for viewer in viewers}
    return {viewer: (seen,) for viewer, seen in told.items()}


def view_told(table: Table, viewer: Viewer, notes: bool) -> bytes:
    """The message that makes a viewer whole."""
    if not table.is_dealt:
        return to_json(TellView(table.seq, None))
    view = table.view(viewer) if notes else table.slim_view(viewer)
    return to_json(TellView(table.seq, view, table.number, table.last_shown(viewer)))


def clock_told(table: Table, now: int) -> TellClock:
    """Of a table that has clocks."""
    clocks = table.clocks
    assert clocks is not None
    seats = [SeatClock(clocks.left(seat, now), clocks.runs(seat)) for seat in range(table.seats)]
    return TellClock(table.seq, now, tuple(seats))


def over_told(table: Table, record: str, next_commitment: str) -> TellOver:
    """Of a match that is over: now everything may be known."""
    proof, seed, outcome = table.match.proof, table.match.seed, table.outcome
    assert proof is not None
    assert seed is not None
    assert outcome is not None
    evening = table.evening
    is_counted = table.number > 1 or evening.scoring.score != "none"
    names = [player.name for player in table.players]
    return TellOver(
        table.seq,
        table.number,
        outcome,
        seed,
        proof,
        record,
        next_commitment,
        evening.standings() if is_counted else (),
        evening.is_over,
        evening.next_to_begin(names),
        evening.tribute_of(names),
    )
