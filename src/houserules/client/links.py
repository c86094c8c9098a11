"""Links to tables: the invite that friends get, or the address of a table in the API."""

from __future__ import annotations

import re
from typing import Final
from urllib.parse import urlsplit

import msgspec

from houserules.errors import RequestError

API: Final = "/api/v1"
_TABLE: Final = re.compile(r"(?P<before>.*?)(?:/t|/api/v1/tables)/(?P<table>[\w-]{1,100})(?:/.*)?", re.ASCII)


class Link(msgspec.Struct, frozen=True):
    server: str
    """Without a slash at the end: http://localhost:8000."""
    table: str

    @property
    def live(self) -> str:
        """Where the WebSocket is."""
        return f"ws{self.server.removeprefix('http')}{API}/tables/{self.table}/live"


def read_server(text: str) -> str:
    """
    >>> read_server("localhost:8000/")
    'http://localhost:8000'
    """
    text = text.strip()
    parts = urlsplit(text if "://" in text else f"http://{text}")
    try:
        is_right = parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0
    except ValueError:  # the port is not a number
        is_right = False
    if not is_right or parts.username is not None:
        raise RequestError("bad-request", f"{text[:80]!r} is not the address of a server: say http://host:8000")
    return f"{parts.scheme}://{parts.netloc}{parts.path.rstrip('/')}"


def is_server(text: str) -> bool:
    """Is this the address of a server, or of its first page, and of no table?

    >>> [is_server(text) for text in ("localhost:8000", "http://localhost:8000/t/abc", "friday")]
    [True, False, False]
    """
    parts = urlsplit(read_server(text))
    names_a_host = "://" in text or "." in parts.netloc or ":" in parts.netloc  # a bare word may be anything
    return names_a_host and parts.path in ("", "/lobby")


def read_link(text: str) -> Link:
    """
    >>> read_link("http://localhost:8000/t/abc?x=1#y")
    Link(server='http://localhost:8000', table='abc')
    >>> read_link("https://cards.example/api/v1/tables/abc/live").live
    'wss://cards.example/api/v1/tables/abc/live'
    """
    address = read_server(text)
    parts = urlsplit(address)
    found = _TABLE.fullmatch(parts.path)
    if found is None:
        raise RequestError("bad-request", f"{text[:80]!r} is not a link to a table: say http://host:8000/t/TABLE")
    return Link(f"{parts.scheme}://{parts.netloc}{found['before']}", found["table"])
