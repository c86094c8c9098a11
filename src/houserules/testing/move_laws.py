"""Laws of moves: every offered move can be played, others are refused, and a move and its text are one."""

from __future__ import annotations

from houserules.core import JSON, Move, Seat
from houserules.errors import HouseRulesError, IllegalMove
from houserules.match import Match

from .probes import GARBAGE, Nonsense, merged, mutations
from .runs import Moment, Run, S, apply_offered, viewers
from .wording import first_difference, move_list

# -- Law 1: seats that may act have moves, others have none ----------------------------------------------------------


def moves_are_offered(run: Run[S]) -> None:
    game = run.game
    for moment in run.moments:
        acting = game.to_act(moment.state)
        if len(set(acting)) != len(acting) or not set(acting) <= set(range(run.seats)):
            raise run.broken(1, moment, f"to_act is {acting}: seats are 0 to {run.seats - 1}, each at most once")
        if (moment.move is None) != (acting == ()):
            raise run.broken(1, moment, f"to_act is {acting}, but the call before gave another answer")
        for seat in range(run.seats):
            moves = game.legal(moment.state, seat)
            if seat in acting and not moves:
                raise run.broken(1, moment, "it may act but has no move", seat)
            if seat not in acting and moves:
                raise run.broken(1, moment, f"it may not act but has moves: {move_list(moves)}", seat)
            if len(set(moves)) != len(moves):
                raise run.broken(1, moment, f"a move is listed twice: {move_list(moves)}", seat)
    for moment in run.close(1):
        _views_agree(run, moment)


def _views_agree(run: Run[S], moment: Moment[S]) -> None:
    """A view offers what the game offers."""
    game, state = run.game, moment.state
    for viewer in viewers(run):
        view = game.view(state, viewer)
        moves = () if viewer is None else game.legal(state, viewer)
        told = (view.game, view.seat, view.to_act, view.legal, view.outcome)
        true = (game.id, viewer, game.to_act(state), moves, game.outcome(state))
        for name, seen, is_ in zip(("game", "seat", "to_act", "legal", "outcome"), told, true, strict=True):
            if seen != is_:
                raise run.broken(1, moment, f"the view says {name} is {seen}, but it is {is_}", viewer)


# -- Law 2: every offered move can be played -------------------------------------------------------------------------


def offered_moves_apply(run: Run[S]) -> None:
    game = run.game
    for moment in run.close(2):
        before = _fingerprint(run, moment)
        for seat in game.to_act(moment.state):
            moves = game.legal(moment.state, seat)
            for move in moves:
                apply_offered(run, moment, seat, move)
            if _fingerprint(run, moment) != before:
                difference = first_difference(before[0], game.position(moment.state)) or "what a spectator sees"
                raise run.broken(2, moment, f"one of {move_list(moves)} changed the state: {difference}", seat)


# -- Law 3: other moves are refused and change nothing ---------------------------------------------------------------


def other_moves_are_refused(run: Run[S]) -> None:
    chance = run.chance(3)
    pool = tuple(dict.fromkeys(moment.move for moment in run.moments if moment.move is not None))
    for moment in run.close(3):
        before = _fingerprint(run, moment)
        tried: list[Move] = []
        for seat in range(run.seats):
            moves = run.game.legal(moment.state, seat)
            probes = [*chance.sample(pool, min(4, len(pool))), Nonsense()]
            if moves:
                probes += chance.sample(pool, min(16, len(pool)))
                for move in chance.sample(moves, min(2, len(moves))):
                    probes += [*mutations(move, chance), *merged(move, chance.choice(moves))]
            elif acting := run.game.to_act(moment.state):
                probes.append(chance.choice(run.game.legal(moment.state, acting[0])))
            unlisted = [move for move in dict.fromkeys(probes) if move not in moves]
            for move in unlisted:
                _refused(run, moment, seat, move, moves)
            tried += unlisted
        _nobody_is_refused(run, moment, chance.choice(pool))
        _garbage_is_refused(run, moment, chance.choice(GARBAGE))
        after = _fingerprint(run, moment)
        if after != before:
            difference = first_difference(before[0], after[0]) or "what a spectator sees"
            raise run.broken(3, moment, f"one of {move_list(tried)} changed the state: {difference}")


def _refused(run: Run[S], moment: Moment[S], seat: Seat, move: Move, moves: tuple[Move, ...]) -> None:
    """A move that is not listed is refused, unless it is a listed move in other words (7D 7H for 7H 7D)."""
    try:
        progress = run.game.apply(moment.state, seat, move)
    except IllegalMove as problem:
        if not problem.code or not problem.message:
            raise run.broken(3, moment, f"{move} is refused without a code or a sentence", seat) from problem
        return
    except Exception as problem:
        raise run.broken(3, moment, f"{move!r} raises {problem!r}, not IllegalMove", seat) from problem
    if run.game.listed(moment.state, seat, move) in moves:
        return
    position = run.game.position(progress.state)
    alike = [listed for listed in moves if type(listed) is type(move)]
    if all(run.game.position(apply_offered(run, moment, seat, listed).state) != position for listed in alike):
        raise run.broken(
            3, moment, f"{move!r} is accepted but not offered; the offered moves are {move_list(moves)}", seat
        )


def _nobody_is_refused(run: Run[S], moment: Moment[S], move: Move) -> None:
    for seat in (-1, run.seats):
        try:
            run.game.apply(moment.state, seat, move)
        except HouseRulesError:
            continue
        except Exception as problem:
            raise run.broken(3, moment, f"{move} by a seat that is not there raises {problem!r}", seat) from problem
        raise run.broken(3, moment, f"{move} is accepted from a seat that is not there", seat)


def _garbage_is_refused(run: Run[S], moment: Moment[S], text: str) -> None:
    match = Match(run.game, moment.state, run.seed)
    try:
        match.play(0, text)
    except IllegalMove as problem:
        if problem.code == "unreadable" and problem.message and not match.moves:
            return
        raise run.broken(3, moment, f"the text {text!r} is refused as {problem.code}, not unreadable", 0) from problem
    raise run.broken(3, moment, f"the text {text!r} is accepted", 0)


# -- Law 10: a move and its text are one -----------------------------------------------------------------------------


def moves_have_texts(run: Run[S]) -> None:
    chance = run.chance(10)
    for moment in run.close(10):
        for seat in run.game.to_act(moment.state):
            moves = run.game.legal(moment.state, seat)
            for move in moves:
                _text_reads_back(run, moment, seat, move)
            move = chance.choice(moves)
            match = Match(run.game, moment.state, run.seed)
            match.play(seat, str(move))
            spoken, meant = match.position(), run.game.position(apply_offered(run, moment, seat, move).state)
            if spoken != meant:
                what = f"{str(move)!r} leads elsewhere as text than as a value: {first_difference(meant, spoken)}"
                raise run.broken(10, moment, what, seat)


def _text_reads_back(run: Run[S], moment: Moment[S], seat: Seat, move: Move) -> None:
    try:
        read = run.game.read(str(move))
    except HouseRulesError as problem:
        raise run.broken(10, moment, f"{str(move)!r} is offered but cannot be read: {problem}", seat) from problem
    if read != move:
        raise run.broken(10, moment, f"{str(move)!r} stands for {move!r} but is read as {read!r}", seat)


def _fingerprint(run: Run[S], moment: Moment[S]) -> tuple[dict[str, JSON], object]:
    """Everything that shows a state from outside. A position may leave out what was shown before; a view does not."""
    return run.game.position(moment.state), run.game.view(moment.state, None)
