"""A table of the page without a server behind it: it shows a match of the engine at a fixed position.

What the page says is kept. So a test can choose the position, and no bot moves meanwhile. The page itself comes from a
real server."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import houserules as hr
from houserules.core import to_json
from tests.web_players import Player

NAMES = ("Ann", "Ben", "Cem", "Dora", "Eli", "Fay", "Gus", "Hana")
MOST_MOVES = 5_000

STAND_IN = """
async ({ view, chairs }) => {
  const folder = document.querySelector("script[type=module]").src.replace("main.js", "");
  const load = (name) => import(folder + name);
  const [{ table }, { prefs }, { t }] = await Promise.all([load("table.js"), load("prefs.js"), load("words/index.js")]);
  const listeners = {};
  globalThis.said = [];
  const session = {
    view, message: { type: "view", seq: 1, view, match: 1 }, chairs, clock: null, over: null, chats: [],
    isCut: false, ahead: 0, isOpen: true, unanswered: 0, steps: [],
    presence: { chairs, you: view.seat, allows: ["hint", "undo", "chat"], watching: 0, waiting: [], paused: false,
      dealt: true, undo: null, name: "Friday" },
    seat: view.seat, isHost: false, isDealt: true, isPlaying: true, match: 1, seq: 1, hasFreeChair: false,
    table: "none", info: { name: "Friday", title: view.game }, allows: () => true,
    on(kind, listener) {
      (listeners[kind] ??= new Set()).add(listener);
      return () => listeners[kind].delete(listener);
    },
    async say(message) { said.push(message); return {}; },
    async move(text) { said.push(text); return {}; },
    async explain(text) { return { explanation: await explainMove(text) }; },
  };
  globalThis.tell = (next) => {
    session.view = next;
    session.message = { type: "view", seq: ++session.seq, view: next, match: 1 };
    for (const one of [...listeners.view]) one(session.message);
  };
  const screen = table({ go() {}, prefs, t, api: async () => ({}) }, session, () => undefined);
  document.querySelector("#app").replaceChildren(screen.element);
}
"""


class StandIn:
    """A player at a table that stands still."""

    def __init__(self, player: Player, match: Any, seat: int | None) -> None:
        self.player = player
        self.page = player.page
        self.match = match
        self.seat = seat
        self.page.expose_function("explainMove", self._explain)
        self.page.goto("/settings")
        self.page.locator("h1").first.wait_for()
        chairs = [
            {"name": NAMES[at], "bot": at != seat, "level": None if at == seat else "easy", "here": True}
            for at in range(match.seats)
        ]
        self.page.evaluate(STAND_IN, {"view": self.view, "chairs": chairs})
        self.page.locator(".table .seat, .table .purse").first.wait_for()
        self.page.locator(".table:not(.in-motion)").wait_for()

    @property
    def view(self) -> dict[str, Any]:
        view: dict[str, Any] = json.loads(to_json(self.match.view(self.seat).slim()))
        return view

    def _explain(self, move: str) -> Any:
        assert self.seat is not None
        return json.loads(to_json(self.match.explain(self.seat, move)))

    def show_again(self) -> None:
        """After the match went on."""
        self.page.evaluate("view => tell(view)", self.view)

    @property
    def said(self) -> list[Any]:
        """What the page said to the server: moves as texts."""
        said: list[Any] = self.page.evaluate("() => said")
        return said

    def option(self, list_name: str, card: str) -> Any:
        return self.page.get_by_role("listbox", name=list_name, exact=True).get_by_role("option", name=card, exact=True)

    def names(self, list_name: str) -> list[str]:
        options = self.page.get_by_role("listbox", name=list_name, exact=True).get_by_role("option")
        return [str(name) for name in options.evaluate_all("all => all.map(one => one.getAttribute('aria-label'))")]

    @property
    def chosen(self) -> list[str]:
        options = self.page.locator("[role=option][aria-selected=true]")
        return [str(name) for name in options.evaluate_all("all => all.map(one => one.getAttribute('aria-label'))")]

    def button(self, name: str) -> Any:
        return self.page.get_by_role("button", name=name, exact=True)


def match_where(
    game: Any, seats: int, seat: int, is_so: Callable[[Any], bool], seed: str = "fixed", *, level: str = "easy"
) -> Any:
    """A match at the first moment at which it is this seat's turn and something is so. Bots play all seats."""
    for number in range(200):
        match = hr.Match.new(game, seats=seats, seed=f"{seed} {number}")
        bot = hr.bot(level, game, seed=number)
        for moves in range(MOST_MOVES):
            if not match.to_act:
                break
            if seat in match.to_act and is_so(match.view(seat)):
                return match
            acting = match.to_act[moves % len(match.to_act)]
            match.play(acting, bot.choose(match.view(acting)))
    raise AssertionError("it never came to this")
