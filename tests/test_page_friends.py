"""The page between friends: several devices of one person, undo, who left and who gave up, and wrong addresses."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, expect

from tests.serving import Served, served
from tests.visitors import Visitor, begin, is_over, needs_browser, visits
from tests.web_players import PATIENCE_MS

pytestmark = [pytest.mark.one_build, needs_browser]


@pytest.fixture
def visitor(browser: Browser, here: Served) -> Iterator[Callable[..., Visitor]]:
    with visits(browser, here.url) as make:
        yield make


# -- Links -------------------------------------------------------------------------------------------------------------


def carried(person: Visitor) -> str:
    """The link to another device of the same person."""
    person.page.goto("/settings")
    person.page.get_by_text("Take your name, matches and ratings to another device").click()
    person.wait("document.querySelector('.identity .qr').naturalWidth > 0")
    link = person.page.locator(".key-link").get_attribute("href")
    assert link is not None
    return link


def test_links_begin_with_the_public_url(browser: Browser, tmp_path: Path) -> None:
    with served(tmp_path, public_url="https://cards.example.org") as server, visits(browser, server.url) as visitor:
        ann = visitor("Ann")
        ann.open_table(game="duel")
        assert ann.link.startswith("https://cards.example.org/t/")
        expect(ann.page.get_by_text("This link works only on this computer")).to_have_count(0)
        assert carried(ann).startswith("https://cards.example.org/#key=")


def test_a_friend_sees_first_how_to_sit_down(visitor: Callable[..., Visitor]) -> None:
    ann, ben = visitor("Ann"), visitor("Ben", 360, 740)
    ann.open_table(game="shithead")
    expect(ann.page.get_by_text("This link works only on this computer")).to_be_visible()
    ben.watch(ann.link)
    expect(ben.button("Sit down")).to_be_in_viewport()


# -- Several devices of one person -------------------------------------------------------------------------------------


def test_a_key_is_carried_to_another_device(visitor: Callable[..., Visitor]) -> None:
    """The other device is the same person: it knows the name and the tables, and takes the seat of a full table."""
    ann, ben, phone = visitor("Ann"), visitor("Ben"), visitor("")
    link = ann.open_by_form("Shithead for two", chair_2="")
    ben.sit(link)
    key = carried(ann)

    phone.page.goto(key)
    expect(phone.page.get_by_text("Welcome, Ann")).to_be_visible(timeout=PATIENCE_MS)
    assert "#" not in phone.page.url
    phone.page.goto("/settings")
    expect(phone.page.get_by_label("Your name")).to_have_value("Ann")
    phone.page.goto("/matches")
    expect(phone.page.get_by_role("link", name=re.compile("^Resume"))).to_have_count(1, timeout=PATIENCE_MS)
    phone.page.goto(link)
    phone.press("Take my seat on this device")
    expect(phone.button("I am ready")).to_be_visible(timeout=PATIENCE_MS)
    expect(ben.page.locator(".chairlist b")).to_have_text(["Ann", "Ben"])


def test_a_device_that_is_somebody_asks_before_it_becomes_somebody_else(visitor: Callable[..., Visitor]) -> None:
    ann, ben = visitor("Ann"), visitor("Ben")
    ann.open_by_form("Shithead for two", chair_2="")
    ben.open_by_form("Shithead for two", chair_2="")
    key = carried(ann)
    own = ben.page.evaluate("localStorage.getItem('player-key')")

    ben.page.goto(key)
    question = ben.page.get_by_role("region", name="Who are you?")
    expect(question).to_contain_text("This device plays as Ben", timeout=PATIENCE_MS)
    ben.press("Stay who I am")
    expect(question).to_have_count(0)
    assert ben.page.evaluate("localStorage.getItem('player-key')") == own

    ben.page.goto("/settings")
    ben.page.goto(key)
    question.wait_for()
    ben.page.reload()  # the key is gone from the address: the question is not asked again
    ben.page.locator("html[data-ready]").wait_for()
    expect(question).to_have_count(0)
    ben.page.goto("/settings")
    ben.page.goto(key)
    ben.press("Play as the other player")
    expect(ben.page.get_by_text("Welcome, Ann")).to_be_visible(timeout=PATIENCE_MS)
    assert ben.page.evaluate("localStorage.getItem('player-key')") == key.split("#key=")[1]


def test_a_person_changes_the_name_and_is_forgotten(visitor: Callable[..., Visitor], here: Served) -> None:
    ann = visitor("Ann")
    ann.open_by_form("Shithead for two", chair_2="")
    key = ann.page.evaluate("localStorage.getItem('player-key')")
    ann.page.goto("/settings")
    ann.page.get_by_label("Your name").fill("Anna")
    ann.press("Save")
    expect(ann.page.get_by_text("You are called Anna now.")).to_be_visible(timeout=PATIENCE_MS)
    assert here.http.get("/api/v1/me", headers={"Player-Key": key}).json()["name"] == "Anna"

    ann.press("Forget me")
    ann.press("Press again: forget me for good")
    expect(ann.page.get_by_text("You are forgotten.")).to_be_visible(timeout=PATIENCE_MS)
    assert here.http.get("/api/v1/me", headers={"Player-Key": key}).status_code == 404
    assert ann.page.evaluate("localStorage.getItem('player-key')") != key


def test_settings_are_kept_and_shown_at_once(visitor: Callable[..., Visitor]) -> None:
    ann = visitor("Ann", settings={})
    ann.page.goto("/settings")
    chosen = {"Room": "Day", "Colours of the suits": "Four", "Corners of the cards": "Large", "Cards": "ASCII"}
    for group, choice in chosen.items():
        ann.page.get_by_role("radiogroup", name=group, exact=True).get_by_role("radio", name=choice).click()
    ann.page.get_by_role("slider", name="Your turn").fill("50")
    ann.page.get_by_role("switch").click()
    shown = ["day", "4", "large", "ascii"]
    look = "(({ theme, suits, index, skin }) => [theme, suits, index, skin])(document.documentElement.dataset)"
    assert ann.page.evaluate(look) == shown

    ann.page.reload()
    ann.page.locator("html[data-ready]").wait_for()
    assert ann.page.evaluate(look) == shown
    expect(ann.page.get_by_role("slider", name="Your turn")).to_have_value("50")
    expect(ann.page.get_by_role("switch")).to_have_attribute("aria-checked", "true")
    ann.page.get_by_role("radio", name="Deutsch").click()
    expect(ann.page.get_by_role("heading", level=1)).to_have_text("Einstellungen", timeout=PATIENCE_MS)
    assert ann.page.evaluate("document.documentElement.lang") == "de"


# -- At the table ------------------------------------------------------------------------------------------------------


CHAIRS = "async (table) => (await (await fetch(`/api/v1/tables/${table}`)).json()).chairs"


def begin_duel(ann: Visitor, ben: Visitor) -> None:
    ann.open_table(game="duel")
    ben.sit(ann.link)
    begin(ben, ann)


def test_undo_is_asked_for_and_agreed_to(visitor: Callable[..., Visitor]) -> None:
    ann, ben = visitor("Ann"), visitor("Ben")
    begin_duel(ann, ben)
    swap = next(move for move in ann.view["legal"] if move.startswith("swap"))
    ann.choose(*swap.split()[1:])
    ann.page.get_by_role("button", name=re.compile("^Swap")).click()
    expect(ann.story).to_contain_text("You laid", timeout=PATIENCE_MS)
    ann.press("Undo")
    expect(ann.page.get_by_text("the others have to agree")).to_be_visible(timeout=PATIENCE_MS)
    expect(ben.page.get_by_text("Ann wants to take back a move.").first).to_be_visible(timeout=PATIENCE_MS)
    ben.press("Agree")
    for one in (ann, ben):
        expect(one.page.locator(".notice.is-undo")).to_have_count(0, timeout=PATIENCE_MS)
    assert swap in ann.view["legal"]


def test_the_result_keeps_the_names_of_those_who_leave_and_nobody_hears_a_false_alarm(
    visitor: Callable[..., Visitor],
) -> None:
    ann, ben = visitor("Ann"), visitor("Ben")
    begin_duel(ann, ben)
    ben.in_menu("Give up", sure=True)
    for one in (ann, ben):
        is_over(one)
    names = ben.page.locator(".places .who b")
    expect(names).to_have_text(["Ann", "You"])
    ann.page.evaluate("localStorage.clear()")
    ben.page.reload()
    expect(names).to_have_text(["Ann", "You"], timeout=PATIENCE_MS)
    ann.page.reload()
    is_over(ann)
    expect(ann.page.get_by_role("region", name="Proof of the deal")).to_contain_text("fair", timeout=PATIENCE_MS)


def test_whoever_gave_up_and_stayed_is_asked_for_the_rematch(visitor: Callable[..., Visitor]) -> None:
    ann, ben = visitor("Ann"), visitor("Ben")
    begin_duel(ann, ben)
    ben.in_menu("Give up", sure=True)
    for one in (ann, ben):
        is_over(one)
    ann.press("Rematch")
    expect(ann.page.locator(".votes")).to_have_text("You said yes. Waiting for Ben.", timeout=PATIENCE_MS)
    expect(ben.page.locator(".votes")).to_contain_text("Ann", timeout=PATIENCE_MS)
    expect(ann.page.locator("main.table")).to_have_count(0)
    ben.press("Rematch")
    for one in (ann, ben):
        one.page.locator("main.table").wait_for()


def test_whoever_sits_down_during_a_match_says_for_which_bot(visitor: Callable[..., Visitor]) -> None:
    ann, eve = visitor("Ann"), visitor("Eve")
    table = ann.against_bots("shithead", 3)
    begin(ann)
    eve.watch(f"/t/{table}")
    names = [chair["name"] for chair in eve.page.evaluate(CHAIRS, table)]
    eve.press("Sit down")
    dialog = eve.page.get_by_role("dialog", name="Whose cards do you take?")
    expect(dialog.locator(".menu .btn")).to_have_text([f"{name} (Medium bot)" for name in names[1:]])
    eve.page.keyboard.press("Escape")
    dialog.wait_for(state="detached")
    expect(eve.page.get_by_text("You are watching.")).to_be_visible()
    eve.press("Sit down")
    dialog.get_by_role("button", name=f"{names[2]} (Medium bot)").click()
    expect(ann.page.locator("[data-seat='2']")).to_contain_text("Eve", timeout=PATIENCE_MS)
    assert [chair["name"] for chair in eve.page.evaluate(CHAIRS, table)] == ["Ann", names[1], "Eve"]


def test_nobody_is_offered_a_seat_that_is_out_or_was_given_up(visitor: Callable[..., Visitor]) -> None:
    ann = visitor("Ann")
    ann.page.goto("/settings")
    free = ann.page.evaluate("""async () => {
      const folder = document.querySelector("script[type=module]").src.replace("main.js", "");
      const { Session } = await import(folder + "session.js");
      const chairs = [{}, { bot: true }, { bot: true }, { bot: true, forfeited: true }, { bot: true, keeps: "Ben" }];
      const { get } = Object.getOwnPropertyDescriptor(Session.prototype, "freeSeats");
      return [true, false].map((isPlaying) => get.call({ chairs, isPlaying, view: { out: [1] } }));
    }""")
    assert free == [[2], [1, 2, 3]]


def test_who_came_second_of_two_is_not_told_twice(visitor: Callable[..., Visitor]) -> None:
    ann = visitor("Ann")
    ann.against_bots("heroes", 2)
    begin(ann)
    ann.in_menu("Give up", sure=True)
    is_over(ann)
    expect(ann.page.get_by_role("heading", level=1)).to_have_text("You came 2nd")
    expect(ann.page.get_by_text("You came last.")).to_have_count(0)
    expect(ann.button("Verify it once more")).to_be_visible()


def test_a_seat_that_was_given_up_offers_only_what_is_possible(visitor: Callable[..., Visitor]) -> None:
    ann, ben, eve = visitor("Ann"), visitor("Ben"), visitor("Eve")
    ann.open_table(game="shithead", seats=3)
    ben.sit(ann.link)
    eve.sit(ann.link)
    begin(ann, ben, eve)
    ben.in_menu("Give up", sure=True)
    ben.wait("document.body.dataset.unanswered === '0'")
    assert ben.offered_in_menu() == ["Leave the table"]
    offered = ben.page.get_by_role("group", name="What you can do").get_by_role("button", disabled=False)
    expect(offered).to_have_count(0)
    ben.in_menu("Leave the table", sure=True)
    expect(ben.button("Wait for a chair")).to_be_visible(timeout=PATIENCE_MS)


# -- The salt of a deal -----------------------------------------------------------------------------------------------


PRESS_TWICE = "(button) => { button.click(); button.click(); }"
KEPT_SALT = "JSON.parse(localStorage.getItem(`salt-${location.pathname.slice(3)}`))?.salt"


def proof_of(one: Visitor) -> Locator:
    """What the page has worked out at the end of a match."""
    return one.page.get_by_role("region", name="Proof of the deal").get_by_role("heading")


def test_a_button_that_is_pressed_twice_adds_one_salt(visitor: Callable[..., Visitor]) -> None:
    ann, ben = visitor("Ann"), visitor("Ben")
    ann.open_table(game="duel")
    ben.sit(ann.link)
    ann.button("I am ready").evaluate(PRESS_TWICE)
    ben.button("I am ready").evaluate(PRESS_TWICE)
    for again in (True, False):
        for one in (ann, ben):
            one.page.locator("main.table").wait_for()
        ben.in_menu("Give up", sure=True)
        for one in (ann, ben):
            expect(proof_of(one)).to_have_text("This deal was fair", timeout=PATIENCE_MS)
            expect(one.page.get_by_text("that this device wrote down")).to_have_count(1)
        for one in (ben, ann) if again else ():
            one.button("Rematch").evaluate(PRESS_TWICE)


def test_two_tabs_of_one_seat_add_one_salt_and_a_reload_keeps_it(visitor: Callable[..., Visitor]) -> None:
    ann, ben = visitor("Ann"), visitor("Ben")
    ann.open_table(game="duel")
    ben.sit(ann.link)
    tab = ann.context.new_page()
    tab.goto(ann.page.url)
    buttons = [page.get_by_role("button", name="I am ready").element_handle() for page in (ann.page, tab)]
    for button in buttons:
        button.evaluate("(button) => button.click()")  # the second one is pressed, although it may be gone by now
    ann.page.locator(".is-ready").wait_for()
    salt = ann.page.evaluate(KEPT_SALT)
    ann.page.reload()
    ann.page.locator(".is-ready").wait_for()
    assert ann.page.evaluate(KEPT_SALT) == salt
    ben.press("I am ready")
    ann.page.locator("main.table").wait_for()
    ann.in_menu("Give up", sure=True)

    expect(proof_of(ann)).to_have_text("This deal was fair", timeout=PATIENCE_MS)
    expect(ann.page.get_by_text("that this device wrote down")).to_have_count(1)


def test_a_deal_that_does_not_add_up_is_told_where_a_fair_one_is(visitor: Callable[..., Visitor]) -> None:
    ann, ben = visitor("Ann"), visitor("Ben")
    begin_duel(ann, ben)
    ann.in_menu("Give up", sure=True)
    expect(proof_of(ann)).to_have_text("This deal was fair", timeout=PATIENCE_MS)
    fair = ann.page.locator(".proof .seal").bounding_box()
    ann.page.evaluate("""() => {
      const key = `salt-${location.pathname.slice(3)}`;
      localStorage.setItem(key, JSON.stringify({ ...JSON.parse(localStorage.getItem(key)), salt: "another" }));
    }""")
    ann.page.reload()
    expect(proof_of(ann)).to_have_text("This deal does not add up", timeout=PATIENCE_MS)

    assert ann.page.locator(".proof .seal").bounding_box() == fair


# -- Addresses ---------------------------------------------------------------------------------------------------------


def test_an_unknown_address_is_answered_with_a_page(browser: Browser, here: Served) -> None:
    ann = Visitor(browser, here.url, "Ann")
    ann.page.goto("/nothing")
    expect(ann.page.get_by_role("heading")).to_have_text("There is nothing here")
    ann.page.get_by_role("link", name="Open a table").click()
    expect(ann.button("Deal me in")).to_be_visible(timeout=PATIENCE_MS)
    ann.page.goto("/t/nope")
    expect(ann.page.get_by_role("heading", level=1)).to_have_text("This table cannot be opened", timeout=PATIENCE_MS)
    ann.context.close()
    assert here.http.get("/nothing").json()["code"] == "unknown-path"
    assert here.http.get("/api/v1/nothing", headers={"Accept": "text/html"}).json()["code"] == "unknown-path"


def test_links_and_the_way_back_stay_in_the_page(visitor: Callable[..., Visitor]) -> None:
    """No screen loads the page again, and the heading of a new screen has the focus: a screen reader reads it."""
    ann = visitor("Ann")
    ann.page.goto("/")
    ann.button("Deal me in").wait_for()
    ann.page.evaluate("globalThis.isSame = true")
    ann.page.get_by_role("link", name="Settings").click()
    expect(ann.page.get_by_role("heading", level=1)).to_be_focused(timeout=PATIENCE_MS)
    ann.page.get_by_role("link", name="Lobby").first.click()
    expect(ann.page.get_by_role("heading", level=1)).to_have_text("Lobby", timeout=PATIENCE_MS)
    ann.page.go_back()
    expect(ann.page.get_by_role("heading", level=1)).to_have_text("Settings", timeout=PATIENCE_MS)
    assert ann.page.evaluate("isSame")
