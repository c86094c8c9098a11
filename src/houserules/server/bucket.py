"""Bucket: how fast one sender may do something."""

from __future__ import annotations


class Bucket:
    """Counts what one sender does: at most `rate` a second in the long run, and `burst` at once."""

    __slots__ = ("_at", "_burst", "_left", "_rate")

    def __init__(self, rate: float, burst: float, now: float) -> None:
        self._rate = rate
        self._burst = burst
        self._left = burst
        self._at = now

    def take(self, now: float) -> float:
        """0 if it may happen now, and is counted; else the seconds to wait. What is refused does not count."""
        self._left = min(self._burst, self._left + max(0.0, now - self._at) * self._rate)
        self._at = now
        if self._left >= 1:
            self._left -= 1
            return 0.0
        return (1 - self._left) / self._rate if self._rate else 3600.0

    def give_back(self) -> None:
        """What was taken last did not happen."""
        self._left = min(self._burst, self._left + 1)

    def is_full(self, now: float) -> bool:
        """Has nothing happened for so long that a new bucket would say the same?"""
        return self._left + max(0.0, now - self._at) * self._rate >= self._burst
