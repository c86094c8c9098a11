"""Ids of tables, tokens of seats, and how they are compared. Only hashes of tokens are ever written down."""

from __future__ import annotations

import hmac
import secrets
import time
from base64 import urlsafe_b64encode
from hashlib import sha256
from typing import Final
from uuid import UUID

TOKEN_BYTES: Final = 24
"""192 random bits."""
LEAST_KEY: Final = 16
"""Characters of an idempotency key: whoever can guess it could claim the seat that was made with it."""


def new_token() -> str:
    return secrets.token_urlsafe(TOKEN_BYTES)


def hash_of(token: str) -> str:
    return sha256(b"token:" + token.encode("utf-8", "surrogatepass")).hexdigest()


def is_same(hashed: str, token: str) -> bool:
    """In constant time."""
    return hmac.compare_digest(hashed, hash_of(token))


def new_table_id() -> str:
    """A UUID of version 7: ids grow with time, so new tables lie together in the index of a database."""
    bits = (time.time_ns() // 1_000_000) << 80 | secrets.randbits(80)
    return _as_uuid(bits, version=7)


def table_id_of(key: str) -> str:
    """The id that a client's own key gives: asking twice with one key makes one table."""
    return _as_uuid(int.from_bytes(sha256(b"table:" + key.encode("utf-8", "surrogatepass")).digest()[:16], "big"), 8)


def token_of(key: str) -> str:
    """The token that goes with that table: the second answer has to be the same as the first."""
    digest = sha256(b"seat:" + key.encode("utf-8", "surrogatepass")).digest()[:TOKEN_BYTES]
    return urlsafe_b64encode(digest).decode().rstrip("=")


def _as_uuid(bits: int, version: int) -> str:
    bits &= ~(0xF << 76) & ~(0x3 << 62)
    return str(UUID(int=bits | version << 76 | 0x2 << 62))
