"""Cards that can be pointed at: each with its key, also where several are equal, and its name in words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

import msgspec

from houserules.cards import SMALL_JOKER, Card


class Keyed(msgspec.Struct, frozen=True):
    key: str
    card: Card


def keyed(zone: str, cards: Iterable[Card]) -> tuple[Keyed, ...]:
    """
    >>> [one.key for one in keyed("hand", [Card.read("7H"), Card.read("7H"), Card.read("AS")])]
    ['hand:7H', 'hand:7H#2', 'hand:AS']
    """
    seen: Counter[Card] = Counter()
    found = []
    for card in cards:
        seen[card] += 1
        found.append(Keyed(f"{zone}:{card}" + (f"#{seen[card]}" if seen[card] > 1 else ""), card))
    return tuple(found)


def keys_of(row: Sequence[Keyed], cards: Iterable[Card], first: str = "") -> frozenset[str]:
    """The keys of some cards of a row; of equal ones, this one first."""
    ordered = sorted(row, key=lambda one: one.key != first)
    keys: set[str] = set()
    for card in cards:
        found = next((one.key for one in ordered if one.card == card and one.key not in keys), None)
        if found is not None:
            keys.add(found)
    return frozenset(keys)


def cards_at(row: Iterable[Keyed], keys: Iterable[str]) -> tuple[Card, ...]:
    wanted = set(keys)
    return tuple([one.card for one in row if one.key in wanted])


def card_name(card: Card) -> str:
    """
    >>> card_name(Card.read("TH")), card_name(Card.read("JJ"))
    ('10 of hearts', 'big Joker')
    """
    if card.suit is None:
        return "small Joker" if card is SMALL_JOKER else "big Joker"
    return f"{card.rank} of {card.suit}"


def few(cards: Sequence[Card], most: int = 4) -> str:
    """Cards as a button names them: all of a few, else the first and how many."""
    return f"{cards[0]} and {len(cards) - 1} more" if len(cards) > most else " ".join(cards)
