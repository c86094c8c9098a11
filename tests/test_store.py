"""The store of a server, on SQLite and on PostgreSQL: players, results, ratings, chat, lobby, retention."""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Callable, Coroutine
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy import Connection, func, insert, select

from houserules.core import Outcome
from houserules.server.database import Database, open_database
from houserules.server.lobby import LISTED, listing_values
from houserules.server.retention import DAY_MS, MOST_TABLES, REMATCH_MS
from houserules.server.schema import ENTRY, HEAD, LISTING, METADATA
from houserules.server.store import Result, Store
from houserules.wire import ClockRequest, Listing, PlayerInfo

NOW = 1_000 * DAY_MS


def with_store(url: str, work: Callable[[Store, Database], Coroutine[Any, Any, None]]) -> None:
    async def opened() -> None:
        database = await open_database(url)
        store = Store(database, now=lambda: NOW)
        try:
            await work(store, database)
        finally:
            await store.close()

    asyncio.run(opened())


def result(*players: str | None, table: str = "t", places: tuple[int, ...] | None = None, **changes: Any) -> Result:
    outcome = Outcome.of_places(places or tuple(range(1, len(players) + 1)), "empty-hand")
    usual: dict[str, Any] = {"match": 1, "game": "shithead", "rules": "r1", "title": "Shithead", "ended": NOW}
    names = tuple([f"Player {seat}" for seat in range(len(players))])
    more = {"names": names, "players": players, "outcome": outcome, "record": b'{"format": 1}'}
    more["counts"] = (True,) * len(players)
    return Result(table=table, **(usual | more | changes))


def listing(table: str, **changes: Any) -> Listing:
    usual: dict[str, Any] = {"game": "shithead", "title": "Shithead", "name": "", "status": "waiting", "seats": 2}
    return Listing(table=table, **(usual | {"people": 1, "open": 1, "bots": 0, "opened": 5, "public": True} | changes))


async def list_tables(database: Database, *listings: Listing, updated: int = NOW, entries: int = 3) -> None:
    """Tables with entries and listings, as a journal writes them."""

    def write(connection: Connection) -> None:
        for one in listings:
            connection.execute(insert(LISTING).values(dict(zip(LISTED, listing_values(one, updated), strict=True))))
            last = None
            for seq in range(entries):
                added = insert(ENTRY).values(tbl=one.table, seq=seq, body=b"x", prev=last).returning(ENTRY.c.id)
                last = connection.execute(added).scalar_one()
            connection.execute(insert(HEAD).values(tbl=one.table, seq=entries - 1, last=last))

    await database.write(write)


async def rows(database: Database, table: str) -> int:
    asked = select(func.count()).select_from(METADATA.tables[table])
    return await database.read(lambda connection: connection.execute(asked).scalar_one())


async def everything(database: Database) -> str:
    """All that is in the database, as one text."""

    def read(connection: Connection) -> str:
        return repr([tuple(row) for table in METADATA.sorted_tables for row in connection.execute(select(table))])

    return await database.read(read)


# -- Players ---------------------------------------------------------------------------------------------------------


def test_a_player_is_made_on_first_use_and_the_key_is_not_stored(database_url: str) -> None:
    async def work(store: Store, database: Database) -> None:
        made = await store.player("a very secret key", "Ann")
        assert made == PlayerInfo(id=hashlib.sha256(b"player:a very secret key").hexdigest()[:20], name="Ann")
        assert await store.player("a very secret key") == made
        assert await store.player_info(made.id) == made
        assert (await store.player("a very secret key", "Anna")).name == "Anna"
        assert await rows(database, "player") == 1
        assert "secret" not in await everything(database)

    with_store(database_url, work)


def test_a_player_without_a_name_and_one_who_is_not_there(database_url: str) -> None:
    async def work(store: Store, _: Database) -> None:
        assert (await store.player("key")).name == ""
        assert await store.player_info("nobody") is None
        assert await store.player_info("bot:hard") is None

    with_store(database_url, work)


def test_any_name_can_be_stored(database_url: str) -> None:
    async def work(store: Store, _: Database) -> None:
        assert (await store.player("key", "a\0b\ud800'\"; drop table player; 🂡")).name == "ab?'\"; drop table player; 🂡"

    with_store(database_url, work)


def test_a_player_sits_and_stands(database_url: str) -> None:
    async def work(store: Store, database: Database) -> None:
        await list_tables(database, listing("old", opened=1), listing("new", opened=2, public=False, status="playing"))
        ann, ben = (await store.player("ann")).id, (await store.player("ben")).id
        await store.sits(ann, "old", 0)
        await store.sits(ann, "new", 1)
        await store.sits(ann, "new", 1)
        assert [one.table for one in await store.tables_of(ann)] == ["new", "old"]
        await store.sits(ben, "new", 1)
        assert [one.table for one in await store.tables_of(ann)] == ["old"]
        await store.stands(ann, "new", 1)
        assert [one.table for one in await store.tables_of(ben)] == ["new"]
        await store.stands(ben, "new", 1)
        assert await store.tables_of(ben) == ()

    with_store(database_url, work)


def test_forget_player_removes_everything_personal(database_url: str) -> None:
    async def work(store: Store, database: Database) -> None:
        await list_tables(database, listing("t"), listing("u"), listing("v"))
        ann, ben = (await store.player("ann's key", "Ann Ominous")).id, (await store.player("ben's key", "Ben")).id
        await store.add_result(result(ann, ben, names=("Ann Ominous", "Ben")))
        await store.sits(ann, "u", 0)
        await store.add_chat("u", 1, 0, "Ann Ominous", "my address is 7 Elm Street", player=ann)
        await store.add_chat("u", 2, 1, "Ben", "hello", player=ben)

        assert await store.forget_player("ann's key")
        assert not await store.forget_player("ann's key")
        kept = await everything(database)
        assert "Ominous" not in kept
        assert "Elm" not in kept
        assert ann not in kept
        assert hashlib.sha256(b"ann's key").hexdigest() not in kept
        assert [match.names for match in await store.matches_of(ben)] == [("Somebody", "Ben")]
        assert [chat.text for chat in await store.last_chats("u")] == ["hello"]
        assert [ranked.id for ranked in await store.ratings("shithead", "r1")] == [ben]
        forgetting = select(LISTING.c.tbl).where(LISTING.c.forgets).order_by(LISTING.c.tbl)
        assert await database.read(lambda connection: list(connection.execute(forgetting).scalars())) == ["t", "u"]

    with_store(database_url, work)


# -- Results and ratings ---------------------------------------------------------------------------------------------


def test_a_result_counts_once(database_url: str) -> None:
    async def work(store: Store, database: Database) -> None:
        ann, ben = (await store.player("ann", "Ann")).id, (await store.player("ben", "Ben")).id
        assert await store.add_result(result(ann, ben))
        assert not await store.add_result(result(ben, ann))
        assert await store.add_result(result(ann, ben, match=2))
        found = await store.player_info(ann)
        assert found is not None
        assert (found.matches, found.firsts, found.lasts) == (2, 2, 0)
        [rating] = found.ratings
        assert (rating.game, rating.rules, rating.title, rating.matches) == ("shithead", "r1", "Shithead", 2)
        assert await rows(database, "result_seat") == 4

    with_store(database_url, work)


def test_two_holders_who_write_a_result_at_once_write_it_once(database_url: str) -> None:
    async def work(store: Store, _: Database) -> None:
        ann, ben = (await store.player("ann", "Ann")).id, (await store.player("ben", "Ben")).id
        written = await asyncio.gather(*[store.add_result(result(ann, ben)) for _ in range(5)])
        assert sorted(written) == [False] * 4 + [True]

    with_store(database_url, work)


def test_matches_that_end_at_once_change_the_ratings_one_after_the_other(database_url: str) -> None:
    async def work(store: Store, _: Database) -> None:
        parties = [(await store.player(name)).id for name in "abc"]
        pairs = [(parties[n % 3], parties[(n + 1 + n % 2) % 3]) for n in range(12)]
        await asyncio.gather(*[store.add_result(result(*pair, table=f"t{n}")) for n, pair in enumerate(pairs)])
        board = await store.ratings("shithead", "r1")
        assert sorted(ranked.matches for ranked in board) == sorted(
            [sum(party in pair for pair in pairs) for party in parties]
        )

    with_store(database_url, work)


def test_my_matches_are_told_newest_first(database_url: str) -> None:
    async def work(store: Store, _: Database) -> None:
        ann = (await store.player("ann", "Ann")).id
        await store.add_result(result("bot:hard", ann, None, table="a", places=(2, 1, 2), ended=10))
        await store.add_result(result(ann, "bot:easy", table="b", match=3, ended=20))
        await store.add_result(result("bot:easy", "bot:hard", table="c", ended=30))
        new, old = await store.matches_of(ann)
        assert (new.table, new.match, new.seat, new.places) == ("b", 3, 0, (1, 2))
        assert (old.table, old.match, old.seat, old.places) == ("a", 1, 1, (2, 1, 2))
        assert old.names == ("Player 0", "Player 1", "Player 2")
        assert (old.game, old.title, old.ended) == ("shithead", "Shithead", 10)
        assert old.record == "/api/v1/tables/a/record?match=1"
        assert len(await store.matches_of(ann, limit=1)) == 1
        assert await store.matches_of("nobody") == ()

    with_store(database_url, work)


def test_what_is_not_rated_is_told_and_counts_nowhere(database_url: str) -> None:
    async def work(store: Store, _: Database) -> None:
        ann, ben = [(await store.player(name)).id for name in "ab"]
        await store.add_result(result(ann, ben, "bot:easy", counts=(True, False, True)))
        assert [played.counts for player in (ann, ben) for played in await store.matches_of(player)] == [True, False]
        assert {ranked.id for ranked in await store.ratings("shithead", "r1")} == {ann, "bot:easy"}
        info = await store.player_info(ben)
        assert info is not None
        assert (info.matches, info.ratings) == (0, ())

    with_store(database_url, work)


def test_places_are_counted_and_a_tie_of_all_is_nobodys_last_place(database_url: str) -> None:
    async def work(store: Store, _: Database) -> None:
        ann, ben, cem = [(await store.player(name)).id for name in "abc"]
        await store.add_result(result(ann, ben, cem, table="a", places=(1, 2, 2)))
        await store.add_result(result(ann, ben, cem, table="b", places=(1, 1, 1)))
        await store.add_result(result(ann, ben, cem, table="c", places=(3, 2, 1)))
        counted = []
        for player in (ann, ben, cem):
            found = await store.player_info(player)
            assert found is not None
            counted.append((found.matches, found.firsts, found.lasts))
        assert counted == [(3, 2, 1), (3, 1, 1), (3, 2, 1)]

    with_store(database_url, work)


def test_who_wins_rises_and_bots_are_rated_as_well(database_url: str) -> None:
    async def work(store: Store, _: Database) -> None:
        ann = (await store.player("ann", "Ann")).id
        for number in range(20):
            await store.add_result(result(ann, "bot:easy", None, table=f"t{number}", places=(1, 3, 2)))
        first, last = await store.ratings("shithead", "r1")
        assert (first.id, first.name, first.bot, first.matches) == (ann, "Ann", False, 20)
        assert (last.id, last.name, last.bot, last.matches) == ("bot:easy", "easy", True, 20)
        assert first.skill > 25 > last.skill
        assert first.doubt < 25 / 3
        assert await store.ratings("shithead", "r2") == ()
        bot = await store.player_info("bot:easy")
        assert bot is not None
        assert (bot.name, bot.bot, bot.matches, bot.lasts) == ("easy", True, 20, 20)

    with_store(database_url, work)


def test_a_tie_between_equals_changes_no_skill(database_url: str) -> None:
    async def work(store: Store, _: Database) -> None:
        await store.add_result(result("bot:easy", "bot:hard", places=(1, 1)))
        one, other = await store.ratings("shithead", "r1")
        assert one.skill == pytest.approx(25)
        assert other.skill == pytest.approx(25)

    with_store(database_url, work)


def test_a_bot_on_several_seats_has_one_rating(database_url: str) -> None:
    async def work(store: Store, _: Database) -> None:
        await store.add_result(result("bot:easy", "bot:easy", table="alone"))
        assert await store.ratings("shithead", "r1") == ()
        await store.add_result(result("bot:easy", "bot:hard", "bot:easy", places=(2, 1, 3)))
        first, last = await store.ratings("shithead", "r1")
        assert (first.id, last.id) == ("bot:hard", "bot:easy")
        assert (first.matches, last.matches) == (1, 1)

    with_store(database_url, work)


@given(st.lists(st.tuples(st.sampled_from([None, "bot:a", "bot:b", "x"]), st.integers(1, 4)), min_size=2, max_size=6))
def test_any_outcome_can_be_rated(seats: list[tuple[str | None, int]]) -> None:
    places = tuple([1 + sum(other < place for _, other in seats) for _, place in seats])

    async def work(store: Store, _: Database) -> None:
        assert await store.add_result(result(*[party for party, _ in seats], places=places))
        rated = {party for party, _ in seats if party is not None}
        assert {ranked.id for ranked in await store.ratings("shithead", "r1")} == (rated if len(rated) > 1 else set())

    with_store("sqlite://", work)


def test_records_are_kept(database_url: str) -> None:
    async def work(store: Store, _: Database) -> None:
        record = b'{"moves": [' + b'[0, "play 7H 7D"], ' * 1000 + b"]}"
        await store.add_result(result(None, None, record=record))
        assert await store.record("t", 1) == record
        assert await store.record("t", 2) is None
        assert await store.record("u", 1) is None

    with_store(database_url, work)


# -- Tables ----------------------------------------------------------------------------------------------------------


def test_the_lobby_shows_public_tables_that_wait_or_play_newest_first(database_url: str) -> None:
    async def work(store: Store, database: Database) -> None:
        clock = ClockRequest(kind="bank", seconds=300, increment=5)
        tables = [
            listing("a", opened=1, name="Friday", clock=clock),
            listing("b", opened=3, status="playing", open=0, people=2),
            listing("c", opened=2, public=False),
            listing("d", opened=4, status="over"),
        ]
        await list_tables(database, *tables)
        assert await store.lobby() == (tables[1], tables[0])
        assert await store.lobby(limit=1) == (tables[1],)
        assert await store.count_open() == 3

    with_store(database_url, work)


def test_the_last_chats_come_in_order(database_url: str) -> None:
    async def work(store: Store, _: Database) -> None:
        for number in range(5):
            await store.add_chat("t", number, 1, "Ann", f"line {number}")
        await store.add_chat("t", 9, None, "Ben", "Hello!", "hello")
        await store.add_chat("u", 9, None, "Ben", "elsewhere")
        chats = await store.last_chats("t", 3)
        assert [(chat.at, chat.seat, chat.name, chat.text, chat.line) for chat in chats] == [
            (3, 1, "Ann", "line 3", None),
            (4, 1, "Ann", "line 4", None),
            (9, None, "Ben", "Hello!", "hello"),
        ]
        assert len(await store.last_chats("t")) == 6
        assert await store.last_chats("v") == ()

    with_store(database_url, work)


def test_retention_removes_whole_finished_tables_and_no_others(database_url: str) -> None:
    async def work(store: Store, database: Database) -> None:
        old = NOW - 31 * DAY_MS
        await list_tables(database, listing("gone", status="over"), listing("open", status="playing"), updated=old)
        await list_tables(database, listing("new", status="over"))
        ann = (await store.player("ann", "Ann")).id
        for table in ("gone", "open", "new"):
            await store.add_result(result(ann, "bot:easy", table=table))
            await store.add_chat(table, 1, 0, "Ann", "hello")
            await store.sits(ann, table, 0)

        assert await store.sweep(NOW, None) == 0
        assert await store.sweep(NOW, 30) == 1
        assert await store.sweep(NOW, 30) == 0
        assert await rows(database, "entry") == 6
        assert {one.table for one in await store.tables_of(ann)} == {"open", "new"}
        assert await store.last_chats("gone") == ()
        assert await store.record("gone", 1) is None
        assert await store.record("open", 1) is not None
        assert len(await store.matches_of(ann)) == 3
        [best, _] = await store.ratings("shithead", "r1")
        assert best.matches == 3

    with_store(database_url, work)


def test_tables_of_a_forgotten_player_go_an_hour_after_their_end(database_url: str) -> None:
    """The journal holds the names that were typed there; the record does not, and stays."""

    async def work(store: Store, database: Database) -> None:
        await list_tables(database, listing("over", status="over"), listing("playing", status="playing"))
        ann = (await store.player("ann", "Ann")).id
        for table in ("over", "playing"):
            await store.add_result(result(ann, None, table=table))
        await store.forget_player("ann")
        assert await store.sweep(NOW + REMATCH_MS, 30) == 0
        assert await store.sweep(NOW + REMATCH_MS + 1, 30) == 1
        assert await rows(database, "entry") == 3
        assert await store.record("over", 1) is not None

    with_store(database_url, work)


def test_any_number_of_old_tables_is_removed(database_url: str) -> None:
    async def work(store: Store, database: Database) -> None:
        count = 2 * MOST_TABLES + 50
        await list_tables(database, *[listing(f"t{n}", status="over") for n in range(count)], updated=0, entries=1)
        assert await store.sweep(NOW, 1) == count
        assert await rows(database, "entry") == 0
        assert await rows(database, "listing") == 0
        assert await rows(database, "head") == 0

    with_store(database_url, work)
