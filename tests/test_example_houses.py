"""The houses in examples/houses: each can be played by all it is for, keeps the contract, and comes to an end."""

from __future__ import annotations

from pathlib import Path

import pytest

import houserules as hr
from houserules.games.shedding.state import end_reason
from houserules.kernel.playout import playout
from houserules.lab.ending import why_endless
from houserules.testing import check_game
from tools import example_houses

HOUSES = sorted((Path(__file__).parent.parent / "examples" / "houses").glob("*.toml"))
MATCHES = 40
ENDLESS = 0.35
"""Random players take piles for no reason, most of all where that is free: of Palace one match in eight reaches the
limit, of the others at most one in twenty. Quick players, who do not, reach it in none of a thousand."""

each_house = pytest.mark.parametrize("path", HOUSES, ids=lambda path: path.stem)


def test_there_are_many() -> None:
    assert len(HOUSES) >= 24
    assert {"glass-threes", "karma", "low-fives", "palace", "paskahousu", "poohead", "revolution", "wild-night"} <= {
        path.stem for path in HOUSES
    }


@each_house
def test_quick_players_come_to_an_end(path: Path) -> None:
    assert why_endless(hr.load(path)) == ""


def test_the_page_about_them_is_up_to_date() -> None:
    assert example_houses.OUT.read_text(encoding="utf-8") == example_houses.page()


@each_house
def test_a_house_says_whose_it_is_and_what_is_special(path: Path) -> None:
    """Each file begins with a comment, and has a name of its own."""
    assert path.read_text(encoding="utf-8").startswith("# ")
    assert hr.load(path).id == path.stem
    assert len({hr.load(other).name for other in HOUSES}) == len(HOUSES)
    assert len({hr.load(other).hash for other in HOUSES}) == len(HOUSES)


@each_house
def test_a_house_keeps_the_contract_with_every_number_of_seats(path: Path) -> None:
    game = hr.load(path)

    assert check_game(game, matches=1, depth=8).matches == len(game.seats)


@each_house
def test_random_matches_end_before_the_limit_in_most_cases(path: Path) -> None:
    game = hr.load(path)
    start = game.new(min(4, game.seats.stop - 1), "length").kernel
    endless = 0
    for number in range(MATCHES):
        state = start.dealt(7919 * number)
        playout(state, 104729 * number)
        endless += end_reason(state) == "play-limit"

    assert endless / MATCHES < ENDLESS


def test_the_houses_show_what_the_format_can_say() -> None:
    """Skipping, wild cards, a way to choose, glass, low, reversing, burning without another turn."""
    rules = {path.stem: {power.rank.letter: power for power in hr.load(path).rules.powers} for path in HOUSES}  # type: ignore[attr-defined]

    assert rules["wild-night"]["8"].skip == "each"
    assert type(rules["wild-night"]["*"].demand).__name__ == "Wild"
    assert type(rules["wild-night"]["7"].demand).__name__ == "ChooseWay"
    assert type(rules["glass-threes"]["3"].demand).__name__ == "Mirror"
    assert rules["glass-threes"]["T"].not_under == ("low",)
    assert rules["karma"]["*"].reverse == "once"
    assert rules["poohead"]["T"].burn
    assert not rules["poohead"]["T"].again
    assert type(rules["low-fives"]["5"].demand).__name__ == "Low"
