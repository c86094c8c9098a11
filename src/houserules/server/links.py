"""Where things are on this server: the links that answers and invitations hold."""

from __future__ import annotations


def invite_link(base: str, table: str) -> str:
    """What friends open to sit down."""
    return f"{base}/t/{table}"


def record_link(table: str, match: int) -> str:
    return f"/api/v1/tables/{table}/record?match={match}"


def cookie_name(table: str) -> str:
    """The cookie with the token of a seat."""
    return f"seat-{table}"


def cookie_path(table: str) -> str:
    """The cookie is sent only to this table, its socket included."""
    return f"/api/v1/tables/{table}"
