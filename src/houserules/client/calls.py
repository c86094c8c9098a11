"""Calls of the API over HTTP: each in a thread, so that the event loop goes on."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Mapping
from http.client import HTTPException
from typing import Final, TypeVar
from urllib.error import HTTPError
from urllib.parse import urlencode
from urllib.request import ProxyHandler, Request, build_opener

import msgspec

from houserules.core import Seat, from_json
from houserules.errors import HouseRulesError, RequestError, RulesError, SeatsError, TableError, UnknownGame
from houserules.wire import (
    Lobby,
    Refusal,
    Replay,
    SeatRequest,
    SeatTaken,
    TableInfo,
    TableMade,
    TableRequest,
    read_replay,
)

from .links import API, Link

T = TypeVar("T")

SECONDS: Final = 10.0
"""Until a server that does not answer counts as unreachable."""
MOST_BYTES: Final = 16 << 20
_OPENER: Final = build_opener(ProxyHandler({}))  # the WebSocket uses no proxy, so the calls must not use another way


async def about(link: Link) -> TableInfo:
    """A table, as everybody may see it."""
    return await _call(f"{link.server}{API}/tables/{link.table}", TableInfo)


async def lobby(server: str) -> Lobby:
    """The public tables of a server."""
    return await _call(f"{server}{API}/tables", Lobby)


async def sit_down(link: Link, request: SeatRequest, key: str | None = None) -> SeatTaken:
    return await _call(f"{link.server}{API}/tables/{link.table}/seats", SeatTaken, request, _player(key))


async def make_table(server: str, request: TableRequest, key: str | None = None) -> TableMade:
    headers = {"Idempotency-Key": secrets.token_urlsafe(24), **_player(key)}
    return await _call(f"{server}{API}/tables", TableMade, request, headers)


async def replay(link: Link, match: int | None = None, seat: Seat | None = None) -> Replay:
    """A match of a table that is over, step by step: as a seat saw it, or with every hand open. Without a number the
    last one."""
    asked = urlencode({name: value for name, value in (("match", match), ("seat", seat)) if value is not None})
    answer = await asyncio.to_thread(_fetch, Request(f"{link.server}{API}/tables/{link.table}/replay?{asked}"))
    return read_replay(answer)


def _player(key: str | None) -> dict[str, str]:
    return {} if key is None else {"Player-Key": key}


async def _call(
    url: str, kind: type[T], body: msgspec.Struct | None = None, headers: Mapping[str, str] | None = None
) -> T:
    """GET, or POST if there is a body. Whatever goes wrong is a HouseRulesError."""
    data = None if body is None else msgspec.json.encode(body)
    sent = {"Accept": "application/json", "Content-Type": "application/json", **(headers or {})}
    try:
        answer = await asyncio.to_thread(_fetch, Request(url, data, sent))
        return from_json(answer, kind)
    except msgspec.DecodeError as problem:
        raise TableError("bad-answer", f"{url} answers what this program cannot read: {problem}") from problem


def _fetch(request: Request) -> bytes:
    try:
        with _OPENER.open(request, timeout=SECONDS) as answer:
            return bytes(answer.read(MOST_BYTES))
    except HTTPError as refused:
        with refused:
            raise refusal_in(refused.read(MOST_BYTES), refused.code) from refused
    except (OSError, HTTPException) as problem:
        raise unreachable(request.host, problem) from problem


def unreachable(host: str, problem: Exception) -> TableError:
    why = getattr(problem, "reason", None) or problem
    return TableError("unreachable", f"{host} cannot be reached ({why}): check the link, and whether the server runs")


def refusal_in(body: bytes, status: int) -> HouseRulesError:
    """The error that stands in an answer of the API."""
    try:
        refusal = from_json(body, Refusal)
    except (msgspec.DecodeError, UnicodeDecodeError):
        return TableError("bad-answer", f"the server answers {status}, and does not say why")
    match refusal.code:
        case "bad-house" if refusal.problems:
            return RulesError(refusal.problems)
        case "unknown-game":
            return UnknownGame(refusal.message)
        case "bad-seats":
            return SeatsError(refusal.message)
        case "bad-request":
            return RequestError(refusal.code, refusal.message)
    return TableError(refusal.code, refusal.message)
