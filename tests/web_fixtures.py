"""What tests of the page begin with: a server, a Chromium, and people with browsers of their own.

They live as long as the tests of one module. Playwright keeps an event loop running in the thread of the tests, and a
test of another module could not run its own beside it. A server and a browser start in about a second."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:  # tests of other things load neither a server nor playwright
    from playwright.sync_api import Browser

    from tests.serving import Served
    from tests.web_players import Player


@pytest.fixture(scope="module")
def here(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A server of this module's own."""
    from tests.serving import served  # noqa: PLC0415 - see above

    with served(tmp_path_factory.mktemp("server")) as server:
        yield server


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """One Chromium. Each player has a profile of their own in it."""
    from tests.visitors import chromium  # noqa: PLC0415 - see above

    with chromium() as one:
        yield one


@pytest.fixture
def player(browser: Browser, here: Served) -> Iterator[Callable[..., Player]]:
    """Makes people. Afterwards nothing may have gone wrong for any of them."""
    from tests.web_players import players  # noqa: PLC0415 - see above

    with players(browser, here.url) as make:
        yield make
