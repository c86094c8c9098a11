"""The tables of best play: made again in part, compared with what ships, and played."""

import subprocess
import sys
from importlib.resources import files

import numpy as np
import pytest

from houserules.games.heroes import measure, solve, solve_round, tables
from houserules.games.heroes.solve_bets import Race, equilibrium

TIE = 0.0275
"""How likely a tie is between two who play by the table: the solver prints it."""


def shipped_race() -> Race:
    """The betting table, as the race it was made from."""
    race = Race(tables.PURSES, TIE)
    places = iter(tables.read_bets(tables._stored("bets.bin")))
    for own in range(1, race.goal):
        for rival in range(1, race.goal):
            value, mixture = next(places)
            race.values[own, rival] = value / tables.UNITS
            race.mixtures[own, rival] = np.zeros(own)
            for bet, share in mixture:
                race.mixtures[own, rival][bet - 1] = share / tables.SHARES
    return race


# -- A round ---------------------------------------------------------------------------------------------------------


def test_the_law_of_two_cards() -> None:
    """Half of all battles are won, by 22.7 on average: 68 cards, one of them a Joker of 1 to 68."""
    nothing, gain = solve_round.gains()

    assert nothing + sum(gain) == 68 * 67 * 68
    assert sum(gain) / (nothing + sum(gain)) == pytest.approx(0.4998, abs=1e-4)
    assert sum(points * count for points, count in enumerate(gain, 1)) / sum(gain) == pytest.approx(22.67, abs=0.01)


def test_the_last_turns_are_made_again_as_they_ship() -> None:
    """Number by number: the same arithmetic on every machine."""
    values, _ = solve_round.solve(first=9)
    stored = tables.read_round(tables._stored("round.bin"))

    for turn in (9, 10):
        assert solve.scaled(values[turn], turn) == stored[turn]


def test_the_last_turn_by_hand() -> None:
    """14 away against 10: a gain of 5 to 23 wins, one of 4 or 24 ties."""
    nothing, gain = solve_round.gains()
    wins = sum(gain[points - 1] for points in range(5, 24))
    ties = gain[4 - 1] + gain[24 - 1]

    assert tables.round_value(10, own=20, rival=24) == pytest.approx(
        (wins + ties / 2) / (nothing + sum(gain)), abs=1e-4
    )
    assert tables.value_after(10, 30, 40) == 1
    assert tables.value_after(10, 30, 38) == 0.5
    assert tables.value_after(10, 10, 40) == 0


def test_who_starts_is_a_little_better_off() -> None:
    assert tables.round_value(2, 0, 0) == pytest.approx(0.5145, abs=1e-4)


def test_values_are_chances_and_fall_to_both_sides() -> None:
    for turn in range(2, 11):
        assert 0 <= tables.round_value(turn, 300, 34) <= tables.round_value(turn, 0, 0)
        assert tables.round_value(turn, 0, 300) <= 1
        assert tables.round_value(turn, 34 - 20, 50) == tables.round_value(turn, 34 + 20, 18)


@pytest.mark.parametrize(
    ("turn", "own", "rival", "difference", "choice"),
    [
        (10, 0, 0, 30, "add"),
        (10, 60, 0, 30, "subtract"),
        (10, 40, 34, 6, "subtract"),
        (9, 34, 0, 67, "add"),
        (2, 0, 0, 34, "add"),
        (10, 500, 0, 1, "subtract"),
        (3, -500, 0, 1, "add"),
    ],
)
def test_choices_that_anybody_would_make(turn: int, own: int, rival: int, difference: int, choice: str) -> None:
    assert tables.best_choice(turn, own, rival, difference) == choice


def test_now_and_then_the_further_way_is_better() -> None:
    """Who stands on 34 too early is carried away from it by the next battle it wins."""
    odd = [
        (own, difference)
        for own in range(69)
        for difference in range(1, 67)
        if tables.best_choice(4, own, 34, difference)
        != ("add" if abs(own + difference - 34) <= abs(own - difference - 34) else "subtract")
    ]

    assert 0 < len(odd) < 68 * 66 * 0.1


# -- Bets ------------------------------------------------------------------------------------------------------------


def test_no_single_bet_beats_the_mixtures_that_ship() -> None:
    """In all 9801 pairs of purses, by more than rounding to 255 shares costs."""
    assert shipped_race().gap() < 0.0005


def test_mixtures_are_bets_that_can_be_made() -> None:
    for own in (1, 7, 10, 95, 100, 101, 500, 999):
        for rival in (1, 10, 100, 505, 999):
            mixture = tables.best_bets(own, rival)
            assert all(1 <= amount <= own for amount, _ in mixture)
            assert sum(chance for _, chance in mixture) == pytest.approx(1)
            assert tables.match_value(own, rival) == pytest.approx(1 - tables.match_value(rival, own), abs=1e-4)
    for purse in (0, 1000, -5):
        with pytest.raises(ValueError, match="1 to 999"):
            tables.best_bets(purse, 100)


def test_bets_that_are_known() -> None:
    """The smallest at the start, exactly what is missing near the goal; and equal purses are worth a half."""
    assert tables.best_bets(100, 100) == ((10, 1.0),)
    assert tables.best_bets(900, 900) == ((100, 1.0),)
    for purse in (10, 100, 500, 990):
        assert tables.match_value(purse, purse) == pytest.approx(0.5, abs=1e-4)
    assert tables.match_value(300, 700) < 0.3


def test_a_small_race_is_solved_to_the_end() -> None:
    race = Race(goal=8, tie=0.03)
    race.solve()

    assert race.gap() < 1e-5
    assert race.values[7, 7] == pytest.approx(0.5)
    assert race.values[1, 7] < race.values[4, 7] < race.values[7, 7]
    data = solve.betting(race)
    assert tables.write_bets(tables.read_bets(data)) == data
    assert len(tables.read_bets(data)) == 49


def test_games_whose_solution_is_known() -> None:
    """Matching pennies, a game with a saddle point, and rock, paper, scissors in which rock wins double."""
    value, rows, columns = equilibrium(np.array([[1.0, 0.0], [0.0, 1.0]]))
    assert (value, *rows, *columns) == pytest.approx((0.5, 0.5, 0.5, 0.5, 0.5))
    value, rows, columns = equilibrium(np.array([[0.3, 0.6], [0.2, 0.9]]))
    assert (value, *rows, *columns) == pytest.approx((0.3, 1, 0, 1, 0))
    value, rows, _ = equilibrium(np.array([[0.5, 0.25, 1.0], [0.75, 0.5, 0.25], [0.0, 0.75, 0.5]]))
    assert value == pytest.approx(0.5)
    assert rows == pytest.approx([0.25, 0.5, 0.25])


# -- Both ------------------------------------------------------------------------------------------------------------


def test_the_tables_are_small() -> None:
    """And can be read without what they were made with."""
    folder = files("houserules.games.heroes")
    assert sum(len((folder / name).read_bytes()) for name in ("round.bin", "bets.bin")) < 100_000
    code = "import sys, houserules.games.heroes.tables as t; t.best_bets(100, 100); print('numpy' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"


def test_good_choices_against_random_ones() -> None:
    """77.6 % of rounds in the published measurement; here a part of it: python -m houserules.games.heroes.measure."""
    found = measure.play_rounds(4_000, 1)

    assert found["win"] / 4_000 == pytest.approx(0.776, abs=0.02)
    assert found["tie"] / 4_000 < 0.03
    assert measure.play_rounds(200, 5) == measure.play_rounds(200, 5)
