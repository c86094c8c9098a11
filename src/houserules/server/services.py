"""Services: what rooms use of the process around them, and what is counted there."""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from collections.abc import Callable
from typing import Final

import msgspec

from .journal import Journal, TableId
from .limits import Limits
from .news import News
from .store import Store
from .times import Times

LOG: Final = logging.getLogger("houserules.server")


class Counts(msgspec.Struct):
    """Since the process began, but for what is open now."""

    rooms: int = 0
    sockets: int = 0
    seated: int = 0
    """Sockets of people who sit, without spectators."""
    steps: int = 0
    """Committed and told."""
    fenced: int = 0
    """Steps whose place was taken."""
    chats: int = 0
    refused: Counter[str] = msgspec.field(default_factory=Counter)
    """By code."""
    slow: int = 0
    """Connections that were cut off because they did not read."""


class Services:
    """Time, the journal, the store and the news, as one argument."""

    def __init__(
        self,
        *,
        journal: Journal,
        store: Store,
        limits: Limits,
        now: Callable[[], int],
        record_link: Callable[[TableId, int], str],
    ) -> None:
        self.journal = journal
        self.store = store
        self.limits = limits
        self.now = now
        """Milliseconds since 1970."""
        self.record_link = record_link
        self.counts = Counts()
        self.loop = asyncio.get_running_loop()
        """Kept, because Python makes a call of the system to find it."""
        self.step_times = Times()
        """From a step that is decided to the last guest who is told of it."""
        self.news: News | None = None
        """None until the house listens."""

    def publish(self, topic: str, body: bytes) -> None:
        if self.news is not None:
            self.news.publish(topic, body)
