"""Cards that count as what lies beneath them: what they copy, what looks through them, and when they are alike."""

from __future__ import annotations

from typing import Any

import pytest

import houserules as hr
from tests.positions import lies, play, refusal
from tests.strategies import asked, at, bare, direction, may

SKIP = {"do": ["skip"]}


def mirror(*effects: Any, **settings: Any) -> dict[str, Any]:
    """A power that goes on anything and copies powers."""
    return {"on": "any", "do": [{"mirror": {"copies": "power", **settings}}, *effects]}


@pytest.mark.parametrize(("own", "turned", "turn"), [(False, 1, 2), (True, -1, 1)])
def test_a_mirror_that_copies_powers_may_do_its_own_effects_as_well(own: bool, turned: int, turn: int) -> None:
    """It skips as the 8 beneath it does, and perhaps it reverses as well."""
    house = bare({"8": SKIP, "J": mirror("reverse", **{"own-effects": own})})
    match = at(house, "JC 3C", "3D", "3H", pile="8D")

    play(match, (0, "play JC"))

    assert (direction(match), match.to_act) == (turned, (turn,))


@pytest.mark.parametrize(("beneath", "turned"), [("each", 1), ("once", -1)])
def test_what_a_mirror_and_the_card_beneath_both_do_happens_once(beneath: str, turned: int) -> None:
    """As the card beneath has it: two cards that reverse each change nothing."""
    house = bare({"8": {"do": [{"reverse": beneath}]}, "J": mirror({"reverse": "each"}, **{"own-effects": True})})
    match = at(house, "JC JD 3C", "3D", "3H", pile="8D")

    play(match, (0, "play JC JD"))

    assert direction(match) == turned


def test_own_effects_also_count_when_the_card_beneath_has_something_named() -> None:
    """The suit is named first, then its player plays again."""
    house = bare({"9": {"do": ["call-suit"]}, "J": mirror("again", **{"own-effects": True})})
    match = at(house, "JC 3C 4H", "3D", "3H", pile="9D", called="clubs")

    play(match, (0, "play JC"))
    play(match, (0, "call hearts"))

    assert (asked(match), match.to_act) == ("hearts", (0,))


@pytest.mark.parametrize(("pile", "turn"), [("8D", 2), ("9D", 1)])
def test_a_mirror_may_copy_only_the_power_of_some_ranks(pile: str, turn: int) -> None:
    """Both cards skip; the mirror repeats the 8 only."""
    house = bare({"8": SKIP, "9": SKIP, "J": mirror(powers=["8"])})
    match = at(house, "JC 3C", "3D", "3H", pile=pile)

    play(match, (0, "play JC"))

    assert match.to_act == (turn,)


def test_a_mirror_that_does_not_copy_a_power_does_its_own_effects_and_is_seen_through() -> None:
    """The pile still asks for what was asked before, and it reverses."""
    house = bare({"7": {"do": ["low"]}, "J": mirror("reverse", powers=["8"])})
    match = at(house, "JC 3C", "3D", "3H", pile="7D")

    play(match, (0, "play JC"))

    assert (asked(match), direction(match)) == ("7 or lower", -1)


def test_powers_are_copied_only_by_mirrors_that_copy_powers() -> None:
    with pytest.raises(hr.RulesError) as refused:
        hr.load(bare({"J": {"do": [{"mirror": {"copies": "demand", "powers": ["8"]}}]}}))

    assert refused.value.problems == (
        'powers.J.do[0].mirror.powers: only a mirror with copies = "power" repeats what cards do',
    )


@pytest.mark.parametrize(("key", "ranks"), [("only-on", ["9"]), ("not-on", ["5"])])
def test_a_card_may_look_beneath_mirrors(key: str, ranks: list[str]) -> None:
    """It looks at the 9 or the 5 beneath the mirror instead of at the mirror."""
    powers: dict[str, Any] = {"3": {"on": "any", "do": ["mirror"]}, "K": {"do": [], key: ranks}}
    seeing = {**powers, "K": powers["K"] | {"sees-through": True}}
    piles = ("9D 3D", "5D 3D", "5D 3D 3S", "3D")

    without = [may(at(bare(powers), "KC 4C", "3C", pile=pile)) for pile in piles]
    with_it = [may(at(bare(seeing), "KC 4C", "3C", pile=pile)) for pile in piles]

    only = key == "only-on"
    assert ["play KC" in moves for moves in without] == [not only, not only, not only, not only]
    assert ["play KC" in moves for moves in with_it] == [True, False, False, True]


def test_a_refusal_names_the_card_beneath_mirrors() -> None:
    house = bare({"3": {"on": "any", "do": ["mirror"]}, "K": {"do": [], "not-on": ["5"], "sees-through": True}})
    match = at(house, "KC 4C", "3C", pile="5D 3D")

    with pytest.raises(hr.IllegalMove) as refused:
        match.play(0, "play KC")

    assert refused.value.code == "not-playable"
    assert "KC may not be laid on 5D, also not with mirrors between them" in refused.value.message


def test_cards_of_a_mixed_play_look_beneath_mirrors_too() -> None:
    """The King would land on the mirror, which would lie on a 5."""
    powers = {"9": {"do": ["mirror"]}, "K": {"do": [], "not-on": ["5"], "sees-through": True}}
    match = at(bare(powers, play={"up": "mixed"}), "/ 5C 9C KC", "3D", pile="4S")

    assert refusal(match, 0, "play 5C 9C KC") == "not-playable"
    assert {"play 5C 9C", "play 9C KC"} <= set(may(match))


@pytest.mark.parametrize(
    ("mirrors", "gone"),
    [("part", ["", "", ""]), ("pass", ["", "9D 9H 3D 9S 9C", ""]), ("match", ["9D 9H 9S 3C"] + [""] * 2)],
)
def test_mirrors_between_cards_of_one_rank(mirrors: str, gone: list[str]) -> None:
    """They part them, they do not count, or they count as one of them."""
    house = bare({"3": {"on": "any", "do": ["mirror"]}}, pattern={"alike": 4, "mirrors": mirrors})
    turns = [("9D 9H 9S", "play 3C"), ("9D 9H 3D 9S", "play 9C"), ("9D 3D", "play 3C")]

    for (pile, move), burned in zip(turns, gone, strict=True):
        match = at(house, "3C 9C 4C", "3H", pile=pile)
        if mirrors == "match" and pile == "9D 9H 3D 9S":
            continue  # such a pile has burned
        play(match, (0, move))
        assert lies(match, "burned") == burned


def test_a_mirror_that_matches_counts_for_a_rank_that_never_burns() -> None:
    """Neither do the cards beneath, nor the mirror as one of them."""
    house = bare({"3": {"on": "any", "do": ["mirror"]}}, pattern={"alike": 4, "mirrors": "match", "never": ["9"]})
    match = at(house, "3C 4C", "3H", pile="9D 9H 9S")

    play(match, (0, "play 3C"))

    assert lies(match, "burned") == ""


def test_two_words_for_mirrors_in_a_pattern_must_agree() -> None:
    with pytest.raises(hr.RulesError) as refused:
        hr.load(bare({}, pattern={"alike": 4, "mirrors": "match", "through-mirrors": True}))

    (problem,) = refused.value.problems
    assert problem == 'pattern.mirrors: through-mirrors = true says "pass": leave it out, or write "pass"'
    older, newer = (
        hr.load(bare({}, pattern={"alike": 4, **key})) for key in ({"through-mirrors": True}, {"mirrors": "pass"})
    )
    assert older.hash == newer.hash


@pytest.mark.parametrize("said", [["play 8C 8D"], ["play 8C", "play 8D"]], ids=["at once", "one by one"])
def test_mirrors_on_a_reset_do_not_lie_on_an_empty_pile(said: list[str]) -> None:
    """Where a mirror alone counts as itself: two of them on a 2 ask for nothing, however they came there."""
    house = bare(
        {"2": {"do": ["reset"]}, "8": {"on": "any", "do": [{"mirror": {"copies": "value", "on-empty": "own"}}]}}
    )
    match = at(house, "8C 8D 3C", "8H 3D", pile="2C") if len(said) == 1 else at(house, "8C 3C", "8D 3D", pile="2C")

    play(match, *enumerate(said))

    assert asked(match) == "anything"
