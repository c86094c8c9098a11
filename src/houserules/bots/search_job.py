"""Job: a task that waits in the queue of the pool or is being worked on; Ticket: what the caller holds for it."""

from __future__ import annotations

from collections.abc import Generator
from concurrent.futures import Future
from typing import Any, Final, Generic, TypeVar

import msgspec

from .tasks import Task
from .worker_process import TaskFailure

LEAST_SHARE: Final = 0.5
"""A task that has to wait longer than was promised loses time of its own, but keeps at least this share of it."""
UNTIMED_SECONDS: Final = 0.1
"""What a task without a time is expected to need."""
UNTIMED_PATIENCE_SECONDS: Final = 2.0
"""How long a task without a time waits for a process before the thread of a worker does it."""
LATE_SHARE: Final = 0.02
"""The share of its time by which a part may be late before the others are the result."""
MOST_TRIES: Final = 2
"""With a process. After that, the thread of a worker searches itself."""

NO_RESULT: Final = object()
"""What a part gives back that has none: None may be the result of a task."""

R = TypeVar("R")


class Ticket(Generic[R]):
    """A task that was asked for: `ticket.result()` waits for its result, `await ticket` does so in an event loop."""

    def __init__(self, future: Future[R], promised: float | None) -> None:
        self.future = future
        self.promised = promised
        """Seconds from the asking until the result, at the latest; None for a task that has no time."""

    def result(self, timeout: float | None = None) -> R:
        """Wait for the result. A caller that stops waiting gives the worker back."""
        try:
            return self.future.result(timeout)
        finally:
            self.future.cancel()  # does nothing once there is a result

    def __await__(self) -> Generator[Any, None, R]:
        import asyncio  # noqa: PLC0415 - programs without an event loop need not wait until it is imported

        return asyncio.wrap_future(self.future).__await__()


def expected(task: Task[Any]) -> float:
    """The seconds that a task takes."""
    return UNTIMED_SECONDS if task.seconds is None else task.seconds


class Job:
    """A task, when it is due, and what the workers have found so far. The lock of the pool guards it."""

    def __init__(self, task: Task[Any], now: float, due: float) -> None:
        self.task = task
        self.future: Future[Any] = Future()
        self.due = due
        """When its result was promised; for a task without a time, when it is expected."""
        self.start_by = now + UNTIMED_PATIENCE_SECONDS
        if task.seconds is not None:
            self.start_by = due - LEAST_SHARE * task.seconds
        self.tries = 0
        self.begun = 0
        """Parts that were begun, each with a seed of its own."""
        self.running = 0
        self.end = due
        self.late_at = due
        """The end of the time of the parts that run, and when they are late."""
        self.results: list[Any] = []
        self.is_whole = False
        """Whether a part came to its end, and was not only called back."""
        self.is_done = False

    def begin(self, now: float, seconds: float | None) -> None:
        """The first part begins, with this time."""
        self.end = now + (UNTIMED_SECONDS if seconds is None else seconds)
        self.late_at = self.end + LATE_SHARE * (seconds or 0.0)

    def part(self, seconds: float | None) -> Task[Any]:
        """What the next worker is given."""
        return self.task if seconds is None else self.task.part(self.begun, seconds)

    def finish(self) -> None:
        """Give the result to the caller. The pool's lock must not be held, because callbacks run here."""
        if not self.future.set_running_or_notify_cancel():
            return
        failures = [result for result in self.results if isinstance(result, TaskFailure)]
        if failures:
            self.future.set_exception(failures[0].problem)
        else:
            one = len(self.results) == 1
            self.future.set_result(self.results[0] if one else self.task.combined(self.results))

    def time_left(self, now: float) -> float | None:
        """The time for the first part if it begins now."""
        seconds = self.task.seconds
        return None if seconds is None else min(seconds, max(self.due - now, LEAST_SHARE * seconds))


class Part(msgspec.Struct, frozen=True):
    """What one worker does of a job."""

    job: Job
    task: Task[Any]
    end: float
    """When its time is up, or is expected to be."""
    is_help: bool = False
    """Another worker does the same with another seed: this one is called back when it is needed elsewhere."""
    is_here: bool = False
    """The thread of the worker does it, because no process can."""
