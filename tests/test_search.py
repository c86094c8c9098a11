"""The search of the kernel: it finds what is proved by hand, keeps to its budget, and is the same on every build."""

import tracemalloc
from typing import Any

import pytest

import houserules as hr
from houserules.kernel import shedding
from houserules.kernel.bits import COMPILED, scrambled, zeros
from houserules.kernel.position import UNIT, Position, legal_moves
from houserules.kernel.search import Search
from houserules.kernel.search_tree import FIRST_ROOM, Tree, key
from tests.positions import given

ITERATIONS = 4_000 if COMPILED else 300


def found(match: hr.Match[Any], seat: int = 0, iterations: int = ITERATIONS, **options: Any) -> str:
    """The move that a search from what the seat sees finds best."""
    state = match.game.imagine(match.view(seat), 7)
    search = Search(state.kernel, seat, 7, **options)
    search.run(iterations)
    return str(match.game.say(state, search.best()))


# -- Endings solved by hand ------------------------------------------------------------------------------------------


def test_it_goes_out_when_it_can() -> None:
    """Both Kings at once, and the match is won; one King, and the Ace will not come back to it."""
    assert found(given("KC KD", "AC AD", pile="9H")) == "play KC KD"


def test_it_burns_and_goes_on_to_win() -> None:
    """The Ten burns the pile and plays again: then the Three goes on nothing, and out."""
    assert found(given("TC 3D", "AC", pile="9H")) == "play TC"


def test_it_lays_what_the_last_card_of_a_rival_cannot_beat() -> None:
    """Everybody saw the rival take the Queen, its last card now. On a Queen it goes out, on a King it must take."""
    match = given("QH KC 3S", "4C", pile="QD", to_act=1)
    match.play(1, "take")
    match.play(0, "play 3S")
    match.play(1, "play 4C")

    assert found(match) == "play KC"


# -- Budgets ---------------------------------------------------------------------------------------------------------


def start(game: str = "shithead", seats: int = 2, seed: str = "x") -> Any:
    core = hr.load(game).new(seats, seed).kernel
    if isinstance(core, shedding.SheddingPosition) and core.stage != 0:
        core.start()
    return core


@pytest.mark.parametrize("game", hr.GAMES)
def test_a_search_runs_for_as_long_as_it_is_told(game: str) -> None:
    core = start(game)
    before = core.check()
    search = Search(core, core.turn, 1)
    search.run(30)
    search.run(20)

    rows = search.rows()
    assert search.done == 50
    assert sum(row[1] for row in rows) == 50
    assert {row[0] for row in rows} <= set(legal_moves(core))
    assert all(0 <= row[2] <= row[1] * UNIT for row in rows)
    assert core.check() == before  # whose position it is, is left alone


def test_slices_change_nothing() -> None:
    core = start()
    whole, sliced = Search(core, core.turn, 5), Search(core, core.turn, 5)
    whole.run(60)
    for _ in range(20):
        sliced.run(3)

    assert whole.rows() == sliced.rows()


# A change of the rules, of the quick player or of the search changes them.
KNOWN = {
    "shithead": 3064096513,
    "duel": 3304220613,
    "smellyhead": 925803994,
    "heart-of-five": 2703712339,
    "heroes": 1593288302,
}


def fingerprint(game: str) -> int:
    core = start(game, 2)
    search = Search(core, core.turn, 99)
    search.run(120)
    number = 0
    for row in search.rows():
        for value in row:
            number = scrambled(number, value & 0xFFFFFF)
    return number


@pytest.mark.parametrize("game", hr.GAMES)
def test_the_same_seed_searches_the_same_on_every_build(game: str) -> None:
    assert fingerprint(game) == KNOWN[game]


def test_of_two_ways_to_win_the_shorter_one_is_better() -> None:
    core = start()
    search = Search(core, core.turn, 1, haste=1 / 1024)
    worth = []
    for moves in (0, 10, 20, 5000):
        search.payoffs[0], search.payoffs[1] = UNIT, 0
        search.hurry(moves)
        worth.append((search.payoffs[0], search.payoffs[1]))

    assert worth == [(UNIT, 0), (UNIT - 640, 0), (UNIT - 1280, 0), (UNIT // 2, 0)]


def test_another_seed_searches_something_else() -> None:
    core = start()
    one, other = Search(core, core.turn, 1), Search(core, core.turn, 2)
    one.run(50)
    other.run(50)

    assert one.rows() != other.rows()


def test_the_memory_of_a_search_is_bounded() -> None:
    """With as many nodes as it may have, everything it holds is below 10 MB; full, it goes on without growing."""
    core = start(seats=4)
    tracemalloc.start()
    search = Search(core, core.turn, 1)
    search.tree.used = search.tree.most - 20
    search.tree.grow()
    while len(search.tree.nodes) < search.tree.most * 8:
        search.tree.grow()
    search.run(100)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()

    assert search.done == 100
    assert search.tree.used == search.tree.most
    assert peak < 10_000_000


def test_a_tree_grows_as_it_is_needed() -> None:
    tree = Tree(1, 4 * FIRST_ROOM, 0.7, 0.5, 1e9)
    small = len(tree.nodes)
    for move in range(2 * FIRST_ROOM):
        assert tree.add(8, key(move, 0), 0)

    assert len(tree.nodes) > small
    assert len(tree.children(8)) == 2 * FIRST_ROOM


# -- The baselines ---------------------------------------------------------------------------------------------------

BASELINES: dict[str, dict[str, Any]] = {
    "determinized": {"worlds": 5},
    "flat": {"deepest": 1, "explore": 100.0},
    "random playouts": {"noise": 1.0},
    "cheating": {"cheats": True},
    "cut playouts": {"most": 20},
}


@pytest.mark.parametrize("options", BASELINES.values(), ids=BASELINES)
def test_the_baselines_run_on_the_same_core(options: dict[str, Any]) -> None:
    core = start(seats=3)
    search = Search(core, core.turn, 3, **options)
    search.run(60)

    assert sum(row[1] for row in search.rows()) == 60
    assert search.best() in legal_moves(core)


def test_the_baselines_win_a_won_ending() -> None:
    for options in BASELINES.values():
        assert found(given("KC KD", "AC AD", pile="9H"), **options) == "play KC KD"


# -- Any game --------------------------------------------------------------------------------------------------------


class Nim(Position):
    """Take one to three of a heap; who takes the last one wins. As little as a Position can say of itself."""

    def __init__(self, heap: int, turn: int = 0) -> None:
        super().__init__()
        self.seats = 2
        self.heap = heap
        self.turn = turn
        self.over = heap == 0

    def pages(self) -> int:
        return 1

    def legal(self, page: int) -> int:
        return 0b1110 & ((1 << self.heap + 1) - 1)

    def advance(self, move: int) -> None:
        self.heap -= move
        self.over = self.heap == 0
        self.turn = 1 - self.turn

    def copy(self) -> "Nim":
        return Nim(self.heap, self.turn)

    def redealt(self, viewer: int, seed: int) -> "Nim":
        return self.copy()

    def payoff(self, seat: int) -> float:
        return float(seat != self.turn)


@pytest.mark.parametrize(("heap", "best"), [(5, 1), (6, 2), (7, 3), (9, 1)])
@pytest.mark.skipif(COMPILED, reason="a compiled class cannot be a parent of an interpreted one")
def test_a_search_needs_no_more_than_a_position(heap: int, best: int) -> None:
    search = Search(Nim(heap), 0, 1)
    search.run(600)

    assert search.best() == best


def test_reckoning_is_the_payoff_at_the_end() -> None:
    for game in hr.GAMES:
        core = start(game, hr.load(game).seats[0])
        core.play_on(5, 6554, 1 << 30, -1)
        payoffs = zeros(16)
        core.reckon(payoffs)

        assert core.over
        assert [payoffs[seat] / UNIT for seat in range(core.seats)] == pytest.approx(
            [core.payoff(seat) for seat in range(core.seats)], abs=1e-4
        )
