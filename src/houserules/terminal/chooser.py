"""Answers to a question as boxes: as large as there is room, each with its number and its own spot."""

from __future__ import annotations

from collections.abc import Sequence

from rich.cells import cell_len

from . import felt
from .canvas import Canvas, cut
from .choosing import Choosing, Item
from .faces import tick
from .prose import said
from .surround import draw_box


def draw_chooser(
    canvas: Canvas, row: int, column: int, width: int, height: int, items: Sequence[Item], choosing: Choosing
) -> None:
    """All items in the middle of the room. Where there are too many, those near the cursor have their names, and the
    others are one cell each."""
    if not items:
        return
    texts = [said(item.name, canvas.look, ()) for item in items]
    wide = [max(cell_len(text) + 4, 7) for text in texts]
    rows = _rows(wide, width)
    high = 3 if len(rows) * 3 <= height else 1
    if len(rows) > max(height, 1) or max(wide) > width:
        across = -(-len(items) // max(height, 1))
        rows = [list(range(start, min(start + across, len(items)))) for start in range(0, len(items), across)]
        for places in rows:
            _shorten(wide, places, width, [items[place].key for place in places], choosing.cursor)
    top = row + max(height - len(rows) * high, 0) // 2
    for number, places in enumerate(rows):
        at = column + (width - _needed(wide, places)) // 2
        for place in places:
            _draw_answer(canvas, top + number * high, at, high, wide[place], texts[place], items[place], choosing)
            at += wide[place] + (wide[place] > 1)


def _needed(wide: Sequence[int], places: Sequence[int]) -> int:
    return sum(wide[place] + (wide[place] > 1) for place in places) - (wide[places[-1]] > 1)


def _shorten(wide: list[int], places: list[int], width: int, keys: list[str], cursor: str) -> None:
    """In one row: names from the cursor on to both sides as long as all the others still have a cell."""
    middle = keys.index(cursor) if cursor in keys else 0
    room = width - len(places)
    full = {place: wide[place] for place in places}
    for place in places:
        wide[place] = 1
    for number in sorted(range(len(places)), key=lambda number: abs(number - middle)):
        place = places[number]
        more = min(full[place], room + 1 if number == middle else full[place])
        if more > room + 1 or more < 2:
            break
        wide[place] = more
        room -= more


def _rows(wide: Sequence[int], width: int) -> list[list[int]]:
    """Which of them stand in which row, if each is as wide as it would like to be."""
    rows: list[list[int]] = [[]]
    used = 0
    for place, size in enumerate(wide):
        if rows[-1] and used + size + 1 > width:
            rows.append([])
            used = 0
        rows[-1].append(place)
        used += size + 1
    return rows


def _draw_answer(
    canvas: Canvas, row: int, column: int, height: int, width: int, text: str, item: Item, choosing: Choosing
) -> None:
    look = canvas.look
    cursor = item.key == choosing.cursor
    lifted = item.key in choosing.lifted
    ground = felt.BRASS if cursor or lifted else felt.PLATE
    ink = f"bold {felt.ON_BRASS if cursor or lifted else felt.BRASS if item.allowed else felt.QUIET}"
    mark = tick(look) if lifted else (">" if look.ascii else "▸") if cursor else ""
    if height == 3:
        draw_box(canvas, row, column, 3, width, ground, ink)
    else:
        canvas.fill(row, column, 1, width, ground)
        if width > 4:
            canvas.put(row, column, "[" if look.ascii or not look.color else " ", ink, ground)
            canvas.put(row, column + width - 1, "]" if look.ascii or not look.color else " ", ink, ground)
    if width == 1:
        canvas.put(row, column, mark or ("." if look.ascii else "▪"), ink, ground)
        canvas.spot(row, column, height, width, item.key)
        return
    inside = max(width - 2, 1) if width > 4 else width
    words = cut(f"{mark}{text}" if mark else text, inside, look)
    canvas.words(row + height // 2, column + (width - inside) // 2, inside, words, ink, ground)
    canvas.spot(row, column, height, width, item.key)
