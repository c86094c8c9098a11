"""How the program was started, so that messages name commands that the user can type."""

from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path
from typing import Final

MADE_BY: Final = "HOUSERULES_MAKE"
"""The variable that `make play`, `make serve` and `make join` set."""


def typed(words: str) -> str:
    """A command of houserules as it can be typed here, given the words after `houserules`.

    `play --resume` is `make play ARGS="--resume"` after `make play`. If houserules is not on the path, its own path is
    named."""
    command, _, rest = words.partition(" ")
    if os.environ.get(MADE_BY) and command in ("play", "serve", "join"):
        return f'make {command} ARGS="{rest}"' if rest else f"make {command}"
    return f"{_program()} {words}".rstrip()


def _program() -> str:
    path = Path(sys.argv[0])
    if path.name != "houserules" or shutil.which("houserules") is not None or not path.exists():
        return "houserules"
    try:
        return str(path.resolve().relative_to(Path.cwd()))
    except (ValueError, OSError):
        return str(path)
