"""From what the kernel did to events: those of a move, phase by phase, and the deal of the next round."""

from __future__ import annotations

from typing import Literal

from houserules.core import Event, Outcome, Progress, Seat
from houserules.kernel import heroes as kernel

from .events import Battled, Began, BetPlaced, BetsOpened, Ended, PhaseChanged, Picked, RoundEnded, Scored, Shown
from .looking import current, deal, nobody_is_none, pair, places, reason, row
from .state import PHASE_OF, Battle, LastBattle, Phase, State


def after_move(state: State, core: kernel.HeroesPosition, seat: Seat, number: int) -> Progress[State]:
    """A seat made the move of this number, and the kernel has played it."""
    match state.kernel.phase:
        case kernel.BETTING:
            return _after_bet(state, core, seat)
        case kernel.FIRST:
            return _after_first_pick(state, core, seat, number)
        case kernel.OWN:
            return Progress(_with(state, core), (_picked(core, seat, seat, number), now(core)))
        case kernel.RIVAL:
            return _after_battle(state, core, seat, number)
    return _after_choice(state, core, seat, number)


def _after_bet(state: State, core: kernel.HeroesPosition, seat: Seat) -> Progress[State]:
    events: list[Event] = [BetPlaced(seat, core.table[kernel.BET + seat])]
    if core.phase == kernel.FIRST:
        events += [BetsOpened(pair(core, kernel.BET)), now(core)]
    said = (True, state.bets_said[1]) if seat == 0 else (state.bets_said[0], True)
    return Progress(State(core, state.seed, state.battle, said), tuple(events))


def _picked(core: kernel.HeroesPosition, seat: Seat, owner: Seat, slot: int) -> Picked:
    return Picked(seat, owner, slot, core.table[kernel.SLOTS * owner + slot], core.power(owner, slot))


def _after_first_pick(state: State, core: kernel.HeroesPosition, seat: Seat, slot: int) -> Progress[State]:
    before = state.kernel
    picked = _picked(core, seat, seat, slot)
    if core.phase == kernel.FIRST:
        return Progress(_with(state, core), (picked,))
    slots = (before.own, slot) if seat == 1 else (slot, before.rival)
    began = Began(core.starter, _cards(core, slots), _powers(core, slots))
    return after_turn(before, _with(state, core), [picked, began])


def _after_battle(state: State, core: kernel.HeroesPosition, seat: Seat, slot: int) -> Progress[State]:
    """Both cards lie open: Dr. Manhattan shows what he shows, then powers are compared."""
    before, rival = state.kernel, 1 - seat
    events: list[Event] = [_picked(core, seat, rival, slot), passing_phase(before, "battle", seat)]
    if core.did & kernel.SHOWED:
        events.append(Shown(seat, row(core, rival, kernel.LEFT)))
    slots = (before.own, slot) if seat == 0 else (slot, before.own)
    winner = None if core.margin == 0 else seat if core.margin > 0 else rival
    battle = Battle(winner, abs(int(core.margin)), _cards(core, slots), _powers(core, slots), before.number)
    last = LastBattle(winner, battle.difference, battle.cards, battle.powers, battle.turn, before.round)
    return after_turn(before, State(core, state.seed, last, state.bets_said), [*events, Battled(battle)])


def _after_choice(state: State, core: kernel.HeroesPosition, seat: Seat, number: int) -> Progress[State]:
    before = state.kernel
    choice: Literal["add", "subtract"] = "add" if number == kernel.ADD else "subtract"
    scored = Scored(seat, choice, before.gain, core.table[kernel.POINTS + seat])
    return after_turn(before, _with(state, core), [scored])


def after_turn(before: kernel.HeroesPosition, state: State, events: list[Event]) -> Progress[State]:
    """Move on to the next phase; after the last turn of a round that may be another deal, or the end."""
    core = state.kernel  # a copy that only this move knows
    if core.over:
        events.append(passing_phase(core, "round_end"))
        events.append(_round_ended(before, core))
    if core.phase == kernel.DEALING:
        deal(core, state.seed)
        state = State(core, state.seed, state.battle)
        events.append(passing_phase(core, "init"))
    events.append(now(core))
    if core.over:
        winner = nobody_is_none(core.leader())
        outcome = Outcome.of_places(places(core), reason(core))
        events.append(Ended(outcome, winner, pair(core, kernel.CREDITS)))
    return Progress(state, tuple(events))


def _round_ended(before: kernel.HeroesPosition, core: kernel.HeroesPosition) -> RoundEnded:
    had, have = pair(before, kernel.CREDITS), pair(core, kernel.CREDITS)
    return RoundEnded(
        winner=nobody_is_none(core.nearer()),
        points=pair(core, kernel.POINTS),
        distances=(core.distance(0), core.distance(1)),
        changes=(have[0] - had[0], have[1] - had[1]),
        credits=have,
    )


def now(core: kernel.HeroesPosition) -> PhaseChanged:
    """The phase that the match is in."""
    difference = core.gain if core.phase == kernel.CHOICE else None
    return PhaseChanged(PHASE_OF[core.phase], current(core), core.number, core.round, difference)


def passing_phase(core: kernel.HeroesPosition, phase: Phase, seat: Seat | None = None) -> PhaseChanged:
    """A phase that waits for nobody."""
    return PhaseChanged(phase, seat, core.number, core.round)


def _with(state: State, core: kernel.HeroesPosition) -> State:
    return State(core, state.seed, state.battle, state.bets_said)


def _cards(core: kernel.HeroesPosition, slots: tuple[int, int]) -> tuple[int, int]:
    return core.table[slots[0]], core.table[kernel.SLOTS + slots[1]]


def _powers(core: kernel.HeroesPosition, slots: tuple[int, int]) -> tuple[int, int]:
    return core.power(0, slots[0]), core.power(1, slots[1])
