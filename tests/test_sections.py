"""The rules have one numbering: on the pages, in the kernel and in the sheet that is printed for a house."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from houserules.games.shedding.documents import shipped_document
from houserules.games.shedding.reader import read_house
from houserules.games.shedding.sheet import sheet
from houserules.games.shedding.sheet_numbers import HEADINGS, NUMBER_OF, NUMBER_OF_POWER

pytestmark = pytest.mark.one_build

ROOT = Path(__file__).parent.parent
GAMES = ("shithead", "duel", "smellyhead")
LETTERS = "abcdefgh"
"""They divide a clause into the rules of a sheet."""
KERNEL = sorted((ROOT / "src" / "houserules" / "kernel").glob("shedding*.py"))


def page(game: str) -> str:
    return (ROOT / "docs" / "rules" / f"{game}.md").read_text(encoding="utf-8")


def sections(game: str) -> list[tuple[int, str]]:
    return [(int(number), title) for number, title in re.findall(r"^## S(\d+) (.+)$", page(game), re.MULTILINE)]


def clauses(game: str) -> set[str]:
    return set(re.findall(r"^\*\*S(\d+\.\d+)\*\*", page(game), re.MULTILINE))


@pytest.mark.parametrize("game", GAMES)
def test_the_sheet_has_the_sections_of_the_pages(game: str) -> None:
    """But for the last one, which is no different in any house."""
    assert sections(game) == [*enumerate(HEADINGS, 1), (8, "What everybody may see")]


def test_the_kernel_has_the_sections_of_the_pages() -> None:
    """In the list at the head of its first module, and as headings: each with its number and its title."""
    titles = dict(sections("shithead"))
    first = (ROOT / "src" / "houserules" / "kernel" / "shedding.py").read_text(encoding="utf-8")

    assert [(int(number), title) for number, title in re.findall(r"^S(\d) (.+?)  +\S", first, re.MULTILINE)] == [
        *titles.items()
    ]
    found = set()
    for path in KERNEL:
        text = path.read_text(encoding="utf-8")
        headings = re.findall(r"^ *# -- S(\d) ([^:\n]+?)(?:: [^-\n]+)? -+$", text, re.MULTILINE)
        headings += re.findall(r'^"""S(\d) ([^:\n]+): ', text)
        assert all(titles[int(number)] == title for number, title in headings), (path.name, headings)
        assert len(headings) >= len(re.findall(r"# -- S\d", text)), path.name
        found |= {int(number) for number, _ in headings}
    assert found == set(titles)


def test_the_kernel_cites_clauses_of_the_page() -> None:
    cited = {number for path in KERNEL for number in re.findall(r"S(\d\.\d+)", path.read_text(encoding="utf-8"))}

    assert len(cited) > 25
    assert cited <= clauses("shithead")


def test_a_rule_of_the_sheet_has_the_number_of_its_clause() -> None:
    """A rule that Shithead does not have has a number after the last one of its section."""
    last = {number: 0 for number, _ in sections("shithead")}
    for clause in clauses("shithead"):
        section, number = map(int, clause.split("."))
        last[section] = max(last[section], number)

    named = [*NUMBER_OF.values(), *NUMBER_OF_POWER.values()]
    assert len(named) == len(set(named))
    for text in named:
        section, number = map(int, text.rstrip(LETTERS).split("."))
        assert text.rstrip(LETTERS) in clauses("shithead") or number > last[section]
    after = {text for text in named if text.rstrip(LETTERS) not in clauses("shithead")}
    first, *_ = re.findall(r"does not have: (.+?)\. The code", page("shithead").replace("\n", " "))
    spans = re.findall(r"S(\d+)\.(\d+)(?: to S\d+\.(\d+))?", first)
    assert after == {f"{s}.{n}" for s, low, high in spans for n in range(int(low), int(high or low) + 1)}


@pytest.mark.parametrize("game", ["duel", "smellyhead"])
def test_a_page_says_which_of_its_clauses_a_rule_of_the_sheet_is(game: str) -> None:
    found = dict(re.findall(r"S(\d+\.\d+[a-z]?) → S(\d+\.\d+)", page(game)))
    numbers = [clause.number for clause in sheet(read_house(shipped_document(game)))]

    assert set(found.values()) <= clauses(game)
    assert {number if number in found else number.rstrip(LETTERS) for number in numbers} == set(found)


@pytest.mark.parametrize(
    ("topic", "words"),
    [("draw", "draw until you have three"), ("alike", "Four cards of one rank"), ("take", "`take` the pile")],
)
def test_a_clause_and_the_rule_of_its_number_speak_of_the_same(topic: str, words: str) -> None:
    number = NUMBER_OF[topic].rstrip(LETTERS)
    text, *_ = re.findall(rf"^\*\*S{re.escape(number)}\*\* (.+?)\n\n", page("shithead"), re.MULTILINE | re.DOTALL)

    assert words in text
