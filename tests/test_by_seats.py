"""Numbers by seats: how many cards are dealt, and how many burn, for each number of players."""

from __future__ import annotations

from typing import Any, cast

import pytest

import houserules as hr
from tests.positions import AnyMatch, held, lies
from tests.strategies import at, bare


def dealt(house: dict[str, Any], seats: int) -> AnyMatch:
    return hr.Match.new(hr.load(house), seats=seats, seed="by seats")


def counts(match: AnyMatch, zone: str) -> list[int]:
    return [len(held(match, seat, zone).split()) for seat in range(match.seats)]


@pytest.mark.parametrize(("seats", "blind"), [(2, 6), (3, 4), (4, 3)])
def test_a_table_of_numbers(seats: int, blind: int) -> None:
    match = dealt(bare({}, deal={"blind": {"2": 6, "3": 4, "4": 3}, "up": "7 - seats"}), seats)

    assert counts(match, "blind") == [blind] * seats
    assert counts(match, "up") == [7 - seats] * seats


@pytest.mark.parametrize(("seats", "jokers"), [(2, 0), (3, 1), (4, 2)])
def test_jokers_by_seats(seats: int, jokers: int) -> None:
    match = dealt(bare({}, deck={"jokers": "seats - 2"}), seats)

    assert len(match.game.cards(match.state)) == 52 + jokers


@pytest.mark.parametrize(("seats", "hands"), [(2, [21, 21]), (3, [12, 12, 12]), (4, [8, 8, 7, 7])])
def test_all_cards_are_dealt(seats: int, hands: list[int]) -> None:
    match = dealt(bare({}, deal={"hand": "all"}), seats)

    assert counts(match, "hand") == hands
    assert lies(match, "stock") == ""


def test_a_hand_of_all_cards_may_be_all_there_is() -> None:
    match = dealt(bare({}, deal={"hand": "all", "up": 0, "blind": 0}, deck={"jokers": 0}), 3)

    assert counts(match, "hand") == [18, 17, 17]
    while match.to_act:
        seat = match.to_act[0]
        match.play(seat, match.legal(seat)[0])
    assert match.outcome is not None


@pytest.mark.parametrize(
    ("stock", "seats", "left"), [(10, 2, 10), ("seats * 2", 3, 6), ({"2": 1, "3": 2, "4": 3}, 4, 3)], ids=str
)
def test_a_stock_of_fewer_cards(stock: Any, seats: int, left: int) -> None:
    """The others are out of the game, and nobody knows which they are."""
    match = dealt(bare({}, deck={"stock": stock}), seats)

    assert len(lies(match, "stock").split()) == left
    assert len(match.game.cards(match.state)) == 9 * seats + left
    bot = hr.bot("hard", match.game, seed=1)
    assert bot.choose(match.view(match.to_act[0])) in match.legal(match.to_act[0])


@pytest.mark.parametrize(("seats", "burned"), [(2, "5C 5D 5H"), (3, "")])
def test_alike_by_seats(seats: int, burned: str) -> None:
    house = bare({}, pattern={"alike": {"2": 3, "3": 4, "4": 4}})
    match = at(house, "5H 9C", *["KC QC", "KD QD"][: seats - 1], pile="5C 5D")
    match.play(0, "play 5H")

    assert lies(match, "burned") == burned


def test_a_house_says_its_numbers_for_each_number_of_players() -> None:
    page = hr.load(bare({}, deal={"blind": {"2": 6, "3": 4, "4": 4}, "hand": "all"})).page()
    text = " ".join(page.split())

    assert "six blind cards (with two players) or four (with three or four), which nobody may look at" in text
    assert "All other cards are dealt as hands" in text


def test_a_table_takes_the_place_of_a_table() -> None:
    """A child that says it for two players does not inherit what its parent says for three."""
    from houserules.games.shedding.documents import laid_over  # noqa: PLC0415 - only here

    merged = cast("Any", laid_over({"deal": {"hand": {"2": 5}}}, {"deal": {"hand": {"2": 3, "3": 4}}}))
    assert merged["deal"]["hand"] == {"2": 5}


@pytest.mark.one_build
@pytest.mark.parametrize(
    ("changes", "path", "says"),
    [
        ({"deal": {"hand": {"2": 3, "3": 3}}}, "deal.hand.4", "is missing; write a whole number from 1 to 7"),
        ({"deal": {"hand": {"2": 9, "3": 3, "4": 3}}}, "deal.hand.2", "9 will not do"),
        ({"deal": {"hand": {"2": 3, "3": 3, "4": 3, "9": 3}}}, "deal.hand.9", "no such key"),
        ({"deal": {"hand": "seats * 3"}}, "deal.hand", "with 3 seats this is 9; it must be from 1 to 7"),
        ({"deal": {"blind": "seats +"}}, "deal.blind", "this is not a formula"),
        ({"deal": {"up": "6 // (4 - seats)"}}, "deal.up", "cannot be worked out"),
        ({"deck": {"stock": 40}}, "deck.stock", "with 2 players only 36 cards are left for the stock"),
        ({"deal": {"hand": "all", "blind": 6, "up": 6}, "deck": {"jokers": 0}, "seats": [2, 5]}, "deck.decks", "hand"),
    ],
    ids=str,
)
def test_numbers_that_will_not_do_are_refused(changes: dict[str, Any], path: str, says: str) -> None:
    seats = {"seats": changes.pop("seats")} if "seats" in changes else {}
    with pytest.raises(hr.RulesError) as refused:
        hr.load(bare({}, **changes) | seats)

    assert any(problem.startswith(f"{path}: ") and says in problem for problem in refused.value.problems)
