"""The largest words on a table: what it asks for, and the flash of what has just happened."""

from __future__ import annotations

from typing import Final

from rich.cells import cell_len

from . import felt
from .canvas import Canvas
from .letters import fitting
from .prose import broken
from .scene import Flash
from .surround import draw_box

Room = tuple[int, int, int, int]
"""Row, column, width and height."""

FLASHES: Final[dict[Flash, str]] = {
    "burn": "burned!",
    "bomb": "bomb!",
    "battle": "battle!",
    "take": "taken",
    "out": "out!",
}


def draw_ask(canvas: Canvas, cloth: felt.Cloth, room: Room, label: str, words: str, more: str = "") -> None:
    """A label and the words under it: in block letters if they fit, else in a box of their own. `more` says in a
    sentence what the words say in short, where there is a row for it."""
    row, left, width, height = room
    rest = broken(more, width - 4) if more and more != words else ()
    rest = rest if len(rest) <= max(height - 2, 0) else ()
    big = fitting(words, width - 2, height - 1 - len(rest), canvas.look.ascii)
    if big:
        top = row + max(height - len(big) - 1 - len(rest), 0) // 2
        canvas.words(top, left, width, label, cloth.words)
        for number, line in enumerate(big):
            canvas.words(top + 1 + number, left, width, line, f"bold {felt.WORDS}")
        after = top + 1 + len(big)
    else:
        after = _draw_boxed(canvas, cloth, (row, left, width, height - len(rest)), label, words)
    for number, line in enumerate(rest):
        canvas.words(after + number, left, width, line, cloth.words)


def _draw_boxed(canvas: Canvas, cloth: felt.Cloth, room: Room, label: str, words: str) -> int:
    """Bold and spaced, in a box where there are rows for it; gives the row after it."""
    row, left, width, height = room
    upper = words.upper()
    spaced = " ".join(upper) if cell_len(upper) * 2 + 5 <= width and not upper.isdigit() else upper
    lines = (spaced,) if cell_len(spaced) + 4 <= width else broken(upper, width - 4)
    boxed = height >= len(lines) + 2
    labelled = boxed or height > len(lines)
    lines = lines[: max(height - labelled, 1)]
    high = len(lines) + (2 if boxed else labelled)
    top = row + max(height - high, 0) // 2
    wide = max(*map(cell_len, lines), len(label) if boxed else 0) + 4
    start = left + (width - wide) // 2
    if boxed:
        draw_box(canvas, top, start, high, wide, felt.PLATE, felt.QUIET)
        canvas.words(top, start, wide, f" {label} ", felt.QUIET, felt.PLATE)
    else:
        if labelled:
            canvas.words(top, left, width, label, cloth.words)
        canvas.fill(top + labelled, start, len(lines), wide, felt.PLATE)
    for number, line in enumerate(lines):
        canvas.words(top + labelled + number, start, wide, line, f"bold {felt.WORDS}", felt.PLATE)
    return top + high


def draw_flash(canvas: Canvas, room: Room, flash: Flash) -> None:
    """One word on a glowing ground."""
    row, left, width, height = room
    text = FLASHES[flash]
    lines = fitting(text, width - 4, height, canvas.look.ascii) or (" ".join(text.upper()),)
    top = row + (height - len(lines)) // 2
    wide = max(map(len, lines)) + 4
    start = left + (width - wide) // 2
    ground = felt.FIRE if flash in ("burn", "bomb") else felt.RAISED
    framed = int(len(lines) + 2 <= height)
    canvas.fill(top - framed, start, len(lines) + 2 * framed, wide, ground)
    for number, line in enumerate(lines):
        canvas.put(top + number, start + 2, line, f"bold {felt.ON_FIRE}", ground)
    if not canvas.look.color or canvas.look.ascii:
        for edge in (top - framed, top + len(lines) - 1 + framed) if framed else ():
            canvas.put(edge, start, "*" * wide, f"bold {felt.ON_FIRE}", ground)
