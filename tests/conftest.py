"""For all tests: nothing is written into the data directory of whoever runs them."""

from __future__ import annotations

import atexit
import os
import shutil
import tempfile

HOME = tempfile.mkdtemp(prefix="houserules-tests-")
os.environ["HOUSERULES_HOME"] = HOME
atexit.register(shutil.rmtree, HOME, ignore_errors=True)
