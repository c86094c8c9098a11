"""The WebSocket transport: picows as the WebSocket class of uvicorn.

HTTP stays with uvicorn; after its upgrade a connection belongs to picows. Measured against others in
docs/performance.md.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from typing import Any, Final

from picows import (
    WSAutoPingStrategy,
    WSUpgradeRequest,
    WSUpgradeResponse,
    WSUpgradeResponseWithListener,
)
from picows.picows import WSProtocol  # type: ignore[attr-defined]  # it is there, but not in the stubs
from uvicorn.config import Config as UvicornConfig
from uvicorn.server import ServerState

from .socket import Handler, Outbox, Socket

PING_SECONDS: Final = 20.0
READ_BUFFER_BYTES: Final = 2048
"""It grows when needed. The usual 16 KB a socket would be half of the memory of a table."""

Accept = Callable[[WSUpgradeRequest], Handler | WSUpgradeResponse]


class _OneLogger(logging.LoggerAdapter[logging.Logger]):
    """picows makes a logger for each connection out of a Logger, about 1 KB, and none out of an adapter."""


_LOG: Final = _OneLogger(logging.getLogger("picows.server"), {})
_LOG.logger.setLevel(logging.CRITICAL)  # what a stranger sends wrongly is no news, and must not fill a log


def websocket_class(
    accept: Accept, *, message_bytes: int, buffer_bytes: int
) -> tuple[type[asyncio.BufferedProtocol], set[Socket]]:
    """What uvicorn gets as `ws=`, and the sockets that are open."""
    everyone: set[Socket] = set()
    outbox = Outbox()

    def meet(request: WSUpgradeRequest) -> Any:
        answer = accept(request)
        if isinstance(answer, WSUpgradeResponse):
            return WSUpgradeResponseWithListener(answer, None)
        return Socket(answer, everyone, outbox, message_bytes, buffer_bytes)

    class Live(WSProtocol):  # type: ignore[misc]  # as above
        """uvicorn makes it, calls connection_made, then data_received with the head of the upgrade, then gives the
        connection to it."""

        __slots__ = ("connections",)

        def __init__(self, config: UvicornConfig, server_state: ServerState, app_state: dict[str, Any]) -> None:  # noqa: ARG002 - uvicorn gives them all
            # In this order: host and path of a client, which this is not; no limit for the handshake, whose request is
            # here; no task for pings, see Socket.ping; pongs by picows.
            super().__init__(
                *(None, None, False, meet, _LOG, True, None),
                *(False, 10, 10, WSAutoPingStrategy.PING_WHEN_IDLE),
                *(True, message_bytes, None, READ_BUFFER_BYTES),
            )
            self.connections = server_state.connections

        def connection_made(self, transport: asyncio.Transport) -> None:
            self.connections.add(self)
            super().connection_made(transport)

        def data_received(self, data: bytes) -> None:
            rest = memoryview(data)
            while rest:  # the buffer may be smaller than the head
                buffer = self.get_buffer(-1)
                count = min(len(buffer), len(rest))
                buffer[:count] = rest[:count]
                self.buffer_updated(count)
                rest = rest[count:]

        def connection_lost(self, exc: Exception | None) -> None:
            self.connections.discard(self)
            super().connection_lost(exc)

        def shutdown(self) -> None:
            """uvicorn is told to stop. The house says goodbye to those at its tables."""
            if self.listener is None:
                self.transport.disconnect()

    return Live, everyone


async def ping_all(everyone: set[Socket]) -> None:
    """Runs for as long as the server does."""
    while True:
        await asyncio.sleep(PING_SECONDS)
        for socket in tuple(everyone):
            socket.ping()
