"""What each command answers at a table on a server: what the table here cannot know, the server is asked."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from houserules.bots import Advice, Chance
from houserules.errors import RequestError

from .answers import (
    answer_hand,
    answer_help,
    answer_history,
    answer_legal,
    answer_move,
    answer_quit,
    answer_rules,
    answer_score,
    answer_sort,
    require_no_words,
)
from .counsel import hint_line, secret
from .players import clean, seat_named
from .reply import Reply

if TYPE_CHECKING:
    from .remote_sitting import RemoteSitting

RemoteAnswer = Callable[["RemoteSitting", list[str]], Reply]
"""Answers a command, given the words that follow it."""


def answer_hint(sitting: RemoteSitting, words: list[str]) -> Reply:
    require_no_words("hint", words)
    hint = sitting.ask(sitting.table.hint())
    share = hint.chance
    chance = None if share is None else Chance(share, share, share)
    advice = Advice(sitting.game.read(hint.move), clean(hint.reason), chance)
    return Reply((hint_line(advice, len(sitting.players), sitting.names),))


def answer_why(sitting: RemoteSitting, words: list[str]) -> Reply:
    reason = sitting.ask(sitting.table.why(_step_asked_about(sitting, words)))
    name = sitting.names(reason.seat)
    return Reply((f"Why {name} did that: {clean(reason.reason or secret(name))}.",))


def _step_asked_about(sitting: RemoteSitting, words: list[str]) -> int | None:
    """The last one of the bot that is named; None: of any bot."""
    if not words:
        return None
    seat = seat_named(sitting.players, words[0]) if len(words) == 1 else None
    step = None if seat is None else sitting.last_step(seat)
    if step is None:
        raise RequestError("bad-request", "say why, or why and the name of a bot that has moved since you came")
    return step


def answer_undo(sitting: RemoteSitting, words: list[str]) -> Reply:
    require_no_words("undo", words)
    sitting.ask(sitting.table.undo())
    return Reply(moved=True)


def answer_chat(sitting: RemoteSitting, words: list[str]) -> Reply:
    if not words:
        raise RequestError("bad-request", "say chat and what you want to say, as in chat hello")
    sitting.ask(sitting.table.chat(" ".join(words)))
    return Reply(moved=True)


def answer_who(sitting: RemoteSitting, words: list[str]) -> Reply:
    require_no_words("who", words)
    presence = sitting.table.presence
    watching = 0 if presence is None else presence.watching
    return Reply((*sitting.who(), *([f"{watching} watching"] if watching else [])))


def answer_rematch(sitting: RemoteSitting, words: list[str]) -> Reply:
    require_no_words("rematch", words)
    sitting.ask(sitting.table.rematch())
    return Reply(("You want a rematch: it is dealt as soon as all people do.",), moved=True)


def answer_forfeit(sitting: RemoteSitting, words: list[str]) -> Reply:
    if not _is_sure("forfeit", words):
        return Reply(("This gives up the match. Say forfeit yes if you want that.",))
    sitting.ask(sitting.table.forfeit())
    return Reply(moved=True)


def answer_leave(sitting: RemoteSitting, words: list[str]) -> Reply:
    if not _is_sure("leave", words) and sitting.seat is not None and sitting.is_playing:
        return Reply(("A bot takes your seat for good. Say leave yes if you want that; quit keeps your seat.",))
    if sitting.seat is not None:
        sitting.ask(sitting.table.leave())
    sitting.has_left = True
    return Reply(left=True)


def _is_sure(command: str, words: list[str]) -> bool:
    """What cannot be undone is done only with a yes."""
    if words and [word.lower() for word in words] != ["yes"]:
        raise RequestError("bad-request", f"say {command}, or {command} yes")
    return bool(words)


REMOTE_ANSWERS: Final[dict[str, RemoteAnswer]] = {
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
    "chat": answer_chat,
    "who": answer_who,
    "rematch": answer_rematch,
    "forfeit": answer_forfeit,
    "leave": answer_leave,
    "quit": answer_quit,
    "help": answer_help,
}
