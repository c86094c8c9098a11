"""A table for friends: opened by clicks, joined over its link, and played to the end by two browsers."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.serving import Served, served
from tests.visitors import needs_browser
from tests.web_players import MOST_ACTS, QUICK, Player, players

pytestmark = [pytest.mark.one_build, needs_browser]

WARNING = "This link works only on this computer"


def open_by_clicks(player: Player, game: str, seats: int | None = None) -> str:
    """Returns the link for friends."""
    page = player.page
    page.goto("/")
    page.locator("html[data-ready]").wait_for()
    page.get_by_role("button", name="Open a table for friends").click()
    dialog = page.get_by_role("dialog", name="Open a table")
    dialog.get_by_role("radio", name=game, exact=True).click()
    if seats:
        dialog.get_by_role("radiogroup", name="Seats").get_by_role("radio", name=str(seats)).click()
    dialog.get_by_role("button", name="Open the table").click()
    page.get_by_role("button", name="I am ready").wait_for()
    field = page.get_by_label("The link for your friends")
    expect(field).not_to_have_value("")
    return field.input_value()


def sit(player: Player, link: str) -> Page:
    player.page.goto(link)
    player.page.get_by_role("button", name="Sit down").click()
    player.page.get_by_role("button", name="I am ready").wait_for()
    return player.page


def test_two_browsers_play_a_match_over_an_invitation(player: Callable[..., Player]) -> None:
    ann, ben = player("Ann", seed=1), player("", seed=2)
    link = open_by_clicks(ann, "Shithead for two")
    sit(ben, link)  # one tap: a name is suggested
    name = ben.page.evaluate("localStorage.getItem('name')")
    assert name
    ann.page.get_by_text(name, exact=True).wait_for()
    ann.page.get_by_role("button", name="I am ready").click()
    ann.page.locator(".is-ready").wait_for()
    ben.page.get_by_role("button", name="I am ready").click()
    for one in (ann, ben):
        one.page.get_by_role("listbox", name="Your hand").wait_for()
    for _ in range(MOST_ACTS):
        if ann.is_over and ben.is_over:
            break
        for one in (ann, ben):
            one.is_over or one.act()
        ann.page.wait_for_timeout(5)

    for one in (ann, ben):
        one.button("Rematch").wait_for()


@pytest.mark.parametrize("size", [(360, 640), (768, 1024), (1440, 900)])
def test_what_the_host_may_do_stands_before_the_rules(player: Callable[..., Player], size: tuple[int, int]) -> None:
    """The rules are long: nobody looks for anything below them."""
    ann = player("Ann", size=size)
    ann.open_table(game="shithead", seats=2)
    ann.page.get_by_role("heading", name="The deal", exact=True).wait_for()
    tops = [
        ann.page.get_by_role("heading", name=name, exact=True).last.evaluate("(one) => one.getBoundingClientRect().top")
        for name in ("For the host", "The deal")
    ]

    assert tops[0] < tops[1]


def test_a_reload_keeps_the_seat(player: Callable[..., Player]) -> None:
    ann, ben = player("Ann"), player("Ben")
    page = sit(ben, open_by_clicks(ann, "Heart of Five"))
    page.reload()

    page.get_by_role("button", name="I am ready").wait_for()
    expect(page.locator(".chairlist li").filter(has_text="Ben")).to_contain_text("you")


def test_the_host_fills_changes_and_empties_chairs_and_deals(player: Callable[..., Player]) -> None:
    ann, ben = player("Ann"), player("Ben")
    link = open_by_clicks(ann, "Shithead", 4)
    page = ann.page
    sit(ben, link)
    page.get_by_role("button", name="Add a bot on chair 3").click()
    level = page.get_by_role("combobox")
    level.wait_for()
    level.select_option("hard")
    page.locator(".chairlist li").filter(has_text="Hard bot").wait_for()

    page.get_by_role("button", name="Remove Ben").click()
    sure = page.get_by_role("button", name="Press again: remove Ben from the table")
    expect(ben.page.get_by_role("button", name="I am ready")).to_be_visible()
    place = sure.bounding_box()
    assert place is not None
    sure.click()
    ben.page.get_by_text("if it was a mistake, sit down again").first.wait_for()
    page.get_by_role("button", name="Add a bot on chair 2").wait_for()
    page.mouse.click(place["x"] + place["width"] / 2, place["y"] + place["height"] / 2)  # once too often
    ben.page.get_by_role("button", name="Sit down").click()
    ben.page.get_by_role("button", name="I am ready").wait_for()
    page.get_by_role("button", name="Remove Ben").click()
    sure.click()
    ben.page.get_by_text("you cannot sit down here again").first.wait_for()

    page.get_by_role("switch", name="Allow hints").click()
    expect(page.get_by_role("switch", name="Allow hints")).to_have_attribute("aria-checked", "false")
    page.get_by_label("Name of the table").fill("Friday <i>night</i>")
    page.get_by_role("button", name="Rename").click()
    page.get_by_role("heading", name="Friday <i>night</i>", level=1).wait_for()

    page.get_by_role("button", name="Deal now").click()
    page.get_by_role("listbox", name="Your hand").wait_for()


def test_somebody_who_comes_late_waits_and_gets_the_next_chair(player: Callable[..., Player]) -> None:
    ann, ben, eve = player("Ann"), player("Ben"), player("Eve")
    link = open_by_clicks(ann, "Shithead for two")
    sit(ben, link)
    eve.page.goto(link)
    eve.page.get_by_role("button", name="Wait for a chair").click()
    eve.page.get_by_text("You wait for a chair.").wait_for()
    ann.page.get_by_text("Waiting for a chair: Eve.").wait_for()
    ben.page.get_by_role("button", name="Leave the table").click()

    eve.page.get_by_role("button", name="I am ready").wait_for()
    ann.page.locator(".chairlist").get_by_text("Eve", exact=True).wait_for()


def test_the_link_is_shown_as_a_picture_and_copied(player: Callable[..., Player]) -> None:
    ann = player("Ann", permissions=["clipboard-read", "clipboard-write"])
    link = open_by_clicks(ann, "Shithead")
    picture = ann.page.get_by_role("img", name="The invitation link as a QR code")

    ann.page.wait_for_function("image => image.naturalWidth > 0", arg=picture.element_handle())
    ann.page.get_by_text(WARNING).wait_for()
    ann.page.get_by_role("button", name="Copy").click()
    ann.page.get_by_text("Copied", exact=True).wait_for()
    assert ann.page.evaluate("navigator.clipboard.readText()") == link == ann.page.url


def test_a_link_that_friends_can_open_has_no_warning(browser: Browser, tmp_path: Path) -> None:
    with served(tmp_path, public_url="https://cards.example.org") as server, players(browser, server.url) as make:
        ann = make("Ann", settings=QUICK)
        link = open_by_clicks(ann, "Shithead")

        assert link.startswith("https://cards.example.org/t/")
        expect(ann.page.get_by_text(WARNING)).to_have_count(0)


def test_the_keyboard_opens_a_table_and_escape_closes_the_dialog(player: Callable[..., Player]) -> None:
    page = player("Ann").page
    page.goto("/")
    page.locator("html[data-ready]").wait_for()
    page.get_by_role("radio", name="Smellyhead").wait_for()
    button = page.get_by_role("button", name="Open a table for friends")
    button.focus()
    page.keyboard.press("Enter")
    dialog = page.get_by_role("dialog", name="Open a table")
    dialog.wait_for()
    page.keyboard.press("Escape")
    dialog.wait_for(state="detached")
    expect(button).to_be_focused()
    page.keyboard.press("Enter")
    dialog.get_by_label("Your name").fill("Ann of keys")
    page.keyboard.press("Enter")

    page.get_by_role("button", name="I am ready").wait_for()
    page.get_by_text("Ann of keys").first.wait_for()


def test_nobody_who_only_watches_is_asked_to_be_ready(player: Callable[..., Player], here: Served) -> None:
    table = here.http.post("/api/v1/tables", json={"game": "duel", "spectators": True, "player": "Ann"}).json()["table"]
    eve = player("Eve")
    eve.page.goto(f"/t/{table}")
    eve.page.get_by_role("button", name="Sit down").wait_for()

    expect(eve.page.get_by_role("button", name="I am ready")).to_have_count(0)
    expect(eve.page.get_by_text("watching.")).to_have_count(0)  # nobody else is
    expect(eve.page.get_by_text(WARNING)).to_have_count(0)  # who runs the server is not a guest
    zoe = player("Zoe")
    zoe.page.goto(f"/t/{table}")
    expect(zoe.page.get_by_text("1 person is watching.")).to_have_count(1)
