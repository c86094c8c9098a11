"""Somebody who plays by the page and knows only the names that a screen reader says.

Everything that goes wrong in the browser is kept: errors, warnings, other hosts, violations of the security policy."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Locator, Page, WebSocket

PATIENCE_MS = 60_000
QUICK = {"speed": 4, "motion": "reduced"}
"""Settings of somebody who does not look at the cards fly."""
MOST_ACTS = 3_000

OFFERED = """() => {
  const isShown = (element) => element.checkVisibility({ visibilityProperty: true })
    && !element.closest("[inert], [aria-hidden=true]");
  const spoken = (element) => [...element.childNodes].map((node) => node.nodeType === Node.TEXT_NODE ? node.nodeValue
    : node.ariaHidden === "true" ? "" : node.ariaLabel ?? spoken(node)).join(" ");
  const nameOf = (element) => (element.ariaLabel ?? spoken(element)).replace(/\\s+/g, " ").trim();
  const found = [];
  globalThis.offered = [];
  const offer = (element, kind) => { offered.push(element); found.push([kind, nameOf(element)]); };
  for (const button of document.querySelectorAll("button:enabled:not([role]), [role=button]")) {
    const kind = button.ariaPressed === "true" ? "pressed" : "button";
    if (button.ariaDisabled !== "true" && isShown(button)) offer(button, kind);
  }
  for (const list of document.querySelectorAll("[role=listbox]")) {
    for (const option of list.querySelectorAll("[role=option]")) if (isShown(option)) offer(option, list.ariaLabel);
  }
  return found;
}"""
"""What can be pressed: the name of its list or "button", and its own name."""
ORDER = (
    r"(I am ready|Ready)\b",
    r"(Give the pile to|Call|Add|Subtract)\b",
    r"(Your|.*'s) slot \d+$",
    r"(Turn over|Bet)\b",
    r"Play\b",
)
LAST = (r"Pass\b", r"Take\b")
CANNOT = "cannot be played"
REPORT_VIOLATIONS = """
addEventListener("securitypolicyviolation", (event) =>
  console.error(`security policy: ${event.violatedDirective} ${event.blockedURI} ${event.sample}`));
"""


class Player:
    """A browser of their own."""

    def __init__(
        self,
        browser: Browser,
        url: str,
        name: str,
        *,
        size: tuple[int, int] = (1280, 800),
        settings: Mapping[str, object] = QUICK,
        seed: object = 0,
        **options: Any,
    ) -> None:
        self.url = url
        self.name = name
        self.chance = random.Random(str(seed))
        self.problems: list[str] = []
        self.is_eager = False
        """Somebody who bets all they have soon comes to an end."""
        self.is_patient = False
        """Somebody who looks at what moves instead of skipping it."""
        self.allowed_problems: Callable[[str], bool] = lambda _: False
        """While the server is gone, failed requests are no surprise."""
        self.frames: list[str] = []
        """All that the sockets brought."""
        self.context: BrowserContext = browser.new_context(
            base_url=url, viewport={"width": size[0], "height": size[1]}, locale="en-GB", **options
        )
        self.context.set_default_timeout(PATIENCE_MS)
        self.context.add_init_script(REPORT_VIOLATIONS)
        kept = {"settings": json.dumps(dict(settings)), **({"guest-name": name} if name else {})}
        for key, value in kept.items():  # the name is only what the page suggests: nobody is known before sitting down
            item = json.dumps(key), json.dumps(value)
            self.context.add_init_script("localStorage.getItem({0}) ?? localStorage.setItem({0}, {1})".format(*item))
        self.page: Page = self.context.new_page()
        self.page.on("console", self._console)
        self.page.on("pageerror", lambda problem: self._note(f"error: {problem}"))
        self.page.on("request", lambda request: self._requested(request.url))
        self.page.on("websocket", self._connected)

    # -- What goes wrong -----------------------------------------------------------------------------------------------

    def _note(self, problem: str) -> None:
        if not self.allowed_problems(problem):
            self.problems.append(problem)

    def _console(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            self._note(message.text)

    def _requested(self, url: str) -> None:
        if not url.startswith((self.url, "data:", "blob:", self.url.replace("http", "ws", 1))):
            self._note(f"asked another host: {url}")

    def _connected(self, socket: WebSocket) -> None:
        self._requested(socket.url)
        socket.on(
            "framereceived", lambda frame: self.frames.append(frame if isinstance(frame, str) else frame.decode())
        )

    # -- Tables --------------------------------------------------------------------------------------------------------

    def open_table(self, **request: object) -> str:
        """As a program would, from this page, so that the seat is this browser's. Returns the id of the table."""
        if not self.page.url.startswith(self.url):
            self.page.goto("/settings")
        made = self.page.evaluate(
            """async (request) => {
              const headers = { "Content-Type": "application/json", "Player-Key": localStorage.getItem("player-key") };
              return (await fetch("/api/v1/tables", { method: "POST", body: JSON.stringify(request), headers })).json();
            }""",
            {"player": self.name, "salt": f"{self.name} adds this", **request},
        )
        self.page.evaluate("(name) => localStorage.setItem('name', name)", self.name)
        self.page.goto(f"/t/{made['table']}")
        return str(made["table"])

    def against_bots(self, game: str, seats: int, level: str = "medium", **request: object) -> str:
        bots = [{"seat": seat, "level": level} for seat in range(1, seats)]
        return self.open_table(game=game, seats=seats, bots=bots, **request)

    # -- Playing by names ----------------------------------------------------------------------------------------------

    @property
    def is_over(self) -> bool:
        return self.button(re.compile("^Rematch$")).count() > 0

    def button(self, name: re.Pattern[str] | str) -> Locator:
        return self.page.get_by_role("button", name=name)

    def act(self) -> bool:
        """Do one thing that is offered, if anything is: first what names something, then a card, then pass or take."""
        offered: list[tuple[str, str]] = self.page.evaluate(OFFERED)
        for wanted in (r"All in\b", *ORDER) if self.is_eager else ORDER:
            found = [k for k, (kind, name) in enumerate(offered) if kind == "button" and re.match(wanted, name)]
            if found:
                return self._press(self.chance.choice(found))
        for row in ("Your hand", "Your face-up cards"):
            found = [k for k, (kind, name) in enumerate(offered) if kind == row and not name.endswith(CANNOT)]
            if found:
                return self._press(self.chance.choice(found))
        for wanted in LAST:
            found = [k for k, (kind, name) in enumerate(offered) if kind == "button" and re.match(wanted, name)]
            if found:
                return self._press(found[0])
        return False

    def _press(self, number: int) -> bool:
        """If it is still there."""
        return bool(self.page.evaluate("(k) => offered[k].isConnected && (offered[k].click(), true)", number))

    def play_on(self, until: Callable[[], bool] | None = None) -> int:
        """Until the match is over, or something is so. Returns how often this player did something."""
        acts = 0
        while acts < MOST_ACTS and not (until or (lambda: self.is_over))():
            if self.act():
                acts += 1
            elif not self.is_patient:
                self.page.keyboard.press("Escape")  # what still moves is there at once
            self.page.wait_for_timeout(5)  # lets messages come in
        return acts


@contextmanager
def players(browser: Browser, url: str) -> Iterator[Callable[..., Player]]:
    """Makes players. Afterwards nothing may have gone wrong for any of them."""
    made: list[Player] = []

    def make(name: str = "Ann", **options: Any) -> Player:
        made.append(Player(browser, url, name, **options))
        return made[-1]

    yield make
    for one in made:
        one.context.close()
    problems = {one.name: one.problems for one in made if one.problems}
    assert not problems, problems
