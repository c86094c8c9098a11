"""What the game's own clients know: the name of their room, and all messages in both directions."""

from __future__ import annotations

from typing import Final

from .messages import after, given_up, opening, resumed
from .said import read_message

__all__ = ["ROOM", "after", "given_up", "opening", "read_message", "resumed"]

ROOM: Final = "heroes_cards"
