"""The database of a server: its schema, how it is opened, and what is refused; on SQLite and on PostgreSQL."""

from __future__ import annotations

import asyncio
import os
import sqlite3
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import Connection, Index, select, text

from houserules.errors import RequestError
from houserules.server.database import Database, SqliteDatabase, open_database
from houserules.server.schema import METADATA, PLAYER
from tests.postgres import free_port


def with_database(url: str, work: Callable[[Database], Coroutine[Any, Any, None]]) -> None:
    async def opened() -> None:
        database = await open_database(url)
        try:
            await work(database)
        finally:
            await database.close()

    asyncio.run(opened())


def differences(connection: Connection) -> list[Any]:
    def has(item: Any, *_: object) -> bool:
        """Alembic itself does not ask whether an index is meant for this engine."""
        return not isinstance(item, Index) or item._ddl_if is None or item._ddl_if.dialect == connection.dialect.name

    return list(compare_metadata(MigrationContext.configure(connection, opts={"include_object": has}), METADATA))


def test_the_migrations_make_the_schema(database_url: str) -> None:
    async def compare(database: Database) -> None:
        assert await database.read(differences) == []

    with_database(database_url, compare)


def test_the_comparison_would_find_a_difference(database_url: str) -> None:
    async def compare(database: Database) -> None:
        await database.write(lambda connection: connection.execute(text("drop table chat")))
        assert await database.read(differences) != []

    with_database(database_url, compare)


def test_a_database_can_be_opened_again_and_keeps_what_it_has(database_url: str) -> None:
    row = {"id": "a", "key_hash": "b", "name": "Ann", "created": 1}

    async def write(database: Database) -> None:
        await database.write(lambda connection: connection.execute(PLAYER.insert().values(row)))

    async def read(database: Database) -> None:
        assert await database.read(lambda connection: connection.execute(select(PLAYER.c.name)).scalar()) == "Ann"

    with_database(database_url, write)
    with_database(database_url, read)


def test_two_processes_may_open_a_new_database_at_once(database_url: str) -> None:
    async def both() -> None:
        databases = await asyncio.gather(*[open_database(database_url) for _ in range(4)])
        for database in databases:
            assert await database.read(differences) == []
            await database.close()

    asyncio.run(both())


def test_work_that_fails_leaves_nothing_behind(database_url: str) -> None:
    def fail(connection: Connection) -> None:
        connection.execute(PLAYER.insert().values(id="a", key_hash="b", name="Ann", created=1))
        raise ZeroDivisionError

    async def tried(database: Database) -> None:
        with pytest.raises(ZeroDivisionError):
            await database.write(fail)
        assert await database.read(lambda connection: connection.execute(select(PLAYER)).all()) == []

    with_database(database_url, tried)


def test_a_database_in_memory_needs_no_file() -> None:
    async def compare(database: Database) -> None:
        assert await database.read(differences) == []

    with_database("sqlite://", compare)


def refusal(url: str) -> str:
    with pytest.raises(RequestError) as refused:
        asyncio.run(open_database(url))
    assert refused.value.code == "bad-database"
    return refused.value.message


@pytest.mark.parametrize(
    "url", ["", "houserules.db", "mysql://localhost/x", "sqlite", "postgresql+psycopg://x/y", "a://b:c:d"]
)
def test_a_url_that_is_not_one_is_refused_with_an_example(url: str) -> None:
    assert "sqlite:///houserules.db" in refusal(url)


def test_a_file_that_cannot_be_opened_is_refused(tmp_path: Path) -> None:
    missing = tmp_path / "no-folder" / "x.db"
    assert (
        refusal(f"sqlite:///{missing}")
        == f"the database sqlite:///{missing} cannot be opened: unable to open database file"
    )
    letter = tmp_path / "letter.db"
    letter.write_text("Dear Ann, this is a letter and not a database." * 100)
    assert refusal(f"sqlite:///{letter}").endswith("cannot be opened: file is not a database")


def test_a_server_that_does_not_answer_is_refused_and_the_password_is_not_shown() -> None:
    said = refusal(f"postgresql://ann:secret@127.0.0.1:{free_port()}/x")
    assert "cannot be opened" in said
    assert "secret" not in said


def test_a_database_that_postgresql_does_not_have_is_refused(postgres: Any) -> None:
    assert 'database "nowhere" does not exist' in refusal(postgres.new_database().rpartition("/")[0] + "/nowhere")


def test_a_database_of_a_later_version_is_refused(database_url: str) -> None:
    async def age(database: Database) -> None:
        await database.write(
            lambda connection: connection.execute(text("update alembic_version set version_num = 'later'"))
        )

    with_database(database_url, age)
    assert "a later version of houserules made" in refusal(database_url)


def test_while_another_process_writes_sqlite_waits_and_then_says_so(tmp_path: Path) -> None:
    path = tmp_path / "test.db"
    add = PLAYER.insert().values(id="a", key_hash="b", name="Ann", created=1)

    async def tried(database: Database) -> None:
        assert isinstance(database, SqliteDatabase)
        database.raw.execute("PRAGMA busy_timeout = 1")
        other = sqlite3.connect(path, isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(RequestError) as refused:
            await database.write(lambda connection: connection.execute(add))
        assert refused.value.code == "no-database"
        assert await database.read(lambda connection: connection.execute(select(PLAYER)).all()) == []
        other.execute("COMMIT")
        other.close()
        await database.write(lambda connection: connection.execute(add))
        assert len(await database.read(lambda connection: connection.execute(select(PLAYER)).all())) == 1

    with_database(f"sqlite:///{path}", tried)


def test_when_postgresql_comes_back_the_database_goes_on(postgres: Any) -> None:
    """All connections are cut, as when it restarts."""
    cut = text("select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid()")

    async def tried(database: Database) -> None:
        other = await open_database(url)
        await other.write(lambda connection: connection.execute(cut).all())
        await other.close()
        assert await database.read(lambda connection: connection.execute(select(PLAYER)).all()) == []

    url = postgres.new_database()
    with_database(url, tried)


def test_synchronous_is_a_setting(tmp_path: Path) -> None:
    async def tried() -> None:
        for word, number in (("NORMAL", 1), ("FULL", 2)):
            database = await open_database(f"sqlite:///{tmp_path / 'test.db'}", synchronous=word)  # type: ignore[arg-type]
            assert isinstance(database, SqliteDatabase)
            assert database.raw.execute("PRAGMA synchronous").fetchone() == (number,)
            assert database.raw.execute("PRAGMA journal_mode").fetchone() == ("wal",)
            await database.close()

    asyncio.run(tried())


def test_a_new_file_is_for_its_owner_only(tmp_path: Path) -> None:
    """It holds the secrets of deals in play."""
    file = tmp_path / "tables.db"
    before = os.umask(0o000)
    try:

        async def look(_: Database) -> None:
            modes = {path.name: path.stat().st_mode & 0o777 for path in tmp_path.iterdir()}
            assert modes == {"tables.db": 0o600, "tables.db-shm": 0o600, "tables.db-wal": 0o600}

        with_database(f"sqlite:///{file}", look)
    finally:
        os.umask(before)
