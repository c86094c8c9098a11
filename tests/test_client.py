"""The clients: whole matches through a pipe, signals, hostile bytes, the menu, and what is written to a terminal."""

from __future__ import annotations

import io
import os
import re
import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path

import pytest

import houserules as hr
from houserules.__main__ import main
from houserules.bots import ANY_GAME, Level
from houserules.errors import RequestError
from houserules.table import Player
from houserules.terminal import client, library, menu, results, saved
from houserules.terminal.autosave import Autosave, Version
from houserules.terminal.consoles import Pipe, Terminal
from houserules.terminal.look import Look
from houserules.terminal.play_command import has_unicode, locale_has_unicode
from houserules.terminal.reply import Reply
from houserules.terminal.saved import Saved
from houserules.terminal.signals import SignalGuard
from houserules.terminal.sitting import Sitting
from tests.sittings import quickest, sat, script

pytestmark = pytest.mark.one_build

HOUSERULES = [sys.executable, "-m", "houserules"]
PATIENCE = 60
"""Seconds until a process that hangs fails the test."""
ROOT = Path(__file__).parent.parent
TABLE = ROOT / "examples" / "tables" / "one-round.json"


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A data directory of the test's own."""
    monkeypatch.setenv("HOUSERULES_HOME", str(tmp_path / "home"))
    return tmp_path / "home"


def run(*arguments: str, told: bytes = b"", **environment: str) -> tuple[int, str, str]:
    """`houserules play` in a process of its own, through pipes: exit code, output and errors."""
    done = subprocess.run(
        [*HOUSERULES, "play", *arguments],
        input=told,
        capture_output=True,
        timeout=PATIENCE,
        check=False,
        env={**os.environ, **environment},
    )
    return done.returncode, done.stdout.decode(errors="replace"), done.stderr.decode(errors="replace")


def conversation(sitting: Sitting, *lines: str) -> str:
    """What is printed when a pipe says these lines."""
    target = io.StringIO()
    source = io.StringIO("".join(f"{line}\n" for line in lines))
    assert client.play(sitting, source=source, target=target, look=Look()) == 0
    return target.getvalue()


# -- A pipe ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", [*(game for game in hr.GAMES if game != "heart-of-five"), str(TABLE)])
def test_a_whole_match_is_scripted_through_a_pipe(game: str, home: Path) -> None:
    """What was said in one match, said again in another process, leads to the same end."""
    played = sat(game, seed="pipe")
    said = script(played)
    code, out, errors = run(
        *(["--config", game] if game.endswith(".json") else [game]),
        *("--seed", "pipe", "--bots", quickest(played.game)),
        told="".join(f"{line}\n" for line in said).encode(),
    )

    assert (code, errors) == (0, "")
    lines = [line for line in out.splitlines() if not line.endswith("head.")]  # the last line names the loser
    assert lines[-1] == played.log_lines()[-1] == played.ending
    assert "houserules replay " in lines[-2]
    assert played.ending.startswith("The match is over")
    assert "\x1b" not in out
    [(_, kept)] = library.matches()
    assert kept.record["moves"] == played.match.record()["moves"]


def test_without_a_game_a_pipe_plays_shithead() -> None:
    code, out, _ = run("--seed", "x", told=b"quit\n")

    assert code == 0
    assert out.startswith("Shithead against Ann (medium) and Ben (medium)")
    assert out.endswith("The match is saved: houserules play --resume resumes it.\nGood-bye.\n")


def test_the_same_seed_and_lines_print_the_same() -> None:
    told = b"ready\n" + b"#1\n" * 5
    first, again, other = (run("--seed", seed, told=told)[1] for seed in ("a", "a", "b"))

    assert first == again
    assert first != other


def test_a_pipe_shows_the_table_only_when_something_has_changed() -> None:
    said = conversation(sat(), "legal", "fly", "hand", "ready", "quit")

    assert said.count("SHITHEAD") == 2
    assert said.count("> ") == 5


def test_the_end_of_the_input_keeps_the_match(home: Path) -> None:
    """As quit does."""
    for lines in (["ready"], ["ready", "quit"]):
        sitting = sat(saves=True)
        said = conversation(sitting, *lines)

        assert said.endswith("The match is saved: houserules play --resume resumes it.\nGood-bye.\n")
        assert sitting.autosave.path is not None
        assert saved.read(sitting.autosave.path).record == sitting.match.record()


@pytest.mark.parametrize("last", [["quit"], []])
def test_who_leaves_is_told_what_is_not_kept(last: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    def full(match: Saved, path: Path | None = None) -> Path:
        raise RequestError("bad-request", "the disk is full")

    whole, later = sat(saves=True), sat(saves=True, seed="later")
    later.say("ready")
    with monkeypatch.context() as patch:
        patch.setattr(saved, "save", full)
        said = conversation(whole, "ready", *last)
        assert said.endswith("The match is not saved: the disk is full.\nGood-bye.\n")
        later.bots_move()
        said = conversation(later, str(later.view().legal[0]), *last)
        lost = f"What came after the last save, in {later.autosave.path}, is not saved: the disk is full."
        assert said.endswith(f"{lost}\nGood-bye.\n")
    later.finish()
    assert later.autosave.path is not None
    assert saved.read(later.autosave.path).record == later.match.record(), "the disk has room again"


def test_the_end_is_told_last_also_where_it_cannot_be_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    def remember(match: Saved) -> None:
        raise RequestError("bad-request", "the disk is full")

    monkeypatch.setattr(results, "remember", remember)
    said = script(sat("duel", seed="go 1"))
    lines = conversation(sat("duel", seed="go 1", saves=True), *said).splitlines()

    assert lines[-1].startswith("The match is over")
    assert lines[-3] == "The result is not counted: the disk is full"


def test_resume_goes_on_with_the_newest_match(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    said = script(sat(seed="go on"))
    half = len(said) // 2
    first = run("shithead", "--seed", "go on", "--bots", "easy", told="\n".join(said[:half]).encode())
    second = run("--resume", told="\n".join(said[half:]).encode())

    assert first[0] == second[0] == 0
    assert "Good-bye." in first[1]
    assert second[1].splitlines()[-2].startswith("The match is over: ")
    assert run("--resume") == (2, "", "houserules: you have no match to resume: houserules play starts one\n")


def test_resume_passes_over_what_cannot_be_gone_on_with(home: Path) -> None:
    """Files that are broken, matches of rules that are no more, and those without a move of the person."""
    good = sat(saves=True, seed="good")
    good.say("ready")
    good.finish()
    empty = sat("duel", saves=True)
    empty.finish()
    assert good.autosave.path is not None
    (home / "matches" / "torn.json").write_bytes(b"{")
    other = good.autosave.path.read_text(encoding="utf-8").replace('"rules":"', '"rules":"0')
    (home / "matches" / "other.json").write_text(other, encoding="utf-8")
    for age, path in enumerate(
        (home / "matches" / "torn.json", home / "matches" / "other.json", empty.autosave.path, good.autosave.path)
    ):
        assert path is not None
        os.utime(path, (1000 - age, 1000 - age))

    code, out, errors = run("--resume", told=b"")
    assert (code, errors) == (0, "")
    assert re.match(r"Skipped torn.json: .*; houserules games lists all.\nSkipped other.json: .*\nShithead", out)
    assert "0  resume your match of shithead" in chosen("quit")[1]
    assert "type 0 to 5, or quit." in chosen("99", "quit")[1]
    good.autosave.path.unlink()
    assert hr.load("duel").name in run("--resume")[1]
    assert empty.autosave.path is not None
    empty.autosave.path.unlink()
    assert run("--resume")[2].endswith("you have no match to resume: houserules play starts one\n")


@pytest.mark.parametrize("encoding", ["utf-8", "ascii", "latin-1"])
def test_bytes_that_are_no_text_do_no_harm(encoding: str) -> None:
    """Whatever the encoding is: no traceback, and the next line is read."""
    told = b"\xff\xfe\nplay \xe2\x99\xa57\n\x80\x81 \xc3(\n" + b"x" * 300_000 + b"\n\x00\x1b[2J\nleagl\nquit\n"
    code, out, errors = run("--seed", "bytes", told=told, PYTHONIOENCODING=encoding)

    assert (code, errors) == (0, "")
    assert out.count("longer than") == 1
    assert "\x1b" not in out
    assert "did you mean legal?" in out
    assert out.endswith("Good-bye.\n")
    assert out.isascii() or encoding != "ascii"


def test_a_bot_that_fails_is_told_of_in_the_log(monkeypatch: pytest.MonkeyPatch) -> None:
    class Broken(hr.Bot):
        def choose(self, view: hr.View) -> hr.Move:
            raise ZeroDivisionError

    monkeypatch.setitem(ANY_GAME, "broken", Level(lambda game, limit, seed, personality: Broken(seed)))

    said = conversation(sat(seats=2, bots=["broken"]), "ready", "quit")
    assert "Ann failed (ZeroDivisionError): random moved instead" in said


@pytest.mark.parametrize("option", ["--ascii", "", "--no-color"])
def test_the_form_of_the_table(option: str) -> None:
    _, out, _ = run(*([option] if option else []), "--seed", "x", told=b"quit\n", PYTHONIOENCODING="utf-8")

    assert out.isascii() == (option == "--ascii")


def test_whether_a_terminal_has_unicode() -> None:
    for encoding, has in (("utf-8", True), ("ascii", False), ("latin-1", False), ("cp437", False)):
        assert has_unicode(io.TextIOWrapper(io.BytesIO(), encoding=encoding)) is has


@pytest.mark.parametrize(
    ("names", "has"),
    [
        ({}, True),
        ({"LC_ALL": "C"}, False),
        ({"LC_CTYPE": "POSIX", "LANG": "en_US.UTF-8"}, False),
        ({"LC_ALL": "C.UTF-8", "LC_CTYPE": "C"}, True),
        ({"LC_ALL": "", "LANG": "de_DE.utf8@euro"}, True),
        ({"LANG": "de_DE.ISO-8859-1"}, False),
        ({"LANG": "de_DE"}, False),
        ({"LC_CTYPE": "UTF-8"}, True),
        ({"LC_ALL": "C", "PYTHONIOENCODING": "utf-8"}, True),
    ],
)
def test_whether_the_locale_has_unicode(names: dict[str, str], has: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("LC_ALL", "LC_CTYPE", "LANG", "PYTHONIOENCODING"):
        monkeypatch.delenv(name, raising=False)
    for name, value in names.items():
        monkeypatch.setenv(name, value)

    assert locale_has_unicode() is has


def test_options_reach_the_table(home: Path) -> None:
    code, out, _ = run(
        *("smellyhead", "--seats", "4", "--bots", "easy,hard", "--personality", "tidy", "--name", "Zoe", "--seed", "o"),
        told=b"save\nquit\n",
    )
    [(_, match)] = library.matches()

    assert code == 0
    assert out.startswith("Smellyhead against Ann (tidy, easy), Ben (tidy, hard) and Cem (tidy, hard)")
    assert match.players == (
        *(Player("Zoe"), Player("Ann", "bot", "easy", "tidy")),
        *(Player("Ben", "bot", "hard", "tidy"), Player("Cem", "bot", "hard", "tidy")),
    )


def test_the_time_for_a_move_is_kept_with_the_match(home: Path) -> None:
    run("shithead", "--seats", "3", "--bots", "expert,hard", "--ms", "40", told=b"ready\nquit\n")
    [(path, match)] = library.matches()

    assert [str(player.spec) for player in match.players[1:]] == ["expert@40", "hard"]
    assert "Ann (expert, 40 ms)" in run("--resume")[1]
    again = Sitting.resumed(saved.read(path), path, ms=70)
    assert [str(player.spec) for player in again.table.players[1:]] == ["expert@70", "hard"]
    assert again.players[1].shown == "Ann, expert, 70 ms"
    again.close()


@pytest.mark.parametrize("house", sorted((ROOT / "examples" / "houses").glob("*.toml")), ids=lambda path: path.stem)
def test_any_house_can_be_played(
    house: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO("legal\nhand\nscore\nrules\nquit\n"))

    assert main(["play", "--house", str(house), "--seed", "x"]) == 0
    assert "Good-bye." in capsys.readouterr().out


def test_play_imports_nothing_that_it_does_not_need() -> None:
    """The first card is to be there at once: what takes its time comes later, or never."""
    program = (
        "import sys; from houserules.__main__ import main; main(['play', '--seed', 'x']); "
        "print([name for name in sys.argv[1:] if name in sys.modules])"
    )
    late = ["arena", "lab", "engine", "bench", "house_commands", "testing", "terminal.prompt", "terminal.replay"]
    names = [*(f"houserules.{name}" for name in late), "matplotlib", "prompt_toolkit", "numpy", "hypothesis", "asyncio"]
    done = subprocess.run(
        [sys.executable, "-c", program, *names], input=b"quit\n", capture_output=True, timeout=PATIENCE, check=True
    )

    assert done.stdout.splitlines()[-1] == b"[]"


# -- Signals ---------------------------------------------------------------------------------------------------------


@pytest.mark.skipif(sys.platform == "win32", reason="there are no such signals")
@pytest.mark.parametrize("name", ["SIGINT", "SIGTERM", "SIGHUP"])
def test_a_signal_keeps_the_match(name: str, home: Path) -> None:
    """Whoever waits for input; the exit code is that of the signal, as a shell has it."""
    number = signal.Signals[name]
    process = subprocess.Popen(
        [*HOUSERULES, "play", "--seed", "signal", "--bots", "easy"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write(b"ready\n")
    process.stdin.flush()
    heard = b""
    while heard.count(b"> ") < 2:
        heard += os.read(process.stdout.fileno(), 100_000)
    process.send_signal(number)
    out, errors = process.communicate(timeout=PATIENCE)

    assert (process.returncode, errors) == (128 + number, b"")
    assert out.endswith(b"Good-bye.\n")
    path = library.latest()
    assert path is not None
    assert saved.read(path).record["moves"]


@pytest.mark.skipif(sys.platform == "win32", reason="there are no such signals")
def test_a_signal_while_a_bot_thinks_keeps_the_match(monkeypatch: pytest.MonkeyPatch, home: Path) -> None:
    class Slow(hr.Bot):
        def choose(self, view: hr.View) -> hr.Move:
            os.kill(os.getpid(), signal.SIGTERM)
            time.sleep(PATIENCE)
            return view.legal[0]

    monkeypatch.setitem(ANY_GAME, "slow", Level(lambda game, limit, seed, personality: Slow(seed)))
    sitting = sat(seats=2, bots=["slow"], saves=True)
    code = client.play(sitting, source=io.StringIO("ready\n"), target=io.StringIO(), look=Look())

    assert code == 128 + signal.SIGTERM
    path = library.latest()
    assert path is not None
    assert saved.read(path).record == sitting.match.record()
    assert len(sitting.match.moves) == 1


@pytest.mark.skipif(sys.platform == "win32", reason="there are no such signals")
def test_a_signal_in_the_midst_of_a_move_waits_for_its_end(monkeypatch: pytest.MonkeyPatch, home: Path) -> None:
    """A match is never left half changed."""
    sitting = sat(seats=2, saves=True)
    save = Autosave.save

    def interrupted(self: Autosave, match: Saved, version: Version) -> None:
        os.kill(os.getpid(), signal.SIGHUP)
        save(self, match, version)

    monkeypatch.setattr(Autosave, "save", interrupted)
    code = client.play(sitting, source=io.StringIO("ready\nlegal\n"), target=io.StringIO(), look=Look())

    assert code == 128 + signal.SIGHUP
    path = library.latest()
    assert path is not None
    assert saved.read(path).record == sitting.match.record()


# -- A terminal ------------------------------------------------------------------------------------------------------


class Screen(io.StringIO):
    """Remembers each write."""

    def __init__(self) -> None:
        super().__init__()
        self.writes: list[str] = []

    def write(self, text: str) -> int:
        self.writes.append(text)
        return len(text)


@pytest.mark.parametrize("size", [(80, 24), (120, 40), (100, 30)])
@pytest.mark.parametrize("game", list(hr.GAMES))
def test_each_update_is_one_write_that_fits_the_screen(
    game: str, size: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    """From the top left, each line erased to its end, and what is below erased: nothing is ever blank between."""
    monkeypatch.setenv("COLUMNS", str(size[0]))
    monkeypatch.setenv("LINES", str(size[1]))
    target = Screen()
    terminal = Terminal(target, Look(*size, color=True), SignalGuard())
    sitting = sat(game)
    for line in ("help", "legal", "fly", "#1", "score", "rules"):
        sitting.bots_move()
        terminal.show_table(sitting, sitting.say(line))

    assert len(target.writes) == 6
    for text in target.writes:
        assert text.startswith("\x1b[H")
        assert text.endswith("\x1b[J")
        assert "\x1b[2J" not in text
        lines = text.removeprefix("\x1b[H").removesuffix("\x1b[J").split("\r\n")
        assert lines.pop() == ""
        assert len(lines) <= size[1] - 2, "the prompt and its suggestions have their rows"
        assert all(line.endswith("\x1b[K") for line in lines)
        assert all(len(re.sub(r"\x1b\[[\d;]*[mK]", "", line)) <= size[0] for line in lines)


def test_what_is_too_long_is_shown_page_after_page(monkeypatch: pytest.MonkeyPatch) -> None:
    """Enter shows more; anything else is said to the table."""
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setenv("LINES", "24")
    target = Screen()
    terminal = Terminal(target, Look(80, 24), SignalGuard())
    asked: list[bool] = []
    lines = iter(["", "", "legal"])

    class Typed:
        def line(self, sitting: Sitting, *, more: bool, typed: str, news: int | None) -> str:
            asked.append(more)
            return next(lines)

        def outdated(self) -> str | None:
            return None

    terminal._prompt = Typed()  # type: ignore[assignment]
    sitting = sat()
    terminal.show_reply(sitting, Reply(tuple(f"line {number}" for number in range(50))))

    assert terminal.read_line(sitting) == "legal"
    assert asked == [True, True, False]
    assert "line 21\x1b[K\r\n\x1b[J" in target.writes[0]
    assert target.writes[1].startswith("\x1b[Hline 22\x1b")
    assert "line 49" in target.writes[2]


def test_lines_that_are_pasted_together_are_said_one_after_the_other() -> None:
    terminal = Terminal(Screen(), Look(80, 24), SignalGuard())
    lines = iter(["ready\nlegal\r\n\n#1\n", "hand", " "])

    class Typed:
        def line(self, sitting: Sitting, *, more: bool, typed: str, news: int | None) -> str:
            return next(lines)

        def outdated(self) -> str | None:
            return None

    terminal._prompt = Typed()  # type: ignore[assignment]
    assert [terminal.read_line(sat()) for _ in range(5)] == ["ready", "legal", "#1", "hand", ""]


def test_a_bot_that_thinks_ahead_is_waited_for_and_said_to_think(monkeypatch: pytest.MonkeyPatch) -> None:
    sitting = sat(seats=2, bots=["expert"], ms=30)
    target = Screen()
    Terminal(target, Look(80, 24), SignalGuard()).bot_thinks(sitting, sitting.names(1))

    assert sitting.thinks(1)
    assert not sat(bots=["hard"]).thinks(1)
    assert "Ann thinks ...\x1b[K" in target.writes[0]
    assert "Ann is ready" in conversation(sitting, "ready", "quit")


def test_between_two_screens_of_quick_bots_there_is_some_time() -> None:
    target = Screen()
    terminal = Terminal(target, Look(80, 24), SignalGuard())
    for _ in range(20):
        terminal.bot_moved(sat())

    assert 1 <= len(target.writes) < 20


def test_a_pipe_says_nothing_while_a_bot_thinks() -> None:
    target = io.StringIO()
    pipe = Pipe(io.StringIO(), target, Look(color=True))
    pipe.bot_thinks(sat(), "Ann")
    pipe.bot_moved(sat())

    assert target.getvalue() == ""
    assert not pipe.look.color
    assert Pipe(io.StringIO(), target, Look(width=20)).look.width == 80


# -- The menu --------------------------------------------------------------------------------------------------------


def chosen(*typed: str, level: str | None = None) -> tuple[menu.Choice | None, str]:
    said: list[str] = []
    lines = iter(typed)

    def ask(text: str) -> str:
        said.append(text)
        return next(lines)

    return menu.choose(ask, said.append, level), "\n".join(said)


def game_of(choice: menu.Choice | None) -> str:
    assert choice is not None
    assert choice.game is not None
    return choice.game.id


def test_the_menu_lists_the_games() -> None:
    choice, said = chosen("", "")

    assert game_of(choice) == "shithead"
    assert choice is not None
    assert choice.level == "medium"
    for name in hr.GAMES:
        assert name in said
    assert "resume" not in said


def test_the_menu_takes_numbers_and_names() -> None:
    for number, name in enumerate(hr.GAMES, 1):
        for word in (str(number), name, name.upper()):
            assert game_of(chosen(word, "random")[0]) == name
    choice, said = chosen("0", "99", "shithaed", "²", "heroes", "hrad", "hard")
    assert game_of(choice) == "heroes"
    assert choice is not None
    assert choice.level == "hard"
    assert "did you mean shithead?" in said
    assert "did you mean hard?" in said
    assert chosen("quit")[0] is None
    assert chosen("1", "quit")[0] is None
    assert game_of(chosen("2", level="easy")[0]) == "duel"


def test_the_menu_asks_again_where_so_many_cannot_play() -> None:
    said: list[str] = []
    lines = iter(["duel", "shithead"])
    choice = menu.choose(lambda _: next(lines), said.append, "easy", 4)

    assert game_of(choice) == "shithead"
    assert any(line.startswith("duel cannot be played: ") for line in said)


@pytest.mark.parametrize("problem", [EOFError, KeyboardInterrupt])
def test_who_leaves_the_menu_leaves_it_with_a_whole_line(
    problem: type[BaseException], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def choose(*_: object) -> menu.Choice | None:
        print("A number or a name: ", end="")
        raise problem

    monkeypatch.setattr(menu, "choose", choose)
    for stream in (sys.stdin, sys.stdout):
        monkeypatch.setattr(stream, "isatty", lambda: True, raising=False)
    with suppress(KeyboardInterrupt, SystemExit):
        main(["play"])
    assert capsys.readouterr().out == "A number or a name: \n"


def test_the_menu_offers_the_match_that_is_not_over_and_own_houses(home: Path) -> None:
    (home / "houses").mkdir(parents=True)
    (home / "houses" / "friday.toml").write_text('extends = "shithead"\nname = "Friday"\n', encoding="utf-8")
    (home / "houses" / "broken.toml").write_text("decks = maybe", encoding="utf-8")
    sitting = sat(saves=True)
    sitting.say("ready")

    choice, said = chosen("0")
    assert choice == menu.Choice()
    assert "resume your match of shithead" in said
    assert game_of(chosen("friday", "")[0]) == "friday"
    assert "broken cannot be played" in chosen("broken", "quit")[1]
