"""Replay: a record or a saved match, move by move, forwards and backwards; and a new match from any point of it.

If a match is over, everything may be seen, and `open` shows it. If it is not, a person who plays it sees what their own
seat sees. A bare record does not say who still plays it, so it shows what everybody sees; so does a match of several
people at one screen. A record that was cut off is shown as far as it can be read. A match that is played on from a
point has the same deal and the same moves up to there, so its record proves as much as the old one.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import msgspec

from houserules.bots import BotSpec, make_bot, read_bot
from houserules.core import Event, Seat, View, Viewer
from houserules.errors import HouseRulesError, RequestError
from houserules.match import Match, read_record
from houserules.table import Player, Reason, usual_level

from . import library
from .commands import nearest
from .counsel import why_line
from .glance import hidden_lines
from .log import log_lines, sentences
from .players import shown_names
from .reply import as_sentence
from .saved import Saved, now

COMMANDS: Final = {
    "next": "one move forward; Enter or the right arrow does the same",
    "back": "one move back; the left arrow does the same",
    "to N": "go to the moment after move N; a bare number does the same",
    "first": "go to the deal",
    "last": "go to the end",
    "moves": "list what happened, move by move",
    "seat K": "show what seat K sees; seat alone: what everybody sees",
    "open": "show or hide all hidden cards, if the match is over",
    "why": "say why a bot made the move that is shown, if the match is over",
    "play K": "play on from here on seat K, against bots; play K LEVEL says how strong",
    "help": "show this list",
    "quit": "leave",
}
SHORT_WORDS: Final = {"": "next", "n": "next", "b": "back", "q": "quit", "exit": "quit", "?": "help", "end": "last"}


class ReplayReply(msgspec.Struct, frozen=True):
    """What a line leads to."""

    lines: tuple[str, ...] = ()
    """To be shown."""
    changed: bool = False
    """Show the table again."""
    left: bool = False
    played: Saved | None = None
    """A match to play."""


class Replay:
    """A match that can be looked at after each of its moves. It reads and prints nothing itself."""

    def __init__(self, kept: Saved, problem: str | None = None) -> None:
        """`problem` says why the file stops where it does, if it was cut off."""
        whole, reason = Match.from_broken_record(kept.record)
        self.kept = kept
        self.problem = problem or reason
        """Why the match stops here, if its record is damaged."""
        self.names = shown_names(kept.players)
        self.moves = whole.moves
        self.is_over = whole.outcome is not None
        self.is_open = False
        # People who share a screen do not see each other's cards before the end.
        self.own_seat = kept.seat if len(kept.people) == 1 else None
        self.viewer: Viewer = None if self.is_over else self.own_seat
        self.match = whole
        """As it stands at the moment that is shown."""
        self._times = read_record(whole.record()).times or (0,) * whole.seq
        viewers: list[Viewer] = [None, *range(whole.seats)]
        self._events = {viewer: [made.events for made in whole.moves_made(viewer)] for viewer in viewers}
        self._commands: dict[str, Callable[[list[str]], ReplayReply]] = {
            "next": lambda words: self._step(words, self.at + 1),
            "back": lambda words: self._step(words, self.at - 1),
            "first": lambda words: self._step(words, 0),
            "last": lambda words: self._step(words, len(self.moves)),
            "to": self._to,
            "moves": self._moves,
            "seat": self._seat,
            "open": self._open,
            "why": self._why,
            "play": self._play,
            "help": self._help,
            "quit": lambda _: ReplayReply(left=True),
        }
        self.go_to(0)

    # -- Where it stands -----------------------------------------------------------------------------------------------

    @property
    def at(self) -> int:
        """How many moves have been made."""
        return self.match.seq

    def go_to(self, number: int) -> None:
        """Show the moment after move `number`."""
        if not 0 <= number <= len(self.moves):
            raise RequestError("bad-request", f"there is no move {number}: choose 0 to {len(self.moves)}")
        if number < self.at:
            self.match.undo(self.at - number)
        while self.at < number:
            seat, move = self.moves[self.at]
            self.match.play(seat, move, self._times[self.at])

    def view(self) -> View:
        return self.match.view(self.viewer)

    def events(self, number: int) -> tuple[Event, ...]:
        """What move `number`, counted from 1, led to, as the viewer may know it."""
        return self._events[self.viewer][number - 1]

    def log_lines(self) -> list[str]:
        """What the last move led to, in words."""
        return log_lines(self.events(self.at), self.names) if self.at else []

    def heading(self) -> str:
        seen = "by everybody" if self.viewer is None else f"from seat {self.viewer}, {self.names(self.viewer)}"
        end = "" if self.is_over or self.at < len(self.moves) else " It is not over."
        return f"{library.game_name(self.kept.game)}: after move {self.at} of {len(self.moves)}, seen {seen}.{end}"

    def hidden(self) -> list[str]:
        """What nobody saw, if `open` shows it."""
        return list(hidden_lines(self.match.game, self.match.position(), self.names)) if self.is_open else []

    # -- A line --------------------------------------------------------------------------------------------------------

    def say(self, line: str) -> ReplayReply:
        """Answer what was typed. A refusal is one line, and nothing has changed."""
        words = line.split()[:9]
        word = words[0].lower() if words else ""
        word = SHORT_WORDS.get(word, word)
        if word.isascii() and word.isdigit():
            word, words = "to", ["to", *words]
        try:
            if word not in self._commands:
                close = nearest(word, list(self._commands))
                meant = f"did you mean {close}?" if close else f"choose one of {', '.join(self._commands)}"
                raise RequestError("bad-request", f"there is no command {word[:40]!r}: {meant}")
            return self._commands[word](words[1:])
        except HouseRulesError as problem:
            return ReplayReply((as_sentence(problem.message),))

    def _step(self, words: list[str], number: int) -> ReplayReply:
        if words:
            raise RequestError("bad-request", "nothing may follow this word; to 12 goes to the moment after move 12")
        if number < 0:
            raise RequestError("bad-request", "this is the deal: say next to go forward")
        if number > len(self.moves):
            raise RequestError("bad-request", f"{self._why_it_stops()}: say back, to N, play K or quit")
        self.go_to(number)
        return ReplayReply(changed=True)

    def _why_it_stops(self) -> str:
        if self.problem is not None:
            return f"the record stops here, because {self.problem}"
        return "this is the end" if self.is_over else "the match was not played further"

    def _to(self, words: list[str]) -> ReplayReply:
        self.go_to(_read_number(words, f"say to and a number from 0 to {len(self.moves)}"))
        return ReplayReply(changed=True)

    def _moves(self, words: list[str]) -> ReplayReply:
        if words:
            raise RequestError("bad-request", "nothing may follow moves: say only moves")
        lines = []
        for number in range(1, len(self.moves) + 1):
            mark = ">" if number == self.at else " "
            lines.append(f"{mark}{number:4}  {'; '.join(sentences(self.events(number), self.names))}")
        return ReplayReply(tuple(lines) or ("Nobody has moved yet.",))

    def _seat(self, words: list[str]) -> ReplayReply:
        if not words:
            self.viewer = None
            return ReplayReply(changed=True)
        seat = _read_number(words, f"say seat and a number from 0 to {self.match.seats - 1}, or seat alone")
        self._require_visible(seat)
        self.viewer = seat
        return ReplayReply(changed=True)

    def _require_visible(self, seat: Seat) -> None:
        """Refuse a seat whose cards may not be shown."""
        self._require_seat(seat)
        if not self.is_over and seat != self.own_seat:
            own = "what everybody sees" if self.own_seat is None else f"what your own seat {self.own_seat} sees"
            raise RequestError("bad-request", f"the match is not over: until then you can only look at {own}")

    def _require_seat(self, seat: Seat) -> None:
        if not 0 <= seat < self.match.seats:
            raise RequestError("bad-request", f"there is no seat {seat}: choose 0 to {self.match.seats - 1}")

    def _open(self, words: list[str]) -> ReplayReply:
        if words:
            raise RequestError("bad-request", "nothing may follow open: say only open")
        if not self.is_over:
            raise RequestError("bad-request", "the match is not over: until then hidden cards stay hidden")
        self.is_open = not self.is_open
        return ReplayReply(changed=True)

    def _why(self, words: list[str]) -> ReplayReply:
        """Everything the bot thought: nothing is secret any more."""
        if words:
            raise RequestError("bad-request", "nothing may follow why: say only why")
        if not self.is_over:
            raise RequestError("bad-request", "the match is not over: until then bots keep their reasons to themselves")
        if not self.at:
            raise RequestError("bad-request", "nobody has moved yet: say next, and then why")
        seat, move = self.moves[self.at - 1]
        player = self.kept.players[seat]
        if not player.is_bot:
            raise RequestError("bad-request", f"{self.names(seat)} made this move: only bots say why")
        bot = make_bot(player.spec, self.match.game, seed=0)
        try:
            advice = bot.explain(self.match.game.view(self.match.state_after(self.at - 1), seat), move)
        finally:
            bot.close()
        return ReplayReply((why_line(Reason(self.at, seat, move, advice=advice), self.names),))

    def _help(self, _: list[str]) -> ReplayReply:
        return ReplayReply(tuple(f"{name:8} {text}" for name, text in COMMANDS.items()))

    # -- Playing on ----------------------------------------------------------------------------------------------------

    def _play(self, words: list[str]) -> ReplayReply:
        own = self.viewer if self.viewer is not None else self.own_seat
        if words:
            seat = _read_number(words[:1], "say play, a seat, and a level if you like, as in play 0 hard")
        elif own is not None:
            seat = own
        else:
            raise RequestError("bad-request", f"say on which seat: play 0 to play {self.match.seats - 1}")
        level = read_bot(words[1], self.match.game) if len(words) > 1 else None
        return ReplayReply(played=self.branch(seat, level), left=True)

    def branch(self, seat: Seat, level: BotSpec | None = None) -> Saved:
        """The match up to here as a new one, which a person resumes on a seat; bots play on all others.

        `level` is for all of them; without it each bot stays as it was."""
        kept = self.kept
        if kept.seat is not None or self.is_over:
            self._require_visible(seat)
        else:
            self._require_seat(seat)
        if not self.match.to_act:
            raise RequestError("bad-request", "here the match is over: go back first, and play on from there")
        usual = level or BotSpec(usual_level(self.match.game))
        players: list[Player] = []
        for at, player in enumerate(kept.players):
            if at == seat:
                players.append(Player("You") if kept.seat is None else kept.players[kept.seat])
            else:
                name = kept.players[seat].name if at == kept.seat else player.name
                spec = usual if level is not None or not player.is_bot else player.spec
                players.append(Player.bot(name, spec))
        return Saved(record=self.match.record(), seat=seat, players=tuple(players), begun=now(), branched=self.at)


def _read_number(words: list[str], usage: str) -> int:
    if len(words) == 1 and words[0].isascii() and words[0].isdigit() and len(words[0]) < 7:
        return int(words[0])
    raise RequestError("bad-request", usage)
