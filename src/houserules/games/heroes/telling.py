"""From what the kernel did to what is told: the events of a move, phase by phase, and the deal of the next round."""

from __future__ import annotations

from typing import Literal

from houserules.core import Add, Event, Outcome, Progress, Seat, Subtract
from houserules.kernel import heroes as kernel

from .events import Battled, Began, BetPlaced, BetsOpened, Ended, PhaseChanged, Picked, RoundEnded, Scored, Shown
from .state import PHASE_OF, Battle, Phase, State, current, deal, nobody_is_none, pair, places, reason, row


def after_bet(state: State, core: kernel.HeroesPosition, seat: Seat, amount: int) -> Progress[State]:
    events: list[Event] = [BetPlaced(seat, amount)]
    if core.phase == kernel.FIRST:
        events += [BetsOpened(pair(core, kernel.BET)), now(core)]
    return Progress(_with(state, core), tuple(events))


def after_pick(state: State, core: kernel.HeroesPosition, seat: Seat, owner: Seat, slot: int) -> Progress[State]:
    before = state.kernel
    events: list[Event] = [Picked(seat, owner, slot, core.table[kernel.SLOTS * owner + slot], core.power(owner, slot))]
    match before.phase:
        case kernel.FIRST:
            if core.phase == kernel.FIRST:
                return Progress(_with(state, core), tuple(events))
            slots = (before.own, slot) if seat == 1 else (slot, before.rival)
            events.append(Began(core.starter, _cards(core, slots), _powers(core, slots)))
        case kernel.OWN:
            events.append(now(core))
            return Progress(_with(state, core), tuple(events))
        case _:
            battle, fought = _battle(before, core, seat, slot)
            return after_turn(before, State(core, state.seed, battle), events + fought)
    return after_turn(before, _with(state, core), events)


def _battle(
    before: kernel.HeroesPosition, core: kernel.HeroesPosition, seat: Seat, slot: int
) -> tuple[Battle, list[Event]]:
    """Both cards lie open: Dr. Manhattan shows what he shows, then powers are compared."""
    events: list[Event] = [passed(before, "battle", seat)]
    slots = (before.own, slot) if seat == 0 else (slot, before.own)
    cards, powers = _cards(core, slots), _powers(core, slots)
    if cards[seat] == kernel.MANHATTAN:
        events.append(Shown(seat, row(core, 1 - seat, kernel.LEFT)))
    winner = None if powers[0] == powers[1] else int(powers[1] > powers[0])
    battle = Battle(winner, abs(powers[0] - powers[1]), cards, powers, before.number)
    return battle, [*events, Battled(battle)]


def after_choice(state: State, core: kernel.HeroesPosition, seat: Seat, move: Add | Subtract) -> Progress[State]:
    before = state.kernel
    choice: Literal["add", "subtract"] = "add" if isinstance(move, Add) else "subtract"
    scored = Scored(seat, choice, before.gain, core.table[kernel.POINTS + seat])
    return after_turn(before, _with(state, core), [scored])


def after_turn(before: kernel.HeroesPosition, state: State, events: list[Event]) -> Progress[State]:
    """On to what is next; after the last turn of a round that may be another deal, or the end."""
    core = state.kernel  # a copy that only this move knows
    if core.over:
        events.append(passed(core, "round_end"))
        events.append(_round_ended(before, core))
    if core.phase == kernel.DEALING:
        deal(core, state.seed)
        events.append(passed(core, "init"))
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


def passed(core: kernel.HeroesPosition, phase: Phase, seat: Seat | None = None) -> PhaseChanged:
    """A phase that waits for nobody."""
    return PhaseChanged(phase, seat, core.number, core.round)


def _with(state: State, core: kernel.HeroesPosition) -> State:
    return State(core, state.seed, state.battle)


def _cards(core: kernel.HeroesPosition, slots: tuple[int, int]) -> tuple[int, int]:
    return core.table[slots[0]], core.table[kernel.SLOTS + slots[1]]


def _powers(core: kernel.HeroesPosition, slots: tuple[int, int]) -> tuple[int, int]:
    return core.power(0, slots[0]), core.power(1, slots[1])
