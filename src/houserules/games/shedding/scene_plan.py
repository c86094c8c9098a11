"""Where everything lies on a table of the Shithead family: the largest cards for which a screen has room."""

from __future__ import annotations

from typing import Final

import msgspec

from houserules.terminal.faces import CHIP, HUGE, LARGE, MIDDLE, SMALL, Size
from houserules.terminal.fan import LIFT
from houserules.terminal.ring import shapes
from houserules.terminal.surround import Frame, frame_of

LEVELS: Final[tuple[tuple[Size, Size, Size], ...]] = (
    (HUGE, HUGE, HUGE),
    (LARGE, HUGE, HUGE),
    (MIDDLE, HUGE, HUGE),
    (MIDDLE, LARGE, LARGE),
    (MIDDLE, MIDDLE, LARGE),
    (SMALL, LARGE, LARGE),
    (SMALL, MIDDLE, LARGE),
    (SMALL, MIDDLE, MIDDLE),
    (SMALL, SMALL, MIDDLE),
    (SMALL, SMALL, SMALL),
    (CHIP, MIDDLE, MIDDLE),
    (CHIP, SMALL, SMALL),
    (CHIP, CHIP, SMALL),
    (CHIP, CHIP, CHIP),
)
"""Cards before the others, on the pile, in one's own hand: the largest that fit are drawn."""
FANNED: Final = (7, 5, 3)
"""Cards of the pile that are shown: as many as there is room for."""
APART: Final = {CHIP: 1, SMALL: 1, MIDDLE: 2}
"""Columns between the pile and what lies beside it; larger cards lie further apart."""
BIG_ASK: Final = 4
SMALL_ASK: Final = 2
MOST_ASK: Final = 9
"""Rows that the ask needs: a label, and block letters or plain ones; and how many it uses at the most."""


class TablePlan(msgspec.Struct, frozen=True):
    """Where everything lies. It depends on the screen and on how many play, and on nothing that changes in a match."""

    frame: Frame
    shape: tuple[int, int, int]
    seat: Size
    pile: Size
    own: Size
    seat_width: int
    fanned: int
    """Cards of the pile that are shown."""
    top: int
    """Rows of those who sit opposite."""
    hand: int
    """Rows of one's own cards."""

    @property
    def band(self) -> tuple[int, int]:
        """The first row of what lies between, and how many there are."""
        first = 1 + self.top
        return first, self.frame.bottom - self.hand - first


def planned(columns: int, rows: int, others: int, places: int) -> TablePlan:
    frame = frame_of(columns, rows)
    plan = None
    asks = (BIG_ASK, SMALL_ASK) if rows >= 24 and columns >= 76 else (SMALL_ASK,)
    for ask in asks:
        for seat, pile, own in LEVELS:
            for shape in shapes(others):
                wide, high = seat_width(seat, places), seat_height(seat)
                sides = max(shape[0], shape[2])
                middle = frame.width - (2 * (wide + 1) if sides else 0)
                fanned = next((count for count in FANNED if _pile_width(pile, count) <= middle), 0)
                top = high + 1 if shape[1] and high > 2 else high if shape[1] else 0
                plan = TablePlan(
                    frame, shape, seat, pile, own, wide, fanned or FANNED[-1], top, own.height + LIFT + (own is CHIP)
                )
                needed = max(pile.height + 1 + ask, sides * high + sides - 1)
                own_needed = places * own.strip + own.width + 4 + own.width + 8 * own.strip
                if (
                    fanned
                    and needed <= plan.band[1]
                    and shape[1] * (wide + 1) <= frame.width
                    and own_needed <= frame.width
                ):
                    return plan
    assert plan is not None
    return plan


def seat_width(size: Size, places: int) -> int:
    roomy = places * (size.width + 1) - 1
    least = (places - 1) * size.strip + size.width
    return max(min(roomy, 3 * (size.width + 1) - 1), least, 15)


def seat_height(size: Size) -> int:
    return 2 if size is CHIP else size.height + 2


def _pile_width(size: Size, fanned: int) -> int:
    """Of the stock, the pile and what was burned, with their labels."""
    return 3 * size.width + (fanned - 1) * size.strip + 2 * APART.get(size, 4) + 2
