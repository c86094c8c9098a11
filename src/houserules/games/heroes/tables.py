"""What perfect calculation says: how to choose in a round, what a round is worth, what to bet. Read from small tables.

`python -m houserules.games.heroes.solve` makes the tables. They stand beside this module, compressed:

round.bin  for each turn from 2 to 10 the chance to win the round, by the distance from 34 of the player whose turn it
           is and of the rival, up to 127: in units of 1/65535, each as the difference from what its neighbours suggest
bets.bin   for each pair of purses in tens, from 10 to 990: the chance to win the match in units of 1/65535 (two bytes),
           how many bets are mixed, and of each the tens and how likely it is in units of 1/255
"""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Iterator
from functools import lru_cache
from importlib.resources import files
from typing import Final, Literal

from houserules.kernel.heroes import AIM, GOAL, TURNS

from .solve_round import reach

WINDOW: Final = 128
"""Distances beyond are taken as the last one: there is no winning from there, or no losing."""
UNITS: Final = 65535
UNIT: Final = 10
"""Credits on the grid of the betting table."""
PURSES: Final = GOAL // UNIT
SHARES: Final = 255

Mixture = tuple[tuple[int, float], ...]
"""Amounts, and how likely each of them should be."""

Rows = list[list[int]]


# -- Asking ----------------------------------------------------------------------------------------------------------


def round_value(turn: int, own: int, rival: int) -> float:
    """The chance to win the round, a tie being half a win, with so many points and the turn before one."""
    rows = _round()[turn]
    row = rows[min(abs(own - AIM), len(rows) - 1)]
    return row[min(abs(rival - AIM), len(row) - 1)] / UNITS


def value_after(turn: int, own: int, rival: int) -> float:
    """The same for the player whose turn it was, when it is over."""
    if turn < TURNS:
        return 1 - round_value(turn + 1, rival, own)
    near, far = abs(own - AIM), abs(rival - AIM)
    return 1.0 if near < far else 0.5 if near == far else 0.0


def best_choice(turn: int, own: int, rival: int, difference: int) -> Literal["add", "subtract"]:
    """What to do with a battle won in this turn. Of equal chances the one that leads nearer to 34."""
    added, subtracted = own + difference, own - difference
    gained = value_after(turn, added, rival) - value_after(turn, subtracted, rival)
    if gained == 0:
        gained = abs(subtracted - AIM) - abs(added - AIM)
    return "add" if gained >= 0 else "subtract"


def match_value(own: int, rival: int) -> float:
    """The chance to win the match before a round, with such purses and equal players."""
    return _bets()[_place(own, rival)][0] / UNITS


def best_bets(own: int, rival: int) -> Mixture:
    """How to mix bets: the amounts and how likely each should be."""
    found: dict[int, float] = {}
    for tens, share in _bets()[_place(own, rival)][1]:
        amount = min(tens * UNIT, own)
        found[amount] = found.get(amount, 0.0) + share / SHARES
    return tuple(found.items())


def _place(own: int, rival: int) -> int:
    for purse in (own, rival):
        if not 0 < purse < GOAL:
            raise ValueError(f"who bets has from 1 to {GOAL - 1} credits, not {purse}")
    return (max(own // UNIT, 1) - 1) * (PURSES - 1) + max(rival // UNIT, 1) - 1


# -- Reading ---------------------------------------------------------------------------------------------------------


def shape(turn: int) -> tuple[int, int]:
    """Of the table of a turn: what can be reached, within the window."""
    own, rival = reach(turn)
    return min(own, WINDOW), min(rival, WINDOW)


@lru_cache(maxsize=1)
def _round() -> dict[int, Rows]:
    return read_round(_stored("round.bin"))


@lru_cache(maxsize=1)
def _bets() -> list[tuple[int, tuple[tuple[int, int], ...]]]:
    return read_bets(_stored("bets.bin"))


def _stored(name: str) -> bytes:
    return zlib.decompress((files(__package__) / name).read_bytes())


def read_round(data: bytes) -> dict[int, Rows]:
    numbers = _numbers(data)
    tables: dict[int, Rows] = {}
    for turn in range(2, TURNS + 1):
        own, rival = shape(turn)
        rows: Rows = []
        above = [0] * rival
        for _ in range(own):
            row: list[int] = []
            left = corner = 0
            for up in above:
                left += up - corner + next(numbers)
                corner = up
                row.append(left)
            rows.append(row)
            above = row
        tables[turn] = rows
    return tables


def write_round(tables: dict[int, Rows]) -> bytes:
    data = bytearray()
    for turn in range(2, TURNS + 1):
        above = [0] * len(tables[turn][0])
        for row in tables[turn]:
            left = corner = 0
            for up, value in zip(above, row, strict=True):
                data += _written(value - (left + up - corner))
                left, corner = value, up
            above = row
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


def read_bets(data: bytes) -> list[tuple[int, tuple[tuple[int, int], ...]]]:
    found = []
    at = 0
    while at < len(data):
        value, count = data[at] << 8 | data[at + 1], data[at + 2]
        pairs = data[at + 3 : at + 3 + 2 * count]
        found.append((value, tuple(zip(pairs[::2], pairs[1::2], strict=True))))
        at += 3 + 2 * count
    return found


def write_bets(purses: Iterable[tuple[int, tuple[tuple[int, int], ...]]]) -> bytes:
    data = bytearray()
    for value, mixture in purses:
        data += bytes([value >> 8, value & 255, len(mixture), *(number for pair in mixture for number in pair)])
    return bytes(data)
