"""Guest: one connection at a room, whatever transport carries it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from houserules.core import Viewer
from houserules.wire import AnyTold

from .telling import Dialect


class Guest(Protocol):
    seat: Viewer
    """None: a spectator."""
    seq: int
    """The last step that it was told of."""

    @property
    def dialect(self) -> Dialect:
        """How messages are written for it."""
        ...

    def send(self, message: bytes) -> None:
        """One message in its dialect. It never waits and never raises; a reader that is too slow is cut off."""
        ...

    def send_all(self, messages: Sequence[bytes]) -> None:
        """Several messages that belong together, in order."""
        ...

    def may_chat(self) -> bool:
        """May it chat now, or does it chat too fast?"""
        ...

    def close(self, code: int, reason: str) -> None: ...


def tell(guest: Guest, message: AnyTold) -> None:
    """Send a message that only this guest gets."""
    for data in guest.dialect.write(message):
        guest.send(data)


GOING_AWAY = 1001
"""The room or the server stops: come back soon."""
RESTART = 1012
REMOVED = 4001
"""The seat belongs to somebody else now: do not come back with this token."""
REFUSED = 4002
"""No such table, a wrong token, or too many connections."""
TOO_SLOW = 4003
"""The connection did not keep up: come back."""
