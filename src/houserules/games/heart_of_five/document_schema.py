"""The JSON Schema of a table of Heart of Five, with a title for each key, and the documents that one begins with."""

from __future__ import annotations

from typing import Any, Final

from houserules.cards import PACK, Card, Rank
from houserules.games.family import AnyGame, Template
from houserules.games.sheets import RuleSheet, SheetChange, clauses_of_page

from .config import DECK, MOST_MINUTES, MOST_ROUNDS, MOST_WINS, Config, differences
from .game import HeartOfFive

Schema = dict[str, Any]
RANKS: Final = {Rank.JACK: "Jack", Rank.QUEEN: "Queen", Rank.KING: "King", Rank.ACE: "Ace", Rank.TEN: "10"}


def document_schema() -> Schema:
    """What a table may change, with titles for a form."""
    return {
        "title": "A table of Heart of Five",
        **_table(
            {
                "gameInfo": {"title": "The table", **_table(_game_info())},
                "specialCards": {"title": "Special cards", **_table(_special_cards())},
                "match": {"title": "The match", **_table(_match())},
                "cardRanking": {"type": "object"},
            }
        ),
    }


def _game_info() -> Schema:
    least, most = Config().seats
    players = {
        "min": _number("Fewest players", least, most, least),
        "max": _number("Most players", least, most, most),
        "optimal": _number("Best number of players", least, most, Config().optimal),
    }
    return {
        "name": {"title": "Name", "type": "string", "minLength": 1, "maxLength": 80},
        "players": {"title": "Players", **_table(players)},
        "deck": {"const": DECK},
    }


def _special_cards() -> Schema:
    usual = Config()
    weak, strong = str(usual.weak_joker), str(usual.strong_joker)
    titles = {weak: "The small Joker", strong: "The big Joker"}
    return {
        "strongestSingle": _card("The strongest single card", usual.star),
        "gameStarter": _card("Whoever is dealt it begins", usual.starter),
        "smallJoker": {"title": "The weaker Joker", "titles": titles, "enum": [weak, strong], "default": weak},
        "bigJoker": {"enum": [weak, strong]},
    }


def _match() -> Schema:
    return {
        "wins": _number("Rounds to win", 1, MOST_WINS, Config().wins),
        "rounds": _limit("Most rounds", MOST_ROUNDS),
        "minutes": _limit("Most minutes", MOST_MINUTES),
    }


def _table(properties: Schema) -> Schema:
    return {"type": "object", "properties": properties, "additionalProperties": False}


def _number(title: str, least: int, most: int, usual: int) -> Schema:
    return {"title": title, "type": "integer", "minimum": least, "maximum": most, "default": usual}


def _limit(title: str, most: int) -> Schema:
    return {
        "title": title,
        "description": "empty: no limit",
        "type": ["integer", "null"],
        "minimum": 1,
        "maximum": most,
    }


def _card(title: str, usual: Card) -> Schema:
    titles = {
        str(card): f"{RANKS.get(card.rank, str(card.rank))} of {card.suit}" for card in PACK if card.suit is not None
    }
    return {"title": title, "titles": titles, "enum": [*titles], "default": str(usual)}


def starts() -> tuple[Template, ...]:
    """The game that ships. Its rules are a table without changes."""
    about = "Heart of Five: tricks of melds, bombs, and a five of hearts above them all."
    return (Template("heart-of-five", Config().name, about, {"match": {}}),)


def rule_sheet(game: AnyGame) -> RuleSheet:
    """The page of rules, and what this table plays differently."""
    assert isinstance(game, HeartOfFive)
    changes = tuple([_change(line) for line in differences(game.config)])
    usual = Config().name
    rules = f"{len(changes)} rule{'s' * (len(changes) != 1)}"
    summary = f"{game.name} differs from {usual} in {rules}" if changes else f"{game.name} plays exactly like {usual}"
    return RuleSheet(clauses_of_page(game.page()), usual, summary, changes)


def _change(line: str) -> SheetChange:
    """A sentence that ends in the number of the clause which it replaces, as in "… (S7.1)."."""
    said, _, number = line.removesuffix(").").rpartition(" (S")
    return SheetChange(number, "", f"{said}.")
