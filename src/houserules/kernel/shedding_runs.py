"""Runs: cards of ranks that follow each other, laid from the hand in one play, where a house has them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .bits import lowest, shifted, size
from .shedding_layout import EACH, HAND
from .shedding_lock import Lock
from .tables import FOUR, RANKS

if TYPE_CHECKING:
    from mypy_extensions import i64

# A run is rank * 4 + suit of its lowest card (the suit is 0 where any will do), on a page for each length.


class Runs(Lock):
    """The runs of the seat that acts."""

    __slots__ = ()

    def run_page(self) -> i64:
        """The page of the shortest runs: after those of all other plays from the hand."""
        return self.tables.run_page[self.decks]

    def is_run(self, move: i64) -> bool:
        if self.tables.run_least == 0 or self.zone != HAND:
            return False
        page = (move >> 6) - self.tables.run_page[self.decks]
        return 0 <= page < RANKS

    def run_length(self, page: i64) -> i64:
        return page - self.tables.run_page[self.decks] + self.tables.run_least

    def run_pages(self) -> i64:
        """How many pages there are with runs of the hand, whether they may be laid or not."""
        tables = self.tables
        rest = self.by_place(self.found(HAND, tables.run_kinds))
        if not tables.run_suited:
            rest = any_suit(rest)
        longest: i64 = 0
        while rest:  # what is left is where so many cards follow each other
            rest &= rest >> 4
            longest += 1
        return longest - tables.run_least + 1 if longest >= tables.run_least else 0

    def by_place(self, kinds: i64) -> i64:
        """Some kinds, four bits for each place in the order of runs instead of each rank."""
        tables = self.tables
        if tables.run_straight:
            return kinds
        placed: i64 = 0
        while kinds:
            rank = lowest(kinds) >> 2
            four = kinds >> 4 * rank & FOUR
            placed |= shifted(four, 4 * tables.run_place[rank])
            kinds &= ~shifted(FOUR, 4 * rank)
        return placed

    def by_rank(self, placed: i64) -> i64:
        """The same back."""
        tables = self.tables
        if tables.run_straight:
            return placed
        kinds: i64 = 0
        while placed:
            place = lowest(placed) >> 2
            four = placed >> 4 * place & FOUR
            kinds |= shifted(four, 4 * tables.run_order[place])
            placed &= ~shifted(FOUR, 4 * place)
        return kinds

    def runs(self, length: i64) -> i64:
        """The runs of a length that may be laid: the lowest meets the pile, each other may lie on the one before."""
        tables = self.tables
        held = self.by_place(self.found(HAND, tables.run_kinds))
        begins = held & self.by_place(self.fits & tables.run_kinds)
        follows = held & tables.run_follows
        if not tables.run_suited:
            begins = any_suit(begins)
            follows = any_suit(follows)
        rest = follows
        for _ in range(length - 2):
            rest = follows & rest >> 4
        return self.by_rank(begins & rest >> 4)

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


def any_suit(kinds: i64) -> i64:
    """The lowest bit of each rank, or place, that has any."""
    return (kinds | kinds >> 1 | kinds >> 2 | kinds >> 3) & EACH
