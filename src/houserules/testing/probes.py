"""Moves and texts that no player was offered: a game must refuse them."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Final

import msgspec

from houserules.cards import BIG_JOKER, PACK, SMALL_JOKER, Card, Suit
from houserules.core import Move

GARBAGE: Final = ("", "?", "play", "play 1X", "play 7H,7D", "takes", "swap 3H", "flip two", "target -1", "call 7", "\0")
"""Texts that are not a move in any game."""


class Nonsense(Move, frozen=True):
    """A move that no game knows."""


def mutations(move: Move, chance: Random) -> Iterator[Move]:
    """The move with one thing changed: another card, one more, one less, another number."""
    for name in move.__struct_fields__:
        for value in _others(getattr(move, name), chance):
            yield msgspec.structs.replace(move, **{name: value})


def merged(move: Move, other: Move) -> Iterator[Move]:
    """Two offers in one: all the cards of both."""
    if type(move) is type(other):
        for name in move.__struct_fields__:
            one, two = getattr(move, name), getattr(other, name)
            if isinstance(one, tuple):
                yield msgspec.structs.replace(move, **{name: one + two})


def _others(value: object, chance: Random) -> list[object]:
    match value:
        case Card():
            return [chance.choice(PACK), SMALL_JOKER, BIG_JOKER]
        case Suit():
            return list(Suit)
        case bool():
            return [not value]
        case int():
            return [value - 1, value + 1, value - 64, 10**20, -(10**20)]  # and past what the kernel can hold
        case tuple():
            place = chance.randrange(len(value)) if value else 0
            news = _others(value[place], chance) if value else []
            replaced = [(*value[:place], new, *value[place + 1 :]) for new in news]
            return [(), value[1:], value[::-1], value * 2, *replaced, *((*value, new) for new in news)]
    return []
