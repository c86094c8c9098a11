"""What a client says at a table: one JSON object a message, tagged by its `type`."""

from __future__ import annotations

from typing import Annotated, Any, Final, Literal

import msgspec

from houserules.core import Seat, in_plain_words, not_json
from houserules.errors import WireError

MOST_MESSAGE: Final = 16 * 1024
"""Bytes of one message of a client."""
MOST_MOVE: Final = 1000
"""Characters of the text of a move."""
MOST_SALT: Final = 200
MOST_CHAT: Final = 300
MOST_NAME: Final = 40

Seq = Annotated[int, msgspec.Meta(ge=0, le=1 << 40)]
Salt = Annotated[str, msgspec.Meta(max_length=MOST_SALT)]
CannedLine = Literal["hello", "good-luck", "well-played", "thanks", "oops", "ouch", "one-moment", "good-game"]
"""What people say most, as a code: each client shows it in its own language."""

CANNED: Final[dict[str, str]] = {
    "hello": "Hello!",
    "good-luck": "Good luck!",
    "well-played": "Well played!",
    "thanks": "Thank you!",
    "oops": "Oops!",
    "ouch": "Ouch!",
    "one-moment": "One moment, please.",
    "good-game": "Good game!",
}


class Said(msgspec.Struct, frozen=True, gc=False, tag_field="type", forbid_unknown_fields=True, omit_defaults=True):
    """A message of a client. The answer to it repeats its `of`, so that a client can tell answers apart."""


class SayMove(Said, frozen=True, tag="move"):
    """Make a move. `seq` is that of the view it answers."""

    seq: Seq
    move: Annotated[str, msgspec.Meta(max_length=MOST_MOVE)] | dict[str, Any]
    """Its text, as in "play 7H 7D", or the object of the JSON Schema."""


class SayReady(Said, frozen=True, tag="ready"):
    """Wait for the deal. The salt goes into the seed."""

    salt: Salt = ""
    of: Seq | None = None


class SayStart(Said, frozen=True, tag="start"):
    """The host: do not wait for the chairs that are still empty; bots fill them."""

    of: Seq | None = None


class SayChat(Said, frozen=True, tag="chat"):
    """A text, or one of the canned lines."""

    text: Annotated[str, msgspec.Meta(max_length=MOST_CHAT)] = ""
    line: CannedLine | None = None
    of: Seq | None = None


class SayHint(Said, frozen=True, tag="hint"):
    """What would a strong bot do in my place?"""

    of: Seq | None = None


class SayWhy(Said, frozen=True, tag="why"):
    """Why did a bot make the move of step `seq`? Without a number: its last move."""

    seq: Seq | None = None
    of: Seq | None = None


class SayExplain(Said, frozen=True, tag="explain"):
    """Would this move be allowed, and if not, why not? Nothing changes."""

    move: Annotated[str, msgspec.Meta(max_length=MOST_MOVE)] | dict[str, Any]
    of: Seq | None = None


class SayUndo(Said, frozen=True, tag="undo"):
    """Take back the own last move, and all after it; or agree to what somebody else asked for."""

    count: Annotated[int, msgspec.Meta(ge=1, le=100_000)] | None = None
    """How many moves. Without it: back to the own last move, or, if somebody asks for an undo, agree to that."""
    of: Seq | None = None


class SayRematch(Said, frozen=True, tag="rematch"):
    """Play once more on the same seats, as soon as all people want it."""

    salt: Salt = ""
    of: Seq | None = None


class SayForfeit(Said, frozen=True, tag="forfeit"):
    """Give up this match."""

    of: Seq | None = None


class SayLeave(Said, frozen=True, tag="leave"):
    """Stand up for good: a bot plays on, and the token of the seat ends."""

    of: Seq | None = None


class SayBot(Said, frozen=True, tag="bot"):
    """Let a bot play my seat until I say `back`; I keep the seat."""

    of: Seq | None = None


class SayBack(Said, frozen=True, tag="back"):
    """I play my seat myself again."""

    of: Seq | None = None


class SayWait(Said, frozen=True, tag="wait"):
    """A spectator waits for a seat: the next one that becomes free is theirs."""

    name: Annotated[str, msgspec.Meta(max_length=MOST_NAME)]
    of: Seq | None = None


class SayPause(Said, frozen=True, tag="pause"):
    """The host: nobody moves and no clock runs until the host says `resume`."""

    of: Seq | None = None


class SayResume(Said, frozen=True, tag="resume"):
    of: Seq | None = None


class SayRemove(Said, frozen=True, tag="remove"):
    """The host: a bot takes this person's seat, whose token ends."""

    seat: Seat
    of: Seq | None = None


class SayMute(Said, frozen=True, tag="mute"):
    """The host: this seat, or the spectators, may not chat; or may again."""

    seat: Seat | None
    """None: the spectators."""
    on: bool = True
    of: Seq | None = None


class SayChange(Said, frozen=True, tag="change"):
    """The host, before the deal: what is allowed at the table, and who its bots are."""

    hints: bool | None = None
    undo: bool | None = None
    public: bool | None = None
    name: Annotated[str, msgspec.Meta(max_length=MOST_NAME)] | None = None
    bot: BotAt | None = None
    of: Seq | None = None


class BotAt(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, omit_defaults=True):
    """A bot on a seat."""

    seat: Seat
    level: Annotated[str, msgspec.Meta(max_length=40)] | None = None
    """None: the usual level of the game."""
    personality: Annotated[str, msgspec.Meta(max_length=40)] | None = None
    name: Annotated[str, msgspec.Meta(max_length=MOST_NAME)] | None = None


class SayPing(Said, frozen=True, tag="ping"):
    of: Seq | None = None


AnySaid = (
    SayMove
    | SayReady
    | SayStart
    | SayChat
    | SayHint
    | SayWhy
    | SayExplain
    | SayUndo
    | SayRematch
    | SayForfeit
    | SayLeave
    | SayBot
    | SayBack
    | SayWait
    | SayPause
    | SayResume
    | SayRemove
    | SayMute
    | SayChange
    | SayPing
)

_DECODER: Final[msgspec.json.Decoder[AnySaid]] = msgspec.json.Decoder(AnySaid)


def read_said(data: bytes | str) -> AnySaid:
    """A message of a client, or WireError. No other exception leaves this function, whatever the bytes are."""
    try:
        return _DECODER.decode(data)
    except msgspec.ValidationError as problem:
        raise WireError("bad-message", f"this message cannot be read: {in_plain_words(problem)}") from problem
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as problem:
        raise WireError("bad-message", f"this message is not JSON: {not_json(problem)}") from problem
