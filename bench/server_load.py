"""How much does one server carry on one machine, with the load generator on the same machine?

`python bench/server_load.py [--tables 2000] [--seconds 15] [--json FILE]` starts the server with its journal in a file,
and measures
- many tables of two seats at one move a second each: from a move to its view, CPU, memory a table, the longest stall;
- moves a second at saturation, two seats and four;
- CPU of the server for a move of four-seat Shithead, with the views of all four.
Everything goes through real sockets on loopback. The stall is measured from outside: a process of its own asks for a
`pong` every 10 ms at a quiet table, and the longest answer is what the loop kept somebody waiting."""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import uvloop
from picows import WSFrame, WSListener, WSMsgType, WSTransport, ws_connect
from server_common import (
    Client,
    Http,
    Load,
    Server,
    close_all,
    cpu_of,
    open_ours,
    rss_of,
    share,
    slowness,
    start_ours,
    waited_of,
)

PROBE_SECONDS = 0.01


async def play(
    server: Server, game: str, seats: int, tables: int, pace: float | None, seconds: float, probe: bool = False
) -> dict[str, Any]:
    """Open tables, play for some seconds, and say what it took."""
    slow = slowness()
    load = Load(pace=pace)
    http = Http(server.port)
    clients: list[Client] = []
    warm = Load(pace=0.05)  # what is kept once for all tables is there before memory is counted
    for _ in range(10):
        clients += await open_ours(http, server.port, warm, game, seats)
    await asyncio.sleep(4)
    close_all(warm, clients)
    clients = []
    memory = rss_of(server.pid)
    began = time.perf_counter()
    for _ in range(tables):
        clients += await open_ours(http, server.port, load, game, seats)
    opening = time.perf_counter() - began
    await asyncio.sleep(2)
    fresh = rss_of(server.pid) - memory
    prober = None
    if probe:
        command = [sys.executable, __file__, "--probe", str(server.port), "--seconds", str(seconds - 1)]
        prober = await asyncio.create_subprocess_exec(*command, stdout=subprocess.PIPE)
        await asyncio.sleep(1)
    moves, messages, sent = load.moves, load.messages, load.bytes
    load.times.clear()
    before, own, waited, began = cpu_of(server.pid), time.process_time(), waited_of(server.pid), time.perf_counter()
    await asyncio.sleep(seconds)
    took, waited = time.perf_counter() - began, waited_of(server.pid) - waited
    cpu, own = cpu_of(server.pid) - before, time.process_time() - own
    moves = load.moves - moves
    figures = {
        "game": game,
        "seats": seats,
        "tables": tables,
        "pace": pace,
        "moves_a_second": moves / took,
        "cpu_us": cpu / moves * 1e6,
        "server_busy": cpu / took,
        "server_waits": waited / took,
        "generator_busy": own / took,
        "p50_ms": share(load.times, 0.5) * 1e3,
        "p99_ms": share(load.times, 0.99) * 1e3,
        "longest_ms": share(load.times, 1) * 1e3,
        "messages_a_move": (load.messages - messages) / moves,
        "bytes_a_move": (load.bytes - sent) / moves,
        "kb_a_table_dealt": fresh / tables / 1024,
        "kb_a_table_played": (rss_of(server.pid) - memory) / tables / 1024,
        "moves_a_table": load.moves / tables,
        "opening_ms_a_table": opening / tables * 1e3,
        "matches": load.matches,
        "refused": load.refused,
        "lost": load.lost,
        "load": os.getloadavg()[0],
        "slowness": slow,
    }
    if prober is not None:
        output, _ = await prober.communicate()
        figures |= json.loads(output)
    close_all(load, clients)
    await asyncio.sleep(2)
    return figures


class _Probe(WSListener):
    def __init__(self) -> None:
        super().__init__()
        self.pong = asyncio.Event()

    def on_ws_frame(self, _transport: WSTransport, frame: WSFrame) -> None:
        if frame.get_payload_as_bytes().startswith(b'{"type":"pong"'):
            self.pong.set()


async def probe(port: int, seconds: float) -> None:
    """Asks for pongs, one after the other, and prints how long they took."""
    made = Http(port).post("/api/v1/tables", {"game": "shithead", "seats": 2})
    url = f"ws://127.0.0.1:{port}/api/v1/tables/{made['table']}/live?token={made['token']}"
    listener = _Probe()
    transport, _ = await ws_connect(lambda: listener, url)
    waits = []
    end = time.perf_counter() + seconds
    while time.perf_counter() < end:
        listener.pong.clear()
        began = time.perf_counter()
        transport.send(WSMsgType.TEXT, b'{"type":"ping"}')
        await listener.pong.wait()
        waits.append(time.perf_counter() - began)
        await asyncio.sleep(PROBE_SECONDS)
    transport.disconnect(False)
    print(json.dumps({"stall_p99_ms": share(waits, 0.99) * 1e3, "stall_longest_ms": max(waits) * 1e3}))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=2000, help="of two seats, at one move a second each")
    parser.add_argument("--full", type=int, default=100, help="tables at saturation")
    parser.add_argument("--seconds", type=float, default=15)
    parser.add_argument("--game", default="shithead")
    parser.add_argument("--port", type=int, default=8460)
    parser.add_argument("--only", choices=["paced", "full", "four"], action="append")
    parser.add_argument("--json", type=Path, help="also write the figures here")
    parser.add_argument("--probe", type=int, metavar="PORT", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.probe is not None:
        uvloop.run(probe(options.probe, options.seconds))
        return
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    game, seconds = options.game, options.seconds
    runs: dict[str, tuple[str, int, int, float | None, float, bool]] = {
        "paced": (game, 2, options.tables, 1.0, seconds, True),
        "full": (game, 2, options.full, None, seconds, False),
        "four": ("shithead", 4, options.full, 0.1, seconds, False),
        "four-full": ("shithead", 4, options.full, None, seconds, False),
    }
    results = {}
    for number, (name, arguments) in enumerate(runs.items()):
        if options.only and name.split("-")[0] not in options.only:
            continue
        with tempfile.TemporaryDirectory() as folder:
            server = start_ours(options.port + number, Path(folder))
            try:
                results[name] = uvloop.run(play(server, *arguments))
            finally:
                server.stop()
    for key in ("game", "seats", "tables", "pace"):
        print(f"{key:20}" + "".join(f"{row[key]!s:>14}" for row in results.values()))
    for key in dict.fromkeys(key for row in results.values() for key in row):
        if key not in ("game", "seats", "tables", "pace"):
            print(f"{key:20}" + "".join(f"{row[key]:14,.2f}" if key in row else " " * 14 for row in results.values()))
    if options.json:
        options.json.write_text(json.dumps(results, indent=1))


if __name__ == "__main__":
    main()
