"""A guest who comes later asks what happened, and hears what it would have heard."""

from __future__ import annotations

import asyncio

import pytest

from houserules.server.history import MOST_HISTORY
from houserules.server.house import House
from houserules.table import Seen
from houserules.wire import TellHistory
from tests.rooms import MemoryGuest, deal, in_a_house, play_out, room_of, settle

pytestmark = pytest.mark.one_build


async def history(guest: MemoryGuest, **fields: object) -> TellHistory:
    await guest.ask("history", of=7, **fields)
    told = guest.last(TellHistory)
    assert told.of == 7
    return told


def test_whoever_loads_the_page_again_hears_what_it_had_heard() -> None:
    async def work(house: House) -> None:
        room = await room_of(house, game="shithead", seats=3)
        guests = await deal(room)
        watching = MemoryGuest(room).join()
        await play_out(guests, moves=40)
        for before in (*guests, watching):
            again = MemoryGuest(room, before.seat).join()
            heard = [seen for seen in before.all(Seen) if seen.seq >= room.table.began]
            told = await history(again)
            assert told.steps[-len(heard) :] == tuple(heard)
            assert (told.steps[0].seq, told.seq, told.cut) == (room.table.began, room.table.seq, False)
            assert (await history(again, since=told.seq - 3)).steps == told.steps[-3:]

    in_a_house(work)


def test_a_long_match_is_told_from_its_last_steps_on() -> None:
    async def work(house: House) -> None:
        room = await room_of(house, game="shithead", seats=2)
        guests = await deal(room)
        _, first, second = str(room.table.view(0).legal[0]).split()  # as in "swap 4D 8H"
        for number in range(MOST_HISTORY + 10):
            one, two = (first, second) if number % 2 == 0 else (second, first)
            await guests[0].ask("move", seq=room.table.seq, move=f"swap {one} {two}")
        told = await history(guests[1])
        assert (len(told.steps), told.cut) == (MOST_HISTORY, True)
        assert told.steps[-1].seq == room.table.seq

    in_a_house(work)


def test_before_the_deal_nothing_has_happened() -> None:
    async def work(house: House) -> None:
        room = await room_of(house, game="shithead", seats=2)
        guest = MemoryGuest(room, 0).join()
        assert (await history(guest)).steps == ()

    in_a_house(work)


def test_a_spectator_who_sees_everything_later_hears_nothing_early() -> None:
    async def work(house: House) -> None:
        room = await room_of(house, game="shithead", seats=2, delay=60)
        guests = await deal(room)
        late = MemoryGuest(room).join()
        assert (await history(late)).steps == ()
        await asyncio.sleep(50)
        await guests[0].ask("move", seq=room.table.seq, move="ready")
        await asyncio.sleep(20)
        await settle(room)
        told = await history(late)
        assert [seen.seq for seen in told.steps] == [room.table.began]
        assert told.seq == room.table.began

    in_a_house(work)
