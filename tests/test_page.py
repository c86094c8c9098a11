"""The page of the server in a real browser: people open a table, sit down by its link and play whole matches.

Nobody may see an error in the console, and nothing may be asked of another host."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.serving import Served, served
from tests.visitors import Visitor, chooser, chromium, needs_browser, play_on, visits

ROOT = Path(__file__).parent.parent
ONE_ROUND = '[gameInfo]\nname = "One round"\n\n[match]\nwins = 1\nrounds = 1\n'
SHORT_NIGHT = f"{(ROOT / 'examples' / 'houses' / 'wild-night.toml').read_text(encoding='utf-8')}\nlimit = 30\n"
"""With ranks and ways to name. It ends after thirty plays, because [end] is its last table."""

pytestmark = pytest.mark.one_build


@pytest.fixture(scope="module")
def here(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with served(tmp_path_factory.mktemp("server")) as server:
        yield server


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as one:
        yield one


@pytest.fixture
def visitor(browser: Browser, here: Served) -> Iterator[Callable[..., Visitor]]:
    with visits(browser, here.url) as make:
        yield make


# -- People ------------------------------------------------------------------------------------------------------------


@needs_browser
def test_two_people_play_heroes_chat_refresh_and_play_again(visitor: Callable[..., Visitor]) -> None:
    ann, ben, eve = visitor("Ann"), visitor("Ben", 320), visitor("Eve")
    link = ann.open_table("heroes")
    ben.sit(link)
    eve.watch(link)
    ben.press("Ready for the deal")
    ann.press("Ready for the deal")
    ann.wait("document.querySelector('#bet')")
    ann.page.get_by_label("Your bet").fill("100")
    ann.press("Bet")
    ben.wait("document.querySelector('#bet')")
    play_on([ann, ben], chooser("heroes"), most=6)

    ben.page.reload()
    ben.wait("document.querySelector('#chairs')?.textContent.includes('you')")
    expect(ben.page.locator("#sit")).to_be_hidden()

    ann.page.get_by_label("Say something").fill("Is <b>this</b> bold?")
    ann.press("Say")
    ben.press("Good luck!")
    for one in (ann, ben, eve):
        expect(one.page.locator("#chat li")).to_have_text(["Ann: Is <b>this</b> bold?", "Ben: Good luck!"])
    assert eve.moves() == []
    expect(eve.page.locator("#status")).to_contain_text("You are watching.")

    play_on([ann, ben], chooser("heroes"))
    for one in (ann, ben, eve):
        expect(one.page.locator("#over")).to_contain_text("The match is over")
        one.page.get_by_text("Check the deal").click()
    expect(ann.page.locator("#over")).to_contain_text("The deal was made with your salt")
    with ann.page.expect_download() as saved:
        ann.page.get_by_role("link", name="Save the record").click()
    assert json.loads(saved.value.path().read_bytes())["game"] == "heroes"

    ann.press("Rematch")
    ben.press("Rematch")
    ben.wait("document.querySelector('#bet')")
    assert not ben.is_over


@needs_browser
def test_a_house_is_checked_then_played_by_tapping_cards(visitor: Callable[..., Visitor]) -> None:
    ann, ben = visitor("Ann", 320), visitor("Ben")
    ann.page.goto(ann.url)
    ann.page.locator("#game option").first.wait_for(state="attached")
    ann.page.get_by_label("Game", exact=True).select_option("own house rules")
    ann.page.get_by_label("Your house rules").fill('extends = "shithead"\nseats = "many"')
    ann.press("Check these rules")
    expect(ann.page.locator("#problems li")).to_contain_text(["seats"])

    ben.sit(ann.open_table("own house rules", house=SHORT_NIGHT))
    ben.press("Ready for the deal")
    ann.press("Ready for the deal")
    ann.wait("document.querySelector('[data-card]')")
    hand, up = ann.view["seats"][0]["hand"], ann.view["seats"][0]["up"]
    ann.tap(hand[0])
    ann.page.locator("[data-card]").nth(len(hand)).click()
    ann.page.locator(f"#moves [data-move='swap {hand[0]} {up[0]}']").click()
    ann.wait("document.querySelector('#log').textContent.includes('You laid')")

    ben.press("Let a bot play for me")
    expect(ann.page.locator("#chairs")).to_contain_text("a bot plays for Ben")
    ben.press("I am back")
    expect(ann.page.locator("#chairs")).not_to_contain_text("a bot plays for Ben")

    assert play_on([ann, ben], chooser("night")) > 20
    for one in (ann, ben):
        expect(one.page.locator("#over")).to_contain_text("The match is over")


@needs_browser
def test_melds_are_played_by_tapping_cards(visitor: Callable[..., Visitor]) -> None:
    ann, ben = visitor("Ann"), visitor("Ben")
    ben.sit(ann.open_table("own house rules", house=ONE_ROUND))
    ben.press("Ready for the deal")
    ann.press("Ready for the deal")
    leader = _first_to_move(ann, ben)
    plays = [move.split()[1:] for move in leader.view["legal"]]
    longest = max(plays, key=len)
    leader.tap(*longest)
    leader.page.locator("#moves .main").click()
    leader.wait("document.querySelector('#log').textContent.includes('You led')")

    play_on([ann, ben], chooser("melds"))
    expect(ben.page.locator("#over")).to_contain_text("The match is over")


def _first_to_move(*players: Visitor) -> Visitor:
    while True:
        for player in players:
            if player.moves():
                return player
        players[0].page.wait_for_timeout(1)


# -- Bots, hosts and lost connections ----------------------------------------------------------------------------------


@needs_browser
def test_a_person_asks_a_bot_and_the_host_pauses_gives_up_and_leaves(visitor: Callable[..., Visitor]) -> None:
    ann = visitor("Ann")
    ann.open_table("shithead", bots="easy")
    ann.press("Ready for the deal")
    play_on([ann], chooser("bots"), most=4)
    ann.wait("document.querySelector('[data-move]')")
    ann.press("Hint")
    expect(ann.page.locator("#notice")).to_contain_text("A strong bot would say")
    ann.press("Why did the bot do that?")
    expect(ann.page.locator("#notice")).to_contain_text("Ada")
    ann.press("Take back my move")
    expect(ann.page.locator("#log")).to_contain_text("taken back")
    ann.press("Pause")
    expect(ann.page.locator("#status")).to_contain_text("paused")
    assert ann.moves() == []
    ann.press("Resume")
    ann.wait("document.querySelector('[data-move]:enabled')")
    ann.press("Give up")
    expect(ann.page.locator("#over")).to_contain_text("The match is over")

    ann.press("Leave the table")
    expect(ann.page.locator("#notice")).to_contain_text("You left the table")
    expect(ann.page.locator("#sit")).to_be_visible()
    ann.page.reload()
    expect(ann.page.locator("#sit")).to_be_visible()
    ann.press("Sit down")
    ann.page.locator("#sit").wait_for(state="hidden")


@needs_browser
def test_who_waits_gets_the_seat_of_whom_the_host_removes(visitor: Callable[..., Visitor]) -> None:
    ann, ben, eve = visitor("Ann"), visitor("Ben"), visitor("Eve")
    link = ann.open_table("duel")
    ben.sit(link)
    eve.watch(link)
    eve.page.get_by_label("Your name").fill("Eve")
    eve.press("Wait for a seat")
    expect(ann.page.locator("#status")).to_contain_text("Waiting for a seat: Eve")
    ann.page.get_by_text("For the host").click()
    ann.press("Remove Ben")
    expect(ben.page.locator("#notice")).to_contain_text("removed")
    eve.page.locator("#sit").wait_for(state="hidden")
    eve.page.reload()
    expect(eve.page.locator("#before")).to_be_visible()


@needs_browser
def test_who_may_not_watch_can_still_sit_down(visitor: Callable[..., Visitor], here: Served) -> None:
    made = here.http.post("/api/v1/tables", json={"game": "duel", "player": "Ann", "spectators": False}).json()
    ben = visitor("Ben")
    ben.page.goto(f"{here.url}/t/{made['table']}")
    expect(ben.page.locator("#notice")).to_contain_text("Nobody may watch this table")
    expect(ben.page.locator("#status")).to_have_text("You are not connected to this table.")
    ben.page.get_by_label("Your name").fill("Ben")
    ben.press("Sit down")
    expect(ben.page.locator("#before")).to_be_visible()


@needs_browser
def test_a_page_comes_back_by_itself_when_the_server_was_away(browser: Browser, tmp_path: Path) -> None:
    with served(tmp_path) as first:
        port = int(first.url.rpartition(":")[2])
        ann = Visitor(browser, first.url, "Ann")
        ann.open_table("heroes", bots="random")
        ann.press("Ready for the deal")
        ann.play(chooser("away"))
    ann.wait("document.querySelector('#status').textContent.includes('lost')")
    with served(tmp_path, port=port):
        ann.wait("!document.querySelector('#status').textContent.includes('lost')")
        assert play_on([ann], chooser("away"), most=3) == 3
        ann.context.close()
    assert [text for text in ann.problems if not re.search("WebSocket connection|ERR_CONNECTION", text)] == []


# -- The page for everybody --------------------------------------------------------------------------------------------


@needs_browser
@pytest.mark.parametrize("width", [320, 768, 1280])
def test_nothing_is_wider_than_the_screen_and_every_field_has_a_label(
    visitor: Callable[..., Visitor], width: int
) -> None:
    ann = visitor("Ann", width)
    ann.page.goto(ann.url)
    ann.page.locator("#game option").first.wait_for(state="attached")
    _check_layout(ann)
    ann.open_table("heart-of-five", bots="random")
    ann.press("Ready for the deal")
    ann.wait("document.querySelector('[data-card]')")
    _check_layout(ann)


def _check_layout(visitor: Visitor) -> None:
    assert visitor.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    nameless = """[...document.querySelectorAll('input, select, textarea, button')]
        .filter(one => !(one.labels?.length || one.ariaLabel || one.textContent.trim()))
        .map(one => one.outerHTML)"""
    assert visitor.page.evaluate(nameless) == []


@needs_browser
def test_a_table_is_played_with_the_keyboard_alone(visitor: Callable[..., Visitor]) -> None:
    ann = visitor("Ann")
    ann.open_table("heroes", bots="random")
    ann.page.get_by_role("button", name="Ready for the deal", exact=True).focus()
    ann.page.keyboard.press("Enter")
    ann.wait("document.querySelector('#bet')")
    ann.page.get_by_label("Your bet").focus()
    ann.page.keyboard.type("5")
    ann.page.keyboard.press("Enter")
    ann.wait("document.querySelector('[data-move^=pick]:enabled')")
    ann.page.locator("[data-move='pick 0']").focus()
    ann.page.keyboard.press("Enter")
    ann.wait("document.querySelector('#log').textContent.includes('slot 0')")


@needs_browser
def test_a_link_to_no_table_says_so(browser: Browser, here: Served) -> None:
    ann = Visitor(browser, here.url, "Ann")
    ann.page.goto(f"{here.url}/t/00000000-0000-7000-8000-000000000000")
    expect(ann.page.locator("#notice")).to_contain_text("There is no table")
    ann.context.close()


# -- Files -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("path", "media_type"),
    [
        ("/", "text/html; charset=utf-8"),
        ("/t/00000000-0000-7000-8000-000000000000", "text/html; charset=utf-8"),
        ("/web/style.css", "text/css; charset=utf-8"),
        ("/web/table.js", "text/javascript; charset=utf-8"),
        ("/web/icon.svg", "image/svg+xml"),
    ],
)
def test_a_file_is_sent_once_and_then_only_when_it_changes(here: Served, path: str, media_type: str) -> None:
    answer = here.http.get(path)
    assert answer.status_code == 200
    assert answer.headers["content-type"] == media_type
    assert answer.headers["cache-control"] == "no-cache"
    assert "script-src 'self'" in answer.headers["content-security-policy"]

    again = here.http.get(path, headers={"If-None-Match": answer.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")
    assert again.headers["etag"] == answer.headers["etag"]
    assert here.http.get(path, headers={"If-None-Match": '"other"'}).content == answer.content


@pytest.mark.parametrize(
    "path", ["/web/", "/web/x.js", "/web/..%2F__init__.py", "/web/%2e%2e/errors.py", "/web/a/b.js"]
)
def test_no_other_file_can_be_asked_for(here: Served, path: str) -> None:
    answer = here.http.get(path)
    assert answer.status_code == 404
    assert answer.json()["code"] == "unknown-path"


def test_the_page_of_a_link_that_is_none_is_not_found(here: Served) -> None:
    answer = here.http.get("/t/nonsense")
    assert answer.status_code == 404
    assert answer.headers["content-type"].startswith("text/html")


def test_the_pages_hold_no_script_and_no_style_of_their_own(here: Served) -> None:
    """The Content-Security-Policy would forbid them."""
    for path in ("/", "/t/00000000-0000-7000-8000-000000000000"):
        page = here.http.get(path).text
        assert not re.search(r"<style|style=|<script(?![^>]* src=)| on\w+=|https?://", page)
