"""The socket of a real server: who gets in, and who is let go."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import msgspec
import pytest

from houserules.server.places import MOST_PER_SEAT
from houserules.wire import TellError, TellView
from tests.processes import Line, connect
from tests.serving import WIDE, Served, served

pytestmark = pytest.mark.one_build


def make_table(here: Served, **more: Any) -> dict[str, Any]:
    answer = here.http.post("/api/v1/tables", json={"game": "duel", "player": "Ann", **more})
    assert answer.status_code == 201, answer.text
    made: dict[str, Any] = answer.json()
    return made


async def sit_in(here: Served, table: str, token: str | None = None) -> Line:
    """A connection that has its first view."""
    line = await connect(here.http.base_url.port or 0, table, token)
    await line.until(TellView)
    return line


async def end_of(line: Line) -> int | None:
    """Read on until the server ends the connection: its code."""
    while await line.next() is not None:
        pass
    return line.close_code


async def leave(*lines: Line) -> None:
    for line in lines:
        assert line.close_code is None
        line.hang_up()
        await end_of(line)


def test_spectators_never_keep_a_player_out(tmp_path: Path) -> None:
    async def work(here: Served) -> None:
        made = make_table(here)
        watching = [await sit_in(here, made["table"]) for _ in range(3)]
        refused = await connect(here.http.base_url.port or 0, made["table"])
        assert (await refused.until(TellError)).code == "too-many-sockets"
        lines = [await sit_in(here, made["table"], made["token"]) for _ in range(MOST_PER_SEAT + 2)]
        assert [await end_of(line) for line in (refused, *lines[:2])] == [4002] * 3
        await leave(*lines[2:], *watching)

    with served(tmp_path, limits=msgspec.structs.replace(WIDE, sockets_per_table=3)) as here:
        asyncio.run(work(here))
