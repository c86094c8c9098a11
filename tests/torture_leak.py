"""Leaks over the wire: nothing that a connection receives depends on what it may not know.

    python -m tests.torture_leak 1000
    python -m tests.torture_leak 1000 --game heroes --frames 1    # as Colyseus clients hear it

Random matches of each game are played in rooms, with bots, chat, undo, reasons, explanations, reconnects, take-overs,
pauses and people who give up. Beside the match goes another one, a twin, in which everything is dealt anew that a
viewer may not know: each message to this viewer has to be the same, byte for byte, as if the twin were the truth. What
a bot says of its reasons may name only cards that the viewer has seen. Secrets, seeds, tokens and the salts of others
appear in no message before the end of a match.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import re
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import msgspec

import houserules as hr
from houserules.core import Move, Viewer
from houserules.errors import HouseRulesError, IllegalMove
from houserules.match import Match
from houserules.server.colyseus.dialects import Dialects
from houserules.server.house import House
from houserules.server.room import Room
from houserules.server.telling import Dialect, Update
from houserules.server.tokens import hash_of
from houserules.table import Step, Table, TimedOut
from houserules.wire import AnyTold, BotAt, TableRequest
from tests.rooms import MemoryGuest, Opened, house_on, jumping_loop, jumping_now, open_table, run_jumping, settle

CARD = re.compile(r"\b(?:10|[2-9TJQKA])[CDHS]\b")
DIALECTS = Dialects(())
MOST_STEPS = 250
"""After which a match is given up."""


class Leak(AssertionError):
    pass


def kind_of(data: bytes) -> str:
    """The type of a message: JSON, or a frame of Colyseus, which begins with its code and the type as a short text."""
    if data[:1] == b"\x0d":
        return data[2 : 2 + (data[1] & 0x1F)].decode()
    return data[9 : data.index(b'"', 9)].decode()


class Counted(msgspec.Struct):
    matches: int = 0
    steps: int = 0
    messages: int = 0
    twins: int = 0
    """Times that what a viewer was told was compared with a twin."""
    said: Counter[str] = msgspec.field(default_factory=Counter)


class Ear:
    """A guest who hears when something is told, and nothing else."""

    def __init__(self, watch: Watch) -> None:
        self.watch = watch
        self.seat: Viewer = None
        self.seq = -1
        self.dialect: Dialect = Silence()

    def send(self, message: bytes) -> None: ...

    def send_all(self, messages: Sequence[bytes]) -> None:
        self.watch.note_step()

    def may_chat(self) -> bool:
        return False

    def close(self, code: int, reason: str) -> None: ...


class Silence:
    """Its dialect has no word for anything."""

    def whole(self, table: Table, viewer: Viewer) -> list[bytes]:
        return []

    def update(self, update: Update, viewer: Viewer) -> list[bytes]:
        return []

    def write(self, message: AnyTold) -> list[bytes]:
        return []


class Watch:
    """Reads all that the guests of a room are told, and compares it."""

    def __init__(self, room: Room, opened: Opened, counted: Counted, chance: random.Random, share: float) -> None:
        self.room = room
        self.counted = counted
        self.chance = chance
        self.share = share
        """Of the messages that are compared with a twin."""
        self._twins: dict[Viewer, object] = {}
        self.leaks: list[Leak] = []
        self.seen: dict[Viewer, set[str]] = {}
        """The cards that each viewer has met in views and events."""
        self._hidden = {settings.encode() for settings in [room.table.settings.secret or "?"]}
        for person in opened.people:
            self._hidden |= {person.token.encode(), hash_of(person.token).encode()}
        self._ear = Ear(self)
        room.guests.insert(0, self._ear)  # it is told before all others, and compares when all were

    # -- Everything that is told of a step -----------------------------------------------------------------------------

    def end(self) -> None:
        self.room.part(self._ear)

    def note_step(self) -> None:
        """A step is about to be told. Before anything else happens at the room, it is compared."""
        guests = [guest for guest in self.room.guests if isinstance(guest, MemoryGuest)]
        places = [len(guest.told) for guest in guests]
        asyncio.get_running_loop().call_soon(self._compare_all, self.room.table.seq, guests, places)

    def _compare_all(self, seq: int, guests: list[MemoryGuest], places: list[int]) -> None:
        table = self.room.table
        assert seq == table.seq
        self.counted.steps += 1
        told = {guest: guest.told[place:] for guest, place in zip(guests, places, strict=True)}
        if not table.is_dealt or table.is_over:
            self._twins.clear()
            return
        viewers = {guest.seat for guest in guests}
        self._twins = {viewer: twin for viewer, twin in self._twins.items() if viewer in viewers}
        try:
            for viewer in viewers:
                self._compare(viewer, [(guest, told[guest]) for guest in guests if guest.seat == viewer])
        except Leak as leak:  # the room would go on as if it were a mistake of its own
            self.leaks.append(leak)

    def _compare(self, viewer: Viewer, told: list[tuple[MemoryGuest, list[bytes]]]) -> None:
        table, game = self.room.table, self.room.table.game
        step = table.log.step(table.seq)
        state = table.match.state
        if viewer not in self._twins and self.chance.random() > self.share:
            return
        follows = self._follow(viewer, step)
        if follows is None:
            twin, last = game.redeal(state, viewer, self.chance.getrandbits(31)), None
        else:
            twin, last = follows
        dialects = {guest.dialect for guest, _ in told}
        with self._pretend(twin, last):
            update = Update(table, {viewer}, table.seq - 1, ())
            wholes = {dialect: dialect.whole(table, viewer)[0] for dialect in dialects}
            updates = {dialect: dialect.update(update, viewer) for dialect in dialects if last is not None}
        for guest, messages in told:
            whole = wholes[guest.dialect]
            [stands] = [message for message in messages if kind_of(message) == kind_of(whole)]
            self._same(guest, stands, whole)
            for message, other in zip(messages, updates.get(guest.dialect, ()), strict=False):
                self._same(guest, message, other)
        self.counted.twins += 1
        if self.chance.random() < 0.5 + self.share / 2:
            self._twins[viewer] = twin
        else:
            self._twins.pop(viewer, None)

    def _follow(self, viewer: Viewer, step: Step) -> tuple[object, Step] | None:
        """The twin after this step, if the viewer still cannot tell it from the truth, and the step in the twin."""
        table, game = self.room.table, self.room.table.game
        before = self._twins.get(viewer)
        if before is None:
            return None
        move: Any = step.move
        if isinstance(move, TimedOut):
            move = game.read(move.move)
        if not isinstance(move, Move):
            is_back = table.log.reached[step.seq] < table.log.reached[step.seq - 1]
            return None if is_back or table.seq == table.began else (before, step)
        if step.seat == viewer:  # it may learn more than its view keeps, as the order of the cards it drew
            return None
        if game.is_secret(table.match.state, move):
            move = self._another_secret(before, step.seat, move)
        try:
            progress = game.apply(game.at(before, table.seconds(step.at)), step.seat, move)
        except IllegalMove:
            return None
        if game.view(progress.state, viewer) != game.view(table.match.state, viewer):
            return None
        if not isinstance(step.move, Move):
            move = TimedOut(str(move))
        return progress.state, msgspec.structs.replace(step, move=move, events=progress.events)

    def _another_secret(self, before: object, seat: int, move: Move) -> Move:
        """What a seat does in secret may be something else in the twin."""
        game = self.room.table.game
        others = [
            other
            for other in self.chance.sample(game.legal(before, seat), min(8, len(game.legal(before, seat))))
            if game.is_secret(game.apply(before, seat, other).state, other)
        ]
        return others[0] if others else move

    @contextmanager
    def _pretend(self, state: object, last: Step | None) -> Iterator[None]:
        """The room believes in the twin for a moment."""
        table = self.room.table
        kept = table._match, table._last, table._turn
        match = table.match
        twin = Match(match.game, state, match.seed, match.proof)
        twin.seq, twin._history, twin._last_events = match.seq, match._history, match._last_events
        table._match, table._turn = twin, None
        if last is not None:
            table._last = last
        try:
            yield
        finally:
            table._match, table._last, table._turn = kept

    def _same(self, guest: MemoryGuest, told: bytes, other: bytes) -> None:
        if told != other:
            table = self.room.table
            raise Leak(
                f"{table.game.id}, step {table.seq}, viewer {guest.seat}: a message tells two deals apart:\n"
                f"{told!r}\n{other!r}"
            )

    # -- Answers -------------------------------------------------------------------------------------------------------

    async def answers(self, guest: MemoryGuest, said: dict[str, object]) -> None:
        """The same words in a twin get the same answer: refusals and explanations."""
        room, table = self.room, self.room.table
        if not table.is_dealt or table.is_over:
            return
        state = table.match.state
        twin = table.game.redeal(state, guest.seat, self.chance.getrandbits(31))
        got = [await self._answer(guest, said)]
        with self._pretend(twin, None):
            got.append(await self._answer(guest, said))
        if table.match.state is not state or not room.inbox.is_idle:
            return
        self._same(guest, *got)

    async def _answer(self, guest: MemoryGuest, said: dict[str, object]) -> bytes:
        place, seq = len(guest.told), self.room.table.seq
        guest.say(str(said["type"]), **{name: value for name, value in said.items() if name != "type"})
        while not self.room.inbox.is_idle:
            await asyncio.sleep(0)
        assert self.room.table.seq == seq, "a question changed the table"
        return b"\n".join(guest.told[place:])

    # -- All messages --------------------------------------------------------------------------------------------------

    def read(self, guests: Sequence[MemoryGuest]) -> None:
        """Everything that was told since the last time: no secrets, and no card in words that was not seen."""
        if self.leaks:
            raise self.leaks[0]
        table = self.room.table
        number = table.number + (1 if table.is_between_matches else 0)
        hidden = {*self._hidden, table.settings.server_seed(number).encode()}
        if table.is_dealt and not table.is_over:
            hidden.add((table.match.seed or "?").encode())
        for guest in guests:
            salts = {f"salt of {seat} ".encode() for seat in range(table.seats) if seat != guest.seat}
            seen = self.seen.setdefault(guest.seat, set())
            for data in guest.told:
                self.counted.messages += 1
                kind, words = kind_of(data), data.decode(errors="replace")
                self.counted.said[kind] += 1
                for secret in hidden:
                    if secret in data:
                        raise Leak(f"{kind} tells a secret: {words}")
                if kind != "over" and any(salt in data for salt in salts):
                    raise Leak(f"{kind} tells a salt: {words}")
                if kind in ("view", "events"):
                    seen.update(CARD.findall(words))
                if kind == "why" and not table.is_over:
                    unknown = set(CARD.findall(words)) - seen
                    if unknown:
                        raise Leak(f"a reason names {unknown}, which {guest.seat} has not seen: {words}")
            guest.told.clear()


class Play:
    """One random match."""

    def __init__(
        self, house: House, game: str, chance: random.Random, counted: Counted, share: float, frames: float
    ) -> None:
        self.frames = frames
        """The share of connections that speak the frames of Colyseus."""
        self.house = house
        self.game = hr.load(game)
        self.chance = chance
        self.counted = counted
        self.share = share
        self.guests: list[MemoryGuest] = []

    async def run(self) -> None:
        chance = self.chance
        seats = chance.choice([count for count in self.game.seats if count <= 4])
        bots = tuple(BotAt(seat, "random") for seat in range(1, seats) if chance.random() < 0.3)
        request = TableRequest(game=self.game.id, seats=seats, bots=bots, player="Ann")
        opened = await open_table(self.house, request)
        self.room = room = await self.house.room(opened.table)
        self.watch = Watch(room, opened, self.counted, chance, self.share)
        for person in opened.people:
            self.guests.append(self._connection(person.seat))
        self.guests.append(MemoryGuest(room).join())
        for guest in self.guests[:-1]:
            guest.say("ready", salt=f"salt of {guest.seat} {chance.random()}")
        await settle(room)
        self.counted.matches += 1
        while not room.table.is_over and room.table.seq < MOST_STEPS:
            await self._something()
            self.watch.read(self.guests)
        if not room.table.is_over:
            for guest in self.guests[1:-1]:
                guest.say("forfeit")
        await settle(room)
        self.watch.read(self.guests)
        for guest in list(self.guests):
            guest.part()
        self.watch.end()

    def _connection(self, seat: Viewer) -> MemoryGuest:
        """In one of the dialects. The game's own clients have none for spectators."""
        chance = self.chance
        dialect = DIALECTS.of(self.game.family) if seat is not None and chance.random() < self.frames else None
        return MemoryGuest(self.room, seat, notes=chance.random() < 0.3, dialect=dialect).join()

    async def _something(self) -> None:
        chance, room = self.chance, self.room
        table = room.table
        acting = [guest for guest in self.guests if guest.seat is not None and guest.seat in table.to_act]
        if acting and chance.random() < 0.8:
            guest = chance.choice(acting)
            moves = table.match.legal(guest.seat or 0)
            guest.say("move", seq=table.seq, move=str(chance.choice(moves)))
        else:
            await self._other(chance.choice(self.guests))
        await settle(room)
        if (not acting or table.is_paused) and chance.random() < 0.5:  # nobody is here who could act
            for guest in self.guests:
                guest.say("resume")
                guest.say("back")
            await settle(room)

    async def _other(self, guest: MemoryGuest) -> None:
        chance, table = self.chance, self.room.table
        kind = chance.choice(
            ["chat", "undo", "undo", "why", "why", "explain", "explain", "wrong", "wrong", "reconnect", "bot", "back"]
            + (["pause", "resume", "resume", "time", "forfeit"] if chance.random() < 0.2 else [])
        )
        match kind:
            case "chat":
                guest.say("chat", line="hello")
            case "undo":
                guest.say("undo")
                await settle(self.room)
                for other in self.guests:
                    other.say("undo")
            case "explain":
                if guest.seat is not None:
                    await self.watch.answers(guest, {"type": "explain", "move": self._some_move(), "of": 1})
            case "wrong":
                move = self._some_move()
                if guest.seat is not None and not self._is_legal(guest.seat, move):
                    await self.watch.answers(guest, {"type": "move", "seq": table.seq, "move": move})
            case "reconnect":
                self.watch.read([guest])
                guest.part()
                if chance.random() < 0.3:
                    await asyncio.sleep(61)  # a bot may take over
                    await settle(self.room)
                self.guests[self.guests.index(guest)] = self._connection(guest.seat)
            case "time":
                await asyncio.sleep(chance.uniform(0, 5))
            case _:
                guest.say(kind)

    def _some_move(self) -> str:
        """Of anybody, at some time."""
        table, chance = self.room.table, self.chance
        seat = chance.randrange(table.seats)
        moves = table.match.legal(seat) or [move for _, move in table.match.moves[-20:]]
        return (
            str(chance.choice(moves))
            if moves and chance.random() < 0.8
            else chance.choice(["take", "pass", "bet 7", "x"])
        )

    def _is_legal(self, seat: int, move: str) -> bool:
        try:
            self.room.table.decide(seat, move, jumping_now())
        except HouseRulesError:
            return False
        return True


async def play(
    games: Sequence[str], matches: int, seed: int, share: float = 1.0, frames: float = 0.4
) -> dict[str, Counted]:
    counted: dict[str, Counted] = {}
    for game in games:
        counted[game] = Counted()
        for number in range(matches):
            jumping_loop().begin_anew()
            async with house_on(now=jumping_now) as house:
                chance = random.Random(f"{game} {seed} {number}")
                try:
                    await Play(house, game, chance, counted[game], share, frames).run()
                except Leak as leak:
                    leak.add_note(f"{game}, seed {seed}, match {number}")
                    raise
    return counted


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("matches", type=int, nargs="?", default=1000, help="of each game")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--game", action="append", choices=list(hr.GAMES), help="only this one")
    parser.add_argument("--frames", type=float, default=0.4, help="the share of connections that speak Colyseus")
    options = parser.parse_args()
    for game in options.game or hr.GAMES:
        began = time.process_time()
        (counted,) = run_jumping(play([game], options.matches, options.seed, 0.2, options.frames)).values()
        print(
            f"{game}: {counted.matches} matches, {counted.steps} steps, {counted.messages} messages, "
            f"{counted.twins} compared with a twin, no leak; "
            f"{time.process_time() - began:.0f} s of CPU; {dict(counted.said)}",
            flush=True,
        )
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
