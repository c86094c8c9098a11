"""Where somebody begins who writes a house: the houses that ship, the examples, and the sheet of any house as data."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Final

from houserules.errors import RulesError
from houserules.games.family import AnyGame, Template
from houserules.games.sheets import RuleSheet, SheetChange, SheetClause

from .documents import SHIPPED, extended, parse_file, shipped_document
from .game import Shedding
from .goal import about
from .reader import read_house
from .section import Document
from .sheet import sheet
from .sheet_difference import difference
from .sheet_numbers import HEADINGS

FIRST: Final = "shithead"
"""A house that extends nothing is compared with this one."""


@cache
def starts() -> tuple[Template, ...]:
    """The houses that ship, then the examples."""
    package = resources.files(__package__)
    shipped = [
        Template(
            name,
            _name(shipped_document(name)),
            _comment(package / "variants" / f"{name}.toml"),
            {"extends": name},
            True,
        )
        for name in SHIPPED
    ]
    folder = package / "examples"
    files = sorted((file for file in folder.iterdir() if file.name.endswith(".toml")), key=lambda file: file.name)
    examples = [_example(Path(str(file))) for file in files]
    return (*shipped, *examples)


def _example(path: Path) -> Template:
    whole = extended(parse_file(path), path.parent)
    return Template(path.stem, _name(whole), _comment(path), reduced(whole))


def _name(document: Document) -> str:
    return str(document["name"])


def _comment(file: object) -> str:
    """The lines at the beginning of a file that say what is special about it."""
    lines = []
    for line in Path(str(file)).read_text(encoding="utf-8").splitlines():
        if not line.startswith("#"):
            break
        lines.append(line.lstrip("# "))
    return " ".join(lines)


# -- Only what differs -----------------------------------------------------------------------------------------------


def reduced(whole: Document) -> Document:
    """The shortest document that says the same by extending a house that ships, or the whole one if none will do."""
    wanted = read_house(whole).hash()
    found = [short for name in SHIPPED if (short := _over(whole, name, wanted)) is not None]
    return min([*found, whole], key=lambda document: len(str(document)))


def _over(whole: Document, name: str, wanted: str) -> Document | None:
    """As a change of one house that ships; None if what is left out there cannot be taken away."""
    short = {"extends": name, **_different(whole, shipped_document(name))}
    try:
        same = read_house(extended(short)).hash() == wanted
    except RulesError:
        return None
    return short if same else None


def _different(whole: Document, base: Document) -> dict[str, object]:
    found: dict[str, object] = {}
    for key, value in whole.items():
        below = base.get(key)
        if isinstance(value, Mapping) and isinstance(below, Mapping) and key != "refill":
            inside = _powers(value, below) if key == "powers" else _different(value, below)
            if inside:
                found[key] = inside
        elif value != below:
            found[key] = value
    return found


def _powers(powers: Document, below: Document) -> dict[str, object]:
    """A power replaces a whole one; one that is not wanted is "none"."""
    changed = {selector: power for selector, power in powers.items() if power != below.get(selector)}
    return changed | {selector: "none" for selector in below if selector not in powers}


# -- The sheet -------------------------------------------------------------------------------------------------------


def rule_sheet(game: AnyGame) -> RuleSheet:
    """Compared with what the house extends; with Shithead, if it extends nothing."""
    assert isinstance(game, Shedding)
    clauses = tuple(
        [
            SheetClause(clause.number, clause.whole, HEADINGS[int(clause.number.partition(".")[0]) - 1])
            for clause in sheet(game.rules)
        ]
    )
    parent = game.parent.house if game.parent is not None else None
    parent = parent if parent is not None else read_house(shipped_document(FIRST))
    found = difference(game.rules, parent)
    changes = tuple([SheetChange(one.number, one.parent_says, one.house_says, one.parts) for one in found.changes])
    return RuleSheet(clauses, parent.name, found.summary, changes, f"{about(game.rules)} {game.scoring.words}".strip())
