"""Looking at the kernel's table: rows of cards, pairs of numbers, whose turn it is; and dealing on it."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from houserules import fair
from houserules.core import Seat
from houserules.kernel import heroes as kernel
from houserules.kernel.bits import indices

from .state import Slots

OF_ONE_SEAT: Final = (kernel.OWN, kernel.RIVAL, kernel.CHOICE)
"""The phases in which one seat acts."""


def deal(core: kernel.HeroesPosition, seed: str) -> None:
    """Deal the next round from the seed, in place. docs/fairness.md says it to the byte."""
    label = f"round/{core.round + 1}"
    cards = fair.shuffled(range(kernel.CARDS), seed, f"{label}/deck")[: 2 * kernel.SLOTS]
    rolled = 1 + fair.Stream(seed, f"{label}/joker").below(kernel.JOKER_POWERS)
    tie = fair.Stream(seed, f"{label}/tie").below(2)
    core.deal(cards, rolled if kernel.JOKER in cards else 0, tie)


def row(core: kernel.HeroesPosition, seat: Seat, which: int) -> Slots:
    """The cards of a seat, by slot: those LEFT, or those SHOWN."""
    table, first = core.table, kernel.SLOTS * seat
    return {slot: table[first + slot] for slot in slots_of(table[which + seat])}


@lru_cache(maxsize=1 << kernel.SLOTS)
def slots_of(bits: int) -> tuple[int, ...]:
    """The slots that the kernel keeps as bits."""
    return tuple(indices(bits))


def pair(core: kernel.HeroesPosition, what: int) -> tuple[int, int]:
    """A word of the table for each seat."""
    return core.table[what], core.table[what + 1]


def current(core: kernel.HeroesPosition) -> Seat | None:
    """The seat whose turn it is, if only one seat may act."""
    return core.turn if core.phase in OF_ONE_SEAT else None


def nobody_is_none(seat: int) -> Seat | None:
    """The kernel says -1."""
    return None if seat < 0 else seat


def reason(core: kernel.HeroesPosition) -> str:
    """Why a match is over; 1000 credits count before 0 credits, and both before the number of rounds."""
    purses = pair(core, kernel.CREDITS)
    if max(purses) >= kernel.GOAL:
        return "real_winner"
    return "busted" if min(purses) <= 0 else "round_limit"


def places(core: kernel.HeroesPosition) -> tuple[int, int]:
    match core.leader():
        case 0:
            return 1, 2
        case 1:
            return 2, 1
    return 1, 1
