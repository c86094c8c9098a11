"""The scene of a game that has no painter of its own: its screen as text on a cloth, what can be chosen as boxes."""

from __future__ import annotations

from typing import Final

from houserules.errors import UnknownGame

from . import felt
from .chooser import draw_chooser
from .look import NARROWEST, Look
from .pieces import Called
from .prose import broken, said
from .scene import Moment, Scene
from .screen import drawn
from .surround import draw_bar, draw_foot, draw_side, frame_of, spread

FEWEST: Final = 2
"""Rows for what can be chosen."""


def paint(moment: Moment, look: Look, columns: int, rows: int) -> Scene:
    frame = frame_of(columns, rows)
    view = moment.view
    cloth = felt.cloth_of(view)
    canvas = spread(frame, cloth, look)
    called = Called(moment.names, look)
    draw_bar(canvas, frame, view.game.replace("-", " ").capitalize(), "", "", moment.tally)
    items = () if moment.choosing is None else moment.choosing.offer.items
    below = min(max(FEWEST, len(items) // 4), frame.bottom // 2)
    width, height = frame.width - 2, frame.bottom - 1 - below
    for number, line in enumerate(_table(moment, look, width, height)):
        canvas.put(1 + number, 1, line, felt.WORDS)
    if moment.choosing is not None:
        draw_chooser(canvas, frame.bottom - below, 1, width, below, items, moment.choosing)
    who = " and ".join(called(seat) for seat in view.to_act)
    draw_foot(canvas, frame, moment, "The match is over." if view.outcome is not None else f"{who} to act.")
    draw_side(canvas, frame, moment)
    return canvas.scene()


def _table(moment: Moment, look: Look, width: int, height: int) -> list[str]:
    """The screen of the game as lines of text, cut to the room there is."""
    # A narrower screen is drawn for the least width, and cut.
    size = Look(max(width, NARROWEST), height + 3, look.ascii, color=False)
    try:
        text = drawn(moment.view, moment.names, (), size, moment.order)
    except UnknownGame:
        # Nobody has drawn this game: what the seat may do, in its own words, is all there is to see.
        return [row for move in moment.view.legal for row in broken(said(str(move), look), width)][:height]
    return [line[:width] for line in text.splitlines()[:height]]
