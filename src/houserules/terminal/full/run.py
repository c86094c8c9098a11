"""Running the screen: it takes the terminal, gives it back as it was, and prints what matters after that."""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from typing import TextIO

from houserules.terminal.client import Words, ended_words, last_words
from houserules.terminal.look import Look
from houserules.terminal.remote_client import last_words as last_words_of_server
from houserules.terminal.remote_sitting import RemoteSitting
from houserules.terminal.tips import Tips, screen_tips

from .app import TableApp
from .hosts import Host, LocalHost, Matches, RemoteHost
from .wishes import Wishes


def play(matches: Matches, *, target: TextIO, look: Look, wishes: Wishes, is_quiet: bool = False) -> int:
    """Play one match after the other, until the person leaves. Returns the exit code."""
    host = LocalHost(matches, wishes)
    first = matches.sitting
    notes = (*first.notes, *(() if is_quiet else (f"{first.pairing()}.", *first.goal_lines())))
    try:
        code = _run(host, look, wishes, notes, Tips(screen_tips(first.game), are_wanted=not is_quiet))
    finally:
        sitting = matches.sitting
        sitting.finish()
        sitting.close()
    words = Words(is_quiet=is_quiet)
    _print(ended_words(sitting, words) if sitting.is_over else last_words(sitting, words), target)
    return code


def play_remote(sitting: RemoteSitting, *, target: TextIO, look: Look, wishes: Wishes) -> int:
    """The same at a table on a server: 1 if the server ended it."""
    try:
        code = _run(RemoteHost(sitting, wishes), look, wishes, sitting.opening_lines())
    finally:
        sitting.close()
    if sitting.ended is not None and not sitting.has_left and code == 0:
        code = 1
    _print(last_words_of_server(sitting), target)
    return code


def _run(host: Host, look: Look, wishes: Wishes, notes: tuple[str, ...], tips: Tips | None = None) -> int:
    if not look.color:
        os.environ["NO_COLOR"] = "1"
    app = TableApp(host, look, wishes, greeting=notes, tips=tips)
    if sys.platform != "win32":
        from .driver import TerminalDriver  # noqa: PLC0415 - not every system has it

        app.driver_class = TerminalDriver
    code = app.run()
    return 1 if code is None else code


def _print(lines: list[str], target: TextIO) -> None:
    with suppress(OSError, ValueError):  # the terminal may be gone
        target.write("\n".join([*lines, ""]))
        target.flush()
