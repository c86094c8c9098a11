"""Journal: the only truth. An entry `(table, seq)` is written once, and writing it is how a step becomes true."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from typing import Protocol

import msgspec

from houserules.errors import TableError
from houserules.wire import Listing

from .times import Times

TableId = str


class Entry(msgspec.Struct, frozen=True, gc=False):
    """One step of a table as it is written; entry 0 is what the table was opened with."""

    table: TableId
    seq: int
    body: bytes
    listing: Listing | None = None
    """How the lobby shows the table from now on, if that changes: written together with the entry. It is not read
    back."""


Then = Callable[["Entry | None", "TableError | None"], None]
"""Is told what stands at the place of an entry, or why nobody knows. It must not raise."""


class Journal(Protocol):
    """Nothing above it knows which engine is behind."""

    commit_times: Times
    """How long commits take, each with all entries that waited for it."""

    def write(self, entry: Entry, then: Then) -> None:
        """Make an entry durable, then tell what stands at its place: this entry, or another that was there before.
        None: its predecessor is not there, so nothing was written."""
        ...

    async def append(self, entry: Entry) -> Entry | None:
        """The same for a caller who waits."""
        future: asyncio.Future[Entry | None] = asyncio.get_running_loop().create_future()

        def then(stands: Entry | None, problem: TableError | None) -> None:
            if future.done():
                return
            if problem is None:
                future.set_result(stands)
            else:
                future.set_exception(problem)

        self.write(entry, then)
        return await future

    async def read(self, table: TableId, since: int) -> list[Entry]:
        """The entries from number `since` on, in order and without a hole."""
        ...

    async def heads(self, tables: Sequence[TableId]) -> dict[TableId, int]:
        """The number of the last entry of each of these tables; tables without entries are left out."""
        ...

    def list_later(self, listing: Listing) -> None:
        """Let the lobby show a table so from now on. It is written soon, together with entries if there are any; if the
        process ends before that, the next opening of the table mends it."""
        ...

    def may_have_changed(self) -> bool:
        """May others have written since this was asked last? True if that is not known."""
        ...

    async def close(self) -> None: ...
