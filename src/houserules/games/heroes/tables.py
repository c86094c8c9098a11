"""What perfect calculation says: how to choose in a round, what a round is worth, what to bet. Read from small tables.

`python -m houserules.games.heroes.solve` makes the tables. They stand beside this module, compressed:

round.bin  for each turn from 2 to 10 the chance to win the round, by the distance from 34 of the player whose turn it
           is and of the rival, up to 127: in units of 1/65535, each as the difference from what its neighbours suggest
bets.bin   for some numbers of rounds left, each with its length before it: for all pairs of purses in tens, from 10 to
           990, the chances of the richer player, in units of 1/1000, written like those of a round; how many bets are
           mixed; the bets in tens, each as what it is above the one before; and their shares in units of 1/63, but for
           the last
"""

from __future__ import annotations

import zlib
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from functools import cache, lru_cache
from importlib.resources import files
from itertools import accumulate, pairwise
from typing import Final, Literal

from houserules.kernel.heroes import AIM, GOAL, ROUNDS, TURNS

from .solve_round import FURTHEST, reach

WINDOW: Final = 128
"""Distances of the table. A player who is further away can still win if the rival is as far: see `_value`."""
UNITS: Final = 65535
UNIT: Final = 10
"""Credits on the grid of the betting table."""
PURSES: Final = GOAL // UNIT
SHARES: Final = 63
CHANCES: Final = 1000
STAGES: Final = (1, 2, 3, 4, 5, 6, 8, 12, 20, 50)
"""The numbers of rounds left that the betting table has; for others the next smaller one is used. From 12 on hardly
anything changes: the chances by less than 0.003 in any purses, up to 200 rounds."""

Mixture = tuple[tuple[int, float], ...]
"""Amounts, and how likely each of them should be."""

Rows = list[list[int]]

Shares = tuple[tuple[int, int], ...]
"""Bets in tens, and how many of the shares each has."""

Bets = dict[tuple[int, int], tuple[int, Shares]]
"""By one's own purse and the rival's, in tens: the chance to win the match, and what to bet."""


# -- Asking ----------------------------------------------------------------------------------------------------------


def round_value(turn: int, own: int, rival: int) -> float:
    """The chance to win the round (a tie is half a win) with these points, at the start of your turn.

    Where both distances from 34 are below 128 it is the table, to 1/65535; elsewhere it is within 0.016 of the truth.
    """
    if not 2 <= turn <= TURNS:
        raise ValueError(f"turn {turn} wins no points: write a turn from 2 to {TURNS}")
    for points, battles in ((own, (turn - 2) // 2), (rival, (turn - 1) // 2)):
        if abs(points) > FURTHEST * battles:
            most = f"before turn {turn} that is at most {FURTHEST * battles} to either side"
            raise ValueError(f"nobody can have {points} points after {battles} battles of its own: {most}")
    return _value(turn, own, rival)


def value_after(turn: int, own: int, rival: int) -> float:
    """The same at the end of the turn, for the player whose turn it was. Positions may be set up with any points."""
    if turn < TURNS:
        return 1 - _value(turn + 1, rival, own)
    near, far = abs(own - AIM), abs(rival - AIM)
    return 1.0 if near < far else 0.5 if near == far else 0.0


def _value(turn: int, own: int, rival: int) -> float:
    """Beyond the table both distances are reduced by the same amount: far away only their difference counts."""
    rows = _round()[turn]
    near, far = abs(own - AIM), abs(rival - AIM)
    beyond = max(0, near - len(rows) + 1, far - len(rows[0]) + 1)
    return rows[max(0, near - beyond)][max(0, far - beyond)] / UNITS


def best_choice(turn: int, own: int, rival: int, difference: int) -> Literal["add", "subtract"]:
    """What to do with a battle won in this turn. If the chances are equal, take the choice that leads nearer to 34."""
    added, subtracted = own + difference, own - difference
    gained = value_after(turn, added, rival) - value_after(turn, subtracted, rival)
    if gained == 0:
        gained = abs(subtracted - AIM) - abs(added - AIM)
    return "add" if gained >= 0 else "subtract"


def match_value(own: int, rival: int, rounds_left: int) -> float:
    """The chance to win the match before a round, with these purses and equal players; a tie is half a win.

    `rounds_left` counts the round to come: 200 at the start of a match, 1 before the last round.
    """
    return _place(own, rival, rounds_left)[0] / CHANCES


def best_bets(own: int, rival: int, rounds_left: int) -> Mixture:
    """How to mix bets: the amounts and how likely each should be."""
    found: dict[int, float] = {}
    units = _units(own, rival)[0]
    for tens, share in _place(own, rival, rounds_left)[1]:
        # A bet that reaches the goal on the grid must reach it exactly. The smallest bet stands for 0.
        wanted = GOAL if tens + units >= PURSES else tens * UNIT
        amount = max(1, min(wanted, own, GOAL - own))
        found[amount] = found.get(amount, 0.0) + share / SHARES
    return tuple(found.items())


def _place(own: int, rival: int, rounds_left: int) -> tuple[int, Shares]:
    for purse in (own, rival):
        if not 0 < purse < GOAL:
            raise ValueError(f"a player who bets has from 1 to {GOAL - 1} credits, not {purse}")
    if not 1 <= rounds_left <= ROUNDS:
        raise ValueError(f"before a bet there are from 1 to {ROUNDS} rounds left, not {rounds_left}")
    return _bets(bisect_right(STAGES, rounds_left) - 1)[_units(own, rival)]


def _units(own: int, rival: int) -> tuple[int, int]:
    """Two purses on the grid: the larger one is rounded up and the other down, so that the leader leads there too."""
    if own == rival:
        return max(own // UNIT, 1), max(own // UNIT, 1)
    less, more = max(min(own, rival) // UNIT, 1), min(-(-max(own, rival) // UNIT), PURSES - 1)
    return (more, less) if own > rival else (less, more)


# -- Reading ---------------------------------------------------------------------------------------------------------


def shape(turn: int) -> tuple[int, int]:
    """Of the table of a turn: what can be reached, within the window."""
    own, rival = reach(turn)
    return min(own, WINDOW), min(rival, WINDOW)


@lru_cache(maxsize=1)
def _round() -> dict[int, Rows]:
    return read_round(zlib.decompress((files(__package__) / "round.bin").read_bytes()))


@cache
def _bets(stage: int) -> Bets:
    return read_bets(zlib.decompress(_parts()[stage]))


@lru_cache(maxsize=1)
def _parts() -> list[bytes]:
    """Of the betting table: each stage is read when it is asked for."""
    return split((files(__package__) / "bets.bin").read_bytes())


def read_round(data: bytes) -> dict[int, Rows]:
    numbers = _numbers(data)
    return {turn: _read_rows(numbers, *shape(turn)) for turn in range(2, TURNS + 1)}


def write_round(tables: dict[int, Rows]) -> bytes:
    return b"".join(_written_rows(tables[turn]) for turn in range(2, TURNS + 1))


def _read_rows(numbers: Iterator[int], height: int, width: int) -> Rows:
    rows: Rows = []
    above = [0] * width
    for _ in range(height):
        above = _read_row(numbers, above)
        rows.append(above)
    return rows


def _written_rows(rows: Rows) -> bytes:
    return b"".join(_written_row(row, above) for above, row in pairwise([[0] * len(rows[0]), *rows]))


def _read_row(numbers: Iterator[int], above: list[int]) -> list[int]:
    """Each number is the difference from what its neighbours suggest: the left and the upper one, less the corner."""
    row: list[int] = []
    left = corner = 0
    for up in above:
        left += up - corner + next(numbers)
        corner = up
        row.append(left)
    return row


def _written_row(row: list[int], above: list[int]) -> bytes:
    data = bytearray()
    left = corner = 0
    for up, value in zip(above, row, strict=True):
        data += _written(value - (left + up - corner))
        left, corner = value, up
    return bytes(data)


def _numbers(data: Iterable[int]) -> Iterator[int]:
    """Seven bits a byte, the lowest first; the last bit of a number is its sign."""
    number = shift = 0
    for byte in data:
        number |= (byte & 127) << shift
        shift += 7
        if byte < 128:
            yield number >> 1 ^ -(number & 1)
            number = shift = 0


def _written(number: int) -> bytes:
    rest = number << 1 if number >= 0 else ~(number << 1)
    data = bytearray()
    while rest > 127:
        data.append(rest & 127 | 128)
        rest >>= 7
    return bytes([*data, rest])


def read_bets(data: bytes) -> Bets:
    """One stage. Of the chances only those of the one with more are kept: between equals they are a half."""
    numbers = _numbers(data)
    purses = range(1, PURSES)
    values: Rows = [[]]
    for _ in purses:
        values.append(_read_row(numbers, [*values[-1], CHANCES // 2][: len(values) - 1]))
    pairs = [(own, rival) for own in purses for rival in purses]
    counts = [next(numbers) for _ in pairs]
    bets = [list(accumulate(next(numbers) for _ in range(count))) for count in counts]
    found: Bets = {}
    for (own, rival), amounts in zip(pairs, bets, strict=True):
        shares = [next(numbers) for _ in amounts[1:]]
        mixture = tuple(zip(amounts, (*shares, SHARES - sum(shares)), strict=True))
        found[own, rival] = _chance(values, own, rival), mixture
    return found


def _chance(values: Rows, own: int, rival: int) -> int:
    if own == rival:
        return CHANCES // 2
    return values[own][rival - 1] if own > rival else CHANCES - values[rival][own - 1]


def write_bets(bets: Bets) -> bytes:
    purses = range(1, PURSES)
    data = bytearray()
    above: list[int] = []
    for own in purses:
        row = [bets[own, rival][0] for rival in range(1, own)]
        data += _written_row(row, above)
        above = [*row, CHANCES // 2]
    mixtures = [bets[own, rival][1] for own in purses for rival in purses]
    for mixture in mixtures:
        data += _written(len(mixture))
    for mixture in mixtures:
        before = 0
        for tens, _ in mixture:
            data += _written(tens - before)
            before = tens
    for mixture in mixtures:
        for _, share in mixture[:-1]:
            data += _written(share)
    return bytes(data)


def joined(parts: Iterable[bytes]) -> bytes:
    return b"".join(len(part).to_bytes(4, "big") + part for part in parts)


def split(data: bytes) -> list[bytes]:
    parts = []
    while data:
        end = 4 + int.from_bytes(data[:4], "big")
        parts.append(data[4:end])
        data = data[end:]
    return parts
