"""Random requests by the OpenAPI document of a real server: `python -m tests.fuzz_rest 1000` sends that many to each
route, half of them right by the document and half of them wrong."""

from __future__ import annotations

import sys
import tempfile
from collections import Counter
from pathlib import Path
from typing import Any

import schemathesis
from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st
from schemathesis import GenerationMode
from schemathesis.checks import CHECKS

from houserules.games import GAMES
from tests.serving import Served, served

CHECKED = (
    "not_a_server_error",
    "status_code_conformance",
    "content_type_conformance",
    "response_headers_conformance",
    "response_schema_conformance",
    "negative_data_rejection",
    "unsupported_method",
)
"""All but those that ask whether data that fits the document is accepted: a document does not say which houses can be
played, nor which tables there are."""
REFUSED = (400, 401, 403, 404, 405, 409, 413, 415)
"""Answers to requests that are wrong by the document."""


def operations(here: Served) -> list[str]:
    document = here.http.get("/api/v1/openapi.json").json()
    return [f"{method.upper()} {path}" for path, methods in document["paths"].items() for method in methods]


def known_tables(here: Served) -> list[str]:
    """Tables that are there, so that random requests find some."""
    waiting = [{"game": "shithead", "public": True}, {"game": "heroes"}, {"game": "duel", "bots": [{"seat": 1}]}]
    return [here.http.post("/api/v1/tables", json=table).json()["table"] for table in waiting]


def fuzz(here: Served, operation: str, examples: int, number: int = 0) -> Counter[int]:
    """Send random requests to one route. Answers how often each status came, or raises what was wrong."""
    document = here.http.get("/api/v1/openapi.json").json()
    schema = schemathesis.openapi.from_dict(document)
    schema.config.update(base_url=here.url)
    schema.config.checks.negative_data_rejection.expected_statuses = [str(status) for status in REFUSED]
    method, _, path = operation.partition(" ")
    tables = known_tables(here)
    checks = CHECKS.get_by_names(list(CHECKED))
    statuses: Counter[int] = Counter()
    described = document["paths"][path][method.lower()]
    can_be_wrong = described.get("parameters") or described.get("requestBody")
    for mode in (GenerationMode.POSITIVE, GenerationMode.NEGATIVE)[: 2 if can_be_wrong else 1]:

        @seed(number)
        @settings(
            max_examples=max(1, examples // 2),
            deadline=None,
            database=None,
            suppress_health_check=list(HealthCheck),
            phases=[Phase.explicit, Phase.generate, Phase.shrink],
        )
        @given(
            case=schema[path][method].as_strategy(generation_mode=mode),
            table=st.sampled_from([None, *tables] if mode == GenerationMode.POSITIVE else [None]),
            game=st.sampled_from([None, *GAMES] if mode == GenerationMode.POSITIVE else [None]),
        )
        def send(case: Any, table: str | None, game: str | None) -> None:
            """Into right requests is put what the document does not say: a table that is there, a game that ships."""
            if table is not None and case.path_parameters and "table" in case.path_parameters:
                case.path_parameters["table"] = table
            if game is not None and case.path_parameters and "game" in case.path_parameters:
                case.path_parameters["game"] = game
            if game is not None and isinstance(case.body, dict) and "game" in case.body:
                case.body["game"] = game
                for part in ("house", "bots", "seats"):
                    case.body.pop(part, None)
            response = case.call()
            statuses[response.status_code] += 1
            case.validate_response(response, checks=checks)

        send()
    return statuses


def main(examples: int) -> int:
    with tempfile.TemporaryDirectory() as folder, served(Path(folder)) as here:
        for operation in operations(here):
            statuses = fuzz(here, operation, examples)
            print(f"{operation:45} {sum(statuses.values()):7,} requests  {dict(sorted(statuses.items()))}", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else 100))
