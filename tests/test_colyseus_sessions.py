"""Sessions of Colyseus clients in the database: which token counts, and until when; on SQLite and on PostgreSQL."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

import pytest

from houserules.server.colyseus.sessions import Matchmade, Session
from houserules.server.database import open_database
from houserules.server.store import Store

pytestmark = pytest.mark.one_build

NOW = 1_800_000_000_000
ANN = Session("ann", "table", 0, "key", "salt")


def with_store(url: str, work: Callable[[Store], Awaitable[None]]) -> None:
    async def opened() -> None:
        store = Store(await open_database(url))
        try:
            await work(store)
        finally:
            await store.close()

    asyncio.run(opened())


async def seated(store: Store) -> str:
    """Ann has a reservation, and has connected."""
    await store.sessions.reserve(ANN, NOW + 15_000)
    admitted = await store.sessions.admit("ann", "table", None, NOW)
    assert admitted is not None
    assert await store.sessions.confirm("ann", admitted[1])
    return admitted[1]


def test_a_reservation_lets_in_until_it_ends_or_is_used(database_url: str) -> None:
    async def work(store: Store) -> None:
        sessions = store.sessions
        await sessions.reserve(ANN, NOW + 15_000)
        assert await sessions.with_an_end() == ((ANN, NOW + 15_000),)
        assert await sessions.admit("ann", "table", None, NOW + 15_000) is None
        assert await sessions.admit("ann", "other", None, NOW) is None
        assert await sessions.admit("ben", "table", None, NOW) is None
        admitted = await sessions.admit("ann", "table", None, NOW)
        assert admitted is not None
        assert admitted[0] == ANN
        assert await sessions.confirm("ann", admitted[1])
        assert await sessions.admit("ann", "table", None, NOW) is None
        assert await sessions.with_an_end() == ()

    with_store(database_url, work)


def test_a_token_counts_until_the_client_has_the_next_one(database_url: str) -> None:
    async def work(store: Store) -> None:
        sessions, first = store.sessions, await seated(store)
        lost = await sessions.admit("ann", "table", first, NOW)
        assert lost is not None
        again = await sessions.admit("ann", "table", first, NOW)
        assert again is not None
        assert not await sessions.confirm("ann", lost[1])
        assert await sessions.find("table", again[1]) is not None
        assert await sessions.confirm("ann", again[1])
        assert await sessions.find("table", first) is None
        assert await sessions.admit("ann", "table", first, NOW) is None
        found = await sessions.find("table", again[1])
        assert found is not None
        assert (found.id, found.is_used) == ("ann", True)

    with_store(database_url, work)


def test_a_token_that_was_shown_counts_even_if_it_was_never_acknowledged(database_url: str) -> None:
    """Two handshakes may be lost one after the other, before and after the client had its token."""

    async def work(store: Store) -> None:
        sessions, first = store.sessions, await seated(store)
        arrived = await sessions.admit("ann", "table", first, NOW)
        assert arrived is not None
        lost = await sessions.admit("ann", "table", arrived[1], NOW)
        assert lost is not None
        assert await sessions.admit("ann", "table", first, NOW) is None
        again = await sessions.admit("ann", "table", arrived[1], NOW)
        assert again is not None
        assert await sessions.confirm("ann", again[1])

    with_store(database_url, work)


def test_only_the_last_connection_says_that_it_is_lost(database_url: str) -> None:
    async def work(store: Store) -> None:
        sessions, first = store.sessions, await seated(store)
        admitted = await sessions.admit("ann", "table", first, NOW)
        assert admitted is not None
        await sessions.confirm("ann", admitted[1])
        await sessions.keep_until("ann", first, NOW + 1)
        assert await sessions.with_an_end() == ()
        await sessions.keep_until("ann", admitted[1], NOW + 2)
        assert [until for _, until in await sessions.with_an_end()] == [NOW + 2]
        await sessions.keep(["ann"])
        assert await sessions.with_an_end() == ()
        await sessions.end("ann")
        assert await sessions.find("table", admitted[1]) is None

    with_store(database_url, work)


def test_a_table_is_hidden_when_nobody_shall_find_it(database_url: str) -> None:
    async def work(store: Store) -> None:
        await store.sessions.reserve(ANN, NOW, Matchmade("table", "heroes_cards", "rules", 2))
        assert await store.sessions.waiting("heroes_cards", 9) == ()  # there is no such table in the lobby
        await store.sessions.hide("table")
        await store.sessions.reserve(Session("ben", "table", 1, "key"), NOW, Matchmade("table", "duel", "rules", 2))

    with_store(database_url, work)
