"""A bot of this machine at a table on a server: the same class as at a local table."""

from __future__ import annotations

import asyncio
import secrets
from typing import Any, Final

from houserules.bots import Bot, bot
from houserules.core import Outcome
from houserules.errors import TableError

from .asking import NOT_NOW
from .joining import join
from .seat import TableSeat

NOT_NOW_SECONDS: Final = 0.5
"""How long to wait when the server cannot write a move."""


async def play_bot(
    link: str, player: Bot | str, *, name: str, matches: int | None = 1, key: str | None = None, **options: Any
) -> Outcome:
    """Sit down at a table and play matches to their end; without a number as many as people want. Returns the outcome
    of the last one.

    `player` is a bot, or the level of one: "hard", "expert@300:tidy"."""
    async with await join(link, name=name, key=key, **options) as seat:
        chosen = bot(player, seat.game) if isinstance(player, str) else player
        try:
            return await _play(seat, chosen, matches)
        finally:
            if chosen is not player:
                chosen.close()


async def _play(seat: TableSeat, player: Bot, matches: int | None) -> Outcome:
    played = 0
    while True:
        player.begin(secrets.randbits(64))
        outcome = await play_match(seat, player)
        played += 1
        if matches is not None and played >= matches:
            return outcome
        await seat.next_match()


async def play_match(seat: TableSeat, player: Bot) -> Outcome:
    """Let a bot play a seat until the match is over."""
    while (view := await seat.turn()) is not None:
        try:
            await seat.play(await player.choose_async(view))
        except TableError as problem:
            if problem.code in NOT_NOW:
                await asyncio.sleep(NOT_NOW_SECONDS)
            elif problem.code not in ("stale", "paused"):  # then it looks again, and chooses again
                raise
    assert seat.view is not None
    assert seat.view.outcome is not None
    return seat.view.outcome
