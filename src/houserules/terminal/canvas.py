"""A canvas: the cells of a screen, each with a sign, its ink and its ground; what is painted last lies on top."""

from __future__ import annotations

from functools import lru_cache
from itertools import groupby
from typing import Final

from rich.cells import cell_len
from rich.style import Style
from rich.text import Span, Text

from .look import Look
from .scene import Scene, Spot

Ink = str
"""A colour and attributes, as in "bold #f8f4ea"."""
Ground = str
"""A colour; "" if the terminal's own ground shows."""

ATTRIBUTES: Final = frozenset(("bold", "dim", "italic", "underline", "reverse", "strike"))
HALF: Final = ""
"""The second cell of a wide sign."""


class Canvas:
    """As large as the screen. Whatever reaches beyond its edges is cut off."""

    def __init__(self, columns: int, rows: int, look: Look, grounds: list[list[Ground]] | None = None) -> None:
        self.columns = columns
        self.rows = rows
        self.look = look
        self.signs = [[" "] * columns for _ in range(rows)]
        self.inks: list[list[Ink]] = [[""] * columns for _ in range(rows)]
        self.grounds = grounds or [[""] * columns for _ in range(rows)]
        self.spots: list[Spot] = []
        self._has_wide = False

    def put(self, row: int, column: int, text: str, ink: Ink = "", ground: Ground | None = None) -> int:
        """Write in one row; gives the column after it. Without a ground the text stands on what lies there."""
        signs = list(text) if text.isascii() else list(_cells(text))
        if HALF in signs:
            self._has_wide = True
        end = column + len(signs)
        if not 0 <= row < self.rows or column >= self.columns or end <= 0:
            return end
        if column < 0:
            signs, column = signs[-column:], 0
        signs = signs[: self.columns - column]
        last = column + len(signs)
        self.signs[row][column:last] = signs
        self.inks[row][column:last] = [ink] * len(signs)
        if ground is not None:
            self.grounds[row][column:last] = [ground] * len(signs)
        return end

    def fill(self, row: int, column: int, height: int, width: int, ground: Ground) -> None:
        """An empty rectangle."""
        for line in range(max(row, 0), min(row + height, self.rows)):
            self.put(line, column, " " * width, "", ground)

    def shade(self, row: int, column: int, height: int, width: int, ground: Ground) -> None:
        """Another ground under what is written there."""
        first, last = max(column, 0), min(column + width, self.columns)
        for line in range(max(row, 0), min(row + height, self.rows)):
            self.grounds[line][first:last] = [ground] * max(last - first, 0)

    def words(self, row: int, column: int, width: int, text: str, ink: Ink = "", ground: Ground | None = None) -> None:
        """Text in the middle of a width, shortened if it has to be."""
        text = cut(text, width, self.look)
        self.put(row, column + (width - cell_len(text)) // 2, text, ink, ground)

    def right(self, row: int, end: int, text: str, ink: Ink = "", ground: Ground | None = None) -> None:
        """Text that ends before the column `end`."""
        self.put(row, end - cell_len(text), text, ink, ground)

    def spot(self, row: int, column: int, height: int, width: int, key: str) -> None:
        """A place for the mouse, cut to the screen. One that is added later lies on top."""
        top, left = max(row, 0), max(column, 0)
        bottom, right = min(row + height, self.rows), min(column + width, self.columns)
        if bottom > top and right > left:
            self.spots.append(Spot(top, left, bottom - top, right - left, key))

    def scene(self) -> Scene:
        return Scene(tuple([self._line(row) for row in range(self.rows)]), tuple(reversed(self.spots)))

    def _line(self, row: int) -> Text:
        signs = self._mended(self.signs[row]) if self._has_wide else self.signs[row]
        line = Text("".join(signs), no_wrap=True, end="")
        start = 0
        at = 0
        for (ink, ground), run in groupby(zip(self.inks[row], self.grounds[row], strict=True)):
            count = sum(1 for _ in run)
            length = count if not self._has_wide else sum(map(len, signs[at : at + count]))
            at += count
            style = style_of(ink, ground, self.look.color)
            if style is not None and length:
                line.spans.append(Span(start, start + length, style))
            start += length
        return line

    @staticmethod
    def _mended(signs: list[str]) -> list[str]:
        """A wide sign of which one half was painted over is gone."""
        signs = list(signs)
        for place, sign in enumerate(signs):
            if (sign == HALF and (place == 0 or cell_len(signs[place - 1]) != 2)) or (
                sign != HALF and cell_len(sign) == 2 and (place + 1 == len(signs) or signs[place + 1] != HALF)
            ):
                signs[place] = " "
        return signs


@lru_cache(maxsize=4096)
def _cells(text: str) -> tuple[str, ...]:
    """One entry for each cell. Signs without a width are left out: terminals do not agree about them."""
    cells: list[str] = []
    for sign in text:
        width = cell_len(sign)
        cells += [sign, HALF] if width == 2 else [sign] * width
    return tuple(cells)


@lru_cache(maxsize=4096)
def style_of(ink: Ink, ground: Ground, color: bool) -> Style | None:
    """Without colour only the attributes are left."""
    if not color:
        left = " ".join(word for word in ink.split() if word in ATTRIBUTES)
        return Style.parse(left) if left else None
    text = f"{ink} on {ground}" if ground else ink
    return Style.parse(text.strip()) if text else None


def cut(text: str, width: int, look: Look) -> str:
    """The text with at most this width; dots say that something is missing."""
    if cell_len(text) <= width:
        return text
    end = ".." if look.ascii else "…"
    if width <= len(end):
        return end[: max(width, 0)]
    kept, used = "", 0
    for sign in text:
        used += cell_len(sign)
        if used > width - len(end):
            break
        kept += sign
    return kept.rstrip() + end
