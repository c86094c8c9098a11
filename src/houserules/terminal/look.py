"""How a screen may look: its size, and whether there is Unicode and colour."""

from __future__ import annotations

from typing import Final, Literal

import msgspec

NARROWEST: Final = 80
"""Columns. A narrower terminal gets a message instead of a broken table."""

Order = Literal["rank", "suit"]
"""How a hand is sorted."""

Size = Literal["roomy", "snug", "close", "tight", "bare"]
"""How much room a table takes: everybody's cards as boxes; only your own and the pile; the same without frames; cards
as text; as little text as possible."""


class Look(msgspec.Struct, frozen=True):
    width: int = NARROWEST
    height: int | None = None
    """In rows; None through a pipe."""
    ascii: bool = False
    color: bool = False
