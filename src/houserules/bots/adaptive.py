"""Adaptive difficulty: a bot that tries less hard after it wins and harder after it loses.

It changes how much noise is in its choices, how much it remembers, and how long it thinks. The deal stays as it is, and
the bot sees what its seat sees.
"""

from __future__ import annotations

from typing import Final

from houserules.core import Move, View

from .base import Advice, Bot, Effort
from .judge import Because

TARGET: Final = 0.525
"""The share of points that the player should get: between 50 and 55 %."""
FIRST_STEP: Final = 0.25
LAST_STEP: Final = 0.04
"""How far one result moves the strength; the first few results move it further."""


def effort_of(strength: float) -> Effort:
    """From 0, hardly better than chance, to 1, the full strength of the bot."""
    return Effort(noise=(1 - strength) ** 1.5, memory=strength, share=max(strength * strength, 0.01))


class Adaptive(Bot):
    """Another bot, at the strength that suits its opponent."""

    def __init__(self, bot: Bot, strength: float = 0.5) -> None:
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
        """A match is over: what the player got, from 1 for the first place to 0 for the last.

        A player who gets more than the target gets a stronger opponent. Steps become smaller but never vanish, because
        players get better."""
        self.results += 1
        step = max(FIRST_STEP / self.results**0.5, LAST_STEP)
        self._adjust(self.strength + step * (payoff - TARGET))

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
