"""The journal in PostgreSQL keeps the same promises as that in SQLite."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any

import pytest
from sqlalchemy import text

from houserules.errors import TableError
from houserules.server.database import Database, open_database
from houserules.server.journal import Entry, Journal
from houserules.server.open_journal import open_journal
from houserules.server.store import Store
from tests.test_sqlite_journal import listing


def with_journal(postgres: Any, work: Callable[[Journal, Database], Coroutine[Any, Any, None]]) -> None:
    url = postgres.new_database()

    async def opened() -> None:
        database = await open_database(url)
        journal = open_journal(database)
        try:
            await work(journal, database)
        finally:
            await journal.close()
            await database.close()

    asyncio.run(opened())


def test_what_is_appended_can_be_read(postgres: Any) -> None:
    async def work(journal: Journal, _: Database) -> None:
        for seq in range(3):
            entry = Entry("a", seq, bytes([seq]))
            assert await journal.append(entry) == entry
        assert await journal.read("a", 1) == [Entry("a", 1, b"\1"), Entry("a", 2, b"\2")]
        assert await journal.heads(["a", "none"]) == {"a": 2}
        assert await journal.heads([]) == {}

    with_journal(postgres, work)


def test_the_fence_and_the_predecessor(postgres: Any) -> None:
    async def work(journal: Journal, _: Database) -> None:
        entries = [Entry("a", 0, b"first"), Entry("a", 0, b"second"), Entry("a", 1, b"next"), Entry("a", 3, b"early")]
        answers = await asyncio.gather(*map(journal.append, entries))
        assert answers == [entries[0], entries[0], entries[2], None]
        assert await journal.append(entries[1]) == entries[0]
        assert await journal.append(entries[0]) == entries[0]
        assert await journal.append(Entry("b", 1, b"early")) is None

    with_journal(postgres, work)


def test_two_holders_meet_the_fence(postgres: Any) -> None:
    async def work(journal: Journal, database: Database) -> None:
        other = open_journal(database)
        for seq in range(30):
            one, two = Entry("a", seq, b"one"), Entry("a", seq, b"two")
            answers = await asyncio.gather(*[journal.append(one), other.append(two)])
            assert answers in ([one, one], [two, two])
        assert len(await journal.read("a", 0)) == 30
        await other.close()

    with_journal(postgres, work)


def test_many_tables_at_once(postgres: Any) -> None:
    async def work(journal: Journal, _: Database) -> None:
        for seq in range(3):
            entries = [Entry(f"t{number}", seq, b"x") for number in range(1200)]
            assert await asyncio.gather(*map(journal.append, entries)) == entries
        assert set((await journal.heads([f"t{number}" for number in range(1200)])).values()) == {2}

    with_journal(postgres, work)


def test_the_listing_changes_with_the_entry_that_stands(postgres: Any) -> None:
    async def work(journal: Journal, database: Database) -> None:
        store = Store(database)
        await journal.append(Entry("a", 0, b"", listing("a")))
        assert await store.lobby() == (listing("a"),)
        mine, late = listing("a", status="playing", name="mine"), listing("a", status="playing", name="late")
        await asyncio.gather(journal.append(Entry("a", 1, b"mine", mine)), journal.append(Entry("a", 1, b"late", late)))
        assert await store.lobby() == (mine,)
        await journal.append(Entry("a", 2, b"", listing("a", status="over")))
        assert await store.lobby() == ()

    with_journal(postgres, work)


def test_when_all_connections_are_cut_the_journal_goes_on(postgres: Any) -> None:
    cut = text(
        "select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid() and usename = 'tests'"
    )

    async def work(journal: Journal, database: Database) -> None:
        for seq in range(5):
            assert await journal.append(Entry("a", seq, b"x")) == Entry("a", seq, b"x")
            await database.write(lambda connection: connection.execute(cut).all())
        assert await journal.heads(["a"]) == {"a": 4}

    with_journal(postgres, work)


def test_if_the_database_refuses_those_who_wait_are_told(postgres: Any) -> None:
    async def work(journal: Journal, database: Database) -> None:
        await database.write(lambda connection: connection.execute(text("alter table entry rename to hidden")))
        with pytest.raises(TableError) as refused:
            await journal.append(Entry("a", 0, b""))
        assert refused.value.code == "not-written"
        await database.write(lambda connection: connection.execute(text("alter table hidden rename to entry")))
        assert await journal.append(Entry("a", 0, b"")) == Entry("a", 0, b"")

    with_journal(postgres, work)


def test_closing_writes_what_waits_and_refuses_the_rest(postgres: Any) -> None:
    async def work(journal: Journal, _: Database) -> None:
        task = asyncio.ensure_future(journal.append(Entry("a", 0, b"")))
        await asyncio.sleep(0)
        await journal.close()
        assert await task == Entry("a", 0, b"")
        with pytest.raises(TableError):
            await journal.append(Entry("a", 1, b""))

    with_journal(postgres, work)
