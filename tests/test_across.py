"""The last cards of the hand, laid together with face-up cards of their rank."""

from __future__ import annotations

from typing import Any

import pytest

import houserules as hr
from houserules.core import Names
from houserules.games.shedding.events import Played
from houserules.kernel.shedding_policy import sensible_move
from houserules.testing import check_game
from tests.positions import held, lies, play, refusal, shown
from tests.strategies import at, bare, may

ACROSS = bare({}, play={"across": True})
SUITED = bare({"6": {"do": ["call-suit"]}, "8:red": {"do": ["skip"]}}, play={"across": True})


def test_the_last_cards_of_the_hand_go_with_face_up_cards_of_their_rank() -> None:
    """All of the hand, and any of the face-up cards that fit."""
    match = at(ACROSS, "7C 7D / 7H 7S 9C", "3D", pile="5C")

    assert may(match) == [
        *("play 7C", "play 7D", "play 7C 7D", "play 7C 7D 7H", "play 7C 7D 7S", "play 7C 7D 7H 7S"),
    ]
    (event, *_) = match.play(0, "play 7C 7S 7D")

    assert (lies(match, "pile"), held(match, 0), held(match, 0, "up")) == ("5C 7C 7D 7S", "", "7H 9C")
    assert isinstance(event, Played)
    assert (event.zone, event.up) == ("hand", (hr.Card.read("7S"),))
    assert event.tell(Names("Ann", "Ben")) == "Ann played 7C 7D 7S, 7S from the table"


@pytest.mark.parametrize(
    ("hand", "stock", "pile", "why"),
    [
        ("7C 9D / 7H", "", "5C", "another rank is in the hand"),
        ("7C / 7H", "2D", "5C", "a card would be drawn"),
        ("7C / 7H", "", "9C", "the cards do not fit"),
        ("7C / 8H", "", "5C", "no face-up card is of the rank"),
    ],
)
def test_without_this_the_hand_goes_alone(hand: str, stock: str, pile: str, why: str) -> None:
    house = ACROSS | {"play": ACROSS["play"] | {"refill": {"to": 3}}}
    match = at(house, hand, "3D", pile=pile, stock=stock)

    assert not [move for move in may(match) if "H" in move], why


def test_they_go_along_when_nothing_in_the_hand_could_begin_a_pile() -> None:
    """Then anything may begin it, whatever else is asked first."""
    house = bare({"7": {"do": ["reset"], "lead": False}}, play={"across": True})

    match = at(house, "7C / 7H 9C", "3D")

    assert may(match) == ["play 7C", "play 7C 7H"]
    play(match, (0, "play 7C 7H"))
    assert lies(match, "pile") == "7C 7H"


def test_a_stock_that_nobody_draws_from_does_not_matter() -> None:
    assert "play 7C 7H" in may(at(ACROSS, "7C / 7H 9C", "3D", pile="5C", stock="2D"))


def test_no_more_cards_than_the_house_allows_at_once() -> None:
    house = bare({"7": {"do": ["reset"], "most": 2}}, play={"across": True})

    assert may(at(house, "7C / 7H 7S", "3D")) == ["play 7C", "play 7C 7H", "play 7C 7S"]
    assert refusal(at(house, "7C / 7H 7S", "3D"), 0, "play 7C 7H 7S") == "not-a-set"


def test_the_refusal_says_when_face_up_cards_go_along() -> None:
    match = at(ACROSS, "7C 9D / 7H", "3D", pile="5C")

    with pytest.raises(hr.IllegalMove, match="only with all last cards of your hand") as refused:
        match.play(0, "play 7C 7H")

    assert refused.value.code == "wrong-zone"
    assert refusal(at(bare({}), "7C / 7H", "3D"), 0, "play 7C 7H") == "wrong-zone"


def test_a_view_lists_them_as_data_with_the_cards_from_the_table() -> None:
    view: Any = shown(at(ACROSS, "7C 7D / 7H 9S", "3D", pile="5C"), 0)

    assert view["can"]["play"] == [{"cards": ["7C", "7D"], "any": True}, {"cards": ["7C", "7D", "7H"], "up": ["7H"]}]
    assert view["why"] == {"9S": "wrong-zone"}
    assert view["can"]["tap"] == [["7C", "7D"]]


def test_where_suits_matter_each_choice_of_suits_is_a_play() -> None:
    match = at(SUITED, "8C / 8H 8S", "3D", pile="5C")

    assert may(match) == ["play 8C", "play 8C 8H", "play 8C 8S", "play 8C 8H 8S"]
    play(match, (0, "play 8C 8S"))
    assert match.to_act == (1,)


def test_equal_cards_of_several_decks_are_told_apart_by_where_they_lie() -> None:
    house = ACROSS | {"deck": {"decks": 2, "jokers": 2}}
    match = at(house, "7C / 7C 7D", "3D")

    assert may(match) == ["play 7C", "play 7C 7C", "play 7C 7D", "play 7C 7C 7D"]
    play(match, (0, "play 7C 7C"))
    assert (held(match, 0, "up"), held(match, 0)) == ("7D", "")


def test_it_goes_with_runs_and_wild_cards() -> None:
    """Each kind of play has its own numbers."""
    house = bare(
        {"2": {"do": [{"wild": {"joins": True}}]}}, play={"across": True, "hand": "run", "run": {"suit": "any"}}
    )

    assert "play 7C 7H" in may(at(house, "7C / 7H", "3D"))
    assert "play 4C 5C 6C" in may(at(house, "4C 5C 6C / 7H", "3D"))


def test_whoever_lays_the_last_cards_so_is_out() -> None:
    match = at(ACROSS | {"seats": [2, 4]}, "7C / 7H", "3D", pile="5C")

    play(match, (0, "play 7C 7H"))

    assert match.outcome is not None
    assert match.outcome.places == (1, 2)


def test_quick_players_and_bots_lay_all_of_them() -> None:
    match = at(ACROSS, "7C / 7H 7S / 4C", "3D 4D 8H", pile="5C")

    assert str(match.game.say(match.state, sensible_move(match.state.kernel, 0))) == "play 7C 7H 7S"
    assert str(hr.bot("hard", match.game, seed=1).choose(match.view(0))) == "play 7C 7H 7S"
    assert str(hr.bot("medium", match.game, seed=1).choose(match.view(0))) == "play 7C 7H 7S"


@pytest.mark.parametrize(
    ("tables", "problem"),
    [
        ({"play": {"hand": "single"}}, 'play.across: from this hand cards are laid one at a time: write hand = "set"'),
        (
            {"deal": {"up": 0}},
            "play.across: there are no face-up cards to lay with the last ones of the hand: write false",
        ),
    ],
)
def test_a_house_in_which_it_means_nothing_is_refused(tables: dict[str, Any], problem: str) -> None:
    changed = {key: ACROSS[key] | values for key, values in tables.items()}

    with pytest.raises(hr.RulesError) as refused:
        hr.load(ACROSS | changed)

    assert refused.value.problems == (problem,)


def test_the_sheet_says_it_and_a_house_without_it_keeps_its_hash() -> None:
    said = "you may lay all of it in one play with face-up cards of that rank"

    assert said in " ".join(hr.load(ACROSS).sheet().split())
    assert hr.load(bare({}, play={"across": False})).hash == hr.load(bare({})).hash != hr.load(ACROSS).hash


@pytest.mark.parametrize("house", [ACROSS, SUITED, ACROSS | {"deck": {"decks": 2, "jokers": 2}}])
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_such_houses_keep_the_laws_of_games(house: dict[str, Any], seats: int) -> None:
    check_game(hr.load(house), seats, 1, depth=12)
