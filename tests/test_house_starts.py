"""What an editor of houses needs: titles in the schema, houses to begin with, sheets as data, TOML that reads back."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from houserules.games import FAMILIES, load_document
from houserules.games.shedding.documents import extended
from houserules.games.shedding.house_schema import house_schema
from houserules.games.shedding.house_titles import TITLES
from houserules.games.shedding.reader import read_house
from houserules.games.toml_writer import toml_of
from tests.serving import served

pytestmark = pytest.mark.one_build

STARTS = [(family, start) for family in FAMILIES.values() for start in family.starts()]


@pytest.fixture(scope="module")
def http(tmp_path_factory: pytest.TempPathFactory) -> Iterator[httpx.Client]:
    with served(tmp_path_factory.mktemp("houses")) as here:
        yield here.http


def keys_of(schema: Any, path: str = "") -> Iterator[tuple[str, Any]]:
    """Every key that a document may have, with its schema."""
    if isinstance(schema, list):
        for part in schema:
            yield from keys_of(part, path)
    if isinstance(schema, dict):
        for key, inside in schema.get("properties", {}).items():
            yield f"{path}.{key}", inside
            yield from keys_of(inside, f"{path}.{key}")
        for word in ("anyOf", "items", "additionalProperties"):
            yield from keys_of(schema.get(word), path)


def test_every_key_of_a_house_has_a_title_and_every_word_too() -> None:
    keys = dict(keys_of(house_schema()))
    words = {path: schema for path, schema in keys.items() if "enum" in schema}

    assert len(keys) > 60
    assert [path for path, schema in keys.items() if "title" not in schema and "anyOf" not in schema] == []
    assert len(words) > 15
    for path, schema in words.items():
        assert set(schema["titles"]) == set(schema["enum"]), path


def test_no_title_is_left_over() -> None:
    """Each of them is shown somewhere."""
    text = json.dumps(house_schema(), ensure_ascii=False)

    assert [name for name, said in TITLES.items() if json.dumps(said.title, ensure_ascii=False) not in text] == []


@pytest.mark.parametrize(
    ("family", "start"), STARTS, ids=lambda value: getattr(value, "id", getattr(value, "name", ""))
)
def test_each_start_can_be_played_and_says_what_it_is(family: Any, start: Any) -> None:
    assert len(start.about) > 20
    assert load_document(dict(start.document)).family == family.name


def test_the_examples_begin_from_a_house_that_ships_and_are_the_same_rules() -> None:
    folder = Path(__file__).parent.parent / "examples" / "houses"
    examples = {start.id: start for family, start in STARTS if family.name == "shedding" and not start.ships}

    assert set(examples) == {path.stem for path in folder.glob("*.toml")}
    for name, start in examples.items():
        whole = extended(tomllib.loads((folder / f"{name}.toml").read_text("utf-8")), folder)
        assert start.document["extends"] in ("shithead", "duel", "smellyhead")
        assert read_house(extended(start.document)).hash() == read_house(whole).hash()


DOCUMENTS: list[dict[str, Any]] = [
    *[dict(start.document) for _, start in STARTS],
    {"name": 'a "quote", a \\ and \n\t\x7f\u2028 ü', "powers": {"J:red": {"do": []}, "3": "none"}, "empty": {}},
    {"a": True, "b": False, "c": [1, -2, [3]], "d": {"e": {"f": {}}}, "": {"": 1.5}},
]


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda document: str(document.get("name", ""))[:12])
def test_toml_reads_back_as_the_same_document(document: dict[str, Any]) -> None:
    assert tomllib.loads(toml_of(document)) == document


def test_what_toml_cannot_say_is_left_out() -> None:
    assert toml_of({"a": None, "b": {"c": None, "d": [None, 1]}}) == "[b]\nd = [1]\n"


def test_the_server_lists_starts_and_schemas(http: httpx.Client) -> None:
    answer = http.get("/api/v1/houses").json()
    shithead = next(start for start in answer["starts"] if start["id"] == "shithead")

    assert set(answer["schemas"]) == {"shedding", "heart-of-five"}
    assert [start["id"] for start in answer["starts"] if start.get("ships")] == ["shithead", "duel", "smellyhead"]
    assert shithead["document"] == {"extends": "shithead"}
    assert shithead["whole"]["deal"]["hand"] == 3


def test_a_checked_house_comes_back_as_a_document_as_toml_and_as_a_sheet(http: httpx.Client) -> None:
    text = 'extends = "shithead"\nname = "Friday"\n[deal]\nhand = 5\n[powers]\nJ = "none"\n'

    answer = http.post("/api/v1/houses/check", json={"house": text}).json()
    again = http.post("/api/v1/houses/check", json={"house": answer["toml"]}).json()

    assert answer["ok"]
    assert answer["document"] == tomllib.loads(text) == again["document"]
    assert answer["whole"]["deal"]["hand"] == 5
    assert "J" not in answer["whole"]["powers"]
    assert answer["sheet"]["summary"] == "Friday differs from Shithead in two rules"
    changes = {change["house_says"]: change["parent_says"] for change in answer["sheet"]["changes"]}
    assert changes["Everybody is dealt a hand of five cards."] == "Everybody is dealt a hand of three cards."
    numbers = {clause["number"] for clause in answer["sheet"]["clauses"]}
    assert {change["number"] for change in answer["sheet"]["changes"]} & numbers


def test_a_house_with_problems_still_comes_back(http: httpx.Client) -> None:
    """So that an editor can go on with it."""
    answer = http.post("/api/v1/houses/check", json={"house": 'extends = "shithead"\n[deal]\nhand = 9\n'}).json()

    assert not answer["ok"]
    assert answer["problems"][0]["path"] == ["deal", "hand"]
    assert answer["document"] == {"extends": "shithead", "deal": {"hand": 9}}
    assert answer["whole"]["deal"] == answer["whole"]["deal"] | {"hand": 9, "up": 3}
    assert "sheet" not in answer


def test_a_table_of_heart_of_five_is_read_from_json_and_differs_in_words(http: httpx.Client) -> None:
    answer = http.post("/api/v1/houses/check", json={"house": '{"match": {"wins": 3}}'}).json()

    assert answer["family"] == "heart-of-five"
    assert answer["toml"] == "[match]\nwins = 3\n"
    assert answer["sheet"]["changes"] == [
        {"number": "7.1", "parent_says": "", "house_says": "The match ends when someone has won 3 rounds."}
    ]


@pytest.mark.parametrize("text", ["{", '{"a": ', "= ="])
def test_a_text_that_nobody_can_read_is_a_problem(http: httpx.Client, text: str) -> None:
    answer = http.post("/api/v1/houses/check", json={"house": text}).json()

    assert not answer["ok"]
    assert "this is not" in answer["problems"][0]["message"]
