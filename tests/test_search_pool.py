"""The pool of search workers: promises that are kept, cores that are shared, processes that fail."""

import asyncio
import multiprocessing
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import CancelledError, ProcessPoolExecutor
from typing import Any

import msgspec
import pytest

import houserules as hr
from houserules.bots import Limit, search_pool, search_worker
from houserules.bots import shared_pool as of_the_program
from houserules.bots.search import Searcher
from houserules.bots.search_pool import SearchPool
from houserules.bots.search_result import SearchResult
from houserules.bots.shared_pool import shared_pool
from houserules.bots.tasks import Stopped, Task, never
from houserules.bots.timed_search import SearchTask
from houserules.bots.worker_process import TaskFailure

pytestmark = pytest.mark.one_build

SOME_MORE = 60
"""Seconds that are forgiven on a machine that does other things as well. How close promises are kept is measured by
bench/search_pool.py."""
PATIENCE = 120
"""Seconds until a test that waits fails."""


@pytest.fixture(scope="module")
def running() -> Iterator[SearchPool]:
    """Two processes for all tests of this file."""
    some = SearchPool(2)
    yield some
    some.close()


@pytest.fixture
def pool(running: SearchPool) -> SearchPool:
    """Whatever an earlier test has done to them, both processes are ready."""
    up(running)
    return running


def up(pool: SearchPool) -> None:
    until = time.monotonic() + 60
    while not all(worker.is_ready for worker in pool.workers):
        assert time.monotonic() < until
        time.sleep(0.01)


def pids(pool: SearchPool) -> list[int]:
    return [worker.process.pid for worker in pool.workers if worker.process is not None]


def dealt(seats: int = 2) -> hr.Match[Any]:
    match = hr.Match.new(hr.load("shithead"), seats=seats, seed="think")
    for seat in range(seats):
        match.play(seat, "ready")
    return match


def task(seconds: float | None = None, **more: Any) -> SearchTask:
    """Something to think about, for all of its time."""
    match = dealt()
    view = match.view(match.to_act[0])
    return SearchTask(game="shithead", view=view, seed=1, seconds=seconds, stops_early=False, **more)


class Crash(Task[int], frozen=True):
    """It raises wherever it is done."""

    def run(self, stopped: Stopped = never) -> int:
        raise ZeroDivisionError("on purpose")


class Nothing(Task[None], frozen=True):
    """Its result is None, as that of an ending that cannot be proved."""

    def run(self, stopped: Stopped = never) -> None:
        """It does nothing."""


class Noisy(Task[int], frozen=True):
    """It prints."""

    def run(self, stopped: Stopped = never) -> int:
        print("this is not a result", flush=True)
        return 7


# -- What is promised ------------------------------------------------------------------------------------------------


def test_a_free_worker_begins_at_once(pool: SearchPool) -> None:
    begin = time.perf_counter()
    ticket = pool.ask(task(0.3))
    result = ticket.result(PATIENCE)

    assert ticket.promised == pytest.approx(0.3)
    assert result.found
    assert time.perf_counter() - begin < 0.3 * 1.1 + SOME_MORE


def test_whoever_waits_is_told_how_long(pool: SearchPool) -> None:
    """Six tables, two workers: three rounds."""
    tickets = [pool.ask(task(0.2)) for _ in range(6)]
    promised = [ticket.promised for ticket in tickets]
    next_one = pool.promise(0.2)
    for ticket in tickets:
        ticket.result(PATIENCE)

    assert promised == pytest.approx([0.2, 0.2, 0.4, 0.4, 0.6, 0.6], abs=0.05)
    assert next_one == pytest.approx(0.8, abs=0.05)
    assert pool.promise(0.2) == pytest.approx(0.2)


def test_many_tables_get_what_they_were_promised(pool: SearchPool) -> None:
    """All ask at the same moment: each has its search, of its whole time, when it was promised. The measurement with
    sixteen tables is bench/search_pool.py."""

    async def served() -> tuple[float, float, SearchResult]:
        begin = time.perf_counter()
        ticket = pool.ask(task(0.2))
        assert ticket.promised is not None
        result = await ticket
        return ticket.promised, time.perf_counter() - begin, result

    async def all_at_once() -> list[tuple[float, float, SearchResult]]:
        return await asyncio.gather(*(served() for _ in range(8)))

    for promised, actual, result in asyncio.run(all_at_once()):
        assert promised * 0.75 < actual < promised * 1.1 + SOME_MORE
        assert result.found


def test_a_task_without_a_time_is_promised_nothing_and_done_once(pool: SearchPool) -> None:
    """One worker, and the seed as it is: the same result as without the pool."""
    ticket = pool.ask(task(iterations=40))

    assert ticket.promised is None
    assert ticket.result(60) == task(iterations=40).run()


def test_none_is_a_result(pool: SearchPool) -> None:
    """It is not taken for a worker that failed, and tried again for ever."""
    tickets = [pool.ask(Nothing()) for _ in range(3)]

    assert [ticket.future.result(PATIENCE) for ticket in tickets] == [None] * 3


# -- Shared cores ----------------------------------------------------------------------------------------------------


def test_a_worker_with_nothing_to_do_helps(pool: SearchPool) -> None:
    """Both search the same, and both results are added."""
    at_work: list[bool] = []
    for seconds in (0.4, 4.0, 40.0):  # a busy machine wakes the second one late
        ticket = pool.ask(task(seconds))
        until = time.perf_counter() + seconds
        while len(at_work) < 2 and time.perf_counter() < until:
            time.sleep(0.01)
            at_work = [worker.part.is_help for worker in pool.workers if worker.part is not None]
        ticket.result(PATIENCE)
        if len(at_work) == 2:
            break

    assert sorted(at_work) == [False, True]


def test_a_helper_is_called_back_when_somebody_else_asks(pool: SearchPool) -> None:
    first = pool.ask(task(1.0))
    time.sleep(0.2)
    begin = time.perf_counter()
    second = pool.ask(task(0.3))
    second.result(PATIENCE)

    assert second.promised == pytest.approx(0.3)
    assert time.perf_counter() - begin < 0.3 * 1.1 + SOME_MORE
    assert first.result(PATIENCE).found


def test_the_help_of_one_that_was_called_back_counts() -> None:
    """What it found until then is added."""
    whole, partial = (task(iterations=count).run() for count in (30, 5))

    assert task().combined([whole, partial]).iterations == 35


def test_more_workers_start_when_somebody_has_to_wait() -> None:
    pool = SearchPool(3)
    try:
        up(pool)
        assert len(pool.workers) == search_pool.FIRST_WORKERS
        tickets = [pool.ask(task(0.3)) for _ in range(3)]
        assert len(pool.workers) == 3
        assert all(ticket.result(PATIENCE).found for ticket in tickets)
    finally:
        pool.close()


def test_whoever_stops_waiting_frees_the_worker(pool: SearchPool) -> None:
    """In an event loop and without one; also while it is still in the queue."""

    async def impatient() -> None:
        for _ in range(4):
            with pytest.raises(asyncio.TimeoutError):
                await asyncio.wait_for(_awaited(pool.ask(task(600.0))), 0.05)

    asyncio.run(impatient())
    with pytest.raises(TimeoutError):
        pool.ask(task(600.0)).result(0.05)
    begin = time.perf_counter()

    assert pool.ask(task(0.1)).result(PATIENCE).found
    assert time.perf_counter() - begin < SOME_MORE


async def _awaited(ticket: Any) -> Any:
    return await ticket


def test_what_is_not_done_when_the_pool_is_closed_is_cancelled() -> None:
    pool = SearchPool(1)
    tickets = [pool.ask(task(30.0)) for _ in range(2)]
    pool.close()
    pool.close()

    for ticket in tickets:
        with pytest.raises(CancelledError):
            ticket.result(PATIENCE)
    with pytest.raises(RuntimeError, match="closed"):
        pool.ask(task(0.1))


# -- Processes that fail ---------------------------------------------------------------------------------------------


def test_a_process_that_dies_costs_one_retry_and_is_replaced(pool: SearchPool) -> None:
    """Also where nobody helps: both workers search something, and both die."""
    victims = pids(pool)
    tickets = [pool.ask(task(1.0)) for _ in range(2)]
    begin = time.perf_counter()
    time.sleep(0.2)
    for worker in pool.workers:
        assert worker.process is not None
        worker.process.kill()
    results = [ticket.result(PATIENCE) for ticket in tickets]

    assert all(result.found for result in results)
    assert time.perf_counter() - begin < 1.6 + SOME_MORE
    up(pool)
    assert not set(pids(pool)) & set(victims)


def test_one_that_dies_is_replaced_while_the_other_has_the_answer(pool: SearchPool) -> None:
    ticket = pool.ask(task(0.6))
    time.sleep(0.2)
    helper = next(worker for worker in pool.workers if worker.part is not None and worker.part.is_help)
    assert helper.process is not None
    helper.process.kill()

    assert ticket.result(PATIENCE).found
    up(pool)
    assert helper.process.poll() is None


def test_when_all_die_before_they_are_asked_the_move_still_comes_from_a_search(pool: SearchPool) -> None:
    match = dealt()
    for worker in pool.workers:
        assert worker.process is not None
        worker.process.kill()
    bot = Searcher(match.game, Limit(ms=300), pool=pool)
    begin = time.perf_counter()

    assert bot.choose(match.view(match.to_act[0])) in match.legal(match.to_act[0])
    assert bot.last is not None
    assert bot.last.options
    assert time.perf_counter() - begin < 0.3 * 1.5 + SOME_MORE


@pytest.mark.skipif(sys.platform == "win32", reason="processes are stopped by a signal")
def test_a_process_that_hangs_is_replaced(pool: SearchPool) -> None:
    """One that is stopped can answer no more than one that hangs. The move comes from a search all the same."""
    match = dealt()
    stopped = pids(pool)
    for pid in stopped:
        os.kill(pid, signal.SIGSTOP)
    bot = Searcher(match.game, Limit(ms=200), pool=pool)
    begin = time.perf_counter()
    move = bot.choose(match.view(match.to_act[0]))

    assert time.perf_counter() - begin < 0.2 + 0.1 + 0.1 + SOME_MORE
    assert move in match.legal(match.to_act[0])
    assert bot.last is not None
    assert bot.last.options
    up(pool)
    assert not set(stopped) & set(pids(pool))


def test_where_no_process_can_be_started_a_thread_searches(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(search_worker, "command", lambda: ["/nowhere/python"])
    pool = SearchPool(2)
    try:
        result = pool.ask(task(0.3)).result(PATIENCE)
        assert result.found
        assert pool.ask(task(iterations=5)).result(PATIENCE).iterations == 5
    finally:
        pool.close()


def test_where_every_process_dies_at_its_start_a_thread_searches(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(search_worker, "command", lambda: [sys.executable, "-c", "raise SystemExit(1)"])
    pool = SearchPool(2)
    try:
        assert pool.ask(task(0.3)).result(PATIENCE).found
    finally:
        pool.close()


def test_a_task_that_raises_raises_where_it_was_asked_for(pool: SearchPool) -> None:
    """To try it again would not help, and the process lives on."""
    before = pids(pool)

    with pytest.raises(ZeroDivisionError, match="on purpose"):
        pool.ask(Crash()).result(PATIENCE)
    assert pids(pool) == before


def test_a_failure_that_cannot_be_sent_is_told_in_words() -> None:
    class Local(Exception):
        pass

    assert str(TaskFailure(Local("here")).problem) == "Local: here"


def test_what_is_printed_is_no_result(pool: SearchPool) -> None:
    assert pool.ask(Noisy()).result(PATIENCE) == 7


@pytest.mark.skipif(sys.platform == "win32", reason="there is no such signal")
def test_ctrl_c_is_not_for_the_workers(pool: SearchPool) -> None:
    """In a terminal it reaches all processes; the one that started them decides what it means."""
    before = pids(pool)
    for pid in before:
        os.kill(pid, signal.SIGINT)

    assert pool.ask(task(0.2)).result(PATIENCE).found
    assert pids(pool) == before


def test_a_process_whose_parent_is_gone_ends_silently() -> None:
    """Also if it was about to answer."""
    program = "from houserules.bots.worker_process import serve; serve()"
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


# -- The pool of a program -------------------------------------------------------------------------------------------


def test_the_pool_of_a_program_is_shared(monkeypatch: pytest.MonkeyPatch, pool: SearchPool) -> None:
    monkeypatch.setattr(of_the_program, "_shared", [pool])

    assert shared_pool() is pool
    assert Searcher(hr.load("shithead"), Limit(ms=50)).pool is pool


@pytest.mark.skipif(not hasattr(os, "fork"), reason="there is no fork here")
def test_a_forked_child_has_workers_of_its_own() -> None:
    """Those of its parent would never answer: the threads that wait for them are not forked. A bot that was made before
    the fork uses the new ones."""
    bot = hr.bot("expert", hr.load("shithead"), ms=300)
    assert isinstance(bot, Searcher)
    parents = pids(bot.pool)
    with ProcessPoolExecutor(1, mp_context=multiprocessing.get_context("fork")) as executor:
        assert executor.submit(_other_workers, parents).result(60)


def _other_workers(parents: list[int]) -> bool:
    match = dealt()
    bot = Searcher(match.game, Limit(ms=1000))
    bot.choose(match.view(match.to_act[0]))
    own = pids(bot.pool)
    bot.pool.close()
    return bool(own) and not set(own) & set(parents)


def test_results_travel_as_they_are() -> None:
    """A task and its result are the same after the way there and back."""
    import pickle  # noqa: PLC0415

    sent = task(iterations=5)

    assert pickle.loads(pickle.dumps(sent)) == sent
    assert msgspec.structs.replace(sent, seed=2) != sent
