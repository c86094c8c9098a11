"""Names as clients send them: tidied, and refused if others would misread them."""

from __future__ import annotations

from typing import Final

from houserules.core import LINE, is_line, plain_line, tidy_line
from houserules.errors import RequestError, TableError
from houserules.wire import MOST_NAME

RESERVED: Final = ("you", "spectator")
"""What the server itself calls people."""


def read_name(text: str) -> str:
    """What a person or a bot is to be called."""
    name = tidy_line(text)
    if not is_line(name) or len(name) > MOST_NAME:
        raise TableError("bad-player", f"a name is one line of 1 to {MOST_NAME} characters that can be seen, {LINE}")
    if plain_line(name) in RESERVED:
        raise TableError("bad-player", f"the server calls people {name} itself: choose another name")
    return name


def read_table_name(text: str) -> str:
    """It may be left out."""
    name = tidy_line(text)
    if name and not is_line(name):
        raise RequestError("bad-request", f"the name of a table is one line of text that can be seen, {LINE}")
    return name
