"""Results: one line for each match that a person finished, and what these lines say about it.

A match counts once, as it ended first. One with moves taken back, or played on from a record, is counted apart: it is
no win like others, and it neither lengthens a streak nor ends it.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from hashlib import sha256
from pathlib import Path
from typing import Final

import msgspec

from houserules.core import JSON, Seat
from houserules.errors import RequestError
from houserules.match import Record, read_record

from .saved import Saved, alone, folder, made, now

FILE: Final = "results.jsonl"


class Result(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One line: how a match ended for the person in it."""

    match: str
    """Made from the beginning of the match alone: however it is played on from there, it stays the same match."""
    game: str
    rules: str
    """The hash of the rules."""
    seats: int
    levels: tuple[str, ...]
    """Of the rivals, in the order of seats."""
    place: int
    last: bool
    when: str
    moves: int
    undone: int = 0
    branched: bool = False
    bombs: int | None = None
    """Only where the game counts them, as Heart of Five does ..."""
    stars: int | None = None
    """... and how often its strongest single card, the 5H, was played."""

    @property
    def is_plain(self) -> bool:
        return self.undone == 0 and not self.branched

    @property
    def rivals(self) -> str:
        """How strong they were: one level, or all that there were."""
        return " + ".join(sorted(set(self.levels))) or "none"


def path() -> Path:
    return folder() / FILE


def remember(match: Saved) -> None:
    """Add the result of a match that is over. A match that is known, or that no person played, adds nothing."""
    record = read_record(match.record)
    if record.outcome is None:
        raise RequestError("bad-request", "only a match that is over has a result")
    if match.seat is None:
        return
    result = _result(match, record, match.seat)
    where = made(folder())
    try:
        with alone(where):
            if any(known.match == result.match for known in results()):
                return
            _append(where / FILE, msgspec.json.encode(result))
    except OSError as problem:
        raise RequestError("bad-request", f"the result cannot be written in {where}: {problem.strerror}") from problem


def _result(match: Saved, record: Record, seat: Seat) -> Result:
    assert record.outcome is not None
    places = record.outcome.places
    counted = record.statistics[seat] if record.statistics is not None else {}
    counts: dict[str, int] = msgspec.convert(counted, dict[str, int]) if isinstance(counted, dict) else {}
    return Result(
        match=_identity(match, record, seat),
        game=record.game,
        rules=record.rules,
        seats=record.seats,
        levels=tuple([level for at, level in enumerate(match.levels) if at != seat and level is not None]),
        place=places[seat],
        last=places[seat] == max(places) > 1,
        when=now(),
        moves=len(record.moves),
        undone=match.undone,
        branched=match.branched is not None,
        bombs=counts.get("bombs"),
        stars=counts.get("star_plays"),
    )


def _identity(match: Saved, record: Record, seat: Seat) -> str:
    begin = [record.game, record.rules, record.seed, record.position, seat, match.begun, match.branched]
    return sha256(msgspec.json.encode(begin)).hexdigest()[:16]


def _append(file: Path, line: bytes) -> None:
    """In one write. A last line that was cut off stays alone on its line."""
    descriptor = os.open(file, os.O_RDWR | os.O_CREAT | os.O_APPEND, 0o600)
    try:
        size = os.fstat(descriptor).st_size
        if size:
            os.lseek(descriptor, size - 1, os.SEEK_SET)
            if os.read(descriptor, 1) != b"\n":
                line = b"\n" + line
        os.write(descriptor, line + b"\n")
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def results() -> list[Result]:
    """All there are, oldest first. A line that cannot be read is passed over."""
    try:
        lines = path().read_bytes().splitlines()
    except OSError:
        return []
    found: dict[str, Result] = {}
    for line in lines:
        try:
            result = msgspec.json.decode(line, type=Result)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
            continue
        found.setdefault(result.match, result)
    return list(found.values())


# -- What they say ---------------------------------------------------------------------------------------------------


class Tally(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The matches of one game against one level of rivals."""

    game: str
    rules: str
    rivals: str
    played: int
    won: int
    lost: int
    """Last of all."""
    places: dict[int, int]
    """How often each was reached."""
    streak: int
    """Wins since the last match that was not won."""
    best_streak: int
    apart: int
    """Matches with moves taken back or played on from a record; they are in no number above ..."""
    apart_won: int
    """... and so many of them were won."""
    bombs: int | None = None
    stars: int | None = None


def tallies(found: Iterable[Result], game: str | None = None) -> list[Tally]:
    """One for each game and level, games in the order of their names."""
    groups: dict[tuple[str, str, str], list[Result]] = {}
    for result in found:
        if game is None or result.game == game:
            groups.setdefault((result.game, result.rules, result.rivals), []).append(result)
    return [_tally(groups[key]) for key in sorted(groups)]


def _tally(group: Sequence[Result]) -> Tally:
    plain = [result for result in group if result.is_plain]
    apart = [result for result in group if not result.is_plain]
    places: dict[int, int] = {}
    streak = best = 0
    for result in plain:
        places[result.place] = places.get(result.place, 0) + 1
        streak = streak + 1 if result.place == 1 else 0
        best = max(best, streak)
    first = group[0]
    return Tally(
        game=first.game,
        rules=first.rules,
        rivals=first.rivals,
        played=len(plain),
        won=places.get(1, 0),
        lost=sum(result.last for result in plain),
        places=dict(sorted(places.items())),
        streak=streak,
        best_streak=best,
        apart=len(apart),
        apart_won=sum(result.place == 1 for result in apart),
        bombs=_total([result.bombs for result in plain], first.bombs),
        stars=_total([result.stars for result in plain], first.stars),
    )


def _total(counts: Sequence[int | None], first: int | None) -> int | None:
    """None for a game that does not count it."""
    return None if first is None else sum(count or 0 for count in counts)


def as_json(found: Sequence[Tally]) -> JSON:
    document: JSON = msgspec.to_builtins(found, str_keys=True)
    return document
