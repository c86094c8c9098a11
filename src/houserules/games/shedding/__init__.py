"""The Shithead family: three games that ship and any house that is written in TOML."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from types import ModuleType
from typing import Any

from houserules.core import Event, Move, View
from houserules.games.family import AnyGame, Document, Family, Template, kinds_in
from houserules.games.sheets import RuleSheet


class SheddingFamily(Family):
    name = "shedding"
    games = ("shithead", "duel", "smellyhead")
    file_suffix = ".toml"

    def load_shipped(self, name: str) -> AnyGame:
        from .loading import load_shipped

        return load_shipped(name)

    def load_document(self, document: Document) -> AnyGame:
        from .loading import load_document

        return load_document(document)

    def load_file(self, path: Path) -> AnyGame:
        from .loading import load_file

        return load_file(path)

    def moves(self) -> tuple[type[Move], ...]:
        from .game import Shedding

        return Shedding.moves

    def events(self) -> tuple[type[Event], ...]:
        from . import events

        return kinds_in(events, Event)

    def view(self) -> type[View]:
        from . import view

        return view.View

    def document_schema(self) -> dict[str, Any]:
        from .house_schema import house_schema

        return house_schema()

    def starts(self) -> tuple[Template, ...]:
        from .starts import starts

        return starts()

    def whole(self, document: Document) -> Document:
        from .documents import extended

        return extended(document)

    def sheet(self, game: AnyGame) -> RuleSheet:
        from .starts import rule_sheet

        return rule_sheet(game)

    def powers(self, game: AnyGame) -> tuple[tuple[str, str], ...]:
        from .game import Shedding
        from .powers_short import powers_in_short

        assert isinstance(game, Shedding)
        return powers_in_short(game.rules)

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
