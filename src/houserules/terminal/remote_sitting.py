"""RemoteSitting: a person in a terminal at a table on a server. Its messages come in a thread of their own."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Coroutine, Sequence
from typing import TYPE_CHECKING, Any, Final, TypeVar

from houserules.core import Event, Move, Names, Outcome, Seat, View, counted
from houserules.errors import HouseRulesError, IllegalMove, TableError
from houserules.games import AnyGame
from houserules.table import Player, Seen, who_decided
from houserules.wire import AnyTold, Chair, TellChat, TellOver, TellPresence, TellView

from .commands import REMOTE_COMMANDS
from .evening_words import beginning, heading, standing_words, verdict
from .log import Entry, Note, log_lines
from .look import Order
from .loop_thread import LoopThread
from .players import clean, shown_names
from .remote_answers import REMOTE_ANSWERS
from .reply import Reply, as_sentence
from .spoken import answer_line, note_on

if TYPE_CHECKING:
    from houserules.client import TableSeat

T = TypeVar("T")

MOST_HISTORY: Final = 5000
"""Lines."""
GLANCE_SECONDS: Final = 0.5


class RemoteSitting:
    def __init__(self, table: TableSeat, loop: LoopThread) -> None:
        self.table = table
        self.order: Order = "rank"
        self.news = 0
        self.on_news: Callable[[], None] = lambda: None
        """Called in the other thread when something happened."""
        self.on_wait: Callable[[], None] | None = None
        """Called if the server does not answer at once."""
        self.ended: HouseRulesError | None = None
        """Why nothing more comes."""
        self.has_left = False
        """Has the person stood up for good?"""
        self._loop = loop
        self._changed = threading.Condition()
        self._log: list[Entry] = []
        """What happened since the person moved last."""
        self._told = 0
        """How much of it was shown apart from the table."""
        self._ended_match = 0
        """The last match whose end was told: who lost, how the evening stands, what can be said now."""
        self.last_events: tuple[Event, ...] = ()
        """Those of the last step."""
        self._history: list[str] = []
        self._steps: dict[Seat, int] = {}
        """The last step of each seat."""
        self._here: dict[Seat, bool] = {}
        self._hearing = loop.start(self._hear())

    # -- Where it stands -----------------------------------------------------------------------------------------------

    commands = REMOTE_COMMANDS
    is_shared = False
    curtain = ""

    @property
    def game(self) -> AnyGame:
        return self.table.game

    @property
    def seat(self) -> Seat | None:
        return self.table.seat

    @property
    def chairs(self) -> tuple[Chair, ...]:
        return (self.table.info if self.table.presence is None else self.table.presence).chairs

    @property
    def players(self) -> tuple[Player, ...]:
        return tuple([_player(chair) for chair in self.chairs])

    @property
    def names(self) -> Names:
        return shown_names(self.players, self.seat)

    def view(self) -> View:
        view = self.table.view
        if view is None:
            raise TableError("not-dealt", f"no cards are dealt yet: {self._waited_for()}")
        return view

    @property
    def waiting(self) -> str:
        if self.table.view is not None:
            return ""
        waits = as_sentence(self._waited_for())
        return "\n".join(
            [clean(self.table.info.title), *self.who(), waits, f"Friends join by {clean(self.table.invite)}"]
        )

    @property
    def is_ready(self) -> bool:
        """For the deal; whoever only watches always is."""
        return self.seat is None or self.chairs[self.seat].ready

    def _waited_for(self) -> str:
        """Before the deal: are we ready, and who is not?"""
        late = [
            clean(chair.name)
            for seat, chair in enumerate(self.chairs)
            if seat != self.seat and not chair.ready and not chair.bot and not chair.open
        ]
        empty = sum(chair.open for chair in self.chairs)
        for_whom = [*late, *([counted(empty, "empty chair")] if empty else [])]
        table = f"the table waits for {_listed(for_whom)}" if for_whom else "they come in a moment"
        if self.seat is None:
            return table
        return f"you are ready, and {table}" if self.is_ready else "say ready, and wait for the others"

    def who(self) -> list[str]:
        """Everybody in the order of the seats, by name: a number would be that of moves, as in `target 0`."""
        return [_state(chair, number == self.seat) for number, chair in enumerate(self.chairs)]

    @property
    def is_playing(self) -> bool:
        return self.table.view is not None and self.table.view.outcome is None

    @property
    def outcome(self) -> Outcome | None:
        return None if self.table.view is None else self.table.view.outcome

    @property
    def is_asked(self) -> bool:
        """Is there something to decide: a move, or what to do after the match?"""
        view = self.table.view
        if view is None:
            return False
        if view.outcome is None:
            return bool(view.legal)
        if self._ended_match != self.table.match:
            return False  # the last view comes before the words that belong to the end
        return self.seat is None or not self.chairs[self.seat].ready

    def opening_lines(self) -> tuple[str, ...]:
        """Where nothing is typed: which table this is, and what wins."""
        title = clean(self.table.info.title)
        here = f"{title}. You {'watch' if self.seat is None else 'have a seat'}."
        return (here, *([clean(self.game.goal)] if self.game.goal else []))

    def greeting(self) -> str:
        title = clean(self.table.info.title)
        if self.seat is None:
            return f"{title}. You watch: say who, or help."
        at = f"{title}. You have a seat"
        return f"{at}: say a move, or help." if self.is_playing else f"{at}: say who, chat TEXT, or help."

    def log_lines(self) -> list[str]:
        with self._changed:
            return log_lines(self._log[self._told :], self.names)

    def fresh_lines(self) -> list[str]:
        """What happened and was not shown yet; the table does not show it again."""
        with self._changed:
            lines = log_lines(self._log[self._told :], self.names)
            self._told = len(self._log)
            return lines

    def history(self) -> list[str]:
        with self._changed:
            return list(self._history)

    def last_step(self, seat: Seat) -> int | None:
        return self._steps.get(seat)

    def wait(self, seen: int) -> None:
        """Until there are more news than this, or nothing more comes; or for a short time."""
        with self._changed:
            self._changed.wait_for(lambda: self.news != seen or self.ended is not None, GLANCE_SECONDS)

    # -- What comes ----------------------------------------------------------------------------------------------------

    async def _hear(self) -> None:
        try:
            async for told in self.table:
                if self._note(told):
                    with self._changed:
                        self.news += 1
                        self._changed.notify_all()
                    self.on_news()
        except HouseRulesError as problem:
            with self._changed:
                self.ended = problem
                self.news += 1
                self._changed.notify_all()
            self.on_news()

    def _note(self, told: AnyTold) -> bool:
        """Keep what a message says; False if there is nothing new to show."""
        match told:
            case Seen():
                self._note_step(told)
                return False  # the view comes right after it
            case TellView():
                return True
            case TellChat(name=name, text=text):
                self._add(Note(f"{clean(name)}: {clean(text)}"))
                return True
            case TellPresence(chairs=chairs):
                self._note_presence(chairs)
                return True
            case TellOver(match=match):
                again = ["Say rematch to play again, or quit"] if self.seat is not None else []
                self._add(*[Note(line) for line in (*self.evening_lines(told), *again)])
                self._ended_match = match
                return True
        return False

    @property
    def tally(self) -> tuple[str, ...]:
        """How the evening stood when the last match ended."""
        over = self.table.over
        if over is None or not over.evening:
            return ()
        scoring, title = self.game.scoring, self.game.loser_is_called
        rows = [f"{clean(one.name)}: {standing_words(one, scoring, title)}" for one in over.evening]
        return (f"{heading(max(one.matches for one in over.evening))}:", *rows)

    def evening_lines(self, over: TellOver) -> list[str]:
        """Of a match that is over: who was last, how everybody stands, who has won or lost the evening."""
        scoring, title = self.game.scoring, self.game.loser_is_called
        places = over.outcome.places
        last = [self.names(seat) for seat, place in enumerate(places) if place == max(places) > 1]
        loser = (
            f"{_listed(last)} {'are' if len(last) > 1 or last == ['You'] else 'is'} the {title}."
            if title and last
            else ""
        )
        rows = "; ".join(f"{clean(one.name)} {standing_words(one, scoring, title)}" for one in over.evening)
        stands = f"This evening: {rows}." if rows else ""
        decided = who_decided(over.evening, scoring) if over.evening_over else ()
        begins = "" if over.begins is None else self.players[over.begins].name
        gives = "" if over.tribute is None else over.tribute.ahead(self.names)
        return [line for line in (loser, stands, verdict(decided, scoring), beginning(begins), gives) if line]

    def _note_step(self, seen: Seen) -> None:
        said = seen.words[: len(seen.words) - len(seen.events)]
        entries: list[Event | Note] = [*[Note(clean(words)) for words in said], *seen.events]
        with self._changed:
            if seen.deal is not None or (seen.seat == self.seat and seen.move is not None):
                self._log, self._told = [], 0
            if seen.seat is not None and seen.move is not None:
                self._steps[seen.seat] = seen.seq
            self.last_events = tuple(seen.events)
        self._add(*entries, words=[clean(words) for words in seen.words])

    def _note_presence(self, chairs: Sequence[Chair]) -> None:
        for seat, chair in enumerate(chairs):
            was, self._here[seat] = self._here.get(seat), chair.here
            if was is not None and was != chair.here and seat != self.seat and not chair.bot:
                self._add(Note(f"{clean(chair.name)} {'is back' if chair.here else 'is away'}"))

    def _add(self, *entries: Event | Note, words: Sequence[str] | None = None) -> None:
        with self._changed:
            self._log += entries
            self._history += [entry.tell(self.names) for entry in entries] if words is None else words
            del self._history[:-MOST_HISTORY]

    # -- What the person says ------------------------------------------------------------------------------------------

    def say(self, line: str) -> Reply:
        """Answer what the person typed."""
        if self.table.view is None and self.seat is not None and line.strip().lower() == "ready":
            return self._get_ready(self.seat)
        return answer_line(self, line)

    def _get_ready(self, seat: Seat) -> Reply:
        """For the deal. Whoever sits down is ready, but not whoever comes back from another device."""
        if self.chairs[seat].ready:
            return Reply((as_sentence(self._waited_for()),))
        self.ask(self.table.ready())
        return Reply(moved=True)

    def answer(self, word: str, words: list[str]) -> Reply:
        return REMOTE_ANSWERS[word](self, words)

    def ask(self, question: Coroutine[Any, Any, T]) -> T:
        """Wait for an answer of the server."""
        return self._loop.run(self._answered(question), self.on_wait)

    async def _answered(self, question: Coroutine[Any, Any, T]) -> T:
        """The log shows what the answer stands for."""
        answer = await question
        while self.table.unread and not self._hearing.done():
            await asyncio.sleep(0)
        return answer

    def play(self, moves: Sequence[Move]) -> Reply:
        """Make moves, one after the other; a refusal stops there."""
        if self.seat is None:
            raise IllegalMove("not-your-turn", "you are only watching: say quit to leave")
        view = self.view()
        for move in moves:
            self.ask(self.table.play(move))
        presence = self.table.presence
        return Reply(note_on(moves, view, has_undo=presence is not None and "undo" in presence.allows), moved=True)

    def keep(self) -> None:
        """The server keeps everything."""

    def close(self) -> None:
        self.on_news = lambda: None
        self._loop.run(self.table.close())
        self._hearing.cancel()
        self._loop.close()


def _listed(names: Sequence[str]) -> str:
    """As in a sentence: Ann, Ben and Eve."""
    return " and ".join([part for part in (", ".join(names[:-1]), *names[-1:]) if part])


def _player(chair: Chair) -> Player:
    name = clean(chair.name)
    return Player(name, "bot", chair.level, chair.personality) if chair.bot else Player(name)


def _state(chair: Chair, is_you: bool) -> str:
    name = f"{clean(chair.name)} (you)" if is_you else clean(chair.name)
    if chair.open:
        return "an empty chair"
    if chair.bot:
        return f"{name}, a bot" if chair.keeps is None else f"{name}, for whom a bot plays"
    return name if chair.here else f"{name}, who is away"
