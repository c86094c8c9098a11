"""The registry: which families of games there are, and which games can be loaded by name."""

from __future__ import annotations

from typing import Final

from houserules.errors import RulesError

from .family import AnyGame, Family

FAMILIES: Final[dict[str, Family]] = {}
"""By name. A document that none of them owns is read by the first one, which says what is wrong with it."""
GAMES: Final[dict[str, Family]] = {}
"""The games that can be loaded by name, with the family of each."""


def register(family: Family) -> None:
    """Make a family known: from now on its games are loaded by name, played by its bots and drawn by its screen."""
    if family.name in FAMILIES:
        raise ValueError(f"there is a family {family.name} already: give this one another name")
    if taken := [name for name in family.games if name in GAMES]:
        raise ValueError(f"there is a game {taken[0]} already: give this one another name")
    if family.file_suffix and any(known.file_suffix == family.file_suffix for known in FAMILIES.values()):
        raise ValueError(f"files that end in {family.file_suffix} belong to another family: choose another ending")
    FAMILIES[family.name] = family
    GAMES.update(dict.fromkeys(family.games, family))


def unregister(family: Family) -> None:
    """Forget a family and its games."""
    del FAMILIES[family.name]
    for name in family.games:
        del GAMES[name]


def family_of(game: AnyGame) -> Family | None:
    """None for a game that nobody registered: it can be played, but has neither bots nor a screen of its own."""
    return FAMILIES.get(game.family)


def require_free_name(name: str) -> str:
    """Refuse the name of a shipped game for other rules: their records must not be mistaken for its records."""
    if name in GAMES:
        raise RulesError((f"a table of your own may not be called {name}: that is a game that ships",))
    return name
