"""The commands of houserules. Exit code 0: done; 1: the answer is no; 2: wrong use."""

from __future__ import annotations

import argparse
import io
import os
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import BinaryIO

import msgspec

from . import __version__, arena, bench, house_commands, lab
from .engine import LONGEST, Engine
from .errors import HouseRulesError
from .games import GAMES, load
from .match import Match, read_record
from .terminal import plain_client


def main(arguments: Sequence[str] | None = None) -> int:
    options = _parser().parse_args(arguments)
    # Whoever started us may have closed these: nothing is read then, and nobody reads what we say.
    sys.stdin = sys.stdin or open(os.devnull, encoding="utf-8")  # noqa: PTH123, SIM115 - it stays open to the end
    sys.stdout = sys.stdout or open(os.devnull, "w", encoding="utf-8")  # noqa: PTH123, SIM115 - as above
    try:
        code = int(options.command(options))
        sys.stdout.flush()
        return code
    except HouseRulesError as problem:
        print(f"houserules: {problem.message}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:
        # Whoever read our output has gone. What is still to be written must not fail once more when Python ends.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    except OSError as problem:
        print(f"houserules: {problem}", file=sys.stderr)
        return 1


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="houserules", description="Card games of the Shithead family, by exact rules."
    )
    version = f"houserules {__version__} ({bench.build()} kernel)"
    parser.add_argument("--version", action="version", version=version)
    commands = parser.add_subparsers(required=True, metavar="COMMAND")

    play = commands.add_parser("play", help="play against bots")
    play.add_argument(
        "game", nargs="?", default="shithead", help="a game, or a house in TOML or JSON (default: shithead)"
    )
    play.add_argument("--seats", type=int, help="how many play, you included (default: 3, or what the game allows)")
    play.add_argument("--seed", help="play this deal; without it, a new one")
    play.add_argument(
        "--bots",
        metavar="LEVEL",
        help="the others, as in hard, hard:tidy or expert@300 (default: a level in the middle)",
    )
    play.set_defaults(command=_play)

    engine = commands.add_parser("engine", help="answer JSON requests, one a line (for programs)")
    engine.set_defaults(command=_engine)

    verify = commands.add_parser("verify", help="check a record: the seed, the deal, each move, the outcome")
    verify.add_argument("file", type=Path, metavar="FILE")
    verify.add_argument("--json", action="store_true", help="answer as JSON")
    verify.set_defaults(command=_verify)

    house_commands.add_commands(commands)
    lab.add_command(commands)
    arena.add_command(commands)

    speed = commands.add_parser("bench", help="measure moves a second on one core")
    speed.add_argument("--game", action="append", metavar="GAME", help="only this game or house (may be repeated)")
    speed.add_argument("--seats", type=int, help="default: 4, or what the game allows")
    speed.add_argument("--seconds", type=float, default=10.0, help="for each game (default: 10)")
    speed.add_argument("--json", action="store_true", help="answer as JSON")
    speed.set_defaults(command=_bench)
    return parser


def _play(options: argparse.Namespace) -> int:
    game = load(options.game)
    seats = options.seats if options.seats is not None else game.usual_seats
    for stream in (sys.stdin, sys.stdout):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")  # what is no text here is shown as such and refused like any nonsense
    return plain_client.run(game, seats, options.seed, sys.stdin, sys.stdout, options.bots)


def _engine(_: argparse.Namespace) -> int:
    for answer in Engine().answers(_lines(sys.stdin.buffer)):
        sys.stdout.buffer.write(answer)
        sys.stdout.buffer.flush()
    return 0


def _lines(source: BinaryIO) -> Iterator[bytes]:
    """The lines of a stream, none kept longer than the engine reads: of one that is, only the beginning."""
    while line := source.readline(LONGEST + 2):
        rest = line
        while len(rest) > LONGEST and not rest.endswith(b"\n"):
            rest = source.readline(LONGEST + 2)
        yield line


def _verify(options: argparse.Namespace) -> int:
    try:
        text = options.file.read_bytes()
    except OSError as problem:
        print(f"houserules: {options.file} cannot be read: {problem.strerror}", file=sys.stderr)
        return 2
    said = verified(text)
    if options.json:
        print(msgspec.json.encode({"holds": said[-1][0], "checks": [text for _, text in said]}).decode())
    else:
        for holds, text in said:
            print(("ok  " if holds else "NO  ") + text)
    return 0 if said[-1][0] else 1


def verified(text: bytes) -> list[tuple[bool, str]]:
    """What was checked of a record, in order, up to the first thing that does not hold."""
    said: list[tuple[bool, str]] = []
    try:
        record = read_record(text)
        said.append((True, f"a record of {record.game}, {len(record.moves)} moves"))
        if record.house is not None:
            said.append((True, f"it brings rules of its own, with the hash {record.rules}"))
        if record.proof is None:
            said.append((True, "it has no proof: its seed is only claimed, nobody committed to it"))
        else:
            holds = record.seed is not None and record.proof.holds(record.seed)
            said.append((holds, f"the seed {'is' if holds else 'is not'} made of the committed secret and the salts"))
            if not holds:
                return said
        match = Match.from_record(text)
        began = "dealt from its seed" if record.seed is not None else "set up from its position"
        said.append((True, f"{began}, every move is legal"))
        ended = "it is not over" if match.outcome is None else f"places {list(match.outcome.places)}"
        said.append((True, f"its moves lead to its outcome: {ended}"))
    except HouseRulesError as problem:
        said.append((False, problem.message))
    return said


def _bench(options: argparse.Namespace) -> int:
    if not 0 < options.seconds < 1e6:
        print("houserules: --seconds must be a number above 0", file=sys.stderr)
        return 2
    games: dict[str, bench.Speed] = {}
    for name in options.game or GAMES:
        game = load(name)
        seats = options.seats if options.seats is not None else max(game.seats.start, min(4, game.seats.stop - 1))
        if options.game is None and seats not in game.seats and options.seats in range(2, 9):
            continue  # asked for all games with so many seats: those that can be played so
        game.check_seats(seats)
        games[game.id] = bench.measure(game, seats, options.seconds, _progress(game.id))
        if not options.json:
            _print_speed(game.id, games[game.id])
    if options.json:
        print(msgspec.json.encode({"build": bench.build(), "games": games}).decode())
    return 0


def _progress(name: str) -> bench.Progress:
    """A bar on the terminal, if there is one."""

    def show(share: float) -> None:
        if sys.stderr.isatty():
            bar = "#" * round(30 * share)
            end = "\r" if share < 1 else "\r\033[K"
            print(f"{name:12} [{bar:30}] {share:4.0%}", end=end, file=sys.stderr, flush=True)

    return show


def _print_speed(name: str, speed: bench.Speed) -> None:
    low, high = speed.playout_range
    print(f"{name}, {speed.seats} seats, {bench.build()}")
    print(f"  random playouts     {speed.playout_moves_per_s:12,} moves/s   (rounds {low:,} to {high:,})")
    low, high = speed.match_range
    print(f"  Match, view, events {speed.match_moves_per_s:12,} moves/s   (rounds {low:,} to {high:,})")
    print(f"  a kernel state      {speed.state_bytes:12,} bytes")
    print(f"  random matches that end at a limit: {speed.limit_share:.1%}")


if __name__ == "__main__":
    sys.exit(main())
