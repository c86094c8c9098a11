"""Cards of H3ROES C4RDS on a canvas: a power on paper, the warmer the higher, or a back with the number of its slot."""

from __future__ import annotations

from typing import Final

import msgspec

from houserules.kernel.heroes import JOKER, MANHATTAN
from houserules.terminal import felt
from houserules.terminal.canvas import Canvas
from houserules.terminal.faces import ringed, tick
from houserules.terminal.letters import HALF_BLOCKS, lines_of, width_of
from houserules.terminal.look import Look

TINCTURES: Final = ("#5a6570", "#3d6388", "#2c7379", "#4a7b49", "#8a6a16", "#b25d27", "#992d38", "#2a6bb2")
"""From cold to hot; the last is that of Dr. Manhattan."""
KNOWN: Final = "#c7dcf7"
"""Paper of a card that lies hidden, but that the viewer was shown."""


class HeroCard(msgspec.Struct, frozen=True):
    """A card as the viewer sees it."""

    slot: int | None
    card: int | None
    """None: the viewer does not know it."""
    power: int | None
    hidden: bool = False
    """Others do not see it."""
    spent: bool = False
    """It was in an earlier battle."""
    lifted: bool = False
    cursor: bool = False


def ink_of(card: int) -> str:
    return TINCTURES[7] if card == MANHATTAN else felt.JOKER_INK if card == JOKER else TINCTURES[min(card // 10, 6)]


def draw_hero(
    canvas: Canvas, row: int, column: int, width: int, height: int, shown: HeroCard, cloth: felt.Cloth
) -> None:
    """A card; nothing of one that the viewer does not know."""
    look = canvas.look
    if shown.card is None or shown.power is None:
        _draw_hidden(canvas, row, column, width, height, shown, cloth)
        return
    rows = [[" "] * width for _ in range(height)]
    # What a Joker is worth is known only once it lies open.
    number = "?" if shown.card == JOKER and shown.hidden else str(shown.power)
    small = lines_of(number, HALF_BLOCKS, look.ascii) if _is_large(width, height, number, look) else ()
    if small:
        start = (width - width_of(number, HALF_BLOCKS)) // 2
        for line, text in enumerate(small, (height - 2) // 2):
            rows[line][start : start + len(text)] = list(text)
    else:
        text = f"({number})" if shown.hidden else number
        start = (width - len(text)) // 2
        rows[height // 2][start : start + len(text)] = list(text)
    name = _name(shown.card, width - 2)
    if name:
        start = (width - len(name)) // 2
        at = 1 if height > 3 else height - 1
        rows[at][start : start + len(name)] = list(name)
    paper = KNOWN if shown.hidden else felt.SHADED if shown.spent else felt.PAPER
    ink = f"{'' if shown.spent else 'bold '}{ink_of(shown.card)}"
    if shown.spent and not look.color:
        ink = "dim"
    _put(canvas, row, column, tuple(["".join(line) for line in rows]), ink, paper, shown)
    if shown.slot is not None and (height > 3 or shown.hidden):
        canvas.put(row, column + 1, str(shown.slot), felt.EDGE)


def _is_large(width: int, height: int, number: str, look: Look) -> bool:
    """Is there room for a number in block letters?"""
    return height >= 7 and width >= 9 and not look.ascii and number.isdigit()


def _name(card: int, room: int) -> str:
    """Of the two cards that are more than their number."""
    if card == JOKER:
        return "Joker" if room >= 5 else "Jok"
    if card == MANHATTAN:
        return "Dr. Manhattan" if room >= 13 else "Dr. Manh." if room >= 9 else "Dr.M" if room >= 4 else "Dr."
    return ""


def _draw_hidden(
    canvas: Canvas, row: int, column: int, width: int, height: int, shown: HeroCard, cloth: felt.Cloth
) -> None:
    look = canvas.look
    ground, ink = cloth.backs
    sign = "#" if look.ascii else "░"
    inner = " " + sign * (width - 2) + " "
    rows = (" " * width, *[inner] * (height - 2), " " * width)
    _put(canvas, row, column, rows, ink, ground, shown)
    if shown.slot is not None:
        canvas.words(row + height // 2, column, width, f" {shown.slot} ", f"bold {felt.PAPER}", ground)


def _put(canvas: Canvas, row: int, column: int, rows: tuple[str, ...], ink: str, ground: str, shown: HeroCard) -> None:
    look = canvas.look
    back = shown.card is None
    if shown.cursor or back or not look.color:
        rows = ringed(rows, look, shown.cursor)
    for line, text in enumerate(rows):
        canvas.put(row + line, column, text, ink, ground)
    if shown.cursor:
        height, width = len(rows), len(rows[0])
        for line in (0, height - 1):
            canvas.put(row + line, column, rows[line], f"bold {felt.ON_BRASS}", felt.BRASS)
        for line in range(1, height - 1):
            canvas.put(row + line, column, rows[line][0], f"bold {felt.ON_BRASS}", felt.BRASS)
            canvas.put(row + line, column + width - 1, rows[line][-1], f"bold {felt.ON_BRASS}", felt.BRASS)
    if shown.lifted:
        canvas.put(row, column + len(rows[0]) - 2, tick(look), f"bold {felt.ON_BRASS}", felt.BRASS)


def draw_no_hero(
    canvas: Canvas, row: int, column: int, width: int, height: int, slot: int | None, cloth: felt.Cloth
) -> None:
    """An empty place."""
    dots = ". " * width if canvas.look.ascii else "╌" * width
    canvas.put(row, column, dots[:width], cloth.edge if canvas.look.color else "")
    canvas.put(row + height - 1, column, dots[:width], cloth.edge if canvas.look.color else "")
    if slot is not None:
        canvas.words(row + height // 2, column, width, str(slot), cloth.words)
