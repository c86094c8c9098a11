"""The rules of Shithead, clause by clause: docs/rules/shithead.md. Each test is named by the clause it checks."""

import re
from collections import Counter
from itertools import pairwise
from pathlib import Path
from typing import Any, cast

import pytest

import houserules as hr
from houserules.core import JSON
from houserules.fair import shuffled
from tests.positions import AnyMatch, dealt, given, held, lies, moves, play, refusal, shown, told

PAGE = (Path(__file__).resolve().parent.parent / "docs" / "rules" / "shithead.md").read_text(encoding="utf-8")
PACK = [rank + suit for rank in "23456789TJQKA" for suit in "CDHS"] + ["jj", "JJ"]


def everyone_ready(match: AnyMatch) -> AnyMatch:
    for seat in match.to_act:
        match.play(seat, "ready")
    return match


def phase(match: AnyMatch) -> JSON:
    return shown(match, None)["phase"]


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
    """Two to eight may play, and all of them are asked."""
    assert dealt(seats).to_act == tuple(range(seats))


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


@pytest.mark.parametrize(("seats", "decks"), [(2, 1), (3, 1), (4, 1), (5, 1), (6, 1), (7, 2), (8, 2)])
def test_s1_2_as_many_decks_as_it_takes(seats: int, decks: int) -> None:
    """52 cards and two Jokers, once for up to six seats, twice for seven and eight."""
    match = dealt(seats)
    texts = Counter("jj" if str(card) == "JJ" else str(card) for card in match.game.cards(match.state))

    assert texts == dict.fromkeys(PACK[:52], decks) | {"jj": 2 * decks}


def test_s1_3_equal_cards_of_two_decks_are_one_to_name() -> None:
    """Two 5C are two cards and one name; the plays differ only in how many."""
    match = given("5C 5C 9D", *["KC"] * 2, *["KD"] * 2, *["KH"] * 2)

    assert moves(match, 0) == ["play 5C", "play 5C 5C", "play 9D"]

    match.play(0, "play 5C")

    assert (held(match, 0), lies(match, "pile")) == ("5C 9D", "5C")
    assert match.legal(0) == ()


def test_s1_3_with_one_deck_there_is_one_of_each() -> None:
    """Two seats play with one deck: a card that stands twice is no position."""
    with pytest.raises(hr.PositionError) as caught:
        given("5C 5C", "KC")

    assert caught.value.code == "bad-position"


@pytest.mark.parametrize("named", ["jj", "JJ"])
@pytest.mark.parametrize("had", ["jj", "JJ"])
def test_s1_4_either_name_means_any_joker(named: str, had: str) -> None:
    """Whoever has a Joker may call it jj or JJ; the match goes on in the same way."""
    match = given(f"{had} 3C", "KC", pile="5D")

    match.play(0, f"play {named}")

    assert (held(match, 0), lies(match, "pile")) == ("3C", "5D jj")
    assert moves(match, 0) == ["target 0", "target 1"]


def test_s1_4_jokers_are_listed_once_and_written_jj_first() -> None:
    """Two Jokers are one move. A position calls the first jj and the other JJ; a view, like the move, calls both jj."""
    match = given("JJ jj 3C", "KC")

    assert moves(match, 0) == ["play 3C", "play jj"]
    assert held(match, 0) == "3C jj JJ"
    assert seen(match, 0, 0)["hand"] == ["3C", "jj", "jj"]


def test_s1_4_two_decks_have_two_of_each_joker() -> None:
    """With two decks four Jokers are written jj jj JJ JJ, through a whole position."""
    match = given("JJ 3C", "JJ jj", "4C", "4D", "4H", "4S", "5C", burned="jj")

    assert [held(match, 0), held(match, 1), lies(match, "burned")] == ["3C jj", "jj JJ", "JJ"]


@pytest.mark.parametrize(("seats", "stock"), [(2, 36), (3, 27), (4, 18), (5, 9), (6, 0), (7, 45), (8, 36)])
def test_s1_5_three_cards_of_each_kind_and_the_rest_is_the_stock(seats: int, stock: int) -> None:
    """Nine cards to everybody, in three zones."""
    match = dealt(seats)
    sizes = {len(held(match, seat, zone).split()) for seat in range(seats) for zone in ("hand", "up", "blind")}

    assert sizes == {3}
    assert len(lies(match, "stock").split()) == stock
    assert lies(match, "pile") == lies(match, "burned") == ""


@pytest.mark.parametrize(("seats", "decks"), [(2, 1), (5, 1), (8, 2)])
def test_s1_6_one_to_each_seat_in_turn(seats: int, decks: int) -> None:
    """Blind rounds, face-up rounds, hand rounds, each from seat 0; then the stock, from the front."""
    match = dealt(seats, seed="by the byte")
    deck = ["jj" if card == "JJ" else card for card in shuffled(PACK * decks, "by the byte", "deck")]

    def pile(cards: list[str]) -> list[str]:
        return sorted(cards, key=PACK.index)

    def found(seat: int, zone: str) -> list[str]:
        return held(match, seat, zone).replace("JJ", "jj").split()

    for seat in range(seats):
        assert found(seat, "blind") == deck[seat : 3 * seats : seats]
        assert found(seat, "up") == pile(deck[3 * seats + seat : 6 * seats : seats])
        assert found(seat, "hand") == pile(deck[6 * seats + seat : 9 * seats : seats])
    assert lies(match, "stock").replace("JJ", "jj").split() == deck[9 * seats :]


def test_s1_6_the_page_on_fairness_has_the_same_deal() -> None:
    """A deal that is written down in docs/fairness.md."""
    match = dealt(2, seed="2d1aaa44b6c3854950ef41c4719cc5737626edca85bf688ef3c5f4ea8f23b165")

    assert [held(match, seat, "blind") for seat in (0, 1)] == ["9D JH 5S", "AS 6C 3H"]
    assert [held(match, seat, "up") for seat in (0, 1)] == ["2H QS AD", "7H 8D JC"]
    assert [held(match, seat) for seat in (0, 1)] == ["5C 7S AC", "4H TD TH"]
    assert lies(match, "stock").startswith("TS 6D 9S TC 4D")


def test_s1_6_one_seed_is_one_deal() -> None:
    """The same seed deals the same cards, another seed others."""
    assert dealt(4, seed="a").position() == dealt(4, seed="a").position()
    assert dealt(4, seed="a").position() != dealt(4, seed="b").position()


def test_s1_7_main_play_lasts_as_long_as_the_stock() -> None:
    """setup, mainPlay, and endGame as soon as the last card is drawn."""
    assert phase(dealt(2)) == "setup"

    match = given("3C 4C 5C", "KC", stock="9H")

    assert phase(match) == "mainPlay"

    match.play(0, "play 3C")

    assert phase(match) == "endGame"


@pytest.mark.parametrize(("seats", "expected"), [(5, "mainPlay"), (6, "endGame"), (7, "mainPlay")])
def test_s1_7_six_seats_begin_in_the_end_game(seats: int, expected: str) -> None:
    """Six times nine cards are the whole deck."""
    match = dealt(seats)

    assert phase(match) == "setup"
    assert phase(everyone_ready(match)) == expected


@pytest.mark.parametrize("seats", [2, 6, 7])
def test_s1_8_no_card_is_lost_or_doubled(seats: int) -> None:
    """Whatever is played, the cards are the same ones."""
    match = everyone_ready(dealt(seats, seed="all there"))
    every = match.game.cards(match.state)

    for turn in range(300):
        if match.outcome:
            break
        seat = match.to_act[0]
        legal = match.legal(seat)
        match.play(seat, legal[turn * 7 % len(legal)])
        assert match.game.cards(match.state) == every
    assert len(match.moves) > seats + 20


# -- S2 The setup ----------------------------------------------------------------------------------------------------


def test_s2_1_all_seats_act_at_once_in_any_order() -> None:
    """The last seat may move first, and again, while the others wait for nothing."""
    match = given("3C / 4C", "5C / 6C", "7C / 8C", phase="setup")

    play(match, (2, "swap 7C 8C"), (0, "swap 3C 4C"), (2, "swap 8C 7C"), (2, "ready"))

    assert match.to_act == (0, 1)
    assert [held(match, seat) for seat in range(3)] == ["4C", "5C", "7C"]
    assert moves(match, 1) == ["swap 5C 6C", "ready"]


def test_s2_2_swap_a_hand_card_for_a_face_up_card() -> None:
    """The first card goes up, the second into the hand."""
    match = given("3H 4C / AS KC / 2C", "5C", phase="setup")

    match.play(0, "swap 3H AS")

    assert [held(match, 0, zone) for zone in ("hand", "up", "blind")] == ["4C AS", "3H KC", "2C"]


def test_s2_2_any_number_of_times() -> None:
    """Swapping may go on for ever, also back and forth."""
    match = given("3H 4C / AS KC", "5C", phase="setup")
    before = match.position()

    for _ in range(20):
        play(match, (0, "swap 3H AS"), (0, "swap AS 3H"))

    assert match.position() == before
    assert moves(match, 0) == ["swap 3H KC", "swap 3H AS", "swap 4C KC", "swap 4C AS", "ready"]


def test_s2_3_equal_cards_may_be_swapped() -> None:
    """5C for 5C with two decks, and a Joker for a Joker."""
    match = given("5C jj / 5C JJ", "KC", "KD", "KH", "KS", "QC", "QD", phase="setup")
    before = match.position()

    play(match, (0, "swap 5C 5C"), (0, "swap jj JJ"))

    assert match.position() == before
    assert len(match.moves) == 2


@pytest.mark.parametrize("move", ["swap AS KC", "swap 3H 4C", "swap 2C KC", "swap 3H 2C", "swap 5C KC", "swap 3H jj"])
def test_s2_4_only_what_one_has_is_swapped(move: str) -> None:
    """A face-up card first, two hand cards, a blind card, a rival's card: not-held."""
    match = given("3H 4C / AS KC / 2C", "5C", phase="setup")

    assert refusal(match, 0, move) == "not-held"


def test_s2_5_everybody_sees_a_swap() -> None:
    """Others see the face-up cards change, and which card is in the hand now."""
    match = given("3H 4C / AS KC", "5C", phase="setup")

    match.play(0, "swap 3H AS")

    for viewer in (1, None):
        assert told(match, viewer) == [{"event": "swapped", "seat": 0, "hand": "AS", "up": "3H"}]
        assert seen(match, viewer, 0)["up"] == ["3H", "KC"]


def test_s2_6_ready_is_for_good() -> None:
    """Who is ready waits: no more swaps, and no second ready."""
    match = given("3C / 4C", "5C / 6C", phase="setup")

    match.play(0, "ready")

    assert match.to_act == (1,)
    assert match.legal(0) == ()
    assert refusal(match, 0, "swap 3C 4C") == "not-your-turn"
    assert refusal(match, 0, "ready") == "not-your-turn"
    assert shown(match, 1)["ready"] == [0]


def test_s2_6_play_starts_when_the_last_seat_is_ready() -> None:
    """Not before, and everybody is told who begins."""
    match = given("9C 4D / 4C", "5C / 6C", "3C / 7C", phase="setup")

    play(match, (1, "ready"), (0, "ready"))

    assert phase(match) == "setup"

    match.play(2, "ready")

    assert match.to_act == (2,)
    assert told(match, 0)[-2:] == [{"event": "ready", "seat": 2}, {"event": "began", "seat": 2}]


@pytest.mark.parametrize("move", ["play 3C", "take", "flip 1", "target 1", "call hearts"])
def test_s2_7_the_setup_is_for_swapping(move: str) -> None:
    """Nothing is played before everybody is ready."""
    match = given("3C / 4C / 6D", "5C / 6C", phase="setup")

    assert refusal(match, 0, move) == "wrong-phase"


@pytest.mark.parametrize("move", ["swap 3C 4C", "ready"])
@pytest.mark.parametrize("pending", [None, "target"])
def test_s2_7_nothing_is_swapped_afterwards(move: str, pending: str | None) -> None:
    """Nor while a target is waited for."""
    match = given("3C / 4C", "5C", pile="jj" if pending else "", pending=pending)

    assert refusal(match, 0, move) == "wrong-phase"


def begins(*seats: str) -> int:
    """Who plays first, with these hands."""
    (seat,) = everyone_ready(given(*seats, phase="setup")).to_act
    return seat


LOWEST_FIRST = ["3S", "4S", "5S", "6S", "7S", "8S", "9S", "TS", "JS", "QS", "KS", "AS", "2S", "jj"]


@pytest.mark.parametrize(("low", "high"), list(pairwise(LOWEST_FIRST)))
def test_s2_8_the_lowest_card_in_hand_begins(low: str, high: str) -> None:
    """3 4 5 6 7 8 9 10 J Q K A 2 Joker, against the suit order and against the seats."""
    high = high.replace("S", "C")

    assert begins(high, low) == 1
    assert begins(low, high) == 0


def test_s2_8_only_the_hand_counts() -> None:
    """A 3 that lies face up or blind makes nobody first; a swap can."""
    match = given("9C / 3C / 3D", "8C KC / 4C / 3H", phase="setup")

    play(match, (0, "swap 9C 3C"), (1, "ready"), (0, "ready"))

    assert begins("9C / 3C / 3D", "8C KC / 4C / 3H") == 1
    assert match.to_act == (0,)


def test_s2_9_equal_ranks_by_suit() -> None:
    """Clubs, diamonds, hearts, spades."""
    assert begins("3S KC", "3H KD", "3D KH", "3C KS") == 3
    assert begins("3S KC", "3H KD", "3D KH", "4C KS") == 2
    assert begins("3S KC", "3H KD", "4D KH", "4C KS") == 1


def test_s2_9_equal_cards_by_seat() -> None:
    """With two decks two seats may hold the same card; all Jokers are equal."""
    assert begins("KC", "3D", "KD", "3H", "3D", "KH", "3S") == 1
    assert begins("JJ", "jj") == 0
    assert begins("jj", "JJ") == 0


def test_s2_10_the_first_seat_plays_what_it_likes() -> None:
    """The lowest card made it first; it need not be played."""
    match = everyone_ready(given("5C 6C", "3C 9C KD", "7C", phase="setup"))

    assert moves(match, 1) == ["play 3C", "play 9C", "play KD"]

    match.play(1, "play KD")

    assert match.to_act == (2,)


# -- S3 What the pile asks for ---------------------------------------------------------------------------------------

ONE_OF_EACH = "2C 3C 4C 5C 6C 7C 8C 9C TC JC QC KC AC jj"


def playable(pile: str) -> str:
    """The cards, of one of each rank, that may be played."""
    return " ".join(move.removeprefix("play ") for move in moves(given(ONE_OF_EACH, "3S", pile=pile), 0))


def test_s3_1_an_empty_pile_asks_for_nothing() -> None:
    """Anything goes, from the lowest to the highest."""
    assert playable("") == ONE_OF_EACH
    assert shown(given("3C", "4C"), 0)["asks"] == "anything"


@pytest.mark.parametrize(
    ("pile", "expected"),
    [
        ("3D", "2C 3C 4C 5C 6C 7C 8C 9C TC JC QC KC AC jj"),
        ("6D", "2C 6C 7C 8C 9C TC JC QC KC AC jj"),
        ("9D", "2C 8C 9C TC JC QC KC AC jj"),
        ("QD", "2C 8C TC JC QC KC AC jj"),
        ("KD", "2C 8C TC JC KC AC jj"),
        ("AD", "2C 8C TC JC AC jj"),
        ("AD 3D", "2C 3C 4C 5C 6C 7C 8C 9C TC JC QC KC AC jj"),
    ],
)
def test_s3_2_equal_or_above(pile: str, expected: str) -> None:
    """By value alone, and by the top card alone."""
    assert playable(pile) == expected


@pytest.mark.parametrize("pile", ["7D", "3D 7D", "7D 7H"])
def test_s3_3_after_a_seven_seven_or_below(pile: str) -> None:
    """9, Q, K and A must wait."""
    assert playable(pile) == "2C 3C 4C 5C 6C 7C 8C TC JC jj"


@pytest.mark.parametrize("card", ["2C", "8C", "TC", "JC", "jj"])
@pytest.mark.parametrize("pile", ["AD", "7D", "KD 8D", "7D JD"])
def test_s3_4_some_cards_go_on_anything(card: str, pile: str) -> None:
    """2, 8, 10, Jack and Joker."""
    match = given(f"{card} 3H", "4C", pile=pile)

    match.play(0, f"play {card}")

    assert held(match, 0) == "3H"


@pytest.mark.parametrize(
    ("pile", "card"), [("9D", "3C"), ("9D", "7C"), ("7D", "9C"), ("7D", "AC"), ("AD", "KC"), ("7D 8D", "9C")]
)
def test_s3_5_what_does_not_fit_is_refused(pile: str, card: str) -> None:
    """Too low, or too high after a 7."""
    match = given(f"{card} 2C", "4C", pile=pile)

    assert refusal(match, 0, f"play {card}") == "not-playable"


def test_s3_5_so_are_several_and_face_up_ones() -> None:
    """A pair does not become higher by being a pair."""
    assert refusal(given("3C 3D 2C", "4C", pile="9D"), 0, "play 3C 3D") == "not-playable"
    assert refusal(given("/ 3C 2C", "4C", pile="9D"), 0, "play 3C") == "not-playable"


# -- S4 A turn -------------------------------------------------------------------------------------------------------


def test_s4_1_one_or_more_cards_of_one_rank() -> None:
    """Any choice of them, named in any order."""
    match = given("7H 7D 7S 9C", "4C")

    assert moves(match, 0)[:7] == [
        "play 7D", "play 7H", "play 7S", "play 7D 7H", "play 7D 7S", "play 7H 7S", "play 7D 7H 7S"
    ]  # fmt: skip

    match.play(0, "play 7S 7D")

    assert held(match, 0) == "7H 9C"
    assert sorted(lies(match, "pile").split()) == ["7D", "7S"]


@pytest.mark.parametrize("move", ["play 7H 9C", "play 7H 7D 9C", "play 2C 8C", "play jj 7H"])
def test_s4_1_different_ranks_are_no_set(move: str) -> None:
    """Not even cards that go on anything."""
    match = given("7H 7D 9C 2C 8C jj", "4C")

    assert refusal(match, 0, move) == "not-a-set"


def test_s4_1_no_cards_are_no_set() -> None:
    """To play nothing is not to play."""
    assert refusal(given("7H", "4C"), 0, hr.Play(())) == "not-a-set"


@pytest.mark.parametrize(
    ("seat", "expected"),
    [
        ("3C / 4C / 5C", ["play 3C"]),
        ("/ 4C 4D / 5C", ["play 4C", "play 4D", "play 4C 4D"]),
        ("/ / 5C 6C", ["flip 1", "flip 2"]),
    ],
)
def test_s4_2_hand_then_face_up_then_blind(seat: str, expected: list[str]) -> None:
    """The zone in play is the first that has cards."""
    assert moves(given(seat, "KC"), 0) == expected


def test_s4_2_the_zone_changes_with_the_last_card_of_it() -> None:
    """After the last hand card the face-up cards are next, after these the blind ones, in the next turn."""
    match = given("3C / TC / 5C", "4C 4D 4H")

    play(match, (0, "play 3C"), (1, "play 4C"))

    assert moves(match, 0) == ["play TC"]

    match.play(0, "play TC")

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
def test_s4_3_never_from_two_zones(seat: str, move: str) -> None:
    """Neither together nor too early; and blind cards have no names."""
    assert refusal(given(seat, "KC"), 0, move) == "wrong-zone"


def test_s4_3_after_the_hand_the_face_up_cards_may_not_join() -> None:
    """The last 4 of the hand goes alone, although another lies face up; the turn is over with it."""
    match = given("4D / 4C", "KC KD")

    match.play(0, "play 4D")

    assert match.to_act == (1,)


def test_s4_4_blind_cards_one_at_a_time_by_their_place() -> None:
    """flip 2 is the second of those that are left."""
    match = given("/ / 5C 6C 9C", "7C 9H AC")

    match.play(0, "flip 2")

    assert (lies(match, "pile"), held(match, 0, "blind")) == ("6C", "5C 9C")

    play(match, (1, "play 9H"), (0, "flip 2"))

    assert (lies(match, "pile"), held(match, 0, "blind")) == ("6C 9H 9C", "5C")
    assert told(match, 1)[-1] == {"event": "played", "seat": 0, "zone": "blind", "cards": ["9C"], "spot": 3}


@pytest.mark.parametrize("move", ["flip 0", "flip 3", "flip 99", hr.Flip(-1), hr.Flip(-2)])
def test_s4_4_there_is_no_such_blind_card(move: str | hr.Move) -> None:
    """They are counted from 1 to how many are left."""
    assert refusal(given("/ / 5C 6C", "KC"), 0, move) == "not-held"


@pytest.mark.parametrize("seat", ["jj JJ 3C", "/ jj JJ 3C"])
def test_s4_5_jokers_one_at_a_time(seat: str) -> None:
    """Two Jokers are two plays."""
    match = given(seat, "KC")

    assert refusal(match, 0, "play jj JJ") == "not-a-set"
    assert refusal(match, 0, "play jj jj") == "not-a-set"
    assert moves(match, 0) == ["play 3C", "play jj"]


@pytest.mark.parametrize("move", ["play KC", "play 9C", "play 3C 3C", "play 3C 3D", "play JJ", "play 5C", "play jj"])
def test_s4_6_only_what_one_has(move: str) -> None:
    """A rival's card, a card of nobody, one card twice, one's own blind card."""
    assert refusal(given("3C 4C / / 5C", "KC"), 0, move) == "not-held"


def test_s4_6_one_joker_is_not_two() -> None:
    """jj and JJ together need two Jokers."""
    assert refusal(given("jj 3C", "KC"), 0, "play jj JJ") == "not-held"


def test_s4_6_having_comes_before_ranks_and_ranks_before_the_pile() -> None:
    """The first thing wrong is what is said."""
    match = given("3C 4C", "KC", pile="9D")

    assert refusal(match, 0, "play 3C 5D") == "not-held"
    assert refusal(match, 0, "play 3C 4C") == "not-a-set"
    assert refusal(match, 0, "play 3C") == "not-playable"


@pytest.mark.parametrize(
    ("hand", "move", "after"),
    [
        ("4C 9C KC", "play 4C", "5D 9C KC"),
        ("4C 4D KC", "play 4C 4D", "5D 6D KC"),
        ("4C 4D 4H", "play 4C 4D 4H", "5D 6D 7D"),
        ("4C", "play 4C", "5D 6D 7D"),
    ],
)
def test_s4_7_draw_up_to_three(hand: str, move: str, after: str) -> None:
    """From the front of the stock, as many as are missing."""
    match = given(hand, "QC", stock="5D 6D 7D 8D 9D")

    match.play(0, move)

    assert held(match, 0) == after
    assert len(lies(match, "stock").split()) == 5 - (len(after.split()) - len(hand.split()) + len(move.split()) - 1)


@pytest.mark.parametrize("hand", ["4C 5C 6C 7C", "4C 5C 6C 7C 9C KC"])
def test_s4_7_a_bigger_hand_draws_nothing(hand: str) -> None:
    """Three or more are enough."""
    match = given(hand, "QC", stock="5D 6D")

    match.play(0, "play 4C")

    assert held(match, 0) == hand.removeprefix("4C ")
    assert lies(match, "stock") == "5D 6D"


def test_s4_7_a_short_stock_gives_what_it_has() -> None:
    """And then nothing."""
    match = given("4C 4D 4H", "QC QD", stock="5D 6D")

    match.play(0, "play 4C 4D 4H")

    assert (held(match, 0), lies(match, "stock")) == ("5D 6D", "")

    play(match, (1, "play QC"))

    assert held(match, 1) == "QD"


@pytest.mark.parametrize(("hand", "move"), [("TC 4C 5C", "play TC"), ("3C 4C 5C", "play 3C")])
def test_s4_8_the_draw_comes_before_another_turn(hand: str, move: str) -> None:
    """The card that was drawn may be played in it."""
    match = given(hand, "QC", pile="3D 3H 3S", stock="KD 6D")

    match.play(0, move)

    assert (match.to_act, held(match, 0), lies(match, "stock")) == ((0,), "4C 5C KD", "6D")

    match.play(0, "play KD")

    assert lies(match, "pile") == "KD"


@pytest.mark.parametrize(("to_act", "direction", "following"), [(0, 1, 1), (3, 1, 0), (2, -1, 1), (0, -1, 3)])
def test_s4_9_the_next_seat_in_the_direction_of_play(to_act: int, direction: int, following: int) -> None:
    """Round the table, either way."""
    match = given("3C KC", "4C KD", "5C KH", "6C KS", to_act=to_act, direction=direction)

    match.play(to_act, match.legal(to_act)[0])

    assert match.to_act == (following,)


@pytest.mark.parametrize(("direction", "following"), [(1, 3), (-1, 4)])
def test_s4_9_seats_that_are_out_are_passed_over(direction: int, following: int) -> None:
    """However many they are."""
    match = given("3C KC", "", "", "4C", "5C", "", direction=direction, out=[2, 5, 1])

    match.play(0, "play 3C")

    assert match.to_act == (following,)


def test_s4_10_nobody_moves_out_of_turn() -> None:
    """What others could play does not matter, and they have no moves."""
    match = given("3C 4C", "5C 6C", "7C")

    assert match.to_act == (0,)
    assert refusal(match, 1, "play 5C") == "not-your-turn"
    assert refusal(match, 2, "take") == "not-your-turn"
    assert match.legal(1) == ()


@pytest.mark.parametrize(
    "text",
    ["", " ", "play", "play 1H", "play 3c4c", "play jJ", "fly 3C", "flip", "flip x", "flip -1", "target", "target 1 2",
     "swap 3C", "call", "call 3", "take it", "ready now", "3C", "\0"],
)  # fmt: skip
def test_s4_10_what_is_no_move_cannot_be_read(text: str) -> None:
    """By anybody, whoever's turn it is."""
    match = given("3C 4C", "5C 6C")

    assert refusal(match, 0, text) == "unreadable"
    assert refusal(match, 1, text) == "unreadable"


@pytest.mark.parametrize("text", ["play 10c", "PLAY TC", "Play ♣10", "play 10♣", "  play   tc "])
def test_s4_10_words_and_cards_are_read_in_any_case(text: str) -> None:
    """As a player would type them."""
    match = given("TC 4C", "5C 6C")

    match.play(0, text)

    assert lies(match, "burned") == "TC"


def test_s4_11_a_refusal_changes_nothing() -> None:
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


@pytest.mark.parametrize("below", ["AD", "7D", "KD 8D"])
def test_s5_1_a_two_starts_afresh(below: str) -> None:
    """After it anything may be played, on a 7 too."""
    assert playable(f"{below} 2D") == ONE_OF_EACH


def test_s5_1_a_two_has_no_other_power() -> None:
    """The turn passes, the pile stays."""
    match = given("2C 4C", "5C", pile="AD")

    match.play(0, "play 2C")

    assert (match.to_act, lies(match, "pile")) == ((1,), "AD 2C")


def test_s5_2_a_seven_follows_the_normal_order() -> None:
    """It goes on a 6, but not on a 9."""
    assert "7C" in playable("6D").split()
    assert "7C" not in playable("9D").split()
    assert refusal(given("7C 2C", "4C", pile="9D"), 0, "play 7C") == "not-playable"


@pytest.mark.parametrize("below", ["", "6D", "7D", "AD", "2D", "7D 8D JD", "QD JD"])
def test_s5_3_an_eight_is_invisible(below: str) -> None:
    """The pile asks for what it asked before: on a 7 still for 7 or below, on nothing for nothing."""
    match = given("8S 3H", ONE_OF_EACH.replace("8C ", "").replace("JC ", ""), pile=below)
    asked = shown(match, 0)["asks"]
    fits = playable(below).replace("8C ", "").replace("JC ", "").split()

    match.play(0, "play 8S")

    assert shown(match, 1)["asks"] == asked
    assert moves(match, 1) == [f"play {card}" for card in fits]


def test_s5_3_eights_on_a_seven_keep_seven_or_lower() -> None:
    """Two of them as well."""
    assert playable("7D 8D 8H") == "2C 3C 4C 5C 6C 7C 8C TC JC jj"


@pytest.mark.parametrize("pile", ["", "AD", "7D", "3D 3H"])
def test_s5_4_a_ten_burns_the_pile(pile: str) -> None:
    """It leaves the game with the 10, the same seat plays again, on an empty pile."""
    match = given("TC 3C 4C", "5C", pile=pile, burned="KD")

    match.play(0, "play TC")

    assert lies(match, "burned") == f"KD {pile} TC".replace("  ", " ")
    assert lies(match, "pile") == ""
    assert moves(match, 0) == ["play 3C", "play 4C"]
    assert told(match, 1)[1] == {"event": "burned", "cards": [*pile.split(), "TC"], "why": "power"}


def test_s5_4_several_tens_burn_once() -> None:
    """One more turn, not two."""
    match = given("TC TD 3C 4C", "5C 5D", pile="9D")

    play(match, (0, "play TC TD"), (0, "play 3C"))

    assert match.to_act == (1,)


@pytest.mark.parametrize("below", ["", "6D", "7D", "AD", "2D", "7D 8D"])
def test_s5_5_a_jack_is_invisible(below: str) -> None:
    """On a 7 it keeps 7 or below; its own value counts for nothing."""
    match = given("JS 3H", ONE_OF_EACH.replace("8C ", "").replace("JC ", ""), pile=below)
    fits = playable(below).replace("8C ", "").replace("JC ", "").split()

    match.play(0, "play JS")

    assert moves(match, 1) == [f"play {card}" for card in fits]


@pytest.mark.parametrize(("jacks", "direction", "following"), [(1, -1, 3), (2, 1, 1), (3, -1, 3)])
def test_s5_6_each_jack_reverses(jacks: int, direction: int, following: int) -> None:
    """Two Jacks make no net change, three reverse once."""
    hand = ["JC", "JD", "JH"][:jacks]
    match = given(f"{' '.join(hand)} 3C", "4C 4D", "5C 5D", "6C 6D", pile="9D")

    match.play(0, f"play {' '.join(hand)}")

    assert (match.position()["direction"], match.to_act) == (direction, (following,))
    assert ({"event": "reversed", "direction": -1} in told(match, 2)) == (direction == -1)


def test_s5_6_a_second_jack_turns_it_back() -> None:
    """And seats that are out are passed over on the way back, too."""
    match = given("JC 3C", "4C", "", "JD 6D", out=[2])

    play(match, (0, "play JC"), (3, "play JD"))

    assert (match.position()["direction"], match.to_act) == (1, (0,))


def test_s5_6_with_two_seats_there_is_only_one_other() -> None:
    """A Jack is no extra turn for two."""
    match = given("JC 3C", "4C")

    match.play(0, "play JC")

    assert (match.position()["direction"], match.to_act) == (-1, (1,))


def test_s5_7_a_joker_gives_the_pile_away() -> None:
    """All of it, the Joker too; the pile is empty, and the same seat plays again."""
    match = given("jj 3C 4C", "5C", "6C", pile="9D KD")

    play(match, (0, "play jj"), (0, "target 2"))

    assert (held(match, 2), lies(match, "pile"), held(match, 1)) == ("6C 9D KD jj", "", "5C")
    assert (match.to_act, moves(match, 0)) == ((0,), ["play 3C", "play 4C"])
    assert told(match, 1)[-1] == {"event": "took", "seat": 2, "cards": ["9D", "KD", "jj"], "by": 0}


def test_s5_7_on_an_empty_pile_the_joker_alone_is_taken() -> None:
    """There is still a target to name."""
    match = given("jj 3C", "5C")

    play(match, (0, "play jj"), (0, "target 1"))

    assert (held(match, 1), lies(match, "pile"), match.to_act) == ("5C jj", "", (0,))


def test_s5_8_any_seat_still_in() -> None:
    """The player itself included, seats that are out not."""
    match = given("jj 3C", "5C", "", "6C", pile="9D", out=[2])

    match.play(0, "play jj")

    assert moves(match, 0) == ["target 0", "target 1", "target 3"]
    assert refusal(match, 0, "target 2") == "bad-target"


@pytest.mark.parametrize(
    "target", ["target 4", "target 64", "target 99", hr.Target(-1), hr.Target(-63), hr.Target(-64)]
)
def test_s5_8_no_seat_of_another_table(target: str | hr.Move) -> None:
    """Who is not there cannot take anything."""
    match = given("3C", "5C", "", "6C", pile="9D jj", out=[2], pending="target")

    assert refusal(match, 0, target) == "bad-target"


def test_s5_8_oneself_and_play_again() -> None:
    """The pile goes into the player's own hand, and it plays on."""
    match = given("jj 3C", "5C", pile="9D KD")

    play(match, (0, "play jj"), (0, "target 0"))

    assert (held(match, 0), match.to_act) == ("3C 9D KD jj", (0,))


@pytest.mark.parametrize("rest", ["/ 3C", "/ / 3C"])
def test_s5_8_oneself_with_cards_in_any_zone(rest: str) -> None:
    """A face-up or a blind card is a card left."""
    match = given(f"jj {rest}", "5C", pile="9D")

    match.play(0, "play jj")

    assert moves(match, 0) == ["target 0", "target 1"]


def test_s5_8_no_target_without_a_joker() -> None:
    """Nobody is to be named."""
    assert refusal(given("3C jj", "5C", pile="9D"), 0, "target 1") == "bad-target"


@pytest.mark.parametrize("move", ["play 3C", "play 4C", "take", "flip 1", "call hearts"])
def test_s5_9_the_target_comes_before_anything_else(move: str) -> None:
    """The Joker lies on the pile, and the same seat has to answer first."""
    match = given("jj 3C 4C", "5C", pile="9D")

    match.play(0, "play jj")

    assert (match.to_act, lies(match, "pile")) == ((0,), "9D jj")
    assert refusal(match, 0, move) == "answer-first"
    assert refusal(match, 1, "play 5C") == "not-your-turn"


def test_s5_9_the_draw_comes_after_the_target() -> None:
    """Nothing is drawn until somebody is named, and then before the extra turn."""
    match = given("jj 3C 4C", "5C", pile="9D", stock="KD QD")

    match.play(0, "play jj")

    assert (held(match, 0), lies(match, "stock")) == ("3C 4C", "KD QD")

    match.play(0, "target 1")

    assert (held(match, 0), held(match, 1), lies(match, "stock")) == ("3C 4C KD", "5C 9D jj", "QD")
    assert moves(match, 0) == ["play 3C", "play 4C", "play KD"]


def test_s5_9_who_takes_the_pile_itself_may_have_nothing_to_draw() -> None:
    """Three in hand after taking are enough."""
    match = given("jj 3C 4C", "5C", pile="9D", stock="KD QD")

    play(match, (0, "play jj"), (0, "target 0"))

    assert (held(match, 0), lies(match, "stock")) == ("3C 4C 9D jj", "KD QD")


def test_s5_9_a_match_is_saved_and_resumed_in_between() -> None:
    """As a position and as a record."""
    match = given("jj 3C 4C", "5C", "6C", pile="9D", stock="KD QD")
    match.play(0, "play jj")

    by_position = hr.Match.from_position(match.game, match.position())
    by_record = hr.Match.from_record(match.record())

    for again in (match, by_position, by_record):
        assert moves(again, 0) == ["target 0", "target 1", "target 2"]
        again.play(0, "target 2")
    assert match.position() == by_position.position() == by_record.position()


def test_s5_10_a_blind_joker_works_the_same() -> None:
    """It is turned over, a seat is named, the same seat turns over the next."""
    match = given("/ / 3C jj", "5C", pile="9D")

    match.play(0, "flip 2")

    assert (moves(match, 0), lies(match, "pile")) == (["target 0", "target 1"], "9D jj")
    assert refusal(match, 0, "flip 1") == "answer-first"

    again = hr.Match.from_position(match.game, match.position())
    for either in (match, again):
        either.play(0, "target 1")
        assert (held(either, 1), moves(either, 0)) == ("5C 9D jj", ["flip 1"])


def test_s5_10_a_blind_joker_may_be_kept() -> None:
    """Who names itself plays on from the hand."""
    match = given("/ / 3C jj", "5C", pile="9D")

    play(match, (0, "flip 2"), (0, "target 0"))

    assert (held(match, 0), held(match, 0, "blind"), moves(match, 0)) == ("9D jj", "3C", ["play 9D", "play jj"])


@pytest.mark.parametrize("rank", list("23456789QKA"))
def test_s5_11_four_of_one_rank_burn(rank: str) -> None:
    """From one play, whatever the rank; the same seat plays again."""
    four = [rank + suit for suit in "CDHS"]
    match = given(f"{' '.join(four)} JC", "JD", pile="JH")

    match.play(0, f"play {' '.join(four)}")

    assert (lies(match, "pile"), match.to_act) == ("", (0,))
    assert sorted(lies(match, "burned").split()) == sorted([*four, "JH"])
    assert told(match, 1)[1]["why"] == "alike"


def test_s5_11_over_several_players() -> None:
    """Who lays the last of the four plays again; below it anything may lie."""
    match = given("6C 3C", "6D 3D", "6H 6S 3H", pile="4D")

    play(match, (0, "play 6C"), (1, "play 6D"))

    assert lies(match, "pile") == "4D 6C 6D"

    match.play(2, "play 6H 6S")

    assert (lies(match, "pile"), match.to_act, moves(match, 2)) == ("", (2,), ["play 3H"])
    assert lies(match, "burned") == "4D 6C 6D 6H 6S"


def test_s5_11_three_do_not_burn() -> None:
    """Nor four cards of two ranks."""
    match = given("6C 6D 3C", "9D 3D", pile="5D 6H")

    match.play(0, "play 6C 6D")

    assert (lies(match, "burned"), match.to_act) == ("", (1,))


def test_s5_11_the_fourth_from_the_blind_cards() -> None:
    """A flip burns as a play does."""
    match = given("/ / 6S 3C", "9D", pile="6C 6D 6H")

    match.play(0, "flip 1")

    assert (lies(match, "burned"), moves(match, 0)) == ("6C 6D 6H 6S", ["flip 1"])


def test_s5_12_the_fourth_jack_reverses_first() -> None:
    """Then the pile burns, and who laid it plays again; afterwards it goes the other way."""
    match = given("JS 3C 3D", "4C", "5C", pile="9D JC JD JH")

    match.play(0, "play JS")

    assert (match.position()["direction"], lies(match, "pile"), match.to_act) == (-1, "", (0,))
    assert happened(match) == ["played", "reversed", "burned"]

    match.play(0, "play 3C")

    assert match.to_act == (2,)


def test_s5_12_four_jacks_at_once_reverse_four_times() -> None:
    """Which is no change, and they burn."""
    match = given("JC JD JH JS 3C 3D", "4C", "5C", pile="9D")

    match.play(0, "play JC JD JH JS")

    assert (match.position()["direction"], lies(match, "pile"), match.to_act) == (1, "", (0,))


SIX_OTHERS = ("KC", "KD", "KH", "KS", "QC", "QD")


def test_s5_13_five_at_once_burn() -> None:
    """With two decks there may be more than four in one hand, up to all eight."""
    match = given("6C 6C 6D 6H 6S 3C", *SIX_OTHERS, pile="4D")

    assert "play 6C 6C 6D 6H 6S" in moves(match, 0)

    match.play(0, "play 6C 6C 6D 6H 6S")

    assert (lies(match, "burned"), lies(match, "pile"), match.to_act) == ("4D 6C 6C 6D 6H 6S", "", (0,))


def test_s5_13_all_eight_of_a_rank() -> None:
    """A play of eight is a play like any other."""
    match = given("6C 6C 6D 6D 6H 6H 6S 6S 3C", *SIX_OTHERS)

    match.play(0, "play 6C 6C 6D 6D 6H 6H 6S 6S")

    assert (len(lies(match, "burned").split()), held(match, 0), match.to_act) == (8, "3C", (0,))


def test_s5_13_three_on_two_burn() -> None:
    """More than four in a row, over two plays."""
    match = given("6C 6H 6S 3C", *SIX_OTHERS, pile="6C 6D")

    match.play(0, "play 6C 6H 6S")

    assert (len(lies(match, "burned").split()), match.to_act) == (5, (0,))


@pytest.mark.parametrize("between", ["8D", "JD", "2D"])
def test_s5_14_a_card_in_between_breaks_the_row(between: str) -> None:
    """An invisible one too: four 6s lie there, but not in a row."""
    match = given("6S 3C", "9D", pile=f"6C 6D {between} 6H")

    match.play(0, "play 6S")

    assert (lies(match, "burned"), match.to_act) == ("", (1,))


def test_s5_14_eights_and_jacks_are_no_row_together() -> None:
    """Both are invisible, and still of two ranks."""
    match = given("8S 3C", "9D", pile="8C 8D JD 8H")

    match.play(0, "play 8S")

    assert (lies(match, "burned"), match.to_act) == ("", (1,))


def test_s5_15_no_suit_is_called() -> None:
    """It is a move of another game."""
    match = given("3C jj", "5C", pile="9D")

    assert refusal(match, 0, "call hearts") == "bad-suit"
    assert "called" not in match.position()


# -- S6 Taking the pile ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("seat", "pile"), [("3C 4C", "9D"), ("9C KC AC", "7D"), ("/ 3C 4C", "9D"), ("3C / 2C / 2D", "KD 8D")]
)
def test_s6_1_if_nothing_can_be_played_the_pile_is_taken(seat: str, pile: str) -> None:
    """Then it is the only move; what lies in another zone does not help."""
    match = given(seat, "5C", pile=pile)

    assert moves(match, 0) == ["take"]

    match.play(0, "take")

    assert lies(match, "pile") == ""


@pytest.mark.parametrize("seat", ["3C 9C", "3C 2C", "3C 8C", "3C TC", "3C JC", "3C jj", "/ 3C AC"])
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
    """Nothing is drawn, even with fewer than three in hand."""
    match = given("3C", "5C", "6C", pile="9D", stock="KD QD")

    match.play(0, "take")

    assert (held(match, 0), lies(match, "stock"), lies(match, "pile"), match.to_act) == ("3C 9D", "KD QD", "", (1,))
    assert told(match, 2) == [{"event": "took", "seat": 0, "cards": ["9D"], "by": None, "forced": True}]


def test_s6_3_the_next_seat_finds_an_empty_pile() -> None:
    """And it goes on in the direction of play."""
    match = given("3C", "5C", "4C 6C", pile="7C 9D", direction=-1)

    match.play(0, "take")

    assert (match.to_act, moves(match, 2)) == ((2,), ["play 4C", "play 6C"])


@pytest.mark.parametrize(("up", "left"), [("6C 3C 4C", "4C 6C"), ("4S 4D 4H", "4H 4S"), ("QC KC 9C", "QC KC")])
def test_s6_4_the_lowest_face_up_card_comes_along(up: str, left: str) -> None:
    """By value, equal values by suit."""
    match = given(f"/ {up} / 2C", "5C", pile="AC AD")
    (lowest,) = set(up.split()) - set(left.split())

    match.play(0, "take")

    assert (set(held(match, 0).split()), held(match, 0, "up")) == ({lowest, "AC", "AD"}, left)
    assert held(match, 0, "blind") == "2C"
    assert told(match, 1) == [
        {"event": "took", "seat": 0, "cards": [lowest, "AC", "AD"], "by": None, "up": lowest, "forced": True}
    ]
    assert match.to_act == (1,)


def test_s6_4_not_while_there_is_a_hand() -> None:
    """Who takes from the hand leaves the face-up cards where they lie."""
    match = given("3C / 4C 5C", "5D", pile="AC")

    match.play(0, "take")

    assert (held(match, 0), held(match, 0, "up")) == ("3C AC", "4C 5C")


def test_s6_5_a_blind_card_that_fails_goes_into_the_hand_with_the_pile() -> None:
    """And the turn is over; everybody saw the card."""
    match = given("/ / 3C 2C", "5C", pile="9D KD")

    match.play(0, "flip 1")

    assert (held(match, 0), held(match, 0, "blind"), lies(match, "pile")) == ("3C 9D KD", "2C", "")
    assert match.to_act == (1,)
    assert told(match, 1)[0] == {"event": "failed", "seat": 0, "card": "3C", "spot": 1}


def test_s6_5_nothing_is_drawn_after_it() -> None:
    """A failed flip is a take."""
    match = given("/ / 3C", "5C", pile="9D", stock="KD")

    match.play(0, "flip 1")

    assert (held(match, 0), lies(match, "stock")) == ("3C 9D", "KD")


@pytest.mark.parametrize("seat", ["3C", "/ 3C", "/ / 3C"])
def test_s6_6_there_is_nothing_to_take(seat: str) -> None:
    """An empty pile is no pile, in any zone."""
    assert refusal(given(seat, "5C"), 0, "take") == "nothing-to-take"


# -- S7 The end ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("seat", "move"), [("3C", "play 3C"), ("3C 3D", "play 3C 3D"), ("/ 3C", "play 3C"), ("/ / 3C", "flip 1")]
)
def test_s7_1_a_seat_without_cards_is_out(seat: str, move: str) -> None:
    """It takes the next place, whichever zone its last card came from."""
    match = given(seat, "5C 6C", "7C 9C")

    match.play(0, move)

    assert (match.position()["out"], match.to_act, match.outcome) == ([0], (1,), None)
    assert told(match, 1)[-1] == {"event": "went-out", "seat": 0, "place": 1}


def test_s7_1_first_out_wins() -> None:
    """Places follow the order of going out, not the seats."""
    match = given("7D 5D", "6C", "7C 9C", "4C", to_act=3)

    play(match, (3, "play 4C"), (0, "play 7D"), (1, "play 6C"), (2, "play 7C"), (0, "play 5D"))

    assert match.outcome is not None
    assert match.outcome.places == (3, 2, 4, 1)


def test_s7_1_not_while_the_stock_refills_the_hand() -> None:
    """Who draws still has cards."""
    match = given("3C", "5C", stock="KD")

    match.play(0, "play 3C")

    assert (held(match, 0), match.position()["out"]) == ("KD", [])


def test_s7_1_who_is_out_is_not_asked_again() -> None:
    """Turns pass it by, and it may not move."""
    match = given("3C", "4C QC", "5C QD")

    play(match, (0, "play 3C"), (1, "play 4C"), (2, "play 5C"))

    assert match.to_act == (1,)
    assert match.legal(0) == ()
    assert refusal(match, 0, "take") == "not-your-turn"


@pytest.mark.parametrize(
    ("seat", "pile", "move"), [("TC", "9D", "play TC"), ("6S", "6C 6D 6H", "play 6S"), ("/ / TC", "9D", "flip 1")]
)
@pytest.mark.parametrize(("direction", "following"), [(1, 1), (-1, 2)])
def test_s7_2_an_extra_turn_falls_to_the_next_seat(
    seat: str, pile: str, move: str, direction: int, following: int
) -> None:
    """In the direction of play, on the empty pile."""
    match = given(seat, "5C 5D", "7C 7D", pile=pile, direction=direction)

    match.play(0, move)

    assert (match.position()["out"], match.to_act, lies(match, "pile")) == ([0], (following,), "")


def test_s7_2_after_the_last_jack_the_next_seat_is_on_the_other_side() -> None:
    """The direction turns before the turn falls to anybody."""
    match = given("JS", "5C 5D", "7C 7D", pile="JC JD JH")

    match.play(0, "play JS")

    assert match.to_act == (2,)


@pytest.mark.parametrize(("seat", "move"), [("jj", "play jj"), ("/ jj", "play jj"), ("/ / jj", "flip 1")])
def test_s7_3_a_last_joker_names_its_target_first(seat: str, move: str) -> None:
    """Its player is not out yet, and cannot name itself."""
    match = given(seat, "5C 6C", "7C", pile="9D")

    match.play(0, move)

    assert (match.to_act, match.position()["out"]) == ((0,), [])
    assert moves(match, 0) == ["target 1", "target 2"]
    assert refusal(match, 0, "target 0") == "bad-target"

    match.play(0, "target 2")

    assert (match.position()["out"], match.to_act, held(match, 2)) == ([0], (1,), "7C 9D jj")


def test_s7_3_with_a_stock_it_is_nobodys_last_card() -> None:
    """It still cannot name itself, because the draw comes after; then it draws and stays in."""
    match = given("jj", "5C", pile="9D", stock="KD")

    match.play(0, "play jj")

    assert moves(match, 0) == ["target 1"]

    match.play(0, "target 1")

    assert (held(match, 0), match.to_act, match.position()["out"]) == ("KD", (0,), [])


def test_s7_3_for_two_it_ends_the_match() -> None:
    """The other one gets the pile and is the Shithead."""
    match = given("jj", "5C", pile="9D")

    play(match, (0, "play jj"), (0, "target 1"))

    assert match.outcome == hr.Outcome((1, 2), (1.0, 0.0), "one-left")


def test_s7_4_the_last_seat_is_the_shithead() -> None:
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


@pytest.mark.parametrize("move", ["play 4C", "take", "ready", "target 0"])
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
    """Play, flip and take count alike, an extra turn does not come any more."""
    match = given(seat, "5C", "6C", pile=pile, plays=1998)

    match.play(0, move)

    assert (match.outcome, match.position()["plays"]) == (None, 1999)

    match = given(seat, "5C", "6C", pile=pile, plays=1999)

    match.play(0, move)

    assert match.outcome is not None
    assert (match.outcome.reason, match.to_act, match.position()["plays"]) == ("play-limit", (), 2000)


def test_s7_6_a_target_belongs_to_its_play() -> None:
    """It does not count."""
    match = given("jj 3C", "5C", "6C", plays=5)

    play(match, (0, "play jj"), (0, "target 1"))

    assert match.position()["plays"] == 6


@pytest.mark.parametrize(("seat", "move"), [("jj 3C 4C", "play jj"), ("/ / jj 3C 4C", "flip 1")])
def test_s7_6_the_target_of_a_last_joker_is_still_named(seat: str, move: str) -> None:
    """The match is over when it is, and the cards it gave away count."""
    match = given(seat, "5C", pile="9D", plays=1999)

    match.play(0, move)

    assert (match.outcome, match.to_act) == (None, (0,))
    assert hr.Match.from_position(match.game, match.position()).to_act == (0,)

    match.play(0, "target 1")

    assert match.outcome == hr.Outcome((1, 2), (1.0, 0.0), "play-limit")


def test_s7_6_refusals_and_swaps_are_no_plays() -> None:
    """Only what is played counts."""
    match = given("3C / 4C", "5C", phase="setup")

    play(match, (0, "swap 3C 4C"), (0, "ready"), (1, "ready"))

    assert match.position()["plays"] == 0


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


@pytest.mark.parametrize("phase", ["setup", "play"])
def test_s8_3_a_hand_is_seen_by_its_owner_alone(phase: str) -> None:
    """Others see how many cards it has."""
    match = given("3C KS / 4C", "5C QS AS / 6C", phase=phase)

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
    match = given("3C 4S", "4D 6H KD", pile="7D 9D")

    play(match, (0, "take"), (1, "play 4D"), (0, "play 9D"), (1, "play KD"))

    assert seen(match, 1, 0)["known"] == ["7D"]

    play(match, (0, "take"), (1, "play 6H"))

    assert seen(match, 1, 0)["known"] == ["4D", "7D", "9D", "KD"]


def test_s8_4_so_does_what_came_with_the_pile_or_from_a_joker() -> None:
    """A face-up card, a failed blind card, the Joker itself."""
    match = given("/ 4C / 6H", "jj 5C", pile="9D")

    play(match, (0, "take"), (1, "play jj"), (1, "target 0"))

    assert seen(match, 1, 0)["known"] == ["4C", "9D", "jj"]

    match = given("/ / 3C", "5C", pile="9D")

    match.play(0, "flip 1")

    assert seen(match, None, 0)["known"] == ["3C", "9D"]


def test_s8_4_a_swapped_card_is_known() -> None:
    """It lay face up before; laid up again, it is face up and nothing else."""
    match = given("3H 4C / AS", "5C", phase="setup")
    match.play(0, "swap 3H AS")

    assert seen(match, 1, 0)["known"] == ["AS"]

    match.play(0, "swap AS 3H")

    assert seen(match, 1, 0)["known"] == ["3H"]


def test_s8_4_of_equal_cards_a_known_one_is_played_first() -> None:
    """Else what is left of the known ones would tell that there is another."""
    match = given("5C 3C", "4D 4H", "", "", "", "", "", pile="5C 9D")

    play(match, (0, "take"), (1, "play 4D"))

    assert seen(match, 1, 0)["known"] == ["5C", "9D"]

    match.play(0, "play 5C")

    assert (held(match, 0), seen(match, 1, 0)["known"]) == ("3C 5C 9D", ["9D"])


@pytest.mark.parametrize(("first", "second"), [("jj", "JJ"), ("JJ", "jj")])
def test_s8_4_of_equal_cards_a_known_one_is_swapped_first(first: str, second: str) -> None:
    """A Joker went into the hand and a Joker came up: that another is in the hand has nobody seen."""
    match = given("jj KH / JJ 3C", "4C 5C", phase="setup")

    play(match, (0, f"swap KH {second}"), (0, f"swap {first} 3C"))

    assert seen(match, 1, 0)["known"] == ["3C"]
    assert held(match, 0) == "3C jj"


@pytest.mark.parametrize("viewer", [0, 1, None])
def test_s8_5_the_stock_is_a_number(viewer: int | None) -> None:
    """Neither its cards nor their order."""
    match = given("3C 4C KD", "5C", stock="QH QS AS")

    assert shown(match, viewer)["stock"] == 3
    assert not re.search("Q[HS]|AS", str(shown(match, viewer)))


def test_s8_5_only_the_drawer_sees_what_was_drawn() -> None:
    """In what is told at once and in what is told later."""
    match = given("3C 3D 4C", "5C 6C 6D", stock="QH QS AS")

    events = match.play(0, "play 3C 3D")

    assert hr.to_document(events[-1]) == {"event": "drew", "seat": 0, "count": 2, "cards": ["QH", "QS"]}
    assert told(match, 0)[-1] == hr.to_document(events[-1])
    for viewer in (1, None):
        assert told(match, viewer)[-1] == {"event": "drew", "seat": 0, "count": 2, "cards": None}
        assert not re.search("Q[HS]|AS", str(shown(match, viewer)))


@pytest.mark.parametrize("viewer", [0, 1, None])
def test_s8_6_pile_and_burned_cards_are_seen_by_all(viewer: int | None) -> None:
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
