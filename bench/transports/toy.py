"""The toy of the comparison: a room of two sockets, a move of 60 bytes in, a view of 0.85 KB to both."""

from collections.abc import Callable

import msgspec

Send = Callable[[bytes], object]


class Move(msgspec.Struct, tag="move", tag_field="type"):
    """What a client says."""

    seq: int
    move: str


class View(msgspec.Struct, tag="view", tag_field="type"):
    """What both are told."""

    seq: int
    of: int
    cards: list[str]


_DECODER = msgspec.json.Decoder(Move)
_ENCODER = msgspec.json.Encoder()
_CARDS = ["AH", "KD", "QS", "JC"] * 40 + ["10H"] * 2
MOVE_BYTES = 60
VIEW_BYTES = 850


class Room:
    """Two sends and a counter."""

    __slots__ = ("sends", "seq")

    def __init__(self) -> None:
        self.seq = 0
        self.sends: list[Send] = []

    def step(self, data: bytes | str) -> bytes:
        """What is the same in all servers: read the move, count, write the view."""
        move = _DECODER.decode(data)
        self.seq += 1
        return _ENCODER.encode(View(self.seq, move.seq, _CARDS))


rooms: dict[str, Room] = {}


def room_of(path: str) -> Room:
    """The room a socket asked for: the last part of its path."""
    return rooms.setdefault(path.rsplit("/", 1)[1], Room())


def move_text(seq: int) -> bytes:
    """A move as the load generator sends it, filled up to its size."""
    text = b'{"type":"move","seq":%d,"move":"' % seq
    return (
        text + b"7H 7D 7S 7C 8H 8D 8S 8C"[: MOVE_BYTES - len(text) - 2].ljust(MOVE_BYTES - len(text) - 2, b"x") + b'"}'
    )
