"""How the routes read a request: its body strictly as a struct, keys and ids in their exact form."""

from __future__ import annotations

import re
from typing import Annotated, Any, Final, TypeVar

import msgspec
from litestar import Request
from litestar.params import HeaderParameter, PathParameter

from houserules.errors import RequestError

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
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as problem:
        raise RequestError("bad-request", f"the body cannot be read: {problem}") from problem


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
    """How the client reached us: what links begin with, unless the settings say it."""
    if reception.config.public_url:
        return reception.config.public_url
    host = request.headers.get("host", "")
    if not re.fullmatch(r"[A-Za-z0-9.\-:\[\]]{1,260}", host):
        return ""
    return f"{request.scope['scheme']}://{host}"
