"""Results: a match counts once, a broken line costs nothing but itself, and the numbers add up."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import msgspec
import pytest

import houserules as hr
from houserules.errors import RequestError
from houserules.terminal import results
from houserules.terminal.results import Result, remember, tallies
from houserules.terminal.saved import Saved
from tests.sittings import players

pytestmark = pytest.mark.one_build


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A data directory of the test's own."""
    monkeypatch.setenv("HOUSERULES_HOME", str(tmp_path))
    return tmp_path


def finished(game: str = "duel", *, seats: int = 2, seed: str = "over", **other: Any) -> Saved:
    """A match to its end, with a person on seat 0."""
    match: hr.Match[Any] = hr.Match.new(hr.load(game), seats=seats, seed=seed)
    level = "beginner" if game == "heart-of-five" else "easy"
    bots = [hr.bot(level, match.game, seed=seat) for seat in range(seats)]
    while match.to_act:
        seat = match.to_act[0]
        match.play(seat, bots[seat].choose(match.view(seat)))
    fields: dict[str, Any] = {
        "seat": 0,
        "players": players("ABCDEF"[:seats], [None, *[level] * (seats - 1)]),
        "begun": "2026-11-16T20:15:00+00:00",
    }
    return Saved(record=match.record(), **(fields | other))


def test_a_match_is_remembered_once(home: Path) -> None:
    match = finished()

    remember(match)
    remember(match)

    [result] = results.results()
    assert len((home / "results.jsonl").read_bytes().splitlines()) == 1
    outcome: Any = match.record["outcome"]
    assert (result.game, result.rules) == ("duel", match.record["rules"])
    assert (result.seats, result.levels) == (2, ("easy",))
    assert result.place == outcome["places"][0]
    assert result.last == (result.place == 2)
    assert result.moves == len(hr.Match.from_record(match.record).moves)


def test_a_match_that_is_ended_again_otherwise_stays_as_it_ended_first() -> None:
    """Who takes the last move back does not win afterwards."""
    first = finished()
    remember(first)
    other: Any = msgspec.json.decode(msgspec.json.encode(first.record))
    other["outcome"]["places"].reverse()

    remember(Saved(record=other, seat=0, players=first.players, begun=first.begun, undone=1))

    assert len(results.results()) == 1
    assert results.results()[0].undone == 0


def test_another_match_with_the_same_deal_counts() -> None:
    remember(finished())
    remember(finished(begun="2026-11-16T20:16:00+00:00"))

    assert len(results.results()) == 2


def test_what_no_person_played_is_not_counted() -> None:
    remember(finished(seat=None, players=players("ab", ["easy", "easy"])))

    assert results.results() == []


def test_a_match_that_is_not_over_has_no_result() -> None:
    match: hr.Match[Any] = hr.Match.new(hr.load("duel"), seats=2, seed="x")

    with pytest.raises(RequestError, match="over"):
        remember(Saved(record=match.record(), seat=0, players=players("ab", [None, "easy"]), begun=""))


def test_a_broken_line_costs_nothing_but_itself(home: Path) -> None:
    """In the midst, and at the end where a write was cut off."""
    remember(finished(begun="1"))
    file = home / "results.jsonl"
    file.write_bytes(file.read_bytes() + b'\xff\n{"match":\n[]\n' + file.read_bytes()[:30])

    remember(finished(begun="2"))
    assert len(results.results()) == 2
    remember(finished(begun="2"))
    assert len(results.results()) == 2


def test_heart_of_five_counts_bombs_and_the_five_of_hearts() -> None:
    match = finished("heart-of-five", seats=3)
    remember(match)

    [result] = results.results()
    counted: Any = match.record["statistics"]
    assert (result.bombs, result.stars) == (counted[0]["bombs"], counted[0]["star_plays"])
    assert result.bombs is not None
    assert result.stars is not None

    remember(finished())
    assert [(tally.game, tally.bombs is None) for tally in tallies(results.results())] == [
        ("duel", True),
        ("heart-of-five", False),
    ]


WRITER = """
import sys
import tests.test_results as own
from houserules.terminal.results import remember
match = own.finished()
print("ready", flush=True)
input()
for number in range(120):
    own.remember(own.Saved(record=match.record, seat=0, players=match.players,
                           begun=f"{sys.argv[1]}-{number}" if number % 2 else f"both-{number}"))
"""


def test_two_who_write_at_once_do_not_tear_lines(home: Path) -> None:
    """Each writes 60 matches of its own, and both the same 60, at the same time."""
    processes = [
        subprocess.Popen(
            [sys.executable, "-c", WRITER, name],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            cwd=Path(__file__).parent.parent,
            env=os.environ | {"PYTHONPATH": os.pathsep.join(["", *sys.path])},
        )
        for name in ("a", "b")
    ]
    for process in processes:
        assert process.stdout is not None
        assert process.stdout.readline().strip() == b"ready"
    for process in processes:
        assert process.stdin is not None
        process.stdin.write(b"\n")
        process.stdin.flush()
    for process in processes:
        process.communicate(timeout=120)
        assert process.returncode == 0

    lines = (home / "results.jsonl").read_bytes().splitlines()
    assert len(lines) == 180
    assert len(results.results()) == 180


# -- The numbers -----------------------------------------------------------------------------------------------------


def result(number: int, place: int, **other: Any) -> Result:
    fields: dict[str, Any] = {
        "game": "shithead",
        "rules": "r",
        "seats": 3,
        "levels": ("hard", "hard"),
        "last": place == 3,
        "when": "",
        "moves": 50,
    }
    return Result(match=str(number), place=place, **(fields | other))


def test_the_numbers_of_a_game_and_a_level() -> None:
    places = [1, 1, 1, 2, 3, 1, 3, 1, 1]
    [tally] = tallies([result(number, place) for number, place in enumerate(places)])

    assert (tally.game, tally.rivals) == ("shithead", "hard")
    assert (tally.played, tally.won, tally.lost) == (9, 6, 2)
    assert tally.places == {1: 6, 2: 1, 3: 2}
    assert (tally.streak, tally.best_streak) == (2, 3)
    assert sum(tally.places.values()) == tally.played
    assert (tally.apart, tally.bombs, tally.stars) == (0, None, None)


def test_matches_with_moves_taken_back_count_apart() -> None:
    """They are in no other number, and a streak goes on past them."""
    [tally] = tallies(
        [result(0, 1), result(1, 3, undone=2), result(2, 1), result(3, 1, undone=1), result(4, 1, branched=True)]
    )

    assert (tally.played, tally.won, tally.lost, tally.streak, tally.best_streak) == (2, 2, 0, 2, 2)
    assert (tally.apart, tally.apart_won) == (3, 2)


def test_each_game_each_level_and_each_set_of_rules_has_its_own_numbers() -> None:
    found = [
        result(0, 1),
        result(1, 1, levels=("hard", "easy")),
        result(2, 1, levels=("easy", "hard")),
        result(3, 1, rules="s"),
        result(4, 1, game="duel", levels=("easy",)),
        result(5, 1, game="duel", levels=()),
    ]

    made = [(tally.game, tally.rules, tally.rivals, tally.played) for tally in tallies(found)]
    assert made == [
        ("duel", "r", "easy", 1),
        ("duel", "r", "none", 1),
        ("shithead", "r", "easy + hard", 2),
        ("shithead", "r", "hard", 1),
        ("shithead", "s", "hard", 1),
    ]
    assert [tally.rivals for tally in tallies(found, "duel")] == ["easy", "none"]


def test_bombs_and_fives_of_hearts_add_up() -> None:
    [tally] = tallies([result(0, 1, bombs=2, stars=1), result(1, 3, bombs=0, stars=4), result(2, 1, bombs=9, undone=1)])

    assert (tally.bombs, tally.stars) == (2, 5)
