"""A state of the family: the kernel's cards and counters, and the order of the pile that only people ask for."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

import msgspec

from houserules.cards import BIG_JOKER, PACK, SMALL_JOKER, Card
from houserules.kernel import shedding as kernel

ZONES: Final = ("hand", "up", "blind")


class State(msgspec.Struct, frozen=True):
    """Everything at one moment. In `pile` and `burned` every Joker is the small one: they are equal here."""

    kernel: kernel.State
    pile: tuple[Card, ...]
    """From bottom to top."""
    burned: tuple[Card, ...]
    seed: str | None = None
    """Carried along for a position that had one: after the deal nothing is left to chance."""


def card_of(number: int) -> Card:
    """The card of a kernel number, in which the plane (the deck it comes from) does not matter."""
    kind = number & 63
    return PACK[kind] if kind < 52 else SMALL_JOKER


def cards_of(numbers: Iterable[int]) -> tuple[Card, ...]:
    return tuple([card_of(number) for number in numbers])


def named(cards: tuple[Card, ...], decks: int) -> tuple[Card, ...]:
    """Equal Jokers as they are written: jj, as many as there are decks, then JJ."""
    if cards.count(SMALL_JOKER) <= decks:
        return cards
    left = decks
    result = []
    for card in cards:
        if card is SMALL_JOKER:
            left -= 1
        result.append(BIG_JOKER if card is SMALL_JOKER and left < 0 else card)
    return tuple(result)


def hand_of(state: kernel.State, seat: int) -> tuple[Card, ...]:
    return cards_of(state.listed(0, seat))


def up_of(state: kernel.State, seat: int) -> tuple[Card, ...]:
    return cards_of(state.listed(state.up_at, seat))


def known_of(state: kernel.State, seat: int) -> tuple[Card, ...]:
    """What everybody knows of a hand: it was taken from the pile or lay face up."""
    return cards_of(state.listed(state.known_at, seat))


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
    if len(seats_out(state)) == state.seats - 1:
        return "one-left"
    return "first-out" if state.tables.until == 0 and state.gone else "play-limit"
