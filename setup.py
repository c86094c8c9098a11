"""Compile the kernel with mypyc where that is possible; all other packaging is in pyproject.toml.

The environment variable HOUSERULES_BUILD chooses the build:

* ``compiled``: compile the kernel, and fail if that cannot be done;
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


def kernel_extensions() -> list[Extension]:
    """Translate the whole kernel to C in one unit, so that calls between its modules are plain C calls."""
    # Imported here because a machine without mypyc must still be able to install the package.
    from mypyc.build import mypycify  # noqa: PLC0415

    sources = sorted(str(path) for path in Path("src/houserules/kernel").glob("*.py"))
    # The package around the kernel is not part of the unit, and what it imports need not be installed here.
    options = ["--follow-imports=skip"]
    # Any, because mypyc's own annotation depends on which stubs are installed.
    extensions: list[Any] = list(mypycify([*options, *sources], opt_level="3", group_name="houserules_kernel"))
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
        setup(ext_modules=kernel_extensions())
    # mypyc and setuptools report most failures as SystemExit, and which others a broken tool chain raises is open.
    except (Exception, SystemExit) as error:
        reason = f"the kernel cannot be compiled ({type(error).__name__}: {error})"
        if mode == "compiled":
            raise SystemExit(f"HOUSERULES_BUILD=compiled, but {reason}") from error
        print(f"houserules: {reason}; installing it interpreted", file=sys.stderr)
        # A second run from the start gives a wheel that is also tagged as pure Python.
        setup()


build()
