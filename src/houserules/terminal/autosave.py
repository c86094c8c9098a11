"""Autosave: keeps a match on the disk while it is played, and its result when it is over."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from typing import Final

from houserules.errors import HouseRulesError

from . import results, saved
from .saved import Saved

AUTOSAVE_BACKOFF: Final = 10
"""After a save that took a while, the next one may wait this many times as long."""

Version = tuple[int, int]
"""How many moves there are, and how often some were taken back: a match with the same version is the same."""


class Autosave:
    """It reads and prints nothing. If a save fails, `problem` says why, and the match continues."""

    def __init__(self, path: Path | None = None, *, is_on: bool = True) -> None:
        self.path = path
        """Where the match was saved last."""
        self.is_on = is_on
        self.problem = ""
        """Why the last save failed; "" if it did not."""
        self._saved_version: Version | None = None
        self._rests_until = 0.0
        self._is_counted = False

    def save(self, match: Saved, version: Version) -> None:
        """Save now; raises if it fails."""
        self.path = saved.save(match, self.path)
        self._saved_version = version
        self.problem = ""

    def keep(self, match: Callable[[], Saved], version: Version, *, may_wait: bool = False) -> bool:
        """Save, if saving is on and something has changed. False if it fails; saving is then off.

        A save that may wait is left out if the last one took long: a script that makes a thousand moves a second should
        not spend most of its time writing."""
        begin = time.monotonic()
        if not self.is_on or self._saved_version == version or (may_wait and begin < self._rests_until):
            return True
        try:
            self.save(match(), version)
        except HouseRulesError as problem:
            self.is_on = False
            self.problem = problem.message
        end = time.monotonic()
        self._rests_until = end + AUTOSAVE_BACKOFF * (end - begin)
        return not self.problem

    def retry(self) -> None:
        """Allow another try after a save that failed."""
        self.is_on = self.is_on or bool(self.problem)

    def count_result(self, match: Callable[[], Saved]) -> None:
        """Count the result of a match that is over, once; raises if it fails."""
        if self.is_on and not self._is_counted:
            self._is_counted = True
            results.remember(match())
