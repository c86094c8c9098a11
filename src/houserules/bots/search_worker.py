"""SearchWorker: a process that searches, and a thread that waits for it and searches itself while no process can."""

from __future__ import annotations

import pickle
import selectors
import subprocess
import threading
import time
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Final

from .search_job import LATE_SHARE, NO_RESULT, Part
from .worker_process import STOP, TaskFailure, command, receive, send

if TYPE_CHECKING:
    from .search_pool import SearchPool

START_SECONDS: Final = 20.0
"""A process that has not started by then never will."""
RESTART_SECONDS: Final = 1.0
"""Between two attempts to start a process where that fails."""
HANG_SECONDS: Final = 2.0
"""A process that is late by this much hangs, and is replaced. Before that it is only busy: to replace it would cost a
busy machine more than to wait."""
RESCUE_SHARE: Final = 0.25
LEAST_RESCUE_SECONDS: Final = 0.1
"""A part that is late by this share of its time, and at least by this many seconds, is tried again elsewhere."""
TICK_SECONDS: Final = 0.02
"""Between two looks at the queue while a process is not ready."""

BROKEN: Final = (OSError, EOFError, ValueError, pickle.UnpicklingError)
"""The errors of talking to a process that is gone."""


class SearchWorker:
    """It takes one part after another from its pool, and gives back what was found."""

    def __init__(self, pool: SearchPool) -> None:
        self.pool = pool
        self.process: subprocess.Popen[bytes] | None = None
        self.is_ready = False
        self.part: Part | None = None
        """What it works on; the lock of the pool guards it."""
        self.is_called_back = False
        self._sending = threading.Lock()
        self._is_sent = False
        self._start()
        self.thread = threading.Thread(target=self._work, daemon=True, name="houserules search worker")
        self.thread.start()

    def free_at(self, now: float) -> float:
        """When it can begin something else, as far as anybody knows."""
        return now if self.part is None or self.part.is_help else max(self.part.end, now)

    def call_back(self) -> None:
        """End the part soon, with what was found so far."""
        with self._sending:
            self.is_called_back = True
            if self._is_sent and self.process is not None and self.process.stdin is not None:
                with suppress(*BROKEN):
                    send(self.process.stdin, STOP)

    def close(self) -> None:
        """The pool is closed: end the process, so that the thread waits for nothing any more."""
        self._end()
        self.thread.join()
        self._end()

    # -- The process ---------------------------------------------------------------------------------------------------

    def _start(self) -> None:
        self._expect_word(START_SECONDS)
        try:
            self.process = subprocess.Popen(command(), stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0)
        except OSError:
            self._expect_word(RESTART_SECONDS)

    def _end(self) -> None:
        process = self.process
        if process is not None:
            process.kill()
            process.wait()
            for pipe in (process.stdin, process.stdout):
                if pipe is not None:
                    pipe.close()

    def _replace(self) -> None:
        self._end()
        self.process = None
        if not self.pool.is_closed:
            self._start()

    def _expect_word(self, seconds: float) -> None:
        """The process has to say something before it can be given a task: that it has started, or a late result."""
        self.is_ready = False
        self._hopeless_at = time.perf_counter() + seconds

    def _becomes_ready(self) -> bool:
        """Wait a moment for a process that is starting, or is late with a result that nobody needs any more."""
        if self.is_ready:
            return True
        if self.process is None:
            time.sleep(TICK_SECONDS)
        else:
            try:
                if self._hears(time.perf_counter() + TICK_SECONDS):
                    receive(self._pipe())
                    self.is_ready = True
                    return True
            except BROKEN:  # it died before it was ready, and the next one may do the same, so there is no hurry
                self._end()
                self.process = None
                self._expect_word(RESTART_SECONDS)
        if time.perf_counter() >= self._hopeless_at:
            self._replace()
        return False

    def _pipe(self) -> Any:
        """What the process says. (An unbuffered pipe reads as a buffered one does, which its type does not say.)"""
        assert self.process is not None
        return self.process.stdout

    def _hears(self, until: float | None) -> bool:
        """Wait until the process says something."""
        with selectors.DefaultSelector() as selector:
            selector.register(self._pipe(), selectors.EVENT_READ)
            return bool(selector.select(None if until is None else max(until - time.perf_counter(), 0.0)))

    # -- The thread ----------------------------------------------------------------------------------------------------

    def _work(self) -> None:
        while not self.pool.is_closed:
            part = self.pool.take(self) if self._becomes_ready() else self.pool.take_urgent(self)
            if part is None:
                continue
            result: Any = NO_RESULT
            is_broken = False
            try:
                result = self._run_here(part) if part.is_here else self._run_there(part)
            except BROKEN:
                is_broken = True
            self._is_sent = False
            if is_broken:
                # First of all, so that nobody who tries again finds this worker ready.
                self.is_ready = False
            self.pool.give_back(self, part, result)
            if is_broken:
                with suppress(OSError):
                    self._replace()

    def _run_here(self, part: Part) -> Any:
        try:
            return part.task.run(lambda: self.is_called_back or self.pool.is_closed)
        except Exception as problem:  # noqa: BLE001 - the caller gets it
            return TaskFailure(problem)

    def _run_there(self, part: Part) -> Any:
        """The result of the process; NO_RESULT if it is too late. Raises one of BROKEN if the process is gone."""
        begin = time.perf_counter()
        seconds = part.task.seconds
        with self._sending:
            if self.is_called_back:
                return NO_RESULT
            assert self.process is not None
            send(self.process.stdin, part.task)  # type: ignore[arg-type]  # it is not buffered
            self._is_sent = True
        if seconds is None:
            self._hears(None)
        elif not self._hears(begin + seconds * (1 + LATE_SHARE)):
            rescue = begin + seconds + max(RESCUE_SHARE * seconds, LEAST_RESCUE_SECONDS)
            if part.job.results or not self._hears(rescue):
                self._expect_word(HANG_SECONDS)
                return NO_RESULT
        return receive(self._pipe())
