"""Player: who sits on a chair, as data. What is shown of a player is made from it and never read back."""

from __future__ import annotations

from typing import Final, Literal

import msgspec

from houserules.bots import PERSONALITIES, levels
from houserules.errors import TableError
from houserules.games import AnyGame

MOST_NAME: Final = 40
"""Characters."""


class Limit(msgspec.Struct, frozen=True, omit_defaults=True):
    """How long a bot may think about one move."""

    ms: int


class Player(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True, gc=False):
    """A person, or a bot of some level.

    >>> Player("Dora", "bot", "hard", "careful").shown
    'Dora, careful, hard'
    """

    name: str
    kind: Literal["person", "bot"] = "person"
    level: str | None = None
    """Of a bot, as `levels(game)` calls it."""
    personality: str | None = None
    limit: Limit | None = None
    """None: as long as bots think if nobody says."""

    @property
    def is_bot(self) -> bool:
        return self.kind == "bot"

    @property
    def shown(self) -> str:
        time = None if self.limit is None else f"{self.limit.ms} ms"
        return ", ".join([part for part in (self.name, self.personality, self.level, time) if part])

    def check(self, game: AnyGame) -> None:
        """Can this player play this game?"""
        if not (self.name.strip() and self.name.isprintable() and len(self.name) <= MOST_NAME):
            raise TableError("bad-player", f"a name is one line of 1 to {MOST_NAME} characters, not {self.name[:60]!a}")
        if not self.is_bot:
            if self.level or self.personality or self.limit:
                raise TableError("bad-player", f"{self.name} is a person: leave level, personality and limit away")
            return
        known = levels(game)
        if self.level not in known:
            raise TableError("bad-player", f"{self.name} needs a level of {game.name}: {', '.join(known)}")
        if self.personality is not None and self.personality not in PERSONALITIES:
            raise TableError("bad-player", f"{self.name} needs a personality: {', '.join(PERSONALITIES)}, or none")
        if self.limit is not None and self.limit.ms < 1:
            raise TableError("bad-player", f"{self.name} needs at least 1 ms for a move, not {self.limit.ms}")
