"""The OpenAPI document: paths as Litestar finds them in the routes, bodies exactly as msgspec reads them."""

from __future__ import annotations

from typing import Any, Final

import msgspec
from litestar import Litestar
from litestar.handlers import HTTPRouteHandler
from litestar.openapi.datastructures import ResponseSpec
from litestar.routes import HTTPRoute

from houserules.wire import Refusal
from houserules.wire.schema import body_schemas

PARTS: Final = "#/components/schemas/{name}"

REASONS: Final[dict[int, str]] = {
    400: "The request is wrong; the sentence says what would be right.",
    401: "Nobody is known by this key, or none was sent.",
    403: "A page of another web site may not do this, or a host does not want you at this table.",
    404: "There is nothing of this name.",
    409: "It is too late, or too early, for this.",
    413: "The body is too long.",
    415: "The body is not JSON.",
    429: "Too much in too short a time: the header Retry-After says how many seconds to wait.",
    503: "The server has no room now: try again later.",
}


def refusals(*statuses: int) -> dict[int, ResponseSpec]:
    """What a route may answer beside its own answer."""
    return {
        status: ResponseSpec(Refusal, description=REASONS[status], generate_examples=False)
        for status in (*statuses, 429)
    }


READS: Final = (400, 403, 413, 415)
"""What every route with a body may answer."""


def openapi_document(app: Litestar) -> dict[str, Any]:
    document: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(app.openapi_schema.to_schema(), enc_hook=str))
    document["components"] = {"schemas": body_schemas(PARTS)}
    for path, methods in document["paths"].items():
        for method, operation in methods.items():
            handler = _handler(app, path, method)
            _add_body(operation, handler.opt.get("body"))
            for parameter in operation.get("parameters", ()):
                _tidy_parameter(parameter)
    return document


def _handler(app: Litestar, path: str, method: str) -> HTTPRouteHandler:
    for route in app.routes:
        if isinstance(route, HTTPRoute) and route.path_format == path:
            for handler in route.route_handlers:
                if method.upper() in handler.http_methods:
                    return handler
    raise AssertionError(f"{method} {path} is documented, but there is no such route")


def _add_body(operation: dict[str, Any], kind: type[msgspec.Struct] | None) -> None:
    if kind is not None:
        schema = {"$ref": PARTS.format(name=kind.__name__)}
        operation["requestBody"] = {"required": True, "content": {"application/json": {"schema": schema}}}


def _tidy_parameter(parameter: dict[str, Any]) -> None:
    """What may be left out cannot be null as well: there is no null in a URL or a header."""
    schema = parameter["schema"]
    kinds = [kind for kind in schema.pop("oneOf", ()) if kind.get("type") != "null"]
    for kind in kinds:
        schema |= kind
    for name in ("deprecated", "allowEmptyValue", "allowReserved"):
        parameter.pop(name, None)
