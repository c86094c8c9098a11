"""Hosts: the table that a screen plays at. A local one lets its bots move, one at a time; one on a server listens."""

from __future__ import annotations

import asyncio
import random
import time
from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Final, Protocol

import msgspec

from houserules.core import Event, Move, Names
from houserules.errors import HouseRulesError
from houserules.terminal.log import Entry, log_lines
from houserules.terminal.remote_sitting import RemoteSitting
from houserules.terminal.reply import Reply, refusal
from houserules.terminal.seated import Seated
from houserules.terminal.sitting import Sitting

from .shown import Shown, shown_of
from .wishes import Wishes

MOST_WAITING: Final = 8
"""Pictures of a table on a server that may wait to be shown, one after the other."""

ASIDE_SECONDS: Final = (0.5, 2.5)
"""About as long as a person takes to decide on a question beside the turns."""

STORY_LINES: Final = 60
"""How much of the story stands beside the table."""

Step = Callable[[Shown, Sequence[Event]], None]
"""Called after each change, with what is to be shown and what happened."""


class Matches(Protocol):
    """One match after the other with the same players."""

    sitting: Sitting

    def rematch(self) -> Sitting:
        """The next match; the last one is over."""

    def tally_lines(self) -> tuple[str, ...]:
        """How everybody stands."""


class Host(ABC):
    """The one side of a screen; the other side are keys. All of it runs in one event loop."""

    def __init__(self, wishes: Wishes) -> None:
        self.wishes = wishes
        self.on_step: Step = lambda _shown, _events: None
        self.on_wait: Callable[[], None] = lambda: None
        """Called if an answer takes a while."""
        self._pressed = asyncio.Event()
        self._skips = False

    @property
    @abstractmethod
    def seated(self) -> Seated: ...

    @property
    def tally(self) -> tuple[str, ...]:
        return ()

    @abstractmethod
    def shown(self) -> Shown:
        """The table as it stands."""

    @abstractmethod
    async def run(self) -> None:
        """Until the task is cancelled."""

    @abstractmethod
    async def play(self, move: Move) -> Reply:
        """Make a move of the person."""

    @abstractmethod
    async def say(self, line: str) -> Reply:
        """Answer a typed line."""

    @abstractmethod
    async def rematch(self) -> Reply: ...

    def aside_pause(self, usual: float) -> float:
        """How long it takes to pass for a person who was asked beside the turns, and has nothing to say."""
        return usual

    def skip(self) -> None:
        """Wait for nothing until the person is asked again."""
        self._skips = True
        self._pressed.set()

    async def pause(self, since: float) -> None:
        """So that people can follow: until some time has passed since then, or a key is pressed."""
        left = since + self.wishes.pause - time.monotonic()
        self._pressed.clear()
        if self._skips or left <= 0:
            await asyncio.sleep(0)
            return
        with suppress(TimeoutError):
            await asyncio.wait_for(self._pressed.wait(), left)


class LocalHost(Host):
    """Bots think elsewhere, and their moves are made here."""

    def __init__(self, matches: Matches, wishes: Wishes) -> None:
        super().__init__(wishes)
        self.matches = matches
        self._changed = asyncio.Event()
        self._last = 0.0
        """When something was shown last."""
        self._story: list[Entry] = list(matches.sitting.log)

    @property
    def seated(self) -> Sitting:
        return self.matches.sitting

    @property
    def tally(self) -> tuple[str, ...]:
        return self.matches.tally_lines()

    def shown(self) -> Shown:
        sitting = self.seated
        if len(sitting.table.seating.people) > 1:  # each may know only what is their own
            return shown_of(sitting, sitting.log_lines())
        names = Names(*[player.name for player in sitting.players], listener=sitting.seat)
        return shown_of(sitting, log_lines(self._story[-STORY_LINES:], names))

    async def run(self) -> None:
        while True:
            sitting = self.seated
            self._changed.clear()
            if sitting.table.due() is None:
                self._skips = False
                sitting.keep()  # a save that waited is due: now the person thinks, and the power may fail
                if sitting.is_over:
                    sitting.finish()
                await self._changed.wait()
                continue
            known = len(sitting.log)
            pause = asyncio.ensure_future(self.pause(self._last))
            try:
                decision = await sitting.bot_moves(pause)
            except HouseRulesError:  # somebody took a move back while the bot thought
                continue
            finally:
                pause.cancel()
            if decision is not None:
                self._step(sitting.log[known:])

    async def play(self, move: Move) -> Reply:
        try:
            reply = self.seated.play([move])
        except HouseRulesError as problem:
            return refusal(problem.message)
        self._step(self.seated.log)
        return reply

    async def say(self, line: str) -> Reply:
        # Hints and reasons take a while. They only look at the table, which goes on without them.
        word = line.split()[:1]
        if word and word[0].lower() in ("hint", "h", "why", "w"):
            return await asyncio.to_thread(self.seated.say, line)
        reply = self.seated.say(line)
        if reply.moved:
            self._step(self.seated.log)
        return reply

    async def rematch(self) -> Reply:
        if not self.seated.is_over:
            return refusal("this match is not over: play it to its end")
        self.seated.finish()
        self.seated.close()
        self.matches.rematch()
        self._story = []
        self._step(())
        return Reply(moved=True)

    def _step(self, entries: Sequence[Entry]) -> None:
        self._last = time.monotonic()
        self._story += entries
        del self._story[:-STORY_LINES]
        self.on_step(self.shown(), [entry for entry in entries if isinstance(entry, Event)])
        self._changed.set()


class RemoteHost(Host):
    """What the server tells is shown one after the other, at the speed that the person likes."""

    def __init__(self, sitting: RemoteSitting, wishes: Wishes) -> None:
        super().__init__(wishes)
        self._sitting = sitting
        self._told: deque[tuple[Shown, tuple[Event, ...]]] = deque()
        self._news = asyncio.Event()
        self._asking = asyncio.Lock()

    def aside_pause(self, usual: float) -> float:  # noqa: ARG002 - others must not hear the speed of this screen
        """As long as people take who do have something to say, so that others cannot tell."""
        return ASIDE_SECONDS[0] + random.random() * (ASIDE_SECONDS[1] - ASIDE_SECONDS[0])

    @property
    def seated(self) -> RemoteSitting:
        return self._sitting

    @property
    def tally(self) -> tuple[str, ...]:
        return self._sitting.tally

    def shown(self) -> Shown:
        return shown_of(self._sitting, self._sitting.history()[-STORY_LINES:])

    async def run(self) -> None:
        loop = asyncio.get_running_loop()

        def note() -> None:  # in the thread of the connection
            events, self._sitting.last_events = self._sitting.last_events, ()
            self._told.append((self.shown(), events))
            loop.call_soon_threadsafe(self._news.set)

        def wait() -> None:
            loop.call_soon_threadsafe(self.on_wait)

        self._sitting.on_news = note
        self._sitting.on_wait = wait
        try:
            while True:
                await self._news.wait()
                self._news.clear()
                await self._show_all()
        finally:
            self._sitting.on_news = lambda: None

    async def _show_all(self) -> None:
        while self._told:
            shown, events = self._told.popleft()
            while len(self._told) > MOST_WAITING:
                shown, events = self._told.popleft()
            now = time.monotonic()
            self.on_step(msgspec.structs.replace(shown, is_late=bool(self._told)), events)
            if shown.may_act or shown.is_over:
                self._skips = False
            elif events:
                await self.pause(now)

    async def play(self, move: Move) -> Reply:
        return await self._asked(lambda: self._sitting.play([move]))

    async def say(self, line: str) -> Reply:
        return await self._asked(lambda: self._sitting.say(line))

    async def rematch(self) -> Reply:
        return await self.say("rematch")

    async def _asked(self, question: Callable[[], Reply]) -> Reply:
        """One question after the other; each waits for the server in a thread of its own."""
        async with self._asking:
            try:
                return await asyncio.to_thread(question)
            except HouseRulesError as problem:
                return refusal(problem.message)
