"""S5 Powers: what cards do when they land, and what has to be named."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .bits import lowest, shifted, size
from .shedding_layout import HAND, NAME_CARD, NAME_NEXT, NAME_RANK, NAME_SEAT, NAME_SUIT, NAME_SWAP, NAME_WAY, PLAY
from .shedding_pile import Pile
from .shedding_report import ALIKE, BY_POWER, Report
from .tables import (
    AGAIN,
    ANSWERED,
    BURN,
    CALL,
    DODGED,
    FOUR,
    GIVE_NEXT,
    MIXED,
    NEXT,
    ONCE,
    POWERED,
    REVERSE,
    SKIP,
    SKIP_ONCE,
    SPENT,
    SWAP,
    SWAP_WITH,
    TARGET,
    TO_OTHERS,
    WAY,
    WILD,
    WITH_NEXT,
)

if TYPE_CHECKING:
    from mypy_extensions import i64


class Powers(Pile):
    """Cards land on the pile."""

    __slots__ = ()

    # -- S5 Powers: landing --------------------------------------------------------------------------------------------

    def land_picked(self, kinds: i64) -> None:
        """Rank after rank: a joining rank first, else in the fixed order. The last one decides what follows."""
        self.begin_play()
        effects: i64 = 0
        burned = False
        if self.zone == HAND and self.tables.wild_join >= 0 and kinds & ~shifted(FOUR, 4 * self.tables.wild_join):
            kinds = self.land_wilds(kinds)
        if self.zone == HAND:
            for rank in self.tables.joins:
                if (
                    kinds >> 4 * rank & FOUR
                    and kinds & ~shifted(FOUR, 4 * rank)
                    and not (self.tables.run_least and self.is_run_of(kinds))
                ):
                    self.land_rank(rank)
                    kinds &= ~shifted(FOUR, 4 * rank)
                    break
            for rank in self.tables.run_order:  # of a run the highest decides
                if kinds >> 4 * rank & FOUR and kinds & ~shifted(FOUR, 4 * rank):
                    self.land_rank(rank)
                    kinds &= ~shifted(FOUR, 4 * rank)
            effects = self.land_rank(lowest(kinds) >> 2)
        else:
            for rank in self.tables.laying:
                if kinds >> 4 * rank & FOUR:
                    effects = self.land_rank(rank)
                    burned = burned or effects & BURN != 0
        if burned and self.tables.modes[self.zone] == MIXED:
            effects |= AGAIN  # of mixed cards any that burned gives another turn, not only the last
        self.landed(effects)

    def land_wilds(self, kinds: i64) -> i64:
        """Wild cards that are laid with others lie beneath these, and count as some more of them; the other kinds."""
        wild = shifted(FOUR, 4 * self.tables.wild_join)
        if kinds & wild == 0:
            return kinds
        if self.report is not None:
            self.report_picked(self.report, wild)
        for plane in range(self.decks):
            these = self.cards[self.laid_at + plane] & wild
            self.cards[self.laid_at + plane] ^= these
            self.cards[self.pile_at + plane] |= these
            self.wilds_laid += size(these)
        return kinds & ~wild

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
                effects = self.land(rank, count + self.wilds_laid, face)
                self.wilds_laid = 0
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
        if effects & (REVERSE | SKIP | DODGED):
            effects = self.turn_round(effects, count)
        tables = self.tables
        # S5.11: enough of one rank on top, directly on each other as S5.14 says.
        if tables.alike and self.run >= tables.alike and self.is_alike():
            self.burn(BY_POWER if effects & BURN else ALIKE)
            # S5.12: whatever else they would do, the pile they would do it to is gone.
            return BURN | AGAIN if tables.alike_again else BURN
        if effects & BURN:
            self.burn(BY_POWER)
        return effects

    def is_alike(self) -> bool:
        """Does the rank on top burn by being alike? Mirrors may count as the rank beneath them."""
        return self.run_rank >= 0 and not self.tables.alike_never >> 4 * self.run_rank & 1

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
        if effects & SKIP_ONCE:
            count = 1
        if effects & SKIP:
            self.skips += count
        if effects & DODGED:
            self.owed = count
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
        elif effects & NEXT:
            self.stage = NAME_NEXT
        elif effects & SWAP:
            self.begin_swap(effects)
        elif effects & ANSWERED and not effects & TARGET:
            self.challenge(self.neighbour(self.turn, -self.step), effects)
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
        """S5.7: the named seat takes the pile, or may answer."""
        self.stage = PLAY
        effects = self.effects_now()
        if effects & ANSWERED:
            self.challenge(seat, effects)
        else:
            self.give_away(seat, effects)

    def name_next(self, seat: i64) -> None:
        """The named seat plays next. Play goes on from there."""
        self.stage = PLAY
        self.challenge(seat, self.effects_now())

    def begin_swap(self, effects: i64) -> None:
        """Cards are exchanged with a seat that is named, or with a neighbour. If that cannot be, nothing happens."""
        partners = self.partners()
        side = self.tables.swaps[self.acts] & SWAP_WITH
        if side:
            partners &= shifted(1, self.neighbour(self.turn, self.step if side == WITH_NEXT else -self.step))
        if partners == 0:
            self.end_turn(effects)
        elif side:
            self.swap_with(lowest(partners), effects)
        else:
            self.stage = NAME_SWAP

    def swap_with(self, seat: i64, effects: i64) -> None:
        """With this seat; perhaps its player names first which card changes hands."""
        self.player = seat
        if self.names_card():
            self.stage = NAME_CARD
        else:
            self.name_card(-1, effects)

    def name_card(self, rank: i64, effects: i64) -> None:
        self.stage = PLAY
        self.exchange(self.player, rank)
        self.end_turn(effects)

    def effects_of_swap(self) -> i64:
        """What the card on top does, after its player was asked with whom, or what, to exchange."""
        effects = self.effects_now()
        if effects & REVERSE and self.tables.reverse_again and self.seats - size(self.gone) == 2:
            effects |= AGAIN
        return effects

    def challenge(self, seat: i64, effects: i64) -> None:
        """It is a seat's turn to answer with some cards, or to take the pile. Play goes on from there."""
        self.end_turn(effects)
        if not self.over:
            self.turn = seat
            self.zone = self.zone_now()

    def miss_turn(self) -> None:
        """The seat does not answer a skip. The last one to miss its turn leaves the pile as it would be anyway."""
        if self.report is not None:
            self.report.passed = True
        self.announced_at = 0
        self.owed -= 1
        if self.owed <= 0:
            self.skip_is_over()
        self.pass_turn()

    def skip_is_over(self) -> None:
        self.owed = 0
        self.ask = self.tables.dodged[self.ask]
        self.find_fits()

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
        return self.pile_size() == 1

    def name(self, answer: i64) -> None:
        """A suit, a way or a rank is named: what the pile asks for now, and what a wild card does."""
        tables = self.tables
        effects = self.effects_now()
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
        self.find_fits()
