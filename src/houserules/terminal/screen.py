"""One table as text: the screen of its game, as large as there is room, and what happened since your last move."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import accumulate
from typing import Any, Final, Protocol

from rich.color import ColorSystem
from rich.segment import Segment
from rich.text import Text

from houserules.core import Names, View
from houserules.errors import UnknownGame
from houserules.games import FAMILIES

from . import pieces
from .cards_drawn import with_cards
from .look import NARROWEST, Look, Order, Size
from .pieces import QUIET, Block, printable

BELOW: Final = 3
"""Rows that are left to the prompt and its suggestions."""
WIDEST: Final = 150
"""A wider table would only be harder to read."""
WITH_LOG_BESIDE: Final = 118
LOG_WIDTH: Final = 36
FEWEST_LOG: Final = 4
"""Lines of the log that are worth smaller cards. They are kept free, so that the
table does not grow and shrink with the log."""
SIZES: Final[tuple[Size, ...]] = ("roomy", "snug", "close", "tight", "bare")


class Screen(Protocol):
    """What a game's `screen.py` has to offer: the table as a block of lines, and a few answers as text.

    A view is of the game's own type, which only its screen knows."""

    def draw(self, view: Any, names: Names, look: Look, order: Order, size: Size, width: int) -> Block:
        """The table, no line wider than `width`, in one of five sizes. Of a match that is over, also the places."""

    def hand_lines(self, view: Any, order: Order) -> tuple[str, ...]:
        """The viewer's own cards, if the viewer has a seat."""

    def score_lines(self, view: Any, names: Names) -> tuple[str, ...]:
        """How everybody stands."""

    def hidden_lines(self, position: Mapping[str, Any], names: Names) -> tuple[str, ...]:
        """All that is hidden in a position, for the replay of a match that is over."""


def drawn(
    view: View, names: Names, log: Sequence[str], look: Look, order: Order = "rank", *, title: str | None = None
) -> str:
    """The whole table as text: no line wider than `look.width`, no newline at the end.

    `log` is what happened since the player moved last, a line each, the oldest first; the last lines that fit are
    shown, and how many are not. Works for a seat, for a spectator, and for a match that is over."""
    if look.width < NARROWEST:
        return f"{NARROWEST} columns are needed, this window has {look.width}: widen it"[: max(look.width, 0)]
    rows = None if look.height is None else max(look.height - BELOW, 1)
    width = min(look.width, WIDEST)
    beside = width >= WITH_LOG_BESIDE
    if beside:
        width -= LOG_WIDTH + 1
    table: Block = []
    kept = 0 if beside else FEWEST_LOG + 1
    screen = screen_of(view.family)
    for size in SIZES:
        table = screen.draw(view, names, look, order, size, width)
        if rows is None or len(table) + kept <= rows:
            break
    if rows is not None and len(table) > rows:
        # What is nearest to the player stands at the bottom: the pile, what it asks for, the own hand.
        table = table[len(table) - rows :]
    where = ": say history" if title is None else ""
    if title is None:
        title = "What happened" if view.seat is None else "Since your last move"
    if beside:
        entries = _log(log, names, look, LOG_WIDTH - 4)
        side = _log_beside(entries, title, where, max(len(table) - 2, 1), look)
        table = pieces.beside((table, width), (side[: len(table)], LOG_WIDTH))
    else:
        entries = _log(log, names, look, width)
        table += _log_below(entries, title, where, None if rows is None else rows - len(table), look, width)
    return "\n".join(_rendered(table, look))


def screen_of(family: str) -> Screen:
    """The screen of a family of games."""
    known = FAMILIES.get(family)
    found = None if known is None else known.screen()
    if found is None:
        raise UnknownGame(f"games of the family {family!r} have no screen: play them with the engine")
    screen: Screen = found
    return screen


def _rendered(lines: Block, look: Look) -> list[str]:
    """Lines as they are written: blanks at the end say nothing, and without colour there is only the text.

    A line that is still too wide is cut: a terminal would break it, and the frame with it."""
    lines = [line if line.cell_len <= look.width else pieces.padded(line, look.width) for line in lines]
    return [_colored(line) if look.color else line.plain.rstrip() for line in lines]


def _colored(line: Text) -> str:
    line = Text.assemble(line)  # a style of the whole line is only seen as a part of another one
    line.rstrip()
    return "".join(
        piece.style.render(piece.text, color_system=ColorSystem.EIGHT_BIT) if piece.style else piece.text
        for piece in Segment.simplify(line.render(pieces.CONSOLE))
    )


# -- The log ---------------------------------------------------------------------------------------------------------


def _log(log: Sequence[str], names: Names, look: Look, width: int) -> list[Block]:
    """Each line of the log on as many rows as it takes."""
    said: list[Block] = []
    mark = "- " if look.ascii else "· "
    for line in log:
        rows = pieces.wrapped(with_cards(printable(line, look), look, names.names), width - len(mark))
        said.append([Text.assemble(("  " if number else mark, QUIET), row) for number, row in enumerate(rows)])
    return said


def _last(entries: Sequence[Block], room: int | None) -> tuple[Block, int]:
    """The last rows that fit, and how many lines of the log they do not show, or not from their beginning."""
    rows = [row for entry in entries for row in entry]
    if room is None or len(rows) <= room:
        return rows, 0
    left = len(rows) - room
    begins = list(accumulate([len(entry) for entry in entries], initial=0))[:-1]
    return rows[left:], sum(begin < left for begin in begins)


def _log_below(entries: Sequence[Block], title: str, where: str, room: int | None, look: Look, width: int) -> Block:
    if not entries or room == 0:
        return []
    shown, missing = _last(entries, room if room is None else max(room - 1, 1))
    more = f"{missing} earlier{where}"
    if room == 1:
        only = Text.assemble(shown[-1], (f"{pieces.dot(look)}{more}", QUIET)) if missing else shown[-1]
        return [only if only.cell_len <= width else shown[-1]]
    return [pieces.ruled(f"{title}{pieces.dot(look)}{more}" if missing else title, look, width), *shown]


def _log_beside(entries: Sequence[Block], title: str, where: str, room: int, look: Look) -> Block:
    shown, missing = _last(entries, room)
    shown = shown or [Text("nothing yet", QUIET)]
    more = Text(f"{missing} earlier{where}", QUIET) if missing else None
    return pieces.framed([*shown, *(Text() for _ in range(room - len(shown)))], title, look, LOG_WIDTH, below=more)
