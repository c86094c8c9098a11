"""The rules of Smellyhead, clause by clause: docs/rules/smellyhead.md. Each test is named by the clause it checks."""

import re
from collections import Counter
from functools import partial
from pathlib import Path
from typing import Any, cast

import pytest

import houserules as hr
from houserules.core import JSON
from houserules.fair import shuffled
from tests import positions
from tests.positions import AnyMatch, held, lies, moves, play, refusal, shown, told

PAGE = (Path(__file__).resolve().parent.parent / "docs" / "rules" / "smellyhead.md").read_text(encoding="utf-8")
PACK = [rank + suit for rank in "23456789TJQKA" for suit in "CDHS"] + ["jj", "JJ"]
SUITS = ["clubs", "diamonds", "hearts", "spades"]
CALLS = [f"call {suit}" for suit in SUITS]

given = partial(positions.given, game="smellyhead")
dealt = partial(positions.dealt, game="smellyhead")


def asked(match: AnyMatch) -> JSON:
    """What the pile asks for, in words."""
    return shown(match, None)["asks"]


def direction(match: AnyMatch) -> JSON:
    return match.position()["direction"]


def seen(match: AnyMatch, viewer: int | None, seat: int) -> dict[str, JSON]:
    """A seat as a viewer sees it, with what is known of its hand, which is not written."""
    known = cast("Any", match.view(viewer)).seats[seat].known
    return {**cast("list[dict[str, JSON]]", shown(match, viewer)["seats"])[seat], "known": list(map(str, known))}


def happened(match: AnyMatch) -> list[JSON]:
    """The names of what happened."""
    return [event["event"] for event in told(match, None)]


# -- The page and the tests ------------------------------------------------------------------------------------------


def test_every_clause_has_a_test_and_every_test_a_clause() -> None:
    """The page is what is tested, and the other way round."""
    clauses = re.findall(r"^\*\*S(\d+)\.(\d+)\*\* \S", PAGE, re.MULTILINE)
    tested = {match.groups() for name in globals() if (match := re.match(r"test_s(\d+)_(\d+)_", name))}

    assert clauses
    assert len(clauses) == len(set(clauses))
    assert set(clauses) == tested


def test_clauses_are_numbered_in_order_under_their_headings() -> None:
    """S1.1, S1.2, ... S2.1: no number is left out, and each stands in its section."""
    expected: list[str] = []
    section = clause = 0
    found = re.findall(r"^(## S\d+ |\*\*S\d+\.\d+\*\*)", PAGE, re.MULTILINE)
    for line in found:
        if line.startswith("##"):
            section, clause = section + 1, 0
            expected.append(f"## S{section} ")
        else:
            clause += 1
            expected.append(f"**S{section}.{clause}**")

    assert found == expected
    assert section == 8


# -- S1 The deal -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", range(2, 9))
def test_s1_1_two_to_eight_seats_play(seats: int) -> None:
    """Two to eight may play, and each of them has a view."""
    match = dealt(seats)

    assert [shown(match, seat)["seat"] for seat in range(seats)] == [*range(seats)]


@pytest.mark.parametrize("seats", [-1, 0, 1, 9, 2.0, "2", None, True])
def test_s1_1_other_numbers_are_refused(seats: int) -> None:
    """Fewer than two or more than eight, or what is no number, is bad-seats."""
    with pytest.raises(hr.SeatsError) as caught:
        dealt(seats)

    assert caught.value.code == "bad-seats"


@pytest.mark.parametrize("seat", [-1, 2, 99])
def test_s1_1_a_seat_that_is_not_there_is_refused(seat: int) -> None:
    """Nobody sits on a chair that is not at the table: no moves, no list of moves, no view."""
    match = given("3C 4C", "5C")

    assert refusal(match, seat, "play 3C") == "bad-seats"
    with pytest.raises(hr.SeatsError):
        match.legal(seat)
    with pytest.raises(hr.SeatsError):
        match.view(seat)


@pytest.mark.parametrize(("seats", "decks"), [(2, 1), (3, 2), (4, 2), (5, 3), (6, 3), (7, 4), (8, 4)])
def test_s1_2_one_deck_for_every_two_seats(seats: int, decks: int) -> None:
    """52 cards and two Jokers, as often as there are pairs of seats, an odd seat counting as a pair."""
    match = dealt(seats)
    texts = Counter("jj" if str(card) == "JJ" else str(card) for card in match.game.cards(match.state))

    assert texts == dict.fromkeys(PACK[:52], decks) | {"jj": 2 * decks}


def test_s1_3_equal_cards_of_several_decks_are_one_to_name() -> None:
    """Two 5C are two cards and one name, and one move."""
    match = given("5C 5C 9D", "KC", "KD")

    assert moves(match, 0) == ["play 5C", "play 9D"]

    match.play(0, "play 5C")

    assert (held(match, 0), lies(match, "pile")) == ("5C 9D", "5C")


@pytest.mark.parametrize(("seats", "decks"), [(2, 1), (3, 2), (6, 3), (7, 4)])
def test_s1_3_there_are_as_many_of_each_as_decks(seats: int, decks: int) -> None:
    """One more is no position."""
    others = ["KC", "KD", "KH", "KS", "QC", "QD", "QH"][: seats - 1]

    assert held(given(" ".join(["5C"] * decks), *others), 0) == " ".join(["5C"] * decks)
    with pytest.raises(hr.PositionError) as caught:
        given(" ".join(["5C"] * (decks + 1)), *others)

    assert caught.value.code == "bad-position"


@pytest.mark.parametrize("named", ["jj", "JJ"])
@pytest.mark.parametrize("had", ["jj", "JJ"])
def test_s1_4_either_name_means_any_joker(named: str, had: str) -> None:
    """Whoever has a Joker may call it jj or JJ; the match goes on in the same way."""
    match = given(f"{had} 3C", "KC", pile="5D")

    match.play(0, f"play {named}")

    assert (held(match, 0), lies(match, "pile"), moves(match, 0)) == ("3C", "5D jj", CALLS)


def test_s1_4_jokers_are_listed_once_and_written_jj_first() -> None:
    """Two Jokers are one move. A position calls the first jj and the other JJ; a view, like the move, calls both jj."""
    match = given("JJ jj 3C", "KC")

    assert moves(match, 0) == ["play 3C", "play jj"]
    assert held(match, 0) == "3C jj JJ"
    assert seen(match, 0, 0)["hand"] == ["3C", "jj", "jj"]


def test_s1_4_three_decks_have_three_of_each_joker() -> None:
    """With three decks six Jokers are written jj jj jj JJ JJ JJ, through a whole position."""
    match = given("JJ 3C", "JJ jj", "4C", "4D", "4H", burned="jj JJ jj")

    assert [held(match, 0), held(match, 1), lies(match, "burned")] == ["3C jj", "jj jj", "JJ JJ JJ"]


@pytest.mark.parametrize(("seats", "stock"), [(2, 36), (3, 81), (4, 72), (5, 117), (6, 108), (7, 153), (8, 144)])
def test_s1_5_three_cards_of_each_kind_and_the_rest_is_the_stock(seats: int, stock: int) -> None:
    """Nine cards to everybody, in three zones."""
    match = dealt(seats)
    sizes = {len(held(match, seat, zone).split()) for seat in range(seats) for zone in ("hand", "up", "blind")}

    assert sizes == {3}
    assert len(lies(match, "stock").split()) == stock
    assert lies(match, "pile") == lies(match, "burned") == ""


@pytest.mark.parametrize(("seats", "decks"), [(2, 1), (3, 2), (6, 3), (8, 4)])
def test_s1_6_one_to_each_seat_in_turn(seats: int, decks: int) -> None:
    """Blind rounds, face-up rounds, hand rounds, each from seat 0; then the stock, from the front."""
    match = dealt(seats, seed="by the byte")
    deck = ["jj" if card == "JJ" else card for card in shuffled(PACK * decks, "by the byte", "deck")]

    def found(seat: int, zone: str) -> list[str]:
        return held(match, seat, zone).replace("JJ", "jj").split()

    for seat in range(seats):
        assert found(seat, "blind") == deck[seat : 3 * seats : seats]
        assert found(seat, "up") == sorted(deck[3 * seats + seat : 6 * seats : seats], key=PACK.index)
        assert found(seat, "hand") == sorted(deck[6 * seats + seat : 9 * seats : seats], key=PACK.index)
    assert lies(match, "stock").replace("JJ", "jj").split() == deck[9 * seats :]


def test_s1_6_one_seed_is_one_deal() -> None:
    """The same seed deals the same cards, another seed others."""
    assert dealt(4, seed="a").position() == dealt(4, seed="a").position()
    assert dealt(4, seed="a").position() != dealt(4, seed="b").position()


@pytest.mark.parametrize("seats", range(2, 9))
def test_s1_7_every_match_begins_in_the_main_play(seats: int) -> None:
    """There is a stock at any table."""
    assert shown(dealt(seats), None)["phase"] == "mainPlay"


def test_s1_7_the_end_game_begins_when_the_stock_is_empty() -> None:
    """As soon as the last card is drawn."""
    match = given("3C 5C", "KC KD", stock="9H")

    assert shown(match, None)["phase"] == "mainPlay"

    match.play(0, "play 3C")

    assert shown(match, None)["phase"] == "endGame"


@pytest.mark.parametrize("seats", [2, 5, 8])
def test_s1_8_no_card_is_lost_or_doubled(seats: int) -> None:
    """Whatever is played, the cards are the same ones."""
    match = dealt(seats, seed="all there")
    every = match.game.cards(match.state)

    for turn in range(300):
        if match.outcome:
            break
        seat = match.to_act[0]
        legal = match.legal(seat)
        match.play(seat, legal[turn * 7 % len(legal)])
        assert match.game.cards(match.state) == every
    assert len(match.moves) > 50


# -- S2 The start ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("pending", [None, "call"])
@pytest.mark.parametrize("move", ["swap 3C 5C", "ready"])
def test_s2_1_nothing_is_swapped(move: str, pending: str | None) -> None:
    """Not before the first card, and not while a suit is waited for."""
    match = given("3C / 5C", "6C", pile="jj" if pending else "", pending=pending)

    assert refusal(match, 0, move) == "wrong-phase"


def test_s2_1_a_match_begins_without_a_setup() -> None:
    """The first move is a play, and there is no position in a setup."""
    match = dealt(3)

    assert {move.split()[0] for move in moves(match, 0)} == {"play"}
    assert shown(match, None)["ready"] == []
    with pytest.raises(hr.PositionError):
        given("3C / 5C", "6C", phase="setup")


@pytest.mark.parametrize("seats", range(2, 9))
@pytest.mark.parametrize("seed", ["a", "b", "c"])
def test_s2_2_seat_0_begins(seats: int, seed: str) -> None:
    """Whatever it was dealt, and with any card of its hand."""
    match = dealt(seats, seed=seed)
    hand = dict.fromkeys(held(match, 0).replace("JJ", "jj").split())

    assert match.to_act == (0,)
    assert moves(match, 0) == [f"play {card}" for card in hand]


def test_s2_2_then_it_goes_round_by_rising_numbers() -> None:
    """Seat 1 follows, as nothing has turned the direction yet."""
    match = dealt(3, seed="plain")

    assert direction(match) == 1

    match = given("3C 9C", "5C 9D", "6C")
    play(match, (0, "play 3C"), (1, "play 5C"))

    assert match.to_act == (2,)


# -- S3 What the pile asks for ---------------------------------------------------------------------------------------

ONE_OF_EACH = "2C 3C 4C 5C 6C 7C 8C 9C TC JC QC KC AC jj"


def playable(pile: str, called: str | None = None, hand: str = ONE_OF_EACH) -> str:
    """The cards, of one of each rank, that may be played."""
    match = given(hand, "3S", pile=pile, called=called)
    return " ".join(move.removeprefix("play ") for move in moves(match, 0))


def test_s3_1_an_empty_pile_asks_for_nothing() -> None:
    """Anything goes, from the lowest to the highest."""
    assert playable("") == ONE_OF_EACH
    assert asked(given("3C", "4C")) == "anything"


@pytest.mark.parametrize(
    ("pile", "expected"),
    [
        ("3D", "2C 3C 4C 5C 6C 7C 8C 9C TC JC QC KC AC jj"),
        ("4D", "2C 4C 5C 6C 7C 8C 9C TC JC QC KC AC jj"),
        ("5D", "2C 5C 6C 7C 8C 9C TC JC QC KC AC jj"),
        ("8D", "2C 8C 9C TC JC QC KC AC jj"),
        ("9D", "2C 9C TC JC QC KC AC jj"),
        ("JD", "2C TC JC QC KC AC jj"),
        ("QD", "2C TC QC KC AC jj"),
        ("KD", "2C TC KC AC jj"),
        ("AD", "2C TC AC jj"),
        ("AD 3D", "2C 3C 4C 5C 6C 7C 8C 9C TC JC QC KC AC jj"),
    ],
)
def test_s3_2_equal_or_above(pile: str, expected: str) -> None:
    """By value alone, and by the top card alone."""
    assert playable(pile) == expected


@pytest.mark.parametrize("pile", ["6D", "3D 6D", "AD 6D", "6D 6H"])
def test_s3_3_after_a_six_an_even_card(pile: str) -> None:
    """Also one below 6; the Joker is odd and goes on anything."""
    assert playable(pile) == "2C 4C 6C 8C TC QC AC jj"
    assert asked(given("3C", "5C", pile=pile)) == "an even card"


@pytest.mark.parametrize("pile", ["7D", "3D 7D", "6D 7D"])
def test_s3_4_after_a_seven_below_seven(pile: str) -> None:
    """No other 7, and 10 and Joker because they go on anything."""
    assert playable(pile) == "2C 3C 4C 5C 6C TC jj"
    assert asked(given("3C", "5C", pile=pile)) == "below 7"


@pytest.mark.parametrize("suit", SUITS)
def test_s3_5_after_a_joker_the_suit(suit: str) -> None:
    """Any card of it, from the lowest on, and none of the others."""
    letter = suit[0].upper()
    hand = "2C 3C 4D 5H 6S 7C 7D 7H 7S TD JC JD JH JS KC KD KH KS AC AH jj"
    expected = [card for card in hand.split() if card[1] == letter or card in ("2C", "TD", "jj")]

    assert playable("AD JJ", suit, hand).split() == expected
    assert asked(given("3C", "5C", pile="AD jj", called=suit)) == suit


@pytest.mark.parametrize(
    ("pile", "called", "card", "asks", "fits"),
    [
        ("6D", None, "8S", "8 or higher", "2C 8C 9C TC JC QC KC AC jj"),
        ("6D", None, "4S", "4 or higher", "2C 4C 5C 6C 7C 8C 9C TC JC QC KC AC jj"),
        ("6D", None, "AS", "Ace or higher", "2C TC AC jj"),
        ("7D", None, "5S", "5 or higher", "2C 5C 6C 7C 8C 9C TC JC QC KC AC jj"),
        ("7D", None, "6S", "an even card", "2C 4C 6C 8C TC QC AC jj"),
        ("9D JJ", "spades", "5S", "5 or higher", "2C 5C 6C 7C 8C 9C TC JC QC KC AC jj"),
        ("9D JJ", "spades", "7S", "below 7", "2C 3C 4C 5C 6C TC jj"),
        ("9D JJ", "spades", "6S", "an even card", "2C 4C 6C 8C TC QC AC jj"),
        ("5D", None, "7S", "below 7", "2C 3C 4C 5C 6C TC jj"),
    ],
)
def test_s3_6_one_thing_at_a_time(pile: str, called: str | None, card: str, asks: str, fits: str) -> None:
    """What was asked before is forgotten."""
    match = given(f"{card} 3H", ONE_OF_EACH, pile=pile, called=called)

    match.play(0, f"play {card}")

    assert asked(match) == asks
    assert moves(match, 1) == [f"play {fit}" for fit in fits.split()]


def test_s3_6_a_suit_takes_the_place_of_all_else() -> None:
    """After a Joker on a 7 or a 6 the suit is asked for, and nothing of low or even."""
    for below in ("7D", "6D"):
        match = given("jj 3H", "KS 9S 8H 3D", pile=below)

        play(match, (0, "play jj"), (0, "call spades"))

        assert moves(match, 1) == ["play 9S", "play KS"]


@pytest.mark.parametrize("card", ["2C", "TC", "jj"])
@pytest.mark.parametrize(("pile", "called"), [("AD", None), ("7D", None), ("6D", None), ("9D JJ", "hearts")])
@pytest.mark.parametrize("zone", ["", "/ "])
def test_s3_7_some_cards_go_on_anything(card: str, pile: str, called: str | None, zone: str) -> None:
    """2, 10 and Joker: odd or high or of another suit as they may be."""
    match = given(f"{zone}{card} 3S", "5C", pile=pile, called=called)

    match.play(0, f"play {card}")

    assert held(match, 0, "up" if zone else "hand") == "3S"


@pytest.mark.parametrize("card", ["2C", "TC", "jj"])
@pytest.mark.parametrize(("pile", "called"), [("AD", None), ("7D", None), ("6D", None), ("9D JJ", "hearts")])
def test_s3_7_also_when_they_lie_blind(card: str, pile: str, called: str | None) -> None:
    """A flip of one of them cannot fail."""
    match = given(f"/ / {card} 3S", "5C", pile=pile, called=called)

    match.play(0, "flip 1")

    assert "failed" not in happened(match)


def test_s3_8_a_joker_is_worth_fifteen() -> None:
    """It lies behind the Ace in a hand; no pile asks for its value, only for the suit."""
    assert int(hr.Card.read("jj").rank) == int(hr.Card.read("JJ").rank) == 15
    assert held(given("jj AS 2C KD", "3C"), 0) == "2C KD AS jj"
    assert playable("JJ", "clubs") == ONE_OF_EACH


@pytest.mark.parametrize(
    ("pile", "called", "card"),
    [
        ("9D", None, "3C"),
        ("AD", None, "KC"),
        ("9D", None, "4C"),
        ("6D", None, "7C"),
        ("6D", None, "KC"),
        ("7D", None, "7C"),
        ("7D", None, "AC"),
        ("3D jj", "hearts", "AC"),
    ],
)
@pytest.mark.parametrize(("zone", "other"), [("", "2C"), ("/ ", "2D")])
def test_s3_9_what_does_not_fit_is_refused(pile: str, called: str | None, card: str, zone: str, other: str) -> None:
    """Too low, odd after a 6, not below 7, of another suit; from the hand and face up."""
    match = given(f"{zone}{card} {other}", "5C", pile=pile, called=called)

    assert refusal(match, 0, f"play {card}") == "not-playable"


# -- S4 A turn -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seat", ["7H 7D 9C jj JJ", "/ 7H 7D 9C", "/ jj JJ 9C"])
def test_s4_1_one_card_at_a_time(seat: str) -> None:
    """Of the hand and of the face-up cards: alike or not, two are too many."""
    match = given(seat, "5C")
    first, second, third = seat.replace("/", "").split()[:3]

    assert refusal(match, 0, f"play {first} {second}") == "not-a-set"
    assert refusal(match, 0, f"play {first} {third}") == "not-a-set"
    assert refusal(match, 0, f"play {first} {second} {third}") == "not-a-set"
    assert all(len(move.split()) == 2 for move in moves(match, 0))

    match.play(0, f"play {first}")

    assert len(lies(match, "pile").split()) == 1


def test_s4_1_four_of_a_kind_are_no_set_either() -> None:
    """Nor are two equal cards of two decks."""
    assert refusal(given("6C 6D 6H 6S", "5C"), 0, "play 6C 6D 6H 6S") == "not-a-set"
    assert refusal(given("6C 6C", "5C", "5D"), 0, "play 6C 6C") == "not-a-set"


def test_s4_1_no_cards_are_no_play() -> None:
    """To play nothing is not to play."""
    assert refusal(given("7H", "5C"), 0, hr.Play(())) == "not-a-set"


@pytest.mark.parametrize(
    ("seat", "expected"),
    [
        ("3C 9C / 4C / 5C", ["play 3C", "play 9C"]),
        ("/ 4C 4D / 5C", ["play 4C", "play 4D"]),
        ("/ / 5C 6C", ["flip 1", "flip 2"]),
    ],
)
def test_s4_2_hand_then_face_up_then_blind(seat: str, expected: list[str]) -> None:
    """The zone in play is the first that has cards."""
    assert moves(given(seat, "KC"), 0) == expected


def test_s4_2_the_zone_changes_with_the_last_card_of_it() -> None:
    """After the last hand card the face-up cards are next, after these the blind ones, in the next turn."""
    match = given("3C / 8C / 5C", "3D 8D 9H")

    play(match, (0, "play 3C"), (1, "play 3D"))

    assert moves(match, 0) == ["play 8C"]

    play(match, (0, "play 8C"), (1, "play 8D"))

    assert moves(match, 0) == ["flip 1"]


@pytest.mark.parametrize(
    ("seat", "move"),
    [
        ("3C / 4C / 5C", "play 4C"),
        ("4D / 4C / 5C", "play 4D 4C"),
        ("3C / jj / 5C", "play JJ"),
        ("3C / 4C / 5C", "flip 1"),
        ("/ 4C / 5C", "flip 1"),
        ("/ / 5C", "play 5C"),
        ("/ / 5C", "play 9C"),
    ],
)
def test_s4_3_only_from_the_zone_in_play(seat: str, move: str) -> None:
    """Nothing too early; and blind cards have no names."""
    assert refusal(given(seat, "KC"), 0, move) == "wrong-zone"


def test_s4_4_blind_cards_by_their_place() -> None:
    """flip 2 is the second of those that are left."""
    match = given("/ / 3C 5C 9C", "5D 9H AC")

    match.play(0, "flip 2")

    assert (lies(match, "pile"), held(match, 0, "blind")) == ("5C", "3C 9C")

    play(match, (1, "play 9H"), (0, "flip 2"))

    assert (lies(match, "pile"), held(match, 0, "blind")) == ("5C 9H 9C", "3C")
    assert told(match, 1)[-1] == {"event": "played", "seat": 0, "zone": "blind", "cards": ["9C"], "spot": 3}


@pytest.mark.parametrize("move", ["flip 0", "flip 3", "flip 99", hr.Flip(-1), hr.Flip(-2)])
def test_s4_4_there_is_no_such_blind_card(move: str | hr.Move) -> None:
    """They are counted from 1 to how many are left."""
    assert refusal(given("/ / 5C 6C", "KC"), 0, move) == "not-held"


@pytest.mark.parametrize("move", ["play KC", "play 9C", "play 3C 3C", "play 3C 3D", "play JJ", "play 5C", "play jj"])
def test_s4_5_only_what_one_has(move: str) -> None:
    """A rival's card, a card of nobody, one card twice, one's own blind card."""
    assert refusal(given("3C 4C / / 5C", "KC"), 0, move) == "not-held"


def test_s4_5_having_comes_before_counting_and_counting_before_the_pile() -> None:
    """The first thing wrong is what is said."""
    match = given("3C 3D", "KC", pile="9D")

    assert refusal(match, 0, "play 3C 5D") == "not-held"
    assert refusal(match, 0, "play 3C 3D") == "not-a-set"
    assert refusal(match, 0, "play 3C") == "not-playable"


@pytest.mark.parametrize(
    ("hand", "after"),
    [
        ("3C", "5D"),
        ("3C 9C", "5D 9C"),
        ("3C 9C KC", "5D 9C KC"),
        ("3C 9C JC QC KC AC", "5D 9C JC QC KC AC"),
    ],
)
def test_s4_6_one_card_is_drawn(hand: str, after: str) -> None:
    """A hand keeps its size, be it small or swollen, before the turn passes."""
    match = given(hand, "QD", stock="5D 6D 7D 8D")

    match.play(0, "play 3C")

    assert (held(match, 0), lies(match, "stock"), match.to_act) == (after, "6D 7D 8D", (1,))
    assert happened(match) == ["played", "drew"]


def test_s4_6_a_hand_that_took_a_pile_keeps_its_size() -> None:
    """It took three, then it lays one and draws one."""
    match = given("3C 4C 5C", "3D 9D 9S", pile="QD KD AD", stock="8H 8S 8C")

    play(match, (0, "take"), (1, "play 9D"), (0, "play QD"))

    assert (held(match, 0), lies(match, "stock")) == ("3C 4C 5C 8S KD AD", "8C")


def test_s4_6_after_a_ten_and_a_fourth_card_as_well() -> None:
    """The pile is gone, and a card is drawn before the next seat starts a new one."""
    for hand, card in (("TC 5C", "TC"), ("9S 5C", "9S")):
        match = given(hand, "QD", pile="9C 9D 9H", stock="KD KH")

        match.play(0, f"play {card}")

        assert (held(match, 0), lies(match, "stock"), match.to_act) == ("5C KD", "KH", (1,))


def test_s4_6_an_empty_stock_gives_nothing() -> None:
    """Then the hands grow smaller."""
    match = given("3C 9C", "QC QD", stock="5D")

    play(match, (0, "play 3C"), (1, "play QC"))

    assert (held(match, 0), held(match, 1), lies(match, "stock")) == ("5D 9C", "QD", "")


@pytest.mark.parametrize(
    ("seat", "said"),
    [
        ("/ 3C 9C", ["play 3C"]),
        ("/ / 3C 9C", ["flip 1"]),
        ("/ 3C / 9C", ["play 3C"]),
        ("/ TC / 9C", ["play TC"]),
        ("/ jj 9C", ["play jj", "call clubs"]),
        ("/ / jj 9C", ["flip 1", "call clubs"]),
    ],
)
def test_s4_7_nothing_is_drawn_after_a_face_up_or_a_blind_card(seat: str, said: list[str]) -> None:
    """Although there is a stock."""
    match = given(seat, "QD QC", stock="5D 6D")

    play(match, *[(0, move) for move in said])

    assert (held(match, 0), lies(match, "stock"), match.to_act) == ("", "5D 6D", (1,))


@pytest.mark.parametrize("zone", ["hand", "up", "blind"])
def test_s4_7_a_position_remembers_where_the_joker_came_from(zone: str) -> None:
    """Taken up again, the same is drawn: one card for the hand, none for the others."""
    match = given("/ 9C", "QD", pile="jj", stock="5D 6D", pending="call", pending_zone=zone)

    match.play(0, "call clubs")

    assert held(match, 0) == ("5D" if zone == "hand" else "")


def test_s4_7_a_hand_does_not_run_out_while_there_is_a_stock() -> None:
    """Through a whole match, by any moves."""
    match = dealt(2, seed="not empty")

    for turn in range(200):
        if not lies(match, "stock"):
            break
        seat = match.to_act[0]
        match.play(seat, match.legal(seat)[turn * 5 % len(match.legal(seat))])
        assert match.position()["pending"] or min(len(held(match, seat).split()) for seat in (0, 1)) >= 3
    assert lies(match, "stock") == ""


@pytest.mark.parametrize(("to_act", "way", "following"), [(0, 1, 1), (3, 1, 0), (2, -1, 1), (0, -1, 3)])
def test_s4_8_the_next_seat_in_the_direction_of_play(to_act: int, way: int, following: int) -> None:
    """Round the table, either way."""
    match = given("3C KC", "3D KD", "5C KH", "6C KS", to_act=to_act, direction=way)

    match.play(to_act, match.legal(to_act)[0])

    assert match.to_act == (following,)


@pytest.mark.parametrize(("way", "following"), [(1, 3), (-1, 4)])
def test_s4_8_seats_that_are_out_are_passed_over(way: int, following: int) -> None:
    """However many they are."""
    match = given("3C KC", "", "", "4C", "5C", "", direction=way, out=[2, 5, 1])

    match.play(0, "play 3C")

    assert match.to_act == (following,)


@pytest.mark.parametrize("zone", ["", "/ ", "/ / "])
@pytest.mark.parametrize("card", [*[rank + "C" for rank in "23456789TJQKA"], "jj"])
def test_s4_8_nothing_earns_another_turn(card: str, zone: str) -> None:
    """No card of any zone, for two who might think so after a reversal."""
    match = given(f"{zone}{card} 9D", "5D 5H")

    match.play(0, "flip 1" if zone == "/ / " else f"play {card}")
    if card == "jj":
        match.play(0, "call clubs")

    assert match.to_act == (1,)


def test_s4_9_nobody_moves_out_of_turn() -> None:
    """What others could play does not matter, and they have no moves."""
    match = given("3C 4C", "5C 6C", "7C")

    assert match.to_act == (0,)
    assert refusal(match, 1, "play 5C") == "not-your-turn"
    assert refusal(match, 2, "take") == "not-your-turn"
    assert match.legal(1) == ()


@pytest.mark.parametrize(
    "text",
    ["", " ", "play", "play 1H", "play 3c4c", "play jJ", "fly 3C", "flip", "flip x", "flip -1", "target", "target 1 2",
     "swap 3C", "call", "call 3", "call none", "call hearts spades", "take it", "ready now", "3C", "\0"],
)  # fmt: skip
def test_s4_9_what_is_no_move_cannot_be_read(text: str) -> None:
    """By anybody, whoever's turn it is."""
    match = given("3C 4C", "5C 6C")

    assert refusal(match, 0, text) == "unreadable"
    assert refusal(match, 1, text) == "unreadable"


@pytest.mark.parametrize("text", ["play 10c", "PLAY TC", "Play ♣10", "play 10♣", "  play   tc "])
def test_s4_9_words_and_cards_are_read_in_any_case(text: str) -> None:
    """As a player would type them."""
    match = given("TC 4C", "5C 6C")

    match.play(0, text)

    assert lies(match, "burned") == "TC"


def test_s4_10_a_refusal_changes_nothing() -> None:
    """After any number of them the same seat plays as if nothing had been said."""
    match = given("3C 4C KC / 9C", "5C", "6C", pile="9D", stock="QD", plays=7)

    said = ["play 3C", "play 3C 4C", "play 9C", "play AC", "take", "flip 1", "target 1", "call clubs", "ready", "hm"]
    codes = [refusal(match, 0, move) for move in said]

    assert codes == [
        "not-playable", "not-a-set", "wrong-zone", "not-held", "must-play", "wrong-zone", "bad-target", "bad-suit",
        "wrong-phase", "unreadable",
    ]  # fmt: skip
    match.play(0, "play KC")
    assert (held(match, 0), match.position()["plays"], match.to_act) == ("3C 4C QD", 8, (1,))


# -- S5 Powers -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("below", "called"), [("AD", None), ("7D", None), ("6D", None), ("5D JJ", "hearts")])
def test_s5_1_a_two_starts_afresh(below: str, called: str | None) -> None:
    """After it anything may be played, whatever was asked before; the pile stays."""
    match = given("2S 3H", ONE_OF_EACH, pile=below, called=called)

    match.play(0, "play 2S")

    assert moves(match, 1) == [f"play {card}" for card in ONE_OF_EACH.split()]
    assert (asked(match), lies(match, "pile").split()[-1]) == ("anything", "2S")


WAYS = pytest.mark.parametrize(("way", "following"), [(1, 3), (-1, 1)])
"""With four seats: the direction before a reversal, and who follows seat 0 after it."""


def turned(match: AnyMatch, way: int, following: int) -> bool:
    """Did seat 0 of four reverse the direction, once?"""
    reversals = [event["direction"] for event in told(match, 2) if event["event"] == "reversed"]
    return (direction(match), reversals, match.to_act) == (-way, [-way], (following,))


@WAYS
def test_s5_1_a_two_reverses(way: int, following: int) -> None:
    """Whichever way it went."""
    match = given("2C 9C", "5C 5D", "6C 6D", "8C 8D", pile="3H", direction=way)

    match.play(0, "play 2C")

    assert turned(match, way, following)


@WAYS
def test_s5_2_a_four_reverses(way: int, following: int) -> None:
    """Whichever way it went; the pile asks for 4 or above."""
    match = given("4C 9C", "5C 5D", "6C 6D", "8C 8D", pile="3H", direction=way)

    match.play(0, "play 4C")

    assert turned(match, way, following)
    assert asked(match) == "4 or higher"


@pytest.mark.parametrize("card", ["3C", "5C", "6C", "7C", "8C", "9C", "JC", "QC", "KC", "AC", "jj"])
def test_s5_2_other_cards_do_not_reverse(card: str) -> None:
    """Only 2, 4 and 10 do."""
    match = given(f"{card} 9H", "5C", "6C")

    match.play(0, f"play {card}")

    assert (direction(match), "reversed" in happened(match)) == (1, False)


@pytest.mark.parametrize(
    ("card", "pile", "called"),
    [
        ("4C", "5D", None),
        ("4C", "5D jj", "hearts"),
        ("6C", "8D", None),
        ("6C", "8D jj", "hearts"),
        ("7C", "8D", None),
        ("7C", "6D", None),
        ("7C", "6D jj", "hearts"),
        ("JC", "QD", None),
        ("JC", "6D", None),
    ],
)
def test_s5_3_these_powers_do_not_go_on_anything(card: str, pile: str, called: str | None) -> None:
    """Power or not, what is asked must be met."""
    assert refusal(given(f"{card} 2C", "5C", pile=pile, called=called), 0, f"play {card}") == "not-playable"


@pytest.mark.parametrize(("pile", "called"), [("", None), ("AD", None), ("7D", None), ("3D jj", "hearts")])
def test_s5_4_a_ten_sends_the_pile_to_the_graveyard(pile: str, called: str | None) -> None:
    """With the 10, behind what lies there already; the new pile asks for nothing."""
    match = given("TC 3C 4C", "3H 5C", pile=pile, called=called, burned="KD")

    match.play(0, "play TC")

    assert lies(match, "burned") == f"KD {pile} TC".replace("  ", " ")
    assert (lies(match, "pile"), asked(match), shown(match, 1)["suit"]) == ("", "anything", "")
    assert moves(match, 1) == ["play 3H", "play 5C"]
    assert {"event": "burned", "cards": [*pile.split(), "TC"], "why": "power"} in told(match, 1)


@WAYS
@pytest.mark.parametrize(
    ("seat", "move"), [("TC 9C", "play TC"), ("/ TC 9C", "play TC"), ("/ / TC 9C", "flip 1"), ("/ TC / 9C", "play TC")]
)
def test_s5_5_after_a_ten_the_next_player_starts(seat: str, move: str, way: int, following: int) -> None:
    """The direction turns first, so it is the one on the other side; from every zone."""
    match = given(seat, "5C 5D", "6C 6D", "8C 8D", pile="9H", direction=way)

    match.play(0, move)

    assert turned(match, way, following)
    assert (lies(match, "pile"), lies(match, "burned")) == ("", "9H TC")


@pytest.mark.parametrize("card", ["2C", "4C", "TC"])
def test_s5_6_with_two_players_the_other_one_is_next(card: str) -> None:
    """A reversal is no extra turn for two, whether there were ever more or not."""
    match = given(f"{card} 9C", "5C", pile="3D")
    match.play(0, f"play {card}")

    assert (direction(match), match.to_act) == (-1, (1,))

    match = given(f"{card} 9C", "", "5C", "", pile="3D", out=[1, 3])
    match.play(0, f"play {card}")

    assert (direction(match), match.to_act) == (-1, (2,))


def test_s5_6_the_direction_turns_before_the_turn_passes() -> None:
    """And a second reversal turns it back."""
    match = given("4C 9C", "5C 5D", "6C 6D", "4D 8D", pile="3H")

    play(match, (0, "play 4C"), (3, "play 4D"))

    assert (direction(match), match.to_act) == (1, (0,))


@pytest.mark.parametrize(
    ("below", "asks"),
    [
        ("2D", "anything"),
        ("3D", "3 or higher"),
        ("4D", "4 or higher"),
        ("5D", "5 or higher"),
        ("8D", "8 or higher"),
        ("9D", "9 or higher"),
        ("KD 9D", "9 or higher"),
    ],
)
def test_s5_7_a_jack_has_the_value_of_the_card_beneath(below: str, asks: str) -> None:
    """The next player may lay what would go on that card."""
    match = given("JS 3H", ONE_OF_EACH, pile=below)

    match.play(0, "play JS")

    assert (asked(match), lies(match, "pile")) == (asks, f"{below} JS")
    assert moves(match, 1) == [f"play {card}" for card in playable(below).split()]


@WAYS
@pytest.mark.parametrize(("below", "reverses"), [("2D", True), ("4D", True), ("3D", False), ("9D", False)])
def test_s5_7_a_jack_has_the_power_of_the_card_beneath(below: str, reverses: bool, way: int, following: int) -> None:
    """On a 2 and on a 4 it reverses."""
    match = given("JC 9C", "9H KD", "9S KH", "9D KS", pile=below, direction=way)

    match.play(0, "play JC")

    assert turned(match, way, following) == reverses
    assert direction(match) == (-way if reverses else way)


@pytest.mark.parametrize(("seat", "move"), [("/ JC 9C", "play JC"), ("/ / JC 9C", "flip 1")])
def test_s5_7_from_every_zone(seat: str, move: str) -> None:
    """Face up or blind, a Jack copies."""
    match = given(seat, "9H KD", "9S KH", pile="4D")

    match.play(0, move)

    assert (direction(match), asked(match), match.to_act) == (-1, "4 or higher", (2,))


@pytest.mark.parametrize(
    ("below", "asks", "way"),
    [
        ("2D JD", "anything", -1),
        ("4D JD", "4 or higher", -1),
        ("9D JD", "9 or higher", 1),
        ("3D JD JH", "3 or higher", 1),
    ],
)
def test_s5_8_a_jack_on_a_jack_counts_as_that_one_did(below: str, asks: str, way: int) -> None:
    """Value and power go up from Jack to Jack."""
    match = given("JS 3H", "8C 9C", "8H 9H", pile=below)

    match.play(0, "play JS")

    assert (asked(match), direction(match)) == (asks, way)


def test_s5_8_by_three_players() -> None:
    """Each Jack on a 4 reverses once more."""
    match = given("JC 9C", "JD 9D", "JH 9H", pile="4S")

    play(match, (0, "play JC"), (2, "play JH"))

    assert (direction(match), asked(match), match.to_act) == (1, "4 or higher", (0,))


@pytest.mark.parametrize(
    ("seat", "move", "drawn"), [("JH 3C", "play JH", 1), ("/ JH 3C", "play JH", 0), ("/ / JH 3C", "flip 1", 0)]
)
def test_s5_9_a_jack_on_a_joker_names_a_suit_anew(seat: str, move: str, drawn: int) -> None:
    """From every zone; what was named before is forgotten, and the draw comes after."""
    match = given(seat, "9C 9H 9S", pile="5D jj", called="hearts", stock="KD KH")

    match.play(0, move)

    assert (match.to_act, moves(match, 0), shown(match, 1)["pending"]) == ((0,), CALLS, "call")
    assert (lies(match, "stock"), asked(match)) == ("KD KH", "anything")
    assert refusal(match, 0, "play 3C") == "answer-first"

    match.play(0, "call spades")

    assert (match.to_act, asked(match), moves(match, 1)) == ((1,), "spades", ["play 9S"])
    assert len(lies(match, "stock").split()) == 2 - drawn


def test_s5_9_so_does_a_jack_on_that_jack() -> None:
    """As often as there are Jacks of the suit that was named."""
    match = given("JH 3C", "JS 3D", pile="5D jj", called="hearts")

    play(match, (0, "play JH"), (0, "call spades"), (1, "play JS"))

    assert (match.to_act, moves(match, 1)) == ((1,), CALLS)

    match.play(1, "call clubs")

    assert (match.to_act, moves(match, 0), lies(match, "pile")) == ((0,), ["play 3C"], "5D jj JH JS")


@pytest.mark.parametrize(("seat", "move"), [("JS 3H", "play JS"), ("/ JS 3H", "play JS"), ("/ / JS 3H", "flip 1")])
def test_s5_10_on_an_empty_pile_a_jack_is_an_eleven(seat: str, move: str) -> None:
    """It asks for Jack or above, and does nothing."""
    match = given(seat, ONE_OF_EACH)

    match.play(0, move)

    assert (asked(match), direction(match), shown(match, 1)["pending"]) == ("Jack or higher", 1, None)
    assert moves(match, 1) == [f"play {card}" for card in ("2C", "TC", "JC", "QC", "KC", "AC", "jj")]


def test_s5_10_a_jack_on_it_is_one_too() -> None:
    """Also on a pile that was cleared just before."""
    match = given("TC JS 3H", "JD JC 9D", pile="4D")

    play(match, (0, "play TC"), (1, "play JD"), (0, "play JS"))

    assert (asked(match), lies(match, "pile")) == ("Jack or higher", "JD JS")


@pytest.mark.parametrize(
    ("pile", "called", "fits"),
    [
        ("9D", None, True),
        ("JD", None, True),
        ("KD 5D JD", None, True),
        ("QD", None, False),
        ("KD", None, False),
        ("AD", None, False),
        ("6D", None, False),
        ("7D", None, False),
        ("AD jj", "spades", True),
        ("6D jj", "spades", True),
        ("5D jj", "hearts", False),
        ("5D jj JH", "hearts", True),
        ("5D jj JH", "spades", True),
        ("5D jj JH", "clubs", False),
    ],
)
def test_s5_11_a_jack_must_be_playable_as_an_eleven(pile: str, called: str | None, fits: bool) -> None:
    """It is odd, it is not below 7, and it has a suit; what it would count as does not matter."""
    if pile.endswith("JH") and called == "hearts":
        match = given("JH 2C", "3C", "3D", pile=pile, called=called)
    else:
        match = given("JS 2C", "3C", pile=pile, called=called)
    jack = held(match, 0).split()[1]

    if fits:
        match.play(0, f"play {jack}")
        assert held(match, 0) == "2C"
    else:
        assert refusal(match, 0, f"play {jack}") == "not-playable"


@pytest.mark.parametrize("pile", ["QD", "7D", "6D"])
def test_s5_11_a_blind_jack_that_does_not_fit_fails(pile: str) -> None:
    """It copies nothing."""
    match = given("/ / JS 2C", "3C", pile=pile)

    match.play(0, "flip 1")

    assert held(match, 0) == " ".join(sorted([pile, "JS"], key=PACK.index))


@pytest.mark.parametrize(
    ("pile", "asks", "even", "lowerthan", "fits"),
    [
        ("6D JD", "an even card", 1, 1, "2C 4C 6C 8C TC QC AC jj"),
        ("7D JD", "below 7", 0, -1, "2C 3C 4C 5C 6C TC jj"),
        ("QD JD", "Queen or higher", 0, 1, "2C TC QC KC AC jj"),
        ("KD JD", "King or higher", 0, 1, "2C TC KC AC jj"),
        ("KD JD JH", "King or higher", 0, 1, "2C TC KC AC jj"),
        ("AD JD", "Ace or higher", 0, 1, "2C TC AC jj"),
    ],
)
def test_s5_11_where_a_position_has_one_it_copies(pile: str, asks: str, even: int, lowerthan: int, fits: str) -> None:
    """Nobody could have laid it there, but it counts as the card beneath it."""
    view = shown(given(ONE_OF_EACH, "3S", pile=pile), 0)

    assert (view["asks"], view["even"], view["lowerthan"]) == (asks, even, lowerthan)
    assert playable(pile) == fits


@pytest.mark.parametrize("suit", SUITS)
@pytest.mark.parametrize("pile", ["", "AD", "7D"])
def test_s5_12_a_joker_calls_a_suit(suit: str, pile: str) -> None:
    """Any of the four; the Joker stays on the pile, and the turn passes."""
    match = given("jj 3C", "4C 4D 4H 4S", "5C", pile=pile)

    match.play(0, "play jj")

    assert moves(match, 0) == CALLS

    match.play(0, f"call {suit}")

    assert (match.to_act, lies(match, "pile"), asked(match)) == ((1,), f"{pile} jj".strip(), suit)
    assert moves(match, 1) == [f"play 4{suit[0].upper()}"]
    assert told(match, 2)[-1] == {"event": "called", "seat": 0, "suit": suit}


@pytest.mark.parametrize("text", ["call hearts", "CALL Hearts", "call h", "call H", "call ♥"])
def test_s5_12_a_suit_is_read_in_several_ways(text: str) -> None:
    """By its name, its letter or its symbol."""
    match = given("3C", "4H", pile="jj", pending="call")

    match.play(0, text)

    assert asked(match) == "hearts"


def test_s5_12_a_joker_on_a_joker_calls_again() -> None:
    """What was named last counts."""
    match = given("jj 3C", "4C 4S", pile="5D JJ", called="spades")

    play(match, (0, "play jj"), (0, "call clubs"))

    assert moves(match, 1) == ["play 4C"]


@pytest.mark.parametrize("move", ["play 3C", "play 4C", "take", "flip 1", "target 1", "play jj"])
def test_s5_13_the_suit_comes_before_anything_else(move: str) -> None:
    """The Joker lies on the pile, and the same seat has to answer first."""
    match = given("jj 3C 4C", "5C", pile="9D")

    match.play(0, "play jj")

    assert (match.to_act, lies(match, "pile"), asked(match)) == ((0,), "9D jj", "anything")
    assert refusal(match, 0, move) == "answer-first"
    assert refusal(match, 1, "call hearts") == "not-your-turn"


def test_s5_13_the_draw_comes_after_the_suit() -> None:
    """Nothing is drawn until it is named, and then one card."""
    match = given("jj 3C 4C", "5C", pile="9D", stock="KD QD")

    match.play(0, "play jj")

    assert (held(match, 0), lies(match, "stock")) == ("3C 4C", "KD QD")

    match.play(0, "call clubs")

    assert (held(match, 0), lies(match, "stock"), match.to_act) == ("3C 4C KD", "QD", (1,))
    assert happened(match) == ["played", "called", "drew"]


@pytest.mark.parametrize(("seat", "move"), [("jj 3C", "play jj"), ("/ jj 3C", "play jj"), ("/ / jj 3C", "flip 1")])
def test_s5_13_a_match_is_saved_and_resumed_in_between(seat: str, move: str) -> None:
    """As a position and as a record."""
    match = given(seat, "5C", "6C", pile="9D", stock="KD QD")
    match.play(0, move)

    by_position = hr.Match.from_position(match.game, match.position())
    by_record = hr.Match.from_record(match.record())

    for again in (match, by_position, by_record):
        assert moves(again, 0) == CALLS
        again.play(0, "call hearts")
    assert match.position() == by_position.position() == by_record.position()


def test_s5_14_no_suit_without_a_joker() -> None:
    """None is to be named, although one was named before."""
    assert refusal(given("3C jj", "5C", pile="9D"), 0, "call hearts") == "bad-suit"
    assert refusal(given("3C JJ", "5C", pile="9D jj", called="clubs"), 0, "call hearts") == "bad-suit"


@pytest.mark.parametrize("suit", [-1, 4, 9, 64])
def test_s5_14_no_suit_of_another_deck(suit: int) -> None:
    """There are four."""
    match = given("3C", "5C", pile="9D jj", pending="call")

    assert refusal(match, 0, hr.Call(cast("hr.Suit", suit))) == "bad-suit"


@pytest.mark.parametrize(("seat", "move"), [("/ jj 3C", "play jj"), ("/ jj / 3C", "play jj"), ("/ / 3C jj", "flip 2")])
def test_s5_15_a_joker_of_another_zone_does_the_same(seat: str, move: str) -> None:
    """A suit is named, the turn passes, the other cards of the zone stay."""
    match = given(seat, "5C 5S", pile="AD")

    match.play(0, move)

    assert (match.to_act, moves(match, 0), lies(match, "pile")) == ((0,), CALLS, "AD jj")
    assert refusal(match, 0, "flip 1") == "answer-first"

    match.play(0, "call spades")

    assert (match.to_act, moves(match, 1)) == ((1,), ["play 5S"])
    assert held(match, 0, "up") + held(match, 0, "blind") == "3C"


@pytest.mark.parametrize("zone", ["", "/ ", "/ / "])
@pytest.mark.parametrize("rank", list("235689JQKA"))
def test_s5_16_four_of_one_rank_go_to_the_graveyard(rank: str, zone: str) -> None:
    """Whatever the rank and the zone of the fourth; the next player starts a new pile."""
    match = given(f"{zone}{rank}S 7C", "TC 7D", "7H", pile=f"{rank}C {rank}D {rank}H", burned="TH")

    match.play(0, "flip 1" if zone == "/ / " else f"play {rank}S")

    assert (lies(match, "pile"), asked(match)) == ("", "anything")
    assert lies(match, "burned") == f"TH {rank}C {rank}D {rank}H {rank}S"
    assert match.to_act == ((2,) if rank == "2" else (1,))
    assert [event["why"] for event in told(match, 1) if event["event"] == "burned"] == ["alike"]


def test_s5_16_over_several_players() -> None:
    """Below them anything may lie, and it goes as well."""
    match = given("9C 9S 3C", "9D 3D", "9H 3H", pile="5D")

    play(match, (0, "play 9C"), (1, "play 9D"), (2, "play 9H"))

    assert lies(match, "pile") == "5D 9C 9D 9H"

    match.play(0, "play 9S")

    assert (lies(match, "pile"), match.to_act, moves(match, 1)) == ("", (1,), ["play 3D"])
    assert lies(match, "burned") == "5D 9C 9D 9H 9S"


def test_s5_16_three_stay() -> None:
    """Nor do four cards of two ranks go."""
    match = given("9C 3C", "QD 3D", pile="5D 9H 9S")

    match.play(0, "play 9C")

    assert (lies(match, "burned"), lies(match, "pile")) == ("", "5D 9H 9S 9C")


def test_s5_16_a_seven_does_not_go_on_a_seven() -> None:
    """So there are never two of them together, let alone four."""
    assert refusal(given("7S 2C", "3C", pile="7C"), 0, "play 7S") == "not-playable"
    assert refusal(given("7S 2C", "3C", pile="7C 7D 7H"), 0, "play 7S") == "not-playable"


@pytest.mark.parametrize(
    ("pile", "card"), [("9C 9D 8D 9H", "9S"), ("9C 9D JD 9H", "9S"), ("9C 9D 9H JD", "JS"), ("4C 4D JH 4H", "4S")]
)
def test_s5_17_a_card_in_between_breaks_the_row(pile: str, card: str) -> None:
    """A Jack too, although it counts as the rank around it."""
    match = given(f"{card} 3C", "QD", pile=pile)

    match.play(0, f"play {card}")

    assert (lies(match, "burned"), lies(match, "pile")) == ("", f"{pile} {card}")


def test_s5_17_a_jack_is_no_fourth_nine() -> None:
    """And a 9 is none after it."""
    match = given("JS 3C", "9S QD", pile="9C 9D 9H")

    play(match, (0, "play JS"), (1, "play 9S"))

    assert (lies(match, "burned"), lies(match, "pile")) == ("", "9C 9D 9H JS 9S")


@pytest.mark.parametrize("below", ["", "9D ", "4D ", "2D "])
def test_s5_17_four_jacks_are_four_jacks(below: str) -> None:
    """Whatever they count as."""
    match = given("JS 3C", "QC", pile=f"{below}JC JD JH")

    match.play(0, "play JS")

    assert (lies(match, "pile"), lies(match, "burned")) == ("", f"{below}JC JD JH JS")


@WAYS
@pytest.mark.parametrize(
    ("pile", "card"), [("2C 2D 2H", "2S"), ("4C 4D 4H", "4S"), ("2C JC JD JH", "JS"), ("4C JC JD JH", "JS")]
)
def test_s5_18_the_fourth_reverses_before_the_pile_goes(pile: str, card: str, way: int, following: int) -> None:
    """So the player on the other side starts the new pile."""
    match = given(f"{card} 9C", "5C 5D", "6C 6D", "8C 8D", pile=pile, direction=way)

    match.play(0, f"play {card}")

    assert turned(match, way, following)
    assert happened(match) == ["played", "reversed", "burned"]


@pytest.mark.parametrize(("seat", "move"), [("jj 9C", "play jj"), ("/ jj 9C", "play jj"), ("/ / jj 9C", "flip 1")])
def test_s5_19_four_jokers_ask_for_no_suit(seat: str, move: str) -> None:
    """Three seats have four Jokers: the fourth clears the pile, and the next player starts."""
    match = given(seat, "3C 5C", "6C", pile="5D jj JJ JJ", called="hearts")

    match.play(0, move)

    assert (lies(match, "pile"), match.to_act, shown(match, 1)["pending"]) == ("", (1,), None)
    assert (moves(match, 1), shown(match, 1)["suit"]) == (["play 3C", "play 5C"], "")


def test_s5_19_four_jacks_on_a_joker_ask_for_no_suit() -> None:
    """Nor do they."""
    match = given("JS 9C", "3C 5C", pile="5D jj JC JD JH", called="spades", stock="KD")

    match.play(0, "play JS")

    assert (lies(match, "pile"), match.to_act, shown(match, 1)["pending"]) == ("", (1,), None)
    assert (moves(match, 1), held(match, 0)) == (["play 3C", "play 5C"], "9C KD")


def test_s5_20_the_fifth_begins_a_new_row() -> None:
    """With two decks there are eight nines: the first four are gone."""
    match = given("9S 3C", "9C 3D", "9C 3H", pile="9D 9H 9S")

    play(match, (0, "play 9S"), (1, "play 9C"), (2, "play 9C"))

    assert (lies(match, "burned"), lies(match, "pile")) == ("9D 9H 9S 9S", "9C 9C")


def test_s5_20_more_than_four_go_as_well() -> None:
    """Where a position has them."""
    match = given("9S 3C", "QC", "QD", pile="9C 9D 9H 9H")

    match.play(0, "play 9S")

    assert (lies(match, "pile"), match.to_act) == ("", (1,))


@pytest.mark.parametrize("move", ["target 0", "target 1", "target 9"])
def test_s5_21_no_seat_is_named(move: str) -> None:
    """It is a move of another game."""
    assert refusal(given("3C jj", "5C", pile="9D"), 0, move) == "bad-target"


# -- S6 Taking the pile ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("seat", "pile", "called"),
    [
        ("3C 4C", "9D", None),
        ("7C KC AC", "7D", None),
        ("3C 9C JC KC", "6D", None),
        ("AC AS", "3D jj", "hearts"),
        ("/ 3C 4C", "9D", None),
        ("3C / 2C / 2D", "KD", None),
    ],
)
def test_s6_1_if_nothing_can_be_played_the_pile_is_taken(seat: str, pile: str, called: str | None) -> None:
    """Then it is the only move; what lies in another zone does not help."""
    match = given(seat, "5C", pile=pile, called=called)

    assert moves(match, 0) == ["take"]

    match.play(0, "take")

    assert (lies(match, "pile"), asked(match)) == ("", "anything")


@pytest.mark.parametrize("seat", ["3C 9C", "3C 2C", "3C TC", "3C JC", "3C jj", "/ 3C AC"])
def test_s6_1_who_can_play_must_play(seat: str) -> None:
    """One playable card is enough to forbid taking."""
    match = given(seat, "5C", pile="9D")

    assert refusal(match, 0, "take") == "must-play"
    assert "take" not in moves(match, 0)


@pytest.mark.parametrize("blind", ["3C", "3C 4C 5C"])
def test_s6_2_blind_cards_must_be_tried(blind: str) -> None:
    """Although none of them would do: nobody knows."""
    match = given(f"/ / {blind}", "5D", pile="AD")

    assert refusal(match, 0, "take") == "must-play"
    assert moves(match, 0) == [f"flip {place}" for place in range(1, len(blind.split()) + 1)]


def test_s6_3_the_pile_goes_into_the_hand_and_the_turn_ends() -> None:
    """Nothing is drawn."""
    match = given("3C", "5C", "6C", pile="JJ 9D", stock="KD QD")

    match.play(0, "take")

    assert (held(match, 0), lies(match, "stock"), lies(match, "pile"), match.to_act) == ("3C 9D jj", "KD QD", "", (1,))
    assert told(match, 2) == [{"event": "took", "seat": 0, "cards": ["jj", "9D"], "by": None, "forced": True}]


def test_s6_3_the_next_seat_finds_an_empty_pile() -> None:
    """And it goes on in the direction of play."""
    match = given("3C", "5C", "4C 6C", pile="7C 9D", direction=-1)

    match.play(0, "take")

    assert (match.to_act, moves(match, 2)) == ((2,), ["play 4C", "play 6C"])


@pytest.mark.parametrize(("seat", "hand"), [("/ 3C 4C 5C / 2C", "AC AD"), ("3D / 3C 4C 5C / 2C", "3D AC AD")])
def test_s6_4_face_up_cards_stay(seat: str, hand: str) -> None:
    """Whichever zone is in play."""
    match = given(seat, "5H", pile="AC AD")

    match.play(0, "take")

    assert [held(match, 0, zone) for zone in ("hand", "up", "blind")] == [hand, "3C 4C 5C", "2C"]
    assert told(match, 1) == [{"event": "took", "seat": 0, "cards": ["AC", "AD"], "by": None, "forced": True}]
    assert match.to_act == (1,)


@pytest.mark.parametrize(
    ("blind", "pile", "called"),
    [("3C", "9D KD", None), ("7C", "9D 7D", None), ("5C", "9D 6D", None), ("AC", "3D jj", "hearts")],
)
def test_s6_5_a_blind_card_that_fails_goes_into_the_hand_with_the_pile(
    blind: str, pile: str, called: str | None
) -> None:
    """And the turn is over; everybody saw the card."""
    match = given(f"/ / {blind} 2C", "5D", pile=pile, called=called)

    match.play(0, "flip 1")

    assert held(match, 0).split() == sorted([blind, *pile.split()], key=PACK.index)
    assert (held(match, 0, "blind"), lies(match, "pile"), asked(match)) == ("2C", "", "anything")
    assert match.to_act == (1,)
    assert told(match, 1)[0] == {"event": "failed", "seat": 0, "card": blind, "spot": 1}


def test_s6_5_nothing_is_drawn_after_it() -> None:
    """A failed flip is a take."""
    match = given("/ / 3C", "5C", pile="9D", stock="KD")

    match.play(0, "flip 1")

    assert (held(match, 0), lies(match, "stock")) == ("3C 9D", "KD")


@pytest.mark.parametrize(("blind", "pile"), [("4C", "9D"), ("6C", "9D"), ("7C", "9D"), ("JC", "4D QD")])
def test_s6_5_a_card_that_failed_has_no_effect(blind: str, pile: str) -> None:
    """A 4 does not reverse, and after a 6 or a 7 nothing is asked."""
    match = given(f"/ / {blind} 2C", "5D KH", "5H", pile=pile)

    match.play(0, "flip 1")

    assert (direction(match), match.to_act, moves(match, 1)) == (1, (1,), ["play 5D", "play KH"])


@pytest.mark.parametrize("seat", ["3C", "/ 3C", "/ / 3C"])
def test_s6_6_there_is_nothing_to_take(seat: str) -> None:
    """An empty pile is no pile, in any zone."""
    assert refusal(given(seat, "5C"), 0, "take") == "nothing-to-take"


# -- S7 The end ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("seat", "move"), [("3C", "play 3C"), ("/ 3C", "play 3C"), ("/ / 3C", "flip 1")])
def test_s7_1_a_seat_without_cards_is_out(seat: str, move: str) -> None:
    """It takes the next place, whichever zone its last card came from."""
    match = given(seat, "5C 6C", "7C 9C")

    match.play(0, move)

    assert (match.position()["out"], match.to_act, match.outcome) == ([0], (1,), None)
    assert told(match, 1)[-1] == {"event": "went-out", "seat": 0, "place": 1}


def test_s7_1_first_out_wins() -> None:
    """Places follow the order of going out, not the seats."""
    match = given("8D 5D", "9C", "QC 9H", "3C", to_act=3)

    play(match, (3, "play 3C"), (0, "play 8D"), (1, "play 9C"), (2, "play QC"), (0, "take"), (2, "play 9H"))

    assert match.outcome is not None
    assert match.outcome.places == (4, 2, 3, 1)


def test_s7_1_not_while_there_is_a_card_to_draw() -> None:
    """Who draws still has cards."""
    match = given("3C", "5C", stock="KD")

    match.play(0, "play 3C")

    assert (held(match, 0), match.position()["out"]) == ("KD", [])


def test_s7_1_who_is_out_is_not_asked_again() -> None:
    """Turns pass it by, and it may not move."""
    match = given("3C", "5C QC", "5D QD")

    play(match, (0, "play 3C"), (1, "play 5C"), (2, "play 5D"))

    assert match.to_act == (1,)
    assert match.legal(0) == ()
    assert refusal(match, 0, "take") == "not-your-turn"


@pytest.mark.parametrize(
    ("seat", "pile", "move", "following", "left"),
    [
        ("TC", "9D", "play TC", 2, ""),
        ("/ TC", "9D", "play TC", 2, ""),
        ("/ / TC", "9D", "flip 1", 2, ""),
        ("9S", "9C 9D 9H", "play 9S", 1, ""),
        ("/ / 9S", "9C 9D 9H", "flip 1", 1, ""),
        ("4S", "4C 4D 4H", "play 4S", 2, ""),
        ("4S", "3D", "play 4S", 2, "3D 4S"),
        ("/ 2S", "3D", "play 2S", 2, "3D 2S"),
        ("JS", "4D", "play JS", 2, "4D JS"),
        ("6S", "3D", "play 6S", 1, "3D 6S"),
    ],
)
def test_s7_2_the_last_card_does_what_it_does(seat: str, pile: str, move: str, following: int, left: str) -> None:
    """The pile goes, the direction turns, and then it is somebody else's turn."""
    match = given(seat, "5C 5D", "7C 7D", pile=pile)

    match.play(0, move)

    assert (match.position()["out"], match.to_act, lies(match, "pile")) == ([0], (following,), left)


def test_s7_2_what_it_asks_for_is_asked() -> None:
    """A 6 as the last card asks for an even one all the same."""
    match = given("6S", "5C 8D", "7C 7D", pile="3D")

    match.play(0, "play 6S")

    assert moves(match, 1) == ["play 8D"]


@pytest.mark.parametrize(
    ("seat", "pile", "called", "move"),
    [
        ("jj", "9D", None, "play jj"),
        ("/ jj", "9D", None, "play jj"),
        ("/ / jj", "9D", None, "flip 1"),
        ("JS", "9D jj", "spades", "play JS"),
        ("/ / JS", "9D jj", "spades", "flip 1"),
    ],
)
def test_s7_3_a_last_joker_calls_its_suit_first(seat: str, pile: str, called: str | None, move: str) -> None:
    """Its player is not out yet; then it is, and the suit is asked for."""
    match = given(seat, "5C 5H", "7C", pile=pile, called=called)

    match.play(0, move)

    assert (match.to_act, match.position()["out"], moves(match, 0)) == ((0,), [], CALLS)

    again = hr.Match.from_position(match.game, match.position())
    for either in (match, again):
        either.play(0, "call hearts")
        assert (either.position()["out"], either.to_act, moves(either, 1)) == ([0], (1,), ["play 5H"])


def test_s7_3_with_a_stock_it_is_nobodys_last_card() -> None:
    """The draw comes after, so it stays in."""
    match = given("jj", "5C", pile="9D", stock="KD")

    play(match, (0, "play jj"), (0, "call clubs"))

    assert (held(match, 0), match.to_act, match.position()["out"]) == ("KD", (1,), [])


def test_s7_3_for_two_it_ends_the_match() -> None:
    """When the suit is named."""
    match = given("jj", "5C", pile="9D")

    match.play(0, "play jj")

    assert match.outcome is None

    match.play(0, "call clubs")

    assert match.outcome == hr.Outcome((1, 2), (1.0, 0.0), "one-left")


def test_s7_4_the_last_seat_is_the_smellyhead() -> None:
    """As soon as one seat is left, it is over, and that seat is last."""
    match = given("5C", "4C QC", "", pile="3D", out=[2])

    match.play(0, "play 5C")

    assert match.to_act == ()
    assert match.outcome == hr.Outcome((2, 3, 1), (0.5, 0.0, 1.0), "one-left")
    assert happened(match) == ["played", "went-out", "ended"]


def test_s7_4_two_seats_left_play_on() -> None:
    """One more has to go out."""
    match = given("5C", "4C QC", "6C 6D", pile="3D")

    match.play(0, "play 5C")

    assert match.outcome is None


@pytest.mark.parametrize("move", ["play 4C", "take", "ready", "target 0", "call hearts"])
def test_s7_5_when_it_is_over_nobody_moves(move: str) -> None:
    """Neither those who are out nor the one who is left."""
    match = given("5C", "4C")
    match.play(0, "play 5C")

    assert refusal(match, 0, move) == "over"
    assert refusal(match, 1, move) == "over"
    assert match.legal(0) == match.legal(1) == ()


@pytest.mark.parametrize(
    ("seat", "pile", "move"),
    [
        ("3C 4C", "", "play 3C"),
        ("3C 4C", "9D", "take"),
        ("/ / 9C 4C", "9D", "flip 1"),
        ("/ / 3C 4C", "9D", "flip 1"),
        ("TC 4C", "9D", "play TC"),
    ],
)
def test_s7_6_two_thousand_plays_are_enough(seat: str, pile: str, move: str) -> None:
    """Play, flip and take count alike."""
    match = given(seat, "5C", "6C", pile=pile, plays=1998)

    match.play(0, move)

    assert (match.outcome, match.position()["plays"]) == (None, 1999)

    match = given(seat, "5C", "6C", pile=pile, plays=1999)

    match.play(0, move)

    assert match.outcome is not None
    assert (match.outcome.reason, match.to_act, match.position()["plays"]) == ("play-limit", (), 2000)


def test_s7_6_a_suit_belongs_to_its_play() -> None:
    """It does not count."""
    match = given("jj 3C", "5C", "6C", plays=5)

    play(match, (0, "play jj"), (0, "call clubs"))

    assert match.position()["plays"] == 6


@pytest.mark.parametrize(("seat", "move"), [("jj 3C 4C", "play jj"), ("/ / jj 3C 4C", "flip 1")])
def test_s7_6_the_suit_of_a_last_joker_is_still_named(seat: str, move: str) -> None:
    """The match is over when it is."""
    match = given(seat, "5C", pile="9D", plays=1999)

    match.play(0, move)

    assert (match.outcome, match.to_act) == (None, (0,))
    assert hr.Match.from_position(match.game, match.position()).to_act == (0,)

    match.play(0, "call clubs")

    assert match.outcome == hr.Outcome((2, 1), (0.0, 1.0), "play-limit")


def test_s7_7_those_still_in_are_ranked_by_cards_left() -> None:
    """After those who are out; cards of all zones count, fewest first."""
    match = given("3C 4C / 9C / QC", "5C / 9D", "", "6D", out=[2], plays=1999)

    match.play(0, "play 3C")

    assert match.outcome is not None
    assert match.outcome.places == (4, 3, 1, 2)


def test_s7_7_equal_numbers_by_seat() -> None:
    """The lower seat is placed better, and places are not shared."""
    match = given("6D 6H", "5C 3D", "7C 3C 4C", plays=1999, to_act=2)

    match.play(2, "play 7C")

    assert match.outcome is not None
    assert match.outcome.places == (1, 2, 3)


def test_s7_7_who_goes_out_with_the_last_play_is_before_all_others() -> None:
    """It has its place by going out."""
    match = given("6D", "5C", "7C", "", out=[3], plays=1999, to_act=2)

    match.play(2, "play 7C")

    assert match.outcome == hr.Outcome((3, 4, 2, 1), (1 / 3, 0.0, 2 / 3, 1.0), "play-limit")


def test_s7_8_places_are_worth_from_one_down_to_nothing() -> None:
    """Evenly: with five seats 1, 3/4, 1/2, 1/4, 0."""
    match = given("3C", "4C", "", "", "", out=[3, 2, 4])

    match.play(0, "play 3C")

    assert match.outcome is not None
    assert match.outcome.payoffs == (0.25, 0.0, 0.75, 1.0, 0.5)


# -- S8 What everybody may see ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("viewer", [0, 1, None])
def test_s8_1_blind_cards_are_a_number(viewer: int | None) -> None:
    """To everybody, their owner too."""
    match = given("3C / 4C / QH QS", "5C / 6C / AS")

    assert [seen(match, viewer, seat)["blind"] for seat in (0, 1)] == [2, 1]
    assert not re.search("Q[HS]|AS", str(shown(match, viewer)))


def test_s8_1_a_blind_card_that_is_turned_over_is_seen() -> None:
    """Also one that cannot be played; the others stay unseen."""
    match = given("/ / 3C QS", "5C 6C", pile="9D")

    match.play(0, "flip 1")

    for viewer in (0, 1, None):
        assert told(match, viewer)[0] == {"event": "failed", "seat": 0, "card": "3C", "spot": 1}
        assert "QS" not in str(told(match, viewer)) + str(shown(match, viewer))


@pytest.mark.parametrize("viewer", [0, 1, None])
def test_s8_2_face_up_cards_are_seen_by_all(viewer: int | None) -> None:
    """One's own and those of others."""
    match = given("3C / 4C 9D / QH", "5C / 6C / AS")

    assert [seen(match, viewer, seat)["up"] for seat in (0, 1)] == [["4C", "9D"], ["6C"]]


@pytest.mark.parametrize("pending", [None, "call"])
def test_s8_3_a_hand_is_seen_by_its_owner_alone(pending: str | None) -> None:
    """Others see how many cards it has, also while a suit is waited for."""
    match = given("3C KS / 4C", "5C QS AS / 6C", pile="jj", called=None if pending else "clubs", pending=pending)

    assert [seen(match, viewer, 0)["hand"] for viewer in (0, 1, None)] == [["3C", "KS"], 2, 2]
    assert [seen(match, viewer, 1)["hand"] for viewer in (0, 1, None)] == [3, ["5C", "QS", "AS"], 3]
    assert not re.search("5C|QS|AS", str(shown(match, 0)))
    assert not re.search("5C|QS|AS|3C|KS", str(shown(match, None)))


def test_s8_4_what_was_taken_from_the_pile_stays_known() -> None:
    """The rest of the hand is not."""
    match = given("3C 4S", "4D 4H", pile="7D 9D")

    match.play(0, "take")

    for viewer in (0, 1, None):
        assert seen(match, viewer, 0)["known"] == ["7D", "9D"]
        assert seen(match, viewer, 1)["known"] == []


def test_s8_4_it_is_forgotten_when_it_is_played() -> None:
    """A known card that lies on the pile is no longer in the hand; an unknown one changes nothing."""
    match = given("3C 4S", "3D 6H QH KD", pile="8D 9D")

    play(match, (0, "take"), (1, "play 3D"), (0, "play 9D"), (1, "play KD"))

    assert seen(match, 1, 0)["known"] == ["8D"]

    play(match, (0, "take"), (1, "play 6H"), (0, "play 4S"))

    assert seen(match, 1, 0)["known"] == ["3D", "8D", "9D", "KD"]


def test_s8_4_a_blind_card_that_failed_is_known() -> None:
    """Everybody saw it."""
    match = given("/ / 3C", "5C", pile="9D")

    match.play(0, "flip 1")

    assert seen(match, None, 0)["known"] == ["3C", "9D"]


def test_s8_4_of_equal_cards_a_known_one_is_played_first() -> None:
    """Else what is left of the known ones would tell that there is another."""
    match = given("5C 3C", "3D 3H", "", pile="5C 9D")

    play(match, (0, "take"), (1, "play 3D"))

    assert seen(match, 1, 0)["known"] == ["5C", "9D"]

    match.play(0, "play 5C")

    assert (held(match, 0), seen(match, 1, 0)["known"]) == ("3C 5C 9D", ["9D"])


@pytest.mark.parametrize("viewer", [0, 1, None])
def test_s8_5_the_stock_is_a_number(viewer: int | None) -> None:
    """Neither its cards nor their order."""
    match = given("3C 4C KD", "5C", stock="QH QS AS")

    assert shown(match, viewer)["stock"] == 3
    assert not re.search("Q[HS]|AS", str(shown(match, viewer)))


def test_s8_5_only_the_drawer_sees_what_was_drawn() -> None:
    """In what is told at once and in what is told later."""
    match = given("3C 4C", "5C 6C 6D", stock="QH QS AS")

    events = match.play(0, "play 3C")

    assert hr.to_document(events[-1]) == {"event": "drew", "seat": 0, "count": 1, "cards": ["QH"]}
    assert told(match, 0)[-1] == hr.to_document(events[-1])
    for viewer in (1, None):
        assert told(match, viewer)[-1] == {"event": "drew", "seat": 0, "count": 1, "cards": None}
        assert not re.search("Q[HS]|AS", str(shown(match, viewer)))


@pytest.mark.parametrize("viewer", [0, 1, None])
def test_s8_6_pile_and_graveyard_are_seen_by_all(viewer: int | None) -> None:
    """All of the pile from bottom to top, and all that is gone."""
    match = given("3C 4C", "5C", pile="9D 4D KD 2D", burned="6C TH")
    view = shown(match, viewer)

    assert (view["pile"], view["burned"]) == (["9D", "4D", "KD", "2D"], ["6C", "TH"])


def test_s8_7_moves_are_listed_for_the_seat_alone() -> None:
    """They would show what it holds; who may not act has none."""
    match = given("3C 4C", "5C")

    assert [str(move) for move in match.view(0).legal] == ["play 3C", "play 4C"]
    assert match.view(1).legal == match.view(None).legal == ()


def test_s8_7_a_spectator_sees_what_all_seats_see() -> None:
    """The table, and no hand."""
    match = given("3C 4C / 6D / QH", "5C / 7D / QS", pile="9D", stock="AH", burned="TH")
    view = shown(match, None)

    assert view["seat"] is None
    assert view["seats"] == [
        {"hand": 2, "up": ["6D"], "blind": 1},
        {"hand": 1, "up": ["7D"], "blind": 1},
    ]
    assert (view["pile"], view["stock"], view["burned"], view["to_act"]) == (["9D"], 1, ["TH"], [0])


@pytest.mark.parametrize(
    ("pile", "called", "even", "lowerthan", "suit", "asks"),
    [
        ("", None, 0, 1, "", "anything"),
        ("2D", None, 0, 1, "", "anything"),
        ("9D", None, 0, 1, "", "9 or higher"),
        ("9D 6D", None, 1, 1, "", "an even card"),
        ("6D 8D", None, 0, 1, "", "8 or higher"),
        ("9D 7D", None, 0, -1, "", "below 7"),
        ("7D 5D", None, 0, 1, "", "5 or higher"),
        ("7D 6D", None, 1, 1, "", "an even card"),
        ("6D jj", "diamonds", 0, 1, "diamonds", "diamonds"),
        ("7D jj", "clubs", 0, 1, "clubs", "clubs"),
        ("7D jj JH", "spades", 0, 1, "spades", "spades"),
        ("6D jj 3H", None, 0, 1, "", "3 or higher"),
    ],
)
@pytest.mark.parametrize("viewer", [0, 1, None])
def test_s8_8_every_view_says_what_is_asked_for(
    pile: str, called: str | None, even: int, lowerthan: int, suit: str, asks: str, viewer: int | None
) -> None:
    """One thing at a time, to players and spectators alike."""
    view = shown(given("3C 4C", "5C", pile=pile, called=called), viewer)

    assert (view["even"], view["lowerthan"], view["suit"], view["asks"]) == (even, lowerthan, suit, asks)


@pytest.mark.parametrize("way", [1, -1])
@pytest.mark.parametrize("viewer", [0, 1, None])
def test_s8_8_every_view_says_the_direction(way: int, viewer: int | None) -> None:
    """Before and after it turns."""
    match = given("4C 5D", "5C", "6C", direction=way)

    assert shown(match, viewer)["direction"] == way

    match.play(0, "play 4C")

    assert shown(match, viewer)["direction"] == -way


def test_s8_8_while_a_suit_is_due_nothing_is_asked() -> None:
    """Neither the last suit nor what was asked before."""
    for pile, called in (("6D", None), ("7D", None), ("9D JJ", "hearts")):
        match = given("jj 3C", "5C", pile=pile, called=called)

        match.play(0, "play jj")
        view = shown(match, 1)

        assert (view["even"], view["lowerthan"], view["suit"], view["pending"]) == (0, 1, "", "call")


@pytest.mark.parametrize("pile", ["jj", "9D jj", "9D jj JH", "jj JH JS"])
@pytest.mark.parametrize("suit", SUITS)
def test_s8_9_a_position_has_the_suit_that_was_called(pile: str, suit: str) -> None:
    """It comes out as it went in."""
    match = given("3C 4D 5H 6S", "5C", pile=pile, called=suit)

    assert match.position()["called"] == suit
    assert hr.Match.from_position(match.game, match.position()).position() == match.position()
    assert len(moves(match, 0)) == 1


@pytest.mark.parametrize("written", ["hearts", "Hearts", "H", "h", "♥"])
def test_s8_9_a_suit_is_read_as_in_a_move(written: str) -> None:
    """By name, letter or symbol."""
    assert given("3C", "5C", pile="jj", called=written).position()["called"] == "hearts"


def test_s8_9_it_is_null_when_no_suit_is_asked_for() -> None:
    """Before, while it is due, and when another card lies on the Joker."""
    match = given("jj 3C", "5H 5C", pile="9D")
    found = [match.position()["called"]]

    for seat, move in ((0, "play jj"), (0, "call hearts"), (1, "play 5H")):
        match.play(seat, move)
        found.append(match.position()["called"])

    assert found == [None, None, "hearts", None]


@pytest.mark.parametrize(
    ("pile", "called", "pending"),
    [
        ("", "hearts", None),
        ("9D", "hearts", None),
        ("jj 9D", "hearts", None),
        ("9D JD", "hearts", None),
        ("9D jj", "hearts", "call"),
        ("9D jj", "cups", None),
        ("9D jj", 2, None),
        ("9D", None, "call"),
        ("jj", None, "target"),
    ],
)
def test_s8_9_a_suit_that_nobody_can_have_called_is_refused(pile: str, called: JSON, pending: str | None) -> None:
    """No Joker on top, a suit that is still due, or no suit at all."""
    with pytest.raises(hr.PositionError) as caught:
        given("3C", "5C", pile=pile, called=called, pending=pending)

    assert caught.value.code == "bad-position"
