"""Sessions of Colyseus clients, and the tables that they find by the name of a room."""

from __future__ import annotations

from typing import Final

from alembic import op
from sqlalchemy import BigInteger, Column, SmallInteger, Text
from sqlalchemy import PrimaryKeyConstraint as Key

revision: Final = "sessions"
down_revision: Final = "first"


def text(name: str, *, nullable: bool = False) -> Column[str]:
    return Column(name, Text, nullable=nullable)


def upgrade() -> None:
    op.create_table(
        "session",
        *(text("id"), text("tbl"), Column("seat", SmallInteger, nullable=False, autoincrement=False)),
        *(text("key_hash"), text("salt"), text("token_hash", nullable=True), text("offered_hash", nullable=True)),
        *(Column("until", BigInteger), Key("id")),
    )
    op.create_table(
        "matchmade",
        *(text("tbl"), text("room"), text("rules")),
        *(Column("seats", SmallInteger, nullable=False, autoincrement=False), Key("tbl")),
    )
    for table, column in (("session", "tbl"), ("session", "until"), ("matchmade", "room")):
        op.create_index(op.f(f"ix_{table}_{column}"), table, [column])
