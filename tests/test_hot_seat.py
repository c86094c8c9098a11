"""Several people at one screen: whose turn it is to look, and that nobody sees what another one holds."""

from __future__ import annotations

import asyncio
import io
import sys
from pathlib import Path
from typing import Any

import pytest

import houserules as hr
from houserules.__main__ import main
from houserules.bots import BotSpec
from houserules.terminal import library, results, saved
from houserules.terminal.completion import candidates
from houserules.terminal.evening import Evening
from houserules.terminal.full import run
from houserules.terminal.full.wishes import Wishes
from houserules.terminal.hot_seat import HotSeat
from houserules.terminal.look import Look
from houserules.terminal.players import seat_people
from houserules.terminal.replay import Replay
from houserules.terminal.sitting import Sitting

from .sittings import advised, quickest

pytestmark = pytest.mark.one_build


def shared(
    game: str = "shithead", people: tuple[str, ...] = ("Zoe", "Yan"), seats: int = 3, seed: str = "talk", **more: Any
) -> Sitting:
    played = hr.load(game)
    bots = [BotSpec(quickest(played))] if len(people) < seats else []
    options = {"saves": False, "clock": lambda: 0.0, "ms": 20, **more}
    return Sitting.of(played, seat_people(seats, dict(enumerate(people)), bots), 0, seed=seed, **options)


# -- Whose turn it is to look ----------------------------------------------------------------------------------------


def test_one_person_alone_hides_nothing() -> None:
    seat = HotSeat((1,), 1)
    seat.pass_on((0,), done=True)

    assert (seat.seat, seat.is_hidden) == (1, False)


def test_whoever_may_act_keeps_the_screen() -> None:
    seat = HotSeat((0, 2), 0)
    seat.reveal()
    seat.pass_on((0, 2), done=False)

    assert (seat.seat, seat.is_hidden) == (0, False)


def test_the_next_person_in_the_order_of_seats_is_called() -> None:
    seat = HotSeat((0, 2, 3), 2)
    seat.reveal()
    seat.pass_on((0, 3), done=False)

    assert (seat.seat, seat.is_hidden) == (3, True)
    seat.reveal()
    seat.pass_on((0,), done=False)
    assert (seat.seat, seat.is_hidden) == (0, True)


def test_a_person_who_is_done_makes_room_for_others_who_may_act_too() -> None:
    seat = HotSeat((0, 1), 0)
    seat.reveal()
    seat.pass_on((0, 1), done=True)

    assert (seat.seat, seat.is_hidden) == (1, True)


# -- A match ---------------------------------------------------------------------------------------------------------


def test_the_first_person_is_called_before_anything_is_shown() -> None:
    sitting = shared()

    assert sitting.curtain == "Zoe, press Enter when nobody else looks."
    assert sitting.view() == sitting.table.view(None)
    assert sitting.log_lines() == []


def test_enter_shows_the_cards_of_the_person_who_was_called() -> None:
    sitting = shared()

    assert sitting.say("").moved
    assert sitting.curtain == ""
    assert sitting.view() == sitting.table.view(0)


@pytest.mark.parametrize("line", ["hand", "legal", "#1", "hint", "ready", "play 7h", "why", "sort suit"])
def test_behind_the_curtain_nothing_is_said_about_cards(line: str) -> None:
    sitting = shared()
    before = sitting.match.record()
    reply = sitting.say(line)

    assert reply.refused
    assert reply.lines == ("The cards are hidden: Zoe, press Enter when nobody else looks.",)
    assert sitting.match.record() == before
    with pytest.raises(hr.IllegalMove):
        sitting.play([hr.Ready()])


def test_behind_the_curtain_rules_and_help_can_be_read() -> None:
    sitting = shared()

    assert all(not sitting.say(line).refused for line in ("rules", "help", "score", "history"))
    assert not any(line.startswith("ready") for line in candidates(sitting))


def test_after_a_move_the_next_person_is_called() -> None:
    sitting = shared()
    sitting.say("")
    sitting.say("ready")
    sitting.bots_move()

    assert sitting.curtain == "Yan, press Enter when nobody else looks."
    assert sitting.seat == 1


def test_a_person_who_swaps_keeps_the_screen_until_they_are_ready() -> None:
    sitting = shared()
    sitting.say("")
    swap = next(move for move in sitting.view().legal if isinstance(move, hr.Swap))
    assert sitting.say(str(swap)).moved
    sitting.bots_move()

    assert (sitting.seat, sitting.curtain) == (0, "")


def test_a_bet_that_can_still_be_changed_makes_room_for_the_rival() -> None:
    sitting = shared("heroes", seats=2)
    sitting.say("")
    sitting.say("bet 10")

    assert sitting.curtain.startswith("Yan, ")
    sitting.say("")
    assert "10" not in "".join(sitting.history())


@pytest.mark.parametrize(("game", "seats"), [("shithead", 4), ("smellyhead", 3), ("heart-of-five", 3), ("heroes", 2)])
def test_each_person_sees_their_own_view_to_the_end(game: str, seats: int) -> None:
    sitting = shared(game, seats=seats)
    sitting.bots_move()
    called: list[int | None] = []
    while not sitting.is_over:
        if sitting.curtain:
            called.append(sitting.seat)
            sitting.say("")
        assert sitting.seat in sitting.table.to_act
        assert sitting.view().seat == sitting.seat
        assert sitting.say(advised(sitting)).moved
        sitting.bots_move()

    assert set(called) == {0, 1}
    assert sitting.curtain == ""


def test_a_log_tells_each_person_what_happened_since_they_moved_and_no_more() -> None:
    sitting = shared(seats=2)
    for _ in range(2):
        sitting.say("")
        sitting.say("ready")
    first = sitting.seat
    sitting.say("")
    sitting.say(str(next(move for move in sitting.view().legal if isinstance(move, hr.Play))))
    sitting.say("")
    assert sitting.seat != first

    name = sitting.names(first if first is not None else 0)
    assert sitting.log_lines()[-1].startswith(f"{name} played ")
    assert sitting.log_lines()[-1].endswith("and drew 1 card")


def test_in_an_event_loop_bots_move_one_after_the_other_and_then_the_next_person_is_called() -> None:
    sitting = shared(seats=3)
    sitting.say("")
    sitting.say("ready")

    async def moved() -> int:
        count = 0
        while await sitting.bot_moves(asyncio.ensure_future(asyncio.sleep(0))) is not None:
            count += 1
        return count

    assert asyncio.run(moved()) == 1
    assert sitting.curtain == "Yan, press Enter when nobody else looks."
    sitting.say("")
    assert sitting.log_lines() == ["Zoe is ready", "Ann is ready"]


# -- Taking back -----------------------------------------------------------------------------------------------------


def test_the_last_move_is_taken_back_as_long_as_it_showed_nothing() -> None:
    """Whoever sits at the same screen has heard the question and agrees."""
    sitting = shared("heart-of-five", seats=2)
    sitting.bots_move()
    first = sitting.seat
    sitting.say("")
    sitting.say("#1")
    assert sitting.seat != first

    assert sitting.say("undo").moved
    assert sitting.match.seq == 0
    assert (sitting.seat, bool(sitting.curtain)) == (first, True)


def test_a_move_that_showed_a_card_stays() -> None:
    sitting = shared(seats=2)
    for _ in range(2):
        sitting.say("")
        sitting.say("ready")
    sitting.say("")
    sitting.say("#1")
    reply = sitting.say("undo")

    assert reply.refused
    assert "showed you something new" in reply.lines[0]


# -- Saving ----------------------------------------------------------------------------------------------------------


def test_a_match_of_several_people_is_saved_and_resumed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOUSERULES_HOME", str(tmp_path))
    sitting = shared(saves=True)
    sitting.say("")
    sitting.say("ready")
    sitting.bots_move()
    sitting.finish()
    (path, found), *_ = library.unfinished()
    assert isinstance(found, saved.Saved)
    again = Sitting.resumed(found, path)

    assert again.seat == 1
    assert again.curtain == "Yan, press Enter when nobody else looks."
    assert again.hot_seat.people == (0, 1)
    again.say("")
    assert "Zoe is ready" in again.log_lines()


def test_a_look_back_at_an_open_match_shows_what_everybody_sees() -> None:
    sitting = shared()
    replay = Replay(sitting.saved())

    assert replay.viewer is None
    assert replay.say("seat 0").lines == (
        "The match is not over: until then you can only look at what everybody sees.",
    )


def test_a_match_of_several_people_is_in_nobodys_statistics(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOUSERULES_HOME", str(tmp_path))
    sitting = shared(seats=2, saves=True)
    while not sitting.is_over:
        sitting.say("")
        assert sitting.say(advised(sitting)).moved
    sitting.finish()

    assert results.results() == []


# -- The command -----------------------------------------------------------------------------------------------------


def test_the_command_seats_people_first_and_bots_after_them(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO("\nready\nquit\n"))
    code = main(["play", "shithead", "--people", "Zoe,Yan", "--bots", "easy", "--seats", "4", "--seed", "x"])
    out = capsys.readouterr().out

    assert code == 0
    assert out.startswith("Shithead: Zoe and Yan at one screen against Ann (easy) and Ben (easy). Say a move, or help.")
    assert out.count("press Enter when nobody else looks") == 2


def test_the_full_screen_greets_them_and_asks_for_no_typed_move(monkeypatch: pytest.MonkeyPatch) -> None:
    greeted: list[tuple[str, ...]] = []

    def shown(host: object, look: object, wishes: object, notes: tuple[str, ...], tips: object) -> int:
        greeted.append(notes)
        return 0

    monkeypatch.setattr(run, "_run", shown)
    run.play(Evening(shared()), target=io.StringIO(), look=Look(80, 24), wishes=Wishes())

    assert [notes[0] for notes in greeted] == ["Shithead: Zoe and Yan at one screen against Ann (easy)."]
    assert [notes[1:] for notes in greeted] == [(shared().game.goal,)], "before a match it says what wins"


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--people", "Zoe"], "two or more people"),
        (["--people", "Zoe,"], "two or more people"),
        (["--people", "Zoe,Yan", "--name", "Uwe"], "leave out --name"),
        (["--people", "Zoe,Yan,Uwe", "--seats", "2"], "add --seats 3"),
        (["--people", "Zoe,zoe"], "two players are called"),
        (["--people", "Zoe,You"], "nobody can be called You"),
        (["--people", "Zoe,Yan", "--seats", "2", "--bots", "easy"], "0 bots"),
    ],
)
def test_wrong_people_are_refused(options: list[str], said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["play", "shithead", *options]) == 2
    assert said in capsys.readouterr().err
