"""A move is made: the setup (S2), a play or a blind card turned over (S4), and what cards do when they land (S5)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .bits import first, lowest, shifted, size
from .shedding_layout import BLIND, HAND, NAME_RANK, NAME_SEAT, NAME_SUIT, NAME_WAY, PLAY, SETUP
from .shedding_picking import FLIP, READY, TAKE
from .shedding_pile import Pile
from .shedding_report import ALIKE, BY_POWER, Report
from .tables import (
    AGAIN,
    BURN,
    CALL,
    FOUR,
    GIVE_NEXT,
    JOKERS,
    MIXED,
    ONCE,
    POWERED,
    REVERSE,
    SETS,
    SINGLES,
    SKIP,
    SKIP_ONCE,
    SPENT,
    TARGET,
    TO_OTHERS,
    WAY,
    WILD,
)

if TYPE_CHECKING:
    from mypy_extensions import i64


class Turn(Pile):
    """The seat that acts makes its move."""

    __slots__ = ()

    # -- S2 The setup --------------------------------------------------------------------------------------------------

    def start(self) -> None:
        self.stage = PLAY
        self.turn = self.beginner()
        self.zone = self.zone_now()

    def beginner(self) -> i64:
        """S2.8: who holds the lowest card in hand. S2.9: of equal cards, the lowest seat. Without an order: seat 0."""
        order = self.tables.begins
        if not order:
            return 0
        best: i64 = 255
        who: i64 = 0
        for seat in range(self.seats):
            for card in self.listed(0, seat):
                rank = order[card & 63]
                if rank < best:
                    best = rank
                    who = seat
        return who

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

    # -- S4 A turn -----------------------------------------------------------------------------------------------------

    def advance(self, move: i64) -> None:
        if self.stage == PLAY:
            if move < FLIP and self.tables.modes[self.zone] == SETS:
                self.play_alike(shifted(FOUR, move & ~3), (move & 3) + 1, move)
            elif move == TAKE:
                self.take()
            elif FLIP <= move < TAKE:
                self.flip(move - FLIP)
            else:
                self.play(move)
        elif self.stage == NAME_SEAT:
            self.name_seat(move)
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
        if self.stage == PLAY and self.zone != BLIND and move != TAKE:
            if kinds:
                self.pick_kinds(kinds)
            else:
                self.choose(move)
            self.lay()
        else:
            self.advance(move)
        self.report = None
        report.turned = self.step != step
        report.out = self.gone != gone
        while drawn < self.drawn:
            report.drawn.append(self.stock[drawn])
            drawn += 1
        if self.stage == SETUP:
            self.turn = lowest((shifted(1, self.seats) - 1) & ~self.ready)  # anybody who is not ready could have acted
        return report

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

        It is what most moves are, so it takes no detour."""
        cards = self.cards
        if self.decks > 1:
            self.pick(kinds, count)
            self.picked_to_pile()
        else:
            at = self.up_at * self.zone + self.turn
            these = cards[at] & kinds
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
        if self.tables.alike_one_play:
            self.run_rank = -1
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
        return kinds

    def flip(self, place: i64) -> None:
        """S4.4: turn a blind card over. It lands if it may, else it goes into the hand and the pile with it (S6.5)."""
        at = self.blind_at + self.turn
        stack = self.cards[at]
        before = stack & (shifted(1, 8 * place) - 1)
        rest = stack >> 8 * place
        card = (rest & 255) - 1
        self.cards[at] = before | (rest >> 8) << 8 * place
        kind = shifted(1, card & 63)
        self.last = card
        if self.fits & kind and not self.may_not_end_with(kind):
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

    def may_not_end_with(self, kind: i64) -> bool:
        """A card that may not be the last one, as the last one; with no pile to take it may."""
        return (kind & self.tables.not_last) != 0 and self.top != self.tables.nothing and self.left(self.turn) == 0

    # -- S5 Powers: landing --------------------------------------------------------------------------------------------

    def land_picked(self, kinds: i64) -> None:
        """Rank after rank: a joining rank first, else in the fixed order. The last one decides what follows."""
        self.begin_play()
        effects: i64 = 0
        burned = False
        if self.zone == HAND:
            for rank in self.tables.joins:
                if kinds >> 4 * rank & FOUR and kinds & ~shifted(FOUR, 4 * rank):
                    self.land_rank(rank)
                    kinds &= ~shifted(FOUR, 4 * rank)
                    break
            effects = self.land_rank(lowest(kinds) >> 2)
        else:
            for rank in self.tables.laying:
                if kinds >> 4 * rank & FOUR:
                    effects = self.land_rank(rank)
                    burned = burned or effects & BURN != 0
        if burned and self.tables.modes[self.zone] == MIXED:
            effects |= AGAIN  # of mixed cards any that burned gives another turn, not only the last
        self.landed(effects)

    def land_rank(self, rank: i64) -> i64:
        """The picked cards of one rank land: face by face, in suit order."""
        effects: i64 = 0
        suit: i64 = 0
        while suit < 4:
            face: i64 = self.tables.face_of[4 * rank + suit]
            end = suit + 1
            while end < 4 and self.tables.face_of[4 * rank + end] == face:
                end += 1  # neighbouring suits of one face land together
            mask = shifted(shifted(1, end) - shifted(1, suit), 4 * rank)
            count: i64 = 0
            if self.report is not None:
                self.report_picked(self.report, mask)
            for plane in range(self.decks):
                these = self.cards[self.laid_at + plane] & mask
                self.cards[self.laid_at + plane] ^= these
                self.cards[self.pile_at + plane] |= these
                count += size(these)
                if these:
                    self.last = plane << 6 | lowest(these)
            if count:
                effects = self.land(rank, count, face)
            suit = end
        return effects

    def report_picked(self, report: Report, mask: i64) -> None:
        """The picked cards of some kinds are about to land: by kind, equal ones together."""
        for card in self.picked_cards():
            if mask >> (card & 63) & 1:
                report.laid.append(card)

    def land(self, rank: i64, count: i64, face: i64) -> i64:
        """Cards of one face lie on the pile: what it asks for now, then what they do. What is still to be done."""
        effects = self.cover(rank, count, face)
        if effects & (REVERSE | SKIP):
            effects = self.turn_round(effects, count)
        tables = self.tables
        why: i64 = BY_POWER
        # S5.11: enough of one rank on top, of which S5.14 says that they lie directly on each other.
        if tables.alike and self.run >= tables.alike and not tables.alike_never >> 4 * rank & 1:
            if effects & BURN == 0:
                why = ALIKE
            # S5.12: whatever else they would do, the pile they would do it to is gone.
            effects = BURN | AGAIN if tables.alike_again else BURN
        if effects & BURN:
            self.burn(why)
        return effects

    def burn(self, why: i64) -> None:
        """The pile leaves the game."""
        self.clear_pile()
        if self.report is not None:
            self.report.burns.append((len(self.report.laid), why))

    def turn_round(self, effects: i64, count: i64) -> i64:
        """S5.6: the direction turns, seats will miss their turn: once for each card, or once for the play."""
        if effects & REVERSE and (count & 1 or effects & ONCE):
            self.step = -self.step
            if self.tables.reverse_again and self.seats - size(self.gone) == 2:
                effects |= AGAIN
        if effects & SKIP:
            if effects & SKIP_ONCE:
                count = 1
            self.skips += count
        return effects

    def landed(self, effects: i64) -> None:
        """What is done to others: the pile is given away, or something must be named before all else (S5.9)."""
        if effects & TO_OTHERS == 0:
            self.end_turn(effects)
        elif effects & CALL:
            self.stage = NAME_SUIT
        elif effects & WAY:
            self.stage = NAME_WAY
        elif effects & WILD:
            self.stage = NAME_RANK
        elif effects & SPENT and self.is_lone():
            self.spend()
            self.clear_pile()
            self.end_turn(effects)  # there is no pile to take
        elif effects & TARGET:
            self.stage = NAME_SEAT
        else:
            self.give_away(self.neighbour(self.turn, self.step if effects & GIVE_NEXT else -self.step), effects)

    # -- S5 Powers: what has to be named -------------------------------------------------------------------------------

    def name_seat(self, seat: i64) -> None:
        """S5.7: the named seat takes the pile."""
        self.stage = PLAY
        self.give_away(seat, self.tables.effects[self.acts])

    def give_away(self, seat: i64, effects: i64) -> None:
        """The pile goes into a hand, with the card that did it unless that one leaves the game."""
        if effects & SPENT:
            self.spend()
        if self.report is not None:
            self.report.given = True
        self.give_pile(seat)
        self.end_turn(effects)

    def spend(self) -> None:
        """The card that was laid last leaves the game."""
        self.cards[self.pile_at + (self.last >> 6)] &= ~shifted(1, self.last & 63)
        if self.report is not None:
            self.report.spent = self.last

    def is_lone(self) -> bool:
        """Does the pile consist of the card that was laid last?"""
        count: i64 = 0
        for plane in range(self.decks):
            count += size(self.cards[self.pile_at + plane])
        return count == 1

    def name(self, answer: i64) -> None:
        """A suit, a way or a rank is named: what the pile asks for now, and what a wild card does."""
        tables = self.tables
        effects = tables.effects[self.acts]
        self.stage = PLAY
        self.take_name(answer)
        if effects & WILD and effects & POWERED:
            more = tables.effects[self.acts] & (BURN | AGAIN | REVERSE | ONCE | SKIP | SKIP_ONCE)
            effects |= self.turn_round(more, 1)
            if more & BURN:
                self.burn(BY_POWER)
        self.end_turn(effects)

    def take_name(self, answer: i64) -> None:
        """What the pile asks for after a name."""
        tables = self.tables
        self.ask = tables.named[(self.acts * 16 + answer) * tables.asks + self.ask]
        self.named = answer
        self.named_by = tables.effects[self.acts]
        if tables.effects[self.acts] & WILD:
            self.acts = tables.face_of[4 * answer]
        self.fits = tables.fits[self.ask] & ~tables.bars[self.top]


def first_of(known: i64, others: i64, count: i64) -> i64:
    """So many cards: known ones, then others, the lowest first."""
    from_known = size(known)
    if from_known >= count:
        return first(known, count)
    return known | first(others, count - from_known)
