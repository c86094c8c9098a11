"""Adaptive difficulty: a bot that tries less hard after it wins and harder after it loses.

It changes how much noise is in its choices, how much it remembers, and how long it thinks. The deal stays as it is, and
the bot sees what its seat sees.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Final

from houserules.core import Move, View

from .base import Advice, Bot, Effort
from .judge import Because

TARGET: Final = 0.525
"""The share of points that the player should get: between 50 and 55 %."""
FIRST_STEP: Final = 0.25
LAST_STEP: Final = 0.04
"""How far one result moves the strength; the first few results move it further."""


MIDDLE: Final = 0.5
"""The strength against a player of whom nothing is known."""


def strength_after(payoffs: Iterable[float], strength: float = MIDDLE) -> float:
    """The strength that suits a player who got these payoffs, the oldest first: from 1 for the first place to 0.

    A player who gets more than the target gets a stronger opponent. Steps become smaller but never vanish, because
    players get better."""
    for number, payoff in enumerate(payoffs, 1):
        strength = _stepped(strength, payoff, number)
    return strength


def _stepped(strength: float, payoff: float, number: int) -> float:
    step = max(FIRST_STEP / math.sqrt(number), LAST_STEP)
    return min(max(strength + step * (payoff - TARGET), 0.0), 1.0)


def effort_of(strength: float) -> Effort:
    """From 0, hardly better than chance, to 1, the full strength of the bot."""
    return Effort(noise=(1 - strength) ** 1.5, memory=strength, share=max(strength * strength, 0.01))


class Adaptive(Bot):
    """Another bot, at the strength that suits its opponent."""

    def __init__(self, bot: Bot, strength: float = MIDDLE) -> None:
        self.bot = bot
        self.name = f"adaptive {bot.name}"
        self.thinks = bot.thinks
        self.results = 0
        self.strength = strength
        super().__init__(bot.seed)
        self._adjust(strength)

    def begin(self, seed: int) -> None:
        super().begin(seed)
        self.bot.begin(seed)

    def draw_from(self, seed: int) -> None:
        super().draw_from(seed)
        self.bot.draw_from(seed)

    def learn(self, payoff: float) -> None:
        """A match is over: what the player got, from 1 for the first place to 0 for the last."""
        self.results += 1
        self._adjust(_stepped(self.strength, payoff, self.results))

    def _adjust(self, strength: float) -> None:
        self.strength = min(max(strength, 0.0), 1.0)
        self.bot.effort = effort_of(self.strength)

    def choose(self, view: View) -> Move:
        return self.bot.choose(view)

    async def choose_async(self, view: View) -> Move:
        return await self.bot.choose_async(view)

    def explain(self, view: View, move: Move | None = None) -> Advice:
        return self.bot.explain(view, move)

    async def explain_async(self, view: View, move: Move | None = None) -> Advice:
        return await self.bot.explain_async(view, move)

    def public_reason(self, view: View, move: Move) -> str:
        return self.bot.public_reason(view, move)

    def public_because(self, view: View, move: Move) -> tuple[str, tuple[Because, ...]]:
        return self.bot.public_because(view, move)

    def close(self) -> None:
        self.bot.close()
