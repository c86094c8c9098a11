"""The loop of a match that a person plays: bots move, the table is shown, a line is read and answered."""

from __future__ import annotations

from contextlib import suppress
from typing import Final, TextIO

import msgspec

from houserules.core import Event, Seat
from houserules.table import Clock, Decision, Table

from .consoles import Console, Terminal, console_for, is_terminal, silent
from .evening import Evening
from .log import sentences
from .look import Look
from .reply import Reply
from .signals import Interrupted, SignalGuard
from .sitting import Sitting
from .started import typed
from .tips import Tips

YES: Final = ("", "y", "yes", "rematch", "another", "again")
"""Answers to the question whether there is another match."""


class Words(msgspec.Struct, frozen=True):
    """How much the program says of itself."""

    is_quiet: bool = False
    """No greeting and no farewell."""
    tips: Tips | None = None


PLAIN: Final = Words()


def play_evening(evening: Evening, *, source: TextIO, target: TextIO, look: Look, words: Words = PLAIN) -> int:
    """Play one match after the other with the same players, as long as the person wants another one. A script says
    `rematch` before the end; a person in a terminal is asked."""
    while True:
        code = play(evening.sitting, source=source, target=target, look=look, words=words)
        if not evening.sitting.is_over:
            return code
        is_asked = is_terminal(source, target)
        tally = evening.tally_line() if is_asked or len(evening.played) > 1 else ""
        for line in filter(None, () if words.is_quiet else (evening.loser_line(), tally)):
            print(line, file=target, flush=True)
        if not evening.sitting.wants_rematch and not (is_asked and wants_another(source, target)):
            return code
        evening.rematch()


def wants_another(source: TextIO, target: TextIO) -> bool:
    """Ask whether there is another match. At the end of the input there is none."""
    print("Another? (Enter or no)", end=" ", file=target, flush=True)
    line = source.readline()
    return bool(line) and line.strip().lower() in YES


def play(sitting: Sitting, *, source: TextIO, target: TextIO, look: Look, words: Words = PLAIN) -> int:
    """Play a match to its end, or until the person leaves, and save it. Returns the exit code: 0, or that of the signal
    that ended it."""
    guard = SignalGuard()
    console = console_for(source, target, look, guard)
    with guard.signals(), silent(source if isinstance(console, Terminal) else None):
        try:
            over = _play(sitting, console, guard, words)
        except Interrupted as interrupted:
            with suppress(OSError, ValueError):  # the terminal may be gone
                console.say_goodbye(last_words(sitting, words))
            return 128 + interrupted.number
        finally:
            guard.waiting = False
            sitting.finish()
            sitting.close()
    console.say_goodbye(ended_words(sitting, words) if over else last_words(sitting, words))
    return 0


def ended_words(sitting: Sitting, words: Words = PLAIN) -> list[str]:
    """The last lines: problems with saving, how to replay the match, then the result."""
    last = max([number for number, entry in enumerate(sitting.log) if isinstance(entry, Event)], default=-1)
    notes = sentences(sitting.log[last + 1 :], sitting.names)
    if sitting.autosave.is_on and sitting.autosave.path is not None and not words.is_quiet:
        notes.append(f"The match is saved: {typed(f'replay {sitting.autosave.path}')} replays it.")
    return [*notes, sitting.ending]


def last_words(sitting: Sitting, words: Words = PLAIN) -> list[str]:
    sitting.finish()
    autosave = sitting.autosave
    if words.is_quiet and not autosave.problem:
        return []
    if autosave.is_on and not sitting.is_over:
        return [f"The match is saved: {typed('play --resume')} resumes it.", "Good-bye."]
    if autosave.problem and not sitting.is_over:
        what = "The match" if autosave.path is None else f"What came after the last save, in {autosave.path},"
        return [f"{what} is not saved: {autosave.problem}.", "Good-bye."]
    return ["Good-bye."]


def _play(sitting: Sitting, console: Console, guard: SignalGuard, words: Words) -> bool:
    """True if the match is over, False if the person leaves."""
    thinker = InterruptibleBots(sitting, console, guard)
    goal = () if isinstance(console, Terminal) else sitting.goal_lines()  # there the table needs the rows
    reply = Reply(() if words.is_quiet else (*sitting.notes, sitting.greeting(), *goal))
    while True:
        for _ in sitting.run_bots(thinker):
            console.bot_moved(sitting)
        is_turn = not sitting.is_over and not sitting.curtain
        tip = words.tips.next() if words.tips is not None and is_turn and not reply.lines else ""
        console.show_table(sitting, with_line(reply, tip))
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


def with_line(reply: Reply, line: str) -> Reply:
    """The reply with one more line, if there is one."""
    return msgspec.structs.replace(reply, lines=(*reply.lines, line), as_typed=True) if line else reply


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
