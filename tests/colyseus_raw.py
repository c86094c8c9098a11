"""A Colyseus client without an SDK: bytes over a real socket, as a test wants them."""

from __future__ import annotations

import asyncio
from types import TracebackType
from typing import Any, Self

import httpx
import msgspec
from picows import WSFrame, WSListener, WSMsgType, WSTransport, ws_connect

from tests.processes import PATIENCE_SECONDS

ROOM = "heroes_cards"
ACK = b"\x0a"
LEAVE = b"\x0c"
PING = b"\x12"


class Seat(msgspec.Struct, frozen=True):
    """What a matchmaker answers to SDKs from 0.17 on."""

    sessionId: str  # noqa: N815 - as it is called over the wire
    roomId: str  # noqa: N815
    processId: str  # noqa: N815


class Heard(msgspec.Struct, frozen=True):
    """A frame of the server: its code, and for messages the type and the payload."""

    code: int
    type: str | int = ""
    payload: Any = None
    rest: bytes = b""


def post(http: httpx.Client, method: str, name: str, body: bytes = b"{}", query: str = "") -> httpx.Response:
    headers = {"content-type": "application/json"}
    return http.post(f"/matchmake/{method}/{name}{query}", content=body, headers=headers)


def seat_of(answer: httpx.Response) -> Seat:
    assert answer.status_code == 200, answer.text
    return msgspec.json.decode(answer.content, type=Seat)


def message(type_: str, payload: object = None) -> bytes:
    """As 0.15 and Defold write it: plain msgpack."""
    name = type_.encode()
    assert len(name) < 32
    body = b"" if payload is None else msgspec.msgpack.encode(payload)
    return bytes((0x0D, 0xA0 | len(name))) + name + body


def read(data: bytes) -> Heard:
    """A frame of the server. Types are short texts in all that these tests hear."""
    if data[0] != 0x0D:
        return Heard(data[0], rest=data[1:])
    length = data[1] & 0x1F
    assert data[1] >> 5 == 0b101, data
    body = data[2 + length :]
    return Heard(0x0D, data[2 : 2 + length].decode(), msgspec.msgpack.decode(body) if body else None, body)


class RawSocket(WSListener):
    """Binary messages of the server wait in a queue; None is the end."""

    def __init__(self) -> None:
        super().__init__()
        self.frames: asyncio.Queue[bytes | None] = asyncio.Queue()
        self.all: list[bytes] = []
        self.close_code: int | None = None
        self.transport: WSTransport
        self.token = ""

    def on_ws_connected(self, transport: WSTransport) -> None:
        self.transport = transport

    def on_ws_frame(self, transport: WSTransport, frame: WSFrame) -> None:
        if frame.msg_type == WSMsgType.BINARY:
            data = frame.get_payload_as_bytes()
            self.all.append(data)
            self.frames.put_nowait(data)
        elif frame.msg_type == WSMsgType.CLOSE:
            self.close_code = frame.get_close_code()  # type: ignore[assignment]  # it is a number
            transport.disconnect()

    def on_ws_disconnected(self, _: WSTransport) -> None:
        self.frames.put_nowait(None)

    def send(self, data: bytes) -> None:
        self.transport.send(WSMsgType.BINARY, data)

    def hang_up(self) -> None:
        self.transport.disconnect(False)

    async def next(self) -> Heard:
        data = await asyncio.wait_for(self.frames.get(), PATIENCE_SECONDS)
        if data is None:
            raise EOFError(f"closed with {self.close_code}")
        return read(data)

    async def until(self, *types: str) -> Heard:
        """The next message of one of these types."""
        while (heard := await self.next()).type not in types:
            pass
        return heard

    async def ended(self) -> int | None:
        """The code with which the server closes the socket."""
        while await asyncio.wait_for(self.frames.get(), PATIENCE_SECONDS) is not None:
            pass
        return self.close_code


class Sockets:
    """Connections to one server, which end with the block."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.opened: list[RawSocket] = []

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, problem: BaseException | None, at: TracebackType | None
    ) -> None:
        for socket in self.opened:
            socket.hang_up()
        for socket in self.opened:
            await socket.transport.wait_disconnected()

    async def open(self, path: str) -> RawSocket:
        url = f"ws://127.0.0.1:{self.port}{path}"
        _, socket = await ws_connect(RawSocket, url, websocket_handshake_timeout=PATIENCE_SECONDS)
        assert isinstance(socket, RawSocket)
        self.opened.append(socket)
        return socket

    async def at(self, seat: Seat, token: str = "", session: str = "") -> RawSocket:
        """Knock with a session, or with a token."""
        back = f"&reconnectionToken={token}" if token else ""
        return await self.open(f"/{seat.processId}/{seat.roomId}?sessionId={session or seat.sessionId}{back}")

    async def join(self, seat: Seat, token: str = "", ack: bytes = ACK) -> RawSocket:
        """Take a seat, and acknowledge it."""
        socket = await self.at(seat, token)
        joined = await socket.next()
        assert joined.code == 0x0A, joined
        length = joined.rest[0]
        socket.token = joined.rest[1 : 1 + length].decode()
        assert joined.rest[1 + length :] == b"\x04none\x00"
        socket.send(ack)
        return socket
