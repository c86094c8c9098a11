"""TableApp: the table on the whole screen. Keys and clicks become choices, choices become moves."""

from __future__ import annotations

import asyncio
import signal
import sys
from collections.abc import Coroutine, Sequence
from contextlib import suppress
from typing import Any, ClassVar, Final

from msgspec.structs import replace
from textual import events
from textual.app import App, ComposeResult

from houserules.core import Event, Move
from houserules.terminal.look import Look
from houserules.terminal.painters import painter_of
from houserules.terminal.prose import said
from houserules.terminal.reply import Reply
from houserules.terminal.scene import Flash, Moment, Scene
from houserules.terminal.spoken import command_meant
from houserules.terminal.tips import Tips, screen_tips

from .command_line import CommandLine
from .hosts import Host, RemoteHost
from .keys import LEAVE, Key, bar_keys, help_lines, keys_without_table
from .keys_bar import keys_line
from .notices import is_too_small, too_small, words_scene
from .panel import INSIDE, WIDEST, Panel
from .pointing import Pointing, Pressed
from .shown import Shown, flash_of, powers_of
from .table_widget import TableWidget
from .wishes import FLASH_SECONDS, Wishes

MOST_SAID: Final = 4
"""Lines that are shown beside the table; longer texts get a panel."""
THINKING: Final = ("A bot thinks about it ...",)
TOO_LATE: Final = ("The table changed before the hint was ready: press h again.",)
SKIP: Final = ("You are out: any key skips what the others still play.",)
LEAVING: Final = ("Press q again to leave: the match stays saved.",)
BAR: Final = "bar "
"""Before the key of a spot in the line of keys: a click there never means a card."""


class TableApp(App[int], inherit_bindings=False):
    """It returns an exit code."""

    ENABLE_COMMAND_PALETTE = False
    CSS: ClassVar[str] = """
    Screen { layers: below above; background: ansi_default; color: ansi_default; overflow: hidden; }
    TableWidget { layer: below; width: 100%; height: 1fr; background: ansi_default; }
    """

    def __init__(
        self, host: Host, look: Look, wishes: Wishes, *, greeting: Sequence[str] = (), tips: Tips | None = None
    ) -> None:
        super().__init__(ansi_color=True)
        self.host = host
        self.look = look
        self.wishes = wishes
        self.shown: Shown = host.shown()
        self.pointing = Pointing()
        self.notice: tuple[str, ...] = tuple(greeting)
        self._passing: tuple[str, ...] = ()
        """The notice, if it speaks of the position as it is: with the next move it goes."""
        self._steps = 0
        self.flash: Flash = ""
        self.tips = Tips(screen_tips(host.seated.game)) if tips is None else tips
        self._is_busy = False
        """A move is on its way."""
        self._flashes = 0
        self._paints = False
        self._leaving = False
        """The next q leaves."""
        self._powers = powers_of(host.seated.game)

    def compose(self) -> ComposeResult:
        yield TableWidget()
        yield CommandLine()

    def on_mount(self) -> None:
        self.host.on_step = self._stepped
        self.host.on_wait = self._waits
        self._listen_to_signals()
        # After Ctrl-Z and fg the terminal shows something else, so everything is written again.
        self.app_resume_signal.subscribe(self, lambda _app: self.refresh(layout=True))
        self.query_one(TableWidget).focus()
        self._stepped(self.host.shown(), ())
        self.run_worker(self.host.run(), exit_on_error=True)

    def _listen_to_signals(self) -> None:
        if sys.platform == "win32" or self.is_headless:
            return
        loop = asyncio.get_running_loop()
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            with suppress(RuntimeError, ValueError):  # only the main thread hears of signals
                loop.add_signal_handler(number, self.exit, 128 + number)

    # -- What the table tells ------------------------------------------------------------------------------------------

    def _stepped(self, shown: Shown, happened: Sequence[Event]) -> None:
        """Something changed: the cursor stays where it was, if that is still there."""
        self.shown = shown
        self.pointing.begin(shown, self.host.seated.order)
        self._steps += 1
        if self.notice == self._passing or (shown.may_act and self.notice == LEAVING):
            self.notice = ()
        if not self.notice and self._has_nothing_to_do(shown):
            self._notice_now(*SKIP)
        if self.pointing.choosing is not None:
            self.notice = self.notice or tuple(filter(None, [self.tips.next()]))
        if self.wishes.flash:
            self._light_up(flash_of(happened))
        self.paint()
        ended = self.host.seated.ended
        if ended is not None:
            self.exit(1)
        elif shown.may_act and shown.view is not None and len(shown.view.legal) == 1:
            if shown.view.is_aside:
                self._start(self._make_forced(shown.view.legal[0], self.host.aside_pause(self.wishes.pause)))
            elif self.wishes.forced:
                self._start(self._make_forced(shown.view.legal[0], self.wishes.pause))

    def _has_nothing_to_do(self, shown: Shown) -> bool:
        """Is the person out, and do only bots play on?"""
        view, seated = shown.view, self.host.seated
        if view is None or shown.is_over or isinstance(self.host, RemoteHost) or seated.is_shared:
            return False
        return view.seat is not None and view.seat in getattr(view, "out", ())

    def _notice_now(self, *lines: str) -> None:
        """Say something that holds only until the next move."""
        self.notice = self._passing = lines

    def _waits(self) -> None:
        self.notice = ("The server thinks ...",)
        self.paint()

    async def _make_forced(self, move: Move, pause: float) -> None:
        await asyncio.sleep(pause)
        if self.shown.may_act and self.shown.view is not None and tuple(self.shown.view.legal) == (move,):
            await self._play(move)

    def _light_up(self, flash: Flash) -> None:
        if not flash:
            return
        self.flash = flash
        self._flashes += 1
        number = self._flashes

        def dark() -> None:
            if number == self._flashes:
                self.flash = ""
                self.paint()

        self.set_timer(FLASH_SECONDS, dark)

    # -- Painting ------------------------------------------------------------------------------------------------------

    def paint(self) -> None:
        """Show everything as it is then, once for all that is done now."""
        if not self._paints:
            self._paints = True
            self.call_next(self._paint)

    def _paint(self) -> None:
        self._paints = False
        table = self.query_one(TableWidget)
        columns, rows = table.size.width, table.size.height
        if not columns or not rows:
            return
        scene = self._scene(columns, rows - 1)
        bar = keys_line(self._keys(), f"speed {self.wishes.speed}", self.look, columns)
        below = [replace(spot, row=rows - 1, key=f"{BAR}{spot.key}") for spot in bar.spots]
        table.show(Scene((*scene.lines, *bar.lines), (*scene.spots, *below)))

    def _keys(self) -> list[Key]:
        """What the line under the table shows: no key that means an answer just now."""
        shown, pointing = self.shown, self.pointing
        if shown.instead:
            has_to_be_ready = isinstance(self.host, RemoteHost) and not self.host.seated.is_ready
            return keys_without_table(is_curtain=bool(self.host.seated.curtain), has_to_be_ready=has_to_be_ready)
        is_remote = isinstance(self.host, RemoteHost)
        keys = bar_keys(is_over=shown.is_over, may_act=shown.may_act, is_remote=is_remote, sorts=pointing.sorts)
        cards = [replace(key, cap="^Q") if key is LEAVE and pointing.has_rank("Q") else key for key in keys]
        return [key for key in cards if not pointing.means(key.cap)]

    def _scene(self, columns: int, rows: int) -> Scene:
        if is_too_small(columns, rows + 1):
            return words_scene(too_small(columns, rows + 1), columns, rows)
        view = self.shown.view
        if view is None or self.shown.instead:
            return words_scene((*self.shown.instead.split("\n"), "", *self.notice), columns, rows)
        moment = Moment(
            view,
            self.shown.names,
            self.pointing.choosing,
            self.shown.log,
            self.notice,
            self.host.seated.order,
            self.flash,
            self._powers,
            self.host.tally,
        )
        look = replace(self.look, width=columns, height=rows)
        return painter_of(view.family).paint(moment, look, columns, rows)

    def on_table_widget_resized(self) -> None:
        self.paint()

    # -- Keys ----------------------------------------------------------------------------------------------------------

    async def on_event(self, event: events.Event) -> None:
        """Keys for the table act here, before Textual hands them on: what is typed right after `:` finds the command
        line open, however fast it comes."""
        is_key = isinstance(event, events.Key) and not event.is_forwarded
        if is_key and len(self.screen_stack) == 1 and not self.query_one(CommandLine).is_open:
            assert isinstance(event, events.Key)
            key = event.character if event.character is not None and event.is_printable else event.key
            self.press(" " if key == "space" else key)
        else:
            await super().on_event(event)

    def press(self, key: str) -> None:
        """Do what a key stands for; a character, or a name as in `left` and `enter`."""
        if self._leaves(key):
            return
        if self.shown.instead:
            self._press_instead(key)
        else:
            pressed = self.pointing.press(key)
            if pressed is not None:
                self._follow(pressed)
            elif not self._asks(key):
                self._wait_no_more(key)
        self.paint()

    def _leaves(self, key: str) -> bool:
        leaving, self._leaving = self._leaving, False
        match key:
            case "ctrl+c":
                self.exit(130)
            case "ctrl+q" | "ctrl+d":
                self.exit(0)
            case "ctrl+z":
                self.action_suspend_process()
            case "q" | "Q" if not self.pointing.has_rank("Q"):
                if self.shown.may_act or self.shown.is_over or self.shown.view is None or leaving:
                    self.exit(0)
                else:
                    self._leaving = True
                    self.notice = LEAVING
                    self.paint()
            case _:
                return False
        return True

    def _press_instead(self, key: str) -> None:
        """There is no table to be seen."""
        match key:
            case "r":
                self._start(self._say("ready"))
            case "enter":
                self._start(self._say(""))
            case _:
                self._asks(key)

    def _follow(self, pressed: Pressed) -> None:
        """Say what a key or a click led to, and make the move it stands for."""
        if pressed.notice is not None:
            self._notice_now(*pressed.notice)
        if pressed.plays is not None:
            self._start(self._play(pressed.plays))

    def _asks(self, key: str) -> bool:
        """Is it a key for a question, or for the screen itself?"""
        match key.lower():
            case "h":
                self._start(self._say("hint"))
            case "w":
                self._start(self._say("why"))
            case "u":
                self._start(self._say("undo"))
            case "s":
                names = self.host.seated.names.names
                told = [said(line, self.look, names) for line in self.host.seated.history()]
                self._open("Story", told or ["Nothing has happened yet."], at_end=True)
            case "?":
                keys = help_lines(min(self.size.width, WIDEST) - INSIDE, ascii_only=self.look.ascii)
                self._open("Help", [*keys, "", *self.host.seated.game.sheet().rstrip().splitlines()])
            case "m":
                self._sort()
            case ":" | "/":
                self.query_one(CommandLine).open(self.host.seated)
            case "+" | "=":
                self._notice_now(self.wishes.change_speed(1))
            case "-" | "_":
                self._notice_now(self.wishes.change_speed(-1))
            case "r" if self.shown.is_over:
                self._start(self._rematch())
            case _:
                return False
        return True

    def _wait_no_more(self, key: str) -> None:
        if not self.shown.may_act:
            self.host.skip()
        elif key == "escape":
            self.notice = ()

    def _sort(self) -> None:
        seated = self.host.seated
        seated.order = "suit" if seated.order == "rank" else "rank"
        self.pointing.begin(self.shown, seated.order)
        self._notice_now(f"Your hand is sorted by {seated.order}.")

    def _open(self, title: str, lines: Sequence[str], *, at_end: bool = False) -> None:
        self.push_screen(Panel(title, lines, at_end=at_end, ascii_only=self.look.ascii))

    # -- The mouse -----------------------------------------------------------------------------------------------------

    def on_table_widget_touched(self, event: TableWidget.Touched) -> None:
        if len(self.screen_stack) > 1:
            return
        pressed = self.pointing.touch(event.key, alone=event.alone)
        if pressed is not None:
            self._follow(pressed)
            self.paint()
        elif event.key == f"{BAR}{LEAVE.key}":
            self.exit(0)
        elif event.key.startswith(BAR):
            key = event.key.removeprefix(BAR)
            if self.shown.instead:
                self._press_instead(key)
            else:
                self._asks(key)
            self.paint()
        elif event.key:
            self.press(event.key)
        else:
            self._wait_no_more("")

    def on_table_widget_turned(self, event: TableWidget.Turned) -> None:
        choosing = self.pointing.choosing
        if choosing is not None and choosing.amount is not None:
            self.press("up" if event.step > 0 else "down")

    # -- What is done --------------------------------------------------------------------------------------------------

    def _start(self, work: Coroutine[Any, Any, None]) -> None:
        """Keys act while it is done."""
        self.run_worker(work, group="asked", exit_on_error=True)

    async def _play(self, move: Move) -> None:
        if self._is_busy:
            return
        self._is_busy = True
        self.notice = ()
        try:
            self._answered(await self.host.play(move))
        finally:
            self._is_busy = False

    async def _say(self, line: str) -> None:
        asked = command_meant(self.host.seated, line.split()) if line.strip() else None
        self.notice = THINKING if asked in ("hint", "why") else ()
        self.paint()
        steps = self._steps
        reply = await self.host.say(line)
        if asked != "hint":
            self._answered(reply)
        elif steps == self._steps:
            self._answered(reply)
            self._passing = self.notice
        elif self.notice == THINKING:  # nothing newer is said
            self._notice_now(*TOO_LATE)
            self.paint()

    async def _rematch(self) -> None:
        self.notice = ()
        self._answered(await self.host.rematch())

    def _answered(self, reply: Reply) -> None:
        if reply.left:
            self.exit(0)
            return
        if len(reply.lines) > MOST_SAID:
            self.notice = ()
            self._open("Answer", reply.lines)
        elif reply.lines or not reply.moved:
            self.notice = reply.lines
        self.paint()

    def on_command_line_said(self, event: CommandLine.Said) -> None:
        self.screen.set_focus(self.query_one(TableWidget))
        if event.line:
            self._start(self._say(event.line))
        self.paint()
