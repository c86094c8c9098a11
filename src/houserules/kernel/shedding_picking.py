"""Plays as numbers, and the cards that a number stands for: from one to the other and back."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from .bits import first, lowest, shifted, size
from .shedding_across import Across
from .shedding_layout import BLIND, HAND
from .tables import FOUR, JOKER, JOKERS, MIXED, SETS, SINGLES, SUITED

if TYPE_CHECKING:
    from mypy_extensions import i64

# A play is, by how its zone is played:
#   sets       rank * 4 + count - 1, on page (count - 1) // 4
#   singles    the kind
#   suited     rank * 4 + choice % 4, on page choice // 4: the choice says how many of each suit, see `digit`
#   mixed      the subset of the face-up cards, less one
# Wild cards that join others: rank * 4 + count % 4 of the others, a group of pages for each number of wild cards.
# Cards that may be joined to one of another rank have pages of their own after these, then runs, then what goes along
# with the last cards of the hand. A swap is hand card * 8 + face-up card, both counted from the lowest. An answer is
# the seat, the suit, the rank, or 0 for high and 1 for low. To look at a blind card is its place. To lay nothing has
# one number: at any moment it can only mean one of taking the pile, being ready, and passing.
FLIP: Final = 56
ANNOUNCE: Final = 60  # the same holds for this one, and the last blind card but one
TRY: Final = 61  # only while no blind card is turned over: the last of these has the same number
TAKE: Final = 62
READY: Final = 62
PASS: Final = 62


class Picks(Across):
    """The cards of a play are picked: they still lie in their zone, and are about to be laid."""

    __slots__ = ()

    # -- From a number to cards ----------------------------------------------------------------------------------------

    def choose(self, move: i64) -> None:
        """Pick the cards of a play."""
        mode = self.tables.modes[self.zone]
        bit = move & 63
        page = move >> 6
        if self.tables.run_least and self.is_run(move):
            self.pick_run(bit, self.run_length(page))
        elif self.tables.across and self.is_across(move):
            self.pick_across(bit + 1)
        elif mode == SINGLES:
            self.pick_kind(bit)
        elif mode == SUITED and self.decks == 1 and bit < 52:
            kinds = shifted(page * 4 + (bit & 3), bit & ~3)  # with one deck a choice is a set of suits
            self.cards[self.laid_at] |= kinds & self.cards[self.up_at * self.zone + self.turn]
        elif mode == SUITED:
            for suit in range(4):
                for _ in range(self.digit(page * 4 + (bit & 3), suit)):
                    self.pick_kind((bit & ~3) + suit)
        elif mode == MIXED:
            ups = self.listed(self.up_at, self.turn)
            for place in range(len(ups)):
                if (bit + 1) >> place & 1:
                    self.put(self.laid_at, 0, ups[place])
        elif page >= self.decks and self.tables.wild_join >= 0:
            page -= self.decks
            self.pick(shifted(FOUR, 4 * self.tables.wild_join), page // self.decks + 1)
            self.pick(shifted(FOUR, bit & ~3), (bit & 3) + 1 + 4 * (page % self.decks))
        elif page >= self.decks:
            page -= self.decks
            rank: i64 = self.tables.joins[page // (4 * self.decks)]
            self.pick(shifted(FOUR, 4 * rank) & self.fits, page % (4 * self.decks) + 1)
            self.pick(shifted(FOUR, bit & ~3), 1)
        else:
            self.pick(shifted(FOUR, bit & ~3) & self.fits, (bit & 3) + 1 + 4 * page)

    def pick_run(self, first_kind: i64, length: i64) -> None:
        """Pick a card of each rank of a run."""
        tables = self.tables
        place: i64 = tables.run_place[first_kind >> 2]
        for at in range(place, place + length):
            rank: i64 = tables.run_order[at]
            if tables.run_suited:
                self.pick_kind(4 * rank + (first_kind & 3))
            else:
                self.pick(shifted(FOUR, 4 * rank), 1)

    def pick(self, kinds: i64, count: i64) -> None:
        """Pick `count` cards of some kinds: those that everybody knows of first (S8.4), then by deck and suit."""
        start = self.up_at * self.zone + self.turn
        if self.zone == HAND:
            count = self.pick_some(start, kinds, count, self.known_at)
        self.pick_some(start, kinds, count, 0)

    def pick_some(self, start: i64, kinds: i64, count: i64, also_at: i64) -> i64:
        """Pick cards that lie in another row too (0: any); how many are still wanted."""
        plane: i64 = 0
        while count and plane < self.decks:
            at = start + plane * self.seats
            these = self.cards[at] & kinds & ~self.cards[self.laid_at + plane] & self.cards[at + also_at]
            these = first(these, count) if size(these) > count else these
            self.cards[self.laid_at + plane] |= these
            count -= size(these)
            plane += 1
        return count

    def known_first(self, card: i64) -> i64:
        """S8.4: of the hand cards equal to this one, one that everybody knows of if there is any."""
        kinds = JOKERS if (card & 63) >= 52 else shifted(1, card & 63)
        for plane in range(self.decks):
            known = self.cards[plane * self.seats + self.turn] & kinds
            known &= self.cards[self.known_at + plane * self.seats + self.turn]
            if known:
                return plane << 6 | lowest(known)
        return card

    def pick_kind(self, kind: i64) -> bool:
        """Pick one more card of a kind from the zone in play, the Jokers being one kind; False if there is none.

        Equal cards are one to everybody, so one that everybody knows of goes first: else what is known of the hand
        afterwards would tell which of them went."""
        kinds = shifted(1, kind)
        if kinds & JOKERS:
            kinds = JOKERS
        start = self.up_at * self.zone + self.turn
        best: i64 = 0
        where: i64 = 0
        for plane in range(self.decks):
            free = self.cards[start + plane * self.seats] & kinds & ~self.cards[self.laid_at + plane]
            known = free & self.cards[self.known_at + plane * self.seats + self.turn]
            if self.zone == HAND and known:
                best = known
                where = plane
                break
            if free and best == 0:
                best = free
                where = plane
        self.cards[self.laid_at + where] |= best & -best
        return best != 0

    def pick_kinds(self, kinds: list[int]) -> bool:
        """Pick a card of each kind; False if the zone in play does not have them all."""
        for kind in kinds:
            if not self.pick_kind(kind):
                return False
        return True

    def pick_across_kinds(self, kinds: list[int]) -> None:
        """Pick a card of each kind, face up if the hand has none."""
        self.unpick()
        for kind in kinds:
            if not self.pick_kind(kind):
                self.pick_up_kind(kind)

    def unpick(self) -> None:
        """Think again: nothing is laid."""
        for plane in range(self.decks):
            self.cards[self.laid_at + plane] = 0

    def picked_cards(self) -> list[int]:
        """The physical cards that are picked, by kind."""
        return self.listed(self.laid_at, 0)

    # -- From cards to a number ----------------------------------------------------------------------------------------

    def number_of(self, kinds: list[int]) -> i64:
        """The number of the play of some cards; -1 if the zone in play does not have them or cannot play them."""
        if self.zone == BLIND or len(kinds) == 0:
            return -1
        if len(kinds) == 1 and self.tables.modes[self.zone] == SETS:
            kind: i64 = kinds[0]
            rank = shifted(FOUR, kind & ~3) if kind >= 52 else shifted(1, kind)
            return kind & ~3 if self.found(self.zone, rank) else -1
        number = self.move_of_picked() if self.pick_kinds(kinds) else -1
        self.unpick()
        return self.across_of(kinds) if number < 0 and self.tables.across else number

    def across_of(self, kinds: list[int]) -> i64:
        """The number of the play of the whole hand together with face-up cards; -1 if these are other cards."""
        ups = self.across_ups() if self.zone == HAND else []
        subset: i64 = 0
        count: i64 = 0
        for kind in kinds:
            if self.pick_kind(kind):
                count += 1
            else:
                card = self.pick_up_kind(kind)
                if card not in ups:
                    subset = 0
                    break
                subset |= shifted(1, ups.index(card))
        self.unpick()
        if subset == 0 or count != self.held(0, self.turn):
            return -1
        return self.across_page() << 6 | self.firsts(ups, subset) - 1

    def move_of_picked(self) -> i64:
        """The number of the play that the picked cards are; -1 if this zone has no such play."""
        cards = self.picked_cards()
        total: i64 = len(cards)
        rank: i64 = (cards[0] & 63) >> 2
        count: i64 = 0
        for card in cards:
            if (card & 63) >> 2 == rank:
                count += 1
        mode = self.tables.modes[self.zone]
        if mode == MIXED:
            return self.mix_of_picked() - 1
        if total == count:
            if mode == SETS:
                return (count - 1 >> 2) << 6 | rank << 2 | (count - 1 & 3)
            if mode == SUITED:
                choice = self.choice_of_picked(rank)
                return choice >> 2 << 6 | rank << 2 | choice & 3
            if total > 1:
                return -1
            kind: i64 = cards[0] & 63
            return kind if kind < 52 else 52
        run = self.run_of(cards)
        if run >= 0:
            return run
        return self.wild_of_picked(cards) if self.tables.wild_join >= 0 else self.join_of_picked(cards)

    def wild_of_picked(self, cards: list[int]) -> i64:
        """Cards of one rank, and wild cards as some more of them."""
        others: list[int] = []
        for card in cards:
            if (card & 63) >> 2 != self.tables.wild_join:
                others.append((card & 63) >> 2)
        if self.zone != HAND or len(set(others)) != 1:
            return -1
        wilds = len(cards) - len(others)
        page = self.decks + (wilds - 1) * self.decks + (len(others) - 1) // 4
        return page << 6 | others[0] << 2 | (len(others) - 1) % 4

    def join_of_picked(self, cards: list[int]) -> i64:
        """Cards of a joining rank and one of another."""
        joins = self.tables.joins
        if self.zone != HAND:
            return -1
        for joining in range(len(joins)):
            others: list[int] = []
            for card in cards:
                if (card & 63) >> 2 != joins[joining]:
                    others.append(card & 60)
            if len(others) == 1 and len(cards) > 1:
                page = self.decks + joining * 4 * self.decks + len(cards) - 2
                return page << 6 | others[0]
        return -1

    def choice_of_picked(self, rank: i64) -> i64:
        """How many of each suit of a rank are picked, as the digits of a choice."""
        counts = [0, 0, 0, 0]
        for card in self.picked_cards():
            counts[card & 3] += 1
        if rank == JOKER:
            jokers = counts[0] + counts[1]
            counts[0] = jokers if jokers < self.decks else self.decks
            counts[1] = jokers - counts[0]
        base = self.decks + 1
        return ((counts[3] * base + counts[2]) * base + counts[1]) * base + counts[0]

    def mix_of_picked(self) -> i64:
        """The subset of the face-up cards that is the same to the rules as the picked ones, the first ones."""
        ups = self.listed(self.up_at, self.turn)
        subset: i64 = 0
        for place in range(len(ups)):
            card = ups[place]
            if self.cards[self.laid_at + (card >> 6)] >> (card & 63) & 1:
                subset |= shifted(1, place)
        return self.firsts(ups, subset)

    # Sets of one rank where suits matter: how many of each suit.

    def choices(self) -> i64:
        """How many choices of counts for the four suits there are; choice 0 takes no card."""
        base = self.decks + 1
        return base * base * base * base

    def digit(self, choice: i64, suit: i64) -> i64:
        """How many cards of a suit a choice has: its digits to the base decks + 1, clubs lowest."""
        while suit:
            choice //= self.decks + 1
            suit -= 1
        return choice % (self.decks + 1)

    # Any of the face-up cards.

    def firsts(self, ups: list[int], subset: i64) -> i64:
        """The subset with as many of each card, but the first of those that are the same to the rules."""
        chosen: i64 = 0
        for place in range(len(ups)):
            if subset >> place & 1:
                for other in range(len(ups)):
                    if not chosen >> other & 1 and self.same(ups[place], ups[other]):
                        chosen |= shifted(1, other)
                        break
        return chosen

    def same(self, one: i64, other: i64) -> bool:
        """Are two physical cards the same to the rules?"""
        if self.tables.suits_matter and one & 63 < 52:
            return one & 63 == other & 63
        return (one & 63) >> 2 == (other & 63) >> 2
