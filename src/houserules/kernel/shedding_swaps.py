"""S5 Powers: two seats exchange cards, or one of them takes or gives a card. Who may be named for it, and what moves.

A hand that goes over whole is seen by its two seats alone. A single card that changes hands is shown to everybody.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from .bits import shifted
from .shedding_picking import Picks
from .tables import (
    JOKER,
    MOVES_ALL,
    MOVES_CHOSEN,
    MOVES_LOWEST,
    MOVES_NONE,
    SWAP_GIVE,
    SWAP_PART,
    SWAP_TAKE,
    SWAP_UP,
)

if TYPE_CHECKING:
    from mypy_extensions import i64


class Swaps(Picks):
    """Cards go from one seat to another."""

    __slots__ = ()

    def swap_row(self) -> i64:
        """The row of which cards are exchanged."""
        if self.tables.swaps[self.acts] & SWAP_UP:
            return self.up_at
        return 0

    def gives(self) -> i64:
        return self.tables.swaps[self.acts] >> SWAP_GIVE & SWAP_PART

    def takes(self) -> i64:
        return self.tables.swaps[self.acts] >> SWAP_TAKE & SWAP_PART

    def partners(self) -> i64:
        """The seats to exchange cards with: those that have some, and keep one if one is only taken from them.

        Whoever has laid the last card is going out, and exchanges nothing."""
        found: i64 = 0
        row = self.swap_row()
        if self.left(self.turn) == 0 or (self.gives() != MOVES_NONE and self.held(row, self.turn) == 0):
            return 0
        least: i64 = 1
        if self.takes() == MOVES_NONE:
            least = 0
        elif self.gives() == MOVES_NONE:
            least = 2
        for seat in range(self.seats):
            if seat != self.turn and not self.gone >> seat & 1 and self.held(row, seat) >= least:
                found |= shifted(1, seat)
        return found

    def names_card(self) -> bool:
        """Does the player of the card name the rank of the card that changes hands?"""
        return self.gives() == MOVES_CHOSEN or self.takes() == MOVES_CHOSEN

    def ranks_to_move(self) -> i64:
        """The ranks that may be named, a bit each: of its own cards, or of those that lie face up before the other."""
        seat = self.turn if self.gives() == MOVES_CHOSEN else self.player
        ranks: i64 = 0
        for card in self.listed(self.swap_row(), seat):
            ranks |= shifted(1, (card & 63) >> 2)
        return ranks

    def exchange(self, seat: i64, rank: i64) -> None:
        """Cards go to another seat, and from it. If only one card moves, it goes into the hand."""
        row = self.swap_row()
        if self.report is not None:
            self.report.partner = seat
        if self.gives() == MOVES_ALL:
            if self.report is not None:
                self.report.took_hand = row == 0
                self.report.gave = self.listed(row, self.turn)
                self.report.got = self.listed(row, seat)
            self.exchange_rows(row, seat)
            return
        mine = self.card_to_move(row, self.turn, self.gives(), rank)
        theirs = self.card_to_move(row, seat, self.takes(), rank)
        to: i64 = 0
        if mine >= 0 and theirs >= 0:
            to = row
        if mine >= 0:
            self.take_away(mine, row, self.turn)
        if theirs >= 0:
            self.take_away(theirs, row, seat)
            self.hand_over(theirs, to, self.turn)
            if self.report is not None:
                self.report.got.append(theirs)
        if mine >= 0:
            self.hand_over(mine, to, seat)
            if self.report is not None:
                self.report.gave.append(mine)

    def exchange_rows(self, row: i64, seat: i64) -> None:
        """All cards of a row, and of hands what everybody knows of them."""
        for plane in range(self.decks):
            self.exchange_words(row + plane * self.seats, seat)
            if row == 0:
                self.exchange_words(self.known_at + plane * self.seats, seat)
        if row == 0:
            self.exchange_words(self.lacks_at, seat)
            self.exchange_words(self.lacking_count_at, seat)

    def exchange_words(self, at: i64, seat: i64) -> None:
        word = self.cards[at + seat]
        self.cards[at + seat] = self.cards[at + self.turn]
        self.cards[at + self.turn] = word

    def card_to_move(self, row: i64, seat: i64, which: i64, rank: i64) -> i64:
        """The physical card of a row that changes hands; -1 if none does.

        Of equal ones it is one that everybody knows of."""
        if which == MOVES_NONE:
            return -1
        best: i64 = -1
        for card in self.listed(row, seat):
            kind = card & 63
            if which == MOVES_CHOSEN:
                if kind >> 2 == rank and best == -1:
                    best = card
            elif best == -1 or self.is_lower_kind(kind, best & 63) == (which == MOVES_LOWEST):
                best = card
        if row == 0 and best >= 0 and not self.is_known(seat, best):
            for card in self.listed(row, seat):
                equal = card & 63 == best & 63 or ((card & 63) >> 2 == JOKER and (best & 63) >> 2 == JOKER)
                if equal and self.is_known(seat, card):
                    return card
        return best

    def take_away(self, card: i64, row: i64, seat: i64) -> None:
        """A card leaves a row, seen by all."""
        self.clear_row(row, seat, card)
        if row:
            return
        if self.is_known(seat, card):
            self.clear_row(self.known_at, seat, card)
        elif self.cards[self.lacking_count_at + seat]:
            # One that the hand was known to lack is a new one; any other may be old.
            if not self.cards[self.lacks_at + seat] >> (card & 63) & 1:
                self.cards[self.lacking_count_at + seat] -= 1
            if self.cards[self.lacking_count_at + seat] == 0:
                self.cards[self.lacks_at + seat] = 0

    def hand_over(self, card: i64, row: i64, seat: i64) -> None:
        """A card comes into a row, seen by all."""
        self.put(row, seat, card)
        if row == 0:
            self.put(self.known_at, seat, card)
