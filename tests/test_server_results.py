"""Whose result a match is: nobody dodges a loss by leaving, and nobody collects what others have won."""

from __future__ import annotations

import msgspec
import pytest

import houserules as hr
from houserules.__main__ import record_checks
from houserules.games.heart_of_five.events import WentOut
from houserules.match import read_record
from houserules.server.house import House
from houserules.server.players import player_id
from houserules.server.room import Room
from houserules.table import Player, table_from_record
from houserules.wire import BotAt, MatchPlayed, SeatRequest, TableRequest
from tests.rooms import MemoryGuest, deal, in_a_house, play_out, settle

pytestmark = pytest.mark.one_build

KEYS = {player_id(letter * 32): letter * 32 for letter in "abc"}
ANN, BEN, CEM = KEYS


async def room_with_keys(house: House, *players: str, **more: object) -> Room:
    """A table of people who are known by these ids."""
    for key in KEYS.values():
        await house.services.store.player(key, "Anybody")
    request = TableRequest(game="shithead", player="Ann", **more)  # type: ignore[arg-type]  # as a test says
    made = await house.create(request, player=players[0])
    for number, player in enumerate(players[1:], 2):
        await house.sit(made.table, SeatRequest(name=f"Player {number}"), player=player)
    return await house.room(made.table)


async def kept(house: House, room: Room) -> dict[str, MatchPlayed]:
    """What the store keeps of the match that is over, for each player."""
    while room._tasks:
        await settle(room)
    assert room.table.is_over
    return {
        player: played[0] for player in (ANN, BEN, CEM) if (played := await house.services.store.matches_of(player))
    }


async def rated(house: House, room: Room) -> set[str]:
    game = room.table.game
    return {ranked.id for ranked in await house.services.store.ratings(game.id, game.hash)}


@pytest.mark.parametrize("how", ["leave", "remove", "forfeit"])
def test_whoever_leaves_or_gives_up_comes_last(how: str) -> None:
    async def work(house: House) -> None:
        room = await room_with_keys(house, ANN, BEN, seats=3, bots=(BotAt(2, "random"),))
        ann, ben = await deal(room)
        await play_out([ann, ben], moves=6)
        await (ann.ask("remove", seat=1) if how == "remove" else ben.ask(how))
        await play_out([ann])
        found = await kept(house, room)
        assert {played.names for played in found.values()} == {("Ann", "Player 2", "Basil")}
        assert {played.places[1] for played in found.values()} == {3}
        assert all(played.counts for played in found.values())
        assert await rated(house, room) == {ANN, BEN, "bot:random"}

    in_a_house(work)


def test_whoever_is_out_may_go_and_keeps_the_place() -> None:
    async def work(house: House) -> None:
        room = await room_with_keys(house, ANN, BEN, CEM, seats=3)
        guests = await deal(room)
        for guest in guests:
            await guest.ask("move", seq=room.table.seq, move="ready")
        out: list[int] = []
        thinker = hr.bot("hard", room.table.game, seed=1)  # somebody who just plays anything may play on to the limit
        while not out:
            seat = room.table.to_act[0]
            move = thinker.choose(room.table.view(seat))
            await guests[seat].ask("move", seq=room.table.seq, move=str(move))
            out = [seat for seat in range(3) if room.table.game.is_done(room.table.match.state, seat)]
        assert not room.table.is_over
        await guests[out[0]].ask("leave")
        await play_out([guest for guest in guests if guest.seat != out[0]])
        found = await kept(house, room)
        assert found[(ANN, BEN, CEM)[out[0]]].places[out[0]] == 1

    in_a_house(work)


def test_whoever_sits_down_in_the_middle_is_not_rated_for_that_match() -> None:
    async def work(house: House) -> None:
        room = await room_with_keys(house, ANN, seats=2, bots=(BotAt(1, "random"),))
        [ann] = await deal(room)
        await play_out([ann], moves=4)
        await house.sit(room.id, SeatRequest(name="Ben"), player=BEN)
        ben = MemoryGuest(room, 1).join()
        await play_out([ann, ben])
        found = await kept(house, room)
        assert (found[ANN].counts, found[BEN].counts) == (True, False)
        assert found[ANN].names == ("Ann", "Ben")
        assert await rated(house, room) == set()
        for guest in (ann, ben):
            await guest.ask("rematch")
        assert room.parties.of_match(room.table)[1].counts

    in_a_house(work)


def test_whoever_takes_the_seat_of_a_person_who_left_has_no_part_in_it() -> None:
    async def work(house: House) -> None:
        room = await room_with_keys(house, ANN, BEN, seats=2)
        ann, ben = await deal(room)
        await play_out([ann, ben], moves=6)
        await ben.ask("leave")
        await house.sit(room.id, SeatRequest(name="Cem"), player=CEM)
        await play_out([ann, MemoryGuest(room, 1).join()])
        found = await kept(house, room)
        assert set(found) == {ANN, BEN}
        assert found[ANN].places == (1, 2)
        assert await rated(house, room) == {ANN, BEN}

    in_a_house(work)


def test_a_match_in_which_a_move_was_taken_back_is_not_rated() -> None:
    async def work(house: House) -> None:
        room = await room_with_keys(house, ANN, seats=2, bots=(BotAt(1, "random"),))
        [ann] = await deal(room)
        await play_out([ann], moves=3)
        await ann.ask("undo")
        await play_out([ann])
        found = await kept(house, room)
        assert not found[ANN].counts
        assert await rated(house, room) == set()
        await ann.ask("rematch")
        assert room.parties.of_match(room.table)[0].counts

    in_a_house(work)


def test_what_counts_is_the_same_after_the_room_was_read_again() -> None:
    async def work(house: House) -> None:
        room = await room_with_keys(house, ANN, BEN, seats=3, bots=(BotAt(2, "random"),))
        ann, ben = await deal(room)
        await play_out([ann, ben], moves=6)
        await ben.ask("leave")
        await house.sit(room.id, SeatRequest(name="Cem", seat=2), player=CEM)
        again = Room.of(await house.services.journal.read(room.id, 0), house.services)
        assert again.parties.of_match(again.table) == room.parties.of_match(room.table)
        again.driver.close()

    in_a_house(work)


def test_in_heart_of_five_a_seat_is_done_only_in_the_last_round() -> None:
    game = hr.load("heart-of-five")
    match = hr.Match.new(game, seats=3, seed="done")
    bot = hr.bot("beginner", game, seed=1)
    went_out = 0
    done: list[int] = []
    while match.to_act:
        seat = match.to_act[0]
        assert seat not in done
        went_out += any(isinstance(event, WentOut) for event in match.play(seat, bot.choose(match.view(seat))))
        done = [seat for seat in range(3) if game.is_done(match.state, seat)] if match.to_act else done
    assert went_out > 10  # also in earlier rounds
    assert done


@pytest.mark.parametrize("seats", [2, 3])
def test_the_record_of_a_match_that_was_given_up_says_who_won(seats: int) -> None:
    async def work(house: House) -> None:
        room = await room_with_keys(house, *(ANN, BEN, CEM)[:seats], seats=seats)
        guests = await deal(room)
        await play_out(guests, moves=5)
        await guests[1].ask("forfeit")
        await play_out([guest for guest in guests if guest.seat != 1])
        record = await house.record(room.id)
        assert room.table.outcome is not None
        said = record_checks(record)
        assert said[-2:] == [
            (True, "it says that seat 1 gave up: nobody can check that"),
            (True, f"its moves, and who gave up, lead to its outcome: places {list(room.table.outcome.places)}"),
        ]
        assert room.table.outcome.places[1] == seats
        document = msgspec.json.decode(record)
        for wrong in ([], [0], [1, 1], [7], list(range(seats))):
            assert not record_checks(msgspec.json.encode({**document, "forfeited": wrong}))[-1][0]
            match, reason = hr.Match.from_broken_record(msgspec.json.encode({**document, "forfeited": wrong}))
            assert (len(match.moves), reason is not None) == (len(document["moves"]), True)
        players = [Player(f"Player {seat}") for seat in range(seats)]
        assert table_from_record(read_record(record), players).match.seq == len(document["moves"])

    in_a_house(work)
