"""The rules as players read them: what the game is about first, short, and the clauses about one card."""

from __future__ import annotations

import pytest

import houserules as hr
from houserules.terminal.rule_topics import clauses_about

from .sittings import sat

pytestmark = pytest.mark.one_build


@pytest.mark.parametrize("name", hr.GAMES)
def test_a_sheet_says_first_what_wins_and_nothing_for_programmers(name: str) -> None:
    game = hr.load(name)
    sheet = game.sheet()

    assert game.goal.endswith(".")
    assert "cards" in sheet[:200] or "credits" in sheet[:200]
    assert not any(word in sheet for word in ("`", "**", "tests/", ".py", "Positions", "JSON"))


@pytest.mark.parametrize("name", ["heart-of-five", "heroes"])
def test_a_written_sheet_fits_a_screen_of_a_few_pages(name: str) -> None:
    lines = hr.load(name).sheet().splitlines()

    assert len(lines) <= 45
    assert max(map(len, lines)) <= 80
    assert "The deal" in lines
    assert "A turn" in lines
    assert "The end" in lines


def test_heroes_says_who_scores() -> None:
    assert "ONLY THE PLAYER WHOSE TURN IT IS SCORES." in hr.load("heroes").sheet()


def test_the_sheet_of_a_table_of_your_own_says_how_it_differs() -> None:
    sheet = hr.load("examples/tables/one-round.json").sheet()

    assert "whoever first wins a round wins the match" in sheet
    assert "At this table\n  The match ends when someone has won 1 round.\n" in sheet


def test_a_match_that_ends_with_the_first_one_out_says_so() -> None:
    assert "that ends the game" in hr.load("duel").goal
    assert "is the Shithead" in hr.load("shithead").goal


# -- About one card --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("topic", ["8", "eight", "8s"])
def test_rules_8_shows_what_the_eight_does(topic: str) -> None:
    [line] = clauses_about(hr.load("shithead"), topic)

    assert line.startswith("S5.3  8: It goes on anything. It is invisible")


@pytest.mark.parametrize(
    ("topic", "begins"),
    [
        ("10", "S5.4  10: "),
        ("t", "S5.4  10: "),
        ("jack", "S5.5  Jack: "),
        ("J", "S5.5  Jack: "),
        ("joker", "S5.7  Joker: "),
    ],
)
def test_a_rank_may_be_said_in_any_way(topic: str, begins: str) -> None:
    assert [line[: len(begins)] for line in clauses_about(hr.load("shithead"), topic)] == [begins]


def test_a_rank_without_a_power_is_an_ordinary_card() -> None:
    """That an 8 is among the even cards that a 6 asks for is not all there is to say of it."""
    ordinary, six = clauses_about(hr.load("smellyhead"), "8")
    assert ordinary.startswith("S3.2c  An ordinary card must meet what the pile asks for")
    assert six.startswith("S5.21 6") or " 6: " in six
    assert not any("ordinary" in line for line in clauses_about(hr.load("smellyhead"), "6"))


def test_clauses_by_number_and_by_word() -> None:
    game = hr.load("shithead")

    assert [line.split()[0] for line in clauses_about(game, "S1.5")] == ["S1.5a", "S1.5b", "S1.5c", "S1.5d"]
    assert [line.split()[0] for line in clauses_about(game, "4.2")] == ["S4.2"]
    assert {line.split(".")[0] for line in clauses_about(game, "s6")} == {"S6"}
    assert all("burn" in line.lower() for line in clauses_about(game, "burns"))
    assert clauses_about(hr.load("heroes"), "Manhattan")
    assert clauses_about(hr.load("heart-of-five"), "bomb")


def test_a_topic_that_no_rule_knows_is_refused() -> None:
    reply = sat().say("rules poker")

    assert reply.refused
    assert reply.lines == ("No rule of Shithead speaks of 'poker': say rules for all of them, or rules S4.",)


def test_rules_alone_are_the_sheet() -> None:
    for name in hr.GAMES:
        assert sat(name).say("rules").lines == tuple(hr.load(name).sheet().rstrip().splitlines())
