"""Game: the rules of one game, stateless; Progress: what a move leads to."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from typing import ClassVar, Final, Generic, TypeVar

import msgspec

from houserules.errors import IllegalMove, RequestError, SeatsError, ViewError

from .events import Event
from .moves import FORMS, MOVES, Move, read_move
from .outcome import Outcome, Turn
from .scoring import Scoring
from .seats import JSON, Seat, Viewer, is_number
from .tribute import Tribute
from .views import Rules, View

S = TypeVar("S")


class Progress(msgspec.Struct, Generic[S], frozen=True, gc=False):
    """A state and the events that led to it. The events are whole: show them only through `seen_by`."""

    state: S
    events: tuple[Event, ...]


class DealPlan(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """What a deal is made of: with it and the seed anyone can shuffle and deal again without knowing the rules."""

    decks: int
    jokers: int
    """In each deck."""
    rounds: dict[str, int] = {}
    """The zones that are filled one after the other, each with how often every seat gets a card; what is left is the
    stock. Empty if all cards are dealt."""
    without: tuple[str, ...] = ()
    """Ranks that the decks do not have, as cards are written: 2 to 9, T, J, Q, K, A."""
    stock: int | None = None
    """How many of the cards that are left are the stock; None: all of them."""
    bundle: int = 0
    """Seat by seat, hand cards of the rank of a face-up one are laid with it, the lowest first, until so many lie
    there. For each a card of the stock is drawn; without a stock one card stays in the hand. 0: this is not done."""
    tribute: Tribute | None = None
    """Cards of two hands that change places at once, if the match before decided that."""


class Explanation(msgspec.Struct, frozen=True, gc=False):
    """Whether a move would be allowed and, if not, why: the code of the refusal, what is wrong, what would be legal."""

    ok: bool
    code: str | None = None
    reason: str = ""
    instead: str = ""

    @staticmethod
    def of(refusal: IllegalMove) -> Explanation:
        return Explanation(False, refusal.code, refusal.reason, refusal.instead)


ALLOWED: Final = Explanation(True)
AS_IT_CAME: Final = "pass it on as it came, with its notes"
MOST_READ: Final = 4096
"""Texts of moves that a game keeps with what they mean."""


class Game(ABC, Generic[S]):
    """The rules of one game: stateless. Only the game looks into its states.

    States are values: no method changes one. `S` is everything there is, hidden cards too.
    """

    id: str
    name: str
    seats: range
    """How many may play."""
    hash: str
    """Of the rules' content: records, tables and ratings are comparable if it is equal."""
    former_hashes: tuple[str, ...] = ()
    """Hashes of the same rules from earlier versions: records that bear one of them can still be read."""
    house: Mapping[str, object] | None = None
    """The document that the rules were read from, if they do not ship with the package."""
    scoring: Scoring = Scoring()
    """How the matches of an evening are counted. It is no part of the rules, nor of their hash."""

    @cached_property
    def about(self) -> Rules:
        """Which rules these are, for every view: made once, with the first view."""
        return Rules(self.id, self.name, self.hash)

    loser_is_called: str = ""
    """What players call the one who comes last; "" if they have no word for it."""

    goal: str = ""
    """What wins, in one line."""

    def page(self) -> str:
        """All rules, as Markdown with numbered clauses; empty if nobody has written them down."""
        return ""

    def sheet(self) -> str:
        """The rules for somebody who wants to play: what the game is about first, no more than it takes."""
        return "\n\n".join([part for part in (self.goal, self.page()) if part])

    family: ClassVar[str] = ""
    """The name of the family that has its bots and its screen, as its views say it; "" for an unregistered game."""
    moves: ClassVar[tuple[type[Move], ...]] = MOVES
    """The kinds of its moves. A game with kinds of its own names them here and in `forms`."""
    forms: ClassVar[Mapping[str, str]] = FORMS
    """The words its moves begin with, and an example of each."""
    short_forms: ClassVar[Mapping[str, str]] = {}
    """Examples of what else `understand` and `steps` read, and what each means."""

    @property
    def usual_seats(self) -> int:
        """The number of seats if nobody chooses one."""
        return max(self.seats.start, min(3, self.seats.stop - 1))

    def read(self, text: str) -> Move:
        """A move from its text. Texts come up again and again, and a move is a value: what was read is kept."""
        move = self._read_before.get(text)
        if move is None:
            move = read_move(text, self.forms, self.moves)
            if len(self._read_before) >= MOST_READ:
                self._read_before.clear()
            self._read_before[text] = move
        return move

    @cached_property
    def _read_before(self) -> dict[str, Move]:
        return {}

    @abstractmethod
    def new(self, seats: int, seed: str) -> S:
        """Deal. All chance comes from the seed."""

    def new_begun_by(self, seats: int, seed: str, begins: Seat) -> S:  # noqa: ARG002 - most games do not
        """The same deal, but this seat begins, whatever the rules say: for games whose evenings decide that."""
        raise RequestError("bad-request", f"in {self.name} the rules say who begins: nobody else can decide it")

    def new_with_tribute(self, seats: int, seed: str, begins: Seat | None, tribute: Tribute) -> tuple[S, Tribute]:  # noqa: ARG002 - most games do not
        """The same deal, but cards of two hands change places before anything else happens. Also says which ones."""
        raise RequestError("bad-request", f"in {self.name} nobody gives cards of the deal to another player")

    def deal_plan(self, seats: int) -> DealPlan | None:  # noqa: ARG002 - most games say
        """What the first deal is made of; None for a game with cards of its own."""
        return None

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
        """What a person says at the table: also shorter forms than a program may use, and several moves at once; ()
        if nothing has to be done for it."""
        return (self.understand(view, text),)

    @abstractmethod
    def apply(self, state: S, seat: Seat, move: Move) -> Progress[S]:
        """Play a move, or raise IllegalMove."""

    def explain(self, state: S, seat: Seat, move: Move) -> Explanation:
        """May this seat make this move, and if not, why not? Nothing changes."""
        try:
            self.apply(state, seat, move)
        except IllegalMove as refusal:
            return Explanation.of(refusal)
        return ALLOWED

    def at(self, state: S, seconds: int) -> S:  # noqa: ARG002 - most games know no time
        """The state when the clock shows this many seconds since the deal. The caller tells the rules the time."""
        return state

    def turn(self, state: S, seat: Seat, events: Sequence[Event]) -> Turn:  # noqa: ARG002 - most games skip nobody
        """Whose turn it is after a move of a seat that led to these events and this state, and why."""
        acting = self.to_act(state)
        return Turn(acting, again=acting == (seat,))

    def is_secret(self, state: S, move: Move) -> bool:  # noqa: ARG002 - most moves are seen by all
        """May others not know yet what this move was, as long as the match stands at `state`?"""
        return False

    @abstractmethod
    def view(self, state: S, viewer: Viewer) -> View:
        """Build the view from what the viewer may know."""

    def slim_view(self, state: S, viewer: Viewer) -> View:
        """The same for the wire."""
        return self.view(state, viewer).slim()

    def open_view(self, state: S) -> View:
        """For whoever looks back at a match that is over: what a spectator sees, but with the cards of every hand."""
        view = self.slim_view(state, None)
        if view.by_seat is None:
            return view
        seats = range(self.size(state))
        own = tuple([getattr(self.slim_view(state, seat), view.by_seat)[seat] for seat in seats])
        return msgspec.structs.replace(view, **{view.by_seat: own})

    @abstractmethod
    def outcome(self, state: S) -> Outcome | None: ...

    def is_done(self, state: S, seat: Seat) -> bool:  # noqa: ARG002 - in most games nobody is, before the end
        """Has this seat nothing more to decide in this match? Then its place stands, also if its player leaves."""
        return False

    statistics_in_record: ClassVar[bool] = False
    """Do records carry them? They follow from the moves of a record."""

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
        """A state that the viewer cannot tell from this one: everything that it may not know is dealt again."""

    # Bots that think ahead call these. A game without such bots need not implement them.

    def imagine(self, view: View, seed: int) -> S:
        """A state from a view alone, with hidden cards dealt at random: its viewer cannot tell it from the true one.

        `state.kernel` is its Position, with the seat of the view on turn wherever that seat may act."""
        raise NotImplementedError

    def check_view(self, view: View) -> None:
        """Refuse a view that these rules never show: it was edited on its way, or belongs to other rules.

        A view that was made here needs no check. One that was read from JSON is checked once, before a bot thinks about
        it: a state is made from the view alone, and must look like the view again."""
        problem = self.view_problem(view)
        if problem:
            raise ViewError(f"this is not a view of {self.name}: {problem}")
        view.legal.is_unchecked = False
        try:
            seen = self.view(self.imagine(view, 0), view.seat)
        except Exception as stumbled:
            view.legal.is_unchecked = True
            raise ViewError(f"this view contradicts itself or the rules of {self.name}: {AS_IT_CAME}") from stumbled
        wrong = [name for name in view.__struct_fields__ if getattr(seen, name) != getattr(view, name)]
        wrong = [name for name in wrong if name not in ("game", "rules")]
        if wrong:
            view.legal.is_unchecked = True
            raise ViewError(f"{wrong[0]}: this does not follow from the rest of the view: {AS_IT_CAME}")

    def view_problem(self, view: View) -> str:
        """What is wrong with a view at first sight, so that nobody tries to make a state of it; "" if nothing is."""
        if view.family != self.family:
            return f"it is one of the family {view.family}"
        if view.rules is not None and view.rules.hash not in (self.hash, *self.former_hashes):
            return f"its rules have the hash {view.rules.hash}, and here it is {self.hash}"
        return ""

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
