"""Wild cards that are laid with others, as some more of them."""

from __future__ import annotations

from typing import Any

import pytest

import houserules as hr
from tests.positions import lies, play, refusal, shown
from tests.strategies import asked, at, bare, may


def with_wild(**wild: Any) -> dict[str, Any]:
    """Jokers are wild, 8s skip, and four alike burn."""
    powers = {"Joker": {"on": "any", "do": [{"wild": wild}]}, "8": {"do": ["skip"]}}
    return bare(powers, pattern={"alike": 4, "do": ["burn", "again"]})


def test_a_wild_card_may_be_laid_as_one_of_others() -> None:
    """Nothing is named; the cards on it say what it is, and what the pile asks for."""
    match = at(with_wild(joins=True), "6C 6D 9C jj", "3D", pile="5D")

    assert [move for move in may(match) if "jj" in move] == [
        *("play jj", "play 6C jj", "play 6D jj", "play 6C 6D jj", "play 9C jj"),
    ]
    play(match, (0, "play 6C 6D jj"))
    assert (lies(match, "pile"), asked(match), match.to_act) == ("5D jj 6C 6D", "6 or higher", (1,))


def test_it_needs_the_key() -> None:
    assert refusal(at(with_wild(), "6C 6D jj", "3D", pile="5D"), 0, "play 6C jj") == "not-a-set"


def test_it_does_what_they_do() -> None:
    """Two cards that skip let two players miss a turn."""
    match = at(with_wild(joins=True), "8C 9C jj", "3D", "3H", "3S", pile="5D")

    play(match, (0, "play 8C jj"))

    assert match.to_act == (3,)


def test_it_counts_when_cards_alike_burn_the_pile() -> None:
    match = at(with_wild(joins=True), "6C 6D 9C jj JJ", "3D", pile="5D")

    play(match, (0, "play 6C 6D jj JJ"))

    assert (lies(match, "pile"), lies(match, "burned"), match.to_act) == ("", "5D jj JJ 6C 6D", (0,))


def test_it_stands_only_for_ranks_that_it_may_stand_for() -> None:
    """And the cards that it joins must meet what the pile asks for."""
    match = at(with_wild(joins=True, **{"as": ["6", "7"]}), "3C 6C 9C jj", "3D", pile="5D")

    assert [move for move in may(match) if "jj" in move] == ["play jj", "play 6C jj"]


def test_it_may_need_company() -> None:
    """From the hand, if there is a pile; from the table it is laid alone."""
    house = with_wild(joins=True, alone=False)

    assert may(at(house, "3C jj", "3D", pile="5D")) == ["take"]
    assert may(at(house, "6C jj", "3D", pile="5D")) == ["play 6C", "play 6C jj"]
    assert "play jj" in may(at(house, "6C jj", "3D"))
    assert may(at(house, "/ jj", "3D", pile="5D")) == ["play jj"]


def test_what_was_laid_together_is_kept() -> None:
    """In a position, and in what a bot imagines: the Joker counts as a 6."""
    match = at(with_wild(joins=True), "6C 6D 9C jj", "6H 3D", pile="5D")
    play(match, (0, "play 6C 6D jj"))

    again = hr.Match.from_position(match.game, match.position())
    imagined = match.game.imagine(match.view(1), 1)

    assert match.position()["laid"] == [1, 3]
    assert again.position() == match.position()
    assert match.game.view(imagined, 1) == match.view(1)
    play(again, (1, "play 6H"))
    assert lies(again, "burned") == "5D jj 6C 6D 6H"


def test_a_view_lists_these_plays_as_data() -> None:
    can: Any = shown(at(with_wild(joins=True), "6C jj", "3D", pile="5D"), 0)["can"]

    assert {"cards": ["6C", "jj"]} in can["play"]


@pytest.mark.parametrize(
    ("house", "problem"),
    [
        (with_wild(alone=False), "powers.Joker.do[0].wild.alone: it could never be laid: write joins = true"),
        (
            bare({"Joker": {"do": [{"wild": {"joins": True}}]}, "6": {"do": ["call-suit"]}}),
            "powers.Joker.joins: cards can be joined only where suits do not matter",
        ),
        (
            bare({"Joker": {"do": [{"wild": {"joins": True}}]}, "6": {"do": [], "joins": True}}),
            "powers: only one rank may be joined to cards of another: which of two would be laid last?",
        ),
    ],
)
def test_what_cannot_be_is_refused(house: dict[str, Any], problem: str) -> None:
    with pytest.raises(hr.RulesError) as refused:
        hr.load(house)

    assert problem in refused.value.problems
