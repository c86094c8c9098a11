"""The rules of Heart of Five, clause by clause: games/heart_of_five/rules.md. Each test is named by its clause."""

import json
import re
from collections import Counter
from itertools import chain
from pathlib import Path
from random import Random
from typing import Any, cast

import pytest

import houserules as hr
from houserules.core import JSON
from houserules.engine import Engine
from houserules.fair import shuffled
from houserules.games.heart_of_five.game import HeartOfFive
from houserules.games.heart_of_five.melds import Kind, by_rank, by_suit, can_be_surpassed, kind_of
from houserules.kernel.bits import indices
from houserules.kernel.climbing_hand import Hand
from houserules.kernel.climbing_melds import PAGES, beating, beating_basics
from houserules.testing import check_game, random_match
from tests.melds_by_hand import beats, counted, shape
from tests.positions import AnyMatch, moves, play, refusal, shown, told

PAGE = hr.load("heart-of-five").page()
PACK = [rank + suit for rank in "23456789TJQKA" for suit in "CDHS"] + ["jj", "JJ"]
GAME = "heart-of-five"
SIX = ("9C", "9C", "9D", "9D", "TC")
"""Five hands that make a table of six, and so of two decks."""


def game_of(table: dict[str, Any] | None) -> Any:
    return hr.load(table or GAME)


def table(
    *hands: str, last: str = "", by: int | None = None, config: dict[str, Any] | None = None, **more: Any
) -> dict[str, JSON]:
    """A position: hands, and the meld to beat; it was laid by the seat before seat 0 unless `by` says otherwise."""
    seats = len(hands)
    laid = (seats - 1 if by is None else by) if last else None
    return {
        "game": game_of(config).id,
        "hands": [[*hand.split()] for hand in hands],
        "to_act": 0,
        "leader": 0 if laid is None else laid,
        "last": None if laid is None else {"seat": laid, "cards": [*last.split()]},
        "passes": 0,
        "out": [],
        "round": 1,
        "wins": [0] * seats,
        "losses": [0] * seats,
        **more,
    }


def given(
    *hands: str, last: str = "", by: int | None = None, config: dict[str, Any] | None = None, **more: Any
) -> AnyMatch:
    """A match that stands as `table` says."""
    return hr.Match.from_position(game_of(config), table(*hands, last=last, by=by, config=config, **more))


def dealt(seats: int, seed: str = "table", config: dict[str, Any] | None = None) -> AnyMatch:
    return hr.Match.new(game_of(config), seats=seats, seed=seed)


def held(match: AnyMatch, seat: int) -> str:
    return " ".join(cast("list[list[str]]", match.position()["hands"])[seat])


def happened(match: AnyMatch) -> list[JSON]:
    return [event["event"] for event in told(match, None)]


def why(match: AnyMatch, seat: int, move: str | hr.Move) -> tuple[str, str]:
    """Code and sentence of a refusal, which changes nothing."""
    code = refusal(match, seat, move)
    with pytest.raises(hr.HouseRulesError) as caught:
        match.play(seat, move)
    return code, caught.value.message


def may(match: AnyMatch, cards: str) -> bool:
    """Is a play by whoever is to act accepted? The match stays as it is."""
    try:
        match.play(match.to_act[0], f"play {cards}")
    except hr.IllegalMove:
        return False
    match.undo()
    return True


def on(last: str, cards: str, *, decks: int = 1) -> bool:
    """May these cards be played on those?"""
    others = SIX if decks == 2 else ("9C",)
    return may(given(f"{cards} 9S", *others, last=last), cards)


def play_round(match: AnyMatch) -> None:
    """The weakest that fits is played until the next round is dealt or the match is over."""
    before = shown(match, None)["round"]
    for _ in range(2_000):
        if not match.to_act or shown(match, None)["round"] != before:
            return
        seat = match.to_act[0]
        match.play(seat, match.legal(seat)[0])
    raise AssertionError("this round does not end")


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
    assert section == 11


# -- S1 The deal -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", range(2, 7))
def test_s1_1_two_to_six_seats_play(seats: int) -> None:
    """Two to six may play, and one of them leads."""
    match = dealt(seats)

    assert match.seats == seats
    assert len(match.to_act) == 1


@pytest.mark.parametrize("seats", [-1, 0, 1, 7, 8, 2.0, "2", None, True])
def test_s1_1_other_numbers_are_refused(seats: int) -> None:
    """Fewer than two or more than six, or what is no number, is bad-seats."""
    with pytest.raises(hr.SeatsError) as caught:
        dealt(seats)

    assert caught.value.code == "bad-seats"


@pytest.mark.parametrize("seat", [-1, 2, 99, True, None, "0"])
def test_s1_1_a_seat_that_is_not_there_is_refused(seat: Any) -> None:
    """Nobody sits on a chair that is not at the table: no moves, no list of moves, no view."""
    match = given("3C 4C", "5C")

    assert refusal(match, seat, "play 3C") == "bad-seats"
    with pytest.raises(hr.SeatsError):
        match.legal(seat)
    if seat is not None:
        with pytest.raises(hr.SeatsError):
            match.view(seat)


@pytest.mark.parametrize(("seats", "decks"), [(2, 1), (3, 1), (4, 1), (5, 1), (6, 2)])
def test_s1_2_one_deck_or_two(seats: int, decks: int) -> None:
    """52 cards and two Jokers, once for up to five seats, twice for six."""
    match = dealt(seats)

    assert Counter(map(str, match.game.cards(match.state))) == Counter(PACK * decks)


@pytest.mark.parametrize(
    ("seats", "counts"),
    [
        (2, [27, 27]),
        (3, [18, 18, 18]),
        (4, [14, 14, 13, 13]),
        (5, [11, 11, 11, 11, 10]),
        (6, [18] * 6),
    ],
)
def test_s1_3_all_cards_are_dealt_from_seat_0(seats: int, counts: list[int]) -> None:
    """In the first round the last of uneven cards go to the first seats."""
    match = dealt(seats)

    assert [len(held(match, seat).split()) for seat in range(seats)] == counts


@pytest.mark.parametrize(
    ("round_", "counts"), [(1, [13, 14, 14, 13]), (2, [13, 13, 14, 14]), (3, [14, 13, 13, 14]), (4, [14, 14, 13, 13])]
)
def test_s1_3_one_seat_further_in_each_round(round_: int, counts: list[int]) -> None:
    """After round 1 the deal begins at seat 1, and so on round the table."""
    match = given("3C", "4C", "", "", out=[2, 3], round=round_)

    match.play(0, "play 3C")

    assert [len(held(match, seat).split()) for seat in range(4)] == counts
    assert told(match, None)[-1]["counts"] == counts


@pytest.mark.parametrize(("seats", "decks"), [(2, 1), (5, 1), (6, 2)])
def test_s1_4_the_seed_decides_the_deal_to_the_byte(seats: int, decks: int) -> None:
    """A new pack, shuffled under the label deck, dealt one by one from seat 0."""
    match = dealt(seats, "by the byte")
    deck = shuffled(PACK * decks, "by the byte", "deck")

    for seat in range(seats):
        assert sorted(held(match, seat).split()) == sorted(deck[seat::seats])


@pytest.mark.parametrize(("seats", "decks"), [(3, 1), (6, 2)])
def test_s1_4_later_rounds_have_labels_of_their_own(seats: int, decks: int) -> None:
    """deck/2 from seat 1 for the second round, deck/3 from seat 2 for the third."""
    match = dealt(seats, "by the byte")

    for number in (2, 3):
        play_round(match)
        deck = shuffled(PACK * decks, "by the byte", f"deck/{number}")
        for seat in range(seats):
            first = (seat - number + 1) % seats
            assert sorted(held(match, seat).split()) == sorted(deck[first::seats])


def test_s1_4_one_seed_is_one_deal() -> None:
    """The same seed deals the same cards, another seed others."""
    assert dealt(4, "a").position() == dealt(4, "a").position()
    assert held(dealt(4, "a"), 0) != held(dealt(4, "b"), 0)


def test_s1_5_equal_cards_of_two_decks_are_one_to_name() -> None:
    """Two 7C are one single and one pair; either goes, and the other stays."""
    match = given("7C 7C 9S", *SIX)

    assert moves(match, 0) == ["play 7C", "play 9S", "play 7C 7C"]

    match.play(0, "play 7C")

    assert held(match, 0) == "7C 9S"


def test_s1_5_two_equal_jokers_are_one_single() -> None:
    """Both jj are listed once, and stay apart from JJ."""
    match = given("jj jj JJ", *SIX)

    assert moves(match, 0) == ["play jj", "play JJ"]


@pytest.mark.parametrize("seats", [2, 4, 6])
def test_s1_6_no_card_is_lost_or_doubled(seats: int) -> None:
    """The hands and what was played in the round are always the decks in use, over the end of a round too."""
    match = dealt(seats, "all there")
    every = Counter(PACK * (2 if seats == 6 else 1))
    chance = Random(seats)

    while match.to_act and cast("int", shown(match, None)["round"]) < 3:
        seat = match.to_act[0]
        match.play(seat, chance.choice(match.legal(seat)))
        position = cast("dict[str, Any]", match.position())
        last = position["last"]["cards"] if position["last"] else []
        assert Counter([*(card for hand in position["hands"] for card in hand), *position["played"], *last]) == every
        assert Counter(map(str, match.game.cards(match.state))) == every


# -- S2 Ranks --------------------------------------------------------------------------------------------------------


def test_s2_1_the_order_of_single_cards() -> None:
    """3 4 5 6 7 8 9 T J Q K A 2 jj JJ 5H: each beats all before it and none behind it."""
    order = [*(rank + "C" for rank in "345678TJQKA2"), "jj", "JJ", "5H"]  # a 9 stands beside in each hand

    for low, last in enumerate(order):
        for high, card in enumerate(order):
            if card != last:
                assert on(last, card) == (high > low), (last, card)


@pytest.mark.parametrize(("last", "card"), [("7S", "7C"), ("7C", "7S"), ("AH", "AS"), ("5S", "5D"), ("5D", "5S")])
def test_s2_1_suits_never_matter(last: str, card: str) -> None:
    """A card of the same rank does not beat another, whatever its suit."""
    assert not on(last, card)


@pytest.mark.parametrize("card", ["5H", "jj", "JJ", "7C", "2S"])
def test_s2_2_a_card_never_beats_its_equal(card: str) -> None:
    """With two decks the second 5H does not beat the first, nor a Joker another of its kind."""
    match = given(f"{card} 9S", *SIX, last=card)

    assert refusal(match, 0, f"play {card}") == "too-weak"


def test_s2_2_the_big_joker_still_beats_both_small_ones() -> None:
    """Different Jokers stay different with two decks."""
    assert on("jj", "JJ", decks=2)
    assert on("JJ", "5H", decks=2)
    assert not on("JJ", "jj", decks=2)


@pytest.mark.parametrize("size", [2, 3])
def test_s2_3_pairs_and_triples_go_from_3_to_2(size: int) -> None:
    """The same order as singles, without the Jokers."""
    order = "345678TJQKA2"

    for low, last in enumerate(order):
        for high, rank in enumerate(order):
            if rank != last:
                cards, laid = (" ".join(one + suit for suit in "CDHS"[:size]) for one in (rank, last))
                assert on(laid, cards) == (high > low), (laid, cards)


@pytest.mark.parametrize(
    ("last", "cards"),
    [
        ("6C 6D", "5C 5H"),
        ("6C 6D 6H", "5C 5D 5H"),
        ("6C 6D 6H 3C 3D", "5C 5D 5H 4C 4D"),
        ("5C 5D", "5H 5S"),
        ("4C 4D 5C 5D", "4H 4S 5H 5S"),
        ("6C 6D 6H 6S", "5C 5D 5H 5S"),
    ],
)
def test_s2_3_there_the_5h_is_a_five_like_any_other(last: str, cards: str) -> None:
    """With the 5H in it a meld of fives is no stronger than without."""
    match = given(f"{cards} 9S", "9C", last=last)

    assert refusal(match, 0, f"play {cards}") == "too-weak"


def test_s2_3_fives_with_the_5h_beat_fours() -> None:
    """And no weaker either."""
    assert on("4C 4D", "5C 5H")
    assert on("4C 4D 4H", "5C 5D 5H")
    assert on("4C 4D 4H 4S", "5C 5D 5H 5S")
    assert on("3C 3D 4C 4D", "4H 4S 5H 5S")


@pytest.mark.parametrize(
    "cards", ["AC 2D 3C 4C 5C", "2C 3D 4C 5C 6C", "TC JD QC KC AC", "AC 2D 3C 4C 5H", "8C 9D TC JC QC KC AC"]
)
def test_s2_4_the_ace_is_low_or_high(cards: str) -> None:
    """A 2 3 4 5 and T J Q K A are runs, and so is what lies between."""
    assert may(given(f"{cards} 9S", "9C"), cards)


@pytest.mark.parametrize("cards", ["QC KD AC 2C 3C", "KC AD 2C 3C 4C", "JC QD KC AC 2C", "TC JD QC KC AC 2C"])
def test_s2_4_a_run_does_not_go_round_the_corner(cards: str) -> None:
    """Q K A 2 3 is none, and neither are the others about the ace."""
    assert refusal(given(f"{cards} 9S", "9C"), 0, f"play {cards}") == "no-meld"


def test_s2_4_the_ace_is_never_both() -> None:
    """A run from A to A would have fourteen cards: two decks have them, and still there is no such run."""
    cards = "AC 2D 3C 4C 5C 6C 7C 8C 9C TC JC QC KC AD"

    assert refusal(given(f"{cards} 9S", "4D", "4H", "4S", "6D", "6H"), 0, f"play {cards}") == "no-meld"


@pytest.mark.parametrize("cards", ["jj JJ", "7C jj", "7C 7D jj", "3C 4C 5C 6C jj", "7C 7D 7H jj", "7C 7D 7H JJ jj"])
def test_s2_5_jokers_are_single_cards_and_nothing_else(cards: str) -> None:
    """No pair of Jokers, and no Joker that stands for a card."""
    assert refusal(given(f"{cards} 9S", "9C"), 0, f"play {cards}") == "no-meld"


def test_s2_5_two_equal_jokers_are_no_pair() -> None:
    """Not even with two decks."""
    assert refusal(given("jj jj 9S", *SIX), 0, "play jj jj") == "no-meld"


# -- S3 Melds --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("card", ["3C", "2S", "jj", "JJ", "5H"])
def test_s3_1_a_single_is_any_one_card(card: str) -> None:
    """Jokers and the 5H too."""
    match = given(f"{card} 9S", "9C")

    match.play(0, f"play {card}")

    assert told(match, None)[0]["meld"] == "single"


@pytest.mark.parametrize(("cards", "meld"), [("7C 7D", "pair"), ("7C 7D 7H", "triple"), ("5H 5S", "pair")])
def test_s3_2_pairs_and_triples(cards: str, meld: str) -> None:
    """Two cards of a rank, three of a rank."""
    match = given(f"{cards} 9S", "9C")

    match.play(0, f"play {cards}")

    assert told(match, None)[0]["meld"] == meld


def test_s3_2_two_equal_cards_are_a_pair() -> None:
    """With two decks also two cards of one suit."""
    match = given("7C 7C 7D 9S", *SIX)

    assert moves(match, 0) == ["play 7C", "play 9S", "play 7C 7C", "play 7C 7C 7D"]


def test_s3_3_a_full_house_is_a_triple_and_a_pair() -> None:
    """The triple decides, however high the pair is."""
    assert on("7C 7D 7H AC AD", "8C 8D 8H 3C 3D")
    assert not on("8C 8D 8H 3C 3D", "7C 7D 7H AC AD")


def test_s3_3_equal_triples_do_not_beat_each_other() -> None:
    """Two decks allow the same triple twice: the pair does not help."""
    match = given("7C 7D 7H AC AD 9S", *SIX, last="7C 7D 7H 3C 3D")

    assert refusal(match, 0, "play 7C 7D 7H AC AD") == "too-weak"


@pytest.mark.parametrize("cards", ["7C 7C 7D 7H 7S", "7C 7D 7H 8C", "7C 7D 7H 8C 9S"])
def test_s3_3_the_pair_is_of_another_rank(cards: str) -> None:
    """Five of a rank are no full house but a bomb, and three with one or two odd cards are nothing."""
    match = given(f"{cards} TS", *SIX)

    if cards.count("7") == 5:
        match.play(0, f"play {cards}")
        assert told(match, None)[0]["meld"] == "four of a kind"
    else:
        assert refusal(match, 0, f"play {cards}") == "no-meld"


@pytest.mark.parametrize(
    "cards", ["3C 3D 4C 4D", "QC QD KC KD AC AD 2C 2D", "AC AD 2C 2D", "3C 3D 3H 4C 4D 4H", "4C 4D 5C 5H 6C 6D"]
)
def test_s3_4_sisters_are_neighbours_in_the_order_of_singles(cards: str) -> None:
    """Pairs or triples, from 3 up to A and 2."""
    match = given(f"{cards} 9S", "9C")

    match.play(0, f"play {cards}")

    assert told(match, None)[0]["meld"] == "sisters"


@pytest.mark.parametrize(
    "cards", ["2C 2D 3C 3D", "AC AD 2C 2D 3C 3D", "3C 3D 5C 5D", "3C 3D 3H 4C 4D 5C", "3C 3D 4C 4D 4H 5C 5D"]
)
def test_s3_4_what_is_no_sisters(cards: str) -> None:
    """Round the corner, with a gap, of different widths."""
    assert refusal(given(f"{cards} 9S", "9C"), 0, f"play {cards}") == "no-meld"


def test_s3_4_thirteen_pairs_are_sisters() -> None:
    """From the threes to the twos: all the ranks there are."""
    cards = " ".join(rank + suit for rank in "3456789TJQKA2" for suit in "CD")
    match = given(f"{cards} 9S", "9H")

    match.play(0, f"play {cards}")

    assert told(match, None)[0]["meld"] == "sisters"


@pytest.mark.parametrize(
    ("last", "cards", "fits"),
    [
        ("AD 2C 3C 4C 5C", "2D 3D 4D 5D 6C", True),
        ("AD 2C 3C 4C 5C", "TC JD QC KC AC", True),
        ("9D TD JC QC KC", "TC JD QD KD AC", True),
        ("2D 3D 4D 5D 6C", "AD 2C 3C 4C 5C", False),
        ("3D 4D 5D 6D 7C", "3C 4C 5C 6C 7D", False),
        ("3D 4D 5D 6D 7C", "3C 4C 5H 6C 7D", False),
        ("TC JD QC KC AC", "AD 2C 3C 4C 5C", False),
    ],
)
def test_s3_5_the_highest_card_of_a_run_decides(last: str, cards: str, fits: bool) -> None:
    """The 5 in A 2 3 4 5, the ace in T J Q K A; the 5H is no more than a 5."""
    assert on(last, cards) == fits


def test_s3_5_four_cards_are_no_run() -> None:
    """Five or more."""
    code, sentence = why(given("3C 4C 5D 6C 9S", "9C"), 0, "play 3C 4C 5D 6C")

    assert code == "no-meld"
    assert "five cards or more" in sentence


def test_s3_5_all_thirteen_ranks_count_as_ace_high() -> None:
    """One such run does not beat another, and is listed once."""
    thirteen = "AC 2D 3C 4C 5C 6C 7C 8C 9C TC JC QC KC"
    match = given(f"{thirteen} 3S", "4D", "4H", "4S", "6D", "6H", last=thirteen)

    assert refusal(match, 0, f"play {thirteen}") == "too-weak"

    match = given(thirteen, "3S")
    listed = [move for move in moves(match, 0) if move.count(" ") == 13]

    assert listed == ["play 2D 3C 4C 5C 6C 7C 8C 9C TC JC QC KC AC"]


def test_s3_6_four_of_a_kind_is_a_bomb() -> None:
    """The higher rank wins."""
    assert on("2C 2D 2H", "3C 3D 3H 3S")
    assert on("3C 3D 3H 3S", "4C 4D 4H 4S")
    assert not on("4C 4D 4H 4S", "3C 3D 3H 3S")


@pytest.mark.parametrize("size", [5, 6, 7, 8])
def test_s3_6_more_cards_beat_fewer(size: int) -> None:
    """With two decks up to eight; of as many the higher rank."""
    threes = " ".join(["3C", "3C", "3D", "3D", "3H", "3H", "3S", "3S"][:size])
    fewer = " ".join(["2C", "2C", "2D", "2D", "2H", "2H", "2S", "2S"][: size - 1])
    fours = threes.replace("3", "4")

    assert on(fewer, threes, decks=2)
    assert not on(threes, fewer, decks=2)
    assert on(threes, fours, decks=2)
    assert not on(fours, threes, decks=2)


def test_s3_6_with_the_5h_in_it() -> None:
    """Five fives with the star beat four twos and are beaten by five sixes."""
    fives = "5C 5C 5D 5S 5H"

    assert on("2C 2D 2H 2S", fives, decks=2)
    assert on("4C 4C 4D 4D 4H", fives, decks=2)
    assert on(fives, "6C 6C 6D 6D 6H", decks=2)
    assert not on("6C 6C 6D 6D 6H", fives, decks=2)
    assert not on("5D 5D 5H 5S", "5C 5C 5H 5S", decks=2)


def test_s3_7_a_straight_flush_is_never_a_mere_run() -> None:
    """It goes on any run, also a higher one of another length, and no run goes on it."""
    match = given("3C 4C 5C 6C 7C 9S", "9C", last="TC JD QC KC AC")

    match.play(0, "play 3C 4C 5C 6C 7C")

    assert told(match, None)[0]["meld"] == "straight flush"
    assert not on("3C 4C 5C 6C 7C", "TC JD QC KC AC")
    assert on("TD JD QC KC AC 9D", "3C 4C 5C 6C 7C")


@pytest.mark.parametrize(
    ("last", "cards", "fits"),
    [
        ("TC JC QC KC AC", "3D 4D 5D 6D 7D 8D", True),
        ("3D 4D 5D 6D 7D 8D", "TC JC QC KC AC", False),
        ("3D 4D 5D 6D 7D", "4C 5C 6C 7C 8C", True),
        ("AD 2D 3D 4D 5D", "2C 3C 4C 5C 6C", True),
        ("2C 3C 4C 5C 6C", "AD 2D 3D 4D 5D", False),
        ("3D 4D 5D 6D 7D", "3C 4C 5C 6C 7C", False),
        ("3D 4D 5D 6D 7D", "3H 4H 5H 6H 7H", False),
        ("2D 3D 4D 5D 6D", "3H 4H 5H 6H 7H", True),
    ],
)
def test_s3_7_longer_then_higher(last: str, cards: str, fits: bool) -> None:
    """The longer straight flush wins, of equal length the higher one; the 5H is a 5 in it."""
    assert on(last, cards) == fits


@pytest.mark.parametrize("count", [4, 5, 8])
def test_s3_8_a_straight_flush_beats_every_four_of_a_kind(count: int) -> None:
    """However many cards that has, and never the other way round."""
    twos = " ".join(["2C", "2C", "2D", "2D", "2H", "2H", "2S", "2S"][:count])

    assert on(twos, "3C 4C 5C 6C 7C", decks=2)
    assert not on("3C 4C 5C 6C 7C", twos, decks=2)


# -- S4 A turn -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "cards",
    ["4C", "4C 4D", "4C 4D 4H", "KC KD 4C 4D 4H", "4C 4D 5C 5D", "4C 5D 6C 7C 8C", "4C 4D 4H 4S", "4C 5C 6C 7C 8C"],
)
def test_s4_1_the_leader_plays_any_meld(cards: str) -> None:
    """Also in the first trick, without the 3H."""
    match = given("3H 4C 4D 4H 4S 5C 5D 6C 7C 8C KC KD", "9C")

    match.play(0, f"play {cards}")

    assert "3H" in held(match, 0)


@pytest.mark.parametrize(
    ("last", "cards"),
    [
        ("3C", "4C 4D"),
        ("3C 3D", "4C"),
        ("3C 3D", "4C 4D 4H"),
        ("3C 3D 4C 4D", "5C 5D 6C 6D 7C 7D"),
        ("3C 3D 4C 4D 5C 5D", "6C 6D 6H 7C 7D 7H"),
        ("3C 3D 3H 4C 4D 4H", "6C 6D 7C 7D 8C 8D"),
        ("3C 4C 5D 6C 7C", "5C 6D 7D 8C TS JC QC KC AC"),
        ("3C 4C 5D 6C 7C 8C", "TC JD QC KC AC"),
        ("3C 4C 5D 6C 7C", "TC TD TH KC KD"),
        ("3C 3D 3H 4C 4D", "TC JD QC KC AC"),
    ],
)
def test_s4_2_another_kind_does_not_follow(last: str, cards: str) -> None:
    """The kind is the type and the size: as many ranks of the same width, the same length."""
    assert not on(last, cards)


@pytest.mark.parametrize(
    ("last", "cards"),
    [
        ("3C", "4C"),
        ("3C 3D", "4C 4D"),
        ("3C 3D 4C 4D", "4H 4S 5H 5S"),
        ("3C 3D 3H 4C 4D 4H", "5C 5D 5H 6C 6D 6H"),
        ("3C 4C 5D 6C 7C", "4D 5C 6D 7D 8C"),
        ("3C 3D 3H KC KD", "4C 4D 4H 5C 5D"),
    ],
)
def test_s4_2_a_stronger_meld_of_the_same_kind_follows(last: str, cards: str) -> None:
    """Or one passes, if one likes."""
    assert on(last, cards)
    assert moves(given(f"{cards} 9S", "9C", last=last), 0)[-1] == "pass"


def test_s4_2_in_the_order_of_seats() -> None:
    """Seat 1 leads: 2, 3, 0, 1 follow."""
    match = given("KC 9D", "3C 9H", "4C 9S", "5C 9C", to_act=1, leader=1)

    play(match, (1, "play 3C"), (2, "play 4C"), (3, "play 5C"), (0, "play KC"))

    assert match.to_act == (1,)


@pytest.mark.parametrize(
    "last", ["3C", "5H", "JJ", "2C 2D", "2C 2D 2H", "AC AD AH KC KD", "AC AD 2C 2D", "TC JC QC KC AD"]
)
@pytest.mark.parametrize("bomb", ["7C 7D 7H 7S", "3D 4D 5D 6D 7D"])
def test_s4_3_a_bomb_goes_on_any_meld_that_is_none(last: str, bomb: str) -> None:
    """On the 5H too."""
    match = given(f"{bomb} 9S", "9C", last=last)

    match.play(0, f"play {bomb}")

    assert cast("dict[str, JSON]", shown(match, 1)["last"])["cards"] == bomb.split()


@pytest.mark.parametrize("cards", ["JJ", "5H", "AC AD", "2C 2D 2H", "AC AD 2C 2D"])
@pytest.mark.parametrize("bomb", ["7C 7D 7H 7S", "3D 4D 5D 6D 7D"])
def test_s4_3_after_a_bomb_only_a_stronger_bomb(bomb: str, cards: str) -> None:
    """Nothing else, also not what the trick began with."""
    assert refusal(given(f"{cards} 9S", "9C", last=bomb), 0, f"play {cards}") == "wrong-meld"


def test_s4_3_bombs_on_bombs() -> None:
    """Four sevens, four eights, a straight flush, a longer one: then nobody has anything but a pass."""
    match = given("7C 7D 7H 7S 2H 3H 4H 5H 6H KC", "8C 8D 8H 8S 9D TD JD QD KD AD 3S", last="3C")

    play(match, (0, "play 7C 7D 7H 7S"), (1, "play 8C 8D 8H 8S"), (0, "play 2H 3H 4H 5H 6H"))

    assert moves(match, 1) == [
        "play 9D TD JD QD KD",
        "play TD JD QD KD AD",
        "play 9D TD JD QD KD AD",
        "pass",
    ]

    match.play(1, "play 9D TD JD QD KD AD")

    assert moves(match, 0) == ["pass"]


def test_s4_4_a_pass_holds_for_this_turn_only() -> None:
    """Seat 1 passes, seat 2 plays, and seat 1 may play again."""
    match = given("3C 4D KS", "8C 9D", "5C 9C")

    play(match, (0, "play 3C"), (1, "pass"), (2, "play 5C"), (0, "pass"), (1, "play 8C"))

    assert held(match, 1) == "9D"
    assert cast("dict[str, JSON]", shown(match, 0)["last"])["seat"] == 1


def test_s4_5_the_leader_cannot_pass() -> None:
    """must-lead, at the beginning and after a trick won; pass is not listed."""
    match = given("3C KD", "8C 9D")

    assert refusal(match, 0, "pass") == "must-lead"
    assert "pass" not in moves(match, 0)

    play(match, (0, "play 3C"), (1, "play 8C"), (0, "pass"))

    assert refusal(match, 1, "pass") == "must-lead"


def test_s4_6_who_plays_its_last_card_is_out() -> None:
    """And is skipped from then on."""
    match = given("3C", "8C 9D", "KC 4C 4D", "9C")

    play(match, (0, "play 3C"), (1, "play 8C"), (2, "play KC"), (3, "pass"))

    assert match.to_act == (1,)
    assert told(match, None)[1] == {"event": "went-out", "seat": 0, "place": 1}
    assert shown(match, None)["out"] == [0]
    assert refusal(match, 0, "pass") == "not-your-turn"


# -- S5 The trick ----------------------------------------------------------------------------------------------------


def test_s5_1_when_all_others_have_passed_the_last_one_leads() -> None:
    """Everyone else has passed since the last meld."""
    match = given("3C 4D", "8C 9D", "KC 4C")

    play(match, (0, "play 3C"), (1, "play 8C"), (2, "pass"))

    assert match.to_act == (0,)

    match.play(0, "pass")

    assert match.to_act == (1,)
    assert (shown(match, None)["leader"], shown(match, None)["last"]) == (1, None)
    assert told(match, None)[-1] == {"event": "trick-won", "seat": 1, "leads": 1}
    assert moves(match, 1) == ["play 9D"]


def test_s5_1_passes_before_the_last_meld_do_not_count() -> None:
    """Seats 1 and 2 passed before seat 3 played: they are asked again."""
    match = given("3C 4D", "8C 9D", "KC 4C", "5D 6D")

    play(match, (0, "play 3C"), (1, "pass"), (2, "pass"), (3, "play 5D"), (0, "pass"), (1, "pass"))

    assert match.to_act == (2,)

    match.play(2, "pass")

    assert match.to_act == (3,)


def test_s5_2_if_it_is_out_all_must_pass() -> None:
    """Seat 0 goes out with its card: seats 1 and 2 pass, and seat 1 leads, the next one after it."""
    match = given("KC", "8C 9D", "TC 4C")

    play(match, (0, "play KC"), (1, "pass"))

    assert match.to_act == (2,)

    match.play(2, "pass")

    assert match.to_act == (1,)
    assert told(match, None)[-1] == {"event": "trick-won", "seat": 0, "leads": 1}


def test_s5_2_the_next_seat_still_in_leads() -> None:
    """Seats 1 and 2 are out as well: seat 3 leads, though others passed after it."""
    match = given("KC", "", "", "8C 9D", "TC 4C", out=[2, 1])

    play(match, (0, "play KC"), (3, "pass"), (4, "pass"))

    assert match.to_act == (3,)
    assert shown(match, None)["leader"] == 3


def test_s5_2_the_meld_of_one_who_is_out_can_be_beaten() -> None:
    """Then the others but for the one who beat it pass, as ever."""
    match = given("KC", "8C 9D", "AC 4C")

    play(match, (0, "play KC"), (1, "pass"), (2, "play AC"), (1, "pass"))

    assert match.to_act == (2,)


# -- S6 The round ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", range(2, 6))
def test_s6_1_the_holder_of_the_3h_leads(seats: int) -> None:
    """For any deal."""
    for seed in range(12):
        match = dealt(seats, str(seed))

        assert "3H" in held(match, match.to_act[0])
        assert shown(match, None)["leader"] == match.to_act[0]


def test_s6_1_with_two_decks_the_first_3h_that_is_dealt() -> None:
    """Not the second one."""
    leaders = set()
    for seed in range(20):
        deck = shuffled(PACK * 2, str(seed), "deck")
        first = deck.index("3H") % 6

        assert dealt(6, str(seed)).to_act == (first,)
        leaders.add(first)
    assert len(leaders) > 3


@pytest.mark.parametrize("winner", [0, 1, 2])
def test_s6_2_the_winner_of_a_round_leads_the_next(winner: int) -> None:
    """Whoever was first out, not who played last and not who has the 3H."""
    hands = ["4C 8D", "4D 8H", "4H 8S"]
    hands[winner] = "7C"
    match = given(*hands, to_act=winner, leader=winner)

    match.play(winner, "play 7C")
    play_round(match)

    assert match.to_act == (winner,)
    assert shown(match, None)["leader"] == winner
    assert told(match, None)[-1]["leads"] == winner


def test_s6_3_first_out_wins_last_in_loses() -> None:
    """The others play on until one is left."""
    match = given("KC", "AC 3C", "2C 4C")

    match.play(0, "play KC")

    assert match.to_act == (1,)

    play(match, (1, "play AC"), (2, "play 2C"), (1, "pass"), (2, "play 4C"))

    ended = next(event for event in told(match, None) if event["event"] == "round-ended")
    assert (ended["winner"], ended["loser"]) == (0, 1)


def test_s6_4_between_first_and_last_nothing_is_counted() -> None:
    """A win for the first, a loss for the last, when the round ends and not before."""
    match = given("KC", "AC 3C", "2C 4C", "9C 9D", round=4, wins=[1, 1, 1, 0], losses=[0, 1, 1, 1])

    match.play(0, "play KC")

    assert match.position()["wins"] == [1, 1, 1, 0]

    play(match, (1, "play AC"), (2, "play 2C"), (3, "pass"), (1, "pass"), (2, "play 4C"), (3, "play 9C"), (1, "pass"))
    match.play(3, "play 9D")

    assert match.position()["wins"] == [2, 1, 1, 0]
    assert match.position()["losses"] == [0, 2, 1, 1]


# -- S7 The match ----------------------------------------------------------------------------------------------------


def test_s7_1_the_tenth_win_ends_it() -> None:
    """Nine are not enough."""
    match = given("KC", "3C", round=10, wins=[8, 1], losses=[1, 8])

    match.play(0, "play KC")

    assert (match.outcome, match.position()["wins"]) == (None, [9, 1])

    match = given("KC", "3C", round=11, wins=[9, 1], losses=[1, 9])
    match.play(0, "play KC")

    assert match.outcome == hr.Outcome((1, 2), (1.0, 0.0), "wins")
    assert match.to_act == ()
    assert happened(match) == ["played", "went-out", "round-ended", "ended"]


def test_s7_1_it_ends_with_the_round_not_with_the_first_one_out() -> None:
    """The tenth win is counted when the round ends: the others still play for the loss."""
    match = given("KC", "AC 3C", "2C 4C", round=11, wins=[9, 1, 0], losses=[0, 5, 5])

    match.play(0, "play KC")

    assert match.outcome is None
    assert match.to_act == (1,)


@pytest.mark.parametrize("wins", [1, 3])
def test_s7_1_as_many_wins_as_the_table_has_agreed_on(wins: int) -> None:
    """One win, or three."""
    config = {"match": {"wins": wins}}
    match = given("KC", "3C", config=config, round=wins, wins=[wins - 1, 0], losses=[0, wins - 1])

    match.play(0, "play KC")

    assert match.outcome is not None
    assert match.outcome.reason == "wins"


def test_s7_2_a_limit_of_rounds() -> None:
    """After so many it ends, and the best record is first; not one round earlier."""
    config = {"match": {"rounds": 3}}
    match = given("KC", "3C", config=config, round=2, wins=[1, 0], losses=[0, 1])

    match.play(0, "play KC")

    assert (match.outcome, match.position()["round"]) == (None, 3)

    match = given("KC", "3C", config=config, round=3, wins=[0, 2], losses=[2, 0])
    match.play(0, "play KC")

    assert match.outcome == hr.Outcome((2, 1), (0.0, 1.0), "rounds")


def test_s7_2_wins_come_first_as_a_reason() -> None:
    """Who wins enough in the last round wins by wins."""
    match = given("KC", "3C", config={"match": {"rounds": 3, "wins": 2}}, round=3, wins=[1, 1], losses=[1, 1])

    match.play(0, "play KC")

    assert match.outcome == hr.Outcome((1, 2), (1.0, 0.0), "wins")


@pytest.mark.parametrize(("at", "over"), [(1799, False), (1800, True), (999_999, True)])
def test_s7_3_a_limit_of_time_ends_it_with_the_round(at: int, over: bool) -> None:
    """Thirty minutes: the first round that is over then is the last."""
    match = given("KC", "3C", config={"match": {"minutes": 30}})

    match.play(0, "play KC", at=at)

    assert (match.outcome is not None) == over
    if match.outcome:
        assert match.outcome.reason == "time"


def test_s7_3_a_round_that_has_begun_is_played_out() -> None:
    """The time is up in the middle of it; a move without a time stands at the time of the one before."""
    match = given("KC 4C", "AC 3C", config={"match": {"minutes": 1}})

    match.play(0, "play KC", at=3000)

    assert match.to_act == (1,)

    play(match, (1, "play AC"), (0, "pass"), (1, "play 3C"))

    assert match.outcome is not None
    assert match.outcome.reason == "time"
    assert match.position()["seconds"] == 3000


def test_s7_3_without_a_limit_time_does_not_matter() -> None:
    """The clock may show what it likes."""
    match = given("KC", "3C")

    match.play(0, "play KC", at=10_000_000)

    assert match.outcome is None


def test_s7_3_the_clock_never_runs_back() -> None:
    """An earlier time is refused and changes nothing; to take a move back takes its time back."""
    match = given("KC 4C", "AC 3C", config={"match": {"minutes": 1}})
    match.play(0, "play KC", at=50)

    with pytest.raises(hr.RequestError):
        match.play(1, "play AC", at=49)

    assert len(match.moves) == 1

    match.undo()
    match.play(0, "play KC", at=10)

    assert match.position()["seconds"] == 10


def test_s7_3_a_record_with_times_replays() -> None:
    """The times are in it, and lead to the same end."""
    match = dealt(3, "clock", {"match": {"minutes": 2}})
    clock = 0
    while match.to_act:
        clock += 2
        seat = match.to_act[0]
        match.play(seat, match.legal(seat)[0], at=clock)

    record = json.loads(json.dumps(match.record()))
    again = hr.Match.from_record(record)

    assert record["outcome"]["reason"] == "time"
    assert record["times"] == [*range(2, clock + 2, 2)]
    assert again.record() == record
    assert again.position() == match.position()


@pytest.mark.parametrize(
    ("wins", "losses", "places"),
    [
        ([1, 1, 0], [0, 1, 1], (1, 3, 2)),
        ([0, 1, 1], [1, 1, 0], (3, 2, 1)),
        ([2, 0, 0], [0, 1, 1], (1, 3, 2)),
        ([0, 0, 2], [1, 1, 0], (2, 3, 1)),
        ([1, 0, 1], [1, 1, 0], (2, 3, 1)),
    ],
)
def test_s7_4_more_wins_then_fewer_losses(wins: list[int], losses: list[int], places: tuple[int, ...]) -> None:
    """Seat 2 wins the third and last round, seat 1 loses it."""
    config = {"match": {"rounds": 3}}
    turn: dict[str, Any] = {"to_act": 2, "leader": 2, "round": 3}
    match = given("4C", "3C 5C", "KC", config=config, wins=[*wins], losses=[*losses], **turn)

    play(match, (2, "play KC"), (0, "pass"), (1, "pass"), (0, "play 4C"))

    assert match.outcome is not None
    assert match.outcome.places == places


def test_s7_4_the_same_record_shares_the_place() -> None:
    """One win and one loss each."""
    match = given("KC", "3C", config={"match": {"rounds": 2}}, round=2, wins=[0, 1], losses=[1, 0])

    match.play(0, "play KC")

    assert match.outcome == hr.Outcome((1, 1), (0.5, 0.5), "rounds")


# -- S8 What you see -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("viewer", [0, 1, 2, None])
def test_s8_1_a_hand_is_seen_by_its_owner_alone(viewer: int | None) -> None:
    """Of the others one sees how many."""
    match = given("3C 4C", "5D", "6S 7S 8S")
    hands = [seat["hand"] for seat in cast("list[dict[str, JSON]]", shown(match, viewer)["seats"])]

    full: list[JSON] = [["3C", "4C"], ["5D"], ["6S", "7S", "8S"]]
    assert hands == [full[seat] if seat == viewer else (2, 1, 3)[seat] for seat in range(3)]


@pytest.mark.parametrize("viewer", [0, 1, 2, None])
def test_s8_1_the_table_is_open(viewer: int | None) -> None:
    """What was played and by whom, wins and losses, who leads, what the trick asks for, what each seat did last."""
    match = given("3C 4C 4D 9C", "5C 5D KD", "6S 7S 8S", round=3, wins=[1, 1, 0], losses=[0, 1, 1], played=["QC"])

    play(match, (0, "play 4C 4D"), (1, "play 5C 5D"), (2, "pass"))
    view = shown(match, viewer)

    assert view["played"] == ["QC", "4C", "4D", "5C", "5D"]
    assert view["turns"] == [[0, 2], [1, 2], [2, 0]]
    assert (view["round"], view["leader"], view["passes"], view["to_act"]) == (3, 0, 1, [0])
    assert view["last"] == {"seat": 1, "cards": ["5C", "5D"], "meld": "pair"}
    assert view["trick"] == [
        {"seat": 0, "cards": ["4C", "4D"], "meld": "pair"},
        {"seat": 1, "cards": ["5C", "5D"], "meld": "pair"},
        {"seat": 2, "cards": [], "meld": None},
    ]
    assert view["asks"] == "a pair stronger than a pair of 5s, or a bomb"
    seats = cast("list[dict[str, JSON]]", view["seats"])
    assert [(seat["last_action"], seat["wins"], seat["losses"]) for seat in seats] == [
        ({"did": "led", "kind": "pair"}, 1, 0),
        ({"did": "played", "kind": "pair"}, 1, 1),
        ({"did": "passed", "kind": None}, 0, 1),
    ]


def test_s8_1_a_trick_is_shown_from_its_lead_on() -> None:
    """Nothing is left of it once it is won. A position tells the last meld and the passes since."""
    match = given("3C 4C 9C", "5C 6C KD", "6S 7S 8S", last="3D", by=0, to_act=2, passes=1)

    def trick() -> list[tuple[int, str]]:
        turns = cast("list[dict[str, Any]]", shown(match, None)["trick"])
        return [(turn["seat"], " ".join(turn["cards"])) for turn in turns]

    assert trick() == [(0, "3D"), (1, "")]
    play(match, (2, "play 6S"), (0, "pass"))
    assert trick() == [(0, "3D"), (1, ""), (2, "6S"), (0, "")]
    play(match, (1, "pass"))
    assert trick() == []
    play(match, (2, "play 7S"))
    assert trick() == [(2, "7S")]


@pytest.mark.parametrize(
    ("last", "asks"),
    [
        ("", "any meld"),
        ("7C", "a single card above 7C, or a bomb"),
        ("7C 7D", "a pair stronger than a pair of 7s, or a bomb"),
        ("7C 7D 7H", "a triple stronger than three 7s, or a bomb"),
        ("7C 7D 7H QC QD", "a full house stronger than a full house of 7s over Queens, or a bomb"),
        ("7C 7D 8C 8D", "sisters of 2 pairs stronger than sisters, 2 pairs up to 8s, or a bomb"),
        ("7C 7D 7H 8C 8D 8H", "sisters of 2 triples stronger than sisters, 2 triples up to 8s, or a bomb"),
        ("AC 2D 3C 4C 5C", "a run of 5 stronger than a run of 5 cards up to the 5, or a bomb"),
        ("JJ", "a single card above JJ, or a bomb"),
        ("5H", "only a bomb"),
        ("2C 2D", "only a bomb"),
        ("2C 2D 2H", "only a bomb"),
        ("2C 2D 2H 3C 3D", "only a bomb"),
        ("AC AD 2C 2D", "only a bomb"),
        ("TC JC QC KC AD", "only a bomb"),
        ("2C 2D 2H 2S", "a bomb stronger than four 2s"),
        (
            "AC 2C 3C 4C 5C 6C 7C 8C 9C TC JC QC KC",
            "nothing: a straight flush of 13 cards up to the Ace cannot be beaten",
        ),
        ("7C 7D 7H 7S", "a bomb stronger than four 7s"),
        ("TC JC QC KC AC", "a straight flush stronger than a straight flush of 5 cards up to the Ace"),
    ],
)
def test_s8_1_what_the_trick_asks_for(last: str, asks: str) -> None:
    """In words."""
    assert shown(given("9S", "TS", last=last), None)["asks"] == asks


@pytest.mark.parametrize("star", ["5H", "2S", "3C"])
def test_s8_1_only_a_bomb_is_asked_for_where_nothing_else_will_do(star: str) -> None:
    """For every meld there is: whoever holds all cards of two decks has nothing stronger of that kind."""
    rank = game_of(None).pack.number[hr.Card.read(star)] >> 2
    everything = Hand()
    everything.look((1 << 54) - 1, (1 << 54) - 1, 1 << game_of(None).pack.number[hr.Card.read(star)], rank)
    melds = [[64 * page + bit for bit in indices(everything.melds(page))] for page in range(PAGES)]
    highest = set()
    for last in chain(*melds):
        bombs = kind_of(last).is_bomb
        open_to = [beating(last, page, rank) if page else beating_basics(last, rank) for page in range(PAGES)]
        stronger = [meld for page in range(PAGES) for meld in melds[page] if open_to[page] >> meld % 64 & 1]
        assert can_be_surpassed(last, rank) == any(bombs or not kind_of(meld).is_bomb for meld in stronger), last
        if not can_be_surpassed(last, rank):
            highest.add(kind_of(last))
    assert highest == {*Kind} - {Kind.FOUR}


@pytest.mark.parametrize("viewer", [0, 1, None])
def test_s8_2_a_new_deal_shows_each_seat_its_own_cards(viewer: int | None) -> None:
    """And a spectator none."""
    match = given("KC", "3C", seed="next")

    match.play(0, "play KC")
    event = told(match, viewer)[-1]

    assert (event["event"], event["round"], event["leads"], event["counts"]) == ("dealt", 2, 0, [27, 27])
    hands = cast("list[list[str] | None]", event["hands"])
    for seat, hand in enumerate(hands):
        if seat == viewer:
            assert hand is not None
            assert Counter(hand) == Counter(held(match, seat).split())
        else:
            assert hand is None


STATED = [
    (0, "play 4C"),
    (1, "play KD"),
    (2, "play 2C"),
    (0, "play 5H"),
    (1, "pass"),
    (2, "pass"),
    (0, "play 9H"),
    (1, "play AS"),
    (2, "pass"),
    (0, "pass"),
    (1, "play 6C 7D 8C 9D TC"),
    (2, "pass"),
    (0, "play 3C 3D 3H 3S"),
    (1, "pass"),
    (2, "pass"),
    (0, "play QC"),
    (1, "pass"),
    (2, "pass"),
    (1, "play JS"),
]
"""The star wins a trick of four cards, a run is bombed, seat 0 is out first and seat 2 is left."""


def stated() -> AnyMatch:
    match = given(
        "5H 4C 9H 3C 3D 3H 3S QC", "KD AS 6C 7D 8C 9D TC JS", "2C 9C", config={"match": {"wins": 1}}, seed="stated"
    )
    play(match, *STATED)
    return match


def test_s8_3_statistics_of_a_match_made_by_hand() -> None:
    """Every number of it counted on the fingers."""
    names = "rounds_won rounds_lost leads passes bombs bomb_tricks star_plays star_tricks star_cards longest_run"
    counted = [
        [cast("dict[str, JSON]", hr.to_document(seat))[name] for name in names.split(" ")]
        for seat in stated().statistics()
    ]

    assert counted == [
        [1, 0, 3, 1, 1, 1, 1, 1, 4, 0],
        [0, 0, 2, 3, 0, 0, 0, 0, 0, 5],
        [0, 1, 0, 5, 0, 0, 0, 0, 0, 0],
    ]


def test_s8_3_a_record_has_them_and_they_are_checked() -> None:
    """They follow from open events alone: another number in a record is refused."""
    match = stated()
    record = json.loads(json.dumps(match.record()))

    assert record["statistics"] == [hr.to_document(seat) for seat in match.statistics()]
    assert match.game.statistics(3, match.events(None)) == match.statistics()
    assert hr.Match.from_record(record).statistics() == match.statistics()

    record["statistics"][0]["bombs"] += 1

    with pytest.raises(hr.RecordError):
        hr.Match.from_record(record)


def test_s8_3_the_longest_run_may_be_a_straight_flush() -> None:
    """Also a bomb is a run; the star in a meld of several cards is not played alone."""
    match = given("3H 4H 5H 6H 7H 8H KC", "9C 9D", last="9S")

    match.play(0, "play 3H 4H 5H 6H 7H 8H")
    counted = cast("dict[str, JSON]", hr.to_document(match.statistics()[0]))

    assert (counted["longest_run"], counted["bombs"], counted["star_plays"], counted["leads"]) == (6, 1, 0, 0)


# -- S9 Saying it ----------------------------------------------------------------------------------------------------


def test_s9_1_each_meld_once_and_not_every_choice_of_suits() -> None:
    """Three sevens are one single, one pair, one triple."""
    match = given("7C 7D 7H 8C 8D", "9C")

    assert moves(match, 0) == [
        "play 7C",
        "play 8C",
        "play 7C 7D",
        "play 8C 8D",
        "play 7C 7D 7H",
        "play 7C 7D 7H 8C 8D",
        "play 7C 7D 8C 8D",
    ]


def test_s9_1_the_list_for_one_who_follows() -> None:
    """What beats the last meld, the bombs, and pass at the end. tests/test_melds.py has many more."""
    match = given("8C 8D 6C 6D TC TD TH TS", "9C", last="7C 7D")

    assert moves(match, 0) == ["play 8C 8D", "play TC TD", "play TC TD TH TS", "pass"]


def test_s9_2_cards_of_a_straight_flush_are_spared() -> None:
    """The single 7 is the 7D, because the 7C stands in one; where there is no other, it is taken."""
    match = given("3C 4C 5C 6C 7C 7D 7S", "9C")

    assert moves(match, 0)[:6] == ["play 3C", "play 4C", "play 5C", "play 6C", "play 7D", "play 7D 7S"]
    assert "play 7C 7D 7S" in moves(match, 0)


def test_s9_2_of_the_rest_clubs_diamonds_hearts_spades() -> None:
    """In this order."""
    match = given("7S 7H 7D 8S 8H", "9C")

    assert moves(match, 0)[:4] == ["play 7D", "play 8H", "play 7D 7H", "play 8H 8S"]


def test_s9_2_a_run_is_of_several_suits_without_breaking_a_flush_more_than_it_must() -> None:
    """One card of another suit makes it a run, and it is one in no straight flush."""
    match = given("3C 4C 5C 6C 7C 5D", "9C")

    assert [move for move in moves(match, 0) if move.count(" ") == 5] == [
        "play 3C 4C 5D 6C 7C",
        "play 3C 4C 5C 6C 7C",
    ]


def test_s9_2_a_run_spares_a_straight_flush_where_it_can() -> None:
    """The 4C stands in one, so the 4 of the run is the 4D; for the others there is no choice."""
    match = given("3C 4C 5C 6C 7C 4D 8D", "9C")

    assert "play 4D 5C 6C 7C 8D" in moves(match, 0)
    assert "play 4C 5C 6C 7C 8D" not in moves(match, 0)


def test_s9_2_a_single_5_is_never_the_5h() -> None:
    """It is a single of its own, the strongest."""
    match = given("5H 5S JJ", "9C")

    assert moves(match, 0)[:3] == ["play 5S", "play JJ", "play 5H"]
    assert moves(given("5H JJ", "9C"), 0) == ["play JJ", "play 5H"]


@pytest.mark.parametrize(
    ("hand", "listed"),
    [
        ("5C 5D 5H", ["play 5C 5D", "play 5C 5H"]),
        ("5C 5H", ["play 5C 5H"]),
        ("5C 5D 5H 5S", ["play 5C 5D", "play 5C 5H"]),
    ],
)
def test_s9_3_without_the_5h_and_then_with_it(hand: str, listed: list[str]) -> None:
    """A pair of fives that can be made both ways is listed twice."""
    assert [move for move in moves(given(hand, "9C"), 0) if move.count(" ") == 2] == listed


def test_s9_3_in_every_kind_of_meld() -> None:
    """Runs, sisters, full houses, triples and straight flushes too."""
    match = given("3C 4C 5C 6D 7C 5H 5S 5D", "9C")
    runs = [move for move in moves(match, 0) if move.count(" ") == 5]
    triples = [move for move in moves(match, 0) if move.count(" ") == 3]

    assert runs == ["play 3C 4C 5C 6D 7C", "play 3C 4C 5H 6D 7C"]
    assert triples == ["play 5C 5D 5S", "play 5C 5D 5H"]


def test_s9_4_any_cards_that_form_a_legal_meld_in_any_order() -> None:
    """Another choice of suits, told in another order, and laid down in order."""
    match = given("7C 7D 7H 8C 8D 8S 9S", "9C")

    match.play(0, "play 8S 7H 8D 7D")

    assert told(match, None)[0]["cards"] == ["7D", "7H", "8D", "8S"]
    assert held(match, 0) == "7C 8C 9S"


def test_s9_4_a_full_house_has_its_triple_first_and_a_run_its_lowest_card() -> None:
    """As one lays them down, the low ace before the 2."""
    match = given("7C 7D KC KD KH 9S", "9C")
    match.play(0, "play 7C KC 7D KD KH")

    assert told(match, None)[0]["cards"] == ["KC", "KD", "KH", "7C", "7D"]

    match = given("5C 4D 3C 2C AC 9S", "9C")
    match.play(0, "play 5C 4D 3C 2C AC")

    assert told(match, None)[0]["cards"] == ["AC", "2C", "3C", "4D", "5C"]


def said(match: AnyMatch, text: str, seat: int = 0) -> str:
    (move,) = match.game.steps(match.view(seat), text)
    return str(move)


def refused(match: AnyMatch, seat: int, text: str) -> tuple[str, str]:
    """Code and sentence for what a person says at the table."""
    with pytest.raises(hr.HouseRulesError) as caught:
        match.play(seat, said(match, text, seat))
    return caught.value.code, caught.value.message


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("bomb 3", "play 3C 3D 3H 3S"),
        ("3!", "play 3C 3D 3H 3S"),
        ("BOMB 3", "play 3C 3D 3H 3S"),
        ("bomb 10", "play TC TD TH TS"),
        ("T!", "play TC TD TH TS"),
        ("10!", "play TC TD TH TS"),
        ("sisters 34", "play 3C 3D 4C 4D"),
        ("sisters 3 4", "play 3C 3D 4C 4D"),
        ("sisters 43", "play 3C 3D 4C 4D"),
        ("sisters 3344", "play 3C 3D 4C 4D"),
        ("sisters 333444", "play 3C 3D 3H 4C 4D 4S"),
        ("sisters 45", "play 4C 4D 5C 5H"),
        ("sisters 345", "play 3C 3D 4C 4D 5C 5H"),
        ("play 3C", "play 3C"),
        ("pass", "pass"),
    ],
)
def test_s9_5_short_forms(text: str, move: str) -> None:
    """bomb 3 and 3!, sisters 34 and sisters 333444, with cards of one's own hand."""
    match = given("3C 3D 3H 3S 4C 4D 4S 5C 5H TC TD TH TS", "9C")

    assert said(match, text) == move


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("3", "play 3C"),
        ("33", "play 3C 3D"),
        ("3 3", "play 3C 3D"),
        ("play 33", "play 3C 3D"),
        ("333", "play 3C 3D 3H"),
        ("3333", "play 3C 3D 3H 3S"),
        ("3c", "play 3C"),
        ("3c 3h", "play 3C 3H"),
        ("3h 3", "play 3C 3H"),
        ("10", "play TC"),
        ("t T", "play TC TD"),
        ("1010", "play TC TD"),
        ("aa", "play AC AD"),
        ("5", "play 5C"),
        ("55", "play 5C 5H"),
        ("5h", "play 5H"),
        ("*", "play jj"),
        ("joker", "play jj"),
        ("JJ", "play JJ"),
        ("3c 4d 5h 6s 7c", "play 3C 4D 5H 6S 7C"),
    ],
)
def test_s9_5_bare_values_and_cards(text: str, move: str) -> None:
    """So many of a rank, with the suits of the list: the 5H only where it has to be; or the cards that are named."""
    match = given("3C 3D 3H 3S 4D 5C 5H 6S 7C TC TD AC AD jj JJ", "9C")

    assert said(match, text) == move


def test_s9_5_jj_is_a_joker_or_two_jacks() -> None:
    """By what the seat has; who has both is asked which."""
    assert said(given("JC JD 9S", "9C"), "jj") == "play JC JD"
    assert said(given("JC jj 9S", "9C"), "jj") == "play jj"
    both = given("JC JD jj 9S", "9C")
    with pytest.raises(hr.IllegalMove, match="'jj' may mean two Jacks or a Joker: say j j for the Jacks, or play jj"):
        said(both, "jj")
    assert said(both, "j j") == "play JC JD"
    assert said(both, "play jj") == said(both, "*") == "play jj"


def test_s9_5_values_mean_what_will_do() -> None:
    """A straight flush is spared as in the list; the 5H is the five that beats a King; else the rules refuse."""
    flush = given("3C 4C 5C 6C 7C 6D 6H", "9C")
    assert said(flush, "66") == "play 6D 6H"
    match = given("4C 4D 5C 5H AC", "9C", last="KC")
    assert said(match, "5") == "play 5H"
    assert refused(match, 0, "4")[0] == "too-weak"
    assert refused(match, 0, "44")[0] == "wrong-meld"
    assert refused(match, 0, "7") == ("not-held", "you hold 0 of the 7s, not 1: say legal to see your melds")
    assert refused(match, 0, "444")[0] == "not-held"
    assert refused(match, 0, "9c")[0] == "not-held"
    assert refused(match, 1, "9")[0] == "not-your-turn"
    assert why(match, 0, "AC")[0] == "unreadable"  # to a program a move is said whole


def test_s9_5_all_you_have() -> None:
    """With two decks a bomb has every card of the rank, and the 5H is one of the fives."""
    match = given("3C 3C 3D 3H 3S 5H 5C 5D 5S", *SIX)

    assert said(match, "bomb 3") == "play 3C 3C 3D 3H 3S"
    assert said(match, "5!") == "play 5C 5D 5H 5S"


def test_s9_5_cards_are_chosen_as_in_the_list() -> None:
    """A straight flush is spared, and the 5H comes only where it has to."""
    match = given("3C 4C 5C 6C 7C 6D 6H 7D 7S 5D 5S 5H", "9C")

    assert said(match, "sisters 67") == "play 6D 6H 7D 7S"
    assert said(match, "sisters 56") == "play 5D 5S 6D 6H"
    for text in ("sisters 67", "sisters 56", "sisters 567"):
        assert said(match, text) in moves(match, 0)


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("bomb", "unreadable"),
        ("bomb 34", "unreadable"),
        ("bomb x", "unreadable"),
        ("bomb 4", "not-held"),
        ("!", "unreadable"),
        ("K!", "not-held"),
        ("sisters", "unreadable"),
        ("sisters 3", "unreadable"),
        ("sisters 33344", "unreadable"),
        ("sisters 33334444", "unreadable"),
        ("sisters 9T", "not-held"),
        ("sisters 444555", "not-held"),
        ("sisters 1", "unreadable"),
        ("\ud800!", "unreadable"),
        ("", "unreadable"),
    ],
)
def test_s9_5_short_forms_that_mean_nothing_here(text: str, code: str) -> None:
    """They are refused with a sentence, whatever is written."""
    match = given("3C 3D 3H 3S 4C 4D 5C 5H", "9C")

    with pytest.raises(hr.HouseRulesError) as caught:
        said(match, text)

    assert caught.value.code == code
    assert caught.value.message


def test_s9_5_a_rank_is_named_once() -> None:
    """sisters 343 are no two ranks and no three: it is not clear what is meant."""
    match = given("3C 3D 3H 3S 4C 4D 5C 5H", "9C")

    with pytest.raises(hr.HouseRulesError):
        match.play(0, said(match, "sisters 343"))


def test_s9_5_what_is_no_sisters_is_refused_when_played() -> None:
    """sisters 35 are cards of the hand and no meld."""
    match = given("3C 3D 4C 5C 5D", "9C")

    assert refusal(match, 0, said(match, "sisters 35")) == "no-meld"


def test_s9_6_a_hand_is_sorted_by_rank() -> None:
    """Weakest first; the 5H stands last, behind the Jokers."""
    match = given("5H JJ jj 2C AS 5S 3D 3C TC", "9C")

    assert cast("list[dict[str, JSON]]", shown(match, 0)["seats"])[0]["hand"] == [
        *("3C", "3D", "5S", "TC", "AS", "2C", "jj", "JJ", "5H")
    ]


def test_s9_6_or_by_suit() -> None:
    """Clubs, diamonds, hearts, spades, then the Jokers."""
    game = game_of(None)
    hand = [hr.Card.read(card) for card in ("JJ", "5H", "2H", "3H", "KD", "4S", "3C", "jj", "2C")]

    assert " ".join(map(str, by_suit(game.pack, hand, game.config))) == "3C 2C KD 3H 2H 5H 4S jj JJ"
    assert " ".join(map(str, by_rank(game.pack, hand))) == "3C 3H 4S KD 2C 2H jj JJ 5H"


@pytest.mark.parametrize("cards", ["KC", "3C 3D", "3C 3C", "7C 8C", "JJ"])
def test_s9_7_cards_that_are_not_in_the_hand(cards: str) -> None:
    """not-held, and the sentence names them and the hand."""
    code, sentence = why(given("3C 7C 9S", "KC"), 0, f"play {cards}")

    assert code == "not-held"
    assert "3C 7C 9S" in sentence


def test_s9_7_twice_is_more_than_once() -> None:
    """With two decks a hand may have a card once only."""
    assert refusal(given("7C 9S", *SIX), 0, "play 7C 7C") == "not-held"


@pytest.mark.parametrize(
    ("hand", "because"),
    [
        ("3C jj", "a Joker is played alone"),
        ("3C 4C 5C 6C", "a run has five cards or more"),
        ("3C 4C 5C 6C 8C", "a run has no gaps"),
        ("QC KC AC 2C 3C", "does not go round the corner"),
        ("3C 3D 5C 5D", "sisters are neighbours"),
        ("2C 2D 3C 3D", "sisters are neighbours"),
        ("3C 3D 3H 4C", "a full house is three of one rank and two of another"),
    ],
)
def test_s9_8_cards_that_form_no_meld(hand: str, because: str) -> None:
    """no-meld, and the sentence says why and what one may do."""
    code, sentence = why(given(f"{hand} 9S", "9C"), 0, f"play {hand}")

    assert code == "no-meld"
    assert because in sentence
    assert "you may play" in sentence


def test_s9_8_no_cards_are_no_meld() -> None:
    """A play of nothing."""
    code, sentence = why(given("3C 9S", "9C"), 0, hr.Play(()))

    assert code == "no-meld"
    assert sentence.startswith("name the cards")


@pytest.mark.parametrize(
    ("last", "cards", "wanted"),
    [
        ("3C 3D", "TC", "a pair stronger than a pair of 3s"),
        ("3C", "TC TD", "a single card above 3C"),
        ("3C 3D 4C 4D", "TC TD JC JD QC QD", "sisters of 2 pairs"),
        ("3C 4C 5D 6C 7C", "TC JD QC KC AC 9S", "a run of 5"),
        ("3C 3D 3H 4C 4D", "TC TD TH", "a full house"),
        ("7C 7D 7H 7S", "AC AD", "a bomb stronger than"),
    ],
)
def test_s9_9_a_meld_of_the_wrong_kind(last: str, cards: str, wanted: str) -> None:
    """wrong-meld, and the sentence says what the trick is about."""
    code, sentence = why(given(f"{cards} 8S", "9C", last=last), 0, f"play {cards}")

    assert code == "wrong-meld"
    assert f"the trick asks for {wanted}" in sentence


@pytest.mark.parametrize(
    ("last", "cards", "wanted"),
    [
        ("KC", "TC", "a single card above KC"),
        ("KC", "KD", "a single card above KC"),
        ("KC KD", "TC TD", "a pair stronger than a pair of Kings"),
        ("9C TD JC QC KC", "3C 4C 5D 6C 7C", "a run of 5"),
        ("KC KD KH 3C 3D", "TC TD TH AC AD", "a full house"),
        ("KC KD AC AD", "TC TD JC JD", "sisters of 2 pairs"),
        ("KC KD KH KS", "TC TD TH TS", "a bomb stronger than four Kings"),
        ("3C 4C 5C 6C 7C", "TC TD TH TS", "a straight flush stronger than"),
        ("TC JC QC KC AC", "3C 4C 5C 6C 7C", "a straight flush stronger than"),
    ],
)
def test_s9_10_a_meld_that_is_too_weak(last: str, cards: str, wanted: str) -> None:
    """too-weak, and the sentence says what would do; a weaker bomb on a bomb too."""
    code, sentence = why(given(f"{cards} 8S", "9S", last=last), 0, f"play {cards}")

    assert code == "too-weak"
    assert f"the trick asks for {wanted}" in sentence
    assert "you may pass" in sentence


@pytest.mark.parametrize(
    "text", ["", "?", "play", "play 1X", "play 3C,4C", "3C", "34", "3C 4", "passes", "pass 3C", "\0", "play JJJ"]
)
def test_s9_11_what_cannot_be_read(text: str) -> None:
    """unreadable, and the sentence says how it is written."""
    assert refusal(given("3C 4C", "9C"), 0, text) == "unreadable"


@pytest.mark.parametrize("text", ["take", "ready", "flip 1", "target 1", "call hearts", "bet 3", "pick 1", "add"])
def test_s9_11_moves_of_other_games(text: str) -> None:
    """They are none of this game, and the sentence says what its moves look like."""
    code, sentence = why(given("3C 4C", "9C"), 0, text)

    assert code == "unreadable"
    assert "write it as in play 3C 3D, or pass" in sentence
    with pytest.raises(hr.IllegalMove, match="you may play 3C"):
        given("3C 4C", "9C").play(0, hr.read_move(text))


@pytest.mark.parametrize("text", ["bomb 3", "3!", "play 3!", "play 3C 3D 3H 3S"])
def test_s9_5_short_forms_are_played_as_well(text: str) -> None:
    """By a match, and so by the engine; the record has the cards."""
    match = given("3C 3D 3H 3S 9D", "9C")
    match.play(0, text)

    assert str(match.moves[0][1]) == "play 3C 3D 3H 3S"


def test_a_table_says_what_it_plays_otherwise() -> None:
    """On the page, before the clauses; the usual table has nothing to say."""
    usual = hr.load(GAME).page()
    table = hr.load({"specialCards": {"strongestSingle": "AS"}, "match": {"wins": 3, "minutes": 20}})

    assert "At this table" not in usual
    assert table.page() != usual
    assert "- The strongest single card is the AS" in table.page()
    assert "- The match ends when someone has won 3 rounds (S7.1)." in table.page()
    assert "after 20 minutes (S7.3)" in table.page()


def test_a_table_has_a_name_of_its_own() -> None:
    """Else its record would be taken for one of the game that ships."""
    with pytest.raises(hr.RulesError, match="may not be called heart-of-five"):
        hr.load({"gameInfo": {"name": "heart-of-five"}})


def test_the_fewest_plays_of_a_hand() -> None:
    """A run, a pair and the star, as plays."""
    game = hr.load(GAME)
    assert isinstance(game, HeartOfFive)
    hand = tuple(map(hr.Card.read, ["3C", "4D", "5S", "6C", "7H", "KC", "KD", "5H"]))

    assert [str(play) for play in game.decompose(hand)] == ["play 5H", "play KC KD", "play 3C 4D 5S 6C 7H"]


def ending(*hands: str) -> AnyMatch:
    """With every other card played."""
    held = " ".join(hands).split()
    return given(*hands, played=[card for card in PACK if card not in held])


def test_an_ending_is_proved_from_a_view() -> None:
    """Two left and every card accounted for: the Kings first, and the Four goes out on the next lead."""
    match = ending("KC KD 4C", "9C 9D AC")
    game = match.game
    assert isinstance(game, HeartOfFive)
    won = game.solve(match.view(0))
    lost = game.solve(ending("3C 3D 4C", "9C 9D AC AD").view(0))

    assert won is not None
    assert (won.wins, str(won.move)) == (True, "play KC KD")
    assert lost is not None
    assert (lost.wins, lost.move) == (False, None)
    assert game.solve(match.view(0), budget=0) is None
    assert game.solve(ending("3C 3D", "4C", "5C").view(0)) is None, "three are left"
    assert game.solve(given("KC KD 4C", "9C 9D AC").view(0)) is None, "other cards may be anywhere"


@pytest.mark.parametrize("move", ["play 9C", "play 3C", "pass"])
def test_s9_11_out_of_turn(move: str) -> None:
    """not-your-turn, and the sentence says whose it is."""
    code, sentence = why(given("3C 4C", "9C"), 1, move)

    assert code == "not-your-turn"
    assert "seat 0" in sentence


@pytest.mark.parametrize("move", ["play 3C", "pass", "play KC"])
@pytest.mark.parametrize("seat", [0, 1])
def test_s9_11_after_the_end(seat: int, move: str) -> None:
    """over, for everybody."""
    match = given("KC", "3C", config={"match": {"wins": 1}})
    match.play(0, "play KC")

    assert refusal(match, seat, move) == "over"
    assert match.legal(seat) == ()


def test_s9_11_a_play_of_what_is_no_card() -> None:
    """A move as a value may hold anything: that is refused too."""
    assert refusal(given("3C 4C", "9C"), 0, hr.Play(cast("Any", ("3C",)))) == "unreadable"


# -- S10 A table of your own: tests/test_heart_of_five_tables.py has every key ---------------------------------------


def test_s10_1_a_json_file_sets_up_a_table(tmp_path: Path) -> None:
    """What it leaves out is as on the page."""
    path = tmp_path / "friday.json"
    path.write_text('{"gameInfo": {"name": "Friday"}, "match": {"wins": 3, "rounds": null}}', encoding="utf-8")

    game: Any = hr.load(str(path))

    assert (game.id, game.name, game.config.wins, str(game.config.star)) == ("friday", "Friday", 3, "5H")
    assert game.seats == range(2, 7)


def test_s10_2_what_may_differ() -> None:
    """The star, for one: then the 5H is a 5 as any other, and the ace of spades beats the Jokers."""
    config = {"specialCards": {"strongestSingle": "AS"}}

    assert may(given("AS 9S", "9C", last="JJ", config=config), "AS")
    assert not may(given("5H 9S", "9C", last="6C", config=config), "5H")


def test_s10_3_every_problem_with_its_path() -> None:
    """All at once, and with what would be right."""
    with pytest.raises(hr.RulesError) as caught:
        hr.load({"match": {"wins": 0, "round": 3}, "gameInfo": {"deck": "tarot"}})

    assert caught.value.code == "bad-house"
    assert [problem.split(":")[0] for problem in sorted(caught.value.problems)] == [
        "gameInfo.deck",
        "match.round",
        "match.wins",
    ]


# -- S11 Positions ---------------------------------------------------------------------------------------------------


def test_s11_1_a_position_has_all_of_it() -> None:
    """Always written, optional or not."""
    document = table("3C 4C", "5D", "", last="QC QD", by=1, out=[2], round=2, wins=[1, 0, 0], losses=[0, 0, 1])
    match = hr.Match.from_position(hr.load(GAME), document)

    assert match.position() == {**document, "played": [], "seed": None, "seconds": 0}


def test_s11_1_it_reads_back_what_it_writes() -> None:
    """In the middle of a match, with all that was played."""
    match = dealt(4, "half way")
    for turn in range(150):
        seat = match.to_act[0]
        legal = match.legal(seat)
        match.play(seat, legal[turn * 7 % len(legal)])
        position = json.loads(json.dumps(match.position()))
        again = hr.Match.from_position(hr.load(GAME), position)

        assert again.position() == position
        assert moves(again, match.to_act[0]) == moves(match, match.to_act[0])


def test_s11_1_the_seed_is_for_the_deals_to_come() -> None:
    """With the same seed the next round is the same; without one it comes from an empty seed."""
    one, two, none, empty = (given("KC", "3C", seed=seed) for seed in ("a", "a", None, ""))
    for match in (one, two, none, empty):
        match.play(0, "play KC")

    assert held(one, 0) == held(two, 0) != held(none, 0) == held(empty, 0)
    assert sorted(held(none, 1).split()) == sorted(shuffled(PACK, "", "deck/2")[::2])


def test_s11_1_seconds_are_what_the_clock_showed() -> None:
    """A position late in the day: the round that ends is the last."""
    match = given("KC", "3C", config={"match": {"minutes": 1}}, seconds=60)

    match.play(0, "play KC")

    assert match.outcome is not None
    assert match.outcome.reason == "time"


def without(key: str) -> dict[str, JSON]:
    return {name: value for name, value in table("3C 4C", "5D").items() if name != key}


@pytest.mark.parametrize(
    "key", ["game", "hands", "to_act", "leader", "last", "passes", "out", "round", "wins", "losses"]
)
def test_s11_2_what_is_missing_is_named(key: str) -> None:
    """Ten keys are needed."""
    with pytest.raises(hr.PositionError) as caught:
        hr.Match.from_position(hr.load(GAME), without(key))

    assert (caught.value.code, caught.value.path) == ("bad-position", key)


@pytest.mark.parametrize(
    ("path", "more"),
    [
        ("extra", {"extra": 1}),
        ("game", {"game": "shithead"}),
        ("hands", {"hands": [["3C"]]}),
        ("hands", {"hands": [["3C"]] * 7}),
        ("hands", {"hands": {"0": ["3C"]}}),
        ("hands[1]", {"hands": [["3C"], "4C"]}),
        ("hands[1][0]", {"hands": [["3C"], ["4X"]]}),
        ("hands[1][0]", {"hands": [["3C"], [4]]}),
        ("hands", {"hands": [["3C", "3C"], ["4C"]]}),
        ("hands", {"hands": [["3C"], ["3C"]]}),
        ("hands", {"played": ["3C"]}),
        ("hands", {"last": {"seat": 1, "cards": ["3C"]}, "leader": 1}),
        ("hands[1]", {"hands": [["3C"], []]}),
        ("to_act", {"to_act": 2}),
        ("to_act", {"to_act": None}),
        ("to_act", {"to_act": True}),
        ("leader", {"leader": -1}),
        ("leader", {"leader": 1}),
        ("last", {"last": []}),
        ("last", {"last": {"seat": 1}}),
        ("last", {"last": {"seat": 1, "cards": ["9C"], "meld": "single"}}),
        ("last.seat", {"last": {"seat": 2, "cards": ["9C"]}}),
        ("last.cards", {"last": {"seat": 1, "cards": []}}),
        ("last.cards", {"last": {"seat": 1, "cards": ["9C", "TC"]}}),
        ("last.cards[0]", {"last": {"seat": 1, "cards": [None]}}),
        ("to_act", {"last": {"seat": 0, "cards": ["9C"]}}),
        ("passes", {"passes": 1}),
        ("passes", {"passes": 1, "last": {"seat": 1, "cards": ["9C"]}}),
        ("passes", {"passes": -1, "last": {"seat": 1, "cards": ["9C"]}}),
        ("out", {"out": "none"}),
        ("out[0]", {"out": [0]}),
        ("out[0]", {"out": [2]}),
        ("round", {"round": 0}),
        ("round", {"round": 201}),
        ("round", {"round": 1.0}),
        ("wins", {"wins": [0]}),
        ("wins[0]", {"wins": [1, 0]}),
        ("wins", {"wins": [2, 1], "round": 3}),
        ("wins", {"wins": [10, 0], "round": 30}),
        ("losses", {"losses": [0, 0, 0]}),
        ("losses[1]", {"losses": [0, -1]}),
        ("losses", {"losses": [2, 1], "round": 3}),
        ("played", {"played": "9C"}),
        ("played[0]", {"played": ["9"]}),
        ("seed", {"seed": 7}),
        ("seconds", {"seconds": -1}),
        ("seconds", {"seconds": 1 << 31}),
        ("seconds", {"seconds": 1.5}),
    ],
)
def test_s11_2_what_is_wrong_is_named(path: str, more: dict[str, JSON]) -> None:
    """The path says where; each of these is one thing wrong in a position that is right otherwise."""
    with pytest.raises(hr.PositionError) as caught:
        hr.Match.from_position(hr.load(GAME), {**table("3C 4C", "5D"), **more})

    assert (caught.value.code, caught.value.path) == ("bad-position", path)


def test_s11_2_who_has_no_cards_is_out_and_nobody_twice() -> None:
    """Each seat goes once."""
    with pytest.raises(hr.PositionError) as caught:
        given("3C 4C", "5D", "", out=[2, 2])

    assert caught.value.path == "out[1]"

    with pytest.raises(hr.PositionError) as caught:
        given("3C 4C", "5D", "", out=[2], to_act=2, leader=2)

    assert caught.value.path == "to_act"


@pytest.mark.parametrize(
    ("hands", "more", "path"),
    [
        (("", "5D"), {"out": [0], "to_act": 1, "leader": 1, "round": 10, "wins": [10, 0]}, "to_act"),
        (("", "5D"), {"out": [0], "to_act": None, "round": 10, "wins": [9, 0]}, "out"),
        (("", ""), {"out": [0, 1], "to_act": None, "round": 10}, "hands"),
    ],
)
def test_s11_2_a_round_that_is_over(hands: tuple[str, ...], more: dict[str, Any], path: str) -> None:
    """It stands as a position only if the match is over too, and then nobody acts."""
    with pytest.raises(hr.PositionError) as caught:
        given(*hands, **more)

    assert caught.value.path == path


def test_s11_2_the_end_of_a_match_is_a_position() -> None:
    """It reads back with its outcome."""
    match = given("KC", "3C", round=19, wins=[9, 9], losses=[9, 9])
    match.play(0, "play KC")

    again = hr.Match.from_position(hr.load(GAME), match.position())

    assert again.outcome == match.outcome
    assert again.position() == match.position()


@pytest.mark.parametrize(("to_act", "passes"), [(1, 1), (1, 2), (2, 0), (2, 2), (3, 0), (3, 1)])
def test_s11_2_passes_are_those_between_the_last_meld_and_whoever_acts(to_act: int, passes: int) -> None:
    """All seats since the last meld have passed: with another number a seat would be asked to beat itself."""
    with pytest.raises(hr.PositionError):
        given("3C", "4C", "5C", "6C", last="3D", by=0, to_act=to_act, passes=passes)


def test_s11_2_as_many_passes_as_there_are_seats_between() -> None:
    """Those who are out do not count."""
    for to_act, passes in ((1, 0), (2, 1), (3, 2)):
        assert given("3C", "4C", "5C", "6C", last="3D", by=0, to_act=to_act, passes=passes).to_act == (to_act,)
    assert given("3C", "", "5C", "6C", last="3D", by=0, to_act=3, passes=1, out=[1]).to_act == (3,)


def test_s11_2_who_laid_the_last_meld_and_is_out_went_last() -> None:
    """Whoever went out after it would have laid a later meld."""
    with pytest.raises(hr.PositionError):
        given("", "", "5C", "6C", last="3D", by=0, to_act=2, out=[0, 1])


def test_s11_2_a_round_beyond_the_limit() -> None:
    """A table of three rounds has no fifth one."""
    with pytest.raises(hr.PositionError):
        given("KC", "3C", config={"match": {"rounds": 3}}, round=5)


def test_s11_2_the_round_that_is_over_has_been_won() -> None:
    """The first one out has a win, the one who is left a loss."""
    with pytest.raises(hr.PositionError):
        given("", "3C", config={"match": {"rounds": 1}}, out=[0], to_act=None)


def test_s11_2_a_seed_that_cannot_be_written_down() -> None:
    """Half a surrogate pair is no text: it is refused at once and not when the next round is dealt."""
    with pytest.raises(hr.PositionError) as caught:
        given("KC", "3C", seed="\ud800")

    assert caught.value.path == "seed"


# -- The laws of every game ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", range(2, 7))
def test_laws_on_matches_of_one_win(seats: int) -> None:
    """Ten laws on short matches; houserules.testing says which."""
    assert check_game(hr.load({"match": {"wins": 1}}), seats=seats, matches=2, depth=20).matches == 2


@pytest.mark.parametrize("seats", [2, 4, 6])
def test_laws_on_matches_of_three_wins(seats: int) -> None:
    """Over several rounds."""
    check_game(hr.load({"match": {"wins": 3}}), seats=seats, matches=1, depth=8)


def test_laws_on_other_tables() -> None:
    """Another star, the Jokers the other way round, a limit of rounds."""
    special = {"gameStarter": "AC", "strongestSingle": "AS", "smallJoker": "JJ", "bigJoker": "jj"}
    table_ = hr.load({"specialCards": special, "match": {"rounds": 2}})

    check_game(table_, seats=[3, 6], matches=1, depth=10)


def test_laws_on_a_whole_match() -> None:
    """Ten wins, by the usual rules."""
    check_game(hr.load(GAME), seats=2, matches=1, depth=6)


@pytest.mark.parametrize("seats", [2, 3, 6])
def test_random_play_keeps_to_what_can_be(seats: int) -> None:
    """Whoever acts is in and has cards; wins and losses add up to the rounds; only a leader faces a free lead."""
    run = random_match(hr.load({"match": {"wins": 2}}), seats, f"sound {seats}")

    for moment in run.moments:
        position = cast("dict[str, Any]", run.game.position(moment.state))
        assert [seat for seat in range(seats) if not position["hands"][seat]] == sorted(position["out"])
        over = position["to_act"] is None
        assert sum(position["wins"]) == sum(position["losses"]) == position["round"] - (not over)
        if not over:
            assert position["hands"][position["to_act"]]
            assert position["last"] is not None or position["leader"] == position["to_act"]
            assert position["last"] is None or position["last"]["seat"] != position["to_act"]


@pytest.mark.parametrize("seats", range(2, 7))
def test_random_rounds_against_a_model(seats: int) -> None:
    """Two rounds followed by hand: whose turn it is, what may be played, who leads, who is out, who won and lost."""
    chance = Random(f"model {seats}")
    match = dealt(seats, f"model {seats}")
    for _ in range(2):
        hands = [[*held(match, seat).split()] for seat in range(seats)]
        turn, last, by, passed, out = match.to_act[0], None, -1, set[int](), list[int]()
        while len(out) < seats - 1:
            assert match.to_act == (turn,)
            listed = [shape(list(map(str, move.cards))) for move in match.legal(turn) if isinstance(move, hr.Play)]
            assert len(listed) == len(set(listed))
            assert set(listed) == {meld for meld in counted(hands[turn]) if last is None or beats(meld, last)}
            move = chance.choice(match.legal(turn))
            match.play(turn, move)
            if isinstance(move, hr.Play):
                for card in move.cards:
                    hands[turn].remove(str(card))
                last, by, passed = shape(list(map(str, move.cards))), turn, set[int]()
                if not hands[turn]:
                    out.append(turn)
            else:
                passed.add(turn)
            others = [seat % seats for seat in range(turn + 1, turn + seats + 1) if seat % seats not in out]
            turn = others[0]
            if passed >= {*others} - {by}:
                last, passed = None, set[int]()
                turn = next(seat % seats for seat in range(by, by + seats) if seat % seats not in out)
        ended = [event for event in told(match, None) if event["event"] == "round-ended"][-1]
        assert (ended["winner"], ended["loser"]) == (out[0], next(seat for seat in range(seats) if seat not in out))
        assert match.to_act == (out[0],)


# -- Matches, records, the engine ------------------------------------------------------------------------------------


def test_undo_takes_back_a_round() -> None:
    """Also the deal of the next one, and the win."""
    match = given("KC", "3C", seed="back")
    before = match.position(), match.view(0), match.events(0)

    match.play(0, "play KC")

    assert match.position()["round"] == 2
    assert match.undo() == hr.Play((hr.Card.read("KC"),))
    assert (match.position(), match.view(0), match.events(0)) == before


def test_a_record_of_a_table_carries_its_house() -> None:
    """And replays without it being loaded, to the same position."""
    config: dict[str, Any] = {
        "gameInfo": {"name": "Friday"},
        "specialCards": {"strongestSingle": "AS"},
        "match": {"wins": 2},
    }
    match = dealt(3, "friday", config)
    while match.to_act:
        seat = match.to_act[0]
        match.play(seat, match.legal(seat)[0])

    record = json.loads(json.dumps(match.record()))
    again = hr.Match.from_record(record)

    assert record["house"] == config
    assert again.position() == match.position()
    assert again.record() == record


def test_a_record_names_the_cards_that_were_played() -> None:
    """Not those of the list: another choice of suits stays what it was."""
    match = given("7C 7D 7H 9S", "9C")

    match.play(0, "play 7H 7D")
    again = hr.Match.from_record(match.record())

    assert held(again, 0) == held(match, 0) == "7C 9S"


def ask(engine: Engine, **request: object) -> dict[str, Any]:
    return cast("dict[str, Any]", engine.answer(json.dumps(request).encode()))


def test_the_engine_plays_it() -> None:
    """new, legal, play, view, dump, record, load, as any program would do it."""
    engine = Engine()
    match = ask(engine, do="new", game=GAME, seats=6, seed="engine")["match"]
    for _ in range(60):
        seat = ask(engine, do="dump", match=match)["position"]["to_act"]
        legal = ask(engine, do="legal", match=match, seat=seat)["moves"]
        assert "events" in ask(engine, do="play", match=match, seat=seat, move=legal[0])
    dump = ask(engine, do="dump", match=match)["position"]
    record = ask(engine, do="record", match=match)["record"]

    loaded = ask(engine, do="load", record=record)["match"]
    placed = ask(engine, do="position", position=dump)["match"]

    assert ask(engine, do="dump", match=loaded)["position"] == dump
    assert ask(engine, do="dump", match=placed)["position"] == dump
    assert ask(engine, do="record", match=loaded)["record"] == record
    assert ask(engine, do="view", match=loaded, seat=None)["view"]["seats"][0]["hand"] >= 0


def test_the_engine_sets_up_a_table_and_refuses_with_a_code() -> None:
    """A table as a document in the request; a refusal has its code."""
    engine = Engine()
    match = ask(engine, do="new", game={"match": {"wins": 1}}, seats=2, seed=3)["match"]
    seat = ask(engine, do="dump", match=match)["position"]["to_act"]

    assert ask(engine, do="play", match=match, seat=seat, move="pass")["error"]["code"] == "must-lead"
    assert ask(engine, do="play", match=match, seat=1 - seat, move="pass")["error"]["code"] == "not-your-turn"
    assert ask(engine, do="new", game={"match": {"wins": 99}}, seats=2)["error"]["code"] == "bad-house"
    assert ask(engine, do="new", game=GAME, seats=7)["error"]["code"] == "bad-seats"


def test_the_list_offers_the_same_move_in_other_suits() -> None:
    """`listed` finds the entry of the list for any choice of suits."""
    match = given("7C 7D 7H 9S", "9C")

    assert str(match.game.listed(match.state, 0, match.game.read("play 7H 7D"))) == "play 7C 7D"


def test_events_are_told_in_words() -> None:
    """One line each, with the names of the players."""
    match = stated()
    lines = [event.tell(hr.Names("Ann", "Bob", "Cat")) for event in match.events(None)]

    assert lines[0] == "Ann led 4C"
    assert "Bob passed" in lines
    assert "Bob led 6C 7D 8C 9D TC (a run of 5 cards up to the 10)" in lines
    assert "Ann bombed with 3C 3D 3H 3S (four 3s)" in lines
    assert "Ann won the trick with the last card, so Bob leads the next one" in lines
    assert lines[-2:] == ["Round 1 is over: Ann won it, Cat lost it", "The match is over: 1. Ann, 2. Bob, 3. Cat"]
    told = [event.tell(hr.Names("Ann", "Bob", "Cat", listener=1)) for event in match.events(1)]
    assert "Ann won the trick with the last card, so you lead the next one" in told
    assert told[-1] == "The match is over: 1. Ann, 2. You, 3. Cat"
