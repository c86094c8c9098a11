"""Every level of every game, and how a bot is made: from a text with `bot`, from data with `make_bot`."""

from __future__ import annotations

import secrets
from difflib import get_close_matches
from typing import Final

import msgspec

from houserules.core import either
from houserules.errors import RequestError
from houserules.games import AnyGame, family_of

from .adaptive import MIDDLE, Adaptive
from .base import Bot, RandomBot
from .personality import BALANCED, personality
from .spec import ADAPTIVE, DEFAULT_LIMIT, BotSpec, Level, Limit, read_limit

ANY_GAME: Final[dict[str, Level]] = {
    "random": Level(lambda _game, _limit, seed, _personality: RandomBot(seed), leans=False),
}
"""The levels that play any game. Those of a family of games stand in its folder."""


def levels(game: AnyGame) -> dict[str, Level]:
    """The levels that play a game, from the weakest, by name: `levels(game)["expert"].thinks`."""
    family = family_of(game)
    return {**ANY_GAME, **({} if family is None else family.levels())}


ALIKE: Final = {
    "easy": "beginner",
    "medium": "intermediate",
    "hard": "advanced",
    "expert": "advanced",
    "beginner": "easy",
    "intermediate": "medium",
    "advanced": "hard",
}
"""Levels of one game, and what another game calls a bot that is about as strong."""


def with_level_of(game: AnyGame, text: str) -> str:
    """A bot as people write it, with the level that this game has instead, if it has no level of that name.

    >>> from houserules.games import load
    >>> with_level_of(load("heart-of-five"), "easy:tidy"), with_level_of(load("shithead"), "easy:tidy")
    ('beginner:tidy', 'easy:tidy')
    """
    name = text.partition(":")[0].partition("@")[0]
    alike, known = ALIKE.get(name.lower()), levels(game)
    return text if alike not in known or name in known else f"{alike}{text[len(name) :]}"


def require_level(name: str, game: AnyGame) -> Level:
    """A level of a game. For an unknown name the refusal lists the levels of the game."""
    found = levels(game)
    if name not in found:
        close = get_close_matches(name.lower(), [*found, ADAPTIVE], 1, 0.5)
        hint = f"did you mean {close[0]}? " if close else ""
        known = either([*found, ADAPTIVE])
        raise RequestError("bad-request", f"there is no bot {name!r}: {hint}{game.name} has {known}")
    return found[name]


def read_bot(text: str, game: AnyGame | None = None) -> BotSpec:
    """A bot as people write it: `hard`; with a personality, `hard:aggressive`; with a limit for each move, `expert@300`
    (milliseconds), `expert@quick` or `expert@2000x` (iterations); with both, `expert@long:tidy`. With a game `adaptive`
    is its strongest level that decides at once, at middle strength.

    With a game, a bot that the game does not have is refused as well. This is the only place that reads the text."""
    name, _, leaning = text.partition(":")
    level, timed, time = name.partition("@")
    strength = None
    if level == ADAPTIVE and game is not None:
        level, strength = adaptive_level(game), MIDDLE
    found = None if game is None else require_level(level, game)
    limit = read_limit(time) if timed else None
    character = personality(leaning) if leaning else BALANCED
    if found is not None and timed:
        _require_thinking(found, level, time)
    return BotSpec(level, character.name, limit, strength)


def adaptive_level(game: AnyGame) -> str:
    """The level that an adaptive bot plays at its best: the strongest one that decides at once."""
    return [name for name, level in levels(game).items() if not level.thinks][-1]


def _require_thinking(level: Level, name: str, limit: str) -> None:
    if not level.thinks:
        raise RequestError("bad-request", f"{name} decides at once and takes no time: write {name} without @{limit}")


def with_limit(spec: BotSpec, game: AnyGame, limit: Limit) -> BotSpec:
    """The bot with this limit, if it thinks and has no limit of its own."""
    if spec.limit is not None or not require_level(spec.level, game).thinks:
        return spec
    return msgspec.structs.replace(spec, limit=limit)


def make_bot(spec: BotSpec, game: AnyGame, seed: int) -> Bot:
    """A bot for a game, from data. Without a limit, one that thinks has a second for each move."""
    level = require_level(spec.level, game)
    if spec.limit is not None:
        _require_thinking(level, spec.level, str(spec.limit))
    made = level.make(game, spec.limit or DEFAULT_LIMIT, seed, personality(spec.personality))
    return made if spec.strength is None else Adaptive(made, spec.strength)


def bot(level: str, game: AnyGame, *, ms: int = 1000, seed: int | None = None) -> Bot:
    """A bot from its text, as `read_bot` reads it. A limit in the text counts more than `ms`.

    Without a seed, chance is new each time."""
    spec = read_bot(level, game)
    if spec.limit is None:
        spec = with_limit(spec, game, Limit(ms=ms))
    return make_bot(spec, game, secrets.randbits(64) if seed is None else seed)


def fallbacks(spec: BotSpec, game: AnyGame) -> tuple[BotSpec, ...]:
    """The bots that may play for one that fails: the levels below it, the strongest first, without a personality."""
    names = list(levels(game))
    require_level(spec.level, game)
    below = reversed(names[: names.index(spec.level)])
    limit = spec.limit or DEFAULT_LIMIT
    return tuple([with_limit(BotSpec(name), game, limit) for name in below])
