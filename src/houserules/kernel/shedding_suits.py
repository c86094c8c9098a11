"""Plays from a zone where suits matter: sets of one rank by how many of each suit they have."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .bits import shifted
from .shedding_layout import EACH, SIZE_OF_FOUR
from .shedding_swaps import Swaps
from .tables import COUNTS, JOKER, JOKERS, RANKS

if TYPE_CHECKING:
    from mypy_extensions import i64


class Suits(Swaps):
    """The sets that may be laid, a page at a time."""

    __slots__ = ()

    def suited(self, page: i64) -> i64:
        """Four choices of counts, each for all ranks at once."""
        if self.decks == 1:
            return self.suited_of_one_deck(page)
        one: i64 = 0  # the kinds that may be laid now and of which there is at least one
        two: i64 = 0
        three: i64 = 0
        four: i64 = 0
        at = self.up_at * self.zone + self.turn
        for _ in range(self.decks):
            kinds = self.cards[at] & self.fits
            four |= three & kinds
            three |= two & kinds
            two |= one & kinds
            one |= kinds
            at += self.seats
        base = self.decks + 1
        moves: i64 = 0
        for last in range(4):
            choice = page * 4 + last
            rest = choice
            scale = base * base * base
            ranks: i64 = 0 if choice == 0 or choice >= base * scale else EACH & ~JOKERS
            total: i64 = 0
            suit: i64 = 3
            while suit >= 0 and ranks:  # the highest suit first: few hands have many cards of it
                wanted = rest // scale
                if wanted:
                    ranks &= (one if wanted == 1 else two if wanted == 2 else three if wanted == 3 else four) >> suit
                total += wanted
                rest %= scale
                scale //= base
                suit -= 1
            if ranks:
                moves |= shifted(ranks & self.tables.may_be[self.zone * COUNTS + total], last)
            if one & JOKERS and 0 < choice < base * base and self.chooses_jokers(choice):
                moves |= shifted(1, 4 * JOKER + last)
        return moves

    def chooses_jokers(self, choice: i64) -> bool:
        """They are equal: the first suit is filled before the second, and there are only two."""
        first = self.digit(choice, 0)
        second = self.digit(choice, 1)
        if second and first < self.decks:
            return False
        total = first + second
        return total <= self.count(self.zone, JOKER, self.fits) and total <= self.tables.most[self.zone * RANKS + JOKER]

    def suited_of_one_deck(self, page: i64) -> i64:
        """A choice is then a set of suits, a bit each, and a page has those with the same hearts and spades."""
        tables = self.tables
        kinds = self.cards[self.up_at * self.zone + self.turn] & self.fits
        clubs = kinds & EACH & ~JOKERS
        diamonds = kinds >> 1 & EACH & ~JOKERS
        more = self.zone * COUNTS + SIZE_OF_FOUR[page & 3]  # where the cards of this page are counted from
        if page & 1:
            clubs &= kinds >> 2
            diamonds &= kinds >> 2
        if page & 2:
            clubs &= kinds >> 3
            diamonds &= kinds >> 3
        moves: i64 = 0
        if clubs:
            moves |= (clubs & tables.may_be[more + 1]) << 1
            both = clubs & diamonds
            if both:
                moves |= (both & tables.may_be[more + 2]) << 3
        if diamonds:
            moves |= (diamonds & tables.may_be[more + 1]) << 2
        if page == 0:
            if kinds & JOKERS:
                moves |= shifted(self.jokers_of_one_deck(kinds), 4 * JOKER)
        elif page == 1:
            moves |= kinds >> 2 & EACH & ~JOKERS & tables.may_be[more]
        elif page == 2:
            moves |= kinds >> 3 & EACH & ~JOKERS & tables.may_be[more]
        else:
            moves |= kinds >> 2 & kinds >> 3 & EACH & tables.may_be[more]
        return moves

    def jokers_of_one_deck(self, kinds: i64) -> i64:
        """They are equal: one is choice 1, both are choice 3."""
        most: i64 = self.tables.most[self.zone * RANKS + JOKER]
        moves: i64 = 0
        if most:
            moves = 2
        if most > 1 and kinds & JOKERS == JOKERS:
            moves |= 8
        return moves
