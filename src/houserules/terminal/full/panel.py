"""A panel over the table for long texts: rules, the story, help. Arrows scroll, q or Escape leaves."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Sequence
from typing import ClassVar, Final

from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Static

WIDEST: Final = 100
"""Columns of a panel."""
INSIDE: Final = 7
"""Columns that its frame and its scroll bar take."""
_GAP: Final = re.compile(r"\S {2,}(?=\S)")
LEAVES: Final = ("q", "escape", "enter", "s", "question_mark", "ctrl+c", "ctrl+d")


class Panel(ModalScreen[None]):
    DEFAULT_CSS: ClassVar[str] = """
    Panel { align: center middle; background: ansi_default; }
    Panel > VerticalScroll {
        width: 100%; max-width: 100; height: 100%; padding: 0 1;
        background: #151d19; color: #f3eee2; border: round #e3b457; border-title-color: #f3d189;
        scrollbar-size-vertical: 1; scrollbar-color: #e3b457; scrollbar-background: #28342e;
        scrollbar-color-hover: #f3d189; scrollbar-color-active: #f3d189; scrollbar-background-hover: #28342e;
        scrollbar-background-active: #28342e;
    }
    Panel.plain > VerticalScroll { border: ascii #e3b457; }
    Panel Static { width: 100%; height: auto; background: #151d19; color: #f3eee2; }
    """

    def __init__(self, title: str, lines: Sequence[str], *, at_end: bool = False, ascii_only: bool = False) -> None:
        super().__init__(classes="plain" if ascii_only else "")
        self._words = title
        self._lines = lines
        self._at_end = at_end

    def compose(self) -> ComposeResult:
        with VerticalScroll() as scroll:
            scroll.border_title = self._words
            scroll.border_subtitle = "arrows scroll, q leaves"
            yield Static(self._text())

    def on_mount(self) -> None:
        scroll = self.query_one(VerticalScroll)
        scroll.focus()
        if self._at_end:
            self.call_after_refresh(scroll.scroll_end, animate=False)

    def on_resize(self) -> None:
        self.query_one(Static).update(self._text())

    def _text(self) -> Text:
        width = min(self.app.size.width, WIDEST) - INSIDE
        return Text("\n".join(row for line in self._lines for row in hung(line, width)))

    def on_key(self, event: events.Key) -> None:
        scroll = self.query_one(VerticalScroll)
        if event.key in LEAVES:
            event.stop()
            self.dismiss()
        elif event.key == "space":
            event.stop()
            scroll.scroll_page_down(animate=False)


def hung(line: str, width: int) -> list[str]:
    """A line in rows: what follows stands under its last column, as in a list of commands and what they do.

    >>> hung("why       ask why a bot moved", 24)
    ['why       ask why a bot', '          moved']
    """
    if len(line) <= width:
        return [line]
    gaps = [gap.end() for gap in _GAP.finditer(line)]
    under = gaps[-1] if gaps else len(line) - len(line.lstrip())
    return textwrap.wrap(line, max(width, 1), subsequent_indent=" " * (under if 3 * under <= 2 * width else 0))
