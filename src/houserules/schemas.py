"""The JSON Schema of everything that travels: moves, events and views of every family of games, in one document."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from functools import reduce
from operator import or_
from typing import Any, Final

import msgspec

from .core import schema_parts
from .games import FAMILIES

DIALECT: Final = "https://json-schema.org/draft/2020-12/schema"


def union_of(kinds: Sequence[type]) -> Any:
    """What can be read as any of these: the tag in its JSON says which it is."""
    return reduce(or_, kinds)


def schemas() -> dict[str, Any]:
    """For each family `$defs` has `NAME.move`, `NAME.event` and `NAME.view`, and the parts that these are made of;
    `NAME.document` is there for a family whose rules are written as documents."""
    parts: dict[str, Any] = {}
    for family in FAMILIES.values():
        kinds = {"move": union_of(family.moves()), "event": union_of(family.events()), "view": family.view()}
        of_kinds, shared = schema_parts([*kinds.values()], f"#/$defs/{family.name}.{{name}}")
        parts |= {f"{family.name}.{name}": part for name, part in zip(kinds, of_kinds, strict=True)}
        parts |= {f"{family.name}.{name}": part for name, part in shared.items()}
        document = family.document_schema()
        if document is not None:
            parts[f"{family.name}.document"] = document
    return {"$schema": DIALECT, "title": "What travels in House Rules", "$defs": parts}


def add_command(commands: argparse._SubParsersAction[Any]) -> None:
    command = commands.add_parser("schema", help="print the JSON Schema of all moves, events and views (for programs)")
    command.set_defaults(command=print_schemas)


def print_schemas(_: argparse.Namespace) -> int:
    print(msgspec.json.format(msgspec.json.encode(schemas())).decode())
    return 0
