"""Which saved match to resume: the newest, one by its number, or one that the person chooses from a list."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Final

from houserules.core import counted
from houserules.errors import RequestError

from . import library
from .library_commands import ListedMatch, entry, local_time, match_named, rivals_in_words
from .menu import Ask
from .saved import Saved, read
from .sitting import Sitting
from .started import typed
from .tables import table

NEWEST: Final = "newest"
"""Stands for the match that was left last."""

MOST_LISTED: Final = 9


def chosen_match(wanted: str, ms: int | None, *, ask: Ask | None) -> tuple[Sitting | None, tuple[str, ...]]:
    """The match to resume, and a line for each newer one that cannot be resumed; None if there is none.

    With `ask` the person chooses if there are several; without it the newest is taken."""
    if wanted != NEWEST:
        path = match_named(wanted, [path for path, _ in library.matches()])
        found = read(path)
        if found.is_over:
            raise RequestError("bad-request", f"match {wanted} is over: {typed(f'replay {wanted}')} shows it")
        if found.seat is None:
            raise RequestError("bad-request", f"only bots play match {wanted}: replay shows it")
        return Sitting.resumed(found, path, ms=ms), ()
    open_matches = [(path, found) for path, found in library.unfinished() if isinstance(found, Saved)]
    if ask is None or len(open_matches) < 2:
        return Sitting.newest(ms)
    number = _asked(open_matches[:MOST_LISTED], ask)
    path, found = open_matches[number]
    return Sitting.resumed(found, path, ms=ms), ()


def resume_row(one: ListedMatch) -> tuple[str, ...]:
    """One match in the list: when it began, the game as people call it, how strong the others are, how it stands."""
    rivals = rivals_in_words(one.rivals) or "nobody"
    return (
        str(one.number),
        local_time(one.begun),
        library.game_name(one.game),
        rivals,
        counted(one.moves, "move"),
        one.state,
    )


def _asked(matches: list[tuple[Path, Saved]], ask: Ask) -> int:
    """The place in the list of the match that the person chooses; Enter takes the first."""
    rows = [resume_row(entry(number, path, found)) for number, (path, found) in enumerate(matches, 1)]
    listed = table(("", "begun", "game", "against", "", ""), rows, ("begun", "game", "against", ""), sys.stdout)
    question = f"Which match do you want to resume?\n{listed}\nType a number from 1 to {len(matches)} [1]: "
    while True:
        word = ask(question).strip()
        if not word:
            return 0
        if word.isascii() and word.isdigit() and 1 <= int(word[:4]) <= len(matches):
            return int(word[:4]) - 1
        question = f"There is no match {word[:20]!r}: type 1 to {len(matches)}: "
