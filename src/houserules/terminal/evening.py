"""Evening: one match after the other with the same players, and how everybody stands."""

from __future__ import annotations

from houserules.core import Seat, Tribute
from houserules.table import SessionScore

from .adapting import adapted
from .evening_words import beginning, heading, standing_words, verdict
from .players import listed
from .saved import Places
from .sitting import Sitting


class Evening:
    """All matches since these players sat down. The earlier ones are saved with each. It reads and prints nothing."""

    def __init__(self, sitting: Sitting) -> None:
        self.sitting = sitting
        """The match that is played, or was played last."""

    @property
    def played(self) -> tuple[Places, ...]:
        """The places of all seats in each match that is over."""
        outcome = self.sitting.match.outcome
        return self.sitting.earlier if outcome is None else (*self.sitting.earlier, outcome.places)

    def loser_line(self) -> str:
        """Who came last in the match that is over, by the name that players give them; "" if nobody gets one."""
        sitting = self.sitting
        outcome = sitting.match.outcome
        title = sitting.game.loser_is_called
        if outcome is None or not title:
            return ""
        worst = max(outcome.places)
        last = [sitting.names(seat) for seat, place in enumerate(outcome.places) if place == worst > 1]
        are = "are" if len(last) > 1 or last == ["You"] else "is"
        return f"{listed(last)} {are} the {title}." if last else ""

    @property
    def score(self) -> SessionScore:
        """The matches of this evening that are over, as the house counts them. After its end a new one has begun."""
        names = [player.name for player in self.sitting.players]
        score = SessionScore(self.sitting.game.scoring)
        for places in self.played:
            score = score.after(names, places)
        return score

    def tally_lines(self) -> tuple[str, ...]:
        """How the evening stands: a heading, a line for each player, the best first, then what follows from it;
        () before the first end."""
        if not self.played:
            return ()
        score = self.score
        rows = [f"{name}: {words}" for name, words in self._rows(score)]
        return (f"{heading(len(score.played))}:", *rows, *self._closing_lines(score))

    def tally_line(self) -> str:
        """The same in one line."""
        if not self.played:
            return ""
        score = self.score
        rows = "; ".join(f"{name} {words}" for name, words in self._rows(score))
        return " ".join([f"{heading(len(score.played))}: {rows}.", *self._closing_lines(score)])

    def _rows(self, score: SessionScore) -> list[tuple[str, str]]:
        title = self.sitting.game.loser_is_called
        return [(one.name, standing_words(one, score.scoring, title)) for one in score.standings()]

    def _closing_lines(self, score: SessionScore) -> tuple[str, ...]:
        """Who has won or lost the evening, or who begins the next match."""
        begins = self._next_to_begin(score) if self.sitting.is_over else None
        name = "" if begins is None else self.sitting.players[begins].name
        tribute = self._tribute(score) if self.sitting.is_over else None
        gives = "" if tribute is None else tribute.ahead(self.sitting.names)
        return tuple(filter(None, (verdict(score.decided(), score.scoring), beginning(name), gives)))

    def _next_to_begin(self, score: SessionScore) -> Seat | None:
        return score.next_to_begin([player.name for player in self.sitting.players])

    def _tribute(self, score: SessionScore) -> Tribute | None:
        return score.tribute_of([player.name for player in self.sitting.players])

    def rematch(self) -> Sitting:
        """The next match, at once, with the same players on the same seats. The last one must be over.

        Adaptive bots try harder or less hard, as its result suggests."""
        last = self.sitting
        assert last.is_over, "a match that is not over is resumed, not repeated"
        number = len(self.played) + 1
        seed = last.match.seed
        if seed is not None:
            # As at a table on a server: the seed of the first match gives the deals of all others.
            seed = f"{seed.removesuffix(f'/{number - 1}') if number > 2 else seed}/{number}"
        people = last.hot_seat.people
        self.sitting = Sitting.of(
            last.game,
            adapted(last.players, last.game, self.played),
            people[0] if people else None,
            seed=seed,
            earlier=self.played,
            begins=self._next_to_begin(self.score),
            tribute=self._tribute(self.score),
            ms=last.ms,
            saves=last.autosave.is_on,
            policies=last.table.policies,
            clock=last.clock,
        )
        self.sitting.order = last.order
        return self.sitting
