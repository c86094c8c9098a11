"""The chance card: the top card of the stock before the pile is taken, turned onto the pile or drawn into the hand."""

from __future__ import annotations

from typing import Any

import pytest

import houserules as hr
from tests.positions import AnyMatch, held, lies, moves, play, refusal, shown, told
from tests.strategies import asked, at, bare, may


def trying(how: str, *seats: str, stock: str = "9C 3C", powers: Any = None, **take: Any) -> AnyMatch:
    """Somebody with a pile of one seven."""
    house = bare(powers or {}, take={"try": how, **take}, play={"refill": {"to": 2}})
    return at(house, *seats, pile="7D", stock=stock)


def test_try_no() -> None:
    """The default: nobody tries anything."""
    match = at(bare({}), "3D 4D", "KC", pile="7D", stock="9C")

    assert may(match) == ["take"]
    assert refusal(match, 0, "try") == "nothing-to-take"


def test_try_stuck() -> None:
    """Instead of taking; what fits is played, and the hand stays as it was."""
    match = trying("stuck", "3D 4D", "KC")
    assert may(match) == ["try", "take"]
    assert shown(match, 0)["can"] == {"take": True, "try": True}
    match.play(0, "try")

    assert (lies(match, "pile"), lies(match, "stock"), held(match, 0)) == ("7D 9C", "3C", "3D 4D")
    assert told(match, None) == [{"event": "played", "seat": 0, "zone": "stock", "cards": ["9C"]}]
    assert match.to_act == (1,)


def test_a_card_that_is_tried_in_vain_is_taken_with_the_pile() -> None:
    match = trying("stuck", "3D 4D", "KC", stock="5C 3C")
    match.play(0, "try")

    assert (lies(match, "pile"), held(match, 0), lies(match, "stock")) == ("", "3D 4D 5C 7D", "3C")
    failed, took = told(match, None)
    assert failed == {"event": "failed", "seat": 0, "card": "5C", "zone": "stock"}
    assert (took["event"], took["cards"], took["blind"]) == ("took", ["5C", "7D"], "5C")
    assert match.to_act == (1,)


def test_a_card_that_is_tried_does_what_it_does() -> None:
    match = trying("stuck", "3D 4D", "KC", stock="TC 3C", powers={"10": {"on": "any", "do": ["burn", "again"]}})
    match.play(0, "try")

    assert (lies(match, "burned"), match.to_act) == ("7D TC", (0,))


def test_stuck_means_that_nothing_can_be_played() -> None:
    match = trying("stuck", "8D 4D", "KC")

    assert may(match) == ["play 8D"]
    assert refusal(match, 0, "try") == "must-play"


def test_try_free() -> None:
    """Instead of any play, but onto a pile, and only while there is a stock."""
    assert may(trying("free", "8D 4D", "KC")) == ["play 8D", "try"]
    assert may(trying("free", "3D 4D", "KC")) == ["try", "take"]
    assert may(trying("free", "8D 4D", "KC", stock="")) == ["play 8D"]
    assert may(trying("free", "/ 8D 4D", "KC")) == ["play 8D", "try"]
    assert may(trying("free", "/ / 8D 4D", "KC")) == ["flip 1", "flip 2"]
    assert "try" not in may(at(bare({}, take={"try": "free"}), "8D", "KC", stock="9C"))


def test_try_draw() -> None:
    """Once a turn, into the hand; others do not see it."""
    match = trying("draw", "3D 4D", "KC KD", stock="9C 3C AC")
    assert may(match) == ["try", "take"]
    match.play(0, "try")

    assert told(match, 1) == [{"event": "drew", "seat": 0, "count": 1, "cards": None}]
    assert held(match, 0) == "3D 4D 9C"
    assert may(match) == ["play 9C"]
    assert match.position()["marks"] == shown(match, 1)["marks"] == {"tried": True}
    match.play(0, "play 9C")
    assert match.position()["marks"] is None


def test_a_card_drawn_in_vain_is_kept_and_the_pile_taken() -> None:
    match = trying("draw", "3D 4D", "KC KD", stock="5C 3C AC")
    match.play(0, "try")

    assert may(match) == ["take"]
    match.play(0, "take")
    assert held(match, 0) == "3D 4D 5C 7D"
    play(match, (1, "play KC"))
    assert may(match) == ["try", "take"], "another turn, another try"


def test_where_the_pile_may_be_taken_at_will_a_card_may_be_tried_at_will() -> None:
    assert may(trying("stuck", "8D 4D", "KC", when="free")) == ["play 8D", "try", "take"]
    assert may(trying("draw", "8D 4D", "KC", when="free")) == ["play 8D", "try", "take"]


def test_a_face_up_card_comes_along_as_ever() -> None:
    match = trying("stuck", "/ 3D 4D", "KC", stock="5C", up="lowest")
    match.play(0, "try")

    assert (held(match, 0), held(match, 0, "up")) == ("3D 5C 7D", "4D")


@pytest.mark.parametrize("how", ["stuck", "draw"])
@pytest.mark.parametrize("level", ["easy", "medium", "hard"])
def test_bots_try_before_they_take(how: str, level: str) -> None:
    match = trying(how, "3D 4D", "KC KD", stock="5C 3C AC")

    assert str(hr.bot(level, match.game, seed=1).choose(match.view(0))) == "try"


def test_who_tries_because_nothing_fits_lacks_what_would_fit() -> None:
    match = trying("stuck", "3D 4D", "KC")
    match.play(0, "try")

    assert shown(match, 1)["seats"][0]["lacking"] == 2  # type: ignore[index, call-overload]
    assert asked(match) == "9 or higher"
    assert moves(match, 0) == []
