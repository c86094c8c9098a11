"""Turn: whose turn it is after a move, and how it came to be."""

from __future__ import annotations

import msgspec

from .seats import Seat


class Turn(msgspec.Struct, frozen=True, gc=False):
    seats: tuple[Seat, ...]
    """The seats that may act now."""
    skipped: tuple[Seat, ...] = ()
    """Seats that were passed over."""
    again: bool = False
    """The seat that moved moves once more."""
    names: str | None = None
    """What the seat has to name before anything else, as the word of that move: "target"."""
