"""Signals that end the program: they wait until nothing is half done."""

from __future__ import annotations

import signal
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType


class Interrupted(KeyboardInterrupt):
    """The program has to end: Ctrl-C, a closed terminal, or the system shuts down."""

    def __init__(self, number: int) -> None:
        super().__init__()
        self.number = number


class SignalGuard:
    """Turns signals into `Interrupted`, but only while we wait for a person or a bot, so that nothing is half done."""

    def __init__(self) -> None:
        self.waiting = False
        self.caught: int | None = None
        self.stop: Callable[[Interrupted], bool] | None = None
        """How to end a prompt that is open: False if none is."""

    @contextmanager
    def signals(self) -> Iterator[None]:
        if threading.current_thread() is not threading.main_thread():
            yield  # only the main thread hears of signals
            return
        numbers = [signal.SIGINT, signal.SIGTERM]
        if sys.platform != "win32":
            numbers.append(signal.SIGHUP)
        before = {number: signal.signal(number, self._catch) for number in numbers}
        try:
            yield
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)

    def _catch(self, number: int, _frame: FrameType | None) -> None:
        self.caught = number
        if self.waiting:
            self.waiting = False
            interrupted = Interrupted(number)
            if self.stop is None or not self.stop(interrupted):
                raise interrupted

    @contextmanager
    def interruptible(self) -> Iterator[None]:
        self.waiting = True
        try:
            if self.caught is not None:
                raise Interrupted(self.caught)
            yield
        except Interrupted:
            raise
        except KeyboardInterrupt as key:  # Ctrl-C at the prompt, which is a key there, not a signal
            raise Interrupted(signal.SIGINT) from key
        finally:
            self.waiting = False
