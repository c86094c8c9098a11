"""Where friends on other machines reach the server."""

from __future__ import annotations

import contextlib
import ipaddress
import socket
import struct
import sys
from collections.abc import Iterator
from functools import cache
from typing import Final

if sys.platform == "linux":
    import fcntl

ALL_ADDRESSES: Final = ("0.0.0.0", "::")
"""Hosts that mean every network of this machine."""
GET_ADDRESS: Final = 0x8915
"""SIOCGIFADDR: what Linux is asked for the address of an interface."""


def is_this_machine(host: str) -> bool:
    """Does this host name or address lead back to the machine that asks?"""
    if host.lower() == "localhost":
        return True
    try:
        return ipaddress.ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return False


@cache
def network_host(host: str) -> str | None:
    """The address that other machines have for this one, as it stands in a link, if the server listens on `host`. None
    if only this machine can reach it, or if there is no network."""
    candidates = _own_addresses(host) if host in ALL_ADDRESSES else iter([host])
    address = next((one for one in candidates if not is_this_machine(one)), None)
    if address is None:
        return None
    return f"[{address}]" if ":" in address else address


def _own_addresses(host: str) -> Iterator[str]:
    """The addresses of this machine, found without sending anything."""
    if sys.platform == "linux" and host == "0.0.0.0":
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
            for _, name in socket.if_nameindex():
                with contextlib.suppress(OSError):  # an interface without an address
                    found = fcntl.ioctl(probe.fileno(), GET_ADDRESS, struct.pack("256s", name.encode()[:15]))
                    yield socket.inet_ntoa(found[20:24])
        return
    family = socket.AF_INET6 if host == "::" else socket.AF_INET
    with contextlib.suppress(OSError):  # a machine that does not know its own name
        for *_, where in socket.getaddrinfo(socket.gethostname(), None, family):
            yield str(where[0]).partition("%")[0]
