"""Sitting: one match with its bots and a person; a typed line in, what to show out. It reads and prints nothing itself.

sitting = Sitting.new(load("shithead"), seats=3, seed="friday", levels=["hard"])
sitting.say("ready")        # an Answer: what to show, whether the table has changed
sitting.bots_move()         # until the person may act again, or the match is over
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

import msgspec

from houserules.bots import Advice, Bot, bot, fallbacks, levels, make_bot, read_bot
from houserules.core import Bet, Move, Names, Play, Seat, Take, View
from houserules.errors import HouseRulesError, IllegalMove, NotationError, RecordError, RequestError
from houserules.games import AnyGame
from houserules.games.heroes.events import BetsOpened
from houserules.games.shedding.game import Shedding
from houserules.games.shedding.words import Ambiguous
from houserules.match import Match

from . import results, saved
from .commands import COMMANDS, nearest
from .glance import hand_lines, score_lines
from .look import Order
from .saved import Saved

NAMES: Final = ("Ann", "Ben", "Cem", "Dot", "Eli", "Fay", "Gus", "Hal")
"""Of bots: one more than ever sit at a table, since a person may have one of them."""

LONGEST: Final = 400
"""Characters of a line. The longest move there is has less."""

LONGEST_NAME: Final = 12

MS: Final = 1000
"""Milliseconds for a move of a bot that thinks ahead, and for a hint."""

REST: Final = 10
"""After a match was saved in some time, the next saving may wait for so many times as long."""

LINES: Final = 20
"""Of `history`, if nobody says how many."""

SECRET: Final = "because of the cards it holds, which are its secret"
"""Where nothing can be said of a move without saying what a bot holds."""


class Answer(msgspec.Struct, frozen=True):
    """What a line has led to."""

    lines: tuple[str, ...] = ()
    """To be shown."""
    moved: bool = False
    """The table is another now."""
    refused: bool = False
    """Nothing has changed, and the one line says why."""
    left: bool = False
    """The person leaves."""


class Thought(msgspec.Struct, frozen=True):
    """A move that a bot is about to make, and what went wrong on the way to it."""

    move: Move
    view: View
    failures: tuple[str, ...] = ()


class _Made(msgspec.Struct, frozen=True):
    """The last move of a bot, with the view that it had."""

    number: int
    """How many moves there were before."""
    view: View
    move: Move


def usual_level(game: AnyGame) -> str:
    """In the middle of those there are: it takes no time, and is no fool."""
    made = list(levels(game))
    return made[len(made) // 2]


def clean(text: str) -> str:
    """A name of somebody or of a house may hold what is no text, or what would move the cursor."""
    return "".join(letter if letter.isprintable() else "?" for letter in text)


def filled(wanted: Sequence[str], count: int) -> tuple[str, ...]:
    """A level for each of so many bots: the last one is that of all further ones."""
    if not wanted or not all(wanted):
        raise RequestError("bad-request", "name a level for each bot, as in hard or in hard,medium")
    if len(wanted) > count:
        are = f"{count} bot{'s' * (count != 1)}"
        raise RequestError("bad-request", f"there are {len(wanted)} levels for {are}: leave some out, or seat more")
    return (*wanted, *[wanted[-1]] * (count - len(wanted)))


class Sitting:
    """Use `new` or `resumed`."""

    def __init__(
        self,
        match: Match[Any],
        *,
        seat: Seat | None,
        names: Sequence[str],
        levels: Sequence[str | None],
        begun: str,
        undone: int = 0,
        branched: int | None = None,
        path: Path | None = None,
        ms: int | None = None,
        kept: bool = True,
        take_back: bool = True,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """`kept`: it is saved after each move of the person. `take_back`: there is `undo`."""
        self.match = match
        self.seat = seat
        self.names = Names(*map(clean, names))
        self.levels = tuple(levels)
        self.begun = begun
        self.undone = undone
        self.branched = branched
        self.path = path
        self.ms = MS if ms is None else ms
        self.kept = kept
        self.take_back = take_back
        self.notes: tuple[str, ...] = ()
        """What is said before the greeting."""
        self.unsaved = ""
        """Why the match could not be saved when that was tried last."""
        self.order: Order = "rank"
        self.log: list[str] = []
        """What happened since the person moved last, in plain words, oldest first."""
        self._clock = clock
        self._start = clock() - match.seconds
        self._bots: dict[Seat, Bot] = {}
        self._adviser: Bot | None = None
        self._made: dict[Seat, _Made] = {}
        self._remembered = False
        self._line = (-1, -1)
        """How many moves there were before the last line of the person, and after it."""
        self._written = (-1, 0)
        self._rest = 0.0
        self._does: dict[str, Callable[[list[str]], Answer]] = {
            "legal": self._legal,
            "move": self._move,
            "hand": self._hand,
            "sort": self._sort,
            "history": self._history,
            "score": self._score,
            "hint": self._hint,
            "why": self._why,
            "rules": self._rules,
            "undo": self._undo,
            "save": self._save,
            "quit": self._quit,
            "help": self._help,
        }
        for bot_seat, level in enumerate(self.levels):
            if level is not None:
                self._bots[bot_seat] = bot(level, match.game, ms=self.ms, seed=0)

    @staticmethod
    def new(
        game: AnyGame,
        *,
        seats: int,
        seed: str | None,
        levels: Sequence[str],
        seat: Seat | None = 0,
        name: str = "You",
        ms: int | None = None,
        kept: bool = True,
        take_back: bool = True,
        clock: Callable[[], float] = time.monotonic,
    ) -> Sitting:
        """A new match. The levels are those of the bots in the order of their seats; the last one fills the rest."""
        match = Match.new(game, seats=seats, seed=seed)
        if seat is not None and not 0 <= seat < seats:
            raise RequestError("bad-request", f"there is no seat {seat} at a table of {seats}")
        person = clean(name).strip()[:LONGEST_NAME] or "You"
        wanted = iter(filled(levels, seats - (seat is not None)))
        free = iter([one for one in NAMES if one.lower() != person.lower()])
        each = [None if at == seat else next(wanted) for at in range(seats)]
        names = [person if level is None else f"{next(free)} ({level})" for level in each]
        return Sitting(
            match,
            seat=seat,
            names=names,
            levels=each,
            begun=saved.now(),
            ms=ms,
            kept=kept,
            take_back=take_back,
            clock=clock,
        )

    @staticmethod
    def resumed(
        found: Saved,
        path: Path | None,
        *,
        ms: int | None = None,
        kept: bool = True,
        take_back: bool = True,
        clock: Callable[[], float] = time.monotonic,
    ) -> Sitting:
        """A match that was saved, as it was. With `ms`, bots that were given a time for each move have this one now."""
        if ms is not None:
            timed = [None if level is None else re.sub("@[^:]*", f"@{ms}", level) for level in found.levels]
            each = zip(found.names, found.levels, timed, strict=True)
            names = [name.replace(f"({old})", f"({new})") for name, old, new in each]
            found = msgspec.structs.replace(found, levels=tuple(timed), names=tuple(names))
        sitting = Sitting(
            Match.from_record(found.record),
            seat=found.seat,
            names=found.names,
            levels=found.levels,
            begun=found.begun,
            undone=found.undone,
            branched=found.branched,
            path=path,
            ms=ms,
            kept=kept,
            take_back=take_back,
            clock=clock,
        )
        last = max((number for number, (who, _) in enumerate(sitting.match.moves) if who == found.seat), default=0)
        sitting.log = [event.tell(sitting.names) for event in sitting.match.events(found.seat, last)]
        return sitting

    @staticmethod
    def newest(ms: int | None = None) -> tuple[Sitting | None, tuple[str, ...]]:
        """The newest match that can be gone on with, and a line for each newer one that was passed over."""
        passed: list[str] = []
        for path, found in saved.unfinished():
            try:
                if isinstance(found, RecordError):
                    raise found
                return Sitting.resumed(found, path, ms=ms), tuple(passed)
            except HouseRulesError as problem:
                why = clean(problem.message.removeprefix(f"{path} ")).replace("\n", " ")
                passed.append(f"Passed over {clean(path.name)}: {why}; houserules games lists all.")
        return None, tuple(passed)

    # -- Where it stands -----------------------------------------------------------------------------------------------

    @property
    def game(self) -> AnyGame:
        return self.match.game

    @property
    def over(self) -> bool:
        return not self.match.to_act

    @property
    def ending(self) -> str:
        """The last thing that happened, in plain words."""
        return [event.tell(self.names) for event in self.match.events(self.seat, len(self.match.moves) - 1)][-1]

    def view(self) -> View:
        """What the person sees."""
        return self.match.view(self.seat)

    def greeting(self) -> str:
        """Who plays what against whom."""
        others = [self.names(seat) for seat in range(self.match.seats) if seat != self.seat]
        against = others[0] if len(others) == 1 else f"{', '.join(others[:-1])} and {others[-1]}"
        return f"{clean(self.game.name)} against {against}: say a move, or help."

    def due(self) -> Seat | None:
        """The bot that is to move now; None if the person is, or nobody.

        Where all may act at once, each bot acts once after each move of the person."""
        acting = self.match.to_act
        bots = [seat for seat in acting if seat in self._bots]
        if not bots:
            return None
        if self.seat not in acting:
            return bots[0]
        since: set[Seat] = set()
        for seat, _ in reversed(self.match.moves):
            if seat == self.seat:
                return next((bot_seat for bot_seat in bots if bot_seat not in since), None)
            since.add(seat)
        return None

    def is_slow(self, seat: Seat) -> bool:
        """Does this bot think for as long as it is given?"""
        return self._bots[seat].thinks

    # -- Bots ----------------------------------------------------------------------------------------------------------

    def thought(self, seat: Seat) -> Thought:
        """What a bot is going to do. It changes nothing, and may be broken off."""
        view = self.match.view(seat)
        failures: list[str] = []
        name = self.names(seat)
        for level, player in self._candidates(seat):
            try:
                player.draw_from(self._seed(seat))
                move = player.choose(view)
                if move not in view.legal:  # it may still be one: some games list one choice of suits for many
                    self.game.apply(self.match.state, seat, move)
                if failures:
                    failures[-1] += f"; {level} played for it"
                return Thought(move, view, tuple(failures))
            except Exception as problem:  # noqa: BLE001 - whatever is wrong with a bot, the match goes on
                what = "said what is no move" if isinstance(problem, HouseRulesError) else type(problem).__name__
                failures.append(clean(f"{name} failed ({what})" if not failures else f"{level} failed too ({what})"))
        failures[-1] += "; the first legal move was made for it"
        return Thought(view.legal[0], view, tuple(failures))

    def _candidates(self, seat: Seat) -> Iterable[tuple[str, Bot]]:
        """The bot of a seat, and for the case that it fails the levels below it, the strongest first."""
        level = self.levels[seat]
        assert level is not None
        yield level, self._bots[seat]
        for lower in fallbacks(read_bot(level), self.game):
            with suppress(Exception):
                yield str(lower), make_bot(lower, self.game, seed=0)

    def _seed(self, seat: Seat, number: int | None = None) -> int:
        """For each decision its own: after `undo` and after a resumption the same bot answers the same."""
        text = f"bots/{self.match.seed}/{seat}/{len(self.match.moves) if number is None else number}"
        return int.from_bytes(sha256(text.encode()).digest()[:8], "big")

    def act(self, seat: Seat, thought: Thought) -> None:
        """Make the move of a bot."""
        number = len(self.match.moves)
        self.log += thought.failures
        self.match.play(seat, thought.move, self._now())
        self._made[seat] = _Made(number, thought.view, thought.move)
        self._tell(number)

    def bots_move(self) -> None:
        """Until the person may act again, or the match is over."""
        while (seat := self.due()) is not None:
            self.act(seat, self.thought(seat))

    def close(self) -> None:
        for player in (*self._bots.values(), *([self._adviser] if self._adviser else [])):
            player.close()

    # -- A line --------------------------------------------------------------------------------------------------------

    def say(self, line: str) -> Answer:
        """What the person typed. A refusal is one line, and nothing has changed."""
        words = line[: LONGEST + 1].split()
        if not words:
            return Answer()
        if len(line.strip()) > LONGEST:
            return _refused(f"this line is longer than {LONGEST} characters: say legal to see what you may do")
        try:
            if line.strip().startswith("#"):
                return self._move(line.strip()[1:].split())
            if (word := words[0].lower()) in self._does:
                return self._does[word](words[1:])
            return self._moves(line)
        except HouseRulesError as problem:
            return _refused(problem.message)

    def _moves(self, line: str) -> Answer:
        try:
            moves = self.game.steps(self.view(), self._by_seat(line))
        except NotationError as problem:
            word = line.split(maxsplit=1)[0]
            if word.lower() in self.game.forms or isinstance(problem, Ambiguous):
                raise
            known = [*COMMANDS, *self.game.forms, *[form.split()[0] for form in self.game.short_forms]]
            close = nearest(word, [form for form in known if form.isalpha()])
            if close is not None:
                raise NotationError(f"there is no command {word[:40]!r}: did you mean {close}?") from problem
            raise NotationError(f"{line.strip()[:40]!r} is no move and no command: {self._offer()}") from problem
        if not moves:
            raise IllegalMove("bad-layout", "this is so already: go on with ready")
        return self._played(moves)

    def _offer(self) -> str:
        """What would be legal, in a few words."""
        moves = self.view().legal
        few = ", ".join(map(str, moves[:3])) + (f" and {len(moves) - 3} more" if len(moves) > 3 else "")
        return f"you may {few}; say help for the rest" if moves else "say help"

    def _by_seat(self, line: str) -> str:
        """`target ann` as `target 1`."""
        words = line.split()
        if len(words) == 2 and words[0].lower() == "target" and not words[1].isdigit():
            found = self._named(words[1])
            if found is not None:
                return f"{words[0]} {found}"
        return line.strip()

    def _named(self, name: str) -> Seat | None:
        wanted = name.lower()
        short = [self.names(seat).partition(" (")[0].lower() for seat in range(self.match.seats)]
        begins = [seat for seat, known in enumerate(short) if known.startswith(wanted)]
        return short.index(wanted) if wanted in short else begins[0] if len(begins) == 1 else None

    def _played(self, moves: Sequence[Move]) -> Answer:
        """Moves of the person, one after the other: all of them, or none."""
        if self.seat is None:
            raise IllegalMove("not-your-turn", "you only look on: say quit to leave")
        view = self.view()
        number = len(self.match.moves)
        try:
            for move in moves:
                self.match.play(self.seat, move, self._now())
        except HouseRulesError:
            while len(self.match.moves) > number:
                self.match.undo()
            raise
        self._line = (number, len(self.match.moves))
        self.log.clear()
        self._tell(number)
        self.keep(now=False)
        costly = moves[0] == Take() and any(isinstance(move, Play) for move in view.legal)
        undo = ": undo takes it back" if self.take_back else ""
        return Answer((f"You could have played{undo}.",) if costly else (), moved=True)

    def _tell(self, since: int) -> None:
        self.log += [event.tell(self.names) for event in self.match.events(self.seat, since)]

    def _now(self) -> int:
        """Seconds since the deal, without the time between leaving and going on. A clock never runs back."""
        return max(int(self._clock() - self._start), self.match.seconds)

    # -- Saving --------------------------------------------------------------------------------------------------------

    def saved(self) -> Saved:
        return Saved(
            record=self.match.record(),
            seat=self.seat,
            names=self.names.names,
            levels=self.levels,
            begun=self.begun,
            undone=self.undone,
            branched=self.branched,
        )

    def keep(self, *, now: bool = True) -> None:
        """Write it down, if that is wanted; if it cannot be done, the match goes on and the log says so.

        Without `now` it may wait: a script that moves a thousand times a second is not to write most of the time."""
        if not self.kept or self._written == (len(self.match.moves), self.undone):
            return
        begin = time.monotonic()
        if not now and begin < self._rest:
            return
        try:
            self._write()
        except HouseRulesError as problem:
            self.kept = False
            self.unsaved = problem.message
            self.log.append(f"The match is not saved: {problem.message}")
        end = time.monotonic()
        self._rest = end + REST * (end - begin)

    def _write(self) -> None:
        self.path = saved.save(self.saved(), self.path)
        self._written = (len(self.match.moves), self.undone)
        self.unsaved = ""

    def finish(self) -> None:
        """The match is over, or the person leaves: what is to be kept is kept, and a result is counted once."""
        self.kept = self.kept or bool(self.unsaved)  # what could not be saved then may be saved now
        self.keep()
        if self.kept and self.over and not self._remembered:
            self._remembered = True
            try:
                results.remember(self.saved())
            except HouseRulesError as problem:
                self.log.append(f"The result is not counted: {problem.message}")

    # -- Commands ------------------------------------------------------------------------------------------------------

    def _legal(self, words: list[str]) -> Answer:
        _no_more("legal", words)
        moves = self.view().legal
        if not moves:
            return Answer(("You have nothing to decide now.",))
        return Answer(tuple([f"{number:3} {move}" for number, move in enumerate(moves, 1)]))

    def _move(self, words: list[str]) -> Answer:
        moves = self.view().legal
        match words:
            case [number] if (
                number.isascii() and number.isdigit() and len(number) < 6 and int(number) in range(1, len(moves) + 1)
            ):
                return self._played([moves[int(number) - 1]])
        much = f"from 1 to {len(moves)}" if moves else "and you have none now"
        raise RequestError("bad-request", f"move takes the number of a legal move, {much}: say legal to see them")

    def _hand(self, words: list[str]) -> Answer:
        _no_more("hand", words)
        return Answer(hand_lines(self.view(), self.order))

    def _sort(self, words: list[str]) -> Answer:
        match [word.lower() for word in words]:
            case ["rank"]:
                self.order = "rank"
            case ["suit"]:
                self.order = "suit"
            case _:
                raise RequestError("bad-request", "say sort rank or sort suit")
        return Answer(hand_lines(self.view(), self.order))

    def _history(self, words: list[str]) -> Answer:
        match [word.lower() for word in words]:
            case []:
                count = LINES
            case ["all"]:
                count = 0
            case [number] if number.isascii() and number.isdigit() and len(number) < 6 and int(number):
                count = int(number)
            case _:
                raise RequestError("bad-request", "say history, history 100 or history all")
        told = [event.tell(self.names) for event in self.match.events(self.seat)]
        return Answer(tuple(told[-count:]) or ("Nothing has happened yet.",))

    def _score(self, words: list[str]) -> Answer:
        _no_more("score", words)
        return Answer(score_lines(self.view(), self.names))

    def _hint(self, words: list[str]) -> Answer:
        _no_more("hint", words)
        view = self.view()
        if not view.legal:
            raise IllegalMove("not-your-turn", "you have nothing to decide now")
        if self._adviser is None:
            self._adviser = bot(list(levels(self.game))[-1], self.game, ms=self.ms, seed=0)
        try:
            self._adviser.draw_from(self._seed(view.seat or 0))
            advice = self._adviser.explain(view)
        except Exception as problem:  # a bot that cannot help must not end the match
            raise RequestError("bad-request", f"no hint: the bot failed ({type(problem).__name__})") from problem
        return Answer((_advised(advice),))

    def _why(self, words: list[str]) -> Answer:
        seat = self._asked_about(words)
        made = self._made[seat]
        name, player = self.names(seat), self._bots[seat]
        if not self.over and self._is_secret(made):
            raise RequestError("bad-request", f"what {name} bet is secret until both have bet")
        said = f"{name} chose {made.move}"
        try:
            if not self.over:  # what it holds is its secret, and so is whatever follows from it
                return Answer((f"{said}: {player.public_reason(made.view, made.move) or SECRET}.",))
            player.draw_from(self._seed(seat, made.number))
            advice = player.explain(made.view, made.move)
        except Exception as problem:  # as in a hint
            raise RequestError("bad-request", f"{name} cannot say why ({type(problem).__name__})") from problem
        if advice.move != made.move:
            return Answer((f"{said}: it was close, and thinking again it might do something else.",))
        return Answer((f"{said}: {advice.why}{_chance(advice)}.",))

    def _is_secret(self, made: _Made) -> bool:
        """A bet, before all bets lie open."""
        since = self.match.events(self.seat, made.number)
        return isinstance(made.move, Bet) and not any(isinstance(event, BetsOpened) for event in since)

    def _asked_about(self, words: list[str]) -> Seat:
        if not self._made:
            raise RequestError("bad-request", "no bot has moved since you sat down")
        if not words:
            return max(self._made, key=lambda seat: self._made[seat].number)
        seat = self._named(words[0]) if len(words) == 1 else None
        if seat in self._made and seat is not None:
            return seat
        known = ", ".join(self.names(one).partition(" (")[0] for one in sorted(self._made))
        raise RequestError("bad-request", f"say why, or why and one of those who moved: {known}")

    def _rules(self, words: list[str]) -> Answer:
        from houserules.games.shedding.sheet import sheet, written_sheet  # noqa: PLC0415 - few ask

        _no_more("rules", words)
        game = self.game
        text = written_sheet(sheet(game.rules)) if isinstance(game, Shedding) else game.page()
        return Answer(tuple([clean(line) for line in text.rstrip().splitlines()]))

    def _undo(self, words: list[str]) -> Answer:
        _no_more("undo", words)
        if not self.take_back:
            raise RequestError("bad-request", "undo is off in tournaments: what is said there counts")
        if any(level is None and seat != self.seat for seat, level in enumerate(self.levels)):
            raise RequestError("bad-request", "here nothing is taken back: undo is for matches against bots")
        if all(seat != self.seat for seat, _ in self.match.moves):
            raise RequestError("bad-request", "you have made no move that could be taken back")
        last = max(number for number, (seat, _) in enumerate(self.match.moves) if seat == self.seat)
        # A line of several swaps is one decision.
        count = self._line[0] if self._line[1] == last + 1 else last
        said = ", ".join(str(move) for _, move in self.match.moves[count : last + 1])
        while len(self.match.moves) > count:
            self.match.undo()
        self.undone += 1
        self._made = {seat: made for seat, made in self._made.items() if made.number < count}
        self.log[:] = [f"{self.names(self.seat or 0)} took back: {said}"]
        self.keep()
        return Answer(moved=True)

    def _save(self, words: list[str]) -> Answer:
        _no_more("save", words)
        self._write()
        self.kept = True
        return Answer((f"The match is saved in {self.path}; houserules play --resume goes on with it.",))

    def _quit(self, words: list[str]) -> Answer:
        _no_more("quit", words)
        return Answer(left=True)

    def _help(self, words: list[str]) -> Answer:
        match [word.lower() for word in words]:
            case []:
                return Answer(self._overview())
            case ["moves"]:
                return Answer(self._forms())
            case [word] if word in COMMANDS:
                command = COMMANDS[word]
                return Answer((f"{command.form}: {command.does}.", *([command.more] if command.more else [])))
            case [word] if word in self.game.forms:
                return Answer((f"A move: {self.game.forms[word]}",))
        topics = [*COMMANDS, "moves", *self.game.forms]
        if len(words) > 1:
            raise RequestError("bad-request", "help takes one topic: say help, or help and a command, as in help undo")
        close = nearest(words[0], topics)
        meant = f"did you mean {close}?" if close else f"there are {', '.join(topics)}"
        raise RequestError("bad-request", f"there is no topic {words[0][:40]!r}: {meant}")

    def _overview(self) -> tuple[str, ...]:
        rows = [f"{command.form:16} {command.does}" for command in COMMANDS.values()]
        return (*rows, *self._forms())

    def _forms(self) -> tuple[str, ...]:
        """The moves of the game, and the short ways to say them."""
        rows = [f"{form:16} {meaning}" for form, meaning in self.game.short_forms.items()]
        return (f"Moves: {'; '.join(self.game.forms.values())}.", *rows)


def _refused(why: str) -> Answer:
    said = " ".join(clean(why.replace("\n", " ")).split())
    return Answer((said if said.endswith(("?", ".", "!")) else f"{said}.",), refused=True)


def _no_more(word: str, words: list[str]) -> None:
    if words:
        raise RequestError("bad-request", f"{word} stands alone: say only {word}")


def _advised(advice: Advice) -> str:
    said = advice.runner_up is None or str(advice.runner_up) in advice.why
    other = "" if said else f"; else {advice.runner_up}"
    return f"{advice.move}: {advice.why}{_chance(advice)}{other}."


def _chance(advice: Advice) -> str:
    if advice.chance is None:
        return ""
    chance = advice.chance
    return f" (chance {chance.share:.0%}, {chance.low:.0%} to {chance.high:.0%})"
