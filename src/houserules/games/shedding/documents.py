"""Documents before they are read: from a file, from the package, and laid over the house that they extend."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from importlib import resources
from pathlib import Path
from typing import Final

from houserules.errors import Problem, RulesError
from houserules.games.toml_reader import parse

from .house import RANK_NAMES
from .reader import problems_of
from .section import Document, nearest, shown, single_selectors

SHIPPED: Final = ("shithead", "duel", "smellyhead")
"""The houses that come with the package, and that others may extend."""
MOST_PARENTS: Final = 8


def shipped_document(name: str) -> dict[str, object]:
    return parse(resources.files(__package__).joinpath(f"variants/{name}.toml").read_text(encoding="utf-8"))


def read_file(path: Path) -> dict[str, object]:
    """The document in a file, whole: what it extends is in it already. Not yet checked."""
    return extended(parse_file(path), path.parent)


def parse_file(path: Path) -> dict[str, object]:
    """The document in a file as it is written there."""
    try:
        text = path.read_text(encoding="utf-8-sig")  # some editors begin a file with a mark
    except (OSError, ValueError) as problem:  # the file is missing, is not text, or has an impossible name
        raise RulesError((f"cannot be read: {why_unread(problem)}",)) from problem
    return parse(text)


def why_unread(problem: OSError | ValueError) -> str:
    """Why a file cannot be read, in plain words."""
    match problem:
        case FileNotFoundError():
            return "there is no such file"
        case IsADirectoryError():
            return "it is a folder, not a file"
        case UnicodeDecodeError():
            return "it is not a text in UTF-8"
        case OSError(strerror=str(reason)):
            return reason
    return "a file cannot have such a name"


# -- Extending -------------------------------------------------------------------------------------------------------


def extended(document: Document, folder: Path | None = None, depth: int = 0) -> dict[str, object]:
    """The document laid over the one it extends: a shipped house or, from a file, another file beside it.

    Without a folder no file is opened: the document may come from anywhere. What is wrong with the parent does not hide
    what is wrong with the document: then it is read as a change of the first house that ships."""
    if "extends" not in document:
        return dict(document)
    own = {key: value for key, value in document.items() if key != "extends"}
    try:
        base = _parent(document["extends"], folder, depth)
    except RulesError as problem:
        if depth:
            raise
        rest = problems_of(laid_over(own, shipped_document(SHIPPED[0])))
        # Without the parent nobody knows what contradicts it.
        raise RulesError((*problem.details, *[one for one in rest if one.code != "contradiction"])) from problem
    merged = laid_over(own, base)
    if wrong := tuple(_taken_in_vain(own, base, str(document["extends"]))):
        raise RulesError((*wrong, *problems_of(merged)))
    return merged


def _parent(name: object, folder: Path | None, depth: int) -> dict[str, object]:
    """The whole document of a parent; every problem of it is a problem of `extends`."""
    if depth > MOST_PARENTS:
        raise RulesError((Problem(("extends",), "contradiction", "these houses extend each other in a circle"),))
    if isinstance(name, str) and name in SHIPPED:
        return shipped_document(name)
    if not isinstance(name, str) or not name.endswith(".toml") or folder is None:
        said = f"there is no house {shown(name)}; {_other_name(name, folder)}"
        raise RulesError((Problem(("extends",), "not-allowed", said, {"words": SHIPPED}),))
    path = folder / name
    try:
        written = parse_file(path)
    except RulesError as problem:
        hint = f'; the house that ships is "{path.stem}"' if path.stem in SHIPPED else ""
        raise RulesError(
            [Problem(("extends",), "unreadable", f"{shown(name)}: {one}{hint}") for one in problem.problems]
        ) from problem
    return extended(written, path.parent, depth + 1)


def _other_name(name: object, folder: Path | None) -> str:
    """What somebody may have meant who extends a house that is not there."""
    if folder is None and isinstance(name, str) and name.endswith(".toml"):
        return f"only a file can extend a file; {nearest(name.removesuffix('.toml'), SHIPPED)}"
    if folder is not None and isinstance(name, str) and name.isprintable() and (folder / f"{name}.toml").is_file():
        return f'the file beside this one is "{name}.toml"'
    return nearest(name, SHIPPED)


def _taken_in_vain(own: Document, base: Document, parent: str) -> Iterator[Problem]:
    """Powers that are to be removed and that the parent does not have."""
    mine, theirs = own.get("powers"), base.get("powers")
    if not isinstance(mine, Mapping) or not isinstance(theirs, Mapping):
        return
    mine, theirs = one_by_one(mine), one_by_one(theirs)
    for selector, power in mine.items():
        rank = str(selector).partition(":")[0]
        if power != "none" or selector in theirs or rank not in RANK_NAMES:
            continue
        others = [other for other in theirs if other.partition(":")[0] == rank]
        if others:
            said = f"{parent} has no power with this name to remove, but has {' and '.join(others)}: name that one"
            ordinary = f'; if only these cards are to be ordinary, write "{selector}" = {{ do = [] }}'
            said += ordinary if ":" in selector else ""
        else:
            said = f"{parent} has no power for {rank}, so there is nothing to remove: leave this out"
        yield Problem(("powers", selector), "not-allowed", said)


def laid_over(document: Document, base: Document) -> dict[str, object]:
    """Tables are merged key by key. A power that says what it does, refill and any other value replace the old one;
    "none" removes it."""
    merged = dict(base)
    for key, value in document.items():
        below = base.get(key)
        by_seats = key != "powers" and _is_by_seats(value)
        whole = key == "refill" or by_seats or (key != "pattern" and isinstance(value, Mapping) and "do" in value)
        if key == "powers" and isinstance(value, Mapping) and isinstance(below, Mapping):
            mine, theirs = one_by_one(value), one_by_one(below)
            unknown = [selector for selector, power in mine.items() if power == "none" and selector not in theirs]
            kept = {selector: power for selector, power in mine.items() if not _removes_nothing(selector, unknown)}
            merged[key] = laid_over(kept, theirs)
        elif isinstance(value, Mapping) and isinstance(below, Mapping) and not whole:
            merged[key] = laid_over(value, below)
        elif value == "none" and isinstance(below, Mapping):
            del merged[key]
        else:
            merged[key] = value
    return merged


def _is_by_seats(value: object) -> bool:
    """A number for each number of players, which is replaced as a whole."""
    return isinstance(value, Mapping) and len(value) > 0 and all(str(key).isdecimal() for key in value)


def one_by_one(powers: Document) -> dict[str, object]:
    """The powers with a selector for each rank. What would stand there twice stays as it is, for the reader to see."""
    found: dict[str, object] = {}
    for selector, power in powers.items():
        single = [str(one) for one in single_selectors(selector)]
        is_clear = not any(one in found or (one in powers and one != selector) for one in single)
        found |= dict.fromkeys(single, power) if is_clear else {selector: power}
    return found


def _removes_nothing(selector: str, unknown: list[str]) -> bool:
    """Such a line is a problem of its own; one that names no card stays, so that the reader sees it."""
    return selector in unknown and selector.partition(":")[0] in RANK_NAMES
