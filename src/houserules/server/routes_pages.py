"""Routes of the page: the files in houserules/web, as they are, and what links for friends begin with."""

from __future__ import annotations

import re
from functools import cache
from hashlib import sha256
from importlib.resources import files
from typing import Annotated, Any, Final

import msgspec
from litestar import Response, get
from litestar.di import NamedDependency
from litestar.exceptions import NotFoundException
from litestar.params import PathParameter

from .reception import Reception
from .refusals import Refused, answer_problem
from .requests import TABLE_ID, AnyRequest, base_url

MEDIA_TYPES: Final = {
    ".html": "text/html",
    ".css": "text/css",
    ".js": "text/javascript",
    ".svg": "image/svg+xml",
}
FileInPath = Annotated[str, PathParameter(description="the name of a file of the page")]
AnyTableInPath = Annotated[str, PathParameter(description="the id of a table")]


class Site(msgspec.Struct, frozen=True):
    """What the page cannot know by itself."""

    base: str
    """What a link begins with that is meant for other people; "" if it is not known."""


class PageFile(msgspec.Struct, frozen=True):
    content: bytes
    media_type: str
    etag: str
    """Changes with the content: browsers ask with it whether their copy is still right."""


@cache
def page_files() -> dict[str, PageFile]:
    """By name."""
    found = {}
    for file in (files("houserules") / "web").iterdir():
        media_type = MEDIA_TYPES.get(file.name[file.name.rfind(".") :])
        if media_type is not None:
            content = file.read_bytes()
            found[file.name] = PageFile(content, media_type, f'"{sha256(content).hexdigest()[:32]}"')
    return found


def send_file(request: AnyRequest, file: PageFile, status: int = 200) -> Response[bytes]:
    """The file, or 304 if the browser has it."""
    headers = {"etag": file.etag, "cache-control": "no-cache"}
    known = [tag.strip().removeprefix("W/") for tag in request.headers.get("if-none-match", "").split(",")]
    if status == 200 and (file.etag in known or known == ["*"]):
        return Response(b"", status_code=304, headers=headers, media_type=file.media_type)
    return Response(file.content, status_code=status, headers=headers, media_type=file.media_type)


@get("/", include_in_schema=False)
async def show_first_page(request: AnyRequest) -> Response[bytes]:
    return send_file(request, page_files()["index.html"])


@get("/t/{table:str}", include_in_schema=False)
async def show_table_page(request: AnyRequest, table: AnyTableInPath) -> Response[bytes]:
    """The page of a table asks the API itself, and says if there is no such table."""
    return send_file(request, page_files()["table.html"], 200 if re.fullmatch(TABLE_ID, table) else 404)


@get("/web/site.json", include_in_schema=False)
async def show_site(request: AnyRequest, reception: NamedDependency[Reception]) -> Response[Site]:
    return Response(Site(base_url(request, reception)), headers={"cache-control": "no-store"})


@get("/web/{name:str}", include_in_schema=False)
async def show_page_file(request: AnyRequest, name: FileInPath) -> Response[bytes]:
    file = page_files().get(name)
    if file is None:
        raise Refused(404, "unknown-path", "there is no such file: begin at /")
    return send_file(request, file)


def answer_unknown_path(request: AnyRequest, problem: NotFoundException) -> Response[Any]:
    """Whoever typed a wrong address into a browser gets a page; programs get what they get everywhere."""
    wants_page = "text/html" in request.headers.get("accept", "")
    if request.method != "GET" or not wants_page or request.scope["path"].startswith("/api/"):
        return answer_problem(request, problem)
    request.scope["state"]["refused"] = "unknown-path"
    return send_file(request, page_files()["missing.html"], 404)


ROUTES = (show_first_page, show_table_page, show_site, show_page_file)
