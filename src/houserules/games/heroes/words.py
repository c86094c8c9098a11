"""Short ways to say a move of H3ROES C4RDS: `10` for a bet, `4` for a slot, `+` and `-`."""

from __future__ import annotations

from typing import Final

from houserules.core import Add, Bet, Move, Pick, Subtract
from houserules.core.moves import read_number
from houserules.errors import NotationError

from .view import View

SHORT_FORMS: Final = {
    "10": "bet 10, when bets are placed; all bets all you have",
    "4": "pick slot 4, when a card is to be picked",
    "+": "add; - subtracts",
}

CHOICES: Final[dict[str, Move]] = {
    **dict.fromkeys(("+", "plus"), Add()),
    **dict.fromkeys(("-", "minus", "sub"), Subtract()),
}


def understood(view: View, text: str) -> Move | None:
    """The move that a bare number or sign means now; None for any other text."""
    word = " ".join(text.lower().split())
    if word in CHOICES:
        return CHOICES[word]
    if view.can.bet is not None:
        if word in ("all", "all in"):
            return Bet(view.can.bet.max)
        number = _number(word, "a bet")
        return None if number is None else Bet(number)
    if view.can.pick is not None:
        number = _number(word.removeprefix("slot "), "a slot")
        return None if number is None else Pick(number)
    return None


def _number(word: str, what: str) -> int | None:
    try:
        return read_number(word, what)
    except NotationError:
        return None
