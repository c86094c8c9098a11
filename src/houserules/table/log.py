"""Log: the steps of a table, packed."""

from __future__ import annotations

from array import array
from collections.abc import Iterable

from houserules.core import Move, Seat

from .steps import AnyDeed, Deed, Step


class Log:
    """All steps, how many moves the match had after each, and who could act then."""

    __slots__ = ("_acting", "_at", "_fell", "_moves", "_seats", "reached")

    def __init__(self, opened: int) -> None:
        self._moves: list[Move | AnyDeed] = []
        self._seats = bytearray()
        self._at = array("q", [opened])
        self.reached = array("I", [0])
        """The number of moves of the match after step k; before the first step at 0."""
        self._fell = 0
        """The last step after which the match had fewer moves than before it; 0 if there was none."""
        self._acting = array("Q", [0])
        """The seats that could act after step k, as bits."""

    def __len__(self) -> int:
        return len(self._moves)

    @property
    def last_at(self) -> int:
        return self._at[-1]

    def append(self, step: Step, move: Move | AnyDeed, reached: int, acting: Iterable[Seat]) -> None:
        """`move` is that of the step, as an object that matches share; `acting` are the seats that act after it."""
        self._moves.append(move)
        self._seats.append(step.seat)
        self._at.append(step.at)
        if reached < self.reached[-1]:
            self._fell = step.seq
        self.reached.append(reached)
        self._acting.append(sum([1 << seat for seat in acting]))

    def note_acting(self, acting: Iterable[Seat]) -> None:
        """Before the first step."""
        self._acting[0] = sum([1 << seat for seat in acting])

    def could_act(self, seat: Seat, seq: int) -> bool:
        """Could this seat act after step `seq`?"""
        return bool(self._acting[seq] >> seat & 1)

    def seat(self, seq: int) -> Seat:
        return self._seats[seq - 1]

    def move(self, seq: int) -> Move | AnyDeed:
        return self._moves[seq - 1]

    def at(self, seq: int) -> int:
        return self._at[seq]

    def has_deed_after(self, seq: int) -> bool:
        """Is one of the steps after step `seq` not a move?"""
        return any(isinstance(move, Deed) for move in self._moves[seq:])

    def step(self, seq: int) -> Step:
        """Step `seq`, without its events."""
        return Step(seq, self.seat(seq), self.move(seq), self.at(seq))

    def stands(self, seq: int, began: int) -> bool:
        """Was the move of this step never taken back, and is it one of the match that began at `began`?"""
        reached = self.reached
        if seq <= began or reached[seq] <= reached[seq - 1]:
            return False
        return self._fell < seq or min(reached[seq:]) >= reached[seq]

    def last_standing(self, seq: int) -> int:
        """The last step up to `seq` such that no move before it was taken back since."""
        base = min(self.reached[seq:])
        while self.reached[seq] > base:
            seq -= 1
        return seq
