"""The files of the page: what is generated is current, and what a browser keeps of them is right."""

from __future__ import annotations

import gzip
import re
import zlib
from collections.abc import Iterator
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path

import httpx
import pytest

from houserules.server.page_files import MEDIA_TYPES, SCREENS, STYLES, module_graph, page, without_comments
from tests.serving import Served
from tools import cards, icons, messages

pytestmark = pytest.mark.one_build

ROOT = Path(__file__).parent.parent
WEB = ROOT / "src" / "houserules" / "web"
TABLE = "/t/00000000-0000-7000-8000-000000000000"
DOCUMENTS = ("/", "/lobby", "/matches", "/houses", "/settings", TABLE, f"/replay{TABLE[2:]}/1")


def read(name: str) -> str:
    return (WEB / name).read_text(encoding="utf-8")


# -- What scripts write ------------------------------------------------------------------------------------------------


def test_the_deck_is_what_its_script_draws() -> None:
    assert read("cards.svg") == cards.sprite()
    assert read("css/deck.css") == cards.ink()


def test_the_types_of_messages_are_those_of_the_server() -> None:
    assert read("js/messages.d.ts") == messages.messages()


def test_the_icons_are_what_their_script_draws() -> None:
    """Pixel by pixel: another version of zlib may pack the same ones differently."""
    assert read("icons/icon.svg") == icons.svg()
    for name, (size, maskable) in (icons.SIZES | icons.MASKABLE).items():
        assert _pixels((WEB / "icons" / name).read_bytes()) == _pixels(icons.png(size, maskable))


def _pixels(png: bytes) -> bytes:
    begin = png.index(b"IDAT")
    length = int.from_bytes(png[begin - 4 : begin])
    return zlib.decompress(png[begin + 4 : begin + 4 + length])


# -- What belongs together ---------------------------------------------------------------------------------------------


def test_page_and_server_have_the_same_screens() -> None:
    found = re.findall(
        r'^  \[/\^(.*?)\$/, async \(\) => \(await import\("\./(\w+)\.js"\)\)', read("js/main.js"), re.MULTILINE
    )
    screens = {path.replace("\\/", "/").split("(")[0]: module for path, module in found}

    assert screens == SCREENS


def test_every_style_sheet_is_linked_and_every_link_leads_to_one() -> None:
    linked = re.findall(r'href="/web/css/([^"]+)"', read("index.html"))

    assert sorted(linked) == sorted(path.name for path in (WEB / "css").iterdir())
    joined = page().files[STYLES].content.decode()
    assert joined == "".join(read(f"css/{name}") for name in linked)


def test_every_module_is_there_and_every_import_leads_to_one() -> None:
    modules = {path.relative_to(WEB).as_posix() for path in (WEB / "js").rglob("*.js")}
    for name in modules:
        text = read(name)
        for other in re.findall(r'(?:from|import|import\()\s*"(\.[^"]+\.js)"', text):
            target = ((WEB / name).parent / other).resolve().relative_to(WEB.resolve()).as_posix()
            assert target in modules, f"{name} imports {other}"


def test_a_document_names_all_modules_that_its_screen_needs() -> None:
    """Those that the first ones import are among them, however they are written."""
    sources = {f"js/{name}": text.encode() for name, text in {
        "main.js": 'import { a } from "./a.js";\nimport {\n  b,\n} from "./sub/b.js";\nimport("./later.js");',
        "a.js": 'export { c } from "./sub/c.js";',
        "sub/b.js": 'import "../d.js";\nconst text = "import x from nothing";',
        "sub/c.js": 'import { a } from "../a.js";',
        "d.js": "",
        "later.js": "",
    }.items()}  # fmt: skip

    assert module_graph(sources, "js/main.js") == [
        "js/main.js",
        "js/a.js",
        "js/sub/b.js",
        "js/sub/c.js",
        "js/d.js",
    ]


def test_scripts_are_sent_without_their_comments_and_with_their_lines() -> None:
    script = """// One.
/** Two. @type {number} */
const a = 1; // stays
/**
 * Three.
 */
/** Four. */ const b = "/** stays */";
  // Five.
"""
    shown = without_comments(script)

    assert [line for line in shown.split("\n") if line] == [
        "const a = 1; // stays",
        '/** Four. */ const b = "/** stays */";',
    ]
    assert shown.count("\n") == script.count("\n")


def test_every_text_ends_in_its_line() -> None:
    """One in backticks could go on, and a line of it could look like a comment and be left out."""
    other = re.compile(r'"(?:\\.|[^"\\])*"|(?<=[(,=] )/(?:\\.|[^/\\])+/|(?<=\()/(?:\\.|[^/\\])+/')  # texts and patterns
    for path in (WEB / "js").rglob("*.js"):
        for line in without_comments(path.read_text(encoding="utf-8")).split("\n"):
            assert other.sub("", line).count("`") % 2 == 0, f"{path.name}: {line}"


def test_all_languages_have_the_same_keys() -> None:
    keys = {}
    for path in (WEB / "js" / "words").glob("??.js"):
        texts = path.read_text(encoding="utf-8").split(f"export const {path.stem} = {{\n")[1].split("\n};")[0]
        keys[path.stem] = re.findall(r'^  (?:"([^"]+)"|(\w+)):', texts, re.MULTILINE)

    assert keys["en"]
    assert len(keys["en"]) == len(set(keys["en"]))
    for name, found in keys.items():
        assert sorted(found) == sorted(keys["en"]), name


def test_no_module_writes_markup_from_text() -> None:
    """A name or a line of chat could bring an element along. The page's policy would stop a script, but not a form."""
    forbidden = re.compile(r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(|new Function|srcdoc")
    found = {path.name: forbidden.findall(path.read_text(encoding="utf-8")) for path in (WEB / "js").rglob("*.js")}

    assert {name: what for name, what in found.items() if what} == {}


def test_everything_that_is_served_is_installed() -> None:
    installed = set(_below(files("houserules") / "web", ""))
    shipped = {path.relative_to(WEB).as_posix() for path in WEB.rglob("*") if path.suffix in MEDIA_TYPES}

    assert shipped <= installed


def _below(folder: Traversable, path: str) -> Iterator[str]:
    for entry in folder.iterdir():
        if entry.is_dir():
            yield from _below(entry, f"{path}{entry.name}/")
        else:
            yield path + entry.name


# -- What a browser gets -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", DOCUMENTS)
def test_a_document_is_asked_for_each_time_and_sent_only_when_it_changes(here: Served, path: str) -> None:
    answer = here.http.get(path)
    assert answer.status_code == 200
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    assert answer.headers["cache-control"] == "no-cache"
    assert "script-src 'self'" in answer.headers["content-security-policy"]

    again = here.http.get(path, headers={"If-None-Match": answer.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")
    assert again.headers["etag"] == answer.headers["etag"]
    assert here.http.get(path, headers={"If-None-Match": '"other"'}).content == answer.content


def test_what_a_document_names_is_there_and_may_be_kept_for_ever(here: Served) -> None:
    for path in DOCUMENTS:
        document = here.http.get(path).text
        links = re.findall(r'(?:href|src)="([^"]+)"', document)
        assert len(links) == len(set(links)) + 1  # the first module is also preloaded
        for link in set(links):
            answer = here.http.get(link)
            assert answer.status_code == 200, link
            assert "immutable" in answer.headers["cache-control"], link


@pytest.mark.parametrize(
    ("path", "media_type"),
    [
        ("css/all.css", "text/css; charset=utf-8"),
        ("js/main.js", "text/javascript; charset=utf-8"),
        ("js/words/de.js", "text/javascript; charset=utf-8"),
        ("icons/icon.svg", "image/svg+xml"),
        ("icons/icon-192.png", "image/png"),
        ("fonts/besley.woff2", "font/woff2"),
        ("manifest.json", "application/manifest+json"),
    ],
)
def test_a_file_has_its_type_and_two_addresses(here: Served, path: str, media_type: str) -> None:
    """With the version it never changes; without it, a browser asks each time."""
    plain = here.http.get(f"/web/{path}")
    assert (plain.status_code, plain.headers["content-type"]) == (200, media_type)
    assert plain.headers["cache-control"] == "no-cache"
    kept = here.http.get(f"/web/{page().version}/{path}")
    assert kept.content == plain.content
    assert kept.headers["cache-control"] == "public, max-age=31536000, immutable"
    assert here.http.get(f"/web/0123456789abcdef/{path}").status_code == 404


def test_texts_are_packed_for_whoever_understands_it(here: Served) -> None:
    plain = here.http.get("/web/js/main.js", headers={"Accept-Encoding": "identity"})
    assert "content-encoding" not in plain.headers
    assert plain.text == without_comments(read("js/main.js"))
    with httpx.Client(base_url=here.url) as raw, raw.stream("GET", "/web/js/main.js") as packed:
        assert packed.headers["content-encoding"] == "gzip"
        assert packed.headers["vary"] == "Accept-Encoding"
        assert gzip.decompress(b"".join(packed.iter_raw())) == plain.content
    assert "content-encoding" not in here.http.get("/web/fonts/besley.woff2").headers


@pytest.mark.parametrize(
    "path",
    ["/web/", "/web/x.js", "/web/..%2F__init__.py", "/web/%2e%2e/errors.py", "/web/a/b.js", "/web/js/messages.d.ts"],
)
def test_no_other_file_can_be_asked_for(here: Served, path: str) -> None:
    answer = here.http.get(path)
    assert answer.status_code == 404
    assert answer.json()["code"] == "unknown-path"


@pytest.mark.parametrize("path", ["/t/nonsense", "/replay/nonsense/1", f"/replay{TABLE[2:]}/first"])
def test_the_page_of_a_link_that_is_none_is_not_found(here: Served, path: str) -> None:
    answer = here.http.get(path)
    assert answer.status_code == 404
    assert answer.headers["content-type"].startswith("text/html")


def test_the_documents_hold_no_script_and_no_style_of_their_own(here: Served) -> None:
    """The Content-Security-Policy would forbid them."""
    missing = here.http.get("/nothing", headers={"Accept": "text/html"}).text
    for document in (missing, *(here.http.get(path).text for path in DOCUMENTS)):
        assert not re.search(r"<style|style=|<script(?![^>]* src=)| on\w+=|https?://", document)


def test_the_worker_keeps_what_the_home_page_needs_of_one_version(here: Served) -> None:
    worker = here.http.get("/sw.js")
    assert worker.headers["content-type"] == "text/javascript; charset=utf-8"
    assert worker.headers["cache-control"] == "no-cache"
    assert f'const VERSION = "{page().version}";' in worker.text
    kept = re.findall(r'"(/[^"]+)"', worker.text.split("const FILES = ")[1].split(";")[0])
    assert {path.split("/")[2] for path in kept} == {page().version}
    for path in kept:
        assert here.http.get(path).status_code == 200
    home = set(re.findall(r'"(/web/[^"]+\.js)"', here.http.get("/").text))
    assert home <= set(kept)


def test_the_manifest_names_icons_that_are_there(here: Served) -> None:
    manifest = here.http.get("/web/manifest.json").json()
    assert {"name", "start_url", "display"} <= set(manifest)
    assert {icon["purpose"] for icon in manifest["icons"]} == {"any", "maskable"}
    for icon in manifest["icons"]:
        assert here.http.get(icon["src"]).headers["content-type"] == icon["type"]
