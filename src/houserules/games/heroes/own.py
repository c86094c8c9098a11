"""What the game's own clients know: the name of their room, and all messages in both directions."""

from __future__ import annotations

from typing import Final

from .messages import given_up, hides, opening, resumed, sync, written
from .said import read_message

__all__ = ["ROOM", "given_up", "hides", "opening", "read_message", "resumed", "sync", "written"]

ROOM: Final = "heroes_cards"
