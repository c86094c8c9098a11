"""The door for WebSockets of a real server: who is let in, as whom, and how many."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine, Iterator
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest
from picows import WSHandshakeError, ws_connect

from houserules.server.config import Config
from houserules.server.security import client_address
from houserules.wire import TellGone, TellPresence
from tests.processes import PATIENCE_SECONDS, Line
from tests.serving import WIDE, Served, served

pytestmark = pytest.mark.one_build

Headers = list[tuple[str, str]]


@pytest.fixture(scope="module")
def here(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with served(tmp_path_factory.mktemp("server")) as server:
        yield server


def run(work: Coroutine[Any, Any, None]) -> None:
    async def bounded() -> None:
        async with asyncio.timeout(PATIENCE_SECONDS):
            await work

    asyncio.run(bounded())


def make_table(server: Served, **more: Any) -> dict[str, Any]:
    made: dict[str, Any] = server.http.post("/api/v1/tables", json={"game": "duel", **more}).json()
    return made


async def connect(server: Served, table: str, headers: Headers, query: str = "") -> Line:
    url = f"{server.socket_url}/api/v1/tables/{table}/live{query}"
    _, line = await ws_connect(Line, url, extra_headers=headers, websocket_handshake_timeout=PATIENCE_SECONDS)
    assert isinstance(line, Line)
    return line


async def seat_of(server: Served, table: str, headers: Headers, query: str = "") -> int | str | None:
    """As whom a connection sits there; or the code with which it was refused."""
    line = await connect(server, table, headers, query)
    told = await line.until(TellPresence, TellGone)
    await hang_up(line)
    seat: int | str | None = told.you if isinstance(told, TellPresence) else told.code
    return seat


async def hang_up(*lines: Line) -> None:
    for line in lines:
        line.hang_up()
        while await line.next() is not None:
            pass


# -- As whom -----------------------------------------------------------------------------------------------------------


def test_a_token_is_said_in_a_header_a_cookie_or_the_address(here: Served) -> None:
    async def work() -> None:
        made = make_table(here)
        table, token = made["table"], made["token"]
        cookie = [("Cookie", f"seat-{table}={token}")]
        assert await seat_of(here, table, [("Authorization", f"Bearer {token}")]) == 0
        assert await seat_of(here, table, cookie) == 0
        assert await seat_of(here, table, [], f"?token={token}") == 0
        assert await seat_of(here, table, []) is None
        assert await seat_of(here, table, cookie, "?token=") is None
        assert await seat_of(here, table, [("Authorization", f"Bearer {token}x")]) == "bad-token"

    run(work())


@pytest.mark.parametrize(
    "other", ['app={"open":1}', "flag", "two words=1", 'text="half', "list[0]=1", "=", "name=\u00e9"]
)
def test_cookies_of_other_programs_on_the_same_host_do_no_harm(here: Served, other: str) -> None:
    async def work() -> None:
        made = make_table(here)
        own = f"seat-{made['table']}={made['token']}"
        for cookies in (f"{other}; {own}", f"{own}; {other}"):
            assert await seat_of(here, made["table"], [("Cookie", cookies)]) == 0

    run(work())


def test_pages_of_other_sites_may_not_connect(here: Served) -> None:
    async def work() -> None:
        made = make_table(here)
        for origin in ("https://elsewhere.example", "null", "http://127.0.0.1", f"{here.url}.example"):
            with pytest.raises(WSHandshakeError) as refused:
                await connect(here, made["table"], [("Origin", origin)])
            assert refused.value.response is not None
            assert refused.value.response.status == 403
        assert await seat_of(here, made["table"], [("Origin", here.url)]) is None

    run(work())


# -- How many ----------------------------------------------------------------------------------------------------------


def test_spectators_cannot_keep_a_player_from_the_table(tmp_path: Path) -> None:
    async def work(server: Served) -> None:
        made = make_table(server)
        lines = [await connect(server, made["table"], []) for _ in range(2)]
        for line in lines:
            await line.next()
        assert await seat_of(server, made["table"], []) == "too-many-sockets"
        assert await seat_of(server, made["table"], [("Authorization", f"Bearer {made['token']}")]) == 0
        await hang_up(*lines)

    with served(tmp_path, limits=msgspec.structs.replace(WIDE, sockets_per_table=2)) as server:
        run(work(server))


def test_what_a_client_says_about_its_address_does_not_count_behind_a_proxy(tmp_path: Path) -> None:
    """A proxy may add a line of its own behind the one that the client invented."""

    async def work(server: Served) -> None:
        made = make_table(server)
        lines = []
        for number in range(2):
            forged = [("X-Forwarded-For", f"10.9.8.{number}"), ("X-Forwarded-For", "1.2.3.4")]
            lines.append(await connect(server, made["table"], forged))
            await lines[-1].next()
        forged = [("X-Forwarded-For", "10.9.8.7"), ("X-Forwarded-For", "1.2.3.4")]
        assert await seat_of(server, made["table"], forged) == "too-many-sockets"
        assert await seat_of(server, made["table"], [("X-Forwarded-For", "1.2.3.5")]) is None
        await hang_up(*lines)

    limits = msgspec.structs.replace(WIDE, sockets_per_address=2)
    with served(tmp_path, limits=limits, proxy=("127.0.0.1",)) as server:
        run(work(server))


def test_several_proxies_may_each_add_a_line(tmp_path: Path) -> None:
    with served(tmp_path, proxy=("127.0.0.1", "10.0.0.0/8")) as server:
        lines = [("X-Forwarded-For", "5.5.5.5"), ("X-Forwarded-For", "9.8.7.6"), ("X-Forwarded-For", "10.0.0.1")]
        server.http.get("/api/v1/games", headers=httpx.Headers(lines))
        log = server.log.getvalue()

    assert '"address":"9.8.7.6"' in log


@pytest.mark.parametrize(
    ("peer", "forwarded", "address"),
    [
        ("10.0.0.1", "1.2.3.4", "1.2.3.4"),
        ("::ffff:10.0.0.1", "1.2.3.4", "1.2.3.4"),
        ("10.0.0.1", "1.2.3.4, ::ffff:10.0.0.2", "1.2.3.4"),
        ("10.0.0.1", "1.2.3.4, unknown", "10.0.0.1"),
        ("10.0.0.1", "6.6.6.6, 2001:db8::1, 10.0.0.2", "2001:db8::1"),
        ("9.9.9.9", "1.2.3.4", "9.9.9.9"),
        ("10.0.0.1", None, "10.0.0.1"),
    ],
)
def test_a_header_is_believed_as_far_as_our_proxies_wrote_it(peer: str, forwarded: str | None, address: str) -> None:
    assert client_address(peer, forwarded, Config(proxy=("10.0.0.0/8",))) == address
