"""A code carries a whole house: short, the same in Python and in the page, bounded, read wherever games are named."""

from __future__ import annotations

import base64
import json
import shutil
import subprocess
import tomllib
from pathlib import Path
from typing import Any

import httpx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import houserules as hr
from houserules.__main__ import main
from houserules.engine import Engine
from houserules.errors import RulesError
from houserules.games import load_named
from houserules.games.house_code import MOST_CODE, WORDS, code_in, document_of_code, house_code
from houserules.games.shedding.documents import extended
from houserules.games.shedding.reader import read_house
from houserules.games.shedding.starts import reduced, starts
from houserules.games.toml_writer import toml_of
from tests.serving import served
from tests.strategies import houses

pytestmark = pytest.mark.one_build

FRIDAY: dict[str, Any] = {
    "extends": "shithead",
    "name": "Friday ♥",
    "seats": [2, 5],
    "deal": {"hand": 5},
    "powers": {"3": {"on": "any", "do": ["skip"]}, "J:red": {"on": "any", "do": ["burn", "again"]}},
}
LINK_MODULE = Path(__file__).parent.parent / "src" / "houserules" / "web" / "js" / "house-link.js"


def test_a_code_is_short_and_carries_the_whole_house() -> None:
    """Also the examples, and a house with every rule in it."""
    assert len(house_code(FRIDAY)) < 80
    assert document_of_code(house_code(FRIDAY)) == FRIDAY
    for start in starts():
        # An order of its own is a list of thirteen ranks, and Paskahousu has it in the deck and in the deal.
        assert len(house_code(start.document)) < (350 if start.id == "paskahousu" else 200)
        assert document_of_code(house_code(start.document)) == start.document
    whole = hr.load(FRIDAY).house
    assert len(house_code(whole or {})) < 400


@settings(max_examples=50)
@given(houses(), st.text(max_size=20))
def test_every_house_comes_back(document: dict[str, Any], name: str) -> None:
    written = document | {"name": name}
    assert document_of_code(house_code(written)) == written


@settings(max_examples=25)
@given(houses())
def test_every_rule_of_a_house_comes_back_from_a_file_and_from_its_shortest_form(document: dict[str, Any]) -> None:
    """As `houserules house --flat` and `houserules house` write it, and as a code carries that."""
    rules = read_house(document).hash()
    for written in (document, reduced(document)):
        read = tomllib.loads(toml_of(written))
        assert read == written == document_of_code(house_code(written))
        assert read_house(extended(read)).hash() == rules


def test_words_can_be_told_apart() -> None:
    assert len(WORDS) == len(set(WORDS)) <= 128
    assert all(word.isascii() and len(word) > 1 for word in WORDS)


@pytest.mark.parametrize(
    ("text", "is_code"),
    [
        ("h1.abc", True),
        ("https://cards.example/house/h1.abc", True),
        ("http://127.0.0.1:8000/houses#h1.abc", True),
        ("h2.abc", True),
        ("h1.toml", False),
        ("folder/h1.abc", False),
        ("shithead", False),
        ("house.toml", False),
    ],
)
def test_a_code_is_told_from_a_name_and_a_file(text: str, is_code: bool) -> None:
    assert (code_in(text) is not None) == is_code


def code_of(text: bytes) -> str:
    return "h1." + base64.urlsafe_b64encode(text).decode().rstrip("=")


@pytest.mark.parametrize(
    "code",
    [
        "h1.",
        "h1.!!!",
        "h1.AAAAA",
        "h2.AAAA",
        "h1." + "A" * MOST_CODE,
        code_of(b"[1]"),
        code_of(b'{"name":'),
        code_of(b'{"name":' + b"[" * 400 + b"]" * 400 + b"}"),
        code_of(bytes([255])),
        code_of(bytes([128]) * 2000),
        house_code({"name": "x" * 30_000})[:MOST_CODE],
    ],
)
def test_a_bad_code_is_refused_with_one_sentence(code: str) -> None:
    with pytest.raises(RulesError) as refused:
        document_of_code(code)
    (said,) = refused.value.problems
    assert "code" in said


def test_a_code_never_opens_a_file(tmp_path: Path) -> None:
    """Not even one that its house extends."""
    (tmp_path / "secret.toml").write_text('extends = "shithead"\nname = "Secret"\n', encoding="utf-8")
    code = house_code({"extends": str(tmp_path / "secret.toml"), "name": "Thief"})

    with pytest.raises(RulesError, match="only a file can extend a file"):
        load_named(code)


def test_the_commands_read_a_code_and_a_link(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "friday.toml"
    file.write_text('extends = "shithead"\nname = "Friday"\n[deal]\nhand = 5\n', encoding="utf-8")

    def run(*arguments: str) -> str:
        assert main(list(arguments)) == 0
        return capsys.readouterr().out.strip()

    code = run("house", str(file), "--link")
    link = run("house", str(file), "--link", "https://cards.example/")

    assert link == f"https://cards.example/house/{code}"
    assert run("check", code, link).splitlines() == [f"{one}: ok (hash {hr.load(code).hash})" for one in (code, link)]
    assert "differs from Shithead in one rule" in run("rules", link, "--diff")
    assert run("rules", code) == run("rules", str(file))
    assert "hand = 5" in run("house", code)
    assert "Friday, 2 seats" in run("lab", code, "--games", "2", "--seats", "2")
    assert main(["check", "h1.AAAA"]) == 1
    assert capsys.readouterr().out == "h1.AAAA: this code of a house is not whole: copy all of it again\n"


def test_the_engine_reads_a_code() -> None:
    answer = Engine().answer(json.dumps({"id": 1, "do": "new", "game": house_code(FRIDAY), "seats": 3}).encode())
    assert answer["match"] == "m1"


def test_a_server_reads_a_code_and_shows_its_page(tmp_path: Path) -> None:
    code = house_code(FRIDAY)
    with served(tmp_path) as here:
        http: httpx.Client = here.http
        checked = http.post("/api/v1/houses/check", json={"house": code}).json()
        opened = http.post("/api/v1/tables", json={"house": code, "player": "Ann"})
        named = http.post("/api/v1/tables", json={"game": code, "player": "Ann"})
        bad = http.post("/api/v1/houses/check", json={"house": "h1.AAAA"}).json()

        assert (checked["ok"], checked["document"]) == (True, FRIDAY)
        assert (opened.status_code, named.status_code) == (201, 201)
        assert [problem["message"] for problem in bad["problems"]] == [
            "this code of a house is not whole: copy all of it again"
        ]
        assert http.get(f"/house/{code}").status_code == 200
        assert http.get("/house/h1.AAAA").status_code == 404


@pytest.mark.skipif(shutil.which("node") is None, reason="there is no Node on this machine")
def test_the_page_writes_and_reads_the_same_codes() -> None:
    documents = [FRIDAY, *[dict(start.document) for start in starts()], {"name": 'a "b" \\ \n é 😀 \x7f'}]
    script = (
        f"import({json.dumps(LINK_MODULE.as_uri())}).then(({{ houseCode, houseOfCode }}) => {{"
        f" const documents = {json.dumps(documents)};"
        " console.log(JSON.stringify(documents.map((one) => [houseCode(one), houseOfCode(houseCode(one))])));"
        " console.log(JSON.stringify(['h1.AAAA', 'h1.', 'h2.AA', 'x'].map(houseOfCode))); })"
    )
    told = subprocess.run(["node", "-e", script], capture_output=True, text=True, check=True).stdout.splitlines()

    for (code, back), document in zip(json.loads(told[0]), documents, strict=True):
        assert back == document == document_of_code(code)  # the page may write keys in another order
    assert json.loads(told[0])[0][0] == house_code(FRIDAY)
    assert json.loads(told[1]) == [None] * 4
