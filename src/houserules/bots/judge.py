"""Judge: counts what a move does, in facts. Personalities and reasons are made of them."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import ClassVar, Final

import msgspec

from houserules.core import Move, View

Facts = Mapping[str, float]
"""By name: how many cards are laid, how likely the next seat has no answer, ..."""

Words = tuple[str, str]
"""What to say if a move has more of a fact than another, and if it has less; "" if that is not worth saying."""

MOST_REASONS: Final = 2


class Because(msgspec.Struct, frozen=True, gc=False):
    """A fact that speaks for a move, for programs and for other languages."""

    fact: str
    """Its name, as the judge of the game counts it."""
    amount: float
    """How much of it the move has."""
    instead: float | None = None
    """How much the next best move has; None if the move is compared with nothing."""


Gain = tuple[float, str, Because]
"""What a fact is worth, and how it is said."""


class Judge(ABC):
    """Judges the moves of a view, for one family of games. It knows what the view shows and no more."""

    public: ClassVar[Facts] = {}
    """The facts that everybody sees once a move is made, and for each the amount that is too common to mention."""

    @abstractmethod
    def facts(self, view: View, move: Move) -> Facts:
        """What a move does."""

    @abstractmethod
    def weights(self, view: View) -> Facts:
        """What each fact is worth to a good player, here."""

    @abstractmethod
    def tastes(self, view: View) -> Facts:
        """What each fact is worth to the personality beyond that; {} without one."""

    @abstractmethod
    def words(self, view: View, move: Move, instead: Move, ours: Facts, theirs: Facts) -> Mapping[str, Words]:
        """What can be said of each fact, with the numbers in it."""

    def favourite(self, view: View, moves: Sequence[Move]) -> Move:
        """The move that the personality likes best; the first one if it has no taste."""
        if len(moves) == 1 or not self.tastes(view):
            return moves[0]
        return max(moves, key=lambda move: self.liking(view, move))

    def liking(self, view: View, move: Move) -> float:
        """What a move is worth to the personality beyond what it is worth to a good player."""
        return _sum(self.tastes(view), self.facts(view, move))

    def worth(self, view: View, move: Move) -> float:
        """What a move is worth to this judge, over all facts."""
        return _sum(self.weights(view), self.facts(view, move)) + self.liking(view, move)

    def because(self, view: View, move: Move, instead: Move) -> tuple[str, tuple[Because, ...]]:
        """The strongest true facts for a move and against another, in words and as data; ("", ()) if there are none."""
        ours, theirs = self.facts(view, move), self.facts(view, instead)
        weights, tastes = self.weights(view), self.tastes(view)
        gains: list[Gain] = []
        for fact, (more, less) in self.words(view, move, instead, ours, theirs).items():
            has, other = ours.get(fact, 0.0), theirs.get(fact, 0.0)
            said = more if has > other else less
            gain = (has - other) * (weights.get(fact, 0.0) + tastes.get(fact, 0.0))
            if said and gain > 0:
                gains.append((gain, said, Because(fact, has, other)))
        return _strongest(gains)

    def public_because(self, view: View, move: Move) -> tuple[str, tuple[Because, ...]]:
        """The strongest facts for a move that everybody saw. They say nothing about what the seat holds or could have
        done instead; ("", ()) if that leaves nothing."""
        ours, weights, tastes = self.facts(view, move), self.weights(view), self.tastes(view)
        words = self.words(view, move, move, ours, ours)
        gains: list[Gain] = []
        for fact, usual in self.public.items():
            much, said = ours.get(fact, 0.0), words[fact][0]
            gain = much * (weights.get(fact, 0.0) + tastes.get(fact, 0.0))
            if much > usual and gain > 0:
                gains.append((gain, said, Because(fact, much)))
        return _strongest(gains)


def _strongest(gains: Sequence[Gain]) -> tuple[str, tuple[Because, ...]]:
    """Facts with the same words are one reason: the first of them stands for it."""
    worth: dict[str, float] = {}
    facts: dict[str, Because] = {}
    for gain, said, fact in gains:
        worth[said] = worth.get(said, 0.0) + gain
        facts.setdefault(said, fact)
    best = sorted(worth, key=lambda said: -worth[said])[:MOST_REASONS]
    return ", and ".join(best), tuple([facts[said] for said in best])


def _sum(weights: Facts, facts: Facts) -> float:
    return sum(weight * facts.get(fact, 0.0) for fact, weight in weights.items())
