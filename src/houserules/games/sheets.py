"""The rules of a game as data: numbered clauses, and in which of them a house differs from what it extends."""

from __future__ import annotations

import re
from typing import Literal

import msgspec


class SheetClause(msgspec.Struct, frozen=True, omit_defaults=True):
    """One rule in plain words."""

    number: str
    text: str
    heading: str = ""


class SheetPart(msgspec.Struct, frozen=True):
    """Some words of a rule: both houses say them, only the parent does, or only the house."""

    kind: Literal["same", "gone", "new"]
    text: str


class SheetChange(msgspec.Struct, frozen=True, omit_defaults=True):
    """One rule in which a house differs from its parent. A house that lacks the rule says "" about it."""

    number: str
    """Of the clause; "" if the change belongs to no single clause."""
    parent_says: str
    house_says: str
    parts: tuple[SheetPart, ...] = ()
    """Both as one sentence with the words that changed; absent if they have too little in common."""


class RuleSheet(msgspec.Struct, frozen=True, omit_defaults=True):
    clauses: tuple[SheetClause, ...]
    parent: str = ""
    """The name of the game that it is compared with."""
    summary: str = ""
    """In one sentence, how much differs."""
    changes: tuple[SheetChange, ...] = ()
    about: str = ""
    """What the game is about, in a sentence or two."""


def clauses_of_page(page: str) -> tuple[SheetClause, ...]:
    """Of a page of rules in Markdown, in which clauses begin with **S1.2**."""
    heading = ""
    clauses = []
    for block in page.split("\n\n"):
        if block.startswith("## "):
            heading = block[3:].partition(" ")[2]
        elif found := re.match(r"\*\*S([\d.]+)\*\* ", block):
            clauses.append(SheetClause(found[1], " ".join(block[found.end() :].split()), heading))
    return tuple(clauses)
