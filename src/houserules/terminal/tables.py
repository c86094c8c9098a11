"""Tables of rows: as wide as the terminal, plain text of any width through a pipe."""

from __future__ import annotations

import io
from collections.abc import Collection, Sequence
from typing import Final, TextIO

PIPE_COLUMNS: Final = 10_000
"""Wide enough that nothing is cut off."""


def table(head: Sequence[str], rows: Sequence[Sequence[str]], words: Collection[str], target: TextIO) -> str:
    """A table as text for `target`, without a newline at the end. Columns of words stand to the left, numbers right."""
    # Loading rich takes longer than all the rest of most commands.
    from rich.console import Console  # noqa: PLC0415
    from rich.table import Table  # noqa: PLC0415
    from rich.text import Text  # noqa: PLC0415

    drawn = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="bold")
    for name in head:
        drawn.add_column(Text(name), justify="left" if name in words else "right", overflow="fold")
    for row in rows:
        drawn.add_row(*[Text(cell) for cell in row])
    if target.isatty():
        console = Console(file=target, highlight=False)
    else:
        console = Console(file=io.StringIO(), width=PIPE_COLUMNS, color_system=None, force_terminal=False)
    with console.capture() as captured:
        console.print(drawn)
    return "\n".join([line.rstrip() for line in captured.get().splitlines()])


def ordinal(number: int) -> str:
    """1st, 2nd, 3rd, 4th ..."""
    ending = "th" if number % 100 in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{ending}"
