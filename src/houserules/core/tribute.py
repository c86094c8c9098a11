"""Tribute: the best cards of whoever came last, for the lowest of whoever won. It belongs to the deal of a match."""

from __future__ import annotations

import msgspec

from .events import Names
from .seats import Seat, counted


class Tribute(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """Who gives cards to whom as soon as they are dealt, and which. Everybody sees them.

    >>> Tribute(1, 0, 1, ("AS",), ("3D",)).tell(Names("Ann", "Ben", listener=0))
    'Ben gives you AS and gets 3D'
    """

    giver: Seat
    getter: Seat
    cards: int = 1
    """How many go each way."""
    gave: tuple[str, ...] = ()
    """The best cards of the giver, as they are written; empty before the deal."""
    got: tuple[str, ...] = ()
    """The lowest ones of the getter, which come back."""

    def tell(self, names: Names) -> str:
        give, get = names.verb(self.giver, "gives", "give"), names.verb(self.giver, "gets", "get")
        gave, got = " ".join(self.gave), " ".join(self.got)
        return f"{names(self.giver)} {give} {names.inside(self.getter)} {gave} and {get} {got}"

    def ahead(self, names: Names) -> str:
        """The same before the deal.

        >>> Tribute(1, 0, 2).ahead(Names("You", "Ben"))
        'Ben gives you the best 2 cards of the next deal, and gets the lowest 2 back.'
        """
        give, get = names.verb(self.giver, "gives", "give"), names.verb(self.giver, "gets", "get")
        best = "card" if self.cards == 1 else counted(self.cards, "card")
        back = "one" if self.cards == 1 else str(self.cards)
        to = names.inside(self.getter)
        return f"{names(self.giver)} {give} {to} the best {best} of the next deal, and {get} the lowest {back} back."
