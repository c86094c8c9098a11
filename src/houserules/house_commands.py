"""The commands about houses: `rules` prints a sheet, `check` says what is wrong, `house` prints one as TOML."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

import msgspec

from .errors import HouseRulesError, Problem, RulesError, UnknownGame
from .games import GAMES, AnyGame, load, load_file
from .games.shedding.documents import SHIPPED, parse_file, read_file, shipped_document, why_unread
from .games.shedding.game import Shedding
from .games.shedding.house import House
from .games.shedding.sheet import Difference, difference, sheet, written_difference, written_sheet
from .games.shedding.sheet_numbers import HEADINGS
from .games.shedding.starts import reduced
from .games.sheets import clauses_of_page
from .games.toml_writer import toml_of

FIRST = "shithead"
"""A house that extends nothing is compared with this one."""


def add_commands(subparsers: argparse._SubParsersAction[Any]) -> None:
    """`rules`, `check` and `house`, for the parser of all commands."""
    said = subparsers.add_parser("rules", help="print the rules of a game or a house in plain words")
    said.add_argument("game", metavar="GAME|FILE", help="a game, or a house in TOML")
    said.add_argument(
        "--diff",
        nargs="?",
        const="",
        metavar="PARENT",
        help="only what differs from this game or house (default: the one it extends, else shithead)",
    )
    said.add_argument("--json", action="store_true", help="answer as JSON")
    said.set_defaults(command=rules)

    checked = subparsers.add_parser("check", help="check houses in TOML or JSON: ok, or every problem with its place")
    checked.add_argument("files", nargs="+", type=Path, metavar="FILE")
    checked.add_argument("--json", action="store_true", help="answer as JSON")
    checked.set_defaults(command=check)

    printed = subparsers.add_parser("house", help="print a house as TOML, to send it to others")
    printed.add_argument("game", metavar="GAME|FILE", help="a game, or a house in TOML")
    printed.add_argument("--flat", action="store_true", help="with every rule in it, so that it extends nothing")
    printed.set_defaults(command=print_house)


# -- rules -----------------------------------------------------------------------------------------------------------


def rules(options: argparse.Namespace) -> int:
    """Print the sheet of a house or how it differs from another; for any other game print its page of rules."""
    game = load(options.game)
    if not isinstance(game, Shedding) and options.diff is None:
        return page(game, options.json)
    house = _house(options.game)
    parent = None if options.diff is None else _house(options.diff or parent_of(options.game))
    found = None if parent is None else difference(house, parent)
    if options.json:
        print(msgspec.json.encode(_answer(house, parent, found)).decode())
        return 0
    low, high = house.seats
    _say(f"{house.name}, {low if low == high else f'{low} to {high}'} seats, hash {house.hash()}\n")
    if parent is None or found is None:
        _say(written_sheet(sheet(house)))
    else:
        _say(written_difference(found, *_titles(parent, house)))
    return 0


def page(game: AnyGame, as_json: bool) -> int:
    """Print the rules of a game that is not a house: they are a written page, not made from data."""
    text = game.page()
    if as_json:
        clauses = clauses_of_page(text)
        seats = (game.seats.start, game.seats.stop - 1)
        answer = {"name": game.name, "seats": seats, "hash": game.hash, "clauses": clauses}
        print(msgspec.json.encode(answer).decode())
    else:
        _say(text.rstrip())
    return 0


def parent_of(game: str) -> str:
    """The name or the path of what a house extends; shithead if it extends nothing."""
    path = Path(game)
    if game in SHIPPED:
        document = shipped_document(game)
    else:
        read_file(path)  # it must be there, and what it extends too
        document = parse_file(path)
    parent = document.get("extends", FIRST)
    assert isinstance(parent, str), "the reader has seen to that"
    return parent if parent in SHIPPED else str(path.parent / parent)


def _house(game: str) -> House:
    found = load(game)
    if not isinstance(found, Shedding):
        raise UnknownGame(f"{game!r} is not a house in TOML, so it can be neither compared nor printed as one")
    return found.rules


def _titles(parent: House, house: House) -> tuple[str, str]:
    """The labels of the two houses, for the lines of a difference."""
    return (parent.name, house.name) if parent.name != house.name else ("there", "here")


def _answer(house: House, parent: House | None, found: Difference | None) -> dict[str, object]:
    answer: dict[str, object] = {"name": house.name, "seats": house.seats, "hash": house.hash()}
    if parent is not None and found is not None:
        return answer | {
            "parent": {"name": parent.name, "seats": parent.seats, "hash": parent.hash()},
            "summary": found.summary,
            "changes": found.changes,
        }
    clauses = [
        {
            "number": clause.number,
            "heading": HEADINGS[int(clause.number.partition(".")[0]) - 1],
            "topic": clause.topic,
            "text": clause.whole,
        }
        for clause in sheet(house)
    ]
    return answer | {"clauses": clauses}


def _say(text: str) -> None:
    """Print. The name of a house may be anything, so characters that control a terminal are replaced."""
    print("".join(character if character.isprintable() or character == "\n" else "�" for character in text))


# -- house ---------------------------------------------------------------------------------------------------------


def print_house(options: argparse.Namespace) -> int:
    """Print a house that needs no file beside it: only what differs from a house that ships, or every rule."""
    house = _house(options.game)
    path = Path(options.game)
    whole = shipped_document(options.game) if options.game in SHIPPED else read_file(path)
    document = whole if options.flat else reduced(whole)
    _say(f"# {house.name}, hash {house.hash()}\n{toml_of(document)}".rstrip())
    return 0


# -- check -----------------------------------------------------------------------------------------------------------


def check(options: argparse.Namespace) -> int:
    """Print for each file that it is ok, or each of its problems."""
    answers = [(path, *checked(path)) for path in options.files]
    if options.json:
        files = [
            {
                "file": str(path),
                "ok": not problems,
                "hash": found or None,
                "problems": [str(problem) for problem in problems],
                **({"details": problems} if problems else {}),
            }
            for path, found, problems in answers
        ]
        print(msgspec.json.encode({"ok": all(not problems for _, _, problems in answers), "files": files}).decode())
    else:
        for path, found, problems in answers:
            for line in [f"{path}: {problem}" for problem in problems] or [f"{path}: ok (hash {found})"]:
                _say(line)
    return 1 if any(problems for _, _, problems in answers) else 0


def checked(path: Path) -> tuple[str, tuple[Problem, ...]]:
    """The hash of the house in a file, and its problems."""
    try:
        path.read_bytes()
    except (OSError, ValueError) as problem:
        if str(path) in GAMES:
            why = "a game that ships, not a file: give the path of a house of your own"
            return "", (Problem((), "unreadable", why),)
        return "", (Problem((), "unreadable", f"cannot be read: {why_unread(problem)}"),)
    try:
        return load_file(path).hash, ()
    except RulesError as problem:
        return "", problem.details
    except HouseRulesError as problem:
        return "", (Problem((), problem.code, problem.message),)
