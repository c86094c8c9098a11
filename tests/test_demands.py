"""What a card asks of the next one: limits from beneath, and how values are compared after it."""

from __future__ import annotations

from typing import Any

import pytest

import houserules as hr
from tests.positions import lies, play, shown
from tests.strategies import asked, at, bare, may


@pytest.mark.parametrize(
    ("low", "pile", "words"),
    [
        ({"limit": "beneath"}, "9D", "9 or lower"),
        ({"limit": "beneath", "compare": "<"}, "9D", "below 9"),
        ({"limit": "beneath", "mode": "add"}, "9D", "9 or lower, 7 or higher"),
        ({"limit": "beneath"}, "", "7 or lower"),
        ({"limit": "beneath"}, "9D 3D", "9 or lower"),
        ({"limit": "beneath"}, "9D 7D", "7 or lower"),
    ],
)
def test_the_limit_of_a_low_card_may_be_what_lies_beneath(low: dict[str, Any], pile: str, words: str) -> None:
    """Its own rank where the pile asks for no value; mirrors are seen through."""
    house = bare({"7": {"on": "any", "do": [{"low": low}]}, "3": {"on": "any", "do": ["mirror"]}})
    match = at(house, "7C 4C", "4D", pile=pile)

    play(match, (0, "play 7C"))

    assert asked(match) == words


def test_a_limit_is_a_number_or_the_word_beneath() -> None:
    with pytest.raises(hr.RulesError) as refused:
        hr.load(bare({"7": {"do": [{"low": "under"}]}}))

    assert refused.value.problems == (
        'powers.7.do[0].low.limit: "under" will not do; write a whole number from 2 to 14, or "beneath"',
    )


@pytest.mark.parametrize(
    ("house", "card", "words", "moves"),
    [
        (">=", ">", "above 9", ["play TC"]),
        (">=", "usual", "9 or higher", ["play 9C", "play TC"]),
        (">", ">=", "9 or higher", ["play 9C", "play TC"]),
        (">=", "next", "10", ["play TC"]),
    ],
)
def test_a_card_may_be_compared_in_its_own_way(house: str, card: str, words: str, moves: list[str]) -> None:
    """After it, whatever the house says of other cards."""
    rules = bare({"9": {"do": [], "compare": card}}, play={"compare": house})
    match = at(rules, "8C 9C TC", "4D", pile="9D")

    assert (asked(match), may(match)) == (words, moves)
    assert hr.load(rules).hash == hr.load(bare({"9": {"do": [], "compare": card}}, play={"compare": house})).hash


def test_a_mirror_shows_how_the_card_beneath_is_compared() -> None:
    house = bare({"9": {"do": [], "compare": ">"}, "3": {"on": "any", "do": [{"mirror": "value"}]}})

    assert asked(at(house, "8C 9C TC", "4D", pile="9D 3D")) == "above 9"


def test_to_say_what_the_house_says_changes_nothing() -> None:
    usual, said = (hr.load(bare({"9": {"do": [], **key}})) for key in ({}, {"compare": ">="}))

    assert usual.hash == said.hash


def test_the_next_card_may_have_to_be_exactly_one_rank_higher() -> None:
    """A King after a Queen; nothing in the order follows an Ace, not even a Joker."""
    house = bare({"2": {"on": "any", "do": []}}, play={"compare": "next"})

    assert may(at(house, "QC KC AC", "4D", pile="QD")) == ["play KC"]
    assert may(at(house, "KC AC jj 2C", "4D", pile="AD")) == ["play 2C"]
    ask = shown(at(house, "QC KC AC", "4D", pile="QD"), None)["ask"]
    assert ask == {"at_least": 13, "at_most": 13, "by": {"card": "QD", "seat": None}}


@pytest.mark.parametrize(
    ("strict", "high", "low"),
    [(False, ["play 7C", "play 8C"], ["play 6C", "play 7C"]), (True, ["play 8C"], ["play 6C"])],
)
def test_a_way_may_be_strict(strict: bool, high: list[str], low: list[str]) -> None:
    """Whatever way is chosen, a card as high as the 7 will not do."""
    house = bare({"7": {"do": [{"choose-way": {"strict": strict}}]}})

    assert may(at(house, "6C 7C 8C", "4D", pile="7D", called="high")) == high
    assert may(at(house, "6C 7C 8C", "4D", pile="7D", called="low")) == low


# -- Pairs -----------------------------------------------------------------------------------------------------------

PAIRS = bare({"5": {"do": ["low"], "pair": ["burn", "again"]}, "6": {"do": [], "pair": ["reset"]}})


def test_two_at_once_do_something_else() -> None:
    """One 5 asks for a low card; two burn the pile, and their player plays again; three are as one."""
    one, two, three = (at(PAIRS, "5C 5H 5S 9C", "9D", pile="4D") for _ in range(3))

    play(one, (0, "play 5C"))
    play(two, (0, "play 5C 5H"))
    play(three, (0, "play 5C 5H 5S"))

    assert (asked(one), lies(one, "burned"), one.to_act) == ("5 or lower", "", (1,))
    assert (asked(two), lies(two, "burned"), two.to_act) == ("anything", "4D 5C 5H", (0,))
    assert (asked(three), lies(three, "burned"), three.to_act) == ("5 or lower", "", (1,))


def test_a_position_says_what_was_laid_together() -> None:
    """Two sixes of one play ask for nothing, two of two plays for a 6 or higher; a view says the same to bots."""
    together = at(PAIRS, "5C 9C", "9D", pile="4D 6D 6H", laid=[1, 2])
    apart = at(PAIRS, "5C 9C", "9D", pile="4D 6D 6H")

    assert (asked(together), may(together)) == ("anything", ["play 5C", "play 9C"])
    assert (asked(apart), may(apart)) == ("6 or higher", ["play 9C"])
    for match in (together, apart):
        assert hr.Match.from_position(match.game, match.position()).position() == match.position()
        imagined = match.game.imagine(match.view(0), 1)
        assert match.game.view(imagined, 0) == match.view(0)
    assert together.position()["laid"] == [1, 2]


@pytest.mark.parametrize("laid", [[1, 1], [2, 2], [0, 3], "3", [True, 2]])
def test_what_was_laid_together_must_add_up(laid: Any) -> None:
    with pytest.raises(hr.PositionError) as refused:
        at(PAIRS, "5C 9C", "9D", pile="4D 6D 6H", laid=laid)

    assert refused.value.path == "laid"


@pytest.mark.parametrize(
    ("power", "problem"),
    [
        ({"do": ["call-suit"], "pair": ["burn"]}, "two of these are never laid together"),
        ({"do": ["mirror"], "pair": ["burn"]}, "a mirror counts as what lies beneath it, however many are laid"),
        ({"do": [], "pair": ["burn", "reset"]}, "the pile is gone after this, so it cannot ask for anything"),
        ({"do": [], "pair": ["low", "reset"]}, "a pile can ask for one thing only: keep one of these"),
    ],
)
def test_a_pair_must_be_able_to_do_it(power: dict[str, Any], problem: str) -> None:
    with pytest.raises(hr.RulesError) as refused:
        hr.load(bare({"5": power}))

    assert refused.value.problems == (f"powers.5.pair: {problem}",)
