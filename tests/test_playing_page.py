"""docs/playing.md says what is so: its commands, its options, its short forms, and what it tells to type."""

from __future__ import annotations

import io
import re
import shlex
import sys
from pathlib import Path

import pytest

import houserules as hr
from houserules.__main__ import main
from houserules.terminal.commands import COMMANDS, REMOTE_COMMANDS
from houserules.terminal.full.keys import ASKING, CHOOSING, SORT, WHY

pytestmark = pytest.mark.one_build

ROOT = Path(__file__).parent.parent
PAGE = (ROOT / "docs" / "playing.md").read_text(encoding="utf-8")


def rows(heading: str) -> dict[str, str]:
    """The first table under a heading."""
    text = PAGE.split(f"{heading}\n", 1)[1].split("| --- |", 1)[1].split("\n\n", 1)[0]
    found = re.findall(r"^\| `(.+?)`.*? \| (.*) \|$", text.replace("\\|", "¦"), re.MULTILINE)
    return {form.replace("¦", "|"): said for form, said in found}


def test_the_page_lists_the_commands_there_are() -> None:
    """In their order, with the words of `help`."""
    assert list(rows("## Commands").items()) == [(command.form, command.does) for command in COMMANDS.values()]


def test_the_page_lists_what_is_different_at_a_server() -> None:
    different = [command for command in REMOTE_COMMANDS.values() if command not in COMMANDS.values()]

    assert list(rows("## At a table on a server").items()) == [(command.form, command.does) for command in different]
    assert set(COMMANDS) - set(REMOTE_COMMANDS) == {"save"}


def test_the_page_lists_the_options_there_are(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["play", "--help"])
    known = re.findall(r"^  (--[a-z-]+)", capsys.readouterr().out, re.MULTILINE)

    assert [form.split()[0] for form in rows("## Options")] == known


def test_the_page_lists_the_keys_there_are() -> None:
    """Each key of the help has its row, or shares one."""
    table = PAGE.split("## Keys\n", 1)[1].split("\n\n- ", 1)[0]
    for key in (*CHOOSING, *ASKING):
        for cap in re.split(r"[ -]", key.cap):
            assert not cap or f"`{cap}`" in table, key.cap
    assert f"| {WHY.does} |" in table
    assert f"| {SORT.does} |" in table


def test_the_page_names_every_short_form() -> None:
    for name in hr.GAMES:
        for form in hr.load(name).short_forms:
            assert f"`{form}`" in PAGE


def test_the_page_names_every_kind_of_move() -> None:
    for name in hr.GAMES:
        for word in hr.load(name).forms:
            assert re.search(rf"`{word}\b", PAGE), word


def commands() -> list[str]:
    lines = re.findall(r"^(?:(printf '.*') \| )?(houserules play.*)$", PAGE, re.MULTILINE)
    return [command for _, command in lines if command != "houserules play --resume"]


@pytest.mark.parametrize("command", commands())
def test_what_the_page_tells_to_type_works(
    command: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(ROOT)
    monkeypatch.setattr(sys, "stdin", io.StringIO("ready\n#1\n#1\nquit\n"))

    assert main(shlex.split(command)[1:]) == 0
    assert capsys.readouterr().out.endswith("Good-bye.\n")
