"""Secrets: moves that only their own seat may know, until all lie open."""

from __future__ import annotations

from collections.abc import Callable

from houserules.core import Move, Seat
from houserules.match import Match


class Secrets:
    __slots__ = ("hidden", "unopened")

    def __init__(self) -> None:
        self.hidden: set[int] = set()
        """The steps of such moves."""
        self.unopened: dict[Seat, tuple[int, Move]] = {}
        """For each seat the one of them that will lie open when it is time. Those that it has replaced never will."""

    def note(self, seq: int, seat: Seat, match: Match[object], is_secret: bool) -> None:
        """Step `seq` was a move of this seat."""
        self.unopened.pop(seat, None)
        for other, (step, move) in list(self.unopened.items()):
            if not match.game.is_secret(match.state, move):
                self.hidden.discard(step)
                del self.unopened[other]
        if is_secret:
            self.hidden.add(seq)
            self.unopened[seat] = seq, match.last_move

    def take_back(self, stands: Callable[[int], bool]) -> None:
        """Only some steps still stand. Secret moves that were taken back stay secret."""
        self.unopened = {seat: (seq, move) for seat, (seq, move) in self.unopened.items() if stands(seq)}
