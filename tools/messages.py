"""Writes web/js/messages.d.ts: what travels between page and server, as types for JavaScript. Run it after a change.

They are made from the JSON Schema that the server publishes. What all games share has its own name; what belongs to one
family of games is in a namespace, as in `Shedding.View`.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from houserules.schemas import schemas
from houserules.wire.schema import wire_schemas

OUT = Path(__file__).parent.parent / "src" / "houserules" / "web" / "js" / "messages.d.ts"
HEAD = (
    "// Every message between page and server. tools/messages.py writes this file from the JSON Schema of the server.\n"
)
PLAIN = {"string": "string", "integer": "number", "number": "number", "boolean": "boolean", "null": "null"}


def messages() -> str:
    parts = schemas()["$defs"] | wire_schemas()
    spaces: dict[str, list[str]] = {}
    for name, schema in parts.items():
        space, _, own = name.partition(".")
        if own == "document":  # the rules of a house: no message has them in full
            continue
        indent = "" if space == "wire" else "  "
        spaces.setdefault(space, []).append(_definition(own, schema, indent))
    families = [
        f"export namespace {_title(space)} {{\n{''.join(found)}}}\n"
        for space, found in spaces.items()
        if space != "wire"
    ]
    return HEAD + "\n" + "".join(spaces["wire"]) + "\n" + "\n".join(families)


def _title(name: str) -> str:
    return "".join(part[0].upper() + part[1:] for part in name.split("-"))


def _definition(name: str, schema: dict[str, Any], indent: str) -> str:
    said = schema.get("description", "").split("\n")[0]
    comment = f"{indent}/** {said} */\n" if said else ""
    shown = f"Any{_title(name)}" if name[0].islower() else name  # `move`, `said` and their like: one of several
    return f"{comment}{indent}export type {shown} = {_type(schema, indent)};\n"


def _type(schema: dict[str, Any], indent: str = "") -> str:
    if "$ref" in schema:
        space, _, name = schema["$ref"].removeprefix("#/$defs/").partition(".")
        name = f"Any{_title(name)}" if name[0].islower() else name
        return name if space == "wire" else f"{_title(space)}.{name}"
    if "anyOf" in schema:
        return " | ".join(dict.fromkeys(_type(one, indent) for one in schema["anyOf"]))
    if "enum" in schema:
        return " | ".join(json.dumps(one) for one in schema["enum"])
    kind = schema.get("type")
    if isinstance(kind, list):
        return " | ".join(PLAIN[one] for one in kind)
    if kind == "array":
        return _array(schema, indent)
    if kind == "object":
        return _object(schema, indent)
    return "any" if kind is None else PLAIN[kind]


def _array(schema: dict[str, Any], indent: str) -> str:
    if "prefixItems" in schema:
        return f"[{', '.join(_type(one, indent) for one in schema['prefixItems'])}]"
    item = _type(schema.get("items") or {}, indent)
    return f"({item})[]" if " | " in item else f"{item}[]"


def _object(schema: dict[str, Any], indent: str) -> str:
    properties = schema.get("properties")
    if properties is None:
        values = schema.get("additionalProperties")
        return f"Record<string, {_type(values, indent) if isinstance(values, dict) else 'any'}>"
    required = schema.get("required", ())
    lines = [
        f"{indent}  {name if name.isidentifier() else json.dumps(name)}{'' if name in required else '?'}: "
        f"{_type(one, indent + '  ')};\n"
        for name, one in properties.items()
    ]
    return f"{{\n{''.join(lines)}{indent}}}" if lines else "{}"


if __name__ == "__main__":
    OUT.write_text(messages(), encoding="utf-8")
