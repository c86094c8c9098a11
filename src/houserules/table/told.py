"""How a step is told: to each viewer as far as it may know, or openly to whoever looks back."""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING

import msgspec

from houserules.core import Event, Names, Overheard, Turn, Viewer

from .seen import Seen
from .steps import Deed, Forfeit, Step, TimedOut

if TYPE_CHECKING:
    from .table import Table


def told_since(table: Table, viewer: Viewer, seq: int) -> list[Seen]:
    """What happened after step `seq`. Everything before the deal of this match is shown as the deal."""
    if not table.is_dealt:
        later = range(max(seq, 0) + 1, table.seq + 1)
        return [_deed_seen(table, viewer, table.log.step(step), Turn(())) for step in later]
    told = [_deal_seen(table, viewer)] if seq < table.began or seq < 0 else []
    for step, after in table.retrace(max(seq, table.began)):
        told.append(_seen(table, viewer, step, after))
    return told


def told_to_all(table: Table, viewers: Collection[Viewer], step: Step) -> dict[Viewer, Seen]:
    """The last step, as each of these viewers may see it. Those who see the same share one object."""
    after = table.match.state
    if isinstance(step.move, Deed):
        return {viewer: _seen(table, viewer, step, after) for viewer in viewers}
    turn, names_at = table.turn_after(step, after), table.seating.names_at
    if len(viewers) < 3 and None not in viewers:
        # Almost every move names a seat. If only two listen, what both may hear would be told for nobody.
        return {viewer: _move_seen(table, viewer, step, turn, names_at(step.seq, viewer)) for viewer in viewers}
    names = Overheard(*names_at(step.seq, None).names)
    public = _move_seen(table, None, step, turn, names)
    told: dict[Viewer, Seen] = {}
    for viewer in viewers:
        if viewer is None or (viewer not in names.about and _events_seen(viewer, step) == public.events):
            told[viewer] = public
        else:
            told[viewer] = _move_seen(table, viewer, step, turn, names_at(step.seq, viewer))
    return told


def told_openly(table: Table, told: Seen, step: Step) -> Seen:
    """The same step as a spectator was told of it, with nothing hidden."""
    names, move = table.seating.names_at(step.seq, None), step.move
    if isinstance(move, Deed) and not step.events:
        return msgspec.structs.replace(told, deed=move)
    words = [event.tell(names) for event in step.events]
    if isinstance(move, Deed):  # the time ran out, and a bot moved
        return msgspec.structs.replace(told, deed=move, events=step.events, words=(move.tell(names, step.seat), *words))
    return msgspec.structs.replace(told, move=move, events=step.events, words=tuple(words))


def _seen(table: Table, viewer: Viewer, step: Step, after: object) -> Seen:
    if isinstance(step.move, Deed) and not step.events:
        acting = [seat for seat in range(table.seats) if table.log.could_act(seat, step.seq)]
        return _deed_seen(table, viewer, step, Turn(tuple(acting)))
    return _move_seen(table, viewer, step, table.turn_after(step, after), table.seating.names_at(step.seq, viewer))


def _move_seen(table: Table, viewer: Viewer, step: Step, turn: Turn, names: Names) -> Seen:
    seq, seat, move = step.seq, step.seat, step.move
    events = _events_seen(viewer, step)
    words = tuple([event.tell(names) for event in events])
    is_hidden = table.is_hidden(seq, viewer)
    if isinstance(move, Deed):  # the time ran out, and a bot moved
        deed = TimedOut("") if is_hidden else move
        words = (deed.tell(names, seat), *words)
        return Seen(seq, step.at, seat, None, deed, events, words, turn, None, table.game.family)
    said = None if is_hidden else move
    return Seen(seq, step.at, seat, said, None, events, words, turn, None, table.game.family)


def _events_seen(viewer: Viewer, step: Step) -> tuple[Event, ...]:
    return tuple([event.seen_by(viewer) for event in step.events])


def _deed_seen(table: Table, viewer: Viewer, step: Step, turn: Turn) -> Seen:
    assert isinstance(step.move, Deed)
    names = table.seating.names_at(step.seq, viewer)
    words = (step.move.tell(names, step.seat), *_taken_back(table, step.seq), *_decided(table, step, names))
    deed = step.move if viewer == step.seat else step.move.shown_to_others()
    return Seen(step.seq, step.at, step.seat, None, deed, (), words, turn, family=table.game.family)


def _decided(table: Table, step: Step, names: Names) -> tuple[str, ...]:
    """Nobody gives up after the match is over, so it is the last one to give up who ends it."""
    seating = table.seating
    if not isinstance(step.move, Forfeit) or not seating.is_decided or step.seat != seating.forfeited[-1]:
        return ()
    winner = next(seat for seat in range(table.seats) if seat not in seating.forfeited)
    return (f"The match is over: {names.inside(winner)} {names.verb(winner, 'wins', 'win')}",)


def _taken_back(table: Table, seq: int) -> tuple[str, ...]:
    """Against bots a move is taken back at once; among people only when the last of them agrees."""
    count = table.log.reached[seq - 1] - table.log.reached[seq]
    if count <= 0 or seq == table.began:
        return ()
    return ("1 move was taken back" if count == 1 else f"{count} moves were taken back",)


def _deal_seen(table: Table, viewer: Viewer) -> Seen:
    turn = Turn(table.game.to_act(table.match.state_after(0)))
    words: tuple[str, ...] = ("The cards are dealt",)
    deal = table.match.deal_plan
    if table.match.tribute is not None:
        words = (*words, table.match.tribute.tell(table.seating.names_at(table.began, viewer)))
    if table.began == 0:
        return Seen(0, table.dealt_at, None, None, None, (), words, turn, deal, table.game.family)
    seen = _deed_seen(table, viewer, table.log.step(table.began), turn)
    return msgspec.structs.replace(seen, words=(*seen.words, *words), deal=deal)
