"""The loop in which bots move, the same for terminals, arenas, tournaments and replays."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, Protocol

from houserules.core import Seat

from .bots import Clock, Decision
from .table import Table

MOST_STEPS: Final = 20_000
"""In one run. Rules end every match; a bot that swaps cards for ever before the first play does not."""


class Thinker(Protocol):
    """Decides for the bots of a table: `TableBots`, or an arena in its own way."""

    def think(self, table: Table, seat: Seat, clock: Clock) -> Decision: ...


def run_bots(table: Table, bots: Thinker, clock: Clock, most: int = MOST_STEPS) -> Iterator[Decision]:
    """Let bots move until a person is to act or the match is over. Yields each decision after it was committed."""
    for _ in range(most):
        seat = table.due()
        if seat is None:
            return
        decision = bots.think(table, seat, clock)
        table.commit(decision.step)
        yield decision
