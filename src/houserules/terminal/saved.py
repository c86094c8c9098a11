"""Saved: matches kept as files in the user's data directory, each written whole or not at all.

A file holds the record and who sat where. What another process has written meanwhile is never overwritten: the match
then gets a new name beside it.
"""

from __future__ import annotations

import os
import re
import secrets
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

import msgspec

from houserules.core import JSON, Seat
from houserules.errors import RecordError, RequestError
from houserules.match import read_record

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl

FORMAT: Final = 1
"""Of a saved match. A file of it begins with `saved`, which no record has."""

LARGEST: Final = 64 * 1024 * 1024
"""Bytes. No match is nearly as long; what is larger is some other file."""

PATIENCE: Final = 5.0
"""Seconds to wait for another process that writes. One that was stopped in its midst must not stop us too."""

LEFT: Final = 3600
"""Seconds after which a file that was begun and never finished is swept away."""


class Saved(msgspec.Struct, frozen=True, kw_only=True):
    """A match that can be gone on with, looked at again, and counted."""

    record: dict[str, JSON]
    """As Match.record() writes it. It holds the seed, and so every card."""
    seat: Seat | None
    """Where the person sits; None: only bots play."""
    names: tuple[str, ...]
    """Of all seats."""
    levels: tuple[str | None, ...]
    """Of each bot, as `bot()` reads it ("hard:tidy"); None for a person."""
    begun: str
    """Date and time, ISO, UTC."""
    undone: int = 0
    """How often a move was taken back."""
    branched: int | None = None
    """Played on from a record, after so many of its moves: who does so may know cards that were hidden."""

    @property
    def game(self) -> str:
        return str(self.record.get("game"))

    @property
    def is_over(self) -> bool:
        return self.record.get("outcome") is not None

    @property
    def has_moved(self) -> bool:
        """Has the person?"""
        moves = self.record.get("moves")
        return isinstance(moves, list) and any(isinstance(move, list) and move[:1] == [self.seat] for move in moves)


class _File(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What stands in a file."""

    saved: int
    begun: str
    seat: int | None
    names: tuple[str, ...]
    levels: tuple[str | None, ...]
    undone: int = 0
    branched: int | None = None
    record: dict[str, object]


_known: dict[Path, bytes] = {}
"""What this process last read or wrote under a name. If something else stands there now, another process wrote it."""


def now() -> str:
    """The time as `begun` has it: so exact that two matches of the same deal are told apart by it."""
    return datetime.now(UTC).isoformat(timespec="microseconds")


# -- Where -----------------------------------------------------------------------------------------------------------


def folder() -> Path:
    """The user's data directory: $HOUSERULES_HOME, or what the platform provides."""
    if home := os.environ.get("HOUSERULES_HOME"):
        return Path(home)
    if sys.platform == "win32":
        base = os.environ.get("LOCALAPPDATA") or os.environ.get("APPDATA")
        return (Path(base) if base else _home() / "AppData" / "Local") / "houserules"
    if sys.platform == "darwin":
        return _home() / "Library" / "Application Support" / "houserules"
    base = os.environ.get("XDG_DATA_HOME")
    # The specification of that variable says that a relative path in it counts for nothing.
    return (Path(base) if base and Path(base).is_absolute() else _home() / ".local" / "share") / "houserules"


def _home() -> Path:
    try:
        return Path.home()
    except RuntimeError as problem:
        raise RequestError("bad-request", "there is no home directory: say where with HOUSERULES_HOME") from problem


def matches_folder() -> Path:
    return folder() / "matches"


def made(path: Path) -> Path:
    """A folder, made if it is not there; nobody else reads what hidden cards are in it."""
    try:
        path.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as problem:
        raise RequestError("bad-request", f"{path} cannot be made: {problem.strerror}") from problem
    return path


@contextmanager
def alone(where: Path) -> Iterator[None]:
    """Nobody else who asks so writes in this folder meanwhile. The system lets go when a process dies."""
    try:
        descriptor = os.open(where / ".lock", os.O_RDWR | os.O_CREAT, 0o600)
    except OSError as problem:
        raise RequestError("bad-request", f"nothing can be written in {where}: {problem.strerror}") from problem
    try:
        end = time.monotonic() + PATIENCE
        while not _locked(descriptor) and time.monotonic() < end:
            time.sleep(0.01)
        yield
    finally:
        os.close(descriptor)


def _locked(descriptor: int) -> bool:
    try:
        if sys.platform == "win32":
            msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
        else:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True


# -- Writing ---------------------------------------------------------------------------------------------------------


def save(match: Saved, path: Path | None = None) -> Path:
    """Write a match whole or not at all, and say where it stands now.

    Without a path it gets a new name. With one, it takes the place of what this process read or wrote there; anything
    else that stands there is left alone, and the match gets a new name beside it: use the path that comes back."""
    text = _written(match)
    where = made(matches_folder() if path is None else path.absolute().parent)
    try:
        with alone(where):
            if path is None:
                _sweep(where)
                target = _new(where, _stem(match), text)
            elif not path.exists() or path.read_bytes() == _known.get(path.absolute()):
                target = path
                _put(path, text)
            else:
                target = _new(where, path.stem, text)
    except OSError as problem:
        raise RequestError("bad-request", f"the match cannot be saved in {where}: {problem.strerror}") from problem
    _known[target.absolute()] = text
    return target


def _written(match: Saved) -> bytes:
    file = _File(
        saved=FORMAT,
        begun=match.begun,
        seat=match.seat,
        names=tuple(map(_clean, match.names)),
        levels=match.levels,
        undone=match.undone,
        branched=match.branched,
        record=dict(match.record),
    )
    return msgspec.json.encode(file) + b"\n"


def _clean(name: str) -> str:
    """A name from a shell or a file may hold what is no text, or what would move the cursor."""
    return "".join(letter if letter.isprintable() else "?" for letter in name)


def _stem(match: Saved) -> str:
    name = re.sub(r"[^a-z0-9]+", "-", match.game.lower()).strip("-")[:40] or "match"
    return f"{match.begun[:10] if re.match(r'[0-9]{4}-[0-9]{2}-[0-9]{2}', match.begun) else now()[:10]}-{name}"


def _new(where: Path, stem: str, text: bytes) -> Path:
    """Under the first free name: whoever takes a name, no other gets it."""
    beside = _beside(where, text)
    number = 1
    try:
        while True:
            target = where / f"{stem}-{number}.json"
            try:
                _claim(beside, target)
            except FileExistsError:
                number += 1
            else:
                _settle(where)
                return target
    finally:
        beside.unlink(missing_ok=True)


def _claim(beside: Path, target: Path) -> None:
    """Give a whole file its name, if nobody has it."""
    if sys.platform == "win32":
        beside.rename(target)
        return
    try:
        os.link(beside, target)
    except FileExistsError:
        raise
    except OSError:  # a file system without links: take the name first, empty, then put the file there
        os.close(os.open(target, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
        beside.replace(target)


def _put(path: Path, text: bytes) -> None:
    beside = _beside(path.absolute().parent, text)
    try:
        beside.replace(path)
    finally:
        beside.unlink(missing_ok=True)
    _settle(path.absolute().parent)


def _beside(where: Path, text: bytes) -> Path:
    """The whole text on the disk, in a file that nobody looks for."""
    path = where / f".{os.getpid()}-{secrets.token_hex(4)}.part"
    descriptor = os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600)
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
    except BaseException:
        path.unlink(missing_ok=True)
        raise
    return path


def _settle(where: Path) -> None:
    """Names too are to survive a power cut."""
    if sys.platform != "win32":
        with suppress(OSError):  # some file systems cannot; the file itself is safe
            descriptor = os.open(where, os.O_RDONLY)
            try:
                os.fsync(descriptor)
            finally:
                os.close(descriptor)


def _sweep(where: Path) -> None:
    """What processes that were killed have left behind."""
    for path in where.glob(".*.part"):
        with suppress(OSError):
            if time.time() - path.stat().st_mtime > LEFT:
                path.unlink()


# -- Reading ---------------------------------------------------------------------------------------------------------


def read(path: Path) -> Saved:
    """A saved match. Its record is read, but not replayed: Match.from_record does that."""
    text = _text(path)
    document = _document(path, text)
    if "saved" not in document:
        kind = "a record, and no saved match" if "moves" in document else "no saved match"
        raise RecordError(f"{path} is {kind}")
    match = _saved(path, document)
    _known[path.absolute()] = text
    return match


def read_any(path: Path) -> Saved:
    """A saved match, or a bare record as one that nobody plays."""
    document = _document(path, _text(path))
    if "saved" in document:
        return read(path)
    try:
        record = read_record(document)
    except RecordError as problem:
        raise RecordError(f"{path} is no record: {problem.message}") from problem
    names = tuple(f"Seat {seat}" for seat in range(record.seats))
    return Saved(record=_json(document), seat=None, names=names, levels=(None,) * record.seats, begun="")


def record_of(text: bytes) -> bytes:
    """The record in the text of a saved match; any other text as it is."""
    try:
        document = msgspec.json.decode(text)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return text
    if isinstance(document, dict) and "saved" in document and "record" in document:
        return msgspec.json.encode(document["record"])
    return text


def _text(path: Path) -> bytes:
    try:
        if path.exists() and not path.is_file():
            raise RecordError(f"{path} is no file")
        if path.stat().st_size > LARGEST:
            raise RecordError(f"{path} is too large for a saved match")
        return path.read_bytes()
    except OSError as problem:
        raise RecordError(f"{path} cannot be read: {problem.strerror}") from problem
    except ValueError as problem:
        if isinstance(problem, RecordError):
            raise
        raise RecordError("this is no name that a file could have") from problem


def _document(path: Path, text: bytes) -> dict[str, object]:
    try:
        document = msgspec.json.decode(text)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as problem:
        raise RecordError(f"{path} is no saved match: {problem}") from problem
    if not isinstance(document, dict):
        raise RecordError(f"{path} is no saved match: it holds no JSON object")
    return document


def _saved(path: Path, document: dict[str, object]) -> Saved:
    form = document.get("saved")
    if form != FORMAT or isinstance(form, bool):
        raise RecordError(f"{path} is a saved match of format {form!r}, and this reads format {FORMAT}")
    try:
        file = msgspec.convert(document, _File)
        record = read_record(file.record)
    except (msgspec.ValidationError, UnicodeError, RecordError) as problem:
        raise RecordError(f"{path} is no saved match: {problem}") from problem
    if not (len(file.names) == len(file.levels) == record.seats):
        raise RecordError(f"{path} names {len(file.names)} players at a table of {record.seats}")
    if file.seat is not None and not (0 <= file.seat < record.seats and file.levels[file.seat] is None):
        raise RecordError(f"{path} says that you are seat {file.seat}, and nobody can sit there")
    return Saved(
        record=_json(file.record),
        seat=file.seat,
        names=tuple(map(_clean, file.names)),
        levels=tuple(None if level is None else _clean(level) for level in file.levels),
        begun=_clean(file.begun),
        undone=max(file.undone, 0),
        branched=file.branched,
    )


def _json(document: dict[str, object]) -> dict[str, JSON]:
    """What was read from JSON is JSON."""
    return document  # type: ignore[return-value]


def matches() -> list[tuple[Path, Saved]]:
    """All saved matches, the one that was saved last first. What is no saved match is passed over."""
    return list(_newest_first())


def latest() -> Path | None:
    """The newest match with a person in it that is not over: before all others, one in which the person has moved."""
    return next((path for path, match in unfinished() if isinstance(match, Saved)), None)


def unfinished() -> list[tuple[Path, Saved | RecordError]]:
    """The matches with a person in them that are not over, the one to go on with first; of a file that cannot be read,
    why. Those in which the person has not moved come last: nothing is lost with them."""
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


def _newest_first() -> Iterator[tuple[Path, Saved]]:
    for path in _files():
        with suppress(RecordError):
            yield path, read(path)


def _files() -> list[Path]:
    """The one that was written last first."""
    times: list[tuple[int, str, Path]] = []
    with suppress(OSError):
        for path in matches_folder().glob("*.json"):
            with suppress(OSError):
                times.append((path.stat().st_mtime_ns, path.name, path))
    return [path for _, _, path in sorted(times, reverse=True)]


def remove(path: Path) -> None:
    try:
        path.unlink()
    except OSError as problem:
        raise RequestError("bad-request", f"{path} cannot be removed: {problem.strerror}") from problem
