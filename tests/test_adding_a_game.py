"""docs/adding-a-game.md, followed with a tiny game: one registration, and everything plays it."""

import io
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Union

import msgspec
import pytest

import houserules as hr
from houserules.__main__ import main
from houserules.bots import levels
from houserules.core import schema
from houserules.engine import Engine
from houserules.games import FAMILIES, installed, register, unregister
from houserules.table import Player, Settings, Table, TableBots, run_bots
from houserules.terminal.glance import hand_lines, hidden_lines, score_lines
from houserules.terminal.look import Look
from houserules.terminal.menu import choose
from houserules.terminal.screen import drawn
from houserules.testing import check_game
from tests.tiny_game import HighCardFamily
from tests.tiny_game.moves import Lay

pytestmark = pytest.mark.one_build

ROOT = Path(__file__).parent.parent
PAGE = (ROOT / "docs" / "adding-a-game.md").read_text(encoding="utf-8")
FOLDER = Path(__file__).parent / "tiny_game"
NAMES = hr.Names("You", "Ann")
PATIENCE = 120


@pytest.fixture(autouse=True)
def family() -> Iterator[HighCardFamily]:
    """Step 6, undone after each test: the other tests are about the games that ship."""
    known = HighCardFamily()
    register(known)
    yield known
    unregister(known)


def dealt() -> hr.Match[Any]:
    return hr.Match.new(hr.load("high-card"), seats=2, seed="friday")


def played() -> hr.Match[Any]:
    """A whole match of the two bots that can play it."""
    match = dealt()
    players = [hr.bot("thrifty", match.game, seed=1), hr.bot("random", match.game, seed=2)]
    while match.to_act:
        seat = match.to_act[0]
        match.play(seat, players[seat].choose(match.view(seat)))
    return match


# -- The page --------------------------------------------------------------------------------------------------------


def test_the_page_counts_the_files_of_the_tiny_game() -> None:
    assert len(list(FOLDER.glob("*.py"))) == 7
    assert "in seven small files" in PAGE


def test_the_steps_are_numbered_from_one() -> None:
    numbers = [int(number) for number in re.findall(r"^## (\d+)\. ", PAGE, re.MULTILINE)]
    assert numbers == list(range(1, len(numbers) + 1))


def test_every_file_of_the_game_is_a_step_of_the_page() -> None:
    assert set(re.findall(r"^## \d+\. .*`(\w+\.py)`$", PAGE, re.MULTILINE)) == {
        path.name for path in FOLDER.glob("*.py")
    }


def test_the_code_of_the_page_is_the_code_of_the_game() -> None:
    """Each block stands so in the file that its step is about."""
    steps = re.findall(r"^## \d+\. [^\n]*`(\w+\.py)`\n(.*?)(?=^## |\Z)", PAGE, re.MULTILINE | re.DOTALL)
    blocks = [(name, block) for name, text in steps for block in re.findall(r"```python\n(.*?)```", text, re.DOTALL)]
    for name, block in blocks:
        assert block in (FOLDER / name).read_text(encoding="utf-8"), f"{name} has not:\n{block}"
    assert len(blocks) == len(list(FOLDER.glob("*.py")))


# -- Loading and playing ---------------------------------------------------------------------------------------------


def test_it_keeps_the_contract() -> None:
    assert check_game(hr.load("high-card"), matches=20).moves == 200


def test_it_is_played_in_a_match_by_text_and_by_value() -> None:
    match = dealt()
    [seat] = match.to_act
    first, *_ = match.legal(seat)
    assert isinstance(first, Lay)

    events = match.play(seat, f"LAY {first.card}")

    assert [event.tell(NAMES) for event in events] == [f"You laid {first.card}"]
    with pytest.raises(hr.IllegalMove, match="you may lay"):
        match.play(match.to_act[0], first)


def test_its_moves_are_words_of_this_game_alone() -> None:
    with pytest.raises(hr.NotationError, match="lay 7S"):
        hr.load("high-card").read("take")
    with pytest.raises(hr.NotationError, match="play 7H"):
        hr.load("shithead").read("lay 7S")


def test_bots_play_it() -> None:
    """Its own level and the one that plays every game."""
    assert list(levels(hr.load("high-card"))) == ["random", "thrifty"]
    match = played()
    assert match.outcome is not None
    assert len(match.moves) == 10


def test_its_record_replays() -> None:
    match = played()
    again = hr.Match.from_record(msgspec.json.encode(match.record()))
    assert (again.moves, again.outcome, again.position()) == (match.moves, match.outcome, match.position())


def test_a_table_of_bots_plays_it() -> None:
    game = hr.load("high-card")
    players = [Player("Ann", "bot", "thrifty"), Player("Ben", "bot", "random")]
    table = Table.new(Settings.of(game, players, seed="friday"))
    for _ in run_bots(table, TableBots(game), clock=lambda: 0):
        pass
    assert table.is_over


# -- What travels ----------------------------------------------------------------------------------------------------


def test_what_it_says_decodes_to_what_was_encoded(family: HighCardFamily) -> None:
    """Its moves, events and views, by the types that the family names; there is a schema of each."""
    match = played()
    events = match.events(None)
    assert {type(event) for event in events} == set(family.events())
    for kinds, values in ((family.events(), events), (family.moves(), [move for _, move in match.moves])):
        union: Any = Union[kinds]  # noqa: UP007 - a union of as many types as there are
        for value in values:
            assert hr.from_json(hr.to_json(value), union) == value
        assert schema(union)
    for viewer in (0, 1, None):
        view = dealt().view(viewer)
        again = hr.from_json(hr.to_json(view), family.view())
        assert again == view
        assert again.legal == view.legal
        assert schema(family.view())


def test_the_engine_plays_it() -> None:
    engine = Engine()

    def ask(do: str, **keys: object) -> dict[str, Any]:
        return dict(engine.answer(msgspec.json.encode({"do": do, **keys})))

    assert ask("games")["games"]["high-card"] == {"name": "High Card", "seats": [2, 2], "rules": "high-card-1"}
    acting = ask("new", game="high-card", seats=2, seed="friday")["to_act"]
    while acting:
        move = ask("best", match="m1", seat=acting[0], bot="thrifty", seed=1)["move"]
        assert move in ask("legal", match="m1", seat=acting[0])["moves"]
        assert ask("view", match="m1", seat=acting[0])["view"]["family"] == "high-card"
        acting = ask("play", match="m1", seat=acting[0], move=move)["to_act"]
    assert ask("load", record=ask("record", match="m1")["record"])["to_act"] == []
    assert ask("position", position=ask("dump", match="m1")["position"])["to_act"] == []


# -- The terminal ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("height", [12, 24, 60, None])
def test_its_screen_is_drawn(height: int | None) -> None:
    """During the match and after it, for a seat and for a spectator."""
    match = dealt()
    look = Look(width=80, height=height)
    for viewer in (0, 1, None):
        text = drawn(match.view(viewer), NAMES, [], look)
        assert "HIGH CARD" in text
        assert "Ann: 0 tricks" in text
    assert "The match is over" in drawn(played().view(0), NAMES, [], look)


def test_short_answers_about_it() -> None:
    match = dealt()
    hand = " ".join(str(move).removeprefix("lay ") for move in match.legal(0))
    assert hand_lines(match.view(0), "rank") == (f"Hand: {hand}",)
    assert score_lines(match.view(0), NAMES) == ("You: 0 tricks", "Ann: 0 tricks")
    assert hidden_lines(match.game, match.position(), NAMES)[0] == f"You: {hand}"


def test_it_is_played_in_a_terminal(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """The first move on the list each time, to the end of the match."""
    monkeypatch.setattr(sys, "stdin", io.StringIO("#1\n" * 5))

    assert main(["play", "high-card", "--seed", "friday", "--bots", "thrifty"]) == 0

    said = capsys.readouterr().out
    assert "The match is over" in said


# -- A package of its own --------------------------------------------------------------------------------------------

(ENTRY,) = re.findall(
    r"^```toml\n\[project\.entry-points\.\"houserules\.games\"\]\n(.*?)```", PAGE, re.MULTILINE | re.DOTALL
)
"""What the page writes into pyproject.toml."""


def install(folder: Path, entries: str) -> dict[str, str]:
    """As an installer does: what the package names lies beside it. Returns the environment of programs that see it."""
    info = folder / "high_card-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: high-card\nVersion: 1.0\n", encoding="utf-8")
    (info / "entry_points.txt").write_text(f"[houserules.games]\n{entries.replace(chr(34), '')}", encoding="utf-8")
    paths = [str(folder), str(ROOT), *filter(None, [os.environ.get("PYTHONPATH")])]
    return {**os.environ, "PYTHONPATH": os.pathsep.join(paths), "HOUSERULES_HOME": str(folder / "data")}


def run(environment: dict[str, str], *words: str, lines: str = "") -> tuple[int, str]:
    done = subprocess.run(
        [sys.executable, "-P", "-m", "houserules", *words],
        input=lines,
        env=environment,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    return done.returncode, done.stdout + done.stderr


def test_an_installed_game_is_named_on_the_command_line(tmp_path: Path) -> None:
    environment = install(tmp_path, ENTRY)

    code, said = run(environment, "play", "high-card", "--seed", "friday", "--bots", "thrifty", lines="#1\n" * 5)
    assert (code, "The match is over" in said) == (0, True)
    code, said = run(environment, "arena", "--game", "high-card", "--bots", "thrifty,random", "--deals", "20", "--json")
    assert (code, '"thrifty"' in said) == (0, True), said
    code, said = run(environment, "rules", "high-card")
    assert code == 0
    code, said = run(environment, "engine", lines='{"do": "new", "game": "high-card", "seats": 2}\n{"do": "games"}\n')
    assert '"match":"m1"' in said
    assert '"high-card":{"name":"High Card"' in said


def test_the_menu_names_installed_games(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without importing them: that may fail, and then the menu asks again."""
    install(tmp_path, "other-card = tests.no_such_game:Family")
    monkeypatch.syspath_prepend(tmp_path)
    installed._entry_points.cache_clear()
    answers = iter(["other-card", "quit"])
    said: list[str] = []
    try:
        assert choose(lambda _: next(answers), said.append) is None
    finally:
        installed._entry_points.cache_clear()

    assert any(line.endswith("other-card     a game of an installed package") for line in said)
    assert said[-1].startswith("other-card cannot be played: the game 'other-card' of the package high-card cannot be")


def test_a_game_without_a_kernel_is_not_measured(tmp_path: Path) -> None:
    environment = install(tmp_path, ENTRY)
    assert run(environment, "bench", "--game", "high-card")[1].endswith("its rules are not in the kernel\n")
    assert run(environment, "lab", "high-card")[1].endswith("it plays games of the Shithead family\n")


@pytest.mark.parametrize(
    ("entry", "why"),
    [
        ("tests.no_such_game:Family", "ModuleNotFoundError: No module named 'tests.no_such_game'"),
        ("tests.tiny_game:NoSuchFamily", "AttributeError: module 'tests.tiny_game' has no attribute 'NoSuchFamily'"),
        ("tests.tiny_game:HighCardFamily.games", "TypeError: an entry point names a subclass"),
        ("tests.tiny_game:HighCardFamily", "ValueError: the family high-card has no game of this name"),
    ],
)
def test_a_broken_entry_point_is_a_sentence(tmp_path: Path, entry: str, why: str) -> None:
    """Only for those who name that game: all others are played as before, and no shipped game is replaced."""
    environment = install(tmp_path, f"broken = {entry}\nshithead = {entry}\n")

    code, said = run(environment, "play", "broken")

    assert code == 2
    assert said.startswith(f"houserules: the game 'broken' of the package high-card cannot be loaded: {entry} ({why}")
    assert len(said.splitlines()) == 1
    assert run(environment, "rules", "shithead")[1].startswith("Shithead, 2 to 8 players")
    assert "broken" in run(environment, "rules", "tarot")[1]


# -- The registry ----------------------------------------------------------------------------------------------------


def test_nobody_registers_a_name_twice(family: HighCardFamily) -> None:
    with pytest.raises(ValueError, match="there is a family high-card already"):
        register(HighCardFamily())

    class Usurper(HighCardFamily):
        name = "usurper"
        games = ("shithead",)

    with pytest.raises(ValueError, match="there is a game shithead already"):
        register(Usurper())

    class Grabber(HighCardFamily):
        name = "grabber"
        games = ("grabber",)
        file_suffix = ".toml"

    with pytest.raises(ValueError, match=r"\.toml belong to another family"):
        register(Grabber())
    assert list(FAMILIES) == ["shedding", "heart-of-five", "heroes", "high-card"]


@pytest.mark.parametrize("name", ["shedding", "heart-of-five", "heroes"])
def test_a_family_is_what_its_games_say(name: str) -> None:
    """Name, moves and view of each game that ships; levels and the four functions of a screen."""
    known = FAMILIES[name]
    for shipped in known.games:
        game = hr.load(shipped)
        match = hr.Match.new(game, seats=game.usual_seats, seed="x")
        assert game.family == known.name == match.view(None).family
        assert game.moves == known.moves()
        assert type(match.view(0)) is known.view()
        assert {type(move) for move in match.legal(0)} <= set(known.moves())
    assert known.events()
    assert known.levels()
    assert all(
        callable(getattr(known.screen(), part)) for part in ("draw", "hand_lines", "score_lines", "hidden_lines")
    )


def test_without_a_screen_it_is_said_where_to_play(monkeypatch: pytest.MonkeyPatch, family: HighCardFamily) -> None:
    monkeypatch.setattr(HighCardFamily, "screen", lambda _: None)
    with pytest.raises(hr.UnknownGame, match="play them with the engine"):
        drawn(dealt().view(0), NAMES, [], Look())
