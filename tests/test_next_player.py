"""Cards whose player names who plays next."""

from __future__ import annotations

import pytest

import houserules as hr
from houserules.kernel.shedding_policy import sensible_move
from tests.positions import moves, play, refusal, shown, told
from tests.strategies import asked, at, bare, may

HOUSE = bare({"A": {"do": ["next"]}})


def test_its_player_names_who_plays_next_and_play_goes_on_from_there() -> None:
    """Any other player still in, but nobody who is out and not oneself."""
    match = at(HOUSE, "AC 4C", "9D", "", "9S KS", out=[2], pile="5D")

    play(match, (0, "play AC"))
    assert (shown(match, None)["pending"], moves(match, 0)) == ("next", ["target 1", "target 3"])
    assert refusal(match, 0, "target 0") == "bad-target"
    assert refusal(match, 0, "take") == "answer-first"
    play(match, (0, "target 3"))

    assert (match.to_act, asked(match)) == ((3,), "Ace or higher")
    assert told(match, None)[-1] == {"event": "targeted", "seat": 3, "by": 0, "next": True}
    assert match.events(None)[-1].tell(hr.Names("Ann", "Ben", "Cid", "Dora")) == "Ann named Dora to play next"
    play(match, (3, "take"))
    assert match.to_act == (0,)


def test_a_position_in_between_is_kept() -> None:
    match = at(HOUSE, "AC 4C", "9D", "9S", pile="5D")
    play(match, (0, "play AC"))

    again = hr.Match.from_position(match.game, match.position())

    assert again.position() == match.position()
    assert match.game.view(match.game.imagine(match.view(0), 1), 0) == match.view(0)
    assert may(again) == ["target 1", "target 2"]


def test_whoever_lays_it_last_is_out_and_still_names_somebody() -> None:
    match = at(HOUSE, "AC", "9D", "9S", pile="5D")

    play(match, (0, "play AC"), (0, "target 2"))

    assert (match.to_act, match.position()["out"]) == ((2,), [0])


def test_a_quick_player_names_whoever_has_most_cards() -> None:
    match = at(HOUSE, "AC 4C", "9D", "9S KS", pile="5D")
    play(match, (0, "play AC"))

    assert sensible_move(match.state.kernel, 0) == 2
    assert str(hr.bot("medium", match.game, seed=1).choose(match.view(0))).startswith("target")


@pytest.mark.parametrize("other", ["again", "skip", "burn", "call-suit", "force-take"])
def test_what_does_not_go_with_it_is_refused(other: str) -> None:
    with pytest.raises(hr.RulesError) as refused:
        hr.load(bare({"A": {"do": ["next", other]}}))

    assert refused.value.problems[0].startswith("powers.A.do: ")
