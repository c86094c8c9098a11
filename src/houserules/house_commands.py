"""The commands about houses: `rules` prints a sheet, `check` says what is wrong, `house` prints one as TOML."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

import msgspec

from .errors import HouseRulesError, Problem, RulesError, UnknownGame
from .games import GAMES, AnyGame, Document, load, load_file
from .games.house_code import code_in, document_of_code, house_code
from .games.shedding.documents import SHIPPED, extended, parse_file, read_file, shipped_document, why_unread
from .games.shedding.game import Shedding
from .games.shedding.goal import about
from .games.shedding.house import House
from .games.shedding.sheet import sheet
from .games.shedding.sheet_difference import Difference, difference, written_difference
from .games.shedding.sheet_numbers import HEADINGS
from .games.shedding.starts import reduced
from .games.sheets import clauses_of_page
from .games.toml_writer import toml_of
from .lab.ending import why_endless

FIRST = "shithead"
"""A house that extends nothing is compared with this one."""


def add_commands(subparsers: argparse._SubParsersAction[Any]) -> None:
    """`rules`, `check` and `house`, for the parser of all commands."""
    a_house = "a game, a house in TOML, or the code of a house"
    said = subparsers.add_parser("rules", help="print the rules of a game or a house in plain words")
    said.add_argument("game", metavar="GAME|FILE|CODE", help=a_house)
    said.add_argument(
        "--diff",
        nargs="?",
        const="",
        metavar="PARENT",
        help="only what differs from this game or house (default: the one it extends, else shithead)",
    )
    said.add_argument(
        "--clauses", action="store_true", help="every clause with its number, also where a sheet is shorter"
    )
    said.add_argument("--json", action="store_true", help="answer as JSON")
    said.set_defaults(command=rules)

    checked = subparsers.add_parser("check", help="check houses in TOML or JSON: ok, or every problem with its place")
    checked.add_argument("files", nargs="+", metavar="FILE|CODE", help="a house in a file, or its code")
    checked.add_argument("--json", action="store_true", help="answer as JSON")
    checked.add_argument("--play", action="store_true", help="also play some matches: does it come to an end?")
    checked.set_defaults(command=check)

    printed = subparsers.add_parser("house", help="print a house as TOML, to send it to others")
    printed.add_argument("game", metavar="GAME|FILE|CODE", help=a_house)
    printed.add_argument("--flat", action="store_true", help="with every rule in it, so that it extends nothing")
    printed.add_argument(
        "--link",
        nargs="?",
        const="",
        metavar="SERVER",
        help="as one short code, or as a link to a server that shows and plays it",
    )
    printed.set_defaults(command=print_house)


# -- rules -----------------------------------------------------------------------------------------------------------


def rules(options: argparse.Namespace) -> int:
    """Print the sheet of a house or how it differs from another; for any other game print its page of rules."""
    game = load(options.game)
    if not isinstance(game, Shedding) and options.diff is None:
        return page(game, options.json, whole=options.clauses)
    house = _house(options.game)
    parent = None if options.diff is None else _house(options.diff or parent_of(options.game))
    found = None if parent is None else difference(house, parent)
    if options.json:
        print(msgspec.json.encode(_answer(house, parent, found)).decode())
        return 0
    low, high = house.seats
    _say(f"{house.name}, {low if low == high else f'{low} to {high}'} players, hash {house.hash()}\n")
    if parent is None or found is None:
        _say(game.page())
    else:
        _say(written_difference(found, *_titles(parent, house)))
    return 0


def page(game: AnyGame, as_json: bool, *, whole: bool) -> int:
    """Print the rules of a game that is not a house: its sheet for players, or the `whole` page of clauses."""
    if as_json:
        clauses = clauses_of_page(game.page())
        seats = (game.seats.start, game.seats.stop - 1)
        answer = {"name": game.name, "seats": seats, "hash": game.hash, "clauses": clauses}
        print(msgspec.json.encode(answer).decode())
    else:
        _say((game.page() if whole else game.sheet()).rstrip())
    return 0


def parent_of(game: str) -> str:
    """The name or the path of what a house extends; shithead if it extends nothing."""
    path = Path(game)
    if game in SHIPPED:
        document: Document = shipped_document(game)
    elif code := code_in(game):
        document = document_of_code(code)
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
    return answer | {"about": about(house), "clauses": clauses}


def _say(text: str) -> None:
    """Print. The name of a house may be anything, so characters that control a terminal are replaced."""
    print("".join(character if character.isprintable() or character == "\n" else "�" for character in text))


# -- house ---------------------------------------------------------------------------------------------------------


def print_house(options: argparse.Namespace) -> int:
    """Print a house that needs no file beside it: only what differs from a house that ships, or every rule."""
    house = _house(options.game)
    document = _whole(options.game) if options.flat else reduced(_whole(options.game))
    if options.link is not None:
        server = f"{options.link.rstrip('/')}/house/" if options.link else ""
        _say(server + house_code(document))
        return 0
    _say(f"# {house.name}, hash {house.hash()}\n{toml_of(document)}".rstrip())
    return 0


def _whole(game: str) -> Document:
    """The document of a house, with all that it extends."""
    if game in SHIPPED:
        return shipped_document(game)
    code = code_in(game)
    return read_file(Path(game)) if code is None else extended(document_of_code(code))


# -- check -----------------------------------------------------------------------------------------------------------


def check(options: argparse.Namespace) -> int:
    """Print for each file or code that it is ok, or each of its problems."""
    answers = [(name, *checked(name, play=options.play)) for name in options.files]
    if options.json:
        files = [
            {
                "file": name,
                "ok": not problems,
                "hash": found or None,
                "problems": [str(problem) for problem in problems],
                **({"details": problems} if problems else {}),
            }
            for name, found, problems in answers
        ]
        print(msgspec.json.encode({"ok": all(not problems for _, _, problems in answers), "files": files}).decode())
    else:
        for name, found, problems in answers:
            for line in [f"{name}: {problem}" for problem in problems] or [f"{name}: ok (hash {found})"]:
                _say(line)
    return 1 if any(problems for _, _, problems in answers) else 0


def checked(name: str, *, play: bool = False) -> tuple[str, tuple[Problem, ...]]:
    """The hash of the house in a file or a code, and its problems. With `play` it is one if matches do not end."""
    try:
        if code_in(name) is None:
            Path(name).read_bytes()
    except (OSError, ValueError) as problem:
        if name in GAMES:
            why = "a game that ships, not a file: give the path of a house of your own"
            return "", (Problem((), "unreadable", why),)
        return "", (Problem((), "unreadable", f"cannot be read: {why_unread(problem)}"),)
    try:
        game = load_file(Path(name)) if code_in(name) is None else load(name)
    except RulesError as problem:
        return "", problem.details
    except HouseRulesError as problem:
        return "", (Problem((), problem.code, problem.message),)
    endless = why_endless(game) if play else ""
    return game.hash, (Problem((), "endless", endless),) if endless else ()
