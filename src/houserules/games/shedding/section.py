"""A table of a house on its way through the reader: each key is taken once, each problem noted with its path."""

from __future__ import annotations

import difflib
import re
from collections.abc import Callable, Mapping
from typing import Any, Final, TypeVar, cast

from houserules.cards import Rank
from houserules.core import is_number
from houserules.errors import Problem, written_path
from houserules.games.toml_writer import toml_value

from .formulas import formula
from .house import EFFECTS, MOST_SEATS, RANK_NAMES, Number
from .table_words import EFFECTS as EFFECT_WORDS
from .table_words import NO_EFFECT, NUMBERS, meant
from .table_words import RANKS as RANK_WORDS

T = TypeVar("T")
Document = Mapping[str, object]
Path = tuple[str | int, ...]


SEVERAL: Final = re.compile(r"\s*[,;+&]\s*|\s+and\s+")
"""What stands between two words that somebody put into one text."""


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
            said = f"a table is needed here{self._table_hint(key, value)}" if there else "this table is missing"
            self.notes.problem(self.at(key), said, "not-allowed" if there else "missing", type="object")
            # What is missing in a table that is there in another form is not worth a word.
            return Section(Notes() if there else self.notes, self.at(key), {})
        return self.inside(self.at(key), value)

    def _table_hint(self, key: str, value: object) -> str:
        """How to write what somebody wrote as a single value."""
        if key == "refill" and is_number(value):
            return f": write refill = {{ to = {shown(value)} }}"
        return f": write [{key}] on a line of its own, and its keys below it" if not self.parts else ""

    def optional(self, key: str) -> Section:
        """A table that may be left out."""
        return self.section(key) if key in self.values else self.inside(self.at(key), {})

    def _checked(
        self, key: str, default: T | None, wanted: str, fallback: T, right: Callable[[object], bool], **allowed: Any
    ) -> T:
        value = self.take(key)
        if value is None and default is not None:
            return default
        if right(value):
            return cast("T", value)
        said = "is missing" if value is None else f"{shown(value)} will not do"
        if isinstance(value, str) and "min" in allowed:
            number = meant(value, NUMBERS)
            fits = number and allowed["min"] <= int(number) <= allowed["max"]
            wanted = f"write {number}, without quotes" if fits else wanted
            wanted += ", without quotes" if value.isdecimal() else ""
        self.notes.problem(self.at(key), f"{said}; {wanted}", "missing" if value is None else "not-allowed", **allowed)
        return fallback

    def text(self, key: str) -> str:
        def right(value: object) -> bool:
            return isinstance(value, str) and 0 < len(value) <= 80 and value.isprintable()

        return self._checked(key, None, "write a name in quotes, on one line", "", right, type="string")

    def letters(self, key: str, most: int, default: str) -> str:
        """A word to spell, letter by letter."""

        def right(value: object) -> bool:
            return isinstance(value, str) and value.isalpha() and len(value) <= most

        return self._checked(key, default, f"write a word of at most {most} letters", default, right, type="string")

    def flag(self, key: str, default: bool = False) -> bool:
        wanted = "write true or false"
        return self._checked(key, default, wanted, default, lambda value: isinstance(value, bool), type="boolean")

    def number(self, key: str, low: int, high: int, default: int | None = None) -> int:
        def right(value: object) -> bool:
            return is_number(value) and low <= value <= high

        wanted = f"write a whole number from {low} to {high}"
        return self._checked(key, default, wanted, low, right, min=low, max=high)

    def number_or(self, key: str, low: int, high: int, word: str) -> int | str | None:
        """A number, or a word in its place; None if the key is left out."""

        def right(value: object) -> bool:
            return value is None or value == word or (is_number(value) and low <= value <= high)

        wanted = f'write a whole number from {low} to {high}, or "{word}"'
        return self._checked(key, None, wanted, low, right, min=low, max=high, words=(word,))

    def by_seats(
        self, key: str, low: int, high: int, seats: tuple[int, int], words: tuple[str, ...] = (), default: str = ""
    ) -> Number:
        """A number, a formula of the seats, or a table with a number for each number of seats."""
        value = self.values.get(key)
        if isinstance(value, str) and value in words:
            return str(self.take(key))
        if isinstance(value, Mapping):
            return self._for_each(key, low, high, seats)
        if isinstance(value, str) and not value.isdecimal() and not meant(value, NUMBERS):
            self.taken.add(key)
            try:
                formula(value)
            except ValueError as problem:
                right = f'write a whole number from {low} to {high}, or a formula as in "ceil(seats / 2)"'
                said = f"{shown(value)} will not do: {problem}; {right}"
                self.notes.problem(self.at(key), said, min=low, max=high)
                return low
            return value
        if value is None and default:
            self.taken.add(key)
            return default
        return self.number(key, low, high)

    def _for_each(self, key: str, low: int, high: int, seats: tuple[int, int]) -> Number:
        inside = self.section(key)
        counts = range(seats[0], seats[1] + 1)
        found = tuple([(count, inside.number(str(count), low, high)) for count in counts])
        inside.taken |= {str(count) for count in range(2, MOST_SEATS + 1)}  # a parent may be for more players
        inside.done()
        return found

    def word(self, key: str, words: tuple[str, ...], default: str | None = None) -> str:
        choice = " or ".join(f'"{word}"' for word in words)
        return self._checked(key, default, f"write {choice}", words[0], lambda value: value in words, words=words)

    def listed(self, key: str) -> list[object]:
        given = self.values.get(key)
        each = [part for part in SEVERAL.split(given) if part] if isinstance(given, str) else [given]
        example = f": {key} = [{', '.join(map(shown, each))}]" if isinstance(given, str | Mapping) else ""
        if given is None and key == "do":
            example = ', as in do = ["skip"]'
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

    def word_or_words(
        self, key: str, words: tuple[str, ...], default: str | None = None, listed: tuple[str, ...] = ()
    ) -> str | tuple[str, ...]:
        """One of some words, or a list; in the list there may be other words."""
        if isinstance(self.values.get(key), list):
            return self.words(key, listed or words)
        return self.word(key, words, default)

    def selectors(self, key: str) -> list[tuple[int, str]]:
        """Cards as powers select them, each with its place in the list; what is no text is refused."""
        self.taken.add(key)
        if key not in self.values:
            return []
        found: list[tuple[int, str]] = []
        for place, value in enumerate(self.listed(key)):
            if not isinstance(value, str):
                hint = in_quotes(value, tuple(RANK_NAMES))
                self.notes.problem(
                    (*self.at(key), place), f"{shown(value)} will not do; {hint}", words=tuple(RANK_NAMES)
                )
            elif value in [name for _, name in found]:
                said = f"{shown(value)} stands here twice: write each once"
                self.notes.problem((*self.at(key), place), said, "twice")
            else:
                found.append((place, value))
        return found

    def flag_or_ranks(self, key: str) -> bool | tuple[Rank, ...]:
        """True, false, or a list of ranks."""
        return self.ranks(key) if isinstance(self.values.get(key), list) else self.flag(key)

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


def single_selectors(selector: object) -> list[object]:
    """`"J,Q,K"` selects several ranks, `"J,Q:red"` some suits of each: a selector for each rank."""
    ranks, colon, suits = str(selector).partition(":")
    if not isinstance(selector, str) or "," not in ranks:
        return [selector]
    return [f"{rank.strip()}{colon}{suits}" for rank in ranks.split(",")]


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


LONG: Final = {
    "force-take": '{ force-take = { who = "next" } }',
    "again": "{ again = { follow = true } }",
    "call-suit": '{ call-suit = { mode = "add" } }',
    "choose-way": "{ choose-way = { strict = true } }",
}
"""Effects that have settings and no short form."""


def not_settings(effect: str, value: object) -> str:
    """What is wrong with an effect that has one value in place of a table of settings."""
    settings = f", or its settings in braces, as in {LONG[effect]}" if effect in LONG else ""
    return f'{shown(value)} will not do; write "{effect}"{settings}'


def not_an_effect(value: object) -> str:
    """What is wrong with an entry of `do`, and what may have been meant."""
    if isinstance(value, Mapping) and len(value) > 1:
        apart = ", ".join(f"{{ {key} = ... }}" for key in value)
        return f"each effect has braces of its own: {apart}"
    name = next(iter(value), "") if isinstance(value, Mapping) else value
    if name in NO_EFFECT:
        return f"{shown(name)} is not an effect; a card that does nothing has an empty list: do = []"
    if isinstance(name, str) and "," in name:
        each = ", ".join(shown(one.strip()) for one in name.split(","))
        return f"{shown(name)} is not an effect; put each in quotes: {each}"
    word = meant(name, EFFECT_WORDS)
    said = f'the word for this is "{word}"' if word else nearest(name, EFFECTS)
    return f"{shown(name)} is not an effect; {said}"


def nearest(word: object, words: tuple[str, ...]) -> str:
    """Did you mean ...?"""
    plain = {known.lower(): known for known in words}
    close = difflib.get_close_matches(shown(word).strip('"').lower().replace("_", "-"), plain, 1, 0.5)
    if close:
        return f"did you mean {plain[close[0]]}?"
    return f"it may be {', '.join(words)}" if words else "leave it out"
