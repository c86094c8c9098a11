"""Every bot by its level: `bot("hard", game)`. A level belongs to a family of games; some play any game."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from difflib import get_close_matches
from typing import Any, Final

from houserules.errors import RequestError
from houserules.games import AnyGame
from houserules.games.heart_of_five.game import HeartOfFive
from houserules.games.heroes.game import Heroes
from houserules.games.shedding.game import Shedding

from . import heart_of_five, heroes
from .adaptive import Adaptive
from .base import Advice, Bot, Chance, Effort, RandomBot
from .personality import BALANCED, PERSONALITIES, Personality, personality
from .search import Searcher
from .shedding import Easy, SheddingJudge, Weighing
from .shedding_weights import MEDIUM, tuned

__all__ = [
    "ANY_GAME",
    "FAMILIES",
    "PERSONALITIES",
    "TIMES",
    "Adaptive",
    "Advice",
    "Bot",
    "Chance",
    "Effort",
    "Personality",
    "bot",
    "levels",
]

Maker = Callable[[Any, int, int, Personality], Bot]
"""Makes a bot: the game, milliseconds for a move, a seed, a personality. What a level has no use for, it ignores."""


def _random(_game: AnyGame, _ms: int, seed: int, _personality: Personality) -> Bot:
    return RandomBot(seed)


def _easy(game: Shedding, _ms: int, seed: int, _personality: Personality) -> Bot:
    return Easy(game, seed)


def _medium(game: Shedding, _ms: int, seed: int, personality: Personality) -> Bot:
    return Weighing("medium", game, MEDIUM, seed, personality)


def _hard(game: Shedding, _ms: int, seed: int, personality: Personality) -> Bot:
    return Weighing("hard", game, tuned(), seed, personality)


def _expert(game: Shedding, ms: int, seed: int, personality: Personality) -> Bot:
    player = Searcher(game, ms=ms, seed=seed, judge=SheddingJudge(game, tuned(), personality))
    player.name = personality.named("expert")
    return player


ANY_GAME: Final[dict[str, Maker]] = {"random": _random}
"""The levels that play any game."""

FAMILIES: Final[list[tuple[type[AnyGame], dict[str, Maker]]]] = [
    (Shedding, {"easy": _easy, "medium": _medium, "hard": _hard, "expert": _expert}),
    (
        HeartOfFive,
        {
            "beginner": lambda game, _ms, seed, _personality: heart_of_five.Beginner(game, seed),
            "intermediate": lambda game, _ms, seed, leaning: heart_of_five.Intermediate(game, seed, leaning),
            "advanced": lambda game, ms, seed, leaning: heart_of_five.Advanced(
                game, ms=ms, seed=seed, personality=leaning
            ),
        },
    ),
    (
        Heroes,
        {
            "easy": lambda _game, _ms, seed, _personality: heroes.Easy(seed),
            "medium": lambda _game, _ms, seed, leaning: heroes.Medium(seed, leaning),
            "hard": lambda _game, _ms, seed, leaning: heroes.Hard(seed, leaning),
            "expert": lambda _game, _ms, seed, leaning: heroes.Expert(seed, leaning),
        },
    ),
]
"""The levels of each family of games, from the weakest. A new level is one entry here, a new family one line."""


def levels(game: AnyGame) -> dict[str, Maker]:
    """The levels that play a game, from the weakest."""
    own = {level: make for family, made in FAMILIES if isinstance(game, family) for level, make in made.items()}
    return {**ANY_GAME, **own}


TIMES: Final[dict[str, int]] = {"quick": 300, "brisk": 500, "steady": 800, "long": 1500}
"""Milliseconds for a move, by a name: `expert@quick`."""
MOST_MS: Final = 600_000


def bot(level: str, game: AnyGame, *, ms: int = 1000, seed: int | None = None) -> Bot:
    """A bot of a level: `hard`; with a personality, `hard:aggressive`; with a time for each move, `expert@300`, which
    counts more than `ms`; with both, `expert@long:tidy`.

    Without a seed it is a new one each time."""
    asked_for, _, leaning = level.partition(":")
    wanted, timed, time = asked_for.partition("@")
    made = levels(game)
    if wanted not in made:
        close = get_close_matches(wanted.lower(), made, 1, 0.5)
        hint = f"did you mean {close[0]}? " if close else ""
        raise RequestError("bad-request", f"there is no bot {wanted!r}: {hint}{game.name} has {', '.join(made)}")
    ms = _milliseconds(time) if timed else ms
    if ms < 1:
        raise RequestError("bad-request", f"a bot needs at least 1 ms for a move, not {ms}")
    character = personality(leaning) if leaning else BALANCED
    player = made[wanted](game, ms, secrets.randbits(64) if seed is None else seed, character)
    if timed and not player.thinks:
        player.close()
        raise RequestError("bad-request", f"{wanted} decides at once and takes no time: write {wanted} without @{time}")
    return player


def _milliseconds(text: str) -> int:
    """A time for a move, as it is written after the @."""
    if text in TIMES:
        return TIMES[text]
    if text.isascii() and text.isdigit() and len(text) <= len(str(MOST_MS)) and 1 <= int(text) <= MOST_MS:
        return int(text)
    said = f"write milliseconds from 1 to {MOST_MS}, as in expert@300, or one of {', '.join(TIMES)}"
    raise RequestError("bad-request", f"{text[:40]!r} is no time for a move: {said}")
