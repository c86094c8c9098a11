"""Everything that can be refused, each with a stable code and a sentence that says what would be right.

HouseRulesError                 code and message; nothing has changed when it is raised
├── NotationError               unreadable: a text is neither a card nor a move
│   └── Ambiguous               it can be read in two ways; the message says how to say each
├── IllegalMove                 not-your-turn, over, not-held, not-playable, ...: read, but not allowed; `reason` says
│                               what is wrong, `instead` what would be legal
├── UnknownGame                 unknown-game: there is no game of this name
├── SeatsError                  bad-seats: the game does not allow this number of seats, or this seat does not exist
├── RulesError                  bad-house: a house cannot be played as it is written; `problems` holds every reason
├── PositionError               bad-position: a position contradicts itself or the decks; `path` says where
├── RecordError                 bad-record: a record cannot be read or replayed
├── ViewError                   bad-view: a view contradicts itself or its rules, so a bot cannot think about it
├── TableError                  stale, not-dealt, undo-off, ...: a table does not allow this step now
├── RequestError                bad-request, unknown-match: the engine cannot read or answer a request
├── ConfigError                 bad-config: a setting of the server is wrong
└── WireError                   bad-message, too-long, too-fast, ...: a server cannot read or answer a message

All but TableError, RequestError, ConfigError and WireError are ValueErrors too. A broken promise of our own is an
`assert`, never one of these.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec


class HouseRulesError(Exception):
    """Base of all refusals. `code` is for programs and does not change; `message` is for people and may."""

    code: str
    message: str

    def __init__(self, code: str, message: str) -> None:
        super().__init__(code, message)
        self.code = code
        self.message = message

    def __str__(self) -> str:
        return self.message


class NotationError(HouseRulesError, ValueError):
    def __init__(self, message: str) -> None:
        super().__init__("unreadable", message)


class Ambiguous(NotationError):
    pass


class IllegalMove(HouseRulesError, ValueError):
    """A move that is not allowed. `message` gives the reason and, if it is known, what would be legal instead."""

    def __init__(self, code: str, reason: str, instead: str = "") -> None:
        super().__init__(code, f"{reason}: {instead}" if instead else reason)
        self.args = (code, reason, instead)  # what a copy in another process is made of
        self.reason = reason
        self.instead = instead


class UnknownGame(HouseRulesError, ValueError):
    def __init__(self, message: str) -> None:
        super().__init__("unknown-game", message)


class SeatsError(HouseRulesError, ValueError):
    def __init__(self, message: str) -> None:
        super().__init__("bad-seats", message)


def written_path(path: tuple[str | int, ...]) -> str:
    """Keys with dots between them, positions in lists in brackets."""
    return "".join([f"[{part}]" if isinstance(part, int) else f".{part}" for part in path]).removeprefix(".")


class Problem(msgspec.Struct, frozen=True):
    """One thing that is wrong with a document, for programs; `str` is the line for people."""

    path: tuple[str | int, ...]
    """Keys, and positions in lists counted from 0; empty if the whole document is wrong."""
    code: str
    """missing, unknown-key, not-allowed, twice, contradiction, or unreadable for the whole document."""
    message: str
    allowed: dict[str, Any] = {}
    """What would be right, if it can be listed: `min` and `max`, `words`, `keys` or a `type`."""

    def __str__(self) -> str:
        return f"{written_path(self.path)}: {self.message}" if self.path else self.message


class RulesError(HouseRulesError, ValueError):
    """A house that cannot be played. `problems` has a line for each: where, what is wrong, what would be right;
    `details` has the same as data."""

    def __init__(self, problems: Sequence[str | Problem], source: str = "") -> None:
        """`source` is the file that the house was read from."""
        self.problems = tuple([str(problem) for problem in problems])
        self.source = source
        super().__init__("bad-house", f"{source}: {'; '.join(self.problems)}" if source else "; ".join(self.problems))
        self.args = (tuple(problems), source)  # what a copy in another process is made of
        self.details = tuple(
            [problem if isinstance(problem, Problem) else Problem((), "unreadable", problem) for problem in problems]
        )

    @property
    def lines(self) -> tuple[str, ...]:
        """A line for each problem, which names the file."""
        return tuple([f"{self.source}: {problem}" if self.source else problem for problem in self.problems])


class PositionError(HouseRulesError, ValueError):
    def __init__(self, path: str, problem: str) -> None:
        super().__init__("bad-position", f"{path}: {problem}")
        self.path = path


class RecordError(HouseRulesError, ValueError):
    def __init__(self, message: str) -> None:
        super().__init__("bad-record", message)


class ViewError(HouseRulesError, ValueError):
    def __init__(self, message: str) -> None:
        super().__init__("bad-view", message)


class TableError(HouseRulesError):
    pass


class RequestError(HouseRulesError):
    pass


class WireError(HouseRulesError):
    pass


class ConfigError(HouseRulesError):
    def __init__(self, message: str) -> None:
        super().__init__("bad-config", message)
