"""What a card does depends on what it lies on: cards that begin no pile, other effects elsewhere, several ranks."""

from __future__ import annotations

from typing import Any

import pytest

import houserules as hr
from tests.positions import lies, play, refusal, shown
from tests.strategies import asked, at, bare, may


def test_lead() -> None:
    """It begins no pile, but lies on others."""
    house = bare({"A": {"do": [], "lead": False}})

    assert may(at(house, "AC 3C", "KC")) == ["play 3C"]
    assert may(at(house, "AC 3C", "KC", pile="9C")) == ["play AC"]
    match = at(house, "AC 3C", "KC")
    assert refusal(match, 0, "play AC") == "not-playable"
    with pytest.raises(hr.IllegalMove, match="AC may not begin a pile"):
        match.play(0, "play AC")


@pytest.mark.parametrize("mode", ["set", "single"])
@pytest.mark.parametrize("suits", [{}, {"5:red": {"do": ["burn"]}}], ids=["no suits", "suits"])
def test_with_nothing_else_any_card_begins_a_pile(mode: str, suits: dict[str, Any]) -> None:
    """Also a blind card that nobody knew, and face-up cards."""
    house = bare({"A": {"do": [], "lead": False}, **suits}, play={"hand": mode, "up": mode})

    assert may(at(house, "AC AD", "KC"))[:2] == ["play AC", "play AD"]
    assert may(at(house, "/ AC AD", "KC"))[:2] == ["play AC", "play AD"]
    match = at(house, "/ / AC 3C", "KC")
    match.play(0, "flip 1")
    assert lies(match, "pile") == "AC"
    for level in ("easy", "medium", "hard"):
        table = at(house, "AC AD 4C 5C", "KC")
        assert str(hr.bot(level, table.game, seed=1).choose(table.view(0))).split()[1] in ("4C", "5C")


def test_mixed_face_up_cards_begin_a_pile_with_one_that_may() -> None:
    house = bare({"A": {"do": [], "lead": False}}, play={"up": "mixed"})

    assert may(at(house, "/ AC 3C", "KC")) == ["play 3C"]
    assert may(at(house, "/ AC", "KC")) == ["play AC"]


BURNS_SEVENS: dict[str, Any] = {"on": "any", "when-on": ["7", "empty"], "do": ["burn", "again"], "else": ["skip"]}


@pytest.mark.parametrize(
    ("pile", "burned", "next_one"), [("7D", "7D TC", 0), ("", "TC", 0), ("9D", "", 2), ("7D 9D", "", 2)], ids=str
)
def test_when_on(pile: str, burned: str, next_one: int) -> None:
    """What lies directly beneath decides what the card does."""
    match = at(bare({"10": BURNS_SEVENS}), "TC 3C", "KC QC", "KD QD", pile=pile)
    match.play(0, "play TC")

    assert (lies(match, "burned"), match.to_act) == (burned, (next_one,))


def test_otherwise_it_is_an_ordinary_card() -> None:
    house = bare({"7": {"do": ["low"], "when-on": ["5"]}})
    for pile, words in (("5D", "7 or lower"), ("6D", "7 or higher"), ("", "7 or higher")):
        match = at(house, "7C 3C", "KC QC", pile=pile)
        match.play(0, "play 7C")
        assert asked(match) == words
        assert asked(at(house, "KC", "QC", pile=f"{pile} 7C")) == words, "a pile is laid again in the same way"


def test_on_any_card() -> None:
    house = bare({"8": {"on": "any", "do": ["mirror"], "when-on": ["pile"], "else": [{"low": 8}]}})
    match = at(house, "8C 3C", "8D QC", "6H QD")
    play(match, (0, "play 8C"))
    assert asked(match) == "8 or lower"
    play(match, (1, "play 8D"))
    assert asked(match) == "8 or lower", "on another eight it lies on no pile, too"

    match = at(house, "8C 3C", "8D QC", pile="6D")
    play(match, (0, "play 8C"))
    assert asked(match) == "6 or higher"


def test_cards_of_one_power_on_each_other_count_as_one() -> None:
    """Laid together or one after the other."""
    house = bare({"8": {"on": "any", "do": ["mirror"], "when-on": ["5"], "else": [{"low": 8}]}})
    for plays in (("play 8C 8D",), ("play 8C", "play 8D")):
        match = at(house, "8C 8D 3C", "8H QC", pile="5C") if len(plays) == 1 else at(house, "8C 3C", "8D QC", pile="5C")
        for seat, said in enumerate(plays):
            match.play(seat, said)

        assert asked(match) == "5 or higher"
        assert shown(match, None)["ask"]["by"]["card"] == "5C"  # type: ignore[index, call-overload]


def test_one_selector_for_several_ranks() -> None:
    several = hr.load(bare({"J,Q,K": {"do": ["skip"]}, "5,6:red": {"do": ["burn"]}}))
    single = hr.load(
        bare({**{rank: {"do": ["skip"]} for rank in "JQK"}, "5:red": {"do": ["burn"]}, "6:red": {"do": ["burn"]}})
    )

    assert several.hash == single.hash


def test_ranks_of_a_parent_are_changed_one_by_one() -> None:
    parent = {"extends": "shithead", "name": "A", "powers": {"Q,K": {"do": ["skip"]}}}
    game = hr.load(parent)
    assert {power.rank for power in game.rules.powers} > {hr.Rank.QUEEN, hr.Rank.KING}  # type: ignore[attr-defined]
    none = hr.load({"extends": "shithead", "name": "B", "powers": {"8,J": "none"}})
    one = hr.load({"extends": "shithead", "name": "B", "powers": {"8": "none", "J": "none"}})

    assert none.hash == one.hash


@pytest.mark.one_build
@pytest.mark.parametrize(
    ("powers", "path", "says"),
    [
        ({"J,Q": {"do": []}, "J": {"do": []}}, "powers.J", "two names here mean the same cards"),
        ({"J,Z": {"do": []}}, "powers.J,Z", "there is no such card"),
        ({"7": {"do": [], "else": ["burn"]}}, "powers.7.else", "write when-on"),
        ({"7": {"do": [], "when-on": ["3"], "else": ["brun"]}}, "powers.7.else[0]", "did you mean burn?"),
        ({"7": {"do": [], "when-on": ["3"], "else": ["burn", "low"]}}, "powers.7.do", "the pile is gone"),
        ({"7": {"do": [], "when-on": ["table"]}}, "powers.7.when-on[0]", "will not do"),
        ({rank: {"do": [], "lead": False} for rank in [*map(str, range(2, 11)), *"JQKA", "Joker"]}, "powers", "begin"),
    ],
    ids=lambda value: str(value)[:40],
)
def test_what_cannot_be_is_refused(powers: dict[str, Any], path: str, says: str) -> None:
    with pytest.raises(hr.RulesError) as refused:
        hr.load(bare(powers))

    assert any(problem.startswith(f"{path}: ") and says in problem for problem in refused.value.problems)
