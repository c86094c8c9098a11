"""Games of other packages: an installed package names each of its games in the entry points `houserules.games`."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Final

from houserules.errors import UnknownGame

from .family import Family
from .registry import GAMES, register

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

GROUP: Final = "houserules.games"


def installed_names() -> tuple[str, ...]:
    """The games that installed packages name and that are not registered yet. Nothing of them is imported."""
    return tuple(name for name in _entry_points() if name not in GAMES)


def register_installed(name: str) -> Family | None:
    """Import the family of a game by the name of its entry point, and register it; None if no package has the game."""
    entry = _entry_points().get(name)
    if entry is None:
        return None
    try:
        found = entry.load()
        if name not in GAMES:  # the package may register its family when it is imported
            register(_family(found, name))
    except Exception as problem:
        package = "a package" if entry.dist is None else f"the package {entry.dist.name}"
        why = f"{type(problem).__name__}: {problem}".splitlines()[0][:200]
        raise UnknownGame(f"the game {name!r} of {package} cannot be loaded: {entry.value} ({why})") from problem
    return GAMES[name]


def _family(found: object, name: str) -> Family:
    family = found() if isinstance(found, type) and issubclass(found, Family) else found
    if not isinstance(family, Family):
        raise TypeError("an entry point names a subclass of houserules.games.Family")
    if name not in family.games:
        raise ValueError(f"the family {family.name} has no game of this name")
    return family


@cache
def _entry_points() -> dict[str, EntryPoint]:
    """By name. They are looked up once, and only when somebody names a game that is not registered: it takes time."""
    from importlib.metadata import entry_points  # noqa: PLC0415 - slow, and most programs do not need it

    return {entry.name: entry for entry in entry_points(group=GROUP)}
