"""H3ROES C4RDS: two players bet on who ends a round of ten turns nearer to 34 points."""

from __future__ import annotations

from collections.abc import Mapping
from types import ModuleType
from typing import Any

from houserules.core import Event, Move, View
from houserules.games.family import AnyGame, Family, kinds_in


class HeroesFamily(Family):
    name = "heroes"
    games = ("heroes",)

    def load_shipped(self, name: str) -> AnyGame:  # noqa: ARG002 - there is one
        from .game import Heroes

        return Heroes()

    def moves(self) -> tuple[type[Move], ...]:
        from .game import Heroes

        return Heroes.moves

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

    def offer(self) -> ModuleType:
        from . import offer

        return offer

    def scene(self) -> ModuleType:
        from . import scene

        return scene

    def own_messages(self) -> ModuleType:
        from . import own

        return own
