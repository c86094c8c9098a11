"""Retention: whole finished tables go when their time is over. What their players won and lost stays."""

from __future__ import annotations

from typing import Any, Final

from sqlalchemy import ColumnElement, Connection, delete, select

from .schema import CHAT, ENTRY, LISTING, RECORD, SEAT_OF

DAY_MS: Final = 86_400_000
REMATCH_MS: Final = 3_600_000
"""How long a table from which somebody was forgotten waits for a rematch."""
MOST_TABLES: Final = 100
"""Removed in one transaction, so that nobody waits long for it."""


def sweep(connection: Connection, now: int, days: float | None) -> int:
    """Remove some finished tables whose time is over, and say how many; call it until none is left.

    After so many days without a change a table goes with its records; None keeps tables for ever. A table at which
    somebody sat who is forgotten goes an hour after its end; its records hold no names, and stay."""
    old = [] if days is None else _remove_listings(connection, LISTING.c.updated < now - int(days * DAY_MS))
    named = _remove_listings(connection, LISTING.c.forgets & (LISTING.c.updated < now - REMATCH_MS))
    for table in (ENTRY, CHAT, SEAT_OF):
        connection.execute(delete(table).where(table.c.tbl.in_([*old, *named])))
    connection.execute(delete(RECORD).where(RECORD.c.tbl.in_(old)))
    return len(old) + len(named)


def _remove_listings(connection: Connection, due: ColumnElement[bool]) -> list[str]:
    """The listing goes first: a table whose next match begins at this moment is asked for again, and stays."""
    over: Any = LISTING.c.finished & due
    some = select(LISTING.c.tbl).where(over).limit(MOST_TABLES)
    gone = delete(LISTING).where(LISTING.c.tbl.in_(some), over).returning(LISTING.c.tbl)
    return [row.tbl for row in connection.execute(gone)]
