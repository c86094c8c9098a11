"""The fewest plays that empty a hand of Heart of Five. Which plays those are: climbing_plan.

H1 Counts     suits do not change how few plays there are: only how many cards of each rank does
H2 The table  along the ranks from 3 to 2, with the runs and sisters that are still open
H3 Fewest     the number
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, final

from .bits import packed, shifted
from .climbing_melds import ACE, FOUR, RANKS, TWO, at_least, counts_of, how_many, in_run_order, in_single_order

if TYPE_CHECKING:
    from librt.vecs import vec
    from mypy_extensions import i64

# -- H1 Counts -------------------------------------------------------------------------------------------------------
# Where there are neither runs nor sisters, a rank is one play: a single, a pair, a triple, or four and more. A full
# house joins a triple and a pair, so triples and pairs cost as many plays as there are of the more frequent kind. Only
# an even rank is worth a split: where triples are left over, four, six or eight of a kind may go as pairs with them;
# where pairs are left over, six of a kind may go as two triples.


def neighbours(counts: i64) -> i64:
    """The ranks that stand in a run or in sisters, as a set: all others go by themselves."""
    places = in_run_order(at_least(counts, 1))
    rows = places & places >> 4
    rows &= rows >> 8
    rows &= places >> 16
    if rows:
        rows = in_single_order(rows | rows << 4 | rows << 8 | rows << 12 | rows << 16)
    pairs = at_least(counts, 2)
    return rows | (pairs & (pairs >> 4 | pairs << 4))


def saved(surplus: i64, fours: i64, sixes: i64, eights: i64) -> i64:
    """How many plays it saves to split large ranks, with `surplus` more triples than pairs."""
    if surplus < 0:
        return min(-surplus >> 1, sixes)
    saving = min(surplus >> 1, fours)
    surplus -= 2 * saving
    if sixes and surplus >= 3:
        more = min(surplus // 3, sixes)
        saving += more
        surplus -= 3 * more
    if eights and surplus >= 4:
        saving += min(surplus >> 2, eights)
    return saving


# -- H2 The table ----------------------------------------------------------------------------------------------------
# Rank by rank, what has to be known of the plays so far: the open runs by their lengths 1 to 4, which have to go on,
# and those that may end; the open sisters in the same way; how many more triples than pairs there are; and how many
# cards of A and 2, which come last, went into runs that began with them. Each is a field of one word, four bits wide.
# It never costs a play to lengthen an open run rather than to begin one, so the numbers say it all.

LONG: Final = 16  # runs of five and more
LOW: Final = 20  # ... those of them that began with an ace: they cannot end with one
PAIRS: Final = 24  # sisters of one rank so far: they have to go on
MORE_PAIRS: Final = 28
TRIPLES: Final = 32
MORE_TRIPLES: Final = 36
FROM_ACE: Final = 40
FROM_TWO: Final = 44
KEPT: Final = 0xFF << FROM_ACE

WHOLE: Final = 0  # how the rest of a rank goes: as one play, ...
AS_PAIRS: Final = 1
AS_TRIPLES: Final = 2

ROOM: Final = packed([0] * 4096)
"""To be sliced."""
STAMP: Final = 20
"""A place in the index holds an entry in its lowest STAMP bits, and the number of the rank above them."""


@final
class FewestTable:
    """All that can have become of a hand, rank by rank."""

    __slots__ = ("begin", "choices", "costs", "end", "index", "keys", "links", "origins", "stamp", "surplus", "width")

    def __init__(self) -> None:
        self.width: i64 = 255
        self.index: vec[i64] = ROOM[:256]
        self.keys: vec[i64] = ROOM[:512]
        self.costs: vec[i64] = ROOM[:512]
        """Twice the plays so far, and one for each triple or pair: with the surplus that is twice the plays."""
        self.surplus: vec[i64] = ROOM[:512]
        """How many triples more than pairs."""
        self.links: vec[i64] = ROOM[:512]
        """The next entry with the same key, plus one."""
        self.origins: vec[i64] = ROOM[:512]
        self.choices: vec[i64] = ROOM[:512]
        self.end: i64 = 0
        self.begin: i64 = 0
        """Where the entries of this rank begin."""
        self.stamp: i64 = 0

    def reach(self, key: i64, cost: i64, surplus: i64, origin: i64, choice: i64) -> None:
        """Enter a way to get here, unless another is as good: a surplus can be made up for at one half play each."""
        at = place_of(key) & self.width
        index = self.index
        head: i64 = 0
        while True:
            head = index[at]
            if head >> STAMP != self.stamp:
                head = 0
                break
            head &= (1 << STAMP) - 1
            if self.keys[head - 1] == key:
                break
            at = at + 1 & self.width
        entry = head
        while entry:
            entry -= 1
            other = self.surplus[entry]
            apart = surplus - other if surplus > other else other - surplus
            known = self.costs[entry]
            if known + apart <= cost:
                return
            if cost + apart <= known:
                self.costs[entry] = cost
                self.surplus[entry] = surplus
                self.origins[entry] = origin
                self.choices[entry] = choice
                return
            entry = self.links[entry]
        end = self.end
        if end == len(self.keys):
            self.lengthen()
        self.keys[end] = key
        self.costs[end] = cost
        self.surplus[end] = surplus
        self.links[end] = head
        self.origins[end] = origin
        self.choices[end] = choice
        self.end = end + 1
        self.index[at] = self.stamp << STAMP | end + 1
        if (end - self.begin) * 2 > self.width:
            self.widen()

    def lengthen(self) -> None:
        self.keys = doubled(self.keys)
        self.costs = doubled(self.costs)
        self.surplus = doubled(self.surplus)
        self.links = doubled(self.links)
        self.origins = doubled(self.origins)
        self.choices = doubled(self.choices)

    def turn_to(self) -> None:
        """The next rank: its index is empty."""
        self.stamp += 1
        self.begin = self.end

    def widen(self) -> None:
        """Give the index of this rank more room."""
        width = self.width * 2 + 1
        index = zeros(width + 1)
        for entry in range(self.begin, self.end):
            key = self.keys[entry]
            at = place_of(key) & width
            while index[at] and self.keys[(index[at] & (1 << STAMP) - 1) - 1] != key:
                at = at + 1 & width
            index[at] = self.stamp << STAMP | entry + 1
        self.index = index
        self.width = width

    def fill(self, counts: i64, joined: i64, cost: i64, surplus: i64) -> i64:
        """Lay out the ranks in `joined`, after others at this cost. Returns the first entry of the last rank."""
        counts &= joined * FOUR
        aces = counts >> 4 * ACE & FOUR
        twos = counts >> 4 * TWO & FOUR
        self.turn_to()
        low = min(aces, twos, fewest_of_five(counts, 0, 3))
        for from_ace in range(low + 1):
            key: i64 = shifted(from_ace, 4) | shifted(from_ace, FROM_ACE)
            for from_two in range(min(twos - from_ace, fewest_of_five(counts, 0, 4)) + 1):
                begun = key | from_two | shifted(from_two, FROM_TWO)
                self.reach(begun, cost + 2 * (from_ace + from_two), surplus, 0, 0)
        start: i64 = 0
        for rank in range(RANKS):
            self.turn_to()
            end = self.begin
            count = counts >> 4 * rank & FOUR
            following = counts >> 4 * rank + 4 & FOUR if rank < TWO else 0
            fresh = fewest_of_five(counts, rank, 5) if rank < ACE - 3 else 0
            for entry in range(start, end):
                self.go_on(entry, rank, count, following, fresh)
            start = end
        return start

    def go_on(self, entry: i64, rank: i64, count: i64, following: i64, fresh: i64) -> None:
        """All that an entry can become with the cards of a rank."""
        key = self.keys[entry]
        long, low = key >> LONG & FOUR, key >> LOW & FOUR
        if rank >= ACE:
            count -= key >> FROM_ACE & FOUR
            low = 0
            if rank == TWO:
                count -= key >> FROM_TWO & FOUR
                long = 0
        must = (key & FOUR) + (key >> 4 & FOUR) + (key >> 8 & FOUR) + (key >> 12 & FOUR)
        pairs, triples = key >> PAIRS & FOUR, key >> TRIPLES & FOUR
        if must + 2 * pairs + 3 * triples > count:
            return
        more_pairs, more_triples = key >> MORE_PAIRS & FOUR, key >> MORE_TRIPLES & FOUR
        cost, surplus = self.costs[entry], self.surplus[entry]
        kept = (key & KEPT) | (key & 0xFFF) << 4
        grown = key >> 12 & FOUR
        # The runs of four before the five are those that began with an ace.
        grown = grown << LOW if rank == 2 else grown << LONG
        most = count - 2 * pairs - 3 * triples
        for in_runs in range(must, min(most, must + long + low + fresh) + 1):
            more = in_runs - must
            longer = min(more, long)
            more -= longer
            longer_low = min(more, low)
            more -= longer_low
            run_key = kept + grown + more + (longer << LONG) + (longer_low << LOW)
            for in_triples in range(triples, (count - in_runs - 2 * pairs) // 3 + 1):
                new_triples = in_triples - triples
                longer = min(new_triples, more_triples)
                new_triples -= longer
                if new_triples and following < 3:
                    break
                triple_key = run_key + (triples + longer << MORE_TRIPLES) + (new_triples << TRIPLES)
                left = count - in_runs - 3 * in_triples
                for in_pairs in range(pairs, (left >> 1) + 1):
                    new_pairs = in_pairs - pairs
                    longer = min(new_pairs, more_pairs)
                    new_pairs -= longer
                    if new_pairs and following < 2:
                        break
                    next_key = triple_key + (pairs + longer << MORE_PAIRS) + (new_pairs << PAIRS)
                    paid = cost + 2 * (more + new_triples + new_pairs)
                    choice = in_runs | in_pairs << 4 | in_triples << 8
                    rest = left - 2 * in_pairs
                    if rest == 0:
                        self.reach(next_key, paid, surplus, entry, choice)
                    elif rest == 2:
                        self.reach(next_key, paid + 1, surplus - 1, entry, choice)
                    elif rest == 3:
                        self.reach(next_key, paid + 1, surplus + 1, entry, choice)
                    else:
                        self.reach(next_key, paid + 2, surplus, entry, choice)
                        if rest > 3 and rest & 1 == 0:
                            choice |= AS_PAIRS << 12
                            self.reach(next_key, paid + (rest >> 1), surplus - (rest >> 1), entry, choice)
                            if rest == 6:
                                choice ^= (AS_PAIRS ^ AS_TRIPLES) << 12
                                self.reach(next_key, paid + 2, surplus + 2, entry, choice)


def place_of(key: i64) -> i64:
    """Where in the index a key is looked for first."""
    return (key ^ key >> 13 ^ key >> 29) * 0x9E3779B1 >> 12


def zeros(length: i64) -> vec[i64]:
    return ROOM[:length] if length <= 4096 else packed([0] * length)


def doubled(values: vec[i64]) -> vec[i64]:
    length: i64 = len(values)
    longer = zeros(2 * length)
    for place in range(length):
        longer[place] = values[place]
    return longer


def fewest_of_five(counts: i64, rank: i64, ranks: i64) -> i64:
    """How many runs could begin at a rank: the smallest count among `ranks` neighbours."""
    least: i64 = FOUR
    for place in range(rank, rank + ranks):
        least = min(least, counts >> 4 * place & FOUR)
    return least


# -- H3 Fewest -------------------------------------------------------------------------------------------------------

REMEMBERED: Final = 1 << 15
COUNTS_END: Final = 52
COUNTS: Final = (1 << 52) - 1
MEMORY: Final = packed([0] * REMEMBERED)
"""The counts of a hand, and above them in how few plays it goes; each hand has one place, and the last one keeps it."""
TABLE: Final = FewestTable()
"""One table for all callers that need only the number: a new one would cost as much as its use."""


def fewest_plays(cards: i64, twins: i64) -> i64:
    """The fewest plays that empty a hand if nobody interferes."""
    counts = counts_of(cards)
    jokers = (cards >> 52 & 1) + (cards >> 53)
    if twins:
        counts += counts_of(twins)
        jokers += (twins >> 52 & 1) + (twins >> 53)
    return jokers + fewest_of(counts)


def fewest_of(counts: i64) -> i64:
    """The same by the counts of its ranks. Results are remembered, because a search asks for the same hands again."""
    at = (counts ^ counts >> 23) * 0x9E3779B1 >> 16 & REMEMBERED - 1
    known = MEMORY[at]
    if known & COUNTS == counts:
        return known >> COUNTS_END
    fewest = compute_fewest(counts)
    MEMORY[at] = counts | fewest << COUNTS_END
    return fewest


def compute_fewest(counts: i64) -> i64:
    """The same, not remembered."""
    joined = neighbours(counts)
    alone = counts & ~(joined * FOUR)
    twos, threes, fours = at_least(alone, 2), at_least(alone, 3), at_least(alone, 4)
    kept = how_many(at_least(alone, 1) ^ twos) + how_many(fours)
    pairs, triples = how_many(twos ^ threes), how_many(threes ^ fours)
    sixes: i64 = 0
    eights: i64 = 0
    if fours:
        fives = at_least(alone, 5)
        if fives:
            sixes = how_many(at_least(alone, 6) ^ at_least(alone, 7))
            eights = how_many(at_least(alone, 8))
        fours = how_many(fours ^ fives)
    if joined == 0:
        return kept + max(pairs, triples) - saved(triples - pairs, fours, sixes, eights)
    table = TABLE
    table.end = 0
    start = table.fill(counts, joined, 2 * kept + triples + pairs, triples - pairs)
    fewest: i64 = 1 << 20
    for entry in range(start, table.end):
        surplus = table.surplus[entry]
        cost = table.costs[entry] + (surplus if surplus > 0 else -surplus)
        fewest = min(fewest, (cost >> 1) - saved(surplus, fours, sixes, eights))
    return fewest
