"""Runs: cards of ranks that follow each other, laid from the hand in one play, where a house has them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .bits import shifted, size
from .shedding_layout import HAND
from .shedding_lock import Lock
from .tables import FOUR, RANKS, SUITED

if TYPE_CHECKING:
    from mypy_extensions import i64

# A run is rank * 4 + suit of its lowest card (the suit is 0 where any will do), on a page for each length.


class Runs(Lock):
    """The runs of the seat that acts."""

    __slots__ = ()

    def run_page(self) -> i64:
        """The page of the shortest runs: after those of all other plays from the hand."""
        tables = self.tables
        if tables.modes[HAND] == SUITED:
            base = self.decks + 1
            return base * base * base * base + 3 >> 2
        joins = len(tables.joins) * 4 * self.decks
        return self.decks + (joins if tables.wild_join < 0 else 4 * self.decks * self.decks)

    def is_run(self, move: i64) -> bool:
        if self.tables.run_least == 0 or self.zone != HAND:
            return False
        page = (move >> 6) - self.run_page()
        return 0 <= page < RANKS

    def run_length(self, page: i64) -> i64:
        return page - self.run_page() + self.tables.run_least

    def run_pages(self) -> i64:
        """How many pages there are with runs of the hand, whether they may be laid or not."""
        longest: i64 = 0
        suits = 4 if self.tables.run_suited else 1
        held = self.found(HAND, self.tables.run_kinds)
        for suit in range(suits):
            length: i64 = 0
            for rank in self.tables.run_order:
                length = length + 1 if held >> 4 * rank & self.suits_of_run(suit) else 0
                if length > longest:
                    longest = length
        return longest - self.tables.run_least + 1 if longest >= self.tables.run_least else 0

    def suits_of_run(self, suit: i64) -> i64:
        """The four bits of a rank, or the one of a suit."""
        return shifted(1, suit) if self.tables.run_suited else FOUR

    def runs(self, length: i64) -> i64:
        """The runs of a length that may be laid: the lowest meets the pile, each other may lie on the one before."""
        tables = self.tables
        moves: i64 = 0
        suits = 4 if tables.run_suited else 1
        held = self.found(HAND, tables.run_kinds)
        for place in range(len(tables.run_order) - length + 1):
            for suit in range(suits):
                if self.runs_from(held, place, suit, length):
                    moves |= shifted(1, 4 * tables.run_order[place] + suit)
        return moves

    def runs_from(self, held: i64, place: i64, suit: i64, length: i64) -> bool:
        tables = self.tables
        suits = self.suits_of_run(suit)
        beneath: i64 = -1
        for at in range(place, place + length):
            four = held >> 4 * tables.run_order[at] & suits
            if beneath < 0:
                four &= self.fits >> 4 * tables.run_order[at]
            else:
                four &= ~(tables.bars[beneath] >> 4 * tables.run_order[at])
            if four == 0:
                return False
            beneath = tables.face_of[4 * tables.run_order[at] + (suit if tables.run_suited else 0)]
        return True

    def run_of(self, cards: list[int]) -> i64:
        """The number of the run that some cards are; -1 if they are none."""
        tables = self.tables
        length: i64 = len(cards)
        if tables.run_least == 0 or length < tables.run_least or self.zone != HAND:
            return -1
        ranks: i64 = 0
        suits: i64 = 0
        for card in cards:
            ranks |= shifted(1, (card & 63) >> 2)
            suits |= shifted(1, card & 3)
        if size(ranks) != length:
            return -1  # of some rank there are several
        place: i64 = 0
        while place < len(tables.run_order) and not ranks >> tables.run_order[place] & 1:
            place += 1
        if place + length > len(tables.run_order) or (tables.run_suited and suits & (suits - 1)):
            return -1
        for at in range(place, place + length):
            ranks &= ~shifted(1, tables.run_order[at])
        if ranks:
            return -1
        first: i64 = 4 * tables.run_order[place]
        return (self.run_page() + length - tables.run_least) << 6 | (
            first + (cards[0] & 3) if tables.run_suited else first
        )

    def is_run_of(self, kinds: i64) -> bool:
        """Are the cards of a play a run? Cards of two ranks are joined."""
        ranks: i64 = 0
        for rank in range(RANKS):
            if kinds >> 4 * rank & FOUR:
                ranks += 1
        return ranks > 2

    def run_ranks(self, move: i64) -> bytes:
        """The ranks of a run, from the lowest."""
        order = self.tables.run_order
        place = order.index((move & 63) >> 2)
        return order[place : place + self.run_length(move >> 6)]
