"""PostgresJournal: the journal in PostgreSQL. While one statement is under way, the next gathers all that comes in."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import Callable, Sequence
from typing import Any, Final

from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from houserules.errors import TableError
from houserules.wire import Listing

from .database import DRIVER_ERRORS, out_of_reach
from .journal import Entry, Journal, TableId, Then
from .lobby import LISTED, listing_values
from .sqlite_journal import Waiting, is_closed, wall_clock
from .times import Times

TYPES: Final = (*(["text"] * 5), *(["smallint"] * 4), "bigint", "boolean", "text", "bigint", "boolean")
"""Of the columns that LISTED names."""
# With `exists` in place of this comparison PostgreSQL may decide to read the whole table.
APPEND: Final = f"""
    with added as (
        insert into entry (tbl, seq, body)
        select n.* from unnest($1::text[], $2::int[], $3::bytea[]) as n (tbl, seq, body)
        where n.seq = 0 or (select e.seq from entry e where e.tbl = n.tbl and e.seq = n.seq - 1) is not null
        on conflict do nothing returning tbl, seq
    ), listed as (
        insert into listing ({", ".join(LISTED)})
        select n.* from unnest({", ".join(f"${number}::{kind}[]" for number, kind in enumerate(TYPES, 4))})
            as n ({", ".join(LISTED)})
        where n.tbl in (select tbl from added)
        on conflict (tbl) do update set {", ".join(f"{name} = excluded.{name}" for name in LISTED[1:])}
    )
    select tbl, seq from added
"""
LIST: Final = f"""
    insert into listing ({", ".join(LISTED)})
    select n.* from unnest({", ".join(f"${number}::{kind}[]" for number, kind in enumerate(TYPES, 1))})
        as n ({", ".join(LISTED)})
    on conflict (tbl) do update set {", ".join(f"{name} = excluded.{name}" for name in LISTED[1:])}
"""
STAND: Final = """
    select e.tbl, e.seq, e.body from entry e join unnest($1::text[], $2::int[]) as n (tbl, seq) using (tbl, seq)
"""
READ: Final = "select seq, body from entry where tbl = $1 and seq >= $2 order by seq"
HEADS: Final = """
    select n.tbl, e.seq from unnest($1::text[]) as n (tbl)
    cross join lateral (select seq from entry where tbl = n.tbl order by seq desc limit 1) as e
"""
MOST_IN_A_STATEMENT: Final = 500


class PostgresJournal(Journal):
    """One statement a commit and no open transaction, so that a process that stops holds nobody up.

    A statement whose answer was lost is sent once more: an entry that stands already is found again."""

    def __init__(self, engine: AsyncEngine, now: Callable[[], int] = wall_clock) -> None:
        self._engine = engine.execution_options(isolation_level="AUTOCOMMIT")
        self._now = now
        self._waiting: list[Waiting] = []
        self._listings: dict[TableId, Listing] = {}
        self._writer: asyncio.Task[None] | None = None
        self._connection: AsyncConnection | None = None
        self._closed = False
        self.commit_times = Times()

    def write(self, entry: Entry, then: Then) -> None:
        if self._closed:
            then(None, is_closed())
            return
        self._waiting.append((entry, then))
        if self._writer is None:
            self._writer = asyncio.create_task(self._write_all())

    def list_later(self, listing: Listing) -> None:
        self._listings[listing.table] = listing
        if self._writer is None:
            self._writer = asyncio.create_task(self._write_all())

    async def read(self, table: TableId, since: int) -> list[Entry]:
        return [Entry(table, row["seq"], row["body"]) for row in await self._ask(READ, table, since)]

    async def heads(self, tables: Sequence[TableId]) -> dict[TableId, int]:
        return {row["tbl"]: row["seq"] for row in await self._ask(HEADS, list(tables))}

    def may_have_changed(self) -> bool:
        """Other processes write to the same tables, and nobody counts that."""
        return True

    async def close(self) -> None:
        """Write what still waits. The engine stays open: its owner closes it."""
        self._closed = True
        if self._writer is not None:
            await self._writer
        await self._let_go()

    async def _ask(self, statement: str, *values: object) -> list[Any]:
        try:
            async with self._engine.connect() as connection:
                return await _fetch(connection, statement, *values)
        except (DBAPIError, OSError, *DRIVER_ERRORS) as problem:
            raise out_of_reach() from problem

    async def _write_all(self) -> None:
        """Until nothing waits any more."""
        while self._waiting or self._listings:
            await self._write_listings()
            batch = self._next_batch()
            if not batch:
                continue
            began = time.perf_counter()
            try:
                answers = await self._commit([entry for entry, _ in batch])
            except Exception as problem:  # noqa: BLE001 - the driver has errors of many kinds, and nobody may wait for ever
                for _, then in batch:
                    then(None, _not_written(problem))
                continue
            self.commit_times.add(time.perf_counter() - began)
            for entry, then in batch:
                then(answers.get((entry.table, entry.seq)), None)
        self._writer = None

    async def _write_listings(self) -> None:
        """If it fails, the lobby is wrong until the table is next opened: nobody waits for it."""
        listings, self._listings = self._listings, {}
        if listings:
            now = self._now()
            rows = [listing_values(listing, now) for listing in listings.values()]
            with contextlib.suppress(Exception):
                await self._send(LIST, *[list(column) for column in zip(*rows, strict=True)])

    def _next_batch(self) -> list[Waiting]:
        """Each table once: a statement does not see the predecessors that it writes itself."""
        batch: dict[TableId, Waiting] = {}
        later = []
        for waiting in self._waiting:
            table = waiting[0].table
            if table in batch or len(batch) == MOST_IN_A_STATEMENT:
                later.append(waiting)
            else:
                batch[table] = waiting
        self._waiting = later
        return list(batch.values())

    async def _commit(self, entries: list[Entry]) -> dict[tuple[TableId, int], Entry]:
        """What stands at the place of each."""
        now = self._now()
        listings = [listing_values(entry.listing, now) for entry in entries if entry.listing is not None]
        columns = [list(column) for column in zip(*listings, strict=True)] or [[] for _ in LISTED]
        keys = ([entry.table for entry in entries], [entry.seq for entry in entries])
        added = await self._send(APPEND, *keys, [entry.body for entry in entries], *columns)
        written = {(row["tbl"], row["seq"]) for row in added}
        answers = {(entry.table, entry.seq): entry for entry in entries if (entry.table, entry.seq) in written}
        if len(answers) < len(entries):
            for row in await self._send(STAND, *keys):
                answers.setdefault((row["tbl"], row["seq"]), Entry(row["tbl"], row["seq"], row["body"]))
        return answers

    async def _send(self, statement: str, *values: object) -> list[Any]:
        try:
            return await self._send_once(statement, *values)
        except Exception:  # noqa: BLE001 - the connection may be gone: a new one says what is wrong, if anything is
            await self._let_go()
            return await self._send_once(statement, *values)

    async def _send_once(self, statement: str, *values: object) -> list[Any]:
        if self._connection is None:
            self._connection = await self._engine.connect()
        return await _fetch(self._connection, statement, *values)

    async def _let_go(self) -> None:
        connection, self._connection = self._connection, None
        if connection is not None:
            await connection.invalidate()
            await connection.close()


async def _fetch(connection: AsyncConnection, statement: str, *values: object) -> list[Any]:
    """By the driver itself, which sends lists as arrays."""
    driver: Any = (await connection.get_raw_connection()).driver_connection
    rows: list[Any] = await driver.fetch(statement, *values)
    return rows


def _not_written(problem: Exception) -> TableError:
    said = "the database does not answer, so nobody knows whether this step stands: send it again in a moment"
    refusal = TableError("not-written", said)
    refusal.__cause__ = problem
    return refusal
