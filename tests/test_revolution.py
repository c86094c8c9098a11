"""Revolutions: the usual order turns over, for a while."""

from __future__ import annotations

import pytest

import houserules as hr
from houserules.kernel.shedding_policy import sensible_move
from tests.positions import play, shown
from tests.strategies import asked, at, bare, may

UNTIL_PILE = bare(
    {"J": {"do": ["revolution"]}, "3": {"on": "any", "do": ["mirror"]}, "10": {"on": "any", "do": ["burn"]}}
)
UNTIL_NEXT = bare({"J": {"do": [{"revolution": "next"}]}, "10": {"on": "any", "do": ["burn"]}})


def test_the_order_turns_over() -> None:
    """After a Jack cards must be as low or lower, through mirrors too; after another one as high or higher."""
    match = at(UNTIL_PILE, "JC 9C", "9D QD JD", pile="5D")

    play(match, (0, "play JC"))
    assert (asked(match), may(match)) == ("Jack or lower", ["play 9D", "play JD"])
    assert shown(match, 1)["ask"] == {"at_most": 11, "by": {"card": "JC", "seat": 0}}
    play(match, (1, "play 9D"))
    assert asked(match) == "9 or lower"
    assert asked(at(UNTIL_PILE, "9C", "9D", pile="JC 9H 3C")) == "9 or lower"
    assert asked(at(UNTIL_PILE, "9C", "9D", pile="JC JD 9H")) == "9 or higher"


@pytest.mark.parametrize(("compare", "words"), [(">", "below 9"), ("next", "8")])
def test_cards_are_compared_in_the_turned_order(compare: str, words: str) -> None:
    house = bare({"J": {"do": ["revolution"]}}, play={"compare": compare})

    assert asked(at(house, "8C", "9D", pile="JC 9H")) == words


def test_several_at_once_turn_it_over_once() -> None:
    """A position says what was laid together."""
    match = at(UNTIL_PILE, "JC JD 4C", "9D", pile="5D")

    play(match, (0, "play JC JD"))

    assert asked(match) == "Jack or lower"
    assert asked(hr.Match.from_position(match.game, match.position())) == "Jack or lower"
    assert match.game.view(match.game.imagine(match.view(1), 1), 1) == match.view(1)


@pytest.mark.parametrize(("house", "words"), [(UNTIL_PILE, "9 or higher"), (UNTIL_NEXT, "9 or lower")])
def test_how_long_it_lasts(house: dict[str, object], words: str) -> None:
    """Until the pile is gone, or until the next revolution; a position and a view keep it on an empty pile."""
    match = at(
        house, "TC 4C", "9D KD", pile="5D JC", laid=[1, 1], marks=None if house is UNTIL_PILE else {"turned": True}
    )

    play(match, (0, "play TC"))
    again = hr.Match.from_position(match.game, match.position())
    imagined = match.game.imagine(match.view(1), 1)

    assert match.game.view(imagined, 1) == match.view(1)
    for one in (match, again):
        play(one, (1, "play 9D"))
        assert asked(one) == words


def test_a_quick_player_spends_high_cards_first_while_it_lasts() -> None:
    match = at(UNTIL_PILE, "4C 9C", "9D", stock="2C", pile="JC")

    assert str(match.game.say(match.state, sensible_move(match.state.kernel, 0))) == "play 9C"


@pytest.mark.parametrize(
    ("powers", "problem"),
    [
        (
            {"J": {"do": ["burn", "revolution"]}},
            'powers.J.do: the pile is gone after this, and the revolution with it: write until = "next"',
        ),
        (
            {"J": {"do": ["revolution"]}, "Q": {"do": [{"revolution": "next"}]}},
            "powers: all revolutions of a house last equally long: write the same until everywhere",
        ),
    ],
)
def test_what_cannot_be_is_refused(powers: dict[str, object], problem: str) -> None:
    with pytest.raises(hr.RulesError) as refused:
        hr.load(bare(powers))

    assert refused.value.problems == (problem,)
