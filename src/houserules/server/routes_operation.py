"""Routes for whoever runs the server: is it alive, is it ready, what does it measure; and the documentation."""

from __future__ import annotations

from typing import Any

from litestar import Response, get
from litestar.di import NamedDependency

from .docs_page import STYLE, docs_page
from .openapi import openapi_document, refusals
from .reception import Reception
from .refusals import Refused
from .requests import AnyRequest


@get("/healthz", summary="Is the process alive?", media_type="text/plain")
async def show_health() -> str:
    return "ok\n"


@get("/readyz", summary="Does it take new connections?", media_type="text/plain", responses=refusals(404))
async def show_readiness(reception: NamedDependency[Reception]) -> str:
    """404 before games are loaded, and from the moment on when the server is asked to stop: connections that stand are
    kept, and new ones go elsewhere."""
    if not reception.ready:
        raise Refused(404, "not-ready", "this server starts or stops: go elsewhere, or come back in a moment")
    return "ready\n"


@get("/metrics", summary="Numbers for Prometheus", media_type="text/plain")
async def show_metrics(reception: NamedDependency[Reception]) -> Response[str]:
    text = reception.metrics.text().decode()
    return Response(text, media_type="text/plain; version=0.0.4; charset=utf-8")


@get("/api/v1/openapi.json", include_in_schema=False)
async def show_openapi(request: AnyRequest) -> dict[str, Any]:
    return openapi_document(request.app)


@get("/api/v1/docs", include_in_schema=False, media_type="text/html")
async def show_docs(request: AnyRequest) -> str:
    return docs_page(openapi_document(request.app))


@get("/api/v1/docs.css", include_in_schema=False, media_type="text/css")
async def show_docs_style() -> str:
    return STYLE


ROUTES = (show_health, show_readiness, show_metrics, show_openapi, show_docs, show_docs_style)
