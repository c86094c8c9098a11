"""What does an append to the journal cost? `python bench/journal.py [SECONDS]` appends to a file of SQLite, with 1, 10
and 100 appends in a tick of the loop, and prints the CPU of an append beyond that of the loop itself.

Each number is the best of several runs, because other work on the machine only adds to it. The file lies in the current
folder, so that `synchronous=FULL` meets the disk and not a file system in memory; waiting for a disk is no CPU."""

from __future__ import annotations

import asyncio
import sys
import tempfile
import time
from pathlib import Path
from typing import Literal

import msgspec

from houserules.server.database import SqliteDatabase, open_database
from houserules.server.journal import Entry
from houserules.server.sqlite_journal import SqliteJournal

SECONDS = float(sys.argv[1]) if len(sys.argv) > 1 else 1.0
RUNS = 5
BODY = msgspec.json.encode({"seat": 2, "at": 1_700_000_000_000, "move": "play 7H 7D", "key": "0123456789abcdef0123"})


class Nothing:
    """The loop's part of the work alone: an append that waits for the next tick, and writes nothing."""

    def __init__(self) -> None:
        self._waiting: list[tuple[Entry, asyncio.Future[Entry | None]]] = []

    async def append(self, entry: Entry) -> Entry | None:
        loop = asyncio.get_running_loop()
        future: asyncio.Future[Entry | None] = loop.create_future()
        if not self._waiting:
            loop.call_soon(self._flush)
        self._waiting.append((entry, future))
        return await future

    def _flush(self) -> None:
        waiting, self._waiting = self._waiting, []
        for entry, future in waiting:
            future.set_result(entry)


async def cpu_of(journal: SqliteJournal | Nothing, appends: int, name: str) -> tuple[float, float, float]:
    """Microseconds of CPU an append, appends a second, and the longest tick in milliseconds. Each of `appends` tables
    gets an entry a tick."""
    longest = 0.0

    async def ticks(until: float) -> int:
        nonlocal longest
        seq = 0
        while time.perf_counter() < until:
            before = time.perf_counter()
            await asyncio.gather(*[journal.append(Entry(f"{name}-{table}", seq, BODY)) for table in range(appends)])
            longest = max(longest, time.perf_counter() - before)
            seq += 1
        return seq

    start, cpu = time.perf_counter(), time.process_time()
    count = appends * await ticks(start + SECONDS / RUNS)
    taken = time.perf_counter() - start
    return (time.process_time() - cpu) / count * 1e6, count / taken, longest * 1e3


async def measure(synchronous: Literal["NORMAL", "FULL"], folder: Path) -> None:
    database = await open_database(f"sqlite:///{folder / synchronous}.db", synchronous=synchronous)
    assert isinstance(database, SqliteDatabase)
    for appends in (1, 10, 100):
        loop = min([(await cpu_of(Nothing(), appends, ""))[0] for _ in range(RUNS)])
        journal = SqliteJournal(database.raw)
        runs = [await cpu_of(journal, appends, f"{appends}-{run}") for run in range(RUNS)]
        whole, rate, longest = min(runs)[0], max(run[1] for run in runs), max(run[2] for run in runs)
        print(f"{synchronous:<11} {appends:>9} {whole - loop:>12.1f} {loop:>9.1f} {rate:>10,.0f} {longest:>10.1f}")
    await database.close()


def main() -> None:
    print("synchronous    a tick µs an append  the loop   a second longest ms")
    with tempfile.TemporaryDirectory(dir=".") as folder:
        for synchronous in ("NORMAL", "FULL"):
            asyncio.run(measure(synchronous, Path(folder)))


if __name__ == "__main__":
    main()
