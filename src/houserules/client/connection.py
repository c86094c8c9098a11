"""Connection: one WebSocket to a table, from the handshake until it is lost."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Final

from picows import WSCloseCode, WSError, WSFrame, WSHandshakeError, WSListener, WSMsgType, WSTransport, ws_connect

from houserules.errors import HouseRulesError

from .calls import refusal_in

MISSED_PINGS: Final = 3
"""A socket that leaves so many without an answer is given up."""
MOST_FRAME: Final = 16 << 20
REFUSED_FOR_GOOD: Final = (400, 401, 403, 404, 410)
"""Answers to the handshake after which it makes no sense to come back."""


class Lost(Exception):
    """The connection could not be made. It may be possible later."""


class Connection(WSListener):
    """Calls `heard` with each message. `lost` is done when the socket is gone."""

    def __init__(self, heard: Callable[[bytes], None]) -> None:
        self._heard = heard
        self._parts: list[bytes] = []
        self._transport: WSTransport | None = None
        self._missed = 0
        self.has_spoken = False
        """Has the server said anything?"""
        self.lost: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    async def open(self, url: str, token: str | None, ping_seconds: float) -> None:
        """HouseRulesError if the server refuses for good, Lost for every other failure. The first messages may be heard
        before this returns."""
        headers = {} if token is None else {"Authorization": f"Bearer {token}"}
        try:
            await ws_connect(
                lambda: self,
                url,
                extra_headers=headers,
                max_frame_size=MOST_FRAME,
                max_redirects=0,  # a token is sent to nobody else
                websocket_handshake_timeout=MISSED_PINGS * ping_seconds,
            )
        except WSHandshakeError as refused:
            raise _refusal(refused) from refused
        except (WSError, OSError) as problem:
            raise Lost(str(problem)) from problem
        self._ping_after(ping_seconds)

    def send(self, message: bytes) -> None:
        """What is said on a connection that is lost is lost, too."""
        if self._transport is not None and not self.lost.done():
            self._transport.send(WSMsgType.TEXT, message)

    def close(self) -> None:
        if self._transport is not None and not self.lost.done():
            self._transport.send_close(WSCloseCode.OK)
            self._transport.disconnect()

    def cut(self) -> None:
        """End it at once, as a broken line does."""
        if self._transport is not None and not self.lost.done():
            self._transport.disconnect(graceful=False)

    def _ping_after(self, seconds: float) -> None:
        timer = asyncio.get_running_loop().call_later(seconds, self._ping, seconds)
        self.lost.add_done_callback(lambda _: timer.cancel())

    def _ping(self, seconds: float) -> None:
        if self.lost.done() or self._transport is None:
            return
        if self._missed >= MISSED_PINGS:
            self.cut()
            return
        self._missed += 1
        self._transport.send_ping()
        self._ping_after(seconds)

    # -- Called by picows ----------------------------------------------------------------------------------------------

    def on_ws_connected(self, transport: WSTransport) -> None:
        self._transport = transport

    def on_ws_frame(self, transport: WSTransport, frame: WSFrame) -> None:
        self._missed = 0
        if frame.msg_type == WSMsgType.CLOSE:
            if not transport.is_close_frame_sent:
                transport.send_close(frame.get_close_code())
            transport.disconnect()
            self._end()
            return
        if frame.msg_type in (WSMsgType.PING, WSMsgType.PONG):
            return
        self._parts.append(frame.get_payload_as_bytes())
        if frame.fin:
            message = b"".join(self._parts)
            self._parts.clear()
            self.has_spoken = True
            self._heard(message)

    def on_ws_disconnected(self, transport: WSTransport) -> None:  # noqa: ARG002 - there is only one
        self._end()

    def _end(self) -> None:
        if not self.lost.done():
            self.lost.set_result(None)


def _refusal(refused: WSHandshakeError) -> HouseRulesError | Lost:
    status = 0 if refused.response is None else int(refused.response.status)
    if status in REFUSED_FOR_GOOD:
        return refusal_in(refused.raw_body or b"", status)
    return Lost(str(refused))
