"""TableSeat: a seat at a table on a server. It stays seated over broken connections until it is closed.

The highest `seq` that was seen counts: older views are put aside. What was not answered is said again.
"""

from __future__ import annotations

import asyncio
import random
import secrets
import time
from collections import deque
from collections.abc import Callable
from copy import copy
from functools import cached_property
from types import TracebackType
from typing import Final, Self

import msgspec

from houserules.core import NO_MOVES, Legal, Move, Seat, View
from houserules.errors import HouseRulesError, IllegalMove, RequestError, TableError, WireError
from houserules.games import AnyGame
from houserules.match import rules_of
from houserules.wire import (
    AnySaid,
    AnyTold,
    SayBack,
    SayBot,
    SayChat,
    SayExplain,
    SayForfeit,
    SayHint,
    SayLeave,
    SayMove,
    SayReady,
    SayRematch,
    SayStart,
    SayUndo,
    SayWhy,
    TableInfo,
    TellClock,
    TellDone,
    TellError,
    TellExplain,
    TellGone,
    TellHint,
    TellOver,
    TellPresence,
    TellView,
    TellWhy,
    read_told,
)
from houserules.wire.said import CannedLine

from .asking import FIRST_NUMBER, Answered, Asked, lost, overtaken, problem_in
from .connection import Connection, Lost
from .links import Link

MOST_KEPT: Final = 10_000
"""Messages that wait for somebody to read them; of more, the oldest are dropped."""
FIRST_WAIT: Final = 0.05
"""Seconds, at most, before the first attempt to come back; each further one may wait twice as long ..."""
LONGEST_WAIT: Final = 1.0
"""... up to this."""
TOO_FAST_SECONDS: Final = 0.25
"""How long to be silent after the server said that we talk too fast."""
DISMISSED: Final = frozenset({"removed", "bad-token", "unknown-table", "no-spectators", "too-many-sockets"})
"""Codes of `gone` after which it makes no sense to come back."""


class TableSeat:
    """Use `join`, `watch` or `open_table`. In `async with` it is closed at the end; the seat itself stays taken."""

    def __init__(
        self,
        link: Link,
        info: TableInfo,
        seat: Seat | None,
        token: str | None,
        *,
        notes: bool = True,
        patience: float | None = 60.0,
        ping_seconds: float = 5.0,
    ) -> None:
        self.link = link
        self.info = info
        """The table, as it was when we came."""
        self.seat = seat
        """None for a spectator."""
        self.token = token
        self.invite = f"{link.server}/t/{link.table}"
        """The link for friends."""
        self.view: View | None = None
        """The newest view; None before the deal."""
        self.seq = -1
        """The number of the last step that was seen."""
        self.match = 0
        """Which match of the table it is, counted from 1."""
        self.presence: TellPresence | None = None
        self.clock: TellClock | None = None
        self.over: TellOver | None = None
        """The end of the last match that ended, with all that is needed to verify it."""
        self._notes = notes
        self._patience = patience
        self._ping_seconds = ping_seconds
        self._connection: Connection | None = None
        self._is_whole = False
        """Has this connection told a view?"""
        self._asked: dict[int, Asked] = {}
        self._last_number = FIRST_NUMBER
        self._moving = asyncio.Lock()
        self._messages: deque[AnyTold] = deque(maxlen=MOST_KEPT)
        self._waiters: list[asyncio.Future[None]] = []
        self._end: HouseRulesError | None = None
        self._gone: TellGone | None = None
        self._is_closed = False
        self._silent_until = 0.0
        self._decided: tuple[int, Legal] = -1, NO_MOVES
        """Where the table stood after the last own move, and what could be done before it."""
        self._life: asyncio.Task[None] | None = None

    @cached_property
    def game(self) -> AnyGame:
        """The rules of the table."""
        return rules_of(self.info.game, self.info.house)

    async def open(self) -> Self:
        """Connect, and wait for the first view."""
        self._life = asyncio.create_task(self._live())
        try:
            await self.until(lambda: self.seq >= 0)
        except BaseException:
            await self.close()
            raise
        return self

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, problem: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()

    async def close(self) -> None:
        """End the connection. The seat stays yours: its token opens it again."""
        self._is_closed = True
        if self._connection is not None:
            self._connection.close()
        if self._life is not None:
            self._life.cancel()
            await asyncio.gather(self._life, return_exceptions=True)
        self._finish(TableError("closed", "this seat was closed: join again"))

    # -- Hearing -------------------------------------------------------------------------------------------------------

    def __aiter__(self) -> Self:
        return self

    async def __anext__(self) -> AnyTold:
        """The next message. It ends when the seat is closed; if the server ended it, TableError says why."""
        while not self._messages:
            if self._is_closed:
                raise StopAsyncIteration
            await self._next_news()
        return self._messages.popleft()

    @property
    def unread(self) -> int:
        """How many messages wait to be read."""
        return len(self._messages)

    async def until(self, happened: Callable[[], bool]) -> None:
        """Wait until something is so; TableError if this seat ends before."""
        while not happened():
            await self._next_news()

    async def turn(self) -> View | None:
        """The view in which this seat has something to decide, as soon as there is one; None when the match is over.

        Where several seats act at once, a seat may often change its mind, as with a bet. A program that has moved and
        could only do the same again is not asked before something happens."""
        await self.until(lambda: self._is_due or (self.view is not None and self.view.outcome is not None))
        return self.view if self._is_due else None

    @property
    def _is_due(self) -> bool:
        view = self.view
        if view is None or not view.legal or (self.presence is not None and self.presence.paused):
            return False
        return len(view.to_act) == 1 or (self.seq, view.legal) != self._decided

    async def _next_news(self) -> None:
        if self._end is not None:
            raise copy(self._end)  # one that is raised twice would gather tracebacks
        waiter: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiters.append(waiter)
        await waiter

    def _wake(self) -> None:
        waiters, self._waiters = self._waiters, []
        for waiter in waiters:
            if not waiter.done():
                waiter.set_result(None)

    def _heard(self, data: bytes) -> None:
        try:
            told = read_told(data)
        except WireError as problem:
            self._finish(problem)
            return
        match told:
            case None:
                return  # a later version says something that this one need not know
            case TellView(seq, view, match) if seq >= self.seq:
                self.seq, self.view, self.match = seq, view, match
                if not self._is_whole:
                    self._is_whole = True
                    self._say_again()
                for asked in [one for one in self._asked.values() if one.held is not None]:
                    self._answer(asked, asked.held)
            case TellView():
                return
            case TellPresence():
                self.presence = told
            case TellClock():
                self.clock = told
            case TellOver():
                self.over = told
            case TellGone():
                self._gone = told
        if isinstance(told, Answered):
            self._hear_answer(told)
        self._messages.append(told)
        self._wake()

    def _hear_answer(self, answer: Answered) -> None:
        # The server may not know the number of what it cannot read; but it answers in order.
        asked = next(iter(self._asked.values()), None) if answer.of is None else self._asked.get(answer.of)
        if asked is None:
            return
        if isinstance(answer, TellError) and answer.code == "too-fast":
            self._silent_until = time.monotonic() + TOO_FAST_SECONDS
            if answer.of is not None or len(self._asked) == 1:
                self._send(asked)
            else:
                self._say_again()
            return
        self._answer(asked, answer)

    def _answer(self, asked: Asked, answer: Answered | None) -> None:
        """Whoever asked sees the table as the answer left it."""
        if isinstance(answer, TellDone) and answer.seq > self.seq:
            asked.held = answer
        elif answer is not None and not asked.answer.done():
            asked.answer.set_result(answer)

    # -- Saying --------------------------------------------------------------------------------------------------------

    async def play(self, move: Move | str) -> None:
        """Make a move, as an answer to `view`. It stands when this returns, and `view` shows it.

        IllegalMove or NotationError if it is refused; TableError `stale` if something else happened first."""
        async with self._moving:
            seq, view = self.seq, self.view
            try:
                await self._ask(SayMove(seq, str(move)), seq)
            except IllegalMove as problem:
                if self.seq == seq:
                    raise
                raise overtaken() from problem
            # If others moved as well, the move is not the very next step, and there is something new to decide about.
            self._decided = seq + 1, NO_MOVES if view is None else view.legal

    async def ready(self, salt: str | None = None) -> None:
        """Wait for the deal. The salt goes into the seed; without one it is random."""
        await self.say(SayReady(new_salt() if salt is None else salt))

    async def start(self) -> None:
        """The host: deal now, and let bots fill the empty chairs."""
        await self.say(SayStart())

    async def chat(self, text: str = "", *, line: CannedLine | None = None) -> None:
        await self.say(SayChat(text, line))

    async def hint(self) -> TellHint:
        """What a strong bot would do."""
        answer = await self.say(SayHint())
        assert isinstance(answer, TellHint)
        return answer

    async def why(self, seq: int | None = None) -> TellWhy:
        """Why a bot made the move of step `seq`; without a number, its last move."""
        answer = await self.say(SayWhy(seq))
        assert isinstance(answer, TellWhy)
        return answer

    async def explain(self, move: Move | str) -> TellExplain:
        """Would this move be allowed? Nothing changes."""
        answer = await self.say(SayExplain(str(move)))
        assert isinstance(answer, TellExplain)
        return answer

    async def undo(self, count: int | None = None) -> None:
        """Take back the own last move and all after it, or agree to what somebody else asked for."""
        await self.say(SayUndo(count))

    async def rematch(self, salt: str | None = None) -> None:
        """Play once more, as soon as all people want it."""
        await self.say(SayRematch(new_salt() if salt is None else salt))

    async def next_match(self) -> None:
        """Ask for a rematch, and wait until it is dealt."""
        number = self.match
        await self.rematch()
        await self.until(lambda: self.match > number)

    async def forfeit(self) -> None:
        await self.say(SayForfeit())

    async def let_bot_play(self) -> None:
        await self.say(SayBot())

    async def come_back(self) -> None:
        await self.say(SayBack())

    async def leave(self) -> None:
        """Stand up for good: a bot plays on, and the token ends."""
        try:
            await self.say(SayLeave())
        except TableError as problem:
            if problem.code not in ("removed", "bad-token"):  # the seat is ours no more: that is what was asked for
                raise
        await self.close()

    async def say(self, said: AnySaid) -> Answered:
        """Any message but a move, and its answer. It gets a number of its own."""
        if isinstance(said, SayMove):
            raise RequestError("bad-request", "a move is said with play")
        self._last_number += 1
        return await self._ask(msgspec.structs.replace(said, of=self._last_number), self._last_number)

    async def _ask(self, said: AnySaid, of: int) -> Answered:
        if self._end is not None:
            raise copy(self._end)
        asked = Asked(said, of, self.seq)
        self._asked[of] = asked
        try:
            self._send(asked)
            answer = await asked.answer
        finally:
            del self._asked[of]
        problem = problem_in(answer, asked)
        if problem is not None:
            raise problem
        return answer

    def _send(self, asked: Asked) -> None:
        """Now if the connection stands, else when it does."""
        if self._connection is None or not self._is_whole or asked.answer.done():
            return
        wait = self._silent_until - time.monotonic()
        if wait > 0:
            asyncio.get_running_loop().call_later(wait, self._send, asked)
            return
        asked.times += 1
        self._connection.send(msgspec.json.encode(asked.said))

    def _say_again(self) -> None:
        for asked in list(self._asked.values()):
            if asked.may_be_said_again(self.seq):
                self._send(asked)
            elif not asked.answer.done():
                asked.answer.set_exception(lost(asked))

    # -- Being there ---------------------------------------------------------------------------------------------------

    async def _live(self) -> None:
        """Connect, and connect again, until the server says not to, or patience ends."""
        url = f"{self.link.live}?notes=1" if self._notes else self.link.live
        tries, since = 0, time.monotonic()
        while not self._is_closed:
            why, self._gone = "it closed the connection", None
            try:
                self._connection = Connection(self._heard)
                await self._connection.open(url, self.token, self._ping_seconds)
            except HouseRulesError as refused:
                self._finish(refused)
                return
            except Lost as problem:
                why = str(problem)
            else:
                await self._connection.lost
                if self._is_dismissed():
                    return
                if self._connection.has_spoken:
                    tries, since = 0, time.monotonic()
            self._connection, self._is_whole = None, False
            if self._patience is not None and time.monotonic() - since > self._patience:
                self._finish(TableError("unreachable", f"{self.link.server} cannot be reached: {why}"))
                return
            await asyncio.sleep(random.uniform(0, min(FIRST_WAIT * 2**tries, LONGEST_WAIT)))
            tries = min(tries + 1, 10)

    def _is_dismissed(self) -> bool:
        gone = self._gone
        if gone is None or gone.code not in DISMISSED:
            return False
        self._finish(TableError(gone.code, gone.message))
        return True

    def _finish(self, problem: HouseRulesError) -> None:
        """Nothing more comes: whoever waits is told why."""
        if self._end is None:
            self._end = problem
        if self._connection is not None:
            self._connection.close()
        for asked in list(self._asked.values()):
            if not asked.answer.done():
                asked.answer.set_exception(copy(self._end))
        self._wake()


def new_salt() -> str:
    """What a player adds to the seed, so that nobody else can know it."""
    return secrets.token_urlsafe(16)
