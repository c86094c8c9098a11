"""People who go away, come back, leave, or are removed: nobody gains by it, and nobody else loses."""

from __future__ import annotations

import asyncio

import pytest

from houserules.server.house import House
from tests.rooms import codes, deal, in_a_house, play_out, room_of, settle

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
