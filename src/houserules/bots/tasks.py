"""Task: a piece of work that a bot may hand to a worker, and `Thinking`: a decision that pauses until it is done.

A bot that thinks ahead writes its decision once, as a generator:

    def decide(self, view: View) -> Thinking[Move]:
        result = yield from ask(SearchTask(...))     # the runner does the work and sends the result
        return best_of(result)

`thinking.py` has the two runners, one that waits and one for an event loop: neither can leave anything out.
"""

from __future__ import annotations

import pickle
from collections.abc import Callable, Generator, Mapping, Sequence
from functools import lru_cache
from typing import Any, Generic, TypeVar

import msgspec

from houserules.games import AnyGame, load_document, load_shipped

R = TypeVar("R")
T = TypeVar("T")

Stopped = Callable[[], bool]
"""Asked between two slices of work: true if what was found so far is enough."""


def never() -> bool:
    """Nobody stops the work."""
    return False


class Task(msgspec.Struct, Generic[R], frozen=True, kw_only=True):
    """Work that can be sent to another process. It holds nothing that the seat that thinks may not know."""

    seconds: float | None = None
    """How long it may take; None: as long as it takes."""

    def run(self, stopped: Stopped = never) -> R:
        """Do the work in this process."""
        raise NotImplementedError

    # Only tasks with a time are given to several workers.

    def part(self, number: int, seconds: float) -> Task[R]:
        """The share of one of several workers, counted from 0, within this time."""
        raise NotImplementedError

    def combined(self, results: Sequence[R]) -> R:
        """What several workers found, as one result."""
        raise NotImplementedError


Thinking = Generator[Task[Any], Any, T]
"""A decision: it yields tasks, is sent their results, and returns what was decided. Each task has its own type of
result, which a generator cannot say: `ask` can."""


def ask(task: Task[R]) -> Thinking[R]:
    """The result of a task: `result = yield from ask(task)`."""
    result: R = yield task
    return result


GameSource = str | Mapping[str, object]
"""A game as another process can load it: the name of one that ships, or a document."""


def source_of(game: AnyGame) -> GameSource:
    return game.id if game.house is None else game.house


def game_of(source: GameSource) -> AnyGame:
    """The game of a task; the last few are kept."""
    return _game(pickle.dumps(source))  # a document cannot be a key, its bytes can


@lru_cache(maxsize=8)
def _game(pickled: bytes) -> AnyGame:
    source: GameSource = pickle.loads(pickled)
    return load_shipped(source) if isinstance(source, str) else load_document(source)
