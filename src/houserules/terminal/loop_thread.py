"""LoopThread: an event loop beside the thread of the terminal, for what goes on while a person thinks."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Coroutine
from concurrent.futures import Future
from concurrent.futures import TimeoutError as NotYet
from typing import Any, Final, TypeVar

T = TypeVar("T")

GLANCE_SECONDS: Final = 0.5
"""How long a caller waits before it says that it waits, and looks whether a signal came."""


class LoopThread:
    def __init__(self) -> None:
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, name="table", daemon=True)
        self._thread.start()

    def start(self, work: Coroutine[Any, Any, T]) -> Future[T]:
        """Nobody waits for it."""
        return asyncio.run_coroutine_threadsafe(work, self._loop)

    def run(self, work: Coroutine[Any, Any, T], waits: Callable[[], None] | None = None) -> T:
        """Wait for the result; `waits` is called if that takes a while."""
        future = self.start(work)
        try:
            while True:
                try:
                    return future.result(GLANCE_SECONDS)
                except NotYet:
                    if future.done():
                        raise
                    if waits is not None:
                        waits()
                        waits = None
        except BaseException:
            future.cancel()
            raise

    def close(self) -> None:
        async def finish() -> None:
            mine = asyncio.current_task()
            tasks = [task for task in asyncio.all_tasks() if task is not mine]
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

        self.run(finish())
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()
