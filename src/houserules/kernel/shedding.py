"""The Shithead family: shed every card; the last seat that holds any loses. Driven by Tables, so it knows no variant.

The sections are those of the pages in docs/rules:

S1 The deal    blind cards, face-up cards on them, a hand; the rest is the stock
S2 The setup   hand cards are swapped for face-up ones, until everybody is ready
S3 The asking  what the pile asks of the next card
S4 A turn      a play or a blind card turned over (which plays there are: shedding_plays); how a turn ends
S5 Powers      what cards do when they land, and what has to be named
S6 Taking      the pile goes into a hand
S7 The end     places and payoffs
S8 The unseen  dealt anew for someone who may not know it
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, final

from .bits import first, lowest, next_random, shifted, shuffle, shuffle_first, size, words, zeros
from .position import UNIT, random_move
from .shedding_layout import BLIND, HAND, NAME_RANK, NAME_SEAT, NAME_SUIT, NAME_WAY, PLAY, SETUP, UP
from .shedding_plays import FLIP, READY, TAKE, Plays
from .shedding_policy import looks, sensible_move
from .tables import (
    AGAIN,
    BURN,
    CALL,
    COPY,
    FOUR,
    GIVE_NEXT,
    GLASS,
    JOKERS,
    KINDS,
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
    from librt.vecs import vec
    from mypy_extensions import i64

    from .position import Position
    from .tables import Tables

__all__ = [
    "BLIND",
    "FAILED",
    "FLIP",
    "HAND",
    "NAME_RANK",
    "NAME_SEAT",
    "NAME_SUIT",
    "NAME_WAY",
    "PLAY",
    "READY",
    "REVERSED",
    "SETUP",
    "SPENDING",
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
SPENDING: Final = 4  # the card that was laid left the game


@final
class State(Plays):
    """A match at one moment, and how it goes on."""

    __slots__ = ()

    def copy(self) -> State:
        new = State(self.tables, self.seats, self.decks, self.stock, self.cards[:])
        new.set_counters(self)
        return new

    def set_counters(self, other: State) -> None:
        self.turn = other.turn
        self.over = other.over
        self.drawn = other.drawn
        self.stage = other.stage
        self.ready = other.ready
        self.step = other.step
        self.ask = other.ask
        self.fits = other.fits
        self.top = other.top
        self.acts = other.acts
        self.run_rank = other.run_rank
        self.run = other.run
        self.zone = other.zone
        self.named = other.named
        self.named_by = other.named_by
        self.skips = other.skips
        self.last = other.last
        self.plays = other.plays
        self.gone = other.gone
        self.order = other.order

    def forget(self) -> None:
        """What earlier moves did. A copy knows nothing of it, so only who plays on in place needs this."""
        self.did = 0
        self.burns = 0
        self.layers = 0
        self.taker = -1

    # -- S1 The deal ---------------------------------------------------------------------------------------------------

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

    # -- S2 The setup --------------------------------------------------------------------------------------------------

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

    # -- S3 The asking -------------------------------------------------------------------------------------------------

    def clear_pile(self) -> None:
        """An empty pile asks for nothing."""
        self.cards[self.pile_at] = 0
        for plane in range(1, self.decks):
            self.cards[self.pile_at + plane] = 0
        self.top = self.tables.nothing
        self.acts = self.top
        self.run_rank = -1
        self.run = 0
        self.named = -1
        self.ask = 0
        self.fits = self.tables.fits[0]

    def cover(self, rank: i64, count: i64, face: i64) -> i64:
        """Some cards of one face lie on top: what the pile asks for now. The effects of what they act as."""
        tables = self.tables
        acts = face
        if tables.effects[face] & COPY and self.top != tables.nothing:
            acts = self.acts
        effects = tables.effects[acts]
        if effects & GLASS == 0:
            self.named = -1
        self.top = face
        self.acts = acts
        ask: i64 = tables.after[acts * tables.asks + self.ask]
        self.ask = ask
        self.fits = tables.fits[ask] & ~tables.bars[face]
        if rank == self.run_rank:
            self.run += count
        elif effects & GLASS == 0 or not tables.alike_through:
            self.run_rank = rank
            self.run = count
        return effects

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

    def play(self, move: i64) -> None:
        """Lay the cards of a play: of equal ranks the first few in suit order."""
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
                if cards[self.old_at + at]:
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

    def begin_play(self) -> None:
        self.plays += 1
        if self.tables.alike_one_play:
            self.run_rank = -1

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
                if cards[self.old_at + self.turn]:
                    self.shown(picked & ~cards[self.known_at + at])
                cards[self.known_at + at] &= ~picked
            at += self.seats
        return kinds

    def flip(self, place: i64) -> None:
        """Turn a blind card over: it lands if it may, else it goes into the hand and the pile with it."""
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
            self.landed(self.land((card & 63) >> 2, 1, self.tables.face_of[card & 63]))
        else:
            self.put(0, self.turn, card)
            self.put(self.known_at, self.turn, card)
            self.taken()
            self.did |= FAILED

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

    def land(self, rank: i64, count: i64, face: i64) -> i64:
        """Cards of one face lie on the pile: what it asks for now, then what they do. What is still to be done."""
        effects = self.cover(rank, count, face)
        if effects & (REVERSE | SKIP):
            effects = self.turn_round(effects, count)
        tables = self.tables
        if tables.alike and self.run >= tables.alike and not tables.alike_never >> 4 * rank & 1:
            # Whatever else they would do: the pile they would do it to is gone.
            effects = BURN | AGAIN if tables.alike_again else BURN
        if effects & BURN:
            self.clear_pile()
            self.burns |= shifted(1, self.layers & 31)
        self.layers += 1
        return effects

    def turn_round(self, effects: i64, count: i64) -> i64:
        """The direction turns, seats will miss their turn: once for each card, or once for the play."""
        if effects & REVERSE and (count & 1 or effects & ONCE):
            self.step = -self.step
            self.did |= REVERSED
            if self.tables.reverse_again and self.seats - size(self.gone) == 2:
                effects |= AGAIN
        if effects & SKIP:
            if effects & SKIP_ONCE:
                count = 1
            self.skips += count
        return effects

    def landed(self, effects: i64) -> None:
        """What is done to others: the pile is given away, or something must be named before anything else happens."""
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
            self.taker = self.neighbour(self.turn, self.step if effects & GIVE_NEXT else -self.step)
            self.give_away(self.taker, effects)

    # -- S5 Powers: what has to be named -------------------------------------------------------------------------------

    def name_seat(self, seat: i64) -> None:
        """The named seat takes the pile."""
        self.stage = PLAY
        self.taker = seat
        self.give_away(seat, self.tables.effects[self.acts])

    def give_away(self, seat: i64, effects: i64) -> None:
        """The pile goes into a hand, with the card that did it unless that one leaves the game."""
        if effects & SPENT:
            self.spend()
        self.give_pile(seat)
        self.end_turn(effects)

    def spend(self) -> None:
        """The card that was laid last leaves the game."""
        self.cards[self.pile_at + (self.last >> 6)] &= ~shifted(1, self.last & 63)
        self.did |= SPENDING

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
                self.clear_pile()
                self.burns |= 1
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

    # -- S4 A turn: how it ends ----------------------------------------------------------------------------------------

    def end_turn(self, effects: i64) -> None:
        """Draw, then go out, play on, or pass the turn: an extra turn of a seat that is out falls to the next one."""
        if self.drawn < len(self.stock) and not (self.tables.draw_late and effects & AGAIN and self.held(0, self.turn)):
            self.draw()
        zone: i64 = HAND
        if self.cards[self.turn] == 0:
            zone = self.zone_now()
        if zone == BLIND and self.cards[self.blind_at + self.turn] == 0:
            self.go_out()
        elif effects & AGAIN:
            self.zone = zone
        else:
            self.pass_turn()
        self.skips = 0
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
        want: i64 = 0
        if self.zone == HAND:
            want = tables.draw
        if tables.refill:
            want = tables.refill
            at = self.turn
            while at < self.up_at and want:
                hand = self.cards[at]
                while hand and want:
                    hand &= hand - 1
                    want -= 1
                at += self.seats
        while want > 0 and drawn < last:
            self.put(0, self.turn, stock[drawn])
            drawn += 1
            want -= 1
        self.drawn = drawn

    def pass_turn(self) -> None:
        """To the next seat still in, in the direction of play, past those that miss their turn."""
        if self.over:
            return
        seat = self.turn + self.step
        if seat < 0 or seat == self.seats or self.gone >> seat & 1:
            seat = self.neighbour(self.turn, self.step)
        while self.skips:
            seat = self.neighbour(seat, self.step)
            self.skips -= 1
        self.turn = seat
        self.zone = HAND
        if self.cards[seat] == 0:
            self.zone = self.zone_now()

    # -- S6 Taking -----------------------------------------------------------------------------------------------------

    def take(self) -> None:
        """The pile goes into the hand; from the face-up zone the lowest face-up card may have to come along."""
        if self.zone == UP and self.tables.take_up:
            card = self.lowest_up()
            self.clear_row(self.up_at, self.turn, card)
            self.put(0, self.turn, card)
            self.put(self.known_at, self.turn, card)
        elif self.zone == HAND and not self.tables.free_take:
            self.told_by_taking()
        self.taken()

    def taken(self) -> None:
        self.begin_play()
        self.give_pile(self.turn)
        self.over = self.plays >= self.tables.limit
        if self.tables.taker_leads:
            self.zone = HAND
        else:
            self.pass_turn()

    def give_pile(self, seat: i64) -> None:
        """A seat takes the pile into its hand; everybody saw which cards these are."""
        for plane in range(self.decks):
            pile = self.cards[self.pile_at + plane]
            self.cards[plane * self.seats + seat] |= pile
            self.cards[self.known_at + plane * self.seats + seat] |= pile
        self.clear_pile()

    # What everybody can conclude: who had to take the pile held nothing that would have fitted.

    def told_by_taking(self) -> None:
        """No card of the hand fits, but for those that may not have been laid for another reason."""
        at = self.old_at + self.turn
        count = self.unknown(self.turn)
        lacks = self.fits & ~self.tables.doubtful
        if self.cards[at] == count:
            lacks |= self.cards[self.lacks_at + self.turn]
        if count == 0:
            lacks = 0
        self.cards[self.lacks_at + self.turn] = lacks
        self.cards[at] = count

    def shown(self, kinds: i64) -> None:
        """Cards that nobody knew leave a hand: those it was known to lack are new, all others may be old."""
        at = self.old_at + self.turn
        left = self.cards[at] - size(kinds & ~self.cards[self.lacks_at + self.turn])
        if left > 0:
            self.cards[at] = left
        else:
            self.cards[at] = 0
            self.cards[self.lacks_at + self.turn] = 0

    # -- S7 The end ----------------------------------------------------------------------------------------------------

    def places(self) -> list[int]:
        """Of each seat its place: as they went out; those still in by cards left, then by seat, or all the same."""
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
                    after += 0 if self.tables.limit_shared else 1
        return places

    def payoff(self, seat: i64) -> float:
        places = self.places()
        place = places[seat]
        return (float(self.seats - place) - float(places.count(place) - 1) / 2.0) / float(self.seats - 1)

    def reckon(self, payoffs: vec[i64]) -> None:
        """Of those still in, a seat comes before another the likelier, the fewer cards it has left."""
        staying = self.seats
        order = self.order
        while order:
            staying -= 1
            order >>= 4
        order = self.order
        place = self.seats - staying
        while order:
            payoffs[(order & 15) - 1] = (self.seats - place) * UNIT // (self.seats - 1)
            place -= 1
            order >>= 4
        for seat in range(self.seats):
            if not self.gone >> seat & 1:
                payoffs[seat] = self.chances(seat) // (self.seats - 1)

    def chances(self, seat: i64) -> i64:
        """The chances to come before each of the others that are still in, added up."""
        total: i64 = 0
        mine = self.left(seat)
        for other in range(self.seats):
            if other != seat and not self.gone >> other & 1:
                left = self.left(other)
                if not self.over:
                    total += UNIT * left * left // (left * left + mine * mine)
                elif left > mine or (left == mine and other > seat and not self.tables.limit_shared):
                    total += UNIT
                elif left == mine and self.tables.limit_shared:
                    total += UNIT // 2
        return total

    def cut(self) -> bool:
        return self.over and self.plays >= self.tables.limit

    def check(self) -> i64:
        total: i64 = self.order & 0x7FFFFFFF
        for word in self.cards:
            total = (total * 31 + (word & 0x7FFFFFFF) + (word >> 31)) & 0x7FFFFFFF
        return (total * 31 + self.plays * 8 + self.turn) & 0x7FFFFFFF

    # Quick play: what a search asks for.

    def quick(self, seed: i64) -> i64:
        return sensible_move(self, seed)

    def prior(self, move: i64) -> i64:
        return looks(self, move)

    def play_on(self, seed: i64, noise: i64, most: i64, viewer: i64) -> i64:
        """The same loop as for any game: here the compiler knows whom it calls."""
        played: i64 = 0
        out: i64 = 0
        if viewer >= 0:
            out = shifted(1, viewer)
        while played < most and not self.over and not self.gone & out:
            seed = next_random(seed)
            if seed >> 16 < noise:
                seed = next_random(seed)
                self.advance(random_move(self, seed))
            else:
                self.advance(sensible_move(self, seed))
            played += 1
        return played

    # -- S8 The unseen -------------------------------------------------------------------------------------------------

    def redealt(self, viewer: i64, seed: i64) -> State:
        new = self.copy()
        new.stock = self.stock[:]
        new.deal_unseen(viewer, seed)
        return new

    def world(self, origin: Position, viewer: i64, seed: i64) -> Position:
        """In place: a search asks for a world ten thousand times a second."""
        assert isinstance(origin, State)
        if self is origin or len(self.stock) != len(origin.stock) or len(self.cards) != len(origin.cards):
            return origin.redealt(viewer, seed)
        self.become(origin)
        self.deal_unseen(viewer, seed)
        return self

    def become(self, other: State) -> None:
        """Everything as in another state of the same table, in the memory that this one has."""
        for at in range(len(other.cards)):
            self.cards[at] = other.cards[at]
        for at in range(other.drawn, len(other.stock)):
            self.stock[at] = other.stock[at]
        self.set_counters(other)

    def deal_unseen(self, viewer: i64, seed: i64) -> None:
        """Deal every card the viewer cannot know anew: other hands but for what was shown, all blind cards, the stock.

        Who is known to lack something gets nothing of it, as far as there are other cards."""
        cards = self.cards
        unseen = zeros(KINDS * self.decks)
        count: i64 = 0
        lacking = False
        for seat in range(self.seats):
            if seat != viewer:
                at = seat
                for plane in range(self.decks):
                    rest = cards[at] & ~cards[self.known_at + at]
                    while rest:
                        unseen[count] = plane << 6 | lowest(rest)
                        count += 1
                        rest &= rest - 1
                    at += self.seats
                lacking = lacking or cards[self.old_at + seat] > 0
            rest = cards[self.blind_at + seat]
            while rest:
                unseen[count] = (rest & 255) - 1
                count += 1
                rest >>= 8
        stock = self.stock
        for at in range(self.drawn, len(stock)):
            unseen[count] = stock[at]
            count += 1
        shuffle_first(unseen, count, seed)
        if lacking:
            self.heed_lacks(viewer, unseen, count)
        count = 0
        for seat in range(self.seats):
            if seat != viewer:
                want = self.unknown(seat)
                at = seat
                while at < self.up_at:
                    cards[at] &= cards[self.known_at + at]
                    at += self.seats
                while want:
                    card = unseen[count]
                    cards[(card >> 6) * self.seats + seat] |= shifted(1, card & 63)
                    count += 1
                    want -= 1
            rest = cards[self.blind_at + seat]
            stack: i64 = 0
            while rest:
                stack = stack << 8 | unseen[count] + 1
                count += 1
                rest >>= 8
            cards[self.blind_at + seat] = stack
        for at in range(self.drawn, len(stock)):
            stock[at] = unseen[count]
            count += 1

    def heed_lacks(self, viewer: i64, unseen: vec[i64], count: i64) -> None:
        """Exchange shuffled cards so that the first of those meant for a seat are none that it is known to lack."""
        at: i64 = 0
        for seat in range(self.seats):
            if seat != viewer:
                lacks = self.cards[self.lacks_at + seat]
                for place in range(at, at + self.cards[self.old_at + seat]):
                    other: i64 = place
                    while other < count and lacks >> (unseen[other] & 63) & 1:
                        other += 1
                    if other < count:
                        card = unseen[place]
                        unseen[place] = unseen[other]
                        unseen[other] = card
                at += self.unknown(seat)
            at += self.blinds(seat)


def bare(tables: Tables, seats: i64, decks: i64, stock: vec[i64]) -> State:
    """A table before the deal."""
    return State(tables, seats, decks, stock, zeros(3 * seats * decks + 3 * seats + 2 * decks))


def first_of(known: i64, others: i64, count: i64) -> i64:
    """So many cards: known ones, then others, the lowest first."""
    from_known = size(known)
    if from_known >= count:
        return first(known, count)
    return known | first(others, count - from_known)


def full_deck(decks: i64, jokers: i64) -> vec[i64]:
    """Every physical card: deck after deck, by rank, then by suit; the Jokers last."""
    return words([plane << 6 | kind for plane in range(decks) for kind in range(52 + jokers)])


def deal(tables: Tables, seats: i64, decks: i64, deck: vec[i64]) -> State:
    """One card to each seat in turn: the blind cards, then the face-up ones, then the hands. The rest is the stock."""
    at: i64 = 0
    dealt = seats * (tables.blind + tables.up + tables.hand)
    state = bare(tables, seats, decks, deck[dealt:])
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
