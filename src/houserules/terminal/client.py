"""The two ways to sit at a table: in a terminal with a screen and a prompt, or plain lines through a pipe."""

from __future__ import annotations

import os
import shutil
import signal
import sys
import textwrap
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from types import FrameType
from typing import TYPE_CHECKING, Final, Protocol, TextIO

import msgspec

from .look import NARROWEST, Look
from .screen import drawn
from .sitting import LONGEST, Answer, Sitting

if TYPE_CHECKING:
    from .prompt import Prompt

TABLE: Final = 18
"""Rows that are left to a table, the prompt and its suggestions; what is too long for the rest stands alone."""


FRAME: Final = 0.05
"""Seconds between two screens while bots move."""


class Left(KeyboardInterrupt):
    """Somebody or something ends the program: Ctrl-C, a closed terminal, the end of the system."""

    def __init__(self, number: int) -> None:
        super().__init__()
        self.number = number


class Place(Protocol):
    """Where a person sits."""

    def table(self, sitting: Sitting, answer: Answer) -> None:
        """Show the table, and what was said."""

    def moved(self, sitting: Sitting) -> None:
        """A bot has moved."""

    def thinks(self, sitting: Sitting, name: str) -> None:
        """A bot takes its time."""

    def said(self, sitting: Sitting, answer: Answer) -> None:
        """Something was answered, and the table is as it was."""

    def asked(self, sitting: Sitting) -> str | None:
        """The next line of the person; None at the end of the input."""

    def goodbye(self, lines: list[str]) -> None:
        """The last words."""


def play(sitting: Sitting, *, source: TextIO, target: TextIO, look: Look) -> int:
    """Play a match to its end, or until the person leaves; what is to be kept is kept. The exit code: 0, or that of
    the signal which ended it."""
    watch = Watch()
    place: Place = Terminal(target, look, watch) if _is_terminal(source, target) else Pipe(source, target, look)
    with watch.signals(), _silent(source if isinstance(place, Terminal) else None):
        try:
            over = _play(sitting, place, watch)
        except Left as left:
            with suppress(OSError, ValueError):  # the terminal may be gone
                place.goodbye(_last_words(sitting))
            return 128 + left.number
        finally:
            watch.waiting = False
            sitting.finish()
            sitting.close()
    place.goodbye(_ended(sitting) if over else _last_words(sitting))
    return 0


def _is_terminal(source: TextIO, target: TextIO) -> bool:
    with suppress(ValueError, OSError):
        return source.isatty() and target.isatty() and os.environ.get("TERM") != "dumb"
    return False


@contextmanager
def _silent(terminal: TextIO | None) -> Iterator[None]:
    """Keys that are pressed while nobody asks are not echoed into the table, and neither stop the program nor kill it;
    Ctrl-C is heard. What was typed too early is read at the next prompt."""
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


def _ended(sitting: Sitting) -> list[str]:
    """How it ended, last; before it what went wrong in keeping it, or how to look at it again."""
    number = next((number for number, line in enumerate(sitting.log) if line == sitting.ending), len(sitting.log))
    after = sitting.log[number + 1 :]
    if sitting.kept and sitting.path is not None:
        after.append(f"The match is kept: houserules replay {sitting.path} goes through it again.")
    return [*after, sitting.ending]


def _last_words(sitting: Sitting) -> list[str]:
    sitting.finish()
    if sitting.kept and not sitting.over:
        return ["The match is kept: houserules play --resume goes on with it.", "Good-bye."]
    if sitting.unsaved and not sitting.over:
        what = "The match" if sitting.path is None else f"What came after the last saving, in {sitting.path},"
        return [f"{what} is not kept: {sitting.unsaved}.", "Good-bye."]
    return ["Good-bye."]


def _play(sitting: Sitting, place: Place, watch: Watch) -> bool:
    """True if the match is over, False if the person leaves."""
    answer = Answer((*sitting.notes, sitting.greeting()))
    while True:
        while (seat := sitting.due()) is not None:
            if sitting.is_slow(seat):
                place.thinks(sitting, sitting.names(seat))
            with watch.interruptible():
                thought = sitting.thought(seat)
            sitting.act(seat, thought)
            place.moved(sitting)
        place.table(sitting, answer)
        if sitting.over:
            return True
        while True:
            with watch.interruptible():
                line = place.asked(sitting)
            if line is None:
                return False
            if line.split()[:1] in (["hint"], ["why"]):
                place.thinks(sitting, "A bot")  # it may take a second
            answer = sitting.say(line)
            if answer.left:
                return False
            if answer.moved:
                break
            place.said(sitting, answer)


# -- Signals ---------------------------------------------------------------------------------------------------------


class Watch:
    """Turns signals into `Left`, but only where nothing is half done: while a person or a bot is waited for."""

    def __init__(self) -> None:
        self.waiting = False
        self.caught: int | None = None
        self.stop: Callable[[Left], bool] | None = None
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
            left = Left(number)
            if self.stop is None or not self.stop(left):
                raise left

    @contextmanager
    def interruptible(self) -> Iterator[None]:
        self.waiting = True
        try:
            if self.caught is not None:
                raise Left(self.caught)
            yield
        except Left:
            raise
        except KeyboardInterrupt as key:  # Ctrl-C at the prompt, which is a key there and no signal
            raise Left(signal.SIGINT) from key
        finally:
            self.waiting = False


# -- A pipe ----------------------------------------------------------------------------------------------------------


class Pipe:
    """Plain text: no escape codes, and a table only when there is something to decide."""

    def __init__(self, source: TextIO, target: TextIO, look: Look) -> None:
        self.source = source
        self.target = target
        # Whoever reads this has no window that could be too narrow.
        self.look = msgspec.structs.replace(look, color=False, height=None, width=max(look.width, NARROWEST))

    def table(self, sitting: Sitting, answer: Answer) -> None:
        self._print(answer.lines)
        text = drawn(sitting.view(), sitting.names, sitting.log, self.look, sitting.order)
        self.target.write(f"{text}\n")

    def moved(self, sitting: Sitting) -> None:
        pass

    def thinks(self, sitting: Sitting, name: str) -> None:
        pass

    def said(self, sitting: Sitting, answer: Answer) -> None:  # noqa: ARG002 - it is not drawn again
        self._print(answer.lines)

    def asked(self, sitting: Sitting) -> str | None:  # noqa: ARG002 - there is nothing to suggest
        self.target.write("> ")
        self.target.flush()
        line = self.source.readline(LONGEST + 2)
        rest = line
        while rest and not rest.endswith("\n") and len(rest) > LONGEST:
            rest = self.source.readline(LONGEST + 2)
        self.target.write("\n" if line else "")
        return line or None

    def goodbye(self, lines: list[str]) -> None:
        self._print(tuple(lines))
        self.target.flush()

    def _print(self, lines: tuple[str, ...]) -> None:
        for line in lines:
            self.target.write(f"{line}\n")


# -- A terminal ------------------------------------------------------------------------------------------------------


class Terminal:
    """A screen that is drawn anew with one write at each change, and a prompt under it."""

    def __init__(self, target: TextIO, look: Look, watch: Watch) -> None:
        self.target = target
        self.look = look
        self.watch = watch
        self.more: list[str] = []
        """What did not fit: an empty line shows more of it."""
        self.pasted: list[str] = []
        """Lines that came with the last one, and wait for their turn."""
        self._prompt: Prompt | None = None
        self._said: tuple[str, ...] = ()
        self._drawn = 0.0

    def table(self, sitting: Sitting, answer: Answer) -> None:
        self._show(sitting, answer.lines)

    def moved(self, sitting: Sitting) -> None:
        # Quick bots move faster than anybody sees, and two of them may go on for a thousand moves.
        if time.monotonic() - self._drawn > FRAME:
            self._show(sitting, ())

    def thinks(self, sitting: Sitting, name: str) -> None:
        self._show(sitting, (f"{name} thinks ...",))

    def said(self, sitting: Sitting, answer: Answer) -> None:
        self._show(sitting, answer.lines)

    def asked(self, sitting: Sitting) -> str | None:
        if self.pasted:
            return self.pasted.pop(0)
        sitting.keep()  # whatever may have waited: now the person thinks, and the power may fail
        if self._prompt is None:
            from .prompt import Prompt  # noqa: PLC0415 - it takes its time, and the table is on the screen by now

            self._prompt = Prompt()
            self.watch.stop = self._prompt.stop
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

    def goodbye(self, lines: list[str]) -> None:
        self.target.write("\n".join([*lines, ""]))
        self.target.flush()

    def _show(self, sitting: Sitting, lines: tuple[str, ...]) -> None:
        """The table, and under it what was said; what is too long for that stands alone, page after page."""
        self._said, self.more = lines, []
        look = self._size()
        told = [part for line in lines for part in _wrapped(line, look.width)]
        assert look.height is not None
        if len(told) > max(look.height - TABLE, 1):
            self._page(told)
            return
        # Below a table there is room for one line, the prompt and its suggestions.
        look = msgspec.structs.replace(look, height=look.height - max(len(told) - 1, 0))
        table = drawn(sitting.view(), sitting.names, sitting.log, look, sitting.order)
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
            columns, rows = size.columns or columns, size.lines or rows  # some terminals know no size
        return msgspec.structs.replace(self.look, width=max(columns, 20), height=max(rows, 4))

    def _write(self, lines: list[str]) -> None:
        """From the top left, each line erased to its end and all below: one write, so that nothing flickers."""
        self.target.write("\x1b[H" + "".join(f"{line}\x1b[K\r\n" for line in lines) + "\x1b[J")
        self.target.flush()
        self._drawn = time.monotonic()


def _wrapped(line: str, width: int) -> list[str]:
    if len(line) <= width:
        return [line]
    indent = " " * min(len(line) - len(line.lstrip()) + 2, width // 2)
    return textwrap.wrap(line, width, subsequent_indent=indent) or [""]
