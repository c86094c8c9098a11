"""The one pool of search workers that all bots of a program share."""

from __future__ import annotations

import os

from .search_pool import SearchPool


def cores() -> int:
    """How many processes can run at once."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


_shared: list[SearchPool] = []
if hasattr(os, "register_at_fork"):
    # A forked child has the processes of its parent, but not the threads that talk to them: it starts its own.
    os.register_at_fork(after_in_child=_shared.clear)


def shared_pool() -> SearchPool:
    """The pool of this program, started when it is first asked for."""
    if not _shared:
        _shared.append(SearchPool(cores()))
    return _shared[0]
