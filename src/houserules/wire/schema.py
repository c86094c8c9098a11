"""The JSON Schema of every message and every body, beside those of moves, events and views."""

from __future__ import annotations

from typing import Any, Final

from houserules.core import schema_parts
from houserules.games import FAMILIES

from . import rest
from .said import AnySaid
from .told import AnyTold

BODIES: Final[tuple[type, ...]] = tuple(
    [
        kind
        for kind in vars(rest).values()
        if isinstance(kind, type) and issubclass(kind, rest.Body | rest.Answer) and kind not in (rest.Body, rest.Answer)
    ]
)


def wire_schemas() -> dict[str, Any]:
    """`wire.said` is any message of a client, `wire.told` any of the server; the others are their parts, and the bodies
    of requests and answers."""
    (said, told), parts = schema_parts([AnySaid, AnyTold], "#/$defs/wire.{name}")
    _, bodies = schema_parts(BODIES, "#/$defs/wire.{name}")
    named = {f"wire.{name}": part for name, part in (parts | bodies).items()}
    any_game = {f"wire.{name}": _of_any_game(name.lower()) for name in ("View", "Event", "Move")}
    return {"wire.said": said, "wire.told": told, **named, **any_game}


def _of_any_game(part: str) -> dict[str, Any]:
    """`houserules.schemas` says what these are in each family of games."""
    return {"anyOf": [{"$ref": f"#/$defs/{family}.{part}"} for family in FAMILIES]}


def body_schemas(reference: str) -> dict[str, Any]:
    """The bodies of requests and answers alone; `reference` says where a part is, as in "#/parts/{name}"."""
    return schema_parts(BODIES, reference)[1]
