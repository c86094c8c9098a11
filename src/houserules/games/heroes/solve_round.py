"""How a round ends if both choose as well as possible: backward induction over the turns and both distances from 34.

Cards are taken as two out of the whole deck, whatever lies open: which ones are gone changes little, and slots cannot
be told apart. To add or to subtract is then the only decision, and of both players only the distance from 34 counts,
because adding on one side of 34 is subtracting on the other. All numbers are whole: every machine makes the same table.
"""

from __future__ import annotations

from operator import ge, mul
from typing import Final

from houserules.kernel.heroes import AIM, CARDS, JOKER_POWERS, TURNS

ONE: Final = 1 << 30
"""A certain win; a tie is half of it."""

FURTHEST: Final = JOKER_POWERS - 1
"""The most that a battle can bring: the best Joker against a 1."""

Values = list[list[int]]
"""By the distance of the player whose turn it is, then by that of the rival."""


def gains() -> tuple[int, list[int]]:
    """Of all pairs of cards, and powers of the Joker: how many bring nothing, and how many bring 1, 2, 3 ... points."""
    nothing, gain = 0, [0] * FURTHEST
    for own in range(CARDS):
        for rival in range(CARDS):
            for joker in range(1, JOKER_POWERS + 1) if own != rival else ():
                difference = (own or joker) - (rival or joker)
                if difference > 0:
                    gain[difference - 1] += 1
                else:
                    nothing += 1
    return nothing, gain


def reach(turn: int) -> tuple[int, int]:
    """How many distances the player to act and the rival can have before a turn: each gain adds at most 67."""
    gained = (turn - 2) // 2, (turn - 1) // 2
    return AIM + 1 + FURTHEST * gained[0], AIM + 1 + FURTHEST * gained[1]


def last_turn(own: int, rival: int) -> tuple[Values, Values]:
    """What the end is worth to the player who had the last turn, and whether it is a tie."""
    ends = [[ONE if near < far else ONE // 2 if near == far else 0 for near in range(own)] for far in range(rival)]
    ties = [[ONE if near == far else 0 for near in range(own)] for far in range(rival)]
    return ends, ties


def turn_before(after: Values, ties: Values, own: int, rival: int) -> tuple[Values, Values]:
    """The values before a turn from the values after it, and how likely a tie was.

    `after` and `ties` are by the distance of the rival, then by that of the player whose turn it was.
    """
    nothing, gain = gains()
    every = nothing + sum(gain)
    columns, tied = [], []
    for left, equal in zip(after[:rival], ties[:rival], strict=True):
        values, chances = [], []
        mirror, equal_mirror = left[FURTHEST:0:-1] + left, equal[FURTHEST:0:-1] + equal  # beyond 34, on the other side
        for distance in range(own):
            nearer = mirror[distance : distance + FURTHEST][::-1]
            further = left[distance + 1 : distance + 1 + FURTHEST]
            values.append((nothing * left[distance] + sum(map(mul, gain, map(max, nearer, further)))) // every)
            ties_nearer = equal_mirror[distance : distance + FURTHEST][::-1]
            ties_further = equal[distance + 1 : distance + 1 + FURTHEST]
            chosen = [
                one if better else two
                for better, one, two in zip(map(ge, nearer, further), ties_nearer, ties_further, strict=True)
            ]
            chances.append((nothing * equal[distance] + sum(map(mul, gain, chosen))) // every)
        columns.append(values)
        tied.append(chances)
    return [list(row) for row in zip(*columns, strict=True)], [list(row) for row in zip(*tied, strict=True)]


def solve(first: int = 2) -> tuple[dict[int, Values], int]:
    """The value of each turn from `first` on, for whose turn it is; and how likely a tie is before that turn."""
    own, rival = reach(TURNS)
    after, ties = last_turn(own + FURTHEST, rival)
    values: dict[int, Values] = {}
    for turn in range(TURNS, first - 1, -1):
        own, rival = reach(turn)
        before, ties = turn_before(after, ties, own, rival)
        values[turn] = before
        # The turn before belongs to the rival: what is good for one is bad for the other.
        after = [[ONE - value for value in row] for row in before]
    return values, ties[AIM][AIM]
