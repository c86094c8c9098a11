"""The commands of houserules. Exit code 0: done; 1: the answer is no; 2: wrong use."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO, Final

import msgspec

from . import __version__
from .core import counted
from .errors import HouseRulesError, RulesError
from .games import GAMES, load
from .kernel.bits import COMPILED
from .match import Match, read_record

if TYPE_CHECKING:
    from . import bench

BUILD: Final = "compiled" if COMPILED else "interpreted"

NO_COMMAND: Final = (
    "this is not a terminal, so there is no menu: houserules play shithead plays through a pipe, one move or command a"
    " line, and houserules help lists all commands"
)

Commands = argparse._SubParsersAction  # argparse has no other name for it


def main(arguments: Sequence[str] | None = None) -> int:
    words = sys.argv[1:] if arguments is None else list(arguments)
    if not words and sys.stdin is not None and sys.stdin.isatty():
        words = ["play"]  # the menu
    if words[:1] == ["help"]:
        words = [*words[1:2], "--help"]
    if not words:
        print(f"houserules: {NO_COMMAND}", file=sys.stderr)
        return 2
    options = _parser(words[0] if words else "").parse_args(words)
    # The parent process may have closed these. Then there is nothing to read, and nobody reads the output.
    sys.stdin = sys.stdin or open(os.devnull, encoding="utf-8")  # noqa: PTH123, SIM115 - it stays open to the end
    sys.stdout = sys.stdout or open(os.devnull, "w", encoding="utf-8")  # noqa: PTH123, SIM115 - as above
    try:
        code = int(options.command(options))
        sys.stdout.flush()
        return code
    except RulesError as problem:
        for line in problem.lines:
            print(line if problem.source else f"houserules: {line}", file=sys.stderr)
        return 2
    except HouseRulesError as problem:
        print(f"houserules: {problem.message}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:
        # The reader of our output has gone. Writing the rest must not fail again when Python ends.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    except OSError as problem:
        print(f"houserules: {problem}", file=sys.stderr)
        return 1


def _parser(word: str) -> argparse.ArgumentParser:
    """The parser for this command. It does not import what other commands need, so that a game starts at once."""
    parser = argparse.ArgumentParser(
        prog="houserules",
        description="Five card games, against bots or with friends. Without a command you choose from a menu.",
        epilog="houserules help COMMAND shows the options of a command.",
    )
    version = f"houserules {__version__} ({BUILD} kernel)"
    parser.add_argument("--version", action="version", version=version)
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    known = any(word in words for words in COMMANDS)
    for words, add in COMMANDS.items():
        if word in words or not known:
            add(commands)
    return parser


def _add_play(commands: Commands[Any]) -> None:
    from .terminal import play_command

    play_command.add_command(commands)


def _add_join(commands: Commands[Any]) -> None:
    from .terminal import join_command

    join_command.add_command(commands)


def _add_engine(commands: Commands[Any]) -> None:
    engine = commands.add_parser("engine", help="answer JSON requests, one a line (for programs)")
    engine.set_defaults(command=_engine)


def _add_verify(commands: Commands[Any]) -> None:
    verify = commands.add_parser("verify", help="check a record or a saved match: seed, deal, each move, outcome")
    verify.add_argument("file", type=Path, metavar="FILE", help="a file, or the number of a match in houserules games")
    verify.add_argument("--json", action="store_true", help="answer as JSON")
    verify.set_defaults(command=_verify)


def _add_library(commands: Commands[Any]) -> None:
    from .terminal import library_commands

    library_commands.add_commands(commands)


def _add_replay(commands: Commands[Any]) -> None:
    from .terminal import replay_command

    replay_command.add_command(commands)


def _add_tournament(commands: Commands[Any]) -> None:
    from .terminal import tournament_command

    tournament_command.add_command(commands)


def _add_houses(commands: Commands[Any]) -> None:
    from . import house_commands

    house_commands.add_commands(commands)


def _add_schema(commands: Commands[Any]) -> None:
    from . import schemas

    schemas.add_command(commands)


def _add_lab(commands: Commands[Any]) -> None:
    from . import lab

    lab.add_command(commands)


def _add_arena(commands: Commands[Any]) -> None:
    from . import arena

    arena.add_command(commands)


def _add_serve(commands: Commands[Any]) -> None:
    from .server import serve_command

    serve_command.add_command(commands)


def _add_backup(commands: Commands[Any]) -> None:
    from .server import backup_command

    backup_command.add_command(commands)


def _add_restore(commands: Commands[Any]) -> None:
    from .server import restore_command

    restore_command.add_command(commands)


def _add_completion(commands: Commands[Any]) -> None:
    from .completions import SHELLS

    completion = commands.add_parser("completion", help="print a script that completes commands in your shell")
    completion.add_argument("shell", choices=SHELLS)
    completion.set_defaults(command=_completion)


def _completion(options: argparse.Namespace) -> int:
    from .completions import script

    print(script(options.shell, _parser(""), tuple(GAMES)), end="")
    return 0


def _add_bench(commands: Commands[Any]) -> None:
    speed = commands.add_parser("bench", help="measure moves a second on one core")
    speed.add_argument("--game", action="append", metavar="GAME", help="only this game or house (may be repeated)")
    speed.add_argument("--seats", type=int, help="default: 4, or what the game allows")
    speed.add_argument("--seconds", type=float, default=10.0, help="for each game (default: 10)")
    speed.add_argument("--json", action="store_true", help="answer as JSON")
    speed.set_defaults(command=_bench)


COMMANDS: Final[dict[tuple[str, ...], Callable[[Commands[Any]], None]]] = {
    ("play",): _add_play,
    ("join",): _add_join,
    ("games", "stats"): _add_library,
    ("replay",): _add_replay,
    ("tournament",): _add_tournament,
    ("engine",): _add_engine,
    ("verify",): _add_verify,
    ("rules", "check", "house"): _add_houses,
    ("schema",): _add_schema,
    ("lab",): _add_lab,
    ("arena",): _add_arena,
    ("serve",): _add_serve,
    ("backup",): _add_backup,
    ("restore",): _add_restore,
    ("bench",): _add_bench,
    ("completion",): _add_completion,
}
"""In the order of the help: the words that commands begin with, and what adds them to the parser."""


def _engine(_: argparse.Namespace) -> int:
    from .engine import LONGEST, Engine

    for answer in Engine().answers(_lines(sys.stdin.buffer, LONGEST)):
        sys.stdout.buffer.write(answer)
        sys.stdout.buffer.flush()
    return 0


def _lines(source: BinaryIO, longest: int) -> Iterator[bytes]:
    """The lines of a stream. Of a line that is longer than the engine reads, only the beginning is kept."""
    while line := source.readline(longest + 2):
        rest = line
        while len(rest) > longest and not rest.endswith(b"\n"):
            rest = source.readline(longest + 2)
        yield line


def _verify(options: argparse.Namespace) -> int:
    from .terminal.library_commands import file_or_number

    try:
        record = file_or_number(str(options.file)).read_bytes()
    except OSError as problem:
        print(f"houserules: {options.file} cannot be read: {problem.strerror}", file=sys.stderr)
        return 2
    said = record_checks(record)
    if options.json:
        print(msgspec.json.encode({"holds": said[-1][0], "checks": [text for _, text in said]}).decode())
    else:
        for holds, text in said:
            print(("ok  " if holds else "NO  ") + text)
    return 0 if said[-1][0] else 1


def record_checks(text: bytes) -> list[tuple[bool, str]]:
    """What was checked of a record or of a saved match, in order, up to the first thing that does not hold."""
    from .terminal.evening_checks import evening_checks, evening_in
    from .terminal.saved import record_in

    evening = evening_in(text)
    if evening is not None:
        return evening_checks(evening)
    text = record_in(text)
    said: list[tuple[bool, str]] = []
    try:
        record = read_record(text)
        said.append((True, f"a record of {record.game}, {counted(len(record.moves), 'move')}"))
        if record.house is not None:
            said.append((True, f"it brings its own rules, with the hash {record.rules}"))
        if record.proof is None:
            said.append((True, "it has no proof: its seed is only claimed, nobody committed to it"))
        else:
            holds = record.seed is not None and record.proof.holds(record.seed)
            said.append((holds, f"the seed {'is' if holds else 'is not'} made of the committed secret and the salts"))
            if not holds:
                return said
        Match.from_record(text)  # it raises at the first thing that does not hold
        began = "dealt from its seed" if record.seed is not None else "set up from its position"
        said.append((True, f"{began}, every move is legal"))
        if record.forfeited:
            who = " and ".join(f"seat {seat}" for seat in record.forfeited)
            said.append((True, f"it says that {who} gave up: nobody can check that"))
        ended = "it is not over" if record.outcome is None else f"places {list(record.outcome.places)}"
        led = "its moves, and who gave up, lead" if record.forfeited else "its moves lead"
        said.append((True, f"{led} to its outcome: {ended}"))
    except HouseRulesError as problem:
        said.append((False, problem.message))
    return said


def _bench(options: argparse.Namespace) -> int:
    from . import bench

    if not 0 < options.seconds < 1e6:
        print("houserules: --seconds must be a number above 0", file=sys.stderr)
        return 2
    games: dict[str, bench.Speed] = {}
    for name in options.game or GAMES:
        game = load(name)
        seats = options.seats if options.seats is not None else max(game.seats.start, min(4, game.seats.stop - 1))
        if options.game is None and seats not in game.seats and options.seats in range(2, 9):
            continue  # if all games are measured with a number of seats, skip games that do not allow it
        game.check_seats(seats)
        games[game.id] = bench.measure(game, seats, options.seconds, _progress(game.id))
        if not options.json:
            _print_speed(game.id, games[game.id])
    if options.json:
        print(msgspec.json.encode({"build": BUILD, "games": games}).decode())
    return 0


def _progress(name: str) -> bench.ShowProgress:
    """A bar on the terminal, if there is one."""

    def show(share: float) -> None:
        if sys.stderr.isatty():
            bar = "#" * round(30 * share)
            end = "\r" if share < 1 else "\r\033[K"
            print(f"{name:12} [{bar:30}] {share:4.0%}", end=end, file=sys.stderr, flush=True)

    return show


def _print_speed(name: str, speed: bench.Speed) -> None:
    low, high = speed.playout_range
    print(f"{name}, {speed.seats} seats, {BUILD}")
    print(f"  random playouts     {speed.playout_moves_per_s:12,} moves/s   (rounds {low:,} to {high:,})")
    low, high = speed.match_range
    print(f"  Match, view, events {speed.match_moves_per_s:12,} moves/s   (rounds {low:,} to {high:,})")
    least, most = speed.table_range
    print(f"  with all views, JSON{speed.table_move_us:12,.1f} µs a move  (rounds {least:,.1f} to {most:,.1f})")
    print(f"  a kernel state      {speed.state_bytes:12,} bytes")
    print(f"  random matches that end at a limit: {speed.limit_share:.1%}")


if __name__ == "__main__":
    sys.exit(main())
