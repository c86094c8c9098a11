"""`houserules play`: its options, and which of them go together."""

from __future__ import annotations

import argparse
import io
import os
import shutil
import sys
from pathlib import Path
from typing import Any, Final, TextIO

import msgspec

from houserules.bots import PERSONALITIES, BotSpec, Limit, read_bot, with_level_of, with_limit
from houserules.bots.personality import BALANCED, personality
from houserules.errors import RequestError
from houserules.games import GAMES, AnyGame, family_of, load, load_file
from houserules.table import usual_level

from . import client, menu
from .adapting import adapted
from .consoles import is_terminal
from .evening import Evening
from .full.wishes import add_options, read_wishes
from .look import Look
from .menu import Ask
from .players import MIXED, read_people, seat_people, with_own_manners
from .resuming import NEWEST, chosen_match
from .sitting import Sitting
from .started import typed
from .tips import Tips, line_tips

DRAWN_WITH: Final = "♥┌─│└"
"""A terminal that cannot write these gets ASCII."""


def add_command(subparsers: argparse._SubParsersAction[Any]) -> None:
    """`play`, for the parser of all commands."""
    play = subparsers.add_parser("play", help="play against bots")
    play.add_argument("game", nargs="?", help="a game, or a file with rules; without it you choose from a menu")
    play.add_argument("--seats", type=int, metavar="N", help="how many players, you included")
    play.add_argument(
        "--bots",
        metavar="LEVEL[,LEVEL...]",
        help="the level of each bot, or adaptive; the last one is for all further bots (default: a middle one)",
    )
    play.add_argument(
        "--personality",
        metavar="NAME",
        help=f"how all bots like to play: {', '.join(PERSONALITIES)}; {MIXED}: each in a way of its own",
    )
    play.add_argument("--ms", type=int, metavar="N", help="milliseconds a move for bots that think ahead (1000)")
    play.add_argument("--seed", help="deal by this seed; without it the deal is new")
    play.add_argument("--house", type=Path, metavar="FILE", help="house rules of your own, in TOML")
    play.add_argument("--config", type=Path, metavar="FILE", help="a table of your own, in JSON")
    play.add_argument("--name", help="your name")
    play.add_argument("--people", metavar="A,B", help="two or more people share this screen, as in Ann,Ben")
    play.add_argument("--ascii", action="store_true", help="draw with ASCII only")
    play.add_argument("--no-color", action="store_true", help="draw without colours, as with the variable NO_COLOR")
    add_options(play)
    play.add_argument("--quiet", action="store_true", help="no greeting, no tips, no good-bye: only table and answers")
    play.add_argument(
        "--resume",
        nargs="?",
        const=NEWEST,
        metavar="N",
        help="resume a match: the one with this number in houserules games, or choose if there are several",
    )
    play.set_defaults(command=play_command)


def play_command(options: argparse.Namespace) -> int:
    as_text(sys.stdin, sys.stdout)
    sitting = _sitting(options)
    if sitting is None:
        return 0
    look = look_for(options, sys.stdout)
    is_screen = is_terminal(sys.stdin, sys.stdout)
    if options.plain or not is_screen:
        tips = Tips(line_tips(sitting.game), are_wanted=not options.quiet and is_screen)
        words = client.Words(is_quiet=options.quiet, tips=tips)
        return client.play_evening(Evening(sitting), source=sys.stdin, target=sys.stdout, look=look, words=words)
    from .full import run  # noqa: PLC0415 - Textual is slow to import, and a pipe does not need it

    return run.play(Evening(sitting), target=sys.stdout, look=look, wishes=read_wishes(options), is_quiet=options.quiet)


def as_text(*streams: TextIO) -> None:
    """Read bytes that are not text as a replacement character: it is refused like any nonsense."""
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
        DRAWN_WITH.encode(target.encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True


def locale_has_unicode() -> bool:
    """Does the locale ask for more than ASCII? Python writes UTF-8 even if it does not, so the variables are read here.
    If none of them is set, or if an encoding for Python is, nobody asked for ASCII."""
    if sys.platform == "win32" or os.environ.get("PYTHONIOENCODING"):
        return True
    wanted = next((text for name in ("LC_ALL", "LC_CTYPE", "LANG") if (text := os.environ.get(name))), None)
    return wanted is None or "utf8" in wanted.lower().replace("-", "")


# -- Which match -------------------------------------------------------------------------------------------------


def _sitting(options: argparse.Namespace) -> Sitting | None:
    """None if the person leaves before there is a match."""
    if options.resume is not None:
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
        if options.personality is None and ":" not in (choice.level or ""):
            options.personality = MIXED
        game = choice.game
    return _new(game or load(next(iter(GAMES))), options)


def _resumed(options: argparse.Namespace) -> Sitting:
    given = [
        f"--{name}"
        for name in ("seats", "bots", "personality", "seed", "house", "config", "name", "people")
        if getattr(options, name) is not None
    ]
    given += [] if options.game is None else [options.game]
    if given:
        raise RequestError("bad-request", f"--resume resumes a match as it was left: leave out {' and '.join(given)}")
    sitting, skipped = chosen_match(options.resume or NEWEST, options.ms, ask=_ask_in_terminal())
    if sitting is None:
        none = f"you have no match to resume: {typed('play')} starts one"
        raise RequestError("bad-request", " ".join([*skipped, none]))
    sitting.notes = skipped
    return sitting


def _ask_in_terminal() -> Ask | None:
    """None through a pipe, where nobody can be asked."""
    return input if sys.stdin.isatty() and sys.stdout.isatty() else None


def _game(options: argparse.Namespace) -> AnyGame | None:
    """The game, which can be named in three ways; None if it is not named."""
    if options.house is not None and options.config is not None:
        raise RequestError("bad-request", "a table has one set of rules: leave out --house or --config")
    if options.house is not None:
        if options.game is not None:
            raise RequestError("bad-request", f"--house is the game itself: leave out {options.game}")
        _require_suffix("--house", options.house, ".toml", "house rules in TOML")
        return load_file(options.house)
    if options.config is not None:
        _require_suffix("--config", options.config, ".json", "a table in JSON")
        family = None if options.game is None else family_of(load(options.game))
        if options.game is not None and (family is None or family.file_suffix != options.config.suffix):
            raise RequestError("bad-request", f"--config is not for {options.game}: leave out {options.game}")
        return load_file(options.config)
    return None if options.game is None else load(options.game)


def _require_suffix(option: str, path: Path, suffix: str, what: str) -> None:
    if path.suffix != suffix:
        raise RequestError("bad-request", f"{option} takes {what}, a file that ends in {suffix}, not {path}")


def _new(game: AnyGame, options: argparse.Namespace) -> Sitting:
    people = _people(options)
    seats = options.seats if options.seats is not None else max(game.usual_seats, len(people))
    game.check_seats(seats)
    if len(people) > seats:
        raise RequestError("bad-request", f"{len(people)} people need {len(people)} seats: add --seats {len(people)}")
    usual = [BotSpec(usual_level(game))] if len(people) < seats else []
    wanted = usual if options.bots is None else read_bots(options.bots, game)
    if options.personality not in (None, MIXED):
        wanted = _with_personality(wanted, options.personality)
    if options.ms is not None:
        # The time is saved with the match.
        wanted = [with_limit(spec, game, Limit(ms=options.ms)) for spec in wanted]
    players = seat_people(seats, dict(enumerate(people)), wanted)
    if options.personality == MIXED:
        players = with_own_manners(players, game)
    return Sitting.of(game, adapted(players, game), 0, seed=options.seed, ms=options.ms)


def _people(options: argparse.Namespace) -> list[str]:
    """Who plays at this screen, on the first seats."""
    if options.people is not None:
        if options.name is not None:
            raise RequestError("bad-request", "--people names everybody at this screen: leave out --name")
        return read_people(options.people)
    name = "You" if options.name is None else options.name
    if not name.strip():
        raise RequestError("bad-request", "--name needs at least one letter")
    return [name]


def read_bots(text: str, game: AnyGame) -> list[BotSpec]:
    """Bots as the command line names them: "hard,medium". Where a game has other levels, those that are alike."""
    levels = [level.strip() for level in text.split(",")]
    if not all(levels):
        raise RequestError("bad-request", "name a level for each bot, as in hard or in hard,medium")
    return [read_bot(with_level_of(game, level), game) for level in levels]


def _with_personality(bots: list[BotSpec], name: str) -> list[BotSpec]:
    character = personality(name).name
    both = next((spec for spec in bots if spec.personality != BALANCED.name), None)
    if both is not None:
        raise RequestError("bad-request", f"{both} has a personality already: leave out --personality")
    return [msgspec.structs.replace(spec, personality=character) for spec in bots]
