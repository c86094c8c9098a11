"""People at a table in a real browser: they chat, refresh, ask bots, pause, give up, leave and play again.

Nobody may see an error in the console, and nothing may be asked of another host."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, expect

from tests.serving import Served
from tests.visitors import Visitor, begin, is_over, needs_browser, play_together, visits
from tests.web_players import PATIENCE_MS

ONE_ROUND = '[gameInfo]\nname = "One round"\n\n[match]\nwins = 1\nrounds = 1\n'
QUICK_DUEL = 'extends = "duel"\nname = "Quick duel"\n\n[end]\nlimit = 3\n'

pytestmark = [pytest.mark.one_build, needs_browser]


@pytest.fixture
def visitor(browser: Browser, here: Served) -> Iterator[Callable[..., Visitor]]:
    with visits(browser, here.url) as make:
        yield make


# -- People ------------------------------------------------------------------------------------------------------------


def test_two_people_chat_refresh_end_a_match_and_play_again(visitor: Callable[..., Visitor]) -> None:
    ann, ben, eve = visitor("Ann"), visitor("Ben", 320, 640), visitor("Eve")
    ann.open_table(house=QUICK_DUEL, seats=2)
    link = ann.link
    ben.sit(link)
    eve.watch(link)
    begin(ben, ann)

    ben.page.reload()
    ben.page.locator("main.table").wait_for()
    assert ben.view["seat"] == 1

    ann.page.get_by_role("tab", name="Chat").click()
    ann.page.get_by_label("Write a line").fill("Is <b>this</b> bold?")
    ann.press("Send")
    ben.press("Story and chat")
    ben.page.get_by_role("tab", name=re.compile("^Chat")).click()
    ben.press("Good luck!")
    eve.page.get_by_role("tab", name=re.compile("^Chat")).click()
    for one in (ann, ben, eve):
        lines = one.page.get_by_role("log", name="Chat").get_by_role("listitem")
        expect(lines.locator(".words")).to_have_text(["AnnIs <b>this</b> bold?", "BenGood luck!"], timeout=PATIENCE_MS)
    ben.press("Close the story")
    assert eve.act() is False
    expect(eve.page.get_by_text("You are watching.")).to_be_visible()

    play_together([ann, ben], lambda: ann.is_over and ben.is_over)
    for one in (ann, ben, eve):
        is_over(one)
        proof = one.page.get_by_role("region", name="Proof of the deal")
        expect(proof).to_contain_text("This deal was fair", timeout=PATIENCE_MS)
    expect(ann.page.get_by_role("region", name="Proof of the deal")).to_contain_text("this device wrote down before")
    with ann.page.expect_download() as saved:
        ann.page.get_by_role("link", name="Record").click()
    assert json.loads(saved.value.path().read_bytes())["proof"]

    ann.press("Rematch")
    expect(ben.page.get_by_text("Ann says yes.")).to_be_visible(timeout=PATIENCE_MS)
    ben.press("Rematch")
    ben.page.locator("main.table").wait_for()
    assert ben.view["outcome"] is None


def test_a_meld_is_played_by_tapping_its_cards(visitor: Callable[..., Visitor]) -> None:
    ann, ben = visitor("Ann"), visitor("Ben")
    ann.open_table(house=ONE_ROUND, seats=2)
    ben.sit(ann.link)
    begin(ben, ann)
    leader = (ann, ben)[ann.view["to_act"][0]]
    longest = max((move.split()[1:] for move in leader.view["legal"]), key=len)
    leader.choose(*longest)
    leader.page.get_by_role("button", name=re.compile("^Play")).click()
    expect(leader.story).to_contain_text("You led", timeout=PATIENCE_MS)


def test_a_bet_is_placed_and_a_card_picked_with_the_keyboard_alone(visitor: Callable[..., Visitor]) -> None:
    """The cards keep their size when they can be picked."""
    ann = visitor("Ann")
    ann.against_bots("heroes", 2, "random")
    ann.button("I am ready").focus()
    ann.page.keyboard.press("Enter")
    bet = ann.page.get_by_role("button", name=re.compile("^Bet"), disabled=False)
    bet.wait_for()
    size = (
        "(({ width, height }) => [width, height])(document.querySelector('[data-place^=slot]').getBoundingClientRect())"
    )
    before = ann.page.evaluate(size)
    bet.focus()
    ann.page.keyboard.press("Enter")
    slot = ann.page.get_by_role("button", name=re.compile(r"^Your slot 1\b"))
    slot.wait_for()
    assert ann.page.evaluate(size) == before
    slot.focus()
    ann.page.keyboard.press("Enter")
    expect(ann.story).to_contain_text("You turned over your own card", timeout=PATIENCE_MS)


# -- Bots and hosts ----------------------------------------------------------------------------------------------------


def test_a_person_asks_a_bot_pauses_and_gives_up(visitor: Callable[..., Visitor]) -> None:
    ann = visitor("Ann")
    ann.open_by_form("Shithead", chair_2="Easy")
    begin(ann)
    ann.play_on(until=lambda: ann.view["phase"] != "setup" and ann.view["to_act"] == [0] and ann.view["plays"] > 1)
    ann.press("Hint")
    expect(ann.page.get_by_text("A strong bot would")).to_be_visible(timeout=PATIENCE_MS)
    ann.press("Why?")
    expect(ann.page.get_by_text(re.compile("^Why .* did that$"))).to_be_visible(timeout=PATIENCE_MS)
    ann.press("Undo")
    expect(ann.story).to_contain_text("taken back", timeout=PATIENCE_MS)
    ann.in_menu("Pause")
    expect(ann.page.get_by_role("heading", name=re.compile("paused", re.IGNORECASE))).to_be_visible()
    assert ann.act() is False
    ann.in_menu("Resume")
    ann.in_menu("Give up", sure=True)
    is_over(ann)


def test_whoever_leaves_watches_and_may_sit_down_again(visitor: Callable[..., Visitor]) -> None:
    ann = visitor("Ann")
    ann.against_bots("shithead", 2)
    begin(ann)
    ann.in_menu("Leave the table", sure=True)
    expect(ann.page.get_by_role("alert").filter(has_text="You left the table").first).to_be_visible()
    expect(ann.button("Sit down")).to_be_visible()
    ann.page.reload()
    is_over(ann)  # bots play to the end
    ann.press("Sit down")
    expect(ann.button("Rematch")).to_be_visible(timeout=PATIENCE_MS)
    assert ann.view["seat"] is not None


def test_somebody_is_muted_lets_a_bot_play_and_is_removed_during_a_match(visitor: Callable[..., Visitor]) -> None:
    ann, ben = visitor("Ann"), visitor("Ben")
    ann.open_table(game="duel")
    ben.sit(ann.link)
    begin(ann, ben)
    ann.in_menu("Mute Ben")
    ben.page.get_by_role("tab", name=re.compile("^Chat")).click()
    ben.press("Hello!")
    expect(ben.page.locator(".chat-pane [role=alert]")).to_contain_text("muted you", timeout=PATIENCE_MS)
    ann.in_menu("Unmute Ben")
    ben.in_menu("Let a bot play for me")
    ben.page.get_by_role("button", name="I am back").first.wait_for()
    ben.in_menu("I am back")
    expect(ben.page.get_by_role("button", name="I am back")).to_have_count(0, timeout=PATIENCE_MS)
    ann.in_menu("Remove Ben", sure=True)
    expect(ben.page.get_by_role("alert").filter(has_text="removed").first).to_be_visible(timeout=PATIENCE_MS)
    expect(ben.page.get_by_text("You are watching.")).to_be_visible(timeout=PATIENCE_MS)


def test_who_may_not_watch_can_still_sit_down(visitor: Callable[..., Visitor], here: Served) -> None:
    made = here.http.post("/api/v1/tables", json={"game": "duel", "player": "Ann", "spectators": False}).json()
    ben = visitor("Ben")
    ben.page.goto(f"/t/{made['table']}")
    expect(ben.page.get_by_role("alert")).to_contain_text("Nobody may watch this table", timeout=PATIENCE_MS)
    ben.page.get_by_label("Your name").fill("Ben")
    ben.press("Sit down")
    expect(ben.button("I am ready")).to_be_visible(timeout=PATIENCE_MS)


def test_a_link_to_no_table_says_so(browser: Browser, here: Served) -> None:
    ann = Visitor(browser, here.url, "Ann")
    ann.page.goto("/t/00000000-0000-7000-8000-000000000000")
    expect(ann.page.get_by_role("alert")).to_contain_text("There is no table", timeout=PATIENCE_MS)
    ann.context.close()
