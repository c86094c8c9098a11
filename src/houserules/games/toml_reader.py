"""The text of a TOML file as data, or what is wrong with it, line by line and in plain words."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from typing import Final

from houserules.errors import RulesError

CURLY: Final = re.compile("[\u2018-\u201f\u00ab\u00bb]")
"""Quotes as word processors write them."""
KEY: Final = r"""(?:"[^"]*"|'[^']*'|[\w-]+(?:\.[\w-]+)*)"""
SELECTOR: Final = re.compile(r"^\s*(\w+:[a-z,]+)\s*=")
TABLE_COLON: Final = re.compile(rf"^\s*({KEY})\s*:\s*$")
LONG_DASH: Final = re.compile("[\u2010-\u2015\u2212]")
"""Dashes as word processors write them."""
QUOTED: Final = re.compile(r"\"[^\"]*\"|'[^']*'")
LISTED_WORD: Final = re.compile(r"(?<=[=\[,\s])([A-Za-z][\w-]*)\s*(?=[,\]}])")
COLON: Final = re.compile(rf"^\s*({KEY})\s*:\s*(\S.*)$")
ASSIGNED: Final = re.compile(rf"^\s*({KEY})\s*=\s*(.*?)\s*$")
TABLE: Final = re.compile(r"^\s*\[\s*([^\[\]]+?)\s*\]\s*(?:#.*)?$")
BARE_WORD: Final = re.compile(r"[A-Za-z<>=][^\"'\[\]{}#]*")

PLAIN: Final = {
    "Unclosed array": "a list is not closed, or a comma is missing in it: write [ , ] as in [2, 5]",
    "Unterminated string": "a text is not closed: it needs a quote on both sides",
    'Expected "\'"': "a text is not closed: it needs a quote on both sides",
    "Illegal character '\\n'": "a text is not closed: it needs a quote on both sides",
    "Invalid initial character for a key part": "what stands in braces stands on one line, without a comma at its end",
    "Unclosed inline table": "braces are not closed, or a comma is missing between two keys in them",
    "Expected '=' after a key": "after a key there must be an equals sign and a value, as in hand = 3",
    "Expected ']' at the end of a table": "the name of a table stands between brackets, as in [deal]",
    "Expected newline or end of document": "only one key may stand on a line, with one value and no leading zeros",
    "Invalid statement": "a line is a table as in [deal], a key with a value as in hand = 3, or a comment after #",
    "Invalid value": "a value is a number, a text in quotes, true, false, a list [ ] or a table { }",
    "Duplicate inline table key": "a key stands twice between the same braces: keep one",
    "Unescaped '\\'": "a backslash in a text must be written twice",
}
"""How the messages of `tomllib` begin, and what they mean."""


def parse(text: str) -> dict[str, object]:
    """The document, or RulesError with a sentence for each line that shows a usual mistake."""
    try:
        return tomllib.loads(text.removeprefix("\ufeff"))
    except RecursionError as problem:
        raise RulesError(("this is not TOML: it is nested too deep",)) from problem
    except tomllib.TOMLDecodeError as problem:
        said = list(_usual_mistakes(text)) or [_plain(str(problem))]
        raise RulesError([f"this is not TOML: {one}" for one in said]) from problem
    except ValueError as problem:
        raise RulesError(("this is not TOML: a number in it is too long",)) from problem


def _usual_mistakes(text: str) -> Iterator[str]:
    """What people write who do not know TOML. It is only asked if the text cannot be read."""
    if text.lstrip("\ufeff \n\r\t").startswith("{"):
        yield 'line 1: this is JSON: leave out the braces, and write a key on each line, as in name = "Friday"'
        return
    table = ""
    seen: dict[tuple[str, str], int] = {}
    for number, line in enumerate(text.splitlines(), 1):
        where = f"line {number}: "
        if line.lstrip().startswith(("//", "--", ";")):
            yield f"{where}a comment begins with #"
        elif CURLY.search(line.partition("#")[0]):
            yield f'{where}write straight quotes (") in place of {" and ".join(dict.fromkeys(CURLY.findall(line)))}'
        elif dash := LONG_DASH.search(line.partition("#")[0].partition("=")[0]):
            yield f"{where}write a plain dash (-) in place of {dash[0]}"
        elif found := SELECTOR.match(line):
            yield f'{where}put {found[1]} in quotes: "{found[1]}" ='
        elif found := TABLE.match(line):
            table = found[1]
            if ("", table) in seen:
                yield f"{where}[{table}] is in line {seen['', table]} already: put its keys there"
            seen.setdefault(("", table), number)
        elif found := ASSIGNED.match(line):
            key = found[1].strip("\"'")
            if (table, key) in seen and table:
                yield f"{where}{key} is in line {seen[table, key]} already: keep one of the two"
            seen.setdefault((table, key), number)
            if wrong := _value(found[1], found[2].partition("#")[0].strip()):
                yield where + wrong
        elif found := COLON.match(line):
            value = f'"{found[2]}"' if _is_bare(found[2]) else found[2]
            yield f"{where}write an equals sign in place of the colon: {found[1]} = {value}"
        elif found := TABLE_COLON.match(line):
            yield f"{where}write the name of a table in brackets: [{found[1]}]"


def _value(key: str, value: str) -> str:
    """What is wrong with a value; empty if nothing is that can be seen."""
    if value in ("True", "False", "TRUE", "FALSE", "yes", "no", "Yes", "No"):
        right = "true" if value.lower() in ("true", "yes") else "false"
        return f"write {key} = {right}"
    if value.startswith("="):
        return f"write one equals sign: {key} = {value.lstrip('= ')}"
    if value.endswith(";"):
        return "leave out the semicolon: a line has no sign at its end"
    if value.startswith(("[", "{")):
        words = [word for word in LISTED_WORD.findall(QUOTED.sub('""', value)) if word not in NO_TEXT]
        return f"put {' and '.join(words)} in quotes: {', '.join(_in_quotes(words))}" if words else ""
    return f'put {value} in quotes: {key} = "{value}"' if _is_bare(value) else ""


NO_TEXT: Final = ("true", "false", "inf", "nan")


def _is_bare(value: str) -> bool:
    """Is it a text without quotes?"""
    return value not in NO_TEXT and BARE_WORD.fullmatch(value) is not None


def _in_quotes(words: list[str]) -> list[str]:
    return [f'"{word}"' for word in words]


def _plain(problem: str) -> str:
    """A message of `tomllib`, without its words."""
    what, _, where = problem.rpartition(" (at ")
    if what.startswith(("Cannot overwrite a value", "Cannot declare")):
        said = "a key or a table stands there twice: keep one of the two"
    else:
        said = next((plain for start, plain in PLAIN.items() if what.startswith(start)), "it cannot be read")
    place = re.match(r"line (\d+)", where)
    return f"line {place[1]}: {said}" if place else f"near its end: {said}"
