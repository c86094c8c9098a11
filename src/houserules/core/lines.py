"""Lines that people write, as names and in a chat: emoji may be joined, but nothing unseen may mislead a reader."""

from __future__ import annotations

import unicodedata
from typing import Final

JOINERS: Final = frozenset("\u200c\u200d")
"""They keep letters of some scripts apart, or make one picture of several emoji."""
TAGS: Final = frozenset([chr(code) for code in range(0xE0020, 0xE0080)])
"""They say which flag a flag is."""
BLANK: Final = frozenset("\u115f\u1160\u2800\u3164\uffa0")
"""Letters and signs that look like nothing."""
LINE: Final = "without control characters, and without marks that turn the direction of text"
"""What a line is, for refusals."""


def tidy_line(text: str) -> str:
    """Without white space around it, of whatever kind, and with plain spaces inside."""
    return "".join([" " if unicodedata.category(sign) == "Zs" else sign for sign in text.strip()]).strip()


def is_line(text: str) -> bool:
    """Is this one line on which there is something to see, and nothing that hides or turns what others see?

    >>> is_line("Zoë 👩\u200d🚀"), is_line("\u202eevil"), is_line("A\u200dnn")
    (True, False, False)
    """
    for place, sign in enumerate(text):
        if sign in JOINERS or sign in TAGS:
            around = text[place - 1 : place] + (text[place + 1 : place + 2] if sign in JOINERS else "x")
            if len(around) < 2 or around[0].isascii() or (sign in JOINERS and around[1].isascii()):
                return False
        elif not sign.isprintable():
            return False
    return any(_is_seen(sign) for sign in text)


def _is_seen(sign: str) -> bool:
    return sign not in BLANK and unicodedata.category(sign)[0] not in "MCZ"


def plain_line(text: str) -> str:
    """What two lines have in common that look alike: for comparisons, not to be shown."""
    folded = unicodedata.normalize("NFKC", text).casefold()
    seen = [sign for sign in folded if unicodedata.category(sign) != "Cf" and not 0xFE00 <= ord(sign) <= 0xFE0F]
    return " ".join("".join(seen).split())
