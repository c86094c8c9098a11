"""The page between friends: links that they can open, several devices, undo, what happened before, small screens."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.serving import Served, served
from tests.visitors import Visitor, chooser, chromium, needs_browser, play_on, visits

pytestmark = [pytest.mark.one_build, needs_browser]


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


# -- Links -------------------------------------------------------------------------------------------------------------


def test_a_link_that_leads_only_to_this_machine_says_so(visitor: Callable[..., Visitor]) -> None:
    ann = visitor("Ann")
    ann.page.goto(ann.url)
    expect(ann.page.locator("#only-here")).to_contain_text("--host 0.0.0.0")
    link = ann.open_table("duel")
    assert link.startswith(ann.url)
    expect(ann.page.locator("#only-here")).to_be_visible()


def test_the_invitation_begins_with_the_public_url(browser: Browser, tmp_path: Path) -> None:
    with served(tmp_path, public_url="https://cards.example.org") as server, visits(browser, server.url) as visitor:
        ann = visitor("Ann")
        assert ann.open_table("duel").startswith("https://cards.example.org/t/")
        expect(ann.page.locator("#only-here")).to_be_hidden()
        ann.page.goto(ann.url)
        ann.page.get_by_text("Take your name, matches and ratings along").click()
        expect(ann.page.locator("#carry-link")).to_contain_text("https://cards.example.org/#key=")


def test_a_friend_sees_first_how_to_sit_down(visitor: Callable[..., Visitor]) -> None:
    ann, ben = visitor("Ann"), visitor("Ben", 360, 740)
    ben.watch(ann.open_table("shithead"))
    expect(ben.page.get_by_role("button", name="Sit down")).to_be_in_viewport()
    expect(ben.page.locator("#qr")).to_be_hidden()
    expect(ann.page.locator("#qr")).to_be_visible()


# -- Several devices of one person -------------------------------------------------------------------------------------


def carried(person: Visitor) -> str:
    """The link to another device of the same person."""
    person.page.goto(person.url)
    person.page.get_by_text("Take your name, matches and ratings along").click()
    person.wait("document.querySelector('#carry-picture').naturalWidth > 0")
    link = person.page.locator("#carry-link").get_attribute("href")
    assert link is not None
    return link


def test_a_key_is_carried_to_another_device(visitor: Callable[..., Visitor]) -> None:
    """The other device is the same person: it knows the name and the tables, and takes the seat of a full table."""
    ann, ben, phone = visitor("Ann"), visitor("Ben"), visitor("Telephone")
    link = ann.open_table("duel")
    ben.sit(link)
    key = carried(ann)

    phone.page.goto(key)
    expect(phone.page.locator("#welcome")).to_contain_text("Welcome, Ann")
    expect(phone.page.get_by_label("Your name")).to_have_value("Ann")
    expect(phone.page.locator("#my-tables li")).to_have_count(1)
    assert "#" not in phone.page.url
    phone.page.goto(link)
    phone.press("Take your seat on this device")
    expect(phone.page.locator("#before")).to_be_visible()
    expect(ben.page.locator("#chairs li strong")).to_have_text(["Ann", "Ben"])


def test_a_device_that_is_somebody_asks_before_it_becomes_somebody_else(visitor: Callable[..., Visitor]) -> None:
    ann, ben = visitor("Ann"), visitor("Ben")
    ann.open_table("duel")
    ben.open_table("duel")
    key = carried(ann)
    own = ben.page.evaluate("localStorage.getItem('player-key')")

    ben.page.goto(key)
    expect(ben.page.locator("#carried")).to_contain_text("This device plays as Ben")
    ben.press("Stay who I am")
    expect(ben.page.locator("#carried")).to_be_hidden()
    assert ben.page.evaluate("localStorage.getItem('player-key')") == own

    ben.page.goto(key)
    ben.page.reload()  # the key is gone from the address: the question is not asked again
    expect(ben.page.locator("#my-tables li")).to_have_count(1)
    ben.page.goto(key)
    ben.press("Play as the other player")
    expect(ben.page.locator("#welcome")).to_contain_text("Welcome, Ann")
    assert ben.page.evaluate("localStorage.getItem('player-key')") == key.split("#key=")[1]


# -- At the table ------------------------------------------------------------------------------------------------------


def begin_duel(ann: Visitor, ben: Visitor) -> str:
    link = ann.open_table("duel")
    ben.sit(link)
    for one in (ben, ann):
        one.press("Ready for the deal")
    ann.wait("document.querySelector('[data-card]')")
    ben.wait("document.querySelector('[data-card]')")
    return link


def test_what_happened_is_told_again_after_a_refresh(visitor: Callable[..., Visitor]) -> None:
    ann, ben, eve = visitor("Ann"), visitor("Ben"), visitor("Eve")
    link = begin_duel(ann, ben)
    assert play_on([ann, ben], chooser("again"), most=6) >= 6
    lines = ann.page.locator("#log li").all_inner_texts()
    begins = lines.index("The cards are dealt") - 1  # it is dealt in the step in which the last person is ready

    ann.page.reload()
    expect(ann.page.locator("#log li")).to_have_text(lines[begins:])
    eve.watch(link)
    expect(eve.page.locator("#log")).to_contain_text("The cards are dealt")
    expect(eve.page.locator("#log li")).to_have_count(len(lines) - begins)


def test_undo_is_asked_for_and_agreed_to(visitor: Callable[..., Visitor]) -> None:
    ann, ben = visitor("Ann"), visitor("Ben")
    begin_duel(ann, ben)
    swap = next(move for move in ann.view["legal"] if move.startswith("swap"))
    ann.page.get_by_text("All moves").click()
    ann.page.locator(f"details [data-move='{swap}']").click()
    expect(ann.page.locator("#log")).to_contain_text("You laid")
    ann.press("Take back my move")
    expect(ann.page.locator("#asking")).to_contain_text("It happens when Ben agrees")
    expect(ben.page.locator("#asking")).to_contain_text("Ann asks to take the last move back")
    ben.press("Agree")
    expect(ann.page.locator("#asking")).to_be_hidden()
    expect(ben.page.locator("#asking")).to_be_hidden()
    assert swap in ann.view["legal"]


def test_the_result_keeps_the_names_of_those_who_leave_and_a_spectator_hears_no_false_alarm(
    visitor: Callable[..., Visitor],
) -> None:
    ann, ben = visitor("Ann"), visitor("Ben")
    begin_duel(ann, ben)
    ben.press("Give up")
    expect(ben.page.locator("#over li")).to_have_text(["Ann", "You"])
    ann.press("Leave the table")
    expect(ann.page.locator("#sit")).to_be_visible()
    expect(ben.page.locator("#chairs")).not_to_contain_text("Ann")
    expect(ben.page.locator("#over li")).to_have_text(["Ann", "You"])
    ben.page.reload()
    expect(ben.page.locator("#over li")).to_have_text(["Ann", "You"])

    ben.press("Rematch")
    ben.wait("document.querySelector('[data-card]')")
    ben.press("Give up")
    ann.page.get_by_text("Check the deal").click()
    expect(ann.page.locator("#over a")).to_have_attribute("download", re.compile("-2.json$"))
    expect(ann.page.locator("#over")).not_to_contain_text("do not trust")
    ben.page.get_by_text("Check the deal").click()
    expect(ben.page.locator("#over")).to_contain_text("The deal was made with your salt")


def test_a_seat_that_was_given_up_offers_only_what_is_possible(visitor: Callable[..., Visitor]) -> None:
    ann, ben, eve = visitor("Ann"), visitor("Ben"), visitor("Eve")
    link = ann.open_table("shithead", seats=3)
    ben.sit(link)
    eve.sit(link)
    for one in (ann, ben, eve):
        one.press("Ready for the deal")
    ben.wait("document.querySelector('[data-card]')")
    ben.press("Give up")
    expect(ben.page.locator("#controls")).to_contain_text("You gave up this match")
    for name in ("I am back", "Give up", "Let a bot play for me"):
        expect(ben.page.get_by_role("button", name=name, exact=True)).to_have_count(0)
    ben.press("Leave the table")
    expect(ben.page.get_by_role("button", name="Wait for a seat")).to_be_visible()


# -- The first page ----------------------------------------------------------------------------------------------------


def test_own_rules_say_how_many_may_play(visitor: Callable[..., Visitor]) -> None:
    ann = visitor("Ann")
    ann.page.goto(ann.url)
    ann.page.locator("#game option").first.wait_for(state="attached")
    ann.page.get_by_label("Game", exact=True).select_option("own house rules")
    ann.page.get_by_label("Your house rules").fill('extends = "duel"\nname = "Ours"')
    ann.press("Check these rules")
    expect(ann.page.locator("#problems")).to_contain_text("Ours can be played.")
    expect(ann.page.locator("#seats option")).to_have_text(["2"])


def test_what_was_played_stands_on_the_first_page(visitor: Callable[..., Visitor]) -> None:
    ann, ben = visitor("Ann"), visitor("Ben")
    begin_duel(ann, ben)
    play_on([ann, ben], chooser("first page"), most=3)
    ben.press("Give up")
    expect(ann.page.locator("#over")).to_be_visible()
    ann.page.goto(ann.url)
    expect(ann.page.locator("#summary")).to_contain_text("1 match, 1 won, 0 lost.")
    ann.page.get_by_text("Your last matches").click()
    expect(ann.page.locator("#my-matches li")).to_contain_text(["You won against Ben."])


def test_an_unknown_address_is_answered_with_a_page(browser: Browser, here: Served) -> None:
    ann = Visitor(browser, here.url, "Ann")
    ann.page.goto(f"{here.url}/nothing")
    expect(ann.page.get_by_role("heading")).to_have_text("There is nothing here")
    ann.page.get_by_role("link", name="Open a table").click()
    expect(ann.page.get_by_label("Your name")).to_be_visible()
    ann.page.goto(f"{here.url}/t/nope")
    expect(ann.page.locator("#title")).to_have_text("This table cannot be opened")
    expect(ann.page.locator("main")).to_be_hidden()
    ann.context.close()
    assert here.http.get("/nothing").json()["code"] == "unknown-path"
    assert here.http.get("/api/v1/nothing", headers={"Accept": "text/html"}).json()["code"] == "unknown-path"


# -- Screens -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("width", "height"), [(360, 740), (768, 1024), (1440, 900)])
def test_with_eight_seats_hand_and_moves_are_in_reach(visitor: Callable[..., Visitor], width: int, height: int) -> None:
    ann = visitor("Ann", width, height)
    ann.open_table("shithead", seats=8, bots="random")
    ann.press("Start: bots fill the empty chairs")
    ann.press("Ready for the deal")
    ann.wait("document.querySelector('[data-move=ready]')")
    ann.page.evaluate("scrollTo(0, 0)")
    expect(ann.page.locator("[data-card]").first).to_be_in_viewport(ratio=1)
    expect(ann.page.locator("#moves [data-move=ready]")).to_be_in_viewport(ratio=1)


def test_cards_keep_their_size_when_they_can_be_picked(visitor: Callable[..., Visitor]) -> None:
    ann = visitor("Ann")
    ann.open_table("heroes", bots="random")
    ann.press("Ready for the deal")
    ann.wait("document.querySelector('#bet')")
    size = "(({width, height}) => [width, height])(document.querySelector('#chairs .card').getBoundingClientRect())"
    before = ann.page.evaluate(size)
    ann.page.get_by_label("Your bet").fill("1")
    ann.press("Bet")
    ann.wait("document.querySelector('[data-move^=pick]:enabled')")
    assert ann.page.evaluate(size) == before
