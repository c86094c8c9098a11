"""The session in docs/protocol.md is what the server says. `python -m tests.test_protocol_page` writes it anew."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import get_args

import pytest

from houserules import fair
from houserules.core import Viewer, to_json
from houserules.server import chairs, house
from houserules.server.database import open_database
from houserules.server.house import House
from houserules.server.limits import Limits
from houserules.server.sqlite_journal import SqliteJournal
from houserules.server.store import Store
from houserules.server.telling import JSON, Dialect
from houserules.wire import AnySaid, AnyTold, SeatRequest, TableRequest

PAGE = Path(__file__).parent.parent / "docs" / "protocol.md"
BLOCK = re.compile(r"(?<=```session\n).*?(?=```)", re.DOTALL)
TABLE = "01900000-0000-7000-8000-000000000001"
TOKENS = ("QW5uJ3MgdG9rZW4uIE5vdCByZWFs", "QmVuJ3MgdG9rZW4uIE5vdCByZWFs")


class Listener:
    """A guest that writes down what it is sent."""

    def __init__(self, name: str, seat: Viewer, session: list[str]) -> None:
        self.name = name
        self.seat = seat
        self.session = session
        self.dialect: Dialect = JSON
        self.seq = -1

    def send(self, message: bytes) -> None:
        self.session.append(f"{self.name} < {message.decode()}")

    def send_all(self, messages: Sequence[bytes]) -> None:
        for message in messages:
            self.send(message)

    def may_chat(self) -> bool:
        return True

    def close(self, code: int, reason: str) -> None:
        self.session.append(f"{self.name} closed {code} {reason}")


async def play_session(script: list[str]) -> list[str]:
    """All lines of the session: what each of the two says (>), as the script has it, and hears (<)."""
    times = iter(range(1_800_000_000_000, 1_900_000_000_000, 1000))
    database = await open_database("sqlite://")
    hall = House(
        journal=SqliteJournal(database.raw),  # type: ignore[attr-defined]  # of SQLite
        store=Store(database),
        limits=Limits(),
        invite=lambda table: f"https://cards.example.org/t/{table}",
        record_link=lambda table, match: f"/api/v1/tables/{table}/record?match={match}",
        now=lambda: next(times),
    )
    session: list[str] = []
    ask = TableRequest(game="duel", player="Ann", name="Friday")
    session.append(f"Ann POST /api/v1/tables {to_json(ask).decode()}")
    made = await hall.create(ask)
    session.append(f"Ann 201 {to_json(made).decode()}")
    sit = SeatRequest(name="Ben")
    session.append(f"Ben POST /api/v1/tables/{made.table}/seats {to_json(sit).decode()}")
    taken = await hall.sit(made.table, sit)
    session.append(f"Ben 201 {to_json(taken).decode()}")
    room = await hall.room(made.table)
    guests = {"Ann": Listener("Ann", 0, session), "Ben": Listener("Ben", 1, session)}
    for guest, token in zip(guests.values(), TOKENS, strict=True):
        session.append(f"{guest.name} GET /api/v1/tables/{made.table}/live?token={token}")
        room.join(guest)
        await settled()
    for line in script:
        name, _, text = line.partition(" > ")
        session.append(line)
        room.hear(guests[name], text.encode())
        await settled()
    await hall.close()
    return session


async def settled() -> None:
    """Everything that follows from the last message has been said."""
    for _ in range(30):
        await asyncio.sleep(0)


@contextmanager
def fixed_chance() -> Iterator[None]:
    """The same ids, tokens and cards every time."""
    tokens = iter(TOKENS)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(fair, "new_secret", lambda: "0123456789abcdef" * 4)
        patch.setattr(house, "new_table_id", lambda: TABLE)
        patch.setattr(house, "new_token", lambda: next(tokens))
        patch.setattr(chairs, "new_token", lambda: next(tokens))
        yield


def session_of_page() -> tuple[list[str], list[str]]:
    """As the page has it, and as the server says it."""
    block = BLOCK.search(PAGE.read_text(encoding="utf-8"))
    assert block is not None
    written = block.group().splitlines()
    with fixed_chance():
        return written, asyncio.run(play_session([line for line in written if " > " in line]))


def test_the_session_of_the_page_is_what_the_server_says() -> None:
    written, said = session_of_page()
    assert written == said


def test_the_page_names_every_message() -> None:
    page = PAGE.read_text(encoding="utf-8")
    kinds = [*get_args(AnySaid), *get_args(AnyTold)]
    tags = {str(kind.__struct_config__.tag) for kind in kinds}
    assert {tag for tag in tags if f"`{tag}`" not in page} == set()


if __name__ == "__main__":
    page = PAGE.read_text(encoding="utf-8")
    _, said = session_of_page()
    PAGE.write_text(BLOCK.sub(lambda _: "\n".join(said) + "\n", page), encoding="utf-8")
