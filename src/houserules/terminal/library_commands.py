"""Commands for your matches: `houserules games` lists the saved ones, `houserules stats` counts the finished ones."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Sequence
from datetime import datetime
from pathlib import Path
from typing import Final

import msgspec

from houserules.bots import BotSpec, read_bot
from houserules.bots.personality import BALANCED, personality
from houserules.core import Outcome, counted
from houserules.errors import RecordError, RequestError
from houserules.match import Match, read_record

from . import library, results
from .players import clean, shown
from .results import Tally
from .saved import Saved, matches_folder
from .started import typed
from .tables import ordinal, table


def add_commands(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    games = subparsers.add_parser("games", help="list your saved matches, the newest first")
    games.add_argument("--remove", metavar="N", help="remove the match with this number or file name")
    games.add_argument("--json", action="store_true", help="answer as JSON")
    games.set_defaults(command=_games)

    stats = subparsers.add_parser("stats", help="show how you did: won, lost, places, streaks, for each game and level")
    stats.add_argument("--game", metavar="GAME", help="show only this game")
    stats.add_argument("--json", action="store_true", help="answer as JSON")
    stats.set_defaults(command=_stats)


# -- Saved matches ---------------------------------------------------------------------------------------------------


class ListedMatch(msgspec.Struct, frozen=True):
    """A line of the list."""

    number: int
    file: str
    begun: str
    game: str
    seats: int
    rivals: tuple[str, ...]
    moves: int
    state: str
    """Whose turn it is, how it ended, or why it cannot be resumed."""
    is_over: bool
    undone: int


def entry(number: int, path: Path, match: Saved) -> ListedMatch:
    moves = match.record.get("moves")
    return ListedMatch(
        number=number,
        file=str(path),
        begun=match.begun,
        game=match.game,
        seats=len(match.players),
        rivals=tuple([str(player.spec) for player in match.players if player.is_bot]),
        moves=len(moves) if isinstance(moves, list) else 0,
        state=state_of(match),
        is_over=match.is_over,
        undone=match.undone,
    )


def state_of(match: Saved) -> str:
    """A match that is over is not replayed: with many of them that takes long, and verify does it."""
    try:
        record = read_record(match.record)
        if record.outcome is not None:
            return ended(match, record.outcome)
        to_act = Match.from_record(match.record).to_act
    except RecordError as problem:
        return f"broken: {problem.message}"
    if match.seat in to_act and len(match.people) == 1:
        return "your turn"
    return "all may act" if len(to_act) > 1 else f"{shown(match.players[to_act[0]])} is to act"


def ended(match: Saved, outcome: Outcome) -> str:
    if match.seat is not None:
        return f"over: {ordinal(outcome.places[match.seat])} of {len(outcome.places)}"
    winners = [shown(player) for player, place in zip(match.players, outcome.places, strict=True) if place == 1]
    return f"over: {' and '.join(winners)} won"


def _games(options: argparse.Namespace) -> int:
    found = library.matches()
    if options.remove is not None:
        paths = [*[path for path, _ in found], *[path for path, _ in library.damaged()]]
        path = match_named(options.remove, paths)
        library.remove(path)
        print(msgspec.json.encode({"removed": str(path)}).decode() if options.json else f"removed {path.name}")
        return 0
    entries = [entry(number, path, match) for number, (path, match) in enumerate(found, 1)]
    if options.json:
        print(msgspec.json.encode(entries).decode())
    elif entries:
        head = ("", "begun", "game", "seats", "rivals", "moves", "state")
        print(table(head, list(map(_row, entries)), ("begun", "game", "rivals", "state"), sys.stdout))
        print(f"\nin {matches_folder()}")
    else:
        print(f"You have no saved matches in {matches_folder()}: {typed('play')} starts one.")
    if not options.json:
        _tell_damaged()
    return 0


def _tell_damaged() -> None:
    """A match that cannot be read is not lost in silence: `replay` shows as much of it as is whole."""
    for path, problem in library.damaged():
        why = clean(problem.message.removeprefix(f"{path} ")).replace("\n", " ")
        print(f"damaged: {clean(path.name)}: {why}; {typed(f'replay {path}')} shows what is left of it")


def match_named(wanted: str, paths: Sequence[Path]) -> Path:
    """A saved match by its number in the list, or by the name of its file."""
    if wanted.isascii() and wanted.isdigit() and 1 <= int(wanted[:9]) <= len(paths):
        return paths[int(wanted[:9]) - 1]
    for path in paths:
        if wanted in (path.name, path.stem, str(path)):
            return path
    raise RequestError("bad-request", f"there is no saved match {wanted[:80]!r}: {typed('games')} lists them")


def file_or_number(text: str) -> Path:
    """A file, or a saved match by its number in the list."""
    path = Path(text)
    if text.isdigit() and not path.exists():
        return match_named(text, [found for found, _ in library.matches()])
    return path


def _row(one: ListedMatch) -> tuple[str, ...]:
    rivals = rivals_in_words(one.rivals) or "none"
    taken_back = f", {one.undone} taken back" if one.undone else ""
    return (
        str(one.number),
        local_time(one.begun),
        one.game,
        str(one.seats),
        rivals,
        str(one.moves),
        one.state + taken_back,
    )


def rivals_in_words(rivals: Iterable[str]) -> str:
    """How strong the bots are, and in brackets how they like to play.

    >>> rivals_in_words(["adaptive:aggressive", "adaptive:defensive", "easy"])
    'adaptive (bold, careful), easy'
    """
    manners: dict[str, list[str]] = {}
    for text in sorted(set(rivals)):
        spec = read_bot(text)
        level = str(msgspec.structs.replace(spec, personality=BALANCED.name))
        manners.setdefault(level, []).extend([] if spec.personality == BALANCED.name else [manner_of(spec)])
    return ", ".join(f"{level} ({', '.join(known)})" if known else level for level, known in manners.items())


def manner_of(spec: BotSpec) -> str:
    """How a bot likes to play, in one word."""
    return personality(spec.personality).manner


def local_time(begun: str) -> str:
    """By the clock on the wall."""
    try:
        return datetime.fromisoformat(begun).astimezone().strftime("%Y-%m-%d %H:%M")
    except (ValueError, OverflowError, OSError):
        return begun[:16]


# -- Statistics ------------------------------------------------------------------------------------------------------


def _stats(options: argparse.Namespace) -> int:
    found = results.tallies(results.results(), options.game)
    if options.json:
        print(msgspec.json.encode(results.as_json(found)).decode())
    elif found:
        print(stats_text(found))
    else:
        of = "" if options.game is None else f" of {options.game}"
        print(f"You have not finished a match{of} yet: {typed('play')} starts one.")
    return 0


HEADINGS: Final = (
    "won: first places, and their share; last: last of all",
    "places: 6-1-2 is six times first, once second, twice third",
    "streak: wins since the last match that you did not win; best: the longest one",
    "apart: won of played, with undo or from a record; no other column counts them",
)
"""What the columns of the statistics mean."""


def stats_text(found: Sequence[Tally]) -> str:
    head = ("game", "against", "played", "won", "", "last", "places", "streak", "best", "apart")
    names = _named_games(found)
    rows = [_numbers(tally, name) for tally, name in zip(found, names, strict=True)]
    lines = [table(head, rows, ("game", "against", "places", "apart"), sys.stdout)]
    lines += [
        f"{name} against {tally.rivals}: "
        f"{counted(tally.bombs, 'bomb')}, strongest card played {counted(tally.stars, 'time')}"
        for tally, name in zip(found, names, strict=True)
        if tally.bombs is not None and tally.stars is not None
    ]
    return "\n".join([lines[0], "", *lines[1:], *HEADINGS])


def _named_games(found: Sequence[Tally]) -> list[str]:
    """Changed rules are another game: if several have the same name, the hash of the rules tells them apart."""
    rules: dict[str, set[str]] = {}
    for tally in found:
        rules.setdefault(tally.game, set()).add(tally.rules)
    return [tally.game if len(rules[tally.game]) == 1 else f"{tally.game} {tally.rules[:6]}" for tally in found]


def _numbers(tally: Tally, name: str) -> tuple[str, ...]:
    """Places are written as 6-1-2: six times first, once second, twice third."""
    places = "-".join(str(tally.places.get(place, 0)) for place in range(1, max(tally.places, default=0) + 1))
    won = f"{100 * tally.won / tally.played:.0f} %" if tally.played else "-"
    apart = f"{tally.apart_won} of {tally.apart}" if tally.apart else "-"
    counts = str(tally.played), str(tally.won), won, str(tally.lost)
    return name, tally.rivals, *counts, places or "-", str(tally.streak), str(tally.best_streak), apart
