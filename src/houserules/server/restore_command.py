"""`houserules restore FILE`: put a backup in the place of the database of a server that is stopped."""

from __future__ import annotations

import argparse
import os
import sqlite3
import tempfile
from pathlib import Path
from typing import Any, Final

from houserules.errors import RequestError

from .backup_command import DEFAULT_URL, copy_database, file_of

REPLACED: Final = ".replaced"
"""What the old database is called afterwards."""
PARTS: Final = ("", "-wal", "-shm")
"""A database that was not closed has two files beside it. Left there, they would be read into the restored one."""


def add_command(commands: argparse._SubParsersAction[Any]) -> None:
    command = commands.add_parser("restore", help="put a backup in the place of the database of a stopped server")
    command.add_argument("file", type=Path, metavar="FILE", help="what `houserules backup` has written")
    command.add_argument(
        "--database",
        default=os.environ.get("HOUSERULES_DATABASE", DEFAULT_URL),
        metavar="URL",
        help="%(default)s if not given",
    )
    command.set_defaults(command=_restore)


def _restore(options: argparse.Namespace) -> int:
    database = file_of(options.database)
    replaced = restore(options.file, database)
    print(f"{database} is what {options.file} holds.")
    if replaced is not None:
        print(f"The database that was there is kept as {replaced}.")
    return 0


def restore(copy: Path, database: Path) -> Path | None:
    """Put a copy in the place of a database. The old one is kept under another name, which is the answer."""
    if not copy.is_file():
        raise _refusal(f"there is no backup {copy}: name a file that `houserules backup` has written")
    if not database.absolute().parent.is_dir():
        raise _refusal(f"there is no folder {database.parent}: make it first")
    replaced = database.with_name(database.name + REPLACED)
    if replaced.exists() and database.exists():
        raise _refusal(f"{replaced} is still there from an earlier time: move it elsewhere, then restore again")
    handle, name = tempfile.mkstemp(prefix=f".{database.name}-", dir=database.absolute().parent)
    os.close(handle)
    try:
        _copy_whole(copy, Path(name))
        _require_closed(database)
        was_there = database.exists()
        for part in PARTS:
            if (old := database.with_name(database.name + part)).exists():
                old.rename(replaced.with_name(replaced.name + part))
        Path(name).replace(database)
    finally:
        Path(name).unlink(missing_ok=True)
    return replaced if was_there else None


def _copy_whole(copy: Path, target: Path) -> None:
    try:
        copy_database(copy, target)
        with sqlite3.connect(target) as reader:
            found = reader.execute("select count(*) from sqlite_schema where name in ('entry', 'listing')").fetchone()
        reader.close()
    except sqlite3.Error as problem:
        raise _refusal(f"{copy} is not a whole database: {problem}") from problem
    if found != (2,):
        raise _refusal(f"{copy} is not the database of a server: name a file that `houserules backup` has written")


def _require_closed(database: Path) -> None:
    """Nobody may have the old database open. What lies beside it is read into it first, so that it is kept whole."""
    if not database.exists():
        return
    connection = sqlite3.connect(database, isolation_level=None, timeout=1)
    try:
        connection.execute("PRAGMA journal_mode = DELETE")  # it needs the database for itself
    except sqlite3.OperationalError as problem:
        raise _refusal(f"a server has {database} open: stop it, then restore again") from problem
    except sqlite3.DatabaseError:
        pass  # it is damaged, which may be why it is replaced
    finally:
        connection.close()


def _refusal(message: str) -> RequestError:
    return RequestError("bad-backup", message)
