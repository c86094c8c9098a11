"""The texts of the page: every language has the same ones, and every screen has room for them."""

from __future__ import annotations

import json
import shutil
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from houserules.games.heart_of_five import bots as heart_bots
from houserules.games.shedding import bots as shedding_bots
from tests.serving import Served, served
from tests.visitors import chromium, needs_browser
from tests.web_players import QUICK, Player, players

pytestmark = pytest.mark.one_build

WORDS = Path(__file__).parent.parent / "src" / "houserules" / "web" / "js" / "words"
NODE = shutil.which("node")
LIST_TEXTS = """
const read = async (language) => {
  const texts = (await import(`file://${process.argv[1]}/${language}.js`))[language];
  return Object.fromEntries(Object.entries(texts).map(([key, text]) => [key, typeof text === "string" ? text : null]));
};
console.log(JSON.stringify({ en: await read("en"), de: await read("de") }));
"""
SIZES = [(320, 568), (360, 640), (768, 1024), (1440, 900)]
SCREENS = ["/", "/lobby", "/matches", "/houses", "/settings"]

SETTLED = """() => Promise.all(document.getAnimations().filter((one) => one instanceof CSSTransition)
  .map((one) => one.finished.catch(() => null)))"""
"""After a change of size drawers slide out of sight, and on a slow machine that takes a while."""

TOO_WIDE = """() => {
  const found = [];
  const note = (what, one) => found.push(`${one.tagName} ${what}: ${one.textContent.slice(0, 40)}`);
  const textsIn = (one) => {
    const parts = [one, ...one.querySelectorAll("*")].flatMap((part) => [...part.childNodes]);
    const isSeen = (part) => part.parentElement.getBoundingClientRect().width > 1;
    return parts.filter((part) => part.nodeType === Node.TEXT_NODE && isSeen(part));
  };
  for (const one of document.querySelectorAll("button, a, h1, h2, label, p, legend, .ask, .turn, .tag, .plate")) {
    const box = one.getBoundingClientRect();
    const isHidden = !one.checkVisibility({ visibilityProperty: true }) || box.width <= 1;
    if (isHidden || one.closest(".sr, [aria-hidden=true]")) continue;
    const scrolls = one.parentElement.closest("[role=listbox], [role=tablist], [role=radiogroup], .lines");
    // On a low screen the line below the pile ends in three dots: the story has it whole.
    const isShortened = getComputedStyle(one.parentElement).textOverflow === "ellipsis";
    if (!scrolls && !isShortened && (box.right > innerWidth + 1 || box.left < -1)) note("lies beyond the edge", one);
    if (!one.matches("button:not(.card), .btn")) continue;
    for (const text of textsIn(one)) {
      const range = document.createRange();
      range.selectNodeContents(text);
      const { left, right, width } = range.getBoundingClientRect();
      if (width > 1 && (right > box.right + 1 || left < box.left - 1)) note("is too narrow", one);
    }
  }
  const { scrollWidth } = document.documentElement;
  if (scrollWidth > innerWidth) found.push(`the page is ${scrollWidth} wide`);
  return found;
}"""

DO_SOMETHING = """() => {
  const actions = () => [...document.querySelectorAll(".actions button:not([aria-disabled=true]):not(.hintb)")];
  const isChoosing = document.querySelector(".chooser, .betting, .way-out");
  if (!isChoosing) document.querySelector(".slots .can button, .mine .can [role=option]")?.click();
  actions().at(-1)?.click();
}"""

VISIBLE_TEXTS = """() => {
  const walker = document.createTreeWalker(document.querySelector("#app"), NodeFilter.SHOW_TEXT);
  const texts = [];
  while (walker.nextNode()) {
    const text = walker.currentNode.nodeValue.trim();
    const parent = walker.currentNode.parentElement;
    if (text && parent.checkVisibility() && !parent.closest("h1[aria-label]")) texts.push(text);
  }
  const labels = [...document.querySelectorAll("#app [aria-label]")].map((one) => one.getAttribute("aria-label"));
  return [...texts, ...labels];
}"""


def all_texts() -> dict[str, dict[str, str | None]]:
    """By language and key; null is a text that is made from facts."""
    assert NODE is not None
    run = subprocess.run(
        [NODE, "--input-type=module", "-e", LIST_TEXTS, str(WORDS)], capture_output=True, text=True, check=True
    )
    found: dict[str, dict[str, str | None]] = json.loads(run.stdout)
    return found


needs_node = pytest.mark.skipif(NODE is None, reason="there is no Node on this machine: see the Makefile")


@needs_node
def test_both_languages_have_the_same_texts() -> None:
    texts = all_texts()

    assert sorted(texts["en"]) == sorted(texts["de"])


SAY = """
const [folder, language, key, facts] = process.argv.slice(1);
const words = (await import(`${folder}/${language}.js`))[language];
console.log(words[key](JSON.parse(facts)));
"""


@needs_node
@pytest.mark.parametrize(
    ("language", "key", "facts", "said"),
    [
        ("en", "matches.place", {"place": 3}, "You came 3rd"),
        ("en", "stats.rating", {"skill": "24.7", "doubt": "8.1", "matches": 1}, "after 1 rated match."),
        ("de", "stats.rating", {"skill": "24.7", "doubt": "8.1", "matches": 1}, "nach 1 gewerteten Partie."),
        ("en", "stats.rating", {"skill": "24.7", "doubt": "8.1", "matches": 2}, "after 2 rated matches."),
    ],
)
def test_one_of_something_is_said_as_one(language: str, key: str, facts: dict[str, object], said: str) -> None:
    assert NODE is not None
    command = [NODE, "--input-type=module", "-e", SAY, str(WORDS), language, key, json.dumps(facts)]
    run = subprocess.run(command, capture_output=True, text=True, check=True)

    assert run.stdout.strip().endswith(said)


@needs_node
def test_texts_name_the_same_facts() -> None:
    """`{name}` in one language and not in the other is a slip, unless a function says it."""
    texts = all_texts()
    facts = {
        language: {key: sorted(set(_facts(text))) for key, text in found.items() if text is not None}
        for language, found in texts.items()
    }
    both = [key for key in facts["en"] if key in facts["de"]]

    assert len(both) > len(texts["en"]) // 2
    assert {key: facts["en"][key] for key in both} == {key: facts["de"][key] for key in both}


def _facts(text: str) -> list[str]:
    return [part.split("}", 1)[0] for part in text.split("{")[1:]]


# -- Room for words ----------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def here(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with served(tmp_path_factory.mktemp("server")) as server:
        yield server


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as one:
        yield one


@pytest.fixture
def german(browser: Browser, here: Served) -> Iterator[Callable[..., Player]]:
    with players(browser, here.url) as make:
        yield lambda **options: make("Ann", settings={**QUICK, "language": "de"}, **options)


def require_room(page: Page, where: str) -> None:
    for size in SIZES:
        page.set_viewport_size({"width": size[0], "height": size[1]})
        page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
        page.evaluate(SETTLED)
        assert page.evaluate(TOO_WIDE) == [], f"{where} at {size}"


def require_german(page: Page, where: str) -> None:
    texts = all_texts()
    english = {text for key, text in texts["en"].items() if text and text != texts["de"].get(key)} - {
        text for text in texts["de"].values() if text
    }

    assert page.evaluate("() => document.documentElement.lang") == "de"
    assert sorted(english.intersection(page.evaluate(VISIBLE_TEXTS))) == [], where


@needs_browser
@needs_node
@pytest.mark.parametrize("path", SCREENS)
def test_every_screen_works_in_german(german: Callable[..., Player], path: str) -> None:
    ann = german()
    ann.allowed_problems = lambda problem: "404" in problem  # the server does not know Ann yet
    ann.page.goto(path)
    expect(ann.page.locator("h1").first).to_be_visible()
    ann.page.wait_for_load_state("networkidle")

    require_german(ann.page, path)
    require_room(ann.page, path)


@needs_browser
@needs_node
@pytest.mark.parametrize("game", ["shithead", "heart-of-five", "heroes"])
def test_every_table_works_in_german(german: Callable[..., Player], game: str) -> None:
    """Before the first move, while it is our turn, and after some moves."""
    ann = german()
    request: dict[str, Any] = {"game": game, "seats": 2 if game == "heroes" else 4}
    level = {"shithead": "easy", "heart-of-five": "beginner", "heroes": "medium"}[game]
    ann.open_table(**request, bots=[{"seat": seat, "level": level} for seat in range(1, request["seats"])])

    for step in range(6):
        ann.page.locator("main.my-turn").wait_for()
        expect(ann.page.locator("main.my-turn .actions, main.my-turn .slots .can").first).to_be_visible()
        require_german(ann.page, f"{game}, step {step}")
        require_room(ann.page, f"{game}, step {step}")
        before = ann.page.evaluate("() => document.body.dataset.seq")
        ann.page.evaluate(DO_SOMETHING)
        moved = "seq => (document.body.dataset.unanswered ?? '0') === '0' || document.body.dataset.seq !== seq"
        ann.page.wait_for_function(moved, arg=before)


@needs_browser
def test_refusals_of_the_server_are_said_in_german(german: Callable[..., Player]) -> None:
    """Where the code says all of it; else the server's own sentence stays."""
    ann = german()
    ann.page.goto("/settings")
    ann.page.locator("h1").first.wait_for()
    script = """async (code) => {
      const folder = document.querySelector("script[type=module]").src.replace("main.js", "");
      return new (await import(folder + "api.js")).Refused(code, "as the server says it.").message;
    }"""

    assert ann.page.evaluate(script, "no-bot-move") == "In dieser Partie hat noch kein Bot gespielt."
    assert ann.page.evaluate(script, "seat-taken") == "as the server says it."


SAY_REASONS = """
const { de } = await import(`file://${process.argv[1]}/de.js`);
console.log(JSON.stringify(JSON.parse(process.argv[2]).map((reason) => de["advice.because"]({ reason }))));
"""
NUMBERS = {
    **dict.fromkeys(("count", "burned", "given", "own_fit", "rival", "cards"), "3 cards"),
    "kept": "it keeps 2H TC, which go on anything",
    "low": "low cards go first",
    "trap": "the next seat has no answer in 40% of cases and takes one card, after play 7H in 10%",
    "weak": "weak cards go first",
    "control": "one card is",
    "plays": "one more play",
    "instead": "play 3C 3D",
    "other": "4",
}
SEARCHED = (
    "it burns the pile, and it plays on; in 1,042 imagined games this move scores 51%, and swap 6D 3H scores 39%",
    "in 16 imagined games this move scores 41%; play *J scores as much, but was tried less often",
    "with 100 against 90 credits and 12 rounds to play, bets from 3 to 9 are those that nobody can take advantage of",
    "it is 3 from 34 then, and otherwise 31; the round is won in 60% then, and otherwise in 20%",
)


@needs_node
def test_a_german_reason_of_a_bot_has_no_english_in_it() -> None:
    pairs = [*shedding_bots.REASONS.values(), *heart_bots.WORDS.values()]
    reasons = [text.format(**NUMBERS) for pair in pairs for text in pair if text]
    reasons += [shedding_bots.FREE_LOOK, shedding_bots.ANNOUNCED, *SEARCHED]
    assert NODE is not None
    run = subprocess.run(
        [NODE, "--input-type=module", "-e", SAY_REASONS, str(WORDS), json.dumps(reasons)],
        capture_output=True,
        text=True,
        check=True,
    )
    said = dict(zip(reasons, json.loads(run.stdout), strict=True))

    assert {reason: words for reason, words in said.items() if reason in words} == {}
    assert said[SEARCHED[0]] == (
        "Begründung: er verbrennt den Stapel, und er spielt weiter; in 1.042 gedachten Partien kommt dieser Zug auf"
        " 51 %, 6D 3H tauschen auf 39 %."
    )


@needs_node
def test_a_reason_that_german_does_not_know_stays_as_it_is() -> None:
    assert NODE is not None
    new = "the moon is full, and it burns the pile"
    run = subprocess.run(
        [NODE, "--input-type=module", "-e", SAY_REASONS, str(WORDS), json.dumps([new])],
        capture_output=True,
        text=True,
        check=True,
    )

    assert json.loads(run.stdout) == [f"Begründung: {new}."]
