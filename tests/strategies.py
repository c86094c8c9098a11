"""Houses for tests: a bare one to add to, and random ones from all over the format that the reader accepts."""

from __future__ import annotations

from functools import cache
from math import ceil
from typing import Any

from hypothesis import strategies as st

import houserules as hr
from houserules.core import JSON
from tests.positions import AnyMatch, moves, shown, table

BARE: dict[str, Any] = {
    "name": "Bare",
    "seats": [2, 4],
    "deck": {"decks": 1, "jokers": 2},
    "deal": {"blind": 3, "up": 3, "hand": 3, "setup": "none", "begins": "seat"},
    "play": {"hand": "set", "up": "set", "compare": ">=", "refill": {"to": 0}},
    "powers": {},
    "pattern": {"alike": 0},
    "take": {"when": "forced", "up": "stays"},
    "end": {"until": "one-left", "limit": 2000},
}
"""Cards are matched or beaten, and nothing else happens."""


def bare(powers: dict[str, Any], **tables: dict[str, Any]) -> dict[str, Any]:
    """The bare house with some powers, and some keys of its tables changed."""
    changed = {key: BARE[key] | values for key, values in tables.items()}
    return BARE | changed | {"powers": powers}


def at(house: dict[str, Any], *seats: str, pile: str = "", stock: str = "", **more: JSON) -> AnyMatch:
    """A match of a house, as it stands."""
    position = table(*seats, game=house["name"], pile=pile, stock=stock) | more
    return hr.Match.from_position(hr.load(house), position)


def asked(match: AnyMatch) -> JSON:
    return shown(match, None)["asks"]


def direction(match: AnyMatch) -> JSON:
    return match.position()["direction"]


def may(match: AnyMatch) -> list[str]:
    """The moves of the seat that acts."""
    return moves(match, match.to_act[0])


# -- Random houses ---------------------------------------------------------------------------------------------------

RANKS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
SUITS = ("clubs", "diamonds", "hearts", "spades")
FORMULAS = ("ceil(seats / 2)", "1 + seats // 4", "seats", "2", "(seats + 1) // 2", "5 - seats", "1 * seats - 1")
DEMANDS = ("reset", "low", "mirror", "wild", "call-suit", "parity", "choose-way", "counter")
PARTS = (("red",), ("black",), ("red", "black"), ("clubs",), ("hearts,spades", "clubs"), ("diamonds", "hearts"))
"""Suits, or sets of suits that do not overlap, after which a card of other suits may have the power of its rank."""

Table = dict[str, Any]


# Hypothesis looks at a new strategy for longer than it draws from it, so each one is made once.


@cache
def one(*values: Any) -> st.SearchStrategy[Any]:
    return st.sampled_from(values)


@cache
def some(values: tuple[str, ...], most: int = 4) -> st.SearchStrategy[list[str]]:
    """A few of these, each once, in any order."""
    return st.lists(st.sampled_from(values), unique=True, max_size=most)


@st.composite
def houses(draw: st.DrawFn, limit: int = 60, most_seats: int = 8) -> Table:
    """A house of any kind. `limit` plays end a match of it."""
    low = draw(st.integers(2, most_seats))
    high = draw(st.integers(low, most_seats))
    jokers = draw(st.integers(0, 2))
    ranks = (*RANKS, "Joker") if jokers else RANKS
    deal = draw(deals(ranks))
    suited = draw(st.booleans())
    mode = draw(one("set", "set", "single"))
    return {
        "name": "Random",
        **draw(st.sampled_from(({}, {"version": 3}))),
        "seats": low if low == high and draw(st.booleans()) else [low, high],
        "deck": {"decks": draw(decks(low, high, deal, jokers)), "jokers": jokers},
        "deal": deal,
        "play": {
            "hand": mode,
            "up": draw(one("set", "single", "mixed") if deal["up"] <= 5 else one("set", "single")),
            "compare": draw(one(">=", ">")),
            "refill": draw(refills()),
            **draw(maybe("reverse-for-two", one("nothing", "again"))),
        },
        "powers": draw(powers(ranks, suited=suited, joins=not suited and mode == "set")),
        "pattern": {
            "alike": draw(one(0, 3, 4, 4, 5, 8)),
            "do": draw(st.sampled_from((["burn"], ["burn", "again"], ["again", "burn"]))),
            **draw(maybe("never", some(RANKS))),
            **draw(maybe("within", one("any", "one-play"))),
            **draw(maybe("through-mirrors", st.booleans())),
        },
        "take": {
            "when": draw(one("forced", "free")),
            "up": draw(one("lowest", "stays")),
            **draw(maybe("leads", one("next", "taker"))),
        },
        "end": {
            "until": draw(one("one-left", "one-left", "first-out")),
            "limit": limit,
            **draw(maybe("at-limit", one("fewest-cards", "shared"))),
            **draw(maybe("not-last", some(ranks))),
        },
    }


@cache
def maybe(key: str, values: st.SearchStrategy[Any]) -> st.SearchStrategy[Table]:
    """A key with its value, or nothing."""
    return st.one_of(st.builds(dict), values.map(lambda value: {key: value}))


@cache
@st.composite
def deals(draw: st.DrawFn, ranks: tuple[str, ...]) -> Table:
    up = draw(st.integers(0, 6))
    table: Table = {
        "blind": draw(st.integers(0, 6)),
        "up": up,
        "hand": draw(st.integers(1, 7)),
        "setup": draw(one("none", "swap", "choose")) if up else "none",
        "begins": draw(one("lowest", "seat")),
    }
    if table["begins"] == "lowest":
        table["order"] = draw(st.one_of(st.permutations(ranks), st.just(["3"])))
    return table


@st.composite
def decks(draw: st.DrawFn, low: int, high: int, deal: Table, jokers: int) -> int | str:
    """Enough for everybody."""
    dealt = deal["blind"] + deal["up"] + deal["hand"]
    needs = {seats: ceil(seats * dealt / (52 + jokers)) for seats in range(low, high + 1)}

    def enough(formula: str) -> bool:
        many = {seats: ceil(eval(formula, {"seats": seats, "ceil": ceil})) for seats in needs}
        return all(need <= many[seats] <= 4 for seats, need in needs.items())

    formulas = [formula for formula in FORMULAS if enough(formula)]
    choices: list[int | str] = ["fewest", *formulas, *range(max(needs.values()), 5)]
    return draw(st.sampled_from(choices))


@cache
def refills() -> st.SearchStrategy[Table]:
    return st.one_of(
        st.builds(lambda to: {"to": to}, st.integers(0, 7)),
        st.builds(lambda draw: {"draw": draw}, st.integers(0, 7)),
        st.builds(
            lambda to, when: {"to": to, "when": when},
            st.integers(1, 7),
            one("before-again", "after-turn"),
        ),
    )


# -- Powers ----------------------------------------------------------------------------------------------------------


@cache
@st.composite
def powers(draw: st.DrawFn, ranks: tuple[str, ...], *, suited: bool, joins: bool) -> Table:
    """For some ranks a power: of the whole rank, of some of its suits, or both."""
    chosen = draw(some(ranks, 9))
    table: Table = {}
    for rank in chosen:
        selectors = [rank]
        if suited and rank != "Joker" and draw(st.booleans()):
            selectors = [f"{rank}:{suits}" for suits in draw(st.sampled_from(PARTS))]
            selectors += [rank] if draw(st.booleans()) else []
        for selector in draw(st.permutations(selectors)):
            table[selector] = draw(power(rank, ranks, suited=suited, joins=joins))
            joins = joins and not table[selector].get("joins", False)  # one rank only
    return without_contradictions(table)


def without_contradictions(table: Table) -> Table:
    """Wild cards can stand for some ordinary rank; beside them suits replace the order and no mirror copies powers."""
    for power in table.values():
        if "counter" in str(power["do"]):  # the next player must answer, so nobody plays on and nobody is skipped
            power["do"] = [
                one for one in power["do"] if one not in ("again", "skip") and not {"again", "skip"} & set(one)
            ]
    effects = [effect for power in table.values() for effect in power["do"] if isinstance(effect, dict)]
    ordinary = [rank for rank in RANKS if not any(selector.split(":")[0] == rank for selector in table)]
    wilds = [effect["wild"] for effect in effects if "wild" in effect]
    for wild in wilds:
        wild["as"] = [*dict.fromkeys([*wild.get("as", RANKS), *ordinary])]
    for effect in effects:
        if wilds and "call-suit" in effect:
            effect["call-suit"] = {}
        if wilds and "mirror" in effect and "power" in str(effect["mirror"]):
            effect["mirror"] = {"copies": "demand"}
    return table


@cache
@st.composite
def power(draw: st.DrawFn, rank: str, ranks: tuple[str, ...], *, suited: bool, joins: bool) -> Table:
    """Where it goes and what it does: a pile that is gone asks for nothing, and it asks for one thing at most."""
    kind = draw(one("burn", "force-take", "nothing", *DEMANDS))
    if kind == "call-suit" and not suited:
        kind = "parity"
    effects = [draw(effect(kind, rank, ranks))] if kind != "nothing" else []
    if draw(st.integers(0, 3)) == 0:
        effects.append(draw(turning("reverse")))
    if draw(st.integers(0, 3)) == 0:
        effects.append(draw(turning("skip")))
    if draw(st.integers(0, 2)) == 0:
        effects.append(draw(st.sampled_from(("again", {"again": {"follow": True}}, {"again": {"follow": False}}))))
    table: Table = {"do": draw(st.permutations(effects))}
    table |= draw(maybe("on", one("any", "any", "order")))
    only = draw(some(ranks, 5)) if draw(st.integers(0, 2)) == 0 else []
    table |= {"only-on": only} if only else {}
    table |= draw(maybe("not-on", some(tuple(other for other in ranks if other not in only), 3)))
    table |= draw(maybe("not-under", some(("low", "parity", "suit"), 3)))
    alone = kind in ("force-take", "counter", "wild", "call-suit", "choose-way")
    table |= draw(maybe("most", st.integers(0, 1 if alone else 5)))
    if joins:
        table |= draw(maybe("joins", st.booleans()))
    return table


@cache
def turning(name: str) -> st.SearchStrategy[Any]:
    return st.sampled_from((name, {name: "each"}, {name: "once"}, {name: {"count": "once"}}))


MODES = maybe("mode", one("replace", "add"))


@cache
@st.composite
def effect(draw: st.DrawFn, kind: str, rank: str, ranks: tuple[str, ...]) -> Any:
    """One effect: its word, what it is short for, or a table with its parameters."""
    match kind:
        case "low":
            limit = st.integers(2, 14)
            inside = draw(maybe("compare", one("<=", "<"))) | draw(MODES)
            inside |= {"limit": draw(limit)} if rank == "Joker" else draw(maybe("limit", limit))
            return draw(st.sampled_from((({"low": inside}), {"low": inside.get("limit", 7)})))
        case "mirror":
            copies = draw(maybe("copies", one("value", "demand", "power")))
            inside = copies | draw(maybe("on-empty", one("any", "own")))
            return draw(st.sampled_from(("mirror", {"mirror": inside})))
        case "wild":
            others = tuple(other for other in RANKS if other != rank)
            named = st.lists(st.sampled_from(others), unique=True, min_size=1, max_size=5)
            return {"wild": draw(maybe("as", named)) | draw(maybe("power", st.booleans()))}
        case "call-suit":
            return {"call-suit": draw(MODES)}
        case "parity":
            which = draw(one("even", "odd"))
            return draw(st.sampled_from(({"parity": which}, {"parity": {"which": which} | draw(MODES)})))
        case "counter":
            counters = draw(st.lists(st.sampled_from(ranks), unique=True, min_size=1, max_size=3))
            return {"force-take": {"who": "next", "counter": counters}}
        case "force-take":
            inside = draw(maybe("who", one("chosen", "next", "previous")))
            inside |= draw(maybe("oneself", st.booleans()))
            inside |= draw(maybe("card", one("with-pile", "burned")))
            return draw(st.sampled_from(("force-take", {"force-take": inside})))
    return kind
