"""Consoles: where a person sits, in a terminal with a screen and a prompt, or at a pipe with plain lines."""

from __future__ import annotations

import os
import shutil
import sys
import textwrap
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Final, Protocol, TextIO

import msgspec

from .cards_drawn import readable
from .look import NARROWEST, Look
from .reply import Reply
from .screen import drawn
from .seated import Seated
from .signals import SignalGuard
from .spoken import LONGEST_LINE

if TYPE_CHECKING:
    from .prompt import Prompt

TABLE_ROWS: Final = 18
"""Rows for a table, the prompt and its suggestions. A text that needs more than the rest is shown without a table."""

LEAVES_PAGER: Final = ("q", "quit", "exit")
"""What leaves a long text and shows the table again: in pagers `q` is not a Queen."""

FRAME_SECONDS: Final = 0.05
"""Between two screens while bots move."""


class Console(Protocol):
    """Where a person sits: it shows the table and asks for lines."""

    def show_table(self, sitting: Seated, reply: Reply) -> None:
        """Show the table and a reply: it changed, or the match begins."""

    def bot_moved(self, sitting: Seated) -> None:
        """Show that a bot has moved."""

    def bot_thinks(self, sitting: Seated, name: str) -> None:
        """Show that a bot is thinking."""

    def show_reply(self, sitting: Seated, reply: Reply) -> None:
        """Show a reply: the table is as it was."""

    def read_line(self, sitting: Seated) -> str | None:
        """The next line of the person; None at the end of the input."""

    def refresh(self) -> None:
        """Something happened while the person thinks. Any thread may say so."""

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

    def show_table(self, sitting: Seated, reply: Reply) -> None:
        self._print(_readable(sitting, reply, self.look))
        self.target.write(f"{_drawn(sitting, self.look)}\n")

    def bot_moved(self, sitting: Seated) -> None:
        pass

    def bot_thinks(self, sitting: Seated, name: str) -> None:
        pass

    def show_reply(self, sitting: Seated, reply: Reply) -> None:
        self._print(_readable(sitting, reply, self.look))

    def read_line(self, sitting: Seated) -> str | None:  # noqa: ARG002 - there is nothing to suggest
        self.target.write("> ")
        self.target.flush()
        line = self.source.readline(LONGEST_LINE + 2)
        rest = line
        while rest and not rest.endswith("\n") and len(rest) > LONGEST_LINE:
            rest = self.source.readline(LONGEST_LINE + 2)
        self.target.write("\n" if line else "")
        return line or None

    def refresh(self) -> None:
        pass

    def say_goodbye(self, lines: list[str]) -> None:
        self.tell(lines)

    def tell(self, lines: Sequence[str]) -> None:
        """Print lines at once."""
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
        self._news = 0
        """Of the sitting, when it was drawn."""

    def show_table(self, sitting: Seated, reply: Reply) -> None:
        self._show(sitting, _readable(sitting, reply, self.look))

    def bot_moved(self, sitting: Seated) -> None:
        # Quick bots move faster than anybody can see, and two of them may make a thousand moves.
        if time.monotonic() - self._drawn > FRAME_SECONDS:
            self._show(sitting, ())

    def bot_thinks(self, sitting: Seated, name: str) -> None:
        self._show(sitting, (f"{name} thinks ...",))

    def show_reply(self, sitting: Seated, reply: Reply) -> None:
        self._show(sitting, _readable(sitting, reply, self.look))

    def read_line(self, sitting: Seated) -> str | None:
        if self.pasted:
            return self.pasted.pop(0)
        sitting.keep()  # a save that waited is due: now the person thinks, and the power may fail
        if self._prompt is None:
            from .prompt import Prompt  # noqa: PLC0415 - it is slow to import, and the table is on the screen by now

            self._prompt = Prompt(remembers=not sitting.is_shared)
            self.guard.stop = self._prompt.stop
        typed: str | None = None
        while True:
            try:
                news = None if self.more else self._news
                line = self._prompt.line(sitting, more=bool(self.more), typed=typed or "", news=news)
            except EOFError:
                return None
            typed = self._prompt.outdated()
            if typed is not None:
                if sitting.ended is not None:
                    return None
                self._show(sitting, self._said)
            elif self.more and line.strip().lower() in LEAVES_PAGER:
                self._show(sitting, ())
            elif line.strip() or not self.more:
                self.more = []
                line, *self.pasted = [part for part in line.splitlines() if part.strip()] or [""]
                return line
            else:
                self._page(self.more)

    def refresh(self) -> None:
        """Something happened while the person thinks. Any thread may say so."""
        if self._prompt is not None:
            self._prompt.refresh()

    def say_goodbye(self, lines: list[str]) -> None:
        self.target.write("\n".join([*lines, ""]))
        self.target.flush()

    def _show(self, sitting: Seated, lines: tuple[str, ...]) -> None:
        """The table with lines under it. Lines that do not fit are shown without the table, page after page."""
        self._said, self.more, self._news = lines, [], sitting.news
        look = self._size()
        told = [part for line in lines for part in _wrapped(line, look.width)]
        assert look.height is not None
        if len(told) > max(look.height - TABLE_ROWS, 1):
            self._page(told)
            return
        # Below a table there is room for one line, the prompt and its suggestions.
        look = msgspec.structs.replace(look, height=look.height - max(len(told) - 1, 0))
        self._write([*_drawn(sitting, look).split("\n"), *told])

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


# -- Which of them ---------------------------------------------------------------------------------------------------


def console_for(source: TextIO, target: TextIO, look: Look, guard: SignalGuard) -> Console:
    return Terminal(target, look, guard) if is_terminal(source, target) else Pipe(source, target, look)


def is_terminal(source: TextIO, target: TextIO) -> bool:
    """Can a screen be drawn there, and keys be read?"""
    with suppress(ValueError, OSError):
        return source.isatty() and target.isatty() and os.environ.get("TERM") != "dumb"
    return False


@contextmanager
def silent(terminal: TextIO | None) -> Iterator[None]:
    """While nobody asks for a line, keys are not echoed into the table, and only Ctrl-C has an effect. What was typed
    too early is read at the next prompt."""
    if terminal is None or sys.platform == "win32":
        yield
        return
    import termios  # noqa: PLC0415 - not every system has it

    number = terminal.fileno()
    before = termios.tcgetattr(number)
    quiet = termios.tcgetattr(number)
    quiet[3] &= ~termios.ECHO
    nothing = os.fpathconf(number, "PC_VDISABLE")
    for key in (termios.VSUSP, termios.VQUIT):
        quiet[6][key] = bytes([nothing & 255])
    termios.tcsetattr(number, termios.TCSADRAIN, quiet)
    try:
        yield
    finally:
        with suppress(termios.error):  # the terminal may be gone
            termios.tcsetattr(number, termios.TCSADRAIN, before)


def _drawn(sitting: Seated, look: Look) -> str:
    return (
        sitting.curtain
        or sitting.waiting
        or drawn(sitting.view(), sitting.names, sitting.log_lines(), look, sitting.order)
    )


def _readable(sitting: Seated, reply: Reply, look: Look) -> tuple[str, ...]:
    """Cards as people read them, unless a line says what to type."""
    if reply.as_typed or sitting.waiting:
        return reply.lines
    return tuple([readable(line, look, sitting.names.names) for line in reply.lines])


def _wrapped(line: str, width: int) -> list[str]:
    if len(line) <= width:
        return [line]
    indent = " " * min(len(line) - len(line.lstrip()) + 2, width // 2)
    return textwrap.wrap(line, width, subsequent_indent=indent) or [""]
