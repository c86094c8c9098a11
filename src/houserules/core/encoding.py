"""What travels, as JSON: moves, events, views and outcomes are structs, and decode to what was encoded."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, TypeVar

import msgspec

from .seats import JSON
from .views import Legal

T = TypeVar("T")


def _written(value: object) -> object:
    if isinstance(value, Legal):
        return msgspec.Raw(value.to_json())
    raise NotImplementedError(f"{type(value).__name__} has no JSON form")


def _read(kind: type, value: object) -> object:
    if issubclass(kind, Legal):
        return kind.read(msgspec.convert(value, list[str]))
    raise NotImplementedError(f"{kind.__name__} is not read from JSON")


def _schema(kind: type) -> dict[str, object]:
    if issubclass(kind, Legal):
        return {"type": "array", "items": {"type": "string"}, "description": "the text forms of moves"}
    raise NotImplementedError(f"{kind.__name__} has no JSON Schema")


_ENCODER: Final = msgspec.json.Encoder(enc_hook=_written)


def to_json(value: object) -> bytes:
    """A move, an event, a view, or a structure of these, as JSON."""
    return _ENCODER.encode(value)


def to_document(value: object) -> JSON:
    """The same as lists, dicts, texts and numbers."""
    document: JSON = msgspec.json.decode(_ENCODER.encode(value))  # to_builtins would leave tuples as they are
    return document


def from_json(data: bytes | str, kind: type[T]) -> T:
    """Read strictly: msgspec.ValidationError says what is wrong, and where."""
    return msgspec.json.decode(data, type=kind, dec_hook=_read)


def from_document(document: object, kind: type[T]) -> T:
    """The same from what JSON was decoded to."""
    return msgspec.convert(document, kind, dec_hook=_read, str_keys=True)


def schema(kind: Any) -> dict[str, Any]:  # a type, or a union of types
    """The JSON Schema of a kind of value."""
    return msgspec.json.schema(kind, schema_hook=_schema)


def schema_parts(kinds: Sequence[Any], reference: str) -> tuple[tuple[dict[str, Any], ...], dict[str, Any]]:
    """The JSON Schemas of several kinds, and those of the parts that they share; `reference` says where a part is."""
    return msgspec.json.schema_components(kinds, schema_hook=_schema, ref_template=reference)
