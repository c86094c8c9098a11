"""The one move of High Card."""

from __future__ import annotations

from collections.abc import Sequence

from houserules.cards import Card
from houserules.core import Move


class Lay(Move, frozen=True):
    """Lay a card of the hand."""

    form = "lay 7S"
    card: Card

    def __str__(self) -> str:
        return f"lay {self.card}"

    @classmethod
    def from_words(cls, words: Sequence[str]) -> Move | None:
        return cls(Card.read(words[0])) if len(words) == 1 else None
