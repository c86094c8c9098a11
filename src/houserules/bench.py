"""How fast is it? Random playouts in the kernel, and whole moves through the public face, on one core.

Seconds are those that the core gave to this process: other work of a shared machine does not count.
"""

from __future__ import annotations

import random
import statistics
import time
import tracemalloc
from collections.abc import Callable

import msgspec

from .core import to_json
from .errors import RequestError
from .games import AnyGame
from .kernel.bits import COMPILED
from .kernel.playout import playout, playouts
from .kernel.position import Position
from .match import Match

ShowProgress = Callable[[float], None]
"""Called with the share that is done, from 0 to 1."""

ROUNDS = 5
"""Each number is the median of this many rounds, because single rounds vary on a shared machine."""


class Speed(msgspec.Struct, frozen=True):
    seats: int
    playout_moves_per_s: int
    playout_range: tuple[int, int]
    match_moves_per_s: int
    match_range: tuple[int, int]
    table_move_us: float
    """A move, its events, and the views of all seats, as JSON."""
    table_range: tuple[float, float]
    state_bytes: int
    limit_share: float
    """Of random matches: those that end at a limit."""


def build() -> str:
    return "compiled" if COMPILED else "interpreted"


def measure(game: AnyGame, seats: int, seconds: float, progress: ShowProgress) -> Speed:
    """Measure one game, for `seconds` in all."""
    if not isinstance(getattr(game.new(seats, "bench"), "kernel", None), Position):
        raise RequestError("bad-request", f"{game.id} cannot be measured: its rules are not in the kernel")
    step = seconds / (3 * ROUNDS)
    playing: list[int] = []
    matching: list[int] = []
    serving: list[float] = []
    for number in range(ROUNDS):
        playing.append(_playout_round(game, seats, step, number))
        progress((3 * number + 1) / (3 * ROUNDS))
        matching.append(_match_round(game, seats, step, number))
        progress((3 * number + 2) / (3 * ROUNDS))
        serving.append(_table_round(game, seats, step, number))
        progress((3 * number + 3) / (3 * ROUNDS))
    return Speed(
        seats=seats,
        playout_moves_per_s=int(statistics.median(playing)),
        playout_range=(min(playing), max(playing)),
        match_moves_per_s=int(statistics.median(matching)),
        match_range=(min(matching), max(matching)),
        table_move_us=statistics.median(serving),
        table_range=(min(serving), max(serving)),
        state_bytes=_state_bytes(game, seats),
        limit_share=_limit_share(game, seats),
    )


def _playout_round(game: AnyGame, seats: int, seconds: float, seed: int) -> int:
    start = game.new(seats, str(seed)).kernel
    batch = 100 if COMPILED else 2
    moves, begin = 0, time.process_time()
    while (elapsed := time.process_time() - begin) < seconds or moves == 0:
        moves += playouts(start, batch, seed + moves)[0]
    return int(moves / elapsed)


def _match_round(game: AnyGame, seats: int, seconds: float, seed: int) -> int:
    """Each move as a table plays it: a view for the seat that acts, its choice, the events."""
    chance = random.Random(seed)
    moves, begin = 0, time.process_time()
    while True:
        match = Match.new(game, seats=seats, seed=str(chance.random()))
        while acting := match.to_act:
            seat = chance.choice(acting)  # where all may act at once, the first seat could act for ever
            match.play(seat, chance.choice(match.view(seat).legal))
            moves += 1
            if (elapsed := time.process_time() - begin) >= seconds:
                return int(moves / elapsed)


def _table_round(game: AnyGame, seats: int, seconds: float, seed: int) -> float:
    """Microseconds for what a server does at each move, without its network."""
    chance = random.Random(seed)
    moves, spent = 0, 0.0
    while True:
        match = Match.new(game, seats=seats, seed=str(chance.random()))
        while acting := match.to_act:
            seat = chance.choice(acting)
            move = chance.choice(match.view(seat).legal)
            begin = time.process_time()
            to_json(match.play(seat, move))
            for viewer in range(seats):
                to_json(match.view(viewer))
            spent += time.process_time() - begin
            moves += 1
            if spent >= seconds:
                return round(spent / moves * 1e6, 1)


def _limit_share(game: AnyGame, seats: int) -> float:
    start = game.new(seats, "limit").kernel
    count = 1000 if COMPILED else 30
    reached = 0
    for seed in range(count):
        core = start.dealt(seed)
        playout(core, seed)
        reached += core.cut()
    return reached / count


def _state_bytes(game: AnyGame, seats: int, count: int = 1000) -> int:
    """The memory that one more stored state takes."""
    state = game.new(seats, "memory").kernel
    kept = [state] * count
    tracemalloc.start()
    before = tracemalloc.get_traced_memory()[0]
    for at in range(count):
        kept[at] = state.copy()
    used = tracemalloc.get_traced_memory()[0] - before
    tracemalloc.stop()
    return used // count
