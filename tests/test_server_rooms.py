"""Rooms with guests: who is told what, who may do what, and what happens when time passes. No test sleeps."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from random import Random

import pytest

import houserules as hr
from houserules.errors import RequestError
from houserules.server.entries import Line, write_entry
from houserules.server.house import House
from houserules.server.journal import Entry, Journal
from houserules.server.limits import Limits
from houserules.server.news import Gap, Heard, LocalHub, LocalNews
from houserules.server.results import Result
from houserules.server.room import Room
from houserules.server.sqlite_journal import SqliteJournal
from houserules.server.telling import JSON
from houserules.table import Forfeit, Pause, ReadyToDeal, Seen, Sit, Table, TakeOver, TimedOut
from houserules.wire import (
    AnyTold,
    BotAt,
    ClockRequest,
    SeatRequest,
    TableRequest,
    TellChat,
    TellClock,
    TellDone,
    TellError,
    TellGone,
    TellOver,
    TellPresence,
    TellSeat,
    TellStale,
    TellView,
)
from tests.rooms import (
    MemoryGuest,
    codes,
    deal,
    house_on,
    in_a_house,
    join_all,
    jumping_now,
    open_table,
    play_out,
    room_of,
    run_jumping,
    settle,
)

pytestmark = pytest.mark.one_build


def answers(told: list[AnyTold]) -> list[AnyTold]:
    return [message for message in told if isinstance(message, TellDone | TellStale | TellError)]


def people(room: Room) -> tuple[int, ...]:
    return room.table.seating.people


# -- From the first chair to the rematch -------------------------------------------------------------------------------


@pytest.mark.parametrize("game", hr.GAMES)
def test_people_play_a_match_and_a_rematch(game: str) -> None:
    async def work(house: House) -> None:
        seats = min(3, hr.load(game).seats[-1])
        room = await room_of(house, game=game, seats=seats)
        guests = await deal(room)
        await play_out(guests)
        for guest in guests:
            over = guest.last(TellOver)
            assert (over.match, over.outcome) == (1, room.table.outcome)
            assert over.proof.seed() == over.seed
            assert len(guest.all(TellOver)) == 1
        for guest in guests:
            guest.say("rematch", salt="again")
        await settle(room)
        assert room.table.number == 2
        assert guests[0].view.match == 2

    in_a_house(work)


def test_a_guest_who_comes_back_is_whole_with_one_view() -> None:
    async def work(house: House) -> None:
        room = await room_of(house, game="shithead", seats=2)
        guests = await deal(room)
        guests[0].part()
        again = MemoryGuest(room, guests[0].seat).join()
        assert again.told[0] == JSON.whole(room.table, again.seat)[0]
        await play_out([again, guests[1]])
        late = MemoryGuest(room, 1).join()
        assert [type(message) for message in late.read()][:2] == [TellView, TellOver]

    in_a_house(work)


# -- The same seq twice ------------------------------------------------------------------------------------------------


def test_two_connections_of_a_seat_with_different_moves_one_wins() -> None:
    async def work(house: House) -> None:
        room = await room_of(house, game="shithead", seats=2)
        guests = await deal(room)
        for guest in guests:
            await guest.ask("move", seq=room.table.seq, move="ready")
        seat = room.table.to_act[0]
        one, two = (MemoryGuest(room, seat).join() for _ in range(2))
        seq, steps = room.table.seq, room.services.counts.steps
        moves = [str(move) for move in room.table.match.legal(seat)][:2]
        assert len(moves) == 2
        one.say("move", seq=seq, move=moves[0])
        two.say("move", seq=seq, move=moves[1])
        await settle(room)
        assert answers(one.read()) == [TellDone(seq, seq + 1)]
        assert answers(two.read()) == [TellStale(seq, seq + 1)]
        assert room.services.counts.steps == steps + 1

    in_a_house(work)


def test_the_same_move_said_twice_is_done_twice_and_made_once() -> None:
    async def work(house: House) -> None:
        room = await room_of(house, game="shithead", seats=2)
        guests = await deal(room)
        one, two = guests[0], MemoryGuest(room, guests[0].seat).join()
        seq, steps = room.table.seq, room.services.counts.steps
        for guest in (one, two, one):
            guest.say("move", seq=seq, move="ready")
        await settle(room)
        assert [answers(guest.read())[-1] for guest in (one, two)] == [TellDone(seq, seq + 1)] * 2
        assert room.services.counts.steps == steps + 1

    in_a_house(work)


async def _with_a_bomb(house: House) -> tuple[MemoryGuest, str]:
    """Somebody on turn who has one, as many hands do, and its short form."""
    while True:
        room = await room_of(house, game="heart-of-five", seats=2)
        guest = (await deal(room))[room.table.to_act[0]]
        for rank in "346789TJQK":
            if _means_a_move(guest, f"bomb {rank}"):
                return guest, f"bomb {rank}"


def _means_a_move(guest: MemoryGuest, text: str) -> bool:
    view = guest.room.table.view(guest.seat)
    try:
        return guest.room.table.game.understand(view, text) in view.legal
    except hr.HouseRulesError:
        return False


def test_a_short_form_said_twice_is_done_twice() -> None:
    """The second time the table stands elsewhere, but the words mean what they meant."""

    async def work(house: House) -> None:
        guest, short = await _with_a_bomb(house)
        room = guest.room
        seq, steps = room.table.seq, room.services.counts.steps
        guest.say("move", seq=seq, move=short)
        guest.say("move", seq=seq, move=short)
        await settle(room)
        assert [type(message) for message in answers(guest.read())[-2:]] == [TellDone, TellDone]
        assert room.services.counts.steps == steps + 1

    in_a_house(work)


@pytest.mark.parametrize("game", ["shithead", "smellyhead", "heroes", "duel", "heart-of-five"])
def test_nobody_is_refused_because_of_others_where_all_act_at_once(game: str) -> None:
    """Swaps, ready and secret bets answer the view of the deal, whatever others did meanwhile."""

    async def work(house: House) -> None:
        room = await room_of(house, game=game, seats=min(4, hr.load(game).seats[-1]))
        guests = await deal(room)
        seq = room.table.seq
        acting = [guest for guest in guests if guest.seat in room.table.to_act]
        for guest in acting:
            guest.say("move", seq=seq, move=str(room.table.match.legal(guest.seat or 0)[-1]))
        await settle(room)
        expected = acting if len(acting) > 1 else acting[:1]
        for guest in expected:
            assert [type(answer) for answer in answers(guest.read())][-1] is TellDone, guest.seat

    in_a_house(work)


def test_a_seat_cannot_move_for_another() -> None:
    async def work(house: House) -> None:
        room = await room_of(house, game="shithead", seats=2)
        guests = await deal(room)
        for guest in guests:
            await guest.ask("move", seq=room.table.seq, move="ready")
        seat = room.table.to_act[0]
        other = guests[1 - seat]
        told = await other.ask("move", seq=room.table.seq, move=str(room.table.match.legal(seat)[0]))
        assert len(codes(told)) == 1
        spectator = MemoryGuest(room).join()
        assert codes(await spectator.ask("move", seq=room.table.seq, move="ready")) == ["not-seated"]

    in_a_house(work)


# -- Clocks ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", ["turn", "bank"])
def test_at_zero_a_bot_moves_once_and_the_log_says_so(kind: str) -> None:
    async def work(house: House) -> None:
        room = await room_of(house, game="duel", seats=2, clock=ClockRequest(kind=kind, seconds=10, increment=0))  # type: ignore[arg-type]  # as the parameter says
        guests = await deal(room)
        for guest in guests:
            await guest.ask("move", seq=room.table.seq, move=str(room.table.match.legal(guest.seat or 0)[-1]))
        seat, seq = room.table.to_act[0], room.table.seq
        clock = guests[0].last(TellClock).seats
        assert [one.runs for one in clock] == [number == seat for number in (0, 1)]
        left = room.table.clocks.left(seat, jumping_now()) if room.table.clocks else 0
        await asyncio.sleep(left / 1000 - 0.002)
        assert room.table.seq == seq
        await asyncio.sleep(0.004)
        await settle(room)
        assert room.table.seq == seq + 1
        seen = guests[1 - seat].last(Seen)
        assert isinstance(seen.deed, TimedOut)
        assert "ran out of time" in seen.words[0]

    in_a_house(work)


def test_a_table_with_clocks_plays_itself_to_the_end() -> None:
    async def work(house: House) -> None:
        room = await room_of(house, game="shithead", seats=3, clock=ClockRequest(kind="turn", seconds=5))
        guests = await deal(room)
        for _ in range(4000):
            if room.table.is_over:
                break
            await asyncio.sleep(5.001)
            await settle(room)
        assert isinstance(guests[0].last(TellOver), TellOver)

    in_a_house(work)


def test_no_clock_runs_while_the_host_pauses() -> None:
    async def work(house: House) -> None:
        room = await room_of(house, game="shithead", seats=2, clock=ClockRequest(kind="turn", seconds=10))
        host, other = await deal(room)
        await asyncio.sleep(4)
        assert codes(await other.ask("pause")) == ["not-host"]
        assert codes(await host.ask("pause")) == []
        seq = room.table.seq
        assert codes(await other.ask("move", seq=seq, move="ready")) == ["paused"]
        await asyncio.sleep(3600)
        assert room.table.seq == seq
        assert codes(await host.ask("resume")) == []
        await asyncio.sleep(5.9)
        assert room.table.seq == seq + 1
        await asyncio.sleep(0.2)
        await settle(room)
        assert room.table.seq == seq + 3

    in_a_house(work)


def test_time_that_ran_out_while_nobody_looked_is_settled_when_somebody_comes() -> None:
    async def work(house: House) -> None:
        room = await room_of(house, game="shithead", seats=2, clock=ClockRequest(kind="turn", seconds=10))
        guests = await deal(room)
        for guest in guests:
            guest.part()
        seq = room.table.seq
        await asyncio.sleep(100)
        assert room.table.seq == seq
        MemoryGuest(room, 0).join()
        await asyncio.sleep(0.01)
        await settle(room)
        assert room.table.seq >= seq + 2

    in_a_house(work)


# -- Away and back -----------------------------------------------------------------------------------------------------


def test_a_bot_plays_for_whoever_is_away_too_long_until_they_are_back() -> None:
    async def work(house: House) -> None:
        room = await room_of(house, game="shithead", seats=2, away=30)
        guests = await deal(room)
        left = jumping_now()
        guests[1].part()
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        away = guests[0].last(TellPresence).chairs[1].away
        assert away is not None
        assert (away.since, away.at) == (left, left + 30_000)
        await asyncio.sleep(29.9)
        assert people(room) == (0, 1)
        await asyncio.sleep(0.2)
        await settle(room)
        assert people(room) == (0,)
        chair = guests[0].last(TellPresence).chairs[1]
        assert (chair.bot, chair.keeps, chair.here) == (True, "Player 2", False)
        MemoryGuest(room, 1).join()
        await settle(room)
        assert people(room) == (0, 1)
        deeds = [type(seen.deed) for seen in guests[0].all(Seen)]
        assert deeds.count(TakeOver) == 1
        assert deeds.count(Sit) == 1

    in_a_house(work)


def test_nobody_is_replaced_while_nobody_waits_or_the_match_is_paused() -> None:
    async def work(house: House) -> None:
        room = await room_of(house, game="shithead", seats=2, away=30)
        guests = await deal(room)
        spectator = MemoryGuest(room).join()
        await guests[0].ask("pause")
        guests[1].part()
        await asyncio.sleep(1000)
        assert people(room) == (0, 1)
        guests[0].part()
        await asyncio.sleep(1000)
        assert people(room) == (0, 1)
        assert spectator.last(TellPresence).chairs[1].away is not None

    in_a_house(work)


def test_a_person_may_let_a_bot_play_and_come_back() -> None:
    async def work(house: House) -> None:
        room = await room_of(house, game="shithead", seats=2)
        guests = await deal(room)
        assert codes(await guests[0].ask("bot")) == []
        assert people(room) == (1,)
        assert codes(await guests[0].ask("back")) == []
        assert people(room) == (0, 1)

    in_a_house(work)


def test_whoever_gave_up_against_bots_can_play_again() -> None:
    async def work(house: House) -> None:
        room = await room_of(house, game="duel", seats=2, bots=(BotAt(1, "easy"),))
        (guest,) = await deal(room)
        await guest.ask("forfeit")
        assert guest.last(TellOver).outcome.places == (2, 1)
        for kind in ("back", "rematch"):
            assert codes(await guest.ask(kind)) == [], kind
        assert room.table.number == 2
        assert people(room) == (0,)
        assert isinstance(guest.all(Seen)[-1].deed, object)

    in_a_house(work)


def test_whoever_gave_up_among_people_sits_again_after_the_match() -> None:
    async def work(house: House) -> None:
        room = await room_of(house, game="duel", seats=2)
        guests = await deal(room)
        await guests[0].ask("forfeit")
        await settle(room)
        assert [type(seen.deed) for seen in guests[1].all(Seen)[-2:]] == [Forfeit, Sit]
        guests[0].part()
        guests[0] = MemoryGuest(room, 0).join()
        await settle(room)
        assert people(room) == (0, 1)
        for guest in guests:
            await guest.ask("rematch")
        assert room.table.number == 2

    in_a_house(work)


# -- Leaving, removing, waiting ----------------------------------------------------------------------------------------


def test_whoever_leaves_is_told_so_once_and_speaks_for_the_seat_no_more() -> None:
    async def work(house: House) -> None:
        room = await room_of(house, game="shithead", seats=3)
        guests = await deal(room)
        seq = room.table.seq
        guests[1].say("leave", of=7)
        guests[1].say("move", seq=seq, move="ready")
        guests[1].say("back")
        guests[1].say("wait", name="Ghost")
        guests[1].say("chat", text="still here")
        await settle(room)
        told = guests[1].read()
        assert [message for message in told if isinstance(message, TellDone | TellGone)][-2:] == [
            TellDone(7, seq + 1),
            TellGone("removed", "you left the table"),
        ]
        assert guests[1].closed is not None
        assert people(room) == (0, 2)
        assert 1 not in room.keys
        assert guests[0].last(TellPresence).waiting == ()
        assert not guests[0].all(TellChat)
        assert all(room.table.log.seat(later) != 1 or later == seq + 1 for later in range(seq + 1, room.table.seq + 1))

    in_a_house(work)


def test_a_spectator_who_leaves_is_refused_and_told_nothing_else() -> None:
    async def work(house: House) -> None:
        room = await room_of(house, game="shithead", seats=2)
        await deal(room)
        spectator = MemoryGuest(room).join()
        assert [type(one) for one in answers(await spectator.ask("leave", of=3))] == [TellError]

    in_a_house(work)


def test_the_host_removes_a_player_who_then_has_no_seat() -> None:
    async def work(house: House) -> None:
        opened = await open_table(house, TableRequest(game="shithead", seats=3, player="Ann"))
        room = await house.room(opened.table)
        guests = await deal(room)
        assert codes(await guests[1].ask("remove", seat=2)) == ["not-host"]
        assert codes(await guests[0].ask("remove", seat=0)) == ["no-person"]
        guests[0].say("remove", seat=2)
        guests[2].say("move", seq=room.table.seq, move="ready")
        await settle(room)
        assert guests[2].closed is not None
        assert guests[2].closed[0] == 4001
        assert room.keys.seat_of(opened.people[2].token) is None
        assert people(room) == (0, 1)
        deeds = [room.table.log.move(seq) for seq in range(1, room.table.seq + 1) if room.table.log.seat(seq) == 2]
        assert sum(str(deed) == "ready" for deed in deeds) <= 1  # its bot's, not its own

    in_a_house(work)


def test_a_chair_that_is_left_before_the_deal_waits_for_somebody() -> None:
    """No bot plays that nobody asked for."""

    async def work(house: House) -> None:
        room = await room_of(house, game="shithead", seats=2)
        ann, ben = await join_all(room)
        await ben.ask("ready")
        await ann.ask("leave")
        assert room.table.number == 0
        assert [chair.open for chair in ben.last(TellPresence).chairs] == [True, False]

        taken = await house.sit(room.id, SeatRequest(name="Zoe", salt="z"))
        assert taken.seat == 0
        assert room.table.number == 1
        assert [player.name for player in room.table.players] == ["Zoe", "Player 2"]

    in_a_house(work)


def test_the_next_host_is_who_has_sat_longest() -> None:
    async def work(house: House) -> None:
        room = await room_of(house, game="shithead", seats=3)
        guests = await deal(room)
        await guests[0].ask("leave")
        assert [chair.host for chair in guests[1].last(TellPresence).chairs] == [False, True, False]
        assert codes(await guests[1].ask("pause")) == []

    in_a_house(work)


def test_whoever_waits_gets_the_next_free_seat_in_order() -> None:
    async def work(house: House) -> None:
        room = await room_of(house, game="shithead", seats=3)
        guests = await deal(room)
        waiting = [MemoryGuest(room).join() for _ in range(3)]
        for number, guest in enumerate(waiting):
            await guest.ask("wait", name=f"Late {number}")
        assert guests[0].last(TellPresence).waiting == ("Late 0", "Late 1", "Late 2")
        waiting[0].part()
        await guests[1].ask("leave")
        assert not waiting[2].all(TellSeat)
        seat = waiting[1].last(TellSeat)
        assert seat.seat == 1
        assert room.keys.seat_of(seat.token) == 1
        assert room.table.players[1].name == "Late 1"
        assert guests[0].last(TellPresence).waiting == ("Late 2",)

    in_a_house(work)


def test_whoever_asks_to_wait_and_goes_gets_no_seat() -> None:
    async def work(house: House) -> None:
        room = await room_of(house, game="shithead", seats=3)
        guests = await deal(room)
        gone = MemoryGuest(room).join()
        gone.say("wait", name="Ghost")
        gone.part()
        await settle(room)
        await guests[1].ask("leave")
        assert people(room) == (0, 2)

    in_a_house(work)


def test_an_empty_chair_0_is_taken_before_a_bot() -> None:
    """The host may sit elsewhere."""

    async def work(house: House) -> None:
        room = await room_of(house, game="shithead", seats=3, bots=(BotAt(1, "easy"),))
        room.table.seating.open.add(0)  # no request leads here today
        from houserules.server.chairs import free_seat  # noqa: PLC0415 - one question to one function

        assert free_seat(room) == 0

    in_a_house(work)


@pytest.mark.parametrize("salt", ["two\nlines", "\x00"])
def test_whoever_sits_down_with_a_bad_salt_is_refused_and_no_chair_is_lost(salt: str) -> None:
    async def work(house: House) -> None:
        made = await house.create(TableRequest(game="shithead", seats=2))
        room = await house.room(made.table)
        with pytest.raises(hr.TableError) as problem:
            await house.sit(made.table, SeatRequest(name="Ben", salt=salt))
        assert problem.value.code == "bad-salt"
        assert room.table.seating.open == {1}
        with pytest.raises(hr.TableError):
            await house.create(TableRequest(game="shithead", seats=2, salt=salt))
        assert house.counts.rooms == 1

    in_a_house(work)


# -- Chat --------------------------------------------------------------------------------------------------------------


def test_the_host_mutes_a_seat_or_all_spectators() -> None:
    async def work(house: House) -> None:
        room = await room_of(house, game="shithead", seats=2)
        guests = await deal(room)
        spectator = MemoryGuest(room).join()
        for who, seat in ((guests[1], 1), (spectator, None)):
            assert codes(await who.ask("chat", text="hello")) == []
            assert codes(await guests[0].ask("mute", seat=seat)) == []
            assert codes(await who.ask("chat", text="hello")) == ["muted"]
            assert codes(await guests[0].ask("mute", seat=seat, on=False)) == []
            assert codes(await who.ask("chat", line="thanks")) == []
        assert codes(await guests[1].ask("mute", seat=0)) == ["not-host"]
        assert len(codes(await guests[0].ask("mute", seat=77))) == 1
        assert len(codes(await guests[0].ask("mute", seat=-1))) == 1
        assert [chat.text for chat in guests[0].all(TellChat)] == ["hello", "Thank you!"] * 2

    in_a_house(work)


def test_whoever_takes_the_seat_of_a_muted_person_may_chat() -> None:
    async def work(house: House) -> None:
        room = await room_of(house, game="shithead", seats=3)
        guests = await deal(room)
        await guests[0].ask("mute", seat=1)
        await guests[1].ask("leave")
        taken = await house.sit(room.id, SeatRequest(name="Zoe"))
        assert taken.seat == 1
        assert codes(await MemoryGuest(room, 1).join().ask("chat", text="hello")) == []

    in_a_house(work)


# -- Spectators --------------------------------------------------------------------------------------------------------


def test_spectators_of_a_table_with_a_delay_see_everything_later() -> None:
    async def work(house: House) -> None:
        room = await room_of(house, game="shithead", seats=2, delay=20)
        guests = await deal(room)
        await asyncio.sleep(100)
        early = MemoryGuest(room).join()
        assert early.view.seq == room.table.seq
        seq = room.table.seq
        await guests[0].ask("move", seq=seq, move="ready")
        await asyncio.sleep(5)
        late = MemoryGuest(room).join()
        assert (early.view.seq, late.view.seq) == (seq, seq)
        await asyncio.sleep(14.9)
        assert (early.view.seq, late.view.seq) == (seq, seq)
        await asyncio.sleep(0.2)
        assert (early.view.seq, late.view.seq) == (seq + 1, seq + 1)
        assert early.view == late.view

    in_a_house(work)


def test_a_delayed_spectator_comes_in_while_moves_are_taken_back() -> None:
    """What was taken back was on the table that long ago, and is shown."""

    async def work(house: House) -> None:
        room = await room_of(house, game="shithead", seats=2, bots=(BotAt(1, "easy"),), delay=20)
        (guest,) = await deal(room)
        await asyncio.sleep(100)
        await guest.ask("move", seq=room.table.seq, move="ready")
        await asyncio.sleep(1)
        assert codes(await guest.ask("undo")) == []
        late = [MemoryGuest(room).join()]
        while jumping_now() <= room.table.log.last_at + 20_000:
            await asyncio.sleep(1)
            late.append(MemoryGuest(room).join())
        assert [guest.view for guest in late] == [late[-1].view] * len(late)
        assert late[-1].view.seq == room.table.seq
        firsts = [guest.all(TellView)[0].seq for guest in late]
        assert firsts == sorted(firsts)
        assert len(set(firsts)) >= 3  # before the move, after it, after it was taken back

    in_a_house(work)


def test_a_delayed_spectator_learns_nothing_early_by_asking() -> None:
    async def work(house: House) -> None:
        room = await room_of(house, game="shithead", seats=2, bots=(BotAt(1, "easy"),), delay=20)
        (guest,) = await deal(room)
        await asyncio.sleep(100)
        spectator = MemoryGuest(room).join()
        await guest.ask("move", seq=room.table.seq, move="ready")
        assert codes(await spectator.ask("why")) == ["not-seated"]
        assert codes(await spectator.ask("chat", text="look left")) == ["not-seated"]

    in_a_house(work)


def test_nothing_is_taken_back_once_all_cards_were_shown() -> None:
    """The end of a match tells its seed, so there is no way back."""

    async def work(house: House) -> None:
        room = await room_of(house, game="duel", seats=2, bots=(BotAt(1, "easy"),))
        (guest,) = await deal(room)
        await play_out([guest])
        assert codes(await guest.ask("undo")) == ["over"]
        assert codes(await guest.ask("undo", count=1)) == ["over"]

    in_a_house(work)


# -- Rooms that stand empty --------------------------------------------------------------------------------------------


def test_a_room_where_nobody_is_closes_and_opens_again() -> None:
    async def work(house: House) -> None:
        room = await room_of(house, game="shithead", seats=2)
        guests = await deal(room)
        await guests[0].ask("move", seq=room.table.seq, move="ready")
        await asyncio.sleep(1000)
        assert house.rooms() == [room]
        for guest in guests:
            guest.part()
        await asyncio.sleep(50)
        assert house.rooms() == [room]
        await asyncio.sleep(20)
        assert house.rooms() == []
        again = await house.room(room.id)
        assert again is not room
        assert again.table.since(0) == room.table.since(0)
        assert JSON.whole(again.table, 0) == JSON.whole(room.table, 0)
        with pytest.raises(hr.TableError) as problem:  # whoever still holds the old one is not left waiting
            await room.run(room.catch_up)
        assert problem.value.code == "closing"

    in_a_house(work, Limits(idle_seconds=60))


def test_a_house_that_closes_tells_everybody_to_come_back() -> None:
    async def work(house: House) -> None:
        room = await room_of(house, game="shithead", seats=2)
        guests = await deal(room)
        await house.close()
        for guest in guests:
            assert isinstance(guest.read()[-1], TellGone)
            assert guest.closed is not None
            assert guest.closed[0] == 1012
        with pytest.raises(hr.TableError) as problem:
            await house.sit(room.id, SeatRequest(name="Zoe"))
        assert problem.value.code == "closing"

    in_a_house(work)


# -- When something breaks ---------------------------------------------------------------------------------------------


class Unreadable:
    """A journal after what a disk can do to it."""

    def __init__(self, journal: Journal) -> None:
        self._journal = journal

    def __getattr__(self, name: str) -> object:
        return getattr(self._journal, name)

    async def read(self, table: str, since: int) -> list[Entry]:
        raise OSError("the disk is gone")


def test_a_room_that_cannot_read_its_journal_is_given_up_and_opened_again(caplog: pytest.LogCaptureFixture) -> None:
    async def work(house: House) -> None:
        room = await room_of(house, game="shithead", seats=2)
        guests = await deal(room)
        journal = room.services.journal

        room.services.journal = Unreadable(journal)  # type: ignore[assignment]  # it does what the other does
        calling = asyncio.create_task(room.run(lambda: room.services.journal.read("", 0)))
        await asyncio.sleep(0)
        guests[0].say("move", seq=room.table.seq + 5, move="ready")
        later = asyncio.create_task(room.run(room.catch_up))
        await asyncio.wait([calling, later])
        assert all(guest.closed is not None and guest.closed[0] == 1001 for guest in guests)
        assert isinstance(calling.exception(), OSError)
        assert getattr(later.exception(), "code", None) == "closing"
        room.services.journal = journal  # it is back
        again = await house.room(room.id)
        assert again is not room
        assert answers(await MemoryGuest(again, 0).join().ask("move", seq=again.table.seq, move="ready"))

    in_a_house(work)


def test_a_step_that_cannot_be_written_is_refused_and_changes_nothing() -> None:
    async def work(house: House) -> None:
        room = await room_of(house, game="shithead", seats=2)
        guests = await deal(room)
        connection = room.services.journal._connection  # type: ignore[attr-defined]  # that of SQLite
        connection.execute("pragma query_only = on")
        seq = room.table.seq
        assert codes(await guests[0].ask("move", seq=seq, move="ready")) == ["not-written"]
        assert room.table.seq == seq
        connection.execute("pragma query_only = off")
        assert answers(await guests[0].ask("move", seq=seq, move="ready")) == [TellDone(seq, seq + 1)]

    in_a_house(work)


# -- Two holders -------------------------------------------------------------------------------------------------------


def two_houses(tmp_path: Path, work: Callable[[House, House], Awaitable[None]], *, news: bool) -> None:
    """On one file; with news, or with nothing but a look at the file once a second."""

    async def main() -> None:
        hub, url = LocalHub(), f"sqlite:///{tmp_path}/shared.db"

        def maker(heard: Heard, gap: Gap) -> LocalNews:
            return LocalNews(heard, gap, hub if news else None)

        async with (
            house_on(url, now=jumping_now, news=maker) as one,
            house_on(url, now=jumping_now, news=maker) as two,
        ):
            await work(one, two)

    run_jumping(main())


@pytest.mark.parametrize(("game", "news"), [*((game, True) for game in hr.GAMES), ("heroes", False)])
def test_two_holders_of_a_table_play_one_match(tmp_path: Path, game: str, news: bool) -> None:
    """Half of the people are here, half are there; a bot moves once, whoever drives it."""

    async def work(one: House, two: House) -> None:
        seats = min(3, hr.load(game).seats[-1])
        bots = (BotAt(2, "random"),) if seats == 3 else ()
        opened = await open_table(one, TableRequest(game=game, seats=seats, bots=bots, away=3600))
        here, there = await one.room(opened.table), await two.room(opened.table)
        guests = [MemoryGuest(here, 0).join(), MemoryGuest(there, 1).join()]
        watching = [MemoryGuest(room).join() for room in (here, there)]
        for guest in guests:
            guest.say("ready")
        chance = Random(game)
        while not (here.table.is_over and there.table.is_over) and here.table.seq < 150:
            for guest in guests:
                view = guest.view
                if view.view is not None and view.view.legal:
                    guest.say("move", seq=view.seq, move=str(chance.choice(view.view.legal)))
            await settle(here, there)
            if not news or chance.random() < 0.05:
                await asyncio.sleep(1.001)
                await settle(here, there)
        await asyncio.sleep(2)
        await settle(here, there)
        assert here.table.steps() == there.table.steps()
        entries = await one.services.journal.read(opened.table, 0)
        assert [entry.seq for entry in entries] == list(range(here.table.seq + 1))
        for guest in (*guests, *watching):
            told = [seen.seq for seen in guest.all(Seen)]
            assert told == sorted(set(told))
            assert told[-1] == here.table.seq
            assert len(guest.all(TellOver)) == here.table.is_over
        for guest in guests:
            assert not guest.all(TellError)

    two_houses(tmp_path, work, news=news)


@pytest.mark.parametrize("news", [True, False])
def test_of_two_holders_who_write_the_same_step_one_wins(tmp_path: Path, news: bool) -> None:
    async def work(one: House, two: House) -> None:
        opened = await open_table(one, TableRequest(game="shithead", seats=2))
        rooms = [await house.room(opened.table) for house in (one, two)]
        guests = [MemoryGuest(room, 0).join() for room in rooms]
        other = MemoryGuest(rooms[0], 1).join()
        for guest in (guests[0], other):
            await guest.ask("ready")
        for guest in (guests[0], other):
            await guest.ask("move", seq=rooms[0].table.seq, move="ready")
        await asyncio.sleep(1.5)
        await settle(*rooms)
        seq = rooms[0].table.seq
        assert rooms[1].table.seq == seq
        seat = rooms[0].table.to_act[0]
        racers = [MemoryGuest(room, seat).join() for room in rooms]
        moves = [str(move) for move in rooms[0].table.match.legal(seat)][:2]
        for racer, move in zip(racers, moves, strict=True):
            racer.say("move", seq=seq, move=move)
        await settle(*rooms)
        assert sorted(type(answers(racer.read())[-1]).__name__ for racer in racers) == ["TellDone", "TellStale"]
        assert one.counts.fenced + two.counts.fenced == 1
        assert rooms[0].table.steps() == rooms[1].table.steps()

    two_houses(tmp_path, work, news=news)


def test_a_holder_who_opens_a_new_table_hears_of_the_other_at_once(tmp_path: Path) -> None:
    """Even if nothing has happened at the table yet."""

    async def work(one: House, two: House) -> None:
        made = await one.create(TableRequest(game="shithead", seats=2))
        first, second = await one.room(made.table), await two.room(made.table)
        await settle(first, second)
        assert first.is_shared
        assert second.is_shared

    two_houses(tmp_path, work, news=True)


def test_a_table_that_was_swept_away_under_its_guests_is_unknown_afterwards() -> None:
    async def work(house: House) -> None:
        room = await room_of(house, game="shithead", seats=2)
        guests = await deal(room)
        connection = room.services.journal._connection  # type: ignore[attr-defined]  # that of SQLite
        for kept in ("entry", "head"):
            connection.execute(f"delete from {kept} where tbl = ?", (room.id,))
        await guests[0].ask("move", seq=room.table.seq, move="ready")
        assert all(guest.closed is not None for guest in guests)
        with pytest.raises(hr.TableError) as problem:
            await house.room(room.id)
        assert problem.value.code == "unknown-table"

    in_a_house(work)


# -- Rare moments ------------------------------------------------------------------------------------------------------


def test_whoever_asked_for_an_undo_is_named_until_all_have_agreed() -> None:
    async def work(house: House) -> None:
        room = await room_of(house, game="shithead", seats=3)
        guests = await deal(room)
        await guests[2].ask("move", seq=room.table.seq, move="ready")
        await guests[2].ask("undo")
        assert guests[0].last(TellPresence).undo == 2
        await guests[0].ask("undo")
        assert guests[0].last(TellPresence).undo == 2
        assert codes(await guests[0].ask("undo")) == ["said-already"]
        await guests[1].ask("undo")
        assert guests[0].last(TellPresence).undo is None
        assert room.table.match.seq == 0

    in_a_house(work)


def test_a_bot_takes_over_only_after_somebody_has_waited_for_the_whole_time() -> None:
    """Everybody loses the connection for long; whoever is back first sees a countdown for the others."""

    async def work(house: House) -> None:
        room = await room_of(house, game="shithead", seats=2, away=60)
        guests = await deal(room)
        guests[1].part()
        await settle(room)
        guests[0].part()
        await asyncio.sleep(600)
        back = MemoryGuest(room, 0).join()
        await settle(room)
        away = back.last(TellPresence).chairs[1].away
        assert away is not None
        assert away.at == jumping_now() + 60_000
        await asyncio.sleep(59)
        assert people(room) == (0, 1)
        await asyncio.sleep(2)
        await settle(room)
        assert people(room) == (0,)

    in_a_house(work)


def test_after_a_pause_the_countdown_begins_anew() -> None:
    async def work(house: House) -> None:
        room = await room_of(house, game="shithead", seats=2, away=60)
        guests = await deal(room)
        await guests[0].ask("pause")
        guests[1].part()
        await asyncio.sleep(600)
        await guests[0].ask("resume")
        await asyncio.sleep(50)
        assert people(room) == (0, 1)
        await asyncio.sleep(11)
        await settle(room)
        assert people(room) == (0,)

    in_a_house(work)


def test_spectators_of_a_table_with_a_delay_read_the_chat_later() -> None:
    async def work(house: House) -> None:
        room = await room_of(house, game="shithead", seats=2, delay=20)
        guests = await deal(room)
        early = MemoryGuest(room).join()
        await guests[0].ask("chat", text="my last card is an ace")
        await asyncio.sleep(5)
        late = MemoryGuest(room).join()
        await settle(room)
        assert guests[1].all(TellChat)
        assert not early.all(TellChat)
        assert not late.all(TellChat)
        await asyncio.sleep(16)
        for spectator in (early, late):
            assert [chat.text for chat in spectator.all(TellChat)] == ["my last card is an ace"]

    in_a_house(work)


def test_a_room_that_starts_over_does_not_show_spectators_the_table_early() -> None:
    async def work(house: House) -> None:
        room = await room_of(house, game="shithead", seats=2, delay=20)
        guests = await deal(room)
        await asyncio.sleep(100)
        spectator = MemoryGuest(room).join()
        seq = room.table.seq
        await guests[0].ask("move", seq=seq, move="ready")
        await room._start_over()
        assert guests[0].view.seq == seq + 1
        assert spectator.view.seq == seq
        await asyncio.sleep(21)
        assert spectator.view.seq == seq + 1

    in_a_house(work)


def test_a_result_that_could_not_be_written_is_written_later() -> None:
    """Also if the next match has begun meanwhile."""

    async def work(house: House) -> None:
        room = await room_of(house, game="duel")
        store = house.services.store
        guests = await deal(room)
        add_result, refused = store.add_result, 0

        async def not_now(result: Result) -> bool:
            nonlocal refused
            refused += 1
            raise RequestError("no-database", "the database does not answer")

        store.add_result = not_now  # type: ignore[method-assign]  # the database is away
        await guests[0].ask("move", seq=room.table.seq, move="ready")
        await guests[0].ask("forfeit")
        for guest in guests:
            await guest.ask("rematch")
        assert room.table.number == 2
        await asyncio.sleep(30)
        assert refused > 1
        store.add_result = add_result  # type: ignore[method-assign]  # it is back
        await asyncio.sleep(600)
        assert await house.record(room.id, 1)
        assert refused < 50

    in_a_house(work)


def test_a_room_that_was_opened_again_stays_in_the_book() -> None:
    """Two rooms are given up. While the first is put away, the second is opened again."""

    async def work(house: House) -> None:
        first, second = [await room_of(house, game="duel") for _ in range(2)]
        first.is_closed = second.is_closed = True
        busy = asyncio.get_running_loop().create_future()
        first._background(_wait_for(busy))
        putting_away = asyncio.create_task(house._close_idle())
        await asyncio.sleep(0)
        again = await house.room(second.id)
        busy.set_result(None)
        await putting_away
        assert await house.room(second.id) is again
        assert not again.is_closed

    in_a_house(work)


async def _wait_for(future: asyncio.Future[None]) -> None:
    await future


def test_a_bots_move_for_another_state_of_the_table_is_not_written() -> None:
    """The journal was set back while the move waited, and the match was paused there: the move is not legal now."""

    async def work(house: House) -> None:
        room = await room_of(house, game="shithead", seats=2, bots=(BotAt(1, "easy"),))
        await room.run(lambda: room.do(0, ReadyToDeal("salt")))
        table, before = room.table, room.table.seq
        swap = table.decide(0, table.match.legal(0)[0], jumping_now())
        assert await room.run(lambda: room.put(swap))
        await room.driver._think(1)  # its move waits in the inbox now
        set_back(room, before)
        pause = Table.replay(table.settings, table.steps()[:before]).decide(0, Pause(), jumping_now())
        room.services.journal._commit([Entry(room.id, before + 1, write_entry(Line.of(pause)))])  # type: ignore[attr-defined]  # that of SQLite
        room.inbox.put_first(room._start_over)
        await settle(room)
        assert room.table.is_paused
        assert [entry.seq for entry in await house.services.journal.read(room.id, before)] == [before, before + 1]

    in_a_house(work)


def set_back(room: Room, seq: int) -> None:
    """As when a backup is restored: entries after this one are gone."""
    journal = room.services.journal
    assert isinstance(journal, SqliteJournal)
    connection, kept = journal._connection, (room.id, seq)
    [last] = connection.execute("select id from entry where tbl = ? and seq = ?", kept).fetchone()
    connection.execute("delete from entry where tbl = ? and seq > ?", kept)
    connection.execute("update head set seq = ?, last = ? where tbl = ?", (seq, last, room.id))
    journal._last.clear()


def test_an_old_move_said_again_after_an_undo_or_a_rematch_is_never_made_again() -> None:
    async def work(house: House) -> None:
        room = await room_of(house, game="duel")
        guests = await deal(room)
        first = room.table.seq
        await guests[0].ask("move", seq=first, move="ready")
        await guests[0].ask("undo")
        await guests[1].ask("undo")
        assert room.table.match.seq == 0
        seq = room.table.seq
        assert [type(told) for told in answers(await guests[0].ask("move", seq=first, move="ready"))] == [TellDone]
        assert [type(told) for told in answers(await guests[0].ask("move", seq=first + 1, move="ready"))] == [TellStale]
        assert room.table.seq == seq
        await guests[0].ask("move", seq=seq, move="ready")
        await guests[1].ask("forfeit")
        for guest in guests:
            await guest.ask("rematch")
        assert (room.table.number, room.table.match.seq) == (2, 0)
        assert [type(told) for told in answers(await guests[0].ask("move", seq=seq, move="ready"))] == [TellDone]
        assert [type(told) for told in answers(await guests[1].ask("move", seq=seq, move="ready"))] == [TellStale]
        assert room.table.match.seq == 0

    in_a_house(work)


def test_after_a_restart_the_countdown_for_whoever_is_away_begins_anew(tmp_path: Path) -> None:
    async def main() -> None:
        url = f"sqlite:///{tmp_path}/tables.db"
        async with house_on(url, now=jumping_now) as house:
            room = await room_of(house, game="shithead", seats=2, away=60)
            guests = await deal(room)
            guests[1].part()
            await asyncio.sleep(50)
        async with house_on(url, now=jumping_now) as house:
            room = await house.room(room.id)
            back = MemoryGuest(room, 0).join()
            await settle(room)
            away = back.last(TellPresence).chairs[1].away
            assert away is not None
            assert away.at == jumping_now() + 60_000
            await asyncio.sleep(61)
            await settle(room)
            assert people(room) == (0,)
            assert back.last(TellPresence).chairs[1].keeps == "Player 2"

    run_jumping(main())
