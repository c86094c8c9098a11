"""What the server logs: one line for each request, and never a token, a key, a salt, a card or a query."""

from __future__ import annotations

import asyncio
import io
import json
import logging
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from picows import WSFrame, WSListener, WSMsgType, WSTransport, ws_connect

from houserules.server.logs import LOGGER, log, set_up_logs
from houserules.server.metrics import LoopWatch, Metrics
from houserules.server.times import Times
from tests.serving import PATIENCE_SECONDS, Served, served

KEY = "the-key-of-a-device-that-nobody-sees"
IDEMPOTENCY_KEY = "the-key-of-a-request-that-nobody-sees"
WRONG_TOKEN = "a-token-that-opens-nothing-at-all"
SALT = "salt-that-was-said-at-the-table"
MOVES = 20
CHAT = "words-that-were-said-at-the-table"


class Ear(WSListener):
    """Keeps what a socket hears."""

    def __init__(self) -> None:
        super().__init__()
        self.heard: asyncio.Queue[dict[str, Any]] = asyncio.Queue()

    def on_ws_frame(self, _: WSTransport, frame: WSFrame) -> None:
        if frame.msg_type == WSMsgType.TEXT:
            self.heard.put_nowait(json.loads(frame.get_payload_as_utf8_text()))

    async def wait_for(self, kind: str) -> dict[str, Any]:
        while True:
            message = await asyncio.wait_for(self.heard.get(), PATIENCE_SECONDS)
            if message["type"] == kind:
                return message


async def connect(url: str, headers: dict[str, str]) -> tuple[WSTransport, Ear]:
    transport, ear = await ws_connect(Ear, url, extra_headers=headers)
    assert isinstance(ear, Ear)
    return transport, ear


async def play(url: str, headers: dict[str, str] | None = None) -> None:
    """A person says ready, talks, and plays some moves against a bot."""
    transport, ear = await connect(url, headers or {})
    transport.send(WSMsgType.TEXT, json.dumps({"type": "chat", "text": CHAT}).encode())
    await ear.wait_for("chat")
    transport.send(WSMsgType.TEXT, json.dumps({"type": "ready", "salt": SALT}).encode())
    for _ in range(MOVES):
        message = await ear.wait_for("view")
        view = message["view"]
        while not (view and (view["outcome"] or view["seat"] in view["to_act"])):
            message = await ear.wait_for("view")
            view = message["view"]
        if view["outcome"]:
            break
        move = {"type": "move", "seq": message["seq"], "move": view["legal"][0]}
        transport.send(WSMsgType.TEXT, json.dumps(move).encode())
    transport.disconnect()
    await transport.wait_disconnected()


async def knock(url: str) -> str:
    """What a socket with a wrong token is told."""
    transport, ear = await connect(url, {})
    code = (await ear.wait_for("error"))["code"]
    transport.disconnect()
    await transport.wait_disconnected()
    return str(code)


def test_a_whole_session_leaves_no_secret_in_the_log(tmp_path: Path) -> None:
    with served(tmp_path) as here:
        secrets = whole_session(here)
        text = here.log.getvalue()

    lines = [json.loads(line) for line in text.splitlines()]
    assert {"ready", "request", "stopping"} <= {line["event"] for line in lines} | {"stopping"}
    assert sum(line["event"] == "request" for line in lines) >= 6
    for secret in secrets:
        assert secret not in text
    assert "token" not in text
    assert "?" not in text
    assert re.search(r"\b(10|[2-9JQKA])[CDHS]\b", text) is None


def whole_session(here: Served) -> list[str]:
    headers = {"Player-Key": KEY, "Idempotency-Key": IDEMPOTENCY_KEY}
    table = {"game": "shithead", "seats": 2, "bots": [{"seat": 1, "level": "easy"}], "player": "Ann"}
    made = here.http.post("/api/v1/tables", json=table, headers=headers).json()
    live = f"{here.socket_url}/api/v1/tables/{made['table']}/live"
    asyncio.run(play(f"{live}?token={made['token']}"))
    other = here.http.post("/api/v1/tables", json=table).json()
    bearer = {"Authorization": f"Bearer {other['token']}"}
    asyncio.run(play(f"{here.socket_url}/api/v1/tables/{other['table']}/live", bearer))
    assert asyncio.run(knock(f"{live}?token={WRONG_TOKEN}")) == "bad-token"
    open_table = here.http.post("/api/v1/tables", json={"game": "duel"}).json()
    seated = here.http.post(
        f"/api/v1/tables/{open_table['table']}/seats", json={"name": "Ben", "salt": SALT}, headers={"Player-Key": KEY}
    ).json()
    here.http.get(f"/api/v1/tables/{made['table']}/record?match=1&token={made['token']}")
    here.http.get("/api/v1/me", headers={"Player-Key": KEY})
    here.http.get("/api/v1/me", headers={"Player-Key": "wrong"})
    here.http.post("/api/v1/tables", content=made["token"].encode(), headers={"Content-Type": "application/json"})
    here.http.delete("/api/v1/me", headers={"Player-Key": KEY})
    tokens = [made["token"], other["token"], open_table["token"], seated["token"]]
    return [*tokens, KEY, IDEMPOTENCY_KEY, WRONG_TOKEN, SALT, CHAT]


@pytest.fixture
def lines() -> Iterator[io.StringIO]:
    target = io.StringIO()
    set_up_logs("json", target)
    yield target
    LOGGER.handlers.clear()


def test_an_exception_is_logged_by_its_kind_and_place_without_its_message(lines: io.StringIO) -> None:
    try:
        raise ValueError("the token abc")
    except ValueError as problem:
        log("failed", level=logging.ERROR, problem=problem, table="t1")

    [line] = [json.loads(text) for text in lines.getvalue().splitlines()]
    assert (line["event"], line["problem"], line["table"], line["level"]) == ("failed", "ValueError", "t1", "error")
    assert line["at"][-1].startswith("test_server_logs.py:")
    assert "abc" not in lines.getvalue()


def test_lines_of_libraries_do_not_show_what_was_put_into_them(lines: io.StringIO) -> None:
    logging.getLogger("uvicorn.error").warning("a strange request: %s", "/live?token=abc")

    [line] = [json.loads(text) for text in lines.getvalue().splitlines()]
    assert line["said"] == "a strange request: %s"
    assert "abc" not in lines.getvalue()


def test_text_lines_are_one_line_each() -> None:
    target = io.StringIO()
    set_up_logs("text", target)
    log("request", path="/a b\nc", status=200)
    LOGGER.handlers.clear()

    assert target.getvalue().endswith('info request path="/a b\\nc" status=200\n')
    assert target.getvalue().count("\n") == 1


def test_a_histogram_counts_up_to_each_bound() -> None:
    times = Times((0.1, 1.0))
    for seconds in (0.05, 0.1, 0.5, 7.0):
        times.add(seconds)
    metrics = Metrics()
    metrics.time("step_seconds", times, "how long")
    text = metrics.text().decode()

    for bound, count in (("0.1", 2), ("1.0", 3), ("+Inf", 4)):
        assert f'houserules_step_seconds_bucket{{le="{bound}"}} {count}.0' in text
    assert "houserules_step_seconds_sum 7.65" in text


def test_the_longest_stall_is_forgotten_after_a_minute() -> None:
    watch = LoopWatch()
    watch.note(3.0)

    assert watch.longest == 3.0
    for _ in range(600):
        watch.note(0.0)
    assert watch.longest == 0.0
