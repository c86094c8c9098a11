"""The line under the table: single keys and what they do. Each can be clicked."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rich.text import Text

from houserules.terminal.look import Look
from houserules.terminal.scene import Scene, Spot

from .keys import Key

GROUND: Final = "#0c110f"
INK: Final = f"#b3beb3 on {GROUND}"
CAP: Final = f"bold #e3b457 on {GROUND}"


def keys_line(keys: Sequence[Key], note: str, look: Look, columns: int) -> Scene:
    """As many keys as fit, the last one always, and at the right a note if there is room for it."""
    line = Text(no_wrap=True)
    spots = []
    shown = list(keys)
    while (needed := sum(len(key.cap) + len(key.short) + 3 for key in shown)) > columns and len(shown) > 1:
        del shown[-2]  # the last one leaves the table: everybody has to find it
    if needed + len(note) + 2 > columns:
        note = ""
    for key in shown:
        text = f" {key.cap} {key.short} "
        spots.append(Spot(0, line.cell_len, 1, len(text), key.key))
        line.append(f" {key.cap} ", CAP if look.color else "bold").append(f"{key.short} ", INK if look.color else "")
    gap = columns - line.cell_len - len(note)
    style = INK if look.color else ""
    return Scene((line.append(" " * max(gap - 1, 0) + note + " ", style),), tuple(spots))
