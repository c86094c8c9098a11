"""The process in which a worker searches: tasks come in through a pipe, results go out through another."""

from __future__ import annotations

import os
import pickle
import select
import struct
import sys
from pathlib import Path
from typing import Final, Protocol

from .tasks import Task

READY: Final = "ready"
"""The first word of a process: it has started."""
STOP: Final = "stop"
"""Sent while a task is being done: answer now with what was found so far."""


class Pipe(Protocol):
    """One end of a pipe that is not buffered."""

    def read(self, size: int, /) -> bytes | None: ...
    def write(self, data: bytes, /) -> int | None: ...


class TaskFailure:
    """The answer to a task that raised: trying again would not help."""

    def __init__(self, problem: Exception) -> None:
        self.problem: Exception = problem
        try:
            pickle.loads(pickle.dumps(problem))
        except Exception:  # noqa: BLE001 - an exception may hold anything
            self.problem = RuntimeError(f"{type(problem).__name__}: {problem}")


def send(pipe: Pipe, value: object) -> None:
    data = pickle.dumps(value)
    data = struct.pack("<I", len(data)) + data
    while data:
        data = data[pipe.write(data) or 0 :]


def receive(pipe: Pipe) -> object:
    return pickle.loads(_exactly(pipe, struct.unpack("<I", _exactly(pipe, 4))[0]))


def _exactly(pipe: Pipe, count: int) -> bytes:
    """This many bytes of a pipe, which gives them in pieces."""
    data = b""
    while len(data) < count:
        piece = pipe.read(count - len(data))
        if not piece:
            raise EOFError
        data += piece
    return data


def command() -> list[str]:
    """How to start a process that runs `serve`, with this package, installed or not."""
    root = str(Path(__file__).resolve().parent.parent.parent)
    # Ctrl-C in a terminal reaches every process that was started there, and the first one decides what it means.
    program = (
        "import signal, sys; signal.signal(signal.SIGINT, signal.SIG_IGN); "
        f"sys.path.insert(0, {root!r}); from {__name__} import serve; serve()"
    )
    return [sys.executable, "-c", program]


def serve() -> None:
    """Do tasks until there are no more. Only the parent talks to this process."""
    # Whatever prints must not print into the results.
    results = os.fdopen(os.dup(sys.stdout.fileno()), "wb", buffering=0)
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    # Not buffered: what lies in a buffer could not be waited for.
    tasks = os.fdopen(os.dup(sys.stdin.fileno()), "rb", buffering=0)

    def stopped() -> bool:
        """The parent has said something, or is gone."""
        return bool(select.select([tasks], [], [], 0)[0])

    word: object = READY
    while True:
        try:
            send(results, word)
            while (task := receive(tasks)) == STOP:
                pass  # it came when the work was done already
        except (OSError, EOFError):  # the parent is gone
            os._exit(0)  # what is left in the pipe, nobody will read
        assert isinstance(task, Task)
        try:
            word = task.run(stopped)
        except Exception as problem:  # noqa: BLE001 - the parent decides what it means
            word = TaskFailure(problem)
