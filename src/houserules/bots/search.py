"""The bot that thinks ahead: it searches worlds that fit what its seat sees, and can say what it found."""

from __future__ import annotations

import time
import zlib
from concurrent.futures import Future
from typing import Final

import msgspec

from houserules.core import Move, View, to_json
from houserules.games import AnyGame
from houserules.kernel.bits import scrambled

from .base import Advice, Bot, Chance, asked
from .judge import Judge
from .thinking import NOTHING, Answer, Task, Thinkers, shared, think

WEARY: Final = 0.05
"""Each time that the same table comes back, so much more of its chances is given up for something new."""
SURE: Final = 1.96
"""Standard errors on each side of an interval that holds the truth 95 times in 100."""

NEAR: Final = 0.01
"""Moves whose mean payoffs are no further apart in an even match are a matter of taste; the nearer it is to be won or
lost the less: who plays with a match that is won may play for ever. ..."""
LOOKED_AT: Final = 8
"""... if each was looked at at least one in so many times as often as the best: of others too little is known."""


class Option(msgspec.Struct, frozen=True, gc=False):
    """A move and what it came to: the mean payoff (with two seats the chance to win), with its 95 % interval."""

    move: Move
    chance: float
    low: float
    high: float
    visits: int


class Thought(msgspec.Struct, frozen=True, gc=False):
    """What a bot thought about a view."""

    move: Move
    options: tuple[Option, ...]
    """The chosen one first, then the best; () if nothing had to be thought about, or nothing was found in time."""
    iterations: int
    seconds: float

    @property
    def best(self) -> Option | None:
        return self.options[0] if self.options else None

    @property
    def runner_up(self) -> Option | None:
        return self.options[1] if len(self.options) > 1 else None


class Searcher(Bot):
    """With `ms` it thinks for that long, in processes of its own; with `iterations` it does, and the same seed
    thinks the same. The processes are shared by all searchers of a program, unless `thinkers` says which to use. A
    judge gives it a taste, for moves that are about as good as each other, and words for what they do."""

    name = "expert"
    thinks = True

    def __init__(
        self,
        game: AnyGame,
        *,
        ms: float | None = None,
        iterations: int | None = None,
        seed: int = 0,
        thinkers: Thinkers | None = None,
        judge: Judge | None = None,
        **options: float,
    ) -> None:
        if (ms is None) == (iterations is None):
            raise ValueError("say either how many ms to think, or how many iterations")
        super().__init__(seed)
        self.game = game
        self.seconds = None if ms is None else ms / 1000
        self.iterations = iterations
        self.options = options
        self.thinkers = thinkers
        self.judge = judge
        self.last: Thought | None = None
        """What was thought last: why it chose as it did."""
        if self.seconds is not None and thinkers is None:
            self.thinkers = shared()  # they start while nobody waits

    def choose(self, view: View) -> Move:
        moves = asked(view)
        noise = self.effort.noise
        if noise and self.chance.random() < noise * noise:
            return self.chance.choice(moves)  # a short thought alone still beats a beginner
        return self._fresh(view, self.think(view))

    def begin(self, seed: int) -> None:
        super().begin(seed)
        self._chosen: dict[int, dict[int, Move]] = {}

    def _fresh(self, view: View, thought: Thought) -> Move:
        """Not again what led back to the same table: two ways that are as good as each other, one of them a waste of
        time, look the same to a search each time it is asked, and a match would never end."""
        now = hash_of(view)
        earlier = self._chosen.setdefault(hash_of(view.without_counters()), {})
        tried = [move for moment, move in earlier.items() if moment != now]
        enough = thought.best.chance - WEARY * len(tried) if thought.best else 0.0
        fresh = [option.move for option in thought.options if option.move not in tried and option.chance >= enough]
        earlier[now] = fresh[0] if fresh and thought.move in tried else thought.move
        return earlier[now]

    def explain(self, view: View, move: Move | None = None) -> Advice:
        """It thinks again, so that of a move it chose earlier it may think otherwise now: then it says so."""
        asked(view)
        thought = self.think(view)
        move = thought.move if move is None else move
        options = {option.move: option for option in thought.options}
        ours = options.pop(move, None)
        if ours is None:
            return self._without_numbers(view, thought, move)
        chance = Chance(ours.chance, ours.low, ours.high)
        if not options:
            return Advice(move, "nothing else was worth a try", chance)
        other = next(iter(options.values()))
        why = f"in {thought.iterations:,} worlds it came to {ours.chance:.0%}, and {other.move} to {other.chance:.0%}"
        if move != thought.move:
            why = f"{why}: now it would rather play the other"
        elif other.chance >= ours.chance:
            # It was looked at less often: that it came to more is chance.
            why = f"in {thought.iterations:,} worlds it came to {ours.chance:.0%}, and {other.move} to as much in fewer"
        elif ours.low <= other.high and ours.chance - other.chance < 0.02:
            why = f"{why}: about as good"
        facts = "" if self.judge is None else self.judge.because(view, move, other.move)
        return Advice(move, f"{facts}; {why}" if facts else why, chance, other.move)

    def _without_numbers(self, view: View, thought: Thought, move: Move) -> Advice:
        """Of a move that was not looked at."""
        if len(view.legal) == 1:
            return Advice(move, "it is the only move there is")
        if move == thought.move:
            return Advice(move, "it looks best at first sight")
        return Advice(move, f"now it would rather play {thought.move}", runner_up=thought.move)

    def think(self, view: View) -> Thought:
        """Wait for the thought."""
        begin = time.perf_counter()
        if len(view.legal) == 1 or self.seconds is None:
            return self._thought(view, NOTHING if len(view.legal) == 1 else think(self._task(view)), begin)
        answer = self._ask(view).result()
        left = self.seconds - (time.perf_counter() - begin)
        if not answer.found and left > self.seconds / 4:
            # Nobody to ask, but there is time: better a thought of one's own than none.
            answer = think(msgspec.structs.replace(self._task(view), seconds=left))
        return self._thought(view, answer, begin)

    async def choose_soon(self, view: View) -> Move:
        """The same for an event loop, which goes on meanwhile."""
        import asyncio  # noqa: PLC0415 - who has no event loop need not wait until it is imported

        begin = time.perf_counter()
        if len(view.legal) == 1:
            return self._thought(view, NOTHING, begin).move
        if self.seconds is None:
            answer = await asyncio.to_thread(think, self._task(view))
        else:
            answer = await asyncio.wrap_future(self._ask(view))
        return self._fresh(view, self._thought(view, answer, begin))

    def _ask(self, view: View) -> Future[Answer]:
        assert self.thinkers is not None
        return self.thinkers.ask(self._task(view))

    def _task(self, view: View) -> Task:
        game = self.game.id if self.game.house is None else self.game.house
        # A search starts anew for each view, and asks the same of the same view however often it was asked before.
        seed = scrambled(self.seed & 0xFFFFFFFF, hash_of(view))
        share = self.effort.share
        seconds = None if self.seconds is None else self.seconds * share
        iterations = None if self.iterations is None else max(1, round(self.iterations * share))
        return Task(game, view, seed, seconds, iterations, self.options)

    def _thought(self, view: View, answer: Answer, begin: float) -> Thought:
        options = _options(answer, view)
        if options:
            options = self._to_taste(view, options)
            move = options[0].move
        elif len(view.legal) == 1:
            move = view.legal[0]
        else:
            move = at_first_sight(self.game, view, self.seed)
        self.last = Thought(move, tuple(options), answer.iterations, time.perf_counter() - begin)
        return self.last

    def _to_taste(self, view: View, options: list[Option]) -> list[Option]:
        """Of moves that are about as good as the best, the one that is liked comes first."""
        if self.judge is None:
            return options
        best = options[0]
        enough = best.chance - NEAR * 4 * best.chance * (1 - best.chance)
        others = [
            option for option in options[1:] if option.chance > enough and LOOKED_AT * option.visits >= best.visits
        ]
        liked = self.judge.liked(view, [best.move, *(option.move for option in others)])
        return sorted(options, key=lambda option: option.move != liked)


def _options(answer: Answer, view: View) -> list[Option]:
    """Each move once: as good as the best way that begins with it."""
    moves = {str(move): move for move in view.legal}
    options: dict[str, Option] = {}
    for found in answer.found:
        mean, half = found.mean, SURE * found.error
        if found.move not in options:
            low, high = max(mean - half, 0.0), min(mean + half, 1.0)
            options[found.move] = Option(moves[found.move], mean, low, high, found.visits)
    return list(options.values())


def at_first_sight(game: AnyGame, view: View, seed: int) -> Move:
    """The sensible move of the kernel's quick player: at once, and from the view alone."""
    state = game.imagine(view, seed & 0xFFFFFFFF)
    return game.say(state, state.kernel.quick(scrambled(seed & 0xFFFFFFFF, 1)))


def hash_of(view: View) -> int:
    """A number from what the view shows: the same on every machine."""
    return zlib.crc32(to_json(view)) & 0x7FFFFFFF
