"""A tournament that a person left: its settings, the results of their own matches, and the match that was left open.

The matches of bots follow from the seed, so they are played again. Only matches with a person have to be kept."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import msgspec

from houserules.core import Outcome
from houserules.errors import RequestError

from .files import data_folder, ensure_folder, replace_file
from .started import typed
from .tournament import Format

FILE: Final = "tournament.json"


class LeftTournament(msgspec.Struct, kw_only=True):
    """What stands in the file."""

    game: str
    """As it was named: a game, or the path of its rules."""
    rules: str
    """The hash of the rules."""
    bots: tuple[str, ...]
    format: Format
    rounds: int
    seats: int
    seed: str
    ms: int
    me: str
    outcomes: list[Outcome] = []
    """Of the person's matches, in their order."""
    open_match: str | None = None
    """The file of the match that was left."""

    def save(self) -> None:
        try:
            replace_file(ensure_folder(data_folder()) / FILE, msgspec.json.encode(self))
        except OSError as problem:
            raise RequestError("bad-request", f"the tournament cannot be saved: {problem.strerror}") from problem


def read_left() -> LeftTournament:
    """The tournament that was left last."""
    path = _path()
    try:
        return msgspec.json.decode(path.read_bytes(), type=LeftTournament)
    except FileNotFoundError as problem:
        start = typed("tournament --bots hard,easy --me NAME")
        raise RequestError("bad-request", f"you have left no tournament: {start} starts one") from problem
    except (OSError, msgspec.DecodeError, UnicodeDecodeError) as problem:
        raise RequestError("bad-request", f"{path} is damaged, so the tournament cannot be resumed") from problem


def forget() -> None:
    """The tournament is over."""
    _path().unlink(missing_ok=True)


def _path() -> Path:
    return data_folder() / FILE
