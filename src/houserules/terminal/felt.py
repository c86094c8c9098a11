"""The colours of a table: the cloth of each game under its lamp, paper, inks, brass; the same as in the browser."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

import msgspec

from houserules.cards import Card, Suit
from houserules.core import View

ROOM: Final = "#0c110f"
PANEL: Final = "#151d19"
RAISED: Final = "#28342e"
TEXT: Final = "#f3eee2"
QUIET: Final = "#b3beb3"
PLATE: Final = "#0f1713"
BRASS: Final = "#e3b457"
"""Means "you may" and nothing else."""
ON_BRASS: Final = "#221804"
TURN: Final = "#f3d189"
ALARM: Final = "#f08a6c"
PAPER: Final = "#fcf8ee"
PAPER_BESIDE: Final = "#ebe4d2"
"""Of every other card where cards touch."""
SHADED: Final = "#a9a594"
"""Paper of a card that will not do."""
SHADED_BESIDE: Final = "#9a9686"
EDGE: Final = "#8d8878"
INK: Final = "#1c2125"
JOKER_INK: Final = "#7a3fa0"
SUIT_INKS: Final = {Suit.CLUBS: "#1a6b3d", Suit.DIAMONDS: "#1d57a8", Suit.HEARTS: "#b41f2b", Suit.SPADES: INK}
RED_BACKS: Final = ("#7a2328", "#a8555a")
BLUE_BACKS: Final = ("#1f2f4f", "#6e88bd")
ASH: Final = ("#4c534e", "#6f7771")
FIRE: Final = "#c8541f"
ON_FIRE: Final = "#fff1c9"


class Cloth(msgspec.Struct, frozen=True):
    lit: str
    plain: str
    edge: str
    words: str
    """Ink of words that are less important than others."""
    backs: tuple[str, str] = RED_BACKS
    """Ground and ink of the backs of its cards."""


CLOTHS: Final = {
    "shithead": Cloth("#29533f", "#1d3f33", "#11261e", "#c9d6cb"),
    "duel": Cloth("#56432f", "#413122", "#271d13", "#ddd0bf"),
    "smellyhead": Cloth("#264c59", "#1b3944", "#10242b", "#c6d6db"),
    "heart-of-five": Cloth("#672835", "#4b1c27", "#2d1118", "#e6cbca", BLUE_BACKS),
    "heroes": Cloth("#303c66", "#222b4d", "#141a31", "#c9d0e6", BLUE_BACKS),
}
WORDS: Final = "#f8f4ea"
TONES: Final = 10


def cloth_of(view: View) -> Cloth:
    """The cloth of a game; a house has that of the rules it changes, and any other game the green one."""
    extends = None if view.rules is None else view.rules.extends
    return CLOTHS.get(view.game) or CLOTHS.get(extends or "") or CLOTHS.get(view.family) or CLOTHS["shithead"]


def ink_of(card: Card) -> str:
    return JOKER_INK if card.suit is None else SUIT_INKS[card.suit]


def mixed(one: str, other: str, share: float) -> str:
    """A colour between two."""
    pairs = [(int(one[at : at + 2], 16), int(other[at : at + 2], 16)) for at in (1, 3, 5)]
    return "#" + "".join(f"{round(first + (second - first) * share):02x}" for first, second in pairs)


@lru_cache(maxsize=64)
def _tones(cloth: Cloth) -> tuple[str, ...]:
    """From the lamp to the edge."""
    half = TONES // 2
    inner = [mixed(cloth.lit, cloth.plain, step / half) for step in range(half)]
    return (*inner, *[mixed(cloth.plain, cloth.edge, step / half) for step in range(TONES - half)])


@lru_cache(maxsize=16)
def _lamp_light(cloth: Cloth, columns: int, rows: int, middle: float) -> tuple[tuple[str, ...], ...]:
    tones = _tones(cloth)
    lit = []
    for row in range(rows):
        down = ((row + 0.5) / rows - middle) / 0.62
        across = [((column + 0.5) / columns - 0.5) / 0.62 for column in range(columns)]
        lit.append(tuple([tones[min(int((down * down + x * x) * TONES), TONES - 1)] for x in across]))
    return tuple(lit)


def lamp_light(cloth: Cloth, columns: int, rows: int, middle: float = 0.4) -> list[list[str]]:
    """The grounds of a cloth of this size, with the lamp over its middle at this share of the height."""
    return [list(row) for row in _lamp_light(cloth, columns, rows, middle)]
