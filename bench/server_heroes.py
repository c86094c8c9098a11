"""Whole H3ROES matches through real sockets: our server, journal on, against the same guide as a Colyseus 0.18 room.

`python bench/server_heroes.py [--seconds 8] [--repeats 5] [--tables 60]` starts both servers (Node and Colyseus are
installed below .venv on first use) and plays at each in turn, as fast as answers come, with one load generator for
both, which is this process. Windows are interleaved, so that a busy minute of the machine meets all.

`colyseus` is the room in Node; `door` is our server with the very same clients, frame for frame; `ours` is our server
with clients of its own protocol."""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import statistics
import tempfile
import time
from pathlib import Path

import uvloop
from server_common import (
    Client,
    Http,
    Load,
    Server,
    close_all,
    cpu_of,
    open_colyseus,
    open_ours,
    share,
    slowness,
    start_colyseus,
    start_ours,
    waited_of,
)

KINDS = ("colyseus", "door", "ours")


async def window(server: Server, kind: str, tables: int, seconds: float, seed: int) -> dict[str, float]:
    """Play for some seconds at one server."""
    slow = slowness()
    load = Load(seed=seed)
    http = Http(server.port)
    clients: list[Client] = []
    for _ in range(tables):
        is_own = kind == "ours"
        opened = open_ours(http, server.port, load, "heroes", 2) if is_own else open_colyseus(http, server.port, load)
        clients += await opened
    await asyncio.sleep(1)
    moves, messages, sent, matches = load.moves, load.messages, load.bytes, load.matches
    load.times.clear()
    cpu, own, waited, began = cpu_of(server.pid), time.process_time(), waited_of(server.pid), time.perf_counter()
    await asyncio.sleep(seconds)
    took, waited = time.perf_counter() - began, waited_of(server.pid) - waited
    cpu, own = cpu_of(server.pid) - cpu, time.process_time() - own
    moves, matches = load.moves - moves, load.matches - matches
    figures = {
        "moves_a_second": moves / took,
        "cpu_us": cpu / moves * 1e6,
        "moves_a_cpu_second": moves / cpu,
        "server_busy": cpu / took,
        "server_waits": waited / took,
        "generator_busy": own / took,
        "messages_a_move": (load.messages - messages) / moves,
        "bytes_a_move": (load.bytes - sent) / moves,
        "p50_ms": share(load.times, 0.5) * 1e3,
        "p99_ms": share(load.times, 0.99) * 1e3,
        "matches": matches,
        "refused": load.refused,
        "lost": load.lost,
        "load": os.getloadavg()[0],
        "slowness": slow,
    }
    close_all(load, clients)
    await asyncio.sleep(0.5)
    return figures


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=8)
    parser.add_argument("--repeats", type=int, default=5)
    parser.add_argument("--tables", type=int, default=60)
    parser.add_argument("--port", type=int, default=8450)
    parser.add_argument("--only", choices=KINDS, nargs="+", default=KINDS)
    parser.add_argument("--json", type=Path, help="also write the figures here")
    options = parser.parse_args()
    runs: dict[str, list[dict[str, float]]] = {}
    with tempfile.TemporaryDirectory() as name:
        servers: dict[str, Server] = {}
        try:
            if "colyseus" in options.only:
                servers["colyseus"] = start_colyseus(options.port, Path(name))
            for kind in set(options.only) - {"colyseus"}:
                servers[kind] = servers.get("door") or servers.get("ours") or start_ours(options.port + 1, Path(name))
            for repeat in range(options.repeats):
                for kind in options.only:
                    arguments = (servers[kind], kind, options.tables, options.seconds, repeat)
                    runs.setdefault(kind, []).append(uvloop.run(window(*arguments)))
        finally:
            for server in set(servers.values()):
                server.stop()
    print(f"{options.tables} tables, {options.repeats} windows of {options.seconds:g} s each; median (range)")
    for key in next(iter(runs.values()))[0]:
        cells = []
        for kind, rows in runs.items():
            values = [row[key] for row in rows]
            cells.append(f"{kind} {statistics.median(values):,.2f} ({min(values):,.2f}-{max(values):,.2f})")
        print(f"{key:20} {'   '.join(cells)}")
    for kind in runs if "colyseus" in runs else ():
        if kind != "colyseus":
            for key in ("moves_a_second", "moves_a_cpu_second"):
                both = zip(runs[kind], runs["colyseus"], strict=True)
                pairs = [one[key] / other[key] for one, other in both]
                print(f"{kind} / colyseus, {key}: {statistics.median(pairs):.2f} ({min(pairs):.2f}-{max(pairs):.2f})")
    if options.json:
        options.json.write_text(json.dumps(runs, indent=1))


if __name__ == "__main__":
    main()
