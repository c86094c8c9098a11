"""S1 The deal: the best cards in the hand of whoever came last change places with the lowest of whoever won."""

from __future__ import annotations

from houserules.core import Tribute
from houserules.kernel.tables import Tables

from .house import House
from .state import CARD_OF
from .tables import powers_of


def exchanged(
    house: House, tables: Tables, seats: int, deck: list[int], tribute: Tribute
) -> tuple[list[int], list[int]]:
    """Puts them in each other's place in a shuffled deck, before it is dealt. Returns what goes up and what comes back.

    No card goes both ways: both hands are looked at as they are dealt. A hand with fewer cards gives them all."""
    first = seats * (tables.blind + tables.up)
    last = min(first + seats * tables.hand, len(deck))
    places = worth_by_kind(house, tables)

    def by_worth(seat: int) -> list[int]:
        """The places in the deck of a hand, the lowest card first."""
        return sorted(range(first + seat, last, seats), key=lambda at: (places[deck[at] & 63], deck[at] & 63, deck[at]))

    giving, getting = by_worth(tribute.giver), by_worth(tribute.getter)
    count = min(tribute.cards, len(giving), len(getting))
    up, down = giving[::-1][:count], getting[:count]
    best, lowest = [deck[at] for at in up], [deck[at] for at in down]
    for mine, theirs in zip(up, down, strict=True):
        deck[mine], deck[theirs] = deck[theirs], deck[mine]
    return best, lowest


def worth_by_kind(house: House, tables: Tables) -> list[int]:
    """For each kind its place: cards that go on anything are above all others, then the rank decides."""
    powers = powers_of(house)
    return [100 * powers[kind].anywhere + tables.strength[kind >> 2] for kind in range(56)]


def told_tribute(tribute: Tribute, best: list[int], lowest: list[int]) -> Tribute:
    """With the cards that change hands, as they are written."""
    gave, got = [tuple([CARD_OF[card].text for card in cards]) for cards in (best, lowest)]
    return Tribute(tribute.giver, tribute.getter, tribute.cards, gave, got)
