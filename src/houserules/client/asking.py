"""Asking: what was said and not answered yet, so that it can be said again on the next connection."""

from __future__ import annotations

import asyncio
from typing import Final

from houserules.errors import HouseRulesError, IllegalMove, NotationError, TableError
from houserules.wire import (
    AnySaid,
    SayChat,
    SayMove,
    SayUndo,
    TellDone,
    TellError,
    TellExplain,
    TellHint,
    TellPong,
    TellStale,
    TellWhy,
)

FIRST_NUMBER: Final = 1 << 32
"""Of what is said beside moves. A move is answered by the number of its view, which is never so high."""

Answered = TellDone | TellStale | TellError | TellHint | TellWhy | TellExplain | TellPong

NOT_NOW: Final = frozenset({"not-written", "no-database", "internal"})
"""Codes with which a server refuses what it may do in a moment."""
NOT_A_MOVE: Final = NOT_NOW | {"not-dealt", "paused", "not-seated", "too-fast", "too-long", "bad-message", "closing"}
"""Codes with which a move is refused, although there is nothing wrong with the move itself."""

STOOD_ALREADY: Final = frozenset(
    {
        *("said-already", "dealt", "not-over", "over", "not-a-person", "seat-taken", "paused", "not-paused"),
        *("no-person", "no-open-chair"),
    }
)
"""How a table refuses what it has done already: said twice, it is done."""


class Asked:
    """One message that waits for its answer."""

    def __init__(self, said: AnySaid, of: int, seq: int) -> None:
        self.said = said
        self.of = of
        self.seq = seq
        """Where the table stood when this was said."""
        self.times = 0
        """How often it was sent."""
        self.held: TellDone | None = None
        """Its answer, while the view that belongs to it has not come yet."""
        self.answer: asyncio.Future[Answered] = asyncio.get_running_loop().create_future()

    def may_be_said_again(self, seq: int) -> bool:
        """A line of chat would be read twice, and a second undo would take back another move."""
        match self.said:
            case SayChat():
                return self.times == 0
            case SayUndo():
                return self.times == 0 or seq == self.seq
        return True


def problem_in(answer: Answered, asked: Asked) -> HouseRulesError | None:
    """What to raise, if the answer is no."""
    if isinstance(answer, TellStale):
        return overtaken()
    if not isinstance(answer, TellError):
        return None
    if asked.times > 1 and not isinstance(asked.said, SayMove) and answer.code in STOOD_ALREADY:
        return None
    if not isinstance(asked.said, SayMove) or answer.code in NOT_A_MOVE:
        return TableError(answer.code, answer.message)
    return NotationError(answer.message) if answer.code == "unreadable" else IllegalMove(answer.code, answer.message)


def overtaken() -> TableError:
    return TableError("stale", "something else happened first: look at the table, and choose again")


def lost(asked: Asked) -> TableError:
    kind = str(type(asked.said).__struct_config__.tag)
    return TableError("unanswered", f"the connection was lost before {kind} was answered: look, and say it again")
