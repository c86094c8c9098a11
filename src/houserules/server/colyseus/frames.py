"""The binary frames of Colyseus: what clients send, read into structs, and what a server sends, as bytes.

A frame begins with its code. Numbers and texts in the head of a frame have the tags of msgpack with the low byte
first; the payload after them is ordinary msgpack.
"""

from __future__ import annotations

from functools import lru_cache
from struct import Struct
from typing import Final, Literal

from houserules.errors import WireError

from .frame import Ack, Bytes, Data, Frame, Ignored, Leave, Ping, Request
from .msgpack import MOST_INT, pack, unpack

JOIN: Final = 0x0A
ERROR: Final = 0x0B
LEAVE: Final = 0x0C
DATA: Final = 0x0D
BYTES: Final = 0x11
PING: Final = 0x12
INPUTS: Final = (0x13, 0x14)
REQUEST: Final = 0x15
RESPONSE: Final = 0x16
MODIFIERS: Final = 0xE0
"""The bits that SDK 0.18 may add to the codes of inputs."""

SERIALIZER: Final = b"none"
"""The rooms have no state that is sent by itself: messages tell everything."""
MOST_TOKEN: Final = 31
"""Bytes of a token. The SDK for Defold looks at five bits of its length."""

Status = Literal[0, 1, 2]
"""Of a response: done, refused, failed."""

_ALONE: Final[dict[int, Frame]] = {JOIN: Ack(), LEAVE: Leave(), PING: Ping()}
_IGNORED: Final = Ignored()

_NUMBERS: Final = {
    0xCA: Struct("<f"),
    0xCB: Struct("<d"),
    **{0xCC + place: Struct(f"<{kind}") for place, kind in enumerate("BHIQbhiq")},
}
_TEXTS: Final = {0xD9: 1, 0xDA: 2, 0xDB: 4}
"""How many bytes the length of a long text has."""


def read_frame(data: bytes) -> Frame:
    """Read what a client sent. Only the first byte of a control frame counts: Defold sends a second one.

    >>> read_frame(bytes.fromhex("0D A1 78 01")), read_frame(bytes.fromhex("0D 07 81 A1 74 07"))
    (Data(type='x', payload=1), Data(type=7, payload={'t': 7}))
    """
    if not data:
        raise _unreadable("it is empty")
    code = data[0]
    if code == DATA:
        type_, at = _read_type(data, 1)
        return Data(type_, _read_payload(data, at))
    if code == BYTES:
        type_, at = _read_type(data, 1)
        return Bytes(type_, data[at:])
    if code == REQUEST:
        number, at = _read_number(data, 1)
        if not 0 <= number <= MOST_INT:
            raise _unreadable(f"the id of a request is a number from 0 to {MOST_INT}")
        type_, at = _read_type(data, at)
        return Request(number, type_, _read_payload(data, at))
    if code in _ALONE:
        return _ALONE[code]
    if code & ~MODIFIERS in INPUTS:
        return _IGNORED
    raise _unreadable(f"a client does not send the code {code}")


def _unreadable(why: str) -> WireError:
    return WireError("bad-frame", f"this frame cannot be read: {why}")


def _read_payload(data: bytes, at: int) -> object:
    return unpack(data[at:]) if at < len(data) else None


def _read_type(data: bytes, at: int) -> tuple[str | int, int]:
    """The type of a message, and where it ends. An empty text is not known as one: no SDK would read it."""
    head = data[at] if at < len(data) else 0
    if head in _TEXTS:
        size = _TEXTS[head]
        start = at + 1 + size
        length = int.from_bytes(data[at + 1 : start], "little")
    elif 0xA1 <= head <= 0xBF:
        start, length = at + 1, head & 0x1F
    else:
        return _read_number(data, at)
    end = start + length
    if end > len(data):
        raise _unreadable("it ends within the type of the message")
    try:
        return data[start:end].decode(), end
    except UnicodeDecodeError:
        raise _unreadable("the type of the message is not UTF-8") from None


def _read_number(data: bytes, at: int) -> tuple[int, int]:
    if at >= len(data):
        raise _unreadable("it ends before the type of the message")
    head = data[at]
    if head < 0x80:
        return head, at + 1
    if head >= 0xE0:
        return head - 0x100, at + 1
    form = _NUMBERS.get(head)
    if form is None:
        raise _unreadable("the type of the message is neither a text nor a number")
    end = at + 1 + form.size
    if end > len(data):
        raise _unreadable("it ends within a number")
    number: int | float = form.unpack_from(data, at + 1)[0]
    if isinstance(number, float) and not number.is_integer():
        raise _unreadable("a number in its head has a fraction")
    return int(number), end


# -- What a server sends ---------------------------------------------------------------------------------------------


def write_join(token: str) -> bytes:
    """The first frame. The token lets this client come back; the byte at the end says that there is no state."""
    name = token.encode("ascii")
    assert 0 < len(name) <= MOST_TOKEN, "a token that Defold cannot read"
    return bytes((JOIN, len(name))) + name + bytes((len(SERIALIZER),)) + SERIALIZER + b"\0"


def write_error(code: int, message: str) -> bytes:
    return bytes((ERROR,)) + _number(code) + _text(message)


def write_leave() -> bytes:
    """Ask the client to leave."""
    return bytes((LEAVE,))


def write_ping() -> bytes:
    return bytes((PING,))


def write_data(type_: str | int, payload: object) -> bytes:
    """A message; without a payload if that is None."""
    return _data_head(type_) + _payload(payload)


def write_response(id_: int, status: Status, payload: object) -> bytes:
    return bytes((RESPONSE,)) + _number(id_) + bytes((status,)) + _payload(payload)


@lru_cache(maxsize=256)
def _data_head(type_: str | int) -> bytes:
    assert type_ != "", "an empty type is not read as a text"
    return bytes((DATA,)) + (_text(type_) if isinstance(type_, str) else _number(type_))


def _payload(payload: object) -> bytes:
    """The SDK for Defold loses a payload of one byte, so that is written in a longer form. Only true and false have
    none: put them into a map."""
    if payload is None:
        return b""
    packed = pack(payload)
    return _LONGER.get(packed, packed) if len(packed) == 1 else packed


_LONGER: Final = {
    b"\x80": b"\xde\0\0",
    b"\x90": b"\xdc\0\0",
    b"\xa0": b"\xd9\0",
    **{bytes((number,)): bytes((0xCC, number)) for number in range(0x80)},
    **{bytes((number,)): bytes((0xD0, number)) for number in range(0xE0, 0x100)},
}


def _number(number: int) -> bytes:
    if 0 <= number < 0x80:
        return bytes((number,))
    for head, most in ((0xCC, 1 << 8), (0xCD, 1 << 16), (0xCE, 1 << 32)):
        if 0 <= number < most:
            return bytes((head,)) + _NUMBERS[head].pack(number)
    return b"\xcb" + _NUMBERS[0xCB].pack(number)


def _text(text: str) -> bytes:
    data = text.encode()
    length = len(data)
    if length < 32:
        return bytes((0xA0 | length,)) + data
    for head, size in _TEXTS.items():
        if length < 1 << (8 * size):
            return bytes((head,)) + length.to_bytes(size, "little") + data
    raise AssertionError("nobody sends a text of 4 GB")
