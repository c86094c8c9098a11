"""The page of the server in a real browser: people open a table, sit down by its link and play whole matches.

Nobody may see an error in the console, and nothing may be asked of another host."""

from __future__ import annotations

import json
import os
import random
import re
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, ConsoleMessage, Page, expect, sync_playwright
from playwright.sync_api import TimeoutError as TookTooLong

from tests.serving import Served, served

CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
PATIENCE_MS = 60_000
SHORT_MS = 5_000
MOST_MOVES = 300
ROOT = Path(__file__).parent.parent

REMEMBER_VIEW = """
globalThis.WebSocket = class extends WebSocket {
  constructor(url) {
    super(url);
    this.addEventListener("message", ({ data }) => {
      const message = JSON.parse(data);
      if (message.type === "view") globalThis.lastView = message.view;
    });
  }
};
"""

pytestmark = pytest.mark.one_build
needs_browser = pytest.mark.skipif(CHROMIUM is None, reason="there is no Chromium on this machine: see the Makefile")

ONE_ROUND = '[gameInfo]\nname = "One round"\n\n[match]\nwins = 1\nrounds = 1\n'
SHORT_NIGHT = f"{(ROOT / 'examples' / 'houses' / 'wild-night.toml').read_text(encoding='utf-8')}\nlimit = 30\n"
"""With ranks and ways to name. It ends after thirty plays, because [end] is its last table."""


@pytest.fixture(scope="module")
def here(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with served(tmp_path_factory.mktemp("server")) as server:
        yield server


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    flags = ["--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking"]
    flags += ["--disable-component-update", "--disable-sync", "--disable-dev-shm-usage"]
    if os.name == "posix" and os.geteuid() == 0:
        flags.append("--no-sandbox")
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=CHROMIUM, args=flags, timeout=PATIENCE_MS)
        yield chromium
        chromium.close()


class Visitor:
    """Somebody with a browser of their own, and everything that went wrong in it."""

    def __init__(self, browser: Browser, url: str, name: str, width: int = 800) -> None:
        self.name = name
        self.url = url
        self.problems: list[str] = []
        self.context = browser.new_context(viewport={"width": width, "height": 900})
        self.context.set_default_timeout(PATIENCE_MS)
        self.context.add_init_script(REMEMBER_VIEW)
        self.page: Page = self.context.new_page()
        self.page.on("console", self._console)
        self.page.on("pageerror", lambda problem: self.problems.append(str(problem)))
        self.page.on("request", lambda request: self._requested(request.url))
        self.page.on("websocket", lambda socket: self._requested(socket.url))
        self.page.on("dialog", lambda dialog: dialog.accept())

    def _console(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            self.problems.append(message.text)

    def _requested(self, url: str) -> None:
        if not url.startswith((self.url, "data:", self.url.replace("http", "ws", 1))):
            self.problems.append(f"asked another host: {url}")

    @property
    def view(self) -> dict[str, Any]:
        """What the page was told last."""
        view: dict[str, Any] = self.page.evaluate("lastView")
        return view

    def open_table(self, game: str, *, house: str | None = None, bots: str = "") -> str:
        """By the form of the first page. Returns the link for friends."""
        page = self.page
        page.goto(self.url)
        page.get_by_label("Your name").fill(self.name)
        page.locator("#game option").first.wait_for(state="attached")
        page.get_by_label("Game", exact=True).select_option(game)
        if house is not None:
            page.get_by_label("Your house rules").fill(house)
        if bots:
            page.get_by_label("Seat 2").select_option(bots)
        page.get_by_role("button", name="Open the table").click()
        page.wait_for_url("**/t/*")
        self.wait("document.querySelector('#chairs li')")
        return page.locator("#link").input_value()

    def sit(self, link: str) -> None:
        self.watch(link)
        self.page.get_by_label("Your name").fill(self.name)
        self.page.get_by_role("button", name="Sit down").click()
        self.page.locator("#sit").wait_for(state="hidden")

    def watch(self, link: str) -> None:
        self.page.goto(link)
        self.wait("document.querySelector('#chairs li')")

    def press(self, name: str) -> None:
        self.page.get_by_role("button", name=name, exact=True).click()

    def wait(self, condition: str, argument: object = None) -> None:
        self.page.wait_for_function(f"argument => {condition}", arg=argument, timeout=PATIENCE_MS)

    @property
    def is_over(self) -> bool:
        return self.page.locator("#over").is_visible()

    def moves(self) -> list[str]:
        """What the buttons on the page offer now, without those that are folded away."""
        script = """[...document.querySelectorAll('[data-move]:enabled')]
            .filter(button => button.checkVisibility()).map(button => button.dataset.move)"""
        found: list[str] = self.page.evaluate(script)
        return found

    @property
    def seq(self) -> int:
        return int(self.page.evaluate("document.body.dataset.seq"))

    def play(self, choose: Callable[[list[str]], str]) -> bool:
        """Make a move by its button, if it is our turn."""
        seq, offered = self.seq, self.moves()
        if not offered:
            return False
        try:
            self.page.locator(f"[data-move='{choose(offered)}']").first.click(timeout=SHORT_MS)
        except TookTooLong:  # a bot was faster, and the button is gone
            assert self.seq > seq
            return False
        self.wait("Number(document.body.dataset.seq) > argument && document.body.dataset.unanswered === '0'", seq)
        return True

    def require_all_moves(self) -> None:
        """Every legal move has a button."""
        script = "lastView.legal.filter(move => !document.querySelector(`[data-move='${move}']`))"
        assert self.page.evaluate(script) == []

    def tap(self, *cards: str) -> None:
        for card in cards:
            self.page.locator(f"[data-card='{card}'][aria-pressed='false']").first.click()


@pytest.fixture
def visitor(browser: Browser, here: Served) -> Iterator[Callable[..., Visitor]]:
    visitors: list[Visitor] = []

    def make(name: str, width: int = 800) -> Visitor:
        visitors.append(Visitor(browser, here.url, name, width))
        return visitors[-1]

    yield make
    for one in visitors:
        one.context.close()
    assert {one.name: one.problems for one in visitors} == {one.name: [] for one in visitors}


def chooser(seed: str) -> Callable[[list[str]], str]:
    """Somebody who plays without thinking, but does not dawdle: a high bet, and no swapping for ever."""
    chance = random.Random(seed)

    def choose(moves: list[str]) -> str:
        bets = [move for move in moves if move.startswith("bet ")]
        quick = [move for move in moves if not move.startswith(("swap", "bet"))]
        return "ready" if "ready" in moves else bets[-1] if bets else chance.choice(sorted(set(quick)))

    return choose


def play_on(players: list[Visitor], choose: Callable[[list[str]], str], most: int = MOST_MOVES) -> int:
    """Until the match is over, or this many moves were made. Returns how many there were."""
    made = 0
    while made < most and not players[0].is_over:
        for player in players:
            if player.play(choose):
                made += 1
                for other in players:
                    other.wait("Number(document.body.dataset.seq) >= argument", player.seq)
                    other.require_all_moves()
        players[0].page.wait_for_timeout(1)  # lets messages come in
    return made


# -- People ------------------------------------------------------------------------------------------------------------


@needs_browser
def test_two_people_play_heroes_chat_refresh_and_play_again(visitor: Callable[..., Visitor]) -> None:
    ann, ben, eve = visitor("Ann"), visitor("Ben", 320), visitor("Eve")
    link = ann.open_table("heroes")
    ben.sit(link)
    eve.watch(link)
    ben.press("Ready")
    ann.press("Ready")
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
    ben.press("Ready")
    ann.press("Ready")
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
    ben.press("Ready")
    ann.press("Ready")
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
    ann.press("Ready")
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
def test_a_key_is_carried_to_another_device(visitor: Callable[..., Visitor]) -> None:
    """The other device is the same person there: it gives its own tables, and the link is gone from the address."""
    ann = visitor("Ann")
    link = ann.open_table("duel")
    ann.page.goto(ann.url)
    ann.page.get_by_text("Take your name, matches and ratings along").click()
    ann.wait("document.querySelector('#carry-picture').naturalWidth > 0")
    carry = ann.page.locator("#carry-link").get_attribute("href")
    assert carry is not None

    phone = visitor("Telephone")
    phone.page.goto(carry)
    phone.page.goto(ann.url)
    assert phone.page.evaluate("localStorage.getItem('player-key')") == carry.split("#key=")[1]
    assert "#" not in phone.page.url
    phone.sit(link)  # it has the seat of Ann, not one of its own
    assert phone.page.locator("#chairs li").first.inner_text().startswith("Ann")
    assert "Telephone" not in phone.page.locator("#chairs").inner_text()


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
    ben.page.get_by_label("Your name").fill("Ben")
    ben.press("Sit down")
    expect(ben.page.locator("#before")).to_be_visible()


@needs_browser
def test_a_page_comes_back_by_itself_when_the_server_was_away(browser: Browser, tmp_path: Path) -> None:
    with served(tmp_path) as first:
        port = int(first.url.rpartition(":")[2])
        ann = Visitor(browser, first.url, "Ann")
        ann.open_table("heroes", bots="random")
        ann.press("Ready")
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
    ann.press("Ready")
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
    ann.page.get_by_role("button", name="Ready", exact=True).focus()
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
