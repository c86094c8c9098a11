"""What slow commands have in common: all cores, a progress bar, pictures."""

from __future__ import annotations

import importlib
import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

from .errors import RequestError

INK: Final = "#22313f"
SOFT: Final = "#8a97a3"
GREEN: Final = "#2f7d5b"
RED: Final = "#b5483a"
GOLD: Final = "#d29a2e"


def cores() -> int:
    """How many processes can run at once."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def bar(name: str) -> Callable[[float, str], None]:
    """Show progress from 0 to 1 and the result so far on the terminal, if there is one."""

    def show(share: float, said: str = "") -> None:
        if sys.stderr is not None and sys.stderr.isatty():
            done = "#" * round(30 * share)
            end = "\r" if share < 1 else "\r\033[K"
            print(f"{name} [{done:30}] {share:4.0%} {said}\033[K", end=end, file=sys.stderr, flush=True)

    return show


def figure_class() -> Any:
    """Matplotlib is an optional dependency, so it is imported only here, and its types are not known."""
    try:
        return importlib.import_module("matplotlib.figure").Figure
    except ImportError as problem:
        raise RequestError("bad-request", "a plot needs matplotlib: pip install matplotlib") from problem


def check_plot(path: Path) -> None:
    """Refuse a plot that cannot be written before anything is played."""
    if path.suffix.lower() not in (".png", ".svg"):
        raise RequestError("bad-request", f"{path.name} cannot be a plot: its name must end in .png or .svg")
    if not path.absolute().parent.is_dir():
        raise RequestError("bad-request", f"there is no folder {path.parent} for the plot")
    figure_class()


def save(figure: Any, path: Path) -> None:
    try:
        figure.savefig(path, dpi=130, metadata={"Date": None} if path.suffix.lower() == ".svg" else None)
    except OSError as problem:
        raise RequestError("bad-request", f"{path} cannot be written: {problem.strerror}") from problem


def plain_axes(axes: Any, title: str, along: str) -> None:
    axes.set_title(title, loc="left", fontsize=11, fontweight="bold", color=INK)
    axes.set_xlabel(along, color=INK)
    axes.spines[["top", "right"]].set_visible(False)
    axes.spines[["left", "bottom"]].set_color(SOFT)
    axes.tick_params(colors=INK)
