"""The door for WebSockets: which table, which seat, and how much a connection may say."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Sequence
from http import HTTPStatus
from typing import Final
from urllib.parse import parse_qs, urlsplit

from picows import WSUpgradeRequest, WSUpgradeResponse

from houserules.core import Viewer
from houserules.errors import HouseRulesError, TableError, WireError
from houserules.wire import TellError, TellGone, write

from .colyseus.door import Door
from .config import Config
from .guest import REFUSED
from .house import House
from .journal import TableId
from .limits import AddressLimits, chat_bucket, socket_bucket
from .links import cookie_name
from .places import make_place
from .room import Room
from .security import client_address, forwarded_for, origin_allowed
from .services import LOG
from .socket import Handler, Socket
from .telling import JSON, JSON_WITH_NOTES, Dialect
from .upgrade import Accept

PREFIX: Final = "/api/v1/tables/"
SUFFIX: Final = "/live"
MOST_EARLY: Final = 20
"""Messages that a connection may send before its room is open."""


def door(house: House, config: Config, addresses: AddressLimits, colyseus: Door) -> Accept:
    """Decides about each upgrade. A refusal that a browser shall see comes after the upgrade, as a message."""

    def accept(request: WSUpgradeRequest) -> Handler | WSUpgradeResponse:
        try:
            parts = urlsplit(request.path.decode("ascii", "replace"))
        except ValueError:  # as in //[
            return _no(HTTPStatus.NOT_FOUND, b"there is no socket here")
        query = parse_qs(parts.query, keep_blank_values=True)
        if not (parts.path.startswith(PREFIX) and parts.path.endswith(SUFFIX)):
            return colyseus.accept(parts.path, query, request) or _no(HTTPStatus.NOT_FOUND, b"there is no socket here")
        headers = request.headers
        if not origin_allowed(headers.get("Origin"), headers.get("Host"), config):
            return _no(HTTPStatus.FORBIDDEN, b"pages of this origin may not connect")
        table = parts.path[len(PREFIX) : -len(SUFFIX)]
        token = _token(table, query, headers.get("Authorization"), "; ".join(headers.getall("Cookie", [])))
        notes, lists = query.get("notes") == ["1"], query.get("lists") == ["1"]
        forwarded = forwarded_for(headers.getall("X-Forwarded-For", []))
        return Connection(house, config, addresses, table, token, notes, lists, forwarded)

    return accept


def _no(status: HTTPStatus, why: bytes) -> WSUpgradeResponse:
    response: WSUpgradeResponse = WSUpgradeResponse.create_error_response(status, why)
    return response


def _token(table: TableId, query: dict[str, list[str]], bearer: str | None, cookies: str) -> str | None:
    """Said in the address, in a header, or kept by the browser; None for a spectator.

    An empty one in the address is a spectator, too: a page cannot remove a cookie whose seat is gone."""
    if "token" in query:
        return query["token"][0] or None
    if bearer is not None and bearer.lower().startswith("bearer "):
        return bearer[7:].strip()
    # The cookie parser of the standard library stops at the first cookie of another program that it cannot read.
    pairs = [cookie.strip().partition("=") for cookie in cookies.split(";")]
    return next((value for name, _, value in pairs if name == cookie_name(table)), None)


class Connection:
    """A guest on a WebSocket."""

    __slots__ = (
        "_address",
        "_addresses",
        "_chats",
        "_config",
        "_early",
        "_forwarded",
        "_house",
        "_is_seated",
        "_messages",
        "_opening",
        "_room",
        "_socket",
        "_table",
        "_token",
        "_wants_lists",
        "dialect",
        "seat",
        "seq",
    )

    def __init__(
        self,
        house: House,
        config: Config,
        addresses: AddressLimits,
        table: TableId,
        token: str | None,
        notes: bool,
        lists: bool,
        forwarded: str | None,
    ) -> None:
        self._house = house
        self._config = config
        self._addresses = addresses
        self._table = table
        self._token = token
        self._forwarded = forwarded
        self.seat: Viewer = None
        self.dialect: Dialect = JSON_WITH_NOTES if notes else JSON
        self.seq = -1
        self._wants_lists = lists
        self._socket: Socket | None = None
        self._room: Room | None = None
        self._address: str | None = None
        self._early: list[bytes] | None = []
        """What was said before the room was open."""
        self._opening: asyncio.Task[None] | None = None
        self._is_seated = False
        """Is it counted as one? A seat may be lost before the connection is."""
        now = time.monotonic()
        self._messages = socket_bucket(config.limits, now)
        self._chats = chat_bucket(config.limits, now)

    # -- Called by the socket ------------------------------------------------------------------------------------------

    @property
    def is_binary(self) -> bool:
        return False

    def opened(self, socket: Socket) -> None:
        self._socket = socket
        address = client_address(socket.peer, self._forwarded, self._config)
        if not self._addresses.sockets.enter(address):
            self._refuse(TableError("too-many-sockets", "too many connections from your address: close some"))
            return
        self._address = address
        self._house.counts.sockets += 1
        self._opening = asyncio.create_task(self._enter())

    async def _enter(self) -> None:
        """Find the room, check the token, sit down."""
        try:
            room = await self._house.room(self._table)
            while room.is_closed:  # it was put away in this very moment
                room = await self._house.room(self._table)
            if self._socket is None:  # it left before the room was open
                return
            if self._token is not None:
                self.seat = room.keys.seat_of(self._token)
                self._token = None
                if self.seat is None:
                    raise TableError("bad-token", "this token opens no seat of this table: sit down again")
                self._is_seated = True
                self._house.counts.seated += 1
            elif not room.options.spectators:
                raise TableError("no-spectators", "nobody may watch this table: sit down to play")
            make_place(room, self.seat)
            room.join(self)
        except HouseRulesError as problem:
            self._refuse(problem)
            return
        except Exception:  # noqa: BLE001 - it is logged, and the guest is told
            LOG.exception("a connection could not enter", extra={"table": self._table})
            self._refuse(WireError("internal", "the server made a mistake: try again"), code=1011)
            return
        self._room = room
        early, self._early = self._early or [], None
        for data in early:
            room.hear(self, data)

    def _refuse(self, problem: HouseRulesError, code: int = REFUSED) -> None:
        self._house.counts.refused[problem.code] += 1
        self.send(write(TellError(problem.code, problem.message)))
        self.send(write(TellGone(problem.code, problem.message)))
        self.close(code, problem.code)

    def heard(self, data: bytes) -> None:
        wait = self._messages.take(time.monotonic())
        if wait:
            self._house.counts.refused["too-fast"] += 1
            self.send(write(TellError("too-fast", f"too many messages: wait {wait:.1f} seconds, then say it again")))
        elif self._room is not None:
            self._room.hear(self, data)
        elif self._early is not None and len(self._early) < MOST_EARLY:
            self._early.append(data)
        else:
            self.send(write(TellError("too-fast", "the table is not open yet: wait for its view, then say it again")))

    def closed(self) -> None:
        self._socket = None
        if self._room is not None:
            self._room.part(self)
            self._room = None
        if self._address is not None:
            self._addresses.sockets.leave(self._address)
            self._address = None
            self._house.counts.sockets -= 1
            self._house.counts.seated -= self._is_seated

    def too_slow(self) -> None:
        self._house.counts.slow += 1

    # -- Called by the room --------------------------------------------------------------------------------------------

    def send(self, message: bytes) -> None:
        if self._socket is not None:
            self._socket.send(message)

    def send_all(self, messages: Sequence[bytes]) -> None:
        """In one frame, if the client understands lists: a frame costs both sides more than what is in it."""
        if self._socket is None:
            return
        if self._wants_lists:
            self._socket.send(b"[%b]" % b",".join(messages))
        else:
            for message in messages:
                self._socket.send(message)

    def may_chat(self) -> bool:
        return not self._chats.take(time.monotonic())

    def close(self, code: int, reason: str) -> None:
        if self._socket is not None:
            self._socket.close(code, reason)
