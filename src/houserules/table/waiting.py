"""Waiting: how long each seat has waited, which decides which bot is due."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from houserules.core import Seat


class Waiting:
    __slots__ = ("_acted", "_person_acted")

    def __init__(self, seats: int) -> None:
        self._acted = [0] * seats
        """For each seat the number of its last move, or 0."""
        self._person_acted = 0
        """The number of the last move that a person made."""

    def note(self, seat: Seat, number: int, is_bot: bool) -> None:
        """A seat made move `number`."""
        self._acted[seat] = number
        if not is_bot:
            self._person_acted = number

    def count(self, seats: Iterable[Seat], bots: Collection[Seat]) -> None:
        """Start again, from who made each move."""
        self._acted = [0] * len(self._acted)
        self._person_acted = 0
        for number, seat in enumerate(seats, 1):
            self.note(seat, number, seat in bots)

    def due(self, acting: tuple[Seat, ...], bots: Collection[Seat]) -> Seat | None:
        """The bot that has waited longest, of those that may act.

        Where people may act at the same time, each bot acts once after each move of a person."""
        if len(acting) == 1:
            return acting[0] if acting[0] in bots else None
        waiting = [seat for seat in acting if seat in bots]
        if len(waiting) < len(acting):
            waiting = [seat for seat in waiting if self._acted[seat] < self._person_acted]
        return min(waiting, key=self._acted.__getitem__, default=None)
