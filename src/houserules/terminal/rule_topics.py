"""`rules 8`, `rules S4.2`, `rules pile`: the clauses of a game that a player asks about."""

from __future__ import annotations

import re
from contextlib import suppress

from houserules.cards import Card, Rank, in_notation
from houserules.errors import NotationError, RequestError
from houserules.games import AnyGame, family_of
from houserules.games.sheets import RuleSheet, SheetClause

_CLAUSE = re.compile(r"s?(\d+)(\.\d+[a-z]?)", re.IGNORECASE)
_SECTION = re.compile(r"s(\d+)", re.IGNORECASE)


def clauses_about(game: AnyGame, topic: str) -> tuple[str, ...]:
    """The clauses about a card, a word, or by their number. A bare number is a card: clauses are S4 and S4.2."""
    family = family_of(game)
    sheet = RuleSheet(()) if family is None else family.sheet(game)
    word = topic.strip()
    if found := _CLAUSE.fullmatch(word):
        wanted = found[1] + found[2].lower()
        clauses = [clause for clause in sheet.clauses if re.fullmatch(rf"{re.escape(wanted)}[a-z]?", clause.number)]
    elif found := _SECTION.fullmatch(word):
        clauses = [clause for clause in sheet.clauses if clause.number.split(".")[0] == found[1]]
    else:
        said = _as_rules_say(word)
        clauses = [
            clause
            for clause in sheet.clauses
            if re.search(rf"\b{re.escape(said)}(s|es)?\b", clause.text, re.IGNORECASE)
        ]
        named = [
            clause for clause in clauses if re.match(rf"{re.escape(said)}(:| and |, )", clause.text, re.IGNORECASE)
        ]
        clauses = named or [*_of_ordinary_cards(sheet, said), *clauses]
    if not clauses:
        raise RequestError(
            "bad-request", f"no rule of {game.name} speaks of {word[:40]!r}: say rules for all of them, or rules S4"
        )
    return tuple([f"S{clause.number}  {clause.text}" for clause in clauses])


def _of_ordinary_cards(sheet: RuleSheet, said: str) -> list[SheetClause]:
    """What an ordinary card does, if this is a rank and no clause is about it: others only mention it."""
    if said not in map(str, Rank) or any(re.match(rf"[\w ,]*\b{said}\b[\w ,]*:", one.text) for one in sheet.clauses):
        return []
    return [clause for clause in sheet.clauses if clause.text.startswith("An ordinary card ")]


def _as_rules_say(word: str) -> str:
    """A card or a rank as the rules write it: 8, 10, Jack, Joker; any other word as it is."""
    plain = in_notation(word)
    ranks = {**{rank.letter: rank for rank in Rank}, "10": Rank.TEN, "JJ": Rank.JOKER}
    if plain.upper() in ranks:
        return str(ranks[plain.upper()])
    with suppress(NotationError):
        return str(Card.read(plain).rank)
    return word
