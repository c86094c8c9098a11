"""What the game's own clients say: the type and the payload of a message, read as a move.

A payload holds the fields themselves, or an envelope around them: {"action": the type, "data": the fields}.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Literal

from houserules.core import Add, Bet, Move, Pick, Subtract, is_number
from houserules.errors import WireError
from houserules.kernel import heroes as kernel

Again = Literal["again"]
AGAIN: Final[Again] = "again"
"""`continue_game`: play one more match. That is for the table to do, and no move."""

TYPES: Final = ("place_bet", "play_card", "power_choice", "continue_game")
CHOICES: Final[Mapping[str, Move]] = {"add": Add(), "subtract": Subtract()}
MOST_EXACT: Final = 1 << 53
"""Up to here a float tells whole numbers apart."""
MOST_QUOTED: Final = 40
"""Characters of what a client sent, in the refusal of it."""


def read_message(type: str, payload: object) -> Move | Again:  # noqa: A002 - it is called so by everybody
    """Read a message of a client, or refuse it. Whether the move is allowed now is for the game to say.

    >>> read_message("place_bet", {"amount": 10})
    Bet(amount=10)
    >>> read_message("play_card", {"action": "play_card", "data": {"slot_index": 4}})
    Pick(slot=4)
    """
    match type:
        case "place_bet":
            return Bet(_whole(_fields(type, payload), "amount"))
        case "play_card":
            slot = _whole(_fields(type, payload), "slot_index")
            if not 0 <= slot < kernel.SLOTS:
                raise WireError("bad-slot", f"there is no slot {slot}: slots are 0 to {kernel.SLOTS - 1}")
            return Pick(slot)
        case "power_choice":
            choice = _field(_fields(type, payload), "choice")
            if not isinstance(choice, str) or choice not in CHOICES:
                raise WireError("bad-choice", f"{_quoted(choice)} is no choice: choose “add” or “subtract”")
            return CHOICES[choice]
        case "continue_game":
            return AGAIN
    raise WireError("unknown-type", f"there is no message {_quoted(type)} here: send {', '.join(TYPES)}")


def _fields(type_: str, payload: object) -> Mapping[object, object]:
    """The fields of a payload, taken out of its envelope if it has one."""
    if isinstance(payload, Mapping) and "data" in payload and payload.get("action", type_) == type_:
        payload = payload["data"]
    if not isinstance(payload, Mapping):
        raise WireError("bad-message", f"{type_} comes with its fields in a map, and this is {_quoted(payload)}")
    return payload


def _field(fields: Mapping[object, object], name: str) -> object:
    if name not in fields:
        raise WireError("bad-message", f"the field “{name}” is missing")
    return fields[name]


def _whole(fields: Mapping[object, object], name: str) -> int:
    """Clients may have one kind of number only, so 10.0 is 10."""
    value = _field(fields, name)
    if isinstance(value, float) and value.is_integer() and abs(value) <= MOST_EXACT:
        return int(value)
    if not is_number(value):
        raise WireError("bad-message", f"“{name}” is a whole number, and {_quoted(value)} is not")
    return value


def _quoted(value: object) -> str:
    text = repr(value)
    return text if len(text) <= MOST_QUOTED else f"{text[: MOST_QUOTED - 1]}…"
