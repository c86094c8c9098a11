"""How the routes read a request: its body strictly as a struct, keys and ids in their exact form."""

from __future__ import annotations

import re
from typing import Annotated, Any, Final, TypeVar

import msgspec
from litestar import Request
from litestar.params import HeaderParameter, PathParameter

from houserules.core import in_plain_words, not_json
from houserules.errors import RequestError

from .addresses import is_this_machine, network_host
from .names import read_name
from .players import player_id
from .reception import Reception
from .refusals import Refused, unknown_table
from .tokens import LEAST_KEY

AnyRequest = Request[Any, Any, Any]
T = TypeVar("T")

TABLE_ID: Final = "^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$"
PLAYER_ID: Final = "^([0-9a-f]{20}|bot:[a-z0-9-]{1,40})$"
PLAYER_KEY: Final = "^[A-Za-z0-9_-]{22,128}$"
IDEMPOTENCY_KEY: Final = f"^[!-~]{{{LEAST_KEY},200}}$"

# What is in a path, for the documentation: whatever does not fit is not found.
TableInPath = Annotated[
    str, PathParameter(description="the id of a table", schema_extra={"pattern": TABLE_ID, "format": "uuid"})
]
PlayerInPath = Annotated[
    str, PathParameter(description="the id of a player, or bot:LEVEL", schema_extra={"pattern": PLAYER_ID})
]
# Headers are documented here and read by `key_of` and `idempotency_key_of`, so that a refusal never repeats them.
PlayerKey = Annotated[
    str | None,
    HeaderParameter(
        name="Player-Key",
        description="the secret that a device made for its player: at least 128 random bits, base64url",
        schema_extra={"oneOf": None, "type": "string", "pattern": PLAYER_KEY},
    ),
]
IdempotencyKey = Annotated[
    str | None,
    HeaderParameter(
        name="Idempotency-Key",
        description="a random text of your own. Asking again with the same one gives the same table and token",
        schema_extra={"oneOf": None, "type": "string", "pattern": IDEMPOTENCY_KEY},
    ),
]


async def read_body(request: AnyRequest, kind: type[T]) -> T:
    """The body as a struct, read strictly; else a refusal that says what is wrong, and where."""
    media_type = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if media_type != "application/json":
        raise Refused(415, "not-json", "the body must be JSON: send it as Content-Type: application/json")
    body = await request.body()
    try:
        return msgspec.json.decode(body, type=kind)
    except msgspec.ValidationError as problem:
        raise RequestError("bad-request", f"the body cannot be read: {in_plain_words(problem)}") from problem
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as problem:
        raise RequestError("bad-request", f"the body is not JSON: {not_json(problem)}") from problem


def read_table_id(text: str) -> str:
    if not re.fullmatch(TABLE_ID, text):
        raise unknown_table()
    return text


def key_of(key: str | None) -> str | None:
    """The player's key, if one is given."""
    if key is not None and not re.fullmatch(PLAYER_KEY, key):
        raise RequestError("bad-key", "a Player-Key is at least 128 random bits as base64url: 22 to 128 characters")
    return key


def require_key(key: str | None) -> str:
    found = key_of(key)
    if found is None:
        raise RequestError("no-key", "say who you are: send your key in the header Player-Key")
    return found


def read_idempotency_key(key: str | None) -> str | None:
    if key is not None and not re.fullmatch(IDEMPOTENCY_KEY, key):
        raise RequestError(
            "bad-key", f"an Idempotency-Key is a random text of {LEAST_KEY} to 200 characters without spaces"
        )
    return key


def accepts_gzip(accepted: str) -> bool:
    """Does the header Accept-Encoding name gzip, and not with the weight 0?"""
    for part in accepted.lower().split(","):
        name, *more = [piece.strip() for piece in part.split(";")]
        if name == "gzip":
            return not any(re.fullmatch(r"q=0(\.0*)?", piece) for piece in more)
    return False


async def player_of(key: str | None, name: str, reception: Reception) -> str | None:
    """The public id of whoever sends a key. Who is new here gets this name; others keep theirs."""
    found = key_of(key)
    if found is None:
        return None
    player = player_id(found)
    name = read_name(name)
    if await reception.store.player_info(player) is None:
        await reception.store.player(found, name)
    return player


def base_url(request: AnyRequest, reception: Reception) -> str:
    """How the client reached us: what links begin with, unless the settings say it.

    Somebody at this machine says localhost, which leads friends nowhere: links have its address in the network
    instead, if the server listens there."""
    config = reception.config
    if config.public_url:
        return config.public_url
    host = request.headers.get("host", "")
    if not re.fullmatch(r"[A-Za-z0-9.\-:\[\]]{1,260}", host):
        return ""
    name, port = re.fullmatch(r"(.*?)(:\d*)?", host).groups(default="")  # type: ignore[union-attr]  # it always fits
    client = request.scope["client"]
    if is_this_machine(name) and client and is_this_machine(client[0]):
        name = network_host(config.host) or name
    return f"{request.scope['scheme']}://{name}{port}"
