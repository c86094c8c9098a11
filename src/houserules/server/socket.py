"""Socket: one connection of picows. It knows frames, and nothing of tables.

What picows leaves to us: messages in several frames, flow control, pings, and that no exception reaches it.
"""

from __future__ import annotations

import asyncio
from typing import Final, Protocol

from picows import WSFrame, WSListener, WSMsgType, WSTransport

from .services import LOG

MOST_PARTS: Final = 1024
EMPTY_CLOSE: Final = b"\x88\x00"
"""A frame. picows would write a code into it."""
NORMAL: Final = 1000
PROTOCOL_ERROR: Final = 1002
WRONG_KIND: Final = 1003
TOO_BIG: Final = 1009
INTERNAL: Final = 1011

_TEXT: Final = WSMsgType.TEXT
_BINARY: Final = WSMsgType.BINARY


class Handler(Protocol):
    """What a connection is for. None of these may wait."""

    @property
    def is_binary(self) -> bool:
        """Are its messages bytes? Otherwise they are text."""
        ...

    def opened(self, socket: Socket) -> None: ...

    def heard(self, data: bytes) -> None: ...

    def closed(self) -> None: ...

    def too_slow(self) -> None: ...


class Socket(WSListener):
    """One connection: whole messages in, bytes out, and an end that is told once."""

    def __init__(
        self, handler: Handler, everyone: set[Socket], outbox: Outbox, message_bytes: int, buffer_bytes: int
    ) -> None:
        super().__init__()
        self._outbox = outbox
        self._kind = _BINARY if handler.is_binary else _TEXT
        self._first_byte = 0x82 if handler.is_binary else 0x81
        """Of a frame that holds a whole message."""
        self._frames: list[bytes] = []
        self._handler = handler
        self._everyone = everyone
        self._message_bytes = message_bytes
        self._buffer_bytes = buffer_bytes
        self._transport: WSTransport | None = None
        self._parts: list[bytes] | None = None
        self._awaits_pong = False
        self._is_ended = False
        """Nothing is sent and nothing is heard any more."""

    @property
    def peer(self) -> str:
        """The address of the other end."""
        name = None if self._transport is None else self._transport.underlying_transport.get_extra_info("peername")
        return str(name[0]) if isinstance(name, tuple) and name else ""

    def on_ws_connected(self, transport: WSTransport) -> None:
        self._transport = transport
        # A buffer above the limit calls pause_writing, so that no send has to look at it.
        transport.underlying_transport.set_write_buffer_limits(high=self._buffer_bytes)
        self._everyone.add(self)
        try:
            self._handler.opened(self)
        except Exception:  # noqa: BLE001 - it is logged; picows would end the connection with a traceback
            LOG.exception("a connection could not be opened")
            self.close(INTERNAL, "the server made a mistake: try again")

    def on_ws_frame(self, _: WSTransport, frame: WSFrame) -> None:
        if self._is_ended:
            return
        self._awaits_pong = False
        try:
            kind = frame.msg_type
            if frame.fin and self._parts is None and kind == self._kind:
                self._handler.heard(frame.get_payload_as_bytes())
            elif kind == WSMsgType.PONG:
                pass
            elif kind == WSMsgType.CLOSE:
                self._answer_close(frame)
            elif kind in (_TEXT, _BINARY) and kind != self._kind:
                is_text = self._kind == _TEXT
                self.close(WRONG_KIND, "messages are JSON in text frames" if is_text else "messages are binary frames")
            else:
                self._gather(frame)
        except Exception:  # noqa: BLE001 - it is logged; picows would end the connection with a traceback
            LOG.exception("a message could not be handled")

    def _answer_close(self, frame: WSFrame) -> None:
        """A close without a code is answered without one: SDKs of Colyseus come back after that, but not after 1000."""
        if frame.payload_size or self._transport is None:
            self.close(NORMAL, "")
            return
        self.flush()
        self._is_ended = True
        self._transport.underlying_transport.write(EMPTY_CLOSE)
        self._transport.disconnect()

    def _gather(self, frame: WSFrame) -> None:
        """A part of a message in several frames: it is kept until the last one has come."""
        if (frame.msg_type == WSMsgType.CONTINUATION) == (self._parts is None):
            self.close(PROTOCOL_ERROR, "a message in several frames was begun twice, or never")
            return
        parts = self._parts = self._parts or []
        parts.append(frame.get_payload_as_bytes())
        if sum(map(len, parts)) > self._message_bytes or len(parts) > MOST_PARTS:
            self.close(TOO_BIG, f"a message has at most {self._message_bytes} bytes")
        elif frame.fin:
            self._parts = None
            self._handler.heard(b"".join(parts))

    def on_ws_disconnected(self, _: WSTransport) -> None:
        self._is_ended = True
        self._everyone.discard(self)
        try:
            self._handler.closed()
        except Exception:  # noqa: BLE001 - it is logged; picows would end the connection with a traceback
            LOG.exception("the end of a connection could not be handled")

    def pause_writing(self) -> None:
        """A slow reader is dropped, not waited for."""
        self._handler.too_slow()
        self.abort()

    def resume_writing(self) -> None:
        pass

    def send(self, data: bytes) -> None:
        """One message. It waits for the next turn of the loop: see Outbox."""
        if not self._is_ended:
            if not self._frames:
                self._outbox.add(self)
            self._frames += (_head(self._first_byte, len(data)), data)

    def flush(self) -> None:
        """Send what waits. It goes past picows, which would make a call of the system for each message."""
        if self._frames and not self._is_ended and self._transport is not None:
            frames, self._frames = self._frames, []
            self._transport.underlying_transport.write(b"".join(frames))

    def ping(self) -> None:
        """Called for everyone every few seconds. Whoever has not answered the last one is gone."""
        if self._awaits_pong:
            self.abort()
        elif not self._is_ended and self._transport is not None:
            self._awaits_pong = True
            self._transport.send_ping()

    def close(self, code: int, reason: str) -> None:
        self.flush()
        if not self._is_ended and self._transport is not None:
            self._is_ended = True
            text = reason.encode()[:120].decode("utf-8", "ignore").encode()
            self._transport.send_close(code, text)  # type: ignore[arg-type]  # any number is taken
            self._transport.disconnect()  # after what is buffered was sent

    def abort(self) -> None:
        self._is_ended = True
        if self._transport is not None:
            self._transport.disconnect(False)


def _head(first_byte: int, length: int) -> bytes:
    """Of a frame; those of a server have no mask."""
    if length < 126:
        return bytes((first_byte, length))
    if length < 1 << 16:
        return bytes((first_byte, 126)) + length.to_bytes(2, "big")
    return bytes((first_byte, 127)) + length.to_bytes(8, "big")


class Outbox:
    """Sockets with messages that wait for the next turn of the loop.

    A step is told by several messages, and a call of the system costs more than making one: so each socket gets all
    of its messages by one call. Nothing is late by it: a turn of the loop lasts until all that is due is done."""

    def __init__(self) -> None:
        self._waiting: list[Socket] = []
        self._loop: asyncio.AbstractEventLoop | None = None

    def add(self, socket: Socket) -> None:
        if not self._waiting:
            loop = self._loop = self._loop or asyncio.get_running_loop()
            loop.call_soon(self._flush)
        self._waiting.append(socket)

    def _flush(self) -> None:
        waiting, self._waiting = self._waiting, []
        for socket in waiting:
            socket.flush()
