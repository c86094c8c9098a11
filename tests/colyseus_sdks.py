"""The SDKs of Colyseus that the Makefile installs, for tests."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
FOLDER = ROOT / ".venv" / "colyseus" / "node_modules"
SDKS = ("sdk15", "sdk16", "sdk17", "sdk18")
"""By generation: 0.15 to 0.18."""


def sdk_folder(sdk: str) -> Path:
    """Where an SDK is; the test is skipped if it is not there."""
    if shutil.which("node") is None or not (FOLDER / sdk).is_dir():
        pytest.skip(f"node and the SDKs of Colyseus are needed in {FOLDER.relative_to(ROOT)}: see the Makefile")
    return FOLDER / sdk
