"""What the screens of all games share: names, panels, places in words, whose turn it is."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rich import box
from rich.cells import cell_len, set_cell_size
from rich.console import RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from houserules.core import Names, Outcome, Seat, View

from .look import Look

TITLE: Final = "bold default"
QUIET: Final = "color(244)"
TURN: Final = "bold color(172)"
EDGE: Final = "color(240)"
LONGEST_NAME: Final = 16

_WHAT: Final = {
    "play": "play",
    "flip": "turn over a blind card",
    "take": "take the pile",
    "swap": "swap cards",
    "ready": "say ready",
    "target": "name who takes the pile",
    "call": "call a suit",
    "choose": "choose",
    "pass": "pass",
    "bet": "bet",
    "pick": "pick a slot",
    "add": "add",
    "subtract": "subtract",
}
"""What the words of moves mean, to somebody who has to say one."""


class Called:
    """How the seats are called on a screen: in few columns, and without what could break it."""

    def __init__(self, names: Names, look: Look) -> None:
        self.names = names
        self.look = look

    def __call__(self, seat: Seat) -> str:
        return shortened(printable(self.names(seat), self.look), LONGEST_NAME, self.look)


def printable(text: str, look: Look) -> str:
    """Without anything that moves a cursor or turns a line around."""
    plain = "".join(sign if sign.isprintable() else "?" for sign in text)
    return plain.encode("ascii", "replace").decode() if look.ascii else plain


def shortened(text: str, most: int, look: Look) -> str:
    end = ".." if look.ascii else "…"
    return text if cell_len(text) <= most else set_cell_size(text, most - len(end)) + end


def dot(look: Look) -> str:
    return " - " if look.ascii else " · "


def marker(look: Look) -> str:
    """Stands before whose turn it is."""
    return ">" if look.ascii else "▶"


def heading(left: Text, right: Text) -> Table:
    """One line with something at both ends."""
    grid = Table.grid(expand=True)
    grid.add_column(no_wrap=True, overflow="ellipsis", ratio=1)
    grid.add_column(no_wrap=True, justify="right")
    grid.add_row(left, right)
    return grid


def game_name(view: View, look: Look) -> Text:
    return Text(shortened(printable(view.game.replace("-", " ").upper(), look), 30, look), TITLE)


def framed(
    body: RenderableType,
    title: Text | str,
    look: Look,
    *,
    below: Text | None = None,
    turn: bool = False,
    width: int | None = None,
) -> Panel:
    """A frame with something in its upper and in its lower edge; a heavy one for whose turn it is."""
    return Panel(
        body,
        title=Text(title, TITLE) if isinstance(title, str) else title,
        title_align="left",
        subtitle=below,
        subtitle_align="left",
        box=box.ASCII2 if look.ascii else box.HEAVY if turn else box.ROUNDED,
        border_style=TURN if turn else EDGE,
        padding=(0, 1),
        width=width,
    )


def beside(*columns: tuple[RenderableType, int], gap: int = 1) -> Table:
    """Side by side, each with its width."""
    grid = Table.grid(padding=(0, gap, 0, 0), pad_edge=False)
    for _, width in columns:
        grid.add_column(width=width)
    grid.add_row(*(column for column, _ in columns))
    return grid


def in_words(view: View) -> str:
    """What the viewer may say, in words and in the order in which the moves are listed."""
    words = list(dict.fromkeys(_WHAT.get(move.word, move.word) for move in view.legal))
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} or {words[-1]}" if words else ""


def turn_line(view: View, called: Called, look: Look) -> Text:
    """Whose turn it is: a mark and words."""
    if view.outcome is not None:
        return Text("The match is over", TITLE)
    if view.legal:
        return Text.assemble((f"{marker(look)} YOUR TURN", TURN), (f": {in_words(view)}", TITLE))
    who = ", ".join(called(seat) for seat in view.to_act)
    return Text.assemble((f"{marker(look)} ", TURN), (f"{who} to act", TITLE)) if who else Text()


def place(number: int) -> str:
    """1st, 2nd, 3rd, 11th."""
    ending = "th" if 10 < number % 100 < 20 else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{ending}"


def count(number: int, what: str) -> str:
    return f"{number} {what}" if number == 1 else f"{number} {what}s"


def places(outcome: Outcome, called: Called, facts: Sequence[str] = ()) -> list[Text]:
    """How a match ended, in plain words: who won, then everybody in order of places."""
    order = sorted(range(len(outcome.places)), key=lambda seat: outcome.places[seat])
    firsts = [seat for seat in order if outcome.places[seat] == 1]
    if len(firsts) == 1:
        lines = [Text(f"{called(firsts[0])} won.", TURN)]
    else:
        lines = [Text("Nobody won: " + " and ".join(called(seat) for seat in firsts) + " share the first place.", TURN)]
    for seat in order:
        fact = (f"  {facts[seat]}", QUIET) if facts else ""
        lines.append(Text.assemble((f"{place(outcome.places[seat]):>4}  ", TITLE), called(seat), fact))
    return lines
