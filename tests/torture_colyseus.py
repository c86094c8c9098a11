"""Random and damaged frames at the door for Colyseus clients: no harm to the server, and no table that is stuck.

    python -m tests.torture_colyseus 100000

Pairs of strangers sit down in rooms, send what they like, lose their connections and come back. Then each pair plays
its match to the end like everybody else, and hears what everybody hears.
"""

from __future__ import annotations

import argparse
import asyncio
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
from picows import WSMsgType

from tests.colyseus_raw import ACK, LEAVE, PING, ROOM, RawSocket, Seat, Sockets, message, read, seat_of
from tests.processes import PATIENCE_SECONDS, ServerProcess
from tests.torture_frames import BINARY, CONTINUATION, frame

CODES = {1000, 1002, 1003, 1005, 1006, 1007, 1009, 4000, 4002, 4003}
"""With which the door may end a connection; 1011 says that it made a mistake."""
SERVER_FRAMES = {0x0A, 0x0B, 0x0D, 0x12, 0x16}
MOVES = ("place_bet", "play_card", "power_choice", "continue_game")


class Fuzzed(msgspec.Struct):
    frames: int = 0
    connections: int = 0
    pairs: int = 0
    finished: int = 0
    """Pairs that played their match to the end afterwards."""
    heard: Counter[str] = msgspec.field(default_factory=Counter)
    codes: Counter[int] = msgspec.field(default_factory=Counter)
    wrong: list[str] = []
    memory: list[int] = []
    """Bytes at the beginning, after a tenth, and at the end."""
    seconds: float = 0.0


class Words:
    """What a client might send, or might not."""

    def __init__(self, chance: random.Random) -> None:
        self.chance = chance

    def any(self) -> bytes:
        chance = self.chance
        make: Callable[[], bytes] = chance.choices(
            [self.move, self.damaged, self.noise, self.deep, self.greedy, self.other],
            [40, 30, 10, 5, 5, 10],
        )[0]
        data = make()
        return self.any() if data[:1] == LEAVE else data  # whoever leaves does so on purpose

    def move(self) -> bytes:
        """In one of the shapes that clients send, with sense or without."""
        chance = self.chance
        kind = chance.choice(MOVES)
        sensible: dict[str, dict[str, object]] = {
            "place_bet": {"amount": chance.choice([0, 1, 10, 50, 100, 5.0])},
            "play_card": {"slot_index": chance.randrange(10)},
            "power_choice": {"choice": chance.choice(["add", "subtract"])},
        }
        fields: dict[str, object] = {
            chance.choice(["amount", "slot_index", "choice", "x"]): self.value(),
            **sensible.get(kind, {}),
        }
        payload: object = fields if chance.random() < 0.5 else {"action": kind, "data": fields}
        if chance.random() < 0.5:
            return message(kind, payload)
        return message(kind) + record(payload)

    def value(self) -> object:
        chance = self.chance
        return chance.choice(
            [
                *(None, True, -1, 10, 1 << 31, 1 << 40, -(1 << 63), 0.5, float("nan"), float("inf"), 1e300),
                *("", "add", "x" * chance.choice([30, 5000]), "\0\u202e\U0010ffff", b"\xff" * 20),
                *([], {}, [[]] * 50, {"a": {"a": {}}}, {"amount": 1}),
            ]
        )

    def damaged(self) -> bytes:
        data = bytearray(self.move() if self.chance.random() < 0.7 else self.noise() + b"\0")
        for _ in range(self.chance.randrange(1, 5)):
            match self.chance.randrange(3):
                case 0:
                    data[self.chance.randrange(len(data))] = self.chance.randrange(256)
                case 1:
                    del data[self.chance.randrange(1, len(data) + 1) :]
                case _:
                    data.insert(
                        self.chance.randrange(len(data) + 1), self.chance.choice([0x40, 0x72, 0xC1, 0xD4, 0xDD])
                    )
        return bytes(data)

    def noise(self) -> bytes:
        first = self.chance.choice([b"", b"\x0d", b"\x0d\xa1x", b"\x11", b"\x15", b"\x16", b"\x0e", b"\x93"])
        return first + self.chance.randbytes(self.chance.randrange(60))

    def deep(self) -> bytes:
        head = self.chance.choice([b"\x91", b"\x81\xa1a", b"\xd4\x72\x40\x91\xa1a", b"\xd4\x72\x40"])
        return message("place_bet") + head * self.chance.choice([20, 100, 2000]) + b"\x01"

    def greedy(self) -> bytes:
        """Lengths that nobody could send."""
        head = self.chance.choice([0xC6, 0xC9, 0xDB, 0xDD, 0xDF])
        length = struct.pack(">I", self.chance.choice([1 << 16, 1 << 31, (1 << 32) - 1]))
        return message("place_bet") + bytes((head,)) + length + self.chance.randbytes(10)

    def other(self) -> bytes:
        chance = self.chance
        return chance.choice(
            [
                *(ACK, ACK + b"\0", PING, b"\x13\x01", b"\x94", b""),
                b"\x11\xa1x" + chance.randbytes(20),
                b"\x15" + bytes((chance.randrange(128),)) + b"\xa5dance\x01",
                b"\x15\xcb" + chance.randbytes(8) + b"\xa1x",
                b"\x0d" + bytes((chance.randrange(128),)) + b"\x01",
                b"\x0d\xcb" + chance.randbytes(8),
                message("sync_game_state", {"player_id": 1}),
                message("dance", self.value()),
                message("ready", {"salt": "x"}),
            ]
        )


def record(payload: object) -> bytes:
    """As SDKs from 0.16 on send objects."""
    if isinstance(payload, dict):
        keys = msgspec.msgpack.encode(list(payload))
        return b"\xd4\x72\x40" + keys + b"".join(record(value) for value in payload.values())
    return msgspec.msgpack.encode(payload)


class Stranger:
    """One seat, and the connections that it has one after the other."""

    def __init__(self, fuzz: Fuzz, sockets: Sockets, seat: Seat) -> None:
        self.fuzz = fuzz
        self.words = Words(fuzz.chance)
        self._sockets = sockets
        self._seat = seat
        self.socket: RawSocket
        self.has_left = False
        self._token = ""

    async def connect(self) -> None:
        """Take the seat, or come back to it."""
        self.fuzz.found.connections += 1
        self.socket = await self._sockets.join(self._seat, self._token)
        self._token = self.socket.token

    async def shout(self, count: int) -> None:
        chance, found = self.fuzz.chance, self.fuzz.found
        for _ in range(count):
            found.frames += 1
            draw = chance.random()
            if draw < 0.97:
                self.socket.send(self.words.any())
            elif draw < 0.98:  # in parts
                data = self.words.any()
                at = chance.randrange(len(data) + 1)
                raw = frame(BINARY, data[:at], fin=False) + frame(CONTINUATION, data[at:])
                self.socket.transport.underlying_transport.write(raw)
            else:
                await self._lose(chance)
            if self.has_left:
                return
            if chance.random() < 0.05:
                await asyncio.sleep(0)

    async def _lose(self, chance: random.Random) -> None:
        """Break off in one of many ways, and come back; or leave for good, which is rare."""
        how = chance.choices(["leave", "text", "too long", "noise", "close", "cut"], [1, 2, 1, 2, 2, 2])[0]
        socket, raw = self.socket, self.socket.transport.underlying_transport
        match how:
            case "leave":
                socket.send(chance.choice([LEAVE, LEAVE + b"\0"]))
                self.has_left = True
            case "text":
                socket.transport.send(WSMsgType.TEXT, b"{}")
            case "too long":
                socket.send(b"\x0d\xa1x\xc6\0\0\x80\0" + bytes(0x8000))
            case "noise":
                raw.write(chance.randbytes(40) + bytes(2000))
                socket.transport.disconnect()  # it may have announced more, and then the server waits
            case "close":
                socket.transport.send_close()
                socket.hang_up()
            case "cut":
                socket.hang_up()
        await self.gone(socket, how)
        if not self.has_left:
            await self.connect()

    async def gone(self, socket: RawSocket, how: str) -> None:
        try:
            code = await socket.ended()
        except TimeoutError:
            self.fuzz.found.wrong.append(f"a connection did not end after {how!r}")
            self.has_left = True
            return
        self.check(socket)
        if code is not None:
            self.fuzz.found.codes[int(code)] += 1
            if code not in CODES:
                self.fuzz.found.wrong.append(f"a connection was closed with {code} after {how!r}")

    def check(self, socket: RawSocket) -> None:
        """All that was heard can be read, and is no excuse of the server."""
        found = self.fuzz.found
        for data in socket.all:
            if data[0] not in SERVER_FRAMES:
                found.wrong.append(f"a frame of code {data[0]}")
                continue
            heard = read(data)
            found.heard[str(heard.type or heard.code)] += 1
            if heard.type == "error" and heard.payload["code"] in ("internal", "failed"):
                found.wrong.append(f"the server made a mistake: {heard.payload}")
        socket.all.clear()


class Honest:
    """Plays a match to the end by what it is told alone."""

    def __init__(self, socket: RawSocket, chance: random.Random) -> None:
        self._socket = socket
        self._chance = chance
        self._acted: tuple[Any, ...] = ()

    async def play(self) -> None:
        """A match that is over already is followed by another."""
        has_begun = False
        while True:
            heard = await self._socket.next()
            if heard.type != "sync_game_state":
                continue
            is_over = heard.payload["phase"] == "game_over"
            if is_over and has_begun:
                return
            if is_over:
                self._socket.send(message("continue_game"))
            else:
                has_begun = True
                self._look(heard.payload)

    def _look(self, now: dict[str, Any]) -> None:
        phase = now["phase"]
        key = (now["round_number"], now["turn_number"], phase)
        if key == self._acted:
            return
        if phase == "betting":
            if now["current_bet"]:
                return
            self._socket.send(message("place_bet", {"amount": now["credits"]}))
        elif phase == "initial_card_selection":
            if now["current_turn"]["own_card_selected"]:
                return
            self._pick(now["own_revealed_cards"])
        elif now["current_player"] != now["player_id"]:
            return
        elif phase == "power_choice":
            self._socket.send(message("power_choice", {"choice": "add"}))
        else:
            self._pick(now["opponent_revealed_cards" if phase == "card_selection_rival" else "own_revealed_cards"])
        self._acted = key

    def _pick(self, gone: dict[str, int]) -> None:
        slot = self._chance.choice([slot for slot in range(10) if str(slot) not in gone])
        self._socket.send(message("play_card", {"slot_index": slot}))


class Fuzz:
    def __init__(self, server: ServerProcess, seed: int) -> None:
        self.server = server
        self.chance = random.Random(seed)
        self.found = Fuzzed()

    async def run(self, frames: int, at_once: int = 4) -> Fuzzed:
        began = time.monotonic()
        found = self.found
        async with httpx.AsyncClient(base_url=self.server.url, timeout=PATIENCE_SECONDS) as http:
            found.memory.append(self.server.memory())
            while found.frames < frames:
                await asyncio.gather(*(self._pair(http) for _ in range(at_once)))
                if len(found.memory) == 1 and found.frames > frames // 10:
                    found.memory.append(self.server.memory())
            found.memory.append(self.server.memory())
            if (await http.get("/healthz")).status_code != 200:
                found.wrong.append("the server is not well")
        found.wrong += [f"in the log: {line[:300]}" for line in self.server.tracebacks()]
        found.seconds = time.monotonic() - began
        return found

    async def _pair(self, http: httpx.AsyncClient) -> None:
        self.found.pairs += 1
        async with Sockets(self.server.port) as sockets:
            first = seat_of(await http.post(f"/matchmake/create/{ROOM}", json={}))
            second = seat_of(await http.post(f"/matchmake/joinById/{first.roomId}", json={}))
            pair = [Stranger(self, sockets, seat) for seat in (first, second)]
            for stranger in pair:
                await stranger.connect()
            await asyncio.gather(*(stranger.shout(self.chance.randrange(20, 200)) for stranger in pair))
            if any(stranger.has_left for stranger in pair):
                return
            await self._finish(pair)

    async def _finish(self, pair: list[Stranger]) -> None:
        """Both come back, are told how things stand, and play on."""
        try:
            for stranger in pair:
                stranger.socket.hang_up()
                await stranger.gone(stranger.socket, "cut")
                await stranger.connect()
            players = [Honest(stranger.socket, self.chance) for stranger in pair]
            await asyncio.wait_for(asyncio.gather(*(player.play() for player in players)), PATIENCE_SECONDS)
            self.found.finished += 1
        except (EOFError, TimeoutError) as problem:
            self.found.wrong.append(f"a table is stuck: {problem!r}")
        for stranger in pair:
            stranger.check(stranger.socket)


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
        f"seed {options.seed}: {found.frames} frames, {found.connections} connections, {found.pairs} pairs, "
        f"{found.finished} of them played on to the end, {found.seconds:.0f} s"
    )
    print("memory in MB:", *(f"{size / 1e6:.1f}" for size in found.memory))
    for name, counted in (("heard", found.heard), ("close codes", found.codes)):
        print(f"{name}:", dict(counted.most_common()))
    print(f"wrong: {len(found.wrong)}", *found.wrong[:20], sep="\n  ")
    return 1 if found.wrong else 0


if __name__ == "__main__":
    raise SystemExit(main())
