"""The commands around the table: `houserules games`, `stats`, `replay` and `tournament`."""

from __future__ import annotations

import argparse
import os
import secrets
import shutil
import sys
from collections.abc import Sequence
from datetime import datetime
from pathlib import Path

import msgspec

from houserules.core import Outcome
from houserules.errors import RecordError, RequestError
from houserules.games import load
from houserules.match import Match

from . import results, saved
from .look import NARROWEST, Look
from .results import Tally
from .saved import Saved
from .tables import ordinal, table


def add_commands(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    games = subparsers.add_parser("games", help="list your saved matches, the last one first")
    games.add_argument("--remove", metavar="N", help="remove the match of this number or this name")
    games.add_argument("--json", action="store_true", help="answer as JSON")
    games.set_defaults(command=_games)

    stats = subparsers.add_parser("stats", help="how you did: won, lost, places, streaks, for each game and level")
    stats.add_argument("--game", metavar="GAME", help="only this one")
    stats.add_argument("--json", action="store_true", help="answer as JSON")
    stats.set_defaults(command=_stats)

    replay = subparsers.add_parser("replay", help="step through a record or a saved match, and play on from any point")
    replay.add_argument("file", metavar="FILE", help="a file, or a number of houserules games")
    _add_look(replay)
    replay.set_defaults(command=_replay)

    contest = subparsers.add_parser("tournament", help="a league or a knockout of bots; you may take a seat")
    contest.add_argument("--game", default="shithead", help="a game, or a house in TOML or JSON (default: shithead)")
    contest.add_argument("--bots", required=True, metavar="A,B", help="who takes part: levels, as in hard,medium,easy")
    contest.add_argument("--format", choices=("league", "knockout"), default="league", help="default: league")
    contest.add_argument("--rounds", type=int, default=1, help="of a league; or best of so many in a knockout")
    contest.add_argument("--seats", type=int, default=2, help="at each table of a league (default: 2)")
    contest.add_argument("--seed", help="the same seed gives the same table; without it, a new one")
    contest.add_argument("--ms", type=int, default=1000, help="for a move of bots that search (default: 1000)")
    contest.add_argument("--me", metavar="NAME", help="take part yourself, under this name")
    contest.add_argument("--jobs", type=int, help="processes (default: as many as there are cores)")
    contest.add_argument("--json", action="store_true", help="answer as JSON")
    _add_look(contest)
    contest.set_defaults(command=_tournament)


def _add_look(command: argparse.ArgumentParser) -> None:
    command.add_argument("--ascii", action="store_true", help="no letters beyond ASCII")
    command.add_argument("--no-color", action="store_true", help="no colours")


# -- Saved matches ---------------------------------------------------------------------------------------------------


class Entry(msgspec.Struct, frozen=True):
    """A line of the list."""

    number: int
    file: str
    begun: str
    game: str
    seats: int
    rivals: tuple[str, ...]
    moves: int
    state: str
    """Whose turn it is, how it ended, or why it cannot be gone on with."""
    is_over: bool
    undone: int


def entry(number: int, path: Path, match: Saved) -> Entry:
    moves = match.record.get("moves")
    return Entry(
        number=number,
        file=str(path),
        begun=match.begun,
        game=match.game,
        seats=len(match.names),
        rivals=tuple([level for level in match.levels if level is not None]),
        moves=len(moves) if isinstance(moves, list) else 0,
        state=state_of(match),
        is_over=match.is_over,
        undone=match.undone,
    )


def state_of(match: Saved) -> str:
    try:
        table_ = Match.from_record(match.record)
    except RecordError as problem:
        return f"broken: {problem.message}"
    if table_.outcome is not None:
        return ended(match, table_.outcome)
    if match.seat in table_.to_act:
        return "your turn"
    if len(table_.to_act) > 1:
        return "all may act"
    return f"{match.names[table_.to_act[0]]} is on turn"


def ended(match: Saved, outcome: Outcome) -> str:
    if match.seat is not None:
        return f"over: {ordinal(outcome.places[match.seat])} of {len(outcome.places)}"
    winners = [name for name, place in zip(match.names, outcome.places, strict=True) if place == 1]
    return f"over: {' and '.join(winners)} won"


def _games(options: argparse.Namespace) -> int:
    found = saved.matches()
    if options.remove is not None:
        path = _named(options.remove, [path for path, _ in found])
        saved.remove(path)
        print(msgspec.json.encode({"removed": str(path)}).decode() if options.json else f"removed {path.name}")
        return 0
    entries = [entry(number, path, match) for number, (path, match) in enumerate(found, 1)]
    if options.json:
        print(msgspec.json.encode(entries).decode())
    elif entries:
        print(table(("", "begun", "game", "seats", "rivals", "moves", "state"), list(map(_row, entries)), sys.stdout))
        print(f"\nin {saved.matches_folder()}")
    else:
        print(f"no matches are saved in {saved.matches_folder()}: houserules play begins one")
    return 0


def _named(wanted: str, paths: Sequence[Path]) -> Path:
    if wanted.isascii() and wanted.isdigit() and 1 <= int(wanted[:9]) <= len(paths):
        return paths[int(wanted[:9]) - 1]
    for path in paths:
        if wanted in (path.name, path.stem, str(path)):
            return path
    raise RequestError("bad-request", f"there is no saved match {wanted[:80]!r}: houserules games lists them")


def _row(one: Entry) -> tuple[str, ...]:
    rivals = " + ".join(sorted(set(one.rivals))) or "none"
    taken_back = f", {one.undone} taken back" if one.undone else ""
    return str(one.number), _local(one.begun), one.game, str(one.seats), rivals, str(one.moves), one.state + taken_back


def _local(begun: str) -> str:
    """By the clock on the wall."""
    try:
        return datetime.fromisoformat(begun).astimezone().strftime("%Y-%m-%d %H:%M")
    except (ValueError, OverflowError, OSError):
        return begun[:16]


# -- How you did -----------------------------------------------------------------------------------------------------


def _stats(options: argparse.Namespace) -> int:
    found = results.tallies(results.results(), options.game)
    if options.json:
        print(msgspec.json.encode(results.as_json(found)).decode())
    elif found:
        print(stats_text(found))
    else:
        what = f"no match of {options.game}" if options.game is not None else "no match"
        print(f"{what} is finished yet: houserules play begins one")
    return 0


def stats_text(found: Sequence[Tally]) -> str:
    head = ("game", "against", "played", "won", "", "last", "places", "streak", "best", "apart")
    names = _named_games(found)
    lines = [table(head, [_numbers(tally, name) for tally, name in zip(found, names, strict=True)], sys.stdout)]
    lines += [
        f"{name} against {tally.rivals}: {_times(tally.bombs, 'bomb')}, 5H played {_times(tally.stars, 'time')}"
        for tally, name in zip(found, names, strict=True)
        if tally.bombs is not None and tally.stars is not None
    ]
    if any(tally.apart for tally in found):
        lines.append("apart: won of played, with undo or from a record; in no other number")
    return "\n".join([lines[0], *([""] if len(lines) > 1 else []), *lines[1:]])


def _named_games(found: Sequence[Tally]) -> list[str]:
    """A house that was changed meanwhile is another game: then the hash of its rules tells them apart."""
    rules: dict[str, set[str]] = {}
    for tally in found:
        rules.setdefault(tally.game, set()).add(tally.rules)
    return [tally.game if len(rules[tally.game]) == 1 else f"{tally.game} {tally.rules[:6]}" for tally in found]


def _numbers(tally: Tally, name: str) -> tuple[str, ...]:
    """Places as 6-1-2: so often first, second, third."""
    places = "-".join(str(tally.places.get(place, 0)) for place in range(1, max(tally.places, default=0) + 1))
    won = f"{100 * tally.won / tally.played:.0f} %" if tally.played else "-"
    apart = f"{tally.apart_won} of {tally.apart}" if tally.apart else "-"
    counts = str(tally.played), str(tally.won), won, str(tally.lost)
    return name, tally.rivals, *counts, places or "-", str(tally.streak), str(tally.best_streak), apart


def _times(number: int, what: str) -> str:
    return f"{number} {what}" if number == 1 else f"{number} {what}s"


# -- Again, and against many -----------------------------------------------------------------------------------------


def _look(options: argparse.Namespace) -> Look:
    """As wide as it is now: windows change."""
    size = shutil.get_terminal_size()
    terminal = sys.stdout.isatty()
    unicode = "utf" in (getattr(sys.stdout, "encoding", None) or "").lower()
    return Look(
        width=size.columns if terminal else NARROWEST,
        height=size.lines if terminal else None,
        ascii=options.ascii or not unicode,
        color=terminal and not options.no_color and not os.environ.get("NO_COLOR"),
    )


def _replay(options: argparse.Namespace) -> int:
    from .replay import Replay, run  # noqa: PLC0415 - whoever plays must not wait for what it does not need

    path = Path(options.file)
    if not path.exists() and options.file.isdigit():
        path = _named(options.file, [path for path, _ in saved.matches()])
    return run(Replay(saved.read_any(path)), path, sys.stdin, sys.stdout, lambda: _look(options))


def _tournament(options: argparse.Namespace) -> int:
    """Exit code 1 if the person left."""
    from houserules.shell import cores  # noqa: PLC0415 - as above

    from .tournament import Client, Entry, run, text_of  # noqa: PLC0415

    entry = Entry(
        game=load(options.game),
        bots=tuple([name.strip() for name in options.bots.split(",") if name.strip()]),
        format=options.format,
        rounds=options.rounds,
        seats=options.seats,
        seed=secrets.token_hex(4) if options.seed is None else options.seed,
        ms=options.ms,
        me=options.me,
    )
    if options.jobs is not None and options.jobs < 1:
        raise RequestError("bad-request", "there must be at least one worker")
    if options.json and options.me is not None:
        raise RequestError("bad-request", "you cannot play where the answer is JSON: leave --json or --me away")
    person = None if options.me is None else Client(entry, sys.stdin, sys.stdout, lambda: _look(options))

    def tell(line: str) -> None:
        if not options.json:
            print(line, flush=True)

    report = run(entry, person=person, workers=options.jobs or cores(), progress=tell)
    print(msgspec.json.encode(report).decode() if options.json else "\n" + text_of(report, sys.stdout))
    return 0 if report.is_complete else 1
