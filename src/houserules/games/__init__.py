"""Every game by its name: `load("shithead")`, a path to a house in TOML or a table in JSON, or either as a dict."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from copy import deepcopy
from difflib import get_close_matches
from pathlib import Path
from typing import Any, Final

from houserules.core import Game
from houserules.errors import RulesError, UnknownGame

from .heart_of_five.config import KEYS, Config, read_config, read_config_file
from .heart_of_five.game import HeartOfFive
from .heroes.game import Heroes
from .shedding.game import Shedding
from .shedding.reader import SHIPPED, extended, read_file, read_house, shipped_document

AnyGame = Game[Any]
"""A game whose states only it understands."""


def _variant(name: str) -> Callable[[], AnyGame]:
    return lambda: Shedding(name, read_house(shipped_document(name)))


HEART_OF_FIVE: Final = "heart-of-five"
GAMES: Final[dict[str, Callable[[], AnyGame]]] = {
    **{name: _variant(name) for name in SHIPPED},
    HEART_OF_FIVE: lambda: HeartOfFive(HEART_OF_FIVE, Config()),
    "heroes": Heroes,
}
"""The games that ship with the package."""

_loaded: dict[str, AnyGame] = {}


def load(game: str | Path | Mapping[str, object]) -> AnyGame:
    """A game by its name, by the path of a house in TOML or of a table of Heart of Five in JSON, or from a dict."""
    match game:
        case Mapping() if any(key in game for key in KEYS[""]):
            config = read_config(game)
            return HeartOfFive(_free(config.name), config, deepcopy(dict(game)))
        case Mapping():
            whole = extended(game)
            house = read_house(whole)
            # A copy: a record carries it later, and the caller's own may have changed by then.
            return Shedding(house.name, house, deepcopy(whole))
        case str() | Path() if str(game).endswith(".toml"):
            document = read_file(Path(game))
            return Shedding(Path(game).stem, read_house(document), document)
        case str() | Path() if str(game).endswith(".json"):
            # A record carries it, and is to be read as a table even if the file says nothing at all.
            table = {"match": {}} | read_config_file(Path(game))
            return HeartOfFive(_free(Path(game).stem), read_config(table), table)
        case _:
            return shipped(str(game))


def _free(name: str) -> str:
    """The name of a table. A record of it may not be taken for one of a game that ships."""
    if name in GAMES:
        raise RulesError((f"a table of your own may not be called {name}: that is a game that ships",))
    return name


def shipped(name: str) -> AnyGame:
    """A game that ships with the package."""
    if name not in GAMES:
        close = get_close_matches(name.lower(), GAMES, 1, 0.6)
        hint = f"did you mean {close[0]}?" if close else f"the games are {', '.join(GAMES)}"
        raise UnknownGame(f"there is no game {name!r}: {hint}; a house is the path of a .toml or a .json file")
    if name not in _loaded:
        _loaded[name] = GAMES[name]()
    return _loaded[name]
