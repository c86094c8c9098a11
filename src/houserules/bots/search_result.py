"""SearchResult: what one search found about each move, and several searches added together."""

from __future__ import annotations

import math
from collections.abc import Iterable

import msgspec

from houserules.kernel.position import UNIT


class Found(msgspec.Struct, frozen=True, gc=False):
    """What a search found out about one move; the numbers of several searches are added."""

    move: str
    visits: int
    total: int
    squares: int
    plan: int = 0
    """Where many moves in a row are one decision: which of the plans that begin with this move."""

    @property
    def mean(self) -> float:
        """The mean payoff, from 0 for the last place to 1 for the first."""
        return self.total / (self.visits * UNIT)

    @property
    def error(self) -> float:
        """The standard error of the mean. A few equal results prove little, so it adds one win and one loss as a
        prior."""
        visits = self.visits + 2
        mean = (self.total / UNIT + 1) / visits
        return math.sqrt(max((self.squares / UNIT**2 + 1) / visits - mean * mean, 0.0) / visits)


class SearchResult(msgspec.Struct, frozen=True, gc=False):
    found: tuple[Found, ...]
    """The most visited move first; () if nothing was searched."""
    iterations: int


NOTHING_SEARCHED = SearchResult((), 0)


def added(results: Iterable[SearchResult]) -> SearchResult:
    """What several searches found, as one."""
    sums: dict[tuple[str, int], Found] = {}
    iterations = 0
    for result in results:
        iterations += result.iterations
        for found in result.found:
            which = found.move, found.plan
            old = sums.get(which, Found(found.move, 0, 0, 0))
            visits, total, squares = old.visits + found.visits, old.total + found.total, old.squares + found.squares
            sums[which] = Found(found.move, visits, total, squares, found.plan)
    every = sorted(sums.values(), key=lambda found: (-found.visits, -found.total, found.move, found.plan))
    if any(found.plan for found in every):
        # Each search drops the worse half of the plans again and again, and each may have kept another one to the last.
        often = [found for found in every if 2 * found.visits >= every[0].visits]
        best = max(often, key=lambda found: found.mean)
        every = [best, *[found for found in every if found is not best]]
    return SearchResult(tuple(every), iterations)
