"""How soon is the first card on the screen? `python bench/start.py [TIMES] [GAME]` starts `houserules play` in a
terminal of its own, again and again, and prints the seconds until a table is drawn, and those the processor worked."""

from __future__ import annotations

import os
import pty
import statistics
import sys
import tempfile
import time

TIMES = int(sys.argv[1]) if len(sys.argv) > 1 else 10
GAME = sys.argv[2] if len(sys.argv) > 2 else "shithead"
DRAWN = b"Hint"
"""The line of keys is written with the first cards of every game."""


def started() -> tuple[float, float]:
    """Seconds until the table is there: on the wall, and on the processor."""
    begin = time.monotonic()
    child, terminal = pty.fork()
    if child == 0:
        os.execv(sys.executable, [sys.executable, "-m", "houserules", "play", GAME, "--seed", "start"])
    seen = b""
    while DRAWN not in seen:
        seen += os.read(terminal, 65536)
    wall = time.monotonic() - begin
    with open(f"/proc/{child}/stat", encoding="ascii") as file:  # noqa: PTH123 - no other path is as plain
        fields = file.read().rpartition(")")[2].split()
    worked = (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
    os.close(terminal)
    os.waitpid(child, 0)
    return wall, worked


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as home:
        os.environ |= {"HOUSERULES_HOME": home, "TERM": "xterm-256color", "COLUMNS": "80", "LINES": "24"}
        runs = [started() for _ in range(TIMES)]
    for what, seconds in (("on the wall", [wall for wall, _ in runs]), ("at work", [worked for _, worked in runs])):
        print(f"{what}: {statistics.median(seconds):.2f} s in the middle, {min(seconds):.2f} to {max(seconds):.2f}")
