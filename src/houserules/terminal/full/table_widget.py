"""TableWidget: a scene on the screen, line by line; only lines that look different are written again."""

from __future__ import annotations

from rich.text import Text
from textual import events
from textual.geometry import Region
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget

from houserules.terminal.scene import Scene


class TableWidget(Widget):
    """It shows what it is given, and says which spot of it the mouse has touched."""

    can_focus = True

    class Touched(Message):
        def __init__(self, key: str, *, alone: bool) -> None:
            super().__init__()
            self.key = key
            """Of the spot; "" if there is none."""
            self.alone = alone
            """The other button of the mouse was used."""

    class Turned(Message):
        def __init__(self, step: int) -> None:
            super().__init__()
            self.step = step
            """The wheel: 1 is up."""

    class Resized(Message):
        """There is more room, or less."""

    def __init__(self) -> None:
        super().__init__()
        self._scene = Scene(())
        self._strips: list[Strip] = []
        self._width = 0

    def show(self, scene: Scene) -> None:
        before, width = self._scene.lines, self.size.width
        self._scene = scene
        if len(before) != len(scene.lines) or width != self._width:
            self._width = width
            self._strips = [self._strip(line) for line in scene.lines]
            self.refresh()
            return
        changed = [row for row, line in enumerate(scene.lines) if line != before[row]]
        for row in changed:
            self._strips[row] = self._strip(scene.lines[row])
        if changed:
            self.refresh(*[Region(0, row, width, 1) for row in changed])

    def _strip(self, line: Text) -> Strip:
        line = Text.assemble(line)  # a style of the whole line is only seen as a part of another one
        return Strip(line.render(self.app.console)).adjust_cell_length(self._width)

    def render_line(self, y: int) -> Strip:
        return self._strips[y] if y < len(self._strips) else Strip.blank(self.size.width)

    def spot_at(self, column: int, row: int) -> str:
        """The key of the first spot there; "" if there is none."""
        for spot in self._scene.spots:
            if spot.row <= row < spot.row + spot.height and spot.column <= column < spot.column + spot.width:
                return spot.key
        return ""

    @property
    def scene(self) -> Scene:
        return self._scene

    def on_mouse_down(self, event: events.MouseDown) -> None:
        event.stop()
        alone = event.button != 1 or event.shift or event.ctrl
        self.post_message(self.Touched(self.spot_at(event.x, event.y), alone=alone))

    def on_mouse_scroll_up(self, event: events.MouseScrollUp) -> None:
        event.stop()
        self.post_message(self.Turned(1))

    def on_mouse_scroll_down(self, event: events.MouseScrollDown) -> None:
        event.stop()
        self.post_message(self.Turned(-1))

    def on_resize(self) -> None:
        self.post_message(self.Resized())
