"""Position: what playouts and search need of any game, and nothing more."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from .bits import below, indices, lowest, next_random, shifted, size

if TYPE_CHECKING:
    from librt.vecs import vec
    from mypy_extensions import i64

PAGE: Final = 64
"""Moves are numbers. They are listed in pages of at most 63, a bit each: move m is bit m % 64 of page m // 64."""

UNIT: Final = 1 << 16
"""The first place where payoffs are counted in whole numbers, so that their sums are the same on every build."""


class Position:
    """Everything about a match at one moment, hidden cards too. Outside the kernel a value: copy, then advance."""

    # More fields than an instance without slots holds compactly, once a game has added its own.
    __slots__ = ("one_page", "over", "seats", "turn")

    def __init__(self) -> None:
        self.seats: i64 = 0
        self.turn: i64 = 0
        """The seat that acts. Where several may act at once, the lowest of them."""
        self.over: bool = False
        self.one_page: bool = False
        """All moves are always on the first page, so callers need not ask for `pages`."""

    def pages(self) -> i64:
        """How many pages of moves there are at this moment; never 0 before the end."""
        raise NotImplementedError

    def nonempty_pages(self) -> i64:
        """The pages that may have moves, as a set, for a game of at most 63 pages of which most are empty; -1: all."""
        return -1

    def legal(self, page: i64) -> i64:
        """One page of the moves that are legal for `turn`."""
        raise NotImplementedError

    def advance(self, move: i64) -> None:
        """Play a legal move, in place."""
        raise NotImplementedError

    def copy(self) -> Position:
        raise NotImplementedError

    def payoff(self, seat: i64) -> float:
        """Of a match that is over: 1 for the first place down to 0 for the last."""
        raise NotImplementedError

    def cut(self) -> bool:
        """It ended at a limit, not by play."""
        raise NotImplementedError

    def redealt(self, viewer: i64, seed: i64) -> Position:
        """A copy in which everything that `viewer` (-1: a spectator) cannot know is dealt again."""
        raise NotImplementedError

    def world(self, origin: Position, viewer: i64, seed: i64) -> Position:
        """`origin.redealt(viewer, seed)`, for a search that is done with this position: a game may reuse its memory."""
        return origin.redealt(viewer, seed)

    def dealt(self, seed: i64) -> Position:
        """A new match of the same rules and seats, dealt by the quick generator and ready for the first play."""
        raise NotImplementedError

    def check(self) -> i64:
        """A number below 2**31 that tells positions apart, for check sums."""
        raise NotImplementedError

    # What makes a search better than chance. The defaults are correct for any game, but weak.

    def quick(self, seed: i64) -> i64:
        """A cheap sensible move, for playouts; `seed` is a fresh number of the quick generator."""
        return random_move(self, seed)

    def prior(self, move: i64) -> i64:  # noqa: ARG002 - nothing is known of a move beforehand
        """How good a legal move looks before it is tried, from 0 to UNIT."""
        return 0

    def expected(self, viewer: i64) -> i64:  # noqa: ARG002 - nobody is sure of a rival
        """The move that `turn`, if it is a rival of `viewer`, is expected to make; -1 if it may be any."""
        return -1

    def reckon(self, payoffs: vec[i64]) -> None:
        """Each seat's payoff, from 0 to UNIT: the true one at the end, before it a fair guess."""
        for seat in range(self.seats):
            payoffs[seat] = UNIT // 2
        if self.over:
            for seat in range(self.seats):
                payoffs[seat] = int(self.payoff(seat) * UNIT)

    def solve(self, payoffs: vec[i64]) -> bool:  # noqa: ARG002 - no solver
        """Each seat's payoff under best play with open cards, if the game can say it at once; False if it cannot."""
        return False

    def play_on(self, seed: i64, noise: i64, most: i64, viewer: i64) -> i64:  # noqa: ARG002 - see below
        """Play quick moves in place, `noise` in UNIT of them random, to the end or for `most` moves; how many.

        A game may stop as soon as the payoff of `viewer` is certain."""
        played: i64 = 0
        while played < most and not self.over:
            seed = next_random(seed)
            if seed >> 16 < noise:
                seed = next_random(seed)
                self.advance(random_move(self, seed))
            else:
                self.advance(self.quick(seed))
            played += 1
        return played


def legal_moves(position: Position) -> list[int]:
    """All legal moves, in ascending order."""
    moves: list[int] = []
    filled = position.nonempty_pages()
    for page in range(position.pages()):
        if page < PAGE and not filled >> page & 1:
            continue
        start = page * PAGE
        for bit in indices(position.legal(page)):
            moves.append(start + bit)
    return moves


def is_legal(position: Position, move: i64) -> bool:
    page = move >> 6
    return 0 <= page < position.pages() and position.legal(page) >> (move & 63) & 1 == 1


def random_move(position: Position, seed: i64) -> i64:
    """One of the legal moves, each as likely as any other."""
    pages: i64 = 1
    if not position.one_page:
        pages = position.nonempty_pages()
        if pages < 0:
            count = position.pages()
            if count > 62:
                return random_of_many(position, count, seed)
            pages = shifted(1, count) - 1
    if pages == 1:
        moves = position.legal(0)
        if moves & (moves - 1):
            skip = (seed >> 8) * size(moves) >> 24
            while skip:
                moves &= moves - 1
                skip -= 1
        return lowest(moves)
    total: i64 = 0
    rest = pages
    while rest:
        total += size(position.legal(lowest(rest)))
        rest &= rest - 1
    skip = below(seed, total)
    page = lowest(pages)
    moves = position.legal(page)
    count = size(moves)
    while skip >= count:
        skip -= count
        pages &= pages - 1
        page = lowest(pages)
        moves = position.legal(page)
        count = size(moves)
    while skip:
        moves &= moves - 1
        skip -= 1
    return page * PAGE + lowest(moves)


def random_of_many(position: Position, pages: i64, seed: i64) -> i64:
    """The same where there are more pages than a set of them could hold."""
    total: i64 = 0
    for page in range(pages):
        total += size(position.legal(page))
    skip = below(seed, total)
    page = 0
    moves = position.legal(0)
    count = size(moves)
    while skip >= count:
        skip -= count
        page += 1
        moves = position.legal(page)
        count = size(moves)
    while skip:
        moves &= moves - 1
        skip -= 1
    return page * PAGE + lowest(moves)
