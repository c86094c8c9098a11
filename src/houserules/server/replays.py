"""Replays: a match that is over, step by step, as a seat saw it or with every hand open.

The steps are made again from the journal, so they are exactly what was told when they happened. A long match has
thousands of them: they are made a little at a time, so that those who play do not wait.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Iterator, Sequence
from time import perf_counter
from typing import Final

import msgspec

from houserules.core import Viewer, to_json
from houserules.errors import SeatsError
from houserules.games import AnyGame
from houserules.table import Step, Table, replay_of_record
from houserules.wire import Replay, ReplayStep

from .entries import read_line, read_opening
from .journal import Entry, TableId

SLICE_SECONDS: Final = 0.002
"""How long one replay may keep the event loop busy at a time."""


class Replays:
    """Makes one replay at a time."""

    def __init__(self) -> None:
        self._lock = asyncio.Lock()

    async def from_journal(self, entries: Sequence[Entry], game: AnyGame, match: int, seat: Viewer) -> bytes:
        """A match that is over, from all entries of its table."""
        table = Table.new(read_opening(entries[0].body).settings, game)
        steps = (read_line(entry.body).step(game) for entry in entries[1:])
        return await self._write(entries[0].table, table, steps, match, match, seat)

    async def from_record(self, table: TableId, match: int, record: bytes, names: Sequence[str], seat: Viewer) -> bytes:
        """A match whose table is no longer there."""
        again, steps = replay_of_record(record, _different(names))
        return await self._write(table, again, steps, 1, match, seat)

    async def _write(
        self, table_id: TableId, table: Table, steps: Iterable[Step], number: int, match: int, seat: Viewer
    ) -> bytes:
        """`number` is what this table calls the match."""
        if seat is not None and not 0 <= seat < table.seats:
            raise SeatsError(f"there is no seat {seat} at this table: seats are 0 to {table.seats - 1}")
        async with self._lock:
            written = await _in_slices(_steps_told(table, steps, number, seat))
        head = Replay(
            table=table_id,
            match=match,
            game=table.game.id,
            title=table.game.name,
            rules=table.game.hash,
            family=table.game.family,
            names=table.names.names,
            outcome=table.outcome,
            steps=(),
            seat=seat,
            deal=table.match.deal_plan,
        )
        # The steps are JSON already.
        whole = {**msgspec.structs.asdict(head), "steps": [msgspec.Raw(step) for step in written if step]}
        return to_json(whole)


def _steps_told(table: Table, steps: Iterable[Step], number: int, seat: Viewer) -> Iterator[bytes]:
    """Each step of a match as JSON, from its deal to its end; b"" for a step of an earlier match."""
    if table.number == number:  # dealt with the first step
        yield _told(table, seat)
    for step in steps:
        table.commit(step)
        yield _told(table, seat) if table.number == number else b""
        if table.number == number and table.is_over:
            return


def _told(table: Table, seat: Viewer) -> bytes:
    """The last step, in the words in which it was told."""
    if table.seq == table.began:
        seen = table.since(seat, table.began - 1)[0]
    elif seat is None:
        told = table.last_told_openly()
        assert told is not None
        seen = told
    else:
        seen = table.last_told([seat])[seat]
    step = ReplayStep(
        seq=seen.seq,
        at=seen.at,
        seat=seen.seat,
        move=seen.move,
        deed=seen.deed,
        events=seen.events,
        words=seen.words,
        turn=seen.turn,
        view=table.open_view() if seat is None else table.slim_view(seat),
    )
    return to_json(step)


async def _in_slices(parts: Iterator[bytes]) -> list[bytes]:
    """All that this makes. After each slice it rests for as long as it worked: half of the time is for others."""
    made = []
    began = perf_counter()
    for part in parts:
        made.append(part)
        worked = perf_counter() - began
        if worked > SLICE_SECONDS:
            await asyncio.sleep(worked)
            began = perf_counter()
    return made


def _different(names: Sequence[str]) -> list[str]:
    """Several who were forgotten have the same name, and a table needs different ones."""
    told: list[str] = []
    for name in names:
        told.append(name if name not in told else f"{name} {names[: len(told) + 1].count(name)}")
    return told
