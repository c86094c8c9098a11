"""The arena: the same blocks for the same seed, intervals by block, a test that stops, ratings, and bad bots."""

from __future__ import annotations

import json
import math
import random
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

import houserules as hr
from houserules import arena
from houserules.__main__ import main
from houserules.arena.play import (
    Block,
    DecisionLog,
    Decisions,
    LoadableRules,
    MatchRunner,
    PlayedMatch,
    Setting,
    blocks,
    timed_choice,
)
from houserules.arena.ratings import bradley_terry, pair_ratings, table_ratings
from houserules.arena.report import Report, Row, score, shares, text_of
from houserules.arena.statistics import FEWEST, Estimate, by_block, sprt, time_class, times
from houserules.bots import ANY_GAME, Bot, Level
from houserules.core import View
from houserules.errors import RequestError

pytestmark = pytest.mark.one_build


def setting(*bots: str, game: str = "duel", seats: int = 2, seed: str = "1") -> Setting:
    chairs = (*range(len(bots)), *[len(bots) - 1] * (seats - len(bots)))
    return Setting(LoadableRules.of(hr.load(game)), seats, bots, seed, 1000, (chairs,))


def timeless(report: Report) -> list[Any]:
    """What the same seed gives again: everything but the times."""
    rows = [msgspec.structs.replace(row, ms=times({}, 0)) for row in report.rows]
    return [report.game, report.seats, report.deals, report.games, rows, report.sprt, report.ratings]


def block(*results: tuple[tuple[int, ...], tuple[int, ...]], number: int = 0, table: int = 0, bots: int = 2) -> Block:
    games = tuple(PlayedMatch(seated, places) for seated, places in results)
    return Block(table, number, games, tuple(Decisions({}, 0.0, 0) for _ in range(bots)))


# -- Blocks ----------------------------------------------------------------------------------------------------------


def test_the_same_seed_gives_the_same_report_on_any_number_of_workers() -> None:
    """Another seed gives another."""
    one, two, other = (
        timeless(arena.run(hr.load("duel"), ["medium", "easy"], deals=6, seed=seed, workers=workers))
        for seed, workers in ((1, 1), (1, 2), (2, 1))
    )

    assert one == two
    assert one != other


def test_experts_of_different_times_meet() -> None:
    """Each has a row of its own, as it was named, and keeps to its own time."""
    report = arena.run(hr.load("duel"), ["expert@5", "expert@40:tidy"], deals=1, ms=10**6, workers=1)

    assert [row.bot for row in report.rows] == ["expert@5", "expert@40:tidy"]
    assert all(row.illegal == 0 for row in report.rows)
    assert report.rows[0].ms.p50 < report.rows[1].ms.p50


def test_equal_bots_without_chance_share_each_deal() -> None:
    """Whoever wins the deal from one seat loses it from the other."""
    report = arena.run(hr.load("shithead"), ["easy", "easy"], deals=4, workers=1)
    runner = MatchRunner(setting("easy", "easy", game="shithead"))

    assert [row.win_share for row in report.rows] == [0.5, 0.5]
    assert [row.low for row in report.rows] == [0.5, 0.5]
    for number in range(3):
        first, second = runner.play(0, number).games
        assert first.places == second.places
        assert (first.bots, second.bots) == ((0, 1), (1, 0))


def test_each_bot_has_a_seed_of_its_own_for_each_game() -> None:
    """Chairs and rotations differ, and so do blocks; the deal is that of the match seed."""
    seeds: list[int] = []

    class Noting(Bot):
        def begin(self, seed: int) -> None:
            super().begin(seed)
            if seed:
                seeds.append(seed)

        def choose(self, view: View) -> hr.Move:
            return self.chance.choice(view.legal)

    runner = MatchRunner(setting("random", "random"))
    runner.players = {(0, 0): Noting(), (1, 1): Noting()}
    runner.play(0, 3)
    runner.play(0, 4)

    assert len(seeds) == len(set(seeds)) == 8


def test_the_last_bot_fills_the_seats_and_all_take_turns() -> None:
    """One against three, from every seat."""
    played = MatchRunner(setting("easy", "random", game="shithead", seats=4)).play(0, 0)

    assert [game.bots for game in played.games] == [(0, 1, 1, 1), (1, 0, 1, 1), (1, 1, 0, 1), (1, 1, 1, 0)]


def test_a_house_of_ones_own_is_played_by_workers_too() -> None:
    """Its rules go with the work."""
    game = hr.load(Path(__file__).parent.parent / "examples" / "houses" / "karma.toml")
    report = arena.run(game, ["hard", "random"], deals=4, workers=2)

    assert report.game == "karma"
    assert report.games == 8
    assert report.rows[0].illegal == 0


# -- Bad bots --------------------------------------------------------------------------------------------------------


class Cheat(Bot):
    """Says what is no move here."""

    def choose(self, view: View) -> hr.Move:
        return hr.Play((hr.Card.read("AS"),) * 5)


class Crash(Bot):
    def choose(self, view: View) -> hr.Move:
        raise ZeroDivisionError


class Mute(Bot):
    def choose(self, view: View) -> hr.Move:
        return None  # type: ignore[return-value]


@pytest.mark.parametrize("kind", [Cheat, Crash, Mute])
def test_a_bad_move_is_counted_and_another_is_played(kind: type[Bot], monkeypatch: pytest.MonkeyPatch) -> None:
    """The match goes on to its end, and the other bot has nothing to do with it."""
    monkeypatch.setitem(ANY_GAME, "bad", Level(lambda _game, _limit, seed, _personality: kind(seed)))
    report = arena.run(hr.load("duel"), ["bad", "easy"], deals=2, workers=1)

    bad, good = report.rows
    assert bad.illegal > 20
    assert good.illegal == 0
    assert bad.win_share + good.win_share == 1


def test_a_bot_that_never_ends_is_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    """It may swap its cards for ever; nobody wins then, or all do."""

    class Swapping(Bot):
        def choose(self, view: View) -> hr.Move:
            return view.legal[0]

    monkeypatch.setattr("houserules.arena.play.MOST_DECISIONS", 50)
    runner = MatchRunner(setting("random", "random"))
    runner.players = {(0, 0): Swapping(), (1, 1): Swapping()}

    assert runner.play(0, 0).games[0].places == (1, 1)


def test_the_time_of_a_crash_counts_as_well() -> None:
    """It was a decision."""
    log = DecisionLog()
    view = View(game="any", seat=0, to_act=(0,), legal=hr.Legal((hr.Pass(),)), outcome=None)

    assert timed_choice(Crash(), view, log) is None
    assert sum(log.classes.values()) == 1


# -- Counting --------------------------------------------------------------------------------------------------------


def test_shares_of_first_and_last_places() -> None:
    """Ties share them; a bot with several seats has a share for each."""
    played = block(((0, 1, 1), (1, 2, 2)), ((1, 0, 1), (1, 1, 3)), ((1, 1, 0), (1, 2, 3)))

    assert shares(played, 0, "first") == [1.0, 0.5, 0.0]
    assert shares(played, 1, "last") == [0.5, 0.5, 0.0, 1.0, 0.0, 0.0]
    assert score(played, 0) == 0.5
    assert score(played, 1) == pytest.approx(0.25)
    assert score(played, 2) is None


def test_the_interval_is_that_of_the_means_of_blocks() -> None:
    """Known data: mean 0.5, standard deviation 0.5774, four blocks."""
    found = by_block([0.0, 0.0, 1.0, 1.0])

    assert found.mean == 0.5
    assert found.high == 1.0
    assert by_block([0.25, 0.75] * 50).half == pytest.approx(1.96 * 0.25126 / 10, rel=1e-3)


def test_an_interval_holds_the_truth_19_times_in_20() -> None:
    """Of many samples with a known share."""
    chance = random.Random(1)
    holds = 0
    for _ in range(1000):
        found = by_block([(chance.random() < 0.7) / 2 + (chance.random() < 0.7) / 2 for _ in range(200)])
        holds += found.low <= 0.7 <= found.high

    assert 930 <= holds <= 970


@pytest.mark.parametrize(("score", "low", "high"), [(1.0, 0.963, 1.0), (0.0, 0.0, 0.037)])
def test_to_win_all_is_not_to_be_sure(score: float, low: float, high: float) -> None:
    """A hundred blocks of a hundred: Wilson's interval for a hundred games."""
    found = by_block([score] * 100)

    assert found.low == pytest.approx(low, abs=1e-3)
    assert found.high == pytest.approx(high, abs=1e-3)


def test_of_nothing_nothing_is_known() -> None:
    """Nor of one block."""
    assert by_block([]) == Estimate(0.0, 0.0, 1.0)
    assert by_block([1.0]) == Estimate(1.0, 0.0, 1.0)


def test_times_are_known_to_five_percent() -> None:
    """The middle, what 95 in 100 do not exceed, and the longest exactly."""
    log = DecisionLog()
    for number in range(1, 1001):
        log.note(number / 10)
    found = times(log.classes, log.longest)

    assert found.p50 == pytest.approx(50, rel=0.05)
    assert found.p95 == pytest.approx(95, rel=0.05)
    assert found.max == 100
    assert time_class(0) == time_class(1e-5)
    assert times({}, 0.0).p95 == 0


# -- The test that stops ---------------------------------------------------------------------------------------------


def synthetic(share: float, seed: int) -> Iterator[float]:
    chance = random.Random(seed)
    while True:
        yield ((chance.random() < share) + (chance.random() < share)) / 2


def decided_by(share: float, seed: int) -> tuple[str | None, int]:
    """What the test says of a bot of a known share, and after how many blocks."""
    scores: list[float] = []
    for found in synthetic(share, seed):
        scores.append(found)
        answer = sprt(scores, 0.5, 0.55).answer
        if answer is not None or len(scores) == 5000:
            return answer, len(scores)
    raise AssertionError


@pytest.mark.parametrize(("share", "truth"), [(0.5, "h0"), (0.55, "h1"), (0.45, "h0"), (0.6, "h1")])
def test_the_test_is_wrong_at_most_as_often_as_it_may(share: float, truth: str) -> None:
    """One time in twenty, with some room for chance; and it needs fewer blocks than a fixed number would."""
    answers = [decided_by(share, seed) for seed in range(60)]

    assert sum(1 for answer, _ in answers if answer != truth) <= 7
    assert sum(count for _, count in answers) / len(answers) < 540


def test_the_test_waits_for_some_blocks() -> None:
    """However clear the first ones look."""
    assert sprt([1.0] * (FEWEST - 1), 0.5, 0.55).llr == 0
    assert sprt([1.0] * FEWEST, 0.5, 0.55).answer == "h1"


def test_the_likelihood_is_that_of_normal_blocks() -> None:
    """By hand: 100 blocks of mean 0.6 and variance 0.04."""
    found = sprt([0.4, 0.8] * 50, 0.5, 0.6)

    assert found.llr == pytest.approx(100 * 0.1 * (1.2 - 1.1) / (2 * 0.04))
    assert found.high == pytest.approx(math.log(19))


def test_a_run_stops_when_it_is_clear() -> None:
    """Hard is better than random: nobody needs a thousand deals to see it."""
    report = arena.run(hr.load("duel"), ["hard", "random"], deals=1000, test=(0.5, 0.6), workers=1)

    assert report.sprt is not None
    assert report.sprt.answer == "h1"
    assert report.deals < 60


def test_the_answer_no_is_exit_code_1(capsys: pytest.CaptureFixture[str]) -> None:
    """As for any question."""
    asked = "arena --game duel --bots random,hard --deals 60 --sprt 0.5,0.6 --jobs 1"
    code = main(asked.split())

    assert code == 1
    assert "no: rather 0.5" in capsys.readouterr().out


# -- Going on --------------------------------------------------------------------------------------------------------


def test_a_run_goes_on_where_it_stopped(tmp_path: Path) -> None:
    """Also after a line that was cut off, and with blocks missing in the middle: the report is the same."""
    file = tmp_path / "blocks.jsonl"
    game = hr.load("duel")
    whole = arena.run(game, ["medium", "easy"], deals=6, workers=1, saved=file)
    lines = file.read_bytes().splitlines(keepends=True)
    file.write_bytes(b"".join([*lines[:2], *lines[3:5], lines[5][:40]]))
    again = arena.run(game, ["medium", "easy"], deals=6, workers=1, saved=file)

    assert len(lines) == 7
    assert timeless(again) == timeless(whole)
    assert len(file.read_bytes().splitlines()) == 7


def test_what_is_done_is_not_played_again() -> None:
    """Nobody is asked."""
    known = {(0, number): block(((0, 1), (1, 2)), ((1, 0), (1, 2)), number=number) for number in range(3)}

    assert [new for _, new in blocks(setting("easy", "easy"), 3, known, 1)] == [False] * 3


@pytest.mark.parametrize("line", ["{}", "no json", '{"rules": 1}'])
def test_a_file_of_something_else_is_left_alone(line: str, tmp_path: Path) -> None:
    """It might be somebody's."""
    file = tmp_path / "other.txt"
    file.write_text(line + "\n", encoding="utf-8")
    with pytest.raises(RequestError, match="not a file of finished blocks"):
        arena.run(hr.load("duel"), ["easy", "easy"], deals=1, workers=1, saved=file)

    assert file.read_text(encoding="utf-8") == line + "\n"


def test_blocks_of_another_setting_are_not_mixed_in(tmp_path: Path) -> None:
    """Another seed is another setting."""
    file = tmp_path / "blocks.jsonl"
    arena.run(hr.load("duel"), ["easy", "easy"], deals=1, workers=1, saved=file)
    with pytest.raises(RequestError, match="another setting"):
        arena.run(hr.load("duel"), ["easy", "easy"], deals=1, workers=1, saved=file, seed=2)


# -- Ratings ---------------------------------------------------------------------------------------------------------


def test_bradley_terry_finds_the_strengths_that_made_the_wins() -> None:
    """Ten to one is 400; all pairs of three with their expected wins."""
    strengths = [0.0, 100.0, 300.0]
    wins = [
        [0.0 if a == b else 1e6 / (1 + 10 ** ((strengths[b] - strengths[a]) / 400)) for b in range(3)] for a in range(3)
    ]

    assert bradley_terry(wins, 0) == pytest.approx(strengths, abs=0.1)
    assert sum(bradley_terry(wins)) == pytest.approx(0, abs=1e-6)


def test_who_wins_everything_has_a_rating() -> None:
    """A high one, not an endless one."""
    found = bradley_terry([[0.0, 50.0], [0.0, 0.0]], 1)

    assert 400 < found[0] < 2000


def synthetic_blocks(strengths: list[float], count: int) -> list[Block]:
    """Games of all pairs, from known strengths."""
    chance = random.Random(5)
    pairs = [(0, 1), (0, 2), (1, 2)]
    found = []
    for number in range(count):
        for at, (one, other) in enumerate(pairs):
            wins = 1 / (1 + 10 ** ((strengths[other] - strengths[one]) / 400))
            results = [(1, 2) if chance.random() < wins else (2, 1) for _ in range(2)]
            games = ((one, other), results[0]), ((other, one), tuple(reversed(results[1])))
            found.append(block(*games, number=number, table=at, bots=3))
    return found


def test_ratings_of_two_seats_have_intervals_by_block() -> None:
    """They hold the true differences; random is 0."""
    rated = pair_ratings(["random", "easy", "hard"], synthetic_blocks([0.0, 120.0, 240.0], 400))

    assert [one.bot for one in rated] == ["hard", "easy", "random"]
    assert rated[-1].rating == rated[-1].low == rated[-1].high == 0
    for one, truth in zip(rated, (240, 120), strict=False):
        assert one.low < truth < one.high
        assert one.high - one.low < 100
        assert one.games == 1600


def test_ratings_of_more_seats_are_those_of_openskill() -> None:
    """Who comes first more often stands higher."""
    pytest.importorskip("openskill")
    chance = random.Random(2)
    found = []
    for number in range(60):
        order = [0, 1, 2] if chance.random() < 0.8 else [2, 1, 0]
        places = tuple(order.index(bot) + 1 for bot in range(3))
        found.append(block(((0, 1, 2), places), number=number, bots=3))
    rated = table_ratings(["hard", "medium", "easy"], found)

    assert [one.bot for one in rated] == ["hard", "medium", "easy"]
    assert all(one.low < one.rating < one.high for one in rated)


def test_without_openskill_it_is_said_before_anything_is_played(monkeypatch: pytest.MonkeyPatch) -> None:
    """And how to get it."""
    monkeypatch.setitem(sys.modules, "openskill.models", None)
    with pytest.raises(RequestError, match="pip install openskill"):
        arena.run(hr.load("shithead"), ["easy", "medium", "hard"], seats=3, league=True)


def test_a_league_plays_all_pairs() -> None:
    """Each bot as often as any other."""
    report = arena.run(hr.load("duel"), ["random", "easy", "medium"], deals=8, league=True, workers=1)

    assert report.ratings is not None
    assert report.games == 3 * 8 * 2
    assert {one.games for one in report.ratings} == {32}
    assert report.ratings[-1].bot == "random"
    assert "Elo" in text_of(report)


# -- The command -----------------------------------------------------------------------------------------------------


def test_the_command_prints_rows_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    """These keys and no others."""
    asked = "arena --game shithead --seats 3 --bots medium,random --deals 3 --seed 1 --json --jobs 1"
    assert main(asked.split()) == 0

    said = json.loads(capsys.readouterr().out)
    assert list(said) == ["game", "seats", "deals", "games", "rows"]
    assert (said["game"], said["seats"], said["deals"], said["games"]) == ("shithead", 3, 3, 9)
    assert [row["bot"] for row in said["rows"]] == ["medium", "random"]
    for row in said["rows"]:
        assert list(row) == ["bot", "win_share", "low", "high", "mean_place", "last_share", "ms", "illegal"]
        assert list(row["ms"]) == ["p50", "p95", "max"]
        assert row["illegal"] == 0
    assert said["rows"][0]["win_share"] + 2 * said["rows"][1]["win_share"] == pytest.approx(1)


def test_the_command_prints_a_table_for_people(capsys: pytest.CaptureFixture[str]) -> None:
    """A line for each bot."""
    assert main(["arena", "--game", "duel", "--bots", "easy,random", "--deals", "2", "--jobs", "1"]) == 0

    said = capsys.readouterr().out
    assert "2 deals, 4 games; an equal share is 50.0 %" in said
    assert said.count("\neasy ") == said.count("\nrandom ") == 1


@pytest.mark.parametrize("league", [False, True])
def test_the_ladder_is_drawn(league: bool, tmp_path: Path) -> None:
    """Shares or ratings."""
    pytest.importorskip("matplotlib")
    file = tmp_path / "ladder.svg"
    asked = f"arena --game duel --bots easy,random --deals 2 --jobs 1 --plot {file}".split()
    assert main([*asked, *["--league"] * league]) == 0

    assert file.read_text(encoding="utf-8").startswith("<?xml")


def test_progress_tells_the_estimate() -> None:
    """From the beginning to the end."""
    told: list[tuple[float, str]] = []
    arena.run(
        hr.load("duel"),
        ["easy", "random"],
        deals=12,
        workers=1,
        progress=lambda share, said: told.append((share, said)),
    )

    assert [share for share, _ in told] == [10 / 12, 1.0]
    assert all(said.startswith("easy ") and "±" in said for _, said in told)


def test_a_row_is_what_it_says() -> None:
    """It is a value, and can be read back."""
    row = Row("hard", 0.5, 0.4, 0.6, 1.5, 0.5, times({}, 0), 0)

    assert msgspec.json.decode(msgspec.json.encode(row), type=Row) == row


def test_one_bot_alone_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    """Else it would silently play against itself. Named twice, it may."""
    assert main(["arena", "--game", "duel", "--bots", "easy"]) != 0
    assert "name at least two bots; --bots easy,easy lets easy play against itself" in capsys.readouterr().err
    assert main(["arena", "--game", "duel", "--bots", "easy,easy", "--deals", "1", "--jobs", "1"]) == 0
