"""The kernel and the public face are one game: every move played on both leads to the same position."""

import random

import pytest

from houserules import GAMES, Match, load
from houserules.games.shedding.game import Shedding
from houserules.games.shedding.state import State
from houserules.kernel.bits import COMPILED, first, indices, lowest, size, words
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


@pytest.mark.parametrize("name", GAMES)
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


def test_bits() -> None:
    """The small tools, on both builds."""
    assert [lowest(1 << bit) for bit in range(63)] == list(range(63))
    assert indices(0b101001) == [0, 3, 5]
    assert first(0b101001, 2) == 0b001001
    assert size(0b101001) == 3
    assert list(words([1, 2, 3])[:]) == [1, 2, 3]
    assert isinstance(COMPILED, bool)
