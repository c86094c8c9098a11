"""A server from its start to its end: database, house, routes and sockets in one process."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import signal
import socket
import sys
from collections.abc import AsyncIterator, Callable
from types import FrameType
from typing import Final

import uvicorn

from houserules.errors import ConfigError, HouseRulesError

from .app import make_app
from .colyseus.door import Door
from .config import Config
from .database import open_database
from .house import House, wall_clock
from .links import invite_link, record_link
from .live import door
from .logs import log
from .open_journal import open_journal
from .reception import Reception
from .routes_games import game_infos
from .socket import Socket
from .store import Store
from .upgrade import ping_all, websocket_class

if sys.platform != "win32":
    import uvloop

GARBAGE_AFTER: Final = 50_000
"""New containers until Python looks for cycles among them."""
SWEEP_SECONDS: Final = 3600
STOP_SECONDS: Final = 10
"""How long connections and requests may take to end."""


def new_loop() -> asyncio.AbstractEventLoop:
    """The fastest that this system has."""
    if sys.platform == "win32":
        return asyncio.new_event_loop()
    return uvloop.new_event_loop()


async def serve(config: Config, listener: socket.socket, ready: Callable[[Server], None]) -> None:
    """Serve until a signal or `Server.stop_soon` ends it. `ready` is called when the first request may come."""
    address = address_of(config, listener)
    async with opened(config, address) as reception:
        colyseus = Door(reception)
        live, everyone = websocket_class(
            door(reception.house, config, reception.addresses, colyseus),
            message_bytes=config.limits.message_bytes,
            buffer_bytes=config.limits.buffer_bytes,
        )
        _spare_the_collector()
        server = Server(reception, colyseus, live, ready, address)
        async with _tasks(reception, colyseus, everyone):
            await server.serve(sockets=[listener])


@contextlib.asynccontextmanager
async def opened(config: Config, address: str) -> AsyncIterator[Reception]:
    """A house with its journal and its store. Afterwards everything is written and closed."""
    _load_games()
    database = await open_database(config.database, synchronous="FULL" if config.durability == "full" else "NORMAL")
    store = Store(database)
    base = config.public_url or address
    house = House(
        journal=open_journal(database),
        store=store,
        limits=config.limits,
        invite=lambda table: invite_link(base, table),
        record_link=record_link,
    )
    await house.start()
    try:
        yield Reception(house, store, config)
    finally:
        if not house.is_closing:
            await house.close()


def _spare_the_collector() -> None:
    """What is loaded now stays for ever, and a step makes no cycles: Python need not look for garbage so often."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(GARBAGE_AFTER, 10, 10)


def _load_games() -> None:
    """Nobody shall wait for this when the first table is opened."""
    game_infos()


def listen(config: Config) -> socket.socket:
    """A listening socket, or ConfigError if the address cannot be had."""
    try:
        family, _, _, _, where = socket.getaddrinfo(config.host, config.port, type=socket.SOCK_STREAM)[0]
        listener = socket.create_server(where[:2], family=family, backlog=2048)
    except (OSError, UnicodeError) as problem:
        reason = getattr(problem, "strerror", None) or str(problem)
        raise ConfigError(
            f"cannot listen on {config.host} port {config.port}: {reason}; choose another --host or --port"
        ) from problem
    listener.set_inheritable(False)
    return listener


def address_of(config: Config, listener: socket.socket) -> str:
    """Where a browser on this machine finds the server."""
    host = {"0.0.0.0": "localhost", "::": "localhost", "127.0.0.1": "localhost", "::1": "localhost"}.get(
        config.host, config.host
    )
    host = f"[{host}]" if ":" in host else host
    return f"http://{host}:{listener.getsockname()[1]}"


@contextlib.asynccontextmanager
async def _tasks(reception: Reception, colyseus: Door, everyone: set[Socket]) -> AsyncIterator[None]:
    """What happens from time to time while the server runs."""
    tasks = [asyncio.create_task(work) for work in (ping_all(everyone), _sweep(reception), colyseus.tidy())]
    reception.metrics.loop.start()
    try:
        yield
    finally:
        await reception.metrics.loop.stop()
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def _sweep(reception: Reception) -> None:
    """Remove tables whose time is over, when the server starts and then every hour."""
    while True:
        try:
            removed = await reception.store.sweep(wall_clock(), reception.config.retention_days or None)
            if removed:
                log("swept", tables=removed)
        except HouseRulesError as problem:
            log("sweep-failed", level=40, code=problem.code)
        await asyncio.sleep(SWEEP_SECONDS)


class Server(uvicorn.Server):
    """uvicorn, but for the end: first no new connections, then the house lets everybody go, then the process ends."""

    def __init__(
        self,
        reception: Reception,
        colyseus: Door,
        live: type[asyncio.BufferedProtocol],
        ready: Callable[[Server], None],
        address: str,
    ) -> None:
        super().__init__(
            uvicorn.Config(
                make_app(reception),
                loop="none",
                http="httptools",
                ws=live,  # type: ignore[arg-type]  # uvicorn asks for less than a Protocol has
                lifespan="off",
                log_config=None,
                access_log=False,
                proxy_headers=False,
                server_header=False,
                timeout_graceful_shutdown=STOP_SECONDS,
            )
        )
        self.reception = reception
        self._colyseus = colyseus
        self.address = address
        self._tell_ready = ready
        self._loop = asyncio.get_running_loop()

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self.reception.ready = True
        log("ready", address=self.address)
        self._tell_ready(self)

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:  # noqa: ARG002 - as uvicorn calls it
        """The first signal stops after `drain_seconds`; the second one stops at once."""
        if not self.reception.ready:
            self.force_exit = self.should_exit = True
            return
        self.stop_soon(signal.Signals(sig).name)

    def stop_soon(self, why: str) -> None:
        """From any thread."""
        self.reception.ready = False
        self._loop.call_soon_threadsafe(self._drain, why)

    def _drain(self, why: str) -> None:
        log("stopping", why=why)
        self._loop.call_later(self.reception.config.drain_seconds, self._stop)

    def _stop(self) -> None:
        self.should_exit = True

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        await self.reception.finish(STOP_SECONDS)
        await self.reception.house.close()
        self._colyseus.close()
        await super().shutdown(sockets)
        log("stopped")
