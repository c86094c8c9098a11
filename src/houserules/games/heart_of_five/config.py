"""A table of Heart of Five as data: what a JSON file can say, strictly read."""

from __future__ import annotations

import difflib
import hashlib
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

import msgspec

from houserules.cards import BIG_JOKER, PACK, SMALL_JOKER, Card, Rank, Suit
from houserules.core import is_number
from houserules.errors import NotationError, Problem, RulesError

Document = Mapping[str, object]

ORDER: Final = (*(Rank(value) for value in range(3, 15)), Rank.TWO)
"""Of single cards, from weak to strong."""
LETTERS: Final = tuple(rank.letter for rank in ORDER)
RUN: Final = ("A", *(Rank(value).letter for value in range(2, 15)))
DECK: Final = "standard52Plus2Jokers"
MOST_WINS: Final = 30
MOST_ROUNDS: Final = 200
MOST_MINUTES: Final = 24 * 60


class Config(msgspec.Struct, frozen=True, kw_only=True):
    """What a table has agreed on."""

    name: str = "Heart of Five"
    seats: tuple[int, int] = (2, 6)
    optimal: int = 4
    """How many make the best game; what a menu offers first."""
    starter: Card = Card.read("3H")
    """The seat that is dealt it leads the first round."""
    star: Card = Card.read("5H")
    """The strongest single card."""
    weak_joker: Card = SMALL_JOKER
    """The Joker that the other one beats."""
    suits: tuple[Suit, ...] = tuple(Suit)
    """The order in which a hand is sorted by suit."""
    wins: int = 10
    rounds: int | None = None
    minutes: int | None = None

    @property
    def strong_joker(self) -> Card:
        return BIG_JOKER if self.weak_joker is SMALL_JOKER else SMALL_JOKER

    def decks_for(self, seats: int) -> int:
        return 2 if seats > 5 else 1

    def hash(self) -> str:
        """The hash of the rules. The name and settings for menus or sorted hands are not part of the rules."""
        rules = (*self.seats, self.starter, self.star, self.weak_joker, self.wins, self.rounds, self.minutes)
        text = "heart-of-five 1 " + " ".join(map(str, rules))
        return hashlib.sha256(text.encode("utf-8")).hexdigest()[:16]


def differences(config: Config) -> tuple[str, ...]:
    """In words, how a table differs from the page of rules."""
    usual = Config()
    told = []
    if config.seats != usual.seats:
        low, high = config.seats
        told.append(f"{low if low == high else f'{low} to {high}'} seats play (S1.1).")
    if config.star is not usual.star:
        told.append(f"The strongest single card is the {config.star}; the {usual.star} is a five like others (S2.1).")
    if config.weak_joker is not usual.weak_joker:
        told.append(f"{config.weak_joker} is the weaker Joker (S2.1).")
    if config.starter is not usual.starter:
        told.append(f"Whoever is dealt the {config.starter} leads the first round (S6.1).")
    if config.wins != usual.wins:
        told.append(f"The match ends when someone has won {config.wins} round{'s' * (config.wins > 1)} (S7.1).")
    if config.rounds is not None:
        told.append(f"It ends after {config.rounds} round{'s' * (config.rounds > 1)} at the latest (S7.2).")
    if config.minutes is not None:
        told.append(f"It ends with the round that is over after {config.minutes} minutes (S7.3).")
    return tuple(told)


# -- Reading ---------------------------------------------------------------------------------------------------------

KEYS: Final = {
    "": ("gameInfo", "cardRanking", "specialCards", "match"),
    "gameInfo": ("name", "players", "deck"),
    "gameInfo.players": ("min", "max", "optimal"),
    "cardRanking": ("singleRanks", "runRanks", "suits"),
    "specialCards": ("gameStarter", "strongestSingle", "smallJoker", "bigJoker"),
    "match": ("wins", "rounds", "minutes"),
}


def read_config_file(path: Path) -> dict[str, object]:
    """A JSON document from a file. `read_config` checks what it says."""
    try:
        document = msgspec.json.decode(path.read_bytes().removeprefix(b"\xef\xbb\xbf"))  # some editors write a mark
    except OSError as problem:
        raise RulesError((f"{path} cannot be read: {problem.strerror or problem}",)) from problem
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError, ValueError) as problem:
        raise RulesError((f"{path} is not JSON: {problem}",)) from problem
    if not isinstance(document, dict):
        raise RulesError((f'{path} is not a table: write an object, as in {{"match": {{"wins": 5}}}}',))
    return document


def read_config(document: Document) -> Config:
    """Check a document and make a Config of it, or raise RulesError with every problem."""
    reader = ConfigReader(document)
    config = reader.config()
    if reader.problems:
        raise RulesError(reader.problems)
    return config


class ConfigReader:
    """Goes through a document and collects its problems; a wrong value counts as left out."""

    def __init__(self, document: Document) -> None:
        self.problems: list[Problem] = []
        self.document = document

    def config(self) -> Config:
        usual = Config()
        self.known("", self.document)
        info, players = self.section("gameInfo"), self.section("gameInfo.players")
        ranking, special, match = self.section("cardRanking"), self.section("specialCards"), self.section("match")
        self.exactly("gameInfo.deck", info.get("deck", DECK), DECK)
        least, most = usual.seats
        least = self.number("gameInfo.players.min", players.get("min", least), least, most)
        most = self.number("gameInfo.players.max", players.get("max", most), least, most)
        between = min(max(usual.optimal, least), most)
        optimal = self.number("gameInfo.players.optimal", players.get("optimal", between), least, most)
        star = self.card("specialCards.strongestSingle", special.get("strongestSingle", str(usual.star)))
        weak, strong = self.jokers(special)
        single = [*LETTERS, str(weak), str(strong), str(star)]
        if ranking.get("singleRanks", single) != single:
            wanted = msgspec.json.encode(single).decode()
            self.problem("cardRanking.singleRanks", f"write {wanted}: the Jokers and the last card as in specialCards")
        self.exactly("cardRanking.runRanks", ranking.get("runRanks", list(RUN)), list(RUN))
        return Config(
            name=self.text("gameInfo.name", info.get("name", usual.name)),
            seats=(least, most),
            optimal=optimal,
            starter=self.card("specialCards.gameStarter", special.get("gameStarter", str(usual.starter))),
            star=star,
            weak_joker=weak,
            suits=self.suits("cardRanking.suits", ranking.get("suits", [suit.letter for suit in Suit])),
            wins=self.number("match.wins", match.get("wins", usual.wins), 1, MOST_WINS),
            rounds=self.limit("match.rounds", match.get("rounds"), MOST_ROUNDS),
            minutes=self.limit("match.minutes", match.get("minutes"), MOST_MINUTES),
        )

    def problem(self, path: str, what: str, code: str = "not-allowed", **allowed: Any) -> None:
        self.problems.append(Problem(tuple(path.split(".")), code, what, allowed))

    def section(self, path: str) -> Document:
        *parents, key = path.split(".")
        inside = self.document
        for parent in parents:
            found = inside.get(parent)
            inside = found if isinstance(found, Mapping) else {}
        value = inside.get(key, {})
        if not isinstance(value, Mapping):
            self.problem(path, f"write an object with {_listed(KEYS[path])}", type="object", keys=KEYS[path])
            return {}
        self.known(path, value)
        return value

    def known(self, path: str, value: Document) -> None:
        keys: list[object] = [*value]  # the keys of a caller's dict may be anything
        for key in keys:
            if key not in KEYS[path]:
                name = key if isinstance(key, str) and key.isprintable() and len(key) <= 60 else _short(key)
                close = difflib.get_close_matches(name, KEYS[path], 1)
                hint = f"did you mean {close[0]}?" if close else f"there are {_listed(KEYS[path])}"
                where = f"{path}.{name}" if path else name
                self.problem(where, f"there is no such key: {hint}", "unknown-key", keys=KEYS[path])

    def exactly(self, path: str, value: object, wanted: object) -> None:
        if value != wanted:
            self.problem(path, f"this cannot be changed: write {msgspec.json.encode(wanted).decode()}", value=wanted)

    def number(self, path: str, value: object, least: int, most: int) -> int:
        if is_number(value) and least <= value <= most:
            return value
        wanted = f"write a whole number from {least} to {most}, not {_short(value)}"
        self.problem(path, wanted, min=least, max=most)
        return least

    def limit(self, path: str, value: object, most: int) -> int | None:
        if value is None or (is_number(value) and 1 <= value <= most):
            return value
        wanted = f"write a whole number from 1 to {most}, or null for no limit, not {_short(value)}"
        self.problem(path, wanted, min=1, max=most, value=None)
        return None

    def text(self, path: str, value: object) -> str:
        if isinstance(value, str) and value.strip() and value.isprintable() and len(value) <= 80:
            return value
        self.problem(path, f"write a name on one line, of at most 80 letters, not {_short(value)}")
        return ""

    def card(self, path: str, value: object) -> Card:
        try:
            card = Card.read(value) if isinstance(value, str) else SMALL_JOKER
        except NotationError:
            card = SMALL_JOKER
        if card.suit is not None:
            return card
        self.problem(path, f"write a card with a suit, as in 5H, not {_short(value)}")
        return Config().star if path.endswith("strongestSingle") else PACK[0]

    def jokers(self, special: Document) -> tuple[Card, Card]:
        """The weaker and the stronger Joker. If one is given, the other follows."""
        both = {"jj": SMALL_JOKER, "JJ": BIG_JOKER}
        found: list[Card | None] = [None, None]
        for place, key in enumerate(("smallJoker", "bigJoker")):
            value = special.get(key)
            if isinstance(value, str) and value in both:
                found[place] = both[value]
            elif key in special:
                self.problem(f"specialCards.{key}", f"write jj or JJ, not {_short(value)}")
        if found[0] is not None and found[0] is found[1]:
            self.problem("specialCards.bigJoker", f"{found[0]} is already the small one: write the other Joker")
        swapped = found[0] is BIG_JOKER or (found[0] is None and found[1] is SMALL_JOKER)
        return (BIG_JOKER, SMALL_JOKER) if swapped else (SMALL_JOKER, BIG_JOKER)

    def suits(self, path: str, value: object) -> tuple[Suit, ...]:
        letters = {suit.letter: suit for suit in Suit}
        if isinstance(value, list) and all(isinstance(letter, str) for letter in value) and sorted(value) == [*letters]:
            return tuple(letters[letter] for letter in value)
        self.problem(path, f"write the four suits in any order, as in {_short(list(letters))}, not {_short(value)}")
        return tuple(Suit)


def _listed(names: tuple[str, ...]) -> str:
    return ", ".join(names)


def _short(value: object) -> str:
    """A value as a file would show it, or its type if it cannot be shown."""
    try:
        text = msgspec.json.encode(value).decode()
    except (TypeError, ValueError, RecursionError, UnicodeError):
        return f"this {type(value).__name__}"
    return text if len(text) <= 60 else f"{text[:60]}..."
