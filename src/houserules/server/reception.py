"""Reception: what the HTTP routes and the sockets of one server share."""

from __future__ import annotations

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
