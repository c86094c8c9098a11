"""The servers of the comparison: `python servers.py KIND PORT` serves the toy by one transport."""

# Each server imports only its own framework, so that memory and start are those of one.
# ruff: noqa: PLC0415

import asyncio
import sys
from collections.abc import Callable
from typing import Any

import uvicorn
import uvloop
from picows import WSUpgradeRequest
from picows_uvicorn import Socket, ping_all, websocket_class
from toy import Room, room_of

KINDS = (
    "picows-uvicorn",
    "aiohttp",
    "starlette-sansio",
    "litestar-sansio",
    "starlette-websockets",
    "starlette-wsproto",
    "granian",
)


class Guest:
    """A socket of picows at a room of the toy."""

    __slots__ = ("room", "socket")

    def __init__(self, room: Room) -> None:
        self.room = room

    def opened(self, socket: Socket) -> None:
        self.socket = socket
        self.room.sends.append(socket.send)

    def heard(self, data: bytes) -> None:
        view = self.room.step(data)
        for send in self.room.sends:
            send(view)

    def closed(self) -> None:
        self.room.sends.remove(self.socket.send)


async def _empty(scope: Any, receive: Any, send: Any) -> None:
    """An ASGI application for plain requests: what a Litestar of the real server would be."""
    if scope["type"] == "lifespan":
        while True:
            message = await receive()
            await send({"type": message["type"] + ".complete"})
            if message["type"] == "lifespan.shutdown":
                return
    await send({"type": "http.response.start", "status": 404, "headers": []})
    await send({"type": "http.response.body", "body": b""})


async def _talk(room: Room, send: Callable[[bytes], Any], receive: Callable[[], Any], gone: type[Exception]) -> None:
    """One socket of a framework: a coroutine that waits for messages and for its sends."""
    room.sends.append(send)
    try:
        while True:
            view = room.step(await receive())
            for other in room.sends:
                await other(view)
    except gone:
        pass
    finally:
        room.sends.remove(send)


def starlette_app() -> Any:
    """The toy as an application of Starlette."""
    from starlette.applications import Starlette
    from starlette.routing import WebSocketRoute
    from starlette.websockets import WebSocket, WebSocketDisconnect

    async def live(socket: WebSocket) -> None:
        await socket.accept()

        async def send(view: bytes) -> None:
            await socket.send({"type": "websocket.send", "text": view.decode()})

        await _talk(room_of(socket.url.path), send, socket.receive_text, WebSocketDisconnect)

    return Starlette(routes=[WebSocketRoute("/live/{room}", live)])


def litestar_app() -> Any:
    """The toy as an application of Litestar."""
    from litestar import Litestar, WebSocket, websocket
    from litestar.exceptions import WebSocketDisconnect

    @websocket("/live/{room:str}")
    async def live(socket: WebSocket[Any, Any, Any]) -> None:
        await socket.accept()

        async def send(view: bytes) -> None:
            await socket.send_data(view.decode())

        await _talk(room_of(socket.url.path), send, lambda: socket.receive_data("text"), WebSocketDisconnect)

    return Litestar([live])


async def _uvicorn(app: Any, port: int, ws: Any) -> None:
    # Without compression, as picows and aiohttp below: a view of a kilobyte is not worth it.
    config = uvicorn.Config(
        app, port=port, ws=ws, log_level="error", ws_per_message_deflate=False, access_log=False, lifespan="on"
    )
    await uvicorn.Server(config).serve()


async def _picows(port: int) -> None:
    def accept(request: WSUpgradeRequest) -> Guest:
        return Guest(room_of(request.path.decode()))

    live, everyone = websocket_class(accept)
    pings = asyncio.create_task(ping_all(everyone))
    await _uvicorn(_empty, port, live)
    pings.cancel()


async def _aiohttp(port: int) -> None:
    from aiohttp import WSMsgType, web

    async def live(request: web.Request) -> web.WebSocketResponse:
        socket = web.WebSocketResponse(heartbeat=20, compress=False)
        await socket.prepare(request)
        room = room_of(request.path)

        async def send(view: bytes) -> None:
            await socket.send_frame(view, WSMsgType.TEXT)

        room.sends.append(send)
        try:
            async for message in socket:
                view = room.step(message.data)
                for other in room.sends:
                    await other(view)
        finally:
            room.sends.remove(send)
        return socket

    app = web.Application()
    app.router.add_get("/live/{room}", live)
    runner = web.AppRunner(app, access_log=None)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", port).start()
    await asyncio.Event().wait()


def main() -> None:
    kind, port = sys.argv[1], int(sys.argv[2])
    if kind == "granian":
        from granian import Granian
        from granian.constants import Interfaces, Loops

        Granian(
            "servers:starlette_app",
            factory=True,
            port=port,
            interface=Interfaces.ASGI,
            loop=Loops.uvloop,
            log_enabled=False,
        ).serve()
    elif kind == "picows-uvicorn":
        uvloop.run(_picows(port))
    elif kind == "aiohttp":
        uvloop.run(_aiohttp(port))
    else:
        framework, _, ws = kind.partition("-")
        app = starlette_app() if framework == "starlette" else litestar_app()
        uvloop.run(_uvicorn(app, port, {"sansio": "websockets-sansio"}.get(ws, ws)))


if __name__ == "__main__":
    main()
