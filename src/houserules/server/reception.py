"""Reception: what the HTTP routes and the sockets of one server share."""

from __future__ import annotations

import asyncio
import time

from .config import Config
from .house import House
from .limits import AddressLimits, Clock
from .metrics import Metrics
from .store import Store


class Reception:
    def __init__(self, house: House, store: Store, config: Config, *, clock: Clock = time.monotonic) -> None:
        self.house = house
        self.store = store
        self.config = config
        self.addresses = AddressLimits(config.limits, clock)
        self.metrics = Metrics()
        self.ready = False
        """Games are loaded, and the server does not stop: what /readyz says."""
        self.is_closing = False
        """New requests are refused."""
        self.under_way = 0
        """Requests that are not answered yet."""

    async def finish(self, seconds: float) -> None:
        """Take no new requests, and wait until those under way are answered, but not longer than this."""
        self.is_closing = True
        end = asyncio.get_running_loop().time() + seconds
        while self.under_way and asyncio.get_running_loop().time() < end:
            await asyncio.sleep(0.01)
