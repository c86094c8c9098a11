"""What may follow a play before the turn passes: cards that are added to it, and burns that others complete."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .bits import shifted, size
from .shedding_announce import Announcing
from .shedding_layout import ADD, HAND, JUMP, UP
from .tables import ADD_DRAWN, ANSWERED, BURN, FOUR, JOKERS, JUMP_VISIBLE, MIXED, NEXT, SINGLES, TO_OTHERS

if TYPE_CHECKING:
    from mypy_extensions import i64


class More(Announcing):
    """Who may lay more cards, as far as everybody can tell."""

    __slots__ = ()

    def asks_for_more(self, effects: i64, drawn: i64) -> bool:
        """After a play that does not end otherwise: may its seat add cards, or may others jump in?"""
        tables = self.tables
        if tables.adds and self.asks_to_add(effects, drawn):
            return True
        return tables.jumps > 0 and self.asks_to_jump()

    def asks_to_add(self, effects: i64, drawn: i64) -> bool:
        """May cards of the rank that was just laid be added? Whether the seat has any, nobody can tell."""
        tables = self.tables
        if self.zone != HAND or effects & (TO_OTHERS | BURN) or self.top == tables.nothing:
            return False
        if self.zone_now() != HAND:
            return False
        if self.plays >= tables.limit or tables.effects[self.acts] & TO_OTHERS:
            return False
        self.fresh = -1
        if tables.adds == ADD_DRAWN:
            self.fresh = 0
            for at in range(drawn, self.drawn):
                kind = shifted(1, self.stock[at] & 63)
                self.fresh |= JOKERS if kind & JOKERS else kind
            if self.fresh == 0:
                return False
        self.stage = ADD
        self.fits = shifted(FOUR, 4 * tables.rank_of[self.top]) & self.fresh
        return True

    def asks_to_jump(self) -> bool:
        """May anybody complete a burn out of turn? Which seats are asked, everybody can work out."""
        tables = self.tables
        rank = self.run_rank
        if self.over or rank < 0 or self.plays >= tables.limit or self.top == tables.nothing:
            return False
        if tables.effects[self.acts] & (ANSWERED | NEXT):
            return False  # somebody has to answer this card first, or was named to play next
        if tables.alike == 0 or tables.alike_never >> 4 * rank & 1 or tables.rank_of[self.top] != rank:
            return False
        self.player = self.turn
        return self.ask_next_jumper(self.turn)

    def ask_next_jumper(self, seat: i64) -> bool:
        """The next seat after this one, and before the one that played, that might have what is missing."""
        while True:
            seat += self.step
            if seat < 0:
                seat = self.seats - 1
            elif seat == self.seats:
                seat = 0
            if seat == self.player:
                return False
            if not self.gone >> seat & 1 and self.might_jump(seat):
                self.stage = JUMP
                self.turn = seat
                self.zone = self.zone_now()
                self.fits = shifted(FOUR, 4 * self.run_rank)
                return True

    def might_jump(self, seat: i64) -> bool:
        """As far as everybody knows: could a seat have as many cards of the rank on top as a burn lacks?"""
        missing = self.tables.alike - self.run
        four = shifted(FOUR, 4 * self.run_rank)
        hand: i64 = 0
        known: i64 = 0  # how many of these everybody knows of,
        known_of_all: i64 = 0  # ... and of other cards, too
        up: i64 = 0
        for plane in range(self.decks):
            at = plane * self.seats + seat
            hand += size(self.cards[at])
            known += size(self.cards[self.known_at + at] & four)
            known_of_all += size(self.cards[self.known_at + at])
            up += size(self.cards[self.up_at + at] & four)
        if hand == 0:
            mode = self.tables.modes[UP]
            can_play = mode != MIXED and (missing == 1 or mode != SINGLES)
            return self.tables.jumps == JUMP_VISIBLE and up >= missing and can_play
        if missing > 1 and self.tables.modes[HAND] == SINGLES:
            return False
        others = hand - known_of_all
        if known + others < missing:
            return False
        unseen = self.unseen_of(four)
        return known + (others if others < unseen else unseen) >= missing

    def unseen_of(self, kinds: i64) -> i64:
        """How many cards of some kinds nobody has seen; where cards are out of the game, as many as there could be."""
        count: i64 = 0
        if self.tables.stock >= 0:
            return 4 * self.decks
        for seat in range(self.seats):
            at = seat
            while at < self.up_at:
                count += size(self.cards[at] & ~self.cards[self.known_at + at] & kinds)
                at += self.seats
            rest = self.cards[self.blind_at + seat]
            while rest:
                count += kinds >> ((rest & 255) - 1 & 63) & 1
                rest >>= 8
        for at in range(self.drawn, len(self.stock)):
            count += kinds >> (self.stock[at] & 63) & 1
        return count
