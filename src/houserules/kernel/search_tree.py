"""The tree of a search: what was tried where, how often and with what result, in one packed array of integers."""

from __future__ import annotations

from math import log, sqrt
from typing import TYPE_CHECKING, Final, final

from .bits import shifted, zeros
from .position import UNIT

if TYPE_CHECKING:
    from librt.vecs import vec
    from mypy_extensions import i64

# The fields of a node. Node n begins at n * WIDTH; links hold where a node begins, and 0 says that there is none.
WIDTH: Final = 8
KEY: Final = 0  # the move that leads here, and the seat that made it: see `key`
NEXT: Final = 1  # another child of the same parent
CHILD: Final = 2  # the child that was added last
VISITS: Final = 3
AVAILABLE: Final = 4  # how often the move could have been made here
TOTAL: Final = 5  # the payoffs of the seat that made it, added up
SQUARES: Final = 6  # and their squares
PRIOR: Final = 7  # how good the move looked

SEATS: Final = 16
FIRST_ROOM: Final = 1024  # nodes for a start; the array is doubled as it fills


def key(move: i64, seat: i64) -> i64:
    """The key of a move in the tree. It includes the seat, because a hidden card may decide whose turn is next."""
    return move * SEATS + seat


@final
class Tree:
    """Nodes, at most `most` of them; the first `roots` have no parent."""

    __slots__ = ("explore", "lean", "most", "nodes", "urgency", "used", "value")

    def __init__(self, roots: i64, most: i64, explore: float, lean: float, urgency: float) -> None:
        room: i64 = most if most < FIRST_ROOM else FIRST_ROOM
        if room <= roots:
            room = roots + 1
        self.nodes = zeros(room * WIDTH)
        self.used: i64 = roots + 1  # node 0 is not used: a link to it means that there is no node
        self.most: i64 = most
        self.explore = explore
        self.lean = lean
        self.urgency = urgency
        self.value: float = 0.0  # of the child that was chosen last

    def add(self, parent: i64, key: i64, prior: i64) -> i64:
        """A new child of a node; 0 if the tree is full."""
        if self.used >= self.most:
            return 0
        at = self.used * WIDTH
        if at >= len(self.nodes):
            self.grow()
        nodes = self.nodes
        nodes[at + KEY] = key
        nodes[at + NEXT] = nodes[parent + CHILD]
        nodes[at + AVAILABLE] = 1
        nodes[at + PRIOR] = prior
        nodes[parent + CHILD] = at
        self.used += 1
        return at

    def grow(self) -> None:
        old = self.nodes
        room: i64 = len(old) * 2
        new = zeros(room if room < self.most * WIDTH else self.most * WIDTH)
        for at in range(len(old)):
            new[at] = old[at]
        self.nodes = new

    def choose(self, parent: i64, seat: i64, moves: vec[i64], pages: i64) -> i64:
        """The child to try next among those that `moves` allows (upper confidence bound), 0 if there is none.

        Takes the moves of all children off `moves`: what is left was never tried here. `value` is the child's bound."""
        nodes = self.nodes
        best: i64 = 0
        best_value = -1.0
        known: i64 = 0  # most children have the same counts, and a logarithm is slow
        logarithm = 0.0
        explore = self.explore * self.explore
        at = nodes[parent + CHILD]
        while at:
            this = nodes[at + KEY]
            page = this >> 10
            if this & (SEATS - 1) == seat and page < pages:
                bit = shifted(1, this >> 4 & 63)
                if moves[page] & bit:
                    moves[page] ^= bit
                    available = nodes[at + AVAILABLE] + 1
                    nodes[at + AVAILABLE] = available
                    if available != known:
                        known = available
                        logarithm = explore * log(float(available))
                    visits = float(nodes[at + VISITS])
                    value = float(nodes[at + TOTAL]) / (visits * UNIT) + sqrt(logarithm / visits)
                    value += self.lean * float(nodes[at + PRIOR]) / ((visits + 1.0) * UNIT)
                    if value > best_value:
                        best_value = value
                        best = at
            at = nodes[at + NEXT]
        self.value = best_value
        return best

    def count(self, at: i64, payoff: i64) -> None:
        """One more visit, and what it came to."""
        nodes = self.nodes
        nodes[at + VISITS] += 1
        nodes[at + TOTAL] += payoff
        nodes[at + SQUARES] += payoff * payoff

    def children(self, root: i64) -> list[tuple[int, int, int, int, int]]:
        """Of each child: the move, visits, payoffs added up, their squares added up, how often it was available."""
        found: list[tuple[int, int, int, int, int]] = []
        nodes = self.nodes
        at = nodes[root + CHILD]
        while at:
            numbers = (nodes[at + VISITS], nodes[at + TOTAL], nodes[at + SQUARES], nodes[at + AVAILABLE])
            found.append((nodes[at + KEY] // SEATS, *numbers))
            at = nodes[at + NEXT]
        return found
