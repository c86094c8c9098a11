"""A real PostgreSQL for tests: a cluster of its own in a temporary folder, on a free port of the loopback interface."""

from __future__ import annotations

import asyncio
import os
import pwd
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from itertools import count
from pathlib import Path

import asyncpg  # type: ignore[import-untyped]  # it ships no types
import pytest

PATIENCE = 120
"""Seconds until a PostgreSQL that does not start fails the tests."""
# Nothing of this has to survive anything.
QUICK = ("fsync=off", "synchronous_commit=off", "full_page_writes=off", "shared_buffers=16MB", "max_connections=40")


def find_binaries() -> Path | None:
    """Where initdb and postgres are; Debian keeps them out of the path."""
    if (found := shutil.which("initdb")) and (Path(found).resolve().parent / "postgres").exists():
        return Path(found).resolve().parent
    versions = sorted(
        Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda path: [int(n) for n in path.parts[4].split(".")]
    )
    return versions[-1].parent if versions else None


def reason_without() -> str | None:
    """Why there is no PostgreSQL; None if there is one."""
    if find_binaries() is None:
        return "there is no PostgreSQL on this machine"
    if os.getuid() == 0 and not any(user.pw_name == "postgres" for user in pwd.getpwall()):
        return "PostgreSQL refuses to run as root, and there is no user postgres"
    return None


class Cluster:
    def __init__(self) -> None:
        binaries = find_binaries()
        assert binaries is not None
        self._postgres = str(binaries / "postgres")
        self._user = "postgres" if os.getuid() == 0 else None
        self._where = Path(tempfile.mkdtemp(prefix="houserules-postgres-"))
        if self._user:
            shutil.chown(self._where, self._user)
        self._log = self._where / "log"
        words = [
            *("-A", "trust", "-U", "tests", "--no-sync", "--locale=C", "--encoding=UTF8"),
            str(self._where / "data"),
        ]
        made = self._start(str(binaries / "initdb"), *words)
        if made.wait(PATIENCE) != 0:
            raise RuntimeError(self._log.read_text())
        self.port, self._process = self._serve()
        self._numbers = count()

    def _start(self, *words: str) -> subprocess.Popen[bytes]:
        with self._log.open("ab") as log:
            # A folder that this user may enter: the one of the tests may belong to root alone.
            return subprocess.Popen(words, user=self._user, cwd=self._where, stdout=log, stderr=log)

    def _serve(self) -> tuple[int, subprocess.Popen[bytes]]:
        """Started on a port that was free a moment ago: if somebody else was quicker, on another."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            port = free_port()
            settings = [word for setting in (*QUICK, "unix_socket_directories=") for word in ("-c", setting)]
            words = ["-D", str(self._where / "data"), "-h", "127.0.0.1", "-p", str(port), *settings]
            process = self._start(self._postgres, *words)
            while process.poll() is None and time.monotonic() < end:
                try:
                    asyncio.run(self._ask(port, "select 1"))
                except (OSError, asyncpg.PostgresError):
                    time.sleep(0.05)
                else:
                    return port, process
        raise RuntimeError(self._log.read_text())

    @staticmethod
    async def _ask(port: int, statement: str) -> None:
        connection = await asyncpg.connect(host="127.0.0.1", port=port, user="tests", database="postgres")
        try:
            await connection.execute(statement)
        finally:
            await connection.close()

    def new_database(self) -> str:
        """The URL of an empty database."""
        name = f"test{next(self._numbers)}"
        asyncio.run(self._ask(self.port, f"create database {name}"))
        return f"postgresql://tests@127.0.0.1:{self.port}/{name}"

    def close(self) -> None:
        self._process.send_signal(signal.SIGINT)  # cuts all connections, then ends
        try:
            self._process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        shutil.rmtree(self._where, ignore_errors=True)


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


@pytest.fixture(scope="session")
def postgres() -> Iterator[Cluster]:
    """One for each process of tests, started when the first test asks for it."""
    if reason := reason_without():
        pytest.skip(reason)
    cluster = Cluster()
    yield cluster
    cluster.close()


@pytest.fixture(params=["sqlite", "postgresql"])
def database_url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """An empty database of each kind."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'test.db'}"
    new: str = request.getfixturevalue("postgres").new_database()
    return new
