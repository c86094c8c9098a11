"""Ratings from many games: Bradley-Terry for two seats, with intervals by block; openskill for more."""

from __future__ import annotations

import importlib
import math
import random
from collections.abc import Iterable, Sequence
from typing import Any, Final

import msgspec

from houserules.errors import RequestError

from .play import Block
from .statistics import Z

ELO: Final = 400 / math.log(10)
"""A difference of 400 is ten wins to one."""
SAMPLES: Final = 200
ROUNDS: Final = 2000
CLOSE: Final = 1e-7
PRIOR: Final = 0.5
"""Drawn games that are added for each pair that met, so that a bot that won everything has a rating too."""


class Rating(msgspec.Struct, frozen=True):
    bot: str
    rating: float
    low: float
    high: float
    games: int


Wins = list[list[float]]
"""[one][other]: how often one came before the other; a tie counts as half."""


def bradley_terry(wins: Wins, anchor: int | None = None) -> list[float]:
    """The strengths that make these wins most likely, as Elo: `anchor` has 0; without one the mean is 0."""
    count = len(wins)
    met = [[wins[a][b] + wins[b][a] for b in range(count)] for a in range(count)]
    drawn = [[PRIOR if met[a][b] else 0.0 for b in range(count)] for a in range(count)]
    won = [sum(wins[a]) + sum(drawn[a]) / 2 for a in range(count)]
    strength = [1.0] * count
    for _ in range(ROUNDS):
        new = []
        for a in range(count):
            share = sum((met[a][b] + drawn[a][b]) / (strength[a] + strength[b]) for b in range(count) if b != a)
            new.append(won[a] / share if share else 1.0)
        scale = math.exp(sum(map(math.log, new)) / count)
        new = [value / scale for value in new]
        moved = max(abs(math.log(a / b)) for a, b in zip(new, strength, strict=True))
        strength = new
        if moved < CLOSE:
            break
    ratings = [ELO * math.log(value) for value in strength]
    return [rating - (0.0 if anchor is None else ratings[anchor]) for rating in ratings]


def pair_ratings(bots: Sequence[str], blocks: Sequence[Block], seed: str = "ratings") -> tuple[Rating, ...]:
    """For games of two seats: Bradley-Terry; the intervals come from resampling the blocks of each table."""
    tables: dict[int, list[Wins]] = {}
    for block in blocks:
        tables.setdefault(block.table, []).append(_wins(len(bots), [block]))
    anchor = bots.index("random") if "random" in bots else None
    ratings = bradley_terry(_wins(len(bots), blocks), anchor)
    chance = random.Random(seed)
    drawn = []
    for _ in range(SAMPLES):
        sample = [chance.choice(found) for found in tables.values() for _ in found]
        drawn.append(bradley_terry(_sum(len(bots), sample), anchor))
    rated = []
    for number, name in enumerate(bots):
        ascending = sorted(sample[number] for sample in drawn)
        low, high = ascending[round(0.025 * SAMPLES)], ascending[round(0.975 * SAMPLES) - 1]
        rated.append(Rating(name, ratings[number], low, high, _games(number, blocks)))
    return tuple(sorted(rated, key=lambda rating: -rating.rating))


def _wins(count: int, blocks: Iterable[Block]) -> Wins:
    wins = [[0.0] * count for _ in range(count)]
    for block in blocks:
        for game in block.games:
            for mine, here in zip(game.bots, game.places, strict=True):
                for other, there in zip(game.bots, game.places, strict=True):
                    if mine != other:
                        wins[mine][other] += 1.0 if here < there else 0.5 if here == there else 0.0
    return wins


def _sum(count: int, found: Sequence[Wins]) -> Wins:
    return [[sum(wins[a][b] for wins in found) for b in range(count)] for a in range(count)]


def _games(number: int, blocks: Iterable[Block]) -> int:
    return sum(1 for block in blocks for game in block.games if number in game.bots)


def openskill_model() -> Any:
    """Openskill is an optional dependency, so it is imported only here, and its types are not known."""
    try:
        return importlib.import_module("openskill.models").PlackettLuce()
    except ImportError as problem:
        said = "ratings for more than two seats need openskill: pip install openskill"
        raise RequestError("bad-request", said) from problem


def table_ratings(bots: Sequence[str], blocks: Sequence[Block]) -> tuple[Rating, ...]:
    """For games of more seats: openskill's Plackett-Luce, game after game, with openskill's own uncertainty."""
    model = openskill_model()
    ratings = [model.rating(name=name) for name in bots]
    for block in blocks:
        for game in block.games:
            teams = [[ratings[number]] for number in game.bots]
            for number, team in zip(game.bots, model.rate(teams, ranks=list(game.places)), strict=True):
                ratings[number] = team[0]
    rated = [
        Rating(name, rating.mu, rating.mu - Z * rating.sigma, rating.mu + Z * rating.sigma, _games(number, blocks))
        for number, (name, rating) in enumerate(zip(bots, ratings, strict=True))
    ]
    return tuple(sorted(rated, key=lambda rating: -rating.rating))
