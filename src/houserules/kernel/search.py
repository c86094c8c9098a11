"""Information-set search for any Position: many worlds that fit what a seat knows, one tree of moves for all of them.

Each iteration deals the unseen cards again, walks down the tree along moves that are legal in this world, adds a node,
plays on with quick moves, and counts the result for the seat that made each move. A search of many fixed worlds with a
tree each, flat Monte Carlo, random playouts and a search that knows the true cards differ in one parameter each: they
are there for comparison.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, final

from .bits import below, lowest, next_random, scrambled, shifted, size, zeros
from .position import PAGE, UNIT
from .search_tree import SEATS, WIDTH, Tree, key

if TYPE_CHECKING:
    from mypy_extensions import i64

    from .position import Position

DEEPEST: Final = 256  # moves in the tree; deeper only the playout goes
PAGES: Final = 512
NODES: Final = 1 << 16  # 64 bytes each

Row = tuple[int, int, int, int, int]
"""A move at the root: its number, visits, payoffs in UNIT added up, their squares added up, how often available."""


@final
class Search:
    """A search that can be run for a while, looked at, and run on. The same seed gives the same result everywhere."""

    __slots__ = (
        "cheats",
        "deepest",
        "done",
        "haste",
        "models",
        "most",
        "moves",
        "noise",
        "path",
        "payoffs",
        "played",
        "position",
        "seed",
        "squares",
        "total",
        "tree",
        "viewer",
        "world",
        "worlds",
    )

    def __init__(
        self,
        position: Position,
        viewer: i64,
        seed: i64,
        *,
        explore: float = 0.7,
        lean: float = 0.5,
        urgency: float = 1e9,
        noise: float = 0.3,
        haste: float = 1 / 2048,
        most: i64 = 1 << 30,
        nodes: i64 = NODES,
        deepest: i64 = DEEPEST,
        worlds: i64 = 0,
        models: i64 = 0,
        cheats: bool = False,
    ) -> None:
        """
        explore, lean  how much is tried for not being known yet, and for looking good
        urgency        how good a child must be for no other move to be tried first
        noise          the share of random moves in playouts; 1: random playouts
        haste          what each move until the end takes off a payoff: of two ways to win, the shorter one is better
        most           how many moves a playout has; the rest is guessed
        nodes          the tree grows no further than this
        deepest        how many moves of a world are in the tree; 1: flat, 0: only what the position is worth
        worlds         how many fixed worlds there are, with a tree each; 0: a new world each time, one tree
        models         1: rivals do what is expected of them, where the game can say what that is
        cheats         the position is the world. For measuring what hidden cards are worth, and nothing else
        """
        self.position = position
        self.viewer = viewer
        self.seed = seed & 0xFFFFFFFF
        self.noise: i64 = int(noise * UNIT)
        self.haste: i64 = int(haste * UNIT)
        self.most = most
        self.deepest: i64 = deepest if deepest < DEEPEST else DEEPEST
        self.worlds = worlds
        self.models = models
        self.cheats = cheats
        self.done: i64 = 0
        """Iterations."""
        self.played: i64 = 0
        """Moves in playouts."""
        self.total: i64 = 0
        """The payoffs of the viewer, added up,"""
        self.squares: i64 = 0
        """and their squares."""
        self.tree = Tree(worlds or 1, nodes, explore, lean, urgency)
        self.world = position
        self.moves = zeros(PAGES)
        self.path = zeros(2 * DEEPEST)
        self.payoffs = zeros(SEATS)

    def run(self, iterations: i64) -> None:
        """Run more iterations. There is no clock here: a caller with a deadline runs slices and looks at its own."""
        for _ in range(iterations):
            self.iterate()

    def iterate(self) -> None:
        seed = scrambled(self.seed, self.done)
        root: i64 = WIDTH
        if self.cheats:
            self.world = self.position.copy()
        elif self.worlds:
            number = self.done % self.worlds
            root += number * WIDTH
            self.world = self.world.world(self.position, self.viewer, scrambled(self.seed ^ 0x55555555, number))
        else:
            self.world = self.world.world(self.position, self.viewer, seed)
        world = self.world
        seed = scrambled(seed, 1)
        length = self.descend(root, world, seed)
        moves = length // 2
        if not world.solve(self.payoffs):
            played = world.play_on(scrambled(seed, 2), self.noise, self.most, self.viewer)
            self.played += played
            moves += played
            world.reckon(self.payoffs)
        self.hurry(moves)
        tree = self.tree
        path = self.path
        at: i64 = 0
        while at < length:
            tree.count(path[at], self.payoffs[path[at + 1]])
            at += 2
        if self.viewer >= 0:
            payoff = self.payoffs[self.viewer]
            self.total += payoff
            self.squares += payoff * payoff
        self.done += 1

    def hurry(self, moves: i64) -> None:
        """Otherwise a sure winner has no reason to finish."""
        rest = UNIT - moves * self.haste
        if rest < UNIT // 2:
            rest = UNIT // 2
        for seat in range(self.position.seats):
            self.payoffs[seat] = self.payoffs[seat] * rest >> 16

    def descend(self, root: i64, world: Position, seed: i64) -> i64:
        """Walk down to a new node, or to the end. The path holds each node and who moved to it. Returns its length."""
        tree = self.tree
        moves = self.moves
        path = self.path
        node = root
        length: i64 = 0
        while not world.over and length < 2 * self.deepest:
            seat = world.turn
            pages: i64 = 1
            known: i64 = -1
            if self.models:
                known = world.expected(self.viewer)
            if known >= 0:
                pages = (known >> 6) + 1
                for page in range(pages):
                    moves[page] = 0
                moves[known >> 6] = shifted(1, known & 63)
            else:
                moves[0] = world.legal(0)
            if known < 0 and not world.one_page:
                pages = world.pages()
                filled = world.nonempty_pages()
                for page in range(1, pages):
                    moves[page] = 0
                    if page > 62 or filled >> page & 1:
                        moves[page] = world.legal(page)
            chosen = tree.choose(node, seat, moves, pages)
            new = False
            if chosen == 0 or (known < 0 and tree.value < tree.urgency):
                move = known if known >= 0 else self.untried(world, pages, seed)
                if move >= 0:
                    added = tree.add(node, key(move, seat), world.prior(move))
                    if added:
                        chosen = added
                        new = True
                if chosen == 0:
                    return length  # the tree is full
            world.advance(tree.nodes[chosen] // SEATS)
            path[length] = chosen
            path[length + 1] = seat
            length += 2
            if new and known < 0:  # an expected move needs no search
                return length
            node = chosen
        return length

    def untried(self, world: Position, pages: i64, seed: i64) -> i64:
        """A move that was never tried here: the quick one if it is among these, else any; -1 if there is none."""
        moves = self.moves
        total: i64 = 0
        for page in range(pages):
            if moves[page]:
                total += size(moves[page])
        if total == 0:
            return -1
        seed = next_random(seed)
        move = world.quick(seed)
        if moves[move >> 6] & shifted(1, move & 63):
            return move
        skip = below(next_random(seed), total)
        page = 0
        count = size(moves[0])
        while skip >= count:
            skip -= count
            page += 1
            count = size(moves[page])
        rest = moves[page]
        while skip:
            rest &= rest - 1
            skip -= 1
        return page * PAGE + lowest(rest)

    # -- What came of it -----------------------------------------------------------------------------------------------

    def rows(self) -> list[Row]:
        """Each move that was tried at the root, the most visited first."""
        sums: dict[int, tuple[int, int, int, int]] = {}
        for number in range(self.worlds or 1):
            for move, visits, total, squares, available in self.tree.children((number + 1) * WIDTH):
                old = sums.get(move, (0, 0, 0, 0))
                sums[move] = (old[0] + visits, old[1] + total, old[2] + squares, old[3] + available)
        found = [(move, *numbers) for move, numbers in sums.items()]
        found.sort(key=_rank)
        return found

    def best(self) -> int:
        """The move visited most; of equal ones the one with the better mean."""
        return self.rows()[0][0]

    def lead(self) -> int:
        """By how many visits the best move leads: with fewer iterations to come it cannot be overtaken."""
        rows = self.rows()
        return rows[0][1] - rows[1][1] if len(rows) > 1 else rows[0][1]


def _rank(row: Row) -> tuple[int, int, int]:
    return -row[1], -row[2], row[0]
