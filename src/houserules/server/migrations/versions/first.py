"""The first schema."""

from __future__ import annotations

from typing import Final

from alembic import op
from sqlalchemy import BigInteger, Boolean, Column, Double, Integer, LargeBinary, SmallInteger, Text, false
from sqlalchemy import PrimaryKeyConstraint as Key
from sqlalchemy import UniqueConstraint as Unique

revision: Final = "first"
down_revision: Final = None


def text(name: str, *, nullable: bool = False) -> Column[str]:
    return Column(name, Text, nullable=nullable)


def number(name: str, *, nullable: bool = False) -> Column[int]:
    return Column(name, BigInteger().with_variant(Integer, "sqlite"), nullable=nullable)


def small(name: str, *, nullable: bool = False) -> Column[int]:
    return Column(name, SmallInteger, nullable=nullable, autoincrement=False)


def whole(name: str) -> Column[int]:
    return Column(name, Integer, nullable=False, autoincrement=False)


def moment(name: str) -> Column[int]:
    return Column(name, BigInteger, nullable=False)


def flag(name: str) -> Column[bool]:
    return Column(name, Boolean, nullable=False)


def double(name: str) -> Column[float]:
    return Column(name, Double, nullable=False)


def data(name: str) -> Column[bytes]:
    return Column(name, LargeBinary, nullable=False)


def upgrade() -> None:
    op.create_table(
        "entry",
        *(number("id"), text("tbl"), whole("seq"), data("body"), number("prev", nullable=True), Key("id")),
    )
    if op.get_context().dialect.name == "postgresql":
        op.create_index(op.f("uq_entry_tbl_seq"), "entry", ["tbl", "seq"], unique=True)
    op.create_table("head", text("tbl"), whole("seq"), number("last"), Key("tbl"), sqlite_with_rowid=False)
    op.create_table(
        "listing",
        *(text("tbl"), text("game"), text("title"), text("name"), text("status")),
        *(small("seats"), small("people"), small("chairs"), small("bots")),
        *(moment("opened"), flag("public"), text("clock", nullable=True), moment("updated"), flag("finished")),
        Column("forgets", Boolean, nullable=False, server_default=false()),
        Key("tbl"),
    )
    op.create_table(
        "chat",
        *(number("id"), text("tbl"), moment("at"), small("seat", nullable=True), text("name"), text("text")),
        *(text("line", nullable=True), text("player", nullable=True), Key("id")),
    )
    op.create_table(
        "player", text("id"), text("key_hash"), text("name"), moment("created"), Key("id"), Unique("key_hash")
    )
    op.create_table("seat_of", text("tbl"), small("seat"), text("player"), Key("tbl", "seat"))
    op.create_table(
        "result",
        *(text("tbl"), whole("number"), text("game"), text("rules"), text("title"), moment("ended"), text("reason")),
        Key("tbl", "number"),
    )
    op.create_table(
        "result_seat",
        *(text("tbl"), whole("number"), small("seat"), text("name"), text("party", nullable=True)),
        *(small("place"), flag("last"), double("payoff"), Key("tbl", "number", "seat")),
    )
    op.create_table(
        "rating",
        *(text("party"), text("game"), text("rules"), text("title"), double("mu"), double("sigma"), whole("matches")),
        Key("party", "game", "rules"),
    )
    op.create_table("record", text("tbl"), whole("number"), data("body"), Key("tbl", "number"))

    for table, columns in (
        ("listing", ["public", "finished", "opened"]),
        ("listing", ["finished", "updated"]),
        ("chat", ["player"]),
        ("chat", ["tbl", "id"]),
        ("seat_of", ["player"]),
        ("result_seat", ["party", "tbl", "number"]),
        ("rating", ["game", "rules"]),
    ):
        op.create_index(op.f(f"ix_{table}_{'_'.join(columns)}"), table, columns)
