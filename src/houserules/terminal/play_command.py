"""`houserules play`: what its options mean, and which of them go together."""

from __future__ import annotations

import argparse
import io
import os
import shutil
import sys
from pathlib import Path
from typing import Any, Final, TextIO

from houserules.bots import PERSONALITIES, bot
from houserules.bots.personality import personality
from houserules.errors import RequestError
from houserules.games import AnyGame, load
from houserules.games.shedding.game import Shedding

from . import client, menu
from .look import Look
from .sitting import Sitting, usual_level

FIRST: Final = "shithead"
"""What is played through a pipe if nobody says."""

HEART_OF_FIVE: Final = "heart-of-five"
"""What --config is for."""

DRAWN: Final = "♥┌─│└"
"""What a terminal must be able to write, or it gets ASCII."""


def add_command(subparsers: argparse._SubParsersAction[Any]) -> None:
    """`play`, for the parser of all commands."""
    play = subparsers.add_parser("play", help="play against bots")
    play.add_argument("game", nargs="?", help="a game, or the file of a house; without it a menu (in a pipe: shithead)")
    play.add_argument("--seats", type=int, metavar="N", help="how many play, you included")
    play.add_argument(
        "--bots",
        metavar="LEVEL[,LEVEL...]",
        help="how strong the others are, one after the other; the last fills the rest (default: in the middle)",
    )
    play.add_argument("--personality", metavar="NAME", help=f"what bots lean to: {', '.join(PERSONALITIES)}")
    play.add_argument("--ms", type=int, metavar="N", help="milliseconds for a bot that thinks ahead (default: 1000)")
    play.add_argument("--seed", help="play this deal; without it, a new one")
    play.add_argument("--house", type=Path, metavar="FILE", help="a house of your own, in TOML")
    play.add_argument("--config", type=Path, metavar="FILE", help="a table of Heart of Five, in JSON")
    play.add_argument("--name", help="what you are called")
    play.add_argument("--ascii", action="store_true", help="draw with ASCII only")
    play.add_argument("--no-color", action="store_true", help="no colours; so does the variable NO_COLOR")
    play.add_argument("--resume", action="store_true", help="go on with the newest match that is not over")
    play.set_defaults(command=play_command)


def play_command(options: argparse.Namespace) -> int:
    as_text(sys.stdin, sys.stdout)
    sitting = _sitting(options)
    if sitting is None:
        return 0
    return client.play(sitting, source=sys.stdin, target=sys.stdout, look=look_for(options, sys.stdout))


def as_text(*streams: TextIO) -> None:
    """What is no text here is shown as such, and refused like any nonsense."""
    for stream in streams:
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")


def look_for(options: argparse.Namespace, target: TextIO) -> Look:
    """What the terminal can show, and what the person wants of it."""
    size = shutil.get_terminal_size()
    color = target.isatty() and not options.no_color and not os.environ.get("NO_COLOR")
    return Look(
        width=size.columns,
        height=size.lines,
        ascii=options.ascii or not has_unicode(target) or not locale_has_unicode(),
        color=color and os.environ.get("TERM") != "dumb",
    )


def has_unicode(target: TextIO) -> bool:
    try:
        DRAWN.encode(target.encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True


def locale_has_unicode() -> bool:
    """Python writes UTF-8 also where the locale is C: what the terminal was set to, only the variables say. Who sets
    none of them, or an encoding for Python, has not asked for ASCII."""
    if sys.platform == "win32" or os.environ.get("PYTHONIOENCODING"):
        return True
    wanted = next((text for name in ("LC_ALL", "LC_CTYPE", "LANG") if (text := os.environ.get(name))), None)
    return wanted is None or "utf8" in wanted.lower().replace("-", "")


# -- What is to be played --------------------------------------------------------------------------------------------


def _sitting(options: argparse.Namespace) -> Sitting | None:
    """None if the person leaves before there is a match."""
    if options.resume:
        return _resumed(options)
    game = _game(options)
    if game is None and sys.stdin.isatty() and sys.stdout.isatty():
        try:
            choice = menu.choose(input, print, options.bots, options.seats)
        except EOFError:
            print()
            choice = None
        except KeyboardInterrupt:
            print()
            raise
        if choice is None:
            return None
        if choice.game is None:
            return _resumed(options)
        options.bots = choice.level
        game = choice.game
    return _new(game or load(FIRST), options)


def _resumed(options: argparse.Namespace) -> Sitting:
    given = [
        f"--{name}"
        for name in ("seats", "bots", "personality", "seed", "house", "config", "name")
        if getattr(options, name) is not None
    ]
    given += [] if options.game is None else [options.game]
    if given:
        raise RequestError("bad-request", f"--resume goes on with a match as it was: leave out {' and '.join(given)}")
    sitting, passed = Sitting.newest(options.ms)
    if sitting is None:
        none = "there is no match to go on with: houserules play begins one"
        raise RequestError("bad-request", " ".join([*passed, none]))
    sitting.notes = passed
    return sitting


def _game(options: argparse.Namespace) -> AnyGame | None:
    """The game that was named in one of three ways; None if none was."""
    if options.house is not None and options.config is not None:
        raise RequestError("bad-request", "a table has one set of rules: leave out --house or --config")
    if options.house is not None:
        if options.game is not None:
            raise RequestError("bad-request", f"--house is the game itself: leave out {options.game}")
        _check_suffix("--house", options.house, ".toml", "a house in TOML")
        return load(options.house)
    if options.config is not None:
        if options.game not in (None, HEART_OF_FIVE):
            raise RequestError("bad-request", f"--config is for {HEART_OF_FIVE}, not for {options.game}")
        _check_suffix("--config", options.config, ".json", "a table of Heart of Five in JSON")
        return load(options.config)
    return None if options.game is None else load(options.game)


def _check_suffix(option: str, path: Path, suffix: str, what: str) -> None:
    if path.suffix != suffix:
        raise RequestError("bad-request", f"{option} takes {what}, a file that ends in {suffix}, not {path}")


def _new(game: AnyGame, options: argparse.Namespace) -> Sitting:
    seats = options.seats if options.seats is not None else game.usual_seats
    game.check_seats(seats)
    levels = [level.strip() for level in (usual_level(game) if options.bots is None else options.bots).split(",")]
    if options.personality is not None:
        levels = _leaning(game, levels, options.personality)
    levels = [_timed(game, level, options.ms) for level in levels]
    name = "You" if options.name is None else options.name
    if not name.strip():
        raise RequestError("bad-request", "a name has at least one letter")
    return Sitting.new(game, seats=seats, seed=options.seed, levels=levels, name=name, ms=options.ms)


def _timed(game: AnyGame, level: str, ms: int | None) -> str:
    """A level with its time for a move, so that it is kept with the match; those that take none stay as they are."""
    wanted, colon, leaning = level.partition(":")
    if ms is None or "@" in wanted:
        return level
    player = bot(level, game, ms=ms, seed=0)  # refuses what is no level, and no time
    player.close()
    return f"{wanted}@{ms}{colon}{leaning}" if player.thinks else level


def _leaning(game: AnyGame, levels: list[str], name: str) -> list[str]:
    if not isinstance(game, Shedding):
        raise RequestError("bad-request", f"personalities are for the Shithead family, and {game.name} is not of it")
    character = personality(name).name
    both = next((level for level in levels if ":" in level), None)
    if both is not None:
        raise RequestError("bad-request", f"{both} has a personality: leave out --personality, or say it there")
    return [f"{level}:{character}" for level in levels]
