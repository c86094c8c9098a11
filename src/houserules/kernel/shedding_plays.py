"""S4 A turn: which moves there are."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from .bits import lowest, shifted, size
from .shedding_layout import (
    ADD,
    BLIND,
    EACH,
    HAND,
    JUMP,
    NAME_CARD,
    NAME_NEXT,
    NAME_RANK,
    NAME_SEAT,
    NAME_SUIT,
    NAME_SWAP,
    NAME_UP,
    PLAY,
    SETUP,
    UP,
)
from .shedding_picking import FLIP, PASS, READY, TAKE, TRY
from .shedding_suits import Suits
from .tables import (
    COPY,
    FOUR,
    JOKERS,
    MIXED,
    ONESELF,
    PAIRED,
    RANKS,
    SETS,
    SINGLES,
    SUITED,
    TRY_DRAW,
    TRY_FREE,
    UNSEEN,
)

if TYPE_CHECKING:
    from mypy_extensions import i64

HEARTS: Final = EACH << 2 & ~JOKERS
SPADES: Final = EACH << 3 & ~JOKERS
THERMOMETER: Final = bytes([0, 1, 3, 7, 15])


class Plays(Suits):
    """The moves of the seat that acts."""

    __slots__ = ()

    def pages(self) -> i64:
        """More than one only with more than four of a rank, where suits matter, or with cards that may be joined."""
        tables = self.tables
        if self.stage == SETUP:
            return (self.held(0, self.turn) >> 3) + 1
        if self.one_page or (self.stage != PLAY and self.stage < ADD):
            return 1
        if tables.hand_pages and self.zone == HAND:
            if tables.more_pages:
                pages = self.more_pages()
                if pages:
                    return pages
            if tables.joining and self.found(HAND, tables.joining):
                return self.decks + len(tables.joins) * 4 * self.decks
        mode = tables.modes[self.zone]
        if mode == SUITED:
            return self.choices() + 3 >> 2
        if self.decks == 1 or mode != SETS:
            return 1
        return self.deepest() + 3 >> 2

    def more_pages(self) -> i64:
        """The same if the hand may go along with face-up cards, or has a run or wild cards; else 0."""
        tables = self.tables
        if tables.across and self.goes_across():
            return self.across_page() + 1
        if tables.own_pages and self.stage == PLAY:
            runs = self.run_pages() if tables.run_least else 0
            if runs:
                return self.run_page() + runs
            if tables.wild_join >= 0 and self.found(HAND, shifted(FOUR, 4 * tables.wild_join)):
                return self.run_page()
        return 0

    def nonempty_pages(self) -> i64:
        """With one deck most hands need few of the pages."""
        if self.decks > 1 or self.stage != PLAY:
            return -1
        return self.filled_pages()

    def filled_pages(self) -> i64:
        """The pages that may have plays with one deck, as a set; -1 if `pages` knows better."""
        if self.tables.modes[self.zone] != SUITED:
            return self.one_if_plain()
        tables = self.tables
        if not tables.leads_all:
            self.may_lead_all()
        fit = self.cards[self.up_at * self.zone + self.turn] & self.fits
        pages: i64 = 1
        if fit & HEARTS:
            pages |= 2
        if fit & SPADES:
            pages |= 4
            if fit << 1 & fit & SPADES:
                pages |= 8
        if self.zone == HAND:
            if tables.run_least:
                pages |= (shifted(1, self.run_pages()) - 1) << self.run_page()
            if tables.across and self.goes_across():
                pages |= shifted(1, self.across_page())
        return pages

    def one_if_plain(self) -> i64:
        """All moves stand on the first page, unless the hand has runs, or cards that join others."""
        if self.zone == HAND and (self.tables.more_pages or self.found(HAND, self.tables.joining)):
            return -1
        return 1

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
            return self.answers(page)
        tables = self.tables
        mode = tables.modes[self.zone]
        if mode == SETS and page < self.decks:
            moves = self.sets(self.zone, page)
            if moves & tables.doubtful:
                moves = self.sound(page, moves, moves & tables.doubtful)
        else:
            moves = self.other_moves(mode, page)
        if moves and not tables.more_moves:  # S6.1
            return moves
        if moves == 0 and not tables.leads_all and self.may_lead_all():
            return self.legal(page)
        if page:
            return moves
        if tables.only_takes:
            if self.top != tables.nothing and (tables.free_take or not self.other_plays()):
                moves |= shifted(1, TAKE)
            return moves
        more: i64 = 0
        if self.may_lay_nothing(moves):
            more = shifted(1, TAKE)
        if tables.tries and self.may_try(more != 0):
            more |= shifted(1, TRY)
        if tables.penalty:
            more |= self.announcement(moves)
        return moves | more

    def announcement(self, moves: i64) -> i64:  # noqa: ARG002 - see shedding_announce
        """The bit of announcing the last card, if that may be done."""
        return 0

    def may_try(self, may_take: bool) -> bool:
        """May the top card of the stock be turned onto the pile, or drawn?"""
        tries = self.tables.tries
        if self.zone == BLIND or self.passes() or self.drawn >= len(self.stock):
            return False
        if tries == TRY_DRAW:
            return may_take and self.zone == HAND and self.tried_at != self.plays + 1
        return may_take or tries == TRY_FREE

    def may_lay_nothing(self, moves: i64) -> bool:
        """S6.1: may the pile be taken? Or, before the first play, may that be left to the next seat?"""
        tables = self.tables
        if self.top == tables.nothing:
            return tables.first_choice and self.plays == 0 and not self.left_to
        if tables.dodges and self.may_miss():
            return True
        return tables.free_take or (moves == 0 and not self.other_plays())

    def other_moves(self, mode: i64, page: i64) -> i64:
        """The moves that are not plain sets of one rank."""
        if mode == SINGLES:
            moves = self.singles(self.zone)
            return self.sound(page, moves, moves & self.tables.doubtful) if moves & self.tables.doubtful else moves
        if mode == UNSEEN:
            return self.flips()
        tables = self.tables
        if tables.more_pages:
            if self.is_run(page << 6):
                moves = self.runs(self.run_length(page))
                return self.sound(page, moves, moves) if tables.doubts_all else moves
            if self.is_across(page << 6):
                return self.along(page)
        if mode == SETS:
            page -= self.decks
            moves = self.wild_joined(page) if tables.more_pages else self.joined(page)
            return self.sound(page + self.decks, moves, moves) if tables.doubts_all else moves
        doubtful = tables.doubtful
        if mode == MIXED:
            moves = self.mixes()
            return self.sound(page, moves, moves) if doubtful else moves
        moves = self.suited(page)
        return self.sound(page, moves, moves & doubtful) if moves & doubtful else moves

    def answers(self, page: i64) -> i64:
        """What may be said in the setup, or named."""
        if self.stage == SETUP:
            return self.swaps(page)
        if self.stage >= ADD:
            return self.more_plays(page)
        if self.stage == NAME_SUIT:
            return FOUR
        if self.stage == NAME_RANK:
            return self.tables.wilds[self.acts]
        if self.stage == NAME_UP:
            return self.ranks_up()
        if self.stage == NAME_SWAP:
            return self.partners()
        if self.stage == NAME_CARD:
            return self.ranks_to_move()
        if self.stage not in (NAME_SEAT, NAME_NEXT):
            return 3  # higher or lower
        seats = (shifted(1, self.seats) - 1) & ~self.gone
        # S5.8: oneself only with other cards left. S7.3: a seat that is going out cannot stay in by it.
        if self.tables.effects[self.acts] & ONESELF and self.left(self.turn):
            return seats
        return seats & ~shifted(1, self.turn)

    def more_plays(self, page: i64) -> i64:
        """Cards of the rank on top that may be added, or that complete a burn; or to pass."""
        mode = self.tables.modes[self.zone]
        moves: i64 = 0
        if mode == SETS and page < self.decks:
            moves = self.sets(self.zone, page)
        elif mode == SINGLES:
            moves = self.singles(self.zone)
        elif mode == SUITED:
            moves = self.suited(page)
        if self.stage == JUMP:
            moves = self.just_enough(page, moves)
        return moves | shifted(1, PASS) if page == 0 else moves

    def just_enough(self, page: i64, moves: i64) -> i64:
        """The plays with as many cards as a burn lacks."""
        missing = self.tables.alike - self.run
        rest = moves
        while rest:
            bit = lowest(rest)
            rest &= rest - 1
            self.choose(page << 6 | bit)
            count: i64 = 0
            for plane in range(self.decks):
                count += size(self.cards[self.laid_at + plane])
            self.unpick()
            if count != missing:
                moves &= ~shifted(1, bit)
        return moves

    def ranks_up(self) -> i64:
        """The ranks of the face-up cards, a bit each."""
        ups = self.found(UP, -1)
        ranks: i64 = 0
        while ups:
            rank = lowest(ups) >> 2
            ranks |= shifted(1, rank)
            ups &= ~shifted(FOUR, 4 * rank)
        return ranks

    def swaps(self, page: i64) -> i64:
        """S2.7: every pair of a hand card and a face-up card, eight hand cards a page, and ready."""
        row = shifted(1, self.held(self.up_at, self.turn)) - 1
        hands = self.held(0, self.turn) - 8 * page
        moves: i64 = 0
        for hand in range(hands if hands < 8 else 8):
            moves |= shifted(row, 8 * hand)
        return moves | shifted(1, READY) if page == 0 else moves

    def flips(self) -> i64:
        """S4.4: each blind card that is left, to be turned over, or once to be looked at.

        Nobody answers a skip with one."""
        if self.tables.dodges and self.may_miss():
            return 0
        each = shifted(1, self.blinds(self.turn)) - 1
        if self.tables.peeks and not self.has_looked(self.turn):
            return shifted(each, FLIP) | each
        return shifted(each, FLIP)

    def other_plays(self) -> bool:
        """Is there a play on a page after the first?"""
        if self.one_page:
            return False
        filled = self.nonempty_pages()
        if filled >= 0:
            filled >>= 1
            page: i64 = 1
            while filled:
                if filled & 1 and self.legal(page):
                    return True
                filled >>= 1
                page += 1
            return False
        for page in range(1, self.pages()):
            if self.legal(page):
                return True
        return False

    def sets(self, zone: i64, page: i64) -> i64:
        """S4.1: any number of cards of one rank that may be laid now."""
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

    # Cards of one rank together with one card of another, which is laid last.

    def joined(self, page: i64) -> i64:
        """The ranks, as rank * 4, that may be laid together with this many cards of a joining rank."""
        tables = self.tables
        if self.zone != HAND:
            return 0
        rank: i64 = tables.joins[page // (4 * self.decks)]
        count = page % (4 * self.decks) + 1
        if count > tables.most[rank] or self.count(HAND, rank, self.fits) < count:
            return 0
        face: i64 = tables.face_of[4 * rank]
        if tables.plain_fits:
            fits = tables.fits[tables.after[face * tables.asks + self.ask]] & ~tables.bars[face]
        else:
            fits = self.fits_on(face, count)
        kinds = self.found(HAND, fits & ~shifted(FOUR, 4 * rank))
        return (kinds | kinds >> 1 | kinds >> 2 | kinds >> 3) & EACH

    def wild_joined(self, page: i64) -> i64:
        """The sets of other ranks, as rank * 4 + count, that this many wild cards may be laid with."""
        tables = self.tables
        if tables.wild_join < 0:
            return self.joined(page)
        if self.zone != HAND:
            return 0
        wilds = page // self.decks + 1
        wild = shifted(FOUR, 4 * tables.wild_join)
        if self.count(HAND, tables.wild_join, -1) < wilds:
            return 0
        stands: i64 = tables.wilds[tables.face_of[4 * tables.wild_join]]
        moves: i64 = 0
        ranks = self.found(HAND, self.fits & ~wild)
        while ranks:
            rank = lowest(ranks) >> 2
            ranks &= ~shifted(FOUR, 4 * rank)
            count = self.count(HAND, rank, self.fits)
            most = tables.most[rank] - wilds
            count = (count if count < most else most) - 4 * (page % self.decks)
            if count > 0 and stands >> rank & 1:
                moves |= shifted(THERMOMETER[count if count < 4 else 4], 4 * rank)
        return moves

    def fits_on(self, face: i64, count: i64) -> i64:
        """The kinds that could be laid if some cards of a face lay on this pile."""
        tables = self.tables
        if tables.plain_fits:
            return tables.fits[tables.after[face * tables.asks + self.ask]] & ~tables.bars[face]
        face = self.laid_as(face, count)
        acts = face
        if tables.effects[face] & COPY and self.top != tables.nothing and self.is_copied(face):
            acts = self.acts
        fits = tables.fits[tables.after[acts * tables.asks + self.ask]] & ~tables.bars[face]
        return fits & ~tables.sees[self.shown_on(face)] if tables.narrows else fits

    def shown_on(self, face: i64) -> i64:
        """The face that would show, beneath mirrors, if cards of a face lay on this pile."""
        if self.tables.mirrors[face]:
            return self.shows
        return face

    # The last cards of the hand together with face-up cards of their rank.

    def along(self, page: i64) -> i64:
        """Every choice of the face-up cards that go along. Of equal ones only the first few are listed."""
        if not self.goes_across():
            return 0
        ups = self.across_ups()
        room = self.across_room()
        moves: i64 = 0
        for subset in range(1, 1 << len(ups)):
            if size(subset) <= room and self.firsts(ups, subset) == subset:
                self.choose(page << 6 | subset - 1)
                if self.top == self.tables.nothing or self.may_lay():
                    moves |= shifted(1, subset - 1)
                self.unpick()
        return moves

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

    def may_mix(self, ups: list[int], subset: i64) -> bool:
        tables = self.tables
        fits = tables.fits[self.ask]
        if self.top == tables.nothing:
            fits = self.fits
        elif tables.locks:
            fits &= tables.locked_to[self.locked()]
        kinds: i64 = 0
        for place in range(len(ups)):
            if subset >> place & 1:
                kind = ups[place] & 63
                if not fits >> kind & 1:
                    return False
                kinds |= shifted(1, kind)
        beneath = self.top
        shown = self.shows
        for rank in tables.laying:
            if self.count_of(ups, subset, rank) > tables.most[RANKS + rank]:
                return False
            these = kinds >> 4 * rank & FOUR
            while these:
                kind = 4 * rank + lowest(these)
                barred = tables.bars[beneath] >> kind & 1 or (tables.narrows and tables.sees[shown] >> kind & 1)
                if beneath != tables.nothing and barred:
                    return False
                beneath = tables.face_of[kind]
                if not tables.mirrors[beneath]:
                    shown = beneath
                these &= these - 1
        return True

    def count_of(self, ups: list[int], subset: i64, rank: i64) -> i64:
        count: i64 = 0
        for place in range(len(ups)):
            if subset >> place & 1 and (ups[place] & 63) >> 2 == rank:
                count += 1
        return count

    # Plays that need a second check.

    def sound(self, page: i64, moves: i64, doubtful: i64) -> i64:
        """Without the plays that nothing could follow although something must, and those that may not be the last."""
        if self.top == self.tables.nothing:
            return moves  # with no pile to take instead, anything goes
        if self.zone == HAND and self.tables.doubts_covers:
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
            if tables.plain_fits:
                fits = tables.fits[tables.after[face * tables.asks + self.ask]] & ~tables.bars[face]
            else:
                fits = 0 if tables.effects[face] & PAIRED else self.fits_on(face, 1)
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
        if kinds & ~tables.company == 0 and self.zone == HAND:
            return False
        if tables.as_many and count < self.together and kinds & ~tables.exempt:
            return False
        if kinds & tables.covers == kinds and kinds & ~shifted(FOUR, lowest(kinds) & ~3) == 0:
            return self.can_follow(kinds, count)
        return True

    def would_burn(self, rank: i64, count: i64, face: i64) -> bool:
        """Would these cards burn the pile by being alike?"""
        tables = self.tables
        if tables.alike == 0:
            return False
        same = rank == self.run_rank or (tables.alike_match and tables.mirrors[face] == 1)
        if same and not tables.alike_one_play and self.run_rank >= 0:
            count += self.run
            rank = self.run_rank
        return count >= tables.alike and not tables.alike_never >> 4 * rank & 1

    def can_follow(self, kinds: i64, count: i64) -> bool:
        """Could anything the player sees follow the picked cards? A card still to be drawn does not count."""
        tables = self.tables
        rank = lowest(kinds) >> 2
        top = kinds
        while top & (top - 1):
            top &= top - 1
        face: i64 = tables.face_of[lowest(top)]
        fits: i64 = tables.lead if self.would_burn(rank, count, face) else self.fits_on(face, count)
        if self.left(self.turn) == count:
            return True  # these are the last cards
        if tables.locks:
            fits &= tables.locked_to[self.locked_after(kinds)]
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
            rest = 0
            for plane in range(self.decks):
                rest |= self.cards[self.up_at + plane * self.seats + self.turn] & ~self.cards[self.laid_at + plane]
        return rest & fits != 0 if rest else True  # with only blind cards left, one of these follows
