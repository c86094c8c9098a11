"""Record: a match as it is saved, the proof of its deal, and how both are read."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import msgspec

from houserules import fair
from houserules.core import DealPlan, Outcome, Seat, Tribute, in_plain_words, not_json, outcome_behind
from houserules.errors import HouseRulesError, RecordError
from houserules.games import GAMES, AnyGame, load_document, load_shipped

FORMAT: Final = 1
"""The version of the format. Later versions of this package still read it, or say why they cannot."""

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
        """Does the secret match its commitment, and is the seed made from the secret and the salts?"""
        return self.commitment == fair.commitment(self.server_seed) and seed == self.seed()


class Record(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """A match as it is saved. It holds the seed, so it shows every card: keep it from players until the end.

    What the deal needs is written first, so that a file whose end is missing can be read up to its last complete move.
    """

    format: int
    game: str
    rules: str
    """The hash of the rules' content."""
    seats: int = 0
    seed: str | None = None
    position: dict[str, object] | None = None
    """Where it began, if not with a deal."""
    house: dict[str, object] | None = None
    """The rules themselves, if they do not ship with the package."""
    proof: Proof | None = None
    begins: Seat | None = None
    """Who began, if the match before decided that."""
    tribute: Tribute | None = None
    """The cards that changed hands after the deal, if the match before decided that."""
    deal: DealPlan | None = None
    """What the deal was made of, for clients without the rules. It follows from these, so `Match.record` leaves it out;
    a host who publishes a record may add it, and it is checked."""
    moves: tuple[tuple[Seat, str], ...]
    times: tuple[int, ...] = ()
    """For each move the seconds since the deal, if a clock ran along."""
    outcome: Outcome | None
    forfeited: tuple[Seat, ...] = ()
    """Seats that gave up, in this order: they come last in the outcome. Nobody can check that they did."""
    statistics: list[object] | None = None
    """What the game counts for each seat, if it counts anything. It follows from the moves, and is checked."""


def read_record(record: Mapping[str, object] | str | bytes) -> Record:
    """Read a record without replaying it."""
    try:
        document = msgspec.json.decode(record) if isinstance(record, str | bytes) else record
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as problem:
        raise RecordError(f"this is not JSON, so it cannot be a record: {not_json(problem)}") from problem
    return checked_record(document)


def checked_record(document: object) -> Record:
    """A record from its decoded JSON."""
    if not isinstance(document, Mapping):
        raise RecordError("a record is a JSON object with format, game, rules, seats, seed and moves")
    form = document.get("format")
    if form != FORMAT or isinstance(form, bool):
        raise RecordError(f"this reads records of format {FORMAT}; this one says {form!r}")
    try:
        saved = msgspec.convert(dict(document), Record)
    except msgspec.ValidationError as problem:
        raise RecordError(in_plain_words(problem, Record.__struct_fields__)) from problem
    except UnicodeError as problem:
        raise RecordError("it holds a text that is not UTF-8") from problem
    if not saved.game.isprintable() or len(saved.game) > 200:
        raise RecordError("the name of its game must be one line of text")
    if (saved.seed is None) == (saved.position is None):
        raise RecordError("a record has either a seed or a position it began with")
    if saved.begins is not None and saved.seed is None:
        raise RecordError("its position says who is to act: leave out `begins`")
    if saved.tribute is not None and saved.seed is None:
        raise RecordError("its position says who holds which cards: leave out `tribute`")
    return saved


def expected_outcome(saved: Record, of_match: Outcome | None) -> Outcome | None:
    """What a record has to say, if its moves lead to this outcome."""
    gave_up = saved.forfeited
    if len(set(gave_up)) < len(gave_up) or len(gave_up) >= max(saved.seats, 1):
        raise RecordError("in its `forfeited` each seat stands at most once, and not all of them")
    if any(not 0 <= seat < saved.seats for seat in gave_up):
        raise RecordError(f"its `forfeited` names a seat that is not there: seats are 0 to {saved.seats - 1}")
    return outcome_behind(of_match, saved.seats, gave_up)


def rules_of(game: str, house: Mapping[str, object] | None) -> AnyGame:
    """A game by its name among those that ship, or from the rules themselves.

    Never by a path: what comes from elsewhere must not open files here."""
    try:
        if house is None:
            return load_shipped(game)
        if game in GAMES:
            raise RecordError(f"it brings its own rules, and these may not be called {game}")
        loaded = load_document(house)
    except HouseRulesError as problem:
        raise RecordError(f"its rules cannot be read: {problem.message}") from problem
    loaded.id = game
    return loaded


def check_start(saved: Record, seats: int) -> None:
    """Do the seats and the proof of a record agree with its deal?"""
    if saved.seats != seats:
        raise RecordError(f"it says {saved.seats} seats, but its position has {seats}")
    if saved.proof is not None and len(saved.proof.salts) != saved.seats:
        raise RecordError(f"its proof has {len(saved.proof.salts)} salts for {saved.seats} seats")
    if saved.proof is not None and (saved.seed is None or not saved.proof.holds(saved.seed)):
        raise RecordError("its seed is not made of the committed secret and the salts")


WHY_REFUSED: Final = {
    "unreadable": "its text is not a move of this game",
    "not-your-turn": "it was the turn of another seat",
    "over": "the match was over already",
    "bad-seats": "there is no such seat",
    "bad-request": "its time is not after the time of the move before it",
    "wrong-phase": "it is a move of another phase",
    "answer-first": "something had to be named first",
    "not-held": "the seat did not have these cards",
    "wrong-zone": "these cards were not to be played yet",
    "not-playable": "the pile asked for something else",
    "must-play": "the seat had to play",
}
"""By the code of the refusal. Of other codes it is enough to say that the rules do not allow the move."""


def refused_move(record: Record, number: int, problem: HouseRulesError) -> str:
    """Why move `number` of a record, counted from 1, cannot be made.

    A match that is not over hides cards and secret bets, and somebody may still play it: then neither the move is told,
    nor what its seat could have done instead."""
    seat, move = record.moves[number - 1]
    if record.outcome is not None:
        return f"move {number}, {move!r} by seat {seat}: {problem.message}"
    return f"move {number}, by seat {seat}: {WHY_REFUSED.get(problem.code, 'the rules do not allow it there')}"
