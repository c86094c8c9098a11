"""From a name, a document or a file to a game of the Shithead family."""

from __future__ import annotations

from copy import deepcopy
from pathlib import Path

from .game import Shedding
from .reader import extended, read_file, read_house, shipped_document
from .section import Document


def load_shipped(name: str) -> Shedding:
    return Shedding(name, read_house(shipped_document(name)))


def load_document(document: Document) -> Shedding:
    """It may extend a house that ships, never a file."""
    whole = extended(document)
    house = read_house(whole)
    # A copy: a record carries it later, and the caller's own may have changed by then.
    return Shedding(house.name, house, deepcopy(whole))


def load_file(path: Path) -> Shedding:
    """It may extend a house that ships, or a file beside it."""
    document = read_file(path)
    return Shedding(path.stem, read_house(document), document)
