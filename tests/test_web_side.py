"""What goes with a table: chat, advice, taking back, the rules of this house, connections, absent people, pauses."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, expect

from houserules.games import GAMES
from tests.visitors import needs_browser
from tests.web_players import Player

pytestmark = [pytest.mark.one_build, needs_browser]

STILL = {"motion": "reduced", "speed": 4}
HOUSE = 'name = "Glass <i>threes</i>"\nextends = "shithead"\n[powers]\n3 = { on = "any", do = ["mirror"] }\n'
MY_TURN = re.compile(r"^(Play|Take|Choose cards)\b")

CUT_THE_LINE = """
globalThis.isCut = false;
globalThis.sockets = [];
globalThis.WebSocket = class extends WebSocket {
  constructor(url) {
    super(globalThis.isCut ? url.replace("/api/", "/none/") : url);
    sockets.push(this);
  }
};
"""


SIT_DOWN = """async (table) => {
  const headers = { "Content-Type": "application/json", "Player-Key": localStorage.getItem("player-key") };
  const body = JSON.stringify({ name: "Ben", salt: "b" });
  await fetch(`/api/v1/tables/${table}/seats`, { method: "POST", body, headers });
}"""
PRESS_UNDO = """() => {
  document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "u", bubbles: true }));
  return [document.querySelector("[data-do=undo] span").textContent, document.body.dataset.unanswered];
}"""
COUNT_SOUNDS = """
globalThis.heard = 0;
globalThis.AudioContext = class extends AudioContext {
  constructor() {
    super();
    heard += 1;
  }
};
"""


def two_people(player: Callable[..., Player], **table: object) -> tuple[Player, Player]:
    """Ann, who is host, and Ben, on a phone, at a table of two. The cards are dealt."""
    ann, ben = player("Ann", settings=STILL), player("Ben", settings=STILL, size=(360, 640))
    path = ann.open_table(game="shithead", seats=2, **table)
    ben.page.goto("/settings")
    ben.page.evaluate(SIT_DOWN, path)
    ben.page.goto(f"/t/{path}")
    for one in (ann, ben):
        one.button("I am ready").wait_for()
    return ann, ben


def notices(one: Player) -> Locator:
    return one.page.locator(".notices")


def test_people_chat_and_hide_each_other(player: Callable[..., Player]) -> None:
    ann, ben = two_people(player)
    ann.page.get_by_role("tab", name="Chat").click()
    ann.button("Good luck!").click()
    ann.page.get_by_label("Write a line").fill("Too fast?")
    ann.page.keyboard.press("Enter")
    expect(ann.page.locator(".chat-pane [role=alert]")).to_have_text("One moment: say one thing at a time.")

    expect(ben.page.locator(".story-tool .badge")).to_have_text("1")
    ben.button("Story and chat").click()
    ben.page.get_by_role("tab", name=re.compile("^Chat")).click()
    ben.page.get_by_label("Write a line").fill("Is <b>this</b> bold?")
    ben.page.keyboard.press("Enter")
    said = ann.page.locator(".chat-pane .said")
    expect(said).to_have_text(["Good luck!", "Is <b>this</b> bold?"])

    ann.button("Hide what Ben says").click()
    expect(said.nth(1)).to_be_hidden()
    ann.button("Show again what Ben says").click()
    expect(said.nth(1)).to_be_visible()
    expect(ben.page.locator(".story-tool .badge")).to_be_hidden()


@pytest.mark.parametrize("size", [(1280, 800), (360, 640)])
def test_a_key_opens_the_chat_and_what_is_typed_there_plays_nothing(
    player: Callable[..., Player], size: tuple[int, int]
) -> None:
    ann = player(settings=STILL, size=size)
    ann.against_bots("shithead", 2)
    ann.button("I am ready").click()
    ann.button(MY_TURN).first.wait_for()
    told = ann.page.locator(".story-pane li").count()
    ann.page.keyboard.press("c")
    ann.page.keyboard.type("such a good hand 2")

    expect(ann.page.get_by_label("Write a line")).to_have_value("such a good hand 2")
    assert ann.page.locator(".story-pane li").count() == told
    ann.page.keyboard.press("Escape")
    expect(ann.page.get_by_label("Write a line")).not_to_be_focused()


def test_a_hint_has_its_reason_and_a_bot_says_why(player: Callable[..., Player]) -> None:
    ann = player(settings=STILL, seed="hint")
    ann.against_bots("shithead", 3)
    ann.play_on(until=lambda: ann.page.locator(".story-pane li").count() > 8 and ann.button(MY_TURN).count() > 0)

    ann.button(re.compile("^Hint")).click()
    expect(ann.page.locator(".advice")).to_contain_text(re.compile("A strong bot would .*Because", re.DOTALL))
    ann.button("Close the advice").click()
    expect(ann.page.locator(".advice")).to_be_hidden()
    ann.page.locator("[data-do=why]").click()
    expect(ann.page.locator(".advice")).to_contain_text(re.compile("^Why (Ada|Basil) did that"))


def test_a_move_against_bots_is_taken_back_at_once(player: Callable[..., Player]) -> None:
    ann = player(settings=STILL, seed="undo")
    ann.against_bots("shithead", 2)
    ann.button("I am ready").click()
    ann.button(MY_TURN).first.wait_for()
    ann.page.locator("[data-do=undo]").click()

    expect(ann.page.locator(".story-pane li").last).to_contain_text("taken back")
    ann.button("I am ready").wait_for()


def test_what_was_taken_back_is_not_said_in_the_middle_any_more(player: Callable[..., Player]) -> None:
    ann = player(settings=STILL, seed="undo on the cloth")
    ann.against_bots("shithead", 2)
    ann.button("I am ready").click()
    ann.button(MY_TURN).first.wait_for()
    ann.page.locator("main .hand .slot.can").first.click()
    ann.button(re.compile("^Play ")).click()
    expect(ann.page.locator(".last")).to_contain_text("played")
    ann.page.locator(".my-turn [data-do=undo]").click()

    expect(ann.page.locator(".last")).to_contain_text("taken back")


def test_a_further_move_is_taken_back_only_with_a_second_press(player: Callable[..., Player]) -> None:
    ann = player(settings=STILL, seed="undo more")
    ann.against_bots("shithead", 2)
    ann.play_on(until=lambda: ann.page.locator(".story-pane li").count() > 8 and ann.button(MY_TURN).count() > 0)
    taken_back = ann.page.locator(".story-pane li").filter(has_text="taken back")
    ann.page.keyboard.press("u")
    expect(taken_back).to_have_count(1)
    ann.page.locator("body[data-unanswered='0'] [data-do=undo]:not([aria-disabled])").wait_for()
    pressed = ann.page.evaluate(f"() => [({PRESS_UNDO})(), ({PRESS_UNDO})()]")  # within a moment

    assert pressed == [["One more?", "0"], ["One more?", "1"]]  # only the second one is said to the server
    expect(taken_back).to_have_count(2)


def test_people_agree_to_take_a_move_back(player: Callable[..., Player]) -> None:
    ann, ben = two_people(player)
    ann.button("I am ready").click()
    expect(ann.button("I am ready")).to_have_count(0)
    ann.page.locator("[data-do=undo]").click()
    expect(notices(ann)).to_contain_text("the others have to agree")
    expect(notices(ben)).to_contain_text("Ann wants to take back a move.")
    ben.button("Agree").click()

    ann.button("I am ready").wait_for()
    expect(notices(ben)).not_to_contain_text("take back")


def test_the_rules_of_this_house_are_on_one_card(player: Callable[..., Player]) -> None:
    ann = player(settings=STILL)
    ann.open_table(house=HOUSE, seats=2, bots=[{"seat": 1, "level": "easy"}])
    ann.button("Rules of this table").click()
    card = ann.page.get_by_role("tabpanel", name="Rules")

    expect(card.get_by_role("heading", name="Glass <i>threes</i>")).to_be_visible()
    expect(card).to_contain_text("Shithead with 1 change")
    expect(card.locator(".changed")).to_contain_text("invisible")
    expect(card.locator("details li").first).to_be_hidden()
    card.get_by_text("All rules").click()
    expect(card.locator("details li").first).to_be_visible()


@pytest.mark.parametrize("game", [*GAMES, "a house"])
def test_every_table_has_its_rules_in_the_room_and_at_the_table(player: Callable[..., Player], game: str) -> None:
    ann = player(settings=STILL)
    ann.open_table(**({"house": HOUSE} if game == "a house" else {"game": game}), seats=2, salt=None)
    room = ann.page.get_by_role("region", name="Rules of this table")
    expect(room.locator(".clauses")).not_to_have_count(0)
    clauses = room.locator(".clauses li p").all_text_contents()
    assert len(clauses) > 10
    assert all(clauses)
    ann.button("Deal now").click()
    ann.page.locator("main.table").wait_for()
    ann.page.keyboard.press("?")

    expect(ann.page.get_by_role("tabpanel", name="Rules").locator(".clauses li p")).to_have_text(clauses)


def test_a_lost_connection_is_told_and_heals(player: Callable[..., Player]) -> None:
    ann = player(settings=STILL)
    ann.allowed_problems = lambda problem: "WebSocket" in problem
    ann.context.add_init_script(CUT_THE_LINE)
    ann.against_bots("shithead", 2)
    ann.button("I am ready").wait_for()
    ann.page.evaluate("() => { isCut = true; sockets.at(-1).close(); }")
    expect(notices(ann)).to_contain_text("Connection lost. Trying again")
    expect(ann.page.locator("[data-region=alert]")).to_contain_text("Connection lost")
    ann.page.evaluate("() => { isCut = false; }")
    ann.button("Try now").dispatch_event("click")  # its line is drawn anew every second

    expect(notices(ann)).to_be_empty()
    expect(ann.page.locator("[data-region=alert]")).to_have_text("The connection is back.")
    ann.button("I am ready").click()
    ann.button(MY_TURN).first.wait_for()


def test_a_device_that_goes_offline_says_so_at_once_and_comes_back(player: Callable[..., Player]) -> None:
    """No ping is missed in the time that the test waits."""
    ann = player(settings=STILL)
    ann.allowed_problems = lambda problem: "WebSocket" in problem
    ann.context.add_init_script(CUT_THE_LINE)
    ann.against_bots("shithead", 2)
    ann.button("I am ready").wait_for()
    ann.page.evaluate("() => { isCut = true; dispatchEvent(new Event('offline')); }")
    expect(notices(ann)).to_contain_text("Connection lost. Trying again")
    ann.page.evaluate("() => { isCut = false; dispatchEvent(new Event('online')); }")

    expect(notices(ann)).to_be_empty()
    ann.button("I am ready").click()
    ann.button(MY_TURN).first.wait_for()


def test_who_is_away_is_shown_with_what_follows(player: Callable[..., Player]) -> None:
    ann, ben = two_people(player, away=300)
    ann.button("I am ready").click()
    ben.page.goto("/settings")

    expect(notices(ann)).to_contain_text(re.compile(r"Ben is away\. A bot plays in \d+ seconds\."))


def test_the_host_pauses_and_a_bot_plays_for_a_while(player: Callable[..., Player]) -> None:
    ann, ben = two_people(player)
    ann.button(re.compile("^Menu")).click()
    ann.button(re.compile("^Pause")).click()
    for one in (ann, ben):
        expect(notices(one)).to_contain_text("The match is paused.")
    expect(ben.button("Resume")).to_have_count(0)
    ann.button("Resume").click()
    expect(notices(ben)).to_be_empty()

    ben.button(re.compile("^Menu")).click()
    ben.button("Let a bot play for me").click()
    expect(notices(ben)).to_contain_text("A bot plays for you.")
    ben.button("I am back").first.click()
    expect(notices(ben)).to_be_empty()


def test_clocks_run_down(player: Callable[..., Player]) -> None:
    ann, _ = two_people(player, clock={"kind": "bank", "seconds": 600})
    clock = ann.page.locator("[data-clock='1']").first

    expect(clock).to_have_text(re.compile(r"^(10:00|9:\d\d)$"))


def test_sounds_are_off_until_somebody_turns_them_on(player: Callable[..., Player]) -> None:
    silent, loud = (
        player("Ann", settings=STILL),
        player("Ben", settings={**STILL, "sounds": {"table": 0.5, "turn": 0.5, "chat": 0}}),
    )
    for one in (silent, loud):
        one.context.add_init_script(COUNT_SOUNDS)
        one.against_bots("shithead", 2)
        one.button("I am ready").click()
        one.button(MY_TURN).first.wait_for()

    assert silent.page.evaluate("heard") == 0
    assert loud.page.evaluate("heard") == 1
