"""Does a house come to an end? A few matches of quick players with the fewest and with the most seats."""

from __future__ import annotations

from typing import Final

import msgspec

from houserules.games import AnyGame
from houserules.games.shedding.game import Shedding

from .runner import run

MATCHES: Final = 50
MOST_PLAYS: Final = 2000
"""A match that is not over by then is too long for any table."""
ENDLESS: Final = 0.05
"""Up to this share of the matches may reach the limit."""


def why_endless(game: AnyGame) -> str:
    """A sentence about a house that often does not end; empty if it ends."""
    if not isinstance(game, Shedding):
        return ""
    plays = min(game.rules.limit, MOST_PLAYS)
    tried = Shedding(game.id, msgspec.structs.replace(game.rules, limit=plays))
    for seats in sorted({game.seats.start, game.seats.stop - 1}):
        unfinished = run(tried, seats, MATCHES, "check", workers=1).unfinished
        if unfinished.share > ENDLESS:
            return (
                f"it may not end: with {seats} players {unfinished.count} of {MATCHES} matches of quick players were"
                f" not over after {plays:,} plays; houserules lab says more"
            )
    return ""
