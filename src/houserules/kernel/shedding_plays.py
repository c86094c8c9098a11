"""Which moves there are: plays as numbers, and the cards that a number stands for."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from .bits import first, lowest, shifted, size
from .shedding_layout import FOUR, HAND, NAME_SUIT, PLAY, SETUP, UP, Layout
from .tables import JOKERS, MIXED, RANKS, SETS, SINGLES

if TYPE_CHECKING:
    from mypy_extensions import i64

# A play is rank * 4 + count - 1 (on page (count - 1) // 4), or a kind where the zone is played in single cards, or a
# subset of the face-up cards less one where it is mixed. A swap is hand card * 8 + face-up card, both counted from the
# lowest. An answer is the seat or the suit.
FLIP: Final = 56
TAKE: Final = 62
READY: Final = 62

EACH: Final = 0x11111111111111  # one bit for each rank
THERMOMETER: Final = bytes([0, 1, 3, 7, 15])


class Plays(Layout):
    """The moves of the seat that acts."""

    # -- Listing them --------------------------------------------------------------------------------------------------

    def pages(self) -> i64:
        """More than one only with more than four of a rank, or with cards that may be laid together with another."""
        if self.stage != PLAY:
            return 1
        if self.tables.joining and self.zone == HAND and self.found(HAND, self.tables.joining):
            return self.decks + len(self.tables.joins) * 4 * self.decks
        if self.decks == 1 or self.tables.modes[self.zone] != SETS:
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
        if page >= self.decks:
            return self.joined(page - self.decks)
        mode = tables.modes[self.zone]
        if mode == SETS:
            moves = self.sets(self.zone, page)
        elif mode == SINGLES:
            moves = self.singles(self.zone)
        elif mode == MIXED:
            moves = self.mixes()
        else:
            moves = self.flips()
        if moves and not tables.free_take:
            return moves
        if page == 0 and self.top != tables.nothing and (moves or not self.other_plays()):
            moves |= shifted(1, TAKE)
        return moves

    def answers(self) -> i64:
        if self.stage == SETUP:
            return self.swaps()
        if self.stage == NAME_SUIT:
            return FOUR
        seats = (shifted(1, self.seats) - 1) & ~self.gone
        # Oneself only with other cards left: who is going out cannot stay in by it.
        return seats if self.left(self.turn) else seats & ~shifted(1, self.turn)

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
        """Is there a play on a page after the first? (Who has more than four of a rank may play the first four too.)"""
        for page in range(self.decks, self.pages()):
            if self.joined(page - self.decks):
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
            moves = one | two | (both | pair | one & two) << 1 | (both & two | pair & one) << 2 | (both & pair) << 3
            moves &= tables.sets[zone]
            return self.covered(zone, page, moves) if moves & tables.covers else moves
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
        return self.covered(zone, page, moves) if moves & tables.covers else moves

    def singles(self, zone: i64) -> i64:
        """Each kind that may be laid now; the Jokers are one kind."""
        kinds = self.found(zone, self.fits)
        return kinds & ~JOKERS | shifted(1, 52) if kinds & JOKERS else kinds

    # Cards that ask to be followed: alone they may be played only if something can follow.

    def covered(self, zone: i64, page: i64, moves: i64) -> i64:
        """Without the plays that nothing could follow."""
        rest = moves & self.tables.covers
        while rest:
            bit = lowest(rest)
            rest &= rest - 1
            if not self.can_follow(zone, bit >> 2, (bit & 3) + 1 + 4 * page):
                moves &= ~shifted(1, bit)
        return moves

    def can_follow(self, zone: i64, rank: i64, count: i64) -> bool:
        """Could anything the player sees follow so many cards of a rank? A card still to be drawn does not count."""
        tables = self.tables
        if self.top == tables.nothing:
            return True  # there is no pile to take instead
        face: i64 = tables.face_of[4 * rank]
        run = count + (self.run if rank == self.run_rank else 0)
        if tables.alike and run >= tables.alike:
            fits: i64 = tables.fits[0]
        else:
            fits = tables.fits[tables.after[face * tables.asks + self.ask]] & ~tables.bars[face]
        if self.left(self.turn) == count:
            return True  # these are the last cards
        if zone == UP and self.drawn < len(self.stock):
            return False
        others = self.found(zone, ~shifted(FOUR, 4 * rank))
        same = self.count(zone, rank, -1) - count
        if others & fits or (same > 0 and fits >> 4 * rank & FOUR):
            return True
        if others or same > 0 or self.drawn < len(self.stock):
            return False
        if zone == HAND:
            ups = self.found(UP, -1)
            if ups:
                return ups & fits != 0
        return True  # a blind card follows

    # Cards of one rank together with one card of another, which is laid last.

    def joined(self, page: i64) -> i64:
        """The ranks, as rank * 4, that may be laid together with so many cards of a joining rank."""
        tables = self.tables
        rank: i64 = tables.joins[page // (4 * self.decks)]
        count = page % (4 * self.decks) + 1
        if self.count(HAND, rank, self.fits) < count:
            return 0
        face: i64 = tables.face_of[4 * rank]
        ask: i64 = tables.after[face * tables.asks + self.ask]
        kinds = self.found(HAND, tables.fits[ask] & ~tables.bars[face] & ~shifted(FOUR, 4 * rank))
        return (kinds | kinds >> 1 | kinds >> 2 | kinds >> 3) & EACH

    # Any of the face-up cards.

    def mixes(self) -> i64:
        """Every subset of the face-up cards that all fit the pile as it is, none laid directly on one that bars it.

        Of equal ranks only the first few are listed."""
        ups = self.listed(self.up_at, self.turn)
        moves: i64 = 0
        for subset in range(1, 1 << len(ups)):
            if self.same_ranks_first(ups, subset) == subset and self.may_mix(ups, subset):
                moves |= shifted(1, subset - 1)
        return moves

    def same_ranks_first(self, ups: list[int], subset: i64) -> i64:
        """The subset with as many cards of each rank, but the first ones."""
        chosen: i64 = 0
        for place in range(len(ups)):
            if subset >> place & 1:
                rank = (ups[place] & 63) >> 2
                for other in range(len(ups)):
                    if (ups[other] & 63) >> 2 == rank and not chosen >> other & 1:
                        chosen |= shifted(1, other)
                        break
        return chosen

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
        several = 0
        last: i64 = 0
        for rank in tables.laying:
            these = kinds >> 4 * rank & FOUR
            if these:
                if tables.bars[beneath] >> 4 * rank & these:
                    return False
                beneath = tables.face_of[4 * rank]
                several += 1
                last = rank
        if several > 1 or not tables.covers >> 4 * last & 1:
            return True
        return self.can_follow(UP, last, size(subset))

    # -- From a number to cards, and back ------------------------------------------------------------------------------

    def counts_of(self, move: i64) -> list[int]:
        """How many cards of each rank a play has that is no single card."""
        counts = [0] * RANKS
        page = move >> 6
        bit = move & 63
        if page >= self.decks:
            page -= self.decks
            counts[self.tables.joins[page // (4 * self.decks)]] = page % (4 * self.decks) + 1
            counts[bit >> 2] = 1
        elif self.tables.modes[self.zone] == SETS:
            counts[bit >> 2] = (bit & 3) + 1 + 4 * page
        else:
            ups = self.listed(self.up_at, self.turn)
            for place in range(len(ups)):
                if (bit + 1) >> place & 1:
                    counts[(ups[place] & 63) >> 2] += 1
        return counts

    def pick(self, rank: i64, count: i64) -> None:
        """Pick the first few cards of a rank."""
        start = self.up_at * self.zone + self.turn
        for plane in range(self.decks):
            four = self.cards[start + plane * self.seats] & shifted(FOUR, 4 * rank)
            four = first(four, count) if size(four) > count else four
            self.cards[self.laid_at + plane] |= four
            count -= size(four)

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

    def move_of_picked(self) -> i64:
        """The number of the play that the picked cards are; -1 if they are none that this zone knows."""
        counts = [0] * RANKS
        kinds: i64 = 0
        for plane in range(self.decks):
            picked = self.cards[self.laid_at + plane]
            kinds |= picked
            while picked:
                counts[lowest(picked) >> 2] += 1
                picked &= picked - 1
        rank = lowest(kinds) >> 2
        count: i64 = counts[rank]
        total: i64 = sum(counts)
        mode = self.tables.modes[self.zone]
        if mode == MIXED:
            return self.mix_of(counts) - 1
        if total == count:
            if mode == SETS:
                return (count - 1 >> 2) << 6 | rank << 2 | (count - 1 & 3)
            return -1 if total > 1 else 52 if kinds & JOKERS else lowest(kinds)
        joins = self.tables.joins
        for joining in range(len(joins)):
            with_it: i64 = counts[joins[joining]]
            if with_it and total - with_it == 1 and self.zone == HAND:
                other = lowest(kinds & ~shifted(FOUR, 4 * joins[joining])) & ~3
                return (self.decks + joining * 4 * self.decks + with_it - 1) << 6 | other
        return -1

    def mix_of(self, counts: list[int]) -> i64:
        """The subset of the face-up cards that has so many of each rank, the first ones."""
        subset: i64 = 0
        ups = self.listed(self.up_at, self.turn)
        for place in range(len(ups)):
            rank = (ups[place] & 63) >> 2
            if counts[rank]:
                counts[rank] -= 1
                subset |= shifted(1, place)
        return subset
