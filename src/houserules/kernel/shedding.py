"""The Shithead family: shed every card; the last seat that holds any loses. Tables describe the variant.

The sections are those of the pages in docs/rules. The numbers of clauses are Shithead's, as in every rule sheet.

S1 The deal                  blind cards, face-up cards on them, a hand; the rest is the stock: here
S2 The setup                 hand cards are swapped for face-up ones, and somebody begins: shedding_opening
S3 What the pile asks for    of the next card: shedding_pile
S4 A turn                    which plays there are: shedding_plays; a move: shedding_turn; the end of it: shedding_pile
S5 Powers                    what cards do when they land, and what has to be named: shedding_powers
S6 Taking the pile           it goes into a hand: shedding_pile
S7 The end                   places and payoffs: here
S8 What everybody may see    all the rest is dealt again: shedding_unseen
"""

from __future__ import annotations

from typing import TYPE_CHECKING, final

from .bits import next_random, packed, shifted, shuffle, zeros
from .position import UNIT, random_move
from .shedding_layout import (
    ADD,
    BLIND,
    HAND,
    JUMP,
    NAME_CARD,
    NAME_NEXT,
    NAME_RANK,
    NAME_SEAT,
    NAME_SUIT,
    NAME_SWAP,
    NAME_UP,
    NAME_WAY,
    PLAY,
    SETUP,
    UP,
)
from .shedding_picking import ANNOUNCE, FLIP, PASS, READY, TAKE, TRY
from .shedding_policy import looks, sensible_move
from .shedding_turn import Turn
from .shedding_unseen import deal_unseen
from .tables import KINDS

if TYPE_CHECKING:
    from librt.vecs import vec
    from mypy_extensions import i64

    from .position import Position
    from .tables import Tables

__all__ = [
    "ADD",
    "ANNOUNCE",
    "BLIND",
    "FLIP",
    "HAND",
    "JUMP",
    "NAME_CARD",
    "NAME_NEXT",
    "NAME_RANK",
    "NAME_SEAT",
    "NAME_SUIT",
    "NAME_SWAP",
    "NAME_UP",
    "NAME_WAY",
    "PASS",
    "PLAY",
    "READY",
    "SETUP",
    "TAKE",
    "TRY",
    "UP",
    "SheddingPosition",
    "bare",
    "deal",
    "full_deck",
]


@final
class SheddingPosition(Turn):
    """A match at one moment, and how it goes on."""

    __slots__ = ()

    def copy(self) -> SheddingPosition:
        new = SheddingPosition(self.tables, self.seats, self.decks, self.stock, self.cards[:])
        new.set_counters(self)
        return new

    def set_counters(self, other: SheddingPosition) -> None:
        self.turn = other.turn
        self.over = other.over
        self.drawn = other.drawn
        self.stage = other.stage
        self.ready = other.ready
        self.begins = other.begins
        self.step = other.step
        self.ask = other.ask
        self.fits = other.fits
        self.top = other.top
        self.acts = other.acts
        self.shows = other.shows
        self.together = other.together
        self.run_rank = other.run_rank
        self.run = other.run
        self.zone = other.zone
        self.named = other.named
        self.named_by = other.named_by
        self.skips = other.skips
        self.last = other.last
        self.plays = other.plays
        self.gone = other.gone
        self.order = other.order
        self.lead = other.lead
        self.left_to = other.left_to
        self.tried_at = other.tried_at
        self.suits = other.suits
        self.announced_at = other.announced_at
        self.owed = other.owed
        self.fresh = other.fresh
        self.beneath = other.beneath
        self.own = other.own
        self.player = other.player
        self.peeked = other.peeked

    # -- S1 The deal ---------------------------------------------------------------------------------------------------

    def dealt(self, seed: i64) -> SheddingPosition:
        deck = full_deck(self.decks, self.tables.jokers, self.tables.absent)
        shuffle(deck, seed)
        new = deal(self.tables, self.seats, self.decks, deck)
        new.start()
        return new

    # -- S7 The end ----------------------------------------------------------------------------------------------------

    def places(self) -> list[int]:
        """The place of each seat. S7.7: those still in follow by cards left, then by seat, or share a place."""
        places = [0] * self.seats
        place: i64 = 0
        for seat in range(self.seats):
            place += self.gone >> seat & 1
        order = self.order
        after = place + 1
        while order:
            places[(order & 15) - 1] = place
            place -= 1
            order >>= 4
        for cards in range(KINDS * self.decks):
            for seat in range(self.seats):
                if places[seat] == 0 and self.left(seat) == cards:
                    places[seat] = after
                    after += 0 if self.tables.limit_shared else 1
        return places

    def payoff(self, seat: i64) -> float:
        """S7.8: evenly from 1 to 0; seats that share a place share what their places would have got."""
        places = self.places()
        place = places[seat]
        return (float(self.seats - place) - float(places.count(place) - 1) / 2.0) / float(self.seats - 1)

    def reckon(self, payoffs: vec[i64]) -> None:
        """Among those still in, a seat with fewer cards is likelier to come before another."""
        staying = self.seats
        order = self.order
        while order:
            staying -= 1
            order >>= 4
        order = self.order
        place = self.seats - staying
        while order:
            payoffs[(order & 15) - 1] = (self.seats - place) * UNIT // (self.seats - 1)
            place -= 1
            order >>= 4
        for seat in range(self.seats):
            if not self.gone >> seat & 1:
                payoffs[seat] = self.chances(seat) // (self.seats - 1)

    def chances(self, seat: i64) -> i64:
        """The chances to come before each of the others that are still in, added up."""
        total: i64 = 0
        mine = self.left(seat)
        for other in range(self.seats):
            if other != seat and not self.gone >> other & 1:
                left = self.left(other)
                if not self.over:
                    total += UNIT * left * left // (left * left + mine * mine)
                elif left > mine or (left == mine and other > seat and not self.tables.limit_shared):
                    total += UNIT
                elif left == mine and self.tables.limit_shared:
                    total += UNIT // 2
        return total

    def cut(self) -> bool:
        return self.over and self.plays >= self.tables.limit

    def check(self) -> i64:
        total: i64 = self.order & 0x7FFFFFFF
        for word in self.cards:
            total = (total * 31 + (word & 0x7FFFFFFF) + (word >> 31)) & 0x7FFFFFFF
        return (total * 31 + self.plays * 8 + self.turn) & 0x7FFFFFFF

    # Quick play: what a search asks for.

    def quick(self, seed: i64) -> i64:
        return sensible_move(self, seed)

    def prior(self, move: i64) -> i64:
        return looks(self, move)

    def play_on(self, seed: i64, noise: i64, most: i64, viewer: i64) -> i64:
        """The same loop as for any game: here the compiler knows which method it calls."""
        played: i64 = 0
        out: i64 = 0
        if viewer >= 0:
            out = shifted(1, viewer)
        while played < most and not self.over and not self.gone & out:
            seed = next_random(seed)
            if seed >> 16 < noise:
                seed = next_random(seed)
                self.advance(random_move(self, seed))
            else:
                self.advance(sensible_move(self, seed))
            played += 1
        return played

    # -- S8 What everybody may see -------------------------------------------------------------------------------------

    def redealt(self, viewer: i64, seed: i64) -> SheddingPosition:
        new = self.copy()
        new.stock = self.stock[:]
        deal_unseen(new, viewer, seed)
        return new

    def world(self, origin: Position, viewer: i64, seed: i64) -> Position:
        """In place: a search asks for a world ten thousand times a second."""
        assert isinstance(origin, SheddingPosition)
        if self is origin or len(self.stock) != len(origin.stock) or len(self.cards) != len(origin.cards):
            return origin.redealt(viewer, seed)
        self.become(origin)
        deal_unseen(self, viewer, seed)
        return self

    def become(self, other: SheddingPosition) -> None:
        """Everything as in another state of the same table, in the memory that this one has."""
        for at in range(len(other.cards)):
            self.cards[at] = other.cards[at]
        for at in range(other.drawn, len(other.stock)):
            self.stock[at] = other.stock[at]
        self.set_counters(other)


def bare(tables: Tables, seats: i64, decks: i64, stock: vec[i64]) -> SheddingPosition:
    """A table before the deal."""
    return SheddingPosition(tables, seats, decks, stock, zeros(3 * seats * decks + 3 * seats + 2 * decks))


def full_deck(decks: i64, jokers: i64, absent: i64) -> vec[i64]:
    """S1.2: every physical card, deck after deck, by rank, then by suit; the Jokers last. Some kinds may be absent."""
    if absent == 0:
        return packed([plane << 6 | kind for plane in range(decks) for kind in range(52 + jokers)])
    kinds = [kind for kind in range(52 + jokers) if not absent >> kind & 1]
    return packed([plane << 6 | kind for plane in range(decks) for kind in kinds])


def deal(tables: Tables, seats: i64, decks: i64, deck: vec[i64], begins: i64 = -1) -> SheddingPosition:
    """S1.6: one card to each seat in turn: blind cards, then face-up ones, then the hands. The rest is the stock.

    `begins` is the seat that begins, if that does not depend on the cards."""
    at: i64 = 0
    dealt = seats * (tables.blind + tables.up + tables.hand)
    if dealt > len(deck):
        dealt = len(deck)
    stock = deck[dealt:]
    if tables.stock >= 0:
        stock = stock[: tables.stock]
    state = bare(tables, seats, decks, stock)
    for _ in range(tables.blind):
        for seat in range(seats):
            state.put_blind(seat, deck[at])
            at += 1
    for _ in range(tables.up):
        for seat in range(seats):
            state.put(state.up_at, seat, deck[at])
            at += 1
    for _ in range(tables.hand):
        for seat in range(seats):
            if at < dealt:
                state.put(0, seat, deck[at])
                at += 1
    if tables.bundle:
        state.bundle_up()
    state.begins = begins
    if tables.setup:
        state.stage = SETUP
    else:
        state.start()
    return state
