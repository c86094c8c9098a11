"""What rivals did in a round of Heart of Five, and which hands that makes likely.

A rival with a plan would have led differently with other cards, and would not have passed with a cheap answer. So
worlds are not dealt evenly: from one to the next two cards change hands, and the better the new hands explain what was
done, the likelier the change is kept (Metropolis). Everything is computed from what all players see.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, final

from .bits import below, next_random, scrambled, size, zeros
from .climbing_melds import NOTHING, PASS, beating_basics, meld_of
from .climbing_planner import is_planned
from .position import UNIT

if TYPE_CHECKING:
    from librt.vecs import vec
    from mypy_extensions import i64

    from .climbing import ClimbingPosition

# What is kept of each turn of a rival.
SEAT: Final = 0
LAST: Final = 1  # the meld to beat
MOVE: Final = 2
OPEN: Final = 3  # the cards that nobody had played before it
OPEN_TWICE: Final = 4  # ... those of them that were there twice
LEAST: Final = 5  # the fewest cards that another seat held
LATER: Final = 6  # the cards that this seat has laid since, this turn's too
LATER_TWINS: Final = 7
WIDTH: Final = 8

DOUBT: Final = 0.05
"""How much less likely hands are for each turn that they do not explain: no player always follows a plan."""
STRANGER: Final = 0.2
"""How likely a rival has no plan at all, ..."""
ANYTHING: Final = 0.5
"""... so that its hand may be any, whatever it did. With each turn that is less likely, by this factor."""
FIRST_STEPS: Final = 8
STEPS: Final = 2
"""Steps from one world to the next. There are more at first, because the first deal ignores the past."""
SETTLED: Final = 40
"""How many worlds take the longer way of FIRST_STEPS."""


@final
class Past:
    """The turns of a round as its viewer looks back on them; its own turns tell it nothing."""

    __slots__ = ("count", "turns", "viewer")

    def __init__(self, viewer: i64, turns: vec[i64], count: i64) -> None:
        self.viewer: i64 = viewer
        self.turns = turns
        self.count: i64 = count


def past_of(state: ClimbingPosition, viewer: i64) -> Past:
    """What has been said in the round that a state is in."""
    said = state.said
    star, star_rank = state.terms.star, state.terms.star_rank
    seats = state.seats
    held = zeros(seats)
    for seat in range(seats):
        held[seat] = state.held(seat)
    for who, once, twice in said:
        held[who] += size(once) + size(twice)
    turns = zeros(WIDTH * len(said))
    count: i64 = 0
    last: i64 = NOTHING
    last_seat: i64 = 0
    passes: i64 = 0
    for who, once, twice in said:
        move = meld_of(once, twice, star, star_rank) if once else PASS
        at = WIDTH * count
        count += 1
        turns[at + SEAT] = who
        turns[at + LAST] = last
        turns[at + MOVE] = move
        least: i64 = 99
        for seat in range(seats):
            if seat != who and held[seat] and held[seat] < least:
                least = held[seat]
        turns[at + LEAST] = least
        held[who] -= size(once) + size(twice)
        if move == PASS:
            passes += 1
            left: i64 = 0
            for seat in range(seats):
                if held[seat] and seat != last_seat:
                    left += 1
            if passes == left:
                last = NOTHING
        else:
            last = move
            last_seat = who
            passes = 0
    cards: i64 = 0
    twins: i64 = 0
    for seat in range(seats):
        own, own_twins = state.cards_of(seat)
        twins |= own_twins | (cards & own)
        cards |= own
    later = zeros(2 * seats)
    for place in range(len(said) - 1, -1, -1):
        who, once, twice = said[place]
        at = WIDTH * place
        twins |= twice | (cards & once)
        cards |= once
        later[2 * who + 1] |= twice | (later[2 * who] & once)
        later[2 * who] |= once
        turns[at + OPEN] = cards
        turns[at + OPEN_TWICE] = twins
        turns[at + LATER] = later[2 * who]
        turns[at + LATER_TWINS] = later[2 * who + 1]
    return Past(viewer, turns, count)


@final
class Chain:
    """Worlds, each made from the one before."""

    __slots__ = ("hands", "made", "misfits", "past", "scratch", "turns")

    def __init__(self, past: Past, scratch: ClimbingPosition) -> None:
        """Begin with the hands of `scratch`, a state that nothing else uses."""
        self.past = past
        self.scratch = scratch
        self.made: i64 = 0
        seats = scratch.seats
        self.hands = zeros(2 * seats)
        self.misfits = zeros(seats)
        """For each seat, how many of its turns its hand does not explain ..."""
        self.turns = zeros(seats)
        """... of how many."""
        for place in range(past.count):
            self.turns[past.turns[WIDTH * place + SEAT]] += 1
        for seat in range(seats):
            self.hands[2 * seat], self.hands[2 * seat + 1] = scratch.cards_of(seat)
        for seat in range(seats):
            if seat != past.viewer:
                self.misfits[seat] = self.count_unexplained(seat, self.hands[2 * seat], self.hands[2 * seat + 1], 99)

    def go_on(self, seed: i64) -> None:
        """To the next world."""
        steps: i64 = STEPS
        if self.made < SETTLED:
            steps = FIRST_STEPS
        for _ in range(steps):
            seed = next_random(seed)
            self.step(scrambled(seed, 3))
        self.made += 1

    def count_unexplained(self, seat: i64, cards: i64, twins: i64, limit: i64) -> i64:
        """How many turns of a seat these cards do not explain; it stops counting at `limit`."""
        turns = self.past.turns
        scratch = self.scratch
        missed: i64 = 0
        if cards == 0:
            return 0
        scratch.turn = seat
        for place in range(self.past.count - 1, -1, -1):
            at = WIDTH * place
            if turns[at + SEAT] == seat:
                later, later_twins = turns[at + LATER], turns[at + LATER_TWINS]
                held, held_twins = cards | later, twins | later_twins | (cards & later)
                scratch.keep(seat, held, held_twins)
                last = turns[at + LAST]
                scratch.last = last
                scratch.open_basics = beating_basics(last, scratch.terms.star_rank)
                twice = turns[at + OPEN_TWICE]
                unseen = (twice & ~held_twins) | (turns[at + OPEN] & ~twice & ~held)
                if not is_planned(scratch, turns[at + MOVE], unseen, turns[at + LEAST]):
                    missed += 1
                    if missed > limit:
                        return missed
        return missed

    def step(self, seed: i64) -> None:
        """Perhaps two cards change hands."""
        seats = self.scratch.seats
        viewer = self.past.viewer
        hands = self.hands
        rivals: i64 = 0
        for seat in range(seats):
            if seat != viewer and hands[2 * seat]:
                rivals += 1
        if rivals < 2:
            return
        seed = next_random(seed)
        one = below(seed, rivals)
        seed = next_random(seed)
        other = below(seed, rivals - 1)
        if other >= one:
            other += 1
        one = self.rival(one)
        other = self.rival(other)
        seed = next_random(seed)
        given = self.card(one, seed)
        seed = next_random(seed)
        taken = self.card(other, seed)
        if given == taken:
            return
        seed = next_random(seed)
        turns, other_turns = self.turns[one], self.turns[other]
        needed = likely(self.misfits[one], turns) * likely(self.misfits[other], other_turns) * float(seed >> 16) / UNIT
        limit = most_misfits(turns, needed / likely(0, other_turns))
        cards, twins = hands[2 * one], hands[2 * one + 1]
        cards, twins = without(cards, twins, given)
        cards, twins = joined(cards, twins, taken)
        missed = self.count_unexplained(one, cards, twins, limit)
        if missed > limit:
            return
        others, other_twins = hands[2 * other], hands[2 * other + 1]
        others, other_twins = without(others, other_twins, taken)
        others, other_twins = joined(others, other_twins, given)
        limit = most_misfits(other_turns, needed / likely(missed, turns))
        more = self.count_unexplained(other, others, other_twins, limit)
        if more > limit:
            return
        hands[2 * one] = cards
        hands[2 * one + 1] = twins
        hands[2 * other] = others
        hands[2 * other + 1] = other_twins
        self.misfits[one] = missed
        self.misfits[other] = more

    def rival(self, number: i64) -> i64:
        """The seat of a rival that holds cards, by its number."""
        seat: i64 = 0
        while True:
            if seat != self.past.viewer and self.hands[2 * seat]:
                if number == 0:
                    return seat
                number -= 1
            seat += 1

    def card(self, seat: i64, seed: i64) -> i64:
        """One of the cards of a seat, as a bit."""
        cards, twins = self.hands[2 * seat], self.hands[2 * seat + 1]
        count = size(cards)
        number = below(seed, count + size(twins))
        if number >= count:
            number -= count
            cards = twins
        while number:
            cards &= cards - 1
            number -= 1
        return cards & -cards


def likely(missed: i64, turns: i64) -> float:
    """How likely a seat did what it did with a hand that leaves `missed` of its turns unexplained."""
    planned = 1.0
    for _ in range(missed):
        planned *= DOUBT
    any_hand = STRANGER
    for _ in range(turns):
        any_hand *= ANYTHING
    return planned + any_hand


def most_misfits(turns: i64, needed: float) -> i64:
    """How many turns a hand may leave unexplained and still be likely enough; -1 if no hand is."""
    missed: i64 = -1
    while missed < turns and likely(missed + 1, turns) > needed:
        missed += 1
    return missed


def without(cards: i64, twins: i64, card: i64) -> tuple[i64, i64]:
    if twins & card:
        return cards, twins ^ card
    return cards ^ card, twins


def joined(cards: i64, twins: i64, card: i64) -> tuple[i64, i64]:
    if cards & card:
        return cards, twins | card
    return cards | card, twins
