"""The client against a real server: whole matches over real sockets, lost connections, races, bots, refusals."""

from __future__ import annotations

import asyncio
import random
import sqlite3
import tempfile
from collections.abc import Coroutine, Iterator
from pathlib import Path
from typing import Any, TypeVar

import pytest

import houserules as hr
from houserules.client import TableSeat, join, open_table, play_bot, play_match, read_link, watch
from houserules.client.asking import Asked, problem_in
from houserules.core import Outcome
from houserules.errors import IllegalMove, NotationError, RequestError, TableError, UnknownGame
from houserules.server import database
from houserules.table import Seen
from houserules.wire import SayRemove, SayStart, TellChat, TellError, TellGone, TellView
from tests.processes import PATIENCE_SECONDS, ServerProcess
from tests.serving import served
from tests.sittings import quickest

T = TypeVar("T")

MOST_MOVES = 400
"""Random players need not come to an end; after so many moves everybody but one gives up."""


@pytest.fixture(scope="module")
def server() -> Iterator[ServerProcess]:
    """One for all tests that leave it as it is."""
    with tempfile.TemporaryDirectory() as folder, ServerProcess(Path(folder)) as running:
        yield running


def run(test: Coroutine[Any, Any, T]) -> T:
    async def bounded() -> T:
        async with asyncio.timeout(PATIENCE_SECONDS):
            return await test

    return asyncio.run(bounded())


async def sit(server: ServerProcess, game: str = "shithead", people: int = 2, **options: Any) -> tuple[TableSeat, ...]:
    """A table of people, all of them seated and the cards dealt."""
    host = await open_table(server.url, game=game, seats=max(people, hr.load(game).seats.start), **options)
    guests = [await join(host.invite, name=f"Guest {number}") for number in range(1, people)]
    everybody = (host, *guests)
    for seat in everybody:
        await seat.until(lambda seat=seat: seat.view is not None)  # type: ignore[misc]  # a known limit of mypy
    return everybody


async def stand_up(*seats: TableSeat) -> None:
    for seat in seats:
        await seat.close()


async def play_at_random(seat: TableSeat, chance: random.Random) -> Outcome:
    """Legal moves, or giving up when it takes too long; in between the connection is cut."""
    while (view := await seat.turn()) is not None:
        if chance.random() < 0.1:
            cut(seat)
        try:
            if seat.seq > MOST_MOVES:
                await seat.forfeit()
            else:
                await seat.play(chance.choice(view.legal))
        except TableError as problem:
            if problem.code == "not-a-person":  # a bot plays on for whoever gave up
                break
            if problem.code not in ("stale", "over"):
                raise
    await seat.until(lambda: seat.view is not None and seat.view.outcome is not None)
    assert seat.view is not None
    assert seat.view.outcome is not None
    return seat.view.outcome


def cut(seat: TableSeat) -> None:
    """As when a cable is pulled."""
    assert seat._connection is not None or seat._life is not None
    if seat._connection is not None:
        seat._connection.cut()


# -- Playing ---------------------------------------------------------------------------------------------------------


def test_two_who_move_at_once_do_not_wait_for_each_other(server: ServerProcess) -> None:
    """Each has something new to decide about, because the other moved after the view that was answered."""

    async def test() -> None:
        seats = await sit(server, "heroes")
        for _ in range(30):
            before = seats[0].seq
            await asyncio.gather(*[seat.play("bet 0") for seat in seats])
            for seat in seats:
                await seat.until(lambda seat=seat, end=before + 2: seat.seq == end)  # type: ignore[misc]  # as above

            assert any(seat._is_due for seat in seats)
        await stand_up(*seats)

    run(test())


@pytest.mark.parametrize("game", list(hr.GAMES))
def test_a_whole_match_of_random_moves_is_played_over_lines_that_break(server: ServerProcess, game: str) -> None:
    """Everybody sees the same end, and the record of the match holds every move that was answered."""

    async def test() -> None:
        seats = await sit(server, game)
        outcomes = await asyncio.gather(
            *[play_at_random(seat, random.Random(number)) for number, seat in enumerate(seats)]
        )

        assert len(set(outcomes)) == 1
        for seat in seats:
            await seat.until(lambda seat=seat: seat.over is not None)  # type: ignore[misc]  # as above
            assert seat.over is not None
            assert seat.over.outcome == outcomes[0]
            assert seat.over.proof.holds(seat.over.seed)
        await stand_up(*seats)

    run(test())


@pytest.mark.parametrize("game", list(hr.GAMES))
def test_a_local_bot_plays_at_a_remote_table(server: ServerProcess, game: str) -> None:
    """Its own level against the same level on the server."""

    async def test() -> None:
        level = quickest(hr.load(game))
        host = await open_table(server.url, game=game, seats=2, bots={1: level})
        outcome = await play_match(host, hr.bot(level, host.game, seed=1))

        assert host.view is not None
        assert outcome == host.view.outcome
        await stand_up(host)

    run(test())


@pytest.mark.parametrize("level", ["medium", "hard", "expert@20x"])
def test_views_that_travelled_are_enough_for_every_bot(server: ServerProcess, level: str) -> None:
    """What bots remember travels with the views: they choose as at a table of this machine."""

    async def test() -> None:
        host = await open_table(server.url, game="duel", bots={1: "easy"})
        player = hr.bot(level, host.game, seed=3)
        for _ in range(30):
            view = await host.turn()
            if view is None:
                break
            await host.play(await player.choose_async(view))
        assert host.view is not None
        assert not isinstance(host.view.burned, int), "notes were asked for"  # type: ignore[attr-defined]  # of the family
        player.close()
        await stand_up(host)

    run(test())


def test_a_bot_joins_by_the_link_and_plays_a_rematch(server: ServerProcess) -> None:
    async def test() -> None:
        host = await open_table(server.url, game="duel", seats=2, name="Ann")
        robot = asyncio.create_task(play_bot(host.invite, "medium", name="Robo", matches=2))
        player = hr.bot("medium", host.game, seed=1)
        await play_match(host, player)
        await host.next_match()
        last = await play_match(host, player)

        assert await robot == last
        assert host.match == 2
        await stand_up(host)

    run(test())


def test_a_bet_is_placed_once_while_the_rival_thinks(server: ServerProcess) -> None:
    """A bet may be changed, so that the seat may still act; but a program would change it for ever."""

    async def test() -> None:
        host, guest = await sit(server, "heroes")
        view = await host.turn()
        assert view is not None
        await host.play(view.legal[0])
        assert host.view is not None
        assert host.view.legal, "it may be changed"
        waiting = asyncio.create_task(host.turn())
        await guest.chat("One moment")
        await host.until(lambda: any(isinstance(told, TellChat) for told in host._messages))

        assert not waiting.done()
        there = await guest.turn()
        assert there is not None
        await guest.play(there.legal[0])
        await waiting
        await stand_up(host, guest)

    run(test())


# -- Races and lost lines --------------------------------------------------------------------------------------------


def test_of_two_who_answer_the_same_view_one_is_stale(server: ServerProcess) -> None:
    """The same seat, opened twice."""

    async def test() -> None:
        host = await open_table(server.url, game="duel", bots={1: "easy"})
        twin = await join(host.invite, name="Host", token=host.token)
        for _ in range(10):
            view = await host.turn()
            if view is None or len(view.legal) < 2:
                break
            await twin.until(lambda: twin.seq == host.seq)
            first, second = view.legal[0], view.legal[-1]
            results = await asyncio.gather(host.play(first), twin.play(second), return_exceptions=True)

            [problem] = [result for result in results if result is not None]
            assert isinstance(problem, TableError)
            assert problem.code == "stale"
        await stand_up(host, twin)

    run(test())


def test_the_same_move_said_twice_is_made_once(server: ServerProcess) -> None:
    async def test() -> None:
        host = await open_table(server.url, game="duel", bots={1: "easy"})
        twin = await join(host.invite, name="Host", token=host.token)
        view = await host.turn()
        assert view is not None
        await twin.until(lambda: twin.seq == host.seq)
        await asyncio.gather(host.play(view.legal[0]), twin.play(view.legal[0]))

        steps = [told for told in host._messages if isinstance(told, Seen) and told.seat == 0 and told.move is not None]
        assert [step.move for step in steps] == [view.legal[0]]
        await stand_up(host, twin)

    run(test())


def test_what_was_not_answered_is_said_again(server: ServerProcess) -> None:
    """The line breaks right after the move was sent, whether or not it has arrived."""

    async def test() -> None:
        host = await open_table(server.url, game="shithead", bots={1: "easy"}, seats=2)
        for _ in range(20):
            view = await host.turn()
            if view is None:
                break
            before = host.seq
            playing = asyncio.create_task(host.play(view.legal[-1]))
            await asyncio.sleep(0)
            cut(host)
            await playing
            assert host.seq > before
        await stand_up(host)

    run(test())


def test_everybody_is_whole_again_after_the_server_was_killed(tmp_path: Path) -> None:
    async def test(server: ServerProcess) -> None:
        host = await open_table(server.url, game="shithead", bots={1: "easy"}, seats=2)
        moves = 0
        for _ in range(2):
            for _ in range(6):
                view = await host.turn()
                assert view is not None
                await host.play(view.legal[-1])
                moves += 1
            seq = host.seq
            server.kill()
            playing = asyncio.create_task(next_move(host))
            await asyncio.to_thread(server.start)
            await playing
            moves += 1
            assert host.seq > seq
        assert moves == 14
        await stand_up(host)

    async def next_move(host: TableSeat) -> None:
        view = await host.turn()
        assert view is not None
        await host.play(view.legal[-1])

    with ServerProcess(tmp_path) as server:
        run(test(server))


def test_older_views_are_put_aside(server: ServerProcess) -> None:
    async def test() -> None:
        host = await open_table(server.url, game="duel", bots={1: "easy"})
        await host.turn()
        newest, seq = host.view, host.seq
        host._heard(b'{"type":"view","seq":0,"view":null}')

        assert (host.view, host.seq) == (newest, seq)
        assert not any(isinstance(told, TellView) and told.seq == 0 for told in host._messages)
        await stand_up(host)

    run(test())


# -- Talking ---------------------------------------------------------------------------------------------------------


def test_everything_that_can_be_asked_is_answered(server: ServerProcess) -> None:
    async def test() -> None:
        host = await open_table(server.url, game="duel", bots={1: "easy"}, name="Ann")
        while (view := await host.turn()) is not None and len(view.to_act) > 1:
            await host.play("ready")
        assert view is not None
        hint = await host.hint()
        assert hint.move in [str(move) for move in view.legal]
        assert (await host.explain(view.legal[0])).explanation.ok
        await host.play(view.legal[0])
        assert (await host.why()).seat == 1
        await host.undo()
        await host.chat("Hello, all")
        await host.chat(line="good-luck")
        said = [told.text for told in host._messages if isinstance(told, TellChat)]
        assert said == ["Hello, all", "Good luck!"]
        assert host.presence is not None
        assert host.presence.chairs[0].name == "Ann"
        await host.leave()
        with pytest.raises(TableError, match="closed"):
            await host.chat("I am gone")

    run(test())


def test_a_spectator_sees_what_everybody_may_see(server: ServerProcess) -> None:
    async def test() -> None:
        host, guest = await sit(server, "duel")
        viewer = await watch(host.invite)
        assert viewer.view is not None
        assert viewer.view.seat is None
        with pytest.raises(TableError) as refused:
            await viewer.play("take")
        assert refused.value.code == "not-seated"
        await stand_up(host, guest, viewer)

    run(test())


def test_messages_come_one_after_the_other(server: ServerProcess) -> None:
    async def test() -> None:
        host, guest = await sit(server, "duel")
        await guest.chat("hi")
        said: list[str] = []
        async for told in host:
            if isinstance(told, TellChat):
                said.append(f"{told.name}: {told.text}")
                break
        assert said == ["Guest 1: hi"]
        await host.close()
        assert [told async for told in host if isinstance(told, TellChat)] == []
        await stand_up(guest)

    run(test())


# -- Refusals --------------------------------------------------------------------------------------------------------


def test_moves_that_are_refused_change_nothing(server: ServerProcess) -> None:
    async def test() -> None:
        host, guest = await sit(server, "duel")
        seq = host.seq
        with pytest.raises(IllegalMove) as refused:
            await host.play("play 2H 3H 4H")
        assert refused.value.code
        with pytest.raises(NotationError):
            await host.play("fly")
        with pytest.raises(TableError) as too_long:
            await host.chat("x" * 1000)
        assert too_long.value.code == "bad-message"
        assert host.seq == seq
        await stand_up(host, guest)

    run(test())


def test_whoever_has_left_already_may_say_so_again(server: ServerProcess) -> None:
    """As when the answer is lost: the token ends with the seat."""

    async def work() -> None:
        host, guest = await sit(server)
        again = await join(guest.invite, name="", token=guest.token)
        await guest.leave()
        await again.leave()
        late = TableSeat(again.link, again.info, 1, again.token)
        late._life = asyncio.create_task(late._live())
        await late.leave()
        await host.until(lambda: host.presence is not None and host.presence.chairs[1].bot)
        assert host.presence is not None
        assert [chair.here for chair in host.presence.chairs] == [True, False]
        await stand_up(host)

    run(work())


def test_a_start_that_was_answered_on_a_lost_connection_is_done(server: ServerProcess) -> None:
    async def work() -> None:
        host = await open_table(server.url, game="shithead", seats=3, ready=False)
        start = Asked(SayStart(), 7, host.seq)
        await host.start()
        with pytest.raises(TableError) as problem:
            await host.start()
        assert problem.value.code == "no-open-chair"
        start.times = 2
        assert problem_in(TellError("no-open-chair", "no chair is empty", 7), start) is None
        await stand_up(host)

    run(work())


def test_a_bot_waits_for_a_server_that_cannot_write(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Another process holds the file for a while."""
    monkeypatch.setattr(database, "BUSY_MS", 10)

    async def work(url: str) -> None:
        host = await open_table(url, game="duel", bots={1: "random"})
        await host.until(lambda: host.view is not None)
        other = sqlite3.connect(tmp_path / "tables.db", isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        player = hr.bot("random", host.game)
        playing = asyncio.create_task(play_match(host, player))
        await host.until(lambda: any(isinstance(told, TellError) for told in host._messages))
        other.execute("ROLLBACK")
        other.close()
        assert (await playing).places
        await stand_up(host)

    with served(tmp_path) as here:
        run(work(here.url))


def test_whoever_is_removed_does_not_come_back(server: ServerProcess) -> None:
    async def test() -> None:
        host, guest = await sit(server, "duel")
        assert guest.seat is not None
        await host.say(SayRemove(guest.seat))
        with pytest.raises(TableError) as removed:
            await guest.until(lambda: False)
        assert removed.value.code == "removed"
        with pytest.raises(TableError, match="removed"):
            await guest.play("ready")
        assert any(isinstance(told, TellGone) for told in guest._messages)
        with pytest.raises(TableError) as again:
            await join(host.invite, name="Guest", token=guest.token)
        assert again.value.code == "bad-token"
        await stand_up(host, guest)

    run(test())


def test_tables_and_servers_that_are_not_there_are_refused_at_once(server: ServerProcess) -> None:
    async def test() -> None:
        with pytest.raises(TableError) as unknown:
            await join(f"{server.url}/t/nowhere", name="Ann")
        assert unknown.value.code == "unknown-table"
        with pytest.raises(UnknownGame):
            await open_table(server.url, game="whist")
        with pytest.raises(TableError) as nobody:
            await join("http://localhost:9/t/abc", name="Ann")
        assert nobody.value.code == "unreachable"

    run(test())


@pytest.mark.parametrize(
    ("text", "server", "table"),
    [
        ("http://localhost:8000/t/a-b_c", "http://localhost:8000", "a-b_c"),
        ("https://cards.example/games/t/x1?seat=2#there", "https://cards.example/games", "x1"),
        ("localhost:8000/t/x1/", "http://localhost:8000", "x1"),
        ("http://localhost/api/v1/tables/x1/live", "http://localhost", "x1"),
    ],
)
def test_links_are_read_as_people_paste_them(text: str, server: str, table: str) -> None:
    link = read_link(text)

    assert (link.server, link.table) == (server, table)


@pytest.mark.parametrize(
    "text", ["", "x", "ftp://a/t/b", "http://a/b", "http:///t/b", "http://u:p@a/t/b", "http://a:x/t/b"]
)
def test_other_texts_are_refused_with_a_sentence(text: str) -> None:
    with pytest.raises(RequestError, match="say http://"):
        read_link(text)
