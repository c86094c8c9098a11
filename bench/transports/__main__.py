"""Which WebSocket transport: server CPU a move by transport. `python bench/transports [--seconds 4] [--repeats 5]`.

Needs the packages of requirements.txt beside it. Every server runs in a process of its own, the load generator in this
one; all talk through real sockets on loopback. Repeats are interleaved, so that a busy minute of the machine meets all.
"""

import argparse
import asyncio
import contextlib
import json
import os
import socket
import statistics
import subprocess
import sys
import time
from pathlib import Path

import uvloop
from picows import WSFrame, WSListener, WSMsgType, WSTransport, ws_connect
from servers import KINDS
from toy import MOVE_BYTES, VIEW_BYTES, move_text

_TICK = os.sysconf("SC_CLK_TCK")


def cpu_of(pid: int) -> float:
    """Seconds of CPU of a process and its children."""
    fields = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    own = (int(fields[11]) + int(fields[12])) / _TICK
    children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    return own + sum(cpu_of(int(child)) for child in children)


class Seat(WSListener):
    """One socket of the load; the two of a room share a table."""

    def __init__(self, table: "Table") -> None:
        super().__init__()
        self.table = table

    def on_ws_connected(self, transport: WSTransport) -> None:
        self.transport = transport

    def on_ws_frame(self, _transport: WSTransport, frame: WSFrame) -> None:
        if frame.msg_type == WSMsgType.TEXT:
            self.table.told(frame.payload_size)


class Table:
    """A room as the load sees it: the seats move in turn, when both have the view or when the pace says so."""

    def __init__(self, pace: float | None, loop: asyncio.AbstractEventLoop) -> None:
        self.seats: list[Seat] = []
        self.pace, self.loop = pace, loop
        self.moves = 0
        self.views = 0
        self.sent = 0.0
        self.times: list[float] = []
        self.going = True

    def send(self) -> None:
        self.sent = time.perf_counter()
        self.seats[self.moves % 2].transport.send(WSMsgType.TEXT, move_text(self.moves))

    def told(self, size: int) -> None:
        self.views += 1
        if self.views < 2:
            return
        if abs(size - VIEW_BYTES) > 30:
            raise ValueError(f"a view of {size} bytes")
        self.views = 0
        self.moves += 1
        took = time.perf_counter() - self.sent
        self.times.append(took)
        if not self.going:
            return
        if self.pace is None:
            self.send()
        else:
            self.loop.call_later(max(0.0, self.pace - took), self.send)


async def window(port: int, pid: int, tables: int, rate: float | None, seconds: float) -> dict[str, float]:
    """Plays for some seconds at one server: how many moves, at what CPU, how late."""
    loop = asyncio.get_running_loop()
    pace = tables / rate if rate else None
    rooms = []
    for number in range(tables):
        table = Table(pace, loop)
        name = f"ws://127.0.0.1:{port}/live/{os.getpid()}-{time.monotonic_ns()}"
        for _ in range(2):
            _, seat = await ws_connect(lambda table=table: Seat(table), name)
            assert isinstance(seat, Seat)
            table.seats.append(seat)
        rooms.append(table)
        if pace:
            loop.call_later(pace * number / tables, table.send)
        else:
            table.send()
    await asyncio.sleep(0.5)
    counted = sum(table.moves for table in rooms)
    for table in rooms:
        table.times.clear()
    cpu, began = cpu_of(pid), time.perf_counter()
    await asyncio.sleep(seconds)
    moves = sum(table.moves for table in rooms) - counted
    cpu, took = cpu_of(pid) - cpu, time.perf_counter() - began
    times = sorted(one for table in rooms for one in table.times)
    for table in rooms:
        table.going = False
    await asyncio.sleep(0.3)
    for table in rooms:
        for seat in table.seats:
            seat.transport.disconnect(False)
    return {
        "moves_a_second": moves / took,
        "cpu_us": cpu / moves * 1e6,
        "p50_ms": times[len(times) // 2] * 1e3,
        "p99_ms": times[len(times) * 99 // 100] * 1e3,
    }


def start(kind: str, port: int) -> subprocess.Popen[bytes]:
    process = subprocess.Popen([sys.executable, "servers.py", kind, str(port)], cwd=Path(__file__).parent)
    for _ in range(200):
        with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), 1):
            return process
        time.sleep(0.1)
    raise TimeoutError(f"{kind} does not listen")


def main() -> None:
    parser = argparse.ArgumentParser(description="CPU of the server a move, by WebSocket transport")
    parser.add_argument("kinds", nargs="*", default=list(KINDS), help=f"of {', '.join(KINDS)}")
    parser.add_argument("--seconds", type=float, default=4)
    parser.add_argument("--repeats", type=int, default=5)
    parser.add_argument("--tables", type=int, default=100)
    parser.add_argument("--rate", type=float, default=2000, help="moves a second of the paced runs")
    parser.add_argument("--port", type=int, default=8410)
    parser.add_argument("--json", type=Path, help="also write the figures here")
    options = parser.parse_args()
    assert len(move_text(5)) == MOVE_BYTES
    runs: dict[str, dict[str, list[dict[str, float]]]] = {k: {"paced": [], "full": []} for k in options.kinds}
    load = [os.getloadavg()[0]]
    for _ in range(options.repeats):
        for number, kind in enumerate(options.kinds):
            server = start(kind, options.port + number)
            try:
                for mode, rate in (("paced", options.rate), ("full", None)):
                    arguments = (options.port + number, server.pid, options.tables, rate, options.seconds)
                    runs[kind][mode].append(uvloop.run(window(*arguments)))
            finally:
                server.terminate()
                server.wait()
        load.append(os.getloadavg()[0])

    def figure(rows: list[dict[str, float]], key: str, digits: int = 0) -> str:
        values = [row[key] for row in rows]
        return f"{statistics.median(values):,.{digits}f} ({min(values):,.{digits}f}-{max(values):,.{digits}f})"

    print(f"{options.tables} rooms of two sockets, {options.repeats} windows of {options.seconds:g} s, median (range);")
    print(f"load of the machine before and after the rounds: {' '.join(f'{one:.1f}' for one in load)}")
    print(f"| transport | µs at {options.rate:,.0f}/s | p50 ms | p99 ms | µs at saturation | moves/s at saturation |")
    print("| --- | --- | --- | --- | --- | --- |")
    for kind, modes in runs.items():
        paced, full = modes["paced"], modes["full"]
        print(
            f"| {kind} | {figure(paced, 'cpu_us')} | {figure(paced, 'p50_ms', 1)} | {figure(paced, 'p99_ms', 1)} "
            f"| {figure(full, 'cpu_us')} | {figure(full, 'moves_a_second')} |"
        )
    if options.json:
        options.json.write_text(json.dumps({"load": load, "runs": runs}, indent=1))


if __name__ == "__main__":
    main()
