"""Positions written as text, and the questions that tests ask of a match."""

from __future__ import annotations

from typing import Any, cast

import pytest

import houserules as hr
from houserules.core import JSON

AnyMatch = hr.Match[Any]


def table(
    *seats: str, game: str = "shithead", pile: str = "", stock: str = "", burned: str = "", **more: JSON
) -> dict[str, JSON]:
    """A position. A seat is its hand, face-up and blind cards, as in "3C 4D / TH / 2S"; what is missing is empty."""
    return {
        "game": game,
        "seats": [_seat(text) for text in seats],
        "pile": _cards(pile),
        "stock": _cards(stock),
        "burned": _cards(burned),
        "to_act": 0,
        "direction": 1,
        "phase": "play",
        "pending": None,
        **more,
    }


def _seat(text: str) -> JSON:
    hand, up, blind = ([*text.split("/"), "", ""])[:3]
    return {"hand": _cards(hand), "up": _cards(up), "blind": _cards(blind)}


def _cards(text: str) -> JSON:
    return [*text.split()]


def given(
    *seats: str, game: str = "shithead", pile: str = "", stock: str = "", burned: str = "", **more: JSON
) -> AnyMatch:
    """A match that stands as `table` says."""
    position = table(*seats, game=game, pile=pile, stock=stock, burned=burned, **more)
    return hr.Match.from_position(hr.load(game), position)


def dealt(seats: int, seed: str = "table", game: str = "shithead") -> AnyMatch:
    return hr.Match.new(hr.load(game), seats=seats, seed=seed)


def lies(match: AnyMatch, where: str) -> str:
    """The cards of the pile, the stock or the burned ones."""
    return " ".join(cast("list[str]", match.position()[where]))


def held(match: AnyMatch, seat: int, zone: str = "hand") -> str:
    """The cards of a seat in a zone; hand and face-up cards are sorted."""
    seats = cast("list[dict[str, list[str]]]", match.position()["seats"])
    return " ".join(seats[seat][zone])


def moves(match: AnyMatch, seat: int) -> list[str]:
    return [str(move) for move in match.legal(seat)]


def play(match: AnyMatch, *said: tuple[int, str]) -> None:
    """Several moves, by whom and what."""
    for seat, move in said:
        match.play(seat, move)


def shown(match: AnyMatch, viewer: int | None) -> dict[str, JSON]:
    """The view of a seat or of a spectator, as JSON."""
    return cast("dict[str, JSON]", hr.to_document(match.view(viewer)))


def told(match: AnyMatch, viewer: int | None) -> list[dict[str, JSON]]:
    """All that has happened, as a viewer may see it, but for `ask`: test_told compares that with the view."""
    events = [cast("dict[str, JSON]", hr.to_document(event)) for event in match.events(viewer)]
    return [{key: value for key, value in event.items() if key != "ask"} for event in events]


def refusal(match: AnyMatch, seat: int, move: str | hr.Move) -> str:
    """The code with which a move is refused, having made sure that nothing changed by it."""
    before = match.position(), match.moves, match.view(None), match.events(None)
    with pytest.raises(hr.HouseRulesError) as caught:
        match.play(seat, move)
    assert (match.position(), match.moves, match.view(None), match.events(None)) == before
    assert caught.value.message
    return caught.value.code
