"""The keys of the screen: what each does, for the line under the table and for the help."""

from __future__ import annotations

import textwrap
from typing import Final

import msgspec


class Key(msgspec.Struct, frozen=True):
    key: str
    """As Textual names it, or the character."""
    cap: str
    """As it stands on a keyboard."""
    short: str
    """For the line under the table; "" if it has no room there."""
    does: str
    """For the help."""


HINT: Final = Key("h", "h", "Hint", "what the strongest bot would do in your place, and why")
STORY: Final = Key("s", "s", "Story", "everything that happened, from the beginning")
HELP: Final = Key("?", "?", "Help", "these keys, and the rules of this table")
SORT: Final = Key("m", "m", "Sort", "sort your hand by rank or by suit")
COMMAND: Final = Key(":", ":", "Type", "type a move or a command, as in :play 7h 7d; / is the same; Tab completes")
UNDO: Final = Key("u", "u", "Undo", "take back your last move and everything after it")
WHY: Final = Key("w", "w", "Why", "why a bot made its last move")
FASTER: Final = Key("+", "+", "", "let bots move faster")
SLOWER: Final = Key("-", "-", "", "let bots move slower")
REMATCH: Final = Key("r", "r", "Rematch", "play once more, when a match is over; in the setup: you are ready")
READY: Final = Key("r", "r", "Ready", "you are ready")
COME: Final = Key("enter", "Enter", "Show my cards", "nobody else looks")
LEAVE: Final = Key("q", "q", "Leave", "leave; the match stays saved")

CHOOSING: Final = (
    Key("left", "← →", "", "move through your cards, and through answers"),
    Key("up", "↑ ↓", "", "move from one row to another; where you bet, change the amount"),
    Key(
        "space", "Space", "", "lift a card with all of its rank that go with it, or lay it back; a click does the same"
    ),
    Key("o", "o", "", "lift this card alone; a click with the other button does the same"),
    Key("enter", "Enter", "", "do what the bright words say; if nothing is lifted, lift the card"),
    Key("2", "2-9 0 J Q K A *", "", "lift the cards of a rank, 0 is a ten, * a Joker; again: one card fewer"),
    Key("1", "0-9", "", "where you are asked something: the answer with this number; where you bet: the amount"),
    Key("t", "t", "", "take the pile"),
    Key("p", "p", "", "pass"),
    Key("escape", "Esc", "", "lay everything back; while others play: do not wait"),
)

ASKING: Final = (HINT, WHY, UNDO, STORY, HELP, SORT, COMMAND, FASTER, SLOWER, REMATCH, LEAVE)

ARROWS: Final = {"← →": "Left Right", "↑ ↓": "Up Down"}
"""Where there is no Unicode."""

MORE: Final = (
    "Any other key while bots move: do not wait until it is your turn again.",
    "q is a Queen while you have one to play. While others play, press it twice to leave. Ctrl-Q always leaves.",
)


def help_lines(width: int, *, ascii_only: bool) -> list[str]:
    """All keys, no line wider than this."""
    keys = (*CHOOSING, *ASKING)
    caps = [ARROWS.get(key.cap, key.cap) if ascii_only else key.cap for key in keys]
    wide = max(map(len, caps)) + 2
    lines: list[str] = []
    for cap, key in zip(caps, keys, strict=True):
        lines += textwrap.wrap(f"{cap:{wide}}{key.does}", max(width, 2 * wide), subsequent_indent=" " * wide)
    return [*lines, "", *MORE]


def keys_without_table(*, is_curtain: bool, has_to_be_ready: bool) -> list[Key]:
    """Behind a curtain, and where people wait for the deal: there is nothing to take back or to ask for."""
    if is_curtain:
        return [COME, HELP, LEAVE]
    return [*([READY] if has_to_be_ready else []), HELP, COMMAND, LEAVE]


def bar_keys(*, is_over: bool, may_act: bool, is_remote: bool, sorts: bool) -> list[Key]:
    """What is worth showing now."""
    if is_over:
        return [REMATCH, STORY, WHY, HELP, COMMAND, LEAVE]
    asking = [*([HINT] if may_act else []), UNDO, *([SORT] if sorts else []), *([] if is_remote else [WHY])]
    return [*asking, STORY, HELP, COMMAND, LEAVE]
