"""The suit lock: two plays one after the other of the same suits, and only these suits may follow."""

from __future__ import annotations

from typing import Any

import pytest

import houserules as hr
from houserules.kernel.shedding_policy import sensible_move
from houserules.testing import check_game
from tests.positions import held, lies, play, refusal, shown
from tests.strategies import asked, at, bare, may

LOCK = bare({"2": {"on": "any", "do": ["reset"]}, "10": {"on": "any", "do": ["burn"]}}, pattern={"lock": "suit"})
BOUND = bare({"2": {"on": "any", "do": ["reset"], "not-under": ["suit"]}}, pattern={"lock": "suit"})
MIXED = bare(
    {"8": {"do": ["skip"]}, "3": {"do": ["mirror"]}}, pattern={"lock": "suit", "alike": 4}, play={"up": "mixed"}
)
SINGLE = bare({}, pattern={"lock": "suit"}, play={"hand": "single", "up": "single"})


def test_two_plays_of_a_suit_lock_the_pile() -> None:
    """The third must be of it as well, as high or higher; what goes on anything may be laid all the same."""
    match = at(LOCK, "5H 9C 9H 2S 3D", "6H 4D", pile="4C")

    play(match, (0, "play 5H"), (1, "play 6H"))

    assert sorted(may(match)) == ["play 2S", "play 9H"]
    assert asked(match) == "6 or higher, only hearts"
    ask: Any = shown(match, 1)["ask"]
    assert (ask["at_least"], ask["locked"]) == (6, ["hearts"])


def test_the_lock_stays_until_the_pile_is_gone() -> None:
    """Not even a card that resets the pile opens it; a pile that burned or was taken is a new one."""
    match = at(LOCK, "5H 2S TD 3D 7C", "6H 4D 4H KC", pile="4C")

    play(match, (0, "play 5H"), (1, "play 6H"), (0, "play 2S"))

    assert (may(match), asked(match)) == (["play 4H"], "only hearts")
    play(match, (1, "play 4H"), (0, "play TD"))
    assert (lies(match, "pile"), asked(match)) == ("", "anything")


def test_plays_of_different_suits_lock_nothing() -> None:
    match = at(LOCK, "5H 9C 9H", "6S KD", pile="4C")

    play(match, (0, "play 5H"), (1, "play 6S"))

    assert may(match) == ["play 9C", "play 9H", "play 9C 9H"]


def test_sets_lock_the_pile_to_all_their_suits() -> None:
    """Each card must be of one of them. A set of other suits than the one before locks nothing."""
    match = at(LOCK, "5H 5S 9C 9H 9S", "6H 6S 6C", pile="4C")

    play(match, (0, "play 5H 5S"), (1, "play 6H 6S"))

    assert may(match) == ["play 9H", "play 9S", "play 9H 9S"]
    assert asked(match) == "6 or higher, only hearts or spades"
    other = at(LOCK, "5H 5S 9C", "6H 6S 6C", pile="4C")
    play(other, (0, "play 5H 5S"), (1, "play 6H"))
    assert may(other) == ["play 9C"]


def test_a_joker_has_no_suit() -> None:
    match = at(LOCK, "jj KH 3C", "jj KC 3D", pile="4C")

    play(match, (0, "play jj"), (1, "play jj"))

    assert "locked" not in str(shown(match, 0)["ask"])


def test_a_card_that_a_suit_binds_must_be_of_the_locked_one() -> None:
    match = at(BOUND, "5H 2S 2H", "6H 4D", pile="4C")

    play(match, (0, "play 5H"), (1, "play 6H"))

    assert may(match) == ["play 2H"]


def test_the_refusal_names_the_suit() -> None:
    match = at(LOCK, "5H 9C 9H", "6H 4D", pile="4C")
    play(match, (0, "play 5H"), (1, "play 6H"))

    with pytest.raises(hr.IllegalMove, match="locked the pile to hearts, and 9C will not do"):
        match.play(0, "play 9C")
    assert refusal(match, 0, "play 9C 9H") == "not-playable"


def test_a_position_says_it_by_the_plays_of_its_pile() -> None:
    """`laid` says how many cards each play had; without it each card was laid alone."""
    assert may(at(LOCK, "9C 9H", "3D", pile="5H 6H")) == ["play 9H"]
    assert may(at(LOCK, "9C 9H", "3D", pile="5H 6H", laid=[2])) == ["play 9C", "play 9H", "play 9C 9H"]
    match = at(LOCK, "9C 9H", "3D", pile="5H 6H")
    assert hr.Match.from_position(match.game, match.position()).view(0) == match.view(0)


def test_mixed_cards_count_as_one_play() -> None:
    match = at(MIXED, "/ 5H 9H 6C", "7S 8S TC", pile="4H")

    play(match, (0, "play 5H 9H"))

    assert asked(match) == "9 or higher, only hearts"
    assert may(match) == ["take"]


def test_blind_cards_are_bound_as_well() -> None:
    match = at(SINGLE, "/ / 9C 9H", "3D", pile="5H 6H")

    play(match, (0, "flip 1"))

    assert (lies(match, "pile"), held(match, 0)) == ("", "5H 6H 9C")


def test_whoever_takes_a_locked_pile_may_hold_cards_of_other_suits() -> None:
    match = at(LOCK, "9C", "3D 4D", pile="5H 6H")

    play(match, (0, "take"))

    lacks: Any = shown(match, 1)["seats"][0]["lacks"]  # type: ignore[index, call-overload]
    assert "9H" in lacks
    assert "9C" not in lacks


def test_quick_players_and_bots_know_it() -> None:
    match = at(LOCK, "9C KH", "3D 4D 8H", pile="5H 6H")

    assert str(match.game.say(match.state, sensible_move(match.state.kernel, 0))) == "play KH"
    for level in ("easy", "medium", "hard"):
        assert str(hr.bot(level, match.game, seed=1).choose(match.view(0))) == "play KH"


def test_a_called_suit_does_not_go_with_it() -> None:
    with pytest.raises(hr.RulesError) as refused:
        hr.load(bare({"J": {"do": ["call-suit"]}}, pattern={"lock": "suit"}))

    said = 'pattern.lock: a called suit and a locked one cannot both count: write "no", or leave call-suit out'
    assert refused.value.problems == (said,)


def test_the_sheet_says_it_and_a_house_without_it_keeps_its_hash() -> None:
    sheet = " ".join(hr.load(LOCK).sheet().split())

    assert "only these suits may follow until the pile is gone" in sheet
    assert "Cards that go on anything may follow all the same." in sheet
    assert "go on anything may follow" not in " ".join(hr.load(BOUND).sheet().split())
    assert hr.load(bare({}, pattern={"lock": "no"})).hash == hr.load(bare({})).hash


@pytest.mark.parametrize("house", [LOCK, BOUND, MIXED, SINGLE, LOCK | {"deck": {"decks": 2, "jokers": 2}}])
@pytest.mark.parametrize("seats", [2, 4])
def test_such_houses_keep_the_laws_of_games(house: dict[str, Any], seats: int) -> None:
    check_game(hr.load(house), seats, 1, depth=12)
