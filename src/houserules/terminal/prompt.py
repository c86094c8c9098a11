"""The prompt of a terminal: editing, history, Tab, and a line of suggestions. Import it late: loading takes time."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable

from prompt_toolkit import PromptSession
from prompt_toolkit.completion import CompleteEvent, Completer, Completion
from prompt_toolkit.document import Document
from prompt_toolkit.history import DummyHistory, FileHistory, History, InMemoryHistory
from prompt_toolkit.shortcuts import CompleteStyle
from prompt_toolkit.styles import Style

from houserules.errors import HouseRulesError

from .completion import completed, suggested
from .files import data_folder, ensure_folder
from .seated import Seated

STYLE = Style.from_dict({"bottom-toolbar": "noreverse italic"})


class Moves(Completer):
    """Tab: how the line could go on."""

    def __init__(self) -> None:
        self.sitting: Seated | None = None

    def get_completions(self, document: Document, complete_event: CompleteEvent) -> Iterable[Completion]:  # noqa: ARG002 - the same however it was asked for
        if self.sitting is not None:
            text = document.text_before_cursor
            for line in completed(self.sitting, text):
                yield Completion(line, start_position=-len(text))


class Prompt:
    def __init__(self, *, remembers: bool = True) -> None:
        """`remembers`: Up brings back earlier lines. Where people share a screen, it would show a secret bet."""
        self._typed: str | None = None
        self.moves = Moves()
        self.session: PromptSession[str] = PromptSession(
            completer=self.moves,
            complete_while_typing=False,
            complete_style=CompleteStyle.COLUMN,
            # A menu would push the table off the screen. The line of suggestions does its work.
            reserve_space_for_menu=0,
            history=_history() if remembers else DummyHistory(),
            erase_when_done=True,
            enable_suspend=True,
            style=STYLE,
        )

    def line(self, sitting: Seated, *, more: bool, typed: str = "", news: int | None = None) -> str:
        """What the person types, added to `typed`. EOFError and KeyboardInterrupt as in `input`. `news` is what the
        screen shows, if it has to be drawn again after more of them."""
        self.moves.sitting = sitting
        self._typed = None
        session = self.session
        size = session.app.output.get_size()

        def toolbar() -> str:
            now = session.app.output.get_size()
            if (now != size or (news is not None and news != sitting.news)) and self._typed is None:
                # The window changed its size, or the table changed: end the prompt, so that the table is drawn again.
                self._typed = session.default_buffer.text
                asyncio.get_running_loop().call_soon(lambda: session.app.exit(result=""))
            return suggested(sitting, session.default_buffer.text, now.columns)

        return session.prompt("more (Enter; q leaves) > " if more else "> ", bottom_toolbar=toolbar, default=typed)

    def outdated(self) -> str | None:
        """What was typed so far, if the prompt ended because the table has to be drawn again; else None."""
        return self._typed

    def refresh(self) -> None:
        """There may be news. Any thread may say so."""
        self.session.app.invalidate()

    def stop(self, problem: BaseException) -> bool:
        """End an open prompt from a signal, and leave the terminal as it was. False if no prompt is open."""
        app = self.session.app
        if not app.is_running or app.loop is None:
            return False
        app.loop.call_soon_threadsafe(lambda: app.exit(exception=problem))
        return True


def _history() -> History:
    """Earlier lines, kept in the data directory, or only in memory if that cannot be written."""
    try:
        path = ensure_folder(data_folder()) / "history"
        path.touch(mode=0o600)
        return FileHistory(str(path))
    except (HouseRulesError, OSError):
        return InMemoryHistory()
