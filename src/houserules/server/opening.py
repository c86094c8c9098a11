"""From a request to a table: which game, who sits where, what is allowed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import msgspec

from houserules import fair
from houserules.core import plain_line
from houserules.errors import RequestError, RulesError, TableError
from houserules.games import AnyGame, load_document, load_named
from houserules.games.house_code import code_in, document_of_code
from houserules.games.toml_reader import parse
from houserules.table import Player, Policies, Settings, TimeControl, usual_level
from houserules.wire import BotAt, ClockRequest, TableRequest

from .entries import Options
from .names import read_name, read_table_name

USUAL_SEATS: Final = 4
BOT_NAMES: Final = (
    "Ada",
    "Basil",
    "Cleo",
    "Dexter",
    "Edda",
    "Felix",
    "Greta",
    "Hugo",
    "Iris",
    "Jasper",
    "Kira",
    "Linus",
)
"""Bots without a name of their own; further ones are numbered."""
MOST_HOUSE: Final = 20_000
"""Characters of a house."""


def game_of(name: str | None, house: Mapping[str, Any] | str | None) -> AnyGame:
    """A game that ships by its id, or a house as an object, as TOML or by its code. It never opens a file."""
    if (name is None) == (house is None):
        raise RequestError("bad-request", "say either which `game` is played, or the rules of a `house`")
    if name is not None:
        return load_named(name)
    assert house is not None
    return load_document(house_document(house))


def house_document(house: Mapping[str, Any] | str) -> Mapping[str, Any]:
    """A house as data: from data, from its code, from TOML, or from JSON, which begins with a brace."""
    if isinstance(house, str):
        if code := code_in(house):
            return document_of_code(code)
        if house.lstrip().startswith("{"):
            return _json_document(house)
        return parse(house)
    if len(msgspec.json.encode(house)) > MOST_HOUSE:
        raise RulesError((f"a house has at most {MOST_HOUSE} characters",))
    return house


def _json_document(text: str) -> Mapping[str, Any]:
    try:
        document: Mapping[str, Any] = msgspec.json.decode(text, type=dict[str, Any])
    except (msgspec.DecodeError, RecursionError) as problem:
        raise RulesError((f"this is not JSON: {problem}",)) from problem
    return document


def usual_seats(game: AnyGame) -> int:
    return max(game.seats.start, min(USUAL_SEATS, game.seats.stop - 1))


def settings_of(request: TableRequest, game: AnyGame, now: int, *, rematch_by_one: bool = False) -> Settings:
    """The table that is asked for. The host sits on the first seat that no bot was given."""
    seats = request.seats
    if seats is None:
        seats = max(usual_seats(game), max([bot.seat + 1 for bot in request.bots], default=0))
    game.check_seats(seats)
    bots = _bots_by_seat(request, seats)
    name = read_name(request.player)
    host = next((seat for seat in range(seats) if seat not in bots), None)
    if host is None:
        raise TableError("table-full", "bots sit on every chair: leave one for yourself")
    players: list[Player] = []
    for seat in range(seats):
        taken = [name, *(player.name for player in players)]
        bot = bots.get(seat, BotAt(seat))
        players.append(Player(name) if seat == host else bot_player(bot, game, taken))
    clock = None if request.clock is None else _time_control(request.clock)
    settings = Settings.of(
        game,
        players,
        secret=fair.new_secret(),
        policies=Policies(undo=request.undo, hints=request.hints, ready_first=True, rematch_by_one=rematch_by_one),
        clock=clock,
        open=[seat for seat in range(seats) if seat != host and seat not in bots],
        opened=now,
    )
    settings.check(game)
    return settings


def _bots_by_seat(request: TableRequest, seats: int) -> dict[int, BotAt]:
    bots: dict[int, BotAt] = {}
    for bot in request.bots:
        if not 0 <= bot.seat < seats:
            raise TableError("bad-seats", f"there is no seat {bot.seat} for a bot: seats are 0 to {seats - 1}")
        if bot.seat in bots:
            raise TableError("seat-taken", f"two bots cannot share seat {bot.seat}: give each its own")
        bots[bot.seat] = bot
    return bots


def bot_player(bot: BotAt, game: AnyGame, taken: list[str]) -> Player:
    """A bot as it was asked for, with a name that nobody has yet."""
    used = {plain_line(name) for name in taken}
    names = (*BOT_NAMES, *(f"Bot {number}" for number in range(2, 200)))
    name = read_name(bot.name) if bot.name else next(name for name in names if plain_line(name) not in used)
    return Player(name, "bot", bot.level or usual_level(game), bot.personality)


def _time_control(clock: ClockRequest) -> TimeControl:
    return TimeControl(clock.kind, 1000 * clock.seconds, 1000 * clock.increment)


def clock_request(control: TimeControl | None) -> ClockRequest | None:
    """As clients write it."""
    if control is None:
        return None
    return ClockRequest(kind=control.kind, seconds=control.ms // 1000, increment=control.increment // 1000)


def options_of(request: TableRequest) -> Options:
    return Options(
        name=read_table_name(request.name),
        public=request.public,
        chat=request.chat,
        spectators=request.spectators,
        delay=1000 * request.delay,
        away=1000 * request.away,
    )
