"""The pile: what it asks for (S3) and who takes it (S6); and how a turn ends (S4)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .bits import shifted, size
from .shedding_layout import BLIND, HAND, UP
from .shedding_plays import Plays
from .tables import AGAIN, COPY, GLASS

if TYPE_CHECKING:
    from mypy_extensions import i64


class Pile(Plays):
    """A pile and the seats round it."""

    __slots__ = ()

    # -- S3 What the pile asks for -------------------------------------------------------------------------------------

    def clear_pile(self) -> None:
        """S3.1: an empty pile asks for nothing."""
        self.cards[self.pile_at] = 0
        for plane in range(1, self.decks):
            self.cards[self.pile_at + plane] = 0
        self.top = self.tables.nothing
        self.acts = self.top
        self.run_rank = -1
        self.run = 0
        self.named = -1
        self.ask = 0
        self.fits = self.tables.fits[0]

    def cover(self, rank: i64, count: i64, face: i64) -> i64:
        """S3.2: what the pile asks for when some cards of one face lie on top. The effects of what they act as."""
        tables = self.tables
        acts = face
        if tables.effects[face] & COPY and self.top != tables.nothing:
            acts = self.acts
        effects = tables.effects[acts]
        if effects & GLASS == 0:
            self.named = -1
        self.top = face
        self.acts = acts
        ask: i64 = tables.after[acts * tables.asks + self.ask]
        self.ask = ask
        self.fits = tables.fits[ask] & ~tables.bars[face]
        if rank == self.run_rank:
            self.run += count
        elif effects & GLASS == 0 or not tables.alike_through:
            self.run_rank = rank
            self.run = count
        return effects

    # -- S4 A turn: how it begins and ends -----------------------------------------------------------------------------

    def begin_play(self) -> None:
        self.plays += 1
        if self.tables.alike_one_play:
            self.run_rank = -1

    def end_turn(self, effects: i64) -> None:
        """Draw (S4.7, S4.8), then go out, play on, or pass the turn."""
        if self.drawn < len(self.stock) and not (self.tables.draw_late and effects & AGAIN and self.held(0, self.turn)):
            self.draw()
        zone: i64 = HAND
        if self.cards[self.turn] == 0:
            zone = self.zone_now()
        if zone == BLIND and self.cards[self.blind_at + self.turn] == 0:
            self.go_out()
        elif effects & AGAIN:
            self.zone = zone
        else:
            self.pass_turn()
        self.skips = 0
        if self.plays >= self.tables.limit:  # S7.6
            self.over = True

    def go_out(self) -> None:
        """S7.1, S7.4: the seat gets the next place. S7.2: if it would play on, that turn falls to the next seat."""
        self.gone |= shifted(1, self.turn)
        self.order = self.order << 4 | (self.turn + 1)
        staying = (shifted(1, self.seats) - 1) & ~self.gone
        self.over = self.tables.until == 0 or staying & (staying - 1) == 0
        self.pass_turn()

    def draw(self) -> None:
        stock = self.stock
        drawn = self.drawn
        last: i64 = len(stock)
        tables = self.tables
        want: i64 = 0
        if self.zone == HAND:
            want = tables.draw
        if tables.refill:
            want = tables.refill
            at = self.turn
            while at < self.up_at and want:
                hand = self.cards[at]
                while hand and want:
                    hand &= hand - 1
                    want -= 1
                at += self.seats
        while want > 0 and drawn < last:
            self.put(0, self.turn, stock[drawn])
            drawn += 1
            want -= 1
        self.drawn = drawn

    def pass_turn(self) -> None:
        """S4.9: to the next seat still in, in the direction of play, past those that miss their turn."""
        if self.over:
            return
        seat = self.turn + self.step
        if seat < 0 or seat == self.seats or self.gone >> seat & 1:
            seat = self.neighbour(self.turn, self.step)
        if self.skips:
            seat = self.pass_over(seat)
        self.turn = seat
        self.zone = HAND
        if self.cards[seat] == 0:
            self.zone = self.zone_now()

    def pass_over(self, seat: i64) -> i64:
        """The seat that acts after those that miss their turn, of which this is the first."""
        while self.skips:
            if self.report is not None:
                self.report.skipped.append(seat)
            seat = self.neighbour(seat, self.step)
            self.skips -= 1
        return seat

    # -- S6 Taking the pile --------------------------------------------------------------------------------------------

    def take(self) -> None:
        """The pile goes into the hand; from the face-up zone the lowest face-up card may have to come along (S6.4)."""
        if self.zone == UP and self.tables.take_up:
            card = self.lowest_up()
            if self.report is not None:
                self.report.up = card
            self.clear_row(self.up_at, self.turn, card)
            self.put(0, self.turn, card)
            self.put(self.known_at, self.turn, card)
        elif self.zone == HAND and not self.tables.free_take:
            self.infer_from_taking()
        self.taken()

    def taken(self) -> None:
        """S6.3: the seat that acts takes the pile, draws nothing, and that was its turn."""
        self.begin_play()
        self.give_pile(self.turn)
        self.over = self.plays >= self.tables.limit
        if self.tables.taker_leads:
            self.zone = HAND
        else:
            self.pass_turn()

    def give_pile(self, seat: i64) -> None:
        """A seat takes the pile into its hand; everybody saw which cards these are."""
        if self.report is not None:
            self.report.taker = seat
        for plane in range(self.decks):
            pile = self.cards[self.pile_at + plane]
            self.cards[plane * self.seats + seat] |= pile
            self.cards[self.known_at + plane * self.seats + seat] |= pile
        self.clear_pile()

    # What everybody can conclude: a seat that had to take the pile held nothing that fitted.

    def infer_from_taking(self) -> None:
        """No card of the hand fits, except cards that were not allowed for another reason."""
        at = self.lacking_count_at + self.turn
        count = self.unknown(self.turn)
        lacks = self.fits & ~self.tables.doubtful
        if self.cards[at] == count:
            lacks |= self.cards[self.lacks_at + self.turn]
        if count == 0:
            lacks = 0
        self.cards[self.lacks_at + self.turn] = lacks
        self.cards[at] = count

    def shown(self, kinds: i64) -> None:
        """Cards that nobody knew leave a hand: a card that it was known to lack is a new one, others may be old."""
        at = self.lacking_count_at + self.turn
        left = self.cards[at] - size(kinds & ~self.cards[self.lacks_at + self.turn])
        if left > 0:
            self.cards[at] = left
        else:
            self.cards[at] = 0
            self.cards[self.lacks_at + self.turn] = 0
