"""A real server, killed, shouted at, raced and not listened to. The long forms are commands: tests.torture_*."""

from __future__ import annotations

import asyncio
import contextlib
import random
import socket
from collections.abc import Awaitable, Callable
from pathlib import Path

import httpx
import pytest

import houserules as hr
from houserules.table import TakeOver
from houserules.wire import TableRequest, TellDone, TellOver, TellPong, TellStale, TellView
from tests import torture_colyseus, torture_frames, torture_kill, torture_leak
from tests.processes import PATIENCE_SECONDS, WIDE, Line, ServerProcess, SocketPlayer, connect
from tests.rooms import Opened, house_on, open_table, run_jumping

pytestmark = pytest.mark.one_build

# -- Kill -9 -----------------------------------------------------------------------------------------------------------


def test_a_server_that_is_killed_loses_nothing_and_does_nothing_twice(tmp_path: Path) -> None:
    found = asyncio.run(torture_kill.torture(tmp_path, kills=3, seed=random.randrange(1 << 31)))

    assert (found.lost, found.doubled, found.other, found.refused) == ([], [], [], [])
    assert found.kills == 3
    assert found.acknowledged > 40
    assert max(found.back) < PATIENCE_SECONDS


def test_a_server_that_tells_before_it_writes_is_caught(tmp_path: Path) -> None:
    """So the test above can fail."""
    found = asyncio.run(torture_kill.torture(tmp_path, kills=20, module="tests.unsafe_server"))

    assert found.lost


# -- Frames ------------------------------------------------------------------------------------------------------------


def test_random_frames_do_no_harm(tmp_path: Path) -> None:
    found = asyncio.run(torture_frames.torture(tmp_path, 3000, seed=random.randrange(1 << 31)))

    assert found.wrong == []
    assert found.frames >= 3000
    assert found.memory[-1] - found.memory[0] < 100_000_000


def test_random_frames_of_colyseus_clients_do_no_harm(tmp_path: Path) -> None:
    """Whoever sent them can play on."""
    found = asyncio.run(torture_colyseus.torture(tmp_path, 3000, seed=random.randrange(1 << 31)))

    assert found.wrong == []
    assert found.frames >= 3000
    assert found.finished > 3
    assert found.memory[-1] - found.memory[0] < 100_000_000


# -- Leaks -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", hr.GAMES)
def test_nothing_that_is_told_depends_on_what_a_viewer_may_not_know(game: str) -> None:
    counted = run_jumping(torture_leak.play([game], 3, random.randrange(1 << 31)))[game]

    assert counted.matches == 3
    assert counted.twins > 50


@pytest.mark.parametrize("game", ["heroes", "shithead"])
def test_nothing_that_a_colyseus_client_hears_depends_on_what_it_may_not_know(game: str) -> None:
    """A game with clients of its own, and one without."""
    counted = run_jumping(torture_leak.play([game], 4, random.randrange(1 << 31), frames=1))[game]

    assert counted.matches == 4
    assert counted.twins > 50
    assert counted.said["sync_game_state" if game == "heroes" else "view"] > 100


# -- Races on real sockets ---------------------------------------------------------------------------------------------


Work = Callable[[ServerProcess, Opened], Awaitable[None]]


def at_a_table(folder: Path, work: Work, options: tuple[str, ...] = WIDE, **request: object) -> None:
    """A server of its own, and a table with people on it."""
    server = ServerProcess(folder, options=options)

    async def main() -> None:
        async with house_on(f"sqlite:///{server.database}") as house:
            opened = await open_table(house, TableRequest(player="Ann", **request))  # type: ignore[arg-type]  # as a test says
        with server:
            await work(server, opened)
        assert server.tracebacks() == []

    asyncio.run(main())


async def dealt(server: ServerProcess, opened: Opened, port: int | None = None) -> list[Line]:
    """A line for each person; the cards are dealt."""
    lines = [await connect(port or server.port, opened.table, person.token) for person in opened.people]
    for line in lines:
        line.say("ready")
    for line in lines:
        while (await line.until(TellView)).view is None:
            pass
    return lines


def test_two_sockets_of_one_seat_race_and_one_is_told_it_was_stale(tmp_path: Path) -> None:
    async def work(server: ServerProcess, opened: Opened) -> None:
        lines = await dealt(server, opened)
        for line in lines:
            line.say("move", seq=3, move="ready")
            while (await line.until(TellDone)).of != 3:
                pass  # an answer to what was said before the deal
        for _ in range(10):
            lines = [await connect(server.port, opened.table, person.token) for person in opened.people]
            views = [(await line.until(TellView)).view for line in lines]
            turn = next(seat for seat, view in enumerate(views) if view.legal)
            racers = [lines[turn], await connect(server.port, opened.table, opened.people[turn].token)]
            seq = (await racers[1].until(TellView)).seq
            moves = [str(views[turn].legal[place]) for place in (0, -1)]
            for racer, move in zip(racers, moves, strict=True):
                racer.say("move", seq=seq, move=move)
            answers = [await racer.until(TellDone, TellStale) for racer in racers]
            assert [answer.of for answer in answers] == [seq, seq]
            kinds = sorted(type(answer).__name__ for answer in answers)
            assert kinds == (["TellDone", "TellDone"] if moves[0] == moves[1] else ["TellDone", "TellStale"])
            for line in (*lines, racers[1]):
                line.hang_up()

    at_a_table(tmp_path, work, game="shithead", seats=2, away=3600)


def test_two_server_processes_on_one_file_hold_one_table_together(tmp_path: Path) -> None:
    """Nobody owns a table: half of the people are here, half are there, and a bot moves once."""

    async def work(server: ServerProcess, opened: Opened) -> None:
        other = ServerProcess(tmp_path)
        other.log = tmp_path / "other.log"
        with other:
            players = [
                SocketPlayer(port, opened.table, person.seat, person.token, random.Random(person.seat), 0)
                for person, port in zip(opened.people, (server.port, other.port), strict=True)
            ]
            running = [asyncio.create_task(player.run()) for player in players]
            end = asyncio.get_running_loop().time() + PATIENCE_SECONDS
            while sum(len(player.acknowledged) for player in players) < 12:
                assert asyncio.get_running_loop().time() < end, "the table does not go on"
                await asyncio.sleep(0.05)
            for player in players:
                player.stop()
            await asyncio.gather(*running)
            assert other.tracebacks() == []
        table = torture_kill.Journals(server.database, [opened.table]).tables[opened.table]
        lines = torture_kill.Journals(server.database, [opened.table]).lines[opened.table]
        assert not any(isinstance(line.move, TakeOver) for line in lines)
        for player in players:
            made = [line.move for line in lines if line.seat == player.seat and isinstance(line.move, str)]
            assert made == [one.move for one in player.acknowledged]
            assert player.refused == []
            assert player.seq <= table.seq

    at_a_table(tmp_path, work, game="heroes", seats=2, away=3600)


# -- Slow readers ------------------------------------------------------------------------------------------------------


def test_a_reader_who_does_not_read_is_dropped_and_nobody_waits_for_it(tmp_path: Path) -> None:
    async def work(server: ServerProcess, opened: Opened) -> None:
        lines = await dealt(server, opened)
        deaf = socket.socket()
        deaf.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        deaf.connect(("127.0.0.1", server.port))
        head = f"GET /api/v1/tables/{opened.table}/live HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\n"
        key = "Connection: Upgrade\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n\r\n"
        deaf.sendall((head + key).encode())
        async with httpx.AsyncClient(base_url=server.url, timeout=PATIENCE_SECONDS) as http:
            said = 0
            while "slow_readers_total 1" not in (await http.get("/metrics")).text:
                for _ in range(200):
                    lines[0].say("chat", text="x" * 300)
                    said += 1
                lines[1].say("ping", of=said)
                pong = await lines[1].until(TellPong)
                assert pong.of == said
                assert said < 1_000_000
        deaf.settimeout(PATIENCE_SECONDS)
        with deaf, contextlib.suppress(ConnectionError):
            while deaf.recv(1 << 20):
                pass
        lines[0].say("ping", of=1)
        await lines[0].until(TellPong)

    at_a_table(tmp_path, work, (*WIDE, "--buffer-bytes=65536"), game="shithead", seats=2)


# -- A quiet end -------------------------------------------------------------------------------------------------------


def test_a_server_that_is_told_to_stop_lets_everybody_go_and_comes_back_whole(tmp_path: Path) -> None:
    async def work(server: ServerProcess, opened: Opened) -> None:
        lines = await dealt(server, opened)
        assert await asyncio.to_thread(server.stop) == 0
        for line in lines:
            while await line.next() is not None:
                pass
            assert line.close_code == 1012
        server.start()
        again = [await connect(server.port, opened.table, person.token) for person in opened.people]
        for line in again:
            back = await line.until(TellView)
            assert back.match == 1

    at_a_table(tmp_path, work, game="shithead", seats=2)


def test_a_match_on_sockets_is_told_to_the_end(tmp_path: Path) -> None:
    async def work(server: ServerProcess, opened: Opened) -> None:
        players = [
            SocketPlayer(server.port, opened.table, person.seat, person.token, random.Random(person.seat), 0)
            for person in opened.people
        ]
        running = [asyncio.create_task(player.run()) for player in players]
        watcher = await connect(server.port, opened.table)
        over = await watcher.until(TellOver)
        assert over.proof.seed() == over.seed
        for player in players:
            player.stop()
        await asyncio.gather(*running)
        for player in players:
            steps = [told.data for told in player.told if told.data.startswith(b'{"type":"events"')]
            assert len(steps) > 10
            assert player.refused == []

    at_a_table(tmp_path, work, game="heroes", seats=2)
