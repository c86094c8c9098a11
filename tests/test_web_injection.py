"""Names, chat, names of tables and texts of houses come from other people: they are shown as they are, and nothing in
them is ever run, or changes what stands around them."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page

from tests.serving import Served
from tests.visitors import needs_browser
from tests.web_players import Player

pytestmark = [pytest.mark.one_build, needs_browser]

TAGS = "<img src=x onerror=pwned()>"
QUOTES = "\"'><svg onload=pwned()>"
LINK = "javascript:pwned()//"
BIDI = "\u202eevil\u2066 {name}"
HOUSE = f"""
extends = "duel"
name = {TAGS!r}
""".replace("'", '"')
FIND_INJECTED = """() => {
  const wrong = ["img[src=x]", "script:not([src])", "iframe", "[onerror]", "[onload]", "a[href^=javascript]"];
  return [...document.querySelectorAll(wrong.join())].map((one) => one.outerHTML);
}"""


def require_harmless(page: Page) -> None:
    assert page.evaluate(FIND_INJECTED) == []
    assert page.evaluate("globalThis.pwned") is None


def test_names_chat_tables_and_houses_inject_nothing(player: Callable[..., Player], here: Served) -> None:
    ann, ben = player(TAGS), player(QUOTES)
    table = ann.open_table(house=HOUSE, seats=2, name=f"{LINK}{TAGS}"[:40], public=True)
    ben.page.goto("/lobby")
    ben.page.get_by_text(LINK, exact=False).first.wait_for()
    require_harmless(ben.page)
    ben.page.goto(f"/t/{table}")
    ben.page.get_by_text(TAGS, exact=False).first.wait_for()
    require_harmless(ben.page)

    made = ben.page.evaluate(
        """async ([table, name]) => {
          const headers = { "Content-Type": "application/json", "Player-Key": localStorage.getItem("player-key") };
          const body = JSON.stringify({ name, salt: "<b>" });
          return (await fetch(`/api/v1/tables/${table}/seats`, { method: "POST", headers, body })).status;
        }""",
        [table, QUOTES],
    )
    assert made == 201
    ben.page.reload()
    for one in (ann, ben):
        one.page.get_by_role("listbox", name="Your hand").wait_for()
        require_harmless(one.page)
    assert _on_socket(ben.page, table, {"type": "chat", "text": BIDI})["code"] == "bad-chat"
    for text in (TAGS, QUOTES, LINK, "\u05d0\u05d1 {name} abc", "&lt;b&gt;&amp;", "${1}{name}"):
        assert _on_socket(ben.page, table, {"type": "chat", "text": text})["type"] == "done"
        ann.page.wait_for_function("(text) => document.body.textContent.includes(text)", arg=text)
        require_harmless(ann.page)

    assert _on_socket(ben.page, table, {"type": "forfeit"})["type"] == "done"
    for one in (ann, ben):
        one.button(re.compile("^Rematch$")).wait_for()
        one.page.locator(".steps li").first.wait_for()
        require_harmless(one.page)
    ann.page.goto(f"/replay/{table}/1")
    ann.page.get_by_role("slider").wait_for()
    require_harmless(ann.page)
    ann.page.goto("/matches")
    ann.page.get_by_text(TAGS, exact=False).first.wait_for()
    require_harmless(ann.page)


def _on_socket(page: Page, table: str, message: dict[str, str]) -> dict[str, Any]:
    """The answer to what this seat says on a second connection."""
    script = """([table, message]) => new Promise((resolve) => {
      const socket = new WebSocket(`${location.origin.replace("http", "ws")}/api/v1/tables/${table}/live`);
      socket.onmessage = ({ data }) => {
        const { type } = JSON.parse(data);
        if (type === "view" && socket.said !== true) { socket.said = true; socket.send(JSON.stringify(message)); }
        if (type === "done" || type === "error") { socket.close(); resolve(JSON.parse(data)); }
      };
    })"""
    answer: dict[str, Any] = page.evaluate(script, [table, message])
    return answer


def test_a_house_in_a_link_injects_nothing(player: Callable[..., Player]) -> None:
    ann = player()
    for house in (TAGS, QUOTES, f'extends = "shithead"\nname = "{TAGS}"', "%3Cscript%3Epwned()%3C/script%3E"):
        ann.page.goto("/settings")
        ann.page.goto(f"/houses#{house}")
        ann.page.locator("h1").first.wait_for()
        ann.page.wait_for_load_state("networkidle")
        require_harmless(ann.page)


def test_the_policy_lets_nothing_in(player: Callable[..., Player], here: Served) -> None:
    paths = [
        "/",
        "/lobby",
        "/matches",
        "/houses",
        "/settings",
        "/t/00000000-0000-7000-8000-000000000000",
        "/replay/a/1",
    ]
    for path in paths:
        policy = here.http.get(path, headers={"accept": "text/html"}).headers["content-security-policy"]
        parts = dict(part.strip().split(" ", 1) for part in policy.split(";"))
        assert parts["default-src"] == "'none'"
        assert parts["script-src"] == parts["style-src"] == parts["connect-src"] == "'self'"
        assert not re.search(r"unsafe|\*|https?:", policy)
    ann = player()
    ann.allowed_problems = lambda problem: "ecurity policy" in problem.replace("P", "p") or "404" in problem
    heard: list[str] = []
    ann.page.on("console", lambda message: heard.append(message.text))
    ann.page.goto("/")
    ann.page.evaluate("""() => {
      const script = document.createElement("script");
      script.textContent = "globalThis.pwned = true";
      document.body.append(script);
      const box = document.createElement("div");
      box.innerHTML = "<img src=x onerror='globalThis.pwned = true'>";
      document.body.append(box);
    }""")
    ann.page.wait_for_function("() => document.querySelector('img[src=x]').complete")

    assert ann.page.evaluate("globalThis.pwned") is None
    assert sum("security policy: script-src" in text for text in heard) >= 1, "violations are not heard"


def test_no_module_makes_elements_from_text() -> None:
    """What people write can only become text: there is no other way in the page."""
    from tests.test_web_fair import SCRIPTS  # noqa: PLC0415 - where the scripts are

    forbidden = re.compile(r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(|new Function|srcdoc")
    found = [
        f"{script.name}: {line.strip()}"
        for script in sorted(SCRIPTS.rglob("*.js"))
        for line in script.read_text(encoding="utf-8").splitlines()
        if forbidden.search(line.split("//")[0])
    ]

    assert found == []
