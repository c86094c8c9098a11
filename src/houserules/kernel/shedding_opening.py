"""S2 The setup: hand cards are swapped for face-up ones, somebody begins, a card may be turned up. S1: bundles."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from .bits import lowest, shifted
from .shedding_layout import ADD, PLAY
from .shedding_powers import Powers
from .tables import FOUR, LEAD_RANK, LOWEST, LOWEST_UP, MOST, SEAT

if TYPE_CHECKING:
    from mypy_extensions import i64

NO_PLACE: Final = 255
"""In the order that decides who begins: a card that does not count."""
NO_RANK: Final = NO_PLACE >> 2
FAR: Final = 1 << 20
"""Further than any place in that order."""


class Opening(Powers):
    """Everything before the first play."""

    __slots__ = ()

    # -- S1 The deal ---------------------------------------------------------------------------------------------------

    def bundle_up(self) -> None:
        """Hand cards of the rank of a face-up one are laid with it. As many are drawn, and stay in the hand.

        Seat by seat, the lowest first; where nothing can be drawn, one card stays in the hand."""
        last: i64 = len(self.stock)
        for seat in range(self.seats):
            for card in self.listed(0, seat):
                draws = self.drawn < last
                if self.held(self.up_at, seat) >= self.tables.bundle or (self.held(0, seat) == 1 and not draws):
                    break
                if not self.has_rank(self.up_at, seat, (card & 63) >> 2):
                    continue
                self.clear_row(0, seat, card)
                self.put(self.up_at, seat, card)
                if draws:
                    self.put(0, seat, self.stock[self.drawn])
                    self.drawn += 1

    def has_rank(self, row: i64, seat: i64, rank: i64) -> bool:
        for card in self.listed(row, seat):
            if (card & 63) >> 2 == rank:
                return True
        return False

    # -- S2 The setup --------------------------------------------------------------------------------------------------

    def swap(self, seat: i64, hand: i64, up: i64) -> None:
        """S2.2: exchange two physical cards. S2.5: everybody saw the face-up one, so everybody knows it in the hand."""
        if self.report is not None:
            self.report.hand = hand
            self.report.up = up
        self.clear_row(0, seat, hand)
        self.clear_row(self.known_at, seat, hand)
        self.clear_row(self.up_at, seat, up)
        self.put(self.up_at, seat, hand)
        self.put(0, seat, up)
        self.put(self.known_at, seat, up)

    def say_ready(self, seat: i64) -> None:
        """S2.6: when the last seat is ready, play starts."""
        self.ready |= shifted(1, seat)
        everyone = shifted(1, self.seats) - 1
        if self.ready == everyone:
            self.start()
        else:
            self.turn = lowest(everyone & ~self.ready)

    def start(self) -> None:
        self.stage = PLAY
        if self.begins >= 0:  # no card decided, so anything may be led
            self.turn = self.begins
            self.begins = -1
        elif self.tables.begins_by:
            self.begin_by_tests()
        else:
            self.turn = self.beginner()
            if self.tables.leads and self.tables.begins:
                self.demand_lead()
        self.zone = self.zone_now()
        if self.tables.flip:
            self.flip_up()

    # -- S2 The setup: who begins ------------------------------------------------------------------------------------

    def beginner(self) -> i64:
        """S2.8: the seat with the lowest card in hand. S2.9: of equal cards, the lowest seat. No order: seat 0."""
        order = self.tables.begins
        if not order:
            return 0
        best: i64 = NO_PLACE
        who: i64 = 0
        for seat in range(self.seats):
            for card in self.listed(0, seat):
                rank = order[card & 63]
                if rank < best:
                    best = rank
                    who = seat
        return who

    def begin_by_tests(self) -> None:
        """Each test is for those whom the tests before it found equal. One that nobody meets says nothing."""
        seats = shifted(1, self.seats) - 1
        decided: i64 = SEAT
        for test in self.tables.begins_by:
            best = self.best_by(test, seats)
            if best:
                seats = best
                decided = test
            if seats & (seats - 1) == 0:
                break
        self.turn = self.first_of_equals(seats, self.up_at if decided == LOWEST_UP else 0)
        if self.tables.leads and decided in (LOWEST, MOST):
            self.demand_lead()

    def best_by(self, test: i64, seats: i64) -> i64:
        """The seats, among some, that are best by a test; none if it does not apply to any of them."""
        rank: i64 = NO_RANK
        if test == MOST:
            for seat in range(self.seats):
                if seats >> seat & 1:
                    rank = min(rank, self.lowest_place(0, seat) >> 2)
        best: i64 = FAR
        found: i64 = 0
        for seat in range(self.seats):
            if seats >> seat & 1:
                score = self.score(test, seat, rank)
                if score < best:
                    best = score
                    found = 0
                if score == best and score < FAR:
                    found |= shifted(1, seat)
        return found

    def score(self, test: i64, seat: i64, rank: i64) -> i64:
        """How a seat does in a test: the lower the better, FAR if the test says nothing about it."""
        if test == SEAT:
            return seat
        if test in (LOWEST, LOWEST_UP):
            place = self.lowest_place(self.up_at if test == LOWEST_UP else 0, seat)
            return place >> 2 if place < NO_PLACE else FAR
        order = self.tables.begins
        total: i64 = 0
        if test == MOST:
            for card in self.listed(0, seat):
                if order[card & 63] >> 2 == rank:
                    total += 1
            return -total if rank < NO_RANK else FAR
        for card in self.listed(self.up_at, seat):
            total += order[card & 63] >> 2
        return total

    def lowest_place(self, row: i64, seat: i64) -> i64:
        """The first place in the order that a card of a row has."""
        best: i64 = NO_PLACE
        for card in self.listed(row, seat):
            best = min(best, self.tables.begins[card & 63])
        return best

    def first_of_equals(self, seats: i64, row: i64) -> i64:
        """Of seats with equal lowest ranks: by the suits, or by the next lowest ranks; then the lowest seat."""
        best: i64 = -1
        for seat in range(self.seats):
            if seats >> seat & 1 and (best == -1 or self.is_lower(row, seat, best)):
                best = seat
        return best

    def is_lower(self, row: i64, seat: i64, other: i64) -> bool:
        if not self.tables.next_lowest:
            return self.lowest_place(row, seat) < self.lowest_place(row, other)
        mine = self.places_of(row, seat)
        theirs = self.places_of(row, other)
        for at in range(min(len(mine), len(theirs))):
            if mine[at] != theirs[at]:
                return mine[at] < theirs[at]
        return False

    def places_of(self, row: i64, seat: i64) -> list[int]:
        """The ranks of a row by their places in the order, the lowest first."""
        return sorted([self.tables.begins[card & 63] >> 2 for card in self.listed(row, seat)])

    # -- S2 The setup: the first play --------------------------------------------------------------------------------

    def demand_lead(self) -> None:
        """The card that decided has been shown, and it or its rank must be led."""
        order = self.tables.begins
        best: i64 = -1
        for card in self.listed(0, self.turn):
            if order[card & 63] < NO_PLACE and (best == -1 or order[card & 63] < order[best & 63]):
                best = card
        if best == -1:
            return
        kinds = shifted(FOUR, best & 60)
        if self.tables.leads != LEAD_RANK and best & 63 < 52:
            kinds = shifted(1, best & 63)
        if shifted(1, best & 63) & self.fits:
            self.lead = kinds
            self.fits &= kinds
            self.put(self.known_at, self.turn, best)

    def leads_as_asked(self, kinds: list[int]) -> bool:
        """Before the first play: are these what has to be led? The number of a play does not tell all suits apart."""
        if self.stage == ADD:
            return self.fits_all(kinds)
        if self.lead == 0 or self.plays:
            return True
        led: i64 = 0
        for kind in kinds:
            if self.lead >> kind & 1:
                led += 1
            elif kind >> 2 == lowest(self.lead) >> 2:
                return False
        return led > 0

    def fits_all(self, kinds: list[int]) -> bool:
        for kind in kinds:
            if not self.fits >> kind & 1:
                return False
        return True

    def leave_lead(self) -> None:
        """The seat that begins leaves the first play, whatever it should have led, to the next one."""
        self.turn = self.neighbour(self.turn, self.step)
        self.zone = self.zone_now()
        self.left_to = True
        self.announced_at = 0
        self.lead = 0
        self.fits = self.tables.lead
        if self.report is not None:
            self.report.passed = True

    def flip_up(self) -> None:
        """The top card of the stock begins the pile, without its power. Some ranks are covered by the next card."""
        tables = self.tables
        last: i64 = len(self.stock)
        while self.drawn < last:
            card = self.stock[self.drawn]
            self.drawn += 1
            self.turn_up(card)
            if self.report is not None:
                self.report.flipped.append(card)
            if not tables.flip_again >> (card & 63) & 1:
                break

    def turn_up(self, card: i64) -> None:
        """A card of the stock lies on the pile and counts for nothing but its value."""
        rank = (card & 63) >> 2
        self.put(self.pile_at, 0, card)
        self.cover(rank, 1, self.tables.plain_of[rank])
        if self.tables.locks:
            self.forget_suits()
        self.last = card
