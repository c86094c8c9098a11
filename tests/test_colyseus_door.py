"""The door for Colyseus clients: options, other names of messages, limits, and what is refused with which sentence."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path

import pytest
from picows import WSMsgType

from houserules.errors import ConfigError
from houserules.server.config import read_config
from houserules.server.limits import Limits
from tests.colyseus_raw import PING, ROOM, Sockets, message, post, seat_of
from tests.colyseus_tables import about, joined, refused
from tests.serving import WIDE, Served, served

pytestmark = pytest.mark.one_build

Work = Callable[[Sockets], Awaitable[None]]


@pytest.fixture
def house(tmp_path: Path) -> Iterator[Served]:
    with served(tmp_path) as house:
        yield house
        assert "Traceback" not in house.log.getvalue()


def connected(house: Served, work: Work) -> None:
    async def main() -> None:
        async with Sockets(int(house.url.rpartition(":")[2])) as sockets:
            await work(sockets)

    asyncio.run(main())


# -- Options -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("room", "options", "sentence"),
    [
        (ROOM, {"bot": "godlike"}, "needs a level of H3ROES C4RDS: random, easy, medium, hard, expert"),
        (ROOM, {"bot": 7}, "an option cannot be read: Expected `bool | str | null`, got `int` - at `$.bot`"),
        (ROOM, {"seats": 3}, "2"),
        (ROOM, {"seats": "two"}, "`$.seats`"),
        (ROOM, {"name": "x" * 41}, "`$.name`"),
        (ROOM, {"name": "Ann\u0007"}, "name"),
        (ROOM, {"salt": "x" * 201}, "`$.salt`"),
        (ROOM, {"salt": "\n"}, "a salt is a line"),
        (ROOM, {"game": "chess"}, "there is no game 'chess': the games are "),
        (ROOM, {"house": {"extends": "shithead"}}, "these are not rules for a room of heroes"),
        ("shithead", {"house": "x ="}, "this is not TOML"),
        ("shithead", {"house": {"extends": "shithead", "decks": 99}}, "decks"),
    ],
)
def test_a_wrong_option_is_refused_with_a_sentence(
    house: Served, room: str, options: dict[str, object], sentence: str
) -> None:
    code, said = refused(house.http, "create", room, **options)
    assert code == 526
    assert sentence in said
    assert house.http.get("/api/v1/tables").json()["tables"] == []


def test_a_client_that_knows_one_room_may_ask_for_another_game(house: Served) -> None:
    seat = joined(house.http, "joinOrCreate", ROOM, game="duel")
    third = joined(house.http, "create", "shithead", game="heroes")

    played = [house.http.get(f"/api/v1/tables/{one.roomId}").json()["game"] for one in (seat, third)]
    assert played == ["duel", "heroes"]
    assert joined(house.http, "joinOrCreate", "duel").roomId == seat.roomId


def test_options_of_the_client_itself_are_not_read(house: Served) -> None:
    seat = joined(house.http, "joinOrCreate", ROOM, avatar={"hat": "red"}, level=3)
    assert joined(house.http, "joinOrCreate", ROOM).roomId == seat.roomId


def test_players_of_one_name_are_told_apart(house: Served) -> None:
    seats = [joined(house.http, "joinOrCreate", ROOM, name="Hero") for _ in range(2)]
    assert [chair.name for chair in about(house.http, seats[0].roomId).chairs] == ["Hero", "Hero 2"]


def test_only_players_who_want_the_same_rules_meet(house: Served) -> None:
    house_rules = {"extends": "shithead", "name": "Friday", "deck": {"decks": 2}}
    rooms = [
        joined(house.http, "joinOrCreate", "shithead", **options).roomId
        for options in ({}, {"seats": 3}, {"house": house_rules}, {}, {"seats": 3}, {"house": house_rules})
    ]
    assert rooms[:3] == rooms[3:]
    assert len(set(rooms)) == 3
    assert about(house.http, rooms[2]).title == "Friday"


def test_a_private_room_is_joined_by_its_id_alone(house: Served) -> None:
    seat = joined(house.http, "create", ROOM, private=True)
    assert refused(house.http, "join", ROOM)[0] == 521
    assert house.http.get(f"/matchmake/{ROOM}").json() == []
    assert joined(house.http, "joinById", seat.roomId).roomId == seat.roomId


def test_the_oldest_room_is_taken_first_and_rooms_are_listed(house: Served) -> None:
    rooms = [joined(house.http, "create", ROOM).roomId for _ in range(3)]
    listed = house.http.get(f"/matchmake/{ROOM}").json()
    assert [room["roomId"] for room in listed] == rooms
    assert {key: listed[0][key] for key in ("name", "clients", "maxClients", "locked", "private")} == {
        "name": ROOM,
        "clients": 1,
        "maxClients": 2,
        "locked": False,
        "private": False,
    }
    assert listed[0]["createdAt"].endswith("Z")
    assert [joined(house.http, "join", ROOM).roomId for _ in range(3)] == rooms
    assert house.http.get("/matchmake").json() == house.http.get("/matchmake/duel").json() == []
    assert refused(house.http, "join", ROOM)[0] == 521


def test_a_table_of_a_browser_is_joined_by_its_id(house: Served) -> None:
    made = house.http.post("/api/v1/tables", json={"game": "heroes", "salt": "a"}).json()
    seat = joined(house.http, "joinById", made["table"])
    assert [chair.open for chair in about(house.http, seat.roomId).chairs] == [False, False]


@pytest.mark.parametrize(
    ("method", "room", "body", "code"),
    [
        ("create", "no_room", b"{}", 520),
        ("fly", ROOM, b"{}", 520),
        ("join", ROOM, b"{}", 521),
        ("join", ROOM, b'{"bot":true}', 526),
        ("joinById", "x", b"{}", 522),
        ("reconnect", "x", b"{}", 526),
        ("reconnect", "x", b'{"reconnectionToken":"y"}', 522),
        ("create", ROOM, b"{", 400),
        ("create", ROOM, b"[" * 20_000, 400),
        ("create", ROOM, b"x" * 300_000, 413),
        ("", "", b"{}", 405),
        ("create", "x/y", b"{}", 404),
    ],
)
def test_each_refusal_has_its_code(house: Served, method: str, room: str, body: bytes, code: int) -> None:
    answer = post(house.http, method, room, body)
    assert answer.status_code == code
    assert answer.headers["content-type"] == "application/json"
    assert answer.headers["access-control-allow-credentials"] == "true"
    assert answer.json()["code"] == code
    assert answer.json()["error"]


def test_pages_of_other_sites_may_use_the_door_and_nothing_else(house: Served) -> None:
    origin = {"Origin": "https://game.example", "Access-Control-Request-Method": "POST"}
    asked = house.http.options(f"/matchmake/create/{ROOM}", headers=origin)
    assert asked.status_code == 204
    assert asked.headers["access-control-allow-origin"] == "https://game.example"
    assert asked.headers["vary"] == "Origin"
    assert "POST" in asked.headers["access-control-allow-methods"]
    other = house.http.post("/api/v1/tables", json={"game": "duel"}, headers=origin)
    assert other.status_code == 403
    assert "access-control-allow-origin" not in other.headers


# -- Other names of messages -------------------------------------------------------------------------------------------


def test_messages_may_have_other_names(tmp_path: Path) -> None:
    """In both directions, and a number may stand for a name."""
    aliases = ("bet=place_bet", "7=play_card", "state=sync_game_state", "oops=error")
    with served(tmp_path, message_aliases=aliases) as house:

        async def work(sockets: Sockets) -> None:
            ann, ben = [await sockets.join(joined(house.http, "joinOrCreate", ROOM)) for _ in range(2)]
            for socket in (ann, ben):
                assert (await socket.until("state")).payload["phase"] == "betting"
                socket.send(message("bet", {"action": "bet", "data": {"amount": 5}}))
            assert (await ann.until("phase_change", "oops")).payload["phase"] == "initial_card_selection"
            ann.send(b"\x0d\x07" + message("x", {"slot_index": 2})[3:])
            assert (await ann.until("card_selected", "oops")).payload["slot_index"] == 2
            ann.send(message("dance", {}))
            assert (await ann.until("oops")).payload["message"]

        connected(house, work)


@pytest.mark.parametrize("wrong", ["bet", "=bet", "bet=", "a=b=c", "a=b,a=c", "a=b,c=b"])
def test_an_alias_that_cannot_be_is_refused(wrong: str) -> None:
    with pytest.raises(ConfigError, match="message-aliases"):
        read_config({"message_aliases": wrong}, {})


# -- Frames ------------------------------------------------------------------------------------------------------------


def test_a_request_that_nobody_answers_gets_status_2(house: Served) -> None:
    async def work(sockets: Sockets) -> None:
        ann = await sockets.join(joined(house.http, "create", ROOM))
        ann.send(b"\x15\x05\xa5dance")
        while (answer := await ann.next()).code != 0x16:
            pass
        assert answer.rest[:2] == b"\x05\x02"

    connected(house, work)


def test_random_bytes_are_answered_or_end_the_connection(house: Served) -> None:
    """The room goes on for others, and the log has no traceback."""
    chance = random.Random(11)

    async def work(sockets: Sockets) -> None:
        first = joined(house.http, "create", ROOM)
        ann = await sockets.join(first)
        for _ in range(20):
            seat = joined(house.http, "create", "duel", private=True)
            socket = await sockets.join(seat)
            for _ in range(50):
                code = chance.choice([b"\x0a", b"\x0b", b"\x0d", b"\x0e", b"\x11", b"\x15", b"\x93", b""])
                socket.send(code + chance.randbytes(chance.randint(0, 40)))
            socket.send(PING)
            while (await socket.next()).code != 0x12:
                pass
        knocking = await sockets.at(joined(house.http, "create", ROOM))
        knocking.send(chance.randbytes(2000))
        text = await sockets.at(joined(house.http, "create", ROOM))
        text.transport.send(WSMsgType.TEXT, b"hello")
        assert await text.ended() == 1003
        ben = await sockets.join(joined(house.http, "joinById", first.roomId))
        assert (await ben.until("sync_game_state")).payload["player_id"] == 2
        assert (await ann.until("sync_game_state")).payload["player_id"] == 1

    connected(house, work)


@pytest.mark.parametrize("path", ["/a/b", "/a/b?sessionId=%ff", "/a/b?sessionId=&reconnectionToken=", "/x/y?"])
def test_every_room_that_is_not_there_is_refused_by_a_frame(house: Served, path: str) -> None:
    async def work(sockets: Sockets) -> None:
        socket = await sockets.open(path)
        assert (await socket.next()).code == 0x0B
        assert await socket.ended() in (4002, 4003)

    connected(house, work)


def test_a_probe_that_falls_silent_is_closed(house: Served) -> None:
    async def work(sockets: Sockets) -> None:
        probe = await sockets.open("/?x=1")
        probe.send(PING)
        assert (await probe.next()).code == 0x12
        assert await probe.ended() == 1000

    connected(house, work)


# -- Limits ------------------------------------------------------------------------------------------------------------


def limited(**limits: int) -> Limits:
    fields = {name: getattr(WIDE, name) for name in WIDE.__struct_fields__}
    return Limits(**{**fields, **limits})


def test_one_address_opens_only_so_many_rooms(tmp_path: Path) -> None:
    """Whoever sits down at a room that is there opens none."""
    with served(tmp_path, limits=limited(tables_per_address=2)) as house:
        assert len({joined(house.http, "joinOrCreate", ROOM).roomId for _ in range(4)}) == 2
        code, said = refused(house.http, "create", ROOM)
        assert code == 429
        assert said.startswith("too many rooms from your address")


def test_one_address_has_only_so_many_sockets(tmp_path: Path) -> None:
    with served(tmp_path, limits=limited(sockets_per_address=1)) as house:

        async def work(sockets: Sockets) -> None:
            first = await sockets.join(joined(house.http, "create", ROOM))
            await first.until("presence")
            second = await sockets.at(joined(house.http, "create", ROOM))
            assert (await second.next()).code == 0x0B
            assert await second.ended() == 4002

        connected(house, work)


def test_who_says_too_much_is_told_to_wait(tmp_path: Path) -> None:
    with served(tmp_path, limits=limited(messages_per_second=1, burst=3)) as house:

        async def work(sockets: Sockets) -> None:
            ann = await sockets.join(joined(house.http, "create", ROOM))
            await ann.until("presence")
            for _ in range(6):
                ann.send(message("dance"))
            codes = {(await ann.until("error")).payload["code"] for _ in range(6)}
            assert codes == {"unknown-type", "too-fast"}

        connected(house, work)


def test_a_message_that_is_too_long_ends_the_connection(house: Served) -> None:
    async def work(sockets: Sockets) -> None:
        ann = await sockets.join(seat_of(post(house.http, "create", ROOM)))
        await ann.until("presence")
        ann.send(b"\x0d\xa1x" + bytes(17_000))
        assert await ann.ended() not in (1011, 1012)

    connected(house, work)
