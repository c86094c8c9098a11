"""The rooms of docs/architecture.md are the rooms of the code, and nobody touches what the page does not allow."""

import ast
import re
import statistics
import subprocess
import sys
from collections import defaultdict
from collections.abc import Iterator
from fnmatch import fnmatchcase
from functools import cache
from pathlib import Path

import pytest

import houserules
from houserules import bots, core, match, table

pytestmark = pytest.mark.one_build

ROOT = Path(__file__).parent.parent
PAGE = ROOT / "docs" / "architecture.md"
PACKAGE = Path(houserules.__file__).parent
FACE = "__init__"
"""The package's own __init__ only gathers the public names."""

MODULES = sorted(path.relative_to(PACKAGE).with_suffix("").as_posix() for path in PACKAGE.rglob("*.py"))
"""Every module by its path: `games/shedding/game`."""


@cache
def tree(module: str) -> ast.Module:
    return ast.parse((PACKAGE / f"{module}.py").read_text(encoding="utf-8"))


# -- Rooms -----------------------------------------------------------------------------------------------------------


@cache
def rooms() -> dict[str, set[str]]:
    """Each room of the page, and what it may touch. A room is a pattern of paths, as in `games/*/screen`."""
    rows = re.findall(r"^\| `([^`|]+)` \| [^|]+ \| ([^|]+) \|$", PAGE.read_text(encoding="utf-8"), re.MULTILINE)
    return {room: set(re.findall(r"`([^`]+)`", allowed)) for room, allowed in rows}


@cache
def room_of(module: str) -> str:
    """The room a module is in: of those whose pattern matches it, or a folder above it, the one that says most."""
    fitting = [room for room in rooms() if any(_matches(module, pattern) for pattern in _alternatives(room))]
    return max(fitting, key=lambda room: (room.count("/"), -room.count("*"))) if fitting else module


def _alternatives(room: str) -> list[str]:
    """`games/*/{bots,tune}` as two patterns."""
    before, brace, rest = room.partition("{")
    inside, _, after = rest.partition("}")
    return [before + choice + after for choice in inside.split(",")] if brace else [room]


def _matches(module: str, pattern: str) -> bool:
    parts, wanted = module.split("/"), pattern.split("/")
    return len(parts) >= len(wanted) and all(map(fnmatchcase, parts, wanted))


@cache
def imports(module: str, *, late: bool = True) -> tuple[str, ...]:
    """The full names of what a module imports: anywhere in it, or only when it is imported itself."""
    return tuple(_imports(module, late=late))


def _imports(module: str, *, late: bool) -> Iterator[str]:
    inside = ["houserules", *module.split("/")]
    for node in ast.walk(tree(module)) if late else _at_import(tree(module).body):
        if isinstance(node, ast.Import):
            yield from (name.name for name in node.names)
        elif isinstance(node, ast.ImportFrom):
            start = inside[: len(inside) - node.level] if node.level else []
            base = ".".join([*start, node.module] if node.module else start)
            yield from (f"{base}.{name.name}" for name in node.names)


def _at_import(body: list[ast.stmt]) -> Iterator[ast.AST]:
    """What runs when a module is imported: everything but the bodies of functions, and what only types need."""
    for node in body:
        yield node
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            continue
        if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test):
            continue
        yield from _at_import([child for child in ast.iter_child_nodes(node) if isinstance(child, ast.stmt)])


@cache
def found(name: str) -> str | None:
    """The module of this package in which something is that is imported by a full name; None for all that is not ours.

    >>> found("houserules.games.AnyGame"), found("houserules.Match"), found("rich.text")
    ('games/__init__', '__init__', None)
    """
    first, *parts = name.split(".")
    if first != "houserules":
        return None
    for length in range(len(parts), -1, -1):
        path = "/".join(parts[:length])
        if path in MODULES:
            return path
        if (inside := f"{path}/{FACE}".lstrip("/")) in MODULES:
            return inside
    raise AssertionError(name)


def touched(module: str, *, late: bool = True) -> set[str]:
    """The modules of this package that a module imports."""
    return {other for name in imports(module, late=late) if (other := found(name)) is not None}


def test_every_module_has_a_room_and_every_room_a_module() -> None:
    assert {room_of(module) for module in MODULES} == set(rooms())


def test_a_room_touches_only_what_the_page_allows() -> None:
    """Through the package's face, too, nothing is imported: it would lead anywhere."""
    wrong = [
        f"{module} ({room}) imports {other} ({room_of(other)})"
        for module in MODULES
        for room in [room_of(module)]
        for other in sorted(touched(module))
        if room_of(other) not in rooms()[room] | {room}
    ]
    assert wrong == []


def test_the_page_allows_nothing_that_no_one_needs() -> None:
    used: dict[str, set[str]] = {room: set() for room in rooms()}
    for module in MODULES:
        used[room_of(module)] |= {room_of(other) for other in touched(module)} - {room_of(module)}
    assert used == rooms()


def test_no_module_is_named_only_when_the_program_runs() -> None:
    """An import by a text could lead past the page."""
    for module in MODULES:
        for node in ast.walk(tree(module)):
            if isinstance(node, ast.Call) and ast.unparse(node.func).split(".")[-1] in ("import_module", "__import__"):
                [name, *_] = node.args
                assert isinstance(name, ast.Constant), module
                assert found(str(name.value)) is None, module


# -- Games -----------------------------------------------------------------------------------------------------------

HOUSES_ONLY = {"lab", "house_commands"}
"""They are about houses of the Shithead family, and about nothing else."""


def game_of(module: str) -> str | None:
    """The folder of a game that a module is in."""
    parts = module.split("/")
    return parts[1] if parts[0] == "games" and len(parts) > 2 else None


def test_no_game_imports_another() -> None:
    wrong = [
        f"{module} imports {other}"
        for module in MODULES
        for other in touched(module)
        if game_of(module) and game_of(other) and game_of(module) != game_of(other)
    ]
    assert wrong == []


def test_nothing_outside_its_folder_names_a_game() -> None:
    """But for the one line that registers it: what else would have to be changed for a new game?"""
    wrong = [
        f"{module} imports {other}"
        for module in MODULES
        if game_of(module) is None and room_of(module) not in HOUSES_ONLY
        for other in touched(module)
        if game_of(other) and not (module == f"games/{FACE}" and other.endswith(FACE))
    ]
    assert wrong == []
    assert {game_of(other) for module in MODULES if room_of(module) in HOUSES_ONLY for other in touched(module)} <= {
        None,
        "shedding",
    }


def test_a_family_imports_its_parts_when_they_are_asked_for() -> None:
    for module in MODULES:
        if game_of(module) and module.endswith(f"/{FACE}"):
            assert {other for other in touched(module, late=False) if game_of(other)} == set(), module


def loaded_by(program: str) -> set[str]:
    """The modules there are after a program, in a process of its own."""
    program += "\nimport sys; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    return set(done.stdout.split())


def test_to_play_one_game_loads_no_other_and_no_screen() -> None:
    loaded = loaded_by("import houserules as hr\nhr.Match.new(hr.load('shithead'), seats=2, seed='x').view(0)")
    assert "houserules.games.shedding.game" in loaded
    unneeded = ("rich", "prompt_toolkit", "houserules.terminal")
    games = ("heroes.game", "heart_of_five.game", "shedding.bots", "shedding.screen", "shedding.sheet")
    assert loaded & {*unneeded, *(f"houserules.games.{name}" for name in games)} == set()


# -- Rules without a clock, files and chance -------------------------------------------------------------------------

OUTSIDE = {
    *("time", "datetime", "random", "secrets", "uuid", "os", "sys", "platform", "locale", "signal", "socket"),
    *("asyncio", "threading", "multiprocessing", "subprocess", "tempfile", "shutil", "glob", "io", "logging"),
}
"""Modules by which the world outside gets in: clock, chance, environment, files, other processes."""
FILES = {
    *(
        "open",
        "read_text",
        "read_bytes",
        "write_text",
        "write_bytes",
        "exists",
        "is_file",
        "is_dir",
        "iterdir",
        "unlink",
    ),
    *("rglob", "mkdir", "touch", "stat", "files", "input", "print"),
}
"""What is called to get at a file, at the data of a package, or at a terminal."""

RULES = ["errors", "cards", "kernel", "core", "games", "games/*/*", "games/*/__init__", "match", "table"]
PLAYERS = ["games/*/{bots,weights,tune}", "games/*/screen", "games/*/offer"]

ALLOWED = {
    "games/__init__": ({"is_dir", "is_file"}, "says which file somebody may have meant by a name that is no game"),
    "games/shedding/documents": (
        {"read_text", "files", "is_file"},
        "reads houses: those that ship, and files that somebody names",
    ),
    "games/shedding/starts": ({"read_text", "files", "iterdir"}, "the example houses are files of the package"),
    "games/heart_of_five/config": ({"read_bytes"}, "reads tables from files"),
    "games/heart_of_five/game": ({"read_text", "files"}, "its page is a file of the package"),
    "games/heroes/game": ({"read_text", "files"}, "its page is a file of the package"),
    "games/heroes/tables": ({"read_bytes", "files"}, "the tables of best play are files of the package"),
    "games/heroes/solve": ({"print", "write_bytes", "files"}, "a command that makes the tables"),
    "games/heroes/measure": ({"print"}, "a command that measures"),
    "games/shedding/weights": ({"read_text", "files"}, "what self-play found is a file of the package"),
    "games/shedding/tune": ({"print", "write_text", "sys", "random"}, "a command that plays itself, from a seed"),
    "games/shedding/bots": ({"random"}, "a bot has its own chance, from its own seed"),
}
"""Modules that do get at something, what, and why."""


def outside(module: str) -> set[str]:
    """What a module uses of the world outside."""
    used = {name.split(".")[0] for name in imports(module)} & OUTSIDE
    for node in ast.walk(tree(module)):
        if isinstance(node, ast.Call):
            called = node.func
            name = (
                called.attr if isinstance(called, ast.Attribute) else called.id if isinstance(called, ast.Name) else ""
            )
            used |= {name} & FILES
    return used


@pytest.mark.parametrize("room", RULES + PLAYERS)
def test_rules_have_no_clock_no_chance_and_no_files(room: str) -> None:
    """Time and randomness are arguments: what is dealt comes from the seed, through `fair`."""
    assert room in rooms()
    for module in MODULES:
        if room_of(module) == room:
            assert outside(module) <= ALLOWED.get(module, (set(),))[0], module


def test_what_is_allowed_is_needed() -> None:
    assert {module: outside(module) for module in ALLOWED} == {module: used for module, (used, _) in ALLOWED.items()}


def test_the_kernel_needs_nothing_but_packed_integers() -> None:
    """It is built where only the compiler's own libraries are, so it may import no other."""
    used = {name.split(".")[0] for module in MODULES if room_of(module) == "kernel" for name in imports(module)}
    assert used - set(sys.stdlib_module_names) <= {"houserules", "librt", "mypy_extensions"}


def test_only_screens_and_the_terminal_know_rich() -> None:
    drawing = {room_of(module) for module in MODULES if any(name.split(".")[0] == "rich" for name in imports(module))}
    painting = room_of("terminal/canvas")
    assert drawing == {"games/*/screen", "terminal", "terminal/full", "terminal/{look,cards_drawn,pieces}", painting}


def test_only_the_full_screen_knows_textual() -> None:
    knowing = {
        room_of(module) for module in MODULES if any(name.split(".")[0] == "textual" for name in imports(module))
    }
    assert knowing == {"terminal/full"}


# -- Modules and words -----------------------------------------------------------------------------------------------


def test_each_module_says_in_its_first_line_what_lives_there() -> None:
    for module in MODULES:
        docstring = ast.get_docstring(tree(module))
        assert docstring, module
        assert docstring.splitlines()[0].endswith((".", ":", "?", "right.")), module


def test_modules_are_small() -> None:
    """A reader can hold one in mind."""
    lengths = {module: len((PACKAGE / f"{module}.py").read_text(encoding="utf-8").splitlines()) for module in MODULES}
    assert {module: length for module, length in lengths.items() if length > 600} == {}
    assert statistics.median(lengths.values()) <= 160


SHARED_WORDS = {
    "engine": "its requests are called as the protocol calls them",
    "kernel": "its classes are seen only by the rules, and by bots that search",
}
"""Rooms whose classes may be called like a word of the vocabulary, and why."""
TOLD_APART = {"State", "Answer", "Progress", "Game", "Position", "Search"}
"""Words that once meant several things."""


def classes(module: str) -> set[str]:
    return {node.name for node in tree(module).body if isinstance(node, ast.ClassDef)}


def test_in_a_room_one_word_means_one_thing() -> None:
    """Games may use the same words, each for its own: State, View, Played."""
    named: dict[tuple[str, str], list[str]] = defaultdict(list)
    for module in MODULES:
        for name in classes(module):
            named[game_of(module) or room_of(module), name].append(module)
    assert {name: where for (_, name), where in named.items() if len(where) > 1} == {}


def test_a_word_of_the_vocabulary_means_one_thing_everywhere() -> None:
    """What core, match, table and bots call by a name is called so by nobody else. Each game has its State and View."""
    vocabulary = {*core.__all__, *match.__all__, *table.__all__, *bots.__all__, *houserules.__all__, *TOLD_APART}
    named: dict[str, list[str]] = defaultdict(list)
    for module in MODULES:
        if room_of(module) not in SHARED_WORDS:
            own = {"State", "View"} if game_of(module) else set()
            for name in classes(module) & vocabulary - own:
                named[name].append(module)
    assert {name: where for name, where in named.items() if len(where) > 1} == {}
    kernel = {name: module for module in MODULES if room_of(module) == "kernel" for name in classes(module)}
    assert set(kernel) & {"State", "Answer", "Progress", "Game", "Match", "Table", "View", "Move", "Event"} == set()
