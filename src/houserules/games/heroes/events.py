"""What can happen in H3ROES C4RDS, and who may see it."""

from __future__ import annotations

from typing import Literal

from houserules.core import Event, Names, Outcome, Seat, Viewer, counted
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
        seat = self.current
        match self.phase:
            case "card_selection_own" | "card_selection_rival" | "power_choice" if seat is not None:
                return self._tell_turn(who, seat)
            case "init":
                return f"Round {self.round} is dealt: ten cards each"
            case "betting":
                return "Place your bets"
            case "initial_card_selection":
                return "Turn 1 is for both players. Each picks one of their own cards"
            case "round_end":
                return f"Round {self.round} is over"
            case "game_over":
                return "The game is over"
        return "The two cards battle"

    def _tell_turn(self, who: Names, seat: Seat) -> str:
        is_yours = seat == who.listener
        match self.phase:
            case "card_selection_own" if is_yours:
                return f"Turn {self.turn} is yours. First pick one of your own cards"
            case "card_selection_own":
                return f"Turn {self.turn} is {who.whose(seat)}. {who(seat)} first picks one of their own cards"
            case "card_selection_rival" if is_yours:
                return f"Now pick one of {who.whose(1 - seat)} cards"
            case "card_selection_rival":
                return f"Now {who(seat)} picks one of {who.whose(1 - seat)} cards"
        if is_yours:
            return f"Add {self.difference} to your points or subtract it"
        return f"{who(seat)} may add {self.difference} to their points or subtract it"


class BetPlaced(Event, frozen=True, tag="bet-placed"):
    """A bet, or one taken back. Only the seat itself sees the amount; others get None."""

    seat: Seat
    amount: int | None

    def seen_by(self, viewer: Viewer) -> Event:
        return self if viewer == self.seat else BetPlaced(self.seat, None)

    def tell(self, who: Names) -> str:
        has = who.verb(self.seat, "has", "have")
        if self.amount is None:
            return f"{who(self.seat)} {has} placed a bet"
        # There may have been no bet to take back: S3.4.
        return f"{who(self.seat)} bet {self.amount}" if self.amount else f"{who(self.seat)} {has} no bet now"


class BetsOpened(Event, frozen=True, tag="bets-opened"):
    """Both bets stand, and everybody sees them."""

    bets: tuple[int, int]

    def tell(self, who: Names) -> str:
        return f"Both bets stand: {who.inside(0)} bet {self.bets[0]}, {who.inside(1)} bet {self.bets[1]}"


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
        seat, owner = self.seat, self.owner
        whose = who.verb(seat, "their own", "your own") if seat == owner else who.whose(owner)
        return f"{who(seat)} turned over {whose} card in slot {self.slot}: {written(self.card, self.power)}"


class Began(Event, frozen=True):
    """Turn 1 decided who starts."""

    starter: Seat
    cards: tuple[int, int]
    powers: tuple[int, int]

    def tell(self, who: Names) -> str:
        tie = ", by lot" if self.powers[0] == self.powers[1] else ""
        starts = f"{who.inside(self.starter)} {who.verb(self.starter, 'starts', 'start')}"
        return f"{self.powers[0]} to {self.powers[1]}: {starts}{tie}"


class Shown(Event, frozen=True):
    """Dr. Manhattan showed a seat what its rival has left, and nobody else: others get the cards as None."""

    seat: Seat
    cards: Slots | None
    """By slot."""

    @property
    def shows_to(self) -> Seat | None:
        return self.seat

    def seen_by(self, viewer: Viewer) -> Event:
        return self if viewer == self.seat else Shown(self.seat, None)

    def tell(self, who: Names) -> str:
        showed = f"Dr. Manhattan showed {who.inside(self.seat)} {who.whose(1 - self.seat)} hidden cards"
        if self.cards is None:
            return showed
        cards = ", ".join(f"{written(card)} in slot {slot}" for slot, card in self.cards.items())
        return f"{showed}: {cards or 'none'}"


class Battled(Event, frozen=True):
    battle: Battle

    def tell(self, who: Names) -> str:
        battle = self.battle
        won = "nobody won" if battle.winner is None else f"{who.inside(battle.winner)} won by {battle.difference}"
        return f"{battle.powers[0]} against {battle.powers[1]}: {won}"


class Scored(Event, frozen=True):
    seat: Seat
    choice: Literal["add", "subtract"]
    difference: int
    points: int
    """What the seat has now."""

    def tell(self, who: Names) -> str:
        did = "added" if self.choice == "add" else "subtracted"
        has = who.verb(self.seat, "has", "have")
        return f"{who(self.seat)} {did} {self.difference} and now {has} {counted(self.points, 'point')}"


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
        return f"{won}: {self._tell_purse(who, 0)}, {self._tell_purse(who, 1)}"

    def _tell_purse(self, who: Names, seat: Seat) -> str:
        change = self.changes[seat]
        did = who.verb(seat, "wins", "win") if change > 0 else who.verb(seat, "loses", "lose")
        has = who.verb(seat, "has", "have")
        return f"{who.inside(seat)} {did} {abs(change)} and {has} {counted(self.credits[seat], 'credit')}"


class Ended(Event, frozen=True):
    outcome: Outcome
    winner: Seat | None
    credits: tuple[int, int]

    def tell(self, who: Names) -> str:
        won = "nobody won" if self.winner is None else f"{who.inside(self.winner)} won"
        why = {"real_winner": "1000 credits", "busted": "no credits left", "round_limit": "no more rounds"}
        return f"The match is over ({why[self.outcome.reason]}): {won}, {self.credits[0]} to {self.credits[1]}"


def written(card: int, power: int | None = None) -> str:
    """A card in words: it is its power, but for two that have names."""
    if card == JOKER:
        return "the Joker" if power is None else f"the Joker, worth {power}"
    return "Dr. Manhattan (67)" if card == MANHATTAN else str(card)
