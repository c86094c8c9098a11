"""Random playouts of any Position, and the check sums that compare two builds."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .bits import next_random
from .position import legal_moves, random_move

if TYPE_CHECKING:
    from mypy_extensions import i64

    from .position import Position


def playout(position: Position, seed: i64) -> i64:
    """Play uniformly random moves to the end, in place. Returns how many moves it took."""
    played: i64 = 0
    while not position.over:
        seed = next_random(seed)
        position.advance(random_move(position, seed))
        played += 1
    return played


def playouts(start: Position, count: i64, seed: i64) -> tuple[int, int]:
    """Many random matches of the same rules and seats: the moves they took, and a check sum."""
    total: i64 = 0
    check: i64 = 0
    for _ in range(count):
        seed = next_random(seed)
        position = start.dealt(seed)
        played = playout(position, seed)
        total += played
        check = (check * 31 + position.check() + played) & 0xFFFFFFFF
    return total, check


def perft(position: Position, depth: i64) -> int:
    """How many sequences of `depth` moves there are; a match that ends earlier counts once."""
    if depth == 0 or position.over:
        return 1
    total = 0
    for move in legal_moves(position):
        after = position.copy()
        after.advance(move)
        total += perft(after, depth - 1)
    return total
