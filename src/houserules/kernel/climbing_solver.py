"""The end of a round of Heart of Five between two players, with open cards: who is out first, and by which play.

E1 A hand       climbing_ending: what counts of it
E2 Last melds   climbing_ending: kind and strength in one number
E3 Plays        climbing_ending_plays: all that differ in effect, whatever their suits
E4 The search   can the player to act be out first?
E5 The verdict  with the cards to lay
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, final

from .bits import shifted, size
from .climbing_ending import BOMBS_ONLY, FREE, STARS, STRONG, WEAK, flush_cards, last_of, tally
from .climbing_ending_memory import Memory
from .climbing_ending_plays import PLAY, Listing
from .climbing_hand import Hand
from .climbing_melds import FOUR, NOTHING, PASS, RANKS, meld_of

if TYPE_CHECKING:
    from mypy_extensions import i64

    from .climbing import ClimbingPosition

# -- E4 The search -----------------------------------------------------------------------------------------------------

WINS: Final = 1
LOSES: Final = 0
UNKNOWN: Final = -1


@final
class EndingSearch(Listing):
    """One ending."""

    __slots__ = ("budget", "memory", "nodes")

    def __init__(self, star: i64, star_rank: i64, budget: i64) -> None:
        super().__init__(star, star_rank)
        self.budget: i64 = budget
        self.nodes: i64 = 0
        """Positions that were looked at."""
        self.memory = Memory()

    def wins(
        self, hand: i64, flush: i64, twins: i64, other: i64, other_flush: i64, other_twins: i64, last: i64
    ) -> bool:
        """Is the player to act out first? The rival laid the last meld, and it can be beaten; or the lead is free."""
        if self.nodes >= self.budget:
            self.stopped = 1
        if self.stopped:
            return False
        self.nodes += 1
        known = self.memory.known(hand, flush, twins, other, other_flush, other_twins, last >> 8)
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
            self.memory.learn(hand, flush, twins, other, other_flush, other_twins, last, won)
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


# -- E5 The verdict --------------------------------------------------------------------------------------------------

NO_PASS: Final = 0  # what a pass leads to: it is not allowed,
RIVAL_LEADS: Final = 1
SELF_LEADS: Final = 2
RIVAL_THEN_SELF: Final = (
    3  # the rival may still beat the meld of someone who is out; if it passes too, the asking seat leads
)
RIVAL_THEN_RIVAL: Final = 4
PASS_WINS: Final = -2


@final
class Verdict:
    """Who is out first, and how."""

    __slots__ = ("canonical", "cards", "move", "nodes", "result", "twins")

    def __init__(self, result: i64, nodes: i64) -> None:
        self.result: i64 = result
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

    def __init__(self, search: EndingSearch) -> None:
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
        """The place of the play that wins; PASS_WINS if a pass wins; NOTHING if nothing does."""
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


def solve(state: ClimbingPosition, budget: i64) -> Verdict:
    """Who of the two seats left is out first, if both see all cards and play their best? At most `budget`
    positions are looked at; the same question always gets the same verdict."""
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
    search = EndingSearch(star, star_rank, budget)
    root = Root(search)
    cards, twins = state.cards_of(first_seat)
    root.take(0, cards, twins)
    held, held_twins = state.cards_of(rival)
    root.take(1, held, held_twins)
    at = root.best(0, last_of(state.last, star_rank), after_pass)
    verdict = Verdict(UNKNOWN if search.stopped else LOSES if at == NOTHING else WINS, search.nodes)
    if verdict.result == WINS:
        if at == PASS_WINS:
            verdict.move = PASS
        else:
            lay(verdict, search, at, cards, twins)
    return verdict


def lay(verdict: Verdict, search: EndingSearch, at: i64, cards: i64, twins: i64) -> None:
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
    verdict.move = meld_of(once, twice, star, star_rank)
    hand = Hand()
    hand.look(cards, twins, star, star_rank)
    hand.pick(verdict.move)
    verdict.canonical = same_left(cards, twins, once, twice, hand.once, hand.twice, star)
    verdict.cards = hand.once if verdict.canonical else once
    verdict.twins = hand.twice if verdict.canonical else twice


def same_left(cards: i64, twins: i64, once: i64, twice: i64, other: i64, other_twice: i64, star: i64) -> bool:
    """Do two plays leave hands of the same effect?"""
    left, left_twins = (cards & ~once) | (once & twins & ~twice), twins & ~once
    rest, rest_twins = (cards & ~other) | (other & twins & ~other_twice), twins & ~other
    flush = flush_cards(left)
    if flush != flush_cards(rest) or left_twins & flush != rest_twins & flush:
        return False
    return tally(left, left_twins, star) == tally(rest, rest_twins, star)
