"""Replay: the same views forwards and backwards, nothing hidden of a match that is not over, play from any point."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import msgspec
import pytest

import houserules as hr
from houserules.core import to_document
from houserules.errors import HouseRulesError, RequestError
from houserules.terminal import saved
from houserules.terminal.look import Look
from houserules.terminal.replay import COMMANDS, Replay
from houserules.terminal.replay_command import frame, on_screen
from houserules.terminal.saved import Saved

GAMES = [("shithead", 3), ("duel", 2), ("smellyhead", 3), ("heart-of-five", 3), ("heroes", 2)]


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A data directory of the test's own."""
    monkeypatch.setenv("HOUSERULES_HOME", str(tmp_path / "home"))
    return tmp_path / "home"


def played(game: str = "shithead", seats: int = 3, moves: int | None = None, **start: Any) -> hr.Match[Any]:
    """A match after so many moves, or to its end."""
    match: hr.Match[Any] = hr.Match.new(hr.load(game), seats=seats, **(start or {"seed": "again"}))
    chance = random.Random(3)
    while match.to_act and (moves is None or len(match.moves) < moves):
        seat = chance.choice(match.to_act)
        legal = match.legal(seat)
        match.play(seat, legal[-1] if legal[-1] == hr.Ready() else chance.choice(legal))
    return match


def kept(match: hr.Match[Any], seat: int | None = 0) -> Saved:
    """As it is saved, with a person on a seat."""
    return Saved(
        record=match.record(),
        seat=seat,
        names=tuple("You" if at == seat else f"Bot {at}" for at in range(match.seats)),
        levels=tuple(None if at == seat else "random" for at in range(match.seats)),
        begun="2026-11-16T20:15:00+00:00",
    )


def bare(match: hr.Match[Any], tmp_path: Path) -> Saved:
    path = tmp_path / "record.json"
    path.write_bytes(msgspec.json.encode(match.record()))
    return saved.read_any(path)


# -- Steps -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("game", "seats"), GAMES)
def test_forwards_and_backwards_every_seat_sees_the_same(game: str, seats: int) -> None:
    """What each saw while it was played, what the replay shows on the way there, and on the way back."""
    match = played(game, seats, 60)
    viewers = [None, *range(seats)]
    live: hr.Match[Any] = hr.Match.new(hr.load(game), seats=seats, seed="again")
    views = [[to_document(live.view(viewer)) for viewer in viewers]]
    for seat, move in match.moves:
        live.play(seat, move)
        views.append([to_document(live.view(viewer)) for viewer in viewers])

    replay = Replay(kept(match))
    assert replay.at == 0
    forwards = [[to_document(replay.match.view(viewer)) for viewer in viewers]]
    while replay.say("next").changed:
        forwards.append([to_document(replay.match.view(viewer)) for viewer in viewers])
    backwards = [[to_document(replay.match.view(viewer)) for viewer in viewers]]
    while replay.say("back").changed:
        backwards.append([to_document(replay.match.view(viewer)) for viewer in viewers])

    assert len(views) == len(match.moves) + 1
    assert forwards == views
    assert backwards == views[::-1]


def test_to_any_move_in_any_order() -> None:
    match = played()
    replay = Replay(kept(match))
    chance = random.Random(1)
    whole = len(match.moves)
    for number in [whole, 0, *[chance.randrange(whole + 1) for _ in range(30)]]:
        assert replay.say(chance.choice([f"to {number}", f" TO  {number} ", str(number)])).changed
        assert replay.at == number
        assert replay.match.moves == match.moves[:number]

    assert replay.say("first").changed
    assert replay.at == 0
    assert replay.say("last").changed
    assert replay.match.outcome == match.outcome


def test_a_match_with_a_clock_shows_the_same_times(tmp_path: Path) -> None:
    table = {"match": {"rounds": 3, "minutes": 10}}
    match: hr.Match[Any] = hr.Match.new(hr.load(table), seats=2, seed="x")
    for second in (5, 9, 30):
        seat = match.to_act[0]
        match.play(seat, match.legal(seat)[0], second)
    replay = Replay(bare(match, tmp_path))

    replay.say("last")

    assert replay.match.record() == match.record()


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("back", "this is the deal"),
        ("to", "say to and a number"),
        ("to x", "say to and a number"),
        ("to -1", "say to and a number"),
        ("to 9999", "is none"),
        ("123456789012345", "say to and a number"),
        ("next 3", "stands alone"),
        ("seat 3", "seats are 0 to 2"),
        ("seat me", "say seat and a number"),
        ("moves all", "say only moves"),
        ("open now", "say only open"),
        ("nxt", "did you mean next?"),
        ("fly me to the moon", "there are next, back"),
        ("play", "say on which seat"),
        ("play 3", "seats are 0 to 2"),
        ("play 0 hrad", "did you mean hard?"),
        ("play x", "say play, a seat"),
    ],
)
def test_a_line_that_will_not_do_is_refused_and_changes_nothing(line: str, reason: str) -> None:
    replay = Replay(kept(played(), None))

    answer = replay.say(line)

    assert not answer.changed
    assert not answer.left
    assert len(answer.lines) == 1
    assert reason in answer.lines[0]
    assert (replay.at, replay.viewer, replay.is_open) == (0, None, False)


def test_next_at_the_end_is_refused() -> None:
    replay = Replay(kept(played(moves=5)))
    replay.say("last")

    assert replay.say("").lines == ("this is as far as it was played: back, to N, play K or quit",)


def test_help_names_every_command() -> None:
    replay = Replay(kept(played(moves=5)))

    said = "\n".join(replay.say("help").lines)
    for name in replay._does:
        assert f"\n{name}" in f"\n{said}"
    assert {name.split()[0] for name in COMMANDS} == set(replay._does)


def test_moves_tells_what_the_viewer_may_know() -> None:
    """A drawn card only to who drew it."""
    match = played()
    replay = Replay(kept(match))
    told = match.events(0)
    replay.say("to 7")

    for viewer in (None, 0, 1):
        replay.viewer = viewer
        lines = replay.say("moves").lines
        assert len(lines) == len(match.moves)
        assert "; ".join(event.tell(replay.names) for event in match.events(viewer)) == "; ".join(
            line[7:] for line in lines
        )
        assert [line[0] == ">" for line in lines].index(True) == 6
    assert told != match.events(1)


# -- What is hidden --------------------------------------------------------------------------------------------------


def test_moves_on_a_small_screen_says_that_it_is_a_part() -> None:
    replay = Replay(kept(played()))
    replay.to(30)
    lines = replay.say("moves").lines

    shown = on_screen(replay, Look(80, 24), lines)

    assert len(shown) == 22
    assert any(line.startswith(">  30  ") for line in shown)
    first, last, said = (int(word) for word in shown[-1].partition(":")[0].split() if word.isdigit())
    assert last - first == 20
    assert said >= len(lines)
    assert on_screen(replay, Look(80, 24), lines[:9])[-1] == lines[8]


def test_of_a_match_that_is_over_all_may_be_seen() -> None:
    replay = Replay(kept(played()))

    assert replay.viewer is None
    for seat in range(3):
        assert replay.say(f"seat {seat}").changed
        assert replay.view().seat == seat
    assert replay.say("seat").changed
    assert replay.viewer is None
    assert replay.hidden() == []
    assert replay.say("open").changed
    hands: Any = replay.match.position()["seats"]
    for line, row in zip(replay.hidden(), hands, strict=False):
        assert " ".join(row["hand"]) in line
        assert " ".join(row["blind"]) in line
    assert replay.hidden()[-1].startswith("Stock: ")
    assert replay.say("open").changed
    assert replay.hidden() == []


@pytest.mark.parametrize(("game", "seats"), GAMES)
def test_open_shows_every_card_of_every_game(game: str, seats: int) -> None:
    replay = Replay(kept(played(game, seats)))
    replay.say("open")

    lines = replay.hidden()
    assert [line.partition(":")[0] for line in lines[:seats]] == [replay.names(seat) for seat in range(seats)]
    assert all(len(line.partition(":")[2].split()) >= 3 for line in lines)


def test_of_a_match_that_is_not_over_one_sees_only_ones_own() -> None:
    """At no move, by no command."""
    replay = Replay(kept(played(moves=20), seat=1))

    for line in ("seat 0", "seat 2", "open", "play 0", "play 2"):
        answer = replay.say(line)
        assert "not over" in answer.lines[0]
        assert not answer.changed
        assert answer.played is None
        assert (replay.viewer, replay.is_open) == (1, False)
    assert replay.say("seat").changed
    assert replay.viewer is None
    assert replay.say("seat 1").changed


def test_a_record_that_is_not_over_shows_what_everybody_sees(tmp_path: Path) -> None:
    replay = Replay(bare(played(moves=20), tmp_path))

    assert replay.viewer is None
    assert "not over" in replay.say("seat 0").lines[0]
    assert "not over" in replay.say("open").lines[0]


def test_what_is_shown_does_not_depend_on_what_is_hidden() -> None:
    """All that seat 1 may not know is dealt anew: each frame of its replay stays the same."""
    match = played(moves=8)
    shown = []
    for deal in range(3):
        position = match.game.position(match.game.redeal(match.state, 1, deal) if deal else match.state)
        again = hr.Match.from_position(match.game, position)
        replay = Replay(kept(again, seat=1))
        shown.append((frame(replay, Look()), replay.say("moves").lines))
    assert shown[0] == shown[1] == shown[2]


# -- The frame -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("game", "seats"), GAMES)
def test_a_frame_fits_wherever_it_is_shown(game: str, seats: int) -> None:
    replay = Replay(kept(played(game, seats)))
    replay.say("open")
    for number in (0, 5, len(replay.moves) // 2, len(replay.moves)):
        replay.to(number)
        for look in (Look(), Look(width=120, ascii=True)):
            text = frame(replay, look)
            assert f"after move {number} of {len(replay.moves)}" in text.splitlines()[0]
            assert max(map(len, text.splitlines())) <= look.width
            assert text.isascii() or not look.ascii


# -- Playing on ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("game", "seats"), GAMES)
def test_play_on_from_any_point(game: str, seats: int) -> None:
    """The new record has the old deal and the moves up to there; bots sit on all other seats."""
    match = played(game, seats)
    replay = Replay(kept(match))
    last = len(match.moves)
    for number in {0, 1, last // 3, last // 2, last - 1}:
        replay.to(number)
        seat = number % seats
        found = replay.branch(seat)

        again = hr.Match.from_record(found.record)
        assert again.moves == match.moves[:number]
        assert again.seed == match.seed
        assert again.to_act
        assert (found.seat, found.branched, found.undone) == (seat, number, 0)
        assert [level is None for level in found.levels] == [at == seat for at in range(seats)]
        assert found.names[seat] == "You"
        assert len(set(found.names)) == seats
        assert saved.read(saved.save(found)) == found


def test_the_proof_of_the_deal_is_kept() -> None:
    proof = hr.Proof.of("secret", ("a", "b"))
    match = played(seats=2, proof=proof)
    replay = Replay(kept(match))
    replay.say("to 9")

    found = replay.branch(0)

    assert hr.Match.from_record(found.record).proof == proof


def test_levels_stay_unless_others_are_asked_for() -> None:
    match = played()
    replay = Replay(msgspec.structs.replace(kept(match), levels=(None, "hard:tidy", "easy")))

    assert replay.branch(0).levels == (None, "hard:tidy", "easy")
    assert replay.branch(1).levels == ("medium", None, "easy")
    assert replay.branch(1).names == ("Bot 1 (medium)", "You", "Bot 2 (easy)")
    assert replay.branch(0, "random").levels == (None, "random", "random")


def test_where_it_is_over_nobody_plays_on() -> None:
    replay = Replay(kept(played()))
    replay.say("last")

    with pytest.raises(RequestError, match="go back first"):
        replay.branch(0)


def test_hostile_lines_do_no_harm() -> None:
    replay = Replay(kept(played(moves=30), seat=1))
    chance = random.Random(4)
    words = [*replay._does, "0", "1", "7", "-1", "\0", "é", "😀", "9" * 50, "x" * 5000, "hard", ""]
    for _ in range(3000):
        answer = replay.say(" ".join(chance.choice(words) for _ in range(chance.randrange(4))))
        assert replay.viewer in (None, 1)
        assert not replay.is_open
        assert all("\n" not in line for line in answer.lines)
    with pytest.raises(HouseRulesError):
        replay.to(31)
