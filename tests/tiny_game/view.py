"""What a viewer may know of a match of High Card."""

from __future__ import annotations

from houserules.cards import Card
from houserules.core import Legal
from houserules.core import View as CoreView

from .moves import Lay


class Lays(Legal):
    kinds = (Lay,)


class View(CoreView, frozen=True, kw_only=True, tag="high-card"):
    legal: Lays
    hand: tuple[Card, ...]
    """Of the viewer; a spectator has none."""
    counts: tuple[int, int]
    """How many cards each seat holds."""
    played: tuple[Card, ...]
    """All cards that were laid, in order. If their number is odd, the last one is to be beaten."""
    leader: int
    tricks: tuple[int, int]
