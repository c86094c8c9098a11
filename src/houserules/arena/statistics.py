"""What the arena counts with: intervals by block, a test that stops early, decision times."""

from __future__ import annotations

import math
import statistics
from collections.abc import Mapping, Sequence
from typing import Final, Literal

import msgspec

Z: Final = statistics.NormalDist().inv_cdf(0.975)
ERROR: Final = 0.05
"""How often the test may say yes when no is true, and no when yes is true."""
FEWEST: Final = 16
"""The test does not stop before this many blocks, because their variance is only a guess until then."""
LEAST_VARIANCE: Final = 1e-4
WIDTH: Final = math.log(1.05)
"""Times are counted in classes that are 5 % wide."""


class Estimate(msgspec.Struct, frozen=True):
    """A mean with the interval that holds the true one 95 times in 100."""

    mean: float
    low: float
    high: float

    @property
    def half(self) -> float:
        return (self.high - self.low) / 2


def by_block(scores: Sequence[float]) -> Estimate:
    """An estimate from the mean share of each block: blocks are independent, the games of one deal are not.

    Normal on the means of blocks. Where every block has the same extreme score they show no variance, and the interval
    is Wilson's for as many single games."""
    count = len(scores)
    if count == 0:
        return Estimate(0.0, 0.0, 1.0)
    mean = statistics.fmean(scores)
    if count == 1:
        return Estimate(mean, 0.0, 1.0)
    if min(scores) == max(scores) and mean in (0.0, 1.0):
        other = Z * Z / (count + Z * Z)
        return Estimate(mean, 0.0, other) if mean == 0 else Estimate(mean, 1 - other, 1.0)
    half = Z * statistics.stdev(scores) / math.sqrt(count)
    return Estimate(mean, max(mean - half, 0.0), min(mean + half, 1.0))


# -- A sequential test -----------------------------------------------------------------------------------------------


class Sprt(msgspec.Struct, frozen=True):
    """Is the first bot's share `h1` rather than `h0`? The test asks after each block until one of them is clear."""

    h0: float
    h1: float
    llr: float
    """The logarithm of how much likelier the scores are if `h1` is true."""
    low: float
    high: float
    answer: Literal["h0", "h1"] | None
    """None: not clear yet."""


def sprt(scores: Sequence[float], h0: float, h1: float) -> Sprt:
    """The generalized test on the means of blocks, which are nearly normal: their variance is that of the blocks."""
    high = math.log((1 - ERROR) / ERROR)
    count = len(scores)
    llr = 0.0
    if count >= FEWEST:
        mean = sum(scores) / count
        variance = max(sum([score * score for score in scores]) / count - mean * mean, LEAST_VARIANCE)
        llr = count * (h1 - h0) * (2 * mean - h0 - h1) / (2 * variance)
    return Sprt(h0, h1, llr, -high, high, "h1" if llr >= high else "h0" if llr <= -high else None)


# -- Decision times --------------------------------------------------------------------------------------------------


class Times(msgspec.Struct, frozen=True):
    """Milliseconds for one decision: the median, the 95th percentile, the longest."""

    p50: float
    p95: float
    max: float


def time_class(ms: float) -> int:
    """The class of a time: the next one is 5 % longer."""
    return round(math.log(max(ms, 1e-4)) / WIDTH)


def times(classes: Mapping[int, int], longest: float) -> Times:
    """Percentiles from the number of decisions in each class."""
    return Times(_quantile(classes, 0.5), _quantile(classes, 0.95), round(longest, 3))


def _quantile(classes: Mapping[int, int], share: float) -> float:
    wanted = share * sum(classes.values())
    for number in sorted(classes):
        wanted -= classes[number]
        if wanted <= 0:
            return float(f"{math.exp(number * WIDTH):.3g}")
    return 0.0
