"""Sitting: one person at a local table against bots; a typed line in, what to show out. It reads and prints nothing.

sitting = Sitting.new(load("shithead"), seats=3, seed="friday", bots=[BotSpec("hard")])
sitting.say("ready")        # a Reply: what to show, and whether the table changed
sitting.bots_move()         # until the person may act again, or the match is over
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Final

from houserules import fair
from houserules.bots import BotSpec, levels
from houserules.core import Move, Seat, View
from houserules.errors import HouseRulesError, IllegalMove, RecordError, RequestError
from houserules.games import AnyGame
from houserules.match import Match, read_record, rules_of
from houserules.table import (
    Decision,
    Player,
    Policies,
    Settings,
    Table,
    TableBots,
    TakeBack,
    Thinker,
    run_bots,
    table_from_record,
)

from . import library
from .answers import ANSWERS
from .autosave import Autosave
from .commands import COMMANDS
from .log import BotFailed, Entry, Note, TookBack, log_lines, sentences
from .look import Order
from .players import clean, seat_players, shown_names, with_time
from .reply import Reply
from .saved import Saved, now
from .spoken import answer_line, note_on

DEFAULT_MS: Final = 1000
"""Milliseconds for a hint by default."""

Clock = Callable[[], float]
"""Shows seconds, and never runs back."""


class Sitting:
    """Use `new` or `resumed`."""

    commands = COMMANDS
    news = 0
    ended = None
    waiting = ""

    def __init__(
        self,
        table: Table,
        seat: Seat | None,
        *,
        begun: str,
        undone: int = 0,
        branched: int | None = None,
        autosave: Autosave | None = None,
        ms: int | None = None,
        clock: Clock = time.monotonic,
    ) -> None:
        self.table = table
        self.seat = seat
        """Where the person sits; None for a person who only watches."""
        self.bots = TableBots(table.game)
        self.names = shown_names(table.players)
        self.begun = begun
        self.undone = undone
        self.branched = branched
        self.autosave = Autosave(is_on=False) if autosave is None else autosave
        self.ms = DEFAULT_MS if ms is None else ms
        self.notes: tuple[str, ...] = ()
        """What is said before the greeting."""
        self.order: Order = "rank"
        self.log: list[Entry] = []
        """What happened since the person moved last, the oldest first."""
        self._clock = clock
        self._start = clock() - table.match.seconds
        self._last_line = range(0)
        """The numbers, from 0, of the moves that the last line of the person made."""

    @staticmethod
    def new(
        game: AnyGame,
        *,
        seats: int,
        seed: str | None,
        bots: Sequence[BotSpec],
        seat: Seat | None = 0,
        name: str = "You",
        ms: int | None = None,
        saves: bool = True,
        has_undo: bool = True,
        clock: Clock = time.monotonic,
    ) -> Sitting:
        """A new match. The bots sit down in the order of the seats; the last one that is named takes all further seats.

        `ms` is the time for a hint; `saves`: the match is saved after each move of the person."""
        game.check_seats(seats)
        if seat is not None and not 0 <= seat < seats:
            raise RequestError("bad-request", f"there is no seat {seat} at a table of {seats}: choose 0 to {seats - 1}")
        players = seat_players(seats, seat, name, bots)
        fresh = fair.new_secret() if seed is None else seed
        table = Table.new(Settings.of(game, players, seed=fresh, policies=Policies(undo=has_undo)), game)
        return Sitting(table, seat, begun=now(), autosave=Autosave(is_on=saves), ms=ms, clock=clock)

    @staticmethod
    def resumed(
        found: Saved, path: Path | None, *, ms: int | None = None, saves: bool = True, clock: Clock = time.monotonic
    ) -> Sitting:
        """A saved match, as it was left. With `ms`, bots that think ahead get this time for each move."""
        record = read_record(found.record)
        game = rules_of(record.game, record.house)
        players = found.players if ms is None else [with_time(player, game, ms) for player in found.players]
        sitting = Sitting(
            table_from_record(record, players, game=game),
            found.seat,
            begun=found.begun,
            undone=found.undone,
            branched=found.branched,
            autosave=Autosave(path, is_on=saves),
            ms=ms,
            clock=clock,
        )
        own = [number for number, (seat, _) in enumerate(sitting.match.moves) if seat == found.seat]
        sitting.log += sitting.match.events(found.seat, own[-1] if own else 0)
        return sitting

    @staticmethod
    def newest(ms: int | None = None) -> tuple[Sitting | None, tuple[str, ...]]:
        """The newest match that can be resumed, and a line for each newer one that cannot."""
        skipped: list[str] = []
        for path, found in library.unfinished():
            try:
                if isinstance(found, RecordError):
                    raise found
                return Sitting.resumed(found, path, ms=ms), tuple(skipped)
            except HouseRulesError as problem:
                why = clean(problem.message.removeprefix(f"{path} ")).replace("\n", " ")
                skipped.append(f"Skipped {clean(path.name)}: {why}; houserules games lists all.")
        return None, tuple(skipped)

    # -- Where it stands -----------------------------------------------------------------------------------------------

    @property
    def game(self) -> AnyGame:
        return self.table.game

    @property
    def match(self) -> Match[object]:
        return self.table.match

    @property
    def is_over(self) -> bool:
        return self.table.is_over

    def view(self) -> View:
        """What the person sees."""
        return self.table.view(self.seat)

    @property
    def players(self) -> tuple[Player, ...]:
        return self.table.players

    def log_lines(self) -> list[str]:
        """The log in words."""
        return log_lines(self.log, self.names)

    def history(self) -> list[str]:
        return sentences(self.match.events(self.seat), self.names)

    @property
    def ending(self) -> str:
        """The last thing that happened, in words."""
        return self.match.events(self.seat, self.match.seq - 1)[-1].tell(self.names)

    def greeting(self) -> str:
        """Who plays what against whom."""
        others = [self.names(seat) for seat in range(self.table.seats) if seat != self.seat]
        against = others[0] if len(others) == 1 else f"{', '.join(others[:-1])} and {others[-1]}"
        return f"{clean(self.game.name)} against {against}: say a move, or help."

    # -- Bots ----------------------------------------------------------------------------------------------------------

    def thinks(self, seat: Seat) -> bool:
        """Does the bot of this seat think for a while?"""
        level = self.table.players[seat].level
        return level is not None and levels(self.game)[level].thinks

    def run_bots(self, thinker: Thinker | None = None) -> Iterator[Decision]:
        """Let bots move, one after the other, until the person may act again or the match is over."""
        for decision in run_bots(self.table, thinker or self.bots, self._now):
            if decision.failures:
                self.log.append(BotFailed(decision))
            self.log += [event.seen_by(self.seat) for event in decision.step.events]
            yield decision

    def bots_move(self) -> None:
        for _ in self.run_bots():
            pass

    def close(self) -> None:
        self.bots.close()

    def _now(self) -> int:
        """Milliseconds since the deal, without the time between leaving and resuming."""
        return max(int(1000 * (self._clock() - self._start)), 0)

    # -- What the person says ------------------------------------------------------------------------------------------

    def say(self, line: str) -> Reply:
        """Answer what the person typed. If it is refused, nothing has changed, and one line says why."""
        return answer_line(self, line)

    def answer(self, word: str, words: list[str]) -> Reply:
        return ANSWERS[word](self, words)

    def play(self, moves: Sequence[Move]) -> Reply:
        """Make moves of the person, one after the other: all of them, or none."""
        if self.seat is None:
            raise IllegalMove("not-your-turn", "you are only watching: say quit to leave")
        view, match = self.view(), self.match
        if len(moves) > 1:
            trial = Match(self.game, match.state, match.seed)
            for move in moves:
                trial.play(self.seat, move)
        first = match.seq
        steps = [self.table.play(self.seat, move, self._now()) for move in moves]
        self._last_line = range(first, match.seq)
        self.log = [event.seen_by(self.seat) for step in steps for event in step.events]
        self.keep(may_wait=True)
        return Reply(note_on(moves, view, has_undo=self.table.settings.policies.undo), moved=True)

    def undo(self) -> None:
        """Take back the last decision of the person and all that followed. A line of several moves is one decision."""
        if len(self.table.seating.people) > 1:
            raise RequestError("bad-request", "another person plays here: undo is for matches against bots")
        moves = self.match.moves
        own = [number for number, (seat, _) in enumerate(moves) if seat == self.seat]
        if self.seat is None or not own:
            raise RequestError("bad-request", "you have not made a move yet, so there is nothing to take back")
        first = self._last_line.start if own[-1] in self._last_line else own[-1]
        self.table.play(self.seat, TakeBack(len(moves) - first), self._now())
        self.undone += 1
        self.log = [TookBack(self.seat, tuple([move for _, move in moves[first : own[-1] + 1]]))]
        self.keep()

    # -- Saving --------------------------------------------------------------------------------------------------------

    def saved(self) -> Saved:
        return Saved(
            record=self.match.record(),
            seat=self.seat,
            players=self.table.players,
            begun=self.begun,
            undone=self.undone,
            branched=self.branched,
        )

    def save(self) -> Path:
        """Save now, and from now on after each move; raises if it fails. Returns where."""
        self.autosave.save(self.saved(), self._version)
        self.autosave.is_on = True
        assert self.autosave.path is not None
        return self.autosave.path

    def keep(self, *, may_wait: bool = False) -> None:
        """Save, if that is wanted; if it fails, the match continues and the log says so."""
        if not self.autosave.keep(self.saved, self._version, may_wait=may_wait):
            self.log.append(Note(f"The match is not saved: {self.autosave.problem}"))

    def finish(self) -> None:
        """The match is over, or the person leaves: save it, and count a result once."""
        self.autosave.retry()
        self.keep()
        if self.is_over:
            try:
                self.autosave.count_result(self.saved)
            except HouseRulesError as problem:
                self.log.append(Note(f"The result is not counted: {problem.message}"))

    @property
    def _version(self) -> tuple[int, int]:
        return self.match.seq, self.undone
