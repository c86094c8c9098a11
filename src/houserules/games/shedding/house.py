"""House: one variant of the Shithead family as data, and the strict reader that makes one from TOML."""

from __future__ import annotations

import difflib
import hashlib
import tomllib
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Final, Literal, TypeVar, cast

import msgspec

from houserules.cards import Rank
from houserules.errors import RulesError

T = TypeVar("T")

MOST_DECKS: Final = 4
MOST_SEATS: Final = 8
MOST_BLIND: Final = 6
MOST_UP: Final = 6
MOST_HAND: Final = 7
MOST_MIXED: Final = 5
"""A play of mixed face-up cards is any subset of them: more cards would be more plays than a page can list."""


class Low(msgspec.Struct, frozen=True):
    """The next card must be at most `limit`, or below it."""

    limit: int
    compare: Literal["<=", "<"]


class Parity(msgspec.Struct, frozen=True):
    even: bool


Demand = Low | Parity | Literal["order", "reset", "mirror", "copy", "call-suit"]
"""What the pile asks for after a card: its own value or above, nothing, what it asked before, ... """


class Power(msgspec.Struct, frozen=True):
    """Where may it be laid? What does the pile ask for then? What happens?"""

    rank: Rank
    anywhere: bool = False
    not_on: tuple[Rank, ...] = ()
    demand: Demand = "order"
    effects: tuple[Literal["burn", "again", "reverse", "force-take"], ...] = ()
    most: int = 0
    """How many may be laid at once; 0: as many as one has."""
    follow: bool = False
    """Alone it may be laid only if something the player sees can follow it."""
    joins: bool = False
    """It may be laid together with one card of another rank, which is laid last."""


class House(msgspec.Struct, frozen=True):
    """Everything that makes a variant."""

    name: str
    version: int
    seats: tuple[int, int]
    decks: int | Literal["fewest", "half"]
    jokers: int
    blind: int
    up: int
    hand: int
    setup: bool
    begins: tuple[Rank, ...]
    """Ranks from the lowest: who holds the lowest in hand begins. Empty: seat 0 does."""
    plays: tuple[Literal["set", "single", "mixed"], Literal["set", "single", "mixed"]]
    """Of the hand and of the face-up cards."""
    higher: bool
    """The next card must be above the pile's, not only equal."""
    refill: int
    draw: int
    powers: tuple[Power, ...]
    alike: int
    alike_again: bool
    free_take: bool
    take_up: bool
    first_out_ends: bool
    limit: int

    def decks_for(self, seats: int) -> int:
        if isinstance(self.decks, int):
            return self.decks
        if self.decks == "half":
            return -(-seats // 2)
        return -(-seats * (self.blind + self.up + self.hand) // (52 + self.jokers))

    def hash(self) -> str:
        """Of the rules alone: two houses that differ in name only are the same game."""
        rules = msgspec.structs.replace(self, name="", version=0)
        return hashlib.sha256(msgspec.json.encode(rules, order="deterministic")).hexdigest()[:16]


RANK_NAMES: Final = {**{str(int(rank)): rank for rank in Rank if rank <= 10}, "J": Rank.JACK, "Q": Rank.QUEEN}
RANK_NAMES.update({"K": Rank.KING, "A": Rank.ACE, "Joker": Rank.JOKER})


def parse(text: str) -> dict[str, object]:
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as problem:
        raise RulesError((f"this is no TOML: {problem}",)) from problem


def read_file(path: Path) -> dict[str, object]:
    """The document in a file, not yet checked."""
    try:
        return parse(path.read_text(encoding="utf-8"))
    except RulesError:
        raise
    except (OSError, ValueError) as problem:  # no such file, no text, or no name that a file could have
        raise RulesError((f"{str(path)!r} cannot be read: {problem}",)) from problem


def read_house(document: Mapping[str, object]) -> House:
    """Read a house, or say all that is wrong with it at once."""
    reader = Reader(document)
    house = reader.house()
    if reader.problems:
        raise RulesError(tuple(reader.problems))
    assert house is not None
    return house


class Reader:
    """Walks the document and notes every problem with the path of its key and what would be right."""

    def __init__(self, document: Mapping[str, object]) -> None:
        self.document = document
        self.problems: list[str] = []

    def problem(self, path: str, text: str) -> None:
        self.problems.append(f"{path}: {text}")

    def house(self) -> House | None:
        top = Section(self, "", self.document)
        name = top.text("name")
        version = top.number("version", 1, 1_000_000, default=1)
        seats = self.seats(top)
        deck = top.section("deck")
        decks = self.decks(deck)
        jokers = deck.number("jokers", 0, 2)
        deal = top.section("deal")
        blind = deal.number("blind", 0, MOST_BLIND)
        up = deal.number("up", 0, MOST_UP)
        hand = deal.number("hand", 1, MOST_HAND)
        setup = deal.word("setup", ("none", "swap", "choose"))
        begins = self.begins(deal)
        play = top.section("play")
        kinds = ("set", "single", "mixed")
        plays = (play.word("hand", kinds[:2]), play.word("up", kinds))
        higher = play.word("compare", (">=", ">")) == ">"
        refill, draw = self.refill(play)
        powers = self.powers(top.section("powers"))
        pattern = top.section("pattern")
        alike = pattern.number("alike", 0, 16)
        done = pattern.words("do", ("burn", "again"))
        take = top.section("take")
        free_take = take.word("when", ("forced", "free")) == "free"
        take_up = take.word("up", ("lowest", "stays")) == "lowest"
        end = top.section("end")
        first_out_ends = end.word("until", ("one-left", "first-out")) == "first-out"
        limit = end.number("limit", 1, 100_000)
        for section in (top, deck, deal, play, pattern, take, end):
            section.done()
        if alike and "burn" not in done:
            self.problem("pattern.do", 'cards alike burn the pile: say ["burn"] or ["burn", "again"], or alike = 0')
        if self.problems:
            return None
        house = House(
            name=name,
            version=version,
            seats=seats,
            decks=decks,
            jokers=jokers,
            blind=blind,
            up=up,
            hand=hand,
            setup=setup != "none",
            begins=begins,
            plays=cast("tuple[Literal['set'], Literal['set']]", plays),
            higher=higher,
            refill=refill,
            draw=draw,
            powers=powers,
            alike=alike,
            alike_again="again" in done,
            free_take=free_take,
            take_up=take_up,
            first_out_ends=first_out_ends,
            limit=limit,
        )
        self.whole(house)
        return house

    def seats(self, top: Section) -> tuple[int, int]:
        value = top.take("seats")
        match value:
            case [int(low), int(high)] if 2 <= low <= high <= MOST_SEATS:
                return low, high
        self.problem("seats", f"write the fewest and the most players, as in [2, 6]; at least 2, at most {MOST_SEATS}")
        return 2, 2

    def decks(self, deck: Section) -> int | Literal["fewest", "half"]:
        match deck.take("decks"):
            case "fewest":
                return "fewest"
            case "half":
                return "half"
            case int(number) if 1 <= number <= MOST_DECKS and not isinstance(number, bool):
                return number
        self.problem("deck.decks", f'write a number from 1 to {MOST_DECKS}, "fewest" or "half"')
        return 1

    def begins(self, deal: Section) -> tuple[Rank, ...]:
        how = deal.word("begins", ("lowest", "seat"))
        if how != "lowest":
            return ()
        words = deal.words("order", tuple(RANK_NAMES))
        if not words:
            self.problem("deal.order", 'write the ranks from the lowest, or begins = "seat"')
        if len(set(words)) < len(words):
            self.problem("deal.order", "write each rank once, from the lowest")
        return tuple(RANK_NAMES[word] for word in dict.fromkeys(words))

    def refill(self, play: Section) -> tuple[int, int]:
        section = play.section("refill")
        if "draw" in section.values:
            draw = section.number("draw", 0, MOST_HAND)
            section.done()
            return 0, draw
        to = section.number("to", 0, MOST_HAND)
        section.done()
        return to, 0

    def powers(self, section: Section) -> tuple[Power, ...]:
        found = []
        for name in section.values:
            power = section.section(name)
            rank = RANK_NAMES.get(name)
            if rank is None:
                self.problem(f"powers.{name}", f"there is no such card; {nearest(name, tuple(RANK_NAMES))}")
            else:
                found.append(self.power(rank, power))
        section.done()
        return tuple(sorted(found, key=lambda power: power.rank))

    def power(self, rank: Rank, section: Section) -> Power:
        anywhere = section.word("on", ("any", "order"), default="order") == "any"
        not_on = section.words("not-on", tuple(RANK_NAMES), default=())
        demands: list[Demand] = []
        effects: list[str] = []
        for place, effect in enumerate(section.listed("do")):
            path = f"{section.path}.do[{place}]"
            match effect:
                case "reset" | "mirror" | "copy" | "call-suit":
                    demands.append(cast("Literal['reset']", effect))
                case "burn" | "again" | "reverse" | "force-take":
                    effects.append(str(effect))
                case {"low": Mapping() as low, **rest} if not rest:
                    demands.append(self.low(Section(self, f"{path}.low", low)))
                case {"parity": ("even" | "odd") as parity, **rest} if not rest:
                    demands.append(Parity(parity == "even"))
                case _:
                    names = ("reset", "mirror", "copy", "call-suit", "burn", "again", "reverse", "force-take")
                    self.problem(path, f"{effect!r} is no effect; {nearest(effect, names)}, low or parity")
        if len(demands) > 1:
            self.problem(f"{section.path}.do", "a pile can ask for one thing only: keep one of these")
        most = section.number("most", 0, 16, default=0)
        follow = section.flag("follow")
        joins = section.flag("joins")
        section.done()
        return Power(
            rank=rank,
            anywhere=anywhere,
            not_on=tuple(RANK_NAMES[word] for word in not_on),
            demand=demands[0] if demands else "order",
            effects=cast("tuple[Literal['burn']]", tuple(effects)),
            most=most,
            follow=follow,
            joins=joins,
        )

    def low(self, section: Section) -> Low:
        limit = section.number("limit", 2, 14)
        compare = section.word("compare", ("<=", "<"))
        section.done()
        return Low(limit, cast("Literal['<']", compare))

    def whole(self, house: House) -> None:
        """What no single key shows."""
        for seats in range(house.seats[0], house.seats[1] + 1):
            decks = house.decks_for(seats)
            cards = decks * (52 + house.jokers)
            needed = seats * (house.blind + house.up + house.hand)
            if decks > MOST_DECKS:
                self.problem(
                    "deck.decks", f"{seats} seats would need {decks} decks; at most {MOST_DECKS} are played with"
                )
            elif needed > cards:
                self.problem("deck.decks", f"{seats} seats are dealt {needed} cards, and there are only {cards}")
        if house.plays[1] == "mixed" and house.up > MOST_MIXED:
            self.problem("deal.up", f"at most {MOST_MIXED} face-up cards can be played mixed")
        for power in house.powers:
            if power.rank is Rank.JOKER and house.jokers == 0:
                self.problem("powers.Joker", "this deck has no Jokers; say deck.jokers = 2 or take the power away")


class Section:
    """A table of the document. Each key is taken once; what is left at the end is unknown."""

    def __init__(self, reader: Reader, path: str, values: Mapping[str, object]) -> None:
        self.reader = reader
        self.path = path
        self.values = values
        self.taken: set[str] = set()

    def at(self, key: str) -> str:
        return f"{self.path}.{key}" if self.path else key

    def take(self, key: str) -> object:
        self.taken.add(key)
        return self.values.get(key)

    def section(self, key: str) -> Section:
        value = self.take(key)
        if not isinstance(value, Mapping):
            self.reader.problem(
                self.at(key), "a table is needed here" if key in self.values else "this table is missing"
            )
            value = {}
        return Section(self.reader, self.at(key), value)

    def _checked(self, key: str, default: T | None, wanted: str, fallback: T, right: Callable[[object], bool]) -> T:
        value = self.take(key)
        if value is None and default is not None:
            return default
        if right(value):
            return cast("T", value)
        said = "is missing" if value is None else f"{value!r} will not do"
        self.reader.problem(self.at(key), f"{said}; {wanted}")
        return fallback

    def text(self, key: str) -> str:
        return self._checked(
            key, None, "write a name in quotes", "", lambda value: isinstance(value, str) and value != ""
        )

    def flag(self, key: str) -> bool:
        return self._checked(key, False, "write true or false", False, lambda value: isinstance(value, bool))

    def number(self, key: str, low: int, high: int, default: int | None = None) -> int:
        def right(value: object) -> bool:
            return isinstance(value, int) and not isinstance(value, bool) and low <= value <= high

        return self._checked(key, default, f"write a whole number from {low} to {high}", low, right)

    def word(self, key: str, words: tuple[str, ...], default: str | None = None) -> str:
        choice = " or ".join(f'"{word}"' for word in words)
        return self._checked(key, default, f"write {choice}", words[0], lambda value: value in words)

    def listed(self, key: str) -> list[object]:
        return self._checked(key, None, "write a list in brackets", [], lambda value: isinstance(value, list))

    def words(self, key: str, words: tuple[str, ...], default: tuple[str, ...] | None = None) -> tuple[str, ...]:
        if default is not None and key not in self.values:
            return default
        good = []
        for place, value in enumerate(self.listed(key)):
            if isinstance(value, str) and value in words:
                good.append(value)
            else:
                self.reader.problem(f"{self.at(key)}[{place}]", f"{value!r} will not do; {nearest(value, words)}")
        return tuple(good)

    def done(self) -> None:
        for key in self.values:
            if key not in self.taken:
                hint = nearest(key, tuple(sorted(map(str, self.taken))))
                self.reader.problem(self.at(key), f"there is no such key here; {hint}")


def nearest(word: object, words: tuple[str, ...]) -> str:
    """Did you mean ...?"""
    close = difflib.get_close_matches(str(word), words, 1, 0.5)
    return f"did you mean {close[0]}?" if close else f"it may be {', '.join(words)}"
