"""Door: lets sockets of Colyseus clients in, and gives up seats to which nobody comes."""

from __future__ import annotations

import asyncio
from typing import Final

from picows import WSUpgradeRequest

from houserules.errors import HouseRulesError
from houserules.server.chairs import say_goodbye, stand_up
from houserules.server.config import Config
from houserules.server.guest import RESTART
from houserules.server.house import House
from houserules.server.journal import TableId
from houserules.server.limits import AddressLimits
from houserules.server.reception import Reception
from houserules.server.refusals import Refused
from houserules.server.room import Room
from houserules.server.services import LOG
from houserules.server.socket import NORMAL, Socket

from .connection import FrameGuest
from .dialects import Dialects
from .frames import PING, write_ping
from .matchmaking import NO_TABLE
from .sessions import Session, Sessions

TIDY_SECONDS: Final = 1.0
PROBE_SECONDS: Final = 1.0
"""A client that measures how far away the server is, and then says nothing, is gone after this."""

MOST_PINGS: Final = 100


class Door:
    """One for a server. It knows frames and sessions, and neither rules nor journal."""

    def __init__(self, reception: Reception) -> None:
        self.house: House = reception.house
        self.config: Config = reception.config
        self.addresses: AddressLimits = reception.addresses
        self.sessions: Sessions = reception.store.sessions
        self.dialects = Dialects(reception.config.message_aliases)
        self.guests: set[FrameGuest] = set()
        """Everybody with an open socket."""

    def accept(self, path: str, query: dict[str, list[str]], request: WSUpgradeRequest) -> FrameGuest | Probe | None:
        """Whoever has a path of ours is let in: a refusal is a frame, because clients see no other. None: this is a
        path of others."""
        parts = path.split("/")[1:]
        if parts == [""]:
            return Probe()
        if len(parts) != 2 or not all(parts):
            return None
        session = query.get("sessionId", [""])[0]
        token = query.get("reconnectionToken", [None])[0]
        return FrameGuest(self, parts[1], session, token, request.headers.get("X-Forwarded-For"))

    async def open_room(self, table: TableId) -> Room:
        try:
            room = await self.house.room(table)
            while room.is_closed:  # it was put away in this very moment
                room = await self.house.room(table)
        except HouseRulesError as problem:
            if problem.code != "unknown-table":
                raise
            raise Refused(NO_TABLE, problem.code, f'there is no room "{table[:40]}": join another one') from problem
        return room

    async def keep(self, session: str, token: str) -> None:
        """The connection with this token is lost: its seat waits for a while. If the server stops, so does this."""
        if not self.house.is_closing:
            await self.sessions.keep_until(session, token, self._soon())

    def _soon(self) -> int:
        return self.house.services.now() + 1000 * self.config.return_seconds

    # -- Seats to which nobody comes -----------------------------------------------------------------------------------

    async def tidy(self) -> None:
        """Runs until the house closes, and its database with it."""
        is_begun = False
        while not self.house.is_closing:
            try:
                if not is_begun:
                    await self.sessions.keep_waiting_until(self._soon())
                    is_begun = True
                await self._tidy()
            except Exception:  # noqa: BLE001 - it is logged, and tried again in a second
                if not self.house.is_closing:
                    LOG.exception("the seats of those who stay away could not be given up")
            await asyncio.sleep(TIDY_SECONDS)

    async def _tidy(self) -> None:
        """Sessions of clients that are here do not end, whichever process has noted that they are gone."""
        here = {guest.session_id for guest in self.guests if guest.has_joined}
        ending = await self.sessions.with_an_end()
        if kept := [session.id for session, _ in ending if session.id in here]:
            await self.sessions.keep(kept)
        now = self.house.services.now()
        for session, until in ending:
            if until <= now and session.id not in here:
                await self._give_up(session)

    async def _give_up(self, session: Session) -> None:
        """Before the deal the chair is empty again. Afterwards a bot plays, and whoever was here once may come back."""
        try:
            room = await self.house.room(session.table)
            is_given_up = await room.run(lambda: _stand_up_if_gone(room, session))
        except HouseRulesError as problem:
            if problem.code != "unknown-table":
                raise
            is_given_up = True
        if is_given_up:
            await self.sessions.end(session.id)
        else:
            await self.sessions.keep([session.id])

    def close(self) -> None:
        """The server stops: let those go who are not at a table yet."""
        for guest in tuple(self.guests):
            guest.close(RESTART, "the server restarts: come back in a moment")


async def _stand_up_if_gone(room: Room, session: Session) -> bool:
    """Does this seat belong to the session no more?"""
    if not room.keys.is_key(session.seat, session.key):
        return True
    if session.is_used and (room.table.is_dealt or room.presence.here(session.seat)):
        return False
    await stand_up(room, session.seat)
    say_goodbye(room, session.seat, "nobody came to this seat in time")
    return True


class Probe:
    """A client that asks how far away the server is."""

    def __init__(self) -> None:
        self._socket: Socket | None = None
        self._timer: asyncio.TimerHandle | None = None
        self._pings = 0

    @property
    def is_binary(self) -> bool:
        return True

    def opened(self, socket: Socket) -> None:
        self._socket = socket
        self._wait()

    def heard(self, data: bytes) -> None:
        self._pings += 1
        if data[:1] == bytes((PING,)) and self._pings <= MOST_PINGS and self._socket is not None:
            self._socket.send(write_ping())
            self._wait()

    def _wait(self) -> None:
        self.closed()
        self._timer = asyncio.get_running_loop().call_later(PROBE_SECONDS, self._end)

    def _end(self) -> None:
        if self._socket is not None:
            self._socket.close(NORMAL, "")

    def closed(self) -> None:
        if self._timer is not None:
            self._timer.cancel()

    def too_slow(self) -> None:
        pass
