"""ThinkingBot: a bot that writes each decision once, as a generator of tasks, and is run in two ways."""

from __future__ import annotations

from abc import abstractmethod
from typing import Any, TypeVar

from houserules.core import Move, View

from .base import Advice, Bot
from .search_pool import SearchPool
from .shared_pool import shared_pool
from .tasks import Task, Thinking

T = TypeVar("T")


class ThinkingBot(Bot):
    """It writes `decide` and `advise`; the four public methods run them.

    A task with a time goes to the pool of search workers. A task without one is done right here for a caller that
    waits, and by a worker for an event loop; the result is the same in both places."""

    thinks = True

    def __init__(self, seed: int = 0, pool: SearchPool | None = None) -> None:
        super().__init__(seed)
        self._own_pool = pool

    @property
    def pool(self) -> SearchPool:
        """The one it was given, or that of the program. A forked child has another one than its parent, so a bot does
        not keep it."""
        return self._own_pool or shared_pool()

    @abstractmethod
    def decide(self, view: View) -> Thinking[Move]:
        """One of `view.legal`."""

    @abstractmethod
    def advise(self, view: View, move: Move | None = None) -> Thinking[Advice]:
        """Why it chose a move; without a move, what it would choose now and why."""

    def choose(self, view: View) -> Move:
        return self.wait(self.decide(view))

    async def choose_async(self, view: View) -> Move:
        return await self.wait_async(self.decide(view))

    def explain(self, view: View, move: Move | None = None) -> Advice:
        return self.wait(self.advise(view, move))

    async def explain_async(self, view: View, move: Move | None = None) -> Advice:
        return await self.wait_async(self.advise(view, move))

    def wait(self, thinking: Thinking[T]) -> T:
        """Run a decision to its end."""
        result: Any = None
        while True:
            try:
                task: Task[Any] = thinking.send(result)
            except StopIteration as end:
                decided: T = end.value
                return decided
            result = task.run() if task.seconds is None else self.pool.ask(task).result()

    async def wait_async(self, thinking: Thinking[T]) -> T:
        """The same for an event loop, which does other things meanwhile."""
        result: Any = None
        while True:
            try:
                task: Task[Any] = thinking.send(result)
            except StopIteration as end:
                decided: T = end.value
                return decided
            result = await self.pool.ask(task)
