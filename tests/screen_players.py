"""A person at the full screen who uses keys alone, or the mouse alone: which keys and clicks make a move."""

from __future__ import annotations

from collections import deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from textual.pilot import Pilot

import houserules as hr
from houserules.core import Bet, Flip, Move, Pick, Play, Swap, Target, View
from houserules.table import usual_level
from houserules.terminal.choosing import Choosing
from houserules.terminal.evening import Evening
from houserules.terminal.full.app import TableApp
from houserules.terminal.full.hosts import LocalHost
from houserules.terminal.full.table_widget import TableWidget
from houserules.terminal.full.wishes import Wishes
from houserules.terminal.keyed import keyed
from houserules.terminal.look import Look
from houserules.terminal.sitting import Sitting
from houserules.terminal.touching import Chooser, Way

WAYS: tuple[Way, ...] = ("right", "left", "down", "up")


@asynccontextmanager
async def at_screen(
    sitting: Sitting, size: tuple[int, int] = (80, 24), wishes: Wishes | None = None, *, waits: bool = True
) -> AsyncIterator[Pilot[int]]:
    """A screen at which a match is played; bots do not wait."""
    wanted = wishes or Wishes(speed="off")
    app = TableApp(LocalHost(Evening(sitting), wanted), Look(*size, color=True), wanted)
    async with app.run_test(size=size) as pilot:
        if waits:
            await settled(pilot)
        yield pilot


def app_of(pilot: Pilot[int]) -> TableApp:
    assert isinstance(pilot.app, TableApp)
    return pilot.app


async def settled(pilot: Pilot[int]) -> None:
    """Until the person is asked, or the match is over."""
    app = app_of(pilot)
    for _ in range(20_000):
        await pilot.pause()
        seated = app.host.seated
        assert isinstance(seated, Sitting)
        if seated.table.due() is None and (app.shown.may_act or app.shown.is_over or not app.is_running):
            return
    raise AssertionError("the bots do not come to an end")


def wanted_move(view: View, game: hr.Game[object]) -> Move:
    """What a bot in the middle would do."""
    return hr.bot(usual_level(game), game, seed=1).choose(view)


def keys_for(chooser: Chooser[View], choosing: Choosing, move: Move) -> list[str]:
    """The keys that make a move, from what is chosen now: arrows, Space, o, digits, Enter, and single keys."""
    return keys_and_choice(chooser, choosing, move)[0]


def keys_and_choice(chooser: Chooser[View], choosing: Choosing, move: Move) -> tuple[list[str], Choosing]:
    """The same, and what is chosen when the last key is pressed."""
    button = next((button for button in choosing.offer.buttons if button.move == move), None)
    if button is not None:
        return [button.key] * (2 if button.is_costly else 1), choosing
    keys = ["escape"]
    choosing = chooser.cleared(choosing)
    if isinstance(move, Bet):
        choosing = chooser.with_amount(choosing, move.amount)
        return [*keys, *str(move.amount), *["enter"] * (2 if choosing.sure else 1)], choosing
    items = touched_items(choosing, move)
    for number, key in enumerate(items):
        for way in ways_to(chooser, choosing, key):
            keys.append(way)
            choosing = chooser.walked(choosing, way)
        if choosing.move == move and len(items) == 1:
            break
        if key not in choosing.lifted:
            alone = number == 0 and isinstance(move, Play)
            keys.append("o" if alone else "space")
            choosing = chooser.touched(choosing, key, alone=alone).choosing
    assert str(choosing.move).split()[0] == str(move).split()[0], (choosing.move, move)
    return [*keys, "enter"], choosing


def touched_items(choosing: Choosing, move: Move) -> list[str]:
    """The keys of the items that make a move."""
    match move:
        case Play(cards):
            keys = [one.key for one in keyed("", cards)]
            zones = dict.fromkeys(item.zone for item in choosing.offer.items if item.allowed and item.zone != "meld")
            assert len(zones) == 1
            return [f"{next(iter(zones))}{key}" for key in keys]
        case Swap(hand, up):
            return [f"hand:{hand}", f"up:{up}"]
        case Flip(number):
            return [f"blind:{number}"]
        case Target(seat):
            return [f"seat:{seat}"]
        case Pick(slot):
            return [next(item.key for item in choosing.offer.items if item.key.endswith(f":{slot}"))]
    said = str(move).split()[-1]
    return [next(item.key for item in choosing.offer.items if item.key in (f"answer:{said}", f"answer:{move}"))]


def ways_to(chooser: Chooser[View], choosing: Choosing, key: str) -> list[Way]:
    """The shortest way of the cursor to an item."""
    seen = {choosing.cursor}
    waiting: deque[tuple[Choosing, list[Way]]] = deque([(choosing, [])])
    while waiting:
        now, ways = waiting.popleft()
        if now.cursor == key:
            return ways
        for way in WAYS:
            after = chooser.walked(now, way)
            if after.cursor not in seen:
                seen.add(after.cursor)
                waiting.append((after, [*ways, way]))
    raise AssertionError(f"the cursor does not reach {key}")


async def play_by_keys(pilot: Pilot[int]) -> None:
    """Until the match is over."""
    app = app_of(pilot)
    while not app.shown.is_over:
        view, chooser, choosing = app.shown.view, app.pointing.chooser, app.pointing.choosing
        assert view is not None
        assert chooser is not None
        assert choosing is not None
        move = wanted_move(view, app.host.seated.game)
        await pilot.press(*keys_for(chooser, choosing, move))
        await settled(pilot)
        assert app.shown.view != view, f"{move} was not made: {app.notice}"


async def play_by_mouse(pilot: Pilot[int]) -> None:
    """Until the match is over, without one key."""
    app = app_of(pilot)
    while not app.shown.is_over:
        view, chooser, choosing = app.shown.view, app.pointing.chooser, app.pointing.choosing
        assert view is not None
        assert chooser is not None
        assert choosing is not None
        move = wanted_move(view, app.host.seated.game)
        button = next((button for button in choosing.offer.buttons if button.move == move), None)
        if isinstance(move, Bet):
            await click(pilot, "bet:tenth")
            await click(pilot, "enter")
        elif button is not None:
            for _ in range(2 if button.is_costly else 1):
                await click(pilot, button.key)
        else:
            for number, key in enumerate(touched_items(choosing, move)):
                if app.pointing.choosing is not None and key not in app.pointing.choosing.lifted:
                    await click(pilot, key, alone=number == 0 and isinstance(move, Play))
            if app.pointing.choosing is not None and app.shown.view == view:
                await click(pilot, "enter")
        await settled(pilot)
        assert app.shown.view != view, f"{move} was not made: {app.notice}"


async def click(pilot: Pilot[int], key: str, *, alone: bool = False) -> None:
    """In the middle of the part of a spot that can be seen."""
    table = app_of(pilot).query_one(TableWidget)
    spot = next((spot for spot in table.scene.spots if spot.key == key), None)
    assert spot is not None, f"the mouse finds no {key}"
    free = [
        (column, row)
        for row in range(spot.row, spot.row + spot.height)
        for column in range(spot.column, spot.column + spot.width)
        if table.spot_at(column, row) == key
    ]
    assert free, f"{key} is hidden"
    await pilot.click(TableWidget, offset=free[len(free) // 2], control=alone)
    await pilot.pause()
