"""Cards that make players exchange cards, or take or give one."""

from __future__ import annotations

from typing import Any

import pytest

import houserules as hr
from houserules.kernel.shedding_policy import sensible_move
from houserules.testing import check_game
from tests.positions import AnyMatch, held, play, refusal, shown, told
from tests.strategies import asked, at, bare, may

NAMES = hr.Names("Ann", "Ben", "Cid", "Dora")


def swap(*seats: str, pile: str = "5D", more: Any = (), **keys: Any) -> AnyMatch:
    """A match in which Jacks exchange cards."""
    return at(bare({"J": {"do": [{"swap": keys} if keys else "swap", *more]}}), *seats, pile=pile)


def known(match: AnyMatch, seat: int) -> object:
    """What everybody knows of a hand."""
    return shown(match, None)["seats"][seat].get("known", [])  # type: ignore[index, union-attr]


def test_whole_hands_change_places() -> None:
    """Its player names another who has a hand. What the card asks for stays, and the turn passes."""
    match = swap("JC 4C", "9D 9H KD", "/ 3C 4D", "2S")

    play(match, (0, "play JC"))
    assert (shown(match, None)["pending"], may(match)) == ("swap", ["target 1", "target 3"])
    assert shown(match, 0)["can"] == {"target": [1, 3]}
    assert refusal(match, 0, "target 2") == "bad-target"
    assert refusal(match, 0, "take") == "answer-first"
    play(match, (0, "target 1"))

    assert (held(match, 0), held(match, 1)) == ("9D 9H KD", "4C")
    assert (asked(match), match.to_act) == ("Jack or higher", (1,))


def test_only_the_two_see_the_hands() -> None:
    match = swap("JC 4C", "9D KD", "2S")
    play(match, (0, "play JC"), (0, "target 1"))

    event = {
        "event": "exchanged",
        "seat": 0,
        "other": 1,
        "zone": "hand",
        "gave_count": 1,
        "got_count": 2,
        "whole": True,
    }
    assert told(match, 1)[-1] == told(match, 0)[-1] == event | {"gave": ["4C"], "got": ["9D", "KD"]}
    assert told(match, 2)[-1] == told(match, None)[-1] == event | {"gave": None, "got": None}
    assert match.events(None)[-2].tell(NAMES) == "Ann named Ben to exchange cards with"
    assert match.events(None)[-1].tell(NAMES) == "Ann exchanged hands with Ben"
    assert [known(match, seat) for seat in (0, 1)] == [[], []]


def test_what_everybody_knows_of_a_hand_goes_with_it() -> None:
    """Cards that were taken from the pile, and cards that a hand was known to lack."""
    match = swap("4C 4D JC", "9D 2H 2S", "8S 8C", pile="KD", **{"with": "previous"})
    play(match, (0, "take"), (1, "play 9D"), (2, "take"))
    assert known(match, 0) == ["KD"]
    before: Any = shown(match, None)["seats"]

    play(match, (0, "play JC"))

    assert (held(match, 0), held(match, 2)) == ("8C 8S 9D", "4C 4D KD")
    assert (known(match, 0), known(match, 2)) == (["9D"], ["KD"])
    after: Any = shown(match, None)["seats"]
    assert (after[0]["lacks"], after[0]["lacking"]) == (before[2]["lacks"], before[2]["lacking"])
    assert (after[2]["lacks"], after[2]["lacking"]) == (before[0]["lacks"], before[0]["lacking"] - 1)


@pytest.mark.parametrize(("side", "other"), [("next", 1), ("previous", 3)])
def test_with_a_neighbour_nobody_is_named(side: str, other: int) -> None:
    match = swap("JC 4C", "9D", "2S", "KS", **{"with": side})
    play(match, (0, "play JC"))

    assert (held(match, other), match.to_act) == ("4C", (1,))


@pytest.mark.parametrize("seats", [("JC", "9D", "8D"), ("JC / / 3C", "9D", "8D"), ("JC 4C", "/ 9D", "/ 8D")], ids=str)
def test_whoever_has_no_such_card_exchanges_nothing(seats: tuple[str, ...]) -> None:
    match = swap(*seats)
    play(match, (0, "play JC"))

    assert match.to_act == (1,)
    assert held(match, 0) == ("4C" if "4C" in seats[0] else "")
    assert match.position()["out"] == ([0] if seats[0] == "JC" else [])


def test_rows_change_places() -> None:
    match = swap("JC 4C / 3C 5C / 6C 7C", "9D / KD / TD QD AD", zone="up", **{"with": "next"})
    play(match, (0, "play JC"))

    assert (held(match, 0, "up"), held(match, 1, "up")) == ("KD", "3C 5C")
    spots = shown(match, 0)["spots"]
    assert [[spot["up"] for spot in row] for row in spots] == [["KD", None, None], ["3C", "5C", None]]  # type: ignore[index, union-attr, call-overload]
    assert match.events(None)[-1].tell(NAMES) == "Ann exchanged face-up cards with Ben"
    assert told(match, None)[-1]["got"] == ["KD"]


def test_a_face_up_card_is_stolen() -> None:
    """By its rank, from somebody with another one; it goes into the hand."""
    match = swap("JC 4C / 3C", "9D / KD QD", "8D / 5H", zone="up", give="none", take="chosen")
    play(match, (0, "play JC"))
    assert may(match) == ["target 1"]
    play(match, (0, "target 1"))

    assert (shown(match, None)["pending"], may(match)) == ("card", ["choose Q", "choose K"])
    assert shown(match, 1)["marks"] == {"player": 1}
    assert refusal(match, 0, "choose 5") == "bad-choice"
    assert refusal(match, 0, "target 1") == "answer-first"
    play(match, (0, "choose K"))
    assert (held(match, 0), held(match, 0, "up"), held(match, 1, "up")) == ("4C KD", "3C", "QD")
    assert (known(match, 0), match.to_act) == (["KD"], (1,))
    assert match.events(None)[-1].tell(NAMES) == "Ann took KD from Ben"


def test_a_card_of_ones_own_choice_is_given() -> None:
    """Everybody sees it. The last card may be given away."""
    match = swap("JC 4C 9C", "9D / KD QD", "8D", give="chosen", take="none")
    play(match, (0, "play JC"), (0, "target 2"), (0, "choose 9"))

    assert (held(match, 0), held(match, 2), known(match, 2)) == ("4C", "8D 9C", ["9C"])
    assert match.events(None)[-1].tell(NAMES) == "Ann gave 9C to Cid"
    match = swap("JC 4C", "9D", "8D", give="lowest", take="none", **{"with": "next"})
    play(match, (0, "play JC"))
    assert (match.position()["out"], held(match, 1)) == ([0], "4C 9D")


@pytest.mark.parametrize(
    ("zone", "mine", "theirs"), [("hand", "2C 9C AD", "3D 4C 8D"), ("up", "TC 6C", "QC 9H")], ids=str
)
def test_one_card_for_one_stays_in_its_zone(zone: str, mine: str, theirs: str) -> None:
    match = swap(
        "JC 2C 4C 9C / 3C TC",
        "3D 8D AD / 6C QC 9H",
        zone=zone,
        give="lowest" if zone == "up" else "chosen",
        take="lowest" if zone == "up" else "highest",
    )
    play(match, (0, "play JC"), (0, "target 1"))
    if zone == "hand":
        play(match, (0, "choose 4"))

    assert sorted(held(match, 0, zone).split()) == sorted(mine.split())
    assert set(theirs.split()) < {*held(match, 1, zone).split()} | {"3C"}
    assert held(match, 1, zone).count(" ") == 2


def test_a_skip_waits_for_the_exchange() -> None:
    match = swap("JC 4C", "9D", "8D", more=["skip"])
    play(match, (0, "play JC"))
    again = hr.Match.from_position(match.game, match.position())
    for one in (match, again):
        play(one, (0, "target 1"))
        assert one.to_act == (2,)


def test_another_turn_comes_after_the_exchange() -> None:
    match = swap("JC 4C", "9D QD", "8D", more=["again"])
    play(match, (0, "play JC"), (0, "target 1"))

    assert may(match) == ["play QD"]


def test_a_mirror_that_copies_it_exchanges_too() -> None:
    house = bare({"J": {"do": ["swap"]}, "3": {"on": "any", "do": [{"mirror": "power"}]}})
    match = at(house, "3C 4C", "9D", pile="5D JC")
    play(match, (0, "play 3C"), (0, "target 1"))

    assert (held(match, 0), held(match, 1)) == ("9D", "4C")


@pytest.mark.parametrize("keys", [{}, {"zone": "up", "give": "none", "take": "chosen"}], ids=str)
def test_positions_in_between_are_kept(keys: dict[str, Any]) -> None:
    match = swap("JC 4C / 3C", "9D / KD QD", "9S / 5S 6S", **keys)
    for move in ("play JC", "target 1")[: 2 if keys else 1]:
        play(match, (0, move))
        again = hr.Match.from_position(match.game, match.position())
        assert again.position() == match.position()
        assert again.view(None) == match.view(None)
        for viewer in range(3):
            imagined = match.game.imagine(match.view(viewer), 1)
            assert match.game.view(imagined, viewer) == match.view(viewer)


def test_a_position_with_nobody_to_exchange_with_is_refused() -> None:
    match = swap("JC 4C", "9D")
    play(match, (0, "play JC"))
    position: Any = match.position()
    position["seats"][1] = {"hand": [], "up": ["9D"], "blind": []}

    with pytest.raises(hr.PositionError):
        hr.Match.from_position(match.game, position)


def test_players_exchange_to_their_advantage() -> None:
    """A quick player and bots that weigh name whoever has few cards; and they give what is worth least."""
    match = swap("JC 4C 4D 6D", "9D 9H KD 2D", "2S")
    play(match, (0, "play JC"))
    assert sensible_move(match.state.kernel, 0) == 2
    for level in ("medium", "hard"):
        assert str(hr.bot(level, match.game, seed=1).choose(match.view(0))) == "target 2"

    match = swap("JC 4C AC", "9D", give="chosen", take="none")
    play(match, (0, "play JC"), (0, "target 1"))
    assert sensible_move(match.state.kernel, 0) == 2
    for level in ("medium", "hard"):
        assert str(hr.bot(level, match.game, seed=1).choose(match.view(0))) == "choose 4"


def test_nobody_gives_a_small_hand_for_a_large_one() -> None:
    match = swap("JC QC", "9D 9H KD 2D", **{"with": "next"})

    for level in ("medium", "hard"):
        assert str(hr.bot(level, match.game, seed=1).choose(match.view(0))) == "play QC"


@pytest.mark.parametrize(
    ("keys", "problem"),
    [
        ({"give": "none", "take": "none"}, "no card would change hands: write what is given, or what is taken"),
        ({"take": "lowest"}, 'all cards are given only for all: write take = "all", or give one card'),
        ({"give": "lowest"}, 'all cards are taken only for all: write give = "all", or take one card'),
        (
            {"zone": "up", "give": "chosen", "take": "chosen"},
            'only one card is named: write "lowest" or "highest" for the other',
        ),
        (
            {"give": "none", "take": "chosen"},
            'nobody sees the cards of another hand: write zone = "up", or take = "highest"',
        ),
    ],
)
def test_what_cannot_be_is_refused(keys: dict[str, str], problem: str) -> None:
    with pytest.raises(hr.RulesError) as refused:
        hr.load(bare({"J": {"do": [{"swap": keys}]}}))

    assert refused.value.problems == (f"powers.J.do: {problem}",)


@pytest.mark.parametrize("other", ["burn", "force-take", "next", "call-suit", "choose-way"])
def test_what_does_not_go_with_it_is_refused(other: str) -> None:
    with pytest.raises(hr.RulesError) as refused:
        hr.load(bare({"J": {"do": ["swap", other]}}))

    assert refused.value.problems[0].startswith("powers.J.do: ")


def test_there_must_be_face_up_cards_to_exchange() -> None:
    with pytest.raises(hr.RulesError) as refused:
        hr.load(bare({"J": {"do": [{"swap": {"zone": "up"}}]}}, deal={"up": 0}))

    assert refused.value.problems == ('powers.J.do: there are no face-up cards to exchange: write zone = "hand"',)


EXCHANGES = {
    "4": {"do": [{"swap": "next"}]},
    "5": {"do": ["swap"]},
    "6": {"do": [{"swap": {"zone": "up"}}, "again"]},
    "8": {"do": [{"swap": {"zone": "up", "give": "none", "take": "chosen"}}]},
    "9": {"do": [{"swap": {"give": "chosen", "take": "none"}}, "skip"]},
    "J": {"do": [{"swap": {"give": "chosen", "take": "lowest", "with": "previous"}}, "reverse"]},
    "Q": {"do": [{"swap": {"zone": "up", "give": "chosen", "take": "highest"}}]},
    "3": {"on": "any", "do": [{"mirror": "power"}]},
}


@pytest.mark.parametrize("seats", [2, 3, 5])
@pytest.mark.parametrize("decks", [1, 2])
def test_the_laws_hold(seats: int, decks: int) -> None:
    house = bare(EXCHANGES, deck={"decks": decks}, play={"refill": {"to": 3}, "peek": True}, take={"up": "chosen"})
    game = hr.load(house | {"seats": [2, 5], "name": "Swapping", "end": {"until": "one-left", "limit": 300}})
    check_game(game, seats=seats, matches=2)
