"""The loop of a table on a server: the table is shown whenever it changes, a line is read and answered."""

from __future__ import annotations

from contextlib import suppress
from typing import TextIO

from .consoles import Console, Pipe, Terminal, console_for, silent
from .look import Look
from .remote_sitting import RemoteSitting
from .reply import Reply, as_sentence
from .signals import Interrupted, SignalGuard
from .started import typed


def play(sitting: RemoteSitting, *, source: TextIO, target: TextIO, look: Look) -> int:
    """Play until the person leaves, or the server ends it. Returns the exit code: 0, 1 if the server ended it, or that
    of the signal."""
    guard = SignalGuard()
    console = console_for(source, target, look, guard)
    sitting.on_news = console.refresh
    sitting.on_wait = lambda: console.bot_thinks(sitting, "The server")
    code = 0
    with guard.signals(), silent(source if isinstance(console, Terminal) else None):
        try:
            _play(sitting, console, guard)
        except Interrupted as interrupted:
            code = 128 + interrupted.number
        finally:
            guard.waiting = False
            sitting.close()
    if sitting.ended is not None and not sitting.has_left and code == 0:
        code = 1
    with suppress(*([OSError, ValueError] if code else [])):  # the terminal may be gone
        console.say_goodbye(last_words(sitting))
    return code


def last_words(sitting: RemoteSitting) -> list[str]:
    if sitting.has_left or sitting.seat is None:
        return ["Good-bye."]
    if sitting.ended is not None:
        return [as_sentence(sitting.ended.message)]
    return [f"Your seat waits for you: {typed(f'join {sitting.table.invite}')} takes it again.", "Good-bye."]


def _play(sitting: RemoteSitting, console: Console, guard: SignalGuard) -> None:
    reply = Reply((sitting.greeting(),))
    while sitting.ended is None:
        if isinstance(console, Pipe):
            _tell_until_asked(sitting, console, guard)
        console.show_table(sitting, reply)
        while sitting.ended is None:
            with guard.interruptible():
                line = console.read_line(sitting)
            if line is None:
                return
            with guard.interruptible():
                reply = sitting.say(line)
            if reply.left:
                return
            if reply.moved:
                break
            console.show_reply(sitting, reply)


def _tell_until_asked(sitting: RemoteSitting, console: Pipe, guard: SignalGuard) -> None:
    """Print what happens until there is something to decide: a program that writes lines need not know when."""
    while not sitting.is_asked and sitting.ended is None:
        news = sitting.news
        console.tell(sitting.fresh_lines())
        if not sitting.is_asked:
            with guard.interruptible():
                sitting.wait(news)
