"""A state of H3ROES C4RDS: the kernel's table and the seed that the rounds to come are dealt from."""

from __future__ import annotations

from functools import lru_cache
from typing import Final, Literal

import msgspec

from houserules import fair
from houserules.core import Seat
from houserules.kernel import heroes as kernel
from houserules.kernel.bits import indices

Phase = Literal[
    "init",
    "betting",
    "initial_card_selection",
    "card_selection_own",
    "card_selection_rival",
    "battle",
    "power_choice",
    "round_end",
    "game_over",
]

PHASE_OF: Final[dict[int, Phase]] = {
    kernel.BETTING: "betting",
    kernel.FIRST: "initial_card_selection",
    kernel.OWN: "card_selection_own",
    kernel.RIVAL: "card_selection_rival",
    kernel.CHOICE: "power_choice",
    kernel.GAME_OVER: "game_over",
}
"""The phases that a match can be found in. `init`, `battle` and `round_end` are passed through within a move."""

OF_ONE_SEAT: Final = (kernel.OWN, kernel.RIVAL, kernel.CHOICE)
"""The phases in which one seat acts."""

BOTH: Final[tuple[Seat, ...]] = (0, 1)

Slots = dict[int, int]
"""Cards, or powers, by the slot they belong to."""


class Battle(msgspec.Struct, frozen=True, gc=False):
    """Two cards were compared."""

    winner: Seat | None
    difference: int
    cards: tuple[int, int]
    """Of seat 0 and of seat 1, like the powers."""
    powers: tuple[int, int]
    turn: int


class LastBattle(Battle, frozen=True, gc=False):
    """The battle that was fought last: it may be one of the round before."""

    round: int


class State(msgspec.Struct, frozen=True, gc=False):
    """Everything at one moment."""

    kernel: kernel.HeroesPosition
    seed: str
    battle: LastBattle | None = None
    """Everybody saw it, so the next deal must not hide it again."""
    bets_said: tuple[bool, bool] = (False, False)
    """Has a seat placed a bet in this round? Others learn only that, not whether it was taken back (S3.5)."""


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
