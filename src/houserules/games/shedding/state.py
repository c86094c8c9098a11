"""A state of the family: the kernel's cards and counters, and the order of the pile that only people ask for."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Final, Literal

import msgspec

from houserules.cards import BIG_JOKER, PACK, SMALL_JOKER, Card
from houserules.kernel import shedding as kernel
from houserules.kernel.bits import indices

ZONES: Final[tuple[Literal["hand"], Literal["up"], Literal["blind"]]] = ("hand", "up", "blind")


Masks = tuple[int, ...]
"""A row of a seat as the kernel keeps it: a mask for each deck."""


class State(msgspec.Struct, frozen=True, gc=False):
    """Everything at one moment."""

    kernel: kernel.State
    pile: tuple[Card, ...]
    """From bottom to top."""
    burned: tuple[Card, ...]
    seed: str | None = None
    """Carried along for a position that had one: after the deal nothing is left to chance."""


CARD_OF: Final = tuple(PACK[min(number & 63, 52)] for number in range(256))
"""The card of each kernel number: the plane (the deck it comes from) does not matter, and the Jokers are equal."""


def cards_of(numbers: Iterable[int]) -> tuple[Card, ...]:
    return tuple([CARD_OF[number] for number in numbers])


def unnamed(cards: Iterable[Card]) -> tuple[Card, ...]:
    """Without a difference between Jokers: each is the small one."""
    return tuple([SMALL_JOKER if card is BIG_JOKER else card for card in cards])


def named(cards: tuple[Card, ...], decks: int) -> tuple[Card, ...]:
    """Equal Jokers as they are written: jj, as many as there are decks, then JJ."""
    left = decks
    result = []
    for card in cards:
        if card.suit is None:
            left -= 1
            result.append(BIG_JOKER if left < 0 else SMALL_JOKER)
        else:
            result.append(card)
    return tuple(result)


@lru_cache(maxsize=8192)
def row_cards(masks: Masks) -> tuple[Card, ...]:
    """The cards of a kernel row, by rank and suit. The same rows are looked at again and again, so they are kept."""
    kinds = [kind for mask in masks for kind in indices(mask)]
    return cards_of(kinds if len(masks) == 1 else sorted(kinds))


def named_row(masks: Masks) -> tuple[Card, ...]:
    cards = row_cards(masks)
    # The Jokers stand last, so one look tells whether there is anything to name.
    return named(cards, len(masks)) if cards and cards[-1].suit is None else cards


def hand_of(state: kernel.State, seat: int) -> tuple[Card, ...]:
    return named_row(state.masks(0, seat))


def up_of(state: kernel.State, seat: int) -> tuple[Card, ...]:
    return named_row(state.masks(state.up_at, seat))


def blind_of(state: kernel.State, seat: int) -> tuple[Card, ...]:
    return cards_of(state.blind_listed(seat))


def stock_of(state: kernel.State) -> tuple[Card, ...]:
    return cards_of(state.stock[state.drawn :])


def seats_out(state: kernel.State) -> tuple[int, ...]:
    """The seats that are out, in the order in which they went."""
    order, seats = state.order, []
    while order:
        seats.append((order & 15) - 1)
        order >>= 4
    return tuple(reversed(seats))


def end_reason(state: kernel.State) -> str:
    """Why it is over: one seat is left, the first is out, or there were too many plays."""
    if state.tables.until == 0 and state.gone:
        return "first-out"
    return "one-left" if len(seats_out(state)) == state.seats - 1 else "play-limit"
