"""Personalities: what a bot cares about more than others of its level do."""

from __future__ import annotations

from collections.abc import Mapping
from difflib import get_close_matches
from typing import Final

import msgspec

from houserules.errors import RequestError

Leanings = Mapping[str, Mapping[str, float]]
"""For one family of games: which facts about a move each leaning below is about, and what each fact is worth."""


class Personality(msgspec.Struct, frozen=True):
    """Leanings, each a factor: 1 is what the level itself thinks right. Each family says what they mean there."""

    name: str
    manner: str
    """Of somebody who plays like this, in one word."""
    words: str
    attack: float = 1.0
    """To make others take the pile, to win tricks, to bet."""
    hoard: float = 1.0
    """To keep what can be laid on anything, or beats everything."""
    haste: float = 1.0
    """To lay many cards at once, and to play on."""
    tidy: float = 1.0
    """To burn piles, to bomb tricks."""
    care: float = 1.0
    """To keep what fits together, and cards that will do next time."""

    def taste(self, leanings: Leanings) -> dict[str, float]:
        """What each fact is worth to this personality beyond what it is worth to others."""
        found: dict[str, float] = {}
        for leaning, facts in leanings.items():
            beyond = getattr(self, leaning) - 1.0
            for fact, worth in facts.items():
                found[fact] = found.get(fact, 0.0) + beyond * worth
        return {fact: worth for fact, worth in found.items() if worth}

    def named(self, level: str) -> str:
        """The name of a bot of this level with this personality."""
        return level if self is BALANCED else f"{level}:{self.name}"


BALANCED: Final = Personality("balanced", "steady", "as the level thinks right")

PERSONALITIES: Final[dict[str, Personality]] = {
    personality.name: personality
    for personality in (
        BALANCED,
        Personality("aggressive", "bold", "makes others take the pile", attack=1.6),
        Personality("defensive", "careful", "keeps its good cards for bad times", attack=0.8, hoard=1.2, care=1.3),
        Personality("hasty", "hasty", "lays whatever it can, as much as it can", haste=1.2, care=0.5),
        Personality("tidy", "tidy", "likes to see a pile burn", tidy=2.0),
    )
}


def personality(name: str) -> Personality:
    if name not in PERSONALITIES:
        close = get_close_matches(name.lower(), PERSONALITIES, 1, 0.5)
        hint = f"did you mean {close[0]}?" if close else f"there are {', '.join(PERSONALITIES)}"
        raise RequestError("bad-request", f"there is no personality {name!r}: {hint}")
    return PERSONALITIES[name]
