"""Kill -9: ten tables of all games on real sockets, a server that is killed again and again, and what must be true.

    python -m tests.torture_kill --kills 50

What each player was told is compared with the journal, read from its file, and replayed by the rules.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import sqlite3
import statistics
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

import msgspec

import houserules as hr
from houserules.core import to_json
from houserules.server.entries import Line, read_line, read_opening
from houserules.table import Table
from houserules.wire import BotAt, TableRequest, TellView
from tests.processes import PATIENCE_SECONDS, ServerProcess, SocketPlayer
from tests.rooms import Opened, house_on, open_table


class Finding(msgspec.Struct):
    """What was counted, and what is wrong."""

    kills: int = 0
    steps: int = 0
    acknowledged: int = 0
    messages: int = 0
    matches: int = 0
    stale: int = 0
    refused: list[str] = []
    lost: list[str] = []
    doubled: list[str] = []
    other: list[str] = []
    back: list[float] = []
    """Seconds from the moment at which the server was ready until each player had a view."""
    back_from_kill: list[float] = []
    starts: list[float] = []

    @property
    def is_right(self) -> bool:
        return not (self.lost or self.doubled or self.other)


class Journals:
    """The tables as the file has them, each replayed by the rules, step by step."""

    def __init__(self, database: Path, tables: Sequence[str]) -> None:
        self.lines: dict[str, list[Line]] = {}
        self.tables: dict[str, Table] = {}
        connection = sqlite3.connect(f"file:{database}?mode=ro", uri=True)
        for table in tables:
            rows = connection.execute("select seq, body from entry where tbl = ? order by seq", (table,)).fetchall()
            if [seq for seq, _ in rows] != list(range(len(rows))):
                raise AssertionError(f"the journal of table {table} has a hole")
            opening = read_opening(rows[0][1])
            game = opening.settings.load_game()
            self.lines[table] = [read_line(body) for _, body in rows[1:]]
            self.tables[table] = Table.replay(opening.settings, [line.step(game) for line in self.lines[table]], game)
        connection.close()


class Run:
    def __init__(self, folder: Path, module: str, seed: int, count: int = 10) -> None:
        self.chance = random.Random(seed)
        self.server = ServerProcess(folder, module=module)
        self.count = count
        self.opened: list[Opened] = []
        self.players: list[SocketPlayer] = []
        self.finding = Finding()

    async def open_tables(self) -> None:
        """With two to four seats, some of them bots'."""
        games = list(hr.GAMES)
        async with house_on(f"sqlite:///{self.server.database}") as house:
            for number in range(self.count):
                game = hr.load(games[number % len(games)])
                most = min(4, game.seats[-1])
                seats = self.chance.randint(2, most)
                bots = (BotAt(seats - 1, "random"),) if seats > 2 else ()
                request = TableRequest(game=game.id, seats=seats, bots=bots, away=3600, player="Ann")
                self.opened.append(await open_table(house, request))

    async def play(self, kills: int, least: float = 0.3, most: float = 1.5) -> Finding:
        await self.open_tables()
        self.server.start()
        for opened in self.opened:
            for person in opened.people:
                chance = random.Random(self.chance.random())
                self.players.append(SocketPlayer(self.server.port, opened.table, person.seat, person.token, chance))
        running = [asyncio.create_task(player.run()) for player in self.players]
        await self._all_back()
        for _ in range(kills):
            await self._play_on(self.chance.uniform(least, most))
            await self._kill()
            if not self.finding.is_right:  # players who were told what is no longer true do not play on
                for task in running:
                    task.cancel()
                await asyncio.gather(*running, return_exceptions=True)
                return self.finding
        await self._play_on(0.5)
        for player in self.players:
            player.stop()
        await asyncio.wait_for(asyncio.gather(*running), PATIENCE_SECONDS)
        self._compare(final=True)
        return self.finding

    async def _play_on(self, seconds: float) -> None:
        """For a time, but until something was acknowledged: a busy machine shall not make the test easy."""
        before = sum(len(player.acknowledged) for player in self.players)
        end = time.monotonic() + seconds
        while time.monotonic() < end or sum(len(player.acknowledged) for player in self.players) < before + 10:
            await asyncio.sleep(0.02)
            for task in asyncio.all_tasks():
                if task.done() and task.exception():
                    raise AssertionError("a player failed") from task.exception()

    async def _all_back(self) -> None:
        await asyncio.wait_for(asyncio.gather(*(player.is_back.wait() for player in self.players)), PATIENCE_SECONDS)

    async def _kill(self) -> None:
        finding, server = self.finding, self.server
        lives = [player.life for player in self.players]
        began = time.monotonic()
        server.kill()
        finding.kills += 1
        while any(player.is_back.is_set() for player in self.players):
            await asyncio.sleep(0.001)
        self._compare()
        launched = time.monotonic()
        server.launch()
        await asyncio.to_thread(server.wait_ready)
        ready = time.monotonic()
        await self._all_back()
        assert all(player.life > life for player, life in zip(self.players, lives, strict=True))
        finding.starts.append(ready - launched)
        finding.back += [max(0.0, player.back_at - ready) for player in self.players]
        finding.back_from_kill.append(max(player.back_at for player in self.players) - began - (launched - began))

    # -- The check -----------------------------------------------------------------------------------------------------

    def _compare(self, *, final: bool = False) -> None:
        """All that was told so far stands in the journal, and stands once."""
        journals = Journals(self.server.database, [opened.table for opened in self.opened])
        for player in self.players:
            self._compare_player(player, journals.tables[player.table], journals.lines[player.table], final=final)
        if final:
            finding = self.finding
            finding.steps = sum(len(lines) for lines in journals.lines.values())
            finding.matches = sum(table.number for table in journals.tables.values())
            finding.acknowledged = sum(len(player.acknowledged) for player in self.players)
            finding.messages = sum(len(player.told) for player in self.players)
            finding.stale = sum(player.stale for player in self.players)
            finding.refused = [f"{one.code}: {one.message}" for player in self.players for one in player.refused]
            self._compare_messages(journals)

    def _compare_player(self, player: SocketPlayer, table: Table, lines: list[Line], *, final: bool) -> None:
        finding, who = self.finding, f"{table.game.id} {player.table[-6:]} seat {player.seat}"
        if player.seq > table.seq:
            finding.lost.append(f"{who}: was told step {player.seq}, but the journal ends with {table.seq}")
        mine = [(line.seq, line.move) for line in lines if line.seat == player.seat and isinstance(line.move, str)]
        said = [one.move for one in player.acknowledged]
        stand = [move for _, move in mine]
        if stand[: len(said)] != said:
            finding.lost.append(f"{who}: acknowledged {said[-3:]}, but {len(stand)} of {len(said)} moves stand")
        pending = 0 if player.is_quiet else 1
        if len(stand) - len(said) > pending:
            finding.doubled.append(f"{who}: {len(stand)} moves stand, but only {len(said)} were acknowledged")
        if final and len(stand) != len(said):
            finding.other.append(f"{who}: {len(stand)} moves stand, {len(said)} were acknowledged")

    def _compare_messages(self, journals: Journals) -> None:
        """Each view and each step that was told is what the rules say, and comes in order within a connection."""
        for opened in self.opened:
            players = [player for player in self.players if player.table == opened.table]
            right = _all_that_is_true(journals, opened.table, [player.seat for player in players])
            for player in players:
                at: dict[tuple[int, str], int] = {}
                for told in player.told:
                    kind, seq = _kind(told.data)
                    if kind == "view":
                        # Legal moves and hands: byte for byte.
                        if right[player.seat].get(seq) != told.data:
                            self.finding.other.append(f"seat {player.seat} was told a wrong view {seq}")
                    elif kind == "events" and seq <= at.get((told.life, kind), -1):
                        self.finding.doubled.append(f"seat {player.seat} was told step {seq} twice")
                    at[told.life, kind] = seq


class _Head(msgspec.Struct):
    type: str
    seq: int = -1


def _kind(data: bytes) -> tuple[str, int]:
    head = msgspec.json.decode(data, type=_Head)
    return head.type, head.seq


def _all_that_is_true(journals: Journals, table_id: str, seats: list[int]) -> dict[int, dict[int, bytes]]:
    """The message `view` of each seat after each step."""
    done = journals.tables[table_id]
    table = Table.new(done.settings, done.game)
    views: dict[int, dict[int, bytes]] = {seat: {} for seat in seats}
    for line in [None, *journals.lines[table_id]]:
        if line is not None:
            table.commit(line.step(table.game))
        for seat in seats:
            view = (
                TellView(table.seq, table.slim_view(seat), table.number, table.last_shown(seat))
                if table.is_dealt
                else TellView(table.seq, None)
            )
            views[seat][table.seq] = to_json(view)
    return views


async def torture(folder: Path, *, kills: int, module: str = "houserules", seed: int = 1, tables: int = 10) -> Finding:
    run = Run(folder, module, seed, tables)
    try:
        finding = await run.play(kills)
    finally:
        run.server.kill()
    finding.other += run.server.tracebacks()
    return finding


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--kills", type=int, default=50)
    parser.add_argument("--seed", type=int, default=random.randrange(1 << 31))
    parser.add_argument("--unsafe", action="store_true", help="a server that tells before it writes: must be caught")
    options = parser.parse_args()
    module = "tests.unsafe_server" if options.unsafe else "houserules"
    with tempfile.TemporaryDirectory() as folder:
        found = asyncio.run(torture(Path(folder), kills=options.kills, module=module, seed=options.seed))
    back = sorted(found.back)
    print(f"seed {options.seed}: {found.kills} kills, {found.steps} steps in {found.matches} matches")
    print(f"{found.acknowledged} moves acknowledged, {found.messages} messages, {found.stale} stale")
    if back:
        print(
            f"back after the server was ready: p50 {statistics.median(back):.2f} s, "
            f"p99 {back[int(len(back) * 0.99)]:.2f} s, longest {back[-1]:.2f} s; "
            f"the server needs {statistics.median(found.starts):.2f} s to start (longest {max(found.starts):.2f}); "
            f"all back after the restart began: p50 {statistics.median(found.back_from_kill):.2f} s, "
            f"longest {max(found.back_from_kill):.2f} s"
        )
    print(f"refused: {len(found.refused)}", *sorted(set(found.refused))[:10], sep="\n  ")
    for name, wrong in (("lost", found.lost), ("doubled", found.doubled), ("other", found.other)):
        print(f"{name}: {len(wrong)}", *wrong[:10], sep="\n  ")
    return 0 if found.is_right else 1


if __name__ == "__main__":
    raise SystemExit(main())
