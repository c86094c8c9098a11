"""Every game: `load_shipped` by its name, `load_file` from a file, `load_document` from data; `load` takes any of them.

A request, a record or the task of a worker comes from outside: it is loaded by name, by a code or as a document, and
these never open a file that somebody names.
"""

from __future__ import annotations

from difflib import get_close_matches
from pathlib import Path

from houserules.errors import RulesError, UnknownGame

from .family import AnyGame, Document, Family
from .heart_of_five import HeartOfFiveFamily
from .heroes import HeroesFamily
from .house_code import code_in, document_of_code
from .installed import installed_names, register_installed
from .registry import FAMILIES, GAMES, family_of, register, unregister
from .shedding import SheddingFamily

__all__ = [
    "FAMILIES",
    "GAMES",
    "AnyGame",
    "Document",
    "Family",
    "family_of",
    "family_of_document",
    "installed_names",
    "load",
    "load_document",
    "load_file",
    "load_named",
    "load_shipped",
    "register",
    "unregister",
]

register(SheddingFamily())
register(HeartOfFiveFamily())
register(HeroesFamily())

_loaded: dict[tuple[Family, str], AnyGame] = {}


def load(source: str | Path | Document) -> AnyGame:
    """A game by its name, from a file, from a code or a link, or from a document: for programs that name games.

    >>> load("duel").seats
    range(2, 3)
    """
    if not isinstance(source, str | Path):
        return load_document(source)
    if isinstance(source, Path) or (code_in(source) is None and _owner_of_file(source) is not None):
        return load_file(Path(source))
    try:
        return load_named(source)
    except UnknownGame as problem:
        said = problem.message.removesuffix("?")
        end = "?" if said != problem.message else "."
        raise UnknownGame(f"{said}{end} {_hint_of_file(source)}") from problem


def _hint_of_file(source: str) -> str:
    """What somebody may have meant who names a file."""
    try:
        if Path(source).is_dir():
            return "This is a folder: give the path of a file in it"
        beside = [file for file in (f"{source}.toml", f"{source}.json") if Path(file).is_file()]
    except (OSError, ValueError):  # it could never be a path
        beside = []
    if beside:
        return f"There is a file {beside[0]}: give its whole name"
    return "A house is the path of a .toml or a .json file"


def load_named(text: str) -> AnyGame:
    """A game that ships by its name, or a house by its code or the link to it. It opens no file that somebody names."""
    code = code_in(text)
    return load_shipped(text) if code is None else load_document(document_of_code(code))


def load_shipped(name: str) -> AnyGame:
    """A game that ships, or one of an installed package, by its name. It opens no file but the data of that game."""
    family = GAMES.get(name) or register_installed(name)
    if family is None:
        names = (*GAMES, *installed_names())
        close = get_close_matches(name.lower(), names, 1, 0.6)
        hint = f"did you mean {close[0]}?" if close else f"the games are {', '.join(names)}"
        if _owner_of_file(name) is not None:
            hint = f"no file is opened here, so send the rules themselves as an object; {hint}"
        raise UnknownGame(f"there is no game {name!r}: {hint}")
    if (family, name) not in _loaded:
        _loaded[family, name] = family.load_shipped(name)
    return _loaded[family, name]


def load_document(document: Document) -> AnyGame:
    """A game from a document such as a TOML or JSON file holds. It opens no file, whatever the document says."""
    return family_of_document(document).load_document(document)


def family_of_document(document: Document) -> Family:
    """Whose document this is; the first family reads what nobody owns, and says what is wrong with it."""
    families = list(FAMILIES.values())
    return next((family for family in families if family.owns(document)), families[0])


def load_file(path: Path) -> AnyGame:
    """A game from a file: a house in TOML, or a table of Heart of Five in JSON."""
    family = _owner_of_file(path.name)
    if family is None:
        suffixes = " or ".join(known.file_suffix for known in FAMILIES.values() if known.file_suffix)
        raise RulesError((f"cannot be read as a game: the name of its file must end in {suffixes}",), str(path))
    try:
        return family.load_file(path)
    except RulesError as problem:
        raise RulesError(problem.details, str(path)) from problem


def _owner_of_file(name: str) -> Family | None:
    """The family whose files end like this."""
    families = FAMILIES.values()
    return next((family for family in families if family.file_suffix and name.endswith(family.file_suffix)), None)
