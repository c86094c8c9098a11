"""What the measurements of the server share: processes and their CPU, and clients that play through real sockets.

A client is cheap on purpose: it decodes four fields of a view and sends a text. It runs in another process than the
server."""

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


def waited_of(pid: int) -> float:
    """Seconds in which the main thread of a process could have run, but other work had the CPU."""
    return int(Path(f"/proc/{pid}/schedstat").read_text().split()[1]) / 1e9


def rss_of(pid: int) -> int:
    """Bytes of memory that a process holds."""
    return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


def slowness(seconds: float = 0.4) -> float:
    """Milliseconds of CPU for a fixed piece of Python, the median of many: how slow the machine is for other work.

    Two busy threads of one core slow each other down by almost two: figures of different hours are compared by this."""
    taken = []
    end = time.perf_counter() + seconds
    while time.perf_counter() < end:
        began = time.thread_time()
        seen = {}
        for number in range(20_000):
            seen[number % 97] = (number, str(number))
        taken.append((time.thread_time() - began) * 1e3)
    return sorted(taken)[len(taken) // 2]


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
LISTS = "" if "BENCH_NO_LISTS" in os.environ else "&lists=1"
"""What belongs together comes in one frame, as our own page asks for it."""
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


class _Most(msgspec.Struct):
    max: int


class _Can(msgspec.Struct):
    bet: _Most | None = None


class _Position(msgspec.Struct):
    to_act: list[int]
    legal: list[str]
    phase: str = ""
    can: _Can | None = None


class _View(msgspec.Struct):
    seq: int
    view: _Position | None = None


class _Message(msgspec.Struct):
    type: str
    seq: int = 0
    view: _Position | None = None


_VIEW = msgspec.json.Decoder(_View)
_LIST = msgspec.json.Decoder(list[_Message])
_VIEW_HEAD = b'{"type":"view"'


def _read_view(data: bytes, place: int) -> _View:
    if place == 0:
        return _VIEW.decode(data)
    last = [message for message in _LIST.decode(data) if message.type == "view"][-1]
    return _View(last.seq, last.view)


class OurClient(Client):
    """At our server: every view says what is allowed. One move is under way at a time."""

    def __init__(self, load: Load, seat: int) -> None:
        super().__init__(load)
        self.seat = seat
        self.last: _View | None = None
        self.is_waiting = False
        self.has_voted = False
        self.bet_in = ""
        """The phase in which this seat has bet: one bet each round."""

    def say(self, data: bytes) -> None:
        assert self.transport is not None
        self.transport.send(TEXT, data)

    def told(self, data: bytes) -> None:
        """One message, or a list of those that belong together. Only views are read."""
        is_view = data.find(_VIEW_HEAD)
        if is_view >= 0:
            self.last = _read_view(data, is_view)
            self.answered()
        if b'{"type":"done"' in data:
            self.is_waiting = False
        elif data.startswith((b'{"type":"error"', b'{"type":"stale"')):
            self.load.refused += 1
            self.is_waiting = False
        elif is_view < 0:
            return
        if not self.is_waiting and self.last is not None and self.last.view is not None:
            self.look(self.last.seq, self.last.view)

    def look(self, seq: int, view: _Position) -> None:
        if view.phase != self.bet_in:
            self.bet_in = ""
        if self.seat in view.to_act:
            self.has_voted = False
            if not self.bet_in:
                move = self.choose(view)
                self.is_waiting = True
                self.move(b'{"type":"move","seq":%d,"move":"%b"}' % (seq, move.encode()))
        elif not view.to_act and not self.has_voted and self.load.going:
            self.has_voted = self.is_waiting = True
            self.load.matches += self.seat == 0
            self.say(b'{"type":"rematch"}')

    def choose(self, view: _Position) -> str:
        legal = view.legal
        if view.can is not None and view.can.bet is not None:
            self.bet_in = view.phase
            return f"bet {bet_of(view.can.bet.max)}"
        return "ready" if "ready" in legal else legal[int(self.load.chance.random() * len(legal))]


def bet_of(purse: int) -> int:
    """All of little, a third of much."""
    return purse // 3 if purse >= 30 else purse


class _Sync(msgspec.Struct):
    player_id: int
    phase: str
    current_player: int
    round_number: int
    turn_number: int
    own_revealed_cards: dict[str, int]
    opponent_revealed_cards: dict[str, int]
    credits: int


_SYNC = msgspec.msgpack.Decoder(_Sync)
_SYNC_HEAD = b"\x0d" + bytes([0xA0 | 15]) + b"sync_game_state"
_ERROR_HEAD = b"\x0d" + bytes([0xA0 | 5]) + b"error"
_PICKING = ("initial_card_selection", "card_selection_own", "card_selection_rival")


def _colyseus(kind: str, body: dict[str, Any] | None = None) -> bytes:
    return b"\x0d" + bytes([0xA0 | len(kind)]) + kind.encode() + (msgspec.msgpack.encode(body) if body else b"")


_SLOTS = [_colyseus("play_card", {"slot_index": slot}) for slot in range(10)]
_CHOICES = [_colyseus("power_choice", {"choice": choice}) for choice in ("add", "subtract")]
_CONTINUE = _colyseus("continue_game")


class ColyseusClient(Client):
    """At the Colyseus room: the state says whose turn it is, and a client knows the rules."""

    def __init__(self, load: Load) -> None:
        super().__init__(load)
        self.acted: tuple[int, int, str] | None = None

    def say(self, data: bytes) -> None:
        assert self.transport is not None
        self.transport.send(BINARY, data)

    def told(self, data: bytes) -> None:
        if data.startswith(_SYNC_HEAD):
            self.answered()
            self.look(_SYNC.decode(memoryview(data)[len(_SYNC_HEAD) :]))
        elif data[0] == 10:
            self.say(b"\x0a")  # the room sends nothing before this
        elif data.startswith(_ERROR_HEAD):
            self.load.refused += 1

    def look(self, state: _Sync) -> None:
        phase, me = state.phase, state.player_id
        key = (state.round_number, state.turn_number, phase)
        if key == self.acted or not self.load.going:
            return
        if phase == "betting":
            move = _colyseus("place_bet", {"amount": bet_of(state.credits)})
        elif phase == "game_over":
            self.acted = key
            if me == 1:
                self.load.matches += 1
                self.say(_CONTINUE)
            return
        elif phase != "initial_card_selection" and state.current_player != me:
            return
        elif phase in _PICKING:
            gone = state.opponent_revealed_cards if phase == "card_selection_rival" else state.own_revealed_cards
            slot = int(self.load.chance.random() * 10)
            while str(slot) in gone:
                slot = (slot + 1) % 10
            move = _SLOTS[slot]
        else:
            move = _CHOICES[int(self.load.chance.random() * 2)]
        self.acted = key
        self.move(move)


# -- Tables ------------------------------------------------------------------------------------------------------------


async def open_ours(http: Http, port: int, load: Load, game: str, seats: int) -> list[Client]:
    """A table at our server with all seats taken by clients."""
    made = http.post("/api/v1/tables", {"game": game, "seats": seats, "salt": "a", "player": "P0"})
    tokens = [made["token"]]
    for seat in range(1, seats):
        answer = http.post(f"/api/v1/tables/{made['table']}/seats", {"name": f"P{seat}", "salt": "b"})
        tokens.append(answer["token"])
    url = f"ws://127.0.0.1:{port}/api/v1/tables/{made['table']}/live"
    clients: list[Client] = []
    for seat, token in enumerate(tokens):
        client = OurClient(load, seat)
        await _connect(client, f"{url}?token={token}{LISTS}")
        clients.append(client)
    return clients


async def open_colyseus(http: Http, port: int, load: Load) -> list[Client]:
    """A room of Colyseus with both seats taken by clients."""
    first = http.post("/matchmake/create/heroes_cards", {})
    second = http.post(f"/matchmake/joinById/{first['roomId']}", {})
    clients: list[Client] = []
    for seat in (first, second):
        client = ColyseusClient(load)
        place = f"ws://127.0.0.1:{port}/{seat['processId']}/{seat['roomId']}"
        await _connect(client, f"{place}?sessionId={seat['sessionId']}")
        clients.append(client)
    return clients


async def _connect(client: Client, url: str) -> None:
    await ws_connect(lambda: client, url, read_buffer_init_size=4096)


def close_all(load: Load, clients: list[Client]) -> None:
    load.going = False
    for client in clients:
        if client.transport is not None:
            client.transport.disconnect(False)


def share(values: list[float], part: float) -> float:
    """A quantile."""
    return sorted(values)[min(len(values) - 1, int(len(values) * part))] if values else float("nan")


Opener = Callable[[Http, int, Load], Any]
