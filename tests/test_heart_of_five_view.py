"""The view of Heart of Five as data: what may be laid, what is asked for, which cards are of no use, and reading it."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest

import houserules as hr
from houserules.cards import Card, Suit
from houserules.core import from_json, to_document
from houserules.games.heart_of_five.can import Ask
from houserules.games.heart_of_five.events import Played, RoundEnded, TrickWon
from houserules.games.heart_of_five.view import View
from tests.test_rules_heart_of_five import given

GAME = hr.load("heart-of-five")


def seen(match: hr.Match[Any], viewer: int | None) -> dict[str, Any]:
    document = to_document(match.view(viewer))
    assert isinstance(document, dict)
    return document


def test_a_leader_may_lay_every_meld_by_name() -> None:
    match = given("3C 3D 4C 4D 4H", "9C 9D")

    can = seen(match, 0)["can"]

    named = {" ".join(option["cards"]): option["meld"] for option in can["play"]}
    assert named["3C"] == {"kind": "single", "of": ["3"], "length": 1, "bomb": False}
    assert named["4C 4D 4H"] == {"kind": "triple", "of": ["4"], "length": 3, "bomb": False}
    assert named["4C 4D 4H 3C 3D"] == {"kind": "full house", "of": ["4", "3"], "length": 5, "bomb": False}
    assert named["3C 3D 4C 4D"] == {"kind": "sisters", "of": ["3", "4"], "length": 4, "bomb": False}
    assert "pass" not in can


@pytest.mark.parametrize(
    ("hand", "cards", "meld"),
    [
        ("jj 9C", "jj", {"kind": "single", "of": ["*"], "length": 1, "bomb": False}),
        ("5H 9C", "5H", {"kind": "single", "of": ["5"], "length": 1, "bomb": False}),
        ("5H 5C 9C", "5C 5H", {"kind": "pair", "of": ["5"], "length": 2, "bomb": False}),
        ("7C 7D 7H 7S 9C", "7C 7D 7H 7S", {"kind": "four of a kind", "of": ["7"], "length": 4, "bomb": True}),
        ("AC 2D 3C 4C 5C", "AC 2D 3C 4C 5C", {"kind": "run", "of": [*"A2345"], "length": 5, "bomb": False}),
        ("8C 9C TC JC QC", "8C 9C TC JC QC", {"kind": "straight flush", "of": [*"89TJQ"], "length": 5, "bomb": True}),
        ("3C 3D 3H 4C 4D 4H", "3C 3D 3H 4C 4D 4H", {"kind": "sisters", "of": ["3", "4"], "length": 6, "bomb": False}),
    ],
)
def test_melds_are_named(hand: str, cards: str, meld: dict[str, object]) -> None:
    named = {" ".join(option["cards"]): option["meld"] for option in seen(given(hand, "KC KD"), 0)["can"]["play"]}

    assert named[cards] == meld


def test_a_play_says_what_the_trick_asks_for_then() -> None:
    """Whoever follows the events knows it as well as the view does."""
    chance = random.Random("asks")
    match = hr.Match.new(GAME, seats=4, seed="asks")
    ask = match.view(None).ask  # type: ignore[attr-defined]
    for _ in range(300):
        (seat,) = match.to_act
        for event in match.play(seat, chance.choice(match.legal(seat))):
            match event:
                case Played():
                    ask = event.ask
                case TrickWon() | RoundEnded():
                    ask = Ask()
        assert ask == match.view(None).ask  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("last", "ask"),
    [
        ("4C 4D", {"kind": "pair", "length": 2, "bomb": "any"}),
        ("4C 5C 6D 7C 8C", {"kind": "run", "length": 5, "bomb": "any"}),
        ("2C 2D", {"bomb": "any"}),
        ("7C 7D 7H 7S", {"bomb": "stronger"}),
        ("8C 9C TC JC QC", {"kind": "straight flush", "bomb": "stronger"}),
    ],
)
def test_what_the_trick_asks_for_is_data(last: str, ask: dict[str, object]) -> None:
    view = seen(given("3C 3D", "9S 9D", last=last, by=1, to_act=0), 0)

    above = view["ask"].pop("above")
    assert view["ask"] == ask
    assert (above["kind"], above["length"]) == (view["last"]["meld"], len(view["last"]["cards"]))


def test_anything_may_be_led_and_nothing_beats_the_highest_straight_flush() -> None:
    assert seen(given("3C 3D", "9C 9D"), 0)["ask"] == {}
    all_hearts = "AH 2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH"
    view = seen(given("3C 3D", "9C 9D", last=all_hearts, by=1, to_act=0), 0)

    assert view["ask"]["nothing"] is True
    assert view["can"] == {"pass": True}


def test_only_cards_in_no_legal_meld_get_a_reason() -> None:
    """A 7 alone would be refused, and a pair of them is legal."""
    view = seen(given("3C 7C 7D 4C 4D", "9C 9D", last="5C 5D", by=1, to_act=0), 0)

    assert view["why"] == {"3C": "wrong-meld", "4C": "too-weak", "4D": "too-weak"}


def test_who_may_not_act_can_do_nothing_and_needs_no_reasons() -> None:
    match = given("3C 7C 7D", "9C 9D", last="5C 5D", by=1, to_act=0)
    for viewer in (1, None):
        view = seen(match, viewer)
        assert (view["can"], view["why"], view["legal"]) == ({}, {}, [])


def test_can_says_what_legal_says_and_views_are_read_back() -> None:
    for match in random_matches(4, 25):
        for viewer in (None, *range(match.seats)):
            view = match.view(viewer)
            assert isinstance(view, View)
            assert [hr.Play(option.cards) for option in view.can.play] == [
                move for move in view.legal if isinstance(move, hr.Play)
            ]
            assert view.can.pass_ == (hr.Pass() in view.legal)
            assert from_json(hr.to_json(view), View) == view


def test_cards_get_a_reason_exactly_if_no_choice_of_suits_makes_them_legal() -> None:
    """Every listed meld is tried with each other card of its ranks, and each row of one suit as a straight flush."""
    for match in random_matches(40, 6):
        (seat,) = match.to_act
        view = match.view(seat)
        assert isinstance(view, View)
        hand = view.seats[seat].hand
        assert isinstance(hand, tuple)
        useful: set[Card] = set()
        for move in view.legal:
            if isinstance(move, hr.Play):
                tried = [move.cards, *_other_suits(move.cards, hand), *_rows(move.cards, hand)]
                useful.update(card for cards in tried if explains(match, seat, cards) for card in cards)
        assert set(view.why) == set(hand) - useful


def explains(match: hr.Match[Any], seat: int, cards: tuple[Card, ...]) -> bool:
    return match.game.explain(match.state, seat, hr.Play(cards)).ok


def _other_suits(cards: tuple[Card, ...], hand: tuple[Card, ...]) -> list[tuple[Card, ...]]:
    spare = list((Counter(hand) - Counter(cards)).elements())
    return [
        (*cards[:place], other, *cards[place + 1 :])
        for place, card in enumerate(cards)
        for other in spare
        if other.rank is card.rank
    ]


def _rows(cards: tuple[Card, ...], hand: tuple[Card, ...]) -> list[tuple[Card, ...]]:
    if any(card.suit is None for card in cards):
        return []
    rows = [tuple([Card.read(card.rank.letter + suit.letter) for card in cards]) for suit in Suit]
    return [row for row in rows if set(row) <= set(hand)]


def random_matches(count: int, moves: int) -> list[hr.Match[Any]]:
    """Matches of all sizes, each stopped in the middle of a round."""
    stopped = []
    for number in range(count):
        chance = random.Random(number)
        match = hr.Match.new(GAME, seats=2 + number % 5, seed=str(number))
        for _ in range(moves + number):
            (seat,) = match.to_act
            match.play(seat, chance.choice(match.legal(seat)))
        stopped.append(match)
    return stopped


def test_a_refusal_says_apart_what_is_wrong_and_what_would_be_legal() -> None:
    match = given("3C 7C 7D", "9C 9D", last="5C 5D", by=1, to_act=0)
    before = seen(match, 0)

    weak = match.game.explain(match.state, 0, hr.Play((Card.read("3C"),)))
    fine = match.game.explain(match.state, 0, hr.Pass())

    assert (weak.ok, weak.code) == (False, "wrong-meld")
    assert weak.reason == "the single card 3C is another kind of meld"
    assert weak.instead == "the trick asks for a pair stronger than a pair of 5s, or a bomb; you may play 7C 7D or pass"
    assert to_document(fine) == {"ok": True, "code": None, "reason": "", "instead": ""}
    assert seen(match, 0) == before
    with pytest.raises(hr.IllegalMove) as refused:
        match.play(0, "play 3C")
    assert refused.value.message == f"{weak.reason}: {weak.instead}"
