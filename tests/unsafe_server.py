"""`houserules serve` with a journal that says "it stands" before it has written: a check must be able to fail."""

from __future__ import annotations

import asyncio
import sys

from houserules.__main__ import main
from houserules.server import open_journal, running
from houserules.server.database import Database
from houserules.server.journal import Entry, Journal, Then

SECONDS = 0.2
"""Until it writes."""


class HastyJournal:
    """Everything else is done by the journal behind it."""

    def __init__(self, journal: Journal) -> None:
        self._journal = journal

    def __getattr__(self, name: str) -> object:
        return getattr(self._journal, name)

    def write(self, entry: Entry, then: Then) -> None:
        asyncio.get_running_loop().call_later(SECONDS, self._journal.write, entry, lambda *_: None)
        then(entry, None)

    async def append(self, entry: Entry) -> Entry:
        self.write(entry, lambda *_: None)
        return entry


def open_hasty(database: Database) -> HastyJournal:
    return HastyJournal(open_journal.open_journal(database))


if __name__ == "__main__":
    setattr(running, "open_journal", open_hasty)  # noqa: B010 - that is the fault
    sys.exit(main())
