"""The bot that thinks ahead: it searches worlds that fit what its seat sees, and can say what it found."""

from __future__ import annotations

import time
import zlib
from typing import Final

import msgspec

from houserules.core import Move, View
from houserules.games import AnyGame
from houserules.kernel.bits import scrambled
from houserules.kernel.position import Position

from .base import Advice, Chance, require_turn
from .judge import Judge
from .search_pool import SearchPool
from .search_result import NOTHING_SEARCHED, SearchResult
from .spec import Limit
from .tasks import Thinking, ask, source_of
from .thinking import ThinkingBot
from .timed_search import SearchTask

REPEAT_PENALTY: Final = 0.05
"""Each time the same table comes back, the bot gives up this much more of its chances for a move that is new."""
SURE: Final = 1.96
"""Standard errors on each side of an interval that holds the truth 95 times in 100."""

NEAR: Final = 0.01
"""In an even match, moves whose mean payoffs differ by no more than this are a matter of taste. The nearer a match is
to being won or lost, the smaller the difference may be: otherwise a sure winner has no reason to finish. ..."""
LOOKED_AT: Final = 8
"""... and each must have at least one visit for this many of the best: of other moves too little is known."""


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
    """The chosen one first, then the best; () if there was nothing to think about."""
    iterations: int
    seconds: float

    @property
    def best(self) -> Option | None:
        return self.options[0] if self.options else None

    @property
    def runner_up(self) -> Option | None:
        return self.options[1] if len(self.options) > 1 else None


class Searcher(ThinkingBot):
    """With a limit of ms it thinks for that long, in the pool of search workers; with a limit of iterations the same
    seed thinks the same everywhere. A judge gives it a taste for moves that are about as good as each other, and words
    for what they do."""

    name = "expert"

    def __init__(
        self,
        game: AnyGame,
        limit: Limit,
        *,
        seed: int = 0,
        pool: SearchPool | None = None,
        judge: Judge | None = None,
        **options: float,
    ) -> None:
        super().__init__(seed, pool)
        self.game = game
        self.limit = limit
        self.options = options
        self.judge = judge
        self.last: Thought | None = None
        """What it thought last: why it chose as it did."""
        if limit.ms is not None:
            _ = self.pool  # its workers start while nobody waits

    def begin(self, seed: int) -> None:
        super().begin(seed)
        self._chosen: dict[int, dict[int, Move]] = {}

    def decide(self, view: View) -> Thinking[Move]:
        moves = require_turn(view)
        if view.is_aside:  # to think would tell others that there is something to think about
            return self.at_once(view)
        noise = self.effort.noise
        if noise and self.chance.random() < noise * noise:
            return self.chance.choice(moves)  # a short search alone still beats a beginner
        thought = yield from self.think_about(view)
        return self.avoid_repetition(view, thought)

    def at_once(self, view: View) -> Move:
        """Without a search: what its judge likes best, or what the quick player does."""
        judge = self.judge
        if judge is None:
            return at_first_sight(self.game, view, self.seed)
        return max(view.legal, key=lambda move: judge.worth(view, move))

    def avoid_repetition(self, view: View, thought: Thought) -> Move:
        """Not again the move that led back to the same table. Where two moves are equally good and one of them only
        wastes time, a search sees no difference each time it is asked, and the match would never end."""
        now = number_of(self.game, view)
        earlier = self._chosen.setdefault(number_of(self.game, view.without_counters()), {})
        tried = [move for moment, move in earlier.items() if moment != now]
        enough = thought.best.chance - REPEAT_PENALTY * len(tried) if thought.best else 0.0
        fresh = [option.move for option in thought.options if option.move not in tried and option.chance >= enough]
        earlier[now] = fresh[0] if fresh and thought.move in tried else thought.move
        return earlier[now]

    def advise(self, view: View, move: Move | None = None) -> Thinking[Advice]:
        """It thinks again, so it may now prefer another move to the one it chose: then it says so."""
        require_turn(view)
        thought = yield from self.think_about(view)
        move = thought.move if move is None else move
        options = {option.move: option for option in thought.options}
        ours = options.pop(move, None)
        if ours is None:
            return self._without_numbers(view, thought, move)
        chance = Chance(ours.chance, ours.low, ours.high)
        if not options:
            return Advice(move, "nothing else was worth a try", chance)
        other = next(iter(options.values()))
        games = f"in {thought.iterations:,} imagined games"
        why = f"{games} this move scores {ours.chance:.0%}, and {other.move} scores {other.chance:.0%}"
        if move != thought.move:
            why = f"{why}: now it would rather play the other"
        elif other.chance >= ours.chance:
            # It was looked at less often: that it came to more is chance.
            why = f"{games} this move scores {ours.chance:.0%}; {other.move} scores as much, but was tried less often"
        elif ours.low <= other.high and ours.chance - other.chance < 0.02:
            why = f"{why}: about as good"
        said, facts = ("", ()) if self.judge is None else self.judge.because(view, move, other.move)
        return Advice(move, f"{said}; {why}" if said else why, chance, other.move, facts, said, other.chance)

    def _without_numbers(self, view: View, thought: Thought, move: Move) -> Advice:
        """The explanation of a move that the search did not look at."""
        if len(view.legal) == 1:
            return Advice(move, "it is the only move there is")
        return Advice(move, f"now it would rather play {thought.move}", runner_up=thought.move)

    def think(self, view: View) -> Thought:
        """Wait for the thought."""
        return self.wait(self.think_about(view))

    def think_about(self, view: View) -> Thinking[Thought]:
        begin = time.perf_counter()
        result = NOTHING_SEARCHED if len(view.legal) == 1 else (yield from ask(self.task(view)))
        options = _options(result, view)
        if options:
            options = self._to_taste(view, options)
        move = options[0].move if options else view.legal[0]
        self.last = Thought(move, tuple(options), result.iterations, time.perf_counter() - begin)
        return self.last

    def task(self, view: View) -> SearchTask:
        """What there is to search. A search starts anew for each view, and does the same for the same view however
        often it was asked before."""
        share, seconds, iterations = self.effort.share, self.limit.seconds, self.limit.iterations
        return SearchTask(
            game=source_of(self.game),
            view=view,
            seed=scrambled(self.seed & 0xFFFFFFFF, number_of(self.game, view)),
            seconds=None if seconds is None else seconds * share,
            iterations=None if iterations is None else max(1, round(iterations * share)),
            options=self.options,
        )

    def _to_taste(self, view: View, options: list[Option]) -> list[Option]:
        """Of the moves that are about as good as the best, the one that it likes comes first."""
        if self.judge is None:
            return options
        best = options[0]
        enough = best.chance - NEAR * 4 * best.chance * (1 - best.chance)
        others = [
            option for option in options[1:] if option.chance > enough and LOOKED_AT * option.visits >= best.visits
        ]
        liked = self.judge.favourite(view, [best.move, *(option.move for option in others)])
        return sorted(options, key=lambda option: option.move != liked)


def _options(result: SearchResult, view: View) -> list[Option]:
    """Each move once: it is as good as the best plan that begins with it."""
    moves = {str(move): move for move in view.legal}
    options: dict[str, Option] = {}
    for found in result.found:
        mean, half = found.mean, SURE * found.error
        if found.move not in options:
            low, high = max(mean - half, 0.0), min(mean + half, 1.0)
            options[found.move] = Option(moves[found.move], mean, low, high, found.visits)
    return list(options.values())


def at_first_sight(game: AnyGame, view: View, seed: int) -> Move:
    """The sensible move of the kernel's quick player: at once, and from the view alone."""
    state = game.imagine(view, seed & 0xFFFFFFFF)
    return game.say(state, state.kernel.quick(scrambled(seed & 0xFFFFFFFF, 1)))


def number_of(game: AnyGame, view: View) -> int:
    """A number for what the seat knows and may do: the same on every machine, however views are written."""
    table: Position = game.imagine(view, 0).kernel
    return zlib.crc32("\n".join([str(table.check()), *map(str, view.legal)]).encode()) & 0x7FFFFFFF
