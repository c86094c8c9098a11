"""How a line could continue: for the Tab key, and for the line of suggestions under the prompt."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from .seated import Seated

USEFUL: Final = ("hint", "why", "undo", "chat", "help", "quit")
"""Commands that are suggested before anything is typed."""


def candidates(sitting: Seated) -> Iterator[str]:
    """Everything that can be said now: legal moves first, then commands with what may follow them."""
    yield from _moves(sitting)
    for command in sitting.commands.values():
        if command.choices:
            yield from (f"{command.word} {choice}" for choice in command.choices)
        else:
            yield command.word


def completed(sitting: Seated, text: str) -> list[str]:
    """Everything that begins with the text; words in any case."""
    begun = " ".join(text.lower().split()) + (" " if text[-1:].isspace() else "")
    begun = begun.lstrip()
    found = [line for line in candidates(sitting) if line.lower().startswith(begun)]
    if begun.startswith("help "):
        found += [f"help {word}" for word in (*sitting.commands, "moves") if f"help {word}".startswith(begun)]
    return list(dict.fromkeys(found))


def suggested(sitting: Seated, text: str, width: int) -> str:
    """One line of suggestions: as many completions as fit; for an empty text some moves and useful commands."""
    if text.strip():
        found = completed(sitting, text)
        return _fitting(found, width) if found else ""
    moves = _moves(sitting)
    few = moves if len(moves) <= 4 else [*moves[:3], moves[-1], f"legal ({len(moves)})"]
    return _fitting([*few, *[word for word in USEFUL if word in sitting.commands]], width)


def _moves(sitting: Seated) -> list[str]:
    return [] if sitting.waiting or sitting.curtain else list(map(str, sitting.view().legal))


def _fitting(words: list[str], width: int) -> str:
    line = ""
    for word in words:
        longer = f"{line} | {word}" if line else word
        if len(longer) > width - 4:
            return f"{line} ..."
        line = longer
    return line
