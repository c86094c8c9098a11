"""House: all rooms of this process. It opens tables from the journal, and closes them when nobody is there."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Sequence
from functools import partial
from typing import Final

import msgspec

from houserules import fair
from houserules.core import Viewer, to_json
from houserules.errors import RequestError, TableError
from houserules.table import ReadyToDeal, Table, check_salt
from houserules.wire import Listing, SeatRequest, SeatTaken, TableInfo, TableMade, TableRequest

from .chairs import forget, sit_down
from .ending import record_of
from .entries import Opening, SeatKey, read_opening, write_entry
from .guest import RESTART
from .journal import Entry, Journal, TableId
from .limits import Limits
from .news import Gap, Heard, LocalNews, News
from .opening import clock_request, game_of, options_of, settings_of
from .replays import Replays
from .room import Room, unknown_table
from .services import LOG, Counts, Services
from .store import Store
from .tokens import LEAST_KEY, hash_of, new_table_id, new_token, table_id_of, token_of

OPENING_AT_ONCE: Final = 8
"""Rooms that are read from the journal at the same time: play goes on during a storm."""
HEARTBEAT_SECONDS: Final = 1.0
MOST_ASKED: Final = 8
"""Tables that are opened to see whose turn it is."""
MOST_TABLES: Final = 10_000
"""At which one player sits."""
NewsMaker = Callable[[Heard, Gap], News]


def wall_clock() -> int:
    """Milliseconds since 1970."""
    return time.time_ns() // 1_000_000


class House:
    def __init__(
        self,
        *,
        journal: Journal,
        store: Store,
        limits: Limits,
        invite: Callable[[TableId], str],
        record_link: Callable[[TableId, int], str],
        now: Callable[[], int] = wall_clock,
        news: NewsMaker = LocalNews,
    ) -> None:
        self.services = Services(journal=journal, store=store, limits=limits, now=now, record_link=record_link)
        self._invite = invite
        self._make_news = news
        self._rooms: dict[TableId, asyncio.Task[Room]] = {}
        """The book: a room is in it before its entries are read."""
        self._opening = asyncio.Semaphore(OPENING_AT_ONCE)
        self._replays = Replays()
        self._heart: asyncio.Task[None] | None = None
        self.is_closing = False

    @property
    def counts(self) -> Counts:
        counts = self.services.counts
        counts.rooms = len(self._rooms)
        return counts

    async def start(self) -> None:
        """Begin to listen to other holders, and to tidy up."""
        self.services.news = self._make_news(self._heard, self._gap)
        self._heart = asyncio.create_task(self._beat())

    async def close(self) -> None:
        """Finish all appends, let everybody go, and close journal and store."""
        self.is_closing = True
        if self._heart is not None:
            self._heart.cancel()
        for room in self.rooms():
            await room.close(RESTART, "the server restarts: come back in a moment")
        if self.services.news is not None:
            await self.services.news.close()
        await self.services.journal.close()
        await self.services.store.close()

    def rooms(self) -> list[Room]:
        """Those that are open."""
        return [room.result() for room in self._rooms.values() if _is_open(room)]

    # -- What clients ask for ------------------------------------------------------------------------------------------

    async def create(
        self,
        request: TableRequest,
        *,
        player: str | None = None,
        key: str | None = None,
        rematch_by_one: bool = False,
    ) -> TableMade:
        """Open a table. Whoever asks twice with the same key gets the same table."""
        if key is not None and len(key) < LEAST_KEY:
            raise RequestError("bad-request", f"an idempotency key has at least {LEAST_KEY} characters: make it random")
        if len(self._rooms) >= self.services.limits.tables:
            raise TableError("too-many-tables", "this server has no room for another table now: try again later")
        if request.salt is not None:
            check_salt(request.salt)
        game = game_of(request.game, request.house)
        settings = settings_of(request, game, self.services.now(), rematch_by_one=rematch_by_one)
        seat = next(seat for seat, sitting in enumerate(settings.players) if not sitting.is_bot)
        table = new_table_id() if key is None else table_id_of(key)
        token = new_token() if key is None else token_of(key)
        asked = "" if key is None else hash_of(to_json((request, player)).decode())
        opening = Opening(settings, options_of(request), SeatKey(seat, hash_of(token), player), request=asked)
        fresh = Room(table, opening, game, self.services)
        stands = await self.services.journal.append(Entry(table, 0, write_entry(opening), fresh.listing()))
        fresh.driver.close()
        assert stands is not None, "the first entry has no predecessor"
        room = await self.room(table)
        is_another = bool(asked) and read_opening(stands.body).request not in ("", asked)
        if is_another or room.keys.seat_of(token) != seat:
            raise TableError("used-key", "this idempotency key was used for another request: make a new one")
        if player is not None:
            await self.services.store.sits(player, table, seat)
        if request.salt is not None:
            salt = request.salt
            await room.run(lambda: _ready(room, seat, salt))
        commitment = fair.commitment(room.table.settings.server_seed(1))
        return TableMade(table=table, seat=seat, token=token, invite=self._invite(table), commitment=commitment)

    async def sit(self, table: TableId, request: SeatRequest, *, player: str | None = None) -> SeatTaken:
        room = await self.room(table)
        return await room.run(lambda: sit_down(room, request, player))

    async def forget(self, player: str) -> None:
        """Take the id of a player from all tables at which it sits. The seats stay theirs."""
        for listing in await self.services.store.tables_of(player, MOST_TABLES):
            try:
                room = await self.room(listing.table)
                await room.run(partial(forget, room, player))
            except TableError as problem:
                if problem.code != "unknown-table":  # it was just swept away
                    raise

    async def waits_for(self, player: str, tables: Sequence[Listing]) -> tuple[str, ...]:
        """Those of these tables at which the player is to move. Only a few are opened: the newest that are in play."""
        found = []
        for listing in [one for one in tables if one.status == "playing"][:MOST_ASKED]:
            try:
                room = await self.room(listing.table)
            except TableError:  # it was just swept away
                continue
            if any(room.keys.player(seat) == player for seat in room.table.to_act):
                found.append(listing.table)
        return tuple(found)

    async def about(self, table: TableId) -> TableInfo:
        room = await self.room(table)
        at, game = room.table, room.table.game
        return TableInfo(
            table=table,
            game=game.id,
            rules=game.hash,
            title=game.name,
            name=room.options.name,
            public=room.options.public,
            status=room.status,
            seq=at.seq,
            match=at.number,
            chairs=room.presence.chairs(),
            watching=sum(guest.seat is None for guest in room.guests),
            commitment=room.commitment,
            opened=at.settings.opened,
            clock=clock_request(at.settings.clock),
            outcome=at.outcome,
            house=None if game.house is None else dict(game.house),
            allows=room.allows,
        )

    async def record(self, table: TableId, match: int | None = None) -> bytes:
        """The record of a match that is over; without a number the last one."""
        room = await self._room_if_kept(table)
        if room is None:
            return (await self._last_record(table, match))[1]
        number = past_match(room.table, match)
        if number == room.table.number:
            return record_of(room.table)
        record = await self.services.store.record(table, number)
        if record is None:
            raise unknown_match(number)
        return record

    async def evening(self, table: TableId) -> bytes:
        """The record of the evening: of the one that the last match that is over belongs to."""
        room = await self.room(table)
        at = room.table
        evening = at.evening
        if not evening.played:
            raise TableError(
                "not-over", "no match of this table is over yet: the record of an evening shows every card"
            )
        last = past_match(at, None)
        numbers = range(last - len(evening.played) + 1, last + 1)
        records = [msgspec.json.decode(await self.record(table, number)) for number in numbers]
        return msgspec.json.encode(evening.record(records))

    async def replay(self, table: TableId, match: int | None = None, seat: Viewer = None) -> bytes:
        """A match that is over, step by step, as a seat saw it; without a seat with every hand open."""
        room = await self._room_if_kept(table)
        if room is None:
            number, record = await self._last_record(table, match)
            names = await self.services.store.names(table, number)
            return await self._replays.from_record(table, number, record, names, seat)
        number = past_match(room.table, match)
        entries = await self.services.journal.read(table, 0)
        if not entries:  # removed in this very moment
            raise unknown_table(table)
        return await self._replays.from_journal(entries, room.table.game, number, seat)

    async def _room_if_kept(self, table: TableId) -> Room | None:
        """None: the table was removed because one of its players wanted to be forgotten; its records may be there."""
        try:
            return await self.room(table)
        except TableError as problem:
            if problem.code != "unknown-table" or await self.services.store.last_recorded(table) is None:
                raise
            return None

    async def _last_record(self, table: TableId, match: int | None) -> tuple[int, bytes]:
        """Of a table that was removed: the match and its record."""
        number = match if match is not None else await self.services.store.last_recorded(table) or 0
        record = await self.services.store.record(table, number)
        if record is None:
            raise unknown_match(number)
        return number, record

    # -- Rooms ---------------------------------------------------------------------------------------------------------

    async def room(self, table: TableId) -> Room:
        """An open room, or one that is read from the journal now."""
        if self.is_closing:
            raise TableError("closing", "the server restarts: come back in a moment")
        opening = self._rooms.get(table)
        if opening is None or (_is_open(opening) and opening.result().is_closed):
            opening = self._rooms[table] = asyncio.create_task(self._open(table))
            opening.add_done_callback(lambda done: self._forget_failure(table, done))
        # Whoever asked first may go away meanwhile: others wait for the same room.
        return await asyncio.shield(opening)

    def _forget_failure(self, table: TableId, opening: asyncio.Task[Room]) -> None:
        if (opening.cancelled() or opening.exception() is not None) and self._rooms.get(table) is opening:
            del self._rooms[table]

    async def _open(self, table: TableId) -> Room:
        async with self._opening:
            topic = f"table/{table}"
            if self.services.news is not None:
                await self.services.news.subscribe(topic)
                self.services.publish(topic, b"")
            entries = await self.services.journal.read(table, 0)
            if not entries:
                if self.services.news is not None:
                    await self.services.news.unsubscribe(topic)
                raise unknown_table(table)
            return Room.of(entries, self.services)

    def _heard(self, topic: str, body: bytes) -> None:
        opening = self._rooms.get(topic.removeprefix("table/"))
        if opening is None:
            return
        opening.add_done_callback(lambda done: done.result().heard(body) if _is_open(done) else None)

    def _gap(self) -> None:
        for room in self.rooms():
            room.gap()

    async def _beat(self) -> None:
        """Once a second: read what others wrote and news did not tell, and close rooms where nobody is."""
        while True:
            await asyncio.sleep(HEARTBEAT_SECONDS)
            try:
                await self._catch_up_all()
                await self._close_idle()
            except Exception:  # noqa: BLE001 - it is logged, and tried again in a second
                LOG.exception("the house could not tidy up")

    async def _catch_up_all(self) -> None:
        if not self.services.journal.may_have_changed():
            return
        rooms = {room.id: room for room in self.rooms() if room.guests}
        heads = await self.services.journal.heads(list(rooms))
        for table, head in heads.items():
            if head > rooms[table].table.seq:
                rooms[table].enqueue(rooms[table].catch_up)

    async def _close_idle(self) -> None:
        """They stay in the journal, and open again when somebody comes."""
        before = self.services.now() - 1000 * self.services.limits.idle_seconds
        for room in self.rooms():
            opening = self._rooms.get(room.id)
            if opening is None or not _is_open(opening) or opening.result() is not room:
                continue  # while another was put away, this one was opened again
            if room.is_closed or (not room.guests and room.empty_since < before):
                del self._rooms[room.id]
                await room.close()
                if self.services.news is not None and room.id not in self._rooms:  # it may be open again
                    await self.services.news.unsubscribe(room.topic)


def past_match(table: Table, match: int | None) -> int:
    """The number of a match of this table that is over; without a number that of the last one."""
    last = table.number if table.is_over else table.number - 1
    number = last if match is None else match
    if 1 <= number <= last:
        return number
    if number <= 0 or number == max(table.number, 1):
        raise TableError(
            "not-over", f"match {max(number, 1)} of this table is not over yet: its record shows every card"
        )
    raise unknown_match(number)


def unknown_match(number: int) -> TableError:
    return TableError(
        "unknown-match", f"match {number} of this table is not there: leave out the number for the last one"
    )


def _is_open(opening: asyncio.Task[Room]) -> bool:
    return opening.done() and not opening.cancelled() and opening.exception() is None


async def _ready(room: Room, seat: int, salt: str) -> None:
    if not room.table.is_dealt and seat not in room.table.votes.salts:
        await room.do(seat, ReadyToDeal(salt))
