"""What can be chosen: every legal move can be reached by touches, nothing else can, and a refusal changes nothing."""

from __future__ import annotations

import random
from typing import Any

import pytest

import houserules as hr
from houserules.core import Add, Bet, Flip, Move, Play, Swap, Take, View
from houserules.terminal.choosing import Choosing
from houserules.terminal.full.shown import chooser_of
from houserules.terminal.look import Order
from houserules.terminal.touching import Chooser, Way
from tests.positions import dealt, given
from tests.screen_players import keys_for
from tests.tiny_game import HighCardFamily

GAMES = list(hr.GAMES)
WAYS: tuple[Way, ...] = ("left", "right", "up", "down", "home", "end")


def names(match: hr.Match[Any]) -> hr.Names:
    return hr.Names(*[f"Seat {seat}" for seat in range(match.seats)], listener=0)


def pressed(chooser: Chooser[View], choosing: Choosing, key: str) -> tuple[Choosing, Move | None]:
    """What a key of the screen does to a choice, and the move that it makes."""
    match key:
        case "left" | "right" | "up" | "down":
            return chooser.walked(choosing, key), None
        case "space" | "o":
            touch = chooser.touched(choosing, choosing.cursor, alone=key == "o")
        case "enter":
            return choosing, choosing.move
        case "escape":
            return chooser.cleared(choosing), None
        case _:
            button = next((button for button in choosing.offer.buttons if button.key == key), None)
            if button is not None:
                return choosing, button.move
            found = chooser.pressed(choosing, key)
            assert found is not None
            touch = found
    assert not touch.notice
    return touch.choosing, touch.plays


@pytest.mark.parametrize("game", GAMES)
def test_every_legal_move_can_be_made_by_keys(game: str) -> None:
    """By arrows, Space, o, digits and single keys; what is made is the move that was meant."""
    chance = random.Random(game)
    rules = hr.load(game)
    for number in range(3):
        match = hr.Match.new(rules, seats=rules.usual_seats, seed=f"offers {number}")
        for _ in range(150):
            if not match.to_act:
                break
            seat = chance.choice(match.to_act)
            view = match.view(seat)
            wanted = chance.choice(view.legal)
            chooser = chooser_of(view, names(match), chance.choice(("rank", "suit")))
            choosing, made = chooser.begun(), None
            for key in keys_for(chooser, choosing, wanted):
                choosing, made = pressed(chooser, choosing, key)
            assert made is not None
            assert sorted(str(made).split()) == sorted(str(wanted).split()) or isinstance(wanted, Play)
            assert match.explain(seat, made).ok
            match.play(seat, wanted)


@pytest.mark.parametrize("game", GAMES)
def test_whatever_is_touched_only_legal_moves_are_offered(game: str) -> None:
    chance = random.Random(game)
    rules = hr.load(game)
    match = hr.Match.new(rules, seats=rules.usual_seats, seed="anything")
    for _ in range(200):
        if not match.to_act:
            break
        seat = chance.choice(match.to_act)
        view = match.view(seat)
        order: Order = chance.choice(("rank", "suit"))
        chooser = chooser_of(view, names(match), order)
        choosing = chooser.begun()
        for _ in range(6):
            keys = [item.key for item in choosing.offer.items] or [""]
            touch = chooser.touched(choosing, chance.choice(keys), alone=chance.random() < 0.2)
            choosing = chooser.walked(touch.choosing, chance.choice(WAYS))
            typed = chooser.pressed(choosing, chance.choice("234567890jqka*cdhs+-1"))
            choosing = choosing if typed is None else typed.choosing
            lifted = {item.key for item in choosing.offer.items if item.allowed}
            assert choosing.lifted <= lifted
            assert choosing.says
            for move in (choosing.move, touch.plays, *[button.move for button in choosing.offer.buttons]):
                assert move is None or match.explain(seat, move).ok, (move, view.legal)
        match.play(seat, chance.choice(view.legal))


def offered(match: hr.Match[Any], seat: int = 0, order: Order = "rank") -> tuple[Chooser[View], Choosing]:
    chooser = chooser_of(match.view(seat), names(match), order)
    return chooser, chooser.begun()


# -- The Shithead family -----------------------------------------------------------------------------------------------


def test_a_touch_lifts_the_largest_set_and_a_second_one_lays_a_card_back() -> None:
    chooser, choosing = offered(given("7C 7D 7H 9S", "KC", pile="5H"))
    choosing = chooser.touched(choosing, "hand:7D").choosing

    assert choosing.lifted == {"hand:7C", "hand:7D", "hand:7H"}
    assert choosing.says == "Play 7C 7D 7H"
    choosing = chooser.touched(choosing, "hand:7C").choosing
    assert str(choosing.move) == "play 7D 7H"
    assert chooser.touched(choosing, "hand:9S").choosing.lifted == {"hand:9S"}
    assert chooser.touched(choosing, "hand:7C", alone=True).choosing.lifted == {"hand:7C"}
    assert chooser.cleared(choosing).lifted == frozenset()


def test_the_key_of_a_rank_lifts_its_set_then_one_card_fewer() -> None:
    chooser, choosing = offered(given("7C 7D TH QS", "KC", pile="5H"))

    def rank(key: str, choosing: Choosing) -> Choosing:
        touch = chooser.pressed(choosing, key)
        assert touch is not None
        return touch.choosing

    twice = rank("7", choosing)
    assert twice.lifted == {"hand:7C", "hand:7D"}
    assert rank("7", twice).lifted == {"hand:7C"}
    assert rank("7", rank("7", twice)).lifted == frozenset()
    assert rank("0", twice).lifted == {"hand:TH"}
    assert rank("q", twice).lifted == {"hand:QS"}
    assert chooser.has_rank("Q")
    assert not chooser.has_rank("J")


def test_a_card_that_will_not_do_says_why_and_nothing_changes() -> None:
    chooser, choosing = offered(given("3C KD / 9C", "KC", pile="QH"))
    before = chooser.touched(choosing, "hand:KD").choosing
    touch = chooser.touched(before, "hand:3C")

    assert touch.notice == "The pile asks for Queen or higher, and 3C will not do: you may play KD."
    assert touch.choosing.lifted == {"hand:KD"}
    assert "your hand comes first" in chooser.touched(before, "up:9C").notice
    typed = chooser.pressed(before, "3")
    assert typed is not None
    assert typed.notice == touch.notice


def test_the_pile_is_taken_by_enter_where_nothing_else_can_be_done() -> None:
    _, choosing = offered(given("3C 4D", "KC", pile="QH 9C KS"))

    assert choosing.move == Take()
    assert choosing.says == "Take the pile, 3 cards"
    assert [button.is_costly for button in choosing.offer.buttons] == [False]


def test_to_take_although_one_could_play_costs_a_second_press() -> None:
    _, choosing = offered(given("3C KD", "KC", game="duel", pile="QH"))

    assert [(button.key, button.is_costly) for button in choosing.offer.buttons] == [("t", True)]
    assert choosing.move is None


def test_one_card_of_each_row_is_swapped() -> None:
    chooser, choosing = offered(dealt(2))
    hand = [item.key for item in choosing.offer.items if item.zone == "hand"]
    up = [item.key for item in choosing.offer.items if item.zone == "up"]
    choosing = chooser.touched(choosing, hand[0]).choosing

    assert choosing.move is None
    choosing = chooser.touched(chooser.touched(choosing, up[1]).choosing, hand[2]).choosing
    assert choosing.lifted == {hand[2], up[1]}
    assert choosing.move == Swap(*[hr.Card.read(key.partition(":")[2]) for key in (hand[2], up[1])])
    assert [button.key for button in choosing.offer.buttons] == ["r"]


def test_a_blind_card_is_turned_over_by_one_touch_or_its_number() -> None:
    chooser, choosing = offered(given("/ / 3C 4C 5C", "KC", pile="5H"))

    assert chooser.touched(choosing, "blind:2").plays == Flip(2)
    typed = chooser.pressed(choosing, "3")
    assert typed is not None
    assert typed.plays == Flip(3)
    assert not chooser.has_rank("3")


def test_equal_cards_have_keys_of_their_own() -> None:
    _, choosing = offered(given("7C 7C 9D", "KC", "KD", "KH", "KS", "2C", "2D", game="smellyhead", pile="5H"))

    assert [item.key for item in choosing.offer.items] == ["hand:7C", "hand:7C#2", "hand:9D"]


def test_who_takes_the_pile_is_asked_with_what_each_would_hold() -> None:
    match = given("4C jj", "KC KD", "3C", pile="5H 6H")
    match.play(0, "play jj")
    chooser, choosing = offered(match)

    assert choosing.offer.headline == "Who takes the pile?"
    assert [item.key for item in choosing.offer.items] == ["seat:1", "seat:2", "seat:0"]
    assert choosing.offer.items[0].name.endswith("2 → 5 in hand")
    typed = chooser.pressed(choosing, "2")
    assert typed is not None
    assert str(typed.plays) == "target 2"


# -- Heart of Five -----------------------------------------------------------------------------------------------------


def test_a_meld_is_named_while_its_cards_are_lifted() -> None:
    match = hr.Match.from_position(
        hr.load("heart-of-five"),
        {
            "game": "heart-of-five",
            "hands": [["3H", "3D", "4C", "4S", "KD"], ["5C", "5S"]],
            "to_act": 0,
            "leader": 0,
            "last": None,
            "passes": 0,
            "out": [],
            "round": 1,
            "wins": [0, 0],
            "losses": [0, 0],
        },
    )
    chooser, choosing = offered(match)
    suggested = [item.name for item in choosing.offer.items if item.zone == "meld"]

    assert "Sisters, 2 pairs up to 4s" in suggested
    choosing = chooser.touched(choosing, "hand:3H").choosing
    assert choosing.says == "Play 3H"
    choosing = chooser.touched(choosing, "hand:3D").choosing
    assert choosing.says == "Play a pair of 3s"
    choosing = chooser.touched(choosing, "hand:4C").choosing
    assert choosing.move is None
    assert choosing.says == "A part of sisters, 2 pairs up to 4s"
    refused = chooser.touched(choosing, "hand:KD")
    assert refused.notice.startswith("No meld that will do has")
    assert refused.choosing.lifted == choosing.lifted
    whole = chooser.touched(choosing, "hand:4S").choosing
    assert whole.says == "Play sisters, 2 pairs up to 4s"
    assert sorted(str(whole.move).split()[1:]) == ["3D", "3H", "4C", "4S"]


def test_a_suggested_meld_lifts_its_cards() -> None:
    match = dealt(4, game="heart-of-five")
    chooser, choosing = offered(match, match.to_act[0])
    meld = next(item for item in choosing.offer.items if item.zone == "meld")
    lifted = chooser.touched(choosing, meld.key).choosing

    assert lifted.move in match.view(match.to_act[0]).legal
    assert chooser.touched(lifted, meld.key).choosing.lifted == frozenset()


# -- H3ROES C4RDS ------------------------------------------------------------------------------------------------------


def test_an_amount_is_typed_stepped_or_taken_as_a_share() -> None:
    chooser, choosing = offered(dealt(2, game="heroes"))

    assert (choosing.amount, choosing.says) == (10, "Bet 10")
    for key in "24":
        touch = chooser.pressed(choosing, key)
        assert touch is not None
        choosing = touch.choosing
    assert choosing.move == Bet(24)
    assert chooser.walked(choosing, "up").amount == 25
    assert chooser.erased(choosing).amount == 2
    half = chooser.touched(choosing, "bet:half").choosing
    assert half.amount == 50
    assert half.sure == ""
    assert chooser.walked(chooser.walked(choosing, "home"), "right").move == Bet(25), "Enter bets what the cursor shows"
    everything = chooser.touched(choosing, "bet:all").choosing
    assert everything.sure == "Bet all 100? Press Enter again."
    over = chooser.pressed(choosing, "9")
    assert over is not None
    assert over.notice
    assert over.choosing.amount == 24


def test_add_and_subtract_say_where_they_lead() -> None:
    match = dealt(2, game="heroes")
    for seat in (0, 1):
        match.play(seat, Bet(5))
    while Add() not in match.legal(match.to_act[0]):
        match.play(match.to_act[0], match.legal(match.to_act[0])[0])
    chooser, choosing = offered(match, match.to_act[0])
    add, subtract = choosing.offer.items

    assert (add.key, subtract.key) == ("answer:add", "answer:subtract")
    assert " → " in add.name
    assert "short of 34" in add.name
    typed = chooser.pressed(choosing, "-")
    assert typed is not None
    assert str(typed.plays) == "subtract"


# -- Any other game ----------------------------------------------------------------------------------------------------


def test_a_game_without_an_offer_of_its_own_offers_its_moves() -> None:
    family = HighCardFamily()
    match = hr.Match.new(family.load_shipped("high-card"), seats=2, seed="x")
    chooser, choosing = offered(match)

    assert family.offer() is None
    assert [item.name for item in choosing.offer.items] == [str(move).capitalize() for move in match.legal(0)]
    second = chooser.walked(choosing, "right")
    assert second.move == match.legal(0)[1]


def test_the_screen_says_where_melds_stand_and_what_to_swap() -> None:
    heart = hr.Match.new(hr.load("heart-of-five"), seats=2, seed="melds")
    [seat] = heart.to_act
    chooser = chooser_of(heart.view(seat), names(heart), "rank")
    assert any(item.zone == "meld" for item in chooser.begun().offer.items)
    assert chooser.begun().says == "Choose cards, or a meld above them"

    setup = hr.Match.new(hr.load("duel"), seats=2, seed="swap")
    chooser = chooser_of(setup.view(0), names(setup), "rank")
    begun = chooser.begun()
    assert begun.says == "Choose two cards to swap, or be ready"
    lifted = chooser.touched(begun, begun.offer.items[-1].key).choosing
    assert lifted.says.startswith("Swap it with a card")
