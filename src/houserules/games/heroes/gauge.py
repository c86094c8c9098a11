"""The way to 34 as a line: the aim, where both players stand, and where adding and subtracting would lead."""

from __future__ import annotations

from houserules.terminal import felt
from houserules.terminal.canvas import Canvas, cut


def draw_gauge(
    canvas: Canvas,
    cloth: felt.Cloth,
    row: int,
    height: int,
    width: int,
    aim: int,
    own: int,
    rival: int,
    names: tuple[str, str],
    ghosts: tuple[int, ...],
) -> None:
    """In three rows the rival stands above the line and one's own mark below it; in one row both are on it.
    `ghosts` are the points that the player who chooses may have next; the nearer ones are brass."""
    look = canvas.look
    points = [0, 2 * aim, own, rival, *ghosts]
    least, most = min(points), max(points)
    left, wide = 3, width - 6
    line = row + (1 if height == 3 else 0)

    def at(value: int) -> int:
        return left + round((value - least) * (wide - 1) / (most - least))

    canvas.put(line, left, ("-" if look.ascii else "─") * wide, cloth.words)
    for value in range(least - least % 10, most + 1, 10):
        if value >= least:
            canvas.put(line, at(value), "+" if look.ascii else "┼", cloth.words)
    nearest = min((abs(aim - value) for value in ghosts), default=0)
    for value in ghosts:
        ink = f"bold {felt.BRASS}" if abs(aim - value) == nearest else f"bold {cloth.words}"
        text = f"[{value}]"
        canvas.put(line, min(max(at(value) - len(text) // 2, left), left + wide - len(text)), text, ink)
    canvas.put(line, at(aim) - 2, f"({aim})", f"bold {felt.WORDS}")
    if height < 3:
        _put(canvas, line, at(rival), f"{'v' if look.ascii else '▼'}{rival}", felt.QUIET, left + wide)
        _put(canvas, line, at(own), f"{'^' if look.ascii else '▲'}{own}", felt.WORDS, left + wide)
        return
    above = f"{'v' if look.ascii else '▼'} {cut(names[1], 12, look)} {rival}"
    _put(canvas, row, at(rival), above, felt.WORDS, left + wide)
    below = f"{'^' if look.ascii else '▲'} {cut(names[0], 12, look)} {own}"
    _put(canvas, row + 2, at(own), below, f"bold {felt.WORDS}", left + wide)


def _put(canvas: Canvas, row: int, column: int, text: str, ink: str, end: int) -> None:
    """A mark whose first sign stands at its place; near the end its words stand before it."""
    if column + len(text) > end:
        canvas.right(row, column + 1, f"{text[1:].strip()} {text[0]}", ink)
    else:
        canvas.put(row, column, text, ink)
