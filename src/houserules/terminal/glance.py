"""Short answers for a player: your own cards, how everybody stands, and what nobody saw."""

from __future__ import annotations

from collections.abc import Mapping

from houserules.core import JSON, Names, View
from houserules.games import AnyGame

from .look import Order
from .screen import screen_of


def hand_lines(view: View, order: Order) -> tuple[str, ...]:
    """The cards of the viewer."""
    if view.seat is None:
        return ("You are only watching, so you see nobody's hand.",)
    return screen_of(view.family).hand_lines(view, order)


def score_lines(view: View, names: Names) -> tuple[str, ...]:
    """How everybody stands."""
    return screen_of(view.family).score_lines(view, names)


def hidden_lines(game: AnyGame, position: Mapping[str, JSON], names: Names) -> tuple[str, ...]:
    """From the document of a position: who holds what."""
    return screen_of(game.family).hidden_lines(position, names)
