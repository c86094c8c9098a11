"""What can happen in H3ROES C4RDS, and who may see it."""

from __future__ import annotations

from typing import Literal

from houserules.core import Event, Names, Outcome, Seat, Viewer
from houserules.kernel.heroes import JOKER, MANHATTAN

from .state import Battle, Phase, Slots


class PhaseChanged(Event, frozen=True, tag="phase-changed"):
    """The match went on to a phase, or passed through one."""

    phase: Phase
    current: Seat | None
    """Whose turn it is; None if it is nobody's, or both may act."""
    turn: int
    round: int
    difference: int | None = None
    """What may be added or subtracted, where that is to be chosen."""

    def tell(self, who: Names) -> str:
        player = "" if self.current is None else who(self.current)
        return {
            "init": f"Round {self.round}: ten cards for each",
            "betting": "Bets are open",
            "initial_card_selection": "Turn 1 is for both: an own card each",
            "card_selection_own": f"Turn {self.turn} is for {player}: an own card first",
            "card_selection_rival": "Then a card of the rival",
            "battle": "Battle",
            "power_choice": f"{self.difference} to add or to subtract for {player}",
            "round_end": f"Round {self.round} is over",
            "game_over": "The game is over",
        }[self.phase]


class BetPlaced(Event, frozen=True, tag="bet-placed"):
    """A bet, or one taken back. Only the seat itself sees how much: others get it as None."""

    seat: Seat
    amount: int | None

    def seen_by(self, viewer: Viewer) -> Event:
        return self if viewer == self.seat else BetPlaced(self.seat, None)

    def tell(self, who: Names) -> str:
        return f"{who(self.seat)} said a bet" if self.amount is None else f"{who(self.seat)} bet {self.amount}"


class BetsOpened(Event, frozen=True, tag="bets-opened"):
    """Both bets stand, and everybody sees them."""

    bets: tuple[int, int]

    def tell(self, who: Names) -> str:
        return f"The bets are open: {who(0)} bet {self.bets[0]}, {who(1)} bet {self.bets[1]}"


class Picked(Event, frozen=True):
    """A card was turned over: from now on everybody sees it."""

    seat: Seat
    """Who picked."""
    owner: Seat
    """Whose card it is."""
    slot: int
    card: int
    power: int

    def tell(self, who: Names) -> str:
        whose = "own" if self.seat == self.owner else "rival"
        return f"{who(self.seat)} picked {whose} slot {self.slot}: {written(self.card, self.power)}"


class Began(Event, frozen=True):
    """Turn 1 decided who starts."""

    starter: Seat
    cards: tuple[int, int]
    powers: tuple[int, int]

    def tell(self, who: Names) -> str:
        tie = ", by lot" if self.powers[0] == self.powers[1] else ""
        return f"{self.powers[0]} to {self.powers[1]}: {who(self.starter)} began{tie}"


class Shown(Event, frozen=True):
    """Dr. Manhattan showed a seat what its rival has left, and nobody else: others get the cards as None."""

    seat: Seat
    cards: Slots | None
    """By slot."""

    def seen_by(self, viewer: Viewer) -> Event:
        return self if viewer == self.seat else Shown(self.seat, None)

    def tell(self, who: Names) -> str:
        if self.cards is None:
            return f"Dr. Manhattan showed {who(self.seat)} what is left"
        cards = ", ".join(f"{slot}: {written(card)}" for slot, card in self.cards.items())
        return f"Dr. Manhattan showed {who(self.seat)} what is left: {cards or 'nothing'}"


class Battled(Event, frozen=True):
    battle: Battle

    def tell(self, who: Names) -> str:
        battle = self.battle
        won = "nobody won" if battle.winner is None else f"{who(battle.winner)} won by {battle.difference}"
        return f"{battle.powers[0]} against {battle.powers[1]}: {won}"


class Scored(Event, frozen=True):
    seat: Seat
    choice: Literal["add", "subtract"]
    difference: int
    points: int
    """What the seat has now."""

    def tell(self, who: Names) -> str:
        did = "added" if self.choice == "add" else "subtracted"
        return f"{who(self.seat)} {did} {self.difference}: {self.points} points now"


class RoundEnded(Event, frozen=True, tag="round-ended"):
    winner: Seat | None
    points: tuple[int, int]
    distances: tuple[int, int]
    """From 34."""
    changes: tuple[int, int]
    credits: tuple[int, int]
    """What each seat has now."""

    def tell(self, who: Names) -> str:
        won = "Nobody came nearer to 34" if self.winner is None else f"{who(self.winner)} came nearer to 34"
        seats = (f"{who(seat)} {self.changes[seat]:+} to {self.credits[seat]} credits" for seat in (0, 1))
        return f"{won}: {', '.join(seats)}"


class Ended(Event, frozen=True):
    outcome: Outcome
    winner: Seat | None
    credits: tuple[int, int]

    def tell(self, who: Names) -> str:
        won = "nobody won" if self.winner is None else f"{who(self.winner)} won"
        why = {"real_winner": "1000 credits", "busted": "no credits left", "round_limit": "no more rounds"}
        return f"The match is over ({why[self.outcome.reason]}): {won}, {self.credits[0]} to {self.credits[1]}"


def written(card: int, power: int | None = None) -> str:
    """A card in words: it is its power, but for two that have names."""
    if card == JOKER:
        return "the Joker" if power is None else f"the Joker, worth {power}"
    return "Dr. Manhattan (67)" if card == MANHATTAN else str(card)
