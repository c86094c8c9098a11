"""`houserules tournament`: its options, the standings at the end, and a person who takes part."""

from __future__ import annotations

import argparse
import secrets
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, TextIO

import msgspec

from houserules.core import Outcome
from houserules.errors import RequestError
from houserules.games import load
from houserules.shell import cores
from houserules.table import Policies

from .client import play
from .log import Note
from .look import Look
from .play_command import as_text, look_for
from .saved import read
from .sitting import Sitting
from .standings import POINTS, TIES, Row
from .started import typed
from .tables import table
from .tournament import Entry, LeftEarly, Report, run
from .tournament_left import LeftTournament, forget, read_left


def add_command(subparsers: argparse._SubParsersAction[Any]) -> None:
    contest = subparsers.add_parser("tournament", help="play a league or a knockout of bots; you may take part")
    contest.add_argument("--game", default="shithead", help="a game, or a file with rules (default: shithead)")
    contest.add_argument("--bots", metavar="A,B", help="the bots that take part, as in hard,medium,easy")
    contest.add_argument("--format", choices=("league", "knockout"), default="league", help="default: league")
    contest.add_argument("--rounds", type=int, default=1, help="rounds of a league; in a knockout, best of N")
    contest.add_argument("--seats", type=int, default=2, help="seats at each table of a league (default: 2)")
    contest.add_argument("--seed", help="the same seed gives the same standings; without it they are new")
    contest.add_argument("--ms", type=int, default=1000, help="milliseconds a move for bots that think ahead (1000)")
    contest.add_argument("--me", metavar="NAME", help="take part yourself, under this name")
    contest.add_argument("--resume", action="store_true", help="resume the tournament that you left, with its settings")
    contest.add_argument("--jobs", type=int, help="processes (default: as many as there are cores)")
    contest.add_argument("--json", action="store_true", help="answer as JSON")
    contest.add_argument("--ascii", action="store_true", help="draw with ASCII only")
    contest.add_argument("--no-color", action="store_true", help="draw without colours, as with the variable NO_COLOR")
    contest.set_defaults(command=_tournament)


def _tournament(options: argparse.Namespace) -> int:
    """Exit code 1 if the person left."""
    as_text(sys.stdin, sys.stdout)
    left = read_left() if options.resume else None
    if left is not None:
        for name in ("game", "format", "rounds", "seats", "seed", "ms", "me"):
            setattr(options, name, getattr(left, name))
        options.bots = ",".join(left.bots)
    if options.bots is None:
        raise RequestError("bad-request", "name the bots that take part, as in --bots hard,medium,easy")
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
        raise RequestError("bad-request", "--jobs takes at least 1")
    if options.json and options.me is not None:
        raise RequestError("bad-request", "you cannot play while the answer is JSON: leave out --json or --me")
    person = None
    if options.me is not None:
        left = left or _begun(entry, options.game)
        person = Client(entry, sys.stdin, sys.stdout, lambda: look_for(options, sys.stdout), left)

    def tell(line: str) -> None:
        if not options.json:
            print(line, flush=True)

    report = run(entry, person=person, workers=options.jobs or cores(), progress=tell)
    print(msgspec.json.encode(report).decode() if options.json else "\n" + text_of(report, sys.stdout))
    if person is not None and report.is_complete:
        forget()
    return 0 if report.is_complete else 1


def _begun(entry: Entry, game: str) -> LeftTournament:
    """What is kept of a tournament from its first match on."""
    assert entry.me is not None
    return LeftTournament(
        game=game,
        rules=entry.game.hash,
        bots=entry.bots,
        format=entry.format,
        rounds=entry.rounds,
        seats=entry.seats,
        seed=entry.seed,
        ms=entry.ms,
        me=entry.me,
    )


def text_of(report: Report, target: TextIO) -> str:
    """The standings at the end."""
    shared = [row.rank for row in report.rows]
    ranks = [f"{row.rank}{'=' if shared.count(row.rank) > 1 else ''}" for row in report.rows]
    head = ["", "entrant", "played", "won", "last", "places", "points"]
    rows = [[rank, *_cells(row)] for rank, row in zip(ranks, report.rows, strict=True)]
    faults = any(row.illegal for row in report.rows)
    if faults:
        head.append("failed")
        rows = [[*cells, str(row.illegal)] for cells, row in zip(rows, report.rows, strict=True)]
    of = f"tables of {report.seats}, {_counted(report.rounds, 'round', 's')}"
    how = of if report.format == "league" else f"best of {report.rounds}"
    lines = [
        f"{report.format} of {report.game}: {how}, {_counted(len(report.matches), 'match', 'es')}, seed {report.seed}",
        "",
        table(head, rows, ("", "entrant", "places"), target),
        "",
        f"points: {POINTS}",
        f"ties: {TIES}" if report.format == "league" else "ranks: by the stage that was reached",
    ]
    if faults:
        lines.append("failed: how often a bot crashed or chose an illegal move; a random move was made instead")
    if not report.is_complete:
        lines.append(f"You left before the end: {typed('tournament --resume')} continues from there.")
    return "\n".join(lines)


def _counted(number: int, what: str, more: str) -> str:
    return f"{number} {what}{more if number != 1 else ''}"


def _cells(row: Row) -> tuple[str, ...]:
    places = "-".join(str(row.places.get(place, 0)) for place in range(1, max(row.places, default=0) + 1))
    return row.entrant, str(row.played), str(row.won), str(row.last), places or "-", f"{row.points:g}"


class Client:
    """A person who plays their own matches in the client. What they have played already is not played again."""

    def __init__(
        self, entry: Entry, source: TextIO, target: TextIO, look: Callable[[], Look], left: LeftTournament
    ) -> None:
        if left.rules != entry.game.hash:
            raise RequestError("bad-request", f"the rules of {left.game} have changed: start a new tournament")
        self.entry = entry
        self.source = source
        self.target = target
        self.look = look
        self.left = left

    def __call__(self, chairs: Sequence[str], seat: int, seed: str, number: int) -> Outcome:
        left = self.left
        if number <= len(left.outcomes):
            return left.outcomes[number - 1]
        sitting = self._sitting(chairs, seat, seed)
        sitting.log.append(Note(f"Match {number}: {' - '.join(chairs)}"))
        if not sitting.is_over:  # it may have been resumed and ended outside the tournament
            play(sitting, source=self.source, target=self.target, look=self.look())
        outcome = sitting.match.outcome
        if outcome is None:
            left.open_match = None if sitting.autosave.path is None else str(sitting.autosave.path)
            left.save()
            raise LeftEarly
        left.outcomes.append(outcome)
        left.open_match = None
        left.save()
        if self.target.isatty() and self.source.isatty():
            # The next table is drawn over this one.
            print("Press Enter to continue.", end=" ", file=self.target, flush=True)
            self.source.readline()
        return outcome

    def _sitting(self, chairs: Sequence[str], seat: int, seed: str) -> Sitting:
        """The match that was left open, or a new one."""
        entry, path = self.entry, self.left.open_match
        if path is not None and Path(path).exists():
            return Sitting.resumed(read(Path(path)), Path(path), ms=entry.ms, policies=Policies(undo=False))
        return Sitting.new(
            entry.game,
            seats=entry.seats,
            seed=seed,
            bots=[entry.spec(name) for at, name in enumerate(chairs) if at != seat],
            seat=seat,
            name=entry.me or "You",
            ms=entry.ms,
            has_undo=False,
        )
