"""The command line of the screen: everything that can be typed at a table, with completion and earlier lines."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from textual import events
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.message import Message
from textual.widgets import Input, Static

from houserules.terminal.completion import completed, suggested
from houserules.terminal.seated import Seated


class Typing(Input):
    """The line itself: keys that Input does not know go to the command line."""

    def on_key(self, event: events.Key) -> None:
        if event.key in ("escape", "tab", "up", "down", "ctrl+c", "ctrl+d") or (
            event.key == "backspace" and not self.value
        ):
            event.stop()
            event.prevent_default()
            assert isinstance(self.parent, CommandLine)
            self.parent.pressed(event.key)


class CommandLine(Vertical):
    DEFAULT_CSS: ClassVar[str] = """
    CommandLine { layer: above; dock: bottom; height: 2; display: none; background: #151d19; color: #f3eee2; }
    CommandLine.open { display: block; }
    CommandLine Static { height: 1; background: #151d19; color: #b3beb3; }
    CommandLine Typing, CommandLine Typing:focus {
        height: 1; border: none; padding: 0 1; background: #28342e; color: #f3eee2;
    }
    """

    class Said(Message):
        """A line was typed; "" if none was."""

        def __init__(self, line: str) -> None:
            super().__init__()
            self.line = line

    def __init__(self) -> None:
        super().__init__()
        self.seated: Seated | None = None
        self._said: list[str] = []
        self._back = 0

    def compose(self) -> ComposeResult:
        yield Static("", markup=False)
        yield Typing(compact=True, select_on_focus=False)

    @property
    def is_open(self) -> bool:
        return self.has_class("open")

    def open(self, seated: Seated) -> None:
        self.seated = seated
        self._back = 0
        self.add_class("open")
        typing = self.query_one(Typing)
        typing.value = ""
        self.screen.set_focus(typing, scroll_visible=False)  # at once: `focus` would let the next keys go elsewhere
        self._suggest("")

    def close(self) -> None:
        self.remove_class("open")

    def pressed(self, key: str) -> None:
        typing = self.query_one(Typing)
        match key:
            case "tab":
                self._complete(typing)
            case "up" | "down":
                self._back = max(0, min(len(self._said), self._back + (1 if key == "up" else -1)))
                self._put(typing, self._said[-self._back] if self._back else "")
            case _:
                self.close()
                self.post_message(self.Said(""))

    def _complete(self, typing: Input) -> None:
        assert self.seated is not None
        found = completed(self.seated, typing.value)
        common = _begin_alike(found)
        if len(common) > len(typing.value):
            self._put(typing, common)

    @staticmethod
    def _put(typing: Input, text: str) -> None:
        typing.value = text
        typing.cursor_position = len(text)

    def on_input_changed(self, event: Input.Changed) -> None:
        event.stop()
        self._suggest(event.value)

    def on_input_submitted(self, event: Input.Submitted) -> None:
        event.stop()
        line = event.value.strip()
        self._said += [line] if line and line not in self._said[-1:] else []
        self.close()
        self.post_message(self.Said(line))

    def _suggest(self, text: str) -> None:
        if self.seated is not None:
            self.query_one(Static).update(suggested(self.seated, text, self.app.size.width))


def _begin_alike(lines: Sequence[str]) -> str:
    """As much of the first line as all others begin with too."""
    first = lines[0] if lines else ""
    length = next((n for n in range(len(first)) if any(line[n : n + 1] != first[n] for line in lines)), len(first))
    return first[:length]
