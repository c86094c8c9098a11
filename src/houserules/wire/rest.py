"""What travels over HTTP: the bodies of requests and answers."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec

from houserules.core import DealPlan, Event, Move, Outcome, Seat, Turn, View
from houserules.errors import Problem
from houserules.games.sheets import RuleSheet
from houserules.table import AnyDeed

from .said import MOST_NAME, BotAt, Salt
from .told import Chair

Name = Annotated[str, msgspec.Meta(min_length=1, max_length=MOST_NAME)]


class Body(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """What a client sends."""


class Answer(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What the server sends. Fields that a client does not know must be ignored."""


class ClockRequest(Body, frozen=True):
    """How long people may think; at zero a bot makes one move for them."""

    kind: Literal["turn", "bank"]
    seconds: Annotated[int, msgspec.Meta(ge=1, le=86_400)]
    """For each turn, or for the whole match."""
    increment: Annotated[int, msgspec.Meta(ge=0, le=3_600)] = 0
    """Seconds that a bank gains with each move."""


class TableRequest(Body, frozen=True):
    game: Annotated[str, msgspec.Meta(max_length=100)] | None = None
    """The id of a game that ships; or else `house`."""
    house: dict[str, Any] | Annotated[str, msgspec.Meta(max_length=20_000)] | None = None
    """A house as an object, or as the text of its TOML file."""
    seats: Annotated[int, msgspec.Meta(ge=1, le=100)] | None = None
    """None: four, or what the game allows."""
    bots: tuple[BotAt, ...] = ()
    """Seats that bots play; the other seats wait for people."""
    clock: ClockRequest | None = None
    public: bool = False
    """Listed in the lobby."""
    name: Annotated[str, msgspec.Meta(max_length=MOST_NAME)] = ""
    """Of the table."""
    player: Name = "Host"
    """What you are called."""
    salt: Salt | None = None
    """Given: you are ready as soon as you sit. It goes into the seed."""
    hints: bool = True
    undo: bool = True
    chat: bool = True
    spectators: bool = True
    delay: Annotated[int, msgspec.Meta(ge=0, le=600)] = 0
    """Seconds by which spectators see everything later."""
    away: Annotated[int, msgspec.Meta(ge=5, le=3_600)] = 60
    """Seconds after which a bot plays for a person who lost the connection, if another person waits."""


class TableMade(Answer, frozen=True):
    table: str
    """Its id."""
    seat: Seat
    token: str
    """Opens your seat. Keep it to yourself; it is not shown again."""
    invite: str
    """The link that friends open."""
    commitment: str
    """To the secret part of the seed, before anyone adds a salt."""


class SeatRequest(Body, frozen=True):
    name: Name
    salt: Salt | None = None
    """Given: you are ready as soon as you sit. It goes into the seed."""
    seat: Annotated[int, msgspec.Meta(ge=0, le=100)] | None = None
    """None: the first empty chair, else the first bot's."""


class SeatTaken(Answer, frozen=True):
    seat: Seat
    token: str


class TableInfo(Answer, frozen=True):
    """A table, as everybody may see it who knows its id."""

    table: str
    game: str
    rules: str
    """The hash of the rules."""
    title: str
    """The name of the game or the house."""
    name: str
    public: bool
    status: Literal["waiting", "playing", "over"]
    seq: int
    match: int
    chairs: tuple[Chair, ...]
    watching: int
    commitment: str
    opened: int
    clock: ClockRequest | None = None
    outcome: Outcome | None = None
    house: dict[str, Any] | None = None
    allows: tuple[str, ...] = ()


class Listing(Answer, frozen=True):
    """A table in the lobby."""

    table: str
    game: str
    title: str
    name: str
    status: Literal["waiting", "playing", "over"]
    seats: int
    people: int
    """Who have a seat, also those for whom a bot plays while they are away."""
    open: int
    """Chairs that wait for a person."""
    bots: int
    opened: int
    """Milliseconds since 1970."""
    public: bool = False
    clock: ClockRequest | None = None


class TableFound(Answer, frozen=True):
    table: str
    """Its id."""


class Lobby(Answer, frozen=True):
    tables: tuple[Listing, ...]


class LevelInfo(Answer, frozen=True):
    name: str
    thinks: bool
    """Does it think ahead, and take its time?"""


class GameInfo(Answer, frozen=True):
    id: str
    name: str
    family: str
    rules: str
    """Their hash."""
    seats_least: int
    seats_most: int
    levels: tuple[LevelInfo, ...]
    houses: bool = False
    """Can its rules be changed?"""


class Games(Answer, frozen=True):
    games: tuple[GameInfo, ...]


class RulesPage(Answer, frozen=True):
    id: str
    name: str
    hash: str
    page: str
    """As text, with numbered clauses."""


class GameRules(RulesPage, frozen=True):
    """The same in both forms."""

    sheet: RuleSheet
    """As data, for a page that shows them."""


class HouseRequest(Body, frozen=True):
    house: dict[str, Any] | Annotated[str, msgspec.Meta(max_length=20_000)]


class HouseStart(Answer, frozen=True):
    """A house from which somebody may begin to write one."""

    id: str
    name: str
    family: str
    about: str
    """What is special about it."""
    document: dict[str, Any]
    """What one changes, and sends to be checked or played."""
    whole: dict[str, Any]
    """The same with everything that it inherits."""
    ships: bool = False
    """May houses extend it?"""


class Houses(Answer, frozen=True):
    starts: tuple[HouseStart, ...]
    schemas: dict[str, Any]
    """By family, the JSON Schema of its documents, with titles and limits for a form."""


class HouseChecked(Answer, frozen=True):
    ok: bool
    family: str | None = None
    document: dict[str, Any] | None = None
    """As it was sent, also if it was sent as a text."""
    toml: str | None = None
    """The same as a TOML file."""
    whole: dict[str, Any] | None = None
    """With everything that it inherits; None if what it extends is not known."""
    sheet: RuleSheet | None = None
    """Its rules as numbered clauses, and how it differs from what it extends."""
    problems: tuple[Problem, ...] = ()
    rules: RulesPage | None = None
    game: GameInfo | None = None
    """Its seats, and the levels of its bots."""


class PlayerRequest(Body, frozen=True):
    name: Name


class Rating(Answer, frozen=True):
    game: str
    rules: str
    title: str
    skill: float
    """The middle of what is believed."""
    doubt: float
    """One standard deviation."""
    matches: int


class PlayerInfo(Answer, frozen=True):
    id: str
    name: str
    bot: bool = False
    matches: int = 0
    firsts: int = 0
    lasts: int = 0
    ratings: tuple[Rating, ...] = ()


class Ranked(Answer, frozen=True):
    """A row of a leader board."""

    id: str
    """Of a player, or `bot:LEVEL`."""
    name: str
    skill: float
    doubt: float
    matches: int
    bot: bool = False


class LeaderBoard(Answer, frozen=True):
    game: str
    rules: str
    players: tuple[Ranked, ...]
    """The best first: by skill minus three doubts."""


class MatchPlayed(Answer, frozen=True):
    table: str
    match: int
    game: str
    title: str
    ended: int
    seat: Seat
    names: tuple[str, ...]
    """Of those to whom the cards were dealt."""
    places: tuple[int, ...]
    """As they are rated: whoever left during the match comes last."""
    record: str
    counts: bool = True
    """Is it rated? Not if a move was taken back, or if you sat down in the middle."""


class MatchesPlayed(Answer, frozen=True):
    matches: tuple[MatchPlayed, ...]
    open: tuple[Listing, ...] = ()
    """Tables at which the player still sits."""
    waits: tuple[str, ...] = ()
    """The ids of those among the newest that wait for a move of this player."""


class ReplayStep(Answer, frozen=True):
    """A step of a match, and how the table looked after it."""

    seq: int
    at: int
    """Milliseconds since 1970; if only the record of the match is left, since the deal."""
    seat: Seat | None
    move: Move | None
    deed: AnyDeed | None
    events: tuple[Event, ...]
    words: tuple[str, ...]
    turn: Turn
    view: View


class Replay(Answer, frozen=True):
    """A match that is over, to be shown again without knowing its rules."""

    table: str
    match: int
    game: str
    title: str
    """The name of the game or the house."""
    rules: str
    """Their hash."""
    family: str
    """It says how moves, events and views are read."""
    names: tuple[str, ...]
    """Of the players, at the end of the match."""
    outcome: Outcome | None
    steps: tuple[ReplayStep, ...]
    """The first one is the deal."""
    seat: Seat | None = None
    """Who saw it so; None: nothing is hidden, and every hand lies open."""
    deal: DealPlan | None = None
    """What was dealt, in which order, if the game says."""


class Refusal(Answer, frozen=True):
    """Every error of the API: a stable code, and a sentence that says what would be right."""

    code: str
    message: str
    problems: tuple[Problem, ...] = ()
