"""HotSeat: several people at one screen. Whose turn it is to look, and when the cards have to be hidden first."""

from __future__ import annotations

from collections.abc import Collection

from houserules.core import Seat


class HotSeat:
    """One person alone never has to hide anything; a person who only watches has no seat."""

    def __init__(self, people: tuple[Seat, ...], seat: Seat | None) -> None:
        self.people = people
        """Where people sit, in the order of seats."""
        self.seat = seat
        """Who may look at the screen, or is called to it."""
        self.is_hidden = len(people) > 1
        """Nobody may look until the person on `seat` has come to the screen."""

    def reveal(self) -> None:
        """The person on `seat` looks, and nobody else."""
        self.is_hidden = False

    def call(self, seat: Seat) -> None:
        """Call a person to the screen. Somebody who sits there already sees the cards anyway."""
        self.is_hidden = self.is_hidden or seat != self.seat
        self.seat = seat

    def pass_on(self, acting: Collection[Seat], *, done: bool) -> None:
        """Call the next person who may act, in the order of seats. The one at the screen keeps it as long as they may
        act; if they are `done` for now and others may act at the same time, these come first."""
        if self.seat is None or (self.seat in acting and not done):
            return
        after = [seat for seat in self.people if seat > self.seat]
        before = [seat for seat in self.people if seat < self.seat]
        following = next((seat for seat in (*after, *before) if seat in acting), None)
        if following is not None:
            self.call(following)
