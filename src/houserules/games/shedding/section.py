"""A table of a house on its way through the reader: each key is taken once, each problem noted with its path."""

from __future__ import annotations

import difflib
from collections.abc import Callable, Mapping
from typing import Any, TypeVar, cast

from houserules.cards import Rank
from houserules.core import is_number
from houserules.errors import Problem, written_path
from houserules.games.toml_writer import toml_value

from .house import RANK_NAMES
from .table_words import RANKS as RANK_WORDS
from .table_words import meant

T = TypeVar("T")
Document = Mapping[str, object]
Path = tuple[str | int, ...]


class Notes:
    """The problems that were found so far."""

    def __init__(self) -> None:
        self.problems: list[Problem] = []

    def problem(self, path: str | Path, text: str, code: str = "not-allowed", **allowed: Any) -> None:
        """`path` is a tuple, or the names of keys with dots between them."""
        self.problems.append(Problem(parts_of(path), code, text, allowed))


def parts_of(path: str | Path) -> Path:
    if isinstance(path, str):
        return tuple(path.split(".")) if path else ()
    return path


class Section:
    """A table of the document. Each key is taken once; what is left at the end is unknown."""

    def __init__(self, notes: Notes, path: str | Path, values: Document) -> None:
        """`path` is a tuple, or the names of keys with dots between them; "" for the whole document."""
        self.notes = notes
        self.parts = parts_of(path)
        self.values = values
        self.taken: set[str] = set()

    def at(self, key: object) -> Path:
        return (*self.parts, str(key))

    @property
    def path(self) -> str:
        return written_path(self.parts)

    def inside(self, path: Path, values: Document) -> Section:
        """A table further in."""
        return Section(self.notes, path, values)

    def take(self, key: str) -> object:
        self.taken.add(key)
        return self.values.get(key)

    def section(self, key: str) -> Section:
        value = self.take(key)
        if not isinstance(value, Mapping):
            there = key in self.values
            said = "a table is needed here" if there else "this table is missing"
            self.notes.problem(self.at(key), said, "not-allowed" if there else "missing", type="object")
            value = {}
        return self.inside(self.at(key), value)

    def _checked(
        self, key: str, default: T | None, wanted: str, fallback: T, right: Callable[[object], bool], **allowed: Any
    ) -> T:
        value = self.take(key)
        if value is None and default is not None:
            return default
        if right(value):
            return cast("T", value)
        said = "is missing" if value is None else f"{shown(value)} will not do"
        if isinstance(value, str) and "min" in allowed and value.isdecimal():
            wanted += ", without quotes"
        self.notes.problem(self.at(key), f"{said}; {wanted}", "missing" if value is None else "not-allowed", **allowed)
        return fallback

    def text(self, key: str) -> str:
        def right(value: object) -> bool:
            return isinstance(value, str) and 0 < len(value) <= 80 and value.isprintable()

        return self._checked(key, None, "write a name in quotes, on one line", "", right, type="string")

    def flag(self, key: str) -> bool:
        wanted = "write true or false"
        return self._checked(key, False, wanted, False, lambda value: isinstance(value, bool), type="boolean")

    def number(self, key: str, low: int, high: int, default: int | None = None) -> int:
        def right(value: object) -> bool:
            return is_number(value) and low <= value <= high

        wanted = f"write a whole number from {low} to {high}"
        return self._checked(key, default, wanted, low, right, min=low, max=high)

    def word(self, key: str, words: tuple[str, ...], default: str | None = None) -> str:
        choice = " or ".join(f'"{word}"' for word in words)
        return self._checked(key, default, f"write {choice}", words[0], lambda value: value in words, words=words)

    def listed(self, key: str) -> list[object]:
        given = self.values.get(key)
        example = f": {key} = [{shown(given)}]" if isinstance(given, str | Mapping) else ""
        wanted = f"write a list in brackets{example}"
        return self._checked(key, None, wanted, [], lambda value: isinstance(value, list), type="array")

    def words(self, key: str, words: tuple[str, ...], default: tuple[str, ...] | None = None) -> tuple[str, ...]:
        self.taken.add(key)
        if default is not None and key not in self.values:
            return default
        good: list[str] = []
        for place, value in enumerate(self.listed(key)):
            if not isinstance(value, str) or value not in words:
                hint = in_quotes(value, words)
                self.notes.problem((*self.at(key), place), f"{shown(value)} will not do; {hint}", words=words)
            elif value in good:
                self.notes.problem(
                    (*self.at(key), place), f"{shown(value)} stands here twice: write each once", "twice"
                )
            else:
                good.append(value)
        return tuple(good)

    def ranks(self, key: str, default: tuple[Rank, ...] | None = None) -> tuple[Rank, ...]:
        self.taken.add(key)
        if default is not None and key not in self.values:
            return default
        return tuple(RANK_NAMES[word] for word in self.words(key, tuple(RANK_NAMES)))

    def done(self) -> None:
        for key in self.values:
            if key not in self.taken:
                known = tuple(sorted(self.taken))
                said = f"there is no such key here; {nearest(key, known)}"
                self.notes.problem(self.at(key), said, "unknown-key", keys=known)


def in_quotes(value: object, words: tuple[str, ...]) -> str:
    """What may have been meant by an entry of a list of words."""
    if str(value) in words and is_number(value):
        return f'write it in quotes: "{value}"'
    word = meant(value, RANK_WORDS) if words == tuple(RANK_NAMES) else ""
    return f'write "{word}"' if word else nearest(value, words)


def shown(value: object) -> str:
    """A value as it stands in a file, shortened if it is long."""
    try:
        text = toml_value(value)
    except (ValueError, AttributeError):  # a number with more digits than Python writes, or nothing that TOML has
        return "this value"
    return text if len(text) <= 60 else f"{text[:60]}..."


def nearest(word: object, words: tuple[str, ...]) -> str:
    """Did you mean ...?"""
    plain = {known.lower(): known for known in words}
    close = difflib.get_close_matches(shown(word).strip('"').lower().replace("_", "-"), plain, 1, 0.5)
    if close:
        return f"did you mean {plain[close[0]]}?"
    return f"it may be {', '.join(words)}" if words else "leave it out"
