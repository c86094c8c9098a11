"""The commands that can be typed beside moves, what each does, and which one was probably meant."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches
from typing import Final

import msgspec

from .started import typed


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
        """What may follow it, if that is one of a few words."""
        _, _, rest = self.form.partition(" ")
        return tuple(rest.split("|")) if "|" in rest else ()


COMMANDS: Final[dict[str, Command]] = {
    command.word: command
    for command in (
        Command("legal", "list your legal moves, numbered", "Make one of them by its number: move 2, or #2."),
        Command("move N", "make legal move number N", "#N does the same. A bare number never means a numbered move."),
        Command("hand", "show your cards"),
        Command("sort rank|suit", "sort your hand by rank or by suit"),
        Command(
            "history",
            "show the last twenty lines of the log",
            "history 100 shows a hundred lines; history all shows everything.",
        ),
        Command("score", "show how everybody stands"),
        Command(
            "hint",
            "ask the strongest bot what it would do in your place, and why",
            "The bot knows only what you see. If it thinks ahead, that takes a second.",
        ),
        Command(
            "why",
            "ask why a bot made its last move",
            "why Ann asks about Ann's last move. Until the match is over, you hear only what everybody may know.",
        ),
        Command(
            "rules [TOPIC]",
            "show the rules of this table, or those about a card or a word",
            "rules 8 shows what the 8 does, rules pile what is said of the pile, rules S4 all clauses of section 4.",
        ),
        Command(
            "undo",
            "take back your last move and everything after it",
            "Only against bots. The match remembers how often. Bots that decide at once then answer as before.",
        ),
        Command(
            "rematch",
            "play once more with the same players when this match is over",
            "In a terminal you are asked anyway.",
        ),
        Command("save", "save the match, and say where", "It is saved after each of your moves anyway."),
        Command("quit", "leave the table; the match stays saved", f"{typed('play --resume')} resumes it."),
        Command("help [TOPIC]", "show this list, or more about one command", "A topic is a command, or moves."),
    )
}
"""In the order of `help`."""

REMOTE_COMMANDS: Final[dict[str, Command]] = {
    command.word: command
    for command in (
        *[COMMANDS[word] for word in ("legal", "move", "hand", "sort", "history", "score", "hint", "why", "rules")],
        Command(
            "undo",
            "take back your last move, or agree to what somebody asked for",
            "Among people all must agree, and only the last move can be taken back, unless you drew a card with it.",
        ),
        Command("chat TEXT", "say something to everybody at the table"),
        Command("who", "show who sits where, and who is away"),
        Command("rematch", "play once more, as soon as all people want it"),
        Command("forfeit yes", "give up this match", "With more than two seats a bot plays on for you."),
        Command("leave yes", "stand up for good; a bot takes your seat", "Between matches leave is enough."),
        Command(
            "quit", "leave for now; your seat waits for you", f"{typed('join')} with the same link takes it again."
        ),
        COMMANDS["help"],
    )
}
"""At a table on a server."""


ALIASES: Final = {
    "?": "help",
    "exit": "quit",
    "bye": "quit",
    "leave": "quit",
    "moves": "legal",
    "cards": "hand",
    "log": "history",
    "back": "undo",
}
"""Other words for commands. What a table has as a command of its own is that command."""

LETTERS: Final = {"h": "hint", "q": "quit", "u": "undo", "w": "why", "l": "legal"}
"""One letter for a command, wherever it does not mean a card or an answer: `q` is a Queen, `h` may be hearts."""


def nearest(word: str, words: Iterable[str]) -> str | None:
    """The word that was probably meant."""
    close = get_close_matches(word.lower()[:40], list(words), 1, 0.6)
    return close[0] if close else None
