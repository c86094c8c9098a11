"""The Shithead family: shed every card; the last seat that holds any loses. Driven by Tables, so it knows no variant.

1 The deal     blind cards, face-up cards on them, a hand; the rest is the stock
2 The setup    hand cards are swapped for face-up ones, until everybody is ready
3 The asking   what the pile asks of the next card
4 A turn       which plays there are, or that the pile is taken
5 Laying       what cards do when they land
6 Answers      a seat is named to take the pile, or a suit is called
7 The turn ends: cards are drawn, a seat without cards is out, the next one acts
8 The end      places and payoffs
9 The unseen   dealt anew for someone who may not know it
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, final

from .bits import below, first, lowest, next_random, shifted, size, words
from .position import Position
from .tables import AGAIN, BURN, CALL, COPY, JOKERS, KINDS, MIXED, RANKS, REVERSE, SETS, SINGLES, TARGET

if TYPE_CHECKING:
    from librt.vecs import vec
    from mypy_extensions import i64

    from .tables import Tables

# The zones of a seat, in the order in which they are played from.
HAND: Final = 0
UP: Final = 1
BLIND: Final = 2

# What the match waits for.
PLAY: Final = 0
SETUP: Final = 1
NAME_SEAT: Final = 2
NAME_SUIT: Final = 3

# The moves of a page, by stage. A play is rank * 4 + count - 1 (on page (count - 1) // 4), or a kind where the zone is played in
# single cards, or a subset of the face-up cards less one where it is mixed. A swap is hand card * 8 + face-up card, both
# counted from the lowest. An answer is the seat or the suit.
FLIP: Final = 56
TAKE: Final = 62
READY: Final = 63 - 1

EACH: Final = 0x11111111111111  # one bit for each rank
FOUR: Final = 15  # the four bits of a rank
THERMOMETER: Final = bytes([0, 1, 3, 7, 15])
SIZE_OF_FOUR: Final = bytes([0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4])

# What the last move did, for whoever tells it.
REVERSED: Final = 1
FAILED: Final = 2  # a blind card that could not be played


@final
class State(Position):
    """A match at one moment.

    `cards` holds masks, for each plane a row: hands, face-up cards, and what everybody knows of the hands (it was taken from the
    pile or lay face up); then a stack of blind cards for each seat, one byte a card, its number plus one; then the pile and the
    cards being laid, a mask for each plane. Of the pile's order only what the rules ask for is kept.
    """

    def __init__(self, tables: Tables, seats: i64, decks: i64, stock: bytes, cards: vec[i64]) -> None:
        self.turn = 0
        self.over = False
        self.tables = tables
        self.seats = seats
        self.decks = decks
        self.up_at: i64 = seats * decks
        self.known_at: i64 = self.up_at * 2
        self.blind_at: i64 = self.up_at * 3
        self.pile_at: i64 = self.blind_at + seats
        self.laid_at: i64 = self.pile_at + decks
        self.cards = cards
        self.stock = stock  # physical cards, drawn from the front
        self.drawn: i64 = 0  # how many of them are gone
        self.stage: i64 = PLAY
        self.ready: i64 = 0  # bit set of seats, in the setup
        self.step: i64 = 1  # the direction of play, 1 or -1
        self.ask: i64 = 0  # what the pile asks for
        self.fits: i64 = tables.fits[0]  # mask of the kinds that may be laid now
        self.top: i64 = tables.nothing  # the face on top of the pile
        self.acts: i64 = tables.nothing  # the face it acts as
        self.run_rank: i64 = -1  # rank of the cards on top,
        self.run: i64 = 0  # and how many of them lie together
        self.zone: i64 = HAND  # the zone in play of the seat that acts; while an answer is due, where its card came from
        self.plays: i64 = 0  # towards the limit
        self.gone: i64 = 0  # bit set of the seats that are out
        self.order: i64 = 0  # the seats that are out, a stack of digits to the base 16, the latest lowest
        self.did: i64 = 0  # what the last move did
        self.burns: i64 = 0  # bit k: the pile burned after the k-th rank that the last move laid

    def copy(self) -> State:
        new = State(self.tables, self.seats, self.decks, self.stock, self.cards[:])
        new.turn = self.turn
        new.over = self.over
        new.drawn = self.drawn
        new.stage = self.stage
        new.ready = self.ready
        new.step = self.step
        new.ask = self.ask
        new.fits = self.fits
        new.top = self.top
        new.acts = self.acts
        new.run_rank = self.run_rank
        new.run = self.run
        new.zone = self.zone
        new.plays = self.plays
        new.gone = self.gone
        new.order = self.order
        new.did = self.did
        new.burns = self.burns
        return new

    # -- 1 The deal ----------------------------------------------------------------------------------------------------

    def put(self, row: i64, seat: i64, card: i64) -> None:
        """Add a physical card to a row of seats (0: hands, up_at, known_at) or, with seat 0 and a row of planes, to the pile."""
        width = self.seats if row < self.blind_at else 1
        self.cards[row + (card >> 6) * width + seat] |= shifted(1, card & 63)

    def put_blind(self, seat: i64, card: i64) -> None:
        """Lay a blind card after those that the seat has."""
        at = self.blind_at + seat
        self.cards[at] |= shifted(card + 1, 8 * self.blinds(seat))

    def blinds(self, seat: i64) -> i64:
        """How many blind cards a seat has."""
        rest = self.cards[self.blind_at + seat]
        count: i64 = 0
        while rest:
            rest >>= 8
            count += 1
        return count

    def held(self, row: i64, seat: i64) -> i64:
        """How many cards a seat has in a row."""
        at = row + seat
        count = size(self.cards[at])
        for _ in range(1, self.decks):
            at += self.seats
            count += size(self.cards[at])
        return count

    def left(self, seat: i64) -> i64:
        """How many cards a seat has in all."""
        return self.held(0, seat) + self.held(self.up_at, seat) + self.blinds(seat)

    def listed(self, row: i64, seat: i64) -> list[int]:
        """The physical cards of a row, by kind: equal kinds of several planes lie together."""
        found: list[int] = []
        width = self.seats if row < self.blind_at else 1
        every: i64 = 0
        for plane in range(self.decks):
            every |= self.cards[row + plane * width + seat]
        while every:
            kind = lowest(every)
            every &= every - 1
            for plane in range(self.decks):
                if self.cards[row + plane * width + seat] >> kind & 1:
                    found.append(plane << 6 | kind)
        return found

    def blind_listed(self, seat: i64) -> list[int]:
        """The physical cards that lie blind, the first first."""
        found: list[int] = []
        rest = self.cards[self.blind_at + seat]
        while rest:
            found.append((rest & 255) - 1)
            rest >>= 8
        return found

    # -- 2 The setup ---------------------------------------------------------------------------------------------------

    def swap(self, seat: i64, hand: i64, up: i64) -> None:
        """Exchange two physical cards. Everybody saw the face-up one, so everybody knows it in the hand."""
        self.clear_row(0, seat, hand)
        self.clear_row(self.known_at, seat, hand)
        self.clear_row(self.up_at, seat, up)
        self.put(self.up_at, seat, hand)
        self.put(0, seat, up)
        self.put(self.known_at, seat, up)

    def clear_row(self, row: i64, seat: i64, card: i64) -> None:
        self.cards[row + (card >> 6) * self.seats + seat] &= ~shifted(1, card & 63)

    def say_ready(self, seat: i64) -> None:
        self.ready |= shifted(1, seat)
        everyone = shifted(1, self.seats) - 1
        if self.ready == everyone:
            self.start()
        else:
            self.turn = lowest(everyone & ~self.ready)

    def start(self) -> None:
        self.stage = PLAY
        self.turn = self.beginner()
        self.zone = self.zone_now()

    def beginner(self) -> i64:
        """Who holds the lowest card in hand; of equal cards, the lowest seat. Without such an order: seat 0."""
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

    def swaps(self) -> i64:
        """Every pair of a hand card and a face-up card, and that one is ready."""
        ups = self.held(self.up_at, self.turn)
        row = shifted(1, ups) - 1
        moves: i64 = 0
        for hand in range(self.held(0, self.turn)):
            moves |= shifted(row, 8 * hand)
        return moves | shifted(1, READY)

    # -- 3 The asking --------------------------------------------------------------------------------------------------

    def clear_pile(self) -> None:
        """An empty pile asks for nothing."""
        self.cards[self.pile_at] = 0
        for plane in range(1, self.decks):
            self.cards[self.pile_at + plane] = 0
        self.top = self.tables.nothing
        self.acts = self.top
        self.run_rank = -1
        self.run = 0
        self.ask = 0
        self.fits = self.tables.fits[0]

    def cover(self, rank: i64, count: i64, face: i64) -> i64:
        """Some cards of one face lie on top: what the pile asks for now. The effects of what they act as."""
        tables = self.tables
        acts = face
        if tables.effects[face] & COPY and self.top != tables.nothing:
            acts = self.acts
        self.top = face
        self.acts = acts
        ask: i64 = tables.after[acts * tables.asks + self.ask]
        self.ask = ask
        self.fits = tables.fits[ask] & ~tables.bars[face]
        if rank == self.run_rank:
            self.run += count
        else:
            self.run_rank = rank
            self.run = count
        return tables.effects[acts]

    # -- 4 A turn ------------------------------------------------------------------------------------------------------

    def zone_now(self) -> i64:
        """Where the seat plays from: the hand while it has cards, then the face-up cards, then the blind ones."""
        cards = self.cards
        at = self.turn
        while at < self.up_at:
            if cards[at]:
                return HAND
            at += self.seats
        while at < self.known_at:
            if cards[at]:
                return UP
            at += self.seats
        return BLIND

    def pages(self) -> i64:
        """More than one only with more than four of a rank, or with cards that may be laid together with another."""
        if self.stage != PLAY:
            return 1
        if self.tables.joins and self.zone == HAND and self.found(HAND, self.tables.joining):
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

    def count(self, zone: i64, rank: i64, among: i64) -> i64:
        """How many cards of a rank, among some kinds, the seat to act has in a zone."""
        at = self.up_at * zone + self.turn
        end = at + self.up_at
        count: i64 = 0
        while at < end:
            count += SIZE_OF_FOUR[(self.cards[at] & among) >> 4 * rank & FOUR]
            at += self.seats
        return count

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
        others = self.found(zone, ~shifted(FOUR, 4 * rank))
        same = self.count(zone, rank, -1) - count
        if others & fits or (same > 0 and fits >> 4 * rank & FOUR):
            return True
        if others or same > 0 or (zone == HAND and self.drawn < len(self.stock)):
            return False
        if zone == HAND:
            ups = self.found(UP, -1)
            if ups:
                return ups & fits != 0
        return True  # a blind card follows, or these are the last cards

    def found(self, zone: i64, among: i64) -> i64:
        """The kinds, among some, that the seat to act has in a zone."""
        at = self.up_at * zone + self.turn
        end = at + self.up_at
        kinds: i64 = 0
        while at < end:
            kinds |= self.cards[at]
            at += self.seats
        return kinds & among

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
        """Every subset of the face-up cards whose cards all fit the pile as it is, none laid directly on one that bars it.

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

    # -- 5 Laying ------------------------------------------------------------------------------------------------------

    def advance(self, move: i64) -> None:
        if self.stage == PLAY:
            if move == TAKE:
                self.take()
            elif FLIP <= move < TAKE:
                self.flip(move - FLIP)
            else:
                self.play(move)
        elif self.stage == NAME_SEAT:
            self.name_seat(move)
        elif self.stage == NAME_SUIT:
            self.name_suit(move)
        elif move == READY:
            self.say_ready(self.turn)
        else:
            hand = self.listed(0, self.turn)[move >> 3]
            self.swap(self.turn, hand, self.listed(self.up_at, self.turn)[move & 7])

    def play(self, move: i64) -> None:
        """Lay the cards of a play: of equal ranks the first few in suit order."""
        bit = move & 63
        mode = self.tables.modes[self.zone]
        if mode == SETS and move >> 6 < self.decks:
            self.play_alike(shifted(FOUR, bit & ~3), (bit & 3) + 1 + 4 * (move >> 6), bit)
        elif mode == SINGLES:
            self.play_alike(shifted(1, bit) if bit < 52 else JOKERS, 1, bit)
        else:
            counts = self.counts_of(move)
            for rank in range(RANKS):
                self.pick(rank, counts[rank])
            self.lay()

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

    def play_alike(self, kinds: i64, count: i64, kind: i64) -> None:
        """The first few cards of some kinds of one face go from the zone in play to the pile.

        It is what most moves are, so it takes no detour."""
        cards = self.cards
        at = self.up_at * self.zone + self.turn
        plane: i64 = 0
        left = count
        these = cards[at] & kinds
        here = size(these)
        while here < left:
            self.to_pile(at, plane, these)
            left -= here
            plane += 1
            at += self.seats
            these = cards[at] & kinds
            here = size(these)
        self.to_pile(at, plane, these if here == left else first(these, left))
        self.did = 0
        self.burns = 0
        self.plays += 1
        effects = self.land(kind >> 2, count, self.tables.face_of[kind])
        if effects & (TARGET | CALL):
            self.stage = NAME_SEAT if effects & TARGET else NAME_SUIT
        else:
            self.end_turn(effects)

    def to_pile(self, at: i64, plane: i64, these: i64) -> None:
        """Cards of one plane leave the zone in play; what was known of the hand stays true."""
        cards = self.cards
        cards[at] ^= these
        cards[self.pile_at + plane] |= these
        if self.zone == HAND:
            cards[self.known_at + at] &= ~these

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

    def lay(self) -> None:
        """The picked cards leave their zone and land on the pile."""
        cards = self.cards
        at = self.up_at * self.zone + self.turn
        kinds: i64 = 0
        for plane in range(self.decks):
            picked = cards[self.laid_at + plane]
            kinds |= picked
            cards[at] &= ~picked
            if self.zone == HAND:
                cards[at + self.known_at] &= ~picked
            at += self.seats
        self.land_picked(kinds)

    def flip(self, place: i64) -> None:
        """Turn a blind card over: it lands if it may, else it goes into the hand and the pile with it."""
        at = self.blind_at + self.turn
        stack = self.cards[at]
        before = stack & (shifted(1, 8 * place) - 1)
        rest = stack >> 8 * place
        card = (rest & 255) - 1
        self.cards[at] = before | (rest >> 8) << 8 * place
        kind = shifted(1, card & 63)
        if self.fits & kind:
            self.cards[self.laid_at + (card >> 6)] = kind
            self.land_picked(kind)
        else:
            self.put(0, self.turn, card)
            self.put(self.known_at, self.turn, card)
            self.taken()
            self.did = FAILED

    def land_picked(self, kinds: i64) -> None:
        """Rank after rank: a joining rank first, else in the fixed order. The last one decides what follows."""
        self.did = 0
        self.burns = 0
        self.plays += 1
        effects: i64 = 0
        burned = False
        laid: i64 = 0
        if self.zone == HAND:
            for rank in self.tables.joins:
                if kinds >> 4 * rank & FOUR and kinds & ~shifted(FOUR, 4 * rank):
                    self.land_rank(rank, 0)
                    kinds &= ~shifted(FOUR, 4 * rank)
                    laid = 1
                    break
            effects = self.land_rank(lowest(kinds) >> 2, laid)
        else:
            for rank in self.tables.laying:
                if kinds >> 4 * rank & FOUR:
                    effects = self.land_rank(rank, laid)
                    burned = burned or effects & BURN != 0
                    laid += 1
        if effects & (TARGET | CALL):
            # Somebody or a suit must be named before anything else happens, the draw too.
            self.stage = NAME_SEAT if effects & TARGET else NAME_SUIT
        else:
            self.end_turn(effects | AGAIN if burned else effects)

    def land_rank(self, rank: i64, laid: i64) -> i64:
        """The picked cards of one rank land, as the `laid`-th of their play."""
        mask = shifted(FOUR, 4 * rank)
        count: i64 = 0
        kind: i64 = 0
        for plane in range(self.decks):
            these = self.cards[self.laid_at + plane] & mask
            if these:
                self.cards[self.laid_at + plane] ^= these
                self.cards[self.pile_at + plane] |= these
                count += size(these)
                kind = lowest(these)
        before = self.burns
        self.burns = 0
        effects = self.land(rank, count, self.tables.face_of[kind])
        self.burns = before | self.burns << laid
        return effects

    def land(self, rank: i64, count: i64, face: i64) -> i64:
        """Cards of one face lie on the pile: what it asks for now, the direction, fire. What is still to be done."""
        tables = self.tables
        effects = self.cover(rank, count, face)
        if effects & REVERSE and count & 1:
            self.step = -self.step
            self.did |= REVERSED
        if tables.alike and self.run >= tables.alike:
            # Whatever else they would do: the pile they would do it to is gone.
            effects = BURN | AGAIN if tables.alike_again else BURN
        if effects & BURN:
            self.clear_pile()
            self.burns |= 1
        return effects

    def take(self) -> None:
        """The pile goes into the hand; from the face-up zone the lowest face-up card may have to come along."""
        if self.zone == UP and self.tables.take_up:
            card = self.listed(self.up_at, self.turn)[0]
            self.clear_row(self.up_at, self.turn, card)
            self.put(0, self.turn, card)
            self.put(self.known_at, self.turn, card)
        self.taken()

    def taken(self) -> None:
        self.did = 0
        self.burns = 0
        self.plays += 1
        self.give_pile(self.turn)
        self.over = self.plays >= self.tables.limit
        self.pass_turn()

    def give_pile(self, seat: i64) -> None:
        """A seat takes the pile into its hand; everybody saw which cards these are."""
        for plane in range(self.decks):
            pile = self.cards[self.pile_at + plane]
            self.cards[plane * self.seats + seat] |= pile
            self.cards[self.known_at + plane * self.seats + seat] |= pile
        self.clear_pile()

    # -- 6 Answers -----------------------------------------------------------------------------------------------------

    def answers(self) -> i64:
        if self.stage == SETUP:
            return self.swaps()
        if self.stage == NAME_SUIT:
            return FOUR
        seats = (shifted(1, self.seats) - 1) & ~self.gone
        # Oneself only with other cards left: who is going out cannot stay in by it.
        return seats if self.left(self.turn) else seats & ~shifted(1, self.turn)

    def name_seat(self, seat: i64) -> None:
        """The named seat takes the pile, with the card that did it."""
        effects = self.tables.effects[self.acts]
        self.did = 0
        self.burns = 0
        self.stage = PLAY
        self.give_pile(seat)
        self.end_turn(effects)

    def name_suit(self, suit: i64) -> None:
        effects = self.tables.effects[self.acts]
        self.did = 0
        self.burns = 0
        self.stage = PLAY
        self.ask = self.tables.call_ask + suit
        self.fits = self.tables.fits[self.ask] & ~self.tables.bars[self.top]
        self.end_turn(effects)

    # -- 7 The turn ends -----------------------------------------------------------------------------------------------

    def end_turn(self, effects: i64) -> None:
        """Draw, then go out, play on, or pass the turn: an extra turn of a seat that is out falls to the next one."""
        if self.drawn < len(self.stock):
            self.draw()
        zone = self.zone_now()
        if zone == BLIND and self.cards[self.blind_at + self.turn] == 0:
            self.go_out()
        elif effects & AGAIN:
            self.zone = zone
        else:
            self.pass_turn()
        if self.plays >= self.tables.limit:
            self.over = True

    def go_out(self) -> None:
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
        if tables.refill:
            want = tables.refill - self.held(0, self.turn)
        else:
            want = tables.draw if self.zone == HAND else 0
        while want > 0 and drawn < last:
            self.put(0, self.turn, stock[drawn])
            drawn += 1
            want -= 1
        self.drawn = drawn

    def pass_turn(self) -> None:
        """To the next seat still in, in the direction of play."""
        if self.over:
            return
        seat = self.turn
        while True:
            seat += self.step
            if seat < 0:
                seat = self.seats - 1
            elif seat == self.seats:
                seat = 0
            if not self.gone >> seat & 1:
                break
        self.turn = seat
        self.zone = self.zone_now()

    # -- 8 The end -----------------------------------------------------------------------------------------------------

    def places(self) -> list[int]:
        """Of each seat its place: as they went out; those still in by cards left, fewest first, then by seat."""
        places = [0] * self.seats
        place: i64 = 0
        for seat in range(self.seats):
            place += self.gone >> seat & 1
        order = self.order
        after = place + 1
        while order:
            places[(order & 15) - 1] = place
            place -= 1
            order >>= 4
        for cards in range(KINDS * self.decks):
            for seat in range(self.seats):
                if places[seat] == 0 and self.left(seat) == cards:
                    places[seat] = after
                    after += 1
        return places

    def payoff(self, seat: i64) -> float:
        return float(self.seats - self.places()[seat]) / float(self.seats - 1)

    def check(self) -> i64:
        total: i64 = self.order & 0x7FFFFFFF
        for word in self.cards:
            total = (total * 31 + (word & 0x7FFFFFFF) + (word >> 31)) & 0x7FFFFFFF
        return (total * 31 + self.plays * 8 + self.turn) & 0x7FFFFFFF

    # -- 9 The unseen --------------------------------------------------------------------------------------------------

    def redealt(self, viewer: i64, seed: i64) -> State:
        new = self.copy()
        unseen = new.gather(viewer)
        shuffle(unseen, seed)
        new.scatter(viewer, unseen, self)
        return new

    def gather(self, viewer: i64) -> list[int]:
        """Take up every card that the viewer cannot know: other hands but for what was shown, all blind cards, the stock."""
        unseen: list[int] = []
        for seat in range(self.seats):
            if seat != viewer:
                for card in self.listed(0, seat):
                    if not self.is_known(seat, card):
                        unseen.append(card)
                        self.clear_row(0, seat, card)
            unseen += self.blind_listed(seat)
            self.cards[self.blind_at + seat] = 0
        for at in range(self.drawn, len(self.stock)):
            unseen.append(self.stock[at])
        return unseen

    def is_known(self, seat: i64, card: i64) -> bool:
        return self.cards[self.known_at + (card >> 6) * self.seats + seat] >> (card & 63) & 1 == 1

    def scatter(self, viewer: i64, unseen: list[int], like: State) -> None:
        """Deal them out again, as many to each place as `like` has there."""
        at = 0
        for seat in range(self.seats):
            if seat != viewer:
                for _ in range(like.held(0, seat) - self.held(0, seat)):
                    self.put(0, seat, unseen[at])
                    at += 1
            for _ in range(like.blinds(seat)):
                self.put_blind(seat, unseen[at])
                at += 1
        self.stock = self.stock[: self.drawn] + bytes(unseen[at:])

    def dealt(self, seed: i64) -> State:
        deck = full_deck(self.decks, self.tables.jokers)
        shuffle(deck, seed)
        new = deal(self.tables, self.seats, self.decks, deck)
        new.start()
        return new


def bare(tables: Tables, seats: i64, decks: i64, stock: bytes) -> State:
    """A table before the deal."""
    return State(tables, seats, decks, stock, words([0] * (3 * seats * decks + seats + 2 * decks)))


def full_deck(decks: i64, jokers: i64) -> list[int]:
    """Every physical card: deck after deck, by rank, then by suit; the Jokers last."""
    deck: list[int] = []
    for plane in range(decks):
        for kind in range(52 + jokers):
            deck.append(plane << 6 | kind)
    return deck


def shuffle(cards: list[int], seed: i64) -> None:
    """In place, with the quick generator: for playouts and worlds, never for a deal that counts."""
    last: i64 = len(cards) - 1
    while last > 0:
        seed = next_random(seed)
        other = below(seed, last + 1)
        cards[last], cards[other] = cards[other], cards[last]
        last -= 1


def deal(tables: Tables, seats: i64, decks: i64, deck: list[int]) -> State:
    """One card to each seat in turn: the blind cards, then the face-up ones, then the hands. The rest is the stock."""
    at: int = 0
    dealt = seats * (tables.blind + tables.up + tables.hand)
    state = bare(tables, seats, decks, bytes(deck[dealt:]))
    for _ in range(tables.blind):
        for seat in range(seats):
            state.put_blind(seat, deck[at])
            at += 1
    for _ in range(tables.up):
        for seat in range(seats):
            state.put(state.up_at, seat, deck[at])
            at += 1
    for _ in range(tables.hand):
        for seat in range(seats):
            state.put(0, seat, deck[at])
            at += 1
    if tables.setup:
        state.stage = SETUP
    else:
        state.start()
    return state
