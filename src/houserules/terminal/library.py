"""The saved matches of the user: which there are, and which one to resume."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

from houserules.errors import RecordError, RequestError
from houserules.games import GAMES, load

from .players import clean
from .saved import Saved, matches_folder, read


def matches() -> list[tuple[Path, Saved]]:
    """All saved matches, the one that was saved last first. Files that are not saved matches are left out."""
    found: list[tuple[Path, Saved]] = []
    for path in _files():
        with suppress(RecordError):
            found.append((path, read(path)))
    return found


def damaged() -> list[tuple[Path, RecordError]]:
    """The files among the saved matches that cannot be read, and why."""
    found: list[tuple[Path, RecordError]] = []
    for path in _files():
        try:
            read(path)
        except RecordError as problem:
            found.append((path, problem))
    return found


def unfinished() -> list[tuple[Path, Saved | RecordError]]:
    """The unfinished matches with a person, the one to resume first; for a file that cannot be read,
    the reason. Matches in which the person has not moved come last."""
    found: list[tuple[Path, Saved | RecordError]] = []
    for path in _files():
        try:
            match = read(path)
        except RecordError as problem:
            found.append((path, problem))
        else:
            if match.seat is not None and not match.is_over:
                found.append((path, match))
    return sorted(found, key=lambda pair: isinstance(pair[1], Saved) and not pair[1].has_moved)


def latest() -> Path | None:
    """The file of the match to resume; None if there is none."""
    return next((path for path, match in unfinished() if isinstance(match, Saved)), None)


def remove(path: Path) -> None:
    try:
        path.unlink()
    except OSError as problem:
        raise RequestError("bad-request", f"{path} cannot be removed: {problem.strerror}") from problem


def _files() -> list[Path]:
    """The one that was written last first."""
    times: list[tuple[int, str, Path]] = []
    with suppress(OSError):
        for path in matches_folder().glob("*.json"):
            with suppress(OSError):
                times.append((path.stat().st_mtime_ns, path.name, path))
    return [path for _, _, path in sorted(times, reverse=True)]


def game_name(game: str) -> str:
    """As people call it; rules of one's own keep the name that they were saved by."""
    return load(game).name if game in GAMES else clean(game)
