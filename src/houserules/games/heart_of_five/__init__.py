"""Heart of Five: tricks of melds, bombs, and a five of hearts above them all."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from types import ModuleType
from typing import Any

from houserules.core import Event, Move, View
from houserules.games.family import AnyGame, Document, Family, Template, kinds_in
from houserules.games.sheets import RuleSheet


class HeartOfFiveFamily(Family):
    name = "heart-of-five"
    games = ("heart-of-five",)
    file_suffix = ".json"

    def load_shipped(self, name: str) -> AnyGame:
        from .config import Config
        from .game import HeartOfFive

        return HeartOfFive(name, Config())

    def owns(self, document: Document) -> bool:
        from .config import KEYS

        return any(key in document for key in KEYS[""])

    def load_document(self, document: Document) -> AnyGame:
        from .loading import load_document

        return load_document(document)

    def load_file(self, path: Path) -> AnyGame:
        from .loading import load_file

        return load_file(path)

    def moves(self) -> tuple[type[Move], ...]:
        from .game import HeartOfFive

        return HeartOfFive.moves

    def events(self) -> tuple[type[Event], ...]:
        from . import events

        return kinds_in(events, Event)

    def view(self) -> type[View]:
        from . import view

        return view.View

    def document_schema(self) -> dict[str, Any]:
        from .document_schema import document_schema

        return document_schema()

    def starts(self) -> tuple[Template, ...]:
        from .document_schema import starts

        return starts()

    def sheet(self, game: AnyGame) -> RuleSheet:
        from .document_schema import rule_sheet

        return rule_sheet(game)

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
