"""All plays of a hand in an ending of Heart of Five that differ in effect, whatever their suits (E3)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from .bits import lowest, packed, shifted, size
from .climbing_ending import (
    ALIKE,
    FREE,
    HOUSE,
    LEAD,
    PAIR,
    RUN,
    SINGLE,
    SISTER_PAIRS,
    SISTER_TRIPLES,
    STAR_STRENGTH,
    STARS,
    STRAIGHT,
    STRONG,
    TRIPLE,
    WEAK,
)
from .climbing_fewest import neighbours
from .climbing_melds import (
    EACH,
    FOUR,
    NOTHING,
    RANKS,
    SHORTEST,
    SUITED,
    above,
    at_least,
    counts_of,
    in_a_row,
    in_run_order,
    in_single_order,
    of_one_suit,
)

if TYPE_CHECKING:
    from librt.vecs import vec
    from mypy_extensions import i64

# -- E3 Plays --------------------------------------------------------------------------------------------------------
# Of two cards of a rank, one that is in no straight flush and is not the star is never better to keep: whatever it
# could be used for, the other can be used for, with the same meld or with one that is harder to beat. So a play takes
# such cards first, and only where they do not suffice is there a choice, of which every part is tried.

PLAY: Final = 5  # words: what leaves the first word of the hand, the flush cards that go, those of them that go twice,
# the meld, and how early to try it
MOST_PLAYS: Final = 1 << 16
"""The most plays of one line of play. Only hands with several long straight flushes exceed it; they are given up."""

ROOM: Final = packed([0] * (1 << 10))
"""To be sliced."""


class Listing:
    """The plays of a line of play, position after position; those of the last one are being listed or tried."""

    __slots__ = (
        "all_flush",
        "all_twins",
        "goes_out",
        "hand",
        "needs",
        "plays",
        "rival",
        "star",
        "star_rank",
        "star_shift",
        "stopped",
        "top",
    )

    def __init__(self, star: i64, star_rank: i64) -> None:
        self.star: i64 = star
        self.star_rank: i64 = star_rank
        self.star_shift: i64 = 4 * star_rank
        self.stopped: i64 = 0
        """1: there are too many plays, or the budget is spent; whatever comes back is void."""
        # The hand whose plays are listed.
        self.hand: i64 = 0
        self.all_flush: i64 = 0
        self.all_twins: i64 = 0
        self.rival: i64 = 0
        """The counts of the other one's ranks."""
        self.needs: i64 = 0
        """How many cards of each rank the meld takes."""
        self.plays: vec[i64] = ROOM[:]
        """Those of the whole line of play, one position after the other."""
        self.top: i64 = 0
        """Where the plays of this position begin."""
        self.goes_out: i64 = NOTHING
        """The play that takes the whole hand."""

    def add(self, taken: i64, once: i64, twice: i64, last: i64, length: i64) -> None:
        top = self.top
        if top + PLAY > len(self.plays):
            if top > MOST_PLAYS * PLAY:
                self.stopped = 1
                return
            longer = packed([0] * (2 * len(self.plays)))
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
        """List a meld that takes `needs` cards of each rank, in every choice of suits that matters."""
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
        """Continue with the ranks that have cards in straight flushes."""
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
