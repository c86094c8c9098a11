"""The journal that belongs to a database."""

from __future__ import annotations

from .database import Database, PostgresDatabase, SqliteDatabase
from .journal import Journal
from .postgres_journal import PostgresJournal
from .sqlite_journal import SqliteJournal


def open_journal(database: Database) -> Journal:
    """In the same database as everything else; close the journal first."""
    if isinstance(database, SqliteDatabase):
        return SqliteJournal(database.raw)
    assert isinstance(database, PostgresDatabase)
    return PostgresJournal(database.engine)
