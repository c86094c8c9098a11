"""Retention: whole finished tables go when their time is over. What their players won and lost stays."""

from __future__ import annotations

from typing import Final

from sqlalchemy import Connection, delete

from .schema import CHAT, ENTRY, LISTING, RECORD, SEAT_OF

DAY_MS: Final = 86_400_000
REMATCH_MS: Final = 3_600_000
"""How long a table from which somebody was forgotten waits for a rematch."""


def sweep(connection: Connection, now: int, days: float | None) -> int:
    """Remove finished tables that have not changed for so many days, with their records; None keeps them for ever.

    Tables at which somebody sat who is forgotten go an hour after their end; their records hold no names, and stay.
    The listing goes first: whoever begins a rematch at this moment waits for it, and then finds no table."""
    old = [] if days is None else _remove_listings(connection, LISTING.c.updated < now - int(days * DAY_MS))
    named = _remove_listings(connection, LISTING.c.forgets & (LISTING.c.updated < now - REMATCH_MS))
    for table in (ENTRY, CHAT, SEAT_OF):
        connection.execute(delete(table).where(table.c.tbl.in_([*old, *named])))
    connection.execute(delete(RECORD).where(RECORD.c.tbl.in_(old)))
    return len(old) + len(named)


def _remove_listings(connection: Connection, wanted: object) -> list[str]:
    gone = delete(LISTING).where(LISTING.c.finished, wanted).returning(LISTING.c.tbl)  # type: ignore[arg-type]
    return [row.tbl for row in connection.execute(gone)]
