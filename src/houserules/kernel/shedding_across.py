"""Across: the last cards of the hand, laid together with face-up cards of their rank, where a house has that."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .bits import lowest, shifted
from .shedding_layout import BLIND, HAND, PLAY, UP
from .shedding_runs import Runs
from .tables import FOUR, JOKERS, RANKS

if TYPE_CHECKING:
    from mypy_extensions import i64

# Such a play is the subset of the face-up cards that may go along, less one, on a page of its own.


class Across(Runs):
    """What goes along with the last cards of the hand."""

    __slots__ = ()

    def across_page(self) -> i64:
        """After the pages of all other plays from the hand."""
        if self.tables.run_least:
            return self.run_page() + RANKS
        return self.run_page()

    def is_across(self, move: i64) -> bool:
        return self.tables.across and self.zone == HAND and move >> 6 >= self.across_page()

    def may_lead_all(self) -> bool:
        """With nothing that may begin a pile, anything may: from then on it fits."""
        tables = self.tables
        if self.top != tables.nothing or self.zone == BLIND or self.fits == tables.fits[0]:
            return False
        if self.found(self.zone, self.fits):
            return False
        self.fits = tables.fits[0]
        return True

    def goes_across(self) -> bool:
        """Is there any card that may go along? The quick half of `across_ups`."""
        held = self.found(HAND, -1)
        if held == 0 or self.stage != PLAY:
            return False
        if not self.tables.leads_all:
            self.may_lead_all()
        kinds = shifted(FOUR, lowest(held) & ~3) & self.fits
        if held & ~kinds or self.found(UP, kinds) == 0:
            return False
        return self.draws_nothing() and self.across_room() > 0

    def across_ups(self) -> list[int]:
        """The physical face-up cards that may go along, by kind: the hand is all of their rank, and nothing is drawn
        after the play."""
        if not self.goes_across():
            return []
        kinds = shifted(FOUR, lowest(self.found(HAND, -1)) & ~3) & self.fits
        return [card for card in self.listed(self.up_at, self.turn) if kinds >> (card & 63) & 1]

    def across_room(self) -> i64:
        """How many cards may be laid in one play besides those of the hand, which are of one rank."""
        return self.tables.most[lowest(self.found(HAND, -1)) >> 2] - self.held(0, self.turn)

    def pick_across(self, subset: i64) -> None:
        """Pick the whole hand, and some of the face-up cards that may go along."""
        ups = self.across_ups()
        for plane in range(self.decks):
            self.cards[self.laid_at + plane] = self.cards[plane * self.seats + self.turn]
        for place in range(len(ups)):
            if subset >> place & 1:
                self.put(self.laid_at, 0, ups[place])

    def pick_up_kind(self, kind: i64) -> i64:
        """Pick one more face-up card of a kind, the Jokers being one kind; the card, or -1 if there is none."""
        kinds = JOKERS if kind >= 52 else shifted(1, kind)
        for plane in range(self.decks):
            free = self.cards[self.up_at + plane * self.seats + self.turn] & kinds & ~self.cards[self.laid_at + plane]
            if free:
                self.cards[self.laid_at + plane] |= free & -free
                return plane << 6 | lowest(free)
        return -1

    def leave_up(self) -> None:
        """Face-up cards that are picked leave their places."""
        for plane in range(self.decks):
            at = self.up_at + plane * self.seats + self.turn
            along = self.cards[at] & self.cards[self.laid_at + plane]
            self.cards[at] ^= along
            while along and self.report is not None:
                self.report.along.append(plane << 6 | lowest(along))
                along &= along - 1
