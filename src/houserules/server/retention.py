"""Retention: whole finished tables go when their time is over. What their players won and lost stays."""

from __future__ import annotations

from typing import Any, Final

from sqlalchemy import ColumnElement, Connection, Select, delete, select

from .schema import CHAT, ENTRY, HEAD, LISTING, MATCHMADE, RECORD, SEAT_OF, SESSION

DAY_MS: Final = 86_400_000
REMATCH_MS: Final = 3_600_000
"""How long a table from which somebody was forgotten waits for a rematch."""
MOST_TABLES: Final = 10
"""Removed in one transaction, so that nobody waits long for it."""


def sweep(connection: Connection, now: int, days: float | None) -> int:
    """Remove some finished tables whose time is over, and say how many; call it until none is left.

    After so many days without a change a table goes with its records; None keeps tables for ever. A table at which
    somebody sat who is forgotten goes an hour after its end; its records hold no names, and stay."""
    old = [] if days is None else _remove_listings(connection, LISTING.c.updated < now - int(days * DAY_MS))
    named = _remove_listings(connection, LISTING.c.forgets & (LISTING.c.updated < now - REMATCH_MS))
    gone = [*old, *named]
    indexed = connection.dialect.name == "postgresql"
    connection.execute(delete(ENTRY).where(ENTRY.c.tbl.in_(gone) if indexed else ENTRY.c.id.in_(_chains(gone))))
    for table in (HEAD, CHAT, SEAT_OF, SESSION, MATCHMADE):
        connection.execute(delete(table).where(table.c.tbl.in_(gone)))
    connection.execute(delete(RECORD).where(RECORD.c.tbl.in_(old)))
    return len(old) + len(named)


def _remove_listings(connection: Connection, due: ColumnElement[bool]) -> list[str]:
    """The listing goes first: a table whose next match begins at this moment is asked for again, and stays."""
    over: Any = LISTING.c.finished & due
    some = select(LISTING.c.tbl).where(over).limit(MOST_TABLES)
    gone = delete(LISTING).where(LISTING.c.tbl.in_(some), over).returning(LISTING.c.tbl)
    return [row.tbl for row in connection.execute(gone)]


def _chains(tables: list[str]) -> Select[tuple[int]]:
    """The ids of all entries of these tables on SQLite, from the last one back."""
    last = select(ENTRY.c.id, ENTRY.c.prev).join(HEAD, HEAD.c.last == ENTRY.c.id).where(HEAD.c.tbl.in_(tables))
    found = last.cte("found", recursive=True)
    before = select(ENTRY.c.id, ENTRY.c.prev).join(found, ENTRY.c.id == found.c.prev)
    return select(found.union_all(before).c.id)
