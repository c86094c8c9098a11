"""What the measurements of the server share: processes and their CPU, and clients that play through real sockets.

A client is cheap on purpose: it decodes four fields of a view and sends a text. It runs in another process than the server."""

from __future__ import annotations

import asyncio
import contextlib
import http.client
import json
import os
import random
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
from picows import WSFrame, WSListener, WSMsgType, WSTransport, ws_connect

HERE = Path(__file__).parent
_TICK = os.sysconf("SC_CLK_TCK")
TEXT, BINARY, CLOSE = WSMsgType.TEXT, WSMsgType.BINARY, WSMsgType.CLOSE


# -- Processes ---------------------------------------------------------------------------------------------------------


def cpu_of(pid: int) -> float:
    """Seconds of CPU of a process, all threads, and of its children."""
    fields = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    return (int(fields[11]) + int(fields[12])) / _TICK + sum(cpu_of(int(child)) for child in children)


def rss_of(pid: int) -> int:
    """Bytes of memory that a process holds."""
    return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


class Server:
    """A server in a process of its own."""

    def __init__(self, name: str, command: list[str], port: int, folder: Path, environ: dict[str, str]) -> None:
        self.name, self.port = name, port
        self.log = (folder / f"{name}.log").open("wb")
        self.process = subprocess.Popen(
            command, cwd=folder, stdout=self.log, stderr=self.log, env={**os.environ, **environ}
        )
        for _ in range(600):
            with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), 1):
                return
            if self.process.poll() is not None:
                break
            time.sleep(0.1)
        raise RuntimeError(f"{name} does not listen: {(folder / f'{name}.log').read_text()[-2000:]}")

    @property
    def pid(self) -> int:
        return self.process.pid

    def stop(self) -> None:
        self.process.terminate()
        try:
            self.process.wait(20)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        self.log.close()


MANY = 1_000_000
LIMITS = {
    "messages_per_second": 100_000,
    "burst": MANY,
    "tables_per_address": MANY,
    "sockets_per_address": MANY,
    "requests_per_second": MANY,
    "requests_burst": MANY,
}


def start_ours(port: int, folder: Path, python: str = sys.executable) -> Server:
    """Our server with its journal in a file, as `houserules serve` starts it; only the limits are wide open."""
    flags = [word for name, value in LIMITS.items() for word in (f"--{name.replace('_', '-')}", str(value))]
    database = f"sqlite:///{folder}/houserules-{port}.db"
    command = [python, "-m", "houserules", "serve", "--port", str(port), "--database", database, *flags]
    return Server(f"houserules-{port}", command, port, folder, {})


def start_colyseus(port: int, folder: Path) -> Server:
    """H3ROES as a Colyseus room, in Node 22; installed on first use below .venv."""
    home = HERE.parent / ".venv" / "bench-colyseus"
    home.mkdir(parents=True, exist_ok=True)
    for name in ("package.json", "room.mjs"):
        shutil.copy(HERE / "colyseus" / name, home / name)
    node = home / "node_modules" / ".bin" / "node"
    if not node.exists():
        subprocess.run(["npm", "install", "--no-audit", "--no-fund"], cwd=home, check=True)
    return Server(
        f"colyseus-{port}", [str(node), str(home / "room.mjs"), str(port)], port, folder, {"NODE_ENV": "production"}
    )


class Http:
    """One connection that stays open for many requests."""

    def __init__(self, port: int) -> None:
        self.connection = http.client.HTTPConnection("127.0.0.1", port)

    def post(self, path: str, body: dict[str, Any]) -> Any:
        self.connection.request("POST", path, json.dumps(body), {"content-type": "application/json"})
        answer = self.connection.getresponse()
        text = answer.read()
        if answer.status not in (200, 201):
            raise RuntimeError(f"{path}: {answer.status} {text[:300]!r}")
        return json.loads(text)


# -- Clients -----------------------------------------------------------------------------------------------------------


class Load:
    """What all clients of one run count together, and how fast they go."""

    def __init__(self, pace: float | None = None, seed: int = 1) -> None:
        self.pace = pace
        """Seconds between two moves of a table; None: as fast as answers come."""
        self.chance = random.Random(seed)
        self.loop = asyncio.get_running_loop()
        self.moves = self.matches = self.refused = self.messages = self.bytes = 0
        self.times: list[float] = []
        """From each move to the view that answers it, at the seat that moved."""
        self.going = True
        self.lost = 0


class Client(WSListener):
    """One socket that plays a seat by chance."""

    def __init__(self, load: Load) -> None:
        super().__init__()
        self.load = load
        self.transport: WSTransport | None = None
        self.sent = 0.0

    def on_ws_connected(self, transport: WSTransport) -> None:
        self.transport = transport

    def on_ws_disconnected(self, _transport: WSTransport) -> None:
        self.load.lost += self.load.going

    def on_ws_frame(self, transport: WSTransport, frame: WSFrame) -> None:
        kind = frame.msg_type
        if kind == CLOSE:
            transport.disconnect()
        elif kind in (TEXT, BINARY):
            self.load.messages += 1
            self.load.bytes += frame.payload_size
            self.told(frame.get_payload_as_bytes())

    def told(self, data: bytes) -> None:
        raise NotImplementedError

    def say(self, data: bytes) -> None:
        raise NotImplementedError

    def answered(self) -> None:
        """A view came: if this seat had moved, that took so long."""
        if self.sent:
            self.load.times.append(time.perf_counter() - self.sent)
            self.sent = 0.0

    def move(self, data: bytes) -> None:
        load = self.load
        if not load.going:
            return
        if load.pace is None:
            self.go(data)
        else:
            load.loop.call_later(load.pace * (0.5 + load.chance.random()), self.go, data)

    def go(self, data: bytes) -> None:
        if self.load.going:
            self.load.moves += 1
            self.sent = time.perf_counter()
            self.say(data)


class _Limits(msgspec.Struct):
    max: int


class _Can(msgspec.Struct):
    bet: _Limits | None = None


class _Position(msgspec.Struct):
    to_act: list[int]
    legal: list[str]
    phase: str = ""
    can: _Can | None = None


class _View(msgspec.Struct):
    seq: int
    view: _Position | None = None


_VIEW = msgspec.json.Decoder(_View)
_KIND = b'{"type":"'


class OurClient(Client):
    """At our server: every view says what is allowed."""

    def __init__(self, load: Load, seat: int) -> None:
        super().__init__(load)
        self.seat = seat
        self.acted: tuple[int, str] | None = None
        """The step and the phase of the last view that was answered."""
        self.bets = 0
        self.rest = False

    def say(self, data: bytes) -> None:
        assert self.transport is not None
        self.transport.send(TEXT, data)

    def told(self, data: bytes) -> None:
        if data.startswith(b'{"type":"view"'):
            told = _VIEW.decode(data)
            if told.view is not None:
                self.answered()
                self.look(told.seq, told.view)
        elif data.startswith((b'{"type":"error"', b'{"type":"stale"')):
            self.load.refused += 1

    def look(self, seq: int, view: _Position) -> None:
        to_act = view.to_act
        if self.seat not in to_act:
            self.rest = False
            if not to_act and self.load.going:
                self.rest = False
                self.load.matches += self.seat == 0
                self.say(b'{"type":"rematch"}')
            return
        if len(to_act) > 1 or self.rest:  # a moment in which several may act, in any order: each acts once
            if self.rest and self.acted == (len(to_act), view.phase):
                return
        move = self.choose(seq, view)
        if move is not None:
            self.move(b'{"type":"move","seq":%d,"move":"%b"}' % (seq, move.encode()))

    def choose(self, seq: int, view: _Position) -> str | None:
        raise NotImplementedError
