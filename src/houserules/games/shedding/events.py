"""What can happen in the Shithead family, and who may see it."""

from __future__ import annotations

from typing import Literal

from ...cards import Card, Suit
from ...core import Event, Outcome, Seat, Viewer


class Swapped(Event, frozen=True):
    """Both cards were seen: one lay face up, the other does now."""

    seat: Seat
    hand: Card
    """The card that is in the hand now."""
    up: Card


class SaidReady(Event, frozen=True, tag="ready"):
    seat: Seat


class Began(Event, frozen=True):
    """The setup is over; this seat plays first."""

    seat: Seat


class Played(Event, frozen=True):
    seat: Seat
    zone: Literal["hand", "up", "blind"]
    cards: tuple[Card, ...]


class Failed(Event, frozen=True):
    """A blind card was turned over and could not be played."""

    seat: Seat
    card: Card


class Reversed(Event, frozen=True):
    direction: Literal[1, -1]


class Burned(Event, frozen=True):
    """The pile left the game: a card burned it, or enough of one rank lay on top."""

    cards: tuple[Card, ...]
    why: Literal["power", "alike"]


class Took(Event, frozen=True):
    """Cards went into a hand, seen by all: the pile, and whatever came along with it."""

    seat: Seat
    cards: tuple[Card, ...]
    by: Seat | None
    """Who made it take them; None if nobody did."""


class Called(Event, frozen=True):
    seat: Seat
    suit: Suit


class Drew(Event, frozen=True):
    """From the stock. Only the seat itself sees which cards: others get them as None."""

    seat: Seat
    count: int
    cards: tuple[Card, ...] | None

    def seen_by(self, viewer: Viewer) -> Event:
        return self if viewer == self.seat else Drew(self.seat, self.count, None)


class WentOut(Event, frozen=True, tag="went-out"):
    seat: Seat
    place: int


class Ended(Event, frozen=True):
    outcome: Outcome
