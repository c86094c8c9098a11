"""The full screen in a real terminal: whole matches by keys, compared with what is saved; signals; the way back."""

from __future__ import annotations

import os
import shlex
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from houserules.core import Move
from houserules.terminal import library
from houserules.terminal.choosing import Choosing
from houserules.terminal.full.shown import chooser_of
from houserules.terminal.sitting import Sitting
from tests.screen_players import keys_and_choice, wanted_move
from tests.sittings import quickest, sat
from tests.test_terminal_tmux import PATIENCE, SHORT, Window, home, options, window

__all__ = ["home", "window"]

pytestmark = [
    pytest.mark.one_build,
    pytest.mark.skipif(shutil.which("tmux") is None, reason="there is no tmux on this machine"),
]

NAMES = {"left": "Left", "right": "Right", "up": "Up", "down": "Down", "space": "Space", "enter": "Enter"}
IDS = ["shithead", "duel", "smellyhead", "one-round", "heroes"]


def saved_moves() -> object:
    """Of the only match there is."""
    kept = [match.record["moves"] for _, match in library.matches()]
    assert len(kept) < 2
    return kept[0] if kept else None


def wait_until_saved(beside: Sitting, shown: Window) -> None:
    """The screen saves when the person is asked: it then stands as the match beside it."""
    wanted = beside.match.record()["moves"]
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        if saved_moves() == wanted:
            return
        time.sleep(0.02)
    pytest.fail(f"{beside.match.moves[-3:]} should be the last moves that are saved; the screen is\n{shown.text()}")


class Person:
    """Plays by keys, and beside it the same match without a screen."""

    def __init__(self, shown: Window, game: str, seed: str) -> None:
        self.window = shown
        self.beside = sat(game, seed=seed)
        self.choosing: Choosing | None = None
        shown.play_full(*options(self.beside, game), "--speed", "off", "--no-flash")
        shown.wait("Leave")
        self.beside.bots_move()

    def move(self, move: Move | None = None) -> None:
        beside = self.beside
        view = beside.view()
        wanted = move or wanted_move(view, beside.game)
        chooser = chooser_of(view, beside.names, "rank")
        keys, chosen = keys_and_choice(chooser, chooser.begun(self.choosing), wanted)
        self.window.press(*[NAMES.get(key, "C-g" if key == "escape" else key) for key in keys])
        assert beside.say(str(wanted)).moved
        # Somebody who moves twice in a row finds the cursor where it was.
        self.choosing = chosen if beside.view().legal else None
        beside.bots_move()
        wait_until_saved(beside, self.window)

    def to_the_end(self) -> None:
        while not self.beside.is_over:
            self.move()


@pytest.mark.parametrize(("game", "seed"), SHORT, ids=IDS)
def test_a_whole_match_by_keys_at_80_columns(game: str, seed: str, window: Window) -> None:
    person = Person(window, game, seed)
    person.to_the_end()
    window.wait("Rematch")
    window.press("q")
    window.wait("exit code 0", "The match is over", "houserules replay")

    assert saved_moves() == person.beside.match.record()["moves"]


@pytest.mark.parametrize("window", [(120, 40)], indirect=True, ids=["120x40"])
def test_a_whole_match_by_keys_at_120_columns(window: Window) -> None:
    person = Person(window, "shithead", "go 3")
    person.to_the_end()
    window.wait("Rematch")
    window.press("q")
    window.wait("exit code 0", "The match is over")

    assert saved_moves() == person.beside.match.record()["moves"]


def test_ctrl_c_gives_the_terminal_back_and_resume_goes_on(window: Window) -> None:
    window.type("echo what stood here before")
    person = Person(window, "shithead", "go 1")
    for _ in range(3):
        person.move()
    window.press("C-c")
    window.wait("houserules play --resume resumes it", "exit code 130")
    window.play_full("--resume", "--speed", "off")
    window.wait("Leave")
    person.choosing = None
    person.move()
    window.press("C-q")
    window.wait("exit code 0", "Good-bye.")
    window.type("stty -a | grep -o -e '-\\?echo ' -e '-\\?icanon '")
    text = window.wait("icanon")
    assert "-icanon" not in text
    assert "-echo" not in text


@pytest.mark.parametrize(("name", "code"), [("TERM", 143), ("HUP", 129), ("INT", 130)])
def test_a_signal_keeps_the_match_and_the_terminal(name: str, code: int, window: Window) -> None:
    person = Person(window, "shithead", "go 1")
    person.move()
    subprocess.run(["kill", f"-{name}", str(process_in(window))], check=True)
    window.wait(f"exit code {code}")

    assert saved_moves() == person.beside.match.record()["moves"]


def process_in(shown: Window) -> int:
    """The number of the program that plays in a window."""
    shell = shown._tmux("display-message", "-p", "#{pane_pid}").strip()
    found = subprocess.run(["ps", "-o", "pid=", "--ppid", shell], capture_output=True, check=True, text=True)
    return int(found.stdout.split()[0])


def test_after_kill_9_the_match_is_there_and_reset_brings_the_terminal_back(window: Window) -> None:
    person = Person(window, "shithead", "go 1")
    person.move()
    os.kill(process_in(window), signal.SIGKILL)
    time.sleep(0.2)
    for line in ("reset", "echo still $((1 + 1)) here"):
        window.press("C-j")  # Enter is not yet the end of a line
        window.press("-l", line)
        window.press("C-j")
    window.wait("still 2 here")

    assert saved_moves() == person.beside.match.record()["moves"]


def test_a_closed_window_keeps_the_match(window: Window) -> None:
    person = Person(window, "shithead", "go 1")
    person.move()
    process = process_in(window)
    window.close()
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end and Path(f"/proc/{process}").exists():
        time.sleep(0.05)

    assert not Path(f"/proc/{process}").exists()
    assert saved_moves() == person.beside.match.record()["moves"]


def test_ctrl_z_and_another_size(window: Window) -> None:
    person = Person(window, "shithead", "go 1")
    window.press("C-z")
    window.wait("Stopped")
    window.type("fg")
    window.wait("Leave")
    window.resize(120, 40)
    window.wait("Story", "Leave")
    window.resize(50, 15)
    window.wait("60 columns")
    window.resize(80, 24)
    window.wait("Leave")
    person.move()
    window.press("C-q")
    window.wait("Good-bye.")


def test_a_dumb_terminal_gets_lines(window: Window) -> None:
    beside = sat(seed="go 1")
    words = [sys.executable, "-m", "houserules", "play", "shithead", "--seed", "go 1", "--bots", quickest(beside.game)]
    window.type(f"clear; TERM=dumb {shlex.join(words)}; echo exit code $?")
    window.wait("YOUR TURN", "\n>")
    window.type("quit")
    window.wait("Good-bye.", "exit code 0")
