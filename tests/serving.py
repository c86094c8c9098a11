"""A real server for tests: uvicorn on a free port of this machine, in a thread of the test process."""

from __future__ import annotations

import asyncio
import io
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx

from houserules.server.config import Config
from houserules.server.limits import Limits
from houserules.server.logs import LOGGER, set_up_logs
from houserules.server.running import Server, listen, new_loop, serve

WIDE = Limits(
    requests_per_second=1_000_000,
    requests_burst=1_000_000,
    tables_per_address=1_000_000,
    sockets_per_address=100_000,
    messages_per_second=100_000,
    burst=1_000_000,
)
"""For tests that are not about limits."""
PATIENCE_SECONDS = 60


class Served:
    """A server that runs, and a client that asks it."""

    def __init__(self, server: Server, log: io.StringIO) -> None:
        self.server = server
        self.log = log
        self.url = server.address.replace("localhost", "127.0.0.1")
        self.http = httpx.Client(base_url=self.url, timeout=PATIENCE_SECONDS)

    @property
    def socket_url(self) -> str:
        return self.url.replace("http", "ws", 1)


@contextmanager
def served(folder: Path, *, port: int = 0, limits: Limits = WIDE, **settings: object) -> Iterator[Served]:
    """Serve tables that are kept in a folder, until the end of the block."""
    config = Config(port=port, database=f"sqlite:///{folder}/tables.db", limits=limits, **settings)  # type: ignore[arg-type]  # they are those of Config
    log = io.StringIO()
    set_up_logs("json", log)
    listener = listen(config)
    servers: list[Server] = []
    problems: list[BaseException] = []
    started = threading.Event()

    def ready(server: Server) -> None:
        servers.append(server)
        started.set()

    def run() -> None:
        try:
            with asyncio.Runner(loop_factory=new_loop) as runner:
                runner.run(serve(config, listener, ready))
        except BaseException as problem:  # noqa: BLE001 - it is raised in the thread of the test
            problems.append(problem)
        finally:
            started.set()

    thread = threading.Thread(target=run, name="server")
    thread.start()
    started.wait()
    try:
        if not problems:
            here = Served(servers[0], log)
            with here.http:
                yield here
    finally:
        for server in servers:
            server.stop_soon("the test is over")
        thread.join(PATIENCE_SECONDS)
        listener.close()
        for handler in LOGGER.handlers:
            handler.setLevel(100)
    if problems:
        raise problems[0]
    assert not thread.is_alive()
