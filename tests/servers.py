"""Servers for tests: `houserules serve` in a process of its own, which can be killed and started again."""

from __future__ import annotations

import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

PATIENCE = 60
"""Seconds until a process that hangs fails the test."""
NO_LIMITS = (
    *("--messages-per-second", "100000", "--burst", "100000", "--requests-per-second", "10000"),
    *("--requests-burst", "10000", "--tables-per-address", "10000", "--sockets-per-address", "10000"),
)
"""Programs are faster than people."""


class ServerProcess:
    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.process: subprocess.Popen[str] | None = None
        self.port = 0

    @property
    def address(self) -> str:
        return f"http://localhost:{self.port}"

    def start(self) -> None:
        """At the second start on the same port, so that links stay right."""
        database = f"sqlite:///{self.folder / 'tables.db'}"
        words = ["serve", "--port", str(self.port), "--database", database, *NO_LIMITS]
        with (self.folder / "server.log").open("ab") as log:
            self.process = subprocess.Popen(
                [sys.executable, "-m", "houserules", *words], stdout=subprocess.PIPE, stderr=log, text=True
            )
        assert self.process.stdout is not None
        for line in self.process.stdout:
            if "ready at" in line:
                self.port = int(line.rsplit(":", 1)[1])
                return
        raise AssertionError((self.folder / "server.log").read_text(encoding="utf-8"))

    def end(self, number: signal.Signals) -> None:
        if self.process is None:
            return
        self.process.send_signal(number)
        self.process.wait(PATIENCE)
        assert self.process.stdout is not None
        self.process.stdout.close()
        self.process = None


@contextmanager
def serving(folder: Path) -> Iterator[ServerProcess]:
    server = ServerProcess(folder)
    try:
        server.start()
        yield server
    finally:
        server.end(signal.SIGKILL)
