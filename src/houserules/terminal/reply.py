"""Reply: what a typed line leads to."""

from __future__ import annotations

import msgspec

from .players import clean


class Reply(msgspec.Struct, frozen=True):
    lines: tuple[str, ...] = ()
    """To be shown."""
    moved: bool = False
    """The table changed."""
    refused: bool = False
    """Nothing changed, and the one line says why."""
    left: bool = False
    """The person leaves."""
    as_typed: bool = False
    """The lines say what to type: cards in them are shown as they are written, 7H and not 7♥."""


def refusal(why: str, *, as_typed: bool = False) -> Reply:
    return Reply((as_sentence(why),), refused=True, as_typed=as_typed)


def as_sentence(message: str) -> str:
    """The message of an error as one line that can be printed, whatever stands in it."""
    line = " ".join(clean(message.replace("\n", " ")).split())
    line = line[:1].upper() + line[1:]
    return line if line.endswith(("?", ".", "!")) else f"{line}."
