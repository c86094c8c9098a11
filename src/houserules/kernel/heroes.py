"""H3ROES C4RDS: two seats bet on who ends a round nearer to 34 points. Ten turns make a round, 1000 credits the match.

The sections are those of games/heroes/rules.md:

S1 The match   cards, powers, credits
S2 The deal    ten cards in slots for each seat, unseen by all
S3 The bets    both at once, until both stand
S4 Turn 1      each seat turns over a card of its own: who starts
S5 A turn      a card of one's own against one of the rival's; the winner whose turn it is adds or subtracts
S6 The round   the seat nearer to 34 gains its bet
S7 The end     1000 credits, none, or 200 rounds
S8 The unseen  dealt again for a seat that may not know it
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, final

from .bits import below, next_random, packed, shifted
from .position import Position

if TYPE_CHECKING:
    from librt.vecs import vec
    from mypy_extensions import i64

# -- S1 The match ------------------------------------------------------------------------------------------------------

CARDS: Final = 68  # ids 0 to 67; the power of a card is its id
JOKER: Final = 0  # its power is rolled with the deal
JOKER_POWERS: Final = 68  # from 1
MANHATTAN: Final = 67
SLOTS: Final = 10  # of each seat
TURNS: Final = 10  # of a round
AIM: Final = 34  # the points to be near to
PURSE: Final = 100  # credits to begin with
GOAL: Final = 1000  # credits that win
ROUNDS: Final = 200  # the most there are

# What the match waits for.
BETTING: Final = 0
FIRST: Final = 1  # turn 1: both seats pick for themselves
OWN: Final = 2
RIVAL: Final = 3
CHOICE: Final = 4  # add or subtract
DEALING: Final = 5  # the next round, which nobody has dealt yet
GAME_OVER: Final = 6

# Where things stand in the table: cards by seat and slot, then a word for each seat.
LEFT: Final = 20  # slots with a card that nobody has turned over, a bit each
SHOWN: Final = 22  # slots whose card lies open
CREDITS: Final = 24
POINTS: Final = 26
BET: Final = 28
KNOWN: Final = 30  # the rival's slots that Dr. Manhattan showed this seat
WORDS: Final = 32

# Moves: a slot where one is picked; a bet fills pages of 63; and these two.
ADD: Final = 0
SUBTRACT: Final = 1
BETS: Final = 63  # on a page

ALL: Final = (1 << SLOTS) - 1
# What the last move did, for the events.
SHOWED: Final = 1  # Dr. Manhattan showed what the rival has left

DEALS_ON: Final = 1 << 32  # a chance that is there, whatever its 32 bits are

DECK: Final = packed(range(CARDS))
"""In order; a deal begins with a copy."""


@final
class HeroesPosition(Position):
    """A match at one moment, and how it goes on."""

    __slots__ = (
        "chance",
        "did",
        "gain",
        "joker",
        "margin",
        "number",
        "own",
        "phase",
        "rival",
        "round",
        "starter",
        "table",
        "tie",
    )

    def __init__(self, table: vec[i64]) -> None:
        self.seats = 2
        self.turn = 0
        self.over = False
        self.one_page = False
        self.table = table
        self.phase: i64 = BETTING
        self.round: i64 = 0
        self.number: i64 = 1  # of the turn in its round
        self.starter: i64 = -1
        self.tie: i64 = 0  # who starts if the first two cards are equal
        self.joker: i64 = 0  # its power; 0 if nobody holds it
        self.own: i64 = -1  # the slot picked by the seat whose turn it is, in turn 1 by seat 0
        self.rival: i64 = -1  # the slot picked of its rival, in turn 1 by seat 1
        self.gain: i64 = 0  # what may be added or subtracted
        self.did: i64 = 0  # what was done since the last copy,
        self.margin: i64 = 0  # and by how much the seat whose turn it was won the battle; negative if it lost
        self.chance: i64 = 0  # what the rounds to come are dealt from; 0 if somebody else deals them

    def copy(self) -> HeroesPosition:
        new = HeroesPosition(self.table[:])
        new.turn = self.turn
        new.over = self.over
        new.phase = self.phase
        new.round = self.round
        new.number = self.number
        new.starter = self.starter
        new.tie = self.tie
        new.joker = self.joker
        new.own = self.own
        new.rival = self.rival
        new.gain = self.gain
        new.chance = self.chance
        return new

    def power(self, seat: i64, slot: i64) -> i64:
        card = self.table[SLOTS * seat + slot]
        return self.joker if card == JOKER else card

    # -- S2 The deal ---------------------------------------------------------------------------------------------------

    def dealt(self, seed: i64) -> HeroesPosition:
        new = fresh()
        new.chance = scattered(seed) | DEALS_ON
        new.deal_on()
        return new

    def deal_on(self) -> None:
        """The next round, by the quick generator."""
        deck = DECK[:]
        table = self.table
        seed = self.chance
        joker: i64 = 0
        for place in range(2 * SLOTS):
            seed = next_random(seed)
            other = place + below(seed, CARDS - place)
            card = deck[other]
            deck[other] = deck[place]
            table[place] = card
            if card == JOKER:
                joker = 1
        seed = next_random(seed)
        if joker:
            joker += below(seed, JOKER_POWERS)
        seed = next_random(seed)
        self.chance = seed | DEALS_ON
        self.begin_round(joker, seed >> 31)

    def deal(self, cards: list[int], joker: i64, tie: i64) -> None:
        """The next round, by somebody else: ten cards for seat 0 in the order of the slots, ten for seat 1."""
        for place in range(2 * SLOTS):
            self.table[place] = cards[place]
        self.begin_round(joker, tie)

    def begin_round(self, joker: i64, tie: i64) -> None:
        """The cards lie in their slots: everything else of a round starts afresh."""
        table = self.table
        for seat in range(2):
            table[LEFT + seat] = ALL
            table[SHOWN + seat] = 0
            table[POINTS + seat] = 0
            table[BET + seat] = 0
            table[KNOWN + seat] = 0
        self.joker = joker
        self.tie = tie
        self.round += 1
        self.number = 1
        self.starter = -1
        self.phase = BETTING
        self.turn = 0
        self.over = False

    # -- S3, S4, S5 What may be done -----------------------------------------------------------------------------------

    def pages(self) -> i64:
        return self.table[CREDITS + self.turn] // BETS + 1 if self.phase == BETTING else 1

    def legal(self, page: i64) -> i64:
        """Only a seat without a bet may bet, and only more than 0: players have more choices, but playouts must end."""
        if self.phase == RIVAL:
            return self.table[LEFT + 1 - self.turn]
        if self.phase == CHOICE:
            return 1 << ADD | 1 << SUBTRACT
        if self.phase != BETTING:
            return self.table[LEFT + self.turn]
        count = self.table[CREDITS + self.turn] + 1 - BETS * page
        bets = 0x7FFFFFFFFFFFFFFF if count >= BETS else shifted(1, count) - 1
        return bets & ~1 if page == 0 else bets

    def advance(self, move: i64) -> None:
        self.act(self.turn, move)

    def act(self, seat: i64, move: i64) -> None:
        """Play a move of a seat, in place. Where both may act, `turn` is only one of them."""
        if self.phase == OWN:
            self.pick_own(move)
        elif self.phase == RIVAL:
            self.pick_rival(move)
        elif self.phase == CHOICE:
            self.score(move)
        elif self.phase == FIRST:
            self.pick_first(seat, move)
        else:
            self.bet(seat, BETS * (move >> 6) + (move & 63))

    # -- S3 The bets ---------------------------------------------------------------------------------------------------

    def bet(self, seat: i64, amount: i64) -> None:
        """A bet of 0 takes the last one back. When both stand, they are open and stay."""
        table = self.table
        table[BET + seat] = amount
        if table[BET] and table[BET + 1]:
            self.phase = FIRST
            self.turn = 0
        else:
            self.turn = 1 if table[BET] else 0

    # -- S4 Turn 1 -----------------------------------------------------------------------------------------------------

    def turn_over(self, seat: i64, slot: i64) -> None:
        """The card in a slot lies open from now on."""
        bit = shifted(1, slot)
        self.table[LEFT + seat] &= ~bit
        self.table[SHOWN + seat] |= bit

    def pick_first(self, seat: i64, slot: i64) -> None:
        """In either order; the higher power starts."""
        self.turn_over(seat, slot)
        if seat == 0:
            self.own = slot
        else:
            self.rival = slot
        if self.own < 0 or self.rival < 0:
            self.turn = 1 - seat
            return
        one = self.power(0, self.own)
        two = self.power(1, self.rival)
        self.starter = 0 if one > two else 1 if two > one else self.tie
        self.turn = 1 - self.starter
        self.end_turn()

    # -- S5 A turn -----------------------------------------------------------------------------------------------------

    def pick_own(self, slot: i64) -> None:
        self.turn_over(self.turn, slot)
        self.own = slot
        self.phase = RIVAL

    def pick_rival(self, slot: i64) -> None:
        """And the battle: Dr. Manhattan shows what the rival has left, then powers are compared."""
        rival = 1 - self.turn
        self.turn_over(rival, slot)
        self.rival = slot
        if self.table[SLOTS * self.turn + self.own] == MANHATTAN:
            self.table[KNOWN + self.turn] = self.table[LEFT + rival]
            self.did |= SHOWED
        self.margin = self.power(self.turn, self.own) - self.power(rival, slot)
        if self.margin > 0:
            self.gain = self.margin
            self.phase = CHOICE
        else:
            self.end_turn()

    def score(self, choice: i64) -> None:
        self.table[POINTS + self.turn] += self.gain if choice == ADD else -self.gain
        self.end_turn()

    def end_turn(self) -> None:
        """To the other seat. A hand can be empty before turn 10 only in a position that was set up like that."""
        self.own = -1
        self.rival = -1
        self.gain = 0
        if self.number == TURNS or self.table[LEFT] == 0 or self.table[LEFT + 1] == 0:
            self.end_round()
        else:
            self.number += 1
            self.turn = 1 - self.turn
            self.phase = OWN

    # -- S6 The round --------------------------------------------------------------------------------------------------

    def distance(self, seat: i64) -> i64:
        points = self.table[POINTS + seat]
        return points - AIM if points > AIM else AIM - points

    def nearer(self) -> i64:
        """The seat that is nearer to 34; -1 if none is."""
        one = self.distance(0)
        two = self.distance(1)
        return 0 if one < two else 1 if two < one else -1

    def end_round(self) -> None:
        """The nearer seat gains its own bet; a seat that is not nearer loses its own."""
        table = self.table
        winner = self.nearer()
        for seat in range(2):
            table[CREDITS + seat] += table[BET + seat] if seat == winner else -table[BET + seat]
        self.turn = 0
        if self.decided() or self.round >= ROUNDS:
            self.phase = GAME_OVER
            self.over = True
        elif self.chance:
            self.deal_on()
        else:
            self.phase = DEALING
            self.over = True

    # -- S7 The end ----------------------------------------------------------------------------------------------------

    def decided(self) -> bool:
        """Has somebody 1000 credits, or none?"""
        one = self.table[CREDITS]
        two = self.table[CREDITS + 1]
        return one >= GOAL or two >= GOAL or one <= 0 or two <= 0

    def leader(self) -> i64:
        """The seat with more credits, which is the winner of a match that is over for any reason; -1 if none has."""
        one = self.table[CREDITS]
        two = self.table[CREDITS + 1]
        return 0 if one > two else 1 if two > one else -1

    def payoff(self, seat: i64) -> float:
        """Of a match; where nobody has dealt the next round, of the last one."""
        winner = self.leader() if self.phase == GAME_OVER else self.nearer()
        return 0.5 if winner < 0 else 1.0 if winner == seat else 0.0

    def cut(self) -> bool:
        return self.phase == GAME_OVER and not self.decided()

    def check(self) -> i64:
        total: i64 = self.phase * 8 + self.turn
        for word in self.table:
            total = (total * 31 + (word & 0x7FFFFFFF)) & 0x7FFFFFFF
        return (total * 31 + self.round * 1024 + self.number * 64 + self.joker) & 0x7FFFFFFF

    # -- S8 The unseen -------------------------------------------------------------------------------------------------

    def redealt(self, viewer: i64, seed: i64) -> HeroesPosition:
        """Every card that the viewer has not been shown, the Joker's power, who starts at a tie, and hidden bets."""
        new = self.copy()
        new.chance = 0
        seed = next_random(scattered(seed))
        new.tie = seed >> 31
        seed = new.deal_unseen(viewer, seed)
        if new.phase == BETTING:
            new.bet_unseen(viewer, seed)
        return new

    def sees(self, viewer: i64, place: i64) -> bool:
        """Has the viewer been shown the card at this place of the table?"""
        seat = place // SLOTS
        slot = place % SLOTS
        if self.table[SHOWN + seat] >> slot & 1:
            return True
        return viewer == 1 - seat and self.table[KNOWN + viewer] >> slot & 1 == 1

    def deal_unseen(self, viewer: i64, seed: i64) -> i64:
        """Deal all but what the viewer has been shown; the next number of the generator."""
        table = self.table
        deck = DECK[:]
        rolled = True  # the Joker's power is unknown until it lies open
        for place in range(2 * SLOTS):
            if self.sees(viewer, place):
                deck[table[place]] = -1
            if table[place] == JOKER and table[SHOWN + place // SLOTS] >> place % SLOTS & 1:
                rolled = False
        count: i64 = 0
        for card in range(CARDS):
            if deck[card] >= 0:
                deck[count] = card
                count += 1
        held: i64 = 0
        for place in range(2 * SLOTS):
            if not self.sees(viewer, place) and table[LEFT + place // SLOTS] >> place % SLOTS & 1:
                seed = next_random(seed)
                other = below(seed, count)
                table[place] = deck[other]
                count -= 1
                deck[other] = deck[count]
            if table[place] == JOKER and table[LEFT + place // SLOTS] >> place % SLOTS & 1:
                held = 1
        seed = next_random(seed)
        if rolled:
            self.joker = held + below(seed, JOKER_POWERS) if held else 0
        return next_random(seed)

    def bet_unseen(self, viewer: i64, seed: i64) -> None:
        """While there is betting, only one bet can stand: a seat that has bet knows that the rival has not."""
        seat = 1 - viewer
        if viewer < 0:
            seat = seed >> 31
            seed = next_random(seed)
            self.table[BET + 1 - seat] = 0
        elif self.table[BET + viewer]:
            return
        self.table[BET + seat] = below(seed, self.table[CREDITS + seat] + 1)
        self.turn = 1 if self.table[BET] else 0


def bet_number(amount: i64) -> i64:
    """The move that bets this amount."""
    return amount // BETS << 6 | amount % BETS


def scattered(seed: i64) -> i64:
    """A seed of 32 bits. Neighbouring seeds, and consecutive numbers of the generator, must not give similar deals."""
    seed &= 0xFFFFFFFF
    for _ in range(2):
        seed = (seed >> 16 ^ seed) * 0x45D9F3B & 0xFFFFFFFF
    return seed >> 16 ^ seed


def fresh() -> HeroesPosition:
    """A table before the first deal."""
    table = packed([0] * WORDS)
    table[CREDITS] = PURSE
    table[CREDITS + 1] = PURSE
    return HeroesPosition(table)
