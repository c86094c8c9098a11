"""docs/events.md: every event of every game, with its fields and its sentence.

Write its tables anew with `python -m tests.test_events_page`, and read them aloud.
"""

from __future__ import annotations

import re
from pathlib import Path

import msgspec
import pytest

import houserules as hr
from houserules.cards import Card, Suit
from houserules.core import Event, to_json
from houserules.games import FAMILIES
from houserules.games.heart_of_five import events as heart_of_five
from houserules.games.heart_of_five.can import Ask, Meld
from houserules.games.heart_of_five.melds import Kind
from houserules.games.heroes import events as heroes
from houserules.games.heroes.state import Battle
from houserules.games.shedding import events as shedding
from houserules.games.shedding.asks import AskView, Maker

pytestmark = pytest.mark.one_build

PAGE = Path(__file__).parent.parent / "docs" / "events.md"
NAMES = hr.Names("Ann", "Ben", "Cem", listener=0)
"""The page is told to Ann."""


def cards(text: str) -> tuple[Card, ...]:
    return tuple(Card.read(word) for word in text.split())


OUTCOME = hr.Outcome.of_places((2, 1, 3), "one-left")
(SEVEN,) = cards("7H")
PAIR_ASK = Ask(Meld(Kind.PAIR, ("7",), 2, bomb=False), Kind.PAIR, 2, "any")
SAMPLES: dict[str, list[Event]] = {
    "shedding": [
        shedding.Swapped(1, hand=cards("3C")[0], up=cards("AS")[0]),
        shedding.SaidReady(1),
        shedding.Began(0, "4C"),
        shedding.Passed(1),
        shedding.TurnedUp(cards("2C 8H"), AskView(at_least=8, by=Maker(cards("8H")[0], None))),
        shedding.Played(1, "hand", cards("7H 7D"), ask=AskView(at_most=7, by=Maker(cards("7D")[0], 1))),
        shedding.Failed(1, SEVEN),
        shedding.Peeked(1, 2, None),
        shedding.Reversed(-1),
        shedding.Burned(cards("9C 9D 9H 9S"), "alike", AskView()),
        shedding.Targeted(0, by=1),
        shedding.Exchanged(1, 2, "hand", None, None, 3, 5, whole=True),
        shedding.Taking(1),
        shedding.Raised(1, cards("5H 9D")),
        shedding.Took(0, cards("5H KD"), 1, ask=AskView()),
        shedding.Called(1, Suit.HEARTS, AskView(suit=Suit.HEARTS, by=Maker(cards("JC")[0], 1))),
        shedding.Chose(1, "9", AskView(at_least=9, by=Maker(cards("2C")[0], 1))),
        shedding.Drew(0, 2, cards("5H 9D")),
        shedding.Skipped((0,)),
        shedding.Announced(1),
        shedding.Forgot(1),
        shedding.WentOut(1, 1),
        shedding.Ended(OUTCOME),
    ],
    "heart-of-five": [
        heart_of_five.Played(1, cards("7H 7D"), Kind.PAIR, True, PAIR_ASK),
        heart_of_five.Passed(1),
        heart_of_five.WentOut(1, 1),
        heart_of_five.TrickWon(1, 0),
        heart_of_five.RoundEnded(3, 1, 2, (1, 2, 0), (1, 0, 2)),
        heart_of_five.Dealt(4, 0, (2, 2, 2), (cards("3C KD"), None, None)),
        heart_of_five.Ended(OUTCOME),
    ],
    "heroes": [
        heroes.PhaseChanged("card_selection_own", 0, 2, 1),
        heroes.BetPlaced(1, None),
        heroes.BetsOpened((10, 25)),
        heroes.Picked(1, 0, 4, 12, 12),
        heroes.Began(1, (12, 40), (12, 40)),
        heroes.Shown(0, {3: 12, 7: 0}),
        heroes.Battled(Battle(0, 9, (67, 58), (67, 58), 2)),
        heroes.Scored(0, "add", 9, 21),
        heroes.RoundEnded(0, (30, 20), (4, 14), (10, -25), (110, 75)),
        heroes.Ended(hr.Outcome.of_places((1, 2), "real_winner"), 0, (1000, 40)),
    ],
}


def table_of(family: str) -> str:
    """One of each kind: as JSON, and as it is told to Ann, who sits on seat 0."""
    rows = [f"| `{to_json(event).decode()}` | {event.tell(NAMES)} |" for event in SAMPLES[family]]
    return "\n".join(["| As JSON | As it is told to Ann |", "| --- | --- |", *rows])


def with_tables(page: str) -> str:
    for family in SAMPLES:
        table = f"<!-- {family} -->\n{table_of(family)}\n<!-- end -->"
        page = re.sub(f"<!-- {family} -->\n.*?<!-- end -->", lambda _, table=table: table, page, flags=re.DOTALL)  # type: ignore[misc]
    return page


def test_the_page_has_an_example_of_every_event() -> None:
    page = PAGE.read_text(encoding="utf-8")

    assert page == with_tables(page)
    for family in FAMILIES.values():
        assert [type(event) for event in SAMPLES[family.name]] == [*family.events()]


def test_the_page_names_every_field() -> None:
    """In the words under the tables, unless the example shows at a glance what it is."""
    page = PAGE.read_text(encoding="utf-8")
    for family in FAMILIES.values():
        for kind in family.events():
            for field in msgspec.structs.fields(kind):
                assert re.search(rf'`{field.encode_name}`|"{field.encode_name}":', page), (kind, field.encode_name)


if __name__ == "__main__":
    PAGE.write_text(with_tables(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
