"""The first page, the lobby and what one played: one tap deals, a table is found again, and others find it."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.serving import Served
from tests.visitors import needs_browser
from tests.web_players import QUICK, Player, players

pytestmark = [pytest.mark.one_build, needs_browser]

GAMES = ("Shithead", "Shithead for two", "Smellyhead", "Heart of Five", "H3ROES C4RDS")
FIRST_ACTS = re.compile(r"^(I am ready|Ready|Play|Choose|Bet|Pass|Take)\b")
GIVE_UP = """async () => {
  const path = `/api/v1${location.pathname.replace("/t/", "/tables/")}/live`;
  const socket = new WebSocket(location.origin.replace("http", "ws") + path);
  await new Promise((resolve) => { socket.onopen = resolve; });
  const over = new Promise((resolve) => {
    socket.onmessage = ({ data }) => { if (data.includes('"type":"over"')) resolve(); };
  });
  socket.send(JSON.stringify({ type: "forfeit" }));
  await over;
  socket.close();
}"""


PLAYED = """async () => {
  const headers = { "Player-Key": localStorage.getItem("player-key") };
  return (await (await fetch("/api/v1/me/matches", { headers })).json()).matches.length > 0;
}"""


def go(player: Player, path: str) -> Page:
    player.page.goto(path)
    player.page.locator("html[data-ready]").wait_for()
    return player.page


def stranger(player: Callable[..., Player]) -> Player:
    """Somebody who never said a name here."""
    return player("", settings=QUICK)


@pytest.mark.parametrize("game", GAMES)
def test_one_tap_deals_a_stranger_in(player: Callable[..., Player], game: str) -> None:
    page = go(stranger(player), "/")
    page.get_by_role("radio", name=game, exact=True).click()
    page.get_by_role("button", name="Deal me in").click()

    page.wait_for_url("**/t/*")
    page.get_by_role("button", name=FIRST_ACTS).first.wait_for()
    kept = page.evaluate("[localStorage.getItem('name'), localStorage.getItem(`salt-${location.pathname.slice(3)}`)]")
    assert kept[0]
    assert kept[1], "the player's own part of the shuffle is kept, so that the deal can be checked"


def test_what_was_chosen_is_dealt_and_offered_again(player: Callable[..., Player], here: Served) -> None:
    page = go(player("Ann"), "/")
    page.get_by_role("radio", name="Smellyhead").click()
    page.get_by_role("radiogroup", name="Seats").get_by_role("radio", name="3").click()
    page.get_by_role("radiogroup", name="Bots").get_by_role("radio", name="Hard").click()
    page.get_by_role("button", name="Deal me in").click()
    page.wait_for_url("**/t/*")
    table = here.http.get(f"/api/v1/tables/{page.url.rpartition('/')[2]}").json()

    assert table["game"] == "smellyhead"
    assert [chair.get("level") for chair in table["chairs"]] == [None, "hard", "hard"]
    assert table["chairs"][0]["name"] == "Ann"

    page.goto("/")
    expect(page.get_by_role("radio", name="Smellyhead")).to_have_attribute("aria-checked", "true")
    expect(page.get_by_role("radiogroup", name="Seats").get_by_role("radio", name="3")).to_have_attribute(
        "aria-checked", "true"
    )


def test_the_keyboard_alone_chooses_and_deals(player: Callable[..., Player]) -> None:
    page = go(player("Ann"), "/")
    page.get_by_role("radio", name="Shithead", exact=True).focus()
    page.keyboard.press("ArrowRight")
    expect(page.get_by_role("radio", name="Shithead for two")).to_be_focused()
    page.keyboard.press("End")
    expect(page.get_by_role("radio", name="H3ROES C4RDS")).to_have_attribute("aria-checked", "true")
    page.keyboard.press("Home")
    page.keyboard.press("Tab")
    page.keyboard.press("ArrowLeft")
    expect(page.get_by_role("radiogroup", name="Seats").get_by_role("radio", name="3")).to_be_focused()
    page.keyboard.press("Enter")

    page.wait_for_url("**/t/*")
    page.get_by_role("listbox", name="Your hand").wait_for()


def test_a_name_can_be_changed_before_playing(player: Callable[..., Player], here: Served) -> None:
    page = go(stranger(player), "/")
    page.get_by_role("button", name="Change your name").click()
    page.get_by_label("Your name").fill("Zoë <b>")
    page.get_by_role("button", name="Save the name").click()
    page.get_by_text("You play as Zoë <b>.").wait_for()
    page.get_by_role("button", name="Deal me in").click()
    page.wait_for_url("**/t/*")

    table = here.http.get(f"/api/v1/tables/{page.url.rpartition('/')[2]}").json()
    assert table["chairs"][0]["name"] == "Zoë <b>"


def test_the_settings_know_the_name_that_the_first_page_suggests(player: Callable[..., Player]) -> None:
    page = go(stranger(player), "/")
    line = page.get_by_text("You play as ")
    line.wait_for()
    page.goto("/settings")
    name = page.get_by_label("Your name").input_value()
    assert name
    page.goto("/")
    expect(line).to_contain_text(f"You play as {name}")


def test_a_match_in_play_waits_on_the_first_page_and_among_my_matches(player: Callable[..., Player]) -> None:
    page = go(player("Ann"), "/")
    page.get_by_role("button", name="Deal me in").click()
    page.get_by_role("listbox", name="Your hand").wait_for()
    table = page.url

    page.goto("/")
    page.get_by_text("1 waits for your move").wait_for()
    page.get_by_role("link", name="Back to Shithead").click()
    page.get_by_role("listbox", name="Your hand").wait_for()
    assert page.url == table

    page.goto("/matches")
    page.get_by_text("It waits for your move").wait_for()
    page.get_by_role("link", name="Resume Shithead").click()
    page.get_by_role("listbox", name="Your hand").wait_for()
    assert page.url == table


def test_a_finished_match_is_listed_with_its_replay_record_and_rating(player: Callable[..., Player]) -> None:
    ann = player("Ann")
    ann.against_bots("duel", 2)
    table = ann.page.url.rpartition("/")[2]
    ann.button("I am ready").click()  # a match that ended before anybody had moved is not kept
    ann.page.get_by_role("button", name="I am ready").wait_for(state="hidden")
    ann.page.evaluate(GIVE_UP)
    ann.page.wait_for_function(PLAYED)

    page = go(ann, "/matches")
    row = page.get_by_role("listitem").filter(has_text="Shithead for two, against")
    expect(row).to_contain_text("You came last")
    assert row.get_by_role("link", name="Replay").get_attribute("href") == f"/replay/{table}/1"
    with page.expect_download() as download:
        row.get_by_role("link", name="Record").click()
    assert download.value.suggested_filename == "duel-1.json"
    page.get_by_role("row", name="Shithead for two").wait_for()


def test_a_public_table_appears_in_the_lobby_and_can_be_filtered(player: Callable[..., Player]) -> None:
    ben = go(player("Ben"), "/lobby")
    ben.get_by_role("heading", name="Lobby").wait_for()
    ann = go(player("Ann"), "/lobby")
    ann.get_by_role("button", name="Open a table").click()
    dialog = ann.get_by_role("dialog", name="Open a table")
    dialog.get_by_role("radio", name="Smellyhead").click()
    dialog.get_by_text("More settings").click()
    dialog.get_by_label("Name of the table").fill("Smells fine")
    expect(dialog.get_by_role("switch", name="Show it in the lobby")).to_have_attribute("aria-checked", "true")
    dialog.get_by_role("button", name="Open the table").click()
    ann.wait_for_url("**/t/*")

    link = ben.get_by_role("link", name="Sit down: Smells fine")
    link.wait_for()  # the lobby looks again by itself
    ben.get_by_role("radio", name="Heart of Five").click()
    expect(link).to_have_count(0)
    ben.get_by_role("radio", name="All").click()
    link.click()
    ben.wait_for_url(ann.url)


def test_a_code_or_a_link_leads_to_a_table_and_a_wrong_one_is_explained(
    player: Callable[..., Player], here: Served
) -> None:
    ann = player("Ann")
    table = ann.open_table(game="duel", salt=None, seats=2)
    code = ann.page.locator(".spoken-code").inner_text()
    other = player("Ben", permissions=["clipboard-read", "clipboard-write"])
    other.allowed_problems = lambda problem: "status of 40" in problem
    ben = go(other, "/lobby")
    field = ben.get_by_label("Got a code or a link?").first
    for wrong, told in (
        ("nonsense", "A code has 8 digits"),
        ("0000-0000", "There is no such table any more."),
        (f"{here.url}/t/01900000-0000-7000-8000-000000000000", "There is no such table any more."),
        (f"{here.url}/t/nope", "There is no such table any more."),
    ):
        field.fill(wrong)
        ben.get_by_role("button", name="Join").click()
        ben.get_by_role("alert").get_by_text(told).wait_for()
    for right in (code.lower(), table, f"  {here.url}/t/{table}?x=1#y ", f"Come and play: {here.url}/t/{table}"):
        go(other, "/lobby")
        ben.evaluate("(text) => navigator.clipboard.writeText(text)", right)
        field.focus()
        ben.keyboard.press("Control+V")  # what is typed into a field may be cut, and so may be what is pasted
        ben.get_by_role("button", name="Join").click()
        ben.wait_for_url(f"**/t/{table}")


def test_a_replay_that_is_not_there_is_answered_for_players(player: Callable[..., Player]) -> None:
    ann = player()
    ann.allowed_problems = lambda problem: "status of 40" in problem
    table = ann.against_bots("duel", 2)
    ann.button(FIRST_ACTS).first.wait_for()
    for address, told in (
        (f"/replay/{table}/99", "There is no such match"),
        ("/replay/01900000-0000-7000-8000-000000000000/1", "There is no such match"),
        (f"/replay/{table}/1", "This match is not over yet"),
    ):
        page = go(ann, address)
        expect(page.get_by_role("heading", name="This match cannot be shown")).to_be_visible()
        expect(page.get_by_role("alert")).to_contain_text(told)
        expect(page.get_by_role("alert")).not_to_contain_text("leave out")
        page.get_by_role("link", name="Home", exact=True).click()
        page.get_by_role("button", name="Deal me in").wait_for()


@pytest.mark.parametrize("game", GAMES)
def test_the_rules_of_the_chosen_game_are_changed(player: Callable[..., Player], game: str) -> None:
    page = go(player(), "/houses")
    page.get_by_label("Name of the house").fill("Something else")
    page.locator("main[data-checked=true]").wait_for()
    page.goto("/")
    page.get_by_role("radio", name=game, exact=True).click()
    link = page.get_by_role("link", name="Change the rules", exact=True)
    if game == "H3ROES C4RDS":
        expect(page.get_by_role("radio", name=game, exact=True)).to_be_checked()
        expect(link).to_have_count(0)
        return
    link.click()
    expect(page.get_by_label("Start from").locator("option:checked")).to_have_text(game)
    page.get_by_label("Name of the house").fill("Mine")
    page.locator("main[data-checked=true]").wait_for()
    page.go_back()
    page.get_by_role("radio", name=game, exact=True).click()
    link.click()
    expect(page.get_by_label("Name of the house")).to_have_value("Mine")


@pytest.mark.parametrize("match", ["y", "0", "-1", "1.5"])
def test_an_address_without_the_number_of_a_match_says_what_would_be_right(
    player: Callable[..., Player], match: str
) -> None:
    ann = player()
    ann.allowed_problems = lambda problem: "404" in problem  # the page itself has this status
    page = go(ann, f"/replay/x/{match}")

    expect(page.get_by_role("heading", name="This match cannot be shown")).to_be_visible()
    expect(page.get_by_role("alert")).to_contain_text("ends with the number of a match: 1, 2 and so on")
    expect(page.get_by_role("link", name="Home", exact=True)).to_be_visible()


def test_the_page_speaks_german(browser: Browser, here: Served) -> None:
    with players(browser, here.url) as make:
        page = go(make("Änne", settings={**QUICK, "language": "de"}), "/")
        page.get_by_role("heading", name="Jetzt spielen").wait_for()
        for path, heading in (("/lobby", "Lobby"), ("/matches", "Meine Partien"), ("/houses", "Unser Shithead")):
            page.goto(path)
            page.get_by_role("heading", name=heading, level=1).wait_for()
        assert page.evaluate("document.documentElement.lang") == "de"


@pytest.mark.parametrize("theme", ["night", "day"])
def test_an_address_that_leads_nowhere_is_as_light_as_the_other_pages(
    browser: Browser, here: Served, theme: str
) -> None:
    with players(browser, here.url) as make:
        ann = make("Ann", settings={**QUICK, "theme": theme})
        ann.allowed_problems = lambda problem: "404" in problem
        ann.page.goto("/no/such/page")
        expect(ann.page.locator("html")).to_have_attribute("data-theme", theme)
        expect(ann.page.get_by_role("heading", name="There is nothing here")).to_be_visible()
        expect(ann.page.get_by_role("link", name="House Rules")).to_be_visible()
