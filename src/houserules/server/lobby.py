"""The lobby: one row a table, which the journal writes with the entry that changes it."""

from __future__ import annotations

from typing import Any, Final

import msgspec
from sqlalchemy import Connection, Row, Select, func, select

from houserules.wire import ClockRequest, Listing

from .schema import LISTING, SEAT_OF

LISTED: Final = (
    *("tbl", "game", "title", "name", "status", "seats", "people", "chairs", "bots", "opened", "public", "clock"),
    *("updated", "finished"),
)
"""The columns that the journal writes, as `listing_values` gives them."""


def storable(text: str) -> str:
    """A text as every database takes it: PostgreSQL refuses the character 0."""
    return text.encode("utf-8", "replace").decode().replace("\0", "")


def listing_values(listing: Listing, now: int) -> tuple[object, ...]:
    return (
        *(listing.table, listing.game, storable(listing.title), storable(listing.name), listing.status),
        *(listing.seats, listing.people, listing.open, listing.bots, listing.opened, listing.public),
        None if listing.clock is None else msgspec.json.encode(listing.clock).decode(),
        *(now, listing.status == "over"),
    )


def open_public(connection: Connection, limit: int) -> tuple[Listing, ...]:
    """Public tables that wait or play, newest first; not those at which nobody sits any more."""
    asked = _listings().where(LISTING.c.public, ~LISTING.c.finished, LISTING.c.people > 0)
    return _read(connection, asked.order_by(LISTING.c.opened.desc(), LISTING.c.tbl.desc()).limit(limit))


def tables_of(connection: Connection, player: str, limit: int) -> tuple[Listing, ...]:
    """The tables at which a player still sits, newest first."""
    mine = select(SEAT_OF.c.tbl).where(SEAT_OF.c.player == player)
    asked = _listings().where(LISTING.c.tbl.in_(mine))
    return _read(connection, asked.order_by(LISTING.c.opened.desc(), LISTING.c.tbl.desc()).limit(limit))


def by_code(connection: Connection, code: str) -> str | None:
    """The newest table whose id ends like this; not one that is over for good."""
    asked = select(LISTING.c.tbl).where(LISTING.c.tbl.endswith(code, autoescape=True), LISTING.c.people > 0)
    return connection.execute(asked.order_by(LISTING.c.opened.desc()).limit(1)).scalar_one_or_none()


def count_open(connection: Connection) -> int:
    return connection.execute(select(func.count()).select_from(LISTING).where(~LISTING.c.finished)).scalar_one()


def _listings() -> Select[Any]:
    return select(*[LISTING.c[name] for name in LISTED])


def _read(connection: Connection, asked: Select[Any]) -> tuple[Listing, ...]:
    return tuple([_listing(row) for row in connection.execute(asked)])


def _listing(row: Row[Any]) -> Listing:
    return Listing(
        table=row.tbl,
        game=row.game,
        title=row.title,
        name=row.name,
        status=row.status,
        seats=row.seats,
        people=row.people,
        open=row.chairs,
        bots=row.bots,
        opened=row.opened,
        public=row.public,
        clock=None if row.clock is None else msgspec.json.decode(row.clock, type=ClockRequest),
    )
