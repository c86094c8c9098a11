"""Routes about tables: open one, look at one, sit down, read what was played."""

from __future__ import annotations

import asyncio
import gzip
import re
from typing import Annotated, Any, Final

import msgspec
from litestar import Response, get, post
from litestar.datastructures import Cookie
from litestar.di import NamedDependency
from litestar.params import PathParameter, QueryParameter

from houserules.errors import HouseRulesError, RequestError
from houserules.wire import Lobby, Replay, SeatRequest, SeatTaken, TableFound, TableInfo, TableMade, TableRequest

from .links import cookie_name, cookie_path, invite_link
from .openapi import READS, refusals
from .qr import qr_picture
from .reception import Reception
from .refusals import Refused, too_fast
from .requests import (
    AnyRequest,
    IdempotencyKey,
    PlayerKey,
    TableInPath,
    accepts_gzip,
    base_url,
    player_of,
    read_body,
    read_idempotency_key,
    read_table_id,
)

COOKIE_SECONDS: Final = 90 * 24 * 3600
MatchInQuery = Annotated[int | None, QueryParameter(ge=1, le=1_000_000, description="which match; else the last one")]
SeatInQuery = Annotated[
    int | None, QueryParameter(ge=0, le=100, description="as this seat saw it; else with nothing hidden")
]
CodeInPath = Annotated[str, PathParameter(max_length=40, description="the code of a table, as in 7F3A-90C1")]
GZIP_LEVEL: Final = 5
CODE_DIGITS: Final = 8
"""Of four thousand million codes a few are in use: nobody guesses one."""


def _seat_cookie(request: AnyRequest, table: str, token: str) -> Cookie:
    """No script can read it, and no other site can send it."""
    return Cookie(
        key=cookie_name(table),
        value=token,
        path=cookie_path(table),
        max_age=COOKIE_SECONDS,
        httponly=True,
        samesite="strict",
        secure=request.scope["scheme"] == "https",
    )


@post(
    "/api/v1/tables",
    summary="Open a table",
    opt={"body": TableRequest},
    responses=refusals(*READS, 409, 503),
)
async def open_table(
    request: AnyRequest,
    reception: NamedDependency[Reception],
    idempotency_key: IdempotencyKey = None,
    player_key: PlayerKey = None,
) -> Response[TableMade]:
    """You sit down at it, and the invitation is for your friends. The token opens your seat; browsers get it as a
    cookie, too."""
    body = await read_body(request, TableRequest)
    key = read_idempotency_key(idempotency_key)
    address = request.scope["client"][0] if request.scope["client"] else ""
    tables = reception.addresses.tables
    if wait := tables.take(address):
        raise too_fast(wait, "too many tables from your address")
    try:
        player = await player_of(player_key, body.player, reception)
        made = await reception.house.create(body, player=player, key=key)
    except HouseRulesError:
        tables.give_back(address)
        raise
    base = base_url(request, reception)
    if base:
        made = msgspec.structs.replace(made, invite=invite_link(base, made.table))
    return Response(made, status_code=201, cookies=[_seat_cookie(request, made.table, made.token)])


@get("/api/v1/tables", summary="The lobby", responses=refusals(503))
async def list_tables(reception: NamedDependency[Reception]) -> Lobby:
    """Public tables that wait for people or play, the newest first."""
    return Lobby(tables=await reception.store.lobby())


@get("/api/v1/codes/{code:str}", summary="A table by its code", responses=refusals(400, 404, 503))
async def find_table(code: CodeInPath, reception: NamedDependency[Reception]) -> TableFound:
    """The code is the end of the table's id: eight digits that can be said aloud. Dashes and spaces do not count."""
    digits = re.sub(r"[\s-]", "", code).lower()
    if not re.fullmatch(f"[0-9a-f]{{{CODE_DIGITS}}}", digits):
        raise RequestError("bad-code", f"a code has {CODE_DIGITS} digits from 0 to 9 and A to F, as in 7F3A-90C1")
    table = await reception.store.table_by_code(digits)
    if table is None:
        raise Refused(404, "unknown-table", "no table has this code: ask for it once more")
    return TableFound(table=table)


@get("/api/v1/tables/{table:str}", summary="A table", responses=refusals(404, 503))
async def show_table(table: TableInPath, reception: NamedDependency[Reception]) -> TableInfo:
    """Who sits there, and how it stands: what everybody may know."""
    return await reception.house.about(read_table_id(table))


@post(
    "/api/v1/tables/{table:str}/seats",
    summary="Sit down",
    opt={"body": SeatRequest},
    responses=refusals(*READS, 404, 409, 503),
)
async def sit_down(
    request: AnyRequest,
    table: TableInPath,
    reception: NamedDependency[Reception],
    player_key: PlayerKey = None,
) -> Response[SeatTaken]:
    """On an empty chair, or in the place of a bot. The token opens your seat; browsers get it as a cookie, too."""
    body = await read_body(request, SeatRequest)
    known = read_table_id(table)
    await reception.house.room(known)
    player = await player_of(player_key, body.name, reception)
    taken = await reception.house.sit(known, body, player=player)
    return Response(taken, status_code=201, cookies=[_seat_cookie(request, known, taken.token)])


@get("/api/v1/tables/{table:str}/record", summary="The record of a match", responses=refusals(400, 404, 409, 503))
async def show_record(
    table: TableInPath, reception: NamedDependency[Reception], match: MatchInQuery = None
) -> Response[Any]:
    """Of a match that is over: rules, seed, every move, the outcome and the proof of the deal. `houserules verify`
    checks it."""
    record = await reception.house.record(read_table_id(table), match)
    return Response(record, media_type="application/json")


@get("/api/v1/tables/{table:str}/evening", summary="The record of an evening", responses=refusals(404, 409, 503))
async def show_evening(table: TableInPath, reception: NamedDependency[Reception]) -> Response[Any]:
    """Of the matches of this evening that are over: how they are counted, who sat where, each place, and the record of
    each match. `houserules verify` checks it."""
    record = await reception.house.evening(read_table_id(table))
    return Response(record, media_type="application/json")


@get(
    "/api/v1/tables/{table:str}/replay",
    summary="A match step by step",
    opt={"answer": Replay},
    responses=refusals(400, 404, 409, 503),
)
async def show_replay(
    request: AnyRequest,
    table: TableInPath,
    reception: NamedDependency[Reception],
    match: MatchInQuery = None,
    seat: SeatInQuery = None,
) -> Response[Any]:
    """Of a match that is over: each step with its events and the view after it, for a client that knows no rules. With
    a seat: as that seat saw it, in the words in which it was told. Without one: nothing hidden, and every hand open."""
    address = request.scope["client"][0] if request.scope["client"] else ""
    replays = reception.addresses.replays
    if not replays.enter(address):
        raise too_fast(1, "your address waits for several replays already")
    try:
        replay = await reception.house.replay(read_table_id(table), match, seat)
    finally:
        replays.leave(address)
    headers = {"vary": "Accept-Encoding"}
    if accepts_gzip(request.headers.get("accept-encoding", "")):
        headers["content-encoding"] = "gzip"
        replay = await asyncio.to_thread(gzip.compress, replay, GZIP_LEVEL)
    return Response(replay, media_type="application/json", headers=headers)


@get(
    "/api/v1/tables/{table:str}/qr.svg",
    summary="The invitation as a QR code",
    media_type="image/svg+xml",
    responses=refusals(404, 503),
)
async def show_qr(request: AnyRequest, table: TableInPath, reception: NamedDependency[Reception]) -> Response[str]:
    """For the camera of a friend's telephone."""
    known = read_table_id(table)
    await reception.house.room(known)
    return qr_picture(invite_link(base_url(request, reception), known))


ROUTES = (open_table, list_tables, find_table, show_table, sit_down, show_record, show_evening, show_replay, show_qr)
