"""The end of a match: who won, everybody's place, what the last one is called, and how the evening stands."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from rich.cells import cell_len

from houserules.core import Names, Outcome, Seat, Viewer

from . import felt
from .canvas import Canvas, cut
from .letters import fitting
from .pieces import place
from .prose import all_rows, said
from .scene import Moment
from .surround import Frame, draw_box


def draw_ending(
    canvas: Canvas,
    frame: Frame,
    moment: Moment,
    outcome: Outcome,
    called: Callable[[Seat], str],
    *,
    last_is: str = "",
    facts: Sequence[str] = (),
) -> None:
    """In the middle of the table. `last_is` is what the last player is called: the Shithead."""
    look, viewer = canvas.look, moment.view.seat
    width, height = frame.width, frame.bottom - 1
    order = sorted(range(len(outcome.places)), key=lambda seat: outcome.places[seat])
    title = title_of(outcome, viewer, called)
    below = _last_line(outcome, moment.names, called, last_is)
    tally = () if frame.side else moment.tally
    evening = all_rows([said(line, look) for line in tally], width - 8)
    needed = len(order) + 3 + bool(below)
    big = fitting(title, width - 8, height - needed - (len(evening) + 1 if evening else 0) - 1, look.ascii)
    heading = len(big) or 1
    evening = evening[: max(height - needed - heading - 1, 0)]
    total = needed + heading + (len(evening) + 1 if evening else 0)
    rows = [(place(outcome.places[seat]), called(seat), facts[seat] if facts else "") for seat in order]
    wide = [cell_len(f"{nth:>4}  {name}  {fact}") for nth, name, fact in rows]
    inside = min(max(28, *wide, *map(cell_len, (title, below, *evening, *big))), width - 4)
    top, left = 1 + max(height - total, 0) // 2, (width - inside - 4) // 2
    draw_box(canvas, top, left, total, inside + 4, felt.PLATE, felt.QUIET)
    _draw_title(canvas, top + 1, left + 2, inside, big or (title,))
    at = top + 1 + heading
    if below:
        canvas.words(at, left + 2, inside, below, f"bold {felt.TEXT}")
        at += 1
    at += 1
    for number, (nth, name, fact) in enumerate(rows):
        ink = felt.TURN if order[number] == viewer else felt.TEXT
        column = canvas.put(at + number, left + 2, f"{nth:>4}  {name}", f"bold {ink}")
        canvas.put(at + number, column + 2, cut(fact, left + inside - column, look), felt.QUIET)
    for number, line in enumerate(evening):
        canvas.put(at + len(rows) + 1 + number, left + 2, line, felt.QUIET)


def _draw_title(canvas: Canvas, row: int, column: int, width: int, lines: tuple[str, ...]) -> None:
    """One line of words, or several rows of block letters."""
    start = column + (width - max(map(cell_len, lines))) // 2
    for number, line in enumerate(lines):
        canvas.put(row + number, max(start, column), cut(line, width, canvas.look), f"bold {felt.TURN}")


def _last_line(outcome: Outcome, names: Names, called: Callable[[Seat], str], last_is: str) -> str:
    """You are the Shithead; Ben is the Shithead."""
    worst = max(outcome.places)
    if not last_is or outcome.places.count(worst) > 1:
        return ""
    last = outcome.places.index(worst)
    return f"{called(last)} {names.verb(last, 'is', 'are')} {last_is}."


def title_of(outcome: Outcome, viewer: Viewer, called: Callable[[Seat], str]) -> str:
    """You won; you lost against one rival; you came 2nd of several; Ben won; nobody won."""
    firsts = [seat for seat, nth in enumerate(outcome.places) if nth == 1]
    if viewer is not None and viewer in firsts and len(firsts) == 1:
        return "You won"
    if viewer is not None and viewer not in firsts and len(outcome.places) == 2:
        return "You lost"
    if viewer is not None and viewer not in firsts:
        return f"You came {place(outcome.places[viewer])}"
    return f"{called(firsts[0])} won" if len(firsts) == 1 else "Nobody won"
