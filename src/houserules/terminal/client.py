"""The loop of a match that a person plays: bots move, the table is shown, a line is read and answered."""

from __future__ import annotations

from contextlib import suppress
from typing import TextIO

from houserules.core import Event, Seat
from houserules.table import Clock, Decision, Table

from .consoles import Console, Terminal, console_for, silent
from .log import sentences
from .look import Look
from .reply import Reply
from .signals import Interrupted, SignalGuard
from .sitting import Sitting


def play(sitting: Sitting, *, source: TextIO, target: TextIO, look: Look) -> int:
    """Play a match to its end, or until the person leaves, and save it. Returns the exit code: 0, or that of the signal
    that ended it."""
    guard = SignalGuard()
    console = console_for(source, target, look, guard)
    with guard.signals(), silent(source if isinstance(console, Terminal) else None):
        try:
            over = _play(sitting, console, guard)
        except Interrupted as interrupted:
            with suppress(OSError, ValueError):  # the terminal may be gone
                console.say_goodbye(_last_words(sitting))
            return 128 + interrupted.number
        finally:
            guard.waiting = False
            sitting.finish()
            sitting.close()
    console.say_goodbye(_ended(sitting) if over else _last_words(sitting))
    return 0


def _ended(sitting: Sitting) -> list[str]:
    """The last lines: problems with saving, how to replay the match, then the result."""
    last = max([number for number, entry in enumerate(sitting.log) if isinstance(entry, Event)], default=-1)
    notes = sentences(sitting.log[last + 1 :], sitting.names)
    if sitting.autosave.is_on and sitting.autosave.path is not None:
        notes.append(f"The match is saved: houserules replay {sitting.autosave.path} replays it.")
    return [*notes, sitting.ending]


def _last_words(sitting: Sitting) -> list[str]:
    sitting.finish()
    autosave = sitting.autosave
    if autosave.is_on and not sitting.is_over:
        return ["The match is saved: houserules play --resume resumes it.", "Good-bye."]
    if autosave.problem and not sitting.is_over:
        what = "The match" if autosave.path is None else f"What came after the last save, in {autosave.path},"
        return [f"{what} is not saved: {autosave.problem}.", "Good-bye."]
    return ["Good-bye."]


def _play(sitting: Sitting, console: Console, guard: SignalGuard) -> bool:
    """True if the match is over, False if the person leaves."""
    thinker = InterruptibleBots(sitting, console, guard)
    reply = Reply((*sitting.notes, sitting.greeting()))
    while True:
        for _ in sitting.run_bots(thinker):
            console.bot_moved(sitting)
        console.show_table(sitting, reply)
        if sitting.is_over:
            return True
        while True:
            with guard.interruptible():
                line = console.read_line(sitting)
            if line is None:
                return False
            if line.split()[:1] in (["hint"], ["why"]):
                console.bot_thinks(sitting, "A bot")  # it may take a second
            reply = sitting.say(line)
            if reply.left:
                return False
            if reply.moved:
                break
            console.show_reply(sitting, reply)


class InterruptibleBots:
    """The bots of a sitting. While one thinks, the console says so and a signal may end it."""

    def __init__(self, sitting: Sitting, console: Console, guard: SignalGuard) -> None:
        self.sitting = sitting
        self.console = console
        self.guard = guard

    def think(self, table: Table, seat: Seat, clock: Clock) -> Decision:
        if self.sitting.thinks(seat):
            self.console.bot_thinks(self.sitting, self.sitting.names(seat))
        with self.guard.interruptible():
            return self.sitting.bots.think(table, seat, clock)
