"""A document as the text of a TOML file: tables at the top, everything further in on one line."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any, Final

BARE_KEY: Final = re.compile(r"[A-Za-z0-9_-]+")


def toml_of(document: Mapping[str, Any]) -> str:
    """What `tomllib` reads back as the same document. Keys whose value is None are left out: TOML has no such value."""
    tables = {key: value for key, value in document.items() if isinstance(value, Mapping)}
    lines = [
        f"{_key(key)} = {toml_value(value)}"
        for key, value in document.items()
        if value is not None and key not in tables
    ]
    for name, table in tables.items():
        lines += ["", f"[{_key(name)}]"]
        lines += [f"{_key(key)} = {toml_value(value)}" for key, value in table.items() if value is not None]
    return "\n".join(lines).lstrip("\n") + "\n"


def _key(key: str) -> str:
    return key if BARE_KEY.fullmatch(key) else _text(key)


def _text(text: str) -> str:
    """JSON quotes a text as TOML does, but for one character that TOML does not allow."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")


def toml_value(value: Any) -> str:
    """One value as it stands behind an equals sign."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return _text(value)
    if isinstance(value, int | float):
        return str(value)
    if isinstance(value, Mapping):
        inside = ", ".join([f"{_key(key)} = {toml_value(one)}" for key, one in value.items() if one is not None])
        return f"{{ {inside} }}" if inside else "{}"
    if isinstance(value, list | tuple):
        return f"[{', '.join([toml_value(one) for one in value if one is not None])}]"
    return str(value.isoformat())  # TOML has dates and times; a house has none, but somebody may write one
