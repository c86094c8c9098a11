"""Runs from the hand, and plays that need as many cards as the one before."""

from __future__ import annotations

from typing import Any

import pytest

import houserules as hr
from houserules.kernel.shedding_policy import sensible_move
from tests.positions import lies, play, refusal, shown
from tests.strategies import asked, at, bare, direction, may


def with_runs(powers: dict[str, Any] | None = None, **run: Any) -> dict[str, Any]:
    return bare(powers or {}, play={"hand": "run", "run": run})


def runs(match: Any) -> list[str]:
    """The plays with more than one card."""
    return [move for move in may(match) if len(move.split()) > 2]


# -- Runs ------------------------------------------------------------------------------------------------------------


def test_a_run_is_laid_from_the_hand_in_one_play() -> None:
    """At least three cards of one suit; its lowest card meets the pile, its highest decides what is asked for."""
    match = at(with_runs(), "4C 5C 6C 7C 9C 5H", "3D", pile="5D")

    assert runs(match) == ["play 5C 5H", "play 5C 6C 7C"]
    play(match, (0, "play 7C 5C 6C"))
    assert (lies(match, "pile"), asked(match)) == ("5D 5C 6C 7C", "7 or higher")


@pytest.mark.parametrize(
    ("run", "found"),
    [
        ({"suit": "any"}, ["play 4C 5C 6D", "play 4C 5H 6D", "play 4C 5C 6D 7C", "play 4C 5H 6D 7C"]),
        ({"suit": "any", "least": 4}, ["play 4C 5C 6D 7C", "play 4C 5H 6D 7C"]),
        ({}, []),
    ],
)
def test_a_run_may_be_of_any_suits(run: dict[str, Any], found: list[str]) -> None:
    """If the house says so; and it says how long a run is at least."""
    match = at(with_runs(**run), "4C 5C 5H 6D 7C", "3D", pile="4D")
    several = [move for move in runs(match) if move != "play 5C 5H"]

    assert [move for move in several if move.startswith("play 4")] == found


def test_no_run_without_the_key() -> None:
    match = at(bare({}), "4C 5C 6C", "3D", pile="4D")

    assert refusal(match, 0, "play 4C 5C 6C") == "not-a-set"


def test_face_up_cards_make_no_runs() -> None:
    assert runs(at(with_runs(), "/ 4C 5C 6C", "3D", pile="4D")) == []


def test_a_run_follows_the_order_of_the_house() -> None:
    house = with_runs()
    house["deck"] = house["deck"] | {"ranks": ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "K", "Q"]}

    assert sorted(runs(at(house, "2C 3C AC JC KC QC", "3D"))) == ["play 2C 3C AC", "play JC QC KC"]


def test_what_is_laid_one_at_a_time_is_in_no_run() -> None:
    """Nor may a card be in it that may not lie on the one before; other powers work as the cards land."""
    house = with_runs({"6": {"do": ["call-suit"]}, "9": {"do": [], "not-on": ["8"]}, "Q": {"do": ["reverse"]}})
    match = at(house, "5C 6C 7C 8C 9C TC JC QC KC", "3D")

    assert runs(match) == [
        *("play 9C TC JC", "play TC JC QC", "play JC QC KC", "play 9C TC JC QC", "play TC JC QC KC"),
        "play 9C TC JC QC KC",
    ]
    play(match, (0, "play TC JC QC KC"))
    assert (direction(match), asked(match)) == (-1, "King or higher")


def test_a_run_that_does_not_meet_the_pile_is_refused_with_the_reason() -> None:
    match = at(with_runs(), "4C 5C 6C", "3D", pile="5D")

    with pytest.raises(hr.IllegalMove) as refused:
        match.play(0, "play 4C 5C 6C")

    assert (refused.value.code, "the pile asks for 5 or higher" in refused.value.message) == ("not-playable", True)


def test_two_equal_cards_are_no_part_of_a_run() -> None:
    """Also if the hand has the card that would be missing."""
    house = with_runs() | {"deck": {"decks": 2, "jokers": 2}}
    match = at(house, "TH JH QH QH", "3D", pile="5D")

    assert refusal(match, 0, "play TH QH QH") == "not-a-set"
    play(match, (0, "play TH JH QH"))


def test_a_view_lists_runs_as_data() -> None:
    """Each by itself; a tap on a card means the largest set of its rank."""
    can: Any = shown(at(with_runs(), "4C 5C 6C 6H", "3D"), 0)["can"]

    assert {"cards": ["4C", "5C", "6C"]} in can["play"]
    assert can["tap"] == [["4C"], ["5C"], ["6C", "6H"]]


def test_quick_players_and_bots_lay_runs() -> None:
    """The longest one that spends no card worth keeping."""
    match = at(with_runs(), "4C 5C 6C 7C KD", "3D 4D 5D 8H", stock="2C")
    core = match.state.kernel

    number = sensible_move(core, 0)

    assert str(match.game.say(match.state, number)) == "play 4C 5C 6C 7C"
    assert len(str(hr.bot("hard", match.game, seed=1).choose(match.view(0))).split()) > 3


def test_runs_of_any_suits_need_a_house_without_suits() -> None:
    with pytest.raises(hr.RulesError) as refused:
        hr.load(with_runs({"6": {"do": ["call-suit"]}}, suit="any"))

    assert refused.value.problems == ('play.run.suit: where suits matter, a run must be of one suit: write "one"',)


# -- As many cards ---------------------------------------------------------------------------------------------------

AS_MANY = bare({"2": {"on": "any", "do": ["reset"]}, "10": {"on": "any", "do": ["burn"]}}, play={"count": "as-many"})


def test_a_play_needs_as_many_cards_as_the_one_before() -> None:
    """A pair on a pair, or more; a card that goes on anything needs no company."""
    match = at(AS_MANY, "2C 6C 7C 7D 8C 8D 8H", "9C 9D", pile="5C 5D", laid=[2])

    assert may(match) == [
        *("play 2C", "play 7C 7D", "play 8C 8D", "play 8C 8H", "play 8D 8H", "play 8C 8D 8H"),
    ]
    assert (shown(match, 0)["at_once"], asked(match)) == (2, "5 or higher, at least 2 cards at once")
    assert refusal(match, 0, "play 6C") == "not-playable"


def test_any_number_will_do_after_one_card_and_on_an_empty_pile() -> None:
    match = at(AS_MANY, "6C 6D 7C", "9C TD", pile="5C")

    play(match, (0, "play 6C 6D"))
    play(match, (1, "play TD"))

    assert may(match) == ["play 9C"] or match.to_act == (0,)
    assert "at_once" not in shown(match, None)


def test_a_blind_card_needs_no_company() -> None:
    match = at(AS_MANY, "/ / 9C 3C", "9D", pile="5C 5D", laid=[2])

    play(match, (0, "flip 1"))

    assert lies(match, "pile") == "5C 5D 9C"


def test_who_cannot_lay_as_many_takes_the_pile_and_may_hold_such_a_card() -> None:
    """Nobody may conclude that a seat lacks what it could not lay for want of company, only what goes alone."""
    match = at(AS_MANY, "6C 7C", "9C 9D", pile="5C 5D", laid=[2])

    play(match, (0, "take"))

    lacks: Any = shown(match, 1)["seats"][0]["lacks"]  # type: ignore[index, call-overload]
    assert set(lacks) == {f"{rank}{suit}" for rank in "2T" for suit in "CDHS"}
