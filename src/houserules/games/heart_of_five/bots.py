"""The levels of Heart of Five: beginner, intermediate with a plan, advanced with search and exact endings."""

from __future__ import annotations

from collections import Counter
from typing import Final

from houserules.bots.base import Advice, Bot, Chance, require_turn
from houserules.bots.judge import Facts, Judge, Words
from houserules.bots.personality import BALANCED, Leanings, Personality
from houserules.bots.search import Searcher, at_first_sight
from houserules.bots.spec import Level, Limit
from houserules.bots.tasks import GameSource, Stopped, Task, Thinking, ask, game_of, never, source_of
from houserules.cards import Card
from houserules.core import Move, Pass, Play
from houserules.core import View as CoreView
from houserules.kernel import climbing_planner as planner
from houserules.kernel.climbing import ClimbingPosition
from houserules.kernel.climbing_fewest import fewest_plays
from houserules.kernel.position import legal_moves

from .game import HeartOfFive
from .melds import kind_of
from .planning import Ending
from .view import View

BUDGET: Final = 60_000
"""The most positions that the proof of an ending looks at: a tenth of a second on the compiled kernel."""
SMALL: Final = 22
"""If two seats hold more cards than this together, the bot does not try a proof."""


LEANINGS: Final[Leanings] = {
    "attack": {"answer": 40, "bomb": 40, "pressed": -60},
    "hoard": {"bomb": -250, "strong": -120},
    "haste": {"cards": 12, "answer": 40},
    "tidy": {"bomb": 150},
    "care": {"plays": -20, "control": 20},
}
"""What doubling a leaning adds, in hundredths of a play, the unit of the planner."""

WEIGHTS: Final[Facts] = {
    "out": 10_000,
    "plays": -100,
    "control": 55,
    "bomb": -80,
    "strong": -20,
    "strength": -1,
    "pressed": -213,
    "exposed": -166,
    "answer": 31,
    "cards": 2,
}
"""What the facts are worth to a good player: close to the weights of the planner, and only used for reasons."""

WORDS: Final[dict[str, Words]] = {
    "out": ("these are its last cards", ""),
    "plays": (
        "it keeps its hand as it is, which takes {plays} to empty",
        "its hand then takes {plays} to empty, and {other} after {instead}",
    ),
    "control": ("{control} left that nobody can beat", ""),
    "bomb": ("it is time for a bomb", "it keeps its bomb"),
    "strong": ("", "it keeps its strongest cards"),
    "strength": ("a strong meld is needed here", "{weak}"),
    "pressed": ("", "a rival with {rival} must be stopped"),
    "exposed": ("", "a single card would suit a rival who has one"),
    "answer": ("it stays in the trick", "an answer would cost more than it gains"),
    "cards": ("it gets rid of {cards} at once", ""),
}

PUBLIC: Final[Facts] = {"out": 0, "answer": 0, "cards": 1}
"""What everybody sees of a move."""


class HeartJudge(Judge):
    """It counts plays left, cards that nobody beats, and bombs and strong cards spent."""

    public = PUBLIC

    def __init__(self, game: HeartOfFive, personality: Personality = BALANCED) -> None:
        self.game = game
        taste = personality.taste(LEANINGS)
        self.taste = {**taste, "out": WEIGHTS["out"]} if taste else {}  # everybody likes to go out
        self._looked: tuple[View, ClimbingPosition] | None = None

    def table(self, view: CoreView) -> ClimbingPosition:
        """A table that the seat cannot tell from the real one. It is kept, because it is asked for move by move."""
        assert isinstance(view, View)
        if self._looked is None or self._looked[0] is not view:
            self._looked = view, self.game.imagine(view, 0).kernel
        return self._looked[1]

    def facts(self, view: CoreView, move: Move) -> Facts:
        seen = seen_by(self.game, view)
        state, pack = self.table(seen), self.game.pack
        laid = move.cards if isinstance(move, Play) else ()
        cards, twins = pack.masks((Counter(hand_of(seen)) - Counter(laid)).elements())
        least = least_of_rivals(seen)
        return {
            "out": float(not cards),
            "plays": float(fewest_plays(cards, twins)),
            "control": float(planner.control(cards, planner.unseen_by(state), state.terms.star)),
            "bomb": float(bool(laid) and kind_of(pack.meld(laid)).is_bomb),
            "strong": float(sum(card.suit is None or card is pack.star for card in laid)),
            "strength": float(planner.strength_of(pack.meld(laid), state.terms.star_rank)) if laid else 0.0,
            "pressed": float(not laid and least <= 2),
            "exposed": float(len(laid) == 1 and seen.last is None and least == 1),
            "answer": float(bool(laid) and seen.last is not None),
            "cards": float(len(laid)),
        }

    def weights(self, view: CoreView) -> Facts:  # noqa: ARG002 - the same in all phases
        return WEIGHTS

    def tastes(self, view: CoreView) -> Facts:  # noqa: ARG002 - as above
        return self.taste

    def words(self, view: CoreView, move: Move, instead: Move, ours: Facts, theirs: Facts) -> dict[str, Words]:
        numbers = {
            "plays": _count(ours["plays"], "more play"),
            "other": f"{theirs['plays']:.0f}",
            "instead": "a pass" if instead == Pass() else str(instead).removeprefix("play "),
            "weak": "weak cards go first" if isinstance(move, Play) else "it keeps what it has for later",
            "control": _count(ours["control"], "card is", "cards are"),
            "rival": _count(least_of_rivals(seen_by(self.game, view)), "card"),
            "cards": _count(ours["cards"], "card"),
        }
        return {fact: (more.format(**numbers), less.format(**numbers)) for fact, (more, less) in WORDS.items()}


def _count(number: float, one: str, many: str | None = None) -> str:
    return f"one {one}" if number == 1 else f"{number:.0f} {many or one + 's'}"


def hand_of(view: View) -> tuple[Card, ...]:
    assert view.seat is not None
    hand = view.seats[view.seat].hand
    assert not isinstance(hand, int)
    return hand


def least_of_rivals(view: View) -> int:
    """The cards of the rival who is nearest to going out."""
    return min(row.hand for row in view.seats if isinstance(row.hand, int) and row.hand)


def seen_by(game: HeartOfFive, view: CoreView) -> View:
    require_turn(view)
    if not isinstance(view, View):
        raise TypeError(f"this bot plays {game.name}, and this is a view of {view.game}")
    return view


class Beginner(Bot):
    """Plays any meld that fits, and keeps bombs, Jokers and the strongest card while it has anything else."""

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

    def explain(self, view: CoreView, move: Move | None = None) -> Advice:
        move = self.choose(view) if move is None else move
        return Advice(move, self.public_reason(view, move))

    def public_reason(self, view: CoreView, move: Move) -> str:  # noqa: ARG002 - it always plays so
        return "one of those that cost neither a bomb nor its strongest cards"


class Intermediate(Bot):
    """Plans for the fewest plays left and for cards that nobody beats, and bombs when it matters."""

    def __init__(self, game: HeartOfFive, seed: int = 0, personality: Personality = BALANCED) -> None:
        super().__init__(seed)
        self.name = personality.named("intermediate")
        self.game = game
        self.judge: HeartJudge = HeartJudge(game, personality)

    def choose(self, view: CoreView) -> Move:
        seen = seen_by(self.game, view)
        if self.effort.noise and self.chance.random() < self.effort.noise:
            return self.chance.choice(seen.legal)
        state = self.game.imagine(seen, 0)
        if not self.judge.taste:
            return self.game.say(state, planner.planned_move(state.kernel))
        worth = self.worth(seen)
        return max(worth, key=worth.__getitem__)

    def worth(self, view: View) -> dict[Move, float]:
        """What each move is worth to the planner and to the personality together."""
        state = self.game.imagine(view, 0)
        moves = {self.game.say(state, number): number for number in legal_moves(state.kernel)}
        return {
            move: float(planner.worth(state.kernel, number)) + self.judge.liking(view, move)
            for move, number in moves.items()
        }

    def explain(self, view: CoreView, move: Move | None = None) -> Advice:
        seen = seen_by(self.game, view)
        move = self.choose(view) if move is None else move
        if len(seen.legal) == 1:
            return Advice(move, "it is the only move there is")
        worth = self.worth(seen)
        ours = worth.pop(move, None)
        other = max(worth, key=worth.__getitem__)
        if ours is not None and ours < worth[other]:
            said, facts = self.judge.because(seen, other, move)
            return Advice(
                move, f"it tried less hard than it can: {other} was better, because {said}", None, other, facts
            )
        said, facts = self.judge.because(seen, move, other)
        return Advice(move, said or "one is as good as another", None, other, facts)


class EndingTask(Task[Ending | None], frozen=True, kw_only=True):
    """Prove who wins an ending of two; None if it cannot be proved."""

    game: GameSource
    view: View

    def run(self, stopped: Stopped = never) -> Ending | None:  # noqa: ARG002 - it is short
        game = game_of(self.game)
        assert isinstance(game, HeartOfFive)
        return game.solve(self.view, BUDGET)


class Advanced(Searcher):
    """Thinks ahead; with two seats left and few cards nothing is hidden, and it proves who wins."""

    name = "advanced"

    def __init__(self, game: HeartOfFive, limit: Limit, *, seed: int = 0, personality: Personality = BALANCED) -> None:
        # Measured: 49.5 % (42.6 to 56.4) against three of intermediate with 1 s. Other parameters: docs/strength.md.
        # A round is short: there is no need to hurry.
        judge = HeartJudge(game, personality)
        super().__init__(game, limit, seed=seed, judge=judge, explore=0.5, noise=0.0, models=1, haste=0.0)
        self.name = personality.named("advanced")

    def decide(self, view: CoreView) -> Thinking[Move]:
        ending = None if self.effort.noise else (yield from self.prove(view))
        return (yield from super().decide(view)) if ending is None else ending[0]

    def advise(self, view: CoreView, move: Move | None = None) -> Thinking[Advice]:
        ending = yield from self.prove(view)
        if ending is None or (move is not None and move != ending[0]):
            return (yield from super().advise(view, move))
        best, wins = ending
        why = "whatever the other does, this goes out first" if wins else "nothing wins any more against best play"
        return Advice(best, why, Chance(float(wins), float(wins), float(wins)))

    def prove(self, view: CoreView) -> Thinking[tuple[Move, bool] | None]:
        """In an ending of two, the move that wins, or the one that looks best if none wins, and whether it wins.

        None if that cannot be proved."""
        game = self.game
        assert isinstance(game, HeartOfFive)
        seen = seen_by(game, view)
        held = sum(seat.hand if isinstance(seat.hand, int) else len(seat.hand) for seat in seen.seats)
        if len(seen.legal) == 1 or held > SMALL:
            return None
        ending = yield from ask(EndingTask(game=source_of(game), view=seen))
        if ending is None:
            return None
        return (at_first_sight(game, seen, self.seed) if ending.move is None else ending.move), ending.wins


LEVELS: Final[dict[str, Level]] = {
    "beginner": Level(lambda game, _limit, seed, _personality: Beginner(game, seed), leans=False),
    "intermediate": Level(lambda game, _limit, seed, personality: Intermediate(game, seed, personality)),
    "advanced": Level(
        lambda game, limit, seed, personality: Advanced(game, limit, seed=seed, personality=personality), thinks=True
    ),
}
"""From the weakest."""
