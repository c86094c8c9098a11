"""A state of the family: the kernel's cards and counters, and what only people ask for: where exactly cards lie."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from functools import cache, lru_cache
from typing import Final, Literal

import msgspec

from houserules.cards import BIG_JOKER, PACK, SMALL_JOKER, Card
from houserules.kernel import shedding as kernel
from houserules.kernel.bits import indices
from houserules.kernel.tables import Tables

ZONES: Final[tuple[Literal["hand"], Literal["up"], Literal["blind"]]] = ("hand", "up", "blind")


Masks = tuple[int, ...]
"""A row of a seat as the kernel keeps it: a mask for each deck."""


class Spot(msgspec.Struct, frozen=True, gc=False):
    """A place on the table before a seat. A card that leaves it leaves it empty: no other card moves."""

    up: Card | None
    """The card that lies there face up."""
    blind: bool
    """Does a blind card lie there? Which one it is, nobody may know."""


NOBODY: Final = 255
FLIPPED: Final = 254
"""Laid by no seat, but turned up from the stock to begin the pile."""

Spots = tuple[tuple[Spot, ...], ...]
"""For each seat its places, from the first to the last."""


class State(msgspec.Struct, frozen=True, gc=False):
    """Everything at one moment."""

    kernel: kernel.SheddingPosition
    pile: tuple[Card, ...]
    """From bottom to top."""
    burned: tuple[Card, ...]
    seed: str | None = None
    """Kept for positions that have one: after the deal nothing is left to chance."""
    spots: Spots = ()
    laid_by: bytes = b""
    """For each card of the pile the seat that laid it; NOBODY if a position or a view did not say."""
    starts: bytes = b""
    """For each card of the pile 1 if a play begins with it, where it matters what was laid together."""


CARD_OF: Final = tuple(PACK[min(number & 63, 52)] for number in range(256))
"""The card of each kernel number: the plane (the deck it comes from) does not matter, and the Jokers are equal."""


def starts_of(sizes: Iterable[int]) -> bytes:
    """For each card 1 if a play begins with it, from how many cards each play had."""
    return b"".join([b"\1" + bytes(size - 1) for size in sizes])


def sizes_of(starts: bytes) -> tuple[int, ...]:
    """The other way round."""
    return tuple([len(rest) + 1 for rest in starts.split(b"\1")[1:]])


def cards_of(numbers: Iterable[int]) -> tuple[Card, ...]:
    return tuple([CARD_OF[number] for number in numbers])


def jokers_merged(cards: Iterable[Card]) -> tuple[Card, ...]:
    """The cards with every Joker as the small one, because Jokers are equal."""
    return tuple([SMALL_JOKER if card is BIG_JOKER else card for card in cards])


def jokers_numbered(cards: tuple[Card, ...], decks: int) -> tuple[Card, ...]:
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


def row_cards(masks: Masks) -> tuple[Card, ...]:
    """The cards of a kernel row, by rank and suit."""
    return deck_cards(masks[0]) if len(masks) == 1 else _cards_of_decks(masks)


def deck_cards(mask: int) -> tuple[Card, ...]:
    """The cards of a mask, by rank and suit: it is read in bytes, two ranks at a time."""
    a, b, c, d, e, f, g = _BY_BYTE
    return (
        a[mask & 255]
        + b[mask >> 8 & 255]
        + c[mask >> 16 & 255]
        + d[mask >> 24 & 255]
        + e[mask >> 32 & 255]
        + f[mask >> 40 & 255]
        + g[mask >> 48]
    )


_BY_BYTE: Final = [[cards_of(8 * place + bit for bit in indices(byte)) for byte in range(256)] for place in range(7)]
"""For each byte of a mask the cards that its values stand for."""


kept_row_cards: Final = lru_cache(maxsize=8192)(row_cards)
"""The same for rows that stay as they are for many moves."""


@lru_cache(maxsize=8192)
def _cards_of_decks(masks: Masks) -> tuple[Card, ...]:
    return cards_of(sorted(kind for mask in masks for kind in indices(mask)))


def named_row(masks: Masks) -> tuple[Card, ...]:
    cards = row_cards(masks)
    # The Jokers stand last, so one look tells whether there are any.
    return jokers_numbered(cards, len(masks)) if cards and cards[-1].suit is None else cards


def hand_of(state: kernel.SheddingPosition, seat: int) -> tuple[Card, ...]:
    return named_row(state.masks(0, seat))


def up_of(state: kernel.SheddingPosition, seat: int) -> tuple[Card, ...]:
    return named_row(state.masks(state.up_at, seat))


def blind_of(state: kernel.SheddingPosition, seat: int) -> tuple[Card, ...]:
    return cards_of(state.blind_listed(seat))


def stock_of(state: kernel.SheddingPosition) -> tuple[Card, ...]:
    return cards_of(state.stock[state.drawn :])


# -- Places on the table ---------------------------------------------------------------------------------------------


@cache
def spot(up: Card | None, blind: bool) -> Spot:
    """There are few different ones, so each is made once."""
    return Spot(up, blind)


def dealt_spots(tables: Tables, seats: int, deck: list[int]) -> Spots:
    """As `kernel.deal` deals: one card to each seat in turn, first all blind ones, then those that lie face up."""
    ups = cards_of(deck[seats * tables.blind : seats * (tables.blind + tables.up)])
    return tuple([_in_order(ups[seat::seats], tables.blind, _places(tables)) for seat in range(seats)])


def bundled_spots(spots: Spots, core: kernel.SheddingPosition) -> Spots:
    """With the cards that were laid face up from the hands: each has a place behind the others."""
    added = []
    for seat, row in enumerate(spots):
        dealt = Counter([there.up for there in row if there.up])
        added.append([*(Counter(row_cards(core.masks(core.up_at, seat))) - dealt).elements()])
    most = max(map(len, added))
    return tuple(
        [
            (*row, *[spot(cards[at] if at < len(cards) else None, blind=False) for at in range(most)])
            for row, cards in zip(spots, added, strict=True)
        ]
    )


def laid_out(core: kernel.SheddingPosition) -> Spots:
    """Without gaps: the face-up cards as they are sorted, and the blind ones."""
    places = _places(core.tables)
    rows = [row_cards(core.masks(core.up_at, seat)) for seat in range(core.seats)]
    places = max(places, *map(len, rows))  # bundled cards have places of their own
    return tuple([_in_order(row, core.blinds(seat), places) for seat, row in enumerate(rows)])


def _places(tables: Tables) -> int:
    return max(tables.up, tables.blind)


@lru_cache(maxsize=4096)
def _in_order(ups: tuple[Card, ...], blinds: int, places: int) -> tuple[Spot, ...]:
    return tuple([spot(ups[place] if place < len(ups) else None, place < blinds) for place in range(places)])


def replaced_up(spots: Spots, seat: int, old: Card, new: Card | None) -> Spots:
    """A face-up card is replaced by another one, or by none. Of equal cards the first one is replaced."""
    mine = spots[seat]
    place = next(place for place, there in enumerate(mine) if there.up is old)
    return _changed(spots, seat, place, spot(new, mine[place].blind))


def rows_exchanged(spots: Spots, seat: int, other: int) -> Spots:
    """The face-up cards of two seats change places, each with the one in the same place."""
    pairs = list(zip(spots[seat], spots[other], strict=True))
    mine = tuple([spot(theirs.up, own.blind) for own, theirs in pairs])
    others = tuple([spot(own.up, theirs.blind) for own, theirs in pairs])
    return tuple([mine if at == seat else others if at == other else row for at, row in enumerate(spots)])


def turned_over(spots: Spots, seat: int, blind: int) -> tuple[Spots, int]:
    """A blind card is turned over, counted from 1 among those that are left; its place, counted from 1 among all."""
    mine = spots[seat]
    place = blind_place(spots, seat, blind) - 1
    return _changed(spots, seat, place, spot(mine[place].up, blind=False)), place + 1


def blind_place(spots: Spots, seat: int, blind: int) -> int:
    """Where a blind card lies, counted from 1 among those that are left: its place, counted from 1 among all."""
    return [place for place, there in enumerate(spots[seat], 1) if there.blind][blind - 1]


def peeked_of(state: kernel.SheddingPosition, seat: int) -> tuple[Card | None, ...]:
    """The blind cards that a seat has looked at, and None for each other one; empty if it has seen none of them."""
    seen = state.seen_places(seat)
    if not seen:
        return ()
    return tuple([card if seen >> place & 1 else None for place, card in enumerate(blind_of(state, seat))])


def _changed(spots: Spots, seat: int, place: int, there: Spot) -> Spots:
    mine = spots[seat]
    return (*spots[:seat], (*mine[:place], there, *mine[place + 1 :]), *spots[seat + 1 :])


# -- The end ---------------------------------------------------------------------------------------------------------


def seats_out(state: kernel.SheddingPosition) -> tuple[int, ...]:
    """The seats that are out, in the order in which they went."""
    return seats_of(state.order)


@lru_cache(maxsize=8192)
def seats_of(order: int) -> tuple[int, ...]:
    """From the kernel's number: a stack of digits."""
    seats = []
    while order:
        seats.append((order & 15) - 1)
        order >>= 4
    return tuple(reversed(seats))


def end_reason(state: kernel.SheddingPosition) -> str:
    """Why it is over: one seat is left, the first is out, or there were too many plays."""
    if state.tables.until == 0 and state.gone:
        return "first-out"
    return "one-left" if len(seats_out(state)) == state.seats - 1 else "play-limit"
