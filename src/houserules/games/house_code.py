"""A house as a short code to send to anybody: `h1.` and letters, digits, - and _. It carries the whole document.

The document is written as JSON in ASCII. Each word of WORDS becomes one byte from 128 up, always the longest that fits;
the bytes are written in base64url without padding. The page does the same in web/js/house-link.js. A code comes from
anywhere: it is bounded, and no file is opened for it."""

from __future__ import annotations

import base64
import binascii
import json
import re
from typing import Final

from houserules.errors import RulesError

from .family import Document

PREFIX: Final = "h1."
"""The version. Words may be added at the end of the list without a new one, because a code need not use a word."""
MOST_CODE: Final = 8_000
MOST_TEXT: Final = 20_000
MOST_NESTED: Final = 10
WORDS: Final = (
    *('{"extends":"shithead","name":"', '{"extends":"duel","name":"', '{"extends":"smellyhead","name":"', '{"name":"'),
    *('"seats":', '"seats":[2,', '"version":', '"deck":{', '"decks":', '"decks":"fewest"', '"jokers":', '"deal":{'),
    *('"blind":', '"up":', '"hand":', '"setup":"', '"begins":"', '"order":[', '"play":{', '"compare":', '">="', '">"'),
    *('"reverse-for-two":"again"', '"refill":{', '"to":', '"draw":', '"when":"', '"before-again"', '"after-turn"'),
    *('"pattern":{', '"alike":', '"never":[', '"within":"one-play"', '"through-mirrors":true', '"take":{', '"leads":"'),
    *('"end":{', '"until":"', '"limit":', '"at-limit":"shared"', '"not-last":[', '"powers":{', '"on":"any"', '"do":['),
    *('{"on":"any","do":[', '{"do":["', '"only-on":[', '"not-on":[', '"not-under":[', '"most":', '"joins":true'),
    *(
        '"reset"',
        '"burn"',
        '"burn","again"',
        '"low"',
        '{"low":',
        '"mirror"',
        '"skip"',
        '"reverse"',
        '"again"',
        '"wild"',
    ),
    *(
        '"force-take"',
        '{"force-take":{',
        '"call-suit"',
        '"parity"',
        '"choose-way"',
        '"counter":[',
        '"who":"',
        '"card":"',
    ),
    *(
        '"oneself":true',
        '"copies":"',
        '"on-empty":"',
        '"mode":"add"',
        '"which":"',
        '"as":[',
        '"power":true',
        '"count":"',
    ),
    *('"follow":true', '"2"', '"3"', '"4"', '"5"', '"6"', '"7"', '"8"', '"9"', '"10"', '"J"', '"Q"', '"K"', '"A"'),
    *('"Joker"', ':red"', ':black"', '"none"', "none", "swap", "choose", "lowest", "seat", "set", "single", "mixed"),
    *("forced", "free", "stays", "next", "taker", "previous", "chosen", "one-left", "first-out", "even", "odd", "once"),
    *("},", "}}", "],", ":{", ":[", "]}", '"}', '["burn"', "with-pile", ':"'),
)


def house_code(document: Document) -> str:
    """The code of a document."""
    text = json.dumps(document, separators=(",", ":"), ensure_ascii=True)
    longest_first = sorted(WORDS, key=len, reverse=True)
    numbers = {word: 128 + place for place, word in enumerate(WORDS)}
    code = bytearray()
    at = 0
    while at < len(text):
        word = next((word for word in longest_first if text.startswith(word, at)), text[at])
        code.append(numbers.get(word, ord(word[0])))
        at += len(word)
    return PREFIX + base64.urlsafe_b64encode(code).decode().rstrip("=")


def code_in(text: str) -> str | None:
    """The code in a text that is one, or that is a link to a house; None if it is neither."""
    found = re.fullmatch(r"(?:https?://\S+(?:/house/|/houses#))?(h\d+\.(?!toml$|json$)[^\s/.]*)", text.strip())
    return found[1] if found else None


def document_of_code(code: str) -> Document:
    """The document that a code carries, not yet checked; RulesError with one sentence if it cannot be read."""
    if len(code) > MOST_CODE:
        raise RulesError((f"a code of a house has at most {MOST_CODE:,} characters",))
    if not code.startswith(PREFIX):
        raise RulesError((f"this code of a house begins with {code.partition('.')[0]}, and only h1 is known here",))
    try:
        packed = base64.b64decode(_padded(code.removeprefix(PREFIX)), altchars=b"-_", validate=True)
        text = "".join([chr(byte) if byte < 128 else WORDS[byte - 128] for byte in packed])
    except (binascii.Error, ValueError, IndexError) as problem:
        raise RulesError((BROKEN,)) from problem
    if len(text) > MOST_TEXT or _depth(text) > MOST_NESTED:
        raise RulesError(("this code is too large to be a house",))
    try:
        document = json.loads(text)
    except (ValueError, RecursionError) as problem:
        raise RulesError((BROKEN,)) from problem
    if not isinstance(document, dict):
        raise RulesError((BROKEN,))
    return document


BROKEN: Final = "this code of a house is not whole: copy all of it again"


def _padded(text: str) -> str:
    return text + "=" * (-len(text) % 4)


def _depth(text: str) -> int:
    """How deep brackets are nested; brackets inside texts count too, but a name has few of them."""
    deepest = depth = 0
    for letter in text:
        depth += (letter in "{[") - (letter in "}]")
        deepest = max(deepest, depth)
    return deepest
