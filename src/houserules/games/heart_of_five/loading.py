"""From a document or a file to a table of Heart of Five."""

from __future__ import annotations

from copy import deepcopy
from pathlib import Path

from houserules.games.registry import require_free_name

from .config import Document, read_config, read_config_file
from .game import HeartOfFive


def load_document(document: Document) -> HeartOfFive:
    config = read_config(document)
    # A copy: a record carries it later, and the caller's own may have changed by then.
    return HeartOfFive(require_free_name(config.name), config, deepcopy(dict(document)))


def load_file(path: Path) -> HeartOfFive:
    # A record carries the document, and must be read as a table even if the file says nothing at all.
    document = {"match": {}} | read_config_file(path)
    return HeartOfFive(require_free_name(path.stem), read_config(document), document)
