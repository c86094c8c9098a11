"""The door for Colyseus clients byte for byte: what SDKs hide, and how the SDK for Defold differs.

That SDK is not in npm, PyPI or Debian, so its bytes are written here.
"""

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path

import pytest

from tests.colyseus_raw import ACK, LEAVE, PING, ROOM, RawSocket, Sockets, message, post, seat_of
from tests.serving import Served, served

pytestmark = pytest.mark.one_build

DEFOLD_ACK = b"\x0a\x00"
DEFOLD_LEAVE = b"\x0c\x00"


@pytest.fixture
def house(tmp_path: Path) -> Iterator[Served]:
    with served(tmp_path) as house:
        yield house
        assert "Traceback" not in house.log.getvalue()


def at_the_door(house: Served, work: Callable[[Sockets], Awaitable[None]]) -> None:
    async def main() -> None:
        async with Sockets(int(house.url.rpartition(":")[2])) as sockets:
            await work(sockets)

    asyncio.run(main())


async def two(house: Served, sockets: Sockets, ack: bytes = ACK) -> list[RawSocket]:
    """Both players of a new match, who know how it begins."""
    players = []
    for _ in range(2):
        seat = seat_of(post(house.http, "joinOrCreate", ROOM))
        players.append(await sockets.join(seat, ack=ack))
    for player in players:
        await player.until("sync_game_state")
    return players


# -- The matchmaker ----------------------------------------------------------------------------------------------------


def test_an_answer_is_for_all_generations_of_sdks(house: Served) -> None:
    answer = post(house.http, "joinOrCreate", ROOM).json()
    flat = {"name": ROOM, "sessionId": answer["sessionId"]}
    assert flat.items() <= answer.items()
    assert answer["room"]["name"] == ROOM
    for name in ("roomId", "processId"):
        assert answer["room"][name] == answer[name]
    assert answer["room"]["maxClients"] == 2
    assert not {"error", "devMode", "protocol"} & set(answer)


@pytest.mark.parametrize(
    ("method", "name", "code"),
    [
        ("joinOrCreate", "chess_of_mars", 520),
        ("dance", ROOM, 520),
        ("join", ROOM, 521),
        ("joinById", "nowhere", 522),
        ("reconnect", "nowhere", 522),
    ],
)
def test_a_refusal_has_its_code_as_status_and_in_the_body(house: Served, method: str, name: str, code: int) -> None:
    answer = post(house.http, method, name, b'{"reconnectionToken":"x"}')
    assert answer.status_code == code
    assert answer.headers["content-type"].startswith("application/json")
    assert answer.json()["code"] == code
    assert answer.json()["error"]


@pytest.mark.parametrize("body", [b"[]", b"{}", b""])
def test_options_may_be_missing(house: Served, body: bytes) -> None:
    """Defold sends an empty list, and a question mark at the end of the address."""
    answer = post(house.http, "joinOrCreate", ROOM, body, query="?")
    assert seat_of(answer).roomId


def test_pages_of_other_origins_may_ask(house: Served) -> None:
    """SDKs send credentials, so a star would not do."""
    origin = {"Origin": "http://game.example"}
    path = f"/matchmake/joinOrCreate/{ROOM}"
    asked = house.http.options(path, headers={**origin, "Access-Control-Request-Method": "POST"})
    assert asked.status_code in (200, 204)
    for answer in (
        asked,
        house.http.post(path, json={}, headers=origin),
        house.http.post("/matchmake/join/x", json={}, headers=origin),
    ):
        assert answer.headers["access-control-allow-origin"] == "http://game.example"
        assert answer.headers["access-control-allow-credentials"] == "true"


# -- Sockets -----------------------------------------------------------------------------------------------------------


def test_nothing_is_said_before_the_client_acknowledges(house: Served) -> None:
    async def work(sockets: Sockets) -> None:
        first = seat_of(post(house.http, "joinOrCreate", ROOM))
        ann = await sockets.join(first)
        second = seat_of(post(house.http, "joinById", first.roomId))
        ben = await sockets.at(second)
        assert (await ben.next()).code == 0x0A
        ann.send(message("dance"))
        assert (await ann.until("error")).payload["message"]
        assert ben.frames.empty()
        ben.send(ACK)
        ben.send(ACK)
        assert (await ben.until("sync_game_state")).payload["player_id"] == 2
        assert (await ann.until("sync_game_state")).payload["player_id"] == 1

    at_the_door(house, work)


@pytest.mark.parametrize("back", ["", "x"])
def test_a_seat_that_is_not_there_is_refused_after_the_upgrade(house: Served, back: str) -> None:
    """An SDK would not see why, otherwise."""

    async def work(sockets: Sockets) -> None:
        seat = seat_of(post(house.http, "create", ROOM))
        socket = await sockets.at(seat, back, session="nobody")
        refused = await socket.next()
        assert (refused.code, refused.rest[:3]) == (0x0B, b"\xcd\x0c\x02")
        assert await socket.ended() == (4003 if back else 4002)

    at_the_door(house, work)


def test_a_probe_of_latency_needs_no_room(house: Served) -> None:
    async def work(sockets: Sockets) -> None:
        socket = await sockets.open("/")
        for _ in range(3):
            socket.send(PING)
            assert (await socket.next()).code == 0x12
        socket.hang_up()

    at_the_door(house, work)


def test_a_seat_serves_one_connection_and_each_token_one_return(house: Served) -> None:
    async def work(sockets: Sockets) -> None:
        seat = seat_of(post(house.http, "create", ROOM))
        ann = await sockets.join(seat)
        ann.send(PING)
        assert (await ann.next()).code == 0x12
        again = await sockets.at(seat)
        assert (await again.next()).code == 0x0B
        back = await sockets.join(seat, ann.token)
        assert back.token != ann.token
        back.send(PING)
        assert (await back.next()).code == 0x12
        old = await sockets.at(seat, ann.token)
        assert (await old.next()).code == 0x0B

    at_the_door(house, work)


# -- Defold ------------------------------------------------------------------------------------------------------------


def test_control_frames_of_defold_have_two_bytes(house: Served) -> None:
    async def work(sockets: Sockets) -> None:
        ann, _ = await two(house, sockets, DEFOLD_ACK)
        ann.send(DEFOLD_LEAVE)
        assert await ann.ended() == 4000

    at_the_door(house, work)


def test_numbers_of_lua_may_be_floats_and_empty_tables_lists(house: Served) -> None:
    async def work(sockets: Sockets) -> None:
        ann, ben = await two(house, sockets, DEFOLD_ACK)
        ann.send(message("place_bet", {"action": "place_bet", "data": {"amount": 100.0}}))
        assert (await ann.until("sync_game_state", "error")).payload["current_bet"] == 100
        ben.send(message("place_bet", {"amount": 100.0}))
        assert (await ben.until("phase_change", "error")).payload["phase"] == "initial_card_selection"
        ben.send(message("continue_game", []))
        assert (await ben.until("error")).payload["message"]

    at_the_door(house, work)


def test_no_payload_has_one_byte(house: Served) -> None:
    """The SDK for Defold would lose it. All that a room says is a map with something in it."""

    async def work(sockets: Sockets) -> None:
        ann, ben = await two(house, sockets, DEFOLD_ACK)
        for socket in (ann, ben):
            socket.send(message("place_bet", {"amount": 50}))
            socket.send(message("dance"))
            await socket.until("error")
            heard = [read for read in socket.all if read[0] == 0x0D]
            assert heard
            for data in heard:
                payload = data[2 + (data[1] & 0x1F) :]
                assert len(payload) > 1
                assert payload[0] & 0xF0 == 0x80 or payload[0] in (0xDE, 0xDF)

    at_the_door(house, work)


def test_a_consented_leave_frees_the_room(house: Served) -> None:
    async def work(sockets: Sockets) -> None:
        seat = seat_of(post(house.http, "create", ROOM))
        ann = await sockets.join(seat)
        ann.send(LEAVE)
        assert await ann.ended() == 4000
        assert post(
            house.http, "reconnect", seat.roomId, b'{"reconnectionToken":"%b"}' % ann.token.encode()
        ).status_code in (522, 524)

    at_the_door(house, work)
