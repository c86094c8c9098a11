"""What a decoder finds wrong with a document, in plain words: where it is, what is wrong, what would be right."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

NAME_OF_KIND: Final = {
    "int": "a whole number",
    "float": "a decimal number",
    "str": "a text",
    "bool": "true or false",
    "null": "null",
    "array": "a list",
    "object": "an object",
}
_WHERE: Final = re.compile(r"(?s)(?P<what>.*?)(?: - at `(?:key in )?\$(?P<path>.*)`)?")
_MISSING: Final = re.compile(r"Object missing required field `(.*)`")
_UNKNOWN: Final = re.compile(r"(?s)Object contains unknown field `(.*)`")
_KIND: Final = re.compile(r"Expected `([^`]*)`, got `([^`]*)`")
_LENGTH: Final = re.compile(r"Expected `(\w+)`(?: of (?:at (least|most) )?length (<=|>=)? ?(\d+))(?:, got (\d+))?")
_BOUND: Final = re.compile(r"Expected `\w+` (<=|>=|<|>) (-?\d+)")
_WORD: Final = re.compile(r"(?s)Invalid (?:enum )?value (.*)")
_SYNTAX: Final = re.compile(r"JSON is malformed: (.*) \(byte (\d+)\)")


def in_plain_words(problem: Exception, keys: Sequence[str] = ()) -> str:
    """What the decoder says, without its own vocabulary. `keys` are those of the outermost object, if they are known.

    >>> import msgspec
    >>> try:
    ...     msgspec.convert({"seat": "x"}, dict[str, int])
    ... except msgspec.ValidationError as problem:
    ...     in_plain_words(problem)
    'write a whole number, not a text'
    """
    found = _WHERE.fullmatch(str(problem))
    what, path = (found["what"], found["path"] or "") if found else ("", "")
    path = path.replace("[...]", "").removeprefix(".")
    said, key = _said(what, "" if path else ", ".join(keys))
    where = f"{path}.{key}".strip(".")
    if not where.isprintable():
        where = ascii(where)  # a key may be any text
    return f"{where[:80]}: {said}" if where else said


def _said(what: str, keys: str) -> tuple[str, str]:
    """What is wrong, and the key it is about, if that is not in the path."""
    if found := _MISSING.fullmatch(what):
        return "this key is missing", found[1]
    if found := _UNKNOWN.fullmatch(what):
        return "there is no such key here" + (f"; the keys are {keys}" if keys else ""), found[1]
    if found := _KIND.fullmatch(what):
        return f"write {_kinds(found[1])}, not {_kinds(found[2])}", ""
    if found := _LENGTH.match(what):
        much = {"most": "at most ", "<=": "at most ", "least": "at least ", ">=": "at least "}
        unit = "characters" if found[1] == "str" else "values"
        return f"write {_kinds(found[1])} of {much.get(found[2] or found[3] or '', '')}{found[4]} {unit}", ""
    if found := _BOUND.fullmatch(what):
        than = {"<=": "up to", ">=": "from", "<": "below", ">": "above"}[found[1]]
        return f"write a number {than} {found[2]}", ""
    if found := _WORD.fullmatch(what):
        return f"{found[1][:40]} is not one of the values that are allowed here", ""
    return "this value is not allowed here", ""


def _kinds(names: str) -> str:
    return " or ".join([NAME_OF_KIND.get(name, "another kind of value") for name in names.split(" | ")])


def not_json(problem: Exception) -> str:
    """Why some bytes are not JSON."""
    found = _SYNTAX.fullmatch(str(problem))
    if found:
        return f"it goes wrong at byte {found[2]}"
    match problem:
        case UnicodeDecodeError():
            return f"byte {problem.start} is not UTF-8"
        case RecursionError():
            return "it is nested too deep"
    return "its end is missing"
