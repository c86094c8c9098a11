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


def refusal(why: str) -> Reply:
    """One line that can be printed, whatever stands in it."""
    line = " ".join(clean(why.replace("\n", " ")).split())
    line = line[:1].upper() + line[1:]
    return Reply((line if line.endswith(("?", ".", "!")) else f"{line}.",), refused=True)
