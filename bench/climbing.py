"""How fast Heart of Five thinks: plans of dealt hands, and endings of two with open cards.

python bench/climbing.py [hands]

Times are those that the core gave to this process. Each line: median, 95th percentile and maximum.
"""

from __future__ import annotations

import random
import sys
import time
from collections.abc import Callable, Sequence
from functools import partial

from houserules.kernel.bits import COMPILED
from houserules.kernel.climbing import ClimbingPosition, bare
from houserules.kernel.climbing_fewest import fewest_plays
from houserules.kernel.climbing_melds import Terms
from houserules.kernel.climbing_plan import decompose
from houserules.kernel.climbing_solver import UNKNOWN, solve

STAR = 10
BUDGET = 1_000_000


def masks(cards: Sequence[int]) -> tuple[int, int]:
    once = twice = 0
    for card in cards:
        twice |= once & 1 << card
        once |= 1 << card
    return once, twice


def line(values: Sequence[float]) -> str:
    ordered = sorted(values)
    shown = (ordered[len(ordered) // 2], ordered[len(ordered) * 95 // 100], ordered[-1])
    return " ".join(f"{value:>10,.1f}" for value in shown)


def microseconds(call: Callable[[], object], times: int) -> float:
    """The quickest of three rounds of so many calls: what is around them is not of interest."""
    best = float("inf")
    for _ in range(3):
        start = time.process_time_ns()
        for _ in range(times):
            call()
        best = min(best, (time.process_time_ns() - start) / times / 1000)
    return best


def plans(hands: int) -> None:
    chance = random.Random("plans")
    for decks, cards in ((1, 13), (1, 18), (2, 18), (1, 27), (2, 27)):
        number: list[float] = []
        plan: list[float] = []
        for _ in range(hands):
            deck = list(range(54)) * decks
            chance.shuffle(deck)
            once, twice = masks(deck[:cards])
            times = 20 if COMPILED else 1
            number.append(microseconds(partial(fewest_plays, once, twice), times))
            plan.append(microseconds(partial(decompose, once, twice, 1 << STAR, STAR >> 2), times))
        print(f"{cards} cards, {decks} deck(s)   fewest plays {line(number)} us   plan {line(plan)} us")


def dealt(chance: random.Random, cards: int, decks: int) -> ClimbingPosition:
    """Two seats with so many cards each, and a free lead."""
    deck = list(range(54)) * decks
    chance.shuffle(deck)
    state = bare(Terms(STAR, 0, 10, 0, 0), 2, decks)
    state.keep(0, *masks(deck[:cards]))
    state.keep(1, *masks(deck[cards : 2 * cards]))
    state.look()
    return state


def endings(hands: int) -> None:
    chance = random.Random("endings")
    for decks in (1, 2):
        for cards in (4, 6, 8, 10, 12) if COMPILED else (4, 6):
            times: list[float] = []
            nodes: list[float] = []
            open_ends = 0
            for _ in range(hands):
                state = dealt(chance, cards, decks)
                start = time.process_time_ns()
                verdict = solve(state, BUDGET)
                times.append((time.process_time_ns() - start) / 1000)
                nodes.append(float(verdict.nodes))
                open_ends += verdict.result == UNKNOWN
            head = f"{cards} against {cards}, {decks} deck(s)"
            print(f"{head:<26} {line(times)} us   nodes {line(nodes)}   not solved {open_ends}")


if __name__ == "__main__":
    asked = int(sys.argv[1]) if len(sys.argv) > 1 else 200
    print("compiled" if COMPILED else "interpreted")
    plans(asked)
    endings(asked)
