"""How long does it take to imagine a table from a view? The median for each game, in microseconds.

python bench/imagine.py --rounds 5
"""

from __future__ import annotations

import argparse
import random
import statistics
import time

from houserules import Match, load
from houserules.core import View
from houserules.kernel.bits import COMPILED

TABLES = (("shithead", 4), ("smellyhead", 3), ("duel", 2), ("heart-of-five", 2), ("heart-of-five", 4))
MATCHES = 3
MOST_MOVES = 150


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=5, help="how often each view is imagined")
    args = parser.parse_args()
    print(f"{'compiled' if COMPILED else 'interpreted'}; microseconds for a view and a seed")
    for name, seats in TABLES:
        game = load(name)
        views = seen_views(name, seats)
        times = []
        for seed in range(args.rounds):
            for view in views:
                begin = time.perf_counter_ns()
                game.imagine(view, seed)
                times.append((time.perf_counter_ns() - begin) / 1000)
        slow = statistics.quantiles(times, n=20)[-1]
        print(f"{name:14} {seats} seats: median {statistics.median(times):6.1f}, one of twenty above {slow:6.1f}")


def seen_views(name: str, seats: int) -> list[View]:
    """What the seats that act see, move by move, in matches of random moves."""
    game = load(name)
    chance = random.Random(name)
    views = []
    for number in range(MATCHES):
        match = Match.new(game, seats=seats, seed=f"imagine {number}")
        while match.to_act and len(match.moves) < MOST_MOVES:
            seat = chance.choice(match.to_act)
            views.append(match.view(seat))
            match.play(seat, chance.choice(match.legal(seat)))
    return views


if __name__ == "__main__":
    main()
