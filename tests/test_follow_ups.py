"""What follows a play before the turn passes: cards that are added to it, and burns that others complete."""

from __future__ import annotations

from typing import Any

import pytest

import houserules as hr
from houserules.bots import BotSpec, Limit, make_bot
from houserules.bots.search import Searcher
from tests.positions import AnyMatch, held, lies, moves, play, refusal, shown, told
from tests.strategies import asked, at, bare, may


def adding(which: str, *seats: str, stock: str = "7H KS QS", pile: str = "5D", **more: Any) -> AnyMatch:
    house = bare(more.pop("powers", {}), play={"add": which, "refill": {"to": 3}}, **more)
    return at(house, *seats, pile=pile, stock=stock)


def test_add_no() -> None:
    match = adding("no", "7C 9C JC", "KC KD KH")
    match.play(0, "play 7C")

    assert match.to_act == (1,)


def test_add_drawn() -> None:
    """Only what was drawn, of the rank just laid; then the hand is filled again, and so on."""
    match = adding("drawn", "7C 7D JC", "KC KD KH", stock="7H 7S QS")
    match.play(0, "play 7C")

    assert (match.to_act, shown(match, 1)["pending"]) == ((0,), "add")
    assert may(match) == ["play 7H", "pass"]
    assert refusal(match, 0, "play 7D") == "not-playable"
    assert refusal(match, 0, "take") == "answer-first"
    assert match.position()["marks"] == {"fresh": ["7H"]}
    assert shown(match, 0).get("marks") is None, "what was drawn is no mark for all to see"
    match.play(0, "play 7H")
    assert may(match) == ["play 7S", "pass"]
    match.play(0, "pass")
    assert (match.to_act, lies(match, "pile"), asked(match)) == ((1,), "5D 7C 7H", "7 or higher")
    assert told(match, None)[-1] == {"event": "passed", "seat": 0}


def test_whether_there_is_anything_to_add_nobody_can_tell() -> None:
    """Whoever drew is asked; whoever drew nothing is not."""
    match = adding("drawn", "7C 9C JC", "KC KD KH", stock="3H KS QS")
    match.play(0, "play 7C")
    assert may(match) == ["pass"]

    match = adding("drawn", "7C 9C JC", "KC KD KH", stock="")
    match.play(0, "play 7C")
    assert match.to_act == (1,)


def test_add_any() -> None:
    match = adding("any", "7C 7D JC", "KC KD KH", stock="")
    match.play(0, "play 7C")

    assert may(match) == ["play 7D", "pass"]
    match.play(0, "play 7D")
    assert may(match) == ["pass"]


def test_what_is_added_counts_to_a_burn_and_does_what_it_does() -> None:
    match = adding("any", "7C 7D JC", "KC KD KH", stock="", pile="7H 7S", pattern={"alike": 4, "do": ["burn", "again"]})
    play(match, (0, "play 7C"), (0, "play 7D"))
    assert (lies(match, "burned"), match.to_act) == ("7H 7S 7C 7D", (0,))

    match = adding("any", "8C 8D JC", "KC KD", "9C 9D", "TC TD", stock="", powers={"8": {"do": ["skip"]}})
    play(match, (0, "play 8C"))
    assert match.position()["marks"] == {"skips": 1}
    play(match, (0, "play 8D"), (0, "pass"))
    assert match.to_act == (3,)


def test_nothing_is_added_to_another_turn_or_to_no_pile() -> None:
    match = adding("any", "TC TD JC", "KC KD", powers={"10": {"on": "any", "do": ["burn", "again"]}})
    match.play(0, "play TC")

    assert "pass" not in may(match)


@pytest.mark.parametrize("level", ["easy", "medium", "hard"])
def test_bots_add_what_they_can(level: str) -> None:
    match = adding("drawn", "7C 9C JC", "KC KD KH")
    match.play(0, "play 7C")

    assert str(hr.bot(level, match.game, seed=1).choose(match.view(0))) == "play 7H"


# -- Jumping in ------------------------------------------------------------------------------------------------------


def jumping(who: str, *seats: str, pile: str = "5C 5D", **more: Any) -> AnyMatch:
    house = bare(more.pop("powers", {}), pattern={"alike": 4, "do": ["burn", "again"], "jump-in": who})
    return at(house, *seats, pile=pile, **more)


def test_jump_in() -> None:
    """Whoever has all that is missing may lay it, and plays on; the turn goes on from there."""
    match = jumping("hand", "5H 9C", "KC KD", "5S 9D 8D", "9H 9S")
    match.play(0, "play 5H")
    assert (match.to_act, shown(match, None)["pending"]) == ((1,), "jump")
    assert may(match) == ["pass"]
    match.play(1, "pass")
    assert (match.to_act, may(match)) == ((2,), ["play 5S", "pass"])
    assert refusal(match, 2, "play 9D") == "not-playable"
    assert match.position()["marks"] == {"player": 0}
    match.play(2, "play 5S")

    assert (lies(match, "burned"), match.to_act) == ("5C 5D 5H 5S", (2,))
    play(match, (2, "play 8D"))
    assert match.to_act == (3,)


def test_when_nobody_jumps_in_the_turn_passes_as_ever() -> None:
    match = jumping("hand", "5H 9C", "KC KD", "5S 9D", powers={"5": {"do": ["skip"]}})
    play(match, (0, "play 5H"), (1, "pass"), (2, "pass"))

    assert (match.to_act, asked(match)) == ((2,), "5 or higher")
    assert [event["event"] for event in told(match, None)][-2:] == ["passed", "skipped"]


@pytest.mark.parametrize(("hand", "other"), [("5S 9D 8D", "TS 9S"), ("TS 9D 8D", "5S 9S")])
def test_a_bot_does_not_think_before_it_jumps_in(hand: str, other: str) -> None:
    """How long it takes would tell whether it has the cards. It does what it thinks best at first sight."""
    match = jumping("hand", "5H 9C", hand, other)
    assert not match.view(0).is_aside
    match.play(0, "play 5H")
    view = match.view(1)
    assert view.is_aside
    bot = make_bot(BotSpec("expert", limit=Limit(iterations=1000)), match.game, seed=1)
    assert isinstance(bot, Searcher)
    assert str(bot.choose(view)) == ("play 5S" if "5S" in hand else "pass")
    assert bot.last is None


def test_only_those_who_might_have_the_cards_are_asked() -> None:
    """Which everybody can work out: by the number of cards in hand, and by the cards in sight."""
    match = jumping("hand", "5H 9C", "KC", "5C 5S", pile="5D")
    match.play(0, "play 5H")
    assert (match.to_act, shown(match, 1)["pending"]) == ((2,), "jump"), "with one card nobody has two"

    match = jumping("hand", "5H 9C / 5S", "KC KD", "8D 9D")
    match.play(0, "play 5H")
    assert (match.to_act, shown(match, 1)["pending"]) == ((1,), None), "everybody sees where the last one lies"


def test_a_hand_is_not_told_apart_by_the_question() -> None:
    """Who has the card is asked just like who has not."""
    asked_with = jumping("hand", "5H 9C", "5S KD", "8D 9D")
    asked_without = jumping("hand", "5H 9C", "8D KD", "5S 9D")
    for match in (asked_with, asked_without):
        match.play(0, "play 5H")
        match.play(1, "pass")

    assert shown(asked_with, 0) == shown(asked_without, 0)
    assert told(asked_with, 0) == told(asked_without, 0)


def test_all_that_is_missing_must_be_laid() -> None:
    match = jumping("hand", "5H 9C", "5S 5C KD", "8D 9D", pile="5D")
    match.play(0, "play 5H")

    assert moves(match, 1) == ["play 5C 5S", "pass"]


def test_face_up_cards_jump_in_where_they_may() -> None:
    for who, pending in (("hand", None), ("visible", "jump")):
        match = jumping(who, "5H 9C", "/ 5S KD", "8D 9D")
        match.play(0, "play 5H")

        assert (match.to_act, shown(match, None)["pending"]) == ((1,), pending)


def test_the_last_card_may_be_jumped_onto() -> None:
    """Its player is out all the same."""
    match = jumping("hand", "5H", "5S KD", "8D 9D")
    play(match, (0, "play 5H"), (1, "play 5S"))

    assert (match.position()["out"], match.to_act) == ([0], (1,))


@pytest.mark.parametrize("level", ["easy", "medium", "hard"])
def test_bots_jump_in(level: str) -> None:
    match = jumping("hand", "5H 9C", "5S KD", "8D 9D")
    match.play(0, "play 5H")

    assert str(hr.bot(level, match.game, seed=1).choose(match.view(1))) == "play 5S"


@pytest.mark.one_build
@pytest.mark.parametrize("pattern", [{"alike": 0}, {"alike": 4, "within": "one-play"}], ids=str)
def test_where_nothing_burns_nobody_jumps_in(pattern: dict[str, Any]) -> None:
    with pytest.raises(hr.RulesError, match="nobody can complete a burn here"):
        hr.load(bare({}, pattern={**pattern, "jump-in": "hand"}))


def test_a_hand_holds_what_was_not_added() -> None:
    match = adding("any", "7C 7D JC", "KC KD KH", stock="")
    play(match, (0, "play 7C"), (0, "pass"))

    assert held(match, 0) == "7D JC"


def test_a_skip_that_waits_for_an_answer_outlasts_the_cards_that_are_added() -> None:
    """Also in a position: the next player still has to answer it, or to miss a turn."""
    skip = {"do": [{"skip": {"counter": ["5"]}}]}
    match = adding("drawn", "7C 9C JC", "5C KD KH", "KC QC QD", powers={"7": skip})
    match.play(0, "play 7C")
    again = hr.Match.from_position(match.game, match.position())

    for one in (match, again):
        one.play(0, "pass")
        assert moves(one, 1) == ["play 5C", "pass"]
