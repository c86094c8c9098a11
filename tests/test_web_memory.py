"""The page does not grow from match to match. `python -m tests.web_memory` measures more of them."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.serving import served
from tests.visitors import chromium, needs_browser
from tests.web_memory import measure_matches

pytestmark = [pytest.mark.one_build, needs_browser]

MATCHES = 5
MOST_MORE_KILOBYTES = 1_000
"""Matches are not equally long, and the engine of the browser keeps what it compiled."""
MOST_MORE_NODES = 500
"""Results differ in their rows. A table that is not let go has thousands."""
MOST_MORE_LISTENERS = 20


def test_the_page_does_not_grow_from_match_to_match(tmp_path: Path) -> None:
    with served(tmp_path) as here, chromium() as browser:
        first, *_, last = measure_matches(browser, here, MATCHES)

    assert last.documents == first.documents
    assert last.listeners - first.listeners < MOST_MORE_LISTENERS, (first, last)
    assert last.nodes - first.nodes < MOST_MORE_NODES, (first, last)
    assert last.kilobytes - first.kilobytes < MOST_MORE_KILOBYTES, (first, last)
