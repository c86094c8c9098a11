"""Replay: the same views forwards and backwards, nothing hidden of a match that is not over, play from any point."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import msgspec
import pytest

import houserules as hr
from houserules.bots import BotSpec
from houserules.core import to_document
from houserules.errors import HouseRulesError, RequestError
from houserules.terminal import saved
from houserules.terminal.cards_drawn import readable
from houserules.terminal.look import Look
from houserules.terminal.replay import COMMANDS, Replay
from houserules.terminal.replay_command import frame, on_screen
from houserules.terminal.saved import Saved
from tests.sittings import players

pytestmark = pytest.mark.one_build

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
        players=players(
            ["You" if at == seat else f"Bot {at}" for at in range(match.seats)],
            [None if at == seat else "random" for at in range(match.seats)],
        ),
        begun="2026-11-16T20:15:00+00:00",
    )


def bare(match: hr.Match[Any], tmp_path: Path) -> Saved:
    path = tmp_path / "record.json"
    path.write_bytes(msgspec.json.encode(match.record()))
    found, problem = saved.read_as_far_as_whole(path)
    assert problem is None
    return found


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
        ("back", "This is the deal"),
        ("to", "Say to and a number"),
        ("to x", "Say to and a number"),
        ("to -1", "Say to and a number"),
        ("to 9999", "There is no move 9999: choose 0 to "),
        ("123456789012345", "Say to and a number"),
        ("next 3", "Nothing may follow"),
        ("seat 3", "There is no seat 3: choose 0 to 2"),
        ("seat me", "Say seat and a number"),
        ("moves all", "say only moves"),
        ("open now", "say only open"),
        ("nxt", "did you mean next?"),
        ("fly me to the moon", "choose one of next, back"),
        ("play", "Say on which seat"),
        ("play 3", "There is no seat 3: choose 0 to 2"),
        ("play 0 hrad", "did you mean hard?"),
        ("play x", "Say play, a seat"),
    ],
)
def test_a_line_that_will_not_do_is_refused_and_changes_nothing(line: str, reason: str) -> None:
    replay = Replay(kept(played(), None))

    reply = replay.say(line)

    assert not reply.changed
    assert not reply.left
    assert len(reply.lines) == 1
    assert reason in reply.lines[0]
    assert (replay.at, replay.viewer, replay.is_open) == (0, None, False)


def test_next_at_the_end_is_refused() -> None:
    replay = Replay(kept(played(moves=5)))
    replay.say("last")

    assert replay.say("").lines == ("The match was not played further: say back, to N, play K or quit.",)


def test_help_names_every_command() -> None:
    replay = Replay(kept(played(moves=5)))

    said = "\n".join(replay.say("help").lines)
    for name in replay._commands:
        assert f"\n{name}" in f"\n{said}"
    assert {name.split()[0] for name in COMMANDS} == set(replay._commands)


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


# -- Records that are not whole --------------------------------------------------------------------------------------


@pytest.mark.parametrize("is_saved", [True, False])
@pytest.mark.parametrize("share", [0.5, 0.8, 0.999])
def test_a_record_that_was_cut_off_is_played_as_far_as_it_is_whole(
    is_saved: bool, share: float, tmp_path: Path
) -> None:
    match = played()
    path = saved.save(kept(match)) if is_saved else tmp_path / "record.json"
    if not is_saved:
        path.write_bytes(msgspec.json.encode(match.record()))
    text = path.read_bytes()
    path.write_bytes(text[: int(len(text) * share)])
    found, problem = saved.read_as_far_as_whole(path)
    replay = Replay(found, problem)
    replay.say("last")

    assert replay.problem == "its end is missing"
    assert 0 < len(replay.moves) <= len(match.moves)
    assert replay.moves == match.moves[: len(replay.moves)]
    assert replay.say("next").lines == (
        "The record stops here, because its end is missing: say back, to N, play K or quit.",
    )
    assert (found.seat, found.players[0].name) == ((0, "You") if is_saved else (None, "Seat 0"))


def test_a_record_with_an_illegal_move_stops_before_it() -> None:
    match = played()
    found = kept(match)
    moves: Any = found.record["moves"]
    moves[6][1] = "play 2C 2D 2H 2S"
    replay = Replay(found)
    replay.say("last")

    assert replay.at == len(replay.moves) == 6
    assert "because move 7, 'play 2C 2D 2H 2S' by seat" in replay.say("").lines[0]


# -- What is hidden --------------------------------------------------------------------------------------------------


def test_moves_on_a_small_screen_says_that_it_is_a_part() -> None:
    replay = Replay(kept(played()))
    replay.go_to(30)
    lines = replay.say("moves").lines

    shown = on_screen(replay, Look(80, 24), lines)

    assert len(shown) == 22
    assert any(line.startswith(">  30  ") for line in shown)
    first, last, said = (int(word) for word in shown[-1].partition(":")[0].split() if word.isdigit())
    assert last - first == 20
    assert said >= len(lines)
    assert on_screen(replay, Look(100, 24), lines[:9])[-1] == readable(lines[8], Look())


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
        reply = replay.say(line)
        assert "not over" in reply.lines[0]
        assert not reply.changed
        assert reply.played is None
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
        replay.go_to(number)
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
        replay.go_to(number)
        seat = number % seats
        found = replay.branch(seat)

        again = hr.Match.from_record(found.record)
        assert again.moves == match.moves[:number]
        assert again.seed == match.seed
        assert again.to_act
        assert (found.seat, found.branched, found.undone) == (seat, number, 0)
        assert [not player.is_bot for player in found.players] == [at == seat for at in range(seats)]
        assert found.players[seat].name == "You"
        assert len({player.name for player in found.players}) == seats
        assert saved.read(saved.save(found)) == found


def test_the_proof_of_the_deal_is_kept() -> None:
    proof = hr.Proof.of("secret", ("a", "b"))
    match = played(seats=2, proof=proof)
    replay = Replay(kept(match))
    replay.say("to 9")

    found = replay.branch(0)

    assert hr.Match.from_record(found.record).proof == proof


def test_levels_stay_unless_others_are_asked_for() -> None:
    seated = players(["You", "Bot 1", "Bot 2"], [None, "hard:tidy", "easy"])
    replay = Replay(msgspec.structs.replace(kept(played()), players=seated))

    assert replay.branch(0).players == seated
    assert replay.branch(1).players == players(["Bot 1", "You", "Bot 2"], ["medium", None, "easy"])
    assert replay.branch(0, BotSpec("random")).players == players(["You", "Bot 1", "Bot 2"], [None, "random", "random"])


def test_where_it_is_over_nobody_plays_on() -> None:
    replay = Replay(kept(played()))
    replay.say("last")

    with pytest.raises(RequestError, match="go back first"):
        replay.branch(0)


def test_hostile_lines_do_no_harm() -> None:
    replay = Replay(kept(played(moves=30), seat=1))
    chance = random.Random(4)
    words = [*replay._commands, "0", "1", "7", "-1", "\0", "é", "😀", "9" * 50, "x" * 5000, "hard", ""]
    for _ in range(3000):
        reply = replay.say(" ".join(chance.choice(words) for _ in range(chance.randrange(4))))
        assert replay.viewer in (None, 1)
        assert not replay.is_open
        assert all("\n" not in line for line in reply.lines)
    with pytest.raises(HouseRulesError):
        replay.go_to(31)
