"""What lies behind a table: its steps replayed, with the state after each."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

import msgspec

from houserules.core import Seat
from houserules.match import Match

from .steps import ChangeKey, Deed, Mute, Reopened, Step, TimedOut

if TYPE_CHECKING:
    from .table import Table


NO_ANSWERS: Final = (ChangeKey, Mute, Reopened)
"""What happens beside the match, whatever seat it is written for."""


def retrace(table: Table, since: int) -> Iterator[tuple[Step, object]]:
    """Each step of this match after step `since`, with its events, and the state after it.

    Moves that were taken back since are among them: the log has them, though the match no longer does."""
    log, match = table.log, table.match
    place = log.last_standing(since)
    again = Match(table.game, match.state_after(log.reached[place]), match.seed)
    for seq in range(place + 1, table.seq + 1):
        step = log.step(seq)
        move = step.move.move if isinstance(step.move, TimedOut) else step.move
        if not isinstance(move, Deed):
            attempt = again.attempt(step.seat, move, table.seconds(step.at))
            again.make(attempt)
            step = msgspec.structs.replace(step, events=attempt.events)
        elif log.reached[seq] < log.reached[seq - 1]:
            again.undo(log.reached[seq - 1] - log.reached[seq])
        if seq > since:
            yield step, again.state


def steps_of_moves(table: Table, count: int) -> list[int]:
    """The steps that made the last `count` moves of the match, the last one first."""
    reached = table.log.reached
    found: list[int] = []
    for seq in range(table.seq, table.began, -1):
        if len(found) == count:
            break
        if reached[seq - 1] < reached[seq] == table.match.seq - len(found):  # and it was not taken back since
            found.append(seq)
    return found


def moves_were_taken_back(table: Table) -> bool:
    """In the match in play."""
    reached = table.log.reached
    return any(reached[seq] < reached[seq - 1] for seq in range(table.began + 1, table.seq + 1))


def answer_of(table: Table, seat: Seat, seq: int) -> Step | None:
    """What a seat did first after step `seq`: its answer to the view of that moment."""
    later = (table.log.step(number) for number in range(seq + 1, table.seq + 1) if table.log.seat(number) == seat)
    return next((step for step in later if not isinstance(step.move, NO_ANSWERS)), None)


def could_act_since(table: Table, seat: Seat, seq: int) -> bool:
    """Has this seat done nothing since step `seq`, and could it act at every moment? Then its move is not too late.

    That is so where all act at once: before the first play, and while bets are secret."""
    if not table.began <= seq <= table.seq or answer_of(table, seat, seq) is not None:
        return False
    return all(table.log.could_act(seat, number) for number in range(seq, table.seq + 1))
