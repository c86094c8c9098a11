"""News: hints between the holders of a table. They may be lost, late or doubled, and nothing depends on them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from typing import Protocol

Heard = Callable[[str, bytes], None]
"""Called with the topic and the body of each hint."""
Gap = Callable[[], None]
"""Called when something may have been missed."""


class News(Protocol):
    """Opened with two functions: `heard(topic, body)` and `gap()`."""

    def publish(self, topic: str, body: bytes) -> None:
        """It never waits and never fails."""
        ...

    async def subscribe(self, topic: str) -> None: ...

    async def unsubscribe(self, topic: str) -> None: ...

    async def close(self) -> None: ...


class LocalHub:
    """Where the LocalNews of several holders in one process meet."""

    def __init__(self) -> None:
        self.listeners: dict[str, list[LocalNews]] = defaultdict(list)


class LocalNews:
    """Hints inside one process."""

    def __init__(self, heard: Heard, gap: Gap, hub: LocalHub | None = None) -> None:
        self._heard = heard
        self._gap = gap
        self._hub = hub or LocalHub()

    def publish(self, topic: str, body: bytes) -> None:
        for other in list(self._hub.listeners.get(topic, ())):
            if other is not self:
                other._heard(topic, body)

    async def subscribe(self, topic: str) -> None:
        if self not in self._hub.listeners[topic]:
            self._hub.listeners[topic].append(self)

    async def unsubscribe(self, topic: str) -> None:
        listeners = self._hub.listeners.get(topic, [])
        if self in listeners:
            listeners.remove(self)
        if not listeners:
            self._hub.listeners.pop(topic, None)

    async def close(self) -> None:
        for topic in [topic for topic, listeners in self._hub.listeners.items() if self in listeners]:
            await self.unsubscribe(topic)
