"""People who go away, come back, leave, or are removed: nobody gains by it, and nobody else loses."""

from __future__ import annotations

import asyncio

import pytest

from houserules.server.house import House
from houserules.wire import SeatRequest, TableRequest, TellPresence
from tests.rooms import MemoryGuest, codes, deal, in_a_house, play_out, room_of, settle

pytestmark = pytest.mark.one_build


@pytest.mark.parametrize("how", ["away", "bot", "leave", "remove"])
def test_nobody_rewinds_the_match_while_the_other_is_not_here(how: str) -> None:
    async def work(house: House) -> None:
        room = await room_of(house, game="duel", seats=2)
        guests = await deal(room)
        await play_out(guests, moves=12)
        if how == "away":
            guests[1].part()
            await asyncio.sleep(61)
        elif how == "remove":
            await guests[0].ask("remove", seat=1)
        else:
            await guests[1].ask(how)
        await settle(room)
        assert 1 in room.table.seating.bots
        count = next(n for n, (seat, _) in enumerate(room.table.match.moves) if seat == 0)
        assert codes(await guests[0].ask("undo", count=len(room.table.match.moves) - count)) == ["too-late"]

    in_a_house(work)


def test_presence_names_who_asks_for_an_undo_until_it_lapses() -> None:
    async def work(house: House) -> None:
        room = await room_of(house, game="shithead", seats=4)
        guests = await deal(room)
        swap = str(room.table.view(3).legal[0])
        await guests[3].ask("move", seq=room.table.seq, move=swap)
        for asker in (guests[3], guests[0], guests[1]):
            await asker.ask("undo")
            assert {guest.last(TellPresence).undo for guest in guests} == {3}
        await guests[2].ask("move", seq=room.table.seq, move="ready")
        assert room.table.votes.undo is None
        assert {guest.last(TellPresence).undo for guest in guests} == {None}

    in_a_house(work)


def hosts(guest: MemoryGuest) -> list[int]:
    return [seat for seat, chair in enumerate(guest.last(TellPresence).chairs) if chair.host]


def test_a_host_who_pauses_and_goes_does_not_stop_the_others_for_ever() -> None:
    async def work(house: House) -> None:
        room = await room_of(house, game="shithead", seats=3, away=60)
        ann, ben, cem = await deal(room)
        await ann.ask("pause")
        ann.part()
        assert codes(await ben.ask("resume")) == ["not-host"]
        cem.part()
        await asyncio.sleep(61)
        assert hosts(ben) == [1]
        assert codes(await ben.ask("resume")) == []
        assert not room.table.is_paused
        back = MemoryGuest(room, 0).join()
        await settle(room)
        assert hosts(ben) == [0]
        assert codes(await back.ask("pause")) == []

    in_a_house(work)


def test_before_the_deal_another_person_starts_if_the_host_is_gone() -> None:
    async def work(house: House) -> None:
        made = await house.create(TableRequest(game="shithead", seats=3, player="Ann", away=30))
        taken = await house.sit(made.table, SeatRequest(name="Ben"))
        room = await house.room(made.table)
        ben = MemoryGuest(room, taken.seat).join()
        assert codes(await ben.ask("start")) == ["not-host"]
        await asyncio.sleep(31)
        assert hosts(ben) == [taken.seat]
        assert codes(await ben.ask("start")) == []

    in_a_house(work)
