"""The laws that every game keeps, checked on random matches: for the games of this package and for yours.

1 seats that may act have moves, others have none 6 no viewer is shown what it may not know
2 every offered move can be played                7 an outcome ranks every seat
3 other moves are refused and change nothing      8 a position read back is the same position
4 cards are conserved                             9 a match ends
5 seed and moves replay to the same match        10 a move and its text are one

`check_game(game)` is all that a test needs. A law that is broken raises LawBroken, whose message says where; the same
seats and seed given to `check_match` lead there again. docs/testing.md is the guide.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, Final

from houserules.core import Game

from .match_laws import cards_are_conserved, matches_end, outcomes_rank, positions_round_trip, records_replay
from .move_laws import moves_are_offered, moves_have_texts, offered_moves_apply, other_moves_are_refused
from .runs import SENTENCES, LawBroken, Moment, Run, S, random_match
from .secrecy_law import views_keep_secrets

__all__ = ["LAWS", "SENTENCES", "LawBroken", "Moment", "Run", "Summary", "check_game", "check_match", "random_match"]

LAWS: Final[dict[int, Callable[[Run[Any]], None]]] = {
    1: moves_are_offered,
    2: offered_moves_apply,
    3: other_moves_are_refused,
    4: cards_are_conserved,
    10: moves_have_texts,  # before law 5, because records are made of texts
    5: records_replay,
    6: views_keep_secrets,
    7: outcomes_rank,
    8: positions_round_trip,
    9: matches_end,
}


@dataclass(frozen=True, slots=True)
class Summary:
    """What was played; no law was broken."""

    matches: int
    moves: int


def check_match(
    game: Game[S], seats: int, seed: str, *, depth: int = 40, limit: int = 20_000, hidden: bool = True
) -> Run[S]:
    """Check every law on one random match: the same arguments, the same match and the same checks."""
    run = random_match(game, seats, seed, depth=depth, limit=limit)
    for number, law in LAWS.items():
        if number == 6:
            views_keep_secrets(run, hidden=hidden)
        else:
            law(run)
    return run


def check_game(
    game: Game[S],
    seats: int | Iterable[int] | None = None,
    matches: int = 3,
    seed: str = "contract",
    *,
    depth: int = 40,
    limit: int = 20_000,
    hidden: bool = True,
) -> Summary:
    """Check every law on some random matches for each number of seats, by default for all that the game allows.

    `depth` moments of a match are looked at closely; `limit` moves must be enough for it. Say `hidden=False` of a game
    in which everybody sees everything.
    """
    counts = game.seats if seats is None else [seats] if isinstance(seats, int) else seats
    played = moves = 0
    for count in counts:
        for number in range(matches):
            run = check_match(game, count, f"{seed}-{number}", depth=depth, limit=limit, hidden=hidden)
            played += 1
            moves += len(run.moments) - 1
    return Summary(played, moves)
