"""Nothing is lost: a page that is loaded again, a server that is killed and started again, a line that is cut."""

from __future__ import annotations

import re
import select
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.processes import ServerProcess
from tests.visitors import needs_browser
from tests.web_players import Player, players

pytestmark = [pytest.mark.one_build, needs_browser]

WHILE_AWAY = re.compile(
    "ERR_CONNECTION_REFUSED|ERR_CONNECTION_RESET|WebSocket connection|ERR_EMPTY_RESPONSE|Failed to load"
)
FEW_ACTS = 6


class Line:
    """A wire between the browser and a server. It can be cut, and mended."""

    def __init__(self, port: int) -> None:
        self._server_port = port
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port = self._listener.getsockname()[1]
        self._is_cut = False
        self._is_closed = False
        self._ends: list[socket.socket] = []
        threading.Thread(target=self._accept, daemon=True).start()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def _accept(self) -> None:
        while not self._is_closed:
            try:
                near, _ = self._listener.accept()
            except OSError:
                return
            if self._is_cut:
                near.close()
                continue
            try:
                far = socket.create_connection(("127.0.0.1", self._server_port))
            except OSError:
                near.close()
                continue
            self._ends += [near, far]
            threading.Thread(target=self._carry, args=(near, far), daemon=True).start()

    def _carry(self, near: socket.socket, far: socket.socket) -> None:
        other = {near: far, far: near}
        try:
            while True:
                for one in select.select([near, far], [], [])[0]:
                    data = one.recv(65_536)
                    if not data:
                        return
                    other[one].sendall(data)
        except (OSError, ValueError):
            return
        finally:
            near.close()
            far.close()

    def cut(self) -> None:
        self._is_cut = True
        for end in self._ends:
            try:
                end.shutdown(socket.SHUT_RDWR)
            except OSError:
                continue
        self._ends = []

    def mend(self) -> None:
        self._is_cut = False

    def close(self) -> None:
        self._is_closed = True
        self.cut()
        self._listener.close()


@contextmanager
def line_to(server: ServerProcess) -> Iterator[Line]:
    line = Line(server.port)
    yield line
    line.close()


@pytest.fixture
def server(tmp_path: Path) -> Iterator[ServerProcess]:
    with ServerProcess(tmp_path) as process:
        yield process


def hand(one: Player) -> list[str]:
    cards = one.page.get_by_role("listbox", name="Your hand").get_by_role("option")
    return sorted((card.get_attribute("data-card") or "") for card in cards.all())


def play_a_little(one: Player) -> None:
    """Until it is our turn again, after a few moves."""
    acts = 0

    def enough() -> bool:
        return one.is_over or acts >= FEW_ACTS

    while not enough():
        acts += one.act()
        one.page.wait_for_timeout(5)
    assert not one.is_over, "the match was too short for this test"
    one.page.get_by_role("button", name=re.compile("^(Play|Choose|Take|Turn over)")).first.wait_for()


def test_a_page_that_is_loaded_again_has_its_hand_back(browser: Browser, server: ServerProcess) -> None:
    with players(browser, server.url) as make:
        ann = make()
        table = ann.against_bots("shithead", 3)
        play_a_little(ann)
        before = hand(ann)
        ann.page.reload()
        ann.page.get_by_role("listbox", name="Your hand").wait_for()
        assert hand(ann) == before

        other = ann.context.new_page()
        other.goto(f"/t/{table}")
        other.get_by_role("listbox", name="Your hand").wait_for()
        other.close()
        assert ann.play_on() > 0
        assert ann.is_over


def test_a_server_that_is_killed_and_started_again(browser: Browser, server: ServerProcess) -> None:
    with players(browser, server.url) as make:
        ann = make()
        ann.against_bots("shithead", 3)
        play_a_little(ann)
        before = hand(ann)
        ann.page.evaluate("globalThis.wasHereBefore = true")
        ann.allowed_problems = lambda problem: bool(WHILE_AWAY.search(problem))
        server.kill()
        ann.page.get_by_text(re.compile("^Connection lost")).first.wait_for()
        server.start()
        ann.page.get_by_role("button", name=re.compile("^(Play|Choose|Take|Turn over)")).first.wait_for()
        ann.page.wait_for_function("() => document.body.dataset.unanswered === '0'")
        assert hand(ann) == before

        assert ann.play_on() > 0
        assert ann.is_over
        assert ann.page.evaluate("globalThis.wasHereBefore") is True, "the page was loaded again"


def test_a_line_that_is_cut_heals(browser: Browser, server: ServerProcess) -> None:
    with line_to(server) as line, players(browser, line.url) as make:
        ann = make()
        ann.against_bots("duel", 2)
        ann.page.get_by_role("listbox", name="Your hand").wait_for()
        ann.page.evaluate("globalThis.wasHereBefore = true")
        ann.allowed_problems = lambda problem: bool(WHILE_AWAY.search(problem))
        for _ in range(3):
            ann.act()
            line.cut()
            alarm = ann.page.get_by_text(re.compile("^Connection lost")).first
            alarm.wait_for()
            ann.act()  # what is said now is not lost
            line.mend()
            alarm.wait_for(state="hidden")
        ann.play_on()

        assert ann.is_over
        assert ann.page.evaluate("globalThis.wasHereBefore") is True, "the page was loaded again"
