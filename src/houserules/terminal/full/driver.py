"""The driver of the terminal: it writes where the table belongs, and does not mind if the terminal is gone."""

from __future__ import annotations

import sys
from contextlib import suppress
from typing import Any, TextIO

from textual.drivers.linux_driver import LinuxDriver


class Unbreakable:
    """A terminal that may be closed at any time: what is written then is lost, and nothing else."""

    def __init__(self, file: TextIO) -> None:
        self._file = file

    def write(self, text: str) -> int:
        with suppress(OSError, ValueError):
            return self._file.write(text)
        return 0

    def flush(self) -> None:
        with suppress(OSError, ValueError):
            self._file.flush()

    def __getattr__(self, name: str) -> Any:
        return getattr(self._file, name)


class TerminalDriver(LinuxDriver):
    """Textual writes to the error stream, which somebody may have sent to a file."""

    def __init__(self, *words: Any, **options: Any) -> None:
        super().__init__(*words, **options)
        assert sys.__stdout__ is not None
        self._file = Unbreakable(sys.__stdout__)  # type: ignore[assignment]  # it has all that the driver uses
