"""Database: opened by its URL, brought to the latest schema, and then asked by short functions on a connection."""

from __future__ import annotations

import contextlib
import os
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final, Literal, Protocol, TypeVar

import asyncpg  # type: ignore[import-untyped]  # it ships no types
from alembic.config import Config
from alembic.runtime.environment import EnvironmentContext
from alembic.script import ScriptDirectory
from alembic.util import CommandError
from sqlalchemy import URL, Connection, Engine, StaticPool, create_engine, event, make_url, text
from sqlalchemy.exc import ArgumentError, DBAPIError, OperationalError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from houserules.errors import RequestError

from .schema import METADATA

T = TypeVar("T")

DEFAULT_URL: Final = "sqlite:///houserules.db"
BUSY_MS: Final = 5_000
"""How long a connection to SQLite waits while another process writes."""
CACHE_KB: Final = 16_384
PATIENCE_SECONDS: Final = 10
"""After which PostgreSQL counts as out of reach."""
DRIVER_ERRORS: Final = (asyncpg.PostgresError, asyncpg.InterfaceError, asyncpg.InternalClientError)
"""What the driver raises past SQLAlchemy, for example when PostgreSQL goes away at the wrong moment."""
MIGRATIONS: Final = Path(__file__).parent / "migrations"
MIGRATION_LOCK: Final = 0x686F757365
"""The number of the lock in PostgreSQL that lets one process at a time change the schema."""

Synchronous = Literal["NORMAL", "FULL"]
"""What SQLite waits for: NORMAL survives the end of the process, FULL the end of the power as well."""


class Database(Protocol):
    """Work is a function on a connection: it runs in one transaction, whole or not at all, and must be short."""

    kind: Literal["sqlite", "postgresql"]

    async def read(self, work: Callable[[Connection], T]) -> T: ...

    async def write(self, work: Callable[[Connection], T]) -> T: ...

    async def close(self) -> None: ...


class SqliteDatabase:
    """One connection, used on the loop's own thread: nothing waits inside a transaction, so none overlap."""

    kind: Literal["sqlite", "postgresql"] = "sqlite"

    def __init__(self, engine: Engine, synchronous: Synchronous) -> None:
        self._engine = engine
        self._connection = engine.connect()
        raw: Any = self._connection.connection.dbapi_connection
        self.raw: sqlite3.Connection = raw
        """The same connection for the journal, which needs no more than the driver."""
        self.raw.isolation_level = None  # the driver begins no transaction of its own
        self._begin = "BEGIN"
        event.listen(self._connection, "begin", lambda _: self.raw.execute(self._begin))
        self.raw.execute(f"PRAGMA busy_timeout = {BUSY_MS}")
        self.raw.execute("PRAGMA journal_mode = WAL")
        self.raw.execute(f"PRAGMA synchronous = {synchronous}")
        self.raw.execute(f"PRAGMA cache_size = -{CACHE_KB}")

    async def read(self, work: Callable[[Connection], T]) -> T:
        return self._run("BEGIN", work)

    async def write(self, work: Callable[[Connection], T]) -> T:
        return self._run("BEGIN IMMEDIATE", work)

    def _run(self, begin: str, work: Callable[[Connection], T]) -> T:
        self._begin = begin
        try:
            with self._connection.begin():
                return work(self._connection)
        except (sqlite3.OperationalError, OperationalError) as problem:
            raise out_of_reach() from problem

    async def close(self) -> None:
        self._connection.close()
        self._engine.dispose()


class PostgresDatabase:
    kind: Literal["sqlite", "postgresql"] = "postgresql"

    def __init__(self, engine: AsyncEngine) -> None:
        self.engine = engine

    async def read(self, work: Callable[[Connection], T]) -> T:
        return await self.write(work)

    async def write(self, work: Callable[[Connection], T]) -> T:
        try:
            async with self.engine.begin() as connection:
                return await connection.run_sync(work)
        except (DBAPIError, OSError, *DRIVER_ERRORS) as problem:
            # The driver has a class of its own only for what is wrong in a statement: those are our mistakes.
            if (
                isinstance(problem, DBAPIError)
                and type(problem) is not DBAPIError
                and not problem.connection_invalidated
            ):
                raise
            raise out_of_reach() from problem

    async def close(self) -> None:
        await self.engine.dispose()


def out_of_reach() -> RequestError:
    return RequestError("no-database", "the database does not answer, and nothing has changed: try again in a moment")


async def open_database(url: str = DEFAULT_URL, *, synchronous: Synchronous = "NORMAL") -> Database:
    """Open a database and bring it to the latest schema, or refuse with RequestError."""
    where = _read_url(url)
    shown = make_url(url).render_as_string(hide_password=True)
    database: Database | None = None
    try:
        database = open_sqlite(where, synchronous) if where.drivername == "sqlite" else _open_postgres(where)
        await database.write(migrate)
        return database
    except (SQLAlchemyError, sqlite3.Error, OSError, RequestError, *DRIVER_ERRORS) as problem:
        reason = problem if not isinstance(problem, RequestError) else problem.__cause__ or problem
        said = f"the database {shown} cannot be opened: {_first_line(reason)}"
        refusal = RequestError("bad-database", said)
    except CommandError:
        said = f"a later version of houserules made the database {shown}: update houserules, or choose another database"
        refusal = RequestError("bad-database", said)
    if database is not None:
        await database.close()
    raise refusal


def _read_url(url: str) -> URL:
    try:
        where = make_url(url)
    except (ArgumentError, ValueError):
        where = None
    if where is not None and where.drivername in ("sqlite", "sqlite+pysqlite"):
        return where.set(drivername="sqlite")
    if where is not None and where.drivername in ("postgres", "postgresql", "postgresql+asyncpg"):
        return where.set(drivername="postgresql+asyncpg")
    said = "the database must be a URL such as sqlite:///houserules.db or postgresql://user@host/name"
    raise RequestError("bad-database", said)


def open_sqlite(where: URL, synchronous: Synchronous) -> SqliteDatabase:
    if where.database and where.database != ":memory:" and "uri" not in where.query:
        _make_private(Path(where.database))
    return SqliteDatabase(create_engine(where, poolclass=StaticPool), synchronous)


def _make_private(file: Path) -> None:
    """A new file is for its owner only: it holds the secrets of deals in play. SQLite gives the files beside it the
    same mode."""
    with contextlib.suppress(OSError):  # it is there, or SQLite says what is wrong
        os.close(os.open(file, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))


def _open_postgres(where: URL) -> PostgresDatabase:
    limits = {"lock_timeout": f"{PATIENCE_SECONDS}s", "statement_timeout": f"{PATIENCE_SECONDS}s"}
    options = {"timeout": PATIENCE_SECONDS, "command_timeout": PATIENCE_SECONDS, "server_settings": limits}
    return PostgresDatabase(create_async_engine(where, pool_pre_ping=True, connect_args=options))


def _first_line(problem: BaseException) -> str:
    """What the driver itself says, without the statement."""
    original = problem.orig if isinstance(problem, DBAPIError) and problem.orig is not None else problem
    return (str(original).splitlines() or [type(original).__name__])[0]


# -- Migrations -------------------------------------------------------------------------------------------------------


def migrate(connection: Connection) -> None:
    """Run the migrations that this database has not seen. Inside a transaction; one process at a time."""
    if connection.dialect.name == "postgresql":
        connection.execute(text("select pg_advisory_xact_lock(:number)"), {"number": MIGRATION_LOCK})
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    scripts = ScriptDirectory.from_config(config)

    def upgrade(revision: Any, _: Any) -> list[Any]:  # alembic does not name the types
        return scripts._upgrade_revs("head", revision)

    with EnvironmentContext(config, scripts, fn=upgrade) as environment:
        environment.configure(connection=connection, target_metadata=METADATA)
        environment.run_migrations()
