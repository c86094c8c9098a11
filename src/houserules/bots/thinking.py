"""Thinking ahead within a time: in processes that live on, so that whoever waits for a move can do something else.

    thinkers = Thinkers(2)                        # two processes, started once
    answer = thinkers.ask(task).result()          # a Future: `await asyncio.wrap_future(thinkers.ask(task))`

A process that dies or hangs is replaced, and what the others found in time is the answer. If nobody found anything,
that is said in time, and the asker plays what looks sensible at first sight.
"""

from __future__ import annotations

import atexit
import math
import os
import pickle
import selectors
import struct
import subprocess
import sys
import threading
import time
from collections.abc import Iterable, Mapping
from concurrent.futures import Future
from contextlib import suppress
from functools import lru_cache
from pathlib import Path
from queue import SimpleQueue
from typing import Any, BinaryIO, Final

import msgspec

from houserules.core import Move, View
from houserules.games import AnyGame, load
from houserules.kernel.position import UNIT, Position
from houserules.kernel.search import Search

SLICE: Final = 0.003
"""Seconds between two looks at the clock."""
SPARE: Final = 0.03
LEAST_SPARE: Final = 0.008
MOST_SPARE: Final = 0.3
"""The share of the time that is kept for the way back: at least so many seconds, since a busy machine wakes nobody at
once, and at most so large a share."""
CLEAR: Final = 0.25
"""The best move is clear when it leads by more than this share of the visits to come. Only 1 would be certain; but of
272 decisions at `shithead` 6 came out differently, at a cost of 0.0002 of a win each, and a quarter of the time was
saved: nobody likes to wait for what is plain."""
LATE: Final = 0.02
"""The share of the time past which nobody waits for an answer."""
START: Final = 0.5
"""The share of the time past which a process that is not ready is left alone for this move."""
PATIENCE: Final = 20.0
"""Seconds past which a process that has not started never will."""
GRACE: Final = 2.0
"""Seconds past which a process that is late with an answer hangs. Before that it is only busy: to replace it then
would cost a busy machine more than to wait."""
WHOLE: Final = ("most", "nodes", "deepest", "worlds", "models")
"""The parameters of a search that are whole numbers. That it may look at hidden cards is none of these."""


class Found(msgspec.Struct, frozen=True, gc=False):
    """What a search found out about one move; of several searches the numbers are added."""

    move: str
    visits: int
    total: int
    squares: int
    plan: int = 0
    """Where many moves in a row are one decision: which of the ways that begin with this move."""

    @property
    def mean(self) -> float:
        """The mean payoff, from 0 for the last place to 1 for the first."""
        return self.total / (self.visits * UNIT)

    @property
    def error(self) -> float:
        """Its standard error. A few equal results prove little: two more are thought of, one good and one bad."""
        visits = self.visits + 2
        mean = (self.total / UNIT + 1) / visits
        return math.sqrt(max((self.squares / UNIT**2 + 1) / visits - mean * mean, 0.0) / visits)


class Task(msgspec.Struct, frozen=True, gc=False):
    """Something to think about: all of it may be known to the seat that thinks."""

    game: str | Mapping[str, object]
    view: View
    seed: int
    seconds: float | None
    """How long; None: until `iterations` are done."""
    iterations: int | None = None
    options: Mapping[str, float] = {}
    """Parameters of the search."""


class Answer(msgspec.Struct, frozen=True, gc=False):
    found: tuple[Found, ...]
    """The most visited move first; () if there was no time."""
    iterations: int


NOTHING: Final = Answer((), 0)


def added(answers: Iterable[Answer]) -> Answer:
    """What several searches found, as one."""
    sums: dict[tuple[str, int], Found] = {}
    iterations = 0
    for answer in answers:
        iterations += answer.iterations
        for found in answer.found:
            which = found.move, found.plan
            old = sums.get(which, Found(found.move, 0, 0, 0))
            visits, total, squares = old.visits + found.visits, old.total + found.total, old.squares + found.squares
            sums[which] = Found(found.move, visits, total, squares, found.plan)
    every = sorted(sums.values(), key=lambda found: (-found.visits, -found.total, found.move, found.plan))
    if any(found.plan for found in every):
        # Each search has dropped the worse half again and again, and may have kept another one to the last.
        often = [found for found in every if 2 * found.visits >= every[0].visits]
        best = max(often, key=lambda found: found.mean)
        every = [best, *[found for found in every if found is not best]]
    return Answer(tuple(every), iterations)


# -- One search ------------------------------------------------------------------------------------------------------


def think(task: Task) -> Answer:
    """Search in this process, for as long as the task says."""
    begin = time.perf_counter()
    game = _game(pickle.dumps(task.game))
    state = game.imagine(task.view, task.seed)
    end = None if task.seconds is None else begin + task.seconds - spare(task.seconds)
    plans = game.plans(state)
    if plans:
        return _weighed(plans, state.kernel, task, end)
    position: Position = state.kernel
    search = _search(position, position.turn, task)
    _run(search, task.iterations, end, early=True)
    found = [
        Found(str(game.say(state, number)), visits, total, squares)
        for number, visits, total, squares, _ in search.rows()
    ]
    return Answer(tuple(found), search.done)


def spare(seconds: float) -> float:
    """What is kept of the time for the way back."""
    return min(max(SPARE * seconds, LEAST_SPARE), MOST_SPARE * seconds)


def _search(position: Position, seat: int, task: Task, **more: int) -> Search:
    if "cheats" in task.options:
        raise ValueError("a bot has nothing to cheat with")
    options: dict[str, Any] = {
        name: int(value) if name in WHOLE else float(value) for name, value in task.options.items()
    }
    return Search(position, seat, task.seed, **{**options, **more})


@lru_cache(maxsize=8)
def _game(pickled: bytes) -> AnyGame:
    return load(pickle.loads(pickled))


def _run(search: Search, iterations: int | None, end: float | None, *, early: bool) -> None:
    """Slices of a search until the time is up, or the best move is clear."""
    step = 1
    begin = time.perf_counter()
    start = search.done
    while iterations is None or search.done - start < iterations:
        if iterations is not None:
            step = min(step, iterations + start - search.done)
        search.run(step)
        if end is None:
            step = 1000 if iterations is None else iterations
            continue
        now = time.perf_counter()
        speed = float(search.done - start) / max(now - begin, 1e-6)
        step = max(int(speed * min(SLICE, (end - now) / 2)), 1)
        if now + 1 / speed > end or (early and search.lead() > CLEAR * speed * (end - now)):
            return


def _weighed(plans: list[tuple[Move, Any]], origin: Position, task: Task, end: float | None) -> Answer:
    """Where one decision takes many moves: what each way is worth. The worse half is dropped, again and again."""
    seat = origin.turn
    every = [(move, _search(after.kernel, seat, task, deepest=0)) for move, after in plans]
    left = every
    rounds = max(len(left) - 1, 1).bit_length()
    now = time.perf_counter()
    for turn in range(rounds):
        share = None if end is None else (end - now) / (rounds - turn) / len(left)
        count = None if task.iterations is None else max(task.iterations // (rounds * len(left)), 1)
        count = 1 if len(every) == 1 else count
        for _, search in left:
            until = None if share is None else min(time.perf_counter() + share, end or 0.0)
            _run(search, count, until, early=False)
        left = sorted(left, key=lambda pair: -float(pair[1].total) / float(pair[1].done))[: (len(left) + 1) // 2]
        now = time.perf_counter()
    best = left[0][1]
    found = [
        # The one that was kept to the last counts as the most visited, whatever the rounding of the rounds did.
        Found(str(move), search.done + (search is best), search.total, search.squares, plan)
        for plan, (move, search) in enumerate(every)
    ]
    return added([Answer(tuple(found), sum(search.done for _, search in every))])


# -- A process that thinks -------------------------------------------------------------------------------------------


def _send(pipe: BinaryIO, value: object) -> None:
    data = pickle.dumps(value)
    pipe.write(struct.pack("<I", len(data)) + data)
    pipe.flush()


def _receive(pipe: BinaryIO) -> object:
    return pickle.loads(_exactly(pipe, struct.unpack("<I", _exactly(pipe, 4))[0]))


def _exactly(pipe: BinaryIO, count: int) -> bytes:
    """So many bytes of a pipe, which gives them in pieces."""
    data = b""
    while len(data) < count:
        piece = pipe.read(count - len(data))
        if not piece:
            raise EOFError
        data += piece
    return data


def serve() -> None:
    """What a thinking process does: answer tasks until there are no more. Only its parent talks to it."""
    # Whatever prints must not print into the answers.
    answers = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    word: object = "ready"
    while True:
        try:
            _send(answers, word)
            task = _receive(sys.stdin.buffer)
        except (OSError, EOFError):  # nobody is there any more
            os._exit(0)  # what is left in the pipe, nobody will read
        assert isinstance(task, Task)
        word = think(task)


class Thinker:
    """One process, and the thread that waits for it."""

    def __init__(self) -> None:
        self.tasks: SimpleQueue[tuple[Task, float, Future[Answer]] | None] = SimpleQueue()
        self.process = self._started()
        self.closed = False
        self.thread = threading.Thread(target=self._work, daemon=True, name="houserules thinker")
        self.thread.start()

    def ask(self, task: Task) -> Future[Answer]:
        """Answered within the task's time and LATE of it, with NOTHING if need be."""
        future: Future[Answer] = Future()
        self.tasks.put((task, time.perf_counter(), future))
        return future

    def close(self) -> None:
        self.closed = True
        self.process.kill()  # so that the thread waits no longer
        self.tasks.put(None)
        self.thread.join()
        self._end()

    def _started(self) -> subprocess.Popen[bytes]:
        self._owes(PATIENCE)
        root = str(Path(__file__).resolve().parent.parent.parent)
        # Ctrl-C in a terminal reaches every process that was started there: what it means, only the first decides.
        program = (
            "import signal, sys; signal.signal(signal.SIGINT, signal.SIG_IGN); "
            f"sys.path.insert(0, {root!r}); from houserules.bots.thinking import serve; serve()"
        )
        return subprocess.Popen(
            [sys.executable, "-c", program], stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0
        )

    def _end(self) -> None:
        process = self.process
        process.kill()
        process.wait()
        for pipe in (process.stdin, process.stdout):
            if pipe is not None:
                pipe.close()

    def _replace(self) -> None:
        self._end()
        self.process = self._started()

    def _owes(self, seconds: float) -> None:
        """A word is due before anything else can be asked: that it has started, or an answer that came too late."""
        self.ready = False
        self.hopeless = time.perf_counter() + seconds

    def _work(self) -> None:
        while (item := self.tasks.get()) is not None:
            task, begin, future = item
            try:
                answer, broken = self._asked(task, begin), False
            except (OSError, EOFError, ValueError, pickle.UnpicklingError):
                answer, broken = NOTHING, True
            if future.set_running_or_notify_cancel():
                future.set_result(answer)
            if broken and not self.closed:  # and only now: somebody waits for the answer, nobody for the next process
                with suppress(OSError):
                    self._replace()

    def _asked(self, task: Task, begin: float) -> Answer:
        """Raises whatever means that the process is of no use any more."""
        last = None if task.seconds is None else begin + task.seconds * (1 + LATE)
        if not self.ready:
            until = math.inf if task.seconds is None else begin + START * task.seconds
            if not self._heard(min(until, self.hopeless)):
                if time.perf_counter() >= self.hopeless:
                    raise EOFError("it never started, or hangs")
                return NOTHING  # it is still at it: next time
            _receive(self._out())
            self.ready = True
        if task.seconds is not None:
            left = begin + task.seconds - time.perf_counter()
            if left < task.seconds / 10:
                return NOTHING
            task = msgspec.structs.replace(task, seconds=left)
        assert self.process.stdin is not None
        _send(self.process.stdin, task)  # type: ignore[arg-type]  # an unbuffered pipe
        if not self._heard(last):
            self._owes(GRACE)
            return NOTHING
        answer = _receive(self._out())
        assert isinstance(answer, Answer)
        return answer

    def _out(self) -> BinaryIO:
        assert self.process.stdout is not None
        return self.process.stdout  # type: ignore[return-value]  # an unbuffered pipe reads as a buffered one does

    def _heard(self, until: float | None) -> bool:
        """Wait for a word of the process."""
        with selectors.DefaultSelector() as selector:
            selector.register(self._out(), selectors.EVENT_READ)
            return bool(selector.select(None if until is None else max(until - time.perf_counter(), 0.0)))


class Thinkers:
    """Some processes that think about the same thing at once, each with a seed of its own."""

    def __init__(self, count: int) -> None:
        self.each = [Thinker() for _ in range(count)]
        atexit.register(self.close)

    def ask(self, task: Task) -> Future[Answer]:
        """What all of them found, when the last has answered."""
        result: Future[Answer] = Future()
        lock = threading.Lock()
        answers: list[Answer] = []

        def one(done: Future[Answer]) -> None:
            with lock:
                answers.append(done.result())
                complete = len(answers) == len(self.each)
            if complete and result.set_running_or_notify_cancel():
                result.set_result(added(answers))

        for number, thinker in enumerate(self.each):
            thinker.ask(msgspec.structs.replace(task, seed=task.seed + number)).add_done_callback(one)
        return result

    def close(self) -> None:
        atexit.unregister(self.close)
        for thinker in self.each:
            thinker.close()
        self.each = []


def cores() -> int:
    """How many processes can run at once."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


_shared: list[Thinkers] = []
if hasattr(os, "register_at_fork"):
    # A forked child has the processes of its parent, but not the threads that talk to them: it starts its own.
    os.register_at_fork(after_in_child=_shared.clear)


def shared() -> Thinkers:
    """The thinkers of this process, started when they are first asked for."""
    if not _shared:
        _shared.append(Thinkers(min(cores(), 2)))
    return _shared[0]
