"""The strict reader: from TOML to a House, or every problem at once with its path and what would be right."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import combinations
from typing import Any, Final, cast

import msgspec

from houserules.cards import Rank, Suit
from houserules.core import USUAL_WORD, Scoring, is_number
from houserules.errors import Problem, RulesError

from .contradictions import contradictions
from .formulas import formula
from .house import (
    BEGINS_BY,
    BENEATH,
    EFFECTS,
    MOST_BLIND,
    MOST_DECKS,
    MOST_HAND,
    MOST_PENALTY,
    MOST_SEATS,
    MOST_STOCK,
    MOST_UP,
    NAME_OF,
    PAIR_EFFECTS,
    RANK_NAMES,
    SHORT,
    SUIT_NAMES,
    CallSuit,
    ChooseWay,
    Counter,
    Demand,
    Dodge,
    Exchange,
    ForceTake,
    House,
    Low,
    Mirror,
    Parity,
    Power,
    Reset,
    Selected,
    Wild,
)
from .key_places import better
from .section import Document, Notes, Section, nearest, not_an_effect, not_settings, shown, single_selectors
from .section import Path as Parts
from .sheet_words import joined
from .table_words import EFFECTS as EFFECT_WORDS
from .table_words import RANKS as RANK_WORDS
from .table_words import SUITS as SUIT_WORDS
from .table_words import meant, selector_meant

MOVED: Final = ("all", "none", "chosen", "lowest", "highest")
TABLES: Final = ("deck", "deal", "play", "pattern", "take", "end", "powers")
COMPARES: Final = (">=", ">", "next")
FEWEST_RANKS: Final = 4
USUAL_ORDERS: Final = (tuple(Rank), tuple(Rank)[:-1])
PLACES: Final = ("anywhere", "only_on", "not_on", "not_under", "sees_through", "compare", "most", "joins", "lead")
"""What a power says of where and how its card is laid, whatever it does."""
MOST_WORD: Final = 12
NEXT_TO_BEGIN: Final = ("rules", "loser", "winner", "after-loser")
MOST_POINTS: Final = 1000
MOST_TRIBUTE: Final = 3
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


def read_scoring(document: Document) -> Scoring:
    """How an evening of a house is counted; the house has been read before."""
    notes = Reader()
    return notes.session(Section(notes, "", document).optional("session"))


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

    players: tuple[int, int] = (2, 2)
    """For how many players there must be numbers."""

    def house(self, top: Section) -> House:
        """What could be read. It is a house that can be played only if there are no problems."""
        values: dict[str, Any] = {"name": top.text("name"), "version": top.number("version", 1, 10**6, default=1)}
        values |= self.seats(top)
        self.players = values["seats"]
        values |= self.deck(top.section("deck"))
        values |= self.deal(top.section("deal"))
        values |= self.play(top.section("play"))
        values |= self.pattern(top.section("pattern"))
        values |= self.take(top.section("take"))
        values |= self.end(top.section("end"))
        powers = standing_for(self.powers(top.section("powers")), values["ranks"])
        usual = "next" if values["next_only"] else ">" if values["higher"] else ">="
        values["powers"] = tuple([without_usual(power, usual) for power in powers])
        scoring = self.session(top.optional("session"))
        top.taken |= {"extends", "session"}  # what a file extends was read before, but it may be what was meant
        top.done()
        house = House(**values)
        found = list(contradictions(house, tuple([problem.path for problem in self.problems]), scoring.tribute))
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
                self.problem("deck.decks", f'{shown(decks)} will not do: {problem}; write one like "ceil(seats / 2)"')
                decks = 1
        elif decks != "fewest" and (not is_number(decks) or not 1 <= decks <= MOST_DECKS):
            said = f'write a number from 1 to {MOST_DECKS}, "fewest", or a formula of the seats'
            code = "missing" if decks is None else "not-allowed"
            self.problem("deck.decks", said, code, min=1, max=MOST_DECKS, words=("fewest",))
            decks = 1
        jokers = section.by_seats("jokers", 0, 2, self.players)
        stock = section.by_seats("stock", 0, MOST_STOCK, self.players, ("all",), default="all")
        ranks = section.ranks("ranks", default=())
        if ranks and len(set(ranks) - {Rank.JOKER}) < FEWEST_RANKS:
            self.problem("deck.ranks", f"a deck needs at least {FEWEST_RANKS} ranks, from the lowest to the highest")
        section.done()
        return {"decks": decks, "jokers": jokers, "stock": stock, "ranks": () if ranks in USUAL_ORDERS else ranks}

    def deal(self, section: Section) -> dict[str, object]:
        values: dict[str, object] = {
            "blind": section.by_seats("blind", 0, MOST_BLIND, self.players),
            "up": section.by_seats("up", 0, MOST_UP, self.players),
            "hand": section.by_seats("hand", 1, MOST_HAND, self.players, ("all",)),
            "setup": section.word("setup", ("none", "swap", "choose")),
            "bundle": section.flag("bundle"),
        }
        values |= self.opening(section)
        section.done()
        return values

    def opening(self, section: Section) -> dict[str, object]:
        """Who begins, and with what."""
        wished = section.values.get("begins")
        of_evening = [word for word in (wished if isinstance(wished, list) else [wished]) if word in NEXT_TO_BEGIN]
        if of_evening:
            others = f"write next = {shown(of_evening[0])} in [session] for the others"
            self.problem("deal.begins", f"here stands who begins the first match; {others}", words=BEGINS_BY)
            section.values = {**section.values, "begins": "seat"}
        given = section.word_or_words("begins", BEGINS_BY)
        tests = (given,) if isinstance(given, str) else given
        if not tests:
            self.problem("deal.begins", 'write at least one test, as in ["lowest-up", "lowest"]')
        values: dict[str, object] = {"begins": (), "begins_by": () if tests in (("lowest",), ("seat",)) else tests}
        tie = self.tie(section)
        if tests == ("seat",):
            section.take("order")  # a parent's order does no harm
        else:
            values |= {"begins": section.ranks("order"), "tie": "suit" if "seat" in tests else tie}
            if section.values.get("order") == []:
                self.problem("deal.order", 'write the ranks from the lowest, or begins = "seat"')
        flip = section.flag_or_ranks("flip")
        return values | {
            "leads": section.word("leads", ("any", "that-card", "that-rank"), default="any"),
            "flip": flip is not False,
            "flip_again": tuple(sorted(flip)) if isinstance(flip, tuple) else (),
            "first_choice": section.flag("first-choice"),
        }

    def tie(self, section: Section) -> str | tuple[Suit, ...]:
        """A word, or the four suits in the order in which they decide; the usual order of suits is "suit"."""
        suits = tuple(map(str, Suit))
        given = section.word_or_words("tie", ("suit", "seat", "next-lowest"), default="suit", listed=suits)
        if isinstance(given, str):
            return given
        if len(given) < len(suits):
            self.problem("deal.tie", "write each of the four suits once, the lowest first")
        return "suit" if given == suits else tuple([SUIT_NAMES[name][0] for name in given])

    def play(self, section: Section) -> dict[str, object]:
        compare = section.word("compare", COMPARES)
        hand = section.word("hand", ("set", "single", "run"))
        run = section.optional("run")
        least = run.number("least", 3, 13, default=3)
        suited = run.word("suit", ("one", "any"), default="one") == "one"
        run.done()
        values: dict[str, object] = {
            "play_hand": "set" if hand == "run" else hand,
            "run_least": least if hand == "run" else 0,
            "run_suited": hand == "run" and suited,
            "as_many": section.word("count", ("any", "as-many"), default="any") == "as-many",
            "play_up": section.word("up", ("set", "single", "mixed", "as-hand")),
            "adds": section.word("add", ("no", "drawn", "any"), default="no"),
            "peek": section.flag("peek"),
            "higher": compare == ">",
            "next_only": compare == "next",
            "across": section.flag("across"),
            "reverse_again": section.word("reverse-for-two", ("nothing", "again"), default="nothing") == "again",
        }
        refill = section.section("refill")
        if "draw" in refill.values and len(refill.values) > 1 and {"to", "when"} & set(refill.values):
            said = "keep either to, which fills the hand up, or draw, which takes a number of cards"
            self.problem(refill.at("draw"), said, "contradiction")
            refill.taken |= {"to", "when"}
        if "draw" in refill.values:
            values |= {"refill": 0, "draw": refill.number("draw", 0, MOST_HAND), "draw_late": False}
        else:
            late = refill.word("when", ("before-again", "after-turn"), default="before-again") == "after-turn"
            values |= {"refill": refill.number("to", 0, MOST_HAND), "draw": 0, "draw_late": late}
        refill.done()
        section.done()
        return values

    def pattern(self, section: Section) -> dict[str, object]:
        alike = section.by_seats("alike", 0, 16, self.players)
        found = len(self.problems)
        done = section.words("do", ("burn", "again"), default=("burn",))
        if "burn" not in done and len(self.problems) == found:
            self.problem("pattern.do", 'cards alike burn the pile: say ["burn"] or ["burn", "again"], or alike = 0')
        if alike in (1, 2):
            self.problem("pattern.alike", "at least three cards alike burn; 0 means that they never do")
        through = section.flag("through-mirrors")
        mirrors = section.word("mirrors", ("part", "pass", "match"), default="pass" if through else "part")
        if through and mirrors != "pass":
            self.problem(
                "pattern.mirrors", f'through-mirrors = true says "pass": leave it out, or write {shown("pass")}'
            )
        values: dict[str, object] = {
            "alike": alike,
            "alike_again": "again" in done,
            "alike_never": tuple(sorted(section.ranks("never", default=()))),
            "alike_one_play": section.word("within", ("any", "one-play"), default="any") == "one-play",
            "alike_through": mirrors == "pass",
            "alike_match": mirrors == "match",
            "lock": section.word("lock", ("no", "suit"), default="no") == "suit",
            "jumps": section.word("jump-in", ("no", "hand", "visible"), default="no"),
        }
        section.done()
        return values

    def take(self, section: Section) -> dict[str, object]:
        leads = section.word("leads", ("next", "taker", "previous"), default="next")
        up = section.word("up", ("lowest", "stays", "chosen", "chosen-rank"))
        values: dict[str, object] = {
            "free_take": section.word("when", ("forced", "free")) == "free",
            "take_up": up == "lowest",
            "take_named": {"chosen": "card", "chosen-rank": "rank"}.get(up, "no"),
            "taker_leads": leads == "taker",
            "previous_leads": leads == "previous",
            "previous_takes": section.word("who", ("oneself", "previous"), default="oneself") == "previous",
            "tries": section.word("try", ("no", "stuck", "free", "draw"), default="no"),
        }
        section.done()
        return values

    def end(self, section: Section) -> dict[str, object]:
        announce = section.optional("announce")
        penalty = announce.number("penalty", 0, MOST_PENALTY, default=0)
        announce.done()
        values: dict[str, object] = {
            "penalty": penalty,
            "first_out_ends": section.word("until", ("one-left", "first-out")) == "first-out",
            "limit": section.number("limit", 1, 100_000),
            "limit_shared": section.word("at-limit", ("fewest-cards", "shared"), default="fewest-cards") == "shared",
            "not_last": tuple(sorted(section.ranks("not-last", default=()))),
        }
        section.done()
        return values

    def session(self, section: Section) -> Scoring:
        """How an evening is counted: no part of the House, because it changes no match."""
        scoring = Scoring(
            cast("Any", section.word("score", ("none", "letters", "places"), default="none")),
            section.letters("word", MOST_WORD, USUAL_WORD),
            cast("Any", section.word("points", ("beaten", "winner"), default="beaten")),
            section.number("until", 0, MOST_POINTS, default=0),
            cast("Any", section.word("next", NEXT_TO_BEGIN, default="rules")),
            section.number("tribute", 0, MOST_TRIBUTE, default=0),
        )
        section.done()
        return scoring

    # Powers.

    def powers(self, section: Section) -> tuple[Power, ...]:
        found: list[Power] = []
        for selector, given in section.values.items():
            section.taken.add(selector)
            cards = [self.selected(section.at(selector), one) for one in single_selectors(selector)]
            if None not in cards and self.is_table(section.at(selector), given):
                found += [self.power(section.section(selector), *one) for one in cards if one is not None]
        section.done()
        for one, other in combinations(found, 2):
            nested = len(one.suits) != len(other.suits) and 4 in (len(one.suits), len(other.suits))
            if one.rank is other.rank and not nested and set(one.suits) & set(other.suits):
                said = "a card may have only one power, and two names here mean the same cards: keep one"
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
            right = "" if colon else selector_meant(name)
            hint = f"write {f'{word}{colon}{suits}' if not colon else f'{chr(34)}{word}:{suits}{chr(34)}'}"
            said = hint if word else f'write "{right}"' if right else nearest(name, known)
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
            "sees_through": section.flag("sees-through"),
            "compare": section.word("compare", ("usual", *COMPARES), default="usual"),
            "most": section.number("most", 0, 16, default=0),
            "pair": tuple(sorted(section.words("pair", PAIR_EFFECTS, default=()))),
            "joins": section.flag("joins"),
            "lead": section.flag("lead", default=True),
        }
        when_on = section.words("when-on", ("empty", "pile", *RANK_NAMES), default=())
        others = self.deeds(section, "else", rank, suits, dict(values)) if "else" in section.values else None
        section.taken.add("else")
        power = self.deeds(section, "do", rank, suits, values)
        section.done()
        if others is not None and not when_on:
            self.problem(section.at("else"), "write when-on, too: the cards that it has to be laid on", "contradiction")
        if not when_on:
            return power
        otherwise = others or Power(rank=rank, suits=suits, **{name: values[name] for name in PLACES})
        return msgspec.structs.replace(power, when_on=tuple(sorted(when_on)), otherwise=otherwise)

    def deeds(self, section: Section, key: str, rank: Rank, suits: tuple[Suit, ...], values: dict[str, Any]) -> Power:
        """A power with the effects of one list."""
        demands: list[Demand] = []
        done: list[str] = []
        asks: list[str] = []
        for name, effect in self.effects(section, key):
            if name in done:
                self.problem(effect.parts, f"{name} stands here twice", "twice")
            done.append(name)
            self.effect(name, effect, rank, values, demands)
            asks += [name] * (len(demands) - len(asks))
            effect.done()
        if len(demands) > 1:
            said = f"a pile can ask for one thing only: keep one of {joined(list(dict.fromkeys(asks)), 'and')}"
            self.problem(section.at(key), said, "contradiction")
        if "force_take" in values and values["force_take"].who != "chosen" and "reverse" in done:
            before = done.index("force-take") < done.index("reverse")
            take: ForceTake = values["force_take"]
            values["force_take"] = ForceTake(take.who, take.oneself, take.spent, before)
        demand = demands[0] if demands else None
        if isinstance(demand, Counter) and values["most"] == 1:
            demand = msgspec.structs.replace(demand, sets=False)
        return Power(rank=rank, suits=suits, demand=demand, **values)

    def effects(self, section: Section, key: str) -> Iterator[tuple[str, Section]]:
        """Each effect of a power in the order in which it is written: a word, or a table with one word as its key."""
        for place, value in enumerate(section.listed(key)):
            path = (*section.at(key), place)
            match value:
                case str() if value in EFFECTS:
                    yield value, section.inside(path, {})
                case Mapping() if len(value) == 1 and next(iter(value)) in EFFECTS:
                    name, inside = next(iter(value.items()))
                    if not isinstance(inside, Mapping) and name not in SHORT:
                        self.problem((*path, name), not_settings(name, inside), type="object")
                        continue
                    known = inside if isinstance(inside, Mapping) else {SHORT.get(name, "value"): inside}
                    yield name, section.inside((*path, name), known)
                case _:
                    self.problem(path, not_an_effect(value), words=EFFECTS)

    def effect(self, name: str, given: Section, rank: Rank, values: dict[str, Any], demands: list[Demand]) -> None:
        """The power so far, with one more effect."""
        match name:
            case "reset":
                demands.append(Reset())
            case "burn" | "next":
                values[name] = True
            case "low":
                limit, beneath = self.limit(given, rank)
                compare = given.word("compare", ("<=", "<"), default="<=")
                demands.append(Low(limit, cast("Any", compare), self.added(given), beneath))
            case "mirror":
                copies = given.word("copies", ("value", "demand", "power"), default="demand")
                usual = "own" if copies == "power" else "any"
                own = given.word("on-empty", ("any", "own"), default=usual) == "own"
                demands.append(Mirror(cast("Any", copies), own, *self.copied(given, copies)))
            case "skip" | "reverse":
                values[name] = given.word("count", ("each", "once"), default="each")
                counters = self.answers(given) if name == "skip" else ((), ())
                if any(counters):
                    demands.append(Dodge(*counters, once=values.pop(name) == "once"))
            case "again":
                values["again"] = True
                values["follow"] = given.flag("follow")
            case "force-take":
                self.force_take(given, values, demands)
            case "wild":
                ranks = given.ranks("as", default=tuple(rank for rank in Rank if rank is not Rank.JOKER))
                others = tuple(other for other in ranks if other is not rank)
                joins, alone = given.flag("joins"), given.flag("alone", default=True)
                if not alone and not joins:
                    self.problem(given.at("alone"), "it could never be laid: write joins = true")
                demands.append(Wild(others, given.flag("power"), joins, alone))
            case "call-suit":
                demands.append(CallSuit(self.added(given)))
            case "parity":
                if not given.values:
                    said = 'is missing; write { parity = "even" } or { parity = "odd" }'
                    self.problem(given.at("which"), said, "missing")
                    given = given.inside(given.parts, {"which": "even"})
                even = given.word("which", ("even", "odd")) == "even"
                demands.append(Parity(even, self.added(given)))
            case "revolution":
                values["revolution"] = given.word("until", ("pile", "next"), default="pile")
            case "swap":
                values["swap"] = self.exchange(given)
            case "choose-way":
                demands.append(ChooseWay(given.flag("strict")))

    def exchange(self, given: Section) -> Exchange:
        """With whom cards are exchanged, which, and what goes which way."""
        who = given.word("with", ("chosen", "next", "previous"), default="chosen")
        zone = given.word("zone", ("hand", "up"), default="hand")
        give = given.word("give", MOVED, default="all")
        return Exchange(*cast("Any", (who, zone, give, given.word("take", MOVED, default="all"))))

    def limit(self, given: Section, rank: Rank) -> tuple[int, bool]:
        """The highest card that is allowed, by default the card itself; or whatever lies beneath it."""
        wished = given.values.get("limit")
        named = RANK_NAMES.get(meant(wished, RANK_WORDS), RANK_NAMES.get(str(wished)))
        if isinstance(wished, str) and named is not None and named is not Rank.JOKER:
            given.taken.add("limit")
            said = f"{shown(wished)} will not do; write {int(named)}, without quotes"
            self.problem(given.at("limit"), said, min=2, max=14, words=(BENEATH,))
            return int(named), False
        value = given.number_or("limit", 2, 14, BENEATH)
        return (int(value), False) if isinstance(value, int) else (int(rank), value == BENEATH)

    def copied(self, given: Section, copies: str) -> tuple[bool, tuple[Rank, ...]]:
        """Does a mirror do its own effects as well, and whose powers does it copy? Only powers are copied so: any other
        mirror does its own effects in any case."""
        own_too = given.flag("own-effects") and copies == "power"
        ranks = tuple(sorted(given.ranks("powers", default=())))
        if ranks and copies != "power":
            self.problem(given.at("powers"), 'only a mirror with copies = "power" repeats what cards do')
        return own_too, ranks

    def answers(self, given: Section) -> tuple[tuple[Rank, ...], tuple[Selected, ...]]:
        """The cards that answer another: whole ranks, and cards of some suits."""
        found = [self.selected((*given.at("counter"), at), name) for at, name in given.selectors("counter")]
        cards = [one for one in found if one is not None]
        whole = tuple([rank for rank, suits in cards if len(suits) == len(Suit)])
        return whole, tuple([one for one in cards if one[0] not in whole])

    def added(self, given: Section) -> bool:
        return given.word("mode", ("replace", "add"), default="replace") == "add"

    def force_take(self, given: Section, values: dict[str, Any], demands: list[Demand]) -> None:
        who = given.word("who", ("chosen", "next", "previous"), default="chosen")
        ranks, suited = self.answers(given)
        oneself = given.flag("oneself") and who == "chosen"
        spent = given.word("card", ("with-pile", "burned"), default="with-pile") == "burned"
        if ranks or suited:
            demands.append(Counter(ranks, suited, cast("Any", who), spent, who != "chosen"))
        else:
            values["force_take"] = ForceTake(cast("Any", who), oneself, spent)


def without_usual(power: Power, compare: str) -> Power:
    """A power without what is the same in the whole house."""
    if power.compare != compare:
        return power
    otherwise = None if power.otherwise is None else without_usual(power.otherwise, compare)
    return msgspec.structs.replace(power, compare="usual", otherwise=otherwise)


def standing_for(powers: tuple[Power, ...], deck: tuple[Rank, ...]) -> tuple[Power, ...]:
    """Wild cards with the ranks they may stand for: none that is glass, gives the pile away or has something named, and
    none that is not in the deck."""
    unfit = (Mirror, CallSuit, ChooseWay, Wild, Counter, Dodge)
    barred = {
        power.rank
        for power in powers
        if power.when_on or power.force_take or power.swap or isinstance(power.demand, unfit)
    }

    def fitted(power: Power) -> Power:
        if not isinstance(power.demand, Wild):
            return power
        ranks = tuple(rank for rank in power.demand.ranks if rank not in barred and (not deck or rank in deck))
        return msgspec.structs.replace(power, demand=msgspec.structs.replace(power.demand, ranks=ranks))

    return tuple(fitted(power) for power in powers)
