"""What may be taken back: own moves and those of bots freely, and among people the last move if all agree."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from houserules.core import Seat, counted, is_number
from houserules.errors import IllegalMove, TableError

from .past import steps_of_moves

if TYPE_CHECKING:
    from .table import Table

TWINS: Final = 12
"""Other deals that are tried to find out whether a move showed its player anything new."""


def check_take_back(table: Table, seat: Seat, count: int) -> None:
    """Refuse to take back the last `count` moves, if this person may not ask for it."""
    if not table.policies.undo:
        raise TableError("undo-off", "nothing is taken back at this table: every move counts")
    if not table.is_dealt:
        raise TableError("not-dealt", "no cards are dealt yet, so there is nothing to take back")
    if table.seating.forfeited:
        raise TableError("forfeited", "somebody gave up in this match: after that no move can be taken back")
    match = table.match
    if not is_number(count) or not 1 <= count <= match.seq:
        right = f"take back 1 to {match.seq}" if match.seq else "nobody has moved yet"
        raise TableError("nothing-to-undo", f"{counted(count, 'move')} cannot be taken back: {right}")
    moves = match.moves[match.seq - count :]
    if moves[0][0] != seat:
        # Which move it was may be a secret, as a bet is.
        raise TableError("not-yours", "somebody else made that move: go back to one of your own")
    stranger = _another_person(table, seat, count)
    if stranger is not None:
        raise TableError("too-late", f"{stranger} has moved since: moves of other people stay as they are")
    away = sorted(table.seating.kept - {seat})
    if len(table.seating.people) == 1 and not away:
        return
    if any(who != seat for who, _ in moves):
        raise TableError("too-late", "a bot has moved since: where several people play, only the last move counts")
    if _showed_something(table, seat, count):
        raise TableError("too-late", "your move showed you something new: it can no longer be taken back")
    if away:
        raise TableError("away", f"{table.names(away[0])} is away, and all people have to agree: ask again later")


def _another_person(table: Table, seat: Seat, count: int) -> str | None:
    """The name of somebody else who made one of the last moves, also one who has left since."""
    me = table.players[seat]
    for seq in steps_of_moves(table, count):
        player = table.seating.player_at(table.log.seat(seq), seq)
        if not player.is_bot and (table.log.seat(seq) != seat or player != me):
            return player.name
    return None


def _showed_something(table: Table, seat: Seat, count: int) -> bool:
    """Did these moves show their player anything that it did not know before?

    If not, the same moves show the same in other deals that the player cannot tell from the true one."""
    match, game = table.match, table.game
    true = match.state_after(match.seq - count)
    moves = [move for _, move in match.moves[match.seq - count :]]
    seen = match.events(seat, match.seq - count), game.view(match.state, seat)
    for twin in range(TWINS):
        state = game.redeal(true, seat, twin)
        events = []
        try:
            for move in moves:
                progress = game.apply(state, seat, move)
                state = progress.state
                events += [event.seen_by(seat) for event in progress.events]
        except IllegalMove:  # it has played a card that it had just drawn
            return True
        if (tuple(events), game.view(state, seat)) != seen:
            return True
    return False
