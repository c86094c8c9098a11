"""An evening: matches are counted as the house says, the score outlives a restart, and a record holds the matches."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import msgspec
import pytest

import houserules as hr
from houserules.__main__ import main
from houserules.core import Scoring, Tribute
from houserules.errors import RecordError, RequestError
from houserules.games.house_code import house_code
from houserules.server.telling import over_told
from houserules.table import Forfeit, Player, Policies, Rematch, SessionScore, Settings, Standing, Table
from tests.test_sheet import run

pytestmark = pytest.mark.one_build

NAMES = ("Ann", "Ben", "Cleo")
LETTERS = Scoring("letters", "OUT")


def played(scoring: Scoring, *places: tuple[int, ...]) -> SessionScore:
    session = SessionScore(scoring)
    for of_match in places:
        session = session.after(NAMES, of_match)
    return session


def test_without_a_score_wins_and_last_places_are_counted() -> None:
    session = played(Scoring(), (1, 2, 3), (1, 3, 2), (2, 1, 3))

    assert session.standings() == (
        Standing("Ann", 3, 2),
        Standing("Ben", 3, 1, 1),
        Standing("Cleo", 3, 0, 2),
    )
    assert not session.is_over


def test_whoever_comes_last_spells_a_word() -> None:
    session = played(LETTERS, (1, 2, 3), (1, 3, 2), (2, 1, 3))
    assert [(one.name, one.letters) for one in session.standings()] == [("Ann", ""), ("Ben", "O"), ("Cleo", "OU")]
    assert not session.is_over

    over = session.after(NAMES, (1, 2, 3))
    assert over.is_over
    assert over.after(NAMES, (3, 2, 1)).standings()[-1] == Standing("Ann", 1, 0, 1, 0, "O")


@pytest.mark.parametrize(
    ("points", "expected"), [("beaten", {"Ann": 4, "Ben": 1, "Cleo": 1}), ("winner", {"Ann": 2, "Ben": 0, "Cleo": 0})]
)
def test_places_give_points(points: Any, expected: dict[str, int]) -> None:
    session = played(Scoring("places", points=points, until=5), (1, 2, 3), (1, 3, 2))

    assert {one.name: one.points for one in session.standings()} == expected
    assert not session.is_over
    assert session.after(NAMES, (1, 2, 2)).is_over == (points == "beaten")


def test_players_who_share_a_place_share_what_it_is_worth() -> None:
    session = played(Scoring("places"), (1, 2, 2))
    assert [one.points for one in session.standings()] == [2, 0, 0]
    assert [one.lasts for one in session.standings()] == [0, 1, 1]


def test_a_player_who_comes_later_begins_with_nothing() -> None:
    session = played(LETTERS, (1, 2, 3)).after(("Ann", "Ben", "Dora"), (3, 2, 1))
    assert {one.name: (one.matches, one.letters) for one in session.standings()} == {
        "Ann": (2, "O"),
        "Ben": (2, ""),
        "Cleo": (1, "O"),
        "Dora": (1, ""),
    }


# -- In a house ------------------------------------------------------------------------------------------------------

HOUSE: dict[str, Any] = {"extends": "duel", "name": "Letters", "session": {"score": "letters", "word": "OUT"}}


def test_a_session_is_no_part_of_the_rules(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """The hash is that of the match; the sheet says how an evening is counted; a code carries it."""
    game = hr.load(HOUSE)
    assert game.scoring == LETTERS
    assert game.hash == hr.load("duel").hash
    assert hr.load(house_code(HOUSE)).scoring == LETTERS
    assert "Whoever comes last gets a letter of OUT." in game.page()
    assert hr.load("duel").scoring == Scoring()

    path = tmp_path / "letters.toml"
    path.write_text('extends = "duel"\nname = "L"\n[session]\nscore = "letter"\nword = "O T"\nuntil = -1\n')
    assert run("check", str(path)) == 1
    assert [line.partition(": ")[2] for line in capsys.readouterr().out.splitlines()] == [
        'session.score: "letter" will not do; write "none" or "letters" or "places"',
        'session.word: "O T" will not do; write a word of at most 12 letters',
        "session.until: -1 will not do; write a whole number from 0 to 1000",
    ]


@pytest.mark.parametrize("begins", ['"loser"', '["loser", "lowest"]'])
def test_who_begins_the_next_match_stands_in_the_session(
    begins: str, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    path = tmp_path / "loser.toml"
    path.write_text(f'extends = "duel"\nname = "L"\n[deal]\nbegins = {begins}\n[session]\nnext = "last"\n')
    assert run("check", str(path)) == 1
    assert [line.partition(": ")[2] for line in capsys.readouterr().out.splitlines()] == [
        'deal.begins: here stands who begins the first match; write next = "loser" in [session] for the others',
        'session.next: "last" will not do; write "rules" or "loser" or "winner" or "after-loser"',
    ]


@pytest.mark.parametrize(
    ("word", "places", "begins"),
    [
        ("rules", (1, 2, 3), None),
        ("loser", (1, 3, 2), 1),
        ("loser", (1, 2, 2), None),
        ("winner", (3, 2, 1), 2),
        ("winner", (1, 1, 3), None),
        ("after-loser", (1, 2, 3), 0),
        ("after-loser", (1, 3, 2), 2),
    ],
)
def test_the_match_before_decides_who_begins(word: Any, places: tuple[int, ...], begins: int | None) -> None:
    session = played(Scoring(next=word), places)

    assert session.next_to_begin(NAMES) == begins
    assert SessionScore(Scoring(next=word)).next_to_begin(NAMES) is None


def test_who_plays_no_more_does_not_begin() -> None:
    session = played(Scoring(next="loser"), (1, 2, 3))

    assert session.next_to_begin(("Cleo", "Ben", "Ann")) == 0
    assert session.next_to_begin(("Ann", "Ben", "Dora")) is None
    assert played(Scoring("places", until=2, next="loser"), (1, 2, 3)).next_to_begin(NAMES) is None


# -- A match that a seat begins --------------------------------------------------------------------------------------

LED: dict[str, Any] = {"extends": "shithead", "name": "Led", "deal": {"leads": "that-card"}}


@pytest.mark.parametrize("setup", ["none", "swap"])
@pytest.mark.parametrize("begins", range(3))
def test_a_seat_begins_whatever_its_cards(begins: int, setup: str) -> None:
    """Anything may be led. Everybody sees it in the setup, a bot imagines it, a position and a record keep it."""
    game = hr.load({**LED, "deal": {"leads": "that-card", "setup": setup}})
    match: hr.Match[Any] = hr.Match.new(game, seats=3, seed="x", begins=begins)
    if setup == "swap":
        for viewer in (None, 0, 1, 2):
            view: Any = match.view(viewer)
            assert view.marks.begins == begins
            assert game.view(game.imagine(view, 1), viewer) == view
        again = hr.Match.from_position(game, match.position())
        assert again.position() == match.position()
        for seat in range(3):
            match.play(seat, "ready")
            again.play(seat, "ready")
        assert again.to_act == (begins,)
    assert match.to_act == (begins,)
    assert "marks" not in match.position() or match.position()["marks"] is None
    assert match.legal(begins) == game.legal(game.from_position(match.position()), begins)
    record = match.record()
    assert record["begins"] == begins
    assert hr.Match.from_record(record).to_act == (begins,)
    assert "begins" not in hr.Match.new(game, seats=3, seed="x").record()


@pytest.mark.parametrize("begins", [3, -1, True, "0"])
def test_a_seat_that_is_not_there_cannot_begin(begins: Any) -> None:
    with pytest.raises(RequestError, match="cannot begin: seats are 0 to 2"):
        hr.Match.new(hr.load("shithead"), seats=3, seed="x", begins=begins)
    with pytest.raises(RecordError):
        hr.Match.from_record({**hr.Match.new(hr.load("shithead"), seats=3, seed="x").record(), "begins": begins})


def test_a_game_that_does_not_know_it_refuses() -> None:
    with pytest.raises(RequestError, match="the rules say who begins"):
        hr.Match.new(hr.load("heroes"), seats=2, seed="x", begins=1)


def test_at_a_table_the_loser_begins_the_next_match_also_after_a_restart() -> None:
    house = {**HOUSE, "session": {"next": "loser"}}
    people = [Player("Ann"), Player("Ben")]
    table = Table.new(Settings.of(hr.load(house), people, secret="ab" * 32, policies=Policies(rematch_by_one=True)))
    for _ in range(3):
        played_to_its_end(table)
        assert table.outcome is not None
        loser = table.outcome.places.index(2)
        assert over_told(table, "", "").begins == loser
        table.play(0, Rematch(salt="s"), table.seq)

        assert table.match.begins == loser
        again = Table.replay(table.settings, table.steps())
        assert again.match.record() == table.match.record()


def played_to_its_end(table: Table) -> None:
    chance = random.Random(table.number)
    while not table.is_over:
        seat = table.to_act[0]
        table.play(seat, chance.choice(table.match.legal(seat)), table.seq)


def test_a_table_keeps_the_score_from_match_to_match_and_after_a_restart() -> None:
    """Until somebody has the word; then the next match begins a new evening."""
    people = [Player("Ann"), Player("Ben")]
    table = Table.new(Settings.of(hr.load(HOUSE), people, secret="ab" * 32, policies=Policies(rematch_by_one=True)))
    letters = {"Ann": 0, "Ben": 0}
    while max(letters.values()) < 3:
        if table.is_over:
            table.play(0, Rematch(salt="s"), table.seq)
        played_to_its_end(table)
        assert table.outcome is not None
        letters[people[table.outcome.places.index(2)].name] += 1
        told = over_told(table, "", "")

        assert {one.name: len(one.letters) for one in told.evening} == letters
        assert told.evening_over == (max(letters.values()) == 3)
    again = Table.replay(table.settings, table.steps())
    assert again.evening == table.evening

    table.play(0, Rematch(salt="s"), table.seq)
    played_to_its_end(table)
    assert sum(len(one.letters) for one in table.evening.standings()) == 1


def test_one_match_without_a_score_tells_no_evening() -> None:
    settings = Settings.of(hr.load("duel"), [Player("Ann"), Player("Ben")], secret="ab" * 32)
    table = Table.new(settings)
    table.play(1, Forfeit(), 5)

    assert over_told(table, "", "").evening == ()


# -- Records ---------------------------------------------------------------------------------------------------------


def finished(seed: str) -> hr.Match[Any]:
    match: hr.Match[Any] = hr.Match.new(hr.load(HOUSE), seats=2, seed=seed)
    bot = hr.bot("easy", match.game, seed=1)
    while match.to_act:
        match.play(match.to_act[0], bot.choose(match.view(match.to_act[0])))
    return match


def test_a_record_of_an_evening_contains_its_matches() -> None:
    matches = [finished("one"), finished("two")]
    session = SessionScore(LETTERS)
    for match in matches:
        assert match.outcome is not None
        session = session.after(("Ann", "Ben"), match.outcome.places)
    record = session.record([match.record() for match in matches])

    assert SessionScore.from_record(record) == session
    assert hr.Match.from_record(record["matches"][1]["record"]).outcome == matches[1].outcome  # type: ignore[index]
    assert session.hash("x") != SessionScore(Scoring(), session.played).hash("x")


@pytest.mark.parametrize("change", ["places", "scoring", "nothing", "open"])
def test_a_record_that_is_not_true_is_refused(change: str) -> None:
    match = finished("one")
    assert match.outcome is not None
    session = SessionScore(LETTERS).after(("Ann", "Ben"), match.outcome.places)
    record: dict[str, Any] = session.record([match.record()])
    match change:
        case "places":
            record["matches"][0]["places"] = record["matches"][0]["places"][::-1]
        case "scoring":
            record["scoring"] = {"score": "places"}
        case "nothing":
            record = {}
        case "open":
            record["matches"][0]["record"] = hr.Match.new(hr.load(HOUSE), seats=2, seed="x").record()

    with pytest.raises(RecordError):
        SessionScore.from_record(record)
    with pytest.raises(RecordError, match="1 matches, but 0 records"):
        session.record([])


def test_verify_checks_an_evening(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """Each match, who began it, and the score."""
    house = hr.load({**HOUSE, "session": {"score": "letters", "word": "OUT", "next": "loser"}})
    session, records = SessionScore(house.scoring), []
    for seed in ("one", "two"):
        begins = session.next_to_begin(("Ann", "Ben"))
        match: hr.Match[Any] = hr.Match.new(house, seats=2, seed=seed, begins=begins)
        bot = hr.bot("easy", match.game, seed=1)
        while match.to_act:
            match.play(match.to_act[0], bot.choose(match.view(match.to_act[0])))
        assert match.outcome is not None
        session = session.after(("Ann", "Ben"), match.outcome.places)
        records.append(match.record())
    path = tmp_path / "evening.json"
    path.write_bytes(msgspec.json.encode(session.record(records)))

    assert main(["verify", str(path)]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "ok  a record of an evening of 2 matches, each dealt from its seed, every move legal"
    assert lines[-1] == "ok  the evening is not over"

    path.write_bytes(msgspec.json.encode(session.record([records[1], records[1]])))
    assert main(["verify", str(path)]) == 1
    assert capsys.readouterr().out.startswith("NO  match 1")


# -- Tribute ---------------------------------------------------------------------------------------------------------

TRIBUTE: dict[str, Any] = {"extends": "shithead", "name": "Tribute", "session": {"tribute": 2}}


def hands_of(match: hr.Match[Any]) -> list[set[str]]:
    seats: Any = match.position()["seats"]
    return [set(row["hand"]) for row in seats]


def test_the_last_gives_the_winner_the_best_cards_of_the_hand() -> None:
    """What goes on anything is best. Both hands count as they are dealt, and everybody sees what changed hands."""
    game = hr.load(TRIBUTE)
    before = hands_of(hr.Match.new(game, seats=3, seed="x"))
    match: hr.Match[Any] = hr.Match.new(game, seats=3, seed="x", tribute=Tribute(2, 0, 2))
    after = hands_of(match)

    assert before == [{"TC", "JS", "AD"}, {"8S", "9H", "TS"}, {"2D", "2S", "5C"}]
    assert match.tribute == Tribute(2, 0, 2, ("2S", "2D"), ("AD", "TC"))
    assert after == [{"2D", "2S", "JS"}, before[1], {"5C", "TC", "AD"}]
    for viewer in (None, 0, 1, 2):
        view: Any = match.view(viewer)
        assert [{str(card) for card in row.known} for row in view.seats] == [{"2D", "2S"}, set(), {"TC", "AD"}]
        assert game.view(game.imagine(view, 1), viewer) == view
    assert hr.Match.new(game, seats=3, seed="x").tribute is None


def test_a_record_says_which_cards_changed_hands() -> None:
    game = hr.load(TRIBUTE)
    match: hr.Match[Any] = hr.Match.new(game, seats=3, seed="x", tribute=Tribute(2, 0, 2))
    record: Any = match.record()
    assert record["tribute"] == {"giver": 2, "getter": 0, "cards": 2, "gave": ["2S", "2D"], "got": ["AD", "TC"]}
    again = hr.Match.from_record(record)
    assert again.position() == match.position()
    assert again.deal_plan == match.deal_plan
    assert hr.to_document(match.deal_plan)["tribute"] == record["tribute"]  # type: ignore[index, call-overload]
    assert "tribute" not in hr.Match.new(game, seats=3, seed="x").record()

    for wrong in ({"gave": ["2S", "JS"]}, {"getter": 2}, {"giver": 3}, {"cards": 1}, {"more": 1}):
        with pytest.raises(RecordError):
            hr.Match.from_record({**record, "tribute": {**record["tribute"], **wrong}})
    position = hr.Match.from_position(game, match.position()).record()
    with pytest.raises(RecordError, match="leave out `tribute`"):
        hr.Match.from_record({**position, "tribute": record["tribute"]})


def test_a_tribute_goes_before_who_begins() -> None:
    """Whoever holds the lowest card after it."""
    house = {**TRIBUTE, "deal": {"setup": "none", "order": ["3", "4", "5", "6", "7", "8", "9", "Q", "K", "A"]}}
    for seed in range(40):
        match: hr.Match[Any] = hr.Match.new(hr.load(house), seats=2, seed=str(seed), tribute=Tribute(1, 0))
        place = [
            min(["3456789QKA".find(card[0]) for card in hand if card[0] in "3456789QKA"], default=99)
            for hand in hands_of(match)
        ]
        if place[0] != place[1]:
            assert match.to_act == (place.index(min(place)),)


@pytest.mark.parametrize(
    ("places", "expected"),
    [((1, 2, 3), Tribute(2, 0, 2)), ((3, 1, 2), Tribute(0, 1, 2)), ((1, 2, 2), None), ((1, 1, 3), None)],
)
def test_who_gives_follows_from_the_match_before(places: tuple[int, ...], expected: Tribute | None) -> None:
    scoring = Scoring(tribute=2)
    assert SessionScore(scoring).tribute_of(NAMES) is None
    assert played(Scoring(), places).tribute_of(NAMES) is None
    session = played(scoring, places)
    assert session.tribute_of(NAMES) == expected
    assert session.tribute_of(("Dora", "Emil", "Fay")) is None
    assert played(Scoring("letters", "O", tribute=2), (1, 2, 3)).tribute_of(NAMES) is None


def test_a_game_without_a_tribute_refuses() -> None:
    with pytest.raises(RequestError, match="nobody gives cards"):
        hr.Match.new(hr.load("heroes"), seats=2, seed="x", tribute=Tribute(1, 0))


def test_a_tribute_is_no_part_of_the_rules(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    game = hr.load(TRIBUTE)
    assert game.hash == hr.load({"extends": "shithead", "name": "T"}).hash
    assert SessionScore(game.scoring).hash("x") != SessionScore(Scoring()).hash("x")
    assert hr.load(house_code(TRIBUTE)).scoring == game.scoring
    assert "gives the best 2 cards of the hand to whoever won" in " ".join(game.page().split())
    assert "Tribute" not in hr.load("shithead").page()

    path = tmp_path / "tribute.toml"
    path.write_text('extends = "shithead"\nname = "T"\ndeal.hand = 2\n[session]\ntribute = 3\n')
    assert run("check", str(path)) == 1
    assert (
        capsys.readouterr()
        .out.splitlines()[0]
        .endswith("session.tribute: a hand may have only 2 cards: write 2 at most")
    )
    path.write_text('extends = "shithead"\nname = "T"\n[session]\ntribute = 4\n')
    assert run("check", str(path)) == 1
    assert "session.tribute: 4 will not do; write a whole number from 0 to 3" in capsys.readouterr().out


def test_at_a_table_a_tribute_is_told_and_outlives_a_restart() -> None:
    house = {**HOUSE, "session": {"tribute": 1}}
    people = [Player("Ann"), Player("Ben")]
    table = Table.new(Settings.of(hr.load(house), people, secret="ab" * 32, policies=Policies(rematch_by_one=True)))
    assert "tribute" not in table.match.record()
    played_to_its_end(table)
    assert table.outcome is not None
    loser = table.outcome.places.index(2)
    assert over_told(table, "", "").tribute == Tribute(loser, 1 - loser)
    table.play(0, Rematch(salt="s"), table.seq)
    given = table.match.tribute
    assert given is not None
    assert (given.giver, given.getter, len(given.gave), len(given.got)) == (loser, 1 - loser, 1, 1)
    told = table.since(loser)[0]
    assert told.words[-2:] == (
        "The cards are dealt",
        f"You give {people[1 - loser].name} {given.gave[0]} and get {given.got[0]}",
    )
    assert told.deal is not None
    assert told.deal.tribute == given
    again = Table.replay(table.settings, table.steps())
    assert again.match.record() == table.match.record()


def test_verify_checks_a_tribute(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    house = hr.load({**HOUSE, "session": {"tribute": 1}})
    session, records = SessionScore(house.scoring), []
    for seed in ("one", "two"):
        match: hr.Match[Any] = hr.Match.new(house, seats=2, seed=seed, tribute=session.tribute_of(("Ann", "Ben")))
        bot = hr.bot("easy", match.game, seed=1)
        while match.to_act:
            match.play(match.to_act[0], bot.choose(match.view(match.to_act[0])))
        assert match.outcome is not None
        session = session.after(("Ann", "Ben"), match.outcome.places)
        records.append(match.record())
    path = tmp_path / "evening.json"
    path.write_bytes(msgspec.json.encode(session.record(records)))
    assert main(["verify", str(path)]) == 0
    assert "ok  in each match the cards changed hands that the match before it decided" in capsys.readouterr().out

    first = session.played[0]
    twice = SessionScore(house.scoring, (first, first))
    path.write_bytes(msgspec.json.encode(twice.record([records[0], records[0]])))
    assert main(["verify", str(path)]) == 1
    assert capsys.readouterr().out.startswith("NO  match 2")
