"""What surrounds every table: the bar above, headline, actions and notices below, story and powers beside."""

from __future__ import annotations

from typing import Final

import msgspec
from rich.cells import cell_len

from . import felt
from .canvas import Canvas, cut
from .choosing import Button
from .felt import Cloth, lamp_light
from .look import Look
from .prose import all_rows, broken, last_rows, put_prose, said
from .scene import Moment

WITH_SIDE: Final = 100
"""Columns from which on the story has a column of its own."""
ENTER: Final = "enter"
"""The key of the spot that does what Enter does."""
PRIMARY: Final = 26
"""Columns that what Enter does has at the least, beside the buttons."""
MOST_POWERS: Final = 14


class Frame(msgspec.Struct, frozen=True):
    """Which parts of the screen belong to what. It depends on the size of the screen alone."""

    columns: int
    rows: int
    side: int
    """Columns of the story at the right; 0: it has none."""
    foot: int
    """Rows below the table."""

    @property
    def width(self) -> int:
        """Columns of the table."""
        return self.columns - self.side

    @property
    def bottom(self) -> int:
        """The row after the table."""
        return self.rows - self.foot


def frame_of(columns: int, rows: int) -> Frame:
    side = 0 if columns < WITH_SIDE else min(max(columns * 28 // 100, 28), 50)
    foot = 5 if side or rows < 28 else 6 if rows < 34 else 9
    return Frame(columns, rows, side, foot)


def spread(frame: Frame, cloth: Cloth, look: Look, middle: float = 0.4) -> Canvas:
    """A canvas with the cloth on it; the room around it is dark."""
    height = max(frame.bottom - 1, 0)
    lit = lamp_light(cloth, frame.width, height, middle)
    room = [felt.PANEL] * frame.side
    grounds = [[felt.ROOM] * frame.columns, *[row + room for row in lit]]
    grounds += [[felt.PANEL] * frame.columns for _ in range(frame.rows - len(grounds))]
    return Canvas(frame.columns, frame.rows, look, grounds[: frame.rows])


# -- The bar ---------------------------------------------------------------------------------------------------------


def draw_bar(canvas: Canvas, frame: Frame, title: str, facts: str, right: str, tally: tuple[str, ...]) -> None:
    """The game, a few facts, and at the right how the evening stands where no side column says it."""
    look = canvas.look
    column = canvas.put(0, 1, cut(title, 30, look), f"bold {felt.TEXT}", felt.ROOM)
    column = canvas.put(0, column, facts, felt.QUIET, felt.ROOM)
    words = right
    if tally and not frame.side:
        evening = said(" ".join(filter(None, (tally[0], "; ".join(tally[1:])))), look)
        words = evening + (f"{dot(look)}{right}" if right else "")
        if cell_len(words) > frame.columns - column - 3:
            words = right or evening
    words = cut(words, max(frame.columns - column - 3, 0), look)
    canvas.right(0, frame.columns - 1, words, felt.QUIET, felt.ROOM)


def dot(look: Look) -> str:
    return " - " if look.ascii else " · "


# -- Below the table -------------------------------------------------------------------------------------------------


def draw_foot(canvas: Canvas, frame: Frame, moment: Moment, waiting: str) -> None:
    """The headline, what Enter and the buttons do, and what was just said to the person or happened last.

    `waiting` is the headline for one who may not act."""
    look = canvas.look
    row, width = frame.bottom, frame.width
    choosing = moment.choosing
    names = moment.names.names
    mark = ("> " if look.ascii else "▶ ") if choosing is not None else ""
    headline = waiting if choosing is None else said(choosing.offer.headline, look, names)
    ink = f"bold {felt.TEXT if choosing is None else felt.TURN}"
    put_prose(canvas, row, 1, cut(mark + headline, width - 2, look), ink, names)
    notes = row + 1
    if choosing is not None:
        buttons = choosing.offer.buttons
        beside = _buttons_width(buttons) + PRIMARY + 2 <= width
        room = width - 2 - (_buttons_width(buttons) + 2 if beside and buttons else 0)
        _draw_enter(canvas, row + 1, 1, room, moment)
        if beside:
            # At the right, where they stay whatever Enter would do.
            _draw_buttons(canvas, row + 1, width - _buttons_width(buttons), width - 1, buttons)
        else:
            _draw_buttons(canvas, row + 2, 1, frame.width - 1, buttons)
        notes += 1 if beside else 2
    _draw_notes(canvas, notes, frame, moment)


def _draw_enter(canvas: Canvas, row: int, column: int, room: int, moment: Moment) -> None:
    """What Enter does; it is brass only if it does something."""
    choosing = moment.choosing
    assert choosing is not None
    look = canvas.look
    says = said(choosing.says, look, moment.names.names)
    if choosing.move is None:
        canvas.put(row, column, cut(says, room, look), f"italic {felt.QUIET}")
        return
    key = "Enter" if look.ascii else "⏎"
    text = f" {key} {cut(says, room - len(key) - 3, look)} "
    end = canvas.put(row, column, text, f"bold {felt.ON_BRASS}", felt.BRASS)
    if not look.color:
        canvas.put(row, column, "[", "bold")
        canvas.put(row, end - 1, "]", "bold")
    canvas.spot(row, column, 1, end - column, ENTER)


def _buttons_width(buttons: tuple[Button, ...]) -> int:
    return sum(cell_len(key_name(button.key)) + cell_len(button.name) + 5 for button in buttons)


def key_name(key: str) -> str:
    """As it stands on a keyboard: t is T, escape is Esc."""
    return {"escape": "Esc", "space": "Space", "enter": "Enter"}.get(key, key.upper() if len(key) == 1 else key)


def _draw_buttons(canvas: Canvas, row: int, column: int, end: int, buttons: tuple[Button, ...]) -> None:
    """Each with its key before it; where they do not fit, each is shortened."""
    look = canvas.look
    if not buttons:
        return
    wide = [cell_len(key_name(button.key)) + cell_len(said(button.name, look)) + 5 for button in buttons]
    each = (end - column) // len(buttons)
    fit = sum(wide) - 1 <= end - column
    for button, needed in zip(buttons, wide, strict=True):
        key = key_name(button.key)
        name = said(button.name, look)
        if not fit:
            name = cut(name, max(min(needed, each) - len(key) - 5, 0), look)
        start = column
        caps = (f"[{key}]", f" {name} ") if not look.color or look.ascii else (f" {key} ", f" {name} ")
        column = canvas.put(row, column, caps[0], f"bold {felt.TEXT}", felt.EDGE)
        column = canvas.put(row, column, caps[1], felt.TEXT, felt.RAISED)
        canvas.spot(row, start, 1, column - start, button.key)
        column += 1


def _draw_notes(canvas: Canvas, row: int, frame: Frame, moment: Moment) -> None:
    """What was said to the person; otherwise, where the story has no column of its own, what happened last."""
    look = canvas.look
    width, count = frame.width - 2, frame.rows - row
    names = moment.names.names
    if moment.notice:
        lines = all_rows([said(line, look, names) for line in moment.notice], width - 2)
        if len(lines) > count:
            _draw_overlay(canvas, frame, lines, names)
            return
        for number, line in enumerate(lines):
            canvas.put(row + number, 1, ("!" if look.ascii else "•") if not number else " ", f"bold {felt.ALARM}")
            put_prose(canvas, row + number, 3, line, felt.TEXT, names)
        return
    if frame.side:
        return
    log = [said(line, look, names) for line in moment.log[-count:]]
    for number, (line, newest) in enumerate(last_rows(log, width, count, "- " if look.ascii else "· ")):
        put_prose(canvas, row + number, 1, line, felt.TEXT if newest else felt.QUIET, names)


def _draw_overlay(canvas: Canvas, frame: Frame, lines: list[str], names: tuple[str, ...]) -> None:
    """A long notice lies on the table: it must be readable, and goes with the next key."""
    shown = lines[: frame.bottom - 3]
    width = max(map(cell_len, shown)) + 4
    left = (frame.width - width) // 2
    draw_box(canvas, 1, left, len(shown) + 2, width, felt.PANEL, felt.ALARM)
    for number, line in enumerate(shown):
        put_prose(canvas, 2 + number, left + 2, line, felt.TEXT, names)


def draw_box(canvas: Canvas, row: int, column: int, height: int, width: int, ground: str, ink: str) -> None:
    """A panel with a line round it."""
    canvas.fill(row, column, height, width, ground)
    signs = "+-+|++" if canvas.look.ascii else "╭─╮│╰╯"
    canvas.put(row, column, signs[0] + signs[1] * (width - 2) + signs[2], ink, ground)
    for line in range(row + 1, row + height - 1):
        canvas.put(line, column, signs[3], ink, ground)
        canvas.put(line, column + width - 1, signs[3], ink, ground)
    canvas.put(row + height - 1, column, signs[4] + signs[1] * (width - 2) + signs[5], ink, ground)


# -- Beside the table ------------------------------------------------------------------------------------------------


def draw_side(canvas: Canvas, frame: Frame, moment: Moment) -> None:
    """This house's powers, the story with the newest line at its end, and how the evening stands."""
    if not frame.side:
        return
    look = canvas.look
    left, width = frame.width + 2, frame.side - 3
    names = moment.names.names
    row = _draw_powers(canvas, 2, left, width, frame.rows // 2, moment)
    tally = all_rows([said(line, look, names) for line in moment.tally], width)[: max(6, frame.rows // 3)]
    bottom = frame.rows - 1 - (len(tally) + 2 if tally else 0)
    _title(canvas, row, left, width, "Story")
    count = bottom - row - 1
    log = [said(line, look, names) for line in moment.log[-max(count, 0) :]]
    rows = last_rows(log, width, count, "- " if look.ascii else "· ") if count > 0 else []
    for number, (line, newest) in enumerate(rows):
        put_prose(canvas, row + 1 + number, left, line, felt.TEXT if newest else felt.QUIET, names)
    if tally:
        _title(canvas, bottom + 1, left, width, "This evening")
        for number, line in enumerate(tally):
            canvas.put(bottom + 2 + number, left, line, felt.QUIET)


def _title(canvas: Canvas, row: int, column: int, width: int, text: str) -> None:
    line = "-" if canvas.look.ascii else "─"
    end = canvas.put(row, column, f"{text} ", f"bold {felt.TEXT}")
    canvas.put(row, end, line * (column + width - end), felt.RAISED)


def _draw_powers(canvas: Canvas, row: int, left: int, width: int, end: int, moment: Moment) -> int:
    """Gives the row after them. What does not fit into the room is left out: a command prints the whole rules."""
    powers = moment.powers[:MOST_POWERS]
    if not powers:
        return row
    look = canvas.look
    _title(canvas, row, left, width, "This house")
    row += 1
    wide = max(cell_len(card) for card, _ in powers)
    for card, does in powers:
        rows = broken(said(does, look), width - wide - 3)
        if row + len(rows) > end:
            break
        canvas.put(row, left, f" {said(card, look):^{wide}} ", f"bold {felt.INK}", felt.PAPER)
        for line in rows:
            canvas.put(row, left + wide + 3, line, felt.QUIET)
            row += 1
    return row + 1
