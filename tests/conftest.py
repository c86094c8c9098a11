"""For all tests: nothing is written into the user's data directory, and no test depends on the speed of the machine."""

from __future__ import annotations

import atexit
import os
import shutil
import tempfile

from hypothesis import HealthCheck, settings

from tests.postgres import database_url, postgres

__all__ = ["database_url", "postgres"]  # fixtures for all tests

HOME = tempfile.mkdtemp(prefix="houserules-tests-")
os.environ["HOUSERULES_HOME"] = HOME
atexit.register(shutil.rmtree, HOME, ignore_errors=True)

# No test depends on how fast the machine is.
settings.register_profile("any machine", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("any machine")
