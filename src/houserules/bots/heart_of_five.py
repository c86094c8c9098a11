"""The levels of Heart of Five: beginner, intermediate with a plan, advanced with search and exact endings."""

from __future__ import annotations

from collections import Counter
from typing import Final

from houserules.cards import written
from houserules.core import Move, Play
from houserules.core import View as CoreView
from houserules.games.heart_of_five.game import HeartOfFive
from houserules.games.heart_of_five.melds import kind_of
from houserules.games.heart_of_five.view import View
from houserules.kernel.climbing_planner import planned_move

from .base import Advice, Bot, Chance, asked
from .search import Searcher, at_first_sight

BUDGET: Final = 60_000
"""Positions that an ending may cost: a tenth of a second where the kernel is compiled."""
SMALL: Final = 22
"""Cards that two seats may hold between them for an ending to be worth a try."""


def seen_by(game: HeartOfFive, view: CoreView) -> View:
    asked(view)
    if not isinstance(view, View):
        raise TypeError(f"this bot plays {game.name}, and this is a view of {view.game}")
    return view


class Beginner(Bot):
    """Any meld that will do; bombs, Jokers and the strongest card it keeps while it has anything else."""

    name = "beginner"

    def __init__(self, game: HeartOfFive, seed: int = 0) -> None:
        super().__init__(seed)
        self.game = game

    def choose(self, view: CoreView) -> Move:
        moves = seen_by(self.game, view).legal
        plain = [move for move in moves if isinstance(move, Play) and self.is_plain(move)]
        return self.chance.choice(plain or moves)

    def is_plain(self, play: Play) -> bool:
        pack = self.game.pack
        if len(play.cards) == 1:
            return play.cards[0].suit is not None and play.cards[0] is not pack.star
        return pack.star not in play.cards and not kind_of(pack.meld(play.cards)).is_bomb

    def explain(self, view: CoreView) -> Advice:
        return Advice(self.choose(view), "one of those that cost neither a bomb nor its strongest cards")


class Intermediate(Bot):
    """Fewest plays left, cards that nobody beats, bombs in their time."""

    name = "intermediate"

    def __init__(self, game: HeartOfFive, seed: int = 0) -> None:
        super().__init__(seed)
        self.game = game

    def choose(self, view: CoreView) -> Move:
        seen = seen_by(self.game, view)
        if self.effort.noise and self.chance.random() < self.effort.noise:
            return self.chance.choice(seen.legal)
        state = self.game.imagine(seen, 0)
        return self.game.say(state, planned_move(state.kernel))

    def explain(self, view: CoreView) -> Advice:
        move = self.choose(view)
        hand = seen_by(self.game, view).seats[view.seat or 0].hand
        assert not isinstance(hand, int)
        plays = len(self.game.decompose(hand))
        if isinstance(move, Play):
            left = len(self.game.decompose(tuple((Counter(hand) - Counter(move.cards)).elements())))
            return Advice(move, f"{written(move.cards)} leaves a hand that goes in {left} more plays, of {plays} now")
        return Advice(move, f"its hand goes in {plays} plays as it is, and an answer would cost more than it brings")


class Advanced(Searcher):
    """Thinks ahead; with two left and few cards there is nothing hidden, and it knows."""

    name = "advanced"

    def __init__(
        self, game: HeartOfFive, *, ms: float | None = None, iterations: int | None = None, seed: int = 0
    ) -> None:
        # Measured: 49.5 % (42.6 to 56.4) against three of intermediate with 1 s. What others came to: docs/strength.md.
        super().__init__(game, ms=ms, iterations=iterations, seed=seed, explore=0.5, noise=0.0, models=1)

    def choose(self, view: CoreView) -> Move:
        proved = None if self.effort.noise else self.proved(view)
        return super().choose(view) if proved is None else proved[0]

    def explain(self, view: CoreView) -> Advice:
        proved = self.proved(view)
        if proved is None:
            return super().explain(view)
        move, sure = proved
        why = "whatever the other does, this goes out first" if sure else "nothing wins any more against best play"
        return Advice(move, why, Chance(float(sure), float(sure), float(sure)))

    def proved(self, view: CoreView) -> tuple[Move, bool] | None:
        """In an ending of two the move that wins, or what looks best where nothing does; None if it is not known."""
        game = self.game
        assert isinstance(game, HeartOfFive)
        seen = seen_by(game, view)
        held = sum(seat.hand if isinstance(seat.hand, int) else len(seat.hand) for seat in seen.seats)
        if len(seen.legal) == 1 or held > SMALL:
            return None
        ending = game.solve(seen, BUDGET)
        if ending is None:
            return None
        return (at_first_sight(game, seen, self.seed) if ending.move is None else ending.move), ending.wins
