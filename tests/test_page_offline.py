"""The service worker: the home page without a connection, and never the modules of two versions together."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from houserules.server import page_files, routes_pages
from tests.serving import Served, served
from tests.visitors import needs_browser
from tests.web_players import PATIENCE_MS

pytestmark = [pytest.mark.one_build, needs_browser]

IS_KEPT = """async (version) => {
  const { active, installing, waiting } = await navigator.serviceWorker.ready;
  const isDone = active.state === "activated" && !installing && !waiting;
  return isDone && (await caches.keys()).join() === `houserules-${version}`;
}"""
KEPT_PATHS = """async () => {
  const cache = await caches.open((await caches.keys())[0]);
  return (await cache.keys()).map(({ url }) => new URL(url).pathname);
}"""


@pytest.fixture
def context(browser: Browser) -> Iterator[BrowserContext]:
    one = browser.new_context(locale="en")
    one.set_default_timeout(PATIENCE_MS)
    yield one
    one.close()


def open_home(context: BrowserContext, here: Served) -> Page:
    tab = context.new_page()
    tab.goto(here.url)
    wait_until_kept(tab, page_files.page().version)
    return tab


def wait_until_kept(tab: Page, version: str) -> None:
    """All files of this version, and nothing else."""
    while not tab.evaluate(IS_KEPT, version):
        tab.wait_for_timeout(10)


def test_the_home_page_opens_without_a_connection_and_nothing_of_the_api_is_kept(
    context: BrowserContext, tmp_path: Path
) -> None:
    with served(tmp_path) as here:
        tab = open_home(context, here)
        kept = tab.evaluate(KEPT_PATHS)
        url = here.url
    assert "/" in kept
    assert [path for path in kept if path != "/" and not path.startswith("/web/")] == []

    context.set_offline(True)
    tab.goto(url)
    expect(tab.get_by_role("heading", level=1)).to_contain_text("House")
    expect(tab.get_by_role("link", name="Settings")).to_be_visible()
    assert "refused" in tab.evaluate("fetch('/api/v1/games').then(() => 'answered', () => 'refused')")


def test_after_an_update_all_modules_are_of_the_new_version(
    context: BrowserContext, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also in a browser that keeps the old ones, and in its next visit without a connection."""
    old = page_files.page()
    with served(tmp_path) as here:
        tab = open_home(context, here)
        port = int(here.url.rpartition(":")[2])
    new = _renewed(old)
    monkeypatch.setattr(routes_pages, "page", lambda: new)
    asked: list[str] = []
    with served(tmp_path, port=port) as here:
        tab.on("request", lambda request: asked.append(request.url))
        tab.goto(here.url)
        tab.wait_for_selector("html[data-ready]", state="attached")
        assert _versions(asked) == {new.version}
        wait_until_kept(tab, new.version)
        url = here.url
    asked.clear()
    context.set_offline(True)
    tab.goto(url)
    tab.wait_for_selector("html[data-ready]", state="attached")
    assert _versions(asked) == {new.version}


def test_a_module_of_an_older_version_leads_to_a_fresh_page(
    browser: Browser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Somebody had the page open while the server was updated, and goes to a screen that was not loaded yet."""
    with served(tmp_path) as here, browser.new_context(service_workers="block", locale="en") as context:
        context.set_default_timeout(PATIENCE_MS)
        tab = context.new_page()
        tab.goto(here.url)
        tab.wait_for_selector("html[data-ready]", state="attached")
        new = _renewed(page_files.page())
        monkeypatch.setattr(routes_pages, "page", lambda: new)
        tab.get_by_role("link", name="Settings").click()
        expect(tab.get_by_role("heading", level=1)).to_have_text("Settings")
        assert tab.evaluate("document.querySelector('script').src").split("/")[4] == new.version


def _versions(urls: list[str]) -> set[str]:
    return {found[1] for url in urls if (found := re.search(r"/web/([0-9a-f]{16})/", url))}


def _renewed(old: page_files.Page) -> page_files.Page:
    """The same page under another version, as if one file had changed."""
    version = "0123456789abcdef"

    def renewed(file: page_files.PageFile, name: str) -> page_files.PageFile:
        return page_files.page_file(name, file.content.replace(old.version.encode(), version.encode()))

    return msgspec.structs.replace(
        old,
        version=version,
        files={name: renewed(file, name) for name, file in old.files.items()},
        screens={path: renewed(file, "index.html") for path, file in old.screens.items()},
        worker=renewed(old.worker, "sw.js"),
    )
