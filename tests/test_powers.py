"""Every power and parameter of the house format, each alone: in a bare house, on a small table."""

from __future__ import annotations

from typing import Any

import pytest

import houserules as hr
from tests.positions import held, lies, moves, play, refusal, shown
from tests.strategies import asked, at, bare, direction, may

# -- Where a card goes -----------------------------------------------------------------------------------------------


def test_compare() -> None:
    """Match or beat the card on top, or beat it."""
    for compare, expected in ((">=", ["play 5C", "play 6C"]), (">", ["play 6C"])):
        match = at(bare({}, play={"compare": compare}), "4C 5C 6C", "KC", pile="5D")

        assert may(match) == expected


def test_on_any_goes_on_anything_and_on_order_does_not() -> None:
    """The default is the order."""
    for where, expected in (({}, ["take"]), ({"on": "order"}, ["take"]), ({"on": "any"}, ["play 3C"])):
        match = at(bare({"3": {"do": [], **where}}), "3C 4C", "KC", pile="9D")

        assert may(match) == expected


def test_only_on() -> None:
    """Directly on these ranks or on an empty pile, and on nothing else, however high it is."""
    house = bare({"A": {"do": [], "only-on": ["J", "Q"]}})

    assert may(at(house, "AC 3C", "KC", pile="QD")) == ["play AC"]
    assert may(at(house, "AC 3C", "KC", pile="5D")) == ["take"]
    assert may(at(house, "AC 3C", "KC")) == ["play 3C", "play AC"]
    assert refusal(at(house, "AC 3C", "KC", pile="5D"), 0, "play AC") == "not-playable"


def test_not_on() -> None:
    """Not directly on these ranks, wherever else it goes."""
    house = bare({"3": {"on": "any", "do": [], "not-on": ["9"]}})

    assert may(at(house, "3C 4C", "KC", pile="9D")) == ["take"]
    assert may(at(house, "3C 4C", "KC", pile="9D TD")) == ["play 3C"]


@pytest.mark.parametrize(
    ("power", "name"),
    [({"do": ["low"]}, "low"), ({"do": [{"parity": "even"}]}, "parity")],
    ids=["low", "parity"],
)
def test_not_under(power: dict[str, Any], name: str) -> None:
    """A card that goes on anything but for a demand of this kind; one that meets the demand goes all the same."""
    for barred, expected in (({}, ["play KC"]), ({"not-under": [name]}, ["take"]), ({"not-under": ["suit"]}, None)):
        match = at(bare({"7": power, "K": {"on": "any", "do": [], **barred}}), "KC", "3C", pile="7D")

        assert may(match) == (expected or ["play KC"])

    match = at(bare({"7": power, "4": {"on": "any", "do": [], "not-under": [name]}}), "4C", "3C", pile="7D")
    assert may(match) == ["play 4C"]


def test_not_under_a_suit() -> None:
    """The same for a suit that was called."""
    house = bare({"Joker": {"on": "any", "do": ["call-suit"]}, "2": {"on": "any", "do": [], "not-under": ["suit"]}})

    assert may(at(house, "2C 2H", "3C", pile="jj", called="hearts")) == ["play 2H"]


def test_most() -> None:
    """So many at once."""
    match = at(bare({"5": {"do": [], "most": 2}}), "5C 5D 5H", "KC")

    assert may(match) == ["play 5C", "play 5D", "play 5H", "play 5C 5D", "play 5C 5H", "play 5D 5H"]
    assert refusal(match, 0, "play 5C 5D 5H") == "not-a-set"


def test_most_holds_for_mixed_cards() -> None:
    """However they are combined."""
    match = at(bare({"5": {"do": [], "most": 1}}, play={"up": "mixed"}), "/5C 5D 6C", "KC")

    assert "play 5C 6C" in may(match)
    assert "play 5C 5D" not in may(match)
    assert "play 5C 5D 6C" not in may(match)


def test_most_holds_for_cards_that_are_joined() -> None:
    """The card of another rank is one more."""
    match = at(bare({"8": {"do": ["mirror"], "joins": True, "most": 1}}), "8C 8D 9C", "KC", pile="5C")

    assert "play 8C 9C" in may(match)
    assert "play 8C 8D 9C" not in may(match)


def test_cards_with_something_to_name_come_one_at_a_time_among_mixed_ones_too() -> None:
    """Two of them would need two answers."""
    match = at(bare({"9": {"do": ["force-take"]}}, play={"up": "mixed"}), "/9C 9D 8C", "KC")

    assert [move for move in may(match) if "9C 9D" in move] == []


def test_joins() -> None:
    """With one card of another rank, which is laid last, and must meet what the joining card leaves to be met."""
    house = bare({"8": {"on": "any", "do": ["mirror"], "joins": True}})
    match = at(house, "8C 8D 9C TC 4C 3D", "KC", pile="5C")

    assert [move for move in may(match) if "8C" in move] == [
        *("play 8C", "play 8C 8D", "play 8C 9C", "play 8C TC", "play 8C 8D 9C", "play 8C 8D TC"),
    ]
    assert refusal(match, 0, "play 8C 4C") == "not-playable"
    assert refusal(match, 0, "play 9C TC") == "not-a-set"

    match.play(0, "play 9C 8C")

    assert lies(match, "pile") == "5C 8C 9C"
    assert (asked(match), match.to_act) == ("9 or higher", (1,))


# -- Reset and burn --------------------------------------------------------------------------------------------------


def test_reset() -> None:
    """The pile asks for nothing; where the card goes is another question."""
    match = at(bare({"2": {"on": "any", "do": ["reset"]}}), "2C 3C", "4C 5C", pile="KD")
    match.play(0, "play 2C")

    assert asked(match) == "anything"
    assert may(match) == ["play 4C", "play 5C"]
    assert may(at(bare({"2": {"do": ["reset"]}}), "2C 3C", "4C", pile="KD")) == ["take"]


@pytest.mark.parametrize(("do", "turn"), [(["burn"], 1), (["burn", "again"], 0), (["again", "burn"], 0)])
def test_burn(do: list[str], turn: int) -> None:
    """The pile leaves the game; the same seat plays on only if the house says so."""
    match = at(bare({"10": {"on": "any", "do": do}}), "TC 3C", "4C", pile="5D KD")
    match.play(0, "play TC")

    assert (lies(match, "pile"), lies(match, "burned")) == ("", "5D KD TC")
    assert (asked(match), match.to_act) == ("anything", (turn,))


# -- Low -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("low", "words", "expected"),
    [
        ("low", "7 or lower", ["3D", "6D", "7D"]),
        ({"low": 7}, "7 or lower", ["3D", "6D", "7D"]),
        ({"low": {"compare": "<"}}, "below 7", ["3D", "6D"]),
        ({"low": 5}, "5 or lower", ["3D"]),
        ({"low": {"limit": 8, "compare": "<"}}, "below 8", ["3D", "6D", "7D"]),
        ({"low": {"mode": "add"}}, "7 or lower, 7 or higher", ["7D"]),
        ({"low": {"limit": 9, "mode": "add"}}, "9 or lower, 7 or higher", ["7D", "9D"]),
        ({"low": {"limit": 9, "mode": "replace"}}, "9 or lower", ["3D", "6D", "7D", "9D"]),
    ],
    ids=str,
)
def test_low(low: Any, words: str, expected: list[str]) -> None:
    """At most the limit, which is its own rank if none is given; in place of the order or beside it."""
    match = at(bare({"7": {"do": [low]}}), "7C 4C", "3D 6D 7D 9D KD", pile="4D")
    match.play(0, "play 7C")

    assert asked(match) == words
    assert may(match) == [f"play {card}" for card in expected]


def test_low_lasts_for_one_play() -> None:
    """The card that meets it is what the next one has to beat."""
    match = at(bare({"7": {"do": ["low"]}}), "7C 4C", "3D KD", pile="4D")
    play(match, (0, "play 7C"), (1, "play 3D"))

    assert asked(match) == "3 or higher"


# -- Mirror ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("mirror", "words"),
    [
        ("mirror", "7 or lower"),
        ({"mirror": "demand"}, "7 or lower"),
        ({"mirror": "value"}, "7 or higher"),
        ({"mirror": "power"}, "7 or lower"),
    ],
    ids=str,
)
def test_mirror_copies(mirror: Any, words: str) -> None:
    """The value beneath alone, or all that is asked for."""
    match = at(bare({"7": {"do": ["low"]}, "8": {"on": "any", "do": [mirror]}}), "8C 3C", "KC", pile="7D")
    match.play(0, "play 8C")

    assert asked(match) == words


@pytest.mark.parametrize(("copies", "turn"), [("value", 1), ("demand", 1), ("power", 2)])
def test_mirror_power_does_what_lies_beneath(copies: str, turn: int) -> None:
    """A mirror of that kind on a card that skips skips, through other mirrors too."""
    house = bare({"6": {"do": ["skip"]}, "8": {"on": "any", "do": [{"mirror": copies}]}})

    for pile in ("6D", "6D 8D"):
        match = at(house, "8C 3C", "KC", "KD", pile=pile)
        match.play(0, "play 8C")

        assert match.to_act == (turn,)


@pytest.mark.parametrize(
    ("mirror", "words"),
    [
        ({"mirror": {}}, "anything"),
        ({"mirror": "power"}, "8 or higher"),
        ({"mirror": {"copies": "power", "on-empty": "any"}}, "anything"),
        ({"mirror": {"copies": "value", "on-empty": "own"}}, "8 or higher"),
        ({"mirror": {"copies": "value"}}, "anything"),
        ({"mirror": {"on-empty": "own"}}, "8 or higher"),
    ],
    ids=str,
)
def test_mirror_on_an_empty_pile(mirror: Any, words: str) -> None:
    """It asks for nothing, or counts for itself."""
    match = at(bare({"8": {"do": [mirror]}}), "8C 3C", "KC")
    match.play(0, "play 8C")

    assert asked(match) == words


@pytest.mark.parametrize("empty", ["any", "own"])
def test_mirror_on_a_reset_shows_the_reset(empty: str) -> None:
    """A pile that asks for nothing is not an empty one."""
    house = bare({"2": {"do": ["reset"]}, "8": {"do": [{"mirror": {"on-empty": empty}}]}})
    match = at(house, "8C 3C", "KC", pile="2D")
    match.play(0, "play 8C")

    assert asked(match) == "anything"


# -- Skip, reverse, again --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("skip", "cards", "turn"),
    [("skip", "8C", 2), ("skip", "8C 8D", 3), ("skip", "8C 8D 8H", 0), ({"skip": "once"}, "8C 8D 8H", 2)],
)
def test_skip(skip: Any, cards: str, turn: int) -> None:
    """One seat misses its turn for each card, or for the play."""
    match = at(bare({"8": {"do": [skip]}}), "8C 8D 8H 3C", "KC", "KD", "KH")
    match.play(0, f"play {cards}")

    assert match.to_act == (turn,)


def test_skip_passes_over_seats_that_are_out() -> None:
    """Who is out cannot miss a turn."""
    match = at(bare({"8": {"do": ["skip"]}}), "8C 3C", "", "KD", "KH")
    match.play(0, "play 8C")

    assert match.to_act == (3,)


def test_skip_between_two_seats_is_another_turn() -> None:
    """The other one misses its turn."""
    match = at(bare({"8": {"do": ["skip"]}}), "8C 3C", "KC")
    match.play(0, "play 8C")

    assert match.to_act == (0,)


def test_skip_of_who_went_out_with_it_still_skips() -> None:
    """The next but one acts."""
    match = at(bare({"8": {"do": ["skip"]}}), "8C", "KC", "KD")
    match.play(0, "play 8C")

    assert match.to_act == (2,)


@pytest.mark.parametrize(
    ("reverse", "cards", "turned"),
    [("reverse", "9C", -1), ("reverse", "9C 9D", 1), ("reverse", "9C 9D 9H", -1), ({"reverse": "once"}, "9C 9D", -1)],
)
def test_reverse(reverse: Any, cards: str, turned: int) -> None:
    """For each card, or once for the play."""
    match = at(bare({"9": {"do": [reverse]}}), "9C 9D 9H 3C", "KC", "KD")
    match.play(0, f"play {cards}")

    assert (direction(match), match.to_act) == (turned, (1 if turned == 1 else 2,))


def test_who_goes_out_with_another_turn_makes_nobody_miss_one() -> None:
    """`again` goes before `skip`, and the turn that is still due falls to the next seat."""
    match = at(bare({"8": {"do": ["skip", "again"]}}), "8C", "KC", "KD", "KH")

    match.play(0, "play 8C")

    assert match.to_act == (1,)


def test_reverse_and_skip_are_counted_each_in_its_own_way() -> None:
    """One for each card, the other once."""
    house = bare({"9": {"do": [{"reverse": "each"}, {"skip": "once"}]}})
    match = at(house, "9C 9D 3C", "KC", "KD", "KH")
    match.play(0, "play 9C 9D")

    assert (direction(match), match.to_act) == (1, (2,))

    house = bare({"9": {"do": [{"reverse": "once"}, {"skip": "each"}]}})
    match = at(house, "9C 9D 3C", "KC", "KD", "KH")
    match.play(0, "play 9C 9D")

    assert (direction(match), match.to_act) == (-1, (1,))


@pytest.mark.parametrize(
    ("rule", "seats", "turn"),
    [
        ({}, ("KC",), 1),
        ({"reverse-for-two": "nothing"}, ("KC",), 1),
        ({"reverse-for-two": "again"}, ("KC",), 0),
        ({"reverse-for-two": "again"}, ("", "KC"), 0),
        ({"reverse-for-two": "again"}, ("KD", "KC"), 2),
    ],
    ids=str,
)
def test_reverse_for_two(rule: dict[str, Any], seats: tuple[str, ...], turn: int) -> None:
    """Between two seats, or the last two, it means nothing or another turn."""
    match = at(bare({"9": {"do": ["reverse"]}}, play=rule), "9C 3C", *seats)
    match.play(0, "play 9C")

    assert match.to_act == (turn,)


def test_again() -> None:
    """The same seat plays on, and the pile asks for what it asks for."""
    match = at(bare({"9": {"do": ["again"]}}), "9C 3C TC", "KC")
    match.play(0, "play 9C")

    assert (match.to_act, may(match)) == ((0,), ["play TC"])


def test_again_follow() -> None:
    """Alone it may be laid only if something that the player sees can follow it, or nothing is left, or on nothing."""
    house = bare({"8": {"do": [{"again": {"follow": True}}]}})

    assert may(at(house, "8C 3C", "KC", pile="5D")) == ["take"]
    assert may(at(house, "8C TC", "KC", pile="5D")) == ["play 8C", "play TC"]
    assert may(at(house, "8C 8D", "KC", pile="5D")) == ["play 8C", "play 8D", "play 8C 8D"]
    assert may(at(house, "8C", "KC", pile="5D")) == ["play 8C"]
    assert may(at(house, "8C/3C", "KC", pile="5D")) == ["take"]
    assert may(at(house, "8C//3C", "KC", pile="5D")) == ["play 8C"]
    assert may(at(house, "8C 3C", "KC")) == ["play 3C", "play 8C"]
    assert may(at(bare({"8": {"do": ["again"]}}), "8C 3C", "KC", pile="5D")) == ["play 8C"]


# -- Force-take ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("take", "expected"),
    [
        ("force-take", ["target 1", "target 2"]),
        ({"force-take": {"who": "chosen", "oneself": False}}, ["target 1", "target 2"]),
        ({"force-take": {"oneself": True}}, ["target 0", "target 1", "target 2"]),
    ],
    ids=str,
)
def test_force_take_of_a_chosen_seat(take: Any, expected: list[str]) -> None:
    """Named before anything else happens; oneself only where the house says so."""
    match = at(bare({"Joker": {"do": [take]}}), "jj 3C", "KC", "KD", pile="5D 9D")
    match.play(0, "play jj")

    assert shown(match, 0)["pending"] == "target"
    assert may(match) == expected
    assert refusal(match, 0, "play 3C") == "answer-first"
    assert refusal(match, 0, "target 3") == "bad-target"

    match.play(0, "target 2")

    assert (held(match, 2), lies(match, "pile"), match.to_act) == ("5D 9D KD jj", "", (1,))


def test_force_take_of_oneself_only_with_other_cards_left() -> None:
    """Who lays its last card is out."""
    house = bare({"Joker": {"do": [{"force-take": {"oneself": True}}]}})
    match = at(house, "jj", "KC", "KD", pile="5D")
    match.play(0, "play jj")

    assert may(match) == ["target 1", "target 2"]


def test_force_take_of_a_chosen_seat_names_no_seat_that_is_out() -> None:
    """It has nothing to do with the match any more."""
    match = at(bare({"Joker": {"do": ["force-take"]}}), "jj 3C", "", "KD", pile="5D")
    match.play(0, "play jj")

    assert may(match) == ["target 2"]


@pytest.mark.parametrize(("who", "taker"), [("next", 1), ("previous", 2)])
def test_force_take_of_a_neighbour(who: str, taker: int) -> None:
    """At once: there is nothing to be named."""
    match = at(bare({"3": {"do": [{"force-take": {"who": who}}]}}), "3C 4C", "KC", "KD", pile="2D")
    match.play(0, "play 3C")

    assert (held(match, taker), lies(match, "pile"), match.to_act) == (
        f"2D 3C {('KC', 'KD')[taker - 1]}",
        "",
        (1,),
    )


@pytest.mark.parametrize(
    ("do", "taker"),
    [
        ([{"force-take": {"who": "next"}}, "reverse"], 1),
        (["reverse", {"force-take": {"who": "next"}}], 2),
        ([{"force-take": {"who": "previous"}}, "reverse"], 2),
        (["reverse", {"force-take": {"who": "previous"}}], 1),
    ],
    ids=str,
)
def test_force_take_and_reverse_happen_in_the_order_in_which_they_are_written(do: list[Any], taker: int) -> None:
    """Who is next depends on it; who acts next does not."""
    match = at(bare({"3": {"do": do}}), "3C 4C", "KC", "KD", pile="2D")
    match.play(0, "play 3C")

    assert held(match, taker).startswith("2D 3C")
    assert (direction(match), match.to_act) == (-1, (2,))


def test_force_take_with_the_card_burned() -> None:
    """The pile goes without it."""
    house = bare({"3": {"do": [{"force-take": {"who": "next", "card": "burned"}}]}})
    match = at(house, "3C 4C", "KC", "KD", pile="2D")
    match.play(0, "play 3C")

    assert (held(match, 1), lies(match, "burned")) == ("2D KC", "3C")

    house = bare({"3": {"do": [{"force-take": {"card": "burned"}}]}})
    match = at(house, "3C 4C", "KC", "KD", pile="2D")
    play(match, (0, "play 3C"), (0, "target 2"))

    assert (held(match, 2), lies(match, "burned")) == ("2D KD", "3C")


@pytest.mark.parametrize("zone", ["up", "hand"])
def test_force_take_burns_the_card_that_did_it_and_no_other(zone: str) -> None:
    """Whatever was laid with it."""
    do = [{"force-take": {"who": "next", "card": "burned"}}]
    powers: dict[str, Any] = {"Joker": {"on": "any", "do": do}, "8": {"do": ["mirror"], "joins": True}}
    house = bare(powers, play={"up": "mixed"})
    match = at(house, "8C jj 9C" if zone == "hand" else "/8C jj 9C", "KC", "KD", pile="2D")
    match.play(0, "play 8C jj")

    assert (held(match, 1), lies(match, "burned")) == ("2D 8C KC", "jj")


def test_force_take_that_is_burned_on_an_empty_pile_asks_for_nobody() -> None:
    """There is nothing to take."""
    match = at(bare({"3": {"do": [{"force-take": {"card": "burned"}}]}}), "3C 4C", "KC", "KD")
    match.play(0, "play 3C")

    assert (match.to_act, lies(match, "burned"), lies(match, "pile")) == ((1,), "3C", "")


def test_force_take_on_an_empty_pile_gives_the_card() -> None:
    """It is all that there is."""
    match = at(bare({"3": {"do": [{"force-take": {"who": "next"}}]}}), "3C 4C", "KC", "KD")
    match.play(0, "play 3C")

    assert (held(match, 1), match.to_act) == ("3C KC", (1,))


def test_force_take_that_can_be_countered() -> None:
    """The next seat lays such a card or takes the pile; what goes on anything does not help."""
    take = {"force-take": {"who": "next", "counter": ["3", "10"]}}
    house = bare({"3": {"on": "any", "do": [take]}, "2": {"on": "any", "do": []}, "10": {"do": ["burn"]}})
    match = at(house, "3C 4C", "2C KC AC", "KD", pile="5D")
    match.play(0, "play 3C")

    assert asked(match) == "3 or 10, or the pile is taken"
    assert may(match) == ["take"]
    match.play(1, "take")
    assert (held(match, 1), match.to_act) == ("2C 3C 5D KC AC", (2,))

    match = at(house, "3C 4C", "3D TC AC", "KD", pile="5D")
    match.play(0, "play 3C")
    assert may(match) == ["play 3D", "play TC"]
    match.play(1, "play 3D")
    assert (match.to_act, may(match)) == ((2,), ["take"])

    match = at(house, "3C 4C", "3D TC AC", "KD", pile="5D")
    play(match, (0, "play 3C"), (1, "play TC"))
    assert lies(match, "burned") == "5D 3C TC"


# -- Wild ------------------------------------------------------------------------------------------------------------

WILD: dict[str, Any] = {"on": "any", "do": [{"wild": ["5", "10", "K"]}]}


def test_wild() -> None:
    """Its player chooses first what it stands for; then that is what the next card has to beat."""
    match = at(bare({"2": WILD}), "2C 3C", "QC KC AC", pile="9D")
    match.play(0, "play 2C")

    assert shown(match, 0)["pending"] == "choose"
    assert may(match) == ["choose 5", "choose 10", "choose K"] or may(match) == ["choose 5", "choose T", "choose K"]
    assert refusal(match, 0, "play 3C") == "answer-first"
    assert refusal(match, 0, "choose 9") == "bad-choice"
    assert refusal(match, 0, "choose high") == "bad-choice"

    match.play(0, "choose K")

    assert (asked(match), may(match)) == ("King or higher", ["play KC", "play AC"])


def test_nothing_is_chosen_unasked() -> None:
    """Where no card asks for it, it is a bad choice."""
    assert refusal(at(bare({"2": WILD}), "2C 3C", "KC"), 0, "choose K") == "bad-choice"


def test_wild_stands_for_any_other_rank() -> None:
    """If the house does not say which: each from Two to Ace but its own."""
    match = at(bare({"2": {"do": ["wild"]}}), "2C 3C", "KC")
    match.play(0, "play 2C")

    assert len(may(match)) == 12


@pytest.mark.parametrize(("power", "burned"), [({}, ""), ({"power": False}, ""), ({"power": True}, "9D 2C")])
def test_wild_does_what_it_stands_for_where_the_house_says_so(power: dict[str, Any], burned: str) -> None:
    """As a card that burns it burns."""
    wild = {"on": "any", "do": [{"wild": {"as": ["10", "K"], **power}}]}
    match = at(bare({"2": wild, "10": {"do": ["burn", "again"]}}), "2C 3C", "KC", pile="9D")
    play(match, (0, "play 2C"), (0, "choose 10"))

    assert lies(match, "burned") == burned
    assert match.to_act == ((0,) if burned else (1,))


def test_wild_skips_reverses_and_asks_as_what_it_stands_for() -> None:
    """All that needs no answer of its own."""
    wild = {"on": "any", "do": [{"wild": {"power": True}}]}
    others = {"8": {"do": ["skip"]}, "9": {"do": ["reverse"]}, "7": {"do": ["low"]}}
    for chosen, turn, words in (("8", 2, "8 or higher"), ("9", 3, "9 or higher"), ("7", 1, "7 or lower")):
        match = at(bare({"2": wild, **others}), "2C 3C", "KC", "KD", "KH", pile="9D")
        play(match, (0, "play 2C"), (0, f"choose {chosen}"))

        assert (match.to_act, asked(match)) == ((turn,), words)


# -- Suit, parity, way -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("mode", "words", "expected"),
    [
        ({}, "hearts", ["play 3H", "play KH"]),
        ({"mode": "replace"}, "hearts", ["play 3H", "play KH"]),
        ({"mode": "add"}, "hearts, 9 or higher", ["play KH"]),
    ],
    ids=str,
)
def test_call_suit(mode: dict[str, str], words: str, expected: list[str]) -> None:
    """Its player names the suit of the next card, in place of the order or beside what was asked for."""
    match = at(bare({"Joker": {"do": [{"call-suit": mode}]}}), "jj 4C", "3H 3C KH KC JJ", pile="9D")
    match.play(0, "play jj")

    assert may(match) == ["call clubs", "call diamonds", "call hearts", "call spades"]
    assert refusal(match, 0, "play 4C") == "answer-first"
    assert refusal(match, 0, "choose K") == "answer-first"

    match.play(0, "call hearts")

    assert (asked(match), may(match)) == (words, expected)


@pytest.mark.parametrize(
    ("parity", "expected"),
    [
        ({"parity": "even"}, ["4D", "QD", "AD"]),
        ({"parity": "odd"}, ["3D", "5D", "JD", "KD", "jj"]),
        ({"parity": {"which": "even", "mode": "add"}}, ["QD", "AD"]),
        ({"parity": {"which": "odd", "mode": "add"}}, ["JD", "KD", "jj"]),
        ({"parity": {"which": "odd", "mode": "replace"}}, ["3D", "5D", "JD", "KD", "jj"]),
    ],
    ids=str,
)
def test_parity(parity: Any, expected: list[str]) -> None:
    """Queens are 12 and Aces 14; Jacks, Kings and Jokers are odd."""
    match = at(bare({"6": {"do": [parity]}}), "6C 4C", "3D 4D 5D JD QD KD AD jj")
    match.play(0, "play 6C")

    assert may(match) == [f"play {card}" for card in expected]


@pytest.mark.parametrize(
    ("way", "words", "expected"),
    [("high", "7 or higher", ["7D", "9D"]), ("low", "7 or lower", ["3D", "7D"])],
)
def test_choose_way(way: str, words: str, expected: list[str]) -> None:
    """Its player chooses whether the next card must be as high, or as low."""
    match = at(bare({"7": {"do": ["choose-way"]}}), "7C 4C", "3D 7D 9D", pile="5D")
    match.play(0, "play 7C")

    assert may(match) == ["choose high", "choose low"]
    assert refusal(match, 0, "choose 9") == "bad-choice"
    assert refusal(match, 0, "play 4C") == "answer-first"

    match.play(0, f"choose {way}")

    assert (asked(match), may(match)) == (words, [f"play {card}" for card in expected])


# -- Patterns --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("pattern", "pile", "cards", "burns"),
    [
        ({"alike": 4}, "5C 5D 5H", "5S", True),
        ({"alike": 4}, "5C 5D", "5H 5S", True),
        ({"alike": 4}, "5C 5D", "5H", False),
        ({"alike": 4}, "5C 4D 5D 5H", "5S", False),
        ({"alike": 3}, "5C 5D", "5H", True),
        ({"alike": 3}, "5C", "5D 5H 5S", True),
        ({"alike": 0}, "5C 5D 5H", "5S", False),
        ({"alike": 4, "never": ["5"]}, "5C 5D 5H", "5S", False),
        ({"alike": 4, "never": ["6"]}, "5C 5D 5H", "5S", True),
        ({"alike": 4, "within": "one-play"}, "5C 5D 5H", "5S", False),
        ({"alike": 3, "within": "one-play"}, "5C", "5D 5H 5S", True),
        ({"alike": 4, "within": "any"}, "5C 5D 5H", "5S", True),
        ({"alike": 4}, "5C 5D 8C", "5H 5S", False),
        ({"alike": 4, "through-mirrors": True}, "5C 5D 8C", "5H 5S", True),
        ({"alike": 4, "through-mirrors": False}, "5C 5D 8C", "5H 5S", False),
    ],
    ids=str,
)
@pytest.mark.parametrize("then", [{}, {"do": ["burn"]}, {"do": ["burn", "again"]}], ids=str)
def test_pattern(pattern: dict[str, Any], pile: str, cards: str, burns: bool, then: dict[str, Any]) -> None:
    """So many of a rank on top burn the pile; then the same seat plays on, or the next one."""
    house = bare({"8": {"do": ["mirror"]}}, pattern=pattern | then)
    match = at(house, f"{cards} 3C", "KC", pile=pile)
    match.play(0, f"play {cards}")

    assert lies(match, "burned") == (f"{pile} {cards}" if burns else "")
    assert match.to_act == ((0,) if burns and "again" in then.get("do", []) else (1,))


# -- Taking the pile -------------------------------------------------------------------------------------------------


def test_take_when() -> None:
    """Only who cannot play, or whoever likes to; never nothing."""
    assert may(at(bare({}), "9C", "KC", pile="5D")) == ["play 9C"]
    assert refusal(at(bare({}), "9C", "KC", pile="5D"), 0, "take") == "must-play"
    free = bare({}, take={"when": "free"})
    assert may(at(free, "9C", "KC", pile="5D")) == ["play 9C", "take"]
    assert may(at(free, "//9C", "KC", pile="5D")) == ["flip 1", "take"]
    assert may(at(free, "9C", "KC")) == ["play 9C"]


@pytest.mark.parametrize(("up", "hand", "stays"), [("lowest", "3C 9D", "4C"), ("stays", "9D", "3C 4C")])
def test_take_from_the_face_up_zone(up: str, hand: str, stays: str) -> None:
    """The lowest face-up card comes along, or none does."""
    match = at(bare({}, take={"up": up}), "/4C 3C", "KC", pile="9D")
    match.play(0, "take")

    assert (held(match, 0), held(match, 0, "up")) == (hand, stays)


@pytest.mark.parametrize(("leads", "turn"), [({}, 1), ({"leads": "next"}, 1), ({"leads": "taker"}, 0)])
def test_take_leads(leads: dict[str, str], turn: int) -> None:
    """Who begins the next pile: after a pile taken from the hand, from the table, or with a blind card."""
    for seat, move in (("4C", "take"), ("/4C", "take"), ("//4C", "flip 1")):
        match = at(bare({}, take=leads), seat, "KC", pile="9D")
        match.play(0, move)

        assert match.to_act == (turn,)
        assert lies(match, "pile") == ""


# -- Drawing ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("refill", "hand"),
    [
        ({"to": 0}, "4C 5C"),
        ({"to": 2}, "4C 5C"),
        ({"to": 3}, "4C 5C 6D"),
        ({"to": 4}, "4C 5C 6D 7D"),
        ({"draw": 0}, "4C 5C"),
        ({"draw": 1}, "4C 5C 6D"),
        ({"draw": 2}, "4C 5C 6D 7D"),
    ],
    ids=str,
)
def test_refill(refill: dict[str, int], hand: str) -> None:
    """Up to so many in hand, or so many for each play."""
    match = at(bare({}, play={"refill": refill}), "3C 4C 5C", "KC", stock="6D 7D")
    match.play(0, "play 3C")

    assert held(match, 0) == hand


@pytest.mark.parametrize(
    ("when", "hand"), [({}, "3C 4C 6D"), ({"when": "before-again"}, "3C 4C 6D"), ({"when": "after-turn"}, "3C 4C")]
)
def test_refill_before_or_after_another_turn(when: dict[str, str], hand: str) -> None:
    """Who plays on draws at once, or when the turn ends."""
    house = bare({"10": {"do": ["burn", "again"]}}, play={"refill": {"to": 3, **when}})
    match = at(house, "3C 4C TC", "KC", stock="6D 7D 8D")
    match.play(0, "play TC")

    assert held(match, 0) == hand

    match.play(0, "play 3C")

    assert held(match, 0) == ("4C 6D 7D")


def test_refill_after_the_turn_but_with_an_empty_hand_at_once() -> None:
    """Nobody plays from the table while there is a stock."""
    house = bare({"10": {"do": ["burn", "again"]}}, play={"refill": {"to": 3, "when": "after-turn"}})
    match = at(house, "TC/3C", "KC", stock="6D 7D")
    match.play(0, "play TC")

    assert held(match, 0) == "6D 7D"


# -- The end ---------------------------------------------------------------------------------------------------------


def test_end_until() -> None:
    """One seat is left, or the first is out."""
    match = at(bare({}), "9C", "KC", "KD")
    match.play(0, "play 9C")
    assert match.outcome is None

    match = at(bare({}, end={"until": "first-out"}), "9C", "KC", "KD 3C")
    match.play(0, "play 9C")
    assert match.outcome is not None
    assert (match.outcome.places, match.outcome.reason) == ((1, 2, 3), "first-out")


@pytest.mark.parametrize(
    ("rule", "places"),
    [({}, (3, 1, 2)), ({"at-limit": "fewest-cards"}, (3, 1, 2)), ({"at-limit": "shared"}, (1, 1, 1))],
    ids=str,
)
def test_end_at_the_limit(rule: dict[str, str], places: tuple[int, ...]) -> None:
    """Those still in are ranked by the cards that they have left, or share a place."""
    match = at(bare({}, end={"limit": 5, **rule}), "9C 3C 4C 5C", "KC", "KD QD", plays=4)
    match.play(0, "play 9C")

    assert match.outcome is not None
    assert (match.outcome.places, match.outcome.reason) == (places, "play-limit")


def test_end_not_last() -> None:
    """Such a card may not be among the last ones, unless there is no pile to take."""
    house = bare({}, end={"not-last": ["9"]})

    assert may(at(house, "9C", "KC", pile="5D")) == ["take"]
    assert may(at(house, "9C 9D", "KC", pile="5D")) == ["play 9C", "play 9D"]
    assert may(at(house, "9C", "KC")) == ["play 9C"]
    assert may(at(house, "9C TC", "KC", pile="5D")) == ["play 9C", "play TC"]
    assert may(at(house, "9C/3C", "KC", pile="5D")) == ["play 9C"]
    assert may(at(house, "9C//3C", "KC", pile="5D")) == ["play 9C"]
    assert may(at(house, "/9C", "KC", pile="5D")) == ["take"]


def test_end_not_last_of_mixed_and_joined_cards() -> None:
    """It is enough that one of them may not."""
    house = bare({"8": {"do": [], "joins": True}}, play={"up": "mixed"}, end={"not-last": ["9"]})

    assert "play 8C 9C" not in may(at(house, "8C 9C", "KC", pile="5D"))
    assert "play 8C 9C" in may(at(house, "8C 9C 3C", "KC", pile="5D"))
    assert may(at(house, "/TC 9C", "KC", pile="5D")) == ["play 9C", "play TC"]


def test_end_not_last_of_a_blind_card() -> None:
    """Turned over as the last one it fails; with others left, or on nothing, it does not."""
    house = bare({}, end={"not-last": ["9"]})

    match = at(house, "//9C", "KC", "KD", pile="5D")
    match.play(0, "flip 1")
    assert held(match, 0) == "5D 9C"

    match = at(house, "//9C 3C", "KC", "KD", pile="5D")
    match.play(0, "flip 1")
    assert lies(match, "pile") == "5D 9C"

    match = at(house, "//9C", "KC", "KD")
    match.play(0, "flip 1")
    assert (lies(match, "pile"), match.to_act) == ("9C", (1,))
    assert match.position()["out"] == [0]


# -- Cards by their suit ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("selector", "reset"),
    [
        ("J", "CDHS"),
        ("J:red", "DH"),
        ("J:black", "CS"),
        ("J:clubs", "C"),
        ("J:hearts,diamonds", "DH"),
        ("J:red,spades", "DHS"),
    ],
)
def test_selector(selector: str, reset: str) -> None:
    """A rank, some suits of it, or a colour."""
    for suit in "CDHS":
        match = at(bare({selector: {"do": ["reset"]}}), f"J{suit} 3C", "4C")
        match.play(0, f"play J{suit}")

        assert asked(match) == ("anything" if suit in reset else "Jack or higher")


def test_a_suit_goes_before_its_rank() -> None:
    """The power of the rank is for the other suits."""
    house = bare({"J": {"do": ["skip"]}, "J:hearts": {"do": ["reset"]}})
    for card, turn, words in (("JH", 1, "anything"), ("JD", 2, "Jack or higher")):
        match = at(house, f"{card} 3C", "4C", "5C")
        match.play(0, f"play {card}")

        assert (match.to_act, asked(match)) == ((turn,), words)


def test_sets_of_two_faces_land_in_the_order_of_their_suits() -> None:
    """Clubs, diamonds, hearts, spades, however they are named; the last one decides what the pile asks for."""
    house = bare({"J:diamonds": {"do": ["reset"]}, "J:spades": {"do": ["low"]}})
    for cards, laid, words in (
        ("JD JC", "JC JD", "anything"),
        ("JH JD", "JD JH", "Jack or higher"),
        ("JS JD", "JD JS", "Jack or lower"),
        ("JS JC JD", "JC JD JS", "Jack or lower"),
    ):
        match = at(house, "JC JD JH JS 3C", "4C")
        match.play(0, f"play {cards}")

        assert (lies(match, "pile"), asked(match)) == (laid, words)


def test_in_a_set_of_two_faces_each_does_what_it_does() -> None:
    """The first burns the pile, the second lies on what is left; both skip or turn."""
    house = bare({"J:clubs": {"do": ["burn"]}, "J:red": {"do": ["skip"]}, "J:spades": {"do": ["reverse"]}})
    match = at(house, "JC JD JS 3C", "4C", "5C", "6C", pile="4D")
    match.play(0, "play JC JD JS")

    assert (lies(match, "burned"), lies(match, "pile")) == ("4D JC", "JD JS")
    assert (direction(match), match.to_act) == (-1, (2,))


def test_where_suits_matter_every_choice_of_suits_is_a_move() -> None:
    """And only cards that may be laid are in it."""
    house = bare({"J:red": {"on": "any", "do": []}})
    match = at(house, "JC JD JH 3C", "4C", pile="KD")

    assert may(match) == ["play JD", "play JH", "play JD JH"]


# -- Positions -------------------------------------------------------------------------------------------------------


def test_a_position_keeps_what_was_named() -> None:
    """A card that copies has something named again: what the pile asks for depends on the last of it."""
    match = at(
        bare({"2": {"on": "any", "do": ["choose-way"]}, "Joker": {"do": [{"mirror": "power"}]}}), "2C 3C", "jj 5C"
    )
    for seat, move in ((0, "play 2C"), (0, "choose low"), (1, "play jj"), (1, "choose high")):
        if move in moves(match, seat):
            match.play(seat, move)

    again = hr.Match.from_position(match.game, match.position())

    assert (asked(again), may(again)) == (asked(match), may(match))


def test_wild_stands_for_nothing_that_would_have_to_be_named_or_seen_through() -> None:
    """Else what the pile asks for would depend on more than one answer."""
    others = {"8": {"do": ["mirror"]}, "9": {"do": ["wild"]}, "J": {"do": ["call-suit"]}, "Q": {"do": ["force-take"]}}
    match = at(bare({"2": {"do": [{"wild": ["8", "9", "J", "Q", "K"]}]}, **others}), "2C 3C", "KC")
    match.play(0, "play 2C")

    assert may(match) == ["choose K"]


def test_the_pile_may_be_taken_freely_where_suits_matter_too() -> None:
    """Plays that differ in suits stand on several pages of moves; taking is offered whatever stands on the first."""
    house = hr.load(
        {"extends": "shithead", "name": "Red", "take": {"when": "free"}, "powers": {"J:red": {"do": ["burn"]}}}
    )
    table = {
        "game": "Red",
        "seats": [{"hand": ["7H", "AS"], "up": [], "blind": []}, {"hand": ["3C"], "up": [], "blind": []}],
        "pile": ["4C"],
        "stock": [],
        "burned": [],
        "to_act": 0,
        "direction": 1,
        "phase": "play",
        "pending": None,
    }

    assert [str(move) for move in hr.Match.from_position(house, table).legal(0)] == ["take", "play 7H", "play AS"]
