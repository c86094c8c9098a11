"""Match: play, undo, views and events of one playthrough, and its record."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Generic, TypeVar

import msgspec

from houserules import fair
from houserules.core import (
    JSON,
    DealPlan,
    Event,
    Explanation,
    Game,
    Move,
    Outcome,
    Seat,
    Tribute,
    Unchecked,
    View,
    Viewer,
    counted,
    is_number,
    to_document,
)
from houserules.errors import HouseRulesError, IllegalMove, NotationError, RecordError, RequestError, SeatsError
from houserules.games import AnyGame

from .attempt import Attempt, MoveMade
from .broken import read_broken
from .history import History
from .record import (
    FORMAT,
    MOST_SECONDS,
    Proof,
    Record,
    check_start,
    expected_outcome,
    read_record,
    refused_move,
    rules_of,
)

S = TypeVar("S")

AnyState = object
"""A state whose type only its game knows."""


class Match(Generic[S]):
    """A match in play. Every refusal leaves it as it was.

    >>> from houserules import Match, load
    >>> match = Match.new(load("shithead"), seats=2, seed="friday")
    >>> match.play(0, "ready")
    (SaidReady(seat=0),)
    """

    __slots__ = ("_history", "_last_events", "begins", "game", "proof", "seed", "seq", "state", "tribute")

    def __init__(
        self,
        game: Game[S],
        start: S,
        seed: str | None,
        proof: Proof | None = None,
        begins: Seat | None = None,
        tribute: Tribute | None = None,
    ) -> None:
        """Use `new`, `from_position` or `from_record`."""
        self.game = game
        self.seed = seed
        self.proof = proof
        self.begins = begins
        """Who began, if an earlier match decided that; None: the rules did."""
        self.tribute = tribute
        """The cards that changed hands after the deal, if an earlier match decided that."""
        self.state = start
        """Everything, hidden cards too: for the game, never for a player."""
        self.seq = 0
        """How many moves have been made."""
        self._history = History(start)
        self._last_events: tuple[Event, ...] = ()

    @staticmethod
    def new(
        game: Game[S],
        *,
        seats: Unchecked,
        seed: str | None = None,
        proof: Proof | None = None,
        begins: Unchecked = None,
        tribute: Tribute | None = None,
    ) -> Match[S]:
        """Deal a match. Without a seed or a proof, a fresh secret one is made.

        `begins` is the seat that begins; without it the rules decide. `tribute` says who gives cards to whom; if it
        names cards, it must be these."""
        game.check_seats(seats)
        if begins is not None and not (is_number(begins) and 0 <= begins < seats):
            raise RequestError("bad-request", f"seat {begins!r} cannot begin: seats are 0 to {seats - 1}")
        if proof is not None:
            if len(proof.salts) != seats:
                raise RequestError("bad-request", f"a proof needs {seats} salts, one a seat, not {len(proof.salts)}")
            seed = proof.seed()
        elif seed is None:
            seed = fair.new_secret()
        try:
            seed.encode("utf-8")
        except (UnicodeEncodeError, AttributeError) as problem:
            raise RequestError("bad-request", "a seed must be text that UTF-8 can hold") from problem
        if tribute is not None:
            check_tribute(tribute, seats)
            start, given = game.new_with_tribute(seats, seed, begins, tribute)
            if tribute.gave + tribute.got and given != tribute:
                raise RequestError("bad-request", "these are not the cards that change hands after this deal")
            return Match(game, start, seed, proof, begins, given)
        start = game.new(seats, seed) if begins is None else game.new_begun_by(seats, seed, begins)
        return Match(game, start, seed, proof, begins)

    @staticmethod
    def from_position(game: Game[S], position: Mapping[str, object]) -> Match[S]:
        return Match(game, game.from_position(position), None)

    # -- Playing -------------------------------------------------------------------------------------------------------

    @property
    def seats(self) -> int:
        return self.game.size(self.state)

    @property
    def to_act(self) -> tuple[Seat, ...]:
        return self.game.to_act(self.state)

    @property
    def outcome(self) -> Outcome | None:
        return self.game.outcome(self.state)

    @property
    def moves(self) -> tuple[tuple[Seat, Move], ...]:
        return tuple(zip(self._history.seats, self._history.moves, strict=True))

    @property
    def last_move(self) -> Move:
        return self._history.moves[-1]

    @property
    def seconds(self) -> int:
        """What the clock showed at the last move."""
        return self._history.seconds

    def legal(self, seat: Unchecked) -> tuple[Move, ...]:
        return self.game.legal(self.state, seat)

    def view(self, viewer: Unchecked) -> View:
        return self.game.view(self.state, viewer)

    def play(self, seat: Unchecked, move: Move | str, at: Unchecked = None) -> tuple[Event, ...]:
        """Play a move, given as a value or as text. Returns the events as this seat may see them.

        `at` is what the clock shows, in seconds since the deal, for games with a limit of time; it never runs back."""
        attempt = self.attempt(seat, move, at)
        self.make(attempt)
        return tuple([event.seen_by(seat) for event in attempt.events])

    def attempt(self, seat: Unchecked, move: Move | str, at: Unchecked = None) -> Attempt[S]:
        """What a move would lead to, or why it is not allowed. Nothing changes; `make` makes the move."""
        if isinstance(move, str):
            move = self._read(seat, move)
        game = self.game
        seconds = self._history.seconds
        if at is not None:
            if not is_number(at) or not seconds <= at < MOST_SECONDS:
                raise RequestError("bad-request", f"the clock cannot show {at!r} after {seconds} seconds")
            seconds = at
        progress = game.apply(game.at(self.state, seconds), seat, move)
        return Attempt(self.seq, seat, move, seconds, progress.state, progress.events)

    def make(self, attempt: Attempt[S]) -> None:
        """Make a move that was attempted here. No other move may have been made since."""
        assert attempt.seq == self.seq, "another move was made since"
        self.seq += 1
        self.state = attempt.state
        self._last_events = attempt.events
        self._history.append(attempt.seat, attempt.move, attempt.seconds, attempt.state)

    def explain(self, seat: Unchecked, move: Move | str) -> Explanation:
        """May this seat make this move now, and if not, why not? Nothing changes."""
        try:
            said = self._read(seat, move) if isinstance(move, str) else move
        except IllegalMove as refusal:
            return Explanation.of(refusal)
        return self.game.explain(self.state, seat, said)

    def _read(self, seat: Unchecked, text: str) -> Move:
        """The text of a move, or a short form that only the seat's view makes clear."""
        try:
            return self.game.read(text)
        except NotationError as problem:
            try:
                return self.game.understand(self.view(seat), text)
            except NotationError:
                raise IllegalMove(problem.code, problem.message) from problem

    def undo(self, count: int = 1) -> Move:
        """Take the last move back, or the last `count`; returns the first of those that were taken back."""
        length = self.seq - count
        if count < 1 or length < 0:
            right = f"take back 1 to {self.seq}" if self.seq else "nobody has moved yet"
            raise RequestError("bad-request", f"{counted(count, 'move')} cannot be taken back: {right}")
        history = self._history
        move = history.moves[length]
        history.cut(length)
        self.seq = length
        # From one move before: its events are those of the last move then.
        for _, state, events in history.replay(self.game, max(length - 1, 0)):
            self.state, self._last_events = state, events
        return move

    # -- What happened -------------------------------------------------------------------------------------------------

    def events(self, viewer: Unchecked, since: int = 0) -> tuple[Event, ...]:
        """All that happened after the first `since` moves, as a viewer may see it."""
        return tuple([event for made in self.moves_made(viewer, since) for event in made.events])

    def moves_made(self, viewer: Unchecked, since: int = 0) -> Iterator[MoveMade]:
        """Each move after the first `since`, and what followed as a viewer may see it."""
        if viewer is not None and not (is_number(viewer) and 0 <= viewer < self.seats):
            raise SeatsError(f"there is no seat {viewer!r} at this table: seats are 0 to {self.seats - 1}")
        return self._moves_made(viewer, range(self.seq + 1)[since:].start)

    def _moves_made(self, viewer: Viewer, since: int) -> Iterator[MoveMade]:
        history = self._history
        if since == self.seq - 1:  # the commonest question needs no replay
            yield MoveMade(self.seq, history.seats[-1], history.moves[-1], _seen(self._last_events, viewer))
        elif since < self.seq:
            seats, moves = bytes(history.seats), tuple(history.moves)
            for number, _, events in history.replay(self.game, since):
                if number > since:
                    yield MoveMade(number, seats[number - 1], moves[number - 1], _seen(events, viewer))

    def state_after(self, seq: int) -> S:
        """The state after the first `seq` moves. It shows hidden cards: for the game, never for a player."""
        return self.state if seq == self.seq else self._history.state_after(self.game, seq)

    def statistics(self) -> tuple[msgspec.Struct, ...]:
        """What the game counts for each seat, from public events only."""
        return self.game.statistics(self.seats, (event for made in self.moves_made(None) for event in made.events))

    # -- Writing and reading -------------------------------------------------------------------------------------------

    def position(self) -> dict[str, JSON]:
        return self.game.position(self.state)

    def record(self) -> dict[str, JSON]:
        """The match as JSON: rules, seed, moves."""
        game, history = self.game, self._history
        record = Record(
            format=FORMAT,
            game=game.id,
            rules=game.hash,
            seats=self.seats,
            seed=self.seed,
            position=None if self.seed is not None else dict(game.position(history.check_points[0])),
            house=None if game.house is None else dict(game.house),
            proof=self.proof,
            begins=self.begins,
            tribute=self.tribute,
            moves=tuple([(seat, str(move)) for seat, move in self.moves]),
            times=tuple(history.times or ()) if history.seconds else (),
            outcome=self.outcome,
            statistics=self._counted(),
        )
        document: dict[str, JSON] = msgspec.json.decode(msgspec.json.encode(record))
        return document

    @property
    def deal_plan(self) -> DealPlan | None:
        """What the deal was made of, for a client that checks the deal without knowing the rules. A record may carry it
        as `deal`; None if the match began with a position, or if the game has cards of its own."""
        plan = None if self.seed is None else self.game.deal_plan(self.seats)
        if plan is None or self.tribute is None:
            return plan
        return msgspec.structs.replace(plan, tribute=self.tribute)

    def _counted(self) -> list[object] | None:
        if not self.game.statistics_in_record:
            return None
        return [to_document(seat) for seat in self.statistics()] or None

    @staticmethod
    def from_record(record: Mapping[str, object] | str | bytes, game: AnyGame | None = None) -> Match[AnyState]:
        """Replay a record: every move is checked again, and so is the outcome.

        `game` is needed only if it neither ships with the package nor is a house, which a record carries itself."""
        match, reason = _replayed(read_record(record), game)
        if reason is not None:
            raise RecordError(reason)
        return match

    @staticmethod
    def from_broken_record(
        record: Mapping[str, object] | str | bytes, game: AnyGame | None = None
    ) -> tuple[Match[AnyState], str | None]:
        """Replay a record as far as it can be read, and say why it stops there; None if nothing is wrong with it.

        It may be JSON whose end is missing. Without its rules or its deal it is refused."""
        saved, broken = read_broken(record)
        match, reason = _replayed(saved, game)
        return match, broken or reason


def check_tribute(tribute: Tribute, seats: int) -> None:
    """Do two different seats exchange at least one card?"""
    pair = tribute.giver, tribute.getter
    if min(pair) < 0 or max(pair) >= seats or pair[0] == pair[1] or tribute.cards < 1:
        raise RequestError("bad-request", f"a tribute goes from one seat to another one: seats are 0 to {seats - 1}")


def _seen(events: tuple[Event, ...], viewer: Viewer) -> tuple[Event, ...]:
    return tuple([event.seen_by(viewer) for event in events])


def _replayed(saved: Record, game: AnyGame | None) -> tuple[Match[AnyState], str | None]:
    """The match of a record, and what is wrong with its moves or with what they led to."""
    match = _begun(saved, game)
    if saved.times and len(saved.times) != len(saved.moves):
        return match, f"it has {counted(len(saved.moves), 'move')} but times for {len(saved.times)}"
    for number, (seat, move) in enumerate(saved.moves, 1):
        try:
            match.play(seat, move, saved.times[number - 1] if saved.times else None)
        except HouseRulesError as problem:
            return match, refused_move(saved, number, problem)
    try:
        if expected_outcome(saved, match.outcome) != saved.outcome:
            return match, "its outcome is not what its moves lead to"
    except RecordError as problem:
        return match, problem.message
    if saved.statistics is not None and saved.statistics != match._counted():
        return match, "its statistics are not what its moves lead to"
    return match, None


def _begun(saved: Record, game: AnyGame | None) -> Match[AnyState]:
    """The match of a record before its first move."""
    if game is None:
        game = rules_of(saved.game, saved.house)
    if saved.rules != game.hash and saved.rules not in game.former_hashes:
        raise RecordError(
            f"it was played by other rules of {saved.game}: their hash is {saved.rules}, here it is {game.hash}"
        )
    try:
        if saved.seed is not None:
            match = Match.new(game, seats=saved.seats, seed=saved.seed, begins=saved.begins, tribute=saved.tribute)
            match.proof = saved.proof
        else:
            match = Match.from_position(game, saved.position or {})
    except HouseRulesError as problem:
        raise RecordError(f"its beginning cannot be set up: {problem.message}") from problem
    check_start(saved, match.seats)
    if saved.deal is not None and saved.deal != match.deal_plan:
        raise RecordError("its `deal` does not describe the deal that its rules make")
    return match
