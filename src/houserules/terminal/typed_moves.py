"""From a typed line to moves of the game, or to the word that was probably meant."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from houserules.core import Move, Target, View, as_choice
from houserules.errors import Ambiguous, IllegalMove, NotationError
from houserules.table import Player

from .commands import nearest
from .players import seat_named

if TYPE_CHECKING:
    from .seated import Seated


def read_moves(sitting: Seated, line: str) -> tuple[Move, ...]:
    """The moves that a line names, also in short forms and several at once."""
    game, view = sitting.game, sitting.view()
    word = line.split(maxsplit=1)[0]
    try:
        moves = game.steps(view, _whole_words(sitting.players, view, line))
    except NotationError as problem:
        if word.lower() in game.forms or isinstance(problem, Ambiguous):
            raise
        known = [*sitting.commands, *game.forms, *[form.split()[0] for form in game.short_forms]]
        close = nearest(word, [form for form in known if form.isalpha()])
        if close is not None:
            raise NotationError(f"there is no command {word[:40]!r}: did you mean {close}?") from problem
        raise NotationError(f"{line[:40]!r} is neither a move nor a command: {_offer(view)}") from problem
    if not moves:
        raise IllegalMove("bad-layout", "your cards already lie like that: say ready to continue")
    return moves


def _whole_words(players: Sequence[Player], view: View, line: str) -> str:
    """`target ann`, or only `ann` where a player is to be named, as `target 1`; `p 7h` as `play 7h`."""
    words = line.split()
    if len(words) > 1 and words[0].lower() == "p":
        return f"play {' '.join(words[1:])}"
    says_target = words[0].lower() == "target"
    named = words[1:] if says_target else words
    is_asked = says_target or any(isinstance(move, Target) for move in view.legal)
    if is_asked and len(named) == 1 and not named[0].isdigit():
        seat = view.seat if named[0].lower() in ("me", "myself") else seat_named(players, named[0])
        if seat is not None:
            return f"target {seat}"
    return line


def _offer(view: View) -> str:
    """What would be legal, in a few words."""
    moves = view.legal
    return f"you may say {as_choice(moves, 3)}; help lists the rest" if moves else "say help to see what there is"
