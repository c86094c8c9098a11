"""Table: people and bots at one match after another. It knows no sockets, no files, no clock and no chance."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

import msgspec

from houserules.core import Move, Names, Outcome, Seat, View, Viewer, is_number
from houserules.errors import IllegalMove, SeatsError, TableError
from houserules.games import AnyGame
from houserules.match import Attempt, Match

from .deeds import check_deed, do_deed
from .log import Log
from .player import Player
from .seating import Seating, Votes
from .settings import Settings
from .steps import AnyDeed, Deed, Step, TimedOut
from .told import Seen, told_since

MOST_AT: Final = 1 << 53
"""Milliseconds: what every language can count exactly."""


class Table:
    """A table in play. Every refusal leaves it as it was. Use `new` or `replay`."""

    __slots__ = (
        "_acted",
        "_before",
        "_hidden",
        "_last",
        "_match",
        "_person_acted",
        "_prepared",
        "_unopened",
        "began",
        "dealt_at",
        "game",
        "log",
        "number",
        "seating",
        "settings",
        "votes",
    )

    def __init__(self, settings: Settings, game: AnyGame) -> None:
        self.settings = settings
        self.game = game
        self.seating = Seating(settings.players)
        self.votes = Votes()
        self.log = Log(settings.opened)
        self.number = 0
        """Of the match, counted from 1; 0 before the first deal."""
        self.began = 0
        """The number of the step with which this match was dealt."""
        self.dealt_at = settings.opened
        self._match: Match[object] | None = None
        self._prepared: tuple[Step, Attempt[object] | None] | None = None
        self._last: Step | None = None
        self._before: object = None
        """The state before the last step."""
        self._hidden: set[int] = set()
        """Steps whose moves only their own seat may know."""
        self._unopened: dict[Seat, int] = {}
        """For each seat the one of them that will be seen when it is time."""
        self._start_count()
        if not (settings.policies.ready_first and self.seating.people):
            self.deal(0, settings.opened)

    def _start_count(self) -> None:
        self._acted = [0] * len(self.settings.players)
        """For each seat the number of its last move, or 0."""
        self._person_acted = 0
        """The number of the last move that a person made."""

    @staticmethod
    def new(settings: Settings, game: AnyGame | None = None) -> Table:
        """Open a table. `game` is needed only if it neither ships with the package nor is a document."""
        game = settings.load_game() if game is None else game
        settings.check(game)
        return Table(settings, game)

    @staticmethod
    def replay(settings: Settings, steps: Iterable[Step], game: AnyGame | None = None) -> Table:
        """The table that these steps lead to. Each step is checked again."""
        table = Table.new(settings, game)
        for step in steps:
            table.commit(step)
        return table

    # -- Where it stands -----------------------------------------------------------------------------------------------

    @property
    def seq(self) -> int:
        """The number of the last step; 0 before the first."""
        return len(self.log)

    @property
    def seats(self) -> int:
        return len(self.settings.players)

    @property
    def players(self) -> tuple[Player, ...]:
        return tuple(self.seating.players)

    @property
    def names(self) -> Names:
        return self.seating.names

    @property
    def is_dealt(self) -> bool:
        return self._match is not None

    @property
    def match(self) -> Match[object]:
        if self._match is None:
            raise TableError("not-dealt", "no cards are dealt yet: they are when all people are ready")
        return self._match

    @property
    def to_act(self) -> tuple[Seat, ...]:
        """The seats that may act; () before the deal and when it is over."""
        return () if self._match is None or self.seating.is_decided else self._match.to_act

    @property
    def outcome(self) -> Outcome | None:
        """Of the match; who gave up comes behind all others."""
        return None if self._match is None else self.seating.outcome(self._match.outcome)

    @property
    def is_over(self) -> bool:
        return self._match is not None and not self.to_act

    @property
    def allows(self) -> tuple[str, ...]:
        """What may be asked for at this table beside moves."""
        policies = self.settings.policies
        return (*(["hint"] if policies.hints else []), *(["undo"] if policies.undo else []))

    def view(self, viewer: Viewer) -> View:
        """What a seat or a spectator may know."""
        view = self.match.view(viewer)
        if self.seating.forfeited:
            outcome, acting = self.outcome, self.to_act
            legal = view.legal if viewer in acting else ()
            view = msgspec.structs.replace(view, outcome=outcome, to_act=acting, legal=legal)
        return view

    def due(self) -> Seat | None:
        """The bot that is to move now; None if it is a person's turn, or nobody's.

        The one that has waited longest. Where people may act at the same time, each bot acts once after each move of a
        person."""
        acting = self.to_act
        bots = [seat for seat in acting if seat in self.seating.bots]
        if len(bots) < len(acting):
            bots = [seat for seat in bots if self._acted[seat] < self._person_acted]
        return min(bots, key=self._acted.__getitem__, default=None)

    # -- Steps ---------------------------------------------------------------------------------------------------------

    def decide(self, seat: Seat, move: Move | AnyDeed | str, now: int) -> Step:
        """Check a move or a deed and compute what follows. Nothing changes: write the step down, then commit it.

        `now` is in milliseconds, on any clock that all steps of a table share. If it shows less than at the last step,
        the time of the last step counts."""
        self._check_seat(seat)
        if not is_number(now) or not 0 <= now < MOST_AT:
            raise TableError("bad-time", f"a time is a number of milliseconds from 0, not {now!r}")
        at = max(now, self.log.last_at)
        attempt: Attempt[object] | None = None
        if isinstance(move, Deed):
            check_deed(self, seat, move)
            if isinstance(move, TimedOut):
                attempt = self._attempt(seat, move.move, at)
            step = Step(self.seq + 1, seat, move, at, () if attempt is None else attempt.events)
        else:
            attempt = self._attempt(seat, move, at)
            step = Step(self.seq + 1, seat, attempt.move, at, attempt.events)
        self._prepared = step, attempt
        return step

    def _attempt(self, seat: Seat, move: Move | str, at: int) -> Attempt[object]:
        match = self.match
        if self.seating.is_decided:
            raise IllegalMove("over", "the match is over: nobody moves any more")
        return match.attempt(seat, move, max(match.seconds, (at - self.dealt_at) // 1000))

    def _check_seat(self, seat: Seat) -> None:
        if not is_number(seat) or not 0 <= seat < self.seats:
            raise SeatsError(f"there is no seat {seat!r} at this table: seats are 0 to {self.seats - 1}")

    def commit(self, step: Step) -> Step:
        """Make a step true. One that comes from a journal is checked first, and computed again; returns it whole."""
        if step.seq != self.seq + 1:
            code, why = ("stale", "stands already") if step.seq <= self.seq else ("ahead", "is not the next one")
            raise TableError(code, f"step {step.seq} {why}: the next step is {self.seq + 1}")
        if self._prepared is None or self._prepared[0] is not step:
            again = self.decide(step.seat, step.move, step.at)
            if again.at != step.at or (step.events and again.events != step.events):
                raise TableError("bad-step", f"step {step.seq} does not follow from those before it")
        assert self._prepared is not None
        step, attempt = self._prepared
        self._prepared = None
        self._before = None if self._match is None else self._match.state
        if attempt is not None:
            self._make(step, attempt)
        else:
            do_deed(self, step)
        move = self.match.last_move if isinstance(step.move, Move) else step.move
        self._last = step
        self.log.append(step, move, 0 if self._match is None else self._match.seq)
        return step

    def _make(self, step: Step, attempt: Attempt[object]) -> None:
        match, seat = self.match, step.seat
        match.make(attempt)
        self._acted[seat] = match.seq
        if seat not in self.seating.bots:
            self._person_acted = match.seq
        if self.votes.undo is not None:
            self.votes.drop_undo()
        if self._unopened:
            self._unopened.pop(seat, None)  # what this move replaces stays hidden
            for other, seq in list(self._unopened.items()):
                if not self._is_secret_now(seq):
                    self._hidden.discard(seq)
                    del self._unopened[other]
        if self.game.is_secret(match.state, attempt.move):
            self._hidden.add(step.seq)
            self._unopened[seat] = step.seq

    def _is_secret_now(self, seq: int) -> bool:
        move = self.log.move(seq)
        return isinstance(move, Move) and self.game.is_secret(self.match.state, move)

    def deal(self, seq: int, at: int) -> None:
        """The next match begins with step `seq`. Only a deed leads here."""
        salts = [self.votes.salts.get(seat, "") for seat in range(self.seats)]
        match = self.settings.deal(self.game, self.number + 1, salts)
        self._match = match
        self.number += 1
        self.began, self.dealt_at = seq, at
        self.seating.forfeited.clear()
        self.votes.clear()
        self._hidden.clear()
        self._unopened.clear()
        self._start_count()

    def take_back(self, length: int) -> None:
        """All but the first `length` moves are taken back. Only a deed leads here."""
        match = self.match
        match.undo(match.seq - length)
        # Secret moves that were taken back stay secret.
        self._unopened = {seat: seq for seat, seq in self._unopened.items() if self.log.reached[seq] <= length}
        self._start_count()
        for number, (seat, _) in enumerate(match.moves, 1):
            self._acted[seat] = number
            if seat not in self.seating.bots:
                self._person_acted = number

    def play(self, seat: Seat, move: Move | AnyDeed | str, now: int) -> Step:
        """Decide and commit at once, where there is no journal."""
        return self.commit(self.decide(seat, move, now))

    # -- What happened -------------------------------------------------------------------------------------------------

    def since(self, viewer: Viewer, seq: int = -1) -> tuple[Seen, ...]:
        """What happened after step `seq`, as a viewer may see it; without a number all of this match, the deal first.

        Of earlier matches of this table nothing is told: their records tell them."""
        if viewer is not None:
            self._check_seat(viewer)
        return tuple(told_since(self, viewer, seq))

    def is_hidden(self, seq: int, viewer: Viewer) -> bool:
        """May this viewer not know what the move of step `seq` was?"""
        return seq in self._hidden and viewer != self.log.seat(seq) and not self.is_over

    def steps(self, since: int = 0) -> tuple[Step, ...]:
        """The steps after step `since`, without events: with the settings they are the whole table."""
        return tuple([self.log.step(seq) for seq in range(since + 1, self.seq + 1)])

    def retrace(self, since: int) -> Iterator[tuple[Step, object, object]]:
        """Each step after `since` once more, whole, with the states before and after it. It may be long ago."""
        log, match = self.log, self.match
        if since == self.seq - 1 and self._last is not None and self.began <= since:
            yield self._last, self._before, match.state
            return
        place = log.fork(max(since, self.began))
        again = Match(self.game, match.state_after(log.reached[place]), match.seed)
        for seq in range(place + 1, self.seq + 1):
            step, before = log.step(seq), again.state
            move = step.move.move if isinstance(step.move, TimedOut) else step.move
            if not isinstance(move, Deed):
                attempt = again.attempt(step.seat, move, (step.at - self.dealt_at) // 1000)
                again.make(attempt)
                step = msgspec.structs.replace(step, events=attempt.events)
            elif log.reached[seq] < log.reached[seq - 1]:
                again.undo(log.reached[seq - 1] - log.reached[seq])
            if seq > since:
                yield step, before, again.state

    def answer_of(self, seat: Seat, seq: int) -> Step | None:
        """What a seat did first after step `seq`: its answer to the view of that moment."""
        return next(
            (self.log.step(later) for later in range(seq + 1, self.seq + 1) if self.log.seat(later) == seat), None
        )

    def could_act_since(self, seat: Seat, seq: int) -> bool:
        """Could this seat act at every moment since step `seq`? Then others did not make its move another one."""
        if not self.began <= seq <= self.seq or seat not in self.to_act:
            return False
        return all(seat in self.game.to_act(before) for _, before, _ in self.retrace(seq))
