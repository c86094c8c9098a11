"""Sessions: the seats of Colyseus clients in the database, and the tokens with which they come back.

A session begins as a reservation: it ends when nobody connects in time. A connection is offered a new token, which
becomes the only one that counts when the client says that it has it: whoever loses the connection before that comes
back with the old one.
"""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from typing import Any

import msgspec
from sqlalchemy import ColumnElement, Connection, Row, delete, insert, or_, select, update

from houserules.core import Seat
from houserules.server.database import Database
from houserules.server.journal import TableId
from houserules.server.schema import LISTING, MATCHMADE, SESSION
from houserules.server.tokens import hash_of

SESSION_BYTES = 12
TOKEN_BYTES = 18
"""24 characters: the SDK for Defold reads at most 31."""


class Session(msgspec.Struct, frozen=True):
    """Whose seat it is."""

    id: str
    table: TableId
    seat: Seat
    key: str
    """The hash of the token of the seat: the session ends when the seat gets another."""
    salt: str = ""
    """What the player adds to the seed of the first deal."""
    is_used: bool = False
    """Has anybody connected? Otherwise it is a reservation."""


class Matchmade(msgspec.Struct, frozen=True):
    """A table that others find by the name of its room."""

    table: TableId
    room: str
    rules: str
    """The hash of the rules."""
    seats: int
    people: int = 0
    opened: int = 0


def new_session_id() -> str:
    return secrets.token_urlsafe(SESSION_BYTES)


def new_reconnection_token() -> str:
    return secrets.token_urlsafe(TOKEN_BYTES)


class Sessions:
    """Each call is one short transaction, so any process that shares the database can take a connection."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def reserve(self, session: Session, until: int, found_by: Matchmade | None = None) -> None:
        """Keep a seat until this time, and let others find its table."""

        def work(connection: Connection) -> None:
            if found_by is not None:
                row = {"tbl": found_by.table, "room": found_by.room, "rules": found_by.rules, "seats": found_by.seats}
                connection.execute(insert(MATCHMADE).values(row))
            row = {"id": session.id, "tbl": session.table, "seat": session.seat, "key_hash": session.key}
            connection.execute(insert(SESSION).values({**row, "salt": session.salt, "until": until}))

        await self._database.write(work)

    async def find(self, table: TableId, token: str) -> Session | None:
        """The session of a client that wants to come back."""
        return await self._read_one(SESSION.c.tbl == table, _has_token(token))

    async def admit(self, id_: str, table: TableId, token: str | None, now: int) -> tuple[Session, str] | None:
        """The session of a connection, and the token that it is offered; None if it may not come in.

        Without a token only a reservation lets in, and only in its time. A client that shows a token has it, so the one
        before that counts no more."""
        offered = new_reconnection_token()
        values = {"offered_hash": hash_of(offered), **({} if token is None else {"token_hash": hash_of(token)})}
        of_token = _has_token(token) if token is not None else SESSION.c.token_hash.is_(None) & (SESSION.c.until > now)
        mine = (SESSION.c.id == id_) & (SESSION.c.tbl == table) & of_token

        def work(connection: Connection) -> Session | None:
            change = update(SESSION).where(mine).values(values).returning(SESSION)
            row = connection.execute(change).first()
            return None if row is None else _session(row)

        session = await self._database.write(work)
        return None if session is None else (session, offered)

    async def confirm(self, id_: str, token: str) -> bool:
        """The client has this token: the one before it counts no more. False: another connection was offered one."""
        mine = (SESSION.c.id == id_) & (SESSION.c.offered_hash == hash_of(token))
        change = {"token_hash": hash_of(token), "offered_hash": None, "until": None}
        return await self._change(mine, change)

    async def keep_until(self, id_: str, token: str, until: int) -> None:
        """The connection with this token is lost. If it was replaced by another, nothing changes."""
        await self._change((SESSION.c.id == id_) & (SESSION.c.token_hash == hash_of(token)), {"until": until})

    async def keep_waiting_until(self, until: int) -> None:
        """The server starts: whoever waited for a deal has this long to come back."""
        waiting = select(LISTING.c.tbl).where(LISTING.c.status == "waiting")
        await self._change(SESSION.c.until.is_(None) & SESSION.c.tbl.in_(waiting), {"until": until})

    async def keep(self, ids: Sequence[str]) -> None:
        """These sessions do not end by themselves: they are here, or their match is dealt."""
        await self._change(SESSION.c.id.in_(ids) & SESSION.c.token_hash.is_not(None), {"until": None})

    async def with_an_end(self) -> tuple[tuple[Session, int], ...]:
        """All sessions that end by themselves, and when."""

        def work(connection: Connection) -> tuple[tuple[Session, int], ...]:
            rows = connection.execute(select(SESSION).where(SESSION.c.until.is_not(None)))
            return tuple([(_session(row), row.until) for row in rows])

        return await self._database.read(work)

    async def end(self, id_: str) -> None:
        await self._database.write(lambda connection: connection.execute(delete(SESSION).where(SESSION.c.id == id_)))

    async def _change(self, which: ColumnElement[bool], values: dict[str, Any]) -> bool:
        change = update(SESSION).where(which).values(values)
        return await self._database.write(lambda connection: connection.execute(change).rowcount > 0)

    async def _read_one(self, *which: ColumnElement[bool]) -> Session | None:
        def work(connection: Connection) -> Session | None:
            row = connection.execute(select(SESSION).where(*which)).first()
            return None if row is None else _session(row)

        return await self._database.read(work)

    # -- Tables that are found by the name of their room ---------------------------------------------------------------

    async def waiting(self, room: str | None, limit: int) -> tuple[Matchmade, ...]:
        """Tables with an empty chair, the oldest first; of all rooms, if none is named."""
        asked = (
            select(MATCHMADE, LISTING.c.people, LISTING.c.opened)
            .join(LISTING, LISTING.c.tbl == MATCHMADE.c.tbl)
            .where(LISTING.c.status == "waiting", LISTING.c.chairs > 0)
            .order_by(LISTING.c.opened, LISTING.c.tbl)
            .limit(limit)
        )
        if room is not None:
            asked = asked.where(MATCHMADE.c.room == room)

        def work(connection: Connection) -> tuple[Matchmade, ...]:
            return tuple([_matchmade(row) for row in connection.execute(asked)])

        return await self._database.read(work)

    async def hide(self, table: TableId) -> None:
        """Nobody finds this table by the name of its room any more."""
        gone = delete(MATCHMADE).where(MATCHMADE.c.tbl == table)
        await self._database.write(lambda connection: connection.execute(gone))


def _has_token(token: str) -> ColumnElement[bool]:
    hashed = hash_of(token)
    return or_(SESSION.c.token_hash == hashed, SESSION.c.offered_hash == hashed)


def _session(row: Row[Any]) -> Session:
    return Session(row.id, row.tbl, row.seat, row.key_hash, row.salt, row.token_hash is not None)


def _matchmade(row: Row[Any]) -> Matchmade:
    return Matchmade(row.tbl, row.room, row.rules, row.seats, row.people, row.opened)
