"""Decks with other ranks, or with ranks in another order."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

import houserules as hr
from tests.positions import held, play
from tests.strategies import asked, at, bare, may

ACE_LOW = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"]
QUEENS_HIGH = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "K", "Q", "A"]
JOKER_INSIDE = ["2", "3", "4", "5", "6", "7", "8", "Joker", "9", "10", "J", "Q", "K", "A"]
SHORT = ["7", "8", "9", "10", "J", "Q", "K", "A"]


@pytest.mark.parametrize(
    ("ranks", "pile", "words", "moves"),
    [
        (ACE_LOW, "KD", "King or higher", ["play KC", "play jj"]),
        (ACE_LOW, "AD", "anything", ["play 9C", "play QC", "play KC", "play AC", "play jj"]),
        (QUEENS_HIGH, "KD", "King or higher", ["play QC", "play KC", "play AC", "play jj"]),
        (QUEENS_HIGH, "QD", "Queen or higher", ["play QC", "play AC", "play jj"]),
        (JOKER_INSIDE, "8D", "8 or higher", ["play 9C", "play QC", "play KC", "play AC", "play jj"]),
        (JOKER_INSIDE, "9D", "9 or higher", ["play 9C", "play QC", "play KC", "play AC"]),
    ],
)
def test_the_order_of_the_ranks(ranks: list[str], pile: str, words: str, moves: list[str]) -> None:
    """What the pile asks for follows the order of the house."""
    match = at(bare({}, deck={"ranks": ranks}), "9C QC KC AC jj", "3D", pile=pile)

    assert (asked(match), may(match)) == (words, moves)


def test_low_cards_follow_the_order_too() -> None:
    """A low Ace is below any limit."""
    house = bare({"7": {"do": ["low"]}}, deck={"ranks": ACE_LOW})

    assert may(at(house, "6C 8C AC", "3D", pile="7D")) == ["play 6C", "play AC"]


def test_the_next_rank_follows_the_order_too() -> None:
    """After the Ace the 2; after the King nothing."""
    house = bare({}, deck={"ranks": ACE_LOW}, play={"compare": "next"})

    assert may(at(house, "2C 3C KC", "3D", pile="AD")) == ["play 2C"]
    assert may(at(house, "2C AC jj", "3D", pile="KD")) == ["take"]


def test_the_lowest_face_up_card_follows_the_order_too() -> None:
    house = bare({}, deck={"ranks": ACE_LOW}, take={"when": "forced", "up": "lowest"})
    match = at(house, "/ 2C AC", "3D", pile="KD")

    play(match, (0, "take"))

    assert held(match, 0) == "KD AC"


@pytest.mark.parametrize("decks", [1, "fewest"])
def test_ranks_that_are_left_out_are_not_dealt(decks: int | str) -> None:
    """A short deck has 32 cards and its Jokers; three players need two of them."""
    game = hr.load(bare({}, deck={"decks": decks, "ranks": SHORT}) | {"seats": [2, 3]})
    match = hr.Match.new(game, seats=3, seed="short")

    dealt: Any = game.cards(match.state)
    cards = Counter(card.rank for card in dealt)
    assert {rank.letter: count for rank, count in cards.items()} == dict.fromkeys("789TJQKA", 4) | {"*": 2}
    assert hr.to_document(match.deal_plan)["without"] == ["2", "3", "4", "5", "6"]  # type: ignore[index, call-overload]


def test_as_many_decks_are_used_as_the_short_ones_need() -> None:
    game = hr.load(bare({}, deck={"decks": "fewest", "ranks": SHORT}) | {"seats": [2, 8]})

    assert [game.rules.decks_for(seats) for seats in range(2, 9)] == [1, 1, 2, 2, 2, 2, 3]  # type: ignore[attr-defined]


def test_a_position_cannot_have_a_card_that_is_not_in_the_deck() -> None:
    with pytest.raises(hr.PositionError) as refused:
        at(bare({}, deck={"decks": 2, "ranks": SHORT}), "2C", "KC")

    assert refused.value.path == "seats[0].hand[0]"


@pytest.mark.parametrize(
    ("house", "problem"),
    [
        (bare({}, deck={"ranks": ["7", "8", "9"]}), "deck.ranks: a deck needs at least 4 ranks"),
        (bare({"2": {"do": ["reset"]}}, deck={"ranks": SHORT}), "powers.2: this deck has no 2: add it to deck.ranks"),
        (bare({"K": {"do": [{"low": 6}]}}, deck={"ranks": SHORT}), "powers.K.do: this deck has no 6: write another"),
        (bare({}, deck={"ranks": JOKER_INSIDE, "jokers": 0}), "deck.ranks: this deck has no Jokers"),
    ],
)
def test_ranks_that_cannot_be_are_refused(house: dict[str, object], problem: str) -> None:
    with pytest.raises(hr.RulesError) as refused:
        hr.load(house)

    assert any(one.startswith(problem) for one in refused.value.problems)


def test_the_usual_order_written_down_changes_nothing() -> None:
    usual = [*SHORT]
    usual[:0] = ["2", "3", "4", "5", "6"]

    assert hr.load(bare({}, deck={"ranks": usual})).hash == hr.load(bare({})).hash


@pytest.mark.parametrize("level", ["easy", "medium", "hard"])
def test_bots_lead_their_lowest_card_in_the_order_of_the_house(level: str) -> None:
    """A low Ace goes before a King."""
    game = hr.load(bare({}, deck={"ranks": ACE_LOW}))
    match = at(bare({}, deck={"ranks": ACE_LOW}), "AC KC", "9D TD JD", stock="3C 4C")

    assert str(hr.bot(level, game, seed=1).choose(match.view(0))) == "play AC"
