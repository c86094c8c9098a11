"""Events: what followed a move, past tense, and who may see it."""

from __future__ import annotations

import msgspec

from .seats import Seat, Viewer


class Names:
    """Who sits where, for sentences. The seat that hears them is "you": the listener, or a seat called "You".

    >>> who = Names("Ann", "Ben", listener=0)
    >>> f"{who(0)} {who.verb(0, 'leads', 'lead')}, {who(1)} {who.verb(1, 'leads', 'lead')}"
    'You lead, Ben leads'
    >>> f"Ben shows {who.inside(0)} one of {who.whose(1)} cards and one of {who.whose(0)} cards"
    "Ben shows you one of Ben's cards and one of your cards"
    """

    def __init__(self, *names: str, listener: Viewer = None, manners: tuple[str, ...] = ()) -> None:
        self.names = names
        self.listener = names.index("You") if listener is None and "You" in names else listener
        self.manners = manners
        """For each seat what the player is like, in a few words; "" for people, () if nobody is described."""

    def __call__(self, seat: Seat) -> str:
        """Where a sentence begins."""
        if seat == self.listener:
            return "You"
        return self.names[seat] if seat < len(self.names) else f"Seat {seat}"

    def inside(self, seat: Seat) -> str:
        """Further on in a sentence."""
        return "you" if seat == self.listener else self(seat)

    def whose(self, seat: Seat) -> str:
        return "your" if seat == self.listener else f"{self(seat)}'s"

    def manner(self, seat: Seat) -> str:
        """What stands beside the name where the seats are shown: "careful, hard"; "" for people."""
        return self.manners[seat] if seat < len(self.manners) else ""

    def verb(self, seat: Seat, third: str, second: str) -> str:
        """The form of a verb that goes with the seat: Ben `has`, you `have`."""
        return second if seat == self.listener else third


class Overheard(Names):
    """Names that note which seats a sentence is about: everybody else may be told it in the same words."""

    def __init__(self, *names: str) -> None:
        self.names = names
        self.manners = ()
        self.listener = None  # also if somebody is called "You": nobody is meant
        self.about: set[Seat] = set()

    # Nobody listens, so that each form of a name follows from the name alone.

    def __call__(self, seat: Seat) -> str:
        self.about.add(seat)
        return Names.__call__(self, seat)

    def inside(self, seat: Seat) -> str:
        return self(seat)

    def whose(self, seat: Seat) -> str:
        return f"{self(seat)}'s"

    def verb(self, seat: Seat, third: str, second: str) -> str:  # noqa: ARG002 - it is not said to anybody
        self.about.add(seat)
        return third


class Event(msgspec.Struct, frozen=True, gc=False, repr_omit_defaults=True, tag=str.lower, tag_field="event"):
    """What happened. A subclass that holds something hidden says in `seen_by` what other viewers see."""

    def tell(self, who: Names) -> str:
        """In plain words, for a log."""
        raise NotImplementedError

    @property
    def play_of(self) -> Seat | None:
        """Whose play it is, if a log may add to the sentence what this seat did next: "Ann played 7H and drew 1 card".

        The sentence then begins with the name of the seat."""
        return None

    @property
    def follows_play_of(self) -> Seat | None:
        """The seat to whose play a log may add this event. Its sentence then begins with the name of that seat."""
        return None

    @property
    def shows_to(self) -> Seat | None:
        """The seat that was shown cards for a moment: a table keeps when that was."""
        return None

    def seen_by(self, viewer: Viewer) -> Event:  # noqa: ARG002 - most events are public
        return self
