"""The journal in SQLite: the fence, the predecessor, one commit a tick, and nothing acknowledged is ever lost."""

from __future__ import annotations

import asyncio
import random
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy.dialects import sqlite
from sqlalchemy.schema import CreateTable

from houserules.errors import TableError
from houserules.server.database import SqliteDatabase, open_database
from houserules.server.journal import Entry, Journal
from houserules.server.schema import ENTRY, HEAD
from houserules.server.sqlite_journal import SqliteJournal
from houserules.server.store import Store
from houserules.wire import Listing

PATIENCE = 300
"""Seconds until a process that does not answer fails the test."""


def with_journal(
    work: Callable[[SqliteJournal, SqliteDatabase], Coroutine[Any, Any, None]], url: str = "sqlite://"
) -> None:
    async def opened() -> None:
        database = await open_database(url)
        assert isinstance(database, SqliteDatabase)
        try:
            await work(SqliteJournal(database.raw, now=lambda: 7), database)
        finally:
            await database.close()

    asyncio.run(opened())


def listing(table: str, **changes: Any) -> Listing:
    usual: dict[str, Any] = {"game": "shithead", "title": "Shithead", "name": "", "status": "waiting", "seats": 2}
    return Listing(table=table, **(usual | {"people": 1, "open": 1, "bots": 0, "opened": 5, "public": True} | changes))


def fits_the_protocol(journal: SqliteJournal) -> Journal:
    return journal


def test_an_entry_that_is_appended_can_be_read() -> None:
    async def work(journal: SqliteJournal, _: SqliteDatabase) -> None:
        for seq in range(3):
            entry = Entry("a", seq, bytes([seq]))
            assert await journal.append(entry) == entry
        await journal.append(Entry("b", 0, b"other"))
        assert await journal.read("a", 0) == [Entry("a", seq, bytes([seq])) for seq in range(3)]
        assert await journal.read("a", 2) == [Entry("a", 2, b"\2")]
        assert await journal.read("a", 3) == []
        assert await journal.read("c", 0) == []

    with_journal(work)


def test_a_second_writer_gets_what_stands() -> None:
    async def work(journal: SqliteJournal, _: SqliteDatabase) -> None:
        first, second = Entry("a", 0, b"first"), Entry("a", 0, b"second")
        assert await asyncio.gather(*map(journal.append, [first, second])) == [first, first]
        assert await journal.append(second) == first
        assert await journal.append(first) == first
        assert await journal.read("a", 0) == [first]

    with_journal(work)


def test_an_entry_without_its_predecessor_is_not_written() -> None:
    async def work(journal: SqliteJournal, _: SqliteDatabase) -> None:
        assert await journal.append(Entry("a", 1, b"early")) is None
        await journal.append(Entry("a", 0, b""))
        assert await journal.append(Entry("a", 2, b"early")) is None
        assert await journal.heads(["a"]) == {"a": 0}

    with_journal(work)


def test_an_entry_and_its_predecessor_may_come_in_one_tick() -> None:
    async def work(journal: SqliteJournal, _: SqliteDatabase) -> None:
        entries = [Entry("a", 0, b"0"), Entry("a", 1, b"1"), Entry("a", 3, b"3"), Entry("a", 2, b"2")]
        answers = await asyncio.gather(*[journal.append(entry) for entry in entries])
        assert answers == [entries[0], entries[1], None, entries[3]]
        assert journal.commits == 1

    with_journal(work)


def test_many_appends_in_a_tick_are_one_transaction() -> None:
    async def work(journal: SqliteJournal, _: SqliteDatabase) -> None:
        await asyncio.gather(*[journal.append(Entry(f"t{table}", 0, b"")) for table in range(500)])
        assert journal.commits == 1
        assert len(await journal.heads([f"t{table}" for table in range(500)])) == 500

    with_journal(work)


def test_nothing_can_be_read_before_it_is_committed() -> None:
    async def work(journal: SqliteJournal, _: SqliteDatabase) -> None:
        task = asyncio.ensure_future(journal.append(Entry("a", 0, b"")))
        await asyncio.sleep(0)
        seen_first = await journal.heads(["a"])
        await task
        assert seen_first == {}
        assert await journal.heads(["a"]) == {"a": 0}

    with_journal(work)


def test_heads_leave_out_tables_without_entries() -> None:
    async def work(journal: SqliteJournal, _: SqliteDatabase) -> None:
        for seq in range(4):
            await journal.append(Entry("a", seq, b""))
        await journal.append(Entry('"quoted\\', 0, b""))
        assert await journal.heads(["a", "none", '"quoted\\']) == {"a": 3, '"quoted\\': 0}
        assert await journal.heads([]) == {}

    with_journal(work)


def test_the_listing_changes_with_the_entry_that_stands() -> None:
    async def work(journal: SqliteJournal, database: SqliteDatabase) -> None:
        store = Store(database)
        await journal.append(Entry("a", 0, b"", listing("a")))
        assert await store.lobby() == (listing("a"),)
        await asyncio.gather(
            journal.append(Entry("a", 1, b"mine", listing("a", status="playing", name="mine"))),
            journal.append(Entry("a", 1, b"late", listing("a", status="playing", name="late"))),
            journal.append(Entry("a", 7, b"hole", listing("a", status="playing", name="hole"))),
        )
        assert [row.name for row in await store.lobby()] == ["mine"]
        await journal.append(Entry("a", 2, b"", listing("a", status="over")))
        assert await store.lobby() == ()

    with_journal(work)


class Failing:
    """A connection that fails in the next commit, as a full disk does."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self.connection = connection
        self.fails = False

    def __getattr__(self, name: str) -> Any:
        return getattr(self.connection, name)

    def execute(self, statement: str, *values: Any) -> sqlite3.Cursor:
        if self.fails and statement == "COMMIT":
            raise sqlite3.OperationalError("database or disk is full")
        return self.connection.execute(statement, *values)


def test_if_the_disk_fails_all_that_wait_are_told_and_the_journal_goes_on() -> None:
    async def work(journal: SqliteJournal, database: SqliteDatabase) -> None:
        failing = Failing(database.raw)
        journal = SqliteJournal(failing)  # type: ignore[arg-type]  # it stands in for a connection
        failing.fails = True
        entries = [Entry("a", 0, b""), Entry("b", 0, b"")]
        for answer in await asyncio.gather(*map(journal.append, entries), return_exceptions=True):
            assert isinstance(answer, TableError)
            assert answer.code == "not-written"
        failing.fails = False
        assert await journal.heads(["a", "b"]) == {}
        assert await asyncio.gather(*map(journal.append, entries)) == entries

    with_journal(work)


def test_what_the_lobby_is_to_show_waits_out_a_disk_that_fails() -> None:
    """A listing that could not be written stops no later commit, and is written with the next one."""

    async def work(journal: SqliteJournal, database: SqliteDatabase) -> None:
        failing = Failing(database.raw)
        journal = SqliteJournal(failing)  # type: ignore[arg-type]  # it stands in for a connection
        failing.fails = True
        journal.list_later(listing("a"))
        await asyncio.sleep(0)
        assert await Store(database).lobby() == ()
        failing.fails = False
        entry = Entry("b", 0, b"")
        assert await asyncio.wait_for(journal.append(entry), PATIENCE) == entry
        assert await Store(database).lobby() == (listing("a"),)

    with_journal(work)


def test_a_full_database_is_refused_and_goes_on_when_there_is_room(tmp_path: Path) -> None:
    async def work(journal: SqliteJournal, database: SqliteDatabase) -> None:
        await journal.append(Entry("a", 0, b""))
        [pages] = database.raw.execute("PRAGMA page_count").fetchone()
        database.raw.execute(f"PRAGMA max_page_count = {pages}")
        with pytest.raises(TableError, match="nothing has changed") as refused:
            await journal.append(Entry("a", 1, bytes(100_000)))
        assert "full" in str(refused.value.__cause__)
        database.raw.execute("PRAGMA max_page_count = 1000000")
        assert await journal.append(Entry("a", 1, b"")) == Entry("a", 1, b"")

    with_journal(work, f"sqlite:///{tmp_path / 'test.db'}")


def test_while_another_process_holds_the_file_appends_are_refused_and_then_go_on(tmp_path: Path) -> None:
    path = tmp_path / "test.db"

    async def work(journal: SqliteJournal, database: SqliteDatabase) -> None:
        database.raw.execute("PRAGMA busy_timeout = 1")
        other = sqlite3.connect(path, isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(TableError):
            await journal.append(Entry("a", 0, b""))
        other.execute("COMMIT")
        other.close()
        assert await journal.append(Entry("a", 0, b"")) == Entry("a", 0, b"")

    with_journal(work, f"sqlite:///{path}")


def test_the_journal_knows_whether_another_process_has_written(tmp_path: Path) -> None:
    path = tmp_path / "test.db"

    async def work(journal: SqliteJournal, _: SqliteDatabase) -> None:
        journal.may_have_changed()
        await journal.append(Entry("a", 0, b""))
        assert not journal.may_have_changed()
        other = sqlite3.connect(path, isolation_level=None)
        other.execute("delete from head")
        other.close()
        assert journal.may_have_changed()
        assert not journal.may_have_changed()
        assert await journal.append(Entry("a", 1, b"")) is None

    with_journal(work, f"sqlite:///{path}")


def test_an_append_that_is_cancelled_harms_no_other() -> None:
    async def work(journal: SqliteJournal, _: SqliteDatabase) -> None:
        tasks = [asyncio.ensure_future(journal.append(Entry(table, 0, b""))) for table in "ab"]
        await asyncio.sleep(0)
        tasks[0].cancel()
        assert await tasks[1] == Entry("b", 0, b"")
        assert await journal.append(Entry("c", 0, b"")) == Entry("c", 0, b"")

    with_journal(work)


def test_closing_writes_what_waits_and_refuses_the_rest() -> None:
    async def work(journal: SqliteJournal, _: SqliteDatabase) -> None:
        task = asyncio.ensure_future(journal.append(Entry("a", 0, b"")))
        await asyncio.sleep(0)
        await journal.close()
        assert await task == Entry("a", 0, b"")
        with pytest.raises(TableError):
            await journal.append(Entry("a", 1, b""))
        await journal.close()

    with_journal(work)


@given(
    st.lists(
        st.lists(st.tuples(st.sampled_from("abc"), st.integers(0, 6), st.binary(max_size=2)), max_size=12), max_size=8
    )
)
def test_the_journal_does_what_a_dictionary_would(ticks: list[list[tuple[str, int, bytes]]]) -> None:
    """Whatever is appended in whichever ticks."""

    async def work(journal: SqliteJournal) -> None:
        truth: dict[tuple[str, int], bytes] = {}
        for tick in ticks:
            wanted = []
            for table, seq, body in tick:
                if seq == 0 or (table, seq - 1) in truth:
                    truth.setdefault((table, seq), body)
                stands = truth.get((table, seq))
                wanted.append(None if stands is None else Entry(table, seq, stands))
            assert await asyncio.gather(*[journal.append(Entry(*entry)) for entry in tick]) == wanted
        for table in "abc":
            entries = [Entry(table, seq, truth[table, seq]) for seq in range(7) if (table, seq) in truth]
            assert await journal.read(table, 0) == entries

    connection = sqlite3.connect(":memory:", isolation_level=None)
    for table in (ENTRY, HEAD):  # quicker than all migrations
        connection.execute(str(CreateTable(table).compile(dialect=sqlite.dialect())))
    asyncio.run(work(SqliteJournal(connection)))
    connection.close()


# -- Other processes -------------------------------------------------------------------------------------------------

WRITER = """
import asyncio, sys
from houserules.server.database import open_database
from houserules.server.journal import Entry
from houserules.server.sqlite_journal import SqliteJournal

async def play(journal, table):
    seq = 0
    while True:
        mine = Entry(table, seq, f"{sys.argv[2]} {seq}".encode())
        stands = await journal.append(mine)
        print(table, seq, stands == mine, flush=True)
        seq += 1
        if seq >= int(sys.argv[3]):
            return

async def main():
    database = await open_database(sys.argv[1])
    journal = SqliteJournal(database.raw)
    await asyncio.gather(*[play(journal, f"t{number}") for number in range(8)])
    await journal.close()
    await database.close()

asyncio.run(main())
"""


def start_writer(url: str, name: str, entries: int) -> subprocess.Popen[str]:
    words = [sys.executable, "-c", WRITER, url, name, str(entries)]
    return subprocess.Popen(words, stdout=subprocess.PIPE, text=True)


@pytest.mark.parametrize("chance", range(3))
def test_what_was_acknowledged_survives_kill_9(chance: int, tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'test.db'}"
    writer = start_writer(url, "writer", 1_000_000)
    assert writer.stdout is not None
    acknowledged: dict[str, int] = {}

    def heard(line: str) -> None:
        if line.endswith("\n"):
            table, seq, mine = line.split()
            assert mine == "True"
            acknowledged[table] = int(seq)

    for _ in range(random.Random(chance).randrange(200, 4000)):
        heard(writer.stdout.readline())
    writer.kill()
    for line in writer.stdout:
        heard(line)
    writer.stdout.close()
    writer.wait(PATIENCE)

    async def work(journal: SqliteJournal, _: SqliteDatabase) -> None:
        assert len(acknowledged) == 8
        for table, seq in acknowledged.items():
            entries = await journal.read(table, 0)
            assert [entry.seq for entry in entries] == list(range(len(entries)))
            assert len(entries) > seq
            assert all(entry.body == f"writer {entry.seq}".encode() for entry in entries)
            after = Entry(table, len(entries), b"after")
            assert await journal.append(after) == after

    with_journal(work, url)


def test_two_processes_on_one_file_meet_the_fence(tmp_path: Path) -> None:
    """Each entry is written by one of them, and both know by whom."""
    url = f"sqlite:///{tmp_path / 'test.db'}"
    writers = {name: start_writer(url, name, 100) for name in ("one", "two")}
    claimed: dict[tuple[str, int], str] = {}
    for name, writer in writers.items():
        said, _ = writer.communicate(timeout=PATIENCE)
        assert writer.returncode == 0
        for line in said.splitlines():
            table, seq, mine = line.split()
            if mine == "True":
                assert claimed.setdefault((table, int(seq)), name) == name

    async def work(journal: SqliteJournal, _: SqliteDatabase) -> None:
        for number in range(8):
            entries = await journal.read(f"t{number}", 0)
            assert [entry.seq for entry in entries] == list(range(100))
            for entry in entries:
                assert entry.body.decode() == f"{claimed[entry.table, entry.seq]} {entry.seq}"

    with_journal(work, url)
