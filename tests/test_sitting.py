"""Sitting: each command, refusals that change nothing, undo, resumption, bots that fail, and lines of any kind.

`python -m tests.test_sitting 10000` says so many hostile lines to each family of games, and how long that took."""

from __future__ import annotations

import random
import re
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

import houserules as hr
from houserules.bots import ANY_GAME, Advice, BotSpec, Level, levels
from houserules.errors import RecordError, RequestError
from houserules.games.heroes.bots import LEVELS as HEROES
from houserules.table import Player, TableBots, usual_level
from houserules.table.bots import decision_seed
from houserules.terminal import library, saved
from houserules.terminal.answers import ANSWERS
from houserules.terminal.commands import COMMANDS, nearest
from houserules.terminal.completion import completed, suggested
from houserules.terminal.log import TookBack, sentences
from houserules.terminal.play_command import read_bots
from houserules.terminal.players import levels_for
from houserules.terminal.results import results
from houserules.terminal.sitting import Sitting
from houserules.terminal.spoken import LONGEST_LINE
from tests.positions import given
from tests.sittings import advised, hostile, sat, sat_at, script

pytestmark = pytest.mark.one_build

HOUSES = Path(__file__).parent.parent / "examples" / "houses"


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A data directory of the test's own."""
    monkeypatch.setenv("HOUSERULES_HOME", str(tmp_path / "home"))
    return tmp_path / "home"


def standing(*seats: str, **more: Any) -> Sitting:
    """A sitting at a table that stands as written; the person has seat 0, the others are easy."""
    return sat_at(given(*seats, **more))


# -- Commands, one by one --------------------------------------------------------------------------------------------


def test_every_command_does_something() -> None:
    """What the list of commands names is what a sitting does, in any case."""
    sitting = sat()
    assert list(ANSWERS) == list(COMMANDS)

    for word in COMMANDS:
        reply = sitting.say(f"  {word.upper()} ")
        assert "no command" not in " ".join(reply.lines), word


def test_legal_numbers_the_moves_and_a_number_makes_one() -> None:
    sitting = sat()
    offered = [str(move) for move in sitting.view().legal]

    assert sitting.say("legal").lines == tuple(f"{number:3} {move}" for number, move in enumerate(offered, 1))
    for line in ("move 2", "#2", "# 2", "MOVE  2"):
        sitting = sat()
        assert sitting.say(line).moved
        assert str(sitting.match.moves[0][1]) == offered[1]


@pytest.mark.parametrize("wrong", ["0", "99", "-1", "²", "٣", "one"])
def test_a_move_that_does_not_exist_is_refused(wrong: str) -> None:
    for line in (f"move {wrong}", f"#{wrong}"):
        reply = sat().say(line)

        assert reply.refused
        assert reply.lines == (f"There is no move {wrong}: choose 1 to 10.",)


@pytest.mark.parametrize("line", ["move", "move 1 2", "#"])
def test_move_takes_one_number(line: str) -> None:
    reply = sat().say(line)

    assert reply.refused
    assert reply.lines == ("Say the number of one move, from 1 to 10, as in move 1.",)


def test_a_bare_number_is_never_a_move_by_its_number() -> None:
    """In the Shithead family it is a card, in H3ROES C4RDS a bet or a slot."""
    family = standing("2C 4D", "3C 5C", pile="3D", stock="6C 6D")
    heroes = sat("heroes")

    assert family.say("4").moved
    assert str(family.match.moves[0][1]) == "play 4D"
    assert heroes.say("4").moved
    assert str(heroes.match.moves[0][1]) == "bet 4"


def test_hand_shows_ones_own_cards_in_the_order_that_was_asked_for() -> None:
    sitting = standing("7C 3H 9C 3S / 2H KD / 4C", "3C 5C", pile="3D")

    assert sitting.say("hand").lines == ("Hand: 3H 3S 7C 9C", "Face up: 2H KD   blind: 1")
    assert sitting.say("sort suit").lines[0] == "Hand: 7C 9C 3H 3S"
    assert sitting.say("hand").lines[0] == "Hand: 7C 9C 3H 3S"
    assert sitting.say("SORT Rank").lines[0] == "Hand: 3H 3S 7C 9C"
    assert sitting.say("sort").lines == sitting.say("sort colour").lines == ("Say sort rank or sort suit.",)


def test_score_says_how_everybody_stands() -> None:
    family = standing("2C / 4D", "", "3C / 5D / 6C", out=[1])
    assert family.say("score").lines == (
        "You: 2 cards (1 in hand, 1 face up, 0 blind)",
        "Ann: out, in place 1",
        "Ben: 3 cards (1 in hand, 1 face up, 1 blind)",
    )
    assert "You: 0 won, 0 lost" in sat("heart-of-five").say("score").lines
    assert "You: 100 credits; in this round 0 points" in sat("heroes").say("score").lines


def test_history_tells_what_happened_and_nothing_hidden() -> None:
    sitting = sat(seats=2, seed="history")
    assert sitting.say("history").lines == ("Nothing has happened yet.",)
    for _ in range(30):
        sitting.say("ready" if not sitting.match.moves else advised(sitting))
        sitting.bots_move()
        if sitting.is_over:
            break

    told = sitting.say("history all").lines
    assert told[0] == "You are ready"
    assert len(told) > 20
    assert sitting.say("history").lines == told[-20:]
    assert sitting.say("history 5").lines == told[-5:]
    assert all(re.fullmatch(r"Ann drew \d+ cards?", line) for line in told if "Ann drew" in line)
    assert sitting.say("history 0").refused
    assert sitting.say("history -3").refused


def test_a_hint_is_a_legal_move_with_a_reason() -> None:
    """The strongest bot is asked, with what the person sees."""
    sitting = sat("heroes")
    hint = sitting.say("hint").lines[0]
    strongest = hr.bot(list(levels(sitting.game))[-1], sitting.game)
    strongest.draw_from(decision_seed(sitting.table, 0, 0))
    advice = strongest.explain(sitting.view())

    assert hint.lower().startswith(f"{advice.move}. {advice.why}")
    assert hint.startswith("Bet ")
    assert sitting.say(hint.partition(".")[0]).moved


def test_why_explains_the_last_move_of_a_bot_from_what_it_saw_then() -> None:
    sitting = sat(seats=3, bots=["easy", "medium"])
    assert sitting.say("why").lines == ("No bot has moved yet: ask again when one has.",)
    sitting.say("ready")
    sitting.bots_move()
    sitting.say(advised(sitting))
    sitting.bots_move()

    seat, move = next((seat, move) for seat, move in reversed(sitting.match.moves) if seat != 0)
    last = sitting.say("why").lines[0]
    assert last.startswith(f"{sitting.names(seat)} chose to {move}: ")
    assert sitting.say("why ann").lines[0].startswith("Ann chose to ")
    assert sitting.say("why BEN").lines[0].startswith("Ben chose to ")
    assert sitting.say("why Zoe").lines == ("Say why, or why and the name of a bot that has moved: Ann, Ben.",)


class Talker(hr.Bot):
    """Would tell what else it holds."""

    def choose(self, view: hr.View) -> hr.Move:
        return view.legal[0]

    def explain(self, view: hr.View, move: hr.Move | None = None) -> Advice:
        return Advice(view.legal[0], f"better than {view.legal[-1]}", None, view.legal[-1])


def test_why_does_not_show_what_a_bot_holds(monkeypatch: pytest.MonkeyPatch) -> None:
    """A reason that names another move of the bot names its cards."""
    monkeypatch.setitem(ANY_GAME, "talker", Level(lambda game, limit, seed, personality: Talker(seed)))
    sitting = sat("heart-of-five", seats=2, bots=["talker"])
    sitting.say(advised(sitting))
    sitting.bots_move()

    move = sitting.match.moves[-1][1]
    line = sitting.say("why").lines[0]
    assert line.startswith(f"Ann chose to {move}: the reason lies in the cards of Ann, which stay secret")


def test_why_says_nothing_of_a_card_that_was_kept() -> None:
    """Medium keeps a card that goes on anything: what it keeps, nobody may know."""
    sitting = sat(seed="5", seats=2, bots=["medium"])
    reasons = set()
    for _ in told_of(sitting):
        line = sitting.say("why").lines[0]
        reasons.add(line.partition(": ")[2])
        assert "keeps" not in line
        assert " after " not in line
    assert any(reason.startswith("the reason lies in the cards of Ann, which stay secret") for reason in reasons)
    assert len(reasons) > 2  # there is something to be said of other moves


CARD = re.compile(r"\b(?:[2-9TJQKA]|10)[CDHS]\b|\b[jJ]{2}\b")


def told_of(sitting: Sitting) -> Iterator[hr.Seat]:
    """Play to the end, and stop after each move of a bot."""
    while not sitting.is_over:
        for decision in sitting.run_bots():
            if not sitting.is_over:
                yield decision.step.seat
        if not sitting.is_over:
            assert sitting.say(advised(sitting)).moved


@pytest.mark.parametrize("game", hr.GAMES)
def test_why_names_no_card_that_the_person_cannot_know(game: str) -> None:
    """In whole matches, at all levels that do not think ahead."""
    played = hr.load(game)
    for level in levels(played):
        if hr.bot(level, played, ms=1).thinks:
            continue
        sitting = sat(game, seed=f"secret {level}", bots=[level])
        for count, seat in enumerate(told_of(sitting)):
            line = sitting.say("why").lines[0]
            move = sitting.match.moves[-1][1]
            name = sitting.table.players[seat].name
            assert set(CARD.findall(line)) <= set(CARD.findall(str(move))), line
            assert "only move" not in line or game == "heroes"
            if isinstance(move, hr.Bet) and sitting.view().phase == "betting":  # type: ignore[attr-defined]
                assert line == f"What {name} chose is secret for now: ask when it lies open."
            if count > 300:
                break


def test_why_says_what_was_bet_when_both_have_bet() -> None:
    sitting = sat("heroes", bots=["medium"])
    sitting.say("bet 0")
    sitting.bots_move()
    assert sitting.say("why").lines == ("What Ann chose is secret for now: ask when it lies open.",)
    assert sitting.say("bet 10").moved
    assert sitting.say("why").lines == ("Ann chose to bet 25: 25% of its 100 credits, against 100 of the rival.",)


def test_why_says_all_when_the_match_is_over() -> None:
    sitting = sat(seed="5", seats=2, bots=["random"])
    script(sitting)
    assert "legal moves, chosen at random" in sitting.say("why").lines[0]


def test_rules_are_those_of_the_table() -> None:
    assert any("four" in line.lower() for line in sat().say("rules").lines)
    assert sat("heart-of-five").say("rules").lines[0] == "HEART OF FIVE"
    assert len(sat("heroes").say("rules").lines) > 20


def test_save_says_where(home: Path) -> None:
    sitting = sat()
    said = sitting.say("save").lines[0]

    path = sitting.autosave.path
    assert path is not None
    assert str(path) in said
    assert "--resume" in said
    assert saved.read(path).record == sitting.match.record()


def test_quit_leaves() -> None:
    assert sat().say("quit").left
    assert sat().say("quit now").refused


def test_help_names_every_command_and_the_moves_of_the_game() -> None:
    family, heart = sat().say("help").lines, sat("heart-of-five").say("help").lines
    for command in COMMANDS.values():
        assert any(line.startswith(command.form) and command.does in line for line in family)
    assert any(line.startswith("tp ") for line in family)
    assert any(line.startswith("bomb 3 ") for line in heart)
    assert not any(line.startswith("tp ") for line in heart)

    for command in COMMANDS.values():
        assert sat().say(f"help {command.word}").lines[0] == f"{command.form}: {command.does}."
    assert sat().say("help swap").lines == ("A move: swap 3H AS (a hand card, then a face-up card)",)
    assert sat().say("help moves").lines[0].startswith("Moves: play 7H 7D; take; ")
    assert sat().say("help leagl").lines == ("There is no topic 'leagl': did you mean legal?",)
    assert "choose one of legal, move, " in sat().say("help xyzzy").lines[0]


@pytest.mark.parametrize(
    ("line", "meant"), [("leagl", "legal"), ("HITN", "hint"), ("undoo", "undo"), ("raedy", "ready"), ("tkae", "take")]
)
def test_an_unknown_command_names_the_nearest(line: str, meant: str) -> None:
    assert sat().say(line).lines == (f"There is no command {line!r}: did you mean {meant}?",)


def test_an_unknown_command_near_to_none_says_what_would_be_legal() -> None:
    assert (
        sat(seed="talk")
        .say("xyzzy plugh")
        .lines[0]
        .startswith("'xyzzy plugh' is neither a move nor a command: you may say swap ")
    )
    assert nearest("xyzzy", COMMANDS) is None


# -- Moves -----------------------------------------------------------------------------------------------------------


def test_short_forms_are_moves() -> None:
    sitting = standing("7C 7D KS", "3C 5C", pile="5D", stock="2C 2D")

    assert sitting.say("77").moved
    assert sentences(sitting.log, sitting.names) == ["You played 7C 7D", "You drew 2C 2D"]
    assert sitting.log_lines() == ["You played 7C 7D and drew 2C 2D"]


def test_a_bomb_is_a_move() -> None:
    game = hr.load("heart-of-five")
    for seed in range(200):
        sitting = sat(game, seats=2, seed=f"bomb {seed}")
        for move in sitting.view().legal:
            if isinstance(move, hr.Play) and len(move.cards) == 4 and len({card.rank for card in move.cards}) == 1:
                assert sitting.say(f"bomb {move.cards[0].rank.letter}").moved
                return
    pytest.fail("in 200 deals there is a bomb")


def test_the_layout_is_made_by_swaps_and_ready_is_left_to_say() -> None:
    sitting = standing("5C 5D 8H / 2C 9D KS / 3C", "4C / 4D", phase="setup", to_act=None)

    assert sitting.say("5 5 8").moved
    assert [str(move) for _, move in sitting.match.moves] == ["swap 5C 2C", "swap 5D 9D", "swap 8H KS"]
    assert 0 in sitting.match.to_act
    assert sitting.say("8 5 5").lines == ("Your cards already lie like that: say ready to continue.",)
    assert sitting.say("ready").moved


def test_who_has_two_jacks_and_a_joker_is_told_how_to_say_which() -> None:
    sitting = standing("jj JC JS", "3C 4C", pile="5D")

    told = "'jj' may mean two Jacks or a Joker: say j j for the Jacks, or * for the Joker."
    assert sitting.say("jj").lines == (told,)
    assert sitting.say("j j").moved


def test_a_seat_can_be_named_by_its_player() -> None:
    sitting = standing("jj 5C", "3C 4C", "3D 4D", pile="5D 6D", stock="2C 2D 2H")
    sitting.say("joker")

    assert sitting.say("target zoe").refused
    assert sitting.say("target Be").moved
    assert str(sitting.match.moves[-1][1]) == "target 2"


def test_taking_the_pile_where_a_play_was_there_is_not_asked_about_but_said() -> None:
    """Nothing is guarded: undo is there."""
    sitting = standing("KS AS", "3C 4C", pile="5D 6D", game="duel")

    assert sitting.say("tp").lines == ("You could have played: undo takes it back.",)
    assert sitting.say("undo").moved
    assert sitting.say("play KS").lines == ()


# -- Refusals --------------------------------------------------------------------------------------------------------

REFUSED = ["play 1H", "play", "play 7H", "swap 2C 2C", "fly", "take", "flip 9", "target 8", "call hearts", "choose 9",
           "pass", "move 0", "sort", "history x", "why", "undo", "legal 3", "quit 1", "help zzz", "x" * 5000, "\x1b[2J",
           "7 7 7 7", "5 5", "#", "swap \x00 \x07"]  # fmt: skip


@pytest.mark.parametrize("line", REFUSED)
def test_a_refusal_is_one_line_and_changes_nothing(line: str) -> None:
    sitting = sat()
    before = (sitting.match.record(), list(sitting.log), sitting.order, sitting.undone)
    reply = sitting.say(line)

    assert reply.refused
    assert not reply.moved
    assert len(reply.lines) == 1
    assert reply.lines[0].isprintable()
    assert reply.lines[0].endswith((".", "?"))
    assert (sitting.match.record(), list(sitting.log), sitting.order, sitting.undone) == before


@pytest.mark.parametrize("line", ["", "   ", "\t", "\n"])
def test_an_empty_line_is_nothing(line: str) -> None:
    reply = sat().say(line)

    assert (reply.lines, reply.moved, reply.refused) == ((), False, False)


def test_the_longest_line_that_is_read() -> None:
    assert "longer than" in sat().say("7" * (LONGEST_LINE + 1)).lines[0]
    assert "longer than" not in sat().say(f"legal{' ' * 300}").lines[0]


# -- Bots ------------------------------------------------------------------------------------------------------------


def test_bots_have_friendly_names_and_their_level() -> None:
    sitting = sat(seats=4, bots=["hard:tidy", "easy"], name="Ben")

    assert sitting.names.names == ("Ben", "Ann", "Cem", "Dot")
    assert sitting.table.players[1:3] == (Player("Ann", "bot", "hard", "tidy"), Player("Cem", "bot", "easy"))
    assert sitting.greeting() == "Shithead against Ann (tidy, hard), Cem (easy) and Dot (easy): say a move, or help."


@pytest.mark.parametrize("name", ["", "   ", "\x1b[31m", "x" * 500, "ein Name\nmit Zeilen"])
def test_any_name_will_do(name: str) -> None:
    shown = sat(name=name).names(0)

    assert shown.isprintable()
    assert 0 < len(shown) <= 12


def test_the_last_level_fills_the_rest() -> None:
    a, b, c = BotSpec("a"), BotSpec("b"), BotSpec("c")
    assert levels_for(4, [a, b]) == (a, b, b, b)
    with pytest.raises(RequestError, match="3 levels for 2 bots"):
        levels_for(2, [a, b, c])
    with pytest.raises(RequestError, match="name a level"):
        levels_for(2, [])
    for wrong in ("", "easy,", ",easy", "easy,,hard"):
        with pytest.raises(RequestError, match="name a level"):
            read_bots(wrong, hr.load("shithead"))


def test_the_usual_level_is_in_the_middle() -> None:
    assert usual_level(hr.load("shithead")) == "medium"
    assert usual_level(hr.load("heart-of-five")) == "intermediate"


class Failing(hr.Bot):
    def __init__(self, seed: int, how: str) -> None:
        super().__init__(seed)
        self.how = how

    def choose(self, view: hr.View) -> hr.Move:
        match self.how:
            case "raises":
                raise ZeroDivisionError("x\n\x1b[2J")
            case "illegal":
                return hr.Play((hr.Card.read("2C"),) * 9)
        return None  # type: ignore[return-value]


@pytest.mark.parametrize("how", ["raises", "illegal", "nothing"])
@pytest.mark.parametrize("game", ["shithead", "heart-of-five", "heroes"])
def test_a_bot_that_fails_is_replaced_for_that_move_and_the_log_says_so(
    how: str, game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(ANY_GAME, "failing", Level(lambda game, limit, seed, personality: Failing(seed, how)))
    sitting = sat(game, seats=2, bots=["failing"])
    sitting.say(advised(sitting))
    sitting.bots_move()

    what = {"raises": "ZeroDivisionError", "illegal": "it chose an illegal move", "nothing": "TypeError"}[how]
    said = [line for line in sitting.log_lines() if "failed" in line]
    assert said
    assert set(said) == {f"Ann failed ({what}): random moved instead"}
    assert sitting.say("why").lines
    script(sitting)
    assert sitting.is_over


def test_where_every_bot_fails_a_legal_move_is_made(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(HEROES, "random", Level(lambda game, limit, seed, personality: Failing(seed, "raises")))
    sitting = sat("heroes", bots=["random"])
    sitting.say("bet 1")
    sitting.bots_move()

    assert sitting.log_lines()[1] == "Ann failed (ZeroDivisionError): the first legal move was made"


def test_where_all_may_act_at_once_each_bot_acts_once_after_each_move_of_the_person() -> None:
    sitting = sat(seats=3, bots=["medium"], seed="setup")
    swap = str(sitting.view().legal[0])
    assert sitting.table.due() is None
    sitting.say(swap)
    sitting.bots_move()

    assert [seat for seat, _ in sitting.match.moves] == [0, 1, 2]
    assert sitting.table.due() is None


# -- Undo and resumption ---------------------------------------------------------------------------------------------


def test_a_pile_that_was_given_away_is_taken_back_by_name() -> None:
    names = hr.Names("You", "Ann", "Ben", listener=0)
    assert TookBack(0, (hr.Target(2),)).tell(names) == "You took back: naming Ben"


@pytest.mark.parametrize("game", list(hr.GAMES))
def test_undo_leads_back_to_the_last_decision_and_the_same_move_to_the_same_match(game: str) -> None:
    """Bots answer what they answered before: at any point of a match, also over the end of a round."""
    sitting = sat(game, bots=["random"])
    chance = random.Random(game)
    for _ in range(25):
        sitting.bots_move()
        if sitting.is_over:
            break
        line = f"#{chance.randrange(len(sitting.view().legal)) + 1}" if sitting.match.moves else advised(sitting)
        before = sitting.match.record()
        assert sitting.say(line).moved
        sitting.bots_move()
        after, log = sitting.match.record(), list(sitting.log)

        assert sitting.say("undo").moved
        assert sitting.match.record() == before
        assert sitting.log_lines()[0].startswith("You took back: ")
        assert sitting.table.due() is None
        assert sitting.say(line).moved
        sitting.bots_move()
        assert (sitting.match.record(), sitting.log) == (after, log)
    assert sitting.undone > 5


def test_there_may_be_nothing_to_take_back() -> None:
    assert sat().say("undo").lines == ("You have not made a move yet, so there is nothing to take back.",)
    sitting = sat(has_undo=False)
    sitting.say("ready")
    assert sitting.say("undo").lines == ("Nothing is taken back at this table: every move counts.",)


def test_undo_takes_back_all_of_a_line() -> None:
    sitting = sat(seed="line")
    view = sitting.view()
    hand = view.seats[0].hand  # type: ignore[attr-defined]
    before = sitting.match.record()
    assert sitting.say(" ".join(map(str, hand[:3]))).moved
    assert len(sitting.match.moves) == 3
    sitting.bots_move()

    assert sitting.say("undo").moved
    assert sitting.match.record() == before
    assert sitting.log_lines()[0].count("swap") == 3


def test_help_takes_one_topic() -> None:
    assert sat().say("help help help").lines[0].startswith("Say help and one topic, ")


@pytest.mark.parametrize("game", list(hr.GAMES))
def test_a_resumed_match_goes_on_as_if_nobody_had_left(game: str, home: Path) -> None:
    whole = sat(game, seed="whole")
    said = script(whole)
    sitting = sat(game, seed="whole", saves=True)
    for number, line in enumerate(said):
        if number == len(said) // 2:
            sitting.keep()
            path = library.latest()
            assert path is not None
            sitting = Sitting.resumed(saved.read(path), path, clock=lambda: 0.0)
            assert sitting.names.names == whole.names.names
            assert sitting.log
        sitting.bots_move()
        assert sitting.say(line).moved
    sitting.bots_move()
    sitting.finish()

    assert sitting.match.record() == whole.match.record()
    assert library.latest() is None
    assert len(results()) == 1


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"moves": [[0, "ready"], [0, "ready"]]}, "move 2, by seat 0: "),
        ({"moves": [[0, "fly"]]}, "move 1, by seat 0: "),
        ({"moves": [], "times": [1]}, "it has 0 moves but times for 1"),
        ({"outcome": {"places": [1, 2, 3], "payoffs": [1.0, 0.5, 0.0], "reason": "shed"}}, "its outcome is not what"),
        ({"rules": "0"}, "it was played by rules 0 of shithead"),
    ],
)
def test_a_match_whose_record_does_not_hold_is_not_resumed(changes: dict[str, Any], reason: str) -> None:
    found = sat().saved()
    changed: Any = found.record | changes

    with pytest.raises(RecordError) as refused:
        Sitting.resumed(msgspec.structs.replace(found, record=changed), None)
    assert refused.value.message.startswith(reason)


def test_the_match_is_saved_after_a_move_and_counted_once_when_it_is_over(home: Path) -> None:
    sitting = sat(saves=True, name="Zoe")
    sitting.say("ready")
    path = library.latest()
    assert path is not None
    found = saved.read(path)
    assert (found.record, found.seat, found.players[0]) == (sitting.match.record(), 0, Player("Zoe"))
    sitting.bots_move()
    sitting.say("undo")
    script(sitting)
    for _ in range(3):
        sitting.finish()

    assert library.latest() is None
    assert [result.undone for result in results()] == [1]


def test_where_nothing_can_be_saved_the_match_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("")
    monkeypatch.setenv("HOUSERULES_HOME", str(blocked))
    sitting = sat(saves=True)

    assert sitting.say("ready").moved
    assert sitting.log_lines()[-1].startswith("The match is not saved: ")
    assert sitting.say("save").refused
    script(sitting)
    sitting.finish()
    assert sitting.is_over


def test_the_clock_goes_on_where_it_stood(home: Path) -> None:
    """The time between leaving and coming back does not count."""
    now = [1000.0]
    sitting = sat(saves=True, clock=lambda: now[0])
    now[0] += 30
    sitting.say("ready")
    assert sitting.match.seconds == 30
    sitting.keep()
    path = library.latest()
    assert path is not None
    now[0] += 100_000
    again = Sitting.resumed(saved.read(path), path, clock=lambda: now[0])
    now[0] += 5
    again.bots_move()

    assert again.match.seconds == 35


# -- Completion ------------------------------------------------------------------------------------------------------


def test_tab_completes_moves_and_commands() -> None:
    sitting = standing("7C 7D KS", "3C 5C", pile="5D", stock="2C 2D")

    assert completed(sitting, "pl") == ["play 7C", "play 7D", "play 7C 7D", "play KS"]
    assert completed(sitting, "PLAY  7c") == ["play 7C", "play 7C 7D"]
    assert completed(sitting, "h") == ["hand", "history", "hint", "help"]
    assert completed(sitting, "sort ") == ["sort rank", "sort suit"]
    assert completed(sitting, "help hi") == ["help history", "help hint"]
    assert completed(sitting, "zzz") == []


def test_the_line_of_suggestions_fits_and_follows_what_is_typed() -> None:
    sitting = sat()
    for width in (20, 40, 80, 120):
        for text in ("", "s", "swap", "zzz", "h"):
            assert len(suggested(sitting, text, width)) <= width
    assert "ready" in suggested(sitting, "", 80)
    assert "legal (10)" in suggested(sitting, "", 80)
    assert suggested(sitting, "hi", 80) == "history | hint"


# -- Lines of any kind -----------------------------------------------------------------------------------------------

ANY_TABLE = [*hr.GAMES, str(HOUSES / "wild-night.toml")]


class RandomBots(TableBots):
    """Every level is random, also for hints."""

    def bot_of(self, seat: hr.Seat | None, spec: BotSpec) -> hr.Bot:
        return super().bot_of(seat, BotSpec("random"))


def harassed(game: str, lines: int, chance: random.Random) -> int:
    """Say hostile lines, with a move now and then, match after match; how many matches were played to their end."""
    ended = 0
    sitting = sat(game, seed=str(chance.random()), bots=["random"])
    for _ in range(lines):
        sitting.bots_move()
        if sitting.is_over:
            ended += 1
            sitting = sat(game, seed=str(chance.random()), bots=["random"])
            sitting.bots_move()
        sitting.bots = RandomBots(sitting.game)  # a search takes its time
        line = hostile(chance) if chance.random() < 0.85 else advised(sitting)
        count, undone = len(sitting.match.moves), sitting.undone
        reply = sitting.say(line)
        assert all(said.isprintable() for said in reply.lines), line
        assert (len(sitting.match.moves), sitting.undone) == (count, undone) or reply.moved, line
        assert not reply.refused or len(reply.lines) == 1, line
        assert not reply.left or line.split() == ["quit"], line
    assert hr.Match.from_record(sitting.match.record()).record() == sitting.match.record()
    return ended


@pytest.mark.parametrize("game", ANY_TABLE)
def test_hostile_lines_do_no_harm(game: str) -> None:
    harassed(game, 1800, random.Random(game))


if __name__ == "__main__":
    for table in ANY_TABLE:
        begin = time.process_time()
        finished = harassed(table, int(sys.argv[1]), random.Random(0))
        print(f"{table}: {sys.argv[1]} lines, {finished} matches ended, {time.process_time() - begin:.0f} s")
