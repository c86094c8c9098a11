"""How strong is a search? Players of the kernel against each other, on the same deals from every seat.

    python bench/strength.py --seats 2 --deals 100 search:iterations=2000 quick

A player is `random`, `quick`, or `search:` with `iterations` or `ms` and the parameters of kernel.search.Search; the
first one named plays against the last one, which fills the other seats. Nobody swaps cards before the first play. The
search sees only worlds that are dealt anew for its seat (unless it is told `cheats=1`).
"""

from __future__ import annotations

import argparse
import math
import statistics
import sys
import time
from concurrent.futures import ProcessPoolExecutor
from typing import Any

from houserules import load
from houserules.kernel.bits import COMPILED, next_random, scrambled
from houserules.kernel.position import legal_moves, random_move
from houserules.kernel.search import Search

SLICE = 50
WHOLE = ("most", "nodes", "deepest", "worlds")


class Player:
    def __init__(self, text: str) -> None:
        self.kind, _, rest = text.partition(":")
        if self.kind not in ("random", "quick", "search"):
            raise SystemExit(f"{text!r} is no player: random, quick or search:iterations=2000")
        pairs = dict(part.split("=") for part in rest.split(",") if part)
        self.iterations = int(pairs.pop("iterations", 0))
        self.seconds = float(pairs.pop("ms", 0)) / 1000
        self.options: dict[str, Any] = {
            name: int(value) if name in WHOLE else float(value) for name, value in pairs.items() if name != "cheats"
        }
        if "cheats" in pairs:
            self.options["cheats"] = pairs["cheats"] == "1"

    def move(self, position: Any, seed: int) -> tuple[int, int]:
        """A move, and the iterations it took."""
        if self.kind == "random":
            return random_move(position, seed), 0
        if self.kind == "quick":
            return position.quick(seed), 0
        moves = legal_moves(position)
        if len(moves) == 1:
            return moves[0], 0
        search = Search(position, position.turn, seed, **self.options)
        end = time.perf_counter() + self.seconds
        while search.done < self.iterations or time.perf_counter() < end:
            search.run(SLICE)
        return search.best(), search.done


def block(game: str, seats: int, players: tuple[str, str], seed: int) -> tuple[list[float], int, int, int, int]:
    """One deal, the first player on each seat in turn: its payoffs, how often first and last, searches, iterations."""
    first, other = map(Player, players)
    start = load(game).new(seats, f"strength {seed}").kernel
    if hasattr(start, "start"):
        start.start()
    payoffs, firsts, lasts, searches, iterations = [], 0, 0, 0, 0
    for seat in range(seats):
        position = start.copy()
        chance = scrambled(seed, seat)
        while not position.over:
            chance = next_random(chance)
            player = first if position.turn == seat else other
            move, done = player.move(position, scrambled(chance, 7))
            if done and player is first:
                searches += 1
                iterations += done
            position.advance(move)
        payoffs.append(position.payoff(seat))
        firsts += position.payoff(seat) == 1.0
        lasts += position.payoff(seat) == 0.0
    return payoffs, firsts, lasts, searches, iterations


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("players", nargs=2)
    parser.add_argument("--game", default="shithead")
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--deals", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=int, default=2)
    args = parser.parse_args()
    for player in args.players:
        Player(player)
    if not COMPILED:
        print("the kernel is not compiled: this takes a while", file=sys.stderr)
    seeds = [args.seed * 1_000_003 + number for number in range(args.deals)]
    means, firsts, lasts, searches, iterations = [], 0, 0, 0, 0
    with ProcessPoolExecutor(args.workers) as pool:
        work = [pool.submit(block, args.game, args.seats, tuple(args.players), seed) for seed in seeds]
        for future in work:
            payoffs, first, last, some, many = future.result()
            means.append(statistics.fmean(payoffs))
            firsts += first
            lasts += last
            searches += some
            iterations += many
    games = args.deals * args.seats
    half = 1.96 * statistics.stdev(means) / math.sqrt(len(means)) if len(means) > 1 else 1.0
    print(
        f"{args.players[0]} v {args.players[1]}, {args.game}, {args.seats} seats, {games} games: "
        f"payoff {100 * statistics.fmean(means):.1f} % ±{100 * half:.1f}, "
        f"first {100 * firsts / games:.1f} %, last {100 * lasts / games:.1f} %, "
        f"{iterations // max(searches, 1)} iterations a decision"
    )


if __name__ == "__main__":
    main()
