"""Scenes: a whole screen as lines of text, and where on it a mouse finds what can be chosen."""

from __future__ import annotations

from typing import Any, Literal, Protocol

import msgspec
from rich.text import Text

from houserules.core import Names, View

from .choosing import Choosing
from .look import Look, Order

Flash = Literal["", "burn", "bomb", "battle", "take", "out"]
"""What has just happened and deserves a short flash."""


class Spot(msgspec.Struct, frozen=True):
    """A rectangle of the screen, in rows and columns from the top left, and the key of the item or the button there."""

    row: int
    column: int
    height: int
    width: int
    key: str


class Scene(msgspec.Struct, frozen=True):
    """Exactly as many lines as there are rows, each exactly as wide as the screen."""

    lines: tuple[Text, ...]
    spots: tuple[Spot, ...] = ()


class Moment(msgspec.Struct, frozen=True):
    """All that a scene shows."""

    view: View
    names: Names
    choosing: Choosing | None
    """None for one who may not act."""
    log: tuple[str, ...]
    """What happened, in words, the oldest first."""
    notice: tuple[str, ...] = ()
    """What was just said to the person: a refusal, a hint, a reason."""
    order: Order = "rank"
    flash: Flash = ""
    powers: tuple[tuple[str, str], ...] = ()
    """The special cards of this house: the card and what it does, in a few words."""
    tally: tuple[str, ...] = ()
    """How the evening stands, in a line or a few."""


class Painter(Protocol):
    """What a game's `scene.py` offers. The view in the moment is of the game's own type."""

    def paint(self, moment: Any, look: Look, columns: int, rows: int) -> Scene: ...
