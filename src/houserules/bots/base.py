"""Bot: a player that chooses a move from a view and from nothing else, and says why."""

from __future__ import annotations

import random
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from typing import Final, ParamSpec, TypeVar

import msgspec

from houserules.core import Move, View
from houserules.errors import IllegalMove

from .judge import Because, Judge

P = ParamSpec("P")
T = TypeVar("T")


class Chance(msgspec.Struct, frozen=True):
    """The chance to win, with the interval that holds the true number 95 times in 100."""

    share: float
    low: float
    high: float


class Advice(msgspec.Struct, frozen=True):
    """What a bot would play, and why."""

    move: Move
    why: str
    """One sentence."""
    chance: Chance | None = None
    """None if the bot does not estimate chances."""
    runner_up: Move | None = None
    because: tuple[Because, ...] = ()
    """The facts that `why` is made of, if the bot has a judge."""
    reason: str | None = None
    """The part of `why` that speaks of the game and not of numbers; "" if there is none, None if all of it does."""
    runner_up_chance: float | None = None
    """The share of the runner-up, if the bot estimates it."""


class Effort(msgspec.Struct, frozen=True):
    """How hard a bot tries, so that its opponents have a chance. A bot that tries less hard still sees all open cards,
    and one that tries harder sees nothing that its view does not show."""

    noise: float = 0.0
    """From 0, always the best move it knows, to 1, hardly better than chance."""
    memory: float = 1.0
    """The share of the cards it was shown that it still remembers."""
    share: float = 1.0
    """The share of its limit that it uses for a move."""


FULL: Final = Effort()


class Bot(ABC):
    """A player. All it ever gets is the View of its seat; its chance is its own, from its own seed.

    A new kind of bot writes `choose`, and `explain` if it can say more; docs/bots.md has one in 20 lines. The
    asynchronous forms come with them. A bot that uses the search workers is a ThinkingBot.
    """

    name: str = "bot"
    thinks: bool = False
    """Whether it takes time for a move; most bots decide at once."""
    judge: Judge | None = None
    """Finds the words for what the bot does, if it has one."""

    def __init__(self, seed: int = 0) -> None:
        self.effort = FULL
        self.begin(seed)

    def begin(self, seed: int) -> None:
        """A new match begins: forget everything, and draw chance from this seed."""
        self.draw_from(seed)

    def draw_from(self, seed: int) -> None:
        """Draw chance from this seed from now on; nothing else is forgotten."""
        self.seed = seed
        self.chance = random.Random(seed)

    @abstractmethod
    def choose(self, view: View) -> Move:
        """One of `view.legal`."""

    def explain(self, view: View, move: Move | None = None) -> Advice:
        """Why it chose a move, from the view it had then; without a move, what it would choose now and why."""
        return Advice(self.choose(view) if move is None else move, f"{self.name} plays so")

    async def choose_async(self, view: View) -> Move:
        """The same for an event loop. A bot that says that it thinks does so in a thread."""
        return await _in_thread(self.choose, view) if self.thinks else self.choose(view)

    async def explain_async(self, view: View, move: Move | None = None) -> Advice:
        """The same for an event loop."""
        return await _in_thread(self.explain, view, move) if self.thinks else self.explain(view, move)

    def public_reason(self, view: View, move: Move) -> str:
        """Why it chose a move that everybody has seen, as far as rivals may know: nothing in it comes from cards that
        only its seat knows. "" if that leaves nothing to say."""
        return self.public_because(view, move)[0]

    def public_because(self, view: View, move: Move) -> tuple[str, tuple[Because, ...]]:
        """The same with the facts that it is made of."""
        return ("", ()) if self.judge is None else self.judge.public_because(view, move)

    def close(self) -> None:  # noqa: B027 - most bots hold nothing
        """The bot is not needed any more: release what is not memory. It may be called twice."""


async def _in_thread(function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    import asyncio  # noqa: PLC0415 - programs without an event loop need not wait until it is imported

    return await asyncio.to_thread(function, *args, **kwargs)


def require_turn(view: View) -> Sequence[Move]:
    """The moves to choose from. Anything that is not the view of a seat that may act is refused."""
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
        return self.chance.choice(require_turn(view))

    def explain(self, view: View, move: Move | None = None) -> Advice:
        move = self.choose(view) if move is None else move
        count = len(view.legal)
        return Advice(move, f"one of {count} legal moves, chosen at random" if count > 1 else "the only legal move")

    def public_reason(self, view: View, move: Move) -> str:  # noqa: ARG002 - the number of moves tells its cards
        return "chosen at random"
