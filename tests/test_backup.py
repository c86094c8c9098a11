"""`houserules backup`: the copy is whole, also while a server writes, and nothing is ever overwritten."""

from __future__ import annotations

import argparse
import asyncio
import sqlite3
from pathlib import Path

import pytest

from houserules.errors import RequestError
from houserules.server.backup_command import add_command, back_up
from houserules.server.database import open_database
from tests.test_sqlite_journal import PATIENCE, start_writer


def run(*words: str) -> int:
    parser = argparse.ArgumentParser()
    add_command(parser.add_subparsers())
    options = parser.parse_args(["backup", *words])
    code: int = options.command(options)
    return code


def make_database(path: Path) -> str:
    async def make() -> None:
        await (await open_database(url)).close()

    url = f"sqlite:///{path}"
    asyncio.run(make())
    return url


def test_a_backup_while_another_process_writes_is_whole(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'test.db'}"
    writer = start_writer(url, "writer", 1_000_000)
    assert writer.stdout is not None
    acknowledged: dict[str, int] = {}
    for number in range(4):
        for _ in range(400):
            table, seq, _ = writer.stdout.readline().split()
            acknowledged[table] = int(seq)
        assert run(str(tmp_path / f"copy{number}"), "--database", url) == 0
    assert writer.poll() is None
    writer.kill()
    writer.stdout.close()
    writer.wait(PATIENCE)

    copy = sqlite3.connect(tmp_path / "copy3")
    assert copy.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
    for table, last in acknowledged.items():
        rows = copy.execute("select seq, body from entry where tbl = ? order by seq", (table,)).fetchall()
        assert rows == [(number, f"writer {number}".encode()) for number in range(len(rows))]
        assert len(rows) > last
    copy.close()
    make_database(tmp_path / "copy3")  # it can be served from
    assert sorted(path.name for path in tmp_path.glob("*copy*")) == [f"copy{number}" for number in range(4)]


def test_a_database_at_rest_is_copied(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    url = make_database(tmp_path / "a database.db")
    assert run(str(tmp_path / "copy"), "--database", url) == 0
    assert capsys.readouterr().out == f"{tmp_path / 'copy'} is a copy of {tmp_path / 'a database.db'}.\n"


def refusal(copy: Path, url: str) -> str:
    with pytest.raises(RequestError) as refused:
        run(str(copy), "--database", url)
    return refused.value.message


def test_a_file_that_exists_is_not_overwritten(tmp_path: Path) -> None:
    url = make_database(tmp_path / "test.db")
    (tmp_path / "copy").write_text("precious")
    assert refusal(tmp_path / "copy", url) == f"{tmp_path / 'copy'} exists already: name a file that does not"
    assert (tmp_path / "copy").read_text() == "precious"


def test_what_cannot_be_copied_is_refused(tmp_path: Path) -> None:
    url = make_database(tmp_path / "test.db")
    assert "pg_dump" in refusal(tmp_path / "copy", "postgresql://localhost/x")
    for memory in ("sqlite://", "sqlite:///:memory:", "sqlite:///", "mysql://x", "test.db"):
        assert "only a database in a file" in refusal(tmp_path / "copy", memory)
    assert "there is no database" in refusal(tmp_path / "copy", f"sqlite:///{tmp_path / 'other.db'}")
    assert "there is no folder" in refusal(tmp_path / "no" / "copy", url)
    (tmp_path / "letter").write_text("Dear Ann, this is a letter and not a database." * 100)
    with pytest.raises(RequestError, match="file is not a database"):
        back_up(tmp_path / "letter", tmp_path / "copy")
    assert not (tmp_path / "copy").exists()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["letter", "test.db"]
