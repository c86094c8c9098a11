"""Looking at a blind card before one is turned over."""

from __future__ import annotations

from typing import Any

import pytest

import houserules as hr
from houserules.core import from_json, to_json
from houserules.kernel.shedding_policy import sensible_move
from houserules.kernel.shedding_weigher import Weigher
from houserules.testing import check_game
from tests.positions import AnyMatch, held, moves, play, refusal, shown, told
from tests.strategies import at, bare, may

HOUSE = bare({}, play={"peek": True})


def blind(*seats: str, **more: Any) -> AnyMatch:
    """Somebody with two blind cards and a pile."""
    return at(HOUSE, *(seats or ("/ / 4C KC", "9D / / 5H 6H")), **{"pile": "7D", **more})


def seen(match: AnyMatch, viewer: int | None, seat: int = 0) -> object:
    """What a viewer sees of the blind cards of a seat."""
    return shown(match, viewer)["seats"][seat].get("peeked")  # type: ignore[index, union-attr]


def test_no_peeking() -> None:
    """The default: blind cards are turned over unseen."""
    match = at(bare({}), "/ / 4C KC", "9D", pile="7D")

    assert may(match) == ["flip 1", "flip 2"]
    assert refusal(match, 0, "peek 1") == "wrong-phase"


def test_one_may_be_looked_at_and_the_turn_goes_on() -> None:
    match = blind()
    assert may(match) == ["peek 1", "peek 2", "flip 1", "flip 2"]
    assert shown(match, 0)["can"] == {"flip": 2, "peek": 2}

    match.play(0, "peek 2")

    assert (match.to_act, may(match), match.position()["plays"]) == ((0,), ["flip 1", "flip 2"], 0)
    assert held(match, 0, "blind") == "4C KC"
    play(match, (0, "flip 2"))
    assert (held(match, 0, "blind"), match.to_act) == ("4C", (1,))


def test_only_its_seat_knows_what_it_saw() -> None:
    match = blind()
    match.play(0, "peek 2")

    assert [seen(match, viewer) for viewer in (0, 1, None)] == [[None, "KC"], None, None]
    assert told(match, 0) == [{"event": "peeked", "seat": 0, "spot": 2, "card": "KC"}]
    assert told(match, 1) == told(match, None) == [{"event": "peeked", "seat": 0, "spot": 2, "card": None}]
    assert [event.tell(hr.Names("Ann", "Ben")) for event in (*match.events(0), *match.events(1))] == [
        "Ann looked at a blind card, KC",
        "Ann looked at a blind card",
    ]
    assert shown(match, 1)["marks"] == {"looked": [0]}


def test_it_knows_that_card_in_every_deal_that_it_imagines() -> None:
    match = blind("/ / 4C KC 5D", "9D 8D / / 5H 6H", stock="2C 2D 2H 2S")
    match.play(0, "peek 2")
    view = match.view(0)

    deals = [match.game.imagine(view, seed) for seed in range(20)]

    assert {match.game.position(one)["seats"][0]["blind"][1] for one in deals} == {"KC"}  # type: ignore[index, call-overload]
    assert len({match.game.position(one)["seats"][0]["blind"][0] for one in deals}) > 1  # type: ignore[index, call-overload]
    assert all(match.game.view(one, 0) == view for one in deals)
    others = [match.game.imagine(match.view(1), seed) for seed in range(20)]
    assert len({match.game.position(one)["seats"][0]["blind"][1] for one in others}) > 1  # type: ignore[index, call-overload]
    assert all(match.game.view(one, 1) == match.view(1) for one in others)


def test_what_was_seen_is_known_until_it_is_turned_over() -> None:
    match = blind("/ / 4C KC", "9D 9C / / 5H 6H")
    play(match, (0, "peek 1"), (0, "flip 2"), (1, "take"))

    assert (seen(match, 0), may(match)) == (["4C"], ["flip 1"])
    play(match, (0, "flip 1"))
    assert seen(match, 0) is None


def test_once_a_match() -> None:
    """Also after the hand was empty for a second time."""
    match = blind("/ / 4C KC", "9D 9C / / 5H 6H")
    play(match, (0, "peek 1"))
    assert refusal(match, 0, "peek 2") == "wrong-phase"

    play(match, (0, "flip 1"), (1, "play 9D"), (0, "take"), (1, "play 9C"))
    match = hr.Match.from_position(match.game, match.position())

    assert match.position()["marks"] == {"looked": [0]}
    assert refusal(match, 0, "peek 1") == "wrong-zone"


@pytest.mark.parametrize("mine", ["3C / / 4C", "/ 3C / 4C"])
def test_only_with_nothing_but_blind_cards(mine: str) -> None:
    assert refusal(blind(mine, "9D", pile=""), 0, "peek 1") == "wrong-zone"


def test_there_must_be_such_a_card() -> None:
    assert [refusal(blind(), 0, f"peek {number}") for number in (0, 3)] == ["not-held", "not-held"]


def test_a_position_says_which_cards_were_seen() -> None:
    match = blind()
    match.play(0, "peek 2")

    again = hr.Match.from_position(match.game, match.position())

    assert match.position()["marks"] == {"looked": [0], "seen": [[0, 2]]}
    assert again.position() == match.position()
    assert again.view(0) == match.view(0)


@pytest.mark.parametrize("marks", [{"looked": [4]}, {"seen": [[0, 1]]}, {"looked": [0], "seen": [[0, 3]]}], ids=str)
def test_wrong_marks_are_refused(marks: dict[str, Any]) -> None:
    with pytest.raises(hr.PositionError):
        blind(marks=marks)


def test_nobody_looks_while_a_skip_is_to_be_answered() -> None:
    match = at(
        bare({"8": {"do": [{"skip": {"counter": ["8"]}}]}}, play={"peek": True}), "8C 3C", "/ / 4C 5C", pile="7D"
    )
    match.play(0, "play 8C")

    assert moves(match, 1) == ["pass"]
    assert shown(match, 1)["can"] == {"pass": True}


def test_a_bare_number_still_turns_a_card_over() -> None:
    match = blind()

    assert match.game.steps(match.view(0), "2") == (hr.Flip(2),)


def test_the_move_travels() -> None:
    move = hr.read_move("peek 2")

    assert str(move) == "peek 2"
    assert from_json(to_json(move), hr.Peek) == move


def test_bots_look_and_make_use_of_it() -> None:
    """A quick player, a weigher and a search; what they have seen they play if it will do, else another card."""
    match = blind("/ / 4C KC", "9D 9C 3C / / 5H 6H")
    assert sensible_move(match.state.kernel, 0) == 0
    for level in ("medium", "hard"):
        assert str(hr.bot(level, match.game, seed=1).choose(match.view(0))).startswith("peek")

    for number, best in ((1, "flip 2"), (2, "flip 2")):
        after = blind("/ / 4C KC", "9D 9C 3C / / 5H 6H")
        after.play(0, f"peek {number}")
        assert str(after.game.say(after.state, sensible_move(after.state.kernel, 0))) == best
        for level in ("medium", "hard"):
            assert str(hr.bot(level, after.game, seed=1).choose(after.view(0))) == best


def test_bots_say_why() -> None:
    match = blind()
    advice = hr.bot("medium", match.game, seed=1).explain(match.view(0))

    assert advice.why == "it costs nothing to look"


def test_a_weigher_never_reads_a_card_that_nobody_saw() -> None:
    """Two deals that differ in blind cards alone are weighed alike."""
    weigher = Weigher(hr.load(HOUSE).tables, [0] * 500)  # type: ignore[attr-defined]
    weights = []
    for cards in ("4C KC 5C", "4C 5C KC"):
        match = blind(f"/ / {cards}", "9D")
        match.play(0, "peek 1")
        weigher.look(match.state.kernel)
        weights.append([weigher.weigh(match.state.kernel, 56 + place) for place in range(3)])
    assert weights[0] == weights[1]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_laws_hold(seats: int) -> None:
    check_game(hr.load(HOUSE | {"name": "Peeking"}), seats=seats, matches=3)


def test_without_blind_cards_there_is_nothing_to_look_at() -> None:
    with pytest.raises(hr.RulesError) as refused:
        hr.load(bare({}, play={"peek": True}, deal={"blind": 0}))

    assert refused.value.problems == ("play.peek: there are no blind cards to look at: write false",)


def test_a_house_without_it_keeps_its_hash() -> None:
    assert hr.load(bare({}, play={"peek": False})).hash == hr.load(bare({})).hash != hr.load(HOUSE).hash
