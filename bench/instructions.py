"""How many machine instructions does a move of a playout take? Alone, or beside an older build.

python bench/instructions.py --against ../older/.venv/compiled/bin/python
python bench/instructions.py --games shithead@4 examples/houses/karma.toml@3

Instructions are counted by callgrind (Debian's package valgrind), so the figures are the same on a busy machine and on
a quiet one, and on every run. Each figure is the difference of a short and a long run: what starting costs falls away.
"""

from __future__ import annotations

import argparse
import re
import subprocess
import sys
import tempfile
from pathlib import Path

GAMES = ["shithead@4", "duel@2", "smellyhead@4", "smellyhead@8", "heart-of-five@4", "heroes@2"]
SHORT, LONG = 100, 400
RUN = """
import sys
from houserules import load
from houserules.kernel.playout import playouts
start = load(sys.argv[1]).new(int(sys.argv[2]), "bench").kernel
print(playouts(start, int(sys.argv[3]), 1)[0])
"""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", nargs="+", default=GAMES, metavar="GAME@SEATS", help="names or files")
    parser.add_argument("--against", metavar="PYTHON", help="the Python of an environment with another build")
    args = parser.parse_args()
    for name in args.games:
        game, _, seats = name.rpartition("@")
        ours = for_a_move(sys.executable, game, seats)
        line = f"{name:32} {ours:8.1f} instructions a move"
        if args.against:
            theirs = for_a_move(args.against, game, seats)
            line += f"; the other {theirs:8.1f}: {ours / theirs - 1:+.1%}"
        print(line, flush=True)


def for_a_move(python: str, game: str, seats: str) -> float:
    (short, few), (long, many) = (counted(python, game, seats, count) for count in (SHORT, LONG))
    return (long - short) / (many - few)


def counted(python: str, game: str, seats: str, count: int) -> tuple[int, int]:
    """Instructions of some playouts and of everything before them; and how many moves these were."""
    with tempfile.TemporaryDirectory() as folder:
        callgrind = ["valgrind", "--tool=callgrind", f"--callgrind-out-file={Path(folder) / 'out'}"]
        ran = subprocess.run(
            [*callgrind, python, "-P", "-c", RUN, game, seats, str(count)],
            check=True,
            capture_output=True,
            text=True,
            env={"PYTHONHASHSEED": "0"},
        )
    collected = re.search(r"Collected : (\d+)", ran.stderr)
    assert collected, ran.stderr
    return int(collected[1]), int(ran.stdout)


if __name__ == "__main__":
    main()
