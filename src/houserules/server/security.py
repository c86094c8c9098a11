"""What protects browsers and the server: headers on every answer, which web sites may use it, who the client is."""

from __future__ import annotations

import ipaddress
from collections.abc import Sequence
from typing import Final

from .config import Config

_SOURCES: Final = {
    "default-src": "'none'",
    "script-src": "'self'",
    "style-src": "'self'",
    "img-src": "'self' data:",
    "font-src": "'self'",
    "connect-src": "'self'",
    "manifest-src": "'self'",
    "worker-src": "'self'",
    "media-src": "'self'",
    "base-uri": "'none'",
    "form-action": "'self'",
    "frame-ancestors": "'none'",
}
CONTENT_SECURITY_POLICY: Final = "; ".join(f"{what} {source}" for what, source in _SOURCES.items())
"""Nothing from other hosts, and nothing inside a page that could have been put there by a player's name."""

PERMISSIONS_POLICY: Final = ", ".join(
    f"{feature}=()"
    for feature in ("camera", "display-capture", "geolocation", "microphone", "payment", "serial", "usb", "midi")
)

SECURITY_HEADERS: Final[tuple[tuple[bytes, bytes], ...]] = (
    (b"content-security-policy", CONTENT_SECURITY_POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"x-frame-options", b"DENY"),
    (b"permissions-policy", PERMISSIONS_POLICY.encode()),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
)

PART_HEADERS: Final = tuple(
    [pair for pair in SECURITY_HEADERS if pair[0] in (b"x-content-type-options", b"cross-origin-resource-policy")]
)
"""For what is only a part of a page: scripts, styles and fonts. The other headers bind documents, and the page has so
many parts that they would be a tenth of its bytes."""
PARTS: Final = (".js", ".css", ".woff2", ".png")

SAFE_METHODS: Final = frozenset({"GET", "HEAD", "OPTIONS"})
CORS_METHODS: Final = b"GET, POST, PUT, DELETE"
CORS_HEADERS: Final = b"Authorization, Content-Type, Idempotency-Key, Player-Key"
CORS_SECONDS: Final = b"600"


def origin_allowed(origin: str | None, host: str | None, config: Config) -> bool:
    """May a page of this origin use the server? `host` is the Host header. Programs send no Origin, and may."""
    if origin is None:
        return True
    origin = origin.lower()
    if host and origin in (f"http://{host.lower()}", f"https://{host.lower()}"):
        return True
    return origin == config.public_url.lower() or origin_is_friend(origin, config)


def origin_is_friend(origin: str, config: Config) -> bool:
    """Is this one of the other web sites that the settings allow?"""
    return origin.lower() in [friend.lower() for friend in config.origins]


def cors_headers(origin: str) -> tuple[tuple[bytes, bytes], ...]:
    """With these a browser gives our answers to the page of another site. Cookies are not sent there."""
    return (
        (b"access-control-allow-origin", origin.encode("latin-1")),
        (b"access-control-expose-headers", b"Retry-After"),
        (b"cross-origin-resource-policy", b"cross-origin"),
        (b"vary", b"Origin"),
    )


PREFLIGHT_HEADERS: Final[tuple[tuple[bytes, bytes], ...]] = (
    (b"access-control-allow-methods", CORS_METHODS),
    (b"access-control-allow-headers", CORS_HEADERS),
    (b"access-control-max-age", CORS_SECONDS),
)


OPEN_PREFIX: Final = "/matchmake"
"""Paths that pages of every web site may use, because no cookie counts there."""
OPEN_HEADERS: Final = b"Origin, X-Requested-With, Content-Type, Accept, Authorization"
OPEN_METHODS: Final = b"OPTIONS, POST, GET"
OPEN_SECONDS: Final = b"2592000"


def is_open_to_all(path: str) -> bool:
    return path == OPEN_PREFIX or path.startswith(f"{OPEN_PREFIX}/")


def open_cors_headers(origin: str | None) -> tuple[tuple[bytes, bytes], ...]:
    """Clients of Colyseus ask with credentials, though none are needed: so the origin is named."""
    return (
        (b"access-control-allow-origin", (origin or "*").encode("latin-1")),
        (b"access-control-allow-credentials", b"true"),
        (b"access-control-allow-headers", OPEN_HEADERS),
        (b"access-control-allow-methods", OPEN_METHODS),
        (b"access-control-max-age", OPEN_SECONDS),
        (b"access-control-expose-headers", b"Retry-After"),
        (b"cross-origin-resource-policy", b"cross-origin"),
        (b"cache-control", b"no-store"),
        (b"vary", b"Origin"),
    )


def forwarded_for(lines: Sequence[str]) -> str | None:
    """The header X-Forwarded-For as one list. Proxies may add to the line of a client, or a line of their own."""
    return ", ".join(lines) if lines else None


def client_address(peer: str, forwarded_for: str | None, config: Config) -> str:
    """Who asks: the peer of the connection, or what our own proxies say about it.

    The header may be anything as far as others wrote it, so it is read from its end, and only as far as our proxies
    wrote it."""
    if not config.proxy or forwarded_for is None or not config.trusts(peer):
        return peer
    address = peer
    for part in reversed(forwarded_for.split(",")):
        said = part.strip()
        try:
            ipaddress.ip_address(said)
        except ValueError:
            return address
        address = said
        if not config.trusts(said):
            return address
    return address


def client_scheme(peer: str, scheme: str, forwarded_proto: str | None, config: Config) -> str:
    """http or https: how the client reached us, or our proxy."""
    if forwarded_proto in ("http", "https") and config.trusts(peer):
        return forwarded_proto
    return scheme
