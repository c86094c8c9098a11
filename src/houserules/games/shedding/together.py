"""Which cards go together in a turn, read from the play sets of a view."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from houserules.cards import Card

from .playsets import PlaySet


def _without(cards: Sequence[Card], gone: Sequence[Card]) -> list[Card] | None:
    """What is left of some cards without others; None if those are not all among them."""
    left = list(cards)
    for card in gone:
        if card not in left:
            return None
        left.remove(card)
    return left


def _ways(part: PlaySet, cards: Sequence[Card]) -> Iterator[tuple[int, bool]]:
    """Every way to see cards as a part of a set: how many of them are, and whether one goes along with them."""
    if _without(part.cards, cards) is not None:
        yield len(cards), False
    for along in dict.fromkeys(part.one_of):
        rest = _without(cards, [along])
        if rest is not None and _without(part.cards, rest) is not None:
            yield len(rest), True


def is_play(part: PlaySet, cards: Sequence[Card]) -> bool:
    def may_be(count: int) -> bool:
        return count > 0 and (part.any or (count in part.counts if part.counts else count == len(part.cards)))

    return any(along == bool(part.one_of) and may_be(count) for count, along in _ways(part, cards))


def goes(parts: Sequence[PlaySet], cards: Sequence[Card]) -> bool:
    """Are these a play, or could more cards make one of them?"""
    return any(True for part in parts for _ in _ways(part, cards))
