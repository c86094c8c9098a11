"""What a person types at a table: a command, the number of a move, or moves."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from houserules.core import Play, Take, View
from houserules.errors import HouseRulesError, NotationError

from .answers import answer_move
from .commands import ALIASES, LETTERS
from .reply import Reply, refusal
from .typed_moves import read_moves

if TYPE_CHECKING:
    from collections.abc import Sequence

    from houserules.core import Move

    from .seated import Seated

LONGEST_LINE: Final = 400
"""Characters. The longest possible move is shorter."""


def answer_line(sitting: Seated, line: str) -> Reply:
    """Answer what the person typed. If it is refused, nothing has changed, and one line says why."""
    words = line[: LONGEST_LINE + 1].split()
    if not words:
        return Reply()
    if len(line.strip()) > LONGEST_LINE:
        return refusal(f"this line is longer than {LONGEST_LINE} characters: say legal to see what you may do")
    try:
        if line.strip().startswith("#"):
            return answer_move(sitting, line.strip()[1:].split())
        word = command_meant(sitting, words)
        if word is not None:
            return sitting.answer(word, words[1:])
        return sitting.play(read_moves(sitting, line.strip()))
    except HouseRulesError as problem:
        return refusal(problem.message, as_typed=isinstance(problem, NotationError))


def command_meant(sitting: Seated, words: Sequence[str]) -> str | None:
    """The command that a line begins with, also by another word for it; None if the line is a move."""
    word = words[0].lower()
    if word in sitting.commands:
        return word
    meant = ALIASES.get(word)
    if meant is None and len(words) == 1 and word in LETTERS and not _is_move(sitting, word):
        meant = LETTERS[word]
    return meant if meant in sitting.commands else None


def _is_move(sitting: Seated, word: str) -> bool:
    """Does the word mean a move, whether or not it is allowed?"""
    try:
        return not sitting.waiting and bool(sitting.game.steps(sitting.view(), word))
    except NotationError:
        return False
    except HouseRulesError:
        return True


def note_on(moves: Sequence[Move], view: View, *, has_undo: bool) -> tuple[str, ...]:
    """What to say to a person who made these moves: whoever takes the pile may not have seen another way."""
    could_play = moves[0] == Take() and any(isinstance(move, Play) for move in view.legal)
    return (f"You could have played{': undo takes it back' if has_undo else ''}.",) if could_play else ()
