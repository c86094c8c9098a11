"""Bots at a table: their seeds, what replaces one that fails, the loop, hints, and the same for an event loop."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

import houserules as hr
from houserules.bots import ANY_GAME, Bot, Level, Limit, levels
from houserules.core import Move, View
from houserules.table import (
    Decision,
    Failure,
    Player,
    Settings,
    Table,
    TableBots,
    TakeBack,
    hint,
    hint_async,
    run_bots,
    usual_level,
    why,
    why_async,
)
from tests.tables import seated

pytestmark = pytest.mark.one_build


def clock() -> int:
    return 0


def quick(game: hr.Game[Any]) -> str:
    """The strongest level that decides at once."""
    return [name for name, level in levels(game).items() if not level.thinks][-1]


def bots_only(game: hr.Game[Any], seed: str = "bots") -> Table:
    level = quick(game)
    seats = game.seats.start
    return Table.new(Settings.of(game, [Player(f"Bot {seat}", "bot", level) for seat in range(seats)], seed=seed), game)


@pytest.mark.parametrize("name", hr.GAMES)
def test_bots_play_a_match_to_its_end(name: str) -> None:
    """The loop stops where nobody is due any more, and tells each decision after it has become true."""
    table = bots_only(hr.load(name))
    bots = TableBots(table.game)

    for number, decision in enumerate(run_bots(table, bots, clock, most=400), 1):
        assert table.seq == decision.step.seq == number
        assert decision.failures == ()

    assert table.is_over or table.seq == 400
    bots.close()


@pytest.mark.parametrize("name", hr.GAMES)
def test_the_same_bot_answers_the_same_after_undo_and_after_a_resumption(name: str) -> None:
    """Each decision has its own seed, made of the match, the seat and the number of moves."""
    game = hr.load(name)
    players = [Player("Ann"), *[Player(f"Bot {seat}", "bot", quick(game)) for seat in range(1, game.seats.start)]]
    table = Table.new(Settings.of(game, players, seed="again"), game)
    bots = TableBots(game)
    for _ in run_bots(table, bots, clock):
        pass
    move = table.match.legal(0)[0]
    table.play(0, move, 0)
    first = [decision.move for decision in run_bots(table, bots, clock)]

    table.play(0, TakeBack(1 + len(first)), 0)
    table.play(0, move, 0)
    assert [decision.move for decision in run_bots(table, bots, clock)] == first
    resumed = Table.replay(table.settings, table.steps())
    for seat in resumed.to_act:
        assert TableBots(game).think(resumed, seat, clock) == bots.think(table, seat, clock)


def test_the_asynchronous_form_decides_alike() -> None:
    """Also for bots that think: equal seeds, equal iterations, equal moves."""
    game = hr.load("shithead")
    player = Player("Ben", "bot", "expert", limit=Limit(iterations=40))
    table = Table.new(Settings.of(game, [Player("Ann"), player], seed="async"))
    table.play(0, "ready", 0)
    bots = TableBots(game)
    for _ in range(4):
        seat = table.to_act[0]
        blocking = bots.think(table, 1, clock) if seat == 1 else None
        if blocking is None:
            table.play(0, table.match.legal(0)[0], 0)
            continue
        assert asyncio.run(bots.think_async(table, 1, clock)) == blocking
        table.commit(blocking.step)
    bots.close()


def test_a_decision_that_comes_too_late_is_refused() -> None:
    """The table went on while the bot thought."""
    table = seated("pb")
    bots = TableBots(table.game)
    table.play(0, table.match.legal(0)[0], 0)

    async def overtaken() -> Decision:
        thinking = asyncio.ensure_future(bots.think_async(table, 1, clock))
        table.play(0, "ready", 0)
        return await thinking

    decision = asyncio.run(overtaken())
    assert decision.step.seq == 3

    class Slow(Bot):
        def choose(self, view: View) -> Move:
            table.play(0, TakeBack(1), 0)
            return view.legal[0]

    bots._made.clear()
    bots.bot_of = lambda seat, spec: Slow(0)  # type: ignore[method-assign]
    with pytest.raises(hr.TableError) as problem:
        bots.think(table, 1, clock)
    assert problem.value.code == "stale"


class Broken(Bot):
    def choose(self, view: View) -> Move:
        raise ZeroDivisionError


class Cheat(Bot):
    def choose(self, view: View) -> Move:
        return hr.Play((hr.Card.read("AS"),) * 4)


def test_a_bot_that_fails_is_replaced_by_the_levels_below(monkeypatch: pytest.MonkeyPatch) -> None:
    """And if all fail by the first legal move; what went wrong is data, not words."""
    made = {"broken": Level(lambda *_: Broken(0)), "cheat": Level(lambda *_: Cheat(0))}
    for name, level in {**made, **ANY_GAME}.items():
        monkeypatch.delitem(ANY_GAME, name, raising=False)
        monkeypatch.setitem(ANY_GAME, name, level)
    game = hr.load("shithead")
    table = Table.new(Settings.of(game, [Player("Ann", "bot", "cheat"), Player("Ben", "bot", "random")], seed="x"))
    bots = TableBots(game)

    decision = bots.think(table, 0, clock)

    assert decision.failures == (
        Failure("cheat", "illegal", "wrong-phase"),
        Failure("broken", "crashed", "ZeroDivisionError"),
    )
    assert decision.level is None
    assert decision.move == table.match.legal(0)[0]
    monkeypatch.setitem(ANY_GAME, "broken", ANY_GAME["random"])
    table = Table.new(table.settings)
    decision = TableBots(game).think(table, 0, clock)
    assert (decision.level, len(decision.failures)) == ("broken", 1)


def test_the_stand_in_thinks_for_a_person() -> None:
    """For whoever ran out of time: its move goes into the step."""
    table = seated("pp")

    decision = TableBots(table.game).think(table, 0, clock)

    assert decision.level == table.settings.stand_in.level == usual_level(table.game)
    table.play(0, "ready", 0)
    with pytest.raises(hr.TableError):
        TableBots(table.game).think(table, 0, clock)


# -- Hints and reasons -----------------------------------------------------------------------------------------------


def test_a_hint_is_for_the_seat_that_asks_when_it_may_act() -> None:
    table = seated("pp")
    bots = TableBots(table.game)
    limit = Limit(ms=20)

    assert hint(table, bots, 0, limit).move in table.match.legal(0)
    assert asyncio.run(hint_async(table, bots, 1, limit)).move in table.match.legal(1)
    table.play(0, "ready", 0)
    for seat in (0, None):
        with pytest.raises(hr.IllegalMove) as refused:
            hint(table, bots, seat, limit)
        assert refused.value.code == "not-your-turn"
    bots.close()


def test_where_hints_are_off_there_are_none() -> None:
    table = seated("pp", hints=False)

    with pytest.raises(hr.TableError) as refused:
        hint(table, TableBots(table.game), 0)
    assert refused.value.code == "hints-off"
    assert table.allows == ("undo",)


def test_after_the_match_a_bot_tells_all() -> None:
    """During it only what everybody may know."""
    table = bots_only(hr.load("duel"))
    bots = TableBots(table.game)
    loop = run_bots(table, bots, clock)
    next(loop)
    assert why(table, bots, None, 1).advice is None
    for _ in loop:
        pass

    assert table.is_over
    reason = why(table, bots, None, 1)
    assert reason.advice is not None
    assert reason.advice.move == reason.move
    assert asyncio.run(why_async(table, bots, None, 1)) == reason
