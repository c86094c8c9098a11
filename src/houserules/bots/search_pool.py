"""SearchPool: the workers of a program and one queue for all callers. Each caller learns how long its task takes.

    pool = SearchPool(cores())
    ticket = pool.ask(task)
    ticket.promised                 # 1.5: seconds until the result, at the latest
    ticket.result()                 # or `await ticket`

What is promised: a task with a time of its own begins when a worker is free, in the order of asking, and is then
searched for all of its time. The promise is the end of that time, computed from the tasks that run and wait. The result
comes by then, give or take what the machine does to processes; it comes earlier where a best move is clear early, for
this task or for one before it. No task comes back without a search:

- If a process dies or hangs, the task is tried once more, first in the queue, and the process is replaced. That costs
  at most half of its time again. Whatever happens to processes after that, a thread of this program searches.
- A task that begins late because the machine was busy loses search time before it is late, down to half of its time.
- A worker with nothing to do searches what another one has begun, with a seed of its own, and both results are added.
  It is called back as soon as somebody else asks.

A task without a time is promised nothing, and done by one worker.
"""

from __future__ import annotations

import atexit
import heapq
import os
import threading
import time
from collections import deque
from concurrent.futures import Future
from typing import Any, Final, TypeVar

from .search_job import MOST_TRIES, NO_RESULT, Job, Part, Ticket, expected
from .search_worker import SearchWorker
from .tasks import Task

FIRST_WORKERS: Final = 2
"""They start with the pool; more do when somebody has to wait."""
LEAST_HELP_SHARE: Final = 0.1
"""The share of its time that a task must have left for another worker to join."""

R = TypeVar("R")


class SearchPool:
    """At most this many workers."""

    def __init__(self, most: int) -> None:
        self.most = most
        self.is_closed = False
        self._changed = threading.Condition()
        """Guards everything below, and wakes workers that wait for something to do."""
        self._queue: deque[Job] = deque()
        self._active: list[Job] = []
        self._waiting = 0
        self._process_id = os.getpid()
        self.workers = [SearchWorker(self) for _ in range(min(most, FIRST_WORKERS))]
        atexit.register(self.close)

    def ask(self, task: Task[R]) -> Ticket[R]:
        """Put a task into the queue."""
        with self._changed:
            if self.is_closed:
                raise RuntimeError("this pool of search workers is closed: make another one")
            now = time.perf_counter()
            job = Job(task, now, self._due(expected(task), now))
            self._queue.append(job)
            self._make_room()
        job.future.add_done_callback(lambda future: self._drop(job, future))
        return Ticket(job.future, None if task.seconds is None else job.due - now)

    def promise(self, seconds: float) -> float:
        """What a task of this time would be promised now."""
        with self._changed:
            now = time.perf_counter()
            return self._due(seconds, now) - now

    def close(self) -> None:
        """End all processes. Tasks that are not done are cancelled. It may be called twice."""
        atexit.unregister(self.close)
        if self._process_id != os.getpid():  # they are the processes of the parent, which has the only threads, too
            return
        with self._changed:
            if self.is_closed:
                return
            self.is_closed = True
            unfinished = [*self._queue, *self._active]
            self._changed.notify_all()
        for worker in self.workers:
            worker.close()
        for job in unfinished:
            job.future.cancel()

    # -- The queue; under the lock -------------------------------------------------------------------------------------

    def _due(self, seconds: float, now: float) -> float:
        """When a task is done that is asked for now, if each before it takes its time."""
        free = [worker.free_at(now) for worker in self.workers]
        heapq.heapify(free)
        for job in self._queue:
            heapq.heapreplace(free, free[0] + expected(job.task))
        return free[0] + seconds

    def _make_room(self) -> None:
        """Workers for all who wait: those with nothing to do, then helpers, which are called back, then new ones."""
        self._changed.notify_all()
        if self.is_closed:
            return
        missing = len(self._queue) - self._waiting
        for worker in self.workers:
            is_starting = worker.part is None and not worker.is_ready
            is_coming = worker.part is not None and worker.part.is_help and worker.is_called_back
            missing -= is_starting or is_coming
        for worker in self.workers:
            if missing > 0 and worker.part is not None and worker.part.is_help and not worker.is_called_back:
                worker.call_back()
                missing -= 1
        if missing > 0 and len(self.workers) < self.most:
            self.workers.append(SearchWorker(self))

    def _begin(self, worker: SearchWorker, job: Job, *, is_here: bool = False) -> Part:
        """The first part of a job."""
        now = time.perf_counter()
        seconds = job.time_left(now)
        job.begin(now, seconds)
        self._active.append(job)
        self._changed.notify_all()  # others may help
        return self._given(worker, Part(job, job.part(seconds), job.end, is_here=is_here))

    def _help(self, worker: SearchWorker) -> Part | None:
        """A part of a job that another worker has begun: of the one with the fewest workers."""
        now = time.perf_counter()
        jobs = [
            job
            for job in self._active
            if job.task.seconds is not None
            and not job.results
            and job.running
            and job.end - now > LEAST_HELP_SHARE * job.task.seconds
        ]
        if not jobs:
            return None
        job = min(jobs, key=lambda job: (job.running, -job.end))
        return self._given(worker, Part(job, job.part(job.end - now), job.end, is_help=True))

    def _given(self, worker: SearchWorker, part: Part) -> Part:
        part.job.begun += 1
        part.job.running += 1
        worker.is_called_back = False
        worker.part = part
        return part

    def _drop(self, job: Job, future: Future[Any]) -> None:
        """The result of a job is not wanted any more, if its future was cancelled."""
        if not future.cancelled():
            return
        with self._changed:
            job.is_done = True
            if job in self._queue:
                self._queue.remove(job)
            if job in self._active:
                self._active.remove(job)
            for worker in self.workers:
                if worker.part is not None and worker.part.job is job:
                    worker.call_back()

    # -- For the workers -----------------------------------------------------------------------------------------------

    def take(self, worker: SearchWorker) -> Part | None:
        """Wait for something to do; None if the pool is closed."""
        with self._changed:
            while not self.is_closed:
                if self._queue:
                    job = self._queue.popleft()
                    return self._begin(worker, job, is_here=job.tries >= MOST_TRIES)
                if (part := self._help(worker)) is not None:
                    return part
                self._waiting += 1
                self._changed.wait()
                self._waiting -= 1
        return None

    def take_urgent(self, worker: SearchWorker) -> Part | None:
        """For a worker whose process is not ready: a job that cannot wait any longer, if there is one."""
        with self._changed:
            if self._queue and time.perf_counter() >= self._queue[0].start_by:
                return self._begin(worker, self._queue.popleft(), is_here=True)
        return None

    def give_back(self, worker: SearchWorker, part: Part, result: Any) -> None:
        """A part is over: with its result, with a TaskFailure, or with NO_RESULT."""
        job = part.job
        with self._changed:
            worker.part = None
            job.running -= 1
            if job.is_done:
                return
            if result is not NO_RESULT:
                job.results.append(result)
                job.is_whole |= not worker.is_called_back
            is_late = time.perf_counter() >= job.late_at
            if job.running and not (job.is_whole and is_late):
                return
            self._active.remove(job)
            if not job.is_whole:
                job.tries += 1
                self._queue.appendleft(job)
                self._make_room()
                return
            job.is_done = True
        job.finish()
