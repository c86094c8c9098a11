"""Sittings for tests: a person that a bot advises, and lines of any kind."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

import houserules as hr
from houserules.bots import ANY_GAME, BotSpec, levels, read_bot
from houserules.table import Player, Settings, Table, usual_level
from houserules.terminal.sitting import Sitting

WORDS = [
    *("play", "take", "swap", "ready", "flip", "target", "call", "choose", "pass", "bet", "pick", "add", "subtract"),
    *("move", "legal", "help", "hand", "history", "score", "sort", "hint", "why", "rules", "undo", "save", "quit?"),
    *("7H", "jj", "JJ", "♥7", "10", "77", "7", "qq", "tp", "5", "8", "*", "joker", "hearts", "high", "rank", "suit"),
    *("#", "#1", "#2", "#99", "-1", "0", "1", "2", "9" * 20, "²", "٣", "\uff17", "all", "Ann", "moves"),
    *("bomb", "sisters", "34", "3!", "\x00", "\x1b[2J", "{}", "{0}", "%", "%s", "ß", "İ", "\u202e", "\ud800"),
]


def quickest(game: hr.Game[Any]) -> str:
    """A level of the game's own that takes no time."""
    return next(level for level in levels(game) if level not in ANY_GAME)


def sat(
    game: str | hr.Game[Any] = "shithead",
    *,
    seats: int | None = None,
    seed: str = "talk",
    bots: Sequence[str] = (),
    **more: Any,
) -> Sitting:
    """A sitting that is not saved, whose clock stands still, and whose hints take no time."""
    played = hr.load(game) if isinstance(game, str) else game
    count = played.usual_seats if seats is None else seats
    options = {"saves": False, "clock": lambda: 0.0, "ms": 20, **more}
    specs = [read_bot(level, played) for level in bots] or [BotSpec(quickest(played))]
    return Sitting.new(played, seats=count, seed=seed, bots=specs, **options)


def players(names: Sequence[str], levels: Sequence[str | None]) -> tuple[Player, ...]:
    """People, and bots where there is a level."""
    each = zip(names, levels, strict=True)
    return tuple([Player(name) if level is None else Player.bot(name, read_bot(level)) for name, level in each])


def sat_at(match: hr.Match[Any]) -> Sitting:
    """A sitting at a table that stands as this match does; the person has seat 0, the others are easy."""
    names = ("Ann", "Ben", "Cem")[: match.seats - 1]
    players = [Player("You"), *[Player(name, "bot", "easy") for name in names]]
    table = Table.new(Settings.of(match.game, players, position=match.position()), match.game)
    return Sitting(table, 0, begun="", clock=lambda: 0.0)


def advised(sitting: Sitting) -> str:
    """What a bot in the middle would say in the person's place: it comes to an end, which an easy one may not."""
    return str(hr.bot(usual_level(sitting.game), sitting.game, seed=1).choose(sitting.view()))


def script(sitting: Sitting) -> list[str]:
    """Play to the end, and return what the person said."""
    said: list[str] = []
    sitting.bots_move()
    while not sitting.is_over:
        said.append(advised(sitting))
        assert sitting.say(said[-1]).moved
        sitting.bots_move()
    return said


def hostile(chance: random.Random) -> str:
    """A line of anything."""
    match chance.randrange(8):
        case 0 | 1:
            return "".join(chr(chance.randrange(0x3000)) for _ in range(chance.randrange(20)))
        case 2:
            return "".join(chr(chance.randrange(0x110000)) for _ in range(chance.randrange(8)))
        case 3 if chance.random() < 0.05:
            return chance.choice(WORDS) * chance.randrange(10_000)
    return " ".join(chance.choice(WORDS) for _ in range(chance.randrange(1, 5)))
