"""Play many matches of a house, on all cores, and report what they show."""

from __future__ import annotations

import math
import signal
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from typing import Final

from houserules.errors import RequestError
from houserules.games import AnyGame
from houserules.games.shedding.game import Shedding
from houserules.games.shedding.house import House
from houserules.shell import cores

from .play import Bench, Tally
from .report import Report, report_of
from .rules import rule_names
from .shares import Share, share_of

ShowProgress = Callable[[float], None]
"""Called with the share that is done, from 0 to 1."""

CHUNK: Final = 25
"""The fewest matches in one piece of work. The result does not depend on it."""
PARTS: Final = 1000
"""The most pieces of work."""
MOST_GAMES: Final = 10_000_000

_bench: list[Bench] = []
"""The bench that a worker process plays at."""


def _set_up(house: House, seats: int, seed: str) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent stops its workers itself
    _bench[:] = [Bench(house, seats, seed)]


def _work(part: tuple[int, int]) -> Tally:
    return _bench[0].play(*part)


def _work_careless(part: tuple[int, int]) -> Tally:
    return _bench[0].play_careless(*part)


def run(
    game: AnyGame,
    seats: int,
    games: int = 1000,
    seed: int | str = "lab",
    workers: int | None = None,
    progress: ShowProgress | None = None,
) -> Report:
    """Play this many matches and report what they show: the same for the same seed, with any number of workers."""
    checked = check_request(game, seats, games, seed, workers)
    tally = _tally(checked, seats, games, str(seed), workers, progress, careless=False)
    return report_of(checked, seats, str(seed), tally)


def share_of_careless(
    game: AnyGame, seats: int, games: int, seed: int | str = "lab", workers: int | None = None
) -> Share:
    """How often a player who lays anything that is allowed is last among quick players: the less, the more is luck."""
    checked = check_request(game, seats, games, seed, workers)
    tally = _tally(checked, seats, games, str(seed), workers, None, careless=True)
    return share_of(tally.careless_last, tally.careless)


def check_request(game: AnyGame, seats: int, games: int, seed: int | str, workers: int | None) -> Shedding:
    """The game, if the lab can play it so."""
    if not isinstance(game, Shedding):
        raise RequestError("bad-request", f"the lab cannot play {game.id}: it plays games of the Shithead family")
    game.check_seats(seats)
    if not 1 <= games <= MOST_GAMES:
        raise RequestError("bad-request", f"the number of matches must be from 1 to {MOST_GAMES:,}")
    if not str(seed).isprintable():
        raise RequestError("bad-request", f"the seed {seed!a} must be text that can be printed")
    if workers is not None and workers < 1:
        raise RequestError("bad-request", "there must be at least one worker")
    return game


def _tally(
    game: Shedding,
    seats: int,
    games: int,
    seed: str,
    workers: int | None,
    progress: ShowProgress | None,
    *,
    careless: bool,
) -> Tally:
    chunk = max(CHUNK, math.ceil(games / PARTS))
    parts = [(start, min(start + chunk, games)) for start in range(0, games, chunk)]
    tally = Tally(seats, len(rule_names(game.rules)))
    for done in _played(game.rules, seats, seed, parts, min(workers or cores(), len(parts)), careless=careless):
        tally.add(done)
        if progress is not None:
            progress(len(tally.plays) / games)
    return tally


def _played(
    house: House, seats: int, seed: str, parts: list[tuple[int, int]], workers: int, *, careless: bool
) -> Iterator[Tally]:
    if workers == 1:
        bench = Bench(house, seats, seed)
        yield from ((bench.play_careless if careless else bench.play)(*part) for part in parts)
        return
    with ProcessPoolExecutor(workers, initializer=_set_up, initargs=(house, seats, seed)) as pool:
        try:
            yield from pool.map(_work_careless if careless else _work, parts)
        finally:
            pool.shutdown(cancel_futures=True)
