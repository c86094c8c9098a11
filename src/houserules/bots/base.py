"""Bot: who chooses a move from a view and from nothing else, and says why."""

from __future__ import annotations

import random
from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Final

import msgspec

from houserules.core import Move, View
from houserules.errors import IllegalMove

from .judge import Judge


class Chance(msgspec.Struct, frozen=True):
    """How likely it is to win, with the interval that holds the true number 95 times in 100."""

    share: float
    low: float
    high: float


class Advice(msgspec.Struct, frozen=True):
    """What a bot would play, and why."""

    move: Move
    why: str
    """One sentence."""
    chance: Chance | None = None
    """None if the bot does not reckon chances."""
    runner_up: Move | None = None


class Effort(msgspec.Struct, frozen=True):
    """How hard a bot tries, for opponents that are to have a chance. It never changes what a bot sees of the cards
    that lie open, and gives it nothing that a view does not show."""

    noise: float = 0.0
    """From 0, always the best it knows, to 1, hardly better than chance."""
    memory: float = 1.0
    """The share of what was shown that it still remembers."""
    share: float = 1.0
    """Of the time, or of the work, that it was given for a move."""


FULL: Final = Effort()


class Bot(ABC):
    """A player. All it ever gets is the View of its seat; its chance is its own, from its own seed.

    A new kind of bot writes `choose`; `explain` is for those that can say more. docs/bots.md has one in 20 lines.
    """

    name: str = "bot"
    thinks: bool = False
    """Whether it takes the time it is given for a move; most decide at once."""
    judge: Judge | None = None
    """Who finds the words for what it does, if somebody does."""

    def __init__(self, seed: int = 0) -> None:
        self.effort = FULL
        self.begin(seed)

    def begin(self, seed: int) -> None:
        """A new match begins: what was remembered is forgotten, and chance starts again from this seed."""
        self.draw_from(seed)

    def draw_from(self, seed: int) -> None:
        """Chance starts again from this seed; what is remembered stays."""
        self.seed = seed
        self.chance = random.Random(seed)

    @abstractmethod
    def choose(self, view: View) -> Move:
        """One of `view.legal`."""

    def explain(self, view: View, move: Move | None = None) -> Advice:
        """Why it chose a move, from the view it had then; without a move, what it would choose now and why."""
        return Advice(self.choose(view) if move is None else move, f"{self.name} plays so")

    def told(self, view: View, move: Move) -> str:
        """Why it chose a move that everybody has seen, as far as rivals may hear it: no word comes from cards that only
        its seat knows. "" if that leaves nothing to say."""
        return "" if self.judge is None else self.judge.told(view, move)

    def close(self) -> None:  # noqa: B027 - most bots hold nothing
        """Nobody will ask any more: let go of what is not memory. It may be called twice."""


def asked(view: View) -> Sequence[Move]:
    """The moves to choose from. What is no view, or not the view of somebody who may act, is refused."""
    if not isinstance(view, View):
        raise TypeError(f"a bot is given the View of its seat and nothing else, not a {type(view).__name__}")
    if not view.legal:
        code = "not-your-turn" if view.outcome is None else "over"
        raise IllegalMove(code, f"seat {view.seat} has nothing to decide: {list(view.to_act)} may act")
    return view.legal


class RandomBot(Bot):
    """Any legal move, each as likely as any other. It plays every game."""

    name = "random"

    def choose(self, view: View) -> Move:
        return self.chance.choice(asked(view))

    def explain(self, view: View, move: Move | None = None) -> Advice:
        move = self.choose(view) if move is None else move
        return Advice(move, f"one of {len(view.legal)} legal moves, chosen at random")

    def told(self, view: View, move: Move) -> str:  # noqa: ARG002 - how many moves there were, its cards decide
        return "chosen at random"
