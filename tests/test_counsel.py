"""What hints and reasons say to a player: the move in words, why, and what the number means."""

from __future__ import annotations

import re

import pytest

import houserules as hr
from houserules.bots import Advice, Chance
from houserules.core import Names
from houserules.games.heart_of_five.bots import WORDS
from houserules.games.shedding.bots import REASONS
from houserules.table import Reason
from houserules.terminal.cards_drawn import readable
from houserules.terminal.counsel import hint_line, in_words, to_you, why_line
from houserules.terminal.look import Look
from houserules.terminal.replay import Replay

from .sittings import sat, script

pytestmark = pytest.mark.one_build

NAMES = Names("You", "Ann", "Ben")


def test_no_reason_speaks_to_the_player_as_of_somebody_else() -> None:
    """Whatever a judge can say."""
    for words in [*REASONS.values(), *WORDS.values()]:
        for said in words:
            assert not re.search(r"\bits\b|\bit (gets|keeps|lays|plays|stays|spends|spares|leaves|has)\b", to_you(said))


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("play 7H 7D", "play 7H 7D"),
        ("take", "take the pile"),
        ("flip 2", "turn over blind card 2"),
        ("swap 3H AS", "swap 3H for AS"),
        ("ready", "say ready"),
        ("target 1", "give the pile to Ann"),
        ("target 0", "give the pile to you"),
        ("call hearts", "call hearts"),
        ("choose 9", "choose 9"),
        ("pass", "pass"),
        ("bet 10", "bet 10"),
        ("pick 4", "pick slot 4"),
        ("add", "add"),
    ],
)
def test_a_move_in_words(text: str, words: str) -> None:
    move = next(game.read(text) for game in map(hr.load, hr.GAMES) if text.split(maxsplit=1)[0] in game.forms)

    assert in_words(move, NAMES) == words


def advice(share: float, other: float | None, *, wide: bool = False) -> Advice:
    spread = 0.4 if wide else 0.05
    game = hr.load("shithead")
    chance = Chance(share, share - spread, share + spread)
    return Advice(game.read("play 7D"), "w", chance, game.read("take"), (), "it keeps 2 cards", other)


def test_with_two_players_the_number_is_how_often_you_win() -> None:
    assert (
        hint_line(advice(0.36, 0.35), 2, NAMES)
        == "Play 7D. You keep 2 cards. You win about 36 % of the time either way."
    )
    assert hint_line(advice(0.36, 0.2), 2, NAMES).endswith(
        "You win about 36 % of the time, and 20 % if you take the pile."
    )


def test_with_more_players_it_is_the_place_to_expect() -> None:
    assert hint_line(advice(0.75, 0.5), 3, NAMES).endswith(
        "On average you finish in about place 1.5 of 3, and in place 2 if you take the pile."
    )
    assert "roughly place 1.5" in hint_line(advice(0.75, None, wide=True), 3, NAMES)


def test_a_reason_during_the_match_tells_nothing_secret() -> None:
    move = hr.load("shithead").read("play 7D")

    assert why_line(Reason(1, 1, move, "it burns the pile"), NAMES) == "Ann chose to play 7D: it burns the pile."
    assert why_line(Reason(1, 1, move), NAMES).endswith("cards of Ann, which stay secret until the match is over.")


def test_a_replay_tells_everything_a_bot_thought() -> None:
    sitting = sat("duel", bots=["medium"])
    script(sitting)
    replay = Replay(sitting.saved())
    number = next(at for at, (seat, _) in enumerate(replay.moves, 1) if seat == 1)

    assert replay.say("why").lines[0].startswith("Nobody has moved yet")
    replay.say(f"to {number}")
    assert replay.say("why").lines[0].startswith("Ann chose to ")
    own = next(at for at, (seat, _) in enumerate(replay.moves, 1) if seat == 0)
    replay.say(f"to {own}")
    assert replay.say("why").lines == ("You made this move: only bots say why.",)


def test_before_the_end_a_replay_keeps_the_reasons_of_bots() -> None:
    sitting = sat("duel")
    sitting.say("ready")
    sitting.bots_move()
    replay = Replay(sitting.saved())
    replay.say("last")

    assert replay.say("why").lines[0].startswith("The match is not over")


# -- Cards as people read them ---------------------------------------------------------------------------------------


def test_cards_have_one_name_wherever_people_read() -> None:
    assert readable("Ben played TH jj, and JJ.", Look()) == "Ben played 10♥ Joker, and big Joker."
    assert readable("Ben played TH jj", Look(ascii=True)) == "Ben played 10H Joker"


def test_names_and_paths_are_no_cards() -> None:
    assert readable("AD played 7H", Look(), ("AD",)) == "AD played 7♥"
    assert readable("saved in /home/jj/AS/x-7H.json.", Look()) == "saved in /home/jj/AS/x-7H.json."


def test_what_is_to_be_typed_stays_in_notation() -> None:
    sitting = sat()

    assert sitting.say("help").as_typed
    assert sitting.say("help moves").as_typed
    assert sitting.say("play 7X").as_typed
    assert not sitting.say("legal").as_typed
    assert not sitting.say("hand").as_typed
