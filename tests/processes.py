"""A server as a process of its own that can be killed, and players on sockets who come back."""

from __future__ import annotations

import asyncio
import os
import random
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from types import TracebackType
from typing import Any, Self

import msgspec
from picows import WSError, WSFrame, WSListener, WSMsgType, WSTransport, ws_connect

from houserules.wire import (
    AnyTold,
    TellDone,
    TellError,
    TellGone,
    TellOver,
    TellStale,
    TellView,
    read_told,
)

PATIENCE_SECONDS = 120
"""Far beyond what anything takes, on any machine."""
WIDE = (
    "--requests-per-second=1000000",
    "--requests-burst=1000000",
    "--tables-per-address=1000000",
    "--sockets-per-address=100000",
    "--sockets-per-table=10000",
    "--messages-per-second=100000",
    "--burst=1000000",
    "--chats-per-minute=100000",
)
"""Options of a server whose limits no test meets by chance."""


class ServerProcess:
    """`houserules serve`, on a port that it keeps when it is started again."""

    def __init__(
        self, folder: Path, *, port: int = 0, module: str = "houserules", options: tuple[str, ...] = WIDE
    ) -> None:
        self.database = folder / "tables.db"
        self.log = folder / "server.log"
        self.port = port
        self._module = module
        self._options = options
        self._process: subprocess.Popen[str] | None = None

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, problem: BaseException | None, at: TracebackType | None
    ) -> None:
        self.kill()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def pid(self) -> int:
        assert self._process is not None
        return self._process.pid

    def launch(self) -> None:
        """Begin to start: `wait_ready` says when it is there."""
        assert self._process is None
        words = [
            sys.executable,
            "-m",
            self._module,
            "serve",
            f"--port={self.port}",
            f"--database=sqlite:///{self.database}",
        ]
        with self.log.open("a") as log:
            self._process = subprocess.Popen(
                [*words, *self._options],
                stdout=subprocess.PIPE,
                stderr=log,
                text=True,
                env=_environment(),
                cwd=Path(__file__).parents[1],  # where the modules of tests are found
            )

    def wait_ready(self) -> None:
        assert self._process is not None
        assert self._process.stdout is not None
        said = self._process.stdout.readline()
        if " at http://" not in said:
            raise RuntimeError(f"the server did not start: {said!r} {self.log.read_text()[-2000:]}")
        self.port = int(said.rstrip().rpartition(":")[2])

    def start(self) -> None:
        self.launch()
        self.wait_ready()

    def kill(self) -> None:
        """As kill -9."""
        if self._process is not None:
            self._process.kill()
            self._wait()

    def stop(self) -> int:
        """As SIGTERM; the exit code."""
        assert self._process is not None
        self._process.terminate()
        return self._wait()

    def _wait(self) -> int:
        process, self._process = self._process, None
        assert process is not None
        code = process.wait(PATIENCE_SECONDS)
        assert process.stdout is not None
        process.stdout.close()
        return code

    def is_running(self) -> bool:
        return self._process is not None and self._process.poll() is None

    def memory(self) -> int:
        """Bytes that are resident."""
        pages = int(Path(f"/proc/{self.pid}/statm").read_text().split()[1])
        return pages * os.sysconf("SC_PAGE_SIZE")

    def tracebacks(self) -> list[str]:
        """What the log says of mistakes of the server."""
        return [line for line in self.log.read_text().splitlines() if "Traceback" in line or '"level":"error"' in line]


def _environment() -> dict[str, str]:
    """A server that starts often shall find its modules compiled, wherever they may be written."""
    kept = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    return {"PYTHONPYCACHEPREFIX": str(Path(tempfile.gettempdir()) / "houserules-tests-pycache"), **kept}


# -- One connection ----------------------------------------------------------------------------------------------------


class Line(WSListener):
    """A socket whose messages wait in a queue; None is its end."""

    def __init__(self) -> None:
        super().__init__()
        self.heard: asyncio.Queue[bytes | None] = asyncio.Queue()
        self.close_code: int | None = None
        self.transport: WSTransport

    def on_ws_connected(self, transport: WSTransport) -> None:
        self.transport = transport

    def on_ws_frame(self, transport: WSTransport, frame: WSFrame) -> None:
        if frame.msg_type == WSMsgType.TEXT:
            self.heard.put_nowait(frame.get_payload_as_bytes())
        elif frame.msg_type == WSMsgType.CLOSE:
            self.close_code = frame.get_close_code()  # type: ignore[assignment]  # it is a number
            transport.disconnect()

    def on_ws_disconnected(self, _: WSTransport) -> None:
        self.heard.put_nowait(None)

    def say(self, kind: str, **fields: object) -> None:
        self.transport.send(WSMsgType.TEXT, msgspec.json.encode({"type": kind, **fields}))

    def hang_up(self) -> None:
        self.transport.disconnect(False)

    async def next(self) -> AnyTold | None:
        """The next message; None at the end."""
        while True:
            data = await asyncio.wait_for(self.heard.get(), PATIENCE_SECONDS)
            if data is None:
                return None
            told = read_told(data)
            if told is not None:
                return told

    async def until(self, *kinds: type[Any]) -> Any:
        """The next message of one of these kinds."""
        while True:
            told = await self.next()
            if told is None:
                raise EOFError(f"closed with {self.close_code} before {kinds}")
            if isinstance(told, kinds):
                return told


async def connect(port: int, table: str, token: str | None = None, *, notes: bool = False) -> Line:
    query = "&".join([*([f"token={token}"] if token else []), *(["notes=1"] if notes else [])])
    url = f"ws://127.0.0.1:{port}/api/v1/tables/{table}/live?{query}"
    _, line = await ws_connect(Line, url, websocket_handshake_timeout=PATIENCE_SECONDS)
    assert isinstance(line, Line)
    return line


# -- A player who comes back -------------------------------------------------------------------------------------------


class Told(msgspec.Struct, frozen=True):
    """What a player was told, and at which of its connections."""

    life: int
    data: bytes


class Acknowledged(msgspec.Struct, frozen=True):
    """A move that the server said stands, and the view that it answered."""

    of: int
    move: str


class SocketPlayer:
    """Plays random moves, one under way at a time. It keeps the highest seq it has seen, comes back when the connection
    is lost, and says again what was not answered."""

    def __init__(
        self, port: int, table: str, seat: int, token: str, chance: random.Random, pause: float = 0.02
    ) -> None:
        self.port = port
        self.table = table
        self.seat = seat
        self._token = token
        self._chance = chance
        self._pause = pause
        self.told: list[Told] = []
        self.acknowledged: list[Acknowledged] = []
        self.refused: list[TellError] = []
        self.stale = 0
        self.seq = -1
        """The highest that it has seen."""
        self.life = 0
        """How often it was connected."""
        self.back_at = 0.0
        """When it had the first view of this connection."""
        self.is_back = asyncio.Event()
        self.matches_over = 0
        self._pending: Acknowledged | None = None
        self._answered: set[int] = set()
        self._matches: set[int] = set()
        self._latest: TellView | None = None
        self._stopping = False

    def stop(self) -> None:
        """Make no new move, and go when the last one is answered."""
        self._stopping = True

    @property
    def is_quiet(self) -> bool:
        return self._pending is None

    async def run(self) -> None:
        tries = 0
        while True:
            try:
                line = await connect(self.port, self.table, self._token)
            except (OSError, WSError, TimeoutError):
                tries += 1
                await asyncio.sleep(self._chance.uniform(0, min(1.0, 0.05 * 2**tries)))
                continue
            tries = 0
            self.life += 1
            if await self._converse(line):
                line.hang_up()
                return
            self.is_back.clear()

    async def _converse(self, line: Line) -> bool:
        """Talk until the connection ends; True: for good."""
        line.say("ready", salt=str(self.seat))
        if self._pending is not None:
            line.say("move", seq=self._pending.of, move=self._pending.move)
        while not (self._stopping and self.is_quiet):
            try:
                data = await asyncio.wait_for(line.heard.get(), 0.2 if self._stopping else PATIENCE_SECONDS)
            except TimeoutError:
                if self._stopping:
                    continue
                raise
            if data is None:
                return False
            self.told.append(Told(self.life, data))
            told = read_told(data)
            match told:
                case TellView():
                    if not self.is_back.is_set():
                        self.back_at = time.monotonic()
                        self.is_back.set()
                    if told.seq >= self.seq:
                        self.seq, self._latest = told.seq, told
                case TellDone() if self._pending is not None and told.of == self._pending.of:
                    self.acknowledged.append(self._pending)
                    self._pending = None
                case TellStale() if self._pending is not None and told.of == self._pending.of:
                    self.stale += 1
                    self._pending = None
                case TellError():
                    if told.code not in ("not-over", "dealt"):
                        self.refused.append(told)
                    if self._pending is not None and told.of == self._pending.of:
                        self._pending = None
                case TellOver():
                    if told.match not in self._matches:
                        self._matches.add(told.match)
                        self.matches_over += 1
                    if not self._stopping:
                        line.say("rematch", salt=str(self.seat))
                case TellGone():
                    pass
            await self._answer(line)
        return True

    async def _answer(self, line: Line) -> None:
        """Make a move, if it is time and the last word is heard."""
        told = self._latest
        if told is None or told.view is None or not told.view.legal or told.seq in self._answered:
            return
        if self._pending is not None or self._stopping or not line.heard.empty():
            return
        if self._pause:
            await asyncio.sleep(self._chance.uniform(0, self._pause))
        if not line.heard.empty():  # something has happened meanwhile: look first
            return
        self._answered.add(told.seq)
        self._pending = Acknowledged(told.seq, str(self._chance.choice(told.view.legal)))
        line.say("move", seq=self._pending.of, move=self._pending.move)
