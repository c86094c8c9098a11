"""How fast is the search? Iterations a second on one core, from the first play of a match, and what it holds in memory.

python bench/search_speed.py --seats 4
"""

from __future__ import annotations

import argparse
import time
import tracemalloc

from houserules import load
from houserules.kernel.bits import COMPILED
from houserules.kernel.position import Position
from houserules.kernel.search import Search

MODES: dict[str, dict[str, float]] = {
    "search": {},
    "no noise in playouts": {"noise": 0.0},
    "playouts cut after 60 moves": {"most": 60},
    "20 fixed worlds": {"worlds": 20},
    "flat": {"deepest": 1, "explore": 100.0},
    "random playouts": {"noise": 1.0},
}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", default="shithead")
    parser.add_argument("--seats", type=int, default=4)
    parser.add_argument("--seconds", type=float, default=1.0)
    args = parser.parse_args()
    print(
        f"{args.game}, {args.seats} seats, {'compiled' if COMPILED else 'interpreted'}; seconds of this process alone"
    )
    start = load(args.game).new(args.seats, "speed").kernel
    if start.stage:
        start.start()
    for name, options in MODES.items():
        search = made(start, options)
        begin = time.process_time()
        while (seconds := time.process_time() - begin) < args.seconds:
            search.run(100 if COMPILED else 5)
        done = int(search.done)
        speed, length = done / seconds, int(search.played) / done
        tracemalloc.start()  # in a second run: being watched takes time
        made(start, options).run(done)
        peak = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        print(f"{name:28} {speed:9,.0f} iterations/s, {length:4.0f} moves a playout, {peak / 1e6:.1f} MB at most")


def made(start: Position, options: dict[str, float]) -> Search:
    return Search(start, start.turn, 1, **options)  # type: ignore[arg-type]  # each is what its parameter wants


if __name__ == "__main__":
    main()
