"""The end of a round of Heart of Five between two players, with open cards: who is out first, and by which play.

E1 A hand       what counts of it: how many cards of each rank, and the very cards only in straight flushes
E2 Last melds   kind and strength in one number
E3 Plays        all that differ in effect, whatever their suits
E4 The search   can the player to act be out first?
E5 The answer   with the cards to lay
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, final

from .bits import lowest, shifted, size, words
from .climbing_melds import (
    BASICS,
    EACH,
    FOUR,
    FULL,
    LARGE,
    NOTHING,
    PASS,
    RANKS,
    RUNS,
    SHORTEST,
    SISTERS,
    STAR_SINGLE,
    SUITED,
    WEAK_JOKER,
    Hand,
    above,
    at_least,
    counts_of,
    in_a_row,
    in_run_order,
    in_single_order,
)
from .climbing_plan import meld_of, neighbours

if TYPE_CHECKING:
    from librt.vecs import vec
    from mypy_extensions import i64

    from .climbing import State

# -- E1 A hand -------------------------------------------------------------------------------------------------------
# A hand is three words. The first holds the counts of the ranks without the star, then those of the Jokers and of the
# star. The second and third hold the cards that stand in a straight flush, and those of them that it holds twice. The
# suits of all other cards never matter again.

WEAK: Final = 52
STRONG: Final = 54
STARS: Final = 56


def tally(cards: i64, twins: i64, star: i64) -> i64:
    """The first word of a hand."""
    both = counts_of(cards & ~star) + counts_of(twins & ~star)
    weak = (cards >> 52 & 1) + (twins >> 52 & 1)
    strong = (cards >> 53 & 1) + (twins >> 53 & 1)
    stars: i64 = (1 if cards & star else 0) + (1 if twins & star else 0)
    return both | weak << WEAK | strong << STRONG | stars << STARS


def flush_cards(cards: i64) -> i64:
    """Those that stand in a straight flush."""
    rows = in_a_row(in_run_order(cards), SHORTEST)
    if rows == 0:
        return 0
    return in_single_order(rows | rows << 4 | rows << 8 | rows << 12 | rows << 16)


# -- E2 Last melds ---------------------------------------------------------------------------------------------------
# kind << 8 | strength: within a kind the stronger beats the weaker.

SINGLE: Final = 0  # strength: rank, Jokers 13 and 14, star 15
PAIR: Final = 1  # strength: rank
TRIPLE: Final = 2
HOUSE: Final = 3  # strength: rank of the triple
SISTER_PAIRS: Final = 4  # and one more for each rank beyond the second; strength: lowest rank
SISTER_TRIPLES: Final = 16
RUN: Final = 28  # and one more for each card beyond the fifth; strength: lowest place
ALIKE: Final = 37  # four and more of a kind; strength: 16 * count + rank
STRAIGHT: Final = 38  # of one suit; strength: 16 * length + lowest place
LEAD: Final = 39
FREE: Final = LEAD << 8
BOMBS_ONLY: Final = ALIKE << 8
"""As weak as no bomb is: stands for any meld that the player to act can only bomb."""

STAR_STRENGTH: Final = 15


def last_of(meld: i64, star_rank: i64) -> i64:
    """Kind and strength of a meld number."""
    if meld == NOTHING:
        return FREE
    page, bit = meld >> 6, meld & 63
    rank = bit >> 2
    if page == BASICS:
        if WEAK_JOKER <= bit <= STAR_SINGLE:
            return SINGLE << 8 | bit - WEAK_JOKER + RANKS
        kind = bit & 3
        if bit > PASS:
            rank, kind = star_rank, bit - PASS
        return ALIKE << 8 | 64 | rank if kind == 3 else kind << 8 | rank
    if page == LARGE:
        return ALIKE << 8 | 16 * ((bit & 3) + 5) | (rank if rank < RANKS else star_rank)
    if page >= FULL:
        return HOUSE << 8 | page - FULL
    if page >= SISTERS:
        return (SISTER_TRIPLES if bit & 2 else SISTER_PAIRS) + page - SISTERS << 8 | rank
    if bit & 2:
        return STRAIGHT << 8 | 16 * (page - RUNS + SHORTEST) | rank
    return RUN + page - RUNS << 8 | rank


# -- E3 Plays --------------------------------------------------------------------------------------------------------
# Of two cards of a rank, one that is in no straight flush and is not the star is never better to keep: whatever it
# could be used for, the other can be used for, with the same meld or with one that is harder to beat. So a play takes
# such cards first, and only where they do not suffice is there a choice, of which every part is tried.

PLAY: Final = 5  # words: what leaves the first word of the hand, the flush cards that go, those of them that go twice,
# the meld, and how early to try it
MOST_PLAYS: Final = 1 << 16
"""Of one line of play. Only hands with several long straight flushes come near; they are given up."""

WINS: Final = 1
LOSES: Final = 0
UNKNOWN: Final = -1

ENTRY: Final = 8  # words: the six of both hands, what is known of them, and one to spare
LARGEST: Final = 1 << 16  # entries
ROOM: Final = words([0] * (1 << 13))
"""To be sliced."""


@final
class Search:
    """One ending."""

    __slots__ = (
        "all_flush",
        "all_twins",
        "budget",
        "entries",
        "filled",
        "goes_out",
        "hand",
        "needs",
        "nodes",
        "plays",
        "rival",
        "star",
        "star_rank",
        "star_shift",
        "stopped",
        "table",
        "top",
    )

    def __init__(self, star: i64, star_rank: i64, budget: i64) -> None:
        self.star: i64 = star
        self.star_rank: i64 = star_rank
        self.star_shift: i64 = 4 * star_rank
        self.budget: i64 = budget
        self.nodes: i64 = 0
        self.stopped: i64 = 0
        """1: the budget is spent, and whatever comes back is void."""
        # The hand whose plays are listed.
        self.hand: i64 = 0
        self.all_flush: i64 = 0
        self.all_twins: i64 = 0
        self.rival: i64 = 0
        """The counts of the other one's ranks."""
        self.needs: i64 = 0
        """How many cards of each rank the meld takes."""
        self.plays: vec[i64] = ROOM[: 1 << 10]
        """Those of the whole line of play, one position after the other."""
        self.top: i64 = 0
        """Where the plays of this position begin."""
        self.goes_out: i64 = NOTHING
        """The play that takes the whole hand."""
        self.table: vec[i64] = ROOM[: 1 << 11]
        self.entries: i64 = (1 << 11) // ENTRY
        self.filled: i64 = 0

    def add(self, taken: i64, once: i64, twice: i64, last: i64, length: i64) -> None:
        top = self.top
        if top + PLAY > len(self.plays):
            if top > MOST_PLAYS * PLAY:
                self.stopped = 1
                return
            longer = words([0] * (2 * len(self.plays)))
            for place in range(top):
                longer[place] = self.plays[place]
            self.plays = longer
        plays = self.plays
        if taken == self.hand:
            self.goes_out = top
        plays[top] = taken
        plays[top + 1] = once
        plays[top + 2] = twice
        plays[top + 3] = last
        plays[top + 4] = length
        self.top = top + PLAY

    def make(self, needs: i64, last: i64, length: i64) -> None:
        """List a meld of so many cards of each rank, in every choice of suits that matters."""
        taken = needs
        if self.hand >> STARS:
            missing = (needs >> self.star_shift & FOUR) - (self.hand >> self.star_shift & FOUR)
            if missing > 0:
                taken += (missing << STARS) - (missing << self.star_shift)
        if self.all_flush:
            ranks = at_least(needs, 1)
            touched = at_least(counts_of(self.all_flush), 1) & ranks
            if touched:
                if touched >> self.star_shift & 1:
                    taken = needs
                self.needs = needs
                self.choose(touched, taken & ~(touched * FOUR), 0, 0, last, length)
                return
        self.add(taken, 0, 0, last, length)

    def choose(self, ranks: i64, taken: i64, once: i64, twice: i64, last: i64, length: i64) -> None:
        """Go on with the ranks that have cards in straight flushes."""
        if self.stopped:
            return
        if ranks == 0:
            kind = last >> 8
            # A run all of one suit is a straight flush, which is listed as such.
            if RUN <= kind < ALIKE and size(once) == length and of_one_suit(once):
                return
            self.add(taken, once, twice, last, length)
            return
        shift = lowest(ranks)
        ranks &= ranks - 1
        need = self.needs >> shift & FOUR
        flush = (self.all_flush & ~self.star) >> shift & FOUR
        twins = (self.all_twins & ~self.star) >> shift & FOUR
        held = self.hand >> shift & FOUR
        free = held - size(flush) - size(twins)
        if need <= free:
            self.choose(ranks, taken | shifted(need, shift), once, twice, last, length)
            return
        stars = self.hand >> STARS if shift == self.star_shift and last >> 8 != SINGLE else 0
        in_flush = self.star & self.all_flush
        for of_star in range(min(stars, need - free) + 1):
            wanted = need - free - of_star
            if wanted > held - free:
                continue
            left = taken | shifted(need - of_star, shift) | shifted(of_star, STARS)
            star_once = in_flush if of_star else 0
            star_twice = in_flush if of_star == 2 else 0
            some: i64 = 0
            while some <= flush:
                if some & ~flush == 0:
                    both = some & twins
                    more = wanted - size(some)
                    if 0 <= more <= size(both):
                        again = both
                        while True:
                            if size(again) == more:
                                gone = once | shifted(some, shift) | star_once
                                gone_twice = twice | shifted(again, shift) | star_twice
                                self.choose(ranks, left, gone, gone_twice, last, length)
                            if again == 0:
                                break
                            again = again - 1 & both
                some += 1

    def list_plays(self, hand: i64, flush: i64, twins: i64, last: i64, other: i64) -> None:
        """What a hand may lay on the last meld: a play that is left out is no better than one that is listed."""
        self.hand = hand
        self.rival = (other & SUITED) + shifted(other >> STARS, self.star_shift)
        self.all_flush = flush
        self.all_twins = twins
        self.goes_out = NOTHING
        kind, strength = last >> 8, last & 255
        plain = hand & SUITED
        counts = plain + shifted(hand >> STARS, self.star_shift)
        free = kind == LEAD
        if free or kind == SINGLE:
            self.list_singles(plain, counts, strength if kind == SINGLE else -1)
        higher: i64 = EACH
        if not free and kind < RUN and kind != SINGLE:
            higher &= above(strength)
        pairs = at_least(counts, 2)
        if pairs:
            triples = at_least(counts, 3)
            if free or kind == PAIR:
                self.list_alone(pairs & higher, counts, 2, PAIR)
            if triples:
                if free or kind == TRIPLE:
                    self.list_alone(triples & higher, counts, 3, TRIPLE)
                if free or kind == HOUSE:
                    self.list_houses(triples & higher, pairs)
                self.list_alike(counts, last)
            if free:
                self.list_sisters(pairs, 2, SISTER_PAIRS)
                if triples:
                    self.list_sisters(triples, 3, SISTER_TRIPLES)
            elif SISTER_PAIRS <= kind < SISTER_TRIPLES:
                length = kind - SISTER_PAIRS + 2
                self.list_rows(in_a_row(pairs, length) & higher, length, 2, kind)
            elif SISTER_TRIPLES <= kind < RUN:
                length = kind - SISTER_TRIPLES + 2
                self.list_rows(in_a_row(triples, length) & higher, length, 3, kind)
        if free or RUN <= kind < ALIKE:
            self.list_runs(at_least(counts, 1), last)
        if flush:
            self.list_straights(last)

    def list_alone(self, ranks: i64, counts: i64, width: i64, kind: i64) -> None:
        """Singles, pairs or triples of these ranks.

        If all cards of a rank go, and they stand neither in a run nor in sisters, then higher ranks need not be tried
        up to the next one that the rival could beat it with: what beats one then beats the other, and the higher cards
        are never worse to keep. (With five of a rank they might be: as a triple with that pair.)"""
        exact = at_least(counts, width) & ~at_least(counts, width + 1) & ~neighbours(counts)
        if self.hand >> STARS:
            exact &= ~shifted(1, self.star_shift)
        beaten_by = at_least(self.rival, width)
        small = ~at_least(counts, 5)
        below: i64 = 0
        while ranks:
            rank = ranks & -ranks
            ranks ^= rank
            if below and beaten_by & (rank * 2 - below * 2) == 0 and rank & small:
                continue
            if rank & exact:
                below = rank
            self.make(rank * width, kind << 8 | lowest(rank) >> 2, width)

    def list_singles(self, plain: i64, counts: i64, strength: i64) -> None:
        if strength < RANKS:
            ranks = at_least(plain, 1)
            if strength >= 0:
                ranks &= above(strength)
            self.list_alone(ranks, counts, 1, SINGLE)
        if self.hand >> WEAK & 3 and strength < 13:
            self.add(1 << WEAK, 0, 0, SINGLE << 8 | 13, 1)
        if self.hand >> STRONG & 3 and strength < 14:
            self.add(1 << STRONG, 0, 0, SINGLE << 8 | 14, 1)
        if self.hand >> STARS and strength < STAR_STRENGTH:
            self.add(1 << STARS, self.star & self.all_flush, 0, SINGLE << 8 | STAR_STRENGTH, 1)

    def list_rows(self, begins: i64, length: i64, width: i64, kind: i64) -> None:
        row = (EACH & shifted(1, 4 * length) - 1) * width
        while begins:
            at = lowest(begins)
            begins &= begins - 1
            self.make(shifted(row, at), kind << 8 | at >> 2, width * length)

    def list_houses(self, triples: i64, pairs: i64) -> None:
        while triples:
            at = lowest(triples)
            triples &= triples - 1
            others = pairs & ~shifted(1, at)
            while others:
                self.make(shifted(3, at) | (others & -others) * 2, HOUSE << 8 | at >> 2, 5)
                others &= others - 1

    def list_sisters(self, ranks: i64, width: i64, kind: i64) -> None:
        length: i64 = 2
        begins = ranks & ranks >> 4
        while begins:
            self.list_rows(begins, length, width, kind)
            length += 1
            kind += 1
            begins &= ranks >> 4 * (length - 1)

    def list_alike(self, counts: i64, last: i64) -> None:
        fours = at_least(counts, 4)
        while fours:
            at = lowest(fours)
            fours &= fours - 1
            for count in range(4, (counts >> at & FOUR) + 1):
                meld = ALIKE << 8 | 16 * count | at >> 2
                if meld > last or last == FREE:
                    self.make(shifted(count, at), meld, count)

    def list_runs(self, ranks: i64, last: i64) -> None:
        places = in_run_order(ranks)
        length: i64 = SHORTEST
        begins = in_a_row(places, length)
        while begins and length <= RANKS:
            meld = RUN + length - SHORTEST << 8
            if last == FREE or meld >> 8 == last >> 8:
                row = EACH & shifted(1, 4 * length) - 1
                open_to = begins if last == FREE else begins & above(last & 255)
                if length == RANKS:
                    open_to &= ~1  # all thirteen count as ace high
                while open_to:
                    at = lowest(open_to)
                    open_to &= open_to - 1
                    self.make(in_single_order(shifted(row, at)), meld | at >> 2, length)
            length += 1
            begins &= places >> 4 * (length - 1)

    def list_straights(self, last: i64) -> None:
        places = in_run_order(self.all_flush)
        length: i64 = SHORTEST
        begins = in_a_row(places, length)
        while begins and length <= RANKS:
            row = EACH & shifted(1, 4 * length) - 1
            rest = begins & ~FOUR if length == RANKS else begins
            while rest:
                at = lowest(rest)
                rest &= rest - 1
                meld = STRAIGHT << 8 | 16 * length | at >> 2
                if meld > last or last == FREE:
                    cards = in_single_order(shifted(row, at))
                    taken = in_single_order(shifted(row, at & ~3))
                    if cards & self.star:
                        taken += (1 << STARS) - shifted(1, self.star_shift)
                    self.add(taken, cards, 0, meld, length)
            length += 1
            begins &= places >> 4 * (length - 1)

    def can_answer(self, hand: i64, flush: i64, last: i64) -> i64:
        """2: with a meld of the same kind, or with a stronger bomb on a bomb; 1: only with a bomb; 0: not at all."""
        kind, strength = last >> 8, last & 255
        plain = hand & SUITED
        counts = plain + shifted(hand >> STARS, self.star_shift)
        fours = at_least(counts, 4)
        if kind >= ALIKE:
            return 2 if self.can_bomb(counts, fours, flush, last) else 0
        found: i64 = 0
        if kind == SINGLE:
            if (hand >> STARS and strength < STAR_STRENGTH) or (hand >> STRONG & 3 and strength < 14):
                return 2
            if hand >> WEAK & 3 and strength < 13:
                return 2
            found = at_least(plain, 1) & above(strength) if strength < RANKS else 0
        elif kind == PAIR:
            found = at_least(counts, 2) & above(strength)
        elif kind == TRIPLE:
            found = at_least(counts, 3) & above(strength)
        elif kind == HOUSE:
            found = at_least(counts, 3) & above(strength)
            pairs = at_least(counts, 2)
            if pairs & pairs - 1 == 0:  # the triple alone
                found = 0
        elif kind < SISTER_TRIPLES:
            found = in_a_row(at_least(counts, 2), kind - SISTER_PAIRS + 2) & above(strength)
        elif kind < RUN:
            found = in_a_row(at_least(counts, 3), kind - SISTER_TRIPLES + 2) & above(strength)
        else:
            found = in_a_row(in_run_order(at_least(counts, 1)), kind - RUN + SHORTEST) & above(strength)
        if found:
            return 2
        return 1 if fours or flush else 0

    def can_bomb(self, counts: i64, fours: i64, flush: i64, last: i64) -> bool:
        """Is there a bomb that beats this one?"""
        if last >> 8 == ALIKE:
            if flush:
                return True
            count = (last & 255) >> 4
            if count < 4:
                return fours != 0
            return at_least(counts, count) & above(last & 15) != 0 or (count < 8 and at_least(counts, count + 1) != 0)
        if flush == 0:
            return False
        length = (last & 255) >> 4
        places = in_run_order(flush)
        begins = in_a_row(places, length)
        if begins & above(last & 15):
            return True
        longer = begins & places >> 4 * length
        return longer != 0 and length < RANKS

    # -- E4 The search -------------------------------------------------------------------------------------------------

    def wins(
        self, hand: i64, flush: i64, twins: i64, other: i64, other_flush: i64, other_twins: i64, last: i64
    ) -> bool:
        """Is the player to act out first? The rival laid the last meld, and it can be beaten; or the lead is free."""
        if self.nodes >= self.budget:
            self.stopped = 1
        if self.stopped:
            return False
        self.nodes += 1
        at = self.find(hand, flush, twins, other, other_flush, other_twins, last >> 8)
        known = self.table[at + 6]
        if known:
            strength = last & 255
            if strength < (known >> 10 & 1023):
                return True
            if strength >= known & 1023:
                return False
        begin = self.top
        self.list_plays(hand, flush, twins, last, other)
        won = self.goes_out != NOTHING
        if not won:
            won = self.tries(begin, hand, flush, twins, other, other_flush, other_twins, last)
        self.top = begin
        if self.stopped == 0:
            self.learn(hand, flush, twins, other, other_flush, other_twins, last, won)
        return won

    def tries(
        self, begin: i64, hand: i64, flush: i64, twins: i64, other: i64, other_flush: i64, other_twins: i64, last: i64
    ) -> bool:
        """Does any of the plays listed win, or a pass?"""
        end = self.top
        if self.stopped:
            return False
        self.rate(begin, other, other_flush)
        for _ in range(begin, end, PLAY):
            at = self.next_play(begin, end)
            if self.play_wins(at, hand, flush, twins, other, other_flush, other_twins):
                return self.stopped == 0
            if self.stopped:
                return False
        if last == FREE:
            return False
        return not self.wins(other, other_flush, other_twins, hand, flush, twins, FREE) and self.stopped == 0

    def rate(self, begin: i64, other: i64, other_flush: i64) -> None:
        """Try first what the rival cannot beat, then the longest, of the same length the weakest."""
        for at in range(begin, self.top, PLAY):
            last = self.plays[at + 3]
            answer = self.can_answer(other, other_flush, last)
            rating = self.plays[at + 4] * 256 + 255 - (last & 255)
            self.plays[at + 4] = ((2 - answer) << 20) + (rating << 2) + answer + 4

    def next_play(self, begin: i64, end: i64) -> i64:
        """The one to try next; it is marked as tried."""
        best = begin
        rating: i64 = -1
        for at in range(begin, end, PLAY):
            if self.plays[at + 4] > rating:
                rating = self.plays[at + 4]
                best = at
        self.plays[best + 4] = -1 - (rating & 3)
        return best

    def play_wins(
        self, at: i64, hand: i64, flush: i64, twins: i64, other: i64, other_flush: i64, other_twins: i64
    ) -> bool:
        taken, once, twice, last = self.plays[at], self.plays[at + 1], self.plays[at + 2], self.plays[at + 3]
        answer = -1 - self.plays[at + 4]
        hand -= taken
        if hand == 0:
            return True
        if once:
            flush = (flush & ~once) | (once & twins & ~twice)
            twins &= ~once
            kept = flush_cards(flush)
            flush &= kept
            twins &= kept
        if answer == 0:
            return self.wins(hand, flush, twins, other, other_flush, other_twins, FREE)
        if answer == 1:
            last = BOMBS_ONLY
        return not self.wins(other, other_flush, other_twins, hand, flush, twins, last)

    # What is known is kept by both hands and the kind of the last meld, with the strengths below which the player to
    # act wins and from which he loses: a stronger meld never leaves him more.

    def find(self, hand: i64, flush: i64, twins: i64, other: i64, other_flush: i64, other_twins: i64, kind: i64) -> i64:
        """Where the entry is, or where it would have to be."""
        table = self.table
        mixed = (hand ^ hand >> 29) * 0x2545F491 + (other ^ other >> 27) * 0x9E3779B1 + kind * 0x85EBCA77
        if flush | other_flush:
            mixed += (flush ^ flush >> 29) * 0xC2B2AE35 + (other_flush ^ other_flush >> 31) * 0x27D4EB2F
        mixed ^= mixed >> 17
        slot = mixed >> 7 & self.entries - 1
        for _ in range(8):
            at = slot * ENTRY
            known = table[at + 6]
            if known == 0 or (
                table[at] == hand
                and table[at + 1] == other
                and known >> 20 == kind + 1
                and table[at + 2] == flush
                and table[at + 3] == other_flush
                and table[at + 4] == twins
                and table[at + 5] == other_twins
            ):
                return at
            slot = slot + 1 & self.entries - 1
        # The neighbourhood is full: the first entry makes room.
        at = (mixed >> 7 & self.entries - 1) * ENTRY
        table[at + 6] = 0
        self.filled -= 1
        return at

    def learn(
        self, hand: i64, flush: i64, twins: i64, other: i64, other_flush: i64, other_twins: i64, last: i64, won: bool
    ) -> None:
        if self.filled * 2 > self.entries and self.entries < LARGEST:
            self.enlarge()
        kind, strength = last >> 8, last & 255
        at = self.find(hand, flush, twins, other, other_flush, other_twins, kind)
        table = self.table
        known = table[at + 6]
        if known == 0:
            self.filled += 1
            table[at] = hand
            table[at + 1] = other
            table[at + 2] = flush
            table[at + 3] = other_flush
            table[at + 4] = twins
            table[at + 5] = other_twins
            known = 1023
        below, beyond = known >> 10 & 1023, known & 1023
        if won:
            below = max(below, strength + 1)
        else:
            beyond = min(beyond, strength)
        table[at + 6] = kind + 1 << 20 | below << 10 | beyond

    def enlarge(self) -> None:
        old, length = self.table, self.entries * ENTRY
        self.entries *= 2
        self.filled = 0
        self.table = ROOM[: 2 * length] if 2 * length <= len(ROOM) else words([0] * (2 * length))
        for at in range(0, length, ENTRY):
            known = old[at + 6]
            if known:
                kind = (known >> 20) - 1
                to = self.find(old[at], old[at + 2], old[at + 4], old[at + 1], old[at + 3], old[at + 5], kind)
                for word in range(7):
                    self.table[to + word] = old[at + word]
                self.filled += 1


def of_one_suit(cards: i64) -> bool:
    ranks = at_least(counts_of(cards), 1)
    return cards == ranks or cards == ranks << 1 or cards == ranks << 2 or cards == ranks << 3


# -- E5 The answer ---------------------------------------------------------------------------------------------------

NO_PASS: Final = 0  # what a pass leads to: it is not allowed,
RIVAL_LEADS: Final = 1
SELF_LEADS: Final = 2
RIVAL_THEN_SELF: Final = 3  # the rival may still beat the meld of someone who is out; if he passes too, one leads
RIVAL_THEN_RIVAL: Final = 4
PASS_WINS: Final = -2


@final
class Answer:
    """Who is out first, and how."""

    __slots__ = ("canonical", "cards", "move", "nodes", "twins", "verdict")

    def __init__(self, verdict: i64, nodes: i64) -> None:
        self.verdict: i64 = verdict
        """WINS: the seat to act can be out first. LOSES: whatever it does, it cannot. UNKNOWN: the budget was spent."""
        self.nodes: i64 = nodes
        """Positions that were looked at."""
        self.move: i64 = NOTHING
        """A move that wins, PASS perhaps."""
        self.cards: i64 = 0
        """The cards to lay for it, ..."""
        self.twins: i64 = 0
        """... and those of them to lay twice."""
        self.canonical: bool = True
        """They are those that the move takes by its number; otherwise only these very cards are known to win."""


@final
class Root:
    """The position that is asked about."""

    __slots__ = ("flush", "hand", "search", "twins")

    def __init__(self, search: Search) -> None:
        self.search = search
        # By player: the one to act, then the rival.
        self.hand: list[i64] = [0, 0]
        self.flush: list[i64] = [0, 0]
        self.twins: list[i64] = [0, 0]

    def take(self, player: i64, cards: i64, twins: i64) -> None:
        flush = flush_cards(cards)
        self.hand[player] = tally(cards, twins, self.search.star)
        self.flush[player] = flush
        self.twins[player] = twins & flush

    def best(self, player: i64, last: i64, after_pass: i64) -> i64:
        """Where the play stands that wins; PASS_WINS if a pass does; NOTHING if none."""
        search = self.search
        hand, flush, twins = self.hand[player], self.flush[player], self.twins[player]
        other, other_flush, other_twins = self.hand[1 - player], self.flush[1 - player], self.twins[1 - player]
        begin = search.top
        search.list_plays(hand, flush, twins, last, other)
        if search.goes_out != NOTHING:
            return search.goes_out
        end = search.top
        search.rate(begin, other, other_flush)
        for _ in range(begin, end, PLAY):
            at = search.next_play(begin, end)
            won = search.play_wins(at, hand, flush, twins, other, other_flush, other_twins)
            if search.stopped:
                return NOTHING
            if won:
                return at
        won = False
        if after_pass == RIVAL_LEADS:
            won = not search.wins(other, other_flush, other_twins, hand, flush, twins, FREE)
        elif after_pass == SELF_LEADS:
            won = search.wins(hand, flush, twins, other, other_flush, other_twins, FREE)
        elif after_pass == RIVAL_THEN_SELF:
            won = self.best(1 - player, last, RIVAL_LEADS) == NOTHING
        elif after_pass == RIVAL_THEN_RIVAL:
            won = self.best(1 - player, last, SELF_LEADS) == NOTHING
        return PASS_WINS if won and search.stopped == 0 else NOTHING


def solve(state: State, budget: i64) -> Answer:
    """Who of the two seats left is out first, if both see all cards and play their best? At most so many positions
    are looked at; the same question always gets the same answer."""
    first_seat = state.turn
    rival = state.next_in(first_seat)
    if state.over or state.next_in(rival) != first_seat or rival == first_seat:
        raise ValueError("not an ending of two")
    after_pass: i64 = NO_PASS
    if state.last != NOTHING:
        after_pass = RIVAL_LEADS
        if state.gone >> state.last_seat & 1:
            leads = state.next_in(state.last_seat) == first_seat
            if state.passes == 0:
                after_pass = RIVAL_THEN_SELF if leads else RIVAL_THEN_RIVAL
            else:
                after_pass = SELF_LEADS if leads else RIVAL_LEADS
    star, star_rank = state.terms.star, state.terms.star_rank
    search = Search(star, star_rank, budget)
    root = Root(search)
    cards, twins = state.cards_of(first_seat)
    root.take(0, cards, twins)
    held, held_twins = state.cards_of(rival)
    root.take(1, held, held_twins)
    at = root.best(0, last_of(state.last, star_rank), after_pass)
    answer = Answer(UNKNOWN if search.stopped else LOSES if at == NOTHING else WINS, search.nodes)
    if answer.verdict == WINS:
        if at == PASS_WINS:
            answer.move = PASS
        else:
            lay(answer, search, at, cards, twins)
    return answer


def lay(answer: Answer, search: Search, at: i64, cards: i64, twins: i64) -> None:
    """Find the cards of a play, by its number if that takes cards of the same effect."""
    star, star_rank = search.star, search.star_rank
    taken, once, twice = search.plays[at], search.plays[at + 1], search.plays[at + 2]
    flush = flush_cards(cards)
    for rank in range(RANKS):
        own = shifted(FOUR, 4 * rank) & ~star
        count = (taken >> 4 * rank & FOUR) - size(once & own) - size(twice & own)
        free = cards & own & ~flush
        while count:
            card = free & -free
            free ^= card
            once |= card
            count -= 1
            if count and twins & card:
                twice |= card
                count -= 1
    if taken >> STARS:
        once |= star
        if taken >> STARS == 2:
            twice |= star
    if taken >> WEAK & 3:
        once |= 1 << 52
    if taken >> STRONG & 3:
        once |= 1 << 53
    answer.move = meld_of(once, twice, star, star_rank)
    hand = Hand()
    hand.look(cards, twins, star, star_rank)
    hand.pick(answer.move)
    answer.canonical = same_left(cards, twins, once, twice, hand.once, hand.twice, star)
    answer.cards = hand.once if answer.canonical else once
    answer.twins = hand.twice if answer.canonical else twice


def same_left(cards: i64, twins: i64, once: i64, twice: i64, other: i64, other_twice: i64, star: i64) -> bool:
    """Do two plays leave hands of the same effect?"""
    left, left_twins = (cards & ~once) | (once & twins & ~twice), twins & ~once
    rest, rest_twins = (cards & ~other) | (other & twins & ~other_twice), twins & ~other
    flush = flush_cards(left)
    if flush != flush_cards(rest) or left_twins & flush != rest_twins & flush:
        return False
    return tally(left, left_twins, star) == tally(rest, rest_twins, star)
