"""How soon does a key show on the screen while a bot thinks? `python bench/terminal_keys.py [KEYS]` plays in a terminal
of its own against an expert that thinks for minutes, presses keys meanwhile, and prints the milliseconds until each has
changed the screen."""

from __future__ import annotations

import fcntl
import os
import pty
import select
import signal
import statistics
import struct
import sys
import tempfile
import termios
import time
from contextlib import suppress

KEYS = int(sys.argv[1]) if len(sys.argv) > 1 else 60
THINKS_MS = 600_000
PATIENCE = 60
READY = b"I am ready"
SORTED = b"is sorted by"
"""What the key `m` writes, each time with another word after it."""


def read_until(terminal: int, words: bytes) -> None:
    seen = b""
    end = time.monotonic() + PATIENCE
    while words not in seen:
        if time.monotonic() > end:
            sys.exit(f"{words!r} did not come")
        if select.select([terminal], [], [], 0.5)[0]:
            seen += os.read(terminal, 65536)


def drain(terminal: int, seconds: float) -> None:
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if select.select([terminal], [], [], 0.02)[0]:
            os.read(terminal, 65536)


def measured() -> list[float]:
    child, terminal = pty.fork()
    if child == 0:
        words = ["play", "shithead", "--seed", "start", "--bots", "expert", "--ms", str(THINKS_MS), "--speed", "off"]
        os.execv(sys.executable, [sys.executable, "-m", "houserules", *words])
    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
    read_until(terminal, READY)
    drain(terminal, 1)
    os.write(terminal, b"r")  # now an expert thinks about its swaps, or about the first card
    drain(terminal, 3)
    times = []
    for number in range(KEYS):
        begin = time.perf_counter()
        os.write(terminal, b"m")
        # Only what differs is written: the word that changes, or the whole line the first time.
        read_until(terminal, SORTED if number == 0 else (b"suit", b"rank")[number % 2])
        times.append(1000 * (time.perf_counter() - begin))
        drain(terminal, 0.15)
    os.kill(child, signal.SIGTERM)
    with suppress(OSError):  # the other end closes it
        drain(terminal, 1)
    os.close(terminal)
    os.waitpid(child, 0)
    return times[1:]


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as home:
        os.environ |= {"HOUSERULES_HOME": home, "TERM": "xterm-256color", "COLORTERM": "truecolor"}
        taken = sorted(measured())
    most = taken[int(0.9 * len(taken))]
    print(f"{len(taken)} keys: {statistics.median(taken):.1f} ms in the middle, 90 % within {most:.1f} ms")
