"""In a real terminal: whole matches typed key by key and read off the screen, Ctrl-C, a closed window, --resume.

Beside each match runs a second one with the same seed, and the screen must show what that one says."""

from __future__ import annotations

import os
import random
import shlex
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from houserules.terminal import library, saved
from houserules.terminal.files import data_folder
from houserules.terminal.look import Look
from houserules.terminal.screen import drawn
from houserules.terminal.sitting import Sitting
from tests.sittings import advised, quickest, sat

pytestmark = [
    pytest.mark.one_build,
    pytest.mark.skipif(shutil.which("tmux") is None, reason="there is no tmux on this machine"),
]

PATIENCE = 60
"""Seconds until a screen that does not come fails the test."""
ROOT = Path(__file__).parent.parent
TABLE = ROOT / "examples" / "tables" / "one-round.json"


class Window:
    """A terminal of its own, with a shell in it."""

    def __init__(self, size: tuple[int, int], where: Path) -> None:
        self.size = size
        self.socket = where / "s"
        environment = {**os.environ, "LC_ALL": "C.UTF-8", "PS1": "$ ", "PYTHONWARNINGS": "error"}
        for name in ("TMUX", "NO_COLOR", "COLUMNS", "LINES", "PYTHONIOENCODING"):
            environment.pop(name, None)
        large = ("-x", str(size[0]), "-y", str(size[1]))
        self._tmux("-f", os.devnull, "new-session", "-d", *large, "sh", environment=environment)

    def _tmux(self, *words: str, environment: dict[str, str] | None = None) -> str:
        command = ["tmux", "-u", "-S", str(self.socket), *words]
        done = subprocess.run(command, capture_output=True, check=True, env=environment, timeout=PATIENCE)
        return done.stdout.decode()

    def type(self, line: str) -> None:
        self._tmux("send-keys", "-l", line, ";", "send-keys", "Enter")

    def press(self, *keys: str) -> None:
        self._tmux("send-keys", *keys)

    def resize(self, columns: int, rows: int) -> None:
        self.size = (columns, rows)
        self._tmux("resize-window", "-x", str(columns), "-y", str(rows))

    def lines(self) -> list[str]:
        return [line.rstrip() for line in self._tmux("capture-pane", "-p").split("\n")]

    def text(self) -> str:
        return "\n".join(self.lines())

    def wait(self, *words: str) -> str:
        """Until all of these are on the screen."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            text = self.text()
            if all(word in text for word in words):
                return text
            time.sleep(0.02)
        pytest.fail(f"{words} did not come; the screen is\n{self.text()}")

    def wait_for(self, sitting: Sitting) -> None:
        """Until the screen shows this table, and the prompt under it."""
        table = drawn(sitting.view(), sitting.names, sitting.log_lines(), Look(*self.size), sitting.order)
        wanted = [line.rstrip() for line in table.split("\n")]
        end = time.monotonic() + PATIENCE
        shown: list[str] = []
        while time.monotonic() < end:
            shown = self.lines()
            if shown[: len(wanted)] == wanted and (sitting.is_over or ">" in shown[len(wanted) :]):
                return
            time.sleep(0.02)
        pytest.fail("\n".join(["the screen should begin with", *wanted, "and is", *shown]))

    def play(self, *options: str) -> None:
        """In lines."""
        self.play_full("--plain", *options)

    def play_full(self, *options: str) -> None:
        """On the whole screen."""
        words = [sys.executable, "-m", "houserules", "play", *options]
        self.type(f"clear; {shlex.join(words)}; echo exit code $?")

    def close(self) -> None:
        subprocess.run(["tmux", "-S", str(self.socket), "kill-server"], capture_output=True, check=False)


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A data directory of the test's own."""
    monkeypatch.setenv("HOUSERULES_HOME", str(tmp_path / "home"))
    return tmp_path / "home"


@pytest.fixture(params=[(80, 24)], ids=lambda size: f"{size[0]}x{size[1]}")
def window(request: pytest.FixtureRequest, home: Path) -> Iterator[Window]:
    where = Path(tempfile.mkdtemp(prefix="hr-"))  # short: the name of a socket may not be long
    opened = Window(request.param, where)
    yield opened
    opened.close()
    shutil.rmtree(where, ignore_errors=True)


def options(sitting: Sitting, game: str) -> list[str]:
    return [
        *(["--config", game] if game.endswith(".json") else [game]),
        *("--seed", sitting.match.seed or "", "--bots", quickest(sitting.game)),
    ]


def typed_to_the_end(window: Window, game: str, seed: str) -> Sitting:
    beside = sat(game, seed=seed)
    window.play(*options(beside, game))
    beside.bots_move()
    while not beside.is_over:
        window.wait_for(beside)
        number = [str(move) for move in beside.view().legal].index(advised(beside)) + 1
        window.type(f"#{number}")
        assert beside.say(f"#{number}").moved
        beside.bots_move()
    window.wait("The match is over", "After 1 match: ", "Another? (Enter or no)")
    window.type("no")
    window.wait("exit code 0")
    [(_, kept)] = library.matches()
    assert kept.record["moves"] == beside.match.record()["moves"]
    return beside


SHORT = [("shithead", "go 1"), ("duel", "go 1"), ("smellyhead", "go 4"), (str(TABLE), "go 2"), ("heroes", "go 4")]


@pytest.mark.parametrize(("game", "seed"), SHORT, ids=["shithead", "duel", "smellyhead", "one-round", "heroes"])
def test_a_whole_match_typed_at_80_columns(game: str, seed: str, window: Window) -> None:
    typed_to_the_end(window, game, seed)


@pytest.mark.parametrize("window", [(120, 40)], indirect=True, ids=["120x40"])
@pytest.mark.parametrize(("game", "seed"), [("shithead", "go 3"), ("heart-of-five", "go 2")])
def test_a_whole_match_typed_at_120_columns(game: str, seed: str, window: Window) -> None:
    typed_to_the_end(window, game, seed)


def test_ctrl_c_keeps_the_match_and_resume_goes_on(window: Window) -> None:
    beside = sat(seed="go 1")
    window.play(*options(beside, "shithead"))
    window.wait_for(beside)
    for _ in range(3):
        line = advised(beside)
        window.type(line)
        assert beside.say(line).moved
        beside.bots_move()
        window.wait_for(beside)
    window.type("play 1")
    window.wait("'1' is not a card")
    window.press("C-c")
    window.wait("houserules play --resume resumes it", "exit code 130")
    path = library.latest()
    assert path is not None
    assert saved.read(path).record["moves"] == beside.match.record()["moves"]

    window.play("--resume")
    window.wait_for(beside)
    line = advised(beside)
    window.type(line)
    assert beside.say(line).moved
    beside.bots_move()
    window.wait_for(beside)
    window.press("C-d")
    window.wait("exit code 0", "Good-bye.")


def test_a_window_of_another_size_shows_the_table_again(window: Window) -> None:
    """And what was typed so far stays."""
    beside = sat(seed="go 1")
    window.play(*options(beside, "shithead"))
    window.wait_for(beside)
    for letter in "rea":
        window.press(letter)
    window.wait("> rea\n")
    window.resize(120, 40)
    window.wait("> rea\n", "nothing yet")
    window.type("dy")
    assert beside.say("ready").moved
    beside.bots_move()
    window.wait_for(beside)
    window.resize(80, 24)
    window.wait_for(beside)


def test_a_closed_window_keeps_the_match(window: Window) -> None:
    beside = sat(seed="go 1")
    window.play(*options(beside, "shithead"))
    window.wait_for(beside)
    window.type("ready")
    assert beside.say("ready").moved
    beside.bots_move()
    window.wait_for(beside)
    window.close()

    wanted = beside.match.record()["moves"]
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        path = library.latest()
        if path is not None and saved.read(path).record["moves"] == wanted:
            break
        time.sleep(0.05)
    else:
        pytest.fail("nothing was saved")
    assert list((data_folder() / "matches").glob(".*.part")) == []


def test_keys_history_tab_and_the_menu(window: Window) -> None:
    """Without a game there is a menu; Tab completes, the line of suggestions follows, Up brings back what was said."""
    window.play("--seed", "go 1")
    window.wait("What do you want to play?", "heart-of-five", "Type a number or a name")
    window.type("1")
    window.wait("How strong are your opponents")
    window.type("easy")
    beside = sat(seed="go 1")
    window.wait_for(beside)
    window.wait("ready | legal (10)")
    window.press("h")
    window.press("i")
    window.wait("> hi\n", "history | hint")
    window.press("s")
    window.press("Tab")
    window.wait("> history\n")
    window.press("Enter")
    window.wait("Nothing has happened yet.")
    window.press("Up")
    window.wait("> history\n")
    window.press("C-u")
    window.type("rules")
    window.wait("more (Enter; q leaves) >")
    window.type("")
    window.wait("more (Enter; q leaves) >")
    window.type("q")
    window.wait("ready | legal (10)")
    window.type("quit")
    window.wait("exit code 0", "Good-bye.")
    assert "history" in (data_folder() / "history").read_text(encoding="utf-8")


def test_keys_of_any_kind_do_no_harm(window: Window) -> None:
    """Hundreds of them, faster than the program reads: the match is still there, and so is the terminal."""
    keys = [
        *(
            "Up",
            "Down",
            "Left",
            "Right",
            "Home",
            "End",
            "PPage",
            "NPage",
            "Tab",
            "BTab",
            "BSpace",
            "DC",
            "Escape",
            "F1",
        ),
        # Not C-z, which suspends the program as it does any other.
        *(f"C-{letter}" for letter in "abefgklnopqrstuvwxy_\\"),
        *("M-x", "M-!", "M-b", "M-.", "x", "7", "é", "♥", "#", "h", "i", "#1", "ready", "Enter", "Enter", "Enter"),
    ]
    chance = random.Random(7)
    window.play("shithead", "--seed", "go 1", "--bots", "easy")
    window.wait("YOUR TURN", "legal (10)")
    for _ in range(25):
        window.press(*(chance.choice(keys) for _ in range(12)))
    for key in ("C-g", "Escape", "Enter"):
        window.press(key)
        time.sleep(0.6)  # an Escape waits for what may belong to it
    window.type("quit")
    window.wait("Good-bye.", "exit code 0")
    window.type("echo still $((1 + 1)) here")
    window.wait("still 2 here")


def test_a_terminal_without_unicode_gets_ascii(window: Window) -> None:
    window.type("export LC_ALL=POSIX PYTHONCOERCECLOCALE=0 PYTHONUTF8=0")
    window.play("shithead", "--seed", "go 1", "--bots", "easy")
    text = window.wait("YOUR TURN", "ready | legal (10)")

    assert text.isascii()
    window.type("quit")
    window.wait("exit code 0")
