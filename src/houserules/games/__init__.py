"""Every game by its name: `load("shithead")`, a path to a house, or a house as a dict."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from copy import deepcopy
from difflib import get_close_matches
from pathlib import Path
from typing import Any, Final

from houserules.core import Game
from houserules.errors import UnknownGame

from .heroes.game import Heroes
from .shedding.game import Shedding
from .shedding.reader import SHIPPED, extended, read_file, read_house, shipped_document

AnyGame = Game[Any]
"""A game whose states only it understands."""


def _variant(name: str) -> Callable[[], AnyGame]:
    return lambda: Shedding(name, read_house(shipped_document(name)))


GAMES: Final[dict[str, Callable[[], AnyGame]]] = {
    **{name: _variant(name) for name in SHIPPED},
    "heroes": Heroes,
}
"""The games that ship with the package."""

_loaded: dict[str, AnyGame] = {}


def load(game: str | Path | Mapping[str, object]) -> AnyGame:
    """A game by its name, by the path of a house in TOML, or from a house as a dict."""
    match game:
        case Mapping():
            whole = extended(game)
            house = read_house(whole)
            # A copy: a record carries it later, and the caller's own may have changed by then.
            return Shedding(house.name, house, deepcopy(whole))
        case str() | Path() if str(game).endswith(".toml"):
            document = read_file(Path(game))
            return Shedding(Path(game).stem, read_house(document), document)
        case _:
            return shipped(str(game))


def shipped(name: str) -> AnyGame:
    """A game that ships with the package."""
    if name not in GAMES:
        close = get_close_matches(name.lower(), GAMES, 1, 0.6)
        hint = f"did you mean {close[0]}?" if close else f"the games are {', '.join(GAMES)}"
        raise UnknownGame(f"there is no game {name!r}: {hint}; a house is the path of a .toml file")
    if name not in _loaded:
        _loaded[name] = GAMES[name]()
    return _loaded[name]
