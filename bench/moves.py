"""How fast are moves through the public face? Alone, or in turns with an older build on the same machine.

python bench/moves.py --against ../older/.venv/compiled/bin/python

Two things are measured on one core, in seconds of the process alone: moves a second, each with its events and the view
of the seat that acts; and the microseconds of a move with its events and the views of all seats, as JSON. Each round is
a process of its own, and the builds take turns: what disturbs the machine disturbs both.
"""

from __future__ import annotations

import argparse
import statistics
import subprocess
import sys

ROUND = """
import random, sys, time
import msgspec
from houserules import Match, load
try:
    from houserules import to_json
except ImportError:  # as a server had to write JSON before
    from houserules import plain
    to_json = lambda value: msgspec.json.encode(
        [plain(event) for event in value] if isinstance(value, tuple) else plain(value)
    )
name, seats, seconds, seed, kind = sys.argv[1], int(sys.argv[2]), float(sys.argv[3]), sys.argv[4], sys.argv[5]
game, chance, moves, spent = load(name), random.Random(seed), 0, 0.0
now = time.process_time
while spent < seconds:
    match = Match.new(game, seats=seats, seed=str(chance.random()))
    begin = now()
    while (acting := match.to_act) and spent < seconds:
        seat = chance.choice(acting)
        if kind == "match":
            match.play(seat, chance.choice(match.view(seat).legal))
            moves += 1
            if moves % 64 == 0:
                spent, begin = spent + now() - begin, now()
        else:
            move = chance.choice(match.legal(seat))
            begin = now()
            to_json(match.play(seat, move))
            for viewer in range(seats):
                to_json(match.view(viewer))
            spent += now() - begin
            moves += 1
print(spent / moves * 1e6)
"""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", default="shithead")
    parser.add_argument("--seats", type=int, default=4)
    parser.add_argument("--seconds", type=float, default=1.0, help="of each round")
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--against", metavar="PYTHON", help="the Python of an environment with another build")
    args = parser.parse_args()
    pythons = {"this build": sys.executable, **({"the other": args.against} if args.against else {})}
    for kind in ("match", "table"):
        found: dict[str, list[float]] = {build: [] for build in pythons}
        for number in range(args.rounds):
            for build, python in pythons.items():
                words = [args.game, args.seats, args.seconds, number, kind]
                found[build].append(one_round(python, [str(word) for word in words]))
        print({"match": "a move, its events and one view", "table": "a move, its events and all views, as JSON"}[kind])
        for build, times in found.items():
            middle, low, high = statistics.median(times), min(times), max(times)
            print(f"  {build:10} {middle:8.1f} µs ({low:.1f} to {high:.1f}): {1e6 / middle:9,.0f} moves/s")


def one_round(python: str, words: list[str]) -> float:
    return float(subprocess.run([python, "-P", "-c", ROUND, *words], check=True, capture_output=True, text=True).stdout)


if __name__ == "__main__":
    main()
