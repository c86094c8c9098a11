"""The strict reader: from TOML to a House, or every problem at once with its path and what would be right."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import combinations
from typing import Any, Final, cast

import msgspec

from houserules.cards import Rank, Suit
from houserules.core import is_number
from houserules.errors import Problem, RulesError

from .contradictions import contradictions
from .formulas import formula
from .house import (
    EFFECTS,
    MOST_BLIND,
    MOST_DECKS,
    MOST_HAND,
    MOST_SEATS,
    MOST_UP,
    NAME_OF,
    RANK_NAMES,
    SHORT,
    SUIT_NAMES,
    CallSuit,
    ChooseWay,
    Counter,
    Demand,
    ForceTake,
    House,
    Low,
    Mirror,
    Parity,
    Power,
    Reset,
    Wild,
)
from .key_places import better
from .section import Document, Notes, Section, nearest, shown
from .section import Path as Parts
from .table_words import EFFECTS as EFFECT_WORDS
from .table_words import RANKS as RANK_WORDS
from .table_words import SUITS as SUIT_WORDS
from .table_words import meant

TABLES: Final = ("deck", "deal", "play", "pattern", "take", "end", "powers")
MISSING_TABLES: Final = 3
"""Whoever leaves out this number of tables did not mean to write a whole house."""


def read_house(document: Document) -> House:
    """Read a whole document, or raise RulesError with all that is wrong with it."""
    reader = Reader()
    try:
        house = reader.house(Section(reader, "", document))
    except RecursionError as problem:
        raise RulesError(("this is nested too deep to be a house",)) from problem
    if reader.problems:
        raise RulesError(with_advice(reader.problems))
    return house


def problems_of(document: Document) -> tuple[Problem, ...]:
    """All problems of a whole document; empty if it is a valid house."""
    try:
        read_house(document)
    except RulesError as problem:
        return problem.details
    return ()


def with_advice(problems: list[Problem]) -> list[Problem]:
    """The problems of a document: keys are pointed to their tables, and half a house to what it may extend."""
    found = [better(problem) for problem in problems]
    missing = [one.path[0] for one in found if one.code == "missing" and len(one.path) == 1 and one.path[0] in TABLES]
    if len(missing) < MISSING_TABLES:
        return found
    said = (
        'begin with extends = "shithead", and write only what is different. A house that extends nothing must say'
        f" everything, and here these tables are missing: {', '.join(map(str, missing))}"
    )
    return [Problem(("extends",), "missing", said), *[one for one in found if one.code != "missing"]]


class Reader(Notes):
    """Notes every problem on its way through the document."""

    def house(self, top: Section) -> House:
        """What could be read. It is a house that can be played only if there are no problems."""
        values: dict[str, Any] = {"name": top.text("name"), "version": top.number("version", 1, 10**6, default=1)}
        values |= self.seats(top)
        values |= self.deck(top.section("deck"))
        values |= self.deal(top.section("deal"))
        values |= self.play(top.section("play"))
        values |= self.pattern(top.section("pattern"))
        values |= self.take(top.section("take"))
        values |= self.end(top.section("end"))
        values["powers"] = standing_for(self.powers(top.section("powers")))
        top.taken.add("extends")  # it was read before, but it may be what was meant
        top.done()
        house = House(**values)
        found = list(contradictions(house, tuple([problem.path for problem in self.problems])))
        for path, text in found:
            self.problem(path, text, "contradiction")
        return house

    def seats(self, top: Section) -> dict[str, object]:
        given = top.take("seats")
        match given:
            case [int(low), int(high)] if 2 <= low <= high <= MOST_SEATS:
                return {"seats": (low, high)}
            case int(exactly) if 2 <= exactly <= MOST_SEATS:
                return {"seats": (exactly, exactly)}
        said = f"write the fewest and the most players, as in [2, 6]; at least 2, at most {MOST_SEATS}"
        self.problem("seats", said, "missing" if given is None else "not-allowed", min=2, max=MOST_SEATS)
        return {"seats": (2, 2)}

    def deck(self, section: Section) -> dict[str, object]:
        decks = section.take("decks")
        if isinstance(decks, str) and decks != "fewest":
            try:
                formula(decks)
            except ValueError as problem:
                self.problem("deck.decks", f'{shown(decks)} will not do: {problem}, as in "ceil(seats / 2)"')
                decks = 1
        elif decks != "fewest" and (not is_number(decks) or not 1 <= decks <= MOST_DECKS):
            said = f'write a number from 1 to {MOST_DECKS}, "fewest", or a formula of the seats'
            code = "missing" if decks is None else "not-allowed"
            self.problem("deck.decks", said, code, min=1, max=MOST_DECKS, words=("fewest",))
            decks = 1
        jokers = section.number("jokers", 0, 2)
        section.done()
        return {"decks": decks, "jokers": jokers}

    def deal(self, section: Section) -> dict[str, object]:
        values: dict[str, object] = {
            "blind": section.number("blind", 0, MOST_BLIND),
            "up": section.number("up", 0, MOST_UP),
            "hand": section.number("hand", 1, MOST_HAND),
            "setup": section.word("setup", ("none", "swap", "choose")),
        }
        if section.word("begins", ("lowest", "seat")) == "lowest":
            values["begins"] = section.ranks("order")
            if section.values.get("order") == []:
                self.problem("deal.order", 'write the ranks from the lowest, or begins = "seat"')
        else:
            section.take("order")  # a parent's order does no harm
            values["begins"] = ()
        section.done()
        return values

    def play(self, section: Section) -> dict[str, object]:
        values: dict[str, object] = {
            "play_hand": section.word("hand", ("set", "single")),
            "play_up": section.word("up", ("set", "single", "mixed")),
            "higher": section.word("compare", (">=", ">")) == ">",
            "reverse_again": section.word("reverse-for-two", ("nothing", "again"), default="nothing") == "again",
        }
        refill = section.section("refill")
        if "draw" in refill.values:
            values |= {"refill": 0, "draw": refill.number("draw", 0, MOST_HAND), "draw_late": False}
        else:
            late = refill.word("when", ("before-again", "after-turn"), default="before-again") == "after-turn"
            values |= {"refill": refill.number("to", 0, MOST_HAND), "draw": 0, "draw_late": late}
        refill.done()
        section.done()
        return values

    def pattern(self, section: Section) -> dict[str, object]:
        alike = section.number("alike", 0, 16)
        done = section.words("do", ("burn", "again"), default=("burn",))
        if "burn" not in done:
            self.problem("pattern.do", 'cards alike burn the pile: say ["burn"] or ["burn", "again"], or alike = 0')
        if alike in (1, 2):
            self.problem("pattern.alike", "at least three cards alike burn; 0 means that they never do")
        values: dict[str, object] = {
            "alike": alike,
            "alike_again": "again" in done,
            "alike_never": tuple(sorted(section.ranks("never", default=()))),
            "alike_one_play": section.word("within", ("any", "one-play"), default="any") == "one-play",
            "alike_through": section.flag("through-mirrors"),
        }
        section.done()
        return values

    def take(self, section: Section) -> dict[str, object]:
        values: dict[str, object] = {
            "free_take": section.word("when", ("forced", "free")) == "free",
            "take_up": section.word("up", ("lowest", "stays")) == "lowest",
            "taker_leads": section.word("leads", ("next", "taker"), default="next") == "taker",
        }
        section.done()
        return values

    def end(self, section: Section) -> dict[str, object]:
        values: dict[str, object] = {
            "first_out_ends": section.word("until", ("one-left", "first-out")) == "first-out",
            "limit": section.number("limit", 1, 100_000),
            "limit_shared": section.word("at-limit", ("fewest-cards", "shared"), default="fewest-cards") == "shared",
            "not_last": tuple(sorted(section.ranks("not-last", default=()))),
        }
        section.done()
        return values

    # Powers.

    def powers(self, section: Section) -> tuple[Power, ...]:
        found: list[Power] = []
        for selector, given in section.values.items():
            section.taken.add(selector)
            cards = self.selected(section.at(selector), selector)
            if cards is not None and self.is_table(section.at(selector), given):
                found.append(self.power(section.section(selector), *cards))
        section.done()
        for one, other in combinations(found, 2):
            nested = len(one.suits) != len(other.suits) and 4 in (len(one.suits), len(other.suits))
            if one.rank is other.rank and not nested and set(one.suits) & set(other.suits):
                said = "a card may have only one power: these suits overlap"
                self.problem(f"powers.{NAME_OF[one.rank]}", said, "contradiction")
        return tuple(sorted(found, key=lambda power: (power.rank, -len(power.suits), power.suits)))

    def is_table(self, path: Parts, given: object) -> bool:
        """Players write what a card does where a table is needed: an effect, or a list of effects."""
        if isinstance(given, Mapping):
            return True
        hint = ""
        effect = given if given in EFFECTS else meant(given, EFFECT_WORDS)
        if effect:
            hint = f': write {{ do = ["{effect}"] }}'
        elif isinstance(given, list):
            hint = f": write {{ do = {shown(given)} }}"
        elif given == "none":
            hint = ': "none" removes a power of the house that this one extends'
        self.problem(path, f"a table is needed here{hint}", type="object")
        return False

    def selected(self, path: Parts, selector: object) -> tuple[Rank, tuple[Suit, ...]] | None:
        """`"10"`, `"J"`, `"J:red"`, `"6:hearts,diamonds"`, `"Joker"`."""
        name, colon, suits = str(selector).partition(":")
        rank = RANK_NAMES.get(name) if isinstance(selector, str) else None
        if rank is None:
            known = tuple(RANK_NAMES)
            word = meant(name, RANK_WORDS)
            hint = f"write {f'{word}{colon}{suits}' if not colon else f'{chr(34)}{word}:{suits}{chr(34)}'}"
            said = hint if word else nearest(name, known)
            self.problem(path, f"there is no such card; {said}", "unknown-key", keys=known)
            return None
        if not colon:
            return rank, tuple(Suit)
        if rank is Rank.JOKER:
            self.problem(path, 'Jokers have no suit: write "Joker"')
            return None
        chosen: set[Suit] = set()
        for word in suits.split(","):
            if word not in SUIT_NAMES:
                known = tuple(SUIT_NAMES)
                right = meant(word, SUIT_WORDS)
                said = f"write {right}" if right else nearest(word, known)
                self.problem(path, f"{shown(word)} is not a suit; {said}", "unknown-key", words=known)
                return None
            chosen.update(SUIT_NAMES[word])
        return rank, tuple(sorted(chosen))

    def power(self, section: Section, rank: Rank, suits: tuple[Suit, ...]) -> Power:
        values: dict[str, Any] = {
            "anywhere": section.word("on", ("any", "order"), default="order") == "any",
            "only_on": tuple(sorted(section.ranks("only-on", default=()))),
            "not_on": tuple(sorted(section.ranks("not-on", default=()))),
            "not_under": tuple(sorted(section.words("not-under", ("low", "parity", "suit"), default=()))),
            "most": section.number("most", 0, 16, default=0),
            "joins": section.flag("joins"),
        }
        demands: list[Demand] = []
        done: list[str] = []
        for name, effect in self.effects(section):
            if name in done:
                self.problem(effect.parts, f"{name} stands here twice", "twice")
            done.append(name)
            self.effect(name, effect, rank, values, demands)
            effect.done()
        if len(demands) > 1:
            self.problem(section.at("do"), "a pile can ask for one thing only: keep one of these", "contradiction")
        if "force_take" in values and values["force_take"].who != "chosen" and "reverse" in done:
            before = done.index("force-take") < done.index("reverse")
            take: ForceTake = values["force_take"]
            values["force_take"] = ForceTake(take.who, take.oneself, take.spent, before)
        section.done()
        return Power(rank=rank, suits=suits, demand=demands[0] if demands else None, **values)

    def effects(self, section: Section) -> Iterator[tuple[str, Section]]:
        """Each effect of a power in the order in which it is written: a word, or a table with one word as its key."""
        for place, value in enumerate(section.listed("do")):
            path = (*section.at("do"), place)
            match value:
                case str() if value in EFFECTS:
                    yield value, section.inside(path, {})
                case Mapping() if len(value) == 1 and next(iter(value)) in EFFECTS:
                    name, inside = next(iter(value.items()))
                    known = inside if isinstance(inside, Mapping) else {SHORT.get(name, "value"): inside}
                    yield name, section.inside((*path, name), known)
                case _:
                    self.problem(path, not_an_effect(value), words=EFFECTS)

    def effect(self, name: str, given: Section, rank: Rank, values: dict[str, Any], demands: list[Demand]) -> None:
        """The power so far, with one more effect."""
        match name:
            case "reset":
                demands.append(Reset())
            case "burn":
                values["burn"] = True
            case "low":
                limit = rank if given.take("limit") is None else given.number("limit", 2, 14)
                compare = given.word("compare", ("<=", "<"), default="<=")
                demands.append(Low(int(limit), cast("Any", compare), self.added(given)))
            case "mirror":
                copies = given.word("copies", ("value", "demand", "power"), default="demand")
                usual = "own" if copies == "power" else "any"
                own = given.word("on-empty", ("any", "own"), default=usual) == "own"
                demands.append(Mirror(cast("Any", copies), own))
            case "skip" | "reverse":
                values[name] = given.word("count", ("each", "once"), default="each")
            case "again":
                values["again"] = True
                values["follow"] = given.flag("follow")
            case "force-take":
                self.force_take(given, values, demands)
            case "wild":
                ranks = given.ranks("as", default=tuple(rank for rank in Rank if rank is not Rank.JOKER))
                demands.append(Wild(tuple(other for other in ranks if other is not rank), given.flag("power")))
            case "call-suit":
                demands.append(CallSuit(self.added(given)))
            case "parity":
                even = given.word("which", ("even", "odd")) == "even"
                demands.append(Parity(even, self.added(given)))
            case "choose-way":
                demands.append(ChooseWay())

    def added(self, given: Section) -> bool:
        return given.word("mode", ("replace", "add"), default="replace") == "add"

    def force_take(self, given: Section, values: dict[str, Any], demands: list[Demand]) -> None:
        who = given.word("who", ("chosen", "next", "previous"), default="chosen")
        counters = given.ranks("counter", default=())
        oneself = given.flag("oneself") and who == "chosen"
        spent = given.word("card", ("with-pile", "burned"), default="with-pile") == "burned"
        if counters:
            if who != "next" or spent:
                self.problem(given.at("counter"), 'only who = "next", with the card in the pile, can be countered')
            demands.append(Counter(counters))
        else:
            values["force_take"] = ForceTake(cast("Any", who), oneself, spent)


def not_an_effect(value: object) -> str:
    """What is wrong with an entry of `do`, and what may have been meant."""
    if isinstance(value, Mapping) and len(value) > 1:
        apart = ", ".join(f"{{ {key} = ... }}" for key in value)
        return f"each effect has braces of its own: {apart}"
    name = next(iter(value), "") if isinstance(value, Mapping) else value
    word = meant(name, EFFECT_WORDS)
    said = f'the word for this is "{word}"' if word else nearest(name, EFFECTS)
    return f"{shown(name)} is not an effect; {said}"


def standing_for(powers: tuple[Power, ...]) -> tuple[Power, ...]:
    """Wild cards with the ranks they may stand for: none that is glass, gives the pile away or has something named."""
    unfit = (Mirror, CallSuit, ChooseWay, Wild, Counter)
    barred = {power.rank for power in powers if power.force_take or isinstance(power.demand, unfit)}

    def fitted(power: Power) -> Power:
        if not isinstance(power.demand, Wild):
            return power
        ranks = tuple(rank for rank in power.demand.ranks if rank not in barred)
        return msgspec.structs.replace(power, demand=Wild(ranks, power.demand.power))

    return tuple(fitted(power) for power in powers)
