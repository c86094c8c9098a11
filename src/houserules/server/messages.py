"""What each message of a client does: it becomes a step, a question to a bot, or a line of chat."""

from __future__ import annotations

from functools import lru_cache, reduce
from operator import or_
from typing import TYPE_CHECKING, Any

import msgspec

from houserules.bots import Limit
from houserules.core import LINE, Move, Play, Seat, from_document, in_plain_words, is_line
from houserules.errors import HouseRulesError, IllegalMove, NotationError, TableError, WireError
from houserules.table import (
    AgreeToTakeBack,
    AnyDeed,
    ChangeTable,
    Forfeit,
    Mute,
    Pause,
    Player,
    ReadyToDeal,
    Rematch,
    Resume,
    Sit,
    Start,
    Step,
    Table,
    TakeBack,
    TakeOver,
    answer_of,
    could_act_since,
    hint_async,
    last_bot_move,
    why_async,
)
from houserules.wire import (
    CANNED,
    AnySaid,
    SayBack,
    SayBot,
    SayChange,
    SayChat,
    SayExplain,
    SayForfeit,
    SayHint,
    SayHistory,
    SayLeave,
    SayMove,
    SayMute,
    SayPause,
    SayPing,
    SayReady,
    SayRematch,
    SayRemove,
    SayResume,
    SayStart,
    SayUndo,
    SayWait,
    SayWhy,
    TellChat,
    TellDone,
    TellExplain,
    TellHint,
    TellPong,
    TellStale,
    TellWhy,
)

from .chairs import say_goodbye, seat_waiting, stand_up
from .entries import Options
from .guest import Guest, tell
from .history import history_told
from .names import read_name, read_table_name
from .opening import bot_player

if TYPE_CHECKING:
    from .room import Room

HINT_MS = 500
"""How long a bot thinks about a hint."""


async def answer(room: Room, guest: Guest, said: AnySaid) -> None:
    """Do what a guest says, and say what came of it. A refusal changes nothing."""
    of = said.seq if isinstance(said, SayMove) else said.of
    try:
        await _do(room, guest, said)
    except HouseRulesError as problem:
        room.refuse(guest, problem, of)
    except Exception:
        room.refuse(guest, WireError("internal", "the server made a mistake: look at the table, and try again"), of)
        raise


async def _do(room: Room, guest: Guest, said: AnySaid) -> None:
    table = room.table
    match said:
        case SayMove():
            await _move(room, guest, said)
        case SayReady(salt):
            seat = _seat(guest)
            if not table.is_dealt and seat not in table.votes.salts:
                await room.do(seat, ReadyToDeal(salt))
            _done(room, guest, said.of)
        case SayStart():
            await _deed(room, guest, _host(room, guest), Start(), said.of)
        case SayChat():
            await _chat(room, guest, said)
        case SayHint():
            room.ask_bot(guest, said.of, _hint(room, guest, said.of))
        case SayWhy():
            room.ask_bot(guest, said.of, _why(room, guest, said))
        case SayExplain():
            explanation = table.match.explain(_seat(guest), _read_move(room, said.move))
            tell(guest, TellExplain(said.of, explanation))
        case SayHistory():
            tell(guest, history_told(room, guest, said))
        case SayUndo(count):
            await _deed(room, guest, _seat(guest), _undo(room, _seat(guest), count), said.of)
        case SayRematch(salt):
            seat = _seat(guest)
            is_begun = table.policies.rematch_by_one and table.number > 1 and not table.match.seq  # by another
            if not is_begun and not (table.is_over and seat in table.votes.salts):
                await room.be_back(seat)
                await room.do(seat, Rematch(salt))
            _done(room, guest, said.of)
        case SayForfeit():
            await _deed(room, guest, _seat(guest), Forfeit(), said.of)
        case SayLeave():
            seat = _seat(guest)
            await stand_up(room, seat)
            _done(room, guest, said.of)
            say_goodbye(room, seat, "you left the table")
        case SayBot():
            seat = _seat(guest)
            if seat in table.seating.people:
                await room.do(seat, TakeOver(room.stand_in_for(seat), keeps=True))
            _done(room, guest, said.of)
        case SayBack():
            seat = _seat(guest)
            if seat in table.seating.bots:
                await room.do(seat, Sit(Player(table.players[seat].name)))
            _done(room, guest, said.of)
        case SayWait(name):
            _wait(room, guest, name)
            _done(room, guest, said.of)
        case SayPause():
            await _deed(room, guest, _host(room, guest), Pause(), said.of)
        case SayResume():
            await _deed(room, guest, _host(room, guest), Resume(), said.of)
        case SayRemove(seat):
            host = _host(room, guest)
            if seat == host or seat not in room.keys:
                raise TableError("no-person", f"there is nobody to remove from seat {seat}: name another person's seat")
            player = room.keys.player(seat)
            await stand_up(room, seat, is_removed=True)
            is_final = table.is_dealt or (player is not None and room.keys.is_removed(player))
            then = "you cannot sit down here again" if is_final else "if it was a mistake, sit down again"
            say_goodbye(room, seat, f"the host removed you from the table: {then}")
            _done(room, guest, said.of)
        case SayMute(whom, on):
            host = _host(room, guest)
            if (whom in table.seating.muted) != on:
                await room.do(host, Mute(whom, on))
            _done(room, guest, said.of)
        case SayChange():
            await _change(room, guest, said)
            _done(room, guest, said.of)
        case SayPing():
            tell(guest, TellPong(said.of, room.services.now()))


def _seat(guest: Guest) -> Seat:
    if guest.seat is None:
        raise TableError("not-seated", "spectators only watch: sit down to play")
    return guest.seat


def _host(room: Room, guest: Guest) -> Seat:
    seat = _seat(guest)
    if room.presence.host != seat:
        raise TableError("not-host", "only the host of the table may do this")
    return seat


def _require_here(room: Room, guest: Guest) -> None:
    """A spectator may be gone, or a person removed, before its words are heard."""
    if guest not in room.guests:
        raise TableError("not-here", "you are no longer at this table: connect again")


def _done(room: Room, guest: Guest, of: int | None) -> None:
    tell(guest, TellDone(of, room.table.seq))


async def _deed(room: Room, guest: Guest, seat: Seat, deed: AnyDeed, of: int | None) -> None:
    await room.do(seat, deed)
    _done(room, guest, of)


# -- Moves -----------------------------------------------------------------------------------------------------------


def move_at_once(room: Room, guest: Guest, said: SayMove) -> bool:
    """Make a move that answers the newest view, or refuse it. False: this needs more than a look.

    Only for a room that has nothing else to do."""
    table = room.table
    if said.seq != table.seq or guest.seat is None:
        return False
    try:
        step = table.decide(guest.seat, _read_move(room, said.move), room.services.now())
    except HouseRulesError as problem:
        room.refuse(guest, problem, said.seq)
    except Exception:  # noqa: BLE001 - `answer` fails in the same way, logs it, and makes the room anew
        return False
    else:
        room.put_at_once(step, guest, said)
    return True


async def _move(room: Room, guest: Guest, said: SayMove) -> None:
    """Make a move that answers the view of step `said.seq`.

    The same move said again is `done`. A move that was overtaken is `stale`, unless its seat could act all the while:
    what others do before the first play, or while bets are secret, makes no answer wrong."""
    seat, seq, table = _seat(guest), said.seq, room.table
    move = _read_move(room, said.move)
    if seq > table.seq:
        await room.catch_up()
    while True:
        table = room.table
        if seq != table.seq:
            mine = answer_of(table, seat, seq) if seq < table.seq else None
            if mine is not None and _stands(table, mine, move):
                tell(guest, TellDone(seq, table.seq))
                return
            if mine is not None or not could_act_since(table, seat, seq):
                tell(guest, TellStale(seq, table.seq))
                return
        try:
            step = table.decide(seat, move, room.services.now())
        except IllegalMove:
            if seq == table.seq:
                raise
            tell(guest, TellStale(seq, table.seq))  # others have ended what it answered, as the bets
            return
        if await room.put(step, asked=(guest, seq)):
            return


def _read_move(room: Room, move: str | dict[str, object]) -> Move | str:
    """A text is read by the match, which also knows short forms."""
    game = room.table.game
    if isinstance(move, str):
        try:
            return game.read(move)
        except NotationError:
            return move
    try:
        read: Move = from_document(move, _kinds_of_moves(game.moves))
        return read
    except msgspec.ValidationError as problem:
        raise NotationError(f"this is not a move of {game.name}: {in_plain_words(problem)}") from problem


@lru_cache(maxsize=64)
def _kinds_of_moves(kinds: tuple[type[Move], ...]) -> Any:
    return reduce(or_, kinds)


def _stands(table: Table, mine: Step, move: Move | str) -> bool:
    """Is this step what the move says? A short form means what it meant when it was made."""
    game, log = table.game, table.log
    if isinstance(move, str) and log.stands(mine.seq, table.began):
        try:
            move = game.understand(game.view(table.match.state_after(log.reached[mine.seq] - 1), mine.seat), move)
        except NotationError:
            return False
    if isinstance(mine.move, Play) and isinstance(move, Play):
        return sorted(mine.move.cards) == sorted(move.cards)
    return mine.move == move


def _undo(room: Room, seat: Seat, count: int | None) -> AnyDeed:
    table = room.table
    if table.is_over:
        raise TableError("over", "the match is over and all cards were shown: ask for a rematch")
    asked_by = table.votes.undo_by
    if count is None and asked_by is not None and asked_by != seat:
        return AgreeToTakeBack()
    if count is not None:
        return TakeBack(count)
    for number, (mover, _) in enumerate(reversed(table.match.moves), 1):
        if mover == seat:
            return TakeBack(number)
    raise TableError("nothing-to-undo", "you have not moved yet: there is nothing to take back")


# -- Bots ------------------------------------------------------------------------------------------------------------


async def _hint(room: Room, guest: Guest, of: int | None) -> None:
    advice = await hint_async(room.table, room.driver.bots, guest.seat, Limit(ms=HINT_MS))
    chance = None if advice.chance is None else advice.chance.share
    tell(guest, TellHint(of, str(advice.move), advice.why, chance, advice.because))


async def _why(room: Room, guest: Guest, said: SayWhy) -> None:
    table = room.table
    if guest.seat is None and room.options.delay:
        raise TableError("not-seated", "spectators of this table see it later, so they cannot ask")
    seq = said.seq if said.seq is not None else last_bot_move(table)
    if seq is None:
        raise TableError("no-bot-move", "no bot has moved in this match yet")
    reason = await why_async(table, room.driver.bots, guest.seat, seq)
    why = reason.public if reason.advice is None else reason.advice.why
    because = reason.because if reason.advice is None else reason.advice.because
    tell(guest, TellWhy(said.of, reason.seq, reason.seat, why, because))


# -- People ----------------------------------------------------------------------------------------------------------


async def _chat(room: Room, guest: Guest, said: SayChat) -> None:
    if not room.options.chat:
        raise TableError("chat-off", "there is no chat at this table")
    if guest.seat in room.table.seating.muted:
        raise TableError("muted", "the host has muted you")
    if guest.seat is None and room.options.delay:
        raise TableError("not-seated", "spectators of this table see it later, so they do not chat")
    if guest.seat is None:
        _require_here(room, guest)
    text = CANNED[said.line] if said.line is not None else " ".join(said.text.split())
    if not is_line(text):
        raise WireError("bad-chat", f"say one line of text that can be seen, {LINE}")
    if not guest.may_chat():
        raise WireError("too-fast", "you chat too fast: wait a moment")
    name = "Spectator" if guest.seat is None else room.table.players[guest.seat].name
    told = TellChat(room.services.now(), guest.seat, name, text, said.line)
    room.services.counts.chats += 1
    player = None if guest.seat is None else room.keys.player(guest.seat)
    await room.services.store.add_chat(room.id, told.at, told.seat, told.name, told.text, told.line, player=player)
    room.audience.tell_all(told)
    _done(room, guest, said.of)


def _wait(room: Room, guest: Guest, name: str) -> None:
    if guest.seat is not None:
        raise TableError("seated", "you have a seat already")
    _require_here(room, guest)
    name = read_name(name)
    if not any(waiting is guest for waiting, _ in room.presence.waiting):
        room.presence.waiting.append((guest, name))
    seat_waiting(room)
    room.presence.changed()


async def _change(room: Room, guest: Guest, said: SayChange) -> None:
    """The host changes what is not yet begun."""
    host, table, old = _host(room, guest), room.table, room.options
    name = old.name if said.name is None else read_table_name(said.name)
    public = old.public if said.public is None else said.public
    options: Options | None = msgspec.structs.replace(old, name=name, public=public)
    if options == old:
        options = None
    policies = table.policies
    policies = msgspec.structs.replace(
        policies,
        hints=policies.hints if said.hints is None else said.hints,
        undo=policies.undo if said.undo is None else said.undo,
    )
    if options is not None or policies != table.policies:
        await room.do(host, ChangeTable(policies=policies), options=options)
    if said.bot is not None:
        if not 0 <= said.bot.seat < table.seats:
            raise TableError("bad-seats", f"there is no seat {said.bot.seat}: seats are 0 to {table.seats - 1}")
        taken = [player.name for seat, player in enumerate(table.players) if seat != said.bot.seat]
        await room.do(said.bot.seat, ChangeTable(bot=bot_player(said.bot, table.game, taken), stays=True))
