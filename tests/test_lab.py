"""The lab: the same report from any number of workers, honest intervals, and rules that never fire by their name."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import Any

import pytest

import houserules as hr
from houserules import lab
from houserules.__main__ import main
from houserules.cards import PACK
from houserules.errors import HouseRulesError, RequestError, SeatsError
from houserules.games.shedding.documents import shipped_document
from houserules.games.toml_writer import toml_of
from houserules.kernel.bits import next_random, packed
from houserules.kernel.position import is_legal, legal_moves
from houserules.kernel.shedding import PLAY, SETUP, TAKE, bare
from houserules.kernel.shedding_policy import quick_move
from houserules.lab.ending import why_endless
from houserules.lab.play import ALIKE, BURNS, FLIPS, GIFTS, HAPPENINGS, TAKES, TURNS, Bench, Tally, players_seed
from houserules.lab.shares import gap_of_shares, share_of, wilson


def house(base: str = "shithead", **sections: object) -> Any:
    """A shipped house with some keys of some sections changed."""
    document: dict[str, Any] = shipped_document(base)
    for key, value in sections.items():
        document[key] = {**document[key], **value} if isinstance(value, dict) else value
    return hr.load(document)


def command(*arguments: str) -> int:
    """`houserules lab` as the commands run it."""
    parser = argparse.ArgumentParser()
    lab.add_command(parser.add_subparsers(required=True))
    options = parser.parse_args(["lab", *arguments])
    return int(options.command(options))


# -- The players -----------------------------------------------------------------------------------------------------

KINDS_OF_HOUSES: dict[str, Any] = {
    "shithead": lambda: hr.load("shithead"),
    "cards that join, mixed face-up cards": lambda: hr.load("duel"),
    "single cards, called suits": lambda: hr.load("smellyhead"),
    "suits matter": lambda: house(powers={"J:red": {"do": ["burn"]}, "Joker": {"on": "any", "do": ["call-suit"]}}),
    "suits matter, two decks": lambda: house(
        deck={"decks": 2}, powers={"J:red": {"do": ["burn"]}, "6:clubs": {"on": "any", "do": ["skip"]}}
    ),
    "suits matter, mixed, not the last": lambda: house(
        play={"up": "mixed"},
        take={"when": "free"},
        end={"not-last": ["2", "10"]},
        powers={"J:red": {"do": ["burn"]}},
    ),
    "joining with two decks": lambda: house(
        deck={"decks": 2},
        take={"when": "free"},
        powers={"8": {"on": "any", "do": ["mirror", {"again": {"follow": True}}], "joins": True}},
    ),
    "four decks": lambda: house(deck={"decks": 4}, deal={"hand": 7}, play={"refill": {"to": 7}}),
    "wild cards and ways": lambda: house(powers={"Joker": {"on": "any", "do": ["wild"]}, "7": {"do": ["choose-way"]}}),
}


@pytest.mark.parametrize("kind", KINDS_OF_HOUSES)
def test_quick_players_play_legally_in_every_kind_of_house(kind: str) -> None:
    """Any zone, any stage: the move is legal, choosing it changes nothing, no pile is taken without need."""
    game = KINDS_OF_HOUSES[kind]()
    for seats in {game.seats.start, game.seats.stop - 1}:
        state, seed = game.new(seats, kind).kernel, seats
        for _ in range(400):
            if state.over:
                break
            seed = next_random(seed)
            before = state.check()
            move = quick_move(state, seed)
            assert state.check() == before
            assert is_legal(state, move)
            assert state.stage != PLAY or move != TAKE or legal_moves(state) == [TAKE]
            state.advance(move)


def test_quick_players_know_only_what_their_seat_may_know() -> None:
    """With everything that is hidden from them dealt anew they move the same, but where chance decides."""
    state, seed, same, total = hr.load("shithead").new(4, "blindfold").kernel, 1, 0, 0
    while not state.over and total < 150:
        seed = next_random(seed)
        move = quick_move(state, seed)
        same += quick_move(state.redealt(state.turn, seed), seed) == move
        total += 1
        state.advance(move)

    assert same == total


@pytest.mark.parametrize(
    ("hand", "laid"),
    [
        ("4C 4D KS TH", "4C 4D"),  # all cards of the lowest ordinary rank
        ("2C AS TH", "AS"),  # what goes on anything is kept
        ("2C 2D TH", "2C"),  # and laid one at a time
        ("8C 9D 9S", "9D 9S"),
    ],
)
def test_quick_players_lay_low_cards_first(hand: str, laid: str) -> None:
    """On an empty pile; the top bits of these seeds say that it is not the one time in eight for chance."""
    game: Any = hr.load("shithead")
    state = bare(game.tables, 2, 1, packed([]))
    for card in hand.split():
        state.put(0, 0, hr.Card.read(card).kind)
    state.put(0, 1, hr.Card.read("9H").kind)
    for seed in range(1, 8):
        state.choose(quick_move(state, (seed << 29) + 12345))
        assert " ".join(str(PACK[card]) for card in state.picked_cards()) == laid
        state.unpick()


# -- The report ------------------------------------------------------------------------------------------------------


def test_the_report_does_not_depend_on_the_number_of_workers() -> None:
    game = hr.load("shithead")
    alone = lab.run(game, 3, 60, "same", workers=1)

    assert lab.run(game, 3, 60, "same", workers=2) == alone
    assert lab.run(game, 3, 60, "same", workers=5) == alone
    assert lab.run(game, 3, 60, "other", workers=1) != alone


def test_a_house_of_ones_own_is_sent_to_the_workers() -> None:
    """A house that ships with nothing: the processes get its rules."""
    game = house(name="Mine", powers={"5": {"on": "any", "do": ["burn", "again"]}})

    assert lab.run(game, 2, 30, workers=2) == lab.run(game, 2, 30, workers=1)


def test_a_match_of_the_lab_has_the_deal_of_its_seed() -> None:
    """One match played by hand, from the deal of the seed "s:0", as the lab plays it."""
    game = hr.load("smellyhead")
    bench = Bench(game.rules, 2, "s")  # type: ignore[attr-defined]
    state = game.new(2, "s:0").kernel
    tally = Tally(2, bench.rules)
    bench.play_match(state, players_seed("s:0"), tally)

    assert tally.plays == bench.play(0, 1).plays == [state.plays]


def test_the_numbers_fit_together() -> None:
    report = lab.run(hr.load("shithead"), 3, 80, workers=1)

    assert report.games == sum(count for _, count in report.lengths.histogram) == 80
    assert report.lengths.low <= report.lengths.median <= report.lengths.high
    assert sum(seat.wins.count for seat in report.seat_shares) == report.seat_shares[0].wins.of
    assert report.seat_shares[0].wins.of == 80 - report.unfinished.count
    for seat in report.seat_shares:
        for share in (seat.wins, seat.lasts):
            assert 0 <= share.low <= share.share <= share.high <= 1
            assert share.low <= 1 / 3 + 0.2
            assert share.high >= 1 / 3 - 0.2
    fired = {rule.rule: rule.per_match for rule in report.rules}
    assert fired["10: burn, again"] == report.happenings[BURNS]
    assert fired["4 alike: burn, again"] == report.happenings[ALIKE]
    assert fired["Joker: force-take chosen, again"] >= report.happenings[GIFTS] > 0
    assert fired["J: mirror, reverse"] >= report.happenings[TURNS] > 0
    assert 0 < fired["2: reset"] < report.lengths.mean
    assert report.happenings[TAKES] > 0


def test_the_counts_are_those_of_the_events() -> None:
    """The same moves through the public face of the game tell the same burns, takes and turns.

    With one Joker: of two equal ones it depends on what is known of the hand which one goes."""
    lone = {"decks": 1, "jokers": 1}
    wild = {"Joker": {"on": "any", "do": [{"wild": {"power": True}}]}, "5:red": {"do": ["burn"]}}
    houses = [hr.load("duel"), house(deck=lone, seats=2), house("smellyhead", deck=lone, seats=2)]
    for game in [*houses, house(deck=lone, seats=2, powers=wild)]:
        bench = Bench(game.rules, 2, "events")
        tally = bench.play(0, 3)
        told = dict.fromkeys(HAPPENINGS, 0)
        for number in range(3):
            _replay(game, f"events:{number}", told)
        assert told == tally.happened, game.name


def _replay(game: Any, seed: str, told: dict[str, int]) -> None:
    match: hr.Match[Any] = hr.Match.new(game, seats=2, seed=seed)
    while match.state.kernel.stage == SETUP:
        match.play(match.to_act[0], "ready")
    chance = players_seed(seed)
    while match.to_act:
        core = match.state.kernel
        chance = next_random(chance)
        number = quick_move(core, chance)
        after = core.copy()
        after.advance(number)
        for move in match.legal(core.turn):
            progress = game.apply(match.state, core.turn, move)
            if progress.state.kernel.check() == after.check() and progress.state.kernel.ask == after.ask:
                break
        else:
            pytest.fail(f"no move of the public face does what {number} does; they are {match.legal(core.turn)}")
        failed = False
        for event in match.play(core.turn, move):
            match type(event).__name__:
                case "Took":
                    given = event.by is not None  # type: ignore[attr-defined]
                    told[GIFTS] += given
                    told[TAKES] += not given and not failed
                case "Failed":
                    failed = True
                    told[FLIPS] += 1
                case "Burned":
                    told[BURNS if event.why == "power" else ALIKE] += 1  # type: ignore[attr-defined]
                case "Reversed":
                    told[TURNS] += 1


def test_rules_that_can_never_fire_are_named() -> None:
    """Sixteen cards alike, of a deck that has four."""
    report = lab.run(house(pattern={"alike": 16}, deck={"decks": 1}, seats=2), 2, 30, workers=1)

    assert report.never == ("16 alike: burn, again",)
    assert "never seen in 30 matches: 16 alike: burn, again" in lab.text_of(report)
    assert "never seen" not in lab.text_of(lab.run(hr.load("shithead"), 4, 30, workers=1))


def test_a_power_that_others_cover_never_fires() -> None:
    """All Jacks are red or black, so what is said of Jacks in general is never asked."""
    powers = {"J": {"do": ["skip"]}, "J:red": {"do": ["burn"]}, "J:black": {"do": ["reset"]}}

    assert lab.run(house(powers=powers), 2, 10, workers=1).never[:1] == ("J: skip",)


def test_with_a_tiny_limit_no_match_ends() -> None:
    report = lab.run(house(end={"limit": 5}), 4, 30, workers=1)

    assert report.unfinished.share == report.unfinished.high == 1
    assert 0.85 < report.unfinished.low < 1
    assert report.lengths.median == 5
    assert report.seat_shares[0].wins.of == 0
    assert report.judgement.startswith("no match ended")
    assert report.judgement.endswith("no match shows anything about the seats.")


def test_an_advantage_is_shown_when_there_is_one() -> None:
    """Who goes out first ends it, everybody has one card, and seat 0 begins."""
    game = house(
        "duel",
        deal={"blind": 0, "up": 0, "hand": 1, "setup": "none"},
        play={"refill": {"to": 0}, "up": "set"},
    )
    report = lab.run(game, 2, 40, workers=1)

    assert report.seat_shares[0].wins.share == 1
    assert report.judgement == "a quick game: 9 in 10 end within 1 plays; seat 0 wins 100 % (91-100): an advantage."


@pytest.mark.parametrize(
    ("count", "of", "low", "high"),
    [(0, 0, 0, 1), (0, 10, 0, 0.2775), (10, 10, 0.7225, 1), (5, 10, 0.2366, 0.7634), (250, 1000, 0.2242, 0.2777)],
)
def test_intervals_are_those_of_the_books(count: int, of: int, low: float, high: float) -> None:
    """Wilson's interval, as statistics packages give it."""
    assert wilson(count, of) == pytest.approx((low, high), abs=1e-4)


def test_an_interval_holds_the_true_share_95_times_in_100() -> None:
    """Over every outcome of 40 throws of a fair coin, weighted by how likely it is."""
    weights = [1.0]
    for _ in range(40):
        weights = [(a + b) / 2 for a, b in zip([0.0, *weights], [*weights, 0.0], strict=True)]
    inside = [low <= 0.5 <= high for low, high in (wilson(count, 40) for count in range(41))]

    assert 0.93 < sum(weight for weight, held in zip(weights, inside, strict=True) if held) < 0.98


def test_progress_is_told_up_to_the_end() -> None:
    told: list[float] = []
    lab.run(hr.load("shithead"), 2, 60, workers=1, progress=told.append)

    assert told == [25 / 60, 50 / 60, 1]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ({"seats": 9}, "9"),
        ({"games": 0}, "number of matches"),
        ({"games": -5}, "number of matches"),
        ({"games": 10**9}, "number of matches"),
        ({"workers": 0}, "worker"),
        ({"seed": "half \udcff"}, "seed"),
    ],
)
def test_bad_arguments_are_refused(arguments: dict[str, Any], said: str) -> None:
    with pytest.raises((RequestError, SeatsError), match=said):
        lab.run(hr.load("shithead"), **{"seats": 4, "games": 1, **arguments})


# -- Two houses ------------------------------------------------------------------------------------------------------


def test_a_comparison_says_what_a_change_does() -> None:
    """Seven cards in hand make another game of it."""
    long = house(name="Long", deal={"hand": 7}, play={"refill": {"to": 7}})
    found = lab.compare(hr.load("shithead"), long, 3, 60, workers=1)

    assert found.equal_share == pytest.approx(1 / 3)
    assert found.plays.is_shown
    assert found.plays.low <= found.plays.gap <= found.plays.high
    assert found.plays.gap == pytest.approx(found.other.lengths.mean - found.one.lengths.mean)
    assert found.careless[0].of <= 60
    assert found.careless[0].share > 1 / 3  # it does matter what one plays
    text = lab.text_of_comparison(found)
    assert text.startswith("From Shithead to Long: 3 seats, 60 matches each")
    assert "An equal share is 33 %." in text
    assert lab.compare(hr.load("shithead"), long, 3, 60, workers=2) == found


def test_a_house_does_not_differ_from_itself() -> None:
    same = hr.load("duel")
    found = lab.compare(same, same, games=30, workers=1)

    assert not any(gap.is_shown for gap in (found.plays, found.unfinished, found.luck, found.seats))
    assert lab.text_of_comparison(found).count("no difference shown") == 4


def test_houses_for_different_numbers_of_players_cannot_be_compared() -> None:
    with pytest.raises(RequestError, match="no number of players"):
        lab.compare(hr.load("duel"), house(seats=[3, 4]))


def test_a_gap_of_shares_is_that_of_the_books() -> None:
    """Newcombe's example: 56 of 70 against 48 of 80."""
    gap = gap_of_shares(share_of(48, 80), share_of(56, 70))

    assert (gap.gap, gap.low, gap.high) == pytest.approx((0.2, 0.0524, 0.3339), abs=1e-4)


def test_a_house_that_does_not_end_is_caught(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Everybody must take the pile all the time: only the card itself may be laid on a card."""
    endless = house(name="Endless", powers={str(rank): {"do": [], "only-on": ["2"]} for rank in range(3, 10)})
    assert why_endless(hr.load("shithead")) == ""
    assert why_endless(hr.load("heroes")) == ""
    assert why_endless(endless).startswith("it may not end: with 2 players ")

    path = tmp_path / "endless.toml"
    path.write_text(toml_of(endless.house), encoding="utf-8")
    assert main(["check", str(path)]) == 0
    assert main(["check", str(path), "--play"]) == 1
    assert f"{path}: it may not end" in capsys.readouterr().out


def test_the_command_compares_two_houses(capsys: pytest.CaptureFixture[str]) -> None:
    assert command("shithead", "smellyhead", "--games", "10", "--seats", "2") == 0
    assert capsys.readouterr().out.startswith("From Shithead to Smellyhead: 2 seats, 10 matches each")
    assert command("shithead", "smellyhead", "--games", "10", "--json") == 0
    assert json.loads(capsys.readouterr().out)["equal_share"] == 0.25
    with pytest.raises(RequestError, match="one house"):
        command("shithead", "duel", "--plot", "x.png")


# -- The command -----------------------------------------------------------------------------------------------------


def test_the_command_prints_a_report(capsys: pytest.CaptureFixture[str]) -> None:
    assert command("shithead", "--games", "20", "--seats", "2") == 0
    said = capsys.readouterr()
    assert said.out.startswith("Shithead, 2 seats, 20 matches of quick players, seed lab\n")
    assert "10: burn, again" in said.out
    assert said.err == ""


def test_the_command_answers_as_json(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """All of the report, for a house in a file."""
    path = tmp_path / "mine.toml"
    path.write_text('extends = "duel"\nname = "Mine"\n', encoding="utf-8")
    assert command(str(path), "--games", "10", "--seed", "x", "--json") == 0
    report = json.loads(capsys.readouterr().out)

    assert {
        "game": "mine",
        "name": "Mine",
        "seats": 2,
        "games": 10,
        "seed": "x",
        "limit": 2000,
    }.items() <= report.items()
    assert set(report) == {
        *("game", "name", "hash", "seats", "games", "seed", "limit", "lengths", "unfinished", "seat_shares"),
        *("rules", "happenings", "never", "judgement"),
    }
    assert set(report["unfinished"]) == {"count", "of", "share", "low", "high"}
    assert set(report["lengths"]) == {"median", "mean", "error", "low", "high", "histogram", "width"}
    assert [seat["seat"] for seat in report["seat_shares"]] == [0, 1]
    assert set(report["rules"][0]) == {"rule", "per_match", "matches"}


@pytest.mark.parametrize(
    "arguments",
    [
        ("whist",),
        ("shithead", "--games", "0"),
        ("shithead", "--seats", "1"),
        ("no-such-house.toml",),
        ("shithead", "--plot", "picture.gif"),
    ],
)
def test_the_command_refuses_what_cannot_be_played(arguments: tuple[str, ...]) -> None:
    """A sentence, which the commands turn into exit code 2."""
    with pytest.raises(HouseRulesError):
        command(*arguments)


def test_what_is_no_number_is_wrong_use(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as refused:
        command("shithead", "--games", "many")
    assert refused.value.code == 2
    assert "many" in capsys.readouterr().err


# -- The picture -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("ending", ["png", "svg"])
def test_a_plot_is_written(ending: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("matplotlib", reason="plots need matplotlib, an optional dependency")
    path = tmp_path / f"lab.{ending}"
    assert command("duel", "--games", "10", "--plot", str(path)) == 0
    begins = path.read_bytes()[:8]

    assert begins == b"\x89PNG\r\n\x1a\n" if ending == "png" else begins.startswith(b"<?xml")


def test_odd_reports_can_be_drawn_too(tmp_path: Path) -> None:
    """Matches of one length, none of which ended, and a rule that never fired."""
    pytest.importorskip("matplotlib", reason="plots need matplotlib, an optional dependency")
    report = lab.run(house(end={"limit": 1}, pattern={"alike": 16}), 8, 3, workers=1)
    lab.plot(report, tmp_path / "odd.png")

    assert (tmp_path / "odd.png").stat().st_size > 10_000


def test_without_matplotlib_a_plot_is_refused_before_any_match(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib.figure", None)
    with pytest.raises(RequestError, match="pip install matplotlib"):
        command("shithead", "--plot", str(tmp_path / "lab.png"))
    assert capsys.readouterr().out == ""


def test_a_plot_in_no_folder_is_refused(tmp_path: Path) -> None:
    with pytest.raises(RequestError, match="there is no folder"):
        command("shithead", "--plot", str(tmp_path / "nowhere" / "lab.png"))
