"""Views: what one seat, or a spectator, may know."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import ClassVar, Final, Self, overload

import msgspec

from .moves import MOVES, Move, forms_of, read_move
from .outcome import Outcome
from .seats import Seat, Viewer


class Legal(Sequence[Move]):
    """The moves of a seat, in order. In JSON they are written as texts: moves as data stand in the view's `can`.

    A list that would be long may be written by a few of its texts; the moves themselves are always all there."""

    __slots__ = ("_few", "_json", "_moves", "is_unchecked")

    kinds: ClassVar[tuple[type[Move], ...]] = MOVES
    """What its texts are read as. The view of a game with kinds of moves of its own has a Legal of its own."""

    def __init__(
        self, moves: tuple[Move, ...] = (), few: tuple[Move, ...] | None = None, json: list[bytes] | None = None
    ) -> None:
        """`json` are the texts as JSON, in one or several parts, if the game has them at hand."""
        self._moves = moves
        self._few = few
        self._json = json
        self.is_unchecked = False
        """They were read from JSON, and no game has checked yet whether their view is one that its rules show."""

    @overload
    def __getitem__(self, place: int) -> Move: ...

    @overload
    def __getitem__(self, place: slice) -> tuple[Move, ...]: ...

    def __getitem__(self, place: int | slice) -> Move | tuple[Move, ...]:
        return self._moves[place]

    def __len__(self) -> int:
        return len(self._moves)

    def __iter__(self) -> Iterator[Move]:
        return iter(self._moves)

    def __contains__(self, move: object) -> bool:
        return move in self._moves

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Legal):
            return self._moves == other._moves
        return self._moves == other

    def __hash__(self) -> int:
        return hash(self._moves)

    def __repr__(self) -> str:
        return repr(self._moves)

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), (self._moves, self._few)

    @property
    def is_abridged(self) -> bool:
        return self._few is not None

    def texts(self) -> list[str]:
        """As they are written in JSON."""
        return [str(move) for move in (self._moves if self._few is None else self._few)]

    def to_json(self) -> bytes:
        """The texts as a JSON list."""
        if self._json is None:
            self._json = [msgspec.json.encode(self.texts())[1:-1]]
        return b"[%b]" % b",".join(self._json)

    @classmethod
    def read(cls, texts: Sequence[str]) -> Self:
        return cls(tuple([read_move(text, forms_of(cls.kinds), cls.kinds) for text in texts])).unchecked()

    def unchecked(self) -> Self:
        """The same, for a view that came from elsewhere."""
        moves = type(self)(self._moves, self._few, self._json)
        moves.is_unchecked = True
        return moves


NO_MOVES: Final = Legal()


class Rules(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """Which rules are played: for a title, and to tell whether two matches can be compared."""

    id: str
    name: str
    hash: str
    """Of their content: equal rules have the same one."""
    extends: str | None = None
    """The rules that these change, if they say so."""
    changes: int = 0
    """In how many rules they differ from those."""


class View(msgspec.Struct, frozen=True, kw_only=True, gc=False, tag_field="family"):
    """What a viewer may know. Each game adds what lies on its table; nothing hidden is ever in it."""

    game: str
    seat: Viewer
    to_act: tuple[Seat, ...]
    legal: Legal
    """The moves of `seat`; empty for a seat that may not act, and for a spectator."""
    outcome: Outcome | None
    rules: Rules | None = None
    """None only for a game that does not say."""

    counters: ClassVar[Mapping[str, object]] = {}
    """Fields that only count how long the match has lasted, with their values at the start."""

    choices: ClassVar[Mapping[str, object]] = {}
    """Fields that say what the viewer may do, beside `legal`, with their values for one who may do nothing."""

    by_seat: ClassVar[str | None] = None
    """The field that holds one value for each seat, of which a seat sees more in its own; None: there is none."""

    @property
    def family(self) -> str:
        """The family of its game, as its JSON says it; "" for a view that no registered game has made."""
        return str(self.__struct_config__.tag or "")

    @property
    def is_aside(self) -> bool:
        """Is a seat asked beside the usual turns, also if it can only pass? How soon it answers may then tell others
        what it holds: a bot always answers at once, and a client that passes for a person takes a while."""
        return False

    def without_counters(self) -> View:
        """Equal for two moments whose tables look the same."""
        return msgspec.structs.replace(self, **self.counters) if self.counters else self

    def without_choices(self) -> View:
        """For a viewer who may not act any more, although the rules alone would let it."""
        return msgspec.structs.replace(self, legal=NO_MOVES, **self.choices)

    def without_notes(self) -> View:
        """Without the notes, which only bots need: everybody could have kept them from earlier events."""
        return self

    def slim(self) -> View:
        """For the wire: without notes, and with counts for lists that only grow."""
        return self.without_notes()
