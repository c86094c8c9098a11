"""What is worth counting in a match of H3ROES C4RDS: it follows from what everybody saw."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from houserules.core import Event

from .events import Battled, BetsOpened, RoundEnded, Scored
from .state import BOTH


class Statistics(msgspec.Struct):
    """Of one seat."""

    rounds_won: int = 0
    rounds_lost: int = 0
    battles_won: int = 0
    battles_lost: int = 0
    choices: int = 0
    """How often it added or subtracted."""
    highest_bet: int = 0
    nearest: int | None = None
    """The smallest distance from 34 at the end of a round."""


def statistics_of(events: Iterable[Event]) -> tuple[Statistics, ...]:
    of = tuple(Statistics() for _ in BOTH)
    for event in events:
        match event:
            case BetsOpened(bets):
                for seat in BOTH:
                    of[seat].highest_bet = max(of[seat].highest_bet, bets[seat])
            case Battled(battle) if battle.winner is not None:
                of[battle.winner].battles_won += 1
                of[1 - battle.winner].battles_lost += 1
            case Scored(seat):
                of[seat].choices += 1
            case RoundEnded(winner, _, distances):
                for seat in BOTH:
                    nearest = of[seat].nearest
                    of[seat].nearest = distances[seat] if nearest is None else min(nearest, distances[seat])
                    if winner is not None:
                        of[seat].rounds_won += seat == winner
                        of[seat].rounds_lost += seat != winner
    return of
