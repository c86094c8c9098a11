"""The kinds of frames that clients of Colyseus send."""

from __future__ import annotations

import msgspec


class Ack(msgspec.Struct, frozen=True):
    """The client has registered what it listens to: messages may be sent."""


class Leave(msgspec.Struct, frozen=True):
    """The player gets up, and does not want the seat to be kept."""


class Data(msgspec.Struct, frozen=True):
    type: str | int
    payload: object = None
    """None also if there is none."""


class Bytes(msgspec.Struct, frozen=True):
    type: str | int
    body: bytes


class Ping(msgspec.Struct, frozen=True):
    pass


class Request(msgspec.Struct, frozen=True):
    """A message whose sender waits for a response with this id."""

    id: int
    type: str | int
    payload: object = None


class Ignored(msgspec.Struct, frozen=True):
    """An input for the state of a room. No room here has one."""


Frame = Ack | Leave | Data | Bytes | Ping | Request | Ignored
