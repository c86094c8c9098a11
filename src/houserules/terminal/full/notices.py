"""Scenes without a table: a few words in the middle of the screen."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from typing import Final

from rich.text import Text

from houserules.terminal.scene import Scene

FEWEST_COLUMNS: Final = 60
FEWEST_ROWS: Final = 20


def is_too_small(columns: int, rows: int) -> bool:
    return columns < FEWEST_COLUMNS or rows < FEWEST_ROWS


def too_small(columns: int, rows: int) -> tuple[str, ...]:
    return (
        f"The table needs {FEWEST_COLUMNS} columns and {FEWEST_ROWS} rows.",
        f"This window has {columns} and {rows}: enlarge it, or leave by Ctrl-Q and play with --plain.",
    )


def words_scene(lines: Sequence[str], columns: int, rows: int) -> Scene:
    told = [part for line in lines for part in textwrap.wrap(line, columns) or [""]]
    above = max((rows - len(told)) // 2, 0)
    shown = [Text() for _ in range(above)] + [Text(line.center(columns)) for line in told]
    return Scene(tuple([*shown, *[Text() for _ in range(rows - len(shown))]][:rows]))
