"""An evening: rematches with the same players, the loser by name, and a tally that survives a resumption."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any

import pytest

import houserules as hr
from houserules.errors import RecordError
from houserules.terminal import library, saved
from houserules.terminal.client import play_evening
from houserules.terminal.evening import Evening
from houserules.terminal.log import sentences
from houserules.terminal.look import Look
from houserules.terminal.sitting import Sitting

from .sittings import sat, script

pytestmark = pytest.mark.one_build


def played(**more: Any) -> Evening:
    """An evening after its first match."""
    evening = Evening(sat("duel", seed="friday", **more))
    script(evening.sitting)
    return evening


def test_before_the_first_end_there_is_no_tally() -> None:
    evening = Evening(sat("duel"))

    assert (evening.tally_lines(), evening.tally_line(), evening.loser_line()) == ((), "", "")


@pytest.mark.parametrize(
    ("name", "title"), [("shithead", "Shithead"), ("duel", "Shithead"), ("smellyhead", "Smellyhead"), ("heroes", "")]
)
def test_the_loser_is_called_as_players_call_them(name: str, title: str) -> None:
    assert hr.load(name).loser_is_called == title


def test_a_house_without_a_head_in_its_name_has_a_shithead() -> None:
    house = {"extends": "shithead", "name": "Friday night"}

    assert hr.load(house).loser_is_called == "Shithead"


def test_the_tally_counts_wins_and_who_was_the_shithead() -> None:
    evening = played()
    outcome = evening.sitting.match.outcome
    assert outcome is not None
    winner, loser = ("You", "Ann") if outcome.places == (1, 2) else ("Ann", "You")

    assert evening.loser_line() == f"{loser} {'are' if loser == 'You' else 'is'} the Shithead."
    head, first, second = evening.tally_lines()
    assert head == "After 1 match:"
    assert first == f"{winner}: won 1"
    assert second == f"{loser}: won 0, once Shithead"
    assert evening.tally_line() == f"After 1 match: {first.replace(':', '')}; {second.replace(':', '')}."


def test_a_game_without_a_word_for_the_loser_names_nobody() -> None:
    evening = Evening(sat("heroes"))
    script(evening.sitting)

    assert evening.loser_line() == ""
    assert "Shithead" not in evening.tally_line()


def test_a_rematch_has_the_same_players_and_another_deal() -> None:
    evening = played()
    first = evening.sitting
    second = evening.rematch()

    assert second is evening.sitting
    assert second.players == first.players
    assert second.match.seq == 0
    assert second.earlier == (first.match.outcome.places,) if first.match.outcome else False
    assert (first.match.seed, second.match.seed) == ("friday", "friday/2")
    script(second)
    assert evening.rematch().match.seed == "friday/3"
    assert len(evening.played) == 2


def test_a_rematch_keeps_the_tally_when_it_is_resumed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOUSERULES_HOME", str(tmp_path))
    evening = played(saves=True)
    evening.sitting.finish()
    evening.rematch()
    evening.sitting.say("ready")
    evening.sitting.finish()
    path = library.latest()
    assert path is not None
    again = Evening(Sitting.resumed(saved.read(path), path))

    assert again.played == evening.played
    assert again.tally_line() == evening.tally_line()


def test_a_file_with_places_of_another_table_is_refused(tmp_path: Path) -> None:
    sitting = sat("duel")
    sitting.earlier = ((1, 2, 3),)
    path = saved.save(sitting.saved(), tmp_path / "match.json")

    with pytest.raises(RecordError, match="not one of 2 seats"):
        saved.read(path)


# -- The loop --------------------------------------------------------------------------------------------------------


def through_a_pipe(lines: list[str], evening: Evening) -> str:
    target = io.StringIO()
    code = play_evening(evening, source=io.StringIO("\n".join(lines) + "\n"), target=target, look=Look())
    assert code == 0
    return target.getvalue()


def test_a_script_that_says_rematch_plays_another_match() -> None:
    first = script(sat("duel", seed="friday"))
    second = script(sat("duel", seed="friday/2"))
    told = through_a_pipe(
        [*first[:1], "rematch", *first[1:], *second, "never read"], Evening(sat("duel", seed="friday"))
    )

    assert "Another match follows this one." in told
    assert told.count("the Shithead.") == 2
    assert told.rstrip().rsplit("\n", 1)[1].startswith("After 2 matches: ")


def test_a_script_that_does_not_say_so_ends_with_the_match() -> None:
    lines = script(sat("duel", seed="friday"))
    told = through_a_pipe([*lines, "", "ready"], Evening(sat("duel", seed="friday")))

    assert "Another" not in told
    assert told.rstrip().endswith("the Shithead.")


@pytest.mark.parametrize(("answers", "matches"), [("no\n", 1), ("N\n", 1), ("\nno\n", 2), ("Yes\n\n", 3), ("", 1)])
def test_in_a_terminal_the_person_is_asked(answers: str, matches: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """At the end of the input nobody wants another one."""
    evening = Evening(sat("duel", seed="friday"))
    target = io.StringIO()

    def at_once(sitting: Sitting, **_: object) -> int:
        script(sitting)
        return 0

    monkeypatch.setattr("houserules.terminal.client.is_terminal", lambda *_: True)
    monkeypatch.setattr("houserules.terminal.client.play", at_once)
    play_evening(evening, source=io.StringIO(answers), target=target, look=Look())

    assert len(evening.played) == matches
    assert target.getvalue().count("Another? (Enter or no)") == matches
    assert target.getvalue().count("After ") == matches


# -- As the house counts ---------------------------------------------------------------------------------------------

LETTERS: dict[str, Any] = {
    "extends": "duel",
    "name": "Letters",
    "session": {"score": "letters", "word": "IN", "next": "loser"},
}


def test_an_evening_of_letters_names_who_begins_and_who_has_lost(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The loser begins the next match, and a resumed match still knows it. After the word a new evening begins."""
    monkeypatch.setenv("HOUSERULES_HOME", str(tmp_path))
    evening = Evening(sat(hr.load(LETTERS), seed="friday", saves=True))
    letters, last, name = [0, 0], 0, ""
    lines: tuple[str, ...] = ()
    while max(letters) < 2:
        if evening.sitting.is_over:
            evening.sitting.finish()
            evening.rematch()
            path = saved.save(evening.sitting.saved())
            again = Evening(Sitting.resumed(saved.read(path), path))
            assert evening.sitting.match.begins == last
            assert again.sitting.match.begins == last
            assert again.tally_lines() == evening.tally_lines()
        script(evening.sitting)
        assert evening.sitting.match.outcome is not None
        last = evening.sitting.match.outcome.places.index(2)
        letters[last] += 1
        name = ("You", "Ann")[last]
        lines = evening.tally_lines()
        assert f"{name}: {'IN'[: letters[last]]}, won {letters[1 - last]}" in lines
        if max(letters) < 2:
            assert lines[-1] == ("You begin the next match." if name == "You" else "Ann begins the next match.")
    have = "have" if name == "You" else "has"
    assert lines[-1] == (f"{name} {have} the word IN and {have} lost the evening. The next match begins a new one.")

    evening.rematch()
    assert evening.sitting.match.begins is None
    script(evening.sitting)
    assert evening.tally_line().startswith("After 1 match: ")


def test_a_tribute_is_announced_told_and_resumed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOUSERULES_HOME", str(tmp_path))
    house = {"extends": "duel", "name": "Tribute", "session": {"tribute": 1}}
    evening = played_in(house)
    outcome = evening.sitting.match.outcome
    assert outcome is not None
    giver, getter = (outcome.places.index(place) for place in (2, 1))
    you_give = giver == 0
    gives, to, gets = ("You give", "Ann", "get") if you_give else ("Ann gives", "you", "gets")
    assert evening.tally_lines()[-1] == f"{gives} {to} the best card of the next deal, and {gets} the lowest one back."

    second = evening.rematch()
    given = second.match.tribute
    assert given is not None
    assert (given.giver, given.getter) == (giver, getter)
    line = f"{gives} {to} {given.gave[0]} and {gets} {given.got[0]}"
    assert line in str(sentences(second.log, second.names))
    second.say("ready")
    second.finish()
    path = library.latest()
    assert path is not None
    again = Sitting.resumed(saved.read(path), path)
    assert again.match.tribute == given
    assert again.match.position() == second.match.position()


def played_in(house: dict[str, Any]) -> Evening:
    evening = Evening(sat(hr.load(house), seed="friday", saves=True))
    script(evening.sitting)
    return evening
