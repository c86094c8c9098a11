"""The JSON Schema of a house: the reader goes through tables that note what it asks for, so no limit stands twice."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from houserules.cards import Rank

from .documents import SHIPPED
from .house import EFFECTS, MOST_DECKS, MOST_SEATS, NAME_OF, RANK_NAMES, SHORT, SUIT_NAMES, Number
from .house_titles import form_words
from .reader import Reader
from .section import Document, Notes, Path, Section

Schema = dict[str, Any]
Found = dict[Path, Schema]

PROBES: Final[tuple[Document, ...]] = ({}, {"play": {"refill": {"draw": 0}}})
"""A hand is refilled to a number of cards, or by a number of cards: the reader asks for one of the two."""
RANK: Final = "|".join(RANK_NAMES)
SELECTOR: Final = f"^({RANK})(:.+)?$"
POWER: Final = "2"
"""Its power stands for all of them."""

NUMBER_OF_SEATS: Final[Schema] = {"type": "integer", "minimum": 2, "maximum": MOST_SEATS}
SEATS: Final[Schema] = {
    **form_words("seats"),
    "anyOf": [NUMBER_OF_SEATS, {"type": "array", "items": NUMBER_OF_SEATS, "minItems": 2, "maxItems": 2}],
}
DECKS: Final[Schema] = {
    **form_words("deck.decks"),
    "anyOf": [
        {"type": "integer", "minimum": 1, "maximum": MOST_DECKS},
        {
            "type": "string",
            "description": '"fewest", or a formula of the seats such as "ceil(seats / 2)"',
            "examples": ["fewest"],
        },
    ],
}


def house_schema() -> Schema:
    """Of a house as a document. Types, limits and defaults are those of the reader; a house that extends another one
    may leave everything out."""
    found: Found = {}
    for probe in PROBES:
        Reader().house(AskedSection(Notes(), (), probe, found))
    found["seats",] = SEATS
    found["deck", "decks"] = DECKS
    found["extends",] = {**form_words("extends"), "type": "string", "examples": [*SHIPPED]}
    for path in (("deal", "begins"), ("deal", "order"), ("deck", "ranks")):
        found[path]["ordered"] = True
    found["play", "refill"] = _table(found, ("play", "refill")) | {"forms": [["to", "when"], ["draw"]]}
    effects = [_effect(found, name, place) for place, name in enumerate(EFFECTS)]
    for key in ("do", "else"):
        found["powers", POWER, key] = {**form_words(f"power.{key}"), "type": "array", "items": {"anyOf": effects}}
    power = _table(found, ("powers", POWER))
    found["powers",] = {
        **form_words("powers"),
        "type": "object",
        "propertyNames": {
            "pattern": f"^({RANK})(,({RANK}))*(:.+)?$",
            "ranks": [*RANK_NAMES],
            "suits": {name: name.capitalize() for name in ("red", "black", *SUIT_NAMES) if name.isalpha()},
        },
        "additionalProperties": {"anyOf": [power, {"const": "none"}]},
    }
    return {"title": "A house", **_table(found, ())}


def _table(found: Found, path: Path) -> Schema:
    """The keys that were asked for in a table, and in the tables in it."""
    keys = dict.fromkeys(
        str(known[len(path)]) for known in found if known[: len(path)] == path and len(known) > len(path)
    )
    inside = {key: found.get((*path, key)) or _table(found, (*path, key)) for key in keys}
    titles = form_words(_name(path)) if path else {}
    return {**titles, "type": "object", "properties": inside, "additionalProperties": False}


def _effect(found: Found, name: str, place: int) -> Schema:
    """A word, or a table with the word as its key; of some the value of one key may stand in place of the table."""
    parameters = _table(found, ("powers", POWER, "do", place, name))
    values = [parameters]
    if name in SHORT:
        values.append(parameters["properties"][SHORT[name]])
    table = {
        "type": "object",
        "properties": {name: {"anyOf": values}},
        "required": [name],
        "additionalProperties": False,
    }
    return {**form_words(name), "anyOf": [{"const": name}, table]}


def _name(path: Path) -> str:
    """The name of a key in docs/houses.md: `deal.hand`, `power.on`, `low.limit`, or `low` for the effect itself."""
    if path[:1] != ("powers",) or len(path) == 1:
        return ".".join(map(str, path))
    inside = path[2:]
    if inside[:1] == ("do",) and len(inside) > 2:
        return ".".join(map(str, inside[2:]))
    return ".".join(("power", *map(str, inside)))


class AskedSection(Section):
    """A table that notes what it is asked for. It answers with something that lets the reader continue."""

    def __init__(self, notes: Notes, path: str | Path, values: Document, found: Found | None = None) -> None:
        super().__init__(notes, path, values)
        self.found: Found = {} if found is None else found

    def inside(self, path: Path, values: Document) -> AskedSection:
        return AskedSection(self.notes, path, values, self.found)

    def section(self, key: str) -> Section:
        path = self.at(key)
        values = self.values.get(key)
        if path == ("powers",):
            values = {POWER: {}}
        return self.inside(path, values if isinstance(values, Mapping) else {})

    def optional(self, key: str) -> Section:
        return self.section(key)

    def note(self, key: str, schema: Schema, default: object = None) -> None:
        usual = {} if default is None else {"default": default}
        self.found[self.at(key)] = {**form_words(_name(self.at(key))), **schema, **usual}

    def text(self, key: str) -> str:
        self.note(key, {"type": "string", "minLength": 1, "maxLength": 80})
        return key

    def letters(self, key: str, most: int, default: str) -> str:
        self.note(key, {"type": "string", "minLength": 1, "maxLength": most}, default)
        return default

    def flag(self, key: str, default: bool = False) -> bool:
        self.note(key, {"type": "boolean"}, default)
        return default

    def number(self, key: str, low: int, high: int, default: int | None = None) -> int:
        self.note(key, {"type": "integer", "minimum": low, "maximum": high}, default)
        return low if default is None else default

    def number_or(self, key: str, low: int, high: int, word: str) -> int | str | None:
        number: Schema = {"type": "integer", "minimum": low, "maximum": high}
        self.note(key, {"anyOf": [number, {"type": "string", "enum": [word], "examples": [word]}]})
        return None

    def by_seats(
        self,
        key: str,
        low: int,
        high: int,
        seats: tuple[int, int],  # noqa: ARG002 - the schema is for any number of them
        words: tuple[str, ...] = (),
        default: str = "",
    ) -> Number:
        number = {"type": "integer", "minimum": low, "maximum": high}
        about = "".join(f"{word}, or " for word in words) + "a formula of the seats"
        formula = {"type": "string", "description": about}
        table = {"type": "object", "patternProperties": {"^[2-8]$": number}, "additionalProperties": False}
        self.note(key, {}, default or None)
        self.either(key, number, formula, table)
        return low

    def word(self, key: str, words: tuple[str, ...], default: str | None = None) -> str:
        self.note(key, {"enum": [*words]}, default)
        return words[0] if default is None else default

    def listed(self, key: str) -> list[object]:  # noqa: ARG002 - only effects are asked for so
        """Every effect, with the key that may stand for the whole table: of that one the reader asks twice."""
        return [{name: {SHORT[name]: 0} if name in SHORT else {}} for name in EFFECTS]

    def words(self, key: str, words: tuple[str, ...], default: tuple[str, ...] | None = None) -> tuple[str, ...]:
        usual = None if default is None else [*default]
        self.note(key, {"type": "array", "items": {"enum": [*words]}, "uniqueItems": True}, usual)
        return () if default is None else default

    def word_or_words(
        self, key: str, words: tuple[str, ...], default: str | None = None, listed: tuple[str, ...] = ()
    ) -> str | tuple[str, ...]:
        one = self.word(key, words, default)
        several = {"type": "array", "items": {"enum": [*(listed or words)]}, "uniqueItems": True}
        self.either(key, {"enum": [*words]}, several)
        return one

    def selectors(self, key: str) -> list[tuple[int, str]]:
        card = {"anyOf": [{"enum": [*RANK_NAMES]}, {"type": "string", "pattern": SELECTOR}]}
        self.note(key, {"type": "array", "items": card, "uniqueItems": True}, [])
        return []

    def flag_or_ranks(self, key: str) -> bool | tuple[Rank, ...]:
        self.flag(key)
        ranks = {"type": "array", "items": {"enum": [*RANK_NAMES]}, "uniqueItems": True}
        self.either(key, {"type": "boolean"}, ranks)
        return False

    def either(self, key: str, *forms: Schema) -> None:
        """What was noted of a key stands, but it may be written in several forms."""
        noted = self.found[self.at(key)]
        words = {name: value for name, value in noted.items() if name in ("title", "description", "titles", "default")}
        self.found[self.at(key)] = {**words, "anyOf": [*forms]}

    def ranks(self, key: str, default: tuple[Rank, ...] | None = None) -> tuple[Rank, ...]:
        self.words(key, tuple(RANK_NAMES), None if default is None else tuple([NAME_OF[rank] for rank in default]))
        return () if default is None else default

    def done(self) -> None:
        """Nothing is unknown here."""
