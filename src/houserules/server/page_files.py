"""The files of the page as they are sent: style sheets joined, scripts without comments, packed, under their version.

Everything lies below `/web/VERSION/`, and the version changes with any file. So a browser may keep each file for ever,
and modules of two versions never meet.
"""

from __future__ import annotations

import gzip
import posixpath
import re
from collections.abc import Iterator
from functools import cache
from hashlib import sha256
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Final

import msgspec

MEDIA_TYPES: Final = {
    ".html": "text/html",
    ".css": "text/css",
    ".js": "text/javascript",
    ".json": "application/manifest+json",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".txt": "text/plain",
    ".woff2": "font/woff2",
}
PACKED_ALREADY: Final = (".png", ".woff2")
STYLES: Final = "css/all.css"
"""All style sheets that the page links, in the order of its links."""
SCREENS: Final = {
    "/": "home",
    "/lobby": "lobby",
    "/matches": "matches",
    "/houses": "builder",
    "/house/": "shared",
    "/settings": "settings",
    "/t/": "visit",
    "/replay/": "replay",
}
"""By path: the module of a screen. js/main.js has the same list, and a test compares them."""

_STYLE_LINK: Final = re.compile(r'<link rel="stylesheet" href="/web/(css/[^"]+)">\n')
_IMPORT: Final = re.compile(r'^(?:import|export)\b(?:[^"\';()]*\bfrom)?\s*"(\.[^"]+)"', re.MULTILINE)
_CALL: Final = re.compile(r'\bimport\("\./([\w-]+)\.js"\)')
_OF_PAGE: Final = re.compile(r'(["(])/web/(?=[a-z])')


class PageFile(msgspec.Struct, frozen=True):
    content: bytes
    packed: bytes | None
    """By gzip, if that is shorter."""
    media_type: str
    etag: str
    """Changes with the content: browsers ask with it whether their copy is still right."""


class Page(msgspec.Struct, frozen=True):
    version: str
    files: dict[str, PageFile]
    """By path below the folder."""
    screens: dict[str, PageFile]
    """The document for each path of SCREENS: it names the modules that its screen needs, so they come all at once."""
    worker: PageFile
    """The service worker. It knows the version and all files of it."""
    missing: PageFile


@cache
def page() -> Page:
    sources = dict(_sources(files("houserules") / "web", ""))
    index = sources["index.html"].decode()
    sources[STYLES] = b"".join(sources[name] for name in _STYLE_LINK.findall(index))
    version = sha256(b"\0".join(name.encode() + b"\0" + sources[name] for name in sorted(sources))).hexdigest()[:16]
    shipped = {name: _shipped(name, data, version) for name, data in sources.items() if not name.endswith(".html")}
    return Page(
        version,
        {name: page_file(name, data) for name, data in shipped.items()},
        {path: page_file("index.html", _document(index, sources, screen, version)) for path, screen in SCREENS.items()},
        page_file("sw.js", _worker(sources, version)),
        page_file("missing.html", _with_version(sources["missing.html"].decode(), version).encode()),
    )


def page_file(name: str, content: bytes) -> PageFile:
    suffix = posixpath.splitext(name)[1]
    packed = None if suffix in PACKED_ALREADY else gzip.compress(content, 9, mtime=0)
    return PageFile(
        content,
        packed if packed is not None and len(packed) < len(content) else None,
        MEDIA_TYPES[suffix],
        f'"{sha256(content).hexdigest()[:32]}"',
    )


def module_graph(sources: dict[str, bytes], *entries: str) -> list[str]:
    """The modules that these ones import, and so on; each once, the first ones first. What is imported later, by a
    call, is not among them."""
    found: list[str] = []
    wanted = list(entries)
    while wanted:
        name = wanted.pop(0)
        if name in found or name not in sources:
            continue
        found.append(name)
        folder = posixpath.dirname(name)
        imports = _IMPORT.findall(sources[name].decode())
        wanted += [posixpath.normpath(posixpath.join(folder, other)) for other in imports]
    return found


def _sources(folder: Traversable, path: str) -> Iterator[tuple[str, bytes]]:
    for entry in folder.iterdir():
        if entry.is_dir():
            yield from _sources(entry, f"{path}{entry.name}/")
        elif posixpath.splitext(entry.name)[1] in MEDIA_TYPES:
            yield path + entry.name, entry.read_bytes()


def _with_version(text: str, version: str) -> str:
    return _OF_PAGE.sub(rf"\1/web/{version}/", text)


def _shipped(name: str, data: bytes, version: str) -> bytes:
    """The manifest names files of the page; all others use paths that are relative to their own."""
    if name.endswith(".js"):
        return without_comments(data.decode()).encode()
    return _with_version(data.decode(), version).encode() if name == "manifest.json" else data


def without_comments(script: str) -> str:
    """A third of the modules are types and comments, which a browser does not need. Only whole lines of them are left
    out, and stay as empty lines: so what is left has its line numbers."""
    lines, is_inside = [], False
    for line in script.split("\n"):
        text = line.strip()
        begins = text.startswith("/**")
        is_comment = is_inside or text.startswith("//") or (begins and text.find("*/") in (-1, len(text) - 2))
        is_inside = (is_inside or (begins and is_comment)) and "*/" not in text
        lines.append("" if is_comment else line)
    return "\n".join(lines)


def _one_style(document: str) -> str:
    link = f'<link rel="stylesheet" href="/web/{STYLES}">\n'
    first, *_, last = _STYLE_LINK.finditer(document)
    return document[: first.start()] + link + document[last.end() :]


def _screen_graph(sources: dict[str, bytes], *screens: str) -> list[str]:
    """The modules of screens. A painter is imported by a call, when the family of a table is known. All of them come
    with the others, because asking for one later takes longer."""
    entries = ["js/main.js", *(f"js/{screen}.js" for screen in screens)]
    graph = module_graph(sources, *entries)
    if "js/painters.js" not in graph:
        return graph
    painters = _CALL.findall(sources["js/painters.js"].decode())
    return module_graph(sources, *entries, *(f"js/{name}.js" for name in painters))


def _document(index: str, sources: dict[str, bytes], screen: str, version: str) -> bytes:
    graph = _screen_graph(sources, screen)
    links = "".join(f'<link rel="modulepreload" href="/web/{name}">\n' for name in graph)
    return _with_version(_one_style(index).replace("</head>", f"{links}</head>", 1), version).encode()


def _worker(sources: dict[str, bytes], version: str) -> bytes:
    """It is told what a device must keep for the home page and the settings; what other screens need it keeps when they
    are opened."""
    names = [*_screen_graph(sources, "home", "settings", "words/de"), STYLES, "cards.svg", "icons/icon.svg"]
    names += [name for name in sources if name.endswith(".woff2")]
    kept = [f"/web/{version}/{name}" for name in sorted(names)]
    facts = {"VERSION": version, "FILES": kept}
    head = "".join(f"const {name} = {msgspec.json.encode(fact).decode()};\n" for name, fact in facts.items())
    return head.encode() + sources["sw.js"]
