"""The menu for a person who names no game: they answer with a number or a name."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

import msgspec

from houserules.bots import ADAPTIVE, levels
from houserules.errors import HouseRulesError
from houserules.games import GAMES, AnyGame, installed_names, load
from houserules.table import usual_level

from .commands import nearest
from .files import data_folder
from .players import clean
from .sitting import Sitting

Ask = Callable[[str], str]
"""Shows a text, and returns the line that was typed; EOFError at the end of the input."""


class Choice(msgspec.Struct, frozen=True):
    """What was chosen."""

    game: AnyGame | None = None
    """None: resume the newest match."""
    level: str | None = None


def houses() -> list[Path]:
    """Houses and tables that the person keeps in the data directory, in the folder houses."""
    try:
        return sorted(path for path in (data_folder() / "houses").iterdir() if path.suffix in (".toml", ".json"))
    except (OSError, HouseRulesError):
        return []


def choose(ask: Ask, say: Callable[[str], None], level: str | None = None, seats: int | None = None) -> Choice | None:
    """Ask for a game that can be played on `seats`, and for a level if none is given; None if the person leaves."""
    kept, _ = Sitting.newest()
    files = {path.stem: path for path in houses()}
    games = [*GAMES, *installed_names()]
    names = [*games, *[name for name in files if name not in games]]
    first = 1 if kept is None else 0
    say("What do you want to play?")
    if kept is not None:
        say(f"  0  resume your match of {clean(kept.game.id)}")
        kept.close()
    for number, listed in enumerate(names, 1):
        say(f" {number:2}  {clean(listed):14} {_title(listed, None if listed in games else files[listed])}")
    while True:
        word = ask(f"Type a number or a name [1, {names[0]}]: ").strip()
        if word.lower() in ("quit", "exit"):
            return None
        if word == "0" and kept is not None:
            return Choice()
        name = _name_of(word, names)
        if name is None:
            close = nearest(word, names)
            meant = f"did you mean {close}?" if close else f"type {first} to {len(names)}, or quit."
            say(f"There is no game {word[:40]!r}: {meant}")
            continue
        try:
            game = load(name if name in games else files[name])
            if seats is not None:
                game.check_seats(seats)
        except HouseRulesError as problem:
            say(f"{name} cannot be played: {problem.message}.")
            continue
        if game.goal:
            say(clean(game.goal))
        wanted = level or _level(game, ask, say)
        return None if wanted is None else Choice(game, wanted)


def _title(name: str, file: Path | None) -> str:
    if file is not None:
        return f"your own rules, from {clean(file.name)}"
    if name not in GAMES:
        return "a game of an installed package"  # it is imported when somebody wants to play it
    game = load(name)
    few, many = game.seats.start, game.seats.stop - 1
    return f"{game.name}, for {few if few == many else f'{few} to {many}'} players"


def _name_of(word: str, names: list[str]) -> str | None:
    if not word:
        return names[0]
    if word.isascii() and word.isdigit():
        return names[int(word) - 1] if len(word) < 4 and 1 <= int(word) <= len(names) else None
    return next((name for name in names if name.lower() == completed(word.lower(), names).lower()), None)


def completed(word: str, words: Sequence[str]) -> str:
    """The one of the words that begins like this; the word itself if none does, or several do.

    >>> completed("smell", ["shithead", "smellyhead"]), completed("s", ["shithead", "smellyhead"])
    ('smellyhead', 's')
    """
    begin = [known for known in words if known.lower().startswith(word)] if word else []
    return begin[0] if len(begin) == 1 and word not in words else word


def _level(game: AnyGame, ask: Ask, say: Callable[[str], None]) -> str | None:
    known, usual = [*levels(game), ADAPTIVE], usual_level(game)
    say(f"How strong are your opponents? {', '.join(known[:-1])}, or {ADAPTIVE}: as strong as suits you.")
    while True:
        word = ask(f"Type a level [{usual}]: ").strip().lower()
        word = completed(word, known)
        if word in ("quit", "exit"):
            return None
        if not word or word in known:
            return word or usual
        close = nearest(word, known)
        meant = f"did you mean {close}?" if close else f"type one of {', '.join(known)}, or quit."
        say(f"There is no level {word[:40]!r}: {meant}")
