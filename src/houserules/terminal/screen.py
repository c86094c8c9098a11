"""One table as text: the screen of its game, as large as there is room, and what happened since one's last move."""

from __future__ import annotations

import io
from collections.abc import Sequence
from typing import Final

from rich.console import Console, Group, RenderableType
from rich.text import Text

from houserules.core import Names, View
from houserules.games.heart_of_five.view import View as HeartView
from houserules.games.heroes.view import View as HeroesView
from houserules.games.shedding.view import View as SheddingView

from . import heart_screen, heroes_screen, pieces, shedding_screen
from .cards_drawn import with_cards
from .look import NARROWEST, Look, Order, Size
from .pieces import QUIET, printable

BELOW: Final = 3
"""Rows that are left to the prompt and its suggestions."""
WIDEST: Final = 150
"""Beyond this a table only falls apart."""
WITH_LOG_BESIDE: Final = 118
LOG_WIDTH: Final = 36
FEWEST_LOG: Final = 4
"""Lines of the log that are worth smaller cards."""
SIZES: Final[tuple[Size, ...]] = ("roomy", "snug", "close", "tight", "bare")


def drawn(
    view: View, names: Names, log: Sequence[str], look: Look, order: Order = "rank", *, title: str | None = None
) -> str:
    """The whole table as text: no line wider than `look.width`, no newline at the end.

    `log` is what happened since the player moved last, oldest first; the last lines that fit are shown. Works for a
    seat, for a spectator, and for a match that is over."""
    if look.width < NARROWEST:
        return f"{NARROWEST} columns are needed, here are {look.width}: widen the window"[: max(look.width, 0)]
    rows = None if look.height is None else max(look.height - BELOW, 1)
    width = min(look.width, WIDEST)
    beside = width >= WITH_LOG_BESIDE
    if beside:
        width -= LOG_WIDTH + 1
    said = _log(log, names, look, LOG_WIDTH - 4 if beside else width)
    kept = 0 if beside else min(len(said), FEWEST_LOG) + bool(said)
    table: list[str] = []
    for size in SIZES:
        table = _rendered(_screen(view, names, look, order, size, width), width, look)
        if rows is None or len(table) + kept <= rows:
            break
    if rows is not None and len(table) > rows:
        # What is nearest to the player stands at the bottom: the pile, what it asks for, the own hand.
        table = table[len(table) - rows :]
    if title is None:
        title = "What happened" if view.seat is None else "Since your last move"
    if beside:
        return "\n".join(_with_log_beside(table, said, title, look, width))
    lines = table + _log_below(table, said, title, rows, look, width)
    return "\n".join(lines)


def _screen(view: View, names: Names, look: Look, order: Order, size: Size, width: int) -> RenderableType:
    match view:
        case SheddingView():
            return shedding_screen.screen(view, names, look, order, size, width)
        case HeartView():
            return heart_screen.screen(view, names, look, order, size, width)
        case HeroesView():
            return heroes_screen.screen(view, names, look, size, width)
    raise TypeError(f"there is no screen for a {type(view).__name__}")


def _rendered(what: RenderableType, width: int, look: Look) -> list[str]:
    """The lines of a renderable. Nothing around us is asked: the same look gives the same text everywhere."""
    target = io.StringIO()
    console = Console(
        file=target,
        width=width,
        height=100,
        color_system="256" if look.color else None,
        force_terminal=look.color,
        force_jupyter=False,
        force_interactive=False,
        legacy_windows=False,
        markup=False,
        highlight=False,
        emoji=False,
        _environ={},
    )
    console.print(what)
    return [line.rstrip() for line in target.getvalue().splitlines()]


# -- The log ---------------------------------------------------------------------------------------------------------


def _log(log: Sequence[str], names: Names, look: Look, width: int) -> list[Text]:
    """Each line of the log on as many rows as it takes."""
    said: list[Text] = []
    mark = "- " if look.ascii else "· "
    console = Console(file=io.StringIO(), width=width, _environ={})
    for line in log:
        text = with_cards(printable(line, look), look, names.names)
        for number, piece in enumerate(text.wrap(console, width - len(mark))):
            said.append(Text.assemble(("  " if number else mark, QUIET), piece))
    return said


def _log_below(table: list[str], said: list[Text], title: str, rows: int | None, look: Look, width: int) -> list[str]:
    room = len(said) + 1 if rows is None else rows - len(table)
    if not said or room < 1:
        return []
    shown = said[-(room - 1) :] if room > 1 else []
    if not shown:
        return _rendered(said[-1], width, look)
    return _rendered(Group(Text(title, QUIET), *shown), width, look)


def _with_log_beside(table: list[str], said: list[Text], title: str, look: Look, width: int) -> list[str]:
    room = max(len(table) - 2, 1)
    shown = said[-room:] or [Text("nothing yet", QUIET)]
    shown = [*shown, *(Text() for _ in range(room - len(shown)))]
    panel = _rendered(pieces.framed(Group(*shown), title, look, width=LOG_WIDTH), LOG_WIDTH, look)
    cells = [Text.from_ansi(line).cell_len for line in table]
    return [
        line + " " * (width + 1 - wide) + side if side else line
        for line, wide, side in zip(table, cells, [*panel, *([""] * len(table))][: len(table)], strict=True)
    ]
