"""What the entries of a table hold: how it was opened, then each step, and who may speak for which seat."""

from __future__ import annotations

from typing import Final, Literal

import msgspec

from houserules.core import Move, Seat
from houserules.errors import NotationError, TableError
from houserules.games import AnyGame
from houserules.table import AnyDeed, Settings, Step

FORMAT: Final = 1
"""Of the entries. An entry of a newer format is refused: another node may have been upgraded first."""


class SeatKey(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """Whose seat this is from now on."""

    seat: Seat
    token: str | None
    """The hash of the token that opens it; None: it belongs to nobody any more."""
    player: str | None = None
    """The public id of the player, if the device said a key."""
    salt: str | None = None
    """What the person adds to the seed of the first deal, said when sitting down."""
    removed: bool = False
    """A host removed whoever sat here. Before the first deal that happens twice before it is for good."""


class Options(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """What a table is on a server, beside its settings."""

    name: str = ""
    public: bool = False
    chat: bool = True
    spectators: bool = True
    delay: int = 0
    """Milliseconds by which spectators see everything later."""
    away: int = 60_000
    """Milliseconds after which a bot plays for a person who is away."""


class Opening(msgspec.Struct, frozen=True, omit_defaults=True):
    """Entry 0."""

    settings: Settings
    options: Options
    key: SeatKey
    format: Literal[1] = FORMAT
    request: str = ""
    """The hash of what was asked for, and by whom, if it was asked with an idempotency key."""


class Line(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """Every other entry: a step as text, and what it changes beside the table."""

    seq: int
    seat: Seat
    move: str | AnyDeed
    at: int
    key: SeatKey | None = None
    options: Options | None = None

    @staticmethod
    def of(step: Step, key: SeatKey | None = None, options: Options | None = None) -> Line:
        move = str(step.move) if isinstance(step.move, Move) else step.move
        return Line(step.seq, step.seat, move, step.at, key, options)

    def step(self, game: AnyGame) -> Step:
        try:
            move = game.read(self.move) if isinstance(self.move, str) else self.move
        except NotationError as problem:
            raise TableError("bad-step", f"entry {self.seq} is not a move of {game.name}: {problem}") from problem
        return Step(self.seq, self.seat, move, self.at)


_ENCODER: Final = msgspec.json.Encoder()
_OPENING: Final[msgspec.json.Decoder[Opening]] = msgspec.json.Decoder(Opening)
_LINE: Final[msgspec.json.Decoder[Line]] = msgspec.json.Decoder(Line)


def write_entry(entry: Opening | Line) -> bytes:
    return _ENCODER.encode(entry)


def read_opening(body: bytes) -> Opening:
    return _OPENING.decode(body)


def read_line(body: bytes) -> Line:
    return _LINE.decode(body)
