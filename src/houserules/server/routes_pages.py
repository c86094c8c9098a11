"""Routes of the page: the files in houserules/web, as they are. Only those that are there can be asked for."""

from __future__ import annotations

import re
from functools import cache
from hashlib import sha256
from importlib.resources import files
from typing import Annotated, Final

import msgspec
from litestar import Response, get
from litestar.params import PathParameter

from .refusals import Refused
from .requests import TABLE_ID, AnyRequest

MEDIA_TYPES: Final = {
    ".html": "text/html",
    ".css": "text/css",
    ".js": "text/javascript",
    ".svg": "image/svg+xml",
}
FileInPath = Annotated[str, PathParameter(description="the name of a file of the page")]
AnyTableInPath = Annotated[str, PathParameter(description="the id of a table")]


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


@get("/web/{name:str}", include_in_schema=False)
async def show_page_file(request: AnyRequest, name: FileInPath) -> Response[bytes]:
    file = page_files().get(name)
    if file is None:
        raise Refused(404, "unknown-path", "there is no such file: begin at /")
    return send_file(request, file)


ROUTES = (show_first_page, show_table_page, show_page_file)
