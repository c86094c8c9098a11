"""The arena: bots against bots on the same deals, with honest statistics."""

from __future__ import annotations

import argparse
import math
from collections.abc import Callable, Iterator, Sequence
from itertools import combinations
from pathlib import Path
from typing import Final

import msgspec

from houserules.bots import Limit, read_bot
from houserules.errors import RequestError
from houserules.games import AnyGame, load
from houserules.shell import bar, check_plot, cores

from .play import Block, LoadableRules, Setting, blocks
from .ratings import openskill_model
from .report import Report, make_report, plot, score, text_of
from .statistics import Estimate, Sprt, by_block, sprt

__all__ = ["Report", "add_command", "run"]

MOST_DEALS: Final = 1_000_000
EVERY: Final = 10
"""Blocks between two running estimates."""

ShowProgress = Callable[[float, str], None]
"""Is called with the share that is done, from 0 to 1, and what is known so far."""


def run(
    game: AnyGame,
    bots: Sequence[str],
    *,
    seats: int = 2,
    deals: int = 500,
    seed: int | str = 1,
    ms: int = 1000,
    league: bool = False,
    test: tuple[float, float] | None = None,
    saved: Path | None = None,
    workers: int | None = None,
    progress: ShowProgress | None = None,
) -> Report:
    """Play this many deals, each in all rotations, and report what they show.

    With more seats than bots, the last bot fills the rest. In a league every pair meets, or at larger tables every
    combination of bots. `test` asks whether the first bot's share is the second number rather than the first, and stops
    as soon as that is clear. `saved` is a file of finished blocks: they are read, and new ones are added."""
    setting = _setting(game, bots, seats, str(seed), ms, league)
    _check(game, setting, deals, league, test, workers)
    known = {} if saved is None else _read(saved, setting)
    found: list[Block] = []
    scores: list[float] = []
    answer: Sprt | None = None
    for block, new in blocks(setting, deals, known, workers or cores()):
        found.append(block)
        if new and saved is not None:
            with saved.open("ab") as file:
                file.write(msgspec.json.encode(block) + b"\n")
        if (first := score(block, 0)) is not None:
            scores.append(first)
        if progress is not None and (len(found) % EVERY == 0 or len(found) == deals * len(setting.tables)):
            progress(len(found) / (deals * len(setting.tables)), _running_result(setting.bots[0], by_block(scores)))
        if test is not None:
            answer = sprt(scores, *test)
            if answer.answer is not None:
                break
    return make_report(setting, found, answer, league)


def _setting(game: AnyGame, bots: Sequence[str], seats: int, seed: str, ms: int, league: bool) -> Setting:
    game.check_seats(seats)
    if not bots:
        raise RequestError("bad-request", "name the bots, as in --bots medium,random")
    if league:
        if len(bots) < max(seats, 2):
            raise RequestError("bad-request", f"a league of {seats} seats needs at least as many bots, not {len(bots)}")
        if len(set(bots)) < len(bots):
            raise RequestError("bad-request", "a bot is named twice: in a league, name each bot once")
        tables = tuple(combinations(range(len(bots)), seats))
    else:
        if len(bots) == 1:
            twice = f"--bots {bots[0]},{bots[0]}"
            raise RequestError("bad-request", f"name at least two bots; {twice} lets {bots[0]} play against itself")
        if len(bots) > seats:
            raise RequestError("bad-request", f"{len(bots)} bots do not fit on {seats} seats: name fewer, or --league")
        tables = ((*range(len(bots)), *[len(bots) - 1] * (seats - len(bots))),)
    return Setting(LoadableRules.of(game), seats, tuple(bots), seed, ms, tables)


def _check(
    game: AnyGame, setting: Setting, deals: int, league: bool, test: tuple[float, float] | None, workers: int | None
) -> None:
    """Refuse everything that is wrong before the first match."""
    Limit(ms=setting.ms)
    for name in setting.bots:
        read_bot(name, game)
    if not 1 <= deals <= MOST_DEALS:
        raise RequestError("bad-request", f"the number of deals must be from 1 to {MOST_DEALS:,}")
    if not setting.seed.isprintable():
        raise RequestError("bad-request", f"the seed {setting.seed!a} must be text that can be printed")
    if workers is not None and workers < 1:
        raise RequestError("bad-request", "there must be at least one worker")
    if test is not None and (league or not 0 < test[0] < test[1] < 1):
        if league:
            raise RequestError("bad-request", "a league cannot be tested: leave out --sprt or --league")
        raise RequestError("bad-request", "a test needs two shares, the first below the second, as in 0.5,0.55")
    if league and setting.seats > 2:
        openskill_model()


def _running_result(name: str, estimate: Estimate) -> str:
    return f"{name} {100 * estimate.mean:.1f} % ± {100 * estimate.half:.1f}"


# -- Finished blocks in a file ---------------------------------------------------------------------------------------


def _read(path: Path, setting: Setting) -> dict[tuple[int, int], Block]:
    """The blocks of a file. A new file begins with its setting; a last line that was cut off is removed."""
    try:
        text = path.read_bytes() if path.exists() else b""
        whole = text[: text.rfind(b"\n") + 1]
        lines = whole.splitlines()
        if not lines:
            path.write_bytes(msgspec.json.encode(setting) + b"\n")
            return {}
        if len(whole) < len(text):
            path.write_bytes(whole)
    except OSError as problem:
        raise RequestError("bad-request", f"{path} cannot be read or written: {problem.strerror}") from problem
    return {(block.table, block.number): block for block in _decoded(path, lines, setting)}


def _decoded(path: Path, lines: Sequence[bytes], setting: Setting) -> Iterator[Block]:
    try:
        if msgspec.json.decode(lines[0], type=Setting) != setting:
            raise RequestError("bad-request", f"{path} has blocks of another setting: name another file")
        for line in lines[1:]:
            yield msgspec.json.decode(line, type=Block)
    except (msgspec.DecodeError, UnicodeDecodeError) as problem:
        raise RequestError("bad-request", f"{path} is not a file of finished blocks: {problem}") from problem


# -- The command -----------------------------------------------------------------------------------------------------


def add_command(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add `houserules arena` to the commands."""
    arena = subparsers.add_parser("arena", help="play bots against bots and say how strong they are")
    arena.add_argument("--game", default="shithead", help="a game, or a house in TOML (default: shithead)")
    arena.add_argument(
        "--bots", required=True, metavar="A,B", help="levels, as in hard:aggressive,hard or expert@300,hard"
    )
    arena.add_argument("--seats", type=int, default=2, help="default: 2; the last bot named fills the rest")
    arena.add_argument("--deals", type=int, default=500, help="each is played in all rotations (default: 500)")
    arena.add_argument("--seed", default="1", help="the same seed deals the same cards (default: 1)")
    arena.add_argument("--ms", type=int, default=1000, help="for a move of bots that search (default: 1000)")
    arena.add_argument("--league", action="store_true", help="every pair meets; a rating table")
    arena.add_argument("--sprt", metavar="H0,H1", help="stop when the first bot's share is clear, as in 0.5,0.55")
    arena.add_argument(
        "--resume", type=Path, metavar="FILE", help="keep finished blocks in this file, and continue from them"
    )
    arena.add_argument("--jobs", type=int, help="processes (default: as many as there are cores)")
    arena.add_argument("--plot", type=Path, metavar="FILE", help="draw the ladder: a .png or an .svg file")
    arena.add_argument("--json", action="store_true", help="answer as JSON")
    arena.set_defaults(command=_command)


def _command(options: argparse.Namespace) -> int:
    """Exit code 1 if a test says no."""
    game = load(options.game)
    if options.plot is not None:
        check_plot(options.plot)
    report = run(
        game,
        [name.strip() for name in options.bots.split(",") if name.strip()],
        seats=options.seats,
        deals=options.deals,
        seed=options.seed,
        ms=options.ms,
        league=options.league,
        test=None if options.sprt is None else _shares(options.sprt),
        saved=options.resume,
        workers=options.jobs,
        progress=bar("arena"),
    )
    if options.plot is not None:
        plot(report, options.plot)
    print(msgspec.json.encode(report).decode() if options.json else text_of(report))
    return 1 if report.sprt is not None and report.sprt.answer == "h0" else 0


def _shares(text: str) -> tuple[float, float]:
    try:
        low, high = (float(word) for word in text.split(","))
    except ValueError as problem:
        raise RequestError("bad-request", f"--sprt needs two shares, as in 0.5,0.55, not {text!r}") from problem
    return (low, high) if math.isfinite(low + high) else (1.0, 0.0)
