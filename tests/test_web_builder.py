"""The house-rules builder: built by clicks and keys, checked at once, played, written as TOML, shared as a link."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from houserules.games.house_code import house_code
from tests.serving import Served
from tests.visitors import needs_browser
from tests.web_players import MOST_ACTS, Player

pytestmark = [pytest.mark.one_build, needs_browser]

TAGS = "<img src=x onerror=pwned()>"


def begin(player: Player, start: str = "shithead") -> Page:
    page = player.page
    page.goto("/houses")
    page.get_by_label("Start from").select_option(start)
    page.get_by_role("button", name="Play it now", disabled=False).wait_for()
    return page


def toml(page: Page) -> dict[str, Any]:
    """The house, as the tab says it in the end."""
    page.get_by_role("tab", name="TOML").click()
    page.wait_for_function("() => document.querySelector('.page.builder').dataset.checked === 'true'")
    return tomllib.loads(page.get_by_label("The house as TOML").input_value())


def test_a_house_is_built_by_clicks_and_played_to_its_end(player: Callable[..., Player]) -> None:
    ann = player("Ann", seed="house")
    page = begin(ann, "duel")
    page.get_by_label("Name of the house").fill("Quick threes")
    page.get_by_role("radio", name="3 No power").click()
    page.get_by_role("group", name="What it does").get_by_role("button", name="Skip").click()
    page.get_by_role("radiogroup", name="It may be laid").get_by_role("radio", name="On anything").click()
    page.get_by_role("button", name="Cards in hand: more").click()
    page.get_by_role("radiogroup", name="You may take the pile").get_by_role("radio", name="Only if you must").click()

    sheet = page.get_by_role("region", name="The rules that result")
    expect(
        page.get_by_role("status").filter(has_text="Quick threes differs from Shithead for two in three rules")
    ).to_have_count(1)
    expect(sheet).to_contain_text("Everybody is dealt a hand of three four cards.")
    expect(sheet.locator("del").first).to_have_text("three")
    expect(sheet.locator("ins").first).to_have_text("four")
    expect(sheet.locator("li.changed")).to_have_count(3)
    assert toml(page) == {
        "extends": "duel",
        "name": "Quick threes",
        "powers": {"3": {"on": "any", "do": ["skip"]}},
        "deal": {"hand": 4},
        "take": {"when": "forced"},
    }

    page.get_by_role("button", name="Play it now").click()
    page.wait_for_url("**/t/*")
    page.get_by_role("listbox", name="Your hand").wait_for()
    for _ in range(MOST_ACTS):
        if ann.is_over:
            break
        ann.act()
        page.wait_for_timeout(5)
    ann.button("Rematch").wait_for()


def test_problems_are_told_as_they_arise_and_nothing_wrong_can_be_played(player: Callable[..., Player]) -> None:
    page = begin(player("Ann"))
    page.get_by_role("radio", name="3 No power").click()
    effects = page.get_by_role("group", name="What it does")
    effects.get_by_role("button", name="Burn").click()
    effects.get_by_role("button", name=re.compile("^Low ")).click()

    page.get_by_role("alert").get_by_text("The pile is gone after this").wait_for()
    play = page.get_by_role("button", name="Play it now")
    expect(play).to_have_attribute("aria-disabled", "true")
    play.click(force=True)
    assert page.url.endswith("/houses")
    effects.get_by_role("button", name=re.compile("^Low ")).click()
    expect(page.get_by_role("alert")).to_have_count(0)
    expect(play).to_have_attribute("aria-disabled", "false")


def test_what_the_parent_says_is_not_written_and_can_be_had_back(player: Callable[..., Player]) -> None:
    page = begin(player("Ann"))
    page.get_by_role("button", name="Cards in hand: more").click()
    page.get_by_text("Shithead: 3", exact=True).wait_for()
    page.get_by_role("button", name="Cards in hand: back to Shithead: 3").click()
    page.get_by_role("radio", name="J Invisible, Reverse").click()
    editor = page.get_by_role("group", name="What does a Jack do?")
    editor.get_by_role("button", name="No power").click()
    page.get_by_role("radio", name="J No power").wait_for()
    assert toml(page) == {"extends": "shithead", "name": "Our Shithead", "powers": {"J": "none"}}
    editor.get_by_role("button", name="As in Shithead").click()

    page.get_by_role("radio", name="J Invisible, Reverse").wait_for()
    page.get_by_text("Our Shithead plays exactly like Shithead").first.wait_for()
    assert toml(page) == {"extends": "shithead", "name": "Our Shithead"}


def test_one_rank_may_have_a_power_for_some_suits_with_settings(player: Callable[..., Player]) -> None:
    page = begin(player("Ann"))
    page.get_by_role("radio", name="9 No power").click()
    page.get_by_label("Another power for").select_option("red")
    page.get_by_role("group", name="What it does").get_by_role("button", name=re.compile("^Low ")).click()
    page.get_by_label("The highest card allowed").select_option(label="2")
    page.get_by_role("radiogroup", name="Allowed are").get_by_role("radio", name="Cards below it").click()

    page.get_by_role("radio", name="9 red: Low").wait_for()
    assert toml(page)["powers"] == {"9:red": {"do": [{"low": {"limit": 2, "compare": "<"}}]}}


def test_toml_is_read_back_into_the_controls(player: Callable[..., Player], here: Served) -> None:
    page = begin(player("Ann"))
    written = (
        'extends = "smellyhead"\nname = "Pasted"\nseats = [3, 4]\n\n[deal]\nhand = 6\n\n'
        '[powers]\n"Q:black" = { do = ["skip"] }\n'
    )
    page.get_by_role("tab", name="TOML").click()
    text = page.get_by_label("The house as TOML")
    text.fill(written)
    page.get_by_role("button", name="Use this text").click()
    page.get_by_text("The controls show your text now.").wait_for()

    expect(page.get_by_label("Name of the house")).to_have_value("Pasted")
    expect(page.get_by_role("group", name="Cards in hand").get_by_role("status")).to_have_text("6")
    page.get_by_role("radio", name="Q black: Skip").wait_for()
    assert toml(page) == tomllib.loads(written)
    again = here.http.post("/api/v1/houses/check", json={"house": text.input_value()}).json()
    assert again["document"] == tomllib.loads(written)

    text.fill("= =")
    page.get_by_role("button", name="Use this text").click()
    page.get_by_role("alert").get_by_text("This is not TOML").wait_for()
    expect(page.get_by_label("Name of the house")).to_have_value("Pasted")
    expect(page.get_by_text("The controls show your text now.")).to_have_count(0)


def test_a_text_renames_the_house_and_says_what_it_extends(player: Callable[..., Player]) -> None:
    page = begin(player("Ann"))
    page.get_by_label("Name of the house").fill("By hand")
    start = page.get_by_label("Start from").locator("option:checked")
    page.get_by_role("tab", name="TOML").click()
    for extends, shown in (("smellyhead", "Smellyhead"), ("whist", "A house from a link or a text")):
        page.get_by_label("The house as TOML").fill(f'extends = "{extends}"\nname = "As text: {extends}"\n')
        page.get_by_role("button", name="Use this text").click()

        expect(page.get_by_label("Name of the house")).to_have_value(f"As text: {extends}")
        expect(start).to_have_text(shown)
    page.get_by_role("alert").get_by_text("there is no house").wait_for()


def test_problems_are_named_as_the_controls_are(player: Callable[..., Player]) -> None:
    page = begin(player("Ann"))
    page.get_by_role("tab", name="TOML").click()
    page.get_by_label("The house as TOML").fill(
        'extends = "shithead"\nfoo = 1\n[deal]\nhand = 99\n[powers]\n'
        '2 = { do = ["nope"] }\nJ = { do = ["nope"] }\n"9:red" = { do = ["nope"] }\n'
    )
    page.get_by_role("button", name="Use this text").click()

    places = page.get_by_role("alert").locator("li > :first-child")
    expect(places).to_have_count(5)
    assert set(places.all_inner_texts()) == {"foo", "Cards in hand:", "The 2:", "The Jack:", "The 9 (Red):"}


def test_a_house_travels_in_a_link(player: Callable[..., Player]) -> None:
    ann = player("Ann", permissions=["clipboard-read", "clipboard-write"])
    page = begin(ann, "wild-night")
    page.get_by_label("Name of the house").fill("Ann's night")
    house = toml(page)
    page.get_by_role("button", name="Share").click()
    page.get_by_text("The link to this house is copied").wait_for()
    link = page.evaluate("navigator.clipboard.readText()")

    assert "/house/h1." in link
    assert page.url.endswith("/houses#" + link.rpartition("/")[2])
    ben = player("Ben").page
    ben.goto(link)
    ben.get_by_role("heading", name="Ann's night").wait_for()
    expect(ben.get_by_role("status").get_by_text("Ann's night differs from Shithead in eight rules.")).to_be_visible()
    expect(ben.locator(".sheet ins").first).to_have_text("six")
    ben.get_by_role("link", name="Change these rules").click()
    expect(ben.get_by_label("Name of the house")).to_have_value("Ann's night")
    assert toml(ben) == house
    ben.get_by_role("button", name="Play it now").click()
    ben.wait_for_url("**/t/*")
    ben.get_by_role("listbox", name="Your hand").wait_for()


@pytest.mark.parametrize("fragment", ["h1.!!!", "h1.AAAA", "h2.AAAA", "h1.W10", "x", "h1." + "A" * 9_000])
def test_a_link_that_is_broken_says_so(player: Callable[..., Player], fragment: str) -> None:
    page = player("Ann").page
    page.goto(f"/houses#{fragment}")

    page.get_by_role("alert").get_by_text("The house in this link cannot be read").wait_for()


@pytest.mark.parametrize("code", ["h1.AAAA", "%F0%9F"])
def test_a_page_for_a_broken_code_says_so(player: Callable[..., Player], code: str) -> None:
    ann = player("Ann")
    ann.allowed_problems = lambda problem: "404" in problem
    ann.page.goto(f"/house/{code}")

    ann.page.get_by_role("alert").get_by_text("The house in this link cannot be read").wait_for()


def test_texts_of_a_strange_house_inject_nothing(player: Callable[..., Player]) -> None:
    page = player("Ann").page
    house = {"extends": "shithead", "name": TAGS, TAGS: TAGS, "powers": {TAGS: {"do": [TAGS]}, "J": TAGS}, "deal": TAGS}
    page.goto("/houses")
    page.get_by_role("button", name="Play it now", disabled=False).wait_for()
    fragment = house_code(house)
    page.goto(f"/houses#{fragment}")
    page.get_by_role("alert").filter(has_text="to put right").wait_for()

    assert page.get_by_text(TAGS).count() > 0
    assert page.evaluate("[globalThis.pwned, document.querySelectorAll('img[src=x]').length]") == [None, 0]


def test_the_keyboard_alone_builds_and_plays(player: Callable[..., Player]) -> None:
    page = begin(player("Ann"))
    page.get_by_role("radio", name="2 Reset").focus()
    page.keyboard.press("ArrowRight")
    expect(page.get_by_role("radio", name="3 No power")).to_be_focused()
    skip = page.get_by_role("group", name="What it does").get_by_role("button", name="Skip")
    skip.focus()
    page.keyboard.press("Space")
    expect(skip).to_have_attribute("aria-pressed", "true")
    expect(skip).to_be_focused()
    more = page.get_by_role("button", name="Cards in hand: more")
    more.focus()
    page.keyboard.press("Enter")
    expect(more).to_be_focused()
    tab = page.get_by_role("tab", name="TOML")
    page.get_by_role("tab", selected=True).focus()
    while tab.get_attribute("aria-selected") != "true":
        page.keyboard.press("ArrowRight")
    expect(tab).to_be_focused()
    house = toml(page)
    page.get_by_role("button", name="Play it now").focus()
    page.keyboard.press("Enter")
    page.wait_for_url("**/t/*")

    assert house == {
        "extends": "shithead",
        "name": "Our Shithead",
        "powers": {"3": {"do": ["skip"]}},
        "deal": {"hand": 4},
    }


def test_a_table_of_heart_of_five_is_built_from_its_own_schema(player: Callable[..., Player], here: Served) -> None:
    page = begin(player("Ann"), "heart-of-five")
    page.get_by_label("Name of the house").fill("One round")
    for _ in range(9):
        page.get_by_role("button", name="Rounds to win: less").click()
    page.get_by_label("The strongest single card").select_option("3S")

    assert toml(page) == {
        "gameInfo": {"name": "One round"},
        "match": {"wins": 1},
        "specialCards": {"strongestSingle": "3S"},
    }
    page.get_by_role("button", name="Play it now").click()
    page.wait_for_url("**/t/*")
    table = here.http.get(f"/api/v1/tables/{page.url.rpartition('/')[2]}").json()
    assert table["title"] == "One round"


def test_every_house_to_begin_with_is_whole_and_every_key_has_a_control(
    player: Callable[..., Player], here: Served
) -> None:
    page = begin(player("Ann"))
    houses = here.http.get("/api/v1/houses").json()
    tables = houses["schemas"]["shedding"]["properties"]
    keys = [key for table in tables.values() for key in table.get("properties", {}).values()]
    # A table inside a table has no control of its own: its keys have.
    inside = [key for key in keys if key.get("type") == "object" and "forms" not in key]
    keys = [
        *(key for key in keys if key not in inside),
        *(key for table in inside for key in table["properties"].values()),
    ]
    titles = [key["title"] for key in keys]

    assert len(titles) > 20
    for title in titles:
        assert page.get_by_text(title, exact=True).count() > 0, title
    for start in houses["starts"]:
        page.get_by_label("Start from").select_option(start["id"])
        expect(page.get_by_role("heading", level=1)).to_contain_text(start["name"])
        toml(page)
        expect(page.get_by_role("button", name="Play it now")).to_have_attribute("aria-disabled", "false")
        expect(page.get_by_role("alert")).to_have_count(0)


def test_a_house_is_opened_for_friends(player: Callable[..., Player]) -> None:
    page = begin(player("Ann"))
    page.get_by_role("button", name="Cards in hand: more").click()
    toml(page)
    page.get_by_role("button", name="Open for friends").click()
    dialog = page.get_by_role("dialog", name="Open a table for Our Shithead")
    dialog.get_by_role("button", name="Open the table").click()

    page.get_by_role("button", name="I am ready").wait_for()
    page.get_by_text("Everybody is dealt a hand of three four cards.").first.wait_for()


def test_a_reload_loses_nothing_that_was_built(player: Callable[..., Player]) -> None:
    page = begin(player("Ann"))
    page.get_by_label("Name of the house").fill("Kept")
    house = toml(page)
    page.reload()
    expect(page.get_by_label("Name of the house")).to_have_value("Kept")

    assert toml(page) == house
    assert json.loads(page.evaluate("localStorage.getItem('house-draft')"))["document"] == house
