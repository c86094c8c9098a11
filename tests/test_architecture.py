"""The rooms of docs/architecture.md are the rooms of the code, and nobody touches what the page does not allow."""

import ast
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import houserules

ROOT = Path(__file__).parent.parent
PAGE = ROOT / "docs" / "architecture.md"
PACKAGE = Path(houserules.__file__).parent
FACE = "__init__"
"""The package's own __init__ only gathers the public names."""


def rooms() -> dict[str, set[str]]:
    """Each room of the page, and what it may touch."""
    rows = re.findall(r"^\| `(\w+)` \| [^|]+ \| ([^|]+) \|$", PAGE.read_text(encoding="utf-8"), re.MULTILINE)
    return {room: set(re.findall(r"`(\w+)`", allowed)) for room, allowed in rows}


def modules() -> Iterator[tuple[str, Path]]:
    """Every module of the package with its room."""
    for path in sorted(PACKAGE.rglob("*.py")):
        yield path.relative_to(PACKAGE).parts[0].removesuffix(".py"), path


def imports(path: Path) -> Iterator[str]:
    """The full names of what a module imports."""
    inside = ["houserules", *path.relative_to(PACKAGE).with_suffix("").parts]
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (name.name for name in node.names)
        elif isinstance(node, ast.ImportFrom):
            start = inside[: len(inside) - node.level] if node.level else []
            base = ".".join([*start, node.module] if node.module else start)
            yield from (f"{base}.{name.name}" for name in node.names)


def touched(path: Path) -> set[str]:
    """The rooms that a module imports."""
    parts = [name.split(".") for name in imports(path)]
    known = set(rooms())
    return {name[1] for name in parts if name[0] == "houserules" and len(name) > 1 and name[1] in known}


def test_the_page_lists_the_rooms_there_are() -> None:
    assert set(rooms()) == {room for room, _ in modules()} - {FACE}


def test_a_room_touches_only_what_the_page_allows() -> None:
    allowed = rooms()
    wrong = [
        f"{path.relative_to(PACKAGE)} imports {sorted(extra)}"
        for room, path in modules()
        if room != FACE and (extra := touched(path) - allowed[room] - {room})
    ]
    assert wrong == []


def test_the_page_allows_nothing_that_no_one_needs() -> None:
    used: dict[str, set[str]] = {room: set() for room in rooms()}
    for room, path in modules():
        if room != FACE:
            used[room] |= touched(path) - {room}
    assert used == rooms()


@pytest.mark.parametrize("room", ["errors", "cards", "kernel", "core", "games", "match", "table"])
def test_rules_have_no_clock_no_chance_and_no_input(room: str) -> None:
    """Time and randomness are arguments: what is dealt comes from the seed, through `fair`."""
    forbidden = {"time", "datetime", "random", "secrets", "os", "sys", "socket", "asyncio", "threading", "subprocess"}
    for where, path in modules():
        if where == room:
            assert {name.split(".")[0] for name in imports(path)} & forbidden == set(), path.name


def test_the_kernel_needs_nothing_but_packed_integers() -> None:
    """It is built where only the compiler's own libraries are, so it may import no other."""
    outside = {name.split(".")[0] for room, path in modules() if room == "kernel" for name in imports(path)}
    assert outside - set(sys.stdlib_module_names) <= {"houserules", "librt", "mypy_extensions"}


def test_each_module_says_in_its_first_line_what_lives_there() -> None:
    for _, path in modules():
        docstring = ast.get_docstring(ast.parse(path.read_text(encoding="utf-8")))
        assert docstring, path
        assert docstring.splitlines()[0].endswith((".", ":", "?", "right.")), path
