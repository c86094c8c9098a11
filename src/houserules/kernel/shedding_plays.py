"""Which moves there are: plays as numbers, and the cards that a number stands for."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from .bits import first, lowest, shifted, size
from .shedding_layout import HAND, NAME_RANK, NAME_SEAT, NAME_SUIT, PLAY, SETUP, UP, Layout
from .tables import FOUR, JOKER, JOKERS, MIXED, ONESELF, RANKS, SETS, SINGLES, SUITED, UNSEEN

if TYPE_CHECKING:
    from mypy_extensions import i64

# A play is, by how its zone is played:
#   sets       rank * 4 + count - 1, on page (count - 1) // 4
#   singles    the kind
#   suited     rank * 4 + choice % 4, on page choice // 4: the choice says how many of each suit, see `digit`
#   mixed      the subset of the face-up cards, less one
# Cards that may be joined to one of another rank have pages of their own after these. A swap is hand card * 8 +
# face-up card, both counted from the lowest. An answer is the seat, the suit, the rank, or 0 for high and 1 for low.
FLIP: Final = 56
TAKE: Final = 62
READY: Final = 62

EACH: Final = 0x11111111111111  # one bit for each rank
THERMOMETER: Final = bytes([0, 1, 3, 7, 15])


class Plays(Layout):
    """The moves of the seat that acts."""

    __slots__ = ()

    # -- Listing them --------------------------------------------------------------------------------------------------

    def pages(self) -> i64:
        """More than one only with more than four of a rank, where suits matter, or with cards that may be joined."""
        tables = self.tables
        if self.stage != PLAY or self.one_page:
            return 1
        if tables.joining and self.zone == HAND and self.found(HAND, tables.joining):
            return self.decks + len(tables.joins) * 4 * self.decks
        mode = tables.modes[self.zone]
        if mode == SUITED:
            return self.choices() + 3 >> 2
        if self.decks == 1 or mode != SETS:
            return 1
        return self.deepest() + 3 >> 2

    def deepest(self) -> i64:
        """How many cards of its commonest rank the zone in play has; at least one."""
        most: i64 = 1
        ranks = self.found(self.zone, -1)
        while ranks:
            rank = lowest(ranks) >> 2
            ranks &= ~shifted(FOUR, 4 * rank)
            count = self.count(self.zone, rank, -1)
            if count > most:
                most = count
        return most

    def legal(self, page: i64) -> i64:
        if self.stage != PLAY:
            return self.answers()
        tables = self.tables
        mode = tables.modes[self.zone]
        if mode == SETS and page < self.decks:
            moves = self.sets(self.zone, page)
            if moves & tables.doubtful:
                moves = self.sound(page, moves, moves & tables.doubtful)
        else:
            moves = self.other_moves(mode, page)
        if moves and not tables.free_take:
            return moves
        if page == 0 and self.top != tables.nothing and (tables.free_take or not self.other_plays()):
            moves |= shifted(1, TAKE)
        return moves

    def other_moves(self, mode: i64, page: i64) -> i64:
        """The moves that are no plain sets of one rank."""
        doubtful = self.tables.doubtful
        if mode == UNSEEN:
            return self.flips()
        if mode == SETS:
            moves = self.joined(page - self.decks)
            return self.sound(page, moves, moves) if self.tables.not_last else moves
        if mode == MIXED:
            moves = self.mixes()
            return self.sound(page, moves, moves) if doubtful else moves
        moves = self.singles(self.zone) if mode == SINGLES else self.suited(page)
        return self.sound(page, moves, moves & doubtful) if moves & doubtful else moves

    def answers(self) -> i64:
        if self.stage == SETUP:
            return self.swaps()
        if self.stage == NAME_SUIT:
            return FOUR
        if self.stage == NAME_RANK:
            return self.tables.wilds[self.acts]
        if self.stage != NAME_SEAT:
            return 3  # higher or lower
        seats = (shifted(1, self.seats) - 1) & ~self.gone
        # Oneself only with other cards left: who is going out cannot stay in by it.
        if self.tables.effects[self.acts] & ONESELF and self.left(self.turn):
            return seats
        return seats & ~shifted(1, self.turn)

    def swaps(self) -> i64:
        """Every pair of a hand card and a face-up card, and that one is ready."""
        ups = self.held(self.up_at, self.turn)
        row = shifted(1, ups) - 1
        moves: i64 = 0
        for hand in range(self.held(0, self.turn)):
            moves |= shifted(row, 8 * hand)
        return moves | shifted(1, READY)

    def flips(self) -> i64:
        return shifted(shifted(1, self.blinds(self.turn)) - 1, FLIP)

    def other_plays(self) -> bool:
        """Is there a play on a page after the first?"""
        for page in range(1, self.pages()):
            if self.legal(page):
                return True
        return False

    def sets(self, zone: i64, page: i64) -> i64:
        """Any number of cards of one rank that may be laid now."""
        tables = self.tables
        start = self.up_at * zone + self.turn
        if self.decks == 1:
            # Sort each rank's four bits: its k-th bit then says "at least k of them", and that is a play.
            fit = self.cards[start] & self.fits
            a = fit & EACH
            b = fit >> 1 & EACH
            c = fit >> 2 & EACH
            d = fit >> 3 & EACH
            both = a & b
            pair = c & d
            one = a | b
            two = c | d
            moves = one | two
            pairs = both | pair | one & two
            if pairs:
                moves |= pairs << 1 | (both & two | pair & one) << 2 | (both & pair) << 3
            return moves & tables.sets[zone]
        moves = 0
        ranks = self.found(zone, self.fits)
        while ranks:
            rank = lowest(ranks) >> 2
            ranks &= ~shifted(FOUR, 4 * rank)
            count = self.count(zone, rank, self.fits)
            most: i64 = tables.most[zone * RANKS + rank]
            count = (count if count < most else most) - 4 * page
            if count > 0:
                moves |= shifted(THERMOMETER[count if count < 4 else 4], 4 * rank)
        return moves

    def singles(self, zone: i64) -> i64:
        """Each kind that may be laid now; the Jokers are one kind."""
        kinds = self.found(zone, self.fits)
        return kinds & ~JOKERS | shifted(1, 52) if kinds & JOKERS else kinds

    # Sets of one rank where suits matter: how many of each suit.

    def choices(self) -> i64:
        """How many ways there are to say so many of each of four suits; 0 says none of any."""
        base = self.decks + 1
        return base * base * base * base

    def digit(self, choice: i64, suit: i64) -> i64:
        """How many cards of a suit a choice has: its digits to the base decks + 1, clubs lowest."""
        while suit:
            choice //= self.decks + 1
            suit -= 1
        return choice % (self.decks + 1)

    def suited(self, page: i64) -> i64:
        moves: i64 = 0
        ranks = self.found(self.zone, self.fits)
        while ranks:
            rank = lowest(ranks) >> 2
            ranks &= ~shifted(FOUR, 4 * rank)
            for last in range(4):
                choice = page * 4 + last
                if 0 < choice < self.choices() and self.has_choice(rank, choice):
                    moves |= shifted(1, 4 * rank + last)
        return moves

    def has_choice(self, rank: i64, choice: i64) -> bool:
        total: i64 = 0
        if rank == JOKER:  # they are equal: the first suit is filled before the second
            total = self.digit(choice, 0) + self.digit(choice, 1)
            if self.digit(choice, 1) and self.digit(choice, 0) < self.decks:
                return False
            if total > self.count(self.zone, rank, self.fits) or self.digit(choice, 2) or self.digit(choice, 3):
                return False
        else:
            for suit in range(4):
                wanted = self.digit(choice, suit)
                if wanted > self.count(self.zone, rank, self.fits & shifted(1, 4 * rank + suit)):
                    return False
                total += wanted
        return total <= self.tables.most[self.zone * RANKS + rank]

    # Cards of one rank together with one card of another, which is laid last.

    def joined(self, page: i64) -> i64:
        """The ranks, as rank * 4, that may be laid together with so many cards of a joining rank."""
        tables = self.tables
        if self.zone != HAND:
            return 0
        rank: i64 = tables.joins[page // (4 * self.decks)]
        count = page % (4 * self.decks) + 1
        if count > tables.most[rank] or self.count(HAND, rank, self.fits) < count:
            return 0
        face: i64 = tables.face_of[4 * rank]
        ask: i64 = tables.after[face * tables.asks + self.ask]
        kinds = self.found(HAND, tables.fits[ask] & ~tables.bars[face] & ~shifted(FOUR, 4 * rank))
        return (kinds | kinds >> 1 | kinds >> 2 | kinds >> 3) & EACH

    # Any of the face-up cards.

    def mixes(self) -> i64:
        """Every subset of the face-up cards that all fit the pile as it is, none laid directly on one that bars it.

        Of equal cards only the first few are listed."""
        ups = self.listed(self.up_at, self.turn)
        moves: i64 = 0
        for subset in range(1, 1 << len(ups)):
            if self.firsts(ups, subset) == subset and self.may_mix(ups, subset):
                moves |= shifted(1, subset - 1)
        return moves

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

    def may_mix(self, ups: list[int], subset: i64) -> bool:
        tables = self.tables
        fits = tables.fits[self.ask]
        kinds: i64 = 0
        for place in range(len(ups)):
            if subset >> place & 1:
                kind = ups[place] & 63
                if not fits >> kind & 1:
                    return False
                kinds |= shifted(1, kind)
        beneath = self.top
        for rank in tables.laying:
            if self.count_of(ups, subset, rank) > tables.most[RANKS + rank]:
                return False
            these = kinds >> 4 * rank & FOUR
            while these:
                kind = 4 * rank + lowest(these)
                if tables.bars[beneath] >> kind & 1:
                    return False
                beneath = tables.face_of[kind]
                these &= these - 1
        return True

    def count_of(self, ups: list[int], subset: i64, rank: i64) -> i64:
        count: i64 = 0
        for place in range(len(ups)):
            if subset >> place & 1 and (ups[place] & 63) >> 2 == rank:
                count += 1
        return count

    # Plays that must be looked at twice.

    def sound(self, page: i64, moves: i64, doubtful: i64) -> i64:
        """Without the plays that nothing could follow although something must, and those that may not be the last."""
        if self.top == self.tables.nothing:
            return moves  # with no pile to take instead, anything goes
        if self.zone == HAND and self.tables.not_last == 0:
            doubtful = self.unfollowed(doubtful)
        while doubtful:
            bit = lowest(doubtful)
            doubtful &= doubtful - 1
            self.choose(page << 6 | bit)
            if not self.may_lay():
                moves &= ~shifted(1, bit)
            self.unpick()
        return moves

    def unfollowed(self, doubtful: i64) -> i64:
        """The quick half of `can_follow`: without the ranks that a card of another rank in the hand could follow."""
        tables = self.tables
        if self.tables.modes[HAND] != SETS:
            return doubtful
        rest = doubtful
        while rest:
            kinds = shifted(FOUR, lowest(rest) & ~3)
            rest &= ~kinds
            face: i64 = tables.face_of[lowest(kinds)]
            fits = tables.fits[tables.after[face * tables.asks + self.ask]] & ~tables.bars[face]
            if self.found(HAND, fits & ~kinds):
                doubtful &= ~kinds
        return doubtful

    def may_lay(self) -> bool:
        """May the picked cards be laid on this pile, for all that comes after?"""
        tables = self.tables
        kinds: i64 = 0
        count: i64 = 0
        for plane in range(self.decks):
            picked = self.cards[self.laid_at + plane]
            kinds |= picked
            count += size(picked)
        if kinds & tables.not_last and self.drawn >= len(self.stock) and self.left(self.turn) == count:
            return False
        if kinds & tables.covers == kinds and kinds & ~shifted(FOUR, lowest(kinds) & ~3) == 0:
            return self.can_follow(kinds, count)
        return True

    def can_follow(self, kinds: i64, count: i64) -> bool:
        """Could anything the player sees follow the picked cards? A card still to be drawn does not count."""
        tables = self.tables
        rank = lowest(kinds) >> 2
        top = kinds
        while top & (top - 1):
            top &= top - 1
        face: i64 = tables.face_of[lowest(top)]
        run = count
        if rank == self.run_rank and not tables.alike_one_play:
            run += self.run
        if tables.alike and run >= tables.alike and not kinds & tables.alike_never:
            fits: i64 = tables.fits[0]
        else:
            fits = tables.fits[tables.after[face * tables.asks + self.ask]] & ~tables.bars[face]
        if self.left(self.turn) == count:
            return True  # these are the last cards
        rest: i64 = 0
        at = self.up_at * self.zone + self.turn
        for plane in range(self.decks):
            rest |= self.cards[at] & ~self.cards[self.laid_at + plane]
            at += self.seats
        if rest and self.zone == HAND:
            return rest & fits != 0
        if self.drawn < len(self.stock):
            return False
        if self.zone == HAND:
            rest = self.found(UP, -1)
        return rest & fits != 0 if rest else True  # with only blind cards left, one of these follows

    # -- From a number to cards, and back ------------------------------------------------------------------------------

    def choose(self, move: i64) -> None:
        """Pick the cards of a play."""
        mode = self.tables.modes[self.zone]
        bit = move & 63
        page = move >> 6
        if mode == SINGLES:
            self.pick_kind(bit)
        elif mode == SUITED:
            for suit in range(4):
                for _ in range(self.digit(page * 4 + (bit & 3), suit)):
                    self.pick_kind((bit & ~3) + suit)
        elif mode == MIXED:
            ups = self.listed(self.up_at, self.turn)
            for place in range(len(ups)):
                if (bit + 1) >> place & 1:
                    self.put(self.laid_at, 0, ups[place])
        elif page >= self.decks:
            page -= self.decks
            rank: i64 = self.tables.joins[page // (4 * self.decks)]
            self.pick(shifted(FOUR, 4 * rank), page % (4 * self.decks) + 1)
            self.pick(shifted(FOUR, bit & ~3), 1)
        else:
            self.pick(shifted(FOUR, bit & ~3), (bit & 3) + 1 + 4 * page)

    def pick(self, kinds: i64, count: i64) -> None:
        """Pick so many cards of some kinds: those that everybody knows of first, then by deck and suit."""
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
        """Of the hand cards equal to this one, one that everybody knows of if there is any."""
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

    def unpick(self) -> None:
        """Think again: nothing is laid."""
        for plane in range(self.decks):
            self.cards[self.laid_at + plane] = 0

    def picked_cards(self) -> list[int]:
        """The physical cards that are picked, by kind."""
        return self.listed(self.laid_at, 0)

    def move_of_picked(self) -> i64:
        """The number of the play that the picked cards are; -1 if they are none that this zone knows."""
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
        return self.join_of_picked(cards)

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
