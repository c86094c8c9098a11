"""For bots and hints: the plays that empty a hand, and endings of two that can be proved."""

from __future__ import annotations

from typing import Final

import msgspec

from houserules.cards import Card
from houserules.core import Move, Pass, Play
from houserules.kernel.climbing_melds import Terms
from houserules.kernel.climbing_plan import decompose
from houserules.kernel.climbing_solver import UNKNOWN, WINS, solve

from .melds import Pack, in_order, sorted_meld
from .state import State

MOST_BUDGET: Final = 1 << 40


class Ending(msgspec.Struct, frozen=True, gc=False):
    """What is proved of an ending with two seats left."""

    wins: bool
    """True: the acting seat can go out first, whatever the other does. False: it cannot, whatever it does."""
    move: Move | None
    """The winning move; None if no move wins. Its suits may differ from those of the listed move."""
    positions: int
    """How many positions the proof looked at."""


def plays_of(pack: Pack, terms: Terms, hand: tuple[Card, ...]) -> tuple[Play, ...]:
    """The fewest plays that empty a hand; within a kind, the weakest comes first."""
    parts = decompose(*pack.masks(hand), terms.star, terms.star_rank)
    parts.sort(key=lambda part: in_order(part[0], terms.star_rank))
    return tuple([Play(sorted_meld(pack, pack.of_masks(once, twice), meld)) for meld, once, twice in parts])


def prove_ending(pack: Pack, state: State, budget: int) -> Ending | None:
    """None if more than two seats are left, or if the budget of positions was not enough."""
    core = state.kernel
    if core.over or sum(core.held(seat) > 0 for seat in range(core.seats)) != 2:
        return None
    verdict = solve(core, max(0, min(budget, MOST_BUDGET)))
    if verdict.result == UNKNOWN:
        return None
    if verdict.result != WINS:
        return Ending(False, None, verdict.nodes)
    if verdict.cards == 0:
        return Ending(True, Pass(), verdict.nodes)
    cards = sorted_meld(pack, pack.of_masks(verdict.cards, verdict.twins), verdict.move)
    return Ending(True, Play(cards), verdict.nodes)
