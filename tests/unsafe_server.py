"""`houserules serve` with a journal that says "it stands" before it has written: a check must be able to fail."""

from __future__ import annotations

import asyncio
import sys

from houserules.__main__ import main
from houserules.server.journal import Entry
from houserules.server.sqlite_journal import SqliteJournal

SECONDS = 0.2
"""Until it writes."""


async def append(self: SqliteJournal, entry: Entry) -> Entry | None:
    loop = asyncio.get_running_loop()
    if not self._waiting:
        loop.call_later(SECONDS, self._flush)
    self._waiting.append((entry, loop.create_future()))
    return entry


if __name__ == "__main__":
    SqliteJournal.append = append  # type: ignore[method-assign]  # that is the fault
    sys.exit(main())
