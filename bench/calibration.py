"""Does the chance that a hint names come true? Matches of the expert against another level, counted by prediction.

    python bench/calibration.py --games 100 --iterations 400
    python bench/calibration.py --games 40 --ms 100 --personality tidy

Before each move the expert says how likely it is to win; after the match it is known whether it did. The table groups
the predictions and sets beside each group what came of it. The moves of one match share its outcome, so the interval is
that of matches, not of moves. With a personality it also says what its taste gave up, added up over a match. Moves for
which a busy machine left no time to think are played and not counted.
"""

from __future__ import annotations

import argparse
import math
import statistics
import sys
import zlib
from collections import defaultdict

from houserules import Match, bot, load
from houserules.bots import Limit
from houserules.bots.personality import personality
from houserules.bots.search import Searcher
from houserules.games.shedding.bots import SheddingJudge
from houserules.games.shedding.game import Shedding
from houserules.games.shedding.weights import tuned
from houserules.kernel.bits import COMPILED

GROUPS = 10
SURE = 1.96

Row = tuple[int, int, float, float, float]
"""Moves, matches they come from, the mean of the predictions, the mean payoff, half of its interval."""


class Forecast:
    """What was predicted in one match, and what came of it."""

    def __init__(self) -> None:
        self.chances: list[float] = []
        self.by_taste = 0
        """Moves that were chosen because they are liked, where the search alone would have chosen another."""
        self.given_up = 0.0
        self.payoff = 0.0


def play(game: Shedding, expert: Searcher, other: str, seat: int, seed: str) -> Forecast:
    """One match of two, with the expert on a seat."""
    match = Match.new(game, seats=2, seed=seed)
    rival = bot(other, game, seed=1)
    expert.begin(zlib.crc32(f"expert {seed} {seat}".encode()))
    rival.begin(zlib.crc32(f"rival {seed} {seat}".encode()))
    found = Forecast()
    while match.to_act:
        acting = match.to_act[0]
        if acting != seat:
            match.play(acting, rival.choose(match.view(acting)))
            continue
        match.play(acting, expert.choose(match.view(acting)))
        thought = expert.last
        if thought is not None and thought.best is not None:
            found.chances.append(thought.best.chance)
            most = max(thought.options, key=lambda option: option.visits)
            found.by_taste += most is not thought.best
            found.given_up += max(most.chance - thought.best.chance, 0.0)
    assert match.outcome is not None
    found.payoff = match.outcome.payoffs[seat]
    return found


def table(forecasts: list[Forecast]) -> dict[int, Row]:
    """By tenths of the prediction. Each match counts in a group by how many of its moves are in it."""
    groups: dict[int, list[tuple[int, float, float]]] = defaultdict(list)
    for forecast in forecasts:
        own: dict[int, list[float]] = defaultdict(list)
        for chance in forecast.chances:
            own[min(int(chance * GROUPS), GROUPS - 1)].append(chance)
        for group, chances in own.items():
            groups[group].append((len(chances), sum(chances), forecast.payoff))
    return {group: row_of(parts) for group, parts in sorted(groups.items())}


def row_of(parts: list[tuple[int, float, float]]) -> Row:
    """The ratio of payoffs to moves, with the interval of a ratio over matches."""
    moves = sum(count for count, _, _ in parts)
    predicted = sum(total for _, total, _ in parts) / moves
    came = sum(count * payoff for count, _, payoff in parts) / moves
    # One match of each outcome is thought of beside them: where all were won, something is still unknown.
    share = moves / len(parts)
    pull = [count * (payoff - came) for count, _, payoff in parts] + [share * (1 - came), share * came]
    half = SURE * math.sqrt(sum(part * part for part in pull)) / (moves + 2 * share)
    return moves, len(parts), predicted, came, half


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", default="shithead", help="a game of the Shithead family (default: shithead)")
    parser.add_argument("--against", default="hard", help="a level (default: hard)")
    parser.add_argument("--games", type=int, default=40, help="half of them from each seat (default: 40)")
    parser.add_argument("--ms", type=int, help="for a move of the expert")
    parser.add_argument("--iterations", type=int, help="instead of a time: the same seed finds the same")
    parser.add_argument("--personality", default="balanced")
    parser.add_argument("--seed", default="1")
    args = parser.parse_args()
    game = load(args.game)
    if not isinstance(game, Shedding):
        raise SystemExit(f"{game.name} is not of the Shithead family")
    if not COMPILED:
        print("the kernel is not compiled: this takes a while", file=sys.stderr)
    judge = SheddingJudge(game, tuned(), personality(args.personality))
    limit = Limit(iterations=args.iterations or 400) if args.iterations or not args.ms else Limit(ms=args.ms)
    expert = Searcher(game, limit, judge=judge)
    forecasts = [
        play(game, expert, args.against, number % 2, f"calibration {args.seed} {number // 2}")
        for number in range(args.games)
    ]
    won = [forecast.payoff for forecast in forecasts]
    half = SURE * statistics.stdev(won) / math.sqrt(len(won)) if len(won) > 1 else 1.0
    print(f"{args.games} games, expert against {args.against}: {statistics.fmean(won):.1%} ± {half:.1%}")
    print("| predicted | moves | matches | mean prediction | came true | 95 % interval |")
    print("| --- | --- | --- | --- | --- | --- |")
    for group, (moves, matches, predicted, came, margin) in table(forecasts).items():
        low, high = max(came - margin, 0.0), min(came + margin, 1.0)
        bounds = f"{100 * group // GROUPS} to {100 * (group + 1) // GROUPS} %"
        print(f"| {bounds} | {moves} | {matches} | {predicted:.1%} | {came:.1%} | {low:.1%} to {high:.1%} |")
    given, liked = (
        statistics.fmean(values) for values in zip(*((f.given_up, f.by_taste) for f in forecasts), strict=True)
    )
    every = statistics.fmean(len(forecast.chances) for forecast in forecasts)
    print(f"a match: {liked:.1f} of {every:.1f} moves chosen by taste, which gave up {100 * given:.2f} points")


if __name__ == "__main__":
    main()
