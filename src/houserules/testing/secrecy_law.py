"""The law of secrecy: no viewer is shown what it may not know."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random

from houserules.core import Game, Move, Seat, Viewer, to_document
from houserules.errors import IllegalMove

from .probes import Nonsense, mutations
from .runs import Moment, Run, S, apply_offered, viewers
from .wording import cards_differ, first_difference, viewer_name

# -- Law 6: no viewer is shown what it may not know ------------------------------------------------------------------


def views_keep_secrets(run: Run[S], *, hidden: bool = True) -> None:
    """Views, events and refusals stay the same for a viewer when everything that it may not know is dealt again.

    `hidden=False` is for games in which everybody sees everything: nothing can be dealt again there.
    """
    chance = run.chance(6)
    same = set(viewers(run))
    for moment in run.close(6):
        for viewer in viewers(run):
            twin = run.game.redeal(moment.state, viewer, chance.getrandbits(31))
            _views_are_twins(run, moment, twin, viewer)
            _events_are_twins(run, moment, twin, viewer, chance)
            _refusals_are_twins(run, moment, twin, viewer, chance)
            if viewer in same and run.game.position(twin) != run.game.position(moment.state):
                same.discard(viewer)
    if hidden and same:
        who = ", ".join(sorted(map(viewer_name, same)))
        raise run.broken(6, run.moments[-1], f"redeal never changes anything for {who}, so it proves nothing")


def _views_are_twins(run: Run[S], moment: Moment[S], twin: S, viewer: Viewer) -> None:
    game = run.game
    view, other = game.view(moment.state, viewer), game.view(twin, viewer)
    told, otherwise = to_document(view), to_document(other)
    if view != other or told != otherwise:
        difference = first_difference(told, otherwise) or "equal as JSON, but not as values"
        raise run.broken(6, moment, f"the view of {viewer_name(viewer)} tells two deals apart: {difference}", viewer)
    if game.cards(twin) != game.cards(moment.state):
        cards = cards_differ(game.cards(moment.state), game.cards(twin))
        raise run.broken(6, moment, f"redeal for {viewer_name(viewer)} does not deal the same cards: {cards}", viewer)


def _events_are_twins(run: Run[S], moment: Moment[S], twin: S, viewer: Viewer, chance: Random) -> None:
    """A move made in both deals tells a bystander the same, unless the table itself shows the difference afterwards.

    The seat that moves may learn more than its view keeps (in which order it drew its cards), so it is not a bystander.
    Its own twin, in which it can make each of its moves, is put before a spectator.
    """
    game = run.game
    for seat in game.to_act(moment.state):
        moves = game.legal(moment.state, seat)
        common = set(game.legal(twin, seat)).intersection(moves)
        if not common:
            continue
        move = chance.choice([move for move in moves if move in common])
        bystander = None if seat == viewer else viewer
        if seat == viewer and game.view(moment.state, None) != game.view(twin, None):
            continue
        one = apply_offered(run, moment, seat, move)
        two = apply_offered(run, Moment(moment.moves, twin, seat, move), seat, move)
        if game.view(one.state, bystander) != game.view(two.state, bystander):
            continue
        told = [to_document(event.seen_by(bystander)) for event in one.events]
        otherwise = [to_document(event.seen_by(bystander)) for event in two.events]
        if told != otherwise:
            what = f"the events of {move} by seat {seat} tell {viewer_name(bystander)} two deals apart"
            raise run.broken(6, moment, f"{what}: {first_difference(told, otherwise)}", bystander)


def _refusals_are_twins(run: Run[S], moment: Moment[S], twin: S, viewer: Viewer, chance: Random) -> None:
    """A refusal speaks to the seat that moved, so it is made of what this seat knows."""
    if viewer is None:
        return
    some = chance.choice(run.moments).move or Nonsense()
    for move in (some, *_sample(mutations(some, chance), chance)):
        told, otherwise = (_refusal(run.game, state, viewer, move) for state in (moment.state, twin))
        if told != otherwise:
            what = f"the answer to {move!r} tells two deals apart: {told!r} and {otherwise!r}"
            raise run.broken(6, moment, what, viewer)


def _refusal(game: Game[S], state: S, seat: Seat, move: Move) -> str | None:
    try:
        game.apply(state, seat, move)
    except IllegalMove as problem:
        return f"{problem.code}: {problem.message}"
    except Exception as problem:  # noqa: BLE001 - law 3 says what is wrong with it
        return repr(problem)
    return None


def _sample(moves: Iterable[Move], chance: Random) -> list[Move]:
    every = list(moves)
    return [chance.choice(every)] if every else []
