"""What each deed needs, and what it does: the rules of a table beside the rules of its game."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import msgspec

from houserules.core import Seat
from houserules.errors import SeatsError, TableError

from .player import Player
from .settings import check_names
from .steps import (
    AgreeToTakeBack,
    ChangeKey,
    ChangeTable,
    Deed,
    Forfeit,
    Mute,
    Pause,
    ReadyToDeal,
    Rematch,
    Reopened,
    Resume,
    Sit,
    Start,
    Step,
    TakeBack,
    TakeOver,
    TimedOut,
)
from .taking_back import check_take_back

if TYPE_CHECKING:
    from .table import Table

MOST_SALT: Final = 200


def check_deed(table: Table, seat: Seat, deed: Deed, at: int) -> None:
    """Refuse a deed that is not possible at this time."""
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
            _check_time_is_up(table, seat, at)
        case TakeOver(player, empty, keeps):
            _check_player(table, seat, player)
            if empty and keeps:
                raise TableError("bad-step", "a chair is kept for somebody, or it is empty: say one of them")
            if not player.is_bot:
                raise TableError("bad-player", f"{player.name} is a person: a bot takes over, a person sits down")
            if empty and (table.is_dealt or not table.policies.ready_first):
                raise TableError("dealt", "the cards are dealt: a chair cannot wait, a bot has to play")
        case Sit(player):
            _check_sit(table, seat, deed)
            if player.is_bot:
                raise TableError("bad-player", f"{player.name} is a bot: a person sits down, a bot takes over")
        case TakeBack(count):
            _require_person(table, seat)
            check_take_back(table, seat, count)
        case AgreeToTakeBack():
            _require_person(table, seat)
            if table.votes.undo is None:
                raise TableError("not-asked", "nobody asks to take a move back")
            if seat in table.votes.agreed:
                raise TableError("said-already", "you have agreed already: wait for the others")
        case Start():
            _require_person(table, seat)
            if not table.seating.open:
                raise TableError("no-open-chair", "no chair is empty: the cards are dealt when all people are ready")
        case Pause():
            _require_person(table, seat)
            _require_play(table)
            if table.is_paused:
                raise TableError("paused", "the match is paused already: resume it")
        case Resume():
            _require_person(table, seat)
            if not table.is_paused:
                raise TableError("not-paused", "the match is not paused: go on playing")
        case Mute(whom, on):
            _check_mute(table, seat, whom, on)
        case Reopened():
            _check_reopened(table)
        case ChangeKey():
            pass  # a table knows no keys: whoever keeps them has checked it
        case ChangeTable():
            _check_change(table, seat, deed)
        case _:
            raise TableError("bad-step", f"{type(deed).__name__} is not something that happens at a table")


def _end_pause_of_nobody(table: Table) -> None:
    """Only a person resumes a match. When the last one has gone for good, the bots play it out."""
    if not table.seating.people and not table.seating.kept:
        table.is_paused = False


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
            _end_pause_of_nobody(table)
        case TakeOver(player) | Sit(player):
            seating.seat(seat, player, seq)
            if isinstance(step.move, TakeOver) and step.move.empty:
                seating.open.add(seat)
            if isinstance(step.move, TakeOver) and step.move.keeps:
                seating.kept.add(seat)
            elif isinstance(step.move, TakeOver):
                seating.muted.discard(seat)
            votes.salts.pop(seat, None)
            votes.drop_undo()
            _end_pause_of_nobody(table)
        case TakeBack(count):
            votes.undo = table.match.seq - count
            votes.undo_by = seat
            votes.agreed = {seat}
        case AgreeToTakeBack():
            votes.agreed.add(seat)
        case Start():
            seating.open.clear()
        case Pause():
            table.is_paused = True
        case Resume():
            table.is_paused = False
        case Mute(whom, on):
            (seating.muted.add if on else seating.muted.discard)(whom)
        case Reopened():
            assert table.clocks is not None
            table.clocks.skip(table.log.last_at, step.at)
        case ChangeTable(policies, bot, stays):
            if policies is not None:
                table.policies = policies
            if bot is not None:
                seating.seat(seat, bot, seq)
            if stays:
                seating.open.discard(seat)
    if votes.undo is not None and votes.agreed.issuperset(seating.people):
        table.take_back(votes.undo)
        votes.drop_undo()
    if table.is_between_matches and not seating.open and _all_want_cards(table):
        table.deal(seq, step.at)


def _all_want_cards(table: Table) -> bool:
    """Have all people said so, or as many as the policies ask for?"""
    wanting = table.votes.salts.keys()
    if table.is_over and table.policies.rematch_by_one:
        return bool(wanting)
    return bool(wanting) and wanting >= set(table.seating.people)


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
    check_salt(salt)


def check_salt(salt: str) -> None:
    if len(salt) > MOST_SALT or not salt.isprintable():
        raise TableError("bad-salt", f"a salt is a line of at most {MOST_SALT} characters")


def _check_time_is_up(table: Table, seat: Seat, at: int) -> None:
    if table.clocks is None:
        return
    deadline = table.clocks.deadline(seat)
    if deadline is None or at < deadline:
        raise TableError("not-timed-out", f"{table.names(seat)} still has time: wait until it is up")


def _check_mute(table: Table, seat: Seat, whom: Seat | None, on: bool) -> None:
    _require_person(table, seat)
    if whom == seat:
        raise TableError("not-yourself", "you cannot mute yourself: say nothing")
    if whom is not None and not 0 <= whom < table.seats:
        raise SeatsError(f"there is no seat {whom} at this table: seats are 0 to {table.seats - 1}")
    if (whom in table.seating.muted) == on:
        raise TableError("said-already", "that is so already")


def _check_reopened(table: Table) -> None:
    if table.clocks is None or table.clocks.next_deadline() is None:
        raise TableError("no-clock", "no clock runs: there is nothing to set right")
    if table.seq and isinstance(table.log.move(table.seq), Reopened):
        raise TableError("said-already", "the clocks were set right already")


def _check_change(table: Table, seat: Seat, deed: ChangeTable) -> None:
    if not table.is_between_matches:
        raise TableError("dealt", "the cards are dealt: finish the match before you change the table")
    if (deed.policies is None) == (deed.bot is None):
        raise TableError("bad-step", "change either the policies or a bot")
    if deed.policies is not None:
        _require_person(table, seat)
        if deed.policies.ready_first != table.policies.ready_first:
            raise TableError("bad-step", "whether people say that they are ready cannot be changed")
        return
    if seat not in table.seating.bots:
        raise TableError("seat-taken", f"{table.names(seat)} sits there: change the seat of a bot")
    assert deed.bot is not None
    if not deed.bot.is_bot:
        raise TableError("bad-player", "only a bot replaces a bot: a person sits down")
    _check_player(table, seat, deed.bot)


def _check_player(table: Table, seat: Seat, player: Player) -> None:
    player.check(table.game)
    others = [other for at, other in enumerate(table.players) if at != seat]
    check_names([*others, player])


def _check_sit(table: Table, seat: Seat, deed: Sit) -> None:
    if seat not in table.seating.bots:
        raise TableError("seat-taken", f"{table.names(seat)} sits there: take the seat of a bot")
    if seat in table.seating.forfeited and not table.is_over:
        raise TableError("forfeited", f"seat {seat} was given up in this match: take another, or wait for the next")
    _check_player(table, seat, deed.player)
