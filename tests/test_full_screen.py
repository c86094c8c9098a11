"""The full screen, played as people play it: whole matches by keys alone, one by the mouse alone."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from textual import events
from textual.pilot import Pilot
from textual.widgets import Static

import houserules as hr
from houserules.bots import BotSpec
from houserules.core import Bet, Ready, Swap
from houserules.games import register, unregister
from houserules.terminal.full.app import SKIP, TOO_LATE, TableApp
from houserules.terminal.full.command_line import CommandLine, Typing
from houserules.terminal.full.panel import Panel, hung
from houserules.terminal.full.table_widget import TableWidget
from houserules.terminal.full.wishes import Wishes
from houserules.terminal.players import seat_people
from houserules.terminal.sitting import Sitting
from houserules.terminal.tips import SCREEN_TIPS
from tests.positions import given
from tests.screen_players import app_of, at_screen, click, keys_for, play_by_keys, play_by_mouse, settled, wanted_move
from tests.sittings import sat, sat_at
from tests.test_follow_ups import jumping
from tests.tiny_game import HighCardFamily
from tests.torture_terminal import tortured

pytestmark = pytest.mark.one_build

TABLE = Path(__file__).parent.parent / "examples" / "tables" / "one-round.json"
SHORT = [("shithead", "go 1"), ("duel", "go 1"), ("smellyhead", "go 4"), (str(TABLE), "go 2"), ("heroes", "go 4")]
IDS = ["shithead", "duel", "smellyhead", "heart-of-five", "heroes"]


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A data directory of the test's own."""
    monkeypatch.setenv("HOUSERULES_HOME", str(tmp_path / "home"))
    return tmp_path / "home"


def beside(game: str, seed: str) -> Sitting:
    """The same match, played without a screen."""
    sitting = sat(game, seed=seed)
    sitting.bots_move()
    while not sitting.is_over:
        assert sitting.say(str(wanted_move(sitting.view(), sitting.game))).moved
        sitting.bots_move()
    return sitting


# -- Whole matches -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("game", "seed"), SHORT, ids=IDS)
def test_a_whole_match_by_keys_alone(game: str, seed: str) -> None:
    async def play() -> None:
        sitting = sat(game, seed=seed)
        async with at_screen(sitting) as pilot:
            await play_by_keys(pilot)
            assert app_of(pilot).shown.is_over
        assert sitting.match.record()["moves"] == beside(game, seed).match.record()["moves"]

    asyncio.run(play())


@pytest.mark.parametrize(("game", "seed"), [SHORT[0], SHORT[3]], ids=["shithead", "heart-of-five"])
def test_a_whole_match_by_mouse_alone(game: str, seed: str) -> None:
    async def play() -> None:
        sitting = sat(game, seed=seed)
        async with at_screen(sitting, (100, 40)) as pilot:
            await play_by_mouse(pilot)
            assert app_of(pilot).shown.is_over
        assert sitting.match.record()["moves"] == beside(game, seed).match.record()["moves"]

    asyncio.run(play())


# -- What keys do ------------------------------------------------------------------------------------------------------


def seen(game: str, look: Callable[[Pilot[int]], Awaitable[None]], **more: Any) -> Sitting:
    """Look at the screen of a match that has just begun."""
    sitting = sat(game, seed=more.pop("seed", "go 1"), **more)

    async def play() -> None:
        async with at_screen(sitting) as pilot:
            await look(pilot)

    asyncio.run(play())
    return sitting


def words(pilot: Pilot[int]) -> str:
    """The screen as text."""
    return "\n".join(line.plain for line in app_of(pilot).query_one(TableWidget).scene.lines)


def test_keys_stand_on_the_screen_and_a_tip_is_told_three_times() -> None:
    async def look(pilot: Pilot[int]) -> None:
        assert "h Hint" in words(pilot)
        assert "q Leave" in words(pilot)
        assert "I am ready" in words(pilot)
        app = app_of(pilot)
        told = [*app.notice]
        for _ in range(4):
            move = wanted_move(app.host.seated.view(), app.host.seated.game)
            assert app.pointing.chooser is not None
            assert app.pointing.choosing is not None
            await pilot.press(*keys_for(app.pointing.chooser, app.pointing.choosing, move))
            await settled(pilot)
            told += app.notice
        assert [line for line in told if line in SCREEN_TIPS] == list(SCREEN_TIPS)

    seen("shithead", look)
    seen("shithead", no_tips)


async def no_tips(pilot: Pilot[int]) -> None:
    assert app_of(pilot).notice == ()


def test_a_refused_card_says_why_and_stays() -> None:
    async def look(pilot: Pilot[int]) -> None:
        app = app_of(pilot)
        await pilot.press("r")
        await settled(pilot)
        assert app.pointing.chooser is not None
        before = app.pointing.choosing
        await pilot.press("9")
        assert app.notice == ("You have no 9 to play.",)
        assert app.pointing.choosing == before
        await pilot.press("escape")
        assert len(app.notice) == 0

    sitting = seen("shithead", look)
    assert len([seat for seat, _ in sitting.match.moves if seat == 0]) == 1


def test_the_story_and_the_help_can_be_read_and_left() -> None:
    async def look(pilot: Pilot[int]) -> None:
        for key, leaves in (("s", "q"), ("question_mark", "escape")):
            await pilot.press(key)
            await pilot.pause()
            assert isinstance(pilot.app.screen, Panel)
            await pilot.press("down", "pagedown", "end", "home", "space", leaves)
            await pilot.pause()
            assert not isinstance(pilot.app.screen, Panel)
        assert pilot.app.is_running

    seen("shithead", look)


def test_the_command_line_understands_what_the_line_client_does() -> None:
    async def look(pilot: Pilot[int]) -> None:
        app = app_of(pilot)
        await pilot.press("colon", *"rea", "tab", "enter")
        await settled(pilot)
        assert [str(move) for seat, move in sitting_of(app).match.moves if seat == 0] == ["ready"]
        await pilot.press("slash", *"nonsense", "enter")
        await settled(pilot)
        assert "neither a move nor a command" in app.notice[0]
        await pilot.press("colon", *"rules", "enter")
        await pilot.pause()
        assert isinstance(app.screen, Panel)
        await pilot.press("q", "colon", "escape")
        assert not app.query_one(CommandLine).is_open
        await pilot.press("colon", "up", "up", "enter")
        await settled(pilot)
        assert "neither a move nor a command" in app.notice[0]

    seen("shithead", look)


def test_what_is_typed_right_after_the_colon_finds_the_line_open() -> None:
    """Keys that come faster than the screen is drawn, as in a paste."""

    async def look(pilot: Pilot[int]) -> None:
        app = app_of(pilot)
        for key, sign in ((":", "colon"), *((letter, letter) for letter in "ready")):
            app.post_message(events.Key(sign, key))
        for _ in range(20):
            await pilot.pause()
        assert app.query_one(Typing).value == "ready"
        await pilot.press("enter", "s")
        await pilot.pause()
        assert isinstance(app.screen, Panel)

    assert (0, Ready()) in seen("shithead", look).match.moves


def test_a_hint_is_gone_when_the_position_is_another() -> None:
    async def look(pilot: Pilot[int]) -> None:
        app = app_of(pilot)
        await pilot.press("h")
        await asked(pilot)
        hint = app.notice
        assert hint[0].startswith(("Swap", "Say"))
        await pilot.press("right", "left")
        assert app.notice == hint
        await pilot.press("colon", *"ready", "enter")
        await settled(pilot)
        assert app.notice != hint
        await pilot.press("h", "u")
        await settled(pilot)
        await asked(pilot)
        assert app.notice in ((), TOO_LATE, *((tip,) for tip in SCREEN_TIPS))

    seen("shithead", look)


async def asked(pilot: Pilot[int]) -> None:
    """Until no question waits for its answer."""
    while any(worker.group == "asked" for worker in app_of(pilot).workers):
        await pilot.pause()


def test_a_lifted_swap_is_not_dropped_in_silence() -> None:
    async def look(pilot: Pilot[int]) -> None:
        app = app_of(pilot)
        await pilot.press("space", "up", "space", "r")
        assert app.notice[0].startswith("Swap ")
        assert app.notice[0].endswith("first? Enter does that: press r again if you are ready as it is.")
        await pilot.press("enter")
        await settled(pilot)
        await pilot.press("space", "r")
        assert app.notice[0].startswith("You lifted a card and swapped nothing")
        await pilot.press("r")
        await settled(pilot)

    made = [move for seat, move in seen("shithead", look).match.moves if seat == 0]
    assert [type(move) for move in made[:2]] == [Swap, Ready]


def test_the_keys_behind_a_curtain_are_those_that_act_there() -> None:
    async def play() -> None:
        game = hr.load("shithead")
        sitting = Sitting.of(game, seat_people(3, {0: "Zoe", 1: "Yan"}, [BotSpec("easy")]), 0, seed="go 1", saves=False)
        async with at_screen(sitting, waits=False) as pilot:
            await pilot.pause()
            assert "Enter Show my cards" in words(pilot)
            assert "Undo" not in words(pilot)
            await click(pilot, "bar enter")
            assert "u Undo" in words(pilot)

    asyncio.run(play())


def sitting_of(app: TableApp) -> Sitting:
    assert isinstance(app.host.seated, Sitting)
    return app.host.seated


def test_a_panel_keeps_its_columns_where_it_is_narrow() -> None:
    line = "hint             ask the strongest bot what it would do in your place, and why"
    assert hung(line, 73) == [line[:-8], f"{'':17}and why"]
    assert hung("  S5.1   2      anything   After it the pile asks for nothing.", 50)[1] == f"{'':27}for nothing."
    assert hung(line, 20)[1][0] != " "

    async def look(pilot: Pilot[int]) -> None:
        await pilot.press("colon", *"help", "enter")
        await pilot.pause()
        text = str(app_of(pilot).screen.query_one(Static).render())
        assert f"\n{'':17}and why" in text
        await pilot.resize_terminal(120, 40)
        await pilot.pause()
        assert "in your place, and why" in str(app_of(pilot).screen.query_one(Static).render())

    seen("shithead", look)


def test_undo_sort_and_speed() -> None:
    async def look(pilot: Pilot[int]) -> None:
        app = app_of(pilot)
        await pilot.press("r")
        await settled(pilot)
        assert sitting_of(app).match.seq > 0
        await pilot.press("u")
        await settled(pilot)
        assert [seat for seat, _ in sitting_of(app).match.moves if seat == 0] == []
        await pilot.press("m")
        assert app.host.seated.order == "suit"
        for keys, speed in ((["minus"], "fast"), (["plus", "plus"], "off")):
            await pilot.press(*keys)
            assert app.wishes.speed == speed

    seen("shithead", look)


def test_a_hint_comes_while_keys_act() -> None:
    async def look(pilot: Pilot[int]) -> None:
        app = app_of(pilot)
        await pilot.press("h")
        await pilot.press("right", "left")
        await asked(pilot)
        assert app.notice[0] != "A bot thinks about it ..."
        await pilot.press("right")
        assert app.notice[0].endswith(".")

    seen("shithead", look)


def test_what_costs_a_lot_wants_a_second_press() -> None:
    async def look(pilot: Pilot[int]) -> None:
        app = app_of(pilot)
        await pilot.press(*"100", "enter")
        assert app.notice == ("Bet all 100? Press Enter again.",)
        assert [seat for seat, _ in sitting_of(app).match.moves if seat == 0] == []
        await pilot.press("left", "enter")
        assert [seat for seat, _ in sitting_of(app).match.moves if seat == 0] == []
        await pilot.press("enter")
        await settled(pilot)
        assert (0, Bet(100)) in sitting_of(app).match.moves

    seen("heroes", look)


def test_a_rematch_follows_at_once_and_q_leaves() -> None:
    async def look(pilot: Pilot[int]) -> None:
        app = app_of(pilot)
        first = sitting_of(app)
        await play_by_keys(pilot)
        assert "Rematch" in words(pilot)
        await pilot.press("r")
        await settled(pilot)
        assert sitting_of(app) is not first
        assert [player.name for player in sitting_of(app).players] == [player.name for player in first.players]
        assert not app.shown.is_over
        await pilot.press("ctrl+q")
        assert app.return_value == 0

    seen(str(TABLE), look, seed="go 2")


def test_q_is_a_queen_while_one_can_be_played() -> None:
    """In the setup of this deal no Queen is among the cards, then one is."""

    async def look(pilot: Pilot[int]) -> None:
        app = app_of(pilot)
        await pilot.press("r")
        await settled(pilot)
        for _ in range(40):
            assert app.pointing.chooser is not None
            assert app.pointing.choosing is not None
            if app.pointing.chooser.has_rank("Q"):
                break
            move = wanted_move(app.host.seated.view(), app.host.seated.game)
            await pilot.press(*keys_for(app.pointing.chooser, app.pointing.choosing, move))
            await settled(pilot)
        assert app.pointing.chooser is not None
        assert app.pointing.chooser.has_rank("Q")
        await pilot.press("q")
        assert app.is_running
        assert app.return_value is None

    seen("shithead", look, seed="go 3")


def test_a_forced_move_is_made_by_enter_or_by_itself() -> None:
    position = given("3C 4D", "KC KD", pile="QH 9C KS")

    async def by_enter() -> None:
        sitting = sat_at(position)
        async with at_screen(sitting) as pilot:
            assert "Take the pile, 3 cards" in words(pilot)
            await pilot.press("enter")
            await settled(pilot)
        assert str(sitting.match.moves[0][1]) == "take"

    async def by_itself() -> None:
        sitting = sat_at(position)
        async with at_screen(sitting, wishes=Wishes(speed="off", forced=True)) as pilot:
            for _ in range(100):
                await pilot.pause()
        assert str(sitting.match.moves[0][1]) == "take"

    asyncio.run(by_enter())
    asyncio.run(by_itself())


@pytest.mark.parametrize(("hand", "goes_on"), [("KC KH", True), ("5S KC", False)])
def test_whoever_can_only_pass_beside_the_turns_need_not_say_it(hand: str, goes_on: bool) -> None:
    """Asked to jump in without the cards, the person sees the match go on. With them, the question stands."""
    other = "9S TS" if "5S" in hand else "5S 9S"
    match = jumping("hand", hand, "5H 9C 9D", other, pile="5C 5D", to_act=1)
    match.play(1, "play 5H")
    while match.to_act != (0,):
        match.play(match.to_act[0], "pass")

    async def play() -> None:
        sitting = sat_at(match)
        async with at_screen(sitting, wishes=Wishes(speed="off")) as pilot:
            for _ in range(100):
                await pilot.pause()
        assert [str(move) for _, move in sitting.match.moves][:1] == ["pass"] * goes_on

    asyncio.run(play())


def test_a_key_ends_the_waiting() -> None:
    """Bots that would take minutes move at once after any key that means nothing else."""

    async def play() -> None:
        sitting = sat(seed="go 1")
        wishes = Wishes(speed="slow")
        async with at_screen(sitting, wishes=wishes, waits=False) as pilot:
            await pilot.press("r")
            await pilot.pause()
            await pilot.press("x")
            await settled(pilot)
        assert len(sitting.match.moves) > 1

    asyncio.run(play())


def test_whoever_is_out_is_told_how_to_skip_the_rest() -> None:
    async def play() -> None:
        sitting = sat_at(given("KH", "3C KD 4C", "5D 6D", pile="5H"))
        async with at_screen(sitting, wishes=Wishes(speed="slow"), waits=False) as pilot:
            app = app_of(pilot)
            await pilot.pause()
            await pilot.press("k", "enter")
            await asked(pilot)
            assert app.notice == SKIP
            await pilot.press("x")
            await settled(pilot)
            assert sitting.is_over

    asyncio.run(play())


def test_a_burn_lights_up_unless_it_is_not_wanted() -> None:
    async def lit(wishes: Wishes) -> list[str]:
        flashes: list[str] = []
        async with at_screen(sat_at(given("TH 3C", "KC KD", pile="5H")), wishes=wishes) as pilot:
            await pilot.press("0", "enter")
            flashes.append(app_of(pilot).flash)
        return flashes

    assert asyncio.run(lit(Wishes(speed="off"))) == ["burn"]
    assert asyncio.run(lit(Wishes(speed="off", flash=False))) == [""]


@pytest.mark.parametrize("size", [(59, 24), (80, 19), (20, 6), (1, 1)])
def test_a_window_that_is_too_small_says_how_much_is_needed(size: tuple[int, int]) -> None:
    async def look(pilot: Pilot[int]) -> None:
        await pilot.resize_terminal(*size)
        await pilot.pause()
        if size[0] > 1:
            assert "60 columns" in " ".join(words(pilot).split())
        await pilot.resize_terminal(60, 20)
        await pilot.pause()
        assert "60 columns" not in words(pilot)
        assert "Shithead" in words(pilot)

    seen("shithead", look)


def test_a_game_that_nobody_has_painted_can_be_played() -> None:
    async def play() -> None:
        sitting = sat(HighCardFamily().load_shipped("high-card"), seats=2, bots=["random"])
        async with at_screen(sitting) as pilot:
            await play_by_keys(pilot)
        assert sitting.is_over

    family = HighCardFamily()
    register(family)
    try:
        asyncio.run(play())
    finally:
        unregister(family)


def test_random_keys_clicks_and_sizes_do_no_harm(home: Path) -> None:
    """`python -m tests.torture_terminal` is the long form."""
    for number, game in enumerate(hr.GAMES):
        assert asyncio.run(tortured(game, 60, seed=number)) > 0


def test_a_click_on_the_line_of_keys_never_means_a_card_or_an_answer() -> None:
    """`h` calls hearts where a suit is asked for, but the word Hint is not shown then; q would be a Queen."""

    async def look(pilot: Pilot[int]) -> None:
        app = app_of(pilot)
        spots = {spot.key for spot in app.query_one(TableWidget).scene.spots if spot.row == 23}
        assert spots >= {"bar h", "bar s", "bar q"}
        await click(pilot, "bar s")
        assert isinstance(app.screen, Panel)
        await pilot.press("q")
        await pilot.pause()
        await click(pilot, "bar q")
        assert app.return_value == 0

    seen("shithead", look)
