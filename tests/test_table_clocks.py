"""Clocks, a pause, chairs that wait for people, and changes before the deal: all of them steps that replay."""

from __future__ import annotations

from typing import Any

import pytest

import houserules as hr
from houserules.errors import TableError
from houserules.table import (
    AnyDeed,
    ChangeTable,
    Forfeit,
    Pause,
    Player,
    Policies,
    ReadyToDeal,
    Rematch,
    Reopened,
    Resume,
    Settings,
    Sit,
    Start,
    Step,
    Table,
    TakeOver,
    TimeControl,
    TimedOut,
    could_act_since,
)

GAME = hr.load("shithead")
SECOND = 1000


def a_table(clock: TimeControl | None = None, **more: Any) -> Table:
    return Table.new(Settings.of(GAME, [Player("Ann"), Player("Ben")], seed="friday", clock=clock, **more))


def refused(table: Table, seat: int, deed: AnyDeed | str, now: int = 0) -> str:
    with pytest.raises(hr.HouseRulesError) as refusal:
        table.decide(seat, deed, now)
    return refusal.value.code


def replayed(table: Table) -> Table:
    steps = [Step.decode(step.encode(), GAME) for step in table.steps()]
    return Table.replay(table.settings, steps)


# -- Clocks ----------------------------------------------------------------------------------------------------------


def test_a_clock_runs_for_each_seat_that_may_act() -> None:
    table = a_table(TimeControl("turn", 10 * SECOND))
    clocks = table.clocks
    assert clocks is not None
    assert (clocks.runs(0), clocks.runs(1)) == (True, True)
    table.play(0, "ready", now=4 * SECOND)
    assert (clocks.runs(0), clocks.left(1, 4 * SECOND)) == (False, 6 * SECOND)


def test_a_turn_has_all_of_its_time_again() -> None:
    table = a_table(TimeControl("turn", 10 * SECOND))
    table.play(0, "ready", now=4 * SECOND)
    table.play(1, "ready", now=9 * SECOND)
    clocks, first = table.clocks, table.to_act[0]
    assert clocks is not None
    assert clocks.left(first, 9 * SECOND) == 10 * SECOND
    assert clocks.next_deadline() == (19 * SECOND, first)


def test_a_bank_is_used_up_over_the_match_and_gains_with_each_move() -> None:
    table = a_table(TimeControl("bank", 60 * SECOND, increment=2 * SECOND))
    table.play(0, "ready", now=10 * SECOND)
    table.play(1, "ready", now=30 * SECOND)
    clocks = table.clocks
    assert clocks is not None
    assert [clocks.left(seat, 30 * SECOND) for seat in (0, 1)] == [52 * SECOND, 32 * SECOND]


def test_a_clock_never_shows_less_than_nothing() -> None:
    table = a_table(TimeControl("bank", 5 * SECOND))
    assert table.clocks is not None
    assert table.clocks.left(0, 100 * SECOND) == 0


def test_a_bot_moves_for_a_person_only_when_the_time_is_up() -> None:
    table = a_table(TimeControl("turn", 10 * SECOND))
    assert refused(table, 0, TimedOut("ready"), 9 * SECOND) == "not-timed-out"
    table.play(0, TimedOut("ready"), now=10 * SECOND)
    assert table.since(1, 0)[0].words[0] == "Ann ran out of time: a bot moved"


def test_the_clock_of_a_bot_stands_still() -> None:
    players = [Player("Ann"), Player("Ben", "bot", "easy")]
    table = Table.new(Settings.of(GAME, players, seed="friday", clock=TimeControl("turn", SECOND)))
    assert table.clocks is not None
    assert (table.clocks.runs(0), table.clocks.runs(1)) == (True, False)


def test_clocks_follow_from_the_steps_alone() -> None:
    table = a_table(TimeControl("bank", 60 * SECOND))
    table.play(0, "ready", now=10 * SECOND)
    table.play(1, Pause(), now=20 * SECOND)
    table.play(1, Resume(), now=50 * SECOND)
    table.play(1, "ready", now=55 * SECOND)
    again = replayed(table)
    assert table.clocks is not None
    assert again.clocks is not None
    for seat in (0, 1):
        assert again.clocks.left(seat, 60 * SECOND) == table.clocks.left(seat, 60 * SECOND)


@pytest.mark.parametrize("clock", [TimeControl("turn", 0), TimeControl("bank", 5, -1), TimeControl("hourglass", 5)])  # type: ignore[arg-type]  # that is the point
def test_a_clock_that_makes_no_sense_is_refused(clock: TimeControl) -> None:
    with pytest.raises(TableError, match="a clock") as refusal:
        a_table(clock)
    assert refusal.value.code == "bad-settings"


# -- A pause ---------------------------------------------------------------------------------------------------------


def test_nobody_moves_and_no_clock_runs_during_a_pause() -> None:
    table = a_table(TimeControl("turn", 10 * SECOND))
    table.play(0, Pause(), now=4 * SECOND)
    assert table.clocks is not None
    assert not table.clocks.runs(0)
    assert refused(table, 0, "ready", 5 * SECOND) == "paused"
    assert refused(table, 1, Pause(), 5 * SECOND) == "paused"

    table.play(1, Resume(), now=500 * SECOND)
    assert table.clocks.left(0, 500 * SECOND) == 6 * SECOND
    table.play(0, "ready", now=501 * SECOND)
    assert refused(table, 1, Resume(), 502 * SECOND) == "not-paused"


def is_paused(table: Table) -> bool:
    """Asked anew each time: a type checker takes an attribute that was true for true ever after."""
    return table.is_paused


def test_a_pause_ends_with_the_last_person() -> None:
    """Nobody could resume it: the bots play on. While a chair is kept for somebody, the pause stays."""
    players = [Player("Ann"), Player("Ben"), Player("Cleo")]
    table = Table.new(Settings.of(GAME, players, seed="friday"))
    bot = Player("Ben", "bot", "easy")
    table.play(0, Pause(), now=4 * SECOND)
    table.play(1, TakeOver(bot, keeps=True), now=5 * SECOND)
    table.play(0, TakeOver(Player("Ann", "bot", "easy")), now=6 * SECOND)
    table.play(2, Forfeit(), now=7 * SECOND)
    assert is_paused(table)
    assert table.due() is None

    table.play(1, Sit(Player("Ben")), now=8 * SECOND)
    assert is_paused(table)
    table.play(1, TakeOver(bot), now=9 * SECOND)
    assert not is_paused(table)
    assert table.due() is not None
    assert not is_paused(replayed(table))


def test_bots_wait_during_a_pause() -> None:
    table = Table.new(Settings.of(GAME, [Player("Ann"), Player("Ben", "bot", "easy")], seed="friday"))
    table.play(0, "ready", now=1)
    assert table.due() == 1
    table.play(0, Pause(), now=2)
    assert table.due() is None


# -- Chairs that wait ------------------------------------------------------------------------------------------------


def with_open_chairs() -> Table:
    players = [Player("Ann"), Player("Ada", "bot", "easy"), Player("Basil", "bot", "easy")]
    settings = Settings.of(GAME, players, secret="s", policies=Policies(ready_first=True), open=(1, 2))
    return Table.new(settings)


def test_no_cards_are_dealt_while_a_chair_waits() -> None:
    table = with_open_chairs()
    table.play(0, ReadyToDeal("a"), now=1)
    assert table.number == 0
    table.play(1, Sit(Player("Ben")), now=2)
    table.play(2, Sit(Player("Cem")), now=3)
    table.play(1, ReadyToDeal("b"), now=4)
    assert table.number == 0
    table.play(2, ReadyToDeal("c"), now=5)
    assert table.number == 1
    assert replayed(table).since(0) == table.since(0)


def test_bots_fill_the_empty_chairs_when_somebody_starts() -> None:
    table = with_open_chairs()
    table.play(1, Sit(Player("Ben")), now=1)
    table.play(0, ReadyToDeal(), now=2)
    table.play(1, ReadyToDeal(), now=3)
    table.play(0, Start(), now=4)
    assert table.is_dealt
    assert [player.is_bot for player in table.players] == [False, False, True]
    assert refused(table, 0, Start(), 5) == "no-open-chair"


def test_a_chair_that_waits_is_kept_by_a_bot() -> None:
    with pytest.raises(TableError) as refusal:
        a_table(policies=Policies(ready_first=True), open=(1,))
    assert refusal.value.code == "bad-settings"


# -- Changes ---------------------------------------------------------------------------------------------------------


def test_policies_and_bots_change_before_the_deal_and_not_after_it() -> None:
    table = with_open_chairs()
    table.play(0, ChangeTable(policies=Policies(hints=False, ready_first=True)), now=1)
    table.play(1, ChangeTable(bot=Player("Ada", "bot", "hard")), now=2)
    assert (table.allows, table.players[1].level) == (("undo",), "hard")
    assert refused(table, 0, ChangeTable(policies=Policies()), 3) == "bad-step"
    assert refused(table, 0, ChangeTable(bot=Player("X", "bot", "easy")), 3) == "seat-taken"
    assert refused(table, 1, ChangeTable(bot=Player("Xenia")), 3) == "bad-player"
    table.play(0, ReadyToDeal(), now=4)
    table.play(0, Start(), now=5)
    assert refused(table, 1, ChangeTable(bot=Player("Ada", "bot", "easy")), 6) == "dealt"
    assert replayed(table).players == table.players


def test_who_gave_up_can_sit_down_again_after_the_match() -> None:
    table = Table.new(Settings.of(GAME, [Player("Ann"), Player("Ben")], secret="s"))
    table.play(0, Forfeit(), now=1)
    assert table.is_over
    table.play(0, Sit(Player("Ann")), now=2)
    table.play(0, Rematch("a"), now=3)
    table.play(1, Rematch("b"), now=4)
    assert (table.number, table.is_over) == (2, False)


# -- Telling ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", [*hr.GAMES])
def test_the_last_step_is_told_to_all_as_it_is_told_to_each(name: str) -> None:
    game = hr.load(name)
    seats = min(4, game.seats.stop - 1)
    table = Table.new(Settings.of(game, [Player(f"P{seat}") for seat in range(seats)], seed="told"))
    viewers = (None, *range(seats))
    listening = [viewers, range(seats), (0, 1), (seats - 1,), (None, 1)]  # how much is shared depends on who listens
    for now in range(150):
        if not table.to_act:
            break
        seat = table.to_act[now % len(table.to_act)]
        legal = table.match.legal(seat)
        table.play(seat, legal[now % len(legal)], now)
        told = {viewer: table.since(viewer, table.seq - 1)[0] for viewer in viewers}
        for some in listening:
            assert table.last_told(some) == {viewer: told[viewer] for viewer in some}
        assert {viewer: table.slim_view(viewer) for viewer in viewers} == {
            viewer: table.view(viewer).slim() for viewer in viewers
        }


# -- A table that nobody had open --------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", ["turn", "bank"])
def test_time_in_which_nobody_had_the_table_open_does_not_count(kind: Any) -> None:
    table = a_table(TimeControl(kind, 10 * SECOND))
    table.play(0, "ready", now=4 * SECOND)
    step = table.play(1, Reopened(), now=3600 * SECOND)
    clocks = table.clocks
    assert clocks is not None
    assert clocks.left(1, 3601 * SECOND) == 5 * SECOND
    assert refused(table, 1, TimedOut("ready"), 3605 * SECOND) == "not-timed-out"
    assert table.since(0, step.seq - 1)[0].words[0].startswith("The table was closed for a while")
    again = replayed(table).clocks
    assert again is not None
    assert again.deadline(1) == clocks.deadline(1) == 3606 * SECOND


def test_a_table_whose_clocks_stand_still_has_nothing_to_set_right() -> None:
    assert refused(a_table(), 0, Reopened()) == "no-clock"
    table = a_table(TimeControl("turn", 10 * SECOND))
    table.play(0, Reopened(), now=SECOND)
    assert refused(table, 0, Reopened(), 2 * SECOND) == "said-already"
    table.play(0, Pause(), now=3 * SECOND)
    assert refused(table, 0, Reopened(), 4 * SECOND) == "no-clock"


def test_a_table_that_was_closed_is_no_answer_of_a_seat() -> None:
    """So a move that was under way when the server stopped is still made."""
    table = a_table(TimeControl("turn", 10 * SECOND))
    table.play(0, Reopened(), now=SECOND)
    assert could_act_since(table, 0, 0)


def test_a_bot_that_stays_closes_the_chair_it_sits_on() -> None:
    """Otherwise the chair still waits for a person, and nothing is dealt."""
    for stays in (False, True):
        table = with_open_chairs()
        table.play(0, ReadyToDeal(), now=1)
        for seat in (1, 2):
            table.play(seat, ChangeTable(bot=Player(f"Ada {seat}", "bot", "hard"), stays=stays), now=2)

        assert table.is_dealt == stays
        assert replayed(table).is_dealt == stays
