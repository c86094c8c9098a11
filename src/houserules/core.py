"""The vocabulary that every game speaks: Game, Move, Event, Progress, View, Outcome."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from typing import ClassVar, Generic, Literal, TypeGuard, TypeVar

import msgspec

from .cards import Card, Rank, Suit, read_suit, written
from .errors import NotationError, SeatsError

Seat = int
"""A chair at the table, 0 to n - 1."""

Viewer = Seat | None
"""Who looks: a seat, or None for a spectator."""

JSON = None | bool | int | float | str | list["JSON"] | dict[str, "JSON"]


def is_number(value: object) -> TypeGuard[int]:
    """A whole number. To Python True is one; to a player, a record or a position it is not."""
    return isinstance(value, int) and not isinstance(value, bool)


# -- Moves: what a seat says, imperative -----------------------------------------------------------------------------


class Move(msgspec.Struct, frozen=True, gc=False):
    """What a seat says. `str(move)` is its text, the same in the terminal, in records and in the engine protocol."""

    word: ClassVar[str]

    def __str__(self) -> str:
        return self.word


class Play(Move, frozen=True):
    cards: tuple[Card, ...]
    word = "play"

    def __str__(self) -> str:
        return f"play {written(self.cards)}"


class Take(Move, frozen=True):
    """Take the pile."""

    word = "take"


class Swap(Move, frozen=True):
    """Lay a hand card face up and take a face-up card into the hand."""

    hand: Card
    up: Card
    word = "swap"

    def __str__(self) -> str:
        return f"swap {self.hand} {self.up}"


class Ready(Move, frozen=True):
    word = "ready"


class Flip(Move, frozen=True):
    """Turn over a blind card, counted from 1 among those that are left."""

    blind: int
    word = "flip"

    def __str__(self) -> str:
        return f"flip {self.blind}"


class Target(Move, frozen=True):
    """Name the seat that takes the pile."""

    seat: Seat
    word = "target"

    def __str__(self) -> str:
        return f"target {self.seat}"


class Call(Move, frozen=True):
    """Name a suit."""

    suit: Suit
    word = "call"

    def __str__(self) -> str:
        return f"call {self.suit}"


class Choose(Move, frozen=True):
    """Name the rank that a wild card stands for, or whether the next card must be higher or lower."""

    what: Rank | Literal["high", "low"]
    word = "choose"

    def __str__(self) -> str:
        if isinstance(self.what, str):
            return f"choose {self.what}"
        return f"choose {int(self.what) if self.what <= Rank.TEN else self.what.letter}"


class Pass(Move, frozen=True):
    """Let the others go on."""

    word = "pass"


class Bet(Move, frozen=True):
    amount: int
    word = "bet"

    def __str__(self) -> str:
        return f"bet {self.amount}"


class Pick(Move, frozen=True):
    """Choose the card in a slot, counted from 0."""

    slot: int
    word = "pick"

    def __str__(self) -> str:
        return f"pick {self.slot}"


class Add(Move, frozen=True):
    """Add what was won to one's points."""

    word = "add"


class Subtract(Move, frozen=True):
    """Take what was won off one's points."""

    word = "subtract"


FORMS: dict[str, str] = {
    "play": "play 7H 7D",
    "take": "take",
    "swap": "swap 3H AS (a hand card, then a face-up card)",
    "ready": "ready",
    "flip": "flip 2 (blind cards count from 1)",
    "target": "target 3 (seats count from 0)",
    "call": "call hearts",
    "choose": "choose 9, choose high or choose low",
    "pass": "pass",
    "bet": "bet 10",
    "pick": "pick 4 (slots count from 0)",
    "add": "add",
    "subtract": "subtract",
}


def read_move(text: str, of: Mapping[str, str] = FORMS) -> Move:
    """Read the text form of a move; words in any case. `of` holds the words of a game, with an example of each.

    >>> read_move("PLAY 7h 10d"), str(read_move("call ♥"))
    (Play(cards=(Card('7H'), Card('TD'))), 'call hearts')
    """
    words = text.split()
    if not words:
        raise NotationError(f"say a move: {', '.join(of.values())}")
    word, rest = words[0].lower(), words[1:]
    match word if word in of else "", rest:
        case "play", [_, *_]:
            return Play(tuple(Card.read(card) for card in rest))
        case "take", []:
            return Take()
        case "swap", [hand, up]:
            return Swap(Card.read(hand), Card.read(up))
        case "ready", []:
            return Ready()
        case "flip", [number]:
            return Flip(_read_number(number, "a blind card"))
        case "target", [number]:
            return Target(_read_number(number, "a seat"))
        case "call", [suit]:
            return Call(read_suit(suit))
        case "choose", [what]:
            return Choose(_read_choice(what))
        case "pass", []:
            return Pass()
        case "bet", [number]:
            return Bet(_read_number(number, "a bet"))
        case "pick", [number]:
            return Pick(_read_number(number, "a slot"))
        case "add", []:
            return Add()
        case "subtract", []:
            return Subtract()
    if word in of:
        raise NotationError(f"{text[:40]!r} cannot be read: write it as in {of[word]}")
    raise NotationError(f"{text[:40]!r} is no move here: write it as in {', or '.join(of.values())}")


def _read_choice(text: str) -> Rank | Literal["high", "low"]:
    match text.lower():
        case "high":
            return "high"
        case "low":
            return "low"
    for rank in Rank:
        if rank is not Rank.JOKER and text.upper() in (
            rank.letter,
            str(int(rank)) if rank <= Rank.TEN else rank.letter,
        ):
            return rank
    raise NotationError(f"{text!r} cannot be chosen: write {FORMS['choose']}")


def _read_number(text: str, what: str) -> int:
    if text.isascii() and text.isdigit() and len(text) < 10:
        return int(text)
    raise NotationError(f"{text[:40]!r} is not {what}: write its number")


# -- Events: what followed, past tense, and who may see it -----------------------------------------------------------


class Names:
    """Who sits where: how events call the seats.

    >>> Names("You", "Ann")(1)
    'Ann'
    """

    def __init__(self, *names: str) -> None:
        self.names = names

    def __call__(self, seat: Seat) -> str:
        return self.names[seat] if seat < len(self.names) else f"Seat {seat}"


class Event(msgspec.Struct, frozen=True, gc=False, tag=str.lower, tag_field="event"):
    """What happened. A subclass that holds something hidden says in `seen_by` what others get to see of it."""

    def tell(self, who: Names) -> str:
        """In plain words, for a log."""
        raise NotImplementedError

    def seen_by(self, viewer: Viewer) -> Event:  # noqa: ARG002 - most events are public
        return self


class Outcome(msgspec.Struct, frozen=True, gc=False):
    """How it ended: for each seat its place (1 is first, ties share) and payoff (1 for the first to 0), and why."""

    places: tuple[int, ...]
    payoffs: tuple[float, ...]
    reason: str

    @staticmethod
    def of_places(places: Sequence[int], reason: str) -> Outcome:
        """Payoffs run evenly from 1 to 0; seats that tie share what their places would have got.

        >>> Outcome.of_places((1, 2, 2), "limit").payoffs
        (1.0, 0.25, 0.25)
        """
        last = len(places) - 1
        payoffs = []
        for place in places:
            tied = places.count(place)
            payoffs.append(sum(last - (place - 1 + k) for k in range(tied)) / (tied * last))
        return Outcome(tuple(places), tuple(payoffs), reason)


class Turn(msgspec.Struct, frozen=True, gc=False):
    """Whose turn it is after a move, and how it came to be."""

    seats: tuple[Seat, ...]
    """The seats that may act now."""
    skipped: tuple[Seat, ...] = ()
    """Seats that were passed over."""
    again: bool = False
    """The seat that moved moves once more."""
    names: str | None = None
    """What the seat has to name before anything else, as the word of that move: "target"."""


# -- Views: what one seat, or a spectator, may know ------------------------------------------------------------------


class View(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """What a viewer may know. Each game adds what lies on its table; nothing hidden is ever in it."""

    game: str
    seat: Viewer
    to_act: tuple[Seat, ...]
    legal: tuple[Move, ...]
    """The moves of `seat`; empty for a seat that may not act, and for a spectator."""
    outcome: Outcome | None

    counters: ClassVar[Mapping[str, object]] = {}
    """Fields that only count how long it has lasted, as they are at the start."""

    def without_counters(self) -> View:
        """The same for two moments at which the same table lies there."""
        return msgspec.structs.replace(self, **self.counters) if self.counters else self


def plain(value: object) -> JSON:
    """A view, an event or an outcome as JSON: cards and moves in their notation."""
    match value:
        case Card() | Move() | Suit():
            return str(value)
        case None | bool() | int() | float() | str():
            return value
        case msgspec.Struct():
            fields: dict[str, JSON] = {}
            config = value.__struct_config__
            if config.tag_field is not None:
                fields[config.tag_field] = str(config.tag)
            unwritten = getattr(value, "unwritten", ())
            for field in value.__struct_fields__:
                if field not in unwritten:
                    fields[field] = plain(getattr(value, field))
            return fields
        case list() | tuple():
            return [plain(item) for item in value]
        case Mapping():
            return {str(key): plain(item) for key, item in value.items()}
    raise TypeError(f"{type(value).__name__} has no JSON form")


# -- Game ------------------------------------------------------------------------------------------------------------

S = TypeVar("S")


class Progress(msgspec.Struct, Generic[S], frozen=True, gc=False):
    """A state and the events that led to it. The events are whole: show them only through `seen_by`."""

    state: S
    events: tuple[Event, ...]


class Game(ABC, Generic[S]):
    """The rules of one game: stateless, and the only one who looks into its states.

    States are values: no method changes one. `S` is everything there is, hidden cards too.
    """

    id: str
    name: str
    seats: range
    """How many may play."""
    hash: str
    """Of the rules' content: records, tables and ratings are comparable if it is equal."""
    house: Mapping[str, object] | None = None
    """The document the rules were read from, if they do not ship with the package."""

    def page(self) -> str:
        """The rules for people, as Markdown with numbered clauses; empty if nobody has written them down."""
        return ""

    forms: ClassVar[Mapping[str, str]] = FORMS
    """The words its moves begin with, and an example of each."""
    short_forms: ClassVar[Mapping[str, str]] = {}
    """Examples of what else `understand` and `steps` read, and what each means."""

    @property
    def usual_seats(self) -> int:
        """How many play if nobody says."""
        return max(self.seats.start, min(3, self.seats.stop - 1))

    def read(self, text: str) -> Move:
        """A move from its text. A game with moves of its own kinds reads them here."""
        return read_move(text, self.forms)

    @abstractmethod
    def new(self, seats: int, seed: str) -> S:
        """Deal. All chance comes from the seed."""

    @abstractmethod
    def size(self, state: S) -> int:
        """How many seats play."""

    @abstractmethod
    def to_act(self, state: S) -> tuple[Seat, ...]:
        """The seats that may act; () when it is over."""

    @abstractmethod
    def legal(self, state: S, seat: Seat) -> tuple[Move, ...]:
        """Every move of a seat; equal cards are named once. () if it may not act."""

    def listed(self, state: S, seat: Seat, move: Move) -> Move:  # noqa: ARG002 - most games list every choice
        """The move of `legal` that means the same, where a game lists one choice of suits for many; else the move."""
        return move

    def understand(self, view: View, text: str) -> Move:  # noqa: ARG002 - most games have no short forms
        """A move as a player says it at the table: also in short forms that depend on what it sees."""
        return self.read(text)

    def steps(self, view: View, text: str) -> tuple[Move, ...]:
        """What a person says at the table, also in shorter forms than a program may, and several moves at once; () if
        what was said is so already."""
        return (self.understand(view, text),)

    @abstractmethod
    def apply(self, state: S, seat: Seat, move: Move) -> Progress[S]:
        """Play a move, or raise IllegalMove."""

    def at(self, state: S, seconds: int) -> S:  # noqa: ARG002 - most games know no time
        """The state when the clock shows so many seconds since the deal: rules are told the time, they never ask."""
        return state

    def turn(self, before: S, seat: Seat, move: Move, after: S) -> Turn:  # noqa: ARG002 - most games pass nobody over
        """Whose turn it is after a move, and why."""
        acting = self.to_act(after)
        return Turn(acting, again=acting == (seat,))

    def is_secret(self, state: S, move: Move) -> bool:  # noqa: ARG002 - most moves are seen by all
        """May others not know yet what this move was, as long as the match stands at `state`?"""
        return False

    @abstractmethod
    def view(self, state: S, viewer: Viewer) -> View:
        """Built up from what the viewer may know."""

    @abstractmethod
    def outcome(self, state: S) -> Outcome | None: ...

    def statistics(self, seats: int, events: Iterable[Event]) -> tuple[msgspec.Struct, ...]:  # noqa: ARG002 - see below
        """What is worth counting, for each seat, in the public events of a match; () for a game that counts nothing."""
        return ()

    @abstractmethod
    def position(self, state: S) -> dict[str, JSON]:
        """Everything, as a document that `from_position` reads."""

    @abstractmethod
    def from_position(self, document: Mapping[str, object]) -> S:
        """Check a position and set it up, or raise PositionError with the path of what is wrong."""

    @abstractmethod
    def redeal(self, state: S, viewer: Viewer, seed: int) -> S:
        """A state that the viewer cannot tell from this one: all it may not know is dealt anew."""

    # What bots that think ahead ask for. A game that has no such bots need not answer.

    def imagine(self, view: View, seed: int) -> S:
        """From a view alone a state that its viewer cannot tell from the true one: what is hidden is dealt at random.

        `state.kernel` is its Position, with the seat of the view on turn wherever that seat may act."""
        raise NotImplementedError

    def say(self, state: S, number: int) -> Move:
        """The move to say for a number of the kernel; where several say the same, the one that tells others least."""
        raise NotImplementedError

    def plans(self, state: S) -> list[tuple[Move, S]]:  # noqa: ARG002 - most games decide move by move
        """Where many moves in a row are one decision: each way to decide, as its next move and where it leads."""
        return []

    @abstractmethod
    def cards(self, state: S) -> tuple[object, ...]:
        """Every card, wherever it lies, sorted: it is the same from the deal to the end."""

    def check_seats(self, seats: int) -> None:
        if not is_number(seats) or seats not in self.seats:
            few, many = self.seats.start, self.seats.stop - 1
            wanted = f"{few}" if few == many else f"{few} to {many}"
            raise SeatsError(f"{self.name} is played by {wanted}, not by {seats!r}")
