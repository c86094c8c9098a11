"""From a name, a document or a file to a game of the Shithead family."""

from __future__ import annotations

from copy import deepcopy
from pathlib import Path

from houserules.errors import RulesError

from .documents import SHIPPED, extended, parse_file, read_file, shipped_document
from .game import Parent, Shedding
from .reader import read_house
from .section import Document


def load_shipped(name: str) -> Shedding:
    return Shedding(name, read_house(shipped_document(name)))


def load_document(document: Document) -> Shedding:
    """It may extend a house that ships, never a file."""
    whole = extended(document)
    house = read_house(whole)
    # A copy: a record carries it later, and the caller's own may have changed by then.
    return Shedding(house.name, house, deepcopy(whole), _parent(document))


def load_file(path: Path) -> Shedding:
    """It may extend a house that ships, or a file beside it."""
    document = parse_file(path)
    whole = extended(document, path.parent)
    return Shedding(path.stem, read_house(whole), whole, _parent(document, path.parent))


def _parent(document: Document, folder: Path | None = None) -> Parent | None:
    """What a document extends, which `extended` has found already."""
    name = document.get("extends")
    if not isinstance(name, str):
        return None
    whole = shipped_document(name) if name in SHIPPED or folder is None else read_file(folder / name)
    try:
        return Parent(Path(name).stem, read_house(whole))
    except RulesError:  # it is only a part of a house
        return Parent(Path(name).stem, None)
