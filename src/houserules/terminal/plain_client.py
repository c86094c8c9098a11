"""The plainest client: text in, text out, against bots; the same through a pipe."""

from __future__ import annotations

import time
from typing import Final, TextIO

from houserules.bots import Bot, bot, levels
from houserules.core import Move, Names, Seat, View
from houserules.errors import HouseRulesError
from houserules.games import AnyGame
from houserules.match import Match

from .look import Look
from .screen import drawn

YOU: Final[Seat] = 0
HELP: Final = """Say a move as it is listed, or its number: move 2.
legal: what you may do    help: this    quit: leave the table"""


def usual_level(game: AnyGame) -> str:
    """In the middle of those there are: it takes no time, and is no fool."""
    made = list(levels(game))
    return made[len(made) // 2]


def run(game: AnyGame, seats: int, seed: str | None, source: TextIO, target: TextIO, level: str | None = None) -> int:
    """Play one match; 0 when it is over or the player leaves."""
    match = Match.new(game, seats=seats, seed=seed)
    level = level or usual_level(game)
    bots = {seat: bot(level, game, seed=seat) for seat in range(1, seats)}
    names = Names("You", *(f"Bot {seat}" for seat in range(1, seats)))
    begin = time.monotonic()
    print(f"{game.name}: you are seat {YOU}, the others are {level} bots.\n{HELP}", file=target)
    told = 0
    while True:
        while match.to_act and YOU not in match.to_act:
            seat = match.to_act[0]
            match.play(seat, bots[seat].choose(match.view(seat)), int(time.monotonic() - begin))
        for event in match.events(YOU, told):
            print(event.tell(names), file=target)
        told = len(match.moves)
        if not match.to_act:
            return 0
        view = match.view(YOU)
        print(drawn(view, names, (), Look()), file=target)
        if not _turn(match, view, bots, begin, source, target):
            return 0


def _turn(
    match: Match[object], view: View, bots: dict[Seat, Bot], begin: float, source: TextIO, target: TextIO
) -> bool:
    """Ask until a move is made; False if the player leaves."""
    while True:
        print("> ", end="", file=target, flush=True)
        line = source.readline()
        if not line or line.strip().lower() == "quit":
            print("Good-bye.", file=target)
            return False
        match line.lower().split():
            case []:
                continue
            case ["help"]:
                print(HELP, file=target)
            case ["legal"]:
                for number, move in enumerate(view.legal, 1):
                    print(f"{number:3} {move}", file=target)
            case words:
                try:
                    match.play(YOU, _chosen(match.game, words, line.strip(), view), int(time.monotonic() - begin))
                    _others_act(match, bots)
                    return True
                except HouseRulesError as problem:
                    print(f"{problem.message}.", file=target)


def _others_act(match: Match[object], bots: dict[Seat, Bot]) -> None:
    """Where all may act at once, the others act after each move of the player."""
    for seat in match.to_act[1:] if YOU in match.to_act else ():
        match.play(seat, bots[seat].choose(match.view(seat)))


def _chosen(game: AnyGame, words: list[str], line: str, view: View) -> Move:
    match words:
        case ["move", number] if number.isdecimal() and len(number) < 5 and 1 <= int(number) <= len(view.legal):
            return view.legal[int(number) - 1]
    return game.understand(view, line)
