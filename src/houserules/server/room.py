"""Room: a table with the connections around it. It is a replica; the journal is the original.

A step is decided, appended to the journal, committed, told and published, in this order, and one at a time.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from time import perf_counter
from typing import Any, TypeVar

import msgspec

from houserules import fair
from houserules.core import Seat
from houserules.errors import HouseRulesError, TableError, WireError
from houserules.games import AnyGame
from houserules.table import AnyDeed, Player, Sit, Step, Table
from houserules.wire import AnySaid, Listing, SayMove, TellError, TellGone, TellOver, read_said

from .audience import Asked, Audience
from .chairs import seat_waiting
from .driver import Driver
from .ending import keep_result, result_of
from .entries import Line, Opening, Options, SeatKey, read_line, read_opening, write_entry
from .guest import GOING_AWAY, REMOVED, Guest, tell
from .inbox import Inbox, Job
from .journal import Entry, TableId
from .keys import SeatKeys
from .messages import answer, move_at_once
from .opening import clock_request
from .parties import Parties
from .presence import Presence
from .reopening import Reopening
from .services import LOG, Services
from .telling import over_told

T = TypeVar("T")

_ENTRY = msgspec.json.Decoder(Entry)


class Room:
    """Made from its entries by `Room.of`. Everything that changes the table goes through its inbox, in order."""

    def __init__(self, table_id: TableId, opening: Opening, game: AnyGame, services: Services) -> None:
        self.id = table_id
        self.services = services
        self.options = opening.options
        self.table = Table.new(opening.settings, game)
        self.keys = SeatKeys()
        self.keys.note(opening.key)
        self.parties = Parties()
        self.audience = Audience(self)
        self.is_shared = False
        """Does another holder of this table listen?"""
        self.is_closed = False
        self.empty_since = services.now()
        self.inbox = Inbox(services.loop, self._log_refusal, self._fail)
        self._listing: Listing | None = None
        self._tasks: set[asyncio.Task[Any]] = set()
        self._asking: set[int] = set()
        """Guests who wait for the answer of a bot."""
        self._over = 0
        """The number of the last match whose end was told."""
        self.driver = Driver(self)
        self.presence = Presence(self)
        self.reopening = Reopening(self)

    @staticmethod
    def of(entries: Sequence[Entry], services: Services) -> Room:
        """From all entries of a table."""
        opening = read_opening(entries[0].body)
        room = Room(entries[0].table, opening, opening.settings.load_game(), services)
        for entry in entries[1:]:
            room._fold(entry)
        room._over = room.table.number if room.table.is_over else room.table.number - 1
        room._list()
        if room.table.is_over:
            room._keep_result()  # the process may have ended before it was written; it is written once
        return room

    # -- What it is ----------------------------------------------------------------------------------------------------

    @property
    def topic(self) -> str:
        return f"table/{self.id}"

    @property
    def allows(self) -> tuple[str, ...]:
        return (*self.table.allows, *(["chat"] if self.options.chat else []))

    @property
    def commitment(self) -> str:
        """To the secret of the match in play, or of the next one."""
        number = self.table.number + (1 if self.table.is_between_matches else 0)
        return fair.commitment(self.table.settings.server_seed(number))

    @property
    def status(self) -> Any:
        return "waiting" if not self.table.is_dealt else "over" if self.table.is_over else "playing"

    def stand_in_for(self, seat: Seat) -> Player:
        """A bot that bears the name of the person for whom it plays."""
        return msgspec.structs.replace(self.table.settings.stand_in, name=self.table.players[seat].name)

    def listing(self) -> Listing:
        table = self.table
        return Listing(
            table=self.id,
            game=table.game.id,
            title=table.game.name,
            name=self.options.name,
            status=self.status,
            seats=table.seats,
            people=len(self.keys),
            open=len(table.seating.open),
            bots=table.seats - len(self.keys) - len(table.seating.open),
            opened=table.settings.opened,
            public=self.options.public,
            clock=clock_request(table.settings.clock),
        )

    @property
    def guests(self) -> list[Guest]:
        return self.audience.guests

    # -- What is to be done --------------------------------------------------------------------------------------------

    def enqueue(self, job: Job) -> None:
        """Do this after everything that came before it."""
        if not self.is_closed:
            self.inbox.put(job)

    async def run(self, job: Callable[[], Awaitable[T]]) -> T:
        """The same for a caller who waits for the result."""
        if self.is_closed:
            raise TableError("closing", "the table is just being put away: try again")
        return await self.inbox.run(job)

    def _log_refusal(self, problem: HouseRulesError) -> None:
        LOG.warning("a step was refused", extra={"table": self.id, "code": problem.code})
        self.driver.drive(at_once=False)

    async def _fail(self) -> None:
        """Something was done only in part: the journal is the truth. If it cannot be read either, this replica is given
        up, and the house makes another later."""
        LOG.exception("a room failed, and reads its journal again", extra={"table": self.id})
        try:
            await self._start_over()
        except Exception:  # noqa: BLE001 - it is logged, and everybody is told to come back
            LOG.exception("a room cannot read its journal, and is closed", extra={"table": self.id})
            self.is_closed = True
            self.inbox.give_up(TableError("closing", "the table cannot be read now: try again in a moment"))
            self._let_go(GOING_AWAY, "the table cannot be read now: come back soon")

    def hear(self, guest: Guest, data: bytes | str) -> None:
        """A guest said something in JSON. This never raises."""
        try:
            said = read_said(data)
        except WireError as problem:
            self.refuse(guest, problem, None)
            return
        self.heed(guest, said)

    def heed(self, guest: Guest, said: AnySaid) -> None:
        """A guest said something, and it was read already. Most often it is a move, and nothing else is to be done:
        then it needs no task."""
        if isinstance(said, SayMove) and self.inbox.is_idle and not self.is_closed and move_at_once(self, guest, said):
            return
        self.enqueue(lambda: answer(self, guest, said))

    def refuse(self, guest: Guest, problem: HouseRulesError, of: int | None) -> None:
        self.services.counts.refused[problem.code] += 1
        tell(guest, TellError(problem.code, problem.message, of))

    # -- Steps ---------------------------------------------------------------------------------------------------------

    def put_at_once(self, step: Step, guest: Guest, said: SayMove) -> None:
        """Make a move true that was decided just now, while nothing else is under way."""
        began = perf_counter()
        line = Line.of(step)
        entry = Entry(self.id, step.seq, write_entry(line))

        def then(stands: Entry | None, problem: TableError | None) -> None:
            try:
                if stands is entry or (stands is not None and stands.body == entry.body):
                    self._commit(step, line, entry, began, (guest, said.seq))
                elif problem is not None:
                    self.refuse(guest, problem, said.seq)
                else:  # another step was there first
                    self.inbox.put_first(lambda: self._move_again(stands, entry, guest, said))
            except Exception:  # noqa: BLE001 - it is logged, and the room is made anew
                self.inbox.put_first(self._fail)
            self.inbox.release()

        self.inbox.hold()
        self.services.journal.write(entry, then)

    async def _move_again(self, stands: Entry | None, entry: Entry, guest: Guest, said: SayMove) -> None:
        await self._yield_to(stands, entry)
        await answer(self, guest, said)

    async def put(
        self, step: Step, key: SeatKey | None = None, options: Options | None = None, asked: Asked | None = None
    ) -> bool:
        """Make a step true that was decided just now. False: another step was there first, and is committed instead.

        `asked` is the guest who asked for it, and the `seq` that it answered: it is told that this is done."""
        if step.seq != self.table.seq + 1:
            self.driver.drive()
            return False
        began = perf_counter()
        line = Line.of(step, key, options)
        entry = Entry(self.id, step.seq, write_entry(line))
        stands = await self.services.journal.append(entry)
        if stands is None or (stands is not entry and stands.body != entry.body):
            await self._yield_to(stands, entry)
            return False
        self._commit(step, line, stands, began, asked)
        return True

    async def _yield_to(self, stands: Entry | None, entry: Entry) -> None:
        """Another step stands where ours should."""
        if stands is None:  # the journal was set back, and it is the truth
            await self._start_over()
        elif stands.body != entry.body:
            self.services.counts.fenced += 1
            await self.catch_up()

    def _commit(self, step: Step, line: Line, entry: Entry, began: float, asked: Asked | None) -> None:
        """A step is durable: make it true, and tell everybody."""
        self.table.commit(step)
        self._note(line)
        self._committed(step.seq - 1, asked)
        self.services.step_times.add(perf_counter() - began)
        self.driver.drive()
        if self.is_shared:
            self.services.publish(self.topic, msgspec.json.encode(entry))

    async def do(self, seat: Seat, deed: AnyDeed, key: SeatKey | None = None, options: Options | None = None) -> None:
        """A deed, tried again as long as other steps come first and it is still allowed."""
        while not await self.put(self.table.decide(seat, deed, self.services.now()), key, options):
            pass

    def _fold(self, entry: Entry) -> None:
        line = read_line(entry.body)
        self.table.commit(line.step(self.table.game))
        self._note(line)

    def _note(self, line: Line) -> None:
        """What an entry changes beside the table."""
        if line.key is not None:
            self.keys.note(line.key, self.table.number)
        self.parties.note(self.table, self.keys, line)
        if line.options is not None:
            self.options = line.options

    def _committed(self, since: int, asked: Asked | None = None) -> None:
        """Steps after this one are true now: tell everybody."""
        table = self.table
        self.services.counts.steps += table.seq - since
        is_new_end = self.is_new_end
        self.audience.tell_steps(since, asked)
        if is_new_end:
            self._over = table.number
            self._keep_result()
            self._let_people_back()
            seat_waiting(self)  # a bot may have played a seat to the end that is free now
        if is_new_end or table.log.has_deed_after(since):
            self._list()
            self.presence.changed()
        elif self.presence.is_undo_shown and table.votes.undo is None:  # somebody moved instead of agreeing
            self.presence.changed()

    @property
    def is_new_end(self) -> bool:
        """Has a match just ended, and nobody was told yet?"""
        return self._over < self.table.number and self.table.is_over

    def _list(self) -> None:
        """Let the lobby show what changed. If the process ends before that, the next opening mends it."""
        listing = self.listing()
        if listing != self._listing:
            self._listing = listing
            self.services.journal.list_later(listing)

    async def catch_up(self) -> None:
        """Read what others wrote."""
        since = self.table.seq
        for entry in await self.services.journal.read(self.id, since + 1):
            self._fold(entry)
        if self.table.seq > since:
            self._committed(since)
            self.driver.drive(at_once=False)

    async def _start_over(self) -> None:
        """Read everything again: the journal is the truth, and this replica is not sure of itself."""
        entries = await self.services.journal.read(self.id, 0)
        again = Room.of(entries, self.services)
        again.driver.close()
        self.driver.close()
        self.table, self.keys, self.options, self.parties = again.table, again.keys, again.options, again.parties
        self._over, self._listing = again._over, again._listing
        self.driver = Driver(self)
        self.audience.make_all_whole()
        self.driver.drive(at_once=False)  # if it fails again, then not at once

    # -- News from other holders ---------------------------------------------------------------------------------------

    def heard(self, body: bytes) -> None:
        """Another holder says hello, or what it wrote."""
        self.is_shared = True
        if not body:
            seq = -1 if self.reopening.is_asleep else self.table.seq
            body = write_entry(Line.of(self.table.log.step(seq))) if seq > 0 else b"{}"
            self.services.publish(self.topic, msgspec.json.encode(Entry(self.id, seq, body)))
            return
        try:
            entry = _ENTRY.decode(body)
        except (msgspec.DecodeError, UnicodeDecodeError):
            return
        if entry.seq >= 0:
            self.reopening.note_another_holder()
        if entry.seq > self.table.seq:
            self.enqueue(self.catch_up)

    def gap(self) -> None:
        self.enqueue(self.catch_up)

    # -- In the background ---------------------------------------------------------------------------------------------

    def over(self) -> TellOver:
        return over_told(self.table, self.services.record_link(self.id, self.table.number), self.commitment)

    def ask_bot(self, guest: Guest, of: int | None, question: Coroutine[Any, Any, None]) -> None:
        """A bot thinks about a question of a guest while the table goes on. Each guest waits for its own answer."""
        if id(guest) in self._asking:
            question.close()
            raise TableError("busy", "a bot still thinks about your last question: wait for its answer")
        self._asking.add(id(guest))
        self._background(self._answer_question(guest, of, question))

    async def _answer_question(self, guest: Guest, of: int | None, question: Coroutine[Any, Any, None]) -> None:
        try:
            await question
        except HouseRulesError as problem:
            self.refuse(guest, problem, of)
        finally:
            self._asking.discard(id(guest))

    def _keep_result(self) -> None:
        result = result_of(self)
        if result is not None:
            self._background(keep_result(self, result))

    def _background(self, work: Coroutine[Any, Any, Any]) -> None:
        """Nobody waits for this, but its failure is logged."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        task.add_done_callback(_log_failure)

    # -- Guests --------------------------------------------------------------------------------------------------------

    def join(self, guest: Guest) -> None:
        """A connection stands. One view makes it whole."""
        self.reopening.begin()
        self.audience.admit(guest)
        if guest.seat is not None and guest.seat in self.table.seating.bots:
            seat = guest.seat
            self.enqueue(lambda: self.be_back(seat))
        if self.options.chat:
            self._background(self._show_chats(guest))
        self.presence.changed()
        self.driver.drive()

    async def _show_chats(self, guest: Guest) -> None:
        for chat in await self.services.store.last_chats(self.id):
            self.audience.tell_later(guest, chat, chat.at)

    def dismiss(self, seat: Seat, why: str, reason: str) -> None:
        """The connections that speak for a seat may do so no longer: it belongs to somebody else, or to nobody."""
        for guest in [guest for guest in self.guests if guest.seat == seat]:
            tell(guest, TellGone(why, reason))
            guest.close(REMOVED, reason)
            self.part(guest)
            guest.seat = None  # what it said before it knew is still to be heard, but no longer for this seat

    def _let_people_back(self) -> None:
        """A match is over: whoever is here has their seat again, and is asked for a rematch as all others are."""
        for seat in {guest.seat for guest in self.guests} & self.table.seating.bots:
            self.enqueue(lambda seat=seat: self.be_back(seat))  # type: ignore[misc]  # a known limit of mypy

    async def be_back(self, seat: Seat) -> None:
        """The person for whom a bot played is here again. Who gave up is back after the match."""
        seating = self.table.seating
        if seat in seating.bots and seat in self.keys and (seat not in seating.forfeited or self.table.is_over):
            await self.do(seat, Sit(Player(self.table.players[seat].name)))

    def part(self, guest: Guest) -> None:
        """A connection is gone."""
        if guest in self.guests:
            self.guests.remove(guest)
        self.presence.waiting = [pair for pair in self.presence.waiting if pair[0] is not guest]
        if not self.guests:
            self.empty_since = self.services.now()
            self.driver.drive()  # it stands still from now on
        self.presence.changed()

    async def close(self, code: int = GOING_AWAY, reason: str = "the table is closed for now: come back soon") -> None:
        """Finish what is under way, and let everybody go."""
        self.is_closed = True
        await self.inbox.finish()
        if self._tasks:
            await asyncio.wait(self._tasks)
        self._let_go(code, reason)

    def _let_go(self, code: int, reason: str) -> None:
        self.driver.close()
        self.presence.close()
        self.audience.close()
        for guest in list(self.guests):
            tell(guest, TellGone("closing", reason))
            guest.close(code, reason)


def _log_failure(task: asyncio.Task[Any]) -> None:
    if not task.cancelled() and task.exception() is not None:
        LOG.error("a result could not be written", exc_info=task.exception())


def unknown_table(table: TableId) -> TableError:
    return TableError("unknown-table", f"there is no table {table[:40]!r}: check the link")
