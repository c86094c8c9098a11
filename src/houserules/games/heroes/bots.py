"""The levels of H3ROES C4RDS: from random bets and choices to the tables of best play."""

from __future__ import annotations

from typing import Final

import msgspec

from houserules.bots.base import Advice, Bot, Chance, RandomBot, require_turn
from houserules.bots.personality import BALANCED, Leanings, Personality
from houserules.bots.spec import Level
from houserules.core import Add, Bet, Move, Pick, Subtract
from houserules.core import View as CoreView
from houserules.kernel.heroes import AIM, JOKER, ROUNDS

from .game import Heroes
from .tables import Mixture, best_bets, best_choice, match_value, value_after
from .view import View

GAME: Final = Heroes()
JOKER_POWERS: Final = range(1, 69)

LEANINGS: Final[Leanings] = {
    "attack": {"bet": 0.03},
    "hoard": {"bet": -0.12},
    "haste": {"bet": 0.04},
    "care": {"bet": -0.03},
}
"""What doubling a leaning adds to a bet, as a share of it. It is little because bets decide a match: a defensive medium
that bet an eighth less won 64 of 100 against its level, an aggressive one that bet a 25th more won 45. There is nothing
to burn here, and choices by the tables leave no room for taste: a worse choice gives away part of the round."""
TILT: Final = 60
"""How strongly an expert, which mixes bets that are equally good, prefers the larger or the smaller of them."""


def placed(move: Move) -> Move:
    """The move, or the smallest bet in place of none: whoever bets nothing is still waited for."""
    return Bet(1) if move == Bet(0) else move


class Heedless(RandomBot):
    """Any legal move, but never no bet."""

    def choose(self, view: CoreView) -> Move:
        return placed(super().choose(view))


class HeroesBot(Bot):
    """What all levels share: they pick slots at random, because all cards that nobody has seen are equally good."""

    def choose(self, view: CoreView) -> Move:
        moves = self.seen(view).legal
        return placed(self.chance.choice(moves)) if self.careless() else self.decide(self.seen(view))

    def seen(self, view: CoreView) -> View:
        require_turn(view)
        if not isinstance(view, View):
            raise TypeError(f"this bot plays H3ROES C4RDS, and this is a view of {view.game}")
        if view.legal.is_unchecked:
            GAME.check_view(view)
        return view

    def careless(self) -> bool:
        return self.effort.noise > 0 and self.chance.random() < self.effort.noise

    def decide(self, view: View) -> Move:
        match view.phase:
            case "betting":
                return self.bet(view)
            case "power_choice":
                return Add() if self.adds(view) else Subtract()
        return self.pick(view)

    def bet(self, view: View) -> Move:
        """A bet that is already placed stays as it is."""
        me = self.own(view)
        bet = view.players[me].bet or self.amount(view)
        return Bet(max(1, min(bet, view.players[me].credits)))

    def own(self, view: View) -> int:
        assert view.seat is not None
        return view.seat

    def amount(self, view: View) -> int:
        raise NotImplementedError

    def adds(self, view: View) -> bool:
        raise NotImplementedError

    def pick(self, view: View) -> Move:
        return self.chance.choice([move for move in view.legal if isinstance(move, Pick)])

    def explain(self, view: CoreView, move: Move | None = None) -> Advice:
        seen = self.seen(view)
        move = self.choose(view) if move is None else move
        other = None if len(seen.legal) == 1 else self.runner_up(seen, move)
        return Advice(move, self.public_reason(view, move), runner_up=other)

    def public_reason(self, view: CoreView, move: Move) -> str:
        """Only Dr. Manhattan shows a seat cards that others do not know, and the card that is picked then lies open."""
        seen = self.seen(view)
        return "it is the only move there is" if len(seen.legal) == 1 else self.why(seen, move)

    def why(self, view: View, move: Move) -> str:
        match move:
            case Bet(amount):
                own, rival = (view.players[seat].credits for seat in (self.own(view), 1 - self.own(view)))
                return f"{amount / own:.0%} of its {own} credits, against {rival} of the rival"
            case Add() | Subtract():
                nearer, further = self.distances(view, move)
                return f"it is {nearer} away from {AIM} then, and {further} otherwise"
        return "nobody knows what lies there, so one slot is as good as another"

    def runner_up(self, view: View, move: Move) -> Move | None:  # noqa: ARG002 - bets and slots have none
        match move:
            case Add():
                return Subtract()
            case Subtract():
                return Add()
        return None

    def distances(self, view: View, move: Move) -> tuple[int, int]:
        """From 34 after a choice, and after the other."""
        points, difference = view.players[self.own(view)].points, view.difference or 0
        gain = difference if isinstance(move, Add) else -difference
        return abs(points + gain - AIM), abs(points - gain - AIM)


class Easy(HeroesBot):
    """Bets between 30 and 60 % of what it has, and adds or subtracts at random."""

    name = "easy"

    def amount(self, view: View) -> int:
        return round(view.players[self.own(view)].credits * self.chance.uniform(0.3, 0.6))

    def adds(self, view: View) -> bool:  # noqa: ARG002 - whatever the points are
        return self.chance.random() < 0.5

    def why(self, view: View, move: Move) -> str:
        return "as it comes" if isinstance(move, Add | Subtract) else super().why(view, move)

    def runner_up(self, view: View, move: Move) -> Move | None:  # noqa: ARG002 - it thinks of none
        return None


class Medium(HeroesBot):
    """Makes every choice that brings it nearer to 34, and bets a quarter."""

    level = "medium"
    share = 0.25

    def __init__(self, seed: int = 0, personality: Personality = BALANCED) -> None:
        super().__init__(seed)
        self.name = personality.named(self.level)
        self.bold = 1 + personality.taste(LEANINGS).get("bet", 0.0)
        """The size of its bets, as a factor of those of its level."""

    def amount(self, view: View) -> int:
        return round(view.players[self.own(view)].credits * self.share * self.bold)

    def adds(self, view: View) -> bool:
        points, difference = view.players[self.own(view)].points, view.difference or 0
        return abs(points + difference - AIM) <= abs(points - difference - AIM)


class Hard(Medium):
    """Chooses by the table of a round's value, and bets a tenth."""

    level = "hard"
    share = 0.1

    def adds(self, view: View) -> bool:
        own, rival = self.points(view)
        return best_choice(view.turn, own, rival, view.difference or 0) == "add"

    def points(self, view: View) -> tuple[int, int]:
        me = self.own(view)
        return view.players[me].points, view.players[1 - me].points

    def why(self, view: View, move: Move) -> str:
        if not isinstance(move, Add | Subtract):
            return super().why(view, move)
        own, rival = self.points(view)
        gain = (view.difference or 0) if isinstance(move, Add) else -(view.difference or 0)
        ours, theirs = (value_after(view.turn, points, rival) for points in (own + gain, own - gain))
        return f"{super().why(view, move)}; it wins {ours:.0%} of such rounds then, and {theirs:.0%} otherwise"


class Expert(Hard):
    """Follows the tables throughout: a round's value, the equilibrium of bets, and what Dr. Manhattan has shown."""

    level = "expert"

    def amount(self, view: View) -> int:
        amounts, shares = zip(*self.mixture(view), strict=True)
        return int(self.chance.choices(amounts, shares)[0])

    def mixture(self, view: View) -> Mixture:
        """Bets that are equally good against best play, each with its probability: a bold bot prefers the larger."""
        mixed = best_bets(*self.standing(view))
        if self.bold == 1:
            return mixed
        mean = sum(amount * share for amount, share in mixed)
        return tuple([(amount, share * (amount / mean) ** (TILT * (self.bold - 1))) for amount, share in mixed])

    def standing(self, view: View) -> tuple[int, int, int]:
        """The credits of both, and the rounds left including this one."""
        me = self.own(view)
        return view.players[me].credits, view.players[1 - me].credits, ROUNDS + 1 - view.round

    def pick(self, view: View) -> Move:
        if view.phase != "card_selection_rival" or not view.known:
            return super().pick(view)
        worth = {move: self.worth(view, move.slot) for move in view.legal if isinstance(move, Pick)}
        best = max(worth.values())
        return self.chance.choice([move for move, value in worth.items() if value == best])

    def worth(self, view: View, slot: int) -> float:
        """The chance to win the round if it fights the rival's card in this slot."""
        card = view.known.get(slot)
        if card is None:
            return 0.0
        powers = JOKER_POWERS if card == JOKER else (card,)
        return sum(self.after(view, power) for power in powers) / len(powers)

    def after(self, view: View, power: int) -> float:
        own, rival = self.points(view)
        gain = self.own_power(view) - power
        if gain <= 0:
            return value_after(view.turn, own, rival)
        return max(value_after(view.turn, points, rival) for points in (own + gain, own - gain))

    def own_power(self, view: View) -> int:
        me = view.players[self.own(view)]
        assert view.picked.own is not None
        card = me.revealed[view.picked.own]
        return me.joker_values[view.picked.own] if card == JOKER else card

    def explain(self, view: CoreView, move: Move | None = None) -> Advice:
        seen = self.seen(view)
        advice = super().explain(view, move)
        if seen.phase != "betting":
            return advice
        share = match_value(*self.standing(seen))
        return msgspec.structs.replace(advice, chance=Chance(share, share, share))

    def why(self, view: View, move: Move) -> str:
        if isinstance(move, Bet):
            bets = sorted(amount for amount, _ in best_bets(*self.standing(view)))
            own, rival, rounds = self.standing(view)
            which = f"{bets[0]} is the bet" if len(bets) == 1 else f"bets from {bets[0]} to {bets[-1]} are those"
            return (
                f"with {own} against {rival} credits and {_rounds(rounds)}, {which} that nobody can take advantage of"
            )
        if isinstance(move, Pick) and view.phase == "card_selection_rival" and move.slot in view.known:
            ours = self.worth(view, move.slot)
            return f"Dr. Manhattan has shown what lies there: it wins {ours:.0%} of such rounds with it"
        return super().why(view, move)

    def runner_up(self, view: View, move: Move) -> Move | None:
        """The most likely of the other bets; among cards that were shown, the next best."""
        if isinstance(move, Bet):
            others = {amount: share for amount, share in self.mixture(view) if amount != move.amount}
            return Bet(max(others, key=others.__getitem__)) if others else None
        if isinstance(move, Pick) and view.phase == "card_selection_rival" and view.known:
            slots = [other for other in view.legal if isinstance(other, Pick) and other != move]
            return max(slots, key=lambda other: self.worth(view, other.slot))
        return super().runner_up(view, move)


def _rounds(left: int) -> str:
    return "the last round to play" if left == 1 else f"{left} rounds to play"


LEVELS: Final[dict[str, Level]] = {
    "random": Level(lambda _game, _limit, seed, _personality: Heedless(seed), leans=False),
    "easy": Level(lambda _game, _limit, seed, _personality: Easy(seed), leans=False),
    "medium": Level(lambda _game, _limit, seed, personality: Medium(seed, personality)),
    "hard": Level(lambda _game, _limit, seed, personality: Hard(seed, personality)),
    "expert": Level(lambda _game, _limit, seed, personality: Expert(seed, personality)),
}
"""From the weakest."""
