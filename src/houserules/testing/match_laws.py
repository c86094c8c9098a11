"""Laws of matches: cards are conserved, records replay, outcomes rank, positions are read back, a match ends."""

from __future__ import annotations

import json
from collections import Counter
from typing import Any

from houserules.errors import HouseRulesError
from houserules.match import Match

from .runs import Moment, Run, S
from .wording import cards_differ, first_difference, move_list

# -- Law 4: cards are conserved --------------------------------------------------------------------------------------


def cards_are_conserved(run: Run[S]) -> None:
    dealt = run.game.cards(run.moments[0].state)
    if list(dealt) != _in_order(dealt):
        raise run.broken(4, run.moments[0], "game.cards is not sorted")
    for moment in run.moments:
        cards = run.game.cards(moment.state)
        if cards != dealt:
            raise run.broken(4, moment, cards_differ(dealt, cards))


def _in_order(cards: tuple[Any, ...]) -> list[object]:
    """The cards, sorted. Only the game knows what a card is."""
    return sorted(cards)


# -- Law 5: seed and moves replay to the same match ------------------------------------------------------------------


def records_replay(run: Run[S]) -> None:
    """Check at the end and at one moment before it. The record goes through JSON, and moves go through their texts."""
    game = run.game
    match = Match.new(game, seats=run.seats, seed=run.seed)
    sampled = run.chance(5).randrange(len(run.moments))
    for moment in run.moments:
        if moment.moves == sampled or moment.move is None:
            position = game.position(moment.state)
            if match.position() != position:
                what = f"the same moves lead to another position: {first_difference(position, match.position())}"
                raise run.broken(5, moment, what)
            _record_replays(run, moment, json.loads(json.dumps(match.record())))
        if moment.move is not None and moment.seat is not None:
            try:
                match.play(moment.seat, moment.move)
            except HouseRulesError as problem:
                raise run.broken(5, moment, f"a replay refuses {moment.move}: {problem}", moment.seat) from problem


def _record_replays(run: Run[S], moment: Moment[S], record: dict[str, Any]) -> None:
    position = run.game.position(moment.state)
    again = Match.new(run.game, seats=record["seats"], seed=record["seed"])
    try:
        for seat, text in record["moves"]:
            again.play(seat, text)
        read = Match.from_record(json.dumps(record), run.game)
        written_again = json.loads(json.dumps(read.record()))
        if written_again != record:
            difference = first_difference(record, written_again)
            raise run.broken(5, moment, f"its record changes when it is read and written: {difference}")
    except HouseRulesError as problem:
        raise run.broken(5, moment, f"its record cannot be replayed: {problem}") from problem
    for replayed in (again.position(), read.position()):
        if replayed != position:
            raise run.broken(5, moment, f"its record leads to another position: {first_difference(position, replayed)}")


# -- Law 7: an outcome ranks every seat ------------------------------------------------------------------------------


def outcomes_rank(run: Run[S]) -> None:
    """Place 1 is first and ties share; payoffs run evenly from 1 to 0, and seats that tie share theirs evenly."""
    for moment in run.moments[:-1]:
        if run.game.outcome(moment.state) is not None:
            raise run.broken(7, moment, f"there is an outcome, but seats {run.game.to_act(moment.state)} may still act")
    last = run.moments[-1]
    outcome = run.game.outcome(last.state)
    if outcome is None:
        raise run.broken(7, last, "nobody may act, but there is no outcome")
    places, payoffs = outcome.places, outcome.payoffs
    if len(places) != run.seats or len(payoffs) != run.seats or not outcome.reason:
        raise run.broken(7, last, f"an outcome needs a place and a payoff for each seat, and a reason: {outcome}")
    for seat, (place, payoff) in enumerate(zip(places, payoffs, strict=True)):
        before = sum(other < place for other in places)
        if place != before + 1:
            raise run.broken(7, last, f"{before} seats are before it, so its place is {before + 1}: {places}", seat)
        due = run.seats - 1 - before - (places.count(place) - 1) / 2
        if abs(payoff * (run.seats - 1) - due) > 1e-9:
            what = f"place {place} among {places} gets {due / (run.seats - 1):g}, not {payoff:g}"
            raise run.broken(7, last, what, seat)


# -- Law 8: a position read back is the same position ----------------------------------------------------------------


def positions_round_trip(run: Run[S]) -> None:
    """A position may lose what was shown before, so the check compares legal moves, not views."""
    game = run.game
    for moment in run.close(8):
        position = game.position(moment.state)
        try:
            state = game.from_position(json.loads(json.dumps(position)))
        except HouseRulesError as problem:
            raise run.broken(8, moment, f"its position is refused: {problem}") from problem
        if game.position(state) != position:
            raise run.broken(8, moment, f"its position has changed: {first_difference(position, game.position(state))}")
        if game.to_act(state) != game.to_act(moment.state):
            raise run.broken(8, moment, f"to_act is {game.to_act(state)} but was {game.to_act(moment.state)}")
        if game.outcome(state) != game.outcome(moment.state):
            raise run.broken(8, moment, f"the outcome is {game.outcome(state)} but was {game.outcome(moment.state)}")
        for seat in range(run.seats):
            moves, read = game.legal(moment.state, seat), game.legal(state, seat)
            if Counter(moves) != Counter(read):
                odd = set(moves).symmetric_difference(read)
                what = f"other moves are offered in its position: {move_list(tuple(odd))}"
                raise run.broken(8, moment, what, seat)


# -- Law 9: a match ends ---------------------------------------------------------------------------------------------


def matches_end(run: Run[S]) -> None:
    """`random_match` played the run to its end or gave up at its limit. Afterwards nobody may act."""
    acting = run.game.to_act(run.end)
    if acting != ():
        raise run.broken(9, run.moments[-1], f"it is over, but seats {acting} may act")
