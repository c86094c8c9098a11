"""Where a game may come from: a name, a file or a document; and what comes from outside opens no file."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import msgspec
import pytest

import houserules as hr
from houserules.arena.play import LoadableRules
from houserules.bots.tasks import game_of
from houserules.engine import Engine
from houserules.games import load_document, load_file, load_shipped
from houserules.match import rules_of

pytestmark = pytest.mark.one_build

HOUSE = 'extends = "shithead"\nname = "Friday"\n[deal]\nhand = 5\n'
TABLE = '{"gameInfo": {"name": "Sunday"}, "match": {"wins": 3}}'

opened: list[str] = []


def note_opened(event: str, arguments: tuple[Any, ...]) -> None:
    """Python tells of every file that is opened, whoever opens it."""
    if event == "open":
        opened.append(str(arguments[0]))


sys.addaudithook(note_opened)


@contextmanager
def no_file_opened(folder: Path) -> Iterator[None]:
    """Whatever happens inside opens nothing that lies in the folder, we being in it: no file but our own data."""
    opened.clear()
    yield
    assert [name for name in opened if not Path(name).is_absolute() or Path(name).is_relative_to(folder)] == []


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a house and a table that could be loaded by their paths, whole or not: we are in it."""
    (tmp_path / "friday.toml").write_text(HOUSE, encoding="utf-8")
    (tmp_path / "sunday.json").write_text(TABLE, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def paths(folder: Path) -> list[str]:
    return ["friday.toml", "./friday.toml", str(folder / "friday.toml"), "sunday.json", str(folder / "sunday.json")]


def ask(request: dict[str, object]) -> dict[str, Any]:
    return dict(Engine().answer(msgspec.json.encode(request)))


# -- What it is loaded from ------------------------------------------------------------------------------------------


def test_each_source_has_its_function(folder: Path) -> None:
    """And `load` is any of them."""
    house = {"extends": "shithead", "name": "Friday", "deal": {"hand": 5}}

    assert load_shipped("shithead") is load_shipped("shithead") is hr.load("shithead")
    assert load_file(folder / "friday.toml").hash == load_document(house).hash == hr.load(house).hash
    assert hr.load("friday.toml").hash == hr.load(folder / "friday.toml").hash == load_document(house).hash
    assert load_file(folder / "sunday.json").hash == load_document(msgspec.json.decode(TABLE)).hash


def test_a_name_that_is_none_is_refused_with_those_there_are() -> None:
    """A program that may open files is told that there are such files, too."""
    with pytest.raises(hr.UnknownGame, match=r"did you mean shithead\?$"):
        load_shipped("shithed")
    with pytest.raises(hr.UnknownGame, match=r"did you mean shithead\? A house is the path of a \.toml"):
        hr.load("shithed")


def test_a_folder_or_a_name_without_its_ending_is_pointed_to_the_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "houses").mkdir()
    (tmp_path / "friday.toml").write_text('extends = "shithead"\nname = "Friday"\n', encoding="utf-8")

    for named, hint in [
        ("houses", r"This is a folder: give the path of a file in it$"),
        ("friday", r"There is a file friday\.toml: give its whole name$"),
        ("monday", r"A house is the path of a \.toml or a \.json file$"),
        ("mon\0day", r"A house is the path of a \.toml or a \.json file$"),
    ]:
        with pytest.raises(hr.UnknownGame, match=hint):
            hr.load(named)


def test_a_file_of_another_kind_is_refused(folder: Path) -> None:
    (folder / "friday.txt").write_text(HOUSE, encoding="utf-8")

    with pytest.raises(hr.RulesError, match=r"must end in \.toml or \.json"):
        load_file(folder / "friday.txt")


# -- What comes from outside -----------------------------------------------------------------------------------------


def test_the_note_of_opened_files_is_true(folder: Path) -> None:
    """Otherwise the tests below would prove nothing."""
    with pytest.raises(AssertionError), no_file_opened(folder):
        load_file(Path("friday.toml"))


def test_a_path_in_a_request_is_an_unknown_game(folder: Path) -> None:
    """The sentence says what would be right."""
    for path in paths(folder):
        with no_file_opened(folder):
            dealt = ask({"do": "new", "game": path, "seats": 2})["error"]
            placed = ask({"do": "position", "position": {"game": path}})["error"]

        assert dealt["code"] == placed["code"] == "unknown-game"
        assert "send the rules themselves as an object" in dealt["message"]


def test_a_path_in_a_record_opens_nothing(folder: Path) -> None:
    record = hr.Match.new(hr.load("friday.toml"), seats=2, seed="x").record()
    bare = {key: value for key, value in record.items() if key != "house"}
    for path in paths(folder):
        for told in ({**bare, "game": path}, {**record, "house": {"extends": path, "name": "Friday"}}):
            with no_file_opened(folder), pytest.raises(hr.RecordError):
                hr.Match.from_record(told)
            assert ask({"do": "load", "record": told})["error"]["code"] == "bad-record"


def test_a_document_extends_no_file(folder: Path) -> None:
    """Only a file may extend a file beside it. Everything else that is wrong is said as well."""
    for path in paths(folder):
        with no_file_opened(folder), pytest.raises(hr.RulesError) as refused:
            load_document({"extends": path, "name": "Friday", "deal": {"hand": 99}})
        assert [problem.partition(":")[0] for problem in refused.value.problems] == ["extends", "deal.hand"]
        assert ask({"do": "new", "game": {"extends": path}, "seats": 2})["error"]["code"] == "bad-house"
    with pytest.raises(hr.RulesError, match=r'no house "friday.toml"; only a file can extend a file;'):
        load_document({"extends": "friday.toml"})


LOADERS: dict[str, Callable[[str], object]] = {
    "the task of a search worker": game_of,
    "the rules of a block of the arena": lambda path: LoadableRules(path, "0", None).game(),
    "the settings of a table": lambda path: rules_of(path, None),
}


@pytest.mark.parametrize("loader", LOADERS)
def test_what_travels_between_processes_opens_nothing(loader: str, folder: Path) -> None:
    for path in paths(folder):
        with no_file_opened(folder), pytest.raises(hr.HouseRulesError, match="there is no game"):
            LOADERS[loader](path)
