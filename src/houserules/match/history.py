"""History: the moves of a match, packed, and a few states to play on from when an earlier moment is wanted again."""

from __future__ import annotations

from array import array
from collections.abc import Iterator
from typing import Final, Generic, TypeVar

from houserules.core import Event, Game, Move, Seat

S = TypeVar("S")

SPACING: Final = 32
"""Moves between two check points, as long as the match is short."""
MOST_CHECK_POINTS: Final = 8
"""When there are more, every second one is dropped, so a match of any length keeps at most this many states."""
MOST_SHARED: Final = 10_000

_shared: dict[tuple[type[Move], str], Move] = {}
"""Moves that many matches have made. They are values, so all matches can keep the same object.

The key is the text, not the value: `Flip(True)` equals `Flip(1)`, but their texts differ in a record."""


def _share(move: Move) -> Move:
    if len(_shared) >= MOST_SHARED:
        _shared.clear()
    return _shared.setdefault((type(move), str(move)), move)


class History(Generic[S]):
    """What was played. The match itself keeps the state after the last move."""

    __slots__ = ("check_points", "moves", "seats", "spacing", "times")

    def __init__(self, start: S) -> None:
        self.moves: list[Move] = []
        self.seats = bytearray()
        self.times: array[int] | None = None
        """What the clock showed at each move, in seconds; None as long as every time was 0."""
        self.check_points: list[S] = [start]
        """Item k is the state after `k * spacing` moves."""
        self.spacing = SPACING

    def append(self, seat: Seat, move: Move, seconds: int, after: S) -> None:
        moves = self.moves
        if seconds or self.times is not None:
            self._time(seconds)
        moves.append(_share(move))
        self.seats.append(seat)
        if len(moves) % self.spacing == 0:
            self.check_points.append(after)
            if len(self.check_points) > MOST_CHECK_POINTS:
                del self.check_points[1::2]
                self.spacing *= 2

    def _time(self, seconds: int) -> None:
        if self.times is None:
            self.times = array("I", bytes(4 * len(self.moves)))
        self.times.append(seconds)

    @property
    def seconds(self) -> int:
        """What the clock showed at the last move."""
        return self.times[-1] if self.times else 0

    def cut(self, length: int) -> None:
        """Forget all but the first `length` moves."""
        del self.moves[length:]
        del self.seats[length:]
        if self.times is not None:
            del self.times[length:]
        del self.check_points[length // self.spacing + 1 :]

    def replay(self, game: Game[S], since: int = 0) -> Iterator[tuple[int, S, tuple[Event, ...]]]:
        """Replay each move after the first `since`: its number from 1, the state after it, its events.

        The first item has no events: it is the moment after `since` moves."""
        number = since // self.spacing * self.spacing
        state = self.check_points[since // self.spacing]
        if number == since:
            yield number, state, ()
        times = self.times
        # A copy, because the caller may play or take back a move before it asks for the next item.
        for move, seat in zip(self.moves[number:], self.seats[number:], strict=True):
            progress = game.apply(game.at(state, 0 if times is None else times[number]), seat, move)
            number += 1
            state = progress.state
            if number >= since:
                yield number, state, () if number == since else progress.events

    def state_after(self, game: Game[S], length: int) -> S:
        return next(state for _, state, _ in self.replay(game, length))
