"""picows as the WebSocket class of uvicorn: HTTP stays with uvicorn, a socket after its upgrade belongs to picows."""

import asyncio
import logging
from collections.abc import Callable
from typing import Any, Protocol

from picows import (
    WSAutoPingStrategy,
    WSFrame,
    WSListener,
    WSMsgType,
    WSTransport,
    WSUpgradeRequest,
    WSUpgradeResponse,
    WSUpgradeResponseWithListener,
)
from picows.picows import WSProtocol  # type: ignore[attr-defined]  # there, but not in its stubs
from uvicorn.config import Config
from uvicorn.server import ServerState

MESSAGE_BYTES = 16_384
BUFFER_BYTES = 1 << 20
PING_SECONDS = 20.0
_WHOLE = (WSMsgType.TEXT, WSMsgType.BINARY)


class Handler(Protocol):
    """What a socket is for: told of the opening, of every whole message and of the end. All three are plain calls."""

    def opened(self, socket: "Socket") -> None: ...

    def heard(self, data: bytes) -> None: ...

    def closed(self) -> None: ...


Accept = Callable[[WSUpgradeRequest], "Handler | WSUpgradeResponse"]


class _Quiet(logging.LoggerAdapter[logging.Logger]):
    """picows makes a logger for each connection of a `Logger`, about 1 KB; of an adapter it makes none."""


_LOG = _Quiet(logging.getLogger("picows.server"), {})
_LOG.logger.setLevel(logging.CRITICAL)  # what a stranger sends wrongly is no news, and must not fill a log


class Socket(WSListener):
    """One connection after its upgrade: whole messages in, bytes out, an end that is always told once."""

    def __init__(self, handler: Handler, everyone: set["Socket"]) -> None:
        super().__init__()
        self.handler = handler
        self.everyone = everyone
        self.transport: WSTransport | None = None
        self.parts: list[bytes] | None = None
        self.waiting = False  # for the answer to a ping
        self.ended = False  # nothing is sent and nothing heard any more

    def on_ws_connected(self, transport: WSTransport) -> None:
        self.transport = transport
        # picows has no flow control. A buffer above the limit calls pause_writing: a send need not look at it.
        transport.underlying_transport.set_write_buffer_limits(high=BUFFER_BYTES)
        self.everyone.add(self)
        try:
            self.handler.opened(self)
        except Exception:  # whatever it was, picows would end the connection with a traceback of its own
            logging.getLogger(__name__).exception("a socket's opening failed")
            self.close(1011, "")

    def on_ws_frame(self, _transport: WSTransport, frame: WSFrame) -> None:
        if self.ended:
            return
        self.waiting = False
        try:
            kind = frame.msg_type
            if frame.fin and self.parts is None and kind in _WHOLE:
                self.handler.heard(frame.get_payload_as_bytes())
            elif kind == WSMsgType.PONG:
                pass
            elif kind == WSMsgType.CLOSE:
                self.close(int(frame.get_close_code()) or 1000, "")  # type: ignore[call-overload]  # an IntEnum in truth
            else:
                self.gather(frame)
        except Exception:  # an exception that reached picows would end the connection with 1011
            logging.getLogger(__name__).exception("a message could not be handled")

    def gather(self, frame: WSFrame) -> None:
        """A piece of a message in several frames: kept until the last has come."""
        if (frame.msg_type == WSMsgType.CONTINUATION) == (self.parts is None):
            self.close(1002, "a message in several frames was begun twice or never")
            return
        if self.parts is None:
            self.parts = []
        self.parts.append(frame.get_payload_as_bytes())
        if sum(map(len, self.parts)) > MESSAGE_BYTES or len(self.parts) > 1024:
            self.close(1009, "a message is too long")
        elif frame.fin:
            whole = b"".join(self.parts)
            self.parts = None
            self.handler.heard(whole)

    def on_ws_disconnected(self, _transport: WSTransport) -> None:
        self.ended = True
        self.everyone.discard(self)
        try:
            self.handler.closed()
        except Exception:
            logging.getLogger(__name__).exception("a socket's end could not be handled")

    def pause_writing(self) -> None:
        self.abort()  # a slow reader is dropped, not waited for

    def resume_writing(self) -> None:
        pass

    def send(self, data: bytes) -> None:
        if not self.ended and self.transport is not None:
            self.transport.send(WSMsgType.TEXT, data)

    def ping(self) -> None:
        """Called for everyone every PING_SECONDS: one timer for all sockets instead of a task for each."""
        if self.waiting:
            self.abort()
        elif not self.ended and self.transport is not None:
            self.waiting = True
            self.transport.send_ping()

    def close(self, code: int, reason: str) -> None:
        if not self.ended and self.transport is not None:
            self.ended = True
            self.transport.send_close(code, reason)  # type: ignore[arg-type]  # any int is taken, 4000 to 4999 too
            self.transport.disconnect()  # sends what is buffered first

    def abort(self) -> None:
        self.ended = True
        if self.transport is not None:
            self.transport.disconnect(False)


def websocket_class(accept: Accept) -> tuple[Callable[..., asyncio.BufferedProtocol], set[Socket]]:
    """What to give to uvicorn as `ws=`, and the set of the sockets that are open."""
    everyone: set[Socket] = set()

    def meet(request: WSUpgradeRequest) -> Any:
        answer = accept(request)
        if isinstance(answer, WSUpgradeResponse):
            return WSUpgradeResponseWithListener(answer, None)
        return Socket(answer, everyone)

    class Live(WSProtocol):  # type: ignore[misc]  # as above
        """uvicorn makes it, calls connection_made and data_received with the head of the upgrade, then set_protocol."""

        __slots__ = ("connections",)

        def __init__(self, config: Config, server_state: ServerState, app_state: dict[str, Any]) -> None:  # noqa: ARG002
            # No time limit for the handshake: its request is here. No task for pings: see Socket.ping. The smallest
            # read buffer (it grows): the default of 16 KB a socket would be half of the memory of a table.
            super().__init__(
                None, None, False, meet, _LOG, True, None,
                False, 10, 10, WSAutoPingStrategy.PING_WHEN_IDLE, True, MESSAGE_BYTES, None, 2048,
            )  # fmt: skip
            self.connections = server_state.connections

        def connection_made(self, transport: asyncio.Transport) -> None:
            self.connections.add(self)
            super().connection_made(transport)

        def data_received(self, data: bytes) -> None:
            view = memoryview(data)
            while view:  # the buffer may be smaller than the head
                buffer = self.get_buffer(-1)
                count = min(len(buffer), len(view))
                buffer[:count] = view[:count]
                self.buffer_updated(count)
                view = view[count:]

        def connection_lost(self, exc: Exception | None) -> None:
            self.connections.discard(self)
            super().connection_lost(exc)

        def shutdown(self) -> None:
            """uvicorn is told to stop."""
            if self.listener is not None:
                self.listener.close(1012, "the server restarts")
            else:
                self.transport.disconnect()

    return Live, everyone


async def ping_all(everyone: set[Socket]) -> None:
    """Runs beside the server for as long as it does."""
    while True:
        await asyncio.sleep(PING_SECONDS)
        for socket in tuple(everyone):
            socket.ping()


__all__ = ["Accept", "Handler", "Socket", "ping_all", "websocket_class"]
