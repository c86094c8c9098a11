"""Routes of the page: one document for all screens, the files of houserules/web, and how links for friends begin."""

from __future__ import annotations

import re
from typing import Annotated, Any, Final

import msgspec
from litestar import Response, get
from litestar.di import NamedDependency
from litestar.exceptions import NotFoundException
from litestar.params import PathParameter

from houserules.errors import RulesError
from houserules.games.house_code import document_of_code

from .page_files import PageFile, page
from .reception import Reception
from .refusals import Refused, answer_problem
from .requests import TABLE_ID, AnyRequest, accepts_gzip, base_url

FileInPath = Annotated[str, PathParameter(description="the path of a file of the page")]
AnyTableInPath = Annotated[str, PathParameter(description="the id of a table")]
AnyCodeInPath = Annotated[str, PathParameter(description="the code of a house")]
AnyMatchInPath = Annotated[str, PathParameter(description="the number of a match")]

ASK_AGAIN: Final = "no-cache"
"""A browser keeps it, and asks each time whether it is still right."""
FOR_EVER: Final = "public, max-age=31536000, immutable"


class Site(msgspec.Struct, frozen=True):
    """What the page cannot know by itself."""

    base: str
    """What a link begins with that is meant for other people; "" if it is not known."""


def send_file(request: AnyRequest, file: PageFile, status: int = 200, keep: str = ASK_AGAIN) -> Response[bytes]:
    """The file, packed if the browser understands it, or 304 if the browser has it."""
    headers = {"etag": file.etag, "cache-control": keep, "vary": "Accept-Encoding"}
    known = [tag.strip().removeprefix("W/") for tag in request.headers.get("if-none-match", "").split(",")]
    if status == 200 and (file.etag in known or known == ["*"]):
        return Response(b"", status_code=304, headers=headers, media_type=file.media_type)
    if file.packed is not None and accepts_gzip(request.headers.get("accept-encoding", "")):
        headers["content-encoding"] = "gzip"
        return Response(file.packed, status_code=status, headers=headers, media_type=file.media_type)
    return Response(file.content, status_code=status, headers=headers, media_type=file.media_type)


@get(["/", "/lobby", "/matches", "/houses", "/settings"], include_in_schema=False)
async def show_screen(request: AnyRequest) -> Response[bytes]:
    return send_file(request, page().screens[request.scope["path"].rstrip("/") or "/"])


@get("/house/{code:str}", include_in_schema=False)
async def show_house_page(request: AnyRequest, code: AnyCodeInPath) -> Response[bytes]:
    """The page reads the code itself, and says if it cannot."""
    try:
        document_of_code(code)
    except RulesError:
        return send_file(request, page().screens["/house/"], 404)
    return send_file(request, page().screens["/house/"])


@get("/t/{table:str}", include_in_schema=False)
async def show_table_page(request: AnyRequest, table: AnyTableInPath) -> Response[bytes]:
    """The page of a table asks the API itself, and says if there is no such table."""
    return send_file(request, page().screens["/t/"], 200 if re.fullmatch(TABLE_ID, table) else 404)


@get("/replay/{table:str}/{match:str}", include_in_schema=False)
async def show_replay_page(request: AnyRequest, table: AnyTableInPath, match: AnyMatchInPath) -> Response[bytes]:
    is_match = re.fullmatch(TABLE_ID, table) and re.fullmatch(r"[1-9]\d{0,8}", match)
    return send_file(request, page().screens["/replay/"], 200 if is_match else 404)


@get("/sw.js", include_in_schema=False)
async def show_service_worker(request: AnyRequest) -> Response[bytes]:
    """From the root, because a worker may serve only what lies below its own path."""
    return send_file(request, page().worker)


@get("/web/site.json", include_in_schema=False)
async def show_site(request: AnyRequest, reception: NamedDependency[Reception]) -> Response[Site]:
    return Response(Site(base_url(request, reception)), headers={"cache-control": "no-store"})


@get("/web/{name:path}", include_in_schema=False)
async def show_page_file(request: AnyRequest, name: FileInPath) -> Response[bytes]:
    """A file by its path, or by the version and its path. Other versions than this one are not there any more."""
    path = name.removeprefix("/")
    version, _, rest = path.partition("/")
    is_of_version = version == page().version
    file = page().files.get(rest if is_of_version else path)
    if file is None:
        raise Refused(404, "unknown-path", "there is no such file: begin at /")
    return send_file(request, file, keep=FOR_EVER if is_of_version else ASK_AGAIN)


def answer_unknown_path(request: AnyRequest, problem: NotFoundException) -> Response[Any]:
    """Whoever typed a wrong address into a browser gets a page; programs get what they get everywhere."""
    wants_page = "text/html" in request.headers.get("accept", "")
    if request.method != "GET" or not wants_page or request.scope["path"].startswith("/api/"):
        return answer_problem(request, problem)
    request.scope["state"]["refused"] = "unknown-path"
    return send_file(request, page().missing, 404)


ROUTES = (
    show_screen,
    show_house_page,
    show_table_page,
    show_replay_page,
    show_service_worker,
    show_site,
    show_page_file,
)
