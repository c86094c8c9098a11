"""What the pages about bots and tables say is so: their code runs, and they name all levels, deeds and codes."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any, get_args

import pytest

import houserules as hr
from houserules import arena, server, table
from houserules.__main__ import main
from houserules.bots import ANY_GAME, PERSONALITIES, levels

pytestmark = pytest.mark.one_build

DOCS = Path(__file__).parent.parent / "docs"
BOTS = (DOCS / "bots.md").read_text(encoding="utf-8")
PROTOCOL = (DOCS / "protocol.md").read_text(encoding="utf-8")
TABLE = (DOCS / "table.md").read_text(encoding="utf-8")
STRENGTH = (DOCS / "strength.md").read_text(encoding="utf-8")


def listed(heading: str) -> list[str]:
    """The names in the first column of the table under a heading."""
    section = re.split(r"\n##", BOTS.split(f"## {heading}\n")[1])[0]
    return re.findall(r"^\| `(\w+)` \|", section, re.MULTILINE)


def test_the_page_lists_the_levels_there_are() -> None:
    """In their order."""
    assert listed("The levels") == list(levels(hr.load("shithead")))
    for name in ("heart-of-five", "heroes"):
        game = hr.load(name)
        assert ["random", *listed(f"# {game.name}"[2:])] == list(levels(game))


def test_the_page_lists_the_personalities_there_are() -> None:
    """In their order."""
    assert listed("Personalities") == list(PERSONALITIES)


def test_the_code_of_the_page_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    """From top to bottom; the bot of one's own has 20 lines, and then plays in the arena."""
    for level in ANY_GAME:
        monkeypatch.setitem(ANY_GAME, level, ANY_GAME[level])
    blocks = re.findall(r"^```python\n(.*?)^```$", BOTS, re.MULTILINE | re.DOTALL)
    names: dict[str, Any] = {}
    for block in blocks:
        exec(compile(block, "bots.md", "exec"), names)

    assert len(blocks[-1].splitlines()) <= 24
    report = arena.run(hr.load("duel"), ["miser", "random"], deals=1, workers=1)
    assert report.rows[0].illegal == 0
    del ANY_GAME["miser"]


def test_the_commands_of_the_strength_page_can_be_given(capsys: pytest.CaptureFixture[str]) -> None:
    """Each with a single deal instead of many, and next to no time to think."""
    commands = sorted(set(re.findall(r"`houserules (arena [^`]*)`", STRENGTH)))

    assert len(commands) > 10
    for command in commands:
        words = command.split()
        words[words.index("--deals") + 1] = "1"
        if "--ms" in words:
            words[words.index("--ms") + 1] = "5"
        if "--seats" not in words:  # four seats of random players take their time
            assert main([*words, "--jobs", "1"]) == 0, command
    assert "equal share" in capsys.readouterr().out


def test_the_code_of_the_page_about_tables_runs(capsys: pytest.CaptureFixture[str]) -> None:
    """From top to bottom; a table is set up and played in ten lines."""
    blocks = re.findall(r"^```python\n(.*?)^```$", TABLE, re.MULTILINE | re.DOTALL)
    names: dict[str, Any] = {}
    for block in blocks:
        exec(compile(block, "table.md", "exec"), names)

    assert len(blocks[0].split("\n\n")[1].splitlines()) <= 10
    assert "Cem, tidy, medium chose" in capsys.readouterr().out


def test_the_page_about_the_protocol_lists_the_close_codes_there_are() -> None:
    folder = Path(server.__file__).parent
    source = "".join((folder / name).read_text(encoding="utf-8") for name in ("guest.py", "socket.py"))
    codes = set(re.findall(r"^[A-Z_]+(?:: Final)? = (10[01]\d|400\d)$", source, re.MULTILINE)) - {"1000"}
    paragraph = PROTOCOL.split("A connection ends with")[1].split("\n\n")[0]

    assert {"1001", "1003", "1009", "1011", "4001"} <= codes
    assert codes == set(re.findall(r"\b\d{4}\b", paragraph))


def test_the_page_about_tables_lists_the_deeds_and_the_codes_there_are() -> None:
    """A client can rely on it."""
    source = "".join(path.read_text(encoding="utf-8") for path in Path(table.__file__).parent.glob("*.py"))
    codes = set(re.findall(r'TableError\(\s*"([a-z-]+)"', source)) | {"stale", "ahead"}
    listed_codes = set(re.findall(r"`([a-z-]+)`", TABLE.split("Codes of `TableError`:")[1]))
    deeds = {deed.__name__ for deed in get_args(table.AnyDeed)}

    assert listed_codes == codes
    assert set(re.findall(r"^\| `(\w+)\(", TABLE, re.MULTILINE)) == deeds
