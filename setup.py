"""Compile the kernel and the way of a move with mypyc where possible; all other packaging is in pyproject.toml.

The environment variable HOUSERULES_BUILD chooses the build:

* ``compiled``: compile them, and fail if that cannot be done;
* ``interpreted``: do not compile;
* unset: compile if possible, otherwise install the same source uncompiled.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Any

from setuptools import Extension, setup

# Commands that only read or pack the source: compiling for them would make every pip install compile several times.
SOURCE_COMMANDS = {"egg_info", "dist_info", "sdist", "clean"}

POSIX_FLAGS = [
    "-fno-semantic-interposition",  # without it, functions that a shared library exports may not be inlined
    "-fwrapv",  # i64 arithmetic has to wrap around; a CFLAGS variable can remove Python's own flag
    "-falign-functions=64",  # otherwise an unrelated change moves the hot code, and playouts are 5 % slower or faster
    "-ffp-contract=off",  # a * b + c rounded once instead of twice would make a search differ from the interpreted one
    "-Wno-error",  # mypyc turns warnings into errors, and a later compiler may have more of them
]

MOVE_MODULES = [
    *("core/encoding", "core/seats", "fair"),
    *("games/heroes/game", "games/heroes/looking", "games/heroes/telling", "games/heroes/viewing"),
    *("games/heroes/messages", "games/heroes/said"),
    *("table/log", "table/seating", "table/secrets", "table/table", "table/told", "table/waiting"),
    *("server/audience", "server/bucket", "server/telling"),
    *("server/colyseus/dialects", "server/colyseus/frames", "server/colyseus/msgpack"),
]
"""What a move at a server passes through, as far as mypyc can be trusted with it: docs/performance.md has the figures.

Structs stay outside: mypyc does not pass on what they say behind their bases, as in `frozen=True`. So do coroutines and
generators: while they were compiled, the garbage collector crashed once. The cause is not known."""


def extensions() -> list[Extension]:
    """Translate the kernel and the way of a move to C, each in one unit: calls inside a unit are plain C calls."""
    kernel = sorted(str(path) for path in Path("src/houserules/kernel").glob("*.py"))
    moves = [f"src/houserules/{module}.py" for module in MOVE_MODULES]
    # The package around the kernel is not part of its unit, and what it imports need not be installed here. The way of
    # a move needs the types of the modules around it, but what those import need not be installed either.
    around = ["--config-file=", "--follow-imports=silent", "--ignore-missing-imports"]
    return [
        *unit("houserules_kernel", ["--follow-imports=skip", *kernel]),
        *unit("houserules_moves", [*around, *moves]),
    ]


def unit(name: str, arguments: list[str]) -> list[Extension]:
    # Imported here because a machine without mypyc must still be able to install the package.
    from mypyc.build import mypycify  # noqa: PLC0415

    # Any, because mypyc's own annotation depends on which stubs are installed.
    extensions: list[Any] = list(mypycify(arguments, opt_level="3", group_name=name))
    if os.name == "posix":
        for extension in extensions:
            # A new list: the extensions share the one that mypyc gives them.
            extension.extra_compile_args = [*extension.extra_compile_args, *POSIX_FLAGS]
    return extensions


def build() -> None:
    """Run setuptools with the compiled kernel or without, never with a part of it."""
    mode = os.environ.get("HOUSERULES_BUILD", "")
    if mode not in {"", "compiled", "interpreted"}:
        raise SystemExit(f"HOUSERULES_BUILD is {mode!r}; it must be 'compiled', 'interpreted' or unset")
    commands = set(sys.argv[1:])
    # In an editable install a compiled module would hide later edits of its source, so it happens only on request.
    editable = "editable_wheel" in commands and mode != "compiled"
    if mode == "interpreted" or editable or commands & SOURCE_COMMANDS:
        setup()
        return
    try:
        setup(ext_modules=extensions())
    # mypyc and setuptools report most failures as SystemExit, and which others a broken tool chain raises is open.
    except (Exception, SystemExit) as error:
        reason = f"the package cannot be compiled ({type(error).__name__}: {error})"
        if mode == "compiled":
            raise SystemExit(f"HOUSERULES_BUILD=compiled, but {reason}") from error
        print(f"houserules: {reason}; installing it interpreted", file=sys.stderr)
        # A second run from the start gives a wheel that is also tagged as pure Python.
        setup()


build()
