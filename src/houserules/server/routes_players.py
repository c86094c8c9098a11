"""Routes about players without accounts: who I am, what I played, how strong everybody is."""

from __future__ import annotations

import re
from typing import Annotated

from litestar import Response, delete, get, put
from litestar.di import NamedDependency
from litestar.params import QueryParameter

from houserules.errors import RequestError
from houserules.games import GAMES, load_shipped
from houserules.wire import LeaderBoard, MatchesPlayed, PlayerInfo, PlayerRequest

from .names import read_name
from .openapi import READS, refusals
from .players import player_id
from .qr import qr_picture
from .reception import Reception
from .requests import PLAYER_ID, AnyRequest, PlayerInPath, PlayerKey, base_url, read_body, require_key

GameInQuery = Annotated[str, QueryParameter(min_length=1, max_length=100, description="the id of a game")]
RulesInQuery = Annotated[
    str | None,
    QueryParameter(min_length=1, max_length=100, description="the hash of the rules; else those of the shipped game"),
]


def _unknown(who: str) -> RequestError:
    return RequestError("unknown-player", who)


def _unknown_key() -> RequestError:
    return _unknown("nobody has played here with this key yet: PUT a name to begin")


@get("/api/v1/me", summary="Who I am here", responses=refusals(400, 401, 404, 503))
async def show_me(reception: NamedDependency[Reception], player_key: PlayerKey = None) -> PlayerInfo:
    """By the key that this device made. There are no accounts, and nothing else is known."""
    info = await reception.store.player_info(player_id(require_key(player_key)))
    if info is None:
        raise _unknown_key()
    return info


@put("/api/v1/me", summary="What I am called", opt={"body": PlayerRequest}, responses=refusals(*READS, 401, 503))
async def name_me(
    request: AnyRequest, reception: NamedDependency[Reception], player_key: PlayerKey = None
) -> PlayerInfo:
    """The first call with a new key makes the player."""
    body = await read_body(request, PlayerRequest)
    key = require_key(player_key)
    return await reception.store.player(key, read_name(body.name))


@delete("/api/v1/me", summary="Forget me", responses=refusals(400, 401, 403, 404, 503))
async def forget_me(reception: NamedDependency[Reception], player_key: PlayerKey = None) -> None:
    """My name, my key and my ratings are removed. Results keep a seat without a name, and at a table where I still sit
    nobody sees whose seat it is."""
    key = require_key(player_key)
    if await reception.store.player_info(player_id(key)) is None:
        raise _unknown_key()
    await reception.house.forget(player_id(key))
    await reception.store.forget_player(key)


@get("/api/v1/me/matches", summary="What I played", responses=refusals(400, 401, 404, 503))
async def list_my_matches(reception: NamedDependency[Reception], player_key: PlayerKey = None) -> MatchesPlayed:
    """The last fifty matches, the tables at which I still sit, and which of them wait for my move."""
    me = player_id(require_key(player_key))
    if await reception.store.player_info(me) is None:
        raise _unknown_key()
    tables = await reception.store.tables_of(me)
    waits = await reception.house.waits_for(me, tables)
    return MatchesPlayed(matches=await reception.store.matches_of(me), open=tables, waits=waits)


@get(
    "/api/v1/me/qr.svg",
    summary="My key as a QR code, for another device of mine",
    media_type="image/svg+xml",
    responses=refusals(400, 401, 503),
)
async def show_key_qr(
    request: AnyRequest, reception: NamedDependency[Reception], player_key: PlayerKey = None
) -> Response[str]:
    """A link to this server with the key behind the #, which a browser never sends. Show it to nobody else."""
    return qr_picture(f"{base_url(request, reception)}/#key={require_key(player_key)}")


@get("/api/v1/players/{player:str}", summary="A player", responses=refusals(404, 503))
async def show_player(player: PlayerInPath, reception: NamedDependency[Reception]) -> PlayerInfo:
    """By public id, or a bot as bot:LEVEL: name, matches and ratings."""
    info = await reception.store.player_info(player) if re.fullmatch(PLAYER_ID, player) else None
    if info is None:
        raise _unknown("there is no such player, or it wants to be forgotten")
    return info


@get("/api/v1/ratings", summary="The leader board", responses=refusals(400, 503))
async def list_ratings(
    game: GameInQuery, reception: NamedDependency[Reception], rules: RulesInQuery = None
) -> LeaderBoard:
    """Who plays best: for one game and one set of rules, the best first."""
    if rules is None:
        if game not in GAMES:
            raise RequestError(
                "unknown-game", f"there is no such game: say which `rules`, or one of {', '.join(GAMES)}"
            )
        rules = load_shipped(game).hash
    if "\0" in game + rules:
        raise RequestError("bad-request", "an id and a hash are plain text")
    return LeaderBoard(game=game, rules=rules, players=await reception.store.ratings(game, rules))


ROUTES = (show_me, name_me, forget_me, list_my_matches, show_key_qr, show_player, list_ratings)
