"""Routes about games and rules: which there are, what their rules say, whether a house can be played."""

from __future__ import annotations

from functools import cache
from typing import Annotated, Any

import msgspec
from litestar import get, post
from litestar.params import PathParameter

from houserules.games import GAMES, load_shipped
from houserules.schemas import schemas
from houserules.wire import GameRules, Games, HouseChecked, HouseRequest, Houses
from houserules.wire.schema import wire_schemas

from .houses import checked_house, game_info, game_rules, houses_to_begin_with
from .openapi import READS, refusals
from .refusals import Refused
from .requests import AnyRequest, read_body

GameInPath = Annotated[
    str,
    PathParameter(description="the id of a game that ships, as in shithead", schema_extra={"pattern": "^[a-z0-9-]+$"}),
]


@cache
def game_infos() -> Games:
    return Games(games=tuple([game_info(load_shipped(name)) for name in GAMES]))


@cache
def shipped_rules(name: str) -> GameRules:
    return game_rules(load_shipped(name))


@get("/api/v1/games", summary="The games that ship", responses=refusals())
async def list_games() -> Games:
    """Their seats, and the levels of their bots."""
    return game_infos()


@get("/api/v1/games/{game:str}/rules", summary="The rules of a game", responses=refusals(404))
async def show_rules(game: GameInPath) -> GameRules:
    """As text with numbered clauses, and the same clauses as data."""
    if game not in GAMES:
        raise Refused(404, "unknown-game", f"there is no such game: the games are {', '.join(GAMES)}")
    return shipped_rules(game)


@post(
    "/api/v1/houses/check",
    summary="Check house rules",
    status_code=200,
    opt={"body": HouseRequest},
    responses=refusals(*READS),
)
async def check_house(request: AnyRequest) -> HouseChecked:
    """Can this house be played? If so, its rules in words and how it differs from what it extends, else every problem
    with its place. In both cases what was read, as an object and as TOML."""
    body = await read_body(request, HouseRequest)
    return checked_house(body.house)


@get("/api/v1/houses", summary="Houses to begin with", responses=refusals())
async def list_houses() -> Houses:
    """The games that ship and a few examples, as documents, and the JSON Schema of such documents: what an editor
    needs."""
    return houses_to_begin_with()


@get("/api/v1/schema", summary="The JSON Schema of everything that travels", responses=refusals())
async def show_schema() -> dict[str, Any]:
    """Messages of the socket (`wire.said`, `wire.told`), bodies of requests and answers, and for each family of games
    its moves, events, views and houses."""
    return all_schemas()


@cache
def all_schemas() -> dict[str, Any]:
    document = schemas()
    document["$defs"] |= wire_schemas()
    found: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(document))
    return found


ROUTES = (list_games, show_rules, check_house, list_houses, show_schema)
