"""A state of H3ROES C4RDS: the kernel's table and the seed that the rounds to come are dealt from."""

from __future__ import annotations

from typing import Final, Literal

import msgspec

from houserules.core import Seat
from houserules.kernel import heroes as kernel

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
