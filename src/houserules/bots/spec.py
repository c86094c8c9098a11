"""BotSpec: which bot, as data: its level, its personality and its limit. Level: how a bot of that name is made."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import msgspec

from houserules.errors import RequestError

from .base import Bot
from .personality import BALANCED, Personality

MOST_MS: Final = 600_000
MOST_ITERATIONS: Final = 100_000_000
"""The most that a text such as `expert@300` or `expert@2000x` may say."""
ONE_DAY_MS: Final = 86_400_000
"""The most that a program may say: the system's timers cannot wait for much longer."""

TIMES: Final[dict[str, int]] = {"quick": 300, "brisk": 500, "steady": 800, "long": 1500}
"""Milliseconds for a move, by a name: `expert@quick`."""


ADAPTIVE: Final = "adaptive"
"""Stands in the place of a level: a bot that tries as hard as suits its opponent."""


class Limit(msgspec.Struct, frozen=True, omit_defaults=True):
    """How long a bot may think about a move: milliseconds, or iterations of its search, which give the same move on
    every machine. Exactly one of them."""

    ms: int | None = None
    iterations: int | None = None

    def __post_init__(self) -> None:
        if (self.ms is None) == (self.iterations is None):
            raise RequestError("bad-request", "a limit is either a number of ms or a number of iterations")
        if self.ms is not None and self.ms < 1:
            raise RequestError("bad-request", f"a bot needs at least 1 ms for a move, not {self.ms}")
        if self.ms is not None and self.ms > ONE_DAY_MS:
            raise RequestError("bad-request", f"a bot thinks for at most {ONE_DAY_MS} ms about a move, not {self.ms}")
        if self.iterations is not None and self.iterations < 1:
            raise RequestError("bad-request", f"a bot needs at least 1 iteration for a move, not {self.iterations}")

    @property
    def seconds(self) -> float | None:
        return None if self.ms is None else self.ms / 1000

    def __str__(self) -> str:
        """As it is written after the @ of a bot."""
        return f"{self.iterations}x" if self.ms is None else str(self.ms)


DEFAULT_LIMIT: Final = Limit(ms=1000)


class BotSpec(msgspec.Struct, frozen=True, omit_defaults=True):
    """A bot that can be made for a game. `read_bot` reads it from a text; `str` writes that text."""

    level: str
    personality: str = BALANCED.name
    limit: Limit | None = None
    """None: the level decides at once, or is given the limit that is usual at its table."""
    strength: float | None = None
    """Of an adaptive bot: how hard it tries, from 0 to 1. None: as hard as it can. The text only says `adaptive`."""

    def __str__(self) -> str:
        level = self.level if self.strength is None else ADAPTIVE
        limit = "" if self.limit is None else f"@{self.limit}"
        personality = "" if self.personality == BALANCED.name else f":{self.personality}"
        return f"{level}{limit}{personality}"


Maker = Callable[[Any, Limit, int, Personality], Bot]
"""Makes a bot: the game, the limit for a move, a seed, a personality. A level ignores what it has no use for."""


class Level(msgspec.Struct, frozen=True):
    """A level of a family of games, or of all games."""

    make: Maker
    thinks: bool = False
    """Whether it thinks for as long as its limit says; other levels decide at once."""
    leans: bool = True
    """Whether a personality changes how it plays."""


def read_limit(text: str) -> Limit:
    """A limit as it is written after the @ of a bot."""
    if text in TIMES:
        return Limit(ms=TIMES[text])
    number = text.removesuffix("x")
    most = MOST_MS if number == text else MOST_ITERATIONS
    if number.isascii() and number.isdigit() and len(number) <= len(str(most)) and 1 <= int(number) <= most:
        return Limit(ms=int(number)) if number == text else Limit(iterations=int(number))
    right = f"write milliseconds from 1 to {MOST_MS}, as in expert@300, or one of {', '.join(TIMES)}"
    raise RequestError("bad-request", f"{text[:40]!r} is not a time for a move: {right}; iterations are expert@2000x")
