"""What a table is told as: messages for each viewer, from the table alone."""

from __future__ import annotations

from houserules.core import Viewer, to_json
from houserules.table import Table
from houserules.wire import SeatClock, TellClock, TellOver, TellView


def steps_told(table: Table, viewers: set[Viewer], since: int) -> dict[Viewer, list[bytes]]:
    """For each viewer the messages about all steps after this one. What is the same is written once."""
    told = table.last_told(viewers) if since == table.seq - 1 else {}
    if not told:
        return {viewer: [to_json(seen) for seen in table.since(viewer, since)] for viewer in viewers}
    written: dict[int, list[bytes]] = {}
    for seen in told.values():
        if id(seen) not in written:
            written[id(seen)] = [to_json(seen)]
    return {viewer: written[id(seen)] for viewer, seen in told.items()}


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
    return TellOver(table.seq, table.number, outcome, seed, proof, record, next_commitment)
