"""Every screen at three sizes, by night and by day, with cards and in ASCII: axe finds nothing, words can be read, and
the keyboard reaches everything. See web_scenes.py for the screens."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser

from tests.serving import Served
from tests.visitors import needs_browser
from tests.web_looks import axe_violations, keyboard_problems, low_contrasts, needs_axe
from tests.web_scenes import SIZES, STARTS, THEMES, Places, device, visit

pytestmark = [pytest.mark.one_build, needs_browser]

LOOKS = [(size, skin) for skin in ("cards", "ascii") for size in SIZES if skin == "cards" or size != "tablet"]


@pytest.fixture(scope="module")
def places(here: Served) -> Places:
    return Places(here)


@needs_axe
@pytest.mark.parametrize(("size", "skin"), LOOKS)
def test_axe_finds_nothing_and_words_can_be_read(
    browser: Browser, here: Served, places: Places, size: str, skin: str
) -> None:
    problems, measured = [], 0
    for name in places.names if skin == "cards" else STARTS:
        for theme in THEMES:
            with device(browser, here, SIZES[size], {"theme": theme, "skin": skin}) as page:
                visit(page, places.scene(name))
                count, low = low_contrasts(page)
                measured += count
                problems += [f"{name}, {theme}: {line}" for line in (*axe_violations(page), *low)]

    assert problems == []
    assert measured > 5 * len(STARTS)


@pytest.mark.parametrize("size", ["phone", "desk"])
def test_the_tab_key_reaches_everything(browser: Browser, here: Served, places: Places, size: str) -> None:
    problems, stops = [], 0
    for name in places.names:
        with device(browser, here, SIZES[size], {}) as page:
            visit(page, places.scene(name))
            count, found = keyboard_problems(page)
            stops += count
            problems += [f"{name}: {line}" for line in found]

    assert problems == []
    assert stops > len(places.names)


def test_nothing_is_wider_than_the_screen(browser: Browser, here: Served, places: Places) -> None:
    """From 320 to 2560 pixels, upright and on its side."""
    too_wide = []
    for width, height in [(320, 568), (568, 320), (360, 640), (768, 1024), (1024, 768), (1440, 900), (2560, 1440)]:
        for name in places.names:
            with device(browser, here, (width, height), {}) as page:
                visit(page, places.scene(name))
                over = page.evaluate("document.documentElement.scrollWidth - innerWidth")
                if over > 0:
                    too_wide.append(f"{name} at {width} x {height}: {over} pixels")

    assert too_wide == []


def test_the_checks_find_what_is_wrong(browser: Browser, here: Served) -> None:
    """A check that cannot fail says nothing."""
    with device(browser, here, SIZES["desk"], {}) as page:
        page.goto("/")
        page.evaluate("""() => {
          const wrong = document.createElement("p");
          wrong.textContent = "hardly to be read";
          wrong.style.setProperty("color", "#777");
          wrong.style.setProperty("background", "linear-gradient(#666, #888)");
          const unreachable = document.createElement("button");
          unreachable.tabIndex = -1;
          const picture = document.createElement("img");
          document.body.replaceChildren(wrong, unreachable, picture);
        }""")

        assert any("hardly to be read" in line for line in low_contrasts(page)[1])
        assert any(line.startswith("not reached: button") for line in keyboard_problems(page)[1])
        assert any(line.startswith("image-alt") for line in axe_violations(page))
