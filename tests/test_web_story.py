"""What happened, in words: every event in each language, and all that a screen reader is told of a match.

`python -m tests.test_web_story` writes both files anew."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

import houserules as hr
from houserules import fair
from tests.serving import Served, served
from tests.visitors import chromium, needs_browser
from tests.web_players import Player, players

JS = Path(hr.__file__).parent / "web" / "js"
HERE = Path(__file__).parent
EVENTS_PAGE = HERE.parent / "docs" / "events.md"
SENTENCES = HERE / "data" / "web_sentences.txt"
STORY = HERE / "data" / "web_story.txt"
ROW = re.compile(r"^\| `(\{.*\})` \| (.*) \|$")
FAMILY = re.compile(r"^<!-- ([a-z-]+) -->$")
SECRET = "5ec4e7" * 10 + "0000"

HEAR_STORY = """
globalThis.heard = [];
new MutationObserver((changes) => {
  for (const { target, addedNodes } of changes)
    if (target.dataset?.region === "story") for (const node of addedNodes) heard.push(node.textContent);
}).observe(document, { subtree: true, childList: true });
"""

needs_node = pytest.mark.skipif(shutil.which("node") is None, reason="there is no Node on this machine")
pytestmark = pytest.mark.one_build


def events_of_the_page() -> list[tuple[str, dict[str, object], str]]:
    """Every kind of event, as docs/events.md lists them: its family, the event, the server's sentence."""
    found, family = [], ""
    for line in EVENTS_PAGE.read_text(encoding="utf-8").splitlines():
        if name := FAMILY.match(line):
            family = name[1]
        elif row := ROW.match(line):
            found.append((family, json.loads(row[1]), row[2]))
    return found


def sentences(language: str) -> list[str]:
    with tempfile.NamedTemporaryFile("w", suffix=".jsonl") as file:
        file.write("".join(json.dumps(row) + "\n" for row in events_of_the_page()))
        file.flush()
        command = ["node", str(HERE / "web_telling.mjs"), str(JS), language, file.name]
        return subprocess.run(command, capture_output=True, text=True, check=True).stdout.splitlines()


def all_sentences() -> str:
    """The server's sentence, then the page's in English and in German."""
    rows = zip(events_of_the_page(), sentences("en"), sentences("de"), strict=True)
    return "".join(f"{words}\n  {english}\n  {german}\n" for (_, _, words), english, german in rows)


@needs_node
def test_every_event_has_a_sentence_in_each_language() -> None:
    told = all_sentences()

    assert not re.search(r"undefined|null|NaN|\[object", told)
    assert told == SENTENCES.read_text(encoding="utf-8")


# -- In the browser ----------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def here(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A server whose secret is always the same, and so are its deals and its bots."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(fair, "new_secret", lambda: SECRET)
        with served(tmp_path_factory.mktemp("server")) as server:
            yield server


def heard_story(ann: Player) -> list[str]:
    """All that the live region said of a match that bots play, also on Ann's seat."""
    ann.context.add_init_script(HEAR_STORY)
    ann.against_bots("shithead", 3)
    ann.button("I am ready").wait_for()
    ann.button(re.compile("^Menu")).click()
    ann.button("Let a bot play for me").click()
    ann.page.get_by_role("button", name="Rematch").wait_for()
    heard: list[str] = ann.page.evaluate("heard")
    return heard[: heard.index("You are back.")] if "You are back." in heard else heard  # the end is shown meanwhile


@needs_browser
@pytest.mark.parametrize("settings", [{"motion": "reduced"}, {"motion": "full", "speed": 4}], ids=["still", "moving"])
def test_a_screen_reader_hears_the_whole_match(player: Callable[..., Player], settings: dict[str, object]) -> None:
    """Each event once, in order, and the same words however it is shown."""
    heard = heard_story(player(settings=settings))

    assert heard == STORY.read_text(encoding="utf-8").splitlines()


@needs_browser
def test_the_list_says_the_same_as_the_live_region_and_a_reload_brings_it_back(player: Callable[..., Player]) -> None:
    ann = player(settings={"motion": "reduced"})
    ann.context.add_init_script(HEAR_STORY)
    ann.against_bots("shithead", 3)
    ann.play_on(until=lambda: ann.page.locator(".story-pane li").count() > 12)
    expect(ann.button(re.compile(r"^(Play|Take|Choose|Turn over|Call|Give|Rematch)\b")).first).to_be_visible()
    lines = ann.page.locator(".story-pane li .words p").all_text_contents()
    heard: list[str] = ann.page.evaluate("heard")
    assert len(heard) > 12
    assert [_bare(line) for line in lines] == [_bare(line) for line in heard]

    ann.page.reload()
    ann.page.locator(".story-pane li").nth(12).wait_for()
    assert ann.page.locator(".story-pane li .words p").all_text_contents() == lines


def _bare(text: str) -> str:
    """Cards are drawn in one and named in the other."""
    return re.sub(
        r"\W",
        "",
        re.sub(r"(10|[2-9JQKA])?((10|[2-9]|Jack|Queen|King|Ace) of (clubs|diamonds|hearts|spades)|Joker)", "#", text),
    )


@needs_browser
def test_the_title_and_the_turn_are_told(player: Callable[..., Player]) -> None:
    ann = player(settings={"motion": "reduced"})
    ann.against_bots("shithead", 3)
    ann.play_on(until=lambda: ann.page.locator(".story-pane li").count() > 6)
    expect(ann.button(re.compile(r"^(Play|Take|Choose)\b"))).to_have_count(1)

    expect(ann.page).to_have_title(re.compile("^Your turn - "))
    expect(ann.page.get_by_role("status", name="Turn")).to_contain_text("Your turn")
    expect(ann.page.get_by_role("log", name="Story")).to_have_count(1)


@needs_browser
def test_nobody_is_told_to_be_ready_to_play_before_they_said_so(player: Callable[..., Player]) -> None:
    """Somebody asked for the cards. Whether to swap some of them is not decided yet."""
    ann = player(settings={"motion": "reduced"})
    ann.against_bots("shithead", 2)
    ann.button("I am ready").wait_for()

    expect(ann.page.locator(".story-pane li .words p").first).to_have_text("You are ready for the deal.")
    expect(ann.page.locator(".story-pane").get_by_text("You are ready to play.")).to_have_count(0)


@needs_browser
def test_each_step_to_look_back_to_has_a_name_of_its_own(player: Callable[..., Player]) -> None:
    ann = player(settings={"motion": "reduced"}, seed="names")
    ann.against_bots("shithead", 2)
    buttons = ann.page.locator(".step-to")
    ann.play_on(until=lambda: buttons.count() > 3)
    names = buttons.evaluate_all("all => all.map((one) => one.ariaLabel)")
    told = "".join(ann.page.locator("[data-region=story] p").all_text_contents())
    for name in names:
        start, words = name.split(": ", 1)
        assert start == "Show the table after this"
        assert words
        assert words.replace(" ", "") in told.replace(" ", "")


def test_looking_back_shows_the_table_as_it_was(player: Callable[..., Player]) -> None:
    ann = player(settings={"motion": "reduced"})
    ann.against_bots("shithead", 2)
    ann.play_on(until=lambda: ann.page.locator(".step-to").count() > 6)
    expect(ann.button(re.compile(r"^(Play|Take|Choose)\b"))).to_have_count(1)
    stock = ann.page.locator(".stock").get_attribute("aria-label")

    ann.page.locator(".step-to").nth(3).click()
    expect(ann.page.locator(".looking-back")).to_be_visible()
    expect(ann.page.locator(".stock")).not_to_have_attribute("aria-label", str(stock))
    ann.button("One step back").click()
    ann.button("Back to now").click()
    expect(ann.page.locator(".looking-back")).to_be_hidden()
    expect(ann.page.locator(".stock")).to_have_attribute("aria-label", str(stock))


def _write() -> None:
    SENTENCES.write_text(all_sentences(), encoding="utf-8")
    with tempfile.TemporaryDirectory() as folder, pytest.MonkeyPatch.context() as patch:
        patch.setattr(fair, "new_secret", lambda: SECRET)
        with served(Path(folder)) as server, chromium() as one, players(one, server.url) as make:
            STORY.write_text(
                "".join(f"{line}\n" for line in heard_story(make(settings={"motion": "reduced"}))), encoding="utf-8"
            )


if __name__ == "__main__":
    _write()
