"""Answers: cards that make somebody take the pile or miss a turn, unless that seat answers with some cards."""

from __future__ import annotations

from typing import Any

import pytest

import houserules as hr
from tests.positions import held, lies, moves, play, refusal, shown, told
from tests.strategies import asked, at, bare, may


def forcing(**take: Any) -> dict[str, Any]:
    """Threes make somebody take the pile, who may answer."""
    settings = {"who": "next", "counter": ["3"], **take}
    return bare({"3": {"on": "any", "do": [{"force-take": settings}]}, "2": {"on": "any", "do": ["reset"]}})


def test_cards_to_be_countered_are_laid_in_sets() -> None:
    match = at(forcing(), "3C 3D 9C", "3H 2C KC", pile="7D")

    assert "play 3C 3D" in may(match)
    match.play(0, "play 3C 3D")
    assert asked(match) == "3, or the pile is taken"
    assert may(match) == ["play 3H"]


def test_most_keeps_them_single() -> None:
    house = forcing()
    house["powers"]["3"]["most"] = 1

    assert may(at(house, "3C 3D", "3H", pile="7D")) == ["play 3C", "play 3D"]
    assert hr.load(house).hash != hr.load(forcing()).hash


def test_a_record_of_single_counters_is_still_read() -> None:
    """Once they were laid one at a time: the rules have another hash, and the old one is known."""
    game = hr.load(forcing())
    record = hr.Match.new(game, seats=2, seed="x").record()

    assert len(game.former_hashes) == 1
    assert hr.Match.from_record({**record, "rules": game.former_hashes[0]}).game.hash == game.hash


def test_counter_takes_cards_of_some_suits() -> None:
    house = forcing(counter=["6:black", "A"])
    match = at(house, "3C 9C", "6C 6H AD 2D", pile="7D")
    match.play(0, "play 3C")

    assert asked(match) == "Ace or black 6, or the pile is taken"
    assert may(match) == ["play 6C", "play AD"]
    assert shown(match, None)["ask"]["counter"] == ["A", "6:black"]  # type: ignore[index, call-overload]
    assert refusal(match, 1, "play 6H") == "not-playable"


def test_cards_that_forced_leave_the_game() -> None:
    """All of them in the pile, and nothing else."""
    match = at(forcing(card="burned"), "3C 9C", "3H KC", "4C 5C", pile="7D 3S 9D")
    play(match, (0, "play 3C"), (1, "play 3H"), (2, "take"))

    assert (held(match, 2), lies(match, "burned"), lies(match, "pile")) == ("4C 5C 7D 9D", "3S 3C 3H", "")
    assert told(match, None)[-2]["cards"] == ["3S", "3C", "3H"]
    assert told(match, None)[-1]["cards"] == ["7D", "9D"]
    assert match.to_act == (0,)


def test_a_pile_taken_for_another_reason_keeps_them() -> None:
    match = at(forcing(card="burned", counter=["K"]), "3C 9C", "KC 4C", "4D 5C", pile="7D")
    play(match, (0, "play 3C"), (1, "play KC"), (2, "take"))

    assert held(match, 2) == "3C 4D 5C 7D KC"


def test_a_chosen_player_answers_or_takes() -> None:
    """Play goes on from there."""
    match = at(forcing(who="chosen"), "3C 3D 9C", "KC KD", "3H 4C", "5C 6C", pile="7D")
    assert "play 3C 3D" not in may(match)
    match.play(0, "play 3C")
    assert moves(match, 0) == ["target 1", "target 2", "target 3"]
    match.play(0, "target 2")

    assert told(match, None)[-1] == {"event": "targeted", "seat": 2, "by": 0, "answer": True}
    assert (match.to_act, may(match)) == ((2,), ["play 3H"])
    play(match, (2, "play 3H"), (2, "target 0"), (0, "play 3D"), (0, "target 3"))
    assert may(match) == ["take"]
    match.play(3, "take")
    assert match.to_act == (0,)


def test_the_previous_player_answers_or_takes() -> None:
    match = at(forcing(who="previous"), "3C 9C", "KC KD", "3H 4C", pile="7D")
    match.play(0, "play 3C")

    assert (match.to_act, may(match)) == ((2,), ["play 3H"])
    match.play(2, "play 3H")
    assert (match.to_act, may(match)) == ((1,), ["take"])


def skipping(**skip: Any) -> dict[str, Any]:
    return bare({"8": {"do": [{"skip": {"counter": ["8"], **skip}}]}, "2": {"on": "any", "do": ["reset"]}})


def test_a_skip_is_answered_or_missed() -> None:
    """Nobody has to answer; whoever misses the turn leaves the pile as it would be anyway."""
    match = at(skipping(), "8C 9C", "8D 2D 9D", "9H 3C", pile="7D")
    match.play(0, "play 8C")
    assert asked(match) == "8, or the turn is missed"
    assert shown(match, None)["ask"]["or_miss"] is True  # type: ignore[index, call-overload]
    assert may(match) == ["play 8D", "pass"]
    assert refusal(match, 1, "take") == "must-play"
    assert refusal(match, 1, "play 9D") == "not-playable"
    assert match.position()["marks"] == {"owed": 1}
    match.play(1, "play 8D")
    assert may(match) == ["pass"]
    match.play(2, "pass")

    assert told(match, None)[-1] == {"event": "passed", "seat": 2}
    assert asked(match) == "8 or higher"
    assert (match.to_act, match.position()["marks"]) == ((0,), None)
    assert may(match) == ["play 9C"]


@pytest.mark.parametrize(("count", "then"), [("each", 2), ("once", 1)])
def test_two_skips_are_for_two_players_or_for_one(count: str, then: int) -> None:
    match = at(skipping(count=count), "8C 8H 9C", "9D 3D", "9H 3C", "TH TC", pile="7D")
    match.play(0, "play 8C 8H")
    for seat in range(1, 1 + then):
        assert moves(match, seat) == ["pass"]
        match.play(seat, "pass")

    assert match.to_act == (1 + then,)
    assert asked(match) == "8 or higher"


def test_for_two_a_missed_turn_is_another_one() -> None:
    match = at(skipping(), "8C 9C TC", "9D 3D", pile="7D")
    play(match, (0, "play 8C"), (1, "pass"))

    assert match.to_act == (0,)


def test_with_blind_cards_alone_nobody_answers_a_skip() -> None:
    match = at(skipping(), "8C 9C TC", "/ / 8D 3D", pile="7D")
    match.play(0, "play 8C")

    assert moves(match, 1) == ["pass"]


def test_bots_answer_a_skip() -> None:
    match = at(skipping(), "8C 9C TC", "8D KD", pile="7D")
    match.play(0, "play 8C")

    for level in ("easy", "medium", "hard"):
        assert str(hr.bot(level, match.game, seed=1).choose(match.view(1))) == "play 8D"
