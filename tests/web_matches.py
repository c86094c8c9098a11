"""Whole matches on a real server, played out by bots: what tests of replays and pictures begin with."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

import msgspec

import houserules as hr
from houserules import client
from tests.serving import Served

GAMES = {"shithead": 4, "duel": 2, "smellyhead": 3, "heart-of-five": 3, "heroes": 2}
"""Every game that ships, with a number of seats for it."""


T = TypeVar("T")


def run(coroutine: Coroutine[Any, Any, T]) -> T:
    """In a thread of its own: playwright has a loop in this one."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, coroutine).result()


class Played(msgspec.Struct, frozen=True):
    table: str
    replay: dict[str, Any]
    """With nothing hidden."""
    record: dict[str, Any]


def play_out(here: Served, game: str, seats: int | None = None) -> Played:
    """A match that is over. All seats are played by the bot that plays at random, the first one from outside."""

    async def play() -> str:
        others = dict.fromkeys(range(1, seats or GAMES[game]), "random")
        async with await client.open_table(here.url, game=game, seats=len(others) + 1, name="Ann", bots=others) as ann:
            await client.play_match(ann, hr.bot("random", ann.game))
            return str(ann.invite).rsplit("/", 1)[1]

    table = run(play())
    replay = here.http.get(f"/api/v1/tables/{table}/replay").raise_for_status().json()
    record = here.http.get(f"/api/v1/tables/{table}/record").raise_for_status().json()
    return Played(table, replay, record)
