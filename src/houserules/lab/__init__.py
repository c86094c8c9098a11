"""What does a set of house rules do to the game? Many matches of quick players, and what they show.

Each match is dealt as a real one is (match 7 of seed "lab" has the deal of the seed "lab:7"). Nobody swaps cards before
the first play. The players are those of `kernel.shedding_policy`: they play low cards first and do not think ahead, so
a report says how a house plays, not how well one can play it.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import msgspec

from houserules.errors import RequestError
from houserules.games import AnyGame, load
from houserules.shell import bar, check_plot

from .compare import Comparison, compare, text_of_comparison
from .picture import plot
from .report import Report, text_of
from .runner import run

__all__ = ["Comparison", "Report", "add_command", "compare", "plot", "run", "text_of", "text_of_comparison"]


def add_command(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add `houserules lab` to the commands."""
    lab = subparsers.add_parser("lab", help="play many matches of a house and say what they show")
    lab.add_argument("game", metavar="GAME|FILE|CODE", help="a game, a house in TOML, or the code of a house")
    lab.add_argument("other", nargs="?", metavar="OTHER", help="another one: what does the change do?")
    lab.add_argument("--games", type=int, default=1000, metavar="N", help="how many matches (default: 1000)")
    lab.add_argument("--seats", type=int, metavar="K", help="default: 4, or what the game allows")
    lab.add_argument("--seed", default="lab", metavar="S", help="the same seed gives the same report (default: lab)")
    lab.add_argument("--json", action="store_true", help="answer as JSON")
    lab.add_argument("--plot", type=Path, metavar="FILE", help="draw it as well: a .png or an .svg file")
    lab.set_defaults(command=_command)


def _command(options: argparse.Namespace) -> int:
    game = load(options.game)
    other = None if options.other is None else load(options.other)
    if other is not None:
        return _compare(game, other, options)
    seats = options.seats if options.seats is not None else max(min(4, game.seats.stop - 1), game.seats.start)
    if options.plot is not None:
        check_plot(options.plot)
    show = bar("lab")
    report = run(game, seats, options.games, options.seed, progress=lambda share: show(share, ""))
    if options.plot is not None:
        plot(report, options.plot)
    print(msgspec.json.encode(report).decode() if options.json else text_of(report))
    return 0


def _compare(game: AnyGame, other: AnyGame, options: argparse.Namespace) -> int:
    """What changes from the first house to the second."""
    if options.plot is not None:
        raise RequestError("bad-request", "--plot draws one house: leave out the other one")
    show = bar("lab")
    found = compare(game, other, options.seats, options.games, options.seed, progress=lambda share: show(share, ""))
    print(msgspec.json.encode(found).decode() if options.json else text_of_comparison(found))
    return 0
