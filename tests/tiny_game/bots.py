"""A player of High Card: wins as cheaply as it can."""

from __future__ import annotations

from typing import Final

from houserules.bots import Bot, Level
from houserules.bots.base import require_turn
from houserules.core import Move
from houserules.core import View as CoreView

from .view import View


class Thrifty(Bot):
    """Takes a trick with the lowest card that does; otherwise it lays its lowest."""

    name = "thrifty"

    def choose(self, view: CoreView) -> Move:
        moves = list(require_turn(view))
        assert isinstance(view, View)
        if len(view.played) % 2 == 0:
            return moves[-1]
        beating = [move for move, card in zip(moves, view.hand, strict=True) if card.rank > view.played[-1].rank]
        return beating[0] if beating else moves[0]


LEVELS: Final = {"thrifty": Level(lambda _game, _limit, seed, _personality: Thrifty(seed))}
