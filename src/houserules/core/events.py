"""Events: what followed a move, past tense, and who may see it."""

from __future__ import annotations

import msgspec

from .seats import Seat, Viewer


class Names:
    """Who sits where: how events call the seats.

    >>> Names("You", "Ann")(1)
    'Ann'
    """

    def __init__(self, *names: str) -> None:
        self.names = names

    def __call__(self, seat: Seat) -> str:
        return self.names[seat] if seat < len(self.names) else f"Seat {seat}"


class Event(msgspec.Struct, frozen=True, gc=False, tag=str.lower, tag_field="event"):
    """What happened. A subclass that holds something hidden says in `seen_by` what others get to see of it."""

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
        """To whose play a log may add it. Its sentence then begins with the name of that seat."""
        return None

    def seen_by(self, viewer: Viewer) -> Event:  # noqa: ARG002 - most events are public
        return self
