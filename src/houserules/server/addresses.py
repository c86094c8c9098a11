"""Where friends on other machines reach the server."""

from __future__ import annotations

import ipaddress
import socket
from functools import cache
from typing import Final

ALL_ADDRESSES: Final = ("0.0.0.0", "::")
"""Hosts that mean every network of this machine."""
_ELSEWHERE: Final = {"0.0.0.0": (socket.AF_INET, "192.0.2.1"), "::": (socket.AF_INET6, "2001:db8::1")}
"""Addresses that are reserved for examples: the way to them begins in the network of this machine."""


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
    if host not in ALL_ADDRESSES:
        return None if is_this_machine(host) else _in_link(host)
    family, elsewhere = _ELSEWHERE[host]
    with socket.socket(family, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect((elsewhere, 9))  # sends nothing: it only chooses the address that this machine would use
        except OSError:
            return None
        address = str(probe.getsockname()[0])
    return None if is_this_machine(address) else _in_link(address)


def _in_link(address: str) -> str:
    return f"[{address}]" if ":" in address else address
