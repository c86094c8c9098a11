"""Places at a room: spectators may be too many, but whoever has the token of a seat always gets in."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from houserules.core import Viewer
from houserules.errors import TableError
from houserules.wire import TellGone

from .guest import REFUSED, tell

if TYPE_CHECKING:
    from .room import Room

MOST_PER_SEAT: Final = 8
"""Connections: a few devices, and those that the server does not yet know to be lost."""


def make_place(room: Room, viewer: Viewer) -> None:
    """Let another guest in, or refuse a spectator. A seat with very many connections loses the oldest one."""
    same = [guest for guest in room.guests if guest.seat == viewer]
    if viewer is None:
        if len(same) >= room.services.limits.sockets_per_table:
            raise TableError("too-many-sockets", "too many people watch this table: try again later")
        return
    for oldest in same[: max(0, len(same) - MOST_PER_SEAT + 1)]:
        reason = f"you have opened this seat more than {MOST_PER_SEAT} times: the oldest connection ends"
        tell(oldest, TellGone("too-many-sockets", reason))
        oldest.close(REFUSED, "too-many-sockets")
        room.part(oldest)
