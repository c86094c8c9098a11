"""What can happen in Heart of Five, and who may see it."""

from __future__ import annotations

from houserules.cards import Card, written
from houserules.core import Event, Names, Outcome, Seat, Viewer

from .can import ANYTHING, Ask
from .melds import Kind, named


class Played(Event, frozen=True):
    seat: Seat
    cards: tuple[Card, ...]
    meld: Kind
    led: bool
    """It began the trick."""
    ask: Ask = ANYTHING
    """What the trick asks for now."""

    def tell(self, who: Names) -> str:
        did = "led" if self.led else "bombed with" if self.meld.is_bomb else "played"
        what = "" if self.meld is Kind.SINGLE else f" ({named(self.cards, self.meld)})"
        return f"{who(self.seat)} {did} {written(self.cards)}{what}"

    @property
    def play_of(self) -> Seat | None:
        return self.seat


class Passed(Event, frozen=True):
    seat: Seat

    def tell(self, who: Names) -> str:
        return f"{who(self.seat)} passed"


class WentOut(Event, frozen=True, tag="went-out"):
    """Played its last card of the round."""

    seat: Seat
    place: int

    def tell(self, who: Names) -> str:
        return f"{who(self.seat)} went out, in place {self.place}"

    @property
    def follows_play_of(self) -> Seat | None:
        return self.seat


class TrickWon(Event, frozen=True, tag="trick-won"):
    """Nobody beat the last meld."""

    seat: Seat
    leads: Seat
    """Who leads the next trick: somebody else if the winner is out."""

    def tell(self, who: Names) -> str:
        if self.leads == self.seat:
            return f"{who(self.seat)} won the trick and {who.verb(self.seat, 'leads', 'lead')} the next one"
        leads = f"{who.inside(self.leads)} {who.verb(self.leads, 'leads', 'lead')}"
        return f"{who(self.seat)} won the trick with the last card, so {leads} the next one"


class RoundEnded(Event, frozen=True, tag="round-ended"):
    round: int
    winner: Seat
    loser: Seat
    wins: tuple[int, ...]
    losses: tuple[int, ...]

    def tell(self, who: Names) -> str:
        return f"Round {self.round} is over: {who.inside(self.winner)} won it, {who.inside(self.loser)} lost it"


class Dealt(Event, frozen=True):
    """A later round began. Each seat sees its own cards, others get them as None."""

    round: int
    leads: Seat
    counts: tuple[int, ...]
    hands: tuple[tuple[Card, ...] | None, ...]

    def seen_by(self, viewer: Viewer) -> Event:
        hands = tuple([hand if seat == viewer else None for seat, hand in enumerate(self.hands)])
        return Dealt(self.round, self.leads, self.counts, hands)

    def tell(self, who: Names) -> str:
        leads = f"{who.inside(self.leads)} {who.verb(self.leads, 'leads', 'lead')}"
        return f"Round {self.round} is dealt: {leads} the first trick"


class Ended(Event, frozen=True):
    outcome: Outcome

    def tell(self, who: Names) -> str:
        places = self.outcome.places
        order = sorted(range(len(places)), key=lambda seat: places[seat])
        return f"The match is over: {', '.join(f'{places[seat]}. {who(seat)}' for seat in order)}"
