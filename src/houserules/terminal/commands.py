"""What can be typed beside moves: the commands, what each does, and the nearest one to what was meant."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches
from typing import Final

import msgspec


class Command(msgspec.Struct, frozen=True):
    form: str
    """As it is typed: its word first."""
    does: str
    """One line."""
    more: str = ""
    """What `help` adds about it, in a sentence or two."""

    @property
    def word(self) -> str:
        return self.form.partition(" ")[0]

    @property
    def choices(self) -> tuple[str, ...]:
        """What may follow, where it is one of a few words."""
        _, _, rest = self.form.partition(" ")
        return tuple(rest.split("|")) if "|" in rest else ()


COMMANDS: Final[dict[str, Command]] = {
    command.word: command
    for command in (
        Command("legal", "what you may do now, numbered", "A number is what move takes: move 2, or #2."),
        Command("move N", "make the legal move with this number", "#N does the same. A bare number is never a move."),
        Command("hand", "your cards"),
        Command("sort rank|suit", "how your hand is sorted"),
        Command("history", "what happened, the last twenty lines", "history 100 shows more of them, history all all."),
        Command("score", "how everybody stands"),
        Command(
            "hint",
            "what the strongest bot would do in your place, and why",
            "It is given what you see and nothing else. Where it thinks ahead it takes a second.",
        ),
        Command(
            "why",
            "why a bot moved as it did last",
            "why Ann asks about the last move of Ann. Until the match is over only what everybody may know is told.",
        ),
        Command("rules", "the rules of this table"),
        Command(
            "undo",
            "take back your last move, and all that followed",
            "Only against bots. It is counted, and kept with the match. Quick bots answer the same move as before.",
        ),
        Command("save", "write the match down, and say where", "It is written down after each of your moves anyway."),
        Command("quit", "leave the table; the match is kept", "houserules play --resume goes on with it."),
        Command("help [TOPIC]", "this, or more about a command", "A topic is a command, or moves."),
    )
}
"""In the order of `help`."""


def nearest(word: str, words: Iterable[str]) -> str | None:
    """The word that was probably meant."""
    close = get_close_matches(word.lower()[:40], list(words), 1, 0.6)
    return close[0] if close else None
