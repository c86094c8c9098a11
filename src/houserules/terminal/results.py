"""Results: one line for each match that a person finished, and the statistics made from these lines.

A match counts once, with its first ending. A match with moves taken back, or played on from a record, counts apart: it
neither lengthens a streak nor ends it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from hashlib import sha256
from pathlib import Path
from typing import Final

import msgspec

from houserules.core import JSON, Seat
from houserules.errors import RequestError
from houserules.match import Record, read_record

from .files import append_line, data_folder, ensure_folder, folder_lock
from .saved import Saved, now

FILE: Final = "results.jsonl"


class Result(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One line: how a match ended for the person in it."""

    match: str
    """Made only from the beginning of the match, so it stays the same whatever is played later."""
    game: str
    rules: str
    """The hash of the rules."""
    seats: int
    levels: tuple[str, ...]
    """Of the rivals, in the order of seats, as the command line names them."""
    place: int
    last: bool
    when: str
    moves: int
    undone: int = 0
    branched: bool = False
    bombs: int | None = None
    """Only if the game counts them ..."""
    stars: int | None = None
    """... and how often its strongest card was played."""

    @property
    def is_plain(self) -> bool:
        return self.undone == 0 and not self.branched

    @property
    def rivals(self) -> str:
        """How strong they were: each level once, however they like to play."""
        return " + ".join(sorted({level.partition(":")[0] for level in self.levels})) or "none"


def path() -> Path:
    return data_folder() / FILE


def remember(match: Saved) -> None:
    """Add the result of a match that is over, unless it is known, or it was not played by one person against bots."""
    record = read_record(match.record)
    if record.outcome is None:
        raise RequestError("bad-request", "this match is not over: it has no result yet")
    if match.seat is None or len(match.people) > 1:
        return
    result = _result(match, record, match.seat)
    folder = ensure_folder(data_folder())
    try:
        with folder_lock(folder):
            if any(known.match == result.match for known in results()):
                return
            append_line(folder / FILE, msgspec.json.encode(result))
    except OSError as problem:
        raise RequestError("bad-request", f"the result cannot be written in {folder}: {problem.strerror}") from problem


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
        levels=tuple([str(player.spec) for at, player in enumerate(match.players) if at != seat and player.is_bot]),
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


def results() -> list[Result]:
    """All results, the oldest first. Lines that cannot be read are left out."""
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


# -- Statistics -----------------------------------------------------------------------------------------------------


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
    """Matches with moves taken back, or played on from a record; no number above counts them ..."""
    apart_won: int
    """... and how many of these were won."""
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
