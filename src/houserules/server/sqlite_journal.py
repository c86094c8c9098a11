"""SqliteJournal: the journal in a file. All appends of one tick of the loop are one transaction."""

from __future__ import annotations

import asyncio
import sqlite3
import time
from collections.abc import Callable, Sequence
from typing import Final

import msgspec

from houserules.errors import TableError
from houserules.wire import Listing

from .database import out_of_reach
from .journal import Entry, Journal, TableId, Then
from .lobby import LISTED, listing_values
from .times import Times

NEWEST: Final = "select max(id) from entry"
MOVE_HEAD: Final = "update head set seq = ?1, last = ?2 where tbl = ?3 and last = ?4 and seq = ?1 - 1"
MAKE_HEAD: Final = "insert into head (tbl, seq, last) values (?, 0, ?) on conflict do nothing"
ADD: Final = "insert into entry (id, tbl, seq, body, prev) values (?, ?, ?, ?, ?)"
HEAD_OF: Final = "select seq, last from head where tbl = ?"
HEADS: Final = "select tbl, seq from head where tbl in (select value from json_each(?))"
READ: Final = """
    with recursive chain (seq, body, prev) as (
        select entry.seq, body, prev from head join entry on entry.id = head.last where head.tbl = ?1 and head.seq >= ?2
        union all
        select entry.seq, entry.body, entry.prev from chain join entry on entry.id = chain.prev where entry.seq >= ?2
    )
    select seq, body from chain
"""
"""From the last entry back to number `since`."""
LIST: Final = f"""
    insert into listing ({", ".join(LISTED)}) values ({", ".join("?" for _ in LISTED)})
    on conflict (tbl) do update set {", ".join(f"{name} = excluded.{name}" for name in LISTED[1:])}
"""

MOST_KNOWN: Final = 50_000
"""Tables of which the journal remembers where their last entry is."""

Waiting = tuple[Entry, Then]


def wall_clock() -> int:
    return time.time_ns() // 1_000_000


class SqliteJournal(Journal):
    """Works on a connection in autocommit mode that is used on the loop's thread only, as that of SqliteDatabase.

    An append waits for the next turn of the loop, and so for all others that come until then: no timer, one commit.
    If SQLite fails, all that waited are told so, and nothing of them was written."""

    def __init__(self, connection: sqlite3.Connection, now: Callable[[], int] = wall_clock) -> None:
        self._connection = connection
        self._now = now
        self._waiting: list[Waiting] = []
        self._last: dict[TableId, int] = {}
        """The ids of the last entries that we know of. It saves a look; if one of them is wrong, the fence finds it."""
        self._listings: dict[TableId, Listing] = {}
        """What the lobby is to show of tables, not yet written."""
        self._loop: asyncio.AbstractEventLoop | None = None
        """Kept, because Python makes a call of the system to find it."""
        self._is_due = False
        """Will it be written in the next turn of the loop? What could not be written waits without that."""
        self._closed = False
        self._version = -1
        self.commits = 0
        """Transactions so far, for measurements."""
        self.commit_times = Times()

    def write(self, entry: Entry, then: Then) -> None:
        if self._closed:
            then(None, is_closed())
            return
        self._waiting.append((entry, then))
        self._flush_soon()

    def list_later(self, listing: Listing) -> None:
        self._listings[listing.table] = listing
        self._flush_soon()

    def _flush_soon(self) -> None:
        if not self._is_due:
            self._is_due = True
            loop = self._loop = self._loop or asyncio.get_running_loop()
            loop.call_soon(self._flush)

    async def read(self, table: TableId, since: int) -> list[Entry]:
        try:
            return self._read(table, since)
        except sqlite3.OperationalError as problem:
            raise out_of_reach() from problem

    async def heads(self, tables: Sequence[TableId]) -> dict[TableId, int]:
        try:
            return dict(self._connection.execute(HEADS, (msgspec.json.encode(tables).decode(),)).fetchall())
        except sqlite3.OperationalError as problem:
            raise out_of_reach() from problem

    def may_have_changed(self) -> bool:
        """SQLite counts the changes of other connections."""
        version = self._connection.execute("pragma data_version").fetchone()[0]
        was, self._version = self._version, version
        return bool(version != was)

    async def close(self) -> None:
        """Write what still waits. The connection stays open: its owner closes it."""
        self._flush()
        self._closed = True

    def _read(self, table: TableId, since: int) -> list[Entry]:
        rows: list[tuple[int, bytes]] = self._connection.execute(READ, (table, since)).fetchall()
        return [Entry(table, seq, body) for seq, body in reversed(rows)]

    def _flush(self) -> None:
        self._is_due = False
        waiting, self._waiting = self._waiting, []
        if not waiting and not self._listings:
            return
        began = time.perf_counter()
        try:
            answers = self._commit([entry for entry, _ in waiting])
        except Exception as problem:  # noqa: BLE001 - whatever it is: nobody may wait for ever
            for _, then in waiting:
                then(None, _not_written(problem))
            return
        self.commit_times.add(time.perf_counter() - began)
        for (_, then), answer in zip(waiting, answers, strict=True):
            then(answer, None)

    def _commit(self, entries: list[Entry]) -> Sequence[Entry | None]:
        """Write all entries that may be written, and say for each what stands at its place."""
        connection = self._connection
        try:
            connection.execute("BEGIN IMMEDIATE")
            answers: Sequence[Entry | None] = entries
            written = entries
            if entries and not self._write_all(entries):
                # Rare: a table is there twice, or somebody else wrote to one of them. So they are written one by one.
                connection.execute("ROLLBACK")
                connection.execute("BEGIN IMMEDIATE")
                answers, written = self._write_singly(entries)
            listings = [*self._listings.values(), *(entry.listing for entry in written if entry.listing is not None)]
            if listings:
                now = self._now()
                connection.executemany(LIST, [listing_values(listing, now) for listing in listings])
            connection.execute("COMMIT")
            self._listings.clear()
        except BaseException:
            self._last.clear()
            if connection.in_transaction:
                connection.execute("ROLLBACK")
            raise
        self.commits += 1
        return answers

    def _write_all(self, entries: list[Entry]) -> bool:
        """Write these entries of different tables; False: not all of them could be written."""
        connection, last = self._connection, self._last
        if len(last) > MOST_KNOWN:
            last.clear()
        newest: int = connection.execute(NEWEST).fetchone()[0] or 0
        rows, moved, made = [], [], []
        for number, entry in enumerate(entries, newest + 1):
            table, seq = entry.table, entry.seq
            if seq == 0:
                before = None
                made.append((table, number))
            else:
                before = last.get(table)
                if before is None:
                    before = self._look_up(table)
                moved.append((seq, number, table, before))
            rows.append((number, table, seq, entry.body, before))
        known = {row[1]: row[0] for row in rows}
        if (
            len(known) < len(rows)
            or (moved and connection.executemany(MOVE_HEAD, moved).rowcount < len(moved))
            or (made and connection.executemany(MAKE_HEAD, made).rowcount < len(made))
        ):
            return False
        connection.executemany(ADD, rows)
        last.update(known)
        return True

    def _look_up(self, table: TableId) -> int | None:
        head = self._connection.execute(HEAD_OF, (table,)).fetchone()
        return None if head is None else int(head[1])

    def _write_singly(self, entries: list[Entry]) -> tuple[list[Entry | None], list[Entry]]:
        answers: list[Entry | None] = []
        written = []
        for entry in entries:
            self._last.pop(entry.table, None)
            if self._write_all([entry]):
                written.append(entry)
                answers.append(entry)
            else:
                stands = self._read(entry.table, entry.seq)
                answers.append(stands[0] if stands else None)
        return answers, written


def is_closed() -> TableError:
    return TableError("not-written", "the journal is closed: the server is about to end")


def _not_written(problem: Exception) -> TableError:
    said = "the server could not write this step, so nothing has changed: try again in a moment"
    refusal = TableError("not-written", said)
    refusal.__cause__ = problem
    return refusal
