"""docs/views.md: the examples are what the games show, and every key is named.

Write its examples anew with `python -m tests.test_views_page`.
"""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import msgspec
import pytest

from houserules.core import View, to_document
from houserules.games import FAMILIES
from tests.positions import AnyMatch, given
from tests.test_rules_heart_of_five import given as given_hands
from tests.test_rules_heroes import given as given_slots
from tests.test_rules_heroes import player

pytestmark = pytest.mark.one_build

PAGE = Path(__file__).parent.parent / "docs" / "views.md"


def heart_of_five() -> AnyMatch:
    match = given_hands("3C 7C 7D", "4C 4D 9C", "5C 5D KD", to_act=1, leader=1)
    match.play(1, "play 4C 4D")
    match.play(2, "play 5C 5D")
    return match


def heroes() -> AnyMatch:
    match = given_slots(player("0:67 1:6 2:9"), player("0:4 1:8 2:0", joker_power=41))
    for move in ("pick 0", "pick 0"):
        match.play(0, move)
    return match


def shedding() -> AnyMatch:
    seats = ("3D 3S 7D 7H QC / 8C QD AS / 2H 3H 4H", "6D 8H / 8S TH / 5H 6H")
    match = given(*seats, pile="4D", stock="9C 9D KH", burned="TC 5C", plays=11)
    match.play(0, "play 7D 7H")
    match.play(1, "play 8H")
    return match


EXAMPLES = {"shedding": shedding, "heart-of-five": heart_of_five, "heroes": heroes}
"""What seat 0 sees of a match of each family."""


def example(family: str) -> str:
    view: Any = to_document(EXAMPLES[family]().view(0))
    lines = [f"  {json.dumps(key)}: {json.dumps(value, ensure_ascii=False)}" for key, value in view.items()]
    return "```json\n{\n" + ",\n".join(lines) + "\n}\n```"


def with_examples(page: str) -> str:
    for family in EXAMPLES:
        block = f"<!-- {family} -->\n{example(family)}\n<!-- end -->"
        page = re.sub(f"<!-- {family} -->\n.*?<!-- end -->", lambda _, block=block: block, page, flags=re.DOTALL)  # type: ignore[misc]
    return page


def section(family: str) -> str:
    """The text of the page about a family: from its heading to the next one."""
    page = PAGE.read_text(encoding="utf-8")
    before, _, after = page.partition(f"<!-- {family} -->")
    return before.rpartition("\n## ")[2] + after.partition("\n## ")[0]


def test_the_examples_of_the_page_are_what_a_seat_sees() -> None:
    page = PAGE.read_text(encoding="utf-8")

    assert page == with_examples(page)


@pytest.mark.parametrize("family", EXAMPLES)
def test_the_page_has_every_key_of_a_view(family: str) -> None:
    """As a row of the table, those of the parts too; keys of every view stand once, above."""
    common = set(View.__struct_fields__)
    own = {field.encode_name for field in msgspec.structs.fields(FAMILIES[family].view()) if field.name not in common}
    rows = re.findall(r"^\| `(\w+)` \|", section(family), re.MULTILINE)

    assert sorted(rows) == sorted(own)


if __name__ == "__main__":
    PAGE.write_text(with_examples(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
