"""People who go away, come back, leave, or are removed: nobody gains by it, and nobody else loses."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable

import pytest

from houserules.errors import TableError
from houserules.server.house import House
from houserules.server.room import Room
from houserules.table import Seen
from houserules.wire import (
    BotAt,
    SeatRequest,
    SeatTaken,
    TableRequest,
    TellChat,
    TellDone,
    TellError,
    TellGone,
    TellPresence,
    TellSeat,
)
from tests.rooms import MemoryGuest, codes, deal, in_a_house, play_out, room_of, settle

pytestmark = pytest.mark.one_build

ANN, BEN, CEM = "a" * 20, "b" * 20, "c" * 20


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


# -- Seats and keys ----------------------------------------------------------------------------------------------------


async def table_with_keys(house: House, *players: str, seats: int = 3) -> Room:
    """A table of people who are known by these ids."""
    made = await house.create(TableRequest(game="shithead", seats=seats, player="Ann"), player=players[0])
    for number, player in enumerate(players[1:], 2):
        await house.sit(made.table, SeatRequest(name=f"Player {number}"), player=player)
    return await house.room(made.table)


async def refusal_of(sitting: Awaitable[SeatTaken]) -> str:
    with pytest.raises(TableError) as refusal:
        await sitting
    return refusal.value.code


def test_a_person_who_was_removed_does_not_come_back_to_this_table() -> None:
    async def work(house: House) -> None:
        room = await table_with_keys(house, ANN, BEN, CEM)
        ann, _, cem = await deal(room)
        await ann.ask("remove", seat=1)
        assert await refusal_of(house.sit(room.id, SeatRequest(name="Ben"), player=BEN)) == "removed"
        assert await refusal_of(house.sit(room.id, SeatRequest(name="Ben", seat=1))) == "seat-taken"
        assert await refusal_of(house.sit(room.id, SeatRequest(name="Zoe"))) == "table-full"
        waiting = MemoryGuest(room).join()
        assert codes(await waiting.ask("wait", name="Zoe")) == []
        again = Room.of(await house.services.journal.read(room.id, 0), house.services)
        assert again.keys.is_removed(BEN)
        assert again.keys.was_emptied(1, again.table.number)
        again.driver.close()
        await cem.ask("forfeit")
        await play_out([ann])
        await settle(room)
        assert waiting.last(TellSeat).seat == 1  # the match is over, so the seat is free
        assert await refusal_of(house.sit(room.id, SeatRequest(name="Ben"), player=BEN)) == "removed"

    in_a_house(work)


def test_a_person_who_was_removed_before_the_deal_comes_back_once() -> None:
    async def work(house: House) -> None:
        room = await table_with_keys(house, ANN, BEN, CEM)
        ann, ben = MemoryGuest(room, 0).join(), MemoryGuest(room, 1).join()
        await ann.ask("remove", seat=1)
        assert ben.last(TellGone).message.endswith("if it was a mistake, sit down again")
        assert (await house.sit(room.id, SeatRequest(name="Ben"), player=BEN)).seat == 1
        ben = MemoryGuest(room, 1).join()
        await ann.ask("remove", seat=1)
        assert ben.last(TellGone).message.endswith("you cannot sit down here again")
        assert await refusal_of(house.sit(room.id, SeatRequest(name="Ben"), player=BEN)) == "removed"

    in_a_house(work)


def test_whoever_gave_up_and_left_leaves_a_seat_that_is_free_after_the_match() -> None:
    async def work(house: House) -> None:
        room = await table_with_keys(house, ANN, BEN, CEM)
        ann, ben, cem = await deal(room)
        await ben.ask("forfeit")
        assert [chair.forfeited for chair in ann.last(TellPresence).chairs] == [False, True, False]
        await ben.ask("leave")
        with pytest.raises(TableError, match="before this match is over"):
            await house.sit(room.id, SeatRequest(name="Zoe"))
        await play_out([ann, cem])
        assert (await house.sit(room.id, SeatRequest(name="Zoe"))).seat == 1

    in_a_house(work)


@pytest.mark.parametrize("how", ["forfeit", "bot"])
def test_whoever_is_still_here_after_the_match_is_asked_for_the_rematch(how: str) -> None:
    """Also if a bot played the seat at the end."""

    async def work(house: House) -> None:
        room = await table_with_keys(house, ANN, BEN, CEM)
        ann, ben, cem = await deal(room)
        await ben.ask(how)
        await play_out([ann, cem])
        await settle(room)
        assert room.table.seating.people == (0, 1, 2)
        for guest in (ann, cem):
            await guest.ask("rematch")
        assert room.table.number == 1
        await ben.ask("rematch")
        assert room.table.number == 2

    in_a_house(work)


def test_a_bot_plays_the_rematch_for_whoever_gave_up_and_is_gone() -> None:
    """After the time that a table waits for those who are away, and not before somebody wants to play again."""

    async def work(house: House) -> None:
        room = await room_of(house, game="duel", seats=2, away=30)
        ann, ben = await deal(room)
        await ben.ask("forfeit")
        await settle(room)
        ben.part()
        await asyncio.sleep(40)
        assert list(room.table.seating.people) == [0, 1]
        await ann.ask("rematch")
        assert room.table.number == 1
        away = ann.last(TellPresence).chairs[1].away
        assert away is not None
        assert away.at is not None
        await asyncio.sleep(40)
        await settle(room)
        assert room.table.number == 2
        assert list(room.table.seating.people) == [0]
        MemoryGuest(room, 1).join()
        await settle(room)
        assert list(room.table.seating.people) == [0, 1]

    in_a_house(work)


def test_nobody_sits_down_on_a_seat_that_is_out() -> None:
    async def work(house: House) -> None:
        bots = tuple([BotAt(seat, "easy") for seat in (1, 2)])
        room = await room_of(house, game="shithead", seats=3, bots=bots)
        done: list[int] = []
        while len(done) != 1 or room.table.is_over:  # Ann may be out first, and then the match ends with a bot
            room = await room_of(house, game="shithead", seats=3, bots=bots)
            (ann,) = await deal(room)
            is_done = room.table.game.is_done
            while not (done := [seat for seat in (1, 2) if is_done(room.table.match.state, seat)]):
                await play_out([ann], moves=1)
        (out,) = done
        assert await refusal_of(house.sit(room.id, SeatRequest(name="Eve", seat=out))) == "seat-taken"
        assert (await house.sit(room.id, SeatRequest(name="Eve"))).seat == 3 - out

    in_a_house(work)


def test_a_second_device_takes_the_seat_and_the_first_is_let_go() -> None:
    async def work(house: House) -> None:
        room = await table_with_keys(house, ANN, BEN, seats=2)
        first = MemoryGuest(room, 0).join()
        await first.ask("ready", salt="mine")
        taken = await house.sit(room.id, SeatRequest(name="Ann"), player=ANN)
        assert (taken.seat, first.closed) == (0, (4001, "you took this seat with another device"))
        assert first.last(TellGone).code == "elsewhere"
        second = MemoryGuest(room, room.keys.seat_of(taken.token)).join()
        await settle(room)
        assert 0 in room.table.votes.salts  # still ready
        assert hosts(second) == [0]
        assert room.table.since(None, room.table.seq - 1)[0].words == ("Ann went on with another device",)

    in_a_house(work)


def test_whoever_gave_up_comes_with_a_second_device_too() -> None:
    async def work(house: House) -> None:
        room = await table_with_keys(house, ANN, BEN, CEM)
        _, ben, _ = await deal(room)
        await ben.ask("forfeit")
        assert (await house.sit(room.id, SeatRequest(name="Ben"), player=BEN)).seat == 1
        assert ben.closed is not None
        assert 1 in room.table.seating.bots

    in_a_house(work)


def test_a_player_who_is_forgotten_is_no_longer_seen_at_open_tables() -> None:
    async def work(house: House) -> None:
        room = await table_with_keys(house, ANN, BEN, seats=2)
        ann, ben = await deal(room)
        await house.forget(BEN)
        assert [chair.id for chair in (await house.about(room.id)).chairs] == [ANN, None]
        assert [chair.id for chair in ann.last(TellPresence).chairs] == [ANN, None]
        await play_out([ann, ben])  # and still plays
        assert [party.id for party in room.parties.of_match(room.table)] == [ANN, None]
        again = Room.of(await house.services.journal.read(room.id, 0), house.services)
        assert again.parties.of_match(again.table) == room.parties.of_match(room.table)
        again.driver.close()

    in_a_house(work)


def test_people_chat_with_joined_emoji_and_refusals_say_what_a_line_is() -> None:
    async def work(house: House) -> None:
        room = await table_with_keys(house, ANN, BEN, seats=2)
        ann = MemoryGuest(room, 0).join()
        family = "\U0001f468\u200d\U0001f469\u200d\U0001f467"
        await ann.ask("chat", text=f"\u00a0{family}\u00a0")
        assert ann.last(TellChat).text == family
        assert codes(await ann.ask("chat", text="\u202eevil")) == ["bad-chat"]
        assert "without marks that turn the direction" in ann.last(TellError).message
        assert codes(await MemoryGuest(room).join().ask("wait", name="You")) == ["bad-player"]

    in_a_house(work)


def test_what_is_muted_stays_so_when_the_table_is_read_again() -> None:
    async def work(house: House) -> None:
        room = await table_with_keys(house, ANN, BEN, seats=2)
        ann, ben = await deal(room)
        for whom in (1, None, 1):
            assert codes(await ann.ask("mute", seat=whom)) == []
        assert codes(await ann.ask("mute", seat=0)) == ["not-yourself"]
        assert codes(await ben.ask("chat", text="hello")) == ["muted"]
        assert ben.last(Seen).words == ("Ann muted the spectators",)
        again = Room.of(await house.services.journal.read(room.id, 0), house.services)
        assert again.table.seating.muted == {1, None}
        again.driver.close()
        await ann.ask("mute", seat=1, on=False)
        assert codes(await ben.ask("chat", text="hello")) == []

    in_a_house(work)


def test_a_bot_asked_for_again_is_done_and_no_step() -> None:
    async def work(house: House) -> None:
        room = await table_with_keys(house, ANN, BEN, seats=2)
        ann, _ = await deal(room)
        for word in ("bot", "back"):
            assert codes(await ann.ask(word)) == []
            seq = room.table.seq
            for _ in range(3):
                assert [type(told) for told in await ann.ask(word, of=5)] == [TellDone]
            assert room.table.seq == seq

    in_a_house(work)


def test_a_table_that_everybody_left_is_not_listed() -> None:
    async def work(house: House) -> None:
        made = await house.create(TableRequest(game="shithead", seats=3, player="Ann", public=True))
        room = await house.room(made.table)
        store = house.services.store
        assert [(listing.people, listing.open) for listing in await store.lobby()] == [(1, 2)]
        ann = MemoryGuest(room, 0).join()
        await ann.ask("start")
        await ann.ask("ready")
        await ann.ask("pause")
        await ann.ask("bot")
        assert [(listing.people, listing.bots) for listing in await store.lobby()] == [(1, 2)]
        await ann.ask("leave")
        assert await store.lobby() == ()

    in_a_house(work)
