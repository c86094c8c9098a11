"""S8 What everybody may see: all the rest is dealt again for a viewer that may not know it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .bits import lowest, shifted, shuffle_first, size, zeros
from .tables import KINDS

if TYPE_CHECKING:
    from librt.vecs import vec
    from mypy_extensions import i64

    from .shedding_layout import Layout


def deal_unseen(position: Layout, viewer: i64, seed: i64) -> None:
    """Deal again every card that the viewer cannot know: other hands except what was shown, blind cards, the stock.

    A seat that is known to lack some kinds gets none of them, as far as there are other cards."""
    cards = position.cards
    unseen = zeros(KINDS * position.decks)
    count: i64 = 0
    lacking = False
    for seat in range(position.seats):
        if seat != viewer:
            at = seat
            for plane in range(position.decks):
                rest = cards[at] & ~cards[position.known_at + at]
                while rest:
                    unseen[count] = plane << 6 | lowest(rest)
                    count += 1
                    rest &= rest - 1
                at += position.seats
            lacking = lacking or cards[position.lacking_count_at + seat] > 0
        rest = cards[position.blind_at + seat]
        if seat == viewer and position.peeked:
            rest = without_seen(rest, position.seen_places(seat))
        while rest:
            unseen[count] = (rest & 255) - 1
            count += 1
            rest >>= 8
    stock = position.stock
    for at in range(position.drawn, len(stock)):
        unseen[count] = stock[at]
        count += 1
    shuffle_first(unseen, count, seed)
    if lacking:
        respect_known_lacks(position, viewer, unseen, count)
    count = 0
    for seat in range(position.seats):
        if seat != viewer:
            want = position.unknown(seat)
            at = seat
            while at < position.up_at:
                cards[at] &= cards[position.known_at + at]
                at += position.seats
            while want:
                card = unseen[count]
                cards[(card >> 6) * position.seats + seat] |= shifted(1, card & 63)
                count += 1
                want -= 1
        rest = cards[position.blind_at + seat]
        seen: i64 = position.seen_places(seat) if seat == viewer and position.peeked else 0
        if seen:
            rest = without_seen(rest, seen)
        stack: i64 = 0
        while rest:
            stack = stack << 8 | unseen[count] + 1
            count += 1
            rest >>= 8
        if seen:
            stack = with_seen(cards[position.blind_at + seat], seen, stack)
        cards[position.blind_at + seat] = stack
    for at in range(position.drawn, len(stock)):
        stock[at] = unseen[count]
        count += 1


def respect_known_lacks(position: Layout, viewer: i64, unseen: vec[i64], count: i64) -> None:
    """Exchange shuffled cards so that the first cards of each seat are not of kinds that it is known to lack."""
    at: i64 = 0
    for seat in range(position.seats):
        if seat != viewer:
            lacks = position.cards[position.lacks_at + seat]
            for place in range(at, at + position.cards[position.lacking_count_at + seat]):
                other: i64 = place
                while other < count and lacks >> (unseen[other] & 63) & 1:
                    other += 1
                if other < count:
                    card = unseen[place]
                    unseen[place] = unseen[other]
                    unseen[other] = card
            at += position.unknown(seat)
        at += position.blinds(seat)
        if seat == viewer:
            at -= size(position.seen_places(seat))


def without_seen(stack: i64, seen: i64) -> i64:
    """The blind cards, stacked, without those at the places that their seat has looked at."""
    left: i64 = 0
    count: i64 = 0
    place: i64 = 0
    while stack:
        if not seen >> place & 1:
            left |= shifted(stack & 255, 8 * count)
            count += 1
        stack >>= 8
        place += 1
    return left


def with_seen(stack: i64, seen: i64, others: i64) -> i64:
    """The blind cards, stacked: those that their seat has looked at stay, the others are new."""
    new: i64 = 0
    place: i64 = 0
    while stack:
        if seen >> place & 1:
            new |= shifted(stack & 255, 8 * place)
        else:
            new |= shifted(others & 255, 8 * place)
            others >>= 8
        stack >>= 8
        place += 1
    return new
