"""The HTTP routes of a real server: what they answer, what they refuse, and how."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from houserules.games import GAMES
from houserules.server.limits import Limits
from tests.serving import Served, served

KEY = "a-key-that-a-device-made-1234567890"
OTHER_KEY = "another-key-of-another-device-12345"


@pytest.fixture(scope="module")
def here(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with served(tmp_path_factory.mktemp("server")) as server:
        yield server


def refusal(answer: httpx.Response, status: int) -> str:
    """The code of a refusal in its proper form."""
    assert answer.status_code == status, answer.text
    assert answer.headers["content-type"].startswith("application/json")
    body = answer.json()
    assert set(body) <= {"code", "message", "problems"}
    assert body["message"]
    assert "\n" not in body["message"]
    assert "Traceback" not in answer.text
    return str(body["code"])


def make_table(here: Served, **more: Any) -> dict[str, Any]:
    answer = here.http.post("/api/v1/tables", json={"game": "shithead", "seats": 3, **more})
    assert answer.status_code == 201, answer.text
    body: dict[str, Any] = answer.json()
    return body


# -- Games and houses --------------------------------------------------------------------------------------------------


def test_all_games_are_listed_with_their_seats_and_levels(here: Served) -> None:
    games = here.http.get("/api/v1/games").json()["games"]

    assert [game["id"] for game in games] == list(GAMES)
    assert games[0]["seats_least"] == 2
    assert {"name": "expert", "thinks": True} in games[0]["levels"]


def test_the_rules_of_a_game_are_a_page(here: Served) -> None:
    page = here.http.get("/api/v1/games/duel/rules").json()

    assert page["name"] == "Shithead for two"
    assert "S1.1" in page["page"]


@pytest.mark.parametrize("game", GAMES)
def test_the_rules_of_every_game_are_data_too(here: Served, game: str) -> None:
    clauses = here.http.get(f"/api/v1/games/{game}/rules").json()["sheet"]["clauses"]

    assert clauses[0]["number"] == "1.1"
    assert all(clause["text"] and clause["heading"] for clause in clauses)


def test_the_rules_of_an_unknown_game_are_not_found(here: Served) -> None:
    assert refusal(here.http.get("/api/v1/games/whist/rules"), 404) == "unknown-game"


@pytest.mark.parametrize("house", [{"name": "Friday", "extends": "shithead"}, 'name = "Friday"\nextends = "shithead"'])
def test_a_house_is_checked_as_an_object_or_as_toml(here: Served, house: object) -> None:
    answer = here.http.post("/api/v1/houses/check", json={"house": house})

    assert answer.status_code == 200
    assert answer.json()["ok"]
    assert answer.json()["rules"]["name"] == "Friday"
    assert answer.json()["game"]["seats_most"] == 8


def test_the_problems_of_a_house_come_as_data(here: Served) -> None:
    house = {"name": "Friday", "extends": "shithead", "deal": {"hand": 99}}
    answer = here.http.post("/api/v1/houses/check", json={"house": house}).json()

    assert not answer["ok"]
    [problem] = answer["problems"]
    assert problem["path"] == ["deal", "hand"]
    assert "max" in problem["allowed"]


def test_a_text_that_is_not_toml_is_a_problem_of_the_house(here: Served) -> None:
    answer = here.http.post("/api/v1/houses/check", json={"house": "= ="}).json()

    assert not answer["ok"]
    assert answer["problems"][0]["code"] == "unreadable"


# -- Tables ------------------------------------------------------------------------------------------------------------


def test_a_new_table_has_a_token_an_invitation_and_a_commitment(here: Served) -> None:
    made = make_table(here, bots=[{"seat": 1, "level": "easy"}])

    assert made["seat"] == 0
    assert len(made["token"]) >= 22
    assert made["invite"] == f"{here.url}/t/{made['table']}"
    assert re.fullmatch("[0-9a-f]{64}", made["commitment"])


def test_everybody_may_look_at_a_table_and_sees_no_token(here: Served) -> None:
    made = make_table(here, player="Ann")
    answer = here.http.get(f"/api/v1/tables/{made['table']}")

    assert answer.json()["status"] == "waiting"
    assert answer.json()["chairs"][0]["name"] == "Ann"
    assert made["token"] not in answer.text


def test_only_public_tables_are_in_the_lobby(here: Served) -> None:
    public = make_table(here, public=True, name="Come in")
    private = make_table(here)
    tables = {table["table"]: table for table in here.http.get("/api/v1/tables").json()["tables"]}

    assert tables[public["table"]]["name"] == "Come in"
    assert private["table"] not in tables


def test_a_code_that_is_said_aloud_finds_the_table(here: Served) -> None:
    table = here.http.post("/api/v1/tables", json={"game": "duel"}).json()["table"]
    code = table[-8:].upper()

    assert here.http.get(f"/api/v1/codes/{code[:4]}-{code[4:]}").json() == {"table": table}
    assert here.http.get(f"/api/v1/codes/ {code.lower()} ").json() == {"table": table}
    other = f"{int(code, 16) ^ 1:08x}"
    assert refusal(here.http.get(f"/api/v1/codes/{other}"), 404) == "unknown-table"
    assert refusal(here.http.get("/api/v1/codes/%25%25%25%25%25%25%25%25"), 400) == "bad-code"


def test_the_same_idempotency_key_gives_the_same_table(here: Served) -> None:
    headers = {"Idempotency-Key": "one-request-of-mine-1"}
    first = here.http.post("/api/v1/tables", json={"game": "duel"}, headers=headers)
    again = here.http.post("/api/v1/tables", json={"game": "duel"}, headers=headers)

    assert first.status_code == again.status_code == 201
    assert first.json() == again.json()


@pytest.mark.parametrize(
    ("body", "headers"),
    [
        ({"game": "duel", "player": "Eve"}, {}),
        ({"game": "shithead", "player": "Ann"}, {}),
        ({"game": "duel", "player": "Ann"}, {"Player-Key": "a-third-key-of-a-third-device-12345"}),
    ],
)
def test_an_idempotency_key_of_another_request_gives_nothing_away(
    here: Served, body: dict[str, Any], headers: dict[str, str]
) -> None:
    key = {"Idempotency-Key": f"a-random-text-{len(str(body))}-{len(headers)}"}
    mine = here.http.post("/api/v1/tables", json={"game": "duel", "player": "Ann"}, headers=key)
    answer = here.http.post("/api/v1/tables", json=body, headers={**key, **headers})
    assert refusal(answer, 409) == "used-key"
    assert mine.json()["token"] not in answer.text
    again = here.http.post("/api/v1/tables", json={"game": "duel", "player": "Ann"}, headers=key)
    assert again.json() == mine.json()


def test_an_idempotency_key_that_could_be_guessed_is_refused(here: Served) -> None:
    answer = here.http.post("/api/v1/tables", json={"game": "duel"}, headers={"Idempotency-Key": "1"})

    assert refusal(answer, 400) == "bad-key"


def test_a_friend_sits_down_and_gets_another_token(here: Served) -> None:
    made = make_table(here, player="Ann")
    taken = here.http.post(f"/api/v1/tables/{made['table']}/seats", json={"name": "Ben"})

    assert taken.status_code == 201
    assert taken.json()["seat"] == 1
    assert taken.json()["token"] != made["token"]


def test_a_seat_is_kept_in_a_cookie_that_no_script_and_no_other_site_can_use(here: Served) -> None:
    made = make_table(here)
    answer = here.http.post(f"/api/v1/tables/{made['table']}/seats", json={"name": "Ben"})
    cookie = answer.headers["set-cookie"]

    assert cookie.startswith(f"seat-{made['table']}={answer.json()['token']};")
    assert {part.strip().lower() for part in cookie.split(";")[1:]} == {
        "httponly",
        "max-age=7776000",
        f"path=/api/v1/tables/{made['table']}",
        "samesite=strict",
    }


def test_a_name_is_taken_once(here: Served) -> None:
    made = make_table(here, player="Ann")

    assert refusal(here.http.post(f"/api/v1/tables/{made['table']}/seats", json={"name": "Ann"}), 409) == "name-taken"


def test_a_full_table_is_full(here: Served) -> None:
    made = make_table(here, seats=2)
    here.http.post(f"/api/v1/tables/{made['table']}/seats", json={"name": "Ben"})

    assert refusal(here.http.post(f"/api/v1/tables/{made['table']}/seats", json={"name": "Cem"}), 409) == "table-full"


def test_a_record_waits_for_the_end_of_the_match(here: Served) -> None:
    made = make_table(here)

    assert refusal(here.http.get(f"/api/v1/tables/{made['table']}/record"), 409) == "not-over"
    assert refusal(here.http.get(f"/api/v1/tables/{made['table']}/record?match=7"), 404) == "unknown-match"


def test_the_invitation_is_a_picture_that_a_telephone_reads(here: Served) -> None:
    made = make_table(here)
    answer = here.http.get(f"/api/v1/tables/{made['table']}/qr.svg")

    assert answer.headers["content-type"].startswith("image/svg+xml")
    assert answer.text.startswith("<svg")


@pytest.mark.parametrize("path", ["", "/record", "/qr.svg"])
@pytest.mark.parametrize("table", ["01a1e5b9-52f4-7c2e-a8e7-bb513916231a", "x", "%00", "..%2f"])
def test_an_unknown_table_is_not_found(here: Served, table: str, path: str) -> None:
    assert refusal(here.http.get(f"/api/v1/tables/{table}{path}"), 404) in ("unknown-table", "unknown-path")


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ({"game": "whist"}, "unknown-game"),
        ({"game": "duel", "seats": 3}, "bad-seats"),
        ({"game": "duel", "house": {}}, "bad-request"),
        ({}, "bad-request"),
        ({"house": {"name": "x", "extends": "/etc/passwd"}}, "bad-house"),
        ({"game": "duel", "bots": [{"seat": 0, "level": "genius"}]}, "bad-player"),
    ],
)
def test_a_table_that_cannot_be_is_refused(here: Served, body: dict[str, Any], code: str) -> None:
    answer = here.http.post("/api/v1/tables", json=body)

    assert refusal(answer, 400) == code
    assert bool(answer.json().get("problems")) == (code == "bad-house")


# -- Players -----------------------------------------------------------------------------------------------------------


def test_a_key_gives_a_name_and_can_be_forgotten(here: Served) -> None:
    headers = {"Player-Key": KEY}

    assert refusal(here.http.get("/api/v1/me", headers=headers), 404) == "unknown-player"
    named = here.http.put("/api/v1/me", json={"name": "Ann"}, headers=headers).json()
    assert named["name"] == "Ann"
    assert here.http.get("/api/v1/me", headers=headers).json() == named
    assert here.http.get(f"/api/v1/players/{named['id']}").json() == named
    assert KEY not in str(named)
    assert here.http.get("/api/v1/me/matches", headers=headers).json() == {"matches": []}
    assert here.http.delete("/api/v1/me", headers=headers).status_code == 204
    assert refusal(here.http.delete("/api/v1/me", headers=headers), 404) == "unknown-player"
    assert refusal(here.http.get(f"/api/v1/players/{named['id']}"), 404) == "unknown-player"


def test_whoever_is_forgotten_is_not_seen_at_a_table_either(here: Served) -> None:
    key = {"Player-Key": "a-key-that-is-soon-forgotten-1234567"}
    table = here.http.post("/api/v1/tables", json={"game": "duel", "player": "Fay"}, headers=key).json()["table"]
    assert "id" in here.http.get(f"/api/v1/tables/{table}").json()["chairs"][0]
    assert here.http.delete("/api/v1/me", headers=key).status_code == 204
    chair = here.http.get(f"/api/v1/tables/{table}").json()["chairs"][0]
    assert (chair["name"], "id" in chair) == ("Fay", False)
    assert refusal(here.http.delete("/api/v1/me", headers=key), 404) == "unknown-player"


def test_whoever_sits_with_a_key_finds_the_table_again(here: Served) -> None:
    headers = {"Player-Key": OTHER_KEY}
    made = here.http.post("/api/v1/tables", json={"game": "duel", "player": "Ben"}, headers=headers).json()
    found = here.http.get("/api/v1/me/matches", headers=headers).json()

    assert [table["table"] for table in found["open"]] == [made["table"]]
    assert here.http.get("/api/v1/me", headers=headers).json()["name"] == "Ben"


def test_a_table_that_waits_for_my_move_is_told_apart(here: Served) -> None:
    """Before the deal, and at a table of others, nobody waits for me."""
    headers = {"Player-Key": "a key of somebody who plays alone".replace(" ", "-")}
    body = {"game": "duel", "player": "Gus", "bots": [{"seat": 1}]}
    waiting = here.http.post("/api/v1/tables", json=body, headers=headers).json()["table"]
    dealt = here.http.post("/api/v1/tables", json=body | {"salt": "x"}, headers=headers).json()["table"]
    found = here.http.get("/api/v1/me/matches", headers=headers).json()

    assert {table["table"] for table in found["open"]} == {waiting, dealt}
    assert found["waits"] == [dealt]


@pytest.mark.parametrize("method", ["GET", "DELETE"])
def test_without_a_key_nobody_is_known(here: Served, method: str) -> None:
    assert refusal(here.http.request(method, "/api/v1/me"), 401) == "no-key"


@pytest.mark.parametrize("key", ["short", "has spaces in it and is long enough", "x" * 200])
def test_a_wrong_key_is_refused_and_not_repeated(here: Served, key: str) -> None:
    answer = here.http.get("/api/v1/me", headers={"Player-Key": key})

    assert refusal(answer, 400) == "bad-key"
    assert key not in answer.text


def test_the_leader_board_of_a_new_server_is_empty(here: Served) -> None:
    board = here.http.get("/api/v1/ratings", params={"game": "duel"}).json()

    assert board["players"] == []
    assert refusal(here.http.get("/api/v1/ratings"), 400) == "bad-request"
    assert refusal(here.http.get("/api/v1/ratings", params={"game": "whist"}), 400) == "unknown-game"


# -- Refusals of the door ----------------------------------------------------------------------------------------------


def test_an_unknown_path_and_a_wrong_method_are_refusals_too(here: Served) -> None:
    assert refusal(here.http.get("/nothing"), 404) == "unknown-path"
    wrong = here.http.delete("/api/v1/games")
    assert refusal(wrong, 405) == "bad-method"
    assert "GET" in wrong.headers["allow"]
    assert refusal(here.http.request("PROPFIND", "/api/v1/games"), 405) == "bad-method"


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"{",
        b"[]",
        b"null",
        b'{"game": 1}',
        b'{"game": "duel", "more": 1}',
        b'"\xff"',
        b'{"seats": "2"}',
        b"[" * 9999,
    ],
)
def test_a_body_that_cannot_be_read_is_refused(here: Served, body: bytes) -> None:
    answer = here.http.post("/api/v1/tables", content=body, headers={"Content-Type": "application/json"})

    assert refusal(answer, 400) == "bad-request"


def test_a_house_that_is_nested_deeply_is_refused(here: Served) -> None:
    deep = '{"house": ' + '{"a": ' * 900 + "1" + "}" * 900 + "}"
    answer = here.http.post("/api/v1/tables", content=deep, headers={"Content-Type": "application/json"})

    refusal(answer, 400)


def test_a_body_of_another_kind_is_refused(here: Served) -> None:
    answer = here.http.post("/api/v1/tables", content=b'{"game": "duel"}', headers={"Content-Type": "text/plain"})

    assert refusal(answer, 415) == "not-json"


@pytest.mark.parametrize("chunked", [False, True])
def test_a_body_that_is_too_long_is_refused(here: Served, chunked: bool) -> None:
    body = b'{"game": "' + b"x" * 300_000 + b'"}'
    content: Any = iter([body]) if chunked else body
    answer = here.http.post("/api/v1/tables", content=content, headers={"Content-Type": "application/json"})

    assert refusal(answer, 413) == "too-long"


def test_what_fails_unexpectedly_is_answered_without_a_traceback_and_logged(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with served(tmp_path) as server:

        async def fail(_: object = None) -> Any:
            raise ZeroDivisionError("a secret")

        monkeypatch.setattr(server.server.reception.store, "lobby", fail)
        answer = server.http.get("/api/v1/tables?token=hidden")

        assert refusal(answer, 500) == "failed"
        assert "secret" not in answer.text
        assert '"problem":"ZeroDivisionError"' in server.log.getvalue()
        assert "a secret" not in server.log.getvalue()


# -- Browsers ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", ["/api/v1/games", "/nothing", "/healthz", "/api/v1/docs", "/metrics"])
def test_every_answer_has_the_headers_that_protect_browsers(here: Served, path: str) -> None:
    headers = here.http.get(path).headers
    policy = headers["content-security-policy"]

    assert "default-src 'none'" in policy
    assert "frame-ancestors 'none'" in policy
    assert "unsafe" not in policy
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "no-referrer"
    assert "camera=()" in headers["permissions-policy"]
    assert "server" not in headers


def test_pages_of_other_sites_may_not_change_anything(here: Served) -> None:
    for origin in ("https://evil.example", "null", "http://127.0.0.1:1"):
        answer = here.http.post("/api/v1/tables", json={"game": "duel"}, headers={"Origin": origin})
        assert refusal(answer, 403) == "bad-origin"
        assert "access-control-allow-origin" not in answer.headers
    assert here.http.post("/api/v1/tables", json={"game": "duel"}, headers={"Origin": here.url}).status_code == 201


def test_sites_that_the_settings_name_may_use_the_server(tmp_path: Path) -> None:
    friend = {"Origin": "https://friend.example"}
    with served(tmp_path, origins=("https://friend.example",)) as server:
        asked = server.http.options("/api/v1/tables", headers={**friend, "Access-Control-Request-Method": "POST"})
        made = server.http.post("/api/v1/tables", json={"game": "duel"}, headers=friend)
        stranger = server.http.options(
            "/api/v1/tables", headers={"Origin": "https://evil.example", "Access-Control-Request-Method": "POST"}
        )

    assert asked.status_code == 204
    assert "Player-Key" in asked.headers["access-control-allow-headers"]
    assert made.status_code == 201
    assert asked.headers["access-control-allow-origin"] == made.headers["access-control-allow-origin"]
    assert "access-control-allow-origin" not in stranger.headers


def test_invitations_and_cookies_follow_the_public_address(tmp_path: Path) -> None:
    with served(tmp_path, public_url="https://cards.example", proxy=("127.0.0.1",)) as server:
        headers = {
            "X-Forwarded-Proto": "https",
            "X-Forwarded-For": "6.6.6.6, 9.8.7.6",
            "Origin": "https://cards.example",
        }
        made = server.http.post("/api/v1/tables", json={"game": "duel"}, headers=headers)
    log = server.log.getvalue()  # a request is noted after its answer

    assert made.json()["invite"].startswith("https://cards.example/t/")
    assert "secure" in made.headers["set-cookie"].lower()
    assert '"address":"9.8.7.6"' in log


def test_forwarding_headers_of_strangers_are_ignored(here: Served) -> None:
    made = here.http.post("/api/v1/tables", json={"game": "duel"}, headers={"X-Forwarded-Proto": "https"})

    assert "secure" not in made.headers["set-cookie"].lower()


# -- Limits ------------------------------------------------------------------------------------------------------------


def test_an_address_that_asks_too_often_has_to_wait(tmp_path: Path) -> None:
    limits = Limits(requests_per_second=1, requests_burst=3)
    with served(tmp_path, limits=limits, proxy=("127.0.0.1",)) as server:
        answers = [server.http.get("/api/v1/games") for _ in range(9)]
        other = server.http.get("/api/v1/games", headers={"X-Forwarded-For": "1.2.3.4"})
        probe = server.http.get("/healthz")

    refused = [answer for answer in answers if answer.status_code != 200]
    assert refused
    assert refusal(refused[0], 429) == "too-fast"
    assert int(refused[0].headers["retry-after"]) >= 1
    assert other.status_code == probe.status_code == 200


def test_an_address_opens_only_so_many_tables(tmp_path: Path) -> None:
    with served(tmp_path, limits=Limits(tables_per_address=2)) as server:
        wrong = server.http.post("/api/v1/tables", json={"game": "whist"})
        answers = [server.http.post("/api/v1/tables", json={"game": "duel"}) for _ in range(3)]

    assert refusal(wrong, 400) == "unknown-game"
    assert [answer.status_code for answer in answers] == [201, 201, 429]
    assert int(answers[2].headers["retry-after"]) > 60


def test_a_server_without_room_says_so(tmp_path: Path) -> None:
    with served(tmp_path, limits=Limits(tables=1)) as server:
        answers = [server.http.post("/api/v1/tables", json={"game": "duel"}) for _ in range(2)]

    assert answers[0].status_code == 201
    assert refusal(answers[1], 503) == "too-many-tables"


# -- Operation ---------------------------------------------------------------------------------------------------------


def test_probes_and_metrics_answer(here: Served) -> None:
    assert here.http.get("/healthz").text == "ok\n"
    assert here.http.head("/healthz").status_code == 200
    assert here.http.get("/readyz").text == "ready\n"
    make_table(here)
    metrics = here.http.get("/metrics")
    assert metrics.headers["content-type"].startswith("text/plain; version=0.0.4")
    assert re.search(r"^houserules_tables [1-9]", metrics.text, re.MULTILINE)
    assert 'houserules_http_answers_total{method="POST",status="201"}' in metrics.text
    assert "houserules_loop_stall_seconds" in metrics.text


def test_a_server_that_stops_is_not_ready(tmp_path: Path) -> None:
    with served(tmp_path, drain_seconds=3600) as server:
        server.server.stop_soon("a test")
        answer = server.http.get("/readyz")
        server.server.should_exit = True

    assert refusal(answer, 404) == "not-ready"


def test_the_documentation_loads_nothing_from_elsewhere(here: Served) -> None:
    page = here.http.get("/api/v1/docs")

    assert page.headers["content-type"].startswith("text/html")
    assert "<script" not in page.text
    assert "style=" not in page.text
    assert re.findall(r'(?:src|href)="(?!/api/v1/|#)', page.text) == []
    assert "/api/v1/tables/{table}/seats" in page.text
    assert here.http.get("/api/v1/docs.css").headers["content-type"].startswith("text/css")


def test_the_schema_has_all_messages_and_all_games(here: Served) -> None:
    parts = here.http.get("/api/v1/schema").json()["$defs"]

    assert {"wire.said", "wire.told", "wire.TableRequest", "shedding.move", "heroes.view"} <= set(parts)
    used = set(re.findall(r'"#/\$defs/([^"]+)"', here.http.get("/api/v1/schema").text))
    assert used <= set(parts)
