"""Servers for tests in this process: houses over a real journal, guests without sockets, and a time that jumps."""

from __future__ import annotations

import asyncio
import selectors
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Sequence
from contextlib import asynccontextmanager
from random import Random
from typing import Any, TypeVar

import msgspec

from houserules.core import Viewer
from houserules.server.database import SqliteDatabase, open_database
from houserules.server.house import House, NewsMaker, wall_clock
from houserules.server.limits import Limits
from houserules.server.news import LocalNews
from houserules.server.room import Room
from houserules.server.sqlite_journal import SqliteJournal
from houserules.server.store import Store
from houserules.server.telling import JSON, JSON_WITH_NOTES, Dialect
from houserules.wire import AnyTold, SeatRequest, TableRequest, TellError, TellView, read_told

T = TypeVar("T")
M = TypeVar("M")

FREE = Limits(messages_per_second=100_000, burst=1_000_000, chats_per_minute=100_000)
"""Limits that no test meets by chance."""
START_MS = 1_800_000_000_000
PATIENCE_S = 10 * 86_400


# -- Time that jumps ---------------------------------------------------------------------------------------------------


class _Jumping(selectors.DefaultSelector):
    """Nobody waits for a timer: the clock of the loop is put forward to it."""

    def __init__(self) -> None:
        super().__init__()
        self.jumped = 0.0
        self.most = float(PATIENCE_S)

    def select(self, timeout: float | None = None) -> Any:
        ready = super().select(0)
        if ready:
            return ready
        if timeout is None:
            raise RuntimeError("everybody waits, and nothing will ever happen")
        self.jumped += max(timeout, 0)
        if self.jumped > self.most:
            raise RuntimeError("somebody waits for more than ten days")
        return ready


class JumpingLoop(asyncio.SelectorEventLoop):
    """An event loop in which an hour takes no time. Nothing in it may wait for threads, processes or sockets."""

    def __init__(self) -> None:
        self._jumping = _Jumping()
        super().__init__(self._jumping)

    def time(self) -> float:
        return 1000.0 + self._jumping.jumped

    def begin_anew(self) -> None:
        """Something is done and the next begins: nobody has waited yet."""
        self._jumping.most = self._jumping.jumped + PATIENCE_S

    def now(self) -> int:
        """What the clock on the wall shows."""
        return START_MS + round(self._jumping.jumped * 1000)


def run_jumping(work: Coroutine[Any, Any, T]) -> T:
    with asyncio.Runner(loop_factory=JumpingLoop) as runner:
        return runner.run(work)


def jumping_loop() -> JumpingLoop:
    loop = asyncio.get_running_loop()
    assert isinstance(loop, JumpingLoop)
    return loop


def jumping_now() -> int:
    return jumping_loop().now()


# -- Houses ------------------------------------------------------------------------------------------------------------


@asynccontextmanager
async def house_on(
    database: str = "sqlite://",
    *,
    now: Callable[[], int] | None = None,
    limits: Limits = FREE,
    news: NewsMaker = LocalNews,
) -> AsyncIterator[House]:
    """A house in this process; without a file its journal is in memory."""
    opened = await open_database(database)
    assert isinstance(opened, SqliteDatabase)
    clock = now or wall_clock
    house = House(
        journal=SqliteJournal(opened.raw, clock),
        store=Store(opened, now=clock),
        limits=limits,
        invite=lambda table: f"http://test/t/{table}",
        record_link=lambda table, match: f"/record/{table}/{match}",
        news=news,
        now=clock,
    )
    await house.start()
    try:
        yield house
    finally:
        if not house.is_closing:
            await house.close()


class Seated(msgspec.Struct, frozen=True):
    """Who may speak for a seat."""

    seat: int
    token: str


class Opened(msgspec.Struct, frozen=True):
    """A table with people on all chairs that no bot has."""

    table: str
    people: tuple[Seated, ...]


async def open_table(house: House, request: TableRequest) -> Opened:
    made = await house.create(request)
    people = [Seated(made.seat, made.token)]
    room = await house.room(made.table)
    while room.table.seating.open:
        taken = await house.sit(made.table, SeatRequest(name=f"Player {len(people) + 1}"))
        people.append(Seated(taken.seat, taken.token))
    return Opened(made.table, tuple(people))


# -- Guests ------------------------------------------------------------------------------------------------------------


class MemoryGuest:
    """A connection without a socket. It keeps every byte that it was told."""

    def __init__(self, room: Room, seat: Viewer = None, *, notes: bool = False, dialect: Dialect | None = None) -> None:
        self.room = room
        self.seat = seat
        self.dialect = dialect or (JSON_WITH_NOTES if notes else JSON)
        self.seq = -1
        self.told: list[bytes] = []
        self.closed: tuple[int, str] | None = None
        self.chats = True

    def send(self, message: bytes) -> None:
        if self.closed is None:
            self.told.append(message)

    def send_all(self, messages: Sequence[bytes]) -> None:
        for message in messages:
            self.send(message)

    def may_chat(self) -> bool:
        return self.chats

    def close(self, code: int, reason: str) -> None:
        self.closed = self.closed or (code, reason)

    # -- What a test does with it --------------------------------------------------------------------------------------

    def join(self) -> MemoryGuest:
        self.room.join(self)
        return self

    def part(self) -> None:
        self.closed = self.closed or (1000, "")
        self.room.part(self)

    def say(self, kind: str, **fields: object) -> None:
        """Say something; it is heard at once, and answered later."""
        self.room.hear(self, msgspec.json.encode({"type": kind, **fields}))

    async def ask(self, kind: str, **fields: object) -> list[AnyTold]:
        """Say something, and read all that comes until everything of this moment is done."""
        before = len(self.told)
        self.say(kind, **fields)
        await settle(self.room)
        return self.read(before)

    def read(self, since: int = 0) -> list[AnyTold]:
        return [message for data in self.told[since:] if (message := read_told(data)) is not None]

    def last(self, kind: type[M]) -> M:
        """The newest message of a kind."""
        return next(message for data in reversed(self.told) if isinstance(message := read_told(data), kind))

    def all(self, kind: type[M]) -> list[M]:
        return [message for message in self.read() if isinstance(message, kind)]

    @property
    def view(self) -> TellView:
        return self.last(TellView)


async def settle(*rooms: Room) -> None:
    """Wait until the inboxes are empty, bots have moved, and everybody was told."""
    quiet = 0
    while quiet < 5:
        await asyncio.sleep(0)
        busy = any(not room.inbox.is_idle or room.driver.is_thinking for room in rooms)
        quiet = 0 if busy else quiet + 1


async def join_all(room: Room) -> list[MemoryGuest]:
    """A guest for each person who sits at the table, in the order of the seats."""
    return [MemoryGuest(room, seat).join() for seat in room.table.seating.people]


async def deal(room: Room) -> list[MemoryGuest]:
    """Everybody comes and is ready."""
    guests = await join_all(room)
    for guest in guests:
        guest.say("ready", salt=f"salt {guest.seat}")
    await settle(room)
    assert room.table.is_dealt
    return guests


# -- What many tests do ------------------------------------------------------------------------------------------------

Work = Callable[[House], Awaitable[None]]


def in_a_house(work: Work, limits: Limits = FREE) -> None:
    """Run a test in a house whose time jumps."""

    async def main() -> None:
        async with house_on(now=jumping_now, limits=limits) as house:
            await work(house)

    run_jumping(main())


async def room_of(house: House, **request: object) -> Room:
    opened = await open_table(house, TableRequest(player="Ann", **request))  # type: ignore[arg-type]  # as a test says
    return await house.room(opened.table)


async def play_out(guests: list[MemoryGuest], moves: int = 3000) -> None:
    """Everybody makes random moves until the match is over, or so many were made."""
    room, chance = guests[0].room, Random(1)
    for _ in range(moves):
        if room.table.is_over:
            return
        for guest in chance.sample(guests, len(guests)):
            view = guest.view
            if view.view is not None and view.view.legal and view.seq == room.table.seq:
                guest.say("move", seq=view.seq, move=str(chance.choice(view.view.legal)))
                await settle(room)
                break
        else:
            await asyncio.sleep(1)
    assert moves < 3000, "the match does not end"


def codes(told: list[AnyTold]) -> list[str]:
    return [message.code for message in told if isinstance(message, TellError)]
