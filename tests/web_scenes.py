"""Every screen of the page, with something real on it: what axe, contrast, keyboard and pictures are run over.

A match is played by a program to where a scene begins; then the browser takes over the seat."""

from __future__ import annotations

import json
import secrets
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

import msgspec
from playwright.sync_api import Browser, Page

import houserules as hr
from houserules import client
from tests.serving import Served
from tests.web_matches import run

SIZES = {"phone": (360, 640), "tablet": (768, 1024), "desk": (1440, 900)}
THEMES = ("night", "day")
MOST_TRIES = 60
MOST_TURNS = 400
PATIENCE_MS = 60_000


class Scene(msgspec.Struct, frozen=True):
    path: str
    """Where the browser goes."""
    kept: Mapping[str, str] = {}
    """What its device has kept."""
    shows: str = "h1"
    """A selector of what must be there before anybody looks."""


class Start(msgspec.Struct, frozen=True):
    """A table at which it is our turn, and where something is so."""

    game: str
    seats: int
    when: Callable[[Any], bool]
    """Of our view."""
    shows: str = "[data-place]"
    level: str = "easy"
    """Of those who play, our own seat until then among them."""


def _own(view: Any) -> Any:
    return view.seats[view.seat]


def _in_play(view: Any) -> bool:
    return bool(view.phase != "setup" and view.pending is None)


def _is_bomb(move: object) -> bool:
    """Four or more of one rank, as `play 3C 3D 3H 3S`."""
    cards = str(move).split()[1:]
    return len(cards) > 3 and len({card[0] for card in cards}) == 1


STARTS = {
    "setup": Start("shithead", 4, lambda view: view.phase == "setup"),
    "table": Start("shithead", 4, lambda view: _in_play(view) and len(view.pile) > 3 and len(view.legal) > 2),
    "table-8": Start("shithead", 8, lambda view: _in_play(view) and len(_own(view).hand) > 11),
    "target": Start("shithead", 4, lambda view: view.pending == "target" and len(view.pile) > 2),
    "take": Start("shithead", 4, lambda view: _in_play(view) and [str(move) for move in view.legal] == ["take"]),
    "face-up": Start("shithead", 3, lambda view: _in_play(view) and not _own(view).hand and _own(view).up),
    "blind": Start("shithead", 3, lambda view: _in_play(view) and not _own(view).hand and not _own(view).up),
    "two": Start("duel", 2, lambda view: _in_play(view) and len(view.pile) > 2),
    "smellyhead": Start("smellyhead", 3, lambda view: _in_play(view) and len(view.pile) > 3),
    "call": Start("smellyhead", 3, lambda view: view.pending == "call"),
    "five-lead": Start(
        "heart-of-five", 4, lambda view: view.last is None and len(view.seats[0].hand) > 8, level="intermediate"
    ),
    "five-follow": Start(
        "heart-of-five", 4, lambda view: view.last is not None and len(view.legal) > 2, level="intermediate"
    ),
    "five-bomb": Start("heart-of-five", 4, lambda view: any(map(_is_bomb, view.legal)), level="intermediate"),
    "heroes-bet": Start("heroes", 2, lambda view: view.phase == "betting" and view.round == 2),
    "heroes-own": Start("heroes", 2, lambda view: view.phase == "card_selection_own" and view.turn > 3),
    "heroes-rival": Start("heroes", 2, lambda view: view.phase == "card_selection_rival" and view.turn > 3),
    "heroes-choice": Start("heroes", 2, lambda view: view.phase == "power_choice" and view.turn > 3),
}


class Places:
    """The scenes on one server. A table is set up when its scene is first asked for."""

    def __init__(self, here: Served) -> None:
        self.here = here
        self.key = secrets.token_urlsafe(24)
        here.http.put("/api/v1/me", headers={"Player-Key": self.key}, json={"name": "Ann"}).raise_for_status()
        self.names = ["home", "lobby", "matches", "houses", "settings", "missing", "room", *STARTS, "end", "replay"]
        self._made: dict[str, Scene] = {}

    def scene(self, name: str) -> Scene:
        if name not in self._made:
            self._made[name] = self._make(name)
        return self._made[name]

    def _make(self, name: str) -> Scene:
        kept = {"player-key": self.key, "name": "Ann"}
        if name in STARTS:
            table, token = run(self._reach(STARTS[name]))
            return Scene(f"/t/{table}", {**kept, f"seat-{table}": token}, STARTS[name].shows)
        match name:
            case "home":
                return Scene("/", kept)
            case "missing":
                return Scene("/t/00000000-0000-7000-8000-000000000000", kept, "[role=alert]")
            case "lobby":
                run(self._wait_for_friends("Friday night", public=True))
                run(self._wait_for_friends("Beginners welcome", public=True))
            case "houses":
                return Scene("/houses", kept, ".head [role=status] b")
            case "matches":
                self.scene("end")
            case "room":
                table, token = run(self._wait_for_friends("Friday night"))
                return Scene(f"/t/{table}", {**kept, f"seat-{table}": token})
            case "end" | "replay":
                table, token = run(self._play_out())
                scenes = {"end": f"/t/{table}", "replay": f"/replay/{table}/1"}
                for one, path in scenes.items():
                    shows = ".steps li" if one == "end" else "[role=slider]"
                    self._made[one] = Scene(path, {**kept, f"seat-{table}": token}, shows)
                return self._made[name]
        return Scene(f"/{name}", kept)

    async def _wait_for_friends(self, title: str, *, public: bool = False) -> tuple[str, str]:
        """A table before the deal, with a bot and a chair that is free."""
        async with await client.open_table(
            self.here.url,
            game="shithead",
            seats=4,
            bots={1: "hard", 2: "easy"},
            name="Ann",
            key=self.key,
            ready=False,
            public=public,
            title=title,
        ) as seat:
            assert seat.token is not None
            return seat.link.table, seat.token

    async def _play_out(self) -> tuple[str, str]:
        async with await client.open_table(
            self.here.url, game="shithead", seats=4, bots={1: "hard", 2: "medium", 3: "easy"}, name="Ann", key=self.key
        ) as seat:
            await client.play_match(seat, hr.bot("easy", seat.game))
            assert seat.token is not None
            return seat.link.table, seat.token

    async def _reach(self, start: Start) -> tuple[str, str]:
        """The table and the token of our seat."""
        bots = dict.fromkeys(range(1, start.seats), start.level)
        for _ in range(MOST_TRIES):
            async with await client.open_table(
                self.here.url, game=start.game, seats=start.seats, bots=bots, name="Ann", key=self.key
            ) as seat:
                player = hr.bot(start.level, seat.game)
                for _ in range(MOST_TURNS):
                    view = await seat.turn()
                    if view is None:
                        break
                    if start.when(view):
                        assert seat.token is not None
                        return seat.link.table, seat.token
                    await seat.play(await player.choose_async(view))
        raise AssertionError(f"no match of {start.game} came to what this scene shows")


@contextmanager
def device(
    browser: Browser, here: Served, size: tuple[int, int], settings: Mapping[str, object], *, scale: float = 1
) -> Iterator[Page]:
    """A browser of somebody who has chosen these settings."""
    width, height = size
    context = browser.new_context(
        base_url=here.url,
        viewport={"width": width, "height": height},
        device_scale_factor=scale,
        has_touch=width < 700,
        reduced_motion="reduce",
        service_workers="block",
        locale="en-GB",
    )
    context.set_default_timeout(PATIENCE_MS)
    context.add_init_script(f"localStorage.setItem('settings', {json.dumps(json.dumps(dict(settings)))})")
    yield context.new_page()
    context.close()


def visit(page: Page, scene: Scene) -> None:
    """Go there, and wait until it stands still."""
    keep = "".join(
        f"localStorage.setItem({json.dumps(name)}, {json.dumps(value)});" for name, value in scene.kept.items()
    )
    page.add_init_script(keep)
    page.goto(scene.path)
    page.wait_for_selector("html[data-ready=true]", state="attached")
    page.wait_for_selector(scene.shows, state="attached")
    page.evaluate("document.fonts.ready.then(() => undefined)")
    page.wait_for_function("() => document.getAnimations().every((one) => one.playState !== 'running')")
