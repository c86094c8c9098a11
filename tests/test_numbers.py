"""Public moves and the numbers the kernel gives them, on tables that are imagined from a view."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings

import houserules as hr
from houserules.games.shedding.bots import forgotten
from houserules.games.shedding.game import Shedding
from houserules.games.shedding.numbers import least_revealing, number_of, numbers_of
from houserules.games.shedding.view import View
from houserules.kernel import shedding as kernel
from houserules.kernel.position import legal_moves
from tests.strategies import houses
from tests.test_random_houses import SOME, loaded

EXAMPLES = sorted((Path(__file__).parent.parent / "examples" / "houses").glob("*.toml"))


def guess(game: Shedding, view: View) -> kernel.SheddingPosition:
    return game.imagine(view, 0).kernel


def check_guesses(game: Shedding, seats: int, most: int) -> None:
    """In a random match, for each seat that acts: the table looks the same, and its moves are the same moves."""
    chance = random.Random(seats)
    match = hr.Match.new(game, seats=seats, seed=f"guess {seats}")
    while match.to_act and len(match.moves) < most:
        seat = chance.choice(match.to_act)
        view = match.view(seat)
        assert isinstance(view, View)
        state = guess(game, view)
        assert game.view(game.imagine(view, 0), seat) == view
        numbers = numbers_of(state, view.legal)
        assert set(numbers) <= set(legal_moves(state))
        # In the setup equal cards have numbers of their own, and are named once.
        assert view.phase == "setup" or len(numbers) == len(legal_moves(state))
        legal = match.legal(seat)
        match.play(seat, hr.Ready() if hr.Ready() in legal and chance.random() < 0.5 else chance.choice(legal))


@pytest.mark.parametrize(
    ("name", "seats"), [("shithead", 2), ("shithead", 5), ("duel", 2), ("smellyhead", 2), ("smellyhead", 4)]
)
def test_a_guess_looks_like_the_table(name: str, seats: int) -> None:
    """Whoever may not know more sees the same."""
    game = hr.load(name)
    assert isinstance(game, Shedding)

    check_guesses(game, seats, 400)


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_a_guess_of_another_house(path: Path) -> None:
    """So it is in houses that came later."""
    game = hr.load(path)
    assert isinstance(game, Shedding)

    check_guesses(game, game.seats.start, 150)


@settings(SOME, max_examples=60)
@given(houses(limit=40, most_seats=3))
def test_a_guess_of_a_random_house(document: dict[str, Any]) -> None:
    """And in houses that nobody has thought of."""
    game = loaded(document)

    check_guesses(game, game.seats.start, 25)


def test_a_guess_does_not_depend_on_what_is_hidden() -> None:
    """Two tables that look the same to a seat are guessed alike."""
    game = hr.load("shithead")
    assert isinstance(game, Shedding)
    match = hr.Match.new(game, seats=3, seed="hidden")
    for seat in range(3):
        match.play(seat, "ready")
    seat = match.to_act[0]
    other = game.redeal(match.state, seat, 99)
    one, two = (game.view(state, seat) for state in (match.state, other))
    assert isinstance(one, View)
    assert isinstance(two, View)

    assert game.position(other) != game.position(match.state)
    assert guess(game, one).check() == guess(game, two).check()


def test_what_is_not_remembered_is_hidden() -> None:
    """A card that a rival took from the pile is anywhere, for whom forgot it."""
    game = hr.load("shithead")
    assert isinstance(game, Shedding)
    match = hr.Match.new(game, seats=2, seed="memory")
    for seat in range(2):
        match.play(seat, match.legal(seat)[0])
        match.play(seat, "ready")
    seat = match.to_act[0]
    view = match.view(seat)
    assert isinstance(view, View)
    known = guess(game, view)
    without = guess(game, forgotten(view, 0.0, 1))

    assert forgotten(view, 1.0, 1) == view
    assert known.held(known.known_at, 1 - seat) == 1
    assert known.held(known.known_at, seat) == without.held(known.known_at, seat) == 1
    assert without.held(without.known_at, 1 - seat) == 0
    assert without.held(0, 1 - seat) == known.held(0, 1 - seat)


def test_of_equal_plays_the_one_that_shows_least() -> None:
    """Of two fours, the one that everybody knows of goes first."""
    game = hr.load("shithead")
    assert isinstance(game, Shedding)
    position = {
        "game": "shithead",
        "seats": [{"hand": ["4C"], "up": [], "blind": ["9C"]}, {"hand": ["3H"], "up": [], "blind": ["9D"]}],
        "pile": ["4H", "5C"],
        "stock": [],
        "burned": [],
        "to_act": 0,
        "direction": 1,
        "phase": "play",
        "pending": None,
    }
    match = hr.Match.from_position(game, position)
    match.play(0, "take")
    match.play(1, "play 3H")
    view = match.view(0)
    assert isinstance(view, View)
    state = guess(game, view)

    equal = numbers_of(state, view.legal)[number_of(state, hr.read_move("play 4C"))]
    assert [str(move) for move in equal] == ["play 4C", "play 4H"]
    assert str(least_revealing(state, equal)) == "play 4H"
