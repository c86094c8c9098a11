"""A Colyseus client at a room: its frames become messages of the room, and what the room tells becomes frames."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Coroutine, Sequence
from typing import TYPE_CHECKING, Any, Final

from houserules.core import Viewer
from houserules.errors import HouseRulesError, TableError, WireError
from houserules.server.guest import GOING_AWAY, REMOVED, RESTART, tell
from houserules.server.journal import TableId
from houserules.server.limits import chat_bucket, socket_bucket
from houserules.server.places import make_place
from houserules.server.refusals import Refused
from houserules.server.room import Room
from houserules.server.security import client_address
from houserules.server.services import LOG
from houserules.server.socket import Socket
from houserules.wire import SayLeave, SayReady, TellError

from .dialects import FrameDialect
from .frame import Ack, Bytes, Data, Ignored, Leave, Ping, Request
from .frames import LEAVE, read_frame, write_error, write_join, write_ping, write_response
from .matchmaking import EXPIRED, NO_TABLE
from .sessions import Session

if TYPE_CHECKING:
    from .door import Door

CONSENTED: Final = 4000
WITH_ERROR: Final = 4002
NOT_RECONNECTED: Final = 4003
COME_BACK: Final = 4010
CLOSE_CODES: Final = {GOING_AWAY: COME_BACK, RESTART: COME_BACK, REMOVED: CONSENTED}
"""What the codes of a room become here: clients come back by themselves after 4010, and after no other of these."""
FAILED: Final = 500
TOO_FAST: Final = 429
BAD_FRAME: Final = 4217
UNKNOWN_REQUEST: Final = 2
MOST_EARLY: Final = 20
"""Messages that a client may send before it has a seat."""


class FrameGuest:
    """A guest whose socket carries frames of Colyseus. It joins its room when the client says that it listens."""

    def __init__(self, door: Door, table: TableId, session: str, token: str | None, forwarded: str | None) -> None:
        self._door = door
        self._table = table
        self.session_id = session
        self._given_token = token
        self._forwarded = forwarded
        self._token = ""
        """With which this client comes back."""
        self._session: Session | None = None
        self.seat: Viewer = None
        self.seq = -1
        self.dialect: FrameDialect = door.dialects.wire
        self._socket: Socket | None = None
        self._room: Room | None = None
        """The room that it has joined."""
        self._entering: Room | None = None
        """The room before that."""
        self._early: list[bytes] = []
        self._tasks: set[asyncio.Task[None]] = set()
        self._address: str | None = None
        now = time.monotonic()
        self._messages = socket_bucket(door.config.limits, now)
        self._chats = chat_bucket(door.config.limits, now)

    @property
    def has_joined(self) -> bool:
        return self._room is not None

    # -- Called by the socket ------------------------------------------------------------------------------------------

    @property
    def is_binary(self) -> bool:
        return True

    def opened(self, socket: Socket) -> None:
        self._socket = socket
        self._door.guests.add(self)
        address = client_address(socket.peer, self._forwarded, self._door.config)
        if not self._door.addresses.sockets.enter(address):
            self._refuse(Refused(FAILED, "too-many-sockets", "too many connections from your address: close some"))
            return
        self._address = address
        self._door.house.counts.sockets += 1
        self._work(self._enter())

    def heard(self, data: bytes) -> None:
        if wait := self._messages.take(time.monotonic()):
            self._door.house.counts.refused["too-fast"] += 1
            self._answer_too_fast(f"too many messages: wait {wait:.1f} seconds, then say it again")
            return
        try:
            frame = read_frame(data)
        except WireError as problem:
            self._door.house.counts.refused[problem.code] += 1
            self.send(write_error(BAD_FRAME, problem.message))
            return
        match frame:
            case Ping():
                self.send(write_ping())
            case Ack():
                if self._entering is not None and self._room is None:
                    room, self._entering = self._entering, None
                    self._work(self._join(room))
            case Ignored():
                pass
            case _ if self._room is None:
                self._keep_early(data)
            case Leave():
                self._leave(self._room)
            case Data(type_, payload):
                self._say(self._room, type_, payload)
            case Bytes():
                self._room.refuse(
                    self, WireError("bad-message", "this room reads no bytes: send a map of fields"), None
                )
            case Request(number, type_):
                sentence = f"this room answers no request {str(type_)[:40]!r}: send it as a message"
                document = {"name": "unknown-request", "message": sentence, "code": BAD_FRAME}
                self.send(write_response(number, UNKNOWN_REQUEST, document))

    def _answer_too_fast(self, sentence: str) -> None:
        if self._room is None:
            self.send(write_error(TOO_FAST, sentence))
        else:
            tell(self, TellError("too-fast", sentence))

    def closed(self) -> None:
        self._socket = None
        self._door.guests.discard(self)
        room, self._room = self._room, None
        if room is not None:
            room.part(self)
            if self.seat is not None and not room.table.is_dealt:
                self._work(self._door.keep(self.session_id, self._token))
        if self._address is not None:
            self._door.addresses.sockets.leave(self._address)
            self._address = None
            self._door.house.counts.sockets -= 1
            self._door.house.counts.seated -= room is not None

    def too_slow(self) -> None:
        self._door.house.counts.slow += 1

    # -- Coming in -----------------------------------------------------------------------------------------------------

    async def _enter(self) -> None:
        """Check the session, and offer a token."""
        door = self._door
        room = await door.open_room(self._table)
        admitted = await door.sessions.admit(self.session_id, self._table, self._given_token, door.house.services.now())
        if admitted is None or not room.keys.is_key(admitted[0].seat, admitted[0].key):
            raise Refused(EXPIRED, "bad-token", "this seat is not kept for you any more: join again")
        self._session, self._token = admitted
        self.dialect = door.dialects.of(room.table.game.family)
        self._entering = room
        self.send(write_join(self._token))

    async def _join(self, room: Room) -> None:
        """The client has its token and listens: sit down, in the place of an earlier connection."""
        session = self._session
        assert session is not None
        is_confirmed = await self._door.sessions.confirm(session.id, self._token)
        if room.is_closed:
            raise Refused(NO_TABLE, "closing", "the table is just being put away: come back")
        if not is_confirmed or not room.keys.is_key(session.seat, session.key):
            raise Refused(EXPIRED, "bad-token", "this seat is not kept for you any more: join again")
        if self._socket is None:  # it is gone already
            await self._door.keep(session.id, self._token)
            return
        for other in [guest for guest in room.guests if isinstance(guest, FrameGuest)]:
            if other.session_id == session.id:
                other.be_replaced()
        self.seat = session.seat
        self._room = room
        self._door.house.counts.seated += 1
        make_place(room, self.seat)
        room.join(self)
        if not room.table.is_dealt:
            room.heed(self, SayReady(session.salt))
        early, self._early = self._early, []
        for data in early:
            self.heard(data)

    def be_replaced(self) -> None:
        """Another connection has this session now."""
        room, self._room = self._room, None
        if room is not None:
            room.part(self)
            self._door.house.counts.seated -= 1
        self.seat = None
        if self._socket is not None:
            self._socket.close(WITH_ERROR, "another connection has taken this seat")

    def _work(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(self._guarded(work))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _guarded(self, work: Coroutine[Any, Any, None]) -> None:
        try:
            await work
        except HouseRulesError as problem:
            self._refuse(problem)
        except Exception:  # noqa: BLE001 - it is logged, and the client is told
            LOG.exception("a connection could not enter", extra={"table": self._table})
            self._refuse(TableError("internal", "the server made a mistake: try again"))

    def _refuse(self, problem: HouseRulesError) -> None:
        """Say why, then close: some clients do not see a close before they have a seat. Whoever comes back by itself is
        not told of a trouble that passes: it would give up."""
        self._door.house.counts.refused[problem.code] += 1
        is_back = self._given_token is not None
        is_soon = problem.code in ("closing", "no-database")
        if not (is_back and is_soon):
            self.send(write_error(problem.status if isinstance(problem, Refused) else FAILED, problem.message))
        if self._socket is not None:
            code = COME_BACK if is_soon else NOT_RECONNECTED if is_back else WITH_ERROR
            self._socket.close(code, problem.code)

    # -- What a client says --------------------------------------------------------------------------------------------

    def _keep_early(self, data: bytes) -> None:
        """It is heard when the client has joined. A goodbye is never lost: it takes the place of the last message."""
        if len(self._early) < MOST_EARLY:
            self._early.append(data)
        elif data[0] == LEAVE:
            self._early[-1] = data
        else:
            self.send(write_error(TOO_FAST, "too many messages before you have a seat: wait for it"))

    def _say(self, room: Room, type_: str | int, payload: object) -> None:
        try:
            said = self.dialect.read(type_, payload, self.seq)
        except HouseRulesError as problem:
            room.refuse(self, problem, None)
        else:
            room.heed(self, said)

    def _leave(self, room: Room) -> None:
        """The player does not come back: the room closes this connection when the seat is given up."""
        if self.seat is None:
            self.close(REMOVED, "you have left the table")
        else:
            room.heed(self, SayLeave())

    # -- Called by the room --------------------------------------------------------------------------------------------

    def send(self, message: bytes) -> None:
        if self._socket is not None:
            self._socket.send(message)

    def send_all(self, messages: Sequence[bytes]) -> None:
        if self._socket is not None:
            for message in messages:
                self._socket.send(message)

    def may_chat(self) -> bool:
        return not self._chats.take(time.monotonic())

    def close(self, code: int, reason: str) -> None:
        if code == REMOVED:
            self._work(self._door.sessions.end(self.session_id))
        if self._socket is not None:
            self._socket.close(CLOSE_CODES.get(code, WITH_ERROR), reason)
