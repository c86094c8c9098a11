"""Painters of whole screens: that of a game, or for a game without one its screen as text."""

from __future__ import annotations

from houserules.games import FAMILIES

from . import plain_scene
from .scene import Painter


def painter_of(family: str) -> Painter:
    """What paints the scenes of a family of games."""
    known = FAMILIES.get(family)
    found = None if known is None else known.scene()
    painter: Painter = plain_scene if found is None else found
    return painter
