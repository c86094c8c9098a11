"""Consoles: where a person sits, in a terminal with a screen and a prompt, or at a pipe with plain lines."""

from __future__ import annotations

import os
import shutil
import textwrap
import time
from contextlib import suppress
from typing import TYPE_CHECKING, Final, Protocol, TextIO

import msgspec

from .look import NARROWEST, Look
from .reply import Reply
from .screen import drawn
from .signals import SignalGuard
from .sitting import LONGEST_LINE, Sitting

if TYPE_CHECKING:
    from .prompt import Prompt

TABLE_ROWS: Final = 18
"""Rows for a table, the prompt and its suggestions. A text that needs more than the rest is shown without a table."""

FRAME_SECONDS: Final = 0.05
"""Between two screens while bots move."""


class Console(Protocol):
    """Where a person sits: it shows the table and asks for lines."""

    def show_table(self, sitting: Sitting, reply: Reply) -> None:
        """Show the table and a reply: it changed, or the match begins."""

    def bot_moved(self, sitting: Sitting) -> None:
        """Show that a bot has moved."""

    def bot_thinks(self, sitting: Sitting, name: str) -> None:
        """Show that a bot is thinking."""

    def show_reply(self, sitting: Sitting, reply: Reply) -> None:
        """Show a reply: the table is as it was."""

    def read_line(self, sitting: Sitting) -> str | None:
        """The next line of the person; None at the end of the input."""

    def say_goodbye(self, lines: list[str]) -> None:
        """Show the last lines."""


# -- A pipe ----------------------------------------------------------------------------------------------------------


class Pipe:
    """Plain text: no escape codes, and a table only when there is something to decide."""

    def __init__(self, source: TextIO, target: TextIO, look: Look) -> None:
        self.source = source
        self.target = target
        # A pipe has no window that could be too narrow.
        self.look = msgspec.structs.replace(look, color=False, height=None, width=max(look.width, NARROWEST))

    def show_table(self, sitting: Sitting, reply: Reply) -> None:
        self._print(reply.lines)
        text = drawn(sitting.view(), sitting.names, sitting.log_lines(), self.look, sitting.order)
        self.target.write(f"{text}\n")

    def bot_moved(self, sitting: Sitting) -> None:
        pass

    def bot_thinks(self, sitting: Sitting, name: str) -> None:
        pass

    def show_reply(self, sitting: Sitting, reply: Reply) -> None:  # noqa: ARG002 - it is not drawn again
        self._print(reply.lines)

    def read_line(self, sitting: Sitting) -> str | None:  # noqa: ARG002 - there is nothing to suggest
        self.target.write("> ")
        self.target.flush()
        line = self.source.readline(LONGEST_LINE + 2)
        rest = line
        while rest and not rest.endswith("\n") and len(rest) > LONGEST_LINE:
            rest = self.source.readline(LONGEST_LINE + 2)
        self.target.write("\n" if line else "")
        return line or None

    def say_goodbye(self, lines: list[str]) -> None:
        self._print(tuple(lines))
        self.target.flush()

    def _print(self, lines: tuple[str, ...]) -> None:
        for line in lines:
            self.target.write(f"{line}\n")


# -- A terminal ------------------------------------------------------------------------------------------------------


class Terminal:
    """A screen that is drawn again in one write at each change, and a prompt under it."""

    def __init__(self, target: TextIO, look: Look, guard: SignalGuard) -> None:
        self.target = target
        self.look = look
        self.guard = guard
        self.more: list[str] = []
        """What did not fit: an empty line shows more of it."""
        self.pasted: list[str] = []
        """Lines that came with the last one, and wait for their turn."""
        self._prompt: Prompt | None = None
        self._said: tuple[str, ...] = ()
        self._drawn = 0.0

    def show_table(self, sitting: Sitting, reply: Reply) -> None:
        self._show(sitting, reply.lines)

    def bot_moved(self, sitting: Sitting) -> None:
        # Quick bots move faster than anybody can see, and two of them may make a thousand moves.
        if time.monotonic() - self._drawn > FRAME_SECONDS:
            self._show(sitting, ())

    def bot_thinks(self, sitting: Sitting, name: str) -> None:
        self._show(sitting, (f"{name} thinks ...",))

    def show_reply(self, sitting: Sitting, reply: Reply) -> None:
        self._show(sitting, reply.lines)

    def read_line(self, sitting: Sitting) -> str | None:
        if self.pasted:
            return self.pasted.pop(0)
        sitting.keep()  # a save that waited is due: now the person thinks, and the power may fail
        if self._prompt is None:
            from .prompt import Prompt  # noqa: PLC0415 - it is slow to import, and the table is on the screen by now

            self._prompt = Prompt()
            self.guard.stop = self._prompt.stop
        typed: str | None = None
        while True:
            try:
                line = self._prompt.line(sitting, more=bool(self.more), typed=typed or "")
            except EOFError:
                return None
            typed = self._prompt.resized()
            if typed is not None:
                self._show(sitting, self._said)
            elif line.strip() or not self.more:
                self.more = []
                line, *self.pasted = [part for part in line.splitlines() if part.strip()] or [""]
                return line
            else:
                self._page(self.more)

    def say_goodbye(self, lines: list[str]) -> None:
        self.target.write("\n".join([*lines, ""]))
        self.target.flush()

    def _show(self, sitting: Sitting, lines: tuple[str, ...]) -> None:
        """The table with lines under it. Lines that do not fit are shown without the table, page after page."""
        self._said, self.more = lines, []
        look = self._size()
        told = [part for line in lines for part in _wrapped(line, look.width)]
        assert look.height is not None
        if len(told) > max(look.height - TABLE_ROWS, 1):
            self._page(told)
            return
        # Below a table there is room for one line, the prompt and its suggestions.
        look = msgspec.structs.replace(look, height=look.height - max(len(told) - 1, 0))
        table = drawn(sitting.view(), sitting.names, sitting.log_lines(), look, sitting.order)
        self._write([*table.split("\n"), *told])

    def _page(self, lines: list[str]) -> None:
        rows = max((self._size().height or 24) - 2, 1)
        self.more = lines[rows:]
        self._write(lines[:rows])

    def _size(self) -> Look:
        """As large as the window is now."""
        columns, rows = shutil.get_terminal_size((self.look.width, self.look.height or 24))
        with suppress(OSError, ValueError):
            size = os.get_terminal_size(self.target.fileno())
            columns, rows = size.columns or columns, size.lines or rows  # some terminals do not know their size
        return msgspec.structs.replace(self.look, width=max(columns, 20), height=max(rows, 4))

    def _write(self, lines: list[str]) -> None:
        """Write from the top left and erase the rest of each line and all below, in one write: nothing flickers."""
        self.target.write("\x1b[H" + "".join(f"{line}\x1b[K\r\n" for line in lines) + "\x1b[J")
        self.target.flush()
        self._drawn = time.monotonic()


def _wrapped(line: str, width: int) -> list[str]:
    if len(line) <= width:
        return [line]
    indent = " " * min(len(line) - len(line.lstrip()) + 2, width // 2)
    return textwrap.wrap(line, width, subsequent_indent=indent) or [""]
