"""Player: who sits on a chair, as data. What is shown of a player is made from it and never read back."""

from __future__ import annotations

from typing import Final, Literal

import msgspec

from houserules.bots import ADAPTIVE, PERSONALITIES, BotSpec, Limit, levels
from houserules.core import LINE, is_line
from houserules.errors import TableError
from houserules.games import AnyGame

MOST_NAME: Final = 40
"""Characters."""


class Player(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True, gc=False):
    """A person, or a bot of some level.

    >>> Player("Dora", "bot", "hard", "defensive").shown
    'Dora, careful, hard'
    """

    name: str
    kind: Literal["person", "bot"] = "person"
    level: str | None = None
    """Of a bot, as `levels(game)` calls it."""
    personality: str | None = None
    limit: Limit | None = None
    """None: the usual time."""
    strength: float | None = None
    """Of an adaptive bot, from 0 to 1; None: it always does its best."""

    @property
    def is_bot(self) -> bool:
        return self.kind == "bot"

    @property
    def spec(self) -> BotSpec:
        """Which bot plays."""
        assert self.level is not None, "a person is not a bot"
        spec = BotSpec(self.level, limit=self.limit, strength=self.strength)
        return spec if self.personality is None else msgspec.structs.replace(spec, personality=self.personality)

    @staticmethod
    def bot(name: str, spec: BotSpec) -> Player:
        personality = None if spec.personality == BotSpec(spec.level).personality else spec.personality
        return Player(name, "bot", spec.level, personality, spec.limit, spec.strength)

    @property
    def manner(self) -> str:
        """What a bot is like, in a few words: how it likes to play, how strong it is. "" for a person."""
        known = PERSONALITIES.get(self.personality or "")
        time = None if self.limit is None else _shown_limit(self.limit)
        level = self.level if self.strength is None else ADAPTIVE
        return ", ".join([part for part in (known and known.manner, level, time) if part])

    @property
    def shown(self) -> str:
        return ", ".join([part for part in (self.name, self.manner) if part])

    def check(self, game: AnyGame) -> None:
        """Can this player play this game?"""
        if self.kind not in ("person", "bot"):
            raise TableError("bad-player", f"a player is a person or a bot, not {self.kind!r}")
        if not is_line(self.name) or len(self.name) > MOST_NAME:
            raise TableError(
                "bad-player", f"a name is one line of 1 to {MOST_NAME} characters that can be seen, {LINE}"
            )
        if not self.is_bot:
            if self.level or self.personality or self.limit or self.strength is not None:
                raise TableError("bad-player", f"{self.name} is a person: leave out level, personality and limit")
            return
        known = levels(game)
        if self.level not in known:
            raise TableError("bad-player", f"{self.name} needs a level of {game.name}: {', '.join(known)}")
        if self.personality is not None and self.personality not in PERSONALITIES:
            raise TableError("bad-player", f"{self.name} needs a personality: {', '.join(PERSONALITIES)}, or none")
        if self.strength is not None and not 0 <= self.strength <= 1:
            raise TableError("bad-player", f"{self.name} needs a strength from 0 to 1, not {self.strength}")
        if self.limit is not None and not known[self.level].thinks:
            raise TableError("bad-player", f"{self.name} is {self.level}, which decides at once: leave out the limit")


def _shown_limit(limit: Limit) -> str:
    return f"{limit.iterations} iterations" if limit.ms is None else f"{limit.ms} ms"
