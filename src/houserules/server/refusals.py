"""Every refusal as an HTTP answer: a status, and a body with a code and a sentence."""

from __future__ import annotations

import math
from collections.abc import Mapping
from http import HTTPStatus
from typing import Any, Final

import msgspec
from litestar import Request, Response
from litestar.exceptions import (
    HTTPException,
    InternalServerException,
    MethodNotAllowedException,
    NotFoundException,
    ValidationException,
)
from litestar.exceptions.http_exceptions import RequestEntityTooLarge

from houserules.errors import HouseRulesError, RequestError, RulesError
from houserules.wire import Refusal

from .logs import log
from .security import is_open_to_all

STATUS: Final[dict[str, int]] = {
    "bad-token": 401,
    "no-key": 401,
    "removed": 403,
    "unknown-table": 404,
    "unknown-player": 404,
    "unknown-match": 404,
    "table-full": 409,
    "seat-taken": 409,
    "name-taken": 409,
    "not-over": 409,
    "used-key": 409,
    "too-long": 413,
    "not-json": 415,
    "too-fast": 429,
    "too-many-tables": 503,
    "closing": 503,
    "no-database": 503,
}
"""By code. Every other refusal is 400: the request itself is wrong."""

TOO_LARGE: Final = Refusal(code="too-long", message="the body of this request is too long: send less")
FAILED: Final = Refusal(code="failed", message="something went wrong on the server, and it is noted there: try again")


class MatchmakingRefusal(msgspec.Struct, frozen=True):
    """A refusal as clients of Colyseus read it: the sentence as `error` or as `message`, and the status as the code."""

    code: int
    error: str
    message: str


def refusal_body(path: str, status: int, refusal: Refusal) -> bytes:
    """In the form that clients of this path read."""
    if is_open_to_all(path):
        return msgspec.json.encode(MatchmakingRefusal(status, refusal.message, refusal.message))
    return msgspec.json.encode(refusal)


class Refused(HouseRulesError):
    """A refusal of the HTTP door itself."""

    def __init__(self, status: int, code: str, message: str, headers: Mapping[str, str] | None = None) -> None:
        super().__init__(code, message)
        self.status = status
        self.headers = dict(headers or {})


def too_fast(wait: float, what: str) -> Refused:
    seconds = max(1, math.ceil(wait))
    return Refused(429, "too-fast", f"{what}: try again in {seconds} seconds", {"retry-after": str(seconds)})


def refusal_of(problem: Exception) -> tuple[int, Refusal, dict[str, str]]:
    """The status, the body and the headers that answer an exception. What is not expected is our fault: 500."""
    if isinstance(problem, Refused):
        return problem.status, Refusal(code=problem.code, message=problem.message), problem.headers
    if isinstance(problem, RulesError):
        return 400, Refusal(code=problem.code, message=problem.message, problems=problem.details), {}
    if isinstance(problem, HouseRulesError):
        return STATUS.get(problem.code, 400), Refusal(code=problem.code, message=problem.message), {}
    if isinstance(problem, RecursionError):
        return 400, Refusal(code="bad-request", message="this is nested too deeply: send something flatter"), {}
    if isinstance(problem, HTTPException):
        return _of_framework(problem)
    return 500, FAILED, {}


def _of_framework(problem: HTTPException) -> tuple[int, Refusal, dict[str, str]]:
    """What Litestar refuses, in our form."""
    headers = {name: value for name, value in (problem.headers or {}).items() if name.lower() == "allow"}
    if isinstance(problem, RequestEntityTooLarge):
        return 413, TOO_LARGE, {}
    if isinstance(problem, ValidationException):
        return 400, Refusal(code="bad-request", message=_what_is_invalid(problem)), {}
    if isinstance(problem, NotFoundException):
        return 404, Refusal(code="unknown-path", message="there is nothing at this path: see /api/v1/docs"), {}
    if isinstance(problem, MethodNotAllowedException):
        return 405, Refusal(code="bad-method", message=f"this path takes other methods{_allowed(headers)}"), headers
    if isinstance(problem, InternalServerException) and "disconnected" in problem.detail:
        return 400, Refusal(code="bad-request", message="the body of this request ended too early: send it again"), {}
    if problem.status_code < 500:
        return problem.status_code, Refusal(code="bad-request", message=_one_line(problem.detail)), headers
    return 500, FAILED, {}


def _allowed(headers: Mapping[str, str]) -> str:
    allowed = next(iter(headers.values()), "")
    return f": {allowed}" if allowed else ": see /api/v1/docs"


def _what_is_invalid(problem: ValidationException) -> str:
    """Each wrong part with its place, as in "seats: Expected `int` >= 1"."""
    parts = []
    for one in problem.extra if isinstance(problem.extra, list) else []:
        if isinstance(one, dict) and "message" in one:
            place = str(one.get("key") or one.get("source") or "")
            parts.append(f"{place}: {one['message']}" if place else str(one["message"]))
    return _one_line("; ".join(parts) or problem.detail)


def _one_line(text: str) -> str:
    return " ".join(text.split())[:500] or HTTPStatus.BAD_REQUEST.phrase


def answer_problem(request: Request[Any, Any, Any], problem: Exception) -> Response[Any]:
    """The exception handler of the application."""
    status, refusal, headers = refusal_of(problem)
    if status >= 500 and not isinstance(problem, HouseRulesError):
        log("request-failed", level=40, problem=problem, method=request.method, path=request.scope["path"])
    request.scope["state"]["refused"] = refusal.code
    body = refusal_body(request.scope["path"], status, refusal)
    return Response(body, status_code=status, media_type="application/json", headers=headers)


def unknown_table() -> RequestError:
    return RequestError("unknown-table", "there is no such table: ask for a new link")
