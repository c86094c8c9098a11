"""Tournaments: tables that add up, brackets with byes, the same seed the same table, and a person among bots."""

from __future__ import annotations

import io
import sys
from collections.abc import Callable, Sequence
from itertools import combinations
from pathlib import Path
from typing import Any

import msgspec
import pytest

import houserules as hr
from houserules.__main__ import main
from houserules.bots import ANY_GAME, Level
from houserules.core import Outcome
from houserules.errors import HouseRulesError
from houserules.terminal.standings import PlayedPlaces, ranked, tally
from houserules.terminal.tournament import Entry, LeftEarly, Person, Report, bracket, run
from houserules.terminal.tournament_command import text_of

pytestmark = pytest.mark.one_build

DUEL = hr.load("duel")
FIVE = ("hard", "medium", "easy", "random", "hard:tidy")


def league(bots: Sequence[str] = FIVE[:3], **other: Any) -> Entry:
    fields: dict[str, Any] = {"game": DUEL, "format": "league", "rounds": 1, "seed": "cup"}
    return Entry(bots=tuple(bots), **(fields | other))


def knockout(bots: Sequence[str], **other: Any) -> Entry:
    return league(bots, format="knockout", **other)


def check(report: Report, entry: Entry) -> None:
    """Every table of results adds up."""
    rows = {row.entrant: row for row in report.rows}
    assert len(rows) == len(report.rows)
    assert set(rows) == set(entry.entrants)
    for name, row in rows.items():
        own = [match for match in report.matches if name in match.entrants]
        assert row.played == len(own) == sum(row.places.values())
        assert row.won == sum(match.places[match.entrants.index(name)] == 1 for match in own)
    pairs = entry.seats * (entry.seats - 1) / 2
    assert sum(row.points for row in rows.values()) == pairs * len(report.matches)
    assert [row.rank for row in report.rows] == sorted(row.rank for row in report.rows)
    assert report.rows[0].rank == 1


# -- Leagues ---------------------------------------------------------------------------------------------------------


def test_in_a_league_every_pair_meets_in_both_seats() -> None:
    entry = league(("hard", "easy", "medium", "hard:hasty"), rounds=2)
    report = run(entry)

    check(report, entry)
    met = [match.entrants for match in report.matches]
    for one, other in combinations(entry.bots, 2):
        assert met.count((one, other)) == met.count((other, one)) == 2
    assert len(met) == 6 * 2 * 2
    assert {row.played for row in report.rows} == {12}


def test_a_league_of_larger_tables_rotates_the_seats() -> None:
    entry = league(FIVE[:4], game=hr.load("shithead"), seats=3)
    report = run(entry)

    check(report, entry)
    assert len(report.matches) == 4 * 3
    for name in entry.bots:
        seats = [match.entrants.index(name) for match in report.matches if name in match.entrants]
        assert sorted(seats) == [0, 0, 0, 1, 1, 1, 2, 2, 2]


@pytest.mark.parametrize("format_", ["league", "knockout"])
def test_the_same_seed_gives_the_same_table(format_: str) -> None:
    """With several processes as with one; another seed gives another."""
    entry = league(("hard", "easy", "medium"), format=format_, rounds=1)

    first = run(entry)
    assert run(entry, workers=2) == first
    assert run(msgspec.structs.replace(entry, seed="other")).matches != first.matches


def test_the_stronger_bot_is_ahead() -> None:
    report = run(league(("easy", "hard"), rounds=6))

    assert [row.entrant for row in report.rows] == ["hard", "easy"]


def results(*games: tuple[str, Sequence[int]]) -> list[PlayedPlaces]:
    """Matches of entrants with names of one letter."""
    return [PlayedPlaces(1, tuple(who), tuple(places)) for who, places in games]


def test_points_are_rivals_left_behind() -> None:
    counts = tally("abc", results(("abc", (1, 2, 3)), ("bca", (1, 1, 3)), ("cab", (1, 2, 2))))

    assert {name: count.points for name, count in counts.items()} == {"a": 2.5, "b": 1 + 1.5 + 0.5, "c": 3.5}
    assert {name: count.last for name, count in counts.items()} == {"a": 2, "b": 1, "c": 1}


def test_ties_are_broken_in_the_order_the_table_names() -> None:
    """Points, points among those who tie, wins, fewest last places; then the rank is shared."""
    won = (1, 2)
    assert ranked("ab", results(("ab", won), ("ba", won), ("ab", won))) == [(1, "a"), (2, "b")]
    # a, b and c have two points each, d has one; among the three, a has beaten both.
    among = results(("ab", won), ("ac", won), ("bd", won), ("bc", won), ("cd", won), ("cd", won), ("da", won))
    assert ranked("dcba", among) == [(1, "a"), (2, "b"), (3, "c"), (4, "d")]
    # Equal in points; there is no match of those two alone; b was first once more.
    more = results(("abc", (2, 1, 3)), ("abc", (2, 3, 1)), ("abc", (2, 2, 1)))
    assert [name for _, name in ranked("abc", more)] == ["c", "b", "a"]
    # Equal in points and in wins; b was last once.
    lasts = results(("abcd", (1, 2, 3, 4)), ("abcd", (3, 1, 2, 4)), ("abcd", (3, 4, 1, 2)))
    assert ranked("bacd", lasts) == [(1, "c"), (2, "a"), (3, "b"), (4, "d")]
    assert ranked("abc", results(("ab", won), ("bc", won), ("ca", won))) == [(1, "a"), (1, "b"), (1, "c")]


# -- Knockouts -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("count", "byes", "ranks"), [(2, 0, [1, 2]), (3, 1, [1, 2, 3]), (4, 0, [1, 2, 3, 3])])
def test_a_knockout_of_few(count: int, byes: int, ranks: list[int]) -> None:
    entry = knockout(FIVE[:count], rounds=3)
    said: list[str] = []
    report = run(entry, progress=said.append)

    check(report, entry)
    assert [row.rank for row in report.rows] == ranks
    assert len(report.pairs) == count - 1
    assert sum("has a bye" in line for line in said) == byes
    assert len(said) == count - 1 + byes
    assert report.pairs[-1].stage == "final"
    assert report.pairs[-1].winner == report.rows[0].entrant


def test_a_knockout_of_five() -> None:
    """One pair in the first stage; who is named first has the byes."""
    entry = knockout(FIVE, rounds=1)
    report = run(entry)

    check(report, entry)
    assert [pair.stage for pair in report.pairs] == ["quarter-final", "semi-final", "semi-final", "final"]
    assert report.pairs[0].entrants == ("random", "hard:tidy")
    assert [row.rank for row in report.rows] == [1, 2, 3, 3, 5]
    beaten = {name for pair in report.pairs for name in pair.entrants if name != pair.winner}
    assert beaten == set(entry.bots) - {report.rows[0].entrant}


def test_a_knockout_in_which_the_last_one_named_wins() -> None:
    entry = knockout(("random", "easy", "medium", "hard"), rounds=5, seed="2")
    report = run(entry)

    check(report, entry)
    assert report.pairs[0].winner == "hard"
    assert set(report.pairs[-1].entrants) == {"hard", report.pairs[1].winner}


@pytest.mark.parametrize("count", range(2, 20))
def test_a_bracket_has_everybody_once_and_the_first_two_meet_last(count: int) -> None:
    pairs = bracket(count)

    assert sorted(who for pair in pairs for who in pair if who is not None) == list(range(count))
    assert len(pairs) & (len(pairs) - 1) == 0
    half = pairs[: len(pairs) // 2] if len(pairs) > 1 else []
    assert len(pairs) == 1 or sum(who in (0, 1) for pair in half for who in pair) == 1
    byes = [one for one, other in pairs if other is None]
    assert sorted(byes) == list(range(len(byes)))


def test_best_of_so_many_ends_when_it_is_decided() -> None:
    report = run(knockout(("hard", "random"), rounds=9))

    [pair] = report.pairs
    assert max(pair.wins) >= 5 or pair.drawn
    assert sum(pair.wins) + pair.drawn == len(report.matches) <= 9
    last = report.matches[-1]
    assert last.entrants[last.places.index(1)] == pair.winner


def drawing(chairs: Sequence[str], seat: int, seed: str, number: int) -> Outcome:
    """Everybody is first."""
    return Outcome.of_places((1,) * len(chairs), "draw")


def test_a_pair_that_is_even_for_ever_is_decided_by_lot() -> None:
    entry = knockout(("hard",), me="Ann", rounds=2)
    report = run(entry, person=drawing)

    [pair] = report.pairs
    assert pair.by_lot
    assert (pair.wins, pair.drawn) == ((0, 0), 22)
    assert run(entry, person=drawing) == report


# -- A person --------------------------------------------------------------------------------------------------------


def sitting_down(seen: list[tuple[tuple[str, ...], int, str]], place: Callable[[int], int]) -> Person:
    """A person that gets a place in each match."""

    def play(chairs: Sequence[str], seat: int, seed: str, number: int) -> Outcome:
        seen.append((tuple(chairs), seat, seed))
        others = iter(other for other in range(1, len(chairs) + 1) if other != place(number))
        return Outcome.of_places([place(number) if at == seat else next(others) for at in range(len(chairs))], "")

    return play


@pytest.mark.parametrize("seats", [2, 3])
def test_a_person_meets_everybody_on_deals_of_its_own(seats: int) -> None:
    """On every seat; no deal comes twice, since a person would remember it."""
    seen: list[tuple[tuple[str, ...], int, str]] = []
    entry = league(FIVE[:3], game=hr.load("shithead"), seats=seats, rounds=2, me="Ann")
    report = run(entry, person=sitting_down(seen, lambda _: 1))

    check(report, entry)
    assert len({seed for _, _, seed in seen}) == len(seen)
    assert all(chairs[seat] == "Ann" for chairs, seat, _ in seen)
    for seat in range(seats):
        assert sum(at == seat for _, at, _ in seen) == len(seen) / seats
    assert report.rows[0].entrant == "Ann"
    assert report.rows[0].won == report.rows[0].played == len(seen)
    assert {row.played for row in report.rows} == {len(seen)}


def test_a_person_can_win_a_knockout() -> None:
    seen: list[tuple[tuple[str, ...], int, str]] = []
    entry = knockout(FIVE[:4], me="Ann", rounds=3)
    report = run(entry, person=sitting_down(seen, lambda _: 1))

    check(report, entry)
    assert report.rows[0].entrant == "Ann"
    assert len(seen) == 2 * 3
    assert len({seed for _, _, seed in seen}) == len(seen)


@pytest.mark.parametrize("format_", ["league", "knockout"])
def test_who_leaves_gets_the_table_so_far(format_: str) -> None:
    def leaving(chairs: Sequence[str], seat: int, seed: str, number: int) -> Outcome:
        if number == 2:
            raise LeftEarly
        return Outcome.of_places([1 if at == seat else 2 for at in range(2)], "")

    report = run(league(FIVE[:3], me="Ann", rounds=5, format=format_), person=leaving)

    assert not report.is_complete
    assert sum("Ann" in match.entrants for match in report.matches) == 1
    assert len(report.rows) == 4
    left = "You left before the end: houserules tournament --resume continues from there."
    assert left in text_of(report, io.StringIO())


# -- What is refused, and what is said -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("entry", "reason"),
    [
        (league(("hrad", "easy")), "did you mean hard?"),
        (league(("hard", "hard")), "named twice: name everybody once"),
        (league(("hard",)), "tables of 2"),
        (league((), me="Ann"), "1 entrants cannot fill tables of 2"),
        (league(("hard", "easy"), seats=3), "played by 2"),
        (league(("hard", "easy"), seats=3, game=hr.load("shithead")), "tables of 3"),
        (league(("hard", "easy"), rounds=0), "rounds"),
        (league(("hard", "easy"), rounds=1001), "rounds"),
        (league(("hard", "easy"), seed="\n"), "seed"),
        (league(("hard", "easy"), ms=0), "1 ms"),
        (league(("hard", "easy"), me="easy"), "named twice: name everybody once"),
        (league(("hard", "easy"), me=""), "a name"),
        (league(("hard", "easy"), me="\033[2J"), "a name"),
        (league(("hard", "easy"), me="x" * 13), "a name"),
        (knockout(FIVE[:3], seats=3, game=hr.load("shithead")), "by two"),
    ],
)
def test_what_cannot_be_played_is_refused_before_the_first_match(entry: Entry, reason: str) -> None:
    def never(chairs: Sequence[str], seat: int, seed: str, number: int) -> Outcome:
        raise AssertionError("a match was begun")

    with pytest.raises(HouseRulesError) as refused:
        run(entry, person=never)
    assert reason in refused.value.message


def test_the_table_names_what_decides() -> None:
    said = text_of(run(league(("random", "hard", "easy"))), io.StringIO())

    assert said.splitlines()[0] == "league of duel: tables of 2, 1 round, 6 matches, seed cup"
    assert "points: one for each rival left behind" in said
    assert "ties: points in matches among those that tie, then wins, then fewest last places" in said
    assert max(map(len, said.splitlines())) <= 80


def test_a_bot_that_fails_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    class Broken(hr.Bot):
        def choose(self, view: hr.View) -> hr.Move:
            raise RuntimeError(view.game)

    monkeypatch.setitem(ANY_GAME, "broken", Level(lambda game, limit, seed, personality: Broken(seed)))
    for entry in (league(("broken", "easy")), knockout(("broken", "easy"))):
        report = run(entry)
        faults = {row.entrant: row.illegal for row in report.rows}
        assert faults["broken"] > 0
        assert faults["easy"] == 0
        assert "failed: how often a bot crashed" in text_of(report, io.StringIO())


# -- Resuming --------------------------------------------------------------------------------------------------------


def test_a_tournament_that_was_left_goes_on_where_it_was_left(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """In the middle of the match, with the results so far; the standings are those of a tournament played at once."""
    table = str(Path(__file__).parent.parent / "examples" / "tables" / "one-round.json")
    words = ["tournament", "--game", table, "--bots", "beginner,random", "--seed", "cup", "--me", "Zoe"]

    def played(lines: list[str], *more: str) -> tuple[int, str]:
        monkeypatch.setattr(sys, "stdin", io.StringIO("\n".join(lines) + "\n"))
        return main([*more]), capsys.readouterr().out

    always = ["#1"] * 3000
    monkeypatch.setenv("HOUSERULES_HOME", str(tmp_path / "whole"))
    code, whole = played(always, *words)
    assert code == 0

    monkeypatch.setenv("HOUSERULES_HOME", str(tmp_path / "parts"))
    code, part = played(["#1", "#1", "quit"], *words)
    assert code == 1
    assert "tournament --resume continues from there" in part
    code, rest = played(always, "tournament", "--resume")
    assert code == 0
    assert rest.rsplit("league of ", 1)[1] == whole.rsplit("league of ", 1)[1]
    code, _ = played([], "tournament", "--resume")
    assert code == 2


def test_a_tournament_needs_bots_or_one_to_resume(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["tournament"]) == 2
    assert "--bots hard,medium,easy" in capsys.readouterr().err
