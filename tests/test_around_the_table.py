"""Around the table: adaptive opponents, manners, tips, what to type, completion in a shell, resuming by number."""

from __future__ import annotations

import io
import re
import shutil
import subprocess
import sys
from pathlib import Path

import msgspec
import pytest

import houserules as hr
from houserules.__main__ import _parser, main
from houserules.bots import Adaptive, BotSpec, levels, make_bot, read_bot
from houserules.bots.adaptive import MIDDLE, strength_after
from houserules.completions import script as completion
from houserules.errors import TableError
from houserules.table import Player
from houserules.terminal import library, results
from houserules.terminal.adapting import adapted
from houserules.terminal.evening import Evening
from houserules.terminal.look import Look
from houserules.terminal.menu import Choice, choose
from houserules.terminal.play_command import read_bots
from houserules.terminal.players import seat_people, with_own_manners
from houserules.terminal.resuming import NEWEST, chosen_match
from houserules.terminal.screen import drawn
from houserules.terminal.started import typed
from houserules.terminal.tips import LINE_TIPS, Tips

from .sittings import sat, script

pytestmark = pytest.mark.one_build


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("HOUSERULES_HOME", str(tmp_path / "home"))
    return tmp_path / "home"


# -- Adaptive opponents ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "level"), [("shithead", "hard"), ("heart-of-five", "intermediate"), ("heroes", "expert")]
)
def test_adaptive_is_the_strongest_level_that_decides_at_once(game: str, level: str) -> None:
    played = hr.load(game)
    spec = read_bot("adaptive:tidy", played)

    assert spec == BotSpec(level, "tidy", None, MIDDLE)
    assert str(spec) == "adaptive:tidy"
    made = make_bot(spec, played, seed=1)
    assert isinstance(made, Adaptive)
    assert made.strength == MIDDLE


def test_an_adaptive_player_is_data_and_is_shown_as_such() -> None:
    player = Player.bot("Ann", read_bot("adaptive", hr.load("shithead")))

    assert player.shown == "Ann, adaptive"
    assert player.spec.strength == MIDDLE
    assert msgspec.json.decode(msgspec.json.encode(player), type=Player) == player
    with pytest.raises(TableError, match="strength from 0 to 1"):
        msgspec.structs.replace(player, strength=1.5).check(hr.load("shithead"))


def test_a_level_of_another_game_is_understood() -> None:
    """Each game has names of its own for its levels."""
    assert [str(spec) for spec in read_bots("easy,medium:tidy,hard,expert", hr.load("heart-of-five"))] == [
        *("beginner", "intermediate:tidy", "advanced", "advanced"),
    ]
    assert [str(spec) for spec in read_bots("beginner,advanced", hr.load("duel"))] == ["easy", "hard"]


def test_wins_make_it_stronger_and_losses_weaker() -> None:
    assert strength_after([1.0, 1.0]) > strength_after([1.0]) > MIDDLE > strength_after([0.0])


def test_results_of_this_game_against_adaptive_bots_count() -> None:
    game = hr.load("duel")
    players = seat_people(2, {0: "You"}, [read_bot("adaptive", game)])
    base = {"match": "x", "rules": "", "seats": 2, "when": "", "moves": 1}

    def result(number: int, place: int, **more: object) -> results.Result:
        known = {
            **base,
            "match": str(number),
            "place": place,
            "last": place == 2,
            "game": "duel",
            "levels": ("adaptive",),
        }
        return msgspec.convert({**known, **more}, results.Result)

    def strength(*found: results.Result) -> float | None:
        return adapted(players, game, (), found)[1].strength

    assert strength() == MIDDLE
    assert strength(result(1, 1)) == strength_after([1.0])
    assert strength(result(1, 1), result(2, 2)) == strength_after([1.0, 0.0])
    assert strength(result(1, 1, game="heroes"), result(2, 1, levels=("hard",)), result(3, 1, branched=True)) == MIDDLE


def test_a_rematch_adapts() -> None:
    sitting = sat("duel", bots=["adaptive"], saves=True)
    script(sitting)
    sitting.finish()
    outcome = sitting.match.outcome
    assert outcome is not None
    again = Evening(sitting).rematch()

    assert again.players[1].strength == strength_after([outcome.payoffs[0]])


def test_people_at_one_screen_adapt_the_bots_by_their_evening() -> None:
    game = hr.load("shithead")
    players = seat_people(3, {0: "Zoe", 1: "Yan"}, [read_bot("adaptive", game)])

    assert adapted(players, game)[2].strength == MIDDLE
    assert adapted(players, game, [(1, 2, 3)])[2].strength == strength_after([0.75])


def test_the_menu_offers_it() -> None:
    answers = iter(["duel", "adaptive"])
    said: list[str] = []

    def ask(question: str) -> str:
        said.append(question)
        return next(answers)

    chosen = choose(ask, said.append)
    assert isinstance(chosen, Choice)
    assert chosen.level == "adaptive"
    assert any("expert, or adaptive: as strong as suits you" in line for line in said)


def test_the_command_line_has_it(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO("quit\n"))

    assert main(["play", "duel", "--bots", "adaptive"]) == 0
    assert capsys.readouterr().out.startswith("Shithead for two against Ann (adaptive):")


# -- Manners ---------------------------------------------------------------------------------------------------------


def test_each_bot_plays_in_a_way_of_its_own() -> None:
    game = hr.load("shithead")
    players = with_own_manners(seat_people(6, {0: "You"}, [BotSpec("hard")]), game)

    assert [player.shown for player in players] == [
        "You",
        "Ann, bold, hard",
        "Ben, careful, hard",
        "Cem, hasty, hard",
        "Dot, tidy, hard",
        "Eli, hard",
    ]


def test_a_level_without_opinions_has_no_manner() -> None:
    players = with_own_manners(seat_people(3, {0: "You"}, [BotSpec("easy")]), hr.load("shithead"))

    assert [player.manner for player in players] == ["", "easy", "easy"]


def test_the_seats_show_the_manner_and_sentences_do_not() -> None:
    sitting = sat(bots=["hard:defensive"])

    assert sitting.names.manner(1) == "careful, hard"
    assert sitting.names(1) == "Ann"
    assert sitting.greeting() == "Shithead against Ann (careful, hard) and Ben (careful, hard): say a move, or help."


@pytest.mark.parametrize("game", ["shithead", "heart-of-five", "heroes"])
def test_the_line_screen_shows_who_is_like_what(game: str) -> None:
    """In a narrow panel the manner stands there whole, and the number of the seat gives way."""
    level = levels(hr.load(game))
    strong = [name for name, one in level.items() if one.leans and not one.thinks][-1]
    sitting = sat(game, seats=2 if game == "heroes" else 4, bots=[f"{strong}:defensive"])
    frame = drawn(sitting.view(), sitting.names, (), Look())

    assert f"Ann, careful, {strong}" in frame


# -- Tips ------------------------------------------------------------------------------------------------------------


def test_three_tips_one_at_a_time_then_silence() -> None:
    tips = Tips()
    assert [tips.next() for _ in range(2)] == list(LINE_TIPS[:2])

    again = Tips()
    assert [again.next() for _ in range(3)] == [LINE_TIPS[2], "", ""]


def test_a_tip_is_one_line_of_a_narrow_terminal() -> None:
    assert max(map(len, LINE_TIPS)) < 80


def test_whoever_has_played_before_gets_none() -> None:
    sitting = sat("duel", saves=True)
    script(sitting)
    sitting.finish()

    assert Tips().next() == ""


def test_a_file_of_tips_that_is_nonsense_does_no_harm(home: Path) -> None:
    home.mkdir()
    (home / "tips.json").write_bytes(b"\xff{")

    assert Tips().next() == LINE_TIPS[0]
    assert Tips(are_wanted=False).next() == ""


def test_quiet_says_nothing_of_itself(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO("ready\nquit\n"))

    assert main(["play", "duel", "--quiet"]) == 0
    out = capsys.readouterr().out
    assert out.startswith("SHITHEAD FOR TWO")
    assert "Good-bye" not in out


# -- What to type ----------------------------------------------------------------------------------------------------


def test_commands_are_named_as_they_can_be_typed(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv("HOUSERULES_MAKE", raising=False)
    assert typed("play --resume") == "houserules play --resume"

    program = tmp_path / "bin" / "houserules"
    program.parent.mkdir()
    program.touch()
    monkeypatch.setattr(sys, "argv", [str(program)])
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(shutil, "which", lambda _: None)
    assert typed("games") == "bin/houserules games"

    monkeypatch.setenv("HOUSERULES_MAKE", "1")
    assert typed("play --resume") == 'make play ARGS="--resume"'
    assert typed("play") == "make play"
    assert typed("join LINK") == 'make join ARGS="LINK"'
    assert typed("games") == "bin/houserules games"


def test_the_makefile_says_how_the_program_was_started() -> None:
    makefile = (Path(__file__).parent.parent / "Makefile").read_text(encoding="utf-8")

    assert "@HOUSERULES_MAKE=1 .venv/play/bin/houserules play $(ARGS)" in makefile
    assert "@HOUSERULES_MAKE=1 .venv/serve/bin/houserules join $(ARGS)" in makefile


# -- Completion in a shell -------------------------------------------------------------------------------------------


def completed(*words: str) -> list[str]:
    """What bash offers for the last word."""
    text = completion("bash", _parser(""), tuple(hr.GAMES))
    ask = f"COMP_WORDS=({' '.join(map(repr, words))}); COMP_CWORD={len(words) - 1}; _houserules; echo ${{COMPREPLY[@]}}"
    done = subprocess.run(["bash", "-c", f"{text}\n{ask}"], capture_output=True, text=True, check=True)
    return done.stdout.split()


@pytest.mark.skipif(shutil.which("bash") is None, reason="there is no bash")
def test_bash_completes_commands_options_games_and_values() -> None:
    assert completed("houserules", "pl") == ["play"]
    assert completed("houserules", "play", "sm") == ["smellyhead"]
    assert completed("houserules", "play", "--pe") == ["--personality", "--people"]
    assert completed("houserules", "tournament", "--format", "") == ["league", "knockout"]
    assert completed("houserules", "stats", "--game", "he") == ["heart-of-five", "heroes"]


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_there_is_a_script_for_each_shell(shell: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["completion", shell]) == 0
    out = capsys.readouterr().out
    assert "--people" in out or "-l people" in out
    assert "smellyhead" in out


# -- Resuming --------------------------------------------------------------------------------------------------------


def left(*games: str) -> None:
    """Matches that a person left, the last one last."""
    for game in games:
        sitting = sat(game, saves=True)
        sitting.bots_move()
        sitting.say("#1")
        sitting.finish()


def test_through_a_pipe_the_newest_match_is_resumed() -> None:
    left("duel", "heroes")
    sitting, _ = chosen_match(NEWEST, None, ask=None)

    assert sitting is not None
    assert sitting.game.id == "heroes"


def test_in_a_terminal_a_list_is_offered_if_there_are_several() -> None:
    left("duel", "heroes")
    asked: list[str] = []
    answers = iter(["7", "2"])

    def ask(question: str) -> str:
        asked.append(question)
        return next(answers)

    sitting, _ = chosen_match(NEWEST, None, ask=ask)
    assert sitting is not None
    assert sitting.game.id == "duel"
    rows = asked[0].splitlines()
    assert rows[0] == "Which match do you want to resume?"
    assert re.fullmatch(r"1  .*  H3ROES C4RDS      easy +\d moves?  your turn", rows[2])
    assert re.fullmatch(r"2  .*  Shithead for two  easy +\d moves?  your turn", rows[3])
    assert rows[4] == "Type a number from 1 to 2 [1]: "
    assert asked[1] == "There is no match '7': type 1 to 2: "


def test_one_match_alone_needs_no_question() -> None:
    left("duel")

    def ask(_: str) -> str:
        raise AssertionError

    assert chosen_match(NEWEST, None, ask=ask)[0] is not None


def test_a_match_is_resumed_by_its_number(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    left("duel", "heroes")
    monkeypatch.setattr(sys, "stdin", io.StringIO("quit\n"))

    assert main(["play", "--resume", "2"]) == 0
    assert capsys.readouterr().out.startswith("Shithead for two against")
    assert main(["play", "--resume", "3"]) == 2
    assert "there is no saved match '3'" in capsys.readouterr().err


def test_a_match_that_is_over_is_not_resumed(capsys: pytest.CaptureFixture[str]) -> None:
    sitting = sat("duel", saves=True)
    script(sitting)
    sitting.finish()

    assert main(["play", "--resume", "1"]) == 2
    assert "match 1 is over: houserules replay 1 shows it" in capsys.readouterr().err


def test_a_damaged_match_is_listed_and_said(capsys: pytest.CaptureFixture[str]) -> None:
    left("duel")
    path = library.latest()
    assert path is not None
    path.with_name("broken.json").write_text('{"saved": 2, "begun"')

    assert main(["games"]) == 0
    out = capsys.readouterr().out
    assert "damaged: broken.json: is not a saved match" in out
    assert main(["games", "--remove", "broken.json"]) == 0
    assert not path.with_name("broken.json").exists()
