"""The Shithead family: shed every card; the last seat that holds any loses. Driven by Tables, so it knows no variant.

1 The deal     blind cards, face-up cards on them, a hand; the rest is the stock
2 The setup    hand cards are swapped for face-up ones, until everybody is ready
3 The asking   what the pile asks of the next card
4 A turn       a play, a blind card turned over, or the pile taken (which plays there are: shedding_plays)
5 Landing      what cards do when they land
6 Answers      a seat is named to take the pile, or a suit is called
7 The turn ends: cards are drawn, a seat without cards is out, the next one acts
8 The end      places and payoffs
9 The unseen   dealt anew for someone who may not know it
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, final

from .bits import below, first, lowest, next_random, shifted, size, words
from .shedding_layout import BLIND, FOUR, HAND, NAME_SEAT, NAME_SUIT, PLAY, SETUP, UP
from .shedding_plays import FLIP, READY, TAKE, Plays
from .tables import AGAIN, BURN, CALL, COPY, JOKERS, KINDS, MIXED, RANKS, REVERSE, SETS, SINGLES, TARGET

if TYPE_CHECKING:
    from librt.vecs import vec
    from mypy_extensions import i64

    from .tables import Tables

__all__ = [
    "BLIND",
    "FAILED",
    "FLIP",
    "HAND",
    "NAME_SEAT",
    "NAME_SUIT",
    "PLAY",
    "READY",
    "REVERSED",
    "SETUP",
    "TAKE",
    "UP",
    "State",
    "bare",
    "deal",
    "full_deck",
]

# What the last move did, for whoever tells it.
REVERSED: Final = 1
FAILED: Final = 2  # a blind card that could not be played


@final
class State(Plays):
    """A match at one moment, and how it goes on."""

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

    def dealt(self, seed: i64) -> State:
        deck = full_deck(self.decks, self.tables.jokers)
        shuffle(deck, seed)
        new = deal(self.tables, self.seats, self.decks, deck)
        new.start()
        return new

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

    # -- 2 The setup ---------------------------------------------------------------------------------------------------

    def swap(self, seat: i64, hand: i64, up: i64) -> None:
        """Exchange two physical cards. Everybody saw the face-up one, so everybody knows it in the hand."""
        self.clear_row(0, seat, hand)
        self.clear_row(self.known_at, seat, hand)
        self.clear_row(self.up_at, seat, up)
        self.put(self.up_at, seat, hand)
        self.put(0, seat, up)
        self.put(self.known_at, seat, up)

    def say_ready(self, seat: i64) -> None:
        self.ready |= shifted(1, seat)
        everyone = shifted(1, self.seats) - 1
        if self.ready == everyone:
            self.start()
        else:
            self.turn = lowest(everyone & ~self.ready)

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

    # -- 5 Landing -----------------------------------------------------------------------------------------------------

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
            # Of mixed cards any that burned gives another turn, not only the last.
            mixed = self.tables.modes[self.zone] == MIXED
            self.end_turn(effects | AGAIN if burned and mixed else effects)

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

    # -- 6 Answers -----------------------------------------------------------------------------------------------------

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
        want = tables.draw if self.zone == HAND else 0
        if tables.refill:
            want = tables.refill - self.held(0, self.turn)
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
        unseen = words(new.gather(viewer))
        shuffle(unseen, seed)
        new.scatter(viewer, unseen, self)
        return new

    def gather(self, viewer: i64) -> list[int]:
        """Take up every card the viewer cannot know: other hands but for what was shown, all blind cards, the stock."""
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

    def scatter(self, viewer: i64, unseen: vec[i64], like: State) -> None:
        """Deal them out again, as many to each place as `like` has there."""
        at: i64 = 0
        for seat in range(self.seats):
            if seat != viewer:
                for _ in range(like.held(0, seat) - self.held(0, seat)):
                    self.put(0, seat, unseen[at])
                    at += 1
            for _ in range(like.blinds(seat)):
                self.put_blind(seat, unseen[at])
                at += 1
        self.stock = self.stock[: self.drawn] + bytes([unseen[rest] for rest in range(at, len(unseen))])


def bare(tables: Tables, seats: i64, decks: i64, stock: bytes) -> State:
    """A table before the deal."""
    return State(tables, seats, decks, stock, words([0] * (3 * seats * decks + seats + 2 * decks)))


def full_deck(decks: i64, jokers: i64) -> vec[i64]:
    """Every physical card: deck after deck, by rank, then by suit; the Jokers last."""
    return words([plane << 6 | kind for plane in range(decks) for kind in range(52 + jokers)])


def shuffle(cards: vec[i64], seed: i64) -> None:
    """In place, with the quick generator: for playouts and worlds, never for a deal that counts."""
    last: i64 = len(cards) - 1
    while last > 0:
        seed = next_random(seed)
        other = below(seed, last + 1)
        card = cards[last]
        cards[last] = cards[other]
        cards[other] = card
        last -= 1


def deal(tables: Tables, seats: i64, decks: i64, deck: vec[i64]) -> State:
    """One card to each seat in turn: the blind cards, then the face-up ones, then the hands. The rest is the stock."""
    at: i64 = 0
    dealt = seats * (tables.blind + tables.up + tables.hand)
    state = bare(tables, seats, decks, bytes([deck[rest] for rest in range(dealt, len(deck))]))
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
