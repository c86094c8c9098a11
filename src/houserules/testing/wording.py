"""The words for a broken law: who, which moves, where two documents differ."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from houserules.core import Move, Viewer


def viewer_name(viewer: Viewer) -> str:
    return "a spectator" if viewer is None else f"seat {viewer}"


def move_list(moves: Iterable[Move], most: int = 12) -> str:
    texts = [str(move) for move in moves]
    return ", ".join(texts[:most]) + (f" and {len(texts) - most} more" if len(texts) > most else "")


def first_difference(one: object, two: object, path: str = "") -> str:
    """The first place where two documents differ; empty if they do not."""
    if one == two:
        return ""
    match one, two:
        case dict(), dict() if one.keys() == two.keys():
            found = (first_difference(one[key], two[key], f"{path}.{key}" if path else str(key)) for key in one)
            return next(filter(None, found), "")
        case list(), list() if len(one) == len(two):
            found = (
                first_difference(*pair, f"{path}[{place}]") for place, pair in enumerate(zip(one, two, strict=True))
            )
            return next(filter(None, found), "")
    return f"{path or 'all'} is {_short(one)}, and {_short(two)}"


def _short(value: object, most: int = 300) -> str:
    text = repr(value)
    return text if len(text) <= most else f"{text[:most]}..."


def cards_differ(dealt: tuple[object, ...], cards: tuple[object, ...]) -> str:
    lost, new = Counter(dealt) - Counter(cards), Counter(cards) - Counter(dealt)
    if not lost and not new:
        return "game.cards is not sorted"
    return f"lost: {_named(lost.elements())}; new: {_named(new.elements())}"


def _named(cards: Iterable[object]) -> str:
    return " ".join(map(str, cards)) or "none"
