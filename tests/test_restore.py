"""`houserules restore`: the copy is what is served, also after a crash, and nothing is ever lost."""

from __future__ import annotations

import signal
import subprocess
import sys
from pathlib import Path

import httpx
import pytest

from houserules.errors import RequestError
from houserules.server.restore_command import restore
from tests.test_backup import make_database
from tests.test_server_serve import PATIENCE_SECONDS, PLAIN, running

pytestmark = pytest.mark.one_build


def say(folder: Path, *words: str) -> tuple[int, str]:
    """A command as somebody types it there: its exit code, and all that it prints."""
    done = subprocess.run(
        [sys.executable, "-m", "houserules", *words],
        cwd=folder,
        env=PLAIN,
        capture_output=True,
        text=True,
        timeout=PATIENCE_SECONDS,
        check=False,
    )
    return done.returncode, done.stdout + done.stderr


def open_table(url: str) -> str:
    made = httpx.post(f"{url}/api/v1/tables", json={"game": "duel"}).json()
    return str(made["table"])


def test_after_a_crash_the_backup_is_what_is_served(tmp_path: Path) -> None:
    """As docs/hosting.md says."""
    with running(tmp_path) as (process, url):
        kept = open_table(url)
        assert say(tmp_path, "backup", "copy.db")[0] == 0
        lost = open_table(url)
        code, said = say(tmp_path, "restore", "copy.db")
        assert (code, said) == (2, "houserules: a server has houserules.db open: stop it, then restore again\n")
        assert httpx.get(f"{url}/api/v1/tables/{lost}").status_code == 200
        process.send_signal(signal.SIGKILL)
        process.communicate(timeout=PATIENCE_SECONDS)
    assert (tmp_path / "houserules.db-wal").stat().st_size > 0
    code, said = say(tmp_path, "restore", "copy.db")
    assert code == 0, said
    assert "houserules.db.replaced" in said
    with running(tmp_path) as (_, url):
        assert httpx.get(f"{url}/api/v1/tables/{kept}").status_code == 200
        assert httpx.get(f"{url}/api/v1/tables/{lost}").status_code == 404
    with running(tmp_path, "--database", "sqlite:///houserules.db.replaced") as (_, url):  # nothing of it is lost
        assert httpx.get(f"{url}/api/v1/tables/{lost}").status_code == 200


def test_a_damaged_database_is_replaced_with_all_that_lies_beside_it(tmp_path: Path) -> None:
    make_database(tmp_path / "copy.db")
    for part in ("", "-wal", "-shm"):
        (tmp_path / f"tables.db{part}").write_bytes(b"garbage" * 1000)
    restore(tmp_path / "copy.db", tmp_path / "tables.db")
    make_database(tmp_path / "tables.db")  # it can be served from
    assert (tmp_path / "tables.db.replaced").read_bytes().startswith(b"garbage")
    assert not list(tmp_path.glob(".*"))


@pytest.mark.parametrize("content", [None, b"", b"not a database"])
def test_what_is_not_a_backup_replaces_nothing(tmp_path: Path, content: bytes | None) -> None:
    database, copy = tmp_path / "tables.db", tmp_path / "copy.db"
    database.write_bytes(b"as it was")
    if content is not None:
        copy.write_bytes(content)
    with pytest.raises(RequestError) as refusal:
        restore(copy, database)
    assert refusal.value.code == "bad-backup"
    assert database.read_bytes() == b"as it was"
    assert sorted(path.name for path in tmp_path.iterdir()) == [
        *(["copy.db"] if content is not None else []),
        "tables.db",
    ]


def test_a_database_that_was_replaced_earlier_is_not_overwritten(tmp_path: Path) -> None:
    make_database(tmp_path / "copy.db")
    restore(tmp_path / "copy.db", tmp_path / "tables.db")
    assert restore(tmp_path / "copy.db", tmp_path / "tables.db") == tmp_path / "tables.db.replaced"
    with pytest.raises(RequestError, match="move it elsewhere"):
        restore(tmp_path / "copy.db", tmp_path / "tables.db")
