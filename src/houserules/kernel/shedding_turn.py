"""A move is made: in the setup (S2), a play or a blind card turned over (S4), or what is named (S5)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .bits import first, lowest, shifted, size
from .shedding_layout import (
    ADD,
    BLIND,
    HAND,
    JUMP,
    NAME_CARD,
    NAME_NEXT,
    NAME_SEAT,
    NAME_SWAP,
    NAME_UP,
    PLAY,
    SETUP,
    UP,
)
from .shedding_opening import Opening
from .shedding_picking import ANNOUNCE, FLIP, PASS, READY, TAKE, TRY
from .shedding_report import Report
from .tables import (
    FOUR,
    JOKERS,
    SETS,
    SINGLES,
    TO_OTHERS,
    TRY_DRAW,
    TRY_FREE,
)

if TYPE_CHECKING:
    from mypy_extensions import i64


class Turn(Opening):
    """The seat that acts makes its move."""

    __slots__ = ()

    # -- S4 A turn -----------------------------------------------------------------------------------------------------

    def advance(self, move: i64) -> None:
        if self.stage == PLAY:
            if move < FLIP and self.tables.modes[self.zone] == SETS:
                self.play_alike(shifted(FOUR, move & ~3), (move & 3) + 1, move)
            elif move == TAKE:
                self.lay_nothing()
            elif self.zone != BLIND and (move < FLIP or move > TAKE):
                self.play(move)
            elif FLIP <= move < TAKE:
                if self.is_announcement(move):
                    self.announce()
                elif self.zone == BLIND:
                    self.flip(move - FLIP)
                else:
                    self.try_card()
            else:
                self.peek(move)
        elif self.stage == NAME_SEAT:
            self.name_seat(move)
        elif self.stage == NAME_NEXT:
            self.name_next(move)
        elif self.stage == NAME_SWAP:
            self.swap_with(move, self.effects_of_swap())
        elif self.stage == NAME_CARD:
            self.name_card(move, self.effects_of_swap())
        elif self.stage == NAME_UP:
            self.name_up(move)
        elif self.stage >= ADD:
            if move == PASS:
                self.decline()
            else:
                self.choose(move)
                self.add_picked()
        elif self.stage != SETUP:
            self.name(move)
        elif move == READY:
            self.say_ready(self.turn)
        else:
            hand = self.known_first(self.listed(0, self.turn)[move >> 3])
            self.swap(self.turn, hand, self.listed(self.up_at, self.turn)[move & 7])

    def advance_and_report(self, move: i64, kinds: list[int]) -> Report:
        """Play a legal move, in place, and say what it did. `kinds` are the cards of a play, if its player named them:
        of equal ranks it may be any suits."""
        report = Report(self.turn, self.zone)
        drawn = self.drawn
        gone = self.gone
        step = self.step
        self.report = report
        if self.stage == PLAY and self.zone != BLIND and move not in (TAKE, TRY, ANNOUNCE):
            if not kinds:
                self.choose(move)
            elif not self.pick_kinds(kinds):
                self.pick_across_kinds(kinds)
            self.lay()
        elif self.stage >= ADD and kinds:
            self.pick_kinds(kinds)
            self.add_picked()
        else:
            self.advance(move)
        self.report = None
        report.turned = self.step != step
        report.out = self.gone != gone
        drawn += len(report.flipped)
        if report.tried:
            drawn += 1
        while drawn < self.drawn:
            report.drawn.append(self.stock[drawn])
            drawn += 1
        if self.stage == SETUP:
            self.turn = lowest((shifted(1, self.seats) - 1) & ~self.ready)  # every seat that is not ready may act
        return report

    def lay_nothing(self) -> None:
        """Take the pile, or miss a turn; where there is no pile, the first play is left to the next seat."""
        if self.top == self.tables.nothing:
            self.leave_lead()
        elif self.tables.dodges and self.may_miss():
            self.miss_turn()
        else:
            self.take()

    def play(self, move: i64) -> None:
        """S4.1: lay the cards of a play, of equal ranks the first few in suit order."""
        bit = move & 63
        mode = self.tables.modes[self.zone]
        if mode == SETS and move >> 6 < self.decks:
            self.play_alike(shifted(FOUR, bit & ~3), (bit & 3) + 1 + 4 * (move >> 6), bit)
        elif mode == SINGLES:
            self.play_alike(shifted(1, bit) if bit < 52 else JOKERS, 1, bit)
        else:
            self.choose(move)
            self.lay()

    def play_alike(self, kinds: i64, count: i64, kind: i64) -> None:
        """Some cards of some kinds of one face go from the zone in play to the pile: known ones first, then by suit.

        Most moves are like this, so it takes the shortest way."""
        cards = self.cards
        if self.decks > 1:
            self.pick(kinds & self.fits, count)
            self.picked_to_pile()
        else:
            at = self.up_at * self.zone + self.turn
            these = cards[at] & kinds & self.fits
            if self.zone == HAND:
                known = cards[self.known_at + at] & these
                if these & (these - 1) and size(these) > count:
                    these = first_of(known, these ^ known, count)
                    known &= these
                if known:
                    cards[self.known_at + at] ^= known
                if cards[self.lacking_count_at + at]:
                    self.shown(these ^ known)
            elif these & (these - 1) and size(these) > count:
                these = first(these, count)
            cards[at] ^= these
            cards[self.pile_at] |= these
            if self.tables.spends:
                self.last = lowest(these)
        self.plays += 1
        if self.tables.by_play:
            self.note_play()
        effects = self.land(kind >> 2, count, self.tables.face_of[kind])
        if effects & TO_OTHERS:
            self.landed(effects)
        else:
            self.end_turn(effects)

    def picked_to_pile(self) -> None:
        """The picked cards, all of one face, go to the pile."""
        self.leave()
        for plane in range(self.decks):
            picked = self.cards[self.laid_at + plane]
            if picked:
                self.cards[self.laid_at + plane] = 0
                self.cards[self.pile_at + plane] |= picked
                self.last = plane << 6 | lowest(picked)

    def lay(self) -> None:
        """The picked cards leave their zone and land on the pile."""
        self.land_picked(self.leave())

    def leave(self) -> i64:
        """The picked cards leave their zone; their kinds. What was known of the hand stays true."""
        cards = self.cards
        at = self.up_at * self.zone + self.turn
        kinds: i64 = 0
        for plane in range(self.decks):
            picked = cards[self.laid_at + plane]
            kinds |= picked
            cards[at] &= ~picked
            if self.zone == HAND:
                if cards[self.lacking_count_at + self.turn]:
                    self.shown(picked & ~cards[self.known_at + at])
                cards[self.known_at + at] &= ~picked
            at += self.seats
        if self.tables.across:
            self.leave_up()
        return kinds

    def peek(self, place: i64) -> None:
        """The seat looks at a blind card and leaves it where it lies. It goes on with its turn."""
        self.mark_seen(self.turn, shifted(1, place))
        if self.report is not None:
            self.report.peeked = (self.cards[self.blind_at + self.turn] >> 8 * place & 255) - 1

    def flip(self, place: i64) -> None:
        """S4.4: turn a blind card over. It lands if it may, else it goes into the hand and the pile with it (S6.5)."""
        at = self.blind_at + self.turn
        stack = self.cards[at]
        before = stack & (shifted(1, 8 * place) - 1)
        rest = stack >> 8 * place
        card = (rest & 255) - 1
        self.cards[at] = before | (rest >> 8) << 8 * place
        if self.peeked:
            self.forget_place(self.turn, place)
        kind = shifted(1, card & 63)
        self.last = card
        if (self.fits & kind or self.top == self.tables.nothing) and not self.may_not_end_with(kind):
            self.cards[self.pile_at + (card >> 6)] |= kind
            self.begin_play()
            if self.report is not None:
                self.report.laid.append(card)
            self.landed(self.land((card & 63) >> 2, 1, self.tables.face_of[card & 63]))
        else:
            if self.report is not None:
                self.report.blind = card
            self.put(0, self.turn, card)
            self.put(self.known_at, self.turn, card)
            self.taken()

    def try_card(self) -> None:
        """The top card of the stock is drawn into the hand; or turned over, and then it lands, or it is taken
        with the pile."""
        tries = self.tables.tries
        if tries != TRY_FREE and self.zone == HAND and not self.tables.free_take:
            self.infer_from_taking()
        card = self.stock[self.drawn]
        self.drawn += 1
        kind = shifted(1, card & 63)
        if tries == TRY_DRAW:
            self.tried_at = self.plays + 1
            self.put(0, self.turn, card)
            return
        if self.report is not None:
            self.report.tried = True
        self.last = card
        if self.fits & kind:
            self.cards[self.pile_at + (card >> 6)] |= kind
            self.begin_play()
            self.need_not_announce()
            if self.report is not None:
                self.report.laid.append(card)
            self.landed(self.land((card & 63) >> 2, 1, self.tables.face_of[card & 63]))
        else:
            if self.report is not None:
                self.report.blind = card
            if self.zone == UP and self.tables.take_named:
                self.put(self.pile_at, 0, card)  # it lies with the pile until that is taken
            else:
                self.put(0, self.turn, card)
                self.put(self.known_at, self.turn, card)
            self.take_all()

    def add_picked(self) -> None:
        """Cards of the rank on top are added to a play, or complete a burn out of turn."""
        if self.stage == JUMP:
            self.skips = 0  # the play of the other seat is over
            self.plays += 1
            self.need_not_announce()
        self.stage = PLAY
        self.together = 0
        if self.tables.locks:
            self.next_play()
        self.leave()
        self.landed(self.land_rank(self.tables.rank_of[self.top]))

    def decline(self) -> None:
        """The seat adds nothing, or does not jump in. When nobody is left to be asked, the turn passes as ever."""
        if self.report is not None:
            self.report.passed = True
        jumping = self.stage == JUMP
        if jumping and self.ask_next_jumper(self.turn):
            return
        self.find_fits()
        self.stage = PLAY
        if jumping:
            self.turn = self.player
        elif self.tables.jumps and self.asks_to_jump():
            return
        self.pass_turn()
        self.skips = 0

    def may_not_end_with(self, kind: i64) -> bool:
        """Is it the last card, and one that may not be the last? With no pile to take, it may."""
        return (kind & self.tables.not_last) != 0 and self.top != self.tables.nothing and self.left(self.turn) == 0


def first_of(known: i64, others: i64, count: i64) -> i64:
    """`count` cards: known ones, then others, the lowest first."""
    from_known = size(known)
    if from_known >= count:
        return first(known, count)
    return known | first(others, count - from_known)
