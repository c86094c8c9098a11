"""Limits: how much one message, one connection, one address and the whole server may take, and what counts it."""

from __future__ import annotations

import ipaddress
from collections import Counter
from collections.abc import Callable
from typing import Annotated, Final

import msgspec
from msgspec import Meta

from .bucket import Bucket

Clock = Callable[[], float]
"""Seconds that never run back, from any start."""


class Limits(msgspec.Struct, frozen=True, kw_only=True):
    """Every limit is a setting of the server: `houserules serve --help` lists them with these descriptions."""

    message_bytes: Annotated[int, Meta(ge=256, le=1 << 20, description="bytes of one message on a socket")] = 16_384
    messages_per_second: Annotated[
        int, Meta(ge=1, le=100_000, description="messages a second that one socket may send")
    ] = 20
    burst: Annotated[int, Meta(ge=1, le=1_000_000, description="messages that one socket may send at once")] = 40
    chats_per_minute: Annotated[int, Meta(ge=0, le=100_000, description="chat lines a minute from one socket")] = 20
    buffer_bytes: Annotated[
        int, Meta(ge=1 << 16, le=1 << 30, description="bytes that wait for a slow reader before it is dropped")
    ] = 1 << 20
    tables: Annotated[int, Meta(ge=1, le=100_000_000, description="open tables in all")] = 100_000
    tables_per_address: Annotated[
        int, Meta(ge=1, le=100_000_000, description="tables that one address may open in an hour")
    ] = 50
    sockets_per_address: Annotated[int, Meta(ge=1, le=100_000_000, description="sockets from one address")] = 200
    sockets_per_table: Annotated[
        int, Meta(ge=1, le=1_000_000, description="spectators of one table; sockets of one seat")
    ] = 100
    requests_per_second: Annotated[
        int, Meta(ge=1, le=1_000_000, description="HTTP requests a second from one address")
    ] = 50
    requests_burst: Annotated[
        int, Meta(ge=1, le=1_000_000, description="HTTP requests that one address may send at once")
    ] = 600
    replays_per_address: Annotated[
        int, Meta(ge=1, le=1_000_000, description="replays that one address may wait for at the same time")
    ] = 4
    body_bytes: Annotated[int, Meta(ge=1024, le=1 << 26, description="bytes of the body of a request")] = 1 << 18
    idle_seconds: Annotated[
        int,
        Meta(ge=1, le=10_000_000, description="seconds after which a table without sockets is put away; it can resume"),
    ] = 1800


MOST_BUCKETS: Final = 10_000
"""Above this number, those that are full are forgotten."""


class RateLimit:
    """A bucket for each address."""

    def __init__(self, rate: float, burst: float, clock: Clock) -> None:
        self._rate = rate
        self._burst = burst
        self._clock = clock
        self._buckets: dict[str, Bucket] = {}
        self._sweep_at = MOST_BUCKETS

    def take(self, address: str) -> float:
        """0 if this address may do it now, else the seconds to wait."""
        now = self._clock()
        key = network_of(address)
        bucket = self._buckets.get(key)
        if bucket is None:
            if len(self._buckets) >= self._sweep_at:
                self._sweep(now)
            bucket = self._buckets[key] = Bucket(self._rate, self._burst, now)
        return bucket.take(now)

    def give_back(self, address: str) -> None:
        """What this address took last did not happen."""
        bucket = self._buckets.get(network_of(address))
        if bucket is not None:
            bucket.give_back()

    def _sweep(self, now: float) -> None:
        """The next sweep comes after as many new addresses as were left, so that it stays cheap for each of them."""
        self._buckets = {key: bucket for key, bucket in self._buckets.items() if not bucket.is_full(now)}
        self._sweep_at = max(MOST_BUCKETS, 2 * len(self._buckets))

    def __len__(self) -> int:
        return len(self._buckets)


class PlaceLimit:
    """Places that an address holds for a while, such as its sockets."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._held: Counter[str] = Counter()

    def enter(self, address: str) -> bool:
        """Take a place. False: this address has all of its places already."""
        key = network_of(address)
        if self._held[key] >= self._most:
            return False
        self._held[key] += 1
        return True

    def leave(self, address: str) -> None:
        key = network_of(address)
        self._held[key] -= 1
        if self._held[key] <= 0:
            del self._held[key]

    def held(self, address: str) -> int:
        return self._held.get(network_of(address), 0)

    def __len__(self) -> int:
        return self._held.total()


def network_of(address: str) -> str:
    """What is limited together: an IPv4 address; the 64 bits that one household has of an IPv6 address."""
    if ":" not in address:
        return address
    try:
        parsed = ipaddress.IPv6Address(address.partition("%")[0])
    except ValueError:
        return address
    if parsed.ipv4_mapped is not None:
        return str(parsed.ipv4_mapped)
    return f"{ipaddress.IPv6Address(int(parsed) >> 64 << 64)}/64"


class AddressLimits:
    """All that is counted for each address."""

    def __init__(self, limits: Limits, clock: Clock) -> None:
        self.requests = RateLimit(limits.requests_per_second, limits.requests_burst, clock)
        self.tables = RateLimit(limits.tables_per_address / 3600, limits.tables_per_address, clock)
        self.sockets = PlaceLimit(limits.sockets_per_address)
        self.replays = PlaceLimit(limits.replays_per_address)


def socket_bucket(limits: Limits, now: float) -> Bucket:
    """For the messages of one socket."""
    return Bucket(limits.messages_per_second, limits.burst, now)


def chat_bucket(limits: Limits, now: float) -> Bucket:
    """For the chat lines of one socket."""
    return Bucket(limits.chats_per_minute / 60, limits.chats_per_minute, now)
