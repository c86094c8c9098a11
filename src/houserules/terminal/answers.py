"""What each command answers: one function for each word of `commands`."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from houserules.bots import Limit
from houserules.errors import IllegalMove, RequestError
from houserules.table import hint, last_bot_move, why

from .commands import nearest
from .counsel import hint_line, why_line
from .glance import hand_lines, score_lines
from .players import clean, seat_named
from .reply import Reply
from .rule_topics import clauses_about
from .started import typed

if TYPE_CHECKING:
    from .seated import Seated
    from .sitting import Sitting

HISTORY_LINES: Final = 20
"""How many lines `history` shows by default."""

Answer = Callable[["Sitting", list[str]], Reply]
"""Answers a command, given the words that follow it."""


def answer_legal(sitting: Seated, words: list[str]) -> Reply:
    require_no_words("legal", words)
    moves = sitting.view().legal
    if not moves:
        return Reply(("You have nothing to decide now.",))
    return Reply(tuple([f"{number:3} {move}" for number, move in enumerate(moves, 1)]))


def answer_move(sitting: Seated, words: list[str]) -> Reply:
    moves = sitting.view().legal
    if not moves:
        raise IllegalMove("not-your-turn", "you have nothing to decide now: wait for your turn")
    if len(words) != 1:
        raise RequestError("bad-request", f"say the number of one move, from 1 to {len(moves)}, as in move 1")
    number = _number(words[0])
    if number is None or not 1 <= number <= len(moves):
        raise RequestError("bad-request", f"there is no move {words[0][:20]}: choose 1 to {len(moves)}")
    return sitting.play([moves[number - 1]])


def answer_hand(sitting: Seated, words: list[str]) -> Reply:
    require_no_words("hand", words)
    return Reply(hand_lines(sitting.view(), sitting.order))


def answer_sort(sitting: Seated, words: list[str]) -> Reply:
    match [word.lower() for word in words]:
        case ["rank"]:
            sitting.order = "rank"
        case ["suit"]:
            sitting.order = "suit"
        case _:
            raise RequestError("bad-request", "say sort rank or sort suit")
    return Reply(hand_lines(sitting.view(), sitting.order))


def answer_history(sitting: Seated, words: list[str]) -> Reply:
    match [word.lower() for word in words]:
        case []:
            count = HISTORY_LINES
        case ["all"]:
            count = 0
        case [text] if number := _number(text):
            count = number
        case _:
            raise RequestError("bad-request", "say history, history 100 or history all")
    return Reply(tuple(sitting.history()[-count:]) or ("Nothing has happened yet.",))


def answer_score(sitting: Seated, words: list[str]) -> Reply:
    require_no_words("score", words)
    return Reply(score_lines(sitting.view(), sitting.names))


def answer_hint(sitting: Sitting, words: list[str]) -> Reply:
    require_no_words("hint", words)
    advice = hint(sitting.table, sitting.bots, sitting.seat, Limit(ms=sitting.ms))
    return Reply((hint_line(advice, len(sitting.players), sitting.names),))


def answer_why(sitting: Sitting, words: list[str]) -> Reply:
    reason = why(sitting.table, sitting.bots, sitting.seat, _bot_move_asked_about(sitting, words))
    return Reply((why_line(reason, sitting.names),))


def _bot_move_asked_about(sitting: Sitting, words: list[str]) -> int:
    """The number of the step."""
    table = sitting.table
    last = {seat: last_bot_move(table, seat) for seat in table.seating.bots}
    moved = {seat: seq for seat, seq in last.items() if seq is not None}
    if not moved:
        raise RequestError("bad-request", "no bot has moved yet: ask again when one has")
    if not words:
        return max(moved.values())
    seat = seat_named(table.players, words[0]) if len(words) == 1 else None
    if seat is None or seat not in moved:
        names = ", ".join(table.players[one].name for one in sorted(moved))
        raise RequestError("bad-request", f"say why, or why and the name of a bot that has moved: {names}")
    return moved[seat]


def answer_rules(sitting: Seated, words: list[str]) -> Reply:
    lines = clauses_about(sitting.game, " ".join(words)) if words else sitting.game.sheet().rstrip().splitlines()
    return Reply(tuple(map(clean, lines)))


def answer_undo(sitting: Sitting, words: list[str]) -> Reply:
    require_no_words("undo", words)
    sitting.undo()
    return Reply(moved=True)


def answer_save(sitting: Sitting, words: list[str]) -> Reply:
    require_no_words("save", words)
    path = sitting.save()
    return Reply((f"The match is saved in {path}; {typed('play --resume')} resumes it.",))


def answer_rematch(sitting: Sitting, words: list[str]) -> Reply:
    require_no_words("rematch", words)
    sitting.wants_rematch = True
    return Reply(("Another match follows this one.",))


def answer_quit(sitting: Seated, words: list[str]) -> Reply:  # noqa: ARG001 - every answer is called in the same way
    require_no_words("quit", words)
    return Reply(left=True)


def answer_help(sitting: Seated, words: list[str]) -> Reply:
    game = sitting.game
    match [word.lower() for word in words]:
        case []:
            rows = [f"{command.form:16} {command.does}" for command in sitting.commands.values()]
            return Reply((*rows, *_move_forms(sitting)), as_typed=True)
        case ["moves"]:
            return Reply(_move_forms(sitting), as_typed=True)
        case [word] if word in sitting.commands:
            command = sitting.commands[word]
            more = [command.more] if command.more else []
            return Reply((f"{command.form}: {command.does}.", *more), as_typed=True)
        case [word] if word in game.forms:
            return Reply((f"A move: {game.forms[word]}",), as_typed=True)
    if len(words) > 1:
        raise RequestError("bad-request", "say help and one topic, as in help undo")
    topics = [*sitting.commands, "moves", *game.forms]
    close = nearest(words[0], topics)
    meant = f"did you mean {close}?" if close else f"choose one of {', '.join(topics)}"
    raise RequestError("bad-request", f"there is no topic {words[0][:40]!r}: {meant}")


def _move_forms(sitting: Seated) -> tuple[str, ...]:
    """The moves of the game, and the short ways to say them."""
    rows = [f"{form:16} {meaning}" for form, meaning in sitting.game.short_forms.items()]
    return (f"Moves: {'; '.join(sitting.game.forms.values())}.", *rows)


ANSWERS: Final[dict[str, Answer]] = {
    "legal": answer_legal,
    "move": answer_move,
    "hand": answer_hand,
    "sort": answer_sort,
    "history": answer_history,
    "score": answer_score,
    "hint": answer_hint,
    "why": answer_why,
    "rules": answer_rules,
    "undo": answer_undo,
    "rematch": answer_rematch,
    "save": answer_save,
    "quit": answer_quit,
    "help": answer_help,
}


def _number(text: str) -> int | None:
    """A number in plain digits; None if it is anything else."""
    return int(text) if text.isascii() and text.isdigit() and len(text) < 6 else None


def require_no_words(command: str, words: list[str]) -> None:
    if words:
        raise RequestError("bad-request", f"nothing may follow {command}: say only {command}")
