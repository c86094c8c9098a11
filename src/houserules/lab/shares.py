"""Shares of matches, with their intervals."""

from __future__ import annotations

import math
import statistics

import msgspec


class Share(msgspec.Struct, frozen=True):
    """A share of some matches, with the interval that holds the true one 95 times in 100 (Wilson)."""

    count: int
    of: int
    share: float
    low: float
    high: float

    def __str__(self) -> str:
        return f"{percent(self.share)} % ({percent(self.low)}-{percent(self.high)})"


def wilson(count: int, of: int, error: float = 0.05) -> tuple[float, float]:
    """The Wilson interval of a share."""
    if of == 0:
        return 0.0, 1.0
    z = statistics.NormalDist().inv_cdf(1 - error / 2)
    share = count / of
    middle = share + z * z / (2 * of)
    half = z * math.sqrt(share * (1 - share) / of + z * z / (4 * of * of))
    low, high = (middle - half) / (1 + z * z / of), (middle + half) / (1 + z * z / of)
    return (0.0 if count == 0 else max(low, 0.0)), (1.0 if count == of else min(high, 1.0))


def share_of(count: int, of: int) -> Share:
    low, high = wilson(count, of)
    return Share(count, of, count / of if of else 0.0, low, high)


class Gap(msgspec.Struct, frozen=True):
    """By how much one number is larger than another, with the interval that holds the true gap 95 times in 100."""

    gap: float
    low: float
    high: float

    @property
    def is_shown(self) -> bool:
        """Is the gap more than chance?"""
        return not self.low <= 0 <= self.high


def gap_of_shares(one: Share, other: Share) -> Gap:
    """From the first to the second (Newcombe, from the Wilson intervals of both)."""
    gap = other.share - one.share
    below = math.hypot(other.share - other.low, one.high - one.share)
    above = math.hypot(other.high - other.share, one.share - one.low)
    return Gap(gap, gap - below, gap + above)


def percent(share: float) -> str:
    """Whole percent, but 0 and 100 only where they are true."""
    percent = 100 * share
    if 0 < percent < 0.5:
        return f"{percent:.1g}"
    if 99.5 <= percent < 100:
        return f"{100 - float(f'{100 - percent:.1g}'):g}"
    return f"{percent:.0f}"
