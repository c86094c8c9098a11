"""Sitting: people at one local screen, against bots; a typed line in, what to show out. It reads and prints nothing.

sitting = Sitting.new(load("shithead"), seats=3, seed="friday", bots=[BotSpec("hard")])
sitting.say("ready")        # a Reply: what to show, and whether the table changed
sitting.bots_move()         # until a person may act again, or the match is over

Several people take turns at the screen: `seat` is the one who may look, and `curtain` says whom to call to the screen.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from houserules import fair
from houserules.bots import BotSpec
from houserules.core import Move, Seat, Swap, Tribute
from houserules.errors import HouseRulesError, IllegalMove, RecordError, RequestError
from houserules.games import AnyGame
from houserules.match import Match, read_record, rules_of
from houserules.table import AgreeToTakeBack, Player, Policies, Settings, Table, TakeBack, table_from_record

from . import library
from .answers import ANSWERS
from .autosave import Autosave
from .commands import COMMANDS
from .local_match import Clock, LocalMatch
from .log import TookBack
from .players import clean, seat_people, with_time
from .reply import Reply, refusal
from .saved import Places, Saved, now
from .spoken import answer_line, command_meant, note_on
from .started import typed

SAFE_BEHIND_CURTAIN: Final = ("help", "history", "quit", "rematch", "rules", "save", "score", "undo")
"""Commands that show nobody's cards."""


class Sitting(LocalMatch):
    """Use `new` or `resumed`."""

    commands = COMMANDS
    news = 0
    ended = None
    waiting = ""

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
        """A new match of one person, or of bots alone. The bots sit down in the order of the seats; the last one named
        takes all further seats.

        `ms` is the time for a hint; `saves`: the match is saved after each move of the person."""
        game.check_seats(seats)
        if seat is not None and not 0 <= seat < seats:
            raise RequestError("bad-request", f"there is no seat {seat} at a table of {seats}: choose 0 to {seats - 1}")
        players = seat_people(seats, {} if seat is None else {seat: name}, bots)
        policies = Policies(undo=has_undo)
        return Sitting.of(game, players, seat, seed=seed, ms=ms, saves=saves, policies=policies, clock=clock)

    @staticmethod
    def of(
        game: AnyGame,
        players: Sequence[Player],
        seat: Seat | None,
        *,
        seed: str | None = None,
        earlier: Sequence[Places] = (),
        begins: Seat | None = None,
        tribute: Tribute | None = None,
        ms: int | None = None,
        saves: bool = True,
        policies: Policies | None = None,
        clock: Clock = time.monotonic,
    ) -> Sitting:
        """A new match of these players. All people among them share the screen, and `seat` has it first.

        The match before may have decided which seat begins, and who gives cards to whom."""
        fresh = fair.new_secret() if seed is None else seed
        settings = Settings.of(game, players, seed=fresh, begins=begins, tribute=tribute, policies=policies)
        table = Table.new(settings, game)
        autosave = Autosave(is_on=saves)
        return Sitting(table, seat, begun=now(), earlier=earlier, autosave=autosave, ms=ms, clock=clock)

    @staticmethod
    def resumed(
        found: Saved,
        path: Path | None,
        *,
        ms: int | None = None,
        saves: bool = True,
        policies: Policies | None = None,
        clock: Clock = time.monotonic,
    ) -> Sitting:
        """A saved match, as it was left. With `ms`, bots that think ahead get this time for each move."""
        record = read_record(found.record)
        game = rules_of(record.game, record.house)
        players = found.players if ms is None else [with_time(player, game, ms) for player in found.players]
        sitting = Sitting(
            table_from_record(record, players, policies=policies, game=game),
            found.seat,
            begun=found.begun,
            undone=found.undone,
            branched=found.branched,
            earlier=found.earlier,
            autosave=Autosave(path, is_on=saves),
            ms=ms,
            clock=clock,
        )
        moves = sitting.match.moves
        for viewer, log in sitting._logs.items():
            own = [number for number, (seat, _) in enumerate(moves) if seat == viewer]
            log.extend(sitting.match.events(viewer, own[-1] if own else 0))
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
                skipped.append(f"Skipped {clean(path.name)}: {why}; {typed('games')} lists all.")
        return None, tuple(skipped)

    # -- What the person says ------------------------------------------------------------------------------------------

    def say(self, line: str) -> Reply:
        """Answer what the person typed. If it is refused, nothing has changed, and one line says why."""
        if not self._is_hidden:
            return answer_line(self, line)
        words = line.split()
        if not words:
            self.reveal()
            return Reply(moved=True)
        if command_meant(self, words) not in SAFE_BEHIND_CURTAIN:
            return refusal(f"the cards are hidden: {self.curtain}")
        return answer_line(self, line)

    def answer(self, word: str, words: list[str]) -> Reply:
        return ANSWERS[word](self, words)

    def play(self, moves: Sequence[Move]) -> Reply:
        """Make moves of the person, one after the other: all of them, or none."""
        if self.seat is None:
            raise IllegalMove("not-your-turn", "you are only watching: say quit to leave")
        if self._is_hidden:
            raise IllegalMove("not-your-turn", f"the cards are hidden: {self.curtain}")
        view, match = self.view(), self.match
        if len(moves) > 1:
            trial = Match(self.game, match.state, match.seed)
            for move in moves:
                trial.play(self.seat, move)
        first = match.seq
        steps = [self.table.play(self.seat, move, self._now()) for move in moves]
        self._last_line = range(first, match.seq)
        self.log.clear()
        for step in steps:
            self._note(step.events)
        self.keep(may_wait=True)
        reply = Reply(note_on(moves, view, has_undo=self.table.settings.policies.undo), moved=True)
        if self.table.due() is None:
            # A person who swaps cards before the first play may swap more of them.
            self._pass_screen(done=not isinstance(moves[-1], Swap))
        return reply

    def undo(self) -> None:
        """Take back the last decision of a person and all that followed. A line of several moves is one decision."""
        moves = self.match.moves
        own = [number for number, (seat, _) in enumerate(moves) if seat in self.hot_seat.people]
        if not own:
            raise RequestError("bad-request", "you have not made a move yet, so there is nothing to take back")
        first = self._last_line.start if own[-1] in self._last_line else own[-1]
        seat = moves[first][0]
        self.table.play(seat, TakeBack(len(moves) - first), self._now())
        for other in self.hot_seat.people:
            if other != seat:  # whoever sits at the same screen has heard the question
                self.table.play(other, AgreeToTakeBack(), self._now())
        self.undone += 1
        self.hot_seat.call(seat)
        for log in self._logs.values():
            log[:] = [TookBack(seat, tuple([move for _, move in moves[first : own[-1] + 1]]))]
        self.keep()
