"""Times: how long things take, counted for the metrics."""

from __future__ import annotations

import math
from bisect import bisect_left
from itertools import accumulate
from typing import Final

STEP_BOUNDS: Final = (0.0001, 0.0003, 0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1.0, 3.0)
"""Seconds."""


class Times:
    """A histogram that costs next to nothing to add to."""

    __slots__ = ("_bounds", "_counts", "total")

    def __init__(self, bounds: tuple[float, ...] = STEP_BOUNDS) -> None:
        self._bounds = bounds
        self._counts = [0] * (len(bounds) + 1)
        self.total = 0.0

    def add(self, seconds: float) -> None:
        self._counts[bisect_left(self._bounds, seconds)] += 1
        self.total += seconds

    def below(self) -> list[tuple[float, int]]:
        """Each bound, and how many took no longer; the last bound is infinite."""
        return list(zip((*self._bounds, math.inf), accumulate(self._counts), strict=True))
