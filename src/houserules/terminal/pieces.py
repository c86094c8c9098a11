"""What the screens of all games share: names, panels, places in words, whose turn it is."""

from __future__ import annotations

import io
from collections.abc import Collection, Sequence
from typing import Final

from rich.cells import cell_len, set_cell_size
from rich.console import Console
from rich.text import Text

from houserules.core import Names, Outcome, Seat, View

from .look import Look

TITLE: Final = "bold default"
QUIET: Final = "color(244)"
TURN: Final = "bold color(172)"
EDGE: Final = "color(240)"
LONGEST_NAME: Final = 18

Block = list[Text]
"""Lines below each other. They are put together here and not by rich's own tables and panels, which take several
times as long: a script may play thousands of moves a minute."""

CONSOLE: Final = Console(file=io.StringIO(), width=80, legacy_windows=False, _environ={})
"""Knows styles and how to break lines. Nothing is printed on it, and it does not look at the environment."""

_WHAT: Final = {
    "play": "play",
    "flip": "turn over a blind card",
    "peek": "look at a blind card",
    "take": "take the pile",
    "swap": "swap cards",
    "ready": "say ready",
    "target": "name who takes the pile",
    "call": "call a suit",
    "choose": "choose",
    "pass": "pass",
    "try": "try the top card of the stock",
    "announce": "announce your last card",
    "bet": "bet",
    "pick": "pick a slot",
    "add": "add",
    "subtract": "subtract",
}
"""What the words of moves mean to a player who has to choose one. A word that is not here speaks for itself."""


# -- Names and marks -------------------------------------------------------------------------------------------------


class Called:
    """The names of the seats on a screen: short, and without characters that could break it."""

    def __init__(self, names: Names, look: Look) -> None:
        self.names = names
        self.look = look

    def __call__(self, seat: Seat) -> str:
        return shortened(printable(self.names(seat), self.look), LONGEST_NAME, self.look)

    def manner(self, seat: Seat) -> str:
        """What a player is like, to be put behind the name: ", careful, hard"; "" for people."""
        manner = printable(self.names.manner(seat), self.look)
        return f", {manner}" if manner else ""


def printable(text: str, look: Look) -> str:
    """Without characters that move the cursor or change the direction of a line."""
    plain = "".join(sign if sign.isprintable() else "?" for sign in text)
    return plain.replace("→", "->").encode("ascii", "replace").decode() if look.ascii else plain


def shortened(text: str, most: int, look: Look) -> str:
    end = ".." if look.ascii else "…"
    return text if cell_len(text) <= most else set_cell_size(text, most - len(end)) + end


def dot(look: Look) -> str:
    return " - " if look.ascii else " · "


def marker(look: Look) -> str:
    """Stands before the seat to act."""
    return ">" if look.ascii else "▶"


def game_name(view: View, look: Look) -> Text:
    """As people call the game: Shithead for two, not duel."""
    name = view.game.replace("-", " ") if view.rules is None else view.rules.name
    return Text(shortened(printable(name.upper(), look), 30, look), TITLE)


# -- Blocks of lines -------------------------------------------------------------------------------------------------


def padded(line: Text, width: int) -> Text:
    """The line with exactly this width: cut, or with blanks at its end."""
    missing = width - line.cell_len
    if missing < 0:
        line = line.copy()
        line.truncate(width, overflow="crop")
        missing = width - line.cell_len
    return Text.assemble(line, " " * missing) if missing else line


def heading(left: Text, right: Text, width: int) -> Text:
    """One line with something at both ends."""
    return Text.assemble(padded(left, max(width - right.cell_len - 1, 0)), " ", right)


def wrapped(text: Text, width: int) -> Block:
    return [text] if text.cell_len <= width else [line for line in text.wrap(CONSOLE, width) if line]


def ruled(title: str, look: Look, width: int) -> Text:
    """A line across, with a few words in it."""
    line = "-" if look.ascii else "─"
    return Text.assemble((line * 2, EDGE), (f" {title} ", QUIET), (line * (width - cell_len(title) - 4), EDGE))


def framed(
    body: Block, title: Text | str, look: Look, width: int, *, below: Text | None = None, turn: bool = False
) -> Block:
    """A frame with a title in its upper edge and perhaps words in its lower one; a heavy frame for the seat to act."""
    light, heavy = ("+-+++|", "+=+++|") if look.ascii else ("╭─╮╰╯│", "┏━┓┗┛┃")
    signs = heavy if turn else light
    edge = TURN if turn else EDGE
    top = _edge(signs[:3], Text(title, TITLE) if isinstance(title, str) else title, edge, width)
    bottom = _edge(signs[3] + signs[1] + signs[4], below, edge, width)
    sides = [Text.assemble((f"{signs[5]} ", edge), padded(line, width - 4), (f" {signs[5]}", edge)) for line in body]
    return [top, *sides, bottom]


def _edge(signs: str, title: Text | None, style: str, width: int) -> Text:
    left, line, right = signs[0], signs[1], signs[2]
    if not title:
        return Text(left + line * (width - 2) + right, style)
    if title.cell_len > width - 6:
        title = padded(title, width - 6)
    rest = width - 5 - title.cell_len
    return Text.assemble((f"{left}{line} ", style), title, (f" {line * rest}{right}", style))


def beside(*columns: tuple[Block, int], gap: int = 1) -> Block:
    """Blocks side by side, each with its width."""
    rows = max(len(block) for block, _ in columns)
    lines = []
    for row in range(rows):
        cells = [padded(block[row] if row < len(block) else Text(), width) for block, width in columns]
        lines.append(Text(" " * gap).join(cells))
    return lines


def columns(head: Sequence[str], rows: Sequence[Sequence[Text]], *, right: Collection[int] = (), gap: int = 2) -> Block:
    """A table: each column as wide as its widest cell; the columns in `right` are aligned at the right."""
    lines = [[Text(title, QUIET) for title in head], *rows]
    widths = [max(line[place].cell_len for line in lines) for place in range(len(head))]
    return [
        Text(" " * gap).join(
            Text.assemble(" " * (width - cell.cell_len), cell) if place in right else padded(cell, width)
            for place, (cell, width) in enumerate(zip(line, widths, strict=True))
        )
        for line in lines
    ]


# -- Words -----------------------------------------------------------------------------------------------------------


def in_words(view: View) -> str:
    """What the viewer may say, in words and in the order in which the moves are listed."""
    words = list(dict.fromkeys(_WHAT.get(move.word, move.word) for move in view.legal))
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} or {words[-1]}" if words else ""


def turn_line(view: View, called: Called, look: Look, what: str | None = None) -> Text:
    """Whose turn it is. `what` says what to do where the words of the moves do not say enough."""
    if view.outcome is not None:
        return Text("The match is over", TITLE)
    if view.legal:
        return Text.assemble((f"{marker(look)} YOUR TURN", TURN), (f": {what or in_words(view)}", TITLE))
    acting = [called(seat) for seat in view.to_act]
    several = f"{', '.join(acting[:-1])} and {acting[-1]}" if len(acting) > 1 else "".join(acting)
    who = f"{len(acting)} players" if len(acting) > 3 else several
    are = "is" if len(acting) == 1 and acting != ["You"] else "are"
    return Text.assemble((f"{marker(look)} ", TURN), (f"{who} {are} to act", TITLE)) if who else Text()


def place(number: int) -> str:
    """1st, 2nd, 3rd, 11th."""
    ending = "th" if 10 < number % 100 < 20 else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{ending}"


def places(outcome: Outcome, called: Called, look: Look, width: int, facts: Sequence[str] = ()) -> Block:
    """How a match ended, in plain words: who won, then everybody in order of places."""
    order = sorted(range(len(outcome.places)), key=lambda seat: outcome.places[seat])
    firsts = [called(seat) for seat in order if outcome.places[seat] == 1]
    shared = f"Nobody won: {' and '.join(firsts)} share the first place."
    lines = wrapped(Text(shared if len(firsts) > 1 else f"{firsts[0]} won.", TURN), width - 4)
    for seat in order:
        fact = (f"  {facts[seat]}" if facts else "", QUIET)
        lines.append(Text.assemble((f"{place(outcome.places[seat]):>4}  ", TITLE), called(seat), fact))
    return framed(lines, "The match is over", look, width)
