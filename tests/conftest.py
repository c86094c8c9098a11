"""For all tests: nothing is written into the user's data directory, and no test depends on the speed of the machine."""

from __future__ import annotations

import atexit
import os
import shutil
import tempfile

from hypothesis import HealthCheck, settings

from tests.postgres import database_url, postgres
from tests.web_fixtures import browser, here, player

__all__ = ["browser", "database_url", "here", "player", "postgres"]  # fixtures for all tests

HOME = tempfile.mkdtemp(prefix="houserules-tests-")
os.environ["HOUSERULES_HOME"] = HOME
atexit.register(shutil.rmtree, HOME, ignore_errors=True)

# No test depends on how fast the machine is.
settings.register_profile("any machine", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("any machine")


def pytest_configure() -> None:
    """What a page shall show may take long on a busy machine: playwright would wait five seconds."""
    try:
        from playwright.sync_api import expect  # noqa: PLC0415 - a machine without it runs the other tests
    except ImportError:
        return
    expect.set_options(timeout=60_000)
