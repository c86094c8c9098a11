"""Store: what a server keeps beside the journal. The same on SQLite and on PostgreSQL."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from houserules.core import Seat
from houserules.wire import Listing, MatchPlayed, PlayerInfo, Ranked, TellChat

from . import chats, lobby, players, ratings, results, retention
from .colyseus.sessions import Sessions
from .database import Database
from .journal import TableId
from .players import PlayerId
from .results import RecordLink, Result
from .sqlite_journal import wall_clock

__all__ = ["PlayerId", "Ranked", "Result", "Store"]


def record_link(table: TableId, match: int) -> str:
    return f"/api/v1/tables/{table}/record?match={match}"


class Store:
    """Each call is one short transaction. If the database does not answer: RequestError, code `no-database`."""

    def __init__(
        self, database: Database, *, link: RecordLink = record_link, now: Callable[[], int] = wall_clock
    ) -> None:
        self._database = database
        self._link = link
        self._now = now
        self.sessions = Sessions(database)

    # -- Players ------------------------------------------------------------------------------------------------------

    async def player(self, key: str, name: str | None = None) -> PlayerInfo:
        """The player of a key, who is made on first use. A name changes the name."""
        now = self._now()
        return await self._database.write(lambda connection: players.remember(connection, key, name, now))

    async def player_info(self, player: PlayerId) -> PlayerInfo | None:
        """By public id, or `bot:LEVEL`."""
        return await self._database.read(lambda connection: players.info(connection, player))

    async def forget_player(self, key: str) -> bool:
        """Remove everything that belongs to a key; False if there is nothing."""
        return await self._database.write(lambda connection: players.forget(connection, key))

    async def matches_of(self, player: PlayerId, limit: int = 50) -> tuple[MatchPlayed, ...]:
        """Newest first."""
        return await self._database.read(lambda connection: results.matches_of(connection, player, limit, self._link))

    async def sits(self, player: PlayerId, table: TableId, seat: Seat) -> None:
        await self._database.write(lambda connection: players.sit(connection, player, table, seat))

    async def stands(self, player: PlayerId, table: TableId, seat: Seat) -> None:
        await self._database.write(lambda connection: players.stand(connection, player, table, seat))

    async def table_by_code(self, code: str) -> str | None:
        return await self._database.read(lambda connection: lobby.by_code(connection, code))

    async def tables_of(self, player: PlayerId, limit: int = 50) -> tuple[Listing, ...]:
        """The tables at which a player still sits, newest first."""
        return await self._database.read(lambda connection: lobby.tables_of(connection, player, limit))

    # -- Results ------------------------------------------------------------------------------------------------------

    async def add_result(self, result: Result) -> bool:
        """Keep a finished match and its record, and change the ratings. False: it stood already."""
        return await self._database.write(lambda connection: results.add(connection, result))

    async def ratings(self, game: str, rules: str, limit: int = 100) -> tuple[Ranked, ...]:
        """The leader board of a game under one set of rules."""
        return await self._database.read(lambda connection: ratings.leaders(connection, game, rules, limit))

    async def record(self, table: TableId, match: int) -> bytes | None:
        """The record of a finished match, as JSON."""
        return await self._database.read(lambda connection: results.record(connection, table, match))

    async def last_recorded(self, table: TableId) -> int | None:
        """The number of the last match of a table whose record is kept, also if the table itself is not."""
        return await self._database.read(lambda connection: results.last_recorded(connection, table))

    async def names(self, table: TableId, match: int) -> tuple[str, ...]:
        """Who played a finished match."""
        return await self._database.read(lambda connection: results.names(connection, table, match))

    # -- Tables -------------------------------------------------------------------------------------------------------

    async def lobby(self, limit: int = 100) -> tuple[Listing, ...]:
        """Public tables that wait or play, newest first."""
        return await self._database.read(lambda connection: lobby.open_public(connection, limit))

    async def count_open(self) -> int:
        """Tables that wait or play, listed or not."""
        return await self._database.read(lobby.count_open)

    async def add_chat(
        self,
        table: TableId,
        at: int,
        seat: Seat | None,
        name: str,
        text: str,
        line: str | None = None,
        *,
        player: PlayerId | None = None,
    ) -> None:
        """With the id of the player who said it, it can be forgotten with the player."""
        chat = TellChat(at, seat, name, text, line)
        await self._database.write(lambda connection: chats.add_chat(connection, table, chat, player))

    async def last_chats(self, table: TableId, count: int = 50) -> tuple[TellChat, ...]:
        """The newest come last."""
        return await self._database.read(lambda connection: chats.last_chats(connection, table, count))

    async def sweep(self, now: int, retention_days: float | None) -> int:
        """Remove whole finished tables whose time is over, and say how many; None keeps them for ever."""
        removed = 0
        while some := await self._database.write(lambda connection: retention.sweep(connection, now, retention_days)):
            removed += some
            await asyncio.sleep(0)  # others come first
        return removed

    async def close(self) -> None:
        await self._database.close()
