"""Who takes the pile, and who plays next."""

from __future__ import annotations

import pytest

import houserules as hr
from tests.positions import held, play, told
from tests.strategies import at, bare


@pytest.mark.parametrize(
    ("who", "leads", "taker", "turn"),
    [
        ("oneself", "next", 1, 2),
        ("oneself", "taker", 1, 1),
        ("oneself", "previous", 1, 0),
        ("previous", "next", 0, 1),
        ("previous", "taker", 0, 0),
        ("previous", "previous", 0, 2),
    ],
)
def test_who_takes_the_pile_and_who_leads(who: str, leads: str, taker: int, turn: int) -> None:
    """Seat 1 cannot play."""
    house = bare({}, take={"when": "forced", "up": "stays", "who": who, "leads": leads})
    match = at(house, "3C 4C", "3D 4D", "3H 4H", pile="KD", to_act=1)

    play(match, (1, "take"))

    assert "KD" in held(match, taker).split()
    assert match.to_act == (turn,)


def test_everybody_is_told_who_had_to_take_it() -> None:
    house = bare({}, take={"who": "previous"})
    match = at(house, "3C 4C", "3D 4D", pile="KD")

    play(match, (0, "take"))

    assert told(match, None) == [{"event": "took", "seat": 1, "cards": ["KD"], "by": 0}]


def test_a_blind_card_that_fails_stays_with_its_seat() -> None:
    """The pile goes to the player before, who need not be next to it."""
    match = at(bare({}, take={"who": "previous"}), "/ / 3C 4C", "", "5H", pile="KD", out=[1])

    play(match, (0, "flip 1"))

    assert (held(match, 0), held(match, 2)) == ("3C", "5H KD")
    assert match.to_act == (0,)
    assert [event["event"] for event in told(match, None)] == ["failed", "took", "took"]


@pytest.mark.parametrize(("key", "path"), [({"when": "free"}, "take.who"), ({"up": "lowest"}, "take.up")])
def test_what_does_not_go_with_it_is_refused(key: dict[str, str], path: str) -> None:
    with pytest.raises(hr.RulesError) as refused:
        hr.load(bare({}, take={"who": "previous", **key}))

    assert [problem.split(":")[0] for problem in refused.value.problems] == [path]


@pytest.mark.parametrize(("who", "move"), [("oneself", "play TC"), ("previous", "play 9D")])
def test_bots_know_who_takes_the_pile(who: str, move: str) -> None:
    """To leave somebody without a card that will do pays only where that player takes the pile."""
    house = bare({}, take={"when": "forced", "up": "stays", "who": who})
    match = at(house, "TC 9D", "/ 9H", pile="4S 4H 3D")

    assert str(hr.bot("hard", match.game, seed=1).choose(match.view(0))) == move
