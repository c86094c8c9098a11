"""The bot that thinks ahead: it keeps to its time whatever happens to its processes, and knows only its view."""

import asyncio
import multiprocessing
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from typing import Any

import pytest

import houserules as hr
from houserules.bots import thinking
from houserules.bots.search import Option, Searcher, Thought, _options, at_first_sight
from houserules.bots.thinking import Answer, Found, Task, Thinkers, added, think
from houserules.games.shedding.reader import SHIPPED
from houserules.kernel.bits import COMPILED
from houserules.kernel.position import UNIT
from tests.positions import given

ITERATIONS = 2_000 if COMPILED else 100


@pytest.fixture(scope="module")
def pool() -> Iterator[Thinkers]:
    """Two processes for all tests."""
    some = Thinkers(2)
    yield some
    some.close()


@pytest.fixture
def thinkers(pool: Thinkers) -> Thinkers:
    """Whatever an earlier test has done to them, they are there."""
    up(pool)
    return pool


def up(thinkers: Thinkers) -> None:
    """Each process has answered once, so that it is there."""
    pids = None
    while pids != (pids := [thinker.process.pid for thinker in thinkers.each if thinker.ready]) or len(pids) < 2:
        thinkers.ask(task(dealt(), iterations=1)).result(60)


def dealt(seats: int = 2) -> hr.Match[Any]:
    match = hr.Match.new(hr.load("shithead"), seats=seats, seed="think")
    for seat in range(seats):
        match.play(seat, "ready")
    return match


def task(match: hr.Match[Any], **more: Any) -> Task:
    return Task("shithead", match.view(match.to_act[0]), 1, more.pop("seconds", None), **more)


# -- The same thought ------------------------------------------------------------------------------------------------


def test_with_iterations_the_same_seed_thinks_the_same() -> None:
    match = dealt(3)
    view = match.view(match.to_act[0])
    thoughts = [Searcher(match.game, iterations=60, seed=7).think(view) for _ in range(2)]

    assert thoughts[0].options == thoughts[1].options
    assert thoughts[0].iterations == 60


def test_what_is_hidden_does_not_change_the_move() -> None:
    match = dealt(3)
    seat = match.to_act[0]
    twin = match.game.redeal(match.state, seat, 4711)
    bot = Searcher(match.game, iterations=60, seed=7)

    assert match.game.position(twin) != match.position()
    assert bot.think(match.game.view(twin, seat)).options == bot.think(match.view(seat)).options


def test_it_says_what_it_found() -> None:
    match = given("KC KD", "AC AD", pile="9H")
    bot = Searcher(match.game, iterations=ITERATIONS, seed=1)

    assert str(bot.choose(match.view(0))) == "play KC KD"
    assert bot.last is not None
    best, other = bot.last.best, bot.last.runner_up
    assert best is not None
    assert other is not None
    assert best.low <= best.chance <= best.high
    assert best.chance > other.chance
    assert best.move == bot.last.move
    assert {option.move for option in bot.last.options} <= set(match.legal(0))


def test_one_move_needs_no_thought() -> None:
    match = given("4C", "AC AD", pile="9H")
    bot = Searcher(match.game, iterations=10**9)

    assert str(bot.choose(match.view(0))) == "take"
    assert bot.last is not None
    assert bot.last.options == ()


def test_a_whole_match_with_its_setup() -> None:
    """A handful of iterations a move: every move is legal, and the setup comes to an end."""
    for game in (*SHIPPED, "heart-of-five"):
        match = hr.Match.new(hr.load(game), seats=2, seed="whole")
        bots = [Searcher(match.game, iterations=24, seed=seat, most=60) for seat in range(2)]
        while match.to_act and len(match.moves) < 60:
            seat = match.to_act[-1]
            match.play(seat, bots[seat].choose(match.view(seat)))
        assert match.position().get("phase", "play") == "play"


def test_it_does_not_go_round_in_circles() -> None:
    """With a Joker for a hand and no pile, to take it oneself changes nothing: not again, if another way is as good."""
    match = given("jj / JD / 4C", "2C 3C 4D 5C 6S 9S / / 5D")
    bot = Searcher(match.game, iterations=1)
    oneself, other = (Option(hr.Target(seat), chance, 0.4, 0.6, 9) for seat, chance in ((0, 0.55), (1, 0.52)))
    thought = Thought(oneself.move, (oneself, other), 18, 0.0)
    said: list[hr.Move] = []
    while hr.Target(1) not in said and len(said) < 9:
        match.play(0, "play jj")
        view = match.view(0)
        said.append(bot._fresh(view, thought))
        assert bot._fresh(view, thought) == said[-1]  # asked again at the same moment, it says the same
        match.play(0, said[-1])

    assert said == [oneself.move, other.move]


def test_it_stays_with_what_is_much_better() -> None:
    match = given("jj / JD / 4C", "2C 3C 4D 5C 6S 9S / / 5D")
    bot = Searcher(match.game, iterations=1)
    oneself, other = (Option(hr.Target(seat), chance, 0.0, 1.0, 9) for seat, chance in ((0, 0.55), (1, 0.42)))
    thought = Thought(oneself.move, (oneself, other), 18, 0.0)
    said: list[hr.Move] = []
    while hr.Target(1) not in said and len(said) < 9:
        match.play(0, "play jj")
        said.append(bot._fresh(match.view(0), thought))
        match.play(0, said[-1])

    assert said == [oneself.move] * 3 + [other.move]  # but not for ever


def test_a_bot_cannot_be_told_to_cheat() -> None:
    with pytest.raises(ValueError, match="nothing to cheat with"):
        think(task(dealt(), iterations=5, options={"cheats": 1}))


def test_either_time_or_iterations() -> None:
    with pytest.raises(ValueError, match="either"):
        Searcher(hr.load("shithead"))
    with pytest.raises(ValueError, match="either"):
        Searcher(hr.load("shithead"), ms=5, iterations=5)


def test_two_searches_are_added() -> None:
    one = Answer((Found("take", 10, 20, 30), Found("ready", 5, 1, 1)), 15)
    other = Answer((Found("ready", 20, 4, 4),), 20)

    assert added([one, other]) == Answer((Found("ready", 25, 5, 5), Found("take", 10, 20, 30)), 35)


def test_plans_that_begin_alike_are_told_apart() -> None:
    """A good way and a bad one may begin with the same swap: the good one is what the swap is worth."""
    match = hr.Match.new(hr.load("shithead"), seats=2, seed="setup")
    swap, other = (str(move) for move in match.legal(0)[:2])
    one = Answer((Found(swap, 100, 60 * UNIT, 60 * UNIT**2, 1), Found(swap, 50, 5 * UNIT, 5 * UNIT**2, 2)), 150)
    two = Answer((Found(other, 110, 50 * UNIT, 50 * UNIT**2, 3),), 110)
    answer = added([one, two])

    assert [(found.move, found.plan) for found in answer.found] == [(swap, 1), (other, 3), (swap, 2)]
    assert [(str(option.move), option.chance) for option in _options(answer, match.view(0))] == [
        (swap, 0.6),
        (other, 50 / 110),
    ]


# -- Time ------------------------------------------------------------------------------------------------------------


def test_it_answers_in_time(thinkers: Thinkers) -> None:
    """At most a tenth too late, on a machine that has nothing better to do; here some more is forgiven."""
    match = dealt()
    bot = Searcher(match.game, ms=300, thinkers=thinkers)
    bot.choose(match.view(match.to_act[0]))

    assert bot.last is not None
    assert bot.last.options
    assert bot.last.seconds < 0.3 * 1.1 + 0.2


def test_the_setup_is_thought_about_in_time(thinkers: Thinkers) -> None:
    match = hr.Match.new(hr.load("shithead"), seats=2, seed="setup")
    bot = Searcher(match.game, ms=300, thinkers=thinkers)

    assert bot.choose(match.view(1)) in match.legal(1)
    assert bot.last is not None
    assert bot.last.seconds < 0.3 * 1.1 + 0.2


def test_an_event_loop_goes_on_meanwhile(thinkers: Thinkers) -> None:
    match = dealt()
    bot = Searcher(match.game, ms=250, thinkers=thinkers)

    async def both() -> tuple[hr.Move, int]:
        ticks = 0
        thought = asyncio.ensure_future(bot.choose_soon(match.view(match.to_act[0])))
        while not thought.done():
            await asyncio.sleep(0.005)
            ticks += 1
        return await thought, ticks

    move, ticks = asyncio.run(both())

    assert move in match.legal(match.to_act[0])
    assert ticks > 5


# -- Processes that fail ---------------------------------------------------------------------------------------------


def test_a_process_that_dies_is_replaced_and_the_move_comes_from_the_others(thinkers: Thinkers) -> None:
    match = dealt()
    bot = Searcher(match.game, ms=2000, thinkers=thinkers)
    victim = thinkers.each[0].process
    future = thinkers.ask(bot._task(match.view(match.to_act[0])))
    time.sleep(0.1)
    victim.kill()
    answer = future.result(10)

    assert answer.found
    up(thinkers)
    assert thinkers.each[0].process.pid != victim.pid
    assert thinkers.each[0].process.poll() is None


@pytest.mark.skipif(sys.platform == "win32", reason="there is no such signal")
def test_ctrl_c_is_not_for_the_processes_that_think(thinkers: Thinkers) -> None:
    """In a terminal it reaches all of them; who started them decides what it means."""
    processes = [thinker.process for thinker in thinkers.each]
    for process in processes:
        process.send_signal(signal.SIGINT)
    answer = thinkers.ask(task(dealt(), iterations=5)).result(60)

    assert answer.iterations == 10
    assert [thinker.process for thinker in thinkers.each] == processes
    assert [process.poll() for process in processes] == [None, None]


def test_a_process_whose_parent_is_gone_ends_silently() -> None:
    """Also if it was about to answer."""
    program = "from houserules.bots.thinking import serve; serve()"
    process = subprocess.Popen(
        [sys.executable, "-c", program], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    assert process.stdin is not None
    assert process.stdout is not None
    assert process.stderr is not None
    process.stdout.close()
    process.stdin.close()
    assert process.stderr.read() == b""
    assert process.wait(20) == 0
    process.stderr.close()


def test_when_all_die_the_move_still_comes(thinkers: Thinkers) -> None:
    match = dealt()
    for thinker in thinkers.each:
        thinker.process.kill()
    bot = Searcher(match.game, ms=300, thinkers=thinkers)
    begin = time.perf_counter()

    assert bot.choose(match.view(match.to_act[0])) in match.legal(match.to_act[0])
    assert time.perf_counter() - begin < 0.3 * 1.1 + 0.3
    up(thinkers)


@pytest.mark.skipif(sys.platform == "win32", reason="processes are stopped by a signal")
def test_a_process_that_hangs_is_replaced(thinkers: Thinkers) -> None:
    """One that is stopped can answer no more than one that hangs."""
    match = dealt()
    for thinker in thinkers.each:
        os.kill(thinker.process.pid, signal.SIGSTOP)
    pids = [thinker.process.pid for thinker in thinkers.each]
    bot = Searcher(match.game, ms=200, thinkers=thinkers)
    begin = time.perf_counter()
    move = bot.choose(match.view(match.to_act[0]))

    assert time.perf_counter() - begin < 0.2 * 1.1 + 0.3
    assert move == at_first_sight(match.game, match.view(match.to_act[0]), 0)
    up(thinkers)
    assert not set(pids) & {thinker.process.pid for thinker in thinkers.each}


def test_the_thinkers_of_a_program_are_shared(monkeypatch: pytest.MonkeyPatch, thinkers: Thinkers) -> None:
    monkeypatch.setattr(thinking, "_shared", [thinkers])

    assert thinking.shared() is thinkers
    assert Searcher(hr.load("shithead"), ms=50).thinkers is thinkers


@pytest.mark.skipif(not hasattr(os, "fork"), reason="there is no fork here")
def test_a_forked_child_has_thinkers_of_its_own() -> None:
    """Those of its parent would never answer: the threads that wait for them are not forked."""
    bot = hr.bot("expert", hr.load("shithead"), ms=300)
    assert isinstance(bot, Searcher)
    parents = bot.thinkers
    with ProcessPoolExecutor(1, mp_context=multiprocessing.get_context("fork")) as pool:
        assert pool.submit(_others_than, [each.process.pid for each in parents.each] if parents else []).result(60)


def _others_than(pids: list[int]) -> bool:
    match = dealt()
    bot = Searcher(match.game, ms=1000)
    bot.choose(match.view(match.to_act[0]))
    assert bot.thinkers is not None
    own = [each.process.pid for each in bot.thinkers.each]
    bot.thinkers.close()
    return bool(own) and not set(own) & set(pids)
