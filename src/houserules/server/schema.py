"""The tables of the database, the same on SQLite and on PostgreSQL. `migrations` makes them, step by step."""

from __future__ import annotations

from typing import Final

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Double,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    SmallInteger,
    Table,
    Text,
    UniqueConstraint,
    false,
    true,
)

METADATA: Final = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "pk": "pk_%(table_name)s",
    }
)

Number = BigInteger().with_variant(Integer, "sqlite")
"""SQLite counts a key up only if its type is INTEGER."""

ENTRY: Final = Table(
    "entry",
    METADATA,
    Column("id", Number, primary_key=True),
    Column("tbl", Text, nullable=False),
    Column("seq", Integer, nullable=False),
    Column("body", LargeBinary, nullable=False),
    Column("prev", Number),  # the id of the entry before it, on SQLite
    Index("uq_entry_tbl_seq", "tbl", "seq", unique=True).ddl_if(dialect="postgresql"),
)
"""The journal. What it means is in `journal`.

PostgreSQL finds an entry by its index. On SQLite such an index would be most of the cost: each append would change a
page of its own. There the entries of all tables lie one after the other, and each knows the one before it."""

HEAD: Final = Table(
    "head",
    METADATA,
    Column("tbl", Text, primary_key=True),
    Column("seq", Integer, nullable=False),
    Column("last", Number, nullable=False),  # the id of the entry
    sqlite_with_rowid=False,
)
"""The last entry of each table, on SQLite: the fence, and where reading begins."""

LISTING: Final = Table(
    "listing",
    METADATA,
    Column("tbl", Text, primary_key=True),
    Column("game", Text, nullable=False),
    Column("title", Text, nullable=False),
    Column("name", Text, nullable=False),
    Column("status", Text, nullable=False),
    Column("seats", SmallInteger, nullable=False),
    Column("people", SmallInteger, nullable=False),
    Column("chairs", SmallInteger, nullable=False),  # that wait for a person
    Column("bots", SmallInteger, nullable=False),
    Column("opened", BigInteger, nullable=False),
    Column("public", Boolean, nullable=False),
    Column("clock", Text),  # JSON
    Column("updated", BigInteger, nullable=False),  # when this row was last written
    Column("finished", Boolean, nullable=False),  # the last match is over, and no next one has begun
    # A player who sat here is forgotten, so the table is removed soon after its end.
    Column("forgets", Boolean, nullable=False, server_default=false()),
    Index(None, "public", "finished", "opened"),
    Index(None, "finished", "updated"),
)
"""One row a table, written with the entry that changes it: what the lobby shows, and what retention asks."""

CHAT: Final = Table(
    "chat",
    METADATA,
    Column("id", Number, primary_key=True),
    Column("tbl", Text, nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("seat", SmallInteger),
    Column("name", Text, nullable=False),
    Column("text", Text, nullable=False),
    Column("line", Text),  # the code of a canned line
    Column("player", Text, index=True),
    Index(None, "tbl", "id"),
)

PLAYER: Final = Table(
    "player",
    METADATA,
    Column("id", Text, primary_key=True),  # public
    Column("key_hash", Text, nullable=False),
    Column("name", Text, nullable=False),
    Column("created", BigInteger, nullable=False),
    UniqueConstraint("key_hash"),
)

SEAT_OF: Final = Table(
    "seat_of",
    METADATA,
    Column("tbl", Text, primary_key=True),
    Column("seat", SmallInteger, primary_key=True, autoincrement=False),
    Column("player", Text, nullable=False, index=True),
)
"""Who sits where: players with a key, at tables that are still there."""

RESULT: Final = Table(
    "result",
    METADATA,
    Column("tbl", Text, primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),  # which match of its table, from 1
    Column("game", Text, nullable=False),
    Column("rules", Text, nullable=False),
    Column("title", Text, nullable=False),
    Column("ended", BigInteger, nullable=False),
    Column("reason", Text, nullable=False),
)
"""A finished match counts once: this key is what makes it so."""

RESULT_SEAT: Final = Table(
    "result_seat",
    METADATA,
    Column("tbl", Text, primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("seat", SmallInteger, primary_key=True, autoincrement=False),
    Column("name", Text, nullable=False),
    Column("party", Text),  # the id of a player, bot:LEVEL, or nobody who is rated
    Column("place", SmallInteger, nullable=False),
    Column("last", Boolean, nullable=False),
    Column("payoff", Double, nullable=False),
    Column("counts", Boolean, nullable=False, server_default=true()),  # is it rated?
    Index(None, "party", "tbl", "number"),
)

RATING: Final = Table(
    "rating",
    METADATA,
    Column("party", Text, primary_key=True),
    Column("game", Text, primary_key=True),
    Column("rules", Text, primary_key=True),
    Column("title", Text, nullable=False),
    Column("mu", Double, nullable=False),
    Column("sigma", Double, nullable=False),
    Column("matches", Integer, nullable=False),
    Index(None, "game", "rules"),
)

RECORD: Final = Table(
    "record",
    METADATA,
    Column("tbl", Text, primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("body", LargeBinary, nullable=False),  # JSON, packed by zlib
)
"""Records of finished matches. They hold no names."""

SESSION: Final = Table(
    "session",
    METADATA,
    Column("id", Text, primary_key=True),
    Column("tbl", Text, nullable=False, index=True),
    Column("seat", SmallInteger, nullable=False),
    Column("key_hash", Text, nullable=False),  # of the token of the seat
    Column("salt", Text, nullable=False),  # for the first deal
    Column("token_hash", Text),  # with which the client comes back; none before it was here
    Column("offered_hash", Text),  # the next one, until the client has it
    Column("until", BigInteger, index=True),  # when the seat is given up, if nobody connects before that
)
"""The seats of clients that were written for Colyseus."""

MATCHMADE: Final = Table(
    "matchmade",
    METADATA,
    Column("tbl", Text, primary_key=True),
    Column("room", Text, nullable=False, index=True),
    Column("rules", Text, nullable=False),
    Column("seats", SmallInteger, nullable=False),
)
"""Tables that such clients find by the name of their room."""
