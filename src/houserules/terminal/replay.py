"""Replay: a record or a saved match, move by move, forwards and backwards, and on from any point.

Of a match that is over everything may be seen, and `open` shows it. Of one that is not, a person who plays it sees what
its own seat sees; a bare record does not say who still plays it, so it shows what everybody sees. To play on from a
point is a new match with the same deal and the same moves up to there: its record proves as much as the old one.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import msgspec

from houserules.bots import bot
from houserules.core import Event, Names, Seat, View, Viewer
from houserules.errors import HouseRulesError, RequestError
from houserules.match import Match

from . import saved
from .commands import nearest
from .glance import hidden_lines
from .saved import Saved
from .sitting import usual_level

COMMANDS: Final = {
    "next": "one move on; so does Enter, or a right arrow",
    "back": "one move back, or a left arrow",
    "to N": "to after move N; a bare number does the same",
    "first": "to the deal",
    "last": "to the end",
    "moves": "what happened, move by move",
    "seat K": "what seat K sees; seat alone: what everybody sees",
    "open": "all hidden cards too, or no longer; only of a match that is over",
    "play K": "play on from here on seat K, against bots; play K LEVEL says which",
    "help": "this",
    "quit": "leave",
}
SHORT: Final = {"": "next", "n": "next", "b": "back", "q": "quit", "exit": "quit", "?": "help", "end": "last"}


class Answer(msgspec.Struct, frozen=True):
    """What a line has led to."""

    lines: tuple[str, ...] = ()
    """To be shown."""
    changed: bool = False
    """The table is to be shown anew."""
    left: bool = False
    played: Saved | None = None
    """A match to go on with."""


class Replay:
    """A match that can be looked at after each of its moves. It reads and prints nothing itself."""

    def __init__(self, kept: Saved) -> None:
        match: Match[Any] = Match.from_record(kept.record)
        self.kept = kept
        self.match = match
        self.names = Names(*kept.names)
        self.is_over = match.outcome is not None
        self.is_open = False
        self.viewer: Viewer = None if self.is_over else kept.seat
        self.moves = match.moves
        times: Any = kept.record.get("times") or [0] * len(self.moves)
        self._times: list[int] = times
        self._events: list[dict[Viewer, tuple[Event, ...]]] = []
        viewers: list[Viewer] = [None, *range(match.seats)]
        while count := len(match.moves):
            self._events.append({viewer: match.events(viewer, count - 1) for viewer in viewers})
            match.undo()
        self._events.reverse()
        self._does: dict[str, Callable[[list[str]], Answer]] = {
            "next": lambda words: self._step(words, self.at + 1),
            "back": lambda words: self._step(words, self.at - 1),
            "first": lambda words: self._step(words, 0),
            "last": lambda words: self._step(words, len(self.moves)),
            "to": self._to,
            "moves": self._moves,
            "seat": self._seat,
            "open": self._open,
            "play": self._play,
            "help": self._help,
            "quit": lambda _: Answer(left=True),
        }

    # -- Where it stands -----------------------------------------------------------------------------------------------

    @property
    def at(self) -> int:
        """How many moves have been made."""
        return len(self.match.moves)

    def to(self, number: int) -> None:
        """After so many moves."""
        if not 0 <= number <= len(self.moves):
            raise RequestError("bad-request", f"moves are 0 to {len(self.moves)}: {number} is none")
        while self.at > number:
            self.match.undo()
        while self.at < number:
            seat, move = self.moves[self.at]
            self.match.play(seat, move, self._times[self.at])

    def view(self) -> View:
        return self.match.view(self.viewer)

    def told(self, number: int) -> tuple[str, ...]:
        """What move `number`, counted from 1, led to, as the viewer may know it."""
        return tuple([event.tell(self.names) for event in self._events[number - 1][self.viewer]])

    def heading(self) -> str:
        sees = "everybody" if self.viewer is None else f"{self.names(self.viewer)}, seat {self.viewer},"
        end = "" if self.is_over or self.at < len(self.moves) else "; it is not over"
        return f"{self.kept.game}: after move {self.at} of {len(self.moves)}{end}. What {sees} sees."

    def hidden(self) -> list[str]:
        """All that nobody saw, if it is asked for."""
        return list(hidden_lines(self.match.game, self.match.position(), self.names)) if self.is_open else []

    # -- A line --------------------------------------------------------------------------------------------------------

    def say(self, line: str) -> Answer:
        """What was typed. A refusal is one line, and nothing has changed."""
        words = line.split()[:9]
        word = words[0].lower() if words else ""
        word = SHORT.get(word, word)
        if word.isascii() and word.isdigit():
            word, words = "to", ["to", *words]
        try:
            if word not in self._does:
                close = nearest(word, list(self._does))
                meant = f"did you mean {close}?" if close else f"there are {', '.join(self._does)}"
                raise RequestError("bad-request", f"there is no command {word[:40]!r}: {meant}")
            return self._does[word](words[1:])
        except HouseRulesError as problem:
            return Answer((problem.message,))

    def _step(self, words: list[str], number: int) -> Answer:
        if words:
            raise RequestError("bad-request", "this word stands alone; to 12 goes to after move 12")
        if number < 0:
            raise RequestError("bad-request", "this is the deal: next goes on")
        if number > len(self.moves):
            end = "the end" if self.is_over else "as far as it was played"
            raise RequestError("bad-request", f"this is {end}: back, to N, play K or quit")
        self.to(number)
        return Answer(changed=True)

    def _to(self, words: list[str]) -> Answer:
        self.to(_number(words, f"say to and a number from 0 to {len(self.moves)}"))
        return Answer(changed=True)

    def _moves(self, words: list[str]) -> Answer:
        if words:
            raise RequestError("bad-request", "say only moves")
        lines = []
        for number in range(1, len(self.moves) + 1):
            mark = ">" if number == self.at else " "
            lines.append(f"{mark}{number:4}  {'; '.join(self.told(number))}")
        return Answer(tuple(lines) or ("nobody has moved",))

    def _seat(self, words: list[str]) -> Answer:
        if not words:
            self.viewer = None
            return Answer(changed=True)
        seat = _number(words, f"say seat and a number from 0 to {self.match.seats - 1}, or seat alone")
        self._check(seat)
        self.viewer = seat
        return Answer(changed=True)

    def _check(self, seat: Seat) -> None:
        """May the cards of a seat be shown?"""
        if not 0 <= seat < self.match.seats:
            raise RequestError("bad-request", f"seats are 0 to {self.match.seats - 1}: {seat} is none")
        if not self.is_over and seat != self.kept.seat:
            own = "what everybody sees" if self.kept.seat is None else f"what your seat {self.kept.seat} sees"
            raise RequestError("bad-request", f"the match is not over: until then there is only {own}")

    def _open(self, words: list[str]) -> Answer:
        if words:
            raise RequestError("bad-request", "say only open")
        if not self.is_over:
            raise RequestError("bad-request", "the match is not over: until then hidden cards stay hidden")
        self.is_open = not self.is_open
        return Answer(changed=True)

    def _help(self, _: list[str]) -> Answer:
        return Answer(tuple(f"{name:8} {text}" for name, text in COMMANDS.items()))

    # -- Playing on ----------------------------------------------------------------------------------------------------

    def _play(self, words: list[str]) -> Answer:
        own = self.viewer if self.viewer is not None else self.kept.seat
        if words:
            seat = _number(words[:1], "say play, a seat, and perhaps a level")
        elif own is not None:
            seat = own
        else:
            raise RequestError("bad-request", f"say on which seat: play 0 to play {self.match.seats - 1}")
        return Answer(played=self.branch(seat, words[1] if len(words) > 1 else None), left=True)

    def branch(self, seat: Seat, level: str | None = None) -> Saved:
        """The match up to here, as one that a person goes on with on a seat; bots play all others."""
        kept = self.kept
        if kept.seat is not None or self.is_over:
            self._check(seat)
        elif not 0 <= seat < self.match.seats:
            raise RequestError("bad-request", f"seats are 0 to {self.match.seats - 1}: {seat} is none")
        if not self.match.to_act:
            raise RequestError("bad-request", "here the match is over: go back first, and play on from there")
        usual = level or usual_level(self.match.game)
        levels: list[str | None] = []
        names: list[str] = []
        for at in range(self.match.seats):
            if at == seat:
                levels.append(None)
                names.append("You" if kept.seat is None else kept.names[kept.seat])
            else:
                known = kept.levels[at]
                levels.append(usual if level is not None or known is None else known)
                names.append(f"{_short(kept.names[seat if at == kept.seat else at])} ({levels[-1]})")
        bot(usual, self.match.game, seed=0).close()  # a level that there is not is refused here
        return Saved(
            record=self.match.record(),
            seat=seat,
            names=tuple(names),
            levels=tuple(levels),
            begun=saved.now(),
            branched=self.at,
        )


def _number(words: list[str], usage: str) -> int:
    if len(words) == 1 and words[0].isascii() and words[0].isdigit() and len(words[0]) < 7:
        return int(words[0])
    raise RequestError("bad-request", usage)


def _short(name: str) -> str:
    """Without the level that stands behind it."""
    return name.partition(" (")[0]
