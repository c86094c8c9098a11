"""The levels of H3ROES C4RDS: from bets and choices at random to the tables of best play."""

from __future__ import annotations

from typing import Final

from houserules.core import Add, Bet, Move, Pick, Subtract
from houserules.core import View as CoreView
from houserules.games.heroes.tables import best_bets, best_choice, match_value, value_after
from houserules.games.heroes.view import View
from houserules.kernel.heroes import AIM, JOKER, ROUNDS

from .base import Advice, Bot, Chance, asked

JOKER_POWERS: Final = range(1, 69)


class HeroesBot(Bot):
    """What all levels share: a card nobody has seen is as good as another, so slots are picked at random."""

    def choose(self, view: CoreView) -> Move:
        moves = self.seen(view).legal
        return self.chance.choice(moves) if self.careless() else self.decide(self.seen(view))

    def seen(self, view: CoreView) -> View:
        asked(view)
        if not isinstance(view, View):
            raise TypeError(f"this bot plays H3ROES C4RDS, and this is a view of {view.game}")
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
        """A bet that stands already is left as it is: to say it again changes nothing."""
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

    def explain(self, view: CoreView) -> Advice:
        seen = self.seen(view)
        return Advice(self.choose(view), self.why(seen))

    def why(self, view: View) -> str:
        match view.phase:
            case "betting":
                return "a part of what it has"
            case "power_choice":
                return "it leads nearer to 34"
        return "nobody knows what lies there, so one slot is as good as another"


class Easy(HeroesBot):
    """Bets a third to more than a half of what it has, and adds or subtracts as it comes."""

    name = "easy"

    def amount(self, view: View) -> int:
        return round(view.players[self.own(view)].credits * self.chance.uniform(0.3, 0.6))

    def adds(self, view: View) -> bool:  # noqa: ARG002 - whatever the points are
        return self.chance.random() < 0.5

    def why(self, view: View) -> str:
        return "as it comes" if view.phase == "power_choice" else super().why(view)


class Medium(HeroesBot):
    """Goes for 34 with every choice, and bets a quarter."""

    name = "medium"
    share = 0.25

    def amount(self, view: View) -> int:
        return round(view.players[self.own(view)].credits * self.share)

    def adds(self, view: View) -> bool:
        points, difference = view.players[self.own(view)].points, view.difference or 0
        return abs(points + difference - AIM) <= abs(points - difference - AIM)


class Hard(Medium):
    """Chooses by the table of a round's value, and bets a tenth."""

    name = "hard"
    share = 0.1

    def adds(self, view: View) -> bool:
        own, rival = self.points(view)
        return best_choice(view.turn, own, rival, view.difference or 0) == "add"

    def points(self, view: View) -> tuple[int, int]:
        me = self.own(view)
        return view.players[me].points, view.players[1 - me].points

    def why(self, view: View) -> str:
        if view.phase != "power_choice":
            return super().why(view)
        own, rival = self.points(view)
        difference = view.difference or 0
        chances = [value_after(view.turn, points, rival) for points in (own + difference, own - difference)]
        return f"the round is won in {max(chances):.0%} then, and otherwise in {min(chances):.0%}"


class Expert(Hard):
    """By the tables throughout: a round's value, the equilibrium of bets, and what Dr. Manhattan has shown."""

    name = "expert"

    def amount(self, view: View) -> int:
        mixture = best_bets(*self.standing(view))
        amounts, shares = zip(*mixture, strict=True)
        return int(self.chance.choices(amounts, shares)[0])

    def standing(self, view: View) -> tuple[int, int, int]:
        """Both purses, and the rounds left with this one."""
        me = self.own(view)
        return view.players[me].credits, view.players[1 - me].credits, ROUNDS + 1 - view.round

    def pick(self, view: View) -> Move:
        if view.phase != "card_selection_rival" or not view.known:
            return super().pick(view)
        worth = {move: self.worth(view, move.slot) for move in view.legal if isinstance(move, Pick)}
        best = max(worth.values())
        return self.chance.choice([move for move, value in worth.items() if value == best])

    def worth(self, view: View, slot: int) -> float:
        """The chance to win the round if the rival's card in this slot is fought."""
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

    def explain(self, view: CoreView) -> Advice:
        seen = self.seen(view)
        advice = super().explain(view)
        if seen.phase != "betting":
            return advice
        share = match_value(*self.standing(seen))
        return Advice(advice.move, advice.why, Chance(share, share, share))

    def why(self, view: View) -> str:
        if view.phase == "betting":
            return "what nobody can take advantage of, with such purses and rounds left"
        if view.phase == "card_selection_rival" and view.known:
            return "Dr. Manhattan has shown what lies there"
        return super().why(view)
