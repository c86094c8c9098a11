"""Houses that nobody has thought of keep the laws of every game, and are one game on both faces of the kernel."""

from __future__ import annotations

import random
from typing import Any

from hypothesis import HealthCheck, Phase, given, settings

import houserules as hr
from houserules.games.shedding.game import Shedding
from houserules.games.shedding.state import State
from houserules.kernel import shedding as kernel
from houserules.kernel.position import legal_moves
from houserules.testing import check_game
from tests.strategies import houses

SOME = settings(
    max_examples=200,
    derandomize=True,
    database=None,
    deadline=None,
    phases=[Phase.explicit, Phase.generate],
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.large_base_example],
)
"""The same houses every time. What breaks is not made smaller: a match takes too long for that."""


def loaded(document: dict[str, Any]) -> Shedding:
    game = hr.load(document)
    assert isinstance(game, Shedding)
    return game


@SOME
@given(houses(limit=16, most_seats=3))
def test_a_random_house_keeps_the_laws(document: dict[str, Any]) -> None:
    """All of them, on a match that is cut short."""
    game = loaded(document)

    check_game(game, game.seats.start, matches=1, depth=3)


def layout(game: Shedding, core: kernel.SheddingPosition) -> str:
    """What the kernel knows of a position: all of it but the order of the pile and the burned cards."""
    document = game.position(State(core, (), ()))
    return str({key: value for key, value in document.items() if key not in ("pile", "burned")})


@SOME
@given(houses(limit=25))
def test_a_random_house_is_the_same_on_both_faces(document: dict[str, Any]) -> None:
    """Each kernel move leads where some move that names cards leads."""
    game = loaded(document)
    chance = random.Random("faces")
    match = hr.Match.new(game, seats=game.seats.start, seed="faces")
    while match.to_act and len(match.moves) < 20:
        state = match.state
        seat = state.kernel.turn
        public = {layout(game, game.apply(state, seat, move).state.kernel) for move in match.legal(seat)}
        numbered = set()
        for number in chance.sample(legal_moves(state.kernel), min(6, len(legal_moves(state.kernel)))):
            core = state.kernel.copy()
            core.advance(number)
            numbered.add(layout(game, core))
        assert numbered <= public, match.position()
        match.play(seat, chance.choice(match.legal(seat)))
