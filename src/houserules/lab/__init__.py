"""What does a set of house rules do to the game? Many matches of quick players, and what they show.

Each match is dealt as a real one is (match 7 of seed "lab" has the deal of the seed "lab:7"). Nobody swaps cards before
the first play. The players are those of `kernel.shedding_policy`: they play low cards first and do not think ahead, so
a report says how a house plays, not how well one can play it.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import msgspec

from houserules.games import load
from houserules.shell import bar, check_plot

from .picture import plot
from .report import Report, text_of
from .runner import run

__all__ = ["Report", "add_command", "plot", "run", "text_of"]


def add_command(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add `houserules lab` to the commands."""
    lab = subparsers.add_parser("lab", help="play many matches of a house and say what they show")
    lab.add_argument("game", metavar="GAME|FILE", help="a game, or a house in TOML")
    lab.add_argument("--games", type=int, default=1000, metavar="N", help="how many matches (default: 1000)")
    lab.add_argument("--seats", type=int, metavar="K", help="default: 4, or what the game allows")
    lab.add_argument("--seed", default="lab", metavar="S", help="the same seed gives the same report (default: lab)")
    lab.add_argument("--json", action="store_true", help="answer as JSON")
    lab.add_argument("--plot", type=Path, metavar="FILE", help="draw it as well: a .png or an .svg file")
    lab.set_defaults(command=_command)


def _command(options: argparse.Namespace) -> int:
    game = load(options.game)
    seats = options.seats if options.seats is not None else max(min(4, game.seats.stop - 1), game.seats.start)
    if options.plot is not None:
        check_plot(options.plot)
    show = bar("lab")
    report = run(game, seats, options.games, options.seed, progress=lambda share: show(share, ""))
    if options.plot is not None:
        plot(report, options.plot)
    print(msgspec.json.encode(report).decode() if options.json else text_of(report))
    return 0
