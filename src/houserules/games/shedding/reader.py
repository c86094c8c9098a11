"""The strict reader: from TOML to a House, or every problem at once with its path and what would be right."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from importlib import resources
from itertools import combinations
from pathlib import Path
from typing import Any, Final, cast

import msgspec

from houserules.cards import Rank, Suit
from houserules.core import is_number
from houserules.errors import Problem, RulesError

from .house import (
    MOST_BLIND,
    MOST_DECKS,
    MOST_HAND,
    MOST_MIXED,
    MOST_SEATS,
    MOST_UP,
    NAME_OF,
    RANK_NAMES,
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
    formula,
)
from .section import Document, Notes, Section, nearest, shown
from .section import Path as Parts

SHIPPED: Final = ("shithead", "duel", "smellyhead")
"""The houses that come with the package, and that others may extend."""

EFFECTS: Final = (
    *("reset", "burn", "low", "mirror", "skip", "reverse", "again"),
    *("force-take", "wild", "call-suit", "parity", "choose-way"),
)


# -- Documents -------------------------------------------------------------------------------------------------------


def parse(text: str) -> dict[str, object]:
    try:
        return tomllib.loads(text)
    except ValueError as problem:  # not TOML, or a number that is too long
        raise RulesError((f"this is not TOML: {problem}",)) from problem
    except RecursionError as problem:
        raise RulesError(("this is not TOML: it is nested too deep",)) from problem


def shipped_document(name: str) -> dict[str, object]:
    return parse(resources.files(__package__).joinpath(f"variants/{name}.toml").read_text(encoding="utf-8"))


def read_file(path: Path) -> dict[str, object]:
    """The document in a file, whole: what it extends is in it already. Not yet checked."""
    return extended(parse_file(path), path.parent)


def parse_file(path: Path) -> dict[str, object]:
    """The document in a file as it is written there."""
    try:
        text = path.read_text(encoding="utf-8-sig")  # some editors begin a file with a mark
    except (OSError, ValueError) as problem:  # the file is missing, is not text, or has an impossible name
        raise RulesError((f"{str(path)!r} cannot be read: {problem}",)) from problem
    return parse(text)


def extended(document: Document, folder: Path | None = None, depth: int = 0) -> dict[str, object]:
    """The document laid over the one it extends: a shipped house or, from a file, another file beside it.

    Without a folder no file is opened: the document may come from anywhere."""
    if "extends" not in document:
        return dict(document)
    parent = document["extends"]
    if depth > 8:
        raise RulesError((Problem(("extends",), "contradiction", "these houses extend each other in a circle"),))
    if isinstance(parent, str) and parent in SHIPPED:
        base = shipped_document(parent)
    elif isinstance(parent, str) and parent.endswith(".toml") and folder is not None:
        path = folder / parent
        try:
            text = path.read_text(encoding="utf-8")
        except (OSError, ValueError) as problem:
            unread = Problem(("extends",), "unreadable", f"{parent!r} cannot be read: {problem}")
            raise RulesError((unread,)) from problem
        base = extended(parse(text), path.parent, depth + 1)
    else:
        file = " (only a file can extend a file)" if isinstance(parent, str) and parent.endswith(".toml") else ""
        said = f"there is no house {shown(parent)}{file}; {nearest(parent, SHIPPED)}"
        unknown = Problem(("extends",), "not-allowed", said, {"words": SHIPPED})
        rest = {key: value for key, value in document.items() if key != "extends"}
        raise RulesError((unknown, *problems_of(laid_over(rest, shipped_document(SHIPPED[0])))))
    merged = laid_over({key: value for key, value in document.items() if key != "extends"}, base)
    powers = merged.get("powers")
    if isinstance(powers, Mapping):
        merged["powers"] = {selector: power for selector, power in powers.items() if power != "none"}
    return merged


def laid_over(document: Document, base: Document) -> dict[str, object]:
    """Tables are merged key by key. A power, refill and any other value replace the old one; "none" removes it."""
    merged = dict(base)
    for key, value in document.items():
        below = base.get(key)
        whole = key == "refill" or (key != "pattern" and isinstance(value, Mapping) and "do" in value)
        if isinstance(value, Mapping) and isinstance(below, Mapping) and not whole:
            merged[key] = laid_over(value, below)
        elif value == "none" and isinstance(below, Mapping):
            del merged[key]
        else:
            merged[key] = value
    return merged


# -- Reading ---------------------------------------------------------------------------------------------------------


def read_house(document: Document) -> House:
    """Read a whole document, or raise RulesError with all that is wrong with it."""
    reader = Reader()
    try:
        house = reader.house(Section(reader, "", document))
    except RecursionError as problem:
        raise RulesError(("this is nested too deep to be a house",)) from problem
    if reader.problems:
        raise RulesError(reader.problems)
    assert house is not None
    return house


def problems_of(document: Document) -> tuple[Problem, ...]:
    """All problems of a whole document; empty if it is a valid house."""
    try:
        read_house(document)
    except RulesError as problem:
        return problem.details
    return ()


class Reader(Notes):
    """Notes every problem on its way through the document."""

    def house(self, top: Section) -> House | None:
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
        if self.problems:
            return None
        house = House(**values)
        for path, text in contradictions(house):
            self.problem(path, text, "contradiction")
        return house

    def seats(self, top: Section) -> dict[str, object]:
        match top.take("seats"):
            case [int(low), int(high)] if 2 <= low <= high <= MOST_SEATS:
                return {"seats": (low, high)}
            case int(exactly) if 2 <= exactly <= MOST_SEATS:
                return {"seats": (exactly, exactly)}
        said = f"write the fewest and the most players, as in [2, 6]; at least 2, at most {MOST_SEATS}"
        self.problem("seats", said, min=2, max=MOST_SEATS)
        return {"seats": (2, 2)}

    def deck(self, section: Section) -> dict[str, object]:
        decks = section.take("decks")
        if isinstance(decks, str) and decks != "fewest":
            try:
                formula(decks)
            except ValueError as problem:
                self.problem("deck.decks", f'{decks!r} will not do: {problem}, as in "ceil(seats / 2)"')
        elif decks != "fewest" and (not is_number(decks) or not 1 <= decks <= MOST_DECKS):
            said = f'write a number from 1 to {MOST_DECKS}, "fewest", or a formula of the seats'
            self.problem("deck.decks", said, min=1, max=MOST_DECKS, words=("fewest",))
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
            if not values["begins"]:
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
        for selector in section.values:
            power = section.section(selector)
            cards = self.selected(section.at(selector), selector)
            if cards is not None:
                found.append(self.power(power, *cards))
        section.done()
        for one, other in combinations(found, 2):
            nested = len(one.suits) != len(other.suits) and 4 in (len(one.suits), len(other.suits))
            if one.rank is other.rank and not nested and set(one.suits) & set(other.suits):
                said = "a card may have only one power: these suits overlap"
                self.problem(f"powers.{NAME_OF[one.rank]}", said, "contradiction")
        return tuple(sorted(found, key=lambda power: (power.rank, -len(power.suits), power.suits)))

    def selected(self, path: Parts, selector: object) -> tuple[Rank, tuple[Suit, ...]] | None:
        """`"10"`, `"J"`, `"J:red"`, `"6:hearts,diamonds"`, `"Joker"`."""
        name, colon, suits = str(selector).partition(":")
        rank = RANK_NAMES.get(name) if isinstance(selector, str) else None
        if rank is None:
            known = tuple(RANK_NAMES)
            self.problem(path, f"there is no such card; {nearest(name, known)}", "unknown-key", keys=known)
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
                self.problem(path, f"{word!r} is not a suit; {nearest(word, known)}", "unknown-key", words=known)
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
                    self.problem(path, f"{shown(value)} is not an effect; {nearest(value, EFFECTS)}", words=EFFECTS)

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


SHORT: Final = {
    "low": "limit",
    "parity": "which",
    "reverse": "count",
    "skip": "count",
    "mirror": "copies",
    "wild": "as",
}
"""What `{ low = 7 }` is short for."""


def contradictions(house: House) -> Iterator[tuple[str, str]]:
    """Check what no single key shows."""
    for seats in range(house.seats[0], house.seats[1] + 1):
        try:
            decks = house.decks_for(seats)
        except ValueError as problem:
            yield "deck.decks", f"with {seats} seats {house.decks!r} cannot be worked out: {problem}"
            continue
        cards = decks * (52 + house.jokers)
        if not 1 <= decks <= MOST_DECKS:
            yield "deck.decks", f"{seats} seats would play with {decks} decks; it must be 1 to {MOST_DECKS}"
        elif seats * house.dealt > cards:
            yield "deck.decks", f"{seats} seats are dealt {seats * house.dealt} cards, but there are only {cards}"
    if house.play_up == "mixed" and house.up > MOST_MIXED:
        yield "deal.up", f"at most {MOST_MIXED} face-up cards can be played mixed"
    if house.setup != "none" and house.up == 0:
        yield "deal.setup", 'there are no face-up cards to choose: write "none"'
    if house.not_last and len(set(house.not_last)) >= 13:
        yield "end.not-last", "some card must be allowed to be the last one"
    demands = [power.demand for power in house.powers]
    if any(isinstance(one, Wild) for one in demands) and any(isinstance(one, CallSuit) and one.add for one in demands):
        yield "powers", 'with wild cards a called suit takes the place of the order: write mode = "replace"'
    copies = any(isinstance(one, Mirror) and one.copies == "power" for one in demands)
    if copies and any(isinstance(one, Wild) for one in demands):
        yield (
            "powers",
            "there cannot be wild cards beside mirrors that copy powers: what would be copied?",
        )
    if sum(power.joins for power in house.powers) > 1:
        yield "powers", "only one rank may be joined to cards of another: which of two would be laid last?"
    for power in house.powers:
        yield from power_contradictions(house, power)


def power_contradictions(house: House, power: Power) -> Iterator[tuple[str, str]]:
    path = f"powers.{NAME_OF[power.rank]}"
    if power.rank is Rank.JOKER and house.jokers == 0:
        yield path, "this deck has no Jokers: say deck.jokers = 2, or take the power away"
    gone = power.burn or power.force_take is not None
    if gone and power.demand is not None:
        yield f"{path}.do", "the pile is gone after this, so it cannot ask for anything"
    if power.burn and power.force_take is not None:
        yield f"{path}.do", "a pile that burns cannot be taken: keep one of burn and force-take"
    if (power.force_take or isinstance(power.demand, CallSuit | ChooseWay | Wild | Counter)) and power.most > 1:
        yield f"{path}.most", "cards of this power are played one at a time: write 1"
    if isinstance(power.demand, Wild) and not power.demand.ranks:
        yield f"{path}.do", "a wild card must be able to stand for another rank"
    if isinstance(power.demand, Wild) and Rank.JOKER in power.demand.ranks:
        yield f"{path}.do", "a wild card stands for a rank from 2 to A, never for a Joker"
    if isinstance(power.demand, Counter) and (power.again or power.skip != "no"):
        yield f"{path}.do", "the next player must answer this card: leave again and skip out"
    if power.follow and not power.again:
        yield f"{path}.do", "follow needs a card that gives another turn: add again"
    if power.joins and suits_matter(house):
        yield f"{path}.joins", "cards can be joined only where suits do not matter"
    if power.joins and house.play_hand != "set":
        yield f"{path}.joins", 'cards can be joined only where the hand is played in sets: play.hand = "set"'
    if power.only_on and power.rank not in power.only_on and set(power.only_on) <= set(power.not_on):
        yield f"{path}.only-on", "this card could never be laid on anything"


def suits_matter(house: House) -> bool:
    """Does anything tell two cards of one rank apart?"""
    return any(len(power.suits) < 4 or isinstance(power.demand, CallSuit) for power in house.powers)
