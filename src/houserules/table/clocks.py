"""Clocks: how much time each person has left, worked out from the times of the steps alone."""

from __future__ import annotations

from collections.abc import Collection
from typing import Final, Literal

import msgspec

from houserules.core import Seat
from houserules.errors import TableError

MOST_CLOCK_MS: Final = 7 * 86_400_000
"""A week: correspondence is played without a clock."""


class TimeControl(msgspec.Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True):
    """How long people may think. When their time is up, a bot makes one move for them."""

    kind: Literal["turn", "bank"]
    """The time is for each turn, or for all turns of a match together."""
    ms: int
    increment: int = 0
    """Milliseconds that a bank gains with each move."""

    def check(self) -> None:
        if self.kind not in ("turn", "bank"):
            raise TableError("bad-settings", f"a clock is for each turn or a bank, not {self.kind!r}")
        if not 1 <= self.ms <= MOST_CLOCK_MS or not 0 <= self.increment <= MOST_CLOCK_MS:
            raise TableError("bad-settings", f"a clock has 1 to {MOST_CLOCK_MS} milliseconds, not {self.ms}")


class Clocks:
    """The clocks of one match."""

    __slots__ = ("_control", "_left", "_on_turn", "_since")

    def __init__(self, control: TimeControl, seats: int) -> None:
        self._control = control
        self._left = [control.ms] * seats
        self._since: list[int | None] = [None] * seats
        """Since when a clock runs; None for one that stands still."""
        self._on_turn: set[Seat] = set()
        """Whose turn has begun, also while the table is paused."""

    def note(self, mover: Seat | None, at: int, acting: Collection[Seat], is_paused: bool) -> None:
        """A step was made at this time, perhaps a move; these people are to act after it."""
        for seat, since in enumerate(self._since):
            if since is not None and (seat == mover or seat not in acting or is_paused):
                self._left[seat] = max(0, self._left[seat] - (at - since))
                self._since[seat] = None
                if seat == mover and self._control.kind == "bank":
                    self._left[seat] += self._control.increment
            if seat == mover or seat not in acting:
                self._on_turn.discard(seat)
        for seat in acting:
            if seat not in self._on_turn and self._control.kind == "turn":
                self._left[seat] = self._control.ms
            if self._since[seat] is None and not is_paused:
                self._since[seat] = at
            self._on_turn.add(seat)

    def skip(self, since: int, at: int) -> None:
        """The time between these two moments does not count."""
        for seat, began in enumerate(self._since):
            if began is not None:
                self._left[seat] = max(0, self._left[seat] - (since - began))
                self._since[seat] = at

    def left(self, seat: Seat, now: int) -> int:
        """Milliseconds."""
        since = self._since[seat]
        return self._left[seat] if since is None else max(0, self._left[seat] - max(0, now - since))

    def runs(self, seat: Seat) -> bool:
        return self._since[seat] is not None

    def deadline(self, seat: Seat) -> int | None:
        """When the time of a seat is up; None while its clock stands still."""
        since = self._since[seat]
        return None if since is None else since + self._left[seat]

    def next_deadline(self) -> tuple[int, Seat] | None:
        """Whose time is up first, and when."""
        deadlines = [(due, seat) for seat in range(len(self._left)) if (due := self.deadline(seat)) is not None]
        return min(deadlines, default=None)
