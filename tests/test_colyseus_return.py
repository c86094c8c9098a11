"""Coming back to a room: by HTTP and by the socket alone, with a token that changes, also after a server was killed."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

import httpx
import msgspec
import pytest

from tests.colyseus_raw import ACK, LEAVE, PING, ROOM, RawSocket, Seat, Sockets, message, post
from tests.colyseus_tables import HeroesPlayer, about, joined, played, refused, wait_until
from tests.processes import PATIENCE_SECONDS, ServerProcess
from tests.serving import Served, served

pytestmark = pytest.mark.one_build

Work = Callable[[Served, Sockets], Awaitable[None]]


def at_a_server(folder: Path, work: Work, **settings: object) -> None:
    with served(folder, **settings) as house:  # type: ignore[arg-type]  # they are those of Config

        async def main() -> None:
            async with Sockets(int(house.url.rpartition(":")[2])) as sockets:
                await work(house, sockets)

        asyncio.run(main())
        assert "Traceback" not in house.log.getvalue()


class Pair(msgspec.Struct):
    """Two players whose match is dealt."""

    seats: tuple[Seat, Seat]
    ann: RawSocket
    ben: RawSocket


async def dealt(house: Served, sockets: Sockets) -> Pair:
    first = joined(house.http, "create", ROOM)
    ann = await sockets.join(first)
    second = joined(house.http, "joinById", first.roomId)
    ben = await sockets.join(second)
    for socket in (ann, ben):
        await socket.until("sync_game_state")
    return Pair((first, second), ann, ben)


async def is_refused(socket: RawSocket) -> tuple[bytes, int | None]:
    """The head of the error, and the code of the close."""
    error = await socket.next()
    assert error.code == 0x0B
    return error.rest[:3], await socket.ended()


EXPIRED = b"\xcd\x0c\x02"
"""524."""


@pytest.mark.parametrize("by_http", [True, False])
def test_a_player_comes_back_to_a_whole_view(tmp_path: Path, by_http: bool) -> None:
    async def work(house: Served, sockets: Sockets) -> None:
        pair = await dealt(house, sockets)
        seat, token = pair.seats[0], pair.ann.token
        pair.ann.send(message("place_bet", {"amount": 9}))
        await pair.ann.until("sync_game_state")
        pair.ann.hang_up()
        while (await pair.ben.until("presence")).payload["chairs"][0].get("here"):
            pass
        if by_http:
            again = joined(house.http, "reconnect", seat.roomId, reconnectionToken=token)
            assert again == seat
        back = await sockets.join(seat, token)
        assert back.token != token
        assert (await back.until("sync_game_state")).payload["current_bet"] == 9
        assert refused(house.http, "reconnect", seat.roomId, reconnectionToken=token)[0] == 524
        assert await is_refused(await sockets.at(seat, token)) == (EXPIRED, 4003)
        pair.ben.send(message("place_bet", {"amount": 1}))
        assert (await back.until("phase_change")).payload["phase"] == "initial_card_selection"

    at_a_server(tmp_path, work)


def test_who_loses_the_connection_during_the_handshake_keeps_the_old_token(tmp_path: Path) -> None:
    """The new one may never have arrived."""

    async def work(house: Served, sockets: Sockets) -> None:
        pair = await dealt(house, sockets)
        seat = pair.seats[0]
        pair.ann.hang_up()
        half = await sockets.at(seat, pair.ann.token)
        assert (await half.next()).code == 0x0A
        half.hang_up()
        back = await sockets.join(seat, pair.ann.token)
        assert (await back.until("sync_game_state")).payload["player_id"] == 1

    at_a_server(tmp_path, work)


def test_a_second_socket_replaces_the_first_whose_end_does_no_harm(tmp_path: Path) -> None:
    async def work(house: Served, sockets: Sockets) -> None:
        pair = await dealt(house, sockets)
        seat = pair.seats[0]
        back = await sockets.join(seat, pair.ann.token)
        await back.until("sync_game_state")
        assert await pair.ann.ended() == 4002
        assert about(house.http, seat.roomId).chairs[0].here
        back.send(message("place_bet", {"amount": 3}))
        assert (await back.until("sync_game_state", "error")).payload["current_bet"] == 3

    at_a_server(tmp_path, work)


def test_an_older_handshake_that_is_acknowledged_too_late_is_refused(tmp_path: Path) -> None:
    async def work(house: Served, sockets: Sockets) -> None:
        pair = await dealt(house, sockets)
        seat = pair.seats[0]
        old = await sockets.at(seat, pair.ann.token)
        assert (await old.next()).code == 0x0A
        back = await sockets.join(seat, pair.ann.token)
        await back.until("sync_game_state")
        old.send(ACK)
        assert await is_refused(old) == (EXPIRED, 4003)
        assert about(house.http, seat.roomId).chairs[0].here

    at_a_server(tmp_path, work)


def test_a_token_opens_only_its_own_seat(tmp_path: Path) -> None:
    async def work(house: Served, sockets: Sockets) -> None:
        pair = await dealt(house, sockets)
        ann, ben = pair.seats
        assert await is_refused(await sockets.at(ben, pair.ann.token)) == (EXPIRED, 4003)
        other = joined(house.http, "create", ROOM)
        assert refused(house.http, "reconnect", other.roomId, reconnectionToken=pair.ann.token)[0] == 524
        assert await is_refused(await sockets.at(other, session=ann.sessionId)) == (EXPIRED, 4002)

    at_a_server(tmp_path, work)


def test_who_left_for_good_cannot_come_back(tmp_path: Path) -> None:
    async def work(house: Served, sockets: Sockets) -> None:
        pair = await dealt(house, sockets)
        pair.ann.send(LEAVE)
        assert await pair.ann.ended() == 4000
        seat = pair.seats[0]
        assert refused(house.http, "reconnect", seat.roomId, reconnectionToken=pair.ann.token)[0] == 524
        assert await is_refused(await sockets.at(seat, pair.ann.token)) == (EXPIRED, 4003)

    at_a_server(tmp_path, work)


def test_a_bot_plays_for_who_stays_away_and_gives_the_seat_back(tmp_path: Path) -> None:
    """The other player is told of both."""

    async def work(house: Served, sockets: Sockets) -> None:
        pair = await dealt(house, sockets)
        pair.ben.hang_up()
        chair = {"name": ""}
        while "away" not in chair:
            chair = (await pair.ann.until("presence")).payload["chairs"][1]
        while not chair.get("bot"):
            chair = (await pair.ann.until("presence")).payload["chairs"][1]
        assert chair["keeps"] == chair["name"]
        pair.ann.send(message("place_bet", {"amount": 100}))
        await HeroesPlayer(pair.ann).play(turns=3)

        back = await sockets.join(pair.seats[1], pair.ben.token)
        assert (await back.until("sync_game_state")).payload["player_id"] == 2
        while chair.get("bot"):
            chair = (await pair.ann.until("presence")).payload["chairs"][1]
        assert chair["here"]

    at_a_server(tmp_path, work, return_seconds=1)


# -- Reservations ------------------------------------------------------------------------------------------------------


def test_a_reservation_that_nobody_uses_ends(tmp_path: Path) -> None:
    async def work(house: Served, sockets: Sockets) -> None:
        first = joined(house.http, "create", ROOM)
        ann = await sockets.join(first)
        second = joined(house.http, "joinById", first.roomId)
        assert refused(house.http, "joinById", first.roomId)[0] == 522
        while (await ann.until("presence")).payload["chairs"][1].get("open"):
            pass
        while not (presence := (await ann.until("presence")).payload)["chairs"][1].get("open"):
            pass
        assert not presence.get("dealt")
        assert await is_refused(await sockets.at(second)) == (EXPIRED, 4002)
        third = await sockets.join(joined(house.http, "joinOrCreate", ROOM))
        assert (await third.until("sync_game_state")).payload["player_id"] == 2

    at_a_server(tmp_path, work, reservation_seconds=1)


def test_a_room_to_which_nobody_came_is_gone(tmp_path: Path) -> None:
    with served(tmp_path, reservation_seconds=1) as house:
        room = joined(house.http, "joinOrCreate", ROOM).roomId
        wait_until(lambda: about(house.http, room).chairs[0].open)
        assert refused(house.http, "joinById", room) == (522, f'the room "{room}" is gone: everybody has left it')
        assert joined(house.http, "joinOrCreate", ROOM).roomId != room


def test_before_the_deal_the_seat_of_who_stays_away_is_free(tmp_path: Path) -> None:
    async def work(house: Served, sockets: Sockets) -> None:
        seat = joined(house.http, "joinOrCreate", ROOM)
        ann = await sockets.join(seat)
        ann.send(PING)
        assert (await ann.until("", "presence")).code
        ann.hang_up()
        wait_until(lambda: about(house.http, seat.roomId).chairs[0].open)
        assert joined(house.http, "joinOrCreate", ROOM).roomId != seat.roomId
        assert refused(house.http, "reconnect", seat.roomId, reconnectionToken=ann.token)[0] == 524

    at_a_server(tmp_path, work, return_seconds=1)


# -- Servers that end --------------------------------------------------------------------------------------------------


def test_players_come_back_to_a_server_that_was_killed(tmp_path: Path) -> None:
    """Seats and tokens are in the database, so the new process knows them; the match goes on where it stood."""

    async def work(server: ServerProcess) -> None:
        with httpx.Client(base_url=server.url, timeout=PATIENCE_SECONDS) as http:
            seats = [joined(http, "joinOrCreate", ROOM) for _ in range(2)]
        async with Sockets(server.port) as sockets:
            players = [HeroesPlayer(await sockets.join(seat)) for seat in seats]
            for life in range(3):
                turns = [asyncio.create_task(player.play(turns=2 + life)) for player in players]
                await asyncio.wait_for(asyncio.wait(turns, return_when=asyncio.FIRST_COMPLETED), PATIENCE_SECONDS)
                server.kill()
                await asyncio.wait(turns)
                server.start()
                players = [
                    HeroesPlayer(await sockets.join(seat, player.socket.token))
                    for seat, player in zip(seats, players, strict=True)
                ]
            ends = await played(*players)
        assert ends[0].payload == ends[1].payload
        assert server.tracebacks() == []

    with ServerProcess(tmp_path) as server:
        asyncio.run(work(server))


def test_a_server_that_stops_asks_to_come_back(tmp_path: Path) -> None:
    async def work(server: ServerProcess) -> None:
        with httpx.Client(base_url=server.url, timeout=PATIENCE_SECONDS) as http:
            seat = joined(http, "create", ROOM)
            waiting = joined(http, "create", ROOM)
        async with Sockets(server.port) as sockets:
            ann = await sockets.join(seat)
            await ann.until("presence")
            half = await sockets.at(waiting)
            assert (await half.next()).code == 0x0A
            assert await asyncio.to_thread(server.stop) == 0
            assert await ann.ended() == 4010
            assert await half.ended() == 4010
            server.start()
            back = await sockets.join(seat, ann.token)
            assert (await back.until("presence")).payload["chairs"][0]["here"]

    with ServerProcess(tmp_path) as server:
        asyncio.run(work(server))


def test_who_waited_when_the_server_was_killed_and_stays_away_is_not_waited_for(tmp_path: Path) -> None:
    async def work(server: ServerProcess) -> None:
        with httpx.Client(base_url=server.url, timeout=PATIENCE_SECONDS) as http:
            seat = joined(http, "joinOrCreate", ROOM)
            async with Sockets(server.port) as sockets:
                await (await sockets.join(seat)).until("presence")
                server.kill()
            server.start()
            wait_until(lambda: about(http, seat.roomId).chairs[0].open)
            assert post(http, "join", ROOM).status_code == 521

    with ServerProcess(tmp_path, options=("--return-seconds=1",)) as server:
        asyncio.run(work(server))
