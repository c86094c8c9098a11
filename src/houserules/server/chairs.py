"""Sitting down at a room and standing up for good: who gets which chair, and with what token."""

from __future__ import annotations

from typing import TYPE_CHECKING

from houserules.core import Seat
from houserules.errors import HouseRulesError, SeatsError, TableError
from houserules.table import ChangeKey, Player, ReadyToDeal, Sit, TakeOver, check_salt
from houserules.wire import BotAt, SeatRequest, SeatTaken, TellSeat

from .entries import SeatKey
from .guest import tell
from .names import read_name
from .opening import bot_player
from .tokens import hash_of, new_token

if TYPE_CHECKING:
    from .room import Room


async def sit_down(room: Room, request: SeatRequest, player: str | None = None) -> SeatTaken:
    """A person takes an empty chair, or the seat of a bot. With a salt it is ready for the deal, too."""
    table = room.table
    if player is not None and room.keys.is_removed(player):
        raise TableError("removed", "the host removed you from this table: open one of your own")
    if player is not None and (kept := room.keys.seat_of_player(player)) is not None:
        return await _sit_again(room, kept, player)
    seat = free_seat(room) if request.seat is None else _require_free(room, request.seat)
    if seat is None and any(bot not in room.keys for bot in table.seating.bots):
        raise TableError("table-full", "no chair is free before this match is over: watch, and wait for one")
    if seat is None:
        raise TableError("table-full", "people sit on every chair: watch, and wait for one to become free")
    if request.salt is not None:
        check_salt(request.salt)
    name = read_name(request.name)
    token = new_token()
    sit = Sit(Player(name), empty=seat in table.seating.open)
    await room.do(seat, sit, SeatKey(seat, hash_of(token), player))
    if player is not None:
        await room.services.store.sits(player, room.id, seat)
    if request.salt is not None and not table.is_dealt:
        await room.do(seat, ReadyToDeal(request.salt))
    return SeatTaken(seat=seat, token=token)


async def _sit_again(room: Room, seat: Seat, player: str) -> SeatTaken:
    """The player has this seat already, and comes with another device: a new token opens it, and the old one no
    more."""
    table = room.table
    token = new_token()
    is_back = seat in table.seating.bots and not _is_given_up(room, seat)
    deed = Sit(Player(table.players[seat].name)) if is_back else ChangeKey()
    await room.do(seat, deed, SeatKey(seat, hash_of(token), player))
    room.dismiss(seat, "elsewhere", "you took this seat with another device")
    return SeatTaken(seat=seat, token=token)


def free_seat(room: Room) -> Seat | None:
    """The first empty chair, else the first bot that keeps its seat for nobody."""
    if room.table.seating.open:
        return min(room.table.seating.open)
    return next((seat for seat in sorted(room.table.seating.bots) if _is_free(room, seat)), None)


def _is_free(room: Room, seat: Seat) -> bool:
    is_bots = seat in room.table.seating.bots and seat not in room.keys
    return is_bots and not _is_given_up(room, seat) and not _is_done(room, seat)


def _is_done(room: Room, seat: Seat) -> bool:
    """Has this seat nothing more to decide in the match in play? Nobody sits down only to look on."""
    table = room.table
    return not table.is_between_matches and table.game.is_done(table.match.state, seat)


def _is_given_up(room: Room, seat: Seat) -> bool:
    """Did somebody give up on this seat in the match in play, or was removed from it? Then a bot plays to the end."""
    table = room.table
    if table.is_between_matches:
        return False
    return seat in table.seating.forfeited or room.keys.was_emptied(seat, table.number)


def _require_free(room: Room, seat: Seat) -> Seat:
    if not 0 <= seat < room.table.seats:
        raise SeatsError(f"there is no seat {seat} at this table: seats are 0 to {room.table.seats - 1}")
    if seat not in room.keys and _is_given_up(room, seat):
        raise TableError("seat-taken", f"a bot plays seat {seat} until this match is over: take another one, or wait")
    if seat in room.table.seating.bots and seat not in room.keys and _is_done(room, seat):
        raise TableError("seat-taken", f"seat {seat} is out of this match already: take another one, or wait")
    if not _is_free(room, seat):
        raise TableError("seat-taken", f"{room.table.players[seat].name} has seat {seat}: take another one")
    return seat


async def stand_up(room: Room, seat: Seat, *, is_removed: bool = False) -> None:
    """A person leaves for good, and the token opens the seat no more. During a match a bot plays on; before the first
    deal the chair waits for somebody again."""
    table = room.table
    taken = [player.name for player in table.players]
    player = room.keys.player(seat)
    bot = bot_player(BotAt(seat), table.game, taken)
    nobody = SeatKey(seat, None, removed=is_removed)
    while not await room.put(table.decide(seat, TakeOver(bot, empty=not table.is_dealt), room.services.now()), nobody):
        table = room.table  # something else came first: perhaps the deal
    if player is not None:
        await room.services.store.stands(player, room.id, seat)


def say_goodbye(room: Room, seat: Seat, reason: str) -> None:
    """The connections of somebody who stood up are closed, and whoever waits gets the chair."""
    room.dismiss(seat, "removed", reason)
    seat_waiting(room)


async def forget(room: Room, player: str) -> None:
    """A player wants to be forgotten: the seat stays theirs, but nobody sees whose it is."""
    seat = room.keys.seat_of_player(player)
    if seat is not None:
        await room.do(seat, ChangeKey(forgotten=True), SeatKey(seat, room.keys.token_hash(seat)))


def seat_waiting(room: Room) -> None:
    """Whoever has waited longest gets a chair that is free."""
    if room.presence.waiting and free_seat(room) is not None:
        room.enqueue(lambda: _seat_first(room))


async def _seat_first(room: Room) -> None:
    if not room.presence.waiting or free_seat(room) is None:
        return
    guest, name = room.presence.waiting.pop(0)
    try:
        taken = await sit_down(room, SeatRequest(name=name))
    except HouseRulesError as problem:
        room.refuse(guest, problem, None)
    else:
        tell(guest, TellSeat(taken.seat, taken.token))
    seat_waiting(room)
