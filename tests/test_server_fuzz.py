"""Random requests to a real server, by its own OpenAPI document: no 5xx, and every answer as the document says."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.fuzz_rest import fuzz, operations
from tests.serving import Served, served

EXAMPLES = 30


@pytest.fixture(scope="module")
def here(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with served(tmp_path_factory.mktemp("server")) as server:
        yield server


def test_every_route_answers_random_requests_as_its_document_says(here: Served) -> None:
    for operation in operations(here):
        assert fuzz(here, operation, EXAMPLES), operation


def test_the_document_has_every_route_of_the_api(here: Served) -> None:
    found = set(operations(here))

    assert {
        "GET /api/v1/games",
        "GET /api/v1/games/{game}/rules",
        "POST /api/v1/houses/check",
        "POST /api/v1/tables",
        "GET /api/v1/tables",
        "GET /api/v1/tables/{table}",
        "POST /api/v1/tables/{table}/seats",
        "GET /api/v1/tables/{table}/record",
        "GET /healthz",
        "GET /readyz",
        "GET /metrics",
    } <= found
