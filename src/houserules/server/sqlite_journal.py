"""SqliteJournal: the journal in a file. All appends of one tick of the loop are one transaction."""

from __future__ import annotations

import asyncio
import sqlite3
import time
from collections.abc import Callable, Sequence
from typing import Final

import msgspec

from houserules.errors import TableError

from .journal import Entry, TableId
from .lobby import LISTED, listing_values

APPEND: Final = """
    insert into entry (tbl, seq, body) select ?1, ?2, ?3
    where ?2 = 0 or exists (select 1 from entry where tbl = ?1 and seq = ?2 - 1)
    on conflict do nothing
"""
READ: Final = "select seq, body from entry where tbl = ? and seq >= ? order by seq"
STANDS: Final = "select body from entry where tbl = ? and seq = ?"
HEADS: Final = """
    select asked.value, (select max(seq) from entry where tbl = asked.value) as head
    from json_each(?) as asked where head is not null
"""
LIST: Final = f"""
    insert into listing ({", ".join(LISTED)}) values ({", ".join("?" for _ in LISTED)})
    on conflict (tbl) do update set {", ".join(f"{name} = excluded.{name}" for name in LISTED[1:])}
"""

Waiting = tuple[Entry, "asyncio.Future[Entry | None]"]


def wall_clock() -> int:
    return time.time_ns() // 1_000_000


class SqliteJournal:
    """Works on a connection in autocommit mode that is used on the loop's thread only, as that of SqliteDatabase.

    An append waits for the next turn of the loop, and so for all others that come until then: no timer, one commit.
    If SQLite fails, all that waited are told so, and nothing of them was written."""

    def __init__(self, connection: sqlite3.Connection, now: Callable[[], int] = wall_clock) -> None:
        self._connection = connection
        self._now = now
        self._waiting: list[Waiting] = []
        self._closed = False
        self._version = -1
        self.commits = 0
        """Transactions so far, for measurements."""

    async def append(self, entry: Entry) -> Entry | None:
        if self._closed:
            raise TableError("not-written", "the journal is closed: the server is about to end")
        loop = asyncio.get_running_loop()
        future: asyncio.Future[Entry | None] = loop.create_future()
        if not self._waiting:
            loop.call_soon(self._flush)
        self._waiting.append((entry, future))
        return await future

    async def read(self, table: TableId, since: int) -> list[Entry]:
        rows = self._connection.execute(READ, (table, since))
        return [Entry(table, seq, body) for seq, body in rows]

    async def heads(self, tables: Sequence[TableId]) -> dict[TableId, int]:
        return dict(self._connection.execute(HEADS, (msgspec.json.encode(tables).decode(),)).fetchall())

    def may_have_changed(self) -> bool:
        """SQLite counts the changes of other connections."""
        version = self._connection.execute("pragma data_version").fetchone()[0]
        was, self._version = self._version, version
        return bool(version != was)

    async def close(self) -> None:
        """Write what still waits. The connection stays open: its owner closes it."""
        self._flush()
        self._closed = True

    def _flush(self) -> None:
        waiting, self._waiting = self._waiting, []
        if not waiting:
            return
        try:
            answers = self._commit([entry for entry, _ in waiting])
        except sqlite3.Error as problem:
            for _, future in waiting:
                if not future.done():
                    future.set_exception(_not_written(problem))
            return
        for (_, future), answer in zip(waiting, answers, strict=True):
            if not future.done():
                future.set_result(answer)

    def _commit(self, entries: list[Entry]) -> Sequence[Entry | None]:
        """Write all entries that may be written, and say for each what stands at its place."""
        connection = self._connection
        try:
            connection.execute("BEGIN IMMEDIATE")
            done = connection.executemany(APPEND, [(entry.table, entry.seq, entry.body) for entry in entries])
            answers: Sequence[Entry | None] = entries
            written = entries
            if done.rowcount != len(entries):
                # Rare: somebody else wrote one of them first. Only one by one can we know which.
                connection.execute("ROLLBACK")
                connection.execute("BEGIN IMMEDIATE")
                answers, written = self._write_singly(entries)
            if listings := [entry.listing for entry in written if entry.listing is not None]:
                now = self._now()
                connection.executemany(LIST, [listing_values(listing, now) for listing in listings])
            connection.execute("COMMIT")
        except BaseException:
            if connection.in_transaction:
                connection.execute("ROLLBACK")
            raise
        self.commits += 1
        return answers

    def _write_singly(self, entries: list[Entry]) -> tuple[list[Entry | None], list[Entry]]:
        answers: list[Entry | None] = []
        written = []
        for entry in entries:
            if self._connection.execute(APPEND, (entry.table, entry.seq, entry.body)).rowcount == 1:
                written.append(entry)
                answers.append(entry)
            else:
                stands = self._connection.execute(STANDS, (entry.table, entry.seq)).fetchone()
                answers.append(None if stands is None else Entry(entry.table, entry.seq, stands[0]))
        return answers, written


def _not_written(problem: sqlite3.Error) -> TableError:
    said = "the server could not write this step, so nothing has changed: try again in a moment"
    refusal = TableError("not-written", said)
    refusal.__cause__ = problem
    return refusal
