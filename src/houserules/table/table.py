"""Table: people and bots at one match after another. It has no sockets, files, clock or chance of its own."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from typing import Final

import msgspec

from houserules.core import Move, Names, Outcome, Seat, Turn, Unchecked, View, Viewer, is_number
from houserules.errors import IllegalMove, SeatsError, TableError
from houserules.games import AnyGame
from houserules.match import MOST_SECONDS, Attempt, Match

from .clocks import Clocks
from .deeds import check_deed, do_deed
from .log import Log
from .past import retrace
from .player import Player
from .seating import Seating
from .secrets import Secrets
from .seen import Seen, ShownAt
from .session import SessionScore
from .settings import Settings
from .steps import AnyDeed, Deed, Step, TimedOut
from .told import told_openly, told_since, told_to_all
from .votes import Votes
from .waiting import Waiting

MOST_AT: Final = 1 << 53
"""Milliseconds: what every language can count exactly."""


class Table:
    """A table in play. Every refusal leaves it as it was. Use `new` or `replay`."""

    __slots__ = (
        "_acting",
        "_last",
        "_match",
        "_prepared",
        "_secrets",
        "_shown",
        "_turn",
        "_waiting",
        "began",
        "clocks",
        "dealt_at",
        "dealt_to",
        "game",
        "is_paused",
        "log",
        "number",
        "policies",
        "seating",
        "seats",
        "seq",
        "session",
        "settings",
        "votes",
    )

    def __init__(self, settings: Settings, game: AnyGame) -> None:
        self.settings = settings
        self.game = game
        self.seats = len(settings.players)
        self.policies = settings.policies
        self.seating = Seating(settings.players, settings.open)
        self.votes = Votes()
        self.log = Log(settings.opened)
        self.seq = 0
        """The number of the last step; 0 before the first."""
        self.session = SessionScore(game.scoring)
        """The matches that are over, without the one in play."""
        self.dealt_to: tuple[str, ...] = ()
        """Who sat on each seat when this match was dealt: the result is theirs, also if somebody plays on for them."""
        self.number = 0
        """Of the match, counted from 1; 0 before the first deal."""
        self.began = 0
        """The number of the step with which this match was dealt."""
        self.dealt_at = settings.opened
        self.is_paused = False
        self.clocks: Clocks | None = None
        """Of the match in play, if this table has clocks."""
        self._match: Match[object] | None = None
        self._acting: tuple[Seat, ...] | None = None
        """The seats that may act, as long as nothing changes; None while something does."""
        self._waiting = Waiting(self.seats)
        self._secrets = Secrets()
        self._shown: dict[Seat, int] = {}
        """For each seat that was shown cards for a moment, the step in which it was."""
        self._prepared: tuple[Step, Attempt[object] | None] | None = None
        """The last step that was decided, with what it leads to: so that commit need not compute it again."""
        self._turn: tuple[Step, Turn] | None = None
        self._last: Step | None = None
        if not (settings.policies.ready_first and self.seating.people):
            self.deal(0, settings.opened)
            self._note_time(None, settings.opened)
            self.log.note_acting(self.to_act)
        self._acting = self._find_acting()

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
            raise TableError("not-dealt", "no cards are dealt yet: they are dealt when all people are ready")
        return self._match

    @property
    def to_act(self) -> tuple[Seat, ...]:
        """The seats that may act; () before the deal and when it is over."""
        return self._find_acting() if self._acting is None else self._acting

    def _find_acting(self) -> tuple[Seat, ...]:
        match = self._match
        if match is None or (self.seating.forfeited and self.seating.is_decided):
            return ()
        return match.to_act

    @property
    def outcome(self) -> Outcome | None:
        """The outcome of the match; a seat that gave up comes behind all others."""
        return None if self._match is None else self.seating.outcome(self._match.outcome)

    @property
    def evening(self) -> SessionScore:
        """How everybody stands, with this match if it is over."""
        outcome = self.outcome
        if outcome is None:
            return self.session
        return self.session.after(self.dealt_to, outcome.places)

    @property
    def is_over(self) -> bool:
        return self._match is not None and not self.to_act

    @property
    def allows(self) -> tuple[str, ...]:
        """What may be asked for at this table beside moves."""
        policies = self.policies
        return (*(["hint"] if policies.hints else []), *(["undo"] if policies.undo else []))

    def view(self, viewer: Viewer) -> View:
        """What a seat or a spectator may know."""
        view = self.match.view(viewer)
        if self.seating.forfeited:
            acting = self.to_act
            view = view if viewer in acting else view.without_choices()
            view = msgspec.structs.replace(view, outcome=self.outcome, to_act=acting)
        return view

    @property
    def is_between_matches(self) -> bool:
        """No match is in play: before the first deal, or after a match."""
        return self._match is None or not self.to_act

    def slim_view(self, viewer: Viewer) -> View:
        """The same for the wire: without notes, and with counts for lists that only grow."""
        if self.seating.forfeited:
            return self.view(viewer).slim()
        return self.game.slim_view(self.match.state, viewer)

    def open_view(self) -> View:
        """With the cards of every hand, for whoever looks back at a match that is over."""
        view = self.game.open_view(self.match.state)
        if self.seating.forfeited:
            view = msgspec.structs.replace(view, outcome=self.outcome, to_act=self.to_act)
        return view

    def due(self) -> Seat | None:
        """The bot that is to move now; None if it is a person's turn, or nobody's."""
        bots = self.seating.bots
        if not bots or self.is_paused:
            return None
        return self._waiting.due(self.to_act, bots)

    # -- Steps ---------------------------------------------------------------------------------------------------------

    def decide(self, seat: Unchecked, move: Move | AnyDeed | str, now: Unchecked) -> Step:
        """Check a move or a deed and compute what follows. Nothing changes: write the step down, then commit it.

        `now` is in milliseconds, on any clock that all steps of a table share. If it shows less than at the last step,
        the time of the last step counts."""
        if not is_number(seat) or not 0 <= seat < self.seats:
            raise SeatsError(f"there is no seat {seat!r} at this table: seats are 0 to {self.seats - 1}")
        if not is_number(now) or not 0 <= now < MOST_AT:
            raise TableError("bad-time", f"a time is a number of milliseconds from 0, not {now!r}")
        at = max(now, self.log.last_at)
        attempt: Attempt[object] | None = None
        if isinstance(move, Deed):
            check_deed(self, seat, move, at)
            if isinstance(move, TimedOut):
                attempt = self._attempt(seat, move.move, at)
                move = TimedOut(str(attempt.move))
        else:
            attempt = self._attempt(seat, move, at)
            move = attempt.move
        step = Step(self.seq + 1, seat, move, at, () if attempt is None else attempt.events)
        self._prepared = step, attempt
        return step

    def _attempt(self, seat: Seat, move: Move | str, at: int) -> Attempt[object]:
        match = self._match or self.match
        if self.seating.forfeited and self.seating.is_decided:
            raise IllegalMove("over", "the match is over: nobody moves any more")
        if self.is_paused:
            raise IllegalMove("paused", "the match is paused: wait until it is resumed")
        return match.attempt(seat, move, self.seconds(at))

    def seconds(self, at: int) -> int:
        """What the clock of the match shows at a time."""
        return min((at - self.dealt_at) // 1000, MOST_SECONDS - 1)

    def commit(self, step: Step) -> Step:
        """Make a step true. A step from a journal is checked and computed again first. Returns it with its events."""
        prepared = self._prepared
        if prepared is None or prepared[0] is not step:
            prepared = self._check_again(step)
        step, attempt = prepared
        self._prepared = None
        self._acting = None
        match = self._match
        move = step.move
        if match is not None and attempt is not None:
            match.make(attempt)
            self._note(step, match)
            if not isinstance(move, Deed):
                move = match.last_move
        else:
            do_deed(self, step)
            match = self._match
        self._acting = self._find_acting()
        self.seq = step.seq
        self._last = step
        if self.clocks is not None:
            self._note_time(None if attempt is None else step.seat, step.at)
        self.log.append(step, move, 0 if match is None else match.seq, self._acting)
        return step

    def _check_again(self, step: Step) -> tuple[Step, Attempt[object] | None]:
        """A step that was not decided here just now."""
        if step.seq != self.seq + 1:
            code, why = ("stale", "stands already") if step.seq <= self.seq else ("ahead", "is not the next one")
            raise TableError(code, f"step {step.seq} {why}: the next step is {self.seq + 1}")
        again = self.decide(step.seat, step.move, step.at)
        assert self._prepared is not None
        if again.at != step.at or (step.events and again.events != step.events):
            raise TableError("bad-step", f"step {step.seq} does not follow from those before it")
        return self._prepared

    def _note(self, step: Step, match: Match[object]) -> None:
        """Somebody moved."""
        seat = step.seat
        self._waiting.note(seat, match.seq, seat in self.seating.bots)
        if self.votes.undo is not None:
            self.votes.drop_undo()
        is_secret = self.game.is_secret(match.state, match.last_move)
        if is_secret or self._secrets.unopened:
            self._secrets.note(step.seq, seat, match, is_secret)
        for event in step.events:
            if event.shows_to is not None:
                self._shown[event.shows_to] = step.seq

    def play(self, seat: Unchecked, move: Move | AnyDeed | str, now: Unchecked) -> Step:
        """Decide and commit at once, where there is no journal."""
        return self.commit(self.decide(seat, move, now))

    def deal(self, seq: int, at: int) -> None:
        """The next match begins with step `seq`. Only a deed leads here."""
        self.session = self.evening
        self.dealt_to = tuple([player.name for player in self.players])
        salts = [self.votes.salts.get(seat, "") for seat in range(self.seats)]
        begins = self.session.next_to_begin(self.dealt_to) if self.number else self.settings.begins
        tribute = self.session.tribute_of(self.dealt_to) if self.number else self.settings.tribute
        self._match = self.settings.deal(self.game, self.number + 1, salts, begins, tribute)
        self.number += 1
        self.began, self.dealt_at = seq, at
        self.seating.forfeited.clear()
        self.votes.clear()
        self._waiting = Waiting(self.seats)
        self._secrets = Secrets()
        self._shown = {}
        self.is_paused = False
        self.clocks = None if self.settings.clock is None else Clocks(self.settings.clock, self.seats)

    def _note_time(self, mover: Seat | None, at: int) -> None:
        """The clocks of people who are to act run, those of others stand still."""
        if self.clocks is not None:
            people = [seat for seat in self.to_act if seat not in self.seating.bots]
            self.clocks.note(mover, at, people, self.is_paused)

    def take_back(self, length: int) -> None:
        """All but the first `length` moves are taken back. Only a deed leads here."""
        match = self.match
        match.undo(match.seq - length)
        self._waiting.count([seat for seat, _ in match.moves], self.seating.bots)
        self._secrets.take_back(lambda seq: self.log.reached[seq] <= length)

    # -- What happened -------------------------------------------------------------------------------------------------

    def since(self, viewer: Unchecked, seq: int = -1) -> tuple[Seen, ...]:
        """What happened after step `seq`, as a viewer may see it; without a number all of this match, the deal first.

        It does not include earlier matches of this table: they have their own records."""
        if viewer is not None and not (is_number(viewer) and 0 <= viewer < self.seats):
            raise SeatsError(f"there is no seat {viewer!r} at this table: seats are 0 to {self.seats - 1}")
        return tuple(told_since(self, viewer, seq))

    def last_told(self, viewers: Collection[Viewer]) -> dict[Viewer, Seen]:
        """The last step of the match in play, as each of these viewers may see it. Those who see the same share one
        object. It is {} if the last step dealt the cards, or if none are dealt."""
        if self._last is None or self._match is None or self.seq <= self.began:
            return {}
        return told_to_all(self, viewers, self._last)

    def last_told_openly(self) -> Seen | None:
        """The last step with nothing hidden, for whoever looks back at a match that is over; None as above."""
        told = self.last_told([None]).get(None)
        return None if told is None or self._last is None else told_openly(self, told, self._last)

    def turn_after(self, step: Step, after: object) -> Turn:
        """Whose turn it is after a move that led to this state. All viewers ask, one after the other."""
        if self._turn is None or self._turn[0] is not step:
            self._turn = step, self.game.turn(after, step.seat, step.events)
        return self._turn[1]

    def retrace(self, since: int) -> Iterator[tuple[Step, object]]:
        """Each step of this match after step `since`, with its events, and the state after it."""
        if since >= self.seq:
            return iter(())
        if since == self.seq - 1 and since >= self.began and self._last is not None:  # the commonest question
            return iter([(self._last, self.match.state)])
        return retrace(self, max(since, self.began))

    def is_hidden(self, seq: int, viewer: Viewer) -> bool:
        """May this viewer not know what the move of step `seq` was?"""
        return seq in self._secrets.hidden and viewer != self.log.seat(seq) and not self.is_over

    def last_shown(self, viewer: Viewer) -> ShownAt | None:
        """When this seat was last shown cards in this match, as Dr. Manhattan does in H3ROES C4RDS; None if it was not,
        or if the move was taken back."""
        seq = None if viewer is None else self._shown.get(viewer)
        return ShownAt(seq, self.log.at(seq)) if seq is not None and self.log.stands(seq, self.began) else None

    def steps(self, since: int = 0) -> tuple[Step, ...]:
        """The steps after step `since`, without events: with the settings they are the whole table."""
        return tuple([self.log.step(seq) for seq in range(since + 1, self.seq + 1)])
