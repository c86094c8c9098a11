"""Step: one thing that happened at a table, a move or a deed, as it is written into a journal."""

from __future__ import annotations

from typing import Self

import msgspec

from houserules.core import Event, Move, Names, Seat
from houserules.errors import NotationError, TableError
from houserules.games import AnyGame

from .player import Player
from .policies import Policies


class Deed(msgspec.Struct, frozen=True, gc=False, tag_field="deed", forbid_unknown_fields=True, omit_defaults=True):
    """What a seat does, or what happens to it, beside the moves of the game."""

    def tell(self, who: Names, seat: Seat) -> str:
        """In plain words, for a log. `seat` is whose deed it is."""
        raise NotImplementedError

    def shown_to_others(self) -> Self:
        """What those may see of it who sit elsewhere."""
        return self


class ReadyToDeal(Deed, frozen=True, tag="ready-to-deal"):
    """A person waits for the first deal."""

    salt: str = ""
    """Goes into the seed, if the table has a secret."""

    def shown_to_others(self) -> Self:
        """Not the salt: nobody shall choose another one because of it. It is in the proof after the match."""
        return type(self)()

    def tell(self, who: Names, seat: Seat) -> str:
        return f"{who(seat)} {who.verb(seat, 'is', 'are')} ready"


class Forfeit(Deed, frozen=True, tag="forfeit"):
    """A person gives up. With two seats the match is over; with more a bot plays on, and its place is the last."""

    def tell(self, who: Names, seat: Seat) -> str:
        return f"{who(seat)} gave up"


class TimedOut(Deed, frozen=True, tag="timed-out"):
    """The time of a person ran out, and a bot made one move."""

    move: str
    """As text; "" for a viewer who may not know it yet."""

    def __post_init__(self) -> None:
        """Whoever passes a move as a value gets a step that a journal can hold."""
        said: object = self.move
        if not isinstance(said, str):
            msgspec.structs.force_setattr(self, "move", str(said))

    def tell(self, who: Names, seat: Seat) -> str:
        return f"{who(seat)} ran out of time: a bot moved"


class TakeOver(Deed, frozen=True, tag="take-over"):
    """A bot plays for a person from now on."""

    player: Player
    empty: bool = False
    """Before the first deal: the chair waits for somebody again, and the bot only keeps it."""
    keeps: bool = False
    """The person is away and keeps the seat. It counts as one who has not agreed to anything."""

    def tell(self, who: Names, seat: Seat) -> str:
        name = self.player.name
        if self.empty:
            return f"{who(seat)} stood up"
        return f"{'A bot' if name == who.names[seat] else name} plays for {who.inside(seat)}"


class Sit(Deed, frozen=True, tag="sit"):
    """A person sits down where a bot played, or comes back."""

    player: Player
    empty: bool = False
    """The chair waited for somebody: the bot on it only kept it."""

    def tell(self, who: Names, seat: Seat) -> str:
        name = self.player.name
        if self.empty:
            return f"{name} sat down"
        if name == who.names[seat]:
            return f"{who(seat)} {who.verb(seat, 'is', 'are')} back"
        return f"{name} took {who.names[seat]}'s seat"


class TakeBack(Deed, frozen=True, tag="take-back"):
    """The last moves are to be taken back: at once against bots, when all people agree among people."""

    count: int
    """How many moves."""

    def tell(self, who: Names, seat: Seat) -> str:
        return f"{who(seat)} {who.verb(seat, 'wants', 'want')} to take back {self.count} move{'s' * (self.count > 1)}"


class AgreeToTakeBack(Deed, frozen=True, tag="agree-to-take-back"):
    def tell(self, who: Names, seat: Seat) -> str:
        return f"{who(seat)} {who.verb(seat, 'agrees', 'agree')}"


class Rematch(Deed, frozen=True, tag="rematch"):
    """A person wants another match. It is dealt when all people do, or at once if `Policies.rematch_by_one` says so."""

    salt: str = ""

    def shown_to_others(self) -> Self:
        """As of ReadyToDeal."""
        return type(self)()

    def tell(self, who: Names, seat: Seat) -> str:
        return f"{who(seat)} {who.verb(seat, 'wants', 'want')} a rematch"


class Start(Deed, frozen=True, tag="start"):
    """Nobody waits any longer for people on empty chairs: bots fill them."""

    def tell(self, who: Names, seat: Seat) -> str:
        return f"{who(seat)} started: bots fill the empty chairs"


class Pause(Deed, frozen=True, tag="pause"):
    """Nobody moves and no clock runs."""

    def tell(self, who: Names, seat: Seat) -> str:
        return f"{who(seat)} paused the match"


class Resume(Deed, frozen=True, tag="resume"):
    def tell(self, who: Names, seat: Seat) -> str:
        return f"{who(seat)} resumed the match"


class Mute(Deed, frozen=True, tag="mute"):
    """A person lets a seat, or the spectators, chat no more, or again. Nothing else at the table changes."""

    whom: Seat | None
    """None: the spectators."""
    on: bool = True

    def tell(self, who: Names, seat: Seat) -> str:
        whom = "the spectators" if self.whom is None else who.inside(self.whom)
        return f"{who(seat)} muted {whom}" if self.on else f"{who(seat)} let {whom} chat again"


class Reopened(Deed, frozen=True, tag="reopened"):
    """Nobody had this table open for a while. Clocks go on with what they showed at the step before."""

    def tell(self, who: Names, seat: Seat) -> str:  # noqa: ARG002 - it is nobody's doing
        return "The table was closed for a while: the clocks go on from where they stood"


class ChangeKey(Deed, frozen=True, tag="change-key"):
    """What opens a seat changes, or who is known to sit there. The table stays as it is."""

    forgotten: bool = False
    """The person wants to be forgotten, and sits here without a key from now on."""

    def tell(self, who: Names, seat: Seat) -> str:
        if self.forgotten:
            return f"{who(seat)} {who.verb(seat, 'plays', 'play')} without a key from now on"
        return f"{who(seat)} went on with another device"


class ChangeTable(Deed, frozen=True, tag="change"):
    """Before a deal: other policies, or another bot on this seat."""

    policies: Policies | None = None
    bot: Player | None = None
    stays: bool = False
    """An empty chair waits no longer: this bot plays."""

    def tell(self, who: Names, seat: Seat) -> str:
        if self.bot is not None:
            return f"{self.bot.shown} plays instead of {who.names[seat]}"
        return f"{who(seat)} changed what is allowed at this table"


AnyDeed = (
    ReadyToDeal
    | Forfeit
    | TimedOut
    | TakeOver
    | Sit
    | TakeBack
    | AgreeToTakeBack
    | Rematch
    | Start
    | Pause
    | Resume
    | Mute
    | Reopened
    | ChangeKey
    | ChangeTable
)


class Step(msgspec.Struct, frozen=True, gc=False):
    """What happened at a table. The events are whole: show them only through `seen_by`."""

    seq: int
    """The number of the step, counted from 1."""
    seat: Seat
    move: Move | AnyDeed
    at: int
    """Milliseconds, on the clock of the table."""
    events: tuple[Event, ...] = ()

    def encode(self) -> bytes:
        """As JSON. Events are left out: they follow from the steps before."""
        move = str(self.move) if isinstance(self.move, Move) else self.move
        return msgspec.json.encode(_Written(self.seq, self.seat, move, self.at))

    @staticmethod
    def decode(data: bytes | str, game: AnyGame) -> Step:
        """What `encode` wrote. The game reads its own moves."""
        try:
            written = msgspec.json.decode(data, type=_Written)
            move = game.read(written.move) if isinstance(written.move, str) else written.move
        except (msgspec.DecodeError, UnicodeDecodeError, NotationError) as problem:
            raise TableError("bad-step", f"this is not a step of {game.name}: {problem}") from problem
        return Step(written.seq, written.seat, move, written.at)


class _Written(msgspec.Struct, frozen=True, tag="step", tag_field="type", forbid_unknown_fields=True):
    seq: int
    seat: Seat
    move: str | AnyDeed
    at: int
