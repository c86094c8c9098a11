"""Inbox: what a room has to do, one thing after the other."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

from houserules.errors import HouseRulesError, TableError

T = TypeVar("T")

Job = Callable[[], Awaitable[Any]]


class Inbox:
    """A task works as long as there is something to do. What needs no task, as most moves, holds it meanwhile."""

    __slots__ = ("_callers", "_is_held", "_jobs", "_loop", "_on_failure", "_on_refusal", "_released", "_worker")

    def __init__(
        self,
        loop: asyncio.AbstractEventLoop,
        on_refusal: Callable[[HouseRulesError], None],
        on_failure: Callable[[], Awaitable[None]],
    ) -> None:
        """`on_refusal` hears that a job was refused and nobody waits for it; `on_failure` that one failed."""
        self._loop = loop
        self._on_refusal = on_refusal
        self._on_failure = on_failure
        self._jobs: deque[Job] = deque()
        self._worker: asyncio.Task[None] | None = None
        self._is_held = False
        self._released: asyncio.Future[None] | None = None
        """For whoever waits for the end of a hold."""
        self._callers: set[asyncio.Future[Any]] = set()
        """They wait for the result of a job."""

    @property
    def is_idle(self) -> bool:
        return self._worker is None and not self._is_held and not self._jobs

    def put(self, job: Job) -> None:
        """Do this after everything that came before it."""
        self._jobs.append(job)
        self._start()

    def put_first(self, job: Job) -> None:
        """Do this before everything that waits."""
        self._jobs.appendleft(job)
        self._start()

    def _start(self) -> None:
        if self._worker is None and not self._is_held:
            self._worker = self._loop.create_task(self._work())

    async def run(self, job: Callable[[], Awaitable[T]]) -> T:
        """The same for a caller who waits for the result."""
        done: asyncio.Future[T] = asyncio.get_running_loop().create_future()

        async def work() -> None:
            try:
                result = await job()
            except Exception as problem:
                if not done.done():
                    done.set_exception(problem)
                if not isinstance(problem, HouseRulesError):
                    raise  # the room is not sure of itself
            else:
                if not done.done():
                    done.set_result(result)

        self._callers.add(done)
        done.add_done_callback(self._callers.discard)
        self.put(work)
        return await done

    async def _work(self) -> None:
        while self._jobs:
            job = self._jobs.popleft()
            try:
                await job()
            except HouseRulesError as problem:
                self._on_refusal(problem)
            except Exception:  # noqa: BLE001 - the room logs it, and is made anew
                await self._on_failure()
        self._worker = None

    def hold(self) -> None:
        """Something is under way without a task: nothing else is done until `release`."""
        self._is_held = True

    def release(self) -> None:
        self._is_held = False
        if self._released is not None:
            self._released.set_result(None)
            self._released = None
        if self._jobs:
            self._start()

    async def finish(self) -> None:
        """Until nothing is left to do."""
        while not self.is_idle:
            if self._worker is not None:
                await self._worker
            elif self._is_held:
                self._released = self._released or self._loop.create_future()
                await self._released

    def give_up(self, why: TableError) -> None:
        """Nothing of it is done any more, and whoever waits is told why."""
        self._jobs.clear()
        for caller in self._callers:
            if not caller.done():
                caller.set_exception(why)
