"""What can happen in the Shithead family, and who may see it."""

from __future__ import annotations

from typing import Literal

from msgspec.structs import replace

from houserules.cards import Card, Suit, written
from houserules.core import Event, Names, Outcome, Seat, Viewer

from .asks import AskView


class Swapped(Event, frozen=True):
    """Both cards were seen: one lay face up, the other does now."""

    seat: Seat
    hand: Card
    """The card that is in the hand now."""
    up: Card

    def tell(self, who: Names) -> str:
        return f"{who(self.seat)} laid {self.up} face up and took {self.hand} into the hand"


class SaidReady(Event, frozen=True, tag="ready"):
    seat: Seat

    def tell(self, who: Names) -> str:
        return f"{who(self.seat)} {who.verb(self.seat, 'is', 'are')} ready"


class Began(Event, frozen=True, omit_defaults=True):
    """The setup is over; this seat plays first."""

    seat: Seat
    lead: str | None = None
    """The card, or the rank, that it must lead: the card that decided has been shown."""

    def tell(self, who: Names) -> str:
        must = "" if self.lead is None else f", with {self.lead}"
        return f"{who(self.seat)} {who.verb(self.seat, 'begins', 'begin')}{must}"


class Passed(Event, frozen=True, omit_defaults=True):
    """A seat left it to others to act."""

    seat: Seat
    ask: AskView | None = None
    """As in `Played`."""

    def tell(self, who: Names) -> str:
        return f"{who(self.seat)} passed"


class TurnedUp(Event, frozen=True, omit_defaults=True, tag="turned-up"):
    """Cards of the stock begin the pile. They count for their values alone."""

    cards: tuple[Card, ...]
    """The last one lies on top."""
    ask: AskView | None = None
    """As in `Played`."""

    def tell(self, who: Names) -> str:  # noqa: ARG002 - nobody laid them
        return f"{written(self.cards)} {'was' if len(self.cards) == 1 else 'were'} turned up to begin the pile"


class Played(Event, frozen=True, omit_defaults=True):
    seat: Seat
    zone: Literal["hand", "up", "blind", "stock"]
    cards: tuple[Card, ...]
    """In the order in which they landed."""
    spot: int | None = None
    """Where the blind card lay that was turned over: its place on the table, counted from 1 among all of the seat."""
    ask: AskView | None = None
    """What the pile asks for now. None if something else happens to the pile first, or has to be named: then an event
    that follows says it."""
    up: tuple[Card, ...] = ()
    """Of these cards, those that lay face up and went along with the last ones of the hand."""

    def tell(self, who: Names) -> str:
        along = f", {written(self.up)} from the table" if self.up else ""
        from_where = {
            "hand": "",
            "up": " from the table",
            "blind": ", turned over blind",
            "stock": ", turned over from the stock",
        }[self.zone]
        return f"{who(self.seat)} played {written(self.cards)}{from_where}{along}"

    @property
    def play_of(self) -> Seat | None:
        return None if self.zone in ("blind", "stock") else self.seat


class Failed(Event, frozen=True, omit_defaults=True):
    """A card was turned over and could not be played."""

    seat: Seat
    card: Card
    spot: int | None = None
    """Where it lay: as in `Played`."""
    zone: Literal["blind", "stock"] = "blind"
    """It lay blind before the seat, or on top of the stock."""

    def tell(self, who: Names) -> str:
        return f"{who(self.seat)} turned over {self.card}, which could not be played"


class Peeked(Event, frozen=True):
    """A seat looked at one of its blind cards and left it there. Only that seat sees which card: others get None."""

    seat: Seat
    spot: int
    """Where it lies: as in `Played`."""
    card: Card | None

    def seen_by(self, viewer: Viewer) -> Event:
        return self if viewer == self.seat else Peeked(self.seat, self.spot, None)

    def tell(self, who: Names) -> str:
        return f"{who(self.seat)} looked at a blind card{'' if self.card is None else f', {self.card}'}"


class Reversed(Event, frozen=True):
    direction: Literal[1, -1]

    def tell(self, who: Names) -> str:  # noqa: ARG002 - it is everybody's
        return "The direction of play changed"


class Burned(Event, frozen=True, omit_defaults=True):
    """The pile left the game: a card burned it, or enough of one rank lay on top."""

    cards: tuple[Card, ...]
    why: Literal["power", "alike", "spent"]
    """A spent card leaves the game alone, and the pile goes elsewhere."""
    ask: AskView | None = None
    """As in `Played`."""

    def tell(self, who: Names) -> str:  # noqa: ARG002 - nobody gets them
        return (
            f"{written(self.cards)} left the game" if self.why == "spent" else f"The pile burned ({_count(self.cards)})"
        )


class Targeted(Event, frozen=True, omit_defaults=True):
    """A seat was named to take the pile, which it does next, or to answer; or to play next."""

    seat: Seat
    """Who was named."""
    by: Seat
    answer: bool = False
    """It may answer with some cards instead."""
    next: bool = False
    """It plays next, and takes nothing."""
    swap: bool = False
    """Cards are exchanged with it."""
    ask: AskView | None = None
    """As in `Played`."""

    def tell(self, who: Names) -> str:
        if self.next:
            return f"{who(self.by)} named {who.inside(self.seat)} to play next"
        if self.swap:
            return f"{who(self.by)} named {who.inside(self.seat)} to exchange cards with"
        if self.by == self.seat:
            return f"{who(self.by)} chose to take the pile"
        what = "answer, or to take the pile" if self.answer else "take the pile"
        return f"{who(self.by)} named {who.inside(self.seat)} to {what}"

    @property
    def follows_play_of(self) -> Seat | None:
        return self.by


class Exchanged(Event, frozen=True, omit_defaults=True):
    """Two seats exchanged cards, or a card went from one to the other. Single cards and face-up rows are seen by all;
    of whole hands only the two seats see the cards, and others get None."""

    seat: Seat
    """Whoever laid the card that made them do it."""
    other: Seat
    zone: Literal["hand", "up"]
    """Where the cards lay. A card for which none came back went into the hand."""
    gave: tuple[Card, ...] | None
    """What went to `other`."""
    got: tuple[Card, ...] | None
    """What came from `other`."""
    gave_count: int
    got_count: int
    whole: bool = False
    """All cards of both zones changed hands."""
    ask: AskView | None = None
    """As in `Played`."""

    def seen_by(self, viewer: Viewer) -> Event:
        if not self.whole or self.zone == "up" or viewer in (self.seat, self.other):
            return self
        return replace(self, gave=None, got=None)

    def tell(self, who: Names) -> str:
        if self.whole:
            what = "hands" if self.zone == "hand" else "face-up cards"
            return f"{who(self.seat)} exchanged {what} with {who.inside(self.other)}"
        gave, got = written(self.gave or ()), written(self.got or ())
        if not self.got_count:
            return f"{who(self.seat)} gave {gave} to {who.inside(self.other)}"
        if not self.gave_count:
            return f"{who(self.seat)} took {got} from {who.inside(self.other)}"
        return f"{who(self.seat)} gave {gave} to {who.inside(self.other)} for {got}"

    @property
    def follows_play_of(self) -> Seat | None:
        return self.seat


class Taking(Event, frozen=True):
    """A seat takes the pile, and chooses first which of its face-up cards go along."""

    seat: Seat

    def tell(self, who: Names) -> str:
        return f"{who(self.seat)} took the pile, and chose what goes along"


class Raised(Event, frozen=True):
    """With an empty hand, a seat took its face-up cards into it."""

    seat: Seat
    cards: tuple[Card, ...]

    def tell(self, who: Names) -> str:
        return f"{who(self.seat)} took {written(self.cards)} from the table into the hand"


class Took(Event, frozen=True, omit_defaults=True):
    """Cards went into a hand, seen by all: the pile, and whatever came along with it."""

    seat: Seat
    cards: tuple[Card, ...]
    by: Seat | None
    """The seat that made it take them; None if no seat did."""
    up: Card | None = None
    """The first of `cards`, if it lay face up before the seat. All others were the pile, from bottom to top."""
    blind: Card | None = None
    """The first of `cards`, if it was turned over and could not be played."""
    ups: tuple[Card, ...] = ()
    """The first of `cards`, if several of them lay face up before the seat."""
    forced: bool | None = None
    """True if the seat had nothing to play. None where nobody may know: the house lets one take the pile at will."""
    ask: AskView | None = None
    """As in `Played`."""

    def tell(self, who: Names) -> str:
        took = "took" if self.by in (None, self.seat) else "had to take"
        return f"{who(self.seat)} {took} the pile ({_count(self.cards)})"


class Called(Event, frozen=True, omit_defaults=True):
    seat: Seat
    suit: Suit
    ask: AskView | None = None
    """As in `Played`."""

    def tell(self, who: Names) -> str:
        return f"{who(self.seat)} called {self.suit}"

    @property
    def follows_play_of(self) -> Seat | None:
        return self.seat


class Chose(Event, frozen=True, omit_defaults=True):
    """A rank that a wild card stands for, or which way the next card must go."""

    seat: Seat
    what: str
    ask: AskView | None = None
    """As in `Played`."""

    def tell(self, who: Names) -> str:
        return f"{who(self.seat)} chose {self.what}"

    @property
    def follows_play_of(self) -> Seat | None:
        return self.seat


class Drew(Event, frozen=True):
    """From the stock. Only the seat itself sees which cards: others get them as None."""

    seat: Seat
    count: int
    cards: tuple[Card, ...] | None

    def seen_by(self, viewer: Viewer) -> Event:
        return self if viewer == self.seat else Drew(self.seat, self.count, None)

    def tell(self, who: Names) -> str:
        cards = f"{self.count} card{'s' * (self.count > 1)}" if self.cards is None else written(self.cards)
        return f"{who(self.seat)} drew {cards}"

    @property
    def follows_play_of(self) -> Seat | None:
        return self.seat


class Skipped(Event, frozen=True):
    """Seats missed their turn."""

    seats: tuple[Seat, ...]
    """In the order in which it was their turn."""

    def tell(self, who: Names) -> str:
        first, *others = dict.fromkeys(self.seats)
        return f"{' and '.join([who(first), *map(who.inside, others)])} missed a turn"


class Announced(Event, frozen=True):
    """A seat said that its next play leaves it one card."""

    seat: Seat

    def tell(self, who: Names) -> str:
        return f"{who(self.seat)} announced the last card"


class Forgot(Event, frozen=True):
    """A seat has one card left and did not announce it. It draws cards, or takes the pile."""

    seat: Seat

    def tell(self, who: Names) -> str:
        return f"{who(self.seat)} forgot to announce the last card"


class WentOut(Event, frozen=True, tag="went-out"):
    seat: Seat
    place: int

    def tell(self, who: Names) -> str:
        return f"{who(self.seat)} went out, in place {self.place}"

    @property
    def follows_play_of(self) -> Seat | None:
        return self.seat


class Ended(Event, frozen=True):
    outcome: Outcome

    def tell(self, who: Names) -> str:
        places = self.outcome.places
        order = sorted(range(len(places)), key=lambda seat: places[seat])
        return f"The match is over: {', '.join(f'{places[seat]}. {who(seat)}' for seat in order)}"


def _count(cards: tuple[Card, ...]) -> str:
    return f"{len(cards)} card{'s' * (len(cards) > 1)}"
