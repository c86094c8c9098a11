"""The pile: what it asks for (S3) and who takes it (S6); and how a turn ends (S4)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .bits import lowest, shifted, size
from .shedding_layout import BLIND, HAND, NAME_UP, PLAY, UP
from .shedding_more import More
from .tables import AGAIN, COPY, FOUR, GLASS, NAMES_CARD, ONCE, OWN, OWN_TOO, REVERSE, SKIP, SKIP_ONCE, UNDER

if TYPE_CHECKING:
    from mypy_extensions import i64


class Pile(More):
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
        self.shows = self.top
        self.together = 0
        self.suits = 0
        self.run_rank = -1
        self.run = 0
        self.named = -1
        if self.tables.lasting and self.tables.turned[self.ask]:
            self.ask = self.tables.turned_over[0]
        else:
            self.ask = 0
        self.fits = self.tables.lead

    def cover(self, rank: i64, count: i64, face: i64) -> i64:
        """S3.2: what the pile asks for when some cards of one face lie on top. The effects of what they act as."""
        tables = self.tables
        acts = face
        effects = tables.effects[face]
        if effects & UNDER:
            acts = self.laid_as(face, count)
            effects = tables.effects[acts]
            if self.top != face:
                self.beneath = tables.rank_of[self.top]
            self.own = acts
            if effects & COPY and self.top != tables.nothing:
                if self.is_copied(acts):
                    effects = self.copied_effects(acts)
                    acts = self.acts
                else:
                    effects |= GLASS
        if effects & GLASS == 0:
            self.named = -1
        self.top = face
        self.acts = acts
        ask: i64 = tables.after[acts * tables.asks + self.ask]
        self.ask = ask
        self.fits = tables.fits[ask] & ~tables.bars[face]
        if tables.narrows:
            self.together += count
            self.narrow()
        if rank == self.run_rank:
            self.run += count
        elif effects & GLASS == 0 or not tables.alike_through:
            if tables.alike_match and tables.mirrors[face] and self.run_rank >= 0:
                self.run += count
            else:
                self.run_rank = rank
                self.run = count
        return effects

    def copied_effects(self, face: i64) -> i64:
        """What a mirror does that acts as what lies beneath: of its own effects, those that this does not have."""
        effects = self.tables.effects[self.acts]
        own = self.tables.effects[face]
        if own & OWN_TOO == 0:
            return effects
        if effects & REVERSE:
            own &= ~(REVERSE | ONCE)
        if effects & SKIP:
            own &= ~(SKIP | SKIP_ONCE)
        return effects | own & OWN

    def effects_now(self) -> i64:
        """What the card on top does, while it waits for an answer."""
        if self.tables.effects[self.top] & UNDER == 0:
            return self.tables.effects[self.acts]
        own = self.own_face()
        if self.acts != own and self.tables.effects[own] & COPY:
            return self.copied_effects(own)
        return self.tables.effects[self.acts]

    def set_order(self, turned: bool) -> None:
        """The order is turned over, or is not, whatever the pile says."""
        if (self.tables.turned[self.ask] == 1) != turned:
            self.ask = self.tables.turned_over[self.ask]
            self.find_fits()

    def find_fits(self) -> None:
        """What may be laid on the pile as it is."""
        if self.top == self.tables.nothing:
            self.fits = self.tables.lead
            return
        self.fits = self.tables.fits[self.ask] & ~self.tables.bars[self.top]
        if self.tables.narrows:
            self.narrow()

    def narrow(self) -> None:
        """What may be laid also depends on more than the ask and the top card."""
        tables = self.tables
        if not tables.mirrors[self.own_face()]:
            self.shows = self.top
        self.fits &= ~tables.sees[self.shows]
        if tables.locks:
            self.note_suits()
            self.fits &= tables.locked_to[self.locked()]

    # -- S4 A turn: how it begins and ends -----------------------------------------------------------------------------

    def begin_play(self) -> None:
        self.plays += 1
        if self.tables.by_play:
            self.note_play()

    def note_play(self) -> None:
        """What lies on the pile was laid in an earlier play."""
        self.together = 0
        if self.tables.alike_one_play:
            self.run_rank = -1
        if self.tables.locks:
            self.next_play()

    def end_turn(self, effects: i64) -> None:
        """Draw (S4.7, S4.8), then go out, play on, or pass the turn."""
        drawn = self.drawn
        if drawn < len(self.stock) and not (self.tables.draw_late and effects & AGAIN and self.held(0, self.turn)):
            self.draw()
        plainly = self.tables.ends_plainly
        if not plainly and self.tables.penalty and drawn == self.drawn:
            self.look_whether_announced()
        zone: i64 = HAND
        if self.cards[self.turn] == 0:
            zone = self.zone_now()
            if zone == UP and self.tables.up_as_hand:
                zone = HAND
                for card in self.listed(self.up_at, self.turn):
                    self.raise_card(card)
        if zone == BLIND and self.cards[self.blind_at + self.turn] == 0:
            if effects & AGAIN:
                self.skips = 0  # S7.2: whoever would play on makes nobody miss a turn
            self.go_out()
        elif effects & AGAIN:
            self.zone = zone
            self.skips = 0
        elif plainly or not self.asks_for_more(effects, drawn):
            self.pass_turn()
        if self.plays >= self.tables.limit:  # S7.6
            self.over = True

    def look_whether_announced(self) -> None:
        """Whoever has forgotten to announce the last card draws, or takes the pile if there is no stock."""
        if not self.forgot_to_announce() or not self.draws_nothing():
            return
        count: i64 = 0
        while count < self.tables.penalty and self.drawn < len(self.stock):
            self.put(0, self.turn, self.stock[self.drawn])
            self.drawn += 1
            count += 1
        if count == 0 and self.top == self.tables.nothing:
            return
        if self.report is not None:
            self.report.forgot = True
        if count == 0:
            self.give_pile(self.turn)

    def go_out(self) -> None:
        """S7.1, S7.4: the seat gets the next place. S7.2: if it would play on, that turn falls to the next seat."""
        self.gone |= shifted(1, self.turn)
        self.order = self.order << 4 | (self.turn + 1)
        staying = (shifted(1, self.seats) - 1) & ~self.gone
        self.over = self.tables.until == 0 or staying & (staying - 1) == 0
        if not (self.tables.jumps and self.asks_to_jump()):
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
            self.skips = 0
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
        """The pile goes into the hand."""
        if self.zone == HAND:
            if not self.tables.free_take:
                self.infer_from_taking()
            self.taken()
        else:
            self.take_all()

    def take_all(self) -> None:
        """From the face-up zone the lowest face-up card may have to come along (S6.4), or one that is named first."""
        if self.zone == UP and self.tables.take_named:
            ups = self.found(UP, -1)
            self.stage = NAME_UP
            if ups & ~shifted(FOUR, lowest(ups) & ~3) == 0:
                self.name_up(lowest(ups) >> 2)  # there is nothing to choose
            return
        if self.zone == UP and self.tables.take_up:
            card = self.lowest_up()
            if self.report is not None:
                self.report.up = card
            self.clear_row(self.up_at, self.turn, card)
            self.put(0, self.turn, card)
            self.put(self.known_at, self.turn, card)
        self.taken()

    def name_up(self, rank: i64) -> None:
        """Face-up cards of a rank go into the hand with the pile: one, the first by suit, or all of them."""
        self.stage = PLAY
        for card in self.listed(self.up_at, self.turn):
            if (card & 63) >> 2 == rank:
                self.raise_card(card)
                if self.tables.take_named == NAMES_CARD:
                    break
        self.taken()

    def raise_card(self, card: i64) -> None:
        """A face-up card goes into the hand; everybody has seen it."""
        if self.report is not None:
            self.report.raised.append(card)
        self.clear_row(self.up_at, self.turn, card)
        self.put(0, self.turn, card)
        self.put(self.known_at, self.turn, card)

    def taken(self) -> None:
        """S6.3: the seat that acts, or the one before it, takes the pile, draws nothing, and that was the turn."""
        self.begin_play()
        if self.tables.previous_takes:
            self.turn = self.neighbour(self.turn, -self.step)
            if self.report is not None:
                self.report.given = True
        if self.tables.spends_taken:
            self.spend_forcing()
        self.give_pile(self.turn)
        self.over = self.plays >= self.tables.limit
        if self.tables.taker_leads:
            self.zone = HAND
        elif self.tables.previous_leads and not self.over:
            self.turn = self.neighbour(self.turn, -self.step)
            self.zone = self.zone_now()
        else:
            self.pass_turn()

    def spend_forcing(self) -> None:
        """The cards that made somebody take the pile leave the game, wherever they lie in it."""
        kinds = self.tables.spent_on[self.ask]
        for plane in range(self.decks):
            gone = self.cards[self.pile_at + plane] & kinds
            self.cards[self.pile_at + plane] ^= gone
            while gone and self.report is not None:
                self.report.forcing.append(plane << 6 | lowest(gone))
                gone &= gone - 1

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
