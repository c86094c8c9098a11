"""The kernel and the public face are one game: every move played on both leads to the same position."""

import random

import pytest

from houserules import Match, load
from houserules.games.heart_of_five.game import HeartOfFive
from houserules.games.shedding.documents import SHIPPED
from houserules.games.shedding.game import Shedding
from houserules.games.shedding.state import State
from houserules.kernel import climbing
from houserules.kernel.bits import COMPILED, first, indices, lowest, packed, size
from houserules.kernel.position import legal_moves


def numbered(game: Shedding, state: State) -> dict[str, int]:
    """Each kernel move's position, written as text, and its number."""
    found = {}
    for number in legal_moves(state.kernel):
        core = state.kernel.copy()
        core.advance(number)
        found[layout(game, core)] = number
    return found


def layout(game: Shedding, core: object) -> str:
    """What the kernel knows of a position, and everybody of the hands: all but the order of what was laid."""
    state = State(core, (), ())  # type: ignore[arg-type]  # a kernel state, taken from a state
    document = game.position(state)
    told = [(seat.known, seat.lacks, seat.lacking) for seat in game.view(state, None).seats]
    return str(({key: value for key, value in document.items() if key not in ("pile", "burned")}, told))


@pytest.mark.parametrize("name", SHIPPED)
def test_a_move_is_the_same_on_both_faces(name: str) -> None:
    """A kernel move names ranks; the public moves for it name cards, and one of them leads to the same cards."""
    game = load(name)
    assert isinstance(game, Shedding)
    chance = random.Random(name)
    for seats in {game.seats.start, game.seats.stop - 1}:
        match = Match.new(game, seats=seats, seed=f"{name} {seats}")
        while match.to_act and len(match.moves) < 300:
            state = match.state
            seat = state.kernel.turn
            public = {layout(game, game.apply(state, seat, move).state.kernel) for move in match.legal(seat)}
            kernel = numbered(game, state)
            assert set(kernel) <= public, (name, seats, match.position())
            assert len(kernel) <= len(public)
            match.play(seat, chance.choice(match.legal(seat)))


def trick(core: climbing.ClimbingPosition) -> tuple[object, ...]:
    """What the kernel knows of a round."""
    return (tuple(core.hands), core.turn, core.leader, core.last, core.last_seat, core.passes, core.order, core.wins)


@pytest.mark.parametrize("seats", [2, 4, 6])
def test_a_meld_is_the_same_on_both_faces(seats: int) -> None:
    """A kernel move of Heart of Five picks the very cards that its public move names."""
    game = load("heart-of-five")
    assert isinstance(game, HeartOfFive)
    chance = random.Random(seats)
    match = Match.new(game, seats=seats, seed=f"melds {seats}")
    while match.to_act and len(match.moves) < 300:
        state, seat = match.state, match.to_act[0]
        public = []
        for move in match.legal(seat):
            after = game.apply(state, seat, move).state.kernel
            if after.round == state.kernel.round:
                public.append(trick(after))
        kernel = []
        for number in legal_moves(state.kernel):
            core = state.kernel.copy()
            core.advance(number)
            if not core.over:  # the kernel stops there, the public face has dealt the next round
                kernel.append(trick(core))
        assert sorted(map(str, kernel)) == sorted(map(str, public)), match.position()
        match.play(seat, chance.choice(match.legal(seat)))


def test_bits() -> None:
    """The small tools, on both builds."""
    assert [lowest(1 << bit) for bit in range(63)] == list(range(63))
    assert indices(0b101001) == [0, 3, 5]
    assert first(0b101001, 2) == 0b001001
    assert size(0b101001) == 3
    assert list(packed([1, 2, 3])[:]) == [1, 2, 3]
    assert isinstance(COMPILED, bool)
