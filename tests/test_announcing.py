"""The last card has to be announced: whoever forgets it pays for it."""

from __future__ import annotations

from typing import Any

import pytest

import houserules as hr
from houserules.kernel.shedding_policy import sensible_move
from houserules.testing import check_game
from tests.positions import held, lies, play, refusal, shown, told
from tests.strategies import at, bare, may

ANNOUNCE = bare({}, end={"announce": {"penalty": 2}})
POWERS = bare(
    {
        "7": {"do": ["again"]},
        "8": {"do": [{"skip": {"counter": ["8"]}}]},
        "9": {"do": ["call-suit"]},
        "10": {"on": "any", "do": ["burn", "again"]},
    },
    end={"announce": {"penalty": 1}},
    pattern={"alike": 4, "jump-in": "visible"},
)
DRAWING = bare({}, end={"announce": {"penalty": 2}}, play={"refill": {"to": 3}}, take={"when": "free"})
DECKS = ANNOUNCE | {"deck": {"decks": 2, "jokers": 2}, "play": {**ANNOUNCE["play"], "up": "mixed", "hand": "run"}}


def test_the_last_card_is_announced_before_the_play_that_leaves_it() -> None:
    """It is a move that ends no turn; then the play is an ordinary one."""
    match = at(ANNOUNCE, "7C KC", "3D 4D", pile="5C")

    assert may(match) == ["play 7C", "play KC", "announce"]
    play(match, (0, "announce"))
    assert (match.to_act, may(match)) == ((0,), ["play 7C", "play KC"])
    assert shown(match, 1)["marks"] == {"announced": True}
    play(match, (0, "play 7C"))
    assert (match.to_act, lies(match, "pile")) == ((1,), "5C 7C")
    assert told(match, None)[0] == {"event": "announced", "seat": 0}


def test_whoever_forgets_it_takes_the_pile_if_there_is_no_stock() -> None:
    """With the card that was just laid; the next player leads."""
    match = at(ANNOUNCE, "7C KC", "3D 4D", pile="5C")

    events = match.play(0, "play 7C")

    assert [type(event).__name__ for event in events] == ["Played", "Forgot", "Took"]
    assert (held(match, 0), lies(match, "pile"), match.to_act) == ("5C 7C KC", "", (1,))
    assert events[1].tell(hr.Names("Ann", "Ben")) == "Ann forgot to announce the last card"


def test_whoever_forgets_it_draws_as_long_as_there_is_a_stock() -> None:
    """In a house where nobody draws. Others do not see what was drawn."""
    match = at(ANNOUNCE, "7C KC", "3D 4D", pile="5C", stock="2D 2H 2S")

    play(match, (0, "play 7C"))

    assert (held(match, 0), lies(match, "pile"), lies(match, "stock")) == ("2D 2H KC", "5C 7C", "2S")
    assert told(match, 1)[1:] == [
        {"event": "forgot", "seat": 0},
        {"event": "drew", "seat": 0, "count": 2, "cards": None},
    ]


@pytest.mark.parametrize(
    ("seat", "stock", "why"),
    [
        ("7C KC 4H", "", "two cards would be left"),
        ("7C KC / 4H", "", "a face-up card counts as well"),
        ("7C KC / / 4H", "", "and a blind one"),
        ("7C KC", "2D", "something would be drawn"),
    ],
)
def test_there_is_nothing_to_announce(seat: str, stock: str, why: str) -> None:
    match = at(DRAWING, seat, "3D 4D", pile="5C", stock=stock)

    assert "announce" not in may(match), why
    assert refusal(match, 0, "announce") == "bad-choice"
    play(match, (0, "play 7C"))
    assert "forgot" not in str(told(match, None)), why


def test_it_is_said_once_and_holds_for_the_next_play_alone() -> None:
    """A play that leaves more cards, or the pile that is taken, ends it."""
    match = at(DRAWING, "7C 7D KC", "3D 8D 9D", pile="5C")

    play(match, (0, "announce"))
    with pytest.raises(hr.IllegalMove, match="you have announced"):
        match.play(0, "announce")
    play(match, (0, "play 7C"), (1, "play 8D"), (0, "play KC"))

    assert "forgot" in str(told(match, None))


def test_blind_cards_count() -> None:
    match = at(ANNOUNCE, "/ / 7C KC", "3D 4D", pile="5C")

    assert may(match) == ["flip 1", "flip 2", "announce"]
    play(match, (0, "announce"), (0, "flip 1"))
    assert lies(match, "pile") == "5C 7C"


FIRST = {"begins": "lowest", "order": [*"3456789", "10", *"JQKA", "2"], "leads": "that-card"}


def test_it_may_be_said_before_a_first_play_that_has_to_be_a_certain_card() -> None:
    """Words lead nothing."""
    house = bare(
        {},
        end={"announce": {"penalty": 1}},
        deal={"blind": 0, "up": 1, "hand": 1, "setup": "none"} | FIRST,
        play={"refill": {"to": 0}},
        take={"up": "stays"},
    )
    match = hr.Match.new(hr.load(house), seats=4, seed="first")
    (first,) = match.to_act

    match.play(first, "announce")
    assert may(match) == [move for move in may(match) if move.startswith("play")]


def test_many_blind_cards_are_no_announcement() -> None:
    house = bare({}, end={"announce": {"penalty": 2}}, deal={"blind": 6})

    assert may(at(house, "/ / 7C 8C 9C TC JC KC", "3D 4D", pile="5C")) == [f"flip {n}" for n in range(1, 7)]


def test_with_another_turn_the_penalty_comes_first() -> None:
    """The pile is taken, and the other turn begins an empty one."""
    match = at(POWERS, "7C KC", "3D 4D", pile="5C")

    play(match, (0, "play 7C"))

    assert (held(match, 0), match.to_act, lies(match, "pile")) == ("5C 7C KC", (0,), "")


def test_a_burned_pile_cannot_be_taken() -> None:
    match = at(POWERS, "TC KC", "3D 4D", pile="5C")

    play(match, (0, "play TC"))

    assert (held(match, 0), match.to_act) == ("KC", (0,))
    assert "forgot" not in str(told(match, None))


def test_an_announcement_counts_while_something_is_named() -> None:
    match = at(POWERS, "9C KC", "3D 4D", pile="5C")

    play(match, (0, "announce"), (0, "play 9C"))
    again = hr.Match.from_position(match.game, match.position())
    for one in (match, again):
        play(one, (0, "call hearts"))
        assert (held(one, 0), one.to_act) == ("KC", (1,))


def test_what_was_announced_is_over_when_a_turn_is_missed() -> None:
    match = at(POWERS, "8C 9C", "8D KD", pile="5C")

    play(match, (0, "announce"), (0, "play 8C"), (1, "announce"), (1, "pass"))

    assert "marks" not in shown(match, None) or shown(match, None)["marks"] is None


def test_nobody_has_to_announce_out_of_turn() -> None:
    match = at(POWERS, "6C 6D KC QC", "/ 6H 6S 4C / ", pile="5C")

    play(match, (0, "play 6C 6D"), (1, "play 6H 6S"))

    assert (held(match, 1, "up"), "forgot" in str(told(match, None))) == ("4C", False)


def test_a_view_and_short_words_offer_it() -> None:
    match = at(ANNOUNCE, "7C KC", "3D 4D", pile="5C")
    can: Any = shown(match, 0)["can"]

    assert can["announce"] is True
    for words in ("last card", "announce", "One card left"):
        assert [str(move) for move in match.game.steps(match.view(0), words)] == ["announce"]
    assert hr.to_document(match.game.turn(match.state, 0, match.play(0, "announce")))["again"] is False  # type: ignore[index, call-overload]


def test_bots_and_quick_players_announce() -> None:
    match = at(ANNOUNCE, "7C KC", "3D 4D", pile="5C")

    assert str(match.game.say(match.state, sensible_move(match.state.kernel, 0))) == "announce"
    for level in ("easy", "medium", "hard"):
        player = hr.bot(level, match.game, seed=1)
        assert str(player.choose(match.view(0))) == "announce"
        assert "announce the last card" in player.explain(match.view(0)).why


def test_a_position_that_cannot_be_is_refused() -> None:
    with pytest.raises(hr.PositionError, match="nobody has announced a last card here"):
        at(bare({}, play={"add": "any"}), "7C KC", "3D 4D", pile="5C", marks={"announced": True})


def test_added_cards_do_not_go_with_it() -> None:
    with pytest.raises(hr.RulesError) as refused:
        hr.load(bare({}, end={"announce": {"penalty": 2}}, play={"add": "any"}))

    said = "cards that are added could leave the last one before anybody can announce it"
    assert refused.value.problems == (f'end.announce: {said}: leave this out, or write add = "no"',)


def test_a_misplaced_key_is_pointed_to_its_place() -> None:
    with pytest.raises(hr.RulesError) as refused:
        hr.load(bare({}, end={"penalty": 2}))

    assert "it belongs in [end], as in announce = { penalty = ... }" in refused.value.problems[0]


def test_the_sheet_says_it_and_a_house_without_it_keeps_its_hash() -> None:
    sheet = " ".join(hr.load(ANNOUNCE).sheet().split())

    assert "Whoever forgets it draws two cards from the stock, or takes the pile if there is no stock." in sheet
    assert hr.load(bare({}, end={"announce": {"penalty": 0}})).hash == hr.load(bare({})).hash


@pytest.mark.parametrize("house", [ANNOUNCE, POWERS, DRAWING, DECKS])
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_such_houses_keep_the_laws_of_games(house: dict[str, Any], seats: int) -> None:
    check_game(hr.load(house), seats, 1, depth=12)
