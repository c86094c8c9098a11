"""High Card: two seats with five spades each; who lays the higher card takes the trick. A whole game, very small."""

from __future__ import annotations

from collections.abc import Mapping
from types import ModuleType
from typing import Any

from houserules.core import Event, Move, View
from houserules.games import AnyGame, Family
from houserules.games.family import kinds_in


class HighCardFamily(Family):
    name = "high-card"
    games = ("high-card",)

    def load_shipped(self, name: str) -> AnyGame:
        from .game import HighCard

        return HighCard(name)

    def moves(self) -> tuple[type[Move], ...]:
        from .game import HighCard

        return HighCard.moves

    def events(self) -> tuple[type[Event], ...]:
        from . import events

        return kinds_in(events, Event)

    def view(self) -> type[View]:
        from . import view

        return view.View

    def levels(self) -> Mapping[str, Any]:
        from .bots import LEVELS

        return LEVELS

    def screen(self) -> ModuleType:
        from . import screen

        return screen
