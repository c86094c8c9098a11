"""Matchmaking: from the name of a room and its options to a seat at a table."""

from __future__ import annotations

from datetime import UTC, datetime
from functools import lru_cache
from typing import Annotated, Any, Final

import msgspec
from msgspec import Meta

from houserules.core import Seat, plain_line
from houserules.errors import HouseRulesError
from houserules.games import FAMILIES, GAMES, AnyGame
from houserules.server.chairs import sit_down
from houserules.server.config import Config
from houserules.server.house import House
from houserules.server.journal import TableId
from houserules.server.names import RESERVED
from houserules.server.opening import game_of, usual_seats
from houserules.server.reception import Reception
from houserules.server.refusals import Refused, too_fast
from houserules.server.room import Room
from houserules.server.tokens import hash_of
from houserules.table import check_salt
from houserules.wire import MOST_NAME, BotAt, ClockRequest, SeatRequest, TableMade, TableRequest

from .dialects import own_messages
from .sessions import Matchmade, Session, Sessions, new_session_id

PROCESS: Final = "houserules"
"""Every process can take every connection, so they need no names of their own."""
MOST_TRIED: Final = 50
"""Tables that are looked at to find a chair."""
MOST_LISTED: Final = 100

UNKNOWN_ROOM: Final = 520
NO_MATCH: Final = 521
NO_TABLE: Final = 522
EXPIRED: Final = 524
WRONG_OPTION: Final = 526


class JoinOptions(msgspec.Struct, frozen=True, kw_only=True):
    """What a client may ask for. Options that are not named here belong to the client itself, and are not read."""

    game: Annotated[str, Meta(max_length=100)] | None = None
    house: dict[str, Any] | Annotated[str, Meta(max_length=20_000)] | None = None
    """Rules of one's own, as an object or as TOML."""
    bot: bool | Annotated[str, Meta(max_length=40)] | None = None
    """The level of the bots on all other seats."""
    seats: Annotated[int, Meta(ge=1, le=100)] | None = None
    clock: ClockRequest | None = None
    private: bool = False
    """Nobody finds the room by its name: give others its id."""
    name: Annotated[str, Meta(max_length=MOST_NAME)] | None = None
    """Of the player."""
    salt: Annotated[str, Meta(max_length=200)] = ""
    """It goes into the seed of the first deal."""
    reconnectionToken: Annotated[str, Meta(max_length=200)] | None = None  # noqa: N815 - as clients call it


class RoomInfo(msgspec.Struct, frozen=True, kw_only=True):
    """A room as clients up to 0.16 expect it."""

    name: str
    roomId: str  # noqa: N815 - these are the names that clients read
    processId: str = PROCESS  # noqa: N815
    clients: int
    maxClients: int  # noqa: N815
    locked: bool
    private: bool = False
    unlisted: bool = False
    createdAt: str  # noqa: N815


class SeatReservation(msgspec.Struct, frozen=True, kw_only=True):
    """The answer to a client that joins: what clients from 0.17 on expect, and around it what earlier ones do."""

    name: str
    sessionId: str  # noqa: N815 - these are the names that clients read
    roomId: str  # noqa: N815
    processId: str = PROCESS  # noqa: N815
    room: RoomInfo


@lru_cache(maxsize=1)
def room_games() -> dict[str, str]:
    """The name of each room, and the id of its game."""
    rooms: dict[str, str] = {}
    for name, family in FAMILIES.items():
        own = own_messages(name)
        rooms |= {game: game for game in family.games} if own is None else {own.ROOM: family.games[0]}
    return rooms


def room_name(game: AnyGame) -> str:
    own = own_messages(game.family)
    return game.id if own is None else own.ROOM


class Matchmaker:
    """For one client, whose address may open only so many tables."""

    def __init__(self, reception: Reception, address: str) -> None:
        self._house: House = reception.house
        self._sessions: Sessions = reception.store.sessions
        self._config: Config = reception.config
        self._tables = reception.addresses.tables
        self._address = address

    async def join(self, name: str, options: JoinOptions) -> SeatReservation:
        """The oldest table of this room with an empty chair and these rules."""
        name = self._room_asked_for(name, options)
        self._check_room(name, options)
        if options.bot is not None:
            raise _wrong("bots fill a new room: use create or joinOrCreate")
        found = await self._join_waiting(name, options)
        if found is None:
            raise Refused(NO_MATCH, "no-room", "no room has an empty chair for you: create one")
        return found

    async def join_or_create(self, name: str, options: JoinOptions) -> SeatReservation:
        name = self._room_asked_for(name, options)
        self._check_room(name, options)
        if options.bot is None and not options.private:
            found = await self._join_waiting(name, options)
            if found is not None:
                return found
        return await self.create(name, options)

    async def create(self, name: str, options: JoinOptions) -> SeatReservation:
        name = self._room_asked_for(name, options)
        game = self._check_room(name, options)
        own = own_messages(game.family)
        bots: tuple[BotAt, ...] = ()
        if options.bot:
            level = options.bot if isinstance(options.bot, str) else None
            bots = tuple([BotAt(seat, level) for seat in range(1, options.seats or usual_seats(game))])
        is_found = not bots and not options.private
        request = TableRequest(
            game=None if options.house is not None else game.id,
            house=options.house,
            seats=options.seats,
            bots=bots,
            clock=options.clock,
            public=is_found,
            player=_name(options, []),
            away=self._config.return_seconds,
        )
        made = await self._open(request, rematch_by_one=own is not None)
        room = await self._house.room(made.table)
        found_by = Matchmade(made.table, name, game.hash, room.table.seats) if is_found else None
        return await self._reserve(room, made.seat, made.token, name, options, found_by)

    async def _open(self, request: TableRequest, *, rematch_by_one: bool) -> TableMade:
        if wait := self._tables.take(self._address):
            raise too_fast(wait, "too many rooms from your address")
        try:
            return await self._house.create(request, rematch_by_one=rematch_by_one)
        except HouseRulesError:
            self._tables.give_back(self._address)
            raise

    async def join_by_id(self, table: TableId, options: JoinOptions) -> SeatReservation:
        room = await self._room(table)
        if not len(room.keys):
            raise Refused(NO_TABLE, "disposed", f'the room "{table[:40]}" is gone: everybody has left it')
        taken = await self._take_chair(room, options, also_left=True)
        if taken is None:
            raise Refused(NO_TABLE, "locked", f'the room "{table[:40]}" is full: create another one')
        return taken

    async def reconnect(self, table: TableId, options: JoinOptions) -> SeatReservation:
        """The seat of somebody who was here before."""
        token = options.reconnectionToken
        if not token:
            raise _wrong("say who you are: send your reconnectionToken")
        room = await self._room(table)
        session = await self._sessions.find(table, token)
        if session is None or not room.keys.is_key(session.seat, session.key):
            raise Refused(EXPIRED, "bad-token", "this reconnection token opens no seat any more: join again")
        return _reservation(room, session, room_name(room.table.game))

    async def rooms(self, name: str | None) -> list[RoomInfo]:
        """Rooms that wait for players, the oldest first."""
        found = await self._sessions.waiting(name, MOST_LISTED)
        return [
            RoomInfo(
                name=one.room,
                roomId=one.table,
                clients=one.people,
                maxClients=one.seats,
                locked=False,
                createdAt=_iso(one.opened),
            )
            for one in found
        ]

    # -- How -----------------------------------------------------------------------------------------------------------

    def _room_asked_for(self, name: str, options: JoinOptions) -> str:
        """A client that knows one room may name another game in its options: it gets the room of that game."""
        if options.game is None or name not in room_games():
            return name
        rooms = {game: room for room, game in room_games().items()}
        if options.game not in rooms:
            raise _wrong(f"there is no game {options.game[:40]!r}: the games are {', '.join(rooms)}")
        return rooms[options.game]

    def _check_room(self, name: str, options: JoinOptions) -> AnyGame:
        """The game of a room."""
        played = room_games().get(name)
        if played is None:
            known = ", ".join(room_games())
            raise Refused(UNKNOWN_ROOM, "unknown-room", f'there is no room "{name[:40]}": rooms are {known}')
        if options.house is None:
            return game_of(played, None)
        game = game_of(None, options.house)
        if game.family != GAMES[played].name:
            raise _wrong(f"these are not rules for a room of {played}: join the room of their game")
        return game

    async def _room(self, table: TableId) -> Room:
        try:
            return await self._house.room(table)
        except HouseRulesError as problem:
            if problem.code != "unknown-table":
                raise
            raise Refused(NO_TABLE, problem.code, f'there is no room "{table[:40]}": check its id') from problem

    async def _join_waiting(self, name: str, options: JoinOptions) -> SeatReservation | None:
        game = self._check_room(name, options)
        for one in await self._sessions.waiting(name, MOST_TRIED):
            if one.rules != game.hash or options.seats not in (None, one.seats):
                continue
            room = await self._house.room(one.table)
            if not len(room.keys):  # all have left it
                await self._sessions.hide(one.table)
                continue
            taken = await self._take_chair(room, options, also_left=False)
            if taken is not None:
                return taken
        return None

    async def _take_chair(self, room: Room, options: JoinOptions, *, also_left: bool) -> SeatReservation | None:
        """An empty chair, or, if that is wanted, one that a person has left to a bot. None: there is none."""

        async def sit() -> tuple[Seat, str] | None:
            seat = _free_chair(room, also_left=also_left)
            if seat is None or not len(room.keys):
                return None
            taken = [player.name for at, player in enumerate(room.table.players) if at != seat]
            sitting = await sit_down(room, SeatRequest(name=_name(options, taken), seat=seat))
            return sitting.seat, sitting.token

        sat = await room.run(sit)
        return None if sat is None else await self._reserve(room, *sat, room_name(room.table.game), options)

    async def _reserve(
        self,
        room: Room,
        seat: Seat,
        token: str,
        name: str,
        options: JoinOptions,
        found_by: Matchmade | None = None,
    ) -> SeatReservation:
        session = Session(new_session_id(), room.id, seat, hash_of(token), options.salt)
        until = self._house.services.now() + 1000 * self._config.reservation_seconds
        await self._sessions.reserve(session, until, found_by)
        return _reservation(room, session, name)


def _free_chair(room: Room, *, also_left: bool) -> Seat | None:
    table = room.table
    if table.seating.open:
        return min(table.seating.open)
    if not also_left:
        return None
    settings = table.settings
    for_people = [
        seat for seat, player in enumerate(settings.players) if not player.is_bot or seat in settings.open
    ]  # where no bot was asked for
    left = [seat for seat in for_people if seat in table.seating.bots and seat not in room.keys]
    return next((seat for seat in left if seat not in table.seating.forfeited), None)


def _reservation(room: Room, session: Session, name: str) -> SeatReservation:
    table = room.table
    info = RoomInfo(
        name=name,
        roomId=room.id,
        clients=len(room.keys),
        maxClients=table.seats,
        locked=_free_chair(room, also_left=True) is None,
        private=not room.options.public,
        createdAt=_iso(table.settings.opened),
    )
    return SeatReservation(name=name, sessionId=session.id, roomId=room.id, room=info)


def _name(options: JoinOptions, taken: list[str]) -> str:
    """What the player is called. Clients often give all players the same name, so a number may follow it."""
    wanted = " ".join((options.name or "").split())
    if plain_line(wanted) in ("", *RESERVED):
        wanted = "Player"
    used = {plain_line(name) for name in taken}
    if plain_line(wanted) not in used:
        return wanted
    numbered = (f"{wanted[: MOST_NAME - 4]} {number}" for number in range(2, 200))
    return next(name for name in numbered if plain_line(name) not in used)


def _iso(ms: int) -> str:
    return datetime.fromtimestamp(ms / 1000, UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def _wrong(sentence: str) -> Refused:
    return Refused(WRONG_OPTION, "bad-option", sentence)


def read_options(document: object) -> JoinOptions:
    """Clients in Lua send an empty table as a list: whatever is not an object holds no options."""
    if not isinstance(document, dict):
        return JoinOptions()
    try:
        options = msgspec.convert(document, JoinOptions)
    except (msgspec.ValidationError, RecursionError) as problem:
        raise _wrong(f"an option cannot be read: {problem}") from problem
    check_salt(options.salt)  # it is said only when the client has connected
    return options
