"""Which results are rated."""

from __future__ import annotations

from typing import Final

from alembic import op
from sqlalchemy import Boolean, Column, true

revision: Final = "counts"
down_revision: Final = "sessions"


def upgrade() -> None:
    op.add_column("result_seat", Column("counts", Boolean, nullable=False, server_default=true()))
