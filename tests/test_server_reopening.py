"""A server that was down for a while: the clocks of its tables go on from where they stood."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from houserules.server.house import House
from houserules.server.news import Gap, Heard, LocalHub, LocalNews
from houserules.table import Reopened, TimedOut
from houserules.wire import ClockRequest, TableRequest, TellClock, TellDone
from tests.rooms import MemoryGuest, deal, house_on, jumping_now, open_table, run_jumping, settle

pytestmark = pytest.mark.one_build

ONE_SEAT_LEFT = TableRequest(game="shithead", seats=2, clock=ClockRequest(kind="bank", seconds=10))


async def begin(house: House) -> str:
    """A match whose setup has one person left, who thinks for 4 seconds."""
    opened = await open_table(house, ONE_SEAT_LEFT)
    room = await house.room(opened.table)
    guests = await deal(room)
    await asyncio.sleep(4)
    await guests[0].ask("move", seq=room.table.seq, move="ready")
    assert room.table.to_act == (1,)
    return opened.table


def deeds(guest: MemoryGuest) -> list[type]:
    return [type(step.move) for step in guest.room.table.steps()]


def test_a_server_that_was_down_takes_no_time_from_anybody(tmp_path: Path) -> None:
    async def main() -> None:
        file = f"sqlite:///{tmp_path}/tables.db"
        async with house_on(file, now=jumping_now) as house:
            table = await begin(house)
        await asyncio.sleep(1000)
        async with house_on(file, now=jumping_now) as house:
            room = await house.room(table)
            seq = room.table.seq
            guest = MemoryGuest(room, 1).join()
            guest.say("move", seq=seq, move="ready")  # it was under way when the server stopped
            await asyncio.sleep(1)
            assert deeds(guest)[-2:] == [Reopened, type(room.table.match.last_move)]
            assert guest.last(TellDone).of == seq
            clock = guest.last(TellClock)
            assert 5500 <= clock.seats[1].left <= 6000
        async with house_on(file, now=jumping_now) as house:
            room = await house.room(table)
            watching = MemoryGuest(room).join()
            await asyncio.sleep(5)  # both have less than 6 seconds left
            assert TimedOut not in deeds(watching)
            await asyncio.sleep(2)
            await settle(room)
            assert TimedOut in deeds(watching)

    run_jumping(main())


@pytest.mark.parametrize("is_awake", [True, False])
def test_a_second_holder_gives_nobody_more_time(tmp_path: Path, is_awake: bool) -> None:
    """While another one has the table open, its clocks run. Of two that wake up together, one says so."""

    async def main() -> None:
        hub = LocalHub()
        file = f"sqlite:///{tmp_path}/tables.db"

        def news(heard: Heard, gap: Gap) -> LocalNews:
            return LocalNews(heard, gap, hub)

        async with house_on(file, now=jumping_now, news=news) as one, house_on(file, now=jumping_now, news=news) as two:
            table = await begin(one)
            if not is_awake:
                async with house_on(file, now=jumping_now, news=news) as third:
                    await one.close()
                    one = third  # noqa: PLW2901 - as a process that starts again
                    await both(one, two, table, is_awake)
            else:
                await both(one, two, table, is_awake)

    async def both(one: House, two: House, table: str, is_awake: bool) -> None:
        rooms = [await house.room(table) for house in (one, two)]
        guests = [MemoryGuest(room, 1).join() for room in rooms]
        await asyncio.sleep(3)
        await settle(*rooms)
        assert deeds(guests[0]).count(Reopened) == (0 if is_awake else 1)
        assert rooms[0].table.steps() == rooms[1].table.steps()

    run_jumping(main())
