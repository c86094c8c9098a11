"""Houses as people write them: whether one can be played, what its rules say, and from which one may begin."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

import msgspec

from houserules.bots import levels
from houserules.errors import HouseRulesError, Problem, RulesError
from houserules.games import FAMILIES, AnyGame, Document, Family, family_of_document
from houserules.games.toml_writer import toml_of
from houserules.wire import GameInfo, GameRules, HouseChecked, Houses, HouseStart, LevelInfo, RulesPage

from .opening import house_document


def game_info(game: AnyGame) -> GameInfo:
    return GameInfo(
        id=game.id,
        name=game.name,
        family=game.family,
        rules=game.hash,
        seats_least=game.seats.start,
        seats_most=game.seats.stop - 1,
        levels=tuple([LevelInfo(name=name, thinks=level.thinks) for name, level in levels(game).items()]),
        houses=bool(FAMILIES[game.family].file_suffix),
    )


def rules_page(game: AnyGame) -> RulesPage:
    return RulesPage(id=game.id, name=game.name, hash=game.hash, page=game.page())


def game_rules(game: AnyGame) -> GameRules:
    sheet = FAMILIES[game.family].sheet(game)
    return GameRules(id=game.id, name=game.name, hash=game.hash, page=game.page(), sheet=sheet)


def checked_house(house: Mapping[str, Any] | str) -> HouseChecked:
    """Whether it can be played. Whatever was sent, the answer says what was read."""
    try:
        document = house_document(house)
    except HouseRulesError as problem:
        return HouseChecked(ok=False, problems=_problems(problem))
    family = family_of_document(document)
    read = HouseChecked(
        ok=False, family=family.name, document=dict(document), toml=toml_of(document), whole=_whole(family, document)
    )
    try:
        game = family.load_document(document)
    except HouseRulesError as problem:
        return _with(read, problems=_problems(problem))
    return _with(read, ok=True, rules=rules_page(game), game=game_info(game), sheet=family.sheet(game))


def _with(read: HouseChecked, **values: Any) -> HouseChecked:
    return msgspec.structs.replace(read, **values)


def _problems(problem: HouseRulesError) -> tuple[Problem, ...]:
    if isinstance(problem, RulesError):
        return problem.details
    return (Problem((), problem.code, problem.message),)


def _whole(family: Family, document: Document) -> dict[str, Any] | None:
    try:
        return dict(family.whole(document))
    except HouseRulesError:
        return None


@cache
def houses_to_begin_with() -> Houses:
    starts = [
        HouseStart(
            id=start.id,
            name=start.name,
            family=family.name,
            about=start.about,
            document=dict(start.document),
            whole=dict(family.whole(start.document)),
            ships=start.ships,
        )
        for family in FAMILIES.values()
        for start in family.starts()
    ]
    schemas = {name: schema for name, family in FAMILIES.items() if (schema := family.document_schema()) is not None}
    return Houses(starts=tuple(starts), schemas=schemas)
