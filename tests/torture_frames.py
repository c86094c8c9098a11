"""Random frames over the socket: whatever a stranger sends, the server stays up, says what is wrong, and plays on.

python -m tests.torture_frames 100000
"""

from __future__ import annotations

import argparse
import asyncio
import base64
import random
import struct
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx
import msgspec

import houserules as hr
from houserules.errors import HouseRulesError
from houserules.wire import TellPong, TellView, read_told
from tests.processes import PATIENCE_SECONDS, ServerProcess, SocketPlayer, connect

TEXT, BINARY, CONTINUATION, CLOSE, PING, PONG = 1, 2, 0, 8, 9, 10
CODES = {1000, 1001, 1002, 1003, 1005, 1006, 1007, 1008, 1009, 1012, 4001, 4002, 4003}
"""With which a server may end a connection; 1011 says that it made a mistake."""


class Fuzzed(msgspec.Struct):
    frames: int = 0
    connections: int = 0
    tables: int = 0
    answers: Counter[str] = msgspec.field(default_factory=Counter)
    codes: Counter[int] = msgspec.field(default_factory=Counter)
    statuses: Counter[int] = msgspec.field(default_factory=Counter)
    wrong: list[str] = []
    memory: list[int] = []
    """Bytes at the beginning, after a tenth, and at the end."""
    seconds: float = 0.0


class Target(msgspec.Struct):
    """A table and who may speak there."""

    table: str
    tokens: list[str | None]


# -- Frames ------------------------------------------------------------------------------------------------------------


def frame(opcode: int, payload: bytes, *, fin: bool = True, masked: bool = True, reserved: int = 0) -> bytes:
    first = bytes([(0x80 if fin else 0) | reserved << 4 | opcode])
    bit = 0x80 if masked else 0
    if len(payload) < 126:
        head = bytes([bit | len(payload)])
    elif len(payload) < 1 << 16:
        head = bytes([bit | 126]) + struct.pack(">H", len(payload))
    else:
        head = bytes([bit | 127]) + struct.pack(">Q", len(payload))
    return first + head + (b"\0\0\0\0" if masked else b"") + payload  # a mask of zeros changes nothing


class Words:
    """Things that a client might say, or might not."""

    def __init__(self, chance: random.Random) -> None:
        self.chance = chance
        self.seq = 0
        self.legal: list[str] = []

    def text(self) -> bytes:
        return self.chance.choice(
            [
                self.valid,
                self.valid,
                self.valid,
                self.valid,
                self.junk_fields,
                self.cut,
                self.noise,
                self.deep,
                self.numbers,
            ]
        )()

    def noise(self) -> bytes:
        data = self.chance.randbytes(self.chance.randrange(60))
        return self.chance.choice([data, b'{"type":"chat","text":"' + data + b'"}', b'{"type":"' + data, b""])

    def cut(self) -> bytes:
        whole = self.valid()
        return whole[: self.chance.randrange(len(whole) + 1)]

    def deep(self) -> bytes:
        depth = self.chance.choice([10, 1000, 8000])
        inner = (
            b"[" * depth + b"]" * depth
            if self.chance.random() < 0.5
            else b'{"a":' * (depth // 3) + b"1" + b"}" * (depth // 3)
        )
        return self.chance.choice([inner, b'{"type":"move","seq":1,"move":{"a":' + inner + b"}}"])[:16_000]

    def numbers(self) -> bytes:
        number = self.chance.choice(["1e400", "-1", "1" * 5000, "1.5", "NaN", "-0", "9" * 19, "1e5", "true", "null"])
        kind = self.chance.choice(["move", "undo", "mute", "remove", "why", "hint"])
        field = self.chance.choice(["seq", "count", "seat", "of"])
        return f'{{"type":"{kind}","{field}":{number},"move":"ready"}}'.encode()

    def value(self) -> object:
        chance = self.chance
        return chance.choice(
            [
                None,
                True,
                chance.randrange(-3, 9),
                self.seq,
                1 << 39,
                -(1 << 70),
                0.5,
                "",
                "ready",
                "play 7H 7D",
                "take",
                "\u0000\u202e\ud7ff\U0010ffff",
                "x" * chance.choice([30, 300, 301, 5000]),
                [],
                {},
                {"seat": chance.randrange(-1, 5), "level": chance.choice(["easy", "none", "random"])},
                {"type": "play", "cards": ["7H", "??"]},
            ]
        )

    def valid(self) -> bytes:
        """A message that can be read, with sense or without."""
        chance = self.chance
        seq = max(0, self.seq + chance.choice([0, 0, 0, -1, 1, -5, 1000]))
        moves = (
            "ready",
            "take",
            "pass",
            "bet 3",
            "pick 1",
            "play 7H",
            "play 3S",
            "flip 1",
            "swap 3H AS",
            "call hearts",
            "x",
        )
        said: dict[str, Any] = {"type": chance.choice(KINDS)}
        match said["type"]:
            case "move" if self.legal and chance.random() < 0.5:
                said |= {"seq": self.seq, "move": chance.choice(self.legal)}
            case "move":
                said |= {
                    "seq": seq,
                    "move": chance.choice([*moves, {"type": "ready"}, {"type": "play", "cards": ["7H"]}]),
                }
            case "explain":
                said["move"] = chance.choice(moves)
            case "chat":
                said["text"] = chance.choice(["hi", "", "two\nlines", "ünï", "y" * 300, "\u202e"])
            case "undo" if chance.random() < 0.5:
                said["count"] = chance.choice([1, 2, 100_000])
            case "ready" | "rematch":
                said["salt"] = chance.choice(["", "salt", "\n", "z" * 200])
            case "wait":
                said["name"] = chance.choice(["Zoe", "", "Ann", "You", "n" * 40, "\u0007"])
            case "remove" | "mute":
                said["seat"] = chance.choice([0, 1, 2, 3, 99, -1])
            case "change":
                said |= chance.choice(
                    [{"hints": False}, {"public": True}, {"bot": {"seat": 1, "level": "easy"}}, {"name": "T"}]
                )
            case "why" if chance.random() < 0.5:
                said["seq"] = seq
        if chance.random() < 0.3 and said["type"] != "move":
            said["of"] = seq
        return msgspec.json.encode(said)

    def junk_fields(self) -> bytes:
        said: dict[str, object] = msgspec.json.decode(self.valid())
        for name in list(said):
            if self.chance.random() < 0.3:
                said[name] = self.value()
        if self.chance.random() < 0.2:
            said[self.chance.choice(["seq", "extra", "type", "of", "seat"])] = self.value()
        return msgspec.json.encode(said)

    # -- Frames --------------------------------------------------------------------------------------------------------

    def frames(self) -> tuple[bytes, bool]:
        """Some bytes for the wire, and whether the connection can go on after them."""
        chance, draw = self.chance, self.chance.random()
        if draw < 0.86:
            return frame(TEXT, self.text()), True
        if draw < 0.92:  # in parts, with a ping between them
            whole = self.text()
            at = sorted(chance.randrange(len(whole) + 1) for _ in range(chance.randrange(1, 5)))
            parts = [whole[start:end] for start, end in zip([0, *at], [*at, len(whole)], strict=True)]
            sent = b""
            for number, part in enumerate(parts):
                sent += frame(CONTINUATION if number else TEXT, part, fin=number == len(parts) - 1)
                sent += frame(PING, b"?") if chance.random() < 0.3 else b""
            return sent, True
        if draw < 0.96:
            return frame(chance.choice([PING, PONG]), chance.randbytes(chance.randrange(126))), True
        wrong: list[Callable[[], bytes]] = [
            lambda: frame(BINARY, chance.randbytes(chance.randrange(50))),
            lambda: frame(TEXT, b" " * chance.choice([16_385, 70_000])),
            lambda: frame(TEXT, b"x" * 9000, fin=False) * 3,
            lambda: frame(TEXT, b"", fin=False) + frame(CONTINUATION, b"", fin=False) * 2000,
            lambda: frame(CONTINUATION, b"never begun"),
            lambda: frame(TEXT, b"{", fin=False) + frame(TEXT, b"}"),
            lambda: frame(PING, b"p" * 126),
            lambda: frame(PING, b"", fin=False),
            lambda: frame(TEXT, self.valid(), reserved=chance.randrange(1, 8)),
            lambda: frame(chance.choice([3, 4, 7, 11, 15]), b"?"),
            lambda: frame(TEXT, self.valid(), masked=False),
            lambda: frame(
                CLOSE, chance.choice([b"", b"\x03", struct.pack(">H", chance.randrange(65536)) + b"\xff\xfe"])
            ),
            lambda: b"\x81\xff" + struct.pack(">Q", 1 << chance.choice([20, 62, 63])) + b"\0\0\0\0abc",
            lambda: chance.randbytes(chance.randrange(1, 400)),
            lambda: frame(TEXT, self.valid())[: chance.randrange(1, 6)],
        ]
        return chance.choice(wrong)(), False


KINDS = (
    *("move",) * 60,
    *("ready", "start", "chat", "why", "explain", "undo", "rematch", "bot", "back", "wait") * 6,
    *("pause", "resume", "mute", "change", "ping", "resume", "back", "rematch") * 6,
    *("forfeit", "leave", "remove"),
)
"""Without hints: a bot would think for half a second about each. One connection in fifty asks for some."""


# -- Connections -------------------------------------------------------------------------------------------------------


class Stranger:
    """A connection that sends what it likes."""

    def __init__(self, fuzz: Fuzz, target: Target) -> None:
        self.fuzz = fuzz
        self.words = Words(fuzz.chance)
        self.target = target
        self.token: str | None = None
        self.upgraded = asyncio.Event()
        self.ended = asyncio.Event()

    async def run(self, most: int) -> None:
        fuzz, chance = self.fuzz, self.fuzz.chance
        reader, writer = await asyncio.open_connection("127.0.0.1", fuzz.server.port)
        fuzz.found.connections += 1
        try:
            writer.write(self._upgrade())
            listening = asyncio.create_task(self._listen(reader))
            # Whoever does not wait for the answer to the upgrade breaks the protocol, and what it says may be lost.
            waits = chance.random() < 0.9
            if waits:
                await asyncio.wait_for(self.upgraded.wait(), PATIENCE_SECONDS)
            if chance.random() < 0.02:
                writer.write(frame(TEXT, b'{"type":"hint"}') * 3)
            goes_on = True
            for _ in range(chance.randrange(1, most)):
                data, goes_on = self.words.frames()
                fuzz.found.frames += 1
                writer.write(data)
                if not goes_on or self.ended.is_set():
                    break
                if chance.random() < 0.2:
                    await writer.drain()
                    await asyncio.sleep(0.001)  # time for an answer
            await self._end(writer, goes_on and waits)
            await asyncio.wait_for(listening, PATIENCE_SECONDS)
        except OSError:  # it was cut off
            pass
        finally:
            writer.transport.abort()

    async def _end(self, writer: asyncio.StreamWriter, goes_on: bool) -> None:
        draw = self.fuzz.chance.random()
        if draw < 0.5 and goes_on:
            writer.write(frame(CLOSE, struct.pack(">H", 1000)))
            await writer.drain()
        elif draw < 0.8:
            await writer.drain()
            writer.write_eof()
        else:
            if draw < 0.95:
                await writer.drain()
            writer.transport.abort()

    def _upgrade(self) -> bytes:
        chance = self.fuzz.chance
        token = self.token = (
            chance.choice(self.target.tokens)
            if chance.random() < 0.95
            else chance.choice(["", "x", "%00", "é", "a" * 3000])
        )
        table = (
            self.target.table if chance.random() < 0.95 else chance.choice(["", "x", "..", "%2e", "a" * 3000, "0" * 36])
        )
        path = f"/api/v1/tables/{table}/live" + ("" if token is None else f"?token={token}")
        if chance.random() < 0.02:
            path = chance.choice(
                ["//[", "/", "/api/v1/tables//live", "*", "/api/v1/tables/x/live?" + "a=b&" * 500, "http://["]
            )
        key = base64.b64encode(chance.randbytes(16)).decode()
        extra = (
            ""
            if chance.random() < 0.95
            else chance.choice(
                [
                    "Origin: http://evil.example\r\n",
                    "Cookie: seat-x=;;=\x01\r\n",
                    "Authorization: Bearer \r\n",
                ]
            )
        )
        return (
            f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n{extra}\r\n"
        ).encode("utf-8", "replace")

    async def _listen(self, reader: asyncio.StreamReader) -> None:
        """Check all that comes."""
        fuzz = self.fuzz
        try:
            head = await reader.readuntil(b"\r\n\r\n")
            status = int(head.split()[1])
            fuzz.found.statuses[status] += 1
            self.upgraded.set()
            if status >= 500:
                fuzz.found.wrong.append(f"an upgrade was answered {status}")
            if status != 101:
                return
            while True:
                first, second = await reader.readexactly(2)
                length = second & 0x7F
                if length == 126:
                    (length,) = struct.unpack(">H", await reader.readexactly(2))
                elif length == 127:
                    (length,) = struct.unpack(">Q", await reader.readexactly(8))
                self._told(first, await reader.readexactly(length))
        except (asyncio.IncompleteReadError, ConnectionError):
            pass
        finally:
            self.upgraded.set()
            self.ended.set()

    def _told(self, first: int, payload: bytes) -> None:
        found = self.fuzz.found
        match first & 0x0F:
            case 1:
                try:
                    told = read_told(payload)
                except HouseRulesError as problem:
                    found.wrong.append(f"the server said what cannot be read: {problem}")
                    return
                found.answers[type(told).__name__] += 1
                if isinstance(told, TellView):
                    self.words.seq = told.seq
                    self.words.legal = [] if told.view is None else told.view.legal.texts()[:20]
                if getattr(told, "code", None) == "internal":
                    found.wrong.append("the server made a mistake")
            case 8:
                code = struct.unpack(">H", payload[:2])[0] if payload else 1005
                found.codes[code] += 1
                if code in (4001, 4002) and self.token in self.target.tokens:
                    self.target.tokens.remove(self.token)  # the seat is somebody else's
                if code not in CODES:
                    found.wrong.append(f"a connection was closed with {code}")
            case 9 | 10:
                pass
            case other:
                found.wrong.append(f"a frame of kind {other}")


class Fuzz:
    def __init__(self, server: ServerProcess, seed: int) -> None:
        self.server = server
        self.chance = random.Random(seed)
        self.found = Fuzzed()
        self.targets: list[Target] = []

    async def run(self, frames: int, at_once: int = 8) -> Fuzzed:
        began = time.monotonic()
        async with httpx.AsyncClient(base_url=self.server.url, timeout=PATIENCE_SECONDS) as http:
            self.found.memory.append(self.server.memory())
            tenth = False
            while self.found.frames < frames:
                self.targets = [target for target in self.targets if len(target.tokens) > 1]
                if len(self.targets) < 12 or self.chance.random() < 0.05:
                    self.targets = [*self.targets[-11:], await self._open(http)]
                await asyncio.gather(
                    *(Stranger(self, self.chance.choice(self.targets)).run(80) for _ in range(at_once))
                )
                if self.chance.random() < 0.1:
                    await self._shout()
                if not tenth and self.found.frames > frames // 10:
                    tenth = True
                    self.found.memory.append(self.server.memory())
            self.found.memory.append(self.server.memory())
            health = await http.get("/healthz")
            if health.status_code != 200:
                self.found.wrong.append(f"health is {health.status_code}")
            last = await self._open(http)
        for target in self.targets:
            await self._is_alive(target)
        await self._plays(last)
        if not self.server.is_running():
            self.found.wrong.append("the server ended")
        self.found.wrong += [f"in the log: {line[:300]}" for line in self.server.tracebacks()]
        self.found.seconds = time.monotonic() - began
        return self.found

    async def _open(self, http: httpx.AsyncClient) -> Target:
        game = hr.load(self.chance.choice(list(hr.GAMES)))
        seats = self.chance.randint(2, min(4, game.seats[-1]))
        bots = [{"seat": seats - 1, "level": "random"}] if self.chance.random() < 0.5 else []
        body: dict[str, object] = {"game": game.id, "seats": seats, "bots": bots, "away": 5, "salt": ""}
        if self.chance.random() < 0.3:
            body |= {"clock": {"kind": "turn", "seconds": 1}}
        if self.chance.random() < 0.2:
            body |= {"delay": 1}
        made = (await http.post("/api/v1/tables", json=body)).raise_for_status().json()
        tokens: list[str | None] = [made["token"]]
        for number in range(seats - 1 - len(bots)):
            if self.chance.random() < 0.8:
                seat = await http.post(f"/api/v1/tables/{made['table']}/seats", json={"name": f"P{number}", "salt": ""})
                tokens.append(seat.raise_for_status().json()["token"])
        self.found.tables += 1
        return Target(made["table"], [*tokens, None])

    async def _shout(self) -> None:
        """Something that is not even HTTP."""
        reader, writer = await asyncio.open_connection("127.0.0.1", self.server.port)
        try:
            writer.write(
                self.chance.choice([self.chance.randbytes(200), b"GET / HTTP/9\r\n\r\n", b"\r\n" * 50, b"GET /"])
            )
            writer.write_eof()
            answer = await asyncio.wait_for(reader.read(), PATIENCE_SECONDS)
            if answer.startswith(b"HTTP/1.1 5"):
                self.found.wrong.append(f"noise was answered {answer[:20]!r}")
        except OSError:
            pass
        finally:
            writer.transport.abort()

    async def _is_alive(self, target: Target) -> None:
        """Whoever still has a seat or watches is answered, and may move when it is their turn."""
        for token in target.tokens:
            line = await connect(self.server.port, target.table, token)
            try:
                view = await line.until(TellView)
                line.say("ping", of=7)
                await line.until(TellPong)
            except EOFError:
                if line.close_code not in (4001, 4002):  # the seat was given away
                    self.found.wrong.append(f"a table closed with {line.close_code}")
                continue
            finally:
                line.hang_up()
            assert isinstance(view, TellView)

    async def _plays(self, target: Target) -> None:
        """A table that is opened afterwards is played as if nothing had happened."""
        tokens = [token for token in target.tokens if token is not None]
        line = await connect(self.server.port, target.table, tokens[0])
        line.say("start", of=1)
        line.say("ready", of=2)
        line.hang_up()
        players = [
            SocketPlayer(self.server.port, target.table, seat, token, self.chance, 0)
            for seat, token in enumerate(tokens)
        ]
        running = [asyncio.create_task(player.run()) for player in players]
        end = time.monotonic() + PATIENCE_SECONDS
        while not all(player.matches_over or len(player.acknowledged) > 20 for player in players):
            await asyncio.sleep(0.05)
            if time.monotonic() > end:
                self.found.wrong.append("a new table does not go on")
                break
        for player in players:
            player.stop()
        await asyncio.wait(running, timeout=PATIENCE_SECONDS)


async def torture(folder: Path, frames: int, seed: int) -> Fuzzed:
    with ServerProcess(folder) as server:
        return await Fuzz(server, seed).run(frames)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("frames", type=int, nargs="?", default=100_000)
    parser.add_argument("--seed", type=int, default=random.randrange(1 << 31))
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        found = asyncio.run(torture(Path(folder), options.frames, options.seed))
    print(
        f"seed {options.seed}: {found.frames} frames, {found.connections} connections, {found.tables} tables, "
        f"{found.seconds:.0f} s"
    )
    print("memory in MB:", *(f"{size / 1e6:.1f}" for size in found.memory))
    for name, counted in (("answers", found.answers), ("close codes", found.codes), ("upgrades", found.statuses)):
        print(f"{name}:", dict(counted.most_common()))
    print(f"wrong: {len(found.wrong)}", *found.wrong[:20], sep="\n  ")
    return 1 if found.wrong else 0


if __name__ == "__main__":
    raise SystemExit(main())
