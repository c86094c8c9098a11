"""From what the kernel did to what is told: the events of a move, and the pile and the burned cards in order."""

from __future__ import annotations

from itertools import groupby
from typing import Literal, cast

from houserules.cards import Card
from houserules.core import Event, Outcome, Progress
from houserules.kernel import shedding as kernel
from houserules.kernel.tables import BURN

from .events import Burned, Drew, Ended, Failed, Played, Reversed, Took, WentOut
from .state import State, cards_of, end_reason, named

Zone = Literal["hand", "up", "blind"]


def after_play(state: State, core: kernel.State, zone: str, cards: tuple[Card, ...]) -> Progress[State]:
    """Cards were laid, rank after rank; the pile may have burned after any of them."""
    layers = layers_of(state.kernel, cards)
    laid = tuple(card for layer in layers for card in layer)
    events: list[Event] = [Played(state.kernel.turn, cast("Zone", zone), named(laid, core.decks))]
    if core.did & kernel.REVERSED:
        events.append(Reversed(1 if core.step > 0 else -1))
    pile, burned = state.pile, state.burned
    for place, layer in enumerate(layers):
        pile += layer
        if layer[0].suit is None:  # what lay there is named already: only a Joker on top can change that
            pile = named(pile, core.decks)
        if core.burns >> place & 1:
            events.append(Burned(pile, "power" if burns(core, layer[0]) else "alike"))
            pile, burned = (), named(burned + pile, core.decks)
    return given_away(state, core, pile, burned, events)


def given_away(
    state: State, core: kernel.State, pile: tuple[Card, ...], burned: tuple[Card, ...], events: list[Event]
) -> Progress[State]:
    """The card that was laid may have left the game, and somebody may have been made to take the rest."""
    if core.did & kernel.SPENDING:
        events.append(Burned(named(pile[-1:], core.decks), "spent"))
        pile, burned = pile[:-1], named(burned + pile[-1:], core.decks)
    if core.taker >= 0:
        events.append(Took(core.taker, named(pile, core.decks), state.kernel.turn))
        pile = ()
    return after_turn(state, core, pile, burned, events)


def layers_of(core: kernel.State, cards: tuple[Card, ...]) -> list[tuple[Card, ...]]:
    """The cards of a play, face by face in the order in which they land."""
    if len(cards) == 1:
        return [cards]
    order = core.tables.joins if core.zone == kernel.HAND else core.tables.laying
    ordered = sorted(cards, key=lambda card: (order.find(card.kind // 4) % 15, card.kind))
    return [tuple(layer) for _, layer in groupby(ordered, key=lambda card: (card.rank, core.tables.face_of[card.kind]))]


def burns(core: kernel.State, card: Card) -> bool:
    """Does this card burn the pile by itself?"""
    return bool(core.tables.effects[core.tables.face_of[card.kind]] & BURN)


def after_take(
    state: State, core: kernel.State, along: tuple[Card, ...], failed: Failed | None = None
) -> Progress[State]:
    """A seat took the pile, and some card came along with it."""
    took = Took(state.kernel.turn, named(along + state.pile, core.decks), None)
    return after_turn(state, core, (), state.burned, [took] if failed is None else [failed, took])


def after_name(state: State, core: kernel.State, event: Event) -> Progress[State]:
    """Something was named; a wild card may have burned the pile by it."""
    if not core.burns:
        return after_turn(state, core, state.pile, state.burned, [event])
    burned = named(state.burned + state.pile, core.decks)
    return after_turn(state, core, (), burned, [event, Burned(state.pile, "power")])


def after_turn(
    state: State, core: kernel.State, pile: tuple[Card, ...], burned: tuple[Card, ...], events: list[Event]
) -> Progress[State]:
    """Whatever the move was: cards may have been drawn, somebody may be out, the match may be over."""
    before = state.kernel
    seat = before.turn
    if core.drawn > before.drawn:
        drawn = cards_of(core.stock[before.drawn : core.drawn])
        events.append(Drew(seat, len(drawn), named(drawn, core.decks)))
    if core.gone != before.gone:
        events.append(WentOut(seat, core.places()[seat]))
    if core.over:
        events.append(Ended(Outcome.of_places(core.places(), end_reason(core))))
    return Progress(State(core, pile, burned, state.seed), tuple(events))
