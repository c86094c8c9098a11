"""How often does a level make a mistake that everybody at the table would see? Positions with agreed good moves.

    python bench/blunders.py
    python bench/blunders.py --iterations 2000 --list

tests/data/blunders.toml has the positions, made by hand, each with the moves that are right (or those that are wrong)
and a sentence why. A level is shown each position once, with the same seed; those that search have so many iterations.
"""

from __future__ import annotations

import argparse
import sys
import tomllib
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec

from houserules import Bet, Bot, Match, Move, View, bot, load
from houserules.bots import Limit, levels
from houserules.bots.search import Searcher
from houserules.cards import PACK
from houserules.games.heart_of_five.bots import Advanced
from houserules.kernel.bits import COMPILED

DATA = Path(__file__).parent.parent / "tests" / "data" / "blunders.toml"
ITERATIONS = 400
"""With 200, about every second seed of the expert blunders once in 57 positions; with 400, none of six did."""
FAMILIES = {"shedding": "shithead", "heart": "heart-of-five", "heroes": "heroes"}
"""For each list of the file a game that has the levels of its family."""

Document = dict[str, Any]


class Position(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A position of the list, as short as it can be written. Cards that stand nowhere are out of the game."""

    name: str
    why: str
    best: tuple[str, ...] = ()
    """The right moves; any other is a blunder."""
    wrong: tuple[str, ...] = ()
    """Where there are many right ones: the blunders."""
    bets: tuple[int, int] | None = None
    """For a bet: from and up to what it is right."""

    def is_blunder(self, move: Move) -> bool:
        if self.bets is not None:
            assert isinstance(move, Bet)
            return not self.bets[0] <= move.amount <= self.bets[1]
        return str(move) in self.wrong or (bool(self.best) and str(move) not in self.best)


class Shedding(Position, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Seat 0 acts. A seat is its hand, its cards face up and its blind ones: "3C 4D / TH / 2S"."""

    game: str = "shithead"
    seats: tuple[str, ...]
    pile: str = ""
    stock: str = ""
    more: Document = {}

    def match(self) -> Match[Any]:
        rows = [[part.split() for part in [*seat.split("/"), "", ""][:3]] for seat in self.seats]
        named = [card for row in rows for zone in row for card in zone] + self.pile.split() + self.stock.split()
        jokers = 0 if self.game == "duel" else 2
        rest = Counter(card.text for card in PACK[: 52 + jokers]) - Counter(named)
        document: Document = {
            "game": self.game,
            "seats": [dict(zip(("hand", "up", "blind"), row, strict=True)) for row in rows],
            "pile": self.pile.split(),
            "stock": self.stock.split(),
            "burned": sorted(rest.elements()),
            "to_act": 0,
            "direction": 1,
            "phase": "play",
            "pending": None,
        }
        return Match.from_position(load(self.game), document | self.more)


class Heart(Position, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Seat 0 acts, on the last meld of the seat before it or, without one, with a free lead."""

    hands: tuple[str, ...]
    last: str = ""

    def match(self) -> Match[Any]:
        hands = [hand.split() for hand in self.hands]
        named = [card for hand in hands for card in hand] + self.last.split()
        last_seat = len(hands) - 1
        document: Document = {
            "game": "heart-of-five",
            "hands": hands,
            "to_act": 0,
            "leader": last_seat if self.last else 0,
            "last": {"seat": last_seat, "cards": self.last.split()} if self.last else None,
            "passes": 0,
            "out": [],
            "round": 1,
            "wins": [0] * len(hands),
            "losses": [0] * len(hands),
            "played": [card.text for card in PACK if card.text not in named],
        }
        return Match.from_position(load("heart-of-five"), document)


class Heroes(Position, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Player 1 decides: on a bet, on a battle it has won with the first of two cards, or on a card it was shown."""

    credits: tuple[int, int] = (500, 500)
    round: int = 1
    turn: int = 1
    points: tuple[int, int] = (0, 0)
    cards: tuple[int, ...] = ()
    """Its own card of this turn, and the rival's; with `shown` only its own."""
    shown: tuple[int, ...] = ()
    """What Dr. Manhattan has shown of the rival's cards, from slot 1 on."""

    def match(self) -> Match[Any]:
        used = {*self.cards, *self.shown, 67, 0}
        free = iter(card for card in range(1, 67) if card not in used)
        phase = "betting" if not self.cards else "card_selection_rival" if self.shown else "power_choice"
        own: dict[str, int] = {}
        rival: dict[str, int] = {}
        if self.cards:
            own = {"0": self.cards[0], **({"1": 67} if self.shown else {})}
            rival = {} if self.shown else {"0": self.cards[1]}
        hidden = {str(slot): next(free) for slot in range(2, 10)}
        others = {str(slot + 1): card for slot, card in enumerate(self.shown)} or {
            str(slot): next(free) for slot in range(1, 10)
        }
        bet = 0 if phase == "betting" else 1
        document: Document = {
            "game": "heroes",
            "phase": phase,
            "current": None if phase == "betting" else 1,
            "round": self.round,
            "turn": self.turn,
            "starter": None if phase == "betting" else 1 if self.turn % 2 == 0 else 2,
            "picked": {"own": 0 if self.cards else None, "rival": 0 if phase == "power_choice" else None},
            "players": [
                {"credits": self.credits[0], "points": self.points[0], "bet": bet, "hand": hidden, "revealed": own},
                {"credits": self.credits[1], "points": self.points[1], "bet": bet, "hand": others, "revealed": rival},
            ],
        }
        for player in document["players"]:
            player["joker_power"] = None
        document["players"][0]["known"] = list(range(1, 1 + len(self.shown)))
        return Match.from_position(load("heroes"), document)


AnyPosition = Shedding | Heart | Heroes


class Book(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    shedding: tuple[Shedding, ...]
    heart: tuple[Heart, ...]
    heroes: tuple[Heroes, ...]
    known: dict[str, dict[str, tuple[str, ...]]] = {}
    """For each list and level the positions in which it is known to blunder."""


def book() -> Book:
    return msgspec.convert(tomllib.loads(DATA.read_text(encoding="utf-8")), Book)


def players(family: str, iterations: int) -> dict[str, Callable[[Any], Bot]]:
    """The levels of a family, each by how to make one for a game; those that search with fixed iterations."""
    made: dict[str, Callable[[Any], Bot]] = {
        level: lambda game, level=level: bot(level, game, seed=1)  # type: ignore[misc]
        for level in levels(load(FAMILIES[family]))
        if level != "random"
    }
    searching: dict[str, dict[str, Callable[[Any], Bot]]] = {
        "shedding": {"expert": lambda game: Searcher(game, Limit(iterations=iterations), seed=1)},
        "heart": {"advanced": lambda game: Advanced(game, Limit(iterations=iterations), seed=1)},
    }
    return made | searching.get(family, {})


def blunders(positions: tuple[AnyPosition, ...], make: Callable[[Any], Bot]) -> list[str]:
    """The names of the positions in which a level blunders."""
    return [position.name for position in positions if position.is_blunder(chosen(position.match(), make))]


def chosen(match: Match[Any], make: Callable[[Any], Bot]) -> Move:
    """What a bot plays; where the rules list one choice of suits for many, the listed one."""
    view: View = match.view(0)
    move = make(match.game).choose(view)
    return match.game.listed(match.state, 0, move)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--iterations", type=int, default=ITERATIONS, help=f"of those that search ({ITERATIONS})")
    parser.add_argument("--list", action="store_true", help="name the positions in which a level blunders")
    args = parser.parse_args()
    if not COMPILED:
        print("the kernel is not compiled: this takes a while", file=sys.stderr)
    found = book()
    print("| | level | blunders | of | rate |\n| --- | --- | --- | --- | --- |")
    for family in FAMILIES:
        positions: tuple[AnyPosition, ...] = getattr(found, family)
        for level, make in players(family, args.iterations).items():
            names = blunders(positions, make)
            print(f"| {family} | `{level}` | {len(names)} | {len(positions)} | {len(names) / len(positions):.0%} |")
            if args.list and names:
                print(f"    {', '.join(names)}", file=sys.stderr)


if __name__ == "__main__":
    main()
