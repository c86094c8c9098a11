"""Whole games through the door for Colyseus clients: rooms are tables like all others, whoever sits at them."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from random import Random

import msgspec
import pytest

import houserules as hr
from houserules.match import Proof
from houserules.wire import TellOver, TellView
from tests.colyseus_raw import LEAVE, ROOM, RawSocket, Sockets, message
from tests.colyseus_tables import HeroesPlayer, WirePlayer, about, joined, played, refused, wait_until
from tests.processes import PATIENCE_SECONDS, Line, connect
from tests.serving import Served, served

pytestmark = pytest.mark.one_build

Work = Callable[[Sockets], Awaitable[None]]


@pytest.fixture
def house(tmp_path: Path) -> Iterator[Served]:
    with served(tmp_path) as house:
        yield house
        assert "Traceback" not in house.log.getvalue()


def port_of(house: Served) -> int:
    return int(house.url.rpartition(":")[2])


def connected(house: Served, work: Work) -> None:
    async def main() -> None:
        async with Sockets(port_of(house)) as sockets:
            await work(sockets)

    asyncio.run(main())


def test_two_clients_play_a_match_and_one_of_them_starts_the_next(house: Served) -> None:
    """The table has its record and its proof, as every table has."""

    async def work(sockets: Sockets) -> None:
        seats = [joined(house.http, "joinOrCreate", ROOM, name=name, salt=name) for name in ("Ann", "Ben")]
        assert seats[0].roomId == seats[1].roomId
        players = [HeroesPlayer(await sockets.join(seat)) for seat in seats]
        ends = await played(*players)
        assert ends[0].payload == ends[1].payload
        assert ends[0].payload["waiting_for_continue"] is True

        record = house.http.get(f"/api/v1/tables/{seats[0].roomId}/record").json()
        assert hr.Match.from_record(record).outcome is not None
        assert record["proof"]["salts"] == ["Ann", "Ben"]
        for player in players:
            player.socket.send(message("continue_game"))  # both ask at the same time: one match begins
        again = await played(*players)
        assert again[0].payload == again[1].payload
        assert about(house.http, seats[0].roomId).match == 2

    connected(house, work)


def test_a_colyseus_client_and_a_browser_sit_at_one_table(house: Served) -> None:
    async def work(sockets: Sockets) -> None:
        seat = joined(house.http, "create", ROOM, name="Ann")
        ann = await sockets.join(seat)
        taken = house.http.post(f"/api/v1/tables/{seat.roomId}/seats", json={"name": "Ben", "salt": "b"}).json()
        ben = await connect(port_of(house), seat.roomId, taken["token"])
        watcher = await connect(port_of(house), seat.roomId)
        over, end = await asyncio.gather(play_json(ben), HeroesPlayer(ann).play())
        assert over.outcome.places.count(1) == (1 if end.payload["winner"] else 2)
        assert (await watcher.until(TellOver)).outcome == over.outcome
        for line in (ben, watcher):
            line.hang_up()
            await line.transport.wait_disconnected()

    connected(house, work)


async def play_json(line: Line) -> TellOver:
    """Random moves of a browser's player."""
    chance = Random(5)
    latest: TellView | None = None
    while True:
        told = await line.next()
        if isinstance(told, TellOver):
            return told
        if isinstance(told, TellView):
            latest = told
        if latest is not None and latest.view is not None and latest.view.legal and line.heard.empty():
            line.say("move", seq=latest.seq, move=str(chance.choice(latest.view.legal)))
            latest = None


def test_a_match_that_somebody_gave_up_is_over_for_colyseus_clients_too(house: Served) -> None:
    """No event of the game tells it."""

    async def work(sockets: Sockets) -> None:
        seat = joined(house.http, "create", ROOM)
        ann = await sockets.join(seat)
        taken = house.http.post(f"/api/v1/tables/{seat.roomId}/seats", json={"name": "Ben", "salt": "b"}).json()
        ben = await connect(port_of(house), seat.roomId, taken["token"])
        await ann.until("sync_game_state")
        ben.say("forfeit")
        end = await ann.until("game_over")
        assert end.payload == {
            "result": "forfeit",
            "winner": 1,
            "final_credits": [100, 100],
            "waiting_for_continue": True,
        }
        ben.hang_up()
        await ben.transport.wait_disconnected()

    connected(house, work)


@pytest.mark.parametrize("game", ["duel", "shithead", "smellyhead", "heart-of-five"])
def test_other_games_speak_the_messages_of_the_wire(house: Served, game: str) -> None:
    async def work(sockets: Sockets) -> None:
        seats = [joined(house.http, "joinOrCreate", game, seats=2) for _ in range(2)]
        assert seats[0].roomId == seats[1].roomId
        chance = Random(3)
        ends = await played(*[WirePlayer(await sockets.join(seat), chance) for seat in seats])
        assert ends[0].payload["outcome"] == ends[1].payload["outcome"]
        proof = msgspec.convert(ends[0].payload["proof"], Proof)
        assert proof.seed() == ends[0].payload["seed"]

    connected(house, work)


def test_a_room_with_bots_begins_at_once_and_is_found_by_nobody(house: Served) -> None:
    async def work(sockets: Sockets) -> None:
        seat = joined(house.http, "joinOrCreate", ROOM, bot="hard")
        table = about(house.http, seat.roomId)
        assert [chair.level for chair in table.chairs] == [None, "hard"]
        assert not table.public
        end = await asyncio.wait_for(HeroesPlayer(await sockets.join(seat)).play(), PATIENCE_SECONDS)
        assert end.payload["result"]
        assert joined(house.http, "joinOrCreate", ROOM).roomId != seat.roomId
        assert refused(house.http, "joinById", seat.roomId)[0] == 522

    connected(house, work)


def test_bots_fill_all_other_seats_of_a_larger_game(house: Served) -> None:
    seat = joined(house.http, "create", "shithead", bot=True, seats=3)
    assert [chair.bot for chair in about(house.http, seat.roomId).chairs] == [False, True, True]


def test_a_move_that_is_not_allowed_is_answered_and_changes_nothing(house: Served) -> None:
    async def work(sockets: Sockets) -> None:
        ann, ben = await two(house, sockets)
        table = house.http.get("/matchmake/heroes_cards").json()
        assert table == []  # it is full
        for payload in ({"amount": 101}, {"amount": -1}, {"amount": "all"}, {}, [1], None):
            ann.send(message("place_bet", payload))
            answer = (await ann.until("error", "sync_game_state")).payload
            assert set(answer) == {"code", "message"}
        ann.send(message("power_choice", {"choice": "add"}))
        assert (await ann.until("error", "sync_game_state")).payload["code"]
        ben.send(message("place_bet", {"amount": 1}))
        sync = (await ann.until("sync_game_state")).payload
        assert (sync["phase"], sync["credits"], sync["current_bet"], sync["opponent_bet"]) == ("betting", 100, 0, 0)

    connected(house, work)


async def two(house: Served, sockets: Sockets) -> tuple[RawSocket, RawSocket]:
    """Two players whose match is dealt."""
    first = joined(house.http, "joinOrCreate", ROOM)
    ann = await sockets.join(first)
    ben = await sockets.join(joined(house.http, "joinById", first.roomId))
    for socket in (ann, ben):
        await socket.until("sync_game_state")
    return ann, ben


def test_honest_moves_at_the_same_time_are_never_refused(house: Served) -> None:
    """Both bet and both pick without waiting for each other."""

    async def work(sockets: Sockets) -> None:
        ann, ben = await two(house, sockets)
        for socket, amount in ((ann, 5), (ben, 7)):
            socket.send(message("place_bet", {"amount": amount}))
        for socket in (ann, ben):
            while (await socket.until("sync_game_state", "error")).payload["phase"] != "initial_card_selection":
                pass
        for socket in (ann, ben):
            socket.send(message("play_card", {"slot_index": 3}))
        for socket in (ann, ben):
            assert (await socket.until("initial_turn_determined", "error")).type == "initial_turn_determined"

    connected(house, work)


def test_who_leaves_a_match_is_replaced_by_a_bot_and_the_seat_can_be_taken(house: Served) -> None:
    async def work(sockets: Sockets) -> None:
        ann, ben = await two(house, sockets)
        ben.send(LEAVE)
        assert await ben.ended() == 4000
        while not (await ann.until("presence")).payload["chairs"][1].get("bot"):
            pass
        ann.send(message("place_bet", {"amount": 100}))
        end = await asyncio.wait_for(HeroesPlayer(ann).play(), PATIENCE_SECONDS)
        assert end.type == "game_over"

    async def join_later(sockets: Sockets) -> None:
        ann, ben = await two(house, sockets)
        room = [table for table in house.http.get("/api/v1/tables").json()["tables"] if table["status"] == "playing"]
        ben.send(LEAVE)
        assert await ben.ended() == 4000
        zoe = await sockets.join(joined(house.http, "joinById", room[0]["table"], name="Zoe"))
        assert (await zoe.until("sync_game_state")).payload["player_id"] == 2
        ann.hang_up()

    connected(house, work)
    connected(house, join_later)


def test_a_room_that_all_have_left_is_gone_but_its_table_is_kept(house: Served) -> None:
    async def work(sockets: Sockets) -> None:
        ann, ben = await two(house, sockets)
        room = house.http.get("/api/v1/tables").json()["tables"][0]["table"]
        for socket in (ann, ben):
            socket.send(LEAVE)
            assert await socket.ended() == 4000
        assert refused(house.http, "joinById", room) == (522, f'the room "{room}" is gone: everybody has left it')
        assert about(house.http, room).status == "playing"
        wait_until(lambda: house.http.get("/api/v1/tables").json()["tables"] == [])

    connected(house, work)
