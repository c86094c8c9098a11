"""Sitting down: at a table that stands, at a new one, or only to watch."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from houserules.bots import BotSpec, read_bot
from houserules.core import Seat
from houserules.wire import BotAt, ClockRequest, Listing, Replay, SeatRequest, TableRequest

from . import calls
from .links import Link, read_link, read_server
from .seat import TableSeat, new_salt


async def join(
    link: str,
    *,
    name: str,
    seat: Seat | None = None,
    key: str | None = None,
    token: str | None = None,
    ready: bool = True,
    notes: bool = True,
    **options: Any,
) -> TableSeat:
    """Sit down at a table, and connect.

    `key` makes you a player who is known on this server: a secret text that your device made. `token` takes a seat
    that is yours already. `ready`: the deal need not wait for you. `notes`: views hold what bots need."""
    where = read_link(link)
    info = await calls.about(where)
    if token is None:
        request = SeatRequest(name=name, salt=new_salt() if ready else None, seat=seat)
        taken = await calls.sit_down(where, request, key)
        seat, token = taken.seat, taken.token
    return await TableSeat(where, info, seat, token, notes=notes, **options).open()


async def open_tables(server: str) -> tuple[Listing, ...]:
    """The public tables of a server at which a chair is free, the newest first."""
    found = await calls.lobby(read_server(server).removesuffix("/lobby"))
    return tuple([one for one in found.tables if one.open and one.status != "over"])


async def watch(link: str, *, notes: bool = False, **options: Any) -> TableSeat:
    """Look at a table without a seat."""
    where = read_link(link)
    return await TableSeat(where, await calls.about(where), None, None, notes=notes, **options).open()


async def replay(link: str, *, match: int | None = None, seat: Seat | None = None) -> Replay:
    """Read a match of a table that is over, step by step: as a seat saw it, or without a seat with every hand open."""
    return await calls.replay(read_link(link), match, seat)


async def open_table(
    server: str,
    *,
    game: str | None = None,
    house: dict[str, Any] | str | None = None,
    seats: int | None = None,
    bots: Mapping[Seat, str] | None = None,
    name: str = "Host",
    key: str | None = None,
    ready: bool = True,
    clock: ClockRequest | None = None,
    public: bool = False,
    title: str = "",
    notes: bool = True,
    **options: Any,
) -> TableSeat:
    """Open a table, sit down at it as its host, and connect. Its `invite` is the link for friends.

    `bots` says which seats bots play, by level and personality as in {1: "hard", 2: "easy:tidy"}."""
    where = read_server(server)
    request = TableRequest(
        game=game,
        house=house,
        seats=seats,
        bots=tuple([_bot_at(at, read_bot(text)) for at, text in (bots or {}).items()]),
        clock=clock,
        public=public,
        name=title,
        player=name,
        salt=new_salt() if ready else None,
    )
    made = await calls.make_table(where, request, key)
    link = Link(where, made.table)
    table = TableSeat(link, await calls.about(link), made.seat, made.token, notes=notes, **options)
    table.invite = made.invite
    return await table.open()


def _bot_at(seat: Seat, spec: BotSpec) -> BotAt:
    usual = BotSpec(spec.level).personality
    return BotAt(seat, spec.level, None if spec.personality == usual else spec.personality)
