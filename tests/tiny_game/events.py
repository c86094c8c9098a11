"""What happens in a match of High Card. Nothing of it is hidden: a card that is laid lies face up."""

from __future__ import annotations

from houserules.cards import Card
from houserules.core import Event, Names, Outcome, Seat


class Laid(Event, frozen=True):
    seat: Seat
    card: Card

    def tell(self, who: Names) -> str:
        return f"{who(self.seat)} laid {self.card}"


class TookTrick(Event, frozen=True, tag="took-trick"):
    seat: Seat

    def tell(self, who: Names) -> str:
        return f"{who(self.seat)} took the trick"


class Ended(Event, frozen=True):
    outcome: Outcome

    def tell(self, who: Names) -> str:
        return f"{who(self.outcome.places.index(1))} won the match"
