"""Family: everything the package has to know about a kind of games, as one object that each folder registers."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from pathlib import Path
from types import ModuleType
from typing import Any, TypeVar

import msgspec

from houserules.core import Event, Game, Move, View
from houserules.errors import RulesError

from .sheets import RuleSheet, clauses_of_page

AnyGame = Game[Any]
"""A game whose states only it understands."""

Document = Mapping[str, object]

K = TypeVar("K", bound=msgspec.Struct)


class Template(msgspec.Struct, frozen=True):
    """A document from which somebody may begin to write a game of their own."""

    id: str
    name: str
    about: str
    """What is special about it, in a sentence or two."""
    document: Document
    """What one changes."""
    ships: bool = False
    """Is it a game that ships, which documents may extend?"""


class Family(ABC):
    """A kind of games: where its rules, its bots and its screen are.

    Each method imports what it gives when it is asked: a program that only plays by the rules loads no bots, and one
    that never draws loads no terminal. Nothing else in the package names a game."""

    name: str
    """What `Game.family` and the views of its games say."""
    games: tuple[str, ...]
    """The names of the games that ship."""
    file_suffix: str = ""
    """The ending of files that hold a game of this family, as in ".toml"; "" if it has no files."""

    @abstractmethod
    def load_shipped(self, name: str) -> AnyGame:
        """One of `games`."""

    def owns(self, document: Document) -> bool:  # noqa: ARG002 - most families have no documents
        """Is this a document of the family?"""
        return False

    def load_document(self, document: Document) -> AnyGame:  # noqa: ARG002 - see `owns`
        """A game from a document. It must not open a file, whatever the document says: it may come from anywhere."""
        raise RulesError((f"games of the family {self.name} are not written as documents",))

    def load_file(self, path: Path) -> AnyGame:  # noqa: ARG002 - see `file_suffix`
        """A game from a file. Only a person at this machine may name files."""
        raise RulesError((f"games of the family {self.name} are not kept in files",))

    # What travels. A JSON Schema can be made of each.

    @abstractmethod
    def moves(self) -> tuple[type[Move], ...]: ...

    @abstractmethod
    def events(self) -> tuple[type[Event], ...]: ...

    @abstractmethod
    def view(self) -> type[View]: ...

    def document_schema(self) -> dict[str, Any] | None:
        """The JSON Schema of its documents; None if it has none."""
        return None

    def starts(self) -> tuple[Template, ...]:
        """Documents from which somebody may begin to write a game of their own: those that ship, and examples."""
        return ()

    def whole(self, document: Document) -> Document:
        """A document with everything that it inherits."""
        return document

    def sheet(self, game: AnyGame) -> RuleSheet:
        """The rules of one of its games as numbered clauses, and how it differs from what it was made from."""
        return RuleSheet(clauses_of_page(game.page()))

    def powers(self, game: AnyGame) -> tuple[tuple[str, str], ...]:  # noqa: ARG002 - most games have no special cards
        """The special cards of one of its games: each by its name, and what it does in a few words."""
        return ()

    # What belongs to other packages: they know its type, and this module does not import them.

    def levels(self) -> Mapping[str, Any]:
        """Its bots: `houserules.bots.Level` by name, from the weakest. Bots that play any game need not be here."""
        return {}

    def screen(self) -> ModuleType | None:
        """How a terminal shows it: a module with the functions of `houserules.terminal.screen.Screen`; None if nobody
        has drawn one."""
        return None

    def offer(self) -> ModuleType | None:
        """What a person may choose in it, card by card: a module with `chooser(view, names, order)`, which returns a
        `houserules.terminal.touching.Chooser`; None: each legal move can be chosen as it is."""
        return None

    def scene(self) -> ModuleType | None:
        """How it is painted on a whole screen: a module with the functions of `houserules.terminal.scene.Painter`; None
        if the text of its `screen` has to do."""
        return None

    def own_messages(self) -> ModuleType | None:
        """What clients expect that were written for its games alone: a module with the members of
        `houserules.server.colyseus.dialects.OwnMessages`; None if there are no such clients."""
        return None


def kinds_in(module: ModuleType, base: type[K]) -> tuple[type[K], ...]:
    """The subclasses of `base` that a module defines, in its order."""
    return tuple(
        kind
        for kind in vars(module).values()
        if isinstance(kind, type) and issubclass(kind, base) and kind.__module__ == module.__name__
    )
