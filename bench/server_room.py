"""What does a move cost in the room, without sockets? `python bench/server_room.py [GAME] [SEATS] [TABLES]`.

The rooms, the journal in a file and the store are the real ones; the guests only count what they are sent. Each table
makes its next move as soon as the last was told, so one tick of the loop carries the moves of all tables."""

from __future__ import annotations

import argparse
import asyncio
import cProfile
import os
import pstats
import random
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

import msgspec
import uvloop
from server_common import bet_of

from houserules.core import Viewer
from houserules.server.database import SqliteDatabase, open_database
from houserules.server.house import House
from houserules.server.limits import Limits
from houserules.server.room import Room
from houserules.server.sqlite_journal import SqliteJournal
from houserules.server.store import Store
from houserules.server.telling import JSON, Dialect
from houserules.wire import SeatRequest, TableRequest


class _Position(msgspec.Struct):
    to_act: list[int]
    legal: list[str]


class _View(msgspec.Struct):
    seq: int
    view: _Position | None


_VIEW = msgspec.json.Decoder(_View)
_MOVE = b'{"type":"move","seq":%d,"move":"%b"}'


class CountingGuest:
    """A connection that reads its views and moves when it may."""

    def __init__(self, room: Room, seat: int, bench: Bench) -> None:
        self.room, self.bench = room, bench
        self.seat: Viewer = seat
        self.dialect: Dialect = JSON
        self.seq = -1
        self.acted = 0

    def send(self, message: bytes) -> None:
        self.bench.messages += 1
        self.bench.bytes += len(message)
        if not message.startswith(b'{"type":"view"'):
            if message.startswith((b'{"type":"error"', b'{"type":"stale"')):
                self.bench.refused += 1
            return
        self.bench.views.append((self, message))

    def send_all(self, messages: Sequence[bytes]) -> None:
        for message in messages:
            self.send(message)

    def may_chat(self) -> bool:
        return True

    def close(self, code: int, reason: str) -> None: ...


class Bench:
    def __init__(self) -> None:
        self.messages = self.bytes = self.refused = self.moves = self.matches = 0
        self.views: list[tuple[CountingGuest, bytes]] = []
        self.own = 0.0
        """Seconds of CPU that the guests took."""
        self.chance = random.Random(1)

    def act(self) -> None:
        """Every guest that may move does so, as far as its last view says."""
        began = time.thread_time()
        said = []
        views, self.views = self.views, []
        for guest, message in views:
            told = _VIEW.decode(message)
            if told.view is None or guest.seat not in told.view.to_act:
                if told.view is not None and not told.view.to_act and told.seq > guest.acted:
                    guest.acted = told.seq
                    said.append((guest, b'{"type":"rematch"}'))
                    self.matches += guest.seat == 0
                continue
            to_act = told.view.to_act
            if guest.seat != to_act[told.seq % len(to_act)] or guest.room.table.seq != told.seq:
                continue  # where several may act, one after the other does
            legal = told.view.legal
            if legal[0] == "bet 0":
                move = f"bet {bet_of(int(legal[-1].split()[1]))}"
            else:
                move = "ready" if "ready" in legal else self.chance.choice(legal)
            said.append((guest, _MOVE % (told.seq, move.encode())))
            self.moves += 1
        self.own += time.thread_time() - began
        for guest, data in said:
            guest.room.hear(guest, data)


async def run(game: str, seats: int, tables: int, seconds: float, profile: bool) -> None:
    with tempfile.TemporaryDirectory() as folder:
        database = await open_database(f"sqlite:///{folder}/bench.db")
        many = Limits(tables_per_address=1_000_000, sockets_per_address=1_000_000)
        assert isinstance(database, SqliteDatabase)
        house = House(
            journal=SqliteJournal(database.raw),
            store=Store(database),
            limits=many,
            invite=str,
            record_link=lambda t, n: f"{t}/{n}",
        )
        await house.start()
        bench = Bench()
        rss = _rss()
        for number in range(tables):
            made = await house.create(TableRequest(game=game, seats=seats, salt=f"salt {number}", player="P0"))
            for seat in range(1, seats):
                await house.sit(made.table, SeatRequest(name=f"P{seat}", salt="x"))
            room = await house.room(made.table)
            for seat in range(seats):
                room.join(CountingGuest(room, seat, bench))
        fresh = (_rss() - rss) / tables
        end = time.perf_counter() + 1
        while time.perf_counter() < end:
            bench.act()
            await asyncio.sleep(0)
        steps, messages, sent, own = house.counts.steps, bench.messages, bench.bytes, bench.own
        profiler = cProfile.Profile()
        if profile:
            profiler.enable()
        cpu, end = time.process_time(), time.perf_counter() + seconds
        slices: list[float] = []
        while time.perf_counter() < end:
            before, mine, had = time.process_time(), bench.own, house.counts.steps
            while house.counts.steps < had + 100:  # some milliseconds: now and then nothing disturbs them
                bench.act()
                await asyncio.sleep(0)
            slices.append((time.process_time() - before - (bench.own - mine)) / (house.counts.steps - had) * 1e6)
        cpu = time.process_time() - cpu - (bench.own - own)
        profiler.disable()
        moves = house.counts.steps - steps
        print(
            f"{game}, {seats} seats, {tables} tables: {cpu / moves * 1e6:.1f} µs of CPU a step with all views "
            f"(a tenth of all slices of 100 steps below {sorted(slices)[len(slices) // 10]:.1f}), "
            f"{moves} steps, {(bench.messages - messages) / moves:.1f} messages and "
            f"{(bench.bytes - sent) / moves:.0f} bytes a step, "
            f"{bench.matches} matches ended, {bench.refused} refused; {fresh / 1024:.1f} KB a fresh table, "
            f"{(_rss() - rss) / tables / 1024:.1f} KB at the end; load {os.getloadavg()[0]:.1f}"
        )
        if profile:
            pstats.Stats(profiler).sort_stats("tottime").print_stats(45)
        await house.close()


def _rss() -> int:
    return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", nargs="?", default="shithead")
    parser.add_argument("seats", nargs="?", type=int, default=4)
    parser.add_argument("tables", nargs="?", type=int, default=50)
    parser.add_argument("--seconds", type=float, default=5)
    parser.add_argument("--profile", action="store_true")
    options = parser.parse_args()
    uvloop.run(run(options.game, options.seats, options.tables, options.seconds, options.profile))


if __name__ == "__main__":
    main()
