"""SessionScore: an evening of matches with the same rules, and how everybody stands. No input, output or clock.

>>> from houserules.core import Scoring
>>> evening = SessionScore(Scoring("letters", "OUT")).after(("Ann", "Ben"), (1, 2)).after(("Ann", "Ben"), (1, 2))
>>> [(one.name, one.wins, one.letters) for one in evening.standings()]
[('Ann', 2, ''), ('Ben', 0, 'OU')]
>>> evening.is_over
False
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from hashlib import sha256

import msgspec

from houserules.core import Scoring, Seat, Tribute, is_number
from houserules.errors import RecordError
from houserules.match import Match, read_record


class MatchPlaces(msgspec.Struct, frozen=True):
    """One match that is over: who sat on each seat, and the place of each."""

    names: tuple[str, ...]
    places: tuple[int, ...]


class Standing(msgspec.Struct, frozen=True, omit_defaults=True):
    """How one player stands."""

    name: str
    matches: int = 0
    wins: int = 0
    lasts: int = 0
    points: int = 0
    letters: str = ""
    """Of the word that whoever comes last spells."""


class SessionScore(msgspec.Struct, frozen=True, omit_defaults=True):
    """Players are known by their names: one who comes later begins with nothing, one who comes back goes on."""

    scoring: Scoring = Scoring()
    played: tuple[MatchPlaces, ...] = ()

    def after(self, names: Sequence[str], places: Sequence[int]) -> SessionScore:
        """With one more match. After the end of an evening the next one begins."""
        before = () if self.is_over else self.played
        return SessionScore(self.scoring, (*before, MatchPlaces(tuple(names), tuple(places))))

    def standings(self) -> tuple[Standing, ...]:
        """Of all who played, the best first; equals stand in the order in which they came."""
        names = dict.fromkeys(name for match in self.played for name in match.names)
        found = [self._standing(name) for name in names]
        by_letters = self.scoring.score == "letters"
        return tuple(sorted(found, key=lambda one: (len(one.letters) if by_letters else -one.points, -one.wins)))

    def _standing(self, name: str) -> Standing:
        matches = [match for match in self.played if name in match.names]
        places = [(match.places[match.names.index(name)], match.places) for match in matches]
        wins = sum(place == 1 for place, _ in places)
        lasts = sum(place == max(others) > 1 for place, others in places)
        match self.scoring.score, self.scoring.points:
            case "places", "beaten":
                points = sum(other > place for place, others in places for other in others)
            case "places", _:
                points = wins
            case _:
                points = 0
        letters = self.scoring.word[:lasts] if self.scoring.score == "letters" else ""
        return Standing(name, len(matches), wins, lasts, points, letters)

    @property
    def is_over(self) -> bool:
        """Has somebody the whole word, or enough points? Without either an evening is as long as people like."""
        match self.scoring.score:
            case "letters":
                return any(one.letters == self.scoring.word for one in self._all())
            case "places":
                return 0 < self.scoring.until <= max([one.points for one in self._all()], default=0)
        return False

    def decided(self) -> tuple[str, ...]:
        """Who has lost an evening of letters, or won one of points; nobody while it goes on."""
        return who_decided(self.standings(), self.scoring) if self.is_over else ()

    def next_to_begin(self, names: Sequence[str]) -> Seat | None:
        """Which of these players, by seat, begins the next match; None if the rules of the match say so.

        They also say so in the first match of an evening, if several shared the place that counts, and if whoever had
        it plays no more."""
        if self.scoring.next == "rules" or not self.played or self.is_over:
            return None
        last = self.played[-1]
        wanted = 1 if self.scoring.next == "winner" else max(last.places)
        found = [name for name, place in zip(last.names, last.places, strict=True) if place == wanted]
        if len(found) != 1 or found[0] not in names:
            return None
        seat = list(names).index(found[0])
        return (seat + 1) % len(names) if self.scoring.next == "after-loser" else seat

    def tribute_of(self, names: Sequence[str]) -> Tribute | None:
        """Who of these players, by seat, gives cards of the next deal to whom; None if nobody does.

        Nobody does in the first match of an evening, if several came last or won, or if one of them plays no more."""
        if not self.scoring.tribute or not self.played or self.is_over:
            return None
        last = self.played[-1]
        worst = [name for name, place in zip(last.names, last.places, strict=True) if place == max(last.places)]
        best = [name for name, place in zip(last.names, last.places, strict=True) if place == 1]
        if len(worst) != 1 or len(best) != 1 or worst == best or not {*worst, *best} <= set(names):
            return None
        seats = list(names)
        return Tribute(seats.index(worst[0]), seats.index(best[0]), self.scoring.tribute)

    def _all(self) -> list[Standing]:
        names = dict.fromkeys(name for match in self.played for name in match.names)
        return [self._standing(name) for name in names]

    # -- Records -------------------------------------------------------------------------------------------------------

    def hash(self, rules: str) -> str:
        """Of the rules of its matches and of how they are counted."""
        return sha256(rules.encode() + msgspec.json.encode(self.scoring, order="deterministic")).hexdigest()[:16]

    def record(self, records: Sequence[Mapping[str, object]]) -> dict[str, object]:
        """The evening as JSON, with the record of each of its matches."""
        if len(records) != len(self.played):
            raise RecordError(f"this evening has {len(self.played)} matches, but {len(records)} records were given")
        rules = str(records[0]["rules"]) if records else ""
        return {
            "session": self.hash(rules),
            "scoring": msgspec.to_builtins(self.scoring),
            "matches": [
                {"names": list(match.names), "places": list(match.places), "record": dict(record)}
                for match, record in zip(self.played, records, strict=True)
            ],
        }

    @staticmethod
    def from_record(document: Mapping[str, object]) -> SessionScore:
        """From a record: each match is replayed, and must end as the record says."""
        try:
            scoring = msgspec.convert(document.get("scoring"), Scoring)
            matches = msgspec.convert(document.get("matches"), list[_MatchRecord])
        except msgspec.ValidationError as problem:
            raise RecordError(f"this is not the record of an evening: {problem}") from problem
        session = SessionScore(scoring)
        for number, one in enumerate(matches, 1):
            if any(not is_number(place) for place in one.places) or len(one.names) != len(one.places):
                raise RecordError(f"match {number}: write a name and a place for each seat")
            match = Match.from_record(one.record)
            outcome = read_record(one.record).outcome  # with who gave up; it has been checked just now
            if outcome is None:
                raise RecordError(f"match {number} is not over")
            if outcome.places != one.places:
                raise RecordError(f"match {number} ended with the places {list(outcome.places)}")
            if match.begins != session.next_to_begin(one.names):
                raise RecordError(f"match {number}: another seat had to begin, by the end of the match before it")
            if _asked(match.tribute) != session.tribute_of(one.names):
                raise RecordError(f"match {number}: other cards had to change hands, by the end of the match before it")
            session = session.after(one.names, one.places)
        rules = str(matches[0].record.get("rules", "")) if matches else ""
        if document.get("session") != session.hash(rules):
            raise RecordError("this evening was counted in another way than its record says")
        return session


def who_decided(standings: Sequence[Standing], scoring: Scoring) -> tuple[str, ...]:
    """At the end of an evening, of which the best stands first: who has the whole word, or most points."""
    if scoring.score == "letters":
        return tuple([one.name for one in standings if one.letters == scoring.word])
    return tuple([one.name for one in standings if one.points == standings[0].points])


def _asked(tribute: Tribute | None) -> Tribute | None:
    """Without the cards, which the deal decides."""
    return None if tribute is None else Tribute(tribute.giver, tribute.getter, tribute.cards)


class _MatchRecord(MatchPlaces, frozen=True):
    record: dict[str, object]
