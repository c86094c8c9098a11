"""The rules of Shithead for two, clause by clause: docs/rules/duel.md. Each test is named by the clause it checks.

At the end a naive model of the rules, written apart from the package, is compared with it on random positions.
"""

import re
from collections import Counter
from functools import partial
from itertools import combinations
from pathlib import Path
from random import Random
from typing import Any, cast

import pytest

import houserules as hr
from houserules.core import JSON
from houserules.fair import shuffled
from tests import positions
from tests.positions import AnyMatch, held, lies, moves, play, refusal, shown, told

PAGE = (Path(__file__).resolve().parent.parent / "docs" / "rules" / "duel.md").read_text(encoding="utf-8")
PACK = [rank + suit for rank in "23456789TJQKA" for suit in "CDHS"]

given = partial(positions.given, game="duel")
dealt = partial(positions.dealt, game="duel")


def both_ready(match: AnyMatch) -> AnyMatch:
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


def can_play(match: AnyMatch, cards: str) -> bool:
    """May seat 0 play these cards? It is listed if it is accepted, and refused as not-playable if not."""
    listed = {frozenset(move.cards) for move in match.legal(0) if isinstance(move, hr.Play)}
    move = cast("hr.Play", hr.read_move(f"play {cards}"))
    if frozenset(move.cards) not in listed:
        assert refusal(match, 0, move) == "not-playable"
        return False
    match.play(0, move)
    match.undo()
    return True


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


def test_s1_1_two_seats_play() -> None:
    """Both are asked."""
    assert dealt(2).to_act == (0, 1)


@pytest.mark.parametrize("seats", [-1, 0, 1, 3, 8, 2.0, "2", None, True])
def test_s1_1_other_numbers_are_refused(seats: int) -> None:
    """It is a game for two, and for nobody else."""
    with pytest.raises(hr.SeatsError) as caught:
        dealt(seats)

    assert caught.value.code == "bad-seats"


@pytest.mark.parametrize("seat", [-1, 2, 99])
def test_s1_1_a_seat_that_is_not_there_is_refused(seat: int) -> None:
    """No moves, no list of moves, no view."""
    match = given("3C 4C", "5C")

    assert refusal(match, seat, "play 3C") == "bad-seats"
    with pytest.raises(hr.SeatsError):
        match.legal(seat)
    with pytest.raises(hr.SeatsError):
        match.view(seat)


def test_s1_2_one_deck_without_jokers() -> None:
    """52 different cards."""
    match = dealt(2)

    assert [str(card) for card in match.game.cards(match.state)] == PACK


@pytest.mark.parametrize("joker", ["jj", "JJ"])
@pytest.mark.parametrize("where", ["hand", "up", "blind", "pile", "stock", "burned"])
def test_s1_2_no_joker_stands_in_a_position(joker: str, where: str) -> None:
    """In no place of it."""
    seat = {"hand": f"3C {joker}", "up": f"3C / {joker}", "blind": f"3C / / {joker}"}.get(where, "3C")
    table: dict[str, JSON] = {where: [joker]} if where in {"pile", "stock", "burned"} else {}

    with pytest.raises(hr.PositionError) as caught:
        hr.Match.from_position(hr.load("duel"), positions.table(seat, "4C", game="duel") | table)

    assert caught.value.code == "bad-position"


def test_s1_2_one_of_each_card() -> None:
    """A card that stands twice is no position."""
    with pytest.raises(hr.PositionError) as caught:
        given("5C", "KC", pile="5C")

    assert caught.value.code == "bad-position"


@pytest.mark.parametrize("joker", ["jj", "JJ"])
def test_s1_2_nobody_has_a_joker(joker: str) -> None:
    """It can be said, and not played."""
    assert refusal(given("5C", "KC"), 0, f"play {joker}") == "not-held"
    assert refusal(given("5C / 6C", "KC", phase="setup"), 0, f"swap {joker} 6C") == "not-held"


def test_s1_3_three_cards_of_each_kind_and_the_rest_is_the_stock() -> None:
    """Nine cards each, in three zones, and 34 to draw."""
    match = dealt(2)

    assert {len(held(match, seat, zone).split()) for seat in (0, 1) for zone in ("hand", "up", "blind")} == {3}
    assert len(lies(match, "stock").split()) == 34
    assert lies(match, "pile") == lies(match, "burned") == ""


def test_s1_4_one_to_each_seat_in_turn() -> None:
    """Blind rounds, face-up rounds, hand rounds, each from seat 0; then the stock, from the front."""
    match = dealt(2, seed="by the byte")
    deck = shuffled(PACK, "by the byte", "deck")

    for seat in (0, 1):
        assert held(match, seat, "blind").split() == deck[seat:6:2]
        assert held(match, seat, "up").split() == sorted(deck[6 + seat : 12 : 2], key=PACK.index)
        assert held(match, seat).split() == sorted(deck[12 + seat : 18 : 2], key=PACK.index)
    assert lies(match, "stock").split() == deck[18:]


def test_s1_4_one_seed_is_one_deal() -> None:
    """The same seed deals the same cards, another seed others."""
    assert dealt(2, seed="a").position() == dealt(2, seed="a").position()
    assert dealt(2, seed="a").position() != dealt(2, seed="b").position()


def test_s1_5_main_play_lasts_as_long_as_the_stock() -> None:
    """setup, mainPlay, and endGame as soon as the last card is drawn."""
    match = dealt(2)

    assert phase(match) == "setup"
    assert phase(both_ready(match)) == "mainPlay"

    match = given("3C 4C 5C", "KC", stock="9H")

    assert phase(match) == "mainPlay"

    match.play(0, "play 3C")

    assert phase(match) == "endGame"


@pytest.mark.parametrize("seed", ["all there", "every one", "fifty-two"])
def test_s1_6_no_card_is_lost_or_doubled(seed: str) -> None:
    """Whatever is played, the cards are the same ones."""
    match = both_ready(dealt(2, seed=seed))
    every = match.game.cards(match.state)

    for turn in range(400):
        if match.outcome:
            break
        legal = match.legal(match.to_act[0])
        match.play(match.to_act[0], legal[turn * 7 % len(legal)])
        assert match.game.cards(match.state) == every
    assert len(match.moves) > 20


# -- S2 The setup ----------------------------------------------------------------------------------------------------


def test_s2_1_both_act_at_once_in_any_order() -> None:
    """Seat 1 may move first, and again, and get ready."""
    match = given("3C / 4C", "5C / 6C", phase="setup")

    play(match, (1, "swap 5C 6C"), (0, "swap 3C 4C"), (1, "swap 6C 5C"), (1, "ready"))

    assert match.to_act == (0,)
    assert [held(match, seat) for seat in (0, 1)] == ["4C", "5C"]
    assert moves(match, 0) == ["swap 4C 3C", "ready"]


def test_s2_2_swap_a_hand_card_for_a_face_up_card() -> None:
    """The first card goes up, the second into the hand; the blind cards stay."""
    match = given("3H 4C / AS KC / 2C", "5C", phase="setup")

    match.play(0, "swap 3H AS")

    assert [held(match, 0, zone) for zone in ("hand", "up", "blind")] == ["4C AS", "3H KC", "2C"]


def test_s2_2_any_number_of_times() -> None:
    """Swapping may go on for ever, also back and forth, also of one rank."""
    match = given("3H 4C / 3S KC", "5C", phase="setup")
    before = match.position()

    for _ in range(20):
        play(match, (0, "swap 3H 3S"), (0, "swap 3S 3H"))

    assert match.position() == before
    assert moves(match, 0) == ["swap 3H 3S", "swap 3H KC", "swap 4C 3S", "swap 4C KC", "ready"]


def test_s2_2_every_choice_of_three_can_be_reached() -> None:
    """Twenty ways to lay three of six cards face up."""
    six = {"5C", "5D", "8H", "KS", "2C", "TD"}
    found = set()
    for up in combinations(sorted(six), 3):
        match = given("5C 5D 8H / KS 2C TD", "3C", phase="setup")
        out = sorted({"KS", "2C", "TD"} - set(up))
        for card, other in zip(sorted(set(up) & {"5C", "5D", "8H"}), out, strict=True):
            match.play(0, f"swap {card} {other}")
        assert (set(held(match, 0, "up").split()), set(held(match, 0).split())) == (set(up), six - set(up))
        found.add(held(match, 0, "up"))

    assert len(found) == 20


@pytest.mark.parametrize("move", ["swap AS KC", "swap 3H 4C", "swap 2C KC", "swap 3H 2C", "swap 5C KC", "swap 3H 5C"])
def test_s2_3_only_what_one_has_is_swapped(move: str) -> None:
    """A face-up card first, two hand cards, a blind card, a rival's card: not-held."""
    assert refusal(given("3H 4C / AS KC / 2C", "5C", phase="setup"), 0, move) == "not-held"


def test_s2_4_both_see_a_swap() -> None:
    """And so do spectators."""
    match = given("3H 4C / AS KC", "5C", phase="setup")

    match.play(0, "swap 3H AS")

    for viewer in (0, 1, None):
        assert told(match, viewer) == [{"event": "swapped", "seat": 0, "hand": "AS", "up": "3H"}]
        assert seen(match, viewer, 0)["up"] == ["3H", "KC"]


def test_s2_5_ready_is_for_good() -> None:
    """Who is ready waits: no more swaps, and no second ready."""
    match = given("3C / 4C", "5C / 6C", phase="setup")

    match.play(0, "ready")

    assert (match.to_act, match.legal(0), phase(match)) == ((1,), (), "setup")
    assert refusal(match, 0, "swap 3C 4C") == "not-your-turn"
    assert refusal(match, 0, "ready") == "not-your-turn"

    match.play(1, "ready")

    assert phase(match) != "setup"
    assert happened(match) == ["ready", "ready", "began"]


@pytest.mark.parametrize("move", ["play 3C", "take", "flip 1", "target 1", "call hearts"])
def test_s2_6_the_setup_is_for_swapping(move: str) -> None:
    """Nothing is played before both are ready."""
    assert refusal(given("3C / 4C / 6D", "5C / 6C", phase="setup"), 0, move) == "wrong-phase"


@pytest.mark.parametrize("move", ["swap 3C 4C", "ready"])
def test_s2_6_nothing_is_swapped_afterwards(move: str) -> None:
    """The face-up cards lie where they lie."""
    assert refusal(given("3C / 4C", "5C"), 0, move) == "wrong-phase"


@pytest.mark.parametrize("order", [(0, 1), (1, 0)])
@pytest.mark.parametrize(("one", "other"), [("AS KS", "3C 4C"), ("3C 4C", "AS KS"), ("2C TC", "3D 3H")])
def test_s2_7_seat_0_begins(one: str, other: str, order: tuple[int, int]) -> None:
    """Lowest cards and first readiness make no difference."""
    match = given(one, other, phase="setup")

    play(match, *((seat, "ready") for seat in order))

    assert match.to_act == (0,)
    assert told(match, 1)[-1] == {"event": "began", "seat": 0}
    assert {f"play {card}" for card in one.split()} <= set(moves(match, 0))


# -- S3 What the pile asks for ---------------------------------------------------------------------------------------

ONE_OF_EACH = "2C 3C 4C 5C 6C 7C 8C 9C TC JC QC KC AC"


def playable(pile: str) -> str:
    """The cards, of one of each rank, that may be played alone."""
    match = given(ONE_OF_EACH, "3S", pile=pile)
    return " ".join(card for card in ONE_OF_EACH.split() if can_play(match, card))


def test_s3_1_an_empty_pile_asks_for_nothing() -> None:
    """Anything goes, from the lowest to the highest."""
    assert playable("") == ONE_OF_EACH
    assert shown(given("3C", "4C"), 0)["asks"] == "anything"


@pytest.mark.parametrize(
    ("pile", "expected"),
    [
        ("3D", "2C 3C 4C 5C 6C 7C 8C 9C TC JC QC KC AC"),
        ("6D", "2C 6C 7C 8C 9C TC JC QC KC AC"),
        ("9D", "2C 7C 8C 9C TC JC QC KC AC"),
        ("JD", "2C 7C 8C TC JC QC KC AC"),
        ("QD", "2C 7C 8C TC QC KC AC"),
        ("KD", "2C 7C 8C TC KC AC"),
        ("AD", "2C 7C 8C TC AC"),
        ("AD 3D", "2C 3C 4C 5C 6C 7C 8C 9C TC JC QC KC AC"),
    ],
)
def test_s3_2_equal_or_above(pile: str, expected: str) -> None:
    """By value alone, and by the top card alone."""
    assert playable(pile) == expected


@pytest.mark.parametrize("card", ["2C", "7C", "8C", "TC"])
@pytest.mark.parametrize("pile", ["AD", "KD 7D", "2D", "7D", "3D AD"])
def test_s3_3_some_cards_go_on_anything(card: str, pile: str) -> None:
    """2, 7, 8 and 10."""
    match = given(f"{card} AH", "4C", pile=pile)

    match.play(0, f"play {card}")

    assert held(match, 0) == "AH"


@pytest.mark.parametrize("pile", ["8D", "3D 8D", "7D 8D", "AD 8D 8H"])
def test_s3_4_a_seven_does_not_go_directly_on_an_eight(pile: str) -> None:
    """Whatever lies below, and however little is asked."""
    assert "7C" not in playable(pile).split()


@pytest.mark.parametrize("pile", ["", "7D", "8D 3D", "8D 2D", "8D AD 7D"])
def test_s3_4_with_a_card_in_between_it_does(pile: str) -> None:
    """An 8 further down is no matter."""
    assert "7C" in playable(pile).split()


@pytest.mark.parametrize(
    ("pile", "seat", "cards"),
    [("9D", "3C 2C", "3C"), ("AD", "KC 2C", "KC"), ("9D 7D", "6C 2C", "6C"), ("9D 8D", "6C 2C", "6C"),
     ("8D", "7C 2C", "7C"), ("9D", "3C 3D 2C", "3C 3D"), ("9D", "/ 3C 2C", "3C"), ("8D", "/ 7C 2C", "7C")],
)  # fmt: skip
def test_s3_5_what_does_not_fit_is_refused(pile: str, seat: str, cards: str) -> None:
    """Too low, also under mirrors and nothing cards, or a 7 on an 8."""
    assert refusal(given(seat, "4C", pile=pile), 0, f"play {cards}") == "not-playable"


# -- S4 A turn -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("seat", "expected"),
    [
        ("3C / 4C / 5C", ["play 3C"]),
        ("/ 4C / 5C", ["play 4C"]),
        ("/ / 5C 6C", ["flip 1", "flip 2"]),
    ],
)
def test_s4_1_hand_then_face_up_then_blind(seat: str, expected: list[str]) -> None:
    """The zone in play is the first that has cards."""
    assert moves(given(seat, "KC"), 0) == expected


def test_s4_1_the_zone_changes_with_the_last_card_of_it() -> None:
    """An extra turn is played from the next zone at once."""
    match = given("TH / TC / 5C", "4C 4D 4H")

    match.play(0, "play TH")

    assert moves(match, 0) == ["play TC"]

    match.play(0, "play TC")

    assert moves(match, 0) == ["flip 1"]


@pytest.mark.parametrize(
    ("seat", "move"),
    [
        ("3C / 4C / 5C", "play 4C"),
        ("4D / 4C / 5C", "play 4D 4C"),
        ("8D / 4C / 5C", "play 8D 4C"),
        ("3C / 4C / 5C", "flip 1"),
        ("/ 4C / 5C", "flip 1"),
        ("/ / 5C", "play 5C"),
        ("/ / 5C", "play 9C"),
    ],
)
def test_s4_2_never_from_two_zones(seat: str, move: str) -> None:
    """Neither together nor too early; and blind cards have no names."""
    assert refusal(given(seat, "KC"), 0, move) == "wrong-zone"


def test_s4_3_one_or_more_cards_of_one_rank() -> None:
    """Any choice of them, named in any order."""
    match = given("5H 5D 5S 9C", "4C")

    assert moves(match, 0) == [
        "play 5D", "play 5H", "play 5S", "play 5D 5H", "play 5D 5S", "play 5H 5S", "play 5D 5H 5S", "play 9C"
    ]  # fmt: skip

    match.play(0, "play 5S 5D")

    assert (held(match, 0), sorted(lies(match, "pile").split()), match.to_act) == ("5H 9C", ["5D", "5S"], (1,))


@pytest.mark.parametrize("eights", ["8C", "8C 8D", "8C 8D 8H", "8C 8D 8H 8S"])
@pytest.mark.parametrize("other", ["2C", "9C", "TC", "QC"])
@pytest.mark.parametrize("pile", ["", "9D", "9D 7D", "AD 2D"])
def test_s4_4_eights_together_with_one_other_card(eights: str, other: str, pile: str) -> None:
    """Any number of eights, and one card that may lie on what is under them."""
    assert can_play(given(f"{eights} {other} 3D", "4C", pile=pile), f"{eights} {other}")


@pytest.mark.parametrize("eights", ["8C", "8C 8D", "8C 8D 8H 8S"])
@pytest.mark.parametrize(("pile", "other"), [("9D", "6C"), ("KD", "QC"), ("9D 7D", "6C")])
def test_s4_4_the_other_card_must_fit_the_pile_as_it_was(eights: str, other: str, pile: str) -> None:
    """Too low under the eights is too low on them, even if they burn."""
    assert not can_play(given(f"{eights} {other} AD", "4C", pile=pile), f"{eights} {other}")


def test_s4_4_on_an_eight_too() -> None:
    """What is asked is what was asked under all of them."""
    match = given("8C 9C KC 3C", "4C", pile="QD 8D")

    assert can_play(match, "8C KC")
    assert not can_play(match, "8C 9C")


def test_s4_4_each_such_play_is_listed() -> None:
    """Every choice of eights with every card that fits."""
    match = given("8C 8D 9C AC", "4C", pile="QD")
    plays = {frozenset(move.split()[1:]) for move in moves(match, 0) if move != "take"}

    assert plays == {
        frozenset(cards.split())
        for cards in ("8C", "8D", "8C 8D", "AC", "8C AC", "8D AC", "8C 8D AC")
    }  # fmt: skip


@pytest.mark.parametrize(
    ("pile", "eights"),
    [("", "8C"), ("9D", "8C"), ("9D", "8C 8D"), ("9D 8H", "8C"), ("9D", "8C 8D 8H 8S"), ("8H 8S", "8C 8D")],
)
def test_s4_5_a_seven_never_goes_with_eights(pile: str, eights: str) -> None:
    """Not even on what is left when four of them burn."""
    match = given(f"{eights} 7C AC", "4C", pile=pile)

    assert not can_play(match, f"{eights} 7C")
    assert can_play(match, f"{eights} AC")


@pytest.mark.parametrize("said", ["8C 8D KC", "KC 8D 8C", "8D KC 8C"])
def test_s4_6_the_other_card_lands_last(said: str) -> None:
    """However it is named; and the pile asks for what it asks."""
    match = given("8C 8D KC 3C", "4C AC", pile="9D")

    match.play(0, f"play {said}")

    assert lies(match, "pile") == "9D 8C 8D KC"
    assert told(match, 1)[0] == {"event": "played", "seat": 0, "zone": "hand", "cards": ["8C", "8D", "KC"]}
    assert moves(match, 1) == ["play AC", "take"]


@pytest.mark.parametrize(("other", "again"), [("2C", False), ("9C", False), ("AC", False), ("TC", True)])
@pytest.mark.parametrize("eights", ["8C", "8C 8D 8H 8S"])
def test_s4_6_it_decides_whether_the_player_goes_again(eights: str, other: str, again: bool) -> None:
    """The eights do not, and their fire does not either."""
    match = given(f"{eights} {other} 3C", "4C", pile="9D")

    match.play(0, f"play {eights} {other}")

    assert match.to_act == (0 if again else 1,)


def test_s4_6_on_the_ashes_of_four_eights() -> None:
    """They burn, the other card lies alone, and the turn passes."""
    match = given("8C 8D KC 3C", "4C AC", pile="9D 8H 8S")

    match.play(0, "play 8C 8D KC")

    assert (lies(match, "pile"), lies(match, "burned"), match.to_act) == ("KC", "9D 8H 8S 8C 8D", (1,))
    assert told(match, 0)[1] == {"event": "burned", "cards": ["9D", "8H", "8S", "8C", "8D"], "why": "alike"}


@pytest.mark.parametrize(
    "cards", ["5C 9C", "5C 5D 9C", "2C TC", "7C 2C", "8C 5C 5D", "8C 5C 9C", "8C 8D 2C TC", "8C 7C 2C"]
)
def test_s4_7_other_mixtures_are_no_set(cards: str) -> None:
    """Two ranks without an eight, or eights with two more cards."""
    assert refusal(given("2C 5C 5D 7C 8C 8D 9C TC", "4C"), 0, f"play {cards}") == "not-a-set"


def test_s4_7_no_cards_are_no_set() -> None:
    """To play nothing is not to play."""
    assert refusal(given("5C", "4C"), 0, hr.Play(())) == "not-a-set"
    assert refusal(given("/ 5C", "4C"), 0, hr.Play(())) == "not-a-set"


def test_s4_8_any_face_up_cards_together() -> None:
    """Every subset, if they all fit."""
    match = given("/ 5C 9D KH / 3C", "4C", pile="4D")
    plays = {frozenset(move.split()[1:]) for move in moves(match, 0) if move != "take"}

    assert plays == {frozenset(some) for n in (1, 2, 3) for some in combinations(("5C", "9D", "KH"), n)}

    match.play(0, "play KH 5C 9D")

    assert (held(match, 0, "up"), lies(match, "pile"), match.to_act) == ("", "4D 5C 9D KH", (1,))


def test_s4_8_of_one_rank_any_of_them() -> None:
    """Also with others, and named by suit."""
    match = given("/ 9C 9D KH / 3C", "4C", pile="4D")

    match.play(0, "play 9D KH")

    assert (held(match, 0, "up"), lies(match, "pile")) == ("9C", "4D 9D KH")


@pytest.mark.parametrize(
    ("pile", "up", "cards", "fits"),
    [
        ("9D", "6C KH QH", "KH QH", True),
        ("9D", "6C KH QH", "6C KH", False),
        ("9D", "6C 2H QH", "6C 2H", False),
        ("9D", "6C TH QH", "6C TH", False),
        ("9D 7D", "6C KH QH", "6C KH", False),
        ("9D 8D", "6C KH QH", "6C QH", False),
        ("KD", "2H 7H 8H", "2H 7H 8H", True),
        ("KD", "2H TH 8H", "2H TH", True),
        ("KD", "AH TH 8H", "AH TH 8H", True),
        ("KD 2D", "3H 4H 5H", "3H 4H 5H", True),
        ("", "3H AH 5H", "3H AH", True),
        ("3D", "AH 3H 5H", "3H AH 5H", True),
        ("9D 9H", "9C 9S 3H", "9C 9S 3H", False),
        ("9D 9H", "9C 9S KH", "9C 9S KH", True),
    ],
)
def test_s4_9_each_ordinary_card_meets_what_was_asked_before(pile: str, up: str, cards: str, fits: bool) -> None:
    """A 2, a 10 or fire in the same play is no help, and a lower card landing first no hindrance."""
    assert can_play(given(f"/ {up} / 3C", "4C", pile=pile), cards) is fits


@pytest.mark.parametrize(
    ("up", "said", "landed", "left"),
    [
        ("KC 9C JC", "KC 9C JC", "9C JC KC", "9C JC KC"),
        ("2C AC 3C", "2C AC 3C", "3C AC 2C", "3C AC 2C"),
        ("7C 2C AC", "7C 2C AC", "AC 2C 7C", "AC 2C 7C"),
        ("8C 7C 2C", "8C 7C 2C", "2C 7C 8C", "2C 7C 8C"),
        ("8C 7C 9C", "8C 9C 7C", "9C 7C 8C", "9C 7C 8C"),
        ("TC 8C 7C", "TC 8C 7C", "7C 8C TC", ""),
        ("TC 2C AC", "TC AC 2C", "AC 2C TC", ""),
    ],
)
def test_s4_10_they_land_in_a_fixed_order(up: str, said: str, landed: str, left: str) -> None:
    """Ordinary cards ascending, 2, 7, 8, 10."""
    match = given(f"/ {up} / 3H", "4C")

    match.play(0, f"play {said}")

    assert told(match, 1)[0] == {"event": "played", "seat": 0, "zone": "up", "cards": landed.split()}
    assert lies(match, "pile") == left


@pytest.mark.parametrize(
    ("pile", "up", "cards", "fits"),
    [
        ("3D 8D", "7C 8C TC", "7C", False),
        ("3D 8D", "7C 8C TC", "7C 8C", False),
        ("3D 8D", "7C 8C TC", "7C TC", False),
        ("3D 8D", "7C 8C TC", "7C 8C TC", False),
        ("3D 8D", "7C 7H TC", "7C 7H", False),
        ("3D 8D", "7C 9C TC", "7C 9C", True),
        ("3D 8D", "7C 2C TC", "7C 2C", True),
        ("3D 8D", "7C 2C TC", "7C 2C TC", True),
        ("3D", "7C 8C TC", "7C 8C", True),
        ("", "7C 8C TC", "7C 8C TC", True),
        ("KD 8D", "7C 9C AC", "7C 9C", False),
        ("KD 8D", "7C 9C AC", "7C AC", True),
    ],
)
def test_s4_11_no_seven_lands_directly_on_an_eight(pile: str, up: str, cards: str, fits: bool) -> None:
    """On that of the pile; those of the play come later."""
    assert can_play(given(f"/ {up} / 3C", "4C", pile=pile), cards) is fits


@pytest.mark.parametrize(
    ("pile", "cards", "again"),
    [
        ("3D", "9C KC", False),
        ("3D", "9C 2C", False),
        ("3D", "9C 7C", False),
        ("3D", "9C 8C", True),
        ("3D", "7C 8C", True),
        ("3D", "9C TC", True),
        ("3D", "8C TC", True),
        ("9D 9H 9S", "9C KC", True),
        ("9D 9H 9S", "9C 2C", True),
        ("9D 9H 9S", "9C 8C", True),
        ("2D 2H 2S", "2C 7C", True),
        ("3D 8D", "9C 7C", False),
    ],
)
def test_s4_12_any_fire_or_an_eight_on_top_means_again(pile: str, cards: str, again: bool) -> None:
    """Fire in the middle of the play as well."""
    match = given(f"/ {cards} / 3H 4H", "4C", pile=pile)

    match.play(0, f"play {cards}")

    assert match.to_act == (0 if again else 1,)


def test_s4_13_blind_cards_one_at_a_time_by_their_place() -> None:
    """flip 2 is the second of those that are left."""
    match = given("/ / 5C 6C 9C", "7C 9H AC")

    match.play(0, "flip 2")

    assert (lies(match, "pile"), held(match, 0, "blind")) == ("6C", "5C 9C")

    play(match, (1, "play 9H"), (0, "flip 2"))

    assert (lies(match, "pile"), held(match, 0, "blind")) == ("6C 9H 9C", "5C")


@pytest.mark.parametrize("move", ["flip 0", "flip 3", "flip 99", hr.Flip(-1), hr.Flip(-2)])
def test_s4_13_there_is_no_such_blind_card(move: str | hr.Move) -> None:
    """They are counted from 1 to how many are left."""
    assert refusal(given("/ / 5C 6C", "KC"), 0, move) == "not-held"


@pytest.mark.parametrize("move", ["play KC", "play 9C", "play 3C 3C", "play 3C 3D", "play 8C 9C", "play 5C"])
def test_s4_14_only_what_one_has(move: str) -> None:
    """A rival's card, a card of nobody, one card twice, one's own blind card."""
    assert refusal(given("3C 4C 8C / / 5C", "KC"), 0, move) == "not-held"


def test_s4_14_having_comes_before_ranks_and_ranks_before_the_pile() -> None:
    """The first thing wrong is what is said."""
    match = given("3C 4C", "KC", pile="9D")

    assert refusal(match, 0, "play 3C 5D") == "not-held"
    assert refusal(match, 0, "play 3C 4C") == "not-a-set"
    assert refusal(match, 0, "play 3C") == "not-playable"
    assert refusal(given("/ 3C 4C", "KC", pile="9D"), 0, "play 3C 5D") == "not-held"


@pytest.mark.parametrize(
    ("hand", "move", "after", "stock"),
    [
        ("4C 9C KC", "play 4C", "5D 9C KC", "6D 7D 8D 9D"),
        ("4C 4D KC", "play 4C 4D", "5D 6D KC", "7D 8D 9D"),
        ("4C 4D 4H", "play 4C 4D 4H", "5D 6D 7D", "8D 9D"),
        ("8C AC KC", "play 8C AC", "5D 6D KC", "7D 8D 9D"),
        ("4C 9C QC KC", "play 4C", "9C QC KC", "5D 6D 7D 8D 9D"),
        ("4C 9C JC QC KC", "play 4C", "9C JC QC KC", "5D 6D 7D 8D 9D"),
    ],
)
def test_s4_15_draw_up_to_three(hand: str, move: str, after: str, stock: str) -> None:
    """From the front of the stock, as many as are missing, and none if none are."""
    match = given(f"{hand} / 2C / 2D", "QD", stock="5D 6D 7D 8D 9D")

    match.play(0, move)

    assert (held(match, 0), lies(match, "stock"), match.to_act) == (after, stock, (1,))


def test_s4_15_a_short_stock_gives_what_it_has() -> None:
    """And then nothing."""
    match = given("4C 4D 4H / 2C", "QC QD / 2D", stock="5D 6D")

    match.play(0, "play 4C 4D 4H")

    assert (held(match, 0), lies(match, "stock")) == ("5D 6D", "")

    match.play(1, "play QC")

    assert held(match, 1) == "QD"


@pytest.mark.parametrize(
    ("hand", "move", "after"),
    [("TC 4C 5C", "play TC", "4C 5C KD"), ("8C 4C 5C", "play 8C", "4C 5C KD"), ("3C 4C 5C", "play 3C", "4C 5C KD"),
     ("8C TC 5C", "play 8C TC", "5C 6D KD"), ("8C 8D 5C", "play 8C 8D", "5C 6D KD")],
)  # fmt: skip
def test_s4_16_the_draw_comes_before_another_turn(hand: str, move: str, after: str) -> None:
    """The card that was drawn may be played in it."""
    match = given(f"{hand} / 2C / 2D", "QC", pile="3D 3H 3S", stock="KD 6D")

    match.play(0, move)

    assert (match.to_act, held(match, 0)) == ((0,), after)

    match.play(0, "play KD")

    assert lies(match, "pile").endswith("KD")


def test_s4_17_then_it_is_the_other_seats_turn() -> None:
    """To and fro."""
    match = given("3C 5C 7C", "4C 6C 9C")

    for seat, move in ((0, "play 3C"), (1, "play 4C"), (0, "play 5C"), (1, "play 6C"), (0, "play 7C")):
        assert match.to_act == (seat,)
        match.play(seat, move)


def test_s4_18_nobody_moves_out_of_turn() -> None:
    """What the other could play does not matter, and it has no moves."""
    match = given("3C 4C", "5C 6C", pile="3D")

    assert refusal(match, 1, "play 5C") == "not-your-turn"
    assert refusal(match, 1, "take") == "not-your-turn"
    assert match.legal(1) == ()


@pytest.mark.parametrize("text", ["", "play", "play 1H", "play 3c4c", "fly 3C", "flip", "flip x", "take it", "3C"])
def test_s4_18_what_is_no_move_cannot_be_read(text: str) -> None:
    """By anybody, whoever's turn it is."""
    match = given("3C 4C", "5C 6C")

    assert refusal(match, 0, text) == refusal(match, 1, text) == "unreadable"


@pytest.mark.parametrize("text", ["play 10c", "PLAY TC", "Play ♣10", "play 10♣", "  play   tc "])
def test_s4_18_words_and_cards_are_read_in_any_case(text: str) -> None:
    """As a player would type them."""
    match = given("TC 4C", "5C 6C")

    match.play(0, text)

    assert lies(match, "burned") == "TC"


def test_s4_19_a_refusal_changes_nothing() -> None:
    """After any number of them the same seat plays as if nothing had been said."""
    match = given("3C 4C KC / 9C", "5C", pile="9D", stock="QD", plays=7)

    said = ["play 3C", "play 3C 4C", "play 9C", "play AC", "flip 1", "target 1", "call clubs", "ready", "hm"]
    codes = [refusal(match, 0, move) for move in said]

    assert codes == [
        "not-playable", "not-a-set", "wrong-zone", "not-held", "wrong-zone", "bad-target", "bad-suit", "wrong-phase",
        "unreadable",
    ]  # fmt: skip
    match.play(0, "play KC")
    assert (held(match, 0), match.position()["plays"], match.to_act) == ("3C 4C QD", 8, (1,))


# -- S5 Powers -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("below", ["AD", "9D", "KD 8D", "KD 7D"])
def test_s5_1_a_two_resets(below: str) -> None:
    """After it anything may be played; the turn passes, the pile stays."""
    match = given("2H 4H", ONE_OF_EACH, pile=below)

    match.play(0, "play 2H")

    assert (match.to_act, lies(match, "pile"), shown(match, 1)["asks"]) == ((1,), f"{below} 2H", "anything")
    assert playable(f"{below} 2D") == ONE_OF_EACH


@pytest.mark.parametrize("below", ["", "6D", "AD", "2D", "9D 7D", "QD 8D 2D 7D"])
def test_s5_2_a_seven_is_a_mirror(below: str) -> None:
    """The pile asks for what it asked before; its own value counts for nothing, and the turn passes."""
    match = given("7S 3H", "4H", pile=below)
    asked = shown(match, 0)["asks"]

    match.play(0, "play 7S")

    assert (shown(match, 1)["asks"], match.to_act) == (asked, (1,))
    assert playable(f"{below} 7S") == playable(below)


def test_s5_2_several_mirrors_show_the_same() -> None:
    """Two of them on a Queen ask for a Queen."""
    assert playable("QD 7D 7H") == "2C 7C 8C TC QC KC AC"
    assert playable("7D 7H") == ONE_OF_EACH


@pytest.mark.parametrize("below", ["", "6D", "AD", "2D", "9D 7D", "QD 8D"])
def test_s5_3_an_eight_is_nothing(below: str) -> None:
    """The pile asks for what it asked before; only a 7 has lost its place."""
    match = given("8S AH 3H", "4H", pile=below)
    asked = shown(match, 0)["asks"]

    match.play(0, "play 8S")

    assert shown(match, 1)["asks"] == asked
    assert playable(f"{below} 8S") == playable(below).replace("7C ", "")


@pytest.mark.parametrize("eights", ["8C", "8C 8D", "8C 8D 8H"])
@pytest.mark.parametrize("zone", ["", "/ "])
def test_s5_4_after_eights_the_same_player_goes_again(eights: str, zone: str) -> None:
    """Once, however many they are."""
    match = given(f"{zone}{eights} / AC" if zone else f"{eights} AC / 3C", "4C 4D", pile="" if zone else "9D")

    match.play(0, f"play {eights}")

    assert match.to_act == (0,)


def test_s5_4_several_eights_are_one_more_turn() -> None:
    """After the follow-up it is over."""
    match = given("8C 8D AC KC", "4C 4D", pile="9D")

    play(match, (0, "play 8C 8D"), (0, "play KC"))

    assert match.to_act == (1,)


def test_s5_4_a_blind_eight_too() -> None:
    """Turned over, it gives another turn."""
    match = given("/ / 8C 3C", "4C 4D", pile="9D")

    match.play(0, "flip 1")

    assert (lies(match, "pile"), match.to_act, moves(match, 0)) == ("9D 8C", (0,), ["flip 1", "take"])


@pytest.mark.parametrize("pile", ["", "AD", "8D", "3D 3H"])
@pytest.mark.parametrize("seat", ["TC 3C 4C", "/ TC 3C 4C"])
def test_s5_5_a_ten_burns_the_pile(pile: str, seat: str) -> None:
    """It leaves the game with the 10, the same seat plays again, on an empty pile."""
    match = given(seat, "5C", pile=pile, burned="KD")

    match.play(0, "play TC")

    assert lies(match, "burned") == f"KD {pile} TC".replace("  ", " ")
    assert (lies(match, "pile"), match.to_act) == ("", (0,))
    assert told(match, 1)[1] == {"event": "burned", "cards": [*pile.split(), "TC"], "why": "power"}


def test_s5_5_a_blind_ten_too() -> None:
    """And the next one is turned over onto nothing."""
    match = given("/ / TC 3C 4C", "5C", pile="AD")

    play(match, (0, "flip 1"), (0, "flip 1"))

    assert (lies(match, "burned"), lies(match, "pile"), match.to_act) == ("AD TC", "3C", (1,))


def test_s5_5_several_tens_burn_once() -> None:
    """One more turn, not two."""
    match = given("TC TD 3C 4C", "5C 5D", pile="9D")

    play(match, (0, "play TC TD"), (0, "play 3C"))

    assert match.to_act == (1,)


@pytest.mark.parametrize("rank", list("2345679JQKA"))
def test_s5_6_four_of_one_rank_burn(rank: str) -> None:
    """From one play, whatever the rank; the same seat plays again."""
    four = [rank + suit for suit in "CDHS"]
    match = given(f"{' '.join(four)} TC", "TD", pile="3H" if rank != "3" else "")

    match.play(0, f"play {' '.join(four)}")

    assert (lies(match, "pile"), match.to_act) == ("", (0,))
    assert told(match, 1)[1]["why"] == "alike"


def test_s5_6_over_both_players() -> None:
    """Who lays the last of the four plays again; below it anything may lie."""
    match = given("6C 6S 3C", "6D 6H 3D", pile="4D")

    play(match, (0, "play 6C"), (1, "play 6D 6H"))

    assert lies(match, "pile") == "4D 6C 6D 6H"

    match.play(0, "play 6S")

    assert (lies(match, "burned"), match.to_act, moves(match, 0)) == ("4D 6C 6D 6H 6S", (0,), ["play 3C"])


def test_s5_6_three_do_not_burn() -> None:
    """The turn passes."""
    match = given("6C 6D 3C", "9D 3D", pile="5D 6H")

    match.play(0, "play 6C 6D")

    assert (lies(match, "burned"), match.to_act) == ("", (1,))


@pytest.mark.parametrize(("pile", "card"), [("6C 6D 6H", "6S"), ("9D 7C 7D 7H", "7S"), ("9D 8C 8D 8H", "8S")])
def test_s5_6_the_fourth_from_any_zone(pile: str, card: str) -> None:
    """Mirrors and nothing cards burn as others do."""
    for seat, move in ((f"{card} 3C", f"play {card}"), (f"/ {card} 3C", f"play {card}"), (f"/ / {card} 3C", "flip 1")):
        match = given(seat, "9H", pile=pile)

        match.play(0, move)

        assert (lies(match, "burned"), lies(match, "pile"), match.to_act) == (f"{pile} {card}", "", (0,))


@pytest.mark.parametrize("between", ["7D", "8D", "2D"])
def test_s5_7_a_card_in_between_breaks_the_row(between: str) -> None:
    """Four 6s lie there, but not in a row."""
    match = given("6S 3C", "9D", pile=f"6C 6D {between} 6H")

    match.play(0, "play 6S")

    assert (lies(match, "burned"), match.to_act) == ("", (1,))


def test_s5_7_eights_before_the_fourth_break_it() -> None:
    """Those of the same play too."""
    match = given("8C 6S 3C", "9D", pile="6C 6D 6H")

    match.play(0, "play 8C 6S")

    assert (lies(match, "pile"), match.to_act) == ("6C 6D 6H 8C 6S", (1,))


@pytest.mark.parametrize(
    ("pile", "cards", "burned", "left"),
    [
        ("4D 9D 9H 9S", "9C KC", "4D 9D 9H 9S 9C", "KC"),
        ("4D 9D 9H", "9C 9S KC", "4D 9D 9H 9C 9S", "KC"),
        ("9D 9H 9S", "9C 2C 7C", "9D 9H 9S 9C", "2C 7C"),
        ("AD 2D 2H 2S", "2C 7C 8C", "AD 2D 2H 2S 2C", "7C 8C"),
        ("7D 7H 7S", "7C 8C", "7D 7H 7S 7C", "8C"),
        ("9D 9H 9S", "9C TC", "9D 9H 9S 9C TC", ""),
        ("9D 9H 9S", "6C 9C", None, None),
        ("4D 9D 9H 9S", "QC KC", "", "4D 9D 9H 9S QC KC"),
    ],
)
def test_s5_8_four_are_looked_for_after_each_rank(pile: str, cards: str, burned: str | None, left: str | None) -> None:
    """What comes later lies on the ashes."""
    match = given(f"/ {cards} / 3C", "5C", pile=pile)

    if burned is None:
        assert not can_play(match, cards)
    else:
        match.play(0, f"play {cards}")
        assert (lies(match, "burned"), lies(match, "pile")) == (burned, left)


def test_s5_8_what_lands_on_the_ashes_is_what_the_pile_asks_for() -> None:
    """A mirror on an empty pile shows nothing."""
    match = given("/ 9C 7C KC / 3C", "5C", pile="9D 9H 9S")

    match.play(0, "play 9C 7C")

    assert shown(match, 0)["asks"] == "anything"


# An 8 needs a follow-up.


@pytest.mark.parametrize(
    ("seat", "pile"), [("8C 3C", "9D"), ("8C 7C", "9D"), ("8C 8D 3C", "9D"), ("/ 8C 3C", "9D"), ("8C / 3C", "9D")]
)
def test_s5_9_eights_alone_need_a_follow_up(seat: str, pile: str) -> None:
    """Without one they are refused, all of them together."""
    match = given(seat, "4C", pile=pile)
    eights = " ".join(card for card in seat.split() if card[0] == "8")

    assert not can_play(match, eights)
    assert refusal(match, 0, f"play {eights}") == "not-playable"


@pytest.mark.parametrize(
    ("seat", "cards"), [("8C", "8C"), ("8C 8D", "8C 8D"), ("/ 8C", "8C"), ("/ 8C 8D 8H", "8C 8D 8H")]
)
def test_s5_10_as_last_cards_they_need_none(seat: str, cards: str) -> None:
    """They win."""
    match = given(seat, "4C", pile="KD")

    assert can_play(match, cards)

    match.play(0, f"play {cards}")

    assert match.outcome is not None
    assert match.outcome.places == (1, 2)


@pytest.mark.parametrize(
    ("pile", "rest", "follows"),
    [
        ("9D", "9C", True),
        ("9D", "3C AC", True),
        ("9D", "2C", True),
        ("9D", "TC", True),
        ("9D", "3C 6C", False),
        ("9D", "7C", False),
        ("3D", "7C", False),
        ("2D", "7C 7D", False),
        ("2D", "3C", True),
        ("9D 7H", "6C", False),
        ("KD 8H", "QC", False),
        ("7H", "3C", True),
    ],
)
@pytest.mark.parametrize("stock", ["", "AH KH QH"])
def test_s5_11_a_card_in_the_rest_of_the_hand_follows(pile: str, rest: str, follows: bool, stock: str) -> None:
    """One that may lie there after the eights: none that is too low, and no 7."""
    match = given(f"8C {rest} / JC JH JS / JD", "4C", pile=pile, stock=stock)

    assert can_play(match, "8C") is follows


@pytest.mark.parametrize("other", ["/ AC", "/ / AC"])
def test_s5_11_with_a_rest_of_the_hand_nothing_else_counts(other: str) -> None:
    """An Ace on the table does not follow while a 3 is in hand."""
    assert not can_play(given(f"8C 3C {other}", "4C", pile="9D"), "8C")


@pytest.mark.parametrize(
    ("pile", "up", "follows"),
    [("9D", "9C", True), ("9D", "3C AC", True), ("9D", "2C", True), ("9D", "3C 6C", False), ("9D", "7C", False),
     ("9D", "7C TC", True), ("3D", "7C", False), ("KD 7H", "QC", False), ("KD", "8H", True)],
)  # fmt: skip
@pytest.mark.parametrize("hand", ["8C", "8C 8D"])
def test_s5_12_face_up_cards_follow_when_the_hand_would_be_empty(hand: str, pile: str, up: str, follows: bool) -> None:
    """And the stock is; the blind cards do not help then."""
    assert can_play(given(f"{hand} / {up} / AH", "4C", pile=pile), hand) is follows


@pytest.mark.parametrize("hand", ["8C", "8C 8D 8H"])
def test_s5_12_not_while_there_is_a_stock(hand: str) -> None:
    """The hand would be filled first."""
    match = given(f"{hand} / AC KC / AH", "4C", pile="9D", stock="AS")

    assert not can_play(match, hand)
    assert can_play(given(f"{hand} / AC KC / AH", "4C", pile="9D"), hand)


def test_s5_12_nor_from_the_face_up_zone() -> None:
    """A position with a stock may have face-up cards in play: the hand would be filled first."""
    assert not can_play(given("/ 8C 9C / AH", "4C", pile="5D", stock="3D"), "8C")
    assert can_play(given("/ 8C 9C / AH", "4C", pile="5D"), "8C")


@pytest.mark.parametrize("blind", ["3C", "AC", "7C 7D"])
@pytest.mark.parametrize("seat", ["8C", "8C 8D", "/ 8C", "/ 8C 8D"])
def test_s5_13_a_blind_card_follows(seat: str, blind: str) -> None:
    """Whatever it is: nobody knows. With a stock, what is drawn comes first."""
    zones = f"{seat} / {blind}" if seat.startswith("/") else f"{seat} / / {blind}"
    cards = seat.removeprefix("/ ")

    match = given(zones, "4C", pile="KD")

    assert can_play(match, cards)

    match.play(0, f"play {cards}")

    assert moves(match, 0) == [*(f"flip {place + 1}" for place in range(len(blind.split()))), "take"]


def test_s5_13_not_while_there_is_a_stock() -> None:
    """Then a card would be drawn."""
    assert not can_play(given("8C / / AC", "4C", pile="KD", stock="AH"), "8C")


@pytest.mark.parametrize("blind", ["8C", "8C 3C", "7C 8C"])
def test_s5_13_a_blind_eight_lacks_none(blind: str) -> None:
    """It lies where it was turned over."""
    match = given(f"/ / {blind}", "4C 4D", pile="KD")

    match.play(0, f"flip {blind.split().index('8C') + 1}")

    assert lies(match, "pile") == "KD 8C"
    assert match.to_act == ((0,) if len(blind.split()) > 1 else ())


@pytest.mark.parametrize("hand", ["8C", "8C 3C", "8C 8D 8H", "8C 7C 3C"])
def test_s5_14_a_card_to_be_drawn_does_not_count(hand: str) -> None:
    """Whatever it is."""
    eights = " ".join(card for card in hand.split() if card[0] == "8")

    assert not can_play(given(f"{hand} / AC / AD", "4C", pile="KD", stock="AH 2H TH"), eights)


def test_s5_15_another_eight_counts() -> None:
    """One may be played, both may not: nothing follows the second."""
    match = given("8C 8D 3C", "4C", pile="KD")

    assert can_play(match, "8C")
    assert can_play(match, "8D")
    assert not can_play(match, "8C 8D")

    match.play(0, "play 8C")

    assert moves(match, 0) == ["take"]


@pytest.mark.parametrize("seat", ["8C / 8D 3C", "/ 8C 8D 3C"])
def test_s5_15_also_among_the_face_up_cards(seat: str) -> None:
    """In the hand's place or from the same row."""
    assert can_play(given(seat, "4C", pile="KD"), "8C")


@pytest.mark.parametrize(
    ("seat", "pile", "cards"),
    [
        ("8C 3C", "KD 8D 8H 8S", "8C"),
        ("8C 7C", "KD 8D 8H 8S", "8C"),
        ("8C 8D 3C", "KD 8H 8S", "8C 8D"),
        ("8C 8D 8H 8S 3C", "KD", "8C 8D 8H 8S"),
        ("8C / 3C", "KD 8D 8H 8S", "8C"),
        ("8C / 7C", "KD 8D 8H 8S", "8C"),
        ("/ 8C 3C", "KD 8D 8H 8S", "8C"),
        ("/ 8C 7C", "KD 8D 8H 8S", "8C"),
    ],
)
def test_s5_16_anything_follows_four_eights(seat: str, pile: str, cards: str) -> None:
    """They leave an empty pile."""
    match = given(seat, "4C", pile=pile)

    assert can_play(match, cards)

    match.play(0, f"play {cards}")

    assert (lies(match, "pile"), match.to_act) == ("", (0,))


def test_s5_16_three_eights_are_not_four() -> None:
    """Nor are four with a card between them."""
    assert not can_play(given("8C 3C", "4C", pile="KD 8D 8H"), "8C")
    assert not can_play(given("8C 3C", "4C", pile="8D 8H KD 8S"), "8C")


def test_s5_16_it_must_be_a_card_that_is_seen() -> None:
    """What would be drawn is none."""
    assert not can_play(given("8C / AC / AD", "4C", pile="KD 8D 8H 8S", stock="AH"), "8C")


@pytest.mark.parametrize("seat", ["8C 7C", "8C 7C 7D / 7H", "8C / 7C", "/ 8C 7C"])
@pytest.mark.parametrize("stock", ["", "AH"])
def test_s5_17_on_an_empty_pile_they_may_be_played(seat: str, stock: str) -> None:
    """There is nothing to take; what can be done afterwards is to take the 8."""
    match = given(seat, "4C", stock=stock)

    assert can_play(match, "8C")
    if not stock:
        match.play(0, "play 8C")
        assert moves(match, 0) == ["take"]


@pytest.mark.parametrize(
    ("pile", "up", "follows"), [("9D", "8C 9C", True), ("9D", "8C 3C 7C", False), ("9D", "8C 2C", True)]
)
def test_s5_18_face_up_eights_alone_need_one_too(pile: str, up: str, follows: bool) -> None:
    """Among the other face-up cards; the blind ones do not help while there are any."""
    assert can_play(given(f"/ {up} / AH", "4C", pile=pile), "8C") is follows


@pytest.mark.parametrize(
    ("pile", "up", "cards"),
    [("9D", "8C KC 3C", "8C KC"), ("9D", "8C 7C 3C", "7C 8C"), ("9D", "8C 2C 7C", "2C 8C"),
     ("9D", "8C 8D KC", "8C 8D KC")],
)  # fmt: skip
def test_s5_18_a_mixed_play_that_ends_with_an_eight_needs_none(pile: str, up: str, cards: str) -> None:
    """The player goes again and has to see."""
    match = given(f"/ {up} / 3H", "4C", pile=pile)

    assert can_play(match, cards)

    match.play(0, f"play {cards}")

    assert match.to_act == (0,)


def test_s5_18_nor_do_eights_with_another_card_from_the_hand() -> None:
    """The other card is what follows."""
    match = given("8C KC 3C", "4C", pile="QD")

    assert can_play(match, "8C KC")


@pytest.mark.parametrize(
    ("seat", "pile"),
    [("8C 3C 4D", "9D"), ("8C 7C", "9D 8H"), ("/ 8C 3C", "9D"), ("8C / 3C", "9D"), ("8C 3C / AC / AD", "9D")],
)
def test_s5_19_with_nothing_to_follow_the_pile_is_taken(seat: str, pile: str) -> None:
    """It is the only move."""
    match = given(seat, "4C", pile=pile)

    assert moves(match, 0) == ["take"]


def test_s5_20_nobody_is_named_and_no_suit() -> None:
    """These are moves of other games."""
    match = given("3C 4C", "5C", pile="9D")

    assert refusal(match, 0, "target 1") == "bad-target"
    assert refusal(match, 0, "call hearts") == "bad-suit"


@pytest.mark.parametrize("rank", list("23456789TJQKA"))
def test_s5_20_no_card_asks_for_an_answer_or_turns_the_direction(rank: str) -> None:
    """Whatever is played, somebody plays next."""
    match = given(f"{rank}C 3D 3H", "5D 6D 9D")

    match.play(0, f"play {rank}C")

    assert (match.position()["pending"], match.position()["direction"]) == (None, 1)


# -- S6 Taking the pile ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seat", ["3C AC / 4C / 5C", "AC 2C / 4C / 5C", "/ AC 3C / 5C", "/ / 5C 6C", "8C AC / 4C"])
@pytest.mark.parametrize("stock", ["", "KH"])
@pytest.mark.parametrize("pile", ["9D", "2D", "9D KD 8D"])
def test_s6_1_the_pile_may_be_taken_at_any_time(seat: str, stock: str, pile: str) -> None:
    """Whatever could be played, in every zone and phase."""
    match = given(seat, "4D", pile=pile, stock=stock)

    assert "take" in moves(match, 0)
    assert len(moves(match, 0)) > 1

    match.play(0, "take")

    assert set(pile.split()) <= set(held(match, 0).split())
    assert (lies(match, "pile"), match.to_act) == ("", (1,))


def test_s6_2_in_an_extra_turn_too() -> None:
    """The 8 goes back into the hand with the rest, although an Ace could follow."""
    match = given("8C AC", "4D", pile="9D")

    play(match, (0, "play 8C"), (0, "take"))

    assert (held(match, 0), match.to_act) == ("8C 9D AC", (1,))


@pytest.mark.parametrize(
    ("seat", "pile"), [("3C 4C", "9D"), ("7C", "9D 8D"), ("/ 3C 4C", "9D"), ("3C / 2C / 2D", "KD 8D")]
)
def test_s6_3_who_cannot_play_takes(seat: str, pile: str) -> None:
    """It is the only move; what lies in another zone does not help."""
    assert moves(given(seat, "5C", pile=pile), 0) == ["take"]


def test_s6_4_the_pile_goes_into_the_hand_and_the_turn_passes() -> None:
    """The other one finds an empty pile."""
    match = given("3C 4C 5C / 2C", "4D 6D / 2D", pile="9D QD", stock="KD QH")

    match.play(0, "take")

    assert (held(match, 0), lies(match, "stock"), lies(match, "pile")) == ("3C 4C 5C 9D QD", "KD QH", "")
    assert (match.to_act, moves(match, 1)) == ((1,), ["play 4D", "play 6D"])
    assert told(match, 1) == [{"event": "took", "seat": 0, "cards": ["9D", "QD"], "by": None}]


@pytest.mark.parametrize("up", ["3C 4C", "AC KC", "8C", "3C 3H 9C"])
def test_s6_5_face_up_cards_stay(up: str) -> None:
    """All of them, while they are in play and before."""
    for hand in ("", "5S"):
        match = given(f"{hand} / {up} / 2C", "5C", pile="AD AH")

        match.play(0, "take")

        assert (held(match, 0), set(held(match, 0, "up").split())) == (f"{hand} AD AH".strip(), set(up.split()))
        assert (held(match, 0, "blind"), match.to_act) == ("2C", (1,))


@pytest.mark.parametrize(("card", "pile"), [("3C", "9D KD"), ("7C", "3D 8D"), ("QC", "KD 7D")])
def test_s6_6_a_blind_card_that_fails_goes_into_the_hand_with_the_pile(card: str, pile: str) -> None:
    """And the turn is over."""
    match = given(f"/ / {card} 2C", "5C", pile=pile)

    match.play(0, "flip 1")

    assert set(held(match, 0).split()) == {card, *pile.split()}
    assert (held(match, 0, "blind"), lies(match, "pile"), match.to_act) == ("2C", "", (1,))
    assert happened(match) == ["failed", "took"]


@pytest.mark.parametrize("seat", ["3C", "8C 7C", "/ 3C", "/ 8C 7C", "/ / 3C"])
def test_s6_7_there_is_nothing_to_take(seat: str) -> None:
    """An empty pile is no pile, in any zone; but something can be played."""
    match = given(seat, "5C")

    assert refusal(match, 0, "take") == "nothing-to-take"
    assert match.legal(0)
    assert "take" not in moves(match, 0)


# -- S7 The end ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("seat", "move"),
    [("3C", "play 3C"), ("3C 3D", "play 3C 3D"), ("8C 3C", "play 8C 3C"), ("/ 3C 4C 9H", "play 3C 4C 9H"),
     ("/ / 3C", "flip 1")],
)  # fmt: skip
@pytest.mark.parametrize("who", [0, 1])
def test_s7_1_the_first_without_cards_wins(seat: str, move: str, who: int) -> None:
    """Whichever zone the last card came from, and the match is over."""
    match = given(*((seat, "5C 6C") if who == 0 else ("5C 6C", seat)), to_act=who)

    match.play(who, move)

    places, payoffs = ((1, 2), (1.0, 0.0)) if who == 0 else ((2, 1), (0.0, 1.0))
    assert (match.outcome, match.to_act) == (hr.Outcome(places, payoffs, "first-out"), ())
    assert happened(match) == ["played", "went-out", "ended"]


@pytest.mark.parametrize("seat", ["3C 4C", "3C / 4C", "3C / / 4C"])
def test_s7_1_any_card_left_is_a_card(seat: str) -> None:
    """In whatever zone."""
    match = given(seat, "5C")

    match.play(0, "play 3C")

    assert (match.outcome, match.to_act) == (None, (1,))


@pytest.mark.parametrize(
    ("seat", "pile", "move"),
    [("TC", "9D", "play TC"), ("8C", "9D", "play 8C"), ("6S", "6C 6D 6H", "play 6S"), ("/ / TC", "9D", "flip 1"),
     ("/ / 8C", "9D", "flip 1"), ("/ KC 8C", "9D", "play KC 8C")],
)  # fmt: skip
def test_s7_2_an_extra_turn_is_not_waited_for(seat: str, pile: str, move: str) -> None:
    """The match is over all the same."""
    match = given(seat, "5C 5D", pile=pile)

    match.play(0, move)

    assert match.to_act == ()
    assert match.outcome is not None
    assert match.outcome.places == (1, 2)


def test_s7_3_not_while_the_stock_refills_the_hand() -> None:
    """Who draws still has cards."""
    match = given("3C", "5C", stock="KD")

    match.play(0, "play 3C")

    assert (held(match, 0), match.outcome) == ("KD", None)


@pytest.mark.parametrize("move", ["play 4C", "take", "ready", "flip 1"])
def test_s7_4_when_it_is_over_nobody_moves(move: str) -> None:
    """Neither the winner nor the loser."""
    match = given("5C", "4C")
    match.play(0, "play 5C")

    assert refusal(match, 0, move) == refusal(match, 1, move) == "over"
    assert match.legal(0) == match.legal(1) == ()


@pytest.mark.parametrize(
    ("seat", "pile", "move"),
    [
        ("3C 4C", "", "play 3C"),
        ("3C AC", "9D", "take"),
        ("/ / 9C 4C", "9D", "flip 1"),
        ("/ / 3C 4C", "9D", "flip 1"),
        ("TC 4C", "9D", "play TC"),
        ("8C AC", "9D", "play 8C"),
        ("/ 9C KC 4C", "9D", "play 9C KC"),
    ],
)
def test_s7_5_two_thousand_plays_are_enough(seat: str, pile: str, move: str) -> None:
    """Play, flip and take count alike, an extra turn does not come any more."""
    match = given(seat, "5C", pile=pile, plays=1998)

    match.play(0, move)

    assert (match.outcome, match.position()["plays"]) == (None, 1999)

    match = given(seat, "5C", pile=pile, plays=1999)

    match.play(0, move)

    assert match.outcome is not None
    assert (match.outcome.reason, match.to_act, match.position()["plays"]) == ("play-limit", (), 2000)


@pytest.mark.parametrize(
    ("seat", "other", "places"),
    [("3C 4C / 9C", "5C", (2, 1)), ("3C 4C", "5C / 6C / QC", (1, 2)), ("3C 4C 4D", "5C / / QC", (1, 2))],
)
def test_s7_6_then_fewer_cards_win(seat: str, other: str, places: tuple[int, int]) -> None:
    """Those of all zones count; with equal numbers seat 0 is better off."""
    match = given(seat, other, plays=1999)

    match.play(0, "play 3C")

    assert match.outcome is not None
    assert match.outcome.places == places


def test_s7_7_winning_is_worth_one_and_losing_nothing() -> None:
    """At the limit as at the end."""
    for plays in (0, 1999):
        match = given("5D 3C", "4C", plays=plays, to_act=1)

        match.play(1, "play 4C")

        assert match.outcome is not None
        assert match.outcome.payoffs == (0.0, 1.0)
    match = given("5D 3C", "4C 4D 4H", plays=1999)

    match.play(0, "play 3C")

    assert match.outcome is not None
    assert match.outcome.payoffs == (1.0, 0.0)


# -- S8 What everybody may see ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("viewer", [0, 1, None])
def test_s8_1_blind_cards_are_a_number(viewer: int | None) -> None:
    """To everybody, their owner too."""
    match = given("3C / 4C / QH QS", "5C / 6C / AS")

    assert [seen(match, viewer, seat)["blind"] for seat in (0, 1)] == [2, 1]
    assert not re.search("Q[HS]|AS", str(shown(match, viewer)))


@pytest.mark.parametrize("viewer", [0, 1, None])
def test_s8_1_a_blind_card_that_is_turned_over_is_seen(viewer: int | None) -> None:
    """Also one that cannot be played; the others stay unseen."""
    match = given("/ / 3C QS", "5C 6C", pile="9D")

    match.play(0, "flip 1")

    assert told(match, viewer)[0] == {"event": "failed", "seat": 0, "card": "3C", "spot": 1}
    assert "QS" not in str(told(match, viewer)) + str(shown(match, viewer))


@pytest.mark.parametrize("viewer", [0, 1, None])
def test_s8_2_face_up_cards_are_seen_by_all(viewer: int | None) -> None:
    """One's own and those of the other."""
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


def test_s8_4_what_was_taken_from_the_pile_stays_known_until_it_is_played() -> None:
    """The rest of the hand is not known, and stays so."""
    match = given("3C 4S", "4D 6H", pile="8D 9D")

    match.play(0, "take")

    for viewer in (0, 1, None):
        assert [seen(match, viewer, seat)["known"] for seat in (0, 1)] == [["8D", "9D"], []]

    play(match, (1, "play 4D"), (0, "play 8D 9D"))

    assert (held(match, 0), seen(match, 1, 0)["known"]) == ("3C 4S", [])


def test_s8_4_a_swapped_card_is_known() -> None:
    """It lay face up before; laid up again, it is face up and nothing else."""
    match = given("3H 4C / AS", "5C", phase="setup")
    match.play(0, "swap 3H AS")

    assert seen(match, 1, 0)["known"] == ["AS"]

    match.play(0, "swap AS 3H")

    assert seen(match, 1, 0)["known"] == ["3H"]


def test_s8_4_so_is_a_blind_card_that_failed() -> None:
    """Everybody saw it."""
    match = given("/ / 3C", "5C", pile="9D")

    match.play(0, "flip 1")

    assert seen(match, None, 0)["known"] == ["3C", "9D"]


@pytest.mark.parametrize("viewer", [0, 1, None])
def test_s8_5_the_stock_is_a_number(viewer: int | None) -> None:
    """Neither its cards nor their order."""
    match = given("3C 4C KD", "5C", stock="QH QS AS")

    assert shown(match, viewer)["stock"] == 3
    assert not re.search("Q[HS]|AS", str(shown(match, viewer)))


def test_s8_5_only_the_drawer_sees_what_was_drawn() -> None:
    """Before an extra turn as well."""
    match = given("8C 3D 4C", "5C 6C 6D", pile="3H", stock="QH QS AS")

    match.play(0, "play 8C")

    assert told(match, 0)[-1] == {"event": "drew", "seat": 0, "count": 1, "cards": ["QH"]}
    for viewer in (1, None):
        assert told(match, viewer)[-1] == {"event": "drew", "seat": 0, "count": 1, "cards": None}
        assert not re.search("Q[HS]|AS", str(shown(match, viewer)))


@pytest.mark.parametrize("viewer", [0, 1, None])
def test_s8_6_pile_and_burned_cards_are_seen_by_all(viewer: int | None) -> None:
    """All of the pile from bottom to top, and all that is gone."""
    match = given("3C 4C", "5C", pile="9D 7D KD 2D", burned="6C TH")
    view = shown(match, viewer)

    assert (view["pile"], view["burned"]) == (["9D", "7D", "KD", "2D"], ["6C", "TH"])


def test_s8_7_moves_are_listed_for_the_seat_alone() -> None:
    """They would show what it holds; who may not act has none."""
    match = given("3C 4C", "5C")

    assert [str(move) for move in match.view(0).legal] == ["play 3C", "play 4C"]
    assert match.view(1).legal == match.view(None).legal == ()


def test_s8_7_a_spectator_sees_what_both_seats_see() -> None:
    """The table, and no hand."""
    match = given("3C 4C / 6D / QH", "5C / 7D / QS", pile="9D", stock="AH", burned="TH")
    view = shown(match, None)

    assert view["seat"] is None
    assert view["seats"] == [
        {"hand": 2, "up": ["6D"], "blind": 1},
        {"hand": 1, "up": ["7D"], "blind": 1},
    ]
    assert (view["pile"], view["stock"], view["burned"], view["to_act"]) == (["9D"], 1, ["TH"], [0])


# -- A naive model ---------------------------------------------------------------------------------------------------

LAYING = "34569JQKA278T"
Said = frozenset[str] | str


class Naive:
    """The play as the page tells it: lists of cards, every subset tried, nothing shared with the package."""

    def __init__(self, position: dict[str, JSON]) -> None:
        seats = cast("list[dict[str, list[str]]]", position["seats"])
        self.hands, self.ups, self.blinds = ([list(seat[zone]) for seat in seats] for zone in ("hand", "up", "blind"))
        self.pile, self.stock, self.burned = (
            list(cast("list[str]", position[at])) for at in ("pile", "stock", "burned")
        )
        self.turn = cast("int", position["to_act"])
        self.over = False

    def copy(self) -> "Naive":
        new = Naive.__new__(Naive)
        new.hands, new.ups, new.blinds = ([list(row) for row in rows] for rows in (self.hands, self.ups, self.blinds))
        new.pile, new.stock, new.burned = list(self.pile), list(self.stock), list(self.burned)
        new.turn, new.over = self.turn, self.over
        return new

    def legal(self) -> set[Said]:
        """Sets of cards, and "flip 1" or "take"."""
        if self.over:
            return set()
        said: set[Said] = {"take"} if self.pile else set()
        hand, up = self.hands[self.turn], self.ups[self.turn]
        if not hand and not up:
            return said | {f"flip {place + 1}" for place in range(len(self.blinds[self.turn]))}
        if hand:  # no play has three ranks, and of two one is the 8
            groups = [[card for card in hand if card[0] in {"8", rank}] for rank in {card[0] for card in hand}]
            return said | {some for group in groups for some in subsets(group) if self.may_from_hand(list(some))}
        return said | {some for some in subsets(up) if self.may_from_up(list(some))}

    def may_from_hand(self, cards: list[str]) -> bool:
        eights = [card for card in cards if card[0] == "8"]
        others = [card for card in cards if card[0] != "8"]
        if not others:
            return self.followed(eights)
        if eights:
            return len(others) == 1 and others[0][0] != "7" and fits(others[0], self.pile)
        return len({card[0] for card in cards}) == 1 and fits(cards[0], self.pile)

    def may_from_up(self, cards: list[str]) -> bool:
        if {card[0] for card in cards} == {"8"}:
            return self.followed(cards)
        beneath = list(self.pile)
        for card in sorted(cards, key=lambda card: LAYING.index(card[0])):
            if card[0] == "7" and beneath and beneath[-1][0] == "8":
                return False
            if card[0] not in "278T" and value(card) < asked(self.pile):
                return False
            beneath.append(card)
        return True

    def followed(self, eights: list[str]) -> bool:
        hand = [card for card in self.hands[self.turn] if card not in eights]
        up = [card for card in self.ups[self.turn] if card not in eights]
        then = self.pile + eights
        if not self.pile or not (hand or up or self.blinds[self.turn]):
            return True
        if ablaze(then):
            then = []
        if hand or self.stock:
            return any(fits(card, then) for card in hand)
        return any(fits(card, then) for card in up) if up else True

    def play(self, said: Said) -> None:
        seat = self.turn
        if said == "take":
            self.take([])
            return
        if isinstance(said, str):
            card = self.blinds[seat].pop(int(said.split()[1]) - 1)
            if not fits(card, self.pile):
                self.take([card])
                return
            layers, any_fire = [[card]], True
        else:
            any_fire = not self.hands[seat]
            order = LAYING if any_fire else "8" + LAYING
            ranks = sorted({card[0] for card in said}, key=order.index)
            layers = [[card for card in said if card[0] == rank] for rank in ranks]
            for rows in (self.hands, self.ups):
                rows[seat] = [card for card in rows[seat] if card not in said]
        fires = [self.lay(layer) for layer in layers]
        again = any(fires) if any_fire else fires[-1]
        again = again or (self.pile != [] and self.pile[-1][0] == "8")
        while self.stock and len(self.hands[seat]) < 3:
            self.hands[seat].append(self.stock.pop(0))
        self.over = not (self.hands[seat] or self.ups[seat] or self.blinds[seat])
        if not again:
            self.turn = 1 - seat

    def lay(self, layer: list[str]) -> bool:
        self.pile += layer
        if not ablaze(self.pile):
            return False
        self.burned += self.pile
        self.pile = []
        return True

    def take(self, along: list[str]) -> None:
        self.hands[self.turn] += along + self.pile
        self.pile = []
        self.turn = 1 - self.turn


def subsets(cards: list[str]) -> set[frozenset[str]]:
    return {frozenset(some) for count in range(1, len(cards) + 1) for some in combinations(cards, count)}


def value(card: str) -> int:
    return "23456789TJQKA".index(card[0]) + 2


def asked(pile: list[str]) -> int:
    """The value that a pile asks for; 0 is nothing."""
    for card in reversed(pile):
        if card[0] not in "78":
            return 0 if card[0] == "2" else value(card)
    return 0


def fits(card: str, pile: list[str]) -> bool:
    """May this card lie on this pile?"""
    if card[0] == "7":
        return not pile or pile[-1][0] != "8"
    return card[0] in "28T" or value(card) >= asked(pile)


def ablaze(pile: list[str]) -> bool:
    return pile[-1][0] == "T" or (len(pile) > 3 and len({card[0] for card in pile[-4:]}) == 1)


def listed(match: AnyMatch) -> Counter[Said]:
    """All moves of whoever acts, in the words of the model, and how often each is listed."""
    found: Counter[Said] = Counter()
    for seat in match.to_act:
        for move in match.legal(seat):
            found[frozenset(card.text for card in move.cards) if isinstance(move, hr.Play) else str(move)] += 1
    return found


def alike(match: AnyMatch, naive: Naive) -> None:
    """The match stands as the model does; in which order equal ranks of one play lie is nobody's concern."""
    for zone, rows in (("hand", naive.hands), ("up", naive.ups)):
        assert [set(held(match, seat, zone).split()) for seat in (0, 1)] == [set(row) for row in rows]
    assert [held(match, seat, "blind").split() for seat in (0, 1)] == naive.blinds
    assert lies(match, "stock").split() == naive.stock
    for where, cards in (("pile", naive.pile), ("burned", naive.burned)):
        assert set(lies(match, where).split()) == set(cards)
        assert [card[0] for card in lies(match, where).split()] == [card[0] for card in cards]
    assert match.to_act == (() if naive.over else (naive.turn,))


def random_position(rng: Random) -> dict[str, JSON]:
    """Few ranks, many of them special; seat 0 acts, in any zone. With a stock there are cards in all zones."""
    ranks = "8" + "".join(rng.sample("7223456779TTJQKA", 5))
    cards = [card for card in PACK if card[0] in ranks]
    rng.shuffle(cards)
    pile = [cards.pop() for _ in range(rng.randrange(6))]
    pile = [card for card in pile if card[0] != "T"]
    if pile and ablaze(pile):
        pile.pop()
    kind = rng.choice(["stock", "hand", "hand", "up", "up", "blind"])
    full = kind == "stock"
    sizes = {
        "hand": rng.randint(1, 5) if kind in {"stock", "hand"} else 0,
        "up": 3 if full else rng.randint(1, 3) if kind == "up" else rng.randrange(4) if kind == "hand" else 0,
        "blind": 3 if full else rng.randint(1, 3) if kind == "blind" else rng.randrange(4),
    }
    rest = [card for card in PACK if card not in cards and card not in pile]
    rng.shuffle(rest)
    while len(cards) < 12:
        cards.append(rest.pop())
    zones = {zone: [cards.pop() for _ in range(size)] for zone, size in sizes.items()}
    position = positions.table("", "", game="duel")
    position["seats"] = cast("JSON", [zones, {"hand": rest[:3], "up": rest[3:6], "blind": rest[6:9]}])
    position["pile"] = cast("JSON", pile)
    position["stock"] = cast("JSON", rest[9:12] if full else [])
    return position


@pytest.mark.parametrize("seed", range(8))
def test_a_naive_model_lists_the_same_moves_in_random_positions(seed: int) -> None:
    """Which sets, which eights with which card, which face-up subsets; each of them once, and to the same end."""
    rng = Random(f"duel {seed}")
    tried = 0
    for _ in range(75):
        position = random_position(rng)
        match = hr.Match.from_position(hr.load("duel"), position)
        naive = Naive(position)

        assert listed(match) == Counter(naive.legal()), position
        for said in naive.legal():
            after = naive.copy()
            after.play(said)
            match.play(0, said if isinstance(said, str) else f"play {' '.join(said)}")
            alike(match, after)
            match.undo()
            tried += 1
    assert tried > 150


@pytest.mark.parametrize("seed", range(8))
def test_a_naive_model_refuses_what_the_game_refuses(seed: int) -> None:
    """Every subset of the zone in play that the model does not list is refused."""
    rng = Random(f"duel refuses {seed}")
    for _ in range(10):
        position = random_position(rng)
        match = hr.Match.from_position(hr.load("duel"), position)
        naive = Naive(position)
        zone = naive.hands[0] or naive.ups[0]
        legal = naive.legal()

        for some in subsets(zone) - legal:
            assert refusal(match, 0, f"play {' '.join(some)}") in {"not-a-set", "not-playable"}


@pytest.mark.parametrize("seed", range(12))
def test_a_naive_model_plays_the_same_matches(seed: int) -> None:
    """From the deal to the end, or for a long while."""
    match = both_ready(dealt(2, seed=f"naive {seed}"))
    naive = Naive(match.position())
    rng = Random(seed)
    for _ in range(300):
        legal = naive.legal()
        assert listed(match) == Counter(legal)
        if not legal:
            break
        # The pile is taken seldom, so that matches come to their last cards.
        some = sorted(legal - {"take"} if rng.random() < 0.97 and len(legal) > 1 else legal, key=sorted)
        said = rng.choice(some)
        match.play(naive.turn, said if isinstance(said, str) else f"play {' '.join(said)}")
        naive.play(said)
        alike(match, naive)
    assert len(match.moves) > 20
