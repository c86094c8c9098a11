"""What groups argue about when two rules meet: for each question the key that decides it, or the answer that is fixed.

The houses are as bare as they can be, so that nothing but the two rules is at work.
"""

from __future__ import annotations

from typing import Any

import pytest

from tests.positions import held, lies, play, told
from tests.strategies import asked, at, bare, direction, may


@pytest.mark.parametrize(
    ("copies", "words"), [("demand", "7 or lower"), ("power", "7 or lower"), ("value", "7 or higher")]
)
def test_interaction_01_a_mirror_on_a_low_card(copies: str, words: str) -> None:
    """Does the limit stay? `mirror.copies` decides, and it does by default."""
    house = bare({"7": {"do": ["low"]}, "8": {"on": "any", "do": [{"mirror": copies}]}})
    match = at(house, "8C 3C", "KC", pile="7D")
    match.play(0, "play 8C")

    assert asked(match) == words


@pytest.mark.parametrize(
    ("where", "expected"),
    [
        ({"on": "any"}, ["play TC"]),
        ({"on": "any", "not-under": ["low"]}, ["take"]),
        ({"on": "order"}, ["take"]),
    ],
    ids=str,
)
def test_interaction_02_a_burning_card_on_a_low_one(where: dict[str, Any], expected: list[str]) -> None:
    """May it be laid there? `on` decides, and `not-under`."""
    house = bare({"7": {"do": ["low"]}, "10": {"do": ["burn", "again"], **where}})

    assert may(at(house, "TC", "3C", pile="7D")) == expected
    assert may(at(house, "TC", "3C", pile="5D")) == ["play TC"]


@pytest.mark.parametrize(("empty", "words"), [("any", "anything"), ("own", "8 or higher")])
def test_interaction_03_a_mirror_on_an_empty_pile(empty: str, words: str) -> None:
    """What does it ask for? `mirror.on-empty` decides: nothing, or its own rank."""
    match = at(bare({"8": {"do": [{"mirror": {"on-empty": empty}}]}}), "8C 3C", "KC")
    match.play(0, "play 8C")

    assert asked(match) == words


@pytest.mark.parametrize(("through", "burned"), [(False, ""), (True, "5C 5D 5H 8C 5S")])
def test_interaction_04_mirrors_inside_a_run_of_four(through: bool, burned: str) -> None:
    """Do they break it? `pattern.through-mirrors` decides; by default they are cards of their own rank."""
    house = bare({"8": {"on": "any", "do": ["mirror"]}}, pattern={"alike": 4, "through-mirrors": through})
    match = at(house, "5S 3C", "KC", pile="5C 5D 5H 8C")
    match.play(0, "play 5S")

    assert lies(match, "burned") == burned


def test_interaction_04_four_mirrors_are_four_of_a_kind() -> None:
    """By their printed rank, not by what is seen through them."""
    house = bare({"8": {"on": "any", "do": ["mirror"]}}, pattern={"alike": 4})
    match = at(house, "8S 3C", "KC", pile="5C 8C 8D 8H")
    match.play(0, "play 8S")

    assert lies(match, "burned") == "5C 8C 8D 8H 8S"


@pytest.mark.parametrize(("rule", "turn"), [("nothing", 1), ("again", 0)])
def test_interaction_05_reverse_with_two_players(rule: str, turn: int) -> None:
    """`play.reverse-for-two` decides: nothing, or another turn."""
    match = at(bare({"9": {"do": ["reverse"]}}, play={"reverse-for-two": rule}), "9C 3C", "KC")
    match.play(0, "play 9C")

    assert (direction(match), match.to_act) == (-1, (turn,))


@pytest.mark.parametrize(("count", "turn"), [("each", 1), ("once", 0)])
def test_interaction_05_skip_with_two_players(count: str, turn: int) -> None:
    """Fixed: the other one misses its turn, so that one plays again. `skip.count` decides about two cards."""
    house = bare({"8": {"do": [{"skip": count}]}})
    match = at(house, "8C 8D 3C", "KC")
    match.play(0, "play 8C")
    assert match.to_act == (0,)

    match = at(house, "8C 8D 3C", "KC")
    match.play(0, "play 8C 8D")
    assert match.to_act == (turn,)


@pytest.mark.parametrize("do", [["burn"], ["burn", "again"]], ids=str)
def test_interaction_06_a_pile_burned_with_the_last_card(do: list[str]) -> None:
    """Who leads? Fixed: who is out has no other turn, and the next seat leads to an empty pile."""
    match = at(bare({"10": {"do": do}}), "TC", "KC", "KD", pile="5D")
    match.play(0, "play TC")

    assert match.position()["out"] == [0]
    assert (match.to_act, lies(match, "pile"), asked(match)) == ((1,), "", "anything")


def test_interaction_07_skips_over_seats_that_are_out() -> None:
    """Fixed: only seats still in can miss their turn."""
    house = bare({"8": {"do": ["skip"]}})
    match = at(house, "8C 8D 3C", "", "KC", "KD")
    match.play(0, "play 8C")
    assert match.to_act == (3,)

    match = at(house, "8C 8D 3C", "", "KC", "KD")
    match.play(0, "play 8C 8D")
    assert match.to_act == (0,)


MIXING: dict[str, Any] = {
    "2": {"on": "any", "do": ["reset"]},
    "8": {"on": "any", "do": ["mirror"]},
    "9": {"do": ["skip"]},
    "10": {"on": "any", "do": ["burn"]},
}


@pytest.mark.parametrize(
    ("cards", "pile", "burned", "words", "turn"),
    [
        ("9C KC", "5D 9C KC", "", "King or higher", 2),
        ("KC 8C", "5D KC 8C", "", "King or higher", 1),
        ("2C 9C", "5D 9C 2C", "", "anything", 2),
        ("2C 8C", "5D 2C 8C", "", "anything", 1),
        ("TC 2C 9C", "", "5D 9C 2C TC", "anything", 0),
    ],
)
def test_interaction_08_several_powers_in_a_mixed_play(
    cards: str, pile: str, burned: str, words: str, turn: int
) -> None:
    """Fixed: ordinary cards from the lowest, then those that go anywhere, then those that burn.

    What the pile asks for is up to the last one, each skip and turn counts, and whoever burned it plays on."""
    match = at(bare(MIXING, play={"up": "mixed"}), f"/{cards}/3S 4S", "KD", "KH", pile="5D")
    match.play(0, f"play {cards}")

    assert (lies(match, "pile"), lies(match, "burned")) == (pile, burned)
    assert (asked(match), match.to_act) == (words, (turn,))


def test_interaction_08_powers_of_a_play_in_turn() -> None:
    """Cards of one rank but of two powers follow the suits, the same way."""
    house = bare({"J:clubs": {"do": ["burn"]}, "J:hearts": {"do": ["reset"]}})
    match = at(house, "JC JH 3C", "KC", pile="5D")
    play(match, (0, "play JH JC"))

    assert (lies(match, "burned"), lies(match, "pile"), match.to_act) == ("5D JC", "JH", (1,))


@pytest.mark.parametrize("do", [["reverse"], ["skip"], ["burn", "again"], ["force-take"], ["wild"]], ids=str)
def test_interaction_09_the_power_of_a_blind_card_that_failed(do: list[str]) -> None:
    """Fixed: it never lay on the pile, so it does nothing; the next seat acts."""
    match = at(bare({"4": {"do": do}}), "//4C", "KC", "KD", pile="9D")
    match.play(0, "flip 1")

    assert held(match, 0) == "4C 9D"
    assert (direction(match), match.to_act) == (1, (1,))
    assert [event["event"] for event in told(match, None)] == ["failed", "took"]


def test_interaction_10_another_turn_with_only_table_cards_left() -> None:
    """Fixed: it is played from the table, face-up cards first, then a blind one."""
    house = bare({"10": {"do": ["burn", "again"]}})

    match = at(house, "TC/4C/5C", "KC")
    match.play(0, "play TC")
    assert (match.to_act, may(match)) == ((0,), ["play 4C"])

    match = at(house, "/TC/5C 6C", "KC")
    match.play(0, "play TC")
    assert (match.to_act, may(match)) == ((0,), ["flip 1", "flip 2"])

    match = at(house, "//TC 6C", "KC")
    match.play(0, "flip 1")
    assert (match.to_act, may(match)) == ((0,), ["flip 1"])


@pytest.mark.parametrize(("card", "hand", "burned"), [("with-pile", "KC jj", ""), ("burned", "KC", "jj")])
@pytest.mark.parametrize("who", ["chosen", "next"])
def test_interaction_11_force_take_on_an_empty_pile(who: str, card: str, hand: str, burned: str) -> None:
    """`force-take.card` decides: the card is all that is taken, or it leaves the game and nobody takes anything."""
    match = at(bare({"Joker": {"do": [{"force-take": {"who": who, "card": card}}]}}), "jj 3C", "KC", "KD")
    match.play(0, "play jj")
    if who == "chosen" and card == "with-pile":
        match.play(0, "target 1")

    assert (held(match, 1), lies(match, "burned"), lies(match, "pile")) == (hand, burned, "")
    assert match.to_act == (1,)


@pytest.mark.parametrize(("mode", "low", "even"), [("replace", ["3D", "8D"], ["4D", "8D"]), ("add", ["8D"], ["8D"])])
def test_interaction_12_a_demand_in_place_of_the_order_or_beside_it(mode: str, low: list[str], even: list[str]) -> None:
    """`mode` decides, and it is in its place by default."""
    for effect, hand, expected in (
        ({"low": {"limit": 9, "mode": mode}}, "3D 8D TD", low),
        ({"parity": {"which": "even", "mode": mode}}, "4D 8D 9D", even),
    ):
        match = at(bare({"7": {"do": [effect]}}), "7C 3C", hand)
        match.play(0, "play 7C")

        assert may(match) == [f"play {card}" for card in expected]


@pytest.mark.parametrize(("when", "hand"), [("before-again", "3C 4C 6D"), ("after-turn", "3C 4C")])
def test_interaction_13_drawing_before_or_after_another_turn(when: str, hand: str) -> None:
    """`play.refill.when` decides, and it is before by default."""
    house = bare({"10": {"do": ["burn", "again"]}}, play={"refill": {"to": 3, "when": when}})
    match = at(house, "3C 4C TC", "KC", stock="6D 7D 8D")
    match.play(0, "play TC")
    assert (match.to_act, held(match, 0)) == ((0,), hand)

    match.play(0, "play 3C")
    assert (match.to_act, held(match, 0)) == ((1,), "4C 6D 7D")
