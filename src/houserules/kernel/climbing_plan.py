"""A plan for a hand of Heart of Five: the fewest plays that empty it, with the cards of each."""

from __future__ import annotations

from typing import TYPE_CHECKING, final

from .bits import lowest, shifted, size
from .climbing_fewest import AS_PAIRS, AS_TRIPLES, FROM_ACE, FROM_TWO, FewestTable, fewest_plays
from .climbing_melds import (
    ACE,
    EACH,
    FOUR,
    JOKERS,
    RANKS,
    SHORTEST,
    TWO,
    counts_of,
    in_run_order,
    in_single_order,
    meld_of,
    rank_at,
)

if TYPE_CHECKING:
    from mypy_extensions import i64


@final
class Plan:
    """The plays of a hand. Each is a meld number, its cards, and those of them that are in it twice."""

    __slots__ = ("cards", "left", "plays", "star", "star_rank", "twins")

    def __init__(self, cards: i64, twins: i64, star: i64, star_rank: i64) -> None:
        self.cards: i64 = cards
        """What is not yet in a play."""
        self.twins: i64 = twins
        self.star: i64 = star
        self.star_rank: i64 = star_rank
        self.left: i64 = fewest_plays(cards, twins)
        """The fewest plays for it."""
        self.plays: list[tuple[int, int, int]] = []

    def keep_flushes(self) -> None:
        """Straight flushes that cost no play, the longest and highest first."""
        length: i64 = RANKS
        while length >= SHORTEST:
            begins = in_run_order(self.cards)
            for _ in range(1, length):
                begins &= begins >> 4
            if length == RANKS:
                begins &= ~FOUR
            taken = False
            while begins and not taken:
                at = highest(begins)
                begins ^= shifted(1, at)
                run = in_single_order(shifted(EACH & shifted(1, 4 * length) - 1, at))
                taken = self.kept(run, 0)
            if not taken:
                length -= 1

    def keep_fours(self) -> None:
        """Fours of a kind that cost no play, as many cards of a rank as may be."""
        for rank in range(TWO, -1, -1):
            count = size(self.cards >> 4 * rank & FOUR) + size(self.twins >> 4 * rank & FOUR)
            while count >= 4:
                cards, twins = self.some(rank, count)
                if self.kept(cards, twins):
                    break
                count -= 1

    def kept(self, cards: i64, twins: i64) -> bool:
        """Make a play of these cards if there are no more plays for it."""
        rest = (self.cards & ~cards) | (self.twins & cards & ~twins)
        if fewest_plays(rest, self.twins & ~cards) >= self.left:
            return False
        self.put(cards, twins)
        self.left -= 1
        return True

    def put(self, cards: i64, twins: i64) -> None:
        self.plays.append((meld_of(cards, twins, self.star, self.star_rank), cards, twins))
        self.cards, self.twins = (self.cards & ~cards) | (self.twins & cards & ~twins), self.twins & ~cards

    def some(self, rank: i64, count: i64) -> tuple[i64, i64]:
        """`count` cards of a rank, the star last."""
        once: i64 = 0
        twice: i64 = 0
        own = self.cards & shifted(FOUR, 4 * rank)
        for some in (own & ~self.star, own & self.star):
            rest = some
            while rest and count:
                card = rest & -rest
                rest ^= card
                once |= card
                count -= 1
                if count and self.twins & card:
                    twice |= card
                    count -= 1
        return once, twice

    def put_row(self, low: i64, length: i64, width: i64) -> None:
        """Sisters, or with a width of one a run: then `low` is its lowest place."""
        once: i64 = 0
        twice: i64 = 0
        for place in range(low, low + length):
            cards, twins = self.some(rank_at(place) if width == 1 else place, width)
            once |= cards
            twice |= twins
        self.put(once, twice)

    def lay_out(self) -> None:
        """The rest: follow the table back from its cheapest end, then put the plays together rank by rank."""
        table = FewestTable()
        start = table.fill(counts_of(self.cards) + counts_of(self.twins), EACH, 0, 0)
        entry = start
        for other in range(start, table.end):
            if total(table, other) < total(table, entry):
                entry = other
        choices: list[i64] = []
        for _ in range(RANKS):
            choices.append(table.choices[entry])
            entry = table.origins[entry]
        choices.reverse()
        key = table.keys[entry]
        counts = counts_of(self.cards) + counts_of(self.twins)
        counts -= (key >> FROM_ACE & FOUR) << 4 * ACE
        counts -= ((key >> FROM_ACE & FOUR) + (key >> FROM_TWO & FOUR)) << 4 * TWO
        self.put_runs(key, choices)
        self.put_sisters(choices, 4, 2)
        self.put_sisters(choices, 8, 3)
        triples: list[i64] = []
        pairs: list[i64] = []
        others: list[i64] = []
        for rank in range(RANKS):
            choice = choices[rank]
            rest = (counts >> 4 * rank & FOUR) - (choice & FOUR)
            rest -= 2 * (choice >> 4 & FOUR) + 3 * (choice >> 8 & FOUR)
            way = choice >> 12
            if way == AS_TRIPLES:
                triples += [rank, rank]
            elif way == AS_PAIRS:
                pairs += [rank] * (rest >> 1)
            elif rest == 3:
                triples.append(rank)
            elif rest == 2:
                pairs.append(rank)
            elif rest:
                others.append(rest << 4 | rank)
        # The lowest pairs go with triples: a high one may still win a trick.
        joined = min(len(triples), len(pairs))
        for place in range(joined):
            three, three_twice = self.some(triples[place], 3)
            two, two_twice = self.some(pairs[place], 2)
            self.put(three | two, three_twice | two_twice)
        for rank in triples[joined:]:
            cards, twins = self.some(rank, 3)
            self.put(cards, twins)
        for rank in pairs[joined:]:
            cards, twins = self.some(rank, 2)
            self.put(cards, twins)
        # Singles come last: that leaves them the star.
        for other in others:
            cards, twins = self.some(other & FOUR, other >> 4)
            self.put(cards, twins)
        jokers = self.cards & JOKERS
        while jokers:
            self.put(jokers & -jokers, 0)
            jokers = self.cards & JOKERS

    def put_runs(self, key: i64, choices: list[i64]) -> None:
        """Lengthen and begin runs as the table did: those that have to go on, then others, the low ones last."""
        begins: list[i64] = [0] * (key >> FROM_ACE & FOUR) + [1] * (key >> FROM_TWO & FOUR)
        lengths: list[i64] = [2 - begin for begin in begins]
        done: list[bool] = [False for _ in begins]
        for rank in range(TWO):
            count = choices[rank] & FOUR
            still = [run for run in range(len(begins)) if not done[run]]
            goes_on = [run for run in still if lengths[run] < SHORTEST]
            goes_on += [run for run in still if lengths[run] >= SHORTEST and begins[run] != 0]
            goes_on += [run for run in still if lengths[run] >= SHORTEST and begins[run] == 0]
            for run in goes_on[count:]:
                done[run] = True
            for run in goes_on[:count]:
                lengths[run] += 1
            for _ in range(count - len(goes_on)):
                begins.append(rank + 2)
                lengths.append(1)
                done.append(False)
        for run in range(len(begins)):
            self.put_row(begins[run], lengths[run], 1)

    def put_sisters(self, choices: list[i64], field: i64, width: i64) -> None:
        """The same for sisters of one width; those of a single rank have to go on first."""
        begins: list[i64] = []
        lengths: list[i64] = []
        still: list[i64] = []
        for rank in range(RANKS):
            count = choices[rank] >> field & FOUR
            goes_on = [row for row in still if lengths[row] == 1] + [row for row in still if lengths[row] > 1]
            still = goes_on[:count]
            for row in still:
                lengths[row] += 1
            for _ in range(count - len(still)):
                still.append(len(begins))
                begins.append(rank)
                lengths.append(1)
        for row in range(len(begins)):
            self.put_row(begins[row], lengths[row], width)


def total(table: FewestTable, entry: i64) -> i64:
    surplus = table.surplus[entry]
    return table.costs[entry] + (surplus if surplus > 0 else -surplus)


def highest(bits: i64) -> i64:
    """The index of the highest bit that is set."""
    while bits & bits - 1:
        bits &= bits - 1
    return lowest(bits)


def decompose(cards: i64, twins: i64, star: i64, star_rank: i64) -> list[tuple[int, int, int]]:
    """A plan with the fewest plays: for each its meld number, its cards, and those of them that are in it twice.

    Of equal plans it is one that keeps straight flushes and then fours of a kind whole. The star, given as a bit, is
    a single rather than part of a larger meld where both do."""
    plan = Plan(cards, twins, star, star_rank)
    plan.keep_flushes()
    plan.keep_fours()
    plan.lay_out()
    return plan.plays
