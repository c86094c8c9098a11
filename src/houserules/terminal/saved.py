"""Saved: a match with its players as one file in the user's data directory.

If another process has written the file since we did, it is not overwritten: the match gets a new name beside it.
"""

from __future__ import annotations

import re
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

import msgspec

from houserules.bots import read_bot
from houserules.core import JSON, Seat, in_plain_words, not_json
from houserules.errors import HouseRulesError, RecordError, RequestError
from houserules.match import read_record
from houserules.match.broken import read_broken, whole_part
from houserules.table import Player

from .files import (
    data_folder,
    ensure_folder,
    folder_lock,
    remove_stale_temp_files,
    replace_file,
    write_new_file,
)
from .players import clean

FORMAT: Final = 2
"""Of a saved match. A file of any format begins with `saved`, which no record has."""

MOST_BYTES: Final = 64 * 1024 * 1024
"""No match is nearly as long: a larger file is something else."""


Places = tuple[int, ...]
"""For each seat the place that it reached in a match."""


class Saved(msgspec.Struct, frozen=True, kw_only=True):
    """A saved match that can be resumed, replayed and counted."""

    record: dict[str, JSON]
    """As Match.record() writes it. It holds the seed, and so every card."""
    seat: Seat | None
    """Where the person sits, or the one of several who has the screen; None: only bots play."""
    players: tuple[Player, ...]
    """Of all seats."""
    begun: str
    """Date and time, ISO, UTC."""
    undone: int = 0
    """How often a move was taken back."""
    branched: int | None = None
    """If it was played on from a record, after how many of its moves: the person may know hidden cards then."""
    earlier: tuple[Places, ...] = ()
    """How the matches ended that the same players played before it."""

    @property
    def people(self) -> tuple[Seat, ...]:
        """Where people sit: several share one screen. () if only bots play."""
        return () if self.seat is None else tuple([at for at, one in enumerate(self.players) if not one.is_bot])

    @property
    def game(self) -> str:
        return str(self.record.get("game"))

    @property
    def is_over(self) -> bool:
        return self.record.get("outcome") is not None

    @property
    def has_moved(self) -> bool:
        """Has a person?"""
        moves = self.record.get("moves")
        return isinstance(moves, list) and any(isinstance(move, list) and move[0] in self.people for move in moves)


class _File(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What stands in a file."""

    saved: int
    begun: str
    seat: int | None
    players: tuple[Player, ...]
    undone: int = 0
    branched: int | None = None
    earlier: tuple[Places, ...] = ()
    record: dict[str, object]


class _FileOfFormat1(msgspec.Struct, frozen=True, kw_only=True):
    """Bots had their level in their name, and once more as text."""

    begun: str
    seat: int | None
    names: tuple[str, ...]
    levels: tuple[str | None, ...]
    undone: int = 0
    branched: int | None = None
    record: dict[str, object]

    def in_present_format(self) -> _File:
        if len(self.names) != len(self.levels):
            raise RecordError(f"it has {len(self.names)} names and {len(self.levels)} levels")
        players = []
        for name, level in zip(self.names, self.levels, strict=True):
            plain = name if level is None else name.removesuffix(f" ({level})")
            players.append(Player(plain) if level is None else Player.bot(plain, read_bot(level)))
        return _File(
            saved=FORMAT,
            begun=self.begun,
            seat=self.seat,
            players=tuple(players),
            undone=self.undone,
            branched=self.branched,
            record=self.record,
        )


_known: dict[Path, bytes] = {}
"""What this process last read or wrote under a name. If something else stands there now, another process wrote it."""


def now() -> str:
    """The time as `begun` has it: exact enough to tell two matches of the same deal apart."""
    return datetime.now(UTC).isoformat(timespec="microseconds")


def matches_folder() -> Path:
    return data_folder() / "matches"


# -- Writing ---------------------------------------------------------------------------------------------------------


def save(match: Saved, path: Path | None = None) -> Path:
    """Write a match whole or not at all, and say where it stands now.

    Without a path it gets a new name. With one, it takes the place of what this process read or wrote there; anything
    else that stands there is left alone, and the match gets a new name beside it: use the path that comes back."""
    text = _encode(match)
    folder = ensure_folder(matches_folder() if path is None else path.absolute().parent)
    try:
        with folder_lock(folder):
            if path is None:
                remove_stale_temp_files(folder)
                target = write_new_file(folder, _stem(match), text)
            elif not path.exists() or path.read_bytes() == _known.get(path.absolute()):
                target = path
                replace_file(path, text)
            else:
                target = write_new_file(folder, path.stem, text)
    except OSError as problem:
        raise RequestError("bad-request", f"the match cannot be saved in {folder}: {problem.strerror}") from problem
    _known[target.absolute()] = text
    return target


def _encode(match: Saved) -> bytes:
    file = _File(
        saved=FORMAT,
        begun=match.begun,
        seat=match.seat,
        players=tuple(map(_cleaned, match.players)),
        undone=match.undone,
        branched=match.branched,
        earlier=match.earlier,
        record=dict(match.record),
    )
    return msgspec.json.encode(file) + b"\n"


def _cleaned(player: Player) -> Player:
    return msgspec.structs.replace(player, name=clean(player.name))


def _stem(match: Saved) -> str:
    """The beginning of the file's name: the day and the game."""
    name = re.sub(r"[^a-z0-9]+", "-", match.game.lower()).strip("-")[:40] or "match"
    return f"{match.begun[:10] if re.match(r'[0-9]{4}-[0-9]{2}-[0-9]{2}', match.begun) else now()[:10]}-{name}"


# -- Reading ---------------------------------------------------------------------------------------------------------


def read(path: Path) -> Saved:
    """A saved match. Its record is checked, but not replayed: resuming it does that."""
    text = _read_text(path)
    document = _decode(path, text)
    if "saved" not in document:
        kind = "a record, not a saved match" if "moves" in document else "not a saved match"
        raise RecordError(f"{path} is {kind}")
    match = _read_saved(path, document)
    _known[path.absolute()] = text
    return match


def read_as_far_as_whole(path: Path) -> tuple[Saved, str | None]:
    """A saved match, or a bare record as one that nobody plays; and why it stops where it does, if it was cut off."""
    text = _read_text(path)
    problem = None
    try:
        document = _decode(path, text)
    except RecordError:
        document, problem = _decode(path, _whole_part(text)), "its end is missing"
    is_saved = "saved" in document
    record_document = document.get("record") if is_saved else document
    try:
        record, broken = read_broken(record_document if isinstance(record_document, dict) else {})
    except RecordError as refused:
        raise RecordError(f"{path} is not a record or a saved match: {refused.message}") from refused
    whole: dict[str, object] = msgspec.json.decode(msgspec.json.encode(record))
    if not is_saved:
        players = tuple([Player(f"Seat {seat}") for seat in range(record.seats)])
        return Saved(record=_as_json(whole), seat=None, players=players, begun=""), problem or broken
    match = _read_saved(path, {**document, "record": whole})
    if problem is None and broken is None:
        _known[path.absolute()] = text
    return match, problem or broken


def record_in(text: bytes) -> bytes:
    """The record in the text of a saved match; any other text as it is."""
    try:
        document = msgspec.json.decode(text)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return text
    if isinstance(document, dict) and "saved" in document and "record" in document:
        return msgspec.json.encode(document["record"])
    return text


def _read_text(path: Path) -> bytes:
    try:
        if path.exists() and not path.is_file():
            raise RecordError(f"{path} is not a file")
        if path.stat().st_size > MOST_BYTES:
            raise RecordError(f"{path} is too large for a saved match")
        return path.read_bytes()
    except OSError as problem:
        raise RecordError(f"{path} cannot be read: {problem.strerror}") from problem
    except ValueError as problem:
        if isinstance(problem, RecordError):
            raise
        raise RecordError("no file can have this name") from problem


def _whole_part(text: bytes) -> bytes:
    return whole_part(text.decode("utf-8", "ignore")).encode()


def _decode(path: Path, text: bytes) -> dict[str, object]:
    try:
        document = msgspec.json.decode(text)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as problem:
        raise RecordError(f"{path} is not a saved match: {not_json(problem)}") from problem
    if not isinstance(document, dict):
        raise RecordError(f"{path} is not a saved match: it holds no JSON object")
    return document


def _read_saved(path: Path, document: dict[str, object]) -> Saved:
    try:
        file = _read_file(document)
        seats = read_record(file.record).seats
    except msgspec.ValidationError as problem:
        raise RecordError(f"{path} is not a saved match: {in_plain_words(problem)}") from problem
    except (UnicodeError, HouseRulesError) as problem:
        raise RecordError(f"{path} is not a saved match: {problem}") from problem
    if len(file.players) != seats:
        raise RecordError(f"{path} names {len(file.players)} players at a table of {seats}")
    if file.seat is not None and not (0 <= file.seat < seats and not file.players[file.seat].is_bot):
        raise RecordError(f"{path} says that you have seat {file.seat}, but no person sits there")
    if any(len(places) != seats for places in file.earlier):
        raise RecordError(f"{path} has an earlier match that was not one of {seats} seats")
    return Saved(
        record=_as_json(file.record),
        seat=file.seat,
        players=tuple(map(_cleaned, file.players)),
        begun=clean(file.begun),
        undone=max(file.undone, 0),
        branched=file.branched,
        earlier=file.earlier,
    )


def _read_file(document: dict[str, object]) -> _File:
    form = document.get("saved")
    if form == 1 and form is not True:
        return msgspec.convert(document, _FileOfFormat1).in_present_format()
    if form != FORMAT or isinstance(form, bool):
        raise RecordError(f"it has format {form!r}, and this version reads formats 1 and {FORMAT}")
    return msgspec.convert(document, _File)


def _as_json(document: dict[str, object]) -> dict[str, JSON]:
    """What was read from JSON is JSON."""
    return document  # type: ignore[return-value]
