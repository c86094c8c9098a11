"""Do many tables at once get what they were promised? All ask the expert at the same moment, and wait.

    python bench/search_pool.py
    python bench/search_pool.py --tables 16 --ms 500 --rounds 3 --whole

Each table is another match, some moves after the deal, so that there is something to think about. Printed are, for each
round, the promised and the actual seconds, by how much the earliest and the latest answer missed the promise, and the
iterations of the searches: median, fewest, and how many decisions came back without a search (there must be none). A
search stops when its best move is clear, and whoever waits behind it begins earlier: then answers come earlier than was
promised. With --whole no search stops early, and the answers show how exact the promise is.
"""

from __future__ import annotations

import argparse
import asyncio
import statistics
import sys
import time
from typing import Any

import msgspec

from houserules import Match, bot, load
from houserules.bots import Limit
from houserules.bots.search import Searcher
from houserules.bots.search_pool import SearchPool
from houserules.bots.shared_pool import cores
from houserules.kernel.bits import COMPILED

OPENING_MOVES = 12


class Served(msgspec.Struct, frozen=True):
    """What one table got."""

    promised: float
    actual: float
    iterations: int

    @property
    def late(self) -> float:
        """Beyond the promise, as a share of it; below 0 if it was early."""
        return self.actual / self.promised - 1


def begun(game: str, seed: str) -> Match[Any]:
    """A match in which the one who acts has a choice."""
    match: Match[Any] = Match.new(load(game), seats=4, seed=seed)
    for seat in range(4):
        match.play(seat, "ready")
    player = bot("medium", match.game, seed=1)
    while len(match.moves) < OPENING_MOVES or len(match.legal(match.to_act[0])) < 3:
        match.play(match.to_act[0], player.choose(match.view(match.to_act[0])))
    return match


async def served(pool: SearchPool, expert: Searcher, match: Match[Any], stops_early: bool) -> Served:
    task = msgspec.structs.replace(expert.task(match.view(match.to_act[0])), stops_early=stops_early)
    begin = time.perf_counter()
    ticket = pool.ask(task)
    assert ticket.promised is not None
    result = await ticket
    return Served(ticket.promised, time.perf_counter() - begin, result.iterations if result.found else 0)


async def all_at_once(pool: SearchPool, tables: int, ms: int, number: int, stops_early: bool = True) -> list[Served]:
    matches = [begun("shithead", f"pool {number} {table}") for table in range(tables)]
    experts = [Searcher(match.game, Limit(ms=ms), seed=table, pool=pool) for table, match in enumerate(matches)]
    pairs = zip(experts, matches, strict=True)
    return await asyncio.gather(*(served(pool, expert, match, stops_early) for expert, match in pairs))


def line(name: str, rows: list[Served]) -> str:
    promised, actual = ([getattr(row, field) for row in rows] for field in ("promised", "actual"))
    late = [row.late for row in rows]
    iterations = [row.iterations for row in rows]
    return (
        f"| {name} | {statistics.median(promised):.2f} | {max(promised):.2f} | {statistics.median(actual):.2f} | "
        f"{max(actual):.2f} | {min(late):+.1%} to {max(late):+.1%} | "
        f"{statistics.median(iterations):,.0f} | {min(iterations):,} | {iterations.count(0)} |"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, default=16)
    parser.add_argument("--ms", type=int, default=500)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--workers", type=int, default=cores(), help="default: as many as there are cores")
    parser.add_argument("--whole", action="store_true", help="no search stops early")
    args = parser.parse_args()
    if not COMPILED:
        print("the kernel is not compiled: few iterations are done", file=sys.stderr)
    pool = SearchPool(args.workers)
    asyncio.run(all_at_once(pool, args.workers, 1000, -1))  # the processes have started, and know the game
    print(f"{args.tables} tables, {args.ms} ms each, {args.workers} workers")
    print(
        "| | promised: median | longest | actual: median | longest | early to late | iterations: median | least | 0 |"
    )
    print("| --- | --- | --- | --- | --- | --- | --- | --- | --- |")
    for number in range(args.rounds):
        print(line(f"round {number + 1}", asyncio.run(all_at_once(pool, args.tables, args.ms, number, not args.whole))))
    print(line("one table", asyncio.run(all_at_once(pool, 1, args.ms, args.rounds, not args.whole))))
    pool.close()


if __name__ == "__main__":
    main()
