"""`houserules backup FILE`: a whole copy of the database of a server, also while the server writes."""

from __future__ import annotations

import argparse
import os
import sqlite3
import tempfile
from pathlib import Path
from typing import Any, Final

from houserules.errors import RequestError

DEFAULT_URL: Final = "sqlite:///houserules.db"
PREFIX: Final = "sqlite:///"
BUSY_SECONDS: Final = 30


def add_command(commands: argparse._SubParsersAction[Any]) -> None:
    command = commands.add_parser("backup", help="copy the database of a server into a file, also while it serves")
    command.add_argument("file", type=Path, metavar="FILE", help="the copy; it must not exist yet")
    command.add_argument(
        "--database",
        default=os.environ.get("HOUSERULES_DATABASE", DEFAULT_URL),
        metavar="URL",
        help="%(default)s if not given",
    )
    command.set_defaults(command=_back_up)


def _back_up(options: argparse.Namespace) -> int:
    source = file_of(options.database)
    back_up(source, options.file)
    print(f"{options.file} is a copy of {source}.")
    return 0


def file_of(url: str) -> Path:
    """The file of a database in SQLite."""
    plain = url.replace("sqlite+pysqlite:", "sqlite:", 1).partition("?")[0]
    if plain.startswith("postgres"):
        raise _refusal("this is for databases in SQLite only: use pg_dump and pg_restore for PostgreSQL")
    if not plain.startswith(PREFIX) or plain.removeprefix(PREFIX) in ("", ":memory:"):
        raise _refusal(f"only a database in a file can be copied or restored, such as {DEFAULT_URL}")
    return Path(plain.removeprefix(PREFIX))


def back_up(source: Path, copy: Path) -> None:
    """Copy a database as it is at one moment. A copy that is not whole never bears the name that was asked for."""
    if copy.exists():
        raise _refusal(f"{copy} exists already: name a file that does not")
    if not source.is_file():
        raise _refusal(f"there is no database {source}: say which one with --database")
    if not copy.absolute().parent.is_dir():
        raise _refusal(f"there is no folder {copy.parent}: make it first")
    handle, name = tempfile.mkstemp(prefix=f".{copy.name}-", dir=copy.absolute().parent)
    os.close(handle)
    try:
        copy_database(source, Path(name))
        os.link(name, copy)  # unlike a change of name, this never replaces another file
    except FileExistsError:
        raise _refusal(f"{copy} exists already: name a file that does not") from None
    except sqlite3.Error as problem:
        raise _refusal(f"{source} cannot be copied: {problem}") from problem
    finally:
        Path(name).unlink()


def copy_database(source: Path, target: Path) -> None:
    """Copy all pages into a file, and check that they are whole."""
    reader = sqlite3.connect(f"{source.absolute().as_uri()}?mode=ro", uri=True, timeout=BUSY_SECONDS)
    try:
        writer = sqlite3.connect(target, isolation_level=None)
        try:
            reader.backup(writer)  # all pages in one step: what is written meanwhile does not get in
            writer.execute("PRAGMA journal_mode = DELETE")  # the copy is one file
            [found] = writer.execute("PRAGMA quick_check").fetchone()
            if found != "ok":
                raise sqlite3.DatabaseError(found)
        finally:
            writer.close()
    finally:
        reader.close()
    with target.open("rb") as written:
        os.fsync(written.fileno())


def _refusal(message: str) -> RequestError:
    return RequestError("bad-backup", message)
