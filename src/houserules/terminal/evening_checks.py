"""What `houserules verify` says of the record of an evening."""

from __future__ import annotations

import msgspec

from houserules.core import counted
from houserules.errors import HouseRulesError
from houserules.table import SessionScore

from .evening_words import standing_words, verdict
from .players import clean


def evening_in(text: bytes) -> dict[str, object] | None:
    """The record of an evening; None if the text is something else."""
    try:
        document = msgspec.json.decode(text)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return None
    return document if isinstance(document, dict) and "session" in document and "matches" in document else None


def evening_checks(evening: dict[str, object]) -> list[tuple[bool, str]]:
    """What was checked of the record of an evening: each of its matches, who began it, and the score."""
    said: list[tuple[bool, str]] = []
    try:
        score = SessionScore.from_record(evening)
        matches = f"{len(score.played)} match{'es' * (len(score.played) != 1)}"
        said.append((True, f"a record of an evening of {matches}, each dealt from its seed, every move legal"))
        if score.scoring.next != "rules":
            said.append((True, "each match was begun by the seat that the match before it decided"))
        if score.scoring.tribute:
            said.append((True, "in each match the cards changed hands that the match before it decided"))
        said += [
            (True, f"{clean(one.name)}: {standing_words(one, score.scoring, '')}, last {counted(one.lasts, 'time')}")
            for one in score.standings()
        ]
        said.append((True, verdict(score.decided(), score.scoring) or "the evening is not over"))
    except HouseRulesError as problem:
        said.append((False, problem.message))
    return said
