"""`houserules join LINK`: sit down at a table on a server."""

from __future__ import annotations

import argparse
import sys
from typing import TYPE_CHECKING, Any, Final

from houserules.core import counted
from houserules.errors import RequestError, TableError

from . import remote_client
from .consoles import is_terminal
from .full.wishes import add_options, read_wishes
from .kept_seats import KeptSeat, keep_seat, kept_seat, player_key
from .loop_thread import LoopThread
from .play_command import as_text, look_for
from .players import clean
from .remote_sitting import RemoteSitting
from .started import typed

if TYPE_CHECKING:
    from houserules.client import TableSeat
    from houserules.wire import Listing

MOST_LISTED: Final = 8
MISSING: Final = (
    "tables on servers need one more package: pip install 'houserules[client]', or make join ARGS=\"LINK\" where you"
    " typed make play"
)


def add_command(commands: argparse._SubParsersAction[Any]) -> None:
    """`join`, for the parser of all commands."""
    join = commands.add_parser("join", help="sit down at a table on a server")
    join.add_argument("link", metavar="LINK", help="the link of the table, as in http://localhost:8000/t/TABLE")
    join.add_argument("--name", default="Guest", help="your name at the table (Guest)")
    join.add_argument("--watch", action="store_true", help="only watch")
    join.add_argument("--ascii", action="store_true", help="draw with ASCII only")
    join.add_argument("--no-color", action="store_true", help="draw without colours, as with the variable NO_COLOR")
    add_options(join)
    join.set_defaults(command=join_command)


def join_command(options: argparse.Namespace) -> int:
    as_text(sys.stdin, sys.stdout)
    if not options.name.strip():
        raise RequestError("bad-request", "--name needs at least one letter")
    try:
        from houserules import client  # noqa: PLC0415 - its package is an extra
    except ModuleNotFoundError as problem:
        if problem.name != "picows":
            raise
        raise RequestError("bad-request", MISSING) from problem
    loop = LoopThread()
    try:
        if client.is_server(options.link):
            raise RequestError("bad-request", loop.run(_which_table(options.link)))
        link = client.read_link(options.link)
        where = f"{link.server}/t/{link.table}"
        seat = loop.run(client.watch(where) if options.watch else _sit(where, options.name.strip()))
        sitting = RemoteSitting(seat, loop)
    except BaseException:
        loop.close()
        raise
    code = _play(sitting, options)
    if sitting.has_left:
        keep_seat(where, None)
    return code


def _play(sitting: RemoteSitting, options: argparse.Namespace) -> int:
    look = look_for(options, sys.stdout)
    if options.plain or not is_terminal(sys.stdin, sys.stdout):
        return remote_client.play(sitting, source=sys.stdin, target=sys.stdout, look=look)
    from .full import run  # noqa: PLC0415 - Textual is slow to import, and a pipe does not need it

    return run.play_remote(sitting, target=sys.stdout, look=look, wishes=read_wishes(options))


async def _which_table(text: str) -> str:
    """What to say to somebody who named a server and no table."""
    from houserules import client  # noqa: PLC0415 - as above

    server = client.read_server(text).removesuffix("/lobby")
    lead = f"{server} is a server with many tables: say which one"
    tables = await client.open_tables(server)
    if not tables:
        return f"{lead}, by its link, as in {server}/t/TABLE; in a browser {server} opens a table and shows its link"
    listed = [f"  {typed(f'join {server}/t/{one.table}')}  {_about(one)}" for one in tables[:MOST_LISTED]]
    return "\n".join([f"{lead}. A chair is free at", *listed])


def _about(one: Listing) -> str:
    return clean(f"{one.name or one.title}, {counted(one.open, 'free chair')} of {one.seats}")


async def _sit(where: str, name: str) -> TableSeat:
    """On the seat that is ours already, or on a new one."""
    from houserules import client  # noqa: PLC0415 - as above

    kept = kept_seat(where)
    if kept is not None:
        try:
            return await client.join(where, name=name, seat=kept.seat, token=kept.token, notes=False)
        except TableError as problem:
            if problem.code != "bad-token":
                raise
    seat = await client.join(where, name=name, key=player_key(), notes=False)
    assert seat.seat is not None
    assert seat.token is not None
    keep_seat(where, KeptSeat(seat.seat, seat.token))
    return seat
