"""Short ways to say a move of the Shithead family at a table."""

from __future__ import annotations

import pytest

import houserules as hr
from houserules.engine import Engine
from houserules.errors import IllegalMove, NotationError
from tests.positions import AnyMatch, dealt, given, held

pytestmark = pytest.mark.one_build


def understood(match: AnyMatch, text: str, seat: int = 0) -> str:
    (move,) = match.game.steps(match.view(seat), text)
    return str(move)


HAND = "7C 7D 7S TH QC QD JC JS AS / 4C 4D 4H"


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("7", "play 7C"),
        ("77", "play 7C 7D"),
        ("7 7", "play 7C 7D"),
        (" 7  7 7 ", "play 7C 7D 7S"),
        ("play 77", "play 7C 7D"),
        ("PLAY 7 7", "play 7C 7D"),
        ("10", "play TH"),
        ("T", "play TH"),
        ("t", "play TH"),
        ("qq", "play QC QD"),
        ("Q q", "play QC QD"),
        ("j j", "play JC JS"),
        ("jj", "play JC JS"),
        ("a", "play AS"),
        ("7s", "play 7S"),
        ("7s 7c", "play 7C 7S"),
        ("7 7s", "play 7C 7S"),
        ("tp", "take"),
        ("TP", "take"),
        ("take pile", "take"),
        ("take the pile", "take"),
    ],
)
def test_a_bare_value_is_a_card(text: str, move: str) -> None:
    match = given(HAND, "3C", pile="5D", stock="2C 2D")

    assert understood(match, text) == move


@pytest.mark.parametrize(
    "text", ["7h7d", "7x", "1", "0", "11", "#", "7,7", "eleven", "\uff17", "", "7 take", "tp 7", "7!"]
)
def test_what_is_no_card_is_no_short_form(text: str) -> None:
    match = given(HAND, "3C", pile="5D")

    with pytest.raises(NotationError):
        understood(match, text)


def test_jj_is_a_joker_or_two_jacks() -> None:
    """By what the seat has; who has both is asked which."""
    jokers = given("jj 5C", "3C")
    both = given("jj JC JS", "3C")

    assert understood(jokers, "jj") == "play jj"
    assert understood(jokers, "JJ") == "play jj"
    assert understood(jokers, "*") == "play jj"
    assert understood(jokers, "joker") == "play jj"
    with pytest.raises(NotationError, match="two Jacks or a Joker"):
        understood(both, "jj")
    assert understood(both, "j j") == "play JC JS"
    assert understood(both, "*") == "play jj"
    assert understood(both, "play jj") == "play jj", "the text of a move is what it always was"


def test_two_jokers() -> None:
    assert understood(given("jj JJ 5C", "3C"), "**") == "play jj jj"


def test_of_equal_cards_the_known_one_goes() -> None:
    """The others learn nothing new by it."""
    match = given("5C 5H", "9C 9D", pile="7D", stock="3C 3H 4H")
    assert understood(match, "5") == "play 5C"
    took = given("5C", "4C 9D", pile="5H KD", stock="3C 3H 4H")
    took.play(0, "take")
    took.play(1, "play 4C")

    assert understood(took, "5") == "play 5H"


def test_a_value_is_looked_for_in_the_row_that_comes_next() -> None:
    up = given("/ 4C 4D 9H", "3C", pile="3D")

    assert understood(up, "44") == "play 4C 4D"
    with pytest.raises(IllegalMove, match="you have no 7 to play: you may play 4C"):
        understood(up, "7")
    blind = given("/ / 4C 4D", "3C", pile="3D")
    with pytest.raises(IllegalMove, match="you may flip 1"):
        blind.play(0, understood(blind, "4"))


def test_what_is_held_but_will_not_do_is_refused_by_the_rules() -> None:
    match = given("3C 3D KS", "4C", pile="QD", stock="2C 2D 2H")

    with pytest.raises(IllegalMove, match="the pile asks for Queen or higher, and 3C 3D will not do"):
        match.play(0, understood(match, "33"))
    assert match.moves == ()


def test_where_suits_matter_the_suit_that_will_do_is_taken() -> None:
    house = {"extends": "shithead", "name": "Called", "powers": {"J": {"do": ["call-suit"]}}}
    game = hr.load(house)
    match: AnyMatch = hr.Match.from_position(
        game,
        given("9C 9H", "JC 4D 5D", pile="3D", stock="3C 3S").position() | {"game": game.id, "to_act": 1},
    )
    match.play(1, understood(match, "j", 1))
    match.play(1, "call hearts")

    assert understood(match, "9") == "play 9H"


def test_a_program_says_a_move_whole() -> None:
    """What is no move to the rules is none in a record, in the engine or in Python."""
    engine = Engine()
    engine.matches["m1"] = given("7C 7D KS", "3C", pile="5D", stock="2C 2D")

    answer = engine.answer(b'{"do": "play", "match": "m1", "seat": 0, "move": "77"}')

    assert '"unreadable"' in str(answer).replace("'", '"')
    with pytest.raises(IllegalMove, match="'77' is not a move of this game"):
        engine.matches["m1"].play(0, "77")
    assert engine.matches["m1"].moves == ()


# -- The setup -------------------------------------------------------------------------------------------------------


def steps(text: str, seats: tuple[str, ...] = ("5C 5D 8H / 2C 9D KS / 3C", "4C / 4D")) -> list[str]:
    match = given(*seats, phase="setup", to_act=None)
    return [str(move) for move in match.game.steps(match.view(0), text)]


def test_three_values_choose_the_face_up_cards() -> None:
    """By the swaps that lead there, and as few as there can be."""
    assert steps("5 5 8") == ["swap 5C 2C", "swap 5D 9D", "swap 8H KS"]
    assert steps("558") == steps("5c 8 5") == ["swap 5C 2C", "swap 5D 9D", "swap 8H KS"]
    assert steps("5 9 2") == ["swap 5C KS"]
    assert steps("k 9 2") == []


def test_a_layout_must_be_whole_and_in_sight() -> None:
    with pytest.raises(IllegalMove, match="3 cards lie face up, but you name 2"):
        steps("5 5")
    with pytest.raises(IllegalMove, match="you have no 5 5 5 among your cards"):
        steps("5 5 5")


# -- Cards in words, and bare answers --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("queen", "play QC"),
        ("Queens", "play QC"),
        ("two queens", "play QC QD"),
        ("a pair of sevens", "play 7C 7D"),
        ("the ace of spades", "play AS"),
        ("7 of clubs and 7 of spades", "play 7C 7S"),
        ("play ace", "play AS"),
        ("10 of hearts", "play TH"),
        ("ten", "play TH"),
        ("three 7s", "play 7C 7D 7S"),
        ("pick up", "take"),
        ("Pick it up", "take"),
    ],
)
def test_cards_are_understood_in_words(text: str, move: str) -> None:
    match = given(HAND, "3C", pile="5D", stock="2C 2D")

    assert understood(match, text) == move


def test_a_number_turns_over_a_blind_card_when_only_those_are_left() -> None:
    match = given("/ / 4C 4H 5H", "3C", pile="5D")

    assert understood(match, "1") == "flip 1"
    assert understood(match, "3") == "flip 3"
    with pytest.raises(IllegalMove, match="flip 1"):
        match.play(0, understood(match, "4"))


def test_a_bare_word_answers_what_is_asked() -> None:
    """A suit, a rank, a seat: only while the game asks for just that."""
    target = given("jj 5C 6C", "3C 4C", "3D", pile="KD")
    target.play(0, "play jj")
    suits = hr.load({"extends": "shithead", "name": "Called", "powers": {"J": {"do": ["call-suit"]}}})
    called: AnyMatch = hr.Match.from_position(suits, given("JC 5C 6C", "3C 4C").position() | {"game": suits.id})
    called.play(0, "play JC")

    assert understood(target, "2") == "target 2"
    assert understood(called, "hearts") == "call hearts"
    assert understood(called, "h") == "call hearts"
    with pytest.raises(NotationError):
        understood(called, "7")


def test_swaps_by_value() -> None:
    match = dealt(2, "swaps")
    hand, up = held(match, 0).split()[0], held(match, 0, "up").split()[0]

    assert understood(match, f"swap {hand[0]} for {up[0]}").startswith("swap ")
    assert understood(match, f"swap {hand} {up}") == f"swap {hand} {up}"
    assert understood(match, "done") == "ready"


def heroes(text: str, *moves: tuple[int, str]) -> str:
    match: AnyMatch = hr.Match.new(hr.load("heroes"), seats=2, seed="short")
    for seat, move in moves:
        match.play(seat, move)
    return understood(match, text)


def test_numbers_and_signs_are_enough_in_heroes() -> None:
    assert heroes("10") == "bet 10"
    assert heroes("all in") == "bet 100"
    assert heroes("4", (0, "bet 10"), (1, "bet 10")) == "pick 4"
    assert heroes("slot 4", (0, "bet 10"), (1, "bet 10")) == "pick 4"
    assert heroes("+") == "add", "the rules then say that it is not the time to"
    with pytest.raises(NotationError):
        heroes("ten")


def test_p_passes_in_heart_of_five() -> None:
    match: AnyMatch = hr.Match.new(hr.load("heart-of-five"), seats=2, seed="short")
    seat = match.to_act[0]
    match.play(seat, str(match.legal(seat)[0]))

    assert understood(match, "p", 1 - seat) == "pass"
