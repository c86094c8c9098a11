"""What each deed needs, and what it does: the rules of a table beside the rules of its game."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import msgspec

from houserules.core import Seat, counted, is_number
from houserules.errors import IllegalMove, TableError

from .settings import check_names
from .steps import AgreeToTakeBack, Deed, Forfeit, ReadyToDeal, Rematch, Sit, Step, TakeBack, TakeOver, TimedOut

if TYPE_CHECKING:
    from .table import Table

TWINS: Final = 12
"""Other deals that are tried to find out whether a move showed its player anything new."""
MOST_SALT: Final = 200


def check_deed(table: Table, seat: Seat, deed: Deed) -> None:
    """Refuse a deed that is not possible now."""
    match deed:
        case ReadyToDeal(salt):
            _require_person(table, seat)
            if table.is_dealt:
                raise TableError("dealt", "the cards are dealt already: make a move")
            _check_vote(table, seat, salt)
        case Rematch(salt):
            _require_person(table, seat)
            if not table.is_over:
                raise TableError("not-over", "the match is not over: finish it first, or give up")
            _check_vote(table, seat, salt)
        case Forfeit():
            _require_person(table, seat)
            _require_play(table)
        case TimedOut():
            _require_person(table, seat)
        case TakeOver(player):
            _require_person(table, seat)
            _check_player(table, seat, deed)
            if not player.is_bot:
                raise TableError("bad-player", f"{player.name} is a person: a bot takes over, a person sits down")
        case Sit(player):
            _check_sit(table, seat, deed)
            if player.is_bot:
                raise TableError("bad-player", f"{player.name} is a bot: a person sits down, a bot takes over")
        case TakeBack(count):
            _check_take_back(table, seat, count)
        case AgreeToTakeBack():
            _require_person(table, seat)
            if table.votes.undo is None:
                raise TableError("not-asked", "nobody asks to take a move back")
            if seat in table.votes.agreed:
                raise TableError("said-already", "you have agreed already: wait for the others")
        case _:
            raise TableError("bad-step", f"{type(deed).__name__} is not something that happens at a table")


def do_deed(table: Table, step: Step) -> None:
    """Make a deed true that was checked."""
    seating, votes, seat, seq = table.seating, table.votes, step.seat, step.seq
    match step.move:
        case ReadyToDeal(salt) | Rematch(salt):
            votes.salts[seat] = salt
        case Forfeit():
            seating.forfeited.append(seat)
            stand_in = table.settings.stand_in
            seating.seat(seat, msgspec.structs.replace(stand_in, name=seating.players[seat].name), seq)
            votes.drop_undo()
        case TakeOver(player) | Sit(player):
            seating.seat(seat, player, seq)
            votes.salts.pop(seat, None)
            votes.drop_undo()
        case TakeBack(count):
            votes.undo = table.match.seq - count
            votes.agreed = {seat}
        case AgreeToTakeBack():
            votes.agreed.add(seat)
    if votes.undo is not None and votes.agreed.issuperset(seating.people):
        table.take_back(votes.undo)
        votes.drop_undo()
    if (not table.is_dealt or table.is_over) and votes.salts.keys() >= set(seating.people) and votes.salts:
        table.deal(seq, step.at)


# -- What is asked of whom -------------------------------------------------------------------------------------------


def _require_person(table: Table, seat: Seat) -> None:
    if seat in table.seating.bots:
        raise TableError("not-a-person", f"{table.names(seat)} is a bot: only a person does this")


def _require_play(table: Table) -> None:
    if not table.is_dealt:
        raise TableError("not-dealt", "no cards are dealt yet: they are dealt when all people are ready")
    if table.is_over:
        raise TableError("over", "the match is over: ask for a rematch")


def _check_vote(table: Table, seat: Seat, salt: str) -> None:
    if seat in table.votes.salts:
        raise TableError("said-already", "you have said so already: wait for the others")
    if len(salt) > MOST_SALT or not salt.isprintable():
        raise TableError("bad-salt", f"a salt is a line of at most {MOST_SALT} characters")


def _check_player(table: Table, seat: Seat, deed: TakeOver | Sit) -> None:
    deed.player.check(table.game)
    others = [player for at, player in enumerate(table.players) if at != seat]
    check_names([*others, deed.player])


def _check_sit(table: Table, seat: Seat, deed: Sit) -> None:
    if seat not in table.seating.bots:
        raise TableError("seat-taken", f"{table.names(seat)} sits there: take the seat of a bot")
    if seat in table.seating.forfeited:
        raise TableError("forfeited", f"seat {seat} was given up in this match: take another, or wait for the next")
    _check_player(table, seat, deed)


# -- Taking back -----------------------------------------------------------------------------------------------------


def _check_take_back(table: Table, seat: Seat, count: int) -> None:
    _require_person(table, seat)
    if not table.settings.policies.undo:
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
    if len(table.seating.people) > 1:
        if any(who != seat for who, _ in moves):
            raise TableError("too-late", "others have moved since: among people only the last move is taken back")
        if _showed_something(table, seat, count):
            raise TableError("too-late", "your move showed you something new: it can no longer be taken back")


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
