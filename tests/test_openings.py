"""The opening: who begins by which test, what has to be led, a card that is turned up, a first play that is left."""

from __future__ import annotations

from typing import Any

import pytest

import houserules as hr
from tests.positions import AnyMatch, held, lies, moves, play, refusal, shown, told
from tests.strategies import asked, bare, may

LEAVES: Any = {"first-choice": True}
ORDER = ["3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A", "2"]


def opened(*seats: str, stock: str = "KS QS", **deal: Any) -> AnyMatch:
    """A match of a house whose last player has just got ready."""
    house = bare({}, deal={"setup": "swap", "order": ORDER, "begins": "lowest", **deal})
    zones = [([*seat.split("/"), "", ""])[:3] for seat in seats]
    position = {
        "game": "Bare",
        "seats": [
            {"hand": hand.split(), "up": up.split(), "blind": blind.split()} for hand, up, blind in zones
        ],
        "pile": [], "stock": stock.split(), "burned": [], "to_act": 0, "direction": 1,
        "phase": "setup", "pending": None, "ready": list(range(1, len(seats))),
    }  # fmt: skip
    match: AnyMatch = hr.Match.from_position(hr.load(house), position)
    match.play(0, "ready")
    return match


TESTS = [
    ("lowest", ("4C / 9C", "5C / 3C", "6C / TC"), 0),
    ("lowest-up", ("4C / 9C", "5C / 3C", "6C / TC"), 1),
    ("seat", ("9C / 9D", "5C / 3C", "6C / TC"), 0),
    ("most", ("9C 4D KC / 9D", "4C 4H 9H / 3C", "4S 8C 8D / 3D"), 1),
    ("worst-up", ("3C / KC QC", "4C / 3D 5D", "5C / 3H 6H"), 1),
    (["lowest-up", "lowest"], ("4C / 9C", "5C / 9D", "3C / TC"), 0),
    (["lowest", "most"], ("4C 9C", "4D 4H", "5C 5D"), 1),
    (["lowest-up", "seat"], ("5C / 9C", "4C / 9D", "3C / 2C"), 0),
    (["most", "lowest-up"], ("4C 9C / 9S", "4D 8C / 3D", "KC / 3C"), 1),
]


@pytest.mark.parametrize(("begins", "seats", "first"), TESTS, ids=[str(row[0]) for row in TESTS])
def test_begins(begins: Any, seats: tuple[str, ...], first: int) -> None:
    """The next test is for those whom the test before found equal."""
    match = opened(*seats, begins=begins)

    assert match.to_act == (first,)
    assert told(match, None)[-1] == {"event": "began", "seat": first}


def test_a_test_that_nobody_meets_says_nothing() -> None:
    assert opened("KC / 9C", "QC / TC", order=["3", "Q"], begins=["lowest-up", "lowest"]).to_act == (1,)
    assert opened("KC / 9C", "QC / TC", order=["3"], begins=["lowest-up", "lowest"]).to_act == (0,)


TIES = [
    ("suit", ("4H 5C", "4D 5D"), 1),
    ("seat", ("4H 5C", "4D 5D"), 0),
    (["spades", "hearts", "diamonds", "clubs"], ("4D 5C", "4H 5D"), 1),
    ("next-lowest", ("4C 6C", "4D 5D"), 1),
    ("next-lowest", ("4C 6C", "4D 6D"), 0),
]


@pytest.mark.parametrize(("tie", "seats", "first"), TIES, ids=str)
def test_tie(tie: Any, seats: tuple[str, ...], first: int) -> None:
    """Of equal lowest ranks: the suit, the seat, or the next lowest card; then the lower seat."""
    assert opened(*seats, tie=tie).to_act == (first,)


def test_leads_any() -> None:
    assert may(opened("4C 5C", "6C")) == ["play 4C", "play 5C"]


def test_leads_that_card() -> None:
    """The card that decided, alone; everybody has seen it."""
    match = opened("4C 4D 5C", "4H", leads="that-card")

    assert may(match) == ["play 4C"]
    assert refusal(match, 0, "play 4D") == refusal(match, 0, "play 4C 4D") == refusal(match, 0, "play 5C")
    assert told(match, None)[-1] == {"event": "began", "seat": 0, "lead": "4C"}
    assert shown(match, 1)["marks"] == {"lead": "4C"}
    assert shown(match, 0)["why"] == {"4D": "not-playable", "5C": "not-playable"}
    with pytest.raises(hr.IllegalMove, match="4C decided who begins"):
        match.play(0, "play 5C")

    match.play(0, "play 4C")
    assert shown(match, 1).get("marks") is None
    assert may(match) == ["play 4H"]


def test_leads_that_rank() -> None:
    match = opened("4C 4D 5C", "4H", leads="that-rank")

    assert may(match) == ["play 4C", "play 4D", "play 4C 4D"]
    assert refusal(match, 0, "play 5C") == "not-playable"
    assert shown(match, None)["marks"] == {"lead": "4"}


def test_only_a_card_in_hand_has_to_be_led() -> None:
    """A face-up card that decided cannot be: the hand comes first."""
    match = opened("4C 5C / 3C", "6C / 9C", begins=["lowest-up", "lowest"], leads="that-card")

    assert may(match) == ["play 4C", "play 5C"]


def test_the_card_to_be_led_is_known_to_all_and_bots_lead_it() -> None:
    match = opened("5C 4D 4C", "6C 7C", leads="that-card")

    assert shown(match, 1)["seats"][0]["known"] == ["4C"]  # type: ignore[index, call-overload]
    for level in ("easy", "medium", "hard"):
        assert str(hr.bot(level, match.game, seed=1).choose(match.view(0))) == "play 4C"


def test_flip() -> None:
    """The top card of the stock begins the pile, without its power."""
    house = bare({"7": {"do": ["low"]}}, deal={"flip": True, "begins": "seat"})
    game = hr.load(house)
    for number in range(60):
        match: AnyMatch = hr.Match.new(game, seats=2, seed=str(number))
        (card,) = lies(match, "pile").split()
        assert shown(match, None)["marks"] == {"flipped": 1}
        if card[0] == "7":
            break
    else:
        raise AssertionError("no seven was turned up")

    assert asked(match) == "7 or higher"


def test_flip_again_covers_some_ranks() -> None:
    """They stay in the pile, and the next card counts."""
    match = opened("4C 9C", "6C", stock="2C TC 8H KD", flip=["2", "10"])

    assert (lies(match, "pile"), lies(match, "stock")) == ("2C TC 8H", "KD")
    assert asked(match) == "8 or higher"
    assert told(match, None)[-1] == {"event": "turned-up", "cards": ["2C", "TC", "8H"]}
    assert may(match) == ["play 9C"]


def test_a_mirror_that_was_turned_up_is_no_mirror() -> None:
    """Not even under another mirror; a position says how many cards were turned up."""
    house = bare({"8": {"on": "any", "do": ["mirror"]}}, deal={"flip": True})
    position = {
        "game": "Bare",
        "seats": [{"hand": ["8C", "3C"], "up": [], "blind": []}, {"hand": ["9C"], "up": [], "blind": []}],
        "pile": ["8H"], "stock": [], "burned": [], "to_act": 0, "direction": 1, "phase": "play", "pending": None,
        "marks": {"flipped": 1},
    }  # fmt: skip
    match: AnyMatch = hr.Match.from_position(hr.load(house), position)

    assert asked(match) == "8 or higher"
    match.play(0, "play 8C")
    assert asked(match) == "8 or higher"
    assert shown(match, None)["ask"]["by"]["card"] == "8H"  # type: ignore[index, call-overload]
    assert match.position()["marks"] == {"flipped": 1}


def test_first_choice() -> None:
    """Whoever begins may leave the first play to the next, who may not."""
    match = opened("4C 5C", "6C 7C", **LEAVES)

    assert may(match) == ["play 4C", "play 5C", "pass"]
    match.play(0, "pass")
    assert told(match, None)[-2:] == [{"event": "passed", "seat": 0}, {"event": "began", "seat": 1}]
    assert moves(match, 1) == ["play 6C", "play 7C"]
    assert refusal(match, 1, "pass") == "must-play"
    assert match.position()["marks"] == {"left": True}
    play(match, (1, "play 6C"))
    assert may(match) == ["take"]


def test_what_should_have_been_led_is_free_once_it_is_left() -> None:
    match = opened("4C 5C", "6C 7C", leads="that-card", **LEAVES)
    assert may(match) == ["play 4C", "pass"]
    match.play(0, "pass")

    assert may(match) == ["play 6C", "play 7C"]
    match.play(1, "play 7C")
    assert held(match, 0) == "4C 5C"
    assert may(match) == ["take"]


WRONG: list[tuple[dict[str, Any], str, str]] = [
    ({"begins": ["seat", "lowest"]}, "deal.begins", '"seat" always decides'),
    ({"begins": []}, "deal.begins", "at least one test"),
    ({"begins": "lowest-up", "up": 0, "setup": "none"}, "deal.begins", "no face-up cards"),
    ({"begins": "seat", "leads": "that-card"}, "deal.leads", "no card in hand decides"),
    ({"leads": "that-card", "flip": True}, "deal.leads", "nobody leads"),
    ({"first-choice": True, "flip": ["2"]}, "deal.first-choice", "nobody leads"),
    ({"tie": ["clubs", "hearts"]}, "deal.tie", "each of the four suits once"),
    ({"tie": "colour"}, "deal.tie", '"suit" or "seat" or "next-lowest"'),
    ({"flip": "yes"}, "deal.flip", "write true or false"),
    ({"leads": "that"}, "deal.leads", '"that-card"'),
]


@pytest.mark.one_build
@pytest.mark.parametrize(("deal", "path", "says"), WRONG, ids=str)
def test_openings_that_contradict_themselves_are_refused(deal: dict[str, Any], path: str, says: str) -> None:
    with pytest.raises(hr.RulesError) as refused:
        hr.load(bare({}, deal={"order": ORDER, "begins": "lowest", **deal}))

    assert any(problem.startswith(f"{path}: ") and says in problem for problem in refused.value.problems)


@pytest.mark.one_build
def test_a_card_to_turn_up_must_be_left() -> None:
    """Four seats with thirteen cards each leave none."""
    house = bare({}, deal={"flip": True, "hand": 7, "up": 3, "blind": 3}, deck={"jokers": 0})

    with pytest.raises(hr.RulesError, match="with 4 players no card is left to be turned up"):
        hr.load(house)
