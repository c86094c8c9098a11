"""Bots: players that choose a move from a view. `bot("hard", game)` makes one by its level."""

from .adaptive import Adaptive
from .base import Advice, Bot, Chance, Effort
from .judge import Because
from .personality import PERSONALITIES, Personality
from .registry import ANY_GAME, bot, fallbacks, levels, make_bot, read_bot, with_level_of, with_limit
from .spec import ADAPTIVE, TIMES, BotSpec, Level, Limit

__all__ = [
    "ADAPTIVE",
    "ANY_GAME",
    "PERSONALITIES",
    "TIMES",
    "Adaptive",
    "Advice",
    "Because",
    "Bot",
    "BotSpec",
    "Chance",
    "Effort",
    "Level",
    "Limit",
    "Personality",
    "bot",
    "fallbacks",
    "levels",
    "make_bot",
    "read_bot",
    "with_level_of",
    "with_limit",
]
