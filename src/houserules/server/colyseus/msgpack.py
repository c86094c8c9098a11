"""msgpack as the SDKs of Colyseus write it, with the records of msgpackr, and as all of them can read it.

From 0.16 on the SDKs send each plain object as a record: the first object of a shape brings its keys and a number
from 0x40 to 0x7F, later ones in the same message only that number.
"""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from struct import Struct
from typing import Final

import msgspec

from houserules.errors import WireError

MOST_BYTES: Final = 16 * 1024
"""Of one document. Each element takes a byte at least, so this bounds the number of elements as well."""
MOST_DEPTH: Final = 32

LEAST_INT: Final = -(1 << 31)
MOST_INT: Final = (1 << 32) - 1
"""SDKs from 0.16 on make a BigInt of what does not fit into 32 bits, and their users do not expect one."""
MOST_EXACT: Final = 1 << 53
"""Up to here JavaScript and Lua tell whole numbers apart."""

_RECORD: Final = 0x72
_UNDEFINED: Final = 0
_TIMESTAMP: Final = 0xFF
_EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)

_CONSTANTS: Final = {0xC0: None, 0xC2: False, 0xC3: True}
_NUMBERS: Final = {
    0xCA: Struct(">f"),
    0xCB: Struct(">d"),
    **{0xCC + place: Struct(f">{kind}") for place, kind in enumerate("BHIQbhiq")},
}
_LENGTHS: Final = (Struct(">B"), Struct(">H"), Struct(">I"))
_BINARIES: Final = {0xC4 + place: size for place, size in enumerate(_LENGTHS)}
_EXTENSIONS: Final = {0xC7 + place: size for place, size in enumerate(_LENGTHS)}
_FIXED_EXTENSIONS: Final = {0xD4: 1, 0xD5: 2, 0xD6: 4, 0xD7: 8, 0xD8: 16}
_TEXTS: Final = {0xD9 + place: size for place, size in enumerate(_LENGTHS)}
_ARRAYS: Final = {0xDC + place: size for place, size in enumerate(_LENGTHS[1:])}
_MAPS: Final = {0xDE + place: size for place, size in enumerate(_LENGTHS[1:])}


def unpack(data: bytes) -> object:
    """Read one document. A number without a fraction is an int, however it was written: JavaScript and Lua have one
    kind of number. `undefined` is None, a Date is a datetime.

    >>> unpack(bytes.fromhex("92 D4 72 40 91 A1 61 01 40 02"))
    [{'a': 1}, {'a': 2}]
    """
    if len(data) > MOST_BYTES:
        raise _unreadable(f"it has {len(data)} bytes, and {MOST_BYTES} are the most")
    reader = _Reader(data)
    document = reader.value(0)
    if reader.at != len(data):
        raise _unreadable(f"{len(data) - reader.at} bytes follow its end")
    return document


def _unreadable(why: str) -> WireError:
    return WireError("bad-frame", f"the payload is not msgpack that this server reads: {why}")


class _Reader:
    """One document, from left to right."""

    __slots__ = ("at", "data", "records")

    def __init__(self, data: bytes) -> None:
        self.data = data
        self.at = 0
        self.records: dict[int, list[str]] = {}
        """The keys of each shape that this message has defined so far."""

    def value(self, depth: int) -> object:
        """What most messages hold comes first: small numbers, short texts, and records."""
        at = self.at
        if at >= len(self.data):
            raise _unreadable("it ends too early")
        head = self.data[at]
        self.at = at + 1
        if head < 0x80:
            keys = self.records.get(head)
            return head if keys is None else self.fields(keys, depth)
        if 0xA0 <= head < 0xC0:
            return self.text(head & 0x1F)
        if head in _FIXED_EXTENSIONS:
            return self.extension(_FIXED_EXTENSIONS[head], depth)
        if head < 0x90:
            return self.map(head & 0x0F, depth)
        if head < 0xA0:
            return self.array(head & 0x0F, depth)
        if head >= 0xE0:
            return head - 0x100
        if head in _CONSTANTS:
            return _CONSTANTS[head]
        if head in _NUMBERS:
            return _plain(self.number(_NUMBERS[head]))
        if head in _TEXTS:
            return self.text(self.length(_TEXTS[head]))
        if head in _ARRAYS:
            return self.array(self.length(_ARRAYS[head]), depth)
        if head in _MAPS:
            return self.map(self.length(_MAPS[head]), depth)
        if head in _BINARIES:
            return self.take(self.length(_BINARIES[head]))
        if head in _EXTENSIONS:
            return self.extension(self.length(_EXTENSIONS[head]), depth)
        raise _unreadable(f"no value begins with the byte {head:02X}")

    def take(self, count: int) -> bytes:
        end = self.at + count
        if end > len(self.data):
            raise _unreadable("it ends too early")
        taken = self.data[self.at : end]
        self.at = end
        return taken

    def number(self, form: Struct) -> int | float:
        number: int | float = form.unpack(self.take(form.size))[0]
        return number

    def length(self, form: Struct) -> int:
        return int(self.number(form))

    def text(self, length: int) -> str:
        try:
            return self.take(length).decode()
        except UnicodeDecodeError:
            raise _unreadable("a text in it is not UTF-8") from None

    def enter(self, depth: int, elements: int) -> None:
        """Each element takes a byte at least, so a list that cannot come is refused before it is made."""
        if depth >= MOST_DEPTH:
            raise _unreadable(f"it is nested deeper than {MOST_DEPTH} levels")
        if elements > len(self.data) - self.at:
            raise _unreadable("it ends too early")

    def array(self, length: int, depth: int) -> list[object]:
        self.enter(depth, length)
        return [self.value(depth + 1) for _ in range(length)]

    def map(self, length: int, depth: int) -> dict[str | int | float, object]:
        self.enter(depth, 2 * length)
        read: dict[str | int | float, object] = {}
        for _ in range(length):
            key = self.value(depth + 1)
            if not isinstance(key, str | int | float):
                raise _unreadable("a key in it is neither a text nor a number")
            read[key] = self.value(depth + 1)
        return read

    def extension(self, length: int, depth: int) -> object:
        kind, body = self.take(1)[0], self.take(length)
        if kind == _RECORD and length == 1 and 0x40 <= body[0] < 0x80:
            return self.record(body[0], depth)
        if kind == _UNDEFINED and body == b"\0":
            return None
        if kind == _TIMESTAMP:
            return _time(body)
        raise _unreadable(f"it has an extension of type {kind} that this server does not know")

    def record(self, shape: int, depth: int) -> dict[str, object]:
        """The first object of a shape. Its values may define further shapes, this number once more among them."""
        self.enter(depth, 1)
        keys = self.value(depth + 1)
        if not isinstance(keys, list) or not all(isinstance(key, str) for key in keys):
            raise _unreadable("the keys of a record in it are not a list of texts")
        self.records[shape] = keys
        return self.fields(keys, depth)

    def fields(self, keys: list[str], depth: int) -> dict[str, object]:
        self.enter(depth, len(keys))
        return {key: self.value(depth + 1) for key in keys}


def _plain(number: int | float) -> int | float:  # noqa: PYI041 - the difference is the point
    if isinstance(number, float) and number.is_integer() and abs(number) <= MOST_EXACT:
        return int(number)
    return number


def _time(body: bytes) -> datetime:
    """Seconds alone, or with nanoseconds before them: in 34 and 30 bits, or in 64 and 32."""
    match len(body):
        case 4:
            nanoseconds, seconds = 0, int.from_bytes(body, "big")
        case 8:
            both = int.from_bytes(body, "big")
            nanoseconds, seconds = both >> 34, both & ((1 << 34) - 1)
        case 12:
            nanoseconds, seconds = int.from_bytes(body[:4], "big"), int.from_bytes(body[4:], "big", signed=True)
        case _:
            raise _unreadable(f"a time in it has {len(body)} bytes: 4, 8 or 12 would be right")
    try:
        return _EPOCH + timedelta(seconds=seconds, microseconds=nanoseconds // 1000)
    except OverflowError:
        raise _unreadable("a time in it is outside of the years 1 to 9999") from None


_ENCODER: Final = msgspec.msgpack.Encoder()


def pack(document: object) -> bytes:
    """Write plain msgpack that every SDK reads: whole numbers outside of 32 bits as floats."""
    try:
        packed = _ENCODER.encode(document)
    except OverflowError:
        return _ENCODER.encode(_narrowed(document))
    # A number of 64 bits begins with one of these bytes. Most documents hold neither, in whatever place.
    if 0xCF in packed or 0xD3 in packed:
        return _ENCODER.encode(_narrowed(document))
    return packed


def _narrowed(document: object) -> object:
    plain = msgspec.to_builtins(document, builtin_types=(bytes,))
    return _with_floats(plain)


def _with_floats(value: object) -> object:
    match value:
        case bool():
            return value
        case int():
            return value if LEAST_INT <= value <= MOST_INT else float(value)
        case dict():
            return {_with_floats(key): _with_floats(held) for key, held in value.items()}
        case list() | tuple():
            return [_with_floats(held) for held in value]
    return value
