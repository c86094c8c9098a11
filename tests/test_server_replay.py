"""Replays: a match that is over is shown again as each seat was told it, or with every hand open."""

from __future__ import annotations

import asyncio
import gzip
import threading
from collections.abc import Iterator
from operator import attrgetter
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

import houserules as hr
from houserules.client import join, open_table, replay
from houserules.core import to_document
from houserules.server import replays
from houserules.server.house import House
from houserules.server.limits import Limits
from houserules.server.requests import accepts_gzip
from houserules.server.room import Room
from houserules.table import Seen
from houserules.wire import ClockRequest, SeatRequest, TableRequest, TellView, read_replay
from tests.rooms import (
    MemoryGuest,
    deal,
    house_on,
    in_a_house,
    jumping_now,
    play_out,
    room_of,
    run_jumping,
    settle,
)
from tests.rooms import open_table as open_room
from tests.serving import WIDE, Served, served
from tests.test_server_rest import refusal

pytestmark = pytest.mark.one_build

KEPT = ("seq", "at", "seat", "move", "deed", "events", "words", "turn")


@pytest.fixture(scope="module")
def here(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with served(tmp_path_factory.mktemp("server")) as server:
        yield server


def told_to(guest: MemoryGuest, match: int) -> list[dict[str, Any]]:
    """What a connection was told of a match, as the steps of a replay: each `events` with the view after it."""
    steps: list[dict[str, Any]] = []
    for data in guest.told:
        message = msgspec.json.decode(data)
        if message["type"] == "events":
            steps.append({name: message[name] for name in KEPT})
        elif message["type"] == "view" and steps and message.get("match") == match:
            steps[-1].setdefault("match", match)
            steps[-1]["view"] = message["view"]
    mine = [step for step in steps if step.pop("match", None) == match]
    end = next(number for number, step in enumerate(mine) if step["view"]["outcome"] is not None)
    return mine[: end + 1]


async def steps_of(house: House, room: Room, match: int, seat: int | None) -> list[dict[str, Any]]:
    steps: list[dict[str, Any]] = msgspec.json.decode(await house.replay(room.id, match, seat))["steps"]
    return steps


async def play_some(guests: list[MemoryGuest], most: int = 300) -> None:
    """Random moves to the end of the match; if that takes too long, all but one give up."""
    await play_out(guests, most)
    if not guests[0].room.table.is_over:
        for guest in guests[1:]:
            await guest.ask("forfeit")
    assert guests[0].room.table.is_over


async def ask_for_rematch(room: Room, guests: list[MemoryGuest]) -> None:
    for guest in guests:
        guest.say("rematch", salt="again")
    await settle(room)


# -- What is shown -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", hr.GAMES)
def test_a_seat_sees_again_what_its_socket_was_told(game: str) -> None:
    """Of the last match, and of one before it."""

    async def work(house: House) -> None:
        seats = min(3, hr.load(game).seats[-1])
        room = await room_of(house, game=game, seats=seats, delay=0)
        guests = await deal(room)
        await play_some(guests)
        await ask_for_rematch(room, guests)
        await play_some(guests)
        for guest in guests:
            for match in (1, 2):
                told = told_to(guest, match)
                assert len(told) > 5
                assert await steps_of(house, room, match, guest.seat) == told

    in_a_house(work)


def test_deeds_are_part_of_it() -> None:
    """Time that ran out, moves taken back, and somebody who gave up."""

    async def work(house: House) -> None:
        room = await room_of(house, game="shithead", seats=3, clock=ClockRequest(kind="turn", seconds=30))
        guests = await deal(room)
        await guests[0].ask("move", seq=room.table.seq, move="ready")
        await guests[0].ask("undo")
        for guest in guests[1:]:
            await guest.ask("undo")
        await asyncio.sleep(200)
        await settle(room)
        await guests[0].ask("forfeit")
        await guests[1].ask("forfeit")
        assert room.table.is_over
        for guest in guests:
            assert await steps_of(house, room, 1, guest.seat) == told_to(guest, 1)
        steps = await steps_of(house, room, 1, 0)
        deeds = [step["deed"]["deed"] for step in steps if step["deed"] is not None]
        assert {"ready-to-deal", "take-back", "agree-to-take-back", "timed-out", "forfeit"} <= set(deeds)
        [end] = [step for step in await steps_of(house, room, 1, None) if step["view"]["outcome"] is not None]
        assert end["view"]["outcome"] == to_document(room.table.outcome)
        assert end["words"][-1] == "The match is over: Player 3 wins"

    in_a_house(work)


@pytest.mark.parametrize("game", hr.GAMES)
def test_without_a_seat_nothing_is_hidden(game: str) -> None:
    """Each row is what that seat saw of itself, and from each event follows what every seat saw of it."""

    async def work(house: House) -> None:
        seats = min(3, hr.load(game).seats[-1])
        room = await room_of(house, game=game, seats=seats)
        await play_some(await deal(room))
        whole = read_replay(await house.replay(room.id))
        seen = [read_replay(await house.replay(room.id, seat=seat)) for seat in range(seats)]
        rows: Any = attrgetter(whole.steps[0].view.by_seat or "")
        for number, step in enumerate(whole.steps):
            assert step.view.seat is None
            for seat in range(seats):
                same = seen[seat].steps[number]
                assert rows(step.view)[seat] == rows(same.view)[seat]
                assert tuple([event.seen_by(seat) for event in step.events]) == same.events
                assert same.move in (step.move, None)
            if step.move is not None and step.seat is not None:
                assert step.move == seen[step.seat].steps[number].move

    in_a_house(work)


def test_it_begins_with_the_deal_and_names_everybody() -> None:
    async def work(house: House) -> None:
        room = await room_of(house, game="duel")
        guests = await deal(room)
        await play_some(guests)
        shown = read_replay(await house.replay(room.id))
        assert (shown.table, shown.match, shown.game, shown.seat) == (room.id, 1, "duel", None)
        assert shown.names == ("Ann", "Player 2")
        assert shown.deal == room.table.match.deal_plan
        assert shown.outcome == room.table.outcome
        assert shown.steps[0].words[-1] == "The cards are dealt"
        assert [step.seq for step in shown.steps] == list(range(shown.steps[0].seq, shown.steps[-1].seq + 1))
        assert shown.steps[-1].view == room.table.open_view()

    in_a_house(work)


def test_a_match_whose_table_was_removed_is_read_from_its_record() -> None:
    """Two of its players are forgotten: their names are gone, the match is not."""

    async def work(house: House) -> None:
        store = house.services.store
        keys = [f"a-key-that-a-device-made-{number:010}" for number in range(2)]
        players = [(await store.player(key, name)).id for key, name in zip(keys, ("Ann", "Ben"), strict=True)]
        made = await house.create(TableRequest(game="shithead", seats=2, player="Ann"), player=players[0])
        await house.sit(made.table, SeatRequest(name="Ben"), player=players[1])
        room = await house.room(made.table)
        guests = await deal(room)
        await play_some(guests)
        before = await steps_of(house, room, 1, 0)
        record = await house.record(room.id)
        for guest in guests:
            guest.part()
        await asyncio.sleep(3600)
        for key in keys:
            assert await store.forget_player(key)
        await asyncio.sleep(2 * 3600)
        assert await store.sweep(jumping_now(), None) == 1

        assert await house.record(room.id) == await house.record(room.id, 1) == record
        shown = read_replay(await house.replay(room.id, seat=0))
        assert shown.names == ("Somebody", "Somebody 2")
        moves = [(step["move"], step["events"], step["view"]) for step in before if step["move"] is not None]
        assert [(to_document(s.move), to_document(s.events), to_document(s.view)) for s in shown.steps[1:]] == moves
        with pytest.raises(hr.TableError) as problem:
            await house.replay(room.id, match=2)
        assert problem.value.code == "unknown-match"

    in_a_house(work, Limits(idle_seconds=60))


# -- What is refused ---------------------------------------------------------------------------------------------------


def test_a_match_in_play_is_not_shown() -> None:
    async def work(house: House) -> None:
        room = await room_of(house, game="shithead", seats=2)
        for match, code in ((None, "not-over"), (1, "not-over"), (2, "unknown-match")):
            assert await refused(house, room, match) == code
        guests = await deal(room)
        for match, code in ((None, "not-over"), (1, "not-over"), (2, "unknown-match")):
            assert await refused(house, room, match) == code
        await play_some(guests)
        assert await refused(house, room, 2) == "unknown-match"
        await ask_for_rematch(room, guests)
        assert await refused(house, room, 2) == "not-over"
        assert msgspec.json.decode(await house.replay(room.id))["match"] == 1
        assert msgspec.json.decode(await house.replay(room.id))["steps"][-1]["seq"] < room.table.began
        with pytest.raises(hr.SeatsError):
            await house.replay(room.id, 1, 2)

    in_a_house(work)


async def refused(house: House, room: Room, match: int | None) -> str:
    with pytest.raises(hr.TableError) as problem:
        await house.replay(room.id, match, 0)
    return problem.value.code


# -- Over HTTP ---------------------------------------------------------------------------------------------------------


async def played(server: Served, game: str) -> tuple[str, list[list[Any]]]:
    """A whole match over real sockets: its link, and what each seat was told."""
    chance, seats = Random(5), min(4, hr.load(game).seats[-1])
    host = await open_table(server.url, game=game, seats=seats, notes=False)
    people = [host, *[await join(host.invite, name=f"Guest {seat}", notes=False) for seat in range(1, seats)]]
    for seat in people:
        await seat.until(lambda seat=seat: seat.view is not None)  # type: ignore[misc]  # a known limit of mypy

    async def play(seat: Any) -> None:
        while (view := await seat.turn()) is not None:
            try:
                if seat.seq > 150 and seat.seat:
                    await seat.forfeit()
                    return
                await seat.play(chance.choice(view.legal))
            except hr.TableError as problem:
                if problem.code not in ("stale", "over", "not-a-person"):
                    raise

    await asyncio.gather(*[play(seat) for seat in people])
    told = []
    for seat in people:
        await seat.until(lambda seat=seat: seat.over is not None)  # type: ignore[misc]  # as above
        told.append([await anext(seat) for _ in range(seat.unread)])
        await seat.close()
    return host.invite, told


@pytest.mark.parametrize("game", hr.GAMES)
def test_a_match_over_real_sockets_is_shown_again(here: Served, game: str) -> None:
    async def work() -> None:
        link, told = await played(here, game)
        for seat, messages in enumerate(told):
            shown = await replay(link, seat=seat)
            assert (shown.match, shown.seat, shown.game) == (1, seat, game)
            seen = {message.seq: message for message in messages if isinstance(message, Seen)}
            views = {message.seq: message.view for message in messages if isinstance(message, TellView)}
            compared = 0
            for step in shown.steps:
                if step.seq in seen:
                    compared += 1
                    assert all(getattr(step, name) == getattr(seen[step.seq], name) for name in KEPT)
                    assert step.view == views[step.seq]
            assert compared > len(shown.steps) // 2
            assert len((await replay(link)).steps) == len(shown.steps)

    asyncio.run(work())


def test_it_is_packed_for_whoever_understands_it(here: Served) -> None:
    link, _ = asyncio.run(played(here, "shithead"))
    path = link.replace(f"{here.url}/t/", "/api/v1/tables/") + "/replay"

    plain = here.http.get(path, headers={"Accept-Encoding": "identity"})
    packed = here.http.get(path, headers={"Accept-Encoding": "br, gzip;q=0.5"})

    assert plain.status_code == packed.status_code == 200
    assert "content-encoding" not in plain.headers
    assert packed.headers["content-encoding"] == "gzip"
    assert packed.headers["vary"] == "Accept-Encoding"
    assert plain.content == packed.content
    assert len(gzip.compress(plain.content)) < len(plain.content) / 5


def test_a_page_learns_nothing_of_a_match_in_play(here: Served) -> None:
    made = here.http.post("/api/v1/tables", json={"game": "shithead", "seats": 2, "salt": "s"}).json()
    path = f"/api/v1/tables/{made['table']}/replay"
    here.http.post(f"/api/v1/tables/{made['table']}/seats", json={"name": "Ben", "salt": "t"})

    assert here.http.get(f"/api/v1/tables/{made['table']}").json()["status"] == "playing"
    assert refusal(here.http.get(path), 409) == "not-over"
    assert refusal(here.http.get(f"{path}?match=1&seat=0"), 409) == "not-over"
    assert refusal(here.http.get(f"{path}?match=2"), 404) == "unknown-match"
    assert refusal(here.http.get(f"{path}?seat=-1"), 400) == "bad-request"
    assert refusal(here.http.get(f"{path}?seat=x"), 400) == "bad-request"
    unknown = "00000000-0000-7000-8000-000000000000"
    assert refusal(here.http.get(f"/api/v1/tables/{unknown}/replay"), 404) == "unknown-table"


def test_the_documentation_has_its_answer(here: Served) -> None:
    document = here.http.get("/api/v1/openapi.json").json()

    operation = document["paths"]["/api/v1/tables/{table}/replay"]["get"]
    assert {parameter["name"] for parameter in operation["parameters"]} == {"table", "match", "seat"}
    [answer] = operation["responses"]["200"]["content"].values()
    assert answer["schema"]["$ref"].endswith("/Replay")
    assert {"steps", "names", "deal"} <= set(document["components"]["schemas"]["Replay"]["properties"])


def test_an_address_waits_for_a_few_replays_at_a_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    begun, go_on = threading.Event(), threading.Event()
    slices = replays._in_slices

    async def slow(parts: Iterator[bytes]) -> list[bytes]:
        begun.set()
        while not go_on.is_set():
            await asyncio.sleep(0.01)
        return await slices(parts)

    limits = msgspec.structs.replace(WIDE, replays_per_address=1)
    with served(tmp_path, limits=limits) as server:
        link, _ = asyncio.run(played(server, "duel"))
        path = link.replace(f"{server.url}/t/", "/api/v1/tables/") + "/replay"
        monkeypatch.setattr(replays, "_in_slices", slow)
        answers: list[int] = []
        first = threading.Thread(target=lambda: answers.append(server.http.get(path).status_code))
        first.start()
        assert begun.wait(60)
        second = server.http.get(path)
        go_on.set()
        first.join(60)
        third = server.http.get(path)

    assert refusal(second, 429) == "too-fast"
    assert answers == [200]
    assert third.status_code == 200


@pytest.mark.parametrize(
    ("header", "accepted"),
    [
        ("", False),
        ("gzip", True),
        ("br, GZIP ; q=0.1", True),
        ("gzip;q=0", False),
        ("gzip; q=0.000, br", False),
        ("deflate", False),
        ("*", False),
    ],
)
def test_who_understands_gzip(header: str, accepted: bool) -> None:
    assert accepts_gzip(header) is accepted


# -- Nobody waits for it -----------------------------------------------------------------------------------------------


def test_a_long_replay_is_made_in_slices(monkeypatch: pytest.MonkeyPatch) -> None:
    """With slices that end at once, others come to their turn after every step."""
    monkeypatch.setattr(replays, "SLICE_SECONDS", 0)

    async def main() -> None:
        async with house_on(now=jumping_now) as house:
            opened = await open_room(house, TableRequest(player="Ann", game="shithead", seats=2))
            room = await house.room(opened.table)
            await play_some(await deal(room))
            others = 0
            asked = asyncio.create_task(house.replay(room.id))
            while not asked.done():
                await asyncio.sleep(1e-6)
                others += 1
            steps = msgspec.json.decode(asked.result())["steps"]
            assert others >= len(steps)

    run_jumping(main())
