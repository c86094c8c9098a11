"""`houserules serve` as a process: its options, its first line, its end, and what it says when it cannot start."""

from __future__ import annotations

import os
import signal
import socket
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest

from houserules.server.addresses import is_this_machine, network_host
from houserules.server.config import SETTINGS, Config
from houserules.server.serve_command import how_friends_come
from tests.serving import served

PATIENCE_SECONDS = 120
PLAIN = {name: value for name, value in os.environ.items() if not name.startswith("HOUSERULES_")}


def command(*words: str, folder: Path, **variables: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-m", "houserules", "serve", *words],
        cwd=folder,
        env={**PLAIN, **variables},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


@contextmanager
def running(folder: Path, *words: str) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """The process, and the address that it tells when it is ready."""
    process = command("--port", "0", *words, folder=folder)
    try:
        assert process.stdout is not None
        line = process.stdout.readline()
        assert line.startswith("House Rules is ready at http://localhost:"), (line, process.communicate())
        assert process.stdout.readline().startswith("Only this machine can open it.")
        yield process, line.split()[-1].replace("localhost", "127.0.0.1")
    finally:
        process.kill()
        process.communicate()


def refused(*words: str, folder: Path, **variables: str) -> str:
    """The one sentence with which the command ends."""
    process = command(*words, folder=folder, **variables)
    said, problem = process.communicate(timeout=PATIENCE_SECONDS)
    assert (process.returncode, said) == (2, "")
    assert problem.startswith("houserules: ")
    assert problem.count("\n") == 1
    return problem.removeprefix("houserules: ").rstrip()


def test_help_lists_every_setting(tmp_path: Path) -> None:
    process = command("--help", folder=tmp_path)
    said, _ = process.communicate(timeout=PATIENCE_SECONDS)

    assert process.returncode == 0
    assert [setting.flag for setting in SETTINGS if f"{setting.flag} " not in said] == []


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["--port", "many"], "--port must be a whole number from 0 to 65535, not 'many'"),
        (["--durability", "x"], "--durability must be normal or full, not 'x'"),
        (["--host", "no.such.host.invalid"], "cannot listen on no.such.host.invalid port 8000"),
        (
            ["--port", "0", "--database", "sqlite:////no/such/folder/x.db"],
            "the database sqlite:////no/such/folder/x.db",
        ),
    ],
)
def test_a_wrong_setting_ends_it_with_a_sentence(tmp_path: Path, words: list[str], sentence: str) -> None:
    assert refused(*words, folder=tmp_path).startswith(sentence)


@pytest.mark.parametrize(
    ("config", "words"),
    [
        (Config(), "Only this machine can open it. For friends in your network: houserules serve --host 0.0.0.0"),
        (Config(host="192.0.2.7"), "Friends in your network open http://192.0.2.7:8000"),
        (Config(host="2001:db8::7"), "Friends in your network open http://[2001:db8::7]:8000"),
        (Config(public_url="https://cards.example.org"), "Friends open https://cards.example.org"),
    ],
)
def test_it_says_how_friends_reach_it(config: Config, words: str) -> None:
    assert how_friends_come("http://localhost:8000", config).startswith(words)


def test_with_all_addresses_friends_get_that_of_the_network() -> None:
    """On a machine without a network there is none, and then it says so."""
    host = network_host("0.0.0.0")
    said = how_friends_come("http://localhost:8000", Config(host="0.0.0.0"))

    if host is None:
        assert said == "This machine is in no network, so nobody else can open it."
    else:
        assert not is_this_machine(host)
        assert said == f"Friends in your network open http://{host}:8000"


@pytest.mark.parametrize("host", ["localhost", "LocalHost", "127.0.0.1", "127.3.2.1", "::1", "[::1]"])
def test_some_names_lead_only_to_this_machine(host: str) -> None:
    assert is_this_machine(host)


def test_links_for_friends_have_the_address_in_the_network(tmp_path: Path) -> None:
    """Whoever asks from this machine says localhost. Whoever uses another name gets that name."""
    with served(tmp_path, host="0.0.0.0") as server:
        host = network_host("0.0.0.0") or "127.0.0.1"
        assert server.http.get("/web/site.json").json() == {"base": server.url.replace("127.0.0.1", host)}
        by_name = {"Host": "cards.example.org:81"}
        assert server.http.get("/web/site.json", headers=by_name).json() == {"base": "http://cards.example.org:81"}


def test_a_wrong_variable_ends_it_with_a_sentence(tmp_path: Path) -> None:
    said = refused(folder=tmp_path, HOUSERULES_TABLES="none")

    assert said == "HOUSERULES_TABLES must be a whole number from 1 to 100000000, not 'none'"


def test_a_port_that_somebody_else_has_is_refused_with_a_sentence(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        said = refused("--port", str(taken.getsockname()[1]), folder=tmp_path)

    assert said.endswith("choose another --host or --port")


def test_without_the_packages_of_the_server_it_says_what_to_install(tmp_path: Path) -> None:
    program = (
        "import sys; sys.modules['uvloop'] = None; from houserules.__main__ import main; sys.exit(main(['serve']))"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=tmp_path, env=PLAIN, capture_output=True, text=True, check=False
    )

    assert done.returncode == 2
    assert done.stderr == "houserules: the server needs more packages: pip install 'houserules[server]'\n"


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_signal_ends_it_and_every_table_is_kept(tmp_path: Path, number: signal.Signals) -> None:
    with running(tmp_path) as (process, url):
        made = httpx.post(f"{url}/api/v1/tables", json={"game": "duel"}).json()
        process.send_signal(number)
        said, log = process.communicate(timeout=PATIENCE_SECONDS)

    assert process.returncode == 0, log
    assert said == ""
    assert log.splitlines()[-1].endswith('"event":"stopped"}')
    assert "Traceback" not in log
    with sqlite3.connect(tmp_path / "houserules.db") as database:
        assert database.execute("select count(*) from entry where tbl = ?", (made["table"],)).fetchone() == (1,)
    database.close()
    with running(tmp_path) as (_, url):
        assert httpx.get(f"{url}/api/v1/tables/{made['table']}").json()["title"] == "Shithead for two"


def test_a_killed_server_has_lost_nothing(tmp_path: Path) -> None:
    with running(tmp_path, "--log", "text") as (process, url):
        made = httpx.post(f"{url}/api/v1/tables", json={"game": "duel", "player": "Ann"}).json()
        seated = httpx.post(f"{url}/api/v1/tables/{made['table']}/seats", json={"name": "Ben"}).json()
        process.send_signal(signal.SIGKILL)
        process.communicate(timeout=PATIENCE_SECONDS)
    with running(tmp_path) as (_, url):
        chairs = httpx.get(f"{url}/api/v1/tables/{made['table']}").json()["chairs"]

    assert seated["seat"] == 1
    assert [chair["name"] for chair in chairs] == ["Ann", "Ben"]
