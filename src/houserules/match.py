"""Match: one playthrough. It is its rules, its seed and its moves; everything else follows from these."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Generic, TypeVar

import msgspec

from . import fair
from .core import JSON, Event, Game, Move, Outcome, Seat, View, Viewer, is_number, to_document
from .errors import HouseRulesError, IllegalMove, NotationError, RecordError, RequestError, SeatsError
from .games import GAMES, AnyGame, load_document, load_shipped

S = TypeVar("S")

FORMAT: Final = 1
"""Of the record. A reader of a later format still reads this one, or says in a sentence why not."""


MOST_SECONDS: Final = 1 << 31
"""On the clock of a match."""


class Proof(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Where the seed came from: the host's secret, committed to before anyone added a salt, and each player's salt."""

    commitment: str
    server_seed: str
    salts: tuple[str, ...]

    @staticmethod
    def of(server_seed: str, salts: tuple[str, ...]) -> Proof:
        return Proof(fair.commitment(server_seed), server_seed, salts)

    def seed(self) -> str:
        return fair.match_seed(self.server_seed, self.salts)

    def holds(self, seed: str) -> bool:
        """Is the secret what was committed to, and the seed made from it and the salts?"""
        return self.commitment == fair.commitment(self.server_seed) and seed == self.seed()


class Record(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A match as it is saved. It holds the seed, so it shows every card: keep it from players until the end."""

    format: int
    game: str
    rules: str
    """The hash of the rules' content."""
    moves: tuple[tuple[Seat, str], ...]
    outcome: Outcome | None
    seats: int = 0
    seed: str | None = None
    position: dict[str, object] | None = None
    """Where it began, if not with a deal."""
    house: dict[str, object] | None = None
    """The rules themselves, if they do not ship with the package."""
    proof: Proof | None = None
    times: tuple[int, ...] = ()
    """For each move the seconds since the deal, if a clock ran along."""
    statistics: list[object] | None = None
    """What the game counts for each seat, if it counts anything. It follows from the moves, and is checked."""


class Match(Generic[S]):
    """A match in play. Every refusal leaves it as it was.

    >>> from houserules import Match, load
    >>> match = Match.new(load("shithead"), seats=2, seed="friday")
    >>> match.play(0, "ready")
    (SaidReady(seat=0),)
    """

    def __init__(self, game: Game[S], start: S, seed: str | None, proof: Proof | None = None) -> None:
        """Use `new`, `from_position` or `from_record`."""
        self.game = game
        self.seed = seed
        self.proof = proof
        self._states = [start]
        self._moves: list[tuple[Seat, Move]] = []
        self._events: list[tuple[Event, ...]] = []
        self._times: list[int] = []

    @staticmethod
    def new(game: Game[S], *, seats: int, seed: str | None = None, proof: Proof | None = None) -> Match[S]:
        """Deal a match. Without a seed or a proof, a fresh secret one is made."""
        game.check_seats(seats)
        if proof is not None:
            if len(proof.salts) != seats:
                raise RequestError("bad-request", f"each of {seats} seats adds a salt: there are {len(proof.salts)}")
            seed = proof.seed()
        elif seed is None:
            seed = fair.new_secret()
        try:
            seed.encode("utf-8")
        except (UnicodeEncodeError, AttributeError) as problem:
            raise RequestError("bad-request", "this seed is no text that could be written down") from problem
        return Match(game, game.new(seats, seed), seed, proof)

    @staticmethod
    def from_position(game: Game[S], position: Mapping[str, object]) -> Match[S]:
        return Match(game, game.from_position(position), None)

    # -- Playing -------------------------------------------------------------------------------------------------------

    @property
    def state(self) -> S:
        """Everything, hidden cards too: for the game, never for a player."""
        return self._states[-1]

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
        return tuple(self._moves)

    @property
    def seconds(self) -> int:
        """What the clock showed at the last move."""
        return self._times[-1] if self._times else 0

    def legal(self, seat: Seat) -> tuple[Move, ...]:
        return self.game.legal(self.state, seat)

    def view(self, viewer: Viewer) -> View:
        return self.game.view(self.state, viewer)

    def play(self, seat: Seat, move: Move | str, at: int | None = None) -> tuple[Event, ...]:
        """Play a move, given as a value or as text: what followed, as this seat may see it.

        `at` is what the clock shows, in seconds since the deal, for games with a limit of time; it never runs back."""
        if isinstance(move, str):
            move = self._read(seat, move)
        now = self.seconds
        if at is not None:
            if not is_number(at) or not now <= at < MOST_SECONDS:
                raise RequestError("bad-request", f"the clock showed {now} seconds and cannot show {at!r} now")
            now = at
        progress = self.game.apply(self.game.at(self.state, now), seat, move)
        self._states.append(progress.state)
        self._times.append(now)
        self._moves.append((seat, move))
        self._events.append(progress.events)
        return tuple([event.seen_by(seat) for event in progress.events])

    def _read(self, seat: Seat, text: str) -> Move:
        """The text of a move, or a short form that only the seat's view makes clear."""
        try:
            return self.game.read(text)
        except NotationError as problem:
            try:
                return self.game.understand(self.view(seat), text)
            except NotationError:
                raise IllegalMove(problem.code, problem.message) from problem

    def events(self, viewer: Viewer, since: int = 0) -> tuple[Event, ...]:
        """All that happened after the first `since` moves, as a viewer may see it."""
        if viewer is not None and not (is_number(viewer) and 0 <= viewer < self.seats):
            raise SeatsError(f"there is no seat {viewer!r} at this table: seats are 0 to {self.seats - 1}")
        return tuple([event.seen_by(viewer) for events in self._events[since:] for event in events])

    def undo(self) -> Move:
        """Take the last move back, and return it."""
        if not self._moves:
            raise RequestError("bad-request", "there is no move to take back")
        self._states.pop()
        self._events.pop()
        self._times.pop()
        return self._moves.pop()[1]

    def statistics(self) -> tuple[msgspec.Struct, ...]:
        """What the game counts for each seat: nothing that was hidden."""
        return self.game.statistics(self.seats, self.events(None))

    # -- Writing and reading -------------------------------------------------------------------------------------------

    def position(self) -> dict[str, JSON]:
        return self.game.position(self.state)

    def record(self) -> dict[str, JSON]:
        """The match as JSON: rules, seed, moves."""
        game = self.game
        record = Record(
            format=FORMAT,
            game=game.id,
            rules=game.hash,
            moves=tuple((seat, str(move)) for seat, move in self._moves),
            outcome=self.outcome,
            seats=self.seats,
            seed=self.seed,
            position=None if self.seed is not None else dict(game.position(self._states[0])),
            house=None if game.house is None else dict(game.house),
            proof=self.proof,
            times=tuple(self._times) if any(self._times) else (),
            statistics=self._counted(),
        )
        document: dict[str, JSON] = msgspec.json.decode(msgspec.json.encode(record))
        return document

    def _counted(self) -> list[object] | None:
        return [to_document(seat) for seat in self.statistics()] or None

    @staticmethod
    def from_record(record: Mapping[str, object] | str | bytes, game: AnyGame | None = None) -> Match[AnyState]:
        """Replay a record: every move is checked again, and so is the outcome.

        `game` is needed only if it neither ships with the package nor is a house, which a record carries itself."""
        saved = read_record(record)
        if game is None:
            game = _game_of(saved)
        if game.hash != saved.rules:
            raise RecordError(
                f"it was played by other rules of {saved.game}: their hash is {saved.rules}, here it is {game.hash}"
            )
        try:
            if saved.seed is not None:
                match = Match.new(game, seats=saved.seats, seed=saved.seed)
                match.proof = saved.proof
            else:
                match = Match.from_position(game, saved.position or {})
        except HouseRulesError as problem:
            raise RecordError(f"its beginning cannot be set up: {problem.message}") from problem
        if saved.seats != match.seats:
            raise RecordError(f"it says {saved.seats} seats, and its position has {match.seats}")
        if saved.proof is not None and len(saved.proof.salts) != saved.seats:
            raise RecordError(f"its proof has {len(saved.proof.salts)} salts for {saved.seats} seats")
        if saved.proof is not None and (saved.seed is None or not saved.proof.holds(saved.seed)):
            raise RecordError("its seed is not made of the committed secret and the salts")
        if saved.times and len(saved.times) != len(saved.moves):
            raise RecordError(f"it has {len(saved.moves)} moves and the times of {len(saved.times)}")
        for number, (seat, move) in enumerate(saved.moves, 1):
            try:
                match.play(seat, move, saved.times[number - 1] if saved.times else None)
            except HouseRulesError as problem:
                raise RecordError(f"move {number}, {move!r} by seat {seat}: {problem.message}") from problem
        if match.outcome != saved.outcome:
            raise RecordError("its outcome is not what its moves lead to")
        if saved.statistics is not None and saved.statistics != match._counted():
            raise RecordError("its statistics are not what its moves lead to")
        return match


AnyState = object
"""A state whose type only its game knows."""


def read_record(record: Mapping[str, object] | str | bytes) -> Record:
    """Read a record without replaying it."""
    try:
        document = msgspec.json.decode(record) if isinstance(record, str | bytes) else record
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as problem:
        raise RecordError(f"this is no JSON that could be a record: {problem}") from problem
    if not isinstance(document, Mapping):
        raise RecordError("a record is a JSON object with format, game, rules, seats, seed and moves")
    form = document.get("format")
    if form != FORMAT or isinstance(form, bool):
        raise RecordError(f"this reads records of format {FORMAT}; this one says {form!r}")
    try:
        saved = msgspec.convert(dict(document), Record)
    except (msgspec.ValidationError, UnicodeError) as problem:
        raise RecordError(f"{problem}") from problem
    if not saved.game.isprintable() or len(saved.game) > 200:
        raise RecordError("the name of its game is no line of text")
    if (saved.seed is None) == (saved.position is None):
        raise RecordError("a record has either a seed or a position it began with")
    return saved


def _game_of(saved: Record) -> AnyGame:
    """By name among the games that ship, never by path: a record from elsewhere must not open files here."""
    try:
        if saved.house is None:
            return load_shipped(saved.game)
        if saved.game in GAMES:
            raise RecordError(f"it brings rules of its own, and these may not be called {saved.game}")
        game = load_document(saved.house)
    except HouseRulesError as problem:
        raise RecordError(f"its rules cannot be read: {problem.message}") from problem
    game.id = saved.game
    return game
