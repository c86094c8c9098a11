"""Two houses that play alike have one hash: what does nothing is left out, and what is left plays the same."""

from __future__ import annotations

import random
from typing import Any

import pytest
from hypothesis import given

import houserules as hr
from houserules.core import to_document
from houserules.games.shedding.documents import SHIPPED, laid_over
from houserules.games.shedding.documents import shipped_document as document_of
from houserules.games.shedding.game import Shedding
from houserules.games.shedding.house import House
from houserules.games.shedding.normal_form import normal_form
from houserules.games.shedding.reader import read_house
from houserules.games.toml_reader import parse
from tests.strategies import RANKS, houses
from tests.test_random_houses import SOME

pytestmark = pytest.mark.one_build

HASHES = {"shithead": "717faca951d8c2ff", "duel": "e231195b7736af61", "smellyhead": "403da86865d928b1"}
"""Matches that are kept somewhere bear these."""


def over(text: str, parent: str = "shithead") -> House:
    return read_house(laid_over(parse(text), document_of(parent)))


@pytest.mark.parametrize("name", SHIPPED)
def test_the_hashes_of_games_that_ship_do_not_change(name: str) -> None:
    assert read_house(document_of(name)).hash() == HASHES[name]
    assert read_house(document_of(name)).former_hashes() == ()


ALIKE = [
    ("powers.4 = { do = [] }", ""),
    ("powers.'4:red' = { do = [] }", ""),
    ("powers.4 = { do = [], not-under = ['low'] }", ""),
    (f"powers.4 = {{ do = [], only-on = {[*RANKS, 'Joker']} }}", ""),
    ("powers.4 = { do = [], most = 8 }", ""),
    ("powers.Joker.most = 1", ""),
    (
        "powers.J = { do = ['skip'] }\npowers.'J:red' = { do = ['burn'] }",
        "powers.J = 'none'\npowers.'J:black' = { do = ['skip'] }\npowers.'J:red' = { do = ['burn'] }",
    ),
    (
        "powers.J = { do = ['skip'] }\npowers.'J:red' = { do = ['burn'] }\npowers.'J:black' = { do = ['reset'] }",
        "powers.J = 'none'\npowers.'J:red' = { do = ['burn'] }\npowers.'J:black' = { do = ['reset'] }",
    ),
    ("powers.7 = { do = [{ low = { limit = 8, compare = '<' } }] }", ""),
    (
        "powers.9 = { do = [{ wild = ['4', '3'] }] }",
        "powers.9 = { do = [{ wild = { as = ['3', '4'], power = true } }] }",
    ),
    ("powers.9 = { do = [], only-on = ['3', '4'], not-on = ['4'] }", "powers.9 = { do = [], only-on = ['3'] }"),
    ("powers.9 = { do = ['call-suit', { skip = 'once' }] }", "powers.9 = { do = ['call-suit', 'skip'] }"),
    ("pattern = { alike = 0, do = ['burn'] }", "pattern = { alike = 0, never = ['2'], within = 'one-play' }"),
    ("pattern.alike = 16", "pattern.alike = 0"),
    ("pattern.never = ['Joker']", "pattern.never = ['Joker']\npowers.9 = { do = [] }"),
    (
        "powers.8 = 'none'\npowers.J = { do = ['reverse'] }\npattern.through-mirrors = true",
        "powers.8 = 'none'\npowers.J = { do = ['reverse'] }",
    ),
    ("powers.J = 'none'\nplay.reverse-for-two = 'again'", "powers.J = 'none'"),
    ("play.refill = { to = 0, when = 'after-turn' }", "play.refill = { draw = 0 }"),
    ("deal.up = 0\ndeal.setup = 'none'\nplay.up = 'mixed'", "deal.up = 0\ndeal.setup = 'none'\ntake.up = 'stays'"),
    ("deck.decks = '1 + seats // 7'", ""),
    ("deck.decks = '1 + (seats + 2) // 5'", "deck.decks = '1 + (2 + seats) // 5'"),
    ("seats = [2, 6]", "seats = [2, 6]\ndeck.decks = 1"),
    ("seats = 6\ndeck.decks = 1", "seats = 6\nplay.refill = { draw = 2 }"),
    (
        "deck.jokers = 0\npowers.Joker = 'none'",
        f"deck.jokers = 0\npowers.Joker = 'none'\nend.not-last = ['Joker']\ndeal.order = {[*RANKS[1:], '2']}",
    ),
    ("name = 'Friday'\nversion = 7", ""),
]


@pytest.mark.parametrize(("one", "other"), ALIKE, ids=[row[0] for row in ALIKE])
def test_what_does_nothing_changes_no_hash(one: str, other: str) -> None:
    assert over(one).hash() == over(other).hash()


DIFFERENT = [
    ("powers.'J:red' = { do = [] }", ""),
    ("powers.J = { do = [{ reverse = 'once' }] }", "powers.J = { do = ['reverse'] }"),
    (
        "powers.'J:red' = { do = [{ reverse = 'once' }] }\npowers.'J:black' = { do = [{ reverse = 'once' }] }",
        "powers.J = { do = [{ reverse = 'once' }] }",
    ),
    ("powers.4 = { do = ['skip', 'again'] }", "powers.4 = { do = ['again'] }"),
    ("powers.4 = { do = [], most = 7 }", ""),
    ("play.reverse-for-two = 'again'", ""),
    ("pattern.through-mirrors = true", ""),
    ("pattern.alike = 8", "pattern.alike = 0"),
    ("play.refill = { to = 3, when = 'after-turn' }", ""),
    ("deck.decks = 2", ""),
]


@pytest.mark.parametrize(("one", "other"), DIFFERENT, ids=[row[0] for row in DIFFERENT])
def test_what_can_be_noticed_changes_the_hash(one: str, other: str) -> None:
    """With seven players there are eight cards of a rank; the last card of a player who would play again may skip."""
    assert over(one).hash() != over(other).hash()


def told(game: Shedding, match: hr.Match[Any]) -> dict[str, Any]:
    """The whole table, without what the demands are called."""
    return match.position() | {"to_act": match.to_act, "outcome": to_document(match.outcome)}


@SOME
@given(houses(limit=30))
def test_the_normal_form_plays_the_same_game(document: dict[str, Any]) -> None:
    """The same cards, the same moves that are allowed, the same end; and it is its own normal form."""
    written = hr.load(document)
    assert isinstance(written, Shedding)
    short = normal_form(written.rules)
    assert normal_form(short) == short
    assert short.hash() == written.hash
    normal = Shedding(written.id, short)
    chance = random.Random("alike")
    one, other = (hr.Match.new(game, seats=game.seats.stop - 1, seed="alike") for game in (written, normal))
    while one.to_act:
        seat = chance.choice(one.to_act)
        moves = [str(move) for move in one.legal(seat)]
        assert set(moves) == {str(move) for move in other.legal(seat)}
        move = chance.choice(moves)
        one.play(seat, move)
        other.play(seat, move)

        assert told(written, one) == told(normal, other)


def test_records_with_the_hash_of_before_are_read() -> None:
    """A house whose hash once counted what does nothing."""
    house = over("powers.4 = { do = [] }")
    game = hr.load({"extends": "shithead", "name": "Old", "powers": {"4": {"do": []}}})
    record = hr.Match.new(game, seats=2, seed="x").record()
    (former,) = house.former_hashes()

    assert former != house.hash() == HASHES["shithead"]
    assert hr.Match.from_record({**record, "rules": former}).game.hash == house.hash()
