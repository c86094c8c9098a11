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
DEMANDS = ("reset", "low", "mirror", "wild", "call-suit", "parity", "choose-way", "counter", "dodge")
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
    order = tuple(draw(st.one_of(st.just(RANKS), st.just(RANKS), orders())))
    ranks = tuple(rank for rank in dict.fromkeys((*order, "Joker")) if jokers or rank != "Joker")
    deal = draw(deals(ranks))
    size = 4 * len(set(order) & set(RANKS)) + jokers
    deck: Table = {"decks": draw(decks(low, high, deal, size)), "jokers": jokers}
    deck |= {} if order == RANKS else {"ranks": [rank for rank in order if jokers or rank != "Joker"]}
    left = spare(low, high, deal, deck, size)
    by_seats: Table = {}
    if left > 0:
        deck |= draw(maybe("stock", st.sampled_from(("all", left, f"{left} - seats // 9", left // 2 + 1))))
    if not {"leads", "first-choice"} & set(deal) and left > 0:
        deal |= draw(maybe("flip", st.sampled_from((True, False, ["2", "10"]))))
    for key in ("blind", "up", "hand"):  # as many as before, but written for each number of players
        if deal[key] < 7 and draw(st.integers(0, 5)) == 0:
            by_seats[key] = {str(seats): deal[key] for seats in range(low, high + 1)}
    if deal["blind"] > 1 and "flip" not in deal and "stock" not in deck and draw(st.integers(0, 9)) == 0:
        by_seats["hand"] = "all"  # without blind cards two players would know everything
    by_seats |= draw(maybe("jokers", st.just(f"{jokers} + 0 * seats")))
    suited = draw(st.booleans())
    mode = draw(one("set", "set", "single"))
    special = draw(powers(ranks, suited=suited, sets=not suited and mode == "set", up=deal["up"] > 0))
    pattern = draw(patterns())
    if suited and "call-suit" not in str(special):
        pattern |= draw(maybe("lock", one("suit", "no")))
    play: Table = {
        "hand": "run" if mode == "set" and draw(st.integers(0, 3)) == 0 else mode,
        **draw(maybe("run", runs(suited=suited))),
        **draw(maybe("count", one("any", "any", "as-many"))),
        "up": draw(one("set", "single", "mixed", "as-hand") if deal["up"] <= 5 else one("set", "single")),
        "compare": draw(one(">=", ">=", ">", "next")),
        "refill": draw(refills()),
        **draw(maybe("reverse-for-two", one("nothing", "again"))),
        **draw(maybe("add", one("no", "drawn", "any"))),
        **draw(maybe("peek", st.just(deal["blind"] > 0))),
        **draw(maybe("across", st.booleans() if deal["up"] and mode == "set" else st.just(False))),
    }
    return {
        "name": "Random",
        **draw(st.sampled_from(({}, {"version": 3}))),
        "seats": low if low == high and draw(st.booleans()) else [low, high],
        "deck": deck | {key: by_seats[key] for key in ("jokers",) if key in by_seats},
        "deal": deal | {key: by_seats[key] for key in ("blind", "up", "hand") if key in by_seats},
        "play": play,
        "powers": special,
        "pattern": pattern,
        "take": {
            **draw(takes()),
            **draw(maybe("leads", one("next", "taker", "previous"))),
        },
        "end": {
            "until": draw(one("one-left", "one-left", "first-out")),
            "limit": limit,
            **draw(maybe("at-limit", one("fewest-cards", "shared"))),
            **draw(maybe("not-last", some(ranks))),
            **(draw(maybe("announce", penalties())) if play.get("add", "no") == "no" else {}),
        },
        **draw(maybe("session", sessions())),
    }


@cache
def sessions() -> st.SearchStrategy[Table]:
    """How an evening is counted: it changes no match."""
    return st.sampled_from(({"next": "loser"}, {"tribute": 1}, {"score": "letters", "word": "OUT", "tribute": 1}))


@cache
def runs(*, suited: bool) -> st.SearchStrategy[Table]:
    """Where suits matter, a run is of one suit."""
    suit = maybe("suit", one("one")) if suited else st.just({"suit": "any"}) | maybe("suit", one("one", "any"))
    return st.builds(lambda least, suit: least | suit, maybe("least", st.integers(3, 5)), suit)


@cache
def penalties() -> st.SearchStrategy[Table]:
    return st.integers(0, 10).map(lambda count: {"penalty": count})


@cache
def takes() -> st.SearchStrategy[Table]:
    """Who takes the pile, and when. Nobody makes another player take it at will, or keeps back a card then."""
    usual = st.builds(
        lambda when, up, tried: {"when": when, "up": up, **tried},
        one("forced", "free"),
        one("lowest", "stays", "chosen", "chosen-rank"),
        maybe("try", one("no", "stuck", "free", "draw")),
    )
    return st.one_of(usual, usual, usual, st.just({"when": "forced", "up": "stays", "who": "previous"}))


@cache
def orders() -> st.SearchStrategy[list[str]]:
    """The ranks of a deck in another order; some may be left out, but there are enough cards for everybody."""
    return st.permutations((*RANKS, "Joker")).flatmap(
        lambda ranks: st.integers(12, 14).map(lambda count: ranks[:count])
    )


@cache
@st.composite
def patterns(draw: st.DrawFn) -> Table:
    table: Table = {
        "alike": draw(one(0, 3, 4, 4, 5, 8)),
        "do": draw(st.sampled_from((["burn"], ["burn", "again"], ["again", "burn"]))),
        **draw(maybe("never", some(RANKS))),
        **draw(maybe("within", one("any", "one-play"))),
        **draw(st.one_of(maybe("through-mirrors", st.booleans()), maybe("mirrors", one("part", "pass", "match")))),
    }
    if table["alike"] and table.get("within") != "one-play":
        table |= draw(maybe("jump-in", one("no", "hand", "visible")))
    return table


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
    if 0 < up < 5:
        table |= draw(maybe("bundle", st.booleans()))
    tests: list[str] = draw(some(("lowest", "most", *(("lowest-up", "worst-up") if up else ())), 3))
    if tests and draw(one(True, False)):
        table["begins"] = draw(st.sampled_from((tests, [*tests, "seat"])))
    if table["begins"] != "seat":
        table["order"] = draw(st.one_of(st.permutations(ranks), st.just(["3"])))
        table |= draw(maybe("tie", st.sampled_from(("suit", "seat", "next-lowest", ["hearts", *SUITS[:2], "spades"]))))
    by_hand = "lowest" in table["begins"] or "most" in table["begins"]
    match draw(st.integers(0, 3)):
        case 0 if by_hand:
            table |= {"leads": draw(one("that-card", "that-rank"))} | draw(maybe("first-choice", st.booleans()))
        case 1:
            table |= {"first-choice": True}
    return table


def spare(low: int, high: int, deal: Table, deck: Table, cards: int) -> int:
    """How many cards are left after the deal, with the number of seats that leaves fewest."""
    dealt: int = deal["blind"] + deal["up"] + deal["hand"]

    def left(seats: int) -> int:
        many: Any = deck["decks"]
        if isinstance(many, str):
            formula = f"ceil(seats * {dealt} / {cards})" if many == "fewest" else many
            many = ceil(eval(formula, {"seats": seats, "ceil": ceil}))
        return int(many) * cards - seats * dealt

    return min([left(seats) for seats in range(low, high + 1)])


@st.composite
def decks(draw: st.DrawFn, low: int, high: int, deal: Table, size: int) -> int | str:
    """Enough for everybody."""
    dealt = deal["blind"] + deal["up"] + deal["hand"]
    needs = {seats: ceil(seats * dealt / size) for seats in range(low, high + 1)}

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
def powers(draw: st.DrawFn, ranks: tuple[str, ...], *, suited: bool, sets: bool, up: bool) -> Table:
    """For some ranks a power: of the whole rank, of some of its suits, or both."""
    chosen = draw(some(ranks, 9))
    joins = sets
    until = draw(one("pile", "next"))
    table: Table = {}
    for rank in chosen:
        selectors = [rank]
        if suited and rank != "Joker" and draw(st.booleans()):
            selectors = [f"{rank}:{suits}" for suits in draw(st.sampled_from(PARTS))]
            selectors += [rank] if draw(st.booleans()) else []
        for selector in draw(st.permutations(selectors)):
            table[selector] = draw(power(rank, ranks, suited=suited, sets=sets, joins=joins, until=until, up=up))
            joins = joins and not table[selector].get("joins", False)  # one rank only
    ordinary = [rank for rank in ranks if rank not in ("3", "4", "Joker") and rank not in chosen]
    if len(ordinary) > 1 and draw(st.integers(0, 4)) == 0:  # one power for several ranks
        shared = st.sampled_from(({"do": ["reverse"]}, {"on": "any", "do": ["reset"]}, {"do": ["again"], "most": 2}))
        table[",".join(ordinary[:2])] = draw(shared)
    return without_contradictions(table, ranks, sets=sets)


def without_contradictions(table: Table, ranks: tuple[str, ...], *, sets: bool) -> Table:
    """Wild cards can stand for some ordinary rank; beside them suits replace the order and no mirror copies powers."""
    for power in table.values():
        if "counter" in str(power["do"]):  # the next player must answer, so nobody plays on and nobody is skipped
            power["do"] = [
                one
                for one in power["do"]
                if "counter" in str(one) or (one not in ("again", "skip") and not {"again", "skip"} & set(one))
            ]
    lists = [power.get(key, []) for power in table.values() for key in ("do", "else")]
    effects = [effect for effects in lists for effect in effects if isinstance(effect, dict)]
    ordinary = [
        rank
        for rank in ranks
        if rank != "Joker" and not any(rank in selector.split(":")[0].split(",") for selector in table)
    ]
    wilds = [effect["wild"] for effect in effects if "wild" in effect]
    for wild in wilds:
        wild["as"] = [*dict.fromkeys([*wild.get("as", [rank for rank in ranks if rank != "Joker"]), *ordinary])]
    others = any("joins" in power for power in table.values())
    for wild in wilds:
        if "joins" in wild and (others or not sets):
            del wild["joins"]
            wild.pop("alone", None)
        others = others or "joins" in wild
    for effect in effects:
        if wilds and "call-suit" in effect:
            effect["call-suit"] = {}
        if wilds and "mirror" in effect and "power" in str(effect["mirror"]):
            effect["mirror"] = {"copies": "demand"}
    return table


@cache
@st.composite
def power(
    draw: st.DrawFn,
    rank: str,
    ranks: tuple[str, ...],
    *,
    suited: bool,
    sets: bool,
    joins: bool,
    until: str,
    up: bool,
) -> Table:
    """Where it goes and what it does: a pile that is gone asks for nothing, and it asks for one thing at most."""
    kind = draw(one("burn", "force-take", "nothing", *DEMANDS))
    if kind == "call-suit" and not suited:
        kind = "parity"
    effects = [draw(effect(kind, rank, ranks, suited))] if kind != "nothing" else []
    if draw(st.integers(0, 3)) == 0:
        effects.append(draw(turning("reverse")))
    if draw(st.integers(0, 3)) == 0 and kind != "dodge":
        effects.append(draw(turning("skip")))
    if draw(st.integers(0, 2)) == 0:
        effects.append(draw(st.sampled_from(("again", {"again": {"follow": True}}, {"again": {"follow": False}}))))
    plain = not any(word in str(effects) for word in ("again", "skip"))
    if kind in ("nothing", "reset", "low", "parity", "mirror") and plain and draw(st.integers(0, 9)) == 0:
        effects.append("next")
    plain = "next" not in effects and kind in ("nothing", "reset", "low", "parity", "mirror")
    if plain and draw(st.integers(0, 6)) == 0:
        effects.append(draw(swaps(up=up)))
    if kind not in ("burn", "force-take") and draw(st.integers(0, 9)) == 0:
        effects.append(draw(one("revolution", "revolution")) if until == "pile" else {"revolution": until})
    table: Table = {"do": draw(st.permutations(effects))}
    table |= draw(maybe("on", one("any", "any", "order")))
    only = draw(some(ranks, 5)) if draw(st.integers(0, 2)) == 0 else []
    table |= {"only-on": only} if only else {}
    table |= draw(maybe("not-on", some(tuple(other for other in ranks if other not in only), 3)))
    table |= draw(maybe("not-under", some(("low", "parity", "suit"), 3)))
    table |= draw(maybe("compare", one("usual", ">=", ">", "next")))
    if "only-on" in table or "not-on" in table:
        table |= draw(maybe("sees-through", st.booleans()))
    alone = (
        kind in ("force-take", "counter", "wild", "call-suit", "choose-way")
        or "next" in effects
        or "swap" in str(effects)
    )
    table |= draw(maybe("most", st.integers(0, 1 if alone else 5)))
    paired = kind in ("burn", "nothing", "reset", "low", "parity") and "follow" not in str(effects)
    if paired and sets and not alone and table.get("most") != 1:
        words = st.sampled_from((["burn"], ["reset"], ["low", "skip"], ["again", "reverse"], ["burn", "again"]))
        table |= draw(maybe("pair", words))
    if joins:
        table |= draw(maybe("joins", st.booleans()))
    if rank not in ("3", "4"):  # with these somebody can always begin a pile
        table |= draw(maybe("lead", st.booleans()))
    if draw(st.integers(0, 3)) == 0 and not alone and "pair" not in table:
        beneath = st.sampled_from(("empty", "pile", *ranks))
        table["when-on"] = draw(st.lists(beneath, unique=True, min_size=1, max_size=3))
        kind = draw(one("burn", "reset", "low", "mirror", "parity", "choose-way"))
        if "most" not in table or table["most"] < 2:
            other = draw(effect(kind, rank, ranks, suited))
            table |= draw(maybe("else", st.just(["mirror" if kind == "mirror" else other])))
    return table


@cache
def swaps(*, up: bool) -> st.SearchStrategy[Any]:
    """Of hands, and where there are any of face-up cards."""
    moved = st.sampled_from(
        (
            {},
            {"give": "all"},
            {"give": "chosen", "take": "none"},
            {"give": "lowest", "take": "highest"},
            {"give": "chosen", "take": "lowest"},
            {"give": "none", "take": "highest"},
            {"give": "none", "take": "lowest"},
        )
    )
    whole = st.builds(
        lambda side, moved: {"swap": side | moved}, maybe("with", one("chosen", "next", "previous")), moved
    )
    rows = st.sampled_from(({}, {"give": "none", "take": "chosen"}, {"give": "lowest", "take": "chosen"}))
    face_up = rows.map(lambda moved: {"swap": {"zone": "up"} | moved})
    return st.one_of(whole, st.sampled_from(("swap", {"swap": "next"})), *([face_up] if up else []))


@cache
def turning(name: str) -> st.SearchStrategy[Any]:
    return st.sampled_from((name, {name: "each"}, {name: "once"}, {name: {"count": "once"}}))


@cache
def wild_joins() -> st.SearchStrategy[Table]:
    return st.sampled_from(({}, {"joins": True}, {"joins": True, "alone": False}, {"alone": True}))


@cache
def counters(ranks: tuple[str, ...], suited: bool) -> st.SearchStrategy[list[str]]:
    """Cards that answer another."""
    cards = (*ranks, *(f"{rank}:{suits}" for rank in RANKS for suits in ("red", "spades", "clubs,hearts") if suited))
    return st.lists(st.sampled_from(cards), unique_by=lambda card: card.split(":")[0], min_size=1, max_size=3)


MODES = maybe("mode", one("replace", "add"))


@cache
@st.composite
def effect(draw: st.DrawFn, kind: str, rank: str, ranks: tuple[str, ...], suited: bool) -> Any:
    """One effect: its word, what it is short for, or a table with its parameters."""
    match kind:
        case "low":
            limit = st.sampled_from([*(number for number in range(2, 15) if RANKS[number - 2] in ranks), "beneath"])
            inside = draw(maybe("compare", one("<=", "<"))) | draw(MODES)
            inside |= {"limit": draw(limit)} if rank == "Joker" else draw(maybe("limit", limit))
            return draw(st.sampled_from(({"low": inside}, {"low": inside["limit"]} if "limit" in inside else "low")))
        case "mirror":
            copies = draw(maybe("copies", one("value", "demand", "power")))
            inside = copies | draw(maybe("on-empty", one("any", "own"))) | draw(maybe("own-effects", st.booleans()))
            if copies == {"copies": "power"}:
                inside |= draw(maybe("powers", some(ranks)))
            return draw(st.sampled_from(("mirror", {"mirror": inside})))
        case "wild":
            others = tuple(other for other in ranks if other not in (rank, "Joker"))
            named = st.lists(st.sampled_from(others), unique=True, min_size=1, max_size=5)
            return {"wild": draw(maybe("as", named)) | draw(maybe("power", st.booleans())) | draw(wild_joins())}
        case "call-suit":
            return {"call-suit": draw(MODES)}
        case "choose-way":
            return {"choose-way": draw(maybe("strict", st.booleans()))}
        case "parity":
            which = draw(one("even", "odd"))
            return draw(st.sampled_from(({"parity": which}, {"parity": {"which": which} | draw(MODES)})))
        case "counter":
            inside = {"counter": draw(counters(ranks, suited))} | draw(maybe("card", one("with-pile", "burned")))
            return {"force-take": inside | {"who": draw(one("next", "next", "chosen", "previous"))}}
        case "dodge":
            return {"skip": {"counter": draw(counters(ranks, suited))} | draw(maybe("count", one("each", "once")))}
        case "force-take":
            inside = draw(maybe("who", one("chosen", "next", "previous")))
            inside |= draw(maybe("oneself", st.booleans()))
            inside |= draw(maybe("card", one("with-pile", "burned")))
            return draw(st.sampled_from(("force-take", {"force-take": inside})))
    return kind
