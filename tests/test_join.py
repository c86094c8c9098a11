"""`houserules join`: a person in a terminal, or a program through a pipe, at a table on a real server."""

from __future__ import annotations

import asyncio
import re
import shutil
import sys
import tempfile
from collections.abc import Coroutine, Iterator
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any, TypeVar

import pytest

import houserules as hr
from houserules.__main__ import main
from houserules.client import open_table, play_match
from houserules.terminal import kept_seats
from houserules.terminal.commands import REMOTE_COMMANDS
from houserules.terminal.kept_seats import MOST_KEPT, KeptSeat, keep_seat, kept_seat, player_key
from houserules.terminal.remote_answers import REMOTE_ANSWERS
from houserules.wire import SayRemove
from tests.processes import PATIENCE_SECONDS, ServerProcess
from tests.sittings import quickest
from tests.test_terminal_tmux import Window

T = TypeVar("T")


@pytest.fixture(scope="module")
def server() -> Iterator[ServerProcess]:
    with tempfile.TemporaryDirectory() as folder, ServerProcess(Path(folder)) as running:
        yield running


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A data directory of the test's own."""
    monkeypatch.setenv("HOUSERULES_HOME", str(tmp_path / "home"))
    return tmp_path / "home"


def run(test: Coroutine[Any, Any, T]) -> T:
    async def bounded() -> T:
        async with asyncio.timeout(PATIENCE_SECONDS):
            return await test

    return asyncio.run(bounded())


class Joined:
    """`houserules join` through pipes."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self.process = process

    @staticmethod
    async def start(link: str, *words: str) -> Joined:
        pipe = asyncio.subprocess.PIPE
        command = [sys.executable, "-m", "houserules", "join", link, *words]
        return Joined(
            await asyncio.create_subprocess_exec(*command, stdin=pipe, stdout=pipe, stderr=pipe, limit=1 << 24)
        )

    def type(self, *lines: str) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write("".join(f"{line}\n" for line in lines).encode())

    async def read_to(self, words: str) -> str:
        assert self.process.stdout is not None
        return (await self.process.stdout.readuntil(words.encode())).decode()

    async def end(self) -> tuple[int | None, str, str]:
        """The input ends: exit code, the rest of the output, errors."""
        assert self.process.stdin is not None
        self.process.stdin.close()
        out, errors = await self.process.communicate()
        return self.process.returncode, out.decode(), errors.decode()


# -- Through a pipe --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", ["shithead", "heroes"])
def test_a_whole_match_is_played_through_a_pipe(server: ServerProcess, game: str) -> None:
    """Lines that come too early wait until there is something to decide. When the match is over, it can be repeated."""

    async def test() -> None:
        async with await open_table(server.url, game=game, seats=2, name="Ann") as host:
            joined = await Joined.start(host.invite, "--name", "Zoe")
            joined.type(*["#1"] * 30, "forfeit", "forfeit yes")
            player = hr.bot(quickest(host.game), host.game, seed=1)
            playing = asyncio.create_task(play_match(host, player))
            out = await joined.read_to("Say rematch to play again, or quit")
            await playing

            assert "The match is over" in out
            assert host.presence is not None
            assert [chair.name for chair in host.presence.chairs] == ["Ann", "Zoe"]
            assert (await joined.end())[0] == 0

    run(test())


def test_commands_of_the_table_are_answered_by_the_server(server: ServerProcess) -> None:
    async def test() -> None:
        async with await open_table(server.url, game="shithead", bots={2: "easy"}, seats=3, name="Ann") as host:
            joined = await Joined.start(host.invite, "--name", "Zoe")
            await host.until(lambda: host.view is not None)
            await host.play("ready")
            joined.type("who", "hint", "legal", "chat hello all", "fly", "help chat", "save", "why Basil x")
            await host.until(lambda: any("hello all" in str(told) for told in host._messages))
            code, out, errors = await joined.end()

            assert (code, errors) == (0, "")
            assert "Ann\nZoe (you)\nBasil, a bot\n" in out
            assert re.search(r"\n> \n(Swap|Say ready).*\.\n", out), "a hint"
            assert "· Zoe: hello all" in out
            assert "neither a move nor a command" in out
            assert "chat TEXT: say something to everybody" in out
            assert "say why, or why and the name of a bot" in out.replace("Say", "say")
            assert f"Your seat waits for you: houserules join {host.invite} takes it again.\nGood-bye.\n" in out

    run(test())


def test_whoever_names_only_the_server_is_told_what_is_needed(
    server: ServerProcess, capsys: pytest.CaptureFixture[str]
) -> None:
    """No table: how to come by a link. Public tables with a free chair: the commands that sit down there."""

    async def test() -> str:
        async with await open_table(server.url, game="duel", seats=2, name="Ann", public=True, title="Friday") as host:
            assert await asyncio.to_thread(main, ["join", server.url]) == 2
            return host.invite

    assert main(["join", f"{server.url}/lobby"]) == 2
    assert f"say which one, by its link, as in {server.url}/t/TABLE" in capsys.readouterr().err
    invite = run(test())
    told = capsys.readouterr().err
    assert "A chair is free at\n" in told
    assert f"houserules join {invite}  Friday, 1 free chair of 2\n" in told


def test_whoever_comes_back_has_the_same_seat(server: ServerProcess, home: Path) -> None:
    async def test() -> None:
        async with await open_table(server.url, game="duel", seats=2, name="Ann") as host:
            first = await Joined.start(host.invite, "--name", "Zoe")
            await host.until(lambda: host.view is not None)
            assert (await first.end())[0] == 0
            again = await Joined.start(host.invite, "--name", "Somebody else")
            again.type("leave", "leave yes")
            await host.play("ready")
            code, out, _ = await again.end()

            assert code == 0
            assert "You have a seat" in out
            assert "Say leave yes if you want that" in out
            assert out.endswith("Good-bye.\n")
            await host.until(lambda: host.presence is not None and host.presence.chairs[1].bot)
            assert kept_seat(host.invite) is None

    run(test())


def test_whoever_is_removed_is_told_so(server: ServerProcess) -> None:
    async def test() -> None:
        async with await open_table(server.url, game="duel", seats=2, name="Ann") as host:
            joined = await Joined.start(host.invite, "--name", "Zoe")
            await host.until(lambda: host.view is not None)
            joined.type("ready")
            await host.until(lambda: host.view is not None and host.view.to_act == (0,))
            await host.say(SayRemove(1))

            code, out, errors = await joined.end()
            assert (code, errors) == (1, "")
            assert "The host removed you from the table: " in out

    run(test())


def test_a_spectator_watches_to_the_end(server: ServerProcess) -> None:
    async def test() -> None:
        async with await open_table(server.url, game="duel", bots={1: "easy"}, name="Ann") as host:
            viewer = await Joined.start(host.invite, "--watch")
            await host.until(lambda: host.presence is not None and host.presence.watching == 1)
            await play_match(host, hr.bot("medium", host.game, seed=1))
            out = await viewer.read_to("> ")

            assert "You watch" in out
            assert "The match is over" in out
            assert (await viewer.end())[0] == 0

    run(test())


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        (["nonsense"], "is not a link to a table"),
        (["http://localhost:9/t/x"], "cannot be reached"),
        (["http://localhost:9/t/x", "--name", " "], "--name needs at least one letter"),
    ],
)
def test_what_cannot_be_joined_is_refused_with_a_sentence(
    words: list[str], problem: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["join", *words]) == 2
    assert problem in capsys.readouterr().err


# -- In a real terminal ----------------------------------------------------------------------------------------------


@pytest.fixture
def window(tmp_path: Path) -> Iterator[Window]:
    if shutil.which("tmux") is None:
        pytest.skip("there is no tmux on this machine")
    with tempfile.TemporaryDirectory() as short:  # the path of a socket may not be long
        window = Window((100, 40), Path(short))
        try:
            yield window
        finally:
            window._tmux("kill-server")


async def shows(window: Window, *words: str) -> str:
    return await asyncio.to_thread(window.wait, *words)


def test_the_table_is_drawn_again_while_a_person_types(server: ServerProcess, window: Window, home: Path) -> None:
    """What is half typed stays at the prompt."""

    async def test() -> None:
        async with AsyncExitStack() as stack:
            host = await stack.enter_async_context(
                await open_table(server.url, game="duel", seats=2, name="Ann", title="Friday")
            )
            window.type(f"{sys.executable} -m houserules join --plain {host.invite} --name Zoe")
            await shows(window, "You have a seat", "YOUR TURN")
            window.press("h", "i", "s")
            await shows(window, "> his")
            await host.play("ready")
            await shows(window, "Ann is ready", "> his")
            await host.chat("good luck")
            await shows(window, "Ann: good luck", "> his")
            window.type("tory")
            await shows(window, "Ann is ready")
            window.type("ready")
            await shows(window, " begin")
            window.type("quit")
            await shows(window, "Your seat waits for you", "Good-bye.")

    run(test())


def test_before_the_deal_it_says_whom_the_table_waits_for(server: ServerProcess, window: Window, home: Path) -> None:
    async def test() -> None:
        async with await open_table(server.url, game="shithead", seats=3, name="Ann", ready=False) as host:
            window.type(f"{sys.executable} -m houserules join --plain {host.invite} --name Zoe")
            await shows(
                window, "You have a seat: say who", "an empty chair", "the table waits for Ann and 1 empty chair"
            )
            window.type("ready")
            while (await shows(window, "You are ready, and")).count("the table waits for Ann and 1 empty chair.") < 2:
                await asyncio.sleep(0.05)  # once above the line, and once as the answer
            window.type("take")
            await shows(window, "No cards are dealt yet: you are ready, and the table waits for")
            window.type("leave")
            await shows(window, "Good-bye.")
            await host.until(lambda: host.presence is not None and host.presence.chairs[1].open)

    run(test())


def test_a_terminal_waits_while_the_server_is_away(tmp_path: Path, window: Window, home: Path) -> None:
    async def test(server: ServerProcess) -> None:
        host = await open_table(server.url, game="duel", seats=2, name="Ann")
        window.type(f"{sys.executable} -m houserules join --plain {host.invite} --name Zoe")
        await shows(window, "YOUR TURN")
        server.kill()
        window.type("ready")
        await shows(window, "The server thinks ...")
        await asyncio.to_thread(server.start)
        await host.play("ready")
        await shows(window, " begin")
        window.press("C-c")
        await shows(window, "Your seat waits for you")
        await host.close()

    folder = tmp_path / "server"
    folder.mkdir()
    with ServerProcess(folder) as server:
        run(test(server))


def test_a_match_on_the_whole_screen(server: ServerProcess, window: Window, home: Path) -> None:
    """By keys: ready, a card, the command line; what others do is shown meanwhile."""

    async def test() -> None:
        async with await open_table(server.url, game="duel", seats=2, name="Ann", title="Friday") as host:
            window.type(f"{sys.executable} -m houserules join {host.invite} --name Zoe --speed off; echo exit code $?")
            await shows(window, "Lay your best cards face up", "Leave")
            await host.chat("good luck")
            await shows(window, "Ann: good luck")
            window.press("r")
            await shows(window, "You are ready")
            await host.play("ready")
            await shows(window, " begin")
            while host.view is not None and host.view.to_act == (0,):
                await host.play(host.view.legal[0])
            await shows(window, "Your turn")
            before = host.seq
            window.press(":")
            window.type("#1")
            while host.seq == before:
                await asyncio.sleep(0.05)
            window.press("C-q")
            await shows(window, "Your seat waits for you", "exit code 0")

    run(test())


def test_the_whole_screen_waits_for_the_deal(server: ServerProcess, window: Window, home: Path) -> None:
    async def test() -> None:
        async with await open_table(server.url, game="shithead", seats=3, name="Ann", ready=False) as host:
            window.type(f"{sys.executable} -m houserules join {host.invite} --name Zoe")
            await shows(window, "an empty chair", "the table waits for Ann and 1 empty chair", "Leave")
            window.press("?")
            await shows(window, "arrows scroll")
            window.press("q")
            window.press("q")
            await shows(window, "Your seat waits for you")

    run(test())


# -- Parts -----------------------------------------------------------------------------------------------------------


def test_every_command_has_an_answer() -> None:
    assert set(REMOTE_COMMANDS) == set(REMOTE_ANSWERS)


def test_seats_are_kept_by_their_link(home: Path) -> None:
    assert kept_seat("a") is None
    keep_seat("a", KeptSeat(1, "x"))
    keep_seat("b", KeptSeat(2, "y"))
    assert kept_seat("a") == KeptSeat(1, "x")
    assert (home / "seats.json").stat().st_mode & 0o077 == 0
    keep_seat("a", None)
    assert kept_seat("a") is None
    assert kept_seat("b") == KeptSeat(2, "y")
    for number in range(MOST_KEPT):
        keep_seat(str(number), KeptSeat(0, "z"))
    assert kept_seat("b") is None
    (home / "seats.json").write_bytes(b"{")
    assert kept_seat("0") is None


def test_the_key_of_the_device_stays_the_same(home: Path) -> None:
    key = player_key()

    assert key is not None
    assert len(key) >= 32
    assert player_key() == key
    assert (home / kept_seats.KEY_FILE).stat().st_mode & 0o077 == 0


def test_without_a_data_directory_nothing_is_kept(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("HOUSERULES_HOME", str(tmp_path / "file" / "x"))
    keep_seat("a", KeptSeat(1, "x"))

    assert kept_seat("a") is None
    assert player_key() is None
