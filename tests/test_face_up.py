"""Face-up cards: which go along with the pile, and hands that are made of them."""

from __future__ import annotations

import pytest

import houserules as hr
from tests.positions import held, lies, moves, play, refusal, shown, told
from tests.strategies import at, bare, may


@pytest.mark.parametrize(
    ("up", "hand", "stays"), [("chosen", "3C 7D", "3D 5C"), ("chosen-rank", "3C 3D 7D", "5C")], ids=str
)
def test_the_taker_chooses_what_goes_along(up: str, hand: str, stays: str) -> None:
    match = at(bare({}, take={"up": up}), "/ 3C 3D 5C", "KC QC", pile="7D")
    match.play(0, "take")

    assert (match.to_act, moves(match, 0)) == ((0,), ["choose 3", "choose 5"])
    assert shown(match, 1)["pending"] == match.position()["pending"] == "up"
    assert refusal(match, 0, "take") == "answer-first"
    assert refusal(match, 0, "choose 9") == "bad-choice"
    match.play(0, "choose 3")
    assert (held(match, 0), held(match, 0, "up"), lies(match, "pile")) == (hand, stays, "")
    assert match.to_act == (1,)
    assert told(match, None)[0] == {"event": "taking", "seat": 0}
    assert told(match, None)[1]["cards"] == hand.split()


def test_with_one_rank_there_is_nothing_to_choose() -> None:
    match = at(bare({}, take={"up": "chosen-rank"}), "/ 3C 3D", "KC QC", pile="7D")
    match.play(0, "take")

    assert (held(match, 0), match.to_act) == ("3C 3D 7D", (1,))


def test_from_the_hand_nothing_goes_along() -> None:
    match = at(bare({}, take={"up": "chosen"}), "4C / 3C 5C", "KC QC", pile="7D")
    match.play(0, "take")

    assert (held(match, 0), held(match, 0, "up"), match.to_act) == ("4C 7D", "3C 5C", (1,))


@pytest.mark.parametrize("level", ["medium", "hard"])
def test_bots_part_with_their_worst_card(level: str) -> None:
    """Which is the one that they would rather have in the hand than on the table."""
    house = bare({"2": {"on": "any", "do": ["reset"]}}, take={"up": "chosen", "when": "free"})
    match = at(house, "/ 2C 3C 8C", "KC QC", pile="TD")
    match.play(0, "take")

    assert str(hr.bot(level, match.game, seed=1).choose(match.view(0))) != "choose 2"


def test_a_card_tried_in_vain_lies_with_the_pile_until_then() -> None:
    match = at(bare({}, take={"up": "chosen", "try": "stuck"}), "/ 3C 5C", "KC QC", pile="7D", stock="4C 4D")
    play(match, (0, "try"), (0, "choose 5"))

    assert (held(match, 0), held(match, 0, "up")) == ("4C 5C 7D", "3C")


def test_as_hand() -> None:
    """As soon as the hand is empty, the face-up cards go into it; everybody has seen them."""
    match = at(bare({}, play={"up": "as-hand"}), "8C / 3C 5C / 2C", "KC QC", pile="7D")
    match.play(0, "play 8C")

    assert (held(match, 0), held(match, 0, "up")) == ("3C 5C", "")
    assert told(match, None)[-1] == {"event": "raised", "seat": 0, "cards": ["3C", "5C"]}
    assert shown(match, 1)["seats"][0]["known"] == ["3C", "5C"]  # type: ignore[index, call-overload]
    play(match, (1, "play KC"), (0, "take"))
    assert held(match, 0) == "3C 5C 7D 8C KC"


def test_the_stock_comes_before_the_table() -> None:
    house = bare({}, play={"up": "as-hand", "refill": {"to": 1}})
    match = at(house, "8C / 3C 5C", "KC QC", pile="7D", stock="9C")
    match.play(0, "play 8C")

    assert (held(match, 0), held(match, 0, "up")) == ("9C", "3C 5C")
    match.play(1, "play KC")
    assert may(match) == ["take"]
