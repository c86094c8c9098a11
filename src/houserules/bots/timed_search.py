"""SearchTask: one search of the kernel from a view, within a time or for a number of iterations."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from typing import Any, Final

import msgspec

from houserules.core import Move, View
from houserules.kernel.position import Position
from houserules.kernel.search import Search

from .search_result import Found, SearchResult, added
from .tasks import GameSource, Stopped, Task, game_of, never

SLICE_SECONDS: Final = 0.003
"""Between two looks at the clock."""
CHUNK: Final = 100
"""Iterations between two looks at whether to stop, where there is no clock."""
SPARE_SHARE: Final = 0.03
LEAST_SPARE_SECONDS: Final = 0.008
MOST_SPARE_SHARE: Final = 0.3
"""What is kept of the time for the way back: a share of it, but at least some milliseconds, because a busy machine
wakes no process at once, and never more than the last share."""
CLEAR: Final = 0.25
"""The best move is clear when it leads by more than this share of the visits to come. Only 1 would be certain. But of
272 decisions at `shithead` 6 came out differently, at a cost of 0.0002 of a win each, and a quarter of the time was
saved: nobody likes to wait for an obvious move."""
WHOLE_NUMBERS: Final = ("most", "nodes", "deepest", "worlds", "models")
"""The parameters of a search that are whole numbers."""


class SearchTask(Task[SearchResult], frozen=True, kw_only=True):
    """A view to think about. It ends after `seconds`, or after `iterations` if there is no time."""

    game: GameSource
    view: View
    seed: int
    iterations: int | None = None
    stops_early: bool = True
    """Whether it may end before its time when the best move is clear."""
    options: Mapping[str, float] = {}
    """Parameters of the search. It cannot be told to look at hidden cards."""

    def run(self, stopped: Stopped = never) -> SearchResult:
        begin = time.perf_counter()
        game = game_of(self.game)
        state = game.imagine(self.view, self.seed)
        end = None if self.seconds is None else begin + self.seconds - spare(self.seconds)
        plans = game.plans(state)
        if plans:
            return self._compare(plans, state.kernel, end, stopped)
        position: Position = state.kernel
        search = self._search(position, position.turn)
        _run(search, self.iterations, end, stopped, early=self.stops_early)
        found = [
            Found(str(game.say(state, number)), visits, total, squares)
            for number, visits, total, squares, _ in search.rows()
        ]
        return SearchResult(tuple(found), search.done)

    def part(self, number: int, seconds: float) -> SearchTask:
        """Each worker searches the same view, with a seed of its own."""
        return msgspec.structs.replace(self, seed=self.seed + number, seconds=seconds)

    def combined(self, results: Sequence[SearchResult]) -> SearchResult:
        return added(results)

    def _search(self, position: Position, seat: int, **more: int) -> Search:
        if "cheats" in self.options:
            raise ValueError("a bot has nothing to cheat with")
        options: dict[str, Any] = {
            name: int(value) if name in WHOLE_NUMBERS else float(value) for name, value in self.options.items()
        }
        return Search(position, seat, self.seed, **{**options, **more})

    def _compare(
        self, plans: list[tuple[Move, Any]], origin: Position, end: float | None, stopped: Stopped
    ) -> SearchResult:
        """Where many moves in a row are one decision: what each plan is worth. The worse half is dropped again and
        again."""
        seat = origin.turn
        every = [(move, self._search(after.kernel, seat, deepest=0)) for move, after in plans]
        left = every
        rounds = max(len(left) - 1, 1).bit_length()
        now = time.perf_counter()
        for turn in range(rounds):
            share = None if end is None else (end - now) / (rounds - turn) / len(left)
            count = None if self.iterations is None else max(self.iterations // (rounds * len(left)), 1)
            count = 1 if len(every) == 1 else count
            for _, search in left:
                until = None if share is None else min(time.perf_counter() + share, end or 0.0)
                _run(search, count, until, stopped, early=False)
            left = sorted(left, key=lambda pair: -float(pair[1].total) / float(pair[1].done))[: (len(left) + 1) // 2]
            now = time.perf_counter()
            if stopped():
                break
        best = left[0][1]
        found = [
            # The plan that was kept to the last counts as the most visited, whatever the rounding of the rounds did.
            Found(str(move), search.done + (search is best), search.total, search.squares, plan)
            for plan, (move, search) in enumerate(every)
        ]
        return added([SearchResult(tuple(found), sum(search.done for _, search in every))])


def spare(seconds: float) -> float:
    """The part of a time that is kept for the way back."""
    return min(max(SPARE_SHARE * seconds, LEAST_SPARE_SECONDS), MOST_SPARE_SHARE * seconds)


def _run(search: Search, iterations: int | None, end: float | None, stopped: Stopped, *, early: bool) -> None:
    """Slices of a search until the time is up, the work is done, or the best move is clear: at least one iteration."""
    step = 1
    begin = time.perf_counter()
    start = search.done
    while iterations is None or search.done - start < iterations:
        if iterations is not None:
            step = min(step, iterations + start - search.done)
        search.run(step)
        if stopped():
            return
        if end is None:
            step = CHUNK
            continue
        now = time.perf_counter()
        speed = float(search.done - start) / max(now - begin, 1e-6)
        step = max(int(speed * min(SLICE_SECONDS, (end - now) / 2)), 1)
        if now + 1 / speed > end or (early and search.lead() > CLEAR * speed * (end - now)):
            return
