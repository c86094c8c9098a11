"""Position: what playouts and search need of any game, and nothing more."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from .bits import below, indices, lowest, shifted, size

if TYPE_CHECKING:
    from mypy_extensions import i64

PAGE: Final = 64
"""Moves are numbers. They are listed in pages of at most 63, a bit each: move m is bit m % 64 of page m // 64."""


class Position:
    """Everything about a match at one moment, hidden cards too. Outside the kernel a value: copy, then advance."""

    # More fields than an instance without slots holds compactly, once a game has added its own.
    __slots__ = ("one_page", "over", "turn")

    def __init__(self) -> None:
        self.turn: i64 = 0
        """The seat that acts. Where several may act at once, the lowest of them."""
        self.over: bool = False
        self.one_page: bool = False
        """Whatever happens, all moves stand on the first page: `pages` need not be asked."""

    def pages(self) -> i64:
        """How many pages of moves there are at this moment; never 0 before the end."""
        raise NotImplementedError

    def filled(self) -> i64:
        """The pages that may have moves, as a set; for a game of many pages of which most are empty."""
        return shifted(1, self.pages()) - 1

    def legal(self, page: i64) -> i64:
        """One page of the moves that are legal for `turn`."""
        raise NotImplementedError

    def advance(self, move: i64) -> None:
        """Play a legal move, in place."""
        raise NotImplementedError

    def copy(self) -> Position:
        raise NotImplementedError

    def payoff(self, seat: i64) -> float:
        """Of a match that is over: 1 for the first place down to 0 for the last."""
        raise NotImplementedError

    def cut(self) -> bool:
        """It ended at a limit, not by play."""
        raise NotImplementedError

    def redealt(self, viewer: i64, seed: i64) -> Position:
        """A copy in which all that `viewer` (-1: a spectator) cannot know is dealt anew."""
        raise NotImplementedError

    def dealt(self, seed: i64) -> Position:
        """A new match of the same rules and seats, dealt by the quick generator and ready for the first play."""
        raise NotImplementedError

    def check(self) -> i64:
        """A number below 2**31 that tells positions apart, for check sums."""
        raise NotImplementedError


def legal_moves(position: Position) -> list[int]:
    """All legal moves, in ascending order."""
    moves: list[int] = []
    for page in range(position.pages()):
        start = page * PAGE
        for bit in indices(position.legal(page)):
            moves.append(start + bit)
    return moves


def is_legal(position: Position, move: i64) -> bool:
    page = move >> 6
    return 0 <= page < position.pages() and position.legal(page) >> (move & 63) & 1 == 1


def random_move(position: Position, seed: i64) -> i64:
    """One of the legal moves, each as likely as any other."""
    pages: i64 = 1 if position.one_page else position.filled()
    if pages == 1:
        moves = position.legal(0)
        if moves & (moves - 1):
            skip = (seed >> 8) * size(moves) >> 24
            while skip:
                moves &= moves - 1
                skip -= 1
        return lowest(moves)
    total: i64 = 0
    rest = pages
    while rest:
        total += size(position.legal(lowest(rest)))
        rest &= rest - 1
    skip = below(seed, total)
    page = lowest(pages)
    moves = position.legal(page)
    count = size(moves)
    while skip >= count:
        skip -= count
        pages &= pages - 1
        page = lowest(pages)
        moves = position.legal(page)
        count = size(moves)
    while skip:
        moves &= moves - 1
        skip -= 1
    return page * PAGE + lowest(moves)
