"""The HTTP half of the door: matchmaking, as clients of every version expect it."""

from __future__ import annotations

from typing import Any, Final

import msgspec
from litestar import Response, get, post
from litestar.di import NamedDependency
from litestar.params import FromPath

from houserules.errors import HouseRulesError
from houserules.server.reception import Reception
from houserules.server.refusals import Refused, refusal_body, refusal_of
from houserules.server.requests import AnyRequest

from .matchmaking import NO_TABLE, UNKNOWN_ROOM, WRONG_OPTION, JoinOptions, Matchmaker, SeatReservation, read_options

STATUS: Final = {
    "unknown-table": NO_TABLE,
    "table-full": NO_TABLE,
    "too-many-tables": 503,
    "closing": 503,
    "no-database": 503,
}
"""By code. Whatever else a table refuses is an option that does not fit."""


@post("/matchmake/{method:str}/{name:str}", status_code=200, include_in_schema=False)
async def matchmake(
    request: AnyRequest, method: FromPath[str], name: FromPath[str], reception: NamedDependency[Reception]
) -> Response[Any]:
    """Reserve a seat."""
    try:
        options = read_options(_document(await request.body()))
        reservation = await _reservation(method, name, options, _matchmaker(request, reception))
    except HouseRulesError as problem:
        return refusal_answer(request, problem)
    return _answer(reservation)


@get("/matchmake/{name:str}", include_in_schema=False)
async def list_rooms(request: AnyRequest, reception: NamedDependency[Reception], name: FromPath[str]) -> Response[Any]:
    """Rooms of this name that wait for players: clients of 0.15 ask for them."""
    return await _listed(request, reception, name)


@get("/matchmake", include_in_schema=False)
async def list_all_rooms(request: AnyRequest, reception: NamedDependency[Reception]) -> Response[Any]:
    return await _listed(request, reception, None)


async def _listed(request: AnyRequest, reception: Reception, name: str | None) -> Response[Any]:
    try:
        return _answer(await _matchmaker(request, reception).rooms(name))
    except HouseRulesError as problem:
        return refusal_answer(request, problem)


def _matchmaker(request: AnyRequest, reception: Reception) -> Matchmaker:
    return Matchmaker(reception, request.scope["client"][0] if request.scope["client"] else "")


async def _reservation(method: str, name: str, options: JoinOptions, maker: Matchmaker) -> SeatReservation:
    match method:
        case "joinOrCreate":
            return await maker.join_or_create(name, options)
        case "create":
            return await maker.create(name, options)
        case "join":
            return await maker.join(name, options)
        case "joinById":
            return await maker.join_by_id(name, options)
        case "reconnect":
            return await maker.reconnect(name, options)
    known = "joinOrCreate, create, join, joinById and reconnect"
    raise Refused(UNKNOWN_ROOM, "unknown-method", f'there is no method "{method[:40]}": methods are {known}')


def _document(body: bytes) -> object:
    if not body.strip():
        return None
    try:
        return msgspec.json.decode(body)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as problem:
        raise Refused(400, "bad-request", f"the options must be JSON: {problem}") from problem


def refusal_answer(request: AnyRequest, problem: HouseRulesError) -> Response[Any]:
    status, refusal, headers = refusal_of(problem)
    if not isinstance(problem, Refused):
        status = STATUS.get(problem.code, WRONG_OPTION)
    request.scope["state"]["refused"] = refusal.code
    body = refusal_body(request.scope["path"], status, refusal)
    return Response(body, status_code=status, media_type="application/json", headers=headers)


def _answer(body: object) -> Response[Any]:
    return Response(msgspec.json.encode(body), media_type="application/json")


ROUTES = (matchmake, list_rooms, list_all_rooms)
