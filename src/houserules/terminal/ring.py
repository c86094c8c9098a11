"""Where the others sit: round the table, the next one clockwise at your left; and what their place cards say."""

from __future__ import annotations

from typing import Final

import msgspec
from rich.cells import cell_len

from . import felt
from .canvas import Canvas, cut
from .choosing import Choosing

MARGIN: Final = 1
ROOMY: Final = 20
"""From this width on a place card says "3 in hand", and not only 3."""
SHAPES: Final[dict[int, tuple[tuple[int, int, int], ...]]] = {
    0: ((0, 0, 0),),
    1: ((0, 1, 0),),
    2: ((1, 0, 1),),
    3: ((1, 1, 1),),
    4: ((1, 2, 1),),
    5: ((1, 3, 1),),
    6: ((2, 2, 2), (1, 4, 1)),
    7: ((2, 3, 2), (1, 5, 1)),
    8: ((2, 4, 2), (1, 6, 1)),
}
"""How many sit at the left, above and at the right, by how many others there are; the best first."""


class Place(msgspec.Struct, frozen=True):
    """The rectangle of a seat."""

    row: int
    column: int
    width: int
    height: int


def shapes(others: int) -> tuple[tuple[int, int, int], ...]:
    return SHAPES.get(others) or ((others // 4, others - 2 * (others // 4), others // 4),)


def ring(
    shape: tuple[int, int, int], top: int, band: tuple[int, int], table: int, width: int, height: int
) -> list[Place]:
    """The places of the others, clockwise from your left. `band` is the first row of those at the sides, and its
    height; `table` is how wide the table is, `width` and `height` are those of a place."""
    left, above, right = shape
    start, room = band
    sides = max(left, right, 1)
    step = min(height + max((room - sides * height) // sides, 0), height + 3)
    rows = [start + max((room - (sides - 1) * step - height) // 2, 0) + number * step for number in range(sides)]
    places = [Place(rows[number], MARGIN, width, height) for number in range(left - 1, -1, -1)]
    for number in range(above):
        middle = table * (2 * number + 1) // (2 * above)
        places.append(Place(top, middle - width // 2, width, height))
    places += [Place(rows[number], table - MARGIN - width, width, height) for number in range(right)]
    return places


def draw_plate(
    canvas: Canvas,
    place: Place,
    name: str,
    fact: str,
    count: int,
    *,
    turn: bool,
    out: bool,
    choosing: Choosing | None,
    key: str,
    back: str,
) -> None:
    """A place card: the name, a fact in a few words, and how many cards are in hand. One who may be chosen has a plate
    of brass; the seat to act has a mark before its name."""
    look = canvas.look
    items = {} if choosing is None else {item.key: item for item in choosing.offer.items}
    item = items.get(key)
    may = item is not None and item.allowed
    ground = felt.BRASS if may else felt.PLATE
    ink = felt.ON_BRASS if may else felt.TURN if turn else felt.QUIET if out else felt.TEXT
    canvas.fill(place.row, place.column, 1, place.width, ground)
    mark = (">" if look.ascii else "▶") if turn else " "
    if item is not None and choosing is not None:
        cursor = item.key == choosing.cursor
        mark = ("*" if look.ascii else "▣") if cursor else ("o" if look.ascii else "□") if may else mark
        if item.key in choosing.lifted:
            mark = "v" if look.ascii else "✓"
        if cursor:
            ground = felt.TURN
            canvas.shade(place.row, place.column, 1, place.width, ground)
    held = "" if out else f"{count} in hand" if place.width > ROOMY else f"{count}"
    right = place.column + place.width
    taken = len(held) + 3 if held else 1
    if held:
        canvas.right(place.row, right - 1, held, f"bold {ink}", ground)
        canvas.put(place.row, right - taken + 1, "#" if look.ascii else "▮", ink if may else back, ground)
    column = canvas.put(
        place.row, place.column, f"{mark} {cut(name, place.width - 2 - taken, look)}", f"bold {ink}", ground
    )
    if fact and right - taken - column - 1 >= cell_len(fact):
        canvas.put(place.row, column + 1, fact, ink if may else felt.QUIET, ground)
    if item is not None:
        canvas.spot(place.row, place.column, place.height, place.width, key)
