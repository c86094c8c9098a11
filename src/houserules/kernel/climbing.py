"""Heart of Five: shed all cards in tricks of melds; the first seat out wins the round, the last one loses it.

The sections are those of the page games/heart_of_five/rules.md; which melds there are stands in climbing_melds.

S1 The deal    all cards, one by one
S4 A turn      beat the last meld or pass
S5 The trick   who leads next
S6 The round   first and last
S7 The match   rounds until someone has won enough
S8 The unseen  dealt again for a seat that may not know it
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, final

from .bits import lowest, next_random, packed, shifted, shuffle, size
from .climbing_hand import Hand
from .climbing_melds import BASICS, CARDS, FULL, NOTHING, PAGES, PASS, Terms, beating, beating_basics
from .climbing_past import Chain, past_of
from .climbing_planner import planned_move
from .position import UNIT, Position, random_move

if TYPE_CHECKING:
    from librt.vecs import vec
    from mypy_extensions import i64

NOBODY: Final = -1
WORDS: Final = 4
"""For each seat."""
PASSING: Final = 1 << PASS
NOTHING_SAID: Final[list[tuple[int, int, int]]] = []
NOT_LAST: Final = UNIT // 16
MOST_ROUNDS: Final = 200
"""Wins and losses are counted in bytes."""


@final
class ClimbingPosition(Position):
    """A match at one moment, and how it goes on."""

    __slots__ = (
        "chain",
        "chance",
        "decided",
        "decks",
        "gone",
        "hand",
        "hands",
        "last",
        "last_seat",
        "leader",
        "looks",
        "losses",
        "now",
        "open_basics",
        "order",
        "passes",
        "round",
        "said",
        "terms",
        "wins",
    )

    def __init__(self, terms: Terms, seats: i64, decks: i64, hands: vec[i64]) -> None:
        super().__init__()
        self.terms = terms
        self.seats = seats
        self.decks: i64 = decks
        self.hands = hands
        """For each seat four words: its cards, its twins (of two equal cards the second), its melds of the first page,
        and where its straight flushes begin. Most turns are answered from these; a leader looks at the whole hand."""
        self.hand = Hand()
        self.looks: i64 = NOBODY
        """The seat whose cards `hand` shows."""
        self.leader: i64 = 0
        """Who led the trick."""
        self.last: i64 = NOTHING
        """The meld to beat."""
        self.last_seat: i64 = NOBODY
        self.open_basics: i64 = 0
        """What the last meld leaves open on the first page."""
        self.passes: i64 = 0
        """Since the last meld."""
        self.gone: i64 = 0
        """The seats that are out of the round, as a set ..."""
        self.order: i64 = 0
        """... and in the order in which they went, four bits each, the last one lowest."""
        self.round: i64 = 1
        self.wins: i64 = 0
        """Rounds won, a byte for each seat."""
        self.losses: i64 = 0
        self.now: i64 = 0
        """Seconds since the deal, as the caller said."""
        self.chance: i64 = 0
        """What the quick generator deals the next rounds from. 0: nobody deals, so the match stops with the round, and
        the holder of the state may deal the next one."""
        self.decided: bool = False
        """The match is over, not only the round."""
        self.said: list[tuple[int, int, int]] = NOTHING_SAID
        """For a seat that thinks ahead, the turns of the round: who, the cards laid, those of them laid twice. Other
        states do not keep them."""
        self.chain: Chain | None = None
        """Of a world made with such a past: where the next one comes from."""

    def copy(self) -> ClimbingPosition:
        new = ClimbingPosition(self.terms, self.seats, self.decks, self.hands[:])
        new.turn = self.turn
        new.over = self.over
        new.leader = self.leader
        new.last = self.last
        new.last_seat = self.last_seat
        new.open_basics = self.open_basics
        new.passes = self.passes
        new.gone = self.gone
        new.order = self.order
        new.round = self.round
        new.wins = self.wins
        new.losses = self.losses
        new.now = self.now
        new.chance = self.chance
        new.decided = self.decided
        return new

    # -- S1 The deal ---------------------------------------------------------------------------------------------------

    def dealt(self, seed: i64) -> ClimbingPosition:
        new = ClimbingPosition(self.terms, self.seats, self.decks, self.hands[:])
        new.chance = next_random(seed) | 1
        new.deal(quick_deck(self.decks, seed))
        return new

    def deal(self, deck: vec[i64]) -> None:
        """Begin a round: all cards one by one, from a seat that moves on by one with each round."""
        for place in range(WORDS * self.seats):
            self.hands[place] = 0
        seat: i64 = (self.round - 1) % self.seats
        starter: i64 = NOBODY
        for card in deck:
            self.give(seat, card)
            if card == self.terms.starter and starter == NOBODY:
                starter = seat
            seat = seat + 1 if seat + 1 < self.seats else 0
        self.sort()
        winner = self.first_out()
        self.gone = 0
        self.order = 0
        self.over = False
        self.lead(starter if self.round == 1 else winner)

    def deal_next(self, deck: vec[i64]) -> None:
        """The round has ended, and somebody deals the next one."""
        self.round += 1
        self.deal(deck)

    def give(self, seat: i64, card: i64) -> None:
        bit = shifted(1, card)
        at = WORDS * seat
        if self.hands[at] & bit:
            self.hands[at + 1] |= bit
        self.hands[at] |= bit

    def sort(self) -> None:
        """Find the melds of every seat in the cards just dealt."""
        for seat in range(self.seats):
            self.keep(seat, self.hands[WORDS * seat], self.hands[WORDS * seat + 1])

    def keep(self, seat: i64, cards: i64, twins: i64) -> None:
        """These are the cards of a seat now."""
        hand = self.hand
        hand.look(cards, twins, self.terms.star, self.terms.star_rank)
        self.looks = seat
        at = WORDS * seat
        self.hands[at] = cards
        self.hands[at + 1] = twins
        self.hands[at + 2] = hand.basics
        self.hands[at + 3] = hand.flushes

    # -- S4 A turn -----------------------------------------------------------------------------------------------------

    def look(self) -> Hand:
        """The hand of the seat that acts, with all its melds."""
        if self.looks != self.turn:
            self.looks = self.turn
            at = WORDS * self.turn
            self.hand.look(self.hands[at], self.hands[at + 1], self.terms.star, self.terms.star_rank)
        return self.hand

    def pages(self) -> i64:
        return PAGES

    def nonempty_pages(self) -> i64:
        if self.last == NOTHING:
            return self.look().nonempty_pages()
        page = self.last >> 6
        at = WORDS * self.turn
        pages: i64 = 1
        if self.hands[at + 1] | self.hands[at + 3]:
            pages |= self.look().bomb_pages()
        if page == BASICS:
            return pages
        if page >= FULL:
            return pages | (self.look().nonempty_pages() & -shifted(1, page + 1))
        return pages | shifted(1, page)

    def legal(self, page: i64) -> i64:
        if page == BASICS:
            basics = self.hands[WORDS * self.turn + 2]
            return basics if self.last == NOTHING else (basics | PASSING) & self.open_basics
        open_to = beating(self.last, page, self.terms.star_rank)
        return self.look().melds(page) & open_to if open_to else 0

    def advance(self, move: i64) -> None:
        if move == PASS:
            self.pass_on()
        else:
            self.look().pick(move)
            self.lay(move)

    def advance_with(self, move: i64, cards: i64, twins: i64) -> None:
        """Play a legal meld with cards that a person chose, those among them that go twice given again as twins."""
        hand = self.look()
        hand.once = cards
        hand.twice = twins
        self.lay(move)

    def quick(self, seed: i64) -> i64:  # noqa: ARG002 - it leaves nothing to chance
        return planned_move(self)

    def prior(self, move: i64) -> i64:
        return UNIT if move == planned_move(self) else 0

    def expected(self, viewer: i64) -> i64:
        """Assume that rivals have a plan: good players have one, and others are beaten anyway."""
        return -1 if self.turn == viewer else planned_move(self)

    def play_on(self, seed: i64, noise: i64, most: i64, viewer: i64) -> i64:  # noqa: ARG002 - all seats play alike
        """Play until somebody has won the round. If somebody has already, play to the end: who will be last?"""
        played: i64 = 0
        won = self.order != 0
        while played < most and not self.over and (won or self.order == 0):
            seed = next_random(seed)
            if seed >> 16 < noise:
                seed = next_random(seed)
                self.advance(random_move(self, seed))
            else:
                self.advance(planned_move(self))
            played += 1
        return played

    def lay(self, meld: i64) -> None:
        """Lay the cards that were picked."""
        hand = self.hand
        cards = (hand.cards & ~hand.once) | (hand.once & hand.twins & ~hand.twice)
        self.keep(self.turn, cards, hand.twins & ~hand.once)
        self.last = meld
        self.last_seat = self.turn
        self.open_basics = beating_basics(meld, self.terms.star_rank)
        self.passes = 0
        if cards == 0:
            self.gone |= shifted(1, self.turn)
            self.order = self.order << 4 | self.turn + 1
            if size(self.gone) == self.seats - 1:
                self.end_round()
                return
        self.turn = self.next_in(self.turn)

    def pass_on(self) -> None:
        self.passes += 1
        if self.passes == self.must_pass():
            self.lead(self.last_seat)
        else:
            self.turn = self.next_in(self.turn)

    # -- S5 The trick --------------------------------------------------------------------------------------------------

    def must_pass(self) -> i64:
        """How many seats have to pass before a meld has won the trick: all that are in, except the one that laid it."""
        left = self.seats - size(self.gone)
        return left if self.gone >> self.last_seat & 1 else left - 1

    def lead(self, seat: i64) -> None:
        """A new trick, led by a seat or, if it is out, by the next one that is not."""
        if self.gone >> seat & 1:
            seat = self.next_in(seat)
        self.turn = seat
        self.leader = seat
        self.last = NOTHING
        self.last_seat = NOBODY
        self.passes = 0

    def next_in(self, seat: i64) -> i64:
        seat = seat + 1 if seat + 1 < self.seats else 0
        while self.gone >> seat & 1:
            seat = seat + 1 if seat + 1 < self.seats else 0
        return seat

    # -- S6 The round --------------------------------------------------------------------------------------------------

    def first_out(self) -> i64:
        """The seat that won the round; -1 if nobody has yet."""
        order = self.order
        while order >> 4:
            order >>= 4
        return order - 1

    def left_in(self) -> i64:
        """The seat that lost the round that has ended."""
        seat: i64 = 0
        while self.gone >> seat & 1:
            seat += 1
        return seat

    def end_round(self) -> None:
        self.wins += shifted(1, 8 * self.first_out())
        self.losses += shifted(1, 8 * self.left_in())
        self.decided = self.is_decided()
        self.over = True
        if self.chance and not self.decided:
            self.chance = next_random(self.chance) | 1
            self.deal_next(quick_deck(self.decks, self.chance))

    # -- S7 The match --------------------------------------------------------------------------------------------------

    def is_decided(self) -> bool:
        """Does the match end with this round?"""
        terms = self.terms
        if self.won(self.first_out()) >= terms.wins:
            return True
        return self.timed_out() or self.round == (terms.rounds or MOST_ROUNDS)

    def timed_out(self) -> bool:
        return self.terms.seconds != 0 and self.now >= self.terms.seconds

    def won(self, seat: i64) -> i64:
        return self.wins >> 8 * seat & 255

    def lost(self, seat: i64) -> i64:
        return self.losses >> 8 * seat & 255

    def places(self) -> list[int]:
        """Places in the match if it is decided, else in the round. Seats with equal records share a place."""
        records: list[int] = []
        for seat in range(self.seats):
            if self.decided:
                records.append(self.won(seat) << 8 | 255 - self.lost(seat))
            else:
                records.append(2 if seat == self.first_out() else 0 if not self.gone >> seat & 1 else 1)
        places: list[int] = []
        for record in records:
            place = 1
            for other in records:
                if other > record:
                    place += 1
            places.append(place)
        return places

    def reckon(self, payoffs: vec[i64]) -> None:
        """What a round is worth to a search: winning it is nearly everything, because only wins bring the match nearer.
        Not being last is worth a little; while that is open, a seat with fewer cards is worth more."""
        winner = self.first_out()
        for seat in range(self.seats):
            payoffs[seat] = NOT_LAST
            if not self.gone >> seat & 1:
                payoffs[seat] = NOT_LAST - NOT_LAST * self.held(seat) // (CARDS + 1)
                if self.over:
                    payoffs[seat] = 0
        if winner >= 0:
            payoffs[winner] = UNIT

    def payoff(self, seat: i64) -> float:
        places = self.places()
        place = places[seat]
        return (float(self.seats - place) - float(places.count(place) - 1) / 2.0) / float(self.seats - 1)

    def cut(self) -> bool:
        return self.decided and self.won(self.first_out()) < self.terms.wins

    def check(self) -> i64:
        total = (self.order * 31 + self.wins + self.losses * 7) & 0x7FFFFFFF
        for seat in range(self.seats):
            for at in range(WORDS * seat, WORDS * seat + 2):
                word = self.hands[at]
                total = (total * 31 + (word & 0x7FFFFFFF) + (word >> 31)) & 0x7FFFFFFF
        return (total * 31 + self.round * 8 + self.turn) & 0x7FFFFFFF

    # -- S8 The unseen -------------------------------------------------------------------------------------------------

    def redealt(self, viewer: i64, seed: i64) -> ClimbingPosition:
        """A search does not imagine later rounds."""
        new = self.copy()
        new.chance = 0
        new.deal_unseen(viewer, seed)
        return new

    def deal_unseen(self, viewer: i64, seed: i64) -> None:
        """Only hands are hidden: deal all of them again except the viewer's."""
        hands = self.hands
        unseen = ROOM[: self.unseen(viewer)]
        at: i64 = 0
        for seat in range(self.seats):
            if seat != viewer:
                for word in range(WORDS * seat, WORDS * seat + 2):
                    cards = hands[word]
                    while cards:
                        unseen[at] = lowest(cards)
                        cards &= cards - 1
                        at += 1
        shuffle(unseen, seed)
        at = 0
        for seat in range(self.seats):
            if seat != viewer:
                count = self.held(seat)
                hands[WORDS * seat] = 0
                hands[WORDS * seat + 1] = 0
                while count:
                    self.give(seat, unseen[at])
                    at += 1
                    count -= 1
        self.sort()

    def world(self, origin: Position, viewer: i64, seed: i64) -> ClimbingPosition:
        """If the turns of the round are known, each world fits them and is made from the one before."""
        assert isinstance(origin, ClimbingPosition)
        if viewer < 0 or len(origin.said) == 0:
            return origin.redealt(viewer, seed)
        chain = self.chain
        if chain is None:
            chain = Chain(past_of(origin, viewer), origin.redealt(viewer, seed))
        chain.go_on(seed)
        new = origin.copy()
        new.chance = 0
        new.chain = chain
        for seat in range(self.seats):
            if seat != viewer:
                new.keep(seat, chain.hands[2 * seat], chain.hands[2 * seat + 1])
        return new

    def unseen(self, viewer: i64) -> i64:
        """How many cards others hold."""
        count: i64 = 0
        for seat in range(self.seats):
            if seat != viewer:
                count += self.held(seat)
        return count

    def cards_of(self, seat: i64) -> tuple[int, int]:
        """The cards of a seat, and its twins."""
        return self.hands[WORDS * seat], self.hands[WORDS * seat + 1]

    def held(self, seat: i64) -> i64:
        return size(self.hands[WORDS * seat]) + size(self.hands[WORDS * seat + 1])


ROOM: Final = packed([0] * (2 * CARDS))
"""To be sliced: a packed array that grows card by card would cost more."""


def full_deck(decks: i64) -> vec[i64]:
    """Every card, in the order before the shuffle."""
    deck = ROOM[: CARDS * decks]
    for place in range(CARDS * decks):
        deck[place] = place % CARDS
    return deck


def quick_deck(decks: i64, seed: i64) -> vec[i64]:
    deck = full_deck(decks)
    shuffle(deck, seed)
    return deck


def bare(terms: Terms, seats: i64, decks: i64) -> ClimbingPosition:
    """A table before the deal."""
    return ClimbingPosition(terms, seats, decks, packed([0] * (WORDS * seats)))
