"""Damaged records: JSON whose end is missing, moves that cannot be read, results that do not agree."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

import msgspec

from houserules.core import counted, is_number, not_json
from houserules.errors import RecordError

from .record import Record, checked_record

_TOKEN: Final = re.compile(r'\s*([{}\[\],:]|"(?:[^"\\]|\\.)*"|[^\s{}\[\],:"]+)')
_CLOSING: Final = {"{": "}", "[": "]"}
_AFTER_MOVES: Final = ("statistics", "forfeited", "outcome", "times")
"""The keys that are written after the moves. The match can be replayed without them."""


def read_broken(record: Mapping[str, object] | str | bytes) -> tuple[Record, str | None]:
    """The readable part of a record, and why the rest is not read; raises RecordError if even the deal is missing."""
    document, reason = _document(record)
    if not isinstance(document, Mapping):
        raise RecordError("a record is a JSON object with format, game, rules, seats, seed and moves")
    whole = {"outcome": None, **document}
    whole["moves"], problem = _whole_moves(whole.get("moves"))
    reason = reason or problem
    for key in _AFTER_MOVES:
        try:
            return _timed(checked_record(whole), reason)
        except RecordError as refused:
            reason = reason or refused.message
            whole[key] = [] if key in ("times", "forfeited") else None
    return checked_record(whole), reason


def _timed(record: Record, reason: str | None) -> tuple[Record, str | None]:
    """The record with a time for each move: a missing time repeats the time before it."""
    missing = len(record.moves) - len(record.times)
    if not record.times or not missing:
        return record, reason
    times = (*record.times, *[record.times[-1]] * missing)[: len(record.moves)]
    reason = reason or f"it has {counted(len(record.moves), 'move')} but times for {len(record.times)}"
    return msgspec.structs.replace(record, times=times), reason


def _document(record: Mapping[str, object] | str | bytes) -> tuple[object, str | None]:
    if not isinstance(record, str | bytes):
        return record, None
    try:
        return msgspec.json.decode(record), None
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as problem:
        try:
            return msgspec.json.decode(whole_part(_text(record))), "its end is missing"
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
            raise RecordError(f"this is not JSON, so it cannot be a record: {not_json(problem)}") from problem


def _text(record: str | bytes) -> str:
    if isinstance(record, str):
        return record
    try:
        return record.decode("utf-8")
    except UnicodeDecodeError as problem:
        if problem.reason != "unexpected end of data":
            raise
        return record[: problem.start].decode("utf-8")


def whole_part(text: str) -> str:
    """JSON whose end is missing, up to the last complete value, with its brackets closed.

    >>> whole_part('{"moves": [[0, "ready"], [1, "rea')
    '{"moves": [[0, "ready"], [1]]}'
    """
    brackets: list[str] = []
    """The brackets that are open after the last complete value."""
    end = place = 0
    before = ""
    while found := _TOKEN.match(text, place):
        token, place = found[1], found.end()
        if token in _CLOSING:
            brackets.append(token)
        elif token in "}]":
            if not brackets or _CLOSING[brackets[-1]] != token:
                break
            brackets.pop()
        elif token in ",:" or (brackets[-1:] == ["{"] and before != ":"):
            before = token  # a comma, a colon or a key means nothing without what follows
            continue
        elif token[0] != '"' and place == len(text):
            break  # a number at the end may have lost some digits
        before, end = token, place
    return text[:end] + "".join([_CLOSING[bracket] for bracket in reversed(brackets)])


def _whole_moves(moves: object) -> tuple[list[object], str | None]:
    if not isinstance(moves, list | tuple):
        return [], "its moves are missing"
    for number, move in enumerate(moves, 1):
        match move:
            case [seat, str()] if is_number(seat):
                continue
        return list(moves[: number - 1]), f"move {number} must be a seat and the text of a move"
    return list(moves), None
