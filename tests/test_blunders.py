"""Mistakes that everybody at the table would see: which level makes which of them, exactly."""

from __future__ import annotations

from typing import Any

import pytest

import houserules as hr
from bench.blunders import FAMILIES, ITERATIONS, AnyPosition, Heart, Heroes, Shedding, blunders, book, chosen, players
from houserules.core import Add, Subtract
from houserules.games.heroes.tables import value_after

BOOK = book()
POSITIONS: dict[str, tuple[AnyPosition, ...]] = {"shedding": BOOK.shedding, "heart": BOOK.heart, "heroes": BOOK.heroes}
EVERY = [pytest.param(one, id=f"{family}: {one.name}") for family, some in POSITIONS.items() for one in some]
LEVELS = [(family, level) for family in FAMILIES for level in players(family, 1)]


def test_the_list_is_long_enough() -> None:
    """About fifty for the Shithead family, in each of its houses, and half as many for the others."""
    assert len(BOOK.shedding) >= 50
    assert {position.game for position in BOOK.shedding} == {"shithead", "duel", "smellyhead"}
    assert len(BOOK.heart) >= 25
    assert len(BOOK.heroes) >= 25
    for positions in POSITIONS.values():
        assert len({position.name for position in positions}) == len(positions)


@pytest.mark.parametrize("position", EVERY)
def test_each_position_has_right_moves_and_wrong_ones(position: AnyPosition) -> None:
    """What it names is legal, there is something to get wrong, and a sentence says why."""
    legal = position.match().view(0).legal
    wrong = [move for move in legal if position.is_blunder(move)]

    assert 0 < len(wrong) < len(legal)
    assert {*position.best, *position.wrong} <= {str(move) for move in legal}
    assert position.why.endswith(".")


@pytest.mark.parametrize("position", BOOK.heart, ids=lambda position: position.name)
def test_the_endings_of_two_are_proved(position: Heart) -> None:
    """The right moves are those after which the other cannot win any more, and no others."""
    match = position.match()
    game: Any = match.game
    for move in match.legal(0):
        after = game.apply(match.state, 0, move).state
        if after.kernel.round > 1:
            wins = True  # it went out
        else:
            acting = game.to_act(after)[0]
            ending = game.solve(game.view(after, acting), 10**6)
            wins = ending.wins == (acting == 0)
        assert position.is_blunder(move) != wins, str(move)


@pytest.mark.parametrize("position", [one for one in BOOK.heroes if one.best], ids=lambda position: position.name)
def test_the_choices_of_heroes_are_those_of_the_tables(position: Heroes) -> None:
    """By a tenth of the round or more."""
    view: Any = position.match().view(0)
    if view.phase != "power_choice":
        return
    own, rival = (player.points for player in view.players)
    gained = value_after(view.turn, own + view.difference, rival) - value_after(view.turn, own - view.difference, rival)

    assert abs(gained) > 0.1
    assert not position.is_blunder(Add() if gained > 0 else Subtract())


@pytest.mark.parametrize(("family", "level"), LEVELS)
def test_a_level_blunders_where_it_is_known_to_and_nowhere_else(family: str, level: str) -> None:
    """A level that has become better or worse is to change the list in tests/data/blunders.toml."""
    found = blunders(POSITIONS[family], players(family, ITERATIONS)[level])

    assert found == list(BOOK.known[family][level])


def test_each_level_blunders_less_than_the_one_below() -> None:
    """And those that think ahead, or know the tables, not at all."""
    for known in BOOK.known.values():
        counts = [len(names) for names in known.values()]
        assert counts == sorted(counts, reverse=True)
        assert counts[-1] == 0


def test_the_cards_that_stand_nowhere_are_out_of_the_game() -> None:
    """So a seat can conclude what its rival holds, and a mistake is one."""
    position = next(one for one in BOOK.shedding if one.name == "ten, then out")
    assert isinstance(position, Shedding)
    match = position.match()

    assert len(match.game.cards(match.state)) == 54
    assert str(chosen(match, lambda game: hr.bot("hard", game, seed=1))) == "play 4C"
