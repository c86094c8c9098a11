"""Gate: every HTTP request passes it first. Address, rate, origin and size are checked, and each answer is noted."""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable
from typing import Any, Final

from .logs import log
from .reception import Reception
from .refusals import FAILED, TOO_LARGE, Refused, refusal_body, refusal_of, too_fast
from .security import (
    PART_HEADERS,
    PARTS,
    PREFLIGHT_HEADERS,
    SAFE_METHODS,
    SECURITY_HEADERS,
    client_address,
    client_scheme,
    cors_headers,
    forwarded_for,
    is_open_to_all,
    open_cors_headers,
    origin_allowed,
    origin_is_friend,
)

PROBES: Final = frozenset({"/healthz", "/readyz"})
"""Asked often by a balancer, so they count for no limit and no log."""
METHODS: Final = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})

# As ASGI has them: dictionaries by the name of what they hold.
Message = Any
Scope = Any
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
Headers = tuple[tuple[bytes, bytes], ...]


class Gate:
    """An ASGI application around the routes."""

    def __init__(self, app: Any, reception: Reception) -> None:
        self._app = app
        self._reception = reception

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            self._reception.under_way += 1
            try:
                await self._answer(dict(scope), receive, send)
            finally:
                self._reception.under_way -= 1
        elif scope["type"] == "websocket":
            await send({"type": "websocket.close", "code": 1000, "reason": ""})
        else:
            await self._app(scope, receive, send)

    async def _answer(self, scope: Any, receive: Receive, send: Send) -> None:
        began = time.perf_counter()
        config = self._reception.config
        headers = {name: value.decode("latin-1") for name, value in scope["headers"]}
        peer = scope["client"][0] if scope.get("client") else ""
        said = [value.decode("latin-1") for name, value in scope["headers"] if name == b"x-forwarded-for"]
        address = client_address(peer, forwarded_for(said), config)
        origin = headers.get(b"origin")
        ours = _headers_for(scope["path"])
        is_open = is_open_to_all(scope["path"])
        if is_open:
            ours = _joined(ours, open_cors_headers(origin))
        elif origin is not None and origin_is_friend(origin, config):
            ours = _joined(ours, cors_headers(origin))
        scope["client"] = (address, 0)
        scope["scheme"] = client_scheme(peer, scope["scheme"], headers.get(b"x-forwarded-proto"), config)
        scope.setdefault("state", {})
        status = 0

        async def send_with_headers(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                message["headers"] = [*message.get("headers", ()), *ours]
            await send(message)

        try:
            if is_open and scope["method"] == "OPTIONS":
                await _send_bytes(send_with_headers, 204, b"", ())
            elif _is_preflight(scope, headers) and origin is not None and origin_allowed(origin, None, config):
                await _send_bytes(send_with_headers, 204, b"", PREFLIGHT_HEADERS)
            else:
                self._check(scope, headers, address)
                if scope["method"] == "HEAD":  # uvicorn keeps its own scope, and leaves the body out
                    scope["method"] = "GET"
                await self._app(scope, receive, send_with_headers)
        except Refused as problem:
            code, refusal, more = refusal_of(problem)
            scope["state"]["refused"] = refusal.code
            await _refuse(send_with_headers, code, refusal_body(scope["path"], code, refusal), more)
        except Exception as problem:  # noqa: BLE001 - nothing may pass here without an answer
            log("request-failed", level=40, problem=problem, path=scope["path"])
            scope["state"]["refused"] = FAILED.code
            if not status:
                await _refuse(send_with_headers, 500, refusal_body(scope["path"], 500, FAILED), {})
        self._note(scope, address, status, time.perf_counter() - began)

    def _check(self, scope: Any, headers: dict[bytes, str], address: str) -> None:
        config = self._reception.config
        if scope["path"] in PROBES:
            return
        if self._reception.is_closing:
            raise Refused(503, "closing", "the server restarts: come back in a moment", {"retry-after": "1"})
        if wait := self._reception.addresses.requests.take(address):
            raise too_fast(wait, "too many requests from your address")
        is_guarded = scope["method"] not in SAFE_METHODS and not is_open_to_all(scope["path"])
        if is_guarded and not origin_allowed(headers.get(b"origin"), headers.get(b"host"), config):
            raise Refused(403, "bad-origin", "pages of another web site may not do this: open the page of this server")
        length = headers.get(b"content-length", "0")
        if length.isdecimal() and int(length[:20]) > config.limits.body_bytes:
            raise Refused(413, TOO_LARGE.code, TOO_LARGE.message)

    def _note(self, scope: Any, address: str, status: int, seconds: float) -> None:
        metrics = self._reception.metrics
        method = scope["method"] if scope["method"] in METHODS else "other"
        metrics.requests[method, str(status)] += 1
        metrics.request_times.add(seconds)
        refused = scope["state"].get("refused")
        if refused:
            metrics.refusals[refused] += 1
        if scope["path"] not in PROBES:
            facts = {"code": refused} if refused else {}
            log(
                "request",
                method=method,
                path=scope["path"][:200],
                status=status,
                ms=round(1000 * seconds, 2),
                address=address,
                **facts,
            )


def _is_preflight(scope: Any, headers: dict[bytes, str]) -> bool:
    return scope["method"] == "OPTIONS" and b"access-control-request-method" in headers


def _headers_for(path: str) -> Headers:
    if path.startswith("/api/"):
        return (*SECURITY_HEADERS, (b"cache-control", b"no-store"))
    return PART_HEADERS if path.startswith("/web/") and path.endswith(PARTS) else SECURITY_HEADERS


def _joined(first: Headers, second: Headers) -> Headers:
    """A header of the second replaces one of the first."""
    names = {name for name, _ in second}
    return (*[pair for pair in first if pair[0] not in names], *second)


async def _refuse(send: Send, status: int, body: bytes, headers: dict[str, str]) -> None:
    more = tuple([(name.encode(), value.encode()) for name, value in headers.items()])
    await _send_bytes(send, status, body, ((b"content-type", b"application/json"), *more))


async def _send_bytes(send: Send, status: int, body: bytes, headers: Headers) -> None:
    length = () if status == 204 else ((b"content-length", str(len(body)).encode()),)
    await send({"type": "http.response.start", "status": status, "headers": [*headers, *length]})
    await send({"type": "http.response.body", "body": body, "more_body": False})
