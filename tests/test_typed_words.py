"""What people type, in every game: a word means a command or a move, or the answer says what would be right."""

from __future__ import annotations

import pytest

import houserules as hr
from houserules.cards import in_notation

from .positions import given
from .sittings import sat, sat_at

pytestmark = pytest.mark.one_build


@pytest.mark.parametrize("game", hr.GAMES)
def test_words_that_every_game_knows(game: str) -> None:
    sitting = sat(game)
    sitting.bots_move()

    assert sitting.say("?").lines == sitting.say("help").lines
    assert sitting.say("l").lines == sitting.say("legal").lines
    assert sitting.say("exit").left
    assert sitting.say("bye").left
    assert not sitting.say("h").refused
    assert not sitting.say("rules 8").refused
    assert sitting.say("sdfg").refused


@pytest.mark.parametrize(
    ("line", "played"),
    [
        ("ace", "You played AS"),
        ("queen", "You played QC"),
        ("two queens", "You played QC QD"),
        ("3 of clubs", "You played 3C"),
        ("10♥", "You played TH"),
        ("play 10♥", "You played TH"),
        ("10H", "You played TH"),
        ("Joker", "You played jj"),
        ("play Joker", "You played jj"),
        ("pick up", "You took"),
        ("tp", "You took"),
    ],
)
def test_cards_of_the_family_as_people_say_and_read_them(line: str, played: str) -> None:
    """Also by the names that the screen shows."""
    hand = "4C 3D / 2C 2D 2H" if line in ("pick up", "tp") else "3C TH QC QD AS jj / 4C 4D 4H"
    pile = "5D" if line in ("pick up", "tp") else "3D"
    sitting = sat_at(given(hand, "6C", pile=pile, stock="2S 8D 8C"))
    reply = sitting.say(line)

    assert reply.moved, reply.lines
    assert sitting.log_lines()[0].startswith(played)


def test_jokers_in_words() -> None:
    assert in_notation("the big joker") == "JJ"
    assert in_notation("small joker") == "jj"


def test_p_passes_where_one_can_pass_and_plays_before_a_card() -> None:
    heart = sat("heart-of-five")
    heart.bots_move()
    reply = heart.say("p")
    assert reply.moved or "pass" in reply.lines[0]

    family = sat()
    family.say("ready")
    family.bots_move()
    move = family.view().legal[0]
    assert family.say(f"p {str(move).removeprefix('play ')}").moved
