"""Nobody takes back what other people did, also if those are away or gone."""

from __future__ import annotations

import pytest

from houserules.errors import TableError
from houserules.table import AgreeToTakeBack, Player, Sit, Table, TakeBack, TakeOver
from tests.tables import all_seen, seated

BOT = Player("Robot", "bot", "random")


def played(kinds: str, moves: int) -> Table:
    """A table after so many moves of whoever is to act first."""
    table = seated(kinds)
    for _ in range(moves):
        seat = table.to_act[0]
        table.play(seat, table.match.legal(seat)[-1], 0)
    return table


def back_to_own_move(table: Table, seat: int) -> TakeBack:
    """Up to the last own move."""
    return TakeBack(next(number for number, (who, _) in enumerate(reversed(table.match.moves), 1) if who == seat))


def code_of(table: Table, seat: int, deed: TakeBack) -> str:
    before = all_seen(table)
    with pytest.raises(TableError) as refusal:
        table.decide(seat, deed, 0)
    assert all_seen(table) == before
    return refusal.value.code


def on_turn_again(kinds: str = "pp") -> Table:
    """Both have moved after the setup, and seat 0 moved before seat 1."""
    table = played(kinds, 2)
    while table.to_act[0] != 0 or len(table.match.moves) < 5:
        seat = table.to_act[0]
        table.play(seat, table.match.legal(seat)[-1], 0)
    return table


@pytest.mark.parametrize("deed", [TakeOver(Player("Ben", "bot", "random"), keeps=True), TakeOver(BOT)])
def test_moves_of_a_person_who_is_away_or_gone_stay(deed: TakeOver) -> None:
    table = on_turn_again()
    table.play(1, deed, 0)
    assert code_of(table, 0, back_to_own_move(table, 0)) == "too-late"
    assert code_of(table, 0, TakeBack(len(table.match.moves))) == "too-late"


def test_after_the_other_has_left_only_what_came_since_is_taken_back() -> None:
    table = on_turn_again()
    table.play(1, TakeOver(BOT), 0)
    before = table.match.seq
    while table.match.seq < before + 4:
        seat = table.to_act[0]
        table.play(seat, table.match.legal(seat)[0], 0)
    own = [number for number, (who, _) in enumerate(table.match.moves, 1) if who == 0 and number > before]
    table.play(0, TakeBack(table.match.seq - own[0] + 1), 0)
    assert table.match.seq == own[0] - 1


def test_a_person_who_is_away_has_not_agreed() -> None:
    table = played("ppp", 1)
    table.play(1, TakeOver(Player("Ben", "bot", "random"), keeps=True), 0)
    assert code_of(table, 0, TakeBack(1)) == "away"
    table.play(1, Sit(Player("Ben")), 0)
    table.play(0, TakeBack(1), 0)
    table.play(1, AgreeToTakeBack(), 0)
    table.play(2, AgreeToTakeBack(), 0)
    assert table.match.seq == 0


def test_the_moves_of_whoever_sat_here_before_stay() -> None:
    table = played("pb", 2)
    table.play(0, TakeOver(BOT), 0)
    table.play(0, Sit(Player("Cem")), 0)
    mover = table.match.moves[0][0]
    assert mover == 0
    assert code_of(table, 0, TakeBack(table.match.seq)) == "too-late"


def test_a_chair_is_not_empty_and_kept() -> None:
    table = seated("pp", ready_first=True)
    with pytest.raises(TableError, match="one of them"):
        table.decide(1, TakeOver(BOT, empty=True, keeps=True), 0)
