"""The two builds: which tests each of them runs, so that none is lost between them, and what the program calls it."""

from __future__ import annotations

import ast
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import houserules as hr
from houserules.kernel.bits import COMPILED

ROOT = Path(__file__).parent.parent
TESTS = ROOT / "tests"
NOT_ONE_BUILD = '-m "not one_build" || test $? = 5'


@pytest.mark.one_build
@pytest.mark.skipif(shutil.which("make") is None, reason="there is no make on this machine")
@pytest.mark.parametrize(
    ("compiler", "runs"),
    [
        ("cc", {"interpreted": f"-n auto {NOT_ONE_BUILD}", "compiled": "-n auto"}),
        ("", {"interpreted": "-n auto"}),
    ],
)
def test_the_best_build_runs_every_test(compiler: str, runs: dict[str, str]) -> None:
    """The other one leaves out what is marked, and nothing else."""
    clean = {key: value for key, value in os.environ.items() if key not in ("MAKEFLAGS", "MFLAGS", "PYTEST_ARGS")}
    said = subprocess.run(
        ["make", "--dry-run", "test", f"COMPILER={compiler}", f"PYTHON={sys.executable}"],
        cwd=ROOT,
        env=clean,
        capture_output=True,
        text=True,
        check=True,
    ).stdout

    assert {build: args.strip() for build, args in re.findall(r"\.venv/(\w+)/\S+ -P -m pytest(.*)", said)} == runs


@pytest.mark.one_build
def test_tests_are_in_files_that_pytest_reads() -> None:
    """It takes files for tests if their names begin with `test_`."""
    others = [path for path in TESTS.rglob("*.py") if not path.name.startswith("test_")]

    assert [
        path.name for path in others if re.search(r"^(async )?def test_", path.read_text("utf-8"), re.MULTILINE)
    ] == []


@pytest.mark.one_build
def test_a_file_that_uses_the_kernel_runs_on_both_builds() -> None:
    """A file that is marked as a whole may ask which build it is on, and import nothing else of the kernel."""
    trees = {path.name: ast.parse(path.read_text("utf-8")) for path in TESTS.glob("test_*.py")}

    assert [name for name, tree in trees.items() if is_marked(tree) and not kernel_names(tree) <= {"COMPILED"}] == []


def is_marked(tree: ast.Module) -> bool:
    marks = [ast.unparse(node) for node in tree.body if isinstance(node, ast.Assign)]
    return any(mark.startswith("pytestmark") and "one_build" in mark for mark in marks)


def kernel_names(tree: ast.Module) -> set[str]:
    """What a file imports from the kernel."""
    imports = [node for node in ast.walk(tree) if isinstance(node, ast.ImportFrom) and node.module is not None]
    names = {f"{node.module}.{alias.name}" for node in imports for alias in node.names}
    return {name.rpartition(".")[2] for name in names if name.startswith("houserules.kernel")}


def test_the_version_names_the_build_that_runs() -> None:
    """The version of the package, and whether the kernel is compiled or interpreted."""
    done = subprocess.run([sys.executable, "-m", "houserules", "--version"], capture_output=True, text=True, check=True)

    assert done.stdout == f"houserules {hr.__version__} ({'compiled' if COMPILED else 'interpreted'} kernel)\n"


@pytest.mark.one_build
def test_what_is_compiled_beside_the_kernel_has_only_what_mypyc_compiles_well() -> None:
    """No structs, no coroutines, no generators: setup.py says why."""
    named = re.findall(
        r'"([a-z_]+(?:/[a-z_]+)*)"', (ROOT / "setup.py").read_text("utf-8").split("MOVE_MODULES = [")[1].split("]")[0]
    )
    assert len(named) > 15
    for name in named:
        tree = ast.parse((ROOT / "src" / "houserules" / f"{name}.py").read_text("utf-8"))
        kinds = (ast.AsyncFunctionDef, ast.Await, ast.Yield, ast.YieldFrom)
        assert not any(isinstance(node, kinds) for node in ast.walk(tree)), name
        classes = [node for node in ast.walk(tree) if isinstance(node, ast.ClassDef)]
        assert not any(one.keywords for one in classes), name
